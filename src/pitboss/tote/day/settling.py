"""Pools priced: the calculation's outcome as an event, with its money moves, once all ways of counting agree."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from hashlib import sha256
from itertools import islice
from typing import Any

import msgspec

from pitboss.decider import Event, Move
from pitboss.rulebook.clauses import cites
from pitboss.tote.combos import POSITIONS, Bet
from pitboss.tote.day import events as e
from pitboss.tote.day.state import SOURCE, Book, Day, RaceDay, Sold, pool_account
from pitboss.tote.day.tickets import Ticket, TicketState
from pitboss.tote.explain import explain
from pitboss.tote.pools import Outcome
from pitboss.tote.settle import settle_pool, winners_of
from pitboss.tote.twin import first_half_payouts

OUTS, UNCLAIMED = "outs", "unclaimed"
"""What is due to tickets that nobody has cashed yet, and what never was."""
TAKEOUT, BREAKAGE, MINUS_POOL = "takeout", "breakage", "minus_pool"
PAYMENT_ERRORS = "payment_errors"
"""What was paid to tickets by a result that was entered wrongly, and is not theirs."""


def carryover_account(track: str, kind: str) -> str:
    """Return the account in which a track's pool of a type waits for another day."""
    return f"carryover:{track}-{kind}"


def settled_or_held(
    state: Day, track: str, number: int, changed: RaceDay | None = None, *, only: str | None = None
) -> Iterator[Event]:
    """Yield what comes of each pool of a race that has just changed: nothing, its prices, or that they are held."""
    for name, book in state.pools_of(track, number):
        if book.settled is not None or (book.is_held and name != only) or only not in (None, name):
            continue
        if _is_undecided(state, name, changed):
            continue
        sold = state.sold_in(name)
        yield _settled(state, name, sold, settle_pool(state.pool(name, changed, sold)))


def prices_seen(state: Day, track: str, number: int, found: Iterable[Event]) -> str:
    """Return a digest of what a race's pools pay or why they do not: another price, refund or hold makes another one.

    Only of what is shown for two dollars, so that a later version, which may explain a price in other words, finds the
    same for the same prices.
    """
    before = (book.settled for _, book in state.pools_of(track, number) if book.settled is not None)
    lines = {}
    for event in (*before, *found):
        if isinstance(event, e.PoolSettled):
            paid = (f"{winner['combo']} {winner['price_2']}" for winner in event.winners)
            lines[event.pool] = "; ".join((event.status, str(event.carryover_out_minor), *paid))
        elif isinstance(event, e.PricesHeld):
            lines[event.pool] = "held"
    shown = "\n".join(f"{pool}: {line}" for pool, line in sorted(lines.items()))
    return sha256(shown.encode()).hexdigest()[:_DIGITS]


_DIGITS = 32


@cites("PW-D4", "Q86", "Q87")
def kept_payoffs(state: Day, track: str, number: int, changed: RaceDay) -> tuple[str, ...]:
    """Return the pools whose payoffs stay when an order is corrected: those in which the same wins as before."""
    found = (name for name, book in state.pools_of(track, number) if book.payoffs)
    return tuple(name for name in found if _wins_alike(state, name, state.races[track, number], changed))


def _wins_alike(state: Day, name: str, race: RaceDay, changed: RaceDay) -> bool:
    """Tell whether another order of one race leaves a pool's winning combinations as they were."""
    book = state.books[name]
    if len(book.card.races) > 1:
        # Here classes may have the same names whoever wins, such as 5 of 6: what counts is who came in how.
        before, after = (
            {
                (one.place, race.race.interest_of[one.runner])
                for one in order
                if one.place <= POSITIONS.get(book.kind, 1)
            }
            for order in (race.order, changed.order)
        )
        return before == after
    outcome = settle_pool(replace(state.pool(name, changed), payoffs=None))
    return {row["combo"] for row in winners_of(outcome)} == book.payoffs.keys()


@cites("PW-D3", "Q87")
def settled_anew(
    state: Day, track: str, number: int, changed: RaceDay, *, kept: tuple[str, ...] = ()
) -> Iterator[Event]:
    """Yield what comes of each pool of a race whose order is corrected: its new prices, where they are others.

    The pools that are kept pay the payoffs that were read for them.
    """
    for name, book in state.pools_of(track, number):
        if book.settled is None or book.settled.status == "empty":
            continue
        payoffs = book.payoffs if name in kept else None
        sold = state.sold_in(name)
        found = _settled(state, name, sold, settle_pool(replace(state.pool(name, changed, sold), payoffs=payoffs)))
        if isinstance(found, e.PoolSettled) and (_told(found) != _told(book.settled) or _pays_others(found, sold)):
            yield found


@cites("PW-D4", "Q86")
def settled_by_payoffs(state: Day, name: str, payoffs: dict[str, int]) -> Iterator[Event]:
    """Yield the new prices of a pool that is settled already, by payoffs that were read after a correction."""
    if state.books[name].settled is not None:
        sold = state.sold_in(name)
        yield _settled(state, name, sold, settle_pool(replace(state.pool(name, sold=sold), payoffs=payoffs)))


def _pays_others(found: e.PoolSettled, sold: Iterable[Sold]) -> bool:
    """Tell whether a settlement gives tickets something else than they have to come from the pool by now."""
    paid = zip(found.paid.ticket, found.paid.refund_minor, found.paid.payout_minor, strict=True)
    due = {ticket.id: ticket.due.get(found.pool) for ticket, _ in sold}
    return {ticket: (refund, payout) for ticket, refund, payout in paid} != {
        ticket: amounts for ticket, amounts in due.items() if amounts is not None
    }


def _told(settled: e.PoolSettled) -> tuple[Any, ...]:
    """Return what a settlement comes to, whatever was paid by it so far."""
    return settled.status, settled.winners, settled.refunds_minor, settled.payout_minor, settled.carryover_out_minor


def _is_undecided(state: Day, name: str, changed: RaceDay | None) -> bool:
    """Tell whether a pool waits for a race; one bet shows it, so that the others need not be looked at.

    A pool without a bet is asked as if somebody had everything in it.
    """
    probe = state.pool(name, changed, [state.sold_as(number, name) for number in islice(state.books[name].bets, 1)])
    if not probe.bets:
        legs = probe.races if probe.kind not in POSITIONS else (probe.race,) * POSITIONS[probe.kind]
        probe.bets.append(Bet("", name, SOURCE, 1, tuple(race.all for race in legs)))
    return settle_pool(probe).status == "open"


@cites("PW-A4", "PW-D6")
def _settled(state: Day, name: str, sold: Sequence[Sold], outcome: Outcome) -> Event:
    """Price a pool, unless two ways of counting it differ."""
    book = state.books[name]
    totals = book.totals(state.balances.get(pool_account(name), 0))
    totals["calculation"] = sum(outcome.sold.values())
    if len(set(totals.values())) > 1 and book.settled is None:
        return e.PricesHeld(pool=name, total_minor=totals)
    payout, takeout = sum(outcome.payout.values()), sum(outcome.takeout.values())
    paid, was_paid = _paid(book, sold, outcome)
    owed = payout + sum(outcome.refunds.values()) - book.refunded_minor
    made = e.PoolSettled(
        pool=name,
        kind=book.kind,
        status=outcome.status,
        reason=outcome.reason,
        sold_minor=sum(outcome.sold.values()),
        refunds_minor=sum(outcome.refunds.values()),
        takeout_minor=takeout,
        net_minor=outcome.net,
        carryover_in_minor=outcome.pool.carryover_in,
        carryover_out_minor=outcome.carryover_out,
        payout_minor=payout,
        breakage_minor=max(outcome.balance, 0),
        minus_pool_minor=max(-outcome.balance, 0),
        winners=tuple(winners_of(outcome)),
        explained=explain(outcome),
        paid=paid,
        moves=(),
        is_corrected=book.settled is not None,
        payment_error_minor=was_paid + sum(paid.refund_minor) + sum(paid.payout_minor) - owed,
    )
    return msgspec.structs.replace(made, moves=tuple(_moves(book, sold, made)))


@cites("PW-D2.2", "Q83", "Q87")
def _paid(book: Book, sold: Iterable[Sold], outcome: Outcome) -> tuple[e.TicketsPaid, int]:
    """Return what every ticket still gets, and what those of the pool were paid already."""
    name, rows, was_paid = outcome.pool.name, [], 0
    halves = first_half_payouts(outcome.pool) if book.advanced else {}
    for ticket, _ in sold:
        number = ticket.id
        if number in book.refunded:
            continue
        was_paid += sum(ticket.paid.get(name, (0, 0)))
        refund, payout = _left(book, ticket, outcome, halves.get(number, 0))
        if refund or payout:
            rows.append((number, refund, payout))
    paid = e.TicketsPaid(
        ticket=tuple(ticket for ticket, _, _ in rows),
        refund_minor=tuple(refund for _, refund, _ in rows),
        payout_minor=tuple(payout for _, _, payout in rows),
    )
    return paid, was_paid


def _left(book: Book, ticket: Ticket, outcome: Outcome, first_half: int) -> tuple[int, int]:
    """Return what a ticket still gets from a pool: what was paid stays as it was paid, too much or too little.

    A first half that was paid is one part, and what is refunded or won beside it another.
    """
    refund, payout = outcome.ticket_refunds.get(ticket.id, 0), outcome.ticket_payouts.get(ticket.id, 0)
    before, advanced = ticket.paid.get(outcome.pool.name), book.advanced.get(ticket.id, 0)
    if ticket.state is not TicketState.ISSUED or before not in (None, (0, advanced)):
        return 0, 0
    if before is None:
        return refund, payout
    if outcome.status == "refunded":
        # By the right order nobody won: the price of what was paid is in it already.
        return max(refund - advanced, 0), 0
    return refund, max(payout - first_half, 0) if first_half else 0


def _moves(book: Book, sold: Iterable[Sold], made: e.PoolSettled) -> Iterator[Move]:
    """Yield what empties the pool to the cent; of one that was settled before, the differences."""
    pool, before = pool_account(made.pool), book.settled
    held = sum(sum(ticket.due.get(made.pool, (0, 0))) for ticket, _ in sold) if before is not None else 0
    for place, amount in (
        (MINUS_POOL, (before.minus_pool_minor if before else book.added_minor) - made.minus_pool_minor),
        (PAYMENT_ERRORS, (before.payment_error_minor if before else 0) - made.payment_error_minor),
        (OUTS, sum(made.paid.refund_minor) + sum(made.paid.payout_minor) - held),
        (TAKEOUT, made.takeout_minor - (before.takeout_minor if before else 0)),
        (BREAKAGE, made.breakage_minor - (before.breakage_minor if before else 0)),
        (
            carryover_account(book.track, book.kind),
            made.carryover_out_minor - (before.carryover_out_minor if before else 0),
        ),
    ):
        if amount:
            yield Move(pool, place, amount) if amount > 0 else Move(place, pool, -amount)
