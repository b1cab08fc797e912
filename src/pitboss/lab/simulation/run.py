"""Runs of a simulation: blocks of rounds on several workers, results that add up, a file to go on from.

A block is so many rounds from one stream. Blocks are counted from 0 and each is played once, by whoever is free; what
they count is whole numbers, so the totals are the same for one worker and for many. A wanted precision is looked at
after every so many blocks only, and so ends a run at the same block each time.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Generator
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass, field
from math import sqrt
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import msgspec

from pitboss.errors import BadConfig, InputError
from pitboss.games.baccarat import rules as baccarat_rules
from pitboss.games.blackjack import rules as blackjack_rules
from pitboss.lab.ends import Bets, Ends, ends_of
from pitboss.money import check_stake
from pitboss.rulebook import TableConfig, edition

if TYPE_CHECKING:
    from pitboss.lab.blackjack.exact import Table

BLOCK: Final = 262_144
"""Rounds of a block; part of a run's identity, for another size deals other rounds."""
GROUP: Final = 16
"""Blocks between two looks at the precision."""
SEED_MAX: Final = 2**64 - 1
_SURE: Final = 1.959963984540054
"""Standard errors on either side of a mean within which the true one lies in 95 of 100 runs."""
_STAKE_MAX: Final = 20_000
"""Results of blackjack are counted one by one in minor units: higher stakes would need more memory than it is worth."""

Counts = dict[int, int]
"""How often each result came, in minor units."""
Play = Callable[[int, int], Counts]
"""A block's number and its rounds to its results."""


class Totals(msgspec.Struct, forbid_unknown_fields=True):
    """What a run has come to; also the file to go on from."""

    what: str
    """The run's identity: rules, bets, seed and block size, as one text."""
    blocks: int = 0
    rounds: int = 0
    counts: dict[int, int] = {}


@dataclass(frozen=True)
class Estimate:
    """What the totals say, as shares of the stake."""

    rounds: int
    mean: float
    """What a player gains on average; the house's edge with the other sign."""
    deviation: float

    @property
    def error(self) -> float:
        """Return the standard error of the mean."""
        return self.deviation / sqrt(self.rounds) if self.rounds else float("inf")

    @property
    def half_width(self) -> float:
        """Return half the width of the 95 percent interval."""
        return _SURE * self.error


@dataclass
class Run:
    """One simulation."""

    what: str
    play: Play
    stake: int
    exact: float | None
    """The exact mean, as a share of the stake."""
    totals: Totals = field(init=False)

    def __post_init__(self) -> None:
        self.totals = Totals(self.what)

    def load(self, path: Path) -> None:
        """Go on from a file, if it is there.

        Raises:
            InputError: for a file that cannot be read, is no such file, or is another run's.
        """
        try:
            data = path.read_bytes()
        except FileNotFoundError:
            return
        except OSError as error:
            raise InputError(f"cannot be read: {error.strerror}", field="resume", value=str(path)) from error
        try:
            found = msgspec.json.decode(data, type=Totals)
        except msgspec.MsgspecError as error:
            raise InputError(f"is no file of a simulation: {error}", field="resume", value=str(path)) from error
        if found.what != self.what:
            raise InputError("is a run with other rules, bets or seed", field="resume", value=str(path))
        self.totals = found

    def save(self, path: Path) -> None:
        """Keep the totals in a file, whole or not at all."""
        beside = path.with_name(f"{path.name}.part")
        try:
            beside.write_bytes(msgspec.json.encode(self.totals))
            beside.replace(path)
        except OSError as error:
            raise InputError(f"cannot be written: {error.strerror}", field="resume", value=str(path)) from error

    def go(self, rounds: int, *, workers: int = 1, precision: float | None = None) -> Generator[Estimate]:
        """Play up to a number of rounds in all, or to a precision; yield an estimate after every group of blocks."""
        last = -(-rounds // BLOCK)
        if self.totals.rounds < min(rounds, self.totals.blocks * BLOCK):
            self._reopen()
        # Blocks are played ahead of those that are counted, so that no worker waits for the last one of a group.
        ahead: deque[Future[Counts]] = deque()
        with ThreadPoolExecutor(workers) as pool:
            try:
                while self.totals.blocks < last:
                    start = self.totals.blocks
                    end = min(last, start - start % GROUP + GROUP)
                    for block in range(start + len(ahead), min(last, end + 2 * workers)):
                        ahead.append(pool.submit(self.play, block, min(BLOCK, rounds - block * BLOCK)))
                    for _ in range(start, end):
                        _add(self.totals.counts, ahead.popleft().result())
                    self.totals.blocks, self.totals.rounds = end, min(rounds, end * BLOCK)
                    yield self.estimate()
                    if precision is not None and self.estimate().half_width <= precision:
                        return
            finally:
                for future in ahead:
                    future.cancel()

    def _reopen(self) -> None:
        """Take back a last block that was not played to its end, so that it is played whole now."""
        block = self.totals.blocks - 1
        for gain, count in self.play(block, self.totals.rounds - block * BLOCK).items():
            self.totals.counts[gain] -= count
        self.totals.counts = {gain: count for gain, count in self.totals.counts.items() if count}
        self.totals.blocks, self.totals.rounds = block, block * BLOCK

    def estimate(self) -> Estimate:
        """Return what the totals say so far."""
        counts = self.totals.counts
        number = sum(counts.values())
        if not number:
            return Estimate(0, 0.0, 0.0)
        total = sum(gain * count for gain, count in counts.items())
        square = sum(gain * gain * count for gain, count in counts.items())
        # In whole numbers as long as possible: so much is left of the digits when the run is long.
        spread = (square * number - total * total) / number**2
        return Estimate(number, total / number / self.stake, sqrt(spread) / self.stake)


def _add(totals: Counts, counts: Counts) -> None:
    for gain, count in counts.items():
        totals[gain] = totals.get(gain, 0) + count


def check_run(seed: int, rounds: int, workers: int, precision: float | None) -> None:
    """Refuse what is no run."""
    if not 0 <= seed <= SEED_MAX:
        raise BadConfig(f"a seed is a whole number from 0 to {SEED_MAX}", field="seed", value=seed)
    if rounds < 1:
        raise BadConfig("a simulation has one round or more", field="rounds", value=rounds)
    if not 1 <= workers <= 256:  # noqa: PLR2004 - more threads than any machine has processors
        raise BadConfig("there are 1 to 256 workers", field="workers", value=workers)
    if precision is not None and not precision > 0:
        raise BadConfig(
            "a precision is a share of the stake above 0, such as 0.0001", field="precision", value=precision
        )


def ends_run(config: TableConfig, bets: Bets, seed: int) -> Run:
    """Return a simulation of roulette, sic bo or mini-baccarat with these bets in every round."""
    ends = ends_of(config, bets)
    game = edition(config.rulebook).game
    play = _baccarat(config, ends, seed) if game == "baccarat" else _ends(ends, seed)
    what = _identity(config, {"bets": dict(bets), "seed": seed})
    return Run(what, play, ends.staked, float(-ends.edge))


def _identity(config: TableConfig, more: dict[str, Any]) -> str:
    parts = {"rulebook": config.rulebook, "settings": config.settings, "block": BLOCK, **more}
    return msgspec.json.encode(parts, order="deterministic").decode()


def _ends(ends: Ends, seed: int) -> Play:
    import numpy as np

    from pitboss.lab.simulation import kernel

    walk = kernel.compiled(kernel.count_ends)

    def play(block: int, rounds: int) -> Counts:
        counts = np.zeros(len(ends.gains), np.int64)
        walk(np.uint64(seed), block, rounds, counts)
        return _results(ends, counts.tolist())

    return play


def _baccarat(config: TableConfig, ends: Ends, seed: int) -> Play:
    import numpy as np

    from pitboss.lab.simulation import kernel
    from pitboss.lab.simulation.tables import baccarat_of

    walk = kernel.compiled(kernel.count_baccarat)
    cards, cut, tables = baccarat_of(baccarat_rules.rules_of(config))

    def play(block: int, rounds: int) -> Counts:
        counts = np.zeros((10, kernel.WIDTH), np.int64)
        walk(np.uint64(seed), block, rounds, cards, cut, tables, counts.ravel())
        return _results(ends, counts[:, :10].ravel().tolist())

    return play


def _results(ends: Ends, counts: list[int]) -> Counts:
    found: Counts = {}
    for gain, count in zip(ends.gains, counts, strict=True):
        found[gain] = found.get(gain, 0) + count
    return found


def blackjack_run(config: TableConfig, *, stake: int, seats: int, seed: int, table: Table | None = None) -> Run:
    """Return a simulation of blackjack in which every seat plays one table of totals, by default the best one.

    The exact mean is known where every round has a fresh shoe and the table is the best one; behind a cutting card the
    rounds at the end of a shoe are not like those at its beginning.
    """
    import numpy as np

    from pitboss.lab.blackjack.exact import analyse
    from pitboss.lab.simulation import kernel
    from pitboss.lab.simulation.tables import blackjack_of

    rules = blackjack_rules.rules_of(config)
    check_stake(stake)
    if stake * seats > _STAKE_MAX or stake % rules.stake_step:
        reason = f"a simulated stake is a multiple of {rules.stake_step}, and with all seats at most {_STAKE_MAX}"
        raise BadConfig(reason, field="stake", value=stake)
    if not 1 <= seats <= rules.positions:
        raise BadConfig(f"the table has 1 to {rules.positions} places", field="seats", value=seats)
    if rules.multiple_action:
        raise BadConfig("multiple action is not simulated", field="multiple_action", value=rules.multiple_action)
    best = analyse(rules, stake=stake)
    model = blackjack_of(rules, table or best.table, stake=stake, seats=seats)
    walk = kernel.compiled(kernel.play_blackjack)
    size = 2 * kernel.HANDS_MAX * 2 * stake * seats + 1
    is_known = table is None and rules.settings["reshuffle"] == "each_round" and rules.settings["dealer_bj"] == "all"

    def play(block: int, rounds: int) -> Counts:
        histogram = np.zeros(size, np.int64)
        nothing = np.zeros((0, kernel.SEATS_MAX), np.int64)
        found = (histogram, nothing)
        walk(np.uint64(seed), block, rounds, *model.parts, found)
        places = np.flatnonzero(histogram)
        return {int(place) - size // 2: int(histogram[place]) for place in places}

    what = _identity(config, {"stake": stake, "seats": seats, "seed": seed, "table": msgspec.to_builtins(table)})
    return Run(what, play, stake * seats, -best.basic_edge if is_known else None)
