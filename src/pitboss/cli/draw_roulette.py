"""`pitboss draw roulette`: the layout and the wheel as SVG."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

from cyclopts import Parameter

from pitboss.cli.draw import bet_and_stake, write_picture
from pitboss.cli.odds import table_of
from pitboss.draw.roulette.draw import draw
from pitboss.errors import InputError
from pitboss.games.roulette.rules import rules_of

__all__ = ["roulette"]


def roulette(
    *,
    rulebook: str = "oneida-roulette-2008",
    table: Path | None = None,
    output: Annotated[str, Parameter(name=["--output", "-o"])] = "-",
    bet: Annotated[tuple[str, ...], Parameter(negative=())] = (),
    dolly: str | None = None,
    title: str = "",
) -> None:
    """Draw a house's layout and wheel.

    Parameters
    ----------
    rulebook
        The house, by its rulebook's id.
    table
        A table's TOML file instead: its layout's name, odds and limits count.
    output
        The SVG file to write; "-" prints it.
    bet
        A bet to show, with its minor units after "=", such as straight:17=2500; may be given again and again.
    dolly
        The winning number.
    title
        A heading.
    """
    rules = rules_of(table_of("roulette", rulebook, table))
    if dolly is not None and dolly not in rules.wheel.index:
        raise InputError(
            f"not a number of this wheel, which has {len(rules.wheel.pockets)}", field="dolly", value=dolly
        )
    bets = [bet_and_stake(text, "straight:17=2500") for text in bet]
    write_picture(draw(rules, bets=bets, dolly=dolly, title=title), output)
