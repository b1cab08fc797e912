"""What a type checker sees of the laboratory's names; nothing here runs, `make types` and tests/arch read it."""

from collections.abc import Mapping
from fractions import Fraction
from pathlib import Path
from typing import Any, assert_type

import pitboss
from pitboss import lab


def exact(table: pitboss.TableConfig) -> None:
    """Figures that are exact."""
    assert_type(lab.bets_of(table), tuple[str, ...])
    ends: lab.Ends = lab.ends_of(table, {"red": 500})
    assert_type(ends.edge, Fraction)
    assert_type(ends.distribution, dict[int, Fraction])
    assert_type(lab.odds_of(table), list[lab.WagerOdds])
    assert_type(lab.wagers_of(table), list[lab.Wager])
    assert_type(lab.variances_of(table), dict[str, float])
    found: lab.Analysis = lab.best_play(table, seen=["AS"], stake=500)
    assert_type(found.table, lab.Table)
    assert_type(lab.dealer_ends(table, seen=["AS"]), dict[str, dict[str, Fraction]])
    assert_type(found.basic_edge, float)
    assert_type(lab.read_table(Path("own.json")), lab.Table)
    assert_type(lab.best_play(table, table=found.table, is_looked=True), lab.Analysis)
    assert_type(found.together(2), lab.Spread)
    spread: lab.Spread = found.spread
    assert_type(spread.distribution, Mapping[Fraction, float])
    assert_type(spread.skewness, float)


def played(table: pitboss.TableConfig, path: Path) -> None:
    """Rounds by the million."""
    plan: lab.Plan = lab.read_plan(path, is_blackjack=False)
    assert_type(plan.steps, tuple[lab.Step, ...])
    run: lab.Run = lab.simulate(table, plan, rounds=1000, seed=7, workers=2)
    assert_type(run.exact, float | None)
    assert_type(run.estimate(), lab.Estimate)
    assert_type(lab.read_days(path, path, 1), lab.Run)


def changed(table: pitboss.TableConfig, document: Mapping[str, Any]) -> None:
    """What a rule does, and a sheet."""
    edges, changes = lab.compare(table, table)
    assert_type(edges, dict[str, float])
    assert_type(changes, list[lab.Change])
    assert_type(lab.Recorded(document, {}).sums.rounds, int)
    sheet: lab.Sheet = lab.sheet_of(table)
    assert_type(lab.as_html(sheet), str)
    assert_type(lab.as_pdf(sheet), bytes)
