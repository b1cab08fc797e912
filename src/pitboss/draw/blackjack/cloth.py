"""The blackjack table as it stands in the room: rim and felt, the print in arcs, the places around it, the corners.

It is seen from above with the dealer at the top, so the dealer's left, where place 1 is, lies at the right.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from math import degrees
from textwrap import wrap
from typing import TYPE_CHECKING, Final

from pitboss.draw.blackjack.dealer import dealer_hands, discard_rack, shoe, tray
from pitboss.draw.blackjack.marks import net_ink
from pitboss.draw.blackjack.places import PlacePicture
from pitboss.draw.blackjack.words import currency_of, limits, signed
from pitboss.draw.svg import CREAM, FELT, GOLD, RED, element, fitted, group, middle_text, number, on_circle

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pitboss.draw.blackjack.round import SettledRound
    from pitboss.draw.blackjack.words import Print
    from pitboss.draw.svg import Markup
    from pitboss.games.blackjack.rules import Rules

__all__ = ["Cloth", "void_banner"]

_WIDTH, _HEIGHT, _MIDDLE = 1600.0, 1000.0, 800.0
_SHAPE: Final = "M26 26H1574V380C1574 850 1320 974 800 974S26 850 26 380Z"
_RADIUS, _LONGEST = 820.0, 720.0
"""Of the arcs in which the felt is printed, and how long a line in one may be."""
_ROOM: Final = "#15110e"
"""The dark around the table."""
_RIMS: Final = (("#2b1710", 48), ("#5b3320", 36), ("#7a4a30", 5))
_LEFT, _RIGHT, _CORNER = 26.0, 1574.0, 270.0
_END: Final = {"text_anchor": "end"}

# The widths of bold capitals and digits in ems, by the fonts that a picture asks for.
_ADVANCE: Final = {
    **dict.fromkeys("EPSVXY", 0.67),
    **dict.fromkeys("FLTZ", 0.61),
    **dict.fromkeys("GOQ", 0.78),
    **dict.fromkeys("0123456789J", 0.56),
    **dict.fromkeys(" I.,;:'", 0.28),
    "M": 0.83,
    "W": 0.94,
}
_ADVANCE_OTHER, _TRACKING = 0.72, 0.07


@dataclass(frozen=True)
class Cloth:
    """The whole table, with what lies on it in a round."""

    rules: Rules
    settled: SettledRound | None
    felt: Print
    heading: str

    size = _WIDTH, _HEIGHT

    def parts(self) -> Iterator[Markup]:
        """Draw the table."""
        yield _table()
        yield tray(_MIDDLE, 34, 430)
        yield discard_rack(180, 122)
        yield shoe(self.rules, 1420, 122)
        yield self._print()
        yield dealer_hands(self.settled, _MIDDLE, 244, 720, 138)
        yield from self._places()
        yield self._heading()
        yield self._limits()
        if self.settled is not None:
            yield self._end(self.settled)

    def _places(self) -> Iterator[Markup]:
        """Draw the places in a bow, the first at the dealer's left."""
        count = self.rules.settings["positions"]
        apart = 1500 / count
        for seat in range(1, count + 1):
            right = ((count + 1) / 2 - seat) * apart
            bottom = 960 - 300 * (right / 660) ** 2
            place = None if self.settled is None else self.settled.places.get(seat)
            yield PlacePicture(self.rules, seat, place, min(apart - 6, 290)).picture(_MIDDLE + right, bottom)

    def _print(self) -> Markup:
        felt = self.felt
        parts = [
            _arc_text(felt.blackjack, 374, 50, font_weight="800", fill=GOLD),
            _arc_text(felt.dealer, 422, 25, font_weight="600", fill=CREAM),
        ]
        if felt.insurance is not None:
            lines = "".join(_arc(low, 300) for low in (446, 494))
            parts.append(element("path", d=lines, fill="none", stroke=CREAM, stroke_width=2))
            parts.append(_arc_text(felt.insurance, 480, 27, font_weight="700", fill=GOLD))
        return group(*parts, class_="print")

    def _heading(self) -> Markup:
        """Write in the lower left corner whose table it is."""
        house = wrap(self.rules.edition.title, 28)
        top = 978 - 21 * len(house)
        size = fitted(self.heading, 40, _CORNER)
        return group(
            element("text", self.heading, x=_LEFT, y=top, font_size=size, font_weight="700", fill=GOLD),
            *(_small(line, _LEFT, top + 26 + 21 * place) for place, line in enumerate(house)),
            class_="heading",
        )

    def _limits(self) -> Markup:
        """Write in the lower right corner what may be wagered."""
        lines = enumerate(self._limit_lines)
        return group(
            *(_small(line, _RIGHT, self._limits_top + 22 * (at + 0.7), **_END) for at, line in lines), class_="limits"
        )

    @cached_property
    def _limit_lines(self) -> list[str]:
        return [f"{names} {said}" for names, said in limits(self.rules)]

    @property
    def _limits_top(self) -> float:
        return 983 - 22 * len(self._limit_lines)

    def _end(self, settled: SettledRound) -> Markup:
        """Write what the round came to, or that it does not count."""
        if settled.void is not None:
            return void_banner(settled.void, _MIDDLE, 382, 900, 240)
        net, y = signed(settled.net, currency_of(self.rules)), self._limits_top
        style = {"font_weight": "700", "fill": net_ink(settled.net), **_END}
        return group(
            element("text", net, x=_RIGHT, y=y - 32, font_size=fitted(net, 34, 200), **style),
            _small(f"all places, {settled.used} cards used", _RIGHT, y - 8, **_END),
            class_="sum",
        )


def void_banner(clause: str, x: float, y: float, width: float, height: float) -> Markup:
    """Draw the band over a table whose round does not count, around a point."""
    words = f"by {clause}: every wager goes back"
    band = {"x": x - width / 2, "y": y - height / 2, "width": width, "height": height, "rx": 12}
    return group(
        element("rect", **band, fill=RED, stroke=CREAM, stroke_width=4),
        middle_text("VOID", x, y - height * 0.12, height * 0.5, font_weight="800", fill="#fff"),
        middle_text(words, x, y + height * 0.3, fitted(words, 36, width - 40), font_weight="600", fill="#fff"),
        class_="void",
    )


def _table() -> Markup:
    """Draw rim and felt: straight at the dealer's side, round at the players'."""
    radii = range(780, 230, -50)
    return group(
        element("rect", width="100%", height="100%", fill=_ROOM),
        *(
            element("path", d=_SHAPE, stroke=paint, stroke_width=width, stroke_linejoin="round")
            for paint, width in _RIMS
        ),
        element("path", d=_SHAPE, fill=FELT, stroke=GOLD, stroke_width=1.5),
        *(element("ellipse", cx=_MIDDLE, cy=420, rx=rx, ry=rx * 0.56, fill="#fff", opacity=0.01) for rx in radii),
        class_="table",
    )


def _arc_text(text: str, low: float, size: float, **attributes: str | float | None) -> Markup:
    """Write capitals along an arc that is lowest in the middle.

    They stand there letter by letter, because not every viewer of SVG can bend a text.
    """
    letters = text.upper()
    ems = [_ADVANCE.get(letter, _ADVANCE_OTHER) + _TRACKING for letter in letters]
    size = min(size, _LONGEST / sum(ems))
    advances = [em * size for em in ems]
    along, parts = -sum(advances) / 2, []
    for letter, advance in zip(letters, advances, strict=True):
        turned = degrees((along + advance / 2) / _RADIUS)
        x, y = _on_arc(low, turned)
        parts.append(element("text", letter, transform=f"translate({number(x)} {number(y)}) rotate({number(-turned)})"))
        along += advance
    return element("g", *parts, text_anchor="middle", font_size=size, data_says=text, **attributes)


def _arc(low: float, half: float) -> str:
    """Return the path of an arc of the felt, so long to either side of the middle."""
    (ax, ay), (bx, by) = (_on_arc(low, degrees(side * half / _RADIUS)) for side in (-1, 1))
    return f"M{number(ax)} {number(ay)}A{number(_RADIUS)} {number(_RADIUS)} 0 0 0 {number(bx)} {number(by)}"


def _on_arc(low: float, turned: float) -> tuple[float, float]:
    return on_circle(_MIDDLE, low - _RADIUS, _RADIUS, 180 - turned)


def _small(text: str, x: float, y: float, **attributes: str | float | None) -> Markup:
    return element("text", text, x=x, y=y, font_size=fitted(text, 18, _CORNER), fill=CREAM, **attributes)
