"""The walks of a simulation, compiled: once for all processes where the machine keeps compiled code.

Importing this module loads Numba.
"""

from __future__ import annotations

import pickle
from collections.abc import Callable
from functools import cache
from typing import Any, Final, cast

from numba import njit

from pitboss.lab.simulation import kernel

_CACHE_FAULTS: Final = (RuntimeError, OSError, EOFError, pickle.UnpicklingError)
"""What Numba raises when it finds no place for compiled code, or finds a spoilt file there."""
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
    try:
        found = njit(_SHAPES[walk], nogil=True, cache=True)(walk)
    except _CACHE_FAULTS:
        # A package that is installed read-only, or a spoilt cache, costs every process the time to compile.
        found = njit(_SHAPES[walk], nogil=True)(walk)
    return cast("Callable[..., Any]", found)


def compile_all() -> None:
    """Compile every walk."""
    for walk in _SHAPES:
        compiled(walk)
