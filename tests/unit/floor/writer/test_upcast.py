"""Old events read as present ones: step by step, without touching what is stored."""

from collections.abc import Callable
from typing import Any

import pytest

from pitboss.floor.writer import live_stream as stream_module
from pitboss.floor.writer.openers import OPENERS
from pitboss.floor.writer.upcast import UPCASTS, current
from pitboss.floor.writer.writer import Floor
from pitboss.journal import Batch, open_journal
from tests.support.bell import AT, OPENER, command
from tests.support.durable import faults_in
from tests.support.journal_lines import told

OLD = b'{"type":"bell.rung/0","times":"two"}'


@pytest.fixture
def journal(tmp_path, monkeypatch):
    """Yield a journal in which a bell was rung when events had another form."""
    monkeypatch.setitem(OPENERS, "bell", OPENER)
    one = open_journal(str(tmp_path / "day.db"))
    floor = Floor(one)
    floor.open("bell:1", "bell", {}, AT)
    one.append(Batch([told(one.end(), "bell:1", 2, "old", OLD)]))
    yield one
    one.close()


def test_nothing_to_do():
    """An event whose name needs nothing comes back byte by byte, with or without upcasts for others."""
    body = b'{"type": "a/2",  "by":"Ann"}'
    assert body == current(body)
    assert body == current(body, {})
    assert body == current(body, {"a/1": lambda fields: fields})


def test_several_steps():
    """From version to version, each step sees what the one before it made."""
    upcasts: dict[str, Callable[[dict[str, Any]], dict[str, Any]]] = {
        "a/1": lambda fields: {"type": "a/2", "times": int(fields["count"])},
        "a/2": lambda fields: {"type": "b/1", "times": [fields["times"]] * 2},
    }
    assert b'{"type":"b/1","times":[3,3]}' == current(b'{"type":"a/1","count":"3"}', upcasts)


def test_no_upcasts_yet():
    """All events are of their first version; whoever adds a second one keeps a journal of the first."""
    assert {} == UPCASTS


def test_old_event_is_loaded(journal, monkeypatch):
    """An old event takes part in the state as a present one, and its record and chain stay what they are."""
    words = {"two": 2}
    monkeypatch.setitem(UPCASTS, "bell.rung/0", lambda old: {"type": "bell.rung/1", "count": words[old["times"]]})
    live: Any = stream_module.load(journal, "bell:1")
    assert (2, 2) == (live.state.count, live.version)
    assert OLD == list(journal.read("bell:1"))[-1].body
    answer: Any = Floor(journal).send("bell:1", command("k1")).answer
    assert 3 == answer.events[0].count
    assert [] == faults_in(journal)


def test_unknown_event_is_not_passed_over(journal):
    """An event that nobody knows any more stops its stream: nothing is decided on half of what happened."""
    with pytest.raises(ValueError, match=r"bell\.rung/0"):
        stream_module.load(journal, "bell:1")
