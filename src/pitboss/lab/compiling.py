"""Compiling a walk with Numba: once for all processes where the machine keeps compiled code.

Numba looks at a walk's own file only to see whether what it kept is stale. A walk that is made of several files is made
by a function of their stamp (`stamp_of`): what a walk closes over is part of what its compiled code is kept under.

Importing this module loads Numba.
"""

from __future__ import annotations

import pickle
from collections.abc import Callable
from pathlib import Path
from types import ModuleType
from typing import Any, Final, cast
from zlib import crc32

from numba import njit

_CACHE_FAULTS: Final = (RuntimeError, OSError, EOFError, pickle.UnpicklingError)
"""What Numba raises when it finds no place for compiled code, or finds a spoilt file there."""


def compile_walk(walk: Callable[..., Any], shape: str, **how: Any) -> Callable[..., Any]:
    """Return a walk compiled for one shape of arguments, so that all faults of the cache show here."""
    try:
        found = njit(shape, nogil=True, cache=True, **how)(walk)
    except _CACHE_FAULTS:
        # A package that is installed read-only, or a spoilt cache, costs every process the time to compile.
        found = njit(shape, nogil=True, **how)(walk)
    return cast("Callable[..., Any]", found)


def stamp_of(*modules: ModuleType) -> int:
    """Return a number that changes with the source of these modules; 0 where none of it is there to read."""
    stamp = 0
    for module in modules:
        try:
            stamp = crc32(Path(module.__file__ or "").read_bytes(), stamp)
        except OSError:
            continue
    return stamp
