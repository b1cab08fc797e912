"""What happens to the cards of a mini-baccarat table, in words: what no other card table does."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pitboss.games.baccarat import card_events as e

if TYPE_CHECKING:
    from pitboss.decider import Event

__all__ = ["card_words"]

_BECOMES = {"banker": "is the Banker's third card", "next_hand": "opens the next hand", "burned": "is burned"}


def card_words(event: Event) -> str:
    """Say what happened to the cards; the type's name for an event of something else."""
    return _shoe_words(event) or _turn_words(event)


def _shoe_words(event: Event) -> str:
    match event:
        case e.CardsShuffled():
            stored = f"; the {event.stored} batch is in the shuffler" if event.stored else ""
            return f"{event.by} has the {event.batch} cards shuffled{stored}."
        case e.BatchReleased():
            spread = "is spread for inspection first" if event.must_be_spread else "is ready to be cut"
            return f"{event.by} takes the {event.batch} batch out of the shuffler; it {spread}."
        case e.CardBurned():
            more = f"; {event.due} more to burn" if event.due else ""
            return f"{event.card} is shown and burned{more}."
        case e.CardsDiscarded():
            return f"{event.by} puts {' '.join(event.cards)} into the discard rack."
        case e.CardDrawnInError():
            whose = " to the Player's Hand" if event.is_players_third else ""
            return f"{event.card or 'A card nobody saw'}, drawn{whose} in error, {_BECOMES[event.becomes]}."
        case e.CardFoundFaceUp():
            return f"{event.card} lay face up in the shoe and is not played; {event.due} more to burn."
    return ""


def _turn_words(event: Event) -> str:
    match event:
        case e.CardsTurned():
            return f"{event.by} turns up {event.hand.words}: {' '.join(event.cards)}."
        case e.CardsHanded():
            what = "the third card of " if event.is_third else ""
            return f"{event.by} hands {event.player} {what}{event.hand.words} [{event.clause}]."
        case e.CardsReturned():
            return f"{event.player} gives back {event.hand.words}: {' '.join(event.cards)}."
        case e.TurnRelinquished():
            how = "gives up" if event.is_voluntary else "loses"
            return f"{event.player} {how} the right to turn {event.hand.words} ({event.by}): {event.reason}"
        case e.TurnOffered():
            answer = "takes it" if event.is_accepted else "declines"
            return f"{event.by} offers {event.player} the turning of {event.hand.words}; {event.player} {answer}."
    return type(event).__name__
