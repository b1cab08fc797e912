"""The cards of a blackjack Round: whose each one is, the dealer's own, and the cards that go wrong."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from pitboss.decider import Command, Event, is_second, require_role
from pitboss.games.blackjack import acts as a
from pitboss.games.blackjack import events as e
from pitboss.games.blackjack.acts import Ending, Outcome
from pitboss.games.blackjack.betting import refuse_unready
from pitboss.games.blackjack.hands import TWENTY_ONE, is_blackjack, is_suited, total_of
from pitboss.games.blackjack.settle import columns, hand_rows, hit_row, insurance_rows, moves_of, void_moves
from pitboss.games.blackjack.state import Due, Hand, Phase, Round
from pitboss.games.cards import parse_card
from pitboss.games.shoe.correcting import SECONDS
from pitboss.rulebook import ActionRefused, ProcedureBreach, cites

CARD_TELLERS = ("dealer", "device")
SEEN = "HP-B1"
"""What a house may say of a second card that was seen too early."""
SHOWN = "HP-B5"
"""Cards that lie face down before a player, and that nobody could name."""
UNSEEN = ""
"""Stands for such a card."""
_SHOWN_IN = (Phase.SUITS, Phase.INSURANCE, Phase.TURNS, Phase.DEALER, Phase.COMPLETE)
_IN_PLAY = (Phase.DEALING, Phase.SUITS, Phase.INSURANCE, Phase.TURNS, Phase.DEALER, Phase.COMPLETE)


def _refuse_absent(state: Round, card: str) -> None:
    if not state.left[parse_card(card).index]:
        decks = state.rules.shoe_decks
        reason = f"there is no further {card}: {'the deck has one' if decks == 1 else f'{decks} decks have {decks}'}"
        raise ProcedureBreach(reason, clause=state.rules.clause("decks"), card=card, decks=decks)


@cites("BJ-A1", "BJ-H7a", "BJ-H7b", "BJ-H7c", "BJ-I8a", "BJ-I8b", "BJ-I8c", "Q20", "Q76")
def ends_of(hand: Hand | None, card: str) -> Ending | None:
    """Return what a card ends a player's hand as; a hand of one card is not over."""
    cards = [*(hand.cards if hand else ()), card]
    if hand is None or len(cards) < 2 or UNSEEN in cards:
        return None
    if hand.is_split_ace:
        return Ending.SPLIT_ACE
    if is_blackjack(cards) and not hand.is_split:
        return Ending.BLACKJACK
    total = total_of(cards)
    if total > TWENTY_ONE:
        return Ending.BUST
    if hand.is_doubled:
        return Ending.DOUBLED
    return Ending.TWENTY_ONE if total == TWENTY_ONE else None


def _no_card_due(state: Round) -> str:
    """Return the clause by which no card may be dealt now."""
    duty = {
        Phase.SUITS: "optional_settle",
        Phase.INSURANCE: "insurance",
        Phase.TURNS: "turn" if state.undeclared is None else "hit_pitch",
        Phase.DEALER: "dealer_turns",
        Phase.COMPLETE: "dealer_draws" if state.has_effect(state.spot) else "no_effect",
    }.get(state.phase, "deal")
    return state.rules.clause(duty)


@cites("BJ-H4", "BJ-H6", "BJ-H8", "BJ-H8a", "BJ-H8b", "BJ-H10a", "BJ-I5", "BJ-I7", "BJ-I9", "BJ-B4", "Q24")
def deal(state: Round, command: Command[a.DealCard]) -> Sequence[Event]:
    """Give a card to the hand it is due to, and to none where no card is due."""
    card, rules, due = command.act.card, state.rules, state.due
    roles: tuple[str, ...] = CARD_TELLERS
    if due is not None and due.seat and not due.is_face_up:
        # Face down from the hand: only the player sees the card.
        roles = (*roles, "player")
    require_role(command, roles, clause=rules.clause("handle"), deed="deal cards")
    if state.phase is Phase.BETTING:
        refuse_unready(state)
    if due is None:
        reason = f"no card is due: this round is {state.phase.words}"
        raise ActionRefused(reason, clause=_no_card_due(state), card=card, phase=state.phase.value)
    if command.by.role == "player" and state.boxes[due.seat].player != command.by.id:
        reason = f"the card is seat {due.seat}'s, not {command.by.id}'s"
        raise ActionRefused(reason, clause=rules.clause("handle"), seat=due.seat, by=command.by.id)
    if card is None:
        if due.is_face_up:
            reason = "the card lies face up: it is named"
            raise ProcedureBreach(reason, clause=rules.clause("deal"), seat=due.seat)
    else:
        _refuse_absent(state, card)
    by = command.by.id
    return _to_dealer(state, due, card, by) if due.seat == 0 else _to_player(state, due, card or UNSEEN, by)


@cites("BJ-H4b", "BJ-H4d", "BJ-L5", "Q25")
def _to_dealer(state: Round, due: Due, card: str | None, by: str) -> Sequence[Event]:
    """Give the dealer a card; the first is turned up when everybody has two, the second decides insurance."""
    if not due.is_face_up:
        place = 1 if state.first is None else 2
        dealt = e.CardDealt(card=card, seat=0, hand=1, place=place, is_face_up=False, ends=None, by=by)
        return (dealt, *_first_turned(state, by)) if place == 2 else (dealt,)
    shown = state.dealer[due.hand - 1]
    dealt = e.CardDealt(card=card, seat=0, hand=due.hand, place=len(shown) + 1, is_face_up=True, ends=None, by=by)
    return (dealt, *_insurance(state, (*shown, card or ""))) if len(shown) == 1 else (dealt,)


def _first_turned(state: Round, by: str) -> tuple[Event, ...]:
    """Return the turning of the dealer's first card, where somebody has seen it."""
    return (e.FirstCardTurned(card=state.first, by=by),) if state.first else ()


def _insurance(state: Round, dealer: Sequence[str]) -> tuple[Event, ...]:
    rows = insurance_rows(state, dealer)
    if not rows:
        return ()
    wagers, moves = columns(rows), moves_of(rows)
    return (e.InsuranceSettled(spot=state.spot, card=dealer[1], wagers=wagers, moves=moves),)


def _to_player(state: Round, due: Due, card: str, by: str) -> Sequence[Event]:
    seat, number, is_face_up = due
    box = state.boxes[seat]
    hand = box.hands[number - 1] if box.hands else None
    ends = ends_of(hand, card)
    place = len(hand.cards) + 1 if hand else 1
    named = card or None
    dealt = e.CardDealt(card=named, seat=seat, hand=number, place=place, is_face_up=is_face_up, ends=ends, by=by)
    events: list[Event] = [dealt]
    if hand is not None and hand.hit_minor and not state.rules.is_pitch:
        row = hit_row(state, seat, number, is_won=is_suited([*hand.cards, card]))
        wagers, moves = columns([row]), moves_of([row])
        events.append(e.HitWagerSettled(wagers=wagers, card=card, is_declared=False, moves=moves))
    if ends is Ending.BUST:
        events.append(collected(state, seat, number))
    if _is_last_of_deal(state, due):
        events.extend(_first_turned(state, by))
    return events


def _is_last_of_deal(state: Round, due: Due) -> bool:
    """Tell whether a player's card ends the deal: with multiple action the dealer has no second card yet."""
    if state.phase is not Phase.DEALING or not state.rules.multiple_action or due.seat != state.seats[-1]:
        return False
    hands = state.boxes[due.seat].hands
    return bool(hands) and len(hands[0].cards) == 1


@cites("BJ-H4d", "Q25")
def turn_first(state: Round, command: Command[a.TurnFirstCard]) -> Sequence[Event]:
    """Turn the dealer's first card up, where it was dealt unseen."""
    card, clause = command.act.card, state.rules.clause("deal")
    require_role(command, CARD_TELLERS, clause=clause, deed="turn the first card")
    if state.first != "" or state.due is not None:
        reason = f"no first card waits to be turned: this round is {state.phase.words}"
        raise ActionRefused(reason, clause=clause, phase=state.phase.value)
    _refuse_absent(state, card)
    return (e.FirstCardTurned(card=card, by=command.by.id),)


@cites("BJ-J2a", "BJ-L6")
def collected(state: Round, seat: int, number: int) -> Event:
    """Collect all wagers of a hand that has gone over 21."""
    rows = list(hand_rows(state.rules, seat, number, state.boxes[seat], Outcome.BUST))
    return e.HandSettled(seat=seat, hand=number, wagers=columns(rows), moves=moves_of(rows))


@cites("BJ-H8", "BJ-I9", "BJ-H4d")
def turn_second(state: Round, command: Command[a.TurnSecondCard]) -> Sequence[Event]:
    """Turn the dealer's second card up, after every player's turn; it is named now if nobody has seen it."""
    said, clause, second = command.act.card, state.rules.clause("dealer_turns"), state.second
    require_role(command, CARD_TELLERS, clause=clause, deed="turn the second card")
    if state.phase is not Phase.DEALER or second is None:
        reason = f"the second card is turned after the players' turns; this round is {state.phase.words}"
        raise ActionRefused(reason, clause=clause, phase=state.phase.value)
    if second and said not in (None, second):
        raise ProcedureBreach(f"the card that was dealt is not {said}", clause=clause, card=said)
    card = second or said
    if card is None:
        raise ProcedureBreach("nobody has seen the card: it is named when it is turned", clause=clause)
    if not second:
        _refuse_absent(state, card)
    return (e.SecondCardTurned(card=card, by=command.by.id), *_insurance(state, (state.up_card or "", card)))


@cites("Q77", "HP-B1")
def report_exposed(state: Round, command: Command[a.ReportExposed]) -> Sequence[Event]:
    """Let the dealer's second card stand that was seen while it lay face down, or void the round where the house does.

    No other card leaves the shoe for it.
    """
    card, second = command.act.card, state.second
    require_role(command, CARD_TELLERS, clause="Q77", deed="report that the second card was seen")
    if second is None or state.is_second_exposed:
        raise ActionRefused("no second card of the dealer's lies face down", clause="Q77", phase=state.phase.value)
    if second and card != second:
        raise ProcedureBreach(f"the card that was dealt is not {card}", clause="Q77", card=card)
    if not second:
        _refuse_absent(state, card)
    if not is_second(command, SECONDS) or command.witness is None:
        reason = "a floorperson, an inspector or somebody above is told of a second card that was seen"
        raise ProcedureBreach(reason, clause="Q77", by=command.by.id)
    exposed = e.SecondCardExposed(card=card, by=command.by.id, witness=command.witness.id)
    if state.rules.custom("exposed_second") == "stands":
        return (exposed,)
    return (exposed, voided(state, SEEN, "the dealer's second card was seen before its time", command.by.id))


@cites("HP-B5", "BJ-I5", "BJ-B4", "BJ-M3")
def show(state: Round, command: Command[a.ShowHand]) -> Sequence[Event]:
    """Name a card that was dealt face down; a hand over 21 is collected by it, one with a card too many is void."""
    act, by = command.act, command.by.id
    require_role(command, (*CARD_TELLERS, "player"), clause=SHOWN, deed="show a hand")
    box = state.boxes.get(act.seat)
    hand = box.hands[0] if box is not None and box.hands else None
    lies = hand.cards[act.place - 1 : act.place] if hand is not None else []
    if box is None or hand is None or lies != [UNSEEN] or state.phase not in _SHOWN_IN:
        reason = f"card {act.place} of seat {act.seat} is none that lies face down after the deal"
        raise ActionRefused(reason, clause=SHOWN, seat=act.seat, place=act.place)
    if command.by.role == "player" and box.player != by:
        raise ActionRefused(f"the cards of seat {act.seat} are {box.player}'s", clause=SHOWN, seat=act.seat, by=by)
    if hand.is_card_due:
        raise ActionRefused(f"seat {act.seat} gets a card first", clause=SHOWN, seat=act.seat)
    _refuse_absent(state, act.card)
    ends = shown_as(hand, act.place, act.card)
    shown = e.CardShown(seat=act.seat, place=act.place, card=act.card, ends=ends, by=by)
    if is_overdrawn(hand, act.place, act.card):
        reason = f"seat {act.seat} got another card when its hand was over"
        return (shown, voided(state, state.rules.clause("wrong_number"), reason, by))
    return (shown, collected(state, act.seat, 1)) if ends is Ending.BUST else (shown,)


def _with_shown(hand: Hand, place: int, card: str) -> list[str]:
    return [*hand.cards[: place - 1], card, *hand.cards[place:]]


@cites("HP-B5", "BJ-A1")
def shown_as(hand: Hand, place: int, card: str) -> Ending | None:
    """Return what a hand has ended as with a card shown; while another lies face down, what it had."""
    cards = _with_shown(hand, place, card)
    if UNSEEN in cards:
        return hand.ending
    if is_blackjack(cards):
        return Ending.BLACKJACK
    total = total_of(cards)
    if total > TWENTY_ONE:
        return Ending.BUST
    return hand.ending or (Ending.TWENTY_ONE if total == TWENTY_ONE else None)


@cites("HP-B5", "BJ-M3")
def is_overdrawn(hand: Hand, place: int, card: str) -> bool:
    """Tell whether a hand got a card when it was 21 or over already."""
    cards = _with_shown(hand, place, card)
    return UNSEEN not in cards and any(total_of(cards[:count]) >= TWENTY_ONE for count in range(2, len(cards)))


@cites("HP-B5")
def require_shown(state: Round, seats: Iterable[int], deed: str) -> None:
    """Refuse what needs a player's cards while one of them lies face down."""
    for seat in seats:
        if any(UNSEEN in hand.cards and not hand.is_settled for hand in state.boxes[seat].hands):
            raise ProcedureBreach(f"to {deed} seat {seat} shows its hand first", clause=SHOWN, seat=seat)


@cites("BJ-M1", "Q27")
def report_face_up(state: Round, command: Command[a.ReportFaceUp]) -> Sequence[Event]:
    """Put a card whose face was seen out of the game; a second one voids the round."""
    card, rules = command.act.card, state.rules
    clause = "Q27" if command.act.is_drawn_in_error else rules.clause("face_up")
    require_role(command, CARD_TELLERS, clause=clause, deed="report a card found face up")
    if state.phase in (Phase.COMPLETE, Phase.SETTLED, Phase.VOID):
        reason = f"no cards are being dealt: this round is {state.phase.words}"
        raise ActionRefused(reason, clause=clause, phase=state.phase.value)
    _refuse_absent(state, card)
    count, by = state.face_up + 1, command.by.id
    found = e.CardFoundFaceUp(card=card, count=count, is_drawn_in_error=command.act.is_drawn_in_error, by=by)
    if count == 1:
        return (found,)
    return (found, voided(state, rules.clause("face_up"), f"{count} cards were found face up", by))


@cites("BJ-M3")
def report_wrong_number(state: Round, command: Command[a.ReportWrongNumber]) -> Sequence[Event]:
    """Void a round in which somebody has a wrong number of cards, too few left to deal included."""
    seat, clause = command.act.seat, state.rules.clause("wrong_number")
    require_role(command, ("dealer",), clause=clause, deed="report a wrong number of cards")
    is_waiting = state.phase is Phase.BETTING and state.boxes
    if state.phase not in _IN_PLAY and not is_waiting:
        reason = f"nobody has cards: this round is {state.phase.words}"
        raise ActionRefused(reason, clause=clause, phase=state.phase.value)
    if seat and seat not in state.boxes:
        raise ActionRefused(f"seat {seat} has no hand", clause=clause, seat=seat)
    who = f"seat {seat}" if seat else "the dealer"
    return (voided(state, clause, f"{who} has a wrong number of cards", command.by.id),)


def voided(state: Round, clause: str, reason: str, by: str, witness: str | None = None) -> Event:
    """Return the end of a round in which all hands are void."""
    moves = void_moves(state)
    return e.RoundVoided(round=state.number, clause=clause, reason=reason, by=by, moves=moves, witness=witness)
