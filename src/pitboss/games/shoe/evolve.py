"""What each event does to the cards and seats of a card table."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from pitboss.decider import Event
from pitboss.games.cards import DECK, CardSource, SourceKind, parse_card
from pitboss.games.shoe import events as e
from pitboss.games.shoe.acts import Cutter, Reader
from pitboss.games.shoe.state import SPREAD_WHEN_IDLE, CardTable, Stage
from pitboss.rulebook.clauses import cites


def _seat_taken(state: CardTable, event: e.SeatTaken) -> None:
    state.seats[event.position] = event.player


@cites("MB-E6", "BJ-E6")
def seat_left(state: CardTable, event: e.SeatLeft) -> None:
    """Free the position; whoever comes next has neither declined the cut nor taken it.

    Once the last position is free, the cards wait to be spread.
    """
    del state.seats[event.position]
    if not state.seats and state.cards.stage in SPREAD_WHEN_IDLE:
        state.cards.has_stood_empty = True
    state.cards.declined.discard(event.position)
    if state.cards.cutter == event.position:
        state.cards.cutter = None


def _inspected(state: CardTable, event: e.CardsInspected) -> None:
    state.cards.stage, state.cards.backs = Stage.INSPECTED, event.backs


def _spread(state: CardTable, _: e.CardsSpread | e.IdleCardsTurned) -> None:
    state.cards.stage = Stage.SPREAD


def _looked(state: CardTable, _: e.PlayerLooked) -> None:
    state.cards.stage = Stage.SEEN


def _stacked(state: CardTable, _: e.CardsStacked) -> None:
    state.cards.stage = Stage.STACKED


def _cut_offered(state: CardTable, event: e.CutOffered) -> None:
    if event.is_accepted:
        state.cards.cutter = event.position
    else:
        state.cards.declined.add(event.position)


def _cut(state: CardTable, event: e.CardsCut) -> None:
    state.cards.stage, state.cards.cutter, state.cards.is_cut = Stage.CUT, event.position or 0, True


@cites("MB-E5", "BJ-E5")
def _recut(state: CardTable, event: e.RecutOrdered) -> None:
    """Go back to the cut, burned cards included: by the same person, or by whoever comes after in the order."""
    cards = state.cards
    if cards.stage is not Stage.CUT:
        cards.shoes -= 1
        cards.empty()
        if state.round is not None:
            state.round.left = [state.rules.shoe_decks] * len(DECK)
    cards.stage, cards.is_cut = Stage.SHUFFLED, False
    if event.cutter is Cutter.LAST:
        return
    order = state.cut_order()
    passed = order.index(cards.cutter) + 1 if cards.cutter in order else len(order)
    cards.declined |= set(order[:passed])
    cards.cutter = None


def loaded(state: CardTable, event: e.ShoeLoaded) -> None:
    """Have the cards in the shoe; the burn comes next."""
    kind = SourceKind.SHOE if event.reader is Reader.SHOE else SourceKind.DEALER
    state.cards.put_in(event, CardSource(event.cards // 52, kind))
    state.cards.stage = Stage.LOADED


def automatic_used(state: CardTable, event: e.AutomaticShoeUsed) -> None:
    """Have the device's cards in play at once."""
    kind = SourceKind.SHOE if event.commitment is None else SourceKind.VIRTUAL
    state.cards.take_out(Stage.IN_PLAY)
    state.cards.put_in(event, CardSource(event.cards // 52, kind, event.commitment))
    state.cards.must_be_revealed = event.commitment is not None


def _revealed(state: CardTable, event: e.ShoeRevealed) -> None:
    state.cards.must_be_revealed = False
    state.cards.reveal(event.commitment, order=event.order, nonce=event.nonce)
    _end(state)


def _abandoned(state: CardTable, event: e.RevealAbandoned) -> None:
    state.cards.must_be_revealed = False
    state.cards.reveal(event.commitment, finding=event.reason)
    _end(state)


def _rejected(state: CardTable, event: e.RevealRejected) -> None:
    state.cards.reveal(event.commitment, finding=event.finding)
    _end(state)


def _end(state: CardTable) -> None:
    """End the shoe: an order that has been shown, rightly or not, cannot be dealt from."""
    if state.cards.stage in (Stage.LOADED, Stage.IN_PLAY):
        state.cards.finish()


def cutting_card_drawn(state: CardTable, _: e.CuttingCardDrawn) -> None:
    """Remember that the cutting card is out."""
    state.cards.is_cutting_card_out = True


@cites("Q70")
def end_deserted(state: CardTable) -> None:
    """End a round that everybody has left, when what it would be played with goes away."""
    if state.is_deserted:
        state.round.call_off()


def _idle(state: CardTable, event: e.IdleCardsSpread) -> None:
    end_deserted(state)
    state.cards.stage = Stage.SPREAD if event.is_face_up else Stage.IDLE_DOWN
    state.cards.is_back_from_idle = True
    state.cards.empty()


def renamed(state: CardTable, event: e.CardCorrected, *, at: int | None = None) -> None:
    """Give the shoe the wrong card back and take the right one out; the game does the rest.

    Args:
        state: The table.
        event: The correction.
        at: Which of the cards that left the shoe it is; None for the last of that name.
    """
    shoe, left = state.cards.shoe, state.round.left
    left[parse_card(event.was).index] += 1
    left[parse_card(event.card).index] -= 1
    if shoe is not None:
        shoe.drawn[_last(shoe.drawn, event.was) if at is None else at] = event.card


def _last(drawn: Sequence[str], card: str) -> int:
    return len(drawn) - 1 - drawn[::-1].index(card)


SHOE_EVOLVE: dict[type[Event], Callable[[CardTable, Any], None]] = {
    e.SeatTaken: _seat_taken,
    e.SeatLeft: seat_left,
    e.CardsInspected: _inspected,
    e.CardsSpread: _spread,
    e.PlayerLooked: _looked,
    e.CardsStacked: _stacked,
    e.CutOffered: _cut_offered,
    e.CardsCut: _cut,
    e.RecutOrdered: _recut,
    e.ShoeLoaded: loaded,
    e.AutomaticShoeUsed: automatic_used,
    e.ShoeRevealed: _revealed,
    e.RevealRejected: _rejected,
    e.RevealAbandoned: _abandoned,
    e.CuttingCardDrawn: cutting_card_drawn,
    e.IdleCardsSpread: _idle,
    e.IdleCardsTurned: _spread,
}
"""What a game's `evolve` applies; it adds its own, and calls these from what it puts in their place."""
