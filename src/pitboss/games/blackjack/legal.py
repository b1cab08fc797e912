"""Candidates for the acts of a blackjack table, of which `decide` accepts some or none."""

from __future__ import annotations

from collections.abc import Iterator

from pitboss.decider import Choices, Integers, Person, Words
from pitboss.games.blackjack import acts as a
from pitboss.games.blackjack.acts import Kind
from pitboss.games.blackjack.correcting import seen_cards
from pitboss.games.blackjack.decide import refuse
from pitboss.games.blackjack.resettling import RESETTLING
from pitboss.games.blackjack.state import Phase, Round, Table
from pitboss.games.everyday.barring import within_bars
from pitboss.games.everyday.resettling_legal import resettling_legal
from pitboss.games.shoe import acts as shoe_acts
from pitboss.games.shoe.correcting import SECONDS
from pitboss.games.shoe.decide import FLOORPERSON
from pitboss.games.shoe.legal import (
    BOTH,
    SHOE_LEGAL,
    amounts,
    cards_in,
    cards_left,
    corrections,
    free_seats,
    parts_of,
    seated,
)
from pitboss.games.shoe.state import Stage
from pitboss.games.table.legal import SHARED_LEGAL, in_round
from pitboss.games.table.totals import room_in_totals
from pitboss.legal import Ask, Each, Proposal, anybody, asking, only
from pitboss.money import STAKE_MAX

_NONE = Choices((None,))


def _players(state: Table) -> tuple[str, ...]:
    return () if state.heat is None else tuple(state.heat.players)


def _burned(state: Table, _: Person) -> Iterator[Proposal]:
    for place, card in enumerate(state.cards.burned, 1):
        shown = Choices((card,)) if card else cards_in(state)
        yield {**only(place=place), "player": seated(state), "card": shown}


def _cards(state: Table, _: Person | None = None) -> Choices:
    return cards_left(state.round.left) if state.round is not None else Choices(())


def _in_stack(state: Table) -> Choices:
    """Return the cards that may be found face up: in a round, or while the first are burned."""
    return cards_in(state) if state.cards.stage is Stage.LOADED else _cards(state)


def _second(_: Table, current: Round) -> Proposal:
    return {"card": Choices((None, current.second)) if current.second else cards_left(current.left)}


def _exposed(_: Table, current: Round) -> Proposal:
    return {"card": Choices((current.second,)) if current.second else cards_left(current.left)}


def _shown(_: Table, current: Round) -> Iterator[Proposal]:
    """Propose each card that lies face down before a player, as any that may be left."""
    for seat, box in current.boxes.items():
        for place, card in enumerate(box.hands[0].cards[:2] if box.hands else (), 1):
            if not card:
                yield {**only(seat=seat, place=place), "card": cards_left(current.left)}


def _room(current: Round, player: str) -> int:
    chips = STAKE_MAX if current.purse is None else current.purse.get(player, 0)
    return min(chips, STAKE_MAX, room_in_totals(current, player))


def _wagers(state: Table, current: Round) -> Iterator[Proposal]:
    rules = current.rules
    areas = [(Kind.BLACKJACK, spot, rules.stake_step) for spot in range(1, max(rules.multiple_action, 1) + 1)]
    if rules.initial_suit is not None:
        areas.append((Kind(rules.initial_suit), 1, 1))
    for seat, player in state.seats.items():
        box, room = current.boxes.get(seat), _room(current, player)
        for on, spot, step in areas:
            lies = 0 if box is None else box.wager(spot) if on is Kind.BLACKJACK else sum(box.suit.values())
            low, high = rules.limits(on)
            stakes = amounts(low, min(high, lies + room), step, lies=lies)
            place = only(seat=seat, player=player, on=on.value, spot=spot)
            yield {**place, "source": Each(a.Source), "stake_minor": stakes}


def _removals(_: Table, current: Round) -> Iterator[Proposal]:
    for seat, box in current.boxes.items():
        laid = [(Kind.BLACKJACK.value, *key, stake, current.rules.stake_step) for key, stake in box.wagers.items()]
        laid += [(str(current.rules.initial_suit), 1, source, stake, 1) for source, stake in box.suit.items()]
        for on, spot, source, stake, step in laid:
            for part in parts_of(stake, step):
                place = only(seat=seat, player=box.player, on=on, spot=spot, source=source)
                yield {**place, "stake_minor": part}


def _insurances(_: Table, current: Round) -> Iterator[Proposal]:
    low, high = current.rules.insurance_limits
    for seat, box in current.boxes.items():
        for spot in box.spots:
            lies = box.insurance.get(spot, 0)
            stakes = amounts(low, min(high, box.wager(spot) // 2, lies + _room(current, box.player)), 1, lies=lies)
            yield {**only(seat=seat, spot=spot), "stake_minor": stakes}


def _added(_: Table, current: Round) -> Iterator[dict[str, Choices]]:
    """Propose to the hand whose turn it is a wager like its first, said or not."""
    if current.turn is not None:
        stake = current.turn[2].stake()
        amount = Choices((None, stake)) if stake <= STAKE_MAX else _NONE
        yield {**only(seat=current.turn[0]), "stake_minor": amount}


def _hit_stakes(current: Round) -> Integers:
    low, high = current.rules.limits(Kind.HIT)
    return Integers(low, min(high, STAKE_MAX))


def _hits(_: Table, current: Round) -> Iterator[Proposal]:
    return ({"hit_minor": stakes} for stakes in (_NONE, _hit_stakes(current)))


def _doubles(state: Table, current: Round) -> Iterator[Proposal]:
    for added in _added(state, current):
        yield from ({**added, **hit} for hit in _hits(state, current))


def _split_wagers(_: Table, current: Round) -> Iterator[Proposal]:
    for seat, number, hand in current.hands():
        if len(hand.cards) == 1:
            yield {**only(seat=seat, hand=number), "stake_minor": _hit_stakes(current)}


def _corrections(state: Table, current: Round) -> Iterator[Proposal]:
    return corrections(seen_cards(state.play.log), current.left)


_legal = asking(
    refuse,
    {
        **SHARED_LEGAL,
        **SHOE_LEGAL,
        **resettling_legal(RESETTLING),
        "card": _cards,
        "seat": lambda state, _: Each(state.round.boxes if state.round is not None else ()),
        shoe_acts.TakeSeat: lambda state, by: free_seats(state, by, _players(state)),
        shoe_acts.CorrectCard: Ask(in_round(_corrections), witness=SECONDS),
        a.ShuffleCards: {"at_discretion": Each((True, False))},
        a.BurnCard: lambda state, _: {"card": Choices((None, *cards_in(state).values))},
        a.ShowBurnCard: _burned,
        a.IssueChips: lambda state, _: {"player": anybody(*_players(state))},
        a.EndHeat: ({"reason": _NONE}, {"reason": Words()}),
        a.PlaceWager: in_round(_wagers, Phase.BETTING),
        a.RemoveWager: in_round(_removals, Phase.BETTING),
        a.DealCard: lambda state, _: {"card": Each((None, _cards(state)))},
        a.TurnSecondCard: in_round(_second),
        a.ReportExposed: Ask(in_round(_exposed), witness=SECONDS),
        a.ShowHand: in_round(_shown),
        a.ReportFaceUp: lambda state, _: {"card": _in_stack(state), "is_drawn_in_error": BOTH},
        a.ReportWrongNumber: in_round(lambda _, current: {"seat": Choices((0, *current.boxes))}),
        a.SettleSuitWagers: Ask({}, witness=FLOORPERSON),
        a.PlaceInsurance: in_round(_insurances, Phase.INSURANCE),
        a.Hit: in_round(_hits, Phase.TURNS),
        a.DoubleDown: in_round(_doubles, Phase.TURNS),
        a.SplitPair: in_round(_added, Phase.TURNS),
        a.PlaceHitWager: in_round(_split_wagers, Phase.TURNS),
        a.RestoreUpCard: in_round(lambda _, current: {"card": Each([current.up_card] if current.up_card else [])}),
    },
    (*a.TABLE_ACTS, *a.ROUND_ACTS),
)
legal = within_bars(_legal)
