"""How a tote day changes by what happened; nothing is ever refused here."""

from __future__ import annotations

from collections.abc import Callable
from sys import intern
from typing import Any, Final

import msgspec

from pitboss.decider import Event
from pitboss.tote.combos import Exchange
from pitboss.tote.day import events as e
from pitboss.tote.day.racecard import pool_id
from pitboss.tote.day.state import Day, Phase, RaceDay, Terminal, book_of
from pitboss.tote.day.tickets import Ticket, TicketState, without

_NOBODY: Final = e.TicketsPaid((), (), ())


def evolve(state: Day, event: Event) -> Day:
    """Apply what happened."""
    for move in getattr(event, "moves", ()):
        state.balances[move.source] = state.balances.get(move.source, 0) - move.amount_minor
        state.balances[move.target] = state.balances.get(move.target, 0) + move.amount_minor
    _EVOLVE[type(event)](state, event)
    return state


def _card_opened(state: Day, event: e.CardOpened) -> None:
    card = event.card
    state.cards[card.track] = card
    for race in card.races:
        state.races[card.track, race.number] = RaceDay(race, race.post_time)
    for pool in card.pools:
        sizes = tuple(len(state.races[card.track, number].race.interests) for number in pool.races)
        state.books[pool_id(card.track, pool.races[0], pool.type)] = book_of(card, pool, sizes)


def _terminal_opened(state: Day, event: e.TerminalOpened) -> None:
    known = state.terminals.get(event.terminal)
    if known is None:
        state.terminals[event.terminal] = Terminal(event.window, event.kind)
    else:
        known.window, known.kind, known.is_open = event.window, event.kind, True


def _terminal_closed(state: Day, event: e.TerminalClosed) -> None:
    state.terminals[event.terminal].is_open = False


def _halted(state: Day, event: e.CashingHalted) -> None:
    state.halted = event.reason


def _resumed(state: Day, _: e.CashingResumed) -> None:
    state.halted = None


def _nothing(_: Day, __: Event) -> None:
    """Change nothing: what happened is a record only."""


def _day_closed(state: Day, _: e.DayClosed) -> None:
    state.is_closed = True


def _expired(state: Day, _: e.TicketsExpired) -> None:
    state.is_expired = True
    state.tickets.expire()


def _post_time_moved(state: Day, event: e.PostTimeMoved) -> None:
    state.races[event.track, event.race].post_time = event.post_time


def _scratched(state: Day, event: e.RunnerScratched) -> None:
    state.races[event.track, event.race].out[event.runner] = state.closed_races(event.track)


def _restored(state: Day, event: e.RunnerRestored) -> None:
    state.races[event.track, event.race].restore(event.runner)
    for name, book in state.pools_of(event.track, event.race):
        if book.settled is not None:
            continue
        # What was refunded stays refunded, and is in the pool no longer: its bets must not stand again.
        for ticket in sorted(book.refunded):
            for bet in state.tickets[ticket].bets_in(name):
                book.remove(ticket, bet)
        book.gone |= book.refunded
        book.refunded, book.refunded_minor = set(), 0


def _stopped(state: Day, event: e.BettingStopped) -> None:
    state.races[event.track, event.race].phase = Phase.CLOSED


def _race_cancelled(state: Day, event: e.RaceCancelled) -> None:
    race = state.races[event.track, event.race]
    race.closed_before = state.closed_races(event.track)
    race.phase, race.order, race.inquiry, race.cause = Phase.CANCELLED, (), None, event.cause


def _posted(state: Day, event: e.ResultPosted) -> None:
    race = state.races[event.track, event.race]
    race.phase, race.order, race.source = Phase.POSTED, event.order, event.source
    race.keyed_by = frozenset({event.by, event.witness or event.by})
    _forget_payoffs(state, event.track, event.race)


def _forget_payoffs(state: Day, track: str, number: int, *, kept: tuple[str, ...] = ()) -> None:
    """Drop the payoffs that were read for another order."""
    for name, book in state.pools_of(track, number):
        if name not in kept:
            book.payoffs = {}


def _payoffs(state: Day, event: e.PayoffsEntered) -> None:
    state.books[event.pool].payoffs = dict(zip(event.combo, event.price_minor, strict=True))


def _corrected(state: Day, event: e.ResultCorrected) -> None:
    race = state.races[event.track, event.race]
    race.order, race.keyed_by = event.order, race.keyed_by | {event.by, event.witness}
    _forget_payoffs(state, event.track, event.race, kept=event.kept)


def _inquiry_called(state: Day, event: e.InquiryCalled) -> None:
    state.races[event.track, event.race].inquiry = event.reason


def _inquiry_ended(state: Day, event: e.InquiryEnded) -> None:
    state.races[event.track, event.race].inquiry = None


def _official(state: Day, event: e.RaceOfficial) -> None:
    race = state.races[event.track, event.race]
    race.phase, race.keyed_by = Phase.OFFICIAL, race.keyed_by | {event.by}


def _counted(state: Day, event: e.TotalCounted) -> None:
    state.books[event.pool].count_minor = event.total_minor


def _held(state: Day, event: e.PricesHeld) -> None:
    state.books[event.pool].is_held = True


def _settled(state: Day, event: e.PoolSettled) -> None:
    book, tickets, paid = state.books[event.pool], state.tickets.open, event.paid
    sold = state.open_pool(event.pool)
    book.settled, book.is_held, book.is_cashed = msgspec.structs.replace(event, paid=_NOBODY, moves=()), False, False
    if event.is_corrected:
        for name in sold:
            tickets[name].due = without(tickets[name].due, event.pool)
    for name, refund, payout in zip(paid.ticket, paid.refund_minor, paid.payout_minor, strict=True):
        tickets[name].due = {**tickets[name].due, event.pool: (refund, payout)}
    state.file_decided(sold)


def _sold(state: Day, event: e.TicketSold) -> None:
    bets = tuple(map(state.shared, event.bets))
    ticket = Ticket(
        event.ticket,
        event.check,
        intern(event.terminal),
        event.window,
        event.serial,
        event.sold_at,
        bets,
        event.total_minor,
        place=len(state.tickets),
    )
    state.tickets.open[event.ticket] = ticket
    terminal = state.terminals[event.terminal]
    terminal.sold.append(event.ticket)
    terminal.cash_minor += event.total_minor
    terminal.sold_minor += event.total_minor
    for pool in ticket.pools:
        state.books[pool].add(event.ticket, ticket.bets_in(pool))


def _undelivered(state: Day, event: e.TicketUndelivered) -> None:
    ticket = state.ticket_to_change(event.ticket)
    ticket.is_delivered = False
    state.terminals[ticket.terminal].undelivered += 1


def _cancelled(state: Day, event: e.TicketCancelled) -> None:
    ticket = state.ticket_to_change(event.ticket)
    ticket.state = TicketState.CANCELLED
    state.terminals[event.terminal].cash_minor -= event.total_minor
    for bet in ticket.bets:
        for pool in bet.pools:
            state.books[pool].remove(event.ticket, bet)
    state.file_decided((event.ticket,))


def _cashed(state: Day, event: e.TicketCashed) -> None:
    ticket = state.ticket_to_change(event.ticket)
    if not event.is_partial:
        ticket.state = TicketState.CASHED
    state.terminals[event.terminal].cash_minor -= event.total_minor
    from_pool = event.from_pool or (False,) * len(event.pool)
    for pool, added in zip(event.pool, event.minus_pool_minor, strict=False):
        state.books[pool].added_minor += added
    for pool, refund, payout, is_advanced in zip(
        event.pool, event.refund_minor, event.payout_minor, from_pool, strict=True
    ):
        before = ticket.paid.get(pool, (0, 0))
        ticket.paid = {**ticket.paid, pool: (before[0] + refund, before[1] + payout)}
        if is_advanced:
            advanced = state.books[pool].advanced
            advanced[event.ticket] = advanced.get(event.ticket, 0) + payout
            continue
        state.books[pool].is_cashed = True
        ticket.due = without(ticket.due, pool)
    state.file_decided((event.ticket,))


def _refunded(state: Day, event: e.TicketRefunded) -> None:
    ticket = state.ticket_to_change(event.ticket)
    ticket.state = TicketState.REFUNDED
    state.terminals[event.terminal].cash_minor -= event.total_minor
    for pool, refund, from_pool in zip(event.pool, event.refund_minor, event.from_pool, strict=True):
        if from_pool:
            book = state.books[pool]
            book.refunded.add(event.ticket)
            book.refunded_minor += refund
            continue
        before = ticket.paid.get(pool, (0, 0))
        ticket.paid = {**ticket.paid, pool: (before[0] + refund, before[1])}
        ticket.due = without(ticket.due, pool)
    state.file_decided((event.ticket,))


def _exchanged(state: Day, event: e.TicketExchanged) -> None:
    found: dict[int, tuple[Exchange, ...]] = {}
    for row, masks, amount in zip(event.rows, event.masks, event.amount_minor, strict=True):
        found[row] = (*found.get(row, ()), Exchange(masks, amount))
    ticket = state.ticket_to_change(event.ticket)
    ticket.exchanges = {**ticket.exchanges, event.pool: found}
    ticket.exchanged = {**ticket.exchanged, event.pool: ticket.exchanged.get(event.pool, 0) + 1}


_EVOLVE: dict[type[Event], Callable[[Day, Any], None]] = {
    e.CardOpened: _card_opened,
    e.TerminalOpened: _terminal_opened,
    e.TerminalClosed: _terminal_closed,
    e.CashingHalted: _halted,
    e.CashingResumed: _resumed,
    e.DisplayCorrected: _nothing,
    e.DayClosed: _day_closed,
    e.TicketsExpired: _expired,
    e.PostTimeMoved: _post_time_moved,
    e.RunnerScratched: _scratched,
    e.RunnerRestored: _restored,
    e.FieldShort: _nothing,
    e.BettingStopped: _stopped,
    e.RaceCancelled: _race_cancelled,
    e.ResultPosted: _posted,
    e.InquiryCalled: _inquiry_called,
    e.InquiryEnded: _inquiry_ended,
    e.RaceOfficial: _official,
    e.PayoffsEntered: _payoffs,
    e.ResultCorrected: _corrected,
    e.TotalCounted: _counted,
    e.PricesHeld: _held,
    e.PoolSettled: _settled,
    e.TicketSold: _sold,
    e.TicketUndelivered: _undelivered,
    e.TicketCancelled: _cancelled,
    e.TicketCashed: _cashed,
    e.TicketRefunded: _refunded,
    e.TicketExchanged: _exchanged,
}
