"""Bets as robots call them at a window: near the morning line, straight, boxed, keyed or wheeled."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pitboss.tote.combos import bits
from pitboss.tote.day import acts as a
from pitboss.tote.day.racecard import pool_id

if TYPE_CHECKING:
    from pitboss.demo.robots.scene import Chance
    from pitboss.tote.day.state import Book, Day, RaceDay

__all__ = ["bet_in", "standing"]

_WORDS = {
    "win": "WN", "place": "PL", "show": "SH", "exacta": "EX", "quinella": "QU", "trifecta": "TRI",
    "superfecta": "SUPER", "double": "DD", "pick3": "P3", "pick6": "P6", "twin_trifecta": "TT",
}  # fmt: skip
_PLACES = {"exacta": 2, "quinella": 2, "trifecta": 3, "superfecta": 4, "twin_trifecta": 3}
_ACROSS = ("win", "place", "show")
_TIMES = (1, 1, 1, 2, 2, 5, 10)
_EVEN = 1.0


def standing(race: RaceDay) -> list[str]:
    """Return the numbers that can be bet on, one for each betting interest that has a runner left."""
    out = set(bits(race.out_mask()))
    return [name for index, name in enumerate(race.race.interests) if index not in out]


def bet_in(state: Day, chance: Chance, book: Book) -> a.WindowBet | None:
    """Draw a bet in a pool; None where too few runners stand."""
    races = [state.races[book.track, number] for number in book.card.races]
    runners = _runners(chance, book.kind, races)
    if runners is None:
        return None
    amount, word = book.card.minimum_minor * chance.choice(_TIMES), _WORDS[book.kind]
    across = [state.books.get(pool_id(book.track, book.first, kind)) for kind in _ACROSS]
    if book.kind in _ACROSS and all(across) and chance.random() < 0.2:
        amount, word = max(entry.card.minimum_minor for entry in across if entry is not None), "ACROSS"
    dollars, cents = divmod(amount, 100)
    money = f"${dollars}.{cents:02}" if cents else f"${dollars}"
    return a.WindowBet(book.track, book.first, f"{money} {word} {runners}")


def _runners(chance: Chance, kind: str, races: list[RaceDay]) -> str | None:
    if kind in _PLACES:
        return _ordered(chance, kind, races[0])
    if len(races) == 1:
        found = _liked(chance, races[0], 1)
        return found[0] if found else None
    legs = []
    for race in races:
        found = _liked(chance, race, chance.choice((1, 1, 2)))
        if not found:
            return None
        legs.append("ALL" if chance.random() < 0.1 and len(races) < 4 else ",".join(found))
    return "/".join(legs)


def _ordered(chance: Chance, kind: str, race: RaceDay) -> str | None:
    """Draw runners for the places of one race: straight, or in one of the forms that several bets are sold in."""
    places = _PLACES[kind]
    liked = _liked(chance, race, places + 1)
    if len(liked) < places:
        return None
    form = "straight" if kind == "twin_trifecta" else chance.choice(("straight", "straight", "box", "key", "wheel"))
    if form == "box":
        return f"BOX {','.join(liked)}"
    if form == "key" and len(liked) > places:
        return f"KEY {liked[0]}/{','.join(liked[1:])}"
    separator = "-" if kind == "quinella" else "/"
    if form == "wheel" and places < 4:
        return separator.join([*liked[: places - 1], "ALL"])
    return separator.join(liked[:places])


def _liked(chance: Chance, race: RaceDay, count: int) -> list[str]:
    """Draw so many different interests, those with a short morning line more often."""
    left = {name: _weight(race, name) for name in standing(race)}
    found: list[str] = []
    while left and len(found) < count:
        found.append(chance.choices(list(left), list(left.values()))[0])
        del left[found[-1]]
    return found


def _weight(race: RaceDay, interest: str) -> float:
    """Return how likely a runner is by its morning line: one to so much more than one."""
    line = next((runner.morning_line for runner in race.card.runners if runner.interest == interest), None)
    against, _, to = (line or "").partition("-")
    if not against.isdigit() or not to.isdigit() or not int(to):
        return _EVEN / 8
    return _EVEN / (int(against) / int(to) + 1)
