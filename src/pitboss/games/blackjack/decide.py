"""A blackjack table's `decide`: the handler of each act."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from pitboss.decider import Act, Command, Event
from pitboss.games.blackjack import acts as a
from pitboss.games.blackjack import card_procedure, correcting, play, staff
from pitboss.games.blackjack.resettling import RESETTLING
from pitboss.games.blackjack.state import Table
from pitboss.games.everyday.decide import calling_off_by, decided, resettling
from pitboss.games.shoe import acts as shoe_acts
from pitboss.games.shoe.decide import SHOE_DECIDE
from pitboss.games.table import acts as table_acts
from pitboss.games.table.decide import SHARED_DECIDE


def decide(state: Table, command: Command[Any]) -> Sequence[Event]:
    """Answer one act at the table, or refuse it with its clause."""
    return decided(_DECIDE, state, command, at="a blackjack table", clause=state.rules.clause("turn"))


def refuse(state: Table, command: Command[Any]) -> None:
    """Refuse what `decide` refuses, without folding a round again for every card that may be corrected."""
    if isinstance(command.act, shoe_acts.CorrectCard) and not state.everyday.has_inventory:
        correcting.require_correction(state, command)
    else:
        decide(state, command)


_DECIDE: dict[type[Act], Callable[[Table, Command[Any]], Sequence[Event]]] = {
    **SHARED_DECIDE,
    **SHOE_DECIDE,
    **resettling(RESETTLING),
    **calling_off_by(play.give_back),
    table_acts.OpenBetting: play.open_betting,
    table_acts.CloseTable: play.close_table,
    shoe_acts.TakeSeat: staff.sit,
    a.ConfirmStaffing: staff.confirm_staffing,
    a.PostSign: staff.post_sign,
    a.LeaveSeat: staff.leave,
    a.SitOut: staff.sit_out,
    a.BeginHeat: staff.begin_heat,
    a.IssueChips: staff.issue_chips,
    a.EndHeat: staff.end_heat,
    a.RepeatOpening: card_procedure.repeat_opening,
    a.ShuffleCards: card_procedure.shuffle,
    a.ReportJam: card_procedure.report_jam,
    a.BurnCard: card_procedure.burn,
    a.ShowBurnCard: card_procedure.show_burned,
    a.ReportError: card_procedure.report_error,
    shoe_acts.CorrectCard: correcting.correct,
    a.DiscardCards: card_procedure.discard,
    a.PickUpCards: play.pick_up,
    a.AnnounceTotal: play.announce_total,
    a.ReportUpCardTaken: play.report_up_card_taken,
    a.RestoreUpCard: play.restore_up_card,
    a.PlaceWager: play.place,
    a.RemoveWager: play.place,
    a.PlaceInsurance: play.delegate,
    a.CloseInsurance: play.delegate,
    a.CallOffRound: play.delegate,
    a.DealCard: play.deal,
    a.TurnFirstCard: play.turn_card,
    a.TurnSecondCard: play.turn_card,
    a.ReportExposed: play.turn_card,
    a.ShowHand: play.delegate,
    a.ReportFaceUp: play.report_face_up,
    a.ReportWrongNumber: play.report_wrong_number,
    a.Stand: play.delegate,
    a.Hit: play.delegate,
    a.DoubleDown: play.delegate,
    a.SplitPair: play.delegate,
    a.PlaceHitWager: play.delegate,
    a.SurrenderHand: play.delegate,
    a.DeclareHit: play.delegate,
    a.SettleSuitWagers: play.settle_suits,
    a.PayBlackjack: play.delegate,
    a.SettleHand: play.delegate,
}
