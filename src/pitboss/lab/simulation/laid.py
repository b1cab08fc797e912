"""What may be laid at a table: a simulation places every bet in a Round first, which refuses it with its clause."""

from __future__ import annotations

from typing import Any, Final

import msgspec

from pitboss.games.baccarat import acts as baccarat_acts
from pitboss.games.baccarat import round as baccarat_round
from pitboss.games.baccarat import rules as baccarat_rules
from pitboss.games.baccarat.state import Round as BaccaratRound
from pitboss.games.baccarat.vigorish import stake_step
from pitboss.games.baccarat.wagers import On
from pitboss.games.blackjack import rules as blackjack_rules
from pitboss.games.document import played
from pitboss.games.roulette import acts as roulette_acts
from pitboss.games.roulette import round as roulette_round
from pitboss.games.roulette import rules as roulette_rules
from pitboss.games.roulette.state import Round as RouletteRound
from pitboss.games.sicbo import acts as sicbo_acts
from pitboss.games.sicbo import round as sicbo_round
from pitboss.games.sicbo import rules as sicbo_rules
from pitboss.games.sicbo.state import Round as SicBoRound
from pitboss.games.sicbo.wagers import BY_BET
from pitboss.games.table.rules import TOTALS, TableRules
from pitboss.lab.ends import Bets
from pitboss.rulebook import TableConfig, edition

_PLAYER: Final = "simulation"
LIMITS: Final[dict[str, Any]] = {
    "min": {},
    "max": {},
    **dict.fromkeys(("default_min", "default_max", *TOTALS.values())),
}
"""A table's limits as they are where none is set."""


def check_bets(config: TableConfig, bets: Bets) -> None:
    """Place every bet of a round at roulette, sic bo or mini-baccarat.

    Raises:
        RuleViolation: for a wager that the rules do not take, with the clause by which they do not.
    """
    core, state, placing = _begun(config)
    for bet, stake in bets.items():
        played(core, state, placing(bet, stake))


def _begun(config: TableConfig) -> tuple[Any, Any, Any]:
    """Return a game's module, a Round of it that takes wagers, and what makes the act of laying one."""
    game = edition(config.rulebook).game
    if game == "roulette":
        table = RouletteRound(roulette_rules.rules_of(config))
        return (
            roulette_round,
            table,
            lambda bet, stake: roulette_acts.PlaceWager(player=_PLAYER, bet=bet, stake_minor=stake),
        )
    if game == "sicbo":
        shaken = SicBoRound(sicbo_rules.rules_of(config))
        return sicbo_round, shaken, lambda bet, stake: sicbo_acts.PlaceWager(player=_PLAYER, bet=bet, stake_minor=stake)
    dealt = BaccaratRound(baccarat_rules.rules_of(config))
    return (
        baccarat_round,
        dealt,
        lambda bet, stake: baccarat_acts.PlaceWager(position=1, player=_PLAYER, on=bet, stake_minor=stake),
    )


def usual_stake(config: TableConfig, bet: str, stake: int) -> int:
    """Return a stake where nobody names one: the usual one, or the next that the table takes.

    >>> from pitboss.rulebook import table_config
    >>> dear = table_config({"rulebook": "oneida-roulette-2008", "settings": {"default_min": 500}})
    >>> usual_stake(dear, "red", 100)
    500
    """
    rules, kind = _rules_and_kind(config, bet)
    least, most = rules.limits(kind)
    step = _step(config, bet)
    wanted = -(-min(max(stake, least), most) // step) * step
    return wanted if wanted <= most else most // step * step or most


def _step(config: TableConfig, bet: str) -> int:
    """Return the unit in which wagers come, so that all they pay is whole."""
    game = edition(config.rulebook).game
    if game == "blackjack":
        return blackjack_rules.rules_of(config).stake_step
    return stake_step(baccarat_rules.rules_of(config), On(bet)) if game == "baccarat" else 1


def _rules_and_kind(config: TableConfig, bet: str) -> tuple[TableRules[Any], str]:
    game = edition(config.rulebook).game
    if game == "roulette":
        rules = roulette_rules.rules_of(config)
        return rules, rules.position(bet).kind
    if game == "sicbo":
        return sicbo_rules.rules_of(config), BY_BET[bet].kind
    return (blackjack_rules if game == "blackjack" else baccarat_rules).rules_of(config), bet


def without_limits(config: TableConfig) -> TableConfig:
    """Return a table that takes any stake: a sheet's figures are of a unit laid, whatever the limits are."""
    kept = {key: LIMITS.get(key, value) for key, value in config.settings.items()}
    return msgspec.structs.replace(config, settings=kept)
