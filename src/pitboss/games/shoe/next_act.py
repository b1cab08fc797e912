"""What the cards of a table wait for on their way into the shoe, as a dealer's screen has it: one step after the other.

The shuffle is a game's own, and so is whatever comes before the inspection. Refuses nothing.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from pitboss.games.shoe import acts as a
from pitboss.games.shoe.state import CardTable, Stage
from pitboss.games.table.next_act import told

_BACKS = (a.Colour.RED, a.Colour.BLUE)
STEPS = (
    (Stage.INSPECTED, "Inspected"),
    (Stage.SPREAD, "Spread"),
    (Stage.SEEN, "Looked at"),
    (Stage.STACKED, "Stacked"),
    (Stage.SHUFFLED, "Shuffled"),
    (Stage.CUT, "Cut"),
    (Stage.LOADED, "In the shoe"),
    (Stage.IN_PLAY, "In play"),
)
"""The stages that cards pass on their way, in order, and what a list of steps calls them."""


def steps_of(state: CardTable) -> list[dict[str, Any]]:
    """Return the steps of the cards and which of them are done; none where no step is open.

    >>> from pitboss.games.baccarat.state import new_table
    >>> from pitboss.rulebook import table_config
    >>> [one["is_done"] for one in steps_of(new_table(table_config({"rulebook": "oneida-minibaccarat-2004"})))][:2]
    [False, False]
    """
    order, stage = [one for one, _ in STEPS], state.cards.stage
    if stage is Stage.IN_PLAY:
        return []
    # The cards of a shoe that is over are shuffled next, and idle ones are looked at again.
    reached = {Stage.FINISHED: Stage.STACKED, Stage.IDLE_DOWN: Stage.INSPECTED}.get(stage, stage)
    done = order.index(reached) if reached in order else -1
    return [{"name": name, "is_done": place <= done} for place, (_, name) in enumerate(STEPS)]


def told_step(state: CardTable, act: type[Any], text: str, *, hint: str = "", **fields: Any) -> dict[str, Any]:
    """Return a step of the cards with the clause of what is next for them."""
    return {**told(state, act, text, "shuffle", hint=hint, **fields), "clause": state.stage_clause()}


def card_step(state: CardTable, shuffle: dict[str, Any]) -> dict[str, Any] | None:
    """Return what is done next with cards that are not in play; None where they are. `shuffle` is the game's own."""
    cards = state.cards
    is_out = cards.stage not in (Stage.AWAITED, Stage.INSPECTED, Stage.SPREAD, Stage.IDLE_DOWN)
    if cards.has_stood_empty or (is_out and not state.seats):
        hint = "everybody had left the table"
        return told(state, a.SpreadIdleCards, "Spread the cards", "idle", hint=hint, is_face_up=bool(state.seats))
    if cards.must_be_revealed and cards.stage is Stage.FINISHED:
        text, hint = "Show the order of the shoe", "whoever noted its commitment can check it"
        return told(state, a.RevealShoe, text, "automatic_shoe", hint=hint)
    if cards.stage in (Stage.STACKED, Stage.FINISHED):
        return shuffle
    step = _STEPS.get(cards.stage)
    return None if step is None else step(state)


def _spread(state: CardTable) -> dict[str, Any]:
    return told_step(state, a.SpreadCards, "Spread the cards", hint="face up, deck by deck, by suit and sequence")


def _stack(state: CardTable) -> dict[str, Any]:
    text = "Wash and stack the cards" if state.must_wash else "Turn and stack the batches"
    return told_step(state, a.StackCards, text, is_washed=state.must_wash)


def _turn_idle(state: CardTable) -> dict[str, Any]:
    hint = "" if state.seats else "when somebody has come to the table"
    return told_step(state, a.TurnIdleCards, "Turn the cards face up", hint=hint)


def _inspection(state: CardTable) -> dict[str, Any]:
    """Return the inspection with the usual colours, which whoever inspects may choose otherwise."""
    decks, is_two = state.rules.shoe_decks, state.rules.batches > 1
    fields: dict[str, Any] = {"back": _BACKS[0].value, "decks": decks, "cutting_cards": a.Colour.YELLOW.value}
    if is_two:
        fields |= {"second_back": _BACKS[1].value, "second_decks": decks}
    hint = f"{f'two batches of {decks}' if is_two else decks} decks; the floorperson verifies it"
    by_eye = {**fields, "is_verified_electronically": False}
    step = told(state, a.InspectCards, "Sort and inspect the cards", "inspection", hint=hint, **by_eye)
    device = {"text": "A device verifies them", "fields": {**fields, "is_verified_electronically": True}}
    return {**step, "asks": ["back", *(["second_back"] if is_two else []), "cutting_cards"], "others": [device]}


def _look(state: CardTable) -> dict[str, Any]:
    who = next(iter(state.seats.values()), None)
    if who is None:
        step = told_step(state, a.LetPlayerLook, "Wait for the first player", hint="who looks at the spread cards")
        return {**step, "act": None}
    return told_step(state, a.LetPlayerLook, f"{who} looks at the cards", player=who)


def _cut(state: CardTable) -> dict[str, Any]:
    """Return the offer of the cut, or the cut itself by whoever took it; cards that are not cut are loaded."""
    if not state.must_cut:
        return _load(state)
    cards, following = state.cards, state.next_to_cut()
    if cards.cutter is None and following is not None:
        who = state.seats[following]
        step = told_step(state, a.OfferCut, f"{who} cuts", position=following, is_accepted=True)
        declined = {"text": f"{who} declines", "fields": {"position": following, "is_accepted": False}}
        return {**step, "clause": state.cut_clause(), "hint": f"position {following} is asked", "others": [declined]}
    low, high = state.cut_depths()
    whose = state.seats.get(cards.cutter or 0)
    text = "The dealer cuts" if whose is None else f"{whose} puts the cutting card in"
    step = told_step(state, a.CutCards, text, hint=f"{low} to {high} cards deep", depth=(low + high) // 2)
    return {**step, "clause": state.depth_clause(), "asks": ["depth"], "bounds": {"depth": [low, high]}}


def _load(state: CardTable) -> dict[str, Any]:
    least, most = state.rules.cut_from_end, state.rules.shoe_size - 1
    hint = f"the cutting card {least} cards or more from the back"
    step = told_step(state, a.LoadShoe, "Load the shoe", hint=hint, from_back=least, reader=a.Reader.DEALER.value)
    read = {"text": "A shoe that reads the cards", "fields": {"from_back": least, "reader": a.Reader.SHOE.value}}
    return {**step, "asks": ["from_back"], "bounds": {"from_back": [least, most]}, "others": [read]}


_STEPS: dict[Stage, Callable[[CardTable], dict[str, Any]]] = {
    Stage.AWAITED: _inspection,
    Stage.INSPECTED: _spread,
    Stage.SPREAD: _look,
    Stage.SEEN: _stack,
    Stage.SHUFFLED: _cut,
    Stage.CUT: _load,
    Stage.IDLE_DOWN: _turn_idle,
}
