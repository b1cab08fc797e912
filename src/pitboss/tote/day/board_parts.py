"""What a board shows, as data: runners with their odds, pools, prices that would be paid and prices that are.

Amounts are minor units. Prices are for two dollars.
"""

from __future__ import annotations

from datetime import datetime

import msgspec

__all__ = [
    "Board",
    "BoardInterest",
    "BoardPool",
    "BoardRunner",
    "Finish",
    "PaidOut",
    "Probables",
    "WillPays",
]


class _Part(msgspec.Struct, frozen=True, kw_only=True):
    """A part of the board."""


class BoardRunner(_Part, frozen=True, kw_only=True):
    """A runner by its program number."""

    no: str
    name: str
    is_out: bool


class BoardInterest(_Part, frozen=True, kw_only=True):
    """What is bet under one number: its runners, its odds, and the money on it."""

    number: str
    runners: tuple[BoardRunner, ...]
    is_out: bool
    """Whether none of its runners is left."""
    is_favorite: bool
    morning_line: str | None
    odds: str | None
    """As a board shows them, `5-2`; None where nobody can win it any more, or the race has no win pool."""
    odds_cents: int | str | None
    """The profit on a dollar, exactly; None where nobody has bet on it."""
    win_minor: int | None
    place_minor: int | None
    show_minor: int | None
    """What is bet on it in each pool; None where the race has no such pool."""


class BoardPool(_Part, frozen=True, kw_only=True):
    """A pool that has the race, and what is in it."""

    pool: str
    kind: str
    races: tuple[int, ...]
    status: str
    """`open`, `closed`, `held`, or as it was settled: `official`, `refunded`, `empty`."""
    sold_minor: int
    refunds_minor: int | None
    """What of it is handed back; None where that is counted only when the pool is settled."""
    carryover_minor: int


class Probables(_Part, frozen=True, kw_only=True):
    """What each pair would pay if it won alone: for each row the prices across the columns, None where nobody has it.

    The rows of a quinella are filled from the diagonal on; a pair with a number that is out has no price.
    """

    pool: str
    kind: str
    rows: tuple[str, ...]
    columns: tuple[str, ...]
    rows_out: tuple[str, ...]
    columns_out: tuple[str, ...]
    prices: tuple[tuple[int | None, ...], ...]


class WillPays(_Part, frozen=True, kw_only=True):
    """What live tickets will pay, by who wins the last leg alone; None where nobody is live with it."""

    pool: str
    kind: str
    prices: dict[str, int | None]


class Finish(_Part, frozen=True, kw_only=True):
    """A runner in the posted order; prices stand beside the first runner of what they are paid on."""

    place: int
    is_dead_heat: bool
    no: str
    name: str
    number: str
    """The betting interest."""
    win: int | None = None
    place_price: int | None = None
    show: int | None = None


class PaidOut(_Part, frozen=True, kw_only=True):
    """A line of what a settled pool pays; a pool that pays nothing has one line that says why."""

    pool: str
    kind: str
    status: str
    reason: str | None
    combo: str | None
    level: int | str | None
    price: int | None
    carryover_minor: int
    """What the pool leaves to another day; on the first line of several."""


class Board(_Part, frozen=True, kw_only=True):
    """One race at one instant."""

    facility: str
    currency: str
    track: str
    track_name: str
    race: int
    kind: str
    runs: str
    title: str | None
    distance: str | None
    surface: str | None
    now: datetime
    post_time: datetime
    minutes_to_post: int | None
    """While the race is open. It closes nothing: betting stops when the track says so."""
    status: tuple[str, ...]
    """The lights: OPEN, OFF, UNOFFICIAL, OFFICIAL or CANCELLED, then what else is lit."""
    notes: tuple[str, ...]
    interests: tuple[BoardInterest, ...]
    pools: tuple[BoardPool, ...]
    probables: tuple[Probables, ...]
    will_pays: tuple[WillPays, ...]
    finish: tuple[Finish, ...]
    paid_out: tuple[PaidOut, ...]
