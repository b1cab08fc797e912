"""Whoever subscribes gets the state, or what was missed, before anything newer: no message takes a screen back."""

from types import SimpleNamespace
from typing import Any

from pitboss.web.hub import Hub, Watcher, _Bulletin

STREAM = "automatic-1"


class Loop:
    """A loop that does what it is handed when it is told to, in order."""

    def __init__(self) -> None:
        self.calls: list[Any] = []

    def call_soon_threadsafe(self, deed: Any, *what: Any) -> None:
        """Take over from another thread."""
        self.calls.append((deed, what))

    def run(self) -> None:
        """Do all of it."""
        for deed, what in self.calls:
            deed(*what)
        self.calls.clear()


def subscribed() -> tuple[Hub, Loop, Watcher, list[str]]:
    """Return a hub with one who has just subscribed, and what is sent to them."""
    loop, sent = Loop(), list[str]()
    hub = Hub(loop)  # type: ignore[arg-type]
    watcher = Watcher(SimpleNamespace(put=sent.append))  # type: ignore[arg-type]
    hub.subscribe(watcher, STREAM)
    return hub, loop, watcher, sent


def told(hub: Hub, message: str) -> None:
    """Let the writer's thread tell the hub something."""
    hub._loop.call_soon_threadsafe(hub._deliver, [_Bulletin(STREAM, message, message, {})])


def test_news_that_the_state_has_are_not_sent_before_it():
    """What became durable before the question was answered is in the answer; what came after follows it."""
    hub, loop, watcher, sent = subscribed()
    told(hub, "news to 5")
    hub.answer(watcher, STREAM, "state at 5")
    told(hub, "news to 6")
    loop.run()
    assert ["state at 5", "news to 6"] == sent


def test_news_between_the_answer_and_the_next_question_are_sent():
    """A second question, for a gap, holds nothing back for long and loses nothing."""
    hub, loop, watcher, sent = subscribed()
    hub.answer(watcher, STREAM, "state at 5")
    told(hub, "news to 6")
    loop.run()
    hub.subscribe(watcher, STREAM)
    told(hub, "news to 7")
    hub.answer(watcher, STREAM, "gap to 7")
    told(hub, "news to 8")
    loop.run()
    assert ["state at 5", "news to 6", "gap to 7", "news to 8"] == sent


def test_whoever_unsubscribes_awaits_nothing():
    """Who comes back later begins anew."""
    hub, loop, watcher, sent = subscribed()
    hub.unsubscribe(watcher, STREAM)
    told(hub, "news to 5")
    loop.run()
    assert (set(), []) == (watcher.awaiting, sent)


def test_who_comes_back_is_told_what_was_missed(trial):
    """The player the own part of it, staff all of it, and a stranger what everybody may see."""
    trial.open_table("T1")
    guests = (trial["T1"], trial["dealer"], trial.web.visitor())
    before = trial["dealer"].get(f"/api/streams/{STREAM}").json()["version"]
    trial.bet("T1")
    trial.do("dealer", STREAM, "automatic.hold_game/1", reason="a chip fell")
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
