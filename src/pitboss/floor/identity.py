"""Which journal a house has and how far it had come, kept in a file outside the database.

The identity of a house is the hash of its journal's first line: nobody chooses it, and every journal has one already.
It lies beside the house's key with the last head that was recorded. A journal that is gone, that is another house's, or
that is behind that head was taken away, swapped, cut or rolled back, and is not opened for play.
"""

from __future__ import annotations

import logging
import re
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from pitboss.errors import InputError
from pitboss.floor.anchors import difference
from pitboss.floor.devices.polling import Periodic
from pitboss.floor.house_key import put_in_place
from pitboss.journal import Anchor, End, Journal, JournalDamaged
from pitboss.journal.address import sqlite_path, without_password

NOTED_SECONDS: Final = 10.0
"""How often the head is written down while the house is open, where it changed."""
_FILE: Final = re.compile(r"house (?P<house>[0-9a-f]{64})\nhead (?P<head>pitboss-head/2:\S+)\n")
_LOG = logging.getLogger(__name__)


@dataclass(frozen=True)
class Known:
    """What a house knows of its journal."""

    house: str
    """The hash of the first line."""
    head: Anchor

    def __str__(self) -> str:
        """Write it as its file has it."""
        return f"house {self.house}\nhead {self.head}\n"


def identity_path(key: Path) -> Path:
    """Return where a house's identity lies: beside its key, `house.id` for `house.key`."""
    return key.with_suffix(".id")


def identity_of(journal: Journal) -> str:
    """Return the identity of a journal's house, the hash of its first line; nothing while there is none."""
    return next((line.hash.hex() for line in journal.lines()), "")


def read_known(path: Path) -> Known | None:
    """Return what a house knows of its journal; None where nothing was written down yet.

    Raises:
        InputError: where the file cannot be read, or is not what was written.
    """
    try:
        found = _FILE.fullmatch(path.read_text(encoding="ascii"))
    except FileNotFoundError:
        return None
    except (OSError, ValueError) as error:
        raise InputError(f"the house's identity cannot be read: {error}", field="journal", value=str(path)) from error
    if found is None:
        reason = f"is not what a house writes down of its journal: put {path.name} back from a copy, or move it away"
        raise InputError(reason, field="journal", value=str(path))
    return Known(found["house"], Anchor.parse(found["head"]))


def write_known(path: Path, known: Known) -> None:
    """Write down what a house knows, whole or not at all."""
    put_in_place(path, str(known), "the house's identity")


def require_there(address: str, path: Path, *, may_create: bool, is_demonstration: bool) -> None:
    """Refuse to make a journal where a house had one, or where nobody asked for a new one; nothing is opened yet.

    Raises:
        InputError: with what to do.
    """
    file = sqlite_path(address)
    if file is not None and not file.exists():
        _require_new(address, read_known(path), path, may_create=may_create, is_demonstration=is_demonstration)


def require_own(journal: Journal, path: Path, *, may_create: bool, is_demonstration: bool) -> None:
    """Refuse a journal that is not the house's, or lacks what it had.

    Raises:
        InputError: where it is empty, and no new one is to be made.
        JournalDamaged: where it is another house's, or behind what the house wrote down. It says what to do.
    """
    known, house = read_known(path), identity_of(journal)
    if not house:
        _require_new(journal.address, known, path, may_create=may_create, is_demonstration=is_demonstration)
    elif known is None:
        _LOG.warning("%s is not there: from now on the journal is held to what it has today", path)
    elif known.house != house:
        reason = (
            f"it is another house's journal (its first line is {house[:16]}…, this house's is {known.house[:16]}…): "
            f"name the house's own (--journal), or move {path} away if this one is to take its place"
        )
        raise JournalDamaged(reason, values={"journal": without_password(journal.address), "identity": str(path)})
    elif (what := difference(journal, known.head)) is not None:
        reason = (
            f"it was cut or rolled back, or an older copy put in its place: {what}. Put the whole journal back; if "
            f"these lines are lost for good, move {path} away and the house goes on without them"
        )
        raise JournalDamaged(reason, values={"journal": without_password(journal.address), "identity": str(path)})


def _require_new(address: str, known: Known | None, path: Path, *, may_create: bool, is_demonstration: bool) -> None:
    """See that a journal may begin here; a demonstration begins whenever there is none."""
    if is_demonstration:
        return
    where = without_password(address)
    if known is not None:
        reason = (
            f"the house's journal of {known.head.lines} lines is gone: put it back (`pitboss restore COPY JOURNAL`), "
            f"or say where it is (--journal); for a new house in its place move {path} away and start with --create"
        )
        raise InputError(reason, field="journal", value=where)
    if not may_create:
        reason = (
            "there is no journal yet: --create makes a new one; where there should be one, say where it is (--journal)"
        )
        raise InputError(reason, field="journal", value=where)


class Standing(Periodic):
    """Writes down how far a house's journal has come, as long as the house is open and once more at its end."""

    def __init__(self, path: Path, house: str, end: Callable[[], End | None], **clocks: Any) -> None:
        super().__init__("standing", NOTED_SECONDS, self.note, **clocks)
        self._path, self._house, self._end = path, house, end
        self._noted: End | None = None

    def note(self) -> None:
        """Write down where the journal ends, if it went on; a disk that takes nothing is tried again."""
        end = self._end()
        if end is None or end == self._noted:
            return
        try:
            write_known(self._path, Known(self._house, Anchor(end.ordinal, end.hash.hex())))
        except InputError as error:
            _LOG.warning("%s", error)
        else:
            self._noted = end
