"""Everyday life at any table in tests: a rack that is kept by counts and slips, filled and opened."""

from typing import Any

import msgspec

from pitboss.decider import Act, Event, Person, Role
from pitboss.games.disputes import HOUSE
from pitboss.games.everyday import acts as a
from pitboss.games.everyday.acts import EVERYDAY_ACTS, CountKind
from pitboss.games.everyday.checks import in_tray
from pitboss.games.everyday.dispute_events import DISPUTING_ACTS, DISPUTING_EVENTS
from pitboss.games.everyday.events import CALLED_OFF_EVENTS, EVERYDAY_EVENTS, RESETTLING_EVENTS
from pitboss.games.roulette.acts import AbandonColour, ImpressColour, RedeemClaim
from pitboss.games.roulette.events import ClaimRedeemed, ColourAbandoned, ColourImpressed
from pitboss.games.table import acts as table_acts
from pitboss.ledger.recount_win import Win
from pitboss.money import Currency
from tests.support.strategies import PEOPLE

__all__ = [
    "APART",
    "APART_EVENTS",
    "EVERYDAY_LURES",
    "accept",
    "begin",
    "by_both_routes",
    "count",
    "counted_by",
    "everyday_onwards",
    "fill",
    "in_pieces",
    "issue",
]

MUCH = " ".join(["999999x999999"] * 5)
MUCH_DONG = " ".join(["999999x99999999"] * 5)
"""More than most rounds pay, in a currency of two digits after the point and of none."""
APART: tuple[type[Act], ...] = (
    *EVERYDAY_ACTS,
    *DISPUTING_ACTS,
    *a.RESETTLING_ACTS,
    AbandonColour,
    ImpressColour,
    RedeemClaim,
)
"""What is walked apart from the games: a game's own walks leave it alone."""
APART_EVENTS: tuple[type[Event], ...] = (
    *EVERYDAY_EVENTS,
    *DISPUTING_EVENTS,
    *RESETTLING_EVENTS,
    *CALLED_OFF_EVENTS,
    ColourAbandoned,
    ColourImpressed,
    ClaimRedeemed,
)
EVERYDAY_LURES: dict[str, tuple[Any, ...]] = {
    "pieces": (MUCH, MUCH_DONG, MUCH, MUCH_DONG, "", "1x1", "10x25 40x0.25", "0x1", "1x0.5"),
    "slip": (1, 2, 3, 9),
    "box": (1, 2),
    "marker": (1, 2),
    "claim": (1, 2),
    "minutes_absent": (9, 10, 60),
    "pieces_here": (0, 1),
    "result": ("17", "0", "00", "1-2-3", "6-6-6", "37", "1=KD", "3=9S", "6=AH", "77=2C"),
    "row": (1, 2, 3, 9),
    "dispute": (0, 1, 2, 3),
    "version": (1, 2, 9, 10**9),
    "seen": ("", "9f" * 32),
    "ruling": ("", "rejected", "corrected", "corrected", "goodwill", "goodwill"),
    "grounds": (tuple(HOUSE.grounds), ("law",), ()),
}
_ENOUGH = 10**13


def everyday_onwards(table: Any, usual: tuple[type[Act], ...], *, is_kept: bool) -> tuple[type[Act], ...]:
    """Return what brings a table's round on where its rack may be kept by counts and slips: chips first."""
    everyday = table.everyday
    is_known = table.dealer is None or Person(table.dealer, Role.DEALER) in PEOPLE
    if is_kept and not is_known and (everyday.is_suspended or table_acts.RelieveDealer not in usual):
        return (a.RelieveAtOnce,)
    if everyday.is_suspended:
        return (a.ResumeTable, a.CountInventory, a.VoidSlip)
    if everyday.has_inventory:
        return _kept(table, usual)
    return (*usual, a.BeginInventory) if is_kept and not table.is_open and table.is_between_rounds else usual


def _kept(table: Any, usual: tuple[type[Act], ...]) -> tuple[type[Act], ...]:
    """Return the same at a table that is kept so: fills while there are too few chips, and counts."""
    everyday = table.everyday
    if usual == (table_acts.RelieveDealer,) or (table_acts.CloseTable in usual and everyday.is_closing_counted):
        return usual
    fills = {slip.way for slip in everyday.slips.values() if slip.is_fill}
    if in_tray(table) < max(_ENOUGH, getattr(table.round, "exposure", 0)):
        if any(slip.carried_by == table.dealer for slip in everyday.slips.values()):
            # Whoever carried the chips does not count them in.
            return (a.VoidSlip,)
        return (a.AcceptFill, a.IssueFill) if fills else (a.RequestFill,)
    if table_acts.OpenTable in usual and not everyday.is_opening_counted:
        return (a.CountInventory, a.VoidSlip)
    is_closing = table_acts.CloseTable in usual and not everyday.is_closing_counted
    return (*usual, a.CountInventory, a.VoidSlip) if is_closing else usual


def begin(driver: Any) -> Any:
    """Begin counts and slips at a closed table."""
    return driver.do("pit_supervisor", a.BeginInventory(), witness="auditor")


def count(driver: Any, kind: str, pieces: str | None = None) -> Any:
    """Count the rack: what must lie there, or other pieces."""
    counted = in_pieces(driver, in_tray(driver.table)) if pieces is None else pieces
    return driver.do("dealer", a.CountInventory(kind=CountKind(kind), pieces=counted), witness="floorperson")


def in_pieces(driver: Any, minor: int) -> str:
    """Return chips of an amount: as many at a hundred as can be, then at one, then of the least."""
    scale = 10 ** Currency.of(driver.table.rules.config.currency).exponent
    hundreds, rest = divmod(minor, 100 * scale)
    ones, cents = divmod(rest, scale)
    parts = [(hundreds, "100"), (ones, "1"), (cents, "0.01")]
    return " ".join(f"{number}x{value}" for number, value in parts if number)


def issue(driver: Any, pieces: str) -> int:
    """Ask for a fill and have the cage issue it; return its number."""
    slip = driver.do("floorperson", a.RequestFill(pieces=pieces)).slip
    driver.do("cashier", a.IssueFill(slip=slip, carried_by="Rob"), witness="floorperson")
    return int(slip)


def accept(driver: Any, slip: int, pieces: str) -> Any:
    """Count a fill into the rack."""
    return driver.do("dealer", a.AcceptFill(slip=slip, pieces=pieces), witness="floorperson")


def fill(driver: Any, pieces: str) -> Any:
    """Bring a fill from the request into the rack."""
    return accept(driver, issue(driver, pieces), pieces)


def counted_by(win: Win, event: Event) -> None:
    """Count an event by both routes to the win."""
    body = msgspec.json.decode(msgspec.json.encode(event))
    win.take({name: value for name, value in body.items() if name != "moves"}, getattr(event, "moves", ()), "")


def by_both_routes(driver: Any) -> Win:
    """Return what a table won between its counts, by both routes, from all that happened at it."""
    config, win = driver.table.rules.config, Win("table:T1")
    win.take({"type": "stream.opened/1", "config": {"currency": config.currency, "settings": config.settings}}, (), "")
    for event in driver.events:
        counted_by(win, event)
    return win
