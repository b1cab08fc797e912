"""The papers of a table in three parts: slips of fills and credits, counts, count sheets, markers, corrections.

What stands on one is read from the records that its print names, so that it is the same whenever it is shown.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from html import escape
from typing import Any, Final, NamedTuple

from pitboss.decider import Event
from pitboss.floor.devices.layout import Layout, TextLine, plain
from pitboss.floor.writer.live_stream import LiveStream
from pitboss.games.everyday.events import CreditRequested, FillRequested, SlipPrinted
from pitboss.games.everyday.pieces import worth
from pitboss.journal import Journal
from pitboss.money import Currency, show
from pitboss.rulebook import cites

PARTS: Final = ("cage", "table", "accounts")
"""Where the three parts go."""
_TITLES: Final = {
    "count": "INVENTORY SLIP",
    "box": "COUNT SHEET",
    "marker": "MARKER",
    "correction": "CORRECTION SLIP",
}
_SIGNING: Final = ("by", "witness", "carried_by", "signature")
"""The fields of an event that name somebody who signs."""
_RULE: Final = "-" * 48


class Signed(NamedTuple):
    """A record that stands on a paper."""

    at: str
    event: Event
    said: str
    """The event in words."""


@cites("HP-I8")
def slip_layouts(journal: Journal, live: LiveStream, printed: SlipPrinted) -> tuple[Layout, ...]:
    """Return the three parts of a paper as one of its prints has them, in the writer's thread."""
    records = tuple(_records(journal, live, printed.records))
    return tuple(
        Layout(tuple(_lines(live, printed, records, part, place))) for place, part in enumerate(PARTS, start=1)
    )


def _records(journal: Journal, live: LiveStream, versions: Iterable[int]) -> Iterator[Signed]:
    for version in versions:
        record = next(journal.read(live.name, after=version - 1))
        event = live.decoded(record.body)
        yield Signed(record.at, event, live.rules.in_words(live.state, event))


def _title(printed: SlipPrinted, records: tuple[Signed, ...]) -> str:
    first = records[0].event
    if isinstance(first, FillRequested):
        return "FILL SLIP"
    return "CREDIT SLIP" if isinstance(first, CreditRequested) else _TITLES[printed.paper]


def _lines(
    live: LiveStream, printed: SlipPrinted, records: tuple[Signed, ...], part: str, place: int
) -> Iterator[TextLine]:
    mark = TextLine("COPY", is_large=True, is_bold=True, is_centred=True)
    if printed.is_copy:
        yield mark
    yield TextLine(_title(printed, records), is_large=True, is_bold=True, is_centred=True)
    yield TextLine(f"No. {printed.number}", is_large=True, is_bold=True, is_centred=True)
    yield TextLine(f"{live.config.name or live.name} ({live.name}), {live.rules.name}", is_centred=True)
    yield TextLine(_RULE)
    yield from _chips(live, records)
    for one in records:
        yield TextLine(one.at, is_bold=True)
        yield from (TextLine(line) for line in one.said.split("\n"))
    yield TextLine(_RULE)
    for name in _names(records):
        yield TextLine(f"signed  {name} ______________")
    yield TextLine(f"part {place} of {len(PARTS)}: {part}", is_centred=True)
    if printed.is_copy:
        yield mark


def _chips(live: LiveStream, records: tuple[Signed, ...]) -> Iterator[TextLine]:
    """Yield chips by denomination, each with its worth, and their total: those of the last record that has any."""
    found: list[str] = [text for one in records if (text := getattr(one.event, "pieces", ""))]
    currency = Currency.of(live.currency)
    if found:
        for piece in found[-1].split():
            count, _, value = piece.partition("x")
            yield TextLine(f"{count:>8} x {value:<12} {show(worth(piece, currency), currency):>22}")
        yield TextLine(f"total {show(worth(found[-1], currency), currency)}", is_large=True, is_bold=True)


def _names(records: tuple[Signed, ...]) -> list[str]:
    """Return everybody who signs, once, in order."""
    found: dict[str, None] = {}
    for one in records:
        found.update({name: None for field in _SIGNING if (name := _named(one.event, field))})
    return list(found)


def _named(event: Any, field: str) -> str | None:
    name = getattr(event, field, None)
    return None if name is None else str(name)


def as_page(layouts: Iterable[Layout], styles: str) -> str:
    """Return layouts as a page that a browser prints, a sheet each; `styles` is where its style sheet lies."""
    sheets = "".join(f'<section class="paper">{"".join(map(_paragraph, one.lines))}</section>' for one in layouts)
    head = f'<meta charset="utf-8"><title>Slip</title><link rel="stylesheet" href="{escape(styles)}">'
    return f'<!doctype html><html lang="en"><head>{head}</head><body class="papers"><main>{sheets}</main></body></html>'


def _paragraph(line: TextLine) -> str:
    text = plain(line.text, "utf-8")
    sorts = {"large": line.is_large, "bold": line.is_bold, "centred": line.is_centred}
    return f'<p class="{" ".join(name for name, is_so in sorts.items() if is_so)}">{escape(text) or "&nbsp;"}</p>'
