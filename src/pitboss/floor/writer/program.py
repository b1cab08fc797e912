"""Which code runs: a hash by which a cache of other code is not used, and the digest that a house can be pinned to."""

from __future__ import annotations

import hashlib
import os
from collections.abc import Iterator
from functools import cache
from importlib import metadata
from pathlib import Path
from typing import Final

from pitboss.games import added_folders
from pitboss.rulebook import added_editions

_PACKAGE: Final = Path(__file__).parents[2]
_MADE_BY_PYTHON: Final = "__pycache__"


def _added() -> tuple[Path, ...]:
    """Return the folders of games and editions that were added from outside: they are part of what runs."""
    return (*added_editions(), *added_folders())


def code_version() -> str:
    """Return what tells this code from any other."""
    return _version_of(_added())


@cache
def _version_of(added: tuple[Path, ...]) -> str:
    digest = hashlib.sha256()
    for place in (_PACKAGE, *added):
        for path in sorted([*place.rglob("*.py"), *place.rglob("*.toml")]):
            digest.update(path.relative_to(place).as_posix().encode() + b"\0" + path.read_bytes() + b"\0")
    return digest.hexdigest()[:16]


def program_digest() -> str:
    """Return the digest of the whole program: modules, rulebooks, role matrix, pages. It is read once a process."""
    return _digest_with(_added())


@cache
def _digest_with(added: tuple[Path, ...]) -> str:
    """Return the program's own digest; with what was added, the SHA-256 of that and of each folder's, line by line."""
    own = digest_of(_PACKAGE)
    if not added:
        return own
    return hashlib.sha256("".join(f"{one}\n" for one in (own, *map(digest_of, added))).encode()).hexdigest()


def digest_now() -> str:
    """Return the digest of the program's files as they lie there now, whatever was loaded from them."""
    return _digest_with.__wrapped__(_added())


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
