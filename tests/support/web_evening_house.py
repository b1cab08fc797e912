"""The house of an evening on the net: automatic tables, wheels at pseudo-terminals, a tote, people and machines."""

import asyncio
import fcntl
import termios
import time
from collections.abc import Sequence
from contextlib import ExitStack
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any, Protocol

from pitboss.floor.devices.sensor.frames import Flag, Status, WheelState
from tests.support.driven import need
from tests.support.line_simulator import LINE_SECONDS, LineSimulator
from tests.support.machine_key import MachineKey
from tests.support.web_evening_client import Client, address_of
from tests.support.web_guest import Guest
from tests.support.web_house import PASSWORD, Serving, WebHouse, until, written_house

__all__ = ["EQUIPMENT", "House", "Wheel", "code_of", "enter", "evening_house", "hasten", "seated"]

TABLE = """
rulebook = "oneida-roulette-2008"
name = "{name}"
betting_seconds = {seconds}
terminals_max = 500
history = 20
[settings]
default_min = 100
default_max = 1_000_000
"""
EQUIPMENT = [
    *("central table", "dealer console", "accounting computer", "server"),
    *("player terminals", "roulette wheel", "game clock", "roulette balls"),
]
ZERO, DOUBLE_ZERO = "00", "37"
"""How the wheels of these houses tell their two zeros."""
BUY_IN = 50_000


class Served(Protocol):
    """A house that is served, wherever."""

    port: int


def code_of(pocket: str) -> str:
    """Return the two characters of a wheel's line for a pocket."""
    return {"0": ZERO, "00": DOUBLE_ZERO}.get(pocket, f"{pocket:0>2}")


class Wheel:
    """A wheel that says twice a second how it stands, as long as it is plugged in."""

    def __init__(self) -> None:
        self.line = LineSimulator()
        self._spin, self._number = 41, "05"
        self._task: asyncio.Task[None] | None = None
        self._state = WheelState.PLACE_BETS

    def _status(self, state: WheelState) -> Status:
        return Status(state, self._spin, self._number, Flag(0), 24, 0)

    def _say(self, state: WheelState, times: int = 3) -> None:
        self._state = state
        self.line.say([self._status(state)] * times)

    async def start(self) -> None:
        """Begin to speak."""
        self._task = asyncio.create_task(self._run())

    async def _run(self) -> None:
        while True:
            self._say(self._state, 1)
            await asyncio.sleep(LINE_SECONDS)

    async def stop(self) -> None:
        """Fall silent, and pull the plug."""
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)
        self.line.unplug()

    async def heard(self) -> None:
        """Wait until whoever reads the line has taken all that was said."""
        waiting = bytes(4)
        await asyncio.to_thread(until, lambda: not any(fcntl.ioctl(self.line._reader_end, termios.FIONREAD, waiting)))

    def rest(self) -> None:
        """Take bets: the ball lies in its pocket."""
        self._say(WheelState.PLACE_BETS)

    def launch(self) -> None:
        """Run, and slow down."""
        self._say(WheelState.BALL_IN_RIM)
        self._say(WheelState.NO_MORE_BETS)

    def drop(self, pocket: str) -> None:
        """Come to rest in a pocket."""
        self._spin, self._number = (self._spin + 1) % 1_000, code_of(pocket)
        self._say(WheelState.NUMBER, 4)

    def stutter(self, pocket: str, other: str) -> None:
        """Say one number and then another, which nobody can stand by; then rest."""
        self._spin, self._number = (self._spin + 1) % 1_000, code_of(pocket)
        self._say(WheelState.NUMBER, 1)
        self._number = code_of(other)
        self._say(WheelState.NUMBER, 2)
        self.rest()


@dataclass
class House:
    """A house file, its wheels, and which terminals stand at which table."""

    path: Path
    wheels: dict[str, Wheel]
    terminals: dict[str, list[str]]
    tellers: int = 1
    stack: ExitStack = field(default_factory=ExitStack)

    @property
    def tables(self) -> list[str]:
        """Return the tables' streams."""
        return list(self.terminals)


def evening_house(
    folder: Path, *, tables: int, terminals: int, has_wheels: bool = True, seconds: int = 11, of_each_role: int = 3
) -> House:
    """Write a house with so many automatic tables and terminals in all, and a tote with windows and machines."""
    streams = [f"automatic-{number + 1}" for number in range(tables)]
    at_table: dict[str, list[str]] = {stream: [] for stream in streams}
    for number in range(terminals):
        at_table[streams[number % tables]].append(f"T{number + 1}")
    for stream in streams:
        (folder / f"{stream}.toml").write_text(TABLE.format(name=stream.title(), seconds=seconds), encoding="utf-8")
    positions = [(name, "player", stream) for stream, names in at_table.items() for name in names]
    windows = [("W1", "window", "tote"), ("W2", "window", "tote"), ("W3", "window", "tote")]
    path = written_house(
        folder,
        tables=[(stream, f"{stream}.toml") for stream in streams],
        terminals=[*positions, *windows, ("S1", "self_service", "tote"), ("SIGNAL", "sensor", "tote")],
        of_each_role=of_each_role,
    )
    wheels = {stream: Wheel() for stream in streams} if has_wheels else {}
    entries = [
        f'[[sensor]]\nstream = "{stream}"\nport = "{wheel.line.port}"\nzero = "{ZERO}"\ndouble_zero = "{DOUBLE_ZERO}"\n'
        for stream, wheel in wheels.items()
    ]
    path.write_text(path.read_text(encoding="utf-8") + "".join(entries), encoding="utf-8")
    return House(path, wheels, at_table)


def hasten(web: WebHouse, times: int) -> None:
    """Let the betting clocks of a house run so many times as fast, from now on; nothing else is changed."""
    clockwork, began_ns, began = web.live.clockwork, time.monotonic_ns(), datetime.now(UTC)

    def monotonic_ns() -> int:
        return began_ns + (time.monotonic_ns() - began_ns) * times

    def wall() -> datetime:
        return began + timedelta(microseconds=(monotonic_ns() - began_ns) // 1_000)

    clockwork._monotonic_ns, clockwork._wall = monotonic_ns, wall


async def enter(
    served: Served, codes: dict[str, str], people: Sequence[str], machines: Sequence[str]
) -> dict[str, Guest]:
    """Let people choose their passwords, and enrol machines, by HTTP: each comes from an address of its own."""

    def entered(number: int, name: str) -> Guest:
        guest = Guest(port=served.port, address=address_of(number))
        if name in people:
            response = guest.first_sign_in(name, codes[name], PASSWORD)
        else:
            guest.key = MachineKey()
            response = guest.post("/api/enrol", {"code": codes[name], "key": guest.key.public})
        need(200 == response.status_code, response.text)
        guest.name = name
        guest.close()
        return guest

    names = [*people, *machines]
    limit = asyncio.Semaphore(8)

    async def one(number: int, name: str) -> Guest:
        async with limit:
            return await asyncio.to_thread(entered, number, name)

    guests = await asyncio.gather(*(one(number, name) for number, name in enumerate(names)))
    return dict(zip(names, guests, strict=True))


def codes_of(served: WebHouse | Serving) -> dict[str, str]:
    """Return the one-time codes of a house's first start."""
    return served.live.codes if isinstance(served, WebHouse) else served.codes


async def seated(
    supervisor: Client,
    dealer: Client,
    stream: str,
    guests: dict[str, Guest],
    names: Sequence[str],
    *,
    amount: int = BUY_IN,
) -> list[Client]:
    """Open a table; switch its terminals on, enrol them there, and let each buy in."""
    await dealer.do(stream, "table.inspect_equipment/1", items=EQUIPMENT)
    await dealer.do(stream, "table.open/1")
    await asyncio.gather(
        *(supervisor.do("house", "house.switch_terminal/1", terminal=name, is_on=True) for name in names)
    )
    await asyncio.gather(*(supervisor.do(stream, "automatic.enrol_terminal/1", terminal=name) for name in names))
    clients = [Client(guests[name], stream) for name in names]
    await asyncio.gather(*(client.start() for client in clients))
    await asyncio.gather(*(bought(dealer, client, stream, amount) for client in clients))
    return clients


async def bought(dealer: Client, client: Client, stream: str, amount: int) -> None:
    """Take a buy-in through its steps."""
    where: dict[str, Any] = {"terminal": client.name}
    await dealer.do(stream, "automatic.count_buy_in/1", **where, currency_minor=amount)
    await dealer.do(stream, "automatic.confirm_buy_in/1", **where, amount_minor=amount)
    await dealer.do(stream, "automatic.drop_buy_in/1", **where)
    await client.do(stream, "automatic.verify_credit/1", **where)
