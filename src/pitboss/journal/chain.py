"""The hash chain of a shard, and what of it is kept elsewhere.

Each line's hash takes in the hash before it and the line itself, so that none can be changed, left out or moved without
every later hash being another. Until version 0.2 every stream had a chain of its own: those hashes can still be made,
so that a head that was kept then holds a journal that was converted since.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

import msgspec

from pitboss.errors import InputError

SHARD: Final = 1
"""The shard of a house that has one."""
_ANCHOR = re.compile(r"pitboss-head/(?P<form>[12]):(?P<lines>[0-9]{1,18}):(?P<hash>[0-9a-f]{64})")
OLD_GENESIS: Final = bytes(32)
"""What stood before the first record of a stream, until version 0.2."""


def genesis(shard: int = SHARD) -> bytes:
    """Return what stands before the first line of a shard: no shard's lines are another's.

    >>> genesis(1).hex()[:16]
    '766838da68965872'
    """
    return hashlib.sha256(b"pitboss-journal/3 shard %d" % shard).digest()


GENESIS: Final = genesis()


def next_hash(before: bytes, line: bytes) -> bytes:
    """Return the hash of a line that follows another one.

    >>> next_hash(GENESIS, b'[1,1,"table:1",1,"2004-05-01T12:00:00+00:00",[{}]]').hex()[:16]
    'efb16de321fc678e'
    """
    return hashlib.sha256(before + line).digest()


def old_hash(before: bytes, stream: str, version: int, *, key: str, at: str, body: bytes) -> bytes:
    """Return the hash of a record that follows another one of its stream, as versions 0.1 and 0.2 made it.

    >>> old_hash(OLD_GENESIS, "table:1", 1, key="k1", at="2004-05-01T12:00:00Z", body=b"{}").hex()[:16]
    'e1c7dfdb2866e49e'
    """
    record = msgspec.json.encode((stream, version, key, at, msgspec.Raw(body)))
    return hashlib.sha256(before + record).digest()


def old_head(heads: Mapping[str, tuple[int, bytes]]) -> str:
    """Return one hash over the heads of all streams, in the order of their names, as versions 0.1 and 0.2 made it."""
    rows = [(stream, version, found.hex()) for stream, (version, found) in sorted(heads.items())]
    return hashlib.sha256(msgspec.json.encode(rows)).hexdigest()


@dataclass(frozen=True)
class Anchor:
    """How far a journal had come, and its head there: two numbers to keep somewhere else."""

    lines: int
    hash: str
    form: int = 2
    """2: lines, and the hash of the last of them. 1, of versions 0.1 and 0.2: events, and one hash over all streams."""

    def __str__(self) -> str:
        """Write it as one word."""
        return f"pitboss-head/{self.form}:{self.lines}:{self.hash}"

    @classmethod
    def parse(cls, text: str) -> Anchor:
        """Read what `pitboss verify` printed.

        >>> Anchor.parse("pitboss-head/2:7:" + "0" * 64).lines
        7
        """
        match = _ANCHOR.fullmatch(text.strip())
        if match is None:
            reason = "expected a head as `pitboss verify` prints it: pitboss-head/2:LINES:HASH"
            raise InputError(reason, field="anchor", value=text)
        return cls(int(match["lines"]), match["hash"], int(match["form"]))
