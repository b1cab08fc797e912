"""`pitboss check`: a table's TOML file against its rulebook."""

from __future__ import annotations

from pathlib import Path

from pitboss.cli.output import print_json
from pitboss.rulebook import check_table, read_table_file

__all__ = ["run"]


def run(table: Path, *, json: bool = False) -> int:
    """Check a table's settings: every fault at once, each with its clause.

    Parameters
    ----------
    table
        The table's TOML file: rulebook, name, currency and [settings].
    json
        Print one JSON row a fault.

    Returns:
    -------
    int
        0 without a fault, 1 where the settings are against the rules, 2 where the file makes no sense.
    """
    config, faults = check_table(read_table_file(table))
    if json:
        print_json(faults)
    elif config is not None:
        print(f"{table}: {config.name or 'the table'} may open under {config.rulebook}.")
    else:
        for fault in faults:
            by = f" [{fault.clause}]" if fault.clause else ""
            shown = fault.reason if fault.clause else f"{fault.value!r}: {fault.reason}"
            print(f"{fault.field}: {shown}{by}")
    if any(fault.clause is None for fault in faults):
        return 2
    return 1 if faults else 0
