"""What a runner wears beneath its number: the colours of saddlecloths, saddle pads and greyhound blankets.

A program names the colour and shows it; the name is what counts, since not everybody sees colours and not every
printer has them. Numbers beyond the custom have none.
"""

from __future__ import annotations

from string import ascii_uppercase
from typing import Final

import msgspec

from pitboss.rulebook import cites


class Cloth(msgspec.Struct, frozen=True, omit_defaults=True):
    """A colour by its name and as screens and printers take it; `bands` is the second of two colours."""

    name: str
    ground: str
    ink: str
    """The number's, chosen so that it is read on the ground; at a track it may be another."""
    bands: str = ""


_WHITE, _BLACK, _YELLOW = "#ffffff", "#141414", "#ffd92e"
_RED, _BLUE, _GREEN, _PINK, _PURPLE, _GRAY = "#c8102e", "#1746a2", "#0b6b3a", "#f7a8c4", "#5b2a86", "#a9adb2"

_HORSE: Final = (
    Cloth("red", _RED, _WHITE),
    Cloth("white", _WHITE, _BLACK),
    Cloth("blue", _BLUE, _WHITE),
    Cloth("yellow", _YELLOW, _BLACK),
    Cloth("green", _GREEN, _WHITE),
    Cloth("black", _BLACK, _YELLOW),
    Cloth("orange", "#f58220", _BLACK),
    Cloth("pink", _PINK, _BLACK),
    Cloth("turquoise", "#3cc8c4", _BLACK),
    Cloth("purple", _PURPLE, _WHITE),
    Cloth("gray", _GRAY, _BLACK),
    Cloth("lime", "#b5e61d", _BLACK),
    Cloth("brown", "#6b4423", _WHITE),
    Cloth("maroon", "#6d1029", _YELLOW),
    Cloth("khaki", "#c8b98a", _BLACK),
    Cloth("copen blue", "#7fb2e5", _BLACK),
    Cloth("navy", "#14213d", _WHITE),
    Cloth("forest green", "#1f4d2b", _YELLOW),
    Cloth("moonstone", "#3f5f8f", _WHITE),
    Cloth("fuchsia", "#c01580", _WHITE),
)
# Saddle pads as Indiana prescribes them, 71 IAC 7-3-33.
_HARNESS: Final = (
    Cloth("red", _RED, _WHITE),
    Cloth("blue", _BLUE, _WHITE),
    Cloth("white", _WHITE, _BLACK),
    Cloth("green", _GREEN, _WHITE),
    Cloth("black", _BLACK, _WHITE),
    Cloth("yellow", _YELLOW, _BLACK),
    Cloth("pink", _PINK, _BLACK),
    Cloth("gray", _GRAY, _BLACK),
    Cloth("purple", _PURPLE, _WHITE),
    Cloth("blue and red", _BLUE, _WHITE, _RED),
    Cloth("light blue", "#9fd3f0", _BLACK),
    Cloth("red and white", _RED, _WHITE, _WHITE),
)
_GREYHOUND: Final = (
    Cloth("red", _RED, _WHITE),
    Cloth("blue", _BLUE, _WHITE),
    Cloth("white", _WHITE, _BLACK),
    Cloth("green", _GREEN, _WHITE),
    Cloth("black", _BLACK, _WHITE),
    Cloth("yellow and black", _YELLOW, _BLACK),
    Cloth("green and white", _GREEN, _WHITE, _WHITE),
    Cloth("yellow and black stripes", _YELLOW, _BLACK, _BLACK),
)
CLOTHS: Final = {"horse": _HORSE, "harness": _HARNESS, "greyhound": _GREYHOUND}
"""What runs to what it wears, from number 1 on."""


@cites("PW-A7")
def cloth_of(runs: str, number: str) -> Cloth | None:
    """Return what the runner of a program number wears, if custom has a colour for it; 1A wears what 1 wears.

    >>> cloth_of("horse", "1A").name, cloth_of("greyhound", "2").name, cloth_of("greyhound", "9")
    ('red', 'blue', None)
    """
    place = int(number.rstrip(ascii_uppercase)) - 1
    return CLOTHS[runs][place] if place < len(CLOTHS[runs]) else None
