"""Tote boards over the WebSocket: one is made for all who watch a race, when it changed."""

import asyncio
from contextlib import ExitStack

import pytest

from tests.support.web_house import until
from tests.support.web_trial import RACE


@pytest.fixture
def trial(trial):
    """A house on trial whose tote has a card open."""
    trial.open_tote()
    return trial


def odds(message):
    """Return the odds that a board shows, by number."""
    return {one["number"]: one["odds"] for one in message["board"]["interests"]}


def test_a_change_is_written_out_once_however_many_watch(trial, monkeypatch):
    """Twenty strangers watch one race: a sale brings each of them the same board, made once."""
    monkeypatch.setattr("pitboss.web.boards.FRESH_SECONDS", float("inf"))
    with ExitStack() as stack:
        lines = [stack.enter_context(trial.web.visitor().socket()) for _ in range(20)]
        for line in lines:
            line.send("board", stream="tote", **RACE)
        first = [line.wait("board") for line in lines]
        trial.sold(bet="$50 WN 3")
        after = [line.wait("board", where=lambda one: one["version"] > first[0]["version"]) for line in lines]
    assert ([first[0]] * 20, [after[0]] * 20) == (first, after)
    assert 2 == trial.web.server.boards.encoded


def test_odds_that_moved_say_from_what(trial):
    """Money on another number lengthens the odds of the first; who comes later is told so too."""
    trial.sold(bet="$2 WN 3")
    with trial.web.visitor().socket() as line, trial.web.visitor().socket() as late:
        line.send("board", stream="tote", **RACE)
        before = line.wait("board")
        trial.sold(bet="$50 WN 4")
        after = line.wait("board", where=lambda one: odds(one) != odds(before))
        late.send("board", stream="tote", **RACE)
        moved = late.wait("board")["moved"]
    assert {"was": odds(before)["3"], "is_longer": True} == after["moved"]["3"]
    assert moved == after["moved"]


def test_another_board_takes_the_place_of_the_first(trial):
    """A connection has one board; a track or race that there is not is named, and the first one goes on."""
    with trial.web.visitor().socket() as line:
        line.send("board", stream="tote")
        board = line.wait("board")["board"]
        assert RACE == {part: board[part] for part in RACE}
        line.send("board", stream="tote", track="XYZ", race=1)
        assert "XYZ" == line.wait("problem")["values"]["value"]
        line.send("board", stream="tote", track=RACE["track"], race=2)
        assert 2 == line.wait("board", where=lambda one: one["board"]["race"] != 1)["board"]["race"]
        assert [("race", 2)] == [("race", one.race) for one in trial.web.server.boards._watched]


def test_nobody_who_went_away_is_kept(trial, monkeypatch):
    """A line that is closed leaves nothing behind, and a race that nobody watches is not made any more."""
    with trial.web.visitor().socket() as line:
        line.send("board", stream="tote", **RACE)
        line.wait("board")
    boards = trial.web.server.boards
    until(lambda: not trial.web.server.hub.watchers)
    # Whoever went away is forgotten in one turn of the loop: it is over when the loop has done something else.
    trial.web.run(asyncio.sleep(0))
    assert ({}, {}, {}) == (boards._watched, boards._by_watcher, boards._wanted)
    monkeypatch.setattr("pitboss.web.boards.KEPT_SECONDS", -1.0)
    until(lambda: not boards._made)


def test_every_name_of_the_next_race_is_one_board(trial, monkeypatch):
    """Without a track a race has no meaning: whatever number is asked for, it is the next to go."""
    monkeypatch.setattr("pitboss.web.boards.FRESH_SECONDS", float("inf"))
    with trial.web.visitor().socket() as line:
        for race in range(1, 6):
            line.send("board", stream="tote", race=race)
            line.wait("board")
    assert 1 == trial.web.server.boards.encoded


def test_of_two_boards_asked_for_the_last_is_shown(trial, monkeypatch):
    """An answer that comes later than the next question is dropped, however long it took."""
    boards = trial.web.server.boards
    asked, held = boards._asked, asyncio.Event()

    async def slow(race):
        if race.race == 1:
            await held.wait()
        return await asked(race)

    monkeypatch.setattr(boards, "_asked", slow)
    with trial.web.visitor().socket() as line:
        line.send("board", stream="tote", **RACE)
        line.send("board", stream="tote", **{**RACE, "race": 2})
        assert 2 == line.wait("board")["board"]["race"]
        trial.web.loop.call_soon_threadsafe(held.set)
        until(lambda: any(race.race == 1 for race in list(boards._made)))
        assert {2} == {race.race for race in boards._by_watcher.values()}
