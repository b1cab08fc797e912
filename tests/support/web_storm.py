"""Bad weather for a server: WebSocket frames by hand, and somebody who is served all the while."""

import base64
import itertools
import json
import os
import socket
import struct
import threading
from collections import Counter
from typing import Any, Self

from tests.support.driven import need
from tests.support.web_guest import TERMINAL, Guest, act

__all__ = ["BINARY", "CLOSE", "CONTINUED", "PING", "PONG", "TEXT", "Closed", "Raw", "Steady", "frame"]

CONTINUED, TEXT, BINARY, CLOSE, PING, PONG = 0, 1, 2, 8, 9, 10
WAIT_SECONDS_MAX = 180
UNASKED = ("welcome", "beat", "board")
"""Messages that answer nothing."""


def frame(
    payload: bytes,
    opcode: int = TEXT,
    *,
    is_last: bool = True,
    reserved: int = 0,
    is_masked: bool = True,
    length: int | None = None,
) -> bytes:
    """Return a frame as it goes over the line; a length that is given is said, whatever the truth is."""
    size = len(payload) if length is None else length
    first = (0x80 if is_last else 0) | (reserved << 4) | opcode
    mark = 0x80 if is_masked else 0
    if size < 126:
        head = struct.pack("!BB", first, mark | size)
    elif size < 65_536:
        head = struct.pack("!BBH", first, mark | 126, size)
    else:
        head = struct.pack("!BBQ", first, mark | 127, size)
    if not is_masked:
        return head + payload
    mask = os.urandom(4)
    covered = int.from_bytes(payload) ^ int.from_bytes((mask * (len(payload) // 4 + 1))[: len(payload)])
    return head + mask + covered.to_bytes(len(payload))


class Closed(Exception):
    """The server closed the line; 1006 where it said nothing."""

    def __init__(self, code: int) -> None:
        super().__init__(code)
        self.code = code


class Raw:
    """A WebSocket by hand."""

    def __init__(self, guest: Guest, *, receive_bytes: int | None = None) -> None:
        self.socket = socket.socket()
        if receive_bytes is not None:
            self.socket.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, receive_bytes)
        self.socket.bind((guest.address, 0))
        self.socket.settimeout(WAIT_SECONDS_MAX)
        self.socket.connect(("127.0.0.1", guest.port))
        key = base64.b64encode(os.urandom(16)).decode()
        cookies = "".join(f"cookie: {name}={value}\r\n" for name, value in guest.cookies.items())
        head = (
            f"GET /ws HTTP/1.1\r\nhost: 127.0.0.1:{guest.port}\r\nupgrade: websocket\r\nconnection: upgrade\r\n"
            f"sec-websocket-version: 13\r\nsec-websocket-key: {key}\r\n{cookies}\r\n"
        )
        self.socket.sendall(head.encode())
        self._got = b""
        while b"\r\n\r\n" not in self._got:
            self._more()
        answer, _, self._got = self._got.partition(b"\r\n\r\n")
        need(answer.startswith(b"HTTP/1.1 101"), answer)
        self.waiting: list[dict[str, Any]] = []
        if TERMINAL in guest.cookies:
            _, asked = self.next_frame()
            self.send(frame((guest.proof_for(asked) or "").encode()))

    def _more(self) -> None:
        try:
            found = self.socket.recv(65_536)
        except ConnectionError:
            raise Closed(1006) from None
        if not found:
            raise Closed(1006)
        self._got += found

    def send(self, data: bytes) -> None:
        """Send bytes; a line that is closed already says so when it is read."""
        try:
            self.socket.sendall(data)
        except ConnectionError:
            return

    def next_frame(self) -> tuple[int, bytes]:
        """Return the next frame's opcode and payload; server's frames have no mask and are not cut up."""
        while True:
            found = _taken(self._got)
            if found is not None:
                opcode, payload, self._got = found
                return opcode, payload
            self._more()

    def next(self) -> dict[str, Any]:
        """Return the next message.

        Raises:
            Closed: where the server closed the line.
        """
        while not self.waiting:
            opcode, payload = self.next_frame()
            if opcode == CLOSE:
                raise Closed(int.from_bytes(payload[:2]) if payload else 1005)
            if opcode == TEXT:
                self.waiting += [json.loads(line) for line in payload.splitlines()]
        return self.waiting.pop(0)

    def answers(self, number: int) -> list[dict[str, Any]]:
        """Return so many messages that answer something."""
        found: list[dict[str, Any]] = []
        while len(found) < number:
            message = self.next()
            if message["type"] not in UNASKED:
                found.append(message)
        return found

    def closed(self) -> int:
        """Wait until the server closes the line; return its code."""
        try:
            while True:
                self.next()
        except Closed as closed:
            return closed.code

    def __enter__(self) -> Self:
        """Use the line."""
        return self

    def __exit__(self, *_: object) -> None:
        """Let the line go, without a word."""
        self.socket.close()


def _taken(got: bytes) -> tuple[int, bytes, bytes] | None:
    """Take one frame off what came, if it is whole."""
    if len(got) < 2:
        return None
    size, start = got[1] & 0x7F, 2
    if size >= 126:
        width = 2 if size == 126 else 8
        if len(got) < 2 + width:
            return None
        size, start = int.from_bytes(got[2 : 2 + width]), 2 + width
    if len(got) < start + size:
        return None
    return got[0] & 0x0F, got[start : start + size], got[start + size :]


class Steady:
    """Somebody who behaves: asks for a sign of life, places a bet and takes it back, and so on."""

    def __init__(self, guest: Guest, stream: str, *, has_bets: bool = True) -> None:
        self._guest, self._stream, self._has_bets = guest, stream, has_bets
        self._is_over = threading.Event()
        self._thread = threading.Thread(target=self._run, daemon=True)
        self.met: Counter[str] = Counter()
        self.trouble: BaseException | None = None

    def __enter__(self) -> Self:
        """Begin."""
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        """End, after at least a few rounds."""
        self._is_over.set()
        self._thread.join(WAIT_SECONDS_MAX * 2)
        need(not self._thread.is_alive(), "somebody who behaves was left without an answer")
        need(self.trouble is None, f"somebody who behaves was not served: {self.trouble!r}")

    def _run(self) -> None:
        try:
            with self._guest.socket() as line:
                line.subscribe(self._stream)
                bet = act("automatic.place_bet/1", terminal=self._guest.name, bet="red", chip_minor=100)
                undo = act("automatic.undo_bet/1", terminal=self._guest.name)
                for number in itertools.count():
                    line.send("ping", token=f"p{number}")
                    line.wait("pong", where=lambda message, token=f"p{number}": message["token"] == token)  # type: ignore[misc]
                    self.met["pings"] += 1
                    for deed in (bet, undo) if self._has_bets else ():
                        answer = line.command(self._stream, deed)
                        need(answer["type"] == "answer", answer)
                        self.met["accepted" if answer["is_accepted"] else "refused"] += 1
                    if self._is_over.wait(0.01) and number >= 3:
                        return
        except BaseException as error:  # noqa: BLE001 - told where it is waited for
            self.trouble = error
