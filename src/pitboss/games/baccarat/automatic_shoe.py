"""Shoes that take the place of shuffle, cut and burn: a device that shuffles by itself, and a virtual shoe."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pitboss.decider import Command, require_role
from pitboss.games.baccarat import card_acts as c
from pitboss.games.baccarat import card_events as e
from pitboss.games.baccarat.shoe_procedure import refuse_cutting_card, require_shuffle
from pitboss.games.house import require_at_table, require_between_rounds, require_open
from pitboss.games.virtual_shoe import finding
from pitboss.rulebook import ActionRefused, cites

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pitboss.decider import Event
    from pitboss.games.baccarat.state import Table
    from pitboss.games.cards import CardSource

__all__ = ["abandon", "reveal", "use"]

REVEALERS = ("dealer", "device")
ABANDONERS = ("pit_supervisor+",)


@cites("MB-I")
def use(state: Table, command: Command[c.UseAutomaticShoe | c.CommitShoe]) -> Sequence[Event]:
    """Put a device into play in place of the dealer's shuffle, under named internal controls.

    A virtual shoe has committed to its order by then, so that nobody can choose the cards while they are dealt.
    """
    act, cards = command.act, state.cards
    require_shuffle(state, command)
    refuse_cutting_card(state, act.from_back)
    used = e.AutomaticShoeUsed(
        shoe=cards.shoes + 1,
        batch=next(back for back in cards.backs if back != cards.last_played or len(cards.backs) == 1),
        cards=state.rules.shoe_decks * 52,
        from_back=act.from_back,
        controls=act.controls,
        commitment=act.commitment if isinstance(act, c.CommitShoe) else None,
        by=command.by.id,
    )
    return (used,)


def _unrevealed(state: Table) -> tuple[CardSource, str]:
    shoe, clause = state.cards.shoe, state.rules.clause("automatic_shoe")
    if not state.cards.must_be_revealed or shoe is None or shoe.commitment is None:
        raise ActionRefused("no virtual shoe waits to be revealed", clause=clause)
    return shoe, shoe.commitment


@cites("MB-I")
def reveal(state: Table, command: Command[c.RevealShoe]) -> Sequence[Event]:
    """Check the order that is shown against the commitment and the cards dealt; either way the shoe is over.

    What does not agree is kept as a finding, because a refusal would leave no trace of it.
    """
    act = command.act
    require_open(state)
    require_role(command, REVEALERS, clause=state.rules.clause("automatic_shoe"), deed="reveal a virtual shoe")
    require_at_table(state, command)
    require_between_rounds(state, "revealing the shoe")
    shoe, commitment = _unrevealed(state)
    dealt, held = list(shoe.drawn), state.cards.held_at
    if held is not None:
        # A card that nobody saw left the shoe here: whatever the order has in its place agrees.
        dealt[held:held] = act.order[held : held + 1]
    wrong = finding(commitment, act.order, act.nonce, decks=shoe.decks, dealt=dealt)
    if wrong is not None:
        return (e.RevealRejected(commitment=commitment, finding=wrong, by=command.by.id),)
    return (e.ShoeRevealed(commitment=commitment, order=act.order, nonce=act.nonce, by=command.by.id),)


@cites("MB-I")
def abandon(state: Table, command: Command[c.AbandonReveal]) -> Sequence[Event]:
    """Let a supervisor go on without the order, on record."""
    require_open(state)
    require_role(command, ABANDONERS, clause=state.rules.clause("automatic_shoe"), deed="go on without the order")
    require_between_rounds(state, "going on without the order")
    _, commitment = _unrevealed(state)
    reason, by = command.act.reason, command.by
    return (e.RevealAbandoned(commitment=commitment, reason=reason, by=by.id, role=by.role.value),)
