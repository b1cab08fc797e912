"""Log who was refused what: failed sign-ins, acts without permission, attempts to get round a control.

Nobody fills the log by being refused: so many lines for an address and for all together, and the next line says how
many were left out.
"""

from __future__ import annotations

import logging
from dataclasses import dataclass, field
from typing import Any, Final

from pitboss.errors import PitbossError
from pitboss.floor.people.door import NotLetIn
from pitboss.floor.people.roles import Forbidden
from pitboss.floor.rate_limit import Buckets, Slow

_ALL: Final = "all"
_WORD_MAX: Final = 100
_LOG = logging.getLogger(__name__)


@dataclass
class RefusedLog:
    """Writes a line for each refusal, within bounds."""

    by_address: Buckets = field(default_factory=lambda: Buckets(most=30, rate=0.5))
    together: Buckets = field(default_factory=lambda: Buckets(most=300, rate=5))
    left_out: int = 0
    """Refusals since the last line that have none."""

    def note(self, what: str, address: str, who: str | None, **more: Any) -> None:
        """Write that somebody was refused something: who they are or say to be, and from where they came."""
        if not self.by_address.take(address) or not self.together.take(_ALL):
            self.left_out += 1
            return
        said = {name: str(value)[:_WORD_MAX] for name, value in more.items() if value is not None}
        _LOG.warning("refused: %s", what, extra={"address": address, "who": who, "left_out": self.left_out, **said})
        self.left_out = 0

    def note_error(self, error: PitbossError, address: str, who: str | None, **more: Any) -> None:
        """Log a refusal about identity, permission or rate; ignore other errors."""
        if isinstance(error, (NotLetIn, Forbidden, Slow)):
            self.note(type(error).__name__, address, who, reason=error.reason, **more)
