"""A table's handle, drop, win and theory, folded from its events one by one.

A figure is the sum of its entries, and an entry is what one recorded event came to: so each number opens the events
behind it, and can be asked for since any moment. The money is counted as `pitboss win` counts it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from fractions import Fraction
from typing import Any, Final, NamedTuple

from pitboss.decider import Move
from pitboss.games.everyday.state import tray
from pitboss.lab.theory import Theory
from pitboss.ledger.recount_tables import Rule
from pitboss.ledger.recount_win import Win

FIGURES: Final = ("handle", "drop", "win", "theory", "fills", "credits")
HOURS: Final = 8
"""Hours of a spark line."""
_BEGUN, _COUNTED, _TABLE_OPENED = "table.inventory_begun/1", "table.inventory_counted/1", "table.opened/1"
_OPENED, _CLOSED, _ROUND_OPENED = "stream.opened/1", "table.closed/1", "table.betting_opened/1"
_PRINTED, _PINNED = "table.slip_printed/1", "dispute.evidence_pinned/1"
_PROMISED: Final = "dispute.timeframe_given/1"
_ROUND: Final = ("round_settled/1", "round_settled/2")
_VOID: Final = ("no_spin_called/1", "round_voided/1", "game_voided/1", "failure_reported/1")
_HOUR: Final = len("2026-11-17T20")


@dataclass(frozen=True)
class Entry:
    """What one event came to; amounts in minor units."""

    version: int
    at: str
    amounts: Mapping[str, int | Fraction]
    """By figure; what is not here is nothing."""
    is_round: bool = False


class Done(NamedTuple):
    """When something was last done, and by whom."""

    at: str
    by: str
    witness: str


@dataclass
class Figures:
    """One table as far as it has been read."""

    stream: str
    version: int = 0
    currency: str = ""
    entries: list[Entry] = field(default_factory=list)
    """Since the last opening count, or since the table was last opened where there are no counts."""
    begins: str = ""
    opening_minor: int | None = None
    """The count that the figures begin with."""
    has_played: bool = False
    """Whether a round was opened since the table was."""
    dealer: str | None = None
    dealer_since: str = ""
    voids: list[tuple[int, str]] = field(default_factory=list)
    """Versions and times of what was called off since then."""
    theory: Theory | None = None
    done: dict[str, Done] = field(default_factory=dict)
    """By the name of a record, the newest of that name."""
    count: Mapping[str, Any] | None = None
    """The newest count of the rack, as it was recorded."""
    prints: list[tuple[int, str, int, bool]] = field(default_factory=list)
    """Papers that were printed: version, kind, number, and whether it was a copy."""
    disputes: dict[int, list[int]] = field(default_factory=dict)
    """By number, the versions of what happened in it."""
    pinned: dict[int, dict[int, str]] = field(default_factory=dict)
    """By number, the versions that are its evidence, with what each shows."""
    promised: dict[int, str] = field(default_factory=dict)
    """By number, until when the player was told that it may take."""
    win: Win = field(init=False)

    def __post_init__(self) -> None:
        self.win = Win(self.stream)

    def open(self, config: Mapping[str, Any], recount: Mapping[str, Rule] | None) -> None:
        """Begin with the document that the table was opened with, and with how its game counts money a second time.

        A table that today's rules would not open, which has no such rules, has no odds of today either.
        """
        self.currency = config["currency"]
        self.win.recount.add(recount or {})
        self.theory = None if recount is None else Theory(config)

    def take(self, event: Mapping[str, Any], moves: tuple[Move, ...], version: int, at: str) -> None:
        """Take the next event, with its moves apart."""
        kind, self.version = event["type"], version
        self.win.take(event, moves, at)
        self._follow(kind, event, at)
        amounts = self._amounts(event)
        is_round = kind.endswith(_ROUND)
        if amounts or is_round:
            self.entries.append(Entry(version, at, amounts, is_round))
        # A difference that the opening count found is the last one's; what comes after it is today's.
        if kind == _BEGUN or (kind == _COUNTED and event["kind"] == "opening"):
            self._begin(at, event.get("counted_minor"))

    def _follow(self, kind: str, event: Mapping[str, Any], at: str) -> None:
        """Follow who deals, where the figures begin, and what was called off."""
        if kind == _TABLE_OPENED:
            self.has_played = False
            if not self.win.has_begun:
                self._begin(at, None)
        self.has_played |= kind == _ROUND_OPENED
        if "dealer" in event and event["dealer"] != self.dealer and kind.startswith("table."):
            self.dealer, self.dealer_since = event["dealer"], at
        elif kind == _CLOSED:
            self.dealer, self.dealer_since = None, ""
        if kind.endswith(_VOID):
            self.voids.append((self.version, at))
        if "by" in event or "dealer" in event:
            self.done[kind] = Done(at, event.get("by") or event.get("dealer") or "", event.get("witness") or "")
        if kind == _COUNTED:
            self.count = {**event, "at": at}
        elif kind == _PRINTED:
            self.prints.append((self.version, event["paper"], event["number"], event["is_copy"]))
        if event.get("dispute"):
            self._dispute(kind, event, at)

    def _dispute(self, kind: str, event: Mapping[str, Any], at: str) -> None:
        """Follow a dispute, the corrections that name it among what happened in it."""
        number = event["dispute"]
        self.disputes.setdefault(number, []).append(self.version)
        if kind == _PINNED:
            self.pinned.setdefault(number, {})[event["version"]] = event["note"]
        elif kind == _PROMISED:
            self.promised[number] = (datetime.fromisoformat(at) + timedelta(minutes=event["minutes"])).isoformat()

    def _begin(self, at: str, opening: int | None) -> None:
        self.begins, self.opening_minor = at, opening
        self.entries.clear()
        self.voids.clear()

    def _amounts(self, event: Mapping[str, Any]) -> dict[str, int | Fraction]:
        last = self.win.last
        found: dict[str, int | Fraction] = {
            "handle": last.handle_minor,
            "drop": last.drop_minor,
            "win": last.book_win_minor,
            "theory": Fraction(0) if self.theory is None or event["type"] == _OPENED else self.theory.take(event),
            "fills": last.fills_minor,
            "credits": last.credits_minor,
        }
        return {name: amount for name, amount in found.items() if amount}

    def total(self, figure: str, since: str = "") -> int:
        """Return a figure, of what was recorded after a moment; theory in whole minor units."""
        return round(sum(one.amounts.get(figure, 0) for one in self.entries if one.at > since))

    def behind(self, figure: str) -> Iterator[tuple[Entry, int]]:
        """Yield the entries of a figure with their amounts, the newest first."""
        for one in reversed(self.entries):
            amount = one.amounts.get(figure)
            if amount:
                yield one, round(amount)

    def hours(self, now: datetime) -> list[tuple[str, int]]:
        """Return what was won in each of the last hours, the running one last."""
        names = [(now - timedelta(hours=back)).isoformat()[:_HOUR] for back in range(HOURS - 1, -1, -1)]
        won: dict[str, int | Fraction] = dict.fromkeys(names, 0)
        for one in self.entries:
            if one.at[:_HOUR] in won:
                won[one.at[:_HOUR]] += one.amounts.get("win", 0)
        return [(f"{name}:00:00+00:00", int(amount)) for name, amount in won.items()]

    @property
    def float_minor(self) -> int | None:
        """Return what must lie in the tray; None where nobody keeps it by counts."""
        return tray(self.win.held, self.win.recount.book.laid_minor) if self.win.has_begun else None

    @property
    def difference_minor(self) -> int:
        """Return by how much the second count of the table's money differs from its ledger: nothing, or it is wrong."""
        places, held = self.win.recount.book.places, self.win.held
        # Tournament chips are no money.
        names = {name for name in (*places, *held) if not name.startswith("tournament")}
        return sum(abs(places.get(name, 0) - held.get(name, 0)) for name in names)
