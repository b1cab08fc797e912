"""Blackjack events in words, as a person at the table would say it: a sentence each, a settlement in lines."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pitboss.games.blackjack import round_events as r
from pitboss.games.blackjack.hands import TWENTY_ONE, is_blackjack, total_of
from pitboss.games.blackjack.house_words import table_words
from pitboss.games.blackjack.messages import Ending, Kind, Outcome, Source
from pitboss.games.house_words import house_words
from pitboss.games.shoe.words import shoe_words
from pitboss.money import Currency, show

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from pitboss.decider import Event
    from pitboss.games.blackjack.state import Table

__all__ = ["in_words"]

_SOURCES = {
    Source.VALUE: "",
    Source.CASH: " in cash",
    Source.COUPON: " with a match-play coupon",
    Source.TOURNAMENT: " in tournament chips",
}
_KINDS = {
    Kind.BLACKJACK: "",
    Kind.INSURANCE: " on insurance",
    Kind.SAME_SUIT: " on two cards of one suit",
    Kind.KING_QUEEN: " on a king and queen of one suit",
    Kind.HIT: " on the hit wager",
}
_ENDINGS = {
    Ending.BLACKJACK: "Blackjack",
    Ending.BUST: "over 21",
    Ending.TWENTY_ONE: "21",
    Ending.DOUBLED: "the one card to a doubled hand",
    Ending.SPLIT_ACE: "the one card to a split ace",
}


def in_words(table: Table, event: Event) -> str:
    """Say what happened, with amounts in the table's currency and the clause where one decided.

    >>> from pitboss.games.blackjack.table import new_table
    >>> from pitboss.rulebook import table_config
    >>> table = new_table(table_config({"rulebook": "oneida-blackjack-2004"}))
    >>> in_words(table, r.StoodOn(seat=2, hand=1, by="Ana"))
    'Seat 2 stands.'
    """
    currency = Currency.of(table.rules.config.currency)

    def money(minor: int) -> str:
        return show(minor, currency)

    def chips(minor: int) -> str:
        # What is wagered in a heat is no money.
        return money(minor) if table.heat is None else str(minor)

    return (
        house_words(event, money)
        or _wager_words(event, chips)
        or _card_words(event)
        or _election_words(event, chips)
        or _settlement_words(event, chips)
        or table_words(event)
        or shoe_words(event)
    )


def _wager_words(event: Event, money: Callable[[int], str]) -> str:
    match event:
        case r.WagerPlaced():
            how = "" if event.placed_by == "player" else f" (placed by {event.placed_by_id}, {event.placed_by})"
            what = f"{money(event.stake_minor)}{_KINDS[event.on]}{_SOURCES[event.source]}"
            return f"{event.player} bets {what} at seat {event.seat}{_spot(event.spot)}{how}."
        case r.WagerRemoved():
            how = "" if event.removed_by == "player" else f" (by the hand of {event.removed_by_id}, {event.removed_by})"
            what = f"{money(event.stake_minor)}{_KINDS[event.on]}{_SOURCES[event.source]}"
            return f"{event.player} takes {what} back at seat {event.seat}{_spot(event.spot)}{how}."
        case r.InsurancePlaced():
            return f"Seat {event.seat} takes insurance for {money(event.stake_minor)}{_spot(event.spot)}."
        case r.InsuranceClosed():
            return f"{event.by} closes the insurance."
        case r.RoundCalledOff():
            return f"{event.by} calls round {event.round} off: nobody has a wager in it."
        case r.HitWagerPlaced():
            wager = f"a hit wager of {money(event.stake_minor)}"
            return f"Seat {event.seat} puts {wager} on the first card to hand {event.hand}."
    return ""


def _spot(spot: int) -> str:
    return f", spot {spot}" if spot > 1 else ""


def _which(hand: int, spot: int = 1) -> str:
    """Name the hand and the spot after the seat, where it is not the first."""
    parts = [f"{what} {number}" for what, number in (("hand", hand), ("spot", spot)) if number > 1]
    return "".join(f", {part}" for part in parts) + ("," if parts else "")


def _card_words(event: Event) -> str:
    match event:
        case r.CardDealt():
            whose = f"seat {event.seat}" if event.seat else "the dealer"
            number = f", hand {event.hand}" if event.hand > 1 else ""
            what = "A card" if event.card is None else event.card
            down = "" if event.is_face_up else ", face down"
            end = f": {_ENDINGS[event.ends]}" if event.ends else ""
            return f"{what} goes to {whose}{number}{down}{end}."
        case r.FirstCardTurned():
            return f"The dealer shows {event.card}."
        case r.SecondCardTurned():
            return f"The dealer's second card is {event.card}."
        case r.CardFoundFaceUp():
            how, clause = ("drawn in error and seen", "Q27") if event.is_drawn_in_error else ("found face up", "BJ-M1")
            again = ", another one this round" if event.count > 1 else ""
            return f"{event.card} was {how}{again}: it goes to the discard rack [{clause}]."
        case r.RoundVoided():
            return f"All hands are void, and every wager goes back: {event.reason} [{event.clause}]."
    return ""


def _election_words(event: Event, money: Callable[[int], str]) -> str:
    wager = getattr(event, "hit_minor", 0)
    backed = f", with a hit wager of {money(wager)}" if wager else ""
    match event:
        case r.StoodOn():
            return f"Seat {event.seat}{_which(event.hand)} stands."
        case r.HitTaken():
            return f"Seat {event.seat}{_which(event.hand)} draws{backed}."
        case r.DoubledDown():
            return f"Seat {event.seat}{_which(event.hand)} doubles down for {money(event.stake_minor)} more{backed}."
        case r.PairSplit():
            return f"Seat {event.seat}{_which(event.hand)} splits the pair for {money(event.stake_minor)} more."
        case r.HandSurrendered():
            return f"Seat {event.seat} surrenders."
    return ""


def _settlement_words(event: Event, money: Callable[[int], str]) -> str:
    match event:
        case r.SuitWagersSettled():
            told = [f"  {event.floorperson}, floorperson, is told."] if event.floorperson else []
            return "\n".join(["The suit wagers are settled, from left to right:", *_rows(event.wagers, money), *told])
        case r.InsuranceSettled():
            return "\n".join([f"Insurance is settled by {event.card}:", *_rows(event.wagers, money)])
        case r.HitWagerSettled():
            said = " on the player's word" if event.is_declared else ""
            return "\n".join([f"The hit wager on {event.card} is settled{said}:", *_rows(event.wagers, money)])
        case r.HandSettled():
            return "\n".join(
                [f"Seat {event.seat}{_which(event.hand)} is settled at once:", *_rows(event.wagers, money)]
            )
        case r.SpotSettled() | r.RoundSettled():
            cards = event.dealer_hand
            spot = f" hand {event.spot}" if isinstance(event, r.SpotSettled) or event.spot > 1 else ""
            head = f"Dealer{spot} {' '.join(cards)} ({_count(cards)})"
            rows = list(_rows(event.wagers, money))
            return "\n".join([f"{head}:", *rows]) if rows else f"{head}: nothing is left to settle."
    return ""


def _count(cards: Sequence[str]) -> str:
    total = total_of(cards)
    over = ", over 21" if total > TWENTY_ONE else ""
    return "Blackjack" if is_blackjack(cards) else f"{total}{over}"


def _rows(columns: r.Columns, money: Callable[[int], str]) -> Iterator[str]:
    for place, seat in enumerate(columns.seat):
        who = f"  {columns.player[place]} at seat {seat}{_which(columns.hand[place], columns.spot[place])}"
        stake, lost, outcome = columns.stake_minor[place], columns.lost_minor[place], columns.outcome[place]
        clause = f"[{columns.clause[place]}]"
        # Whatever a wager was made in, it is paid in chips; only a coupon is worth a word.
        coupon = _SOURCES[Source.COUPON] if columns.source[place] is Source.COUPON else ""
        what = f"{_KINDS[columns.on[place]]}{coupon}"
        match outcome:
            case Outcome.WIN | Outcome.BLACKJACK:
                how = " with a Blackjack" if outcome is Outcome.BLACKJACK else ""
                yield f"{who} wins {money(columns.paid_minor[place])}{what}{how} {clause}"
            case Outcome.PUSH:
                yield f"{who} pushes: {money(stake)}{what} goes back {clause}"
            case Outcome.SURRENDER:
                yield f"{who} gives up {money(lost)} of {money(stake)}{what} {clause}"
            case _:
                over = ", over 21" if outcome is Outcome.BUST else ""
                back = f"; {money(stake - lost)} goes back" if lost < stake else ""
                yield f"{who} loses {money(lost) if lost else 'nothing'}{what}{over}{back} {clause}"
