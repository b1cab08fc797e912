"""States kept as bytes, and read back only if they are made of Pitboss's own values and nothing else.

A snapshot is a cache: it is used only where hash and code are the ones it was made with, and everything in it can be
rebuilt from the journal. Pickle can hold any of our states, cycles and all; what it may build on reading is held to our
own classes and a few plain ones, so that a file that somebody changed cannot run anything.
"""

from __future__ import annotations

import hashlib
import io
import pickle
from typing import Any, Final

_PLAIN: Final = {
    ("builtins", "set"),
    ("builtins", "frozenset"),
    ("builtins", "bytearray"),
    ("collections", "Counter"),
    ("collections", "defaultdict"),
    ("collections", "deque"),
    ("collections", "OrderedDict"),
    ("datetime", "date"),
    ("datetime", "datetime"),
    ("datetime", "timedelta"),
    ("datetime", "timezone"),
    ("fractions", "Fraction"),
    ("msgspec._utils", "rebuild"),
    ("copyreg", "_reconstructor"),
    ("builtins", "object"),
    ("builtins", "int"),
    ("builtins", "list"),
    ("builtins", "dict"),
    ("builtins", "tuple"),
    ("builtins", "str"),
}
_DIGEST_LENGTH: Final = 32


class _Reader(pickle.Unpickler):
    def find_class(self, module: str, name: str) -> Any:
        if (module, name) in _PLAIN:
            return super().find_class(module, name)
        # A dotted name would lead from one of our modules to whatever it imports, and a function could be called.
        if module.split(".", maxsplit=1)[0] == "pitboss" and "." not in name:
            found = super().find_class(module, name)
            if isinstance(found, type) and found.__module__.split(".")[0] == "pitboss":
                return found
        raise pickle.UnpicklingError(f"{module}.{name} is no part of a state")


def frozen(state: object) -> bytes:
    """Return a state as bytes, with a digest before them."""
    body = pickle.dumps(state, protocol=pickle.HIGHEST_PROTOCOL)
    return hashlib.sha256(body).digest() + body


def thawed(data: bytes) -> Any:
    """Return the state of such bytes; None where they are not what was written, or hold what no state has."""
    digest, body = data[:_DIGEST_LENGTH], data[_DIGEST_LENGTH:]
    if hashlib.sha256(body).digest() != digest:
        return None
    try:
        return _Reader(io.BytesIO(body)).load()
    except Exception:  # noqa: BLE001 - whatever is wrong with a cache, the journal is read instead
        return None
