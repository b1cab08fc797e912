"""The HTTP API of the pit: every table's figures with the events behind each, alarms, limits with what they allow.

Nothing here writes, and no figure is asked of the writer. Who may read the ledger may look.
"""

from __future__ import annotations

import asyncio
import csv
import io
from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, datetime
from typing import Annotated, Any, Final, Literal

import msgspec
from litestar import Response, get
from litestar.params import Parameter

from pitboss.decider import Person
from pitboss.errors import InputError
from pitboss.floor.people.acts import AlarmKind
from pitboss.floor.people.roles import Forbidden, matrix
from pitboss.floor.writer.live_stream import LiveStream
from pitboss.floor.writer.queue import Urgency
from pitboss.games.disputes import Dispute
from pitboss.games.table.acts import Limit
from pitboss.games.table.rules import TOTALS, TableRules
from pitboss.journal import Record
from pitboss.lab.exposure import Exposure, exposure
from pitboss.lab.figures import Figures
from pitboss.money import STAKE_MAX
from pitboss.web.pit_figures import Alarm
from pitboss.web.requester import Asked, Stream, server_of, visitor_of
from pitboss.web.sentences import Told, told_of
from pitboss.web.server import Server

EVENTS: Final = 40
"""Events behind a figure that are sent at once."""
Since = Annotated[str, Parameter(max_length=40, required=False, description="An instant, such as a checkpoint's")]
FigureName = Literal["handle", "drop", "win", "theory", "fills", "credits", "voids"]


class PitHour(msgspec.Struct, frozen=True):
    """What was won within an hour."""

    at: str
    win_minor: int


class PitChange(msgspec.Struct, frozen=True):
    """What came since a checkpoint."""

    handle_minor: int
    drop_minor: int
    win_minor: int


class PitTable(msgspec.Struct, frozen=True):
    """One table's figures since its opening count, or since it was opened where there are no counts."""

    stream: str
    name: str
    game: str
    currency: str
    begins: str
    is_counted: bool
    """Whether its rack is kept by counts and slips."""
    handle_minor: int
    drop_minor: int
    win_minor: int
    hold_permille: int | None
    """Win of drop in thousandths; None without a drop."""
    theory_minor: int | None
    theory_why: str
    """Why there is no theoretical win; empty where there is one."""
    opening_minor: int | None
    fills_minor: int
    credits_minor: int
    float_minor: int | None
    difference_minor: int
    """By how much the second count of its money differs from its ledger."""
    rounds: int
    rounds_hour: int
    """Rounds within the last sixty minutes."""
    hours: list[PitHour]
    dealer_name: str | None
    dealer_since: str | None
    voids: int
    change: PitChange | None


class PitAlarm(msgspec.Struct, frozen=True):
    """An alarm, open or acknowledged."""

    alarm: int
    kind: str
    severity: str
    about: str
    name: str
    """What it is about, as people call it."""
    text: str
    at: str
    by: str
    """Who acknowledged it; empty while it is open."""
    said: str
    cleared_at: str
    can_clear: bool
    """Whether somebody acknowledges it; one that waits for a record ends by itself."""


class PitNow(msgspec.Struct, frozen=True):
    """The pit as it stands."""

    house: str
    at: str
    since: str
    tables: list[PitTable]
    alarms: list[PitAlarm]
    cleared: list[PitAlarm]
    dealt: int
    """Tables with a dealer."""
    supervisors: int


class PitEvent(msgspec.Struct, frozen=True):
    """An event behind a figure, and what it came to."""

    version: int
    at: str
    text: str
    amount_minor: int
    paper: str
    """The paper that it stands on, such as `slip 3`; nothing where it is on none."""
    print: int
    """The version of that paper's newest print; 0 where it was not printed."""


class PitEvents(msgspec.Struct, frozen=True):
    """The events behind a figure, the newest first; `left` of them come later."""

    figure: str
    total_minor: int
    events: list[PitEvent]
    left: int


class PitExposure(msgspec.Struct, frozen=True):
    """The most that one player can win by one result."""

    amount_minor: int | None
    result: str
    why: str


class PitLimit(msgspec.Struct, frozen=True):
    """The limits of a kind of wager."""

    kind: str
    name: str
    min_minor: int
    max_minor: int | None
    pays: int | None
    """n of n to 1; None where it depends on how the hand is played."""


class PitLimits(msgspec.Struct, frozen=True):
    """The limits for the next round, and what they allow; with a change, what they would allow by it."""

    stream: str
    currency: str
    limits: list[PitLimit]
    exposure: PitExposure
    changed: PitExposure | None


def _looking(request: Asked) -> tuple[Server, Person]:
    """Return the server, and who looks.

    Raises:
        Forbidden: for those whose work the figures are not.
    """
    server = server_of(request)
    person = server.acting(visitor_of(request), is_input=False).person
    if not matrix().may_read("read", person.role):
        raise Forbidden("the pit is for supervisors and auditors", values={"role": person.role.value})
    return server, person


def _tables(server: Server) -> list[str]:
    """Return the tables of the house."""
    return [name for name, rules in server.house.desk.streams.items() if rules.first_line in ("table", "automatic")]


async def _read(server: Server) -> list[str]:
    """Bring the figures up to date; return the tables."""
    names = _tables(server)
    await asyncio.to_thread(server.pit.read, names)
    return names


@get("/api/pit", tags=["pit"], summary="Every table's figures, and the alarms")
async def pit(request: Asked, since: Since = "") -> PitNow:
    """Return the pit as it stands, and what came since a checkpoint."""
    server, _ = _looking(request)
    return await _now(server, since)


async def _now(server: Server, since: str) -> PitNow:
    moment = _instant(since)
    names, now = await _read(server), datetime.now(UTC)
    called = {name: await _called(server, name) for name in names}
    dealt, supervisors = server.house.supervision.counted()
    log = server.pit.alarms
    return PitNow(
        house=server.house.file.house.name,
        at=now.isoformat(),
        since=moment,
        tables=[_table(server, server.pit.tables[name], called[name], now, moment) for name in names],
        alarms=[_alarm(server, one, called) for one in log.open.values()],
        cleared=[_alarm(server, one, called) for one in log.cleared],
        dealt=dealt,
        supervisors=supervisors,
    )


async def _called(server: Server, name: str) -> str:
    """Return what the house calls a table; asked once, since that never changes."""
    if name not in server.pit.names:
        asked = server.house.floor.ask(name, lambda live: str(live.config.name), Urgency.LOOK)
        server.pit.names[name] = await asyncio.wrap_future(asked)
    return server.pit.names[name]


def _instant(since: str) -> str:
    """Return an instant as records have it."""
    if not since:
        return ""
    try:
        found = datetime.fromisoformat(since)
        return found.replace(tzinfo=found.tzinfo or UTC).astimezone(UTC).isoformat()
    except (ValueError, OverflowError) as error:
        raise InputError("expected an instant such as 2026-05-01T19:00:00Z", field="since", value=since) from error


def _table(server: Server, found: Figures, name: str, now: datetime, since: str) -> PitTable:
    theory = found.theory
    drop, win = found.total("drop"), found.total("win")
    hour_ago = datetime.fromtimestamp(now.timestamp() - 3_600, UTC).isoformat()
    change = {f"{figure}_minor": found.total(figure, since) for figure in ("handle", "drop", "win")}
    return PitTable(
        stream=found.stream,
        name=name,
        game=server.house.desk.streams[found.stream].name,
        currency=found.currency,
        begins=found.begins,
        is_counted=found.win.has_begun,
        handle_minor=found.total("handle"),
        drop_minor=drop,
        win_minor=win,
        hold_permille=round(1_000 * win / drop) if drop > 0 else None,
        theory_minor=None if theory is None or theory.why else found.total("theory"),
        theory_why="its rules are of another time" if theory is None else theory.why,
        opening_minor=found.opening_minor,
        fills_minor=found.total("fills"),
        credits_minor=found.total("credits"),
        float_minor=found.float_minor,
        difference_minor=found.difference_minor,
        rounds=sum(one.is_round for one in found.entries),
        rounds_hour=sum(one.is_round for one in found.entries if one.at > hour_ago),
        hours=[PitHour(at, won) for at, won in found.hours(now)],
        dealer_name=None if found.dealer is None else server.name_of(found.dealer),
        dealer_since=found.dealer_since or None,
        voids=len(found.voids),
        change=PitChange(**change) if since else None,
    )


def _alarm(server: Server, one: Alarm, called: dict[str, str]) -> PitAlarm:
    kind = AlarmKind(one.kind)
    return PitAlarm(
        alarm=one.alarm,
        kind=one.kind,
        severity=kind.severity,
        about=one.about,
        name=called.get(one.about) or server.name_of(one.about),
        text=one.text,
        at=one.at,
        by=server.name_of(one.by) if one.by else "",
        said=one.said,
        cleared_at=one.cleared_at,
        can_clear=kind is not AlarmKind.NOTICE,
    )


@get("/api/pit/{stream:str}/events", tags=["pit"], summary="The events behind a figure")
async def pit_events(
    request: Asked,
    stream: Stream,
    figure: Annotated[FigureName, Parameter(required=False)] = "win",
    before: Annotated[int, Parameter(ge=1, le=10**12, required=False)] = 10**12,
) -> PitEvents:
    """Return the events that a figure is the sum of, in words, the newest first."""
    server, _ = _looking(request)
    found = await _figures(server, stream)
    if figure == "voids":
        rows = [(version, 0) for version, _ in reversed(found.voids)]
    else:
        rows = [(entry.version, amount) for entry, amount in found.behind(figure)]
    older = [row for row in rows if row[0] < before]
    shown, amounts = older[:EVENTS], dict(older)
    records = await asyncio.to_thread(server.pit.records, found.stream, [version for version, _ in shown])
    lines = await _told(server, found, records)
    return PitEvents(
        figure=figure,
        total_minor=0 if figure == "voids" else found.total(figure),
        events=[
            PitEvent(record.version, record.at, line.text, amounts[record.version], line.paper, line.print)
            for record, line in zip(records, lines, strict=True)
        ],
        left=len(older) - len(shown),
    )


async def _figures(server: Server, stream: str) -> Figures:
    """Return a table's figures as they stand."""
    name = server.house.desk.named(stream)
    if name not in await _read(server):
        raise InputError("the pit has tables only", field="stream", value=stream)
    return server.pit.tables[name]


async def _told(server: Server, found: Figures, records: Sequence[Record]) -> list[Told]:
    """Return records in words, people by their names, each with the paper that it stands on."""
    prints = {f"{kind} {number}": version for version, kind, number, _ in found.prints}
    desk = server.house.desk
    asked = server.house.floor.ask(found.stream, lambda live: told_of(desk, live, records, prints), Urgency.LOOK)
    return await asyncio.wrap_future(asked)


@get("/api/pit/{stream:str}/limits", tags=["pit"], summary="Limits for the next round, and what they allow")
async def pit_limits(
    request: Asked,
    stream: Stream,
    kind: Annotated[str, Parameter(max_length=40, required=False)] = "",
    which: Annotated[Limit, Parameter(required=False)] = Limit.MAX,
    amount: Annotated[int, Parameter(ge=1, le=STAKE_MAX, required=False)] = 1,
) -> PitLimits:
    """Return what a table takes, the most that one player can win by it, and how that changes by another limit."""
    server, _ = _looking(request)
    name = server.house.desk.named(stream)
    if name not in _tables(server):
        raise InputError("the pit has tables only", field="stream", value=stream)
    asked = server.house.floor.ask(name, lambda live: live.state.rules, Urgency.LOOK)
    rules: TableRules[Any] = await asyncio.wrap_future(asked)
    if kind and kind not in rules.wagers and kind not in TOTALS:
        raise InputError("no such wager at this table", field="kind", value=kind)
    found = await asyncio.to_thread(exposure, rules)
    changed = rules.with_limit(kind, which.value, amount) if kind else None
    return PitLimits(
        stream=name,
        currency=rules.config.currency,
        limits=[_limit(rules, one, has_odds=not found.why) for one in rules.kinds_taken],
        exposure=_shown(found),
        changed=None if changed is None else _shown(await asyncio.to_thread(exposure, changed)),
    )


def _limit(rules: TableRules[Any], kind: str, *, has_odds: bool) -> PitLimit:
    low, high = rules.limits(kind)
    most = None if high >= STAKE_MAX else high
    return PitLimit(kind, rules.wagers[kind].name, low, most, rules.pays(kind) if has_odds else None)


def _shown(found: Exposure) -> PitExposure:
    return PitExposure(found.amount_minor, found.result, found.why)


class PitEvidence(msgspec.Struct, frozen=True):
    """A record that is pinned to a dispute."""

    version: int
    at: str
    text: str
    note: str
    paper: str
    print: int


class PitDispute(msgspec.Struct, frozen=True):
    """A dispute from its claim on."""

    dispute: int
    player: str
    stage: str
    round: int
    bet: str
    ruling: str
    is_open: bool
    is_notice_due: bool
    until: str | None
    """Until when the player was told that it may take."""
    steps: list[PitEvent]
    """What happened in it, the claim first."""
    evidence: list[PitEvidence]


@get("/api/pit/{stream:str}/disputes", tags=["pit"], summary="A table's disputes")
async def pit_disputes(request: Asked, stream: Stream) -> list[PitDispute]:
    """Return the disputes of a table, the newest first, each with its steps and what is pinned to it."""
    server, _ = _looking(request)
    found = await _figures(server, stream)
    asked = server.house.floor.ask(found.stream, _disputes, Urgency.LOOK)
    entries = await asyncio.wrap_future(asked)
    return [await _dispute(server, found, number, entries[number]) for number in sorted(entries, reverse=True)]


def _disputes(live: LiveStream) -> dict[int, Dispute]:
    """Return copies of a table's disputes, in the writer's thread."""
    return {number: replace(entry) for number, entry in live.state.disputes.entries.items()}


async def _dispute(server: Server, found: Figures, number: int, entry: Dispute) -> PitDispute:
    notes = found.pinned.get(number, {})
    versions = sorted({*found.disputes.get(number, ()), *notes})
    records = await asyncio.to_thread(server.pit.records, found.stream, versions)
    lines = dict(zip(versions, await _told(server, found, records), strict=True))
    at = {record.version: record.at for record in records}
    return PitDispute(
        dispute=number,
        player=entry.player,
        stage=entry.stage.value,
        round=entry.round,
        bet=entry.bet,
        ruling=entry.ruling,
        is_open=entry.is_open,
        is_notice_due=entry.is_notice_due,
        until=found.promised.get(number),
        steps=[_event(one, at[one], lines[one]) for one in found.disputes.get(number, ())],
        evidence=[
            PitEvidence(one, at[one], lines[one].text, note, lines[one].paper, lines[one].print)
            for one, note in notes.items()
        ],
    )


def _event(version: int, at: str, line: Told) -> PitEvent:
    """Return a record that is behind no figure."""
    return PitEvent(version, at, line.text, 0, line.paper, line.print)


@get("/api/pit/{stream:str}/records", tags=["pit"], summary="What was recorded at a table, in words")
async def pit_records(
    request: Asked,
    stream: Stream,
    before: Annotated[int, Parameter(ge=2, le=10**12, required=False)] = 10**12,
) -> list[PitEvent]:
    """Return the last records of a table before a version, the newest first: what can be pinned to a dispute."""
    server, _ = _looking(request)
    found = await _figures(server, stream)
    last = min(found.version, before - 1)
    versions = list(range(max(2, last - EVENTS + 1), last + 1))
    records = await asyncio.to_thread(server.pit.records, found.stream, versions)
    pairs = zip(records, await _told(server, found, records), strict=True)
    return [_event(record.version, record.at, line) for record, line in reversed(list(pairs)) if line.text]


_COLUMNS: Final = (
    *("stream", "name", "game", "currency", "begins", "handle_minor", "drop_minor", "win_minor", "hold_permille"),
    *("theory_minor", "opening_minor", "fills_minor", "credits_minor", "float_minor", "rounds", "dealer_name", "voids"),
)
"""What a line of the export has."""


@get("/api/pit/export", tags=["pit"], summary="The tables of the pit as a file", media_type="text/csv")
async def pit_export(request: Asked, since: Since = "") -> Response[str]:
    """Return what the tiles show, a line a table, as CSV; amounts are in minor units. `GET /api/pit` is the JSON."""
    server, _ = _looking(request)
    now = await _now(server, since)
    columns = [*_COLUMNS, *(("change_handle_minor", "change_drop_minor", "change_win_minor") if since else ())]
    text = io.StringIO()
    rows = csv.writer(text)
    rows.writerow(columns)
    for table in now.tables:
        change = table.change
        more = () if change is None else (change.handle_minor, change.drop_minor, change.win_minor)
        rows.writerow([_cell(getattr(table, name)) for name in _COLUMNS] + list(more))
    headers = {"content-disposition": f'attachment; filename="pit-{now.at[:16].replace(":", "")}.csv"'}
    return Response(text.getvalue(), media_type="text/csv", headers=headers)


def _cell(value: object) -> object:
    """Return a value as a cell; a name that a spreadsheet would take for a formula is quoted."""
    is_formula = isinstance(value, str) and value[:1] in tuple("=+-@\t\r")
    return f"'{value}" if is_formula else value


PIT_HANDLERS = [pit, pit_events, pit_limits, pit_disputes, pit_records, pit_export]
