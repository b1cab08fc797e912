"""A sic bo table's rules as one frozen value: the edition's data and the house's settings."""

from __future__ import annotations

from dataclasses import dataclass

from pitboss.games.sicbo.wagers import BY_BET, Selection, parse_bet
from pitboss.games.table.rules import RuleData, TableRules, table_rules
from pitboss.rulebook import NotOffered, TableConfig, cites


class _SicBoData(RuleData, frozen=True):
    shakes_min: int


DUTIES = frozenset(
    (
        "equipment staff dealer chips verbal responsibility position no_more_bets late shake enter light losers_first "
        "uncovered clear inspection no_roll failure failure_covered round limits"
    ).split()
)

_WHY = {
    "triple": "three of a kind names one number from 1 to 6",
    "pair": "two of a kind names one number from 1 to 6",
    "total": "the totals are 4 to 17, one to a wager",
    "combination": "a combination is two different numbers, the lower first",
    "one": "one of a kind names one number from 1 to 6",
}


@dataclass(frozen=True)
class Rules(TableRules[_SicBoData]):
    """Everything `decide` asks about the house."""

    @property
    def is_pair_exact(self) -> bool:
        """Tell whether a triple loses two of a kind (Q9)."""
        return bool(self.settings["two_of_a_kind"] == "exactly")

    @cites("SB-D1", "SB-D2", "Q10")
    def pays_for(self, kind: str, times: int) -> int:
        """Return n of n to 1 for a winner; one of a kind is paid by how often the number wagered shows."""
        if kind == "one" and times > 1:
            return int(self.settings["one_twice" if times == 2 else "one_thrice"])
        return self.pays(kind)

    def most_paid(self, kind: str) -> int:
        """Return the most a wager of a kind may be paid at."""
        return max(self.pays_for(kind, times) for times in ((1, 2, 3) if kind == "one" else (1,)))

    @cites("SB-A2", "SB-Bd", "SB-Be")
    def selection(self, text: str) -> Selection:
        """Return the place a bet names, or refuse one the layout does not have.

        >>> from pitboss.rulebook import table_config
        >>> rules_of(table_config({"rulebook": "oneida-sicbo-2004"})).selection("pair:3").index
        9
        """
        found = BY_BET.get(text)
        if found is not None:
            return found
        kind, _ = parse_bet(text)
        absent = next((entry for entry in self.edition.not_offered if entry.kind == text), None)
        if absent is not None:
            raise NotOffered(f"{text} is not a place on this layout: {absent.reason}", clause=absent.clause, bet=text)
        spec = self.wagers.get(kind) or self.wagers["total:4"]
        why = _WHY.get(kind, f"{kind} is written without numbers")
        raise NotOffered(f"{text} is not a place on this layout: {why}", clause=spec.clause, bet=text)


def rules_of(config: TableConfig) -> Rules:
    """Return the rules of a checked table."""
    return table_rules(Rules, _SicBoData, config, DUTIES)
