"""Tote boards at each beat: what has not changed is not made again, and what cannot be made is left as it is."""

import asyncio
from types import SimpleNamespace
from typing import Any

from pitboss.journal import JournalUnavailable
from pitboss.web.boards import Boards, Race, _Made, _moved

RACE = Race("tote", "LLK", 1)


def sent_at_a_beat(*, is_old, error=None):
    """Return what a watcher of one board is sent at a beat, where it may have to be made anew."""
    sent: list[str] = []

    async def run():
        async def asked(race):
            assert RACE == race
            if error is not None:
                raise error
            return _Made("new")

        server: Any = SimpleNamespace(hub=SimpleNamespace(models=SimpleNamespace(latest={"tote": 6 if is_old else 5})))
        boards: Any = Boards(server)
        watcher = SimpleNamespace(outbox=SimpleNamespace(is_empty=True, put=sent.append))
        boards._watched[RACE] = [watcher]
        boards._made[RACE] = _Made("old", version=5, at=asyncio.get_running_loop().time())
        boards._make = asked
        await boards.beat()

    asyncio.run(run())
    return sent


def test_a_board_is_sent_when_it_changed_and_not_before():
    """Nothing is made of a race in which nothing happened."""
    assert ([], ["new"]) == (sent_at_a_beat(is_old=False), sent_at_a_beat(is_old=True))


def test_a_board_that_cannot_be_made_ends_no_beat():
    """The journal is away: screens see by the time on it that their board is old."""
    assert [] == sent_at_a_beat(is_old=True, error=JournalUnavailable("away"))


def test_where_there_is_no_board_no_odds_have_moved():
    """A tote without a race to come has none, and what was known of earlier ones stays."""
    made = _Made(odds={("LLK", 1, "3"): "5/2"})
    assert ({}, {("LLK", 1, "3"): "5/2"}) == (_moved(made, None), made.odds)
