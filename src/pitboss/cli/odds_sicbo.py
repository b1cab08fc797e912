"""`pitboss odds sicbo`: exact odds of the fifty selections, from the table that pays."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from pitboss.cli.odds import percent, table_of
from pitboss.cli.output import print_json, print_table
from pitboss.games.sicbo.rules import rules_of
from pitboss.lab.sicbo import odds

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pitboss.lab.sicbo import SelectionOdds

__all__ = ["sicbo"]

_COLUMNS = ("throws", "pays", "wins", "edge", "variance")


def sicbo(*, rulebook: str = "oneida-sicbo-2004", table: Path | None = None, json: bool = False) -> None:
    """Print what the wagers pay and cost: probability, house edge and variance as exact fractions.

    Parameters
    ----------
    rulebook
        The house, by its rulebook's id.
    table
        A table's TOML file instead: its own odds count.
    json
        Print one JSON row a selection; by default those alike stand together.
    """
    rules = rules_of(table_of("sicbo", rulebook, table))
    rows = odds(rules)
    if json:
        print_json(row.as_json() for row in rows)
        return
    alike: dict[tuple[object, ...], list[SelectionOdds]] = {}
    for row in rows:
        alike.setdefault((row.kind, row.pays, row.edge), []).append(row)
    title = f"{rules.edition.title} ({rules.edition.id}): {len(rows)} selections, 216 throws"
    print_table(title, ("wager", *_COLUMNS), map(_together, alike.values()))


def _together(alike: Sequence[SelectionOdds]) -> dict[str, object]:
    """Make one line of the selections of a kind that pay and cost the same."""
    first = alike[0]
    numbers = [row.position.partition(":")[2] for row in alike]
    pays = (first.pays,) if isinstance(first.pays, int) else first.pays
    return {
        "wager": f"{first.kind}:{_listed(numbers)}" if numbers[0] else first.kind,
        "throws": first.covers,
        "pays": f"{', '.join(map(str, pays))} to 1",
        "wins": first.win_probability,
        "edge": f"{first.edge} ({percent(first.edge)})",
        "variance": first.variance,
    }


def _listed(numbers: Sequence[str]) -> str:
    """Name the first and the last of many, or all of few.

    >>> _listed(["1", "2", "3"]), _listed(["4", "17"])
    ('1 to 3', '4, 17')
    """
    return f"{numbers[0]} to {numbers[-1]}" if numbers[2:] else ", ".join(numbers)
