"""What happens to money at an automatic table: buy-ins, bets from credits, cash-outs, void games given back."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pitboss.ledger.recount_wagers import laid_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pitboss.ledger.recount_book import Book, Change, Fields, Rule

__all__ = ["AUTOMATIC"]

_BROUGHT = (
    ("currency_minor", "patrons", "drop"),
    ("chips_minor", "circulation", "rack"),
    ("coupon_minor", "promotion", "rack"),
)
"""What a player may bring, where it comes from and where it goes."""


def _counted(book: Book, event: Fields) -> Iterator[Change]:
    book.buy_ins[event["terminal"]] = event
    return iter(())


def _credited(book: Book, event: Fields) -> Iterator[Change]:
    yield book.currency, "rack", -event["amount_minor"]
    yield book.currency, f"credits:{event['terminal']}", event["amount_minor"]


def _dropped(book: Book, event: Fields) -> Iterator[Change]:
    for name, source, target in _BROUGHT:
        yield book.currency, source, -event[name]
        yield book.currency, target, event[name]


def _corrected(book: Book, event: Fields) -> Iterator[Change]:
    """Count what the right amounts are more, or less, than those of the buy-in that was void."""
    before = book.buy_ins[event["terminal"]]
    book.buy_ins[event["terminal"]] = event
    more = {name: event[name] - before[name] for name, _, _ in _BROUGHT}
    yield from _credited(book, {"terminal": event["terminal"], "amount_minor": sum(more.values())})
    yield from _dropped(book, more)


def _bet(book: Book, event: Fields) -> Iterator[Change]:
    for change in event["changes"]["change_minor"]:
        yield from laid_of(book, "credits", event["terminal"], change)


def _cashed_out(book: Book, event: Fields) -> Iterator[Change]:
    yield book.currency, f"credits:{event['terminal']}", -event["amount_minor"]
    yield book.currency, "circulation", event["amount_minor"]


def _voided(book: Book, event: Fields) -> Iterator[Change]:
    book.is_void_settled = event["was_settled"]
    return iter(())


def _refunded(book: Book, event: Fields) -> Iterator[Change]:
    """Count stakes given back, from the layout or after a settlement from the rack, and winnings taken back or owed.

    What `payable_minor` says of it is owed to a player whose terminal is gone, in place of being on the terminal.
    """
    unit, payer = book.currency, "rack" if book.is_void_settled else "layout"
    names = ("terminal", "refunded_minor", "reversed_minor", "receivable_minor", "payable_minor")
    for terminal, back, taken, owed, payable in zip(*(event[name] for name in names), strict=True):
        yield unit, payer, -back
        yield unit, f"credits:{terminal}", back - taken - payable
        yield unit, f"payable:{terminal}", payable
        yield unit, f"receivable:{terminal}", -owed
        yield unit, "rack", taken + owed


def _repaid(book: Book, event: Fields) -> Iterator[Change]:
    yield book.currency, "circulation", -event["amount_minor"]
    yield book.currency, f"receivable:{event['terminal']}", event["amount_minor"]


def _paid(book: Book, event: Fields) -> Iterator[Change]:
    yield book.currency, f"payable:{event['terminal']}", -event["amount_minor"]
    yield book.currency, "circulation", event["amount_minor"]


AUTOMATIC: dict[str, Rule] = {
    "automatic.buy_in_counted/1": _counted,
    "automatic.buy_in_credited/1": _credited,
    "automatic.buy_in_dropped/1": _dropped,
    "automatic.buy_in_corrected/1": _corrected,
    "automatic.bets_changed/1": _bet,
    "automatic.cashed_out/1": _cashed_out,
    "automatic.game_voided/1": _voided,
    "automatic.game_refunded/1": _refunded,
    "automatic.receivable_repaid/1": _repaid,
    "automatic.payable_paid/1": _paid,
}
