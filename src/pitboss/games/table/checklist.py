"""Opening and closing a table as a list: what is to be done, by whom and before whom, and what of it is done.

Refuses nothing, and keeps no table shut: what still does is asked of `decide` itself.
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime
from typing import Any

import msgspec

from pitboss.decider import Act, Command, Person, Refusal, Role, tag_of
from pitboss.games.everyday import acts as everyday
from pitboss.games.everyday.checks import CASHIER, COUNT, FLOOR, SLIP, WATCHING
from pitboss.games.table import acts as a
from pitboss.games.table import events as e
from pitboss.games.table.decide import CLOSERS, INSPECTORS, LIMIT_SETTERS, SECOND_PERSON, unset_limits
from pitboss.games.table.posting import POSTING
from pitboss.games.table.state import BaseTable, Check
from pitboss.rulebook import RuleViolation
from pitboss.stream import Stream

_DEALER = ("dealer",)


class Line(msgspec.Struct, frozen=True, kw_only=True):
    """One line of the list."""

    title: str
    text: str
    clause: str
    is_done: bool
    act: str
    """The act that does it."""
    record: str = ""
    """The record by which it is done, where the newest of its kind says so."""
    by: tuple[str, ...] = _DEALER
    """Who does it."""
    witness: tuple[str, ...] = ()
    """Of whom a second person stands by; nobody where one does it alone."""


def opening(state: BaseTable) -> Iterator[Line]:
    """Yield what comes before a table opens, the opening itself, and what comes before its first round."""
    rules, kept = state.rules, state.everyday
    yield Line(
        title="Equipment",
        text=", ".join(one.item for one in state.equipment),
        clause=rules.clause("equipment"),
        is_done=bool(state.inspected),
        act=tag_of(a.InspectEquipment),
        record=tag_of(e.EquipmentInspected),
        by=INSPECTORS,
    )
    yield from (_checked(one) for one in state.opening_checks if not one.is_after)
    unset = [reason for _, _, reason in unset_limits(rules)]
    if rules.has("limits"):
        yield Line(
            title="Limits",
            text=unset[0] if unset else "a minimum and a maximum for every wager",
            clause=rules.clause("limits"),
            is_done=not unset,
            act=tag_of(a.SetLimit),
            by=LIMIT_SETTERS,
            witness=SECOND_PERSON,
        )
        yield _sign(state)
    if kept.has_inventory:
        yield from _slips(state)
        is_counted = kept.is_opening_counted or state.is_open
        yield _count("Opening", is_done=is_counted, text="by denomination; held to the last count and the slips since")
    yield Line(
        title="Open the table",
        text="whoever opens it deals",
        clause=rules.clause("staff"),
        is_done=state.is_open,
        act=tag_of(a.OpenTable),
        record=tag_of(e.TableOpened),
    )
    yield from (_checked(one) for one in state.opening_checks if one.is_after)


def closing(state: BaseTable) -> Iterator[Line]:
    """Yield what comes before an open table closes, and the closing itself."""
    kept = state.everyday
    yield Line(
        title="Last round",
        text="no round is in play" if state.is_between_rounds else f"round {state.rounds} is {state.standing}",
        clause=state.rules.clause("staff"),
        is_done=state.is_between_rounds,
        act="",
    )
    if kept.has_inventory:
        yield from _slips(state)
        yield _count("Closing", is_done=kept.is_closing_counted, text="by denomination, after the last chip moved")
    yield Line(
        title="Close the table",
        text="the dealer, or the pit",
        clause=state.rules.clause("staff"),
        is_done=not state.is_open,
        act=tag_of(a.CloseTable),
        record=tag_of(e.TableClosed),
        by=CLOSERS,
    )


def _checked(check: Check) -> Line:
    return Line(
        title=check.title,
        text=check.text,
        clause=check.clause,
        is_done=check.is_done,
        act=check.act,
        by=check.by,
        witness=check.witness,
    )


def _sign(state: BaseTable) -> Line:
    return Line(
        title="Sign",
        text="hangs at the table with the limits in force"
        if state.is_sign_posted
        else "the limits in force are not posted",
        clause=state.rules.clause("limits"),
        is_done=state.is_sign_posted,
        act=tag_of(a.PostSign),
        record=tag_of(e.SignPosted),
        by=POSTING,
    )


def _slips(state: BaseTable) -> Iterator[Line]:
    """Yield a line where a fill or a credit is not finished."""
    for number, slip in state.everyday.slips.items():
        kind = "fill" if slip.is_fill else "credit"
        steps: dict[tuple[bool, str], tuple[type[Act], tuple[str, ...]]] = {
            (True, "requested"): (everyday.IssueFill, CASHIER),
            (True, "under way"): (everyday.AcceptFill, _DEALER),
            (False, "requested"): (everyday.SendCredit, _DEALER),
            (False, "under way"): (everyday.ReceiveCredit, CASHIER),
        }
        act, by = steps[slip.is_fill, slip.way.value]
        yield Line(
            title=f"{kind.capitalize()} {number}",
            text=f"{state.money(slip.total_minor)}, {slip.way.value}",
            clause=SLIP,
            is_done=False,
            act=tag_of(act),
            by=by,
            witness=FLOOR,
        )


def _count(kind: str, *, is_done: bool, text: str) -> Line:
    return Line(
        title=f"{kind} count of the rack",
        text=text,
        clause=COUNT,
        is_done=is_done,
        act=tag_of(everyday.CountInventory),
        by=_DEALER,
        witness=WATCHING,
    )


def kept_by(rules: Stream, state: Any, now: datetime) -> Refusal | None:
    """Return what still keeps a closed table from opening, or an open one from closing; None where nothing does."""
    act: Act = a.CloseTable() if state.is_open else a.OpenTable()
    by = Person(state.dealer or "the dealer", Role.DEALER)
    try:
        rules.decide(state, Command(key="?", by=by, act=act, received_at=now))
    except RuleViolation as violation:
        return Refusal(clause=violation.clause, reason=violation.reason, values=violation.values)
    return None
