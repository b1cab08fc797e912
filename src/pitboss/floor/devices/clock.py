"""The game clock of a table: betting windows on a monotonic clock, prompts and locks, and steps of the wall clock.

Time is passed in and nothing is read here. A wall clock that is set, or drifts, is recorded and moves no window. Only
after a new start is it asked how long ago the last record was: a monotonic clock tells nothing of an earlier process.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Any, Literal, TypeVar

from pitboss.decider import Act, Command, Event, Person, Role
from pitboss.games.everyday.events import TableResumed, TableSuspended
from pitboss.games.roulette.automatic import events as e
from pitboss.games.roulette.automatic.acts import LockBets, PromptSpin, RecordClockStep
from pitboss.games.roulette.automatic.settlement import RoundSettled
from pitboss.games.roulette.events import NoMoreBetsCalled

Send = Callable[[str, Command[Any]], object]
"""Takes the stream's name and a command; the same key twice has one effect."""

A = TypeVar("A", bound=Act)
SECOND_NS = 10**9
PROMPT_SECONDS = 10
STEP_MS_MIN = 250
"""By how much the wall clock may stray from the monotonic one before it is recorded."""
STEP_MS_MAX = 10**12
_MS_NS = 10**6
_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_ENDS = (e.GameHeld, e.GameVoided, NoMoreBetsCalled, RoundSettled)
"""After these no window is open."""


@dataclass
class _Window:
    """One betting window."""

    number: int
    deadline_ns: int
    is_prompted: bool = False
    left_ns: int | None = None
    """What is left of it while the table is suspended."""

    def left_at(self, monotonic_ns: int) -> int:
        """Return how long it still runs; it is over at zero."""
        return self.deadline_ns - monotonic_ns if self.left_ns is None else self.left_ns


@dataclass(frozen=True)
class Recalled:
    """A betting window that was open when a table's last record was made."""

    seconds: int
    """How long the window was as it was opened."""
    passed: timedelta
    """How much of it had passed at the last record; steps of the wall clock are no part of it."""
    is_prompted: bool = False
    is_suspended: bool = False
    """Whether the table stood still: nothing of it went by since."""


class GameClock:
    """The clock of one automatic table."""

    def __init__(self, *, stream: str, send: Send, session: str, device: str = "clock") -> None:
        self._stream = stream
        self._send = send
        self._session = session
        """Different at every start of the house, so that keys never meet."""
        self._person = Person(device, Role.DEVICE)
        self._window: _Window | None = None
        self._windows = self._steps = 0
        self._offset_ns: int | None = None
        """Wall clock less monotonic clock, as far as it is recorded."""
        self._last_offset_ns = 0
        self._unsent: dict[str, Command[Any]] = {}

    def hear(self, event: Event, monotonic_ns: int) -> None:
        """Open a window when a game is started or extended, and close it when the game goes on or is stopped."""
        if isinstance(event, e.GameStarted | e.ClockExtended):
            # A prompt that could not be sent is of no use in another window.
            self._unsent = {key: command for key, command in self._unsent.items() if key.startswith("step/")}
            self._window = self._opened(monotonic_ns + event.seconds * SECOND_NS)
        elif isinstance(event, _ENDS):
            self._window = None
        elif isinstance(event, TableSuspended) and event.left_ms is not None:
            # A lock that was sent while the table was being suspended was refused: its window runs on.
            window = self._window or self._opened(monotonic_ns + event.left_ms * _MS_NS, is_prompted=True)
            window.left_ns = max(0, window.left_at(monotonic_ns))
            self._window = window
        elif isinstance(event, TableResumed) and self._window is not None:
            self._window.deadline_ns, self._window.left_ns = monotonic_ns + self._window.left_at(monotonic_ns), None

    def resume(self, window: Recalled | None, recorded_at: datetime, monotonic_ns: int, wall: datetime) -> None:
        """Go on after a new start, with the window that was open at the last record, if one was.

        What is left of it is the whole less what had passed and what went by since by the wall clock. A wall clock that
        is behind the last record was set back: nothing is taken to have gone by, and the next tick records the step.
        """
        since_ns = _nanoseconds(wall - recorded_at)
        self._offset_ns = self._last_offset_ns = _offset_ns(monotonic_ns, wall) - min(0, since_ns)
        if window is None:
            return
        whole_ns = window.seconds * SECOND_NS
        passed_ns = max(0, _nanoseconds(window.passed)) + (0 if window.is_suspended else max(0, since_ns))
        left_ns = max(0, whole_ns - passed_ns)
        self._window = self._opened(monotonic_ns + left_ns, is_prompted=window.is_prompted)
        self._window.left_ns = left_ns if window.is_suspended else None

    def _opened(self, deadline_ns: int, *, is_prompted: bool = False) -> _Window:
        """Return a new window, under a number of its own."""
        self._windows += 1
        return _Window(self._windows, deadline_ns, is_prompted)

    def remaining_ns(self, monotonic_ns: int) -> int | None:
        """Return how long bets are still taken; None while no window is open."""
        return None if self._window is None else max(0, self._window.left_at(monotonic_ns))

    def tick(self, monotonic_ns: int, wall: datetime) -> tuple[Act, ...]:
        """Send what is due by now, and return it.

        What could not be sent, because `send` raised, is sent again at the next tick under the same key.
        """
        return (*self._due(monotonic_ns, wall), *self._wall(monotonic_ns, wall))

    def _due(self, monotonic_ns: int, wall: datetime) -> list[Act]:
        window = self._window
        if window is None or window.left_ns is not None:
            return []
        left_ns = window.left_at(monotonic_ns)
        if left_ns <= 0:
            # A prompt that comes with the lock would tell nobody anything.
            locked = self._say(LockBets(), f"lock/{window.number}", wall)
            if self._window is window:
                self._window = None
            return [locked]
        if left_ns <= PROMPT_SECONDS * SECOND_NS and not window.is_prompted:
            seconds = -(-left_ns // SECOND_NS)
            prompted = self._say(PromptSpin(seconds_left=seconds), f"prompt/{window.number}", wall)
            window.is_prompted = True
            return [prompted]
        return []

    def _wall(self, monotonic_ns: int, wall: datetime) -> list[Act]:
        """Record how far the wall clock strayed, once it is far enough."""
        offset_ns = _offset_ns(monotonic_ns, wall)
        if self._offset_ns is None:
            self._offset_ns = self._last_offset_ns = offset_ns
            return []
        strayed_ns, jump_ns = offset_ns - self._offset_ns, offset_ns - self._last_offset_ns
        self._last_offset_ns = offset_ns
        if abs(strayed_ns) < STEP_MS_MIN * _MS_NS:
            return []
        kind: Literal["step", "drift"] = "step" if abs(jump_ns) >= STEP_MS_MIN * _MS_NS else "drift"
        by = min(abs(strayed_ns) // _MS_NS, STEP_MS_MAX) * (1 if strayed_ns > 0 else -1)
        act = self._say(RecordClockStep(by_milliseconds=by, kind=kind), f"step/{self._steps + 1}", wall)
        self._steps += 1
        # What is below a millisecond, or beyond what one record holds, stays to be recorded.
        self._offset_ns += act.by_milliseconds * _MS_NS
        return [act]

    def _say(self, act: A, key: str, wall: datetime) -> A:
        """Send an act, or once more the very command that could not be sent under this key; return its act."""
        named = f"{self._person.id}/{self._session}/{key}"
        fresh = Command(key=named, by=self._person, act=act, received_at=wall)
        command: Command[A] = self._unsent.setdefault(key, fresh)
        self._send(self._stream, command)
        del self._unsent[key]
        return command.act


def _offset_ns(monotonic_ns: int, wall: datetime) -> int:
    """Return by how much the wall clock is ahead of the monotonic one."""
    return _nanoseconds(wall - _EPOCH) - monotonic_ns


def _nanoseconds(span: timedelta) -> int:
    return span // timedelta(microseconds=1) * 1_000
