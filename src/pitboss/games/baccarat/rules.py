"""A mini-baccarat table's rules as one frozen value: the edition's data with both tables, and the house's settings."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property
from typing import Self

import msgspec

from pitboss.games.baccarat.third_cards import Table1, Table2, ThirdCards
from pitboss.games.baccarat.wagers import On, parse_on
from pitboss.games.shoe.rules import SHOE_DUTIES, ShoeData, ShoeRules
from pitboss.games.table.rules import table_rules
from pitboss.rulebook import NotOffered, TableConfig, cites


class _BaccaratData(ShoeData, frozen=True):
    table1: Table1
    table2: Table2


DUTIES = SHOE_DUTIES | frozenset(
    (
        "equipment dealer layout batches backs alternate opening batch_spread idle_shuffler wagers chips "
        "coupon verbal no_more_bets late hands_off hands deal view equal_wagers announce third_card third_card_limit "
        "last_hand natural result losers_first pay_order discard vig vig_tie vig_none notice rounding whole_cents "
        "collect marker leave error_player_third error_drawn face_up too_few relinquish limits"
    ).split()
)
"""What every house's document must have a clause for; the other names are procedures a house may have or not."""


@dataclass(frozen=True)
class Rules(ShoeRules[_BaccaratData]):
    """Everything `decide` asks about the house."""

    @cached_property
    def tables(self) -> ThirdCards:
        """Return Tables 1 and 2."""
        return ThirdCards.of(self.data.table1, self.data.table2)

    @property
    def form(self) -> str:
        """Return the form of vigorish: `vig`, `tie_vig` or `no_vig`."""
        return str(self.settings["form"])

    @property
    @cites("MB-B4a", "MB-B4b")
    def batches(self) -> int:
        """Return 2 where a shuffler works on one batch while the other is played."""
        return 2 if self.settings["shuffler"] else 1

    @property
    @cites("MB-H")
    def one_back_clause(self) -> str:
        """Return the clause by which the cards of a shoe have one back."""
        return self.clause("shoe")

    @cites("MB-M1", "MB-M2", "MB-M3")
    def pays(self, kind: str) -> int:
        """Return n of the odds n to 1 in force at this table, before vigorish."""
        return int(self.settings["tie_odds"]) if kind == On.TIE else self.wagers[kind].pays

    @cites("MB-G1", "MB-G2")
    def offered(self, text: str) -> On:
        """Return what a wager is on, or refuse a wager this house does not take."""
        kind = parse_on(text)
        if kind in self.wagers:
            return On(kind)
        absent = next((entry for entry in self.edition.not_offered if entry.kind == kind), None)
        clause = absent.clause if absent else self.clause("wagers")
        reason = absent.reason if absent else "the house does not offer it"
        raise NotOffered(f"{kind} is no wager of this table: {reason}", clause=clause, on=kind)

    def with_settings(self, **changed: object) -> Self:
        """Return the same rules with other settings."""
        settings = {**self.settings, **changed}
        return replace(self, config=msgspec.structs.replace(self.config, settings=settings))


def rules_of(config: TableConfig) -> Rules:
    """Return the rules of a checked table; defaults that were left out are filled in from the edition.

    >>> from pitboss.rulebook import TableConfig
    >>> rules_of(TableConfig("oneida-minibaccarat-2004", "", "USD", {})).tables.banker_draws(5, 4)
    True
    """
    return table_rules(Rules, _BaccaratData, config, DUTIES)
