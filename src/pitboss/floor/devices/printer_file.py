"""A printer without paper: each ticket becomes a file, whole or not at all."""

from __future__ import annotations

import os
import secrets
from contextlib import suppress
from typing import TYPE_CHECKING

from pitboss.floor.devices import escpos
from pitboss.floor.devices.printer import NotPrinted, Printed

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from pitboss.floor.devices.layout import Layout
    from pitboss.floor.devices.printer import Outcome

__all__ = ["FilePrinter"]


class FilePrinter:
    """Writes numbered files into a folder; `form` makes their bytes: a printer's job, or a PDF."""

    def __init__(self, folder: Path, *, form: Callable[[Layout], bytes] = escpos.encode, suffix: str = ".bin") -> None:
        self._folder, self._form, self._suffix = folder, form, suffix
        self._count = 0
        self._session = secrets.token_hex(4)

    def print(self, layout: Layout) -> Outcome:
        """Write one file; it has its name only once it is on the disk."""
        data = self._form(layout)
        self._count += 1
        path = self._folder / f"{self._session}-{self._count:06d}{self._suffix}"
        unfinished = path.with_suffix(".part")
        is_named = False
        try:
            with unfinished.open("xb") as file:
                file.write(data)
                file.flush()
                os.fsync(file.fileno())
            unfinished.rename(path)
            is_named = True
            _keep_names(self._folder)
        except OSError as error:
            with suppress(OSError):
                unfinished.unlink()
            return NotPrinted(f"the file cannot be written: {error}", can_be_out=is_named)
        return Printed()


def _keep_names(folder: Path) -> None:
    """Bring a folder's names to the disk."""
    directory = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(directory)
    finally:
        os.close(directory)
