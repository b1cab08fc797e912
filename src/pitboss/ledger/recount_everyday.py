"""The rules of the second count for everyday life at a table: counts of the rack, slips, boxes, sales put right.

They read what was counted, written and typed, never the moves; what must lie in a tray is worked out here once more.
"""

from __future__ import annotations

from collections.abc import Iterator

from pitboss.ledger.recount_tables import Book, Change, Fields, Rule

_IN_TRAY = (
    *("rack", "vigorish", "vigorish_owed", "promotion", "goodwill"),
    *("chips", "credits", "payable", "receivable", "unredeemed"),
)
"""The first words of the places whose sum lies in the tray, besides colours, credits and coupons on the layout."""


def tray_of(book: Book) -> int:
    """Return what must lie in the tray by this count."""
    return book.laid_minor + sum(held for place, held in book.places.items() if place.partition(":")[0] in _IN_TRAY)


def _from_to(book: Book, source: str, target: str, amount: int) -> Iterator[Change]:
    yield book.currency, source, -amount
    yield book.currency, target, amount


def _begun(book: Book, _: Fields) -> Iterator[Change]:
    """Put aside what tray and box came to by this count, whatever the event says of it."""
    yield from _from_to(book, "rack", "prior_win", tray_of(book))
    yield from _from_to(book, "drop", "prior_win", book.places.get("drop", 0))


def _counted(book: Book, event: Fields) -> Iterator[Change]:
    return _from_to(book, "variance", "rack", event["counted_minor"] - tray_of(book))


def _issued(book: Book, event: Fields) -> Iterator[Change]:
    return _from_to(book, "cage", f"transit:{event['slip']}", event["total_minor"])


def _accepted(book: Book, event: Fields) -> Iterator[Change]:
    return _from_to(book, f"transit:{event['slip']}", "rack", book.places[f"transit:{event['slip']}"])


def _sent(book: Book, event: Fields) -> Iterator[Change]:
    return _from_to(book, "rack", f"transit:{event['slip']}", event["total_minor"])


def _received(book: Book, event: Fields) -> Iterator[Change]:
    return _from_to(book, f"transit:{event['slip']}", "cage", book.places[f"transit:{event['slip']}"])


def _voided(book: Book, event: Fields) -> Iterator[Change]:
    """Send back whatever is on its way with the slip."""
    way = f"transit:{event['slip']}"
    return _from_to(book, way, "cage" if event["is_fill"] else "rack", book.places.get(way, 0))


def _removed(book: Book, event: Fields) -> Iterator[Change]:
    return _from_to(book, "drop", f"box:{event['box']}", book.places.get("drop", 0))


def _box_counted(book: Book, event: Fields) -> Iterator[Change]:
    box, counted = f"box:{event['box']}", event["counted_minor"]
    yield from _from_to(book, "variance", box, counted - book.places.get(box, 0))
    yield from _from_to(book, box, "cage", counted)


def _sale_corrected(book: Book, event: Fields) -> Iterator[Change]:
    more = event["amount_minor"] - event["was_minor"]
    yield from _from_to(book, "patrons", "drop", more)
    yield from _from_to(book, "rack", "circulation", more)


EVERYDAY: dict[str, Rule] = {
    "table.inventory_begun/1": _begun,
    "table.inventory_counted/1": _counted,
    "table.fill_issued/1": _issued,
    "table.fill_accepted/1": _accepted,
    "table.credit_sent/1": _sent,
    "table.credit_received/1": _received,
    "table.slip_voided/1": _voided,
    "table.drop_box_removed/1": _removed,
    "table.box_counted/1": _box_counted,
    "table.sale_corrected/1": _sale_corrected,
}
