"""The marks of a scoreboard's roads: discs and rings with a letter, and the slash of what belongs to no side.

Each is drawn around the zero point, in a cell that is `CELL` wide; a page lays copies of them where the state says.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from pitboss.draw.svg import GREEN, Markup, element, middle_text, number, picture

CELL: Final = 28.0
"""How wide a cell of the bead plate and of the big road is, in the units of the picture."""
RADIUS: Final = CELL * 0.42
BLUE_PAINT: Final = "#1d4fa3"


def disc(paint: str) -> Markup:
    """Draw the ground of a bead."""
    return element("circle", r=RADIUS, fill=paint)


def bead_letter(letter: str) -> Markup:
    """Write the letter of a bead."""
    return middle_text(letter, 0, 0, CELL * 0.5, font_weight="700", fill="#fff")


def ring(paint: str) -> Markup:
    """Draw the ring of a mark of the big road."""
    return element("circle", r=RADIUS * 0.92, fill="none", stroke=paint, stroke_width=3.0)


def ring_letter(letter: str, paint: str) -> Markup:
    """Write the letter of a mark of the big road."""
    return outlined(letter, 0, 0, CELL * 0.4, paint)


def marks_sheet(pieces: Sequence[tuple[str, Markup]]) -> str:
    """Return marks beside each other as one picture, each in a group with its name (`data-mark="big:B"`)."""
    drawn = [
        element("g", mark, data_mark=name, transform=f"translate({number((place + 0.5) * CELL)} {number(0.5 * CELL)})")
        for place, (name, mark) in enumerate(pieces)
    ]
    width = len(pieces) * CELL
    return picture("marks", width, CELL, *drawn, title="Marks", description="The marks of the roads of a scoreboard.")


def slash(ties: int) -> list[Markup]:
    """Draw a tie's slash; the count of several stands at its upper end, where the slash makes room."""
    count = outlined(str(ties), CELL * 0.32, -CELL * 0.3, CELL * 0.4, GREEN)
    reach = CELL * 0.45
    return [stroke_line(reach, GREEN, 3.0, end=reach if ties == 1 else reach * 0.3), *([count] if ties > 1 else [])]


def outlined(text: str, x: float, y: float, size: float, paint: str) -> Markup:
    """Write a text that is to be read across lines."""
    return middle_text(
        text, x, y, size, font_weight="700", fill=paint, stroke="#fffdf6", stroke_width=2.0, paint_order="stroke"
    )


def stroke_line(reach: float, paint: str, width: float, *, end: float | None = None) -> Markup:
    """Draw a slash from the lower left to the upper right, where it may end earlier."""
    to = reach if end is None else end
    return element("line", x1=-reach, y1=reach, x2=to, y2=-to, stroke=paint, stroke_width=width, stroke_linecap="round")
