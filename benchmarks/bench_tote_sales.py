"""Tickets sold through decide and evolve, beside the mere reading of their commands and writing of their events."""

from __future__ import annotations

import random
from dataclasses import dataclass
from datetime import datetime, timedelta, timezone
from functools import cached_property
from typing import Any

import msgspec
from rich import box
from rich.table import Table

from benchmarks.timing import best_of
from pitboss.decider import Accepted, Command, Event, Person, Role, handle
from pitboss.tote import notation
from pitboss.tote.day import acts as a
from pitboss.tote.day.config import day_config
from pitboss.tote.day.events import TicketSold
from pitboss.tote.day.game import TOTE
from pitboss.tote.day.racecard import Card
from pitboss.tote.day.state import Day

__all__ = ["as_values", "measure", "sales_table"]

WRITER = "read, handle, write"
HANDLE = "handle"
DECIDED = "decide and evolve"
BARE = "msgspec alone"

_BATCH = 500
"""So many tickets are one call, each call on a day on which nothing is sold yet."""
_RACES, _RUNNERS, _WINDOWS = 9, 10, 20
_OUT = "11"
"""A runner that is scratched in every third race; no bet names it, but ALL has to pass it over."""
_NOON = datetime(2004, 5, 1, 12, tzinfo=timezone(timedelta(hours=-5)))
_MANAGER, _TELLER = Person("Mona", Role.MUTUEL_MANAGER), Person("Tess", Role.TELLER)
_ONE_RACE = ("win", "place", "show", "exacta", "quinella", "trifecta", "superfecta")
_SEVERAL = {"double": 2, "pick3": 3, "pick6": 6}
_ENCODER = msgspec.json.Encoder()
_LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567"
_CALLED = {"WN": 26, "PL": 9, "SH": 9, "ACROSS": 8, "EX": 16, "QU": 4, "TRI": 10, "SUPER": 4, "DD": 6, "P3": 5, "P6": 3}
"""How often in a hundred bets each kind is called: most are to win, few a pick six."""
_PLACES = {"EX": 2, "QU": 2, "TRI": 3, "SUPER": 4, "DD": 2, "P3": 3, "P6": 6}

Figures = dict[str, float]
"""Way to the seconds a ticket takes."""


@dataclass(frozen=True, eq=False)
class Sales:
    """Tickets of one to four mixed bets, from a bet to win to wheels of a pick six, each on a race that is open."""

    @cached_property
    def opening(self) -> list[Event]:
        """Return what comes before the first sale: the card, the terminals, scratches."""
        acts: list[Any] = [a.OpenCard(card=_card())]
        acts += [a.OpenTerminal(terminal=f"T{number}", window=number) for number in range(1, _WINDOWS + 1)]
        acts += [a.ScratchRunner(track="FVD", race=number, runner=_OUT) for number in range(1, _RACES + 1, 3)]
        state, events = self.unopened(), list[Event]()
        for act in acts:
            state, answer = handle(TOTE, state, Command(key="k", by=_MANAGER, act=act, received_at=_NOON))
            events += _events(answer)
        return events

    def unopened(self) -> Day:
        """Return a day on which nothing has happened yet."""
        document = {"rulebook": "oneida-parimutuel-2004", "name": "Oneida", "date": "2004-05-01"}
        state: Day = TOTE.new_state(day_config(document))
        return state

    def opened(self) -> Day:
        """Return a day on which nothing is sold yet, and no bet was read before."""
        notation._parsed.cache_clear()  # noqa: SLF001 - a text that was read in an earlier call would cost nothing
        state = self.unopened()
        for event in self.opening:
            state = TOTE.evolve(state, event)
        return state

    @cached_property
    def commands(self) -> list[Command[Any]]:
        """Return the sales; the same ones in every run."""
        chance = random.Random(_BATCH)
        return [_sale(chance, number) for number in range(_BATCH)]

    @cached_property
    def written(self) -> list[bytes]:
        """Return the sales as they come over a line."""
        return [msgspec.json.encode(command) for command in self.commands]

    @cached_property
    def events(self) -> list[Event]:
        """Return what comes of the sales."""
        state, found = self.opened(), list[Event]()
        for command in self.commands:
            state, answer = handle(TOTE, state, command)
            found += _events(answer)
        return found

    def by_writer(self) -> int:
        """Sell as the server does: each command read, decided, its event applied and written."""
        state, read, encode = self.opened(), TOTE.command_decoder.decode, _ENCODER.encode
        for line in self.written:
            state, answer = handle(TOTE, state, read(line))
            for event in _events(answer):
                encode(event)
        return _taken(state)

    def by_handle(self) -> int:
        """Sell without reading and writing."""
        state = self.opened()
        for command in self.commands:
            state, _ = handle(TOTE, state, command)
        return _taken(state)

    def by_deciding(self) -> int:
        """Sell without the check that a command built in Python is one a client could send."""
        state = self.opened()
        for command in self.commands:
            for event in TOTE.decide(state, command):
                state = TOTE.evolve(state, event)
        return _taken(state)

    def bare(self) -> int:
        """Sell nothing: read the commands and write the events that came of them."""
        read, encode = TOTE.command_decoder.decode, _ENCODER.encode
        for line, event in zip(self.written, self.events, strict=True):
            read(line)
            encode(event)
        return sum(event.total_minor for event in self.events if isinstance(event, TicketSold))


def _events(answer: object) -> tuple[Event, ...]:
    if not isinstance(answer, Accepted):
        raise SystemExit(f"nothing to measure: {answer}")
    return answer.events


def _card() -> Card:
    runners = [{"no": str(number), "name": f"Runner {number}"} for number in range(1, _RUNNERS + 1)]
    runners += [{"no": "1A", "name": "Runner 1A", "entry": "1"}, {"no": _OUT, "name": "Runner 11"}]
    races = [
        {"number": n, "kind": "purse", "post_time": _NOON + timedelta(minutes=30 * n), "runners": runners}
        for n in range(1, _RACES + 1)
    ]
    pools = [(kind, [number]) for number in range(1, _RACES + 1) for kind in _ONE_RACE]
    pools += [
        (kind, list(range(first, first + legs)))
        for kind, legs in _SEVERAL.items()
        for first in range(1, _RACES - legs + 2)
    ]
    listed = [{"type": kind, "races": numbers, "minimum_minor": 100, "takeout": "0.18"} for kind, numbers in pools]
    card = {"track": "FVD", "name": "Fox Valley Downs", "permit": "State permit 12", "races": races, "pools": listed}
    return msgspec.convert(card, Card)


def _sale(chance: random.Random, number: int) -> Command[Any]:
    words = chance.choices(list(_CALLED), list(_CALLED.values()), k=chance.choice((1, 1, 1, 2, 2, 3, 4)))
    act = a.SellTicket(
        terminal=f"T{chance.randint(1, _WINDOWS)}",
        nonce="".join(chance.choices(_LETTERS, k=20)),
        bets=tuple(_bet(chance, word) for word in words),
    )
    return Command(key=f"sale-{number}", by=_TELLER, act=act, received_at=_NOON + timedelta(milliseconds=number))


def _bet(chance: random.Random, word: str) -> a.WindowBet:
    """Draw a bet: straight, as a box or key box, or as a wheel with several runners or all of them in some places."""
    legs = {"DD": 2, "P3": 3, "P6": 6}.get(word, 1)
    race, amount = chance.randint(1, _RACES - legs + 1), chance.choice(("$1", "$2", "$2", "$5", "$10"))
    named = [str(number) for number in chance.sample(range(1, _RUNNERS + 1), 6)]
    places = _PLACES.get(word, 1)
    form = chance.choice(("straight", "wheel", "wheel", *(("box", "key") if legs == 1 else ())))
    if places == 1:
        return a.WindowBet("FVD", race, f"{amount} {word} {named[0]}")
    if form == "box":
        return a.WindowBet("FVD", race, f"{amount} {word} BOX {','.join(named[: places + chance.choice((0, 1, 2))])}")
    if form == "key":
        return a.WindowBet("FVD", race, f"{amount} {word} KEY {named[0]}/{','.join(named[1 : places + 1])}")
    parts = [named[place % 6] for place in range(places)]
    if form == "wheel":
        for place in chance.sample(range(places), chance.randint(1, places)):
            parts[place] = chance.choice(("ALL", ",".join(chance.sample(named, 3))))
    return a.WindowBet("FVD", race, f"{amount} {word} {('-' if word == 'QU' else '/').join(parts)}")


def measure(*, rounds: int) -> Figures:
    """Measure the ways, once it is seen that they sell for the same money."""
    sales = Sales()
    ways = {WRITER: sales.by_writer, HANDLE: sales.by_handle, DECIDED: sales.by_deciding, BARE: sales.bare}
    if len({way() for way in ways.values()}) > 1:
        raise SystemExit(f"the ways sell for other money than {WRITER}: there is nothing to compare")
    return {name: seconds / _BATCH for name, seconds in best_of(ways, rounds=rounds).items()}


def _taken(state: Day) -> int:
    return sum(book.total_minor for book in state.books.values())


def sales_table(figures: Figures) -> Table:
    """Return the figures as a table, a row for each way."""
    table = Table(title="Tickets sold, one to four mixed bets each", box=box.SIMPLE, padding=(0, 1, 0, 0))
    table.add_column("way")
    for heading in ("µs a ticket", "tickets/s", f"times {BARE}"):
        table.add_column(heading, justify="right")
    for way, taken in figures.items():
        table.add_row(way, f"{taken * 1e6:,.1f}", f"{1 / taken:,.0f}", f"{taken / figures[BARE]:.1f}")
    return table


def as_values(figures: Figures) -> dict[str, float]:
    """Return the figures as JSON can hold them: way to seconds a ticket."""
    return dict(figures)
