"""What each event does to the cards of a mini-baccarat table."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from pitboss.games.baccarat import card_events as e
from pitboss.games.baccarat.card_acts import Cutter, Reader
from pitboss.games.baccarat.state import Pile, Stage, Table, cut_order
from pitboss.games.cards import CardSource, SourceKind, parse_card
from pitboss.rulebook.clauses import cites

if TYPE_CHECKING:
    from collections.abc import Callable

    from pitboss.decider import Event
    from pitboss.games.baccarat.card_acts import Colour

__all__ = ["CARD_EVOLVE"]


def _inspected(state: Table, event: e.CardsInspected) -> None:
    state.cards.stage, state.cards.backs = Stage.INSPECTED, event.backs


def _spread(state: Table, _: e.CardsSpread) -> None:
    state.cards.stage = Stage.SPREAD


def _looked(state: Table, _: e.PlayerLooked) -> None:
    state.cards.stage = Stage.SEEN


def _stacked(state: Table, _: e.CardsStacked) -> None:
    state.cards.stage = Stage.STACKED


def _shuffled(state: Table, event: e.CardsShuffled) -> None:
    _next_cards(state, event.batch, Stage.SHUFFLED)


def _released(state: Table, event: e.BatchReleased) -> None:
    _next_cards(state, event.batch, Stage.SPREAD if event.must_be_spread else Stage.SHUFFLED)


@cites("MB-B4d", "MB-B4f", "MB-N4")
def _next_cards(state: Table, batch: Colour, stage: Stage) -> None:
    """Take all cards of the last shoe out of shoe and rack, whole; the next ones are on their way."""
    cards = state.cards
    cards.stage, cards.batch, cards.is_back_from_idle = stage, batch, False
    cards.declined, cards.cutter = set(), None
    _empty(state)


def _empty(state: Table) -> None:
    cards = state.cards
    cards.shoe, cards.from_back, cards.rack = None, 0, []
    cards.is_burn_due, cards.burns_due, cards.held_at = False, 0, None
    cards.is_cutting_card_out = cards.must_announce = cards.is_last_hand = False


def _cut_offered(state: Table, event: e.CutOffered) -> None:
    if event.is_accepted:
        state.cards.cutter = event.position
    else:
        state.cards.declined.add(event.position)


def _cut(state: Table, event: e.CardsCut) -> None:
    state.cards.stage, state.cards.cutter = Stage.CUT, event.position or 0


@cites("MB-E5")
def _recut(state: Table, event: e.RecutOrdered) -> None:
    """Go back to the cut: by the same person, or by whoever comes after in the order."""
    cards = state.cards
    if cards.stage is Stage.LOADED:
        cards.shoes -= 1
        _empty(state)
    cards.stage = Stage.SHUFFLED
    if event.cutter is Cutter.LAST:
        return
    order = cut_order(state.seats)
    passed = order.index(cards.cutter) + 1 if cards.cutter in order else len(order)
    cards.declined |= set(order[:passed])
    cards.cutter = None


def _loaded(state: Table, event: e.ShoeLoaded) -> None:
    kind = SourceKind.SHOE if event.reader is Reader.SHOE else SourceKind.DEALER
    _put_in(state, event, CardSource(event.cards // 52, kind))
    state.cards.stage, state.cards.is_burn_due = Stage.LOADED, True


def _automatic(state: Table, event: e.AutomaticShoeUsed) -> None:
    kind = SourceKind.SHOE if event.commitment is None else SourceKind.VIRTUAL
    _next_cards(state, event.batch, Stage.IN_PLAY)
    _put_in(state, event, CardSource(event.cards // 52, kind, event.commitment))
    state.cards.must_be_revealed = event.commitment is not None


def _put_in(state: Table, event: e.ShoeLoaded | e.AutomaticShoeUsed, shoe: CardSource) -> None:
    cards = state.cards
    cards.shoes, cards.shoe, cards.from_back = event.shoe, shoe, event.from_back
    cards.batch = cards.last_played = event.batch


def _revealed(state: Table, _: e.ShoeRevealed | e.RevealAbandoned) -> None:
    state.cards.must_be_revealed = False
    _rejected(state, _)


def _rejected(state: Table, _: Event) -> None:
    """End the shoe: an order that has been shown, rightly or not, cannot be dealt from."""
    if state.cards.stage is Stage.IN_PLAY:
        state.cards.stage, state.cards.burns_due = Stage.FINISHED, 0


def _burned(state: Table, event: e.CardBurned) -> None:
    cards = state.cards
    cards.is_burn_due = False
    _discard_shown(state, event.card, event.due)
    if not event.due:
        cards.stage = Stage.IN_PLAY


def _discard_shown(state: Table, card: str, due: int) -> None:
    """Put a card that left the shoe face up into the rack, and remember how many follow it."""
    cards = state.cards
    cards.burns_due = due
    cards.rack.append(Pile(None, (card,)))
    if cards.shoe is not None:
        cards.shoe.drawn.append(card)
    if state.round is not None and not state.is_between_rounds:
        state.round.left[parse_card(card).index] -= 1


def _cutting_card(state: Table, _: e.CuttingCardDrawn) -> None:
    state.cards.is_cutting_card_out = True


def _idle(state: Table, event: e.IdleCardsSpread) -> None:
    state.cards.stage = Stage.SPREAD if event.is_face_up else Stage.IDLE_DOWN
    state.cards.is_back_from_idle = True
    _empty(state)


def _idle_turned(state: Table, _: e.IdleCardsTurned) -> None:
    state.cards.stage = Stage.SPREAD


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
    e.CardsInspected: _inspected,
    e.CardsSpread: _spread,
    e.PlayerLooked: _looked,
    e.CardsStacked: _stacked,
    e.CardsShuffled: _shuffled,
    e.BatchReleased: _released,
    e.CutOffered: _cut_offered,
    e.CardsCut: _cut,
    e.RecutOrdered: _recut,
    e.ShoeLoaded: _loaded,
    e.AutomaticShoeUsed: _automatic,
    e.ShoeRevealed: _revealed,
    e.RevealRejected: _rejected,
    e.RevealAbandoned: _revealed,
    e.CardBurned: _burned,
    e.CuttingCardDrawn: _cutting_card,
    e.IdleCardsSpread: _idle,
    e.IdleCardsTurned: _idle_turned,
    e.CardsDiscarded: _discarded,
    e.CardDrawnInError: _in_error,
    e.CardFoundFaceUp: _face_up,
    e.CardsTurned: _shown,
    e.CardsHanded: _handed,
    e.CardsReturned: _shown,
    e.TurnRelinquished: _relinquished,
    e.TurnOffered: _turn_offered,
}
