"""What a second person at a live roulette table is asked to stand by, in words, with the clause and the amount."""

from __future__ import annotations

from typing import Any

from pitboss.decider import Act
from pitboss.games.equipment import colour_of
from pitboss.games.roulette import acts as a
from pitboss.games.roulette.state import Table
from pitboss.games.table.checks import CORRECTION


def asked(state: Table, act: Act) -> dict[str, Any] | None:
    """Return title, text, clause and amount of an act that waits; None for one whose fields say enough."""
    match act:
        case a.CorrectNumber():
            was = None if state.round is None else state.round.pocket
            text = f"Entered was {was}. {act.reason} Dolly and collection begin again with the new number."
            title = f"Game {state.rounds}: {act.pocket}, {colour_of(act.pocket)}?"
            return {"title": title, "text": text, "clause": CORRECTION, "amount_minor": None}
        case a.IssueColour():
            text = (
                f"{act.count} {act.colour} chips at {state.money(act.value_minor)} each, beside the colours they have."
            )
            clause = state.rules.clause("second_set" if state.rules.has("second_set") else "colours")
            amount = act.count * act.value_minor
            return {
                "title": f"A further colour for {act.player}?",
                "text": text,
                "clause": clause,
                "amount_minor": amount,
            }
    return None
