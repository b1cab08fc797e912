"""`pitboss odds roulette`: exact odds of every position, from the table that pays."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from pitboss.cli.odds import percent, table_of
from pitboss.cli.output import print_json, print_table
from pitboss.games.roulette.rules import rules_of
from pitboss.lab.roulette import odds

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pitboss.games.roulette.rules import Rules
    from pitboss.lab.roulette import PositionOdds

__all__ = ["roulette"]

_COLUMNS = ("covers", "pays", "wins", "edge", "variance")


def roulette(
    *,
    rulebook: str = "oneida-roulette-2008",
    table: Path | None = None,
    positions: bool = False,
    json: bool = False,
) -> None:
    """Print what the wagers pay and cost: probability, house edge and variance as exact fractions.

    Parameters
    ----------
    rulebook
        The house, by its rulebook's id.
    table
        A table's TOML file instead: its own odds count.
    positions
        A line for each position; by default those alike stand together.
    json
        Print one JSON row a position.
    """
    rules = rules_of(table_of("roulette", rulebook, table))
    rows = odds(rules)
    if json:
        print_json(row.as_json() for row in rows)
        return
    title = f"{rules.edition.title} ({rules.edition.id}): {len(rows)} positions"
    if positions:
        shown = [{"position": row.position, **_shown(row), "covers": " ".join(row.covers)} for row in rows]
        print_table(title, ("position", *_COLUMNS), shown)
        return
    alike: dict[tuple[object, ...], list[PositionOdds]] = {}
    for row in rows:
        alike.setdefault((row.kind, row.pays, row.edge), []).append(row)
    print_table(title, ("wager", "positions", *_COLUMNS), [_together(rules, group) for group in alike.values()])


def _together(rules: Rules, group: Sequence[PositionOdds]) -> dict[str, object]:
    first = group[0]
    name = f"{rules.wagers[first.kind].name} ({first.kind})"
    return {"wager": name, "positions": len(group), **_shown(first)}


def _shown(row: PositionOdds) -> dict[str, object]:
    return {
        "covers": len(row.covers),
        "pays": f"{row.pays} to 1",
        "wins": row.win_probability,
        "edge": f"{row.edge} ({percent(row.edge)})",
        "variance": row.variance,
    }
