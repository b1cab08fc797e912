"""What a roulette Round remembers: the wagers on the layout and how far the spin has come."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum
from typing import TYPE_CHECKING

from pitboss.games import laying
from pitboss.games.laying import Key, Laid
from pitboss.games.roulette.settle import Wager

if TYPE_CHECKING:
    from collections.abc import Hashable

    from pitboss.games.roulette.messages import Direction
    from pitboss.games.roulette.rules import Rules

__all__ = ["Phase", "Round", "clear", "shift"]


class Phase(StrEnum):
    """Where a round stands."""

    BETTING = "betting"
    SPINNING = "spinning"
    CLOSED = "closed"
    LANDED = "landed"
    SETTLED = "settled"
    VOID = "void"

    @property
    def words(self) -> str:
        """Say where the round stands, after "it is"."""
        return {"betting": "open for bets", "closed": "closed for bets", "landed": "waiting to be paid"}.get(
            self.value, self.value
        )


@dataclass
class Round(Laid):
    """One spin of the wheel and the wagers on it."""

    rules: Rules
    phase: Phase = Phase.BETTING
    direction: Direction | None = None
    pocket: str | None = None
    withheld: dict[Key, str] = field(default_factory=dict)
    """Wagers that will not be paid should they win, and by which clause."""

    def key(self) -> Hashable:
        """Return the round's value as something hashable."""
        wagers = tuple(sorted(self.wagers.items()))
        withheld = tuple(sorted(self.withheld.items()))
        return (self.rules.key, self.number, self.phase, wagers, self.direction, self.pocket, withheld)

    @property
    def is_open(self) -> bool:
        """Tell whether wagers may still be placed."""
        return self.phase in (Phase.BETTING, Phase.SPINNING)

    def laid(self) -> list[Wager]:
        """Return the wagers in the order they were first placed."""
        found = {bet: self.rules.position(bet) for bet in {bet for _, bet, _ in self.wagers}}
        return [Wager(player, found[bet], source, stake) for (player, bet, source), stake in self.wagers.items()]

    def kind_of(self, bet: str) -> str:
        """Return the kind whose limits and odds a bet has."""
        return self.rules.position(bet).kind


def clear(state: Round) -> None:
    """Take every wager off."""
    laying.clear(state)
    state.withheld.clear()


def shift(state: Round, key: Key, to: Key, stake: int) -> None:
    """Count a wager under another key or at another worth; a payment withheld stays withheld."""
    laying.shift(state, key, to, stake)
    if key in state.withheld:
        state.withheld[to] = state.withheld.pop(key)
