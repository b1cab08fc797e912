"""The thread that lets robots live: over a real journal, through trouble, and beside people."""

import logging
import random
import threading
import time
from contextlib import closing
from datetime import UTC, datetime
from types import SimpleNamespace

import pytest

from pitboss.decider import Accepted, Command, Person, Refusal, Role
from pitboss.demo.robots import runner
from pitboss.demo.robots.crews import crews
from pitboss.demo.robots.robots import ROBOTS
from pitboss.demo.robots.runner import Life
from pitboss.demo.robots.scene import Crew, Step
from pitboss.errors import InputError, PitbossError
from pitboss.floor.verify.verify import verify
from pitboss.floor.writer.answers import FateUnknown, NotRecorded, Recorded
from pitboss.floor.writer.promises import Promise
from pitboss.floor.writer.writer import Floor
from pitboss.games.table import acts as a
from pitboss.journal import open_journal
from tests.support.life import ROBOT_STAFF, TABLES, document

AT = datetime(2026, 11, 16, 9, tzinfo=UTC)
DEALER = Person("dora", Role.DEALER)
NAMES = {"roulette-1": "roulette", "blackjack-1": "blackjack", "sicbo-1": "sicbo"}
SECONDS = 600
"""How long a test waits for what must happen, and mostly happens at once."""


def wait_for(is_so):
    """Wait until something is so."""
    end = time.monotonic() + SECONDS
    while not is_so():
        assert time.monotonic() < end
        time.sleep(0.005)


# Over a real floor


def opened(address):
    """Return a floor with three tables, and their robots without pauses."""
    floor = Floor(open_journal(address))
    for stream in NAMES:
        floor.open(stream, "table", document(TABLES[stream]), AT)
    life = Life(floor, pace=0, chance=random.Random(1))
    for stream, crew in crews(ROBOT_STAFF, NAMES).items():
        life.add(stream, crew)
    return floor, life


def rounds(floor, stream):
    """Return how many rounds a table has played."""
    return floor.view(stream, lambda live: live.state.rounds)


def test_robots_live_over_a_journal(tmp_path):
    """Tables go on side by side, over a restart of the house too, and the journal verifies."""
    address = f"sqlite:///{tmp_path / 'day.db'}"
    for goal in (3, 6):
        floor, life = opened(address)
        life.start()
        wait_for(lambda: all(rounds(floor, stream) >= goal for stream in NAMES))  # noqa: B023
        assert life.stop(SECONDS)
        floor.close()
        assert 0 == life.refused
        assert life.accepted

    with closing(open_journal(address, is_reader=True)) as journal:
        assert () == verify(journal).faults


def test_a_switch_for_one_table_and_for_all(tmp_path):
    """A table whose robots are off stands still while the others go on; all of them can be stopped at once."""
    floor, life = opened(f"sqlite:///{tmp_path / 'day.db'}")
    life.switch(is_on=False, stream="sicbo-1")
    life.start()
    wait_for(lambda: rounds(floor, "roulette-1") >= 2)
    still = rounds(floor, "sicbo-1")
    life.switch(is_on=False)
    assert {"roulette-1": False, "blackjack-1": False, "sicbo-1": False} == life.streams()
    life.switch(is_on=True, stream="sicbo-1")
    wait_for(lambda: rounds(floor, "sicbo-1") >= 1)
    assert life.stop(SECONDS)
    floor.close()

    assert 0 == still


# Over a floor of one answer


class Stage:
    """A house whose stream has a version, and which answers as it is told."""

    def __init__(self, *answers):
        self.answers, self.version = list(answers), 1
        self.sent: list[Command] = []
        self.heard = threading.Event()
        self.begun, self.gate = threading.Event(), threading.Event()
        self.gate.set()
        self.is_busy = False
        """Whether something happens at the table between any two looks."""

    def view(self, _, question):
        """Answer a question about the stream."""
        self.version += self.is_busy
        return question(SimpleNamespace(rules=SimpleNamespace(name="stage"), state=self, version=self.version))

    def submit(self, stream, command, secrets=(), prepare=None):
        """Answer the next answer, or fail with it."""
        self.begun.set()
        self.gate.wait(SECONDS)
        future: Promise[Recorded] = Promise()
        try:
            command, secrets = self.view(stream, lambda live: prepare(live, command))
        except PitbossError as error:
            future.set_exception(error)
            return future
        assert () == secrets
        self.sent.append(command)
        answer = self.answers.pop(0) if self.answers else Accepted(())
        if isinstance(answer, Exception):
            future.set_exception(answer)
            return future
        if not self.answers:
            self.heard.set()
        future.set_result(Recorded(stream, command.key, answer, 1, 0))
        return future


@pytest.fixture
def play(monkeypatch):
    """Return how to let a robot of one step play over a stage until it was heard."""
    monkeypatch.setattr(runner, "TROUBLE_SECONDS", 0.01)

    def playing(stage, step=None, **more):
        one = step or Step(DEALER, a.OpenBetting(), pause=0)
        monkeypatch.setitem(ROBOTS, "stage", lambda *_: one)
        life = Life(stage, pace=0, **more)
        life.add("one", Crew())
        life.start()
        return life

    return playing


def test_trouble_is_waited_out_under_the_same_key(play):
    """A command that was not recorded, or whose fate nobody knows, is sent again as it was."""
    stage = Stage(NotRecorded("full"), FateUnknown("gone"), Accepted(()))
    life = play(stage)
    assert stage.heard.wait(SECONDS)
    assert life.stop(SECONDS)

    assert [stage.sent[0]] * 3 == stage.sent[:3]


def test_refusal_is_passed_over(play):
    """Somebody was faster: the robot looks again, and sends something new."""
    stage = Stage(Refusal("RO-F1", "too late", {}), Accepted(()))
    life = play(stage)
    assert stage.heard.wait(SECONDS)
    assert life.stop(SECONDS)

    assert 1 == life.refused
    assert stage.sent[0].key != stage.sent[1].key


def test_a_command_that_is_none_is_dropped(play):
    """What the house turns away without deciding is not sent again."""
    stage = Stage(InputError("no such stream"), Accepted(()))
    life = play(stage)
    assert stage.heard.wait(SECONDS)
    assert life.stop(SECONDS)

    assert stage.sent[0].key != stage.sent[1].key


def test_patience_ends_when_something_happens(play):
    """What would be done for somebody is given up as soon as anything has happened at the table."""
    stage = Stage()
    stage.is_busy = True
    life = play(stage, Step(DEALER, a.OpenBetting(), pause=0, is_patient=True))
    wait_for(lambda: stage.version > 50)
    assert life.stop(SECONDS)

    assert [] == stage.sent


def test_patience_is_rewarded(play):
    """Where nothing happens it is done."""
    stage = Stage()
    life = play(stage, Step(DEALER, a.OpenBetting(), pause=0, is_patient=True))
    assert stage.heard.wait(SECONDS)
    assert life.stop(SECONDS)

    assert DEALER == stage.sent[0].by


def test_broken_robot_is_switched_off(play, caplog):
    """A robot that breaks is told in the log and leaves its table to people."""
    stage = Stage(ZeroDivisionError("oh"))
    with caplog.at_level(logging.ERROR):
        life = play(stage)
        wait_for(lambda: not life.streams()["one"])
    assert life.stop(SECONDS)

    assert "switched off" in caplog.text


def test_keys_are_new_at_every_start():
    """Two lives never use the same key."""
    assert Life(Stage())._session != Life(Stage())._session


def test_nothing_to_do_and_nobody_known():
    """A stream without a robot of its own, or whose robot waits, is looked at and left alone."""
    stage = Stage()
    life = Life(stage, pace=0)
    life.add("one", Crew())
    life.start()
    life.start()
    wait_for(lambda: life._stages["one"].due > 0)
    assert life.stop(SECONDS)

    assert [] == stage.sent


def test_stop_tells_whether_it_ended(play):
    """A life in the middle of an act is told to be so; one that never began has ended."""
    stage = Stage()
    stage.gate.clear()
    life = play(stage)
    assert stage.begun.wait(SECONDS)
    assert not life.stop(0.01)
    stage.gate.set()

    assert life.stop(SECONDS)
    assert Life(Stage()).stop()


def test_switched_off_at_the_last_moment(play):
    """An act that is on its way when its robots are switched off is not decided."""
    stage = Stage()
    stage.gate.clear()
    life = play(stage)
    assert stage.begun.wait(SECONDS)
    life.switch(is_on=False)
    stage.gate.set()
    assert life.stop(SECONDS)

    assert [] == stage.sent
