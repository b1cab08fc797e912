"""The mini-baccarat Round: wagers, "No More Bets", the cards one by one, settlement, or a void round.

This is the game proper. Settlement documents, exact odds and simulation drive it alone; the table puts a house around
it. Which hand a card belongs to and when both are complete is decided here, by the tables of the edition.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import Any

from pitboss.decider import Act, Command, Event, Move, dispatched, require_role
from pitboss.games.baccarat import acts as a
from pitboss.games.baccarat import events as e
from pitboss.games.baccarat.hands import Side, hands_of
from pitboss.games.baccarat.settle import holder, settled_columns, void_columns
from pitboss.games.baccarat.state import Phase, Round, add
from pitboss.games.baccarat.third_cards import is_natural
from pitboss.games.baccarat.vigorish import stake_step
from pitboss.games.baccarat.wagers import On
from pitboss.games.cards import CARDS, parse_card
from pitboss.games.table.accounts import LAYOUT
from pitboss.games.table.totals import refuse_beyond_totals
from pitboss.rulebook import ActionRefused, BetRefused, BetsClosed, LimitExceeded, ProcedureBreach, cites

__all__ = ["Phase", "Round", "chance", "decide", "evolve"]

DEALERS = ("dealer",)
CARD_TELLERS = ("dealer", "device")


def decide(state: Round, command: Command[Any]) -> Sequence[Event]:
    """Answer one act of the Round, or refuse it with its clause."""
    return dispatched(_DECIDE, state, command, at="a baccarat round", clause=state.rules.clause("hands"))


def evolve(state: Round, event: Event) -> Round:
    """Apply what happened; never refuses."""
    match event:
        case e.WagerPlaced():
            add(state, (event.position, event.on, event.source), event.player, event.stake_minor)
        case e.WagerRemoved():
            add(state, (event.position, event.on, event.source), event.player, -event.stake_minor)
        case e.NoMoreBetsCalled():
            state.phase = Phase.CLOSED
        case e.CardDealt():
            state.hand(event.to).append(event.card)
            state.left[parse_card(event.card).index] -= 1
            state.phase = Phase.COMPLETE if event.is_complete else Phase.DEALING
        case e.RoundSettled() | e.RoundVoided():
            state.phase = Phase.SETTLED if isinstance(event, e.RoundSettled) else Phase.VOID
            state.wagers.clear()
            state.players.clear()
    return state


def chance(state: Round) -> tuple[tuple[a.DealCard, Fraction], ...]:
    """Return which card may come next, each with its exact weight; nothing where no card is due."""
    total = sum(state.left)
    if state.phase not in (Phase.CLOSED, Phase.DEALING) or not total:
        return ()
    pairs = zip(CARDS, state.left, strict=True)
    return tuple((a.DealCard(card=card), Fraction(copies, total)) for card, copies in pairs if copies)


@cites("MB-G4", "MB-G5", "MB-J2")
def _refuse_late(state: Round, deed: str, *, clause: str) -> None:
    if state.phase is not Phase.BETTING:
        reason = f'no wager may be {deed} after "No More Bets"; this round is {state.phase.words}'
        raise BetsClosed(reason, clause=clause, phase=state.phase.value)


@cites("MB-O")
def _refuse_beyond_limits(state: Round, position: int, on: On, total: int) -> None:
    """Hold what lies on one area, all kinds of chips together, between the posted minimum and maximum."""
    low, high = state.rules.limits(on)
    values = {"position": position, "on": on.value, "total_minor": total, "min_minor": low, "max_minor": high}
    if total < low:
        reason = f"{state.money(total)} on {on} is under the table's minimum of {state.money(low)}"
        raise LimitExceeded(reason, clause=state.rules.limit_clause("min"), **values)
    if total > high:
        reason = f"{state.money(total)} on {on} is over the table's maximum of {state.money(high)}"
        raise LimitExceeded(reason, clause=state.rules.limit_clause("max"), **values)


@cites("Q29")
def _refuse_broken(state: Round, on: On, stake: int) -> None:
    """Refuse a wager that might not settle in whole cents."""
    step = stake_step(state.rules, on)
    if stake % step:
        reason = f"{state.money(stake)} on {on} might not settle in whole cents: it goes in steps of {step} cents"
        raise BetRefused(reason, clause=state.rules.clause("whole_cents"), on=on.value, stake_minor=stake, step=step)


@cites("MB-B1")
def _refuse_position(state: Round, position: int, player: str) -> None:
    """Refuse a position the table does not have, and one where somebody else's wagers lie."""
    clause = state.rules.clause("positions")
    if position > state.rules.positions:
        reason = f"the table has positions 1 to {state.rules.positions}, and no {position}"
        raise BetRefused(reason, clause=clause, position=position, positions=state.rules.positions)
    whose = state.players.get(position, player)
    if whose != player:
        raise BetRefused(f"position {position} is {whose}'s", clause=clause, position=position, player=player)


@cites("MB-G1", "MB-G2", "MB-G3", "MB-G4")
def _place(state: Round, command: Command[a.PlaceWager]) -> Sequence[Event]:
    """Accept a wager on an area the layout has, in time, within the limits and in units that settle."""
    act, rules = command.act, state.rules
    on = rules.offered(act.on)
    _refuse_late(state, "placed", clause=rules.clause("late"))
    _refuse_position(state, act.position, act.player)
    if act.source is a.Source.COUPON and not rules.settings["match_play"]:
        raise BetRefused("this house has no match-play coupons", clause=rules.clause("coupon"), on=act.on)
    _refuse_beyond_limits(state, act.position, on, state.on_area(act.position, on) + act.stake_minor)
    refuse_beyond_totals(state, act.player, act.stake_minor)
    _refuse_broken(state, on, act.stake_minor)
    placed = e.WagerPlaced(
        position=act.position,
        player=act.player,
        on=on.value,
        stake_minor=act.stake_minor,
        source=act.source,
        placed_by=command.by.role.value,
        placed_by_id=command.by.id,
        moves=(Move(holder(act.source), LAYOUT, act.stake_minor),),
    )
    return (placed,)


@cites("MB-G4", "MB-G5")
def _remove(state: Round, command: Command[a.RemoveWager]) -> Sequence[Event]:
    """Let a player take chips back before the call, all or so many that the rest is still a wager."""
    act, rules = command.act, state.rules
    on = rules.offered(act.on)
    is_drawn = state.phase in (Phase.DEALING, Phase.COMPLETE)
    _refuse_late(state, "taken back", clause=rules.clause("hands_off" if is_drawn else "late"))
    _refuse_position(state, act.position, act.player)
    lies = state.wagers.get((act.position, on.value, act.source), 0)
    if act.stake_minor > lies:
        reason = f"{state.money(lies)} lies on {on} at position {act.position}, not {state.money(act.stake_minor)}"
        raise BetRefused(reason, clause=rules.clause("chips"), on=on.value, lies_minor=lies)
    rest = state.on_area(act.position, on) - act.stake_minor
    if rest:
        _refuse_beyond_limits(state, act.position, on, rest)
    _refuse_broken(state, on, act.stake_minor)
    removed = e.WagerRemoved(
        position=act.position,
        player=act.player,
        on=on.value,
        stake_minor=act.stake_minor,
        source=act.source,
        removed_by=command.by.role.value,
        removed_by_id=command.by.id,
        moves=(Move(LAYOUT, holder(act.source), act.stake_minor),),
    )
    return (removed,)


@cites("MB-J2")
def _no_more_bets(state: Round, command: Command[a.CallNoMoreBets]) -> Sequence[Event]:
    """Begin the round: bets are closed before the first card."""
    clause = state.rules.clause("no_more_bets")
    require_role(command, DEALERS, clause=clause, deed='call "No More Bets"')
    if state.phase is not Phase.BETTING:
        reason = f'"No More Bets" is called once, while bets are open; this round is {state.phase.words}'
        raise ActionRefused(reason, clause=clause, phase=state.phase.value)
    return (e.NoMoreBetsCalled(by=command.by.id),)


@cites("MB-J1", "MB-J2", "MB-J3", "MB-J5", "MB-J6", "MB-J7", "MB-K1", "MB-L4", "MB-B3")
def _deal(state: Round, command: Command[a.DealCard]) -> Sequence[Event]:
    """Give a card to the hand it is due to, and to none where both hands are complete."""
    card, rules = command.act.card, state.rules
    require_role(command, CARD_TELLERS, clause=rules.clause("handle"), deed="deal cards")
    if state.phase is Phase.BETTING:
        reason = 'no card is dealt before "No More Bets"'
        raise ProcedureBreach(reason, clause=rules.clause("no_more_bets"), phase=state.phase.value)
    side = state.due
    if state.phase not in (Phase.CLOSED, Phase.DEALING) or side is None:
        reason = f"no card is due: this round is {state.phase.words}"
        raise ActionRefused(reason, clause=_complete_clause(state), card=card, phase=state.phase.value)
    if not state.left[parse_card(card).index]:
        reason = f"the shoe has no further {card}: {rules.shoe_decks} decks hold that many"
        raise ProcedureBreach(reason, clause=rules.clause("decks"), card=card, decks=rules.shoe_decks)
    is_complete = hands_of(rules.tables, [*state.dealt, card]).due is None
    place = len(state.hand(side)) + 1
    return (e.CardDealt(card=card, to=side, place=place, is_complete=is_complete, by=command.by.id),)


def _complete_clause(state: Round) -> str:
    """Return by which clause complete hands take no further card."""
    if state.phase is not Phase.COMPLETE:
        return state.rules.clause("hands")
    is_short = len(state.player) == len(state.banker) == 2
    if is_short and any(is_natural(state.points(side)) for side in Side):
        return state.rules.clause("natural")
    if len(state.player) == len(state.banker) == 3:
        return state.rules.clause("third_card_limit")
    # Somebody stayed: the last word is Table 2's, unless only the player's hand could have drawn.
    return state.rules.data.table2.clause if len(state.banker) == 2 else state.rules.data.table1.clause


@cites("MB-N4")
def _too_few(state: Round, command: Command[a.CallTooFewCards]) -> Sequence[Event]:
    """Void a round that the shoe cannot complete, and give every wager back."""
    clause = state.rules.clause("too_few")
    require_role(command, DEALERS, clause=clause, deed="declare a round void")
    if state.phase not in (Phase.CLOSED, Phase.DEALING):
        reason = f"no card is missing: this round is {state.phase.words}"
        raise ActionRefused(reason, clause=clause, phase=state.phase.value)
    return (voided(state, clause, command.by.id),)


def voided(state: Round, clause: str, by: str, **why: Any) -> Event:
    """Return the end of a round without a result: every wager goes back."""
    columns, moves = void_columns(state.laid(), clause)
    return e.RoundVoided(
        round=state.number,
        player_hand=tuple(state.player),
        banker_hand=tuple(state.banker),
        clause=clause,
        by=by,
        wagers=columns,
        moves=moves,
        **why,
    )


@cites("MB-L2")
def _pay(state: Round, command: Command[a.PayWinners]) -> Sequence[Event]:
    """Settle the round, once both hands are complete."""
    rules = state.rules
    require_role(command, DEALERS, clause=rules.clause("losers_first"), deed="pay the winners")
    if state.phase is not Phase.COMPLETE:
        reason = f"nothing can be paid: this round is {state.phase.words}"
        raise ActionRefused(reason, clause=rules.clause("result"), phase=state.phase.value)
    columns, steps, moves = settled_columns(rules, state.outcome, state.points(Side.BANKER), state.laid())
    settled = e.RoundSettled(
        round=state.number,
        player_hand=tuple(state.player),
        banker_hand=tuple(state.banker),
        player_points=state.points(Side.PLAYER),
        banker_points=state.points(Side.BANKER),
        outcome=state.outcome,
        wagers=columns,
        pay_order=rules.settings["pay_order"],
        steps=steps,
        moves=moves,
    )
    return (settled,)


_DECIDE: dict[type[Act], Callable[[Round, Command[Any]], Sequence[Event]]] = {
    a.PlaceWager: _place,
    a.RemoveWager: _remove,
    a.CallNoMoreBets: _no_more_bets,
    a.DealCard: _deal,
    a.CallTooFewCards: _too_few,
    a.PayWinners: _pay,
}
