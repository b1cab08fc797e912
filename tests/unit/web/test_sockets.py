"""How much a WebSocket may ask: whoever only looks asks less than staff and terminals."""

import asyncio
from types import SimpleNamespace

import pytest

from pitboss.web.server import Visitor
from pitboss.web.sockets import MESSAGES_A_SECOND, STRANGERS_A_SECOND, STRANGERS_BURST, _Connection


@pytest.mark.parametrize(
    ("visitor", "rate"), [(Visitor(), STRANGERS_A_SECOND), (Visitor(terminal="T1"), MESSAGES_A_SECOND)]
)
def test_strangers_ask_ten_times_a_second_and_no_oftener(monkeypatch, visitor, rate):
    """After their burst each message of theirs waits a tenth of a second; a terminal's waits a hundredth."""
    waited, pings = [], iter([{"type": "websocket.receive", "text": '{"type":"ping"}'}] * (2 * STRANGERS_BURST + 10))

    async def sleep(seconds):
        waited.append(seconds)

    async def receive():
        return next(pings, {"type": "websocket.disconnect"})

    async def run():
        watcher = SimpleNamespace(outbox=SimpleNamespace(put=lambda _: None), heard=0.0)
        server = SimpleNamespace(counted={"messages": 0})
        found = _Connection(server, visitor, watcher, receive)  # type: ignore[arg-type]
        found._bucket.at, found._clock = 0.0, lambda: 0.0
        monkeypatch.setattr(asyncio, "sleep", sleep)
        await found._read()

    asyncio.run(run())
    assert {1 / rate} == set(waited)
