"""Figures and words on plates, for the hands of a blackjack picture: totals, outcomes, and the ink of what was won."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from pitboss.draw.svg import CREAM, GOLD, INK, element, fitted, middle_text, text_width

if TYPE_CHECKING:
    from pitboss.draw.svg import Markup

__all__ = ["PLATE", "badge", "net_ink", "total_mark"]

PLATE: Final = "#062d1d"
"""The dark green of plates that figures stand on."""

_PAINT: Final = {
    "win": ("#1c8f4d", "#fff"),
    "blackjack": (GOLD, INK),
    "push": ("#d8d2c0", INK),
    "surrender": ("#f1ecdc", INK),
    "lose": ("#33302e", "#fff"),
    "bust": ("#a51d2a", "#fff"),
}
"""An outcome to the paint of its plate and the ink on it."""


def badge(outcome: str, words: str, x: float, y: float, *, size: tuple[float, float]) -> Markup:
    """Draw an outcome as words on a plate around a point, no wider than it may be."""
    width, height = size
    fill, ink = _PAINT[outcome]
    # A short word is no larger than those that may stand beside it.
    letters = fitted(max(words, "PUSH", key=text_width), height * 0.7, width - height * 0.3)
    room = min(width, text_width(words) * letters + height * 0.6)
    return element(
        "g",
        _plate(x, y, (room, height), fill, INK),
        middle_text(words, x, y, letters, font_weight="700", fill=ink),
        class_="outcome",
        data_outcome=outcome,
    )


def total_mark(words: str, x: float, y: float, height: float) -> Markup:
    """Draw a hand's total on a dark plate around a point."""
    letters = height * 0.8
    width = max(height * 1.5, text_width(words) * letters + height * 0.4)
    return element(
        "g",
        _plate(x, y, (width, height), PLATE, GOLD),
        middle_text(words, x, y, letters, font_weight="700", fill="#fff"),
        class_="total",
    )


def net_ink(net: int) -> str:
    """Return the ink of a gain, a loss, or neither; the sign says it too."""
    if net == 0:
        return CREAM
    return "#8ff0b2" if net > 0 else "#ffb3ad"


def _plate(x: float, y: float, size: tuple[float, float], fill: str, stroke: str) -> Markup:
    width, height = size
    return element(
        "rect",
        x=x - width / 2,
        y=y - height / 2,
        width=width,
        height=height,
        rx=height * 0.4,
        fill=fill,
        stroke=stroke,
        stroke_width=1.5,
    )
