"""What happens to the cards and seats of any card table, in words."""

from __future__ import annotations

from pitboss.decider import Event
from pitboss.games.shoe import events as e
from pitboss.games.shoe.acts import Cutter


def shoe_words(event: Event) -> str:
    """Say what happened on the way into the shoe; nothing for an event of the game itself.

    A game that says one of these in another way asks its own words first.
    """
    return _opening_words(event) or _cut_words(event) or _shoe_words(event)


def _opening_words(event: Event) -> str:
    match event:
        case e.SeatTaken():
            return f"{event.player} sits down at position {event.position}."
        case e.SeatLeft():
            return f"{event.player} leaves position {event.position}."
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
            cover = ", over the cover card, which goes to the discard rack" if event.is_cover_card_away else ""
            return f"{event.cutter} cuts the cards, {event.depth} deep{cover}."
        case e.RecutOrdered():
            who = "the last cutter" if event.cutter is Cutter.LAST else "the next in order"
            return f"{event.by} ({event.role.replace('_', ' ')}) orders a recut by {who}: {event.reason}"
    return ""


def _shoe_words(event: Event) -> str:
    match event:
        case e.ShoeLoaded():
            return f"{event.by} loads shoe {event.shoe}, the cutting card {event.from_back} cards from the back."
        case e.AutomaticShoeUsed():
            promise = f", committed to {event.commitment}" if event.commitment else ""
            return f"{event.by} puts automatic shoe {event.shoe} into play{promise}, under {event.controls}"
        case e.CardCorrected():
            what = f"{event.was} is {event.card}" if event.is_face_up else "it lies face down"
            who = f"{event.by}, with {event.witness}"
            return f"Card {event.place} of the round was named wrongly: {what} ({who}) [HP-C1]."
        case e.CuttingCardDrawn():
            return f"The cutting card comes out after {event.drawn} cards and is laid aside."
        case e.ShoeRevealed():
            return f"{event.by} reveals the shoe: its {len(event.order)} cards are the order that was committed to."
        case e.RevealRejected():
            return f"{event.by} reveals an order that is not the shoe's: {event.finding}."
        case e.RevealAbandoned():
            return f"{event.by} ({event.role.replace('_', ' ')}) goes on without the shoe's order: {event.reason}"
    return ""
