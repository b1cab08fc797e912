"""A process of its own that reckons for a server: `python -m pitboss.lab.worker`.

It reads one question a line and answers each with one line, a simulation with a line now and then on its way. It runs
at the lowest priority, so that no bet waits for a figure, and ends when whoever started it is gone, when it is killed,
or when nobody asked for a while.
"""

from __future__ import annotations

import os
import select
import sys
import time
from collections.abc import Callable
from typing import Any, Final

import msgspec

from pitboss.errors import PitbossError
from pitboss.games.blackjack import rules as blackjack_rules
from pitboss.lab import par
from pitboss.lab.odds import TableOdds, compared, odds_of
from pitboss.lab.simulation.run import Estimate, Run
from pitboss.rulebook import RuleViolation, TableConfig, edition

IDLE_SECONDS: Final = 600
"""After which a process that nobody asks gives its memory back."""
TOLD_SECONDS: Final = 0.2
"""How often a simulation tells how far it has come, at least."""
_EARLY: Final = tuple(digit * 10**power for power in (2, 3, 4, 5) for digit in (1, 2, 5))
"""Rounds of shorter runs with the same seed, by which a plot begins: a block alone is a quarter of a million."""
_STEP: Final = 1.05
"""By how many times as many rounds a further point of the plot is worth telling."""


class Question(msgspec.Struct, frozen=True, omit_defaults=True):
    """What is asked of the process."""

    do: str
    table: TableConfig
    before: TableConfig | None = None
    """The table as it was, for odds that are compared."""
    bet: str = ""
    stake: int = 0
    rounds: int = 0
    seed: int = 1
    program: str = ""
    """The hash of the program, for a PAR sheet."""


class Point(msgspec.Struct, frozen=True):
    """Where a simulation stands: the mean of so many rounds, and half the width of its 95 percent interval."""

    rounds: int
    mean: float
    half_width: float


class Begun(msgspec.Struct, frozen=True):
    """A simulation begins: its exact mean, where there is one."""

    exact: float | None


class Told(msgspec.Struct, frozen=True, omit_defaults=True):
    """A line of an answer."""

    found: Any = None
    begun: Begun | None = None
    point: Point | None = None
    refused: dict[str, Any] | None = None
    """Why there is no answer, as an error's fields."""


def odds(question: Question) -> TableOdds:
    """Return a table's odds, compared with those of the table as it was."""
    if question.before is None:
        return TableOdds(odds_of(question.table), [])
    return compared(question.before, question.table)


def strategy(question: Question) -> dict[str, Any]:
    """Return the best play by totals, and of the table as it was."""
    from pitboss.lab.blackjack.answers import as_data
    from pitboss.lab.blackjack.exact import analyse

    def played(config: TableConfig) -> dict[str, Any]:
        rules = blackjack_rules.rules_of(config)
        return as_data({}, analyse(rules).table)

    return {"now": played(question.table), "before": played(question.before or question.table)}


def chart_svg(question: Question) -> str:
    """Return the chart that `pitboss strategy -o chart.svg` draws."""
    from pitboss.lab.blackjack import chart
    from pitboss.lab.blackjack.exact import analyse

    rules = blackjack_rules.rules_of(question.table)
    return chart.as_svg(rules, analyse(rules))


def chart_pdf(question: Question) -> bytes:
    """Return the chart that `pitboss strategy -o chart.pdf` draws."""
    from pitboss.lab.blackjack import chart
    from pitboss.lab.blackjack.exact import analyse

    rules = blackjack_rules.rules_of(question.table)
    return chart.as_pdf(rules, analyse(rules))


def sheet(question: Question) -> dict[str, Any]:
    """Return a PAR sheet: its sections, and the same as a page and as a PDF."""
    found = par.sheet_of(question.table, seed=question.seed, program=question.program)
    return {"sheet": found, "html": par.as_html(found), "pdf": par.as_pdf(found)}


_DO: Final[dict[str, Callable[[Question], Any]]] = {
    "odds": odds,
    "strategy": strategy,
    "chart.svg": chart_svg,
    "chart.pdf": chart_pdf,
    "sheet": sheet,
}
SIMULATE: Final = "simulate"


def run_of(table: TableConfig, bet: str, stake: int, seed: int) -> Run:
    """Return the run of one wager at a table, as `pitboss simulate` makes it; at blackjack there is one seat."""
    from pitboss.lab.simulation.play import blackjack_run, ends_run

    if edition(table.rulebook).game == "blackjack":
        return blackjack_run(table, stake=stake, seats=1, seed=seed)
    return ends_run(table, {bet: stake}, seed)


def simulate(question: Question, tell: Callable[[Told], None]) -> dict[str, Any]:
    """Play a run, telling on the way how far it has come; return what it came to."""
    run = run_of(question.table, question.bet, question.stake, question.seed)
    tell(Told(begun=Begun(run.exact)))
    told = 0
    for rounds in _EARLY:
        if rounds < min(question.rounds, run.block):
            *_, found = Run(run.what, run.play, run.exact, run.block).go(rounds)
            tell(Told(point=_point(rounds, found)))
            told = rounds
    at = time.monotonic()
    for found in run.go(question.rounds, every=1):
        if run.totals.rounds >= told * _STEP or time.monotonic() - at >= TOLD_SECONDS:
            tell(Told(point=_point(run.totals.rounds, found)))
            told, at = run.totals.rounds, time.monotonic()
    return {"answer": run.answer(question.seed), "results": run.results}


def _point(rounds: int, found: Estimate) -> Point:
    return Point(rounds, found.mean, found.half_width)


def answered(question: Question, tell: Callable[[Told], None]) -> Told:
    """Return the answer to a question, or why there is none."""
    try:
        if question.do == SIMULATE:
            return Told(found=simulate(question, tell))
        return Told(found=_DO[question.do](question))
    except RuleViolation as refused:
        return Told(refused={"reason": f"{refused} ({refused.clause})", **_at(refused)})
    except PitbossError as error:
        return Told(refused={"reason": error.reason, **_at(error)})


def _at(error: PitbossError) -> dict[str, Any]:
    values: Any = error.as_fields()["values"]
    return {name: values[name] for name in ("field", "value") if name in values}


def main() -> None:
    """Answer what is asked, line by line."""
    os.nice(19)
    out = sys.stdout.buffer

    def tell(line: Told) -> None:
        out.write(msgspec.json.encode(line) + b"\n")
        out.flush()

    while select.select([sys.stdin.buffer], [], [], IDLE_SECONDS)[0]:
        line = sys.stdin.buffer.readline()
        if not line:
            return
        tell(answered(msgspec.json.decode(line, type=Question), tell))


if __name__ == "__main__":
    main()
