"""The runs of each game: what a block plays, by which tables, and what its mean is exactly."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, Any, Final

import msgspec

from pitboss.errors import BadConfig
from pitboss.games.baccarat import rules as baccarat_rules
from pitboss.games.blackjack import rules as blackjack_rules
from pitboss.lab.ends import Bets, Ends, ends_of
from pitboss.lab.simulation.laid import check_bets
from pitboss.lab.simulation.plans import Plan, Step, check_plan
from pitboss.lab.simulation.run import BLOCK, Counts, Play, Played, Run
from pitboss.money import check_stake
from pitboss.rulebook import TableConfig, edition, table_config

if TYPE_CHECKING:
    from pitboss.games.blackjack.rules import Rules
    from pitboss.lab.blackjack.exact import Analysis, Table

_STAKE_MAX: Final = 20_000
"""Results are counted one by one up to here; beyond, each round is noted and counted after."""
_EQUAL: Final = 1e-12
"""Shares that differ by less are the same figure."""

Listed = Callable[[int, int], Any]
"""A block's number and its rounds to the end of each of them."""


class _Identity(msgspec.Struct, forbid_unknown_fields=True):
    """What a run is, from which anybody can begin it."""

    rulebook: str
    settings: dict[str, Any]
    seed: int
    plan: Plan
    seats: int = 0
    table: dict[str, dict[str, str]] | None = None
    block: int = BLOCK


def run_of(what: str) -> Run:
    """Return the run of an identity, with nothing played."""
    if "card" in msgspec.json.decode(what):
        from pitboss.lab.simulation.days import days_run_of

        return days_run_of(what)
    found = msgspec.json.decode(what, type=_Identity)
    config = table_config({"rulebook": found.rulebook, "settings": found.settings})
    if not found.seats:
        return ends_run(config, found.plan, found.seed)
    from pitboss.lab.blackjack.exact import Table

    table = None if found.table is None else Table(**found.table)
    return blackjack_run(config, stake=found.plan, seats=found.seats, seed=found.seed, table=table)


@lru_cache(maxsize=8)
def _kept(what: str) -> Run:
    return run_of(what)


def played(what: str, block: int, rounds: int) -> Played:
    """Play blocks of a run that is known by its identity alone, as a worker in another process knows it."""
    return _kept(what).span(block, rounds)


def ends_run(config: TableConfig, bets: Bets | Plan, seed: int) -> Run:
    """Return a simulation of roulette, sic bo or mini-baccarat, with the same bets in every round or by a plan.

    Raises:
        BadConfig: for a bet that the table does not have, or a plan that is none.
        RuleViolation: for a wager that the rules do not take, with its clause.
    """
    plan = bets if isinstance(bets, Plan) else Plan((Step(bets=dict(bets)),))
    steps = [ends_of(config, step.bets) for step in plan.steps]
    check_plan(plan, is_blackjack=False)
    for step in plan.steps:
        check_bets(config, step.bets)
    is_baccarat = edition(config.rulebook).game == "baccarat"
    if len(steps) == 1:
        play = _baccarat(config, steps[0], seed) if is_baccarat else _ends(steps[0], seed)
    else:
        listed = _listed_baccarat(config, seed) if is_baccarat else _listed(len(steps[0].gains), seed)
        play = _planned(plan, steps, listed)
    what = _Identity(config.rulebook, dict(config.settings), seed, plan)
    return Run(_text(what), play, _alike([-float(one.edge) for one in steps]))


def _text(what: _Identity) -> str:
    return msgspec.json.encode(what, order="deterministic").decode()


def _alike(means: Sequence[float]) -> float | None:
    """Return the mean that all steps of a plan share: then no plan changes it. None where they differ."""
    return means[0] if max(means) - min(means) < _EQUAL else None


def _ends(ends: Ends, seed: int) -> Play:
    import numpy as np

    from pitboss.lab.simulation import kernel
    from pitboss.lab.simulation.compiling import compiled

    walk = compiled(kernel.count_ends)

    def play(block: int, rounds: int) -> Played:
        counts = np.zeros(len(ends.gains), np.int64)
        walk(np.uint64(seed), block, rounds, counts)
        return Played(_results(ends, counts.tolist()), ends.staked * rounds)

    return play


def _listed(many: int, seed: int) -> Listed:
    import numpy as np

    from pitboss.lab.simulation import kernel
    from pitboss.lab.simulation.compiling import compiled

    walk = compiled(kernel.list_ends)

    def listed(block: int, rounds: int) -> Any:
        found = np.zeros(rounds, np.uint16)
        walk(np.uint64(seed), block, many, found)
        return found

    return listed


def _walked_baccarat(config: TableConfig, seed: int) -> Callable[[int, int, Any], Any]:
    """Return what deals a block and counts pairs of Point Counts, and lists them where there is place."""
    import numpy as np

    from pitboss.lab.simulation import kernel
    from pitboss.lab.simulation.compiling import compiled
    from pitboss.lab.simulation.tables import baccarat_of

    walk = compiled(kernel.count_baccarat)
    cards, cut, tables = baccarat_of(baccarat_rules.rules_of(config))

    def walked(block: int, rounds: int, each: Any) -> Any:
        counts = np.zeros((10, kernel.WIDTH), np.int64)
        walk(np.uint64(seed), block, rounds, cards, cut, tables, counts.ravel(), each)
        return counts[:, :10].ravel()

    return walked


def _baccarat(config: TableConfig, ends: Ends, seed: int) -> Play:
    import numpy as np

    walked, nothing = _walked_baccarat(config, seed), np.zeros(0, np.uint16)

    def play(block: int, rounds: int) -> Played:
        counts = walked(block, rounds, nothing)
        return Played(_results(ends, counts.tolist()), ends.staked * rounds)

    return play


def _listed_baccarat(config: TableConfig, seed: int) -> Listed:
    import numpy as np

    from pitboss.lab.simulation.kernel import WIDTH

    walked = _walked_baccarat(config, seed)

    def listed(block: int, rounds: int) -> Any:
        found = np.zeros(rounds, np.uint16)
        walked(block, rounds, found)
        return (found // WIDTH * 10 + found % WIDTH).astype(np.uint16)

    return listed


def _results(ends: Ends, counts: list[int]) -> Counts:
    found: Counts = {}
    for gain, count in zip(ends.gains, counts, strict=True):
        found[gain] = found.get(gain, 0) + count
    return found


def _planned(plan: Plan, steps: Sequence[Ends], listed: Listed) -> Play:
    """Return what bets on listed ends by a plan."""
    import numpy as np

    from pitboss.lab.simulation import kernel
    from pitboss.lab.simulation.compiling import compiled

    walk, many = compiled(kernel.follow), len(steps[0].gains)
    gains = np.array([gain for ends in steps for gain in ends.gains], np.int64)
    moves, staked = np.array(plan.moves, np.int64), np.array([ends.staked for ends in steps], np.int64)

    def play(block: int, rounds: int) -> Played:
        nets, met = np.zeros(rounds, np.int64), np.zeros(len(steps), np.int64)
        walk(listed(block, rounds), many, gains, moves, nets, met)
        return Played(_counted(nets), int(met @ staked))

    return play


def _counted(nets: Any) -> Counts:
    import numpy as np

    gains, counts = np.unique(nets, return_counts=True)
    return dict(zip(gains.tolist(), counts.tolist(), strict=True))


def blackjack_run(config: TableConfig, *, stake: int | Plan, seats: int, seed: int, table: Table | None = None) -> Run:
    """Return a simulation of blackjack in which every seat plays one table of totals, by default the best one.

    Every seat lays the same stake in every round, or bets by a plan. The exact mean is known where every round has a
    fresh shoe and nothing is laid on cards to come; behind a cutting card the rounds at the end of a shoe are not like
    those at its beginning. Nobody looks for a Blackjack, and the best table is the best of those that do not.
    """
    from pitboss.lab.blackjack.exact import analyse
    from pitboss.lab.simulation.wagers import check_step

    rules = blackjack_rules.rules_of(config)
    plan = stake if isinstance(stake, Plan) else Plan((Step(stake=stake),))
    for step in plan.steps:
        check_stake(step.stake)
        check_step(rules, step)
    check_plan(plan, is_blackjack=True)
    if not 1 <= seats <= rules.positions:
        raise BadConfig(f"the table has 1 to {rules.positions} places", field="seats", value=seats)
    first = plan.steps[0]
    best = table or analyse(rules, stake=first.stake).table
    is_plain = len(plan.steps) == 1 and not (first.suit or first.insurance or first.hit or rules.multiple_action)
    if is_plain and first.stake * seats <= _STAKE_MAX:
        play = _plain(rules, best, first.stake, seats, seed)
    else:
        play = _with_wagers(rules, best, plan, seats, seed)
    is_known = rules.settings["reshuffle"] == "each_round" and not any(step.hit for step in plan.steps)
    # At every step the table of the first is played, whose Blackjacks may be rounded otherwise.
    stakes = {step.stake for step in plan.steps} if is_known else set()
    found = {one: analyse(rules, stake=one, table=best) for one in stakes}
    parts = None if table is None else msgspec.to_builtins(table)
    what = _Identity(config.rulebook, dict(config.settings), seed, plan, seats, parts)
    return Run(_text(what), play, _alike([_mean(rules, step, found) for step in plan.steps]) if is_known else None)


def _laid(rules: Rules, step: Step) -> int:
    """Return what a seat lays before the first card."""
    return step.stake * max(1, rules.multiple_action) + step.suit


def _mean(rules: Rules, step: Step, found: Mapping[int, Analysis]) -> float:
    """Return what a step gains on average, as a share of what it lays before the first card."""
    from fractions import Fraction

    from pitboss.lab.blackjack.wagers import insurance_edge, shoe_of, wager_edges

    shoe, spots = shoe_of(rules.shoe_decks), max(1, rules.multiple_action)
    beside = Fraction(0)
    if step.suit:
        beside -= step.suit * wager_edges(rules, shoe)[rules.initial_suit or ""]
    if step.insurance:
        beside -= Fraction(1, 13) * spots * step.insurance * insurance_edge(rules, shoe)
    return (-found[step.stake].basic_edge * step.stake * spots + float(beside)) / _laid(rules, step)


def _plain(rules: Rules, table: Table, stake: int, seats: int, seed: int) -> Play:
    """Return what plays rounds with one main wager a seat."""
    import numpy as np

    from pitboss.lab.simulation import kernel
    from pitboss.lab.simulation.compiling import compiled
    from pitboss.lab.simulation.tables import blackjack_of

    model = blackjack_of(rules, table, stake=stake, seats=seats)
    walk, size = compiled(kernel.play_blackjack), 2 * kernel.HANDS_MAX * 2 * stake * seats + 1

    def play(block: int, rounds: int) -> Played:
        histogram = np.zeros(size, np.int64)
        nothing = np.zeros((0, kernel.SEATS_MAX), np.int64)
        void = walk(np.uint64(seed), block, rounds, *model.parts, (histogram, nothing))
        counts = {int(place) - size // 2: int(histogram[place]) for place in np.flatnonzero(histogram)}
        return Played(counts, stake * seats * (rounds - void))

    return play


def _with_wagers(rules: Rules, table: Table, plan: Plan, seats: int, seed: int) -> Play:
    """Return what plays rounds with every wager, by a plan."""
    import numpy as np

    from pitboss.lab.simulation import kernel
    from pitboss.lab.simulation.compiling import compiled
    from pitboss.lab.simulation.wagers import wagers_of

    model, walk = wagers_of(rules, table, plan, seats=seats), compiled(kernel.play_wagers)
    staked = np.array([_laid(rules, step) for step in plan.steps], np.int64)

    def play(block: int, rounds: int) -> Played:
        each, met = np.zeros((rounds, kernel.SEATS_MAX), np.int64), np.zeros(len(plan.steps), np.int64)
        walk(np.uint64(seed), block, *model.parts, (each, met))
        return Played(_counted(each[each[:, 0] != kernel.VOID].sum(axis=1)), int(met @ staked))

    return play
