import asyncio
import socket

import pytest
from uvicorn.server import ServerState
from websockets.client import ClientProtocol
from websockets.uri import parse_uri

from pitboss.web.limits import AHEAD_BYTES, AHEAD_MAX, SocketLine, configured, listener


@pytest.mark.parametrize("host", ["127.0.0.1", "::1"])
def test_nothing_that_is_written_waits_for_what_was_written_before(host):
    """Whoever is accepted is sent the body of an answer at once, and not 40 ms after its head."""
    with listener(host, 0) as listening, socket.create_connection(listening.getsockname()[:2]):
        line, _ = listening.accept()
        with line:
            assert 1 == line.getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY)


class Wire(asyncio.Transport):
    """Where a line writes to, and that knows whether it is read."""

    def __init__(self):
        super().__init__({"peername": ("127.0.0.1", 1), "sockname": ("127.0.0.1", 2)})
        self.written, self.is_read = b"", True

    def write(self, data):
        """Keep it."""
        self.written += data

    def pause_reading(self):
        """Read no more."""
        self.is_read = False

    def resume_reading(self):
        """Read on."""
        self.is_read = True

    def close(self):
        """Stay open."""

    def is_closing(self):
        """Stay open."""
        return False


async def opened():
    """Return the client's end of a WebSocket, the line and its wire; whatever comes waits until somebody receives."""
    accepted = asyncio.Event()

    async def app(_scope, receive, send):
        await receive()
        await send({"type": "websocket.accept"})
        accepted.set()
        await asyncio.Event().wait()

    config = configured(app, ping_seconds=0)
    config.load()
    line, wire = SocketLine(config, ServerState(), {}, asyncio.get_running_loop()), Wire()
    line.connection_made(wire)
    client = ClientProtocol(parse_uri("ws://127.0.0.1:2/"))
    client.send_request(client.connect())
    line.data_received(b"".join(client.data_to_send()))
    await accepted.wait()
    client.receive_data(wire.written)
    client.events_received()
    return client, line, wire


def sent(client, *messages):
    """Return some messages as they come over the wire."""
    for message in messages:
        client.send_text(message.encode())
    return b"".join(client.data_to_send())


async def read_ahead():
    """Return whether the line is read while messages wait and once they are taken, and what was taken."""
    client, line, wire = await opened()
    is_read, taken = [], []
    for messages in (["a bet"] * AHEAD_MAX, ["one more"], None, ["x" * (AHEAD_BYTES + 1)], None):
        if messages is not None:
            line.data_received(sent(client, *messages))
        else:
            while not line.queue.empty():
                taken.append((await line.receive())["text"])
        is_read.append(wire.is_read)
    return is_read, taken


def test_a_line_is_read_on_while_few_and_short_messages_wait():
    """A bet stops nothing; who sends more than is taken is not read until it was, and neither is what is long."""
    is_read, taken = asyncio.run(read_ahead())
    assert [True, False, True, False, True] == is_read
    assert [*["a bet"] * AHEAD_MAX, "one more", "x" * (AHEAD_BYTES + 1)] == taken
