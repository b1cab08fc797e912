"""The demonstration house as a process that tells what it holds: `heap` on standard input prints its objects by type.

The counting is done in a copy of the process, so that the process itself neither waits for it nor grows by it.
"""

from __future__ import annotations

import ctypes
import gc
import json
import os
import re
import sys
import tempfile
import threading
import tracemalloc
from collections import Counter, deque
from collections.abc import Iterator
from contextlib import suppress
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from typing import Any

import msgspec
import uvicorn

from pitboss.cli.serve import DEMO
from pitboss.demo.robots.house import robots_of
from pitboss.floor.house_file import read_house
from pitboss.floor.live import open_house
from pitboss.floor.writer.live_stream import LiveStream
from pitboss.tote.day.state import Day
from pitboss.web.app import build_app
from pitboss.web.limits import configured
from pitboss.web.server import Server
from tests.support.weight import bytes_of, referents, weight

__all__ = ["heap"]


def heap() -> dict[str, Any]:
    """Return how many objects of each type there are, and their bytes; where it is traced, the lines that made them.

    Apart from it what the state of each stream holds, with the tickets of the tote's days, each of which is known as
    long as it may be cashed; and what the allocators have, by whether anything lies in it.
    """
    pages = _pages() | _mapped(os.getppid())
    garbage = _garbage()
    held = gc.get_objects()
    seen, count, size = {id(held), id(sys._getframe())}, Counter[str](), Counter[str]()  # noqa: SLF001
    # What holds nothing that could lead back to itself (numbers, texts, tuples of them) is on no list: it is found
    # through whatever holds it.
    left = list(held)
    while left:
        one = left.pop()
        if id(one) not in seen:
            seen.add(id(one))
            name = f"{type(one).__module__}.{type(one).__qualname__}"
            count[name] += 1
            size[name] += bytes_of(one)
            left += referents(one)
    lines = {}
    if tracemalloc.is_tracing():
        found = tracemalloc.take_snapshot().statistics("lineno")
        lines = {str(one.traceback): [one.count, one.size] for one in found[:3_000]}
    live = [one for one in held if isinstance(one, LiveStream)]
    streams = {one.name: [one.version, _weight(one)] for one in live}
    days = {one.name: len(one.state.tickets) for one in live if isinstance(one.state, Day)}
    return {
        "types": {name: [count[name], size[name]] for name in count},
        "lines": lines,
        "streams": streams,
        "tickets": {"sold": [sum(days.values()), sum(streams[name][1] for name in days)]},
        "pages": pages,
        "garbage": garbage,
        "places": _places(held),
    }


def _garbage() -> dict[str, list[int]]:
    """Collect what leads in a circle and to nothing else; return what waited for that, by type."""
    before = {id(one) for one in gc.garbage}
    gc.set_debug(gc.DEBUG_SAVEALL)
    gc.collect()
    gc.set_debug(0)
    count, size = Counter[str](), Counter[str]()
    for one in gc.garbage:
        if id(one) not in before:
            name = f"{type(one).__module__}.{type(one).__qualname__}"
            count[name] += 1
            size[name] += bytes_of(one)
    gc.garbage.clear()
    gc.collect()
    return {name: [count[name], size[name]] for name in count}


_DEEP = 8
"""Names in the name of a place."""
_PLACE_BYTES = 1_024
"""What a place holds that is told."""


def _places(held: list[Any]) -> dict[str, list[int]]:
    """Return what there is by where it is held: the shortest way to it from a module, or from whatever has no holder.

    A place is as long as names go; what lies deeper counts there.
    """
    count, size, seen = Counter[str](), Counter[str](), {id(held), id(sys.modules)}
    left: deque[tuple[Any, tuple[str, ...]]] = deque((module, (name,)) for name, module in list(sys.modules.items()))
    rest = iter(held)
    while left or (more := next(rest, None)) is not None:
        one, place = left.popleft() if left else (more, (f"({type(more).__name__})",))
        if id(one) in seen:
            continue
        seen.add(id(one))
        name = ".".join(place)
        count[name] += 1
        size[name] += bytes_of(one)
        for called, other in _held_by(one) if len(place) < _DEEP else (("", other) for other in referents(one)):
            left.append((other, (*place, called) if called else place))
    return {name: [count[name], size[name]] for name in count if size[name] >= _PLACE_BYTES}


def _held_by(one: Any) -> Iterator[tuple[str, Any]]:
    """Yield what an object holds, by name where it has one."""
    if isinstance(one, dict):
        for key, value in list(one.items()):
            yield "", key
            yield (key if isinstance(key, str) and key.isidentifier() else "[]"), value
        return
    named = getattr(one, "__dict__", None) if not isinstance(one, type) else None
    if isinstance(named, dict):
        yield from ((key, value) for key, value in list(named.items()) if isinstance(key, str))
    inside = "[]" if isinstance(one, list | set | deque) else ""
    yield from ((inside, other) for other in referents(one))


def _weight(stream: LiveStream) -> int:
    """Return how much the state of a stream holds beside its rules and settings, which never grow."""
    return weight(stream.state, stream.rules, stream.config, getattr(stream.state, "rules", None))


class _Mallinfo(ctypes.Structure):
    """What glibc tells of its own heap (mallinfo2)."""

    _fields_ = [(name, ctypes.c_size_t) for name in (
        *("arena", "ordblks", "smblks", "hblks", "hblkhd", "usmblks", "fsmblks", "uordblks", "fordblks", "keepcost"),
    )]  # fmt: skip


def _pages() -> dict[str, list[int]]:
    """Return the bytes that Python's allocator and the C library's have in use, and those that they only keep."""
    with tempfile.TemporaryFile("w+") as told:
        standing = os.dup(2)
        os.dup2(told.fileno(), 2)
        sys._debugmallocstats()  # noqa: SLF001
        os.dup2(standing, 2)
        os.close(standing)
        told.seek(0)
        text = told.read()
    found = re.search(r"# bytes in allocated blocks\s+=\s+([\d,]+)(?s:.*?)^Total\s+=\s+([\d,]+)", text, re.MULTILINE)
    used, kept = (int(one.replace(",", "")) for one in found.groups()) if found else (0, 0)
    pages = {"of Python, in use": [0, used], "of Python, kept free": [0, kept - used]}
    with suppress(AttributeError):  # another C library
        asked = ctypes.CDLL(None).mallinfo2
        asked.restype = _Mallinfo
        told_c = asked()
        pages["of C, in use"] = [0, told_c.uordblks + told_c.hblkhd]
        pages["of C, kept free"] = [0, told_c.fordblks]
    return pages


def _mapped(process: int) -> dict[str, list[int]]:
    """Return the bytes that a process has in memory, by what they are a picture of: files, or nothing but its own."""
    found, name = Counter[str](), ""
    for line in Path(f"/proc/{process}/smaps").read_text(encoding="utf-8").splitlines():
        if head := re.match(r"[0-9a-f]+-[0-9a-f]+ \S+ \S+ \S+ \S+\s*(.*)", line):
            name = head[1] if head[1].startswith("[") else "a file" if head[1] else "its own"
        elif line.startswith("Rss:"):
            found[name] += int(line.split()[1]) * 1_024
    return {f"in memory: {name}": [0, size] for name, size in found.items()}


def _told() -> None:
    """Do what standard input says, in a thread."""
    for line in sys.stdin:
        if line.strip() != "heap":
            continue
        child = os.fork()
        if child == 0:
            # Not by way of the process that is measured, which would hold it.
            with os.fdopen(os.dup(1), "w") as out:
                print(json.dumps(heap()), file=out)
            os._exit(0)
        os.waitpid(child, 0)


class _Told(uvicorn.Server):
    async def startup(self, sockets: Any = None) -> None:
        await super().startup(sockets)
        print("ready", flush=True)


def main(port: int, journal: str, pace: float, *, is_racing: bool) -> None:
    """Serve the demonstration house; a pace of 0.1 has its robots pause a tenth of what they do.

    Where nobody is racing no tickets are sold: each is kept as long as it may be cashed, and so a tote's day grows.
    """
    file, openings = read_house(DEMO)
    # Races are run by day; somewhere it is always that.
    zone = f"Etc/GMT{(datetime.now(UTC).hour - 10 + 12) % 24 - 12:+d}"
    day = (DEMO.parent / file.tote[0].file).read_text(encoding="utf-8")
    by_day = Path(journal).with_name("tote.toml")
    by_day.write_text(f'{day}\ntimezone = "{zone}"\n', encoding="utf-8")
    file = msgspec.structs.replace(file, tote=(msgspec.structs.replace(file.tote[0], file=str(by_day)),))
    if not is_racing:
        totes = tuple(msgspec.structs.replace(tote, robots=False) for tote in file.tote)
        file = msgspec.structs.replace(file, tote=totes)
    robots = partial(robots_of, openings=openings, folder=DEMO.parent, pace=pace)
    live = open_house(file, openings, DEMO.parent, journal, robots=robots)
    threading.Thread(target=_told, daemon=True).start()
    _Told(configured(build_app(Server(live)), host="127.0.0.1", port=port, timeout_graceful_shutdown=2)).run()


if __name__ == "__main__":
    main(int(sys.argv[1]), sys.argv[2], float(sys.argv[3]), is_racing=sys.argv[4] == "racing")
