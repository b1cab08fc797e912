"""What a mini-baccarat Round remembers: the wagers on the layout and the cards of both hands."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum
from typing import TYPE_CHECKING

from pitboss.games.baccarat.hands import Outcome, Side, dealt_order, hands_of, point_count
from pitboss.games.baccarat.messages import Source
from pitboss.games.baccarat.settle import Wager
from pitboss.games.baccarat.wagers import On
from pitboss.games.cards import DECK
from pitboss.money import Currency, show

if TYPE_CHECKING:
    from collections.abc import Hashable

    from pitboss.games.baccarat.rules import Rules

__all__ = ["Key", "Phase", "Round", "add"]

Key = tuple[int, str, Source]
"""Position, what the wager is on, what it is made in."""


class Phase(StrEnum):
    """Where a round stands."""

    BETTING = "betting"
    CLOSED = "closed"
    DEALING = "dealing"
    COMPLETE = "complete"
    SETTLED = "settled"
    VOID = "void"

    @property
    def words(self) -> str:
        """Say where the round stands, after "it is"."""
        return {
            "betting": "open for bets",
            "closed": "closed for bets",
            "dealing": "being dealt",
            "complete": "waiting to be paid",
        }.get(self.value, self.value)


@dataclass
class Round:
    """One round: two hands and the wagers on them; belongs to one owner and changes in place."""

    rules: Rules
    number: int = 1
    left: list[int] = field(default_factory=list)
    """How often each card of a deck may still come; a full shoe unless the table says otherwise."""
    phase: Phase = Phase.BETTING
    players: dict[int, str] = field(default_factory=dict)
    """Whose wagers lie at a position."""
    wagers: dict[Key, int] = field(default_factory=dict)
    player: list[str] = field(default_factory=list)
    banker: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        if not self.left:
            self.left = [self.rules.shoe_decks] * len(DECK)

    def key(self) -> Hashable:
        """Return the round's value as something hashable."""
        wagers, players = tuple(sorted(self.wagers.items())), tuple(sorted(self.players.items()))
        hands = (tuple(self.player), tuple(self.banker))
        return (self.rules.key, self.number, self.phase, players, wagers, *hands, tuple(self.left))

    def hand(self, side: Side) -> list[str]:
        """Return the cards of a hand."""
        return self.player if side is Side.PLAYER else self.banker

    def points(self, side: Side) -> int:
        """Return the Point Count of a hand."""
        return point_count(self.hand(side))

    @property
    def dealt(self) -> list[str]:
        """Return the cards of both hands in the order they were dealt."""
        return dealt_order(self.player, self.banker)

    @property
    def due(self) -> Side | None:
        """Return the hand that the next card belongs to, or None when both are complete."""
        due = hands_of(self.rules.tables, self.dealt).due
        return None if due is None else Side(due)

    @property
    def outcome(self) -> Outcome:
        """Return which hand has won; a round whose hands are not complete is void so far."""
        return Outcome(hands_of(self.rules.tables, self.dealt).outcome or Outcome.VOID)

    def on_area(self, position: int, on: str) -> int:
        """Return what lies on an area in all kinds of chips: limits add up."""
        return sum(self.wagers.get((position, on, source), 0) for source in Source)

    @property
    def laid_in_all(self) -> int:
        """Return what all players together have on the layout."""
        return sum(self.wagers.values())

    def laid_by(self, player: str) -> int:
        """Return what one player has on the layout, at all positions."""
        return sum(stake for (position, *_), stake in self.wagers.items() if self.players[position] == player)

    def has_wagers(self, position: int) -> bool:
        """Tell whether anything lies at a position."""
        return any(where == position for where, *_ in self.wagers)

    def laid(self) -> list[Wager]:
        """Return the wagers in the order they were first placed."""
        return [
            Wager(position, self.players[position], On(on), source, stake)
            for (position, on, source), stake in self.wagers.items()
        ]

    def money(self, minor: int) -> str:
        """Print an amount in the table's currency."""
        return show(minor, Currency.of(self.rules.config.currency))


def add(state: Round, key: Key, player: str, amount: int) -> None:
    """Count more, or less, on a wager; one that comes to nothing is gone, and so is its player."""
    lies = state.wagers.get(key, 0) + amount
    state.players[key[0]] = player
    if lies:
        state.wagers[key] = lies
        return
    del state.wagers[key]
    if not state.has_wagers(key[0]):
        del state.players[key[0]]
