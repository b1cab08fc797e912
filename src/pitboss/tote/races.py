"""Races as the calculation needs them: betting interests, scratches, orders of finish with dead heats and entries."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import permutations, product


def number_key(name: str) -> tuple[int, str]:
    """Sort program numbers as people do: 2 before 10, 1 before 1A.

    >>> sorted(["10", "1A", "2", "1"], key=number_key)
    ['1', '1A', '2', '10']
    """
    digits = name[: len(name) - len(name.lstrip("0123456789"))]
    return (int(digits) if digits else 10**9, name)


@dataclass(frozen=True)
class Race:
    """One race: its betting interests in the order of their numbers, and what became of it."""

    name: str
    interests: tuple[str, ...]
    interest_of: dict[str, int] = field(compare=False)
    """Runner to the place of its betting interest in `interests`."""
    scratched_early: int = 0
    """A mask of interests all of whose runners are out, the last of them before the pool's first race closed."""
    scratched_late: int = 0
    result: tuple[tuple[str, ...], ...] | None = None
    cancelled: str | None = None
    favorite: int | None = None
    """The interest that takes the place of a scratched selection."""
    is_unranked: bool = False
    """Whether nobody can tell its favourite, so that a scratched selection is refunded in its place."""

    @property
    def scratched(self) -> int:
        """Return the mask of all interests that did not start."""
        return self.scratched_early | self.scratched_late

    @property
    def all(self) -> int:
        """Return the mask of every interest listed."""
        return (1 << len(self.interests)) - 1

    @property
    def is_run(self) -> bool:
        """Tell whether there is an official result."""
        return self.cancelled is None and self.result is not None

    @property
    def is_over(self) -> bool:
        """Tell whether nothing more comes: it was run, or will not be."""
        return self.cancelled is not None or self.result is not None

    def favorite_by(self, amounts: Sequence[int]) -> int | None:
        """Return the standing interest with the most money to win; of equals the one with the lowest program number.

        An entry or a field has the number of the lowest of its runners, whatever it is bet under.
        """
        lowest: dict[int, tuple[int, str]] = {}
        for runner, i in self.interest_of.items():
            lowest[i] = min(lowest.get(i, number_key(runner)), number_key(runner))
        standing = [i for i in range(len(self.interests)) if not self.scratched >> i & 1]
        return min(standing, key=lambda i: (-amounts[i], lowest[i]), default=None)

    @cached_property
    def order(self) -> tuple[tuple[int, ...], ...]:
        """Return the reduced order: each interest once, at its best runner's place; empty places vanish."""
        seen: set[int] = set()
        places = []
        for runners in self.result or ():
            found = sorted({self.interest_of[runner] for runner in runners} - seen)
            seen.update(found)
            if found:
                places.append(tuple(found))
        return tuple(places)

    @property
    def winners(self) -> tuple[int, ...]:
        """Return the interests in the first place."""
        return self.order[0] if self.order else ()

    def sequences(self, length: int) -> list[tuple[int, ...]]:
        """Return every way of filling so many places, permuting within dead heats; fewer where fewer finished."""
        ways: list[list[tuple[int, ...]]] = []
        left = length
        for group in self.order:
            if left <= 0:
                break
            take = min(left, len(group))
            ways.append(list(permutations(group, take)))
            left -= take
        return sorted({tuple(i for part in parts for i in part) for parts in product(*ways)})

    def numbers(self, interests: Sequence[int | None], *, separator: str = "-") -> str:
        """Write interests, or ALL, one after the other."""
        return separator.join("ALL" if i is None else self.interests[i] for i in interests)

    def runners_by_place(self) -> Iterator[list[int]]:
        """Yield the interests of the runners of each place, an interest as often as it has runners there."""
        for runners in self.result or ():
            yield [self.interest_of[runner] for runner in runners]
