"""Pools priced: the calculation's outcome as an event, with its money moves, once all ways of counting agree."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

from pitboss.decider import Event, Move
from pitboss.rulebook.clauses import cites
from pitboss.tote.combos import POSITIONS, Bet
from pitboss.tote.day import events as e
from pitboss.tote.day.state import SOURCE, Book, Day, RaceDay, pool_account
from pitboss.tote.explain import explain
from pitboss.tote.pools import Outcome
from pitboss.tote.settle import settle_pool, winners_of

OUTS, UNCLAIMED = "outs", "unclaimed"
"""What is due to tickets that nobody has cashed yet, and what never was."""
TAKEOUT, BREAKAGE, MINUS_POOL = "takeout", "breakage", "minus_pool"


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
        yield _settled(state, name, book, settle_pool(state.pool(name, changed)))


def _is_undecided(state: Day, name: str, changed: RaceDay | None) -> bool:
    """Tell whether a pool waits for a race; one bet shows it, so that the others need not be looked at.

    A pool without a bet is asked as if somebody had everything in it.
    """
    probe = state.pool(name, changed, tickets=list(islice(state.books[name].bets, 1)))
    if not probe.bets:
        legs = probe.races if probe.kind not in POSITIONS else (probe.race,) * POSITIONS[probe.kind]
        probe.bets.append(Bet("", name, SOURCE, 1, tuple(race.all for race in legs)))
    return settle_pool(probe).status == "open"


@cites("PW-A4", "PW-D6")
def _settled(state: Day, name: str, book: Book, outcome: Outcome) -> Event:
    """Price a pool, unless two ways of counting it differ."""
    totals = book.totals(state.balances.get(pool_account(name), 0))
    totals["calculation"] = sum(outcome.sold.values())
    if len(set(totals.values())) > 1:
        return e.PricesHeld(pool=name, total_minor=totals)
    payout, takeout = sum(outcome.payout.values()), sum(outcome.takeout.values())
    return e.PoolSettled(
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
        paid=_paid(book, outcome),
        moves=tuple(_moves(name, book, outcome)),
    )


def _paid(book: Book, outcome: Outcome) -> e.TicketsPaid:
    """Return every ticket that gets something and has not got it yet."""
    rows = [
        (
            ticket,
            outcome.ticket_refunds.get(ticket, 0),
            outcome.ticket_payouts.get(ticket, 0) - book.advanced.get(ticket, 0),
        )
        for ticket in book.bets
        if ticket not in book.refunded
    ]
    rows = [row for row in rows if row[1] or row[2]]
    return e.TicketsPaid(
        ticket=tuple(ticket for ticket, _, _ in rows),
        refund_minor=tuple(refund for _, refund, _ in rows),
        payout_minor=tuple(payout for _, _, payout in rows),
    )


def _moves(name: str, book: Book, outcome: Outcome) -> Iterator[Move]:
    """Yield what empties the pool to the cent."""
    pool = pool_account(name)
    due = sum(outcome.payout.values()) + sum(outcome.refunds.values()) - book.refunded_minor
    due -= sum(book.advanced.values())
    if outcome.balance < 0:
        yield Move(MINUS_POOL, pool, -outcome.balance)
    for target, amount in (
        (OUTS, due),
        (TAKEOUT, sum(outcome.takeout.values())),
        (BREAKAGE, outcome.balance),
        (carryover_account(book.track, book.kind), outcome.carryover_out),
    ):
        if amount > 0:
            yield Move(pool, target, amount)
