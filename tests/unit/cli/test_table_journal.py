"""`pitboss table --journal`: it goes on where it stood, and loses nothing while nothing can be recorded."""

from contextlib import closing
from datetime import timedelta

import pysqlite3 as sqlite3
import pytest

from pitboss.cli.table import _part
from pitboss.cli.table_desk import SUPERVISOR
from pitboss.floor import table_host
from pitboss.floor.verify.verify import verify
from pitboss.floor.writer.transcripts import play_into
from pitboss.games.roulette.automatic.acts import CountBuyIn
from pitboss.games.roulette.automatic.events import ClockStepped, GameHeld, GameStarted
from pitboss.games.roulette.automatic.game import AUTOMATIC
from pitboss.games.roulette.events import NoMoreBetsCalled
from pitboss.games.roulette.state import Phase
from pitboss.journal import JournalUnavailable, open_journal
from pitboss.openers import read_transcript
from tests.support.bell import HeldJournal
from tests.support.durable import ROOT
from tests.support.table_evening import BUY_IN, WALL, Evening, evenings

FULL = JournalUnavailable("nothing can be recorded: the disk is full")


@pytest.fixture(autouse=True)
def ended():
    """End the evenings of a test with it."""
    with evenings():
        yield


@pytest.fixture
def journal(monkeypatch):
    """Return a function that makes the journal of the next evening one that can fail, and gives it."""
    made = []

    def opened(address):
        made.append(HeldJournal(open_journal(address)))
        return made[-1]

    monkeypatch.setattr(table_host, "open_journal", opened)
    return lambda: made[-1]


def recorded(evening):
    """Return the events of the evening as the journal has them."""
    with closing(open_journal(evening.address, is_reader=True)) as journal:
        return [AUTOMATIC.event_decoder.decode(record.body) for record in journal.read(evening.host.stream, after=1)]


def faults(evening):
    """Return what a verification of the journal finds."""
    with closing(open_journal(evening.address, is_reader=True)) as journal:
        return verify(journal).faults


# Started again


def test_credits_bets_and_phase_are_as_they_were():
    """A second start has the terminals, their money and the game; nothing is opened or enrolled again."""
    before = Evening().keys(f"{BUY_IN}N\nbred\n").wait(3)
    events = recorded(before)
    after = before.again(after=2)

    assert {"straight:2": 100, "red": 100} == after.state.terminals["T1"].bets
    assert 9_800 == after.state.credits("T1")
    assert events == recorded(after)
    assert "PLACE BETS 15 s" in after.shown()


def test_a_game_can_be_finished_after_a_new_start():
    """Spin, lock, number, confirmation and settlement come as they would have come, and the journal is sound."""
    evening = Evening().keys(f"{BUY_IN}N\n").wait(3).again(after=5).wait(1).keys("S").wait(40).keys("C")

    assert 1 == len(evening.state.history)
    assert sum(evening.state.balances.values()) == 0
    assert () == faults(evening)


def test_keys_of_two_starts_never_meet():
    """The same keys pressed again are other commands."""
    evening = Evening().keys(BUY_IN).again().keys(BUY_IN)

    assert 20_000 == evening.state.credits("T1")


@pytest.mark.parametrize(("after", "left"), [(0, 15.0), (7.5, 7.5), (14.999, 0.001)])
def test_what_is_left_of_a_window_goes_by_the_wall_clock(after, left):
    """A window of 20 seconds that was left after 5 has the rest less the time since."""
    evening = Evening().keys("N").wait(5).again(after=after)

    assert left == pytest.approx(evening.left)
    assert 1 == evening.state.rounds


@pytest.mark.parametrize("after", [15, 16, 10**7])
def test_a_window_that_is_over_is_locked_at_once(after):
    """No key is taken before the lock; with no ball running the game is held."""
    evening = Evening().keys(f"{BUY_IN}N\n").wait(5).again(after=after)

    assert evening.left is None
    assert isinstance(recorded(evening)[-1], GameHeld)
    assert evening.keys("\n").last.startswith("Refused: the game is held")


@pytest.mark.parametrize("back", [1, 3_600, 10**7])
def test_a_wall_clock_that_was_set_back_gives_no_time(back):
    """What had passed at the last record stays passed, and the step is recorded."""
    evening = Evening().keys(f"{BUY_IN}N").wait(5).keys("\n").again(after=-back)

    assert 15 == evening.left
    assert ClockStepped(by_milliseconds=-back * 1_000, kind="step") == recorded(evening)[-1]
    assert () == faults(evening)


def test_a_dealer_is_prompted_once_whatever_is_started_again():
    """The prompt that is recorded is not sent again, and the lock comes at zero."""
    evening = Evening().keys("N").wait(11).again(after=1).wait(9)

    assert 1 == sum(event.__class__.__name__ == "SpinPrompted" for event in recorded(evening))
    assert evening.state.held is not None
    assert evening.told("Refused") == []


@pytest.mark.parametrize(("seconds", "phase"), [(1, Phase.SPINNING), (9, Phase.CLOSED)])
def test_a_ball_that_ran_is_gone_with_its_wheel(seconds, phase):
    """The game is held, for no sensor saw the whole spin, and can be voided and refunded."""
    evening = Evening().keys(f"{BUY_IN}N\n").wait(11).keys("S").wait(seconds).again()
    assert phase is evening.state.phase
    assert "HELD: the wheel was started again" in evening.shown()
    evening.keys("Vheld\nR")

    assert 10_000 == evening.state.credits("T1")
    assert () == faults(evening)


def test_a_number_that_was_sensed_can_be_confirmed():
    """It is recorded, so that no wheel is asked again."""
    before = Evening().keys(f"{BUY_IN}N\n").wait(11).keys("S").wait(40)
    sensed = before.state.sensed
    evening = before.again(after=60).keys("C")

    assert [sensed.pocket] == [entry.pocket for entry in evening.state.history]  # type: ignore[union-attr]


def test_a_void_game_waits_for_its_refund():
    """Whatever is started meanwhile."""
    evening = Evening().keys(f"{BUY_IN}N\nVmal\n").again()
    assert "GAME 1 IS VOID" in evening.shown()

    assert 10_000 == evening.keys("R").state.credits("T1")


def test_more_terminals_are_enrolled_and_none_is_removed():
    """Those that are there count."""
    three = Evening().again(terminals=3)
    assert ["T1", "T2", "T3"] == list(three.state.terminals)

    assert ["T1", "T2", "T3"] == list(three.again(terminals=1).state.terminals)


def test_a_table_somebody_else_opened_keeps_its_dealer(tmp_path):
    """The console acts for whoever deals there."""
    transcript = read_transcript((ROOT / "examples/roulette/automatic/cash-out.jsonl").read_bytes().split(b"\n"))
    address = f"sqlite:///{tmp_path}/day.db"
    play_into(address, transcript)
    late = max(entry.command.received_at for entry in transcript.entries)
    other = Evening(address, at=late, name="Auto 1", betting_seconds=45)

    assert "Dora" == other.desk.dealer.id
    assert "Dora" == [event for event in recorded(other.keys("N")) if isinstance(event, GameStarted)][-1].by


# While nothing can be recorded


def test_an_act_that_cannot_be_recorded_does_not_happen(journal):
    """It is said, the table is as it was, and the same key does it when the journal is back."""
    evening = Evening().keys(f"{BUY_IN}N")
    journal().failures = [FULL]
    evening.keys("\n")
    assert {} == evening.state.terminals["T1"].bets
    assert "Not recorded, so not done: the disk is full." == evening.last
    assert "NOTHING COULD BE RECORDED: the disk is full" in evening.shown(width=80, height=24)
    evening.keys("\n")

    assert {"straight:2": 100} == evening.state.terminals["T1"].bets
    assert "COULD BE RECORDED" not in evening.shown()
    assert evening.told("The journal records again.")
    assert () == faults(evening)


def test_a_full_disk_and_a_lock_are_told_as_they_are(monkeypatch):
    """What the database says stands on the screen; when it is over the table goes on."""
    monkeypatch.setattr("pitboss.journal.sqlite.BUSY_MILLISECONDS", 1)
    evening = Evening().keys(BUY_IN)
    connection = evening.host._floor.journal._connection  # type: ignore[attr-defined]
    connection.execute("PRAGMA max_page_count = 1")
    while not evening.told("disk is full"):
        evening.keys("N").keys("Vmal\nR")
    connection.execute("PRAGMA max_page_count = 1000000")
    with closing(sqlite3.connect(evening.address.removeprefix("sqlite:///"), isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        assert "Not recorded, so not done: database is locked." == evening.keys("H").last

    assert evening.told("Not recorded, so not done: database or disk is full.")
    assert evening.keys("N").told("The journal records again.")
    assert () == faults(evening)


def test_who_leaves_in_doubt_is_told(journal, capsys):
    """And where it is recorded, in any case."""
    evening = Evening()
    journal().failures, journal().goes_away = [FULL], True
    evening.keys("N")
    _part(evening.desk, evening.host, evening.address)
    said = capsys.readouterr().out.splitlines()

    assert f"Recorded in {evening.address} as automatic:try-1; started again, the table goes on." == said[0]
    assert said[1].startswith("Whether the last act was recorded is not known (the disk is full)")
    journal().is_away = False


def test_no_bet_gets_in_before_a_lock_that_waits(journal):
    """At zero the lock cannot be recorded; when the journal is back it is, before anything that was pressed."""
    evening = Evening().keys(f"{BUY_IN}N\n").wait(11).keys("S").wait(8)
    journal().failures = [FULL, FULL, FULL]
    evening.wait(2)
    assert "PLACE BETS 0 s" in evening.shown()
    assert evening.keys("\n").last.startswith("Not done, as what came before is not recorded yet")
    evening.keys("\n")

    assert {"straight:2": 100} == evening.state.terminals["T1"].bets
    assert Phase.CLOSED is evening.state.phase
    assert evening.last.startswith("Refused")
    assert 1 == len(evening.told("Nothing can be recorded now: the disk is full. It is tried again."))
    assert 1 == sum(isinstance(event, NoMoreBetsCalled) for event in recorded(evening))


def test_a_number_found_meanwhile_is_not_lost(journal):
    """The wheel's word waits, and goes to the console when it can be recorded."""
    evening = Evening().keys(f"{BUY_IN}N\n").wait(11).keys("S").wait(9)
    journal().failures = [FULL] * 50
    evening.wait(40)
    assert evening.state.sensed is None
    journal().failures = []
    evening.wait(1)

    assert evening.state.sensed is not None
    assert 1 == len(evening.keys("C").state.history)  # type: ignore[unreachable]
    assert () == faults(evening)


@pytest.mark.parametrize("is_written", [True, False])
def test_an_act_of_unknown_fate_has_one_effect(journal, is_written):
    """Nothing else is sent before it is known, and it is asked for under its key until it is."""
    evening = Evening().keys(f"{BUY_IN}N")
    journal().goes_away = True
    (journal().late_failures if is_written else journal().failures).append(FULL)
    if is_written:
        journal().append = leave_after(journal())
    evening.keys("\n")
    assert evening.desk.is_in_doubt
    assert "Not known yet if it is recorded: the disk is full." == evening.last
    evening.wait(1).keys("bred\n")
    assert {} == evening.state.terminals["T1"].bets
    journal().is_away = False
    evening.keys("\n")

    assert {"straight:2": 200} == evening.state.terminals["T1"].bets
    assert not evening.desk.is_in_doubt
    assert () == faults(evening)  # type: ignore[unreachable]


def leave_after(journal):
    """Return an append of a journal that writes a batch, and is gone before it has said so."""
    written = journal.append

    def append(batch):
        try:
            written(batch)
        except JournalUnavailable:
            journal.is_away = True
            raise

    return append


def test_what_the_clock_said_in_doubt_is_heard_once(journal):
    """A lock of unknown fate is sent again under its key, by clock and desk, and told once."""
    evening = Evening().keys(f"{BUY_IN}N\n").wait(11).keys("S").wait(8)
    journal().late_failures, journal().append = [FULL], leave_after(journal())
    evening.wait(1)
    assert Phase.SPINNING is evening.state.phase
    journal().is_away = False
    evening.wait(1)

    assert Phase.CLOSED is evening.state.phase  # type: ignore[comparison-overlap]
    assert 1 == sum(isinstance(event, NoMoreBetsCalled) for event in recorded(evening))  # type: ignore[unreachable]
    assert 1 == len(evening.told("every terminal is frozen"))
    assert () == faults(evening)


def test_a_step_of_the_clock_in_doubt_is_told_once(journal):
    """The clock asks again by itself after the desk knows."""
    evening = Evening().keys("N").wait(1)
    evening.at += timedelta(hours=1)
    journal().late_failures, journal().append = [FULL], leave_after(journal())
    evening.wait(1)
    journal().is_away = False
    evening.wait(3)

    assert [ClockStepped(by_milliseconds=3_600_000, kind="step")] == [
        event for event in recorded(evening) if isinstance(event, ClockStepped)
    ]
    assert 1 == len(evening.told("clock"))
    assert 15 == evening.left


def test_a_command_that_is_none_is_refused():
    """What its types do not allow is told, and the table goes on."""
    evening = Evening()

    assert not evening.desk.deal(CountBuyIn(terminal="T1", currency_minor=-1), witness=SUPERVISOR)
    assert evening.last.startswith("Refused: ")
    assert WALL == evening.wall
