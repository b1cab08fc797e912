"""Wagers at a blackjack table: before the first card, and insurance after it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from pitboss.decider import MONEY_MAX, Command, Event, Move, require_role
from pitboss.errors import BadNotation
from pitboss.games.blackjack import acts as a
from pitboss.games.blackjack import events as e
from pitboss.games.blackjack.acts import Kind, Source
from pitboss.games.blackjack.rules import Rules
from pitboss.games.blackjack.settle import holder
from pitboss.games.blackjack.state import Box, Phase, Round
from pitboss.games.table.accounts import LAYOUT
from pitboss.games.table.totals import refuse_beyond_totals
from pitboss.rulebook import ActionRefused, BetRefused, BetsClosed, LimitExceeded, NotOffered, ProcedureBreach, cites

PLACED = (Kind.BLACKJACK, Kind.SAME_SUIT, Kind.KING_QUEEN)


def require_player(state: Round, command: Command[Any], seat: int, deed: str, *, duty: str = "seated") -> Box:
    """Return a seat's box, or refuse the act to anybody but its player; the dealer may act on a player's word."""
    clause = state.rules.clause(duty)
    require_role(command, ("player", "dealer"), clause=clause, deed=deed)
    box = state.boxes.get(seat)
    if box is None:
        raise ActionRefused(f"seat {seat} has no wager", clause=clause, seat=seat)
    if command.by.role == "player" and command.by.id != box.player:
        reason = f"seat {seat} is {box.player}'s, and {command.by.id} may not {deed} there"
        raise ActionRefused(reason, clause=clause, seat=seat, by=command.by.id)
    return box


def parse_kind(on: object) -> Kind:
    """Read what a wager before the cards is on; whether this table takes it is another question."""
    if not isinstance(on, str) or on not in PLACED:
        raise BadNotation(f"no such wager; the wagers are {', '.join(PLACED)}", value=on)
    return Kind(on)


@cites("BJ-K1", "BJ-K1a")
def _offered(rules: Rules, on: str) -> Kind:
    """Return what a wager is on, or refuse one this table does not take."""
    kind = parse_kind(on)
    if kind is not Kind.BLACKJACK and kind.value != rules.initial_suit:
        has = f"only {rules.initial_suit}" if rules.initial_suit else "no wager on the first two cards"
        reason = f"{kind} is no wager of this table, which has {has}"
        raise NotOffered(reason, clause=rules.clause("optional"), on=kind.value)
    return kind


@cites("BJ-G3")
def _refuse_late(state: Round, deed: str) -> None:
    if state.phase is not Phase.BETTING:
        reason = f"no wager may be {deed} after the first card; this round is {state.phase.words}"
        raise BetsClosed(reason, clause=state.rules.clause("late"), phase=state.phase.value)


@cites("BJ-B1", "BJ-G2", "BJ-K2b")
def _refuse_seat(state: Round, seat: int, player: str, *, duty: str) -> None:
    """Refuse a place the table does not have, and a wager behind another player's or on another's hand."""
    rules = state.rules
    if seat > rules.positions:
        reason = f"the table has places 1 to {rules.positions}, and no {seat}"
        raise BetRefused(reason, clause=rules.clause("positions"), seat=seat, positions=rules.positions)
    box = state.boxes.get(seat)
    if box is not None and box.player != player:
        reason = f"seat {seat} is {box.player}'s: nobody else wagers there"
        raise BetRefused(reason, clause=rules.clause(duty), seat=seat, player=player)


@cites("BJ-P", "BJ-K2b")
def refuse_beyond_limits(state: Round, kind: Kind, total: int) -> None:
    """Hold a wager, all kinds of chips together, between the posted minimum and maximum."""
    low, high = state.rules.insurance_limits if kind is Kind.INSURANCE else state.rules.limits(kind)
    values = {"on": kind.value, "total_minor": total, "min_minor": low, "max_minor": high}
    is_optional = kind in (Kind.SAME_SUIT, Kind.KING_QUEEN, Kind.HIT)
    if total < low:
        reason = f"{state.money(total)} on {kind} is under the table's minimum of {state.money(low)}"
        raise LimitExceeded(reason, clause=state.rules.limit_clause("min"), **values)
    if total > high:
        reason = f"{state.money(total)} on {kind} is over the table's maximum of {state.money(high)}"
        clause = state.rules.clause("optional_limit") if is_optional else state.rules.limit_clause("max")
        raise LimitExceeded(reason, clause=clause, **values)


def _refuse_beyond_counting(state: Round, stake: int) -> None:
    """Keep what a round may cost within what can be counted, with every wager doubled on every hand."""
    laid = sum(box.wager() + sum(box.suit.values()) for box in state.boxes.values())
    if laid + stake > MONEY_MAX // most_per_unit(state):
        reason = f"with {state.money(stake)} more the round could cost more than can be counted"
        raise LimitExceeded(reason, clause=state.rules.limit_clause("max"), stake_minor=stake)


def most_per_unit(state: Round) -> int:
    """Return a bound of what one unit wagered before the cards may move: split, doubled, insured, paid."""
    rules = state.rules
    most = max(*(rules.pays(kind) for kind in Kind), int(rules.blackjack_odds) + 1)
    return 4 * int(rules.settings["max_hands"]) * (most + 1)


@cites("BJ-O")
def refuse_beyond_purse(state: Round, player: str, amount: int) -> None:
    """Refuse more than a player of a tournament has left of its chips."""
    has = amount if state.purse is None else state.purse.get(player, 0)
    if amount > has:
        reason = f"{player} has {has} in tournament chips, not {amount}"
        raise BetRefused(reason, clause=state.rules.clause("tournament"), player=player, has=has, amount=amount)


@cites("BJ-O", "BJ-G1", "Q75")
def _refuse_source(state: Round, source: Source) -> None:
    """Refuse a coupon where the house has none, and tournament chips anywhere but at a tournament."""
    rules, is_tournament = state.rules, state.purse is not None
    if (source is Source.TOURNAMENT) != is_tournament:
        where = (
            "at a tournament only its own chips are played" if is_tournament else "tournament chips buy nothing here"
        )
        raise BetRefused(where, clause=rules.clause("tournament"), source=source.value)
    if source is Source.COUPON and not rules.settings["match_play"]:
        raise BetRefused("this house has no match-play coupons", clause=rules.clause("coupon"), source=source.value)


@cites("Q29")
def _refuse_broken(state: Round, stake: int) -> None:
    """Refuse a main wager that might not settle in whole minor units."""
    step = state.rules.stake_step
    if stake % step:
        reason = f"{state.money(stake)} might not settle in whole units: it goes in steps of {step}"
        raise BetRefused(reason, clause=state.rules.clause("whole_cents"), stake_minor=stake, step=step)


@cites("BJ-K2", "BJ-K2a", "BJ-K2c", "Q74")
def _refuse_optional(state: Round, box: Box | None, total: int, source: Source) -> None:
    """Let an optional wager go with a main wager only, and with a single deck not above it."""
    rules = state.rules
    if source is Source.CASH:
        reason = "an optional wager is made in chips or with a coupon"
        raise BetRefused(reason, clause=rules.clause("optional_place"), source=source.value)
    if box is None or not box.wagers:
        reason = "an optional wager goes with a blackjack wager"
        raise BetRefused(reason, clause=rules.clause("optional_place"), total_minor=total)
    if rules.shoe_decks == 1 and total > box.wager():
        reason = f"with a single deck {state.money(total)} is over the blackjack wager of {state.money(box.wager())}"
        raise LimitExceeded(reason, clause=rules.clause("optional_single"), total_minor=total)


def _refuse_spot(state: Round, kind: Kind, spot: int) -> None:
    rules = state.rules
    most = rules.multiple_action if kind is Kind.BLACKJACK else 1
    if spot > max(most, 1):
        clause = rules.clause("multiple_wagers" if rules.multiple_action else "multiple")
        raise BetRefused(f"this table has no spot {spot} for that wager", clause=clause, spot=spot)


@cites("BJ-G1", "BJ-G3", "BJ-K2a", "BJ-L2")
def place(state: Round, command: Command[a.PlaceWager]) -> Sequence[Event]:
    """Accept a wager in time, at a place the table has, within the limits and in units that settle."""
    act, rules = command.act, state.rules
    kind = _offered(rules, act.on)
    _refuse_late(state, "placed")
    _refuse_seat(state, act.seat, act.player, duty="seated" if kind is Kind.BLACKJACK else "optional_own")
    _refuse_spot(state, kind, act.spot)
    _refuse_source(state, act.source)
    box = state.boxes.get(act.seat)
    if kind is Kind.BLACKJACK:
        total = (box.wager(act.spot) if box else 0) + act.stake_minor
        _refuse_broken(state, act.stake_minor)
    else:
        total = (sum(box.suit.values()) if box else 0) + act.stake_minor
        _refuse_optional(state, box, total, act.source)
    refuse_beyond_limits(state, kind, total)
    _refuse_beyond_counting(state, act.stake_minor)
    refuse_beyond_totals(state, act.player, act.stake_minor)
    refuse_beyond_purse(state, act.player, act.stake_minor)
    placed = e.WagerPlaced(
        seat=act.seat,
        player=act.player,
        on=kind,
        spot=act.spot,
        stake_minor=act.stake_minor,
        source=act.source,
        placed_by=command.by.role.value,
        placed_by_id=command.by.id,
        moves=(Move(holder(act.source, act.player), LAYOUT, act.stake_minor),),
    )
    return (placed,)


@cites("BJ-G3", "BJ-K2a", "BJ-K2c")
def remove(state: Round, command: Command[a.RemoveWager]) -> Sequence[Event]:
    """Let a player take a wager back before the first card, all or so that the rest is still one."""
    act, rules = command.act, state.rules
    kind = _offered(rules, act.on)
    _refuse_late(state, "taken back")
    _refuse_seat(state, act.seat, act.player, duty="seated" if kind is Kind.BLACKJACK else "optional_own")
    _refuse_spot(state, kind, act.spot)
    box = state.boxes.get(act.seat)
    lies = 0
    if box is not None:
        lies = box.wagers.get((act.spot, act.source), 0) if kind is Kind.BLACKJACK else box.suit.get(act.source, 0)
    if box is None or act.stake_minor > lies:
        reason = f"{state.money(lies)} lies there in {act.source}, not {state.money(act.stake_minor)}"
        raise BetRefused(reason, clause=rules.clause("chips"), lies_minor=lies, stake_minor=act.stake_minor)
    rest = (box.wager(act.spot) if kind is Kind.BLACKJACK else sum(box.suit.values())) - act.stake_minor
    if rest:
        refuse_beyond_limits(state, kind, rest)
    if kind is Kind.BLACKJACK:
        _refuse_broken(state, act.stake_minor)
        _refuse_orphan(state, box, box.wager() - act.stake_minor)
    removed = e.WagerRemoved(
        seat=act.seat,
        player=act.player,
        on=kind,
        spot=act.spot,
        stake_minor=act.stake_minor,
        source=act.source,
        removed_by=command.by.role.value,
        removed_by_id=command.by.id,
        moves=(Move(LAYOUT, holder(act.source, act.player), act.stake_minor),),
    )
    return (removed,)


def _refuse_orphan(state: Round, box: Box, rest: int) -> None:
    suit = sum(box.suit.values())
    if suit and (not rest or (state.rules.shoe_decks == 1 and suit > rest)):
        clause = state.rules.clause("optional_single" if rest else "optional_place")
        raise BetRefused("the optional wager beside it is taken back first", clause=clause, suit_minor=suit)


@cites("BJ-G4", "BJ-G5", "BJ-L2")
def refuse_unready(state: Round) -> None:
    """Refuse the first card before there is a wager, and with wagers that multiple action or G5 do not allow."""
    rules = state.rules
    if not state.boxes:
        raise ProcedureBreach("no card is dealt before there is a wager", clause=rules.clause("must_wager"))
    if rules.multiple_action:
        least = wagers_needed(rules)
        for seat, box in sorted(state.boxes.items()):
            if box.spots != tuple(range(1, max(least, len(box.spots)) + 1)):
                reason = f"seat {seat} has wagers on spots {', '.join(map(str, box.spots))}: it needs the first {least}"
                raise ProcedureBreach(reason, clause=rules.clause("multiple_wagers"), seat=seat, spots=list(box.spots))
    places: dict[str, list[int]] = {}
    for seat in state.seats:
        places.setdefault(state.boxes[seat].player, []).append(seat)
    for player, seats in places.items():
        is_row = seats[-1] - seats[0] == len(seats) - 1
        if len(seats) > 1 and not (is_row and rules.settings["several_positions"]):
            may = "lie side by side" if rules.settings["several_positions"] else "are one for each player here"
            reason = f"{player} has wagers at seats {', '.join(map(str, seats))}: betting positions {may}"
            raise ProcedureBreach(reason, clause=rules.clause("several"), player=player, seats=seats)


@cites("BJ-G4")
def call_off(state: Round, command: Command[a.CallOffRound]) -> Sequence[Event]:
    """End a round that has no wager and no card, so that the table is free for anything else."""
    clause = state.rules.clause("must_wager")
    require_role(command, ("dealer",), clause=clause, deed="call a round off")
    if state.phase is not Phase.BETTING or state.boxes:
        raise ActionRefused("a round with wagers or cards is played", clause=clause, phase=state.phase.value)
    return (e.RoundCalledOff(round=state.number, by=command.by.id),)


def least_wager(rules: Rules) -> int:
    """Return the least a player needs for a round, with every wager that multiple action asks for."""
    low, step = rules.limits(Kind.BLACKJACK)[0], rules.stake_step
    return -(-low // step) * step * wagers_needed(rules)


def wagers_needed(rules: Rules) -> int:
    """Return how many wagers a player makes at least."""
    return rules.needed(Kind.BLACKJACK)


@cites("BJ-A4", "BJ-J6", "BJ-K3c", "BJ-K4c", "BJ-L4", "Q21", "Q77")
def insure(state: Round, command: Command[a.PlaceInsurance]) -> Sequence[Event]:
    """Accept insurance under an ace, of at most half the wager it insures."""
    act, rules = command.act, state.rules
    box = require_player(state, command, act.seat, "insure")
    if not rules.settings["insurance"]:
        raise BetRefused("this table takes no insurance", clause=rules.clause("insurance"), seat=act.seat)
    if state.phase is Phase.SUITS:
        reason = "the suit wagers are settled before insurance is taken"
        raise BetRefused(reason, clause=rules.clause("optional_settle"), seat=act.seat)
    if state.phase is not Phase.INSURANCE:
        shows = f"the dealer shows {state.up_card}, and " if state.up_card else ""
        reason = f"insurance is taken under an ace before the players' turns: {shows}the round is {state.phase.words}"
        raise BetRefused(reason, clause=rules.clause("insurance_def"), up_card=state.up_card)
    if state.is_second_exposed:
        raise BetRefused("the dealer's second card was seen: no more insurance is taken", clause="Q77", seat=act.seat)
    wager, total = box.wager(act.spot), box.insurance.get(act.spot, 0) + act.stake_minor
    if not wager:
        raise BetRefused(f"seat {act.seat} has no wager on spot {act.spot}", clause=rules.clause("insurance_def"))
    if total > wager // 2:
        reason = f"{state.money(total)} is over half the wager of {state.money(wager)}"
        raise LimitExceeded(reason, clause=rules.clause("insurance_limit"), total_minor=total, wager_minor=wager)
    refuse_beyond_limits(state, Kind.INSURANCE, total)
    refuse_beyond_totals(state, box.player, act.stake_minor)
    refuse_beyond_purse(state, box.player, act.stake_minor)
    moves = (Move(holder(state.chips, box.player), LAYOUT, act.stake_minor),)
    by = command.by.id
    return (e.InsurancePlaced(seat=act.seat, spot=act.spot, stake_minor=act.stake_minor, by=by, moves=moves),)


@cites("BJ-J6")
def close_insurance(state: Round, command: Command[a.CloseInsurance]) -> Sequence[Event]:
    """End the time for insurance."""
    clause = state.rules.clause("insurance")
    require_role(command, ("dealer",), clause=clause, deed="close the insurance")
    if state.phase is not Phase.INSURANCE:
        reason = f"no insurance is open: this round is {state.phase.words}"
        raise ActionRefused(reason, clause=clause, phase=state.phase.value)
    return (e.InsuranceClosed(by=command.by.id),)
