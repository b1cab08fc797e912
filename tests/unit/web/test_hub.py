"""The hub: each audience is told what it may see, once, and nobody is told what nobody may."""

import asyncio
import json
from itertools import pairwise
from types import SimpleNamespace

import pytest

from pitboss.decider import Accepted, Role
from pitboss.floor.writer.answers import Recorded
from pitboss.floor.writer.changes import difference
from pitboss.games.roulette.automatic.game import AUTOMATIC
from pitboss.web import read_models
from pitboss.web.hub import SAID_AT_ONCE, Hub, Watcher
from pitboss.web.outbox import Outbox
from pitboss.web.read_models import audiences_of
from tests.support.automatic_driver import AutomaticDriver

STREAM = "automatic-1"


@pytest.fixture
def hub():
    """Return a hub whose loop does at once what it is asked to."""
    loop = SimpleNamespace(call_soon_threadsafe=lambda deed, *values: deed(*values))
    return Hub(loop)  # type: ignore[arg-type]


def watcher(hub, *, role=None, terminal=None):
    """Return a socket that watches the table and has seen its state."""

    async def outbox():
        return Outbox(None)  # type: ignore[arg-type]

    one = Watcher(asyncio.run(outbox()), terminal)
    hub.add(one)
    hub.subscribe(one, STREAM, audiences_of(AUTOMATIC, role, terminal))
    one.awaiting.clear()
    return one


def said_to(one):
    """Return the messages that wait for a socket."""
    return [json.loads(text) for text in one.outbox._waiting]


def news(live, version, *events):
    """Return something that has become durable."""
    recorded = Recorded(STREAM, "key", Accepted(events), version, version + len(events) - 1)
    return SimpleNamespace(live=live, recorded=recorded)


def settled():
    """Return a table at which a game of two terminals was settled, and what happened in it."""
    table = AutomaticDriver().started(T1=100_000, T2=100_000)
    begun = len(table.events)
    table.bet("T1", "straight:17", 500)
    table.bet("T2", "red", 1_000)
    table.settle("17")
    live = SimpleNamespace(name=STREAM, rules=table.game, state=table.table, config=table.table.config, version=9)
    return live, table.events[begun:]


def test_each_audience_is_told_its_part(hub):
    """A terminal sees its own bets and payments, the public the number, staff everything; nobody sees the other's."""
    live, events = settled()
    public, staff, own = watcher(hub), watcher(hub, role=Role.DEALER), watcher(hub, terminal="T1")
    hub.hear([news(live, 10, *events)])
    (to_public,), (to_staff,), (to_own,) = said_to(public), said_to(staff), said_to(own)
    assert "T1" not in json.dumps(to_public)
    assert "T2" not in json.dumps(to_own)
    assert live.state.credits("T1") == to_own["own"]["credits_minor"]
    assert "17" in json.dumps(to_public)
    assert len(events) == len(to_staff["events"])


def test_bet_at_one_terminal_is_no_message_to_others(hub):
    """What only one terminal may see goes to it and to staff; whoever else watches is told of it with nothing."""
    live, events = settled()
    public, own, other = watcher(hub), watcher(hub, terminal="T1"), watcher(hub, terminal="T2")
    hub.hear([news(live, 10, events[0])])
    assert ([], 1, []) == (said_to(public), len(said_to(own)), said_to(other))
    hub.hear([news(live, 11, *events[1:])])
    assert [0] == [message["after"] for message in said_to(public)]


def test_sentences_for_everybody_name_no_terminal(hub):
    """What is told of a settled game to whoever comes to look is its number, and nobody's bets."""
    live, events = settled()
    hub.hear([news(live, 10, *events)])
    sentences = [sentence for _, sentence in hub.bulletins.said[STREAM]]
    assert any("17" in sentence for sentence in sentences)
    assert not any("T1" in sentence or "T2" in sentence for sentence in sentences)


def test_whoever_left_is_told_nothing(hub):
    """A socket that ended its subscription, or is gone, is not written to."""
    live, events = settled()
    gone, left = watcher(hub), watcher(hub, terminal="T1")
    hub.remove(gone)
    hub.unsubscribe(left, STREAM)
    hub.hear([news(live, 10, *events)])
    assert ([], []) == (said_to(gone), said_to(left))
    assert not hub.is_watched(STREAM)


def test_what_several_roles_see_alike_is_made_once(hub, monkeypatch):
    """A bet at a table that three roles watch costs one view and one difference, and each of them is told."""
    live, events = settled()
    roles = (Role.DEALER, Role.PIT_SUPERVISOR, Role.PIT_MANAGER)
    watching = [watcher(hub, role=role) for role in roles]
    hub.hear([news(live, 1, *events[:1])])
    made = []

    def noted(before, after):
        made.append(after)
        return difference(before, after)

    monkeypatch.setattr(read_models, "difference", noted)
    live.state.seconds += 1
    hub.hear([news(live, 2, *events[1:2])])
    assert 1 == len(made)
    assert [{"seconds": live.state.seconds}] * 3 == [said_to(one)[-1]["changes"] for one in watching]


def test_a_beat_keeps_nobody_waiting_however_many_are_connected(hub):
    """It is put to a few sockets at a time: whatever else the loop has to do comes between."""

    async def beaten():
        sockets = [Watcher(Outbox(None)) for _ in range(100)]  # type: ignore[arg-type]
        for one in sockets:
            hub.add(one)
        beat, seen = asyncio.create_task(hub.say("beat")), [0]
        while not beat.done():
            await asyncio.sleep(0)
            seen.append(sum(not one.outbox.is_empty for one in sockets))
        return seen

    seen = asyncio.run(beaten())
    assert 100 == seen[-1]
    assert max(after - before for before, after in pairwise(seen)) <= SAID_AT_ONCE
