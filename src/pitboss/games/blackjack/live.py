"""What a blackjack table shows on the live floor, and tells it of its cards."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from pitboss.decider import Act, Event
from pitboss.games.blackjack.acts import (
    BurnCard,
    DealCard,
    ReportExposed,
    RestoreUpCard,
    ShowBurnCard,
    TurnFirstCard,
    TurnSecondCard,
)
from pitboss.games.blackjack.events import CardBurned, CardDealt, CardFoundFaceUp
from pitboss.games.blackjack.hands import is_blackjack, is_soft, total_of
from pitboss.games.blackjack.state import Round, Table
from pitboss.games.cards import CARDS as NAMES
from pitboss.games.live import seats_view, table_view
from pitboss.stream import CardActs

_UNSEEN: Final = ""
"""A card that lies face down."""


def view(state: Table) -> dict[str, Any]:
    """Return the table with the dealer's hands as far as they are shown, and every place around it."""
    return {
        **table_view(state),
        "seats": seats_view(state.rules.positions, state.rules.positions - len(state.seats)),
        "shoe": state.cards.shoes,
        "dealer_hands": [] if state.round is None else _dealer_hands(state.round),
        "boxes": [_box(state, seat) for seat in range(1, state.rules.positions + 1)],
    }


def _dealer_hands(current: Round) -> list[dict[str, Any]]:
    """Return the dealer's hands; a card that lies face down is there and is not named."""
    hands = current.dealer or [[]]
    down = [card for card in (current.first, current.second) if card is not None]
    return [
        {"cards": [*hand, *(_UNSEEN for _ in down)] if number == 0 else list(hand), **_counted(hand)}
        for number, hand in enumerate(hands)
    ]


def _counted(cards: Sequence[str], *, is_split: bool = False) -> dict[str, Any]:
    """Return what the cards that are shown come to; two cards of a hand that was split make no blackjack."""
    if not cards:
        return {"total": None, "is_soft": False, "is_blackjack": False}
    is_natural = is_blackjack(cards) and not is_split
    return {"total": total_of(cards), "is_soft": is_soft(cards), "is_blackjack": is_natural}


def _box(state: Table, seat: int) -> dict[str, Any]:
    """Return a place: whether somebody sits there, what lies there, and the cards where they are dealt face up."""
    current = state.round
    box = None if current is None or state.is_between_rounds else current.boxes.get(seat)
    turn = None if current is None else current.turn
    is_up = not state.rules.settings["face_down"]
    hands = [] if box is None else box.hands
    return {
        "seat": seat,
        "is_taken": seat in state.seats,
        "stake_minor": 0 if box is None else box.laid,
        "is_turn": turn is not None and turn[0] == seat and str(state.phase) == "turns",
        "hands": [
            {"cards": list(hand.cards), **_counted(hand.cards, is_split=hand.is_split)}
            if is_up
            else {"cards": [_UNSEEN] * len(hand.cards), **_counted(())}
            for hand in hands
        ],
    }


_TURNED: Final[dict[type, int]] = {TurnFirstCard: 1, TurnSecondCard: 2, ReportExposed: 2}
"""What turns which of the dealer's cards up that nobody has seen."""


def _said(state: Table, order: Sequence[str], act: Act) -> tuple[str | None, ...]:
    """Return the next card of the order, the one that is turned up, or the burned one that is shown.

    A card that goes where nobody sees it is not named before it is turned up, whoever knows the order.
    """
    cards = state.cards
    place = 0 if cards.shoe is None else len(cards.shoe.drawn)
    if type(act) in _TURNED:
        place = cards.unseen.get(_TURNED[type(act)], len(order))
    elif isinstance(act, ShowBurnCard):
        place = dict(enumerate(cards.burned_at, 1)).get(act.place, len(order))
    unseen = (None,) if isinstance(act, DealCard | BurnCard | TurnSecondCard) else ()
    return (*unseen, *order[place : place + 1])


def _leaves_shoe(event: Event) -> bool:
    """Tell whether a card has left the shoe; one that was drawn in error is burned besides."""
    return isinstance(event, CardDealt | CardBurned | CardFoundFaceUp)


CARDS = CardActs(
    deal=DealCard, burn=BurnCard, said=_said, leaves_shoe=_leaves_shoe, names=NAMES, is_open=(RestoreUpCard,)
)
