"""The sign of a table that must hang there before anybody bets, and hang there anew after each change of limits."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from pitboss.decider import Command, Event, require_role
from pitboss.games.table import acts as a
from pitboss.games.table import events as e
from pitboss.games.table.checks import require_at_table
from pitboss.games.table.sign import Sign
from pitboss.games.table.state import BaseTable
from pitboss.rulebook import ActionRefused, ProcedureBreach, TableConfig, cites

POSTING = ("dealer", "floorperson", "pit_supervisor+")


def posting(sign: Callable[[TableConfig], Sign]) -> Callable[[BaseTable, Command[a.PostSign]], Sequence[Event]]:
    """Return the handler that puts up a game's sign as the table's rules make it."""

    def post_sign(state: BaseTable, command: Command[a.PostSign]) -> Sequence[Event]:
        """Put up the sign that the table's rules make."""
        refuse_posting(state, command)
        return (e.SignPosted(lines=lines_of(sign(state.rules.config)), by=command.by.id),)

    return post_sign


@cites("SB-G", "MB-O", "BJ-P")
def refuse_posting(state: BaseTable, command: Command[Any]) -> None:
    """Leave the sign to the house's people; refuse one that hangs there, or whose limits are not in force yet."""
    clause = state.rules.clause("limits")
    require_role(command, POSTING, clause=clause, deed="post the sign")
    require_at_table(state, command)
    if state.is_sign_posted:
        raise ActionRefused("the sign hangs at the table", clause=clause)
    if not state.is_between_rounds:
        reason = f"round {state.rounds} keeps the limits it was opened under: the new sign is posted when it is over"
        raise ActionRefused(reason, clause=clause, round=state.rounds)


def lines_of(sign: Sign) -> tuple[str, ...]:
    """Return a sign's lines as they are recorded."""
    return tuple(f"{line.label} {line.value}".strip() for line in sign.lines)


@cites("SB-G", "MB-O", "BJ-P")
def require_sign(state: BaseTable, clause: str) -> None:
    """Refuse to open a round while the limits are not posted."""
    if not state.is_sign_posted:
        raise ProcedureBreach("the limits and the rules of the table are not posted", clause=clause)
