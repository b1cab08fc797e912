"""What each event changes in a tournament."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from pitboss.decider import Event
from pitboss.games.tournament import events as e
from pitboss.games.tournament.state import Entrant, Tournament


def evolve(state: Tournament, event: Event) -> Tournament:
    """Apply what happened; never refuses."""
    for move in getattr(event, "moves", ()):
        state.balances[move.source] = state.balances.get(move.source, 0) - move.amount_minor
        state.balances[move.target] = state.balances.get(move.target, 0) + move.amount_minor
    _EVOLVE[type(event)](state, event)
    return state


def _opened(state: Tournament, _: e.EntriesOpened) -> None:
    state.is_announced = state.is_open = True


def _entered(state: Tournament, event: e.PlayerEntered) -> None:
    state.entries[event.player] = Entrant(event.fee_minor, chips=state.config.starting_chips)


def _withdrawn(state: Tournament, event: e.PlayerWithdrawn) -> None:
    del state.entries[event.player]
    state.seats = {}


def _closed(state: Tournament, _: e.EntriesClosed) -> None:
    state.is_open = False


def _drawn(state: Tournament, event: e.SeatsDrawn) -> None:
    drawn = event.seats
    state.seats = {
        player: (table, seat) for table, seat, player in zip(drawn.table, drawn.seat, drawn.player, strict=True)
    }


def _started(state: Tournament, event: e.HeatStarted) -> None:
    state.heat, state.is_playing = event.heat, True
    for player, chips in zip(event.seats.player, event.chips, strict=True):
        entrant = state.entries[player]
        entrant.chips, entrant.heat = chips, event.heat


def _recorded(state: Tournament, event: e.HeatRecorded) -> None:
    state.reported.add(event.table)
    for player, chips in event.chips.items():
        state.entries[player].chips = chips


def _ended(state: Tournament, event: e.HeatEnded) -> None:
    state.is_playing, state.seats, state.reported = False, {}, set()
    for entrant in state.entries.values():
        entrant.tie_break = ()
    for player in event.out:
        state.entries[player].is_out = True


def _disqualified(state: Tournament, event: e.PlayerDisqualified) -> None:
    state.entries[event.player].is_disqualified = True
    if not state.is_playing:
        state.seats = {}


def _tie_broken(state: Tournament, event: e.TieBroken) -> None:
    for player, rank in zip(event.player, event.rank, strict=True):
        state.entries[player].tie_break += (rank,)


def _awarded(state: Tournament, event: e.PrizesAwarded) -> None:
    state.is_awarded = True
    for player, prize in zip(event.prizes.player, event.prizes.prize_minor, strict=True):
        state.entries[player].prize_minor = prize


def _cancelled(state: Tournament, _: e.TournamentCancelled) -> None:
    state.is_cancelled = True


_EVOLVE: dict[type[Event], Callable[[Tournament, Any], None]] = {
    e.EntriesOpened: _opened,
    e.PlayerEntered: _entered,
    e.PlayerWithdrawn: _withdrawn,
    e.EntriesClosed: _closed,
    e.SeatsDrawn: _drawn,
    e.HeatStarted: _started,
    e.HeatRecorded: _recorded,
    e.HeatEnded: _ended,
    e.PlayerDisqualified: _disqualified,
    e.TieBroken: _tie_broken,
    e.PrizesAwarded: _awarded,
    e.TournamentCancelled: _cancelled,
}
