"""A stream as it stands, as data for a screen: what everybody sees, what a terminal sees of itself, what staff see.

Made in the writer's thread from the state, and shares nothing with it.
"""

from __future__ import annotations

from datetime import datetime
from typing import TYPE_CHECKING, Any, Final

import msgspec

from pitboss.games.roulette.automatic.state import AutomaticTable
from pitboss.games.roulette.state import Table as RouletteTable
from pitboss.games.sicbo.state import Table as SicBoTable
from pitboss.tote.day.board import board as board_of
from pitboss.tote.day.board import next_to_go
from pitboss.tote.day.state import Day, Phase

if TYPE_CHECKING:
    from pitboss.floor.people.state import HouseState
    from pitboss.floor.writer.live_stream import LiveStream

__all__ = ["board_view", "own_view", "view"]

RESULTS: Final = 20
"""How many results are shown."""


def view(live: LiveStream, *, is_staff: bool, terminal: str | None = None) -> dict[str, Any]:
    """Return a stream's state for an audience."""
    config, state = live.config, live.state
    shown: dict[str, Any] = {
        "kind": live.rules.first_line,
        "game": live.rules.name,
        "name": config.name,
        "rulebook": config.rulebook,
        "currency": config.currency,
    }
    if isinstance(state, Day):
        return shown | _tote(state, is_staff=is_staff)
    if live.rules.first_line == "house":
        return shown | (_house(state) if is_staff else {})
    if live.rules.first_line == "tournament":
        return shown
    phase = state.phase
    shown |= {
        "is_open": state.is_open,
        "dealer": state.dealer,
        "round": state.rounds,
        "phase": None if phase is None else str(phase.value),
        "phase_in_words": None if phase is None else str(phase.words),
        "is_between_rounds": bool(state.is_between_rounds),
    }
    if isinstance(state, RouletteTable):
        shown["results"] = [{"pocket": pocket} for pocket in state.results[:RESULTS]]
    if isinstance(state, SicBoTable):
        shown["results"] = [{"dice": list(dice)} for dice in state.results[:RESULTS]]
    if isinstance(state, AutomaticTable):
        shown |= _automatic(state, is_staff=is_staff)
        if terminal is not None:
            shown["own"] = own_view(live, terminal)
    return shown


def _automatic(state: AutomaticTable, *, is_staff: bool) -> dict[str, Any]:
    found: dict[str, Any] = {
        "seconds": state.seconds,
        "is_prompted": state.is_prompted,
        "held": state.held,
        "void": state.void,
        "results": [{"game": entry.game, "pocket": entry.pocket} for entry in state.history[:RESULTS]],
    }
    if is_staff:
        found["exposure_minor"] = state.exposure_minor
        found["sensed"] = None if state.sensed is None else state.sensed.pocket
        found["terminals"] = {
            name: {
                "credits_minor": state.credits(name),
                "bet_minor": sum(terminal.bets.values()),
                "cash_out": None if terminal.cash_out is None else terminal.cash_out.value,
                "cash_out_minor": terminal.cash_out_minor,
                "is_verified": terminal.is_verified,
            }
            for name, terminal in state.terminals.items()
        }
    return found


def own_view(live: LiveStream, terminal: str) -> dict[str, Any] | None:
    """Return what a terminal of an automatic table sees of itself; None where it has nothing of its own."""
    state = live.state
    if not isinstance(state, AutomaticTable) or terminal not in state.terminals:
        return None
    own = state.terminals[terminal]
    return {
        "credits_minor": state.credits(terminal),
        "bets": dict(own.bets),
        "last_game": dict(own.last_game),
        "is_verified": own.is_verified,
        "cash_out": None if own.cash_out is None else own.cash_out.value,
        "cash_out_minor": own.cash_out_minor,
    }


def _tote(day: Day, *, is_staff: bool) -> dict[str, Any]:
    races = [
        {
            "track": track,
            "race": number,
            "phase": race.phase.value,
            "post_time": race.post_time.isoformat(),
            "inquiry": race.inquiry,
            "runners": len(race.card.runners),
            "scratched": sorted(race.out),
            "order": [[*place] for place in race.places] if race.phase is not Phase.OPEN else [],
            "pools": {
                name: {"total_minor": book.total_minor, "is_settled": book.settled is not None, "is_held": book.is_held}
                for name, book in day.pools_of(track, number)
                if book.first == number
            },
        }
        for (track, number), race in day.races.items()
    ]
    found: dict[str, Any] = {
        "date": day.config.date.isoformat(),
        "is_closed": day.is_closed,
        "halted": day.halted,
        "races": races,
    }
    if is_staff:
        found["tickets"] = len(day.tickets)
        found["terminals"] = {
            name: {
                "window": terminal.window,
                "kind": terminal.kind.value,
                "is_open": terminal.is_open,
                "serial": terminal.serial,
                "cash_minor": terminal.cash_minor,
            }
            for name, terminal in day.terminals.items()
        }
    return found


def board_view(live: LiveStream, track: str | None, race: int | None, now: datetime) -> dict[str, Any] | None:
    """Return the board of a race, or of the next to go; None before a card is open."""
    day = live.state
    if not isinstance(day, Day) or not day.races:
        return None
    if track is None or race is None:
        track, race = next_to_go(day)
    found: dict[str, Any] = msgspec.to_builtins(board_of(day, track, race, now))
    return found


def _house(state: HouseState) -> dict[str, Any]:
    return {
        "people": {
            name: {
                "name": member.name,
                "role": member.role.value,
                "is_active": member.is_active,
                "is_locked": member.is_locked,
                "has_password": member.has_password,
            }
            for name, member in state.people.items()
        },
        "terminals": {
            name: {
                "kind": position.kind.value,
                "stream": position.stream,
                "position": position.position,
                "is_on": position.is_on,
                "is_bound": position.is_bound,
            }
            for name, position in state.terminals.items()
        },
        "approvals": [
            {
                "approval": pending.approval,
                "stream": pending.stream,
                "act": _without_codes(pending.act),
                "row": pending.row,
                "by": pending.by,
                "role": pending.role.value,
                "until": pending.until.isoformat(),
            }
            for pending in state.approvals.values()
        ],
        "alarms": [
            {"alarm": number, "kind": kind, "about": about, "text": text}
            for number, (kind, about, text) in state.alarms.items()
        ],
    }


def _without_codes(document: str) -> Any:
    """Return an act that waits, without what a ticket is cashed by."""
    act = msgspec.json.decode(document)
    return {name: value for name, value in act.items() if name not in ("check", "nonce", "ticket")}
