"""Parts of a recorded stream: one round of a table, one heat of a tournament, one race of a tote day."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

import msgspec

from pitboss.decider import tag_of
from pitboss.errors import InputError

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from pitboss.floor.writer.history import RecordedStep

__all__ = ["of_race", "of_round"]

_BEGINNINGS = {"table.betting_opened/1": "round", "tournament.seats_drawn/1": "heat"}
"""Events that begin a round or a heat, and the field with its number."""
_ENDINGS = ("table.closed/1", "tournament.prizes_awarded/1", "tournament.cancelled/1")
"""Events that belong to no round any more."""
_RACE = re.compile(r"(?P<track>[A-Z][A-Z0-9]{1,5})-(?P<number>[1-9][0-9]?)")


def of_round(steps: Iterable[RecordedStep], number: int) -> Iterator[RecordedStep]:
    """Yield the commands of a round: from its opening, to where the next is opened or the table closed.

    Raises:
        InputError: at the end, if there was no such round.
    """
    last, is_within, is_found = 0, False, False
    for step in steps:
        for event in step.events:
            beginning = _BEGINNINGS.get(tag_of(event))
            if beginning is not None:
                last = getattr(event, beginning)
                is_within = last == number
                is_found = is_found or is_within
            elif tag_of(event) in _ENDINGS:
                is_within = False
        if is_within:
            yield step
    if not is_found:
        known = f"1 to {last}" if last else "none"
        raise InputError(f"no such round; the stream has {known}", field="round", value=number)


def of_race(steps: Iterable[RecordedStep], race: str) -> Iterator[RecordedStep]:
    """Yield the commands that concern a race: its own, those of its pools, and those of tickets with bets in them.

    Raises:
        InputError: if it is no race, or at the end if no card has it.
    """
    match = _RACE.fullmatch(race)
    if match is None:
        raise InputError("expected TRACK-NUMBER, such as FVD-3", field="race", value=race)
    chosen = _Race(match["track"], int(match["number"]))
    for step in steps:
        # Every event is looked at, because each may add a pool or a ticket to what follows.
        concerned = [chosen.concerns(msgspec.to_builtins(event)) for event in step.events]
        if any(concerned):
            yield step
    if not chosen.is_found:
        raise InputError("no card of this stream has such a race", field="race", value=race)


class _Race:
    """A race, the pools it is in, and the tickets with bets there."""

    def __init__(self, track: str, number: int) -> None:
        self.track, self.number = track, number
        self.pools: set[str] = set()
        self.tickets: set[str] = set()
        self.is_found = False

    def concerns(self, event: dict[str, Any]) -> bool:
        """Tell whether an event is about the race."""
        if "card" in event:
            return self._opens(event["card"])
        if "bets" in event and any(self.pools.intersection(bet["pools"]) for bet in event["bets"]):
            self.tickets.add(event["ticket"])
        if "race" in event:
            return (event["track"], event["race"]) == (self.track, self.number)
        if "ticket" in event:
            return event["ticket"] in self.tickets
        return event.get("pool") in self.pools

    def _opens(self, card: dict[str, Any]) -> bool:
        if card["track"] != self.track:
            return False
        for pool in card["pools"]:
            if self.number in pool["races"]:
                self.pools.add(f"{self.track}-{pool['races'][0]}-{pool['type']}")
        self.is_found = any(race["number"] == self.number for race in card["races"])
        return self.is_found
