"""ESC/POS, which receipt printers speak: a layout as bytes, and what a printer answers as words. Pure.

A job is our own commands with text between them that has no control byte left, so nothing that somebody typed can
become a command. No data of ours holds the byte with which commands begin that a printer obeys at once.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from pitboss.errors import BadConfig
from pitboss.floor.devices.layout import COLUMNS, Layout, TextLine, plain, rows

ESC, GS, DLE, EOT, DC4 = b"\x1b", b"\x1d", b"\x10", b"\x04", b"\x14"
ENCODING = "cp437"
STATUS_KINDS = (1, 2, 3, 4)
"""The printer, why it is offline, which error, the paper."""
CUT = GS + b"V\x42\x00"
DRAWER = ESC + b"p\x00\x19\xfa"
CLEAR = DLE + DC4 + b"\x08\x01\x03\x14\x01\x06\x02\x08"
"""Forget at once all that was received and not printed, so that it does not come out when paper is put in."""
ID_LENGTH = 4
_START = ESC + b"@" + ESC + b"t\x00"
_CONTROLS = bytes([*range(0x20), 0x7F])
_BAR_HEIGHT, _BAR_WIDTH, _BAR_MODULES = 80, 2, 11
_QUIET_DOTS = 24
_QR_DOTS_MIN, _QR_DOTS_MAX = 3, 12

_FIXED_BITS, _FIXED_VALUE = 0x93, 0x12
"""These four bits are the same in every status, so that a status can be told from other bytes."""
_PROBLEMS = (
    (1, 0x08, "the printer is offline"),
    (1, 0x20, "the printer waits to be put online"),
    (1, 0x40, "the paper feed button is pressed"),
    (2, 0x04, "the cover is open"),
    (2, 0x08, "paper is being fed by the button"),
    (2, 0x20, "the paper is out, and printing stopped"),
    (2, 0x40, "the printer has an error"),
    (3, 0x04, "a recoverable error"),
    (3, 0x08, "the cutter is jammed"),
    (3, 0x20, "an error that cannot be recovered"),
    (3, 0x40, "an error that passes by itself, such as a hot head"),
    (4, 0x60, "the paper is out"),
)
_WARNINGS = ((4, 0x0C, "the paper is near its end"),)


@dataclass(frozen=True)
class Symbols:
    """Which bar codes a printer puts on a ticket, and how large.

    Raises:
        BadConfig: for a size that printers do not have, or that readers do not like.
    """

    has_qr: bool = True
    has_code128: bool = True
    qr_dots: int = 6
    """Dots to a module of the QR code."""

    def __post_init__(self) -> None:
        if not _QR_DOTS_MIN <= self.qr_dots <= _QR_DOTS_MAX:
            reason = f"is no size of a QR code's modules: {_QR_DOTS_MIN} to {_QR_DOTS_MAX} dots"
            raise BadConfig(reason, field="qr_dots", value=self.qr_dots)


@dataclass(frozen=True)
class PrinterStatus:
    """What a printer said of itself: nothing is printed while there is a problem."""

    problems: tuple[str, ...]
    warnings: tuple[str, ...]

    @property
    def is_ready(self) -> bool:
        """Tell whether a ticket may be sent."""
        return not self.problems


def ask_status(kind: int) -> bytes:
    """Return the question for one kind of status, which a printer answers at once with one byte."""
    return DLE + EOT + bytes([kind])


def decode_status(answers: bytes) -> PrinterStatus | None:
    r"""Return what the answers to the four questions mean; None where one is no status.

    >>> decode_status(b"\x1a\x32\x12\x72").problems
    ('the printer is offline', 'the paper is out, and printing stopped', 'the paper is out')
    """
    if len(answers) != len(STATUS_KINDS) or any(byte & _FIXED_BITS != _FIXED_VALUE for byte in answers):
        return None
    said = dict(zip(STATUS_KINDS, answers, strict=True))
    problems, warnings = (
        tuple(words for kind, bits, words in table if said[kind] & bits) for table in (_PROBLEMS, _WARNINGS)
    )
    return PrinterStatus(problems, warnings)


def ask_process_id(identifier: bytes) -> bytes:
    """Return the request to send a text back once everything before it has been printed."""
    return GS + b"(H\x06\x00\x30\x30" + identifier


def process_id_answer(identifier: bytes) -> bytes:
    """Return what a printer answers then."""
    return b"\x37\x22" + identifier + b"\x00"


def text_bytes(text: str) -> bytes:
    r"""Return a text in the printer's characters, without a single control byte.

    >>> text_bytes("Oneida\x1d\x56\x00\n\x10\x04\x01")
    b'Oneida V '
    """
    return plain(text, ENCODING).encode(ENCODING, "replace").translate(None, _CONTROLS)


def encode(layout: Layout, symbols: Symbols | None = None, columns: int = COLUMNS) -> bytes:
    """Return the job that prints a layout and cuts it off."""
    chosen = symbols or Symbols()
    parts = [_START, *map(_text, rows(layout, ENCODING, columns))]
    if layout.payload is not None:
        parts += _bar_codes(text_bytes(layout.payload), chosen)
    return b"".join([*parts, CUT, DRAWER if layout.opens_drawer else b""])


def _text(line: TextLine) -> bytes:
    style = ESC + b"a" + bytes([line.is_centred]) + ESC + b"E" + bytes([line.is_bold])
    size = GS + b"!" + bytes([0x11 if line.is_large else 0])
    return style + size + text_bytes(line.text) + b"\n"


def _bar_codes(data: bytes, symbols: Symbols) -> Iterator[bytes]:
    yield ESC + b"a\x01" + ESC + b"E\x00" + GS + b"!\x00"
    if symbols.has_qr:
        yield from _qr(data, symbols.qr_dots)
    if symbols.has_code128:
        yield _code128(data)


def _qr(data: bytes, dots: int) -> Iterator[bytes]:
    """Yield model 2, the size, a quarter of it to be restored if damaged, the data, and the order to print."""

    def command(function: int, parameters: bytes) -> bytes:
        return GS + b"(k" + (len(parameters) + 2).to_bytes(2, "little") + b"1" + bytes([function]) + parameters

    yield command(0x41, b"2\x00") + command(0x43, bytes([dots])) + command(0x45, b"2")
    yield command(0x50, b"0" + data) + command(0x51, b"0") + b"\n"


def _code128(data: bytes) -> bytes:
    """Return a bar code that runs along the paper: across it there is no room for one that readers like.

    Only set B is used. Set C packs two digits into one byte, and some days would be bytes that a printer obeys.
    """
    # Start, check and the data are 11 modules each, the stop is 13.
    length = ((len(data) + 2) * _BAR_MODULES + 13) * _BAR_WIDTH + 2 * _QUIET_DOTS
    area = b"".join(side.to_bytes(2, "little") for side in (200, 0, _BAR_HEIGHT + _QUIET_DOTS, length))
    place = _QUIET_DOTS.to_bytes(2, "little")
    bars = GS + b"h" + bytes([_BAR_HEIGHT]) + GS + b"w" + bytes([_BAR_WIDTH]) + GS + b"H\x00"
    coded = b"{B" + data
    return b"".join(
        [
            ESC + b"L" + ESC + b"W" + area + ESC + b"T\x01",
            GS + b"$" + _BAR_HEIGHT.to_bytes(2, "little") + ESC + b"$" + place,
            bars + GS + b"k" + bytes([73, len(coded)]) + coded,
            # The form feed prints the page and goes back to line by line.
            b"\x0c",
        ]
    )
