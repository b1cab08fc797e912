"""A bet as it is called at the window: pool, base amount, form and runners, before any race is looked at.

A value that exists could be sold somewhere: what would hold no combination in any race, or names runners that change
nothing, is refused as no bet. What a house sells is for its edition to say (`rules.py`).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Final, Literal

from pitboss.errors import BadNotation
from pitboss.money import STAKE_MAX
from pitboss.rulebook import cites
from pitboss.tote.combos import LEGS, POSITIONS, Masks, bits, combinations_of


@cites("PW-C15", "Q36")
def both_ways(keys: int, every: int) -> list[Masks]:
    """Return an exacta wheel with the keys on top and below; two keys with each other are in the first row only.

    >>> both_ways(0b0001, 0b1111)
    [(1, 15), (14, 1)]
    """
    return [(keys, every), (every & ~keys, keys)]


@cites("PW-C16", "Q37")
def order_free(groups: Sequence[int], every: int, places: int) -> Iterator[Masks]:
    """Yield rows for "a runner of each group among the first places, in any order", each combination in one row.

    Every group needs a runner of its own: one that stands in two groups serves only one of them. Places that no group
    needs take anybody. Filling the places from the first, all runners after which the same groups could have been
    served go on together; two rows therefore differ at some place in runners that no other row has there.

    >>> list(order_free([0b001, 0b010], 0b111, 2)), list(order_free([0b001], 0b111, 2))
    ([(1, 2), (2, 1)], [(1, 7), (6, 1)])
    """
    alike: dict[int, int] = {}
    for interest in bits(every):
        member_of = sum(1 << place for place, group in enumerate(groups) if group >> interest & 1)
        alike[member_of] = alike.get(member_of, 0) | 1 << interest
    yield from _filled(frozenset({0}), (), alike, len(groups), places)


def _filled(served: frozenset[int], row: Masks, alike: dict[int, int], groups: int, places: int) -> Iterator[Masks]:
    """Yield the ways to fill the remaining places; `served` are the sets of groups that the row so far can serve."""
    left = places - len(row)
    if max(one.bit_count() for one in served) + left < groups:
        return
    if not left:
        yield row
        return
    onward: dict[frozenset[int], int] = {}
    for member_of, runners in alike.items():
        after = served | {one | 1 << group for one in served for group in bits(member_of)}
        onward[after] = onward.get(after, 0) | runners
    for after, runners in onward.items():
        yield from _filled(after, (*row, runners), alike, groups, places)


ALL: Final = "ALL"
Part = tuple[str, ...] | Literal["ALL"]
Form = Literal["straight", "box", "key_box", "wheel", "partial_wheel", "any_order"]
Direction = Literal["top", "below", "both"]

KINDS: Final = (
    "win", "place", "show", "across_the_board", "exacta", "quinella", "trifecta", "superfecta", "double", "pick3",
    "pick6", "twin_trifecta",
)  # fmt: skip
_ACROSS: Final = ("win", "place", "show")
_FORMS: Final = ("straight", "box", "key_box", "wheel", "partial_wheel", "any_order")
_ORDERED: Final = ("exacta", "trifecta", "superfecta", "twin_trifecta")
_NUMBER: Final = re.compile(r"[1-9][0-9]?[A-Z]?")
_SHOWN_MAX: Final = 20


@dataclass(frozen=True, slots=True)
class BetText:
    """One bet as called; `amount` is the base amount in cents, for each combination.

    >>> BetText("exacta", 200, "key_box", (("4", "7"),), key="1").places
    2
    """

    kind: str
    amount: int
    form: Form
    parts: tuple[Part, ...]
    """Program numbers, or ALL, of each position, leg or group; a single list for a box, and for what follows a key."""
    key: str | None = None
    direction: Direction | None = None
    """Where the key of an exacta wheel stands; None for every other bet."""

    def __post_init__(self) -> None:
        if self.kind not in KINDS:
            raise BadNotation(f"expected one of {', '.join(KINDS)}", field="kind", value=self.kind)
        if self.form not in _FORMS:
            raise BadNotation(f"expected one of {', '.join(_FORMS)}", field="form", value=self.form)
        if type(self.amount) is not int or not 1 <= self.amount <= STAKE_MAX:
            raise BadNotation(f"expected from 1 to {STAKE_MAX} cents", field="amount", value=self.amount)
        self._refuse_form()
        self._refuse_parts()
        self._refuse_key()
        self._refuse_shape()
        self._refuse_nothing()

    @property
    @cites("PW-C1", "PW-C2", "PW-C3", "PW-C4")
    def pools(self) -> tuple[str, ...]:
        """Return the types of the pools that take the bet, each of them all of it."""
        return _ACROSS if self.kind == "across_the_board" else (self.kind,)

    @property
    @cites("PW-C6", "PW-C7", "PW-C8", "PW-C10")
    def places(self) -> int:
        """Return how many positions or legs a combination has."""
        return POSITIONS.get(self.kind) or LEGS.get(self.kind, 1)

    @property
    @cites("PW-C5", "PW-C9", "PW-C11", "PW-C12")
    def races(self) -> int:
        """Return how many races the bet's pool is on."""
        return LEGS.get(self.kind, 1)

    @property
    @cites("PW-C13", "PW-C14")
    def placed(self) -> tuple[Part, ...]:
        """Return the runners of each position or leg, with a box and a key box written out; else the parts.

        Over several races a box has all of its numbers in every leg, and a key box its key in the first leg and the
        others in each of the rest.
        """
        if self.form == "box":
            return self.parts * self.places
        if self.key is not None:
            return ((self.key,), *self.parts * (self.places - 1))
        return self.parts

    def race_of(self, place: int) -> int:
        """Return which of the pool's races a position or leg belongs to; a twin trifecta is called for its first."""
        return place if self.races > 1 and self.kind not in POSITIONS else 0

    def rows(self, every: Sequence[int], bit_of: Callable[[int, str], int]) -> list[Masks]:
        """Return rows of masks without a combination in common, given ALL of each race and a runner's bit in a race."""

        def mask(part: Part, race: int) -> int:
            found = 0
            for number in () if part == ALL else part:
                found |= 1 << bit_of(race, number)
            return every[race] if part == ALL else found

        if self.race_of(1):
            masks = tuple(mask(part, leg) for leg, part in enumerate(self.placed))
        else:
            masks = tuple(mask(part, 0) for part in self.placed)
        rows = [masks]
        if self.form == "any_order":
            rows = list(order_free(masks, every[0], self.places))
        elif self.direction == "both":
            rows = both_ways(masks[0], every[0])
        return [row for row in rows if combinations_of(self.pools[0], row)]

    def _refuse_form(self) -> None:
        """Refuse a form that changes nothing about a bet of this kind."""
        if self.form == "any_order" and self.kind not in _ORDERED:
            reason = f"expected no groups in any order: {said(self.kind)} has no order of finish to leave open"
            raise BadNotation(reason, field="form", value=self.form)
        if self.form == "key_box" and self.places == 1:
            reason = f"expected no key box: {said(self.kind)} has no place behind its key"
            raise BadNotation(reason, field="form", value=self.form)

    def _refuse_parts(self) -> None:
        """Refuse too many or few parts, and what is no program number in them."""
        least, most, what = self.places, self.places, "leg" if self.race_of(1) else "position"
        if self.form in ("box", "key_box"):
            least, most, what = 1, 1, "list"
        elif self.form == "any_order":
            least, what = 1, "group"
        if not least <= len(self.parts) <= most:
            many = f"{least} to {most}" if least < most else f"{most}"
            named = f"{what}s joined by {separator(self.kind, self.form)}" if most > 1 else what
            reason = f"expected {many} {named}, found {len(self.parts)}"
            raise BadNotation(reason, field="parts", value=self.parts)
        for place, part in enumerate(self.parts):
            where = f"parts[{place}]"
            if part == ALL:
                if self.form not in ("wheel", "straight", "partial_wheel"):
                    raise BadNotation(f"expected the runners of a {said(self.form)}, found ALL", field=where, value=ALL)
                continue
            if not part:
                raise BadNotation("expected a runner, found none", field=where, value=part)
            for index, number in enumerate(part):
                _refuse_number(number, f"{where}[{index}]", taken=part[:index])

    def _refuse_key(self) -> None:
        """Refuse a key without a key box, a key box without its key, and a key that is among the others."""
        if (self.form == "key_box") != (self.key is not None):
            raise BadNotation("expected a key, in a key box and nowhere else", field="key", value=self.key)
        if self.key is not None:
            # In another race the same number is another runner.
            _refuse_number(self.key, "key", taken=() if self.race_of(1) else self.parts[0])

    def _refuse_shape(self) -> None:
        """Refuse a form or direction that the parts do not have."""
        if self.form in ("straight", "wheel", "partial_wheel") and self.form != form_of(self.parts):
            wanted = {"straight": "one runner", "wheel": "ALL somewhere", "partial_wheel": "several runners, never ALL"}
            reason = f"expected {wanted[self.form]} in the positions or legs of a {said(self.form)}"
            raise BadNotation(reason, field="form", value=self.form)
        direction = direction_of(self.kind, self.form, self.parts)
        if self.direction not in (direction, "both" if direction == "top" else direction):
            reason = "expected an exacta wheel with its key first, such as 1/ALL, for both ways"
            if self.direction != "both":
                reason = f"expected {direction} as the direction of these parts"
            raise BadNotation(reason, field="direction", value=self.direction)

    def _refuse_nothing(self) -> None:
        """Refuse runners that make no combination, whatever the races."""
        if self.places == 1 or self.race_of(1):
            return  # one runner is a combination already, and every leg has its own
        named = sorted({self.key or "", *(number for part in self.parts if part != ALL for number in part)})
        plenty = (1 << len(named) + self.places) - 1
        if not self.rows([plenty] * self.races, lambda _, number: named.index(number)):
            reason = f"expected {self.places} different runners that make a combination, found none"
            raise BadNotation(reason, field="parts", value=self.parts)


def said(name: str) -> str:
    """Return the name of a kind or form as words."""
    return "partial wheel in any order" if name == "any_order" else name.replace("_", " ")


def shown(word: str) -> str:
    """Return a wrong word for a message: in quotes, cut, and in characters that anything can print."""
    return f"{word[:_SHOWN_MAX]!a}"


def form_of(parts: Sequence[Part]) -> Form:
    """Return the form that parts for each position or leg make.

    >>> form_of([("1",), ("2", "3")]), form_of([("1",), ALL])
    ('partial_wheel', 'wheel')
    """
    if ALL in parts:
        return "wheel"
    return "partial_wheel" if any(len(part) > 1 for part in parts) else "straight"


def direction_of(kind: str, form: str, parts: Sequence[Part]) -> Direction | None:
    """Return where the key of an exacta wheel stands as written; None for any other bet, and for ALL with ALL."""
    if kind != "exacta" or form != "wheel" or list(parts).count(ALL) != 1:
        return None
    return "top" if parts[-1] == ALL else "below"


def separator(kind: str, form: str | None) -> str:
    """Return what stands between the parts of a bet."""
    if form == "any_order":
        return "+"
    return "-" if kind == "quinella" else "/"


def _refuse_number(number: object, where: str, *, taken: Sequence[str]) -> None:
    if not isinstance(number, str) or not _NUMBER.fullmatch(number):
        reason = f"expected a program number such as 4 or 1A, found {shown(str(number))}"
        raise BadNotation(reason, field=where, value=number)
    if number in taken:
        raise BadNotation(f"expected another runner, found {number!r} a second time", field=where, value=number)
