"""Asking a game's `decide` whether it would accept an act: nothing happens, and the answer is yes or no."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime
from typing import Any

from pitboss.decider import Act, Command, Person
from pitboss.errors import InputError
from pitboss.rulebook import RuleViolation

__all__ = ["IsOpen", "prober"]

_THEN = datetime(2000, 1, 1, tzinfo=UTC)

IsOpen = Callable[[Any, Person, Act], bool]
"""Tells whether a person could do this at a table now."""


def prober(decide: Callable[[Any, Command[Any]], object]) -> IsOpen:
    """Return the question for one game."""

    def is_open(state: Any, by: Person, act: Act) -> bool:
        try:
            decide(state, Command(key="probe", by=by, act=act, received_at=_THEN))
        except (RuleViolation, InputError):
            return False
        return True

    return is_open
