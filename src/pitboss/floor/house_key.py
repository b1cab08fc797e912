"""The key of a house, kept outside its database: in a file that only its owner reads, or printed by a command.

A line each, in hexadecimal digits: the first seals, the others open what was sealed before a rotation. While a journal
from before there was a key is being sealed, the word `new` stands before it, and what is not sealed yet is taken.
"""

from __future__ import annotations

import os
import re
import secrets as chance
import stat
import subprocess
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final

from pitboss.errors import InputError
from pitboss.journal.address import sqlite_path

_LINE: Final = re.compile(r"^(new )?([0-9a-f]{64})$")
_COMMAND_SECONDS: Final = 60
_MARK_BYTES: Final = 4
"""How much chance tells a file that is being written from the one that it will replace."""


@dataclass(frozen=True)
class HouseKey:
    """The keys of a house, the newest first, and the file they are in if it is one."""

    keys: tuple[bytes, ...]
    path: Path | None = None
    is_new: bool = False
    """Whether what the journal holds may not be sealed yet."""

    def kept(self, *keys: bytes, is_new: bool = False) -> HouseKey:
        """Write other keys in place of these, whole or not at all; return them."""
        if self.path is not None:
            _write(self.path, keys, is_new=is_new)
        return replace(self, keys=keys, is_new=is_new)


def key_path(named: str | None, address: str, folder: Path) -> Path:
    """Return where a house keeps its key: as its file says, else beside the journal, else beside the house file."""
    path = sqlite_path(address)
    if named is not None:
        return folder / named
    return folder / "house.key" if path is None else path.with_suffix(".key")


def key_of(command: tuple[str, ...], path: Path) -> HouseKey | None:
    """Return a house's key as its command prints it, or where it has none from its file; None where there is none."""
    return printed_key(command) if command else read_key(path)


def read_key(path: Path) -> HouseKey | None:
    """Return the key that a file holds; None where there is no file.

    Raises:
        InputError: where others may read it, or it holds no key.
    """
    try:
        mode, text = path.stat().st_mode, path.read_text(encoding="ascii")
    except FileNotFoundError:
        return None
    except (OSError, ValueError) as error:
        raise InputError(f"the house's key cannot be read: {error}", field="key", value=str(path)) from error
    if mode & (stat.S_IRWXG | stat.S_IRWXO):
        raise InputError("others may read the house's key: chmod 600", field="key", value=str(path))
    return replace(_parsed(text, str(path)), path=path)


def made_key(path: Path) -> HouseKey:
    """Make a key where there is none; what the journal holds is sealed with it next."""
    return HouseKey((), path).kept(chance.token_bytes(32), is_new=True)


def printed_key(command: tuple[str, ...]) -> HouseKey:
    """Return the key that a command prints.

    Raises:
        InputError: where it fails, or prints no key.
    """
    try:
        done = subprocess.run(command, check=True, capture_output=True, timeout=_COMMAND_SECONDS)  # noqa: S603
    except (OSError, subprocess.SubprocessError) as error:
        raise InputError(f"the command that prints the house's key failed: {type(error).__name__}", field="key_command",
                         value=command[0]) from error  # fmt: skip
    return _parsed(done.stdout.decode("ascii", "replace"), command[0])


def _parsed(text: str, where: str) -> HouseKey:
    found = [_LINE.match(line) for line in text.strip().splitlines()]
    if not found or None in found:
        raise InputError("expected 64 hexadecimal digits a line", field="key", value=where)
    lines = [match.groups() for match in found if match is not None]
    return HouseKey(tuple(bytes.fromhex(digits) for _, digits in lines), is_new=lines[0][0] is not None)


def _write(path: Path, keys: tuple[bytes, ...], *, is_new: bool) -> None:
    text = "".join(f"{'new ' if is_new else ''}{key.hex()}\n" for key in keys)
    put_in_place(path, text, "the house's key")


def half_written(path: Path) -> Iterator[Path]:
    """Yield what is left of a file by whoever was killed while putting it in place; nobody else's file is among it."""
    return path.parent.glob(f"{path.name}.{'[0-9a-f]' * 2 * _MARK_BYTES}")


def put_in_place(path: Path, text: str | bytes, what: str) -> None:
    """Put a file in place of another: on the disk before it is there, and read by nobody else.

    Raises:
        InputError: where it cannot be written.
    """
    beside = path.with_name(f"{path.name}.{chance.token_hex(_MARK_BYTES)}")
    try:
        handle = os.open(beside, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600)
        with os.fdopen(handle, "wb") as file:
            file.write(text.encode("ascii") if isinstance(text, str) else text)
            file.flush()
            os.fsync(file.fileno())
        beside.replace(path)
        folder = os.open(path.parent, os.O_RDONLY)
        try:
            os.fsync(folder)
        finally:
            os.close(folder)
    except OSError as error:
        raise InputError(f"{what} cannot be written: {error}", field="key", value=str(path)) from error
