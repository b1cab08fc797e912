"""A demonstration's tour: with one click a newcomer plays, deals, sells tickets or supervises, beside the robots.

Everything that follows is done by the acts that any house does: people are taken on and sign in, terminals are bound
and switched on, a supervisor puts a dealer on a table. What an administrator would do is done by the server, what a
supervisor would do by the robots' one. Nothing of this exists in a house whose file does not say that it is a
demonstration.
"""

from __future__ import annotations

import asyncio
import secrets as chance
from collections.abc import Collection, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final

from pitboss.decider import Accepted, Act, Command, Person, Role
from pitboss.errors import PitbossError
from pitboss.floor.people import acts as a
from pitboss.floor.people.put_back import issued
from pitboss.floor.visits import ROLES, Begun, NoPlace, Robots, TourRole, Visit
from pitboss.games.roulette.automatic import acts as automatic_acts
from pitboss.games.roulette.automatic.state import AutomaticTable
from pitboss.journal import Secret
from pitboss.tote.day.acts import CloseTerminal, OpenTerminal

if TYPE_CHECKING:
    from pitboss.floor.live import LiveHouse
    from pitboss.floor.people.sessions import Session
    from pitboss.floor.writer.live_stream import LiveStream

VISITORS_MAX: Final = 12
"""How many newcomers there may be at once."""
IDLE_SECONDS: Final = 3_600
"""After so long without input a visit is over."""
GONE_SECONDS: Final = 120
"""After so long without a page that is open it is over too: a browser that goes from page to page is away a moment."""
AWAY_SECONDS: Final = 300
"""After so long without input a dealer's table goes back to the robot."""
_PREFIX: Final = "visitor-"
_KEPT: Final = "visit"
"""The secret by which a terminal is known, after a restart too, as one that a visitor was given."""
_DEALT: Final = ("roulette", "automatic roulette")
"""What a newcomer deals, the first that is free."""


@dataclass
class Tour:
    """Places for newcomers in a demonstration house."""

    house: LiveHouse
    robots: Robots
    staff: tuple[Person, ...]
    """The robots that work here."""
    visits: list[Visit] = field(default_factory=list)
    _turn: asyncio.Lock = field(default_factory=asyncio.Lock)

    def __post_init__(self) -> None:
        """Find the visits of the time before: those whose session is still open, or whose terminal is still theirs."""
        now_ns = self.house.door.monotonic_ns()
        for session in self.house.door.sessions.values():
            if session.person.id.startswith(_PREFIX):
                role = next(one for one, known in ROLES.items() if known is session.person.role)
                number = int(session.person.id.removeprefix(_PREFIX))
                visit = Visit(number, role, session.person.id, session.id, seen_ns=now_ns, there_ns=now_ns)
                session.idle_seconds = IDLE_SECONDS
                self.visits.append(visit)
        for terminal, body in self.house.floor.journal.secrets(_KEPT).items():
            number, position = int(body), self.house.desk.positions.get(terminal)
            stream = None if position is None else position.stream
            known = next((one for one in self.visits if one.number == number), None)
            if known is None:
                self.visits.append(known := Visit(number, TourRole.PLAYER, seen_ns=now_ns, there_ns=now_ns))
            known.terminal, known.stream = terminal, stream
        self._find_dealers()

    def _find_dealers(self) -> None:
        """Find the tables that people deal since the time before; whoever is not here any more has left theirs."""
        here = {one.person.id for one in self.house.door.sessions.values()}
        own = {one.id for one in self.staff}
        for stream in self.robots.dealing():
            dealer = self.house.floor.view(stream, lambda live: getattr(live.state, "dealer", None))
            if dealer in here:
                self.robots.hand_over(stream, dealer)
                for visit in self.visits:
                    visit.stream = stream if visit.person == dealer else visit.stream
            elif dealer is not None and dealer not in own:
                self.robots.take_back(stream)

    # Whose place is free

    def is_free(self, role: TourRole) -> bool:
        """Tell whether somebody may begin now."""
        return len(self.visits) < VISITORS_MAX and self._place(role) is not None

    def _place(self, role: TourRole) -> str | None:
        """Return the terminal or table that a newcomer would get; nothing in particular for a supervisor."""
        if role is TourRole.DEALER:
            return self._table()
        if role is TourRole.SUPERVISOR:
            return ""
        kind = a.TerminalKind.PLAYER if role is TourRole.PLAYER else a.TerminalKind.WINDOW
        # One that has a key was enrolled by somebody of the house, or is a visitor's.
        taken = {*self.house.door.terminals.values(), *(one.terminal for one in self.visits)}
        places = self.house.desk.positions.items()
        return next((name for name, one in places if one.kind is kind and name not in taken), None)

    def _table(self) -> str | None:
        """Return a table that a robot deals and a newcomer could."""
        free = [name for name, person in self.robots.dealing().items() if person is None]
        for game in _DEALT:
            found = next((name for name in free if self.house.desk.streams[name].name == game), None)
            if found is not None:
                return found
        return None

    # Coming

    async def begin(self, role: TourRole, own: str = "") -> Begun:
        """Give a newcomer a place; `own` is the public half of the key of their browser, for a place at a machine.

        Raises:
            NoPlace: where all are taken.
        """
        async with self._turn:
            place = self._place(role) if len(self.visits) < VISITORS_MAX else None
            if place is None:
                raise NoPlace(f"all places for a {role.value} are taken; come again in a while")
            now_ns = self.house.door.monotonic_ns()
            taken = {one.number for one in self.visits}
            number = next(number for number in range(1, VISITORS_MAX + 1) if number not in taken)
            visit = Visit(number, role, seen_ns=now_ns, there_ns=now_ns)
            self.visits.append(visit)
            try:
                return await self._given(visit, place, own)
            except PitbossError:
                await self.end(visit)
                raise

    async def _given(self, visit: Visit, place: str, own: str) -> Begun:
        key = None
        if visit.role in (TourRole.PLAYER, TourRole.TELLER):
            key = await self._terminal(visit, place, own)
        if visit.role is TourRole.PLAYER:
            return Begun(visit, key=key)
        session, token = await self._session(visit)
        if visit.role is TourRole.DEALER:
            visit.stream = place
            self.robots.hand_over(place, session.person.id)
        return Begun(visit, session, token, key)

    async def _terminal(self, visit: Visit, terminal: str, own: str) -> str:
        """Bind the browser to a position, switch it on, and put it at its table or open its window."""
        door, position = self.house.door, self.house.desk.positions[terminal]
        code, secret = door.terminal_code(terminal)
        door.learn([secret])
        _, key = await door.bind(code, own)
        visit.terminal, visit.stream = terminal, position.stream
        kept = Secret(_KEPT, terminal, str(visit.number).encode())
        await self._record(a.SwitchTerminal(terminal=terminal, is_on=True), [kept])
        if position.kind is a.TerminalKind.PLAYER:
            await self._seat(position.stream, terminal)
        else:
            window = int(position.position or 1)
            await self._robot(Role.MUTUEL_MANAGER, position.stream, OpenTerminal(terminal=terminal, window=window))
        return key

    async def _seat(self, stream: str, terminal: str) -> None:
        """Put a terminal at its table; one at which nothing is open is put there anew, so that it is welcomed."""

        def asked(live: LiveStream) -> tuple[bool, bool]:
            state: AutomaticTable = live.state
            is_there = terminal in state.terminals
            return is_there, is_there and state.is_idle(terminal)

        is_there, is_idle = await asyncio.wrap_future(self.house.floor.ask(stream, asked))
        if is_idle:
            await self._robot(Role.PIT_SUPERVISOR, stream, automatic_acts.RemoveTerminal(terminal=terminal))
        if is_idle or not is_there:
            await self._robot(Role.PIT_SUPERVISOR, stream, automatic_acts.EnrolTerminal(terminal=terminal))

    async def _session(self, visit: Visit) -> tuple[Session, str]:
        """Take a visitor on, and let them in with a password that nobody knows."""
        door, role = self.house.door, ROLES[visit.role]
        person = f"{_PREFIX}{visit.number}"
        known = self.house.desk.people.get(person)
        code, made = door.person_code(person)
        if known is None:
            await self._record(a.AddPerson(person=person, name=visit.name, role=role))
        else:
            if known.role is not role:
                await self._record(a.ChangeRole(person=person, role=role))
            await self._record(a.RestorePerson(person=person), [Secret("password", person, None)])
        await self._record(issued(made), [made])
        session, token = await door.choose_password(person, code, chance.token_urlsafe(32))
        session.idle_seconds = IDLE_SECONDS
        visit.person, visit.session = person, session.id
        return session, token

    # Dealers

    def hand_over(self, person: str, stream: str) -> None:
        """Let somebody who deals here take a table from a robot; one that they have elsewhere goes back.

        Raises:
            NoPlace: at a table without robots, or that another person has.
        """
        dealing = self.robots.dealing()
        if stream not in dealing or dealing[stream] not in (None, person):
            reason = "another person deals there" if stream in dealing else "no robot deals there"
            raise NoPlace(f"the table cannot be handed over: {reason}", values={"stream": stream})
        self.hand_back(person, besides=stream)
        self.robots.hand_over(stream, person)
        for visit in self.visits:
            if visit.person == person:
                visit.stream = stream

    def hand_back(self, person: str, besides: str | None = None) -> None:
        """Give a person's tables back to their robots."""
        for stream, dealer in self.robots.dealing().items():
            if dealer == person and stream != besides:
                self.robots.take_back(stream)

    # Going

    def of(self, session: str | None, terminal: str | None) -> Visit | None:
        """Return the visit that a session or a terminal belongs to."""
        found = (one for one in self.visits if session is not None and one.session == session)
        at = (one for one in self.visits if terminal is not None and one.terminal == terminal)
        return next(found, None) or next(at, None)

    def noted(self, terminal: str) -> None:
        """Note that somebody did something at a terminal."""
        visit = self.of(None, terminal)
        if visit is not None:
            visit.seen_ns = self.house.door.monotonic_ns()

    async def end(self, visit: Visit, cause: a.Ended = a.Ended.ASKED) -> None:
        """Take a place back: the robot deals again, the terminal is off and cleared, the session over."""
        if visit not in self.visits:
            return
        self.visits.remove(visit)
        if visit.person is not None:
            self.hand_back(visit.person)
            await self.house.door.end_all(visit.person, cause)
        if visit.terminal is not None and visit.stream is not None:
            await self._cleared(visit.role, visit.terminal, visit.stream)

    async def _cleared(self, role: TourRole, terminal: str, stream: str) -> None:
        """Switch a terminal off whose visitor is gone, and keep what they left at its table for them."""
        gone = [Secret("terminal", terminal, None), Secret(_KEPT, terminal, None)]
        if self.house.desk.positions[terminal].is_on:
            await self._record(a.SwitchTerminal(terminal=terminal, is_on=False), gone)
        self.house.door.learn(gone)
        if role is TourRole.TELLER:
            await self._robot(Role.MUTUEL_MANAGER, stream, CloseTerminal(terminal=terminal), must=False)
            return
        left = automatic_acts.AbandonSession(terminal=terminal, reason="The visitor left.")
        await self._robot(Role.PIT_SUPERVISOR, stream, left, Role.FLOORPERSON, must=False)
        await self._robot(Role.PIT_SUPERVISOR, stream, automatic_acts.RemoveTerminal(terminal=terminal), must=False)

    async def sweep(self, sessions: Collection[str], terminals: Collection[str]) -> None:
        """End visits that are over, and give the tables of dealers back who are away; told whose pages are open."""
        now_ns, door = self.house.door.monotonic_ns(), self.house.door
        for visit in list(self.visits):
            session = door.sessions.get(visit.session or "")
            if visit.session in sessions or visit.terminal in terminals:
                visit.there_ns = now_ns
            seen_ns = visit.seen_ns if session is None else session.seen_ns
            is_over = (visit.person is not None and (session is None or session.is_locked)) or (
                now_ns - seen_ns > IDLE_SECONDS * 10**9 or now_ns - visit.there_ns > GONE_SECONDS * 10**9
            )
            if is_over:
                await self.end(visit, a.Ended.EXPIRED)
        seen = {one.person.id: one.seen_ns for one in door.sessions.values() if not one.is_locked}
        for dealer in {one for one in self.robots.dealing().values() if one is not None}:
            if now_ns - seen.get(dealer, 0) > AWAY_SECONDS * 10**9:
                self.hand_back(dealer)

    # Recording

    async def _record(self, act: Act, secrets: Sequence[Secret] = ()) -> None:
        """Do in the house's own stream what an administrator would, as the server."""
        recorded = await self.house.door.record(act, secrets=secrets)
        if not isinstance(recorded.answer, Accepted):
            raise NoPlace(recorded.answer.reason)
        self.house.door.learn(secrets)
        await self.house.desk.renew()

    async def _robot(self, role: Role, stream: str, act: Act, second: Role | None = None, *, must: bool = True) -> None:
        """Let the robot that has a role do something at a table or at the tote."""
        by = next((one for one in self.staff if one.role is role), None)
        if by is None:
            raise NoPlace(f"no robot works here as a {role.replace('_', ' ')}")
        witness = next((one for one in self.staff if one.role is second), None)
        key = f"{by.id}/tour/{chance.token_hex(8)}"
        command: Command[Any] = Command(key=key, by=by, act=act, received_at=self.house.door.wall(), witness=witness)
        name = self.house.desk.named(stream)
        recorded = await self.house.floor.submit(name, command).awaited()
        if must and not isinstance(recorded.answer, Accepted):
            raise NoPlace(recorded.answer.reason)
