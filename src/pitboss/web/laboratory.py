"""The laboratory of a served house: what reckons for its page, in processes of their own at the lowest priority.

Nobody's bet waits for a figure: nothing is reckoned in the server's own process, and nothing is asked of the writer but
how a table stands. There is one process for odds and charts, one for PAR sheets, and one for each simulation, of which
everybody has one at a time and the house two. What was reckoned is kept for whoever asks the same.
"""

from __future__ import annotations

import asyncio
import os
import subprocess
import sys
import threading
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from typing import IO, Any, Final, cast

import msgspec

from pitboss.errors import InputError, PitbossError
from pitboss.floor.rate_limit import Buckets, Slow
from pitboss.lab.worker import Point, Question, Told
from pitboss.rulebook import added_editions
from pitboss.rulebook.edition import FOLDERS

RUNS_MAX: Final = 2
"""Simulations that run at once, of everybody together."""
RUN_SECONDS_MAX: Final = 600.0
"""After which a simulation is stopped."""
RECKON_SECONDS_MAX: Final = 300.0
"""After which a question is given up: on a new machine the first one compiles for two minutes."""
PATIENCE_SECONDS: Final = 10.0
"""How long an answer is waited for before whoever asks is told to ask again."""
WAITING_MAX: Final = 8
"""Questions that may wait for the processes, of everybody together."""
OWN_MAX: Final = 3
"""Questions of one person that may wait."""
_KEPT: Final = 64
"""Answers that are kept."""
_RUNS_KEPT: Final = 100
"""People whose last simulation is kept."""
TRAIL_MAX: Final = 200
"""Points of a simulation that are kept for its plot."""
STARTS: Final = 6
"""Simulations that somebody may begin within half a minute."""


WORKER: Final = (sys.executable, "-m", "pitboss.lab.worker")
"""How a process is started that reckons, at the lowest priority."""
_GONE: Final = "the laboratory's process ended; ask again"


class NotYet(PitbossError):
    """The laboratory is busy, or still at it: the same may be asked again."""

    http_status = 503
    retry_seconds = 2


class RunsAlready(PitbossError):
    """A simulation cannot be begun while another one runs."""

    http_status = 409


class Worker:
    """A process that reckons; its lines are read by one thread at a time."""

    def __init__(self) -> None:
        folders = os.pathsep.join(map(str, added_editions()))
        self._process = subprocess.Popen(  # noqa: S603 - our own program
            WORKER,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            env={**os.environ, FOLDERS: folders},
        )
        self._to = cast("IO[bytes]", self._process.stdin)
        self._from = cast("IO[bytes]", self._process.stdout)

    @property
    def is_there(self) -> bool:
        """Tell whether it can be asked; one that nobody asked for long has ended by itself."""
        return self._process.poll() is None

    def ask(self, question: Question) -> None:
        """Hand it a question."""
        self._to.write(msgspec.json.encode(question) + b"\n")
        self._to.flush()

    def hear(self) -> Told | None:
        """Return its next line; None where it is gone."""
        line = self._from.readline()
        return msgspec.json.decode(line, type=Told) if line.endswith(b"\n") else None

    def kill(self) -> None:
        """End it at once, whatever it is at."""
        self._process.kill()

    def close(self) -> None:
        """End it, and let go of its lines."""
        self.kill()
        self._process.wait()
        for line in (self._to, self._from):
            with suppress(OSError):
                line.close()


def _unrefused(told: Told | None) -> Any:
    """Return what was found, or raise why nothing was."""
    if told is None:
        raise NotYet(_GONE)
    if told.refused is not None:
        raise InputError(told.refused.pop("reason"), **told.refused)
    return told.found


class Bench:
    """A process that answers one question after the other; it is started when the first one comes."""

    def __init__(self) -> None:
        self._worker: Worker | None = None
        self._is_closed = False
        self._turns = ThreadPoolExecutor(1, thread_name_prefix="laboratory")

    def put(self, question: Question) -> asyncio.Future[Any]:
        """Put a question behind those that wait."""
        return asyncio.wrap_future(self._turns.submit(self._answer, question))

    def _answer(self, question: Question) -> Any:
        if self._worker is None or not self._worker.is_there:
            self._drop()
            self._worker = Worker()
        if self._is_closed:
            raise NotYet(_GONE)
        late = threading.Timer(RECKON_SECONDS_MAX, self._worker.kill)
        late.start()
        try:
            self._worker.ask(question)
            return _unrefused(self._worker.hear())
        except OSError as error:
            raise NotYet(_GONE) from error
        finally:
            late.cancel()

    def _drop(self) -> None:
        if self._worker is not None:
            self._worker.close()
            self._worker = None

    def close(self) -> None:
        """End the process; what it was asked is not answered."""
        self._is_closed = True
        if self._worker is not None:
            self._worker.kill()
        self._turns.shutdown(cancel_futures=True)
        self._drop()


class LabRun:
    """Somebody's simulation, in a process of its own."""

    def __init__(self, question: Question, title: str) -> None:
        self.question = question
        self.title = title
        """What is played at which table, in words."""
        self.state = "running"
        """Then `done`, `cancelled` or `failed`."""
        self.reason = ""
        """Why it failed."""
        self.exact: float | None = None
        self.trail: list[Point] = []
        self.found: dict[str, Any] | None = None
        """What it came to."""
        self._worker: Worker | None = None
        self._lock = threading.Lock()
        self._late = threading.Timer(RUN_SECONDS_MAX, self._end, ("failed", "it took longer than ten minutes"))
        self._reading = threading.Thread(target=self._follow, name="simulation", daemon=True)
        self._late.daemon = True
        self._late.start()
        self._reading.start()

    @property
    def is_running(self) -> bool:
        """Tell whether it still plays."""
        return self.state == "running"

    def _follow(self) -> None:
        with self._lock:
            # Started here: it takes some milliseconds, for which nobody else's request waits.
            worker = self._worker = Worker() if self.is_running else None
        if worker is None:
            self._late.cancel()
            return
        try:
            worker.ask(self.question)
            while (told := worker.hear()) is not None and (told.begun or told.point):
                if told.begun is not None:
                    self.exact = told.begun.exact
                if told.point is not None:
                    self._note(told.point)
            self._end("done", found=_unrefused(told))
        except (PitbossError, OSError) as error:
            self._end("failed", getattr(error, "reason", _GONE))
        finally:
            self._late.cancel()
            worker.close()

    def _note(self, point: Point) -> None:
        """Note how far it has come; of too many points every other one is left out."""
        trail = [*self.trail, point]
        self.trail = trail if len(trail) <= TRAIL_MAX else [*trail[:-1:2], point]

    def _end(self, state: str, reason: str = "", *, found: dict[str, Any] | None = None) -> None:
        """Say how it ended, if it has not already, and end the work."""
        with self._lock:
            if self.is_running:
                self.state, self.reason, self.found = state, reason, found
            if self._worker is not None:
                self._worker.kill()

    def cancel(self) -> None:
        """Stop it; what it came to so far stays in view."""
        self._end("cancelled")
        self._reading.join()


class Laboratory:
    """What a house's laboratory reckons, and for whom."""

    def __init__(self) -> None:
        self._benches = {"sheet": Bench()}
        self._bench = Bench()
        self._answers: dict[bytes, asyncio.Future[Any]] = {}
        """What was asked last, the newest last."""
        self._waiting: Counter[str] = Counter()
        self._starts = Buckets(most=STARTS, rate=STARTS / 30)
        self.runs: dict[str, LabRun] = {}
        """Each person's last simulation."""

    async def reckon(self, person: str, question: Question) -> Any:
        """Return the answer to a question, once for everybody who asks it.

        Raises:
            NotYet: where it takes longer, or too many wait.
            InputError: for what cannot be reckoned.
        """
        key = msgspec.json.encode(question)
        asked = self._answers.pop(key, None)
        if asked is None or (asked.done() and (asked.cancelled() or asked.exception() is not None)):
            asked = self._put(person, question)
        self._answers[key] = asked
        done = [old for old, one in self._answers.items() if one.done()]
        for old in done[: max(0, len(self._answers) - _KEPT)]:
            del self._answers[old]
        try:
            return await asyncio.wait_for(asyncio.shield(asked), PATIENCE_SECONDS)
        except TimeoutError:
            raise NotYet("this is still being reckoned; ask again in a moment") from None

    def _put(self, person: str, question: Question) -> asyncio.Future[Any]:
        if self._waiting.total() >= WAITING_MAX or self._waiting[person] >= OWN_MAX:
            raise NotYet("the laboratory is busy; ask again in a moment")
        self._waiting[person] += 1

        def over(asked: asyncio.Future[Any]) -> None:
            self._waiting[person] -= 1
            if not asked.cancelled():
                # Whoever asked may have gone: what went wrong is not left unheard.
                asked.exception()

        asked = self._benches.get(question.do, self._bench).put(question)
        asked.add_done_callback(over)
        return asked

    def begin(self, person: str, question: Question, title: str) -> LabRun:
        """Begin somebody's simulation.

        Raises:
            RunsAlready: while their own one runs, or as many as may run at once.
            Slow: where they begin one after the other.
        """
        before = self.runs.get(person)
        if before is not None and before.is_running:
            raise RunsAlready("one simulation at a time: cancel the one that runs, or wait for it")
        if sum(one.is_running for one in self.runs.values()) >= RUNS_MAX:
            raise RunsAlready(f"{RUNS_MAX} simulations run already, as many as may at once: wait until one is over")
        if not self._starts.take(person):
            raise Slow("too many simulations were begun in a short time; wait a minute")
        self.runs.pop(person, None)
        over = [name for name, one in self.runs.items() if not one.is_running]
        for old in over[: max(0, len(self.runs) + 1 - _RUNS_KEPT)]:
            del self.runs[old]
        self.runs[person] = LabRun(question, title)
        return self.runs[person]

    def close(self) -> None:
        """End every process."""
        for run in self.runs.values():
            run.cancel()
        for bench in (self._bench, *self._benches.values()):
            bench.close()
