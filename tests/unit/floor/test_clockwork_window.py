"""What a journal tells of a betting window that was open when the house stopped."""

from datetime import UTC, datetime, timedelta

import pytest

from pitboss.decider import Accepted, Command, Person, Role
from pitboss.errors import InvariantBroken
from pitboss.floor.devices.clock import Recalled
from pitboss.floor.devices.clockwork import recorded_at, window_of
from pitboss.floor.writer.live_stream import load
from pitboss.floor.writer.writer import Floor
from pitboss.games.everyday.acts import ResumeTable, SuspendTable
from pitboss.games.roulette.automatic import acts as automatic_acts
from pitboss.games.table import acts as table_acts
from pitboss.journal import open_journal
from tests.support.driver import ONEIDA
from tests.support.durable import folder

STREAM, AT = "automatic:auto-1", datetime(2024, 6, 1, 20, 0, tzinfo=UTC)
DOCUMENT = {"rulebook": ONEIDA, "name": "Auto 1", "betting_seconds": 45}
DEALER, SUPERVISOR = Person("Dora", Role.DEALER), Person("Sue", Role.PIT_SUPERVISOR)
CLOCK, PLAYER = Person("clock", Role.DEVICE), Person("T1", Role.PLAYER)
EQUIPMENT = (
    *("central table", "dealer console", "accounting computer", "server"),
    *("player terminals", "roulette wheel", "game clock", "roulette balls"),
)


class House:
    """A table in a journal that can be started again; every command is received when it is said to be."""

    def __init__(self, address):
        self.sent, self.floor = 0, Floor(open_journal(address))
        self.floor.open(STREAM, "automatic", DOCUMENT, AT)

    def live(self):
        """Return the table as a new start reads it from the journal."""
        return load(self.floor.journal, STREAM)

    def recalled(self):
        """Return the betting window that a new start finds."""
        return window_of(self.floor.journal, self.live())

    def do(self, by, act, seconds=0, witness=None):
        """Submit an act that must be accepted."""
        self.sent += 1
        at = AT + timedelta(seconds=seconds)
        command = Command(key=f"k{self.sent}", by=by, act=act, received_at=at, witness=witness)
        answer = self.floor.send(STREAM, command).answer
        assert isinstance(answer, Accepted), answer
        return answer.events

    def opened(self):
        """Open the table with one terminal that has credits."""
        self.do(DEALER, table_acts.InspectEquipment(items=EQUIPMENT))
        self.do(DEALER, table_acts.OpenTable())
        self.do(SUPERVISOR, automatic_acts.EnrolTerminal(terminal="T1"))
        self.do(DEALER, automatic_acts.CountBuyIn(terminal="T1", currency_minor=100_000))
        self.do(DEALER, automatic_acts.ConfirmBuyIn(terminal="T1", amount_minor=100_000))
        self.do(DEALER, automatic_acts.DropBuyIn(terminal="T1"))
        self.do(PLAYER, automatic_acts.VerifyCredit(terminal="T1"))
        return self


@pytest.fixture
def house():
    """Yield a house whose table is open."""
    with folder() as where:
        made = House(f"sqlite:///{where}/day.db")
        yield made.opened()
        made.floor.close()


def recalled(seconds, passed, *, is_prompted=False):
    """Return a window by its seconds."""
    return Recalled(seconds, timedelta(seconds=passed), is_prompted)


def test_no_window_is_recalled_between_games(house):
    """Before the first game, after a hold, and after a void."""
    assert house.recalled() is None
    house.do(DEALER, automatic_acts.StartGame())
    house.do(DEALER, automatic_acts.HoldGame(reason="noise"))
    assert house.recalled() is None
    house.do(SUPERVISOR, automatic_acts.VoidGame(cause=automatic_acts.VoidCause.HELD), witness=DEALER)

    assert house.recalled() is None
    assert AT == recorded_at(house.floor.journal, house.live())


def test_a_window_is_recalled_with_what_had_passed(house):
    """At the last record, whatever it was; a prompt is remembered, and the ball may run."""
    house.do(DEALER, automatic_acts.StartGame(), 100)
    assert recalled(45, 0) == house.recalled()
    house.do(CLOCK, automatic_acts.PromptSpin(seconds_left=10), 135)
    house.do(DEALER, automatic_acts.SpinBall(direction="against"), 138)  # type: ignore[arg-type]

    assert recalled(45, 38, is_prompted=True) == house.recalled()
    assert AT + timedelta(seconds=138) == recorded_at(house.floor.journal, house.live())


def test_an_extension_opens_a_window_of_its_own(house):
    """Counted from when it was given."""
    house.do(DEALER, automatic_acts.StartGame(), 100)
    house.do(CLOCK, automatic_acts.LockBets(), 145)
    house.do(DEALER, automatic_acts.ExtendClock(seconds=30), 200, witness=SUPERVISOR)
    house.do(PLAYER, automatic_acts.PlaceBet(terminal="T1", bet="red", chip_minor=100), 207)

    assert recalled(30, 7) == house.recalled()


def test_time_in_which_the_table_stood_still_is_none_of_the_window(house):
    """Neither before a new start, nor while it still stands."""
    house.do(DEALER, automatic_acts.StartGame(), 100)
    house.do(DEALER, SuspendTable(reason="Fire."), 110)
    house.do(CLOCK, automatic_acts.RecordClockStep(by_milliseconds=5_000), 1_000)
    assert Recalled(45, timedelta(seconds=10), is_suspended=True) == house.recalled()
    house.do(SUPERVISOR, ResumeTable(), 2_000, witness=DEALER)
    house.do(PLAYER, automatic_acts.PlaceBet(terminal="T1", bet="red", chip_minor=100), 2_012)
    assert recalled(45, 22) == house.recalled()


@pytest.mark.parametrize("step", [3_600, -3_600])
def test_steps_of_the_wall_clock_are_no_time_that_passed(house, step):
    """A clock that was set within the window moved it neither then nor after a new start."""
    house.do(DEALER, automatic_acts.StartGame(), 100)
    house.do(CLOCK, automatic_acts.RecordClockStep(by_milliseconds=step * 1_000), 110 + step)
    house.do(PLAYER, automatic_acts.PlaceBet(terminal="T1", bet="red", chip_minor=100), 112 + step)

    assert recalled(45, 12) == house.recalled()


def test_a_record_from_before_the_opening_gives_no_time(house):
    """A clock that was set back, and was not recorded in time, leaves the whole and no more."""
    house.do(DEALER, automatic_acts.StartGame(), 100)
    house.do(PLAYER, automatic_acts.PlaceBet(terminal="T1", bet="red", chip_minor=100), 40)

    assert recalled(45, 0) == house.recalled()


def test_a_window_with_many_records_is_found(house):
    """However many bets came after the opening, and with records before it."""
    house.do(DEALER, automatic_acts.StartGame(), 100)
    for number in range(300):
        house.do(PLAYER, automatic_acts.PlaceBet(terminal="T1", bet="red", chip_minor=100), 101 + number / 100)
        if number % 2:
            house.do(PLAYER, automatic_acts.UndoBet(terminal="T1"), 101 + number / 100)

    assert recalled(45, 3.99) == house.recalled()


def test_an_open_game_that_nothing_opened_is_no_state_of_ours(house):
    """It is told, and no window is made up."""
    live = house.live()
    house.do(DEALER, automatic_acts.StartGame())
    live.state = house.live().state
    with pytest.raises(InvariantBroken, match="nothing is recorded that opened them"):
        window_of(_Before(house.floor.journal, live.version), live)  # type: ignore[arg-type]


class _Before:
    """A journal as it was at a version."""

    def __init__(self, journal, version):
        self._journal, self._version = journal, version

    def read(self, stream, after):
        """Yield what was there."""
        return (record for record in self._journal.read(stream, after=after) if record.version <= self._version)
