"""What the commands on a game's odds and pictures share: the rules they are asked for, and percentages."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pitboss.errors import BadConfig
from pitboss.rulebook import edition, read_table_file, table_config

if TYPE_CHECKING:
    from fractions import Fraction
    from pathlib import Path

    from pitboss.rulebook import TableConfig

__all__ = ["percent", "table_of"]


def table_of(game: str, rulebook: str, table: Path | None) -> TableConfig:
    """Return the configuration of a house, or of one of its tables; it must be of that game."""
    config = table_config({"rulebook": rulebook} if table is None else read_table_file(table))
    if edition(config.rulebook).game != game:
        raise BadConfig(f"not a {game} rulebook", field="rulebook", value=config.rulebook)
    return config


def percent(value: Fraction) -> str:
    """Write a fraction as a percentage with two decimals.

    >>> from fractions import Fraction
    >>> percent(Fraction(-1, 38))
    '-2.63 %'
    """
    hundredths = round(value * 10_000)
    sign = "-" if hundredths < 0 else ""
    return f"{sign}{abs(hundredths) // 100}.{abs(hundredths) % 100:02d} %"
