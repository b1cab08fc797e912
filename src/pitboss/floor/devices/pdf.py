"""A layout as a PDF on paper 80 mm wide, for a printer that has a driver, or to be shown and kept.

Bars and modules are drawn as rectangles, whole dots of a 203 dpi printer wide, so that they stay sharp. Equal layouts
give equal bytes.
"""

from __future__ import annotations

from io import BytesIO
from typing import Any

from pitboss.draw import qr
from pitboss.floor.devices.layout import COLUMNS, Layout, TextLine, rows

DPI = 203
_DOT = 72 / DPI
_SHY = 0.001
"""A little off the page's sides, so that no program rounds it up to one dot more and stretches what is on it."""
_WIDTH, _MARGIN = 640, 32
"""Lengths are dots: 640 of them are 80 mm."""
_ROW, _GAP = 28, 24
_FONT_WIDTH = 0.6
"""How wide a character of the fixed type is, at size 1."""
_QR_DOTS = 6
_BAR_DOTS, _BAR_QUIET, _BAR_HEIGHT = 2, 10, 96
_SPREAD = 0.1
"""How much a bar is drawn thinner on either side."""
_ENCODING = "cp1252"


def as_pdf(*layouts: Layout) -> bytes:
    """Return layouts as a PDF, a page each, as long as it must be."""
    from reportlab.pdfgen.canvas import Canvas

    file = BytesIO()
    canvas = Canvas(file, invariant=1, pageCompression=0)
    canvas.setCreator("Pitboss")
    for layout in layouts:
        _page(canvas, layout)
    canvas.save()
    return file.getvalue()


def _page(canvas: Any, layout: Layout) -> None:
    lines = list(rows(layout, _ENCODING))
    modules, bars = (qr.modules(layout.payload), _code128(layout.payload)) if layout.payload else ([], [])
    qr_side = (len(modules) + 2 * qr.QUIET) * _QR_DOTS
    bars_length = (sum(bars) + 2 * _BAR_QUIET) * _BAR_DOTS
    # The QR code stands beside the bars, which run along the paper.
    height = 2 * _MARGIN + sum(map(_height, lines)) + (_GAP + max(qr_side, bars_length) if layout.payload else 0)
    canvas.setPageSize((_WIDTH * _DOT - _SHY, height * _DOT - _SHY))
    canvas.scale(_DOT, _DOT)
    y = _write(canvas, lines, height - _MARGIN)
    if layout.payload:
        _draw_qr(canvas, modules, _MARGIN, y - _GAP)
        _draw_bars(canvas, bars, _WIDTH - _MARGIN, y - _GAP - bars_length + _BAR_QUIET * _BAR_DOTS)
    canvas.showPage()


def _height(line: TextLine) -> int:
    return 2 * _ROW if line.is_large else _ROW


def _write(canvas: Any, lines: list[TextLine], top: int) -> int:
    """Write the lines below one another, and return where the last one ends."""
    y = top
    for line in lines:
        y -= _height(line)
        size = (_WIDTH - 2 * _MARGIN) / COLUMNS / _FONT_WIDTH * (2 if line.is_large else 1)
        canvas.setFont("Courier-Bold" if line.is_bold else "Courier", size)
        if line.is_centred:
            canvas.drawCentredString(_WIDTH / 2, y + 6, line.text)
        else:
            canvas.drawString(_MARGIN, y + 6, line.text)
    return y


def _draw_qr(canvas: Any, code: list[list[bool]], left: int, top: int) -> None:
    """Draw the dark modules that touch in a row as one rectangle, within the light edge that a reader needs."""
    for down, row in enumerate(code, start=qr.QUIET):
        y = top - (down + 1) * _QR_DOTS
        for across, length in qr.runs(row):
            canvas.rect(left + (across + qr.QUIET) * _QR_DOTS, y, length * _QR_DOTS, _QR_DOTS, stroke=0, fill=1)


def _code128(payload: str) -> list[int]:
    """Return the widths in modules of the bars and the spaces between them, in turn, beginning with a bar."""
    from reportlab.graphics.barcode.code128 import Code128

    code = Code128(payload)
    code.validate()
    code.encode()
    # One letter for each bar and space: A or a for one module, and so on.
    return [ord(letter.upper()) - ord("A") + 1 for letter in code.decompose()]


def _draw_bars(canvas: Any, widths: list[int], right: int, bottom: int) -> None:
    """Draw the bars so that they run along the paper, each a little thinner than it is meant.

    Ink and toner spread, and a program that shows a PDF fills every dot that a bar touches: so bars grow.
    """
    y = bottom
    for place, width in enumerate(widths):
        length = width * _BAR_DOTS
        if place % 2 == 0:
            canvas.rect(right - _BAR_HEIGHT, y + _SPREAD, _BAR_HEIGHT, length - 2 * _SPREAD, stroke=0, fill=1)
        y += length
