"""Wheel sensors of a live house: numbers reach their table, trouble holds the game and alarms the pit once."""

from contextlib import closing
from datetime import UTC, datetime

import pytest

from pitboss.decider import Accepted, Command, Person, Role
from pitboss.floor.devices.sensors import Sensors
from pitboss.floor.house_file import HouseRefused, SensorEntry, read_house
from pitboss.floor.people.house import HOUSE_STREAM
from pitboss.floor.writer.writer import Floor
from pitboss.games.roulette.acts import Direction
from pitboss.games.roulette.automatic import acts as automatic_acts
from pitboss.games.table import acts as table_acts
from pitboss.journal import open_journal
from tests.support.driver import ONEIDA
from tests.support.line_simulator import LineSimulator, idle_lines, spin_lines
from tests.support.lines import ArrivedLine
from tests.support.web_house import until, written_house

STREAM = "automatic-1"
DEALER, CLOCK = Person("Dora", Role.DEALER), Person("clock", Role.DEVICE)
EQUIPMENT = (
    *("central table", "dealer console", "accounting computer", "server"),
    *("player terminals", "roulette wheel", "game clock", "roulette balls"),
)
SPIN = automatic_acts.SpinBall(direction=Direction.AGAINST)
UNPLUGGED = ("device", STREAM, "the wheel sensor is unplugged")


class Pit:
    """An open table with its wheel's line, polled by hand."""

    def __init__(self, floor, port, **codes):
        self.floor, self.count, self.now_ns = floor, 0, 0
        at = datetime.now(UTC)
        floor.open(HOUSE_STREAM, "house", {"name": "House", "currency": "USD"}, at)
        floor.open(STREAM, "automatic", {"rulebook": ONEIDA, "name": "A"}, at)
        self.did((DEALER, table_acts.InspectEquipment(items=EQUIPMENT)), (DEALER, table_acts.OpenTable()))
        self.entry = SensorEntry(stream=STREAM, port=port, **codes)
        self.sensors = self.started()

    def started(self):
        """Return the sensors of a new start of the house."""
        self.count += 1
        sensors = Sensors(self.floor, f"s{self.count}", monotonic_ns=lambda: self.now_ns)
        self.floor.listeners = [sensors.hear]
        sensors.add(self.entry)
        return sensors

    def did(self, *deeds):
        """Do things, which must be accepted."""
        for by, act in deeds:
            self.count += 1
            command = Command(key=f"k{self.count}", by=by, act=act, received_at=datetime.now(UTC))
            answer = self.floor.send(STREAM, command).answer
            assert isinstance(answer, Accepted), answer

    def poll(self, seconds=0.0):
        """Let time pass, and read the line."""
        self.now_ns += int(seconds * 1e9)
        self.sensors.poll()

    def look(self, stream=STREAM):
        """Return a stream's state."""
        return self.floor.look(stream).state

    @property
    def alarms(self):
        """Return the open alarms."""
        return list(self.look(HOUSE_STREAM).alarms.values())


@pytest.fixture
def line():
    """Return a wheel's line."""
    found = ArrivedLine()
    yield found
    found.unplug()


@pytest.fixture
def pit(tmp_path, line):
    """Return an open table with its wheel."""
    with closing(Floor(open_journal(f"sqlite:///{tmp_path / 'pit.db'}"))) as floor:
        found = Pit(floor, line.port, zero="00", double_zero="37")
        yield found
        found.sensors.stop()


def test_a_number_goes_to_the_console_and_is_settled_with_the_dealers_count(pit, line):
    """From the line to the settlement; the count is the dealer's."""
    pit.poll()
    pit.did((DEALER, automatic_acts.StartGame()), (DEALER, SPIN), (CLOCK, automatic_acts.LockBets()))
    line.say(spin_lines((7, "05"), "37"))
    pit.poll(1)
    assert ("00", None) == (pit.look().sensed.pocket, pit.look().sensed.revolutions)
    pit.did((DEALER, automatic_acts.ConfirmNumber(pocket="00", revolutions=8)))
    assert ["00"] == [entry.pocket for entry in pit.look().history]
    assert [] == pit.alarms


def test_a_pulled_plug_holds_the_game_and_alarms_once(pit, line):
    """Nobody is told a second time as long as the alarm is open."""
    pit.poll()
    pit.did((DEALER, automatic_acts.StartGame()))
    line.unplug()
    for _ in range(5):
        pit.poll(2)
    assert UNPLUGGED[2] == pit.look().held
    assert [UNPLUGGED] == pit.alarms


def test_a_game_that_is_started_without_a_wheel_is_held_at_once(pit, line):
    """The dealer learns it before a bet is lost."""
    line.unplug()
    pit.poll()
    pit.did((DEALER, automatic_acts.StartGame()))
    pit.poll()
    assert UNPLUGGED[2] == pit.look().held


def test_a_silent_wheel_holds_the_game_and_alarms_once(pit):
    """After a minute, and again after every further one for a game that was started meanwhile."""
    pit.poll()
    pit.did((DEALER, automatic_acts.StartGame()))
    for _ in range(3):
        pit.poll(60)
    silent = "the wheel sensor has been silent for 60 seconds"
    assert silent == pit.look().held
    assert [("device", STREAM, silent)] == pit.alarms


def test_a_wheel_that_comes_back_is_read_again(pit, line):
    """The port is opened anew, and the next spin counts."""
    pit.poll()
    line.unplug()
    pit.poll()
    line.plug()
    pit.poll(2)
    pit.did((DEALER, automatic_acts.StartGame()))
    line.say(idle_lines(7, "05", 3))
    pit.poll(1)
    pit.did((DEALER, SPIN), (CLOCK, automatic_acts.LockBets()))
    line.say(spin_lines((7, "05"), "17"))
    pit.poll(1)
    assert "17" == pit.look().sensed.pocket


def test_a_ball_that_ran_while_nobody_read_is_held(pit):
    """A new start of the house cannot know what the wheel said meanwhile."""
    pit.did((DEALER, automatic_acts.StartGame()), (DEALER, SPIN), (CLOCK, automatic_acts.LockBets()))
    pit.sensors.stop()
    pit.sensors = pit.started()
    pit.poll()
    assert "the wheel's reader was started again while a ball ran" == pit.look().held


def test_the_thread_reads_by_itself(pit, line):
    """Started and stopped with the house."""
    pit.did((DEALER, automatic_acts.StartGame()), (DEALER, SPIN), (CLOCK, automatic_acts.LockBets()))
    pit.sensors.start()
    until(lambda: pit.sensors._devices[STREAM].line.is_open)
    LineSimulator.say(line, spin_lines((7, "05"), "17"))
    until(lambda: pit.look().sensed is not None)
    pit.sensors.stop()
    assert "17" == pit.look().sensed.pocket


def faults(folder, *entries, robots=False, terminals=()):
    """Return the fields of a house file with such sensors that are at fault."""
    path = written_house(folder, terminals=terminals)
    text = path.read_text(encoding="utf-8")
    text = text.replace('stream = "automatic-1"', 'stream = "automatic-1"\nrobots = true', 1) if robots else text
    path.write_text(text + "".join(f"[[sensor]]\n{entry}\n" for entry in entries), encoding="utf-8")
    try:
        read_house(path)
    except HouseRefused as error:
        return [fault.field for fault in error.faults]
    return []


AT, PORT = 'stream = "automatic-1"', 'port = "/dev/ttyUSB0"'


@pytest.mark.parametrize(
    ("entries", "found"),
    [
        ((f"{AT}\n{PORT}",), []),
        ((f'{AT}\n{PORT}\nzero = "00"\ndouble_zero = "37"',), []),
        ((f'stream = "roulette-1"\n{PORT}',), ["sensor[0].stream"]),
        ((f'stream = "nowhere"\n{PORT}',), ["sensor[0].stream"]),
        ((f"{AT}\n{PORT}", f"{AT}\n{PORT}"), ["sensor[1]", "sensor.port[1]"]),
        ((f'{AT}\n{PORT}\nzero = "00"',), ["sensor[0].zero"]),
        ((f'{AT}\n{PORT}\nzero = "00"\ndouble_zero = "00"',), ["sensor[0].zero"]),
        ((f'{AT}\n{PORT}\nzero = "07"\ndouble_zero = "37"',), ["sensor[0].zero"]),
    ],
)
def test_a_sensor_is_checked_with_the_house(tmp_path, entries, found):
    """Every fault is told before the house opens."""
    assert found == faults(tmp_path, *entries)


def test_a_wheel_with_a_sensor_has_no_robots(tmp_path):
    """They would make up numbers beside the wheel's."""
    assert ["sensor[0].stream"] == faults(tmp_path, f"{AT}\n{PORT}", robots=True)


def test_nobody_has_a_sensors_name(tmp_path):
    """What it says under its own name cannot be another's word."""
    taken = (("sensor-automatic-1", "player", "automatic-1"),)
    assert ["terminal[0]"] == faults(tmp_path, f"{AT}\n{PORT}", terminals=taken)
