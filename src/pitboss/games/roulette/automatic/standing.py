"""An automatic table that stands still: its clock stops with everything else, and goes on with what was left of it."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import timedelta
from typing import Any

import msgspec

from pitboss.decider import Command, Event
from pitboss.games.everyday import standing
from pitboss.games.everyday.acts import ResumeTable, SuspendTable
from pitboss.games.roulette.automatic.state import AutomaticTable
from pitboss.rulebook import cites

_MILLISECOND = timedelta(milliseconds=1)


def _with(events: Sequence[Event], **fields: Any) -> Sequence[Event]:
    return [msgspec.structs.replace(event, **fields) for event in events]


@cites("HP-S2", "RA-6a")
def suspend(state: AutomaticTable, command: Command[SuspendTable]) -> Sequence[Event]:
    """Stop everything, and record what is left of the betting time."""
    events = standing.suspend(state, command)
    if state.until is None or not state.is_taking_bets:
        return events
    return _with(events, left_ms=max(state.until - command.received_at, timedelta()) // _MILLISECOND)


@cites("HP-S2", "RA-6a")
def resume(state: AutomaticTable, command: Command[ResumeTable]) -> Sequence[Event]:
    """Go on, with the betting time that was left."""
    events = standing.resume(state, command)
    if state.left_ms is None:
        return events
    return _with(events, until=command.received_at + state.left_ms * _MILLISECOND)
