"""Run the collected tests in several processes: `pytest -p tests.support.forks --processes 5`.

Tests are collected once, and the processes are forked after that: with pytest-xdist each process collects all tests
for itself, ten seconds and half a gigabyte each. A process takes a file of tests at a time, in the order of collection,
and asks for its next file before it has run the last test of one, so that fixtures of the session live as long as it.
"""

from __future__ import annotations

import os
import signal
import sys
import traceback
import uuid
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from multiprocessing.connection import Connection, Pipe, wait
from pathlib import Path
from types import SimpleNamespace
from typing import Any, Final

import pytest

from tests.support.postgres import RUN

_TURN: Final = 4
"""Bytes of a turn: the place of a file in the list of all."""
_LOOK_SECONDS: Final = 1.0
_FILES_MAX: Final = 16_384
"""Turns that fit into a pipe at once."""


def pytest_addoption(parser: pytest.Parser) -> None:
    """Take the number of processes."""
    parser.addoption("--processes", type=int, default=1, help="run the tests in so many processes, a file at a time")


@dataclass
class _Process:
    """One of the processes, as the first one sees it."""

    number: int
    pid: int
    told: Connection
    running: str = "no test"
    """The test that it began last."""
    is_done: bool = False
    """Whether it told everything."""
    has_ended: bool = False

    def look(self) -> bool:
        """Tell whether it has ended, by itself: what it started may still hold its pipe open."""
        if not self.has_ended:
            with suppress(ChildProcessError):
                self.has_ended = os.waitpid(self.pid, os.WNOHANG)[0] == self.pid
        return self.has_ended


@pytest.hookimpl(tryfirst=True)
def pytest_runtestloop(session: pytest.Session) -> bool | None:
    """Share the files of tests out; leave one process, or tests that could not be collected, to pytest."""
    count = session.config.getoption("processes")
    if count < 2 or session.testsfailed or session.config.option.collectonly:
        return None
    by_file: dict[Path, list[pytest.Item]] = {}
    for item in session.items:
        by_file.setdefault(item.path, []).append(item)
    files = list(by_file.values())
    if len(files) > _FILES_MAX:
        raise pytest.UsageError(f"{len(files):,} files of tests: no more than {_FILES_MAX:,} can be shared out")
    os.environ.setdefault(RUN, uuid.uuid4().hex)
    session.config._tmp_path_factory.getbasetemp()  # type: ignore[attr-defined]
    turns, giving = os.pipe()
    os.write(giving, b"".join(place.to_bytes(_TURN, "big") for place in range(len(files))))
    os.close(giving)
    sys.stdout.flush()
    processes = [_forked(session, number, files, turns) for number in range(min(count, len(files)))]
    try:
        _heard(session, processes, turns)
    finally:
        os.close(turns)
        for one in processes:
            if one.look():
                continue
            if not one.is_done:
                # The run was interrupted: nobody hears what it would still tell.
                os.kill(one.pid, signal.SIGTERM)
            with suppress(ChildProcessError):
                os.waitpid(one.pid, 0)
    if session.shouldfail:
        raise session.Failed(session.shouldfail)
    return True


def _forked(session: pytest.Session, number: int, files: list[list[pytest.Item]], turns: int) -> _Process:
    told, telling = Pipe(duplex=False)
    pid = os.fork()
    if pid:
        telling.close()
        return _Process(number, pid, told)
    told.close()
    status = 1
    try:
        _work(session, number, _turns(files, turns), telling)
        status = 0
    except BaseException:  # noqa: BLE001 - whatever it is, it ends this process and is told by the first one
        telling.send(("broke", traceback.format_exc()))
    finally:
        _keep_coverage()
        telling.close()
        # Nothing of the first process is ended here, neither its plugins nor its files.
        os._exit(status)


def _turns(files: list[list[pytest.Item]], turns: int) -> Iterator[list[pytest.Item]]:
    """Yield files as long as there are any that no process has taken."""
    while turn := os.read(turns, _TURN):
        yield files[int.from_bytes(turn, "big")]


def _work(session: pytest.Session, number: int, turns: Iterator[list[pytest.Item]], telling: Connection) -> None:
    config = session.config
    _be_apart(config, number)
    config.pluginmanager.register(_Telling(config, telling))
    items = next(turns, None)
    while items is not None:
        following = None
        for place, item in enumerate(items):
            if place + 1 < len(items):
                after: pytest.Item | None = items[place + 1]
            else:
                following = next(turns, None)
                after = following[0] if following else None
            config.hook.pytest_runtest_protocol(item=item, nextitem=after)
        items = following
    telling.send(("done", None))


def _be_apart(config: pytest.Config, number: int) -> None:
    """Have temporary files and captured output of one's own, and print nothing."""
    factory: Any = config._tmp_path_factory  # type: ignore[attr-defined]
    factory._basetemp = factory.getbasetemp() / f"process-{number}"
    factory._basetemp.mkdir(mode=0o700)
    capture: Any = config.pluginmanager.getplugin("capturemanager")
    capture.stop_global_capturing()
    capture.start_global_capturing()
    reporter: Any = config.pluginmanager.getplugin("terminalreporter")
    nowhere = Path(os.devnull).open("w", encoding="utf-8")  # noqa: SIM115 - as long as the process
    reporter._tw._file = nowhere


class _Telling:
    """Tells the first process what became of each test."""

    def __init__(self, config: pytest.Config, telling: Connection) -> None:
        self._config, self._telling = config, telling

    def pytest_runtest_logstart(self, nodeid: str) -> None:
        self._telling.send(("began", nodeid))

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        written = self._config.hook.pytest_report_to_serializable(config=self._config, report=report)
        self._telling.send(("report", written))


def _keep_coverage() -> None:
    """Write what was measured in this process, where it is measured: to a file of its own, as coverage sees a fork."""
    if "coverage" in sys.modules:
        measured = sys.modules["coverage"].Coverage.current()
        if measured is not None:
            measured.stop()
            measured.save()


def _heard(session: pytest.Session, processes: list[_Process], turns: int) -> None:
    """Report what the processes tell, until all are done; one that ends before that fails the run."""
    by_pipe = {one.told: one for one in processes}
    while by_pipe:
        # Whatever a test started and left may hold a pipe open: so whose process has ended is looked at, too.
        ended = [one.told for one in by_pipe.values() if one.look()]
        for pipe in ended or wait(list(by_pipe), _LOOK_SECONDS):
            one = by_pipe[pipe]  # type: ignore[index]
            try:
                what, told = one.told.recv() if pipe not in ended or one.told.poll() else ("ended", None)
            except EOFError:
                what, told = "ended", None
            _take(session, one, what, told)
            if one.is_done:
                del by_pipe[one.told]
        if session.shouldfail or session.shouldstop:
            while os.read(turns, _TURN * 1_024):
                pass


def _take(session: pytest.Session, one: _Process, what: str, told: Any) -> None:
    hook = session.config.hook
    match what:
        case "began":
            one.running = told
        case "report":
            report = hook.pytest_report_from_serializable(config=session.config, data=told)
            # As a process of pytest-xdist is named: by this the terminal knows that tests of several come mixed.
            name = f"process {one.number}"
            report.node = SimpleNamespace(gateway=SimpleNamespace(id=name), _workerinfocache=name)
            hook.pytest_runtest_logreport(report=report)
        case "broke":
            session.shouldfail = f"process {one.number} broke while it ran {one.running}:\n{told}"
            one.is_done = True
        case "ended":
            session.shouldfail = f"process {one.number} died while it ran {one.running}"
            one.is_done = True
        case "done":
            one.is_done = True
