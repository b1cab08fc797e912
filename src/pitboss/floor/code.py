"""Which code runs: a hash over all of Pitboss's modules, so that a cache made by other code is not used."""

from __future__ import annotations

import hashlib
from functools import cache
from pathlib import Path

__all__ = ["code_version"]


@cache
def code_version() -> str:
    """Return what tells this code from any other."""
    package = Path(__file__).parents[1]
    digest = hashlib.sha256()
    for path in sorted([*package.rglob("*.py"), *package.rglob("*.toml")]):
        digest.update(path.relative_to(package).as_posix().encode() + b"\0" + path.read_bytes() + b"\0")
    return digest.hexdigest()[:16]
