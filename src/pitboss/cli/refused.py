"""What the rules refuse of a table that is only reckoned with."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from pitboss.errors import InputError
from pitboss.rulebook import RuleViolation, SettingsRefused


@contextmanager
def as_bad_input() -> Iterator[None]:
    """Take what the rules refuse for bad input: nothing was in play, and whoever asked must ask otherwise.

    Raises:
        InputError: with the same sentence, for settings or a wager that the rules refuse.
    """
    try:
        yield
    except SettingsRefused as refused:
        raise InputError(refused.reason) from refused
    except RuleViolation as refused:
        raise InputError(f"{refused} ({refused.clause})") from refused
