"""What a mini-baccarat table tells the live floor of its cards."""

from __future__ import annotations

from collections.abc import Sequence

from pitboss.decider import Act, Event
from pitboss.games.baccarat.acts import BurnCard, DealCard
from pitboss.games.baccarat.events import CardBurned, CardDealt, CardDrawnInError, CardFoundFaceUp
from pitboss.games.baccarat.hands import Outcome
from pitboss.games.baccarat.state import Table
from pitboss.stream import CardActs


def _said(state: Table, order: Sequence[str], _: Act) -> tuple[str, ...]:
    """Return the next card of the order."""
    drawn = 0 if state.cards.shoe is None else len(state.cards.shoe.drawn)
    return tuple(order[drawn : drawn + 1])


def _leaves_shoe(event: Event) -> bool:
    """Tell whether a card has left the shoe.

    One that was drawn in error has when it is burned. As the banker's third it is dealt besides, and one that nobody
    saw is the next to be dealt: the shoe has read it, and it stays first.
    """
    if isinstance(event, CardDrawnInError):
        return event.becomes == "burned"
    return isinstance(event, CardDealt | CardBurned | CardFoundFaceUp)


def _hands(state: Table) -> tuple[Sequence[str], Sequence[str]] | None:
    """Return the cards of both hands, of a round that is not void."""
    current = state.round
    if current is None or current.outcome is Outcome.VOID:
        return None
    return list(current.player), list(current.banker)


CARDS = CardActs(deal=DealCard, burn=BurnCard, said=_said, leaves_shoe=_leaves_shoe, hands=_hands)
