"""What a sic bo Round and the Table around it remember."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass, field
from enum import StrEnum
from typing import ClassVar

from pitboss.games.sicbo import acts as a
from pitboss.games.sicbo import events as e
from pitboss.games.sicbo.rules import Rules, rules_of
from pitboss.games.sicbo.settle import settled_columns
from pitboss.games.table.laying import Laid
from pitboss.games.table.state import BaseTable, Check
from pitboss.rulebook import TableConfig


class Phase(StrEnum):
    """Where a round stands."""

    BETTING = "betting"
    CLOSED = "closed"
    SHAKEN = "shaken"
    UNCOVERED = "uncovered"
    NOT_FLAT = "not_flat"
    LIT = "lit"
    SETTLED = "settled"
    VOID = "void"

    @property
    def words(self) -> str:
        """Say where the round stands, after "it is"."""
        return {
            "betting": "open for bets",
            "closed": "closed for bets",
            "not_flat": "uncovered with a die not flat",
            "lit": "lit and waiting to be paid",
        }.get(self.value, self.value)


@dataclass
class Round(Laid):
    """One throw of the dice and the wagers on it."""

    rules: Rules
    phase: Phase = Phase.BETTING
    dice: a.Dice | None = None

    def key(self) -> Hashable:
        """Return the round's value as something hashable."""
        return (self.rules.key, self.number, self.phase, tuple(sorted(self.wagers.items())), self.dice)

    @property
    def is_open(self) -> bool:
        """Tell whether wagers may still be placed."""
        return self.phase is Phase.BETTING

    def kind_of(self, bet: str) -> str:
        """Return the kind whose limits and odds a bet has."""
        return self.rules.selection(bet).kind

    def odds_of(self, bet: str) -> int:
        """Return the most, n to 1, that a bet may be paid at."""
        return self.rules.most_paid(self.kind_of(bet))


def settled(state: Round, dice: a.Dice, supervisor: str | None = None) -> e.RoundSettled:
    """Return the settlement of the round's wagers; by hand where a supervisor had to be present."""
    columns, moves = settled_columns(state.rules, dice, state.wagers)
    return e.RoundSettled(
        round=state.number,
        dice=dice,
        wagers=columns,
        by_hand=supervisor is not None,
        supervisor=supervisor,
        moves=moves,
    )


RESULTS_KEPT = 500


def dice_name(dice: a.Dice) -> str:
    """Return a throw as a correction names it.

    >>> dice_name((1, 2, 2))
    '1-2-2'
    """
    return "-".join(map(str, dice))


@dataclass(kw_only=True)
class Table(BaseTable):
    """One sic bo table."""

    ABANDONED_IN: ClassVar[frozenset[str]] = frozenset({Phase.BETTING, Phase.CLOSED, Phase.SHAKEN})

    CALLED_OFF_IN: ClassVar[frozenset[str]] = frozenset({*ABANDONED_IN, Phase.NOT_FLAT})

    rules: Rules
    round: Round | None = None
    is_computer_inspected: bool = False
    is_computer_failed: bool = False
    are_losers_collected: bool = False
    lit: tuple[str, ...] = ()
    """The places lit on the layout now."""
    results: list[a.Dice] = field(default_factory=list)
    """The most recent throws, newest first."""
    ended: tuple[int, e.RoundSettled | e.FailureReported] | None = None
    """The round that ended last, and how: paid, or given back because the computer failed."""

    @property
    def opening_checks(self) -> tuple[Check, ...]:
        """Return the inspection of the computer, which is the floorperson's."""
        computer = Check(
            title="Computer",
            text="out of order" if self.is_computer_failed else "three dice entered, every place lights as it must",
            clause=self.rules.clause("inspection"),
            is_done=self.is_computer_inspected and not self.is_computer_failed,
            act=str(a.InspectComputer.__struct_config__.tag),
            by=("floorperson",),
        )
        return (computer,)

    @property
    def is_between_rounds(self) -> bool:
        """Tell whether no round is in play; one whose lights still burn is."""
        return super().is_between_rounds and not self.lit

    @property
    def standing(self) -> str:
        """Say where the round stands; paid is not over while the lights burn."""
        is_paid = self.phase is Phase.SETTLED
        return "paid, but its lights are not cleared" if is_paid and self.lit else super().standing


def new_table(config: TableConfig) -> Table:
    """Return a table that has not been opened yet."""
    return Table(rules=rules_of(config))
