"""`pitboss draw blackjack`: the table, empty or with a settled round, as SVG."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

from cyclopts import Parameter

from pitboss.cli.draw import write_picture
from pitboss.cli.odds import table_of
from pitboss.cli.output import File, read_bytes
from pitboss.cli.settle import documents
from pitboss.draw.blackjack.draw import draw
from pitboss.draw.blackjack.round import SettledRound, settled_round
from pitboss.errors import InputError
from pitboss.games.blackjack.rules import rules_of

__all__ = ["blackjack"]


def blackjack(
    *,
    rulebook: str = "oneida-blackjack-2004",
    table: Path | None = None,
    output: Annotated[str, Parameter(name=["--output", "-o"])] = "-",
    settled: Annotated[File | None, Parameter(name="--round")] = None,
    line: int | None = None,
    tall: bool = False,
    title: str = "",
) -> None:
    """Draw a table: its cloth, and a round as it ended.

    Parameters
    ----------
    rulebook
        The house, by its rulebook's id.
    table
        A table's TOML file instead: its name, rules, odds and limits count.
    output
        The SVG file to write; "-" prints it.
    settled
        A file with settlement documents; the first one is settled and drawn, by its own rulebook and settings. They
        must be those of a table that is given too. "-" reads standard input.
    line
        The line on which another document begins, from 1.
    tall
        Arrange the table for a narrow screen: the places below each other.
    title
        A heading.
    """
    if settled is None:
        if line is not None:
            raise InputError("needs a file of rounds", field="line", value=line)
        write_picture(draw(rules_of(table_of("blackjack", rulebook, table)), tall=tall, title=title), output)
        return
    found = _round(settled, line)
    rules = found.rules if table is None else rules_of(table_of("blackjack", rulebook, table))
    write_picture(draw(rules, settled=found, tall=tall, title=title), output)


def _round(path: str, line: int | None) -> SettledRound:
    listed = documents(read_bytes(path))
    number, data = next(((at, data) for at, data in listed if line in (None, at)), (0, b""))
    if not number:
        raise InputError(f"no document of {path} begins there", field="line", value=line)
    return settled_round(data, number)
