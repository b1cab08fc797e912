"""How a game settles a round anew that was paid: one small class for each game, asked by the acts that correct."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from pitboss.decider import Choices, Words
from pitboss.games.cards import CARDS
from pitboss.games.everyday.checks import AFTER
from pitboss.games.everyday.events import MarkerChange, Rows
from pitboss.games.everyday.state import Laid, Settlement
from pitboss.legal import anybody
from pitboss.rulebook import ActionRefused


class Resettling:
    """One game's answers; every one is about a settlement that the table still remembers."""

    def named(self, one: Settlement, said: str) -> str | None:
        """Return the whole result of a round by what is said of it; None for what is no result of that round."""
        raise NotImplementedError

    def results(self, one: Settlement) -> tuple[str, ...]:
        """Return whatever may be said of a round but what is on record."""
        raise NotImplementedError

    def gains(self, one: Settlement, result: str, wagers: Sequence[Laid]) -> tuple[int, ...]:
        """Return what wagers gain by a result of that round, vigorish taken off; a loss is below zero."""
        raise NotImplementedError

    def bets(self, one: Settlement, player: str) -> tuple[str, ...]:
        """Return where a player's wager may have lain in that round."""
        raise NotImplementedError

    def whose(self, one: Settlement) -> Iterator[tuple[Words | Choices, tuple[str, ...]]]:
        """Yield players, and where a wager of theirs that nobody recorded may have lain."""
        yield anybody(), self.bets(one, "")

    def unit(self, one: Settlement, bet: str) -> int:  # noqa: ARG002 - a game whose odds are not whole has one
        """Return what a stake must be a multiple of there, so that it settles in whole units of money."""
        return 1

    def markers(
        self,
        state: Any,  # noqa: ARG002 - likewise
        one: Settlement,  # noqa: ARG002
        result: str,  # noqa: ARG002
        wagers: Sequence[Laid],  # noqa: ARG002
    ) -> tuple[tuple[MarkerChange, ...], Rows | None]:
        """Return how markers of vigorish change, and as rows what was collected of them already."""
        return (), None


class CardResettling(Resettling):
    """What the games with cards have in common: one card is named at a time, by its place in the deal."""

    def named(self, one: Settlement, said: str) -> str | None:
        """Return the cards of the round with the one that is named in its place; None where that cannot be."""
        if not one.detail.is_by_dealer:
            reason = "a card that a device read, or of an order that was committed to, is not corrected by hand"
            raise ActionRefused(reason, clause=AFTER, result=said)
        place, _, card = said.partition("=")
        cards = one.result.split()
        if not place.isdecimal() or not 1 <= int(place) <= len(cards) or card not in CARDS:
            return None
        cards[int(place) - 1] = card
        return " ".join(cards) if cards.count(card) <= one.rules.shoe_decks else None

    def results(self, one: Settlement) -> tuple[str, ...]:
        """Return every other card for every place that the decks can hold."""
        if not one.detail.is_by_dealer:
            return ()
        said = (f"{place}={card}" for place in range(1, len(one.result.split()) + 1) for card in CARDS)
        return tuple(text for text in said if self.named(one, text) not in (None, one.result))
