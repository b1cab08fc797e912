"""The cards on their way into a shoe: inspection, spread and look, wash, cut, load; and an idle table.

The shuffle itself and the burn are a game's own. What comes next, who is asked and by which clause, the table says.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from pitboss.decider import Act, Command, Event, is_second, require_role
from pitboss.games.shoe import acts as a
from pitboss.games.shoe import automatic, seats
from pitboss.games.shoe import events as e
from pitboss.games.shoe.checks import refuse_cutting_card, require_stage
from pitboss.games.shoe.state import SPREAD_WHEN_IDLE, CardTable, Stage
from pitboss.games.table.checks import require_at_table, require_between_rounds, require_dealer
from pitboss.rulebook import ActionRefused, ProcedureBreach, cites

FLOORPERSON = ("floorperson",)
RECUTTERS = ("floorperson", "pit_supervisor+")


@cites("MB-B3", "MB-B4", "MB-B4a", "MB-B4b", "MB-B4c", "MB-D1", "MB-H", "BJ-B4", "BJ-D1")
def inspect_cards(state: CardTable, command: Command[a.InspectCards]) -> Sequence[Event]:
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


def _refuse_decks(state: CardTable, act: a.InspectCards) -> None:
    rules, wanted = state.rules, state.rules.shoe_decks
    if rules.batches == 1:
        if act.second_back is not None or act.second_decks:
            reason = "the cards of a shoe have backs of one colour: there is no second batch without a shuffler"
            raise ProcedureBreach(reason, clause=rules.one_back_clause, second_decks=act.second_decks)
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


@cites("MB-D2", "MB-D4", "BJ-D2")
def spread(state: CardTable, command: Command[a.SpreadCards]) -> Sequence[Event]:
    """Spread inspected cards for the first players."""
    require_stage(state, (Stage.INSPECTED,), "spreading the cards")
    require_dealer(state, command, "spread the cards", clause=state.rules.clause("spread"))
    return (e.CardsSpread(batches=len(state.cards.backs), by=command.by.id),)


@cites("MB-D2", "MB-D3", "MB-D4", "MB-E6", "BJ-D2", "BJ-D3", "BJ-E6")
def let_look(state: CardTable, command: Command[a.LetPlayerLook]) -> Sequence[Event]:
    """Give a seated player the chance to look; nothing goes on before the first has had it."""
    clause = state.rules.clause("spread")
    require_stage(state, (Stage.SPREAD, Stage.SEEN), "a player's look")
    require_dealer(state, command, "show the spread cards", clause=clause)
    if command.act.player not in state.seats.values():
        raise ActionRefused(f"{command.act.player} is not at the table", clause=clause, player=command.act.player)
    return (e.PlayerLooked(player=command.act.player, by=command.by.id),)


@cites("MB-D3", "MB-D4", "MB-E6a", "MB-E6b", "BJ-D3", "BJ-E6")
def stack(state: CardTable, command: Command[a.StackCards]) -> Sequence[Event]:
    """Stack cards that were looked at: washed, unless they are batches for a machine, which never are."""
    clause, is_washed = state.stack_clause(), command.act.is_washed
    require_stage(state, (Stage.SEEN,), "stacking the cards")
    require_dealer(state, command, "stack the cards", clause=clause)
    if is_washed != state.must_wash:
        reason = "batches for a shuffler are not washed" if is_washed else "the cards are washed before they stack"
        raise ProcedureBreach(reason, clause=clause, is_washed=is_washed)
    return (e.CardsStacked(is_washed=is_washed, by=command.by.id),)


@cites("BJ-E2a", "BJ-E2b")
def _require_cut(state: CardTable, deed: str) -> None:
    """Refuse a cut before the shuffle, and of cards that a device has shuffled where such are not cut."""
    require_stage(state, (Stage.SHUFFLED,), deed)
    if not state.must_cut:
        raise ProcedureBreach("cards that a device has shuffled are not cut", clause=state.stage_clause())


@cites("MB-E2", "Q17", "BJ-E3", "BJ-E3e")
def offer_cut(state: CardTable, command: Command[a.OfferCut]) -> Sequence[Event]:
    """Offer the cut in its order, until somebody takes it."""
    _require_cut(state, "offering the cut")
    act, clause = command.act, state.cut_clause()
    require_dealer(state, command, "offer the cut", clause=clause)
    if state.cards.cutter is not None:
        raise ActionRefused("the cut has been taken", clause=clause, cutter=state.cards.cutter)
    following = state.next_to_cut()
    if act.position != following:
        whose = "the dealer cuts" if following is None else f"position {following} is next"
        raise ProcedureBreach(f"the cut is not position {act.position}'s: {whose}", clause=clause, next=following)
    player = state.seats[act.position]
    return (e.CutOffered(position=act.position, player=player, is_accepted=act.is_accepted, by=command.by.id),)


@cites("MB-E2", "MB-E3", "BJ-E3", "BJ-E4", "BJ-E4a", "BJ-E4c", "BJ-E4d")
def cut(state: CardTable, command: Command[a.CutCards]) -> Sequence[Event]:
    """Let whoever took the cut put the cutting card in, far enough from either end; the dealer if nobody did."""
    _require_cut(state, "the cut")
    cards, depth, clause = state.cards, command.act.depth, state.cut_clause()
    require_role(command, ("player", "dealer"), clause=clause, deed="cut the cards")
    require_at_table(state, command)
    following = state.next_to_cut()
    if cards.cutter is None and following is not None:
        reason = f"the cut is offered to position {following} first"
        raise ProcedureBreach(reason, clause=clause, next=following)
    cutter = state.seats.get(cards.cutter or 0, state.dealer or "")
    if command.by.role == "player" and (not cards.cutter or command.by.id != cutter):
        reason = f"{cutter} cuts the cards, not {command.by.id}"
        raise ActionRefused(reason, clause=clause, by=command.by.id)
    least, most = state.cut_depths()
    if not least <= depth <= most:
        reason = f"a cut {depth} cards deep leaves fewer than {least} of {state.rules.shoe_size} cards on a side"
        raise ProcedureBreach(reason, clause=state.depth_clause(), depth=depth, least=least)
    return (
        e.CardsCut(
            depth=depth,
            position=cards.cutter or None,
            cutter=cutter,
            by=command.by.id,
            is_cover_card_away=command.act.is_cover_card_away,
        ),
    )


@cites("MB-E5", "BJ-E5")
def recut(state: CardTable, command: Command[a.OrderRecut]) -> Sequence[Event]:
    """Let a supervisor have the cards cut anew, after the cut and before any card is dealt; burning is not dealing."""
    cards, clause = state.cards, state.rules.clause("recut")
    require_stage(state, (Stage.CUT, Stage.LOADED, Stage.IN_PLAY), "a recut")
    require_role(command, RECUTTERS, clause=clause, deed="order a recut")
    if not cards.is_cut:
        raise ProcedureBreach("the cards were not cut: there is nothing to cut anew", clause=clause)
    if cards.has_dealt:
        raise ProcedureBreach("the cards are cut anew before the first card is dealt, not after", clause=clause)
    act = command.act
    return (e.RecutOrdered(cutter=act.cutter, reason=act.reason, by=command.by.id, role=command.by.role.value),)


@cites("MB-E4", "MB-H", "BJ-E2a", "BJ-H2", "BJ-I3")
def load(state: CardTable, command: Command[a.LoadShoe]) -> Sequence[Event]:
    """Put the cutting card in, far enough from the back, and load the shoe."""
    act, cards = command.act, state.cards
    require_stage(state, (Stage.CUT if state.must_cut else Stage.SHUFFLED,), "loading the shoe")
    require_dealer(state, command, "load the shoe", clause=state.stage_clause())
    refuse_cutting_card(state, act.from_back)
    state.require_reader(act.reader)
    loaded = e.ShoeLoaded(
        shoe=cards.shoes + 1,
        batch=cards.current_back,
        cards=state.rules.shoe_size,
        from_back=act.from_back,
        reader=act.reader,
        by=command.by.id,
    )
    return (loaded,)


@cites("MB-E6", "BJ-E6", "Q70")
def spread_idle(state: CardTable, command: Command[a.SpreadIdleCards]) -> Sequence[Event]:
    """Take the cards of a table where nobody plays out of shoe and rack."""
    clause = state.rules.clause("idle")
    require_stage(state, SPREAD_WHEN_IDLE, "spreading idle cards")
    require_dealer(state, command, "spread idle cards", clause=clause)
    require_between_rounds(state, "spreading idle cards")
    if not state.is_idle:
        raise ActionRefused("the table is not idle: somebody sits at it", clause=clause, seats=sorted(state.seats))
    state.require_clear("spreading idle cards")
    return (e.IdleCardsSpread(is_face_up=command.act.is_face_up, by=command.by.id),)


@cites("MB-E6", "BJ-E6")
def turn_idle(state: CardTable, command: Command[a.TurnIdleCards]) -> Sequence[Event]:
    """Turn idle cards up once a player has come."""
    clause = state.rules.clause("idle")
    require_stage(state, (Stage.IDLE_DOWN,), "turning the cards up")
    require_dealer(state, command, "turn the cards up", clause=clause)
    if not state.seats:
        raise ActionRefused("nobody has come to the table", clause=clause)
    return (e.IdleCardsTurned(by=command.by.id),)


SHOE_DECIDE: dict[type[Act], Callable[[CardTable, Command[Any]], Sequence[Event]]] = {
    a.TakeSeat: seats.sit,
    a.InspectCards: inspect_cards,
    a.SpreadCards: spread,
    a.LetPlayerLook: let_look,
    a.StackCards: stack,
    a.OfferCut: offer_cut,
    a.CutCards: cut,
    a.OrderRecut: recut,
    a.LoadShoe: load,
    a.UseAutomaticShoe: automatic.use,
    a.CommitShoe: automatic.use,
    a.RevealShoe: automatic.reveal,
    a.AbandonReveal: automatic.abandon,
    a.SpreadIdleCards: spread_idle,
    a.TurnIdleCards: turn_idle,
}
"""Which handler answers which act; a game adds its own, and may put one in the place of another."""
