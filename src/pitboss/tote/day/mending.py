"""What was entered wrongly or could not be relayed: a scratch taken back, payoffs from the signal, a new result."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from pitboss.decider import Command, Event, require_role
from pitboss.rulebook import ActionRefused, ProcedureBreach
from pitboss.rulebook.clauses import cites
from pitboss.tote.day import acts as a
from pitboss.tote.day import events as e
from pitboss.tote.day.checks import (
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
from pitboss.tote.day.racing import refuse_order
from pitboss.tote.day.settling import kept_payoffs, settled_anew, settled_by_payoffs
from pitboss.tote.day.state import Day, Phase, RaceDay
from pitboss.tote.day.windows import money
from pitboss.tote.settle import settle_pool, winners_of

STAKE = 200
"""Payoffs are written for two dollars."""


@cites("PW-F1a", "PW-A6", "Q85")
def restore_runner(state: Day, command: Command[a.RestoreRunner]) -> Iterator[Event]:
    """Take a scratch back that was entered wrongly, before the race has an order; what was refunded stays refunded."""
    act, clause = command.act, state.rules.clause("refund_scratched")
    require_racing(state, command, duty="refund_scratched", deed="take a scratch back")
    race = require_race(state, act.track, act.race)
    refuse_phase(state, race, "no_change", open_to=(Phase.OPEN, Phase.CLOSED), deed="take a scratch back")
    require_runner(race, act.runner, "runner")
    if act.runner not in race.out:
        reason = f"runner {act.runner} of race {act.race} is not out"
        raise ActionRefused(reason, clause=clause, runner=act.runner)
    witness = None
    if not is_racing_device(state, command.by):
        reason = "a scratch is taken back by two supervisors, where the track's own line does not say so"
        witness = require_witness(command, SUPERVISING, clause=clause, reason=reason)
    yield e.RunnerRestored(
        track=act.track, race=act.race, runner=act.runner, reason=act.reason, by=command.by.id, witness=witness
    )


@cites("PW-D4", "Q86")
def enter_payoffs(state: Day, command: Command[a.EnterPayoffs]) -> Iterator[Event]:
    """Take a pool's payoffs from the picture and sound, while the order that decides it is posted: they are paid.

    After a correction they are taken until something is cashed by the right order.
    """
    act, clause = command.act, state.rules.clause("signal")
    require_role(command, SUPERVISING, clause=clause, deed="take payoffs from the signal")
    refuse_after_day(state, "signal")
    require_book(state, act.pool)
    calculated = payable_combos(state, act.pool)
    given = {payoff.combo: payoff.price_minor for payoff in act.payoffs}
    if not calculated:
        time = "once its order is posted, and before it is official or, if it is corrected, before it is cashed"
        reason = f"payoffs of {act.pool} are taken from the signal {time}"
        raise ActionRefused(reason, clause=clause, pool=act.pool)
    if given.keys() != calculated.keys() or len(given) != len(act.payoffs):
        reason = f"by its order {act.pool} pays on {', '.join(calculated)}: each of them has one payoff"
        raise ActionRefused(reason, clause=clause, pool=act.pool, combos=list(calculated))
    for combo, price in given.items():
        # The second half of a twin trifecta costs nothing, and may pay less than it stands for.
        if price < STAKE and not combo.startswith("second:"):
            reason = f"{combo} pays its stake at least, and not {money(state, price)} for {money(state, STAKE)}"
            raise ActionRefused(reason, clause=clause, pool=act.pool, price_minor=price)
    reason = "payoffs read from the signal are authorised by a second supervisor"
    yield e.PayoffsEntered(
        pool=act.pool,
        combo=tuple(calculated),
        price_minor=tuple(given[combo] for combo in calculated),
        calculated_minor=tuple(calculated.values()),
        reason=act.reason,
        by=command.by.id,
        witness=require_witness(command, SUPERVISING, clause=clause, reason=reason),
    )
    yield from settled_by_payoffs(state, act.pool, {combo: given[combo] for combo in calculated})


def payable_combos(state: Day, name: str) -> dict[str, int]:
    """Return combination to what it would pay for two dollars if the posted order became official.

    Of a pool that was settled anew, by the corrected order until something is cashed; nothing where nothing is decided.
    """
    book, changed = state.books[name], None
    posted = [number for number in book.card.races if state.races[book.track, number].phase is Phase.POSTED]
    if book.settled is not None:
        if not book.settled.is_corrected or book.is_cashed:
            return {}
    elif len(posted) == 1:
        changed = replace(state.races[book.track, posted[0]], phase=Phase.OFFICIAL)
    else:
        return {}
    outcome = settle_pool(replace(state.pool(name, changed), payoffs=None))
    is_priced = outcome.status == "official"
    return {str(row["combo"]): int(row["price_2"]) for row in winners_of(outcome)} if is_priced else {}


@cites("PW-D3", "PW-D5", "PW-D2.2", "Q87")
def correct_result(state: Day, command: Command[a.CorrectResult]) -> Iterator[Event]:
    """Put right an order that was entered here otherwise than the track's official sign showed it."""
    act, clause = command.act, state.rules.clause("no_change")
    require_role(command, SUPERVISING, clause=clause, deed="correct a result")
    refuse_after_day(state, "no_change")
    race = require_race(state, act.track, act.race)
    refuse_phase(state, race, "results", open_to=(Phase.OFFICIAL,), deed="correct its result")
    if race.source is not a.Source.SIGNAL:
        reason = f"the order of race {act.race} came by the track's own line: it is official, and stays as it is"
        raise ActionRefused(reason, clause=clause, race=act.race)
    refuse_order(state, race, act.order)
    if act.order == race.order:
        raise ActionRefused(f"that is the order of race {act.race} already", clause=clause, race=act.race)
    witness = _second_corrector(state, command, race)
    changed = replace(race, order=act.order)
    kept = kept_payoffs(state, act.track, act.race, changed)
    yield e.ResultCorrected(
        track=act.track,
        race=act.race,
        was=race.order,
        order=act.order,
        evidence=act.evidence,
        by=command.by.id,
        witness=witness,
        kept=kept,
    )
    yield from settled_anew(state, act.track, act.race, changed, kept=kept)


def _second_corrector(state: Day, command: Command[a.CorrectResult], race: RaceDay) -> str:
    """Return the second supervisor of a correction, neither of whom entered what is corrected."""
    clause = state.rules.clause("no_change")
    if command.by.id in race.keyed_by:
        reason = f"{command.by.id} entered the order of race {command.act.race}: another two correct it"
        raise ProcedureBreach(reason, clause=clause, by=command.by.id)
    reason = "a result is corrected by two supervisors"
    witness = require_witness(command, SUPERVISING, clause=clause, reason=reason)
    if witness in race.keyed_by:
        reason = f"{witness} entered the order of race {command.act.race}: another two correct it"
        raise ProcedureBreach(reason, clause=clause, witness=witness)
    return witness
