"""A table of totals in a file, as `pitboss strategy --json` prints it: read, and refused where it is none."""

from __future__ import annotations

from pathlib import Path

import msgspec

from pitboss.errors import InputError
from pitboss.lab.blackjack.exact import Table
from pitboss.lab.blackjack.tables import ROWS, VALUES


class _Line(msgspec.Struct, forbid_unknown_fields=True):
    """A row of a table of totals."""

    two_cards: str
    drawing: str


class _File(msgspec.Struct):
    """What is read of a file."""

    rows: dict[str, _Line]
    pairs: dict[str, str]
    columns: str = ""
    """The dealer's first cards, in their order; as `pitboss strategy` has them where nothing is said."""


def read_table(file: Path) -> Table:
    """Read a table of totals.

    Raises:
        InputError: for a file that cannot be read, or in which a row is missing or too many.
    """
    try:
        found = msgspec.json.decode(file.read_bytes(), type=_File)
    except OSError as error:
        raise InputError(f"cannot be read: {error.strerror}", field="strategy", value=str(file)) from error
    except msgspec.MsgspecError as error:
        reason = f"is no table as `pitboss strategy --json` prints it: {error}"
        raise InputError(reason, field="strategy", value=str(file)) from error
    _check(found, str(file))
    two_cards = {row: line.two_cards for row, line in found.rows.items()}
    drawing = {row: line.drawing for row, line in found.rows.items()}
    return Table(two_cards, drawing, found.pairs)


def _check(found: _File, file: str) -> None:
    """Refuse a table whose columns are in another order, or that has not just the rows that a table has."""
    if found.columns not in ("", VALUES):
        reason = f"the columns of {file} are the dealer's first cards in the order {VALUES}"
        raise InputError(reason, field="columns", value=found.columns)
    for name, known, given in (("row", set(ROWS), found.rows), ("pair", {one * 2 for one in VALUES}, found.pairs)):
        for key in sorted(known ^ given.keys()):
            what = f"{file} has no {name}" if key in known else f"{file} has a {name} that no table has:"
            raise InputError(f"{what} {key}", field="strategy", value=key)
