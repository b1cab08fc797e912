"""Runs of a simulation: blocks of rounds on several workers, results that add up, a file to go on from.

A block is so many rounds from one stream. Blocks are counted from 0 and each is played once, by whoever is free; what
they count is whole numbers, so the totals are the same for one worker and for many. A wanted precision is looked at
after every so many blocks only, and so ends a run at the same block each time.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Generator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from math import isfinite, sqrt
from pathlib import Path
from typing import Any, Final, NamedTuple, Protocol

import msgspec

from pitboss.errors import BadConfig, InputError

BLOCK: Final = 262_144
"""Rounds of a block; part of a run's identity, for another size deals other rounds."""
GROUP: Final = 16
"""Blocks between two looks at the precision."""
SPAN: Final = 256
"""Blocks that a worker of a cluster plays at a time: seconds of blackjack, beside which asking for them is nothing."""
SEED_MAX: Final = 2**64 - 1
_SURE: Final = 1.959963984540054
"""Standard errors on either side of a mean within which the true one lies in 95 of 100 runs."""

Counts = dict[int, int]
"""How often each result came, in minor units."""


class Played(NamedTuple):
    """What a block came to: its results, and what was laid before its rounds were played, in minor units."""

    counts: Counts
    laid: int


Play = Callable[[int, int], Played]
"""A block's number and its rounds to what they came to."""


class Waited(Protocol):
    """Blocks that somebody plays."""

    def result(self) -> Played:
        """Wait for what they come to."""

    def cancel(self) -> object:
        """Have them played by nobody, if nobody began."""


Submit = Callable[[int, int], Waited]
"""Has somebody play so many rounds from a block on."""


class Totals(msgspec.Struct, forbid_unknown_fields=True):
    """What a run has come to; also the file to go on from."""

    what: str
    """The run's identity: rules, bets, seed and block size, as one text."""
    blocks: int
    rounds: int
    laid: int
    counts: dict[int, int]


@dataclass(frozen=True)
class Estimate:
    """What the totals say, as shares of what is laid in a round on average."""

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
    exact: float | None
    """The exact mean, as a share of what is laid."""
    block: int = BLOCK
    """Rounds of a block."""
    totals: Totals = field(init=False)

    def __post_init__(self) -> None:
        self.totals = Totals(self.what, 0, 0, 0, {})

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

    def go(
        self,
        rounds: int,
        *,
        workers: int = 1,
        precision: float | None = None,
        submit: Submit | None = None,
        every: int = GROUP,
    ) -> Generator[Estimate]:
        """Play up to a number of rounds in all, or to a precision; yield an estimate after `every` so many blocks.

        Threads of this process play, or whoever `submit` has play a block of this run. A run that is gone on with and
        has the precision already plays no further.
        """
        last = -(-rounds // self.block)
        if self.totals.rounds < min(rounds, self.totals.blocks * self.block):
            self._reopen()
        # A precision is looked at after the same blocks each time, whoever plays them.
        span = 1 if submit is None else GROUP if precision is not None else SPAN
        group, begun = max(every, span), self.totals.blocks
        is_looked_at = self.totals.blocks > 0 and self.totals.blocks % group == 0
        if precision is not None and is_looked_at and self.estimate().half_width <= precision:
            return
        # Blocks are played ahead of those that are counted, so that no worker waits for the last one of a group.
        ahead: deque[tuple[int, Waited]] = deque()
        with ThreadPoolExecutor(workers) as pool:
            begin: Submit = submit or (lambda block, count: pool.submit(self.play, block, count))
            try:
                while self.totals.blocks < last:
                    end = min(last, self.totals.blocks - self.totals.blocks % group + group)
                    while begun < min(last, end + 2 * workers * span):
                        until = min(last, begun - begun % span + span)
                        ahead.append((until, begin(begun, min(rounds, until * self.block) - begun * self.block)))
                        begun = until
                    while self.totals.blocks < end:
                        until, future = ahead.popleft()
                        _add(self.totals, future.result())
                        self.totals.blocks = until
                    self.totals.rounds = min(rounds, end * self.block)
                    yield self.estimate()
                    if precision is not None and self.estimate().half_width <= precision:
                        return
            finally:
                for _, future in ahead:
                    future.cancel()

    def span(self, block: int, rounds: int) -> Played:
        """Play some blocks in a row, and add up what they come to."""
        found = Totals(self.what, 0, 0, 0, {})
        for done in range(0, rounds, self.block):
            _add(found, self.play(block + done // self.block, min(self.block, rounds - done)))
        return Played(found.counts, found.laid)

    def _reopen(self) -> None:
        """Take back a last block that was not played to its end, so that it is played whole now."""
        block = self.totals.blocks - 1
        counts, laid = self.play(block, self.totals.rounds - block * self.block)
        _add(self.totals, Played({gain: -count for gain, count in counts.items()}, -laid))
        self.totals.counts = {gain: count for gain, count in self.totals.counts.items() if count}
        self.totals.blocks, self.totals.rounds = block, block * self.block

    def estimate(self) -> Estimate:
        """Return what the totals say so far."""
        counts, laid = self.totals.counts, self.totals.laid
        number = sum(counts.values())
        if not number:
            return Estimate(0, 0.0, 0.0)
        total = sum(gain * count for gain, count in counts.items())
        square = sum(gain * gain * count for gain, count in counts.items())
        # In whole numbers as long as possible: so much is left of the digits when the run is long.
        spread = (square * number - total * total) / number**2
        return Estimate(number, total / laid, sqrt(spread) * number / laid)

    @property
    def void(self) -> int:
        """Return how many rounds ran out of cards."""
        return self.totals.rounds - self.estimate().rounds

    @property
    def exact_here(self) -> float | None:
        """Return the exact mean of what was played; None where rounds were void.

        Long rounds run out of cards more often than others, and the exact mean is of all of them.
        """
        return None if self.void else self.exact

    def answer(self, seed: int) -> dict[str, Any]:
        """Return what the run has come to as one object, with the exact figure beside it where there is one."""
        found, exact = self.estimate(), self.exact_here
        off = None if exact is None or not found.error else (found.mean - exact) / found.error
        return {
            "rounds": self.totals.rounds,
            "void": self.void,
            "seed": seed,
            "laid_minor": self.totals.laid,
            "mean": found.mean,
            "deviation": found.deviation,
            "interval": [found.mean - found.half_width, found.mean + found.half_width],
            "exact": exact,
            "standard_errors_off": off,
        }

    @property
    def results(self) -> list[dict[str, int]]:
        """Return how often each result came, from the least to the highest."""
        return [{"gain_minor": gain, "count": count} for gain, count in sorted(self.totals.counts.items())]


def _add(totals: Totals, played: Played) -> None:
    totals.laid += played.laid
    for gain, count in played.counts.items():
        totals.counts[gain] = totals.counts.get(gain, 0) + count


def check_run(seed: int, rounds: int, workers: int, precision: float | None) -> None:
    """Refuse what is no run."""
    if not 0 <= seed <= SEED_MAX:
        raise BadConfig(f"a seed is a whole number from 0 to {SEED_MAX}", field="seed", value=seed)
    if rounds < 1:
        raise BadConfig("a simulation has one round or more", field="rounds", value=rounds)
    if not 1 <= workers <= 256:  # noqa: PLR2004 - more threads than any machine has processors
        raise BadConfig("there are 1 to 256 workers", field="workers", value=workers)
    if precision is not None and not (isfinite(precision) and precision > 0):
        raise BadConfig(
            "a precision is a share of the stake above 0, such as 0.0001", field="precision", value=precision
        )
