"""The figures of a table's wagers for people who approve or change its rules: one sheet, or two tables compared."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from math import sqrt
from typing import Any, Final

from pitboss.errors import BadConfig
from pitboss.games.blackjack import rules as blackjack_rules
from pitboss.lab.ends import bets_of, ends_of
from pitboss.money import check_stake
from pitboss.rulebook import RuleViolation, TableConfig, edition, table_config

STAKE: Final = 10_000
"""What is laid on a wager where nobody says otherwise, in minor units: every payment of it is whole."""
BLACKJACK_STAKE: Final = 1_000
"""The same at blackjack."""
ROUNDS: Final = (100, 1_000, 10_000, 100_000, 1_000_000)
"""For how many rounds a sheet gives the band in which the house's hold lies."""
SURE: Final = 1.959963984540054
"""Standard deviations on either side of a mean within which 95 of 100 normal results lie."""


@dataclass(frozen=True)
class Wager:
    """One wager, or several that are alike."""

    name: str
    bets: tuple[str, ...]
    pays: str
    """What a win gains, by the highest last where there are several."""
    edge: Fraction | float
    """What the house keeps of a unit staked."""
    variance: Fraction | float
    """Of the result of one round, in units of the stake."""
    hit_frequency: Fraction | float
    skewness: float

    @property
    def deviation(self) -> float:
        """Return the standard deviation of a round's result, in units of the stake."""
        return sqrt(self.variance)

    @property
    def volatility_index(self) -> float:
        """Return how far one round's result may be from its mean, 95 times of 100 if results were normal."""
        return SURE * self.deviation

    def hold(self, rounds: int) -> tuple[float, float]:
        """Return between which shares of what is staked the house's hold lies after so many rounds, 95 times of 100."""
        half = self.volatility_index / sqrt(rounds)
        return float(self.edge) - half, float(self.edge) + half


def wagers_of(config: TableConfig, stake: int = STAKE) -> list[Wager]:
    """Return the wagers of a table at a stake, those that are alike together.

    Blackjack is not among the games: what its main wager comes to depends on how the hands are played.

    >>> from pitboss.rulebook import table_config
    >>> [(wager.name, str(wager.edge)) for wager in wagers_of(table_config({"rulebook": "hoian-roulette-2020"}))][:1]
    [('straight:0 and 36 alike', '1/37')]
    """
    if edition(config.rulebook).game == "blackjack":
        raise BadConfig("blackjack's figures depend on how the hands are played", field="game", value="blackjack")
    alike: dict[tuple[Any, ...], list[str]] = {}
    figures = {}
    for bet in bets_of(config):
        ends = ends_of(config, {bet: stake})
        key = (bet.partition(":")[0], tuple(ends.distribution.items()))
        alike.setdefault(key, []).append(bet)
        figures[key] = ends
    found = []
    for key, bets in alike.items():
        ends = figures[key]
        name = bets[0] if len(bets) == 1 else f"{bets[0]} and {len(bets) - 1} alike"
        wins = (Fraction(gain, stake) for gain in ends.distribution if gain > 0)
        pays = ", ".join(f"{win.numerator} to {win.denominator}" for win in wins)
        found.append(Wager(name, tuple(bets), pays, ends.edge, ends.variance, ends.hit_frequency, ends.skewness))
    return found


def edges_of(config: TableConfig, stake: int | None = None) -> dict[str, float]:
    """Return what the house keeps of every wager of a table; alike wagers stand once.

    Blackjack has its main wager by cards and by totals, dealt as the Round deals it, and the wagers beside it that the
    table takes.
    """
    if edition(config.rulebook).game != "blackjack":
        return {wager.name: float(wager.edge) for wager in wagers_of(config, STAKE if stake is None else stake)}
    from pitboss.lab.blackjack.exact import analyse
    from pitboss.lab.blackjack.wagers import insurance_edge, shoe_of, wager_edges

    rules = blackjack_rules.rules_of(config)
    found, shoe = analyse(rules, stake=stake), shoe_of(rules.shoe_decks)
    edges = {"blackjack, by cards": found.composition_edge, "blackjack, by totals": found.basic_edge}
    beside = {"insurance": insurance_edge(rules, shoe), **wager_edges(rules, shoe)}
    taken = {"hit_2_cards": "hit", "hit_3_cards": "hit"}
    return edges | {name: float(edge) for name, edge in beside.items() if taken.get(name, name) in rules.kinds_taken}


def variances_of(config: TableConfig, stake: int | None = None) -> dict[str, float]:
    """Return the variance of a round's result for every wager of a table, in units of the stake.

    Blackjack has that of its main wager, played by totals.
    """
    if edition(config.rulebook).game != "blackjack":
        return {wager.name: float(wager.variance) for wager in wagers_of(config, STAKE if stake is None else stake)}
    from pitboss.lab.blackjack.exact import analyse

    found = analyse(blackjack_rules.rules_of(config), stake=stake)
    return {"blackjack, by totals": found.spread.variance}


@dataclass(frozen=True)
class Change:
    """What one changed setting does by itself, or all of them together."""

    setting: str
    """Empty for all together."""
    before: Any
    after: Any
    edges: Mapping[str, float]
    """What the house then keeps of every wager; empty where the rules refuse the setting by itself."""
    refused: str = ""
    """Why it cannot stand alone."""


def compare(first: TableConfig, second: TableConfig, stake: int | None = None) -> tuple[dict[str, float], list[Change]]:
    """Return the edges of the first table, and what each setting in which the second differs does to them.

    Raises:
        BadConfig: for two tables of different rulebooks.
    """
    if stake is not None:
        check_stake(stake)
    if first.rulebook != second.rulebook:
        raise BadConfig(
            f"is not {first.rulebook}: only tables of one rulebook compare", field="rulebook", value=second.rulebook
        )
    differ = [
        key for key in {**first.settings, **second.settings} if first.settings.get(key) != second.settings.get(key)
    ]
    changes = []
    for key in differ:
        before, after = first.settings.get(key), second.settings.get(key)
        document = {"rulebook": first.rulebook, "settings": {**first.settings, key: after}}
        try:
            edges, refused = edges_of(table_config(document), stake), ""
        except RuleViolation as violation:
            edges, refused = {}, str(violation)
        changes.append(Change(key, before, after, edges, refused))
    changes.append(Change("", None, None, edges_of(second, stake)))
    return edges_of(first, stake), changes
