"""The HTTP API of a table's own page: its opening and closing as a list, its rack, slips and papers, who is there.

Nothing here writes. It is for those whose work the table is, for the cage and for auditors, who have its papers.
"""

from __future__ import annotations

import asyncio
from typing import Any, Final

import msgspec
from litestar import get

from pitboss.decider import Person, Refusal, Role, holds
from pitboss.errors import InputError
from pitboss.floor.people.roles import Forbidden
from pitboss.floor.writer.live_stream import LiveStream
from pitboss.floor.writer.queue import Urgency
from pitboss.games.everyday.checks import in_tray
from pitboss.games.live import value_chips
from pitboss.games.table.checklist import Line, closing, kept_by, opening
from pitboss.games.table.rules import TableRules
from pitboss.lab.figures import Figures
from pitboss.web.requester import Asked, Stream, server_of, visitor_of
from pitboss.web.server import Server


class TableLine(msgspec.Struct, frozen=True):
    """One line of the list, with who may do it and who did."""

    title: str
    text: str
    clause: str
    is_done: bool
    act: str
    by: list[str]
    """Names of those here who may do it."""
    by_roles: list[str]
    witness: list[str]
    """Names of those here who may stand by; a second person of another role."""
    witness_roles: list[str]
    at: str | None
    """When it was done."""
    done_by: list[str]


class TableSlip(msgspec.Struct, frozen=True):
    """A fill or a credit that is not finished."""

    slip: int
    is_fill: bool
    pieces: str
    total_minor: int
    way: str
    requested_by: str


class TablePrint(msgspec.Struct, frozen=True):
    """One print of a paper."""

    version: int
    is_copy: bool


class TablePaper(msgspec.Struct, frozen=True):
    """A paper that can be printed, and its prints."""

    paper: str
    number: int
    prints: list[TablePrint]


class TableCount(msgspec.Struct, frozen=True):
    """A count of the rack."""

    kind: str
    pieces: str
    counted_minor: int
    difference_minor: int
    at: str
    by: str
    witness: str


class TablePerson(msgspec.Struct, frozen=True):
    """Somebody who may have a part in it."""

    name: str
    role: str
    place: str
    """`table`, `here` where they are signed in, or `away`."""


class TableKept(msgspec.Struct, frozen=True):
    """What still keeps the table closed, or open."""

    reason: str
    clause: str


class TableNow(msgspec.Struct, frozen=True):
    """A table on its way to opening or closing."""

    stream: str
    name: str
    game: str
    currency: str
    is_open: bool
    has_played: bool
    """Whether a round was opened since the table was."""
    opening: list[TableLine]
    closing: list[TableLine]
    kept: TableKept | None
    is_counted: bool
    """Whether its rack is kept by counts and slips."""
    tray_minor: int | None
    """What must lie in the tray; None where nobody counts."""
    chips_minor: list[int]
    """The chips that a rack of this table has, as a rule."""
    count: TableCount | None
    slips: list[TableSlip]
    papers: list[TablePaper]
    people: list[TablePerson]


class _Asked(msgspec.Struct, frozen=True):
    """What the writer says of a table."""

    name: str
    currency: str
    is_open: bool
    opening: list[Line]
    closing: list[Line]
    kept: Refusal | None
    tray_minor: int | None
    chips_minor: list[int]
    slips: list[TableSlip]
    papers: list[tuple[str, int]]
    staff: tuple[str, ...]


@get("/api/streams/{stream:str}/table", tags=["pit"], summary="A table's opening and closing, its rack and papers")
async def table_now(request: Asked, stream: Stream) -> TableNow:
    """Return the lists with who must stand by each line, what is still in the way, slips under way, and papers."""
    server = server_of(request)
    who = server.acting(visitor_of(request), is_input=False)
    name = server.house.desk.named(stream)
    rules = server.house.desk.streams[name]
    if rules.first_line not in ("table", "automatic"):
        raise InputError("is not a table", field="stream", value=stream)
    if who.person.role not in (*rules.staff, Role.CASHIER, Role.AUDITOR):
        raise Forbidden("a table is opened by those whose work it is", values={"stream": stream})
    await asyncio.to_thread(server.pit.read, [name])
    asked = await asyncio.wrap_future(server.house.floor.ask(name, lambda live: _asked(server, live), Urgency.LOOK))
    return _now(server, name, asked, server.pit.tables[name])


def _asked(server: Server, live: LiveStream) -> _Asked:
    state, kept = live.state, live.state.everyday
    return _Asked(
        name=live.config.name,
        currency=live.currency,
        is_open=state.is_open,
        opening=list(opening(state)),
        closing=list(closing(state)),
        kept=kept_by(live.rules, state, server.house.door.wall()),
        tray_minor=in_tray(state) if kept.has_inventory else None,
        chips_minor=_chips(state.rules),
        slips=[
            TableSlip(number, one.is_fill, one.pieces, one.total_minor, one.way.value, server.name_of(one.requested_by))
            for number, one in kept.slips.items()
        ],
        papers=[(kind, int(number)) for kind, _, number in (one.partition(" ") for one in kept.papers)],
        staff=tuple(one for one in (state.dealer, state.mucker) if one is not None),
    )


def _chips(rules: TableRules[Any]) -> list[int]:
    """Return the chips with which wagers within a table's limits are laid and paid, the largest first."""
    low, high = rules.general_limits
    currency = rules.config.currency
    return sorted(
        {*value_chips(currency, low, high), *value_chips(currency, max(1, low // _CHANGE), high)}, reverse=True
    )


_CHANGE: Final = 5
"""Payments need smaller chips than wagers."""


def _now(server: Server, name: str, asked: _Asked, found: Figures) -> TableNow:
    here = {one.id for one in server.house.door.present()} | {one.id for one in server.house.supervision.robots}
    people = [(Person(key, one.role), one.name) for key, one in server.house.desk.people.items() if one.is_active]
    parts = [*asked.opening, *asked.closing]
    roles = {role for line in parts for role in (*line.by, *line.witness)}
    shown = [(who, called) for who, called in people if holds(who, tuple(roles))]

    def line(one: Line) -> TableLine:
        done = found.done.get(one.record) if one.is_done and one.record else None
        present = [(who, called) for who, called in shown if who.id in here]
        return TableLine(
            title=one.title,
            text=one.text,
            clause=one.clause,
            is_done=one.is_done,
            act=one.act,
            by=[called for who, called in present if holds(who, one.by)],
            by_roles=list(one.by),
            witness=[called for who, called in present if one.witness and holds(who, one.witness)],
            witness_roles=list(one.witness),
            at=None if done is None else done.at,
            done_by=[] if done is None else [server.name_of(key) for key in (done.by, done.witness) if key],
        )

    return TableNow(
        stream=name,
        name=asked.name,
        game=server.house.desk.streams[name].name,
        currency=asked.currency,
        is_open=asked.is_open,
        has_played=found.has_played,
        opening=[line(one) for one in asked.opening],
        closing=[line(one) for one in asked.closing],
        kept=None if asked.kept is None else TableKept(asked.kept.reason, asked.kept.clause),
        is_counted=asked.tray_minor is not None,
        tray_minor=asked.tray_minor,
        chips_minor=asked.chips_minor,
        count=None if found.count is None else _count(server, found.count),
        slips=asked.slips,
        papers=[_paper(found, kind, number) for kind, number in asked.papers],
        people=[
            TablePerson(
                called, who.role.value, "table" if who.id in asked.staff else "here" if who.id in here else "away"
            )
            for who, called in shown
        ],
    )


def _count(server: Server, event: Any) -> TableCount:
    return TableCount(
        kind=event["kind"],
        pieces=event["pieces"],
        counted_minor=event["counted_minor"],
        difference_minor=event["difference_minor"],
        at=event["at"],
        by=server.name_of(event["by"]),
        witness=server.name_of(event["witness"]),
    )


def _paper(found: Figures, kind: str, number: int) -> TablePaper:
    prints = [TablePrint(version, copy) for version, paper, of, copy in found.prints if (paper, of) == (kind, number)]
    return TablePaper(kind, number, prints)


TABLE_HANDLERS = [table_now]
