"""Asking `decide` whether it would accept an act: nothing happens, and the answer is yes or no."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import TYPE_CHECKING

from pitboss.decider import Command
from pitboss.errors import InputError
from pitboss.rulebook import RuleViolation

if TYPE_CHECKING:
    from pitboss.decider import Act, Person
    from pitboss.games.baccarat.state import Table

__all__ = ["is_open"]

_THEN = datetime(2000, 1, 1, tzinfo=UTC)


def is_open(state: Table, by: Person, act: Act, witness: Person | None = None) -> bool:
    """Tell whether a person could do this now."""
    # The table asks its offers and the offers ask the table; the import waits until both are loaded.
    from pitboss.games.baccarat.table import decide

    try:
        decide(state, Command(key="probe", by=by, act=act, received_at=_THEN, witness=witness))
    except (RuleViolation, InputError):
        return False
    return True
