"""An automatic roulette's robots: terminals that bet, the dealer at the console, the wheel's sensor.

The betting clock is the house's own and prompts and locks by itself: robots spin when it has prompted, and wait for it.
"""

from __future__ import annotations

from collections.abc import Iterator

from pitboss.decider import Act, Person, Role
from pitboss.demo.robots.guests import player, quota
from pitboss.demo.robots.scene import Chance, Crew, Scene, Step, opening, own_dealer
from pitboss.games.roulette.acts import Direction
from pitboss.games.roulette.automatic import acts as a
from pitboss.games.roulette.automatic.decide import decide
from pitboss.games.roulette.automatic.state import AutomaticTable, CashOut, Terminal
from pitboss.games.roulette.state import Phase, Round
from pitboss.legal import prober

BUY_IN_CHIPS = (100, 200, 500)
"""A buy-in in the smallest chip."""
WELCOME_CHIPS = 500
"""What a person's terminal begins with, again and again: somebody who only looks around can bet at once."""
RICH = 4
"""A robot with so many times the largest buy-in cashes out."""
REGRET, NO_DROP, DEEDS_MAX = 0.05, 0.02, 5
WAIT = 30.0
_may = prober(decide)


def next_step(state: AutomaticTable, chance: Chance, scene: Scene) -> Step | None:
    """Return what happens next at an automatic table; None where the clock or a person is awaited."""
    crew = scene.crew
    if not state.is_open:
        return opening(state, crew)
    dealer, supervisor = own_dealer(state, crew), crew.of(Role.PIT_SUPERVISOR)
    missing = [name for name in crew.terminals if name not in state.terminals]
    if missing and supervisor is not None and len(state.terminals) < state.config.terminals_max:
        return Step(supervisor, a.EnrolTerminal(terminal=missing[0]), pause=0.3)
    if state.void is not None:
        return None if supervisor is None else Step(supervisor, a.RefundGame(), pause=10.0, is_patient=True)
    if state.held is not None and state.round is not None:
        return _ruling(state, state.round, chance, dealer, supervisor)
    step = _money(state, chance, crew, dealer)
    if step is not None:
        return step
    if state.round is None or state.is_between_rounds:
        return None if dealer is None else Step(dealer, a.StartGame(), pause=4.0)
    return _game(state, state.round, chance, crew, dealer)


def _game(state: AutomaticTable, current: Round, chance: Chance, crew: Crew, dealer: Person | None) -> Step | None:
    if current.phase is Phase.BETTING and state.is_prompted and dealer is not None:
        return Step(dealer, a.SpinBall(direction=Direction.AGAINST), pause=1.0)
    if current.is_open:
        return _bet(state, chance, crew)
    if dealer is not None and not state.config.has_sensor:
        turns = state.rules.data.revolutions_min + chance.randint(2, 9)
        act = a.ConfirmNumber(pocket=chance.choice(state.rules.wheel.pockets), revolutions=turns)
        return Step(dealer, act, pause=5.0)
    if state.sensed is None:
        if dealer is not None and chance.random() < NO_DROP:
            return Step(dealer, a.VoidGame(cause=a.VoidCause.NO_DROP), pause=4.0)
        turns = state.rules.data.revolutions_min + chance.randint(2, 9)
        act_sensed = a.SenseNumber(pocket=chance.choice(state.rules.wheel.pockets), revolutions=turns)
        return Step(crew.machine, act_sensed, pause=4.0)
    return None if dealer is None else Step(dealer, a.ConfirmNumber(pocket=state.sensed.pocket), pause=2.0)


def _ruling(
    state: AutomaticTable, current: Round, chance: Chance, dealer: Person | None, supervisor: Person | None
) -> Step | None:
    """Get a held game going again, if no person does so first."""
    if supervisor is None or dealer is None:
        return None
    if current.phase is Phase.BETTING and state.sensed is None:
        return Step(dealer, a.ExtendClock(seconds=20), supervisor, pause=WAIT / 2, is_patient=True)
    if state.disputed is not None:
        return Step(supervisor, a.VoidGame(cause=a.VoidCause.WRONG_NUMBER), pause=WAIT, is_patient=True)
    if current.phase is Phase.CLOSED and current.direction is Direction.AGAINST and _counts(state):
        sensed = state.sensed.pocket if state.sensed is not None else chance.choice(state.rules.wheel.pockets)
        turns = state.rules.data.revolutions_min + 2
        act = a.RuleNumber(pocket=sensed, revolutions=turns, reason="Both looked at the wheel.")
        return Step(supervisor, act, dealer, pause=WAIT, is_patient=True)
    return Step(supervisor, a.VoidGame(cause=a.VoidCause.HELD), pause=WAIT, is_patient=True)


def _counts(state: AutomaticTable) -> bool:
    """Tell whether the sensor, where it saw anything, saw a spin that counts."""
    sensed = state.sensed
    if sensed is None:
        return True
    is_short = sensed.revolutions is not None and sensed.revolutions < state.rules.data.revolutions_min
    return not is_short and sensed.direction is not Direction.WITH


def _money(state: AutomaticTable, chance: Chance, crew: Crew, dealer: Person | None) -> Step | None:
    """Take buy-ins and cash-outs through their steps: those of people too, as far as it is the dealer's turn."""
    for name, terminal in state.terminals.items():
        is_robot = name in crew.terminals
        if is_robot:
            for own, pause in _own_money(state, name, terminal):
                return Step(player(name), own, pause=pause)
        if dealer is None:
            continue
        for act in _console(state, chance, name, terminal, is_robot=is_robot):
            return Step(dealer, act, pause=0.5)
    return None


def _own_money(state: AutomaticTable, name: str, terminal: Terminal) -> Iterator[tuple[Act, float]]:
    rich = RICH * BUY_IN_CHIPS[-1] * min(state.config.chips_minor)
    if state.is_frozen:
        return
    if not terminal.is_verified:
        yield a.VerifyCredit(terminal=name), 0.4
    if terminal.cash_out is CashOut.ASKED:
        yield a.AffirmCashOut(terminal=name), 1.0
    if terminal.cash_out is None and state.is_between_rounds and state.credits(name) > rich:
        yield a.AskCashOut(terminal=name), 1.0


def _console(state: AutomaticTable, chance: Chance, name: str, terminal: Terminal, *, is_robot: bool) -> Iterator[Act]:
    """Yield what the dealer does next for a terminal."""
    counted, smallest = terminal.counted, min(state.config.chips_minor)
    if counted is not None:
        total = counted.currency_minor + counted.chips_minor + counted.coupon_minor
        yield a.ConfirmBuyIn(terminal=name, amount_minor=total)
    elif terminal.undropped is not None:
        yield a.DropBuyIn(terminal=name)
    elif is_robot and terminal.cash_out is None and not terminal.bets and state.credits(name) < 10 * smallest:
        yield a.CountBuyIn(terminal=name, currency_minor=chance.choice(BUY_IN_CHIPS) * smallest)
    elif not is_robot and state.is_idle(name) and (state.is_between_rounds or not terminal.patrons):
        # Whoever has nothing left, or cashed out, begins again before the next game.
        yield a.CountBuyIn(terminal=name, currency_minor=WELCOME_CHIPS * smallest)
    yield from _cash_out(state, name, terminal)


def _cash_out(state: AutomaticTable, name: str, terminal: Terminal) -> Iterator[Act]:
    """Yield the dealer's next step of a cash-out; one with bets in play waits for what they come to."""
    match terminal.cash_out:
        case CashOut.AFFIRMED:
            yield a.SelectCashOut(terminal=name)
        case CashOut.SELECTED:
            yield a.CountOutChips(terminal=name, amount_minor=terminal.cash_out_minor)
        case CashOut.COUNTED if terminal.bets and state.has_sessions:
            return
        case CashOut.COUNTED if state.credits(name) == terminal.cash_out_minor:
            yield a.ConfirmCashOut(terminal=name, amount_minor=terminal.cash_out_minor)
        case CashOut.COUNTED:
            yield a.SelectCashOut(terminal=name)
        case CashOut.CONFIRMED:
            yield a.DeliverChips(terminal=name)
        case _:
            return


def _bet(state: AutomaticTable, chance: Chance, crew: Crew) -> Step | None:
    """Let a robot's terminal bet as often as it wants to in this game."""
    names = [name for name in crew.terminals if name in state.terminals]
    chance.shuffle(names)
    for name in names:
        terminal = state.terminals[name]
        if len(terminal.deeds) >= quota(name, state.rounds, DEEDS_MAX):
            continue
        for act in _wishes(state, chance, name, terminal):
            if _may(state, player(name), act):
                return Step(player(name), act, pause=chance.choice((0.2, 0.5, 0.9)))
    return None


def _wishes(state: AutomaticTable, chance: Chance, name: str, terminal: Terminal) -> Iterator[Act]:
    """Yield what a player would touch next, one wish after the other."""
    if chance.random() < REGRET and terminal.deeds:
        yield a.UndoBet(terminal=name)
    if not terminal.deeds and chance.random() < 0.2:
        yield a.RecallBets(terminal=name)
    if terminal.selected is not None and chance.random() < 0.2:
        yield a.BetNeighbours(terminal=name)
    chips = [chip for chip in sorted(state.config.chips_minor)[:4] if chip <= state.credits(name)]
    if not chips:
        return
    for _ in range(3):
        positions = state.rules.positions
        straight = [position for position in positions if position.kind == "straight"]
        where = chance.choice(straight if chance.random() < 0.5 else positions)
        yield a.PlaceBet(terminal=name, bet=where.bet, chip_minor=chance.choice(chips))
