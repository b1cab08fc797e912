"""How a round may end and what laid wagers gain by each end: exact, from the rules that settle a live round.

Roulette (with a dealer or automatic) ends in a pocket, sic bo in a throw, mini-baccarat in two Point Counts. What the
wagers of one player gain by each end is a whole number of minor units, every rounding included, so the distribution of
a round's result is exact at any stake. A simulation counts ends, and has nothing else to know.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from math import sqrt
from typing import Any

from pitboss.errors import BadConfig
from pitboss.games.baccarat import rules as baccarat_rules
from pitboss.games.baccarat.hands import Outcome
from pitboss.games.baccarat.settle import settle_wager
from pitboss.games.baccarat.vigorish import collected, stake_step
from pitboss.games.baccarat.wagers import On
from pitboss.games.roulette import rules as roulette_rules
from pitboss.games.roulette.settle import pay_table as roulette_table
from pitboss.games.sicbo import rules as sicbo_rules
from pitboss.games.sicbo.settle import pay_table as sicbo_table
from pitboss.games.sicbo.wagers import SELECTIONS, THROWS
from pitboss.games.table.rules import TableRules
from pitboss.lab.baccarat import outcomes
from pitboss.money import check_stake
from pitboss.rulebook import TableConfig, edition

Bets = Mapping[str, int]
"""What lies on which bet, in minor units."""


@dataclass(frozen=True)
class Ends:
    """The ends of a round, each with its weight and what the wagers gain by it."""

    names: tuple[str, ...]
    weights: tuple[int, ...]
    gains: tuple[int, ...]
    staked: int

    @cached_property
    def distribution(self) -> dict[int, Fraction]:
        """Return how likely each result of the round is, from the least to the highest.

        >>> ends = Ends(("heads", "tails"), (1, 1), (5, -5), 5)
        >>> {gain: str(chance) for gain, chance in ends.distribution.items()}
        {-5: '1/2', 5: '1/2'}
        """
        sums: dict[int, int] = {}
        for weight, gain in zip(self.weights, self.gains, strict=True):
            sums[gain] = sums.get(gain, 0) + weight
        total = sum(self.weights)
        return {gain: Fraction(sums[gain], total) for gain in sorted(sums) if sums[gain]}

    def _moment(self, power: int, around: Fraction = Fraction(0)) -> Fraction:
        return sum((chance * (gain - around) ** power for gain, chance in self.distribution.items()), Fraction(0))

    @cached_property
    def mean(self) -> Fraction:
        """Return what the player gains on average, in minor units."""
        return self._moment(1)

    @property
    def edge(self) -> Fraction:
        """Return what the house keeps of what is staked."""
        return -self.mean / self.staked

    @cached_property
    def variance(self) -> Fraction:
        """Return the variance of the result, in units of what is staked."""
        return self._moment(2, self.mean) / self.staked**2

    @property
    def skewness(self) -> float:
        """Return the skewness of the result; 0 where there is one result only."""
        spread = self._moment(2, self.mean)
        return float(self._moment(3, self.mean)) / sqrt(spread) ** 3 if spread else 0.0

    @property
    def hit_frequency(self) -> Fraction:
        """Return how likely the player is to gain anything."""
        return sum((chance for gain, chance in self.distribution.items() if gain > 0), Fraction(0))


def ends_of(config: TableConfig, bets: Bets) -> Ends:
    """Return the ends of a round at a table, and what these wagers of one player gain by each.

    >>> from pitboss.rulebook import table_config
    >>> ends = ends_of(table_config({"rulebook": "oneida-minibaccarat-2004"}), {"banker": 130})
    >>> {gain: round(float(chance), 4) for gain, chance in ends.distribution.items()}
    {-130: 0.4462, 0: 0.0952, 120: 0.4586}

    Raises:
        BadConfig: for a bet that the table does not have, for none at all, or a game whose rounds are played on.
        BadAmount: for what is not a stake.
        RuleViolation: for a bet that the house does not offer.
    """
    if not bets:
        raise BadConfig("at least one bet is needed, such as banker=100", field="bet", value="")
    for stake in bets.values():
        check_stake(stake)
    game = edition(config.rulebook).game
    if game == "roulette":
        return _roulette(roulette_rules.rules_of(config), bets)
    if game == "sicbo":
        return _sicbo(sicbo_rules.rules_of(config), bets)
    if game == "baccarat":
        return _baccarat(baccarat_rules.rules_of(config), bets)
    raise BadConfig("the ends of a round are listed for roulette, sic bo and baccarat", field="game", value=game)


def bets_of(config: TableConfig) -> tuple[str, ...]:
    """Return the names of the bets that a table has."""
    game = edition(config.rulebook).game
    if game == "roulette":
        return tuple(entry.bet for entry in roulette_rules.rules_of(config).positions)
    if game == "sicbo":
        return tuple(entry.bet for entry in SELECTIONS)
    return tuple(on.value for on in On if on.value in baccarat_rules.rules_of(config).wagers)


def _stakes(places: Mapping[str, int], bets: Bets, rules: TableRules[Any]) -> list[tuple[int, int]]:
    for bet in bets:
        if bet not in places:
            raise BadConfig(f"is no bet of {rules.edition.id}", field="bet", value=bet)
    return [(places[bet], stake) for bet, stake in bets.items()]


def _roulette(rules: roulette_rules.Rules, bets: Bets) -> Ends:
    table = roulette_table(rules)
    laid = _stakes({entry.bet: entry.index for entry in rules.positions}, bets, rules)
    gains = tuple(sum(row[index] * stake for index, stake in laid) for row in table.rows)
    pockets = tuple(table.layout.wheel.pockets)
    return Ends(pockets, (1,) * len(pockets), gains, sum(bets.values()))


def _sicbo(rules: sicbo_rules.Rules, bets: Bets) -> Ends:
    laid = _stakes({entry.bet: entry.index for entry in SELECTIONS}, bets, rules)
    gains = tuple(sum(row[index] * stake for index, stake in laid) for row in sicbo_table(rules).rows)
    names = tuple("-".join(map(str, throw)) for throw in THROWS)
    return Ends(names, (1,) * len(names), gains, sum(bets.values()))


def _baccarat(rules: baccarat_rules.Rules, bets: Bets) -> Ends:
    laid = [(rules.offered(bet), stake) for bet, stake in bets.items()]
    for on, stake in laid:
        step = stake_step(rules, on)
        if stake % step:
            raise BadConfig(f"pays in whole units only as a multiple of {step} (Q29)", field=on.value, value=stake)
    ways = outcomes(rules.shoe_decks, rules.tables).ways
    ends = [(player, banker) for player in range(len(ways)) for banker in range(len(ways))]
    names = tuple(f"{player}-{banker}" for player, banker in ends)
    gains = tuple(sum(_gain(rules, on, stake, *end) for on, stake in laid) for end in ends)
    return Ends(names, tuple(ways[player][banker] for player, banker in ends), gains, sum(bets.values()))


def _gain(rules: baccarat_rules.Rules, on: On, stake: int, player: int, banker: int) -> int:
    """Return what a wager gains; vigorish that is deferred is taken as if this round's was collected alone."""
    outcome = Outcome.TIE if player == banker else Outcome.PLAYER if player > banker else Outcome.BANKER
    settled = settle_wager(rules, on, stake, outcome, banker)
    return settled.net(stake, collected(rules, settled.vigorish))
