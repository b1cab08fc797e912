"""Slow, silent and many: nobody who does not read, answer or finish a sentence holds up anybody else, or stays."""

import asyncio
import gc
import itertools
import json
import resource
import socket
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from pitboss.web import limits
from pitboss.web.bulletins import Bulletin
from pitboss.web.hub import Watcher
from pitboss.web.outbox import OUTBOX_MAX, WRITE_MAX
from tests.support.campaign import Campaign, Part
from tests.support.web_crowd import STREAM, SUBSCRIBE, connections, crowd, gone, joined, open_now, resident
from tests.support.web_guest import Guest
from tests.support.web_house import Serving, WebHouse, prepared, serving, until, web_house, written_house
from tests.support.web_process import WAIT_SECONDS_MAX
from tests.support.web_storm import PING, Raw, Steady, frame

NEWS_BYTES = 16_384
ASK = b"GET /schema/openapi.json HTTP/1.1\r\nhost: localhost\r\n\r\n"
REPEATS = 10
SIGN = "still here"
SOON = 3.0
"""Seconds after which a slow line is cut in tests, and within which a busy machine answers everybody else."""
NOISE_BYTES = 12 * 2**20
"""What the allocator may keep more after the tenth repeat than after the second; a leak of 1 kB for each of 2,000
connections would show as 16 MB."""


@pytest.fixture
def web(tmp_path: Path) -> Iterator[WebHouse]:
    """Serve a house that gives nobody up for being slow while a test runs, however busy the machine is."""
    with web_house(written_house(tmp_path), ping_seconds=60) as found:
        yield found


def broadcast(web: WebHouse, number: int) -> None:
    """Send news to everybody who watches the table."""
    news = json.dumps({"type": "news", "number": number, "pad": "x" * NEWS_BYTES})

    async def told() -> None:
        web.server.hub._deliver([Bulletin(STREAM, number, number, messages={"public": news})])

    web.run(told())


def watching(web: WebHouse) -> list[Watcher]:
    """Return who has subscribed to anything; by a copy, for the server goes on meanwhile."""
    return [found for found in list(web.server.hub.watchers) if found.streams]


def test_a_reader_who_never_reads_is_cut_and_nobody_waits(web):
    """It is cut when a mebibyte waits for it; the others are told everything, in order."""
    with Raw(web.visitor(), receive_bytes=4_096) as slow:
        slow.send(frame(SUBSCRIBE))
        until(lambda: watching(web))
        (watcher,) = watching(web)
        assert cut_while_another_is_told(web, watcher)


def cut_while_another_is_told(web: WebHouse, watcher: Watcher) -> bool:
    """Send news until the slow one is cut; tell whether another heard all, and no more waited than may."""
    with web.visitor().socket() as fast:
        fast.subscribe(STREAM)
        heard, most, number = [], 0, 0
        while not watcher.outbox.is_cut:
            broadcast(web, number)
            heard.append(fast.wait("news")["number"])
            most, number = max(most, watcher.outbox._size), number + 1
        until(lambda: watcher not in web.server.hub.watchers)
        broadcast(web, number)
        heard.append(fast.wait("news")["number"])

    assert list(range(number + 1)) == heard
    return OUTBOX_MAX - WRITE_MAX - NEWS_BYTES < most <= OUTBOX_MAX


def test_a_line_that_answers_no_ping_is_given_up(tmp_path):
    """It is asked for a sign of life by itself; somebody who gives none is told so, and forgotten."""
    with web_house(written_house(tmp_path), ping_seconds=0.2) as web, Raw(web.visitor()) as gone:
        while gone.next_frame()[0] != PING:
            pass
        assert 1011 == gone.closed()
        until(lambda: not web.server.hub.watchers)


def test_a_line_that_answers_no_ping_is_given_up_though_much_waits_on_it(web):
    """What was sent before cannot be delivered, and holds nobody up."""
    with Raw(web.visitor(), receive_bytes=4_096) as gone, web.visitor().socket() as here:
        gone.send(frame(SUBSCRIBE))
        until(lambda: watching(web))
        (watcher,) = watching(web)
        server_end = narrowed(gone)
        while watcher.outbox._size < NEWS_BYTES:
            broadcast(web, 0)
        server_end.ping_timeout = 0.1
        web.loop.call_soon_threadsafe(server_end.send_keepalive_ping)
        until(lambda: watcher not in web.server.hub.watchers)
        here.send("ping", token=SIGN)
        assert SIGN == here.wait("pong")["token"]


def narrowed(line: Raw) -> limits.SocketLine:
    """Let next to nothing wait in the system at the server's end of a line, so that it must wait in the server."""
    # By both its ends: a line that is gone may have had the same port of a client, at another house.
    ends = (line.socket.getsockname(), line.socket.getpeername())
    # By its true class: whatever else lies about, such as a proxy of something gone, is not asked.
    lines = (found for found in gc.get_objects() if issubclass(type(found), limits.SocketLine))
    (server_end,) = (found for found in lines if (found.client, found.server) == ends)
    server_end.transport.get_extra_info("socket").setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, 4_096)
    return server_end  # type: ignore[no-any-return]


def test_a_head_that_does_not_come_to_its_end(web, monkeypatch):
    """Who sends a byte now and then, or nothing, is cut off; others are served meanwhile."""
    monkeypatch.setattr(limits, "HEAD_SECONDS", SOON)
    head = b"GET /ws HTTP/1.1\r\nhost: localhost\r\nupgrade: websocket\r\nconnection: upgrade\r\n"
    with connected(web) as slow, connected(web) as silent:
        sent = dribbled(slow, web, singly(head))
        assert sent < 1_000
        assert b"" == read(silent)


def test_a_body_that_does_not_come_to_its_end(web, monkeypatch):
    """A body has its time too."""
    monkeypatch.setattr(limits, "REQUEST_SECONDS", SOON)
    head = b"POST /api/sign-in HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\n"
    head += b"content-length: 60000\r\n\r\n"
    with connected(web) as slow:
        slow.sendall(head)
        assert dribbled(slow, web, itertools.repeat(b" ")) < 1_000


def test_answers_that_nobody_fetches(web, monkeypatch):
    """Who asks and asks and reads no answer is cut off."""
    monkeypatch.setattr(limits, "REQUEST_SECONDS", SOON)
    monkeypatch.setattr(limits, "PIPELINE_MAX", 10**9)
    with connected(web, receive_bytes=4_096) as slow:
        assert dribbled(slow, web, itertools.repeat(ASK)) < 1_000


def test_questions_on_and_on(web):
    """Who does not wait for answers before asking further is cut off, and the questions are not kept."""
    with connected(web, receive_bytes=4_096) as line, pytest.raises(ConnectionError):
        line.sendall(ASK * 400_000)
    assert 200 == web.visitor().get("/healthz").status_code


def test_a_head_without_end(web):
    """A head is refused when it is too large, and not kept."""
    with connected(web) as line:
        line.sendall(b"GET / HTTP/1.1\r\nx: " + b"a" * (limits.HEAD_MAX + 1))
        answer = read(line)

    assert answer.startswith(b"HTTP/1.1 400")


@contextmanager
def connected(web: WebHouse, receive_bytes: int | None = None) -> Iterator[socket.socket]:
    """Open a line on which nothing is said yet."""
    with socket.socket() as line:
        if receive_bytes is not None:
            line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, receive_bytes)
        line.settimeout(WAIT_SECONDS_MAX)
        line.connect(("127.0.0.1", web.port))
        yield line


def singly(data: bytes) -> Iterator[bytes]:
    """Yield the bytes of a head, and then a field without end."""
    return itertools.chain((bytes([byte]) for byte in data), itertools.repeat(b"a"))


def dribbled(line: socket.socket, web: WebHouse, data: Iterator[bytes]) -> int:
    """Send a piece now and then until the line is cut, while others are served; return how many were sent."""
    guest = web.visitor()
    for number, byte in enumerate(data):
        try:
            line.sendall(byte)
        except ConnectionError:
            return number
        assert 200 == guest.get("/healthz").status_code
        time.sleep(0.02)
    raise AssertionError


def read(line: socket.socket) -> bytes:
    """Read until the line is closed."""
    try:
        return b"".join(iter(lambda: line.recv(65_536), b""))
    except ConnectionError:
        return b""


# Many


@contextmanager
def open_files(soft: int) -> Iterator[None]:
    """Set how many files a process that is started now may open at first."""
    before = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (soft, before[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, before)


def many(campaign: Campaign, few: int = 50) -> int:
    """Return how many come: 2,000, or a few in every test run."""
    if not campaign.is_whole:
        return few
    resource.setrlimit(resource.RLIMIT_NOFILE, (resource.getrlimit(resource.RLIMIT_NOFILE)[1],) * 2)
    return 2_000


@pytest.mark.cover
@pytest.mark.campaign(20_000)
def test_crowds_leave_nothing_behind(request, tmp_path):
    """So many come and go ten times: memory and files stay, all are served, and so is whoever was there before."""
    campaign = Campaign.of(request, "crowds", part_cases=20_000)
    house, size = written_house(tmp_path), many(campaign)
    terminal = prepared(house, str(tmp_path / "house.db"), terminals=["T1"])["T1"]

    def search(_: Part) -> Counter[str]:
        with serving(house) as served, Steady(served.took(terminal), STREAM, has_bets=False) as steady:
            assert served.process is not None
            process = Path(f"/proc/{served.process.pid}")
            until(lambda: 1 == connections(served))
            files, memory = open_now(process), []
            for _repeat in range(REPEATS):
                asyncio.run(come_and_go(served, size))
                until(lambda: 1 == connections(served) and open_now(process) <= files + 1)
                memory.append(resident(process))
        grown = memory[-1] - memory[1]
        assert grown <= NOISE_BYTES, memory
        return Counter(
            served=size * REPEATS,
            pings=steady.met["pings"],
            grown_kb=max(0, grown) // 2**10,
            then_kb=memory[1] // 2**10,
        )

    met = campaign.run(search)

    assert size * REPEATS == met["served"]
    assert met["pings"] > REPEATS
    (logged,) = tmp_path.glob("serve-*.txt")
    assert "Traceback" not in logged.read_text(encoding="utf-8")


async def come_and_go(served: Serving, size: int) -> None:
    """Let a crowd come, stay until all are there, and go."""
    lines = await crowd(served, size)
    assert size + 1 == await asyncio.to_thread(connections, served)
    await gone(lines)


@pytest.mark.campaign(2_000)
def test_a_crowd_comes_back_after_a_restart(request, tmp_path):
    """The power fails; everybody comes back at once, and everybody is let in."""
    campaign = Campaign.of(request, "crowd-after-restart", part_cases=2_000)
    size = many(campaign, few=25)

    def search(_: Part) -> Counter[str]:
        with serving(written_house(tmp_path)) as served:
            return asyncio.run(back_again(served, size))

    assert size == campaign.run(search)["back"]


async def back_again(served: Serving, size: int) -> Counter[str]:
    """Let a crowd in, cut the power, and let everybody try at once and again until they are back."""
    lines = await crowd(served, size)
    served.kill()
    await asyncio.gather(*(line.wait_closed() for line in lines))
    guest = served.took(Guest())
    coming = [asyncio.create_task(joined(guest)) for _ in range(size)]
    await asyncio.to_thread(served.start)
    back = await asyncio.gather(*coming)
    found = await asyncio.to_thread(connections, served)
    await gone(list(back))
    return Counter(back=found)


def test_more_connections_than_the_usual_limit_of_files(tmp_path):
    """The server makes room for itself: a shell's limit on open files is not its own."""
    with open_files(soft=128):
        running = serving(written_house(tmp_path))
        served = running.__enter__()
    try:
        assert 200 == asyncio.run(counted(served, 200))
    finally:
        running.__exit__(None, None, None)


async def counted(served: Serving, size: int) -> int:
    """Let a crowd in, count it, and let it go."""
    lines = await crowd(served, size)
    found = await asyncio.to_thread(connections, served)
    await gone(lines)
    return found
