"""What happens to the cards of a mini-baccarat table, in words."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pitboss.games.baccarat import card_events as e
from pitboss.games.baccarat.card_acts import Cutter

if TYPE_CHECKING:
    from pitboss.decider import Event

__all__ = ["card_words"]

_BECOMES = {"banker": "is the Banker's third card", "next_hand": "opens the next hand", "burned": "is burned"}


def card_words(event: Event) -> str:
    """Say what happened to the cards; the type's name for an event of something else."""
    return _opening_words(event) or _cut_words(event) or _shoe_words(event) or _turn_words(event)


def _opening_words(event: Event) -> str:
    match event:
        case e.CardsInspected():
            batches = " and ".join(
                f"{decks} {back} decks" for back, decks in zip(event.backs, event.decks, strict=True)
            )
            cutting = f"with {event.cutting_cards} cutting cards"
            return f"{event.by} inspects {batches} {cutting}; verified by {event.verified_by}."
        case e.CardsSpread():
            apart = ", the two batches apart" if event.batches > 1 else ""
            return f"{event.by} spreads the cards face up by deck, suit and sequence{apart}."
        case e.PlayerLooked():
            return f"{event.player} has a look at the cards."
        case e.CardsStacked():
            washed = "washes and stacks" if event.is_washed else "stacks"
            return f"{event.by} turns the cards face down, {washed} them."
        case e.CardsShuffled():
            stored = f"; the {event.stored} batch is in the shuffler" if event.stored else ""
            return f"{event.by} has the {event.batch} cards shuffled{stored}."
        case e.BatchReleased():
            spread = "is spread for inspection first" if event.must_be_spread else "is ready to be cut"
            return f"{event.by} takes the {event.batch} batch out of the shuffler; it {spread}."
        case e.IdleCardsSpread():
            return f"Nobody plays: {event.by} spreads the cards face {'up' if event.is_face_up else 'down'}."
        case e.IdleCardsTurned():
            return f"{event.by} turns the idle cards face up."
    return ""


def _cut_words(event: Event) -> str:
    match event:
        case e.CutOffered():
            answer = "takes it" if event.is_accepted else "declines"
            return f"{event.by} offers the cut to {event.player} at position {event.position}, who {answer}."
        case e.CardsCut():
            return f"{event.cutter} cuts the cards, {event.depth} deep."
        case e.RecutOrdered():
            who = "the last cutter" if event.cutter is Cutter.LAST else "the next in order"
            return f"{event.by} ({event.role.replace('_', ' ')}) orders a recut by {who}: {event.reason}"
        case e.ShoeLoaded():
            return f"{event.by} loads shoe {event.shoe}, the cutting card {event.from_back} cards from the back."
        case e.AutomaticShoeUsed():
            promise = f", committed to {event.commitment}" if event.commitment else ""
            return f"{event.by} puts automatic shoe {event.shoe} into play{promise}, under {event.controls}"
        case e.ShoeRevealed():
            return f"{event.by} reveals the shoe: its {len(event.order)} cards are the order that was committed to."
        case e.RevealRejected():
            return f"{event.by} reveals an order that is not the shoe's: {event.finding}."
        case e.RevealAbandoned():
            return f"{event.by} ({event.role.replace('_', ' ')}) goes on without the shoe's order: {event.reason}"
    return ""


def _shoe_words(event: Event) -> str:
    match event:
        case e.CardBurned():
            more = f"; {event.due} more to burn" if event.due else ""
            return f"{event.card} is shown and burned{more}."
        case e.CuttingCardDrawn():
            return f"The cutting card comes out after {event.drawn} cards and is laid aside."
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
