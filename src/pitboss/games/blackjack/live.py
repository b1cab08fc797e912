"""What a blackjack table tells the live floor of its cards."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from pitboss.decider import Act, Event
from pitboss.games.blackjack.acts import BurnCard, DealCard, ReportExposed, ShowBurnCard, TurnFirstCard, TurnSecondCard
from pitboss.games.blackjack.events import CardBurned, CardDealt, CardFoundFaceUp
from pitboss.games.blackjack.state import Table
from pitboss.stream import CardActs

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


CARDS = CardActs(deal=DealCard, burn=BurnCard, said=_said, leaves_shoe=_leaves_shoe)
