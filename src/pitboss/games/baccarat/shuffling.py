"""The shuffle, by hand or by batches in a shuffler, and the burn: steps of the cards that only mini-baccarat has."""

from __future__ import annotations

from collections.abc import Sequence

from pitboss.decider import Command, Event
from pitboss.games.baccarat import acts as a
from pitboss.games.baccarat import events as e
from pitboss.games.baccarat.checks import burns_for
from pitboss.games.baccarat.state import Table
from pitboss.games.shoe.checks import (
    cutting_card,
    refuse_absent,
    require_card_teller,
    require_shuffle,
    require_stage,
)
from pitboss.games.shoe.state import Stage
from pitboss.games.table.checks import require_dealer
from pitboss.rulebook import ActionRefused, ProcedureBreach, cites


@cites("MB-E1", "MB-B4d", "MB-B4e", "MB-H")
def shuffle(state: Table, command: Command[a.ShuffleCards]) -> Sequence[Event]:
    """Shuffle before play and after each shoe; with a shuffler the batches take turns."""
    rules, cards, batch = state.rules, state.cards, command.act.batch
    require_shuffle(state, command)
    if batch not in cards.backs:
        known = " or ".join(cards.backs)
        reason = f"the table has no {batch} cards; it has {known}"
        raise ProcedureBreach(reason, clause=rules.clause("shoe"), batch=batch.value)
    if len(cards.backs) > 1 and batch == cards.last_played:
        reason = f"the {batch} batch was played last: the batches take turns"
        raise ProcedureBreach(reason, clause=rules.clause("alternate"), batch=batch.value)
    stored = next((back for back in cards.backs if back != batch), None)
    return (e.CardsShuffled(batch=batch, stored=stored, by=command.by.id),)


@cites("MB-E6b", "MB-E6b.i", "MB-E6b.ii")
def release(state: Table, command: Command[a.ReleaseBatch]) -> Sequence[Event]:
    """Exchange the idle batch for the stored one, which is spread first where a player or the rules ask for it."""
    act, clause, batch = command.act, state.rules.clause("idle_shuffler"), state.cards.stored
    require_stage(state, (Stage.STACKED,), "taking out the stored batch")
    require_dealer(state, command, "take out the stored batch", clause=clause)
    if not state.cards.is_back_from_idle or batch is None:
        raise ActionRefused("the stored batch comes out after an idle time only", clause=clause)
    state.require_clear("taking out the stored batch")
    is_safe = act.is_stored_securely and act.is_handled_as_approved
    released = e.BatchReleased(
        batch=batch,
        is_stored_securely=act.is_stored_securely,
        is_handled_as_approved=act.is_handled_as_approved,
        is_spread_requested=act.is_spread_requested,
        must_be_spread=act.is_spread_requested or not is_safe,
        by=command.by.id,
    )
    return (released,)


@cites("MB-E4", "MB-N1", "MB-N3", "Q15")
def burn(state: Table, command: Command[a.BurnCard]) -> Sequence[Event]:
    """Show and discard the first card of a shoe, and every card that is due with one that was shown."""
    card, cards, clause = command.act.card, state.cards, state.rules.clause("burn")
    require_stage(state, (Stage.LOADED, Stage.IN_PLAY), "burning a card")
    require_card_teller(state, command, "burn cards")
    if not cards.is_first_due and not cards.burns_due:
        raise ActionRefused("no card is to be burned", clause=clause, card=card)
    refuse_absent(state, card)
    due = burns_for(state, card, 0) if cards.is_first_due else cards.burns_due - 1
    return (*cutting_card(state), e.CardBurned(card=card, due=due, by=command.by.id))
