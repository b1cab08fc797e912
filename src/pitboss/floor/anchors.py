"""Signed heads that are kept elsewhere, and whether a journal still has what it had when one was taken.

A house names the places in its file: a file on another disk or machine, or a command that gets each head on standard
input and carries it away, onto paper or to somebody else. Whoever owns the whole machine of the house can write a
history that fits in itself. They cannot change what lies elsewhere, nor sign for the house without its key.
"""

from __future__ import annotations

import logging
import os
import re
import subprocess
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Annotated, Any, Final

import msgspec
from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey

from pitboss.errors import InputError
from pitboss.floor.devices.polling import Periodic
from pitboss.floor.sealed_journal import derived
from pitboss.journal import Anchor, End, Journal, JournalDamaged
from pitboss.rulebook import Fault

POLL_SECONDS: Final = 10.0
COMMAND_SECONDS: Final = 20
"""How long a command may take to carry a head away, or to fetch the last one."""
_FORM: Final = "pitboss-anchor/1"
_LINE: Final = re.compile(
    rf"{_FORM} (?P<house>[0-9a-f]{{64}}) (?P<head>pitboss-head/2:[0-9]{{1,18}}:[0-9a-f]{{64}}) (?P<at>\S{{1,40}}) "
    r"(?P<key>[0-9a-f]{64}) (?P<signature>[0-9a-f]{128})"
)
_LOG = logging.getLogger(__name__)


class AnchorEntry(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A place for signed heads, as a house file names it."""

    file: str | None = None
    """A file to which each is added as a line, and of which the last is compared at a start."""
    command: tuple[str, ...] = ()
    """A program with its arguments that gets each on standard input."""
    last: tuple[str, ...] = ()
    """A program that prints what the command carried away, the last line of which is compared at a start."""
    every_minutes: Annotated[int, msgspec.Meta(ge=1, le=1_440)] = 60


def anchor_faults(entries: Sequence[AnchorEntry]) -> list[Fault]:
    """Return the places that are none, or two."""
    reason = "a place is a `file`, or a `command` with its arguments and perhaps `last`"
    return [
        Fault(f"anchor[{place}]", None, reason)
        for place, entry in enumerate(entries)
        if bool(entry.file) == bool(entry.command) or (entry.last and not entry.command)
    ]


@dataclass(frozen=True)
class SignedHead:
    """A head with whose it is and when it was taken, signed with a key that is derived from the house's."""

    house: str
    head: Anchor
    at: str
    key: str
    """The public half of the key, by which anybody can check the signature."""
    signature: str

    def __str__(self) -> str:
        """Write it as one line."""
        return f"{self._said()} {self.signature}"

    def _said(self) -> str:
        return f"{_FORM} {self.house} {self.head} {self.at} {self.key}"

    @classmethod
    def of(cls, key: bytes, house: str, head: Anchor, at: datetime) -> SignedHead:
        """Sign a head with the house's key."""
        unsigned = cls(house, head, at.isoformat(timespec="seconds"), public_key(key), "")
        return cls(house, head, unsigned.at, unsigned.key, signed(key, unsigned._said()))

    @classmethod
    def parse(cls, text: str) -> SignedHead:
        """Read one, and check its signature by the key that it names.

        Raises:
            InputError: where it is none, or not signed with that key.
        """
        match = _LINE.fullmatch(text.strip())
        if match is None:
            reason = f"expected a signed head as `pitboss anchor` writes it: {_FORM} HOUSE HEAD TIME KEY SIGNATURE"
            raise InputError(reason, field="anchor", value=text.strip()[:200])
        found = cls(match["house"], Anchor.parse(match["head"]), match["at"], match["key"], match["signature"])
        if not is_signed(str(found), found.key, found.signature):
            raise InputError("its signature is not of the key that it names", field="anchor", value=str(found))
        return found


def public_key(key: bytes) -> str:
    """Return the key by which others check what the house signed."""
    return _signing(key).public_key().public_bytes_raw().hex()


def signed(key: bytes, said: str) -> str:
    """Return the signature of what a house says, in hexadecimal digits."""
    return _signing(key).sign(said.encode()).hex()


def is_signed(text: str, key: str, signature: str) -> bool:
    """Tell whether a line that ends with a signature was signed with the key that it names."""
    said = text.removesuffix(f" {signature}")
    try:
        Ed25519PublicKey.from_public_bytes(bytes.fromhex(key)).verify(bytes.fromhex(signature), said.encode())
    except (InvalidSignature, ValueError):
        return False
    return True


def _signing(key: bytes) -> Ed25519PrivateKey:
    return Ed25519PrivateKey.from_private_bytes(derived(key, "anchors"))


def difference(journal: Journal, anchor: Anchor) -> str | None:
    """Say what a journal lacks that it had when a head was taken; None where it has everything."""
    if not anchor.lines:
        return None
    line, have = next(journal.lines(anchor.lines - 1), None), journal.end().ordinal
    if line is None:
        missing = f"line {have + 1}" if anchor.lines == have + 1 else f"lines {have + 1} to {anchor.lines}"
        return f"the anchor saw {anchor.lines} lines, the journal ends with {have}: {missing} missing"
    if line.hash.hex() != anchor.hash:
        return f"the head after {anchor.lines} lines is not the anchor's: it is another history"
    return None


@dataclass(frozen=True)
class Place:
    """A place where a house's heads are kept."""

    entry: AnchorEntry
    folder: Path
    """Where the house file lies, from which the path of a file is taken."""

    def __str__(self) -> str:
        """Say where it is."""
        return str(self._path) if self.entry.file else " ".join(self.entry.command)

    @property
    def _path(self) -> Path:
        return self.folder / (self.entry.file or "")

    @property
    def can_be_asked(self) -> bool:
        """Tell whether somebody can say what is kept there: nobody reads paper again."""
        return bool(self.entry.file or self.entry.last)

    def put(self, head: SignedHead) -> None:
        """Carry a head there.

        Raises:
            InputError: where it did not arrive.
        """
        line = f"{head}\n".encode()
        try:
            if self.entry.file:
                handle = os.open(self._path, os.O_CREAT | os.O_APPEND | os.O_WRONLY, 0o644)
                try:
                    os.write(handle, line)
                    os.fsync(handle)
                finally:
                    os.close(handle)
            else:
                subprocess.run(  # noqa: S603 - the house's own command
                    self.entry.command, input=line, check=True, capture_output=True, timeout=COMMAND_SECONDS
                )
        except (OSError, subprocess.SubprocessError) as error:
            raise InputError(f"no head arrived there: {error}", field="anchor", value=str(self)) from error

    def kept(self) -> list[str]:
        """Return the lines that are kept there; none where nothing is, or nobody can ask.

        Raises:
            InputError: where they cannot be read.
        """
        try:
            if self.entry.file:
                text = self._path.read_text(encoding="utf-8") if self._path.exists() else ""
            elif self.entry.last:
                done = subprocess.run(  # noqa: S603 - the house's own command
                    self.entry.last, check=True, capture_output=True, timeout=COMMAND_SECONDS
                )
                text = done.stdout.decode()
            else:
                text = ""
        except (OSError, ValueError, subprocess.SubprocessError) as error:
            raise InputError(f"what is kept there cannot be read: {error}", field="anchor", value=str(self)) from error
        return [line for line in text.splitlines() if line.strip()]


def fault_of(text: str, journal: Journal, house: str, keys: Sequence[bytes] | None) -> str | None:
    """Say what is wrong with a journal by a signed head of its house, or with that head; None where nothing is.

    Without keys it may be signed with any, such as one that the house had before.
    """
    try:
        found = SignedHead.parse(text)
    except InputError as error:
        return str(error)
    if keys is not None and found.key not in map(public_key, keys):
        how = "after `pitboss rotate-key` let `pitboss anchor` sign a new one"
        return f"the anchor of {found.at} was not signed with the house's key; {how}"
    if found.house != house:
        return f"the anchor of {found.at} is of another house"
    return difference(journal, found.head)


def require_anchored(journal: Journal, house: str, places: Sequence[Place], keys: Sequence[bytes]) -> None:
    """Refuse a journal that is behind the last head that is kept at any of its house's places.

    A place that nobody can ask now does not keep the house closed: that is told in the log.

    Raises:
        JournalDamaged: with the place, the line that is missing, and what to do.
    """
    for place in places:
        try:
            kept = place.kept()
        except InputError as error:
            _LOG.warning("the journal is not compared with its anchor: %s", error)
            continue
        what = fault_of(kept[-1], journal, house, keys) if kept else None
        if what is not None:
            reason = (
                f"by the last anchor at {place} the journal is not whole, and does not open for play: {what}. Put the "
                "whole journal back; whoever keeps the anchors decides whether to begin a new list of them without it"
            )
            raise JournalDamaged(reason, values={"anchor": str(place)})


class Anchors(Periodic):
    """Carries signed heads to the places of a house as long as it is open, and once more at its end."""

    def __init__(
        self,
        places: Sequence[Place],
        sign: Callable[[Anchor], SignedHead],
        end: Callable[[], End | None],
        **clocks: Any,
    ) -> None:
        super().__init__("anchors", POLL_SECONDS, self.poll, **clocks)
        self._places, self._sign, self._end = places, sign, end
        self._due = dict.fromkeys(range(len(places)), 0)
        self._sent: dict[int, End] = {}

    def start(self) -> None:
        """Begin, where there is any place."""
        if self._places:
            super().start()

    def poll(self) -> None:
        """Carry the head to every place whose time has come."""
        now = self._monotonic_ns()
        for number, place in enumerate(self._places):
            if now >= self._due[number] and self._send(number):
                self._due[number] = now + place.entry.every_minutes * 60 * 10**9

    def send(self) -> None:
        """Carry the head to every place that has not got it, whatever the time."""
        for number in range(len(self._places)):
            self._send(number)

    def _send(self, number: int) -> bool:
        """Carry the head to a place, and tell whether it is there; one that did not arrive is sent again."""
        end, place = self._end(), self._places[number]
        if end is None or end == self._sent.get(number):
            return end is not None
        try:
            place.put(self._sign(Anchor(end.ordinal, end.hash.hex())))
        except InputError as error:
            _LOG.warning("%s", error)
            return False
        self._sent[number] = end
        return True
