"""A strategy chart for one house's exact rules, as a picture or a sheet of paper: one geometry for both."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from io import BytesIO
from typing import Final

from pitboss.draw.svg import INK, Markup, element, middle_text, picture
from pitboss.games.blackjack.rules import Rules
from pitboss.lab.blackjack.exact import Analysis, taken_for_granted
from pitboss.lab.blackjack.tables import HARD_ROWS, SOFT_ROWS, VALUES

WIDTH: Final = 595.0
HEIGHT: Final = 792.0
"""As wide as A4 and as high as letter paper."""
COLUMNS: Final = "23456789TA"
"""The dealer's first card as charts have it, the ace last."""
_PAPER: Final = "#fffdf6"
_COLOURS: Final = {"S": "#f3c9c4", "H": "#cfe8d3", "D": "#f7e3a1", "P": "#c7d9f2", "R": "#e3d3ee", "-": "#efece2"}
_WORDS: Final = {
    "S": "stand",
    "H": "hit",
    "D": "double down",
    "P": "split",
    "R": "surrender",
    "-": "plays as its total",
}
_LEFT: Final = 40.0
_TOP: Final = 108.0
_CELL: Final = (20.8, 16.6)
_LABEL: Final = 44.0
_SECOND: Final = 310.0
_SIZE: Final = 9.5
_SMALL: Final = 7.0
_TITLE: Final = 17.0


@dataclass(frozen=True, slots=True)
class Cell:
    """A filled rectangle with a text in its middle; either may be missing."""

    x: float
    y: float
    width: float
    height: float
    text: str = ""
    ink: str = ""
    size: float = _SIZE
    is_bold: bool = False


@dataclass(frozen=True, slots=True)
class Words:
    """A text that begins at a point of its baseline."""

    x: float
    y: float
    text: str
    size: float
    is_bold: bool = False


Marks = list[Cell | Words]


def marks(rules: Rules, found: Analysis) -> Marks:
    """Place everything that a chart shows."""
    table = found.table
    hard = {f"H{total}": f"{total}" for total in reversed(HARD_ROWS)}
    soft = {f"S{total}": f"A,{total - 11}" if total > 12 else "A,A" for total in reversed(SOFT_ROWS[:-1])}  # noqa: PLR2004
    pairs = {value * 2: f"{value},{value}" for value in VALUES}
    drawn: Marks = [Cell(0, 0, WIDTH, HEIGHT, ink=_PAPER), *_heading(rules, found)]
    drawn += _block("Hard", (_LEFT, _TOP), hard, (table.two_cards, table.drawing))
    drawn += _block("Soft", (_LEFT, _TOP + 20.5 * _CELL[1]), soft, (table.two_cards, table.drawing))
    drawn += _block("Pair", (_SECOND, _TOP), pairs, (table.pairs, table.pairs))
    drawn += _legend(_SECOND, _TOP + 13.5 * _CELL[1])
    return drawn


def _heading(rules: Rules, found: Analysis) -> Iterator[Words]:
    settings = rules.settings
    chosen = [
        f"{settings['decks']} {'deck' if settings['decks'] == 1 else 'decks'}",
        f"dealer {'hits' if settings['h17'] else 'stands on'} soft 17",
        f"a blackjack pays {settings['bj_pays'][0]} to {settings['bj_pays'][1]}",
        f"a dealer's blackjack takes {'every wager' if settings['dealer_bj'] == 'all' else 'the original wager only'}",
    ]
    doubles = "on split hands too" if settings["das"] else "not on split hands"
    allowed = [
        f"double down {doubles}" if settings["double"] else "no doubling down",
        f"split up to {settings['max_hands']} hands" if settings["split"] else "no splitting",
        {"none": "no surrender", "text": "surrender by BJ-A7", "late": "late surrender"}[settings["surrender"]],
        *(["a 21 pushes a dealer's blackjack"] if settings["push21"] else []),
    ]
    name = rules.config.name or rules.edition.title
    yield Words(_LEFT, 44, f"Blackjack: {name}", _TITLE, is_bold=True)
    yield Words(_LEFT, 62, "; ".join(chosen), _SIZE)
    yield Words(_LEFT, 76, "; ".join(allowed), _SIZE)
    edges = f"House edge {found.basic_edge:.4%} by this table, {found.composition_edge:.4%} by the cards of each hand"
    yield Words(_LEFT, 90, edges, _SIZE, is_bold=True)
    if found.gains.is_looked:
        yield Words(_LEFT, 101, taken_for_granted(rules), _SIZE - 1)


def _block(
    title: str, corner: tuple[float, float], rows: dict[str, str], sides: tuple[dict[str, str], dict[str, str]]
) -> Iterator[Cell | Words]:
    """Place rows of letters under the dealer's first card; where drawn totals differ, their letter stands second."""
    (x, y), (width, height) = corner, _CELL
    yield Words(x, y + 0.7 * height, title, _SIZE, is_bold=True)
    for column, value in enumerate(COLUMNS):
        yield Cell(x + _LABEL + column * width, y, width, height, value, is_bold=True)
    for place, (row, label) in enumerate(rows.items(), 1):
        top = y + place * height
        yield Cell(x, top, _LABEL, height, label, is_bold=True)
        for column, value in enumerate(COLUMNS):
            two, drawn = (side[row][VALUES.index(value)] for side in sides)
            # Only a hand of two cards is doubled, surrendered or split: else it is hit or stood on.
            text = two if two == drawn or (drawn == "H" and two in "DR") else f"{two}/{drawn}"
            yield Cell(x + _LABEL + column * width, top, width - 1, height - 1, text, _COLOURS[two])


def _legend(x: float, y: float) -> Iterator[Cell | Words]:
    for place, (letter, words) in enumerate(_WORDS.items()):
        top = y + place * (_CELL[1] + 3)
        yield Cell(x, top, _CELL[0], _CELL[1] - 1, letter, _COLOURS[letter])
        yield Words(x + _CELL[0] + 8, top + 0.72 * _CELL[1], words, _SIZE)
    last = y + len(_WORDS) * (_CELL[1] + 3) + 8
    notes = (
        "Two letters: the first for two cards, the second for more.",
        "D and R are for two cards; with more cards, hit.",
        "Where a split hand may not be doubled or surrendered,",
        "it plays as a total of more cards.",
    )
    for place, note in enumerate(notes):
        yield Words(x, last + place * 1.4 * _SIZE, note, _SIZE - 1)


def as_svg(rules: Rules, found: Analysis) -> str:
    """Return the chart as a picture."""
    drawn: list[Markup] = []
    for mark in marks(rules, found):
        weight = "bold" if mark.is_bold else None
        if isinstance(mark, Words):
            drawn.append(
                element("text", mark.text, x=mark.x, y=mark.y, font_size=mark.size, font_weight=weight, fill=INK)
            )
            continue
        if mark.ink:
            drawn.append(element("rect", x=mark.x, y=mark.y, width=mark.width, height=mark.height, fill=mark.ink))
        if mark.text:
            middle = mark.x + mark.width / 2, mark.y + mark.height / 2
            size = _fitted(mark)
            drawn.append(middle_text(mark.text, *middle, size, font_weight=weight, fill=INK))
    said = f"The best play by total against each first card of the dealer; house edge {found.basic_edge:.4%}."
    return picture("strategy", WIDTH, HEIGHT, *drawn, title="Blackjack strategy", description=said)


def _fitted(mark: Cell) -> float:
    return mark.size if len(mark.text) < 3 else max(_SMALL, mark.size - 1.5)  # noqa: PLR2004


def as_pdf(rules: Rules, found: Analysis) -> bytes:
    """Return the chart as a PDF; equal input gives equal bytes."""
    from reportlab.pdfgen.canvas import Canvas

    file = BytesIO()
    canvas = Canvas(file, pagesize=(WIDTH, HEIGHT), invariant=1, pageCompression=0, lang="en")
    canvas.setTitle("Blackjack strategy")
    canvas.setSubject(f"House edge {found.basic_edge:.4%}")
    canvas.setCreator("Pitboss")
    for mark in marks(rules, found):
        font = "Helvetica-Bold" if mark.is_bold else "Helvetica"
        if isinstance(mark, Words):
            canvas.setFillColor(INK)
            canvas.setFont(font, mark.size)
            canvas.drawString(mark.x, HEIGHT - mark.y, mark.text)
            continue
        if mark.ink:
            canvas.setFillColor(mark.ink)
            canvas.rect(mark.x, HEIGHT - mark.y - mark.height, mark.width, mark.height, stroke=0, fill=1)
        if mark.text:
            size = _fitted(mark)
            canvas.setFillColor(INK)
            canvas.setFont(font, size)
            canvas.drawCentredString(
                mark.x + mark.width / 2, HEIGHT - mark.y - mark.height / 2 - 0.36 * size, mark.text
            )
    canvas.showPage()
    canvas.save()
    return file.getvalue()
