"""Blackjack and its tournaments counted again: wagers made during a round, void rounds, heats, fees and prizes."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pitboss.ledger.chart import CHIPS
from pitboss.ledger.recount_wagers import laid_of, settled_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pitboss.ledger.recount_book import Book, Change, Fields, Rule

__all__ = ["BLACKJACK", "TOURNAMENT"]

_STAKES = {
    "blackjack.insurance_placed/1": ("stake_minor",),
    "blackjack.hit_taken/1": ("hit_minor",),
    "blackjack.doubled_down/1": ("stake_minor", "hit_minor"),
    "blackjack.pair_split/1": ("stake_minor",),
    "blackjack.hit_wager_placed/1": ("stake_minor",),
}
"""Wagers made after the first card, and which fields of them are staked."""
_SETTLED = ("suit_wagers", "insurance", "hit_wager", "hand", "spot", "round")


def _opened(book: Book, _: Fields) -> Iterator[Change]:
    """Begin a round, in which nothing has changed yet."""
    book.players, book.round_changes = {}, {}
    yield from ()


def _placed(book: Book, event: Fields) -> Iterator[Change]:
    book.players[event["seat"]] = event["player"]
    return book.keep(laid_of(book, event["source"], event["player"], event["stake_minor"]))


def _removed(book: Book, event: Fields) -> Iterator[Change]:
    return book.keep(laid_of(book, event["source"], event["player"], -event["stake_minor"]))


def _added(book: Book, event: Fields) -> Iterator[Change]:
    """Count a wager of whoever sits there, in what the round is played with."""
    stake = sum(event[name] for name in _STAKES[event["type"]])
    source = "tournament" if book.is_heat else "value"
    return book.keep(laid_of(book, source, book.players[event["seat"]], stake))


def _settled(book: Book, event: Fields) -> Iterator[Change]:
    return book.keep(settled_of(book, event["wagers"]))


def _voided(book: Book, _: Fields) -> Iterator[Change]:
    """Give back whatever the round has changed."""
    for (unit, place), amount in book.round_changes.items():
        yield unit, place, -amount
    book.round_changes = {}


def _heat_begun(book: Book, _: Fields) -> Iterator[Change]:
    book.is_heat = True
    yield from ()


def _chips_issued(_: Book, event: Fields) -> Iterator[Change]:
    yield CHIPS, "tournament_rack", -event["chips"]
    yield CHIPS, f"tournament:{event['player']}", event["chips"]


def _heat_ended(book: Book, event: Fields) -> Iterator[Change]:
    book.is_heat = False
    for player, chips in event["chips"].items():
        yield CHIPS, f"tournament:{player}", -chips
        yield CHIPS, "tournament_rack", chips


BLACKJACK: dict[str, Rule] = {
    "table.betting_opened/1": _opened,
    "blackjack.wager_placed/1": _placed,
    "blackjack.wager_removed/1": _removed,
    **dict.fromkeys(_STAKES, _added),
    **{f"blackjack.{what}_settled/1": _settled for what in _SETTLED},
    "blackjack.round_voided/1": _voided,
    "blackjack.heat_begun/1": _heat_begun,
    "blackjack.chips_issued/1": _chips_issued,
    "blackjack.heat_ended/1": _heat_ended,
}


def _fees(book: Book, amount: int) -> Iterator[Change]:
    book.fees_minor += amount
    yield book.currency, "patrons", -amount
    yield book.currency, "tournament_entries", amount


def _entered(book: Book, event: Fields) -> Iterator[Change]:
    return _fees(book, event["fee_minor"])


def _withdrawn(book: Book, event: Fields) -> Iterator[Change]:
    return _fees(book, -event["fee_minor"])


def _cancelled(book: Book, event: Fields) -> Iterator[Change]:
    return _fees(book, -sum(event["fee_minor"]))


def _awarded(book: Book, event: Fields) -> Iterator[Change]:
    """Fund all prizes: what the house adds first, then the fees, then what the house guarantees; pay what was won."""
    paid = sum(event["prizes"]["prize_minor"])
    total = paid + event["left_minor"]
    from_fees = min(book.fees_minor, max(0, total - book.config.get("house_added_minor", 0)))
    unit = book.currency
    yield unit, "promotion", from_fees - total
    yield unit, "tournament_entries", -from_fees
    yield unit, "tournament_prizes", event["left_minor"]
    yield unit, "patrons", paid


TOURNAMENT: dict[str, Rule] = {
    "tournament.player_entered/1": _entered,
    "tournament.player_withdrawn/1": _withdrawn,
    "tournament.cancelled/1": _cancelled,
    "tournament.prizes_awarded/1": _awarded,
}
