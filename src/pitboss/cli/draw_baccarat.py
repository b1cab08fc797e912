"""`pitboss draw baccarat`: the five roads of a shoe as SVG."""

from __future__ import annotations

from typing import Annotated

from cyclopts import Parameter

from pitboss.cli.draw import write_picture
from pitboss.cli.output import File, read_bytes
from pitboss.draw.baccarat.draw import draw
from pitboss.errors import InputError
from pitboss.games.baccarat.roads import results_of

__all__ = ["baccarat"]


def baccarat(
    *,
    results: File,
    output: Annotated[str, Parameter(name=["--output", "-o"])] = "-",
    title: str = "",
) -> None:
    """Draw the scoreboard of a shoe: bead plate, big road and the three roads derived from it.

    Parameters
    ----------
    results
        A file with a letter for each round, oldest first: B, P or T. Spaces and line ends count for nothing; "-"
        reads standard input.
    output
        The SVG file to write; "-" prints it.
    title
        A heading.
    """
    write_picture(draw(results_of(_text(results)), title=title), output)


def _text(path: str) -> str:
    try:
        # A byte order mark is no letter of the shoe.
        return read_bytes(path).decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise InputError("is not text in UTF-8", field="results", value=path) from error
