"""Tickets of the tote's robots: sold, cancelled, exchanged, cashed and refunded, at their own machines only."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import NamedTuple

from pitboss.decider import Person, Role
from pitboss.demo.robots.scene import Chance, Crew, Step
from pitboss.tote.combos import bits
from pitboss.tote.day import acts as a
from pitboss.tote.day.racecard import pool_id
from pitboss.tote.day.state import Book, Day, Phase, RaceDay
from pitboss.tote.day.tickets import Ticket, TicketState
from pitboss.tote.twin import first_half_stakes

_WORDS = {
    "win": "WN", "place": "PL", "show": "SH", "exacta": "EX", "quinella": "QU", "trifecta": "TRI",
    "superfecta": "SUPER", "double": "DD", "pick3": "P3", "pick6": "P6", "twin_trifecta": "TT",
}  # fmt: skip
_BET_PLACES = {"exacta": 2, "quinella": 2, "trifecta": 3, "superfecta": 4, "twin_trifecta": 3}
_ACROSS = ("win", "place", "show")
_TIMES = (1, 1, 1, 2, 2, 5, 10)
_EVEN = 1.0


def standing(race: RaceDay) -> list[str]:
    """Return the numbers that can be bet on, one for each betting interest that has a runner left."""
    out = set(bits(race.out_mask()))
    return [name for index, name in enumerate(race.race.interests) if index not in out]


def bet_in(state: Day, chance: Chance, book: Book) -> a.WindowBet | None:
    """Draw a bet in a pool; None where too few runners stand."""
    races = [state.races[book.track, number] for number in book.card.races]
    runners = _runners(chance, book.kind, races)
    if runners is None:
        return None
    amount, word = book.card.minimum_minor * chance.choice(_TIMES), _WORDS[book.kind]
    across = [state.books.get(pool_id(book.track, book.first, kind)) for kind in _ACROSS]
    if book.kind in _ACROSS and all(across) and chance.random() < 0.2:
        amount, word = max(entry.card.minimum_minor for entry in across if entry is not None), "ACROSS"
    dollars, cents = divmod(amount, 100)
    money = f"${dollars}.{cents:02}" if cents else f"${dollars}"
    return a.WindowBet(book.track, book.first, f"{money} {word} {runners}")


def _runners(chance: Chance, kind: str, races: list[RaceDay]) -> str | None:
    if kind in _BET_PLACES:
        return _ordered(chance, kind, races[0])
    if len(races) == 1:
        found = _liked(chance, races[0], 1)
        return found[0] if found else None
    legs = []
    for race in races:
        found = _liked(chance, race, chance.choice((1, 1, 2)))
        if not found:
            return None
        legs.append("ALL" if chance.random() < 0.1 and len(races) < 4 else ",".join(found))
    return "/".join(legs)


def _ordered(chance: Chance, kind: str, race: RaceDay) -> str | None:
    """Draw runners for the places of one race: straight, or in one of the forms that several bets are sold in."""
    places = _BET_PLACES[kind]
    liked = _liked(chance, race, places + 1)
    if len(liked) < places:
        return None
    form = "straight" if kind == "twin_trifecta" else chance.choice(("straight", "straight", "box", "key", "wheel"))
    if form == "box":
        return f"BOX {','.join(liked)}"
    if form == "key" and len(liked) > places:
        return f"KEY {liked[0]}/{','.join(liked[1:])}"
    separator = "-" if kind == "quinella" else "/"
    if form == "wheel" and places < 4:
        return separator.join([*liked[: places - 1], "ALL"])
    return separator.join(liked[:places])


def _liked(chance: Chance, race: RaceDay, count: int) -> list[str]:
    """Draw so many different interests, those with a short morning line more often."""
    left = {name: _bet_weight(race, name) for name in standing(race)}
    found: list[str] = []
    while left and len(found) < count:
        found.append(chance.choices(list(left), list(left.values()))[0])
        del left[found[-1]]
    return found


def _bet_weight(race: RaceDay, interest: str) -> float:
    """Return how likely a runner is by its morning line: one to so much more than one."""
    line = next((runner.morning_line for runner in race.card.runners if runner.interest == interest), None)
    against, _, to = (line or "").partition("-")
    if not against.isdigit() or not to.isdigit() or not int(to):
        return _EVEN / 8
    return _EVEN / (int(against) / int(to) + 1)


class Machine(NamedTuple):
    """A robot's ticket machine."""

    window: int
    kind: a.TerminalKind


MACHINES = {
    "W91": Machine(91, a.TerminalKind.WINDOW),
    "W92": Machine(92, a.TerminalKind.WINDOW),
    "S93": Machine(93, a.TerminalKind.SELF_SERVICE),
}
"""The machines at which robots stand, by name: at no other do they sell or cash."""
LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567"
LOST = "AB"
"""A ticket whose number begins so is lost by its buyer, and never cashed."""
IN_TIME = timedelta(seconds=3)
"""How long before a post time robots stop, so that none of theirs comes late."""
UNDELIVERED = 0.05
"""Of the tickets that are given back, how many never came out of the printer."""
_KIND_WEIGHTS = {"win": 8, "place": 4, "show": 4, "exacta": 5, "quinella": 3, "trifecta": 4, "superfecta": 2}
_RACES_AHEAD = 2
_PLACES = 3


def selling(state: Day, chance: Chance, crew: Crew, now: datetime) -> Step | None:
    """Sell a ticket with a few bets; None where nothing is on sale."""
    machines = _at_work(state, crew)
    on_sale = _on_sale(state, now)
    if not machines or not on_sale:
        return None
    name = chance.choice(machines)
    weights = [_weight(state, book) for book in on_sale]
    books = chance.choices(on_sale, weights, k=chance.choice((1, 1, 1, 2, 3)))
    bets = tuple(bet for bet in (bet_in(state, chance, book) for book in books) if bet is not None)
    by = _seller(state, crew, name)
    if not bets or by is None:
        return None
    nonce = "".join(chance.choices(LETTERS, k=20))
    pause = chance.choice((0.2, 0.5, 0.8, 1.3))
    return Step(by, a.SellTicket(terminal=name, nonce=nonce, bets=bets), pause=pause)


def _at_work(state: Day, crew: Crew) -> list[str]:
    return [name for name in crew.terminals if name in state.terminals and state.terminals[name].is_open]


def _seller(state: Day, crew: Crew, name: str) -> Person | None:
    """Return who sells at a machine: a teller, or the machine itself."""
    is_window = state.terminals[name].kind is a.TerminalKind.WINDOW
    return crew.of(Role.TELLER) if is_window else Person(name, Role.DEVICE)


def _on_sale(state: Day, now: datetime) -> list[Book]:
    """Return the pools that take bets, of the next races of each track and of whatever begins with them."""
    ahead: dict[str, int] = {}
    for (track, number), race in state.races.items():
        if race.phase is Phase.OPEN and now + IN_TIME < race.post_time:
            ahead.setdefault(track, number)
    return [
        book
        for book in state.books.values()
        if book.track in ahead
        and ahead[book.track] <= book.first < ahead[book.track] + _RACES_AHEAD
        and state.is_open(book)
        and now + IN_TIME < state.races[book.track, book.first].post_time
    ]


def _weight(state: Day, book: Book) -> int:
    """Return how much a pool is liked: the next race's above all."""
    nearest = min(number for (track, number), race in state.races.items()
                  if track == book.track and race.phase is Phase.OPEN)  # fmt: skip
    return _KIND_WEIGHTS.get(book.kind, 3) * (4 if book.first == nearest else 1)


def cancelling(state: Day, chance: Chance, crew: Crew, now: datetime) -> Step | None:
    """Take back the last ticket of a window while all its pools are open, or report one that never came out."""
    teller, limit = crew.of(Role.TELLER), int(state.rules.settings["cancel_win_below_minor"])
    for name in _at_work(state, crew):
        terminal = state.terminals[name]
        ticket = state.tickets.get(state.ticket_at(name, terminal.serial) or "")
        if teller is None or ticket is None or ticket.state is not TicketState.ISSUED or not ticket.is_delivered:
            continue
        if not all(_is_open(state, pool, now) for pool in ticket.pools):
            continue
        if chance.random() < UNDELIVERED:
            lost = a.ReportUndelivered(terminal=name, serial=terminal.serial, cause=a.Cause.PRINTER)
            return Step(teller, lost)
        if all(bet.cost_minor // len(bet.pools) < limit for bet in ticket.bets):
            act = a.CancelTicket(terminal=name, serial=terminal.serial, method=a.Method.SERIAL)
            return Step(teller, act)
    return None


def _is_open(state: Day, pool: str, now: datetime) -> bool:
    book = state.books[pool]
    return state.is_open(book) and now + IN_TIME < state.races[book.track, book.first].post_time


def _is_robots(ticket: Ticket, crew: Crew) -> bool:
    """Tell whether a robot bought a ticket and still has it."""
    is_kept = ticket.state is TicketState.ISSUED and ticket.is_delivered and ticket.terminal in crew.terminals
    return is_kept and ticket.id.partition("-")[2][0] not in LOST


def paying(state: Day, crew: Crew) -> Step | None:
    """Cash or refund a ticket on which something is due and everything decided."""
    cashier, supervisor = crew.of(Role.CASHIER), crew.of(Role.MUTUEL_SUPERVISOR)
    windows = [name for name in _at_work(state, crew) if state.terminals[name].kind is a.TerminalKind.WINDOW]
    if cashier is None or not windows or state.halted is not None:
        return None
    for ticket in state.tickets.open.values():
        if not ticket.due or not _is_robots(ticket, crew):
            continue
        if any(state.books[pool].settled is None for pool in ticket.pools):
            continue
        kind = a.CashTicket if ticket.payout_minor else a.RefundTicket
        act = kind(terminal=windows[0], ticket=ticket.id, check=ticket.check)
        return Step(cashier, act, supervisor, pause=0.5)
    return None


def exchanging(state: Day, chance: Chance, crew: Crew, now: datetime) -> Step | None:
    """Exchange a ticket that won the first half of a twin trifecta, while the second can be chosen."""
    teller, machines = crew.of(Role.TELLER), _at_work(state, crew)
    for name, book in state.books.items():
        if book.kind != "twin_trifecta" or book.settled is not None or teller is None or not machines:
            continue
        one, two = (state.races[book.track, number] for number in book.card.races)
        is_time = one.phase is Phase.OFFICIAL and two.phase is Phase.OPEN and now + IN_TIME < two.post_time
        runners = standing(two)
        if not is_time or len(runners) < _PLACES:
            continue
        stakes = first_half_stakes(state.pool(name))
        for number, won in stakes.items():
            ticket = state.tickets[number]
            if any(won) and not ticket.exchanges.get(name) and _is_robots(ticket, crew):
                chosen = tuple(a.Exchanged(tuple(chance.sample(runners, _PLACES)), stake) for stake in won if stake)
                act = a.ExchangeTicket(terminal=machines[0], ticket=ticket.id, check=ticket.check, selections=chosen)
                return Step(teller, act)
    return None
