"""A blackjack table's rules as one frozen value: the edition's data, and what the house chose."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from math import lcm

from pitboss.games.shoe.rules import SHOE_DUTIES, ShoeData, ShoeRules
from pitboss.games.table.rules import table_rules
from pitboss.money import Rounding
from pitboss.rulebook import TableConfig, cites
from pitboss.rulebook.check import wagers_needed

TABLES_PER_SUPERVISOR = 6
SITTING_OUT = "HP-B4"
"""The clause by which a seat is kept without a wager."""


class _BlackjackData(ShoeData, frozen=True):
    pitch: dict[str, str]
    """The duties that stand in other clauses where the cards are dealt from the hand."""


DUTIES = SHOE_DUTIES | frozenset(
    (
        "equipment staff dealer cashier supervision round positions layout decks inspection verification spread wash "
        "shuffle device cut cut_first cut_circle cut_right cut_house cut_refused cut_depth dealer_cut recut idle chips "
        "coupon seated stay late must_wager several load burn burn_shown deal turn additional draw draw_21 one_card "
        "split_aces dealer_turns dealer_draws no_effect discard handle reopen win lose push blackjack blackjack_now "
        "blackjack_waits surrender surrender_def insurance insurance_def insurance_limit double double_def split "
        "split_def split_limit optional optional_place optional_limit optional_single optional_settle initial_pays hit "
        "hit_def hit_until hit_split hit_pitch multiple multiple_wagers multiple_insurance multiple_collect "
        "multiple_end face_up error_drawn wrong_number jam up_card tournament limits whole_cents"
    ).split()
)
"""What every house's document must have a clause for."""


@dataclass(frozen=True)
class Rules(ShoeRules[_BlackjackData]):
    """Everything `decide` asks about the house."""

    def clause(self, duty: str) -> str:
        """Return the clause by which this house has a duty: for a shoe, or for cards dealt from the hand."""
        if self.is_pitch and duty in self.data.pitch:
            return self.data.pitch[duty]
        return self.data.clauses[duty]

    @cached_property
    def is_pitch(self) -> bool:
        """Tell whether the cards are dealt from the hand."""
        return bool(self.settings["pitch"])

    @cached_property
    def multiple_action(self) -> int:
        """Return against how many dealer hands a player may wager; 0 where there is one hand only."""
        return int(self.settings["multiple_action"])

    @cached_property
    def initial_suit(self) -> str | None:
        """Return which wager on the first two cards the table has."""
        chosen = self.settings["initial_suit"]
        return None if chosen is None else str(chosen)

    @property
    @cites("BJ-K1", "BJ-J6")
    def kinds_taken(self) -> tuple[str, ...]:
        """Return the kinds of wager this table takes."""
        absent = {"same_suit", "king_queen"} - {self.initial_suit}
        absent |= {kind for kind, key in (("insurance", "insurance"), ("hit", "hit_wagers")) if not self.settings[key]}
        return tuple(kind for kind in self.wagers if kind not in absent)

    @cached_property
    @cites("BJ-J4", "Q18")
    def blackjack_odds(self) -> Fraction:
        """Return what a blackjack pays."""
        return Fraction(*self.settings["bj_pays"])

    @cached_property
    def rounding(self) -> Rounding:
        """Return the rule for what does not come to whole minor units."""
        return Rounding(self.settings["rounding"])

    @cites("BJ-K5", "BJ-K6", "Q21")
    def pays(self, kind: str) -> int:
        """Return n of the odds n to 1 in force at this table; a blackjack has its own."""
        key = f"{kind}_odds"
        return int(self.settings[key]) if key in self.settings else self.wagers[kind].pays

    @cached_property
    @cites("Q29")
    def stake_step(self) -> int:
        """Return the unit main wagers must come in so that a blackjack and a surrender settle in whole units."""
        if self.rounding is not Rounding.EXACT:
            return 1
        return lcm(self.blackjack_odds.denominator, 1 if self.settings["surrender"] == "none" else 2)

    @property
    def insurance_limits(self) -> tuple[int, int]:
        """Return the least and the most of an insurance: half a wager may be under the table's general minimum."""
        return int(self.settings["min"].get("insurance", 1)), self.limits("insurance")[1]

    def needed(self, kind: str) -> int:
        """Return how many wagers of a kind a player makes at least."""
        return wagers_needed(self.settings) if kind == "blackjack" else 1

    def unit(self, kind: str) -> int:
        """Return the unit in which wagers of a kind are taken."""
        return self.stake_step if kind == "blackjack" else 1


def rules_of(config: TableConfig) -> Rules:
    """Return the rules of a checked table; defaults that were left out are filled in from the edition."""
    return table_rules(Rules, _BlackjackData, config, DUTIES)
