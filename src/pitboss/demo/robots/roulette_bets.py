"""Chips and wagers of roulette's robots: colours bought and brought back, bets, spoken bets, coupons, regrets."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from pitboss.demo.robots.guests import player, present, quota, stake_of, whim
from pitboss.demo.robots.scene import Step
from pitboss.games.roulette import acts as a
from pitboss.games.roulette.chips import couponed, matched, valued

if TYPE_CHECKING:
    from pitboss.decider import Person
    from pitboss.demo.robots.scene import Chance, Crew
    from pitboss.games.roulette.layout import Position
    from pitboss.games.roulette.state import Round, Table

__all__ = ["bet", "redeeming", "wanting_colours"]

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
            return Step(player(name), a.CancelRequest(player=name))
    for colour, entry in state.colours.items():
        if dealer is not None and entry.player in crew.players and entry.player not in staying:
            count = min(state.held(entry.player, colour) // entry.value_minor, _REDEEMED_MAX)
            if count:
                return Step(dealer, a.RedeemColour(player=entry.player, colour=colour, count=count), pause=1.5)
    return None


def wanting_colours(state: Table, chance: Chance, crew: Crew, dealer: Person | None) -> Step | None:
    """Let those who play in colours ask for a set, or for more of it, and sell it to them."""
    for name in present(crew.players, state.rounds):
        own = state.colours_of(name)
        if not _plays_colours(state, name) or (own and _chips(state, name, own[0]) > 2):
            continue
        if not own and name not in state.waiting:
            if state.free_colours:
                return Step(player(name), a.RequestColour(player=name))
        elif dealer is not None and (own or state.free_colours):
            return Step(dealer, _sale(state, chance, name, own), pause=2.0)
    return None


def _plays_colours(state: Table, name: str) -> bool:
    return state.rules.has("colour_chips_only") or whim(name) % 3 != 0


def _chips(state: Table, name: str, colour: str) -> int:
    return state.held(name, colour) // state.colours[colour].value_minor


def _sale(state: Table, chance: Chance, name: str, own: list[str]) -> a.IssueColour:
    least = state.rules.table_minimum
    colour = own[0] if own else chance.choice(state.free_colours)
    value = state.colours[colour].value_minor if own else least * chance.choice((1, 1, 2))
    count = chance.choice(SET_CHIPS)
    return a.IssueColour(player=name, colour=colour, value_minor=value, count=count, has_marker=value > least)


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
        return Step(dealer, a.CallWager(**placed, accompanied_by=a.Accompanied(taken)), pause=1.5)
    return Step(player(name), a.PlaceWager(**placed), pause=chance.choice((0.4, 0.7, 1.2)))


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
    return Step(player(name), a.RemoveWager(player=name, bet=where, stake_minor=stake, source=source), pause=0.8)


def _coupon(state: Table, current: Round, key: tuple[str, str, str]) -> Step | None:
    """Match a wager in colours with a coupon, where the house takes them."""
    name, where, source = key
    free = matched(state, name, where) - couponed(state, name, where)
    high = current.rules.limits(current.kind_of(where))[1] - current.on_position[name, where]
    if not state.rules.settings["match_play"] or not source.startswith("colour:") or valued(state, name, where):
        return None
    if not 0 < free <= high:
        return None
    return Step(player(name), a.PlaceWager(player=name, bet=where, stake_minor=free, source="coupon"), pause=1.0)
