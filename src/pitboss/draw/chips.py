"""Chips as pictures: a stack of them with its amount, and the signs of one that wins."""

from __future__ import annotations

from math import pi
from typing import TYPE_CHECKING

from pitboss.draw.svg import GOLD, INK, element, fitted, middle_text, number

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pitboss.draw.svg import Markup

__all__ = ["chip_stack", "stack_height"]

_COLOURS = {
    "white": ("#fbfaf5", INK),
    "red": ("#d63a45", "#fff"),
    "green": ("#17854a", "#fff"),
    "black": ("#2b2b2b", "#fff"),
    "purple": ("#7a3fb0", "#fff"),
    "gold": ("#e0a91b", INK),
}
"""What a house calls a chip's colour, to its face and the ink on it."""
_OTHER_COLOUR = ("#2f6fb5", "#fff")

# Fractions of a chip's radius.
_STEP, _HEIGHT_MAX, _AMOUNT_SIZE, _AMOUNT_WIDTH = 0.26, 0.8, 0.8, 1.6
_EDGE_MARKS = 8


def chip_stack(
    x: float, y: float, radius: float, *, chips: Sequence[tuple[str, str]], amount: str, wins: bool, **data: str
) -> Markup:
    """Draw chips on top of each other, the lowest on the point itself; the topmost bears the amount of them all.

    `chips` has the colour of each and what to say when it is pointed at. `data` becomes attributes of the stack.
    """
    height = stack_height(len(chips), radius)
    step = height / max(len(chips) - 1, 1)
    ink = _COLOURS.get(chips[-1][0], _OTHER_COLOUR)[1]
    size = fitted(amount, _AMOUNT_SIZE * radius, _AMOUNT_WIDTH * radius)
    return element(
        "g",
        *(_disc(colour, words, -step * level, radius) for level, (colour, words) in enumerate(chips)),
        middle_text(amount, 0, -height, size, font_weight="700", fill=ink),
        *([_win_sign(-height, radius)] if wins else []),
        transform=f"translate({number(x)} {number(y)})",
        class_="chips",
        **data,
    )


def stack_height(count: int, radius: float) -> float:
    """Return how far the topmost of so many chips is drawn above the lowest; a tall stack is drawn closer.

    >>> stack_height(1, 10.0), stack_height(100, 10.0)
    (0.0, 8.0)
    """
    return min(_STEP * (count - 1), _HEIGHT_MAX) * radius


def _disc(colour: str, words: str, y: float, radius: float) -> Markup:
    fill, ink = _COLOURS.get(colour, _OTHER_COLOUR)
    edge = radius * 0.9
    mark = 2 * pi * edge / _EDGE_MARKS / 5
    return element(
        "g",
        element("title", words),
        element("circle", cy=y, r=radius, fill=fill, stroke=INK, stroke_width=radius * 0.06),
        element(
            "circle",
            cy=y,
            r=edge,
            fill="none",
            stroke="#8f8a7e" if ink == INK else "#fff",
            stroke_width=radius * 0.16,
            # Two fifths marked, and begun in a gap, so that a long amount has room at both sides.
            stroke_dasharray=f"0 {number(1.5 * mark)} {number(2 * mark)} {number(1.5 * mark)}",
        ),
    )


def _win_sign(y: float, radius: float) -> Markup:
    """Ring a chip and tick it: the ring is seen from afar, and the tick where gold is not told from white."""
    x, top, badge = radius * 0.74, y - radius * 0.8, radius * 0.37
    tick = [(-0.5, 0.02), (0.36, 0.4), (0.64, -0.78)]
    start, *lines = (f"{number(badge * right)} {number(badge * down)}" for right, down in tick)
    return element(
        "g",
        element("circle", cy=y, r=radius * 0.95, fill="none", stroke=INK, stroke_width=radius * 0.24),
        element("circle", cy=y, r=radius * 0.95, fill="none", stroke=GOLD, stroke_width=radius * 0.15),
        element("circle", cx=x, cy=top, r=badge, fill=GOLD, stroke=INK, stroke_width=radius * 0.06),
        element(
            "path",
            d=f"M{start}l{'l'.join(lines)}",
            transform=f"translate({number(x)} {number(top)})",
            fill="none",
            stroke=INK,
            stroke_width=badge * 0.32,
        ),
        class_="win",
    )
