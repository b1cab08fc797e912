"""What a roulette Round and the Table around it remember."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass, field
from enum import StrEnum
from typing import ClassVar

from pitboss.games.roulette.acts import Direction
from pitboss.games.roulette.events import NoSpinCalled, RoundSettled
from pitboss.games.roulette.rules import Rules, rules_of
from pitboss.games.roulette.settle import Wager
from pitboss.games.table import laying
from pitboss.games.table.laying import Key, Laid
from pitboss.games.table.state import BaseTable
from pitboss.rulebook import TableConfig
from pitboss.rulebook.shapes import length_mm


class Phase(StrEnum):
    """Where a round stands."""

    BETTING = "betting"
    SPINNING = "spinning"
    CLOSED = "closed"
    LANDED = "landed"
    SETTLED = "settled"
    VOID = "void"

    @property
    def words(self) -> str:
        """Say where the round stands, after "it is"."""
        return {"betting": "open for bets", "closed": "closed for bets", "landed": "waiting to be paid"}.get(
            self.value, self.value
        )


@dataclass
class Round(Laid):
    """One spin of the wheel and the wagers on it."""

    rules: Rules
    phase: Phase = Phase.BETTING
    direction: Direction | None = None
    pocket: str | None = None
    withheld: dict[Key, str] = field(default_factory=dict)
    """Wagers that will not be paid should they win, and by which clause."""

    def key(self) -> Hashable:
        """Return the round's value as something hashable."""
        wagers = tuple(sorted(self.wagers.items()))
        withheld = tuple(sorted(self.withheld.items()))
        return (self.rules.key, self.number, self.phase, wagers, self.direction, self.pocket, withheld)

    @property
    def is_open(self) -> bool:
        """Tell whether wagers may still be placed."""
        return self.phase in (Phase.BETTING, Phase.SPINNING)

    def laid(self) -> list[Wager]:
        """Return the wagers in the order they were first placed."""
        found = {bet: self.rules.position(bet) for bet in {bet for _, bet, _ in self.wagers}}
        return [Wager(player, found[bet], source, stake) for (player, bet, source), stake in self.wagers.items()]

    def kind_of(self, bet: str) -> str:
        """Return the kind whose limits and odds a bet has."""
        return self.rules.position(bet).kind

    def odds_of(self, bet: str) -> int:
        """Return n of a bet's odds n to 1."""
        return self.rules.odds_by_bet[bet]


def clear(state: Round) -> None:
    """Take every wager off."""
    laying.clear(state)
    state.withheld.clear()


def shift(state: Round, key: Key, to: Key, stake: int) -> None:
    """Count a wager under another key or at another worth; a payment withheld stays withheld."""
    laying.shift(state, key, to, stake)
    if key in state.withheld:
        state.withheld[to] = state.withheld.pop(key)


def new_table(config: TableConfig) -> Table:
    """Return a table that has not been opened yet."""
    return Table(rules=rules_of(config))


@dataclass
class ColourSet:
    """A set of colour chips in a player's hands: whose, and what one chip is worth."""

    player: str
    value_minor: int
    has_marker: bool


@dataclass
class Claim:
    """What a player who walked off is owed."""

    player: str
    amount_minor: int


@dataclass
class Table(BaseTable):
    """One roulette table."""

    HOLDS_DISPUTED: ClassVar[bool] = True
    CALLED_OFF_IN: ClassVar[frozenset[str]] = frozenset({Phase.BETTING, Phase.SPINNING, Phase.CLOSED})

    rules: Rules
    ball_um: int = 0
    """The ball's diameter in micrometres; 0 until another than the table's own was brought in."""
    round: Round | None = None
    dolly: str | None = None
    are_losers_collected: bool = False
    results: list[str] = field(default_factory=list)
    """The most recent results, newest first."""
    ended: RoundSettled | NoSpinCalled | None = None
    """How the last round ended, for the screens: the journal has them all."""
    previous: str | None = None
    """The last winning number, where the ball goes back to after a no spin."""
    must_return_ball: bool = False
    must_examine_ball: bool = False
    is_ball_suspect: bool = False
    """The ball in play left the wheel and has not been found sound; another ball may take its place."""
    colours: dict[str, ColourSet] = field(default_factory=dict)
    broken_sets: set[str] = field(default_factory=set)
    """Colours of which chips walked off: nobody gets them until the set is whole."""
    claims_made: int = 0
    claims: dict[int, Claim] = field(default_factory=dict)
    """What players who walked off may still claim, by number."""
    waiting: list[str] = field(default_factory=list)
    """Players who asked for colour chips and have none."""
    questioned: set[tuple[str, str, str]] = field(default_factory=set)

    @property
    def free_colours(self) -> list[str]:
        """Return the colours nobody holds."""
        return [
            colour
            for colour in self.rules.settings["colours"]
            if colour not in self.colours and colour not in self.broken_sets
        ]

    def held(self, player: str, colour: str) -> int:
        """Return what a player holds in a colour, off the layout."""
        return self.balances.get(f"chips:{player}:{colour}", 0)

    def colours_of(self, player: str) -> list[str]:
        """Return the colours a player has."""
        return [colour for colour, entry in self.colours.items() if entry.player == player]


def ball_um(diameter: str) -> int:
    """Return a setting's length in micrometres.

    >>> ball_um("13/16 in")
    20637
    """
    return int(length_mm(diameter) * 1000)
