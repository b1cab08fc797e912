"""The rules of the second count at tables: wagers, chips and colours, terminals, blackjack and tournaments.

And what such a count remembers.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any, NamedTuple

from pitboss.ledger.chart import CHIPS
from pitboss.ledger.recount_past import Past

Fields = Mapping[str, Any]
"""An event, or a part of one, as JSON has it."""
Change = tuple[str, str, int]
"""Unit, place, and what is more of it there now; less is below zero."""


@dataclass
class Book:
    """What later events of a stream need to know of earlier ones."""

    currency: str = ""
    config: Fields = field(default_factory=dict)
    """The document the stream was opened with."""
    colour_values: dict[str, int] = field(default_factory=dict)
    """Colour to what one chip of it is worth at a roulette table."""
    is_heat: bool = False
    """Whether a blackjack table plays for a tournament, with its chips."""
    players: dict[int, str] = field(default_factory=dict)
    """Seat to who wagered there in the round."""
    round_changes: dict[tuple[str, str], int] = field(default_factory=dict)
    """What the round has changed so far, by unit and place: a void round gives it all back."""
    fees_minor: int = 0
    """Entry fees of a tournament that are held."""
    tickets: dict[str, dict[str, int]] = field(default_factory=dict)
    """Ticket to what it put into each pool."""
    settled: dict[str, dict[str, int]] = field(default_factory=dict)
    """Pool to where its money went when it was settled last; of the outs, what is left there."""

    buy_ins: dict[str, Fields] = field(default_factory=dict)
    """Terminal to its last buy-in, as it was counted; session to its last, as it was credited or corrected."""
    is_void_settled: bool = False
    """Whether the game that is void had been settled."""

    markers: dict[str, int] = field(default_factory=dict)
    """At the cage: table and number of a marker to what was signed for, as the table issued it."""

    places: dict[str, int] = field(default_factory=dict)
    """What every place holds of the stream's money by this count."""
    lost_minor: int = 0
    paid_minor: int = 0
    handle_minor: int = 0
    """What settlements came to so far: stakes lost, winnings paid, and all stakes that were decided."""
    before_round: tuple[int, int, int] = (0, 0, 0)
    """The same three before the round in play: a void one leaves them so."""
    laid_minor: int = 0
    """What lies on the layout in colours, credits and coupons."""
    past: Past = field(default_factory=Past)
    """What may still be corrected."""

    def add(self, unit: str, place: str, amount: int) -> None:
        """Remember what a place holds of money."""
        if unit == self.currency:
            self.places[place] = self.places.get(place, 0) + amount

    def keep(self, changes: Iterator[Change]) -> Iterator[Change]:
        """Yield changes of a round, and remember them for the case that it is void."""
        for unit, place, amount in changes:
            self.round_changes[unit, place] = self.round_changes.get((unit, place), 0) + amount
            yield unit, place, amount


Rule = Callable[[Book, Fields], Iterator[Change]]


class _Chips(NamedTuple):
    """One kind of chips: whose they are, where lost ones go, who pays on them, and where a payment goes."""

    own: str
    taken: str = "rack"
    payer: str = "rack"
    paid: str = "circulation"
    won: str = ""
    """Where the stake goes of a wager that wins; nothing where it goes back."""


_CHIPS = {
    "value": _Chips("circulation"),
    "tip": _Chips("circulation", paid="tips", won="tips"),
    "cash": _Chips("patrons", taken="drop"),
    "coupon": _Chips("promotion", taken="promotion"),
    "credits": _Chips("credits:{player}", paid="credits:{player}"),
    "colour": _Chips("chips:{player}:{name}", paid="chips:{player}:{name}"),
    "foreign": _Chips("foreign:{name}"),
    "tournament": _Chips("tournament:{player}", "tournament_rack", "tournament_rack", "tournament:{player}"),
}
"""By the first word of a wager's source."""


@lru_cache(maxsize=1 << 14)
def _chips(source: str, player: str) -> _Chips:
    kind, _, name = source.partition(":")
    # Credits are a patron session's: `credits:3`, of the terminal's third; before there were any, the terminal's.
    owner = _holder(player, name) if kind == "credits" else player
    return _Chips(*(place.format(player=owner, name=name) for place in _CHIPS[kind]))


def _holder(terminal: str, session: int | str | None) -> str:
    return f"{terminal}.{session}" if session else terminal


def _unit(book: Book, source: str) -> str:
    return CHIPS if source == "tournament" else book.currency


def is_no_value_chip(source: str) -> bool:
    """Tell whether a wager is in something that is not one of the rack's value chips."""
    return source.partition(":")[0] in ("colour", "credits", "coupon")


def laid_of(book: Book, source: str, player: str, stake: int) -> Iterator[Change]:
    """Yield what a stake on the layout changes; one below zero is taken back."""
    unit = _unit(book, source)
    book.laid_minor += stake * is_no_value_chip(source)
    yield unit, "layout", stake
    yield unit, _chips(source, player).own, -stake


def settled_of(book: Book, columns: Fields, sign: int = 1) -> Iterator[Change]:
    """Yield what wagers in columns change: what of each stake is lost, what goes back, what is paid on it.

    With a sign of -1 that is undone.
    """
    stakes, results = columns["stake_minor"], columns.get("outcome", columns.get("result"))
    sources = columns.get("source") or ["value"] * len(stakes)
    losses = columns.get("lost_minor")
    if losses is None:
        losses = [stake if result == "lose" else 0 for stake, result in zip(stakes, results or (), strict=True)]
    wins = [result in ("win", "blackjack") for result in results or stakes]
    rows = zip(columns["player"], sources, stakes, losses, columns["paid_minor"], wins, strict=True)
    decided = zip(stakes, results or stakes, strict=True)
    book.handle_minor += sign * sum(stake for stake, result in decided if result not in ("void", "returned"))
    for player, source, stake, lost, paid, is_won in rows:
        chips, unit = _chips(source, player), _unit(book, source)
        book.laid_minor -= sign * stake * is_no_value_chip(source)
        book.lost_minor, book.paid_minor = book.lost_minor + sign * lost, book.paid_minor + sign * paid
        yield unit, "layout", -sign * stake
        yield unit, chips.taken, sign * lost
        yield unit, (is_won and chips.won) or chips.own, sign * (stake - lost)
        yield unit, chips.payer, -sign * paid
        yield unit, chips.paid, sign * paid
    for vigorish in columns.get("vig_minor", ()):
        yield book.currency, "circulation", -sign * vigorish
        yield book.currency, "vigorish", sign * vigorish


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
    holder = _holder(event["terminal"], event.get("session"))
    book.buy_ins[holder] = book.buy_ins[event["terminal"]]
    yield book.currency, "rack", -event["amount_minor"]
    yield book.currency, f"credits:{holder}", event["amount_minor"]


def _dropped(book: Book, event: Fields) -> Iterator[Change]:
    for name, source, target in _BROUGHT:
        yield book.currency, source, -event[name]
        yield book.currency, target, event[name]


def _corrected(book: Book, event: Fields) -> Iterator[Change]:
    """Count what the right amounts are more, or less, than those of the buy-in that was void.

    What is due to the patron of a session that is over, or is owed by that patron, is in place of credits.
    """
    holder = _holder(event["terminal"], event.get("session"))
    before = book.buy_ins[holder]
    book.buy_ins[holder] = event
    more = {name: event[name] - before[name] for name, _, _ in _BROUGHT}
    credit, due, owed = sum(more.values()), event.get("payable_minor", 0), event.get("receivable_minor", 0)
    yield book.currency, "rack", -credit
    yield book.currency, f"credits:{holder}", credit - due + owed
    yield book.currency, f"payable:{holder}", due
    yield book.currency, f"receivable:{holder}", -owed
    yield from _dropped(book, more)


def _bet(book: Book, event: Fields) -> Iterator[Change]:
    for change in event["changes"]["change_minor"]:
        yield from laid_of(book, f"credits:{event.get('session') or ''}", event["terminal"], change)


def _cashed_out(book: Book, event: Fields) -> Iterator[Change]:
    yield book.currency, f"credits:{_holder(event['terminal'], event.get('session'))}", -event["amount_minor"]
    yield book.currency, "circulation", event["amount_minor"]


def _game_settled(book: Book, event: Fields) -> Iterator[Change]:
    """Count the bets of a game in columns: so many of the last rows have won as were paid, all others have lost."""
    columns, unit = event["wagers"], book.currency
    stakes, paid = columns["stake_minor"], columns["paid_minor"]
    first = len(stakes) - len(paid)
    lost, staked = sum(stakes[:first]), sum(stakes)
    book.handle_minor, book.laid_minor = book.handle_minor + staked, book.laid_minor - staked
    book.lost_minor, book.paid_minor = book.lost_minor + lost, book.paid_minor + sum(paid)
    yield unit, "layout", -staked
    yield unit, "rack", lost - sum(paid)
    holders = [_holder(*one) for one in zip(columns["terminals"], columns["sessions"], strict=True)]
    for number, stake, amount in zip(columns["terminal"][first:], stakes[first:], paid, strict=True):
        yield unit, f"credits:{holders[number]}", stake + amount


def _game_voided(book: Book, event: Fields) -> Iterator[Change]:
    book.is_void_settled = event["was_settled"]
    return iter(())


def _refunded(book: Book, event: Fields) -> Iterator[Change]:
    """Count stakes given back, from the layout or after a settlement from the rack, and winnings taken back or owed.

    What `payable_minor` says of it is owed to a player who is gone, in place of being on the terminal.
    """
    unit, payer = book.currency, "rack" if book.is_void_settled else "layout"
    names = ("terminal", "refunded_minor", "reversed_minor", "receivable_minor", "payable_minor")
    sessions = event.get("session") or [None] * len(event["terminal"])
    rows = zip(sessions, *(event[name] for name in names), strict=True)
    for session, terminal, back, taken, owed, payable in rows:
        holder = _holder(terminal, session)
        yield unit, payer, -back
        yield unit, f"credits:{holder}", back - taken - payable
        yield unit, f"payable:{holder}", payable
        yield unit, f"receivable:{holder}", -owed
        yield unit, "rack", taken + owed


def _repaid(book: Book, event: Fields) -> Iterator[Change]:
    yield book.currency, "circulation", -event["amount_minor"]
    yield book.currency, f"receivable:{_holder(event['terminal'], event.get('session'))}", event["amount_minor"]


def _paid(book: Book, event: Fields) -> Iterator[Change]:
    yield book.currency, f"payable:{_holder(event['terminal'], event.get('session'))}", -event["amount_minor"]
    yield book.currency, "circulation", event["amount_minor"]


def _kept(book: Book, event: Fields) -> Iterator[Change]:
    """Count what an abandoned session had: it is owed to its patron."""
    holder = _holder(event["terminal"], event["session"])
    yield book.currency, f"credits:{holder}", -event["credits_minor"]
    yield book.currency, f"payable:{holder}", event["credits_minor"]


AUTOMATIC: dict[str, Rule] = {
    "automatic.buy_in_counted/1": _counted,
    "automatic.buy_in_credited/1": _credited,
    "automatic.buy_in_dropped/1": _dropped,
    "automatic.buy_in_corrected/1": _corrected,
    "automatic.bets_changed/1": _bet,
    "roulette.round_settled/2": _game_settled,
    "automatic.cashed_out/1": _cashed_out,
    "automatic.game_voided/1": _game_voided,
    "automatic.game_refunded/1": _refunded,
    "automatic.receivable_repaid/1": _repaid,
    "automatic.payable_paid/1": _paid,
    "automatic.session_abandoned/1": _kept,
    "automatic.session_closed/1": _kept,
}
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
    book.before_round = (book.lost_minor, book.paid_minor, book.handle_minor)
    yield from ()


def _blackjack_placed(book: Book, event: Fields) -> Iterator[Change]:
    book.players[event["seat"]] = event["player"]
    return book.keep(laid_of(book, event["source"], event["player"], event["stake_minor"]))


def _blackjack_removed(book: Book, event: Fields) -> Iterator[Change]:
    return book.keep(laid_of(book, event["source"], event["player"], -event["stake_minor"]))


def _added(book: Book, event: Fields) -> Iterator[Change]:
    """Count a wager of whoever sits there, in what the round is played with."""
    stake = sum(event[name] for name in _STAKES[event["type"]])
    source = "tournament" if book.is_heat else "value"
    return book.keep(laid_of(book, source, book.players[event["seat"]], stake))


def _blackjack_settled(book: Book, event: Fields) -> Iterator[Change]:
    return book.keep(settled_of(book, event["wagers"]))


def _blackjack_undone(book: Book, event: Fields) -> Iterator[Change]:
    """Count a hand's wagers back that were collected."""
    return book.keep(settled_of(book, event["wagers"], sign=-1))


def _blackjack_voided(book: Book, _: Fields) -> Iterator[Change]:
    """Give back whatever the round has changed."""
    for (unit, place), amount in book.round_changes.items():
        yield unit, place, -amount
    book.round_changes = {}
    book.lost_minor, book.paid_minor, book.handle_minor = book.before_round


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
    "blackjack.wager_placed/1": _blackjack_placed,
    "blackjack.wager_removed/1": _blackjack_removed,
    **dict.fromkeys(_STAKES, _added),
    **{f"blackjack.{what}_settled/1": _blackjack_settled for what in _SETTLED},
    "blackjack.collection_undone/1": _blackjack_undone,
    "blackjack.round_voided/1": _blackjack_voided,
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
