"""What happens to money at a table besides the wagers: chips for cash, colours, other tables' chips, vigorish."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pitboss.ledger.recount_wagers import laid_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pitboss.ledger.recount_book import Book, Change, Fields, Rule

__all__ = ["TABLES"]


def _sold_for_cash(book: Book, amount: int) -> Iterator[Change]:
    """Yield what value chips for cash change: the cash drops, the chips leave the rack."""
    unit = book.currency
    yield unit, "patrons", -amount
    yield unit, "drop", amount
    yield unit, "rack", -amount
    yield unit, "circulation", amount


def _bought(book: Book, event: Fields) -> Iterator[Change]:
    return _sold_for_cash(book, event["amount_minor"])


def _called(book: Book, event: Fields) -> Iterator[Change]:
    """Count the cash of a spoken wager; the wager itself is an event of its own."""
    if event.get("accompanied_by", "cash") == "cash":
        yield from _sold_for_cash(book, event["stake_minor"])


def _colour_issued(book: Book, event: Fields) -> Iterator[Change]:
    unit, amount = book.currency, event["value_minor"] * event["count"]
    book.colour_values[event["colour"]] = event["value_minor"]
    is_cash = event["paid_with"] == "cash"
    yield unit, "patrons" if is_cash else "circulation", -amount
    yield unit, "drop" if is_cash else "rack", amount
    yield unit, "rack", -amount
    yield unit, f"chips:{event['player']}:{event['colour']}", amount


def _colour_redeemed(book: Book, event: Fields) -> Iterator[Change]:
    amount = event["count"] * book.colour_values[event["colour"]]
    yield book.currency, f"chips:{event['player']}:{event['colour']}", -amount
    yield book.currency, "circulation", amount


def _foreign_found(book: Book, event: Fields) -> Iterator[Change]:
    """Count the wager at what its chips are worth at the table they are of."""
    yield from laid_of(book, event["source"], event["player"], -event["stake_minor"])
    yield from laid_of(book, f"foreign:{event['origin_table']}", event["player"], event["worth_minor"])


def _foreign_honoured(book: Book, event: Fields) -> Iterator[Change]:
    yield book.currency, f"foreign:{event['origin_table']}", -event["worth_minor"]
    yield book.currency, "circulation", event["worth_minor"]


def _vigorish(book: Book, event: Fields) -> Iterator[Change]:
    payer = "vigorish_owed" if event["is_documented"] else "circulation"
    yield book.currency, payer, -event["amount_minor"]
    yield book.currency, "vigorish", event["amount_minor"]


TABLES: dict[str, Rule] = {
    "table.value_chips_bought/1": _bought,
    "roulette.wager_called/1": _called,
    "baccarat.wager_called/1": _called,
    "roulette.colour_issued/1": _colour_issued,
    "roulette.colour_redeemed/1": _colour_redeemed,
    "roulette.foreign_chips_found/1": _foreign_found,
    "roulette.foreign_chips_honoured/1": _foreign_honoured,
    "baccarat.vigorish_collected/1": _vigorish,
}
