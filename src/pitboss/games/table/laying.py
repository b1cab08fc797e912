"""Wagers laid on a layout, whatever the game: who has how much where, and what the limits leave room for.

A wager is known by player, bet and source (the chips it is in). Limits hold what one player has on one position, all
bets together, and where the house says so what a player and all players have on all positions (`totals`). A game's
Round is such a book with its own phases.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, TypeVar

from pitboss.decider import MONEY_MAX
from pitboss.games.table.totals import refuse_beyond_totals, room_in_totals
from pitboss.money import Currency, show
from pitboss.rulebook import BetRefused, LimitExceeded, cites

if TYPE_CHECKING:
    from collections.abc import Callable

    from pitboss.games.table.rules import TableRules

__all__ = [
    "EXPOSURE_MAX",
    "Area",
    "Key",
    "Laid",
    "add",
    "clear",
    "refuse_removal",
    "refuse_stake",
    "room_for",
    "room_of",
    "shift",
]

EXPOSURE_MAX = MONEY_MAX
K = TypeVar("K")
Key = tuple[str, str, str]
"""Player, bet, source: one wager."""


@dataclass(frozen=True, slots=True)
class Area:
    """A rectangle of a layout."""

    left: float
    top: float
    right: float
    bottom: float

    def touches(self, x: float, y: float) -> bool:
        """Tell whether a point lies in the box or on its edge."""
        return self.left <= x <= self.right and self.top <= y <= self.bottom

    @property
    def centre(self) -> tuple[float, float]:
        """Return the middle of the box."""
        return (self.left + self.right) / 2, (self.top + self.bottom) / 2


@dataclass
class Laid:
    """The wagers of one round; belongs to one owner and changes in place."""

    rules: TableRules[Any]
    number: int = 1
    wagers: dict[Key, int] = field(default_factory=dict)
    on_position: dict[tuple[str, str], int] = field(default_factory=dict)
    """Player and bet to what lies there in all kinds of chips: limits add up over repeated bets."""
    by_player: dict[str, int] = field(default_factory=dict)
    """Player to what lies on all positions."""
    laid_in_all: int = 0
    exposure: int = 0
    """Upper bound of what the round may cost: every wager at its odds, won or not."""

    def kind_of(self, bet: str) -> str:
        """Return the kind whose limits a bet has."""
        raise NotImplementedError

    def odds_of(self, bet: str) -> int:
        """Return the most, n to 1, that a bet may be paid at."""
        return self.rules.pays(self.kind_of(bet))

    def laid_by(self, player: str) -> int:
        """Return what one player has on the layout."""
        return self.by_player.get(player, 0)

    def money(self, minor: int) -> str:
        """Print an amount in the table's currency."""
        return show(minor, Currency.of(self.rules.config.currency))


def add(state: Laid, key: Key, amount: int) -> None:
    """Count more, or less, on a wager; one that comes to nothing is gone."""
    player, bet, _ = key
    _count(state.wagers, key, amount)
    _count(state.on_position, (player, bet), amount)
    _count(state.by_player, player, amount)
    state.laid_in_all += amount
    state.exposure += amount * state.odds_of(bet)


def _count(book: dict[K, int], key: K, amount: int) -> None:
    left = book.get(key, 0) + amount
    if amount > 0:
        # The chips laid last are on top, and where the rules pay from the top the order of this book says which.
        book.pop(key, None)
    if left:
        book[key] = left
    else:
        del book[key]


def shift(state: Laid, key: Key, to: Key, stake: int) -> None:
    """Count a wager under another key or at another worth: a decided position, another table's chips.

    The chips stay where they lie in their pile, so the wager keeps its place in the order of laying.
    """
    lies, beside = state.wagers[key], state.wagers.get(to, 0) if to != key else 0
    others = {entry: amount for entry, amount in state.wagers.items() if entry != to or entry == key}
    state.wagers = dict((to, stake + beside) if entry == key else (entry, amount) for entry, amount in others.items())
    _count(state.on_position, key[:2], -lies)
    _count(state.on_position, to[:2], stake)
    _count(state.by_player, key[0], -lies)
    _count(state.by_player, to[0], stake)
    state.laid_in_all += stake - lies
    state.exposure += stake * state.odds_of(to[1]) - lies * state.odds_of(key[1])


def clear(state: Laid) -> None:
    """Take every wager off."""
    state.wagers.clear()
    state.on_position.clear()
    state.by_player.clear()
    state.laid_in_all = state.exposure = 0


def room_for(state: Laid, bet: str) -> int:
    """Return the most that may still be laid on a bet before the round's cost passes what can be counted."""
    return (EXPOSURE_MAX - state.exposure) // state.odds_of(bet)


def room_of(state: Laid, player: str | None, bet: str) -> int:
    """Return the most that a player, or somebody with nothing yet, may lay beyond what the bet's own limits say."""
    return min(room_for(state, bet), room_in_totals(state, player or ""))


@cites("RO-G2", "RS-W", "Q8", "RH-4.7.5", "SB-G", "MB-O")
def refuse_stake(
    state: Laid, player: str, bet: str, stake: int, *, clause_of: Callable[[str], str] | None = None
) -> None:
    """Hold what a player has on one position, all bets together, between the table's minimum and maximum.

    The limits over all positions hold too. `clause_of` names the clause behind a limit, where it is another than the
    edition's setting has.
    """
    clause_of = clause_of or state.rules.limit_clause
    low, high = state.rules.limits(state.kind_of(bet))
    total = state.on_position.get((player, bet), 0) + stake
    values = {"player": player, "bet": bet, "total_minor": total, "min_minor": low, "max_minor": high}
    if total < low:
        reason = f"{state.money(total)} on {bet} is under the table's minimum of {state.money(low)}"
        raise LimitExceeded(reason, clause=clause_of("min"), **values)
    if total > high:
        reason = f"{state.money(total)} on {bet} is over the table's maximum of {state.money(high)}"
        raise LimitExceeded(reason, clause=clause_of("max"), **values)
    if stake > room_for(state, bet):
        reason = f"with {state.money(stake)} on {bet} the round could cost more than can be counted"
        raise LimitExceeded(reason, clause=clause_of("max"), bet=bet, stake_minor=stake)
    refuse_beyond_totals(state, player, stake, clause_of=clause_of)


def refuse_removal(state: Laid, key: Key, stake: int) -> None:
    """Let so much be taken back as lies there, and so that the rest is still a wager."""
    player, bet, _ = key
    lies = state.wagers.get(key, 0)
    if stake > lies:
        reason = f"{player} has {state.money(lies)} on {bet}, not {state.money(stake)}"
        clause = state.rules.clause("responsibility")
        raise BetRefused(reason, clause=clause, bet=bet, lies_minor=lies, stake_minor=stake)
    left = state.on_position[player, bet] - stake
    if left and left < state.rules.limits(state.kind_of(bet))[0]:
        reason = f"{state.money(left)} would be left on {bet}, under the table's minimum"
        raise LimitExceeded(reason, clause=state.rules.limit_clause("min"), bet=bet, total_minor=left)
