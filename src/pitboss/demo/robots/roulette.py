"""A roulette table's robots, in any house: they bet, the dealer spins, the wheel says where the ball lies."""

from __future__ import annotations

from typing import Any

from pitboss.decider import Person, Role, holds
from pitboss.demo.robots.guests import buying, player, present, quota, stake_of, whim
from pitboss.demo.robots.scene import Chance, Crew, Scene, Step, opening, own_dealer
from pitboss.games.roulette import acts as roulette_acts
from pitboss.games.roulette.chips import couponed, matched, valued
from pitboss.games.roulette.layout import Position
from pitboss.games.roulette.state import Phase, Round, Table, ball_um
from pitboss.games.table import acts as table_acts

REGRET, SPOKEN, COUPON = 0.04, 0.06, 0.06
WAGERS_MAX = 4
SET_CHIPS = (20, 40, 60, 100)
_REDEEMED_MAX = 1_000
_FAVOURED = {"straight": 5, "split": 3, "corner": 2}


def redeeming(state: Table, crew: Crew, dealer: Person | None) -> Step | None:
    """Change the colours of a robot who goes back into value chips."""
    staying = present(crew.players, state.rounds)
    for name in state.waiting:
        if name in crew.players and name not in staying:
            return Step(player(name), roulette_acts.CancelRequest(player=name))
    for colour, entry in state.colours.items():
        if dealer is not None and entry.player in crew.players and entry.player not in staying:
            count = min(state.held(entry.player, colour) // entry.value_minor, _REDEEMED_MAX)
            if count:
                return Step(
                    dealer, roulette_acts.RedeemColour(player=entry.player, colour=colour, count=count), pause=1.5
                )
    return None


def wanting_colours(state: Table, chance: Chance, crew: Crew, dealer: Person | None) -> Step | None:
    """Let those who play in colours ask for a set, or for more of it, and sell it to them; to people who ask, too."""
    for name in state.waiting:
        if dealer is not None and name not in crew.players and state.free_colours:
            return Step(dealer, _sale(state, chance, name, []), pause=2.0)
    for name in present(crew.players, state.rounds):
        own = state.colours_of(name)
        if not _plays_colours(state, name) or (own and _chips(state, name, own[0]) > 2):
            continue
        if not own and name not in state.waiting:
            if state.free_colours:
                return Step(player(name), roulette_acts.RequestColour(player=name))
        elif dealer is not None and (own or state.free_colours):
            return Step(dealer, _sale(state, chance, name, own), pause=2.0)
    return None


def _plays_colours(state: Table, name: str) -> bool:
    return state.rules.has("colour_chips_only") or whim(name) % 3 != 0


def _chips(state: Table, name: str, colour: str) -> int:
    return state.held(name, colour) // state.colours[colour].value_minor


def _sale(state: Table, chance: Chance, name: str, own: list[str]) -> roulette_acts.IssueColour:
    least = state.rules.table_minimum
    colour = own[0] if own else chance.choice(state.free_colours)
    value = state.colours[colour].value_minor if own else least * chance.choice((1, 1, 2))
    count = chance.choice(SET_CHIPS)
    return roulette_acts.IssueColour(
        player=name, colour=colour, value_minor=value, count=count, has_marker=value > least
    )


def bet(state: Table, current: Round, chance: Chance, crew: Crew, dealer: Person | None) -> Step | None:
    """Let somebody lay a wager, or take one back; None once everybody has what they wanted."""
    laid = [key for key in current.wagers if key[0] in crew.players]
    if laid and chance.random() < REGRET:
        step = _regret(state, current, chance.choice(laid))
        if step is not None:
            return step
    if laid and chance.random() < COUPON:
        step = _coupon(state, current, chance.choice(laid))
        if step is not None:
            return step
    waiting = [
        name
        for name in present(crew.players, state.rounds)
        if sum(key[0] == name for key in laid) < quota(name, state.rounds, WAGERS_MAX)
    ]
    chance.shuffle(waiting)
    for name in waiting:
        step = _wager(state, current, chance, name, dealer)
        if step is not None:
            return step
    return None


def _wager(state: Table, current: Round, chance: Chance, name: str, dealer: Person | None) -> Step | None:
    own = state.colours_of(name)
    if own:
        source, unit, purse = f"colour:{own[0]}", state.colours[own[0]].value_minor, state.held(name, own[0])
    elif state.rules.has("colour_chips_only"):
        return None
    else:
        source, unit, purse = "value", current.rules.table_minimum, 10**12
    where = _position(current, chance)
    low, high = current.rules.limits(where.kind)
    lies = current.on_position.get((name, where.bet), 0)
    stake = stake_of(chance, low - lies, min(high - lies, purse), unit)
    if stake is None or (source == "value" and couponed(state, name, where.bet)):
        return None
    placed: dict[str, Any] = {"player": name, "bet": where.bet, "stake_minor": stake, "source": source}
    taken = state.rules.settings["verbal"]
    if dealer is not None and chance.random() < SPOKEN and (taken == "chips" or (taken == "cash" and not own)):
        return Step(
            dealer, roulette_acts.CallWager(**placed, accompanied_by=roulette_acts.Accompanied(taken)), pause=1.5
        )
    return Step(player(name), roulette_acts.PlaceWager(**placed), pause=chance.choice((0.4, 0.7, 1.2)))


def _position(current: Round, chance: Chance) -> Position:
    positions = current.rules.positions
    kinds = list(dict.fromkeys(position.kind for position in positions))
    kind = chance.choices(kinds, [_FAVOURED.get(kind, 1) for kind in kinds])[0]
    return chance.choice([position for position in positions if position.kind == kind])


def _regret(state: Table, current: Round, key: tuple[str, str, str]) -> Step | None:
    """Take a whole wager back, if no other chips lie beside it."""
    name, where, source = key
    stake = current.wagers[key]
    if current.on_position[name, where] != stake or couponed(state, name, where) not in (0, stake):
        return None
    return Step(
        player(name), roulette_acts.RemoveWager(player=name, bet=where, stake_minor=stake, source=source), pause=0.8
    )


def _coupon(state: Table, current: Round, key: tuple[str, str, str]) -> Step | None:
    """Match a wager in colours with a coupon, where the house takes them."""
    name, where, source = key
    free = matched(state, name, where) - couponed(state, name, where)
    high = current.rules.limits(current.kind_of(where))[1] - current.on_position[name, where]
    if not state.rules.settings["match_play"] or not source.startswith("colour:") or valued(state, name, where):
        return None
    if not 0 < free <= high:
        return None
    return Step(
        player(name), roulette_acts.PlaceWager(player=name, bet=where, stake_minor=free, source="coupon"), pause=1.0
    )


WITH_THE_WHEEL = 0.015
"""How often the dealer spins the ball the wrong way."""
NO_SPIN = 0.03
PERSON_SECONDS = 60.0
"""How long a supervisor waits for a person who deals before calling a spin that is none."""
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
    """Call the bets off, then let the wheel find the ball; or call a spin that is none.

    A person who deals does all of it, however slowly, as long as the table is theirs.
    """
    if current.direction is roulette_acts.Direction.WITH:
        return _no_spin(current, roulette_acts.Cause.SAME_DIRECTION, crew, dealer)
    if dealer is None:
        return None
    if current.phase is Phase.SPINNING:
        if chance.random() < NO_SPIN:
            return _no_spin(current, chance.choice(_CAUSES), crew, dealer)
        return Step(dealer, roulette_acts.CallNoMoreBets(), pause=3.0)
    turns = current.rules.data.revolutions_min + chance.randint(2, 9)
    act = roulette_acts.EnterNumber(pocket=chance.choice(current.rules.wheel.pockets), revolutions=turns)
    return Step(crew.machine, act, pause=4.0)


def _no_spin(current: Round, cause: roulette_acts.Cause, crew: Crew, dealer: Person | None) -> Step | None:
    """Let whoever may call this cause do so; for a dealer who is a person a supervisor waits a while."""
    supervisor = crew.of(Role.PIT_SUPERVISOR)
    for person in (dealer, supervisor):
        if person is not None and holds(person, current.rules.no_spin[cause].by):
            act = roulette_acts.CallNoSpin(cause=cause, is_ball_lifted=True)
            return Step(person, act, pause=2.0 if person is dealer else PERSON_SECONDS, is_patient=person is not dealer)
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
