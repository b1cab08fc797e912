"""A house in which too much waits says so at once, to whoever only looks first; bets are taken all the while."""

import pytest

from pitboss.floor.writer import lanes

STREAM = "automatic-1"


@pytest.fixture
def busy(trial, monkeypatch):
    """Return a house with a game in which no look may wait."""
    trial.open_table("T1")
    trial["dealer"].get("/api/me")
    monkeypatch.setattr(lanes, "LOOKS_MAX", 0)
    return trial


def test_a_look_is_refused_and_a_bet_is_taken(busy):
    """By HTTP: when to try again is in the answer."""
    answer = busy["dealer"].get(f"/api/streams/{STREAM}/offers")
    assert (503, "1", "Busy") == (answer.status_code, answer.headers["retry-after"], answer.json()["error"])
    busy.bet("T1")


def test_a_socket_is_told_and_may_try_again(busy, monkeypatch):
    """Nothing is half done: the same subscription is answered in full as soon as there is room."""
    with busy["dealer"].socket() as line:
        assert ("problem", "Busy") == tuple(line.subscribe(STREAM)[name] for name in ("type", "error"))
        monkeypatch.undo()
        assert "state" == line.subscribe(STREAM)["type"]


def test_the_ledger_is_read_beside_the_writer(trial):
    """A report sums up all postings; the writer may be busy with something else meanwhile."""
    trial.open_table("T1")
    trial["auditor"].get("/api/me")
    with trial.web.live.floor.journal._alone:
        assert 0 == sum(trial["auditor"].get("/api/ledger").json().values())
