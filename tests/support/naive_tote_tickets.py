"""The tickets of a naive totalizator, written out into every combination they hold (section 14)."""

from itertools import permutations, product
from typing import Any

from tests.support.naive_tote_race import Race, program_order

__all__ = ["Bet", "expand", "positions"]

PLACES = {"win": 1, "place": 1, "show": 1, "exacta": 2, "quinella": 2, "trifecta": 3, "superfecta": 4}
PLACES_OF_TWIN = 3


class Bet:
    """One combination of one ticket, at the ticket's base amount."""

    def __init__(self, ticket: dict[str, Any], source: str, combo: tuple[str, ...]) -> None:
        self.ticket = ticket
        self.source = source
        self.combo = combo
        self.amount: int = ticket["amount"]


def positions(kind: str, races: list[Race]) -> list[Race]:
    """Return, for each selection of a straight ticket, the race it is made in."""
    if kind == "twin_trifecta":
        return races[:1] * PLACES_OF_TWIN
    if kind in PLACES:
        return races[:1] * PLACES[kind]
    return races


def expand(kind: str, races: list[Race], ticket: dict[str, Any], settings: dict[str, Any]) -> list[tuple[str, ...]]:
    """List the distinct combinations of a ticket, as betting interests."""
    where = positions(kind, races)
    is_one_race = kind in PLACES or kind == "twin_trifecta"
    form = ticket.get("form", "straight")
    if form == "straight":
        written = {tuple(ticket["sel"])}
    elif form == "box":
        written = box(ticket["sel"], len(where), is_permuted=is_one_race or settings["multileg_box"] == "permutation")
    elif form == "key_box":
        others = box(ticket["sel"], len(where) - 1, is_permuted=is_one_race)
        written = {(ticket["key"], *rest) for rest in others}
    else:
        written = set(product(*[column(race, chosen) for race, chosen in zip(where, ticket["sel"], strict=True)]))
    found: dict[tuple[str, ...], None] = {}
    for numbers in written:
        combo = tuple(race.interest(number) for race, number in zip(where, numbers, strict=True))
        if is_one_race and len(set(combo)) < len(combo):
            # No betting interest is named twice in one race.
            continue
        if kind == "quinella":
            combo = tuple(sorted(combo, key=program_order))
        found[combo] = None
    return list(found)


def box(numbers: list[str], length: int, *, is_permuted: bool) -> set[tuple[str, ...]]:
    """List the lines of a box: no number twice, or every number everywhere."""
    if is_permuted:
        return set(permutations(numbers, length))
    return set(product(numbers, repeat=length))


def column(race: Race, chosen: list[str] | str) -> list[str]:
    """List what is named in one position of a wheel."""
    if chosen == "ALL":
        return race.listed
    return [chosen] if isinstance(chosen, str) else chosen
