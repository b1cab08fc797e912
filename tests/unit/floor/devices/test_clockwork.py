"""The clockwork: windows close by the monotonic clock, races by their post time, and trouble is tried again."""

import os
from datetime import UTC, datetime, timedelta
from typing import Any

import msgspec
import pytest

from pitboss.decider import Accepted, Person, Role
from pitboss.floor.devices.clockwork import Clockwork
from pitboss.floor.writer.answers import NotRecorded
from pitboss.tote.day.state import Phase
from tests.support.web_house import opened, written_house
from tests.support.web_trial import EQUIPMENT, card

START = datetime.now(UTC)


class Hands:
    """Two clocks that stand still until they are moved, each by itself."""

    def __init__(self):
        self.wall, self.ns = START, 10**12

    def move(self, seconds):
        """Let time pass on both."""
        self.wall += timedelta(seconds=seconds)
        self.ns += int(seconds * 10**9)


@pytest.fixture
def hands():
    """Return the clocks of the test."""
    return Hands()


@pytest.fixture
def house(tmp_path, hands):
    """Yield a house with two automatic tables whose own clockwork does not run."""
    tables = [("automatic-1", "automatic"), ("automatic-2", "automatic")]
    live = opened(written_house(tmp_path, tables=tables), str(tmp_path / "house.db"))
    live.door.wall = lambda: hands.wall
    yield live
    live.close()


@pytest.fixture
def ticking(house, hands):
    """Return a clockwork over the house that ticks when it is told to."""
    found = Clockwork(house.floor, "s", wall=lambda: hands.wall, monotonic_ns=lambda: hands.ns)
    house.floor.listeners.append(found.hear)
    for stream in ("automatic-1", "automatic-2"):
        found.add(stream)
    found.add(house.desk.named("tote"), stop_after=timedelta(seconds=10))
    return found


def did(house, who, stream, tag, **fields):
    """Hand a command to the floor; return its answer, after everybody who listens has heard."""
    role = Role(who)
    person = Person("T1" if role is Role.PLAYER else who, role)
    name = house.desk.named(stream)
    act = msgspec.json.encode({"type": tag, **fields})
    answer = house.floor.send(*house.desk._read(person, name, os.urandom(6).hex(), act)).answer
    house.floor.view(name, lambda _: None)
    return answer


def started(house, stream="automatic-1"):
    """Open a table with one terminal, and start a game."""
    steps: list[tuple[str, str, dict[str, Any]]] = [
        ("dealer", "table.inspect_equipment/1", {"items": EQUIPMENT}),
        ("dealer", "table.open/1", {}),
        ("pit_supervisor", "automatic.enrol_terminal/1", {"terminal": "T1"}),
        ("dealer", "automatic.count_buy_in/1", {"terminal": "T1", "currency_minor": 50_000}),
        ("dealer", "automatic.confirm_buy_in/1", {"terminal": "T1", "amount_minor": 50_000}),
        ("dealer", "automatic.drop_buy_in/1", {"terminal": "T1"}),
        ("player", "automatic.verify_credit/1", {"terminal": "T1"}),
        ("dealer", "automatic.start_game/1", {}),
    ]
    for who, tag, fields in steps:
        answer = did(house, who, stream, tag, **fields)
        assert isinstance(answer, Accepted), answer


def is_betting(house, stream="automatic-1"):
    """Tell whether a bet is taken."""
    answer = did(house, "player", stream, "automatic.place_bet/1", terminal="T1", bet="red", chip_minor=100)
    return isinstance(answer, Accepted)


def is_unlocked(house, stream):
    """Tell whether no lock is recorded; what comes after the betting time is refused all the same."""
    return house.floor.view(house.desk.named(stream), lambda live: live.state.round.is_open and live.state.held is None)


def test_a_window_closes_when_its_seconds_are_over(house, ticking, hands):
    """Bets are taken until the clock's tick after the last second, and none after it."""
    started(house)
    hands.move(24.9)
    ticking.tick()
    assert 100 == ticking.left_ms["automatic-1"]
    assert is_betting(house)
    hands.move(0.2)
    ticking.tick()
    assert {} == ticking.left_ms
    assert not is_betting(house)


@pytest.mark.parametrize("hours", [-24, -1, 1, 24])
def test_a_wall_clock_that_is_set_moves_no_window(house, ticking, hands, hours):
    """Back or forward, the window is as long as it was; the step is recorded."""
    ticking.tick()
    started(house)
    hands.wall += timedelta(hours=hours)
    hands.move(24)
    ticking.tick()
    assert is_betting(house)
    hands.move(2)
    ticking.tick()
    assert not is_betting(house)
    bodies = [record.body for record in house.floor.journal.read("automatic-1")]
    assert any(b"clock_stepped" in body for body in bodies)


def test_trouble_at_one_table_is_none_at_another(house, ticking, hands, monkeypatch):
    """A lock that cannot be recorded is tried again under the same key; the other table is locked meanwhile."""
    started(house, "automatic-1")
    started(house, "automatic-2")
    ticking.tick()
    clock = ticking._clocks["automatic-1"]
    keys: list[str] = []
    send = clock._send
    is_full = True

    def sending(stream, command):
        keys.append(command.key)
        if is_full:
            raise NotRecorded("the disk is full")
        return send(stream, command)

    monkeypatch.setattr(clock, "_send", sending)
    hands.move(26)
    ticking.tick()
    assert (True, False) == (is_unlocked(house, "automatic-1"), is_unlocked(house, "automatic-2"))
    assert not is_betting(house, "automatic-1")
    is_full = False
    ticking.tick()
    assert not is_unlocked(house, "automatic-1")
    assert keys[0] == keys[1]


def opened_card(house):
    """Open the day's card; return the post time of its first race."""
    document = card()
    answer = did(house, "mutuel_manager", "tote", "tote.open_card/1", card=document)
    assert isinstance(answer, Accepted), answer
    return datetime.fromisoformat(document["races"][0]["post_time"])


def phase(house):
    """Return how far the first race has come."""
    return house.floor.view(house.desk.named("tote"), lambda live: live.state.races["FVD", 1].phase)


def test_a_race_that_nobody_stopped_is_closed_after_its_post_time(house, ticking, hands):
    """The second line waits as long as the house file says, and closes once."""
    post_time = opened_card(house)
    hands.wall = post_time + timedelta(seconds=9.9)
    ticking.tick()
    assert Phase.OPEN is phase(house)
    hands.move(0.2)
    ticking.tick()
    assert Phase.OPEN is not phase(house)
    before = house.floor.journal.last()
    ticking.tick()
    hands.move(100)
    ticking.tick()
    assert before == house.floor.journal.last()


def test_a_race_that_was_moved_is_closed_at_its_new_time(house, ticking, hands):
    """Whatever the card said at first."""
    post_time = opened_card(house)
    ticking.tick()
    later = (post_time + timedelta(minutes=5)).isoformat()
    moved = did(house, "mutuel_supervisor", "tote", "tote.move_post_time/1", track="FVD", race=1, post_time=later)
    assert isinstance(moved, Accepted), moved
    hands.wall = post_time + timedelta(minutes=1)
    ticking.tick()
    assert Phase.OPEN is phase(house)
    hands.wall = post_time + timedelta(minutes=5, seconds=11)
    ticking.tick()
    assert Phase.OPEN is not phase(house)


def test_a_wall_clock_that_is_set_back_keeps_no_race_open(house, ticking, hands):
    """A race is over when its time has passed, whatever somebody does to the server's clock meanwhile."""
    post_time = opened_card(house)
    ticking.tick()
    hands.move((post_time - hands.wall).total_seconds() + 20)
    hands.wall -= timedelta(hours=1)
    ticking.tick()
    assert Phase.OPEN is not phase(house)
