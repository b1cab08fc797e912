"""What is open at a mini-baccarat table: for each act, the values of its fields that `decide` would accept.

Where the values of an act can be listed, `decide` itself is asked, so that the two cannot differ; only ranges
(stakes, depths) and free text are worked out here.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from pitboss.decider import Choices, Integers, Offer, Person, Role, Words
from pitboss.games import house_acts as house
from pitboss.games.baccarat import house_acts as h
from pitboss.games.baccarat import messages as m
from pitboss.games.baccarat.card_offers import card_offers
from pitboss.games.baccarat.hands import Side, point_count
from pitboss.games.baccarat.notices import percents
from pitboss.games.baccarat.round_state import Phase
from pitboss.games.baccarat.table import decide
from pitboss.games.baccarat.vigorish import stake_step
from pitboss.games.baccarat.wagers import On
from pitboss.games.opening import house_legal
from pitboss.games.shoe.offers import seat_offers, shoe_offers
from pitboss.games.shoe.probe import prober
from pitboss.games.shoe.procedure import FLOORPERSON
from pitboss.games.totals import room_in_totals
from pitboss.money import STAKE_MAX

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pitboss.decider import Act, Domain
    from pitboss.games.baccarat.round_state import Round
    from pitboss.games.baccarat.state import Table

__all__ = ["legal"]

_BOTH = Choices((True, False))
_PLAIN: tuple[Act, ...] = (
    m.CallNoMoreBets(),
    m.CallTooFewCards(),
    m.PayWinners(),
    h.CollectLosers(),
    h.DiscardCards(),
    h.AnnounceLastHand(),
)
is_open = prober(decide)
_GUARDED = {house.OpenBetting: house.OpenBetting(), house.CloseTable: house.CloseTable()}


def legal(state: Table, by: Person) -> Iterator[Offer]:
    """Offer what `decide` would accept from this person now."""
    for offer in house_legal(state, by):
        if offer.act not in _GUARDED or is_open(state, by, _GUARDED[offer.act]):
            yield offer
    yield from _notice_offers(state, by)
    if not state.is_open or not state.is_at_table(by):
        return
    yield from (Offer(type(act)) for act in _PLAIN if is_open(state, by, act))
    yield from shoe_offers(state, by, is_open)
    yield from card_offers(state, by, is_open)
    yield from seat_offers(state, by, is_open)
    yield from _seat_offers(state, by)
    if state.round is not None:
        yield from _call_offers(state, state.round, by)
        yield from _turning_offers(state, by)
        yield from _wager_offers(state, state.round, by)


def _notice_offers(state: Table, by: Person) -> Iterator[Offer]:
    if is_open(state, by, h.NotifyDealOption(option=h.Option.A)):
        yield Offer(h.NotifyDealOption, {"option": Choices(tuple(h.Option))})
    for form in h.Form:
        allowed = percents(state.rules.edition.id, form)
        named: dict[str, Domain] = {"form": Choices((form,))}
        if not is_open(state, by, h.PostVigorishNotice(form=form, pct=allowed[0])):
            return
        yield Offer(h.PostVigorishNotice, {**named, "pct": Choices(allowed)})
        changes = tuple(pct for pct in allowed if is_open(state, by, h.ChangeVigorish(form=form, pct=pct)))
        if changes:
            yield Offer(h.ChangeVigorish, {**named, "pct": Choices(changes)})


def _seat_offers(state: Table, by: Person) -> Iterator[Offer]:
    leaving = tuple(p for p in state.seats if is_open(state, by, h.LeaveTable(position=p)))
    if leaving:
        yield Offer(h.LeaveTable, {"position": Choices(leaving)})
    owing = tuple(p for p in state.marks if is_open(state, by, h.CollectVigorish(position=p)))
    if owing:
        yield Offer(h.CollectVigorish, {"position": Choices(owing), "is_documented": _BOTH})
    count = state.rules.positions
    check = h.CheckLayout(banker=h.BankerMark.ONE, player=h.PlayerMark.ONE, tie=h.TieMark.ONE, positions=count)
    if is_open(state, by, check):
        marks: dict[str, Domain] = {
            "banker": Choices(tuple(h.BankerMark)),
            "player": Choices(tuple(h.PlayerMark)),
            "tie": Choices(tuple(h.TieMark)),
        }
        yield Offer(h.CheckLayout, {**marks, "positions": Choices((count,))})


def _call_offers(state: Table, current: Round, by: Person) -> Iterator[Offer]:
    for hand in Side:
        points = point_count(current.hand(hand)[:2])
        if is_open(state, by, h.CallPoints(hand=hand, points=points)):
            yield Offer(h.CallPoints, {"hand": Choices((hand,)), "points": Choices((points,))})
    if current.phase is not Phase.COMPLETE:
        return
    counts = {f"{side}_points": current.points(side) for side in Side}
    if is_open(state, by, h.CallResult(**counts, outcome=current.outcome)):
        says: dict[str, Domain] = {name: Choices((points,)) for name, points in counts.items()}
        yield Offer(h.CallResult, {**says, "outcome": Choices((current.outcome,))})


def _turning_offers(state: Table, by: Person) -> Iterator[Offer]:
    for hand in Side:
        named: dict[str, Domain] = {"hand": Choices((hand,))}
        for act in (h.TurnCards(hand=hand), h.ReturnCards(hand=hand)):
            if is_open(state, by, act):
                yield Offer(type(act), named)
        if is_open(state, by, h.RelinquishTurn(hand=hand, reason="delay")):
            yield Offer(h.RelinquishTurn, {**named, "reason": Words()})
        for position in state.seats:
            here: dict[str, Domain] = {**named, "position": Choices((position,))}
            if is_open(state, by, h.HandCards(hand=hand, position=position)):
                yield Offer(h.HandCards, here)
            if is_open(state, by, h.OfferTurn(hand=hand, position=position, is_accepted=True)):
                yield Offer(h.OfferTurn, {**here, "is_accepted": _BOTH})


def _wager_offers(state: Table, current: Round, by: Person) -> Iterator[Offer]:
    if current.phase is not Phase.BETTING or by.role not in (Role.PLAYER, Role.DEALER):
        return
    takes_spoken = by.role == Role.DEALER and state.rules.settings["verbal"] == "cash"
    sources = tuple(m.Source) if current.rules.settings["match_play"] else (m.Source.VALUE,)
    for position, player in state.seats.items():
        if by.role == Role.PLAYER and by.id != player:
            continue
        for on in current.rules.wagers:
            area: dict[str, Domain] = {
                "position": Choices((position,)),
                "player": Choices((player,)),
                "on": Choices((on,)),
            }
            amounts = _room(current, position, player, On(on))
            if amounts.low <= amounts.high:
                yield Offer(m.PlaceWager, {**area, "stake_minor": amounts, "source": Choices(sources)})
                if takes_spoken:
                    yield Offer(h.CallWager, {**area, "stake_minor": amounts}, witness=FLOORPERSON)
            for source in m.Source:
                for back in _removable(current, position, On(on), source):
                    yield Offer(m.RemoveWager, {**area, "stake_minor": back, "source": Choices((source,))})


def _room(current: Round, position: int, player: str, on: On) -> Integers:
    low, high = current.rules.limits(on)
    lies, step = current.on_area(position, on), stake_step(current.rules, on)
    least = max(low - lies, 1)
    most = min(high - lies, room_in_totals(current, player), STAKE_MAX)
    return Integers(-(-least // step) * step, most, step)


def _removable(current: Round, position: int, on: On, source: m.Source) -> Iterator[Integers]:
    """Yield what may be taken back: so much that the rest is a wager, or everything."""
    lies, total = current.wagers.get((position, on.value, source), 0), current.on_area(position, on)
    low, step = current.rules.limits(on)[0], stake_step(current.rules, on)
    partly = min(lies, total - low)
    if partly >= step:
        yield Integers(step, partly // step * step, step)
    if lies and lies == total:
        yield Integers(total, total)
