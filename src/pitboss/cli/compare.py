"""`pitboss compare`: what each changed rule does to the edge of every wager, one at a time and together."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec

from pitboss.cli.compared_play import Period, as_data, print_recorded, recorded_tables
from pitboss.cli.output import print_table
from pitboss.cli.refused import as_bad_input
from pitboss.errors import InputError

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from pitboss.lab.sheet import Change
    from pitboss.rulebook import TableConfig

_ROUNDS = 10_000


def run(  # noqa: PLR0913 - one parameter an option
    first: Path,
    second: Path,
    *,
    stake: int | None = None,
    hold: bool = False,
    journal: str | None = None,
    since: str | None = None,
    until: str | None = None,
    json: bool = False,
) -> None:
    """Print what changes from one table to another.

    Parameters
    ----------
    first
        A table's TOML file.
    second
        The file of the same table with other settings.
    stake
        A wager's cents, by which payments are rounded.
    hold
        Print also the variance of every wager at both tables, and between what the hold lies after 10,000 rounds;
        at blackjack this takes some seconds.
    journal
        A house's journal: say what the same change would have done to the rounds recorded there, at every table
        of this rulebook. sqlite:///FILE, a SQLite file's path, or postgresql://HOST/DATABASE.
    since
        Only rounds from then on, such as 2026-11-01.
    until
        Only rounds before then, such as 2026-12-01.
    json
        Print one JSON object.
    """
    from pitboss.lab.sheet import compare
    from pitboss.openers import table_of
    from pitboss.rulebook import read_table_file

    _refuse_times(journal, since=since, until=until)
    with as_bad_input():
        tables = table_of(read_table_file(first)), table_of(read_table_file(second))
        edges, changes = compare(*tables, stake)
    period = Period.of(since, until)
    changed = {change.setting: change.after for change in changes[:-1]}
    played = None if journal is None else recorded_tables(journal, tables[0].rulebook, changed, period)
    holds = _holds(tables, (edges, changes[-1].edges), stake) if hold else []
    if json:
        together = changes[-1].edges
        answer = {
            "before": edges,
            "after": together,
            "changes": [_row(change, edges) for change in changes[:-1]],
            **({"hold": holds} if hold else {}),
            **({"recorded": [as_data(one) for one in played]} if played is not None else {}),
        }
        sys.stdout.write(msgspec.json.encode(answer).decode() + "\n")
        return
    _print(changes, edges, holds)
    if played is not None:
        print_recorded(played)


def _refuse_times(journal: str | None, **times: str | None) -> None:
    for name, value in times.items():
        if journal is None and value is not None:
            raise InputError("is about recorded rounds: give --journal as well", field=name, value=value)


def _print(changes: Sequence[Change], edges: dict[str, float], holds: Sequence[Mapping[str, str | float]]) -> None:
    many = len(changes) - 1
    columns = ("change", "wager", "edge_before", "edge_after", "difference")
    lines = [line for change in changes for line in _lines(change, edges)]
    print_table(f"{many} {'setting differs' if many == 1 else 'settings differ'}", columns, lines)
    if holds:
        shown = [{name: f"{one:.6g}" if isinstance(one, float) else one for name, one in row.items()} for row in holds]
        print_table(f"Variance, and hold after {_ROUNDS:,} rounds, 95 times of 100", tuple(shown[0]), shown)


def _holds(
    tables: Sequence[TableConfig], edges: Sequence[Mapping[str, float]], stake: int | None
) -> list[dict[str, str | float]]:
    """Return the variance and the hold of every wager, at the first table and at the second."""
    from math import sqrt

    from pitboss.lab.sheet import SURE, variances_of

    found: list[dict[str, str | float]] = []
    for when, table, kept in zip(("before", "after"), tables, edges, strict=True):
        for name, variance in variances_of(table, stake).items():
            half, edge = SURE * sqrt(variance / _ROUNDS), kept[name]
            row = {"variance": variance, "hold_low": edge - half, "hold_high": edge + half}
            found.append({"table": when, "wager": name, **row})
    return found


def _row(change: Change, edges: dict[str, float]) -> dict[str, Any]:
    moved = {name: edge - edges[name] for name, edge in change.edges.items() if name in edges}
    return {
        "setting": change.setting,
        "before": change.before,
        "after": change.after,
        "edges": change.edges,
        "differences": moved,
        "refused": change.refused or None,
    }


def _lines(change: Change, edges: dict[str, float]) -> Iterator[dict[str, object]]:
    named = f"{change.setting} = {msgspec.json.encode(change.after).decode()}" if change.setting else "all together"
    if change.refused:
        yield {"change": named, "wager": change.refused, "edge_before": "", "edge_after": "", "difference": ""}
        return
    is_moved = False
    for name in {**edges, **change.edges}:
        before, after = edges.get(name), change.edges.get(name)
        if before == after and change.setting:
            continue
        is_moved = True
        yield {
            "change": named,
            "wager": name,
            "edge_before": "" if before is None else f"{before:.6%}",
            "edge_after": "" if after is None else f"{after:.6%}",
            "difference": "" if before is None or after is None else f"{after - before:+.6%}",
        }
    if not is_moved:
        yield {"change": named, "wager": "no wager", "edge_before": "", "edge_after": "", "difference": ""}
