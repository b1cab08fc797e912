"""The sign of a table as a picture."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pitboss.draw.sign_sheet import WIDTH, Bar, sheets
from pitboss.draw.svg import element, picture

if TYPE_CHECKING:
    from pitboss.draw.sign_sheet import Words
    from pitboss.draw.svg import Markup
    from pitboss.games.table.sign import Line, Sign

__all__ = ["draw_sign"]


def draw_sign(sign: Sign) -> str:
    """Return a sign as an SVG document, one sheet of it however long; equal input gives equal bytes."""
    (sheet,) = sheets(sign, as_one=True)
    return picture(
        "sign",
        WIDTH,
        sheet.height,
        *(_bar(mark) if isinstance(mark, Bar) else _words(mark) for mark in sheet.marks),
        title=f"{sign.title}{f': {sign.table}' if sign.table else ''}",
        description=_description(sign),
    )


def _bar(bar: Bar) -> Markup:
    return element("rect", x=bar.x, y=bar.y, width=bar.width, height=bar.height, fill=bar.ink)


def _words(words: Words) -> Markup:
    return element(
        "text",
        words.text,
        x=words.x,
        y=words.y,
        font_size=words.size,
        font_weight="700" if words.is_bold else None,
        text_anchor="end" if words.at_right else None,
        fill=words.ink,
    )


def _description(sign: Sign) -> str:
    """Say everything that stands on the sign."""
    sections = (f"{section.heading}: {'; '.join(map(_said, section.lines))}." for section in sign.sections)
    return " ".join([f"Posted by {sign.house} under {sign.edition}.", *sections])


def _said(line: Line) -> str:
    words = f"{line.label} {line.value}" if line.value else line.label.rstrip(".")
    return f"{words} ({line.clause})"
