"""The players' turns: stand, hit, double down, split, surrender, and hit wagers with them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from pitboss.decider import Command, Event, Move
from pitboss.games.blackjack import acts as a
from pitboss.games.blackjack import events as e
from pitboss.games.blackjack.acts import Ending, Kind
from pitboss.games.blackjack.betting import refuse_beyond_limits, refuse_beyond_purse, require_player
from pitboss.games.blackjack.dealing import SHOWN, UNSEEN
from pitboss.games.blackjack.hands import is_pair, is_soft, is_suited
from pitboss.games.blackjack.settle import columns, hit_row, holder, moves_of
from pitboss.games.blackjack.state import Box, Hand, Phase, Round
from pitboss.games.table.accounts import LAYOUT
from pitboss.games.table.totals import refuse_beyond_totals
from pitboss.rulebook import ActionRefused, BetRefused, LimitExceeded, ProcedureBreach, cites

_WHY = {
    Ending.STAND: "stands",
    Ending.TWENTY_ONE: "has 21",
    Ending.BLACKJACK: "is a blackjack",
    Ending.BUST: "is over 21",
    Ending.DOUBLED: "was doubled for one card",
    Ending.SPLIT_ACE: "is a split ace, which gets one card",
    Ending.SURRENDER: "was surrendered",
}


def _ended_by(state: Round, hand: Hand) -> str:
    """Return the clause by which a hand takes no further decision."""
    duty = {
        Ending.BLACKJACK: "draw_21",
        Ending.TWENTY_ONE: "draw" if is_soft(hand.cards) else "draw_21",
        Ending.DOUBLED: "one_card",
        Ending.SPLIT_ACE: "split_aces",
        Ending.BUST: "draw",
        Ending.SURRENDER: "surrender",
    }.get(hand.ending or Ending.STAND, "turn")
    return state.rules.clause(duty)


@cites("BJ-H5", "BJ-I6", "BJ-I7", "BJ-H7", "BJ-H7a", "BJ-H7b", "BJ-H7c", "BJ-I8", "BJ-I8a", "BJ-I8b", "BJ-I8c")
def _turn(state: Round, command: Command[Any], deed: str) -> tuple[Box, int, Hand]:
    """Return the hand whose turn it is, or refuse a decision that is not open to this seat now."""
    seat, clause = command.act.seat, state.rules.clause("turn")
    box = require_player(state, command, seat, deed)
    own = next((hand for hand in reversed(box.hands) if hand.ending is not None), None)
    is_over = bool(box.hands) and all(hand.ending is not None for hand in box.hands)
    if state.phase is not Phase.TURNS or is_over:
        reason = f"seat {seat} has no decision: this round is {state.phase.words}"
        if is_over and own is not None:
            why = _WHY[own.ending or Ending.STAND]
            reason, clause = f"seat {seat} has no decision: its last hand {why}", _ended_by(state, own)
        raise ActionRefused(reason, clause=clause, seat=seat, phase=state.phase.value)
    if state.undeclared is not None:
        reason = f"seat {state.undeclared[0]} says first whether its hit wager is to be paid"
        raise ProcedureBreach(reason, clause=state.rules.clause("hit_pitch"), seat=state.undeclared[0])
    turn = state.turn
    if turn is None or turn[0] != seat:
        reason = f"it is seat {turn[0] if turn else 0}'s turn, not seat {seat}'s"
        raise ActionRefused(reason, clause=clause, seat=seat)
    if turn[2].is_card_due:
        raise ActionRefused(f"seat {seat} gets a card first", clause=state.rules.clause("additional"), seat=seat)
    return box, turn[1], turn[2]


@cites("HP-B5")
def _refuse_unshown(hand: Hand, deed: str) -> None:
    """Refuse a decision that rests on cards of which one lies face down."""
    if UNSEEN in hand.cards:
        raise ProcedureBreach(f"to {deed} the hand is shown first", clause=SHOWN)


@cites("BJ-K1b", "BJ-K2c", "BJ-K6a", "BJ-K6d", "BJ-K6e", "Q23")
def _refuse_hit_wager(state: Round, box: Box, hand: Hand, amount: int | None) -> int:
    """Return a hit wager, 0 for none, or refuse one that the hand or the house does not allow."""
    rules = state.rules
    if amount is None:
        return 0
    if not rules.settings["hit_wagers"]:
        raise BetRefused("this table takes no hit wagers", clause=rules.clause("optional"), hit_minor=amount)
    _refuse_unshown(hand, "lay a hit wager")
    if hand.is_split and not (rules.settings["hit_split"] and hand.may_bet_suit):
        may = "their cards are of one suit" if rules.settings["hit_split"] else "the house allows it, and it does not"
        reason = f"a hit wager goes on split hands only where {may}: {' '.join(hand.cards)}"
        raise BetRefused(reason, clause=rules.clause("hit_split"), cards=list(hand.cards))
    if not is_suited(hand.cards):
        duty = "hit_def" if len(hand.cards) == 2 and not hand.is_split else "hit_until"
        reason = f"a hit wager needs cards of one suit, not {' '.join(hand.cards)}"
        raise BetRefused(reason, clause=rules.clause(duty), cards=list(hand.cards))
    if rules.shoe_decks == 1 and amount > box.wager():
        reason = f"with a single deck {state.money(amount)} is over the blackjack wager of {state.money(box.wager())}"
        raise LimitExceeded(reason, clause=rules.clause("optional_single"), hit_minor=amount)
    refuse_beyond_limits(state, Kind.HIT, amount)
    return amount


def _to_layout(state: Round, player: str, *amounts: int) -> tuple[Move, ...]:
    total = sum(amounts)
    refuse_beyond_totals(state, player, total)
    refuse_beyond_purse(state, player, total)
    return (Move(holder(state.chips, player), LAYOUT, total),) if total else ()


def _refuse_amount(state: Round, said: int | None, stake: int, clause: str) -> None:
    if said is not None and said != stake:
        reason = f"the added wager equals the first: {state.money(stake)}, not {state.money(said)}"
        raise BetRefused(reason, clause=clause, stake_minor=said, wager_minor=stake)


@cites("BJ-H5", "BJ-I6")
def stand(state: Round, command: Command[a.Stand]) -> Sequence[Event]:
    """Take no more cards."""
    _, number, _ = _turn(state, command, "stand")
    return (e.StoodOn(seat=command.act.seat, hand=number, by=command.by.id),)


@cites("BJ-H7", "BJ-I8", "BJ-K6")
def hit(state: Round, command: Command[a.Hit]) -> Sequence[Event]:
    """Draw a card, with a hit wager or without."""
    act = command.act
    box, number, hand = _turn(state, command, "draw")
    amount = _refuse_hit_wager(state, box, hand, act.hit_minor)
    by = command.by.id
    return (
        e.HitTaken(seat=act.seat, hand=number, hit_minor=amount, by=by, moves=_to_layout(state, box.player, amount)),
    )


@cites("BJ-A2", "BJ-J7", "BJ-H7b", "BJ-I8b", "BJ-L3", "Q28")
def double(state: Round, command: Command[a.DoubleDown]) -> Sequence[Event]:
    """Double every wager of the hand on its first two cards, for one card more."""
    act, rules = command.act, state.rules
    box, number, hand = _turn(state, command, "double down")
    if not rules.settings["double"] or (hand.is_split and not rules.settings["das"]):
        where = "on split hands" if rules.settings["double"] else "here"
        raise ActionRefused(f"no doubling down {where}", clause=rules.clause("double"), seat=act.seat)
    if len(hand.cards) != 2:
        reason = f"doubling down is for the first two cards: {' '.join(hand.cards)}"
        raise ActionRefused(reason, clause=rules.clause("double_def"), seat=act.seat)
    _refuse_unshown(hand, "double down")
    stake = hand.stake()
    _refuse_amount(state, act.stake_minor, stake, "Q28")
    amount = _refuse_hit_wager(state, box, hand, act.hit_minor)
    doubled = e.DoubledDown(
        seat=act.seat,
        hand=number,
        stake_minor=stake,
        hit_minor=amount,
        by=command.by.id,
        moves=_to_layout(state, box.player, stake, amount),
    )
    return (doubled,)


@cites("BJ-A6", "BJ-J8", "BJ-L3", "Q20")
def split(state: Round, command: Command[a.SplitPair]) -> Sequence[Event]:
    """Make two hands of two cards of one value, as long as the house's number of hands is not reached."""
    act, rules = command.act, state.rules
    box, number, hand = _turn(state, command, "split")
    if not rules.settings["split"]:
        raise ActionRefused("no splitting here", clause=rules.clause("split"), seat=act.seat)
    _refuse_unshown(hand, "split")
    if not is_pair(hand.cards):
        reason = f"a pair is two cards of one value, not {' '.join(hand.cards)}"
        raise ActionRefused(reason, clause=rules.clause("split_def"), seat=act.seat)
    most = rules.settings["max_hands"]
    if len(box.hands) >= most:
        clause = rules.clause("split" if rules.multiple_action else "split_limit")
        raise ActionRefused(f"a player has at most {most} hands here", clause=clause, seat=act.seat)
    stake = hand.stake()
    _refuse_amount(state, act.stake_minor, stake, rules.clause("split_def"))
    made = e.PairSplit(
        seat=act.seat,
        hand=number,
        stake_minor=stake,
        by=command.by.id,
        moves=_to_layout(state, box.player, stake),
    )
    return (made,)


@cites("BJ-K6e", "Q23")
def back_split(state: Round, command: Command[a.PlaceHitWager]) -> Sequence[Event]:
    """Accept a hit wager on the first card to a split hand, while that card is still to come."""
    act, clause = command.act, state.rules.clause("hit_split")
    box = require_player(state, command, act.seat, "place a hit wager", duty="optional_own")
    hand = box.hands[act.hand - 1] if act.hand <= len(box.hands) else None
    if state.phase is not Phase.TURNS or hand is None or len(hand.cards) != 1 or hand.hit_minor:
        reason = f"seat {act.seat} has no split hand {act.hand} whose first card is to come and has no wager on it"
        raise ActionRefused(reason, clause=clause, seat=act.seat, hand=act.hand)
    amount = _refuse_hit_wager(state, box, hand, act.stake_minor)
    moves, by = _to_layout(state, box.player, amount), command.by.id
    return (e.HitWagerPlaced(seat=act.seat, hand=act.hand, stake_minor=amount, by=by, moves=moves),)


@cites("BJ-A7", "BJ-J5", "Q22")
def surrender(state: Round, command: Command[a.SurrenderHand]) -> Sequence[Event]:
    """Give up half the wager on the first two cards."""
    act, rules = command.act, state.rules
    _, _, hand = _turn(state, command, "surrender")
    if rules.settings["surrender"] == "none":
        raise ActionRefused("no surrender here", clause=rules.clause("surrender"), seat=act.seat)
    if len(hand.cards) != 2 or hand.is_split:
        reason = "a hand is surrendered on its first two cards, and not after a split"
        raise ActionRefused(reason, clause=rules.clause("surrender_def"), seat=act.seat)
    _refuse_unshown(hand, "surrender")
    return (e.HandSurrendered(seat=act.seat, by=command.by.id),)


@cites("BJ-K6f", "Q23")
def declare(state: Round, command: Command[a.DeclareHit]) -> Sequence[Event]:
    """Settle a hit wager of a pitch table by the player's word: the winner shows the hand, the loser pays unseen."""
    act, clause = command.act, state.rules.clause("hit_pitch")
    require_player(state, command, act.seat, "declare a hit wager")
    found = state.undeclared
    if found is None or found[0] != act.seat:
        raise ActionRefused(f"seat {act.seat} has no hit wager to declare", clause=clause, seat=act.seat)
    _, number, hand = found
    if act.is_suited:
        _refuse_unshown(hand, "claim a suit")
    if act.is_suited and not is_suited(hand.cards):
        reason = f"the hand is shown, and its cards are not of one suit: {' '.join(hand.cards)}"
        raise ActionRefused(reason, clause=clause, seat=act.seat, cards=list(hand.cards))
    row = hit_row(state, act.seat, number, is_won=act.is_suited)
    settled = e.HitWagerSettled(wagers=columns([row]), card=hand.cards[-1], is_declared=True, moves=moves_of([row]))
    return (settled,)
