"""The tote's robots: windows that sell and cash, the sending track's signal, races run by the money on them."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any

from pitboss.decider import Role
from pitboss.demo.robots.guests import whim
from pitboss.demo.robots.scene import Chance, Crew, Scene, Step
from pitboss.demo.robots.tote_tickets import MACHINES, cancelling, exchanging, paying, selling
from pitboss.floor.race_cards import card_of
from pitboss.tote.day import acts as a
from pitboss.tote.day.state import Day, Phase, RaceDay

RUN, INQUIRY, OFFICIAL, RULED = (timedelta(seconds=seconds) for seconds in (20, 30, 45, 70))
"""After the post time: the race is run, an inquiry may be called, the result is official without one, and with one."""
INQUIRIES, DEAD_HEATS = 5, 0.03
"""One race in so many has an inquiry; how often two runners finish together."""
SCRATCH, CANCEL, CASH = 0.002, 0.02, 0.4
STANDING_MIN = 6
SCRATCH_AHEAD = timedelta(seconds=40)


def next_step(state: Day, chance: Chance, scene: Scene) -> Step | None:
    """Return what happens next at the tote; None while nothing does, and when the day is closed."""
    crew, now = scene.crew, scene.now
    if state.is_closed:
        return None
    step = _opening(state, scene) or _racing(state, chance, crew, now) or exchanging(state, chance, crew, now)
    if step is not None:
        return step
    if chance.random() < CASH:
        step = paying(state, crew)
    elif chance.random() < SCRATCH:
        step = _scratch(state, chance, crew, now)
    elif chance.random() < CANCEL:
        step = cancelling(state, chance, crew, now)
    return step or selling(state, chance, crew, now) or paying(state, crew) or _closing(state, crew)


def _opening(state: Day, scene: Scene) -> Step | None:
    """Put the robots' machines to work, and open the next card when the one before is over."""
    crew = scene.crew
    supervisor, manager = crew.of(Role.MUTUEL_SUPERVISOR), crew.of(Role.MUTUEL_MANAGER)
    windows = {terminal.window for terminal in state.terminals.values() if terminal.is_open}
    for name in crew.terminals:
        machine, known = MACHINES[name], state.terminals.get(name)
        if supervisor is not None and known is None and machine.window not in windows:
            act = a.OpenTerminal(terminal=name, window=machine.window, kind=machine.kind)
            return Step(supervisor, act, pause=0.3)
    if manager is None or not all(race.is_over for race in state.races.values()):
        return None
    for template in scene.cards:
        if template["track"] not in state.cards:
            card = card_of(template, scene.now, state.config)
            return None if card is None else Step(manager, a.OpenCard(card=card), pause=1.0)
    return None


def _racing(state: Day, chance: Chance, crew: Crew, now: datetime) -> Step | None:
    """Close, run and settle the races whose time has come, in their order."""
    for (track, number), race in state.races.items():
        if race.is_over or now < race.post_time:
            continue
        where: dict[str, Any] = {"track": track, "race": number}
        since = now - race.post_time
        has_inquiry = whim(track, number, state.config.date) % INQUIRIES == 0
        if race.phase is Phase.OPEN:
            return Step(crew.machine, a.StopBetting(**where), pause=0.1)
        if race.phase is Phase.CLOSED and since >= RUN:
            return Step(crew.machine, a.PostResult(**where, order=_order(state, track, race, chance)), pause=0.5)
        if race.phase is not Phase.POSTED:
            continue
        if race.inquiry is not None and since >= RULED:
            return Step(crew.machine, a.EndInquiry(**where, ruling="The order stands."), pause=0.5)
        if race.inquiry is None and has_inquiry and INQUIRY <= since < OFFICIAL:
            reason = "The stewards look into the stretch run."
            return Step(crew.machine, a.CallInquiry(**where, reason=reason), pause=0.5)
        if race.inquiry is None and since >= (RULED if has_inquiry else OFFICIAL):
            return Step(crew.machine, a.DeclareOrderOfficial(**where, order=race.order), pause=0.5)
    return None


def _order(state: Day, track: str, race: RaceDay, chance: Chance) -> tuple[a.Finisher, ...]:
    """Draw an order of finish in which a runner's chance is its share of the money to win."""
    book = state.books.get(f"{track}-{race.card.number}-win")
    cells = (book.cells if book is not None else []) or [0] * len(race.race.interests)
    base = 1 + sum(cells) // 20
    left = {
        runner.no: base + cells[race.race.interest_of[runner.no]]
        for runner in race.card.runners
        if runner.no not in race.out
    }
    order: list[str] = []
    while left:
        order.append(chance.choices(list(left), list(left.values()))[0])
        del left[order[-1]]
    heat = chance.randint(1, 3) if chance.random() < DEAD_HEATS and len(order) > 4 else 0
    return tuple(
        a.Finisher(
            heat if place == heat + 1 and heat else place, runner, dead_heat=heat > 0 and place in (heat, heat + 1)
        )
        for place, runner in enumerate(order, 1)
    )


def _scratch(state: Day, chance: Chance, crew: Crew, now: datetime) -> Step | None:
    """Take a runner out of one of the next races, late enough that there are bets on it."""
    open_races = [(key, race) for key, race in state.races.items() if race.phase is Phase.OPEN]
    for (track, number), race in open_races[:3]:
        standing = [runner.no for runner in race.card.runners if runner.no not in race.out]
        if race.out or len(standing) <= STANDING_MIN or race.post_time - now < SCRATCH_AHEAD:
            continue
        return Step(crew.machine, a.ScratchRunner(track=track, race=number, runner=chance.choice(standing)))
    return None


def _closing(state: Day, crew: Crew) -> Step | None:
    """End the day when everything is run and paid."""
    manager = crew.of(Role.MUTUEL_MANAGER)
    is_over = state.races and all(race.is_over for race in state.races.values())
    is_settled = all(book.settled is not None for book in state.books.values())
    if manager is None or not is_over or not is_settled:
        return None
    return Step(manager, a.CloseDay(), pause=30.0, is_patient=True)
