"""Exact lengths for equipment: balls in sixteenths of an inch, wheels in inches or metres.

Kept as fractions of a millimetre, so that 12/16 inch is not a hair under itself.
"""

from __future__ import annotations

import re
from fractions import Fraction

from pitboss.errors import BadConfig

__all__ = ["length_mm"]

_MM_PER = {"mm": Fraction(1), "cm": Fraction(10), "m": Fraction(1000), "in": Fraction(254, 10)}
_LENGTH = re.compile(r"(?P<number>\d{1,6}(?:/[1-9]\d{0,5}|\.\d{1,6})?) ?(?P<unit>mm|cm|m|in)", re.ASCII)


def length_mm(text: object) -> Fraction:
    """Read a length such as "13/16 in", "0.75 m" or "20 mm" into millimetres.

    >>> length_mm("12/16 in")
    Fraction(381, 20)
    """
    match = _LENGTH.fullmatch(text) if isinstance(text, str) else None
    if match is None:
        raise BadConfig('a length is a number and a unit (mm, cm, m, in), such as "13/16 in"', value=text)
    return Fraction(match["number"]) * _MM_PER[match["unit"]]
