"""Whether the states that are kept beside a journal are those that its commands lead to.

None of them is used for anything: each is compared with the state that was decided here. It is decoded only if the
house's key signed it, and by the types of its stream.
"""

from __future__ import annotations

from collections.abc import Mapping

from pitboss.floor.verify.records import Findings
from pitboss.floor.writer.live_stream import LiveStream
from pitboss.floor.writer.program import code_version
from pitboss.floor.writer.snapshots import NotKept
from pitboss.journal import Line, Snapshot

Signed = Mapping[str, Snapshot | None]
"""The snapshot of each stream that has one; None for one that the house's key did not sign."""


class SnapshotsCheck:
    """The snapshots of a journal while its streams are decided again."""

    def __init__(self, found: Findings, kept: Signed) -> None:
        self.found = found
        self.waiting = {stream: one for stream, one in kept.items() if one is not None}
        for stream in sorted(kept.keys() - self.waiting.keys()):
            found.damage(f"the snapshot of {stream} was not signed with the house's key")

    def forget(self, versions: Mapping[str, int]) -> None:
        """Leave out those that are no newer than a version of their stream: they are of lines nobody decides here."""
        self.waiting = {name: one for name, one in self.waiting.items() if one.version > versions.get(name, 0)}

    def take(self, line: Line, live: LiveStream | None) -> None:
        """Compare the snapshot that was made after a line, if there is one, with the state that it led to."""
        waiting = self.waiting.get(line.stream)
        if waiting is None or not line.events or line.version < waiting.version:
            return
        del self.waiting[line.stream]
        if line.version != waiting.version or line.hash != waiting.hash:
            self._differs(waiting, "it is of another history")
        elif live is not None and waiting.code == code_version():
            try:
                kept = live.kept(waiting)
            except NotKept as error:
                self._differs(waiting, str(error))
                return
            if (kept.position, kept.state) != (line.position, live.state):
                self._differs(waiting, "its commands lead to another state")

    def finish(self) -> None:
        """Tell which snapshots are of versions that no line has."""
        for waiting in self.waiting.values():
            self._differs(waiting, "the journal has no such version")

    def _differs(self, snapshot: Snapshot, why: str) -> None:
        self.found.damage(f"the snapshot of {snapshot.stream} after version {snapshot.version} is wrong: {why}")
