"""What happens in the house at a blackjack table, in words."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pitboss.games.blackjack import house_events as e

if TYPE_CHECKING:
    from pitboss.decider import Event

__all__ = ["table_words"]


def table_words(event: Event) -> str:
    """Say what happened in the house; nothing for another event."""
    return _staff_words(event) or _card_words(event) or _trouble_words(event) or _heat_words(event)


def _staff_words(event: Event) -> str:
    match event:
        case e.StaffingConfirmed():
            who = f"cashiers {event.cashiers}, pit bosses and floorpersons {event.supervisors}, tables {event.tables}"
            return f"{event.by} ({event.role.replace('_', ' ')}) confirms the staff: {who}."
        case e.SignPosted():
            return f"{event.by} posts the sign of the table: {len(event.lines)} lines."
        case e.OpeningRepeated():
            return f"Everybody has left: {event.by} begins again with the inspection of the cards."
        case e.TotalAnnounced():
            said = "" if event.total == event.counted else f"; the cards count {event.counted}, and that is what counts"
            return f'{event.by} announces "{event.total}" for seat {event.seat}{said}.'
    return ""


def _card_words(event: Event) -> str:
    match event:
        case e.CardsShuffled():
            where = "by hand" if event.method == "hand" else "in the device"
            why = ", because the house wants it" if event.at_discretion else ""
            return f"{event.by} shuffles the cards {where}{why}."
        case e.CardBurned():
            what = "a card" if event.card is None else event.card
            return f"{event.by} burns {what}, face down."
        case e.BurnCardShown():
            return f"{event.by} shows {event.player} burned card {event.place}: {event.card}."
        case e.CardsDiscarded():
            hands = ", ".join(
                f"{f'seat {entry.seat}' if entry.seat else 'dealer'} {' '.join(entry.cards)}" for entry in event.hands
            )
            return f"{event.by} picks up the cards: {hands}."
        case e.CardsPickedUp():
            return f"{event.player} picks up the cards of seat {event.seat}."
    return ""


def _trouble_words(event: Event) -> str:
    match event:
        case e.ShuffleFailed():
            return f"The shuffling device failed ({event.failure}): the cards are shuffled again [BJ-M4]."
        case e.CardDrawnInError():
            return "A card was drawn in error, and nobody saw it: it is the next card [BJ-M2]."
        case e.UpCardTaken():
            what = f"the dealer's first card went into the rack before hand {event.spot} was complete"
            return f"{event.by} reports it at once: {what} [BJ-M5]."
        case e.UpCardRestored():
            who = f"{event.by} ({event.role.replace('_', ' ')})"
            return f"{who} rebuilds the last hand, {' '.join(event.hand)}, and puts {event.card} back [BJ-M5]."
    return ""


def _heat_words(event: Event) -> str:
    match event:
        case e.HeatBegun():
            return f"Heat {event.heat} of {event.tournament} begins: {_hands(event.hands)} [BJ-O]."
        case e.ChipsIssued():
            return f"{event.player} gets {event.chips} in tournament chips."
        case e.HeatEnded():
            left = ", ".join(f"{player} {chips}" for player, chips in event.chips.items()) or "none were issued"
            why = f" ({event.reason})" if event.reason else ""
            ends = f"Heat {event.heat} of {event.tournament} ends after {_hands(event.hands)}{why}"
            return f"{ends}. Chips left: {left}."
    return ""


def _hands(count: int) -> str:
    return f"{count} hand{'' if count == 1 else 's'}"
