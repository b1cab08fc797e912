"""Limits over all positions, of any game: what one player, and what all together, may have on the layout in a round.

Every wager of the round counts, by whatever act it came there; a wager that is settled while the round goes on has
been made in it and counts until its end.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, Protocol

from pitboss.decider import MONEY_MAX
from pitboss.games.table.rules import TableRules
from pitboss.rulebook import LimitExceeded, cites


class Layout(Protocol):
    """The wagers of a round, as far as they are added up."""

    @property
    def rules(self) -> TableRules[Any]:
        """Return the rules that the round was opened with."""

    @property
    def laid_in_all(self) -> int:
        """Return what all players together have wagered in the round."""

    def laid_by(self, player: str) -> int:
        """Return what one player has wagered in the round."""

    def money(self, minor: int) -> str:
        """Print an amount in the table's currency."""


def _totals(state: Layout, player: str) -> Iterator[tuple[str, int, int]]:
    """Yield each limit that the house has, by its setting, with what counts to it so far."""
    settings = state.rules.settings
    if settings["player_max"] is not None:
        yield "player_max", settings["player_max"], state.laid_by(player)
    if settings["table_max"] is not None:
        yield "table_max", settings["table_max"], state.laid_in_all


def room_in_totals(state: Layout, player: str) -> int:
    """Return the most that a player may add before a total passes its limit."""
    return min((most - laid for _, most, laid in _totals(state, player)), default=MONEY_MAX)


@cites("RO-G2", "RS-W", "RH-4.8", "SB-G", "MB-O", "BJ-P", "RA-10")
def refuse_beyond_totals(
    state: Layout, player: str, stake: int, *, clause_of: Callable[[str], str] | None = None
) -> None:
    """Hold what a player, and what all together, have on the layout within the house's limits.

    `clause_of` names the clause behind a limit, where it is another than the edition's setting has.
    """
    settings = state.rules.settings
    if settings["player_max"] is None and settings["table_max"] is None:
        return
    for key, most, laid in _totals(state, player):
        if laid + stake > most:
            whose = "one player" if key == "player_max" else "all players"
            total, limit = state.money(laid + stake), state.money(most)
            reason = f"{total} on all positions is over the table's maximum of {limit} for {whose} in a round"
            clause = (clause_of or state.rules.limit_clause)(key)
            raise LimitExceeded(reason, clause=clause, player=player, total_minor=laid + stake, max_minor=most)
