"""The fifty selections of sic bo: their notation, and which throws each of them wins on.

`triple:4` `any_triple` `pair:3` `total:11` `combination:2-5` `small` `big` `one:6`
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import combinations, product

from pitboss.errors import BadNotation
from pitboss.rulebook.clauses import cites

Throw = tuple[int, int, int]

KINDS = ("triple", "any_triple", "pair", "total", "combination", "small", "big", "one")
FACES = range(1, 7)
THROWS: tuple[Throw, ...] = tuple(product(FACES, FACES, FACES))
"""Every throw of three dice, in the order that indexes the pay table."""


@dataclass(frozen=True, slots=True)
class Selection:
    """A place on the layout: its notation, and the kind whose odds and limits it has (`total:7` has its own)."""

    index: int
    bet: str
    kind: str
    numbers: tuple[int, ...]


@cites("SB-Ba", "SB-Bb", "SB-Bc", "SB-Bd", "SB-Be", "SB-Bf", "SB-Bg", "SB-Bh")
def _selections() -> tuple[Selection, ...]:
    """List every place of the layout."""
    bets: list[tuple[str, tuple[int, ...]]] = [("triple", (face,)) for face in FACES]
    bets.append(("any_triple", ()))
    bets += [("pair", (face,)) for face in FACES]
    bets += [("total", (total,)) for total in range(4, 18)]
    bets += [("combination", pair) for pair in combinations(FACES, 2)]
    bets += [("small", ()), ("big", ())]
    bets += [("one", (face,)) for face in FACES]
    found = []
    for index, (kind, numbers) in enumerate(bets):
        text = f"{kind}:{'-'.join(map(str, numbers))}" if numbers else kind
        found.append(Selection(index, text, text if kind == "total" else kind, numbers))
    return tuple(found)


SELECTIONS = _selections()
BY_BET = {selection.bet: selection for selection in SELECTIONS}


def parse_bet(text: object) -> tuple[str, tuple[int, ...]]:
    """Read the notation: a kind it knows, and numbers that dice can show or add up to.

    Whether the layout has such a place is the layout's affair (`total:3` parses).

    >>> parse_bet("combination:2-5")
    ('combination', (2, 5))
    """
    if not isinstance(text, str):
        raise BadNotation("a bet is text such as total:11", value=text)
    kind, colon, rest = text.partition(":")
    if kind not in KINDS:
        raise BadNotation(f"no such kind of wager; the kinds are {', '.join(KINDS)}", value=text)
    known = {str(number) for number in (range(3, 19) if kind == "total" else FACES)}
    parts = rest.split("-") if colon else []
    unknown = [part for part in parts if part not in known]
    if unknown:
        what = "a total of three dice" if kind == "total" else "a number of a die"
        raise BadNotation(f"{unknown[0]!r} is not {what}", value=text)
    return kind, tuple(map(int, parts))


def times_shown(selection: Selection, throw: Throw, *, is_pair_exact: bool) -> int:
    """Return how often a selection's number shows if it wins, and 0 if it loses; only one of a kind counts past 1.

    A triple beats small and big; whether it wins two of a kind is the house's choice (Q9).

    >>> times_shown(BY_BET["one:3"], (3, 3, 5), is_pair_exact=False)
    2
    """
    kind, _, _ = selection.bet.partition(":")
    shown = throw.count(selection.numbers[0]) if selection.numbers else 0
    is_triple, total = len(set(throw)) == 1, sum(throw)
    if kind == "one":
        return shown
    is_won = {
        "triple": shown == 3,
        "any_triple": is_triple,
        "pair": shown == 2 or (shown == 3 and not is_pair_exact),
        "total": selection.numbers == (total,),
        "combination": bool(selection.numbers) and set(selection.numbers) <= set(throw),
        "small": 4 <= total <= 10 and not is_triple,
        "big": 11 <= total <= 17 and not is_triple,
    }
    return int(is_won[kind])
