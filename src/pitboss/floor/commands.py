"""The desk: where everybody's commands come in. It asks the role matrix, finds second persons, and hands to the writer.

The server says who acts and when; a client says only what. A command's key is the sender's own, so that nobody can take
another's; a ticket's number is drawn by the server, the same one when the command is sent again.
"""

from __future__ import annotations

import asyncio
import re
import secrets as chance
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, Final

import msgspec

from pitboss.decider import Accepted, Command, Person, Role, decode_or_explain
from pitboss.errors import InputError, PitbossError
from pitboss.floor.people import acts as a
from pitboss.floor.people.evolve import APPROVAL_MINUTES
from pitboss.floor.people.house import HOUSE_STREAM
from pitboss.floor.people.roles import Forbidden, SecondNeeded, matrix
from pitboss.floor.people.secrets import secrets_with
from pitboss.floor.server_fields import act_of
from pitboss.floor.writer.answers import NoSuchStream, Recorded

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pitboss.floor.gates.second_entries import SecondEntries
    from pitboss.floor.people.door import Door
    from pitboss.floor.people.state import HouseState, Member, Position
    from pitboss.floor.server_fields import ServerFields
    from pitboss.floor.writer.live_stream import LiveStream
    from pitboss.floor.writer.requests import News
    from pitboss.floor.writer.writer import Floor
    from pitboss.journal import Secret
    from pitboss.stream import Stream

__all__ = ["Answered", "Desk", "Principal", "Waiting"]

KEY_MAX: Final = 59
"""Characters of a sender's key: with their name before it, it fits the journal's."""
_DATE_LENGTH: Final = len("2004-05-01")
_TICKET: Final = re.compile(r"(\d{4})(\d{2})(\d{2})-", re.ASCII)
_DATE: Final = re.compile(r"\d{4}-\d{2}-\d{2}", re.ASCII)


@dataclass(frozen=True)
class Principal:
    """Who is at the other end: a person with a session, or a machine with a key."""

    person: Person
    session: str | None = None
    machine: a.TerminalKind | None = None
    stream: str | None = None
    """The only stream a machine may speak to."""
    terminal: str | None = None
    """The machine at which a person stands."""


@dataclass(frozen=True)
class Waiting:
    """The act waits for a second person, who stands by it or, without a number to stand by, does the same."""

    approval: str | None
    row: str
    minutes: int | None = APPROVAL_MINUTES


_AWAITED: Final = Waiting(None, "entry", None)


@dataclass(frozen=True)
class Answered:
    """The act has its durable answer; a one-time code where it made one."""

    recorded: Recorded
    code: str | None = None


class _SentBefore(PitbossError):
    """A command that comes again was answered in another day of the tote."""


@dataclass
class Desk:
    """Takes commands for every stream of the house."""

    floor: Floor
    door: Door
    streams: dict[str, Stream]
    """What may be spoken to, by name."""
    filling: ServerFields
    entries: SecondEntries
    names: dict[str, str] = field(default_factory=dict)
    """What the house calls a stream to its name in the journal now: a tote has one stream a day."""
    before: dict[str, tuple[str, int]] = field(default_factory=dict)
    """What a tote's name meant until a while ago, and until when a command that is sent again is looked for there."""
    people: dict[str, Member] = field(default_factory=dict)
    positions: dict[str, Position] = field(default_factory=dict)
    """Copies of what the house's stream says, made anew when it changes."""

    def __post_init__(self) -> None:
        """Listen to the house."""
        self.floor.view(HOUSE_STREAM, lambda live: self._copy(live.state))
        self.floor.listeners.append(self._hear)

    def _hear(self, news: Sequence[News]) -> None:
        house = next((one.live for one in reversed(news) if one.live.name == HOUSE_STREAM), None)
        if house is not None:
            self._copy(house.state)

    def _copy(self, state: HouseState) -> None:
        self.people = {name: replace(member) for name, member in state.people.items()}
        self.positions = {name: replace(position) for name, position in state.terminals.items()}

    async def _renew(self) -> None:
        """Copy the house as it stands now: listeners are told a moment after whoever asked is answered."""
        await asyncio.wrap_future(self.floor.ask(HOUSE_STREAM, lambda live: self._copy(live.state)))

    def named(self, stream: str) -> str:
        """Return the stream that a name of the house, or of the journal, means now.

        Raises:
            NoSuchStream: where there is none.
        """
        found = self.names.get(stream, stream)
        if found not in self.streams:
            raise NoSuchStream("no such stream in this house", field="stream", value=stream)
        return found

    @staticmethod
    def _is_at(place: str, stream: str) -> bool:
        """Tell whether a machine's place is a stream's, or the tote's whose day it is."""
        is_day = stream.startswith(f"{place}-") and _DATE.fullmatch(stream, len(place) + 1) is not None
        return stream == place or is_day

    # Principals

    def of_terminal(self, terminal: str) -> Principal:
        """Return a machine as it may act now.

        Raises:
            Forbidden: while it is switched off, or is none that acts by itself.
        """
        position = self.positions.get(terminal)
        if position is None or not position.is_on:
            raise Forbidden(f"terminal {terminal} is switched off; a supervisor can switch it on",
                            values={"terminal": terminal})  # fmt: skip
        is_players = position.kind in (a.TerminalKind.PLAYER, a.TerminalKind.SEAT)
        person = Person(terminal, Role.PLAYER if is_players else Role.DEVICE)
        return Principal(person, None, position.kind, position.stream, terminal)

    # Commands

    async def command(self, who: Principal, stream: str, key: str, act: bytes, *, second: bool = False) -> Any:
        """Hand in an act; return its durable answer, or that it waits for a second person."""
        name, (before, until) = self._day(self.named(stream), act), self.before.get(stream, ("", 0))
        if who.stream is not None and not self._is_at(who.stream, name):
            reason = f"{who.person.id} stands at {who.stream}, not at {name}"
            raise Forbidden(reason, values={"terminal": who.person.id, "stream": name})
        command = await self._built(who.person, name, key, act)
        if second and not self.entries.has(name, command.act):
            return await self._ask(who, name, command)
        decided = await self._entered(who, name, command)
        if decided is not command:
            return _AWAITED if decided is None else await self._submit(Principal(decided.by), name, decided)
        try:
            return await self._submit(who, name, command, before if self.door.monotonic_ns() < until else "")
        except SecondNeeded:
            return await self._ask(who, name, command)
        except _SentBefore:
            return await self._submit(who, before, await self._built(who.person, before, key, act))

    async def _known(self, days: Sequence[str], key: str) -> str | None:
        """Return the first of a tote's days that has an answer under a key."""

        def asked(_: LiveStream) -> str | None:
            return next((day for day in days if self.floor.journal.answer(day, key) is not None), None)

        return await asyncio.wrap_future(self.floor.ask(HOUSE_STREAM, asked))

    def _day(self, stream: str, act: bytes) -> str:
        """Return the tote day that sold the ticket of an act: its number says which; else the stream itself."""
        if self.streams[stream].name != "tote":
            return stream
        ticket = act_of(act).get("ticket")
        found = _TICKET.match(ticket) if isinstance(ticket, str) else None
        own = stream if found is None else f"{stream[:-_DATE_LENGTH]}{'-'.join(found.groups())}"
        return own if own in self.streams else stream

    async def _built(self, by: Person, stream: str, key: str, act: bytes) -> Command[Any]:
        if not 1 <= len(key) <= KEY_MAX:
            raise InputError(f"expected a key of 1 to {KEY_MAX} characters", field="key", value=key)
        envelope = {"key": f"{by.id}/{key}", "by": by, "received_at": self.door.wall()}
        return await self.filling.built(self.streams[stream], stream, envelope, act)

    async def _submit(self, who: Principal, stream: str, command: Command[Any], before: str = "") -> Answered:
        def gate(live: LiveStream, asked: Command[Any]) -> None:
            if before and self.floor.journal.answer(before, asked.key) is not None:
                raise _SentBefore("the command has its answer in the day before")
            rules = matrix()
            rules.require(rules.row_for(asked, live.state, who.terminal), asked, who.machine)

        code, secrets = secrets_with(self.door, command.act) if stream == HOUSE_STREAM else (None, [])
        secrets += self.filling.shoes.secrets_with(stream, command.act)
        recorded = await asyncio.wrap_future(self.floor.submit(stream, command, secrets, gate))
        if stream == HOUSE_STREAM and isinstance(recorded.answer, Accepted):
            await self._settled(command, secrets)
        return Answered(recorded, code if isinstance(recorded.answer, Accepted) else None)

    # Second persons

    async def _entered(self, who: Principal, stream: str, command: Command[Any]) -> Command[Any] | None:
        """Return what is to be decided: the command itself, or dice that two people entered alike; None for the first.

        Raises:
            Forbidden: for an entry by somebody who may make none.
        """
        if not self.entries.has(stream, command.act):
            return command
        rules = matrix()
        rules.require(rules.row_for(command, None, who.terminal), command, who.machine)
        return await self.entries.taken(stream, command, self.door.record)

    async def _ask(self, who: Principal, stream: str, command: Command[Any]) -> Waiting:
        if who.machine is not None:
            raise Forbidden("a machine has no second person", values={"terminal": who.person.id})
        if self.filling.shoes.hides(stream, command.act):
            reason = "nobody stands by what a virtual shoe says: it would be read before it is done"
            raise Forbidden(reason, values={"stream": stream})
        rules = matrix()
        row = await asyncio.wrap_future(
            self.floor.ask(stream, lambda live: rules.row_for(command, live.state, who.terminal, is_asking=True))
        )
        if rules.cell(row, who.person.role) not in ("Y", "2"):
            rules.require(row, command)
        approval = chance.token_hex(6)
        document = msgspec.json.encode(command.act).decode()
        act = a.AskApproval(approval=approval, stream=stream, key=command.key, act=document, row=row)
        recorded = await self.door.record(act, by=who.person)
        if not isinstance(recorded.answer, Accepted):
            raise Forbidden(recorded.answer.reason, values=recorded.answer.values)
        return Waiting(approval, row)

    async def approve(self, who: Principal, approval: str) -> Answered:
        """Stand by somebody's act, which is then decided; return its answer."""
        pending = await asyncio.wrap_future(
            self.floor.ask(HOUSE_STREAM, lambda live: live.state.approvals.get(approval))
        )
        if pending is None:
            raise InputError("nothing of that number waits for a second person", field="approval", value=approval)
        if not matrix().may_stand_by(pending.row, pending.role, who.person.role) and pending.by != who.person.id:
            reason = f"{who.person.id}, {who.person.role.replace('_', ' ')}, cannot be the second person here"
            raise Forbidden(reason, values={"row": pending.row, "role": who.person.role.value})
        recorded = await self.door.record(a.GiveApproval(approval=approval), by=who.person)
        if not isinstance(recorded.answer, Accepted):
            raise Forbidden(recorded.answer.reason, values=recorded.answer.values)
        await self._renew()
        asker = self.people[pending.by]
        if not asker.is_active or asker.is_locked or asker.role is not pending.role:
            raise Forbidden(f"{pending.by} may not act any more", values={"by": pending.by})
        # As the asker sent it; a ticket's number, which the server drew, is in it already.
        envelope = {
            "key": pending.key,
            "by": Person(pending.by, pending.role),
            "received_at": self.door.wall(),
            "act": msgspec.Raw(pending.act.encode()),
            "witness": who.person,
        }
        decoder = self.streams[pending.stream].command_decoder
        command = decode_or_explain(msgspec.json.encode(envelope), decoder)
        return await self._submit(Principal(command.by), pending.stream, command)

    async def decline(self, who: Principal, approval: str) -> None:
        """Refuse to stand by an act, or take one's own question back."""
        pending = await asyncio.wrap_future(
            self.floor.ask(HOUSE_STREAM, lambda live: live.state.approvals.get(approval))
        )
        is_own = pending is not None and pending.by == who.person.id
        if pending is not None and not is_own and not matrix().may_stand_by(pending.row, pending.role, who.person.role):
            raise Forbidden("only who asked, or could stand by, may decline", values={"row": pending.row})
        recorded = await self.door.record(a.DeclineApproval(approval=approval), by=who.person)
        if not isinstance(recorded.answer, Accepted):
            raise InputError(recorded.answer.reason, field="approval", value=approval)

    # What follows at once

    async def _settled(self, command: Command[Any], secrets: Sequence[Secret]) -> None:
        """Do what follows from an accepted act of the house at once: keys are forgotten, sessions end."""
        self.door.learn(secrets)
        await self._renew()
        match command.act:
            case a.DisablePerson(person=person) | a.ChangeRole(person=person) | a.RestorePerson(person=person):
                await self.door.end_all(person, a.Ended.DISABLED)
            case a.SwitchTerminal(terminal=terminal, is_on=False):
                self.door.cut(terminal)

    # Questions

    async def fate(self, who: Principal, stream: str, key: str) -> Recorded | None:
        """Return the answer that is kept under one's own key; None where there is none."""
        name, own = self.named(stream), f"{who.person.id}/{key}"
        found = await asyncio.wrap_future(self.floor.fate(name, own))
        if found is not None or stream not in self.names or self.streams[name].name != "tote":
            return found
        # Under the tote's own name it may have been sent on another day, or about another day's ticket.
        days = sorted((one for one in self.streams if one != name and self._is_at(stream, one)), reverse=True)
        day = await self._known(days, own)
        return None if day is None else await asyncio.wrap_future(self.floor.fate(day, own))
