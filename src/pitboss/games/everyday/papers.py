"""Papers of a table: which there are, what stands on each, and that whatever is printed again is a copy."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from pitboss.decider import Command, Event, require_role
from pitboss.games.everyday import acts as a
from pitboss.games.everyday import events as e
from pitboss.games.everyday.checks import FLOOR, PAPER
from pitboss.games.everyday.state import Everyday, Paper
from pitboss.games.table.state import BaseTable
from pitboss.rulebook import ActionRefused, cites

PRINTING: Final = ("dealer", "mucker", "inspector", *FLOOR, "cashier", "auditor")
KEPT: Final = 1_000
"""How many of a table's papers can be printed again, so that its state does not grow for ever."""
_NUMBERED: Final[dict[type[Event], tuple[a.PaperKind, str]]] = {
    **dict.fromkeys(
        (e.FillRequested, e.CreditRequested, e.FillIssued, e.CreditSent, e.FillAccepted, e.CreditReceived),
        (a.PaperKind.SLIP, "slip"),
    ),
    e.SlipVoided: (a.PaperKind.SLIP, "slip"),
    **dict.fromkeys((e.DropBoxRemoved, e.BoxCounted), (a.PaperKind.BOX, "box")),
    **dict.fromkeys((e.MarkerIssued, e.MarkerRedeemed, e.MarkerCancelled), (a.PaperKind.MARKER, "marker")),
}
"""What stands on a paper that has its number already, and in which field."""
_COUNTED: Final[dict[type[Event], a.PaperKind]] = {
    e.InventoryCounted: a.PaperKind.COUNT,
    **dict.fromkeys(
        (
            *(e.SaleCorrected, e.SettlementCorrected, e.WagerCorrected, e.MispaymentReported),
            *(e.DuePaid, e.OwedTaken, e.OwedWaived),
        ),
        a.PaperKind.CORRECTION,
    ),
}
"""What is a paper by itself: it has the next number of its kind."""
_ON_PAPER: Final = frozenset({*_NUMBERED, *_COUNTED})


def keep_paper(everyday: Everyday, event: Event) -> None:
    """Note what an event adds to the table's papers; `version` is that of its record."""
    kind, number = _COUNTED.get(type(event)), 0
    if kind is not None:
        number = everyday.papers_made[kind.value] = everyday.papers_made.get(kind.value, 0) + 1
    elif type(event) in _NUMBERED:
        kind, field = _NUMBERED[type(event)]
        number = getattr(event, field)
    if kind is not None:
        paper = everyday.papers.setdefault(f"{kind.value} {number}", Paper())
        paper.records = (*paper.records, everyday.version)
        if len(everyday.papers) > KEPT:
            del everyday.papers[next(iter(everyday.papers))]
    elif isinstance(event, e.SlipPrinted):
        everyday.papers[f"{event.paper} {event.number}"].is_printed = True


def paper_of(everyday: Everyday, event: Event, version: int) -> str:
    """Return the paper on which a record stands, such as `slip 3`; nothing where it is on none of those there are."""
    if isinstance(event, e.SlipPrinted):
        return f"{event.paper} {event.number}"
    if type(event) not in _ON_PAPER:
        return ""
    return next((name for name, paper in reversed(everyday.papers.items()) if version in paper.records), "")


@cites("HP-I8")
def print_slip(state: BaseTable, command: Command[a.PrintSlip]) -> Sequence[Event]:
    """Print what stands on a paper by now; the first print is the original, and every other a copy."""
    act = command.act
    require_role(command, PRINTING, clause=PAPER, deed="print a paper of the table")
    paper = state.everyday.papers.get(f"{act.paper.value} {act.number}")
    if paper is None:
        reason = f"there is no {act.paper.value} {act.number} among the last {KEPT} papers of this table"
        raise ActionRefused(reason, clause=PAPER, paper=act.paper.value, number=act.number)
    printed = e.SlipPrinted(
        paper=act.paper.value,
        number=act.number,
        is_copy=paper.is_printed,
        records=paper.records,
        terminal=act.terminal,
        by=command.by.id,
    )
    return (printed,)
