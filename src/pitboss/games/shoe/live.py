"""What a card table shows of its shoe: how full it is, where the cutting card lies, and what a virtual one promised."""

from __future__ import annotations

from typing import Any

import msgspec

from pitboss.games.cards import SourceKind
from pitboss.games.shoe.state import CardTable


def shoe_view(state: CardTable) -> dict[str, Any]:
    """Return the shoe as everybody around the table sees it; None for what is only there once it is loaded."""
    cards = state.cards
    is_before = cards.shoe is not None and not cards.is_cutting_card_out
    return {
        "stage": cards.stage.value,
        "stage_in_words": cards.stage.words,
        "size": None if cards.shoe is None else cards.shoe.size,
        "left": cards.in_shoe,
        "to_cutting_card": max(0, cards.in_shoe - cards.from_back) if is_before else None,
        "named_by": None if cards.shoe is None else cards.shoe.kind.value,
        "commitment": None if cards.shoe is None else cards.shoe.commitment,
    }


def virtual_view(state: CardTable) -> dict[str, Any] | None:
    """Return what a virtual shoe has promised, and which one before it can be checked; None where there is neither."""
    cards, last = state.cards, state.cards.revealed
    is_one = cards.shoe is not None and cards.shoe.kind is SourceKind.VIRTUAL
    is_open = is_one and cards.must_be_revealed
    if not is_open and last is None:
        return None
    now = None
    if cards.shoe is not None and is_open:
        # Before the first card: whoever notes it now cannot be shown another order later.
        now = {"shoe": cards.shoes, "commitment": cards.shoe.commitment, "drawn": len(cards.shoe.drawn)}
    shown = None if last is None else {"shoe": last.shoe, "commitment": last.commitment, "finding": last.finding}
    return {"now": now, "shown": shown}


def revealed_view(state: CardTable) -> dict[str, Any] | None:
    """Return the last virtual shoe that is over, whole, for whoever checks it; None where there was none."""
    last = state.cards.revealed
    return None if last is None else msgspec.to_builtins(last)
