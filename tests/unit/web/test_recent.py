"""What is kept for whoever comes back: the last records without a gap, and no more of them than may be."""

import asyncio
import json
from types import SimpleNamespace
from typing import Any

from pitboss.web.hub import Hub, Watcher
from pitboss.web.read_models import RECENT_MAX, Recent
from tests.support.automatic_driver import AutomaticDriver
from tests.unit.web.test_read_models import answered, nothing_missed

STREAM = "one"


def recent(*rounds):
    """Return what is kept after rounds of writing, each from a version to another; a record is told by its version."""
    found = Recent(0, 0)
    for after, last in rounds:
        found.add(after, last, [(version, version) for version in range(after + 1, last + 1)])  # type: ignore[misc]
    return found


def test_what_came_after_a_version_is_at_hand():
    """From the version where it begins to the last one, and not before or after."""
    found = recent((0, 3), (3, 5))
    assert [[1, 2, 3, 4, 5], [4, 5], []] == [found.since(after) for after in (0, 3, 5)]
    assert found.since(6) is None


def test_what_does_not_follow_begins_anew():
    """While nobody watched nothing was kept: no gap is told as if it were all."""
    found = recent((0, 3), (7, 9))
    assert (None, [8, 9]) == (found.since(3), found.since(7))


def test_no_more_is_kept_than_may_be():
    """The oldest go first, and whoever would need them gets the state."""
    found = recent((0, RECENT_MAX), (RECENT_MAX, RECENT_MAX + 10))
    assert (None, RECENT_MAX) == (found.since(9), len(found.since(10) or ()))


class Table:
    """An automatic table with a hub, and what is sent to one who watches it as the public."""

    def __init__(self):
        table = AutomaticDriver().started(T1=100_000)
        self.live: Any = SimpleNamespace(
            name=STREAM, rules=table.game, state=table.table, config=table.table.config, version=5
        )
        self.hub = Hub(asyncio.get_running_loop())
        self.sent: list = []
        self.watcher = Watcher(SimpleNamespace(put=lambda text: self.sent.append(json.loads(text))))  # type: ignore[arg-type]

    async def subscribe(self):
        """Subscribe, with a writer that answers at once."""
        self.hub.subscribe(self.watcher, STREAM)
        await self.hub.catch_up(self.watcher, STREAM, None, self.ask, nothing_missed)

    def ask(self, question):
        """Answer a question."""
        return answered(question, self.live)


def test_who_peeks_leaves_alone_what_others_were_told():
    """What changed is told to those who watch from where they are, though somebody saw it before them."""

    async def story():
        table = Table()
        await table.subscribe()
        table.live.state.held, table.live.version = "a chip fell", 6
        table.hub.models.latest[STREAM] = 6
        (seen,) = await table.hub.peek(["public"], STREAM, table.ask)
        table.hub.bulletins.dirty.add(STREAM)
        table.hub.flush(table.live)
        await asyncio.sleep(0)
        return (seen.view or {})["held"], table.sent[1:]

    held, news = asyncio.run(story())
    assert ("a chip fell", [{"held": "a chip fell"}]) == (held, [one["changes"] for one in news])


def test_a_peek_is_kept_for_the_next_while_nobody_watches():
    """And no question is put again before something is recorded."""

    async def story():
        table, asked = Table(), []

        def ask(question):
            asked.append(question)
            return table.ask(question)

        for _ in range(3):
            await table.hub.peek(["public"], STREAM, ask)
            await asyncio.sleep(0)
        return len(asked)

    assert 1 == asyncio.run(story())


def test_nothing_is_sent_where_nothing_changed():
    """What was told to nobody else may have left the public's view as it was."""

    async def story():
        table = Table()
        await table.subscribe()
        table.hub.bulletins.dirty.add(STREAM)
        table.hub.flush(table.live)
        table.hub.flush(table.live)
        await asyncio.sleep(0)
        return [one["type"] for one in table.sent]

    assert ["state"] == asyncio.run(story())


def test_an_audience_that_left_is_forgotten():
    """Who comes back is told of changes from the state they are shown then, not from what was told before."""

    async def story():
        table = Table()
        await table.subscribe()
        table.hub.unsubscribe(table.watcher, STREAM)
        other = Watcher(SimpleNamespace(put=lambda _: None))  # type: ignore[arg-type]
        table.hub.subscribe(other, STREAM, ["dealer"])
        table.hub.bulletins.dirty.add(STREAM)
        table.hub.flush(table.live)
        return table.hub.bulletins._told[STREAM]

    assert {} == asyncio.run(story())
