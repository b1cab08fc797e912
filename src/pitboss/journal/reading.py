"""Reading a journal by its commits: streams, answers and heads, whichever way the rows are stored.

No statement stays open between two rows: a page is fetched, and the next one begins after its last row. So readings may
be interleaved, left unfinished, and go on over a connection that was made anew; nobody's reading holds up the writer.
"""

from __future__ import annotations

import hashlib
import threading
from collections import OrderedDict
from collections.abc import Iterator, Sequence
from itertools import islice
from typing import Final

from pitboss.journal.chain import GENESIS
from pitboss.journal.keys import Keys
from pitboss.journal.lines import DIGEST_BYTES, CommitRow, Line, broken, key_digest, texts, unpacked
from pitboss.journal.port import Answer, Block, End, Head, JournalDamaged, Record
from pitboss.journal.streams import STREAMS, Part, SealedIndex, Streams, sealed_index

_PAGE_FIRST: Final = 4
"""How many rows are fetched at first, when often no more are wanted ..."""
_PAGE_MOST: Final = 64
"""... and at most; a page is four times as long as the one before."""
_CACHED: Final = 64
"""How many commits are kept as lines: what was just written is asked for most."""


class CommitReader:
    """A journal as whoever reads it sees it; subclasses fetch rows."""

    address: str
    is_reader: bool
    _genesis: bytes = GENESIS

    def __init__(self) -> None:
        # A connection has one transaction: whoever reads between its beginning and its end would see what is not
        # durable, so that other threads wait.
        self._alone = threading.RLock()
        self._streams: Streams | None = None
        self._keys = Keys()
        self._cache: OrderedDict[int, list[Line]] = OrderedDict()

    # What a subclass says

    def _after(self, first: int, most: int) -> list[tuple[CommitRow, End]]:
        """Return so many rows after the one that begins with a line, each with where the row before it ended."""
        raise NotImplementedError

    def _at(self, firsts: Sequence[int]) -> list[tuple[CommitRow, End]]:
        """Return the rows that begin with these lines, in order."""
        raise NotImplementedError

    def _holding(self, ordinal: int) -> int:
        """Return the first line of the row that holds a line, or of the last row before it; 0 without one."""
        raise NotImplementedError

    def _keys_after(self, last: int, most: int) -> list[tuple[int, bytes]]:
        """Return the first line and the keys of so many rows after the one that ends with a line."""
        raise NotImplementedError

    def _may_have(self, ordinal: int, digest: bytes) -> bool:
        """Tell whether a line is worth reading for a key, where that can be told without reading it."""
        del ordinal, digest
        return True

    def end(self) -> End:
        """Return where the journal ends."""
        raise NotImplementedError

    def blocks(self, view: str) -> list[Block]:
        """Return the blocks of a view that fit."""
        raise NotImplementedError

    def _body(self, view: str, first: int) -> bytes | None:
        """Return the body of the block of a view that begins with a line, as it is stored; None where there is none."""
        raise NotImplementedError

    # What everybody asks

    def last(self) -> tuple[int, int]:
        """Return how many events and how many lines there are."""
        end = self.end()
        return end.position, end.ordinal

    def commits(self, after: int = 0) -> Iterator[CommitRow]:
        """Yield the stored rows as they are."""
        return (row for row, _ in self._rows(after))

    def _rows(self, after: int) -> Iterator[tuple[CommitRow, End]]:
        """Yield rows after the one that begins with a line, page by page."""
        most = _PAGE_FIRST
        while True:
            rows = self._after(after, most)
            for row, before in rows:
                if row.first <= after:
                    raise JournalDamaged(f"commits are out of order after line {after}", values={"after": after})
                after = row.first
                yield row, before
            if len(rows) < most:
                return
            most = min(most * 4, _PAGE_MOST)

    def _unpacked(self, row: CommitRow, before: End) -> list[Line]:
        """Return the lines of a row, from memory where it was just read or written."""
        with self._alone:
            found = self._cache.get(row.first)
            if found is not None and found[-1].hash == row.hash:
                return found
        found = unpacked(row, before)
        self._remember(found)
        return found

    def _remember(self, lines: list[Line]) -> None:
        with self._alone:
            self._cache[lines[0].ordinal] = lines
            while len(self._cache) > _CACHED:
                self._cache.popitem(last=False)

    def lines(self, after: int = 0) -> Iterator[Line]:
        """Yield all lines after one."""
        begin = self._holding(after + 1) if after else 0
        for row, before in self._rows(begin - 1 if begin else 0):
            yield from (line for line in self._unpacked(row, before) if line.ordinal > after)

    def lines_by_commit(self, after: int = 0) -> Iterator[list[Line]]:
        """Yield the lines of each commit after the one that ends with a line."""
        for row, before in self._rows(self._holding(after) if after else 0):
            yield self._unpacked(row, before)

    def read_all(self, after: int = 0) -> Iterator[Record]:
        """Yield all records after a position."""
        for line in self.lines(self._index().upto(after)):
            if line.position > after:
                yield from (record for record in line.records() if record.position > after)

    def read(self, stream: str, after: int = 0) -> Iterator[Record]:
        """Yield a stream's records after a version."""
        version = after
        for line in self._lines_of(stream, after):
            for record in line.records() if line.version > version else ():
                if record.version > version + 1:
                    raise _missing(stream, version + 1)
                if record.version == version + 1:
                    version = record.version
                    yield record

    def answers(self, stream: str | None = None) -> Iterator[Answer]:
        """Yield answers in the order they were given."""
        for line in self.lines() if stream is None else self._lines_of(stream, 0):
            answer = line.answer()
            if answer is not None:
                yield answer

    def heads(self) -> dict[str, Head]:
        """Return every stream's head."""
        return self._index().heads()

    def answer(self, stream: str, key: str) -> Answer | None:
        """Return how a command was answered."""
        return self.answers_under([(stream, key)]).get((stream, key))

    def answers_under(self, keys: Sequence[tuple[str, str]]) -> dict[tuple[str, str], Answer]:
        """Return the answers of many streams and keys at once."""
        # The keys are sorted anew now and then: nobody may look meanwhile.
        with self._alone:
            return self._answers(keys, [key_digest(*one) for one in keys])

    def _answers(self, keys: Sequence[tuple[str, str]], digests: Sequence[bytes]) -> dict[tuple[str, str], Answer]:
        found: dict[tuple[str, str], Answer] = {}
        if keys:
            known = self._known()
            for place in known.known(digests):
                (stream, key), digest = keys[place], digests[place]
                for ordinal in known.lines_of(digest):
                    line = self._line(ordinal) if self._may_have(ordinal, digest) else None
                    answer = None if line is None else line.answer()
                    if answer is not None and (answer.stream, answer.key) == (stream, key):
                        found[stream, key] = answer
        return found

    def _line(self, ordinal: int) -> Line | None:
        return next((line for line in islice(self.lines(ordinal - 1), 1) if line.ordinal == ordinal), None)

    def _lines_of(self, stream: str, after: int) -> Iterator[Line]:
        """Yield the lines of a stream in all commits that may have a version after one."""
        with self._alone:
            index = self._index()
            firsts = iter(list(index.commits(stream, after, lambda number: self._part(index, number, stream))))
        most = _PAGE_FIRST
        while some := list(islice(firsts, most)):
            rows = self._at(some)
            if len(rows) != len(some):
                raise JournalDamaged("the index of streams names commits that are not there: rebuild the views")
            for row, before in rows:
                yield from (line for line in self._unpacked(row, before) if line.stream == stream)
            most = min(most * 4, _PAGE_MOST)

    def _part(self, index: Streams, number: int, stream: str) -> Part:
        """Return what a block of the index knows of a stream: from the database, as long as it has the one we kept.

        One that was deleted or changed since is found in the lines again.
        """
        first, last = index.lines_of(number)
        body = self._body(STREAMS, first)
        found = None if body is None else index.part(number, stream, body)
        if found is None:
            again = Streams()
            for lines in self.lines_by_commit(first - 1):
                again.take(lines)
                if again.end.ordinal >= last:
                    break
            found = again.tail.get(stream) or Part(0, "", [])
        return found

    def require_whole(self, index: SealedIndex | None = None) -> None:
        """Read everything, and hold it to the chain and the index of streams to the lines."""
        with self._alone:
            blocks = self.blocks(STREAMS)
            found, kept = Streams(), {block.last: block for block in blocks}
            if index is not None:
                own = [block for block in blocks if block.last <= index.end.ordinal]
                if sealed_index(own) == index:
                    self._require_chained(index.end)
                    found = Streams.of(own)
            for lines in self.lines_by_commit(found.end.ordinal):
                found.take(lines)
                block = kept.get(found.end.ordinal)
                if block is not None:
                    if found.cut() != block:
                        reason = "the index of streams is not what the lines say: `pitboss rebuild` makes it anew"
                        raise JournalDamaged(reason, values={"first": block.first, "last": block.last})
                    found.keep(block)
            self._streams = found

    def _require_chained(self, end: End) -> None:
        """Hold all lines up to an end to the chain, without looking into them."""
        hashed, last, sha256 = self._genesis, 0, hashlib.sha256
        for row, _ in self._rows(0):
            if row.first > end.ordinal:
                break
            found = texts(row.body)
            for text in found:
                hashed = sha256(hashed + text).digest()
            if hashed != row.hash or (row.first, row.last) != (last + 1, last + len(found)):
                raise broken(row, "is not what was written: the chain is broken")
            last = row.last
        if (last, hashed) != (end.ordinal, end.hash):
            reason = f"the chain is broken: line {end.ordinal} is not the one that the index of streams is about"
            raise JournalDamaged(reason, values={"line": end.ordinal})

    def index(self) -> SealedIndex:
        """Return the index of streams in short, as far as it is kept in blocks."""
        with self._alone:
            return self._index().sealed()

    # What is known of the rows

    def _index(self) -> Streams:
        """Return the index of streams, brought up to where the journal ends."""
        with self._alone:
            if self._streams is None:
                self._streams = Streams.of(self.blocks(STREAMS))
            if not self._is_known():
                begin = self._holding(self._streams.end.ordinal) if self._streams.end.ordinal else 0
                for row, before in self._rows(begin):
                    self._streams.take(self._unpacked(row, before))
            return self._streams

    def _is_known(self) -> bool:
        """Tell whether nothing can have been written that is not in the index."""
        return False

    def _known(self) -> Keys:
        """Return the keys, brought up to where the journal ends."""
        with self._alone:
            while not (self._is_known() and self._keys.upto == self._index().end.ordinal):
                rows = self._keys_after(self._keys.upto, _PAGE_MOST)
                for first, keys in _joined(rows):
                    self._keys.take(first, keys)
                if len(rows) < _PAGE_MOST:
                    break
            return self._keys


def _joined(rows: Sequence[tuple[int, bytes]]) -> Iterator[tuple[int, bytes]]:
    """Yield the keys of rows that follow each other together: many at once are learned faster."""
    begin, some = 0, list[bytes]()
    after = 0
    for first, keys in rows:
        if some and first != after:
            yield begin, b"".join(some)
            some = []
        begin = begin if some else first
        some.append(keys)
        after = first + len(keys) // DIGEST_BYTES
    if some:
        yield begin, b"".join(some)


def _missing(stream: str, version: int) -> JournalDamaged:
    reason = f"version {version} of {stream} is missing; pitboss verify tells more"
    return JournalDamaged(reason, values={"stream": stream, "version": version})
