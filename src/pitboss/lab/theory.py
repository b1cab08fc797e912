"""What a table should win on average of the stakes it decided: each wager's stake times its exact house edge.

Read from the recorded settlements, by the tables that pay and deal a live round. Where a game's edge depends on how its
hands are played, there is no such figure, and the reason is said in place of one.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from functools import lru_cache
from typing import Any, Final

import msgspec

from pitboss.games.baccarat import rules as baccarat_rules
from pitboss.games.roulette import rules as roulette_rules
from pitboss.games.sicbo import rules as sicbo_rules
from pitboss.lab.baccarat import Commission, Form, odds, outcomes
from pitboss.lab.pay_tables import roulette_odds, sicbo_odds
from pitboss.rulebook import TableConfig, edition

Fields = Mapping[str, Any]
Edges = Mapping[str, Fraction]
"""What the house keeps of a unit staked on each bet, on average."""

_VIGORISH: Final = "baccarat.vigorish_changed/1"
_OPENED, _OVER = "table.betting_opened/1", "baccarat.round_"
_COLUMNS: Final = "roulette.round_settled/2"
_BACK: Final = ("void", "returned")
BY_PLAY: Final = "depends on how the hands are played"
UNKNOWN: Final = "no exact odds of this game"


@lru_cache(maxsize=64)
def _roulette(config: bytes) -> Edges:
    rules = roulette_rules.rules_of(msgspec.json.decode(config, type=TableConfig))
    return {row.position: row.edge for row in roulette_odds(rules)}


@lru_cache(maxsize=64)
def _sicbo(config: bytes) -> Edges:
    rules = sicbo_rules.rules_of(msgspec.json.decode(config, type=TableConfig))
    return {row.position: row.edge for row in sicbo_odds(rules)}


@lru_cache(maxsize=64)
def _baccarat(config: bytes) -> Edges:
    """Return the edges of a round from a full batch of cards: every round of a shoe has them, before its cards show."""
    rules = baccarat_rules.rules_of(msgspec.json.decode(config, type=TableConfig))
    settings = rules.settings
    decks = int(settings["decks"]) // rules.batches
    commission = Commission(Form(rules.form), int(settings["pct"]) if rules.form != Form.NO_VIG else 0)
    found = odds(outcomes(decks, rules.tables), commission, tie_odds=rules.pays("tie"))
    return {row.wager: row.edge for row in found}


_GAMES: Final[dict[str, tuple[str, str, Callable[[bytes], Edges]]]] = {
    "roulette": ("roulette.round_settled/1", "bet", _roulette),
    "sicbo": ("sicbo.round_settled/1", "bet", _sicbo),
    "baccarat": ("baccarat.round_settled/1", "on", _baccarat),
}
"""By game: which record settles a round, which column names the bet, and whence the edges come."""
_TABLE: Final = ("rulebook", "name", "currency", "settings")


class InForce:
    """The settings of a table as its events change them; a round keeps those that it was opened with."""

    def __init__(self, settings: Fields) -> None:
        """Begin with the settings that the table was opened with."""
        self.settings = dict(settings)
        self._next: Fields = {}
        self._is_round_open = False

    def take(self, event: Fields) -> bool:
        """Take the next event, and tell whether other settings are in force."""
        kind: str = event["type"]
        if kind == _VIGORISH:
            self._next = {"form": event["form"], "pct": event["pct"]}
        is_new = bool(self._next) and (kind == _OPENED or not self._is_round_open)
        if is_new:
            self.settings |= self._next
            self._next = {}
        # The event that settles a round is still by the settings of that round.
        self._is_round_open = kind == _OPENED or (self._is_round_open and not kind.startswith(_OVER))
        return is_new


class Theory:
    """What one table should win, followed event by event."""

    def __init__(self, config: Fields) -> None:
        """Begin with the document that the table was opened with."""
        game = edition(config["rulebook"]).game
        self.why = "" if game in _GAMES else BY_PLAY if game == "blackjack" else UNKNOWN
        """Why there is no such figure; empty where there is one."""
        self._settles, self._column, self._edges = _GAMES.get(game, ("", "", lambda _: {}))
        self._config = TableConfig(**{name: config[name] for name in _TABLE})
        self._in_force = InForce(self._config.settings)

    @property
    def edges(self) -> Edges:
        """Return what the house keeps of a unit staked on each bet, by the rules in force."""
        found: Edges = self._edges(msgspec.json.encode(self._config, order="deterministic"))
        return found

    def take(self, event: Fields) -> Fraction:
        """Return what the stakes that an event decides bring on average, in minor units."""
        if self._in_force.take(event):
            self._config = msgspec.structs.replace(self._config, settings=dict(self._in_force.settings))
        if event["type"] == _COLUMNS:
            return self._of_columns(event["wagers"])
        if event["type"] != self._settles:
            return Fraction(0)
        rows, edges = event["wagers"], self.edges
        # At baccarat a wager that goes back on a tie was at risk: its edge counts it as staked.
        results = rows.get("outcome", ["staked"] * len(rows["stake_minor"]))
        decided = zip(rows[self._column], rows["stake_minor"], results, strict=True)
        return sum((edges[bet] * stake for bet, stake, result in decided if result not in _BACK), Fraction(0))

    def _of_columns(self, rows: Fields) -> Fraction:
        """Return the same of an automatic table's columns: what lies on each bet is added up first."""
        staked = [0] * len(rows["bets"])
        for bet, stake in zip(rows["bet"], rows["stake_minor"], strict=True):
            staked[bet] += stake
        edges = self.edges
        return sum((edges[bet] * stake for bet, stake in zip(rows["bets"], staked, strict=True)), Fraction(0))
