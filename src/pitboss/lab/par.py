"""A PAR sheet of a table, as a page or a PDF, from one list of sections.

It has the wagers with exact figures, hold bands, settings with their clauses, hashes, and the simulation that agrees.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from io import BytesIO
from math import sqrt
from typing import Any, Final

import msgspec

from pitboss.draw.svg import Markup, element
from pitboss.lab.odds import odds_of
from pitboss.lab.sheet import BLACKJACK_STAKE, ROUNDS, STAKE, Wager, wagers_of
from pitboss.lab.simulation.laid import without_limits
from pitboss.lab.simulation.play import blackjack_run, ends_run
from pitboss.lab.simulation.run import Run
from pitboss.money import Currency, check_stake, show
from pitboss.rulebook import TableConfig, edition

SIMULATED: Final = 1_048_576
"""Rounds of every simulation that a sheet shows: sixteen blocks."""
_COLUMNS: Final = (
    "wager",
    "pays",
    "wins",
    "edge",
    "edge in percent",
    "variance",
    "deviation",
    "volatility index",
    "skewness",
)
_STYLE: Final = """
body { font: 14px/1.4 'Segoe UI', Roboto, Arial, sans-serif; color: #141414; background: #fffdf6; margin: 2em auto;
  max-width: 70em; padding: 0 1em; }
table { border-collapse: collapse; margin: 0.5em 0 1.5em; width: 100%; }
caption { text-align: left; font-weight: bold; padding: 0.3em 0; }
th, td { border-bottom: 1px solid #d9d2bd; padding: 0.25em 0.6em; text-align: right; vertical-align: top; }
th:first-child, td:first-child { text-align: left; overflow-wrap: anywhere; }
"""


@dataclass(frozen=True)
class Section:
    """A heading, sentences, and a table under it."""

    heading: str
    sentences: tuple[str, ...] = ()
    columns: tuple[str, ...] = ()
    rows: tuple[tuple[str, ...], ...] = ()


@dataclass(frozen=True)
class Sheet:
    """A PAR sheet, before it is a page."""

    title: str
    sections: tuple[Section, ...]


def sheet_of(
    config: TableConfig, *, seed: int = 1, program: str = "", workers: int = 1, stake: int | None = None
) -> Sheet:
    """Make the sheet of a table; the same table, seed, program and stake give the same sheet.

    Every payment is rounded as the table rounds it at that stake in minor units. Without one blackjack is not rounded,
    and the other games are told at a stake of which every payment is whole.
    """
    rules = edition(config.rulebook)
    is_blackjack = rules.game == "blackjack"
    if stake is not None:
        check_stake(stake)
    made = _blackjack if is_blackjack else _paid
    wagers, runs = made(config, seed, workers, stake)
    beside = _beside(config) if is_blackjack else []
    named = ((rules.id, rules.hash), ("program", program or "not told"))
    return Sheet(
        f"PAR sheet: {config.name or rules.title}",
        (
            Section("Identity", (rules.title,), ("document", "SHA-256"), named),
            _figures(wagers, _told(config, stake, is_blackjack=is_blackjack)),
            *([Section("Wagers beside it", ("Exact, from a fresh shoe.",), _COLUMNS, _rows(beside))] if beside else []),
            _holds([*wagers, *beside]),
            _simulated(runs, seed),
            _settings(config),
        ),
    )


def _told(config: TableConfig, stake: int | None, *, is_blackjack: bool) -> str:
    """Return the stake that all figures are of; nothing where none is rounded."""
    if stake is None and is_blackjack:
        return ""
    return show(STAKE if stake is None else stake, Currency.of(config.currency))


def _paid(config: TableConfig, seed: int, workers: int, stake: int | None) -> tuple[list[Wager], dict[str, Run]]:
    laid, table = STAKE if stake is None else stake, without_limits(config)
    wagers = wagers_of(config, laid)
    runs = {wager.name: _played(ends_run(table, {wager.bets[0]: laid}, seed), workers) for wager in wagers}
    return wagers, runs


def _played(run: Run, workers: int) -> Run:
    for _ in run.go(SIMULATED, workers=workers):
        pass
    return run


def _blackjack(config: TableConfig, seed: int, workers: int, stake: int | None) -> tuple[list[Wager], dict[str, Run]]:
    """Return the main wager with its exact figures, and the simulation beside them; several wagers also together."""
    from pitboss.games.blackjack.rules import rules_of
    from pitboss.lab.blackjack.exact import analyse

    rules, laid = rules_of(config), BLACKJACK_STAKE if stake is None else stake
    run = _played(blackjack_run(without_limits(config), stake=laid, seats=1, seed=seed), workers)
    found, spots = analyse(rules, stake=stake), rules.multiple_action
    paid = msgspec.json.encode(config.settings["bj_pays"]).decode()
    pays = f"1 to 1; a Blackjack {paid[1:-1].replace(',', ' to ')}"
    spread, name = found.spread, "blackjack, by totals"
    figures = (found.basic_edge, spread.variance, spread.hit_frequency, spread.skewness)
    wagers = [Wager(name, ("blackjack",), pays, *figures)]
    if spots:
        # Figures are told in units of what is staked, which is one wager for each hand of the dealer.
        spread, name = found.together(spots), f"{spots} wagers together, by totals"
        together = (found.basic_edge, spread.variance / spots**2, spread.hit_frequency, spread.skewness)
        wagers.append(Wager(name, ("blackjack",), pays, *together))
    return wagers, {name: run}


def _figures(wagers: Sequence[Wager], stake: str) -> Section:
    """List the wagers; a stake is told where figures are of one."""
    is_played = wagers[0].bets == ("blackjack",)
    how = (
        "Exact, by the cards of every hand in a fresh shoe, each hand played by the best table of totals"
        if is_played
        else "Exact: every end of a round was settled by the rules that pay the table"
    )
    how += f", at a wager of {stake}, every rounding included." if stake else "."
    return Section("Wagers", (how,), _COLUMNS, _rows(wagers))


def _rows(wagers: Sequence[Wager]) -> tuple[tuple[str, ...], ...]:
    return tuple(
        (
            wager.name,
            wager.pays,
            _exact(wager.hit_frequency),
            _exact(wager.edge),
            f"{float(wager.edge):.6%}",
            f"{float(wager.variance):.6f}",
            f"{wager.deviation:.6f}",
            f"{wager.volatility_index:.6f}",
            f"{wager.skewness:.4f}",
        )
        for wager in wagers
    )


def _exact(value: Fraction | float) -> str:
    if isinstance(value, float):
        return f"{value:.10g}"
    is_short = value.denominator < 10**9
    return str(value) if is_short else f"{float(value):.12g}"


def _beside(config: TableConfig) -> list[Wager]:
    """Return the wagers beside blackjack's main one that the table takes: each wins its odds or loses."""
    found = []
    for one in odds_of(config):
        if one.wins is None or one.edge is None or not one.is_taken:
            continue
        wins, odds = Fraction(one.wins), int(one.pays.partition(" ")[0])
        spread = (odds + 1) ** 2 * wins * (1 - wins)
        # Of what comes or does not the skewness does not depend on how much it is.
        skewness = float(1 - 2 * wins) / sqrt(wins * (1 - wins))
        found.append(Wager(one.id, (one.id,), one.pays, Fraction(one.edge), spread, wins, skewness))
    return found


def _holds(wagers: Sequence[Wager]) -> Section:
    said = "Between which shares of what is staked the hold lies 95 times of 100, if results were normal."
    rows = []
    for wager in wagers:
        bands = (wager.hold(rounds) for rounds in ROUNDS)
        rows.append((wager.name, *(f"{low:.3%} to {high:.3%}" for low, high in bands)))
    return Section("Hold by rounds", (said,), ("wager", *(f"{rounds:,}" for rounds in ROUNDS)), tuple(rows))


def _simulated(runs: dict[str, Run], seed: int) -> Section:
    said = f"{SIMULATED:,} rounds of each, Philox 4x32-10, seed {seed}: the same seed gives the same totals anywhere."
    rows = []
    for name, run in runs.items():
        found = run.estimate()
        known = run.exact_here
        why = f"{run.void:,} rounds ran out of cards" if run.void else "the shoe is dealt on"
        exact = f"none: {why}" if known is None else f"{-known:.6%}"
        off = "" if known is None else f"{(found.mean - known) / found.error:+.2f}"
        rows.append((name, f"{-found.mean:.6%}", f"{found.error:.6%}", exact, off))
    columns = ("wager", "simulated edge", "standard error", "exact edge", "standard errors off")
    return Section("Simulation", (said,), columns, tuple(rows))


def _settings(config: TableConfig) -> Section:
    specs = {spec.key: spec for spec in edition(config.rulebook).settings}
    rows = tuple(
        (key, msgspec.json.encode(value).decode(), specs[key].clause if key in specs else "house practice")
        for key, value in config.settings.items()
    )
    return Section("Settings", (), ("setting", "value", "clause"), rows)


def as_html(sheet: Sheet) -> str:
    """Return the sheet as a page that stands alone."""
    body = [element("h1", sheet.title)]
    for section in sheet.sections:
        body.append(element("h2", section.heading))
        body += [element("p", sentence) for sentence in section.sentences]
        if section.columns:
            head = element("tr", *(element("th", column, scope="col") for column in section.columns))
            rows = (element("tr", *(element("td", cell or " ") for cell in row)) for row in section.rows)
            body.append(element("table", element("thead", head), element("tbody", *rows)))
    head = element("head", element("meta", charset="utf-8"), element("title", sheet.title), _style())
    page = element("html", head, element("body", *body), lang="en")
    return f"<!doctype html>\n{page}\n"


def _style() -> Markup:
    return element("style", Markup(_STYLE))


def as_pdf(sheet: Sheet) -> bytes:
    """Return the sheet as a PDF; equal sheets give equal bytes."""
    from reportlab.lib.pagesizes import A4, landscape
    from reportlab.platypus import SimpleDocTemplate

    file = BytesIO()
    document = SimpleDocTemplate(
        file,
        pagesize=landscape(A4),
        invariant=1,
        title=sheet.title,
        creator="Pitboss",
        leftMargin=36,
        rightMargin=36,
        topMargin=36,
        bottomMargin=36,
        lang="en",
    )
    document.build(list(_flowing(sheet)))
    return file.getvalue()


def _flowing(sheet: Sheet) -> Iterator[Any]:
    from xml.sax.saxutils import escape

    from reportlab.lib.styles import getSampleStyleSheet
    from reportlab.platypus import Paragraph, Table, TableStyle

    styles = getSampleStyleSheet()
    small = styles["BodyText"].clone("small", fontSize=7.5, leading=9, spaceBefore=0)
    bold = small.clone("bold", fontName="Helvetica-Bold")
    # A heading never stands at the foot of a page without its table.
    heading = styles["Heading2"].clone("heading", keepWithNext=1)
    said = styles["BodyText"].clone("said", keepWithNext=1)
    yield Paragraph(escape(sheet.title), styles["Title"])
    for section in sheet.sections:
        yield Paragraph(escape(section.heading), heading)
        for sentence in section.sentences:
            yield Paragraph(escape(sentence), said)
        if section.columns:
            cells = [[Paragraph(escape(cell), bold) for cell in section.columns]]
            cells += [[Paragraph(escape(cell), small) for cell in row] for row in section.rows]
            lines = TableStyle([("LINEBELOW", (0, 0), (-1, -1), 0.3, "#d9d2bd"), ("VALIGN", (0, 0), (-1, -1), "TOP")])
            yield Table(cells, repeatRows=1, style=lines)
