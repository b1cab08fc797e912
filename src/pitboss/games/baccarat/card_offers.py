"""What is open at a mini-baccarat table alone with its cards: shuffle, burn, dealing, errors."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pitboss.decider import Choices, Offer, Person
from pitboss.games.baccarat import card_acts as c
from pitboss.games.baccarat import messages as m
from pitboss.games.cards import CARDS

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pitboss.decider import Domain
    from pitboss.games.baccarat.state import Table
    from pitboss.games.shoe.probe import IsOpen

__all__ = ["card_offers"]

_BOTH = Choices((True, False))


def card_offers(state: Table, by: Person, is_open: IsOpen) -> Iterator[Offer]:
    """Offer what may be done with the cards now."""
    batches = tuple(back for back in state.cards.backs if is_open(state, by, c.ShuffleCards(batch=back)))
    if batches:
        yield Offer(c.ShuffleCards, {"batch": Choices(batches)})
    if is_open(state, by, c.ReleaseBatch(is_stored_securely=True, is_handled_as_approved=True)):
        flags = ("is_stored_securely", "is_handled_as_approved", "is_spread_requested")
        yield Offer(c.ReleaseBatch, dict.fromkeys(flags, _BOTH))
    shoe = state.cards.shoe
    if shoe is None:
        return
    inside = tuple(card for card, copies in zip(CARDS, shoe.copies_left(), strict=True) if copies)
    yield from _error_offers(state, by, inside, is_open)
    if inside:
        for act in (c.BurnCard(card=inside[0]), c.ReportFaceUp(card=inside[0]), m.DealCard(card=inside[0])):
            if is_open(state, by, act):
                yield Offer(type(act), {"card": Choices(inside)})


def _error_offers(state: Table, by: Person, inside: tuple[str, ...], is_open: IsOpen) -> Iterator[Offer]:
    for third in (False, True):
        kind: dict[str, Domain] = {"is_players_third": Choices((third,))}
        if is_open(state, by, c.ReportError(card=None, is_players_third=third)):
            yield Offer(c.ReportError, {**kind, "card": Choices((None,))})
        if inside and is_open(state, by, c.ReportError(card=inside[0], is_players_third=third)):
            yield Offer(c.ReportError, {**kind, "card": Choices(inside)})
