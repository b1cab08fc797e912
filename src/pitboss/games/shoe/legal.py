"""Candidates at any card table for what is done with its cards and seats, from the inspection to the shoe."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from pitboss.decider import Choices, Integers, Person, Role
from pitboss.games.cards import CARDS
from pitboss.games.shoe import acts as a
from pitboss.games.shoe.decide import FLOORPERSON
from pitboss.games.shoe.state import CardTable, Stage
from pitboss.legal import Ask, Each, Proposal, Sample, Table, anybody, only

BOTH = Choices((True, False))


def seated(state: CardTable) -> Choices:
    """Return everybody at the table, once."""
    return Choices(tuple(dict.fromkeys(state.seats.values())))


def cards_left(copies: Iterable[int]) -> Choices:
    """Return the cards of which there is a copy left."""
    return Choices(tuple(card for card, left in zip(CARDS, copies, strict=True) if left))


def cards_in(state: CardTable, _: Person | None = None) -> Choices:
    """Return the cards that the shoe may still give."""
    return cards_left(state.cards.shoe.copies_left()) if state.cards.shoe else Choices(())


def free_seats(state: CardTable, by: Person, others: Iterable[str] = ()) -> Proposal:
    """Propose the free positions: to a player for themselves, else for anybody; `others` are asked by name."""
    who = Each((by.id,)) if by.role == Role.PLAYER else anybody(*dict.fromkeys((*state.seats.values(), *others)))
    return {"position": Each([p for p in range(1, state.rules.positions + 1) if p not in state.seats]), "player": who}


def amounts(low: int, high: int, step: int, *, lies: int) -> Integers:
    """Return what may be added to what lies there, so that all of it is within limits; in steps that settle."""
    return Integers(-(-max(low - lies, 1) // step) * step, high - lies, step)


def parts_of(lies: int, step: int) -> tuple[Integers, Integers]:
    """Return what may be taken back: a part, or everything."""
    return Integers(step, lies - 1, step), Integers(lies, lies)


def _inspections(state: CardTable, _: Person) -> Iterable[Proposal]:
    if state.cards.stage is Stage.AWAITED:  # Measured: these are too many to ask about at other times.
        decks, is_two = state.rules.shoe_decks, state.rules.batches > 1
        known = only(decks=decks, second_decks=decks if is_two else 0, meets_controls=True)
        second = Each(a.Colour if is_two else (None,))
        yield {**known, "second_back": second, "is_verified_electronically": Each((True, False))}


def corrections(named: Iterable[str], left: Iterable[int]) -> Iterator[Proposal]:
    """Propose for each card of the round another that may lie there."""
    others = cards_left(left).values
    for place, was in enumerate(named, 1):
        if was:
            yield {**only(place=place, was=was), "card": Choices(tuple(card for card in others if card != was))}


def _from_back(state: CardTable, _: Person) -> Proposal:
    return {"from_back": Integers(state.rules.cut_from_end, min(state.rules.shoe_size - 1, a.DEPTH_MAX))}


SHOE_LEGAL: Table = {
    "card": cards_in,
    "position": lambda state, _: Each(state.seats),
    a.TakeSeat: free_seats,
    a.InspectCards: Ask(_inspections, witness=FLOORPERSON),
    a.LetPlayerLook: lambda state, _: {"player": seated(state)},
    a.CutCards: lambda state, _: {"depth": Integers(*state.cut_depths())},
    a.LoadShoe: lambda state, by: {**_from_back(state, by), "reader": Each(a.Reader)},
    a.UseAutomaticShoe: _from_back,
    a.CommitShoe: _from_back,
    a.CorrectCard: (),  # Which cards lie there the game knows.
    a.RevealShoe: {"order": Sample(()), "nonce": Sample("")},
}
"""What the types of the acts do not say; a game asks its own `decide` about it."""
