"""How long a database may take, and how whoever looks from outside learns that it takes too long."""

import pytest

from pitboss.journal import open_journal
from pitboss.journal.deadlines import LOOKS_LEAST, PATIENT, Deadlines, Watch
from pitboss.journal.postgres import _limits, _session_limits
from tests.support.frozen_disk import Clock


def looks(watch, count=LOOKS_LEAST):
    """Return what is seen at the last of so many looks."""
    return [watch.late() for _ in range(count)][-1]


def test_a_call_is_late_after_its_deadline():
    """Not before it, and not when it has ended."""
    clock = Clock()
    watch = Watch(Deadlines(answer_seconds=4), clock)
    with watch:
        clock.move(3.9)
        assert looks(watch) is None
        clock.move(0.1)
        assert 4.0 == pytest.approx(looks(watch))
    assert looks(watch) is None


def test_a_call_is_late_only_if_it_was_seen_several_times():
    """A process that got no processor for a while sees each call once: that is no frozen disk."""
    clock = Clock()
    watch = Watch(Deadlines(answer_seconds=4), clock)
    for _ in range(LOOKS_LEAST):
        with watch:
            clock.move(60)
            assert watch.late() is None


def test_every_call_to_a_file_is_timed(tmp_path):
    """Reading and writing, and a call that fails."""
    watch = Watch()
    journal = open_journal(str(tmp_path / "day.db"), watch=watch)
    before = watch._number
    journal.ping()
    journal.secrets("password")
    assert (before + 2, None) == (watch._number, watch._began)
    journal.close()


def test_what_the_server_and_the_connection_are_told():
    """The deadlines, in the units of each; what the address says itself comes first."""
    limits = Deadlines(answer_seconds=4.5, lock_seconds=2, connect_seconds=3)
    told = _limits(limits, {"keepalives": "0"})
    assert (3, 4500, 4) == (told["connect_timeout"], told["tcp_user_timeout"], told["keepalives_idle"])
    assert "keepalives" not in told
    statement, values = _session_limits(limits)
    assert ("4500", "2000") == values[:2]
    assert statement.startswith("SELECT set_config('statement_timeout', %s, false), set_config('lock_timeout'")


def test_commands_that_serve_nobody_wait_longer():
    """A verification is not ended by a slow disk."""
    assert PATIENT.answer_seconds > Deadlines().answer_seconds
