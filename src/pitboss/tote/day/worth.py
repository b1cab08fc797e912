"""What can be done with a ticket now, found by asking the rules themselves: cash it, refund it, cancel it, or nothing.

Each act is tried on the day as it stands, and nothing is changed. What a page offers is therefore what the window does,
and what is said of a ticket is what the rules would say.
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime
from typing import Any, Final

import msgspec

from pitboss.decider import Act, Command, Person, Role
from pitboss.errors import PitbossError
from pitboss.money import Currency, show
from pitboss.tote.day import acts as a
from pitboss.tote.day.decide import decide
from pitboss.tote.day.state import Day

CASHIER: Final = Person("a cashier", Role.CASHIER)
SECOND: Final = Person("a supervisor", Role.MUTUEL_SUPERVISOR)


class Worth(msgspec.Struct, frozen=True):
    """What a ticket is worth now."""

    does: str | None
    """`cash`, `refund` or `cancel`; None where nothing can be done with it."""
    amount_minor: int
    """What is handed out by that; nothing where it is only cancelled, and nobody asks for it."""
    needs_second: bool
    told: str
    """In a sentence, for whoever holds it."""


def worth(day: Day, ticket: str, now: datetime, by: Person = CASHIER, terminal: str | None = None) -> Worth:
    """Return what can be done with a ticket at a window, or at this terminal by this person."""
    place = terminal or next((name for name, one in day.terminals.items() if one.is_open), None)
    if place is None:
        return _nothing(f"The windows are closed now. It is good until {day.config.expires_on}.")
    why = ""
    for name, act in _acts(day, ticket, place):
        for second in (None,) if by.role is Role.DEVICE else (None, SECOND):
            try:
                (event,) = decide(day, Command(key="?", by=by, act=act, received_at=now, witness=second))
            except PitbossError as error:
                why = why or error.reason
                continue
            found: Any = event
            amount = int(found.total_minor)
            return Worth(name, amount, second is not None, _told(day, name, amount, found))
    return _nothing(_said(why, ticket))


def _nothing(told: str) -> Worth:
    return Worth(does=None, amount_minor=0, needs_second=False, told=told)


def _acts(day: Day, ticket: str, place: str) -> Iterator[tuple[str, Act]]:
    known = day.tickets[ticket]
    fields: dict[str, Any] = {"ticket": ticket, "check": known.check}
    yield "cash", a.CashTicket(terminal=place, **fields)
    yield "refund", a.RefundTicket(terminal=place, **fields)
    yield "cancel", a.CancelTicket(terminal=known.terminal, serial=known.serial, method=a.Method.READER, **fields)


def _told(day: Day, does: str, amount: int, event: Any) -> str:
    money, until = show(amount, Currency.of(day.config.currency)), day.config.expires_on
    if does == "cancel":
        return "Not decided yet: keep it until its races are official."
    if does == "refund":
        return f"{money} is given back on it, at any window before {until}."
    rest = " The rest of it is not decided yet: keep it." if event.is_partial else ""
    return f"Worth {money}: cash it at any window before {until}.{rest}"


def _said(reason: str, ticket: str) -> str:
    """Say a refusal to whoever holds the ticket: without its number, which stands on the paper."""
    plain = reason.replace(f"ticket {ticket} ", "it ").replace(ticket, "this ticket")
    return f"{plain[:1].upper()}{plain[1:]}."
