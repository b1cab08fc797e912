"""The events of a blackjack table in sentences."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from pitboss.decider import Event
from pitboss.games.blackjack import events as e
from pitboss.games.blackjack.acts import Ending, Kind, Outcome, Source
from pitboss.games.blackjack.hands import TWENTY_ONE, is_blackjack, total_of
from pitboss.games.blackjack.state import Table
from pitboss.games.shoe.words import shoe_words
from pitboss.games.table.words import shared_words
from pitboss.money import Currency, show

_SOURCES = {
    Source.VALUE: "",
    Source.CASH: " in cash",
    Source.COUPON: " with a match-play coupon",
    Source.TOURNAMENT: " in tournament chips",
    Source.TIP: " for the dealers",
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

    >>> from pitboss.games.blackjack.state import new_table
    >>> from pitboss.rulebook import table_config
    >>> table = new_table(table_config({"rulebook": "oneida-blackjack-2004"}))
    >>> in_words(table, e.StoodOn(seat=2, hand=1, by="Ana"))
    'Seat 2 stands.'
    """
    currency = Currency.of(table.rules.config.currency)

    def money(minor: int) -> str:
        return show(minor, currency)

    def chips(minor: int) -> str:
        # What is wagered in a heat is no money.
        return money(minor) if table.heat is None else str(minor)

    return (
        shared_words(event, money)
        or _wager_words(event, chips)
        or _card_words(event)
        or _election_words(event, chips)
        or _settlement_words(event, chips)
        or table_words(event)
        or shoe_words(event)
    )


def _wager_words(event: Event, money: Callable[[int], str]) -> str:
    match event:
        case e.WagerPlaced():
            how = "" if event.placed_by == "player" else f" (placed by {event.placed_by_id}, {event.placed_by})"
            what = f"{money(event.stake_minor)}{_KINDS[event.on]}{_SOURCES[event.source]}"
            return f"{event.player} bets {what} at seat {event.seat}{_spot(event.spot)}{how}."
        case e.WagerRemoved():
            how = "" if event.removed_by == "player" else f" (by the hand of {event.removed_by_id}, {event.removed_by})"
            what = f"{money(event.stake_minor)}{_KINDS[event.on]}{_SOURCES[event.source]}"
            return f"{event.player} takes {what} back at seat {event.seat}{_spot(event.spot)}{how}."
        case e.InsurancePlaced():
            return f"Seat {event.seat} takes insurance for {money(event.stake_minor)}{_spot(event.spot)}."
        case e.InsuranceClosed():
            return f"{event.by} closes the insurance."
        case e.RoundCalledOff():
            return f"{event.by} calls round {event.round} off: nobody has a wager in it."
        case e.HitWagerPlaced():
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
        case e.CardDealt():
            whose = f"seat {event.seat}" if event.seat else "the dealer"
            number = f", hand {event.hand}" if event.hand > 1 else ""
            what = "A card" if event.card is None else event.card
            down = "" if event.is_face_up else ", face down"
            end = f": {_ENDINGS[event.ends]}" if event.ends else ""
            return f"{what} goes to {whose}{number}{down}{end}."
        case e.FirstCardTurned():
            return f"The dealer shows {event.card}."
        case e.SecondCardTurned():
            return f"The dealer's second card is {event.card}."
        case e.SecondCardExposed():
            who = f"{event.by}, with {event.witness}"
            return f"The dealer's second card was seen: {event.card}. It stands, and insurance is over ({who}) [Q77]."
        case e.CardShown():
            end = f": {_ENDINGS[event.ends]}" if event.ends else ""
            return f"Seat {event.seat} shows {event.card}{end}."
        case e.CardFoundFaceUp():
            how, clause = ("drawn in error and seen", "Q27") if event.is_drawn_in_error else ("found face up", "BJ-M1")
            again = ", another one this round" if event.count > 1 else ""
            return f"{event.card} was {how}{again}: it goes to the discard rack [{clause}]."
        case e.RoundVoided():
            who = "" if event.witness is None else f" ({event.by}, with {event.witness})"
            return f"All hands are void, and every wager goes back: {event.reason}{who} [{event.clause}]."
    return ""


def _election_words(event: Event, money: Callable[[int], str]) -> str:
    wager = getattr(event, "hit_minor", 0)
    backed = f", with a hit wager of {money(wager)}" if wager else ""
    match event:
        case e.StoodOn():
            return f"Seat {event.seat}{_which(event.hand)} stands."
        case e.HitTaken():
            return f"Seat {event.seat}{_which(event.hand)} draws{backed}."
        case e.DoubledDown():
            return f"Seat {event.seat}{_which(event.hand)} doubles down for {money(event.stake_minor)} more{backed}."
        case e.PairSplit():
            return f"Seat {event.seat}{_which(event.hand)} splits the pair for {money(event.stake_minor)} more."
        case e.HandSurrendered():
            return f"Seat {event.seat} surrenders."
    return ""


def _settlement_words(event: Event, money: Callable[[int], str]) -> str:
    match event:
        case e.SuitWagersSettled():
            told = [f"  {event.floorperson}, floorperson, is told."] if event.floorperson else []
            return "\n".join(["The suit wagers are settled, from left to right:", *_rows(event.wagers, money), *told])
        case e.InsuranceSettled():
            return "\n".join([f"Insurance is settled by {event.card}:", *_rows(event.wagers, money)])
        case e.HitWagerSettled():
            said = " on the player's word" if event.is_declared else ""
            return "\n".join([f"The hit wager on {event.card} is settled{said}:", *_rows(event.wagers, money)])
        case e.HandSettled():
            return "\n".join(
                [f"Seat {event.seat}{_which(event.hand)} is settled at once:", *_rows(event.wagers, money)]
            )
        case e.CollectionUndone():
            who = f"{event.by}, with {event.witness}"
            back = sum(event.wagers.lost_minor)
            hand = f"Seat {event.seat}{_which(event.hand)}"
            return f"{hand} was collected by a card named wrongly: {money(back)} lies there again ({who}) [HP-C1]."
        case e.SpotSettled() | e.RoundSettled():
            cards = event.dealer_hand
            spot = f" hand {event.spot}" if isinstance(event, e.SpotSettled) or event.spot > 1 else ""
            head = f"Dealer{spot} {' '.join(cards)} ({_count(cards)})"
            rows = list(_rows(event.wagers, money))
            return "\n".join([f"{head}:", *rows]) if rows else f"{head}: nothing is left to settle."
    return ""


def _count(cards: Sequence[str]) -> str:
    total = total_of(cards)
    over = ", over 21" if total > TWENTY_ONE else ""
    return "Blackjack" if is_blackjack(cards) else f"{total}{over}"


def _rows(columns: e.Columns, money: Callable[[int], str]) -> Iterator[str]:
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


def table_words(event: Event) -> str:
    """Say what happened in the house; nothing for another event."""
    return _staff_words(event) or _shoe_words(event) or _trouble_words(event) or _heat_words(event)


def _staff_words(event: Event) -> str:
    match event:
        case e.SatOut():
            return f"{event.player} sits round {event.round} out at seat {event.position}."
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


def _shoe_words(event: Event) -> str:
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
