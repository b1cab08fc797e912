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
from pitboss.tote.cloths import Cloth, cloth_of
from pitboss.tote.combos import POSITIONS
from pitboss.tote.day import acts as a
from pitboss.tote.day.decide import decide
from pitboss.tote.day.state import Day
from pitboss.tote.twin import first_half_stakes

CASHIER: Final = Person("a cashier", Role.CASHIER)
TWIN: Final = "twin_trifecta"
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


class Runner(msgspec.Struct, frozen=True):
    """A runner of the race in which the second half is decided."""

    no: str
    name: str
    is_out: bool
    cloth: Cloth | None


class SecondHalf(msgspec.Struct, frozen=True):
    """What a ticket that won the first half of a twin trifecta can be exchanged for now."""

    pool: str
    track: str
    race: int
    post_time: datetime
    stakes_minor: list[int]
    """What each of its winning bets stands for; a selection is made for one of them, or for a part of it."""
    runners: list[Runner]


def second_half(day: Day, ticket: str, now: datetime, by: Person, terminal: str | None) -> SecondHalf | None:
    """Return what a ticket can be exchanged for at a terminal by this person; None where it cannot be."""
    known = day.tickets[ticket]
    place = terminal or next((name for name, one in day.terminals.items() if one.is_open), "")
    for name in known.pools:
        book = day.books[name]
        halves = first_half_stakes(day.pool(name)).get(ticket, ()) if book.kind == TWIN else ()
        stakes = [stake for stake in halves if stake]
        if not stakes:
            continue
        number = book.card.races[1]
        race = day.races[book.track, number]
        out = race.out_mask()
        standing = [one for place, one in enumerate(race.race.interests) if not out >> place & 1][:3]
        if len(standing) < POSITIONS["trifecta"]:
            continue
        chosen = (a.Exchanged((standing[0], standing[1], standing[2]), max(stakes)),)
        act = a.ExchangeTicket(terminal=place, ticket=ticket, check=known.check, selections=chosen)
        try:
            decide(day, Command(key="?", by=by, act=act, received_at=now))
        except PitbossError:
            continue
        runners = [Runner(one.no, one.name, one.no in race.out, cloth_of(race.card.runs, one.no))
                   for one in race.card.runners]  # fmt: skip
        return SecondHalf(name, book.track, number, race.post_time, stakes, runners)
    return None


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
