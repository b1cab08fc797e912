"""Somebody at the other end of a test's server: a browser without its window, by HTTP and WebSocket."""

import json
import os
import ssl
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

import httpx
from websockets.asyncio.client import ClientConnection as ClientConnectionAsync
from websockets.asyncio.client import connect as connect_async
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect

from tests.support.driven import NotDriven
from tests.support.machine_key import MachineKey

__all__ = ["Guest", "Line", "act", "messages"]

TERMINAL = "pitboss_terminal"
WAIT_SECONDS_MAX = 180
"""After which a message that must come is taken not to come."""


def act(tag: str, **fields: Any) -> dict[str, Any]:
    """Return an act as a client writes it."""
    return {"type": tag, **fields}


def messages(frame: str | bytes) -> list[dict[str, Any]]:
    """Return the messages of a frame: the server puts several into one, a line each."""
    return [json.loads(line) for line in frame.splitlines()]


class Line:
    """An open WebSocket."""

    def __init__(self, socket: ClientConnection) -> None:
        self.socket = socket
        self.waiting: list[dict[str, Any]] = []
        """What came and was not asked for yet."""

    def send(self, kind: str, **fields: Any) -> None:
        """Send a message."""
        self.socket.send(json.dumps({"type": kind, **fields}))

    def next(self, seconds: float = WAIT_SECONDS_MAX) -> dict[str, Any]:
        """Return the next message."""
        while not self.waiting:
            self.waiting += messages(self.socket.recv(timeout=seconds))
        return self.waiting.pop(0)

    def wait(self, kind: str, *, where: Callable[[dict[str, Any]], bool] = lambda _: True) -> dict[str, Any]:
        """Return the next message of a kind; those before it are dropped."""
        while True:
            message = self.next()
            if message["type"] == kind and where(message):
                return message

    def subscribe(self, stream: str, after: int | None = None) -> dict[str, Any]:
        """Ask for a stream; return its state, or what was missed."""
        self.send("subscribe", stream=stream, **({} if after is None else {"after": after}))
        while True:
            message = self.next()
            if message["type"] in ("state", "news", "problem") and message.get("stream") in (
                None,
                stream,
                *_day(message, stream),
            ):
                return message

    def command(
        self, stream: str, deed: dict[str, Any], *, key: str | None = None, second: bool = False
    ) -> dict[str, Any]:
        """Ask for something to be done; return the answer, that it waits, or the problem."""
        name = key or os.urandom(8).hex()
        self.send("command", stream=stream, key=name, act=deed, second=second)
        while True:
            message = self.next()
            if message["type"] in ("answer", "waiting", "problem") and message.get("key") == name:
                return message

    def closed(self, seconds: float = WAIT_SECONDS_MAX) -> int:
        """Wait until the server closes the line; return its code."""
        end = time.monotonic() + seconds
        try:
            while time.monotonic() < end:
                self.waiting += messages(self.socket.recv(timeout=max(end - time.monotonic(), 0.01)))
        except TimeoutError:
            pass
        except ConnectionClosed:
            return int(self.socket.close_code or 1006)
        raise NotDriven("the line is still open")


def _day(message: dict[str, Any], stream: str) -> tuple[str, ...]:
    """Return the name that a message gives a stream which has another one each day."""
    name = str(message.get("stream"))
    return (name,) if name.startswith(f"{stream}-") else ()


_TRUSTS_NOBODY = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
"""Guests come by plain HTTP: reading all authorities of the world for each was most of what a guest took."""


@dataclass
class Guest:
    """A client with its cookies, and the token that writing takes."""

    name: str = ""
    cookies: dict[str, str] = field(default_factory=dict)
    csrf: str | None = None
    port: int = 0
    address: str = "127.0.0.1"
    """Where it comes from: any of this machine's own addresses, 127.0.0.2 for another machine."""
    key: MachineKey | None = None
    """A machine's own key, which it shows where it is asked."""
    shown_until: float = 0.0
    """Until when the server remembers that it was shown by HTTP."""
    _client: httpx.Client | None = None

    @property
    def url(self) -> str:
        """Return where the house is."""
        return f"http://127.0.0.1:{self.port}"

    @property
    def headers(self) -> dict[str, str]:
        """Return what every request has in its head."""
        found = {"cookie": "; ".join(f"{name}={value}" for name, value in self.cookies.items())} if self.cookies else {}
        return found | ({"x-csrf-token": self.csrf} if self.csrf is not None else {})

    def elsewhere(self, address: str = "127.0.0.2") -> "Guest":
        """Return one with the same cookies, and without the key, that comes from another address."""
        return Guest(self.name, dict(self.cookies), self.csrf, self.port, address)

    @property
    def http(self) -> httpx.Client:
        """Return the client, which keeps no cookies of its own."""
        if self._client is None:
            transport = httpx.HTTPTransport(local_address=self.address, verify=_TRUSTS_NOBODY)
            self._client = httpx.Client(base_url=self.url, transport=transport, timeout=WAIT_SECONDS_MAX)
        return self._client

    def close(self) -> None:
        """Let go of the connections."""
        if self._client is not None:
            self._client.close()
            self._client = None

    def get(self, path: str, **options: Any) -> httpx.Response:
        """Ask for something."""
        return self._asked("GET", path, **options)

    def post(self, path: str, body: Any = None, **options: Any) -> httpx.Response:
        """Send something."""
        return self._asked("POST", path, json=body if body is not None else {}, **options)

    def _asked(self, method: str, path: str, **options: Any) -> httpx.Response:
        """Ask; a machine of which the server wants to see the key shows it, and asks again."""
        more = options.pop("headers", {})
        self._show()
        found = self._kept(self.http.request(method, path, headers=self.headers | more, **options))
        if self.key is not None and found.status_code == 401 and "ProofNeeded" in found.text:
            self.shown_until = 0.0
            self._show()
            found = self._kept(self.http.request(method, path, headers=self.headers | more, **options))
        return found

    def _show(self) -> None:
        """Show a machine's key by HTTP, if that was not done lately."""
        if self.key is None or TERMINAL not in self.cookies or time.monotonic() < self.shown_until:
            return
        asked = self.http.post("/api/machine/challenge", headers=self.headers)
        if asked.status_code == 200:
            found = asked.json()
            shown = {"nonce": found["nonce"], "signature": self.key.signed(found["terminal"], found["nonce"])}
            self._kept(self.http.post("/api/machine/proof", json=shown, headers=self.headers))
            self.shown_until = time.monotonic() + 200

    def proof_for(self, frame: str | bytes) -> str | None:
        """Return the answer to the first frame of a line, if a key is asked for there."""
        found = messages(frame)[0]
        if found["type"] != "challenge":
            return None
        signature = "" if self.key is None else self.key.signed(found["terminal"], found["nonce"])
        return json.dumps({"type": "proof", "signature": signature})

    def _kept(self, response: httpx.Response) -> httpx.Response:
        """Keep the cookies that an answer sets, as a browser does."""
        for name, value in response.cookies.items():
            self.cookies[name] = value
        self.http.cookies.clear()
        return response

    def sign_in(self, person: str, password: str) -> httpx.Response:
        """Sign in by HTTP with a password."""
        return self._signed(self.post("/api/sign-in", {"person": person, "password": password}))

    def first_sign_in(self, person: str, code: str, password: str) -> httpx.Response:
        """Sign in by HTTP with a one-time code."""
        return self._signed(self.post("/api/first-sign-in", {"person": person, "code": code, "password": password}))

    def _signed(self, response: httpx.Response) -> httpx.Response:
        if response.status_code == 200:
            self.name, self.csrf = response.json()["person"], response.json()["csrf"]
        return response

    def command(
        self, stream: str, deed: dict[str, Any], *, key: str | None = None, second: bool = False
    ) -> httpx.Response:
        """Ask by HTTP for something to be done."""
        body = {"key": key or os.urandom(8).hex(), "act": deed, "second": second}
        return self.post(f"/api/streams/{stream}/commands", body)

    def approve(self, approval: str) -> httpx.Response:
        """Stand by an act by HTTP."""
        return self.post(f"/api/approvals/{approval}")

    @contextmanager
    def connecting_raw(self, query: str = "", **headers: str) -> Iterator[ClientConnection]:
        """Open a WebSocket, and leave all that is said on it to the test."""
        head = {name: value for name, value in (self.headers | headers).items() if name != "x-csrf-token"}
        # Nothing is given up because a busy machine takes its time: who is silent is the server's to find out.
        options: dict[str, Any] = {"open_timeout": WAIT_SECONDS_MAX, "ping_interval": None, "max_size": 2**24}
        options |= {"additional_headers": head, "source_address": (self.address, 0), "compression": None}
        with connect(f"ws://127.0.0.1:{self.port}/ws{query}", **options) as found:
            yield found

    @contextmanager
    def socket(self, query: str = "", **headers: str) -> Iterator[Line]:
        """Open a WebSocket; a machine shows its key if it has one."""
        with self.connecting_raw(query, **headers) as found:
            line = Line(found)
            if TERMINAL in self.cookies:
                frame = found.recv(timeout=WAIT_SECONDS_MAX)
                if (proof := self.proof_for(frame)) is None:
                    line.waiting += messages(frame)
                else:
                    found.send(proof)
            yield line

    async def shown(self, line: ClientConnectionAsync) -> ClientConnectionAsync:
        """Show a machine's key on a line that was opened by `connecting`."""
        if TERMINAL in self.cookies and (proof := self.proof_for(await line.recv())) is not None:
            await line.send(proof)
        return line

    def connecting(self, **options: Any) -> connect_async:
        """Return a connection to be awaited, for tests that open many."""
        head = {name: value for name, value in self.headers.items() if name != "x-csrf-token"}
        return connect_async(
            f"ws://127.0.0.1:{self.port}/ws",
            additional_headers=head,
            compression=None,
            max_size=2**24,
            local_addr=(self.address, 0),
            **options,
        )
