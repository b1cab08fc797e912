"""What the handlers of a card table share: the stage of the cards, who may tell them, whose seat it is."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from pitboss.decider import Command, Event, require_role
from pitboss.games.shoe.events import CuttingCardDrawn
from pitboss.games.shoe.state import CardTable, Stage
from pitboss.games.table.checks import require_at_table, require_between_rounds, require_dealer, require_open
from pitboss.rulebook import ActionRefused, ProcedureBreach, cites


def require_stage(state: CardTable, stages: Sequence[Stage], deed: str) -> None:
    """Refuse a step that is not the next one; the clause is that of the step that is."""
    require_open(state)
    if state.cards.stage not in stages:
        reason = f"{deed} is not the next step: the cards are {state.cards.stage.words}"
        raise ProcedureBreach(reason, clause=state.stage_clause(), stage=state.cards.stage.value)


@cites("MB-E1", "BJ-E1")
def require_shuffle(state: CardTable, command: Command[Any]) -> None:
    """Refuse a shuffle, or what takes its place, before its time and while anything of the last shoe is open."""
    require_stage(state, state.shuffle_stages, "the shuffle")
    require_dealer(state, command, "shuffle the cards", clause=state.rules.clause("shuffle"))
    require_between_rounds(state, "the shuffle")
    state.require_shuffle_next()
    state.require_clear("the shuffle")


@cites("MB-L4", "BJ-H10a")
def require_card_teller(state: CardTable, command: Command[Any], deed: str) -> None:
    """Refuse cards from anybody but the dealer, or the shoe that reads them."""
    roles = state.cards.shoe.roles if state.cards.shoe else ("dealer",)
    require_role(command, roles, clause=state.rules.clause("handle"), deed=deed)
    require_at_table(state, command)


def require_in_play(state: CardTable) -> None:
    """Refuse to deal from cards that are cut anew, or are still to be burned."""
    if state.cards.stage is not Stage.IN_PLAY:
        reason = f"no card can be dealt: the cards are {state.cards.stage.words}"
        raise ProcedureBreach(reason, clause=state.stage_clause(), stage=state.cards.stage.value)


def refuse_absent(state: CardTable, card: str) -> None:
    """Refuse a card of which every copy has come out."""
    shoe = state.cards.shoe
    if shoe is not None and not shoe.can_give(card):
        reason = f"the shoe has no further {card}: {shoe.decks} decks hold that many"
        raise ProcedureBreach(reason, clause=state.rules.clause("decks"), card=card, decks=shoe.decks)


def refuse_cutting_card(state: CardTable, from_back: int) -> None:
    """Refuse a cutting card nearer to the back than the house has it, or not in the stack at all."""
    least, size = state.rules.cut_from_end, state.rules.shoe_size
    if not least <= from_back < size:
        reason = f"the cutting card lies {least} to {size - 1} cards from the back, not {from_back}"
        raise ProcedureBreach(reason, clause=state.rules.clause("cutting_card"), from_back=from_back, least=least)


def cutting_card(state: CardTable) -> tuple[Event, ...]:
    """Return the cutting card's coming out, where it lies ahead of the next card."""
    cards = state.cards
    if not cards.is_cutting_card_next or cards.shoe is None:
        return ()
    return (CuttingCardDrawn(drawn=cards.shoe.size - cards.in_shoe),)


def require_own_seat(state: CardTable, command: Command[Any], position: int, player: str, deed: str) -> None:
    """Let a player act only for their own position; the table's dealer may act for anybody seated."""
    clause = state.rules.clause("positions")
    require_role(command, ("player", "dealer"), clause=clause, deed=deed)
    require_at_table(state, command)
    if command.by.role == "player" and command.by.id != player:
        reason = f"{command.by.id} may not {deed} for {player}"
        raise ActionRefused(reason, clause=clause, by=command.by.id, player=player)
    if state.seats.get(position) != player:
        whose = state.seats.get(position, "nobody")
        reason = f"{player} does not sit at position {position}: {whose} does"
        raise ActionRefused(reason, clause=clause, position=position, player=player)
