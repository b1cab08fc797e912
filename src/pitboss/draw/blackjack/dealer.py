"""The dealer's side of a blackjack table as a picture: hands, the house's chips, shoe or deck, and discard rack."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from pitboss.draw.blackjack.cards import card_back, card_outlines, laid
from pitboss.draw.blackjack.marks import badge, total_mark
from pitboss.draw.svg import CREAM, GOLD, INK, element, group, middle_text, number

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pitboss.draw.blackjack.round import DealerHand, SettledRound
    from pitboss.draw.svg import Markup
    from pitboss.games.blackjack.rules import Rules

__all__ = ["dealer_hands", "discard_rack", "shoe", "tray"]

_CARD_WIDEST, _MARK = 98.0, 32.0
_CHIPS: Final = ("#e0a91b", "#7a3fb0", "#4a4642", "#17854a", "#d63a45", "#fbfaf5")
_WOOD, _PANEL, _STEEL = "#241d1a", "#3b2f29", "#c9c1ad"
_LABEL = 19.0


def dealer_hands(settled: SettledRound | None, x: float, bottom: float, width: float, height: float) -> Markup:
    """Draw the dealer's hands beside each other on a line, or where the cards of one would lie."""
    hands = () if settled is None else settled.dealer
    if not hands:
        return group(card_outlines(x, bottom - 0.7 * _CARD_WIDEST, _CARD_WIDEST), class_="dealer")
    room = width / len(hands)
    parts = (
        group(
            *_hand(hand, f"Hand {index + 1}: " if hands[1:] else "", (room - 16, height)),
            transform=f"translate({number(x + (index - (len(hands) - 1) / 2) * room)} {number(bottom)})",
            data_dealer=str(index + 1),
        )
        for index, hand in enumerate(hands)
    )
    return group(*parts, class_="dealer")


def _hand(hand: DealerHand, which: str, room: tuple[float, float]) -> Iterator[Markup]:
    yield from laid(len(hand.cards), room, _CARD_WIDEST).cards(hand.cards, 0, 0)
    if hand.blackjack:
        yield badge("blackjack", f"{which}BLACKJACK", 0, 0, size=(room[0], _MARK))
    else:
        yield total_mark(f"{which}{hand.total}", 0, 0, _MARK)


def tray(x: float, y: float, width: float) -> Markup:
    """Draw the house's chips in their container."""
    columns, high = 2 * len(_CHIPS), 44.0
    step = (width - 16) / columns
    parts = [element("rect", x=x - width / 2, y=y, width=width, height=high + 16, rx=8, fill=_WOOD, stroke=INK)]
    for column in range(columns):
        left = x - width / 2 + 10 + column * step
        colour = _CHIPS[min(column, columns - 1 - column)]
        ridges = (f"M{number(left)} {number(y + 8 + ridge * 5.5)}h{number(step - 4)}" for ridge in range(1, 8))
        parts += [
            element("rect", x=left, y=y + 8, width=step - 4, height=high, rx=6, fill=colour),
            element("path", d="".join(ridges), stroke=INK, stroke_width=1.5, opacity=0.35),
        ]
    return group(element("title", "Table inventory"), *parts, class_="tray")


def shoe(rules: Rules, x: float, y: float) -> Markup:
    """Draw what the cards come from around a point: a shoe, or the deck where they are dealt from the hand."""
    decks = "1 deck" if rules.shoe_decks == 1 else f"{rules.shoe_decks} decks"
    if rules.is_pitch:
        words, parts = f"Pitch, {decks}", [card_back(-36 + step * 1.5, -46 - step * 1.5, 66) for step in range(8)]
    else:
        words = f"Shoe, {decks}"
        parts = [
            card_back(-78, -34, 54, turned=6),
            element("path", d="M-34-62L66-44V44L-34 62Z", fill=_WOOD, stroke=GOLD, stroke_width=2),
            element("path", d="M-20-38L52-26V26L-20 38Z", fill=_PANEL),
            element("path", d="M-34-62V62", stroke=_STEEL, stroke_width=5),
        ]
    label = middle_text(words, 0, 86, _LABEL, fill=CREAM)
    return group(*parts, label, transform=f"translate({number(x)} {number(y)})", class_="shoe")


def discard_rack(x: float, y: float) -> Markup:
    """Draw the rack for the cards of rounds that are over, around a point."""
    cards = [card_back(-33 + step * 1.5, -46 - step * 1.5, 66) for step in range(4)]
    rack = element("path", d="M-52-40V60H52V-40H42V50H-42V-40Z", fill=_STEEL, stroke=INK, stroke_width=1, opacity=0.9)
    label = middle_text("Discard rack", 0, 86, _LABEL, fill=CREAM)
    return group(*cards, rack, label, transform=f"translate({number(x)} {number(y)})", class_="rack")
