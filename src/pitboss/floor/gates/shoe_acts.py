"""How a card table says which card left its shoe, in whichever game, and whether its rules would take a card now."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from pitboss.decider import tag_of
from pitboss.errors import InputError
from pitboss.games.baccarat.acts import BurnCard as BaccaratBurn
from pitboss.games.baccarat.acts import DealCard as BaccaratDeal
from pitboss.games.baccarat.events import CardDrawnInError
from pitboss.games.blackjack.acts import BurnCard as BlackjackBurn
from pitboss.games.blackjack.acts import DealCard as BlackjackDeal
from pitboss.games.blackjack.acts import ShowBurnCard, TurnFirstCard, TurnSecondCard
from pitboss.rulebook import RuleViolation

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from pitboss.decider import Act, Command, Event
    from pitboss.floor.writer.live_stream import LiveStream
    from pitboss.games.cards import SourceKind

__all__ = ["LOADED", "card_act", "cards_of", "comes_from", "is_allowed", "is_entry", "leaves_shoe"]

_ENTRIES: Final = {
    "baccarat.deal_card/1", "baccarat.burn_card/1", "baccarat.report_face_up/1", "baccarat.report_error/1",
    "blackjack.deal_card/1", "blackjack.burn_card/1", "blackjack.report_face_up/1", "blackjack.report_error/1",
}  # fmt: skip
_OUT: Final = {
    "baccarat.card_dealt/1", "baccarat.card_burned/1", "baccarat.card_found_face_up/1",
    "blackjack.card_dealt/1", "blackjack.card_burned/1", "blackjack.card_found_face_up/1",
}  # fmt: skip
LOADED: Final = {"cards.shoe_loaded/1", "cards.automatic_shoe_used/1"}
_ACTS: Final[dict[str, tuple[Any, Any]]] = {
    "baccarat": (BaccaratDeal, BaccaratBurn),
    "blackjack": (BlackjackDeal, BlackjackBurn),
}
_UNSEEN: Final[tuple[type[Any], ...]] = (BlackjackDeal, BlackjackBurn)
"""What may lay a card face down that nobody has seen."""
_TURNED: Final[dict[type[Any], int]] = {TurnFirstCard: 1, TurnSecondCard: 2}
"""What turns which of the dealer's cards up that nobody has seen."""


def is_entry(act: Act) -> bool:
    """Tell whether an act says which card left the shoe."""
    return tag_of(act) in _ENTRIES


def cards_of(live: LiveStream, order: Sequence[str], act: Act) -> tuple[str | None, ...]:
    """Return the card that an act says of a shoe in a known order, as the table stands; of two the first that is taken.

    A card that goes where nobody sees it is not named before it is turned up, whoever knows the order.
    """
    cards = live.state.cards
    place = len(cards.shoe.drawn)
    if type(act) in _TURNED:
        place = cards.unseen.get(_TURNED[type(act)], len(order))
    elif isinstance(act, ShowBurnCard):
        place = act.place - 1
    unseen = (None,) if isinstance(act, (*_UNSEEN, TurnSecondCard)) else ()
    return (*unseen, *order[place : place + 1])


def leaves_shoe(event: Event) -> bool:
    """Tell whether a card has left the shoe with an event.

    One that was drawn in error has when it is burned. As the banker's third it is dealt besides, and one that nobody
    saw is the next to be dealt: the shoe has read it, and it stays first.
    """
    if isinstance(event, CardDrawnInError):
        return event.becomes == "burned"
    return tag_of(event) in _OUT


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
    deal, burn = (kind(card=card) for kind in _ACTS[live.rules.name])
    acts: tuple[Act, Act] = (burn, deal) if is_burned_first else (deal, burn)
    return next((act for act in acts if is_allowed(live, command(act))), None)
