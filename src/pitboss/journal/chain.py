"""The hash chain of a stream, the head of a house over all its streams, and what of it is kept elsewhere.

Each record's hash takes in the hash before it and everything that was recorded, so that a record cannot be changed,
left out or moved without every later hash being another. Canonical bytes are JSON as msgspec writes it.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

import msgspec

from pitboss.errors import InputError

if TYPE_CHECKING:
    from pitboss.journal.port import Head

GENESIS = bytes(32)
"""What stands before the first record of a stream."""
_ANCHOR = re.compile(r"pitboss-head/1:(?P<events>[0-9]{1,18}):(?P<hash>[0-9a-f]{64})")


def next_hash(before: bytes, stream: str, version: int, *, key: str, at: str, body: bytes) -> bytes:
    """Return the hash of a record that follows another one.

    >>> next_hash(GENESIS, "table:1", 1, key="k1", at="2004-05-01T12:00:00Z", body=b"{}").hex()[:16]
    'e1c7dfdb2866e49e'
    """
    record = msgspec.json.encode((stream, version, key, at, msgspec.Raw(body)))
    return hashlib.sha256(before + record).digest()


def house_head(heads: Mapping[str, Head]) -> str:
    """Return one hash over the heads of all streams, in the order of their names."""
    rows = [(stream, head.version, head.hash.hex()) for stream, head in sorted(heads.items())]
    return hashlib.sha256(msgspec.json.encode(rows)).hexdigest()


@dataclass(frozen=True)
class Anchor:
    """How far a journal had come, and its head there: two numbers to keep somewhere else."""

    events: int
    hash: str

    def __str__(self) -> str:
        """Write it as one word."""
        return f"pitboss-head/1:{self.events}:{self.hash}"

    @classmethod
    def parse(cls, text: str) -> Anchor:
        """Read what `pitboss verify` printed.

        >>> Anchor.parse("pitboss-head/1:7:" + "0" * 64).events
        7
        """
        match = _ANCHOR.fullmatch(text.strip())
        if match is None:
            reason = "expected a head as `pitboss verify` prints it: pitboss-head/1:EVENTS:HASH"
            raise InputError(reason, field="anchor", value=text)
        return cls(int(match["events"]), match["hash"])
