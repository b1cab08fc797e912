"""Shoes that take the place of shuffle and cut: a device that shuffles by itself, and a virtual shoe."""

from __future__ import annotations

from collections.abc import Sequence

from pitboss.decider import Command, Event, require_role
from pitboss.games.cards import CardSource
from pitboss.games.shoe import acts as a
from pitboss.games.shoe import events as e
from pitboss.games.shoe.checks import refuse_cutting_card, require_shuffle
from pitboss.games.shoe.state import CardTable
from pitboss.games.table.checks import require_at_table, require_between_rounds, require_open
from pitboss.games.virtual_shoe import finding
from pitboss.rulebook import ActionRefused, cites

REVEALERS = ("dealer", "device")
ABANDONERS = ("pit_supervisor+",)


@cites("MB-I", "BJ-E1")
def use(state: CardTable, command: Command[a.UseAutomaticShoe | a.CommitShoe]) -> Sequence[Event]:
    """Put a device into play in place of the dealer's shuffle, under named internal controls.

    A virtual shoe has committed to its order by then, so that nobody can choose the cards while they are dealt.
    """
    act, cards = command.act, state.cards
    require_shuffle(state, command)
    refuse_cutting_card(state, act.from_back)
    used = e.AutomaticShoeUsed(
        shoe=cards.shoes + 1,
        batch=cards.next_back,
        cards=state.rules.shoe_size,
        from_back=act.from_back,
        controls=act.controls,
        commitment=act.commitment if isinstance(act, a.CommitShoe) else None,
        by=command.by.id,
    )
    return (used,)


def _unrevealed(state: CardTable) -> tuple[CardSource, str]:
    shoe, clause = state.cards.shoe, state.rules.clause("automatic_shoe")
    if not state.cards.must_be_revealed or shoe is None or shoe.commitment is None:
        raise ActionRefused("no virtual shoe waits to be revealed", clause=clause)
    return shoe, shoe.commitment


@cites("MB-I")
def reveal(state: CardTable, command: Command[a.RevealShoe]) -> Sequence[Event]:
    """Check the order that is shown against the commitment and the cards dealt; either way the shoe is over.

    What does not agree is kept as a finding, because a refusal would leave no trace of it.
    """
    act = command.act
    require_open(state)
    require_role(command, REVEALERS, clause=state.rules.clause("automatic_shoe"), deed="reveal a virtual shoe")
    require_at_table(state, command)
    require_between_rounds(state, "revealing the shoe")
    shoe, commitment = _unrevealed(state)
    wrong = finding(commitment, act.order, act.nonce, decks=shoe.decks, dealt=state.cards.dealt(act.order))
    if wrong is not None:
        return (e.RevealRejected(commitment=commitment, finding=wrong, by=command.by.id),)
    return (e.ShoeRevealed(commitment=commitment, order=act.order, nonce=act.nonce, by=command.by.id),)


@cites("MB-I")
def abandon(state: CardTable, command: Command[a.AbandonReveal]) -> Sequence[Event]:
    """Let a supervisor go on without the order, on record."""
    require_open(state)
    require_role(command, ABANDONERS, clause=state.rules.clause("automatic_shoe"), deed="go on without the order")
    require_between_rounds(state, "going on without the order")
    _, commitment = _unrevealed(state)
    reason, by = command.act.reason, command.by
    return (e.RevealAbandoned(commitment=commitment, reason=reason, by=by.id, role=by.role.value),)
