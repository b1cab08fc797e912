"""`pitboss par`: the PAR sheet of a table, as a page or a PDF."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

from cyclopts import Parameter

from pitboss.cli.output import write_picture
from pitboss.cli.refused import as_bad_input
from pitboss.errors import BadConfig, InputError

_GAMES = ("roulette", "sicbo", "baccarat", "blackjack")


def run(
    table: Path,
    *,
    output: Annotated[str, Parameter(name=["--output", "-o"])] = "-",
    seed: int = 1,
    workers: int = 1,
    stake: int | None = None,
) -> None:
    """Write a table's PAR sheet: wagers, edge, variance, hold bands, settings, hashes and an agreeing simulation.

    Parameters
    ----------
    table
        The table's TOML file.
    output
        The file to write, which ends in .html or .pdf; "-" prints the page.
    seed
        What the chance of the simulation is made from.
    workers
        How many threads play; it changes nothing on the sheet.
    stake
        A wager's cents, by which every payment is rounded, whatever the table's limits; by default one of which all
        payments are whole.
    """
    from pitboss.floor.writer.program import program_digest
    from pitboss.lab import par
    from pitboss.lab.simulation.run import check_run
    from pitboss.openers import table_of
    from pitboss.rulebook import edition, read_table_file

    ending = Path(output).suffix.lower()
    if output != "-" and ending not in (".html", ".pdf"):
        raise InputError("a PAR sheet's file ends in .html or .pdf", field="output", value=output)
    check_run(seed, par.SIMULATED, workers, None)
    with as_bad_input():
        config = table_of(read_table_file(table))
    if edition(config.rulebook).game not in _GAMES:
        raise BadConfig(f"a PAR sheet is of {', '.join(_GAMES)}", field="rulebook", value=config.rulebook)
    with as_bad_input():
        sheet = par.sheet_of(config, seed=seed, program=program_digest(), workers=workers, stake=stake)
    write_picture(par.as_pdf(sheet) if ending == ".pdf" else par.as_html(sheet), output)
