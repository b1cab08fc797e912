"""What must hold of papers, whatever the money: numbers without a gap, two people, each thing corrected once.

It reads stored events as plain JSON and shares nothing with what decided them.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from pitboss.decider import Move

Fields = Mapping[str, Any]
_NUMBERED: Final = {
    "table.fill_requested/1": "slip",
    "table.credit_requested/1": "slip",
    "table.marker_issued/1": "marker",
    "table.drop_box_removed/1": "box",
    "roulette.colour_abandoned/1": "claim",
}
"""What is numbered without a gap, for each table."""
_RESETTLED: Final = {"table.settlement_corrected/1", "table.wager_corrected/1"}
"""What settles a round anew: either stands in the place of the other."""
_NOTED: Final = "cage.table_noted/1"
_CAGE: Final = "cage."
_SHARED: Final = ("cage", "toke_pool")
_REMEMBERED: Final = 10_000
"""Of how many records of a stream it is remembered that they can be corrected."""


def _is_corrected(kind: str, record: str) -> bool:
    """Tell whether a correction of one kind may be about a record of another."""
    if record == kind or {record, kind} <= _RESETTLED:
        return True
    return "bought" in record if "sale" in kind else record.endswith("_settled/1")


@dataclass
class _Stream:
    numbers: dict[str, int] = field(default_factory=dict)
    """The last number of each kind."""
    kinds: dict[int, str] = field(default_factory=dict)
    """Version to stored name, of what can be corrected."""


@dataclass
class Papers:
    """Takes the events of all streams in their order, and tells what is wrong with each."""

    streams: dict[str, _Stream] = field(default_factory=dict)
    untold: dict[tuple[str, int], tuple[int, int]] = field(default_factory=dict)
    """Stream and version of what moved the cage's money or the tips, by how much, until the cage takes note."""

    def take(self, stream: str, version: int, event: Fields, moves: Sequence[Move]) -> Iterator[str]:
        """Yield what is wrong with one event."""
        kept, kind = self.streams.setdefault(stream, _Stream()), event["type"]
        if event.get("witness") is not None and event["witness"] == event.get("by"):
            yield f"{event['by']} stands by an act of their own"
        number = _NUMBERED.get(kind)
        if number is not None:
            expected = kept.numbers.get(number, 0) + 1
            if event[number] != expected:
                yield f"{number} {event[number]} comes where {expected} is due"
            kept.numbers[number] = event[number]
        if "corrects" in event or kind.endswith("_settled/1") or "bought" in kind:
            yield from self._corrected(kept, version, event)
        if kind == _NOTED:
            yield from self._noted(event)
        if moves and not kind.startswith(_CAGE):
            self._moved(stream, version, moves)

    @staticmethod
    def _corrected(kept: _Stream, version: int, event: Fields) -> Iterator[str]:
        kind, corrects = event["type"], event.get("corrects")
        if isinstance(corrects, int):
            found = kept.kinds.pop(corrects, None)
            if found is None or not _is_corrected(kind, found):
                yield f"it corrects version {corrects}, where nothing is that can be corrected so, or is any more"
        if isinstance(corrects, int) or kind.endswith("_settled/1") or "bought" in kind:
            kept.kinds[version] = kind
            if len(kept.kinds) > _REMEMBERED:
                del kept.kinds[next(iter(kept.kinds))]

    def _moved(self, stream: str, version: int, moves: Iterable[Move]) -> None:
        if not any(move.target in _SHARED or move.source in _SHARED for move in moves):
            return
        cage, tokes = (
            sum(move.amount_minor * ((move.target == place) - (move.source == place)) for move in moves)
            for place in _SHARED
        )
        if cage or tokes:
            self.untold[stream, version] = (cage, tokes)

    def _noted(self, event: Fields) -> Iterator[str]:
        """Hold what the cage was told of a table to what the table recorded."""
        table, version = event["table"], event["version"]
        told, moved = (event["cage_minor"], event["tokes_minor"]), self.untold.pop((table, version), (0, 0))
        if told != moved:
            yield f"the cage was told of {told} by {table} version {version}, which moved {moved}"
