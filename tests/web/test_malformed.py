"""Messages that are none, in every way: each is answered or the line closed, and whoever behaves is served beside."""

import socket
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.support.campaign import Campaign, Part
from tests.support.web_guest import Guest, act
from tests.support.web_house import WebHouse, web_house, written_house
from tests.support.web_malformed import FATAL, Bad
from tests.support.web_storm import PING, Closed, Raw, Steady, frame

STREAM = "automatic-1"
TABLE = """
rulebook = "oneida-roulette-2008"
name = "The Long Window"
betting_seconds = 600
terminals_max = 100
[settings]
default_min = 100
default_max = 1_000_000
"""
EQUIPMENT = [
    *("central table", "dealer console", "accounting computer", "server"),
    *("player terminals", "roulette wheel", "game clock", "roulette balls"),
]
BATCH = 60
"""Messages on one line before it is brought to its end: fewer than the server bears."""


def house_with_a_long_window(folder: Path) -> Path:
    """Write a house with one automatic table at which a game takes ten minutes."""
    (folder / "long.toml").write_text(TABLE, encoding="utf-8")
    return written_house(folder, tables=[(STREAM, str(folder / "long.toml")), ("roulette-1", "oneida-main")])


def playing(web: WebHouse) -> Guest:
    """Open the table, and let a terminal buy in and play."""
    dealer, supervisor = web.let_in("dealer"), web.let_in("pit-supervisor")
    player, where = web.bind("T1"), {"terminal": "T1"}
    steps = [
        (dealer, act("table.inspect_equipment/1", items=EQUIPMENT)),
        (dealer, act("table.open/1")),
        (supervisor, act("automatic.enrol_terminal/1", **where)),
        (dealer, act("automatic.count_buy_in/1", **where, currency_minor=50_000)),
        (dealer, act("automatic.confirm_buy_in/1", **where, amount_minor=50_000)),
        (dealer, act("automatic.drop_buy_in/1", **where)),
        (player, act("automatic.verify_credit/1", **where)),
        (dealer, act("automatic.start_game/1")),
    ]
    for who, deed in steps:
        answer = who.command(STREAM, deed).json()
        assert answer.get("is_accepted"), answer
    return player


@pytest.fixture(scope="module")
def web(tmp_path_factory: pytest.TempPathFactory) -> Iterator[WebHouse]:
    """Serve the house."""
    with web_house(house_with_a_long_window(tmp_path_factory.mktemp("malformed"))) as found:
        yield found


@pytest.mark.cover
@pytest.mark.campaign(100_000)
def test_malformed_messages(request, web, caplog):
    """Each is answered with a reason, or closes its own line with a code; nothing else is touched."""
    player, bad = playing(web), web.bind("T2")

    def search(part: Part) -> Counter[str]:
        chance, met = part.rng(), Counter[str]()
        while met["sent"] < part.cases:
            drawn = [Bad.drawn(chance) for _ in range(min(BATCH, part.cases - met["sent"]))]
            name = chance.choice(list(FATAL))
            with Raw(bad) as line:
                for one in drawn:
                    line.send(one.frames)
                for answer in line.answers(len(drawn)):
                    met[answer["type"]] += 1
                    refused_with_a_reason(answer)
                frames, codes = FATAL[name]
                line.send(frames)
                assert line.closed() in codes, name
            met["closed"] += 1
            met["sent"] += len(drawn) + 1
        return met

    with Steady(player, STREAM) as steady:
        met = Campaign.of(request, "malformed-messages", part_cases=3_000, slice_cases=1_000).run(search)

    assert met["problem"] > met["sent"] // 2
    assert steady.met["accepted"] > 0
    assert 0 == web.server.counted["errors"]
    assert [] == [record.getMessage() for record in caplog.records if record.levelname in ("ERROR", "CRITICAL")]


def refused_with_a_reason(answer):
    """Check that a problem says what is wrong, and where."""
    if answer["type"] == "problem":
        assert answer["reason"]
        assert answer["error"] != "ServerError", answer
        if answer["error"] in ("InputError", "NoSuchStream"):
            assert {"field", "value"} & set(answer["values"]) or answer["reason"].startswith("not JSON"), answer


@pytest.mark.parametrize("name", FATAL)
def test_frames_that_end_a_line(web, caplog, name):
    """The line is closed with the code for it, the server logs no failure, and the next line is served."""
    guest = web.visitor()
    frames, codes = FATAL[name]
    with Raw(guest) as line:
        line.send(frames)
        assert line.closed() in codes
    with Raw(guest) as again:
        again.send(frame(b'{"type":"ping"}'))
        assert "pong" == again.answers(1)[0]["type"]
    assert [] == [record.getMessage() for record in caplog.records if record.levelname in ("ERROR", "CRITICAL")]


def test_a_line_with_nothing_but_bad_messages_is_closed(web):
    """After a hundred the server has seen enough."""
    with Raw(web.visitor()) as line:
        for _ in range(150):
            line.send(frame(b"{"))
        with pytest.raises(Closed) as closed:
            line.answers(150)

    assert 1008 == closed.value.code


def test_names_that_are_made_up_count_as_bad_messages(web):
    """Who has asked a hundred times for streams that there are not is closed at the next message that is none."""
    with Raw(web.visitor()) as line:
        line.send(frame(b'{"type":"unsubscribe","stream":"made up"}') * 101)
        assert {"NoSuchStream"} == {answer["error"] for answer in line.answers(101)}
        line.send(frame(b"{"))
        assert 1008 == line.closed()


def test_pings_whose_answers_nobody_reads(web):
    """Who asks for signs of life without end and reads none is cut off, not remembered."""
    many = frame(b"x" * 125, PING) * 100_000
    with Raw(web.visitor(), receive_bytes=4_096) as line, pytest.raises(ConnectionError):
        line.socket.sendall(many)


def test_no_more_news_of_a_stream_that_is_none(web):
    """It is a problem, and leaves nothing behind: names that are made up take no room."""
    known = set(web.server.hub._by_stream)
    with web.visitor().socket() as line:
        line.send("unsubscribe", stream="made up")
        problem = line.wait("problem")

    assert ("NoSuchStream", "stream") == (problem["error"], problem["values"]["field"])
    assert known == set(web.server.hub._by_stream)


@pytest.mark.parametrize(
    "head",
    [
        b"x: " + b"a" * 20_000 + b"\r\n",
        b"".join(b"x%d: 1\r\n" % number for number in range(300)),
        b"content-length: 5\r\n",
        b"sec-websocket-key: short\r\n",
        b"sec-websocket-version: 7\r\n",
    ],
    ids=["a large field", "many fields", "a body", "a key that is none", "an old version"],
)
def test_handshakes_that_are_none(web, head):
    """Each is answered, and its line closed: none stays open."""
    request = b"GET /ws HTTP/1.1\r\nhost: localhost\r\nupgrade: websocket\r\nconnection: upgrade\r\n" + head + b"\r\n"
    with socket.create_connection(("127.0.0.1", web.port), timeout=180) as line:
        line.sendall(request)
        answer = b"".join(iter(lambda: line.recv(65_536), b""))

    assert answer == b"" or answer.startswith(b"HTTP/1.1 4")
