"""A round that is called off before it has a result: a fire, an alarm, a table that nobody could stay at."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any, Final

from pitboss.decider import Command, Event, require_role
from pitboss.games.everyday import acts as a
from pitboss.games.everyday import events as e
from pitboss.games.everyday.checks import PIT, WATCHING, require_second
from pitboss.games.table.accounts import LAYOUT, add_moves
from pitboss.games.table.checks import require_open
from pitboss.games.table.state import BaseTable
from pitboss.rulebook import ActionRefused, ProcedureBreach, cites

CALLED_OFF: Final = "HP-S4"
GiveBack = Callable[[Any, Command[a.CallOffRound], str], Event]
"""How a game gives a round's wagers back; it is told who stands by."""
Wager = tuple[str, str, str, int, str]
"""Player, bet, source and stake, and the account that it goes back to."""


@cites("HP-S4", "RH-7.8", "RH-7.10")
def call_off(give_back: GiveBack, state: BaseTable, command: Command[a.CallOffRound]) -> Sequence[Event]:
    """Give every wager of a round back that has no result, by a pit supervisor with a second person."""
    require_open(state)
    require_role(command, PIT, clause=CALLED_OFF, deed="call a round off")
    if state.is_between_rounds:
        raise ActionRefused("no round is in play", clause=CALLED_OFF)
    if state.has_result:
        reason = f"the round is {state.standing}: it has a result, and is played to its end"
        raise ProcedureBreach(reason, clause=CALLED_OFF, phase=str(state.phase))
    if not state.balances.get(LAYOUT, 0) and state.phase in state.ABANDONED_IN:
        raise ActionRefused("nobody has a wager in this round: the dealer gives it up alone", clause=CALLED_OFF)
    witness = require_second(command, WATCHING, clause=CALLED_OFF, deed="call a round off")
    return (give_back(state, command, witness),)


def called_off(state: BaseTable, command: Command[a.CallOffRound], witness: str, wagers: Iterable[Wager]) -> Event:
    """Return the end of a round whose wagers all lie on a layout."""
    rows = tuple(wagers)
    player, bet, source, stake, _ = zip(*rows, strict=True) if rows else ((),) * 5
    return e.RoundCalledOff(
        round=state.rounds,
        phase=str(state.phase),
        reason=command.act.reason,
        wagers=e.Returned(player=player, bet=bet, source=source, stake_minor=stake),
        by=command.by.id,
        witness=witness,
        moves=add_moves((LAYOUT, owner, amount) for *_, amount, owner in rows),
    )
