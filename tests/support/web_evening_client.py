"""A client of the live floor as a terminal's or a console's page is one: it comes back by itself, and asks again.

The rules it follows are those of the messages' own module: news that begin after the version one has are a gap, and one
subscribes again with that version; a command whose answer did not come is sent again under its own key. Nothing else
keeps a screen true, so what `own` shows at the end of a test is what a player would have read.
"""

import asyncio
import json
import random
from collections import Counter
from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import Any

from websockets.asyncio.client import ClientConnection
from websockets.exceptions import WebSocketException
from websockets.frames import Frame, Opcode

from tests.support.driven import NotDriven, need, there
from tests.support.web_guest import Guest, messages

__all__ = ["Client", "address_of", "closing_all"]

BACKOFF_SECONDS = (0.05, 0.1, 0.2, 0.4, 0.8)
ANSWER_SECONDS_MAX = 180
"""After which an answer that must come is taken not to come."""
_AGAIN = ("ServerError", "FateUnknown", "NotRecorded")
"""Problems after which nothing is decided: the same command is sent again."""


def address_of(number: int) -> str:
    """Return an address of this machine for the n-th machine of a test, so that each has its own."""
    return f"127.1.{number // 250}.{number % 250 + 1}"


class Client:
    """Somebody at a page: a person or a machine, with one connection that is made again whenever it breaks."""

    def __init__(self, guest: Guest, *streams: str) -> None:
        self.guest, self.streams = guest, streams
        self.met: Counter[str] = Counter()
        self.versions: dict[str, int] = {}
        self.own: dict[str, Any] = {}
        """What the terminal's screen shows of itself, by stream."""
        self.told: dict[str, list[dict[str, Any]]] = {stream: [] for stream in streams}
        """Events in the order in which they were told."""
        self.closes: list[int] = []
        self._pending: dict[str, tuple[dict[str, Any], asyncio.Future[dict[str, Any]]]] = {}
        """Sent and not answered yet, by key."""
        self._keys = 0
        self._changed = asyncio.Event()
        self._socket: ClientConnection | None = None
        self._task: asyncio.Task[None] | None = None
        self._session = f"{random.SystemRandom().randrange(16**8):08x}"

    @property
    def name(self) -> str:
        """Return who it is."""
        return self.guest.name

    async def start(self) -> "Client":
        """Connect, and wait until every stream's state is there."""
        self._task = asyncio.create_task(self._run())
        await self.until(lambda: all(stream in self.versions for stream in self.streams) and self.met["welcomed"])
        return self

    async def close(self) -> None:
        """Go for good."""
        if self._task is not None:
            self._task.cancel()
            with suppress(asyncio.CancelledError):
                await self._task

    # Asking

    def submit(
        self, stream: str, act: dict[str, Any], *, key: str | None = None, second: bool = False
    ) -> asyncio.Future[dict[str, Any]]:
        """Send a command; the future has the definite answer, however often it takes to get it."""
        if key is None:
            self._keys += 1
            key = f"{self._session}-{self._keys}"
        message = {"type": "command", "stream": stream, "key": key, "act": act}
        return self._ask(key, {**message, "second": True} if second else message)

    async def send(self, stream: str, act: dict[str, Any], **options: Any) -> dict[str, Any]:
        """Send a command, and wait for the definite answer."""
        return await asyncio.wait_for(self.submit(stream, act, **options), ANSWER_SECONDS_MAX)

    def prepare(self, stream: str, act: dict[str, Any], key: str) -> tuple[bytes, asyncio.Future[dict[str, Any]]]:
        """Return a command as the bytes of its frame, to be written when the moment has come, and its answer to be."""
        message = {"type": "command", "stream": stream, "key": key, "act": act}
        future: asyncio.Future[dict[str, Any]] = asyncio.get_running_loop().create_future()
        self._pending[key] = (message, future)
        return Frame(Opcode.TEXT, json.dumps(message).encode()).serialize(mask=True), future

    def write(self, data: bytes) -> None:
        """Write frames that were prepared, at one stroke."""
        there(self._socket, "nobody is connected").transport.write(data)

    async def fate(self, stream: str, key: str) -> dict[str, Any]:
        """Ask what became of a command."""
        return await asyncio.wait_for(
            self._ask(key, {"type": "fate", "stream": stream, "key": key}), ANSWER_SECONDS_MAX
        )

    async def do(self, stream: str, tag: str, **fields: Any) -> dict[str, Any]:
        """Do something that must be accepted."""
        answer = await self.send(stream, {"type": tag, **fields})
        need(answer.get("is_accepted"), self.name, tag, fields, answer)
        return answer

    async def ask_second(self, stream: str, tag: str, **fields: Any) -> tuple[str, str]:
        """Ask for something that needs a second person; return the question's number, and the command's key."""
        waiting = await self.send(stream, {"type": tag, **fields})
        need("waiting" == waiting["type"], self.name, tag, waiting)
        return waiting["approval"], waiting["key"]

    async def approve(self, asked: tuple[str, str]) -> dict[str, Any]:
        """Stand by somebody's act; return its answer."""
        approval, key = asked
        answer = await asyncio.wait_for(self._ask(key, {"type": "approve", "approval": approval}), ANSWER_SECONDS_MAX)
        need(answer["is_accepted"], answer)
        return answer

    def _ask(self, key: str, message: dict[str, Any]) -> asyncio.Future[dict[str, Any]]:
        future: asyncio.Future[dict[str, Any]] = asyncio.get_running_loop().create_future()
        self._pending[key] = (message, future)
        self._say(message)
        return future

    def _say(self, message: dict[str, Any]) -> None:
        """Send a message now, if there is a connection; what is pending is sent with the next one."""
        socket = self._socket
        if socket is not None:
            text = json.dumps(message)
            task = asyncio.create_task(self._written(socket, text))
            _WRITING.add(task)
            task.add_done_callback(_WRITING.discard)

    async def _written(self, socket: ClientConnection, text: str) -> None:
        with suppress(WebSocketException, OSError):
            await socket.send(text)

    # Listening

    async def until(self, is_so: Callable[[], object], seconds: float = ANSWER_SECONDS_MAX) -> None:
        """Wait until something is so, as messages come in."""

        async def waited() -> None:
            while not is_so():
                self._changed.clear()
                if not is_so():
                    await self._changed.wait()

        try:
            await asyncio.wait_for(waited(), seconds)
        except TimeoutError:
            raise NotDriven(f"{self.name}: what was waited for did not happen: {self.met}") from None

    async def answered(self) -> None:
        """Wait until everything that was sent has its answer."""
        await self.until(lambda: not self._pending)

    async def welcomed(self, times: int) -> None:
        """Wait until the server has welcomed this client so many times: once for each connection."""
        await self.until(lambda: self.met["welcomed"] >= times)

    async def caught_up(self, stream: str) -> None:
        """Wait until everything is told that is recorded by now: the answer to a question comes after all news.

        It is no question for the state, which would set a screen right that was told wrong things.
        """
        asked = self.met["offers"]
        self._say({"type": "offers", "stream": stream})
        await self.until(lambda: self.met["offers"] > asked)

    async def heard(self, stream: str, tag: str, since: int) -> dict[str, Any]:
        """Wait for an event that was told after so many; return it."""

        def found() -> dict[str, Any] | None:
            return next((event for event in self.told[stream][since:] if event["type"] == tag), None)

        await self.until(lambda: found() is not None)
        return there(found())

    async def _run(self) -> None:
        tries = 0
        while True:
            try:
                async with self.guest.connecting(
                    open_timeout=ANSWER_SECONDS_MAX, close_timeout=1, ping_interval=None
                ) as socket:
                    self.met["connected"] += 1
                    tries = 0
                    await self.guest.shown(socket)
                    await self._serve(socket)
            except (WebSocketException, OSError, TimeoutError):
                self.met["lost"] += 1
            finally:
                self._socket = None
            await asyncio.sleep(BACKOFF_SECONDS[min(tries, len(BACKOFF_SECONDS) - 1)] * random.uniform(0.5, 1.5))
            tries += 1

    async def _serve(self, socket: ClientConnection) -> None:
        self._socket = socket
        for stream in self.streams:
            self._subscribe(stream)
        for message, _ in list(self._pending.values()):
            self.met["sent again"] += self.met["connected"] > 1
            self._say(message)
        async for frame in socket:
            for message in messages(frame):
                self._take(message)
            self._changed.set()
        self.closes.append(int(socket.close_code or 1006))

    def _subscribe(self, stream: str) -> None:
        known = self.versions.get(stream)
        self._say({"type": "subscribe", "stream": stream, **({} if known is None else {"after": known})})

    def _take(self, message: dict[str, Any]) -> None:
        match message["type"]:
            case "welcome":
                self.met["welcomed"] += 1
            case "offers":
                self.met["offers"] += 1
            case "answer" | "waiting" | "not_known":
                self._answered(message)
            case "problem" if message["error"] in _AGAIN and message.get("key") in self._pending:
                self.met["asked again"] += 1
                asyncio.get_running_loop().call_later(0.2, self._say, self._pending[message["key"]][0])
            case "problem":
                self.met[f"problem {message['error']}"] += 1
                self._answered(message)
            case "state" | "news":
                self._show(message)

    def _answered(self, message: dict[str, Any]) -> None:
        _, future = self._pending.pop(message.get("key") or "", (None, None))
        if future is not None and not future.done():
            future.set_result(message)

    def _show(self, message: dict[str, Any]) -> None:
        """Show what came of a stream, or ask for what was missed."""
        stream = next(name for name in self.streams if message["stream"] in (name, *_days(message["stream"], name)))
        if message["type"] == "state":
            self.met["states"] += 1
            self.versions[stream] = message["version"]
            self.own[stream] = message["state"].get("own")
            return
        if message["after"] > self.versions.get(stream, 0):
            self.met["gaps"] += 1
            self._subscribe(stream)
            return
        self.met["news"] += 1
        self.versions[stream] = message["version"]
        self.told[stream] += message["events"]
        if message.get("own") is not None:
            self.own[stream] = message["own"]


_WRITING: set[asyncio.Task[None]] = set()
"""Kept until they are done, as a loop keeps no task by itself."""


def _days(found: str, name: str) -> Sequence[str]:
    """Return the name that a message gives a stream which has another one each day."""
    return (found,) if found.startswith(f"{name}-") else ()


async def closing_all(clients: Sequence[Client]) -> None:
    """Let all of them go."""
    await asyncio.gather(*(client.close() for client in clients))
