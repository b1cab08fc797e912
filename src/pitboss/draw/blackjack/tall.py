"""The blackjack table arranged for a narrow screen: the dealer above, and the places below each other in pairs.

A table with seven places cannot be read at the width of a telephone. Here it can.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from textwrap import wrap
from typing import TYPE_CHECKING

from pitboss.draw.blackjack.cloth import void_banner
from pitboss.draw.blackjack.dealer import dealer_hands, discard_rack, shoe
from pitboss.draw.blackjack.marks import net_ink
from pitboss.draw.blackjack.places import PlacePicture
from pitboss.draw.blackjack.words import currency_of, limits, signed
from pitboss.draw.svg import CREAM, FELT, GOLD, element, fitted, group, middle_text, text_width

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pitboss.draw.blackjack.round import SettledRound
    from pitboss.draw.blackjack.words import Print
    from pitboss.draw.svg import Markup
    from pitboss.games.blackjack.rules import Rules

__all__ = ["TallCloth"]

_WIDTH, _MIDDLE, _MARGIN = 780.0, 390.0, 28.0
_ROOM = _WIDTH - 2 * _MARGIN
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
        return _WIDTH, self._foot + len(self._lines) * _LINE + _MARGIN

    def parts(self) -> Iterator[Markup]:
        """Draw the table."""
        width, height = self.size
        yield element("rect", width=width, height=height, rx=24, fill=FELT)
        yield element("rect", x=9, y=9, width=width - 18, height=height - 18, rx=18, fill="none", stroke=GOLD)
        yield self._heading()
        if self.settled is not None and self.settled.dealer[1:]:
            # Several hands need the room beside them.
            yield dealer_hands(self.settled, _MIDDLE, _DEALER, _ROOM, 180)
        else:
            yield discard_rack(100, 216)
            yield shoe(self.rules, 676, 216)
            yield dealer_hands(self.settled, _MIDDLE, _DEALER, 430, 180)
        yield self._print()
        yield from self._places()
        if self.settled is not None:
            yield self._end(self.settled)
        lines = enumerate(self._lines)
        yield group(*(_text(line, self._foot + (at + 0.7) * _LINE) for at, line in lines), class_="rules")

    def _heading(self) -> Markup:
        house = self.rules.edition.title
        size = fitted(self.heading, 48, _ROOM)
        return group(
            element("text", self.heading, x=_MARGIN, y=68, font_size=size, font_weight="700", fill=GOLD),
            element("text", house, x=_MARGIN, y=104, font_size=fitted(house, _TEXT, _ROOM), fill=CREAM),
            class_="heading",
        )

    def _print(self) -> Markup:
        felt = self.felt
        written = [(felt.blackjack, 46, GOLD), (felt.dealer, 29, CREAM)]
        written += [(felt.insurance, 31, GOLD)] if felt.insurance else []
        parts = (
            middle_text(
                text.upper(),
                _MIDDLE,
                _PRINT + place * 44,
                fitted(text.upper(), size, _ROOM),
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
                x = _WIDTH * (1 + 2 * side) / 4 if pair[1:] else _MIDDLE
                yield place.picture(x, bottom, scale=_SCALE)

    def _end(self, settled: SettledRound) -> Markup:
        """Write what the round came to, or that it does not count."""
        if settled.void is not None:
            return void_banner(settled.void, _MIDDLE, _PRINT + 40, _ROOM, 170)
        net, words = signed(settled.net, currency_of(self.rules)), f"all places, {settled.used} cards used"
        y, right = self._foot - 24, _MARGIN + text_width(net) * 40 + 16
        return group(
            element("text", net, x=_MARGIN, y=y, font_size=40, font_weight="700", fill=net_ink(settled.net)),
            element("text", words, x=right, y=y, font_size=fitted(words, _TEXT, _WIDTH - right - _MARGIN), fill=CREAM),
            class_="sum",
        )

    @cached_property
    def _lines(self) -> list[str]:
        """Return the limits and the posted sentences, in lines that fit."""
        said = [*(f"{names} {amounts}" for names, amounts in limits(self.rules)), *self.felt.sentences]
        return [line for sentence in said for line in wrap(sentence, _CHARACTERS)]


def _text(text: str, y: float) -> Markup:
    return element("text", text, x=_MARGIN, y=y, font_size=fitted(text, _TEXT, _ROOM), fill=CREAM)
