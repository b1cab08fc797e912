"""What may be open at a sic bo table: values for the fields of each act, about which `decide` is asked."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from itertools import groupby

from pitboss.decider import Choices, Integers, Person, Subset
from pitboss.games.everyday.barring import within_bars
from pitboss.games.everyday.resettling_legal import resettling_legal
from pitboss.games.sicbo import acts as a
from pitboss.games.sicbo.decide import SUPERVISING, decide
from pitboss.games.sicbo.resettling import RESETTLING
from pitboss.games.sicbo.settle import pay_table
from pitboss.games.sicbo.state import Table
from pitboss.games.sicbo.wagers import SELECTIONS, THROWS
from pitboss.games.table.acts import PostSign
from pitboss.games.table.checks import CORRECTORS
from pitboss.games.table.laying import by_room, removals, room_of, whose
from pitboss.games.table.legal import SHARED_LEGAL
from pitboss.legal import Alike, Ask, Proposal, asking, plain

_SHAKES_MAX = 1_000
_EITHER = Choices(tuple(a.Source))
_BY_KIND = [tuple(entry.bet for entry in alike) for _, alike in groupby(SELECTIONS, lambda entry: entry.kind)]


def _inspections(state: Table, _: Person) -> Iterator[Alike]:
    """Propose each throw with the places that it lights; within a round none is worth working out."""
    if not state.is_between_rounds:
        return
    lights = pay_table(state.rules).lights.items()
    yield Alike({"dice": Choices((throw,)), "seen_lit": Subset(places, must=places)} for throw, places in lights)


def _dice(state: Table, _: Person) -> Proposal:
    """Propose the dice that were entered, or any."""
    entered = None if state.round is None else state.round.dice
    return {"dice": Choices(THROWS if entered is None else (entered,))}


def _other_dice(state: Table, _: Person) -> Proposal:
    """Propose every throw but the one that was entered."""
    entered = None if state.round is None else state.round.dice
    return {"dice": Choices(tuple(throw for throw in THROWS if entered is not None and throw != entered))}


def _wagers(state: Table, by: Person) -> Iterator[Alike]:
    """Propose the places, those with the same room for chips together."""
    current = state.round
    if current is None or not current.is_open:
        return
    for player, named in whose(current, by):
        rooms = by_room(current.bets_of(player), _BY_KIND, partial(room_of, current, player))
        yield Alike(
            {"player": named, "bet": Choices(bets), "stake_minor": Integers(low, high), "source": _EITHER}
            for (low, high), bets in rooms
            if low <= high
        )


def _removals(state: Table, by: Person) -> Iterator[Proposal | Alike]:
    """Propose to take back what lies there, all or in part."""
    if state.round is not None and state.round.is_open:
        yield from removals(state.round, by, lambda _: 1)


_legal = asking(
    decide,
    {
        **SHARED_LEGAL,
        a.InspectComputer: _inspections,
        a.PlaceWager: _wagers,
        a.RemoveWager: _removals,
        a.ShakeDice: lambda state, _: {"shakes": Integers(state.rules.data.shakes_min, _SHAKES_MAX)},
        a.EnterDice: {"dice": Choices(THROWS)},
        a.CorrectDice: Ask(_other_dice, witness=CORRECTORS),
        **plain(a.CallNoMoreBets, a.UncoverShaker, a.CallNoRoll, a.CollectLosers, a.PayWinners, a.ClearLights),
        **plain(PostSign, a.ReportFailure, a.RecordRepair),
        **resettling_legal(RESETTLING),
        a.SettleByHand: Ask(_dice, witness=SUPERVISING),
    },
)
legal = within_bars(_legal)
