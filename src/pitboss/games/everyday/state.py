"""What a table remembers of its everyday life: how its rack is kept, slips and boxes under way."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any

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


Laid = tuple[str, str, int]
"""A wager of a round that was settled: player, bet and stake."""


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
    carried_by: str = ""
    """Who has the chips, while they are on their way."""


@dataclass
class Sale:
    """Value chips sold for cash, as the amount stands."""

    player: str
    amount_minor: int
    round: int = 0
    """The last round that had begun."""
    box: int = 1
    """The drop box that the cash went into."""
    is_counted: bool = False
    """Whether the rack was counted since: a difference that the wrong amount made is a variance by then."""


@dataclass
class Settlement:
    """A round as it was settled, and as it stands after its corrections."""

    round: int
    result: str
    """The number, the dice, or the cards in the order of the deal."""
    wagers: tuple[Laid, ...]
    gains: tuple[int, ...]
    """What each gained; a loss is below zero."""
    rules: Any = field(default=None, repr=False)
    """Those it was played by."""
    dealer: str | None = None
    """Who paid it."""
    detail: Any = field(default=None, repr=False)
    """What the game needs besides, to settle it anew."""
    changes: dict[tuple[int, str], int] = field(default_factory=dict, compare=False, repr=False)
    """How much would change by what may be said, as far as anybody asked; it is worked out again where it is lost."""


@dataclass
class Marker:
    """What a player signed for."""

    player: str
    amount_minor: int


@dataclass
class Paper:
    """A paper that can be printed."""

    records: tuple[int, ...] = ()
    """The versions of what stands on it."""
    is_printed: bool = False


@dataclass
class Bar:
    """That somebody does not play, or plays within narrow bounds."""

    from_round: int
    """The first round for which it holds; between rounds it holds at once."""
    is_whole_house: bool = False
    stake_minor: int | None = None
    """The one stake that may be laid, once in a round; None where nothing may be."""
    reason: str = ""
    by: str = ""
    witness: str | None = None


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
    box_markers: list[int] = field(default_factory=list)
    """The markers whose issuance copies are in the box at the table."""
    copies: dict[int, tuple[int, ...]] = field(default_factory=dict)
    """By box, the same of those that were taken away and not counted."""
    markers_made: int = 0
    markers: dict[int, Marker] = field(default_factory=dict)
    """By number, those that are not redeemed."""
    papers: dict[str, Paper] = field(default_factory=dict)
    """By kind and number (`slip 3`), the newest that there are."""
    papers_made: dict[str, int] = field(default_factory=dict)
    """By kind, the last number of those that have no other."""
    bars: dict[str, Bar] = field(default_factory=dict)
    """By player."""
    is_suspended: bool = False
    is_suspension_counted: bool = False
    """Whether the rack was counted since the table was suspended."""
    settlements: dict[int, Settlement] = field(default_factory=dict)
    """By version, the rounds that can still be corrected."""
    sales: dict[int, Sale] = field(default_factory=dict)
    """By version, those of this round, which the dealer can still correct."""
    past_sales: dict[int, Sale] = field(default_factory=dict)
    """By version, those from before, and of a box that is gone."""


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
