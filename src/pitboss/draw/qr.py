"""QR codes: the modules of a text, and a text's code as a picture."""

from __future__ import annotations

from collections.abc import Iterator

QUIET = 4
"""How many modules a reader needs to be light around the code."""


def modules(text: str) -> list[list[bool]]:
    """Return the modules of a QR code, row by row, of which a quarter may be damaged."""
    from reportlab.graphics.barcode.qr import QrCodeWidget

    code = QrCodeWidget(text, barLevel="Q").qr
    code.make()
    return [[bool(module) for module in row] for row in code.modules]


def runs(row: list[bool]) -> Iterator[tuple[int, int]]:
    """Yield where dark modules of a row begin that touch each other, and how many they are.

    >>> list(runs([True, True, False, True]))
    [(0, 2), (3, 1)]
    """
    across = 0
    while across < len(row):
        end = across
        while end < len(row) and row[end]:
            end += 1
        if end > across:
            yield across, end - across
        across = end + 1


def as_svg(text: str) -> str:
    """Return the QR code of a text as a picture on white, one unit a module, with the light edge around it."""
    found = modules(text)
    side = len(found) + 2 * QUIET
    path = "".join(
        f"M{across + QUIET} {down + QUIET}h{length}v1h-{length}z"
        for down, row in enumerate(found)
        for across, length in runs(row)
    )
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {side} {side}" width="{4 * side}" height="{4 * side}"'
        f' shape-rendering="crispEdges"><path fill="#fff" d="M0 0h{side}v{side}H0z"/>'
        f'<path fill="#000" d="{path}"/></svg>'
    )
