"""What a table won, by two routes that share nothing: by its counts and slips, and by its settlements.

By the rack: what was counted at the end and the beginning, what slips brought and took, what dropped; less what the
house owes players by then. By the settlements: stakes lost, winnings paid, vigorish, corrections, goodwill, variances,
as the second count has them. Both must come to the same, to the cent, between any two counts.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from pitboss.decider import Move
from pitboss.ledger.chart import account_of
from pitboss.ledger.recount import Recount

Fields = Mapping[str, Any]
_BEGUN, _COUNTED = "table.inventory_begun/1", "table.inventory_counted/1"
_FILL, _CREDIT, _VOID = "table.fill_accepted/1", "table.credit_sent/1", "table.slip_voided/1"
_SALE = "table.sale_corrected/1"
_BOX, _MARKER = "table.box_counted/1", "table.marker_issued/1"
_SLIPS = frozenset({_BEGUN, "table.fill_issued/1", _FILL, _CREDIT, "table.credit_received/1", _VOID})
_PAID = ("table.marker_redeemed/1", "table.marker_cancelled/1")
_NO_PLAY = frozenset({*_SLIPS, "table.drop_box_removed/1", _BOX, _MARKER, *_PAID})
"""What moves chips or cash of the house, and is neither won nor lost."""
_DUE = ("chips", "credits", "payable", "receivable", "unredeemed", "vigorish_owed")
"""What lies in the tray and is somebody else's, or is not there and is the house's: by the first word of a place."""
_WON = ("rack", "drop", "vigorish", "promotion", "goodwill")
"""The places whose change is what a table wins."""


SUMMED = tuple(
    f"{name}_minor" for name in ("fills", "credits", "drop", "lost", "paid", "vigorish", "other", "variances", "handle")
)
"""The amounts of a period that add up, event by event."""


def _drops(kind: str, place: str) -> bool:
    """Tell whether money at a place is dropped: in a box that is gone, too, where a sale of then is put right."""
    return place == "drop" or (kind == _SALE and place.startswith("box:"))


@dataclass
class Period:
    """What happened between two counts of a rack; amounts in minor units."""

    begins: str = ""
    ends: str = ""
    kind: str = ""
    """Of the count at its end."""
    opening_minor: int = 0
    fills_minor: int = 0
    credits_minor: int = 0
    drop_minor: int = 0
    closing_minor: int = 0
    due_minor: int = 0
    """By how much the house owes players more than at the beginning: colours, credits, claims, debts."""
    lost_minor: int = 0
    paid_minor: int = 0
    vigorish_minor: int = 0
    other_minor: int = 0
    """What settlements do not show: coupons, corrections, goodwill."""
    variances_minor: int = 0
    """What counts found; below zero where it was too little."""
    handle_minor: int = 0

    def add(self, other: Period) -> None:
        """Count what another one came to in; its two counts and what is due at them are its own."""
        for name in SUMMED:
            setattr(self, name, getattr(self, name) + getattr(other, name))

    @property
    def inventory_win_minor(self) -> int:
        """Return what the rack and the drop say."""
        back = self.closing_minor + self.credits_minor + self.drop_minor
        return back - self.opening_minor - self.fills_minor

    @property
    def win_minor(self) -> int:
        """Return the win by the counts: less what is due to players."""
        return self.inventory_win_minor - self.due_minor

    @property
    def book_win_minor(self) -> int:
        """Return the win by the settlements."""
        won = self.lost_minor - self.paid_minor + self.vigorish_minor
        return won + self.other_minor + self.variances_minor

    @property
    def difference_minor(self) -> int:
        """Return by how much the two routes differ: nothing, or something is wrong."""
        return self.win_minor - self.book_win_minor


@dataclass
class Win:
    """A table's periods, from its first count to its last; what comes after belongs to the next."""

    stream: str
    periods: list[Period] = field(default_factory=list)
    has_begun: bool = False
    recount: Recount = field(init=False)
    """The second count."""
    last: Period = field(default_factory=Period)
    """What the last event alone came to, also before the first count."""
    held: dict[str, int] = field(default_factory=dict)
    """What each place holds, by the moves."""
    _now: Period = field(default_factory=Period)
    _due: int = 0
    """What was due at the last count, by the ledger."""
    _totals: tuple[int, int, int] = (0, 0, 0)

    def __post_init__(self) -> None:
        self.recount = Recount(self.stream)

    def take(self, event: Fields, moves: Iterable[Move], at: str) -> None:
        """Count one event, with its moves apart."""
        moves = tuple(moves)
        self._follow(moves)
        changed = self._second(event)
        kind, self.last = event["type"], Period()
        self._rack(kind, event, moves)
        self._book(kind, event, changed)
        if self.has_begun:
            self._now.add(self.last)
        if kind == _BEGUN:
            self.has_begun, self._now, self._due = True, Period(begins=at), self._due_now()
        elif kind == _COUNTED:
            self._close(event, at)

    def _follow(self, moves: Iterable[Move]) -> None:
        """Follow the ledger's side."""
        for move in moves:
            self.held[move.source] = self.held.get(move.source, 0) - move.amount_minor
            self.held[move.target] = self.held.get(move.target, 0) + move.amount_minor

    def _second(self, event: Fields) -> dict[str, int]:
        """Follow the second count's side; return what it says the event changes, by place."""
        found = self.recount.take(event)
        book = self.recount.book
        places = {place: place for place in _WON}
        if event["type"] == _SALE:
            places |= {place: "drop" for place in book.places if place.startswith("box:")}
        own = {account_of(self.stream, place, book.currency): name for place, name in places.items()}
        changed: dict[str, int] = {}
        for account in found.keys() & own.keys():
            changed[own[account]] = changed.get(own[account], 0) + found[account]
        return changed

    def _due_now(self) -> int:
        due = sum(held for place, held in self.held.items() if place.partition(":")[0] in _DUE)
        return due + self.recount.book.laid_minor

    def _settled(self) -> tuple[int, int, int]:
        book = self.recount.book
        return book.lost_minor, book.paid_minor, book.handle_minor

    def _rack(self, kind: str, event: Fields, moves: Iterable[Move]) -> None:
        """Count chips and cash: what slips say, and what the ledger dropped."""
        now = self.last
        if kind == _FILL:
            now.fills_minor += event["total_minor"]
        elif kind == _CREDIT:
            now.credits_minor += event["total_minor"]
        elif kind == _VOID and not event["is_fill"]:
            now.credits_minor -= event["returned_minor"]
        elif kind == _MARKER:
            now.drop_minor += event["amount_minor"]
        elif kind == _BOX:
            now.drop_minor += event["difference_minor"]
        elif kind not in _NO_PLAY:
            for move in moves:
                now.drop_minor += move.amount_minor * (_drops(kind, move.target) - _drops(kind, move.source))

    def _book(self, kind: str, event: Fields, changed: Mapping[str, int]) -> None:
        """Count what was won, lost and found, by the second count."""
        now = self.last
        lost, paid, handle = (after - before for after, before in zip(self._settled(), self._totals, strict=True))
        self._totals = self._settled()
        now.lost_minor, now.paid_minor = now.lost_minor + lost, now.paid_minor + paid
        now.handle_minor += handle
        if kind in (_COUNTED, _BOX):
            now.variances_minor += event["difference_minor"]
        elif kind not in _NO_PLAY:
            vigorish = changed.get("vigorish", 0)
            now.vigorish_minor += vigorish
            now.other_minor += sum(changed.get(place, 0) for place in _WON) - vigorish - lost + paid

    def _close(self, event: Fields, at: str) -> None:
        """End a period with a count, and begin the next."""
        now, due = self._now, self._due_now()
        now.ends, now.kind, now.closing_minor = at, event["kind"], event["counted_minor"]
        now.due_minor = due - self._due
        self.periods.append(now)
        self._now, self._due = Period(begins=at, opening_minor=event["counted_minor"]), due


def added_up(periods: Iterable[Period]) -> Period:
    """Return what several periods, one after the other, come to."""
    rows = list(periods)
    total = Period(begins=rows[0].begins, ends=rows[-1].ends, kind="all", opening_minor=rows[0].opening_minor)
    total.closing_minor = rows[-1].closing_minor
    for row in rows:
        total.add(row)
        total.due_minor += row.due_minor
    return total
