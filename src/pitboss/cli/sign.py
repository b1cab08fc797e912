"""`pitboss sign`: what must be posted at a table, for people, for the wall, or for a program."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from io import BytesIO, StringIO
from itertools import groupby
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

import msgspec
from cyclopts import Parameter

from pitboss.cli.check import exit_code, in_words
from pitboss.cli.output import console, write_picture
from pitboss.errors import InputError
from pitboss.money import Currency

if TYPE_CHECKING:
    from rich.padding import Padding
    from rich.table import Table

    from pitboss.games.table.sign import Section, Sign

Format = Literal["text", "svg", "pdf", "json"]

_BY_ENDING: dict[str, Format] = {".svg": "svg", ".pdf": "pdf", ".json": "json"}
_LEAST, _SENTENCE, _INDENT, _GAP = 48, 56, 2, 2
"""Columns: of the whole sign at least, of a sentence before it is broken, before a line, and between its parts."""
_NARROW = 36
"""A console with fewer columns than this has no room for columns side by side."""


def run(
    table: Path,
    *,
    format: Format | None = None,  # noqa: A002 - it is the name of the option
    output: Annotated[str, Parameter(name=["--output", "-o"])] = "-",
) -> int:
    """Show what must be posted at a table: limits, odds and the house's choices, each with its clause.

    Parameters
    ----------
    table
        The table's TOML file; it is checked as `pitboss check` does it, and a table with a fault has no sign.
    format
        What to make; without it, what the output's name ends in, or text.
    output
        The file to write; "-" prints it.

    Returns:
    -------
    int
        0 with a sign, 1 where the settings are against the rules, 2 where the file makes no sense.
    """
    from pitboss.games import game
    from pitboss.rulebook import check_table, edition, read_table_file

    config, faults = check_table(read_table_file(table))
    if config is None:
        for fault in faults:
            print(in_words(fault), file=sys.stderr)
        return exit_code(faults)
    made = format or _BY_ENDING.get(Path(output).suffix.lower(), "text")
    if made == "pdf" and output == "-" and sys.stdout.isatty():
        raise InputError("a PDF is not for a terminal: name a file, as in --output sign.pdf", field="output", value="-")
    write_picture(_made(game(edition(config.rulebook).game).sign(config), made, output), output)
    return 0


def _made(sign: Sign, form: Format, output: str) -> str | bytes:
    from pitboss.draw.sign_sheet import draw_sign

    match form:
        case "text":
            return as_text(sign, is_printed=output == "-")
        case "svg":
            return draw_sign(sign)
        case "pdf":
            return as_pdf(sign)
        case _:
            return msgspec.json.encode(sign).decode() + "\n"


def as_text(sign: Sign, *, is_printed: bool = True) -> str:
    """Return a sign for people: as wide as it needs or the terminal is; one for a file has no colours."""
    from rich.console import Console
    from rich.text import Text

    natural = _width(sign)
    out = console() if is_printed else Console(file=StringIO(), width=natural, force_terminal=False, color_system=None)
    width, clause_width = min(out.width, natural), max((len(line.clause) for line in sign.lines), default=0)
    with out.capture() as captured:
        for words, style in ((sign.title, "bold"), (sign.table, "bold"), (sign.house, "")):
            if words:
                out.print(Text(" ".join(words.split()), style=style), width=width)
        for section in sign.sections:
            out.print()
            out.print(Text(section.heading, style="bold green"), width=width)
            for lines in _grids(section, clause_width) if width >= _NARROW else _paragraphs(section):
                out.print(lines, width=width)
        out.print()
        out.print(Text(f"{sign.edition}.", style="dim"), width=width)
    return "".join(f"{line.rstrip()}\n" for line in captured.get().splitlines())


def _width(sign: Sign) -> int:
    """Return how many columns keep every line whole, but for long sentences."""
    clause = max((len(line.clause) for line in sign.lines), default=0)
    value = max((len(line.value) for line in sign.lines), default=0)
    label = max((len(line.label) for line in sign.lines if line.value), default=0)
    text = max((min(len(line.label), _SENTENCE) for line in sign.lines if not line.value), default=0)
    return max(_LEAST, _INDENT + max(label + _GAP + value, text) + _GAP + clause)


def _grids(section: Section, clause_width: int) -> Iterator[Table]:
    """Yield the lines of a section, those with a value and those without one by turns: their columns differ."""
    from rich.table import Table
    from rich.text import Text

    for has_value, lines in groupby(section.lines, key=lambda line: bool(line.value)):
        grid = Table.grid(padding=(0, _GAP, 0, 0), expand=True)
        grid.add_column(width=0)
        grid.add_column(ratio=1, overflow="fold")
        if has_value:
            grid.add_column(justify="right", overflow="fold", style="bold")
        grid.add_column(justify="right", overflow="fold", min_width=clause_width, style="dim")
        for line in lines:
            cells = [line.label, line.value, line.clause] if has_value else [line.label, line.clause]
            grid.add_row("", *map(Text, cells))
        yield grid


def _paragraphs(section: Section) -> Iterator[Padding]:
    """Yield the lines of a section with everything in a row, for a narrow console."""
    from rich.padding import Padding
    from rich.text import Text

    for line in section.lines:
        said = f"{line.label}: {line.value}" if line.value else line.label
        yield Padding(Text.assemble(said, (f" {line.clause}", "dim")), (0, 0, 0, _INDENT), expand=False)


_PLAIN, _BOLD = "Helvetica", "Helvetica-Bold"


def as_pdf(sign: Sign) -> bytes:
    """Return a sign as a PDF; equal input gives equal bytes, for it names no moment of its making.

    Raises:
        InputError: for a character that the fonts lack.
    """
    from reportlab.pdfgen.canvas import Canvas

    from pitboss.draw.sign_sheet import HEIGHT, WIDTH, Bar, sheets

    sign = _writable(sign)
    file = BytesIO()
    # Without compression the bytes do not depend on the machine's compressor; a sign is small anyway.
    canvas = Canvas(file, pagesize=(WIDTH, HEIGHT), invariant=1, pageCompression=0, lang="en")
    canvas.setTitle(f"{sign.title}{f': {sign.table}' if sign.table else ''}")
    canvas.setAuthor(sign.house)
    canvas.setSubject(sign.edition)
    canvas.setCreator("Pitboss")
    for sheet in sheets(sign):
        for mark in sheet.marks:
            canvas.setFillColor(mark.ink)
            if isinstance(mark, Bar):
                canvas.rect(mark.x, HEIGHT - mark.y - mark.height, mark.width, mark.height, stroke=0, fill=1)
            else:
                canvas.setFont(_BOLD if mark.is_bold else _PLAIN, mark.size)
                write = canvas.drawRightString if mark.at_right else canvas.drawString
                write(mark.x, HEIGHT - mark.y, mark.text)
        canvas.showPage()
    canvas.save()
    return file.getvalue()


def _writable(sign: Sign) -> Sign:
    """Return the sign in characters that the fonts have, before anything is measured."""
    from pitboss.draw.sign_sheet import can_print
    from pitboss.games.table.sign import Sign

    symbol, code = Currency.of(sign.currency).symbol, sign.currency
    written = msgspec.json.encode(sign).decode()
    if not can_print(symbol):
        written = written.replace(symbol, code)
    shown = msgspec.json.decode(written, type=Sign)
    words = [shown.title, shown.house, shown.table, shown.edition, *(section.heading for section in shown.sections)]
    words += [text for line in shown.lines for text in (line.label, line.value, line.clause)]
    missing = sorted(
        {character for text in words for character in text if not (character.isspace() or can_print(character))}
    )
    if missing:
        listed = ", ".join(character if character.isprintable() else repr(character) for character in missing)
        reason = f"its fonts lack {listed}: make an SVG, which any browser prints"
        raise InputError(reason, field="format", value="pdf")
    return shown
