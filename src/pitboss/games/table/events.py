"""What happens in the house at any game's table: equipment, staff, limits, rounds, chips for cash."""

from __future__ import annotations

from pitboss.decider import Event, Move
from pitboss.games.everyday.dispute_events import DISPUTING_EVENTS
from pitboss.games.everyday.events import EVERYDAY_EVENTS
from pitboss.rulebook.clauses import cites


@cites("RO-A1", "RO-A2", "RO-A4", "RO-A5", "RH-1.2.2", "RH-3.1", "SB-A1", "SB-A2")
@cites(*(f"RH-3.2.{item}" for item in (2, 3, 4, 5, 6, 7, 9)))
@cites("BJ-B2", "BJ-B3", "BJ-H1", "RA-1a")
class EquipmentInspected(Event, frozen=True, tag="table.equipment_inspected/1", audience="public"):
    """The table has what the rules say it must have."""

    items: tuple[str, ...]
    by: str
    role: str


@cites("RO-B1", "RES", "RH-1.1")
class TableOpened(Event, frozen=True, tag="table.opened/1", audience="public"):
    """The table is open under an edition, known by its hash."""

    rulebook: str
    edition_hash: str
    dealer: str
    mucker: str | None


class TableClosed(Event, frozen=True, tag="table.closed/1", audience="public"):
    """The table is closed."""

    by: str


@cites("RO-B1", "RO-B3", "RH-1.1")
class StaffChanged(Event, frozen=True, tag="table.staff_changed/1", audience="public"):
    """Others work the table from here on."""

    dealer: str
    mucker: str | None
    by: str


class LimitSet(Event, frozen=True, tag="table.limit_set/1", audience="public"):
    """A limit of one kind changes with the next round."""

    kind: str
    which: str
    amount_minor: int
    by: str
    witness: str


class BettingOpened(Event, frozen=True, tag="table.betting_opened/1", audience="public"):
    """The last result is cleared and a new round is open."""

    round: int


class ValueChipsBought(Event, frozen=True, tag="table.value_chips_bought/1", audience="staff"):
    """Cash became value chips."""

    player: str
    amount_minor: int
    moves: tuple[Move, ...]


@cites("HP-S1")
class RoundAbandoned(Event, frozen=True, tag="table.round_abandoned/1", audience="public"):
    """A round without wagers was given up; there is no result of it."""

    round: int
    reason: str
    by: str


@cites("SB-G", "MB-O")
class SignPosted(Event, frozen=True, tag="table.sign_posted/1", audience="public"):
    """The sign hangs at the table, with these lines."""

    lines: tuple[str, ...]
    by: str


SHARED_EVENTS: tuple[type[Event], ...] = (
    EquipmentInspected,
    TableOpened,
    TableClosed,
    StaffChanged,
    LimitSet,
    BettingOpened,
    ValueChipsBought,
    RoundAbandoned,
    *EVERYDAY_EVENTS,
    *DISPUTING_EVENTS,
)
