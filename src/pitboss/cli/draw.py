"""`pitboss draw`: pictures of the games as SVG."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

from cyclopts import Parameter

from pitboss.cli.odds import roulette_rules
from pitboss.errors import BadNotation, InputError
from pitboss.games.roulette.draw import draw
from pitboss.money import check_stake

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
    rules = roulette_rules(rulebook, table)
    if dolly is not None and dolly not in rules.wheel.index:
        raise InputError(
            f"not a number of this wheel, which has {len(rules.wheel.pockets)}", field="dolly", value=dolly
        )
    picture = draw(rules, bets=[_bet(text) for text in bet], dolly=dolly, title=title)
    if output == "-":
        sys.stdout.write(picture)
        return
    try:
        Path(output).write_text(picture, encoding="utf-8")
    except OSError as error:
        raise InputError(f"cannot be written: {error.strerror}", field="output", value=output) from error


def _bet(text: str) -> tuple[str, int]:
    bet, equals, amount = text.partition("=")
    if not equals or not amount.isascii() or not amount.isdigit():
        raise BadNotation("a bet and its minor units, such as straight:17=2500", field="bet", value=text)
    return bet, check_stake(int(amount))
