"""A program as a PDF to print: explanations in two columns, then a page a race; posted, one column of large type.

Its fonts are those that every reader of PDF has, and they write the languages of western Europe. A currency's sign
that they lack becomes its code; a name that they cannot write is refused, since a program with a wrong name is worse
than none. The page in HTML has every letter.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from io import BytesIO
from typing import Any
from xml.sax.saxutils import escape

import msgspec
from reportlab.graphics.shapes import Drawing, Rect, String
from reportlab.lib.colors import HexColor
from reportlab.lib.styles import ParagraphStyle
from reportlab.platypus import (
    BaseDocTemplate,
    Frame,
    KeepTogether,
    NextPageTemplate,
    PageBreak,
    PageTemplate,
    Paragraph,
    Spacer,
    Table,
)

from pitboss.draw.program.program import Program, RacePage, Starter, columns
from pitboss.draw.program.words import Passage
from pitboss.draw.sign_sheet import FAINT, HEIGHT, QUIET, WIDTH, can_print, wrapped
from pitboss.draw.svg import CREAM, FELT, GOLD, INK
from pitboss.errors import InputError
from pitboss.money import Currency

_PLAIN, _BOLD = "Helvetica", "Helvetica-Bold"
_MARGIN, _FOOT, _GUTTER, _SLIM = 40.0, 34.0, 20.0, 26.0
"""Lengths are points: beside the text, below it, between two columns, and the band over a further page."""
_INSIDE = WIDTH - 2 * _MARGIN
_HEAD_LINES = 2
"""How many lines a name may have before it is set smaller."""
_POSTED = 1.55
"""How much larger the type is on what hangs in the facility."""
_WIDTHS = {"number": 36, "cloth": 70, "rider": 88, "trainer": 88, "weight": 42, "morning_line": 62}


def as_pdf(program: Program) -> bytes:
    """Return a program as a PDF; equal input gives equal bytes, for it names no moment of its making.

    Raises:
        InputError: for a character that the fonts lack.
    """
    program = _writable(program)
    set_in = _Type(_POSTED if program.is_posted else 1.0)
    file = BytesIO()
    document = BaseDocTemplate(
        file,
        pagesize=(WIDTH, HEIGHT),
        title=f"{program.name}, {program.date}",
        author=program.facility,
        subject=program.edition,
        creator="Pitboss",
        lang="en",
        invariant=1,
        # Without compression the bytes do not depend on the machine's compressor.
        pageCompression=0,
    )
    document.addPageTemplates(_templates(program))
    document.afterFlowable = lambda flowable: _mark(document, flowable)
    document.build([*_explained(program, set_in), *(part for race in program.races for part in _race(race, set_in))])
    return file.getvalue()


@dataclass(frozen=True)
class _Type:
    """The type that a program is set in, at a scale."""

    scale: float

    def style(self, name: str, size: float, *, is_bold: bool = False, **more: Any) -> Any:
        size *= self.scale
        font = _BOLD if is_bold else _PLAIN
        more = {
            key: value * self.scale if key in ("spaceBefore", "spaceAfter") else value for key, value in more.items()
        }
        return ParagraphStyle(name, fontName=font, fontSize=size, leading=size * 1.28, textColor=INK, **more)

    def heading(self, text: str) -> Any:
        style = self.style("heading", 14, is_bold=True, spaceBefore=8, spaceAfter=3)
        style.textColor = HexColor(FELT)
        return Paragraph(escape(text), style)

    def line(self, text: str, size: float = 9.5, **more: Any) -> Any:
        return Paragraph(text, self.style("line", size, **more))

    def note(self, text: str) -> Any:
        return Paragraph(escape(text), self.style("note", 9, leftIndent=8, spaceBefore=1))

    def clauses(self, clauses: Sequence[str]) -> str:
        """Return clauses in small print, as a paragraph's markup."""
        return f'<font size="{6.5 * self.scale:g}" color="{QUIET}" name="{_PLAIN}">{escape(" ".join(clauses))}</font>'


def _mark(document: Any, flowable: Any) -> None:
    """Put a heading into the outline, by which a reader of the PDF jumps to it."""
    if isinstance(flowable, Paragraph) and flowable.style.name in ("heading", "race"):
        key, text = f"place-{document.page}-{flowable.getPlainText()}", flowable.getPlainText()
        document.canv.bookmarkPage(key)
        document.canv.addOutlineEntry(text, key)


def _templates(program: Program) -> list[Any]:
    """Return the kinds of pages: the first one under the head, further explanations, races."""
    many = 1 if program.is_posted else 2
    head = _head(program)
    height = sum(size * 1.12 for _, size, _, _ in head) + 30

    def first(canvas: Any, _: Any) -> None:
        _band(canvas, height, 3)
        y = 12.0
        for text, size, ink, font in head:
            y += size * 1.12
            _write(canvas, text, y, size, ink, font=font)
        _foot(canvas, program)

    def further(canvas: Any, _: Any) -> None:
        _band(canvas, _SLIM, 0)
        _write(canvas, f"{program.name}, {program.date}", 18, 10, GOLD)
        _foot(canvas, program)

    return [
        PageTemplate("first", _frames(many, height + 12), onPage=first, autoNextPageTemplate="further"),
        PageTemplate("further", _frames(many, _SLIM + 12), onPage=further),
        PageTemplate("race", _frames(1, _SLIM + 12), onPage=further),
    ]


def _frames(many: int, top: float) -> list[Any]:
    width = (_INSIDE - _GUTTER * (many - 1)) / many
    height = HEIGHT - top - _FOOT - 8
    none = {"leftPadding": 0, "rightPadding": 0, "topPadding": 0, "bottomPadding": 0}
    return [
        Frame(_MARGIN + place * (width + _GUTTER), _FOOT + 8, width, height, id=f"column{place}", **none)
        for place in range(many)
    ]


def _band(canvas: Any, height: float, line: float) -> None:
    canvas.setFillColor(FELT)
    canvas.rect(0, HEIGHT - height, WIDTH, height, stroke=0, fill=1)
    canvas.setFillColor(GOLD)
    canvas.rect(0, HEIGHT - height - line, WIDTH, line, stroke=0, fill=1)


def _write(canvas: Any, text: str, y: float, size: float, ink: str, *, font: str = _BOLD) -> None:
    """Write one line, measured from the top of the page; what is too long for it is cut."""
    canvas.setFillColor(ink)
    canvas.setFont(font, size)
    canvas.drawString(_MARGIN, HEIGHT - y, wrapped(text, size, _INSIDE)[0])


def _head(program: Program) -> list[tuple[str, float, str, str]]:
    """Return the lines over the first page with their sizes, inks and fonts; a long name is set smaller."""
    sizes = [size for size in (34.0, 22.0) if len(wrapped(program.name, size, _INSIDE)) <= _HEAD_LINES] or [13.0]
    hours = f". Times are {program.clock}." if program.clock and program.races else ""
    return [
        *((line, 11.0, CREAM, _PLAIN) for line in wrapped(program.facility, 11, _INSIDE)),
        *((line, sizes[0], GOLD, _BOLD) for line in wrapped(program.name, sizes[0], _INSIDE)),
        (f"{program.what}, {program.date}{hours}", 14.0, CREAM, _BOLD),
    ]


def _foot(canvas: Any, program: Program) -> None:
    canvas.setStrokeColor(FAINT)
    canvas.line(_MARGIN, _FOOT, WIDTH - _MARGIN, _FOOT)
    _write(canvas, program.edition, HEIGHT - _FOOT + 12, 7.5, QUIET, font=_PLAIN)
    canvas.drawRightString(WIDTH - _MARGIN, _FOOT - 12, f"{canvas.getPageNumber()}")


def _explained(program: Program, set_in: _Type) -> Iterator[Any]:
    for chapter in program.chapters:
        heading = set_in.heading(chapter.heading)
        for place, passage in enumerate(chapter.passages):
            parts = list(_passage(passage, set_in))
            # A heading stays with what it is over.
            yield KeepTogether(parts if place else [heading, *parts])


def _passage(passage: Passage, set_in: _Type) -> Iterator[Any]:
    title = f"<b>{escape(passage.title)}</b> {set_in.clauses(passage.clauses)}"
    yield set_in.line(title, 10, spaceBefore=5, keepWithNext=1)
    yield set_in.line(escape(passage.text))
    for note in passage.notes:
        yield set_in.note(f"\u2022 {note}")


def _race(race: RacePage, set_in: _Type) -> Iterator[Any]:
    yield NextPageTemplate("race")
    yield PageBreak()
    title = Paragraph(f"Race {race.number}", set_in.style("race", 22, is_bold=True))
    post = set_in.line(f"<b>Post time {escape(race.post_time)}</b>", 13, alignment=2)
    # The heading stands alone, so that it is found for the outline.
    yield title
    yield Table(
        [[set_in.line(_facts(race, set_in), 10.5), post]], colWidths=[_INSIDE - 170, 170], style=_side_by_side()
    )
    if race.title:
        yield set_in.line(f"<b>{escape(race.title)}</b>", 13, spaceBefore=4)
    if race.conditions:
        yield set_in.line(escape(race.conditions), spaceBefore=4)
    yield Spacer(1, 4)
    if race.bets:
        yield _bets(race, set_in)
    yield Spacer(1, 4)
    for sentence in race.legs:
        yield set_in.note(f"\u2022 {sentence}")
    yield Spacer(1, 8)
    yield _runners(race, set_in)
    yield Spacer(1, 4)
    for sentence in race.coupled:
        yield set_in.line(f"<b>{escape(sentence)}</b>")


def _facts(race: RacePage, set_in: _Type) -> str:
    facts = [race.kind, race.distance, race.surface, f"Purse {race.purse}" if race.purse else ""]
    return f"<b>{escape(', '.join(fact for fact in facts if fact))}</b> {set_in.clauses([race.clause])}"


def _side_by_side() -> list[tuple[Any, ...]]:
    whole = ((0, 0), (-1, -1))
    return [
        ("LEFTPADDING", *whole, 0),
        ("RIGHTPADDING", *whole, 0),
        ("VALIGN", *whole, "BOTTOM"),
        ("LINEBELOW", *whole, 1.2, HexColor(FELT)),
        ("BOTTOMPADDING", *whole, 5),
    ]


def _ruled() -> list[tuple[Any, ...]]:
    whole = ((0, 0), (-1, -1))
    return [
        ("LEFTPADDING", *whole, 0),
        ("RIGHTPADDING", *whole, 6),
        ("TOPPADDING", *whole, 2),
        ("BOTTOMPADDING", *whole, 2),
        ("VALIGN", *whole, "MIDDLE"),
        ("LINEBELOW", (0, 0), (-1, 0), 0.8, HexColor(QUIET)),
        ("LINEBELOW", (0, 1), (-1, -1), 0.4, HexColor(FAINT)),
    ]


def _bets(race: RacePage, set_in: _Type) -> Any:
    def small(text: str, **more: Any) -> Any:
        return set_in.line(f'<font color="{QUIET}">{escape(text)}</font>', 8, **more)

    rows = [[small("Bet"), "", small("From", alignment=2), small("Takeout", alignment=2)]]
    for bet in race.bets:
        name = f"<b>{escape(bet.name)}</b> {set_in.clauses([bet.clause])}"
        money = (set_in.line(escape(text), alignment=2) for text in (bet.minimum, bet.takeout))
        rows.append([set_in.line(name), set_in.line(escape(bet.remarks)), *money])
    return Table(rows, colWidths=[150, _INSIDE - 270, 60, 60], style=_ruled(), repeatRows=1, splitInRow=1)


def _runners(race: RacePage, set_in: _Type) -> Any:
    shown = columns(race)
    heads = [set_in.line(f'<font color="{QUIET}">{escape(label)}</font>', 8) for _, label in shown]
    taken = sum(_WIDTHS[field] for field, _ in shown if field != "name")
    widths = [_WIDTHS.get(field, _INSIDE - taken) for field, _ in shown]
    rows = [[_cell(runner, field, set_in) for field, _ in shown] for runner in race.runners]
    return Table([heads, *rows], colWidths=widths, style=_ruled(), repeatRows=1, splitInRow=1)


def _cell(runner: Starter, field: str, set_in: _Type) -> Any:
    match field:
        case "number":
            return _badge(runner)
        case "cloth":
            return set_in.line(escape(runner.cloth.name if runner.cloth else ""))
        case "name":
            owner = set_in.line(f'<font color="{QUIET}">{escape(runner.owner)}</font>', 7) if runner.owner else None
            return [set_in.line(f"<b>{escape(runner.name)}</b>", 10.5), *([owner] if owner else [])]
        case "morning_line":
            return set_in.line(f"<b>{escape(runner.morning_line)}</b>", 10.5)
        case _:
            return set_in.line(escape(getattr(runner, field)))


def _badge(runner: Starter) -> Any:
    """Draw a runner's number on the colour it wears; two colours stand side by side."""
    width, height, cloth = 28.0, 18.0, runner.cloth
    drawing = Drawing(width, height)
    ground, ink = (cloth.ground, cloth.ink) if cloth else ("#ffffff", INK)
    drawing.add(Rect(0, 0, width, height, fillColor=HexColor(ground), strokeColor=None))
    if cloth and cloth.bands:
        for x in (0, width - 5):
            drawing.add(Rect(x, 0, 5, height, fillColor=HexColor(cloth.bands), strokeColor=None))
    drawing.add(Rect(0, 0, width, height, fillColor=None, strokeColor=HexColor(INK), strokeWidth=0.6))
    number = String(width / 2, 5, runner.number, fontName=_BOLD, fontSize=11, fillColor=HexColor(ink))
    number.textAnchor = "middle"
    drawing.add(number)
    return drawing


def _writable(program: Program) -> Program:
    """Return the program in characters that the fonts have."""
    symbol, written = Currency.of(program.currency).symbol, msgspec.json.encode(program).decode()
    if not can_print(symbol):
        written = written.replace(symbol, program.currency)
    missing = sorted({character for character in written if not can_print(character)})
    if missing:
        reason = f"its fonts lack {', '.join(missing)}: make it with --html, which any browser prints"
        raise InputError(reason, field="pdf", value=program.name)
    return msgspec.json.decode(written, type=Program)
