"""Proofs of machines that hold for a while: what a machine was asked, and who has shown its key lately, and where."""

from __future__ import annotations

import secrets as chance
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Final, NamedTuple

from pitboss.floor.people.tokens import digest

NONCE_SECONDS: Final = 60
"""How long a machine may take to sign what it was asked."""
PROOF_SECONDS: Final = 300
"""How long a proof holds for requests by HTTP."""
_NONCES_MAX: Final = 10_000
"""Questions that may wait for an answer; beyond that the oldest is forgotten."""


class _Proof(NamedTuple):
    terminal: str
    address: str
    until: float


@dataclass
class Proofs:
    """What machines were asked and have shown; nothing of it outlasts the server."""

    clock: Callable[[], float]
    """Seconds by a monotonic clock."""
    _asked: dict[str, float] = field(default_factory=dict)
    _shown: dict[str, _Proof] = field(default_factory=dict)

    def ask(self) -> str:
        """Return something to be signed, once."""
        nonce = chance.token_urlsafe(32)
        self._asked[nonce] = self.clock() + NONCE_SECONDS
        if len(self._asked) > _NONCES_MAX:
            del self._asked[next(iter(self._asked))]
        return nonce

    def is_asked(self, nonce: str) -> bool:
        """Tell whether something was to be signed, which is then used up."""
        return self._asked.pop(nonce, 0.0) > self.clock()

    def show(self, terminal: str, address: str) -> str:
        """Return a token by which a machine that has shown its key is known for a while at its address."""
        now, token = self.clock(), chance.token_urlsafe(32)
        self._shown = {name: one for name, one in self._shown.items() if one.until > now}
        self._shown[digest(token)] = _Proof(terminal, address, now + PROOF_SECONDS)
        return token

    def has(self, token: str, terminal: str, address: str) -> bool:
        """Tell whether a token is a terminal's, at an address, and not too old."""
        found = self._shown.get(digest(token))
        return found is not None and found[:2] == (terminal, address) and found.until > self.clock()

    def forget(self, terminal: str) -> None:
        """Take nothing any more from a machine whose key is of no use."""
        self._shown = {name: one for name, one in self._shown.items() if one.terminal != terminal}
