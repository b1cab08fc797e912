"""The ticket file: every bet of a race as it stood when betting stopped, written once and sealed.

Whoever has the seal, kept elsewhere, can show later that no bet was added or changed after the close.
"""

from __future__ import annotations

import hashlib
import logging
import os
import queue
import threading
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final

import msgspec

from pitboss.floor.writer.live_stream import LiveStream
from pitboss.floor.writer.queue import News
from pitboss.tote.day.events import BettingStopped, RaceCancelled
from pitboss.tote.day.state import Phase

_LOG = logging.getLogger(__name__)
_STOP: Final = None


def bets_of(live: LiveStream, track: str, race: int) -> list[dict[str, Any]]:
    """Return every bet that stands in the pools that closed with a race; a ticket's check code is not among them."""
    day = live.state
    found = []
    for name, book in day.books.items():
        if book.track != track or book.first != race:
            continue
        for sold, bets in day.sold_in(name):
            for bet in bets:
                line = {"pool": name, "ticket": sold.id, "terminal": sold.terminal, "serial": sold.serial}
                found.append(
                    {**line, "sold_at": sold.sold_at.isoformat(), "rows": bet.rows, "amount_minor": bet.amount_minor}
                )
    return found


def _written(head: dict[str, Any], bets: list[dict[str, Any]]) -> bytes:
    """Return a file: its head, a line a bet, and the seal over all of that."""
    body = b"\n".join(msgspec.json.encode(line, order="deterministic") for line in (head, *bets)) + b"\n"
    return body + msgspec.json.encode({"sha256": hashlib.sha256(body).hexdigest()}) + b"\n"


def read_sealed(data: bytes) -> tuple[dict[str, Any], list[dict[str, Any]]] | None:
    """Return head and bets of a file whose seal is whole; None where it is not."""
    body, _, last = data.rstrip(b"\n").rpartition(b"\n")
    try:
        seal = msgspec.json.decode(last)
        head, *bets = [msgspec.json.decode(line) for line in body.split(b"\n")]
    except (msgspec.DecodeError, ValueError):
        return None
    is_whole = isinstance(seal, dict) and seal.get("sha256") == hashlib.sha256(body + b"\n").hexdigest()
    return (head, bets) if is_whole else None


class SealedFiles:
    """Writes the ticket file of each race when its betting stops; in a thread of its own, so that nobody waits."""

    def __init__(self, folder: Path, stream: str) -> None:
        self._folder, self._stream = folder, stream
        self._waiting: queue.SimpleQueue[tuple[str, bytes] | None] = queue.SimpleQueue()
        self._thread = threading.Thread(target=self._run, name="pitboss-seal", daemon=True)
        self._thread.start()

    def follow(self, stream: str) -> None:
        """Seal the races of another day from now on: those of the day before are over."""
        self._stream = stream

    def hear(self, news: Sequence[News]) -> None:
        """Take a picture of the bets, in the writer's thread, when betting stops or a race is called off."""
        for one in news:
            for event in one.recorded.events if one.live.name == self._stream else ():
                if isinstance(event, BettingStopped | RaceCancelled):
                    self._seal(one.live, event.track, event.race, one.recorded.last)

    def catch_up(self, live: LiveStream) -> None:
        """Write what is missing of a day's closed races: whoever was killed right after a close had no time to."""
        for (track, race), found in live.state.races.items():
            if found.phase is not Phase.OPEN and not any(self._folder.glob(f"{live.name}-{track}-{race}-*.jsonl")):
                self._seal(live, track, race, live.version)

    def _seal(self, live: LiveStream, track: str, race: int, version: int) -> None:
        bets = bets_of(live, track, race)
        head = {
            "stream": live.name,
            "version": version,
            "hash": live.hash.hex() if live.version == version else None,
            "track": track,
            "race": race,
            "bets": len(bets),
        }
        self._waiting.put((f"{live.name}-{track}-{race}-{version}.jsonl", _written(head, bets)))

    def close(self) -> None:
        """Write what waits."""
        self._waiting.put(_STOP)
        self._thread.join()

    def _run(self) -> None:
        while (entry := self._waiting.get()) is not None:
            name, data = entry
            try:
                self._folder.mkdir(parents=True, exist_ok=True)
                # Never over another one: what was sealed stays.
                handle = os.open(self._folder / name, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o440)
                with os.fdopen(handle, "wb") as file:
                    file.write(data)
                    file.flush()
                    os.fsync(file.fileno())
            except OSError as error:
                _LOG.error("the ticket file %s could not be written: %s", name, error)
