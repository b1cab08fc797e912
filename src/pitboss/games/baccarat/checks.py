"""What the handlers of a mini-baccarat table share: the round in play, the stage of the cards, whose seat it is."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from pitboss.decider import require_role
from pitboss.games.baccarat.card_events import CuttingCardDrawn
from pitboss.games.baccarat.hands import value_of
from pitboss.games.baccarat.state import Stage, Table
from pitboss.games.house import require_at_table, require_open
from pitboss.rulebook import ActionRefused, BetsClosed, ProcedureBreach, cites

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pitboss.decider import Command, Event
    from pitboss.games.baccarat.round_state import Round

__all__ = [
    "burns_for",
    "cutting_card",
    "require_card_teller",
    "require_clear",
    "require_own_seat",
    "require_stage",
    "stage_clause",
    "the_round",
]


def the_round(state: Table) -> Round:
    """Return the round in play, or refuse where none was opened."""
    require_open(state)
    if state.round is None:
        raise BetsClosed("no round is open yet", clause=state.rules.clause("no_more_bets"))
    return state.round


def stage_clause(state: Table) -> str:
    """Return the clause of what must be done next with the cards before they can be played."""
    has_shuffler = state.rules.settings["shuffler"]
    duty = {
        Stage.AWAITED: "inspection",
        Stage.INSPECTED: "spread",
        Stage.SPREAD: "spread",
        Stage.SEEN: "batch_spread" if has_shuffler else "wash",
        Stage.STACKED: "idle_shuffler" if has_shuffler and state.cards.is_back_from_idle else "shuffle",
        Stage.SHUFFLED: "cut",
        Stage.CUT: "cutting_card",
        Stage.LOADED: "burn",
        Stage.IN_PLAY: "shoe",
        Stage.FINISHED: "too_few" if state.phase == "void" else "last_hand",
        Stage.IDLE_DOWN: "idle",
    }[state.cards.stage]
    return state.rules.clause(duty)


def require_stage(state: Table, stages: Sequence[Stage], deed: str) -> None:
    """Refuse a step that is not the next one; the clause is that of the step that is."""
    require_open(state)
    if state.cards.stage not in stages:
        reason = f"{deed} is not the next step: the cards are {state.cards.stage.words}"
        raise ProcedureBreach(reason, clause=stage_clause(state), stage=state.cards.stage.value)


@cites("MB-L4")
def require_card_teller(state: Table, command: Command[Any], deed: str) -> None:
    """Refuse cards from anybody but the dealer, or the shoe that reads them."""
    roles = state.cards.shoe.roles if state.cards.shoe else ("dealer",)
    require_role(command, roles, clause=state.rules.clause("handle"), deed=deed)
    require_at_table(state, command)


@cites("MB-L3", "MB-M3b", "MB-E1", "MB-I")
def require_clear(state: Table, deed: str) -> None:
    """Refuse what ends a shoe while its cards lie out, vigorish is owed, or a virtual order was not shown."""
    rules = state.rules
    if not state.play.is_layout_clear:
        reason = f"{deed} waits until the round's cards are in the discard rack"
        raise ProcedureBreach(reason, clause=rules.clause("discard"))
    if state.marks:
        position = max(state.marks)
        reason = f"{deed} waits until all vigorish is in: position {position} owes {state.marks[position]} cents"
        raise ProcedureBreach(reason, clause=rules.clause("marker"), position=position)
    if state.cards.must_be_revealed:
        reason = f"{deed} waits until the order of the virtual shoe has been shown"
        raise ProcedureBreach(reason, clause=rules.clause("automatic_shoe"))


def require_own_seat(state: Table, command: Command[Any], position: int, player: str, deed: str) -> None:
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


def cutting_card(state: Table) -> tuple[Event, ...]:
    """Return the cutting card's coming out, where it lies ahead of the next card."""
    cards = state.cards
    if not cards.is_cutting_card_next or cards.shoe is None:
        return ()
    return (CuttingCardDrawn(drawn=cards.shoe.size - cards.in_shoe),)


@cites("MB-E4", "MB-N1", "MB-N3", "Q15")
def burns_for(state: Table, card: str, already: int) -> int:
    """Return how many cards are to be burned once this one has left the shoe: its value more, as far as there are."""
    return min(already + value_of(card), state.cards.in_shoe - 1)
