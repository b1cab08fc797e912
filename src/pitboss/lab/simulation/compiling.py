"""The walks of a simulation, compiled, each for its arguments.

Importing this module loads Numba.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any, Final

from pitboss.lab.compiling import compile_walk
from pitboss.lab.simulation import kernel

_INTS: Final = "int64[::1]"
_BYTES: Final = "uint8[::1]"
_SHAPES: Final[dict[Callable[..., Any], str]] = {
    kernel.words: "void(uint64, int64, uint64[::1])",
    kernel.count_ends: f"void(uint64, int64, int64, {_INTS})",
    kernel.list_ends: "void(uint64, int64, int64, uint16[::1])",
    kernel.follow: f"void(uint16[::1], int64, {_INTS}, {_INTS}, {_INTS}, {_INTS})",
    kernel.count_baccarat: f"void(uint64, int64, int64, {_BYTES}, int64, UniTuple({_BYTES}, 3), {_INTS}, uint16[::1])",
    kernel.play_blackjack: f"int64(uint64, int64, int64, {_BYTES}, UniTuple(uint64, 4), "
    f"Tuple(({_BYTES}, {_BYTES}, {_BYTES}, {_BYTES}, {_BYTES}, uint64, uint64, uint64)), "
    f"Tuple(({_BYTES}, {_BYTES}, {_BYTES}, uint64)), {_INTS}, Tuple(({_INTS}, int64[:, ::1])))",
    kernel.play_wagers: f"void(uint64, int64, {_BYTES}, UniTuple(uint64, 7), "
    f"Tuple(({_BYTES}, {_BYTES}, {_BYTES}, {_BYTES}, {_BYTES}, uint64, uint64, uint64)), "
    f"Tuple(({_BYTES}, {_BYTES}, {_BYTES}, uint64, {_BYTES}, Tuple(({_BYTES}, {_BYTES}, uint64)))), "
    f"UniTuple({_BYTES}, 4), Tuple(({_INTS}, int64[:, ::1], {_INTS}, {_BYTES})), Tuple((int64[:, ::1], {_INTS})))",
}


@cache
def compiled(walk: Callable[..., Any]) -> Callable[..., Any]:
    """Return a walk compiled; the types are fixed here, so that all faults of the cache show here."""
    return compile_walk(walk, _SHAPES[walk])


def compile_all() -> None:
    """Compile every walk."""
    for walk in _SHAPES:
        compiled(walk)
