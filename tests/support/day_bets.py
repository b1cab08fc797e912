"""Bets as they are called at a window: drawn at random, and written out into every combination they hold.

The texts are read here a second time, slowly and without the package, so that a slip there is no slip here.
"""

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import permutations, product

__all__ = ["Field", "across_text", "random_text", "written_out"]

WORDS = {
    "WN": "win", "PL": "place", "SH": "show", "EX": "exacta", "QU": "quinella", "TRI": "trifecta",
    "SUPER": "superfecta", "DD": "double", "P3": "pick3", "P6": "pick6", "TT": "twin_trifecta",
}  # fmt: skip
SHORT = {kind: word for word, kind in WORDS.items()}
PLACES = {"win": 1, "place": 1, "show": 1, "exacta": 2, "quinella": 2, "trifecta": 3, "superfecta": 4}
PLACES |= {"twin_trifecta": 3}
LEGS = {"double": 2, "pick3": 3, "pick6": 6}
ACROSS = ("win", "place", "show")
FORMED = ("exacta", "quinella", "trifecta", "superfecta")
COMBOS_MAX = 60


@dataclass(frozen=True)
class Field:
    """The runners of one race as a buyer sees them: each with its betting interest, and the interests that stand."""

    interest_of: dict[str, str]
    standing: tuple[str, ...]
    likely: tuple[str, ...] = ()
    """Runners in an order that bets are drawn near to."""

    def interest(self, number: str) -> str:
        """Return what a number on a ticket stands for."""
        return self.interest_of.get(number, number)


def written_out(text: str, fields: Sequence[Field]) -> tuple[tuple[str, ...], int, list[tuple[str, ...]]]:
    """Return a bet's pools, its base amount in cents, and its different combinations of betting interests."""
    amount, word, *rest = text.split(" ")
    dollars, _, cents = amount.removeprefix("$").partition(".")
    pools = ACROSS if word == "ACROSS" else (WORDS[word],)
    form = rest[0] if len(rest) > 1 else ""
    lines = dict.fromkeys(_lines(pools[0], form, rest[-1], fields, is_both="BOTH" in rest))
    return pools, int(dollars) * 100 + int(cents or 0), list(lines)


def _lines(kind: str, form: str, runners: str, fields: Sequence[Field], *, is_both: bool) -> Iterator[tuple[str, ...]]:
    where = [fields[0]] * PLACES[kind] if kind in PLACES else list(fields)
    if form == "ANY":
        yield from _any_order(runners.split("+"), fields[0], PLACES[kind])
        return
    parts = runners.split("-" if kind == "quinella" and form not in ("BOX", "KEY") else "/")
    if form == "BOX":
        parts = parts * len(where)
    elif form == "KEY":
        parts = [parts[0], *parts[1:] * (len(where) - 1)]
    turned = [parts, parts[::-1]] if is_both else [parts]
    for listed in turned:
        for line in product(*(_column(field, part) for field, part in zip(where, listed, strict=True))):
            if kind in PLACES and len(set(line)) < len(line):
                continue
            yield tuple(sorted(line)) if kind == "quinella" else line


def _column(field: Field, part: str) -> list[str]:
    return list(field.standing) if part == "ALL" else [field.interest(number) for number in part.split(",")]


def _any_order(groups: Sequence[str], field: Field, places: int) -> Iterator[tuple[str, ...]]:
    """Yield every order of so many that stand in which each group has a runner of its own."""
    members = [set(_column(field, group)) for group in groups]
    for line in permutations(field.standing, places):
        if any(
            all(one in group for one, group in zip(chosen, members, strict=True))
            for chosen in permutations(line, len(members))
        ):
            yield line


def across_text(rng: random.Random, field: Field, amount: int) -> str:
    """Draw a bet across the board."""
    return f"{_money(amount)} ACROSS {_near(rng, field, 0, ())}"


def random_text(rng: random.Random, kind: str, fields: Sequence[Field], amount: int) -> str | None:
    """Draw a bet in a pool of a type that holds a combination and not too many; None after some trials."""
    for _ in range(12):
        text = f"{_money(amount)} {SHORT[kind]} {_runners(rng, kind, fields)}"
        if _size(text, fields) <= 20 * COMBOS_MAX and 1 <= len(written_out(text, fields)[2]) <= COMBOS_MAX:
            return text
    return None


def _money(amount: int) -> str:
    dollars, cents = divmod(amount, 100)
    return f"${dollars}.{cents:02}" if cents else f"${dollars}"


def _size(text: str, fields: Sequence[Field]) -> int:
    """Return how many lines a text has at most, before they are written out."""
    if len(text.split(" ")) > 3:
        return 1
    size = 1
    for field, part in zip([*fields] * 4, text.rpartition(" ")[2].replace("-", "/").split("/"), strict=False):
        size *= len(field.standing) if part == "ALL" else part.count(",") + 1
    return size


def _near(rng: random.Random, field: Field, place: int, taken: Sequence[str], *, is_sure: bool = False) -> str:
    """Draw a runner whose interest stands and is not taken: often the likely one of a place, always if it is sure."""
    open_to = [
        number
        for number, interest in field.interest_of.items()
        if interest in field.standing and interest not in {field.interest(one) for one in taken}
    ]
    likely = [number for number in field.likely if number in open_to][: place + 2]
    if likely and is_sure:
        return likely[0]
    if likely and rng.random() < 0.7:
        return rng.choice(likely[-2:])
    return rng.choice(open_to or list(field.interest_of))


def _runners(rng: random.Random, kind: str, fields: Sequence[Field]) -> str:
    """Draw a form and runners for a type of pool."""
    where = [fields[0]] * PLACES[kind] if kind in PLACES else list(fields)
    straight: list[str] = []
    is_sure = rng.random() < (0.6 if kind == "twin_trifecta" else 0.3)
    for place, field in enumerate(where):
        taken = straight if kind in PLACES else ()
        straight.append(_near(rng, field, place if kind in PLACES else 0, taken, is_sure=is_sure))
    forms = ["straight", "straight"]
    forms += ["box", "key", "any"] if kind in FORMED else []
    forms += ["wheel", "partial", "partial"] if kind in FORMED or kind in LEGS else []
    form = rng.choice(forms)
    separator = "-" if kind == "quinella" else "/"
    if form == "any" and kind == "quinella":
        form = "straight"
    if form == "straight":
        return separator.join(straight)
    if form in ("box", "key"):
        others = ",".join(dict.fromkeys([*straight[form == "key" :], _near(rng, fields[0], 3, straight)]))
        return f"BOX {others}" if form == "box" else f"KEY {straight[0]}/{others}"
    if form == "any":
        *alone, last = rng.sample(straight, rng.randint(1, len(straight)))
        group = ",".join(dict.fromkeys([last, _near(rng, fields[0], 2, ())]))
        return f"ANY {'+'.join([*alone, group])}"
    if kind == "exacta" and form == "wheel" and rng.random() < 0.4:
        return f"WHEEL BOTH {straight[0]}/ALL"
    parts = []
    for field, number in zip(where, straight, strict=True):
        more = dict.fromkeys([number, *(_near(rng, field, 1, ()) for _ in range(rng.choice((0, 1, 1, 2))))])
        parts.append(",".join(more))
    if form == "wheel":
        parts[rng.randrange(len(parts))] = "ALL"
    return separator.join(parts)
