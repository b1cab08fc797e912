"""A mini-baccarat table's rules as one frozen value: the edition's data with both tables, and the house's settings."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING

import msgspec

from pitboss.games.baccarat.third_cards import Table1, Table2, ThirdCards
from pitboss.games.baccarat.wagers import On, parse_on
from pitboss.games.rules import HouseRules, RuleData, house_rules
from pitboss.rulebook import NotOffered, cites

if TYPE_CHECKING:
    from typing import Self

    from pitboss.rulebook import TableConfig

__all__ = ["Rules", "rules_of"]


class _BaccaratData(RuleData, frozen=True):
    cut_min: int
    table1: Table1
    table2: Table2


DUTIES = frozenset(
    (
        "equipment staff dealer round layout positions decks cutting_cards batches backs alternate opening "
        "inspection verification spread wash batch_spread shuffle cut cut_depth cutting_card burn recut idle "
        "idle_by_hand idle_shuffler wagers chips coupon verbal no_more_bets late hands_off shoe "
        "automatic_shoe hands deal view equal_wagers announce third_card third_card_limit last_hand natural "
        "result losers_first pay_order discard handle vig vig_tie vig_none notice rounding whole_cents "
        "collect marker leave error_player_third error_drawn face_up too_few relinquish limits"
    ).split()
)
"""What every house's document must have a clause for; the other names are procedures a house may have or not."""


@dataclass(frozen=True)
class Rules(HouseRules[_BaccaratData]):
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
    def positions(self) -> int:
        """Return how many numbered positions the table has."""
        return int(self.settings["positions"])

    @cached_property
    def shoe_decks(self) -> int:
        """Return how many decks one shoe holds: all of them, or one of two batches."""
        return int(self.settings["decks"]) // (2 if self.settings["shuffler"] else 1)

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
    return house_rules(Rules, _BaccaratData, config, DUTIES)
