"""What a mutuel manager's desk shows: the day race by race with the next act of each, pools counted twice, and prices.

Nothing is decided or changed here. What an order of finish would pay is found as it is found when the race becomes
official, on the day as it stands; these prices are not public.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from datetime import datetime
from typing import Any, Final

import msgspec

from pitboss.decider import Act, Event, tag_of
from pitboss.errors import PitbossError
from pitboss.tote.cloths import Cloth, cloth_of
from pitboss.tote.day import acts as a
from pitboss.tote.day import events as e
from pitboss.tote.day.board import KIND_NAMES, STRAIGHT, minutes_to_post
from pitboss.tote.day.checks import require_race
from pitboss.tote.day.racing import refuse_order
from pitboss.tote.day.settling import prices_seen, settled_anew, settled_or_held
from pitboss.tote.day.state import Book, Day, Phase, RaceDay, pool_account
from pitboss.tote.day.windows import money
from pitboss.tote.races import number_key


class _Part(msgspec.Struct, frozen=True, kw_only=True):
    """A part of the desk."""


class DeskRace(_Part, frozen=True, kw_only=True):
    """A race of the day's timeline."""

    track: str
    race: int
    phase: str
    post_time: datetime
    minutes_to_post: int | None
    sold_minor: int
    """What is in the pools that begin with it."""
    order: list[list[str]]
    inquiry: str | None
    held: list[str]
    """What the pools are called whose prices are held."""
    act: str | None
    """The act that brings it on; None where nothing does."""
    next: str
    """That act in words, as a button says it."""


class DeskRunner(_Part, frozen=True, kw_only=True):
    """A runner of the chosen race."""

    no: str
    name: str
    is_out: bool
    cloth: Cloth | None


class DeskPool(_Part, frozen=True, kw_only=True):
    """A pool of the chosen race, counted twice."""

    pool: str
    name: str
    ours_minor: int
    """By the prices of the tickets sold."""
    second_minor: int
    """By a count from outside where there is one, else by the combinations on the tickets."""
    is_counted: bool
    """Whether it was counted from outside."""
    difference_minor: int
    """The second count less ours; where these agree, by how much another way of counting differs."""
    status: str


class Step(_Part, frozen=True, kw_only=True):
    """What has to be before a race is official."""

    text: str
    note: str
    is_done: bool
    is_bad: bool = False


class Straight(_Part, frozen=True, kw_only=True):
    """What a number pays to win, place and show."""

    number: str
    win: int | None
    place: int | None
    show: int | None


class Paid(_Part, frozen=True, kw_only=True):
    """What a pool beside those pays; one that pays nothing has one line that says why."""

    pool: str
    name: str
    combo: str | None
    price_minor: int | None
    note: str


class Preview(_Part, frozen=True, kw_only=True):
    """What an order of finish would pay for two dollars."""

    problem: str | None = None
    """Why it cannot be the order; None where it can."""
    clause: str | None = None
    straights: list[Straight] = []
    paid: list[Paid] = []
    held: list[str] = []
    """Pools that would have no price, because their totals differ."""
    seen: str = ""
    """A digest of these prices, by which whoever confirms the order says which they have seen."""


class Desk(_Part, frozen=True, kw_only=True):
    """The desk, with one race chosen."""

    races: list[DeskRace]
    track: str
    track_name: str
    race: int
    runners: list[DeskRunner]
    pools: list[DeskPool]
    steps: list[Step]
    prices: Preview | None
    """What the posted order pays, or would; None before one is posted."""


_NEXT: Final[dict[Phase, tuple[type[Act], str]]] = {
    Phase.OPEN: (a.StopBetting, "Stop betting"),
    Phase.CLOSED: (a.PostResult, "Post the result"),
    Phase.POSTED: (a.DeclareOrderOfficial, "Make it official"),
    Phase.OFFICIAL: (a.CorrectResult, "Correct"),
}


def desk(day: Day, track: str, race: int, now: datetime) -> Desk:
    """Return the desk with a race chosen.

    Raises:
        InputError: for a track or race that is not on a card of the day.
    """
    chosen = require_race(day, track, race)
    pools = [_pool(day, name, book) for name, book in day.pools_of(track, race)]
    return Desk(
        races=[_race(day, key, one, now) for key, one in sorted(day.races.items(), key=lambda item: item[1].post_time)],
        track=track,
        track_name=day.cards[track].name,
        race=race,
        runners=[_runner(chosen, no) for no in sorted(chosen.race.interest_of, key=number_key)],
        pools=pools,
        steps=list(_steps(chosen, pools)),
        prices=_prices(day, track, race),
    )


def next_act(day: Day, track: str, number: int) -> tuple[type[Act], str] | None:
    """Return the act that brings a race on, and what its button says; None after a race that was called off."""
    race = day.races[track, number]
    if race.phase is Phase.POSTED and race.inquiry is not None:
        return a.EndInquiry, "End the inquiry"
    held = [(name, book) for name, book in day.pools_of(track, number) if book.is_held]
    if race.is_over and held:
        name, book = held[0]
        return (a.RecordCount, "Count again") if _differs(day, name, book) else (a.PublishPrices, "Publish prices")
    return _NEXT.get(race.phase)


def _race(day: Day, key: tuple[str, int], race: RaceDay, now: datetime) -> DeskRace:
    track, number = key
    found = next_act(day, track, number)
    act, text = (None, "") if found is None else (tag_of(found[0]), found[1])
    return DeskRace(
        track=track,
        race=number,
        phase=race.phase.value,
        post_time=race.post_time,
        minutes_to_post=minutes_to_post(race.post_time, now) if race.phase is Phase.OPEN else None,
        sold_minor=sum(book.total_minor for _, book in day.pools_of(track, number) if book.first == number),
        order=[[*place] for place in race.places],
        inquiry=race.inquiry,
        held=[_named(book) for _, book in day.pools_of(track, number) if book.is_held],
        act=act,
        next=text,
    )


def _runner(race: RaceDay, no: str) -> DeskRunner:
    name = next(runner.name for runner in race.card.runners if runner.no == no)
    return DeskRunner(no=no, name=name, is_out=no in race.out, cloth=cloth_of(race.card.runs, no))


def _named(book: Book) -> str:
    races = book.card.races
    return KIND_NAMES[book.kind] if len(races) == 1 else f"{KIND_NAMES[book.kind]} {races[0]}-{races[-1]}"


def _differs(day: Day, name: str, book: Book) -> bool:
    return len(set(book.totals(day.balances.get(pool_account(name), 0)).values())) > 1


def _pool(day: Day, name: str, book: Book) -> DeskPool:
    """Count a pool as it is counted before it is priced; a settled one has given its account away."""
    status = "held" if book.is_held else "open" if day.is_open(book) else "closed"
    totals = {"prices": book.total_minor}
    if book.settled is None:
        totals = book.totals(day.balances.get(pool_account(name), 0))
    else:
        status = book.settled.status
    ours = totals.pop("prices")
    second = totals.get("second_count", totals.get("combinations", ours))
    others = (total - ours for total in (second, *totals.values()))
    return DeskPool(
        pool=name,
        name=_named(book),
        ours_minor=ours,
        second_minor=second,
        is_counted="second_count" in totals or book.count_minor is not None,
        difference_minor=next((difference for difference in others if difference), 0),
        status=status,
    )


def _steps(race: RaceDay, pools: Sequence[DeskPool]) -> Iterator[Step]:
    """Yield what has to be before a race is official, in its order."""
    if race.phase is Phase.CANCELLED:
        yield Step(text="Called off: its bets are refunded", note="", is_done=True)
        return
    is_posted = race.phase in (Phase.POSTED, Phase.OFFICIAL)
    yield Step(text="Betting stopped", note="", is_done=race.phase is not Phase.OPEN)
    order = ", ".join("=".join(place) for place in race.places)
    yield Step(text="Result posted", note=order, is_done=is_posted)
    if race.inquiry is not None:
        yield Step(text=f"Inquiry: {race.inquiry}", note="end it first", is_done=False, is_bad=True)
    differing = [pool for pool in pools if pool.difference_minor]
    for pool in differing:
        yield Step(text=f"{pool.name}: the counts differ", note="count it again", is_done=False, is_bad=True)
    if not differing:
        yield Step(text="Counts agree", note="", is_done=True)
    is_official = race.phase is Phase.OFFICIAL
    yield Step(text="Official, by two people", note="both see the prices", is_done=is_official)


def _prices(day: Day, track: str, number: int) -> Preview | None:
    """Return what the posted order pays, or would; None before one is posted.

    What an official order pays is known of its pools: nobody who looks has them calculated again.
    """
    race = day.races[track, number]
    if race.phase is not Phase.OFFICIAL:
        return preview(day, track, number, race.order) if race.order else None
    return _told(day, track, number, race, ())


def preview(day: Day, track: str, number: int, order: Sequence[a.Finisher]) -> Preview:
    """Return what an order of finish would pay if it became official now, or why it cannot be the order."""
    race = require_race(day, track, number)
    if race.phase in (Phase.OPEN, Phase.CANCELLED):
        reason = f"race {number} is {race.phase.value}: it has no order of finish"
        return Preview(problem=reason, clause=day.rules.clause("results"))
    try:
        refuse_order(day, race, order)
    except PitbossError as error:
        return Preview(problem=error.reason, clause=getattr(error, "clause", None))
    changed = replace(race, phase=Phase.OFFICIAL, order=tuple(order), inquiry=None)
    found = settled_anew if race.phase is Phase.OFFICIAL else settled_or_held
    return _told(day, track, number, changed, tuple(found(day, track, number, changed)))


def _told(day: Day, track: str, number: int, changed: RaceDay, events: Sequence[Event]) -> Preview:
    """Tell what a race's pools pay, those that are priced already and what comes of the others."""
    settled, held = dict(_settled(day, track, number)), []
    for event in events:
        if isinstance(event, e.PoolSettled):
            settled[event.pool] = event
        elif isinstance(event, e.PricesHeld):
            held.append(_named(day.books[event.pool]))
    return Preview(
        straights=list(_straights(changed, settled)),
        paid=list(_paid(day, number, settled)),
        held=held,
        seen=prices_seen(day, track, number, events),
    )


def _settled(day: Day, track: str, number: int) -> Iterator[tuple[str, e.PoolSettled]]:
    """Yield the pools of a race that are priced already."""
    for name, book in day.pools_of(track, number):
        if book.settled is not None:
            yield name, book.settled


def _straights(race: RaceDay, settled: dict[str, e.PoolSettled]) -> Iterator[Straight]:
    """Yield what win, place and show pay, in the order of finish and an entry once."""
    prices: dict[str, dict[str, int]] = {kind: {} for kind in STRAIGHT}
    for event in settled.values():
        if event.kind in prices:
            prices[event.kind] = {str(winner["combo"]): int(winner["price_2"]) for winner in event.winners}
    seen = dict.fromkeys(race.race.interests[race.race.interest_of[no]] for place in race.places for no in place)
    for number in seen:
        win, place, show = (prices[kind].get(number) for kind in STRAIGHT)
        if any(price is not None for price in (win, place, show)):
            yield Straight(number=number, win=win, place=place, show=show)


def _paid(day: Day, number: int, settled: dict[str, e.PoolSettled]) -> Iterator[Paid]:
    """Yield what the other pools pay that this race decides, and what becomes of the money where they pay nothing."""
    for name, event in settled.items():
        book = day.books[name]
        if book.card.races[-1] != number or event.status == "empty":
            continue
        if event.kind in STRAIGHT and event.status == "official":
            continue
        carried = event.carryover_out_minor
        note = f"{money(day, carried)} is carried over" if carried else (event.reason or "")
        lines: tuple[dict[str, Any], ...] = event.winners or ({},)
        for place, winner in enumerate(lines):
            yield Paid(
                pool=name,
                name=_named(book),
                combo=winner.get("combo"),
                price_minor=winner.get("price_2"),
                note=note if place == 0 else "",
            )
