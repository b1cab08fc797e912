"""Timing several ways to do the same work so that they can be compared on a machine that does other work besides.

The ways take turns, so that a slow moment of the machine falls on all of them, and of each the best turn counts: what
disturbs a measurement can only make it longer.
"""

from __future__ import annotations

import gc
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager

__all__ = ["best_of", "seconds_of", "turns_of"]

_Call = Callable[[], object]

_TURN_MIN_S = 0.002
"""A turn calls its way as often as it takes to fill this time, so that the clock's own cost does not show."""


def seconds_of(way: _Call, *, calls: int = 1) -> float:
    """Return the seconds one call takes, the mean of so many in a row."""
    begin = time.perf_counter()
    for _ in range(calls):
        way()
    return (time.perf_counter() - begin) / calls


def best_of(ways: Mapping[str, _Call], *, rounds: int, after_round: _Call = lambda: None) -> dict[str, float]:
    """Return the seconds one call of each way takes at best, over so many rounds in which each has one turn."""
    return {name: turns[0] for name, turns in turns_of(ways, rounds=rounds, after_round=after_round).items()}


def turns_of(ways: Mapping[str, _Call], *, rounds: int, after_round: _Call = lambda: None) -> dict[str, list[float]]:
    """Return the seconds one call of each way took in each of so many rounds, from the best turn to the worst."""
    calls = {name: max(1, round(_TURN_MIN_S / seconds_of(way))) for name, way in ways.items()}
    turns: dict[str, list[float]] = {name: [] for name in ways}
    with _no_collection():
        for _ in range(rounds):
            for name, way in ways.items():
                turns[name].append(seconds_of(way, calls=calls[name]))
            after_round()
    return {name: sorted(taken) for name, taken in turns.items()}


@contextmanager
def _no_collection() -> Iterator[None]:
    gc.collect()
    gc.disable()
    try:
        yield
    finally:
        gc.enable()
