"""What is open at any card table with its cards and seats, from the inspection to the shoe.

Where the values of an act can be listed, `decide` itself is asked, so that the two cannot differ.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from pitboss.decider import Choices, Integers, Offer, Person, Role, Words
from pitboss.games.shoe import acts as a
from pitboss.games.shoe.decide import FLOORPERSON
from pitboss.games.virtual_shoe import COMMITMENT_PATTERN
from pitboss.rulebook.names import NAME_PATTERN

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pitboss.decider import Act, Domain
    from pitboss.games.shoe.probe import IsOpen
    from pitboss.games.shoe.state import CardTable

__all__ = ["seat_offers", "shoe_offers"]

_BOTH = Choices((True, False))
_PLAIN: tuple[Act, ...] = (a.SpreadCards(), a.TurnIdleCards(), a.RevealShoe(order=(), nonce=""))


def seat_offers(state: CardTable, by: Person, is_open: IsOpen) -> Iterator[Offer]:
    """Offer the free seats."""
    free = tuple(p for p in range(1, state.rules.positions + 1) if p not in state.seats)
    if free and is_open(state, by, a.TakeSeat(position=free[0], player=by.id)):
        who: Domain = Words(NAME_PATTERN) if by.role == Role.DEALER else Choices((by.id,))
        yield Offer(a.TakeSeat, {"position": Choices(free), "player": who})


def shoe_offers(state: CardTable, by: Person, is_open: IsOpen) -> Iterator[Offer]:
    """Offer what may be done now to bring the cards into play, and with a virtual shoe that was played."""
    yield from (Offer(type(act)) for act in _PLAIN if is_open(state, by, act))
    yield from _inspection_offers(state, by, is_open)
    yield from _stack_offers(state, by, is_open)
    yield from _cut_offers(state, by, is_open)
    yield from _load_offers(state, by, is_open)
    if is_open(state, by, a.AbandonReveal(reason="lost")):
        yield Offer(a.AbandonReveal, {"reason": Words()})


def _inspection_offers(state: CardTable, by: Person, is_open: IsOpen) -> Iterator[Offer]:
    decks, is_two = state.rules.shoe_decks, state.rules.batches > 1
    one, two = (a.Colour.RED, a.Colour.BLUE)
    probe = a.InspectCards(
        back=one,
        decks=decks,
        cutting_cards=a.Colour.YELLOW,
        second_back=two if is_two else None,
        second_decks=decks if is_two else 0,
        is_verified_electronically=True,
    )
    if not is_open(state, by, probe):
        return
    for back in a.Colour:
        for second in [other for other in a.Colour if other is not back] if is_two else [None]:
            fields: dict[str, Domain] = {
                "back": Choices((back,)),
                "decks": Choices((decks,)),
                "cutting_cards": Choices(tuple(colour for colour in a.Colour if colour not in (back, second))),
                "second_back": Choices((second,)),
                "second_decks": Choices((decks if is_two else 0,)),
                "meets_controls": Choices((True,)),
            }
            yield Offer(a.InspectCards, {**fields, "is_verified_electronically": Choices((True,))})
            yield Offer(a.InspectCards, {**fields, "is_verified_electronically": Choices((False,))}, FLOORPERSON)


def _stack_offers(state: CardTable, by: Person, is_open: IsOpen) -> Iterator[Offer]:
    players = tuple(dict.fromkeys(state.seats.values()))
    if players and is_open(state, by, a.LetPlayerLook(player=players[0])):
        yield Offer(a.LetPlayerLook, {"player": Choices(players)})
    for flag in (True, False):
        if is_open(state, by, a.StackCards(is_washed=flag)):
            yield Offer(a.StackCards, {"is_washed": Choices((flag,))})
    if is_open(state, by, a.SpreadIdleCards(is_face_up=True)):
        yield Offer(a.SpreadIdleCards, {"is_face_up": _BOTH})


def _cut_offers(state: CardTable, by: Person, is_open: IsOpen) -> Iterator[Offer]:
    following, (least, most) = state.next_to_cut(), state.cut_depths()
    if following is not None and is_open(state, by, a.OfferCut(position=following, is_accepted=True)):
        yield Offer(a.OfferCut, {"position": Choices((following,)), "is_accepted": _BOTH})
    if is_open(state, by, a.CutCards(depth=least)):
        yield Offer(a.CutCards, {"depth": Integers(least, most)})
    if is_open(state, by, a.OrderRecut(cutter=a.Cutter.LAST, reason="uneven")):
        yield Offer(a.OrderRecut, {"cutter": Choices(tuple(a.Cutter)), "reason": Words()})


def _load_offers(state: CardTable, by: Person, is_open: IsOpen) -> Iterator[Offer]:
    nearest, size = state.rules.cut_from_end, state.rules.shoe_size
    if nearest >= size:
        return
    from_back = Integers(nearest, min(size - 1, a.DEPTH_MAX))
    if is_open(state, by, a.LoadShoe(from_back=nearest)):
        yield Offer(a.LoadShoe, {"from_back": from_back, "reader": Choices(tuple(a.Reader))})
    if is_open(state, by, a.UseAutomaticShoe(controls="approved", from_back=nearest)):
        fields: dict[str, Domain] = {"controls": Words(), "from_back": from_back}
        yield Offer(a.UseAutomaticShoe, fields)
        yield Offer(a.CommitShoe, {**fields, "commitment": Words(COMMITMENT_PATTERN)})
