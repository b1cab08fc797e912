"""The refusals: every one names the clause that decided it, the values it looked at, and a sentence.

PitbossError
└── RuleViolation            a rule of the house says no            (exit 1, HTTP 422)
    ├── BetRefused           a wager may not stand
    │   ├── BetsClosed       it came after "no more bets"
    │   ├── LimitExceeded    under the minimum or over the maximum
    │   ├── NotOffered       this house's layout has no such position
    │   └── ChipsRefused     the wrong chips, or not enough of them
    ├── ActionRefused        an act is not open to this person, or not now
    ├── ProcedureBreach      a written step was left out
    └── SettingsRefused      a table's settings are against its rulebook: all faults at once
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from pitboss.errors import PitbossError

if TYPE_CHECKING:
    from pitboss.rulebook.check import Fault

__all__ = [
    "ActionRefused",
    "BetRefused",
    "BetsClosed",
    "ChipsRefused",
    "LimitExceeded",
    "NotOffered",
    "ProcedureBreach",
    "RuleViolation",
    "SettingsRefused",
]


class RuleViolation(PitbossError):
    """A written rule says no; shown to a person as a sentence and to a program as fields."""

    exit_code = 1
    http_status = 422

    def __init__(self, reason: str, *, clause: str, **values: object) -> None:
        """Keep the clause beside the reason; `values` are what the decision looked at."""
        super().__init__(reason, values=values)
        self.reason = reason
        self.clause = clause

    def as_fields(self) -> dict[str, object]:
        """Add the clause to the error's fields."""
        return {**super().as_fields(), "clause": self.clause}


class BetRefused(RuleViolation):
    """A wager that may not stand."""


class BetsClosed(BetRefused):
    """A wager, or a change to one, after "no more bets"."""


class LimitExceeded(BetRefused):
    """A wager that leaves its position under the table's minimum or over its maximum."""


class NotOffered(BetRefused):
    """A position that this house's layout does not have."""


class ChipsRefused(BetRefused):
    """A wager in chips the rules do not take here, or the player does not hold."""


class ActionRefused(RuleViolation):
    """An act that this person may not do, or that cannot be done now."""


class ProcedureBreach(RuleViolation):
    """An act that skips a step the rules put before it."""


class SettingsRefused(RuleViolation):
    """A table's settings are against its rulebook; `faults` has every one of them."""

    def __init__(self, faults: Sequence[Fault]) -> None:
        """Use the first fault as the message and keep them all."""
        first = faults[0]
        listed = "; ".join(f"{fault.reason} [{fault.clause}]" for fault in faults)
        super().__init__(listed, clause=first.clause or "", field=first.field, value=first.value)
        self.faults = tuple(faults)
