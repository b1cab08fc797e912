"""Journals by address: `sqlite:///day.db`, `postgresql://host/database`; and addresses as they may be shown."""

from __future__ import annotations

import re
from ipaddress import ip_address
from pathlib import Path
from typing import TYPE_CHECKING, cast
from urllib.parse import unquote

from pitboss.errors import InputError

if TYPE_CHECKING:
    from pitboss.journal.deadlines import Watch
    from pitboss.journal.port import Journal
    from pitboss.journal.postgres import PostgresJournal
    from pitboss.journal.sqlite import SqliteJournal

_FILE = "sqlite:///"
_SERVER = ("postgresql://", "postgres://")
_USER = re.compile(r"^(?P<before>[^:]*://[^:@]*):(?P<secret>.*)@", re.DOTALL)
_PARTS = re.compile(r"[/?#&=@:]")
_OPTION = re.compile(r"(?P<before>[?&][a-z]*password=)(?P<secret>[^&]*)", re.IGNORECASE)


def open_journal(address: str, *, is_reader: bool = False, watch: Watch | None = None) -> Journal:
    """Open a journal for writing, or for reading beside whoever writes; `watch` says how long it may take to answer.

    A path without a scheme is a SQLite file. With `sqlite:///` a relative path follows the third stroke, an absolute
    one begins with a fourth.
    """
    if address.startswith(_SERVER):
        from pitboss.journal.postgres import PostgresJournal

        return _readable(PostgresJournal(address, is_reader=is_reader, watch=watch))
    path = sqlite_path(address)
    if path is None or "://" in str(address.removeprefix(_FILE)) or "\0" in address or not address.removeprefix(_FILE):
        reason = "expected sqlite:///FILE or postgresql://HOST/DATABASE"
        raise InputError(reason, field="journal", value=without_password(address))
    from pitboss.journal.sqlite import SqliteJournal

    return _readable(SqliteJournal(path, is_reader=is_reader, watch=watch))


def _readable(journal: PostgresJournal | SqliteJournal) -> Journal:
    """Return a journal, or one of an earlier version as it is read today."""
    if not journal.is_old:
        return journal
    from pitboss.journal.old import OldJournal

    try:
        return cast("Journal", OldJournal(journal))
    except BaseException:
        journal.close()
        raise


def open_to_read(address: str) -> Journal:
    """Open a journal for reading beside whoever writes; a file that is not there is told by its path.

    Raises:
        InputError: where there is no such file.
    """
    path = sqlite_path(address)
    if path is not None and "://" not in str(path) and "\0" not in address and not path.exists():
        reason = "no such journal; `pitboss play TRANSCRIPT --journal FILE` or `pitboss serve` records one"
        raise InputError(reason, field="journal", value=str(path))
    return open_journal(address, is_reader=True)


def sqlite_path(address: str) -> Path | None:
    """Return the file of a journal that is one; None for a server's."""
    return None if address.startswith(_SERVER) else Path(address.removeprefix(_FILE))


def without_password(address: str) -> str:
    """Return an address that may be shown.

    >>> without_password("postgresql://ann:secret@host/day?sslpassword=other")
    'postgresql://ann@host/day?sslpassword='
    """
    return _OPTION.sub(r"\g<before>", _USER.sub(r"\g<before>@", address))


def without_secrets(said: str, address: str, instead: str) -> str:
    """Return what somebody said of an address, or something else in its place if a part of the password is in it.

    >>> without_secrets("no number: secret", "postgresql://ann:secret/x@host", "cannot be read")
    'cannot be read'
    """
    found = [match["secret"] for pattern in (_USER, _OPTION) for match in pattern.finditer(address)]
    # A password that is written without its escapes may be taken for something else, and be told in parts.
    parts = {part for secret in found for form in (secret, unquote(secret)) for part in (form, *_PARTS.split(form))}
    return instead if any(part and part in said for part in parts) else said


def is_here(host: str) -> bool:
    """Tell whether a host is this machine, so that what is said to it goes over no network.

    >>> [is_here(one) for one in ("", "localhost", "127.0.0.2", "::1", "10.0.0.1", "db.example")]
    [True, True, True, True, False, False]
    """
    if host in ("", "localhost"):
        return True
    try:
        return ip_address(host.strip("[]")).is_loopback
    except ValueError:
        return False
