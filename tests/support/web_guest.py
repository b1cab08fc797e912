"""Somebody at the other end of a test's server: a browser without its window, by HTTP and WebSocket."""

import json
import os
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

import httpx
from websockets.asyncio.client import connect as connect_async
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect

from tests.support.driven import NotDriven

__all__ = ["Guest", "Line", "act", "messages"]

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


@dataclass
class Guest:
    """A client with its cookies, and the token that writing takes."""

    name: str = ""
    cookies: dict[str, str] = field(default_factory=dict)
    csrf: str | None = None
    port: int = 0
    address: str = "127.0.0.1"
    """Where it comes from: any of this machine's own addresses, 127.0.0.2 for another machine."""
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
        """Return one with the same cookies that comes from another address."""
        return Guest(self.name, dict(self.cookies), self.csrf, self.port, address)

    @property
    def http(self) -> httpx.Client:
        """Return the client, which keeps no cookies of its own."""
        if self._client is None:
            transport = httpx.HTTPTransport(local_address=self.address)
            self._client = httpx.Client(base_url=self.url, transport=transport, timeout=WAIT_SECONDS_MAX)
        return self._client

    def close(self) -> None:
        """Let go of the connections."""
        if self._client is not None:
            self._client.close()
            self._client = None

    def get(self, path: str, **options: Any) -> httpx.Response:
        """Ask for something."""
        headers = self.headers | options.pop("headers", {})
        return self._kept(self.http.get(path, headers=headers, **options))

    def post(self, path: str, body: Any = None, **options: Any) -> httpx.Response:
        """Send something."""
        headers = self.headers | options.pop("headers", {})
        return self._kept(self.http.post(path, json=body if body is not None else {}, headers=headers, **options))

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
    def socket(self, **headers: str) -> Iterator[Line]:
        """Open a WebSocket."""
        head = {name: value for name, value in (self.headers | headers).items() if name != "x-csrf-token"}
        options: dict[str, Any] = {"source_address": (self.address, 0)}
        with connect(
            f"ws://127.0.0.1:{self.port}/ws", additional_headers=head, compression=None, max_size=2**24, **options
        ) as found:
            yield Line(found)

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
