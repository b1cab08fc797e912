"""What one stream of a house tells another: a table the cage, the cage a table, a bar of the whole house all tables.

The writer's thread notes what became durable; a thread of its own sends it on, in order, under a key that the record
itself gives. So an errand that is sent twice has one effect: what the last start may have left is sent again.
"""

from __future__ import annotations

import logging
from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from typing import Any, Final, NamedTuple

from pitboss.decider import Act, Command, Event, Person
from pitboss.errors import PitbossError
from pitboss.floor.devices.polling import Periodic
from pitboss.floor.people.checks import SERVER, THE_SERVER, member_of
from pitboss.floor.people.house import HOUSE_STREAM
from pitboss.floor.writer.live_stream import LiveStream
from pitboss.floor.writer.queue import News
from pitboss.floor.writer.writer import Floor
from pitboss.games.cage.acts import IssuedMarker, NoteTable
from pitboss.games.cage.events import MarkerRedeemed
from pitboss.games.cage.state import Cage
from pitboss.games.everyday import acts as a
from pitboss.games.everyday import events as e
from pitboss.games.everyday.markers import TOKES
from pitboss.games.everyday.slips import CAGE
from pitboss.games.table.state import BaseTable
from pitboss.journal import JournalError
from pitboss.rulebook import cites

POLL_SECONDS: Final = 0.2
_LOG = logging.getLogger(__name__)
_TAIL: Final = 5_000
"""How many records of a stream are looked through at a start: what was under way is among the last ones."""
_MARKS: Final = (b'"cage', b'"toke_pool"', b".marker_", b'"is_whole_house":true')
"""One of these is in every record that is told to another stream; what has none is not decoded."""


class AtTheCage(PitbossError):
    """A marker is to be redeemed in the stream of its table, in a house that has a cage."""

    http_status = 422


class _Errand(NamedTuple):
    """Something to be told, to one stream."""

    to: str
    key: str
    act: Act
    by: str = ""
    """In whose name; the server's own where nobody is named."""
    witness: str | None = None


class Courier(Periodic):
    """Carries what streams tell each other."""

    def __init__(self, floor: Floor, **clocks: Any) -> None:
        super().__init__("courier", POLL_SECONDS, self.poll, **clocks)
        self._floor = floor
        self._cage: str | None = None
        self._tables: dict[str, bool] = {}
        """Every table that is told of others, and whether players can be barred there."""
        self._waiting: deque[_Errand] = deque()

    def add(self, stream: str) -> None:
        """Carry to and from a table or the cage; the cage first."""
        found = self._floor.view(stream, lambda live: (type(live.state), a.BarPlayer in live.rules.acts))
        if issubclass(found[0], Cage):
            self._cage = stream
        elif issubclass(found[0], BaseTable):
            self._tables[stream] = found[1]

    def catch_up(self) -> None:
        """Note what the last start may have left, once all streams are there."""
        known: dict[str, int] = {}
        if self._cage is not None:
            known = self._floor.view(self._cage, lambda live: dict(live.state.known))
        for stream in (*self._tables, *filter(None, [self._cage])):
            self._waiting.extend(self._floor.view(stream, lambda live: list(self._left(live, known))))
        self._waiting.extend(self._unbarred())

    def _left(self, live: LiveStream, known: dict[str, int]) -> Iterator[_Errand]:
        """Yield what may not have been told of a stream; of a table that the cage does not know, all of it."""
        is_new = self._cage is not None and live.name in self._tables and live.name not in known
        after = 0 if is_new and _has_cage(live.state) else max(known.get(live.name, 0), live.version - _TAIL)
        for record in self._floor.journal.read(live.name, after=max(after, 1)):
            if any(mark in record.body for mark in _MARKS):
                is_ours = record.key.startswith(f"{SERVER}/")
                yield from self._errands(live.name, record.version, live.decoded(record.body), is_ours=is_ours)

    def _unbarred(self) -> Iterator[_Errand]:
        """Yield the bars of the whole house that a table does not have, such as one that is new."""
        held = {name: self._floor.view(name, _house_bars) for name, is_told in self._tables.items() if is_told}
        ordered = {player: bar for bars in held.values() for player, bar in bars.items()}
        for table, bars in held.items():
            for player, (reason, by, witness) in ordered.items():
                if player not in bars:
                    act = a.BarPlayer(player=player, reason=reason, is_whole_house=True)
                    yield _Errand(table, f"{SERVER}/courier/{table}/{self._wall().isoformat()}", act, by, witness)

    # In the writer's thread

    def hear(self, news: Sequence[News]) -> None:
        """Queue what the others must be told."""
        for one in news:
            name, recorded = one.live.name, one.recorded
            is_ours = recorded.key.startswith(f"{SERVER}/")
            if name == self._cage or name in self._tables:
                for version, event in enumerate(recorded.events, start=recorded.first):
                    self._waiting.extend(self._errands(name, version, event, is_ours=is_ours))

    @cites("HP-M1")
    def refuse_at_table(self, live: LiveStream, command: Command[Any]) -> None:
        """Refuse to redeem a marker in its table's stream, where the house has a cage."""
        if self.would_refuse(live, command):
            reason = "a marker is redeemed at the cage alone, by cage.redeem_marker (HP-M1)"
            raise AtTheCage(reason, values={"clause": "HP-M1", "cage": self._cage})

    def would_refuse(self, _: LiveStream, command: Command[Any]) -> bool:
        """Tell whether a command is for the cage to take."""
        return self._cage is not None and isinstance(command.act, a.RedeemMarker)

    def _errands(self, stream: str, version: int, event: Event, *, is_ours: bool) -> Iterator[_Errand]:
        key = f"{SERVER}/courier/{stream}/{version}"
        if isinstance(event, MarkerRedeemed):
            yield _Errand(event.table, key, a.CancelMarker(marker=event.marker))
        elif stream in self._tables:
            note = _note(stream, version, event)
            if note is not None and self._cage is not None:
                yield _Errand(self._cage, key, note)
            # What was carried here is not carried on.
            order = None if is_ours else _order(event)
            if order is not None:
                others = (name for name, is_told in self._tables.items() if is_told and name != stream)
                by, witness = getattr(event, "by", ""), getattr(event, "witness", None)
                yield from (_Errand(other, key, order, by, witness) for other in others)

    # In a thread of its own

    def poll(self) -> None:
        """Send what waits, in order; what cannot be recorded waits on."""
        while self._waiting:
            errand = self._waiting[0]
            try:
                self._floor.send(errand.to, self._command(errand))
            except JournalError as error:
                _LOG.warning("what %s is told waits: %s", errand.to, error)
                return
            except PitbossError as error:
                # Sent again it would be refused again, and keep all that comes after it from being told.
                _LOG.warning("%s cannot be told: %s", errand.to, error)
            self._waiting.popleft()

    def stop(self) -> None:
        """Send what waits, and end; what cannot be recorded is seen to at the next start."""
        super().stop()
        self.poll()

    def _command(self, errand: _Errand) -> Command[Any]:
        by, witness = THE_SERVER, None
        if errand.by:
            by = self._person(errand.by)
            witness = None if errand.witness is None else self._person(errand.witness)
        return Command(key=errand.key, by=by, act=errand.act, received_at=self._wall(), witness=witness)

    def _person(self, name: str) -> Person:
        """Return somebody of the house in the role they have now.

        Raises:
            InputError: for somebody who is not known here.
        """
        return self._floor.view(HOUSE_STREAM, lambda live: Person(name, member_of(live.state, name).role))


def _has_cage(state: BaseTable) -> bool:
    """Tell whether a table ever had to do with the cage."""
    return bool({CAGE, TOKES} & state.balances.keys() or state.everyday.markers_made)


def _house_bars(live: LiveStream) -> dict[str, tuple[str, str, str | None]]:
    bars = live.state.everyday.bars.items()
    return {player: (bar.reason, bar.by, bar.witness) for player, bar in bars if bar.is_whole_house}


def _net(moves: Iterable[Any], account: str) -> int:
    return sum(move.amount_minor * ((move.target == account) - (move.source == account)) for move in moves)


def _note(stream: str, version: int, event: Event) -> NoteTable | None:
    """Return what the cage is told of a table's event; None where it has nothing to do with it."""
    moves = getattr(event, "moves", ())
    cage, tokes, issued, redeemed = _net(moves, CAGE), _net(moves, TOKES), None, None
    if isinstance(event, e.MarkerIssued):
        issued = IssuedMarker(marker=event.marker, player=event.player, amount_minor=event.amount_minor)
    if isinstance(event, e.MarkerRedeemed):
        redeemed = event.marker
    if not (cage or tokes or issued or redeemed):
        return None
    return NoteTable(
        table=stream, version=version, cage_minor=cage, tokes_minor=tokes, issued=issued, redeemed=redeemed
    )


def _order(event: Event) -> Act | None:
    """Return what all other tables are told: a bar of the whole house, or that it is lifted."""
    if isinstance(event, e.PlayerBarred) and event.is_whole_house:
        return a.BarPlayer(player=event.player, reason=event.reason, is_whole_house=True)
    if isinstance(event, e.BarLifted) and event.is_whole_house:
        return a.LiftBar(player=event.player, reason=event.reason, is_whole_house=True)
    return None
