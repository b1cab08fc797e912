"""A tote day as it stands: cards, races, pools, terminals and tickets."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from datetime import datetime
from enum import StrEnum
from functools import cached_property
from typing import Any

import msgspec

from pitboss.tote.combos import Bet, bits, combinations_of
from pitboss.tote.config import Config, config_of
from pitboss.tote.config import fraction_of as rate_of
from pitboss.tote.day.acts import Finisher, NoRace, Source, TerminalKind
from pitboss.tote.day.config import DayConfig
from pitboss.tote.day.events import PoolSettled, SoldBet
from pitboss.tote.day.filing import FILE_TICKETS, Tickets
from pitboss.tote.day.racecard import Card, CardPool, CardRace
from pitboss.tote.day.tickets import Ticket, TicketState
from pitboss.tote.pools import Pool
from pitboss.tote.races import Race, number_key
from pitboss.tote.rules import ToteRules, tote_rules

Key = tuple[str, int]
"""A track and the number of one of its races."""
Sold = tuple[Ticket, tuple[SoldBet, ...]]
"""A ticket, and its bets in a pool."""
PATRONS = "patrons"
"""The account of people's own money: what they paid in and were paid out."""
SOURCE = "host"
"""Everything sold at the facility goes into its pools from one source."""


def pool_account(pool: str) -> str:
    """Return the account that holds a pool's money."""
    return f"pool:{pool}"


class Phase(StrEnum):
    """How far a race has come."""

    OPEN = "open"
    CLOSED = "closed"
    POSTED = "posted"
    OFFICIAL = "official"
    CANCELLED = "cancelled"


@dataclass
class RaceDay:
    """One race: what the card says of it, and what has happened since."""

    card: CardRace
    post_time: datetime
    phase: Phase = Phase.OPEN
    out: dict[str, frozenset[int]] = field(default_factory=dict)
    """Runner that is out to the races of its track that were closed before it was."""
    closed_before: frozenset[int] = frozenset()
    """The races of its track that were closed before this one was cancelled."""
    order: tuple[Finisher, ...] = ()
    source: Source = Source.TOTE
    """Where the order came from."""
    keyed_by: frozenset[str] = frozenset()
    """Who entered the order, authorised it or declared it official."""
    inquiry: str | None = None
    cause: NoRace | None = None
    """Why it has no result."""
    _masks: dict[tuple[int, int | None, bool], int] = field(default_factory=dict, compare=False, repr=False)
    """What `out_mask` found, by how many were out; forgotten when one is in again."""

    @cached_property
    def race(self) -> Race:
        """Return the race as bets see it: its betting interests, nothing scratched and nothing run."""
        names = tuple(sorted({runner.interest for runner in self.card.runners}, key=number_key))
        interest_of = {runner.no: names.index(runner.interest) for runner in self.card.runners}
        return Race(str(self.card.number), names, interest_of)

    @property
    def is_over(self) -> bool:
        """Tell whether nothing more comes of it."""
        return self.phase in (Phase.OFFICIAL, Phase.CANCELLED)

    def restore(self, runner: str) -> None:
        """Put a runner in again."""
        self.out.pop(runner, None)
        self._masks.clear()

    def out_mask(self, first: int | None = None, *, is_late: bool = False) -> int:
        """Return the interests without a runner left: all, or those out before or after a pool's first race closed."""
        mask, asked = 0, (len(self.out), first, is_late)
        if not self.out:
            return mask
        if asked in self._masks:
            return self._masks[asked]
        for i, name in enumerate(self.race.interests):
            times = [self.out.get(runner.no) for runner in self.card.runners if runner.interest == name]
            if any(time is None for time in times):
                continue
            late = any(first in (time or ()) for time in times)
            if first is None or late == is_late:
                mask |= 1 << i
        self._masks[asked] = mask
        return mask

    @property
    def places(self) -> tuple[tuple[str, ...], ...]:
        """Return the posted order place by place, runners of a dead heat together."""
        found: dict[int, tuple[str, ...]] = {}
        for finisher in sorted(self.order, key=lambda entry: entry.place):
            found[finisher.place] = (*found.get(finisher.place, ()), finisher.runner)
        return tuple(found.values())

    def as_leg(self, first: int, favorite: int | None) -> Race:
        """Return the race as a pool sees it that began with another one: what was early, what late, and the result."""
        early, late = self.out_mask(first), self.out_mask(first, is_late=True)
        is_cancelled = self.phase is Phase.CANCELLED
        when = "late" if first in self.closed_before else "early"
        return replace(
            self.race,
            scratched_early=early,
            scratched_late=late,
            result=self.places if self.phase is Phase.OFFICIAL else None,
            cancelled=when if is_cancelled else None,
            favorite=favorite,
        )


@dataclass
class Book:
    """One pool: its bets as sets, and its money counted a second time, combination by combination where few."""

    track: str
    card: CardPool
    config: Config
    sizes: tuple[int, ...]
    """How many betting interests each of its races has."""
    bets: dict[str, tuple[SoldBet, ...]] = field(default_factory=dict)
    """Ticket to its bets here, for those that are open."""
    files: set[int] = field(default_factory=set)
    """Where tickets are filed that have bets here."""
    total_minor: int = 0
    """What stands in the pool by the tickets' prices."""
    cells: list[int] = field(default_factory=list)
    """What stands on each combination, in pools of one and two places; empty elsewhere."""
    refunded: set[str] = field(default_factory=set)
    """Tickets whose refund was paid out of the pool before it was settled."""
    refunded_minor: int = 0
    gone: set[str] = field(default_factory=set)
    """Tickets whose bets here stand no more, because they were refunded before their runner was restored."""
    advanced: dict[str, int] = field(default_factory=dict)
    """Ticket to what it was paid for the first half of a twin trifecta, out of the pool before it was settled."""
    added_minor: int = 0
    """What the house added to the pool before it was settled, so that a first half could be paid."""
    payoffs: dict[str, int] = field(default_factory=dict)
    """Combination to what it pays for two dollars, read from the signal."""
    count_minor: int | None = None
    """What a second count from outside last made of it."""
    is_held: bool = False
    settled: PoolSettled | None = None
    """Its prices, without what every ticket gets: that is known of each ticket."""
    is_cashed: bool = False
    """Whether somebody was paid since it was settled last."""

    @property
    def kind(self) -> str:
        """Return the type of the pool."""
        return self.card.type

    @property
    def first(self) -> int:
        """Return the race with which it closes."""
        return self.card.races[0]

    @cached_property
    def has_cells(self) -> bool:
        """Tell whether every combination has a total of its own."""
        return self.kind in ("win", "place", "show", "exacta", "quinella", "double")

    def add(self, ticket: str, bets: tuple[SoldBet, ...]) -> None:
        """Take a ticket's bets into the book."""
        self.bets[ticket] = bets
        for bet in bets:
            self._count(bet, 1)

    def remove(self, ticket: str, bet: SoldBet) -> None:
        """Take a ticket's bet out of the book."""
        self.bets.pop(ticket, None)
        self._count(bet, -1)

    def has(self, ticket: Ticket) -> bool:
        """Tell whether the bets stand that a ticket has here."""
        return ticket.state is not TicketState.CANCELLED and ticket.id not in self.gone

    def _count(self, bet: SoldBet, sign: int) -> None:
        self.total_minor += sign * bet.cost_minor // len(bet.pools)
        if not self.has_cells:
            return
        if not self.cells:
            self.cells = [0] * (self.sizes[0] * (self.sizes[-1] if self.kind in _PAIRS else 1))
        for cell in self._cells_of(bet):
            self.cells[cell] += sign * bet.amount_minor

    def _cells_of(self, bet: SoldBet) -> Iterator[int]:
        """Yield the combinations of a bet one by one: the second, independent way to count them."""
        width = self.sizes[-1]
        for row in bet.rows:
            if self.kind not in _PAIRS:
                yield from bits(row[0])
                continue
            pairs = [(a, b) for a in bits(row[0]) for b in bits(row[1]) if a != b or self.kind == "double"]
            if self.kind == "quinella":
                pairs = sorted({(min(pair), max(pair)) for pair in pairs})
            yield from (a * width + b for a, b in pairs)

    def totals(self, account_minor: int) -> dict[str, int]:
        """Return what each way of counting makes of the pool, the money in its account before refunds included."""
        paid_minor = self.refunded_minor + sum(self.advanced.values()) - self.added_minor
        found = {
            "account": account_minor - self.card.carryover_minor + paid_minor,
            "prices": self.total_minor,
            "combinations": sum(
                bet.amount_minor * sum(combinations_of(self.kind, row) for row in bet.rows)
                for bets in self.bets.values()
                for bet in bets
            ),
        }
        if self.has_cells:
            found["cells"] = sum(self.cells)
        if self.count_minor is not None:
            found["second_count"] = self.count_minor
        return found


SURE = {"win": 1, "place": 2, "show": 3, "quinella": 2}
"""With how many betting interests left every bet in a pool of a type wins."""
_PAIRS = ("exacta", "quinella", "double")


@dataclass
class Terminal:
    """A ticket issuing machine."""

    window: int
    kind: TerminalKind
    is_open: bool = True
    sold: list[str | int] = field(default_factory=list)
    """Its tickets, by their serial numbers, which begin with 1; of one that is filed, the number of the file."""
    cash_minor: int = 0
    """What its drawer took less what it gave."""
    sold_minor: int = 0
    undelivered: int = 0
    """How many of its tickets never came out of it."""

    @property
    def serial(self) -> int:
        """Return the last serial number issued; none is left out."""
        return len(self.sold)


@dataclass
class Day:
    """One facility's tote day."""

    config: DayConfig
    rules: ToteRules
    cards: dict[str, Card] = field(default_factory=dict)
    races: dict[Key, RaceDay] = field(default_factory=dict)
    books: dict[str, Book] = field(default_factory=dict)
    terminals: dict[str, Terminal] = field(default_factory=dict)
    tickets: Tickets = field(default_factory=Tickets)
    held: dict[Any, Any] = field(default_factory=dict, compare=False, repr=False)
    """What open tickets have in common, as it first came: bets, and what they are made of."""
    _filed_since: int = field(default=0, compare=False, repr=False)
    """How many tickets were filed since what only they had was last let go of."""
    halted: str | None = None
    """Why nothing is cashed."""
    is_closed: bool = False
    is_expired: bool = False
    balances: dict[str, int] = field(default_factory=dict)
    """What every account holds: the fold of all moves."""
    round: None = None
    """No round of a game is played in a tote day's stream."""

    def shared(self, bet: SoldBet) -> SoldBet:
        """Return a bet as all tickets have it that were sold the same: a day is full of equal bets, names and rows.

        Each is held once. With the names and rows of its own a bet would take more than twice as much.
        """
        known = self.held.get(bet)
        if known is None:
            once = self.held.setdefault
            track, pools, rows = (once(part, part) for part in (bet.track, bet.pools, bet.rows))
            known = msgspec.structs.replace(bet, track=track, pools=pools, rows=rows)
            self.held[known] = known
        return known

    def share(self) -> None:
        """Hold once what tickets have in common, as after their sales: from a snapshot everything comes by itself."""
        tickets = self.tickets.open
        self.tickets.index()
        # One number for all tickets of a file.
        places = list(range(len(self.tickets.files)))
        for ticket in tickets.values():
            ticket.share(self.shared)
        self.tickets.open = {ticket.id: ticket for ticket in tickets.values()}
        for terminal in self.terminals.values():
            terminal.sold = [places[sold] if isinstance(sold, int) else tickets[sold].id for sold in terminal.sold]
        for name, book in self.books.items():
            book.bets = {tickets[number].id: tickets[number].bets_in(name) for number in book.bets}

    def ticket_at(self, terminal: str, serial: int) -> str | None:
        """Return the ticket that a terminal issued under a serial number; None where there is none."""
        known = self.terminals.get(terminal)
        if known is None or not 1 <= serial <= known.serial:
            return None
        sold = known.sold[serial - 1]
        if isinstance(sold, str):
            return sold
        tickets = self.tickets.in_file(sold).values()
        return next(ticket.id for ticket in tickets if (ticket.terminal, ticket.serial) == (terminal, serial))

    def ticket_to_change(self, number: str) -> Ticket:
        """Return a ticket to be changed; where it is filed, it is opened with all that were filed together."""
        if number not in self.tickets.open:
            self._open_file(self.tickets.file_of(number))
        return self.tickets.open[number]

    def _open_file(self, place: int) -> None:
        for ticket in self.tickets.take_file(place):
            ticket.share(self.shared)
            # Whatever is still decided when the next file is made goes into that.
            self.tickets.decided.append(ticket.id)
            self.terminals[ticket.terminal].sold[ticket.serial - 1] = ticket.id
            for name in ticket.pools:
                book = self.books[name]
                book.files.discard(place)
                if book.has(ticket):
                    book.bets[ticket.id] = ticket.bets_in(name)

    def open_pool(self, name: str) -> list[str]:
        """Open all tickets with bets in a pool, whose result changed; return their numbers."""
        for place in sorted(self.books[name].files):
            self._open_file(place)
        return list(self.books[name].bets)

    def is_decided(self, ticket: Ticket) -> bool:
        """Tell whether nothing is due on a ticket, and nothing comes of it unless a result is corrected."""
        if ticket.state is TicketState.CANCELLED:
            return True
        return not ticket.due and all(self.books[name].settled is not None for name in ticket.pools)

    def file_decided(self, numbers: Iterable[str]) -> None:
        """File those tickets that are decided, as many together as a file has."""
        waiting, tickets = self.tickets.decided, self.tickets.open
        waiting += [number for number in numbers if self.is_decided(tickets[number])]
        if len(waiting) < FILE_TICKETS:
            return
        # One may wait twice, or something may be due on it by now.
        waiting[:] = [n for n in dict.fromkeys(waiting) if n in tickets and self.is_decided(tickets[n])]
        whole = len(waiting) - len(waiting) % FILE_TICKETS
        for start in range(0, whole, FILE_TICKETS):
            self._file([tickets[number] for number in waiting[start : start + FILE_TICKETS]])
        del waiting[:whole]
        if self._filed_since > len(tickets):
            self._let_go()

    def _file(self, tickets: list[Ticket]) -> None:
        place = self.tickets.add_file(tickets)
        for ticket in tickets:
            self.terminals[ticket.terminal].sold[ticket.serial - 1] = place
            for name in ticket.pools:
                if self.books[name].bets.pop(ticket.id, None) is not None:
                    self.books[name].files.add(place)
        self._filed_since += len(tickets)

    def _let_go(self) -> None:
        """Let go of what only filed tickets had; an empty dictionary, too, keeps the room that it had."""
        self._filed_since = 0
        tickets = self.tickets.open = {**self.tickets.open}
        for book in self.books.values():
            if book.files:
                book.bets = {**book.bets}
        self.held = {}
        for bet in {bet for ticket in tickets.values() for bet in ticket.bets}:
            self.held |= {part: part for part in (bet, bet.track, bet.pools, bet.rows)}

    def sold_in(self, name: str) -> list[Sold]:
        """Return every ticket whose bets in a pool stand, with those bets, in the order of the sales."""
        book, tickets = self.books[name], self.tickets
        found = [(tickets.open[number], bets) for number, bets in book.bets.items()]
        if book.settled is None:
            return found
        filed = (ticket for place in sorted(book.files) for ticket in tickets.in_file(place).values())
        found += [(ticket, bets) for ticket in filed if book.has(ticket) and (bets := ticket.bets_in(name))]
        return sorted(found, key=lambda sold: sold[0].place)

    def is_open(self, book: Book) -> bool:
        """Tell whether bets in a pool are taken and given back: its first race is open, and no leg has been closed."""
        first, *others = (self.races[book.track, number].phase for number in book.card.races)
        is_ahead = all(phase in (Phase.OPEN, Phase.CANCELLED) for phase in others)
        return book.settled is None and first is Phase.OPEN and is_ahead

    def is_short(self, book: Book) -> bool:
        """Tell whether so few stand in a pool's race that every bet in it wins."""
        race = self.races[book.track, book.first]
        return len(race.race.interests) - race.out_mask().bit_count() <= SURE.get(book.kind, 0)

    def closed_races(self, track: str) -> frozenset[int]:
        """Return the races of a track whose betting has stopped."""
        return frozenset(
            number for (name, number), race in self.races.items() if name == track and race.phase is not Phase.OPEN
        )

    def pools_of(self, track: str, number: int) -> Iterator[tuple[str, Book]]:
        """Yield the pools that have a race."""
        for name, book in self.books.items():
            if book.track == track and number in book.card.races:
                yield name, book

    def favorite(self, track: str, number: int) -> int | None:
        """Return the standing interest with the most money to win, by the win pool; None where there is none."""
        race, to_win = self.races[track, number], self.books.get(f"{track}-{number}-win")
        if to_win is None:
            return None
        standing = replace(race.race, scratched_late=race.out_mask())
        return standing.favorite_by(to_win.cells or [0] * len(race.race.interests))

    def pool(self, name: str, changed: RaceDay | None = None, sold: Iterable[Sold] | None = None) -> Pool:
        """Return a pool as it is calculated as far as its races have come, one of them perhaps changed.

        It has the bets of the tickets that are given, or of all.
        """
        book = self.books[name]
        races = tuple(self._leg(book, number, changed) for number in book.card.races)
        rates = {SOURCE: rate_of(book.card.takeout, "takeout", is_takeout=True)}
        bets = [bet for one in (self.sold_in(name) if sold is None else sold) for bet in _bets(name, *one)]
        return Pool(name, book.kind, races, rates, book.config, book.card.carryover_minor, book.card.mandatory, bets,
                    book.payoffs or None)  # fmt: skip

    def sold_as(self, number: str, name: str) -> Sold:
        """Return a ticket with its bets in a pool."""
        ticket = self.tickets[number]
        return ticket, ticket.bets_in(name) if self.books[name].has(ticket) else ()

    def _leg(self, book: Book, number: int, changed: RaceDay | None) -> Race:
        race = self.races[book.track, number]
        if changed is not None and changed.card is race.card:
            race = changed
        leg = race.as_leg(book.first, self.favorite(book.track, number))
        return leg if f"{book.track}-{number}-win" in self.books else replace(leg, is_unranked=True)

    def bets_in(self, name: str, number: str) -> Iterator[Bet]:
        """Yield a ticket's bets in a pool."""
        return _bets(name, *self.sold_as(number, name))


def _bets(name: str, ticket: Ticket, laid: Iterable[SoldBet]) -> Iterator[Bet]:
    """Yield bets in a pool as they are calculated, row by row."""
    exchanges = ticket.exchanges.get(name, {})
    rows = [(row, bet.amount_minor) for bet in laid for row in bet.rows]
    for place, (row, amount) in enumerate(rows):
        yield Bet(ticket.id, name, SOURCE, amount, row, exchanges.get(place, ()))


def new_day(config: DayConfig) -> Day:
    """Return a day on which nothing has happened yet."""
    return Day(config, tote_rules(config.rulebook, config.settings))


def book_of(card: Card, pool: CardPool, sizes: tuple[int, ...]) -> Book:
    """Return an empty pool of a card."""
    return Book(card.track, pool, config_of({**card.config, **pool.config}, f"pools.{pool.type}.config"), sizes)
