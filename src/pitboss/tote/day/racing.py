"""The races: cards, scratches, the close, results, the official sign."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any

from pitboss.decider import Command, Event, Move, require_role
from pitboss.errors import InputError
from pitboss.rulebook import ActionRefused, ProcedureBreach, SettingsRefused
from pitboss.rulebook.clauses import cites
from pitboss.tote.day import acts as a
from pitboss.tote.day import events as e
from pitboss.tote.day.cardcheck import card_faults
from pitboss.tote.day.checks import (
    MANAGING,
    SUPERVISING,
    is_racing_device,
    refuse_after_day,
    refuse_phase,
    require_book,
    require_race,
    require_racing,
    require_runner,
    require_witness,
)
from pitboss.tote.day.racecard import Card, pool_id
from pitboss.tote.day.settling import carryover_account, prices_seen, settled_or_held
from pitboss.tote.day.state import SURE, Day, Phase, RaceDay, pool_account
from pitboss.tote.day.windows import money

UNDECIDED = (Phase.OPEN, Phase.CLOSED, Phase.POSTED)


@cites("PW-C", "PW-A8", "RES")
def open_card(state: Day, command: Command[a.OpenCard]) -> Iterator[Event]:
    """Take a track's card, if it is whole and by the rulebook, and the carryovers that its pools begin with."""
    card, clause = command.act.card, require_managing(state, command)
    opens = state.rules.edition.adoption.opens_on
    today = state.config.date_at(command.received_at)
    if opens is not None and today < opens:
        reason = f"{state.rules.edition.id} is in force from {opens} on"
        raise ActionRefused(reason, clause="RES", opens_on=opens.isoformat())
    if card.track in state.cards:
        raise ActionRefused(f"the card of {card.track} is open already", clause=clause, track=card.track)
    faults = card_faults(card, state.rules, state.config)
    if faults and faults[0].clause is None:
        raise InputError(faults[0].reason, field=f"card.{faults[0].field}", value=faults[0].value)
    if faults:
        raise SettingsRefused(faults)
    moves = tuple(
        Move(carryover_account(card.track, pool.type), pool_account(name), pool.carryover_minor)
        for pool in card.pools
        for name in (pool_id(card.track, pool.races[0], pool.type),)
        if pool.carryover_minor
    )
    yield e.CardOpened(card=card, edition_hash=state.rules.edition.hash, by=command.by.id, moves=moves)
    for race in card.races:
        yield from _short_fields(state, card, RaceDay(race, race.post_time))


@cites("PW-A5f", "Q90")
def _short_fields(state: Day, card: Card, race: RaceDay, before: int | None = None) -> Iterator[Event]:
    """Yield the pools of a race in which every bet wins by now, and did not with as many runners as before."""
    chosen = state.rules.settings["short_field"]
    standing = len(race.race.interests) - race.out_mask().bit_count()
    for pool in card.pools:
        is_short = pool.races[0] == race.card.number and 0 < standing <= SURE.get(pool.type, 0)
        was_short = before is not None and before <= SURE.get(pool.type, 0)
        if is_short and not was_short and chosen != "sell":
            name = pool_id(card.track, race.card.number, pool.type)
            yield e.FieldShort(pool=name, standing=standing, is_stopped=chosen == "stop")


def require_managing(state: Day, command: Command[a.OpenCard]) -> str:
    """Return the clause of a card, or refuse whatever card it is to whoever opens none, and after the day."""
    clause = state.rules.clause("card")
    require_role(command, MANAGING, clause=clause, deed="open a race card")
    refuse_after_day(state, "card")
    return clause


@cites("PW-B3", "Q80")
def move_post_time(state: Day, command: Command[a.MovePostTime]) -> Iterator[Event]:
    """Move the post time of a race that is open; the new one lies ahead."""
    act = command.act
    require_racing(state, command, duty="final", deed="move a post time")
    race = require_race(state, act.track, act.race)
    refuse_phase(state, race, "final", open_to=(Phase.OPEN,), deed="move its post time")
    moved, clause = act.post_time.isoformat(), state.rules.clause("final")
    if act.post_time <= command.received_at:
        reason = f"the new post time of race {act.race}, {moved}, is past"
        raise ActionRefused(reason, clause=clause, post_time=moved)
    others = {number: race.post_time for (track, number), race in state.races.items() if track == act.track}
    is_between = all(
        act.post_time > time if act.race > number else act.post_time < time
        for number, time in others.items()
        if number != act.race
    )
    if state.config.date_at(act.post_time) != state.config.date or not is_between:
        reason = f"the new post time of race {act.race}, {moved}, is on another day or not between the races beside it"
        raise ActionRefused(reason, clause=clause, post_time=moved)
    yield e.PostTimeMoved(track=act.track, race=act.race, post_time=act.post_time, by=command.by.id)


@cites("PW-F1a")
def scratch_runner(state: Day, command: Command[a.ScratchRunner]) -> Iterator[Event]:
    """Take a runner out; when no runner of its betting interest is left the bets on it are no longer valid."""
    act = command.act
    require_racing(state, command, duty="refund_scratched", deed="scratch a runner")
    race = require_race(state, act.track, act.race)
    refuse_phase(state, race, "no_change", open_to=UNDECIDED, deed="take a runner out")
    clause = state.rules.clause("refund_scratched")
    require_runner(race, act.runner, "runner")
    if act.runner in race.out:
        reason = f"runner {act.runner} of race {act.race} is out already"
        raise ActionRefused(reason, clause=clause, runner=act.runner)
    if any(finisher.runner == act.runner for finisher in race.order):
        reason = f"runner {act.runner} has a place in the posted order of race {act.race}; post the order without it"
        raise ActionRefused(reason, clause=clause, runner=act.runner)
    interest = next(runner.interest for runner in race.card.runners if runner.no == act.runner)
    others = [runner.no for runner in race.card.runners if runner.interest == interest and runner.no != act.runner]
    is_out = all(number in race.out for number in others)
    yield e.RunnerScratched(
        track=act.track,
        race=act.race,
        runner=act.runner,
        out=act.out,
        interest_out=interest if is_out else None,
        by=command.by.id,
    )
    if is_out and race.phase is Phase.OPEN:
        before = len(race.race.interests) - race.out_mask().bit_count()
        changed = replace(race, out={**race.out, act.runner: frozenset()}, _masks={})
        yield from _short_fields(state, state.cards[act.track], changed, before)


@cites("PW-B3")
def stop_betting(state: Day, command: Command[a.StopBetting]) -> Iterator[Event]:
    """Close a race and every pool that begins with it."""
    act = command.act
    require_racing(state, command, duty="final", deed="stop betting")
    race = require_race(state, act.track, act.race)
    refuse_phase(state, race, "final", open_to=(Phase.OPEN,), deed="stop betting on it")
    pools = [(name, book.total_minor) for name, book in state.books.items() if _closes(state, name, act)]
    yield e.BettingStopped(
        track=act.track,
        race=act.race,
        pool=tuple(name for name, _ in pools),
        total_minor=tuple(total for _, total in pools),
        by=command.by.id,
    )


def _closes(state: Day, name: str, act: a.StopBetting) -> bool:
    book = state.books[name]
    return (book.track, book.first) == (act.track, act.race) and book.settled is None


@cites("PW-F1b", "PW-F1c")
def cancel_race(state: Day, command: Command[a.CancelRace]) -> Iterator[Event]:
    """Record that a race has no result; what this decides is settled at once."""
    act = command.act
    is_breakdown = act.cause is a.NoRace.BREAKDOWN
    duty = "refund_breakdown" if is_breakdown else "refund_race"
    require_racing(state, command, duty=duty, deed="cancel a race")
    race = require_race(state, act.track, act.race)
    refuse_phase(state, race, "no_change", open_to=UNDECIDED, deed="cancel it")
    yield e.RaceCancelled(
        track=act.track,
        race=act.race,
        cause=act.cause,
        reason=act.reason,
        clause=state.rules.clause(duty),
        by=command.by.id,
    )
    changed = replace(
        race, phase=Phase.CANCELLED, order=(), cause=act.cause, closed_before=state.closed_races(act.track)
    )
    yield from settled_or_held(state, act.track, act.race, changed)


@cites("PW-D3", "PW-D4")
def post_result(state: Day, command: Command[a.PostResult]) -> Iterator[Event]:
    """Post an order of finish; one that was read from the signal needs a reason and a second person."""
    act = command.act
    require_racing(state, command, duty="results", deed="post a result")
    race = require_race(state, act.track, act.race)
    if race.phase is Phase.OFFICIAL:
        reason = f"race {act.race} is official: for payouts its order stays as it is, whatever is ruled later"
        raise ActionRefused(reason, clause=state.rules.clause("no_change"), race=act.race)
    refuse_phase(state, race, "results", open_to=(Phase.CLOSED, Phase.POSTED), deed="post its result")
    refuse_order(state, race, act.order)
    if act.source is a.Source.TOTE and not is_racing_device(state, command.by):
        reason = "a result that the totalizator did not relay is read from the signal: say so, with the reason"
        raise ProcedureBreach(reason, clause=state.rules.clause("signal"), source=act.source.value)
    witness = None
    if act.source is a.Source.SIGNAL:
        clause = state.rules.clause("signal")
        require_role(command, SUPERVISING, clause=clause, deed="take a result from the signal")
        if act.reason is None:
            raise ProcedureBreach("a result read from the signal needs its reason", clause=clause, race=act.race)
        reason = "a result read from the signal is authorised by a second supervisor"
        witness = require_witness(command, SUPERVISING, clause=clause, reason=reason)
    yield e.ResultPosted(
        track=act.track,
        race=act.race,
        order=act.order,
        source=act.source,
        reason=act.reason,
        by=command.by.id,
        witness=witness,
    )


def refuse_order(state: Day, race: RaceDay, order: Sequence[a.Finisher]) -> None:
    """Refuse an order that no race can have: unknown or scratched runners, places out of order, unmarked dead heats."""
    clause, number = state.rules.clause("results"), race.card.number
    runners = Counter(finisher.runner for finisher in order)
    for place, finisher in enumerate(order):
        require_runner(race, finisher.runner, f"order[{place}].runner")
        if finisher.runner in race.out:
            reason = f"runner {finisher.runner} of race {number} is scratched and finishes nowhere"
            raise ActionRefused(reason, clause=clause, field=f"order[{place}].runner", runner=finisher.runner)
        if runners[finisher.runner] > 1:
            reason = f"runner {finisher.runner} of race {number} has two places"
            raise ActionRefused(reason, clause=clause, field=f"order[{place}].runner", runner=finisher.runner)
    at = Counter(finisher.place for finisher in order)
    for place, finisher in enumerate(order):
        if finisher.dead_heat != (at[finisher.place] > 1):
            reason = (
                f"{at[finisher.place]} runners are at place {finisher.place} of race {number}: "
                "a dead heat is marked on each of several, and on nobody alone"
            )
            raise ActionRefused(reason, clause=clause, field=f"order[{place}].dead_heat", runner=finisher.runner)
    expected = 1
    for place in sorted(at):
        if place != expected:
            reason = f"after {expected - 1} runners of race {number} the next place is {expected}, not {place}"
            raise ActionRefused(reason, clause=clause, field="order", place=place)
        expected += at[place]


@cites("PW-D3")
def call_inquiry(state: Day, command: Command[a.CallInquiry]) -> Iterator[Event]:
    """Hold a result that is not official."""
    act = command.act
    require_racing(state, command, duty="results", deed="call an inquiry")
    race = require_race(state, act.track, act.race)
    refuse_phase(state, race, "no_change", open_to=(Phase.CLOSED, Phase.POSTED), deed="inquire into it")
    if race.inquiry is not None:
        reason = f"an inquiry into race {act.race} is on already"
        raise ActionRefused(reason, clause=state.rules.clause("results"), race=act.race)
    yield e.InquiryCalled(track=act.track, race=act.race, reason=act.reason, by=command.by.id)


@cites("PW-D3")
def end_inquiry(state: Day, command: Command[a.EndInquiry]) -> Iterator[Event]:
    """End an inquiry."""
    act = command.act
    require_racing(state, command, duty="results", deed="end an inquiry")
    race = require_race(state, act.track, act.race)
    if race.inquiry is None:
        reason = f"there is no inquiry into race {act.race}"
        raise ActionRefused(reason, clause=state.rules.clause("results"), race=act.race)
    yield e.InquiryEnded(track=act.track, race=act.race, ruling=act.ruling, by=command.by.id)


@cites("PW-D3", "PW-D5")
def declare_official(state: Day, command: Command[a.DeclareOfficial]) -> Iterator[Event]:
    """Make the posted order official, and price every pool that it decides."""
    race = _require_declarable(state, command)
    yield e.RaceOfficial(track=command.act.track, race=command.act.race, order=race.order, by=command.by.id)
    yield from settled_or_held(state, command.act.track, command.act.race, replace(race, phase=Phase.OFFICIAL))


@cites("PW-D3", "PW-D5")
def declare_order_official(state: Day, command: Command[a.DeclareOrderOfficial]) -> Iterator[Event]:
    """Make the order official that was seen, at the prices that were seen; refuse where either is another by now."""
    act, race = command.act, _require_declarable(state, command)
    clause = state.rules.clause("results")
    if {*act.order} != {*race.order}:
        posted, seen = finish_of(race.order), finish_of(act.order)
        reason = f"the posted order of race {act.race} is {posted} by now, and not {seen}: look at it, and confirm anew"
        raise ActionRefused(reason, clause=clause, race=act.race, posted=posted, seen=seen)
    settled = tuple(settled_or_held(state, act.track, act.race, replace(race, phase=Phase.OFFICIAL)))
    if act.prices is not None and act.prices != prices_seen(state, act.track, act.race, settled):
        reason = f"the prices of race {act.race} have changed since they were shown: look at them, and confirm anew"
        raise ActionRefused(reason, clause=clause, race=act.race)
    yield e.RaceOfficial(track=act.track, race=act.race, order=race.order, by=command.by.id)
    yield from settled


def finish_of(order: Sequence[a.Finisher]) -> str:
    """Write an order of finish, a dead heat between equals signs.

    >>> finish_of([a.Finisher(1, "3"), a.Finisher(2, "1", dead_heat=True), a.Finisher(2, "4", dead_heat=True)])
    '3, 1=4'
    """
    places: dict[int, list[str]] = {}
    for one in sorted(order, key=lambda one: one.place):
        places.setdefault(one.place, []).append(one.runner)
    return ", ".join("=".join(numbers) for numbers in places.values())


def _require_declarable(state: Day, command: Command[Any]) -> RaceDay:
    """Return a race whose posted order may become official."""
    act = command.act
    require_racing(state, command, duty="results", deed="declare a race official")
    race = require_race(state, act.track, act.race)
    refuse_phase(state, race, "results", open_to=(Phase.POSTED,), deed="declare it official")
    if race.inquiry is not None:
        reason = f"an inquiry into race {act.race} is on: {race.inquiry}"
        raise ActionRefused(reason, clause=state.rules.clause("results"), race=act.race)
    return race


@cites("PW-D6")
def record_count(state: Day, command: Command[a.RecordCount]) -> Iterator[Event]:
    """Take what a second count makes of a pool that has no price yet."""
    act = command.act
    require_racing(state, command, duty="display", deed="report a count")
    book = require_book(state, act.pool)
    if book.settled is not None or state.is_open(book):
        reason = f"pool {act.pool} is {'open' if book.settled is None else 'settled'}: it is counted between the two"
        raise ActionRefused(reason, clause=state.rules.clause("display"), pool=act.pool)
    yield e.TotalCounted(
        pool=act.pool,
        total_minor=act.total_minor,
        book_minor=book.total_minor,
        counted_by=act.counted_by,
        by=command.by.id,
    )


@cites("PW-D6")
def publish_prices(state: Day, command: Command[a.PublishPrices]) -> Iterator[Event]:
    """Price a pool that was held, now that its totals agree."""
    act, clause = command.act, state.rules.clause("display")
    require_racing(state, command, duty="display", deed="publish prices")
    book = require_book(state, act.pool)
    if not book.is_held:
        raise ActionRefused(f"the prices of {act.pool} are not held", clause=clause, pool=act.pool)
    totals = book.totals(state.balances.get(pool_account(act.pool), 0))
    if len(set(totals.values())) > 1:
        ways = ", ".join(f"{way.replace('_', ' ')} {money(state, total)}" for way, total in totals.items())
        reason = f"the totals of {act.pool} differ: {ways}"
        raise ProcedureBreach(reason, clause=clause, pool=act.pool, totals=totals)
    yield from settled_or_held(state, book.track, book.first, only=act.pool)
