"""The days of a tote: one stream each, the next opened when the one before is closed, with what it left to its pools.

Which day it is, is told by the facility's own clock and the hour at which its day ends. A house that runs past that
goes on in the same day's stream until a manager closes it; then the new day's is opened and the windows that were open
are opened there too. A card begins with exactly what earlier days carried over.
"""

from __future__ import annotations

import logging
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta
from pathlib import Path
from typing import Any, Final

import msgspec

from pitboss.decider import Command, Person
from pitboss.errors import PitbossError
from pitboss.floor.devices.clockwork import Clockwork
from pitboss.floor.devices.polling import Periodic, each
from pitboss.floor.house_file import ToteEntry, day_document
from pitboss.floor.people.checks import SERVER
from pitboss.floor.people.house import HOUSE_STREAM
from pitboss.floor.race_cards import read_template
from pitboss.floor.sealed_bets import SealedFiles
from pitboss.floor.writer.live_stream import LiveStream
from pitboss.floor.writer.queue import News
from pitboss.floor.writer.upcast import current
from pitboss.floor.writer.writer import Floor
from pitboss.journal import Record
from pitboss.tote.day.acts import OpenCard, OpenTerminal
from pitboss.tote.day.config import business_day_of
from pitboss.tote.day.events import CardOpened, DayClosed, TerminalOpened

POLL_SECONDS: Final = 1.0
_DAY: Final = re.compile(r"(?P<tote>.+)-\d{4}-\d{2}-\d{2}", re.ASCII)
_LOG = logging.getLogger(__name__)

Due = dict[str, dict[str, int]]
"""Track to kind of pool to what earlier days left to it; a track that is not here never raced for this house."""
_READ: Final[dict[bytes, msgspec.json.Decoder[Any]]] = {
    b'"tote.card_opened/': msgspec.json.Decoder(CardOpened),
    b'"tote.day_closed/': msgspec.json.Decoder(DayClosed),
    b'"tote.terminal_opened/': msgspec.json.Decoder(TerminalOpened),
}


class CarryoverDiffers(PitbossError):
    """A card does not begin with what earlier days left to its pools."""

    http_status = 422


def day_stream(tote: str, day: date) -> str:
    """Return the stream of a tote's day."""
    return f"{tote}-{day.isoformat()}"


def tote_of(stream: str) -> str | None:
    """Return the tote of whose days a stream is one by its name; None for any other."""
    found = _DAY.fullmatch(stream)
    return None if found is None else found["tote"]


def _read(records: Iterable[Record]) -> Iterator[CardOpened | DayClosed | TerminalOpened]:
    """Yield what matters to the days after; the rest is passed over undecoded."""
    for record in records:
        for mark, decoder in _READ.items():
            if mark in record.body:
                # Another event may have such a name in one of its texts.
                with suppress(msgspec.ValidationError):
                    yield decoder.decode(current(record.body))


def follow(records: Iterable[Record], due: Due) -> dict[str, str]:
    """Bring what is due up to a day's end, if it was closed; return who opened each of its terminals last."""
    found = list(_read(records))
    openers = {event.terminal: event.by for event in found if isinstance(event, TerminalOpened)}
    closed = next((event for event in found if isinstance(event, DayClosed)), None)
    if closed is None:
        return openers
    for event in found:
        if isinstance(event, CardOpened):
            left = due.setdefault(event.card.track, {})
            for pool in event.card.pools:
                left.pop(pool.type, None)
    for name, amount in closed.carried.items():
        track, _, kind = name.partition("-")
        due.setdefault(track, {})[kind] = amount
    return openers


@dataclass
class _Tote:
    """One facility's tote."""

    entry: ToteEntry
    document: dict[str, Any]
    stream: str
    seal: SealedFiles | None = None


Opened = Callable[[str, str | None, str], None]
"""Told of a new day: what the house calls the tote, the stream before if there was one, and the new one."""


class ToteDays(Periodic):
    """Opens the streams of a house's totes; `names` gets what each of them means now."""

    def __init__(self, floor: Floor, folder: Path, names: dict[str, str], clockwork: Clockwork) -> None:
        super().__init__("days", POLL_SECONDS, self.poll)
        self.names, self._clockwork = names, clockwork
        self.wall: Callable[[], datetime] = lambda: datetime.now(UTC)
        self.today: Callable[[dict[str, Any]], date] = lambda document: business_day_of(document, self.wall())
        """A tote's document to the day its facility has now."""
        self.on_opened: list[Opened] = []
        self._floor, self._folder = floor, folder
        self._totes: list[_Tote] = []
        self._due: dict[str, Due] = {}
        """What each day's cards begin with; nothing for a tote without an earlier day."""

    def add(self, entry: ToteEntry) -> list[str]:
        """Open a tote's day, or go on with the last one if that is not closed; return all of its days' streams."""
        document = read_template(self._folder / entry.file)
        dated = day_document(document, self.today(document))
        name = f"{entry.stream}-{dated['date']}"
        known = sorted(one for one in self._floor.journal.heads() if tote_of(one) == entry.stream)
        before = next((one for one in reversed(known) if one < name), None) if name not in known else None
        if before is not None and document.get("date") == "today" and not self._is_over(before):
            name, before = before, None
        due: Due = {}
        openers: dict[str, str] = {}
        for one in known:
            if one < name:
                openers = follow(self._floor.journal.read(one), due)
        tote = _Tote(entry, document, name)
        if entry.export is not None:
            tote.seal = SealedFiles(self._folder / entry.export, name)
        self._totes.append(tote)
        if name.endswith(str(dated["date"])):
            self._floor.open(name, "tote", dated, self.wall())
        self._begin(tote, before, name, due, openers)
        if tote.seal is not None:
            self._floor.view(name, tote.seal.catch_up)
        return list(dict.fromkeys([*known, name]))

    def hear(self, news: Sequence[News]) -> None:
        """Seal the bets of races that are closed, in the writer's thread."""
        for tote in self._totes:
            if tote.seal is not None:
                tote.seal.hear(news)

    def current(self) -> dict[str, str]:
        """Return the stream that each tote has now."""
        return {tote.entry.stream: tote.stream for tote in self._totes}

    def _is_over(self, stream: str) -> bool:
        """Tell whether a day is closed, or nothing ever happened on it that would have to be."""
        return self._floor.view(
            stream, lambda live: live.state.is_closed or not (live.state.cards or live.state.tickets)
        )

    def _begin(self, tote: _Tote, before: str | None, name: str, due: Due, openers: dict[str, str]) -> None:
        self._due[name] = due
        self._clockwork.add(name, stop_after=timedelta(seconds=tote.entry.stop_seconds))
        if tote.seal is not None:
            tote.seal.follow(name)
        if before is not None:
            self._reopen(before, name, openers)
        for tell in self.on_opened:
            tell(tote.entry.stream, before, name)
        tote.stream = self.names[tote.entry.stream] = name

    def _reopen(self, before: str, name: str, openers: dict[str, str]) -> None:
        """Open the windows of the day before, each in the name of whoever opened it then and still may."""
        people = self._floor.view(
            HOUSE_STREAM, lambda live: {who: one.role for who, one in live.state.people.items() if one.is_active}
        )
        machines = self._floor.view(
            before,
            lambda live: [(key, one.window, one.kind) for key, one in live.state.terminals.items() if one.is_open],
        )
        for terminal, window, kind in machines:
            by = openers.get(terminal, "")
            if by in people:
                act = OpenTerminal(terminal=terminal, window=window, kind=kind)
                key = f"{SERVER}/day/{terminal}"
                self._floor.send(name, Command(key=key, by=Person(by, people[by]), act=act, received_at=self.wall()))

    # Carryovers

    def refuse_other_carryover(self, live: LiveStream, command: Command[Any]) -> None:
        """Refuse a card that does not begin with what is due, naming what is."""
        if not isinstance(command.act, OpenCard):
            return
        card = command.act.card
        due = self._due.get(live.name, {}).get(card.track)
        if due is None:
            return
        given: dict[str, int] = {}
        for pool in card.pools:
            given[pool.type] = given.get(pool.type, 0) + pool.carryover_minor
        wrong = {kind: due.get(kind, 0) for kind, amount in given.items() if amount != due.get(kind, 0)}
        if wrong:
            listed = ", ".join(f"{kind} with {amount}, not {given[kind]}" for kind, amount in wrong.items())
            reason = f"the pools of {card.track} begin with what earlier days carried over, in minor units: {listed}"
            raise CarryoverDiffers(reason, values={"track": card.track, "expected": wrong})

    def filled(self, template: dict[str, Any], stream: str) -> dict[str, Any]:
        """Return a race card's template with what is due to its pools; as it is for a track that is new here."""
        due = self._due.get(stream, {}).get(template["track"])
        if due is None:
            return template
        left, pools = dict(due), []
        for pool in template["pools"]:
            # All of it in the first pool of its kind.
            amount = left.pop(pool["type"], 0)
            plain = {name: value for name, value in pool.items() if name != "carryover_minor"}
            pools.append({**plain, "carryover_minor": amount} if amount else plain)
        return {**template, "pools": pools}

    # The next day

    def seal(self) -> None:
        """Write what waits to be sealed, once the floor is closed."""
        for tote in self._totes:
            if tote.seal is not None:
                tote.seal.close()

    def poll(self) -> None:
        """Open the day of every tote whose last one is over; trouble is waited out."""
        each({tote.entry.stream: tote for tote in self._totes}, self._poll, "the next day")

    def _poll(self, tote: _Tote) -> None:
        before, day = tote.stream, self.today(tote.document)
        name = day_stream(tote.entry.stream, day)
        if tote.document.get("date") != "today" or name <= before or not self._is_over(before):
            return
        due = {track: dict(kinds) for track, kinds in self._due[before].items()}
        # Read in the writer's thread, so that nothing is written meanwhile.
        openers = self._floor.view(before, lambda live: follow(self._floor.journal.read(live.name), due))
        self._floor.open(name, "tote", day_document(tote.document, day), self.wall())
        self._begin(tote, before, name, due, openers)
