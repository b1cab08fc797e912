"""The ledger of a journal: postings and balances, folded from its lines, and kept in blocks behind the writer.

It is a view: nothing of it is stored that the lines do not say, and when it is deleted it is made anew.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Final

import msgspec

from pitboss.decider import Move
from pitboss.floor.writer.queue import News
from pitboss.floor.writer.upcast import current
from pitboss.journal import Block, Journal, JournalDamaged, Line
from pitboss.journal.streams import BLOCK_LINES
from pitboss.ledger import add_postings, postings_of

LEDGER: Final = "ledger"
"""The name of the view."""


class Posting(msgspec.Struct, frozen=True, gc=False):
    """One side of a move in the ledger."""

    position: int
    """The record that it follows from."""
    line: int
    account: str
    amount_minor: int


class Kept(msgspec.Struct):
    """What a block of the view says of its lines."""

    currencies: dict[str, str]
    """Of the streams that are opened there."""
    amounts: dict[str, int]
    """By how much each account changes; one that is touched, and comes out even, by zero."""


class _Config(msgspec.Struct):
    currency: str


class _Opened(msgspec.Struct):
    config: _Config


class _Moved(msgspec.Struct):
    moves: tuple[Move, ...] = ()


_KEPT = msgspec.json.Decoder(Kept)
_OPENED = msgspec.json.Decoder(_Opened)
_MOVED = msgspec.json.Decoder(_Moved)


class Fold:
    """Makes postings of lines, which it must be given in order from the first one, or with the currencies so far."""

    def __init__(self, currencies: dict[str, str] | None = None) -> None:
        self.currencies = {} if currencies is None else currencies

    def postings(self, line: Line) -> Iterator[Posting]:
        """Yield the postings of a line.

        Raises:
            JournalDamaged: where it cannot be read, or its stream was never opened.
        """
        try:
            if line.is_opening:
                self.currencies[line.stream] = _OPENED.decode(line.events[0]).config.currency
                return
            position = line.position - len(line.events)
            for number, body in enumerate(line.events, start=position + 1):
                yield from self._of(line.stream, number, body)
        except (ValueError, KeyError, IndexError) as error:
            raise _unmade(line, error) from error

    def add(self, line: Line, amounts: dict[str, int]) -> None:
        """Add what a line changes to accounts; one that is touched stands there even where it comes out even.

        Raises:
            JournalDamaged: as for `postings`.
        """
        if line.is_opening:
            deque(self.postings(line), maxlen=0)
            return
        stream = line.stream
        try:
            for body in line.events:
                moves = _MOVED.decode(current(body)).moves
                if moves:
                    add_postings(stream, self.currencies[stream], moves, amounts)
        except (ValueError, KeyError) as error:
            raise _unmade(line, error) from error

    def _of(self, stream: str, position: int, body: bytes) -> Iterator[Posting]:
        moves = _MOVED.decode(current(body)).moves
        if moves:
            made = postings_of(stream, self.currencies[stream], moves)
            for number, (account, amount) in enumerate(made, start=1):
                yield Posting(position, number, account, amount)


def _unmade(line: Line, error: Exception) -> JournalDamaged:
    reason = f"the postings of {line.stream} at version {line.version} cannot be made: {error}"
    return JournalDamaged(reason, values={"stream": line.stream, "version": line.version})


def postings(journal: Journal, account: str | None = None, upto: int | None = None) -> Iterator[Posting]:
    """Yield postings in order: of an account, up to a position."""
    fold, end = Fold(), 0
    for block, kept in _kept(journal):
        if account is None or account in kept.amounts:
            yield from _within(fold, journal.lines(end), block.last, account, upto)
        fold.currencies |= kept.currencies
        end = block.last
        if upto is not None and block.position >= upto:
            return
    yield from _within(fold, journal.lines(end), None, account, upto)


def balances(journal: Journal, upto: int | None = None) -> dict[str, int]:
    """Return what every account holds after a position, or now, in the order of their names."""
    fold, end, found = Fold(), 0, dict[str, int]()
    for block, kept in _kept(journal):
        if upto is not None and block.position > upto:
            break
        fold.currencies |= kept.currencies
        end = block.last
        _add(found, kept.amounts.items())
    some = _within(fold, journal.lines(end), None, None, upto)
    _add(found, ((posting.account, posting.amount_minor) for posting in some))
    return dict(sorted(found.items()))


def _within(
    fold: Fold, lines: Iterable[Line], last: int | None, account: str | None, upto: int | None
) -> Iterator[Posting]:
    for line in lines:
        if (last is not None and line.ordinal > last) or (upto is not None and line.position - len(line.events) > upto):
            return
        for posting in fold.postings(line):
            if (account is None or posting.account == account) and (upto is None or posting.position <= upto):
                yield posting


def _kept(journal: Journal) -> Iterator[tuple[Block, Kept]]:
    for block in journal.blocks(LEDGER):
        try:
            yield block, _KEPT.decode(block.body)
        except ValueError:
            # Somebody else's bytes: from here on the lines are read.
            return


def _add(found: dict[str, int], amounts: Iterable[tuple[str, int]]) -> None:
    for account, amount in amounts:
        found[account] = found.get(account, 0) + amount


@dataclass
class _Open:
    """A block that is not full."""

    first: int
    """Its first line."""
    last: int
    """The last line that is in it; one less than the first where none is."""
    kept: Kept


class Books:
    """Keeps the ledger's blocks, behind whoever writes the journal."""

    def __init__(self, journal: Journal) -> None:
        self._journal = journal
        self._fold: Fold | None = None
        self._end = 0
        """The last line of the last block that is kept."""
        self._full: deque[Block] = deque()
        """Blocks that are still to be kept."""
        self._open: _Open | None = None
        """The block after those; None where the lines since the last one must be read."""

    def is_due(self, ordinal: int, blocks: int = 1) -> bool:
        """Tell whether so many blocks are to be kept, where the journal ends with this line."""
        return ordinal - self._end >= blocks * BLOCK_LINES

    def take(self, lines: Sequence[Line], news: Sequence[News]) -> None:
        """Take in a commit with its news: what is known is not read again, and what cannot be taken in is."""
        block, self._open = self._open, None
        if block is not None and (not lines or lines[0].ordinal == block.last + 1):
            with suppress(Exception):
                self._open = self._taken(block, lines, news)

    def _taken(self, block: _Open, lines: Sequence[Line], news: Sequence[News]) -> _Open:
        for line in lines:
            if line.is_opening and self._fold is not None:
                self._add(self._fold, line, block.kept)
        for one in news:
            for event in one.recorded.events:
                moves: Sequence[Move] = getattr(event, "moves", ())
                if moves:
                    add_postings(one.live.name, one.live.currency, moves, block.kept.amounts)
        return self._filled(block, lines[-1]) if lines else block

    def keep(self) -> None:
        """Keep what came since the last block, as far as whole blocks are full."""
        if self._fold is None:
            self._fold = Fold()
            for known, kept in _kept(self._journal):
                self._fold.currencies |= kept.currencies
                self._end = known.last
        if self._open is None:
            self._full.clear()
            block = _Open(self._end + 1, self._end, Kept({}, {}))
            for lines in self._journal.lines_by_commit(self._end):
                for line in lines:
                    self._add(self._fold, line, block.kept)
                block = self._filled(block, lines[-1])
            self._open = block
        while self._full:
            self._journal.save_block(LEDGER, self._full[0])
            self._end = self._full.popleft().last

    @staticmethod
    def _add(fold: Fold, line: Line, kept: Kept) -> None:
        fold.add(line, kept.amounts)
        if line.is_opening:
            kept.currencies[line.stream] = fold.currencies[line.stream]

    def _filled(self, block: _Open, last: Line) -> _Open:
        """Go on after a commit: with the next block, where this one is full."""
        block.last = last.ordinal
        if block.last - block.first + 1 < BLOCK_LINES:
            return block
        body = msgspec.json.encode(block.kept, order="sorted")
        self._full.append(Block(block.first, last.ordinal, last.position, last.hash, body))
        return _Open(last.ordinal + 1, last.ordinal, Kept({}, {}))
