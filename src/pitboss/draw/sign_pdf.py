"""A sign as a PDF to print: the same sheets as the picture, in fonts that every reader of PDF has.

Those fonts write the languages of western Europe. A currency's sign that they lack becomes its code; a name that they
cannot write is refused, since a sign with a wrong name is worse than none.
"""

from __future__ import annotations

from io import BytesIO

import msgspec

from pitboss.draw.sign_sheet import HEIGHT, WIDTH, Bar, sheets
from pitboss.errors import InputError
from pitboss.games.table.sign import Sign
from pitboss.money import Currency

__all__ = ["as_pdf"]

_PLAIN, _BOLD = "Helvetica", "Helvetica-Bold"


def as_pdf(sign: Sign) -> bytes:
    """Return a sign as a PDF; equal input gives equal bytes, for it names no moment of its making.

    Raises:
        InputError: for a character that the fonts lack.
    """
    from reportlab.pdfgen.canvas import Canvas

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
    symbol, code = Currency.of(sign.currency).symbol, sign.currency
    written = msgspec.json.encode(sign).decode()
    if not _has(symbol):
        written = written.replace(symbol, code)
    shown = msgspec.json.decode(written, type=Sign)
    words = [shown.title, shown.house, shown.table, shown.edition, *(section.heading for section in shown.sections)]
    words += [text for line in shown.lines for text in (line.label, line.value, line.clause)]
    missing = sorted(
        {character for text in words for character in text if not (character.isspace() or _has(character))}
    )
    if missing:
        listed = ", ".join(character if character.isprintable() else repr(character) for character in missing)
        reason = f"its fonts lack {listed}: make an SVG, which any browser prints"
        raise InputError(reason, field="format", value="pdf")
    return shown


def _has(character: str) -> bool:
    """Tell whether the fonts have a character."""
    try:
        character.encode("cp1252")
    except UnicodeEncodeError:
        return False
    return character.isprintable()
