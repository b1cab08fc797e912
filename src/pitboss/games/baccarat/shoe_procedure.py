"""The cards on their way into play: inspection, spread and look, wash, shuffle, cut, shoe, burn; and an idle table."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from pitboss.decider import Command, is_second, require_role
from pitboss.games.baccarat import card_acts as c
from pitboss.games.baccarat import card_events as e
from pitboss.games.baccarat.checks import (
    burns_for,
    cutting_card,
    require_card_teller,
    require_clear,
    require_stage,
)
from pitboss.games.baccarat.state import Stage, Table, cut_order
from pitboss.games.house import require_at_table, require_between_rounds, require_dealer
from pitboss.rulebook import ActionRefused, ProcedureBreach, cites

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pitboss.decider import Event

__all__ = [
    "FLOORPERSON",
    "RECUTTERS",
    "burn",
    "cut",
    "inspect_cards",
    "let_look",
    "load",
    "next_to_cut",
    "offer_cut",
    "recut",
    "release",
    "shuffle",
    "spread",
    "spread_idle",
    "stack",
    "turn_idle",
]

FLOORPERSON = ("floorperson",)
RECUTTERS = ("floorperson", "pit_supervisor+")


@cites("MB-B3", "MB-B4", "MB-B4a", "MB-B4b", "MB-B4c", "MB-D1", "MB-H")
def inspect_cards(state: Table, command: Command[c.InspectCards]) -> Sequence[Event]:
    """Record the dealer's inspection of the decks, verified by a floorperson or a device."""
    act, rules = command.act, state.rules
    require_stage(state, (Stage.AWAITED,), "inspecting the cards")
    require_dealer(state, command, "inspect the cards", clause=rules.clause("inspection"))
    _refuse_decks(state, act)
    if act.cutting_cards in (act.back, act.second_back):
        reason = f"{act.cutting_cards} cutting cards would be taken for the backs of the cards"
        raise ProcedureBreach(reason, clause=rules.clause("cutting_cards"), colour=act.cutting_cards.value)
    if not act.meets_controls:
        reason = "every deck satisfies the internal control standards, or is not received"
        raise ProcedureBreach(reason, clause=rules.clause("inspection"))
    witness = command.witness if is_second(command, FLOORPERSON) else None
    if witness is None and not act.is_verified_electronically:
        reason = "the floorperson verifies the inspection, or a device does"
        raise ProcedureBreach(reason, clause=rules.clause("verification"), by=command.by.id)
    is_two = act.second_back is not None
    inspected = e.CardsInspected(
        backs=(act.back, act.second_back) if act.second_back is not None else (act.back,),
        decks=(act.decks, act.second_decks) if is_two else (act.decks,),
        cutting_cards=act.cutting_cards,
        meets_controls=act.meets_controls,
        by=command.by.id,
        verified_by=witness.id if witness else "electronic",
    )
    return (inspected,)


def _refuse_decks(state: Table, act: c.InspectCards) -> None:
    rules, wanted = state.rules, state.rules.shoe_decks
    if not rules.settings["shuffler"]:
        if act.second_back is not None or act.second_decks:
            reason = "the cards of a shoe have backs of one colour: there is no second batch without a shuffler"
            raise ProcedureBreach(reason, clause=rules.clause("shoe"), second_decks=act.second_decks)
        if act.decks != wanted:
            reason = f"{act.decks} decks came to the table, which plays with {wanted}"
            raise ProcedureBreach(reason, clause=rules.clause("decks"), decks=act.decks)
        return
    if act.decks != wanted or act.second_decks != wanted:
        reason = f"the batches have {act.decks} and {act.second_decks} decks; each has {wanted}"
        raise ProcedureBreach(reason, clause=rules.clause("batches"), decks=act.decks, second_decks=act.second_decks)
    if act.second_back in (None, act.back):
        reason = "the two batches have backs of different colours"
        raise ProcedureBreach(reason, clause=rules.clause("backs"), back=act.back.value)


@cites("MB-D2", "MB-D4")
def spread(state: Table, command: Command[c.SpreadCards]) -> Sequence[Event]:
    """Spread inspected cards for the first players."""
    require_stage(state, (Stage.INSPECTED,), "spreading the cards")
    require_dealer(state, command, "spread the cards", clause=state.rules.clause("spread"))
    return (e.CardsSpread(batches=len(state.cards.backs), by=command.by.id),)


@cites("MB-D2", "MB-D3", "MB-D4", "MB-E6")
def let_look(state: Table, command: Command[c.LetPlayerLook]) -> Sequence[Event]:
    """Give a seated player the chance to look; nothing goes on before the first has had it."""
    clause = state.rules.clause("spread")
    require_stage(state, (Stage.SPREAD, Stage.SEEN), "a player's look")
    require_dealer(state, command, "show the spread cards", clause=clause)
    if command.act.player not in state.seats.values():
        raise ActionRefused(f"{command.act.player} is not at the table", clause=clause, player=command.act.player)
    return (e.PlayerLooked(player=command.act.player, by=command.by.id),)


@cites("MB-D3", "MB-D4", "MB-E6a", "MB-E6b")
def stack(state: Table, command: Command[c.StackCards]) -> Sequence[Event]:
    """Stack cards that were looked at: washed where they are shuffled by hand, never where a machine does it."""
    rules, has_shuffler = state.rules, state.rules.settings["shuffler"]
    is_idle = state.cards.is_back_from_idle
    by_hand, by_machine = ("idle_by_hand", "idle_shuffler") if is_idle else ("wash", "batch_spread")
    clause = rules.clause(by_machine if has_shuffler else by_hand)
    require_stage(state, (Stage.SEEN,), "stacking the cards")
    require_dealer(state, command, "stack the cards", clause=clause)
    if command.act.is_washed == has_shuffler:
        reason = "batches for a shuffler are not washed" if has_shuffler else "the cards are washed before they stack"
        raise ProcedureBreach(reason, clause=clause, is_washed=command.act.is_washed)
    return (e.CardsStacked(is_washed=command.act.is_washed, by=command.by.id),)


@cites("MB-E1", "MB-B4d", "MB-B4e", "MB-H")
def shuffle(state: Table, command: Command[c.ShuffleCards]) -> Sequence[Event]:
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


def require_shuffle(state: Table, command: Command[Any]) -> None:
    """Refuse a shuffle, or what takes its place, before its time and while anything of the last shoe is open."""
    rules = state.rules
    require_stage(state, (Stage.STACKED, Stage.FINISHED), "the shuffle")
    require_dealer(state, command, "shuffle the cards", clause=rules.clause("shuffle"))
    if rules.settings["shuffler"] and state.cards.is_back_from_idle and state.cards.stage is Stage.STACKED:
        reason = "after an idle time the batch stored in the shuffler comes out"
        raise ProcedureBreach(reason, clause=rules.clause("idle_shuffler"))
    require_clear(state, "the shuffle")


@cites("MB-E6b", "MB-E6b.i", "MB-E6b.ii")
def release(state: Table, command: Command[c.ReleaseBatch]) -> Sequence[Event]:
    """Exchange the idle batch for the stored one, which is spread first where a player or the rules ask for it."""
    act, clause, batch = command.act, state.rules.clause("idle_shuffler"), state.cards.stored
    require_stage(state, (Stage.STACKED,), "taking out the stored batch")
    require_dealer(state, command, "take out the stored batch", clause=clause)
    if not state.cards.is_back_from_idle or batch is None:
        raise ActionRefused("the stored batch comes out after an idle time only", clause=clause)
    require_clear(state, "taking out the stored batch")
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


def next_to_cut(state: Table) -> int | None:
    """Return the position that is offered the cut next; None where everybody has declined."""
    return next((p for p in cut_order(state.seats) if p not in state.cards.declined), None)


@cites("MB-E2", "Q17")
def offer_cut(state: Table, command: Command[c.OfferCut]) -> Sequence[Event]:
    """Offer the cut in its order: the dealer's right, then clockwise, until somebody takes it."""
    act, clause = command.act, state.rules.clause("cut")
    require_stage(state, (Stage.SHUFFLED,), "offering the cut")
    require_dealer(state, command, "offer the cut", clause=clause)
    if state.cards.cutter is not None:
        raise ActionRefused("the cut has been taken", clause=clause, cutter=state.cards.cutter)
    following = next_to_cut(state)
    if act.position != following:
        whose = "the dealer cuts" if following is None else f"position {following} is next"
        raise ProcedureBreach(f"the cut is not position {act.position}'s: {whose}", clause=clause, next=following)
    player = state.seats[act.position]
    return (e.CutOffered(position=act.position, player=player, is_accepted=act.is_accepted, by=command.by.id),)


@cites("MB-E2", "MB-E3")
def cut(state: Table, command: Command[c.CutCards]) -> Sequence[Event]:
    """Let whoever took the cut put the cutting card in, far enough from either end; the dealer if nobody did."""
    rules, cards, depth = state.rules, state.cards, command.act.depth
    require_stage(state, (Stage.SHUFFLED,), "the cut")
    require_role(command, ("player", "dealer"), clause=rules.clause("cut"), deed="cut the cards")
    require_at_table(state, command)
    following = next_to_cut(state)
    if cards.cutter is None and following is not None:
        reason = f"the cut is offered to position {following} first"
        raise ProcedureBreach(reason, clause=rules.clause("cut"), next=following)
    cutter = state.seats.get(cards.cutter or 0, state.dealer or "")
    if command.by.role == "player" and (not cards.cutter or command.by.id != cutter):
        reason = f"{cutter} cuts the cards, not {command.by.id}"
        raise ActionRefused(reason, clause=rules.clause("cut"), by=command.by.id)
    least, size = rules.data.cut_min, rules.shoe_decks * 52
    if not least <= depth <= size - least:
        reason = f"a cut {depth} cards deep leaves fewer than {least} of {size} cards on a side"
        raise ProcedureBreach(reason, clause=rules.clause("cut_depth"), depth=depth, least=least)
    return (e.CardsCut(depth=depth, position=cards.cutter or None, cutter=cutter, by=command.by.id),)


@cites("MB-E5")
def recut(state: Table, command: Command[c.OrderRecut]) -> Sequence[Event]:
    """Let a supervisor have the cards cut anew, after the cut and before any card is drawn."""
    clause = state.rules.clause("recut")
    require_stage(state, (Stage.CUT, Stage.LOADED, Stage.IN_PLAY), "a recut")
    require_role(command, RECUTTERS, clause=clause, deed="order a recut")
    if state.cards.stage is not Stage.CUT and not state.cards.is_burn_due:
        raise ProcedureBreach("the cards are cut anew before the first card is drawn, not after", clause=clause)
    act = command.act
    return (e.RecutOrdered(cutter=act.cutter, reason=act.reason, by=command.by.id, role=command.by.role.value),)


@cites("MB-E4", "MB-H")
def load(state: Table, command: Command[c.LoadShoe]) -> Sequence[Event]:
    """Put the cutting card in, far enough from the back, and load the shoe."""
    act, cards = command.act, state.cards
    require_stage(state, (Stage.CUT,), "loading the shoe")
    require_dealer(state, command, "load the shoe", clause=state.rules.clause("cutting_card"))
    refuse_cutting_card(state, act.from_back)
    loaded = e.ShoeLoaded(
        shoe=cards.shoes + 1,
        batch=cards.batch or cards.backs[0],
        cards=state.rules.shoe_decks * 52,
        from_back=act.from_back,
        reader=act.reader,
        by=command.by.id,
    )
    return (loaded,)


def refuse_cutting_card(state: Table, from_back: int) -> None:
    """Refuse a cutting card nearer to the back than the house has it, or not in the stack at all."""
    least, size = state.rules.settings["cut_from_end"], state.rules.shoe_decks * 52
    if not least <= from_back < size:
        reason = f"the cutting card lies {least} to {size - 1} cards from the back, not {from_back}"
        raise ProcedureBreach(reason, clause=state.rules.clause("cutting_card"), from_back=from_back, least=least)


@cites("MB-E4", "MB-N1", "MB-N3", "Q15")
def burn(state: Table, command: Command[c.BurnCard]) -> Sequence[Event]:
    """Show and discard the first card of a shoe, and every card that is due with one that was shown."""
    card, cards, clause = command.act.card, state.cards, state.rules.clause("burn")
    require_stage(state, (Stage.LOADED, Stage.IN_PLAY), "burning a card")
    require_card_teller(state, command, "burn cards")
    if not cards.is_burn_due and not cards.burns_due:
        raise ActionRefused("no card is to be burned", clause=clause, card=card)
    refuse_absent(state, card)
    due = burns_for(state, card, 0) if cards.is_burn_due else cards.burns_due - 1
    return (*cutting_card(state), e.CardBurned(card=card, due=due, by=command.by.id))


def refuse_absent(state: Table, card: str) -> None:
    """Refuse a card of which every copy has come out."""
    shoe = state.cards.shoe
    if shoe is not None and not shoe.can_give(card):
        reason = f"the shoe has no further {card}: {shoe.decks} decks hold that many"
        raise ProcedureBreach(reason, clause=state.rules.clause("decks"), card=card, decks=shoe.decks)


@cites("MB-E6")
def spread_idle(state: Table, command: Command[c.SpreadIdleCards]) -> Sequence[Event]:
    """Take the cards of a table where nobody plays out of shoe and rack."""
    clause = state.rules.clause("idle")
    require_stage(state, (Stage.LOADED, Stage.IN_PLAY, Stage.FINISHED), "spreading idle cards")
    require_dealer(state, command, "spread idle cards", clause=clause)
    require_between_rounds(state, "spreading idle cards")
    if state.seats:
        raise ActionRefused("the table is not idle: somebody sits at it", clause=clause, seats=sorted(state.seats))
    require_clear(state, "spreading idle cards")
    return (e.IdleCardsSpread(is_face_up=command.act.is_face_up, by=command.by.id),)


@cites("MB-E6")
def turn_idle(state: Table, command: Command[c.TurnIdleCards]) -> Sequence[Event]:
    """Turn idle cards up once a player has come."""
    clause = state.rules.clause("idle")
    require_stage(state, (Stage.IDLE_DOWN,), "turning the cards up")
    require_dealer(state, command, "turn the cards up", clause=clause)
    if not state.seats:
        raise ActionRefused("nobody has come to the table", clause=clause)
    return (e.IdleCardsTurned(by=command.by.id),)
