"""What an automatic table shows on the live floor: to anybody, to staff, and to each terminal of itself."""

from __future__ import annotations

from fractions import Fraction
from typing import Any, Final

from pitboss.decider import Role
from pitboss.games.live import DEALERS_AND_ABOVE, RESULTS, seats_view, table_view
from pitboss.games.roulette.automatic.cash import total_of
from pitboss.games.roulette.automatic.config import AutomaticConfig
from pitboss.games.roulette.automatic.state import CREDITS, AutomaticTable, Settled, Terminal
from pitboss.games.roulette.automatic.statistics import statistics
from pitboss.games.roulette.events import Outcome
from pitboss.games.roulette.live import layout_of, limits_of, result_of
from pitboss.games.roulette.settle import Wager, settled_columns
from pitboss.games.roulette.sign import sign
from pitboss.games.table.sign import posted_of

WORST: Final = 5
"""Numbers that are shown of those that cost the house most."""


def view(state: AutomaticTable) -> dict[str, Any]:
    """Return the table with its clock, what holds it, and its last games."""
    return {
        **table_view(state),
        "seats": _seats(state),
        "seconds": state.seconds,
        "is_prompted": state.is_prompted,
        "held": state.held,
        "void": state.void,
        "results": [{"game": number.game, **result_of(number.pocket)} for number in state.numbers[:RESULTS]],
        "limits_by_area": limits_of(state.rules),
        "statistics": statistics(state.rules.wheel, [number.pocket for number in state.numbers]),
    }


def _seats(state: AutomaticTable) -> dict[str, int]:
    """Return how many terminals may stand here; one at which nobody plays is free."""
    taken = sum(not state.is_idle(name) for name in state.terminals)
    return seats_view(state.config.terminals_max, state.config.terminals_max - taken)


def staff_view(state: AutomaticTable, role: Role) -> dict[str, Any]:
    """Return what the sensor found; to dealers and above also what is laid where, at what risk, and every terminal."""
    sensed = {
        "has_sensor": state.config.has_sensor,
        "sensed": None if state.sensed is None else state.sensed.pocket,
        "sensed_turns": None if state.sensed is None else state.sensed.revolutions,
        "turns_min": state.rules.data.revolutions_min,
        "disputed": state.disputed,
        "equipment": [] if state.is_open else [one.item for one in state.equipment],
        "inspected": list(state.inspected),
    }
    if role not in DEALERS_AND_ABOVE:
        return sensed
    return {
        **sensed,
        "exposure_minor": state.exposure_minor,
        "exposure": _exposure(state),
        "laid": _laid(state),
        "terminals": {name: _terminal(state, name, entry) for name, entry in state.terminals.items()},
    }


def _terminal(state: AutomaticTable, name: str, entry: Terminal) -> dict[str, Any]:
    """Return what the dealer's console shows of a terminal."""
    return {
        "credits_minor": state.credits(name),
        "bet_minor": sum(entry.bets.values()),
        "has_session": entry.session is not None,
        "is_abandoned": entry.is_abandoned,
        "counted_minor": None if entry.counted is None else total_of(entry.counted),
        "undropped_minor": None if entry.undropped is None else total_of(entry.undropped),
        "last_buy_in_minor": None if entry.last_buy_in is None else total_of(entry.last_buy_in),
        "cash_out": None if entry.cash_out is None else entry.cash_out.value,
        "cash_out_minor": entry.cash_out_minor,
        "is_verified": entry.is_verified,
        "is_questioned": entry.is_questioned,
    }


def _laid(state: AutomaticTable) -> dict[str, int]:
    """Return what lies on each bet, all terminals together."""
    found: dict[str, int] = {}
    for entry in state.terminals.values():
        for bet, stake in entry.bets.items():
            found[bet] = found.get(bet, 0) + stake
    return found


def _exposure(state: AutomaticTable) -> dict[str, Any] | None:
    """Return what the spin costs the house on its worst numbers, on its best, and on average; None without a bet."""
    if not any(state.liability):
        return None
    costs = sorted(zip(state.liability, state.rules.wheel.pockets, strict=True), key=lambda pair: -pair[0])
    best, pocket = costs[-1]
    return {
        "worst": [{"pocket": one, "cost_minor": cost} for cost, one in costs[:WORST] if cost > 0],
        "best": {"pocket": pocket, "gain_minor": -best},
        "expected_minor": round(Fraction(-sum(state.liability), len(costs))),
    }


def own_view(state: AutomaticTable, terminal: str) -> dict[str, Any] | None:
    """Return what a terminal sees of itself; None where it is not of this table."""
    own = state.terminals.get(terminal)
    if own is None:
        return None
    bought = own.last_buy_in
    return {
        "credits_minor": state.credits(terminal),
        "bets": dict(own.bets),
        "last_game": dict(own.last_game),
        "undoes": {bet: -change for bet, change in own.deeds.last} if own.deeds else None,
        "paid": None if own.settled is None or not _counts(state, own.settled.game) else _paid(state, own.settled),
        "is_verified": own.is_verified,
        "is_questioned": own.is_questioned,
        "bought_minor": 0 if bought is None else total_of(bought),
        "cash_out": None if own.cash_out is None else own.cash_out.value,
        "cash_out_minor": own.cash_out_minor,
    }


def _counts(state: AutomaticTable, game: int) -> bool:
    """Tell whether a settled game was not voided since; of those that are no longer kept none can be."""
    games = [number.game for number in state.numbers]
    return game in games or (bool(games) and game < games[-1])


def _paid(state: AutomaticTable, settled: Settled) -> dict[str, Any]:
    """Return what the bets of a terminal came to, with the clause by which each was paid or lost."""
    laid = [Wager("", state.rules.position(bet), CREDITS, stake) for bet, stake in settled.bets.items()]
    found, _ = settled_columns(state.rules, settled.pocket, laid, {})
    rows = zip(found.bet, found.stake_minor, found.paid_minor, found.clause, found.outcome, strict=True)
    names = ("bet", "stake_minor", "paid_minor", "clause", "is_won")
    return {
        "game": settled.game,
        "pocket": settled.pocket,
        "won_minor": sum(found.paid_minor),
        "bets": [dict(zip(names, (*row, outcome is Outcome.WIN), strict=True)) for *row, outcome in rows],
    }


def layout(state: AutomaticTable) -> dict[str, Any]:
    """Return the wheel, its bets, the chips on a terminal's screen, and the clause of each duty."""
    clauses = dict(state.rules.edition.rules["automatic"]["clauses"])
    return {**layout_of(state.rules, state.config.chips_minor), "clauses": clauses}


def posted(config: AutomaticConfig, _: AutomaticTable) -> dict[str, Any]:
    """Return the sign of the roulette that is played."""
    return posted_of(sign(config.table))
