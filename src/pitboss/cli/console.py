"""A console for people, as wide as their terminal; loads rich only when it is asked for."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rich.console import Console

__all__ = ["console"]

_WIDE = 160
"""Columns for what goes into a file or a pipe."""


def console() -> Console:
    """Return a console for people: as wide as their terminal, or wide enough where there is none."""
    from rich.console import Console

    class Pipe(Console):
        """A console that lets its owner see when the reader has gone."""

        def on_broken_pipe(self) -> None:
            raise BrokenPipeError

    found = Pipe(highlight=False)
    return found if found.is_terminal else Pipe(highlight=False, width=_WIDE)
