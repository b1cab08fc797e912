"""What a second person at an automatic table is asked to stand by, in words, with the clause and the amount."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from pitboss.decider import Act
from pitboss.games.roulette.automatic import acts as a
from pitboss.games.roulette.automatic.state import AutomaticTable


def asked(state: AutomaticTable, act: Act) -> dict[str, Any] | None:
    """Return title, text, clause and amount of an act that waits; None for one whose fields say enough."""
    tell = _TOLD.get(type(act))
    return None if tell is None else tell(state, act)


def _told(title: str, text: str, clause: str, amount: int | None = None) -> dict[str, Any]:
    return {"title": title, "text": text, "clause": clause, "amount_minor": amount}


def _stakes(state: AutomaticTable, game: int) -> tuple[int, str]:
    """Return what was bet in a game, and what is said of its number."""
    settled = next((entry for entry in state.history if entry.game == game), None)
    if settled is None:
        return state.staked, "No number is confirmed."
    return sum(settled.wagers.stake_minor), f"It was settled with {settled.pocket}."


def _void(state: AutomaticTable, act: a.VoidGame) -> dict[str, Any]:
    game = act.game or state.rounds
    amount, said = _stakes(state, game)
    cause = act.cause.value.replace("_", " ").capitalize()
    note = f" {act.note}" if act.note else ""
    held = f" Held: {state.held.rstrip('.')}." if state.held is not None else ""
    text = f"{cause}.{note} {said}{held} All bets go back."
    return _told(f"Void game {game}?", text, state.clause(f"void_{act.cause.value}"), amount)


def _refund(state: AutomaticTable, _: a.RefundGame) -> dict[str, Any]:
    amount, said = _stakes(state, state.void or 0)
    text = f"Game {state.void} is void. {said} Every bet goes back to whoever made it, to the cent."
    return _told(f"Refund game {state.void}?", text, state.clause("refund"), amount)


def _extend(state: AutomaticTable, act: a.ExtendClock) -> dict[str, Any]:
    text = f"The game is held: {(state.held or '').rstrip('.')}. Bets are taken for so long once more."
    return _told(f"{act.seconds} more seconds for game {state.rounds}?", text, state.clause("hold"))


def _rule(state: AutomaticTable, act: a.RuleNumber) -> dict[str, Any]:
    dealer = "none" if state.disputed is None else state.disputed
    sensor = "none" if state.sensed is None else state.sensed.pocket
    text = f"The dealer says {dealer}, the sensor {sensor}. {act.revolutions} turns. {act.reason}"
    return _told(f"Game {state.rounds}: {act.pocket}?", text, state.clause("hold"))


_TOLD: dict[type[Act], Callable[[AutomaticTable, Any], dict[str, Any]]] = {
    a.VoidGame: _void,
    a.RefundGame: _refund,
    a.ExtendClock: _extend,
    a.RuleNumber: _rule,
}
