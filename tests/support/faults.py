"""Processes that play into a journal while its disk fails or they are killed, at a call that the plan names.

A stage is an interpreter with the shim of `faults.c` loaded; for every case it forks a process that performs, so that
thousands of cases cost no thousands of starts. What the process acknowledges it writes to a pipe at once, so that what
arrives here was acknowledged whatever became of it afterwards.
"""

import ctypes
import json
import os
import shutil
import signal
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import partial
from itertools import count
from pathlib import Path
from typing import Any

import psycopg
import pytest

from pitboss.floor.writer.answers import FateUnknown, NotRecorded
from pitboss.floor.writer.writer import Floor
from pitboss.journal import JournalError, open_journal
from tests.support.driven import NotDriven, need, there
from tests.support.durable import ROOT, ROUNDS, Outcome, Token, folder, outcome, script, token
from tests.support.segments import put_segment

__all__ = ["Performance", "Stage", "stage"]

SOURCE = Path(__file__).with_name("faults.c")


@dataclass
class Performance:
    """What a process said before it ended."""

    acknowledged: list[Token] = field(default_factory=list)
    refused: list[tuple[str, str, str, bool]] = field(default_factory=list)
    """Streams, keys, what the sender was told (not recorded, or fate unknown), and whether it is there all the same."""
    seen: int = 0
    """How many calls were counted, where the process lived to say so."""
    is_killed: bool = False


@contextmanager
def stage(directory: Path) -> Iterator["Stage"]:
    """Yield a stage whose shim is compiled into a directory."""
    compiler = shutil.which("gcc") or shutil.which("cc")
    if compiler is None:
        pytest.skip("NO C COMPILER: nothing was tested about disks that fail and processes that are killed")
    shim = directory / "faults.so"
    subprocess.run([compiler, "-shared", "-fPIC", "-O2", "-o", shim, SOURCE, "-ldl", "-lpthread"], check=True)
    command = [sys.executable, "-m", "tests.support.faults"]
    environment = {**os.environ, "LD_PRELOAD": str(shim), "PITBOSS_FAULTS": str(shim)}
    pipe = subprocess.PIPE
    with (
        folder() as place,
        subprocess.Popen(command, stdin=pipe, stdout=pipe, env=environment, cwd=ROOT, text=True) as process,
    ):
        try:
            yield Stage(process, place)
        finally:
            process.stdin.close()  # type: ignore[union-attr]


class Stage:
    """Where processes perform, one after another, each into a new journal at the same address."""

    def __init__(self, process: "subprocess.Popen[str]", place: Path) -> None:
        self.process, self.place = process, place
        self.address = f"sqlite:///{place / 'day.db'}"
        self._known: dict[str, Any] = {}

    def whole(self, streams: Mapping[str, str]) -> Outcome:
        """Return what uninterrupted play leaves."""
        return self._once("whole", streams, lambda address: outcome(address, streams))  # type: ignore[no-any-return]

    def calls(self, streams: Mapping[str, str], only: str = "") -> int:
        """Return how many calls uninterrupted play makes."""
        return self._once(f"calls-{only}", streams, lambda _: self.perform(streams, only=only).seen)  # type: ignore[no-any-return]

    def _once(self, what: str, streams: Mapping[str, str], make: Callable[[str], Any]) -> Any:
        name = f"{what}-{'-'.join(streams.values())}".replace("/", "-").replace(" ", "-")
        if name not in self._known:
            self._known[name] = make(f"sqlite:///{self.place / name}")
        return self._known[name]

    def perform(self, streams: Mapping[str, str], **plan: Any) -> Performance:
        """Play scripts into a journal, one thread a stream, under a plan such as `at=7, do="kill-after"`.

        With `die_refused` the process kills itself when a command is refused for want of a journal; otherwise the
        disk is healed then, and the command is sent again. With `die_at` it does so after so many answers. With an
        `address` it is another journal; of a PostgreSQL `exchange` names the exchange with its server at which it dies.
        """
        for path in self.place.glob("day.db*"):
            path.unlink()
        return self._performed({"address": self.address, "streams": dict(streams)} | plan)

    def take_out(self, lasts: list[int], **plan: Any) -> Performance:
        """Archive what the journal has up to some lines, and take it out, under a plan; the files lie beside it."""
        return self._performed({"address": self.address, "take_out": lasts} | plan)

    def _performed(self, request: dict[str, Any]) -> Performance:
        stdin, stdout = there(self.process.stdin), there(self.process.stdout)
        stdin.write(json.dumps(request) + "\n")
        stdin.flush()
        found = Performance()
        for line in stdout:
            said = json.loads(line)
            if "ended" in said:
                found.is_killed = os.WIFSIGNALED(said["ended"]) and os.WTERMSIG(said["ended"]) == signal.SIGKILL
                need(found.is_killed or said["ended"] == 0, said)
                return found
            found.acknowledged += [tuple(said["acknowledged"])] if "acknowledged" in said else []
            found.refused += [tuple(said["refused"])] if "refused" in said else []
            found.seen = said.get("seen", 0)
        raise NotDriven("the stage is gone")


def _say(**what: Any) -> None:
    os.write(1, json.dumps(what).encode() + b"\n")


def _plan(shim: ctypes.CDLL, path: str, request: Mapping[str, Any]) -> None:
    os.environ["FAULTS_PATH"] = path
    for name in ("at", "do", "only", "lasting"):
        os.environ[f"FAULTS_{name.upper()}"] = str(request.get(name, ""))
    shim.faults_plan()


def _plan_exchanges(request: Mapping[str, Any]) -> Iterator[int]:
    """Die before, within or after an exchange with the PostgreSQL server; return what counts them.

    Within means that it was sent, and that nobody read what the server answered.
    """
    counted, at, deed = count(1), request.get("exchange"), request.get("do")
    real = psycopg.Connection.wait

    def wait(connection: Any, generator: Any, *values: Any, **named: Any) -> Any:
        is_now = next(counted) == at
        if is_now and deed == "kill-half":
            next(generator, None)
        if is_now and deed != "kill-after":
            os.kill(os.getpid(), signal.SIGKILL)
        found = real(connection, generator, *values, **named)
        if is_now:
            os.kill(os.getpid(), signal.SIGKILL)
        return found

    psycopg.Connection.wait = wait  # type: ignore[method-assign,assignment]
    return counted


def _perform(request: Mapping[str, Any]) -> None:
    """Do what was asked; the disk fails, or the process dies, as planned."""
    shim = ctypes.CDLL(os.environ["PITBOSS_FAULTS"])
    shim.faults_seen.restype = ctypes.c_long
    path = request["address"].removeprefix("sqlite:///")
    _plan(shim, path, request)

    def heal(stream: str = "", key: str = "", told: str = "") -> None:
        """Say what was told, and let the disk be whole again; or die."""
        if request.get("die_refused"):
            _say(refused=(stream, key, told, False))
            os.kill(os.getpid(), signal.SIGKILL)
        _plan(shim, path, {})
        if key:
            _say(refused=(stream, key, told, _is_there(request["address"], stream, key)))

    if "take_out" in request:
        _take_out(request["address"], Path(f"{path}-archive"), request["take_out"])
        _say(seen=shim.faults_seen())
        return
    exchanges = _plan_exchanges(request)
    floor, given = _opened(request["address"], heal), count(1)

    def one(stream: str, name: str) -> None:
        chosen = script(name)
        _insist(stream, "", heal, partial(floor.open, stream, chosen.kind, chosen.document, chosen.at))
        for command in chosen.commands:
            recorded = _insist(stream, command.key, heal, partial(floor.send, stream, command))
            _say(acknowledged=token(recorded))
            if next(given) == request.get("die_at"):
                os.kill(os.getpid(), signal.SIGKILL)

    with ThreadPoolExecutor(len(request["streams"])) as pool:
        for future in [pool.submit(one, stream, name) for stream, name in request["streams"].items()]:
            future.result()
    floor.close()
    _say(seen=shim.faults_seen() if path != request["address"] else next(exchanges) - 1)


def _take_out(address: str, folder: Path, lasts: list[int]) -> None:
    """Archive segments and take them out, each when its file is on the disk."""
    folder.mkdir(exist_ok=True)
    journal = open_journal(address)
    for last in lasts:
        if last > sum(one.segment.last for one in journal.segments()[-1:]):
            journal.remove(*put_segment(journal, folder, last))
    journal.compact()
    journal.close()


def _opened(address: str, heal: Callable[[], None]) -> Floor:
    try:
        return Floor(open_journal(address))
    except JournalError:
        heal()
        return Floor(open_journal(address))


def _insist(stream: str, key: str, heal: Callable[[str, str, str], None], send: Callable[[], Any]) -> Any:
    """Send until it is answered."""
    try:
        return send()
    except (NotRecorded, FateUnknown) as error:
        heal(stream, key, type(error).__name__)
        return send()


def _is_there(address: str, stream: str, key: str) -> bool:
    reader = open_journal(address, is_reader=True)
    try:
        return reader.answer(stream, key) is not None
    finally:
        reader.close()


def main() -> None:
    """Fork a process for every request, and say how it ended."""
    with tempfile.TemporaryDirectory() as folder:
        # Once played by one thread, twice for what is read back: the library that decodes may crash where several
        # threads meet a type for the first time, and every process begins faster.
        for _ in range(2):
            outcome(f"sqlite:///{folder}/warm.db", {name: name for name in ROUNDS})
    for line in sys.stdin:
        pid = os.fork()
        if pid == 0:
            status = 1
            try:
                _perform(json.loads(line))
                status = 0
            finally:
                sys.stderr.flush()
                os._exit(status)
        _, status = os.waitpid(pid, 0)
        _say(ended=status)


if __name__ == "__main__":
    main()
