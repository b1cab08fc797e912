"""The races of a naive totalizator: who runs, who is scratched, in what order the betting interests finished.

Section numbers are those of the calculation's specification. Nothing is shared with the package, so that a slip there
is no slip here.
"""

from collections.abc import Iterable
from itertools import permutations
from typing import Any

__all__ = ["Race", "program_order"]


def program_order(name: str) -> tuple[int, int, str]:
    """Return what betting interests are sorted by: the number, then the letters; a name without a number last."""
    digits = ""
    for sign in name:
        if not sign.isdigit():
            break
        digits += sign
    return (0, int(digits), name[len(digits) :]) if digits else (1, 0, name)


class Race:
    """One race of a card, as its document has it."""

    def __init__(self, number: str, document: dict[str, Any]) -> None:
        self.number = number
        self.document = document
        self.cancelled: str | None = document.get("cancelled")
        self.interest_of_runner: dict[str, str] = {}
        scratches: dict[str, list[str | None]] = {}
        self.out: list[str] = []
        for entry in document["runners"]:
            runner = {"no": entry} if isinstance(entry, str) else entry
            interest = runner.get("entry", runner["no"])
            self.interest_of_runner[runner["no"]] = interest
            scratches.setdefault(interest, []).append(runner.get("scratched"))
            if runner.get("scratched"):
                self.out.append(runner["no"])
        # Every betting interest of the programme, the scratched ones too (14: ALL is every one listed).
        self.listed = list(scratches)
        # A betting interest is out when all its parts are, and since the last of them went (6).
        self.scratched: dict[str, str] = {}
        for interest, times in scratches.items():
            if all(times):
                self.scratched[interest] = "late" if "late" in times else "early"
        self.places = self.read_places(document.get("result"))
        self.order = self.reduce()

    def read_places(self, result: list[list[str]] | None) -> list[list[str]] | None:
        """Return the places without runners that were declared no starters (6); None where there is no result."""
        if result is None or self.cancelled:
            return None
        places = [[number for number in place if number not in self.out] for place in result]
        return [place for place in places if place]

    def is_run(self) -> bool:
        """Tell whether the race has a result that counts."""
        return self.places is not None

    def is_waiting(self) -> bool:
        """Tell whether the race is still to be run."""
        return not self.is_run() and not self.cancelled

    def interest(self, name: str) -> str:
        """Return the betting interest that a number on a ticket stands for (1)."""
        return self.interest_of_runner.get(name, name)

    def starters(self) -> list[str]:
        """Return the betting interests that are not scratched, by program number."""
        return sorted((one for one in self.listed if one not in self.scratched), key=program_order)

    def reduce(self) -> list[list[str]]:
        """Return the reduced order: each betting interest once, at its best place; emptied places vanish (5.2)."""
        seen: set[str] = set()
        reduced = []
        for place in self.places or []:
            new = {self.interest(number) for number in place} - seen
            seen |= new
            if new:
                reduced.append(sorted(new, key=program_order))
        return reduced

    def first(self) -> list[str]:
        """Return the betting interests in first place, several after a dead heat."""
        return self.group(0)

    def group(self, place: int) -> list[str]:
        """Return the betting interests at a place of the reduced order, none if it has not so many."""
        return self.order[place] if place < len(self.order) else []

    def sequences(self, length: int) -> list[tuple[str, ...]]:
        """Return every way of filling the first places, shorter if fewer finished (5.3, 5.5)."""
        ways: list[tuple[str, ...]] = [()]
        for group in self.order:
            free = min(length - len(ways[0]), len(group))
            ways = [(*way, *more) for way in ways for more in permutations(group, free)]
        return sorted_combos(way for way in ways if way)

    def won_by(self, interest: str) -> "Race":
        """Return the race as it would be if one betting interest won it alone, for will-pays (15)."""
        runner = next(
            number for number, one in self.interest_of_runner.items() if one == interest and number not in self.out
        )
        return Race(self.number, {**self.document, "result": [[runner]]})


def sorted_combos(combos: Iterable[tuple[str, ...]]) -> list[tuple[str, ...]]:
    """Sort combinations by their program numbers."""
    return sorted(combos, key=lambda combo: [program_order(one) for one in combo])
