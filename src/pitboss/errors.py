"""What Pitboss raises: the bottom of the tree that every room grows its own branch on.

::

    PitbossError            something we can name went wrong
    └── InputError          what was handed in cannot be read or used: whoever sent it must change it
        ├── BadNotation     a card, bet, result or other shorthand that is not in our notation
        ├── BadConfig       a setting that does not exist, or has a value it may not have
        └── BadAmount       an amount of money, a stake or a share that is not one

    InvariantBroken         our own arithmetic or bookkeeping is wrong; outside the tree on purpose

A branch that belongs to one room (a refusal with its clause, a fault of the journal) is defined in that room and hangs
from `PitbossError`. Each class maps to one exit code of the command line and one HTTP status.

An error answers twice: `str(error)` is the sentence for a person, `error.as_fields()` the same for a program.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import Enum
from typing import ClassVar, Final

__all__ = ["BadAmount", "BadConfig", "BadNotation", "InputError", "InvariantBroken", "PitbossError"]

_NOT_GIVEN: Final = object()
_SHOWN_MAX: Final = 80
_INTEGER_BITS_MAX: Final = 63


class PitbossError(Exception):
    """Say what went wrong in one sentence, and keep the values it speaks of.

    >>> PitbossError("the journal is closed", values={"version": 7}).as_fields()
    {'error': 'PitbossError', 'reason': 'the journal is closed', 'values': {'version': 7}}
    """

    exit_code: ClassVar[int] = 1
    http_status: ClassVar[int] = 500
    retry_seconds: ClassVar[int | None] = None
    """After how long the same may be tried again; None where that is of no use, or is not known."""

    def __init__(self, reason: str, *, values: Mapping[str, object] | None = None) -> None:
        # Only the reason goes to `args`: pickle calls the class with `args` and restores the other fields itself.
        super().__init__(reason)
        self.reason = reason
        self.values: dict[str, object] = dict(values or {})

    def as_fields(self) -> dict[str, object]:
        """Return the class name, the reason and the values, as JSON can hold them.

        What JSON has no form for (a fraction, an instant, a float that may be NaN) is given as text.
        """
        values = {name: _jsonable(value) for name, value in self.values.items()}
        return {"error": type(self).__name__, "reason": self.reason, "values": values}


class InputError(PitbossError):
    """Point at what cannot be used: its line (from 1), its field, its value, whichever are known.

    They are attributes (None where not given) and stand among the `values` where given, so that a value
    of None (a null in a document) can be told from no value.

    >>> print(InputError("is below the minimum of 1", line=3, field="wagers[0].cents", value=-5))
    line 3, field wagers[0].cents: -5: is below the minimum of 1
    """

    exit_code = 2
    http_status = 400

    def __init__(
        self,
        reason: str,
        *,
        line: int | None = None,
        field: str | None = None,
        value: object = _NOT_GIVEN,
        values: Mapping[str, object] | None = None,
    ) -> None:
        given: dict[str, object] = {} if line is None else {"line": line}
        if field is not None:
            given["field"] = field
        if value is not _NOT_GIVEN:
            given["value"] = value
        super().__init__(reason, values={**(values or {}), **given})
        self.line = line
        self.field = field
        self.value = None if value is _NOT_GIVEN else value

    def __str__(self) -> str:
        """Return the sentence: place, value, reason."""
        place = [] if self.line is None else [f"line {self.line}"]
        if self.field is not None:
            # A field may be a key of someone else's document, so it may hold anything.
            place.append(f"field {self.field if self.field.isprintable() else _shown(self.field)}")
        parts = [", ".join(place)] if place else []
        if "value" in self.values:
            parts.append(_shown(self.values["value"]))
        return ": ".join([*parts, self.reason])


class BadNotation(InputError):
    """Refuse a shorthand (a card, a bet, a result) that is not in our notation."""


class BadConfig(InputError):
    """Refuse a setting that does not exist, or a value that the setting may not have."""


class BadAmount(InputError):
    """Refuse what is not an amount of money, a stake or a share."""


class InvariantBroken(Exception):
    """Stop the table: a fact that holds by construction does not hold.

    It is no `PitbossError`, so that no handler of ours takes it for something that may be answered and passed over.
    """


def _shown(value: object) -> str:
    """Return the value for a sentence: text in quotes with its controls escaped, and never a page of it."""
    try:
        text = repr(value) if isinstance(value, str) else str(value)
    except (ValueError, RecursionError):
        # Python prints no integer of more than 4,300 digits and no list in lists without end; both can be sent to us.
        return f"<{type(value).__name__} too large to show>"
    text = text.encode("utf-8", "backslashreplace").decode("utf-8")
    return text if len(text) <= _SHOWN_MAX else text[: _SHOWN_MAX - 1] + "…"


def _jsonable(value: object) -> object:
    """Return the value as JSON holds it; containers keep one level, what lies deeper becomes text."""
    if isinstance(value, (list, tuple)):
        return [_scalar(item) for item in value]
    if isinstance(value, dict):
        return {str(_scalar(name)): _scalar(item) for name, item in value.items()}
    return _scalar(value)


def _scalar(value: object) -> object:
    """Return a value without parts as JSON holds it."""
    if isinstance(value, Enum):
        return _scalar(value.value)
    if value is None or isinstance(value, bool):
        return value
    if isinstance(value, int) and value.bit_length() <= _INTEGER_BITS_MAX:
        return value
    if isinstance(value, str) and _is_encodable(value):
        return value
    return _shown(value)


def _is_encodable(text: str) -> bool:
    """Tell whether UTF-8 can hold the text: half of a surrogate pair is a string to Python and an error on the wire."""
    try:
        text.encode("utf-8")
    except UnicodeEncodeError:
        return False
    return True
