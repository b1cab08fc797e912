"""A round of roulette that was paid, settled anew by another number or for a chip that lay elsewhere."""

from __future__ import annotations

from collections.abc import Sequence

from pitboss.games.everyday.resettling import Resettling
from pitboss.games.everyday.state import Laid, Settlement
from pitboss.games.roulette.settle import pay_table


class RouletteResettling(Resettling):
    """By the pay table: a wager is where it lies, and the number is what came."""

    def named(self, one: Settlement, said: str) -> str | None:
        """Return the number, if the wheel has it."""
        return said if said in one.rules.wheel.pockets else None

    def results(self, one: Settlement) -> tuple[str, ...]:
        """Return every other number of the wheel."""
        return tuple(pocket for pocket in one.rules.wheel.pockets if pocket != one.result)

    def gains(self, one: Settlement, result: str, wagers: Sequence[Laid]) -> tuple[int, ...]:
        """Look the positions up in the number's row."""
        positions = [one.rules.position(bet).index for _, bet, _ in wagers]
        return tuple(pay_table(one.rules).gains(result, positions, [stake for _, _, stake in wagers]))

    def bets(self, one: Settlement, player: str) -> tuple[str, ...]:  # noqa: ARG002 - positions are nobody's
        """Return every position of the layout."""
        return tuple(position.bet for position in one.rules.positions)


RESETTLING = RouletteResettling()
