"""`pitboss draw sicbo`: the lit layout as SVG."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

from cyclopts import Parameter

from pitboss.cli.draw import bet_and_stake, write_picture
from pitboss.cli.odds import table_of
from pitboss.draw.sicbo.draw import draw
from pitboss.errors import BadNotation
from pitboss.games.sicbo.rules import rules_of

__all__ = ["sicbo"]

_DICE = 3


def sicbo(
    *,
    rulebook: str = "oneida-sicbo-2004",
    table: Path | None = None,
    output: Annotated[str, Parameter(name=["--output", "-o"])] = "-",
    dice: str | None = None,
    bet: Annotated[tuple[str, ...], Parameter(negative=())] = (),
    title: str = "",
) -> None:
    """Draw a table's layout, with the places lit that a throw wins on.

    Parameters
    ----------
    rulebook
        The house, by its rulebook's id.
    table
        A table's TOML file instead: its name, odds and limits count.
    output
        The SVG file to write; "-" prints it.
    dice
        The throw, such as 3,3,5; without it nothing is lit.
    bet
        A bet to show, with its minor units after "=", such as pair:3=500; may be given again and again.
    title
        A heading.
    """
    rules = rules_of(table_of("sicbo", rulebook, table))
    bets = [bet_and_stake(text, "pair:3=500") for text in bet]
    write_picture(draw(rules, dice=None if dice is None else _throw(dice), bets=bets, title=title), output)


def _throw(text: str) -> list[int]:
    faces = [part.strip() for part in text.split(",")]
    if len(faces) != _DICE:
        said = "1 is" if len(faces) == 1 else f"{len(faces)} are"
        raise BadNotation(f"a throw is three dice, such as 3,3,5; {said} given", field="dice", value=text)
    wrong = next((face for face in faces if face not in set("123456")), None)
    if wrong is not None:
        raise BadNotation(f"{wrong!r} is not a number of a die: 1 to 6", field="dice", value=text)
    return [int(face) for face in faces]
