"""A year of the demonstration house in simulated time: generated, verified, archived, restored, verified again.

    python -m benchmarks.year FOLDER --minutes 40    generate, at most so long; again it goes on where it stood
    python -m benchmarks.year FOLDER --open 10       the same of a house that is open for ten minutes a day
    python -m benchmarks.year FOLDER --days 0        measure what was generated

Robots play every table at the pace of the house; only the clock is simulated, and the tote is left out. Lines are
written as the floor writes them, a hundred in a commit. A house that never closes makes 219 million lines a year.
"""

from __future__ import annotations

import random
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from heapq import heappop, heappush
from pathlib import Path
from typing import Annotated, Any, Final

import cyclopts

from benchmarks.start import timed
from pitboss.decider import Accepted, Command, Person, Refusal, Role, handle
from pitboss.demo.robots.crews import crews
from pitboss.demo.robots.robots import ROBOTS
from pitboss.demo.robots.scene import Scene, Step
from pitboss.floor.archive import ArchiveEntry, Archivist, archive_closed
from pitboss.floor.copies import copied
from pitboss.floor.house_key import made_key, read_key
from pitboss.floor.identity import identity_of
from pitboss.floor.sealed_journal import SealedJournal
from pitboss.floor.verify.checkpoint import Keeper
from pitboss.floor.verify.since import verify_since
from pitboss.floor.verify.verify import Report, verify
from pitboss.floor.writer.live_stream import LiveStream, canonical, load
from pitboss.floor.writer.writer import Floor
from pitboss.games.roulette.automatic import acts as automatic
from pitboss.journal import Batch, End, Journal, open_journal
from pitboss.journal.lines import made
from tests.support.life import HOUSE, ROBOT_STAFF, TABLES, document

BEGUN: Final = datetime(2026, 1, 1, 6, tzinfo=UTC)
TOGETHER: Final = 100
IDLE: Final = timedelta(seconds=1)
TOTE: Final = "tote"


@dataclass
class Stage:
    """A stream of the house with its robots, and when they next do something."""

    live: LiveStream
    crew: Any
    cards: tuple[dict[str, Any], ...] = ()
    now: datetime = BEGUN
    opened_at: datetime | None = None
    """When the betting window of an automatic table was opened."""
    still: int = 0
    """How often in a row nobody had anything to do."""

    def next(self, chance: random.Random) -> Step | None:
        """Return what the robots or the table's clock do next; None where they wait, and time passes."""
        robot = ROBOTS[self.live.rules.name]
        step = robot(self.live.state, chance, Scene(crew=self.crew, now=self.now.astimezone(), cards=self.cards))
        return step or self._clock()

    def _clock(self) -> Step | None:
        state = self.live.state
        current = getattr(state, "round", None)
        if not hasattr(state, "is_prompted") or current is None or not current.is_open or state.held is not None:
            self.opened_at = None
            return None
        self.opened_at = self.opened_at or self.now
        left = state.seconds - (self.now - self.opened_at).total_seconds()
        device = Person("clock", Role.DEVICE)
        if current.phase == "spinning":
            return Step(device, automatic.LockBets()) if left <= 0 else None
        return Step(device, automatic.PromptSpin(seconds_left=10)) if left <= 10 and not state.is_prompted else None  # noqa: PLR2004


@dataclass
class Year:
    """The house at work, and its journal."""

    journal: Journal
    stages: dict[str, Stage] = field(default_factory=dict)
    end: End = field(default_factory=End)
    lines: list[Any] = field(default_factory=list)
    met: Counter[str] = field(default_factory=Counter)

    def play(self, until: datetime, stop_at: float) -> datetime:
        """Let the robots live until a simulated instant, or a real one; return how far they came."""
        waiting = [(stage.now, name) for name, stage in self.stages.items()]
        waiting.sort()
        now = waiting[0][0]
        while waiting and time.monotonic() < stop_at:
            now, name = heappop(waiting)
            if now >= until:
                break
            stage = self.stages[name]
            if self._advance(stage, now):
                heappush(waiting, (stage.now, name))
        self.flush()
        return now

    def _advance(self, stage: Stage, now: datetime) -> bool:
        """Do what is next at a stream, some time later; tell whether anything more can come."""
        stage.now = now
        chance = random.Random(f"{stage.live.name} {stage.live.version} {now}")
        step = stage.next(chance)
        if step is None:
            stage.now += IDLE
            stage.still += 1
            return True
        stage.still = 0
        stage.now += timedelta(seconds=step.pause)
        command = Command(
            key=f"robot/{stage.live.name}/{self.end.ordinal}",
            by=step.by,
            act=step.act,
            received_at=stage.now,
            witness=step.witness,
        )
        self._send(stage.live, command)
        return True

    def _send(self, live: LiveStream, command: Command[Any]) -> None:
        live.state, answer = handle(live.rules, live.state, command)
        events = [canonical(event) for event in answer.events] if isinstance(answer, Accepted) else []
        refusal = canonical(answer) if isinstance(answer, Refusal) else None
        self.met["refused" if refusal else "accepted"] += 1
        version = live.version + len(events)
        line = made(self.end, 1, live.name, version, command=canonical(command), events=events, refusal=refusal)
        self.end, live.position = line.end, line.position
        if events:
            live.version, live.hash = version, line.hash
        self.lines.append(line)
        if len(self.lines) >= TOGETHER:
            self.flush()

    def flush(self) -> None:
        """Write what was played."""
        if self.lines:
            self.journal.append(Batch(self.lines))
            self.lines = []


def opened(folder: Path) -> Year:
    """Open the house of a folder, or a new one, as it stood."""
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / "year.db"
    key = read_key(path.with_suffix(".key")) or made_key(path.with_suffix(".key")).kept(random.randbytes(32))
    floor = Floor(open_journal(str(path)))
    floor.open("house", "house", {"name": HOUSE["house"]["name"], "currency": HOUSE["house"]["currency"]}, BEGUN)
    for stream, file in TABLES.items():
        found = document(file)
        floor.open(stream, "automatic" if stream.startswith("automatic") else "table", found, BEGUN)
    floor.close()
    year = Year(SealedJournal(open_journal(str(path)), key))  # type: ignore[arg-type]
    year.end = year.journal.end()
    for stream in TABLES:
        year.stages[stream] = _stage(year.journal, stream)
    return year


def _stage(journal: Journal, stream: str) -> Stage:
    live = load(journal, stream)
    assert live is not None  # noqa: S101
    crew = crews(ROBOT_STAFF, {stream: live.rules.name})[stream]
    last = next(journal.read(stream, after=live.version - 1))
    return Stage(live, crew, now=max(BEGUN, datetime.fromisoformat(last.at)))


def days_of(year: Year, count: int, is_open: timedelta, stop_at: float) -> Iterator[tuple[int, datetime]]:
    """Play day after day until the house has so many; yield how many lines there are after each.

    What is under way when the house closes goes on at the next day's opening.
    """
    begun = min(stage.now for stage in year.stages.values())
    for day in range((begun - BEGUN).days, count):
        opening = BEGUN + timedelta(days=day)
        for stage in year.stages.values():
            stage.now = max(stage.now, opening)
        now = year.play(opening + is_open, stop_at)
        yield year.end.ordinal, now
        if time.monotonic() >= stop_at:
            return


def measured(folder: Path, lines: int) -> None:
    """Verify, archive, take out, restore elsewhere and verify again; say how long each took, and how large it is."""
    path, there = folder / "year.db", folder / "elsewhere.db"
    key = read_key(path.with_suffix(".key"))
    if key is None:
        raise SystemExit("generate something first")
    keeper = Keeper()
    with closing(open_journal(str(path), is_reader=True)) as journal:
        timed("verified, with a checkpoint on the way", lambda: require_sound(verify(journal, keeper=keeper)))
        half = keeper.checkpoint()
        house = identity_of(journal)
        print(f"{journal.end().ordinal:,} lines, {path.stat().st_size:,} bytes")
    archivist = Archivist(ArchiveEntry(folder="archive", lines=lines), folder, house, key.keys)
    floor = Floor(open_journal(str(path)))
    known = timed("archived and proved", lambda: archive_closed(archivist, floor, floor.journal, datetime.now(UTC)))
    floor.close()
    size = sum(one.stat().st_size for one in archivist.folder.iterdir())
    print(f"{len(known)} segments, {size:,} bytes")
    with closing(open_journal(str(path))) as journal:
        timed("proved once more and taken out", lambda: archivist.remove(journal, known))
        timed("compacted", journal.compact)
    print(f"{path.stat().st_size:,} bytes are left in the database")
    with closing(open_journal(str(path), is_reader=True)) as journal:
        timed("chained, and decided since the checkpoint", lambda: require_sound(verify_since(journal, half, "before")))
        with closing(open_journal(str(there))) as target:
            timed("restored on another path", lambda: copied(journal, target, is_empty=True))
    print(f"{there.stat().st_size:,} bytes there")
    with closing(open_journal(str(there), is_reader=True)) as journal:
        timed("verified there", lambda: require_sound(verify(journal)))


def require_sound(report: Report) -> None:
    """See that nothing is wrong."""
    if report.faults:
        raise SystemExit(f"{len(report.faults)} faults, the first: {report.faults[0]}")


def main(
    folder: Path,
    *,
    days: int = 365,
    open_: Annotated[float, cyclopts.Parameter(name="--open")] = 24 * 60.0,
    minutes: float = 40.0,
    lines: int = 1_000_000,
) -> None:
    """Generate so many days of the house, and say how much there is after each; with no days, measure what is there.

    Args:
        folder: where the journal is, and everything that is made of it.
        days: how many simulated days in all.
        open_: for how many minutes of each day the house is open.
        minutes: after how many minutes to stop in any case.
        lines: after how many lines a segment is closed.
    """
    if not days:
        measured(folder, lines)
        return
    year = opened(folder)
    stop_at = time.monotonic() + minutes * 60
    with closing(year.journal):
        before, begun = year.end.ordinal, time.process_time()
        for last, now in days_of(year, days, timedelta(minutes=open_), stop_at):
            speed = (last - before) / (time.process_time() - begun)
            print(f"{now:%Y-%m-%d %H:%M}: {last:,} lines, {speed:,.0f} a second of processor", flush=True)
        for stage in year.stages.values():
            year.journal.save_snapshot(stage.live.snapshot())


if __name__ == "__main__":
    app = cyclopts.App(version_flags=[])
    app.default(main)
    app()
