"""Alarms that follow from what is recorded: raised in the house's own stream, each for its reason and no other."""

from types import SimpleNamespace

import pytest

from pitboss.decider import Accepted
from pitboss.floor.alarms import Alarms
from pitboss.floor.writer.answers import Recorded
from pitboss.games.roulette.automatic.events import ClockStepped, GameStarted, StaffingReported
from pitboss.tote.day.events import PricesHeld

RAISED = [
    (ClockStepped(by_milliseconds=-400, kind="step"), "clock", "-400 ms"),
    (StaffingReported(tables=7, supervisors=1, is_short=True, by="sula"), "staffing", "1 supervisors for 7"),
    (PricesHeld(pool="FVD-1-win", total_minor={"account": 1, "prices": 2}), "pools", "FVD-1-win"),
]
CALM = [
    StaffingReported(tables=6, supervisors=1, is_short=False, by="sula"),
    GameStarted(game=1, seconds=30, by="dana"),
]


def raised_by(event, stream="automatic-1"):
    """Return the alarms that are handed in when an event has become durable."""
    asked = []
    floor = SimpleNamespace(submit=lambda name, command: asked.append((name, command)))
    recorded = Recorded(stream, "key", Accepted((event,)), 1, 1)
    Alarms(floor).hear([SimpleNamespace(live=SimpleNamespace(name=stream), recorded=recorded)])  # type: ignore[arg-type, list-item]
    return asked


@pytest.mark.parametrize(("event", "kind", "words"), RAISED)
def test_reason_is_an_alarm(event, kind, words):
    """The alarm says which stream it is about and why, and is the server's own act."""
    ((name, command),) = raised_by(event)
    assert ("house", "house-server") == (name, command.by.id)
    assert (kind, "automatic-1") == (command.act.kind.value, command.act.about)
    assert words in command.act.text


@pytest.mark.parametrize("event", CALM)
def test_what_is_as_it_should_be_alarms_nobody(event):
    """Most of what happens is no reason for an alarm, and the house's own stream never is."""
    assert [] == raised_by(event)
    assert [] == raised_by(RAISED[0][0], stream="house")
