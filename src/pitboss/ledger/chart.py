"""The chart of accounts: every place money can be in a house, what it is, and whether one stream owns it.

An account is written `USD:table:main/rack`: the unit, whose it is (a stream, or the house), and the place. All balances
of a unit sum to zero: what has come to a place is above zero; what left one, such as people's pockets, is below.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache

from pitboss.decider import Move
from pitboss.errors import InvariantBroken

CHIPS = "CHIPS"
"""The unit of tournament chips, which are worth no money and never meet any."""
HOUSE = "house"


class AccountKind(StrEnum):
    """What an account is to the house."""

    HELD_FOR_OTHERS = "held for others"
    """Players' credits and wagers, pools, outs, carryovers: somebody has a claim on it."""
    HELD = "held"
    """Cash and chips that the house has."""
    WON = "won"
    """What is the house's own: win, takeout, breakage, vigorish."""
    GIVEN = "given"
    """What the house adds: promotions, the deficit of a minus pool."""
    OWED = "owed"
    """What others owe the house."""
    OUTSIDE = "outside"
    """People's own money, beyond the door."""


@dataclass(frozen=True)
class Place:
    """One kind of place: its title for people, what it is, and whether the whole house shares it."""

    title: str
    kind: AccountKind
    is_shared: bool = False
    is_counted: bool = False
    """Whether it holds so many chips or notes, and so never less than none."""


CHART: dict[str, Place] = {
    "layout": Place("wagers in play", AccountKind.HELD_FOR_OTHERS),
    "rack": Place("table inventory", AccountKind.HELD),
    "drop": Place("drop", AccountKind.HELD),
    "patrons": Place("patrons", AccountKind.OUTSIDE, is_shared=True),
    "circulation": Place("chips in circulation", AccountKind.HELD_FOR_OTHERS, is_shared=True),
    "promotion": Place("promotions", AccountKind.GIVEN),
    "chips": Place("players' colour chips", AccountKind.HELD_FOR_OTHERS),
    "credits": Place("player credits", AccountKind.HELD_FOR_OTHERS),
    "foreign": Place("chips of other tables", AccountKind.HELD_FOR_OTHERS, is_shared=True),
    "vigorish": Place("vigorish", AccountKind.WON),
    "vigorish_owed": Place("vigorish receivable", AccountKind.OWED),
    "receivable": Place("receivables", AccountKind.OWED),
    "payable": Place("payables", AccountKind.HELD_FOR_OTHERS),
    "tournament_entries": Place("tournament entry fees", AccountKind.HELD_FOR_OTHERS),
    "tournament_prizes": Place("tournament prizes", AccountKind.HELD_FOR_OTHERS),
    "tournament": Place("tournament chips of players", AccountKind.HELD_FOR_OTHERS),
    "tournament_rack": Place("tournament chips of the table", AccountKind.HELD),
    "pool": Place("tote pools", AccountKind.HELD_FOR_OTHERS),
    "outs": Place("outs", AccountKind.HELD_FOR_OTHERS),
    "unclaimed": Place("expired tickets", AccountKind.WON),
    "carryover": Place("carryovers", AccountKind.HELD_FOR_OTHERS, is_shared=True),
    "takeout": Place("takeout", AccountKind.WON),
    "breakage": Place("breakage", AccountKind.WON),
    "payment_errors": Place("payments by a wrong result", AccountKind.GIVEN),
    "minus_pool": Place("minus pool subsidy", AccountKind.GIVEN),
    "prior_win": Place("table win before the first count", AccountKind.WON),
    "transit": Place("chips on their way with a slip", AccountKind.HELD, is_counted=True),
    "box": Place("drop boxes to be counted", AccountKind.HELD, is_counted=True),
    "capital": Place("the house's own money", AccountKind.OUTSIDE, is_shared=True),
    "cage": Place("cage", AccountKind.HELD, is_shared=True),
    "variance": Place("variances of counts", AccountKind.GIVEN),
    "tips": Place("tip boxes", AccountKind.HELD_FOR_OTHERS),
    "toke_pool": Place("tips to be shared", AccountKind.HELD_FOR_OTHERS, is_shared=True),
    "unredeemed": Place("claims to colours that walked off", AccountKind.HELD_FOR_OTHERS),
    "goodwill": Place("goodwill", AccountKind.GIVEN),
    "marker": Place("markers outstanding", AccountKind.OWED),
    "instruments": Place("markers held by the cage", AccountKind.HELD, is_counted=True),
}
"""By the first word of an account's local name, before a colon."""
_CHIP_PLACES = ("tournament", "tournament_rack")


@dataclass(frozen=True)
class Account:
    """An account taken apart."""

    unit: str
    owner: str
    name: str

    @classmethod
    def parse(cls, text: str) -> Account:
        """Take an account's name apart.

        >>> Account.parse("USD:table:main/rack")
        Account(unit='USD', owner='table:main', name='rack')
        """
        unit, _, rest = text.partition(":")
        owner, _, name = rest.partition("/")
        return cls(unit, owner, name)

    @property
    def place(self) -> Place:
        """Return what the chart says of it."""
        return CHART[self.name.partition(":")[0]]


def unit_of(source: str, target: str, currency: str) -> str:
    """Return in what a move is counted: tournament chips where either side is a place for them."""
    return CHIPS if _is_in_chips(source) or _is_in_chips(target) else currency


@lru_cache(maxsize=1 << 16)
def _is_in_chips(local: str) -> bool:
    return local.partition(":")[0] in _CHIP_PLACES


@lru_cache(maxsize=1 << 16)
def account_of(stream: str, local: str, unit: str) -> str:
    """Return the full name of an account that a stream's move names.

    >>> account_of("table:main", "rack", "USD"), account_of("table:main", "patrons", "USD")
    ('USD:table:main/rack', 'USD:house/patrons')
    """
    return f"{unit}:{HOUSE if place_of(stream, local).is_shared else stream}/{local}"


@lru_cache(maxsize=1 << 16)
def place_of(stream: str, local: str) -> Place:
    """Return the place of the chart that a stream's move names.

    Raises:
        InvariantBroken: where the chart has none.
    """
    place = CHART.get(local.partition(":")[0])
    if place is None:
        raise InvariantBroken(f"the chart of accounts has no place for {local!r} of {stream}")
    return place


def postings_of(stream: str, currency: str, moves: Sequence[Move]) -> Iterator[tuple[str, int]]:
    """Yield account and amount twice a move, once for each side: together they are zero."""
    for move in moves:
        source, target = _sides(stream, currency, move.source, move.target)
        yield source, -move.amount_minor
        yield target, move.amount_minor


def add_postings(stream: str, currency: str, moves: Sequence[Move], amounts: dict[str, int]) -> None:
    """Add both sides of moves to what accounts hold; one that comes out even stands there with zero."""
    for move in moves:
        source, target = _sides(stream, currency, move.source, move.target)
        amounts[source] = amounts.get(source, 0) - move.amount_minor
        amounts[target] = amounts.get(target, 0) + move.amount_minor


@lru_cache(maxsize=1 << 16)
def _sides(stream: str, currency: str, source: str, target: str) -> tuple[str, str]:
    """Return the accounts of a move."""
    unit = unit_of(source, target, currency)
    return account_of(stream, source, unit), account_of(stream, target, unit)
