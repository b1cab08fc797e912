"""The house around the windows: terminals, displays, the end of the day and of a ticket's life."""

from __future__ import annotations

from collections.abc import Iterator

from pitboss.decider import Command, Event, Move, require_role
from pitboss.errors import InputError
from pitboss.rulebook import ActionRefused
from pitboss.rulebook.clauses import cites
from pitboss.tote.day import acts as a
from pitboss.tote.day import events as e
from pitboss.tote.day.checks import MANAGING, SUPERVISING, refuse_after_day, require_book
from pitboss.tote.day.settling import OUTS, UNCLAIMED
from pitboss.tote.day.state import Day
from pitboss.tote.day.tickets import TicketState


@cites("PW-A9")
def open_terminal(state: Day, command: Command[a.OpenTerminal]) -> Iterator[Event]:
    """Put a machine to work; each window has one."""
    act, clause = command.act, state.rules.clause("tim")
    require_role(command, SUPERVISING, clause=clause, deed="open a terminal")
    for name, terminal in state.terminals.items():
        if terminal.is_open and name == act.terminal:
            raise ActionRefused(f"terminal {name} is at work already", clause=clause, terminal=name)
        if terminal.is_open and terminal.window == act.window:
            reason = f"terminal {name} is at window {act.window} already"
            raise ActionRefused(reason, clause=clause, terminal=name, window=act.window)
    yield e.TerminalOpened(terminal=act.terminal, window=act.window, kind=act.kind, by=command.by.id)


@cites("PW-A9")
def close_terminal(state: Day, command: Command[a.CloseTerminal]) -> Iterator[Event]:
    """Take a machine out of work, with the cash it should hold."""
    act, clause = command.act, state.rules.clause("tim")
    require_role(command, SUPERVISING, clause=clause, deed="close a terminal")
    if act.terminal not in state.terminals:
        raise InputError("no such terminal today", field="terminal", value=act.terminal)
    terminal = state.terminals[act.terminal]
    if not terminal.is_open:
        raise ActionRefused(f"terminal {act.terminal} is out of work already", clause=clause, terminal=act.terminal)
    yield e.TerminalClosed(
        terminal=act.terminal, serial=terminal.serial, cash_minor=terminal.cash_minor, by=command.by.id
    )


@cites("PW-D6")
def correct_display(state: Day, command: Command[a.CorrectDisplay]) -> Iterator[Event]:
    """Set right what a display showed; what is paid never depended on it."""
    act, clause = command.act, state.rules.clause("display")
    require_role(command, SUPERVISING, clause=clause, deed="correct a display")
    book = require_book(state, act.pool)
    if book.settled is None:
        raise ActionRefused(f"pool {act.pool} has no price yet", clause=clause, pool=act.pool)
    prices = {str(winner["combo"]): int(winner["price_2"]) for winner in book.settled.winners}
    if act.combo not in prices:
        listed = ", ".join(prices) or "nothing"
        raise InputError(f"pool {act.pool} pays {listed}", field="combo", value=act.combo)
    if prices[act.combo] == act.posted_minor:
        raise ActionRefused("that is the correct payout", clause=clause, pool=act.pool, posted_minor=act.posted_minor)
    yield e.DisplayCorrected(
        pool=act.pool,
        combo=act.combo,
        posted_minor=act.posted_minor,
        correct_minor=prices[act.combo],
        by=command.by.id,
    )


@cites("PW-D6")
def halt_cashing(state: Day, command: Command[a.HaltCashing]) -> Iterator[Event]:
    """Stop all cashing, with what the public is told."""
    clause = state.rules.clause("display")
    require_role(command, SUPERVISING, clause=clause, deed="halt cashing")
    if state.halted is not None:
        raise ActionRefused(f"cashing is halted already: {state.halted}", clause=clause)
    yield e.CashingHalted(reason=command.act.reason, announcement=command.act.announcement, by=command.by.id)


@cites("PW-D6")
def resume_cashing(state: Day, command: Command[a.ResumeCashing]) -> Iterator[Event]:
    """Go on cashing."""
    clause = state.rules.clause("display")
    require_role(command, SUPERVISING, clause=clause, deed="resume cashing")
    if state.halted is None:
        raise ActionRefused("cashing is not halted", clause=clause)
    yield e.CashingResumed(note=command.act.note, by=command.by.id)


@cites("PW-D1")
def close_day(state: Day, command: Command[a.CloseDay]) -> Iterator[Event]:
    """End the racing when every race is over and every pool settled; tickets are cashed until they expire."""
    clause = state.rules.clause("outs")
    require_role(command, MANAGING, clause=clause, deed="close the day")
    refuse_after_day(state, "outs")
    for (track, number), race in state.races.items():
        if not race.is_over:
            reason = f"race {number} of {track} is {race.phase.value}"
            raise ActionRefused(reason, clause=clause, track=track, race=number)
    for name, book in state.books.items():
        if book.settled is None:
            raise ActionRefused(f"the prices of {name} are held", clause=clause, pool=name)
    open_tickets = [ticket for ticket in state.tickets.open.values() if ticket.state is TicketState.ISSUED]
    yield e.DayClosed(
        tickets=sum(ticket.payout_minor + ticket.refund_minor > 0 for ticket in open_tickets),
        outs_minor=state.balances.get(OUTS, 0),
        carried=_carried(state),
        expires_on=state.config.expires_on,
        by=command.by.id,
    )


def _carried(state: Day) -> dict[str, int]:
    """Return track and pool type to what is carried over to another day."""
    found: dict[str, int] = {}
    for book in state.books.values():
        if book.settled is not None and book.settled.carryover_out_minor:
            name = f"{book.track}-{book.kind}"
            found[name] = found.get(name, 0) + book.settled.carryover_out_minor
    return found


@cites("PW-D1", "Q38", "Q80")
def expire_tickets(state: Day, command: Command[a.ExpireTickets]) -> Iterator[Event]:
    """Write off the outs on the expiration date, the first day on which nothing is payable."""
    clause = state.rules.clause("expiry")
    require_role(command, MANAGING, clause=clause, deed="write off tickets")
    if not state.is_closed or state.is_expired:
        reason = "the tickets have expired already" if state.is_expired else "the day's racing is not over"
        raise ActionRefused(reason, clause=clause)
    if state.config.date_at(command.received_at) < state.config.expires_on:
        reason = f"tickets are payable before {state.config.expires_on}"
        raise ActionRefused(reason, clause=clause, expires_on=state.config.expires_on.isoformat())
    outs = state.balances.get(OUTS, 0)
    due = [
        ticket
        for ticket in state.tickets.open.values()
        if ticket.state is TicketState.ISSUED and ticket.payout_minor + ticket.refund_minor
    ]
    moves = (Move(OUTS, UNCLAIMED, outs),) if outs else ()
    yield e.TicketsExpired(tickets=len(due), unclaimed_minor=outs, by=command.by.id, moves=moves)
