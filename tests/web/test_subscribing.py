"""Whoever subscribes gets the state, or what was missed, before anything newer: no message takes a screen back."""

import asyncio
import json
from collections.abc import Awaitable, Callable
from concurrent.futures import Future
from types import SimpleNamespace
from typing import Any

from pitboss.web.bulletins import Bulletin
from pitboss.web.hub import Hub, Watcher
from pitboss.web.read_models import Shown
from tests.support.automatic_driver import AutomaticDriver
from tests.support.web_screen import Screen

STREAM = "automatic-1"


class Desk:
    """A hub over a writer that answers when it is told to, and one who watches."""

    def __init__(self) -> None:
        table = AutomaticDriver().started(T1=100_000)
        self.live = SimpleNamespace(
            name=STREAM, rules=table.game, state=table.table, config=table.table.config, version=5
        )
        self.hub = Hub(asyncio.get_running_loop())
        self.asked: list[tuple[Callable[..., Any], Future[Any]]] = []
        self.sent: list[tuple[str, int]] = []
        self.watcher = self.coming()
        self.tasks: list[asyncio.Task[None]] = []

    def coming(self) -> Watcher:
        """Return somebody who has not subscribed yet."""

        def put(text: str) -> None:
            message = json.loads(text)
            self.sent.append((message["type"], message["version"]))

        return Watcher(SimpleNamespace(put=put))  # type: ignore[arg-type]

    def ask(self, question: Callable[..., Any]) -> Future[Any]:
        """Put a question into the writer's queue."""
        self.asked.append((question, Future()))
        return self.asked[-1][1]

    async def subscribe(self, watcher: Watcher | None = None, after: int | None = None) -> None:
        """Subscribe, and wait for the answer beside everything else."""
        one = watcher or self.watcher
        self.hub.subscribe(one, STREAM)
        coming = self.hub.catch_up(one, STREAM, after, self.ask, lambda _live, _after: [])
        self.tasks.append(asyncio.create_task(coming))
        await asyncio.sleep(0)

    async def answer(self) -> None:
        """Let the writer answer what it was asked."""
        for question, future in self.asked:
            future.set_result(question(self.live))
        self.asked.clear()
        await asyncio.gather(*self.tasks)

    def tell(self, version: int) -> None:
        """Let the writer's thread tell the hub something."""
        self.live.version = self.hub.models.latest[STREAM] = version
        news = json.dumps({"type": "news", "version": version})
        shown = {"public": Shown(version, {"kind": "automatic"}, ())}
        bulletin = Bulletin(STREAM, version - 1, version, messages={"public": news}, shown=shown)
        self.hub._loop.call_soon_threadsafe(self.hub._deliver, [bulletin])


def at_the_desk(story: Callable[[Desk], Awaitable[None]]) -> list[tuple[str, int]]:
    """Let a story happen, and return what was sent to whoever watches."""

    async def told() -> list[tuple[str, int]]:
        desk = Desk()
        await story(desk)
        await asyncio.sleep(0)
        return desk.sent

    return asyncio.run(told())


def test_news_that_the_state_has_are_not_sent_before_it():
    """What became durable before the question was answered is in the answer; what came after follows it."""

    async def story(desk: Desk) -> None:
        await desk.subscribe()
        desk.tell(6)
        await desk.answer()
        desk.tell(7)

    assert [("state", 6), ("news", 7)] == at_the_desk(story)


def test_who_watches_already_is_shown_the_stream_without_a_question():
    """A second subscription, for a gap, holds nothing back, loses nothing and asks nothing of the writer."""

    async def story(desk: Desk) -> None:
        await desk.subscribe()
        await desk.answer()
        desk.tell(6)
        await asyncio.sleep(0)
        await desk.subscribe()
        assert [] == desk.asked
        desk.tell(7)

    assert [("state", 5), ("news", 6), ("state", 6), ("news", 7)] == at_the_desk(story)


def test_all_who_come_at_once_share_one_question():
    """Nobody watched: twenty who come before it is answered are one question in the writer's queue."""

    async def story(desk: Desk) -> None:
        for _ in range(20):
            await desk.subscribe(desk.coming())
        assert 1 == len(desk.asked)
        await desk.answer()

    assert [("state", 5)] * 20 == at_the_desk(story)


def test_who_comes_and_goes_asks_once_for_each_version():
    """What was looked at is shown again as long as nothing was recorded since, though nobody watched meanwhile."""

    async def story(desk: Desk) -> None:
        for version in (5, 5, 6):
            desk.live.version = desk.hub.models.latest[STREAM] = version
            await desk.subscribe()
            desk.sent.append(("asked", len(desk.asked)))
            await desk.answer()
            desk.hub.unsubscribe(desk.watcher, STREAM)

    asked = [number for kind, number in at_the_desk(story) if kind == "asked"]
    assert [1, 0, 1] == asked


def test_whoever_unsubscribes_awaits_nothing():
    """Who comes back later begins anew, and a question that is answered then is answered to nobody."""

    async def story(desk: Desk) -> None:
        await desk.subscribe()
        desk.hub.unsubscribe(desk.watcher, STREAM)
        desk.tell(6)
        await desk.answer()
        assert set() == desk.watcher.awaiting

    assert [] == at_the_desk(story)


def test_a_question_that_failed_is_asked_again():
    """Everybody who waited for it is told, and whoever comes next asks anew."""

    async def story(desk: Desk) -> None:
        await desk.subscribe()
        desk.asked.pop()[1].set_exception(LookupError())
        assert [LookupError] == [type(one) for one in await asyncio.gather(*desk.tasks, return_exceptions=True)]
        desk.tasks.clear()
        await desk.subscribe()
        await desk.answer()

    assert [("state", 5)] == at_the_desk(story)


def test_who_comes_back_is_told_what_was_missed(overseen):
    """The player the own part of it, staff all of it, and a stranger what everybody may see."""
    guests = (overseen["T1"], overseen["dealer"], overseen.web.visitor())
    before = overseen["dealer"].get(f"/api/streams/{STREAM}").json()["version"]
    overseen.bet("T1")
    overseen.do("dealer", STREAM, "automatic.hold_game/1", reason="a chip fell")
    missed = []
    for guest in guests:
        with guest.socket() as line:
            missed.append(line.subscribe(STREAM, after=before))

    assert [("news", before, before + 2)] * 3 == [(one["type"], one["after"], one["version"]) for one in missed]
    player, staff, stranger = ([event["type"] for event in one["events"]] for one in missed)
    assert ["automatic.bets_changed/1", "automatic.game_held/1"] == staff
    assert (True, True) == (set(player) <= set(staff), set(stranger) <= set(player))
    assert {"red": 100} == missed[0]["own"]["bets"]


def test_who_was_away_too_long_gets_the_whole_state(trial):
    """A version that is yet to come, or one of long ago, is no gap that news could fill."""
    trial.open_table("T1")
    with trial["T1"].socket() as line:
        assert "state" == line.subscribe(STREAM, after=10**6)["type"]


def test_who_comes_back_has_the_state_again(overseen):
    """What was missed comes with the stream as it stands, so that a screen that missed changes is right again."""
    with overseen["T1"].socket() as line:
        screen = Screen()
        screen.take(line.subscribe(STREAM))
    overseen.bet("T1")
    overseen.do("dealer", STREAM, "automatic.hold_game/1", reason="a chip fell")
    with overseen["T1"].socket() as line:
        screen.take(line.subscribe(STREAM, after=screen.version))
    whole = overseen["T1"].get(f"/api/streams/{STREAM}").json()
    assert (whole["state"], whole["version"]) == (screen.state, screen.version)


def test_two_screens_follow_a_game_by_its_changes(overseen):
    """A player's and a dealer's screen have what the server would answer, and asked for the state once."""
    with overseen["T1"].socket() as one, overseen["dealer"].socket() as other:
        lines = {"T1": (one, Screen()), "dealer": (other, Screen())}
        for line, screen in lines.values():
            screen.take(line.subscribe(STREAM))
        overseen.bet("T1")
        overseen.do("dealer", STREAM, "automatic.hold_game/1", reason="a chip fell")
        for name, (line, screen) in lines.items():
            whole = overseen[name].get(f"/api/streams/{STREAM}").json()
            while screen.version < whole["version"]:
                screen.take(line.wait("news"))
            assert whole["state"] == screen.state
