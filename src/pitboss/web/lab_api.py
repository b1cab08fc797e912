"""The HTTP API of the laboratory: tables with changed rules, their odds, charts and PAR sheets, and simulations.

Nothing here changes a table. What is reckoned is reckoned elsewhere (`laboratory.py`); who works here may ask.
"""

from __future__ import annotations

import asyncio
import csv
import io
from collections.abc import Mapping
from typing import Annotated, Any, Final, Literal

import msgspec
from litestar import Response, get, post
from litestar.params import JSONBody, Parameter

from pitboss.errors import BadConfig, InputError
from pitboss.floor.people.roles import Forbidden, matrix
from pitboss.floor.writer.program import program_digest
from pitboss.floor.writer.queue import Urgency
from pitboss.games.table.rules import TableRules
from pitboss.lab.choices import Choice, Refusal, choices_of, refusal_of
from pitboss.lab.ends import bets_of
from pitboss.lab.odds import GAMES, MAIN, Alone, TableOdds, WagerOdds, wager_name
from pitboss.lab.simulation.run import check_run
from pitboss.lab.worker import SIMULATE, Question
from pitboss.money import STAKE_MAX
from pitboss.rulebook import TableConfig, all_clauses, edition, edition_ids, table_config, with_settings
from pitboss.rulebook.check import check_table
from pitboss.web.laboratory import LabRun
from pitboss.web.requester import Asked, Body, server_of, visitor_of, writing
from pitboss.web.server import Server, Visitor

ROUNDS_MAX: Final = 1_000_000_000
"""Rounds of a simulation that is begun from a page: a minute of blackjack."""
SEED_MAX: Final = 2**53 - 1
"""The highest whole number that a browser keeps exactly."""
_SET_MAX: Final = 4_000
Table = Annotated[str, Parameter(max_length=100, required=False, description="A table of the house, by its stream")]
Rulebook = Annotated[str, Parameter(max_length=100, required=False, description="A rulebook with its defaults instead")]
Set = Annotated[
    str,
    Parameter(max_length=_SET_MAX, required=False, description="Settings that count instead, as a JSON object"),
]
Seed = Annotated[int, Parameter(ge=0, le=SEED_MAX, required=False, description="What chance is made from")]
Settings = Annotated[dict[str, Any], msgspec.Meta(max_length=100)]


class LabTable(msgspec.Struct, frozen=True):
    """A table of the house whose odds can be seen."""

    stream: str
    name: str
    game: str
    rulebook: str


class LabRulebook(msgspec.Struct, frozen=True):
    """A rulebook whose defaults can be taken for a table."""

    id: str
    title: str
    game: str


class LabNow(msgspec.Struct, frozen=True):
    """What can be chosen."""

    tables: list[LabTable]
    rulebooks: list[LabRulebook]


class LabChosen(msgspec.Struct, frozen=True):
    """A table that was chosen: what it is, and what may be changed."""

    name: str
    game: str
    rulebook: str
    title: str
    """The rulebook's."""
    currency: str
    choices: list[Choice]
    clauses: dict[str, str]
    """What each clause is about that a setting names."""


class LabOdds(msgspec.Struct, frozen=True):
    """The odds of a table with its changes, or why the rulebook refuses them."""

    refusals: list[Refusal]
    wagers: list[WagerOdds]
    alone: list[Alone]


class LabStrategy(msgspec.Struct, frozen=True):
    """The best play by totals, as it was and with the changes."""

    now: dict[str, Any]
    before: dict[str, Any]


class LabSection(msgspec.Struct, frozen=True):
    """A heading of a PAR sheet, sentences, and a table under it."""

    heading: str
    sentences: list[str]
    columns: list[str]
    rows: list[list[str]]


class LabSheet(msgspec.Struct, frozen=True):
    """A PAR sheet."""

    title: str
    sections: list[LabSection]


class LabAsk(Body, frozen=True):
    """A simulation that is to be begun."""

    bet: Annotated[str, msgspec.Meta(min_length=1, max_length=100)]
    stake_minor: Annotated[int, msgspec.Meta(ge=1, le=STAKE_MAX)]
    rounds: Annotated[int, msgspec.Meta(ge=1, le=ROUNDS_MAX)]
    seed: Annotated[int, msgspec.Meta(ge=0, le=SEED_MAX)]
    table: Annotated[str, msgspec.Meta(max_length=100)] = ""
    rulebook: Annotated[str, msgspec.Meta(max_length=100)] = ""
    settings: Settings = msgspec.field(default_factory=dict)


class LabPoint(msgspec.Struct, frozen=True):
    """The mean of so many rounds as a share of what is laid, and half the width of its 95 percent interval."""

    rounds: int
    mean: float
    half_width: float


class LabRunNow(msgspec.Struct, frozen=True):
    """How somebody's simulation stands."""

    state: Literal["none", "running", "done", "cancelled", "failed"]
    title: str
    reason: str
    rounds: int
    """How many were asked for."""
    played: int
    seed: int
    exact: float | None
    """The exact mean, where there is one."""
    trail: list[LabPoint]
    answer: dict[str, Any] | None
    """What it came to, as `pitboss simulate --json` prints it; None until it is done."""


_NO_RUN: Final = LabRunNow("none", "", "", 0, 0, 0, None, [], None)


def _worker(request: Asked, visitor: Visitor, *, is_input: bool = True) -> tuple[Server, str]:
    """Return the server, and who works in the laboratory.

    Raises:
        Forbidden: for machines, and those whose work it is not.
    """
    server = server_of(request)
    person = server.acting(visitor, is_input=is_input).person
    if visitor.session is None or not matrix().may_read("lab", person.role):
        raise Forbidden("the laboratory is for those who work here", values={"role": person.role.value})
    return server, person.id


async def _base(server: Server, stream: str, rulebook: str) -> TableConfig:
    """Return the table that was chosen: one of the house as it is now, or a rulebook's defaults."""
    if bool(stream) == bool(rulebook):
        raise InputError("choose a table of the house, or a rulebook", field="table", value=stream)
    if rulebook:
        _known(rulebook)
        return table_config({"rulebook": rulebook})
    names = {one.stream: one for one in await _tables(server)}
    if stream not in names:
        listed = ", ".join(names) or "none"
        raise InputError(f"the laboratory has no such table; there is {listed}", field="table", value=stream)
    rules: TableRules[Any] = await _rules(server, stream)
    return rules.config


def _known(rulebook: str) -> None:
    if edition(rulebook).game not in GAMES:
        raise BadConfig(f"the odds are known of {', '.join(GAMES)}", field="rulebook", value=rulebook)


async def _rules(server: Server, stream: str) -> TableRules[Any]:
    asked = server.house.floor.ask(stream, lambda live: live.state.rules, Urgency.LOOK)
    return await asyncio.wrap_future(asked)


async def _tables(server: Server) -> list[LabTable]:
    found = []
    for name, rules in server.house.desk.streams.items():
        if rules.first_line in ("table", "automatic"):
            config = (await _rules(server, name)).config
            game = edition(config.rulebook).game
            found += [LabTable(name, config.name, game, config.rulebook)] if game in GAMES else []
    return found


def _read(text: str) -> dict[str, Any]:
    if not text:
        return {}
    try:
        return msgspec.json.decode(text, type=dict[str, Any])
    except (msgspec.MsgspecError, RecursionError) as error:
        raise InputError('settings are a JSON object such as {"decks":8}', field="settings", value=text) from error


def _tried(base: TableConfig, settings: Mapping[str, Any]) -> tuple[TableConfig | None, list[Refusal]]:
    """Hold a table with changed settings to its rulebook, by the check of `pitboss check` and `--set`."""
    document = {"rulebook": base.rulebook, "name": base.name, "currency": base.currency, "settings": base.settings}
    config, faults = check_table(with_settings(document, settings))
    return config, [refusal_of(fault) for fault in faults]


async def _permitted(server: Server, stream: str, rulebook: str, settings: Mapping[str, Any]) -> TableConfig:
    """Return a table with changed settings.

    Raises:
        InputError: where its rulebook refuses them; nothing was in play.
    """
    config, refusals = _tried(await _base(server, stream, rulebook), settings)
    if config is None:
        listed = "; ".join(f"{one.reason} [{one.clause}]" if one.clause else one.reason for one in refusals)
        raise InputError(listed, field=refusals[0].setting)
    return config


@get("/api/lab", tags=["lab"], summary="What can be looked at in the laboratory")
async def lab(request: Asked) -> LabNow:
    """Return the tables of the house and the rulebooks whose odds are known."""
    server, _ = _worker(request, visitor_of(request))
    books = [edition(name) for name in edition_ids()]
    found = [LabRulebook(one.id, one.title, one.game) for one in books if one.game in GAMES]
    return LabNow(await _tables(server), found)


@get("/api/lab/table", tags=["lab"], summary="What may be changed at a table")
async def lab_table(request: Asked, table: Table = "", rulebook: Rulebook = "") -> LabChosen:
    """Return a table's settings with their bounds and clauses."""
    server, _ = _worker(request, visitor_of(request))
    base = await _base(server, table, rulebook)
    rules, choices = edition(base.rulebook), choices_of(base)
    known = all_clauses()
    named = {one.clause: known[one.clause].title for one in choices if one.clause in known}
    return LabChosen(base.name, rules.game, rules.id, rules.title, base.currency, choices, named)


@get("/api/lab/odds", tags=["lab"], summary="The exact odds of every wager, and how they move")
async def lab_odds(request: Asked, table: Table = "", rulebook: Rulebook = "", settings: Set = "") -> LabOdds:
    """Return every wager's odds against those of the unchanged table, or every refusal with its clause."""
    server, person = _worker(request, visitor_of(request))
    base = await _base(server, table, rulebook)
    config, refusals = _tried(base, _read(settings))
    if config is None:
        return LabOdds(refusals, [], [])
    found = await _compared(server, person, base, config)
    return LabOdds([], found.wagers, found.alone)


async def _compared(server: Server, person: str, base: TableConfig, config: TableConfig) -> TableOdds:
    question = Question("odds", config, before=base)
    return msgspec.convert(await server.laboratory.reckon(person, question), TableOdds)


_COLUMNS: Final = (
    "name",
    "pays",
    "wins",
    "wins_share",
    "edge",
    "edge_share",
    "variance",
    "moved",
    "clause",
    "is_taken",
)


@get("/api/lab/odds/export", tags=["lab"], summary="The odds as a file", media_type="text/csv")
async def lab_odds_export(
    request: Asked, table: Table = "", rulebook: Rulebook = "", settings: Set = ""
) -> Response[str]:
    """Return a line a wager as CSV; `GET /api/lab/odds` is the JSON."""
    server, person = _worker(request, visitor_of(request))
    base = await _base(server, table, rulebook)
    config = await _permitted(server, table, rulebook, _read(settings))
    found = await _compared(server, person, base, config)
    rows = [[getattr(one, name) for name in _COLUMNS] + [" ".join(one.bets)] for one in found.wagers]
    return _csv("odds", [*_COLUMNS, "bets"], rows)


def _csv(name: str, columns: list[str], rows: list[list[Any]]) -> Response[str]:
    text = io.StringIO()
    writer = csv.writer(text)
    writer.writerow(columns)
    writer.writerows(rows)
    headers = {"content-disposition": f'attachment; filename="{name}.csv"'}
    return Response(text.getvalue(), media_type="text/csv", headers=headers)


async def _blackjack(request: Asked, table: str, rulebook: str, text: str) -> tuple[Server, str, TableConfig]:
    server, person = _worker(request, visitor_of(request))
    config = await _permitted(server, table, rulebook, _read(text))
    if edition(config.rulebook).game != "blackjack":
        raise InputError("only blackjack has a strategy", field="rulebook", value=config.rulebook)
    return server, person, config


@get("/api/lab/strategy", tags=["lab"], summary="The best play by totals")
async def lab_strategy(request: Asked, table: Table = "", rulebook: Rulebook = "", settings: Set = "") -> LabStrategy:
    """Return the best play of a blackjack table by totals, with the changes and without."""
    server, person, config = await _blackjack(request, table, rulebook, settings)
    question = Question("strategy", config, before=await _base(server, table, rulebook))
    return msgspec.convert(await server.laboratory.reckon(person, question), LabStrategy)


@get("/api/lab/chart.svg", tags=["lab"], summary="The strategy chart as a picture", media_type="image/svg+xml")
async def lab_chart_svg(
    request: Asked, table: Table = "", rulebook: Rulebook = "", settings: Set = ""
) -> Response[bytes]:
    """Return the chart that `pitboss strategy -o chart.svg` draws."""
    server, person, config = await _blackjack(request, table, rulebook, settings)
    found: str = await server.laboratory.reckon(person, Question("chart.svg", config))
    return Response(found.encode(), media_type="image/svg+xml")


@get("/api/lab/chart.pdf", tags=["lab"], summary="The strategy chart as a PDF", media_type="application/pdf")
async def lab_chart_pdf(
    request: Asked, table: Table = "", rulebook: Rulebook = "", settings: Set = ""
) -> Response[bytes]:
    """Return the chart that `pitboss strategy -o chart.pdf` draws."""
    server, person, config = await _blackjack(request, table, rulebook, settings)
    found = await server.laboratory.reckon(person, Question("chart.pdf", config))
    return Response(msgspec.convert(found, bytes), media_type="application/pdf")


async def _sheet(request: Asked, table: str, rulebook: str, text: str, seed: int) -> Any:
    server, person = _worker(request, visitor_of(request))
    config = await _permitted(server, table, rulebook, _read(text))
    question = Question("sheet", config, seed=seed, program=program_digest())
    return await server.laboratory.reckon(person, question)


@get("/api/lab/par", tags=["lab"], summary="A table's PAR sheet")
async def lab_par(
    request: Asked,
    table: Table = "",
    rulebook: Rulebook = "",
    settings: Set = "",
    seed: Seed = 1,
) -> LabSheet:
    """Return the PAR sheet that `pitboss par` writes, section by section."""
    found = await _sheet(request, table, rulebook, settings, seed)
    return msgspec.convert(found["sheet"], LabSheet)


@get("/api/lab/par.html", tags=["lab"], summary="A PAR sheet as a page", media_type="text/html")
async def lab_par_html(
    request: Asked,
    table: Table = "",
    rulebook: Rulebook = "",
    settings: Set = "",
    seed: Seed = 1,
) -> Response[str]:
    """Return the page that `pitboss par -o sheet.html` writes, as a file: it has a style of its own."""
    found = await _sheet(request, table, rulebook, settings, seed)
    headers = {"content-disposition": 'attachment; filename="par-sheet.html"'}
    return Response(found["html"], media_type="text/html", headers=headers)


@get("/api/lab/par.pdf", tags=["lab"], summary="A PAR sheet as a PDF", media_type="application/pdf")
async def lab_par_pdf(
    request: Asked,
    table: Table = "",
    rulebook: Rulebook = "",
    settings: Set = "",
    seed: Seed = 1,
) -> Response[bytes]:
    """Return the PDF that `pitboss par -o sheet.pdf` writes."""
    found = await _sheet(request, table, rulebook, settings, seed)
    return Response(msgspec.convert(found["pdf"], bytes), media_type="application/pdf")


@post("/api/lab/run", tags=["lab"], summary="Begin a simulation", status_code=200)
async def lab_begin(request: Asked, data: JSONBody[LabAsk]) -> LabRunNow:
    """Begin one's simulation: the totals of a seed and a number of rounds are those of `pitboss simulate`."""
    server, person = _worker(request, writing(request))
    config = await _permitted(server, data.table, data.rulebook, data.settings)
    check_run(data.seed, data.rounds, 1, None)
    known = (MAIN,) if edition(config.rulebook).game == "blackjack" else bets_of(config)
    if data.bet not in known:
        raise InputError("the table has no such wager to simulate", field="bet", value=data.bet)
    where = f"{wager_name(config, data.bet)}, {config.name or edition(config.rulebook).title}"
    asked = Question(SIMULATE, config, bet=data.bet, stake=data.stake_minor, rounds=data.rounds, seed=data.seed)
    return _shown(server.laboratory.begin(person, asked, where))


@get("/api/lab/run", tags=["lab"], summary="How one's simulation stands")
async def lab_run(request: Asked) -> LabRunNow:
    """Return how far one's simulation has come, with the points of its plot."""
    server, person = _worker(request, visitor_of(request), is_input=False)
    run = server.laboratory.runs.get(person)
    return _NO_RUN if run is None else _shown(run)


@post("/api/lab/run/cancel", tags=["lab"], summary="Cancel one's simulation", status_code=200)
async def lab_cancel(request: Asked) -> LabRunNow:
    """Stop one's simulation; what it came to so far stays in view."""
    server, person = _worker(request, writing(request))
    run = server.laboratory.runs.get(person)
    if run is None:
        return _NO_RUN
    await asyncio.to_thread(run.cancel)
    return _shown(run)


def _shown(run: LabRun) -> LabRunNow:
    question, trail = run.question, run.trail
    answer = None if run.found is None else run.found["answer"]
    played = trail[-1].rounds if trail else 0
    return LabRunNow(
        state=run.state,  # type: ignore[arg-type]
        title=run.title,
        reason=run.reason,
        rounds=question.rounds,
        played=played if answer is None else answer["rounds"],
        seed=question.seed,
        exact=run.exact,
        trail=[LabPoint(one.rounds, one.mean, one.half_width) for one in trail],
        answer=answer,
    )


@get("/api/lab/run/export", tags=["lab"], summary="What one's simulation came to, as a file", media_type="text/csv")
async def lab_run_export(
    request: Asked, form: Annotated[Literal["csv", "json"], Parameter(required=False)] = "csv"
) -> Response[Any]:
    """Return how often each result came, as `pitboss simulate -o` writes it; as JSON with the answer beside it."""
    server, person = _worker(request, visitor_of(request))
    run = server.laboratory.runs.get(person)
    if run is None or run.found is None:
        raise InputError("no simulation of yours is done: run one to its end first", field="run")
    if form == "json":
        headers = {"content-disposition": 'attachment; filename="simulation.json"'}
        return Response(run.found, media_type="application/json", headers=headers)
    rows = [[row["gain_minor"], row["count"]] for row in run.found["results"]]
    return _csv("simulation", ["gain_minor", "count"], rows)


LAB_HANDLERS = [
    lab, lab_table, lab_odds, lab_odds_export, lab_strategy, lab_chart_svg, lab_chart_pdf, lab_par, lab_par_html,
    lab_par_pdf, lab_begin, lab_run, lab_cancel, lab_run_export,
]  # fmt: skip
