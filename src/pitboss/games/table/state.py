"""What every table remembers, whatever the game: each game's table adds its own."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, ClassVar

from pitboss.decider import Act, Person
from pitboss.games.disputes import Disputes
from pitboss.games.everyday.state import Everyday
from pitboss.games.table.rules import EquipmentItem, TableRules
from pitboss.money import Currency, show


@dataclass(frozen=True, kw_only=True)
class Check:
    """What a game's table needs besides before it opens, or before it is played at."""

    title: str
    text: str
    clause: str
    is_done: bool
    act: str
    """The act that does it, by its stored name."""
    by: tuple[str, ...]
    witness: tuple[str, ...] = ()
    is_after: bool = False
    """Whether it is done at the open table, before the first round."""


@dataclass(kw_only=True)
class BaseTable:
    """What every table has; each game's table adds its own."""

    ABANDONED_IN: ClassVar[frozenset[str]] = frozenset({"betting"})
    """The phases in which a round without wagers may be given up: nothing that decides it has begun."""

    CALLED_OFF_IN: ClassVar[frozenset[str]] = frozenset({"betting"})
    """The phases in which a round in play has no result yet, so that it can be called off."""
    KEEPS_DEBTS: ClassVar[bool] = True
    """Whether what was paid is corrected, and what is due or owed by that kept under players' names."""
    TAKEN_WHILE_SUSPENDED: ClassVar[frozenset[type[Act]]] = frozenset()
    """What a table's own devices go on telling while everything else stands still."""
    HOLDS_DISPUTED: ClassVar[bool] = False
    """Whether a wager in dispute is neither collected nor paid, where a document has steps for disputes."""

    rules: TableRules[Any]
    """The rules of the next round; a round in play keeps the ones it was opened with."""
    is_open: bool = False
    dealer: str | None = None
    mucker: str | None = None
    inspected: tuple[str, ...] = ()
    is_sign_posted: bool = False
    """Whether the sign that hangs here has the limits in force."""
    round: Any = None
    rounds: int = 0
    balances: dict[str, int] = field(default_factory=dict)
    """What every account of the table holds: the fold of all moves."""
    everyday: Everyday = field(default_factory=Everyday)
    disputes: Disputes = field(default_factory=Disputes)

    @property
    def phase(self) -> Any:
        """Return where the round stands; None before the first."""
        return None if self.round is None else self.round.phase

    @property
    def standing(self) -> str:
        """Say where the round stands, after "it is"."""
        return str(self.phase.words)

    @property
    def is_between_rounds(self) -> bool:
        """Tell whether no round is in play."""
        return self.round is None or self.phase in ("settled", "void")

    @property
    def has_result(self) -> bool:
        """Tell whether a round in play, or the one before, is decided."""
        return self.phase not in self.CALLED_OFF_IN

    @property
    def equipment(self) -> tuple[EquipmentItem, ...]:
        """Return what an inspection of the table must see."""
        return self.rules.equipment

    @property
    def opening_checks(self) -> tuple[Check, ...]:
        """Return what a game's table needs besides its equipment."""
        return ()

    @property
    def is_deserted(self) -> bool:
        """Tell whether a round is open that nobody plays, so that nothing has to wait for its end."""
        return False

    def money(self, minor: int) -> str:
        """Print an amount in the table's currency."""
        return show(minor, Currency.of(self.rules.config.currency))

    def is_at_table(self, person: Person) -> bool:
        """Tell whether this is the table's own dealer or mucker, or anybody whose place is not one table."""
        own = {"dealer": self.dealer, "mucker": self.mucker}
        return person.role.value not in own or own[person.role.value] == person.id
