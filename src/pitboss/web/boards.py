"""Tote boards on screens: made and written out once for each race that is watched, however many watch it.

A connection watches one board at a time. At each beat a board is made anew where its tote has sold or changed
something, and from time to time where nothing happened, so that a screen knows that its odds are not old.
"""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final, NamedTuple

import msgspec

from pitboss.errors import PitbossError
from pitboss.floor.writer.live_stream import LiveStream
from pitboss.floor.writer.queue import Urgency
from pitboss.floor.writer.views import board_view
from pitboss.tote.day.board import is_longer
from pitboss.web.protocol import BoardNow, Moved

if TYPE_CHECKING:
    from pitboss.web.hub import Watcher
    from pitboss.web.server import Server

FRESH_SECONDS: Final = 20.0
"""After which a board is sent again though nothing changed: screens call odds old after a minute."""
KEPT_SECONDS: Final = 120.0
"""How long a board is kept that nobody watches."""


class Race(NamedTuple):
    """Which board: of a race, of a track's next to go, or of a tote's."""

    stream: str
    track: str | None
    race: int | None


@dataclass
class _Made:
    """A board as it was last sent, and the odds before they last changed."""

    text: str = ""
    version: int = -1
    at: float = float("-inf")
    odds: dict[tuple[str, int, str], str | None] = field(default_factory=dict)
    moved: dict[tuple[str, int, str], Moved] = field(default_factory=dict)


class Boards:
    """Which boards are watched, and by whom."""

    def __init__(self, server: Server) -> None:
        self._server = server
        self._watched: dict[Race, set[Watcher]] = {}
        self._by_watcher: dict[Watcher, Race] = {}
        self._wanted: dict[Watcher, Race] = {}
        """What each asked for last: an answer that comes later than the next question is not shown."""
        self._made: dict[Race, _Made] = {}
        self._making: dict[Race, asyncio.Task[_Made]] = {}
        """Those for which the writer was asked just now: whoever comes meanwhile waits for the same answer."""
        self.encoded = 0
        """Boards written out so far."""

    async def watch(self, watcher: Watcher, asked: Race) -> None:
        """Send a connection a board now and whenever it changes, in place of the one it watched."""
        stream = self._server.house.desk.named(asked.stream)
        race = Race(stream, asked.track, None if asked.track is None else asked.race)
        self._wanted[watcher] = race
        made = self._made.get(race)
        if made is None or self._is_old(race, made):
            made = await self._make(race)
        if self._wanted.get(watcher) != race or watcher not in self._server.hub.watchers:
            return
        self._leave(watcher)
        self._watched.setdefault(race, set()).add(watcher)
        self._by_watcher[watcher] = race
        watcher.outbox.put(made.text)

    def forget(self, watcher: Watcher) -> None:
        """Send a connection no more boards."""
        self._wanted.pop(watcher, None)
        self._leave(watcher)

    def _leave(self, watcher: Watcher) -> None:
        race = self._by_watcher.pop(watcher, None)
        if race is not None:
            self._watched[race].discard(watcher)
            if not self._watched[race]:
                del self._watched[race]

    async def beat(self) -> None:
        """Send each watched board that changed to everybody for whom nothing waits."""
        self._tidy()
        for race in list(self._watched):
            made = self._made.get(race)
            if made is not None and not self._is_old(race, made):
                continue
            try:
                text = (await self._make(race)).text
            except PitbossError:
                # The journal is away, or a new day has begun: screens see by the time on it that it is old.
                continue
            for watcher in self._watched.get(race, ()):
                if watcher.outbox.is_empty:
                    watcher.outbox.put(text)

    def _tidy(self) -> None:
        """Forget boards that nobody has watched for a while; whoever turns back sees what odds did meanwhile."""
        before = asyncio.get_running_loop().time() - KEPT_SECONDS
        gone = [race for race, made in self._made.items() if race not in self._watched and made.at < before]
        for race in gone:
            del self._made[race]

    def _is_old(self, race: Race, made: _Made) -> bool:
        latest = self._server.hub.models.latest.get(race.stream, made.version)
        return latest != made.version or asyncio.get_running_loop().time() - made.at > FRESH_SECONDS

    async def _make(self, race: Race) -> _Made:
        """Return a board as it is now, made once for all who ask at the same time."""
        task = self._making.get(race)
        if task is None:
            self._making[race] = task = asyncio.create_task(self._asked(race))
            task.add_done_callback(lambda _: self._making.pop(race))
        # Whoever goes away meanwhile takes the answer from nobody else.
        return await asyncio.shield(task)

    async def _asked(self, race: Race) -> _Made:
        """Ask the writer for a board, and write it out."""
        house = self._server.house

        def asked(live: LiveStream) -> tuple[int, dict[str, Any] | None]:
            return live.version, board_view(live, race.track, race.race, house.door.wall())

        version, board = await asyncio.wrap_future(house.floor.ask(race.stream, asked, Urgency.LOOK))
        made = self._made.setdefault(race, _Made())
        made.version, made.at = version, asyncio.get_running_loop().time()
        now = BoardNow(stream=race.stream, version=version, board=board, moved=_moved(made, board))
        made.text = msgspec.json.encode(now).decode()
        self.encoded += 1
        return made


def _moved(made: _Made, board: dict[str, Any] | None) -> dict[str, Moved]:
    """Return for each number of a race what its odds were before they last changed, and note the odds of now."""
    found: dict[str, Moved] = {}
    if board is None:
        return found
    for interest in board["interests"]:
        key, odds = (board["track"], board["race"], interest["number"]), interest["odds"]
        before = made.odds.setdefault(key, odds)
        if before != odds:
            made.odds[key] = odds
            made.moved[key] = Moved(before, is_longer=is_longer(odds, before))
        if key in made.moved:
            found[interest["number"]] = made.moved[key]
    return found
