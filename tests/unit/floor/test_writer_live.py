"""What a live floor asks of its writer besides commands: questions, news, gates, secrets, and the fate of a key."""

import pytest

from pitboss.decider import Accepted
from pitboss.errors import InputError, PitbossError
from pitboss.floor.writer import writer
from pitboss.floor.writer.openers import OPENERS
from pitboss.floor.writer.writer import Floor
from pitboss.journal import JournalUnavailable, Secret, open_journal
from tests.support.bell import AT, OPENER, HeldJournal, Ring, command, together


class Barred(PitbossError):
    """Somebody may not."""


def bar(live, asked):
    """Let nobody ring a bell that has rung three times."""
    if live.state.count >= 3:
        raise Barred(f"{asked.key}: the bell has rung {live.state.count} times")


@pytest.fixture
def floor(tmp_path, monkeypatch):
    """Yield a floor with one bell."""
    monkeypatch.setitem(OPENERS, "bell", OPENER)
    one = Floor(HeldJournal(open_journal(f"sqlite:///{tmp_path / 'day.db'}")))
    one.open("bell:1", "bell", {}, AT)
    yield one
    one.close()


def test_view_answers_between_two_rounds(floor):
    """A question is put to the state after everything that was handed in before it."""
    with together(floor, "bell:1"):
        floor.submit("bell:1", command("k1", Ring(times=2)))
        asked = floor.ask("bell:1", lambda live: (live.state.count, live.version))
    assert (3, 4) == asked.result()
    assert 3 == floor.view("bell:1", lambda live: live.state.count)
    with pytest.raises(InputError, match="no such stream"):
        floor.view("bell:9", lambda live: live.version)


def test_question_that_fails_stops_nobody(floor):
    """Whoever asks what cannot be answered is told, and the stream goes on."""
    with pytest.raises(ZeroDivisionError):
        floor.view("bell:1", lambda live: 1 // live.state.count)
    assert 2 == floor.send("bell:1", command("k1")).first


@pytest.mark.parametrize("stream", ["bell:1", "bell:9"])
def test_question_that_fails_behind_a_command_leaves_it_recorded_once(floor, stream):
    """The command before it is durable by then: it is not written again, and the writer goes on."""
    with together(floor, "bell:1"):
        rung = floor.submit("bell:1", command("k1"))
        asked = floor.ask(stream, lambda live: live.state.count // 0)
        later = floor.submit("bell:1", command("k2"))
    assert (3, 4) == (rung.result().first, later.result().first)
    with pytest.raises((ZeroDivisionError, InputError)):
        asked.result()
    assert 5 == floor.send("bell:1", command("k3")).first


def test_listeners_hear_what_is_durable_and_nothing_else(floor):
    """News come once for each accepted command, after its commit, with the stream as it then is."""
    heard = []
    floor.listeners.append(lambda news: heard.append([(one.recorded.key, one.live.version) for one in news]))
    floor.journal.failures = [JournalUnavailable("full")]
    with pytest.raises(PitbossError):
        floor.send("bell:1", command("k0"))
    floor.send("bell:1", command("k1"))
    floor.send("bell:1", command("k1"))
    floor.send("bell:1", command("k2", Ring(times=0)))
    floor.send("bell:1", command("k3", Ring(times=2)))
    assert [[("k1", 2)], [("k3", 4)]] == heard


def test_listener_that_fails_stops_nobody(floor):
    """A screen that cannot be told is no reason to stop the house."""
    heard = []
    floor.listeners += [lambda _: 1 // 0, lambda news: heard.append(len(news))]
    assert isinstance(floor.send("bell:1", command("k1")).answer, Accepted)
    assert [1] == heard


def test_screens_are_told_when_no_bet_waits(floor, monkeypatch):
    """Bets that wait are written one after the other; screens hear of all of them at once, listeners of each."""
    monkeypatch.setattr(writer, "BATCH_MAX", 1)
    heard, shown = [], []
    floor.listeners.append(lambda news: heard.append([one.recorded.key for one in news]))
    floor.screens.append(lambda news: shown.append([one.recorded.key for one in news]))
    with together(floor, "bell:1"):
        asked = [floor.submit("bell:1", command(f"k{number}")) for number in range(6)]
    assert [2, 3, 4, 5, 6, 7] == [one.result().first - 1 for one in asked]
    floor.look("bell:1")
    assert [[f"k{number}"] for number in range(6)] == heard[-6:]
    assert [["busy 1", "k0", "k1", "k2"], ["k3", "k4", "k5"]] == shown


def test_a_bet_is_answered_before_a_question_that_came_with_it(floor):
    """Whoever only asks does not have what was decided before written by itself: one round, one commit."""
    order = []
    with together(floor, "bell:1"):
        for number in range(3):
            floor.ask("bell:1", lambda _, number=number: order.append(f"q{number}"))
            rung = floor.submit("bell:1", command(f"k{number}"))
            rung.add_done_callback(lambda _, number=number: order.append(f"k{number}"))
    floor.look("bell:1")
    assert ["k0", "k1", "k2", "q0", "q1", "q2"] == order


def test_screens_are_never_shown_what_was_not_recorded(floor, monkeypatch):
    """What they were not told of when a commit failed they are told by the stream as it is read anew."""
    monkeypatch.setattr(writer, "BATCH_MAX", 1)
    shown: list[tuple[str, int]] = []
    floor.screens.append(lambda news: shown.extend((one.recorded.key, one.live.state.count) for one in news))
    with together(floor, "bell:1"):
        floor.submit("bell:1", command("k1"))
        lost = floor.submit("bell:1", command("k2", Ring(times=5)))
        # The commit of the last fails, and not of what keeps the writer busy, or of the first.
        floor.journal.failures = [None, None, JournalUnavailable("full")]
    with pytest.raises(PitbossError):
        lost.result()
    count = floor.view("bell:1", lambda live: live.state.count)
    assert ("k1", count) == shown[-1]


def test_gate_is_asked_with_the_state_right_before(floor):
    """Of three commands in one batch the gate lets through what it sees fit; what it bars leaves no trace."""
    floor.gates = [bar]
    with together(floor, "bell:1"):
        asked = [floor.submit("bell:1", command(key)) for key in ("k1", "k2", "k3")]
    assert [3, 4] == [one.result().first for one in asked[:2]]
    with pytest.raises(Barred, match="k3: the bell has rung 3 times"):
        asked[2].result()
    assert floor.journal.answer("bell:1", "k3") is None
    floor.gates = []
    assert 5 == floor.send("bell:1", command("k3")).first


def test_a_command_is_prepared_before_the_gates_are_asked_in_their_order(floor):
    """Gates see the command as it is to be decided; what `prepare` turns back no gate is asked about."""
    seen = []
    floor.gates = [lambda _, asked: seen.append(("one", asked.act)), lambda _, asked: seen.append(("two", asked.act))]
    floor.submit("bell:1", command("k1"), prepare=lambda *_: (command("k1", Ring(times=3)), ())).result()
    assert [("one", Ring(times=3)), ("two", Ring(times=3))] == seen
    with pytest.raises(Barred):
        floor.submit("bell:1", command("k2"), prepare=bar).result()
    assert 2 == len(seen)


def test_secrets_are_kept_with_what_is_accepted(floor):
    """A secret is written in the transaction of its command, and not for a refusal or a barred one."""
    kept = [Secret("code", "ann", b"1")]
    floor.submit("bell:1", command("k1", Ring(times=0)), kept).result()
    assert {} == floor.journal.secrets("code")
    floor.submit("bell:1", command("k2"), kept).result()
    assert {"ann": b"1"} == floor.journal.secrets("code")
    floor.journal.failures = [JournalUnavailable("full")]
    with pytest.raises(PitbossError):
        floor.submit("bell:1", command("k3"), [Secret("code", "ann", None)]).result()
    assert {"ann": b"1"} == floor.journal.secrets("code")


def test_fate_of_a_key(floor):
    """Whoever lost the answer asks for it by the key: the same answer, or none where nothing was recorded."""
    recorded = floor.send("bell:1", command("k1", Ring(times=2)))
    assert recorded == floor.fate("k1", "bell:1").result()
    assert floor.fate("k2", "bell:1").result() is None


def test_trouble_is_told_until_something_is_recorded(floor):
    """Whoever looks after the house sees why nothing was recorded, and that it is over."""
    assert floor.trouble is None
    floor.journal.failures = [JournalUnavailable("no space left")]
    with pytest.raises(PitbossError):
        floor.send("bell:1", command("k1"))
    assert floor.trouble is not None
    assert "no space left" in floor.trouble  # type: ignore[unreachable]
    floor.send("bell:1", command("k1"))
    assert floor.trouble is None
