"""Dice as pictures: a face by its pips."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pitboss.draw.svg import INK, RED, element, number

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pitboss.draw.svg import Markup

__all__ = ["dice_column", "dice_row", "die"]

_MIDDLE, _RISING = ((0, 0),), ((-1, 1), (1, -1))
_FALLING, _SIDES = ((-1, -1), (1, 1)), ((-1, 0), (1, 0))
_PIPS = {
    1: _MIDDLE,
    2: _RISING,
    3: _RISING + _MIDDLE,
    4: _RISING + _FALLING,
    5: _RISING + _FALLING + _MIDDLE,
    6: _RISING + _FALLING + _SIDES,
}
"""Where the pips of a face are, in steps from its middle."""
_RED_FACES = (1, 4)
"""Dice of the East have these in red."""
_IVORY, _EDGE = "#fffdf5", "#6f675a"

# Fractions of a die's side.
_STEP, _PIP, _PIP_ALONE, _ROUND = 0.25, 0.092, 0.15, 0.18


def die(face: int, x: float, y: float, size: float, *, turned: float = 0) -> Markup:
    """Draw one die around its middle, turned by so many degrees."""
    turn = f" rotate({number(turned)})" if turned else ""
    radius = size * (_PIP_ALONE if face == 1 else _PIP)
    return element(
        "g",
        element(
            "rect",
            x=-size / 2,
            y=-size / 2,
            width=size,
            height=size,
            rx=size * _ROUND,
            fill=_IVORY,
            stroke=_EDGE,
            stroke_width=max(size * 0.03, 0.6),
        ),
        *(
            element("circle", cx=across * _STEP * size, cy=down * _STEP * size, r=radius)
            for across, down in _PIPS[face]
        ),
        transform=f"translate({number(x)} {number(y)}){turn}",
        fill=RED if face in _RED_FACES else INK,
        data_die=str(face),
    )


def dice_row(faces: Sequence[int], x: float, y: float, size: float, gap: float) -> list[Markup]:
    """Draw dice beside each other, centred on a point."""
    first = x - (len(faces) - 1) * (size + gap) / 2
    return [die(face, first + place * (size + gap), y, size) for place, face in enumerate(faces)]


def dice_column(faces: Sequence[int], x: float, top: float, size: float, gap: float) -> list[Markup]:
    """Draw dice below each other, from the top edge of the first."""
    return [die(face, x, top + size / 2 + place * (size + gap), size) for place, face in enumerate(faces)]
