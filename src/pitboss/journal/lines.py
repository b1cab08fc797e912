"""The lines of a journal, and commits of them: one row each, compressed, with the digests of their keys.

A line is one command and what came of it, as JSON without spaces:

    [ordinal, epoch, stream, version, command, events or refusal]

`version` is the stream's after it. Events are a list, a refusal is an object. The line that opens a stream has the
instant in place of a command, and the opening as its only event. A commit's lines are joined by line feeds and
compressed as zlib reads it; one byte before that says how. Hashes are of lines, never of compressed bytes, which
another library, or another version of one, writes otherwise.
"""

from __future__ import annotations

import hashlib
import zlib
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime
from functools import cache
from itertools import islice
from pathlib import Path
from typing import Any, Final, NamedTuple

import msgspec

from pitboss.journal.chain import next_hash
from pitboss.journal.port import Answer, End, JournalDamaged, JournalUnavailable, Record

DIGEST_BYTES: Final = 16
"""How long the digest of a key is; an opening, which has no key, has zeros."""
NO_KEY: Final = bytes(DIGEST_BYTES)
ROW_BYTES: Final = 4 * 1024**2
"""How much text a row holds, unless its only line is longer."""
BODY_MAX: Final = 64 * 1024**2
"""How much text a row may hold at all: whoever reads one need not fear more."""
UNCOMPRESSED: Final = b"\x03"
"""What a body begins with that is not compressed: one that was read from an archived segment."""
_PLAIN: Final = b"\x01"
"""What a body begins with that is compressed by zlib ..."""
_WITH_DICTIONARY: Final = b"\x02"
"""... and one for which `dictionary.txt` was given."""
_LEVEL: Final = 2
"""How hard a text is compressed by ISA-L: in a fifth to two fifths of the time that zlib takes at its level 3, to as
little where lines are much alike, and to a sixth more where a commit has those of many games."""
_LEVEL_SHORT: Final = 6
"""How hard zlib compresses one that is so short that it costs little."""
_SHORT: Final = 4_096


class _Stored(msgspec.Struct, array_like=True, forbid_unknown_fields=True):
    ordinal: int
    epoch: int
    stream: str
    version: int
    command: msgspec.Raw
    result: msgspec.Raw


class _Keyed(msgspec.Struct):
    key: str


class _Envelope(msgspec.Struct):
    key: str
    received_at: datetime


_STORED = msgspec.json.Decoder(_Stored)
_EVENTS = msgspec.json.Decoder(list[msgspec.Raw])
_KEYED = msgspec.json.Decoder(_Keyed)
_ENVELOPE = msgspec.json.Decoder(_Envelope)
_TEXT = msgspec.json.Decoder(str)
_ENCODER = msgspec.json.Encoder()


class Line(msgspec.Struct, frozen=True, gc=False):
    """One line: a command with its events or its refusal, or the opening of a stream."""

    ordinal: int
    """Its place in its shard, from 1 without a gap."""
    position: int
    """How many events there are up to its end."""
    epoch: int
    """Under which ownership of the shard it was written."""
    stream: str
    version: int
    """The stream's version after it."""
    command: bytes
    """The command, or the instant at which the stream was opened, as JSON."""
    events: tuple[bytes, ...]
    refusal: bytes | None
    text: bytes
    hash: bytes

    @property
    def first(self) -> int:
        """Return the version of its first event; one more than `version` where it has none."""
        return self.version - len(self.events) + 1

    @property
    def is_opening(self) -> bool:
        """Tell whether it opens a stream."""
        return self.command[:1] == b'"'

    @property
    def key(self) -> str:
        """Return the key of its command; none for an opening."""
        return "" if self.is_opening else _KEYED.decode(self.command).key

    @property
    def end(self) -> End:
        """Return where the shard ends with it."""
        return End(self.ordinal, self.position, self.hash)

    def records(self) -> Iterator[Record]:
        """Yield its events as records."""
        if not self.events:
            return
        key, at = key_and_instant(self.command)
        before = self.position - len(self.events)
        for number, body in enumerate(self.events):
            version = self.first + number
            yield Record(before + number + 1, self.stream, version, self.epoch, key, at, body, self.hash)

    def answer(self) -> Answer | None:
        """Return its command with what was answered; None for an opening."""
        if self.is_opening:
            return None
        return Answer(self.ordinal, self.stream, self.key, self.command, self.first, self.version, self.refusal)


class CommitRow(NamedTuple):
    """A row as it is stored."""

    first: int
    last: int
    position: int
    """How many events there are up to its end."""
    hash: bytes
    """The hash of its last line."""
    keys: bytes
    body: bytes


def key_and_instant(command: bytes) -> tuple[str, str]:
    """Return the key of a stored command, and when it was received: in UTC.

    >>> key_and_instant(b'"2004-05-01T12:00:00+00:00"')
    ('', '2004-05-01T12:00:00+00:00')
    """
    if command[:1] == b'"':
        return "", _TEXT.decode(command)
    found = _ENVELOPE.decode(command)
    return found.key, found.received_at.astimezone(UTC).isoformat()


def made(
    before: End,
    epoch: int,
    stream: str,
    version: int,
    *,
    command: bytes,
    events: Sequence[bytes],
    refusal: bytes | None = None,
) -> Line:
    """Return the line that follows where a shard ends."""
    ordinal = before.ordinal + 1
    try:
        text = _written(ordinal, epoch, stream, version, command, events, refusal)
    except UnicodeEncodeError as error:
        raise JournalUnavailable(f"nothing can be recorded: the stream's name must be valid UTF-8: {error}") from error
    position = before.position + len(events)
    hashed = next_hash(before.hash, text)
    return Line(ordinal, position, epoch, stream, version, command, tuple(events), refusal, text, hashed)


def _written(  # noqa: PLR0917 - the parts of a line, in their order
    ordinal: int,
    epoch: int,
    stream: str,
    version: int,
    command: bytes,
    events: Sequence[bytes],
    refusal: bytes | None,
) -> bytes:
    result: Any = [msgspec.Raw(body) for body in events] if refusal is None else msgspec.Raw(refusal)
    return _ENCODER.encode((ordinal, epoch, stream, version, msgspec.Raw(command), result))


def opening(before: End, epoch: int, stream: str, at: str, body: bytes) -> Line:
    """Return the line that opens a stream."""
    return made(before, epoch, stream, 1, command=_ENCODER.encode(at), events=[body])


def parsed(text: bytes, position: int, hashed: bytes) -> Line:
    """Return a stored line; `position` is how many events there were before it.

    Raises:
        JournalDamaged: where it is none.
    """
    try:
        one = _STORED.decode(text)
        result = bytes(one.result)
        if result[:1] not in (b"[", b"{"):
            raise ValueError("it has neither events nor a refusal")  # noqa: TRY301
        events = tuple(map(bytes, _EVENTS.decode(result))) if result[:1] == b"[" else ()
    except (ValueError, RecursionError) as error:
        values = {"line": text[:80].decode("utf-8", "replace")}
        raise JournalDamaged(f"a line cannot be read: {error}", values=values) from error
    refusal = None if result[:1] == b"[" else result
    after = position + len(events)
    command = bytes(one.command)
    return Line(one.ordinal, after, one.epoch, one.stream, one.version, command, events, refusal, text, hashed)


def rewritten(line: Line) -> bytes:
    """Return the text that a line would have if it were written now: what is stored is this and nothing else."""
    return _written(line.ordinal, line.epoch, line.stream, line.version, line.command, line.events, line.refusal)


def key_digest(stream: str, key: str) -> bytes:
    """Return the digest by which a command is found: 16 bytes of the SHA-256 of stream, a zero byte, and key."""
    try:
        named = f"{stream}\0{key}".encode()
    except UnicodeEncodeError as error:
        raise JournalUnavailable(f"nothing can be recorded: stream and key must be valid UTF-8: {error}") from error
    return hashlib.sha256(named).digest()[:DIGEST_BYTES]


def digest_of(line: Line) -> bytes:
    """Return the digest of a line's key."""
    return NO_KEY if line.is_opening else key_digest(line.stream, line.key)


def packed(lines: Sequence[Line], digests: Sequence[bytes] | None = None) -> list[CommitRow]:
    """Return lines as rows: one, unless they are very long; `digests` are those of their keys, where they are known.

    Raises:
        JournalUnavailable: for a line that no row holds.
    """
    rows, some, length = list[CommitRow](), list[Line](), 0
    keys = iter([digest_of(line) for line in lines] if digests is None else digests)
    for line in lines:
        size = len(line.text) + 1
        if size > BODY_MAX:
            reason = f"a line of {size} bytes is too long to be recorded; {BODY_MAX} is the most"
            raise JournalUnavailable(reason, values={"stream": line.stream})
        if some and length + size > ROW_BYTES:
            rows.append(_row(some, keys))
            some, length = [], 0
        some.append(line)
        length += size
    return [*rows, _row(some, keys)] if some else rows


def _row(lines: Sequence[Line], keys: Iterator[bytes]) -> CommitRow:
    last, own = lines[-1], b"".join(islice(keys, len(lines)))
    return CommitRow(lines[0].ordinal, last.ordinal, last.position, last.hash, own, compressed(lines))


def compressed(lines: Sequence[Line]) -> bytes:
    """Return the text of lines as a row holds it."""
    text = b"\n".join([line.text for line in lines])
    if len(text) < _SHORT:
        writer: Any = zlib.compressobj(_LEVEL_SHORT, zdict=dictionary())
    else:
        # Only who writes needs it: a journal is read and verified without.
        from isal import isal_zlib

        writer = isal_zlib.compressobj(_LEVEL, zdict=dictionary())
    body: bytes = writer.compress(text) + writer.flush()
    return _WITH_DICTIONARY + body


def texts(body: bytes) -> list[bytes]:
    """Return the lines that a row's body holds, and no more than a row may.

    Raises:
        JournalDamaged: where it is no such body.
    """
    if body[:1] == UNCOMPRESSED and len(body) <= BODY_MAX:
        return body[1:].split(b"\n")
    if body[:1] not in (_PLAIN, _WITH_DICTIONARY):
        raise JournalDamaged("a commit is compressed in a way that nobody knows", values={"byte": body[:1].hex()})
    reader = zlib.decompressobj(zdict=dictionary()) if body[:1] == _WITH_DICTIONARY else zlib.decompressobj()
    try:
        text = reader.decompress(body[1:], BODY_MAX + 1)
    except zlib.error as error:
        raise JournalDamaged(f"a commit cannot be decompressed: {error}") from error
    if len(text) > BODY_MAX or not reader.eof or reader.unused_data:
        raise JournalDamaged("a commit is longer or shorter than what was written")
    return text.split(b"\n")


def unpacked(row: CommitRow, before: End) -> list[Line]:
    """Return a row's lines, held to its numbers and to its hash; `before` is where the row before it ended.

    Raises:
        JournalDamaged: where they are others than were written.
    """
    lines, end = list[Line](), before
    for text in texts(row.body):
        line = parsed(text, end.position, next_hash(end.hash, text))
        if line.ordinal != end.ordinal + 1:
            raise broken(row, f"has line {line.ordinal} after line {end.ordinal}")
        end = line.end
        lines.append(line)
    if end.hash != row.hash:
        raise broken(row, "is not what was written: the chain is broken")
    if (before.ordinal + 1, *end[:2]) != (row.first, row.last, row.position):
        raise broken(row, "has other numbers than its lines")
    return lines


def broken(row: CommitRow, what: str) -> JournalDamaged:
    """Return the sentence that a commit is not what was written."""
    reason = f"the commit of lines {row.first} to {row.last} {what}; pitboss verify tells more"
    return JournalDamaged(reason, values={"first": row.first, "last": row.last})


@cache
def dictionary() -> bytes:
    """Return what lines usually look like, which makes a commit of few of them short; part of the format for ever."""
    return Path(__file__).with_name("dictionary.txt").read_bytes()
