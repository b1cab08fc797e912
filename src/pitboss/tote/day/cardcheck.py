"""A race card checked whole against the rulebook: every fault at once, with its place, its value and its clause."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime, timedelta
from itertools import pairwise

import msgspec

from pitboss.decider import decode_or_explain
from pitboss.errors import InputError
from pitboss.rulebook import Fault
from pitboss.rulebook.clauses import cites
from pitboss.tote.combos import LEGS, POSITIONS
from pitboss.tote.config import config_of, fraction_of
from pitboss.tote.day.cardshape import shape_faults
from pitboss.tote.day.config import DayConfig
from pitboss.tote.day.racecard import Card, CardPool, CardRace, pool_id
from pitboss.tote.rules import ToteRules

NOMINATIONS = timedelta(hours=72)
SUNDAY = 6
STAKES = ("stake", "walkover")
MATCH_RUNNERS = 2
CARRIED = ("pick6", "twin_trifecta")
"""The pools that may leave money to another day."""


def read_card(data: bytes) -> tuple[Card | None, list[Fault]]:
    """Read a card written as JSON, with everything in it that cannot be read.

    Raises:
        InputError: for what is no JSON.
    """
    try:
        return decode_or_explain(data, msgspec.json.Decoder(Card)), []
    except InputError as error:
        if not isinstance(error.__cause__, msgspec.ValidationError):
            raise
        return None, list(shape_faults(msgspec.json.decode(data)))


def card_faults(card: Card, rules: ToteRules, day: DayConfig | None) -> list[Fault]:
    """Find everything that is wrong with a card; a fault without a clause is one that nobody could mean.

    Whether its races are on the facility's day is looked at where there is one.
    """
    found = [*_track_faults(card, rules), *_race_faults(card, day), *_pool_faults(card, rules)]
    for race in card.races:
        found += _kind_faults(card, race, rules)
    return sorted(found, key=lambda fault: fault.clause is not None)


@cites("PW-A8")
def _track_faults(card: Card, rules: ToteRules) -> Iterator[Fault]:
    if not card.is_equipped:
        reason = "a sending track is equipped to simulcast its races"
        yield Fault("is_equipped", card.is_equipped, reason, rules.clause("sending_track"))


@cites("PW-C", "Q80")
def _race_faults(card: Card, day: DayConfig | None) -> Iterator[Fault]:
    """Find what is wrong with the races by themselves; each has the hour of its own track's clock."""
    numbers = [race.number for race in card.races]
    for place, race in enumerate(card.races):
        where = f"races[{place}]"
        if race.number in numbers[:place]:
            yield Fault(f"{where}.number", race.number, "that race is on the card already")
        if day is not None and day.date_at(race.post_time) != day.date:
            reason = f"it is not on the facility's day, {day.date}, which lasts until {day.settings['day_ends']}"
            yield Fault(f"{where}.post_time", race.post_time.isoformat(), reason)
        seen: set[str] = set()
        for i, runner in enumerate(race.runners):
            if runner.no in seen:
                reason = f"that runner is in race {race.number} already"
                yield Fault(f"{where}.runners[{i}].no", runner.no, reason)
            seen.add(runner.no)
        yield from _entry_faults(race, where)
    for before, after in pairwise(sorted(card.races, key=lambda race: race.number)):
        if after.post_time <= before.post_time and after.number != before.number:
            reason = f"race {after.number} does not start after race {before.number}"
            yield Fault(f"races[{card.races.index(after)}].post_time", after.post_time.isoformat(), reason)


def _entry_faults(race: CardRace, where: str) -> Iterator[Fault]:
    """Find runners coupled under the number of one that is coupled elsewhere: nobody could say what a bet on it is."""
    coupled = {runner.no: runner.interest for runner in race.runners}
    for i, runner in enumerate(race.runners):
        if runner.entry is not None and coupled.get(runner.entry, runner.entry) != runner.entry:
            reason = f"runner {runner.entry} of race {race.number} is itself bet under {coupled[runner.entry]}"
            yield Fault(f"{where}.runners[{i}].entry", runner.entry, reason)


@cites("PW-A5a", "PW-A5b", "PW-A5c", "PW-A5d", "PW-A5e", "PW-A5f", "PW-A5g", "PW-A5h")
def _kind_faults(card: Card, race: CardRace, rules: ToteRules) -> Iterator[Fault]:
    """Find where a race is not of the kind the card calls it."""
    where = f"races[{card.races.index(race)}]"
    clauses = {rule.kind: rule.clause for rule in rules.data.race_kinds}
    clause = clauses.get(race.kind)
    if clause is None:
        yield Fault(f"{where}.kind", race.kind, f"the rulebook knows {', '.join(clauses)}", rules.clause("card"))
        return
    if race.kind in STAKES:
        closed = race.nominations_close_at
        if closed is None or race.post_time - closed < NOMINATIONS:
            reason = f"nominations to race {race.number} close 72 hours or more before its start"
            yield Fault(
                f"{where}.nominations_close_at", closed and closed.isoformat(), reason, clauses.get("stake", clause)
            )
    if race.kind == "overnight":
        first = min(race.post_time for race in card.races)
        closed = race.entries_close_at
        if closed is None or closed > first or _without_sundays(closed, first) > NOMINATIONS:
            reason = f"entries to race {race.number} close 72 hours or less, Sundays not counted, before the first race"
            yield Fault(f"{where}.entries_close_at", closed and closed.isoformat(), reason, clause)
    owners = {runner.owner for runner in race.runners}
    if race.kind == "walkover" and len(race.runners) > 1 and (len(owners) > 1 or None in owners):
        reason = f"a walkover has one starter, or starters of one owner; race {race.number} has {len(race.runners)}"
        yield Fault(f"{where}.runners", len(race.runners), reason, clause)
    if race.kind == "match" and len(race.runners) != MATCH_RUNNERS:
        reason = f"a match race is between two runners; race {race.number} has {len(race.runners)}"
        yield Fault(f"{where}.runners", len(race.runners), reason, clause)


def _without_sundays(start: datetime, end: datetime) -> timedelta:
    """Return the time between two instants that is not on a Sunday, by the first race's own clock."""
    at, counted = start.astimezone(end.tzinfo), timedelta()
    while at < end:
        midnight = at.replace(hour=0, minute=0, second=0, microsecond=0) + timedelta(days=1)
        until = min(midnight, end)
        if at.weekday() != SUNDAY:
            counted += until - at
        at = until
    return counted


@cites("PW-C", "PW-C5", "PW-C9", "PW-C11", "PW-C12")
def _pool_faults(card: Card, rules: ToteRules) -> Iterator[Fault]:
    seen: set[str] = set()
    sizes = {race.number: len({runner.interest for runner in race.runners}) for race in card.races}
    clauses = {rule.kind: rule.clause for rule in rules.data.bets}
    for place, pool in enumerate(card.pools):
        where = f"pools[{place}]"
        name = pool_id(card.track, pool.races[0], pool.type)
        if name in seen:
            yield Fault(where, name, "that pool is on the card already")
        seen.add(name)
        clause = clauses.get(pool.type)
        if clause is None:
            yield Fault(f"{where}.type", pool.type, "the rulebook does not know such a bet", rules.clause("permitted"))
        yield from _calculation_faults(card, pool, where)
        if pool.carryover_minor and pool.type not in CARRIED:
            reason = f"nothing is carried over in a {pool.type} pool; only in {' and '.join(CARRIED)}"
            yield Fault(f"{where}.carryover_minor", pool.carryover_minor, reason)
        unknown = [number for number in pool.races if number not in sizes]
        for number in unknown:
            yield Fault(f"{where}.races", number, "no such race on the card")
        if not unknown:
            yield from _leg_faults(pool, where, sizes, clause)


def _leg_faults(pool: CardPool, where: str, sizes: dict[int, int], clause: str | None) -> Iterator[Fault]:
    wanted, races = LEGS.get(pool.type, 1), list(pool.races)
    if len(races) != wanted:
        many = "one race" if wanted == 1 else f"{wanted} races"
        yield Fault(f"{where}.races", races, f"a {pool.type} is on {many}", clause)
        return
    order = sorted(sizes)
    start = order.index(races[0])
    if races != order[start : start + wanted]:
        yield Fault(f"{where}.races", races, f"a {pool.type} is on races in a row", clause)
    least = POSITIONS.get(pool.type, 1)
    for number in races:
        if sizes[number] < least:
            reason = f"a {pool.type} needs {least} betting interests; race {number} has {sizes[number]}"
            yield Fault(f"{where}.races", number, reason, clause)


def _calculation_faults(card: Card, pool: CardPool, where: str) -> Iterator[Fault]:
    """Find what is wrong with a takeout and with how a pool is calculated, each by itself."""
    for check in (
        lambda: fraction_of(pool.takeout, f"{where}.takeout", is_takeout=True),
        lambda: config_of({**card.config, **pool.config}, f"{where}.config"),
    ):
        try:
            check()
        except InputError as error:
            yield Fault(str(error.values.get("field")), error.values.get("value"), error.reason)
