"""A blackjack table as one picture: its cloth, and where there is a round, the round as it ended.

Drawing decides nothing. A round comes settled, with the words and figures of the answer to its document, and what is
printed on the felt stands on the table's sign.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from math import degrees
from textwrap import wrap
from typing import Final

from pitboss.draw.blackjack.cards import dealer_hands, discard_rack, net_ink, shoe, tray
from pitboss.draw.blackjack.places import PlacePicture
from pitboss.draw.blackjack.round import Print, SettledRound, currency_of, description, limits, signed
from pitboss.draw.svg import (
    CREAM,
    FELT,
    GOLD,
    RED,
    Markup,
    element,
    fitted,
    group,
    middle_text,
    number,
    on_circle,
    picture,
    text_width,
)
from pitboss.errors import BadConfig
from pitboss.games.blackjack.rules import Rules

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


_TALL_WIDTH, _TALL_MIDDLE, _MARGIN = 780.0, 390.0, 28.0
_TALL_ROOM = _TALL_WIDTH - 2 * _MARGIN
_DEALER, _PRINT, _PLACES = 330.0, 400.0, 530.0
_SCALE, _GAP, _PLACE_WIDTH = 1.45, 30.0, 246.0
_LINE, _TEXT, _CHARACTERS = 36.0, 25.0, 58
_SUM = 70.0


@dataclass(frozen=True)
class TallCloth:
    """The table as a column, with what lies on it in a round."""

    rules: Rules
    settled: SettledRound | None
    felt: Print
    heading: str

    @property
    def size(self) -> tuple[float, float]:
        """Return width and height of the picture."""
        return _TALL_WIDTH, self._foot + len(self._lines) * _LINE + _MARGIN

    def parts(self) -> Iterator[Markup]:
        """Draw the table."""
        width, height = self.size
        yield element("rect", width=width, height=height, rx=24, fill=FELT)
        yield element("rect", x=9, y=9, width=width - 18, height=height - 18, rx=18, fill="none", stroke=GOLD)
        yield self._heading()
        if self.settled is not None and self.settled.dealer[1:]:
            # Several hands need the room beside them.
            yield dealer_hands(self.settled, _TALL_MIDDLE, _DEALER, _TALL_ROOM, 180)
        else:
            yield discard_rack(100, 216)
            yield shoe(self.rules, 676, 216)
            yield dealer_hands(self.settled, _TALL_MIDDLE, _DEALER, 430, 180)
        yield self._print()
        yield from self._places()
        if self.settled is not None:
            yield self._end(self.settled)
        lines = enumerate(self._lines)
        yield group(*(_text(line, self._foot + (at + 0.7) * _LINE) for at, line in lines), class_="rules")

    def _heading(self) -> Markup:
        house = self.rules.edition.title
        size = fitted(self.heading, 48, _TALL_ROOM)
        return group(
            element("text", self.heading, x=_MARGIN, y=68, font_size=size, font_weight="700", fill=GOLD),
            element("text", house, x=_MARGIN, y=104, font_size=fitted(house, _TEXT, _TALL_ROOM), fill=CREAM),
            class_="heading",
        )

    def _print(self) -> Markup:
        felt = self.felt
        written = [(felt.blackjack, 46, GOLD), (felt.dealer, 29, CREAM)]
        written += [(felt.insurance, 31, GOLD)] if felt.insurance else []
        parts = (
            middle_text(
                text.upper(),
                _TALL_MIDDLE,
                _PRINT + place * 44,
                fitted(text.upper(), size, _TALL_ROOM),
                font_weight="700",
                fill=ink,
                data_says=text,
            )
            for place, (text, size, ink) in enumerate(written)
        )
        return group(*parts, class_="print")

    @cached_property
    def _shown(self) -> list[PlacePicture]:
        """Return the places of the table, or those that take part in the round."""
        places = {} if self.settled is None else self.settled.places
        seats = sorted(places) or range(1, self.rules.settings["positions"] + 1)
        return [PlacePicture(self.rules, seat, places.get(seat), _PLACE_WIDTH) for seat in seats]

    @cached_property
    def _rows(self) -> list[tuple[float, list[PlacePicture]]]:
        """Return the places in pairs, each pair with the height of its lower edge."""
        rows, y = [], _PLACES - _GAP
        for first in range(0, len(self._shown), 2):
            pair = self._shown[first : first + 2]
            y += _GAP + max(place.height for place in pair) * _SCALE
            rows.append((y, pair))
        return rows

    @property
    def _foot(self) -> float:
        """Return where the lines below the places begin."""
        has_sum = self.settled is not None and self.settled.void is None
        return self._rows[-1][0] + _GAP + (_SUM if has_sum else 0)

    def _places(self) -> Iterator[Markup]:
        for bottom, pair in self._rows:
            for side, place in enumerate(pair):
                x = _TALL_WIDTH * (1 + 2 * side) / 4 if pair[1:] else _TALL_MIDDLE
                yield place.picture(x, bottom, scale=_SCALE)

    def _end(self, settled: SettledRound) -> Markup:
        """Write what the round came to, or that it does not count."""
        if settled.void is not None:
            return void_banner(settled.void, _TALL_MIDDLE, _PRINT + 40, _TALL_ROOM, 170)
        net, words = signed(settled.net, currency_of(self.rules)), f"all places, {settled.used} cards used"
        y, right = self._foot - 24, _MARGIN + text_width(net) * 40 + 16
        size = fitted(words, _TEXT, _TALL_WIDTH - right - _MARGIN)
        return group(
            element("text", net, x=_MARGIN, y=y, font_size=40, font_weight="700", fill=net_ink(settled.net)),
            element("text", words, x=right, y=y, font_size=size, fill=CREAM),
            class_="sum",
        )

    @cached_property
    def _lines(self) -> list[str]:
        """Return the limits and the posted sentences, in lines that fit."""
        said = [*(f"{names} {amounts}" for names, amounts in limits(self.rules)), *self.felt.sentences]
        return [line for sentence in said for line in wrap(sentence, _CHARACTERS)]


def _text(text: str, y: float) -> Markup:
    return element("text", text, x=_MARGIN, y=y, font_size=fitted(text, _TEXT, _TALL_ROOM), fill=CREAM)


def draw(rules: Rules, *, settled: SettledRound | None = None, tall: bool = False, title: str = "") -> str:
    """Return a picture of the table as an SVG document; equal input gives equal bytes.

    Args:
        rules: the table; its print, its circles and its limits are drawn.
        settled: a round to show on it.
        tall: arrange it for a narrow screen, with the places below each other instead of in a bow.
        title: the heading; the table's name without one, or the game's.

    Raises:
        BadConfig: for a round that was played by other rules than this table's.

    >>> from pitboss.games.blackjack.rules import rules_of
    >>> from pitboss.rulebook import table_config
    >>> draw(rules_of(table_config({"rulebook": "oneida-blackjack-2004"}))).count('class="place"')
    7
    """
    if settled is not None:
        _refuse_other_rules(rules, settled.rules)
    felt = Print(rules)
    heading = title or rules.config.name or felt.title
    cloth = (TallCloth if tall else Cloth)(rules, settled, felt, heading)
    return picture(
        "blackjack",
        *cloth.size,
        *cloth.parts(),
        title=heading if heading == felt.title else f"{felt.title}: {heading}",
        description=description(rules, settled),
    )


def _refuse_other_rules(rules: Rules, played: Rules) -> None:
    """Keep a round off a cloth that says something else than what it was settled by."""
    if rules.edition.id != played.edition.id:
        raise BadConfig("is not the rulebook of the round", field="rulebook", value=rules.edition.id)
    other = [key for key, value in rules.settings.items() if value != played.settings[key]]
    if other:
        reason = f"are not those of the table, which has its own {', '.join(other)}"
        raise BadConfig(f"the round's settings {reason}", field="settings")
