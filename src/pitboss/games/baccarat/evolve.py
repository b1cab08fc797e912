"""What each event changes at a mini-baccarat table."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any

from pitboss.decider import Event
from pitboss.games.baccarat import events as e
from pitboss.games.baccarat import round as core
from pitboss.games.baccarat import turning
from pitboss.games.baccarat.correcting import carry_out, evolve_corrected
from pitboss.games.baccarat.hands import Side
from pitboss.games.baccarat.resettling import NO_TAB, evolve_markers, settlement_of
from pitboss.games.baccarat.state import Cards, Laid, Pile, Play, Round, Table
from pitboss.games.cards import parse_card
from pitboss.games.everyday.corrections import remember
from pitboss.games.everyday.events import SettlementCorrected, WagerCorrected
from pitboss.games.shoe import evolve as shoe
from pitboss.games.shoe.events import CardCorrected, SeatLeft
from pitboss.games.shoe.state import Stage
from pitboss.games.table import events as table_events
from pitboss.games.table.evolve import evolve_table
from pitboss.rulebook import cites


@cites("MB-B4d", "MB-B4f", "MB-N4")
def _shuffled(state: Table, event: e.CardsShuffled) -> None:
    state.cards.take_out(Stage.SHUFFLED)
    state.cards.batch = event.batch


@cites("MB-B4d", "MB-B4f")
def _released(state: Table, event: e.BatchReleased) -> None:
    state.cards.take_out(Stage.SPREAD if event.must_be_spread else Stage.SHUFFLED)
    state.cards.batch = event.batch


@cites("MB-E4", "Q73")
def _burned(state: Table, event: e.CardBurned) -> None:
    """Put the card away; play begins once the first was turned up and all are burned that follow it."""
    cards = state.cards
    cards.is_first_shown = cards.is_first_shown or cards.is_first_due
    _discard_shown(state, event.card, event.due)
    if not event.due and (cards.is_first_shown or cards.stage is not Stage.LOADED):
        cards.stage = Stage.IN_PLAY


def _discard_shown(state: Table, card: str, due: int) -> None:
    """Put a card that left the shoe face up into the rack, and remember how many follow it."""
    cards = state.cards
    carry_out(state)
    cards.burns_due = due
    cards.rack.append(Pile(None, (card,)))
    if cards.shoe is not None:
        cards.shoe.drawn.append(card)
    if state.round is not None and not state.is_between_rounds:
        state.round.left[parse_card(card).index] -= 1


def _discarded(state: Table, event: e.CardsDiscarded) -> None:
    state.cards.rack.append(Pile(event.round, event.cards))
    state.play.is_layout_clear = True


@cites("MB-N1", "MB-N2", "HP-C1")
def _in_error(state: Table, event: e.CardDrawnInError) -> None:
    """Give the card its place; one that a correction showed not to be due has left the shoe before."""
    cards, play = state.cards, state.play
    if play.loose:
        if event.becomes == "burned" and event.card is not None:
            play.aside.append(play.loose.pop(0))
            cards.burns_due = event.due
            cards.rack.append(Pile(None, (event.card,)))
        return
    carry_out(state)
    if event.becomes == "next_hand" and cards.shoe is not None:
        cards.held_at = len(cards.shoe.drawn)
    elif event.becomes == "burned" and event.card is not None:
        _discard_shown(state, event.card, event.due)


def _face_up(state: Table, event: e.CardFoundFaceUp) -> None:
    _discard_shown(state, event.card, event.due)


def _shown(state: Table, event: e.CardsTurned | e.CardsReturned) -> None:
    state.play.face_down.discard(event.hand)
    if state.play.hidden is not None:
        state.play.hidden.clear()
    if state.play.handed is event.hand:
        state.play.handed = None


def _handed(state: Table, event: e.CardsHanded) -> None:
    state.play.handed = event.hand


def _relinquished(state: Table, event: e.TurnRelinquished) -> None:
    play = state.play
    del play.turns[event.hand]
    play.offered_from[event.hand] = event.position
    play.refused.setdefault(event.hand, set()).add(event.position)
    if play.handed is event.hand:
        play.handed = None


def _turn_offered(state: Table, event: e.TurnOffered) -> None:
    if event.is_accepted:
        state.play.turns[event.hand] = event.position
    else:
        state.play.refused[event.hand].add(event.position)


CARD_EVOLVE: dict[type[Event], Callable[[Table, Any], None]] = {
    e.CardsShuffled: _shuffled,
    e.BatchReleased: _released,
    e.CardBurned: _burned,
    e.CardsDiscarded: _discarded,
    e.CardDrawnInError: _in_error,
    e.CardFoundFaceUp: _face_up,
    CardCorrected: evolve_corrected,
    e.CardsTurned: _shown,
    e.CardsHanded: _handed,
    e.CardsReturned: _shown,
    e.TurnRelinquished: _relinquished,
    e.TurnOffered: _turn_offered,
}


def evolve(state: Table, event: Event) -> Table:
    """Apply what happened; never refuses."""
    if isinstance(event, e.ROUND_EVENTS) and state.round is not None:
        core.evolve(state.round, event)
    return evolve_table(_EVOLVE, state, event)


def _closed(state: Table, _: table_events.TableClosed) -> None:
    shoe.end_deserted(state)
    for position in tuple(state.seats):
        _end_marker(state, position, Fraction(0))
    state.cards, state.play, state.seats, state.is_layout_checked = Cards(), Play(), {}, False


def _betting_opened(state: Table, event: table_events.BettingOpened) -> None:
    left = state.cards.shoe.copies_left() if state.cards.shoe else []
    state.round, state.play = Round(state.rules, event.round, left), Play()


def _layout_checked(state: Table, _: e.LayoutChecked) -> None:
    state.is_layout_checked = True


def _seat_left(state: Table, event: SeatLeft) -> None:
    """Free the position; whoever comes next has not declined to turn cards, and has a marker of their own."""
    shoe.seat_left(state, event)
    _end_marker(state, event.position, Fraction(0))
    for declined in state.play.refused.values():
        declined.discard(event.position)


@cites("MB-M3b")
def _settled(state: Table, event: e.RoundSettled) -> None:
    """Set the markers for deferred vigorish, and see whether the shoe is over."""
    remember(state, event.round, settlement_of(state, event))
    kept = {tab for one in state.everyday.settlements.values() for tab in enumerate(one.detail.tabs, 1)}
    state.collected = {tab: owed for tab, owed in state.collected.items() if tab in kept or tab[1] == NO_TAB}
    for position, owed in zip(event.wagers.position, event.wagers.owed, strict=True):
        if owed != "0":
            state.marks[position] = state.marks.get(position, Fraction(0)) + Fraction(owed)
    cards, state.ended = state.cards, event
    if cards.is_last_hand:
        cards.finish()
    elif cards.is_cutting_card_out:
        cards.must_announce = True


@cites("MB-N4")
def _voided(state: Table, event: e.RoundVoided) -> None:
    """Nothing more comes from this shoe, unless a round was called off before its first card."""
    state.ended = event
    if event.player_hand or event.witness is None:
        state.cards.finish()


@cites("MB-J3c")
def _no_more_bets(state: Table, _: e.NoMoreBetsCalled) -> None:
    """Give the right to turn the cards, where players have it, to the highest wagers."""
    if state.round is not None and state.round.rules.settings["deal"] == "c":
        state.play.turns = {hand: turning.highest_bettor(state.round, hand) for hand in Side}


@cites("MB-J3a", "MB-J3b", "MB-J3c", "MB-J6")
def _dealt(state: Table, event: e.CardDealt) -> None:
    """Count the card out of the shoe, and lay it face down where the option has it so."""
    cards, option = state.cards, state.rules.settings["deal"] if state.round is None else _option(state.round)
    state.play.is_layout_clear, cards.has_dealt = False, True
    if state.play.loose:
        # It has left the shoe before: a correction gives it to the Banker's Hand.
        state.play.loose.pop(0)
    elif cards.shoe is not None:
        carry_out(state)
        at = len(cards.shoe.drawn)
        if cards.held_at is not None and event.to is Side.PLAYER and event.place == 1:
            at, cards.held_at = cards.held_at, None
        cards.shoe.drawn.insert(at, event.card)
        state.play.laid.append(Laid(event.to, at))
    if option == "c" or (option == "b" and event.place < 3):
        state.play.face_down.add(event.to)


def _option(current: Round) -> str:
    return str(current.rules.settings["deal"])


def _points_called(state: Table, event: e.PointsCalled) -> None:
    state.play.called.append(event.hand)


def _result_called(state: Table, _: e.ResultCalled) -> None:
    state.play.is_result_called = True


def _losers_collected(state: Table, _: e.LosersCollected) -> None:
    state.play.are_losers_collected = True


def _last_hand(state: Table, _: e.LastHandAnnounced) -> None:
    state.cards.must_announce, state.cards.is_last_hand = False, True


def _vigorish_collected(state: Table, event: e.VigorishCollected) -> None:
    _end_marker(state, event.position, state.marks.pop(event.position))


def _end_marker(state: Table, position: int, owed: Fraction) -> None:
    """Remember what was collected of a marker; what comes next at the position is on another."""
    tab = state.tabs.get(position, 0)
    if owed:
        state.collected[position, tab] = owed
    state.tabs[position] = tab + 1


def _settled_anew(state: Table, event: SettlementCorrected | WagerCorrected) -> None:
    evolve_markers(state, event.markers)


def _deal_notified(state: Table, event: e.DealOptionNotified) -> None:
    state.rules, state.is_deal_notified = state.rules.with_settings(deal=event.option.value), True


def _notice_posted(state: Table, event: e.VigorishNoticePosted) -> None:
    state.notice = (event.form.value, event.pct)
    state.is_form_noticed = state.is_form_noticed or event.form.value == state.rules.form


def _vigorish_changed(state: Table, event: e.VigorishChanged) -> None:
    state.rules, state.notice = state.rules.with_settings(form=event.form.value, pct=event.pct), None
    state.is_form_noticed = True


_EVOLVE: dict[type[Event], Callable[[Table, Any], None]] = {
    **shoe.SHOE_EVOLVE,
    **CARD_EVOLVE,
    table_events.TableClosed: _closed,
    table_events.BettingOpened: _betting_opened,
    e.NoMoreBetsCalled: _no_more_bets,
    e.CardDealt: _dealt,
    e.RoundSettled: _settled,
    e.RoundVoided: _voided,
    e.LayoutChecked: _layout_checked,
    SeatLeft: _seat_left,
    e.VigorishCollected: _vigorish_collected,
    e.PointsCalled: _points_called,
    e.ResultCalled: _result_called,
    e.LosersCollected: _losers_collected,
    e.LastHandAnnounced: _last_hand,
    e.DealOptionNotified: _deal_notified,
    e.VigorishNoticePosted: _notice_posted,
    SettlementCorrected: _settled_anew,
    WagerCorrected: _settled_anew,
    e.VigorishChanged: _vigorish_changed,
}
