"""One player's place as a picture: its betting circles, and in a round its hands, chips, results and net.

A place is drawn around the middle of its lower edge. From there upwards: its number and net, the side wagers, the main
wagers, then for each hand its result, its total and its cards. A result is a word on a plate; the paint comes on top.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from pitboss.draw.blackjack.cards import PLATE, Laid, badge, card_outlines, laid, net_ink, total_mark
from pitboss.draw.blackjack.round import SIDES, Hand, Place, Side, chips_of, currency_of, signed
from pitboss.draw.svg import (
    CREAM,
    GOLD,
    Markup,
    chip_stack,
    element,
    fitted,
    group,
    middle_text,
    number,
    short_amount,
    text_width,
)
from pitboss.games.blackjack.rules import Rules
from pitboss.money import show

# Heights above the lower edge of the place, which is 0; the results end at theirs and grow upwards.
_NUMBER, _SIDE_NET, _SIDES, _BETS, _RESULTS = -19.0, -48.0, -80.0, -140.0, -192.0
_CIRCLE, _CIRCLE_SEVERAL, _SIDE_CIRCLE = 36.0, 28.0, 25.0
_CHIP, _SIDE_CHIP, _SIDE_APART = 26.0, 18.0, 67.0
_BADGE, _LINE, _NET, _TOTAL, _GAP = 28.0, 26.0, 26.0, 28.0, 5.0
_CARDS_HIGH, _CARD_WIDEST, _OUTLINE = 180.0, 92.0, 62.0
_HANDS_IN_LINE, _INSIDE = 4, "#0a4a30"

_SIDE_X: Final = {Side.SUIT: -_SIDE_APART, Side.INSURANCE: 0.0, Side.HIT: _SIDE_APART}


@dataclass(frozen=True)
class PlacePicture:
    """A place of a table, with what lies on it in a round."""

    rules: Rules
    seat: int
    place: Place | None
    width: float

    def picture(self, x: float, bottom: float, *, scale: float = 1.0) -> Markup:
        """Draw the place with the middle of its lower edge on a point."""
        parts = [*self._circles(), *self._number()]
        if self.place is not None:
            parts += [*self._side_chips(self.place), *self._hands(self.place)]
        if self.place is None or not self.place.hands:
            parts.append(card_outlines(0, _RESULTS - _OUTLINE, _OUTLINE))
        size = "" if scale == 1.0 else f" scale({number(scale)})"
        return group(
            *parts, transform=f"translate({number(x)} {number(bottom)}){size}", data_seat=str(self.seat), class_="place"
        )

    @property
    def height(self) -> float:
        """Return how high the place is with all that lies on it."""
        if self.place is None or not self.place.hands:
            return 2 * _OUTLINE - _RESULTS
        if len(self.place.hands) > _HANDS_IN_LINE:
            return -_foot() + _line_height()
        ways = self._ways(self.place.hands, self.width)
        return max(-_cards_bottom(hand) + way.size[1] for hand, way in zip(self.place.hands, ways, strict=True))

    def _circles(self) -> Iterator[Markup]:
        """Draw what is printed on the cloth: a circle for each main wager, and those of the side wagers."""
        several = self.rules.multiple_action
        for spot in range(several or 1):
            x = _apart(spot, several or 1, 2 * _CIRCLE_SEVERAL + 8)
            radius = _CIRCLE_SEVERAL if several else _CIRCLE
            yield element("circle", cx=x, cy=_BETS, r=radius, fill=_INSIDE, stroke=CREAM, stroke_width=3, class_="bet")
            if several:
                yield middle_text(str(spot + 1), x, _BETS, 24, font_weight="700", fill=CREAM)
        if self.rules.initial_suit is not None:
            label = "K + Q" if self.rules.initial_suit == "king_queen" else "SUIT"
            yield _side_circle(Side.SUIT, label, self.rules.pays(self.rules.initial_suit))
        if "hit" in self.rules.kinds_taken:
            yield _side_circle(Side.HIT, "HIT", self.rules.pays("hit"))

    def _number(self) -> Iterator[Markup]:
        """Draw the plate with the place's number, and beside it what the place won or lost."""
        plate = element("circle", cy=_NUMBER, r=16, fill=PLATE, stroke=GOLD, stroke_width=2)
        figure = middle_text(str(self.seat), 0, _NUMBER, 20, font_weight="700", fill=GOLD)
        if self.place is None or not self.place.hands:
            yield element("g", plate, figure, class_="number")
            return
        net = signed(self.place.net, currency_of(self.rules))
        size = fitted(net, 26, self.width - 60)
        left = -(text_width(net) * size + 40) / 2
        style = {"font_weight": "700", "fill": net_ink(self.place.net), "class_": "net"}
        yield element("g", plate, figure, transform=f"translate({number(left + 16)} 0)", class_="number")
        yield element("text", net, x=left + 40, y=_NUMBER + size * 0.36, font_size=size, **style)

    def _side_chips(self, place: Place) -> Iterator[Markup]:
        """Draw the chips of the side wagers, and below them what came of them."""
        currency = currency_of(self.rules)
        for side, bet in place.sides.items():
            stake, net = sum(bet.stakes), sum(bet.nets)
            text = f"{SIDES[side].short} {signed(net, currency)}" if bet.nets else SIDES[side].short
            size = fitted(text, 18, _SIDE_APART - 2)
            yield element(
                "g",
                chip_stack(
                    _SIDE_X[side],
                    _SIDES,
                    _SIDE_CHIP,
                    chips=chips_of(stake, f"{SIDES[side].name} {show(stake, currency)}", most=2),
                    amount=short_amount(stake, currency),
                    wins=net > 0,
                ),
                middle_text(text, _SIDE_X[side], _SIDE_NET, size, font_weight="600", fill=net_ink(net)),
                data_side=side.value,
            )

    def _hands(self, place: Place) -> Iterator[Markup]:
        """Draw the hands beside each other; more than four become two lines at half the size."""
        hands = place.hands
        if not hands:
            yield from self._stacks(place.wagers, (0,) * len(place.wagers), self.width)
        elif len(hands) <= _HANDS_IN_LINE:
            yield from self._line(hands, 1, self.width)
        else:
            half = -(-len(hands) // 2)
            for line, (first, some) in enumerate(((half + 1, hands[half:]), (1, hands[:half]))):
                up = _foot() / 2 - line * _line_height() / 2
                where = f"translate(0 {number(up)}) scale(0.5)"
                yield group(*self._line(some, first, self.width * 2), transform=where)

    def _line(self, hands: Sequence[Hand], first: int, width: float) -> Iterator[Markup]:
        room = width / len(hands) - _GAP
        for index, (hand, way) in enumerate(zip(hands, self._ways(hands, width), strict=True)):
            x = _apart(index, len(hands), room + _GAP)
            bottom = _cards_bottom(hand)
            yield group(
                *way.cards(hand.cards, 0, bottom),
                total_mark(str(hand.total), 0, bottom, _TOTAL),
                *self._results(hand, room),
                *self._stacks(hand.staked, hand.net, room),
                transform=f"translate({number(x)} 0)",
                data_hand=str(first + index),
            )

    def _ways(self, hands: Sequence[Hand], width: float) -> list[Laid]:
        """Lay the cards of hands that share a width, all as large as those that must be smallest."""
        room = width / len(hands) - _GAP, _CARDS_HIGH
        widest = min(laid(len(hand.cards), room, _CARD_WIDEST).card_width for hand in hands)
        return [laid(len(hand.cards), room, widest) for hand in hands]

    def _results(self, hand: Hand, room: float) -> Iterator[Markup]:
        """Write how the hand ended and its net: below each other, or in a line for each hand of the dealer."""
        currency = currency_of(self.rules)
        ends = list(zip(hand.outcome, hand.net, strict=True))
        if len(ends) == 1:
            outcome, net = ends[0]
            y = _RESULTS - _NET - _BADGE / 2
            yield badge(outcome, outcome.upper(), 0, y, size=(min(room, 150), _BADGE))
            yield _net(signed(net, currency), net, 0, _RESULTS - _NET / 2, room)
            return
        width = min(room, 176)
        for spot, (outcome, net) in enumerate(ends):
            y = _RESULTS - (len(ends) - spot - 0.5) * _LINE
            size = width * 0.58, _LINE - 3
            yield badge(outcome, f"{spot + 1} {outcome.upper()}", -width * 0.21, y, size=size)
            yield _net(signed(net, currency), net, width * 0.3, y, width * 0.4)

    def _stacks(self, stakes: Sequence[int], nets: Sequence[int], room: float) -> Iterator[Markup]:
        """Draw the chips of a hand: a stack for each hand of the dealer that it stands against."""
        count = max(len(stakes), self.rules.multiple_action)
        apart, currency = min(room / count, 2 * _CIRCLE_SEVERAL + 8), currency_of(self.rules)
        for spot, (stake, net) in enumerate(zip(stakes, nets, strict=True)):
            yield chip_stack(
                _apart(spot, count, apart),
                _BETS,
                min(_CHIP, apart / 2 - 1),
                chips=chips_of(stake, f"Wager {show(stake, currency)}"),
                amount=short_amount(stake, currency),
                wins=net > 0,
                data_stake=str(stake),
            )


def _net(text: str, net: int, x: float, y: float, room: float) -> Markup:
    return middle_text(text, x, y, fitted(text, 21, room), font_weight="700", fill=net_ink(net), class_="hand-net")


def _side_circle(side: Side, label: str, pays: int) -> Markup:
    x, odds = _SIDE_X[side], f"{pays} to 1"
    paint = {"fill": "none", "stroke": GOLD, "stroke_dasharray": "5 3"}
    return element(
        "g",
        element("circle", cx=x, cy=_SIDES, r=_SIDE_CIRCLE, stroke_width=2, **paint),
        middle_text(label, x, _SIDES - 6, 14, font_weight="700", fill=GOLD),
        middle_text(odds, x, _SIDES + 9, fitted(odds, 13, 1.6 * _SIDE_CIRCLE), fill=GOLD),
        class_="side-circle",
    )


def _apart(index: int, count: int, step: float) -> float:
    """Return where one of several things lies that are spread evenly around zero."""
    return (index - (count - 1) / 2) * step


def _cards_bottom(hand: Hand) -> float:
    """Return the height on which the cards of a hand stand: above its results, with half of its total below."""
    lines = len(hand.outcome)
    return _RESULTS - (lines * _LINE if lines > 1 else _BADGE + _NET) - _TOTAL / 2 - 3


def _foot() -> float:
    """Return the lower end of a line of hands: that of their chips."""
    return _BETS + _CHIP


def _line_height() -> float:
    """Return how high a line of hands is at most."""
    return _foot() - _RESULTS + 3 * _LINE + _TOTAL + _CARDS_HIGH
