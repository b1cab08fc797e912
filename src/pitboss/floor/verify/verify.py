"""The proof that a journal is what happened: chain, ledger, recount and replay, with nothing taken on trust.

Lines may be appended meanwhile: what is there at the beginning is verified. Nothing that is damaged
stops a verification; it becomes a fault, with stream and version where they can be told. No snapshot is used: a state
that was not decided here proves nothing. Those that the house's key signed are compared with the state decided here.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

import msgspec

from pitboss.decider import Accepted, Command, Event, answered, validated
from pitboss.errors import InputError
from pitboss.floor.people.house import HOUSE_STREAM
from pitboss.floor.people.put_back import Stored
from pitboss.floor.people.put_back import faults as put_back
from pitboss.floor.sealed_journal import INDEX, KINDS
from pitboss.floor.verify.checkpoint import Keeper
from pitboss.floor.verify.lines import LinesCheck, prefix_of
from pitboss.floor.verify.records import Fault, Findings, Progress, RecordsCheck, Reworded, Superseded
from pitboss.floor.verify.snapshots import Signed, SnapshotsCheck
from pitboss.floor.verify.views import ViewsCheck
from pitboss.floor.writer.live_stream import GENERATION, LiveStream, canonical, opened_again
from pitboss.floor.writer.upcast import current
from pitboss.journal import Anchor, End, Journal, JournalDamaged, Line, Record
from pitboss.journal.chain import GENESIS, old_head
from pitboss.rulebook.violations import RuleViolation

__all__ = ["Fault", "Report", "StreamReplay", "verify"]

EDITION: Final = "edition_hash"
_NO_FURTHER: Final = "the stream is not decided any further"


@dataclass
class StreamReplay:
    """One stream, from its opening to its end."""

    found: Findings
    name: str
    version: int = 0
    live: LiveStream | None = None
    """The stream as it is decided; None where it cannot be, or not any further."""
    opened: Record | None = None
    """The record that opened it."""

    def take(self, line: Line) -> None:
        """Decide the next command again, or open the stream."""
        if line.is_opening:
            self._open(line)
            return
        try:
            self._answer(line)
        except Exception as error:  # noqa: BLE001 - nothing that is stored may stop a verification
            what = f"the command of line {line.ordinal} cannot be decided again"
            self.found.failed(what, error, self.name, line.first)

    def _open(self, line: Line) -> None:
        with self.found.guarded("the stream cannot be opened again", self.name, line.version):
            self.version = line.version
            (record,) = line.records()
            self.opened = record
            self.live = opened_again(record)
            if self.live.superseded_settings:
                what = f"it would not be opened: {self.live.superseded_settings}"
                self.found.superseded.append(Superseded(self.name, 1, what))

    def _answer(self, line: Line) -> None:
        """Hold one answer to its command and to what is decided now."""
        if line.first != self.version + 1:
            span = f"versions {line.first} to {line.version}"
            what = f"command {line.key!r} was answered with {span}, after version {self.version}"
            self.found.add(what, self.name, line.first)
        self.version = max(self.version, line.version)
        if self.live is None:
            return
        try:
            command = self._command(self.live, line)
            if self.live.generation < GENERATION:
                self._follow(self.live, command, line)
                return
            self.live.state, decided = answered(self.live.rules, self.live.state, command)
        except Exception:
            self.live = None
            raise
        if isinstance(decided, Accepted) and line.refusal is None:
            self._compare_events(line, decided.events)
        elif isinstance(decided, Accepted):
            self._stop(f"command {line.key!r} was refused, and is accepted now", line)
        elif line.refusal is None:
            self._stop(f"command {line.key!r} was accepted, and is refused now: {decided.reason}", line)
        elif line.refusal != canonical(decided):
            what = f"command {line.key!r} was refused in other words: {decided.reason}"
            self.found.add(what, self.name, line.first)

    def _follow(self, live: LiveStream, command: Command[Any], line: Line) -> None:
        """Take what earlier rules decided as it is recorded, and note where today's decide otherwise."""
        events = [live.decoded(body) for body in line.events]
        try:
            decided = list(live.rules.decide(live.state, validated(command)))
        except (RuleViolation, InputError) as refusal:
            what = None if line.refusal else f"command {line.key!r} would be refused: {refusal}"
        else:
            is_same = not line.refusal and events == decided
            what = None if is_same else f"command {line.key!r} would make other events"
        if what is not None:
            self.found.superseded.append(Superseded(self.name, line.first, what))
        for event in events:
            live.evolve(event)

    def _command(self, live: LiveStream, line: Line) -> Command[Any]:
        """Return the stored command, which is written as commands are."""
        command: Command[Any] = live.rules.command_decoder.decode(line.command)
        if canonical(command) != line.command:
            what = f"the command that was answered under {command.key!r} is not written as commands are"
            self.found.add(what, self.name, line.first)
        return command

    def _compare_events(self, line: Line, events: tuple[Event, ...]) -> None:
        """Hold what is decided now to what was recorded; an event that was changed afterwards spoils no later one."""
        if len(events) != len(line.events):
            made = f"{len(events)} events now, and was answered with {len(line.events)}"
            self._stop(f"command {line.key!r} makes {made}", line)
            return
        for version, event in enumerate(events, start=line.first):
            if not self._is_same(line.events[version - line.first], version, event):
                self.found.add(f"command {line.key!r} makes another event now", self.name, version)

    def _is_same(self, stored: bytes, version: int, event: Event) -> bool:
        """Tell whether a stored event is what is decided now; an old one is brought up to its present version."""
        body = canonical(event)
        if body == stored:
            return True
        if self.live is not None:
            brought_up = self.live.rules.brought_up(current(stored))
            if brought_up is not stored:
                return canonical(self.live.rules.event_decoder.decode(brought_up)) == body
        if not self._is_same_but_edition(stored, body):
            return False
        self.found.reworded.append(Reworded(self.name, version))
        return True

    @staticmethod
    def _is_same_but_edition(stored: bytes, decided: bytes) -> bool:
        """Tell whether only the hash of the rules document differs: it was written anew since, and decides the same."""
        one, other = msgspec.json.decode(stored), msgspec.json.decode(decided)
        if not all(isinstance(part, dict) and EDITION in part for part in (one, other)):
            return False
        return {**one, EDITION: None} == {**other, EDITION: None}

    def _stop(self, what: str, line: Line) -> None:
        """Tell a difference after which the state is not to be trusted."""
        self.live = None
        self.found.add(f"{what}; {_NO_FURTHER}", self.name, line.first)


_TOLD_EVERY: Final = 500
"""After how many lines or commands progress is told."""
_TOGETHER: Final = 32
"""How many streams are decided in one reading of all lines: their states are in memory together."""


class _Replays:
    """The streams that are decided while all lines are read for the first time: as many as are opened first."""

    def __init__(self, most: int) -> None:
        self.streams: dict[str, StreamReplay] = {}
        self.found = Findings()
        """What they come to, told after what the lines themselves come to."""
        self._most = most

    def of(self, stream: str) -> StreamReplay | None:
        """Return a stream that is among them."""
        found = self.streams.get(stream)
        if found is None and len(self.streams) < self._most:
            found = self.streams[stream] = StreamReplay(self.found, stream)
        return found


@dataclass(frozen=True)
class Report:
    """What a verification found."""

    faults: tuple[Fault, ...]
    head: Anchor
    """How far the journal has come, and the hash of its last line: to be kept elsewhere."""
    events: int
    commands: int
    streams: int
    reworded: tuple[Reworded, ...] = ()
    """Openings under a rules document that was written anew since, and decides the same: no fault."""
    superseded: tuple[Superseded, ...] = ()
    """Commands of streams opened under earlier rules that today's would answer otherwise: no fault."""
    left_out: int = 0
    """Faults beyond those that are told."""
    proven: str = ""
    """What was looked at here, and of which lines."""
    taken: str = ""
    """What was taken from a checkpoint that the house's key signed; nothing where everything was proven."""


def verify(  # noqa: PLR0913 - what is known beside the journal, each by its name
    journal: Journal,
    anchor: Anchor | None = None,
    progress: Progress | None = None,
    secrets: Callable[[str], Mapping[str, bytes]] | None = None,
    snapshots: Callable[[], Signed] | None = None,
    *,
    anchors: Sequence[Anchor] = (),
    keeper: Keeper | None = None,
    is_index_ours: Callable[[], bool] | None = None,
) -> Report:
    """Verify a whole journal, and that it still has what it had when an anchor, or each of several, was taken.

    `secrets` reads the stored secrets of a kind, where the house's key is there to open them: by what is on record each
    must still count. `snapshots` reads the stored snapshots with that key, and `is_index_ours` tells whether it
    signed the index of streams. A `keeper` gathers a checkpoint on the way.
    """
    found = Findings()
    held = tuple(dict.fromkeys((*(() if anchor is None else (anchor,)), *anchors)))
    check = Verification(journal, found, held, progress or (lambda *_: None), secrets, snapshots)
    check.keeper, check.is_index_ours = keeper, is_index_ours
    return check.report()


def _reported(check: Verification, found: Findings) -> Report:
    return Report(
        tuple(found.faults),
        Anchor(check.end.ordinal, check.end.hash.hex()),
        check.events,
        check.commands,
        len(check.streams),
        tuple(found.reworded),
        tuple(found.superseded),
        found.left_out,
        check.proven(),
        check.taken,
    )


class Verification:
    """One verification at work."""

    def __init__(  # noqa: PLR0917 - what `verify` was given
        self,
        journal: Journal,
        found: Findings,
        anchors: tuple[Anchor, ...],
        progress: Progress,
        secrets: Callable[[str], Mapping[str, bytes]] | None,
        snapshots: Callable[[], Signed] | None,
    ) -> None:
        self.journal, self.found, self.anchors, self.progress = journal, found, anchors, progress
        self._read_secrets, self._read_snapshots = secrets, snapshots
        self.snapshots = SnapshotsCheck(found, {})
        self.secrets: Stored | None = None
        self.streams: tuple[str, ...] = ()
        self.end = End()
        self.events = self.commands = self.decided = 0
        self.last = End()
        self.repeated: frozenset[int] = frozenset()
        self.keeper: Keeper | None = None
        self.is_index_ours: Callable[[], bool] | None = None
        self.taken = ""
        self._keys: set[tuple[str, str]] = set()

    def report(self) -> Report:
        """Verify, and say what was found."""
        with self.found.guarded("it cannot be read"):
            self.run()
        return _reported(self, self.found)

    def proven(self) -> str:
        """Say what was looked at."""
        return f"chain, keys, ledger, recount, replay and views of lines 1 to {self.end.ordinal}"

    def run(self) -> None:
        """Look at everything."""
        for text in self.journal.check():
            self.found.damage(text)
        self.last = self._begin()
        first = _Replays(_TOGETHER)
        self.snapshots.found = first.found
        with self.found.guarded("the lines cannot be read"):
            self.take_lines(LinesCheck(self.found), first)
        self.found.append(first.found)
        self.snapshots.found = self.found
        with self.found.guarded("the commands cannot be read"):
            self._finish(first.streams)
            others = [stream for stream in self.streams if stream not in first.streams]
            for start in range(0, len(others), _TOGETHER):
                self.replay(tuple(others[start : start + _TOGETHER]), is_first=False)
            if self.repeated:
                self.replay((), is_first=True)
        self.snapshots.finish()
        self.progress("commands", self.decided, self.commands)

    def _begin(self) -> End:
        """Return where the journal stands, with what is stored beside it then: others may write meanwhile."""
        last = self.journal.end()
        if self._read_secrets is not None:
            with self.found.guarded("the secrets cannot be read"):
                for kind in sorted({one.kind for one in self.journal.all_secrets()} - set(KINDS)):
                    self.found.damage(f"there are secrets of the kind {kind!r}, which no house keeps")
        if self._read_snapshots is not None:
            with self.found.guarded("the snapshots cannot be read"):
                self.snapshots = SnapshotsCheck(self.found, self._read_snapshots())
            # A snapshot is of lines that were written before it.
            last = self.journal.end()
        if self.is_index_ours is not None:
            with self.found.guarded("the signature of the index cannot be read"):
                if not self.is_index_ours():
                    self.found.damage(
                        f"the view {INDEX} was not signed with the house's key: `pitboss rebuild` mends it"
                    )
        while self._read_secrets is not None:
            try:
                self.secrets = {kind: self._read_secrets(kind) for kind in KINDS}
            except JournalDamaged as error:  # the lines are verified all the same
                self.found.damage(str(error))
                self.secrets = None
                break
            before, last = last, self.journal.end()
            if before == last:
                break
        return last

    def take_lines(self, lines: LinesCheck, first: _Replays | None = None) -> None:
        """Take all lines in their order, the anchor on the way; decide the first streams again in the same reading."""
        views = ViewsCheck.of(self.journal, self.found)
        check = RecordsCheck(self.found, has_old_hashes=any(anchor.form == 1 for anchor in self.anchors))
        anchored = [Anchored(anchor) for anchor in self.anchors]
        told = 0
        try:
            for commit in lines.read(self.journal, self.last.ordinal, self.keeper):
                for line in commit:
                    for one in anchored:
                        one.before(line, check)
                    check.take(line)
                    self.commands += not line.is_opening
                views.take(commit)
                if first is not None:
                    # Commit by commit, and not line by line: the one is not in the other's way then.
                    for line in commit:
                        self._decide(first.of(line.stream) if line.stream in check.chains else None, line)
                if lines.end.ordinal - told >= _TOLD_EVERY:
                    told = lines.end.ordinal
                    self.progress("lines", told, self.last.ordinal)
        finally:
            self.end, self.events, self.streams = lines.end, check.events, tuple(check.chains)
            self.progress("lines", lines.end.ordinal, self.last.ordinal)
            for one in anchored:
                one.compare(self.found, self.end, check)
        if self.end.ordinal < self.last.ordinal:
            self.found.damage(f"the journal ends with line {self.last.ordinal}, and was read to {self.end.ordinal}")
        check.finish()
        self.repeated = lines.repeated()
        if self.keeper is not None:
            self.keeper.check, self.keeper.end, self.keeper.epoch = check, lines.end, lines.epoch
            self.keeper.commands = self.commands

    def replay(self, streams: tuple[str, ...], *, is_first: bool) -> None:
        """Decide some streams again, all lines read once for them; the first time repeated keys are looked for."""
        replays = {stream: StreamReplay(self.found, stream) for stream in streams}
        for commit in LinesCheck(Findings(), is_again=True).read(self.journal, self.last.ordinal):
            for line in commit:
                if is_first and self.repeated and not line.is_opening:
                    self._used_once(line)
                self._decide(replays.get(line.stream), line)
                if self.decided and self.decided % _TOLD_EVERY == 0:
                    self.progress("commands", self.decided, self.commands)
        self._finish(replays)

    def _decide(self, replay: StreamReplay | None, line: Line) -> None:
        """Decide the command of a line again, and hold a snapshot that was made after it to what came of it."""
        if replay is not None:
            replay.take(line)
            self.snapshots.take(line, replay.live)
            self.decided += not line.is_opening

    def _finish(self, replays: Mapping[str, StreamReplay]) -> None:
        """Keep what streams came to, and hold the secrets to it."""
        for replay in replays.values():
            if self.keeper is not None and replay.opened is not None:
                self.keeper.opened(replay.opened)
                self.keeper.decided(replay.name, replay.version, replay.live)
            if self.secrets is not None and replay.live is not None and replay.live.rules.name == HOUSE_STREAM:
                for what in put_back(replay.live.state, self.secrets):
                    self.found.damage(what)

    def _used_once(self, line: Line) -> None:
        """See that no key of a stream was used before."""
        with self.found.guarded("its key cannot be read", line.stream, line.version):
            if prefix_of(line) in self.repeated:
                if (line.stream, line.key) in self._keys:
                    self.found.add(f"the key {line.key!r} was used before", line.stream, line.first)
                self._keys.add((line.stream, line.key))


@dataclass
class Anchored:
    """What a journal's head was where an anchor was taken."""

    anchor: Anchor
    head: str | None = None

    def before(self, line: Line, check: RecordsCheck) -> None:
        """Look at a line before it is taken."""
        anchor = self.anchor
        if self.head is not None:
            return
        if anchor.form == 1 and line.position > anchor.lines >= check.events:
            self.head = check.old_head()
        elif anchor.form != 1 and line.ordinal == anchor.lines:
            self.head = line.hash.hex()

    def compare(self, found: Findings, end: End, check: RecordsCheck) -> None:
        """See that the journal still has what it had when the anchor was taken."""
        anchor = self.anchor
        unit, there = ("events", end.position) if anchor.form == 1 else ("lines", end.ordinal)
        if anchor.lines == 0:
            self.head = old_head({}) if anchor.form == 1 else GENESIS.hex()
        elif self.head is None and anchor.form == 1:
            self.head = check.old_head()
        if there < anchor.lines:
            missing = anchor.lines - there
            found.add(f"the anchor saw {anchor.lines} {unit}, the journal ends with {there}: {missing} missing")
        elif self.head != anchor.hash:
            what = f"the head after {anchor.lines} {unit} is not the anchor's: what was recorded by then is changed"
            found.add(what)
