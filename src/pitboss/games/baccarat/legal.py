"""What is open at a mini-baccarat table: for each act, the values of its fields that `decide` would accept."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pitboss.decider import Choices, Integers, Offer, Person, Role, Words
from pitboss.games.baccarat import acts as a
from pitboss.games.baccarat.decide import decide
from pitboss.games.baccarat.hands import Side, point_count
from pitboss.games.baccarat.notices import percents
from pitboss.games.baccarat.state import Phase
from pitboss.games.baccarat.vigorish import stake_step
from pitboss.games.baccarat.wagers import On
from pitboss.games.cards import CARDS
from pitboss.games.shoe.decide import FLOORPERSON
from pitboss.games.shoe.legal import seat_offers, shoe_offers
from pitboss.games.shoe.probe import prober
from pitboss.games.table import acts as table_acts
from pitboss.games.table.legal import shared_legal
from pitboss.games.table.totals import room_in_totals
from pitboss.money import STAKE_MAX

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pitboss.decider import Act, Domain
    from pitboss.games.baccarat.state import Round, Table
    from pitboss.games.shoe.probe import IsOpen

__all__ = ["card_offers", "legal"]


_BOTH = Choices((True, False))


_PLAIN: tuple[Act, ...] = (
    a.CallNoMoreBets(),
    a.CallTooFewCards(),
    a.PayWinners(),
    a.CollectLosers(),
    a.DiscardCards(),
    a.AnnounceLastHand(),
)


is_open = prober(decide)


_GUARDED = {table_acts.OpenBetting: table_acts.OpenBetting(), table_acts.CloseTable: table_acts.CloseTable()}


def legal(state: Table, by: Person) -> Iterator[Offer]:
    """Offer what `decide` would accept from this person now."""
    for offer in shared_legal(state, by):
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
    if is_open(state, by, a.NotifyDealOption(option=a.Option.A)):
        yield Offer(a.NotifyDealOption, {"option": Choices(tuple(a.Option))})
    for form in a.Form:
        allowed = percents(state.rules.edition.id, form)
        named: dict[str, Domain] = {"form": Choices((form,))}
        if not is_open(state, by, a.PostVigorishNotice(form=form, pct=allowed[0])):
            return
        yield Offer(a.PostVigorishNotice, {**named, "pct": Choices(allowed)})
        changes = tuple(pct for pct in allowed if is_open(state, by, a.ChangeVigorish(form=form, pct=pct)))
        if changes:
            yield Offer(a.ChangeVigorish, {**named, "pct": Choices(changes)})


def _seat_offers(state: Table, by: Person) -> Iterator[Offer]:
    leaving = tuple(p for p in state.seats if is_open(state, by, a.LeaveTable(position=p)))
    if leaving:
        yield Offer(a.LeaveTable, {"position": Choices(leaving)})
    owing = tuple(p for p in state.marks if is_open(state, by, a.CollectVigorish(position=p)))
    if owing:
        yield Offer(a.CollectVigorish, {"position": Choices(owing), "is_documented": _BOTH})
    count = state.rules.positions
    check = a.CheckLayout(banker=a.BankerMark.ONE, player=a.PlayerMark.ONE, tie=a.TieMark.ONE, positions=count)
    if is_open(state, by, check):
        marks: dict[str, Domain] = {
            "banker": Choices(tuple(a.BankerMark)),
            "player": Choices(tuple(a.PlayerMark)),
            "tie": Choices(tuple(a.TieMark)),
        }
        yield Offer(a.CheckLayout, {**marks, "positions": Choices((count,))})


def _call_offers(state: Table, current: Round, by: Person) -> Iterator[Offer]:
    for hand in Side:
        points = point_count(current.hand(hand)[:2])
        if is_open(state, by, a.CallPoints(hand=hand, points=points)):
            yield Offer(a.CallPoints, {"hand": Choices((hand,)), "points": Choices((points,))})
    if current.phase is not Phase.COMPLETE:
        return
    counts = {f"{side}_points": current.points(side) for side in Side}
    if is_open(state, by, a.CallResult(**counts, outcome=current.outcome)):
        says: dict[str, Domain] = {name: Choices((points,)) for name, points in counts.items()}
        yield Offer(a.CallResult, {**says, "outcome": Choices((current.outcome,))})


def _turning_offers(state: Table, by: Person) -> Iterator[Offer]:
    for hand in Side:
        named: dict[str, Domain] = {"hand": Choices((hand,))}
        for act in (a.TurnCards(hand=hand), a.ReturnCards(hand=hand)):
            if is_open(state, by, act):
                yield Offer(type(act), named)
        if is_open(state, by, a.RelinquishTurn(hand=hand, reason="delay")):
            yield Offer(a.RelinquishTurn, {**named, "reason": Words()})
        for position in state.seats:
            here: dict[str, Domain] = {**named, "position": Choices((position,))}
            if is_open(state, by, a.HandCards(hand=hand, position=position)):
                yield Offer(a.HandCards, here)
            if is_open(state, by, a.OfferTurn(hand=hand, position=position, is_accepted=True)):
                yield Offer(a.OfferTurn, {**here, "is_accepted": _BOTH})


def _wager_offers(state: Table, current: Round, by: Person) -> Iterator[Offer]:
    if current.phase is not Phase.BETTING or by.role not in (Role.PLAYER, Role.DEALER):
        return
    takes_spoken = by.role == Role.DEALER and state.rules.settings["verbal"] == "cash"
    sources = tuple(a.Source) if current.rules.settings["match_play"] else (a.Source.VALUE,)
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
                yield Offer(a.PlaceWager, {**area, "stake_minor": amounts, "source": Choices(sources)})
                if takes_spoken:
                    yield Offer(a.CallWager, {**area, "stake_minor": amounts}, witness=FLOORPERSON)
            for source in a.Source:
                for back in _removable(current, position, On(on), source):
                    yield Offer(a.RemoveWager, {**area, "stake_minor": back, "source": Choices((source,))})


def _room(current: Round, position: int, player: str, on: On) -> Integers:
    low, high = current.rules.limits(on)
    lies, step = current.on_area(position, on), stake_step(current.rules, on)
    least = max(low - lies, 1)
    most = min(high - lies, room_in_totals(current, player), STAKE_MAX)
    return Integers(-(-least // step) * step, most, step)


def _removable(current: Round, position: int, on: On, source: a.Source) -> Iterator[Integers]:
    """Yield what may be taken back: so much that the rest is a wager, or everything."""
    lies, total = current.wagers.get((position, on.value, source), 0), current.on_area(position, on)
    low, step = current.rules.limits(on)[0], stake_step(current.rules, on)
    partly = min(lies, total - low)
    if partly >= step:
        yield Integers(step, partly // step * step, step)
    if lies and lies == total:
        yield Integers(total, total)


_BOTH = Choices((True, False))


def card_offers(state: Table, by: Person, is_open: IsOpen) -> Iterator[Offer]:
    """Offer what may be done with the cards now."""
    batches = tuple(back for back in state.cards.backs if is_open(state, by, a.ShuffleCards(batch=back)))
    if batches:
        yield Offer(a.ShuffleCards, {"batch": Choices(batches)})
    if is_open(state, by, a.ReleaseBatch(is_stored_securely=True, is_handled_as_approved=True)):
        flags = ("is_stored_securely", "is_handled_as_approved", "is_spread_requested")
        yield Offer(a.ReleaseBatch, dict.fromkeys(flags, _BOTH))
    shoe = state.cards.shoe
    if shoe is None:
        return
    inside = tuple(card for card, copies in zip(CARDS, shoe.copies_left(), strict=True) if copies)
    yield from _error_offers(state, by, inside, is_open)
    if inside:
        for act in (a.BurnCard(card=inside[0]), a.ReportFaceUp(card=inside[0]), a.DealCard(card=inside[0])):
            if is_open(state, by, act):
                yield Offer(type(act), {"card": Choices(inside)})


def _error_offers(state: Table, by: Person, inside: tuple[str, ...], is_open: IsOpen) -> Iterator[Offer]:
    for third in (False, True):
        kind: dict[str, Domain] = {"is_players_third": Choices((third,))}
        if is_open(state, by, a.ReportError(card=None, is_players_third=third)):
            yield Offer(a.ReportError, {**kind, "card": Choices((None,))})
        if inside and is_open(state, by, a.ReportError(card=inside[0], is_players_third=third)):
            yield Offer(a.ReportError, {**kind, "card": Choices(inside)})
