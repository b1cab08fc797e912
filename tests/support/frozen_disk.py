"""A floor whose disk does not come back from a sync, in a process of its own under the shim of `faults.c`.

Prints what whoever sends is told, as one JSON document. The clock stands still until the story moves it.
"""

import ctypes
import json
import os
import sys
from concurrent.futures import Future
from typing import Any

from pitboss.floor.writer.answers import NotRecorded
from pitboss.floor.writer.promises import Promise
from pitboss.floor.writer.writer import Floor
from pitboss.journal import open_journal
from pitboss.journal.deadlines import LOOKS_LEAST, Deadlines, Watch
from tests.support.durable import play, script, token
from tests.support.web_process import until

__all__ = ["Clock", "looked"]


class Clock:
    """A clock that a test moves."""

    def __init__(self) -> None:
        self.now = 1_000.0

    def __call__(self) -> float:
        """Return what it shows."""
        return self.now

    def move(self, seconds: float) -> float:
        """Let time pass; return what it shows then."""
        self.now += seconds
        return self.now


def looked(floor: Floor) -> str | None:
    """Let the watchdog look as often as it takes to believe what it sees; return why nothing can be recorded."""
    for _ in range(LOOKS_LEAST):
        floor.standstill.look()
    return floor.stopped


def told(future: Future[Any] | Promise[Any]) -> str:
    """Return what kind of no whoever waits was told."""
    return type(future.exception()).__name__


def main(path: str) -> None:
    """Play while the disk hangs, and after it is back."""
    shim, clock = ctypes.CDLL(os.environ["PITBOSS_FAULTS"]), Clock()
    shim.faults_seen.restype = ctypes.c_long
    floor = Floor(open_journal(path, watch=Watch(Deadlines(), clock)))
    chosen = script("roulette oneida")
    first, second, third, *_ = chosen.commands
    play(floor, "table:1", chosen, [first])
    os.environ |= {"FAULTS_PATH": path, "FAULTS_AT": "1", "FAULTS_DO": "hang", "FAULTS_ONLY": "sync"}
    shim.faults_plan()
    waiting = floor.submit("table:1", second)
    until(lambda: shim.faults_seen() >= 1)
    behind, asked = floor.submit("table:1", third), floor.ask("table:1", lambda live: live.version)
    found: dict[str, Any] = {"at once": looked(floor)}
    clock.now += 3.9
    found |= {"after 3.9 s": looked(floor), "nobody is told": [one.done() for one in (waiting, behind, asked)]}
    clock.now += 0.1
    found |= {"after 4 s": looked(floor), "told": [told(one) for one in (waiting, behind, asked)]}
    try:
        floor.submit("table:1", third)
    except NotRecorded as error:
        found["who comes"] = error.reason
    floor.standstill.probe()  # does not wait for the call that hangs
    os.environ["FAULTS_AT"] = ""
    shim.faults_plan()
    until(lambda: looked(floor) is None)
    kept = floor.fate(second.key, "table:1").result()
    found["recorded when it came back"] = kept is not None
    found["and once"] = token(floor.send("table:1", second)) == (kept and token(kept))
    found["what was not done"] = floor.fate(third.key, "table:1").result() is None
    play(floor, "table:1", chosen)
    floor.close()
    sys.stdout.write(json.dumps(found))


if __name__ == "__main__":
    main(sys.argv[1])
