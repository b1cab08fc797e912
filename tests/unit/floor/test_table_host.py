"""An automatic table over a journal: what is recalled of it at a start, and a state that shows records alone."""

from contextlib import ExitStack
from datetime import UTC, datetime, timedelta

import pytest

from pitboss.decider import Accepted, Command, Person, Refusal, Role
from pitboss.errors import InputError, InvariantBroken
from pitboss.floor.devices.betting_window import window_of
from pitboss.floor.devices.clock import Recalled
from pitboss.floor.table_host import TableHost, hosting
from pitboss.floor.writer.answers import KeyConflict
from pitboss.floor.writer.live_stream import load
from pitboss.floor.writer.writer import Floor
from pitboss.games.roulette.automatic import acts as automatic_acts
from pitboss.games.table import acts as table_acts
from pitboss.journal import JournalBusy, open_journal
from tests.support.driver import ONEIDA
from tests.support.durable import folder

AT = datetime(2024, 6, 1, 20, 0, tzinfo=UTC)
DOCUMENT = {"rulebook": ONEIDA, "name": "Auto 1", "betting_seconds": 45}
DEALER, SUPERVISOR = Person("Dora", Role.DEALER), Person("Sue", Role.PIT_SUPERVISOR)
CLOCK, PLAYER = Person("clock", Role.DEVICE), Person("T1", Role.PLAYER)
EQUIPMENT = ("betting layout", "roulette wheel", "roulette balls", "crown or dolly", "colour chips")


class House:
    """A table in a journal that can be started again; every command is received when it is said to be."""

    def __init__(self, address):
        self.address, self.sent, self._stack = address, 0, ExitStack()
        self.start()

    def start(self):
        """Start it, again if it was started before, and return what is recalled of the betting window."""
        self._stack.close()
        self.host = self._stack.enter_context(hosting(self.address, DOCUMENT, AT))
        return self.host.window

    def end(self):
        """Stop it."""
        self._stack.close()

    def do(self, by, act, seconds=0, witness=None):
        """Submit an act that must be accepted."""
        self.sent += 1
        at = AT + timedelta(seconds=seconds)
        answer = self.host.submit(Command(key=f"k{self.sent}", by=by, act=act, received_at=at, witness=witness))
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
        made.end()


def recalled(seconds, passed, *, is_prompted=False):
    """Return a window by its seconds."""
    return Recalled(seconds, timedelta(seconds=passed), is_prompted)


def test_no_window_is_recalled_between_games(house):
    """Before the first game, after a hold, and after a void."""
    assert house.start() is None
    house.do(DEALER, automatic_acts.StartGame())
    house.do(DEALER, automatic_acts.HoldGame(reason="noise"))
    assert house.start() is None
    house.do(SUPERVISOR, automatic_acts.VoidGame(cause=automatic_acts.VoidCause.HELD), witness=DEALER)

    assert house.start() is None
    assert AT == house.host.recorded_at


def test_a_window_is_recalled_with_what_had_passed(house):
    """At the last record, whatever it was; a prompt is remembered, and the ball may run."""
    house.do(DEALER, automatic_acts.StartGame(), 100)
    assert recalled(45, 0) == house.start()
    house.do(CLOCK, automatic_acts.PromptSpin(seconds_left=10), 135)
    house.do(DEALER, automatic_acts.SpinBall(direction="against"), 138)  # type: ignore[arg-type]

    assert recalled(45, 38, is_prompted=True) == house.start()
    assert AT + timedelta(seconds=138) == house.host.recorded_at


def test_an_extension_opens_a_window_of_its_own(house):
    """Counted from when it was given."""
    house.do(DEALER, automatic_acts.StartGame(), 100)
    house.do(CLOCK, automatic_acts.LockBets(), 145)
    house.do(DEALER, automatic_acts.ExtendClock(seconds=30), 200, witness=SUPERVISOR)
    house.do(PLAYER, automatic_acts.PlaceBet(terminal="T1", bet="red", chip_minor=100), 207)

    assert recalled(30, 7) == house.start()


@pytest.mark.parametrize("step", [3_600, -3_600])
def test_steps_of_the_wall_clock_are_no_time_that_passed(house, step):
    """A clock that was set within the window moved it neither then nor after a new start."""
    house.do(DEALER, automatic_acts.StartGame(), 100)
    house.do(CLOCK, automatic_acts.RecordClockStep(by_milliseconds=step * 1_000), 110 + step)
    house.do(PLAYER, automatic_acts.PlaceBet(terminal="T1", bet="red", chip_minor=100), 112 + step)

    assert recalled(45, 12) == house.start()


def test_a_record_from_before_the_opening_gives_no_time(house):
    """A clock that was set back, and was not recorded in time, leaves the whole and no more."""
    house.do(DEALER, automatic_acts.StartGame(), 100)
    house.do(PLAYER, automatic_acts.PlaceBet(terminal="T1", bet="red", chip_minor=100), 40)

    assert recalled(45, 0) == house.start()


def test_a_window_with_many_records_is_found(house):
    """However many bets came after the opening, and with records before it."""
    house.do(DEALER, automatic_acts.StartGame(), 100)
    for number in range(300):
        house.do(PLAYER, automatic_acts.PlaceBet(terminal="T1", bet="red", chip_minor=100), 101 + number / 100)
        if number % 2:
            house.do(PLAYER, automatic_acts.UndoBet(terminal="T1"), 101 + number / 100)

    assert recalled(45, 3.99) == house.start()


def test_an_open_game_that_nothing_opened_is_no_state_of_ours(house):
    """It is told, and no window is made up."""
    live = load(house.host._floor.journal, house.host.stream)
    house.do(DEALER, automatic_acts.StartGame())
    live.state = house.host.state  # type: ignore[union-attr]
    with pytest.raises(InvariantBroken, match="nothing is recorded that opened them"):
        window_of(_Before(house.host._floor.journal, live.version), live)  # type: ignore[arg-type, union-attr]


class _Before:
    """A journal as it was at a version."""

    def __init__(self, journal, version):
        self._journal, self._version = journal, version

    def read(self, stream, after):
        """Yield what was there."""
        return (record for record in self._journal.read(stream, after=after) if record.version <= self._version)


def test_a_command_sent_again_tells_nothing_new(house):
    """Its answer is the same, its events are not applied twice; a refusal is told as often as it is asked for."""
    command = Command(key="once", by=DEALER, act=automatic_acts.StartGame(), received_at=AT)

    assert (1, 0) == tuple(len(house.host.submit(command).events) for _ in range(2))
    assert 1 == house.host.state.rounds
    again = Command(key="twice", by=DEALER, act=automatic_acts.StartGame(), received_at=AT)
    assert isinstance(house.host.submit(again), Refusal)
    assert house.host.submit(again) == house.host.submit(again)


def test_a_second_process_is_refused(house):
    """One writes, and the other is told so."""
    with (
        pytest.raises(JournalBusy, match="another process writes to this journal"),
        hosting(house.address, DOCUMENT, AT),
    ):
        pytest.fail("two write")


def test_another_document_is_refused(house):
    """A table keeps the document it was opened with; the same stream has no other."""
    house.end()
    with (
        pytest.raises(KeyConflict, match="another document"),
        hosting(house.address, DOCUMENT | {"betting_seconds": 60}, AT),
    ):
        pytest.fail("it was opened")


def test_tables_are_streams_of_their_own(house):
    """By their names, or by what the stream is called."""
    assert ("automatic:auto-1", False) == (house.host.stream, house.start() is not None)
    house.end()
    with hosting(house.address, DOCUMENT, AT, "automatic:other") as other:
        assert ("automatic:other", True) == (other.stream, other.is_new)


def test_a_stream_that_is_not_there_has_no_host():
    """It is opened first."""
    with folder() as where:
        floor = Floor(open_journal(f"sqlite:///{where}/day.db"))
        with pytest.raises(InputError, match="no such stream"):
            TableHost(floor, "automatic:none")
        floor.close()
