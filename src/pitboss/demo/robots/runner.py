"""The thread that lets robots live on a floor: it looks at a stream, waits as long as a robot would, and sends its act.

Robots have no way of their own into the house: what they do is a command like anybody's, decided and recorded. A
refusal means that somebody was faster; the robot looks again.
"""

from __future__ import annotations

import logging
import secrets as drawn
import threading
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any, Protocol

from pitboss.decider import Accepted, Command, Role
from pitboss.demo.robots.relief import HURRY, Duty, kept, relief, standing_in
from pitboss.demo.robots.robots import ROBOTS
from pitboss.demo.robots.scene import Chance, Crew, Scene, Step
from pitboss.errors import PitbossError
from pitboss.floor.devices.monotonic import SteadyClock
from pitboss.floor.gates.virtual_shoes import VirtualShoes
from pitboss.floor.writer.answers import Recorded
from pitboss.floor.writer.live_stream import LiveStream
from pitboss.floor.writer.promises import Promise
from pitboss.floor.writer.queue import Prepare
from pitboss.journal import JournalError, Secret

IDLE_SECONDS = 1.0
"""How long a robot that has nothing to do waits before it looks again."""
TROUBLE_SECONDS = 2.0
"""How long it waits when the journal could not take its command."""
WAIT_MIN = 0.01
"""The least of both, so that a life without pauses does not look at a still table all the time."""
_LOG = logging.getLogger(__name__)


class House(Protocol):
    """What robots need of a floor."""

    def view(self, stream: str, question: Callable[[LiveStream], Any]) -> Any:
        """Return the answer to a question about a stream as it stands."""

    def submit(
        self, stream: str, command: Command[Any], secrets: Sequence[Secret] = (), prepare: Prepare | None = None
    ) -> Promise[Recorded]:
        """Hand in a command that `prepare` may still change, or turn back, right before it is decided."""


class _Dropped(PitbossError):
    """What a robot was about to do is not done."""


@dataclass
class _Stage:
    """One stream with robots."""

    stream: str
    crew: Crew
    cards: tuple[dict[str, Any], ...]
    is_on: bool = True
    duty: Duty | None = None
    """Who is to deal here, where that is not the robot who opened the table, or is the robot again."""
    due: float = 0.0
    """When it is looked at or acted on next, by the monotonic clock."""
    step: Step | None = None
    version: int = 0
    """Where the stream stood when the step was thought of."""
    unsent: Command[Any] | None = None
    """A command whose fate the journal could not tell; it is sent again under the same key."""

    def forget(self) -> None:
        """Let go of what was about to happen."""
        self.step, self.unsent, self.due = None, None, 0.0


class Life:
    """Robots over any number of streams, in one thread."""

    def __init__(
        self, house: House, *, shoes: VirtualShoes | None = None, pace: float = 1.0, chance: Chance | None = None
    ) -> None:
        """Prepare a life; `pace` stretches every pause, and with 0 there is none."""
        self.accepted = self.refused = 0
        self._house, self._shoes, self._pace = house, shoes, pace
        self._chance: Chance = drawn.SystemRandom() if chance is None else chance
        # Different at every start, so that no key was ever used before.
        self._session, self._count = drawn.token_hex(8), 0
        self._clock = SteadyClock()
        """As people's commands are timed: a clock on the wall that is set back ends nobody's betting time."""
        self._stages: dict[str, _Stage] = {}
        self._changed = threading.Condition()
        self._is_stopping = False
        self._thread: threading.Thread | None = None

    def add(self, stream: str, crew: Crew, *, cards: tuple[dict[str, Any], ...] = (), is_on: bool = True) -> None:
        """Give a stream its robots; a tote day has its race cards too."""
        with self._changed:
            self._stages[stream] = _Stage(stream, crew, cards, is_on)
            self._changed.notify()

    def start(self) -> None:
        """Begin; a life that was stopped begins anew."""
        with self._changed:
            if self._thread is not None:
                return
            self._is_stopping = False
            self._thread = threading.Thread(target=self._run, name="pitboss-life", daemon=True)
            self._thread.start()

    def stop(self, wait: float | None = None) -> bool:
        """End after the act that is being done; tell whether it ended within so many seconds, or wait for ever."""
        with self._changed:
            thread, self._is_stopping = self._thread, True
            self._changed.notify()
        if thread is None:
            return True
        thread.join(wait)
        if thread.is_alive():
            return False
        with self._changed:
            self._thread = None
        return True

    def switch(self, *, is_on: bool, stream: str | None = None) -> None:
        """Switch the robots of one stream, or of all, on or off; what they were about to do is not done."""
        with self._changed:
            for stage in self._stages.values() if stream is None else (self._stages[stream],):
                stage.is_on = is_on
            self._changed.notify()

    def streams(self) -> dict[str, bool]:
        """Return every stream with robots, and whether they are on."""
        with self._changed:
            return {name: stage.is_on for name, stage in self._stages.items()}

    def dealing(self) -> dict[str, str | None]:
        """Return every table with robots, and the person who deals there or is about to; None where it is a robot."""
        with self._changed:
            tables = {name: stage for name, stage in self._stages.items() if Role.DEALER in stage.crew.staff}
            return {
                name: None if stage.duty is None or stage.duty.is_back else stage.duty.dealer
                for name, stage in tables.items()
            }

    def hand_over(self, stream: str, dealer: str) -> None:
        """Let a person deal at a table from its next round on; the robots that play there go on."""
        self._assign(stream, Duty(dealer))

    def take_back(self, stream: str) -> None:
        """Let the robot deal again from the next round on; a round that is left is dealt to its end."""
        with self._changed:
            own = self._stages[stream].crew.of(Role.DEALER)
        if own is not None:
            self._assign(stream, Duty(own.id, is_back=True))

    def _assign(self, stream: str, duty: Duty) -> None:
        with self._changed:
            stage = self._stages[stream]
            stage.duty = duty
            if stage.unsent is None:
                # What a robot was about to do is thought of again: it may not be its turn any more.
                stage.step, stage.due = None, 0.0
            self._changed.notify()

    # The thread

    def _run(self) -> None:
        while True:
            stage = self._next()
            if stage is None:
                return
            self._advance(stage)

    def _next(self) -> _Stage | None:
        """Wait for the stream whose turn it is; None when the life ends."""
        with self._changed:
            while not self._is_stopping:
                for stage in self._stages.values():
                    if not stage.is_on:
                        stage.forget()
                at_work = [stage for stage in self._stages.values() if stage.is_on]
                first = min(at_work, key=lambda stage: stage.due, default=None)
                left = None if first is None else first.due - time.monotonic()
                if first is not None and left is not None and left <= 0:
                    return first
                self._changed.wait(left)
            return None

    def _advance(self, stage: _Stage) -> None:
        """Do what was thought of, or think of something; trouble is waited out."""
        # Read once: a table that changes hands takes the step away in between.
        step = stage.step
        try:
            if stage.unsent is not None:
                self._send(stage, stage.unsent)
            elif step is not None:
                self._act(stage, step)
            else:
                self._think(stage)
        except _Dropped:
            stage.forget()
        except JournalError as error:
            _LOG.warning("robots of %s wait: %s", stage.stream, error)
            self._wait(stage, TROUBLE_SECONDS)
        except PitbossError as error:
            _LOG.warning("robots of %s look again: %s", stage.stream, error)
            stage.forget()
            self._wait(stage, TROUBLE_SECONDS)
        except Exception:  # noqa: BLE001
            # A robot that breaks must not take the others with it, nor break again and again.
            _LOG.exception("robots of %s are switched off", stage.stream)
            self.switch(is_on=False, stream=stage.stream)

    def _think(self, stage: _Stage) -> None:
        asked, now = stage.duty, datetime.now(UTC).astimezone()

        def question(live: LiveStream) -> tuple[Step | None, int, Duty | None]:
            robot, state = ROBOTS.get(live.rules.name), live.state
            if robot is None:
                return None, live.version, None
            duty = kept(state, asked)
            step = relief(state, stage.crew, duty)
            if step is None:
                crew = standing_in(state, stage.crew, duty)
                step = robot(state, self._chance, Scene(crew=crew, now=now, cards=stage.cards))
            return step, live.version, duty

        step, stage.version, duty = self._house.view(stage.stream, question)
        stage.step = step
        with self._changed:
            # Unless it was given to somebody else in the meantime.
            stage.duty = duty if stage.duty is asked else stage.duty
        if step is None:
            self._wait(stage, IDLE_SECONDS)
        else:
            is_awaited = duty is not None and not duty.is_begun
            stage.due = time.monotonic() + step.pause * self._pace * (HURRY if is_awaited else 1.0)

    def _act(self, stage: _Stage, step: Step) -> None:
        self._count += 1
        key = f"robot/{self._session}/{self._count}"
        now = self._clock()
        command: Command[Any] = Command(key=key, by=step.by, act=step.act, received_at=now, witness=step.witness)
        self._send(stage, command)

    def _send(self, stage: _Stage, command: Command[Any]) -> None:
        """Send a command, unless the robots were switched off or it is no longer what its robot waited for."""
        step, version, shoes = stage.step, stage.version, self._shoes

        def prepare(live: LiveStream, thought: Command[Any]) -> tuple[Command[Any], Sequence[Secret]]:
            if not stage.is_on or (step is not None and step.is_patient and live.version != version):
                raise _Dropped("something else happened")
            stage.unsent = thought if shoes is None else shoes.filled(live, thought)
            return stage.unsent, () if shoes is None else shoes.secrets_with(stage.stream, stage.unsent.act)

        stage.unsent = command
        recorded = self._house.submit(stage.stream, command, prepare=prepare).result()
        stage.forget()
        if isinstance(recorded.answer, Accepted):
            self.accepted += 1
        else:
            self.refused += 1
            self._wait(stage, IDLE_SECONDS)

    def _wait(self, stage: _Stage, seconds: float) -> None:
        stage.due = time.monotonic() + max(seconds * self._pace, WAIT_MIN)
