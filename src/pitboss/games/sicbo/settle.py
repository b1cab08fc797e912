"""Settlement as a table look-up: selections by throws, built once from the rules.

The live table, the lit layout, the exact odds and the simulator all read this one table. Entry [throw][selection] is
what one unit staked there gains: the odds on a win, minus one on a loss.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache

from pitboss.decider import Move
from pitboss.games.sicbo.acts import Source
from pitboss.games.sicbo.events import Columns, Outcome
from pitboss.games.sicbo.rules import Rules
from pitboss.games.sicbo.wagers import SELECTIONS, THROWS, times_shown
from pitboss.games.table.accounts import CIRCULATION, LAYOUT, RACK, TIPS, add_moves
from pitboss.games.table.laying import Key
from pitboss.rulebook.clauses import cites


@dataclass(frozen=True)
class PayTable:
    """What each selection gains by each throw, per unit staked."""

    gains: Mapping[tuple[str, int], int]
    """Kind and how often its number shows, to n of n to 1."""
    is_pair_exact: bool

    @cached_property
    def rows(self) -> tuple[tuple[int, ...], ...]:
        """Return one row a throw, one entry a selection."""
        found = []
        for throw in THROWS:
            times = (times_shown(entry, throw, is_pair_exact=self.is_pair_exact) for entry in SELECTIONS)
            gains = (self.gains[s.kind, n] if n else -1 for s, n in zip(SELECTIONS, times, strict=True))
            found.append(tuple(gains))
        return tuple(found)

    @cached_property
    def lights(self) -> Mapping[tuple[int, ...], tuple[str, ...]]:
        """Return the places that each throw lights, in alphabetical order."""
        by_name = sorted(SELECTIONS, key=lambda selection: selection.bet)
        return {
            throw: tuple(selection.bet for selection in by_name if row[selection.index] > 0)
            for throw, row in zip(THROWS, self.rows, strict=True)
        }

    def row(self, dice: Sequence[int]) -> tuple[int, ...]:
        """Return the gains of every selection on a throw.

        >>> from pitboss.games.sicbo.rules import rules_of
        >>> from pitboss.rulebook import table_config
        >>> pay_table(rules_of(table_config({"rulebook": "oneida-sicbo-2004"}))).row((6, 6, 6))[6]
        24
        """
        first, second, third = dice
        return self.rows[(first - 1) * 36 + (second - 1) * 6 + third - 1]


def pay_table(rules: Rules) -> PayTable:
    """Return the pay table of these rules; tables with the same odds share one."""
    odds = {(kind, 1): rules.pays(kind) for kind in rules.wagers}
    odds |= {("one", times): rules.pays_for("one", times) for times in (2, 3)}
    return _pay_table(tuple(odds.items()), is_pair_exact=rules.is_pair_exact)


@lru_cache(maxsize=64)
def _pay_table(odds: tuple[tuple[tuple[str, int], int], ...], *, is_pair_exact: bool) -> PayTable:
    return PayTable(dict(odds), is_pair_exact)


@cites("SB-E4", "SB-E1")
def lit(rules: Rules, dice: Sequence[int]) -> tuple[str, ...]:
    """Return the places that a throw lights, in alphabetical order."""
    return pay_table(rules).lights[tuple(dice)]


@cites("SB-C3", "SB-D1", "SB-D2", "SB-E5", "Q9", "Q10", "HP-T3")
def settled_columns(rules: Rules, dice: Sequence[int], wagers: Mapping[Key, int]) -> tuple[Columns, tuple[Move, ...]]:
    """Settle every wager by its place: the losers first, then the winners."""
    row = pay_table(rules).row(dice)
    entries = []
    for (player, bet, source), stake in wagers.items():
        selection = rules.selection(bet)
        gain, spec = row[selection.index], rules.wagers[selection.kind]
        if gain < 0:
            entries.append((player, bet, stake, 0, Outcome.LOSE, spec.lose_clause, source))
        else:
            is_repeated = selection.kind == "one" and list(dice).count(selection.numbers[0]) > 1
            clause = rules.spec("one_twice").clause if is_repeated else spec.win_clause
            entries.append((player, bet, stake, gain * stake, Outcome.WIN, clause, source))
    entries.sort(key=lambda entry: entry[4] is not Outcome.LOSE)
    parts = []
    for _, _, stake, paid, outcome, _, source in entries:
        owner = TIPS if source == Source.TIP else CIRCULATION
        parts.append((LAYOUT, RACK if outcome is Outcome.LOSE else owner, stake))
        if paid:
            parts.append((RACK, owner, paid))
    return _columns(entries), add_moves(parts)


def returned_columns(wagers: Mapping[Key, int], clause: str) -> tuple[Columns, tuple[Move, ...]]:
    """Give every wager back, citing why."""
    entries = [
        (player, bet, stake, 0, Outcome.RETURNED, clause, source) for (player, bet, source), stake in wagers.items()
    ]
    return _columns(entries), add_moves((LAYOUT, CIRCULATION, stake) for stake in wagers.values())


def _columns(entries: Sequence[tuple[str, str, int, int, Outcome, str, str]]) -> Columns:
    player, bet, stake, paid, outcome, clause, sources = zip(*entries, strict=True) if entries else ((),) * 7
    named = tuple(map(Source, sources)) if Source.TIP in sources else ()
    return Columns(
        player=player, bet=bet, stake_minor=stake, paid_minor=paid, outcome=outcome, clause=clause, source=named
    )
