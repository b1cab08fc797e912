"""A round of sic bo that was paid, settled anew by other dice or for a wager that lay elsewhere."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from pitboss.games.everyday.resettling import Resettling
from pitboss.games.everyday.state import Laid, Settlement
from pitboss.games.sicbo.settle import pay_table
from pitboss.games.sicbo.state import dice_name
from pitboss.games.sicbo.wagers import SELECTIONS, THROWS

_NAMES: Final = tuple(map(dice_name, THROWS))


class SicBoResettling(Resettling):
    """By the pay table: a wager is where it lies, and the dice are what came."""

    def named(self, one: Settlement, said: str) -> str | None:  # noqa: ARG002 - dice are dice
        """Return the dice, if three have such a throw."""
        return said if said in _NAMES else None

    def results(self, one: Settlement) -> tuple[str, ...]:
        """Return every other throw."""
        return tuple(name for name in _NAMES if name != one.result)

    def gains(self, one: Settlement, result: str, wagers: Sequence[Laid]) -> tuple[int, ...]:
        """Look the selections up in the throw's row."""
        row = pay_table(one.rules).row(tuple(map(int, result.split("-"))))
        return tuple(row[one.rules.selection(bet).index] * stake for _, bet, stake in wagers)

    def bets(self, one: Settlement, player: str) -> tuple[str, ...]:  # noqa: ARG002 - places are nobody's
        """Return every selection of the layout."""
        return tuple(selection.bet for selection in SELECTIONS)


RESETTLING = SicBoResettling()
