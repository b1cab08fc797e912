"""The mini-baccarat Table: the house around the Round.

Cards from their inspection to the discard rack, seats, calls, turning, vigorish, notices. Its `decide` checks what the
house asks and hands the game proper to the Round; its `legal` stands in `offers`. A table's state belongs to one owner
and changes in place; replaying its events gives an equal one.
"""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, Any

from pitboss.games import house_acts as house
from pitboss.games import house_events as he
from pitboss.games.baccarat import card_acts as c
from pitboss.games.baccarat import house_acts as h
from pitboss.games.baccarat import house_events as e
from pitboss.games.baccarat import incidents, notices, play, seats, shuffling, turning
from pitboss.games.baccarat import messages as m
from pitboss.games.baccarat import round as core
from pitboss.games.baccarat.card_evolve import CARD_EVOLVE
from pitboss.games.baccarat.hands import Side
from pitboss.games.baccarat.round_state import Round
from pitboss.games.baccarat.rules import rules_of
from pitboss.games.baccarat.state import Cards, Play, Table
from pitboss.games.house import evolve_house
from pitboss.games.opening import HOUSE_DECIDE
from pitboss.games.shoe import evolve as shoe
from pitboss.games.shoe.events import SeatLeft
from pitboss.games.shoe.procedure import SHOE_DECIDE
from pitboss.rulebook import ActionRefused, cites

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from pitboss.decider import Act, Command, Event
    from pitboss.rulebook import TableConfig

__all__ = ["Table", "decide", "evolve", "new_table"]


def new_table(config: TableConfig) -> Table:
    """Return a table that has not been opened yet."""
    return Table(rules=rules_of(config))


def decide(state: Table, command: Command[Any]) -> Sequence[Event]:
    """Answer one act at the table, or refuse it with its clause."""
    handler = _DECIDE.get(type(command.act))
    if handler is None:
        reason = f"{type(command.act).__name__} is not an act of a baccarat table"
        raise ActionRefused(reason, clause=state.rules.clause("hands"), act=type(command.act).__name__)
    return handler(state, command)


def evolve(state: Table, event: Event) -> Table:
    """Apply what happened; never refuses."""
    evolve_house(state, event)
    if isinstance(event, m.ROUND_EVENTS) and state.round is not None:
        core.evolve(state.round, event)
    apply = _EVOLVE.get(type(event))
    if apply is not None:
        apply(state, event)
    return state


def _closed(state: Table, _: he.TableClosed) -> None:
    state.cards, state.play, state.seats, state.is_layout_checked = Cards(), Play(), {}, False


def _betting_opened(state: Table, event: he.BettingOpened) -> None:
    left = state.cards.shoe.copies_left() if state.cards.shoe else []
    state.round, state.play = Round(state.rules, event.round, left), Play()


def _layout_checked(state: Table, _: e.LayoutChecked) -> None:
    state.is_layout_checked = True


def _seat_left(state: Table, event: SeatLeft) -> None:
    """Free the position; whoever comes next has not declined to turn cards."""
    shoe.seat_left(state, event)
    for declined in state.play.refused.values():
        declined.discard(event.position)


@cites("MB-M3b")
def _settled(state: Table, event: m.RoundSettled) -> None:
    """Set the markers for deferred vigorish, and see whether the shoe is over."""
    for position, owed in zip(event.wagers.position, event.wagers.owed, strict=True):
        if owed != "0":
            state.marks[position] = state.marks.get(position, Fraction(0)) + Fraction(owed)
    cards = state.cards
    if cards.is_last_hand:
        cards.finish()
    elif cards.is_cutting_card_out:
        cards.must_announce = True


@cites("MB-N4")
def _voided(state: Table, _: m.RoundVoided) -> None:
    """Nothing more comes from this shoe: the whole set is reshuffled."""
    state.cards.finish()


@cites("MB-J3c")
def _no_more_bets(state: Table, _: m.NoMoreBetsCalled) -> None:
    """Give the right to turn the cards, where players have it, to the highest wagers."""
    if state.round is not None and state.round.rules.settings["deal"] == "c":
        state.play.turns = {hand: turning.highest_bettor(state.round, hand) for hand in Side}


@cites("MB-J3a", "MB-J3b", "MB-J3c", "MB-J6")
def _dealt(state: Table, event: m.CardDealt) -> None:
    """Count the card out of the shoe, and lay it face down where the option has it so."""
    cards, option = state.cards, state.rules.settings["deal"] if state.round is None else _option(state.round)
    state.play.is_layout_clear = False
    if cards.shoe is not None:
        if cards.held_at is not None and event.to is Side.PLAYER and event.place == 1:
            cards.shoe.drawn.insert(cards.held_at, event.card)
            cards.held_at = None
        else:
            cards.shoe.drawn.append(event.card)
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
    del state.marks[event.position]


def _deal_notified(state: Table, event: e.DealOptionNotified) -> None:
    state.rules, state.is_deal_notified = state.rules.with_settings(deal=event.option.value), True


def _notice_posted(state: Table, event: e.VigorishNoticePosted) -> None:
    state.notice = (event.form.value, event.pct)
    state.is_form_noticed = state.is_form_noticed or event.form.value == state.rules.form


def _vigorish_changed(state: Table, event: e.VigorishChanged) -> None:
    state.rules, state.notice = state.rules.with_settings(form=event.form.value, pct=event.pct), None
    state.is_form_noticed = True


_DECIDE: dict[type[Act], Callable[[Table, Command[Any]], Sequence[Event]]] = {
    **HOUSE_DECIDE,
    **SHOE_DECIDE,
    house.OpenBetting: play.open_betting,
    house.CloseTable: play.close_table,
    m.PlaceWager: seats.place,
    m.RemoveWager: seats.place,
    m.CallNoMoreBets: play.delegate,
    m.DealCard: play.deal,
    m.CallTooFewCards: play.too_few,
    m.PayWinners: play.pay,
    h.CheckLayout: seats.check_layout,
    h.LeaveTable: seats.leave,
    h.CallWager: seats.call_wager,
    h.CollectVigorish: seats.collect_vigorish,
    c.ShuffleCards: shuffling.shuffle,
    c.ReleaseBatch: shuffling.release,
    c.BurnCard: shuffling.burn,
    c.ReportError: incidents.report_error,
    c.ReportFaceUp: incidents.report_face_up,
    h.DiscardCards: play.discard,
    h.CallPoints: play.call_points,
    h.TurnCards: turning.turn,
    h.HandCards: turning.hand_over,
    h.ReturnCards: turning.give_back,
    h.RelinquishTurn: turning.relinquish,
    h.OfferTurn: turning.offer_turn,
    h.CallResult: play.call_result,
    h.CollectLosers: play.collect,
    h.AnnounceLastHand: play.announce_last_hand,
    h.NotifyDealOption: notices.notify_deal,
    h.PostVigorishNotice: notices.post_vigorish,
    h.ChangeVigorish: notices.change_vigorish,
}

_EVOLVE: dict[type[Event], Callable[[Table, Any], None]] = {
    **shoe.SHOE_EVOLVE,
    **CARD_EVOLVE,
    he.TableClosed: _closed,
    he.BettingOpened: _betting_opened,
    m.NoMoreBetsCalled: _no_more_bets,
    m.CardDealt: _dealt,
    m.RoundSettled: _settled,
    m.RoundVoided: _voided,
    e.LayoutChecked: _layout_checked,
    SeatLeft: _seat_left,
    e.VigorishCollected: _vigorish_collected,
    e.PointsCalled: _points_called,
    e.ResultCalled: _result_called,
    e.LosersCollected: _losers_collected,
    e.LastHandAnnounced: _last_hand,
    e.DealOptionNotified: _deal_notified,
    e.VigorishNoticePosted: _notice_posted,
    e.VigorishChanged: _vigorish_changed,
}
