"""A day's tickets by their numbers: open ones as they are, decided ones filed in a tenth of the memory.

A ticket is filed when nothing is due on it and nothing comes of it any more unless a result is corrected: most tickets
lose, and a day knows all of them until they expire. Whoever asks for a filed ticket gets a copy of it; whoever changes
one opens it first (`tote/day/state.py::Day.ticket_to_change`).
"""

from __future__ import annotations

import zlib
from collections.abc import ItemsView, Iterator, Mapping, Sequence, ValuesView
from dataclasses import dataclass, field
from hashlib import blake2b
from typing import Final

import msgspec

from pitboss.tote.day.tickets import Ticket, TicketState

FILE_TICKETS: Final = 128
"""How many tickets are filed together: what they have in common is written once, and one is found among so many."""
_DIGEST: Final = 7
"""Bytes that stand for a ticket's number in the index: the first says where to look."""
_FILE: Final = 3
"""Bytes of a file's number there."""
_ENTRY: Final = _DIGEST - 1 + _FILE
_DECODER: Final = msgspec.json.Decoder(list[Ticket])


def _no_index() -> list[bytearray]:
    return [bytearray() for _ in range(256)]


@dataclass(eq=False)
class Tickets(Mapping[str, Ticket]):
    """All tickets of a day.

    >>> tickets = Tickets()
    >>> tickets["20040501-AAAAAAAAAAAAAAAAAAAA"]
    Traceback (most recent call last):
    KeyError: '20040501-AAAAAAAAAAAAAAAAAAAA'
    """

    open: dict[str, Ticket] = field(default_factory=dict)
    """Those that are not filed: all on which something is due or undecided, and those that wait to be filed."""
    decided: list[str] = field(default_factory=list)
    """Those of them that wait to be filed with others."""
    files: list[bytes] = field(default_factory=list)
    """Files by their numbers; one whose tickets were opened again is empty."""
    filed: int = field(default=0, compare=False)
    """How many tickets are in files."""
    is_expired: bool = False
    """Whether the filed ones have expired that were not paid before."""
    _index: list[bytearray] = field(default_factory=_no_index, compare=False, repr=False)
    """A few bytes for each filed ticket, and the number of its file; a hint, for other tickets may have the same."""
    _last: tuple[int, Ticket] | None = field(default=None, compare=False, repr=False)
    """The one that was found last, with its file: whoever asks whether there is such a ticket asks for it next."""

    def __getitem__(self, number: str) -> Ticket:
        known = self.open.get(number)
        if known is not None:
            return known
        found = self._found(number)
        if found is None:
            raise KeyError(number)
        return found[1]

    def __contains__(self, number: object) -> bool:
        return number in self.open or (isinstance(number, str) and self._found(number) is not None)

    def __iter__(self) -> Iterator[str]:
        return (ticket.id for ticket in self.all())

    def __len__(self) -> int:
        return len(self.open) + self.filed

    def values(self) -> ValuesView[Ticket]:
        """Return all tickets; each file is read once."""
        return self._by_number().values()

    def items(self) -> ItemsView[str, Ticket]:
        """Return all numbers with their tickets; each file is read once."""
        return self._by_number().items()

    def _by_number(self) -> dict[str, Ticket]:
        return {ticket.id: ticket for ticket in self.all()}

    def __eq__(self, other: object) -> bool:
        """Tell whether these are the same tickets, wherever each is kept."""
        if not isinstance(other, Mapping):
            return NotImplemented
        return self._by_number() == {ticket.id: ticket for ticket in other.values()}

    __hash__ = None  # type: ignore[assignment]

    def all(self) -> list[Ticket]:
        """Return every ticket, in the order of their sales."""
        found = list(self.open.values())
        for place, file in enumerate(self.files):
            if file:
                found += self.in_file(place).values()
        return sorted(found, key=lambda ticket: ticket.place)

    def file_of(self, number: str) -> int:
        """Return the number of the file in which a ticket is.

        Raises:
            KeyError: where it was never issued.
        """
        found = self._found(number)
        if found is None:
            raise KeyError(number)
        return found[0]

    def in_file(self, place: int) -> dict[str, Ticket]:
        """Return the tickets of a file by their numbers."""
        found = _DECODER.decode(zlib.decompress(self.files[place]))
        if self.is_expired:
            for ticket in found:
                _expire(ticket)
        return {ticket.id: ticket for ticket in found}

    def add_file(self, tickets: Sequence[Ticket]) -> int:
        """File some tickets, which are open no more; return the number of their file."""
        place = len(self.files)
        for ticket in tickets:
            del self.open[ticket.id]
            self._enter(ticket.id, place)
        self.files.append(zlib.compress(msgspec.json.encode(tickets)))
        return place

    def take_file(self, place: int) -> list[Ticket]:
        """Open the tickets of a file again, and return them."""
        found = list(self.in_file(place).values())
        self.files[place], self._last = b"", None
        self.filed -= len(found)
        self.open.update((ticket.id, ticket) for ticket in found)
        if sum(map(len, self._index)) > 2 * _ENTRY * (self.filed + FILE_TICKETS):
            self._index = [self._swept(bucket) for bucket in self._index]
        return found

    def _swept(self, bucket: bytearray) -> bytearray:
        """Return a part of the index without tickets that were opened again."""
        entries = (bucket[at : at + _ENTRY] for at in range(0, len(bucket), _ENTRY))
        return bytearray().join(entry for entry in entries if self.files[int.from_bytes(entry[-_FILE:])])

    def index(self) -> None:
        """Find anew which ticket is in which file: a snapshot has the files alone."""
        self._index, self.filed = _no_index(), 0
        for place, file in enumerate(self.files):
            for number in self.in_file(place) if file else ():
                self._enter(number, place)

    def _enter(self, number: str, place: int) -> None:
        first, entry = _entry(number)
        self._index[first] += entry + place.to_bytes(_FILE)
        self.filed += 1

    def expire(self) -> None:
        """Let all tickets expire on which anything could still be claimed."""
        self.is_expired, self._last = True, None
        for ticket in self.open.values():
            _expire(ticket)

    def _found(self, number: str) -> tuple[int, Ticket] | None:
        """Return a filed ticket with the number of its file."""
        last = self._last
        if last is not None and last[1].id == number:
            return last
        first, entry = _entry(number)
        bucket, at = self._index[first], -1
        while (at := bucket.find(entry, at + 1)) >= 0:
            place = int.from_bytes(bucket[at + _ENTRY - _FILE : at + _ENTRY])
            # What was found between two entries, or of a file whose tickets are open again, is none.
            found = self.in_file(place).get(number) if at % _ENTRY == 0 and self.files[place] else None
            if found is not None:
                self._last = place, found
                return self._last
        return None


def _entry(number: str) -> tuple[int, bytes]:
    """Return where a ticket's number stands in the index, and what stands for it there."""
    digest = blake2b(number.encode(errors="surrogatepass"), digest_size=_DIGEST).digest()
    return digest[0], digest[1:]


def _expire(ticket: Ticket) -> None:
    if ticket.state is TicketState.ISSUED:
        ticket.state = TicketState.EXPIRED
