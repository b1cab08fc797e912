"""A sic bo table's robots: the computer is inspected, places are bet on, the shaker is shaken and uncovered."""

from __future__ import annotations

from pitboss.decider import Person, Role
from pitboss.demo.robots.guests import buying, player, present, quota, stake_of
from pitboss.demo.robots.scene import Chance, Crew, Scene, Step, opening, own_dealer
from pitboss.games.sicbo import acts as sicbo_acts
from pitboss.games.sicbo.acts import Source
from pitboss.games.sicbo.settle import lit
from pitboss.games.sicbo.state import Phase, Round, Table
from pitboss.games.sicbo.wagers import SELECTIONS, THROWS
from pitboss.games.table import acts as table_acts

NOT_FLAT, REGRET = 0.06, 0.04
WAGERS_MAX = 4


def next_step(state: Table, chance: Chance, scene: Scene) -> Step | None:
    """Return what happens next at a sic bo table; None where it is a person's turn."""
    crew = scene.crew
    step = _computer(state, chance, crew)
    if step is not None:
        return step
    if not state.is_open:
        return opening(state, crew)
    dealer = own_dealer(state, crew)
    if state.round is None or state.is_between_rounds:
        step = buying(state, chance, crew, dealer)
        if step is None and dealer is not None and state.is_computer_inspected and not state.is_computer_failed:
            act = table_acts.OpenBetting() if state.is_sign_posted else table_acts.PostSign()
            step = Step(dealer, act, pause=2.0)
        return step
    if state.round.phase is Phase.BETTING and not state.is_computer_failed:
        step = _bet(state.round, chance, crew, state.rounds)
        if step is not None:
            return step
    return None if dealer is None else _dealing(state, state.round, chance, dealer, crew)


def _computer(state: Table, chance: Chance, crew: Crew) -> Step | None:
    """Inspect the computer before play, and have one that failed repaired."""
    floorperson, supervisor = crew.of(Role.FLOORPERSON), crew.of(Role.PIT_SUPERVISOR)
    if not state.is_between_rounds:
        return None
    if state.is_computer_failed and supervisor is not None:
        return Step(
            supervisor, sicbo_acts.RecordRepair(repair="The computer was started anew."), pause=20.0, is_patient=True
        )
    if not state.is_computer_inspected and not state.is_computer_failed and floorperson is not None:
        throw = chance.choice(THROWS)
        return Step(floorperson, sicbo_acts.InspectComputer(dice=throw, seen_lit=lit(state.rules, throw)), pause=0.5)
    return None


def _bet(current: Round, chance: Chance, crew: Crew, rounds: int) -> Step | None:
    own = [key for key in current.wagers if key[0] in crew.players and key[2] == Source.VALUE]
    laid = [(name, bet) for name, bet, _ in own]
    if laid and chance.random() < REGRET:
        name, where = chance.choice(laid)
        act = sicbo_acts.RemoveWager(player=name, bet=where, stake_minor=current.wagers[name, where, Source.VALUE])
        return Step(player(name), act, pause=0.8)
    waiting = [
        name
        for name in present(crew.players, rounds)
        if sum(who == name for who, _ in laid) < quota(name, rounds, WAGERS_MAX)
    ]
    chance.shuffle(waiting)
    for name in waiting:
        place = chance.choice(SELECTIONS)
        low, high = current.rules.limits(place.kind)
        lies = current.wagers.get((name, place.bet, Source.VALUE), 0)
        stake = stake_of(chance, low - lies, high - lies, current.rules.table_minimum)
        if stake is not None:
            placed = sicbo_acts.PlaceWager(player=name, bet=place.bet, stake_minor=stake)
            return Step(player(name), placed, pause=chance.choice((0.4, 0.7, 1.2)))
    return None


def _dealing(state: Table, current: Round, chance: Chance, dealer: Person, crew: Crew) -> Step | None:
    if state.is_computer_failed:
        dice = current.dice or chance.choice(THROWS)
        supervisor = crew.of(Role.PIT_SUPERVISOR)
        return (
            Step(dealer, sicbo_acts.SettleByHand(dice=dice), supervisor, pause=15.0, is_patient=True)
            if supervisor
            else None
        )
    match current.phase:
        case Phase.BETTING:
            return Step(dealer, sicbo_acts.CallNoMoreBets(), pause=4.0)
        case Phase.CLOSED:
            return Step(
                dealer, sicbo_acts.ShakeDice(shakes=current.rules.data.shakes_min + chance.randint(0, 3)), pause=2.0
            )
        case Phase.SHAKEN:
            return Step(dealer, sicbo_acts.UncoverShaker(is_flat=chance.random() > NOT_FLAT), pause=2.0)
        case Phase.NOT_FLAT:
            return Step(dealer, sicbo_acts.CallNoRoll(), pause=1.5)
        case Phase.UNCOVERED:
            return Step(dealer, sicbo_acts.EnterDice(dice=chance.choice(THROWS)), pause=1.5)
        case Phase.LIT if state.are_losers_collected:
            return Step(dealer, sicbo_acts.PayWinners(), pause=2.5)
        case Phase.LIT:
            return Step(dealer, sicbo_acts.CollectLosers(), pause=2.0)
        case Phase.SETTLED:
            return Step(dealer, sicbo_acts.ClearLights(), pause=2.0)
        case _:
            return None
