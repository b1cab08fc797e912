"""A journal whose secrets are sealed, and whose snapshots are signed, with a key that is not in it.

Whoever can write to the database, and has not the key, can put no secret of theirs in the place of another, and no
state that the program would take for its own: a snapshot is decoded only once its signature was found to be right.
"""

from __future__ import annotations

import hashlib
import hmac
import logging
import os
from contextlib import suppress
from dataclasses import replace
from typing import TYPE_CHECKING, Any, Final, cast

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESGCM

from pitboss.errors import InputError
from pitboss.floor.house_key import HouseKey, made_key
from pitboss.journal import Batch, Block, End, Journal, JournalDamaged, JournalError, Secret, Snapshot
from pitboss.journal.streams import SealedIndex

if TYPE_CHECKING:
    from pathlib import Path

_LOG = logging.getLogger(__name__)
KINDS: Final = ("password", "code", "session", "terminal", "terminal_code", "device", "server", "virtual_shoe", "visit")
"""Every kind of secret that a house keeps."""
TICKET_KEY: Final = "tickets"
"""The server's key from which the numbers of tickets are drawn."""
INDEX: Final = "index"
"""The view that has the signature of the index of streams, as far as it was found to be right."""
_MAGIC: Final = b"pb1"
_ID, _NONCE, _MAC = 4, 12, 32
_HEAD: Final = len(_MAGIC) + _ID
"""Bytes before the nonce: that it is sealed, and with which key."""


class SealedJournal:
    """A journal, as whoever has the key sees it."""

    def __init__(self, journal: Journal, key: HouseKey) -> None:
        self._journal, self.key = journal, key

    def __getattr__(self, name: str) -> Any:
        """Do everything else as the journal does."""
        return getattr(self._journal, name)

    def append(self, batch: Batch) -> None:
        """Write a batch, its secrets sealed."""
        if batch.secrets:
            batch = replace(batch, secrets=[self._sealed(one) for one in batch.secrets])
        self._journal.append(batch)

    def secrets(self, kind: str) -> dict[str, bytes]:
        """Return the secrets of a kind by their names.

        Raises:
            JournalDamaged: for one that was not sealed with this key, under this name.
        """
        return {name: self._opened(kind, name, body) for name, body in self._journal.secrets(kind).items()}

    def save_snapshot(self, snapshot: Snapshot) -> None:
        """Keep a snapshot, with its signature."""
        self._journal.save_snapshot(replace(snapshot, body=self._mac(snapshot, self.key.keys[0]) + snapshot.body))

    def snapshot(self, stream: str) -> Snapshot | None:
        """Return a stream's newest snapshot; None where it is not ours, and the stream is read instead."""
        found = self._journal.snapshot(stream)
        ours = None if found is None else self._ours(found)
        if found is not None and ours is None:
            reason = "was not signed with the house's key: it is not used, and the stream is read from its beginning"
            _LOG.warning("the snapshot of %s %s", stream, reason)
        return ours

    def signed_snapshots(self) -> dict[str, Snapshot | None]:
        """Return the snapshot of each stream that has one; None for one that is not ours."""
        return {one.stream: self._ours(one) for one in self._journal.snapshots()}

    def require_whole(self) -> None:
        """Read everything, and hold it to the chain; what the house's key signed of the index need not be found again.

        Raises:
            JournalDamaged: where any of it is not what was written.
        """
        self._journal.require_whole(self._known_index())

    def close(self) -> None:
        """Sign the index as far as it came, and let go of the journal."""
        # It is a cache: without it the next start takes longer.
        with suppress(JournalError):
            self.seal_index()
        self._journal.close()

    def _known_index(self) -> SealedIndex | None:
        """Return the index that was signed; None where none was, or not with a key of ours."""
        for block in self._journal.blocks(INDEX):
            index = stored_index(block)
            macs = [_index_mac(key, index) for key in self.key.keys]
            if any(hmac.compare_digest(bytes(block.body[:_MAC]), mac) for mac in macs):
                return index
        return None

    def seal_index(self) -> None:
        """Sign the index of streams as it is known here: after a crash the next start need not look into all lines."""
        index = self._journal.index()
        if index.end.ordinal and not self._journal.is_reader:
            self._save_index(index)

    def _save_index(self, index: SealedIndex) -> None:
        self._journal.save_block(INDEX, Block(1, *index.end, _index_mac(self.key.keys[0], index) + index.digest))

    def is_index_ours(self) -> bool:
        """Tell whether the index of streams is signed with a key of ours, or not at all."""
        return self._known_index() is not None or not self._journal.blocks(INDEX)

    def _ours(self, stored: Snapshot) -> Snapshot | None:
        """Return a snapshot without its signature; None where no key of ours made that."""
        found = replace(stored, body=bytes(stored.body[_MAC:]))
        macs = [self._mac(found, key) for key in self.key.keys]
        return found if any(hmac.compare_digest(bytes(stored.body[:_MAC]), mac) for mac in macs) else None

    def seal_all(self) -> None:
        """Seal everything anew with the first key: secrets in one transaction, then snapshots, which are a cache."""
        found = [Secret(kind, name, body) for kind in KINDS for name, body in self.secrets(kind).items()]
        if found:
            self.append(Batch(secrets=found))
        for snapshot in self.signed_snapshots().values():
            if snapshot is not None:
                self.save_snapshot(snapshot)
        index = self._known_index()
        if index is not None:
            self._save_index(index)

    def _sealed(self, secret: Secret) -> Secret:
        if secret.body is None:
            return secret
        key, nonce = self.key.keys[0], os.urandom(_NONCE)
        sealed = AESGCM(derived(key, "secrets")).encrypt(nonce, secret.body, _about(secret.kind, secret.name))
        return replace(secret, body=_MAGIC + _id(key) + nonce + sealed)

    def _opened(self, kind: str, name: str, body: bytes) -> bytes:
        body = bytes(body)
        if not is_sealed(body) and self.key.is_new:
            return body
        for key in self.key.keys:
            if is_sealed(body) and body[len(_MAGIC) : _HEAD] == _id(key):
                nonce, sealed = body[_HEAD : _HEAD + _NONCE], body[_HEAD + _NONCE :]
                try:
                    return AESGCM(derived(key, "secrets")).decrypt(nonce, sealed, _about(kind, name))
                except (InvalidTag, ValueError):
                    break
        reason = f"the {kind.replace('_', ' ')} of {name} was not sealed with the house's key"
        raise JournalDamaged(reason, values={"kind": kind, "name": name})

    @staticmethod
    def _mac(snapshot: Snapshot, key: bytes) -> bytes:
        """Return the signature of a snapshot, over all of it: its stream, version, head, program, place and state.

        So a true one is no other stream's, and of no other time: the head takes in the line's number and all before it.
        """
        said = hmac.new(derived(key, "snapshots"), digestmod="sha256")
        for part in (snapshot.stream.encode(), str(snapshot.version).encode(), snapshot.hash, snapshot.code.encode()):
            said.update(len(part).to_bytes(8) + part)
        said.update(snapshot.body)
        return said.digest()


class UnkeptJournal:
    """A journal without its snapshots: for whoever has no key to know them by."""

    def __init__(self, journal: Journal) -> None:
        self._journal = journal

    def __getattr__(self, name: str) -> Any:
        """Do everything else as the journal does."""
        return getattr(self._journal, name)

    def snapshot(self, stream: str) -> Snapshot | None:
        """Return none."""
        del stream
        return None

    def snapshots(self) -> list[Snapshot]:
        """Return none."""
        return []

    def save_snapshot(self, snapshot: Snapshot) -> None:
        """Keep none."""


def is_sealed(body: bytes) -> bool:
    """Tell whether a secret is sealed, by whichever key."""
    return body.startswith(_MAGIC)


def sealed(journal: Journal, key: HouseKey | None, path: Path) -> Journal:
    """Return a journal as its house's key opens it; a house without one gets it now, and all its secrets are sealed.

    Raises:
        InputError: where the secrets are sealed and the key is not there.
    """
    if key is None:
        if any(is_sealed(bytes(body)) for kind in KINDS for body in journal.secrets(kind).values()):
            reason = "the secrets of this house are sealed, and its key is not there; put it back from where it is kept"
            raise InputError(reason, field="key", value=str(path))
        key = made_key(path)
    found = SealedJournal(journal, key)
    if key.is_new:
        found.seal_all()
        found.key = key.kept(*key.keys)
    return cast("Journal", found)


def rotated(journal: Journal, key: HouseKey, new: bytes | None) -> HouseKey:
    """Seal everything with a new key, or with the first of several; return what is left: that one alone.

    Both are in the file until all is sealed: whenever the power goes, the house can be opened.
    """
    both = key if new is None else key.kept(new, *key.keys)
    found = SealedJournal(journal, both)
    found.seal_all()
    # Made anew at the next start: numbers that were drawn from it are on record, and no others hang on it.
    found.append(Batch(secrets=[Secret("server", TICKET_KEY, None)]))
    return both.kept(both.keys[0])


def derived(key: bytes, purpose: str) -> bytes:
    """Return a key for one purpose, from which the house's cannot be told."""
    return hmac.digest(key, f"pitboss {purpose}".encode(), "sha256")


def stored_index(block: Block) -> SealedIndex:
    """Return what a block of the view says of the index of streams, whoever signed it."""
    return SealedIndex(End(block.last, block.position, block.hash), bytes(block.body[_MAC:]))


def _index_mac(key: bytes, index: SealedIndex) -> bytes:
    said = b"%d %d " % index.end[:2] + index.end.hash + index.digest
    return hmac.digest(derived(key, "index"), said, "sha256")


def _id(key: bytes) -> bytes:
    return hashlib.sha256(b"pitboss key" + key).digest()[:_ID]


def _about(kind: str, name: str) -> bytes:
    return f"{kind}\0{name}".encode()
