"""Attackers by script: whoever guesses, forges, floods, copies, peeps and pretends, all of them at once.

Each goes on until its time is over and counts what it was answered, by what it tried. What must never happen to any of
them is counted under `got through`; nothing is asserted here. They know a floor as somebody would who has stolen and
bribed: sessions of a teller and an administrator, a terminal of their own, and a copy of another's cookie and key.
"""

import asyncio
import json
import random
import time
from collections import Counter
from collections.abc import Awaitable, Callable
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any

from cryptography.hazmat.primitives.serialization import load_der_private_key
from websockets.asyncio.client import ClientConnection
from websockets.exceptions import WebSocketException

from tests.support.machine_key import MachineKey
from tests.support.web_guest import Guest, messages

__all__ = ["ATTACKS", "Target", "attack"]

PATIENCE_SECONDS = 60
"""After which an answer is taken not to come; that is counted."""


@dataclass(frozen=True)
class Target:
    """A floor and what is known of it; it goes to another process as it is."""

    port: int
    people: tuple[str, ...]
    """Names under which passwords are guessed."""
    stream: str
    teller: tuple[dict[str, str], str]
    """The cookies of a teller's session, and its token."""
    admin: tuple[dict[str, str], str]
    rogue: tuple[str, dict[str, str], bytes]
    """A terminal that is the attackers' own: its name, its cookies and its key."""
    stolen: tuple[str, dict[str, str], bytes]
    """Another terminal, at which somebody plays: its name, and copies of its cookies and its key."""
    pause: float = 1.0
    """How long attackers rest between two blows, as a share of what they would."""

    def insider(self, known: tuple[dict[str, str], str], address: str) -> Guest:
        """Return somebody who works here, and for the attackers too."""
        return Guest("insider", dict(known[0]), known[1], self.port, address)

    def machine(self, known: tuple[str, dict[str, str], bytes], address: str) -> Guest:
        """Return a terminal with all that it has, or a machine that has a copy of all of it."""
        name, cookies, key = known
        own = MachineKey(load_der_private_key(key, None))  # type: ignore[arg-type]
        return Guest(name, dict(cookies), None, self.port, address, own)


@dataclass
class Blow:
    """One attacker's place, chance and count."""

    target: Target
    until: float
    chance: random.Random
    tried: tuple[str, ...] = ()
    """What is met before it goes."""
    met: Counter[str] = field(default_factory=Counter)

    @property
    def is_over(self) -> bool:
        """Tell whether it is time to go."""
        late = time.monotonic() - self.until
        return late >= 0 and (late >= PATIENCE_SECONDS or all(self.met[name] for name in self.tried))

    async def rest(self, seconds: float) -> None:
        """Wait before the next blow."""
        await asyncio.sleep(seconds * self.target.pause)

    async def asked(self, what: str, method: str, path: str, body: Any = None, **head: str) -> int:
        """Ask by HTTP on a line of its own, from an address that the head names; return the status, and count it."""
        address = head.pop("address", "127.0.0.1")
        sent = b"" if body is None else json.dumps(body).encode()
        lines = {"host": f"127.0.0.1:{self.target.port}", "connection": "close", "content-length": str(len(sent))}
        if body is not None:
            lines["content-type"] = "application/json"
        lines |= {name.replace("_", "-"): value for name, value in head.items()}
        text = f"{method} {path} HTTP/1.1\r\n" + "".join(f"{name}: {value}\r\n" for name, value in lines.items())
        status = 0
        with suppress(OSError, TimeoutError, ValueError, IndexError):
            async with asyncio.timeout(PATIENCE_SECONDS):
                reading, writing = await asyncio.open_connection("127.0.0.1", self.target.port, local_addr=(address, 0))
                try:
                    writing.write(text.encode() + b"\r\n" + sent)
                    status = int((await reading.read(65_536)).split(b" ", 2)[1])
                finally:
                    writing.close()
        self.met[f"{what} {status}"] += 1
        return status

    async def connected(self, guest: Guest, what: str) -> ClientConnection | None:
        """Open a WebSocket; None where the house does not want it."""
        try:
            return await guest.connecting(open_timeout=PATIENCE_SECONDS, ping_interval=None, max_queue=None)
        except (OSError, WebSocketException, TimeoutError):
            self.met[f"{what} refused"] += 1
            return None


def _head(guest: Guest) -> dict[str, str]:
    return {name.replace("-", "_"): value for name, value in guest.headers.items()}


def _command(stream: str, key: str, act: dict[str, Any]) -> str:
    return json.dumps({"type": "command", "stream": stream, "key": key, "act": act})


# 1: second persons and codes


async def second_persons(blow: Blow) -> None:
    """Have the administrator ask for what a teller would like, and the teller stand by it.

    A promotion of the teller's own, or that a manager is restored, whose one-time code would then be the teller's.
    """
    admin, teller = (blow.target.insider(known, "127.5.1.1") for known in (blow.target.admin, blow.target.teller))
    promotion = {"type": "house.change_role/1", "person": "teller-2", "role": "pit_manager"}
    acts = (("a promotion", promotion), ("a code", {"type": "house.restore_person/1", "person": "pit-manager"}))
    number = 0
    while not blow.is_over:
        prize, act = acts[number % len(acts)]
        number += 1
        key = f"own-{number}-{blow.chance.random()}"
        body = {"key": key, "act": act}
        alone = await blow.asked(f"take {prize}", "POST", "/api/streams/house/commands", body, **_head(teller))
        line = await blow.connected(admin, "administrator")
        if line is not None:
            with suppress(WebSocketException, OSError):
                await line.send(_command("house", key, act))
                approval = await _approval(line)
                stood = await blow.asked(f"stand by {prize}", "POST", f"/api/approvals/{approval}", {}, **_head(teller))
                blow.met[f"got through: {prize}"] += 200 in (alone, stood)
                await line.send(json.dumps({"type": "decline", "approval": approval}))
            await line.close()
        await blow.rest(5)


async def _approval(line: ClientConnection) -> str:
    async for frame in line:
        for message in messages(frame):
            if message["type"] in ("waiting", "problem"):
                return str(message.get("approval"))
    return ""


# 2: lock-out


async def guessers(blow: Blow) -> None:
    """Guess three times under each name, from a dozen addresses in turn, and guess one-time codes beside it."""
    number = 0
    while not blow.is_over:
        for person in blow.target.people:
            address = f"127.5.2.{number % 12 + 1}"
            number += 1
            guess = {"person": person, "password": f"a guess {number} of mine"}
            found = [await blow.asked("guess", "POST", "/api/sign-in", guess, address=address) for _ in range(3)]
            code = {**guess, "code": "ABCD-EFGH-JKLM-NPRS"}
            found.append(await blow.asked("guess a code", "POST", "/api/first-sign-in", code, address=address))
            blow.met["got through: a password"] += 200 in found
            await blow.rest(0.5)


# 3: addresses


async def forgers(blow: Blow) -> None:
    """Say with each request to come from elsewhere, and ask for more than an address may."""
    while not blow.is_over:
        for _ in range(20):
            forged = f"10.{blow.chance.randrange(256)}.{blow.chance.randrange(256)}.{blow.chance.randrange(256)}"
            await blow.asked("forge", "GET", "/api/me", address="127.5.3.1", x_forwarded_for=forged)
        await blow.rest(0.5)


async def hoarders(blow: Blow) -> None:
    """Open WebSockets from one address, hold all that are let in, and let go of them now and then."""
    guest = Guest(port=blow.target.port, address="127.5.3.2")
    held: list[ClientConnection] = []
    while not blow.is_over:
        line = await blow.connected(guest, "hoard")
        if line is None:
            await blow.rest(1)
        else:
            blow.met["hoard opened"] += 1
            held.append(line)
            await blow.rest(0.05)
        if len(held) >= 300:
            blow.met["got through: more sockets than a share"] += 1
        if blow.chance.random() < 0.002:
            await asyncio.gather(*(line.close() for line in held))
            held.clear()
    await asyncio.gather(*(line.close() for line in held))


# 4: a bet goes first


async def subscribers(blow: Blow) -> None:
    """Subscribe again as soon as the state has come, on twenty sockets."""
    guest = Guest(port=blow.target.port, address="127.5.4.1")
    again = json.dumps({"type": "subscribe", "stream": blow.target.stream})

    async def one() -> None:
        while not blow.is_over:
            line = await blow.connected(guest, "subscribe")
            if line is None:
                await asyncio.sleep(1)
                continue
            with suppress(WebSocketException, OSError, TimeoutError):
                await line.send(again)
                while not blow.is_over:
                    frame = str(await asyncio.wait_for(line.recv(), PATIENCE_SECONDS))
                    if '"type":"state"' in frame:
                        blow.met["subscribe answered"] += 1
                        await asyncio.sleep(0)
                        await line.send(again)
            await line.close()

    await asyncio.gather(*(one() for _ in range(20)))


async def refused_on_and_on(blow: Blow) -> None:
    """Send from a terminal what will be refused, as fast as the line takes it."""
    guest = blow.target.machine(blow.target.rogue, "127.5.0.1")
    number = 0
    while not blow.is_over:
        line = await blow.connected(guest, "rogue")
        if line is None:
            await asyncio.sleep(1)
            continue
        with suppress(WebSocketException, OSError, TimeoutError):
            await guest.shown(line)
            while not blow.is_over:
                number += 1
                bet = {"type": "automatic.place_bet/1", "terminal": guest.name, "bet": "red", "chip_minor": 100}
                await line.send(_command(blow.target.stream, f"r{number}", {**bet, "chip_minor": 10**9}))
                frame = str(await asyncio.wait_for(line.recv(), PATIENCE_SECONDS))
                for message in messages(frame):
                    kind = message.get("error") or message["type"]
                    blow.met[f"rogue {kind}"] += 1
                    blow.met["got through: a bet without credits"] += message.get("is_accepted") is True
                await asyncio.sleep(0)
        await line.close()


async def readers(blow: Blow) -> None:
    """Ask for what takes the house long to tell, again and again, as a stranger and as a teller."""
    paths = (f"/api/streams/{blow.target.stream}/story", "/api/races", f"/api/streams/{blow.target.stream}", "/metrics")
    heads = ({"address": "127.5.4.3"}, {"address": "127.5.4.4", **_head(blow.target.insider(blow.target.teller, ""))})
    while not blow.is_over:
        for head in heads:
            await asyncio.gather(*(blow.asked("read", "GET", path, **head) for path in paths))
        await blow.rest(0.5)


async def silent(blow: Blow) -> None:
    """Subscribe, and never read; and begin requests that never end."""
    while not blow.is_over:
        with suppress(OSError, TimeoutError):
            where = ("127.0.0.1", blow.target.port)
            lines = [await asyncio.open_connection(*where, local_addr=("127.5.4.2", 0), limit=1) for _ in range(5)]
            for _, writing in lines:
                writing.write(b"POST /api/sign-in HTTP/1.1\r\nhost: localhost\r\ncontent-length: 500\r\n")
            await blow.rest(10)
            for _, writing in lines:
                writing.close()
                blow.met["silent"] += 1


# 5: terminals are who they say


async def thieves(blow: Blow) -> None:
    """Come with a terminal's cookie and without its key, by WebSocket and by HTTP."""
    name, cookies, _ = blow.target.stolen
    guest = Guest("thief", dict(cookies), None, blow.target.port, "127.5.5.1")
    while not blow.is_over:
        line = await blow.connected(guest, "thief")
        if line is not None:
            with suppress(WebSocketException, OSError, TimeoutError):
                await line.recv()
                await line.send(json.dumps({"type": "proof", "signature": "AAAA"}))
                kind = messages(await line.recv())[0]["type"]
                blow.met["thief turned away" if kind == "problem" else "got through: a stolen cookie"] += 1
            await line.close()
        body = {"key": f"t{blow.chance.random()}", "act": {"type": "automatic.clear_bets/1", "terminal": name}}
        path = f"/api/streams/{blow.target.stream}/commands"
        found = await blow.asked("thief", "POST", path, body, address="127.5.5.1", cookie=_head(guest)["cookie"])
        blow.met["got through: a stolen cookie"] += found == 200
        await blow.rest(0.5)


async def copies(blow: Blow) -> None:
    """Come with a copy of all that a terminal has, its key too, while somebody plays there."""
    guest = blow.target.machine(blow.target.stolen, "127.5.5.2")
    while not blow.is_over:
        line = await blow.connected(guest, "copy")
        if line is not None:
            with suppress(WebSocketException, OSError, TimeoutError):
                await guest.shown(line)
                kind = messages(await asyncio.wait_for(line.recv(), PATIENCE_SECONDS))[0]["type"]
                blow.met["copy turned away" if kind == "problem" else "got through: a copied key"] += 1
            await line.close()
        await blow.rest(2)


# 6: who sees what


async def peepers(blow: Blow) -> None:
    """Look at a table as a teller and as a stranger, and for what players have there."""
    guests = [blow.target.insider(blow.target.teller, "127.5.6.1"), Guest(port=blow.target.port, address="127.5.6.2")]

    async def one(guest: Guest) -> None:
        while not blow.is_over:
            line = await blow.connected(guest, "peep")
            if line is None:
                await asyncio.sleep(1)
                continue
            with suppress(WebSocketException, OSError, TimeoutError):
                await line.send(json.dumps({"type": "subscribe", "stream": blow.target.stream}))
                while not blow.is_over:
                    frame = str(await asyncio.wait_for(line.recv(), 5))
                    blow.met["peep frames"] += 1
                    blow.met["got through: credits of others"] += '"credits_minor"' in frame
            await line.close()
            found = await blow.asked("peep at the books", "GET", "/api/ledger", address=guest.address, **_head(guest))
            blow.met["got through: the house's books"] += found == 200

    await asyncio.gather(*(one(guest) for guest in guests))


# 7: names


async def pretenders(blow: Blow) -> None:
    """Take somebody on under a name that reads like another's, and come from a page whose name leads here."""
    admin = blow.target.insider(blow.target.admin, "127.5.7.1")
    names = ("de\u0430ler", "DEALER", "dea\u200eler", "\u202edealer")
    while not blow.is_over:
        name = blow.chance.choice(names)
        act = {"type": "house.add_person/1", "person": name, "name": name, "role": "teller"}
        body = {"key": f"n{blow.chance.random()}", "act": act}
        found = await blow.asked("look-alike", "POST", "/api/streams/house/commands", body, **_head(admin))
        foreign = {"host": "casino.example", "origin": "http://casino.example", "address": "127.5.7.2"}
        page = await blow.asked("foreign page", "POST", "/api/sign-in", {"person": "x", "password": "y"}, **foreign)
        blow.met["got through: a look-alike"] += found in (200, 202)
        blow.met["got through: a foreign page"] += page != 421
        await blow.rest(1)


ATTACKS: dict[Callable[[Blow], Awaitable[None]], tuple[str, ...]] = {
    second_persons: ("take a promotion 403", "stand by a promotion 403", "take a code 403", "stand by a code 403"),
    guessers: ("guess 401",),
    forgers: ("forge 200",),
    hoarders: ("hoard opened",),
    subscribers: ("subscribe answered",),
    refused_on_and_on: ("rogue answer",),
    readers: ("read 200",),
    silent: ("silent",),
    thieves: ("thief turned away",),
    copies: ("copy turned away",),
    peepers: ("peep frames",),
    pretenders: ("look-alike 400", "foreign page 421"),
}
"""Every attack, and what it meets where the house holds: none ends before that was tried, on however busy a machine."""


async def attack(target: Target, seconds: float, seed: int) -> Counter[str]:
    """Let all of them loose for so many seconds; return what they met."""
    until = time.monotonic() + seconds
    blows = [Blow(target, until, random.Random(f"{seed}/{one.__name__}"), tried) for one, tried in ATTACKS.items()]
    await asyncio.gather(*(one(blow) for one, blow in zip(ATTACKS, blows, strict=True)))
    return sum((blow.met for blow in blows), Counter())
