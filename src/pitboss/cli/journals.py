"""What the commands on journals share: addresses, readers, and places in a journal."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing, contextmanager
from typing import Annotated

from cyclopts import Parameter

from pitboss.errors import InputError
from pitboss.journal import Journal
from pitboss.journal.address import open_to_read

_ADDRESS = "sqlite:///FILE, a SQLite file's path, or postgresql://HOST/DATABASE."
JournalAddress = Annotated[str, Parameter(name="journal", help=_ADDRESS)]
"""Which journal a command reads."""


@contextmanager
def reading(address: str) -> Iterator[Journal]:
    """Open a journal for reading, beside whoever writes."""
    with closing(open_to_read(address)) as journal:
        yield journal


def position_of(journal: Journal, at: str) -> int:
    """Return the position that a place names: a number, or STREAM@VERSION."""
    stream, sign, version = at.rpartition("@")
    number = version if sign else at
    if not number.isdecimal() or not number.isascii() or len(number) > 18:  # noqa: PLR2004 - what 64 bits hold
        raise InputError("expected a position, or STREAM@VERSION", field="at", value=at)
    last, _ = journal.last()
    if not sign:
        if int(number) > last:
            raise InputError(f"the journal ends with position {last}", field="at", value=at)
        return int(number)
    record = next(journal.read(stream, after=int(number) - 1), None) if int(number) else None
    if record is None or record.version != int(number):
        raise InputError("the journal has no such version of that stream", field="at", value=at)
    return record.position
