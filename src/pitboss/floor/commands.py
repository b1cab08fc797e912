"""The one way for a command of a page, terminal or machine. Each step may refuse; the order is always this one.

1. Authenticate: `web/server.py::Server.acting` says who sends it (`Principal`), by a session or a machine's key.
2. Read: the act is decoded, once, and belongs to a stream; about a ticket, to the day that sold it (`Desk._read`).
3. Permission: a machine speaks to its own stream, whoever guessed wrong too often waits, and the role matrix says
   who may act, alone or with a second person (`Desk.command`, `Desk._submit`).
4. What only the server says is filled in (`ServerFields.filled`).
5. Second person: somebody stands by the act (`Desk._ask`, `Desk.approve`), or enters the same (`Desk._entered`).
6. The gates of the house, in the order in which `live.py` lists them.
7. The stream's `decide` answers, 8. the answer is recorded, 9. and listeners are told (`writer.py::Floor`).

A command that comes again under its key has its answer before step 3. The role matrix, the server's fields and the
gates are asked in the writer's thread, about the stream as it stands when the command is decided. Devices and robots of
the house are no guests: their commands begin at step 6.
"""

from __future__ import annotations

import asyncio
import secrets as chance
from dataclasses import dataclass, field, replace
from functools import partial
from typing import TYPE_CHECKING, Any, Final
from weakref import WeakValueDictionary

import msgspec

from pitboss.decider import Accepted, Command, Person, Refusal, Role, decode_or_explain
from pitboss.errors import InputError, PitbossError
from pitboss.floor.people import acts as a
from pitboss.floor.people.checks import is_fit_second
from pitboss.floor.people.house import HOUSE_STREAM
from pitboss.floor.people.names import refuse_look_alike
from pitboss.floor.people.put_back import issued
from pitboss.floor.people.roles import Forbidden, SecondNeeded, matrix
from pitboss.floor.people.secrets import MAKING_CODES, apart, secrets_with
from pitboss.floor.people.state import APPROVAL_MINUTES
from pitboss.floor.rate_limit import Buckets, Slow
from pitboss.floor.tote_days import day_stream, tote_of
from pitboss.floor.writer.answers import NoSuchStream, Recorded
from pitboss.floor.writer.queue import Urgency

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from pitboss.decider import Act
    from pitboss.floor.gates.second_entries import SecondEntries
    from pitboss.floor.people.door import Door
    from pitboss.floor.people.state import HouseState, Member, Position
    from pitboss.floor.server_fields import ServerFields
    from pitboss.floor.writer.live_stream import LiveStream
    from pitboss.floor.writer.queue import News
    from pitboss.floor.writer.writer import Floor
    from pitboss.journal import Secret
    from pitboss.stream import Stream

    Question = Callable[[LiveStream, Command[Any]], bool]

KEY_MAX: Final = 59
"""Characters of a sender's key: with their name before it, it fits the journal's."""
TRIES: Final = 5
"""How many failed tickets a window may present in a minute."""


REFUSALS: Final = 30
"""Commands of one sender that may be refused at once; after that one a second."""


class TooManyRefused(Slow):
    """Too many commands of one sender were refused: the next are not even looked at, and nothing of them is kept."""

    retry_seconds = 1


class _SentBefore(PitbossError):
    """A command that comes again was answered in another day of the tote."""


NOWHERE: Final = ""
"""The machine of whoever stands at none, in a house where tellers work at the machines of their windows."""


@dataclass(frozen=True)
class Principal:
    """Who is at the other end: a person with a session, or a machine with a key."""

    person: Person
    session: str | None = None
    machine: a.TerminalKind | None = None
    stream: str | None = None
    """The only stream a machine may speak to."""
    terminal: str | None = None
    """The machine at which a person stands; `NOWHERE` where that is none, None where it does not matter."""

    @property
    def place(self) -> str:
        """Return where wrong guesses are counted."""
        return self.terminal or self.person.id

    def is_at(self, stream: str) -> bool:
        """Tell whether they may speak to a stream: a person to any, a machine to its own."""
        return self.stream is None or _is_at(self.stream, stream)


@dataclass(frozen=True)
class Waiting:
    """The act waits for a second person, who stands by it or, without a number to stand by, does the same."""

    approval: str | None
    minutes: int | None = APPROVAL_MINUTES
    code: str | None = None
    """The asker's half of the one-time code that the act will make; the second person is given the other."""


_AWAITED: Final = Waiting(None, None)


@dataclass(frozen=True)
class Answered:
    """The act has its durable answer; the second person's half of a one-time code where it made one."""

    recorded: Recorded
    code: str | None = None
    is_guess: bool = False
    """Whether a ticket was presented whose number or check code is wrong (a losing ticket does not count)."""


def require_permission(who: Principal, command: Command[Any], state: Any) -> None:
    """Refuse what the role matrix does not allow to whoever asks, or not alone."""
    rules = matrix()
    rules.require(rules.row_for(command, state, who.terminal), command, who.machine)


def _not_second(second: Person, row: str) -> Forbidden:
    reason = f"{second.id}, {second.role.replace('_', ' ')}, cannot be the second person here"
    return Forbidden(reason, values={"row": row, "role": second.role.value})


def _is_at(place: str, stream: str) -> bool:
    """Tell whether a machine's place is a stream's, or the tote's whose day it is."""
    return place in (stream, tote_of(stream))


@dataclass
class Desk:
    """Takes commands for every stream of the house."""

    floor: Floor
    door: Door
    streams: dict[str, Stream]
    """What may be spoken to, by name."""
    fields: ServerFields
    entries: SecondEntries
    names: dict[str, str] = field(default_factory=dict)
    """What the house calls a stream to its name in the journal now: a tote has one stream a day."""
    before: dict[str, tuple[str, int]] = field(default_factory=dict)
    """What a tote's name meant until a while ago, and until when a command that is sent again is looked for there."""
    tries: Buckets = field(default_factory=lambda: Buckets(most=TRIES, rate=TRIES / 60))
    refusals: Buckets = field(default_factory=lambda: Buckets(most=REFUSALS, rate=1))
    """By sender; asked and counted in the writer's thread, so that what is on its way there counts as well."""
    questions: list[Question] = field(default_factory=list)
    """Whether a gate would refuse a command, for the offers: asked in the writer's thread, and nothing is noted."""
    people: dict[str, Member] = field(default_factory=dict)
    positions: dict[str, Position] = field(default_factory=dict)
    """Copies of what the house's stream says, made anew when it changes."""
    machines: dict[str, Principal] = field(default_factory=dict)
    """The machines that acted since, as they may act."""
    confirmed: WeakValueDictionary[str, asyncio.Lock] = field(default_factory=WeakValueDictionary)
    """By key, held while an act that a second person stands by is decided: its question is gone by then."""

    def __post_init__(self) -> None:
        """Look at the house."""
        self.floor.view(HOUSE_STREAM, lambda live: self._copy(live.state))

    def hear(self, news: Sequence[News]) -> None:
        """Follow the house's own stream."""
        house = next((one.live for one in reversed(news) if one.live.name == HOUSE_STREAM), None)
        if house is not None:
            self._copy(house.state)

    def _copy(self, state: HouseState) -> None:
        self.people = {name: replace(member) for name, member in state.people.items()}
        self.positions = {name: replace(position) for name, position in state.terminals.items()}
        self.machines = {}

    async def renew(self) -> None:
        """Copy the house as it stands now: listeners are told a moment after whoever asked is answered."""
        await asyncio.wrap_future(self.floor.ask(HOUSE_STREAM, lambda live: self._copy(live.state), Urgency.OTHER))

    def named(self, stream: str) -> str:
        """Return the stream that a name of the house, or of the journal, means now.

        Raises:
            NoSuchStream: where there is none.
        """
        found = self.names.get(stream, stream)
        if found not in self.streams:
            raise NoSuchStream("no such stream in this house", field="stream", value=stream)
        return found

    def tote(self, stream: str) -> str:
        """Return the day of a tote that a name means now.

        Raises:
            NoSuchStream: where there is none, or it is no tote's.
        """
        found = self.named(stream)
        if self.streams[found].name != "tote":
            raise NoSuchStream("no such tote in this house", field="stream", value=stream)
        return found

    def of_terminal(self, terminal: str) -> Principal:
        """Return a machine as it may act now.

        Raises:
            Forbidden: while it is switched off, or is none that acts by itself.
        """
        # Taken before the positions: the writer may make both anew meanwhile, and what is made of old ones is lost.
        machines = self.machines
        if (known := machines.get(terminal)) is not None:
            return known
        position = self.positions.get(terminal)
        if position is None or not position.is_on:
            raise Forbidden("this terminal is switched off; a supervisor can switch it on",
                            values={"terminal": terminal})  # fmt: skip
        is_players = position.kind in (a.TerminalKind.PLAYER, a.TerminalKind.SEAT)
        person = Person(terminal, Role.PLAYER if is_players else Role.DEVICE)
        found = machines[terminal] = Principal(person, None, position.kind, position.stream, terminal)
        return found

    # The line

    async def command(
        self, who: Principal, stream: str, key: str, data: bytes, *, second: bool = False
    ) -> Answered | Waiting:
        """Hand in an act; return its durable answer, or that it waits for a second person."""
        name, command = self._read(who.person, stream, key, data)
        self._require_place(who, name)
        if command.act.is_guessable:
            self.require_tries(who)
        if self.entries.has(name, command.act):
            return await self._entered(who, name, command)
        if second:
            return await self._ask(who, name, command)
        before, until = self.before.get(stream, ("", 0))
        try:
            return await self._submit(who, name, command, before if self.door.monotonic_ns() < until else "")
        except SecondNeeded:
            return await self._ask(who, name, command)
        except _SentBefore:
            return await self._submit(who, before, command)

    def _read(self, by: Person, stream: str, key: str, data: bytes) -> tuple[str, Command[Any]]:
        """Return the stream that an act belongs to, and its command: the server says who acts, when, and whose key."""
        if not 1 <= len(key) <= KEY_MAX:
            raise InputError(f"expected a key of 1 to {KEY_MAX} characters", field="key", value=key)
        name = self.named(stream)
        rules = self.streams[name]
        act = decode_or_explain(data, rules.request_decoder, part="act")
        day, tote = None if rules.day_of is None else rules.day_of(act), tote_of(name)
        if day is not None and tote is not None and day_stream(tote, day) in self.streams:
            name = day_stream(tote, day)
        return name, Command(key=f"{by.id}/{key}", by=by, act=act, received_at=self.door.wall())

    @staticmethod
    def _require_place(who: Principal, stream: str) -> None:
        """Refuse a machine that speaks to another stream than its own."""
        if not who.is_at(stream):
            reason = f"{who.person.id} stands at {who.stream}, not at {stream}"
            raise Forbidden(reason, values={"terminal": who.person.id, "stream": stream})

    def require_tries(self, who: Principal) -> None:
        """Refuse a window that presented too many wrong tickets.

        Raises:
            Slow: for a minute.
        """
        if not self.tries.has(who.place):
            raise Slow(
                "too many wrong ticket numbers or check codes at this window; wait a minute",
                values={"terminal": who.place},
            )

    def _require_few_refused(self, sender: str) -> None:
        """Refuse a sender of whom too much was refused: a refusal is kept for good, and must not fill the journal."""
        if not self.refusals.has(sender):
            raise TooManyRefused("too much of what you sent was refused; wait a moment", values={"sender": sender})

    async def _require_answered(self, sender: str, stream: str, before: str, key: str) -> None:
        """Refuse a sender of whom too much was refused, unless the command has its answer; no bet waits for that."""

        def asked(_: LiveStream) -> bool:
            return any(self.floor.journal.answer(name, key) is not None for name in (stream, before) if name)

        if not await asyncio.wrap_future(self.floor.ask(stream, asked, Urgency.LOOK)):
            self._require_few_refused(sender)

    def _count_refused(self, sender: str, recorded: Recorded) -> None:
        if isinstance(recorded.answer, Refusal):
            self.refusals.owe(sender)

    async def _submit(
        self, who: Principal, stream: str, command: Command[Any], before: str = "", approval: str = ""
    ) -> Answered:
        """Let the writer decide a command, and do what follows from it at once."""
        code: str | None = None
        secrets: list[Secret] = []

        def prepare(live: LiveStream, asked: Command[Any]) -> tuple[Command[Any], Sequence[Secret]]:
            nonlocal code, secrets
            if before and self.floor.journal.answer(before, asked.key) is not None:
                raise _SentBefore("the command has its answer in the day before")
            self._require_few_refused(who.person.id)
            require_permission(who, asked, live.state)
            filled = self.fields.filled(live, asked)
            # Not before: a command that has its answer already makes no further code.
            code, secrets = secrets_with(self.door, filled.act, approval) if stream == HOUSE_STREAM else (None, [])
            return filled, [*apart(secrets)[1], *self.fields.shoes.secrets_with(stream, filled.act)]

        if not self.refusals.has(who.person.id):
            await self._require_answered(who.person.id, stream, before, command.key)
        urgency = Urgency.PLAY if matrix().is_urgent(command.act.permission) else Urgency.OTHER
        count = partial(self._count_refused, who.person.id)
        recorded = await self.floor.submit_from_loop(stream, command, prepare, urgency=urgency, answered=count)
        answer = recorded.answer
        if isinstance(answer, Refusal):
            is_guess = command.act.is_guessable and ("is_issued" in answer.values or "check" in answer.values)
            if is_guess:
                self.tries.take(who.place)
            return Answered(recorded, is_guess=is_guess)
        if stream == HOUSE_STREAM:
            await self._settled(command, secrets)
        return Answered(recorded, code)

    async def _settled(self, command: Command[Any], secrets: Sequence[Secret]) -> None:
        """Do what follows from an accepted act of the house at once: keys are forgotten, sessions end."""
        for code in apart(secrets)[0]:
            await self.door.record(issued(code), secrets=[code])
        self.door.learn(secrets)
        await self.renew()
        match command.act:
            case a.DisablePerson(person=person) | a.ChangeRole(person=person) | a.RestorePerson(person=person):
                await self.door.end_all(person, a.Ended.DISABLED)
            case a.SwitchTerminal(terminal=terminal, is_on=False):
                self.door.cut(terminal)

    # Second persons

    async def _entered(self, who: Principal, stream: str, command: Command[Any]) -> Answered | Waiting:
        """Take dice that two people enter: decided when both have entered the same, as the dealer's command.

        Raises:
            Forbidden: for an entry by somebody who may make none.
        """
        require_permission(who, command, None)
        decided = await self.entries.taken(stream, command, self.door.record)
        if decided is None:
            return _AWAITED
        return await self._submit(who if decided is command else Principal(decided.by), stream, decided)

    async def _ask(self, who: Principal, stream: str, command: Command[Any]) -> Waiting:
        """Ask for a second person to stand by an act, which then waits."""
        if who.machine is not None:
            raise Forbidden("a machine has no second person", values={"terminal": who.person.id})
        if self.fields.shoes.hides(stream, command.act):
            reason = "nobody stands by what a virtual shoe says: it would be read before it is done"
            raise Forbidden(reason, values={"stream": stream})
        rules = matrix()

        def asked(live: LiveStream) -> tuple[str, Act]:
            row = rules.row_for(command, live.state, who.terminal, is_asking=True)
            if rules.cell(row, who.person.role) not in ("Y", "2"):
                rules.require(row, command)
            # A name that cannot be taken is refused before anybody is asked to stand by it.
            refuse_look_alike(live, command)
            return row, self.fields.filled(live, command).act

        row, act = await asyncio.wrap_future(self.floor.ask(stream, asked, Urgency.OTHER))
        approval, document = chance.token_hex(6), msgspec.json.encode(act).decode()
        asking = a.AskApproval(approval=approval, stream=stream, key=command.key, act=document, row=row)
        await self._recorded(asking, who)
        is_coded = stream == HOUSE_STREAM and isinstance(act, MAKING_CODES)
        return Waiting(approval, code=self.door.first_half(approval) if is_coded else None)

    async def _recorded(self, act: Act, who: Principal) -> None:
        """Record an act about an approval, or refuse it as the house's stream does."""
        recorded = await self.door.record(act, by=who.person)
        if not isinstance(recorded.answer, Accepted):
            raise Forbidden(recorded.answer.reason, values=recorded.answer.values)

    async def _pending(self, approval: str) -> Any:
        asked = self.floor.ask(HOUSE_STREAM, lambda live: live.state.approvals.get(approval), Urgency.OTHER)
        return await asyncio.wrap_future(asked)

    async def approve(self, who: Principal, approval: str) -> Answered:
        """Stand by somebody's act, which is then decided; return its answer."""
        pending = await self._pending(approval)
        if pending is None:
            raise InputError("nothing of that number waits for a second person", field="approval", value=approval)
        if not matrix().may_stand_by(pending.row, pending.role, who.person.role) and pending.by != who.person.id:
            raise _not_second(who.person, pending.row)
        # As it was asked for; a ticket's number, which the server drew, is in it already.
        act: Act = decode_or_explain(pending.act.encode(), self.streams[pending.stream].act_decoder, part="act")
        by, at = Person(pending.by, pending.role), self.door.wall()
        command = Command(key=pending.key, by=by, act=act, received_at=at, witness=who.person)
        if pending.stream == HOUSE_STREAM:
            await self._require_second(act, who.person)
        async with self._confirming(pending.key):
            await self._recorded(a.GiveApproval(approval=approval), who)
            await self.renew()
            asker = self.people[pending.by]
            if not asker.is_active or asker.is_locked or asker.role is not pending.role:
                raise Forbidden(f"{pending.by} may not act any more", values={"by": pending.by})
            return await self._submit(Principal(by), pending.stream, command, approval=approval)

    def _confirming(self, key: str) -> asyncio.Lock:
        return self.confirmed.setdefault(key, asyncio.Lock())

    async def _require_second(self, act: Act, second: Person) -> None:
        """Refuse a second person whom the house's stream would refuse, before the question is used up."""
        if not await asyncio.wrap_future(
            self.floor.ask(HOUSE_STREAM, lambda live: is_fit_second(live.state, act, second.id, second.role))
        ):
            raise _not_second(second, act.permission)

    async def decline(self, who: Principal, approval: str) -> None:
        """Refuse to stand by an act, or take one's own question back."""
        pending = await self._pending(approval)
        is_own = pending is not None and pending.by == who.person.id
        if pending is not None and not is_own and not matrix().may_stand_by(pending.row, pending.role, who.person.role):
            raise Forbidden("only who asked, or could stand by, may decline", values={"row": pending.row})
        recorded = await self.door.record(a.DeclineApproval(approval=approval), by=who.person)
        if not isinstance(recorded.answer, Accepted):
            raise InputError(recorded.answer.reason, field="approval", value=approval)

    # Questions

    async def fate(self, who: Principal, stream: str, key: str) -> Recorded | None:
        """Return the answer that is kept under one's own key; None where there is none.

        What a second person has just confirmed is waited for: it is neither declined nor too old.
        """
        name, own = self.named(stream), f"{who.person.id}/{key}"
        # Under the tote's own name it may have been sent on another day, or about another day's ticket.
        is_tote = stream in self.names and self.streams[name].day_of is not None
        days = sorted((one for one in self.streams if is_tote and tote_of(one) == stream), reverse=True)
        async with self._confirming(own):
            return await asyncio.wrap_future(self.floor.fate(own, name, *days))
