"""The notation of roulette wagers: text that round-trips, and says nothing about what a house offers.

`straight:17` `split:17-20` `row:16-17-18` `triple:0-1-2` `corner:1-2-4-5` `first_four:0-1-2-3`
`first_five:0-00-1-2-3` `six:31-36` `column:2` `dozen:2` `red` `black` `odd` `even` `low` `high`
"""

from __future__ import annotations

from dataclasses import dataclass

from pitboss.errors import BadNotation
from pitboss.games.equipment import POCKETS

INSIDE_KINDS = ("straight", "split", "row", "triple", "corner", "first_four", "first_five", "six")
EVEN_CHANCES = ("red", "black", "odd", "even", "low", "high")
OUTSIDE_KINDS = ("column", "dozen", *EVEN_CHANCES)
KINDS = (*INSIDE_KINDS, *OUTSIDE_KINDS)


@dataclass(frozen=True, slots=True)
class Bet:
    """A wager as written: a kind and the numbers behind the colon."""

    kind: str
    numbers: tuple[str, ...] = ()

    def __str__(self) -> str:
        """Write the bet in the notation."""
        return f"{self.kind}:{'-'.join(self.numbers)}" if self.numbers else self.kind


def parse_bet(text: object) -> Bet:
    """Read the notation: a kind it knows, and numbers that a wheel has.

    Whether a layout offers such a position is the layout's affair (`split:1-3` parses).

    >>> str(parse_bet("split:17-20"))
    'split:17-20'
    """
    if not isinstance(text, str):
        raise BadNotation("a bet is text such as straight:17", value=text)
    kind, colon, rest = text.partition(":")
    if kind not in KINDS:
        raise BadNotation(f"no such kind of wager; the kinds are {', '.join(KINDS)}", value=text)
    numbers = tuple(rest.split("-")) if colon else ()
    unknown = [number for number in numbers if number not in POCKETS]
    if unknown:
        raise BadNotation(f"{unknown[0]!r} is not a number of a roulette wheel", value=text)
    return Bet(kind, numbers)


def canonical(kind: str, covers: tuple[str, ...]) -> Bet:
    """Return the bet that names these pockets: numbers ascending, 0 before 00; six numbers by first and last."""
    ordered = tuple(sorted(covers, key=POCKETS.index))
    return Bet(kind, (ordered[0], ordered[-1]) if kind == "six" else ordered)
