"""What is open at a blackjack table: for each act, the values of its fields that `decide` would accept.

Where the values of an act can be listed, `decide` itself is asked, so that the two cannot differ; only ranges
(stakes, depths) and free text are worked out here and in `wager_offers`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from pitboss.decider import Choices, Integers, Offer, Person, Role, Words, holds
from pitboss.games import house_acts as hall
from pitboss.games.blackjack import house_acts as h
from pitboss.games.blackjack import messages as m
from pitboss.games.blackjack.house import SUPERVISORS
from pitboss.games.blackjack.round_state import Phase
from pitboss.games.blackjack.table import decide
from pitboss.games.blackjack.wager_offers import election_offers, insurance_offers, wager_offers
from pitboss.games.cards import CARDS
from pitboss.games.opening import house_legal
from pitboss.games.shoe import acts as a
from pitboss.games.shoe.offers import shoe_offers
from pitboss.games.shoe.probe import prober
from pitboss.games.shoe.procedure import FLOORPERSON
from pitboss.money import STAKE_MAX
from pitboss.rulebook.names import NAME_PATTERN

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pitboss.decider import Act, Domain
    from pitboss.games.blackjack.round_state import Round
    from pitboss.games.blackjack.state import Table

__all__ = ["legal"]

is_open = prober(decide)

_BOTH = Choices((True, False))
_NAMES = Words(NAME_PATTERN)
_COUNTS = Integers(0, 1_000)
_PLAIN: tuple[Act, ...] = (
    m.CloseInsurance(),
    m.CallOffRound(),
    m.SettleHand(),
    h.RepeatOpening(),
    h.DiscardCards(),
    h.ReportError(),
    h.ReportUpCardTaken(),
    h.PostSign(),
)
_GUARDED = {hall.OpenBetting: hall.OpenBetting(), hall.CloseTable: hall.CloseTable()}


def legal(state: Table, by: Person) -> Iterator[Offer]:
    """Offer what `decide` would accept from this person now."""
    for offer in house_legal(state, by):
        if offer.act not in _GUARDED or is_open(state, by, _GUARDED[offer.act]):
            yield offer
    yield from (Offer(type(act)) for act in _PLAIN if is_open(state, by, act))
    if is_open(state, by, h.ConfirmStaffing(cashiers=1, supervisors=1, tables=1)):
        counts: dict[str, Domain] = {"cashiers": _COUNTS, "supervisors": _COUNTS, "tables": Integers(1, 1_000)}
        yield Offer(h.ConfirmStaffing, counts)
    if not state.is_open or not state.is_at_table(by):
        return
    yield from shoe_offers(state, by, is_open)
    yield from _seat_offers(state, by)
    yield from _shuffle_offers(state, by)
    yield from _burn_offers(state, by)
    yield from _heat_offers(state, by)
    if state.round is not None:
        yield from _card_offers(state, state.round, by)
        yield from _settle_offers(state, state.round, by)
        yield from _call_offers(state, state.round, by)
        yield from wager_offers(state, state.round, by)
        yield from insurance_offers(state.round, by)
        yield from election_offers(state, state.round, by, is_open)


def _seat_offers(state: Table, by: Person) -> Iterator[Offer]:
    free = tuple(p for p in range(1, state.rules.positions + 1) if p not in state.seats)
    players = set(state.seats.values())
    if free and by.role in (Role.PLAYER, Role.DEALER):
        known = tuple(dict.fromkeys((*state.seats.values(), by.id) if by.role == Role.PLAYER else state.seats.values()))
        named = state.heat.players if state.heat is not None else known
        for player in dict.fromkeys((*named, *known)):
            seats = tuple(p for p in free if is_open(state, by, a.TakeSeat(position=p, player=player)))
            if seats:
                yield Offer(a.TakeSeat, {"position": Choices(seats), "player": Choices((player,))})
        if by.role == Role.DEALER and state.heat is None:
            newcomers = Words(NAME_PATTERN, besides=tuple(players))
            yield Offer(a.TakeSeat, {"position": Choices(free), "player": newcomers})
    leaving = tuple(p for p in state.seats if is_open(state, by, h.LeaveSeat(position=p)))
    if leaving:
        yield Offer(h.LeaveSeat, {"position": Choices(leaving)})


def _shuffle_offers(state: Table, by: Person) -> Iterator[Offer]:
    for flag in (True, False):
        if is_open(state, by, h.ShuffleCards(method=h.Method.HAND, at_discretion=flag)):
            yield Offer(h.ShuffleCards, {"method": Choices(tuple(h.Method)), "at_discretion": Choices((flag,))})
    if is_open(state, by, h.ReportJam(failure=h.Failure.JAMMED)):
        yield Offer(h.ReportJam, {"failure": Choices(tuple(h.Failure))})


def _burn_offers(state: Table, by: Person) -> Iterator[Offer]:
    cards, shoe = state.cards, state.cards.shoe
    if shoe is None:
        return
    inside = tuple(card for card, copies in zip(CARDS, shoe.copies_left(), strict=True) if copies)
    if is_open(state, by, h.BurnCard()):
        yield Offer(h.BurnCard, {"card": Choices((None, *inside))})
    players = tuple(dict.fromkeys(state.seats.values()))
    for place, card in enumerate(shoe.drawn[: cards.burned], 1):
        shown = (card,) if card else inside
        if players and is_open(state, by, h.ShowBurnCard(player=players[0], place=place, card=shown[0])):
            fields: dict[str, Domain] = {"player": Choices(players), "place": Choices((place,))}
            yield Offer(h.ShowBurnCard, {**fields, "card": Choices(shown)})


def _heat_offers(state: Table, by: Person) -> Iterator[Offer]:
    if is_open(state, by, h.BeginHeat(tournament="T", heat=1, hands=1)):
        fields: dict[str, Domain] = {"heat": Integers(1, 1_000), "hands": Integers(1, 10_000)}
        yield Offer(h.BeginHeat, {"tournament": _NAMES, **fields})
    heat = state.heat
    if heat is None:
        return
    if not heat.played and state.is_between_rounds and holds(by, SUPERVISORS):
        who = Words(NAME_PATTERN, besides=heat.players)
        yield Offer(h.IssueChips, {"player": who, "chips": Integers(1, STAKE_MAX)})
    if is_open(state, by, h.EndHeat()):
        yield Offer(h.EndHeat, {"reason": Choices((None,))})
    if is_open(state, by, h.EndHeat(reason="late")):
        yield Offer(h.EndHeat, {"reason": Words()})


def _card_offers(state: Table, current: Round, by: Person) -> Iterator[Offer]:
    inside = tuple(card for card, copies in zip(CARDS, current.left, strict=True) if copies)
    if not inside:
        return
    if is_open(state, by, m.DealCard(card=inside[0])):
        may_be_unseen = is_open(state, by, m.DealCard(card=None))
        yield Offer(m.DealCard, {"card": Choices((None, *inside) if may_be_unseen else inside)})
    if current.first == "" and is_open(state, by, m.TurnFirstCard(card=inside[0])):
        yield Offer(m.TurnFirstCard, {"card": Choices(inside)})
    seconds = () if current.second is None else (None, current.second) if current.second else inside
    if seconds and is_open(state, by, m.TurnSecondCard(card=seconds[-1])):
        yield Offer(m.TurnSecondCard, {"card": Choices(seconds)})
    if is_open(state, by, m.ReportFaceUp(card=inside[0])):
        yield Offer(m.ReportFaceUp, {"card": Choices(inside), "is_drawn_in_error": _BOTH})
    if is_open(state, by, m.ReportWrongNumber(seat=0)):
        yield Offer(m.ReportWrongNumber, {"seat": Choices((0, *current.boxes))})
    if current.up_card is not None and is_open(state, by, h.RestoreUpCard(card=current.up_card)):
        yield Offer(h.RestoreUpCard, {"card": Choices((current.up_card,))})


def _settle_offers(state: Table, current: Round, by: Person) -> Iterator[Offer]:
    if is_open(state, by, m.SettleSuitWagers()):
        yield Offer(m.SettleSuitWagers)
    elif current.phase is Phase.SUITS and by.role == Role.DEALER:
        yield Offer(m.SettleSuitWagers, {}, FLOORPERSON)
    paid = tuple(seat for seat in current.boxes if is_open(state, by, m.PayBlackjack(seat=seat)))
    if paid:
        yield Offer(m.PayBlackjack, {"seat": Choices(paid)})


def _call_offers(state: Table, current: Round, by: Person) -> Iterator[Offer]:
    picked = tuple(seat for seat in current.boxes if is_open(state, by, h.PickUpCards(seat=seat)))
    if picked:
        yield Offer(h.PickUpCards, {"seat": Choices(picked)})
    called = tuple(seat for seat in current.boxes if is_open(state, by, h.AnnounceTotal(seat=seat, total=0)))
    if called:
        yield Offer(h.AnnounceTotal, {"seat": Choices(called), "total": Integers(0, 100)})
