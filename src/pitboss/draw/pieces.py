"""The pieces that pages lay where the state says: a whole deck, and the six faces of a die, each as one picture.

A page fetches the picture once, and copies the card (`data-card="AS"`) or the face (`data-die="5"`) it needs: every
piece stands at the zero point of a group of its own.
"""

from __future__ import annotations

from functools import cache
from typing import Final

from pitboss.draw.blackjack.cards import HEIGHT, card, card_back
from pitboss.draw.sicbo.table import die
from pitboss.draw.svg import Markup, element, number, picture
from pitboss.games.cards import DECK

CARD: Final = 100.0
"""How wide a card is, in the units of the picture."""
DIE: Final = 100.0
_GAP: Final = 10.0
_RANKS: Final = 13
_FACES: Final = range(1, 7)


@cache
def deck_picture() -> str:
    """Return all cards and a back, in rows of one suit.

    >>> deck_picture().count("data-card=")
    53
    """
    width, height = CARD + _GAP, CARD * HEIGHT + _GAP
    pieces = []
    for place, drawn in enumerate(DECK):
        row, column = divmod(place, _RANKS)
        pieces.append(_at(card(str(drawn), 0, 0, CARD), column * width, row * height))
    pieces.append(_at(element("g", card_back(0, 0, CARD), data_card="back"), 0, 4 * height))
    return picture(
        "deck",
        _RANKS * width,
        5 * height,
        *pieces,
        title="Playing cards",
        description="A deck, and the back of a card.",
    )


@cache
def dice_picture() -> str:
    """Return the six faces of a die, beside each other."""
    pieces = [_at(die(face, 0, 0, DIE), (face - 0.5) * (DIE + _GAP), DIE / 2) for face in _FACES]
    return picture("dice", 6 * (DIE + _GAP), DIE, *pieces, title="Dice", description="The faces of a die, 1 to 6.")


def _at(piece: Markup, x: float, y: float) -> Markup:
    return element("g", piece, transform=f"translate({number(x)} {number(y)})")
