"""At the windows: tickets cashed, refunded, exchanged."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from pitboss.decider import Command, Event, Move, require_role
from pitboss.errors import InputError
from pitboss.rulebook import ActionRefused
from pitboss.rulebook.clauses import cites
from pitboss.tote.day import acts as a
from pitboss.tote.day import events as e
from pitboss.tote.day.checks import CASHING, SELLING, SUPERVISING, require_terminal, require_ticket, require_witness
from pitboss.tote.day.settling import MINUS_POOL, OUTS
from pitboss.tote.day.state import PATRONS, Day, Phase, pool_account
from pitboss.tote.day.tickets import Ticket, TicketState
from pitboss.tote.day.windows import cancelled, money, refuse_closed, refuse_final_win
from pitboss.tote.settle import settle_pool
from pitboss.tote.twin import first_half_payouts, first_half_stakes


@cites("PW-D1", "PW-D2", "PW-D2.2", "PW-D6", "PW-D7a", "PW-D7b", "PW-B4", "Q38", "Q80", "Q83")
def cash_ticket(state: Day, command: Command[a.CashTicket]) -> Iterator[Event]:
    """Verify a ticket and pay what is decided on it, once and before it expires; for the rest it stays good."""
    act = command.act
    require_cashing(state, command)
    ticket = _presented(state, command, act.ticket, act.check)
    halves = dict(_first_halves(state, ticket))
    lacking = {name: _lacking(state, name, payout) for name, payout in halves.items()}
    if not ticket.payout_minor and not halves:
        _refuse_unwon(state, ticket)
    paid = {**ticket.due, **{name: (0, payout) for name, payout in halves.items()}}
    total = sum(map(sum, paid.values()))
    from_outs = total - sum(halves.values())
    moves = [Move(MINUS_POOL, pool_account(name), amount) for name, amount in lacking.items() if amount]
    moves += [Move(pool_account(name), PATRONS, payout) for name, payout in halves.items()]
    yield e.TicketCashed(
        ticket=ticket.id,
        terminal=act.terminal,
        pool=tuple(paid),
        payout_minor=tuple(payout for _, payout in paid.values()),
        refund_minor=tuple(refund for refund, _ in paid.values()),
        total_minor=total,
        by=command.by.id,
        witness=_second_verifier(state, command, total),
        moves=(*moves, Move(OUTS, PATRONS, from_outs)) if from_outs else tuple(moves),
        is_partial=any(state.books[name].settled is None for name in ticket.pools),
        from_pool=tuple(name in halves for name in paid) if halves else (),
        minus_pool_minor=tuple(lacking.get(name, 0) for name in paid) if any(lacking.values()) else (),
    )


@cites("PW-C9", "PW-D1", "PW-D6", "Q83")
def _first_halves(state: Day, ticket: Ticket) -> Iterator[tuple[str, int]]:
    """Yield the twin trifectas whose first half the ticket won and was not paid for, while their totals agree."""
    for name in ticket.pools:
        book = state.books[name]
        is_waiting = book.kind == "twin_trifecta" and book.settled is None and not book.is_held
        if (
            not is_waiting
            or ticket.id in book.advanced
            or state.races[book.track, book.first].phase is not Phase.OFFICIAL
        ):
            continue
        if len(set(book.totals(state.balances.get(pool_account(name), 0)).values())) == 1:
            won = first_half_payouts(state.pool(name)).get(ticket.id, 0)
            if won:
                yield name, won


@cites("PW-C9", "Q83")
def _lacking(state: Day, name: str, payout: int) -> int:
    """Return what a pool has too little for a first half, beside what is refunded in it: the house adds that.

    A minimum may ask for more than there is, or a result that was corrected after something was paid by it.
    """
    refunds = sum(settle_pool(state.pool(name)).refunds.values()) - state.books[name].refunded_minor
    return max(payout + refunds - state.balances.get(pool_account(name), 0), 0)


def _refuse_unwon(state: Day, ticket: Ticket) -> None:
    """Refuse a ticket that has won nothing that was not paid: not yet, or never."""
    _refuse_undecided(state, ticket)
    refund, clause = ticket.refund_minor, state.rules.clause("never_paid")
    if refund:
        said = "was paid already what it won" if ticket.paid else "won nothing"
        reason = f"ticket {ticket.id} {said}; {money(state, refund)} is refunded on it: present it for refund"
        raise ActionRefused(reason, clause=clause, ticket=ticket.id, refund_minor=refund)
    if ticket.paid:
        reason = f"ticket {ticket.id} was paid already what it won"
        raise ActionRefused(reason, clause=clause, ticket=ticket.id, state=TicketState.CASHED.value)
    reason = f"ticket {ticket.id} is a losing ticket"
    raise ActionRefused(reason, clause=clause, ticket=ticket.id, refund_minor=refund)


@cites("PW-D6", "Q82")
def require_cashing(state: Day, command: Command[Any]) -> None:
    """Refuse to pay any ticket where nothing is paid: not here, not by these, or no winner now; refunds go on."""
    is_refund = isinstance(command.act, a.RefundTicket)
    duty, deed = ("refund_closed", "refund tickets") if is_refund else ("verified", "cash tickets")
    require_terminal(state, command, command.act.terminal, CASHING, duty=duty, deed=deed)
    if state.halted is not None and not is_refund:
        reason = f"cashing is halted: {state.halted}"
        raise ActionRefused(reason, clause=state.rules.clause("display"), halted=state.halted)


def _second_verifier(state: Day, command: Command[Any], total: int) -> str | None:
    """Return who verified a large payment beside the cashier, or refuse it without."""
    limit = int(state.rules.settings["pay_alone_up_to_minor"])
    if total <= limit:
        return None
    reason = f"{money(state, total)} is over {money(state, limit)}: a supervisor verifies the ticket too"
    return require_witness(command, SUPERVISING, clause=state.rules.clause("verified"), reason=reason)


def _presented(state: Day, command: Command[Any], number: str, code: str) -> Ticket:
    """Return a ticket on which something may be due: issued, delivered, whole, and not expired."""
    rules = state.rules
    ticket = require_ticket(state, number, code)
    is_expired = state.config.date_at(command.received_at) >= state.config.expires_on
    if is_expired or ticket.state is TicketState.EXPIRED:
        reason = f"ticket {number} expired: it was payable before {state.config.expires_on}"
        expires_on = state.config.expires_on.isoformat()
        raise ActionRefused(reason, clause=rules.clause("expiry"), ticket=number, expires_on=expires_on)
    if ticket.state is not TicketState.ISSUED:
        was = "paid" if ticket.state is TicketState.CASHED else ticket.state.value
        reason = f"ticket {number} was {was} already"
        raise ActionRefused(reason, clause=rules.clause("never_paid"), ticket=number, state=ticket.state.value)
    if not ticket.is_delivered:
        reason = f"ticket {number} was not delivered, and nobody has a claim on it"
        raise ActionRefused(reason, clause=rules.clause("undelivered"), ticket=number)
    return ticket


def _refuse_undecided(state: Day, ticket: Ticket) -> None:
    for name in ticket.pools:
        book = state.books[name]
        if book.settled is not None:
            continue
        _refuse_held(state, ticket, name)
        waiting = [number for number in book.card.races if not state.races[book.track, number].is_over]
        listed = " and ".join(f"race {number}" for number in waiting) or name
        reason = f"{listed} of {book.track} is not official yet"
        raise ActionRefused(reason, clause=state.rules.clause("official"), ticket=ticket.id, pool=name)


def _refuse_held(state: Day, ticket: Ticket, name: str) -> None:
    if state.books[name].is_held:
        reason = f"the prices of {name} are held until its totals agree"
        raise ActionRefused(reason, clause=state.rules.clause("display"), ticket=ticket.id, pool=name)


def refunds_now(state: Day, ticket: Ticket) -> dict[str, tuple[int, int]]:
    """Return pool to what is refunded on a ticket there by now, and what of its price still stands or is decided."""
    found: dict[str, tuple[int, int]] = {}
    for name in ticket.pools:
        cost = sum(bet.cost_minor // len(bet.pools) for bet in ticket.bets if name in bet.pools)
        if state.books[name].settled is not None:
            refund, payout = ticket.due.get(name, (0, 0))
            found[name] = (refund, payout)
            continue
        outcome = settle_pool(state.pool(name, sold=[state.sold_as(ticket.id, name)]))
        refund = outcome.ticket_refunds.get(ticket.id, 0)
        found[name] = (refund, cost - refund)
    return found


@cites("PW-E3", "PW-F1a", "PW-F1b", "PW-F1c", "PW-F2", "PW-F3")
def refund_ticket(state: Day, command: Command[a.RefundTicket]) -> Iterator[Event]:
    """Give back the price of a ticket whose bets are no longer valid; while its pools are open it may be cancelled."""
    act, rules = command.act, state.rules
    require_cashing(state, command)
    ticket = _presented(state, command, act.ticket, act.check)
    for name in ticket.pools:
        _refuse_held(state, ticket, name)
    by_pool = refunds_now(state, ticket)
    total = sum(refund for refund, _ in by_pool.values())
    if not total:
        reason = f"no bet of ticket {ticket.id} is refunded: by a scratch or a cancelled race, in time for its pools"
        raise ActionRefused(reason, clause=rules.clause("refund_scratched"), ticket=ticket.id)
    is_open = all(state.is_open(state.books[name]) for name in ticket.pools)
    if act.processed_as == "cancel":
        require_role(command, CASHING, clause=rules.clause("cancel_reader"), deed="cancel tickets")
        if not is_open:
            reason = f"a pool of ticket {ticket.id} is closed: it is refunded in cash and not cancelled"
            raise ActionRefused(reason, clause=rules.clause("refund_closed"), ticket=ticket.id)
        refuse_final_win(state, ticket, {name: refund for name, (refund, _) in by_pool.items()})
        refuse_closed(state, command, ticket)
        yield cancelled(command, ticket, method=a.Method.READER, clause=rules.clause("refund_open"))
        return
    alive = [name for name, (_, rest) in by_pool.items() if rest]
    if alive:
        reason = f"ticket {ticket.id} has bets in {', '.join(alive)} that stand: what is refunded is paid with them"
        raise ActionRefused(reason, clause=rules.clause("refund_closed"), ticket=ticket.id, pools=alive)
    yield _refunded(state, command, ticket, {name: refund for name, (refund, _) in by_pool.items() if refund})


def _refunded(
    state: Day, command: Command[a.RefundTicket], ticket: Ticket, refunds: dict[str, int]
) -> e.TicketRefunded:
    from_pool = {name: state.books[name].settled is None for name in refunds}
    is_open = all(state.is_open(state.books[name]) for name in ticket.pools)
    from_outs = sum(refund for name, refund in refunds.items() if not from_pool[name])
    moves = [Move(pool_account(name), PATRONS, refund) for name, refund in refunds.items() if from_pool[name]]
    if from_outs:
        moves.append(Move(OUTS, PATRONS, from_outs))
    return e.TicketRefunded(
        ticket=ticket.id,
        terminal=command.act.terminal,
        pool=tuple(refunds),
        refund_minor=tuple(refunds.values()),
        from_pool=tuple(from_pool.values()),
        total_minor=sum(refunds.values()),
        clause=state.rules.clause("refund_open" if is_open else "refund_closed"),
        by=command.by.id,
        witness=_second_verifier(state, command, sum(refunds.values())),
        moves=tuple(moves),
    )


@cites("PW-C9")
def exchange_ticket(state: Day, command: Command[a.ExchangeTicket]) -> Iterator[Event]:
    """Take second-half selections for a ticket that won the first half of a twin trifecta, once and in time."""
    act, clause = command.act, state.rules.clause("exchange")
    require_exchanging(state, command)
    ticket = _presented(state, command, act.ticket, act.check)
    name = _twin(state, command, ticket)
    stakes = first_half_stakes(state.pool(name)).get(ticket.id, ())
    asked = sum(selection.amount_minor for selection in act.selections)
    if asked > sum(stakes):
        reason = f"ticket {ticket.id} won the first half for {money(state, sum(stakes))}, not for {money(state, asked)}"
        raise ActionRefused(reason, clause=clause, ticket=ticket.id, stake_minor=sum(stakes), asked_minor=asked)
    yield _exchanged(state, command, name, list(stakes))


def require_exchanging(state: Day, command: Command[a.ExchangeTicket]) -> None:
    """Refuse an exchange, whatever the ticket is, to somebody else or elsewhere."""
    require_terminal(state, command, command.act.terminal, SELLING, duty="exchange", deed="exchange tickets")


def _twin(state: Day, command: Command[a.ExchangeTicket], ticket: Ticket) -> str:
    """Return the twin trifecta of a ticket that can be exchanged now, or refuse with what is wrong with the last."""
    clause, names = state.rules.clause("exchange"), [n for n in ticket.pools if state.books[n].kind == "twin_trifecta"]
    reason, stands = f"ticket {ticket.id} has no twin trifecta", {}
    for name in names:
        book = state.books[name]
        one, two = (state.races[book.track, number] for number in book.card.races)
        is_open = two.phase is Phase.OPEN and command.received_at < two.post_time
        if one.phase is not Phase.OFFICIAL or not is_open:
            between = f"race {one.card.number} official and race {two.card.number} off"
            reason = f"the twin trifecta {name} is exchanged between {between}"
            stands = {"first": one.phase.value, "second": two.phase.value}
            continue
        laid = [exchange for row in ticket.exchanges.get(name, {}).values() for exchange in row]
        # A selection that names a runner scratched since is replaced, and the others with it.
        if laid and not any(mask & two.out_mask() for exchange in laid for mask in exchange.masks):
            reason = f"ticket {ticket.id} is exchanged in {name} already"
            continue
        return name
    raise ActionRefused(reason, clause=clause, ticket=ticket.id, **stands)


def _exchanged(state: Day, command: Command[a.ExchangeTicket], name: str, left: list[int]) -> e.TicketExchanged:
    """Lay each selection on one winning bet of the ticket, dollar for dollar: it is paid, and cut to cents, as one."""
    act, book = command.act, state.books[name]
    second = state.races[book.track, book.card.races[1]]
    parts: list[tuple[int, tuple[int, ...], int]] = []
    for place, selection in enumerate(act.selections):
        masks = _second_masks(state, second, selection, f"selections[{place}].runners")
        amount = selection.amount_minor
        row = next((row for row, stake in enumerate(left) if stake >= amount), None)
        if row is None:
            reason = f"no bet of ticket {act.ticket} has {money(state, amount)} left: make several selections of it"
            clause = state.rules.clause("exchange")
            raise ActionRefused(reason, clause=clause, field=f"selections[{place}].amount_minor", amount_minor=amount)
        parts.append((row, masks, amount))
        left[row] -= amount
    return e.TicketExchanged(
        ticket=act.ticket,
        terminal=act.terminal,
        pool=name,
        selections=act.selections,
        rows=tuple(row for row, _, _ in parts),
        masks=tuple(masks for _, masks, _ in parts),
        amount_minor=tuple(amount for _, _, amount in parts),
        by=command.by.id,
        number=state.tickets[act.ticket].exchanged.get(name, 0) + 1,
        facility=state.config.name,
        window=state.terminals[act.terminal].window,
        track=book.track,
        race=book.card.races[1],
        sold_at=command.received_at,
        expires_on=state.config.expires_on,
    )


def _second_masks(state: Day, race: Any, selection: a.Exchanged, field: str) -> tuple[int, ...]:
    known, out = race.race, race.out_mask()
    masks = []
    for number in selection.runners:
        if number not in known.interest_of:
            raise InputError(f"race {race.card.number} has no such runner", field=field, value=number)
        mask = 1 << known.interest_of[number]
        if mask & out or mask in masks:
            reason = (
                f"an exchange names three different runners that stand in race {race.card.number}; {number} does not"
            )
            raise ActionRefused(reason, clause=state.rules.clause("exchange"), field=field, runner=number)
        masks.append(mask)
    return tuple(masks)
