"""What the commands share: reading files and standard input, printing rows as JSON Lines or as a table."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import msgspec
from cyclopts import Parameter

from pitboss.errors import InputError

if TYPE_CHECKING:
    from rich.console import Console

_WIDE = 160
"""Columns for what goes into a file or a pipe."""


def console() -> Console:
    """Return a console as wide as the terminal, or 160 columns wide if the output is a file or a pipe."""
    from rich.console import Console

    class Pipe(Console):
        """A console that lets its owner see when the reader has gone."""

        def on_broken_pipe(self) -> None:
            raise BrokenPipeError

    found = Pipe(highlight=False)
    return found if found.is_terminal else Pipe(highlight=False, width=_WIDE)


File = Annotated[str, Parameter(allow_leading_hyphen=True)]
"""A file's path, or "-" for standard input."""
Rulebook = Annotated[str, Parameter(help="The house, by its rulebook's id.")]
"""Which house's rules a command is about."""


def read_bytes(path: str) -> bytes:
    """Read a whole file, or standard input for "-"."""
    if path == "-":
        return sys.stdin.buffer.read()
    try:
        return Path(path).read_bytes()
    except OSError as error:
        raise InputError(f"cannot be read: {error.strerror}", field="file", value=path) from error
    except ValueError as error:
        raise InputError(f"cannot be read: {error}", field="file", value=path) from error


def print_json(rows: Iterable[object]) -> None:
    """Print one JSON document a line."""
    for row in rows:
        sys.stdout.write(msgspec.json.encode(row).decode() + "\n")
    sys.stdout.flush()


def print_table(title: str, columns: Sequence[str], rows: Iterable[Mapping[str, object]]) -> None:
    """Print rows as a table for people; the first column keeps its lines whole."""
    from rich import box
    from rich.table import Table
    from rich.text import Text

    table = Table(title=Text(title), title_justify="left", title_style="bold", box=box.SIMPLE_HEAD, pad_edge=False)
    for place, column in enumerate(columns):
        table.add_column(column.replace("_", " "), overflow="fold", no_wrap=place == 0)
    for row in rows:
        table.add_row(*(Text(str(row[column])) for column in columns))
    console().print(table)


def write_picture(picture: str | bytes, output: str) -> None:
    """Write a picture, or a page as bytes, to a file, whole or not at all; print it for "-"."""
    if output == "-":
        if isinstance(picture, str):
            sys.stdout.write(picture)
        else:
            sys.stdout.buffer.write(picture)
        return
    path, data = Path(output), picture.encode() if isinstance(picture, str) else picture
    # A device is no file that could take another's place.
    beside = path if path.exists() and not path.is_file() else path.with_name(f"{path.name}.part")
    try:
        beside.write_bytes(data)
        beside.replace(path)
    except OSError as error:
        if beside != path:
            with suppress(OSError):
                beside.unlink()
        raise InputError(f"cannot be written: {error.strerror}", field="output", value=output) from error
