"""At the windows: tickets sold, not delivered, cancelled."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from pitboss.decider import Command, Event, Move, require_role
from pitboss.errors import BadNotation, InputError
from pitboss.money import STAKE_MAX, Currency, show
from pitboss.rulebook import ActionRefused, BetRefused, BetsClosed, LimitExceeded, NotOffered, ProcedureBreach
from pitboss.rulebook.clauses import cites
from pitboss.tote.bet_text import BetText
from pitboss.tote.combos import bits, combinations_of
from pitboss.tote.day import acts as a
from pitboss.tote.day import events as e
from pitboss.tote.day.checks import (
    SELLING,
    SUPERVISING,
    refuse_after_day,
    require_race,
    require_terminal,
    require_ticket,
    require_witness,
)
from pitboss.tote.day.racecard import pool_id
from pitboss.tote.day.state import PATRONS, Book, Day, Terminal, pool_account
from pitboss.tote.day.tickets import Ticket, TicketState, check_code, ticket_id
from pitboss.tote.notation import format_bet, masks_of, parse_bet

POOL_MAX = 2**50
"""What a pool may hold at most, so that every amount made of it can be stored."""


def money(state: Day, amount_minor: int) -> str:
    """Write an amount in the day's currency."""
    return show(amount_minor, Currency.of(state.config.currency))


@cites("PW-B1", "PW-B2a", "PW-B2b", "PW-B2c", "PW-B2d", "PW-B2e")
def sell_ticket(state: Day, command: Command[a.SellTicket]) -> Iterator[Event]:
    """Sell a ticket: all of its bets, or nothing."""
    act, clause = command.act, state.rules.clause("ticket")
    terminal = require_selling(state, command)
    number = ticket_id(state.config.date, act.nonce)
    if number in state.tickets:
        raise ActionRefused("that ticket number is used already; draw another", clause=clause, ticket=number)
    bets = tuple(_sold_bet(state, command, place, bet) for place, bet in enumerate(act.bets))
    serial = terminal.serial + 1
    taken = _by_pool(bets)
    total = sum(taken.values())
    _refuse_uncountable(state, total, taken)
    _refuse_mistyped(state, terminal, total)
    yield e.TicketSold(
        ticket=number,
        check=check_code(number, act.terminal, serial, bets),
        facility=state.config.name,
        terminal=act.terminal,
        window=terminal.window,
        serial=serial,
        sold_at=command.received_at,
        bets=bets,
        combinations=sum(bet.combinations for bet in bets),
        total_minor=sum(bet.cost_minor for bet in bets),
        expires_on=state.config.expires_on,
        by=command.by.id,
        moves=tuple(Move(PATRONS, pool_account(pool), amount) for pool, amount in taken.items()),
    )


def require_selling(state: Day, command: Command[a.SellTicket]) -> Terminal:
    """Return the terminal at which tickets can be sold, whatever is on them."""
    act = command.act
    terminal = require_terminal(state, command, act.terminal, SELLING, duty="ticket", deed="sell tickets")
    refuse_after_day(state, "final")
    return terminal


def _by_pool(bets: Iterable[e.SoldBet]) -> dict[str, int]:
    """Return pool to what bets put into it."""
    taken: dict[str, int] = {}
    for bet in bets:
        for pool in bet.pools:
            taken[pool] = taken.get(pool, 0) + bet.cost_minor // len(bet.pools)
    return taken


def _refuse_uncountable(state: Day, total: int, taken: dict[str, int]) -> None:
    """Refuse what would make a ticket or a pool larger than can be counted and stored."""
    clause = state.rules.clause("ticket")
    if total > STAKE_MAX:
        reason = f"a ticket costs at most {money(state, STAKE_MAX)}, not {money(state, total)}"
        raise LimitExceeded(reason, clause=clause, total_minor=total)
    for pool, amount in taken.items():
        if state.books[pool].total_minor + amount > POOL_MAX:
            reason = f"pool {pool} would hold more than can be counted"
            raise LimitExceeded(reason, clause=clause, pool=pool, amount_minor=amount)


@cites("PW-B1")
def _refuse_mistyped(state: Day, terminal: Terminal, total: int) -> None:
    """Refuse a ticket that costs more than the house sells in one at a window, or at a machine."""
    is_machine = terminal.kind is a.TerminalKind.SELF_SERVICE
    setting = "machine_ticket_max_minor" if is_machine else "window_ticket_max_minor"
    limit = int(state.rules.settings[setting])
    if total <= limit:
        return
    most, given = money(state, limit), money(state, total)
    if is_machine:
        reason = f"a machine sells tickets of at most {most} here, not of {given}: larger ones are sold at a window"
    else:
        reason = f"a window sells tickets of at most {most} here, not of {given}: check the amount, or sell several"
    clause = state.rules.clause("ticket")
    raise LimitExceeded(reason, clause=clause, setting=setting, limit_minor=limit, total_minor=total)


def _sold_bet(state: Day, command: Command[a.SellTicket], place: int, called: a.WindowBet) -> e.SoldBet:
    where = f"bets[{place}]"
    require_race(state, called.track, called.race)
    bet = _called(called, where)
    state.rules.refuse_unsold(bet)
    names = tuple(pool_id(called.track, called.race, kind) for kind in bet.pools)
    books = [_open_book(state, command, name, called, where) for name in names]
    for name, book in zip(names, books, strict=True):
        if bet.amount < book.card.minimum_minor:
            least, given = money(state, book.card.minimum_minor), money(state, bet.amount)
            reason = f"{called.track} takes {book.kind} bets on race {called.race} from {least} on, not {given}"
            clause = state.rules.clause("minimum")
            raise LimitExceeded(reason, clause=clause, field=f"{where}.bet", pool=name, amount_minor=bet.amount)
    rows = _standing_rows(state, books[0], bet, where)
    count = sum(combinations_of(books[0].kind, row) for row in rows) * len(names)
    return e.SoldBet(
        track=called.track,
        race=called.race,
        bet=format_bet(bet),
        pools=names,
        rows=rows,
        amount_minor=bet.amount,
        combinations=count,
        cost_minor=count * bet.amount,
    )


def _called(called: a.WindowBet, where: str) -> BetText:
    """Read a bet, or say which of the ticket's bets is none."""
    try:
        return parse_bet(called.bet)
    except BadNotation as error:
        reason = f"no bet on race {called.race} of {called.track}: {error.reason}"
        field = f"{where}.bet, {error.values.get('field')}"
        raise BadNotation(reason, field=field, value=error.values.get("value")) from error


@cites("PW-A5f", "PW-C", "PW-B3", "PW-C4", "PW-C5", "Q90")
def _open_book(state: Day, command: Command[a.SellTicket], name: str, called: a.WindowBet, where: str) -> Book:
    """Return a pool that the track permits and that takes bets now: not closed, and not at post time."""
    book = state.books.get(name)
    if book is None:
        kind = name.rpartition("-")[2]
        reason = f"{called.track} permits no {kind} bets beginning with race {called.race}"
        clause = state.rules.clause("permitted")
        raise NotOffered(reason, clause=clause, field=f"{where}.bet", track=called.track, race=called.race, kind=kind)
    race, clause = state.races[called.track, called.race], state.rules.clause("final")
    if not state.is_open(book):
        phases = {number: state.races[called.track, number].phase.value for number in book.card.races}
        listed = ", ".join(f"race {number} is {phase}" for number, phase in phases.items())
        reason = f"no bets are taken in {name}: {listed}"
        raise BetsClosed(reason, clause=clause, field=where, pool=name, phase=race.phase.value)
    if state.rules.settings["short_field"] == "stop" and state.is_short(book):
        reason = f"nothing is sold in {name}: so few runners are left that every bet in it wins"
        raise NotOffered(reason, clause=state.rules.clause("short_field"), field=f"{where}.bet", pool=name)
    if command.received_at >= race.post_time:
        reason = f"race {called.race} of {called.track} is at its post time, {race.post_time.isoformat()}"
        raise BetsClosed(reason, clause=clause, field=where, pool=name, post_time=race.post_time.isoformat())
    return book


def _standing_rows(state: Day, book: Book, bet: BetText, where: str) -> tuple[tuple[int, ...], ...]:
    """Return the bet's rows of masks: ALL takes those that stand, and nobody sells a runner that is out."""
    legs = [state.races[book.track, number] for number in book.card.races]
    try:
        rows = masks_of(bet, [leg.race for leg in legs])
    except InputError as error:
        raise InputError(error.reason, field=f"{where}.bet", value=error.values.get("value")) from error
    is_over_races = len(legs) > 1 and book.kind != "twin_trifecta"
    outs = [leg.out_mask() for leg in legs] if is_over_races else [legs[0].out_mask()] * len(rows[0])
    if not any(outs):
        return tuple(rows)
    for place, part in enumerate(bet.parts):
        race = legs[bet.race_of(place)]
        named = {bet.key, *(part if part != "ALL" else ())} - {None}
        for number in sorted(str(entry) for entry in named):
            _refuse_out(state, race, number, outs[bet.race_of(place) if is_over_races else 0], where)
    standing = (tuple(mask & ~out for mask, out in zip(row, outs, strict=True)) for row in rows)
    found = tuple(row for row in standing if combinations_of(book.kind, row))
    if not found:
        reason = f"too few runners stand for {format_bet(bet)}"
        raise BetRefused(reason, clause=state.rules.clause("refund_scratched"), field=f"{where}.bet")
    return found


def _refuse_out(state: Day, race: Any, number: str, out: int, where: str) -> None:
    interests = race.race.interest_of
    interest = interests.get(number)
    if interest is None and number in race.race.interests:
        interest = race.race.interests.index(number)
    if interest is not None and interest in bits(out):
        reason = f"runner {number} of race {race.card.number} is scratched"
        clause = state.rules.clause("refund_scratched")
        raise BetRefused(reason, clause=clause, field=f"{where}.bet", race=race.card.number, runner=number)


def _issued(state: Day, terminal: str, serial: int) -> Ticket:
    number = state.ticket_at(terminal, serial)
    if number is None:
        reason = f"terminal {terminal} has issued no ticket with serial {serial}"
        raise ActionRefused(reason, clause=state.rules.clause("never_paid"), terminal=terminal, serial=serial)
    return state.tickets[number]


@cites("PW-B4")
def report_undelivered(state: Day, command: Command[a.ReportUndelivered]) -> Iterator[Event]:
    """Record that the last ticket of a terminal did not come out of it."""
    act, clause = command.act, state.rules.clause("undelivered")
    require_reporting(state, command)
    ticket = _issued(state, act.terminal, act.serial)
    if act.serial != state.terminals[act.terminal].serial:
        reason = f"serial {act.serial} is not the last of {act.terminal}: its buyer took it away"
        raise ActionRefused(reason, clause=clause, serial=act.serial, last=state.terminals[act.terminal].serial)
    _refuse_state(ticket, clause)
    if ticket.paid or ticket.exchanged:
        reason = (
            f"serial {act.serial} was presented and {'paid' if ticket.paid else 'exchanged'}: its buyer took it away"
        )
        raise ActionRefused(reason, clause=clause, serial=act.serial, ticket=ticket.id)
    if any(state.books[name].settled is not None for name in ticket.pools):
        reason = f"a pool of serial {act.serial} is settled: a failure to deliver it is reported at once"
        raise ActionRefused(reason, clause=clause, serial=act.serial)
    if not ticket.is_delivered:
        raise ActionRefused(f"serial {act.serial} is recorded as undelivered already", clause=clause)
    yield e.TicketUndelivered(
        ticket=ticket.id, terminal=act.terminal, serial=act.serial, cause=act.cause, by=command.by.id
    )


def require_reporting(state: Day, command: Command[a.ReportUndelivered]) -> None:
    """Refuse a report, whatever the ticket is, from somebody else or elsewhere."""
    roles, deed = (*SELLING, "mutuel_supervisor", "mutuel_manager"), "report an undelivered ticket"
    require_terminal(state, command, command.act.terminal, roles, duty="undelivered", deed=deed)


def _refuse_state(ticket: Ticket, clause: str) -> None:
    if ticket.state is not TicketState.ISSUED:
        reason = f"ticket {ticket.id} is {ticket.state.value} already"
        raise ActionRefused(reason, clause=clause, ticket=ticket.id, state=ticket.state.value)


@cites("PW-E1a", "PW-E1b", "PW-E1c", "PW-E2", "PW-E3", "PW-E4")
def cancel_ticket(state: Day, command: Command[a.CancelTicket]) -> Iterator[Event]:
    """Cancel a whole ticket while all its pools are open."""
    act, rules = command.act, state.rules
    is_manual, duty = act.method is a.Method.MANUAL, require_cancelling(state, command)
    ticket = _issued(state, act.terminal, act.serial)
    if act.method is a.Method.READER:
        read = require_ticket(state, act.ticket or "", act.check or "")
        if read.id != ticket.id:
            reason = f"the ticket in the reader is not serial {act.serial} of {act.terminal}"
            raise ActionRefused(reason, clause=rules.clause("cancel_reader"), serial=act.serial, ticket=act.ticket)
    _refuse_state(ticket, rules.clause("never_paid"))
    _refuse_cancel(state, command, ticket)
    witness = _signed(state, command) if is_manual else None
    yield cancelled(command, ticket, method=act.method, clause=rules.clause(duty), witness=witness)


def require_cancelling(state: Day, command: Command[a.CancelTicket]) -> str:
    """Return the duty by which a ticket is cancelled, or refuse whoever may cancel none."""
    duty = "cancel_manual" if command.act.method is a.Method.MANUAL else "cancel_reader"
    require_terminal(state, command, command.act.terminal, SELLING, duty=duty, deed="cancel tickets")
    require_role(command, SELLING, clause=state.rules.clause(duty), deed="cancel tickets")
    return duty


def _refuse_cancel(state: Day, command: Command[a.CancelTicket], ticket: Ticket) -> None:
    refuse_final_win(state, ticket)
    refuse_closed(state, command, ticket)
    rules = state.rules
    last, kept = state.terminals[ticket.terminal].serial, int(rules.settings["cancel_last"])
    if ticket.serial <= last - kept:
        reason = f"serial {ticket.serial} is not among the last {kept} of {ticket.terminal}, which end with {last}"
        raise ActionRefused(reason, clause=rules.clause("cancel_last"), serial=ticket.serial, last=last)


@cites("PW-E1a", "Q81")
def refuse_final_win(state: Day, ticket: Ticket, refunds: Mapping[str, int] | None = None) -> None:
    """Refuse to cancel a ticket with much money to win, less what is refunded of it anyway, pool by pool."""
    limit = int(state.rules.settings["cancel_win_below_minor"])
    to_win = sum(
        amount - (refunds or {}).get(pool, 0)
        for pool, amount in _by_pool(ticket.bets).items()
        if state.books[pool].kind == "win"
    )
    if to_win >= limit:
        reason = f"a ticket with {money(state, to_win)} to win is final: from {money(state, limit)} on"
        raise ActionRefused(reason, clause=state.rules.clause("cancel_win"), ticket=ticket.id, to_win_minor=to_win)


@cites("PW-E1b", "PW-B3")
def refuse_closed(state: Day, command: Command[Any], ticket: Ticket) -> None:
    """Refuse to cancel a ticket with a bet in a pool that is closed, or whose race is at its post time."""
    for name in ticket.pools:
        book = state.books[name]
        race = state.races[book.track, book.first]
        if not state.is_open(book) or command.received_at >= race.post_time:
            reason = f"pool {name} is closed, so no part of the ticket can be cancelled"
            raise ActionRefused(reason, clause=state.rules.clause("cancel_open"), ticket=ticket.id, pool=name)


def _signed(state: Day, command: Command[a.CancelTicket]) -> str:
    """Return who signed a cancellation by hand beside the teller, with the original marked."""
    clause = state.rules.clause("cancel_manual")
    if not command.act.is_marked:
        reason = "a cancellation by hand is written or stamped on the original ticket at once"
        raise ProcedureBreach(reason, clause=clause, serial=command.act.serial)
    reason = "a cancellation by hand is signed by the teller and a supervisor when it is made"
    return require_witness(command, SUPERVISING, clause=clause, reason=reason)


def cancelled(
    command: Command[Any], ticket: Ticket, *, method: a.Method, clause: str, witness: str | None = None
) -> e.TicketCancelled:
    """Return the cancellation of a whole ticket: its bets leave their pools, and its price goes back."""
    taken = _by_pool(ticket.bets)
    return e.TicketCancelled(
        ticket=ticket.id,
        terminal=command.act.terminal,
        serial=ticket.serial,
        method=method,
        stamp=f"CANCEL {ticket.window}",
        total_minor=ticket.total_minor,
        clause=clause,
        by=command.by.id,
        witness=witness,
        moves=tuple(Move(pool_account(pool), PATRONS, amount) for pool, amount in taken.items()),
    )
