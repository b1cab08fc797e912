"""A roulette table's robots, in any house: they bet, the dealer spins, the wheel says where the ball lies."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pitboss.decider import Person, Role, holds
from pitboss.demo.robots.guests import buying
from pitboss.demo.robots.roulette_bets import bet, redeeming, wanting_colours
from pitboss.demo.robots.scene import Step, opening, own_dealer
from pitboss.games.roulette import acts as roulette_acts
from pitboss.games.roulette.state import Phase, ball_um
from pitboss.games.table import acts as table_acts

if TYPE_CHECKING:
    from pitboss.demo.robots.scene import Chance, Crew, Scene
    from pitboss.games.roulette.state import Round, Table

__all__ = ["next_step"]

WITH_THE_WHEEL = 0.015
"""How often the dealer spins the ball the wrong way."""
NO_SPIN = 0.03
_CAUSES = (
    roulette_acts.Cause.NO_DROP,
    roulette_acts.Cause.FLOATER,
    roulette_acts.Cause.FOREIGN_OBJECT,
    roulette_acts.Cause.BALL_OUT,
    roulette_acts.Cause.WHEEL_STOPPED,
)


def next_step(state: Table, chance: Chance, scene: Scene) -> Step | None:
    """Return what happens next at a roulette table; None where it is a person's turn."""
    crew = scene.crew
    if not state.is_open:
        return opening(state, crew)
    dealer = own_dealer(state, crew)
    step = _ball(state, crew, dealer)
    if step is not None:
        return step
    current = state.round
    if current is None or state.is_between_rounds:
        return _between(state, chance, crew, dealer)
    if current.phase is Phase.BETTING:
        return _betting(state, current, chance, crew, dealer)
    if current.phase is Phase.LANDED:
        return _paying(state, current, crew, dealer)
    return _spinning(current, chance, crew, dealer)


def _ball(state: Table, crew: Crew, dealer: Person | None) -> Step | None:
    """See to a ball that left the wheel, or must go back to the number before."""
    supervisor = crew.of(Role.PIT_SUPERVISOR)
    if state.must_examine_ball and supervisor is not None:
        return Step(supervisor, roulette_acts.ExamineBall(is_sound=True), pause=4.0)
    if state.is_ball_suspect and supervisor is not None:
        settings = state.rules.settings
        size, material = ball_um(settings["ball_diameter"]), roulette_acts.Material(settings["ball_material"])
        return Step(supervisor, roulette_acts.ReplaceBall(diameter_um=size, material=material), pause=4.0)
    if state.must_return_ball and dealer is not None and state.previous is not None:
        return Step(dealer, roulette_acts.ReturnBall(pocket=state.previous), pause=2.0)
    return None


def _between(state: Table, chance: Chance, crew: Crew, dealer: Person | None) -> Step | None:
    step = redeeming(state, crew, dealer) or wanting_colours(state, chance, crew, dealer)
    if step is not None:
        return step
    if not state.rules.has("colour_chips_only"):
        step = buying(state, chance, crew, dealer)
    if step is None and dealer is not None:
        step = Step(dealer, table_acts.OpenBetting(), pause=2.0)
    return step


def _betting(state: Table, current: Round, chance: Chance, crew: Crew, dealer: Person | None) -> Step | None:
    step = bet(state, current, chance, crew, dealer)
    if step is not None or dealer is None:
        return step
    wrong_way = chance.random() < WITH_THE_WHEEL
    return Step(
        dealer,
        roulette_acts.SpinBall(
            direction=roulette_acts.Direction.WITH if wrong_way else roulette_acts.Direction.AGAINST
        ),
        pause=4.0,
    )


def _spinning(current: Round, chance: Chance, crew: Crew, dealer: Person | None) -> Step | None:
    """Call the bets off, then let the wheel find the ball; or call a spin that is none."""
    if current.direction is roulette_acts.Direction.WITH:
        return _no_spin(current, roulette_acts.Cause.SAME_DIRECTION, crew, dealer)
    if current.phase is Phase.SPINNING:
        if chance.random() < NO_SPIN:
            return _no_spin(current, chance.choice(_CAUSES), crew, dealer)
        return None if dealer is None else Step(dealer, roulette_acts.CallNoMoreBets(), pause=3.0)
    turns = current.rules.data.revolutions_min + chance.randint(2, 9)
    act = roulette_acts.EnterNumber(pocket=chance.choice(current.rules.wheel.pockets), revolutions=turns)
    return Step(crew.machine, act, pause=4.0)


def _no_spin(current: Round, cause: roulette_acts.Cause, crew: Crew, dealer: Person | None) -> Step | None:
    """Let whoever may call this cause do so; for a dealer who is a person a supervisor waits a while."""
    supervisor = crew.of(Role.PIT_SUPERVISOR)
    for person in (dealer, supervisor):
        if person is not None and holds(person, current.rules.no_spin[cause].by):
            act = roulette_acts.CallNoSpin(cause=cause, is_ball_lifted=True)
            return Step(person, act, pause=2.0 if person is dealer else 15.0, is_patient=person is not dealer)
    return None


def _paying(state: Table, current: Round, crew: Crew, dealer: Person | None) -> Step | None:
    """Mark the number, collect, pay; a chip in question is decided on if no person does."""
    supervisor = crew.of(Role.PIT_SUPERVISOR)
    if state.questioned and supervisor is not None:
        name, where, source = min(state.questioned)
        act = roulette_acts.DecidePosition(player=name, bet=where, source=source, decided=where)
        return Step(supervisor, act, pause=20.0, is_patient=True)
    if dealer is None or current.pocket is None:
        return None
    if state.dolly is None:
        return Step(dealer, roulette_acts.PlaceDolly(pocket=current.pocket), pause=1.0)
    if not state.are_losers_collected:
        return Step(dealer, roulette_acts.CollectLosers(), pause=2.0)
    return Step(dealer, roulette_acts.PayWinners(), pause=2.5)
