"""`pitboss check`: the TOML file of a table, a tournament or a tote day against its rulebook."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from pitboss.cli.output import print_json

if TYPE_CHECKING:
    from pitboss.rulebook import Fault


def run(table: Path, *, json: bool = False) -> int:
    """Check what a house set up: every fault at once, each with its clause.

    Parameters
    ----------
    table
        The TOML file of a table (rulebook, name, currency, [settings]), of a tournament, or of a tote day.
    json
        Print one JSON row a fault.

    Returns:
    -------
    int
        0 without a fault, 1 where the settings are against the rules, 2 where the file makes no sense.
    """
    from pitboss.library.tables import checked_file

    kind, config, faults = checked_file(table)
    if json:
        print_json(faults)
    elif config is not None:
        print(f"{table}: {config.name or f'the {kind}'} may open under {config.rulebook}.")
    else:
        for fault in faults:
            print(in_words(fault))
    return exit_code(faults)


def in_words(fault: Fault) -> str:
    """Say in a line what is wrong, and by which clause."""
    by = f" [{fault.clause}]" if fault.clause else ""
    shown = fault.reason if fault.clause else f"{fault.value!r}: {fault.reason}"
    return f"{fault.field}: {shown}{by}"


def exit_code(faults: Sequence[Fault]) -> int:
    """Return 0 without a fault, 2 where one makes no sense, and 1 where all are against the rules."""
    if any(fault.clause is None for fault in faults):
        return 2
    return 1 if faults else 0
