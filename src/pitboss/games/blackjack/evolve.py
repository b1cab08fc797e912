"""What each event changes at a blackjack table."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

from pitboss.decider import Event
from pitboss.games.blackjack import acts as a
from pitboss.games.blackjack import events as e
from pitboss.games.blackjack import round as core
from pitboss.games.blackjack.correcting import evolve_corrected, evolve_undone
from pitboss.games.blackjack.events import Gathered
from pitboss.games.blackjack.payments import settled_in
from pitboss.games.blackjack.resettling import settlement_of
from pitboss.games.blackjack.rules import SITTING_OUT
from pitboss.games.blackjack.settle import purse_account
from pitboss.games.blackjack.state import (
    Cards,
    Heat,
    Past,
    Phase,
    Play,
    Rack,
    Round,
    Table,
)
from pitboss.games.cards import parse_card
from pitboss.games.everyday.corrections import remember
from pitboss.games.shoe import events as shoe_events
from pitboss.games.shoe.evolve import SHOE_EVOLVE, automatic_used, cutting_card_drawn, end_deserted, loaded, seat_left
from pitboss.games.shoe.state import Stage
from pitboss.games.table import events as table_events
from pitboss.games.table.evolve import evolve_table
from pitboss.rulebook import cites


def evolve(state: Table, event: Event) -> Table:
    """Apply what happened; never refuses."""
    if isinstance(event, e.ROUND_EVENTS) and state.round is not None and not _is_outside(state, event):
        core.evolve(state.round, event)
        state.play.log.append(event)
    return evolve_table(_EVOLVE, state, event)


def _is_outside(state: Table, event: Event) -> bool:
    """Tell whether a card was found face up while no round was in play."""
    return isinstance(event, e.CardFoundFaceUp) and state.is_between_rounds


def _closed(state: Table, _: table_events.TableClosed) -> None:
    end_deserted(state)
    state.gone = dict.fromkeys(state.seats.values(), ("the table was closed", ""))
    state.cards, state.play, state.seats = Cards(), Play(), {}
    state.staffing = None


def _betting_opened(state: Table, event: table_events.BettingOpened) -> None:
    left = state.cards.shoe.copies_left() if state.cards.shoe else []
    state.round, state.play = Round(state.rules, event.round, left), Play()
    if state.heat is not None:
        state.round.purse = {player: state.balances.get(purse_account(player), 0) for player in state.heat.players}


def _sat_out(state: Table, event: e.SatOut) -> None:
    last, in_a_row = state.sat_out.get(event.position, (0, 0))
    state.sat_out[event.position] = (event.round, in_a_row + 1 if last == event.round - 1 else 1)


def _seat_left(state: Table, event: shoe_events.SeatLeft) -> None:
    """Free a seat; whoever takes it next has sat nothing out. Who sat out too long has lost it."""
    seat_left(state, event)
    last, in_a_row = state.sat_out.pop(event.position, (0, 0))
    most = state.rules.practice("sit_out_rounds")
    current = state.round
    is_open = current is not None and current.phase is Phase.BETTING
    if is_open and last == state.rounds - 1 and in_a_row >= most:
        words = f"you sat out more than {most} round{'' if most == 1 else 's'} in a row"
        state.gone[event.player] = (words, SITTING_OUT)


def _seat_taken(state: Table, event: shoe_events.SeatTaken) -> None:
    SHOE_EVOLVE[shoe_events.SeatTaken](state, event)
    state.gone.pop(event.player, None)


def _staffing(state: Table, event: e.StaffingConfirmed) -> None:
    state.staffing = (event.cashiers, event.supervisors, event.tables)


def _sign_posted(state: Table, _: e.SignPosted) -> None:
    state.is_sign_posted = True


def _opening_repeated(state: Table, _: e.OpeningRepeated) -> None:
    end_deserted(state)
    state.cards = Cards(shoes=state.cards.shoes)


@cites("BJ-E1", "BJ-E3a", "BJ-E3d")
def _shuffled(state: Table, event: e.CardsShuffled) -> None:
    cards = state.cards
    if cards.is_back_from_idle:
        cards.is_beginning = True
    if event.at_discretion:
        cards.cut_at = None
    cards.take_out(Stage.SHUFFLED)
    cards.is_by_device = event.method is a.Method.DEVICE


@cites("BJ-M4")
def _shuffle_failed(state: Table, _: e.ShuffleFailed) -> None:
    cards = state.cards
    if cards.stage is Stage.LOADED:
        cards.shoes -= 1
        cards.empty()
    cards.stage, cards.is_by_device = Stage.STACKED, False


@cites("BJ-H3", "BJ-I4")
def _loaded(state: Table, event: shoe_events.ShoeLoaded) -> None:
    loaded(state, event)
    state.cards.burns_due = state.rules.settings["burn"]


@cites("BJ-E1", "BJ-H3")
def _automatic(state: Table, event: shoe_events.AutomaticShoeUsed) -> None:
    """Have the device's cards in the shoe: they are not cut, but the first are burned like any others."""
    automatic_used(state, event)
    state.cards.is_by_device = True
    state.cards.stage, state.cards.burns_due = Stage.LOADED, state.rules.settings["burn"]


def _burned(state: Table, event: e.CardBurned) -> None:
    cards = state.cards
    cards.burns_due = event.due
    if cards.shoe is not None:
        cards.burned_at.append(len(cards.shoe.drawn))
        cards.shoe.drawn.append(event.card or "")
    if event.card is not None:
        _count_out(state, event.card)
    if not event.due:
        cards.stage = Stage.IN_PLAY


def _burn_shown(state: Table, event: e.BurnCardShown) -> None:
    cards = state.cards
    if cards.shoe is None or cards.burned[event.place - 1]:
        return
    cards.shoe.drawn[cards.burned_at[event.place - 1]] = event.card
    _count_out(state, event.card)


def _count_out(state: Table, card: str) -> None:
    """Tell a round in play of a card that cannot come in it any more."""
    if state.round is not None and not state.is_between_rounds:
        state.round.left[parse_card(card).index] -= 1


def _cutting_card(state: Table, event: shoe_events.CuttingCardDrawn) -> None:
    """Remember whose circle the cutting card came out on: that player is offered the next cut."""
    cutting_card_drawn(state, event)
    due = state.round.due if state.round is not None and not state.is_between_rounds else None
    state.cards.cut_at = due.seat if due is not None else 0


def _in_error(state: Table, _: e.CardDrawnInError) -> None:
    state.cards.held_at = len(state.cards.shoe.drawn) if state.cards.shoe else None


def _dealt(state: Table, event: e.CardDealt) -> None:
    cards = state.cards
    state.play.is_layout_clear = False
    if not cards.has_dealt:
        # Until the first card is dealt, a recut may ask again whose cut it is.
        cards.has_dealt, cards.is_beginning = True, False
        cards.cut_at = cards.cut_at if cards.is_cutting_card_out else None
    cards.held_at = None
    if cards.shoe is not None:
        cards.shoe.drawn.append(event.card or "")
        if event.card is None:
            hidden: Any = cards.unshown if event.seat else cards.unseen
            hidden[(event.seat, event.place) if event.seat else event.place] = len(cards.shoe.drawn) - 1


def _card_turned(state: Table, event: e.FirstCardTurned | e.SecondCardTurned | e.SecondCardExposed) -> None:
    cards = state.cards
    place = cards.unseen.pop(1 if isinstance(event, e.FirstCardTurned) else 2, None)
    if place is not None and cards.shoe is not None:
        cards.shoe.drawn[place] = event.card


def _shown(state: Table, event: e.CardShown) -> None:
    place = state.cards.unshown.pop((event.seat, event.place), None)
    if place is not None and state.cards.shoe is not None:
        state.cards.shoe.drawn[place] = event.card


def _face_up(state: Table, event: e.CardFoundFaceUp) -> None:
    if state.cards.shoe is not None:
        state.cards.shoe.drawn.append(event.card)


def _hand_settled(state: Table, event: e.HandSettled) -> None:
    """Put the cards of a hand that is settled early into the discard rack."""
    if state.round is not None:
        hand = state.round.boxes[event.seat].hands[event.hand - 1]
        _put_away(state, state.round.number, [Gathered(event.seat, event.hand, tuple(hand.cards))])


@cites("BJ-L6b", "BJ-L8")
def _spot_settled(state: Table, event: e.SpotSettled) -> None:
    """Put a dealer hand of multiple action away, all but its first card."""
    if state.round is not None:
        _put_away(state, state.round.number, [Gathered(0, event.spot, event.dealer_hand[1:])])


def _put_away(state: Table, number: int, hands: Sequence[Gathered]) -> None:
    rack = state.cards.rack
    if not rack or rack[-1].round != number:
        rack.append(Rack(number))
    rack[-1].hands.extend(hands)


def _laid(state: Table) -> tuple[tuple[int, str, a.Kind, int, int], ...]:
    """Return what was bet in value chips before the cards of the round."""
    current = state.round
    if current is None:
        return ()
    kind = a.Kind(current.rules.initial_suit or a.Kind.SAME_SUIT)
    found = []
    for seat, box in sorted(current.boxes.items()):
        main = ((a.Kind.BLACKJACK, spot, stake) for (spot, by), stake in box.wagers.items() if by is a.Source.VALUE)
        suit = ((kind, 1, stake) for by, stake in box.suit.items() if by is a.Source.VALUE)
        found += [(seat, box.player, on, spot, stake) for on, spot, stake in (*main, *suit)]
    return tuple(found)


@cites("BJ-E1", "Q26")
def _settled(state: Table, event: e.RoundSettled) -> None:
    """See whether the cards are shuffled now: after each round, or once the cutting card has come out."""
    state.past = Past(event.round, _laid(state), settled_in(state.play.log))
    remember(state, event.round, settlement_of(state))
    state.play.log.clear()
    if state.heat is not None:
        state.heat = replace(state.heat, played=state.heat.played + 1)
    if state.rules.settings["reshuffle"] == "each_round" or state.cards.is_cutting_card_out:
        state.cards.finish()


@cites("BJ-M1", "BJ-M3")
def _voided(state: Table, event: e.RoundVoided) -> None:
    """All hands are void, and the cards are shuffled again, unless it was called off before the first of them."""
    state.past = Past(event.round, _laid(state), void=event)
    state.play.log.clear()
    if event.witness is None or not state.play.is_layout_clear:
        state.cards.finish()


def _discarded(state: Table, event: e.CardsDiscarded) -> None:
    _put_away(state, event.round, event.hands)
    state.play.is_layout_clear = True


def _picked_up(state: Table, event: e.CardsPickedUp) -> None:
    state.play.held.add(event.seat)


def _up_card_taken(state: Table, _: e.UpCardTaken) -> None:
    state.play.is_up_card_missing = True


def _up_card_restored(state: Table, _: e.UpCardRestored) -> None:
    state.play.is_up_card_missing = False


def _heat_begun(state: Table, event: e.HeatBegun) -> None:
    state.heat = Heat(event.tournament, event.heat, event.hands)


def _chips_issued(state: Table, event: e.ChipsIssued) -> None:
    if state.heat is not None:
        state.heat = replace(state.heat, players=(*state.heat.players, event.player))


def _heat_ended(state: Table, _: e.HeatEnded) -> None:
    state.heat = None


_EVOLVE: dict[type[Event], Callable[[Table, Any], None]] = {
    **SHOE_EVOLVE,
    table_events.TableClosed: _closed,
    table_events.BettingOpened: _betting_opened,
    shoe_events.SeatLeft: _seat_left,
    shoe_events.SeatTaken: _seat_taken,
    e.SatOut: _sat_out,
    shoe_events.ShoeLoaded: _loaded,
    shoe_events.AutomaticShoeUsed: _automatic,
    shoe_events.CuttingCardDrawn: _cutting_card,
    e.StaffingConfirmed: _staffing,
    e.SignPosted: _sign_posted,
    e.OpeningRepeated: _opening_repeated,
    e.CardsShuffled: _shuffled,
    e.ShuffleFailed: _shuffle_failed,
    e.CardBurned: _burned,
    e.BurnCardShown: _burn_shown,
    e.CardDrawnInError: _in_error,
    e.CollectionUndone: evolve_undone,
    shoe_events.CardCorrected: evolve_corrected,
    e.CardsDiscarded: _discarded,
    e.CardsPickedUp: _picked_up,
    e.UpCardTaken: _up_card_taken,
    e.UpCardRestored: _up_card_restored,
    e.HeatBegun: _heat_begun,
    e.ChipsIssued: _chips_issued,
    e.HeatEnded: _heat_ended,
    e.CardDealt: _dealt,
    e.FirstCardTurned: _card_turned,
    e.SecondCardTurned: _card_turned,
    e.SecondCardExposed: _card_turned,
    e.CardShown: _shown,
    e.CardFoundFaceUp: _face_up,
    e.HandSettled: _hand_settled,
    e.SpotSettled: _spot_settled,
    e.RoundSettled: _settled,
    e.RoundVoided: _voided,
}
