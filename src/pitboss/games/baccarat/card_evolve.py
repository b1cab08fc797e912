"""What each event does to the cards of a mini-baccarat table, besides those of any card table."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from pitboss.games.baccarat import card_events as e
from pitboss.games.baccarat.state import Pile, Table
from pitboss.games.cards import parse_card
from pitboss.games.shoe.state import Stage
from pitboss.rulebook.clauses import cites

if TYPE_CHECKING:
    from collections.abc import Callable

    from pitboss.decider import Event

__all__ = ["CARD_EVOLVE"]


@cites("MB-B4d", "MB-B4f", "MB-N4")
def _shuffled(state: Table, event: e.CardsShuffled) -> None:
    state.cards.take_out(Stage.SHUFFLED)
    state.cards.batch = event.batch


@cites("MB-B4d", "MB-B4f")
def _released(state: Table, event: e.BatchReleased) -> None:
    state.cards.take_out(Stage.SPREAD if event.must_be_spread else Stage.SHUFFLED)
    state.cards.batch = event.batch


def _burned(state: Table, event: e.CardBurned) -> None:
    _discard_shown(state, event.card, event.due)
    if not event.due:
        state.cards.stage = Stage.IN_PLAY


def _discard_shown(state: Table, card: str, due: int) -> None:
    """Put a card that left the shoe face up into the rack, and remember how many follow it."""
    cards = state.cards
    cards.burns_due = due
    cards.rack.append(Pile(None, (card,)))
    if cards.shoe is not None:
        cards.shoe.drawn.append(card)
    if state.round is not None and not state.is_between_rounds:
        state.round.left[parse_card(card).index] -= 1


def _discarded(state: Table, event: e.CardsDiscarded) -> None:
    state.cards.rack.append(Pile(event.round, event.cards))
    state.play.is_layout_clear = True


def _in_error(state: Table, event: e.CardDrawnInError) -> None:
    cards = state.cards
    if event.becomes == "next_hand" and cards.shoe is not None:
        cards.held_at = len(cards.shoe.drawn)
    elif event.becomes == "burned" and event.card is not None:
        _discard_shown(state, event.card, event.due)


def _face_up(state: Table, event: e.CardFoundFaceUp) -> None:
    _discard_shown(state, event.card, event.due)


def _shown(state: Table, event: e.CardsTurned | e.CardsReturned) -> None:
    state.play.face_down.discard(event.hand)
    if state.play.handed is event.hand:
        state.play.handed = None


def _handed(state: Table, event: e.CardsHanded) -> None:
    state.play.handed = event.hand


def _relinquished(state: Table, event: e.TurnRelinquished) -> None:
    play = state.play
    del play.turns[event.hand]
    play.offered_from[event.hand] = event.position
    play.refused.setdefault(event.hand, set()).add(event.position)
    if play.handed is event.hand:
        play.handed = None


def _turn_offered(state: Table, event: e.TurnOffered) -> None:
    if event.is_accepted:
        state.play.turns[event.hand] = event.position
    else:
        state.play.refused[event.hand].add(event.position)


CARD_EVOLVE: dict[type[Event], Callable[[Table, Any], None]] = {
    e.CardsShuffled: _shuffled,
    e.BatchReleased: _released,
    e.CardBurned: _burned,
    e.CardsDiscarded: _discarded,
    e.CardDrawnInError: _in_error,
    e.CardFoundFaceUp: _face_up,
    e.CardsTurned: _shown,
    e.CardsHanded: _handed,
    e.CardsReturned: _shown,
    e.TurnRelinquished: _relinquished,
    e.TurnOffered: _turn_offered,
}
