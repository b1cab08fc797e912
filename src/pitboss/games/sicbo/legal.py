"""What is open at a sic bo table: for each act, the values of its fields that `decide` would accept."""

from __future__ import annotations

from collections import defaultdict
from typing import TYPE_CHECKING

from pitboss.decider import Choices, Integers, Offer, Person, Subset, Words, holds
from pitboss.games.sicbo import acts as a
from pitboss.games.sicbo import decide
from pitboss.games.sicbo.round import SOURCE
from pitboss.games.sicbo.settle import lit
from pitboss.games.sicbo.state import Phase, Round
from pitboss.games.sicbo.wagers import SELECTIONS, THROWS
from pitboss.games.table import acts as table_acts
from pitboss.games.table.laying import room_of
from pitboss.games.table.legal import shared_legal
from pitboss.money import STAKE_MAX
from pitboss.rulebook.names import NAME_PATTERN

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pitboss.decider import Domain
    from pitboss.games.sicbo.state import Table

__all__ = ["legal"]

_SHAKES_MAX = 1_000
_THROWS = Choices(THROWS)


def legal(state: Table, by: Person) -> Iterator[Offer]:
    """Offer what `decide` would accept from this person now."""
    is_playable = state.is_computer_inspected and not state.is_computer_failed
    waiting = () if is_playable else (table_acts.OpenTable, table_acts.OpenBetting)
    yield from (offer for offer in shared_legal(state, by) if offer.act not in waiting)
    yield from _computer_offers(state, by)
    if not state.is_open or state.round is None or not state.is_at_table(by):
        return
    if state.round.phase is Phase.BETTING and holds(by, ("player", "dealer")):
        yield from _wager_offers(state.round, by)
    if by.role == "dealer":
        yield from _dealer_offers(state, state.round)
        yield from _by_hand_offers(state, state.round)


def _computer_offers(state: Table, by: Person) -> Iterator[Offer]:
    if holds(by, decide.FLOOR) and state.is_between_rounds and not state.is_computer_failed:
        for throw in THROWS:
            places = lit(state.rules, throw)
            yield Offer(a.InspectComputer, {"dice": Choices((throw,)), "seen_lit": Subset(places, must=places)})
    if holds(by, decide.SUPERVISING) and state.is_computer_failed and state.is_between_rounds:
        yield Offer(a.RecordRepair, {"repair": Words()})
    is_reporting = holds(by, decide.REPORTING) and state.is_at_table(by)
    if is_reporting and not state.is_computer_failed and state.phase is not Phase.NOT_FLAT:
        yield Offer(a.ReportFailure, {"fault": Words()})


def _dealer_offers(state: Table, current: Round) -> Iterator[Offer]:
    if state.is_computer_failed:
        return
    match current.phase:
        case Phase.BETTING:
            yield Offer(a.CallNoMoreBets)
        case Phase.CLOSED:
            yield Offer(a.ShakeDice, {"shakes": Integers(current.rules.data.shakes_min, _SHAKES_MAX)})
        case Phase.SHAKEN:
            yield Offer(a.UncoverShaker, {"is_flat": Choices((True, False))})
        case Phase.UNCOVERED:
            yield Offer(a.EnterDice, {"dice": _THROWS})
        case Phase.NOT_FLAT:
            yield Offer(a.CallNoRoll)
        case Phase.LIT:
            yield Offer(a.PayWinners if state.are_losers_collected else a.CollectLosers)
        case Phase.SETTLED if state.lit:
            yield Offer(a.ClearLights)


def _by_hand_offers(state: Table, current: Round) -> Iterator[Offer]:
    if state.is_computer_failed and current.phase in (Phase.UNCOVERED, Phase.LIT):
        dice = _THROWS if current.dice is None else Choices((current.dice,))
        yield Offer(a.SettleByHand, {"dice": dice}, witness=decide.SUPERVISING)


def _wager_offers(current: Round, by: Person) -> Iterator[Offer]:
    if by.role == "player":
        yield from _rooms(current, by.id, Choices((by.id,)))
    else:
        known = tuple(sorted({player for player, _, _ in current.wagers}))
        for player in known:
            yield from _rooms(current, player, Choices((player,)))
        yield from _rooms(current, None, Words(NAME_PATTERN, besides=known))
    for (player, bet, _), lies in current.wagers.items():
        if by.role == "player" and by.id != player:
            continue
        low, _ = current.rules.limits(current.kind_of(bet))
        named: dict[str, Domain] = {"player": Choices((player,)), "bet": Choices((bet,))}
        if lies - low >= 1:
            yield Offer(a.RemoveWager, {**named, "stake_minor": Integers(1, lies - low)})
        yield Offer(a.RemoveWager, {**named, "stake_minor": Choices((lies,))})


def _rooms(current: Round, player: str | None, who: Choices | Words) -> Iterator[Offer]:
    """Offer the places, those with the same room for chips together."""
    rooms: defaultdict[tuple[int, int], list[str]] = defaultdict(list)
    for selection in SELECTIONS:
        low, high = current.rules.limits(selection.kind)
        lies = current.wagers.get((player, selection.bet, SOURCE), 0) if player else 0
        least = max(low - lies, 1)
        most = min(high - lies, room_of(current, player, selection.bet), STAKE_MAX)
        if least <= most:
            rooms[least, most].append(selection.bet)
    for (least, most), bets in rooms.items():
        fields: dict[str, Domain] = {"player": who, "bet": Choices(tuple(bets)), "stake_minor": Integers(least, most)}
        yield Offer(a.PlaceWager, fields)
