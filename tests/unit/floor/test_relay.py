"""What a sensor finds goes to its table as a device's command; revolutions that nobody counted are never made up."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta
from unittest.mock import Mock

import pytest

from pitboss.decider import Accepted, Command, Person, Role, handle
from pitboss.floor.devices.sensor.frames import Flag, number_codes
from pitboss.floor.devices.sensor.machine import SILENCE_NS, Hold, HoldCause, Reading, WheelMachine
from pitboss.floor.devices.sensors import Relay
from pitboss.games.equipment import DOUBLE_ZERO
from pitboss.games.roulette.acts import Direction
from pitboss.games.roulette.automatic.acts import ConfirmNumber, HoldGame, LockBets, SenseNumber, SpinBall, StartGame
from pitboss.games.roulette.automatic.config import check_automatic
from pitboss.games.roulette.automatic.game import AUTOMATIC
from pitboss.games.table import acts as a
from tests.support.driver import ONEIDA
from tests.support.line_simulator import spin_lines

WALL = datetime(2024, 6, 1, 20, 0, tzinfo=UTC)
SEEN = Reading("17", None, Direction.AGAINST, 42)


DEALER, SUPERVISOR = Person("Dora", Role.DEALER), Person("Sue", Role.PIT_SUPERVISOR)
EQUIPMENT = (
    *("central table", "dealer console", "accounting computer", "server"),
    *("player terminals", "roulette wheel", "game clock", "roulette balls"),
)
SPIN = spin_lines((41, "05"), "17")
RIM, SLOW, NUMBER = 4, 10, 16
"""Where in the spin the ball is in the rim, slows down, and rests."""


class Script:
    """A sensor that finds what it is told to."""

    def __init__(self, *found):
        self.found = list(found)

    def poll(self, _):
        """Return the next finding."""
        return (self.found.pop(0),) if self.found else ()


def relay(*found):
    """Return a relay with such a sensor, and the list of what it sends."""
    sent = []
    made = Relay(Script(*found), stream="auto-1", send=lambda *what: sent.append(what), device="wheel", session="s1")
    return made, sent


def acts(sent):
    """Return the acts alone."""
    return [command.act for _, command in sent]


def test_a_reading_is_sent_in_the_devices_name():
    """Stream, key, person and time go with it."""
    made, sent = relay(Reading("17", 9, Direction.AGAINST, 1))
    made.poll(0, WALL)
    ((stream, command),) = sent

    assert ("auto-1", "wheel/s1/1", WALL) == (stream, command.key, command.received_at)
    assert Person("wheel", Role.DEVICE) == command.by
    assert SenseNumber(pocket="17", revolutions=9, direction=Direction.AGAINST) == command.act


def test_what_could_not_be_sent_is_sent_before_anything_new():
    """Under its own key and from its own time, once."""
    made, sent = relay(Reading("17", 9, Direction.AGAINST, 1), Hold(HoldCause.SILENCE, "silent"))
    taking, made._send = made._send, Mock(side_effect=ConnectionError)
    for second in (0, 1):
        with pytest.raises(ConnectionError):
            made.poll(second, WALL + timedelta(seconds=second))
    made._send = taking
    made.poll(2, WALL)
    made.poll(3, WALL)

    assert ["wheel/s1/1", "wheel/s1/2"] == [command.key for _, command in sent]
    assert [WALL, WALL + timedelta(seconds=1)] == [command.received_at for _, command in sent]


def test_a_new_game_has_no_use_for_what_was_not_sent():
    """It belonged to the game before, also if the new one begins while it is sent."""
    made, sent = relay(Reading("17", 9, Direction.AGAINST, 1), Hold(HoldCause.SILENCE, "silent"))
    made._send = Mock(side_effect=ConnectionError)
    for _ in range(2):
        with pytest.raises(ConnectionError):
            made.poll(0, WALL)
    made._send = lambda *what: (sent.append(what), made.new_game())
    made.poll(1, WALL)
    made.poll(2, WALL)

    assert ["wheel/s1/1"] == [command.key for _, command in sent]


def test_a_hold_is_sent_with_its_reason():
    """The table hears why."""
    made, sent = relay(Hold(HoldCause.SILENCE, "silent"))
    made.poll(0, WALL)

    assert [HoldGame(reason="silent")] == acts(sent)


def test_a_number_without_revolutions_goes_to_the_console_without_a_count():
    """No count is made up: the dealer says it."""
    made, sent = relay(SEEN)
    made.poll(0, WALL)

    assert [SenseNumber(pocket="17", direction=Direction.AGAINST)] == acts(sent)


class WheelLine:
    """A sensor that hears the lines it is given at its first poll, and silence after it."""

    def __init__(self, lines):
        self.lines, self.machine = lines, WheelMachine(number_codes(DOUBLE_ZERO), now_ns=0)

    def poll(self, now_ns):
        """Hear the lines."""
        lines, self.lines = self.lines, []
        return (*self.machine.hear(lines, now_ns), *self.machine.tick(now_ns))


def locked_table():
    """Return a table with a game whose ball runs and whose bets are locked."""
    config, _ = check_automatic({"rulebook": ONEIDA, "name": "Auto 1"})
    state = AUTOMATIC.new_state(config)
    clock = Person("clock", Role.DEVICE)
    acts = [
        (DEALER, a.InspectEquipment(items=EQUIPMENT)),
        (DEALER, a.OpenTable()),
        (DEALER, StartGame()),
        (DEALER, SpinBall(direction=Direction.AGAINST)),
        (clock, LockBets()),
    ]
    for number, (by, act) in enumerate(acts):
        state, answer = handle(AUTOMATIC, state, Command(key=f"k{number}", by=by, act=act, received_at=WALL))
        assert isinstance(answer, Accepted), answer
    return state


def after(lines, revolutions=9):
    """Return the table after its wheel said these lines, nothing for a minute, and the dealer confirmed 17."""
    state = locked_table()
    made = Relay(
        WheelLine(lines),
        stream="auto-1",
        send=lambda _, command: handle(AUTOMATIC, state, command),
        device="wheel",
        session="s1",
    )
    made.poll(1, WALL)
    if state.sensed is None:
        made.poll(1 + SILENCE_NS, WALL)
    confirm(state, ConfirmNumber(pocket="17", revolutions=revolutions))
    return state


def confirm(state, act):
    """Let the dealer confirm, and return the answer."""
    return handle(AUTOMATIC, state, Command(key="c", by=DEALER, act=act, received_at=WALL))[1]


def test_a_wheels_lines_settle_a_game():
    """From the line to the payment, with the dealer's confirmation."""
    assert ["17"] == [entry.pocket for entry in after(SPIN).history]


def test_a_game_waits_for_the_dealers_count():
    """The wheel's line has none: without one nothing is settled, and too small a one is no valid spin."""
    state = after(SPIN, revolutions=None)
    assert ([], "17") == (state.history, state.sensed.pocket)
    few = confirm(state, ConfirmNumber(pocket="17", revolutions=2))
    assert ("few_revolutions", []) == (few.values["cause"], state.history)
    confirm(state, ConfirmNumber(pocket="17", revolutions=4))
    assert ["17"] == [entry.pocket for entry in state.history]


@pytest.mark.parametrize(
    "lines",
    [
        [*SPIN[: NUMBER + 1], *[replace(line, number="20") for line in SPIN[NUMBER + 1 :]]],
        [*SPIN[:SLOW], *SPIN[NUMBER:]],
        [*SPIN[:SLOW], *[replace(line, flags=Flag.BALL_MISSING) for line in SPIN[SLOW:]]],
        [*SPIN[:NUMBER], *[replace(line, spin=41) for line in SPIN[NUMBER:]]],
        SPIN[:NUMBER],
        [],
        spin_lines((41, "05"), "20"),
    ],
    ids=["two numbers", "no lock", "ball removed", "count stands", "no number", "silence", "dealer disagrees"],
)
def test_what_the_wheel_cannot_stand_by_holds_the_table(lines):
    """The game waits for a ruling, and nothing is paid on it."""
    state = after(lines)

    assert state.held is not None
    assert [] == state.history
