"""A sign's words placed on paper, and the sheets as a picture."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace

from pitboss.draw.svg import CREAM, FELT, GOLD, INK, Markup, element, picture, text_width
from pitboss.games.table.sign import Line, Sign

# As wide as A4 and as high as letter paper: it goes on either without being made smaller.
WIDTH, HEIGHT = 595.0, 792.0
PAPER, FAINT, QUIET = "#fffdf6", "#d9d2bd", "#55534a"

_MARGIN, _FOOT = 46.0, 54.0
_RIGHT = WIDTH - _MARGIN
_INSIDE = WIDTH - 2 * _MARGIN
_GAP = 14.0
_SCALES = tuple(percent / 100 for percent in range(140, 70, -4))
_LINE, _HEADING, _CLAUSE, _FIRST = 17.0, 12.5, 8.5, 1.3
"""Sizes at a scale of one: of a line, a heading, a clause's id, and how much larger the first section is."""
_LEADING, _AIR = 1.18, 0.36
"""In sizes of a line: from one baseline to the next of the same line, and the air around a whole line."""
_VALUE_SHARE = 0.5


@dataclass(frozen=True, slots=True)
class Words:
    """A text by its baseline; it ends at x instead of beginning there if it is `at_right`."""

    text: str
    x: float
    y: float
    size: float
    ink: str = INK
    is_bold: bool = False
    at_right: bool = False


@dataclass(frozen=True, slots=True)
class Bar:
    """A filled rectangle."""

    x: float
    y: float
    width: float
    height: float
    ink: str


@dataclass(frozen=True, slots=True)
class Sheet:
    """One sheet of paper; what comes first lies below."""

    height: float
    marks: tuple[Words | Bar, ...]


@dataclass(frozen=True, slots=True)
class _Block:
    """Marks that stay together, measured from the block's upper edge; a heading stays with the block after it."""

    height: float
    marks: tuple[Words | Bar, ...]
    is_heading: bool = False

    def at(self, top: float) -> Iterator[Words | Bar]:
        return (replace(mark, y=mark.y + top) for mark in self.marks)


def sheets(sign: Sign, *, as_one: bool = False) -> tuple[Sheet, ...]:
    """Set a sign in the largest type that fits one sheet, or in the usual one where none does.

    Args:
        sign: what to set.
        as_one: make a sheet higher rather than begin another, for what is not printed.
    """
    top, foot = _top(sign), _foot(sign)
    room = HEIGHT - top.height - foot.height
    tried = (_blocks(sign, scale) for scale in _SCALES)
    blocks = next((fitting for fitting in tried if _height(fitting) <= room), None) or _blocks(sign, 1.0)
    if as_one:
        height = max(HEIGHT, top.height + _height(blocks) + foot.height)
        return (_sheet(height, top, blocks, foot),)
    pages = _pages(blocks, room, HEIGHT - _again(sign, "").height - foot.height)
    return tuple(
        _sheet(HEIGHT, _again(sign, f"{number} of {len(pages)}") if number > 1 else top, page, foot)
        for number, page in enumerate(pages, 1)
    )


def can_print(character: str) -> bool:
    """Tell whether the fonts that every PDF reader has know a character."""
    try:
        character.encode("cp1252")
    except UnicodeEncodeError:
        return False
    return character.isprintable()


def wrapped(text: str, size: float, width: float) -> list[str]:
    """Break a text into lines that are no wider than they may be: between words, or within one that is too long.

    >>> wrapped("Total 9, 10, 11 or 12", 10, 60), wrapped("MMMM", 10, 20)
    (['Total 9, 10,', '11 or 12'], ['MM', 'MM'])
    """
    lines, line = [], ""
    for word in text.split():
        longer = f"{line} {word}" if line else word
        if text_width(longer) * size <= width:
            line = longer
            continue
        if line:
            lines.append(line)
        line = word
        while text_width(line) * size > width and len(line) > 1:
            cut = max(n for n in range(1, len(line)) if n == 1 or text_width(line[:n]) * size <= width)
            lines.append(line[:cut])
            line = line[cut:]
    return [*lines, line] if line or not lines else lines


@dataclass(slots=True)
class _Column:
    """Lines of text set below each other."""

    marks: list[Words | Bar] = field(default_factory=list)
    y: float = 0.0

    def add(self, text: str, size: float, *, ink: str, leading: float = 1.2, is_bold: bool = False) -> None:
        for part in wrapped(text, size, _INSIDE):
            self.y += size * leading
            self.marks.append(Words(part, _MARGIN, self.y, size, ink, is_bold))


def _top(sign: Sign) -> _Block:
    """Head the first sheet with the house, the game and the table."""
    words = _Column(y=22)
    words.add(sign.house, 12, ink=CREAM)
    words.add(sign.title, 40, ink=GOLD, is_bold=True, leading=1.1)
    if sign.table:
        words.y += 3
        size = 22 if text_width(sign.table) * 22 <= _INSIDE else 14
        words.add(sign.table, size, ink=CREAM, is_bold=True, leading=1.4)
    height = words.y + 20
    ground = (Bar(0, 0, WIDTH, height, FELT), Bar(0, height, WIDTH, 4, GOLD))
    return _Block(height + 8, (*ground, *words.marks))


def _again(sign: Sign, page: str) -> _Block:
    """Head a further sheet, shortly."""
    title = wrapped(f"{sign.title}{f', {sign.table}' if sign.table else ''}", 14, _INSIDE - 60)[0]
    ground = (Bar(0, 0, WIDTH, 40, FELT), Bar(0, 40, WIDTH, 4, GOLD))
    words = Words(title, _MARGIN, 26, 14, GOLD, is_bold=True), Words(page, _RIGHT, 26, 12, CREAM, at_right=True)
    return _Block(52, (*ground, *words))


def _foot(sign: Sign) -> _Block:
    """Name the rules document below everything else."""
    words = _Column(y=10)
    words.add(f"{sign.edition}. Small print at the right: the clause of each line.", 9, ink=QUIET)
    return _Block(max(_FOOT, words.y + 20), (Bar(_MARGIN, 4, _INSIDE, 0.8, FAINT), *words.marks))


def _blocks(sign: Sign, scale: float) -> list[_Block]:
    """Set every section at a scale, the first one larger."""
    blocks: list[_Block] = []
    clause_size = _CLAUSE * scale
    clause_width = max((text_width(line.clause) for line in sign.lines), default=0.0) * clause_size
    for place, section in enumerate(sign.sections):
        size = _LINE * scale * (1.0 if place else _FIRST)
        values = max((text_width(line.value) for line in section.lines), default=0.0) * size
        measures = _Measures(size, clause_size, clause_width, min(values, _INSIDE * _VALUE_SHARE))
        blocks.append(_heading(section.heading, _HEADING * scale))
        blocks += (_line(line, measures) for line in section.lines)
    return blocks


def _height(blocks: Sequence[_Block]) -> float:
    return sum(block.height for block in blocks)


def _heading(text: str, size: float) -> _Block:
    words = _Column(y=size * 0.8)
    words.add(text.upper(), size, ink=FELT, is_bold=True)
    bottom = words.y + size * 0.45
    return _Block(bottom + 1.5, (*words.marks, Bar(_MARGIN, bottom, _INSIDE, 1.5, FELT)), is_heading=True)


@dataclass(frozen=True, slots=True)
class _Measures:
    """The columns of a section: the size of its lines, and what values and clauses need."""

    size: float
    clause_size: float
    clause_width: float
    value_width: float


def _line(line: Line, measures: _Measures) -> _Block:
    """Set one line: what it is about, its value in a column that ends evenly, and the clause at the edge."""
    size = measures.size
    value_right = _RIGHT - measures.clause_width - _GAP
    room = value_right - _MARGIN - (measures.value_width + _GAP if line.value else 0)
    labels, values = wrapped(line.label, size, room), wrapped(line.value, size, measures.value_width)
    marks: list[Words | Bar] = []
    for row, (label, value) in enumerate(_side_by_side(labels, values)):
        y = size * (_AIR + 0.78 + _LEADING * row)
        marks += [Words(label, _MARGIN, y, size)] if label else []
        marks += [Words(value, value_right, y, size, INK, is_bold=True, at_right=True)] if value else []
    first = size * (_AIR + 0.78)
    marks.append(Words(line.clause, _RIGHT, first, measures.clause_size, QUIET, at_right=True))
    height = size * (2 * _AIR + 1 + _LEADING * (max(len(labels), len(values)) - 1))
    return _Block(height, (*marks, Bar(_MARGIN, height - 0.6, _INSIDE, 0.6, FAINT)))


def _side_by_side(left: Sequence[str], right: Sequence[str]) -> Iterator[tuple[str, str]]:
    for row in range(max(len(left), len(right))):
        yield left[row] if row < len(left) else "", right[row] if row < len(right) else ""


def _pages(blocks: Sequence[_Block], first: float, others: float) -> list[list[_Block]]:
    """Share blocks among sheets; a heading is not left alone at the bottom of one."""
    pages: list[list[_Block]] = [[]]
    used = 0.0
    for place, block in enumerate(blocks):
        after = blocks[place + 1].height if block.is_heading and place + 1 < len(blocks) else 0.0
        room = first if len(pages) == 1 else others
        if pages[-1] and used + block.height + after > room:
            pages.append([])
            used = 0.0
        pages[-1].append(block)
        used += block.height
    return pages


def _sheet(height: float, top: _Block, blocks: Sequence[_Block], foot: _Block) -> Sheet:
    marks: list[Words | Bar] = [Bar(0, 0, WIDTH, height, PAPER), *top.marks]
    y = top.height
    for block in blocks:
        marks += block.at(y)
        y += block.height
    return Sheet(height, (*marks, *foot.at(height - foot.height)))


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
