"""What a table remembers of its everyday life: how its rack is kept, slips and boxes under way."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from pitboss.decider import Move

_TRAY = frozenset(
    {
        *("rack", "vigorish", "vigorish_owed", "promotion", "goodwill"),
        *("chips", "credits", "payable", "receivable", "unredeemed"),
    }
)
"""The accounts whose sum is what lies in the tray: chips sold as colours or credits are still there, for one."""
_ON_LAYOUT = frozenset({"chips", "credits", "promotion"})
"""The accounts whose chips are no value chips of the rack while they lie on the layout."""
_LAYOUT = "layout"


class Way(StrEnum):
    """How far a slip has come."""

    REQUESTED = "requested"
    UNDER_WAY = "under way"


@dataclass
class Slip:
    """A fill or a credit that is not finished."""

    is_fill: bool
    pieces: str
    total_minor: int
    requested_by: str
    way: Way = Way.REQUESTED


@dataclass
class Sale:
    """Value chips sold for cash since the round began, as the amount stands."""

    player: str
    amount_minor: int


@dataclass
class Settlement:
    """A round as it was settled, and as it stands after its corrections."""

    round: int
    result: str
    wagers: tuple[tuple[str, str, int], ...]
    """Player, bet and stake of each."""
    gains: tuple[int, ...]
    """What each gained; a loss is below zero."""


@dataclass
class Marker:
    """What a player signed for."""

    player: str
    amount_minor: int


@dataclass
class Everyday:
    """One table's everyday life."""

    version: int = 1
    """The version of the last record in the table's stream: the first is its opening as a stream."""
    laid_minor: int = 0
    """What lies on the layout in colours, credits and coupons."""
    has_inventory: bool = False
    is_opening_counted: bool = False
    is_closing_counted: bool = False
    """Whether the rack was counted for the closing, and nothing moved since."""
    slips_made: int = 0
    slips: dict[int, Slip] = field(default_factory=dict)
    """By number, those that are not finished."""
    box: int = 1
    """The number of the drop box at the table."""
    boxes: dict[int, int] = field(default_factory=dict)
    """Boxes that were taken away and not counted, with what should be in them."""
    markers_made: int = 0
    markers: dict[int, Marker] = field(default_factory=dict)
    """By number, those that are not redeemed."""
    is_suspended: bool = False
    is_suspension_counted: bool = False
    """Whether the rack was counted since the table was suspended."""
    settlements: dict[int, Settlement] = field(default_factory=dict)
    """By version, the rounds that can still be corrected."""
    sales: dict[int, Sale] = field(default_factory=dict)
    """By version, those that can still be corrected."""


def is_tray(account: str) -> bool:
    """Tell whether an account counts to what lies in the tray."""
    return account.partition(":")[0] in _TRAY


def tray(balances: Mapping[str, int], laid: int) -> int:
    """Return the worth of the chips that must lie in the tray.

    >>> tray({"rack": -1800, "chips:Ann:blue": 1800, "drop": 1800}, 0)
    0
    """
    return laid + sum(held for account, held in balances.items() if is_tray(account))


def laid_after(laid: int, on_layout: int, moves: Iterable[Move]) -> int:
    """Return what lies on the layout in colours, credits and coupons after some moves, that all lay there before."""
    for move in moves:
        if move.target == _LAYOUT:
            on_layout += move.amount_minor
            laid += move.amount_minor * (move.source.partition(":")[0] in _ON_LAYOUT)
        elif move.source == _LAYOUT:
            on_layout -= move.amount_minor
            laid -= move.amount_minor * (move.target.partition(":")[0] in _ON_LAYOUT)
    return laid if on_layout else 0
