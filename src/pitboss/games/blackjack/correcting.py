"""A card of blackjack that was named wrongly: the round folded again with the right one, as its events tell it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

import msgspec

from pitboss.decider import Command, Event, Move
from pitboss.games.blackjack import events as e
from pitboss.games.blackjack import round as core
from pitboss.games.blackjack.acts import Ending, Outcome
from pitboss.games.blackjack.dealing import collected, ends_of, is_overdrawn, shown_as, voided
from pitboss.games.blackjack.hands import dealer_draws
from pitboss.games.blackjack.state import Phase, Round, Table, advance
from pitboss.games.shoe import correcting
from pitboss.games.shoe.acts import CorrectCard
from pitboss.games.shoe.events import CardCorrected
from pitboss.games.shoe.evolve import renamed
from pitboss.rulebook import ActionRefused, ProcedureBreach, cites

TURNED: Final[dict[type[Event], int]] = {
    e.FirstCardTurned: 1,
    e.SecondCardTurned: 2,
    e.SecondCardExposed: 2,
}
"""What turns which of the dealer's cards up."""
_DECISIONS: Final = (e.StoodOn, e.HitTaken, e.DoubledDown, e.PairSplit, e.HandSurrendered)


def named_cards(log: Sequence[Event]) -> list[str]:
    """Return the cards of a round in the order they were dealt; empty text for one that nobody has seen."""
    cards: list[str] = []
    unseen: dict[tuple[int, int], int] = {}
    for event in log:
        if isinstance(event, e.CardDealt):
            if event.card is None:
                unseen[event.seat, event.place] = len(cards)
            cards.append(event.card or "")
        elif isinstance(event, e.FirstCardTurned | e.SecondCardTurned | e.SecondCardExposed | e.CardShown):
            at = unseen.get(where_turned(event))
            if at is not None:
                cards[at] = event.card
    return cards


@cites("BJ-I5", "BJ-I11a")
def seen_cards(log: Sequence[Event]) -> list[str]:
    """Return the same without what only a player has seen: such a card is corrected once it is shown."""
    dealt = [event for event in log if isinstance(event, e.CardDealt)]
    named = zip(named_cards(log), dealt, range(1, len(dealt) + 1), strict=True)
    return [card if event.seat == 0 or _is_face_up(log, place) else "" for card, event, place in named]


def where_turned(event: Event) -> tuple[int, int]:
    """Return seat, 0 for the dealer, and place of a card that is turned up; a place that there is not for none."""
    return (event.seat, event.place) if isinstance(event, e.CardShown) else (0, TURNED.get(type(event), 0))


@cites("HP-C1", "BJ-M3", "Q72")
def correct(state: Table, command: Command[CorrectCard]) -> Sequence[Event]:
    """Correct a card by which nothing was paid; a wrong number of cards that comes to light voids the round."""
    current, event, undone = require_correction(state, command)
    log, place = state.play.log, command.act.place
    found = refolded(current, [entry for entry in log if entry not in undone], place, event.card)
    if found is None:
        clause, by = current.rules.clause("wrong_number"), command.by.id
        return (event, voided(current, clause, "a hand was over when it got another card", by))
    fresh, _ = found
    lost = [entry for entry in fresh.hands() if entry[2].ending is Ending.BUST and not entry[2].is_settled]
    given_back = [_given_back(entry, event) for entry in undone]
    return (*given_back, event, *(collected(fresh, seat, number) for seat, number, _ in lost))


@cites("HP-C1", "Q72")
def require_correction(state: Table, command: Command[CorrectCard]) -> tuple[Round, CardCorrected, list[e.HandSettled]]:
    """Refuse what is not corrected; return the round, the correction, and the collections it undoes."""
    current, log, place = state.round, state.play.log, command.act.place
    event = correcting.corrected(state, command, seen_cards(log), is_face_up=_is_face_up(log, place))
    if current is None or state.play.is_up_card_missing:
        reason = "the dealer's first card is in the discard rack: a supervisor puts it back first"
        raise ProcedureBreach(reason, clause=state.rules.clause("up_card"))
    _refuse_decided(log, place)
    return current, event, _collections(log, place)


@cites("HP-C1", "Q72")
def _collections(log: Sequence[Event], place: int) -> list[e.HandSettled]:
    """Return the collection, as over 21, of the hand that a card lies in; refuse it once a dealer hand was settled."""
    target, after = _after(log, place)
    here = (target.seat, _number_now(target, after))
    found = [entry for entry in after if isinstance(entry, e.HandSettled) and _collects(entry, here)]
    if found and any(isinstance(entry, e.SpotSettled) for entry in after):
        raise _standing("wagers against a hand of the dealer's are settled", place)
    return found


def _number_now(target: e.CardDealt, after: Sequence[Event]) -> int:
    """Return which of its seat's hands a card lies in, where hands to the right of it were split since."""
    number = target.hand
    for event in after:
        if isinstance(event, e.PairSplit) and event.seat == target.seat and event.hand < number:
            number += 1
    return number


@cites("HP-C1", "Q72")
def _given_back(settled: e.HandSettled, event: CardCorrected) -> Event:
    """Return the wagers of a hand to where they lay before it was collected."""
    moves = tuple(Move(move.target, move.source, move.amount_minor) for move in settled.moves)
    return e.CollectionUndone(
        seat=settled.seat,
        hand=settled.hand,
        wagers=settled.wagers,
        by=event.by,
        witness=event.witness,
        moves=moves,
    )


def _is_face_up(log: Sequence[Event], place: int) -> bool:
    """Tell whether a card of the round lies face up: it was dealt so, or is one of the dealer's and was turned."""
    dealt = [event for event in log if isinstance(event, e.CardDealt)][place - 1 : place]
    turned = set(map(where_turned, log))
    return any(event.is_face_up or (event.seat, event.place) in turned for event in dealt)


@cites("Q72")
def _refuse_decided(log: Sequence[Event], place: int) -> None:
    """Refuse a card once a wager was paid by it or a hit wager settled, insurance taken on it, or its pair split."""
    target, after = _after(log, place)
    number = target.hand
    for event in after:
        why = _dealers(target, event) if target.seat == 0 else _players(target, number, event)
        if why is not None:
            raise _standing(why, place)
        if isinstance(event, e.PairSplit) and event.seat == target.seat and event.hand < number:
            number += 1


def _standing(why: str, place: int) -> ActionRefused:
    """Return the refusal of a card that stays as it is named, and what can be done instead."""
    instead = "where the round cannot go on so, it is void by blackjack.report_wrong_number/1 (BJ-M3)"
    return ActionRefused(f"{why}, and the card stays as it is named; {instead}", clause=correcting.HOUSE, place=place)


def _after(log: Sequence[Event], place: int) -> tuple[e.CardDealt, Sequence[Event]]:
    """Return the dealing of a card, and what happened since."""
    at = [index for index, event in enumerate(log) if isinstance(event, e.CardDealt)][place - 1]
    dealt: Any = log[at]
    return dealt, log[at + 1 :]


def _dealers(target: e.CardDealt, event: Event) -> str | None:
    """Say what was decided by a card of the dealer's."""
    if isinstance(event, e.SpotSettled):
        return "wagers against that hand are settled"
    if isinstance(event, e.InsuranceSettled):
        return "insurance is settled by that card"
    if target.place > 1:
        return None
    if isinstance(event, e.HandSettled) and Outcome.BLACKJACK in event.wagers.outcome:
        return "a blackjack was paid against that card"
    return "insurance was taken on that card" if isinstance(event, e.InsurancePlaced) else None


def _players(target: e.CardDealt, number: int, event: Event) -> str | None:
    """Say what was decided by a card of a player's, which lies in that hand now."""
    if isinstance(event, e.PairSplit):
        return "the pair it belongs to is split" if (event.seat, event.hand) == (target.seat, number) else None
    if isinstance(event, e.SuitWagersSettled | e.SpotSettled):
        return "wagers on that hand are settled" if target.seat in event.wagers.seat else None
    if isinstance(event, e.HitWagerSettled):
        event_hand = (event.wagers.seat[0], event.wagers.hand[0])
        return "a hit wager is settled by that card" if event_hand == (target.seat, number) else None
    if isinstance(event, e.HandSettled) and Outcome.BUST not in event.wagers.outcome:
        return "the hand is paid" if (event.seat, event.hand) == (target.seat, number) else None
    return None


@cites("HP-C1", "BJ-H10b", "Q72")
def refolded(current: Round, log: Sequence[Event], place: int, card: str) -> tuple[Round, list[Event]] | None:
    """Fold a round again with another card; None where somebody then has a wrong number of cards.

    Returns:
        The round, and its events with the right card and what it ends.
    """
    fresh = Round(current.rules, current.number, list(current.left))
    fresh.purse = None if current.purse is None else dict(current.purse)
    target, _ = _after(log, place)
    again: list[Event] = []
    for event in log:
        true = ended_again(fresh, _true(event, target, card))
        if true is None or not follows(fresh, true):
            return None
        if applies(fresh, true):
            core.evolve(fresh, true)
        again.append(true)
    fresh.left, fresh.moved, fresh.purse = current.left, current.moved, current.purse
    return fresh, again


def _true(event: Event, target: e.CardDealt, card: str) -> Event:
    """Return an event with the right card, where it names the wrong one."""
    if event is target:
        return event if target.card is None else msgspec.structs.replace(target, card=card)
    is_turned = not target.is_face_up and where_turned(event) == (target.seat, target.place)
    return msgspec.structs.replace(event, card=card) if is_turned else event


def ended_again(fresh: Round, event: Event) -> Event | None:
    """Return an event with what it ends now; None where somebody has a wrong number of cards by it."""
    if isinstance(event, e.CardDealt):
        return dealt_again(fresh, event)
    if isinstance(event, e.CardShown):
        hand = fresh.boxes[event.seat].hands[0]
        is_wrong = is_overdrawn(hand, event.place, event.card)
        return None if is_wrong else msgspec.structs.replace(event, ends=shown_as(hand, event.place, event.card))
    return event


def dealt_again(fresh: Round, event: e.CardDealt) -> e.CardDealt | None:
    """Return the dealing of a card with what it ends now; None where the hand was over, or the dealer had to stand."""
    if event.seat == 0:
        shown = fresh.dealer[event.hand - 1] if event.is_face_up else []
        is_over = len(shown) > 1 and not dealer_draws(shown, hits_soft_17=fresh.rules.settings["h17"])
        return None if is_over else event
    hands = fresh.boxes[event.seat].hands
    hand = hands[event.hand - 1] if hands else None
    if hand is not None and hand.ending is not None:
        return None
    return msgspec.structs.replace(event, ends=ends_of(hand, event.card or ""))


def follows(fresh: Round, event: Event) -> bool:
    """Bring the round to where an event finds it; False where a decision cannot be of a hand that is over."""
    is_dealers = isinstance(event, e.SecondCardTurned) or (
        isinstance(event, e.CardDealt) and event.seat == 0 and event.is_face_up
    )
    if isinstance(event, _DECISIONS) or is_dealers:
        if fresh.phase is Phase.INSURANCE:
            fresh.phase = Phase.TURNS
        if is_dealers:
            _end_turns(fresh)
    is_added = isinstance(event, e.DoubledDown) or (isinstance(event, e.HitTaken) and event.hit_minor > 0)
    return not (is_added and _is_over(fresh, event))


def applies(fresh: Round, event: Event) -> bool:
    """Tell whether a decision changes its hand: one to stand or draw leaves a hand that is over as it is."""
    return not (isinstance(event, e.StoodOn | e.HitTaken) and _is_over(fresh, event))


def _is_over(fresh: Round, event: Any) -> bool:
    return fresh.boxes[event.seat].hands[event.hand - 1].ending is not None


def _end_turns(fresh: Round) -> None:
    """Let hands stand that nobody asked about before the dealer's turn."""
    for _, _, hand in fresh.hands():
        hand.ending = hand.ending or Ending.STAND
    advance(fresh)


@cites("HP-C1", "Q72")
def evolve_undone(state: Table, event: e.CollectionUndone) -> None:
    """Give a hand its wagers and its cards back, as if it had not been collected."""
    current, play, rack = state.round, state.play, state.cards.rack
    if current is None:
        return
    core.evolve(current, event)
    here = (event.seat, event.hand)
    play.log[:] = [entry for entry in play.log if not _collects(entry, here)]
    if rack and rack[-1].round == current.number:
        rack[-1].hands[:] = [gathered for gathered in rack[-1].hands if (gathered.seat, gathered.hand) != here]
        if not rack[-1].hands:
            rack.pop()


def _collects(event: Event, where: tuple[int, int]) -> bool:
    return isinstance(event, e.HandSettled) and (event.seat, event.hand) == where


def evolve_corrected(state: Table, event: CardCorrected) -> None:
    """Fold the round again, as far as its cards are the right number."""
    current = state.round
    if current is None:
        return
    found = refolded(current, state.play.log, event.place, event.card)
    if found is not None:
        state.round, state.play.log = found
    renamed(state, event)
