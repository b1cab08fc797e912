"""Playing a round at the table: what the house asks before the Round decides, the calls, collecting, discarding."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from pitboss.decider import Command, Event
from pitboss.games.baccarat import acts as a
from pitboss.games.baccarat import events as e
from pitboss.games.baccarat import round as core
from pitboss.games.baccarat.checks import the_round
from pitboss.games.baccarat.hands import Outcome, Side, point_count
from pitboss.games.baccarat.state import Phase, Round, Table
from pitboss.games.shoe.checks import cutting_card, require_card_teller, require_in_play, require_stage
from pitboss.games.shoe.state import Stage
from pitboss.games.table import acts as table_acts
from pitboss.games.table import decide
from pitboss.games.table.checks import require_at_table, require_dealer, require_open
from pitboss.games.table.posting import require_sign
from pitboss.rulebook import ActionRefused, ProcedureBreach, cites


@cites("MB-M3d", "MB-L3")
def close_table(state: Table, command: Command[table_acts.CloseTable]) -> Sequence[Event]:
    """Close the table between rounds, once nothing of its shoe is open."""
    closed = decide.close_table(state, command)
    state.require_clear("closing")
    return closed


@cites("MB-J3", "MB-J8", "MB-E4", "MB-E6", "MB-L3", "MB-B2", "MB-M6", "MB-O", "Q16")
def open_betting(state: Table, command: Command[table_acts.OpenBetting]) -> Sequence[Event]:
    """Open the next round from a shoe that is ready, under an option the Director gave notice of."""
    opened = decide.open_betting(state, command)
    rules, cards = state.rules, state.cards
    require_sign(state, rules.clause("limits"))
    if not state.is_layout_checked:
        raise ProcedureBreach("the marks of the layout have not been checked", clause=rules.clause("layout"))
    if not state.is_deal_notified:
        reason = "the Director has not given notice of the option the dealers use"
        raise ProcedureBreach(reason, clause=rules.clause("deal"))
    if rules.form == "no_vig" and not state.is_form_noticed:
        reason = "players have no notice that this table takes no vigorish and pays a banker's six 1 to 2"
        raise ProcedureBreach(reason, clause=rules.clause("vig_none"), form=rules.form)
    if not state.play.is_layout_clear:
        reason = "the last round's cards go to the discard rack first"
        raise ProcedureBreach(reason, clause=rules.clause("discard"))
    state.require_spread()
    if cards.stage is not Stage.IN_PLAY:
        reason = f"no round can be dealt: the cards are {cards.stage.words}"
        raise ProcedureBreach(reason, clause=state.stage_clause(), stage=cards.stage.value)
    _refuse_burns(state)
    if cards.must_announce:
        raise ProcedureBreach('"Last Hand" is announced first', clause=rules.clause("last_hand"))
    return opened


def _refuse_burns(state: Table) -> None:
    due = state.cards.burns_due
    if due:
        reason = f"{'1 more card goes' if due == 1 else f'{due} more cards go'} to the discard rack first"
        raise ProcedureBreach(reason, clause=state.rules.clause("burn"), due=due)


def delegate(state: Table, command: Command[Any]) -> Sequence[Event]:
    """Hand an act of the table's own staff to the Round."""
    current = the_round(state)
    require_at_table(state, command)
    return core.decide(current, command)


@cites("MB-J2", "MB-E6", "Q70")
def no_more_bets(state: Table, command: Command[a.CallNoMoreBets]) -> Sequence[Event]:
    """Close the bets of a round that somebody is there for."""
    if the_round(state).phase is Phase.BETTING:
        state.require_spread()
    return delegate(state, command)


@cites("MB-J4", "MB-J5", "MB-J6", "MB-J8", "MB-L4", "MB-N4", "MB-E6", "Q70")
def deal(state: Table, command: Command[a.DealCard]) -> Sequence[Event]:
    """Deal a card the shoe can give; third cards wait until both counts were called and the faces are shown."""
    current, rules = the_round(state), state.rules
    require_card_teller(state, command, "deal cards")
    if current.phase is Phase.CLOSED:
        state.require_spread()
        require_in_play(state)
    _refuse_burns(state)
    if current.phase in (Phase.CLOSED, Phase.DEALING):
        if not available(state, current):
            raise ProcedureBreach("the shoe is empty: the round is void", clause=rules.clause("too_few"))
        if len(current.banker) == 2:
            _refuse_early_third(state, current)
    events = core.decide(current, command)
    is_held_card = state.cards.held_at is not None and not current.player
    return events if is_held_card else (*cutting_card(state), *events)


@cites("MB-J5", "MB-J3c.iii")
def _refuse_early_third(state: Table, current: Round) -> None:
    uncalled = [side for side in Side if side not in state.play.called]
    if uncalled:
        reason = f"third cards wait until the count of {uncalled[0].words} is called"
        raise ProcedureBreach(reason, clause=state.rules.clause("third_card"), hand=uncalled[0].value)
    if state.play.face_down:
        reason = "the Banker's third card waits until the Player's is shown"
        raise ProcedureBreach(reason, clause=state.rules.clause("view"), player=list(current.player[:2]))


def available(state: Table, current: Round) -> int:
    """Return how many cards may still be dealt in a round."""
    is_held = state.cards.held_at is not None and not current.player
    return state.cards.in_shoe - state.cards.burns_due + is_held


@cites("MB-N4")
def too_few(state: Table, command: Command[a.CallTooFewCards]) -> Sequence[Event]:
    """Void a round only where the shoe cannot complete it for certain."""
    current = the_round(state)
    if state.cards.shoe is None:
        reason = "the cards are to be cut and loaded again: there is no shoe that could have too few"
        raise ActionRefused(reason, clause=state.rules.clause("too_few"), stage=state.cards.stage.value)
    needed = max(4 - len(current.dealt), 1)
    if current.phase in (Phase.CLOSED, Phase.DEALING) and available(state, current) >= needed:
        reason = f"the shoe has cards: {available(state, current)} of the {needed} that are needed at least"
        raise ActionRefused(reason, clause=state.rules.clause("too_few"), needed=needed)
    return delegate(state, command)


@cites("MB-J4", "MB-J3b", "MB-J3c.i", "MB-J3c.ii", "MB-F2")
def call_points(state: Table, command: Command[a.CallPoints]) -> Sequence[Event]:
    """Call the count of a hand on two cards: the Player's first, and none whose faces are hidden."""
    act, current, clause = command.act, the_round(state), state.rules.clause("announce")
    require_dealer(state, command, "call the Point Counts", clause=clause)
    if current.phase not in (Phase.DEALING, Phase.COMPLETE) or len(current.banker) < 2:
        reason = f"counts are called when four cards lie; this round is {current.phase.words}"
        raise ActionRefused(reason, clause=clause, phase=current.phase.value)
    if act.hand in state.play.called:
        raise ActionRefused(f"the count of {act.hand.words} has been called", clause=clause, hand=act.hand.value)
    if act.hand is Side.BANKER and Side.PLAYER not in state.play.called:
        raise ProcedureBreach("the Player's Hand is called first", clause=clause, hand=act.hand.value)
    if act.hand in state.play.face_down:
        reason = f"{act.hand.words} lies face down"
        raise ProcedureBreach(reason, clause=state.rules.clause("deal"), hand=act.hand.value)
    points = point_count(current.hand(act.hand)[:2])
    if act.points != points:
        reason = f"{act.hand.words} counts {points}, not {act.points}"
        raise ProcedureBreach(reason, clause=clause, points=act.points, counted=points)
    return (e.PointsCalled(hand=act.hand, points=points, by=command.by.id),)


@cites("MB-L1", "MB-A5")
def call_result(state: Table, command: Command[a.CallResult]) -> Sequence[Event]:
    """Call the final counts and the winner, or "Tie Hand", and nothing else than what the cards say."""
    act, current, clause = command.act, the_round(state), state.rules.clause("result")
    require_dealer(state, command, "call the result", clause=clause)
    if current.phase is not Phase.COMPLETE or state.play.is_result_called:
        reason = f"no result can be called: this round is {current.phase.words}"
        raise ActionRefused(reason, clause=clause, phase=current.phase.value)
    if len(state.play.called) < len(Side):
        raise ProcedureBreach("both counts are called first", clause=state.rules.clause("announce"))
    if state.play.face_down:
        raise ProcedureBreach("a card still lies face down", clause=state.rules.clause("view"))
    says = (act.player_points, act.banker_points, act.outcome)
    is_so = (current.points(Side.PLAYER), current.points(Side.BANKER), current.outcome)
    if says != is_so:
        reason = f"the Player's Hand counts {is_so[0]}, the Banker's {is_so[1]}: {_call(is_so[2])}"
        raise ProcedureBreach(reason, clause=clause, player_points=is_so[0], banker_points=is_so[1])
    called = e.ResultCalled(player_points=is_so[0], banker_points=is_so[1], outcome=is_so[2], by=command.by.id)
    return (called,)


def _call(outcome: Outcome) -> str:
    return '"Tie Hand"' if outcome is Outcome.TIE else f"{outcome} wins"


@cites("MB-L2")
def collect(state: Table, command: Command[a.CollectLosers]) -> Sequence[Event]:
    """Take in every losing wager before anybody is paid, once the result was called."""
    current, clause = the_round(state), state.rules.clause("losers_first")
    require_dealer(state, command, "collect the losing wagers", clause=clause)
    if current.phase is not Phase.COMPLETE or not state.play.is_result_called:
        raise ProcedureBreach("the result is called first", clause=state.rules.clause("result"))
    if state.play.are_losers_collected:
        raise ActionRefused("the losing wagers are collected already", clause=clause)
    is_tie = current.outcome is Outcome.TIE
    lost = [on for _, on, _ in current.wagers if on != current.outcome and (on == "tie" or not is_tie)]
    return (e.LosersCollected(count=len(lost), by=command.by.id),)


@cites("MB-L2")
def pay(state: Table, command: Command[a.PayWinners]) -> Sequence[Event]:
    """Pay only after the losers were collected."""
    current = the_round(state)
    if current.phase is Phase.COMPLETE and not state.play.are_losers_collected:
        raise ProcedureBreach("the losing wagers are collected first", clause=state.rules.clause("losers_first"))
    return delegate(state, command)


@cites("MB-L3", "MB-B4f")
def discard(state: Table, command: Command[a.DiscardCards]) -> Sequence[Event]:
    """Gather the cards of a round that is over, so that either hand can be rebuilt."""
    clause = state.rules.clause("discard")
    require_open(state)
    require_dealer(state, command, "gather the cards", clause=clause)
    current = state.round
    if current is None or state.play.is_layout_clear or not state.is_between_rounds:
        raise ActionRefused("no cards of a finished round lie on the layout", clause=clause)
    back, cards = state.cards.current_back, tuple(current.dealt)
    return (e.CardsDiscarded(round=current.number, batch=back, cards=cards, by=command.by.id),)


@cites("MB-J8", "Q16")
def announce_last_hand(state: Table, command: Command[a.AnnounceLastHand]) -> Sequence[Event]:
    """Announce the last hand, when the hand that brought the cutting card is over."""
    clause = state.rules.clause("last_hand")
    require_stage(state, (Stage.IN_PLAY,), '"Last Hand"')
    require_dealer(state, command, 'announce "Last Hand"', clause=clause)
    if not state.cards.must_announce:
        raise ActionRefused("the cutting card has not come out in a hand that is over", clause=clause)
    return (e.LastHandAnnounced(by=command.by.id),)
