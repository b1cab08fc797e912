"""A roulette table's `decide`: the handler of each act, the house's questions before the Round's."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from pitboss.decider import Act, Command, Event
from pitboss.games.everyday.decide import calling_off_by, decided, resettling
from pitboss.games.roulette import acts as a
from pitboss.games.roulette import chips, incidents, opening, play, walked_off
from pitboss.games.roulette.resettling import RESETTLING
from pitboss.games.roulette.state import Table
from pitboss.games.table import acts as table_acts
from pitboss.games.table.decide import SHARED_DECIDE


def decide(state: Table, command: Command[Any]) -> Sequence[Event]:
    """Answer one act at the table, or refuse it with its clause."""
    return decided(_DECIDE, state, command, at="a roulette table", clause=state.rules.clause("dealer"))


_DECIDE: dict[type[Act], Callable[[Table, Command[Any]], Sequence[Event]]] = {
    **SHARED_DECIDE,
    a.PlaceWager: chips.place,
    a.RemoveWager: chips.remove,
    a.SpinBall: play.spin,
    a.CallNoMoreBets: play.delegate,
    a.EnterNumber: play.delegate,
    a.CallNoSpin: play.delegate,
    a.PayWinners: play.pay,
    a.ReplaceBall: opening.replace_ball,
    table_acts.CloseTable: opening.close_table,
    a.CorrectNumber: play.correct_number,
    a.PlaceDolly: play.place_dolly,
    a.CollectLosers: play.collect,
    a.ReturnBall: play.return_ball,
    a.ExamineBall: play.examine_ball,
    a.RequestColour: chips.request_colour,
    a.CancelRequest: chips.cancel_request,
    a.IssueColour: chips.issue_colour,
    a.RedeemColour: chips.redeem_colour,
    **resettling(RESETTLING),
    **calling_off_by(incidents.give_back),
    a.AbandonColour: walked_off.abandon_colour,
    a.ImpressColour: walked_off.impress_colour,
    a.RedeemClaim: walked_off.redeem_claim,
    a.CallWager: chips.call_wager,
    a.QuestionPosition: incidents.question,
    a.DecidePosition: incidents.decide_position,
    a.FindForeignChips: incidents.find_foreign,
    a.RefuseForeignPayment: incidents.refuse_foreign,
    a.HonourForeignChips: incidents.honour_foreign,
    a.ScanSuspect: incidents.scan,
    a.RecordDecision: incidents.record_decision,
}
