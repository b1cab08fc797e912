"""The start of a house whose journal is long: chain, index, state and keys, with a checkpoint and without.

    python -m benchmarks.start FOLDER --lines 10000000

The lines are those of one table, written without deciding them: what a start costs hangs on how many there are. The
journal is made once, and stays in the folder.
"""

from __future__ import annotations

import hashlib
import time
import zlib
from collections.abc import Callable, Iterator
from contextlib import closing
from functools import partial
from pathlib import Path
from typing import Any, Final, TypeVar

import cyclopts
import pysqlite3

from benchmarks.journal import resident_kib
from benchmarks.loads import AT, DOCUMENT, STREAM, commands
from pitboss.decider import Accepted, handle
from pitboss.floor.house_key import HouseKey
from pitboss.floor.sealed_journal import INDEX, SealedJournal
from pitboss.floor.writer.live_stream import canonical, load, opened_again
from pitboss.floor.writer.writer import Floor
from pitboss.journal import Block, End, open_journal

T = TypeVar("T")
TOGETHER: Final = 100
KEY: Final = HouseKey((bytes(range(32)),))


def rows(end: End, upto: int, command: bytes, event: bytes) -> Iterator[tuple[Any, ...]]:
    """Yield commits of a hundred lines: one bet again and again, each under a key of its own."""
    number, position, hashed = end.ordinal, end.position, end.hash
    head, tail = command.split(b'"k4"')
    sha256 = hashlib.sha256
    while number < upto:
        first, texts, keys = number + 1, list[bytes](), list[bytes]()
        for _ in range(min(TOGETHER, upto - number)):
            number, position = number + 1, position + 1
            name = b"b%d" % number
            text = b'[%d,1,"%s",%d,%s"%s"%s,[%s]]' % (
                number, STREAM.encode(), position, head, name, tail, event,
            )  # fmt: skip
            hashed = sha256(hashed + text).digest()
            texts.append(text)
            keys.append(sha256(STREAM.encode() + b"\0" + name).digest()[:16])
        body = b"\x01" + zlib.compress(b"\n".join(texts), 1)
        yield 1, first, number, position, hashed, b"".join(keys), body


def made(path: Path, lines: int) -> None:
    """Make the journal, or go on with it; its views and a snapshot are made at its end."""
    floor = Floor(open_journal(str(path)))
    floor.open(STREAM, "table", DOCUMENT, AT)
    live, found = floor.look(STREAM), commands()
    given = [next(found) for _ in range(4)]
    state, rules = live.rules.new_state(live.config), live.rules
    event = b"{}"
    for command in given:
        state, answer = handle(rules, state, command)
        event = canonical(answer.events[-1]) if isinstance(answer, Accepted) else event
    stored = canonical(given[-1])
    end = floor.journal.end()
    floor.close()
    with closing(pysqlite3.connect(str(path), isolation_level=None)) as connection:
        connection.execute("BEGIN")
        connection.executemany(
            "INSERT INTO commits (shard, first, last, position, hash, keys, body) VALUES (?, ?, ?, ?, ?, ?, ?)",
            rows(end, lines, stored, event),
        )
        connection.execute("COMMIT")
    with closing(open_journal(str(path))) as journal:
        journal.rebuild_streams()


def kept(path: Path) -> None:
    """Keep the state of the table at the journal's end, as the house does."""
    with closing(open_journal(str(path))) as journal:
        live = opened_again(next(journal.read(STREAM)))
        last = next(journal.lines(journal.end().ordinal - 1))
        live.version, live.hash, live.position = last.version, last.hash, last.position
        SealedJournal(journal, KEY).save_snapshot(live.snapshot())


def timed(what: str, call: Callable[[], T]) -> T:
    """Do something, and say how long it took, by the clock and of the processor."""
    begun, used = time.perf_counter(), time.process_time()
    found = call()
    clock, used = time.perf_counter() - begun, time.process_time() - used
    print(f"{what}: {clock:.2f} s, {used:.2f} s of processor, {resident_kib() // 1024} MiB", flush=True)
    return found


def main(folder: Path, *, lines: int = 10_000_000) -> None:
    """Measure a start."""
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / f"lines-{lines}.db"
    if not path.exists():
        timed(f"{lines:,} lines made", lambda: made(path, lines))
    print(f"{path.stat().st_size / lines:.0f} bytes a line")
    kept(path)
    for how in ("without a signed index", "with it"):
        found = open_journal(str(path))
        # Closed as a house closes it, which signs the index for the next start.
        journal: Any = SealedJournal(found, KEY)
        with closing(journal):
            if how != "with it":
                found.save_block(INDEX, Block(1, *found.end(), b""))
            timed(f"chain and index, {how}", journal.require_whole)
            timed("state from its snapshot", partial(load, journal, STREAM))
            timed("keys", partial(journal.answer, STREAM, "no such key"))


if __name__ == "__main__":
    app = cyclopts.App(version_flags=[])
    app.default(main)
    app()
