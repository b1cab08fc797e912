"""Why a ticket was paid what it was: each bet, what was handed back and why, each winning class it holds, to the cent.

The calculation is not written a second time. A copy of the bet goes into its pool under a source of its own, and the
pool is settled again: what that source has on a winning class is what the bet holds of it. Only this is read from the
second settlement; the prices are those of the first. A copy holds nothing that was not held before, so that the same
classes win.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

import msgspec

from pitboss.money import Currency, show
from pitboss.tote.card import Card
from pitboss.tote.combos import POSITIONS, Bet, bits, combinations_of
from pitboss.tote.day.state import Day
from pitboss.tote.documents import TicketDocument
from pitboss.tote.explain import explain
from pitboss.tote.pools import Outcome
from pitboss.tote.pricing import Price, WinningClass
from pitboss.tote.settle import settle_pool

_OWN = "\0"
"""Begins the name of a copy's source, and of no source on a card that anybody would write."""


class _Part(msgspec.Struct, frozen=True, kw_only=True):
    """A part of an explanation; amounts are minor units."""


class Won(_Part, frozen=True, kw_only=True):
    """A winning class that a bet holds: so many combinations of one amount, at its price."""

    combo: str
    level: int | str
    combinations: int
    amount_minor: int
    """For one combination; in the second half of a twin trifecta what was exchanged."""
    exact: str
    """The price for 1 before it was broken, as a fraction."""
    price_minor: int
    per_minor: int
    """The price as it is paid: so much for so much."""
    is_lifted: bool
    """Whether that is the minimum."""
    paid_minor: int


class BetExplained(_Part, frozen=True, kw_only=True):
    """One bet in one pool."""

    pool: str
    kind: str
    bet: str
    combinations: int
    cost_minor: int
    status: str
    """Of the pool: `open`, `held` while its totals differ, `official`, `refunded`, `cancelled` with the ticket."""
    reason: str | None = None
    """Why the pool is refunded."""
    refund_minor: int = 0
    out: tuple[str, ...] = ()
    """Whose combinations are refunded."""
    won: tuple[Won, ...] = ()

    @property
    def payout_minor(self) -> int:
        """Return what it won."""
        return sum(line.paid_minor for line in self.won)


class TicketExplained(_Part, frozen=True, kw_only=True):
    """A ticket: its bets, and what they come to."""

    ticket: str
    currency: str
    cost_minor: int
    refund_minor: int
    payout_minor: int
    bets: tuple[BetExplained, ...]


def card_ticket(card: Card, outcomes: Mapping[str, Outcome], ticket: str) -> TicketExplained:
    """Explain a ticket of a card document, whose pools came to these outcomes."""
    document = next(document for document in card.document.tickets if document.id == ticket)
    bets = []
    for outcome in outcomes.values():
        rows = [bet for bet in outcome.pool.bets if bet.ticket == ticket]
        if rows:
            bets.append(bet_explained(outcome, rows, _called(document)))
    return _ticket(ticket, "USD", bets)


def _called(document: TicketDocument) -> str:
    """Write a bet of a document in a few words."""
    amount = show(document.amount, Currency.of("USD"))
    parts = ["ALL" if part == "ALL" else ",".join([part] if isinstance(part, str) else part) for part in document.sel]
    form = document.form.replace("_", " ")
    if document.type is not None:
        form = "across the board"
    if document.form == "box":
        return f"{amount} box {','.join(parts)}"
    if document.key is not None:
        return f"{amount} {form} {document.key}/{','.join(parts)}"
    return f"{amount} {form} {'/'.join(parts)}"


def day_ticket(day: Day, ticket: str, *, is_settled: bool = False) -> TicketExplained:
    """Explain a ticket of a day as far as its pools have come; a pool whose prices are held has none.

    With `is_settled` only settled pools are calculated: what is not decided has no price, and may be many tickets.
    """
    sold, bets = day.tickets[ticket], []
    taken: dict[str, int] = {}
    told = [name for name in sold.pools if day.books[name].settled is not None or not is_settled]
    outcomes = {name: settle_pool(day.pool(name)) for name in told}
    for bet in sold.bets:
        for name in bet.pools:
            # A ticket may have several bets in one pool: theirs are the next rows, in the order of the bets.
            start = taken.get(name, 0)
            taken[name] = start + len(bet.rows)
            rows = list(day.bets_in(name, ticket))[start : taken[name]]
            many = bet.combinations // len(bet.pools)
            plain = BetExplained(
                pool=name,
                kind=day.books[name].kind,
                bet=f"{bet.track} race {bet.race}: {bet.bet}",
                combinations=many,
                cost_minor=bet.cost_minor // len(bet.pools),
                status="cancelled" if not rows else "held" if day.books[name].is_held else "open",
            )
            is_told = rows and not day.books[name].is_held and name in outcomes
            bets.append(bet_explained(outcomes[name], rows, plain.bet) if is_told else plain)
    return _ticket(ticket, day.config.currency, bets)


def _ticket(ticket: str, currency: str, bets: Sequence[BetExplained]) -> TicketExplained:
    return TicketExplained(
        ticket=ticket,
        currency=currency,
        cost_minor=sum(bet.cost_minor for bet in bets),
        refund_minor=sum(bet.refund_minor for bet in bets),
        payout_minor=sum(bet.payout_minor for bet in bets),
        bets=tuple(bets),
    )


def bet_explained(outcome: Outcome, rows: Sequence[Bet], called: str) -> BetExplained:
    """Explain one bet of a pool, which may be several rows of masks, by what the pool came to."""
    again = _with_copies(outcome, rows)
    many = sum(combinations_of(outcome.pool.kind, row.masks) for row in rows)
    refund = sum(again.refunds[_source(place, 0)] for place in range(len(rows)))
    is_whole = outcome.status == "refunded"
    return BetExplained(
        pool=outcome.pool.name,
        kind=outcome.pool.kind,
        bet=called,
        combinations=many,
        cost_minor=sum(combinations_of(outcome.pool.kind, row.masks) * row.amount for row in rows),
        status=outcome.status,
        reason=outcome.reason,
        refund_minor=refund,
        out=tuple(_out(outcome, rows)) if refund and not is_whole else (),
        won=tuple(_won(outcome, again, rows)),
    )


def _source(row: int, exchanges: int) -> str:
    return f"{_OWN}{row}/{exchanges}"


def _with_copies(outcome: Outcome, rows: Sequence[Bet]) -> Outcome:
    """Settle the pool with copies of each row: without its exchanges, with the first of them, with the first two."""
    pool = outcome.pool
    rates, copies = dict(pool.rates), []
    for place, row in enumerate(rows):
        for many in range(len(row.exchanges) + 1):
            source = _source(place, many)
            rates[source] = pool.rates[row.source]
            copies.append(replace(row, ticket=source, source=source, exchanges=row.exchanges[:many]))
    return settle_pool(replace(pool, rates=rates, bets=[*pool.bets, *copies]))


def _won(outcome: Outcome, again: Outcome, rows: Sequence[Bet]) -> Iterator[Won]:
    """Yield what the rows hold of each winning class; combinations of one amount stand together."""
    for paid, copied in zip(outcome.paid, again.paid, strict=True):
        for entry, prices, held in zip(paid.classes, paid.prices, copied.classes, strict=True):
            counts: dict[tuple[int, str], int] = {}
            for place, row in enumerate(rows):
                before = held.amounts[_source(place, 0)]
                counts[row.amount, row.source] = counts.get((row.amount, row.source), 0) + before // row.amount
                for many in range(1, len(row.exchanges) + 1):
                    # What one more exchange adds is that exchange's; each is paid by itself.
                    stake = held.amounts[_source(place, many)] - held.amounts[_source(place, many - 1)]
                    counts[stake, row.source] = counts.get((stake, row.source), 0) + 1
            for (amount, source), count in counts.items():
                if amount and count:
                    yield _line(entry, prices[source], amount, count)


def _line(entry: WinningClass, price: Price, amount: int, count: int) -> Won:
    return Won(
        combo=entry.combo,
        level=entry.level,
        combinations=count,
        amount_minor=amount,
        exact=str(price.unbroken),
        price_minor=price.cents,
        per_minor=price.per,
        is_lifted=price.is_lifted,
        paid_minor=count * price.pays(amount),
    )


def _out(outcome: Outcome, rows: Sequence[Bet]) -> Iterator[str]:
    """Yield the scratched numbers of a bet whose every combination is refunded, with their race where there are more.

    Not every scratched number is: the favourite may stand in for one, or a consolation be paid on it.
    """
    pool, places = outcome.pool, len(rows[0].masks)
    races = (pool.race,) * places if pool.kind in POSITIONS else pool.races
    named: dict[str, str] = {}
    rates, copies = dict(pool.rates), []
    for place, race in enumerate(races):
        mask = 0
        for row in rows:
            mask |= row.masks[place]
        for interest in bits(mask & race.scratched):
            masks = tuple(1 << interest if at == place else other.all for at, other in enumerate(races))
            source = _source(place, interest)
            number = race.interests[interest]
            named[source] = number if pool.kind in POSITIONS else f"{number} of race {race.name}"
            rates[source] = pool.rates[rows[0].source]
            copies.append(replace(rows[0], ticket=source, source=source, masks=masks, exchanges=()))
    again = settle_pool(replace(pool, rates=rates, bets=[*pool.bets, *copies]))
    yield from dict.fromkeys(name for source, name in named.items() if again.refunds[source] == again.sold[source])


# In words

_HELD = "Its prices are held until all totals of the pool agree."


def told(ticket: TicketExplained) -> Iterator[str]:
    """Tell a ticket line by line; what its lines pay adds up to what it is paid."""

    def money(amount_minor: int) -> str:
        return show(amount_minor, Currency.of(ticket.currency))

    for bet in ticket.bets:
        many = f"{bet.combinations} combination{'s' if bet.combinations != 1 else ''}"
        yield f"{bet.bet}, in {bet.pool}: {many}, {money(bet.cost_minor)}."
        yield from (f"  {line}" for line in bet_told(bet, ticket.currency))
    yield f"Cost {money(ticket.cost_minor)}; refunded {money(ticket.refund_minor)}; won {money(ticket.payout_minor)}."


def bet_told(bet: BetExplained, currency: str) -> Iterator[str]:
    """Tell what a bet came to, line by line: what was handed back, each class that it holds, or why it has nothing."""

    def money(amount_minor: int) -> str:
        return show(amount_minor, Currency.of(currency))

    if bet.refund_minor:
        listed = f": {' and '.join(bet.out)} {'is' if len(bet.out) == 1 else 'are'} out" if bet.out else ""
        why = f": {bet.reason}" if bet.reason else listed
        yield f"Refunded {money(bet.refund_minor)}{why}."
    for won in bet.won:
        how = "lifted to the minimum of" if won.is_lifted else "cut to"
        price = f"exactly {won.exact} for 1, {how} {money(won.price_minor)} for {money(won.per_minor)}"
        held = f"{won.combinations} × {money(won.amount_minor)}" if won.combinations > 1 else money(won.amount_minor)
        yield f"{won.combo}: {price}; {held} on it: {money(won.paid_minor)}."
    yield from _nothing(bet)


def pool_told(day: Day, name: str) -> tuple[str, ...]:
    """Tell a pool as it was settled, or as far as it has come; what is held has no price to tell."""
    book = day.books[name]
    if book.settled is not None:
        return book.settled.explained
    if book.is_held:
        return (_HELD,)
    return explain(settle_pool(day.pool(name)))


def _nothing(bet: BetExplained) -> Iterator[str]:
    """Yield why a bet has won nothing."""
    if bet.won:
        return
    if bet.status == "official" and bet.refund_minor < bet.cost_minor:
        yield "Nothing that is left of it won." if bet.refund_minor else "Nothing of it won."
    elif bet.status == "open" and bet.refund_minor < bet.cost_minor:
        yield "Not decided yet."
    elif bet.status == "held":
        yield _HELD
    elif bet.status == "cancelled":
        yield "Cancelled, and no longer in the pool."
