"""Irregularities with the cards: drawn in error, dealt to the wrong hand, found face up."""

from __future__ import annotations

from collections.abc import Sequence

from pitboss.decider import Command, Event
from pitboss.games.baccarat import acts as a
from pitboss.games.baccarat import events as e
from pitboss.games.baccarat import round as core
from pitboss.games.baccarat.checks import burns_for, the_round
from pitboss.games.baccarat.hands import Side
from pitboss.games.baccarat.state import Phase, Table
from pitboss.games.everyday.acts import CallOffRound
from pitboss.games.everyday.calling_off import CALLED_OFF
from pitboss.games.shoe.checks import cutting_card, refuse_absent, require_card_teller, require_stage
from pitboss.games.shoe.state import Stage
from pitboss.rulebook import ActionRefused, ProcedureBreach, cites


@cites("MB-N1", "MB-N2", "Q15", "Q30")
def report_error(state: Table, command: Command[a.ReportError]) -> Sequence[Event]:
    """Give a card drawn in error its place: the banker's third, the next hand's first, or the discard rack."""
    act, cards = command.act, state.cards
    clause = state.rules.clause("error_player_third" if act.is_players_third else "error_drawn")
    require_stage(state, (Stage.IN_PLAY,), "a card drawn in error")
    require_card_teller(state, command, "report a card drawn in error")
    if cards.burns_due or cards.held_at is not None or not cards.in_shoe:
        raise ActionRefused("no further card can have left the shoe now", clause=clause)
    if act.card is not None:
        refuse_absent(state, act.card)
    becomes = _becomes(state, act, clause)
    due = burns_for(state, act.card, 0) if becomes == "burned" and act.card else 0
    error = e.CardDrawnInError(
        card=act.card,
        is_players_third=act.is_players_third,
        becomes=becomes,
        due=due,
        clause=clause,
        by=command.by.id,
    )
    events: tuple[Event, ...] = (*cutting_card(state), error)
    if becomes != "banker" or state.round is None or act.card is None:
        return events
    dealing = Command(key=command.key, by=command.by, act=a.DealCard(card=act.card), received_at=command.received_at)
    return (*events, *core.decide(state.round, dealing))


def _becomes(state: Table, act: a.ReportError, clause: str) -> str:
    """Return what a card drawn in error becomes, or refuse a report that does not fit the round."""
    current, phase = state.round, state.phase
    if not act.is_players_third:
        if phase in (Phase.CLOSED, Phase.DEALING):
            raise ActionRefused("a card is due: it is dealt, not drawn in error", clause=clause, phase=str(phase))
        return "next_hand" if act.card is None else "burned"
    is_dealt = phase in (Phase.DEALING, Phase.COMPLETE) and current is not None and len(current.player) == 2
    if current is None or not is_dealt or current.due is Side.PLAYER or len(current.banker) < 2:
        reason = "the Player's Hand was not dealt a third card that it was not due"
        raise ActionRefused(reason, clause=clause, phase=str(phase))
    if len(state.play.called) < len(Side):
        reason = "third cards wait until both counts are called"
        raise ProcedureBreach(reason, clause=state.rules.clause("third_card"))
    if len(current.banker) == 3:
        raise ActionRefused("the Banker's Hand has its third card: both are complete", clause=clause)
    if current.due is Side.BANKER:
        if act.card is None:
            raise ProcedureBreach("the Banker's Hand draws: the card is shown as its third", clause=clause)
        return "banker"
    return "next_hand" if act.card is None else "burned"


@cites("HP-S4")
def give_back(state: Table, command: Command[CallOffRound], witness: str) -> Event:
    """Give every wager back while the hands are not complete; cards that were dealt are shuffled again."""
    return core.voided(the_round(state), CALLED_OFF, command.by.id, reason=command.act.reason, witness=witness)


@cites("MB-N3", "Q15", "Q73")
def report_face_up(state: Table, command: Command[a.ReportFaceUp]) -> Sequence[Event]:
    """Keep a card found face up out of play, and burn as many more as its value."""
    card, clause = command.act.card, state.rules.clause("face_up")
    require_stage(state, (Stage.LOADED, Stage.IN_PLAY), "a card found face up")
    require_card_teller(state, command, "report a card found face up")
    if not state.cards.in_shoe:
        raise ActionRefused("the shoe is empty", clause=clause, card=card)
    refuse_absent(state, card)
    due = burns_for(state, card, state.cards.burns_due)
    return (*cutting_card(state), e.CardFoundFaceUp(card=card, due=due, by=command.by.id))
