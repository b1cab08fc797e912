"""An automatic table as it stands: terminals with their credits, the game in play, what is held or void, history."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum
from typing import NamedTuple

from pitboss.games.roulette.automatic.config import AutomaticConfig
from pitboss.games.roulette.automatic.events import BuyInCounted, NumberSensed, Settlement
from pitboss.games.roulette.rules import Rules, rules_of
from pitboss.games.roulette.settle import pay_table
from pitboss.games.roulette.state import Phase, Round
from pitboss.games.table.state import BaseTable

CREDITS = "credits"
"""The kind of chips a terminal's wagers are in."""
DEEDS_MAX = 100
"""How many betting acts of a game a terminal can undo; older ones are final."""
RECEIVABLE, PAYABLE = "receivable:", "payable:"


def credit_account(terminal: str) -> str:
    """Return the account of a terminal's credits."""
    return f"{CREDITS}:{terminal}"


def receivable_account(terminal: str) -> str:
    """Return the account of what a terminal's player owes the house."""
    return f"{RECEIVABLE}{terminal}"


def payable_account(terminal: str) -> str:
    """Return the account of what the house owes the player of a terminal that is gone."""
    return f"{PAYABLE}{terminal}"


class CashOut(StrEnum):
    """How far a cash-out has come."""

    ASKED = "asked"
    AFFIRMED = "affirmed"
    SELECTED = "selected"
    COUNTED = "counted"
    CONFIRMED = "confirmed"


class Deed(NamedTuple):
    """One betting act of a player, as undo needs it."""

    changes: tuple[tuple[str, int], ...]
    """Bets with their change."""
    selected: tuple[str, int] | None
    """What was the last number selected before the act."""


@dataclass
class Terminal:
    """A player terminal."""

    first_game: int = 1
    """The first game it could bet in; what was bet in earlier ones under its name was another player's."""
    counted: BuyInCounted | None = None
    """A buy-in that was counted and not yet credited."""
    undropped: BuyInCounted | None = None
    """A buy-in that was credited and whose currency lies beside the drop box."""
    last_buy_in: BuyInCounted | None = None
    is_verified: bool = True
    """Whether the player has found the last credit right."""
    bets: dict[str, int] = field(default_factory=dict)
    """Its bets in the game."""
    deeds: list[Deed] = field(default_factory=list)
    """This game's last betting acts, so many as are kept; undo takes the last."""
    has_final_deeds: bool = False
    """Whether acts of this game are too old to be undone."""
    selected: tuple[str, int] | None = None
    """The last number selected in this game, and what was last bet on it."""
    last_game: dict[str, int] = field(default_factory=dict)
    """The bets of the last game it took part in."""
    cash_out: CashOut | None = None
    cash_out_minor: int = 0


@dataclass(kw_only=True)
class AutomaticTable(BaseTable):
    """One automatic table."""

    rules: Rules
    config: AutomaticConfig
    round: Round | None = None
    terminals: dict[str, Terminal] = field(default_factory=dict)
    seconds: int = 0
    """How long the betting window in force is, from the event that opened it."""
    is_prompted: bool = False
    held: str | None = None
    """Why the game waits for a ruling."""
    sensed: NumberSensed | None = None
    void: int | None = None
    """The game that is void and not yet refunded."""
    liability: list[int] = field(default_factory=list)
    """What the spin costs the house by each pocket: winnings less what is lost on it."""
    history: list[Settlement] = field(default_factory=list)
    """The last settled games, the newest first."""
    voided: set[int] = field(default_factory=set)
    """Games of the history that are void."""
    staffing: tuple[int, int] | None = None
    """Tables and supervisors, as last reported."""

    @property
    def is_in_play(self) -> bool:
        """Tell whether a game is neither settled nor void."""
        return self.round is not None and self.round.phase not in (Phase.SETTLED, Phase.VOID)

    @property
    def is_between_rounds(self) -> bool:
        """Tell whether no game is in play, and none waits for its refund."""
        return self.void is None and not self.is_in_play

    @property
    def exposure_minor(self) -> int:
        """Return what the spin may cost the house at worst."""
        return max(self.liability, default=0)

    def credits(self, terminal: str) -> int:
        """Return what a terminal may bet."""
        return self.balances.get(credit_account(terminal), 0)

    def receivables(self) -> dict[str, int]:
        """Return what the players of terminals owe, where any does."""
        return {name: -held for name, held in self._held_on(RECEIVABLE).items()}

    def payables(self) -> dict[str, int]:
        """Return what is owed to the players of terminals that are gone, where anything is."""
        return self._held_on(PAYABLE)

    def _held_on(self, kind: str) -> dict[str, int]:
        held = self.balances.items()
        return {name.removeprefix(kind): amount for name, amount in held if amount and name.startswith(kind)}

    def has_left(self, terminal: str, game: int) -> bool:
        """Tell whether the terminal that bet in a game is gone; one of that name may stand here for another player."""
        entry = self.terminals.get(terminal)
        return entry is None or entry.first_game > game

    def is_idle(self, terminal: str) -> bool:
        """Tell whether a terminal has no credits and no bets, and no buy-in or cash-out that is not finished."""
        entry = self.terminals[terminal]
        is_open = entry.cash_out is not None or entry.counted is not None or entry.undropped is not None
        return not (self.credits(terminal) or entry.bets or is_open)

    def liability_of(self, bet: str, change: int) -> list[int]:
        """Return what a change of a bet adds to the cost of the spin, pocket by pocket."""
        column = pay_table(self.rules).columns[self.rules.position(bet).index]
        return [gain * change for gain in column]

    def clause(self, duty: str) -> str:
        """Return the clause by which an automatic table has a duty."""
        return str(self.rules.edition.rules["automatic"]["clauses"][duty])

    def limit_clause(self, which: str) -> str:
        """Return the clause by which a bet has its maximum, or its minimum."""
        return self.clause("chips" if which == "max" else "limits")


def new_table(config: AutomaticConfig) -> AutomaticTable:
    """Return a table that has not been opened yet."""
    rules = rules_of(config.table)
    return AutomaticTable(rules=rules, config=config, liability=[0] * len(rules.wheel.pockets))
