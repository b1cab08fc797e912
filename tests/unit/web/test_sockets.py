"""What a WebSocket is told, and how much it may ask: whoever only looks asks less than staff and terminals."""

import asyncio
import json
from collections import Counter
from datetime import UTC, datetime
from types import SimpleNamespace
from typing import Any

import pytest

from pitboss.decider import Accepted
from pitboss.floor.commands import Answered, TooManyRefused
from pitboss.floor.people.roles import Forbidden
from pitboss.floor.people.sessions import NotLetIn
from pitboss.floor.writer.answers import Recorded
from pitboss.web import protocol as w
from pitboss.web.server import Visitor
from pitboss.web.sockets import (
    MESSAGES_A_SECOND,
    MESSAGES_BURST,
    STRANGERS_A_SECOND,
    STRANGERS_BURST,
    _Connection,
    serve_socket,
)


def read(monkeypatch, visitor, messages, *, refused=lambda _: None):
    """Have a connection read messages as fast as it does, on a clock of its own; return what time it was at each."""
    clock, left, times = SimpleNamespace(now=0.0), iter(messages), list[float]()

    async def sleep(seconds):
        clock.now += seconds

    async def receive():
        return next(left, {"type": "websocket.disconnect"})

    async def run():
        watcher = SimpleNamespace(outbox=SimpleNamespace(put=lambda _: None), heard=0.0, address="10.0.0.1")
        server = SimpleNamespace(counted=Counter(), refused=SimpleNamespace(note_error=lambda *_, **__: None))
        found = _Connection(server, visitor, watcher, receive)  # type: ignore[arg-type]
        found._bucket.at, found._clock = 0.0, lambda: clock.now

        async def taken(_):
            times.append(clock.now)
            refused(found)

        monkeypatch.setattr(found, "_take", taken)
        monkeypatch.setattr(asyncio, "sleep", sleep)
        await found._read()

    asyncio.run(run())
    return times


PING = {"type": "websocket.receive", "text": '{"type":"ping"}'}


@pytest.mark.parametrize(
    ("visitor", "burst", "rate"),
    [
        (Visitor(), STRANGERS_BURST, STRANGERS_A_SECOND),
        (Visitor(terminal="T1"), MESSAGES_BURST, MESSAGES_A_SECOND),
    ],
)
def test_strangers_ask_twice_a_second_and_no_oftener(monkeypatch, visitor, burst, rate):
    """After their burst each message of theirs waits half a second; a terminal's waits a hundredth."""
    times = read(monkeypatch, visitor, [PING] * (burst + 50))
    assert [0.0] * burst == times[:burst]
    assert [number / rate for number in range(1, 51)] == pytest.approx(times[burst:])


def test_who_was_told_to_wait_is_not_read_before_that(monkeypatch):
    """However many messages wait in its line: to refuse each of them would take the time of others."""

    def refused(connection):
        for _ in range(5):
            connection._refuse(TooManyRefused("too much of what you sent was refused"))

    times = read(monkeypatch, Visitor(terminal="T1"), [PING] * 4, refused=refused)
    second = TooManyRefused.retry_seconds + 1 / MESSAGES_A_SECOND
    assert [0, second, 2 * second, 3 * second] == pytest.approx(times)


def served(server, *messages, path="/ws"):
    """Return what a server says to a connection that sends some messages and goes."""
    sent: list[dict[str, Any]] = []
    waiting = iter([{"type": "websocket.connect"}, *messages])

    async def receive():
        return next(waiting, {"type": "websocket.disconnect"})

    async def send(message):
        sent.append(message)

    scope = {"type": "websocket", "path": path, "headers": [], "client": ("10.0.0.1", 5)}
    asyncio.run(serve_socket(server, scope, receive, send))
    return sent


def test_a_server_that_stops_takes_no_connection():
    """It says so, and that one may come back."""
    found = served(SimpleNamespace(is_stopping=True))
    assert [{"type": "websocket.close", "code": 1012, "reason": "the server is stopping"}] == found


@pytest.mark.parametrize(("error", "code"), [(NotLetIn("sign in again"), 4401), (Forbidden("not from here"), 4403)])
def test_a_person_who_is_not_let_in_is_told_why(error, code):
    """A browser tells a page no reason of a refused connection: it is accepted, told and closed, and is noted."""
    noted: list[object] = []

    def visitor(*_, **__):
        raise error

    server = SimpleNamespace(
        is_stopping=False,
        claimed=lambda _: None,
        who=lambda _: "Ann",
        visitor=visitor,
        counted=Counter(),
        refused=SimpleNamespace(note_error=lambda *values, **_: noted.append(values)),
    )
    accepted, told, closed = served(server)
    assert ("websocket.accept", error.reason) == (accepted["type"], json.loads(told["text"])["reason"])
    assert (code, 1, [(error, "10.0.0.1", "Ann")]) == (closed["code"], server.counted["sockets_refused"], noted)


def done(desk, message):
    """Return what is put into the box of a connection that asked something of a desk, and what was counted."""
    said: list[str] = []

    async def run():
        watcher = SimpleNamespace(outbox=SimpleNamespace(put=said.append))
        await _Connection(server, Visitor(), watcher, None)._done(1, message)  # type: ignore[arg-type]

    server: Any = SimpleNamespace(counted=Counter(), acting=lambda _: "Ann", house=SimpleNamespace(desk=desk))
    asyncio.run(run())
    return [json.loads(text) for text in said], server.counted


async def failing(*_):
    """Fail as no program should."""
    raise LookupError("geheim")


async def declined(who, approval):
    """Decline for somebody."""
    assert ("Ann", "a7") == (who, approval)


async def approved(*_):
    """Return what an act that was stood by came to."""
    return Answered(Recorded("table:1", "Bob/k1", Accepted(()), 3, 2), None)


def test_a_fault_of_the_program_is_told_without_its_words(caplog):
    """Whoever asked hears that the server failed and how to go on; what went wrong is in the log, and counted."""
    (told,), counted = done(SimpleNamespace(approve=failing), w.Approve(approval="a7"))
    assert ("ServerError", 1) == (told["error"], counted["errors"])
    assert ("geheim" in caplog.text, "geheim" in str(told)) == (True, False)


def test_whoever_stands_by_an_act_is_answered():
    """An approval is answered with what was recorded, under its sender's key; declining with the approval's own."""
    (answer,), _ = done(SimpleNamespace(approve=approved), w.Approve(approval="a7"))
    (pong,), _ = done(SimpleNamespace(decline=declined), w.Decline(approval="a7"))
    assert ("answer", "table:1", "k1", "pong", "a7") == (
        *(answer[name] for name in ("type", "stream", "key")),
        *(pong[name] for name in ("type", "token")),
    )


def test_a_connection_that_ends_in_an_error_is_logged(caplog):
    """A fault of the program is; a line that broke is none."""

    async def run(error):
        async def broken():
            raise error

        house = SimpleNamespace(
            file=SimpleNamespace(house=SimpleNamespace(name="Here")),
            desk=SimpleNamespace(streams=()),
            door=SimpleNamespace(wall=lambda: datetime(2004, 5, 1, tzinfo=UTC)),
        )
        watcher = SimpleNamespace(outbox=SimpleNamespace(put=lambda _: None, run=asyncio.Event().wait), heard=0.0)
        server = SimpleNamespace(house=house)
        await _Connection(server, Visitor(), watcher, broken).run()  # type: ignore[arg-type]

    asyncio.run(run(OSError("line broke")))
    assert "" == caplog.text
    asyncio.run(run(LookupError("fault")))
    assert "a connection ended with an error" in caplog.text
