"""The rules of the second count for everyday life at a table: counts of the rack, slips, boxes, sales put right.

They read what was counted, written and typed, never the moves; what must lie in a tray is worked out here once more.
"""

from __future__ import annotations

from collections.abc import Iterator

from pitboss.ledger.recount_tables import Book, Change, Fields, Rule, laid_of

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
    """Count the difference to what this count had for the sale; of one that it does not know nothing changes."""
    more = event["amount_minor"] - book.past.sales.get(event["corrects"], event["amount_minor"])
    yield from _from_to(book, "patrons", event.get("cash_at", "drop"), more)
    yield from _from_to(book, event.get("chips_at", "rack"), "circulation", more)


def _marker_issued(book: Book, event: Fields) -> Iterator[Change]:
    yield from _from_to(book, f"marker:{event['marker']}", "instruments", event["amount_minor"])
    yield from _from_to(book, "rack", "circulation", event["amount_minor"])


def _marker_redeemed(book: Book, event: Fields) -> Iterator[Change]:
    """Count what the player signed for by this count, whatever the event says of it."""
    marker = f"marker:{event['marker']}"
    amount = -book.places[marker]
    yield from _from_to(book, "patrons" if event["paid_with"] == "cash" else "circulation", "cage", amount)
    yield from _from_to(book, "instruments", marker, amount)


def _marker_cancelled(book: Book, event: Fields) -> Iterator[Change]:
    marker = f"marker:{event['marker']}"
    return _from_to(book, "instruments", marker, -book.places[marker])


def _tip(book: Book, event: Fields) -> Iterator[Change]:
    colour, holder = event["colour"], event.get("credits_of")
    source = "circulation" if colour is None else f"chips:{event['player']}:{colour}"
    source = f"credits:{holder}" if holder else source
    return _from_to(book, source, "tips", event["amount_minor"])


def _tips_emptied(book: Book, _: Fields) -> Iterator[Change]:
    return _from_to(book, "tips", "toke_pool", book.places.get("tips", 0))


def _walked_off(book: Book, event: Fields) -> Iterator[Change]:
    """Count all that the player holds of the colour by this count."""
    chips = f"chips:{event['player']}:{event['colour']}"
    return _from_to(book, chips, f"unredeemed:{event['claim']}", book.places.get(chips, 0))


def _claimed(book: Book, event: Fields) -> Iterator[Change]:
    claim = f"unredeemed:{event['claim']}"
    return _from_to(book, claim, "circulation", book.places.get(claim, 0))


def _more(book: Book, player: str, more: int) -> Iterator[Change]:
    """Count what is due to a player, or owed below zero: the one is set off against the other."""
    due, owed = f"payable:{player}", f"receivable:{player}"
    before = book.places.get(due, 0) + book.places.get(owed, 0)
    after = before + more
    yield book.currency, "rack", -more
    yield book.currency, due, max(0, after) - book.places.get(due, 0)
    yield book.currency, owed, min(0, after) - book.places.get(owed, 0)


def _settlement_corrected(book: Book, event: Fields) -> Iterator[Change]:
    """Count the difference to what this count had for each wager."""
    rows, more = event["rows"], dict[str, int]()
    for player, was, now in zip(rows["player"], book.past.was(event), rows["now_minor"], strict=True):
        more[player] = more.get(player, 0) + now - was
    for player, amount in more.items():
        yield from _more(book, player, amount)


def _mispaid(book: Book, event: Fields) -> Iterator[Change]:
    short = event["amount_minor"] if event["handed"] == "too_little" else -event["amount_minor"]
    yield from _from_to(book, "circulation", "rack", short)
    yield from _more(book, event["player"], short)


def _due_paid(book: Book, event: Fields) -> Iterator[Change]:
    return _from_to(book, f"payable:{event['player']}", "circulation", event["amount_minor"])


def _owed_taken(book: Book, event: Fields) -> Iterator[Change]:
    return _from_to(book, "circulation", f"receivable:{event['player']}", event["amount_minor"])


def _owed_waived(book: Book, event: Fields) -> Iterator[Change]:
    return _from_to(book, "goodwill", f"receivable:{event['player']}", event["amount_minor"])


def _funded(book: Book, event: Fields) -> Iterator[Change]:
    return _from_to(book, "capital", "cage", event["amount_minor"])


def _cashed(book: Book, event: Fields) -> Iterator[Change]:
    """Count chips in and cash out: the cage holds as much as before."""
    return _from_to(book, "circulation", "patrons", event["amount_minor"])


def _noted(book: Book, event: Fields) -> Iterator[Change]:
    """Remember a marker as its table issued it; the money of the note moved in the table's own stream."""
    issued = event["issued"]
    if issued is not None:
        book.markers[f"{event['table']}/{issued['marker']}"] = issued["amount_minor"]
    return iter(())


def _cage_redeemed(book: Book, event: Fields) -> Iterator[Change]:
    """Count what the player signed for at the table, whatever the event says of it."""
    payer = "patrons" if event["paid_with"] == "cash" else "circulation"
    return _from_to(book, payer, "cage", book.markers.pop(f"{event['table']}/{event['marker']}"))


def _tokes_paid(book: Book, event: Fields) -> Iterator[Change]:
    return _from_to(book, "toke_pool", "patrons", event["amount_minor"])


CAGE: dict[str, Rule] = {
    "cage.funded/1": _funded,
    "cage.chips_cashed/1": _cashed,
    "cage.table_noted/1": _noted,
    "cage.marker_redeemed/1": _cage_redeemed,
    "cage.tokes_paid/1": _tokes_paid,
}


def _granted(book: Book, event: Fields) -> Iterator[Change]:
    """Count goodwill: handed over, or what is due to the player is more by it."""
    if not event["is_gone"]:
        yield from _from_to(book, "goodwill", "circulation", event["amount_minor"])
        return
    for unit, place, amount in _more(book, event["player"], event["amount_minor"]):
        yield unit, "goodwill" if place == "rack" else place, amount


def _called_off(book: Book, event: Fields) -> Iterator[Change]:
    """Count every wager back to where it came from."""
    rows = event["wagers"]
    for source, player, stake in zip(rows["source"], rows["player"], rows["stake_minor"], strict=True):
        yield from laid_of(book, source, player, -stake)


EVERYDAY: dict[str, Rule] = {
    **CAGE,
    "table.round_called_off/1": _called_off,
    "table.settlement_corrected/1": _settlement_corrected,
    "table.wager_corrected/1": _settlement_corrected,
    "dispute.goodwill_granted/1": _granted,
    "table.mispayment_reported/1": _mispaid,
    "table.payable_paid/1": _due_paid,
    "table.receivable_taken/1": _owed_taken,
    "table.receivable_waived/1": _owed_waived,
    "roulette.colour_abandoned/1": _walked_off,
    "roulette.claim_redeemed/1": _claimed,
    "table.marker_issued/1": _marker_issued,
    "table.marker_redeemed/1": _marker_redeemed,
    "table.marker_cancelled/1": _marker_cancelled,
    "table.tip_taken/1": _tip,
    "table.tip_box_emptied/1": _tips_emptied,
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
