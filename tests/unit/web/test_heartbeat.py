"""What the server notices by itself, each second."""

import time

import pytest

from pitboss.floor.people.house import HOUSE_STREAM
from tests.support.web_house import Clock, until, web_house, written_house


@pytest.fixture(autouse=True)
def _beating_fast(monkeypatch):
    """Let a beat come twenty times a second."""
    monkeypatch.setattr("pitboss.web.heartbeat.BEAT_SECONDS", 0.05)


def test_the_pit_is_told_once_when_answers_take_too_long(tmp_path, monkeypatch):
    """A writer that is held up for longer than is in order, and again: one alarm as long as it is open."""
    monkeypatch.setattr("pitboss.web.heartbeat.SLOW_SECONDS", 0.3)
    with web_house(written_house(tmp_path)) as web:

        def told():
            web.live.floor.ask(HOUSE_STREAM, lambda _: time.sleep(0.6)).result()
            return [alarm for alarm in web.alarms() if alarm[0] == "load"]

        until(told)
        for _ in range(2):
            (alarm,) = told()
    assert "writer" == alarm[1]
    assert "0.3 are in order" in alarm[2]


def test_a_floor_that_answers_is_no_alarm(tmp_path, monkeypatch):
    """Three beats of an idle house, on however slow a machine."""
    monkeypatch.setattr("pitboss.web.heartbeat.SLOW_SECONDS", 30)
    with web_house(written_house(tmp_path)) as web, web.visitor().socket() as line:
        for _ in range(3):
            line.wait("beat")
        assert [] == web.alarms()


def test_the_programs_files_are_looked_at_once_a_day(tmp_path, monkeypatch):
    """Changed while it runs, they are an alarm the next day, once a day and not before."""
    monkeypatch.setattr("pitboss.web.heartbeat.digest_now", lambda: "0" * 64)
    clock = Clock()
    with web_house(written_house(tmp_path), clock=clock) as web, web.visitor().socket() as line:

        def alarms():
            for _ in range(3):
                line.wait("beat")
            return [text for kind, _, text in web.alarms() if kind == "program"]

        clock.ns += 86_399 * 10**9
        assert [] == alarms()
        clock.ns += 2 * 10**9
        until(alarms)
        assert ["the program's files were changed while it ran: their digest is " + "0" * 64 + " now"] == alarms()
        clock.ns += 86_401 * 10**9
        until(lambda: 2 == len(alarms()))
