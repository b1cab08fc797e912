"""The cards of a blackjack table around a round: shuffle, burn, errors, and the discard rack."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from pitboss.decider import Command, Event
from pitboss.games.blackjack import acts as a
from pitboss.games.blackjack import events as e
from pitboss.games.blackjack.events import Gathered
from pitboss.games.blackjack.state import Round, Table
from pitboss.games.shoe.checks import (
    cutting_card,
    refuse_absent,
    require_card_teller,
    require_shuffle,
    require_stage,
)
from pitboss.games.shoe.state import Stage
from pitboss.games.table.checks import require_between_rounds, require_dealer, require_open
from pitboss.rulebook import ActionRefused, ProcedureBreach, cites


@cites("BJ-E1", "BJ-E2a", "BJ-E2b", "BJ-E3d", "Q26")
def shuffle(state: Table, command: Command[a.ShuffleCards]) -> Sequence[Event]:
    """Shuffle before play and whenever it is due; between rounds also where the house wants it."""
    act, stage = command.act, state.cards.stage
    require_shuffle(state, command)
    is_due = stage in (Stage.STACKED, Stage.FINISHED)
    if act.at_discretion == is_due:
        reason = "the shuffle is due, and nobody's choice" if is_due else "no shuffle is due: the house must want it"
        raise ActionRefused(reason, clause=state.rules.clause("cut_house" if not is_due else "shuffle"))
    return (e.CardsShuffled(method=act.method, at_discretion=act.at_discretion, by=command.by.id),)


@cites("BJ-M4")
def report_jam(state: Table, command: Command[a.ReportJam]) -> Sequence[Event]:
    """Have cards that a device did not finish shuffling shuffled again."""
    clause, cards = state.rules.clause("jam"), state.cards
    require_open(state)
    require_dealer(state, command, "report a shuffler's failure", clause=clause)
    is_open = cards.stage is Stage.SHUFFLED or cards.is_untouched
    if not cards.is_by_device or not is_open or cards.must_be_revealed:
        raise ActionRefused("no device is shuffling the cards", clause=clause, stage=cards.stage.value)
    return (e.ShuffleFailed(failure=command.act.failure, by=command.by.id),)


@cites("BJ-H3", "BJ-I4")
def burn(state: Table, command: Command[a.BurnCard]) -> Sequence[Event]:
    """Put the first cards of a shoe or deck into the discard rack, face down."""
    card, cards = command.act.card, state.cards
    if cards.stage in (Stage.IN_PLAY, Stage.FINISHED):
        raise ActionRefused("no further card is to be burned", clause=state.rules.clause("burn"), card=card)
    require_stage(state, (Stage.LOADED,), "burning a card")
    require_card_teller(state, command, "burn cards")
    if card is not None:
        refuse_absent(state, card)
    return (*cutting_card(state), e.CardBurned(card=card, due=cards.burns_due - 1, by=command.by.id))


@cites("BJ-H3", "BJ-I4")
def show_burned(state: Table, command: Command[a.ShowBurnCard]) -> Sequence[Event]:
    """Show a burned card of a shoe to a player who asks; those dealt from the hand are shown to nobody."""
    act, clause, cards = command.act, state.rules.clause("burn_shown"), state.cards
    require_stage(state, (Stage.IN_PLAY, Stage.FINISHED), "showing the burned cards")
    require_dealer(state, command, "show the burned cards", clause=clause)
    if state.rules.is_pitch:
        raise ActionRefused("burned cards are not shown where the cards are dealt from the hand", clause=clause)
    if act.player not in state.seats.values():
        raise ActionRefused(f"{act.player} is not at the table", clause=clause, player=act.player)
    known = cards.burned
    if act.place > len(known):
        reason = f"{len(known)} cards were burned, and no {act.place}th"
        raise ActionRefused(reason, clause=clause, place=act.place)
    burned = known[act.place - 1]
    if burned and burned != act.card:
        raise ProcedureBreach(f"the card is {burned}, not {act.card}", clause=clause, card=act.card)
    if not burned:
        refuse_absent(state, act.card)
    return (e.BurnCardShown(player=act.player, place=act.place, card=act.card, by=command.by.id),)


@cites("BJ-M2")
def report_error(state: Table, command: Command[a.ReportError]) -> Sequence[Event]:
    """Keep a card that was drawn in error and seen by nobody as the next card."""
    clause = state.rules.clause("error_drawn")
    require_stage(state, (Stage.IN_PLAY,), "a card drawn in error")
    require_card_teller(state, command, "report a card drawn in error")
    if state.cards.held_at is not None or not state.cards.in_shoe:
        raise ActionRefused("no further card can have left the shoe now", clause=clause)
    return (*cutting_card(state), e.CardDrawnInError(by=command.by.id))


@cites("BJ-H10c", "BJ-I11c")
def repeat_opening(state: Table, command: Command[a.RepeatOpening]) -> Sequence[Event]:
    """Begin again with the inspection of the cards once every player has left."""
    clause = state.rules.clause("reopen")
    require_open(state)
    require_dealer(state, command, "repeat the opening", clause=clause)
    require_between_rounds(state, "repeating the opening")
    if state.seats:
        raise ActionRefused("somebody still sits at the table", clause=clause, seats=sorted(state.seats))
    if state.cards.stage is Stage.AWAITED:
        raise ActionRefused("the cards wait for their inspection already", clause=clause)
    state.require_clear("repeating the opening")
    return (e.OpeningRepeated(by=command.by.id),)


@cites("BJ-H9", "BJ-I10", "BJ-L10")
def discard(state: Table, command: Command[a.DiscardCards]) -> Sequence[Event]:
    """Pick up what lies on the layout so that every hand can be rebuilt."""
    clause, current = state.rules.clause("discard"), state.round
    require_open(state)
    require_dealer(state, command, "pick up the cards", clause=clause)
    if current is None or state.play.is_layout_clear or not state.is_between_rounds:
        raise ActionRefused("no cards of a finished round lie on the layout", clause=clause)
    hands = tuple(_gathered(state, current))
    return (e.CardsDiscarded(round=current.number, hands=hands, by=command.by.id),)


def _gathered(state: Table, current: Round) -> Iterator[Gathered]:
    """Yield the hands that lie out, from the far right counter-clockwise, the dealer's last."""
    rack = next((rack for rack in state.cards.rack if rack.round == current.number), None)
    gone = {(entry.seat, entry.hand) for entry in rack.hands} if rack else set()
    for seat in sorted(current.boxes, reverse=True):
        hands = list(enumerate(current.boxes[seat].hands, 1))
        # The left hand is the first (Q20), so that counter-clockwise the last one comes first.
        for number, hand in reversed(hands):
            if (seat, number) not in gone:
                # Cards of a void round that nobody saw go in face down.
                yield Gathered(seat, number, tuple(filter(None, hand.cards)))
    # Cards of the dealer that were never turned up go in face down with the rest.
    face_down = filter(None, (current.first, current.second))
    cards = (*(current.dealer[-1] if current.dealer else ()), *face_down)
    if cards:
        yield Gathered(0, max(len(current.dealer), 1), cards)


@cites("BJ-H9", "BJ-I10", "BJ-M5")
def rebuilt(state: Table, number: int) -> dict[int, list[tuple[str, ...]]] | None:
    """Rebuild every hand of a round from the discard rack alone, by seat; 0 is the dealer's.

    The dealer hands of multiple action went in without their first card, except the last: they share it.
    """
    rack = next((rack for rack in state.cards.rack if rack.round == number), None)
    if rack is None:
        return None
    found: dict[int, dict[int, tuple[str, ...]]] = {}
    for entry in rack.hands:
        found.setdefault(entry.seat, {})[entry.hand] = entry.cards
    hands = {seat: [by_number[n] for n in sorted(by_number)] for seat, by_number in sorted(found.items())}
    dealer = hands.get(0, [])
    if len(dealer) > 1:
        hands[0] = [*((dealer[-1][0], *cards) for cards in dealer[:-1]), dealer[-1]]
    return hands
