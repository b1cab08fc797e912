"""The wheel as a picture: its pockets clockwise from the 0 at the top, and the ball in one of them."""

from __future__ import annotations

from math import pi
from typing import TYPE_CHECKING

from pitboss.draw.svg import (
    BLACK,
    CREAM,
    GOLD,
    GREEN,
    INK,
    RED,
    element,
    group,
    middle_text,
    number,
    on_circle,
    ring_segment,
)
from pitboss.games.equipment import colour_of

if TYPE_CHECKING:
    from pitboss.draw.svg import Markup
    from pitboss.games.equipment import Wheel

__all__ = ["wheel_picture"]

_COLOURS = {"red": RED, "black": BLACK, "green": GREEN}

# Parts of the wheel, as fractions of its radius.
_TRACK, _NUMBERS, _POCKETS, _CONE, _TURRET, _BALL = 0.96, 0.915, 0.74, 0.56, 0.13, 0.05
_WOOD, _WOOD_DARK, _WOOD_LIGHT = "#5b2f16", "#3b1d0c", "#8a4b24"
_DIGITS_WIDE = 1.32
"""Two digits in ems, with the room that keeps them off the pocket's sides."""


def wheel_picture(wheel: Wheel, x: float, y: float, radius: float, pocket: str | None) -> Markup:
    """Draw the wheel around a point, with the ball in a pocket, or without a ball."""
    return group(
        element("circle", cx=x, cy=y, r=radius, fill=_WOOD_DARK),
        element("circle", cx=x, cy=y, r=radius * _TRACK, fill=_WOOD_LIGHT),
        *(_pocket(wheel, place, x, y, radius) for place in range(len(wheel.order))),
        # The pockets lie lower than their numbers: a shade over the inner ring, which leaves the colours as they are.
        element(
            "circle",
            cx=x,
            cy=y,
            r=radius * (_POCKETS + _CONE) / 2,
            fill="none",
            stroke="#000",
            stroke_width=radius * (_POCKETS - _CONE),
            stroke_opacity=0.3,
        ),
        element("circle", cx=x, cy=y, r=radius * _POCKETS, fill="none", stroke=CREAM, stroke_width=radius * 0.008),
        _cone(x, y, radius),
        *(_ball(wheel, pocket, x, y, radius) if pocket is not None else ()),
        class_="wheel",
    )


def _pocket(wheel: Wheel, place: int, x: float, y: float, radius: float) -> Markup:
    """Draw one pocket with its number, whose top points outwards."""
    pocket, turn = wheel.order[place], 360 / len(wheel.order)
    angle = place * turn
    middle = (_NUMBERS + _POCKETS) / 2
    size = radius * middle * 2 * pi / len(wheel.order) / _DIGITS_WIDE
    path = ring_segment(x, y, radii=(radius * _CONE, radius * _NUMBERS), degrees=(angle - turn / 2, angle + turn / 2))
    left, top = on_circle(x, y, radius * middle, angle)
    label = middle_text(
        pocket,
        left,
        top,
        size,
        transform=f"rotate({number(angle)} {number(left)} {number(top)})",
        font_weight="700",
        fill="#fff",
    )
    fill = _COLOURS[colour_of(pocket)]
    wedge = element("path", d=path, fill=fill, stroke=CREAM, stroke_width=radius * 0.006)
    return element("g", wedge, label, data_pocket=pocket)


def _cone(x: float, y: float, radius: float) -> Markup:
    spokes = [
        element("line", x1=x, y1=y, x2=left, y2=top, stroke=GOLD, stroke_width=radius * 0.035, stroke_linecap="round")
        for left, top in (on_circle(x, y, radius * _CONE * 0.6, angle) for angle in (45, 135, 225, 315))
    ]
    knobs = [
        element("circle", cx=left, cy=top, r=radius * 0.035, fill=GOLD)
        for left, top in (on_circle(x, y, radius * _CONE * 0.6, angle) for angle in (45, 135, 225, 315))
    ]
    return group(
        element("circle", cx=x, cy=y, r=radius * _CONE, fill=_WOOD, stroke=GOLD, stroke_width=radius * 0.012),
        element("circle", cx=x, cy=y, r=radius * _CONE * 0.78, fill=_WOOD_LIGHT),
        element("circle", cx=x, cy=y, r=radius * _CONE * 0.4, fill=_WOOD),
        *spokes,
        *knobs,
        element("circle", cx=x, cy=y, r=radius * _TURRET, fill=GOLD, stroke=_WOOD_DARK, stroke_width=radius * 0.015),
        element("circle", cx=x, cy=y, r=radius * _TURRET * 0.5, fill="#b8860b"),
    )


def _ball(wheel: Wheel, pocket: str, x: float, y: float, radius: float) -> tuple[Markup, Markup]:
    """Frame a pocket and lay the ball into it."""
    turn = 360 / len(wheel.order)
    angle = wheel.order.index(pocket) * turn
    path = ring_segment(x, y, radii=(radius * _CONE, radius * _NUMBERS), degrees=(angle - turn / 2, angle + turn / 2))
    left, top = on_circle(x, y, radius * (_POCKETS + _CONE) / 2, angle)
    return (
        element("path", d=path, fill="none", stroke=GOLD, stroke_width=radius * 0.022, stroke_linejoin="round"),
        element(
            "circle",
            cx=left,
            cy=top,
            r=radius * _BALL,
            fill="#fff",
            stroke=INK,
            stroke_width=radius * 0.008,
            class_="ball",
        ),
    )
