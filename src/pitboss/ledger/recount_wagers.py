"""Wagers counted again: where chips of each kind come from, who takes them, and what a round in columns changes."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from pitboss.ledger.chart import CHIPS

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pitboss.ledger.recount_book import Book, Change, Fields, Rule

__all__ = ["LAID", "SETTLED", "laid_of", "settled_of"]


class _Chips(NamedTuple):
    """One kind of chips: whose they are, where lost ones go, who pays on them, and where a payment goes."""

    own: str
    taken: str = "rack"
    payer: str = "rack"
    paid: str = "circulation"


_CHIPS = {
    "value": _Chips("circulation"),
    "cash": _Chips("patrons", taken="drop"),
    "coupon": _Chips("promotion", taken="promotion"),
    "credits": _Chips("credits:{player}", paid="credits:{player}"),
    "colour": _Chips("chips:{player}:{name}", paid="chips:{player}:{name}"),
    "foreign": _Chips("foreign:{name}"),
    "tournament": _Chips("tournament:{player}", "tournament_rack", "tournament_rack", "tournament:{player}"),
}
"""By the first word of a wager's source."""


def _chips(source: str, player: str) -> _Chips:
    kind, _, name = source.partition(":")
    return _Chips(*(place.format(player=player, name=name) for place in _CHIPS[kind]))


def _unit(book: Book, source: str) -> str:
    return CHIPS if source == "tournament" else book.currency


def laid_of(book: Book, source: str, player: str, stake: int) -> Iterator[Change]:
    """Yield what a stake on the layout changes; one below zero is taken back."""
    unit = _unit(book, source)
    yield unit, "layout", stake
    yield unit, _chips(source, player).own, -stake


def settled_of(book: Book, columns: Fields) -> Iterator[Change]:
    """Yield what wagers in columns change: what of each stake is lost, what goes back, what is paid on it."""
    stakes, results = columns["stake_minor"], columns.get("outcome", columns.get("result"))
    sources = columns.get("source", ["value"] * len(stakes))
    losses = columns.get("lost_minor")
    if losses is None:
        losses = [stake if result == "lose" else 0 for stake, result in zip(stakes, results or (), strict=True)]
    rows = zip(columns["player"], sources, stakes, losses, columns["paid_minor"], strict=True)
    for player, source, stake, lost, paid in rows:
        chips, unit = _chips(source, player), _unit(book, source)
        yield unit, "layout", -stake
        yield unit, chips.taken, lost
        yield unit, chips.own, stake - lost
        yield unit, chips.payer, -paid
        yield unit, chips.paid, paid
    for vigorish in columns.get("vig_minor", ()):
        yield book.currency, "circulation", -vigorish
        yield book.currency, "vigorish", vigorish


def _placed(book: Book, event: Fields) -> Iterator[Change]:
    return laid_of(book, event.get("source", "value"), event["player"], event["stake_minor"])


def _removed(book: Book, event: Fields) -> Iterator[Change]:
    return laid_of(book, event.get("source", "value"), event["player"], -event["stake_minor"])


def _settled(book: Book, event: Fields) -> Iterator[Change]:
    return settled_of(book, event["wagers"])


LAID: dict[str, Rule] = {
    **{f"{game}.wager_placed/1": _placed for game in ("roulette", "sicbo", "baccarat")},
    **{f"{game}.wager_removed/1": _removed for game in ("roulette", "sicbo", "baccarat")},
}
"""Wagers of the games whose rounds are given back in columns."""
SETTLED: dict[str, Rule] = dict.fromkeys(
    (
        "roulette.round_settled/1",
        "roulette.no_spin_called/1",
        "sicbo.round_settled/1",
        "sicbo.failure_reported/1",
        "baccarat.round_settled/1",
        "baccarat.round_voided/1",
    ),
    _settled,
)
"""Rounds in columns, settled or given back."""
