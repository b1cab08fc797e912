"""A house on the net for tests: the real server on a free port, by HTTP and WebSocket, in a thread or as a process.

    with web_house(written_house(tmp_path)) as web:
        dealer = web.let_in("dealer")              # a signed-in person, without the cost of a real password
        machine = web.bind("T1")                   # an enrolled machine, switched on
        answer = dealer.command("automatic-1", act("table.open/1"))
        with machine.socket() as line:
            line.subscribe("automatic-1")

Both are `Guest`s: their cookies work with any client, and after a restart. `prepared` makes guests of a journal
before a process serves it: `serving` starts `pitboss serve` itself, to be killed and started again.
"""

import asyncio
import os
import socket
import threading
import time
import tomllib
from collections.abc import Coroutine, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any, TypeVar

import uvicorn

import pitboss
from pitboss.decider import Act, Command, Person, Role
from pitboss.floor.house_file import read_house
from pitboss.floor.live import LiveHouse, open_house
from pitboss.floor.people import acts as a
from pitboss.floor.people.house import HOUSE_STREAM
from pitboss.floor.rate_limit import Buckets
from pitboss.floor.visits import Robots
from pitboss.tote.day.config import DayConfig, business_day_of, day_config
from pitboss.web.app import build_app
from pitboss.web.guard import Guard
from pitboss.web.limits import configured, listener
from pitboss.web.server import SESSION_COOKIE, TERMINAL_COOKIE, Server
from tests.support.driven import NotDriven, accepted, need
from tests.support.machine_key import MachineKey
from tests.support.web_guest import Guest
from tests.support.web_process import WAIT_SECONDS_MAX, Serving, free_port, serving, until

__all__ = [
    "PASSWORD",
    "Clock",
    "Serving",
    "WebHouse",
    "free_port",
    "held",
    "opened",
    "person_of",
    "prepared",
    "recorded",
    "serving",
    "switch",
    "tote_day",
    "until",
    "web_house",
    "written_house",
]

DEMO = Path(pitboss.__file__).parent / "demo"
PASSWORD = "correct horse battery"  # noqa: S105 - everybody's in tests
STAFF = tuple(role for role in Role if role not in (Role.PLAYER, Role.DEVICE))
T = TypeVar("T")
_WEST = (datetime.now(UTC).hour - 8) % 24
ZONE = f"Etc/GMT+{_WEST}" if _WEST <= 12 else f"Etc/GMT-{24 - _WEST}"
"""Where it is past eight in the morning now, so that a day of races lies ahead whenever a test is run."""
TOTE = f"""rulebook = "oneida-parimutuel-2004"
name = "The Trial House"
date = "today"
settings.timezone = "{ZONE}"
"""


@dataclass
class Clock:
    """A wall clock and a monotonic clock that stand still until a test moves them."""

    at: datetime = field(default_factory=lambda: datetime.now(UTC))
    ns: int = field(default_factory=lambda: time.monotonic_ns() // 10**9 * 10**9)
    """Whole seconds: a limit that is reached to the second is not missed by the rounding of a fraction."""

    def wall(self) -> datetime:
        """Return what the wall clock shows."""
        return self.at

    def monotonic_ns(self) -> int:
        """Return what the monotonic clock shows."""
        return self.ns

    def move(self, seconds: float) -> None:
        """Let time pass on both."""
        self.at += timedelta(seconds=seconds)
        self.ns += int(seconds * 10**9)


def person_of(role: Role, number: int = 1) -> str:
    """Return who has a role in the houses of tests: `pit-manager`, and `pit-manager-2` for another one."""
    name = role.value.replace("_", "-")
    return name if number == 1 else f"{name}-{number}"


def written_house(
    folder: Path,
    *,
    tables: Sequence[tuple[str, str]] = (("automatic-1", "automatic"), ("roulette-1", "oneida-main")),
    terminals: Sequence[tuple[str, str, str]] = (
        ("T1", "player", "automatic-1"),
        ("T2", "player", "automatic-1"),
        ("W1", "window", "tote"),
        ("W2", "window", "tote"),
        ("S1", "self_service", "tote"),
    ),
    of_each_role: int = 1,
    codes_for: str = "everyone",
    export: str | None = None,
    sockets: int = 100_000,
    tellers_at: str = "anywhere",
    answer_seconds: int = 600,
) -> Path:
    """Write a house file with people of every role, tables (stream, file), terminals (id, kind, stream) and a tote.

    A table's file is one of the demonstration house's by its name, or a path.
    """
    lines = ["[house]", 'name = "The Trial House"', f'codes_for = "{codes_for}"']
    lines.append(f'tellers_at = "{tellers_at}"')
    lines += ["[net]", f"sockets_per_address = {sockets}"]
    # On a busy machine a commit may take as long as one that hangs: no test is decided by that.
    lines += ["[database]", f"answer_seconds = {answer_seconds}"]
    for role in STAFF:
        for number in range(1, of_each_role + 1):
            name = person_of(role, number)
            lines += ["[[staff]]", f'id = "{name}"', f'name = "{name.title()}"', f'role = "{role.value}"']
    for stream, file in tables:
        path = file if file.endswith((".toml", ".json")) else str(DEMO / "tables" / f"{file}.toml")
        lines += ["[[table]]", f'stream = "{stream}"', f'file = "{path}"']
    for name, kind, stream in terminals:
        lines += ["[[terminal]]", f'id = "{name}"', f'kind = "{kind}"', f'stream = "{stream}"']
    (folder / "trial-tote.toml").write_text(TOTE, encoding="utf-8")
    lines += ["[[tote]]", 'stream = "tote"', f'file = "{folder / "trial-tote.toml"}"']
    lines += [f'export = "{export}"'] if export is not None else []
    lines += ["[[tote.card]]", f'file = "{DEMO / "cards" / "fox-valley-downs.toml"}"']
    path_of = folder / "house.toml"
    path_of.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return path_of


def tote_day(days_ahead: int = 0) -> DayConfig:
    """Return the trial house's tote day, today's or a later one."""
    document = tomllib.loads(TOTE)
    day = business_day_of(document, datetime.now(UTC)) + timedelta(days=days_ahead)
    return day_config({**document, "date": day})


def opened(house: Path, journal: str, clock: Clock | None = None, robots: Robots | None = None) -> LiveHouse:
    """Open a house without its robots, or with those of a test."""
    file, openings = read_house(house)
    live = open_house(
        file, openings, house.parent, journal, may_create=True, robots=None if robots is None else lambda _: robots
    )
    if clock is not None:
        live.door.wall, live.door.monotonic_ns = clock.wall, clock.monotonic_ns
    return live


async def _let_in(live: LiveHouse, person: str) -> Guest:
    """Let somebody in at the door itself; whoever has a password gives it."""
    if live.door.has_password(person):
        session, token = await live.door.sign_in(person, PASSWORD)
    else:
        code = live.codes.get(person) or _new_code(live, person)
        session, token = await live.door.choose_password(person, code, PASSWORD)
    return Guest(name=person, cookies={SESSION_COOKIE: token}, csrf=session.csrf)


def _new_code(live: LiveHouse, person: str) -> str:
    code, secret = live.door.person_code(person)
    live.door.learn([secret])
    return code


async def recorded(live: LiveHouse, deed: Act) -> None:
    """Record an act of the house's own stream as the server, and wait until the desk knows of it."""
    accepted((await live.door.record(deed)).answer, deed)
    live.floor.view(HOUSE_STREAM, lambda _: None)


async def _bind(live: LiveHouse, terminal: str, *, is_on: bool) -> Guest:
    """Enrol a machine at a position of the house file, and switch it on."""
    code = live.codes.pop(terminal, None)
    if code is None:
        code, secret = live.door.terminal_code(terminal)
        live.door.learn([secret])
    own = MachineKey()
    _, key = await live.door.bind(code, own.public)
    # The desk may still know the machine before it, which was on.
    await live.desk.renew()
    if is_on and not live.desk.positions[terminal].is_on:
        await recorded(live, a.SwitchTerminal(terminal=terminal, is_on=True))
    return Guest(name=terminal, cookies={TERMINAL_COOKIE: key}, key=own)


def prepared(house: Path, journal: str, people: Sequence[str] = (), terminals: Sequence[str] = ()) -> dict[str, Guest]:
    """Open a journal for a moment, let people in and enrol machines; their cookies work when it is served."""
    live = opened(house, journal)
    try:
        found = {name: asyncio.run(_let_in(live, name)) for name in people}
        return found | {name: asyncio.run(_bind(live, name, is_on=True)) for name in terminals}
    finally:
        live.floor.close()


@dataclass
class WebHouse:
    """A house on the net, in this process."""

    live: LiveHouse
    server: Server
    guard: Guard
    port: int
    loop: asyncio.AbstractEventLoop
    guests: list[Guest] = field(default_factory=list)

    @property
    def url(self) -> str:
        """Return where it is."""
        return f"http://127.0.0.1:{self.port}"

    def run(self, deed: Coroutine[Any, Any, T]) -> T:
        """Do something in the server's own loop, and wait for it."""
        return asyncio.run_coroutine_threadsafe(deed, self.loop).result(WAIT_SECONDS_MAX)

    def visitor(self) -> Guest:
        """Return somebody whom nobody knows."""
        return self.took(Guest())

    def took(self, guest: Guest) -> Guest:
        """Show a guest where the house is; its connections are closed with the house."""
        guest.port = self.port
        self.guests.append(guest)
        return guest

    def let_in(self, person: str) -> Guest:
        """Let somebody in at the door itself, without HTTP."""
        return self.took(self.run(_let_in(self.live, person)))

    def bind(self, terminal: str, *, is_on: bool = True) -> Guest:
        """Enrol a machine at its position at the door itself, without HTTP."""
        return self.took(self.run(_bind(self.live, terminal, is_on=is_on)))

    def did(self, stream: str, by: Person, deed: Any, key: str | None = None) -> Any:
        """Hand a command to the writer itself, past door and desk; return its answer."""
        name = key or f"{by.id}/{os.urandom(6).hex()}"
        command: Command[Any] = Command(key=name, by=by, act=deed, received_at=self.live.door.wall())
        return self.live.floor.send(self.live.desk.named(stream), command).answer

    def alarms(self) -> list[tuple[str, str, str]]:
        """Return the open alarms: kind, about, text."""
        return self.live.floor.view(HOUSE_STREAM, lambda found: list(found.state.alarms.values()))


def switch(web: WebHouse, terminal: str, *, is_on: bool) -> None:
    """Switch a terminal as the server itself."""
    web.run(recorded(web.live, a.SwitchTerminal(terminal=terminal, is_on=is_on)))


def held(web: WebHouse) -> Clock:
    """Let the betting clocks of a house stand still, but for what a test moves the clock that is returned."""
    found = Clock()
    web.live.clockwork._monotonic_ns, web.live.clockwork._wall = found.monotonic_ns, found.wall
    return found


def _served(loop: asyncio.AbstractEventLoop, running: uvicorn.Server, listening: socket.socket) -> None:
    """Serve until it is told to stop, and let what is left of the connections close."""
    loop.run_until_complete(running.serve([listening]))
    loop.run_until_complete(asyncio.sleep(0.02))
    loop.run_until_complete(loop.shutdown_default_executor())


@contextmanager
def web_house(
    house: Path,
    *,
    journal: str | None = None,
    clock: Clock | None = None,
    robots: Robots | None = None,
    has_limits: bool = False,
    ping_seconds: float = 60.0,
) -> Iterator[WebHouse]:
    """Serve a house in a thread; without limits nobody is slowed down for asking often.

    A line that is silent for so long is given up: a busy machine takes its time.
    """
    live = opened(house, journal or str(house.parent / "house.db"), clock, robots)
    server = Server(live)
    app = build_app(server)
    if not isinstance(app, Guard):
        raise NotDriven(app)
    if not has_limits:
        app._requests = app._sockets = app._known_sockets = Buckets(most=10**9, rate=10**9)
        server.strangers_max = 10**9
        server.sign_ins = server.challenges = Buckets(most=10**9, rate=10**9)
        server.house.desk.tries = Buckets(most=10**9, rate=10**9)
        server.house.desk.refusals = Buckets(most=10**9, rate=10**9)
    # Taken at once: a port that is only found free may be somebody else's a moment later.
    listening = listener("127.0.0.1", 0)
    port = listening.getsockname()[1]
    options = {"timeout_graceful_shutdown": 2}
    config = configured(app, ping_seconds=ping_seconds, proxies=live.file.net.proxies, **options)
    running = uvicorn.Server(config)
    loop = asyncio.new_event_loop()
    thread = threading.Thread(target=_served, args=(loop, running, listening), name="web-house", daemon=True)
    thread.start()
    until(lambda: running.started or not thread.is_alive())
    need(running.started, "the server did not start")
    web = WebHouse(live, server, app, port, loop)
    try:
        yield web
    finally:
        for guest in web.guests:
            guest.close()
        running.should_exit = True
        thread.join(WAIT_SECONDS_MAX)
        loop.close()
