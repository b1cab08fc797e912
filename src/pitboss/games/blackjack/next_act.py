"""What a blackjack table waits for: the one next act in words, with its clause and whose it is.

Refuses nothing: `decide` says what may be done, this says what a dealer's screen has as its one large button. A card
is named on the pad where `is_card`; one that nobody sees is laid with `is_unseen`, and by whoever names the card after
it. While a player decides there is no next act: `decides` says between what.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final

from pitboss.decider import tag_of
from pitboss.games.blackjack import acts as a
from pitboss.games.blackjack.acts import Ending, Outcome
from pitboss.games.blackjack.betting import refuse_unready
from pitboss.games.blackjack.dealing import ends_of
from pitboss.games.blackjack.hands import is_soft, total_of
from pitboss.games.blackjack.payments import blackjack_pays
from pitboss.games.blackjack.play import without_wager
from pitboss.games.blackjack.settle import amounts
from pitboss.games.blackjack.staff import SUPERVISORS
from pitboss.games.blackjack.state import Due, Hand, Phase, Round, Table
from pitboss.games.shoe.next_act import card_step, told_step
from pitboss.games.shoe.state import Stage
from pitboss.games.table import acts as table_acts
from pitboss.games.table.next_act import opening, told
from pitboss.rulebook import RuleViolation

_ORDINALS: Final = ("first", "second", "third")
_RANKS: Final = "A23456789TJQK"
_BUST: Final = "over 21"
_ENDS: Final = {Ending.BUST: _BUST, Ending.BLACKJACK: "a blackjack", Ending.TWENTY_ONE: "21"}


def next_act(state: Table) -> dict[str, Any]:
    """Return the act that brings the table on: its name and known fields, what the hands do, and who may do it.

    >>> from pitboss.games.blackjack.state import new_table
    >>> from pitboss.rulebook import table_config
    >>> found = next_act(new_table(table_config({"rulebook": "oneida-blackjack-2004"})))
    >>> found["act"], found["clause"]
    ('table.inspect_equipment/1', 'BJ-B1')
    """
    if not state.is_open:
        return opening(state)
    current = state.round
    if current is None or state.is_between_rounds:
        return _posted(state) or _between(state)
    if state.play.is_up_card_missing:
        text, hint = f"Put {current.up_card} back", "the last hand is rebuilt from the discard rack"
        return told(state, a.RestoreUpCard, text, "up_card", hint=hint, by=SUPERVISORS, card=current.up_card)
    return _IN_PHASE[current.phase](state, current)


def _posted(state: Table) -> dict[str, Any] | None:
    """Return what is known or hangs at an open table before its first round."""
    lack, rules = state.lack_of_staff, state.rules
    if lack is not None:
        counts = {"cashiers": 1, "supervisors": 1, "tables": 1}
        hint = "a cashier, and a supervisor for each six tables"
        step = told(state, a.ConfirmStaffing, "Confirm the staff", lack, hint=hint, by=SUPERVISORS, **counts)
        return {**step, "asks": list(counts), "bounds": {name: [0, 1_000] for name in counts}}
    if not state.is_sign_posted:
        duty = "posted_pitch" if rules.is_pitch else "limits"
        return told(state, a.PostSign, "Post the sign", duty, hint="with limits, odds and rules in force")
    return None


def _between(state: Table) -> dict[str, Any]:
    if not state.play.is_layout_clear:
        hint = "from the far right, the dealer's last"
        return told(state, a.DiscardCards, "Cards to the discard rack", "discard", hint=hint)
    heat = state.heat
    if heat is not None and heat.played >= heat.hands:
        text, hint = f"End heat {heat.number}", "its last hand is played, and the chips are counted"
        return told(state, a.EndHeat, text, "tournament", hint=hint, by=SUPERVISORS)
    return _cards(state) or told(
        state, table_acts.OpenBetting, "Open the bets", "round", hint=f"for round {state.rounds + 1}"
    )


def _cards(state: Table) -> dict[str, Any] | None:
    """Return what is done next with cards that are not in play."""
    by_hand = told_step(state, a.ShuffleCards, "Shuffle the cards", hint="by hand", method=a.Method.HAND.value)
    device = {"text": "A device shuffles them", "fields": {"method": a.Method.DEVICE.value}}
    step = card_step(state, {**by_hand, "others": [device]})
    if step is not None or state.cards.stage is not Stage.LOADED:
        return step
    due = state.cards.burns_due
    text = "Burn a card, face down" if due == 1 else f"Burn {due} cards, face down"
    return {**told(state, a.BurnCard, text, "burn", hint="to the discard rack", card=None), "is_unseen": True}


def _betting(state: Table, current: Round) -> dict[str, Any]:
    """Return the first card, or who and what it waits for."""
    step = _cards(state)
    if step is not None:
        return step
    absent = without_wager(state, current)
    try:
        refuse_unready(current)
    except RuleViolation as why:
        return _waits(state, current, absent, "Wait for wagers" if not current.boxes else why.reason, why.clause or "")
    if absent:
        clause = state.rules.clause("must_wager")
        return _waits(state, current, absent, f"Wait for {' and '.join(absent)}", clause)
    laid = f"{state.money(current.laid_in_all)} on the layout; ends the bets"
    return {**_card(state, current, current.due), "hint": laid} if current.due else {}


def _waits(state: Table, current: Round, absent: Sequence[str], text: str, clause: str) -> dict[str, Any]:
    """Return that the cards wait for a wager, who may sit out, and that the round may be called off."""
    seats = {player: seat for seat, player in state.seats.items()}
    others = [
        {"act": tag_of(a.SitOut), "text": f"{player} sits out", "fields": {"position": seats[player]}}
        for player in absent
    ]
    if not current.boxes:
        others.append({"act": tag_of(a.CallOffRound), "text": "Nobody plays: call it off", "fields": {}})
    step = told(state, a.DealCard, text, "must_wager", hint="every player at the table has one, or sits out")
    return {**step, "act": None, "clause": clause, "others": others}


def _dealing(state: Table, current: Round) -> dict[str, Any]:
    if current.due is not None:
        return _card(state, current, current.due)
    step = told(state, a.TurnFirstCard, "Turn your first card up", "deal", hint="touch it on the pad, or type it")
    return {**step, "is_card": True, "seat": 0, "hand": 1}


def _card(state: Table, current: Round, due: Due) -> dict[str, Any]:
    """Return the next card: whose it is, and how it lies."""
    seat, hand, is_face_up = due
    if not state.cards.in_shoe and state.cards.held_at is None:
        text, hint = "No card is left", "every wager goes back"
        return told(state, a.ReportWrongNumber, text, "wrong_number", hint=hint, seat=0)
    if seat == 0 and not is_face_up:
        text = f"Your {_ORDINALS[0 if current.first is None else 1]} card, face down"
        step = told(state, a.DealCard, text, "deal", hint="nobody sees it", card=None)
        return {**step, "is_unseen": True, "seat": 0, "hand": 1}
    if seat == 0:
        total = total_of(current.dealer[hand - 1])
        whose = f" to hand {hand}" if current.rules.multiple_action else ""
        step = told(state, a.DealCard, f"Draw{whose} on {total}", "dealer_draws", hint="name the card")
        return {**step, "is_card": True, "seat": 0, "hand": hand}
    boxes = current.boxes[seat].hands
    number = len(boxes[hand - 1].cards) if boxes else 0
    whose = f"box {seat}" + (f", hand {hand}" if len(boxes) > 1 else "")
    text = f"{_ORDINALS[number].capitalize()} card to {whose}" if number < 2 else f"A card to {whose}"
    doubled = bool(boxes) and boxes[hand - 1].is_doubled
    duty, hint = ("one_card", "one card only") if doubled else ("additional" if number >= 2 else "deal", "name it")
    step = {**told(state, a.DealCard, text, duty, hint=hint), "is_card": True, "seat": seat, "hand": hand}
    if is_face_up:
        return step
    return {**step, "is_hidden": True, "hint": f"face down: {current.boxes[seat].player} says it at the seat"}


def _suits(state: Table, current: Round) -> dict[str, Any]:
    many = sum(bool(box.suit) for box in current.boxes.values())
    hint = f"{many} wager{'' if many == 1 else 's'}, from left to right"
    return told(state, a.SettleSuitWagers, "Settle the suit wagers", "optional_settle", hint=hint)


def _insurance(state: Table, current: Round) -> dict[str, Any]:
    stakes = [stake for box in current.boxes.values() for stake in box.insurance.values()]
    hint = f"{state.money(sum(stakes))} in {len(stakes)}" if stakes else "asked of all, and nobody has it yet"
    return told(state, a.CloseInsurance, "Close the insurance", "insurance", hint=hint)


def _turns(state: Table, current: Round) -> dict[str, Any]:
    """Return a blackjack to be paid at once, a card that is due, or the decision that the table waits for."""
    found = current.undeclared
    if found is not None:
        return _declares(state, current, found[0])
    paid = _blackjack(state, current)
    if paid is not None or current.turn is None:
        return paid or {}
    if current.due is not None:
        return _card(state, current, current.due)
    seat, number, hand = current.turn
    box = current.boxes[seat]
    whose = f"box {seat}" + (f", hand {number}" if len(box.hands) > 1 else "")
    against = f" against {current.up_card}" if current.up_card else ""
    hint = whose if current.rules.settings["face_down"] else f"{whose}: {_counted(hand)}{against}"
    step = told(state, a.Stand, f"{box.player} decides", "turn", hint=hint)
    return {**step, "act": None, "seat": seat, "hand": number, "decides": decisions(current)}


def _declares(state: Table, current: Round, seat: int) -> dict[str, Any]:
    text, hint = f"Box {seat}: the hit wager loses", f"{current.boxes[seat].player} says so, and shows nothing"
    shown = {"text": "It is paid: the hand is shown", "fields": {"seat": seat, "is_suited": True}}
    step = told(state, a.DeclareHit, text, "hit_pitch", hint=hint, seat=seat, is_suited=False)
    return {**step, "others": [shown], "seat": seat}


def _blackjack(state: Table, current: Round) -> dict[str, Any] | None:
    """Return the first blackjack that is paid before anything else, the dealer's first card being no ace and no ten."""
    if current.may_be_blackjack or current.rules.settings["face_down"]:
        return None
    for seat, number, hand in current.hands():
        if hand.ending is Ending.BLACKJACK and not hand.is_settled:
            text = f"Pay box {seat}'s blackjack {state.money(blackjack_pays(current, seat))}"
            step = told(state, a.PayBlackjack, text, "blackjack_now", hint=current.boxes[seat].player, seat=seat)
            return {**step, "seat": seat, "hand": number}
    return None


def _dealer(state: Table, current: Round) -> dict[str, Any]:
    if current.undeclared is not None:
        return _declares(state, current, current.undeclared[0])
    if current.second is not None:
        is_known = bool(current.second)
        hint = f"it was seen: {current.second}" if current.is_second_exposed else "every player has played"
        step = told(state, a.TurnSecondCard, "Turn your second card up", "dealer_turns", hint=hint)
        return {**step, "is_card": not is_known, "seat": 0, "hand": 1}
    return _card(state, current, current.due) if current.due is not None else {}


def _complete(state: Table, current: Round) -> dict[str, Any]:
    dealer = current.dealer[current.spot - 1]
    hand = f"Hand {current.spot}: " if current.rules.multiple_action else ""
    text = f"{hand}settle against {'over 21' if total_of(dealer) > 21 else _said(dealer)}"
    return told(state, a.SettleHand, text[0].upper() + text[1:], "win", hint="from left to right")


_IN_PHASE: dict[Phase, Callable[[Table, Round], dict[str, Any]]] = {
    Phase.BETTING: _betting,
    Phase.DEALING: _dealing,
    Phase.SUITS: _suits,
    Phase.INSURANCE: _insurance,
    Phase.TURNS: _turns,
    Phase.DEALER: _dealer,
    Phase.COMPLETE: _complete,
}


def _said(cards: Sequence[str]) -> str:
    """Say what cards come to, soft where an ace counts eleven."""
    return f"{'soft ' if is_soft(cards) else ''}{total_of(cards)}"


def _counted(hand: Hand) -> str:
    return _said(hand.cards)


def decisions(current: Round) -> list[dict[str, Any]]:
    """Return between what the hand decides whose turn it is, with what each costs; which are open the offers say."""
    if current.phase is not Phase.TURNS or current.turn is None or current.turn[2].is_card_due:
        return []
    seat, _, hand = current.turn
    keeps = "take no card" if current.rules.settings["face_down"] else f"keep {_counted(hand)}"
    _, half = amounts(current.rules, hand.stake(), 0, Outcome.SURRENDER, is_to_blackjack=False)
    rows = (
        (a.Hit, "h", "Hit", "draw one card", 0, "draw"),
        (a.Stand, "s", "Stand", keeps, 0, "turn"),
        (a.DoubleDown, "d", "Double", "one card only", hand.stake(), "double"),
        (a.SplitPair, "p", "Split", "two hands", hand.stake(), "split"),
        (a.SurrenderHand, "r", "Surrender", "lose half", -half, "surrender"),
    )
    return [
        {
            "act": tag_of(act),
            "key": key,
            "text": text,
            "hint": hint,
            "cost_minor": cost,
            "clause": current.rules.clause(duty),
            "fields": {"seat": seat},
        }
        for act, key, text, hint, cost, duty in rows
    ]


def makes(state: Table) -> dict[str, dict[str, Any]]:
    """Return for each rank what the next card would make of its hand; nothing of a hand that somebody hides."""
    current, face_down = state.round, state.rules.settings["face_down"]
    if current is None or state.is_between_rounds:
        return {}
    told_next = next_act(state)
    seat, number = told_next.get("seat"), told_next.get("hand", 1)
    if seat is None or not (told_next.get("is_card") or told_next.get("decides")) or (seat and face_down):
        return {}
    if seat == 0:
        shown = current.dealer[number - 1] if current.dealer else []
        return {rank: _made(shown, rank, None) for rank in _RANKS}
    hands = current.boxes[seat].hands
    hand = hands[number - 1] if hands else None
    return {rank: _made(hand.cards if hand else [], rank, hand) for rank in _RANKS}


def _made(cards: Sequence[str], rank: str, hand: Hand | None) -> dict[str, Any]:
    found = [*cards, f"{rank}S"]
    ends = ends_of(hand, f"{rank}S") if hand is not None else Ending.BUST if total_of(found) > 21 else None
    return {"total": total_of(found), "is_soft": is_soft(found), "ends": _ENDS.get(ends) if ends else None}
