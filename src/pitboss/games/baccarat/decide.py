"""A mini-baccarat table's `decide`: the handler of each act."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from pitboss.decider import Act, Command, Event
from pitboss.games.baccarat import acts as a
from pitboss.games.baccarat import correcting, incidents, notices, play, seats, shuffling, turning
from pitboss.games.baccarat.resettling import RESETTLING
from pitboss.games.baccarat.sign import sign
from pitboss.games.baccarat.state import Table
from pitboss.games.everyday.decide import calling_off_by, decided, resettling
from pitboss.games.shoe import acts as shoe_acts
from pitboss.games.shoe.decide import SHOE_DECIDE
from pitboss.games.table import acts as table_acts
from pitboss.games.table.decide import SHARED_DECIDE
from pitboss.games.table.posting import posting


def decide(state: Table, command: Command[Any]) -> Sequence[Event]:
    """Answer one act at the table, or refuse it with its clause."""
    return decided(_DECIDE, state, command, at="a baccarat table", clause=state.rules.clause("hands"))


_DECIDE: dict[type[Act], Callable[[Table, Command[Any]], Sequence[Event]]] = {
    **SHARED_DECIDE,
    **SHOE_DECIDE,
    **resettling(RESETTLING),
    **calling_off_by(incidents.give_back),
    table_acts.OpenBetting: play.open_betting,
    table_acts.CloseTable: play.close_table,
    table_acts.PostSign: posting(sign),
    a.PlaceWager: seats.place,
    a.RemoveWager: seats.place,
    a.CallNoMoreBets: play.no_more_bets,
    a.DealCard: play.deal,
    a.CallTooFewCards: play.too_few,
    a.PayWinners: play.pay,
    a.CheckLayout: seats.check_layout,
    a.LeaveTable: seats.leave,
    a.CallWager: seats.call_wager,
    a.CollectVigorish: seats.collect_vigorish,
    a.ShuffleCards: shuffling.shuffle,
    a.ReleaseBatch: shuffling.release,
    a.BurnCard: shuffling.burn,
    a.ReportError: incidents.report_error,
    a.ReportFaceUp: incidents.report_face_up,
    shoe_acts.CorrectCard: correcting.correct,
    a.DiscardCards: play.discard,
    a.CallPoints: play.call_points,
    a.TurnCards: turning.turn,
    a.HandCards: turning.hand_over,
    a.ReturnCards: turning.give_back,
    a.RelinquishTurn: turning.relinquish,
    a.OfferTurn: turning.offer_turn,
    a.CallResult: play.call_result,
    a.CollectLosers: play.collect,
    a.AnnounceLastHand: play.announce_last_hand,
    a.NotifyDealOption: notices.notify_deal,
    a.PostVigorishNotice: notices.post_vigorish,
    a.ChangeVigorish: notices.change_vigorish,
}
