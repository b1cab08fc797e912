"""How a card table says which card left its shoe, in whichever game, and whether its rules would take a card now."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from pitboss.decider import Act, Command
from pitboss.errors import InputError, InvariantBroken
from pitboss.floor.writer.live_stream import LiveStream
from pitboss.games.cards import SourceKind
from pitboss.rulebook import RuleViolation
from pitboss.stream import CardActs


def is_entry(act: Act) -> bool:
    """Tell whether an act says which card left the shoe."""
    return act.is_card_entry


def acts_of(live: LiveStream) -> CardActs:
    """Return what a card table says of itself."""
    found = live.rules.cards
    if found is None:
        raise InvariantBroken(f"{live.name} is no card table")
    return found


def comes_from(live: LiveStream) -> SourceKind | None:
    """Return where the cards in play become known; None without cards in play."""
    shoe = live.state.cards.shoe
    return None if shoe is None else shoe.kind


def is_allowed(live: LiveStream, command: Command[Any]) -> bool:
    """Tell whether the rules of play would take a command as the table stands."""
    try:
        tuple(live.rules.decide(live.state, command))
    except (RuleViolation, InputError):
        return False
    return True


def card_act(
    live: LiveStream, card: str, command: Callable[[Act], Command[Any]], *, is_burned_first: bool = False
) -> Act | None:
    """Return the act by which a card is dealt, or burned, whichever the table waits for; None where for neither."""
    deal, burn = (kind(card=card) for kind in (acts_of(live).deal, acts_of(live).burn))
    acts: tuple[Act, Act] = (burn, deal) if is_burned_first else (deal, burn)
    return next((act for act in acts if is_allowed(live, command(act))), None)
