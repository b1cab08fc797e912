"""`pitboss check`: the TOML file of a table, a tournament or a tote day against its rulebook."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from pitboss.cli.output import print_json
from pitboss.games import game
from pitboss.games.table.decide import unset_limits
from pitboss.openers import check_document
from pitboss.rulebook import Fault, TableConfig, edition, read_table_file


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
    kind, config, faults = check_document(read_table_file(table))
    if isinstance(config, TableConfig) and (shut := _shut(config)):
        config, faults = None, shut
    if json:
        print_json(faults)
    elif config is not None:
        print(f"{table}: {config.name or f'the {kind}'} may open under {config.rulebook}.")
    else:
        for fault in faults:
            print(in_words(fault))
    return exit_code(faults)


def _shut(config: TableConfig) -> tuple[Fault, ...]:
    """Return which limits are missing of a table that stays shut without them."""
    rules = game(edition(config.rulebook).game).new_state(config).rules
    return tuple(
        Fault(f"settings.default_{which}", None, reason, rules.clause("limits"))
        for which, _, reason in unset_limits(rules)
    )


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
