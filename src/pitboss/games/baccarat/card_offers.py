"""What is open at a mini-baccarat table with its cards: inspection, shuffle, cut, shoe, dealing, errors."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pitboss.decider import Choices, Integers, Offer, Person, Words
from pitboss.games.baccarat import card_acts as c
from pitboss.games.baccarat import messages as m
from pitboss.games.baccarat.probe import is_open
from pitboss.games.baccarat.shoe_procedure import FLOORPERSON, next_to_cut
from pitboss.games.cards import CARDS
from pitboss.games.virtual_shoe import COMMITMENT_PATTERN

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pitboss.decider import Act, Domain
    from pitboss.games.baccarat.state import Table

__all__ = ["card_offers"]

_BOTH = Choices((True, False))
_PLAIN: tuple[Act, ...] = (c.SpreadCards(), c.TurnIdleCards(), c.RevealShoe(order=(), nonce=""))


def card_offers(state: Table, by: Person) -> Iterator[Offer]:
    """Offer what may be done with the cards now."""
    yield from (Offer(type(act)) for act in _PLAIN if is_open(state, by, act))
    yield from _inspection_offers(state, by)
    yield from _shuffle_offers(state, by)
    yield from _shoe_offers(state, by)
    yield from _card_offers(state, by)
    if is_open(state, by, c.AbandonReveal(reason="lost")):
        yield Offer(c.AbandonReveal, {"reason": Words()})


def _inspection_offers(state: Table, by: Person) -> Iterator[Offer]:
    decks, has_shuffler = state.rules.shoe_decks, state.rules.settings["shuffler"]
    one, two = (c.Colour.RED, c.Colour.BLUE)
    probe = c.InspectCards(
        back=one,
        decks=decks,
        cutting_cards=c.Colour.YELLOW,
        second_back=two if has_shuffler else None,
        second_decks=decks if has_shuffler else 0,
        is_verified_electronically=True,
    )
    if not is_open(state, by, probe):
        return
    for back in c.Colour:
        for second in [other for other in c.Colour if other is not back] if has_shuffler else [None]:
            fields: dict[str, Domain] = {
                "back": Choices((back,)),
                "decks": Choices((decks,)),
                "cutting_cards": Choices(tuple(colour for colour in c.Colour if colour not in (back, second))),
                "second_back": Choices((second,)),
                "second_decks": Choices((decks if has_shuffler else 0,)),
                "meets_controls": Choices((True,)),
            }
            yield Offer(c.InspectCards, {**fields, "is_verified_electronically": Choices((True,))})
            yield Offer(c.InspectCards, {**fields, "is_verified_electronically": Choices((False,))}, FLOORPERSON)


def _shuffle_offers(state: Table, by: Person) -> Iterator[Offer]:
    players = tuple(dict.fromkeys(state.seats.values()))
    if players and is_open(state, by, c.LetPlayerLook(player=players[0])):
        yield Offer(c.LetPlayerLook, {"player": Choices(players)})
    for flag in (True, False):
        if is_open(state, by, c.StackCards(is_washed=flag)):
            yield Offer(c.StackCards, {"is_washed": Choices((flag,))})
    batches = tuple(back for back in state.cards.backs if is_open(state, by, c.ShuffleCards(batch=back)))
    if batches:
        yield Offer(c.ShuffleCards, {"batch": Choices(batches)})
    if is_open(state, by, c.ReleaseBatch(is_stored_securely=True, is_handled_as_approved=True)):
        flags = ("is_stored_securely", "is_handled_as_approved", "is_spread_requested")
        yield Offer(c.ReleaseBatch, dict.fromkeys(flags, _BOTH))
    if is_open(state, by, c.SpreadIdleCards(is_face_up=True)):
        yield Offer(c.SpreadIdleCards, {"is_face_up": _BOTH})


def _shoe_offers(state: Table, by: Person) -> Iterator[Offer]:
    rules, size = state.rules, state.rules.shoe_decks * 52
    following, least = next_to_cut(state), rules.data.cut_min
    if following is not None and is_open(state, by, c.OfferCut(position=following, is_accepted=True)):
        yield Offer(c.OfferCut, {"position": Choices((following,)), "is_accepted": _BOTH})
    if is_open(state, by, c.CutCards(depth=least)):
        yield Offer(c.CutCards, {"depth": Integers(least, size - least)})
    if is_open(state, by, c.OrderRecut(cutter=c.Cutter.LAST, reason="uneven")):
        yield Offer(c.OrderRecut, {"cutter": Choices(tuple(c.Cutter)), "reason": Words()})
    nearest = rules.settings["cut_from_end"]
    from_back = Integers(nearest, min(size - 1, c.DEPTH_MAX))
    if nearest >= size:
        return
    if is_open(state, by, c.LoadShoe(from_back=nearest)):
        yield Offer(c.LoadShoe, {"from_back": from_back, "reader": Choices(tuple(c.Reader))})
    if is_open(state, by, c.UseAutomaticShoe(controls="approved", from_back=nearest)):
        fields: dict[str, Domain] = {"controls": Words(), "from_back": from_back}
        yield Offer(c.UseAutomaticShoe, fields)
        yield Offer(c.CommitShoe, {**fields, "commitment": Words(COMMITMENT_PATTERN)})


def _card_offers(state: Table, by: Person) -> Iterator[Offer]:
    shoe = state.cards.shoe
    if shoe is None:
        return
    inside = tuple(card for card, copies in zip(CARDS, shoe.copies_left(), strict=True) if copies)
    for third in (False, True):
        kind: dict[str, Domain] = {"is_players_third": Choices((third,))}
        if is_open(state, by, c.ReportError(card=None, is_players_third=third)):
            yield Offer(c.ReportError, {**kind, "card": Choices((None,))})
        if inside and is_open(state, by, c.ReportError(card=inside[0], is_players_third=third)):
            yield Offer(c.ReportError, {**kind, "card": Choices(inside)})
    if inside:
        for act in (c.BurnCard(card=inside[0]), c.ReportFaceUp(card=inside[0]), m.DealCard(card=inside[0])):
            if is_open(state, by, act):
                yield Offer(type(act), {"card": Choices(inside)})
