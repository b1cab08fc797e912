"""What is printed on a ticket: the original for the buyer, line by line."""

from __future__ import annotations

from collections.abc import Iterator

from pitboss.money import Currency, show
from pitboss.rulebook.clauses import cites
from pitboss.tote.day.events import TicketExchanged, TicketSold


@cites("PW-B1", "PW-B2a", "PW-B2b", "PW-B2c", "PW-B2d", "PW-B2e")
def ticket_lines(ticket: TicketSold, currency: str) -> Iterator[str]:
    """Yield the printed lines of a ticket: everything the recorded copy says, for people to read."""

    def money(amount_minor: int) -> str:
        return show(amount_minor, Currency.of(currency))

    yield f"{ticket.facility}, window {ticket.window}, terminal {ticket.terminal}, serial {ticket.serial}"
    yield f"{ticket.sold_at:%Y-%m-%d %H:%M:%S %Z}".rstrip()
    for bet in ticket.bets:
        many = f"{bet.combinations} bet{'s' if bet.combinations != 1 else ''}"
        yield f"{bet.track} race {bet.race}: {bet.bet}  ({many}, {money(bet.cost_minor)})"
    many = f"{ticket.combinations} bet{'s' if ticket.combinations != 1 else ''}"
    yield f"{many}, total {money(ticket.total_minor)}"
    yield f"{ticket.ticket}  check {ticket.check}"
    yield f"not payable from {ticket.expires_on} on"


@cites("PW-C9", "PW-B2a", "PW-B2b", "PW-B2c", "PW-B2d", "PW-B2e", "Q84")
def exchange_lines(made: TicketExchanged, currency: str) -> Iterator[str]:
    """Yield the printed lines of a second-half ticket; it goes with the first half, which is what is cashed.

    An exchange of an earlier release has no more than its selections.
    """

    def money(amount_minor: int) -> str:
        return show(amount_minor, Currency.of(currency))

    if made.sold_at is not None:
        yield f"{made.facility}, window {made.window}, terminal {made.terminal}"
        yield f"{made.sold_at:%Y-%m-%d %H:%M:%S %Z}".rstrip()
    race = f"{made.track} race {made.race}" if made.track else made.pool
    for selection in made.selections:
        yield f"{race}: {money(selection.amount_minor)} TT second half {'/'.join(selection.runners)}"
    many = f"{len(made.selections)} bet{'s' if len(made.selections) != 1 else ''}"
    stands = money(sum(selection.amount_minor for selection in made.selections))
    yield f"{many} for {stands} of the first half, taken {money(0)}"
    yield f"{made.ticket} exchange {made.number}"
    if made.expires_on is not None:
        yield f"paid with the first half; not payable from {made.expires_on} on"
