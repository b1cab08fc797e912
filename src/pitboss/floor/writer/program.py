"""Which code runs: a hash by which a cache of other code is not used, and the digest that a house can be pinned to."""

from __future__ import annotations

import hashlib
import os
from collections.abc import Iterator
from functools import cache
from importlib import metadata
from pathlib import Path
from typing import Final

__all__ = ["code_version", "digest_now", "digest_of", "program_digest", "program_version"]

_PACKAGE: Final = Path(__file__).parents[2]
_MADE_BY_PYTHON: Final = "__pycache__"


@cache
def code_version() -> str:
    """Return what tells this code from any other."""
    digest = hashlib.sha256()
    for path in sorted([*_PACKAGE.rglob("*.py"), *_PACKAGE.rglob("*.toml")]):
        digest.update(path.relative_to(_PACKAGE).as_posix().encode() + b"\0" + path.read_bytes() + b"\0")
    return digest.hexdigest()[:16]


@cache
def program_digest() -> str:
    """Return the digest of the whole program: modules, rulebooks, role matrix, pages. It is read once a process."""
    return digest_of(_PACKAGE)


def digest_now() -> str:
    """Return the digest of the program's files as they lie there now, whatever was loaded from them."""
    return digest_of(_PACKAGE)


def digest_of(package: Path) -> str:
    """Return the digest of a program's files, wherever they lie and whenever they were written.

    It is the SHA-256 of what `sha256sum --zero` prints for them in the order of their names' bytes, so that somebody
    who does not trust the program can have it from other tools. All files count, since Python would load them.
    """
    digest = hashlib.sha256()
    for name, path in sorted((os.fsencode(path.relative_to(package).as_posix()), path) for path in _files(package)):
        digest.update(hashlib.sha256(path.read_bytes()).hexdigest().encode() + b"  " + name + b"\0")
    return digest.hexdigest()


def _files(package: Path) -> Iterator[Path]:
    # Links are followed, because imports follow them; one that leads nowhere is an editor's lock.
    for place, folders, names in os.walk(package, followlinks=True):
        folders[:] = [folder for folder in folders if folder != _MADE_BY_PYTHON]
        yield from (path for path in (Path(place, name) for name in names) if path.is_file())


def program_version() -> str:
    """Return the version that is installed; run from a bare folder of files, the program does not know it."""
    try:
        return metadata.version("pitboss")
    except metadata.PackageNotFoundError:
        return "unknown"
