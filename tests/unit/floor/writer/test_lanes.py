"""The writer's queue: bets and dealing first, who only looks last; no order is lost, and nobody waits for ever."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pitboss.floor.writer import lanes
from pitboss.floor.writer.answers import Busy, NotRecorded
from pitboss.floor.writer.lanes import LOOKS_A_REPORT, ROUNDS_MAX, Lanes
from pitboss.floor.writer.openers import OPENERS
from pitboss.floor.writer.queue import Opening, Query, Submission, Urgency
from pitboss.floor.writer.writer import Floor
from pitboss.journal import open_journal
from tests.support.bell import AT, OPENER, HeldJournal, command, together

PLAY, OTHER, LOOK, REPORT = Urgency


def sent(key, stream="one", by="Ann", urgency=PLAY):
    """Return a command that is handed in."""
    return Submission(stream, command(key, by=by), urgency=urgency)


def asked(urgency=LOOK, stream="one"):
    """Return a question that is handed in."""
    return Query(stream, lambda _: None, urgency)


def filled(*entries):
    """Return the queue in which these wait."""
    queue = Lanes()
    for entry in entries:
        queue.put(entry)
    return queue


def taken(queue, most=256):
    """Take everything, round by round; a command is told by its key, a question by its urgency."""
    found = []
    while len(queue):
        entries = queue.take(most)
        found.append([one.command.key if isinstance(one, Submission) else one.urgency.name for one in entries])
    return found


@pytest.fixture
def floor(tmp_path, monkeypatch):
    """Yield a floor with one bell whose writer can be stopped."""
    monkeypatch.setitem(OPENERS, "bell", OPENER)
    one = Floor(HeldJournal(open_journal(f"sqlite:///{tmp_path / 'day.db'}")))
    one.open("bell:1", "bell", {}, AT)
    yield one
    one.close()


def test_a_bet_is_answered_before_every_look(floor):
    """Hundreds who look have asked before it, while the writer was busy: the bet is decided first."""
    order = []
    with together(floor, "bell:1"):
        looks = [floor.ask("bell:1", lambda _: order.append("look"), LOOK) for _ in range(300)]
        bet = floor.submit("bell:1", command("bet"))
        bet.add_done_callback(lambda _: order.append("bet"))
    for look in looks:
        look.result()
    assert ("bet", 301) == (order[0], len(order))


def test_what_is_urgent_comes_first():
    """Play before other commands, both before looks, and those before reports, whatever came first."""
    queue = filled(asked(REPORT), asked(), sent("other", "house", "Sue", OTHER), sent("bet"))
    assert [["bet", "other"], ["LOOK"], ["REPORT"]] == taken(queue)


def test_a_bet_does_not_overtake_its_own_stream():
    """A limit is changed, then somebody bets: the bet comes after it, and so do all that follow; others do not wait."""
    queue = filled(sent("limit", urgency=OTHER), sent("bet", by="Bob"), sent("elsewhere", "two", "Cid"))
    assert [["elsewhere"], ["limit"], ["bet"]] == taken(queue, most=1)


def test_a_bet_does_not_overtake_its_own_sender():
    """Whoever asks for two things gets them in that order, in whichever streams."""
    queue = filled(sent("alarm", "house", "Sue", OTHER), sent("close", "one", "Sue"), sent("bet", "two", "Bob"))
    assert [["bet"], ["alarm"], ["close"]] == taken(queue, most=1)
    assert [["close"], ["alarm"]] == taken(filled(sent("alarm", "house", "Sue", OTHER), sent("close")), most=1)


def test_looks_have_their_turn_though_bets_come_without_end():
    """After some rounds of writing one look is answered, and then it is the bets' turn again."""
    queue = filled(asked(), asked(), *(sent(str(number)) for number in range(20)))
    rounds = ["look" if one == ["LOOK"] else "bet" for one in taken(queue, most=1)]
    assert [ROUNDS_MAX, 2 * ROUNDS_MAX + 1] == [at for at, one in enumerate(rounds) if one == "look"]


def test_other_commands_have_their_turn_though_bets_come_without_end():
    """After some rounds they stand where a bet that came now would."""
    queue = filled(sent("other", "house", "Sue", OTHER), *(sent(str(number)) for number in range(8)))
    for number in range(ROUNDS_MAX):
        assert str(number) == queue.take(1)[0].command.key
    assert ["4"] == [one.command.key for one in queue.take(1)]
    queue.put(sent("late"))
    assert [["5"], ["6"], ["7"], ["other"], ["late"]] == taken(queue, most=1)


def test_reports_have_their_turn_though_looks_come_without_end():
    """One after some looks."""
    queue = filled(asked(REPORT), *(asked() for _ in range(20)))
    assert LOOKS_A_REPORT == taken(queue).index(["REPORT"])


def test_a_busy_house_refuses_looks_first_then_other_commands_then_bets(monkeypatch):
    """Each has its bound; nothing that is refused waits, and what has been taken on is done."""
    monkeypatch.setattr(lanes, "LOOKS_MAX", 2)
    monkeypatch.setattr(lanes, "OTHER_MAX", 3)
    monkeypatch.setattr(lanes, "PLAY_MAX", 4)
    queue = filled(asked(), asked(REPORT), sent("1"), sent("2"))
    with pytest.raises(Busy):
        queue.put(asked())
    queue.put(sent("3", by="Sue", urgency=OTHER))
    with pytest.raises(Busy, match="try again in a moment") as refused:
        queue.put(sent("4", urgency=OTHER))
    queue.put(sent("5"))
    with pytest.raises(Busy):
        queue.put(sent("6"))
    assert (503, 1, {"waiting": 5}) == (refused.value.http_status, refused.value.retry_seconds, refused.value.values)
    assert [["1", "2", "3", "5"], ["LOOK"], ["REPORT"]] == taken(queue)


def test_a_closed_queue_hands_out_what_it_has_and_takes_nothing():
    """Whoever comes too late is told."""
    queue = filled(Opening("one", "bell", {}, ""), asked())
    queue.close()
    with pytest.raises(NotRecorded, match="closed"):
        queue.put(sent("late"))
    assert [1, 1, 0] == [len(queue.take(256)) for _ in range(3)]


ENTRIES = st.tuples(
    st.sampled_from(["one", "two", "house"]), st.sampled_from(["Ann", "Bob", "Sue"]), st.sampled_from([PLAY, OTHER])
)


@given(st.lists(ENTRIES, max_size=40), st.integers(1, 5), st.integers(1, 8))
def test_no_stream_and_no_sender_loses_its_order(commands, most, pause):
    """Whatever comes, and while some of it is written: each sees their own in the order it was sent."""
    queue, found = Lanes(), []
    for number, (stream, by, urgency) in enumerate(commands):
        queue.put(sent(f"{number}", stream, by, urgency))
        if number % pause == 0:
            found += queue.take(most)
            queue.put(asked())
    while len(queue):
        found += queue.take(most)
    keys = [(one.stream, one.command.by.id, int(one.command.key)) for one in found if isinstance(one, Submission)]
    assert len(commands) == len(keys)
    for which in (0, 1):
        for name in {key[which] for key in keys}:
            own = [key[2] for key in keys if key[which] == name]
            assert sorted(own) == own
