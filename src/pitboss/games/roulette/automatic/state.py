"""An automatic table as it stands: terminals with their credits, the game in play, what is held or void, history."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum
from typing import ClassVar, NamedTuple

from pitboss.decider import Act
from pitboss.games.roulette.automatic.acts import RecordClockStep, ReportStaffing, SenseNumber
from pitboss.games.roulette.automatic.config import AutomaticConfig
from pitboss.games.roulette.automatic.events import BetChanges, BuyInCounted, NumberSensed
from pitboss.games.roulette.automatic.settlement import Settlement
from pitboss.games.roulette.rules import Rules, rules_of
from pitboss.games.roulette.state import Phase, Round
from pitboss.games.table.rules import EquipmentItem
from pitboss.games.table.state import BaseTable

CREDITS = "credits"
"""The kind of chips a terminal's wagers are in."""
DEEDS_MAX = 100
"""How many betting acts of a game a terminal can undo; older ones are final."""
NUMBERS_MAX = 200
"""How many winning numbers are kept for the statistics; the journal has all."""
RECEIVABLE, PAYABLE = "receivable:", "payable:"
_PLAYED = ("credits", "circulation", "patrons", "promotion")
"""Accounts that players' money moves through."""


ROW_BITS = 8
"""How many bits of a bet's number are its position's: a layout has fewer than 256."""
CLOSED_MAX = 500
"""Of how many sessions that are over the last buy-in is kept, to be corrected."""
SESSION_NAME = r"\.[1-9][0-9]*$"
"""How the name of a session ends, and no terminal's may."""
_SESSION = re.compile(rf"(.+)({SESSION_NAME})")


def holder_of(terminal: str, session: int | None) -> str:
    """Return what accounts call a patron session; before there were any, the terminal itself.

    >>> holder_of("T1", 3), holder_of("T1", None)
    ('T1.3', 'T1')
    """
    return terminal if session is None else f"{terminal}.{session}"


def session_of(holder: str) -> tuple[str, int | None]:
    """Return terminal and session of what accounts call a session.

    >>> session_of("T1.3"), session_of("T1")
    (('T1', 3), ('T1', None))
    """
    found = _SESSION.fullmatch(holder)
    return (holder, None) if found is None else (found[1], int(found[2].removeprefix(".")))


def credit_account(holder: str) -> str:
    """Return the account of a session's credits."""
    return f"{CREDITS}:{holder}"


def receivable_account(holder: str) -> str:
    """Return the account of what a session's patron owes the house."""
    return f"{RECEIVABLE}{holder}"


def payable_account(holder: str) -> str:
    """Return the account of what the house owes the patron of a session that is over."""
    return f"{PAYABLE}{holder}"


class CashOut(StrEnum):
    """How far a cash-out has come."""

    ASKED = "asked"
    AFFIRMED = "affirmed"
    SELECTED = "selected"
    COUNTED = "counted"
    CONFIRMED = "confirmed"


@dataclass(slots=True)
class Deeds:
    """The last betting acts of a player in a game, as undo needs them: in columns, for every spin lets go of all."""

    bets: list[str] = field(default_factory=list)
    changes: list[int] = field(default_factory=list)
    """By how much each of the bets became more."""
    sizes: list[int] = field(default_factory=list)
    """How many bets each act changed."""
    selected: list[tuple[str, int] | None] = field(default_factory=list)
    """What was the last number selected before each act."""

    def __len__(self) -> int:
        """Return how many acts there are."""
        return len(self.sizes)

    @property
    def last(self) -> tuple[tuple[str, int], ...]:
        """Return the bets of the last act with their changes."""
        begin = len(self.bets) - self.sizes[-1]
        return tuple(zip(self.bets[begin:], self.changes[begin:], strict=True))

    def add(self, changes: BetChanges, selected: tuple[str, int] | None) -> bool:
        """Take in an act; tell whether the oldest is final from now on."""
        self.bets += changes.bet
        self.changes += changes.change_minor
        self.sizes.append(len(changes.bet))
        self.selected.append(selected)
        if len(self.sizes) <= DEEDS_MAX:
            return False
        size = self.sizes.pop(0)
        del self.bets[:size], self.changes[:size], self.selected[0]
        return True

    def undo(self) -> tuple[str, int] | None:
        """Forget the last act; return what was selected before it."""
        begin = len(self.bets) - self.sizes.pop()
        del self.bets[begin:], self.changes[begin:]
        return self.selected.pop()

    def clear(self) -> None:
        """Forget all."""
        for column in (self.bets, self.changes, self.sizes, self.selected):
            column.clear()


class Number(NamedTuple):
    """What a settled game came to."""

    game: int
    pocket: str


class Settled(NamedTuple):
    """The bets of one terminal in a settled game: what they came to follows from the number."""

    game: int
    pocket: str
    bets: dict[str, int]


@dataclass(slots=True)
class Terminal:
    """A player terminal, and the patron session that is open at it."""

    number: int = 0
    """Which terminal of the table it is, counted as they are enrolled."""
    first_game: int = 1
    """The first game it could bet in; what was bet in earlier ones under its name was another player's."""
    session: int | None = None
    """The number of the session that is open; None where nobody plays, and always before there were sessions."""
    is_abandoned: bool = False
    """Whether its patron left without cashing out, and bets of the session still run to their result."""
    patrons: int = 0
    """How many sessions were opened at it."""
    counted: BuyInCounted | None = None
    """A buy-in that was counted and not yet credited."""
    undropped: BuyInCounted | None = None
    """A buy-in that was credited and whose currency lies beside the drop box."""
    last_buy_in: BuyInCounted | None = None
    is_verified: bool = True
    """Whether the player has found the last credit right."""
    is_questioned: bool = False
    """Whether the player has found it wrong, and waits for somebody."""
    bets: dict[str, int] = field(default_factory=dict)
    """Its bets in the game."""
    deeds: Deeds = field(default_factory=Deeds)
    """This game's last betting acts, so many as are kept; undo takes the last."""
    has_final_deeds: bool = False
    """Whether acts of this game are too old to be undone."""
    selected: tuple[str, int] | None = None
    """The last number selected in this game, and what was last bet on it."""
    last_game: dict[str, int] = field(default_factory=dict)
    """The bets of the last game in which the session had any."""
    settled: Settled | None = None
    """Its bets in the last settled game in which the session had any."""
    cash_out: CashOut | None = None
    cash_out_minor: int = 0


@dataclass(kw_only=True)
class AutomaticTable(BaseTable):
    """One automatic table."""

    KEEPS_DEBTS: ClassVar[bool] = False
    TAKEN_WHILE_SUSPENDED: ClassVar[frozenset[type[Act]]] = frozenset({SenseNumber, RecordClockStep, ReportStaffing})

    rules: Rules
    config: AutomaticConfig
    round: Round | None = None
    terminals: dict[str, Terminal] = field(default_factory=dict)
    seconds: int = 0
    """How long the betting window in force is, from the event that opened it."""
    until: datetime | None = None
    """When the betting time in force is over, by the clock that commands are received by."""
    left_ms: int | None = None
    """What was left of it when the table was suspended."""
    is_prompted: bool = False
    held: str | None = None
    """Why the game waits for a ruling."""
    disputed: str | None = None
    """The number that the dealer confirmed in a held game, against the sensor."""
    sensed: NumberSensed | None = None
    void: int | None = None
    """The game that is void and not yet refunded."""
    back: list[int] = field(default_factory=list)
    """What goes back to terminals by each pocket: the stakes on it, with what they win."""
    staked: int = 0
    """What lies on the layout."""
    rows: dict[int, int] = field(default_factory=dict)
    """Every bet of the game as a number, of its terminal and its position, to its stake: in the order of laying.

    They are in no book of the Round, which has their sums: tuples of names would have to be made and let go again.
    """
    enrolled: int = 0
    """How many terminals were ever enrolled; each has a number of its own."""
    history: list[Settlement] = field(default_factory=list)
    """The last settled games, the newest first."""
    voided: set[int] = field(default_factory=set)
    """Games of the history that are void."""
    numbers: list[Number] = field(default_factory=list)
    """The numbers of settled games that are not void, the newest first."""
    staffing: tuple[int, int] | None = None
    """Tables and supervisors, as last reported."""
    has_sessions: bool = False
    """Whether credits, bets and debts belong to patron sessions; before, to terminals."""
    sessions: int = 0
    """How many sessions were opened at the table; each has a number of its own."""
    over: dict[str, BuyInCounted] = field(default_factory=dict)
    """The last buy-in of sessions that are over, the oldest first."""

    @property
    def is_new(self) -> bool:
        """Tell whether no game was played here and no player's money moved."""
        return not self.rounds and not any(name.partition(":")[0] in _PLAYED for name in self.balances)

    @property
    def is_in_play(self) -> bool:
        """Tell whether a game is neither settled nor void."""
        return self.round is not None and self.round.phase not in (Phase.SETTLED, Phase.VOID)

    @property
    def is_taking_bets(self) -> bool:
        """Tell whether a betting time runs."""
        return self.is_in_play and self.held is None and self.round is not None and self.round.is_open

    @property
    def is_frozen(self) -> bool:
        """Tell whether the player terminals are frozen: from zero on, and while the game is held, until its result."""
        return self.is_in_play and (self.held is not None or not (self.round is not None and self.round.is_open))

    @property
    def equipment(self) -> tuple[EquipmentItem, ...]:
        """Return what an inspection of the automatic system must see; of any table's where its document lists none."""
        items: list[str] = self.rules.edition.rules["automatic"].get("equipment", [])
        named = tuple(EquipmentItem(item=item, clause=self.clause("equipment")) for item in items)
        return named or self.rules.equipment

    @property
    def is_between_rounds(self) -> bool:
        """Tell whether no game is in play, and none waits for its refund."""
        return self.void is None and not self.is_in_play

    @property
    def exposure_minor(self) -> int:
        """Return what the spin may cost the house at worst."""
        return max(self.back, default=0) - self.staked

    @property
    def liability(self) -> list[int]:
        """Return what the spin costs the house by each pocket: winnings less what is lost on it."""
        return [back - self.staked for back in self.back]

    def holder(self, terminal: str) -> str:
        """Return what accounts call whoever plays at a terminal."""
        entry = self.terminals.get(terminal)
        return holder_of(terminal, None if entry is None else entry.session)

    def holders(self) -> dict[int, tuple[str, int | None]]:
        """Return terminal and session of those who have bets, by the terminal's number."""
        return {entry.number: (name, entry.session) for name, entry in self.terminals.items() if entry.bets}

    def credits(self, terminal: str) -> int:
        """Return what may be bet at a terminal."""
        return self.balances.get(credit_account(self.holder(terminal)), 0)

    def receivables(self) -> dict[str, int]:
        """Return what the patrons of sessions owe, where any does."""
        return {name: -held for name, held in self._held_on(RECEIVABLE).items()}

    def payables(self) -> dict[str, int]:
        """Return what is owed to the patrons of sessions that are over, where anything is."""
        return self._held_on(PAYABLE)

    def _held_on(self, kind: str) -> dict[str, int]:
        held = self.balances.items()
        return {name.removeprefix(kind): amount for name, amount in held if amount and name.startswith(kind)}

    def has_left(self, terminal: str, session: int | None, game: int) -> bool:
        """Tell whether whoever bet at a terminal in a game is gone; another may play there now.

        A session is over once its cash-out is confirmed, or its patron gone without one.
        """
        entry = self.terminals.get(terminal)
        if entry is None or not self.has_sessions:
            return entry is None or entry.first_game > game
        return entry.session is None or entry.session != session or self.is_ending(entry)

    @staticmethod
    def is_ending(terminal: Terminal) -> bool:
        """Tell whether nothing may come to a session's credits any more."""
        return terminal.is_abandoned or terminal.cash_out is CashOut.CONFIRMED

    def is_idle(self, terminal: str) -> bool:
        """Tell whether a terminal has no credits and no bets, and no buy-in or cash-out that is not finished."""
        entry = self.terminals[terminal]
        is_open = entry.cash_out is not None or entry.counted is not None or entry.undropped is not None
        return not (self.credits(terminal) or entry.bets or is_open)

    def take_off(self) -> None:
        """Begin without a bet."""
        self.back, self.staked, self.rows = [0] * len(self.rules.wheel.pockets), 0, {}

    def clause(self, duty: str) -> str:
        """Return the clause by which an automatic table has a duty."""
        return self.rules.automatic_clauses[duty]

    def limit_clause(self, which: str) -> str:
        """Return the clause by which a bet has its maximum, or its minimum."""
        return self.clause("chips" if which == "max" else "limits")


def new_table(config: AutomaticConfig) -> AutomaticTable:
    """Return a table that has not been opened yet."""
    rules = rules_of(config.table)
    return AutomaticTable(rules=rules, config=config, back=[0] * len(rules.wheel.pockets))
