"""The blackjack Round: wagers, the deal, the players' turns, the dealer's hand or hands, settlement, or a void round.

This is the game proper. Settlement documents, exact odds and simulation drive it alone; the table puts a house around
it. Whose turn it is, whose the next card is and when the dealer draws is decided here.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import Any

from pitboss.decider import Act, Command, Event, Move, dispatched, is_second, require_role
from pitboss.games.blackjack import acts as a
from pitboss.games.blackjack import betting, dealing, elections
from pitboss.games.blackjack import events as e
from pitboss.games.blackjack.acts import Ending, Kind, Outcome
from pitboss.games.blackjack.hands import is_suited, total_of, value_of
from pitboss.games.blackjack.settle import columns, hand_rows, moves_of, spot_rows, suit_rows
from pitboss.games.blackjack.state import Box, Hand, Phase, Round, advance
from pitboss.games.cards import CARDS, parse_card
from pitboss.rulebook import ActionRefused, cites

__all__ = ["Phase", "Round", "card_act", "chance", "decide", "evolve", "wins_king_queen"]

DEALERS = ("dealer",)
FLOORPERSON = ("floorperson",)


def decide(state: Round, command: Command[Any]) -> Sequence[Event]:
    """Answer one act of the Round, or refuse it with its clause."""
    return dispatched(_DECIDE, state, command, at="a blackjack round", clause=state.rules.clause("turn"))


def evolve(state: Round, event: Event) -> Round:
    """Apply what happened; never refuses."""
    for move in getattr(event, "moves", ()):
        pair = (move.source, move.target)
        state.moved[pair] = state.moved.get(pair, 0) + move.amount_minor
        _count_chips(state, move)
    apply = _EVOLVE.get(type(event))
    if apply is not None:
        apply(state, event)
        advance(state)
    return state


def _count_chips(state: Round, move: Move) -> None:
    """Keep the tournament chips of each player, where it is a tournament that is played."""
    for account, amount in ((move.source, -move.amount_minor), (move.target, move.amount_minor)):
        kind, _, player = account.partition(":")
        if state.purse is not None and kind == "tournament" and player in state.purse:
            state.purse[player] += amount


def chance(state: Round) -> tuple[tuple[Act, Fraction], ...]:
    """Return which card may come next, each with its exact weight; nothing where no card is due.

    A second card that nobody has seen is one of the cards left, so the weights are those of the cards not seen.
    """
    total, act = sum(state.left), card_act(state)
    if not total or act is None:
        return ()
    pairs = zip(CARDS, state.left, strict=True)
    return tuple((act(card=card), Fraction(copies, total)) for card, copies in pairs if copies)


def card_act(state: Round) -> type[a.DealCard | a.TurnFirstCard | a.TurnSecondCard] | None:
    """Return the act by which the next card becomes known, or None where no card is due."""
    if state.boxes and state.due is not None:
        return a.DealCard
    if state.phase is Phase.DEALING and state.first == "":
        return a.TurnFirstCard
    return a.TurnSecondCard if state.phase is Phase.DEALER and state.second == "" else None


@cites("BJ-K3", "BJ-K3a", "BJ-K3b", "BJ-K4", "BJ-K4a", "BJ-K4b", "BJ-K5b")
def _settle_suits(state: Round, command: Command[a.SettleSuitWagers]) -> Sequence[Event]:
    """Settle the wagers on the first two cards after the deal, before insurance and any turn."""
    clause = state.rules.clause("optional_settle")
    require_role(command, DEALERS, clause=clause, deed="settle the suit wagers")
    if state.phase is not Phase.SUITS:
        reason = f"no suit wager waits: this round is {state.phase.words}"
        raise ActionRefused(reason, clause=clause, phase=state.phase.value)
    dealing.require_shown(state, (seat for seat, box in state.boxes.items() if box.suit), "settle its suit wager")
    rows = suit_rows(state)
    told = command.witness.id if command.witness and is_second(command, FLOORPERSON) else None
    wagers, moves = columns(rows), moves_of(rows)
    return (e.SuitWagersSettled(wagers=wagers, floorperson=told, by=command.by.id, moves=moves),)


@cites("BJ-K5b")
def wins_king_queen(state: Round) -> bool:
    """Tell whether a suited king and queen is to be paid, of which the floorperson is told."""
    if any(dealing.UNSEEN in box.hands[0].cards for box in state.boxes.values() if box.suit):
        return False
    return any(row.on is Kind.KING_QUEEN and row.outcome is Outcome.WIN for row in suit_rows(state))


@cites("BJ-J4a", "BJ-J4b")
def _pay_blackjack(state: Round, command: Command[a.PayBlackjack]) -> Sequence[Event]:
    """Pay a blackjack at once, where the dealer's first card cannot become one."""
    seat, rules = command.act.seat, state.rules
    require_role(command, DEALERS, clause=rules.clause("blackjack"), deed="pay a blackjack")
    box = state.boxes.get(seat)
    hand = box.hands[0] if box is not None and box.hands else None
    if box is None or hand is None or hand.ending is not Ending.BLACKJACK or hand.is_settled:
        reason = f"seat {seat} has no blackjack to be paid"
        raise ActionRefused(reason, clause=rules.clause("blackjack_now"), seat=seat)
    if state.up_card is not None and value_of(state.up_card) >= 10:
        reason = f"against {state.up_card} a blackjack waits for the dealer's second card"
        raise ActionRefused(reason, clause=rules.clause("blackjack_waits"), seat=seat, up_card=state.up_card)
    if state.phase not in (Phase.TURNS, Phase.DEALER, Phase.COMPLETE):
        reason = f"the blackjack is paid after the deal or with the rest: this round is {state.phase.words}"
        raise ActionRefused(reason, clause=rules.clause("blackjack_now"), seat=seat, phase=state.phase.value)
    rows = list(hand_rows(rules, seat, 1, box, Outcome.BLACKJACK))
    return (e.HandSettled(seat=seat, hand=1, wagers=columns(rows), moves=moves_of(rows)),)


@cites("BJ-J1", "BJ-J2", "BJ-J3", "BJ-L6", "BJ-L6b", "BJ-L8", "BJ-L9")
def _settle_hand(state: Round, command: Command[a.SettleHand]) -> Sequence[Event]:
    """Collect and pay what stands against a complete dealer hand; the last one ends the round."""
    later = {2: "multiple_third", 3: "multiple_last"}.get(state.spot, "multiple_collect")
    clause = state.rules.clause(later if state.rules.multiple_action else "win")
    require_role(command, DEALERS, clause=clause, deed="settle the wagers")
    if state.phase is not Phase.COMPLETE:
        reason = f"nothing can be settled: this round is {state.phase.words}"
        raise ActionRefused(reason, clause=clause, phase=state.phase.value)
    dealing.require_shown(state, state.seats, "settle its wagers")
    is_last = state.spot >= state.dealer_hands or not state.needs_second(state.spot + 1)
    rows, cards = spot_rows(state, is_last=is_last), tuple(state.dealer[state.spot - 1])
    said: dict[str, Any] = {
        "spot": state.spot,
        "dealer_hand": cards,
        "dealer_total": total_of(cards),
        "wagers": columns(rows),
        "moves": moves_of(rows),
    }
    return (e.RoundSettled(round=state.number, **said) if is_last else e.SpotSettled(**said),)


def _laid(state: Round, event: e.WagerPlaced | e.WagerRemoved) -> None:
    amount = event.stake_minor if isinstance(event, e.WagerPlaced) else -event.stake_minor
    box = state.boxes.setdefault(event.seat, Box(event.player))
    if event.on is Kind.BLACKJACK:
        _count(box.wagers, (event.spot, event.source), amount)
    else:
        _count(box.suit, event.source, amount)
    if not box.wagers and not box.suit:
        del state.boxes[event.seat]


def _count(book: dict[Any, int], key: object, amount: int) -> None:
    left = book.get(key, 0) + amount
    if left:
        book[key] = left
    else:
        del book[key]


def _insured(state: Round, event: e.InsurancePlaced) -> None:
    insurance = state.boxes[event.seat].insurance
    insurance[event.spot] = insurance.get(event.spot, 0) + event.stake_minor


def _insurance_closed(state: Round, _: e.InsuranceClosed) -> None:
    state.phase = Phase.TURNS


def _dealt(state: Round, event: e.CardDealt) -> None:
    if event.card is not None:
        state.left[parse_card(event.card).index] -= 1
    if event.seat == 0:
        if not event.is_face_up:
            if event.place == 1:
                state.first = event.card or ""
            else:
                state.second = event.card or ""
        else:
            state.dealer[event.hand - 1].append(event.card or "")
        return
    box = state.boxes[event.seat]
    if not box.hands:
        box.hands.append(Hand(dict(box.wagers)))
    hand = box.hands[event.hand - 1]
    hand.cards.append(event.card or "")
    hand.ending, hand.is_card_due = event.ends, False
    hand.is_hit_open = bool(hand.hit_minor)


def _first_turned(state: Round, event: e.FirstCardTurned) -> None:
    if not state.first:
        state.left[parse_card(event.card).index] -= 1
    state.first = None
    state.dealer.append([event.card])


def _insurance_settled(state: Round, event: e.InsuranceSettled) -> None:
    for box in state.boxes.values():
        box.insurance.pop(event.spot, None)


def _turned(state: Round, event: e.SecondCardTurned) -> None:
    if not state.second:
        state.left[parse_card(event.card).index] -= 1
    state.second = None
    state.dealer[0].append(event.card)


def _exposed(state: Round, event: e.SecondCardExposed) -> None:
    if not state.second:
        state.left[parse_card(event.card).index] -= 1
    state.second, state.is_second_exposed = event.card, True


def _shown(state: Round, event: e.CardShown) -> None:
    hand = state.boxes[event.seat].hands[0]
    state.left[parse_card(event.card).index] -= 1
    hand.cards[event.place - 1], hand.ending = event.card, event.ends


def _face_up(state: Round, event: e.CardFoundFaceUp) -> None:
    state.left[parse_card(event.card).index] -= 1
    state.face_up = event.count


def _stood(state: Round, event: e.StoodOn) -> None:
    state.boxes[event.seat].hands[event.hand - 1].ending = Ending.STAND


def _hit(state: Round, event: e.HitTaken) -> None:
    box = state.boxes[event.seat]
    hand = box.hands[event.hand - 1]
    hand.is_card_due, hand.hit_minor = True, event.hit_minor
    box.hits += event.hit_minor


def _doubled(state: Round, event: e.DoubledDown) -> None:
    box = state.boxes[event.seat]
    hand = box.hands[event.hand - 1]
    for spot in {where for where, _ in hand.stakes}:
        hand.stakes[spot, state.chips] = hand.stakes.get((spot, state.chips), 0) + hand.stake(spot)
    hand.is_doubled, hand.is_card_due, hand.hit_minor = True, True, event.hit_minor
    box.hits += event.hit_minor


def _split(state: Round, event: e.PairSplit) -> None:
    hands = state.boxes[event.seat].hands
    hand = hands[event.hand - 1]
    stakes = {(spot, state.chips): hand.stake(spot) for spot, _ in hand.stakes}
    hand.may_bet_suit = is_suited(hand.cards)
    other = Hand(stakes, [hand.cards.pop()], may_bet_suit=hand.may_bet_suit)
    for half in (hand, other):
        half.is_split = half.is_card_due = True
        half.is_split_ace = half.cards[0][0] == "A"
    hands.insert(event.hand, other)


def _backed(state: Round, event: e.HitWagerPlaced) -> None:
    box = state.boxes[event.seat]
    box.hands[event.hand - 1].hit_minor = event.stake_minor
    box.hits += event.stake_minor


def _surrendered(state: Round, event: e.HandSurrendered) -> None:
    state.boxes[event.seat].hands[0].ending = Ending.SURRENDER


def _suits_settled(state: Round, event: e.SuitWagersSettled) -> None:
    rows = event.wagers
    for seat, paid, lost in zip(rows.seat, rows.paid_minor, rows.lost_minor, strict=True):
        box = state.boxes[seat]
        box.suit_net = (box.suit_net or 0) + paid - lost


def _hit_settled(state: Round, event: e.HitWagerSettled) -> None:
    rows = event.wagers
    box = state.boxes[rows.seat[0]]
    hand = box.hands[rows.hand[0] - 1]
    hand.hit_minor, hand.is_hit_open = 0, False
    box.hit_nets.append(rows.paid_minor[0] - rows.lost_minor[0])


def _hand_settled(state: Round, event: e.HandSettled) -> None:
    state.boxes[event.seat].hands[event.hand - 1].is_settled = True


def _undone(state: Round, event: e.CollectionUndone) -> None:
    state.boxes[event.seat].hands[event.hand - 1].is_settled = False


@cites("BJ-L6b", "BJ-L7", "BJ-L8")
def _spot_settled(state: Round, event: e.SpotSettled) -> None:
    """Take what stood against the hand off, and begin the next with the same first card."""
    for _, _, hand in state.hands():
        hand.stakes = {where: amount for where, amount in hand.stakes.items() if where[0] != event.spot}
    state.dealer.append([state.dealer[0][0]])
    state.spot, state.phase = event.spot + 1, Phase.DEALER


def _settled(state: Round, _: e.RoundSettled) -> None:
    state.phase = Phase.SETTLED


def _voided(state: Round, _: e.RoundVoided | e.RoundCalledOff) -> None:
    state.phase = Phase.VOID


_DECIDE: dict[type[Act], Callable[[Round, Command[Any]], Sequence[Event]]] = {
    a.PlaceWager: betting.place,
    a.RemoveWager: betting.remove,
    a.PlaceInsurance: betting.insure,
    a.CloseInsurance: betting.close_insurance,
    a.CallOffRound: betting.call_off,
    a.DealCard: dealing.deal,
    a.TurnFirstCard: dealing.turn_first,
    a.TurnSecondCard: dealing.turn_second,
    a.ReportExposed: dealing.report_exposed,
    a.ShowHand: dealing.show,
    a.ReportFaceUp: dealing.report_face_up,
    a.ReportWrongNumber: dealing.report_wrong_number,
    a.Stand: elections.stand,
    a.Hit: elections.hit,
    a.DoubleDown: elections.double,
    a.SplitPair: elections.split,
    a.PlaceHitWager: elections.back_split,
    a.SurrenderHand: elections.surrender,
    a.DeclareHit: elections.declare,
    a.SettleSuitWagers: _settle_suits,
    a.PayBlackjack: _pay_blackjack,
    a.SettleHand: _settle_hand,
}

_EVOLVE: dict[type[Event], Callable[[Round, Any], None]] = {
    e.WagerPlaced: _laid,
    e.WagerRemoved: _laid,
    e.InsurancePlaced: _insured,
    e.InsuranceClosed: _insurance_closed,
    e.RoundCalledOff: _voided,
    e.CardDealt: _dealt,
    e.FirstCardTurned: _first_turned,
    e.SecondCardTurned: _turned,
    e.SecondCardExposed: _exposed,
    e.CardShown: _shown,
    e.InsuranceSettled: _insurance_settled,
    e.CardFoundFaceUp: _face_up,
    e.StoodOn: _stood,
    e.HitTaken: _hit,
    e.DoubledDown: _doubled,
    e.PairSplit: _split,
    e.HitWagerPlaced: _backed,
    e.HandSurrendered: _surrendered,
    e.SuitWagersSettled: _suits_settled,
    e.HitWagerSettled: _hit_settled,
    e.HandSettled: _hand_settled,
    e.CollectionUndone: _undone,
    e.SpotSettled: _spot_settled,
    e.RoundSettled: _settled,
    e.RoundVoided: _voided,
}
