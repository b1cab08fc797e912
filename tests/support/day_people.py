"""Who is about on a tote day: everybody that may do something, and several who may not."""

import random

from pitboss.decider import Act, Person, Role
from pitboss.tote.day import acts as a
from pitboss.tote.day.state import Day

__all__ = ["PEOPLE", "second", "suited"]

MANAGERS = (Person("Mona", Role.MUTUEL_MANAGER),)
SUPERVISORS = (
    Person("Sam", Role.MUTUEL_SUPERVISOR),
    Person("Sid", Role.MUTUEL_SUPERVISOR),
    Person("Siv", Role.MUTUEL_SUPERVISOR),
    Person("Sol", Role.MUTUEL_SUPERVISOR),
    *MANAGERS,
)
TELLERS = (Person("Tess", Role.TELLER), Person("Tom", Role.TELLER), Person("Sam", Role.TELLER))
CASHIERS = (Person("Cass", Role.CASHIER),)
RELAYS = (Person("hub", Role.DEVICE), Person("relay", Role.DEVICE))
"""What brings the sending tracks' results, as long as nobody opens one of them as a terminal."""
PEOPLE = (
    *SUPERVISORS,
    *TELLERS,
    *CASHIERS,
    *RELAYS,
    *(Person(name, Role.DEVICE) for name in ("T1", "T2")),
    *(Person(name, Role.PLAYER) for name in ("Ann", "Sid")),
    Person("Ada", Role.AUDITOR),
    Person("Alex", Role.ADMIN),
    Person("Dan", Role.DEALER),
    Person("Max", Role.MUCKER),
    Person("Ina", Role.INSPECTOR),
    Person("Flo", Role.FLOORPERSON),
    Person("Sue", Role.PIT_SUPERVISOR),
    Person("Mai", Role.PIT_MANAGER),
    Person("Dee", Role.DIRECTOR),
)
"""All roles, those of the pit too, and the same name in several."""

FOR_MANAGERS = (a.OpenCard, a.CloseDay, a.ExpireTickets)
FOR_SUPERVISORS = (
    a.OpenTerminal, a.CloseTerminal, a.HaltCashing, a.ResumeCashing, a.CorrectDisplay, a.EnterPayoffs, a.CorrectResult,
)  # fmt: skip
AT_WINDOWS = (a.SellTicket, a.CancelTicket, a.ExchangeTicket, a.ReportUndelivered)
BY_TWO = (a.RestoreRunner, a.EnterPayoffs, a.CorrectResult)
PAYING = (a.CashTicket, a.RefundTicket)


def suited(rng: random.Random, act: Act, state: Day) -> Person:
    """Return somebody who may do such a thing."""
    if isinstance(act, FOR_MANAGERS):
        return rng.choice(MANAGERS)
    if isinstance(act, FOR_SUPERVISORS):
        return rng.choice(SUPERVISORS)
    if isinstance(act, (*AT_WINDOWS, *PAYING)):
        terminal = state.terminals.get(act.terminal)
        is_helped = isinstance(act, a.CancelTicket) or terminal is None or terminal.kind is a.TerminalKind.WINDOW
        if not is_helped and rng.random() < 0.6:
            return Person(act.terminal, Role.DEVICE)
        return rng.choice((*TELLERS, *CASHIERS) if isinstance(act, PAYING) else TELLERS)
    relays = [device for device in RELAYS if device.id not in state.terminals]
    if isinstance(act, a.PostResult):
        return rng.choice(SUPERVISORS if act.source is a.Source.SIGNAL else relays)
    return rng.choice((*relays, *SUPERVISORS))


def second(rng: random.Random, act: Act, by: Person) -> Person | None:
    """Return a supervisor beside them where a second person may be asked for."""
    if isinstance(act, (a.CancelTicket, a.CashTicket, a.RefundTicket, a.PostResult, *BY_TWO)):
        return rng.choice([person for person in SUPERVISORS if person.id != by.id])
    return None
