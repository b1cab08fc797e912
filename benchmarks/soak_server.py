"""The demonstration house as a process that tells what it holds: `heap` on standard input prints its objects by type.

The counting is done in a copy of the process, so that the process itself neither waits for it nor grows by it.
"""

from __future__ import annotations

import gc
import json
import os
import sys
import threading
import tracemalloc
from collections import Counter
from functools import partial
from typing import Any

import msgspec
import uvicorn

from pitboss.cli.serve import DEMO
from pitboss.demo.robots.house import robots_of
from pitboss.floor.house_file import read_house
from pitboss.floor.live import open_house
from pitboss.web.app import build_app
from pitboss.web.limits import configured
from pitboss.web.server import Server

__all__ = ["heap"]


def heap() -> dict[str, Any]:
    """Return how many objects of each type there are, and their bytes; where it is traced, the lines that made them."""
    gc.collect()
    held = gc.get_objects()
    seen, count, size = {id(held), id(sys._getframe())}, Counter[str](), Counter[str]()  # noqa: SLF001
    for holder in held:
        # What holds nothing itself (numbers, texts) is not on the list; it is found through its holder.
        for one in (holder, *gc.get_referents(holder)):
            if id(one) not in seen:
                seen.add(id(one))
                name = f"{type(one).__module__}.{type(one).__qualname__}"
                count[name] += 1
                size[name] += sys.getsizeof(one, 0)
    lines = {}
    if tracemalloc.is_tracing():
        found = tracemalloc.take_snapshot().statistics("lineno")
        lines = {str(one.traceback): [one.count, one.size] for one in found[:3_000]}
    return {"types": {name: [count[name], size[name]] for name in count}, "lines": lines}


def _told() -> None:
    """Do what standard input says, in a thread."""
    for line in sys.stdin:
        if line.strip() != "heap":
            continue
        reading, writing = os.pipe()
        child = os.fork()
        if child == 0:
            with os.fdopen(writing, "w") as out:
                json.dump(heap(), out)
            os._exit(0)
        os.close(writing)
        with os.fdopen(reading) as found:
            text = found.read()
        os.waitpid(child, 0)
        print(text, flush=True)


class _Told(uvicorn.Server):
    async def startup(self, sockets: Any = None) -> None:
        await super().startup(sockets)
        print("ready", flush=True)


def main(port: int, journal: str, pace: float, *, is_racing: bool) -> None:
    """Serve the demonstration house; a pace of 0.1 has its robots pause a tenth of what they do.

    Where nobody is racing no tickets are sold: each is kept as long as it may be cashed, and so a tote's day grows.
    """
    file, openings = read_house(DEMO)
    if not is_racing:
        totes = tuple(msgspec.structs.replace(tote, robots=False) for tote in file.tote)
        file = msgspec.structs.replace(file, tote=totes)
    robots = partial(robots_of, openings=openings, folder=DEMO.parent, pace=pace)
    live = open_house(file, openings, DEMO.parent, journal, robots=robots)
    threading.Thread(target=_told, daemon=True).start()
    _Told(configured(build_app(Server(live)), host="127.0.0.1", port=port, timeout_graceful_shutdown=2)).run()


if __name__ == "__main__":
    main(int(sys.argv[1]), sys.argv[2], float(sys.argv[3]), is_racing=sys.argv[4] == "racing")
