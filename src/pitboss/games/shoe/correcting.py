"""A card that was named wrongly, before anything is paid on it: what every card table asks before it is corrected."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from pitboss.decider import Command, is_second
from pitboss.games.cards import SourceKind, parse_card
from pitboss.games.shoe.acts import CorrectCard
from pitboss.games.shoe.events import CardCorrected
from pitboss.games.shoe.state import CardTable
from pitboss.games.table.checks import require_dealer, require_open
from pitboss.rulebook import ActionRefused, ProcedureBreach, cites

SECONDS: Final = ("floorperson", "inspector", "pit_supervisor+")
"""Who stands by when a dealer corrects a card."""
HOUSE: Final = "HP-C1"


@cites("HP-C1")
def corrected(
    state: CardTable, command: Command[CorrectCard], named: Sequence[str], *, is_face_up: bool
) -> CardCorrected:
    """Return the correction of a card, or refuse one that cannot be; `named` are the round's cards as they were dealt.

    A card that nobody has seen is empty text among them.
    """
    act = command.act
    require_open(state)
    require_dealer(state, command, "correct a card", clause=HOUSE)
    _refuse_place(state, act, named)
    if state.cards.shoe is None or state.cards.shoe.kind is not SourceKind.DEALER:
        reason = "a card that a device read, or of an order that was committed to, is not corrected by hand"
        raise ActionRefused(reason, clause=HOUSE)
    if act.card == act.was:
        raise ActionRefused("the card is named so already", clause=HOUSE, card=act.card)
    if not state.round.left[parse_card(act.card).index]:
        decks = state.rules.shoe_decks
        reason = f"the shoe cannot have held another {act.card}: {decks} decks hold that many"
        raise ProcedureBreach(reason, clause=state.rules.clause("decks"), card=act.card, decks=decks)
    if not is_second(command, SECONDS) or command.witness is None:
        reason = "a floorperson, an inspector or somebody above stands by when a card is corrected"
        raise ProcedureBreach(reason, clause=HOUSE, by=command.by.id)
    return CardCorrected(
        round=state.round.number,
        place=act.place,
        was=act.was,
        card=act.card,
        is_face_up=is_face_up,
        reason=act.reason,
        by=command.by.id,
        witness=command.witness.id,
    )


def _refuse_place(state: CardTable, act: CorrectCard, named: Sequence[str]) -> None:
    """Refuse a round that is over, and a card that was not dealt in it or has another name."""
    if state.round is None or state.is_between_rounds:
        reason = "no round is in play: a card is corrected before its round is paid"
        raise ActionRefused(reason, clause=HOUSE)
    if act.place > len(named):
        reason = f"{len(named)} cards of this round were dealt, and no {act.place}th"
        raise ActionRefused(reason, clause=HOUSE, place=act.place)
    if named[act.place - 1] != act.was:
        name = named[act.place - 1]
        unknown = f"card {act.place} is not known at the table: nobody has named it, or only its player has seen it"
        reason = f"card {act.place} was named {name}, not {act.was}" if name else unknown
        raise ActionRefused(reason, clause=HOUSE, place=act.place, was=act.was)
