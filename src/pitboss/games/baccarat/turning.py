"""Turning the cards: by the dealer, or by the players who have the right to; and the right given up or taken away."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from pitboss.decider import Command, Event, require_role
from pitboss.games.baccarat import acts as a
from pitboss.games.baccarat import events as e
from pitboss.games.baccarat.checks import the_round
from pitboss.games.baccarat.hands import Side
from pitboss.games.baccarat.state import Phase, Round, Table
from pitboss.games.table.checks import require_at_table, require_dealer
from pitboss.rulebook import ActionRefused, ProcedureBreach, cites

RELINQUISHING = ("player", "dealer", "floorperson")


@cites("MB-J3c.i", "MB-J3c.ii", "MB-J3c.v", "Q17")
def highest_bettor(current: Round, hand: Side) -> int:
    """Return the position with the highest wager on a hand; of equals the nearest to the dealer counter-clockwise.

    That is the highest position. It is 0, the dealer, where nobody has a wager on the hand.
    """
    stakes = {position: current.on_area(position, hand.value) for position in current.players}
    return max((stake, position) for position, stake in {**stakes, 0: 0}.items())[1] if any(stakes.values()) else 0


def _hidden(state: Table, hand: Side) -> Round:
    """Return the round of a hand whose faces are hidden and may be shown now, or refuse."""
    current, clause = the_round(state), state.rules.clause("deal")
    if hand not in state.play.face_down or len(current.banker) < 2:
        raise ActionRefused(f"{hand.words} has no card to be turned up now", clause=clause, hand=hand.value)
    if hand is Side.BANKER and Side.PLAYER not in state.play.called:
        reason = "the Banker's Hand waits until the Player's Hand is called"
        raise ProcedureBreach(reason, clause=clause, hand=hand.value)
    return current


def _is_third(current: Round, hand: Side) -> bool:
    return len(current.hand(hand)) == 3


@cites("MB-J3b", "MB-J3c", "MB-N5", "MB-L4")
def turn(state: Table, command: Command[a.TurnCards]) -> Sequence[Event]:
    """Let the dealer turn cards up: under option b, and under c where no player has the right."""
    hand = command.act.hand
    require_dealer(state, command, "turn cards up", clause=state.rules.clause("handle"))
    current = _hidden(state, hand)
    if state.turner(hand) != 0:
        who = state.turner(hand)
        reason = f"position {who} turns {hand.words}" if who else f"the right to turn {hand.words} is being offered"
        raise ActionRefused(reason, clause=state.rules.clause("view"), hand=hand.value, position=who)
    return (e.CardsTurned(hand=hand, cards=tuple(current.hand(hand)), by=command.by.id),)


@cites("MB-J3c", "MB-J3c.i", "MB-J3c.ii", "MB-J3c.iii", "MB-J3c.iv", "MB-J3c.v", "MB-L4")
def hand_over(state: Table, command: Command[a.HandCards]) -> Sequence[Event]:
    """Hand face-down cards to the one player who has the right to turn them, and to nobody else."""
    act, rules = command.act, state.rules
    require_dealer(state, command, "hand cards to a player", clause=rules.clause("handle"))
    current = _hidden(state, act.hand)
    if current.rules.settings["deal"] != "c":
        raise ActionRefused("no player handles cards under this option", clause=rules.clause("handle"))
    if state.play.handed is not None:
        reason = f"{state.play.handed.words} is still in a player's hands"
        raise ActionRefused(reason, clause=rules.clause("view"), hand=act.hand.value)
    who = state.turner(act.hand)
    if who != act.position:
        reason = f"{act.hand.words} is not for position {act.position}"
        reason += f" but for {'the dealer' if who == 0 else f'position {who}'}" if who is not None else ""
        raise ProcedureBreach(reason, clause=rules.clause("equal_wagers"), position=act.position, turner=who)
    is_third = _is_third(current, act.hand)
    handed = e.CardsHanded(
        hand=act.hand,
        position=act.position,
        player=state.seats[act.position],
        is_third=is_third,
        clause=rules.clause("view") + _LEAF[act.hand, is_third],
        by=command.by.id,
    )
    return (handed,)


_LEAF = {
    (Side.PLAYER, False): ".i",
    (Side.BANKER, False): ".ii",
    (Side.PLAYER, True): ".iii",
    (Side.BANKER, True): ".iv",
}


@cites("MB-J3c.i", "MB-J3c.ii", "MB-J3c.iii", "MB-J3c.iv", "MB-L4")
def give_back(state: Table, command: Command[a.ReturnCards]) -> Sequence[Event]:
    """Take back, face up, the cards a player was handed; nobody else may return them."""
    hand, rules = command.act.hand, state.rules
    current = the_round(state)
    require_role(command, ("player", "dealer"), clause=rules.clause("handle"), deed="return cards")
    require_at_table(state, command)
    position = state.play.turns.get(hand, 0)
    if state.play.handed is not hand or not position:
        raise ActionRefused(f"{hand.words} is in no player's hands", clause=rules.clause("view"), hand=hand.value)
    player = state.seats[position]
    if command.by.role == "player" and command.by.id != player:
        reason = f"{command.by.id} does not handle cards: {player} has {hand.words}"
        raise ActionRefused(reason, clause=rules.clause("handle"), by=command.by.id)
    cards = tuple(current.hand(hand))
    return (e.CardsReturned(hand=hand, cards=cards, position=position, player=player, by=command.by.id),)


def _require_turning(state: Table, command: Command[Any], roles: tuple[str, ...], deed: str) -> Round:
    clause = state.rules.clause("relinquish")
    current = the_round(state)
    require_role(command, roles, clause=clause, deed=deed)
    require_at_table(state, command)
    is_on = current.phase in (Phase.CLOSED, Phase.DEALING, Phase.COMPLETE) and not state.play.is_result_called
    if current.rules.settings["deal"] != "c" or not is_on:
        reason = "no player has the right to turn cards now"
        raise ActionRefused(reason, clause=clause, phase=current.phase.value)
    return current


@cites("MB-N5")
def relinquish(state: Table, command: Command[a.RelinquishTurn]) -> Sequence[Event]:
    """Let a player give up the right to turn a hand, or dealer or floorperson take it away, with the reason."""
    act, clause, by = command.act, state.rules.clause("relinquish"), command.by
    _require_turning(state, command, RELINQUISHING, "have the right to turn cards given up")
    position = state.play.turns.get(act.hand, 0)
    if not position:
        raise ActionRefused(f"no player has the right to turn {act.hand.words}", clause=clause, hand=act.hand.value)
    player = state.seats[position]
    if by.role == "player" and by.id != player:
        raise ActionRefused(f"{by.id} cannot give up {player}'s right", clause=clause, by=by.id)
    relinquished = e.TurnRelinquished(
        hand=act.hand,
        position=position,
        player=player,
        is_voluntary=by.role == "player",
        reason=act.reason,
        by=by.id,
        role=by.role.value,
    )
    return (relinquished,)


@cites("MB-N5", "Q17")
def offer_turn(state: Table, command: Command[a.OfferTurn]) -> Sequence[Event]:
    """Offer the right to the player on the right, then counter-clockwise, for the rest of the round."""
    act, clause = command.act, state.rules.clause("relinquish")
    _require_turning(state, command, ("dealer",), "offer the right to turn cards")
    following = None if act.hand in state.play.turns else state.next_turner(act.hand)
    if following is None or act.position != following:
        whose = f"it is position {following}'s" if following else "it is not on offer"
        reason = f"the right to turn {act.hand.words} is not offered to position {act.position}: {whose}"
        raise ProcedureBreach(reason, clause=clause, next=following)
    offered = e.TurnOffered(
        hand=act.hand,
        position=act.position,
        player=state.seats[act.position],
        is_accepted=act.is_accepted,
        by=command.by.id,
    )
    return (offered,)
