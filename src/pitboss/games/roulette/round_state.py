"""What a roulette Round remembers: the wagers on the layout and how far the spin has come."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum
from typing import TYPE_CHECKING, TypeVar

from pitboss.decider import MONEY_MAX
from pitboss.games.roulette.settle import Wager
from pitboss.money import Currency, show

if TYPE_CHECKING:
    from collections.abc import Hashable

    from pitboss.games.roulette.messages import Direction
    from pitboss.games.roulette.rules import Rules

__all__ = ["EXPOSURE_MAX", "Key", "Phase", "Round", "add", "clear", "odds_of", "room_for", "shift"]

EXPOSURE_MAX = MONEY_MAX


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


K = TypeVar("K")
Key = tuple[str, str, str]
"""Player, bet, source: one wager."""


@dataclass
class Round:
    """One spin of the wheel and the wagers on it; belongs to one owner and changes in place."""

    rules: Rules
    number: int = 1
    phase: Phase = Phase.BETTING
    wagers: dict[Key, int] = field(default_factory=dict)
    on_position: dict[tuple[str, str], int] = field(default_factory=dict)
    """Player and bet to what lies there in all kinds of chips: limits add up over repeated bets."""
    exposure: int = 0
    """Upper bound of what the spin may cost: every wager at its odds, won or not."""
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
        find = self.rules.position
        return [Wager(player, find(bet), source, stake) for (player, bet, source), stake in self.wagers.items()]

    def money(self, minor: int) -> str:
        """Print an amount in the table's currency."""
        return show(minor, Currency.of(self.rules.config.currency))


def clear(state: Round) -> None:
    """Take every wager off."""
    state.wagers.clear()
    state.on_position.clear()
    state.withheld.clear()
    state.exposure = 0


def add(state: Round, key: Key, amount: int) -> None:
    """Count more, or less, on a wager; one that comes to nothing is gone."""
    player, bet, _ = key
    _count(state.wagers, key, amount)
    _count(state.on_position, (player, bet), amount)
    state.exposure += amount * odds_of(state, bet)


def _count(book: dict[K, int], key: K, amount: int) -> None:
    left = book.get(key, 0) + amount
    if amount > 0:
        # The chips laid last are on top, and where the rules pay from the top the order of this book says which.
        book.pop(key, None)
    if left:
        book[key] = left
    else:
        del book[key]


def shift(state: Round, key: Key, to: Key, stake: int) -> None:
    """Count a wager under another key or at another worth: a decided position, another table's chips.

    The chips stay where they lie in their pile, so the wager keeps its place in the order of laying.
    """
    lies, beside = state.wagers[key], state.wagers.get(to, 0) if to != key else 0
    others = {entry: amount for entry, amount in state.wagers.items() if entry != to or entry == key}
    state.wagers = dict((to, stake + beside) if entry == key else (entry, amount) for entry, amount in others.items())
    _count(state.on_position, key[:2], -lies)
    _count(state.on_position, to[:2], stake)
    state.exposure += stake * odds_of(state, to[1]) - lies * odds_of(state, key[1])
    if key in state.withheld:
        state.withheld[to] = state.withheld.pop(key)


def odds_of(state: Round, bet: str) -> int:
    """Return n of the odds n to 1 that a bet is paid at."""
    return state.rules.pays(state.rules.position(bet).kind)


def room_for(state: Round, bet: str) -> int:
    """Return the most that may still be laid on a bet before the spin's cost passes what can be counted."""
    return (EXPOSURE_MAX - state.exposure) // odds_of(state, bet)
