"""How many bytes of memory something takes, with whatever it leads to."""

import gc
import sys
from types import FunctionType, ModuleType

import msgspec

__all__ = ["bytes_of", "referents", "weight"]

_BLOCK = 16
"""Python's allocator gives memory out in so many bytes, or a multiple."""


def bytes_of(thing: object) -> int:
    """Return what a thing takes by itself.

    >>> bytes_of(1) % 16
    0
    """
    return -(-sys.getsizeof(thing, 0) // _BLOCK) * _BLOCK


def referents(thing: object) -> list[object]:
    """Return what a thing holds; of a record that Python's collector never looks at (`gc=False`), its fields."""
    if isinstance(thing, msgspec.Struct) and not thing.__struct_config__.gc:
        return [getattr(thing, name) for name in thing.__struct_fields__]
    return gc.get_referents(thing)


def weight(thing: object, *beside: object) -> int:
    """Return what a thing takes with all that it leads to, but for what is there for others as well.

    >>> shared = ["x" * 1_000]
    >>> weight([shared, 1], shared) < 200 < 1_000 < weight([shared, 1])
    True
    """
    seen = set[int]()
    _reached(list(beside), seen)
    return _reached([thing], seen)


def _reached(left: list[object], seen: set[int]) -> int:
    found = 0
    while left:
        one = left.pop()
        if id(one) not in seen and not isinstance(one, (type, ModuleType, FunctionType)):
            seen.add(id(one))
            found += bytes_of(one)
            left += referents(one)
    return found
