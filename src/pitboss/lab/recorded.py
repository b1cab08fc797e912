"""What a rule change would have done to rounds that were played: the same wagers and the same chance, settled anew.

Settled twice, by the rules of the table as they were and with some settings changed, by the code that pays. At
blackjack people would have played otherwise by other rules: there only what was wagered and the exact edges are told.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Final

import msgspec

from pitboss.games.baccarat import rules as baccarat_rules
from pitboss.games.baccarat.hands import Outcome
from pitboss.games.baccarat.settle import settle_wager
from pitboss.games.baccarat.vigorish import collected, stake_step
from pitboss.games.baccarat.wagers import On
from pitboss.games.blackjack import rules as blackjack_rules
from pitboss.games.roulette import rules as roulette_rules
from pitboss.games.roulette.settle import pay_table as roulette_table
from pitboss.games.sicbo import rules as sicbo_rules
from pitboss.games.sicbo.settle import pay_table as sicbo_table
from pitboss.games.sicbo.wagers import BY_BET, THROWS
from pitboss.lab.simulation.laid import LIMITS, without_limits
from pitboss.lab.theory import InForce, Theory
from pitboss.rulebook import RuleViolation, TableConfig, edition, table_config

Fields = Mapping[str, Any]
Gain = Callable[[Fields, str, int], int | None]
"""A settled round, a bet and its stake to what the player gains; None where such a wager is not taken."""

_SETTLED: Final = ("roulette.round_settled/1", "roulette.round_settled/2", "sicbo.round_settled/1")
_BACCARAT: Final = "baccarat.round_settled/1"
_LAID, _REMOVED, _DEALT_OUT = "blackjack.wager_placed/1", "blackjack.wager_removed/1", "blackjack.round_settled/1"
_LATER: Final = ("table.settlement_corrected/1", "table.wager_corrected/1", "roulette.game_voided/1")
_NO_MONEY: Final = ("coupon", "tournament")
_BACK: Final = ("void", "returned")


@dataclass
class Sums:
    """What the rounds of a table came to, in minor units; what the house wins."""

    rounds: int = 0
    handle_minor: int = 0
    before_minor: int | None = 0
    """By the rules as they were; None where it depends on how the hands are played."""
    after_minor: int | None = 0
    expected_before: Fraction | float = Fraction(0)
    """On average, of the same stakes."""
    expected_after: Fraction | float = Fraction(0)
    not_taken_minor: int = 0
    """Stakes that the changed rules do not take; they are left out of what is won by them."""
    later: int = 0
    """Rounds that were corrected or voided after they were paid; here they count as they were first settled."""


class Recorded:
    """One table's recorded rounds, event by event."""

    def __init__(self, document: Fields, changes: Fields) -> None:
        """Begin with the document that the table was opened with, and with the settings to change.

        Raises:
            RuleViolation: where the rulebook does not allow these settings together.
        """
        self.game = edition(document["rulebook"]).game
        self.name, self.currency = document["name"], document["currency"]
        self.sums = Sums() if self.game != "blackjack" else Sums(before_minor=None, after_minor=None)
        self._was, self._changes, self._laid = document, changes, 0
        self._in_force = InForce(document["settings"])
        self._rule()

    def _rule(self) -> None:
        """Make both rules, from the settings that are in force now."""
        kept = {name: self._was[name] for name in ("rulebook", "name", "currency")}
        before = TableConfig(**kept, settings=dict(self._in_force.settings))
        after = table_config({**kept, "settings": {**before.settings, **self._changes}})
        if self.game == "blackjack":
            self._edges = _edge(before), _edge(after)
            return
        # Limits are changed while a table is open: those of today's settings count only where they are what changes.
        taken = after if set(self._changes) & set(LIMITS) else without_limits(after)
        self._gains = _GAINS[self.game](without_limits(before)), _GAINS[self.game](taken)
        self._theories = tuple(Theory(msgspec.to_builtins(config)) for config in (before, after))

    def take(self, event: Fields, *, is_counted: bool = True) -> None:
        """Take the next event; where it is not counted, only what it changes of the rules is."""
        kind = event["type"]
        if self._in_force.take(event):
            self._rule()
        if self.game == "blackjack":
            self._follow(event, is_counted=is_counted)
        elif is_counted and kind in (*_SETTLED, _BACCARAT):
            self._settle(event)
        if is_counted and kind in _LATER:
            self.sums.later += 1

    def _settle(self, event: Fields) -> None:
        sums, (before, after) = self.sums, self._gains
        sums.rounds += 1
        for bet, stake in _wagers(event):
            was, now = before(event, bet, stake), after(event, bet, stake)
            if was is None:
                continue
            sums.handle_minor += stake
            sums.before_minor = (sums.before_minor or 0) - was
            sums.expected_before += self._theories[0].edges[bet] * stake
            if now is None:
                sums.not_taken_minor += stake
                continue
            sums.after_minor = (sums.after_minor or 0) - now
            sums.expected_after += self._theories[1].edges[bet] * stake

    def _follow(self, event: Fields, *, is_counted: bool) -> None:
        """Follow what lies on main wagers, and count it when its round is over."""
        kind = event["type"]
        if kind in (_LAID, _REMOVED) and event["on"] == "blackjack" and event["source"] not in _NO_MONEY:
            self._laid += event["stake_minor"] * (1 if kind == _LAID else -1)
        elif kind == _DEALT_OUT and is_counted:
            self.sums.rounds += 1
            self.sums.handle_minor += self._laid
            self.sums.expected_before = float(self.sums.expected_before) + self._laid * self._edges[0]
            self.sums.expected_after = float(self.sums.expected_after) + self._laid * self._edges[1]
        if kind.startswith("blackjack.round_"):
            self._laid = 0


def _edge(config: TableConfig) -> float:
    from pitboss.lab.blackjack.exact import analyse

    return analyse(blackjack_rules.rules_of(config)).basic_edge


def _wagers(event: Fields) -> Iterator[tuple[str, int]]:
    """Yield bets and stakes of a settled round, those that were decided and made of money."""
    rows = event["wagers"]
    if event["type"] == "roulette.round_settled/2":
        yield from ((rows["bets"][bet], stake) for bet, stake in zip(rows["bet"], rows["stake_minor"], strict=True))
        return
    count = len(rows["stake_minor"])
    ends = rows.get("outcome", [""] * count)
    sources = rows.get("source") or [""] * count
    for bet, stake, source, end in zip(
        rows["on"] if "on" in rows else rows["bet"], rows["stake_minor"], sources, ends, strict=True
    ):
        if source not in _NO_MONEY and end not in _BACK:
            yield bet, stake


def _roulette(config: TableConfig) -> Gain:
    rules = roulette_rules.rules_of(config)
    table = roulette_table(rules)

    def gain(event: Fields, bet: str, stake: int) -> int | None:
        try:
            position = rules.position(bet)
        except RuleViolation:
            return None
        low, high = rules.limits(position.kind)
        return (
            int(table.rows[rules.wheel.index[event["pocket"]]][position.index]) * stake
            if low <= stake <= high
            else None
        )

    return gain


def _sicbo(config: TableConfig) -> Gain:
    rules = sicbo_rules.rules_of(config)
    rows, place = sicbo_table(rules).rows, {throw: index for index, throw in enumerate(THROWS)}

    def gain(event: Fields, bet: str, stake: int) -> int | None:
        low, high = rules.limits(BY_BET[bet].kind)
        return rows[place[tuple(event["dice"])]][BY_BET[bet].index] * stake if low <= stake <= high else None

    return gain


def _baccarat(config: TableConfig) -> Gain:
    rules = baccarat_rules.rules_of(config)

    def gain(event: Fields, bet: str, stake: int) -> int | None:
        low, high = rules.limits(bet)
        if bet not in rules.wagers or not low <= stake <= high or stake % stake_step(rules, On(bet)):
            return None
        settled = settle_wager(rules, On(bet), stake, Outcome(event["outcome"]), event["banker_points"])
        # Vigorish that is deferred is taken as if this wager's was collected alone.
        return settled.net(stake, collected(rules, settled.vigorish))

    return gain


_GAINS: Final[dict[str, Callable[[TableConfig], Gain]]] = {
    "roulette": _roulette,
    "sicbo": _sicbo,
    "baccarat": _baccarat,
}
