"""`pitboss compare`: what each changed rule does to the edge of every wager, one at a time and together."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec

from pitboss.cli.output import print_table

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pitboss.lab.sheet import Change


def run(first: Path, second: Path, *, stake: int | None = None, json: bool = False) -> None:
    """Print what changes from one table to another.

    Parameters
    ----------
    first
        A table's TOML file.
    second
        The file of the same table with other settings.
    stake
        A wager's cents, by which payments are rounded.
    json
        Print one JSON object.
    """
    from pitboss.lab.sheet import compare
    from pitboss.rulebook import read_table_file, table_config

    edges, changes = compare(table_config(read_table_file(first)), table_config(read_table_file(second)), stake)
    if json:
        together = changes[-1].edges
        answer = {
            "before": edges,
            "after": together,
            "changes": [_row(change, edges) for change in changes[:-1]],
        }
        sys.stdout.write(msgspec.json.encode(answer).decode() + "\n")
        return
    columns = ("change", "wager", "edge_before", "edge_after", "difference")
    lines = [line for change in changes for line in _lines(change, edges)]
    print_table(f"{len(changes) - 1} settings differ", columns, lines)


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
