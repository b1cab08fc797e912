"""A roulette layout in the terminal: the numbers in their colours, where chips lie, and the dolly."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rich.text import Text

from pitboss.games.equipment import colour_of
from pitboss.games.roulette.wagers import INSIDE_KINDS

if TYPE_CHECKING:
    from collections.abc import Collection

    from pitboss.games.roulette.rules import Rules

__all__ = ["felt"]

_STYLE = {"red": "white on red3", "black": "white on grey11", "green": "white on green4"}
_WON = "bold black on bright_yellow"
_CELL = 5


def felt(rules: Rules, bets: Collection[str], dolly: str | None) -> Text:
    """Draw the numbers as they lie on the cloth, the wheel to the left.

    A number that some inside wager covers has a chip beside it; the winning one stands in brackets.
    """
    inside = [rules.position(bet) for bet in bets if bet.partition(":")[0] in INSIDE_KINDS]
    covered = {pocket for position in inside for pocket in position.covers}
    numbers = [box for box in rules.layout.boxes if box.label in rules.wheel.index]
    text = Text()
    for row in range(3):
        for column in range(13):
            box = next(box for box in numbers if box.touches(column + 0.5, row + 0.5))
            # A zero is several rows high and is printed once, in the row of its middle.
            text.append(*_cell(box.label if int(box.centre[1]) == row else "", covered, dolly))
        text.append("\n")
    return text


def _cell(label: str, covered: Collection[str], dolly: str | None) -> tuple[str, str]:
    if not label:
        return " " * _CELL, _STYLE["green"]
    if label == dolly:
        return f"[{label}]".center(_CELL), _WON
    return f"{label}{'•' if label in covered else ''}".center(_CELL), _STYLE[colour_of(label)]
