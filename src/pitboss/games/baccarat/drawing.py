"""Who draws and why, in words with the clause, and what the card that is due would make of a hand.

Asked of the tables of the edition, for screens: nothing is decided here.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from pitboss.games.baccarat.hands import Outcome, Side, hands_of, point_count, value_of
from pitboss.games.baccarat.next_act import NAMES, result_in_words
from pitboss.games.baccarat.state import Phase, Round, Table
from pitboss.games.baccarat.third_cards import is_natural

_RANKS = "A23456789TJQK"


def drawing(state: Table) -> dict[str, Any] | None:
    """Return whether the hands that lie draw or stand; None before four cards lie, and while one is hidden."""
    current = state.round
    if current is None or len(current.banker) < 2 or state.play.face_down or current.phase is Phase.VOID:
        return None
    counts = {side: point_count(current.hand(side)[:2]) for side in Side}
    if any(is_natural(points) for points in counts.values()):
        side = next(side for side in Side if is_natural(counts[side]))
        text = f"{NAMES[side]} has a natural {counts[side]}"
        return _told("Both hands stand", f"{text}.", current.rules.clause("natural"))
    if len(current.player) == 2 and current.due is Side.PLAYER:
        return _player_draws(current, counts)
    return _banker(current, counts)


def _told(text: str, reason: str, clause: str, then: Sequence[bool] = ()) -> dict[str, Any]:
    return {"text": text, "reason": reason, "clause": clause, "then": list(then)}


def _player_draws(current: Round, counts: dict[Side, int]) -> dict[str, Any]:
    """Return Table 1 for this count, and Table 2 by the value of the card that is coming."""
    table, banker = current.rules.data.table1, counts[Side.BANKER]
    reason = f"{counts[Side.PLAYER]} is within {min(table.draws)} to {max(table.draws)}."
    reason += f" Banker's {banker} waits for the card."
    then = [current.rules.tables.banker_draws(banker, value) for value in range(10)]
    return _told("Player draws", reason, table.clause, then)


def _banker(current: Round, counts: dict[Side, int]) -> dict[str, Any]:
    """Return what Table 2 says of the Banker's Hand, with or without a third card of the Player's."""
    rules, banker = current.rules, counts[Side.BANKER]
    third = value_of(current.player[2]) if len(current.player) == 3 else None
    does = "draws" if rules.tables.banker_draws(banker, third) else "stands"
    if third is None:
        reason = f"Player stands on {counts[Side.PLAYER]}; Banker has {banker}."
    else:
        reason = f"Banker has {banker}, and Player's third card counts {third}."
    return _told(f"Banker {does}", reason, rules.data.table2.clause)


def makes(state: Table) -> dict[str, dict[str, Any]]:
    """Return for each rank what it counts and makes of the hand that it is due to, and the result where it is the last.

    Nothing where the card would lie face down, or a hidden one beside it: it would tell what that is.
    """
    current = state.round
    if current is None or current.phase not in (Phase.CLOSED, Phase.DEALING) or state.play.face_down:
        return {}
    due, option = current.due, current.rules.settings["deal"]
    if due is None or option == "c" or (option == "b" and len(current.hand(due)) < 2):
        return {}
    return {rank: _made(current, due, f"{rank}S") for rank in _RANKS}


def _made(current: Round, due: Side, card: str) -> dict[str, Any]:
    hands = hands_of(current.rules.tables, [*current.dealt, card])
    ends = None
    if hands.outcome is not None:
        ends = result_in_words(Outcome(hands.outcome), hands.player_points, hands.banker_points)
    return {"value": value_of(card), "points": point_count([*current.hand(due), card]), "ends": ends}
