"""Chips by denomination as people write them: `10x25 40x0.25` is ten at 25 and forty at a quarter."""

from __future__ import annotations

from typing import Annotated, Final

import msgspec

from pitboss.money import Currency
from pitboss.rulebook.names import END

_SORTS_MAX: Final = 10
_MINOR: Final = r"(?:[1-9][0-9]{0,5}(?:\.[0-9]{2})?|0\.(?:0[1-9]|[1-9][0-9]))"
_WHOLE: Final = r"[1-9][0-9]{0,7}"


def _pattern(value: str) -> str:
    piece = rf"[1-9][0-9]{{0,5}}x{value}"
    return rf"^(?:{piece}(?: {piece}){{0,{_SORTS_MAX - 1}}})?{END}"


_BY_DIGITS: Final = {0: _pattern(_WHOLE), 2: _pattern(_MINOR)}
"""How chips are written, by the digits that a currency has after its point."""
Pieces = Annotated[
    str,
    msgspec.Meta(
        pattern=_pattern(rf"(?:{_MINOR}|{_WHOLE})"),
        description="Chips by denomination: 10x25 40x0.25; nothing is none.",
    ),
]


def pattern_for(currency: Currency) -> str:
    """Return the pattern of chips in a currency; each text of it is worth whole minor units."""
    return _BY_DIGITS[currency.exponent]


def worth(pieces: str, currency: Currency) -> int:
    """Return what chips are worth, in minor units.

    >>> worth("10x25 40x0.25", Currency.of("USD")), worth("", Currency.of("VND"))
    (26000, 0)
    """
    total = 0
    for piece in pieces.split():
        count, _, value = piece.partition("x")
        whole, _, part = value.partition(".")
        digits = currency.exponent
        total += int(count) * (int(whole) * 10**digits + int((part or "0").ljust(digits, "0") if digits else 0))
    return total
