"""What is to be printed, whatever prints it: lines of text and the text of a bar code. Pure.

Text may come from anybody (a facility's name, a track's), so it is made plain here, once, for every printer: what
steers a device or turns the reading direction is dropped, and what a printer's characters lack becomes a question mark.
"""

from __future__ import annotations

import textwrap
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass, replace

COLUMNS = 48
"""Characters in a line of a paper 80 mm wide, in the printer's usual type."""


@dataclass(frozen=True)
class TextLine:
    """One line as it is meant; on narrow paper it becomes several."""

    text: str
    is_large: bool = False
    """Twice as wide and high."""
    is_bold: bool = False
    is_centred: bool = False


@dataclass(frozen=True)
class Layout:
    """One piece of paper."""

    lines: tuple[TextLine, ...]
    payload: str | None = None
    """What its bar codes say; None where it has none, as a copy must not."""
    opens_drawer: bool = False


def plain(text: str, encoding: str) -> str:
    r"""Return a text in the characters of an encoding, without any that steers.

    >>> plain("Win\x1bp\x00\x19 Café 5 €", "cp437")
    'Winp Café 5 ?'
    """
    whole = unicodedata.normalize("NFKC", text)
    shown = "".join(
        " " if character.isspace() else character
        for character in whole
        # Controls, marks of direction, lone surrogates, private characters; line and paragraph separators are spaces.
        if character.isspace() or not unicodedata.category(character).startswith("C")
    )
    return shown.encode(encoding, "replace").decode(encoding)


def rows(layout: Layout, encoding: str, columns: int = COLUMNS) -> Iterator[TextLine]:
    """Yield the lines as they fit on the paper: plain, broken at its width, and none of it left out."""
    for line in layout.lines:
        width = columns // 2 if line.is_large else columns
        for part in textwrap.wrap(plain(line.text, encoding), width) or [""]:
            yield replace(line, text=part)
