"""The board of one race as data: what the public sees of it at an instant, from the day as it stands.

Nothing is calculated here: odds, probable prices and will-pays are those of `odds.py`, and what is paid stands in the
settled pools. Prices appear when the race is official and not before; a photo finish is not told to the tote, so the
board does not know of one.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from datetime import datetime, timedelta
from fractions import Fraction
from typing import Any

import msgspec

from pitboss.errors import InputError
from pitboss.tote.combos import Bet, bits
from pitboss.tote.day.acts import NoRace
from pitboss.tote.day.checks import require_race
from pitboss.tote.day.racecard import pool_id
from pitboss.tote.day.state import SOURCE, Book, Day, Phase, RaceDay
from pitboss.tote.odds import odds_of, probables_of, will_pays_of
from pitboss.tote.pools import Outcome, Pool
from pitboss.tote.settle import settle_pool


class _Part(msgspec.Struct, frozen=True, kw_only=True):
    """A part of the board."""


class BoardRunner(_Part, frozen=True, kw_only=True):
    """A runner by its program number."""

    no: str
    name: str
    is_out: bool


class BoardInterest(_Part, frozen=True, kw_only=True):
    """What is bet under one number: its runners, its odds, and the money on it."""

    number: str
    runners: tuple[BoardRunner, ...]
    is_out: bool
    """Whether none of its runners is left."""
    is_favorite: bool
    morning_line: str | None
    odds: str | None
    """As a board shows them, `5-2`; None where nobody can win it any more, or the race has no win pool."""
    odds_cents: int | str | None
    """The profit on a dollar, exactly; None where nobody has bet on it."""
    win_minor: int | None
    place_minor: int | None
    show_minor: int | None
    """What is bet on it in each pool; None where the race has no such pool."""


class BoardPool(_Part, frozen=True, kw_only=True):
    """A pool that has the race, and what is in it."""

    pool: str
    kind: str
    races: tuple[int, ...]
    status: str
    """`open`, `closed`, `held`, or as it was settled: `official`, `refunded`, `empty`."""
    sold_minor: int
    refunds_minor: int | None
    """What of it is handed back; None where that is counted only when the pool is settled."""
    carryover_minor: int


class Probables(_Part, frozen=True, kw_only=True):
    """What each pair would pay if it won alone: for each row the prices across the columns, None where nobody has it.

    The rows of a quinella are filled from the diagonal on; a pair with a number that is out has no price.
    """

    pool: str
    kind: str
    rows: tuple[str, ...]
    columns: tuple[str, ...]
    rows_out: tuple[str, ...]
    columns_out: tuple[str, ...]
    prices: tuple[tuple[int | None, ...], ...]


class WillPays(_Part, frozen=True, kw_only=True):
    """What live tickets will pay, by who wins the last leg alone; None where nobody is live with it."""

    pool: str
    kind: str
    prices: dict[str, int | None]


class Finish(_Part, frozen=True, kw_only=True):
    """A runner in the posted order; prices stand beside the first runner of what they are paid on."""

    place: int
    is_dead_heat: bool
    no: str
    name: str
    number: str
    """The betting interest."""
    win: int | None = None
    place_price: int | None = None
    show: int | None = None


class PaidOut(_Part, frozen=True, kw_only=True):
    """A line of what a settled pool pays; a pool that pays nothing has one line that says why."""

    pool: str
    kind: str
    status: str
    reason: str | None
    combo: str | None
    level: int | str | None
    price: int | None
    carryover_minor: int
    """What the pool leaves to another day; on the first line of several."""


class Board(_Part, frozen=True, kw_only=True):
    """One race at one instant."""

    facility: str
    currency: str
    track: str
    track_name: str
    race: int
    kind: str
    runs: str
    title: str | None
    distance: str | None
    surface: str | None
    now: datetime
    post_time: datetime
    minutes_to_post: int | None
    """While the race is open. It closes nothing: betting stops when the track says so."""
    status: tuple[str, ...]
    """The lights: OPEN, OFF, UNOFFICIAL, OFFICIAL or CANCELLED, then what else is lit."""
    notes: tuple[str, ...]
    interests: tuple[BoardInterest, ...]
    pools: tuple[BoardPool, ...]
    probables: tuple[Probables, ...]
    will_pays: tuple[WillPays, ...]
    finish: tuple[Finish, ...]
    paid_out: tuple[PaidOut, ...]


KIND_NAMES = {
    "win": "Win",
    "place": "Place",
    "show": "Show",
    "across_the_board": "Across",
    "exacta": "Exacta",
    "quinella": "Quinella",
    "trifecta": "Trifecta",
    "superfecta": "Superfecta",
    "double": "Daily double",
    "pick3": "Pick three",
    "pick6": "Pick six",
    "pickn": "Pick n",
    "twin_trifecta": "Twin trifecta",
}
"""What each kind of pool is called where people read it, and the bet in three of them at once."""
STRAIGHT = ("win", "place", "show")
PAIRS = ("exacta", "quinella", "double")
WITH_WILL_PAYS = ("double", "pick3", "pick6")
UNRUN = (Phase.OPEN, Phase.CLOSED)
_LIGHTS = {Phase.OPEN: "OPEN", Phase.CLOSED: "OFF", Phase.POSTED: "UNOFFICIAL", Phase.OFFICIAL: "OFFICIAL",
           Phase.CANCELLED: "CANCELLED"}  # fmt: skip


def board(day: Day, track: str, race: int, now: datetime) -> Board:
    """Return the board of a race at an instant.

    Raises:
        InputError: for a track or race that is not on a card of the day.
    """
    found = require_race(day, track, race)
    card, is_open = found.card, found.phase is Phase.OPEN
    books = dict(day.pools_of(track, race))
    sums = {
        name: settle_pool(summed_pool(day, name))
        for name, book in books.items()
        if book.has_cells and (book.settled is None or book.kind == "win")
    }
    return Board(
        facility=day.config.name,
        currency=day.config.currency,
        track=track,
        track_name=day.cards[track].name,
        race=race,
        kind=card.kind,
        runs=card.runs,
        title=card.title,
        distance=card.distance,
        surface=card.surface,
        now=now,
        post_time=found.post_time,
        minutes_to_post=minutes_to_post(found.post_time, now) if is_open else None,
        status=tuple(_lights(found, books)),
        notes=tuple(_notes(day, found)),
        interests=tuple(_interests(day, track, found, sums)),
        pools=tuple(_board_pool(day, name, book, sums) for name, book in books.items()),
        probables=tuple(_probables(found, books, sums)),
        will_pays=tuple(_will_pays(day, race, books)),
        finish=tuple(_finish(day, track, found)),
        paid_out=tuple(_paid_out(found, books)),
    )


def minutes_to_post(post_time: datetime, now: datetime) -> int:
    """Return the minutes until the post time, a begun minute as a whole one; none once it is past.

    >>> post = datetime.fromisoformat("2004-05-01T13:00:00-05:00")
    >>> [minutes_to_post(post, post - timedelta(seconds=seconds)) for seconds in (-30, 0, 1, 60, 61)]
    [0, 0, 1, 1, 2]
    """
    return max(0, -((now - post_time) // timedelta(minutes=1)))


def is_longer(odds: str | None, than: str | None) -> bool:
    """Tell whether shown odds pay more than others; odds that are not shown are the longest.

    >>> is_longer("5-2", "2-1"), is_longer("9-5", "2-1"), is_longer(None, "50-1")
    (True, False, True)
    """
    first, other = (Fraction(*map(int, (one or "99-1").split("-"))) for one in (odds, than))
    return first > other


def next_to_go(day: Day, track: str | None = None) -> tuple[str, int]:
    """Return the race that is decided next, of all tracks or of one, by its post time; after the last one that one.

    Raises:
        InputError: where there is no such card.
    """
    races = {key: race for key, race in day.races.items() if track in (None, key[0])}
    if not races:
        listed = ", ".join(day.cards) or "none"
        raise InputError(f"no such race card is open; there is {listed}", field="track", value=track)
    waiting = [key for key, race in races.items() if not race.is_over]
    in_order = sorted(waiting or races, key=lambda key: (races[key].post_time, key))
    return in_order[0] if waiting else in_order[-1]


def summed_pool(day: Day, name: str) -> Pool:
    """Return a pool of one or two places with one bet for each combination that has money, and no result.

    Its odds, totals and refunds are those of all its tickets, from far fewer bets; what single tickets get is not.
    """
    book, pool = day.books[name], day.pool(name, sold=())
    width = book.sizes[-1]
    for cell, amount in enumerate(book.cells):
        if amount:
            places = divmod(cell, width) if book.kind in PAIRS else (cell,)
            pool.bets.append(Bet("", name, SOURCE, amount, tuple(1 << place for place in places)))
    pool.races = tuple(replace(race, result=None) for race in pool.races)
    return pool


# The lights


def _lights(race: RaceDay, books: dict[str, Book]) -> Iterator[str]:
    yield "CANCELLED" if race.cause is NoRace.CANCELLED else "NO RACE" if race.cause else _LIGHTS[race.phase]
    if race.inquiry is not None:
        yield "INQUIRY"
    if any(finisher.dead_heat for finisher in race.order):
        yield "DEAD HEAT"
    numbers = [race.race.interests[i] for i in bits(race.out_mask())]
    if numbers:
        yield f"REFUND {', '.join(numbers)}"
    if any(book.is_held for book in books.values()):
        yield "PRICES HELD"


def _notes(day: Day, race: RaceDay) -> Iterator[str]:
    if race.inquiry is not None:
        yield f"Inquiry: {race.inquiry}"
    if day.halted is not None:
        yield f"Cashing is halted: {day.halted}"


# Runners, odds and money


def _interests(day: Day, track: str, race: RaceDay, sums: dict[str, Outcome]) -> Iterator[BoardInterest]:
    number = race.card.number
    names = {kind: pool_id(track, number, kind) for kind in STRAIGHT}
    money = {kind: _amounts(day.books[name]) for kind, name in names.items() if name in day.books}
    odds: dict[str, dict[str, Any]] = {}
    if "win" in money and race.phase is not Phase.CANCELLED:
        odds = odds_of(sums[names["win"]], SOURCE)
    favorite, out = day.favorite(track, number), race.out_mask()
    for i, interest in enumerate(race.race.interests):
        runners = [runner for runner in race.card.runners if runner.interest == interest]
        amounts = {kind: money[kind][i] if kind in money else None for kind in STRAIGHT}
        shown = odds.get(interest, {})
        yield BoardInterest(
            number=interest,
            runners=tuple(BoardRunner(no=one.no, name=one.name, is_out=one.no in race.out) for one in runners),
            is_out=bool(out >> i & 1),
            is_favorite=i == favorite and bool(amounts["win"]),
            morning_line=next((one.morning_line for one in runners if one.morning_line is not None), None),
            odds=shown.get("display"),
            odds_cents=shown.get("odds_cents"),
            win_minor=amounts["win"],
            place_minor=amounts["place"],
            show_minor=amounts["show"],
        )


def _amounts(book: Book) -> list[int]:
    return book.cells or [0] * book.sizes[0]


def _board_pool(day: Day, name: str, book: Book, sums: dict[str, Outcome]) -> BoardPool:
    status, refunds = "open" if day.is_open(book) else "closed", None
    if book.is_held:
        status = "held"
    if book.settled is not None:
        status, refunds = book.settled.status, book.settled.refunds_minor
    elif name in sums:
        refunds = sum(sums[name].refunds.values())
    return BoardPool(
        pool=name,
        kind=book.kind,
        races=book.card.races,
        status=status,
        sold_minor=book.total_minor,
        refunds_minor=refunds,
        carryover_minor=book.card.carryover_minor,
    )


# What would be paid


def _probables(race: RaceDay, books: dict[str, Book], sums: dict[str, Outcome]) -> Iterator[Probables]:
    """Yield the pairs that this race begins, until its order is posted."""
    for name, book in books.items():
        is_first = book.first == race.card.number and race.phase in UNRUN
        if book.kind in PAIRS and is_first and name in sums and sums[name].status == "open":
            yield matrix_of(sums[name])


def matrix_of(outcome: Outcome, source: str = SOURCE) -> Probables:
    """Return the probable prices of an open exacta, quinella or double as a table."""
    pool, prices = outcome.pool, probables_of(outcome, source)
    first, last = pool.races[0], pool.races[-1]
    between = "/" if pool.kind == "double" else "-"
    return Probables(
        pool=pool.name,
        kind=pool.kind,
        rows=first.interests,
        columns=last.interests,
        rows_out=tuple(first.interests[i] for i in bits(first.scratched)),
        columns_out=tuple(last.interests[i] for i in bits(last.scratched)),
        prices=tuple(
            tuple(prices.get(f"{row}{between}{column}") for column in last.interests) for row in first.interests
        ),
    )


def _will_pays(day: Day, number: int, books: dict[str, Book]) -> Iterator[WillPays]:
    """Yield the pools of which only this race is to be run, until its order is posted."""
    for name, book in books.items():
        *legs, last = (day.races[book.track, leg] for leg in book.card.races)
        is_last = book.card.races[-1] == number and all(leg.is_over for leg in legs) and last.phase in UNRUN
        if is_last and book.kind in WITH_WILL_PAYS and book.settled is None and book.bets:
            # Every ticket counts by itself here: a consolation is paid before the rest, and cut to whole cents.
            yield WillPays(pool=name, kind=book.kind, prices=will_pays_of(day.pool(name), settle_pool, SOURCE))


# What is paid


def _finish(day: Day, track: str, race: RaceDay) -> Iterator[Finish]:
    """Yield the posted order, with what win, place and show pay once it is official."""
    number = race.card.number
    settled = {kind: _prices(day.books.get(pool_id(track, number, kind))) for kind in STRAIGHT}
    by_no = {runner.no: runner for runner in race.card.runners}
    for entry in sorted(race.order, key=lambda entry: entry.place):
        runner = by_no[entry.runner]
        # A coupled entry has one price however many of its runners are placed: taken out, it is not shown twice.
        win, place, show = (settled[kind].pop(runner.interest, None) for kind in STRAIGHT)
        yield Finish(
            place=entry.place,
            is_dead_heat=entry.dead_heat,
            no=runner.no,
            name=runner.name,
            number=runner.interest,
            win=win,
            place_price=place,
            show=show,
        )


def _prices(book: Book | None) -> dict[str, int]:
    if book is None or book.settled is None:
        return {}
    return {str(winner["combo"]): int(winner["price_2"]) for winner in book.settled.winners}


def _paid_out(race: RaceDay, books: dict[str, Book]) -> Iterator[PaidOut]:
    """Yield what is paid in the pools that this race ends, and which it handed back."""
    for name, book in books.items():
        settled, is_last = book.settled, book.card.races[-1] == race.card.number
        if settled is None or settled.status == "empty" or (book.kind in STRAIGHT and settled.status == "official"):
            continue
        if not is_last and not (race.phase is Phase.CANCELLED and settled.status == "refunded"):
            continue
        carried = settled.carryover_out_minor
        for winner in settled.winners or ({},):
            yield PaidOut(
                pool=name,
                kind=book.kind,
                status=settled.status,
                reason=settled.reason,
                combo=winner.get("combo"),
                level=winner.get("level"),
                price=winner.get("price_2"),
                carryover_minor=carried,
            )
            carried = 0
