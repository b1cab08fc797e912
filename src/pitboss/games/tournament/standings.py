"""Who stands where: places with ties, who goes on to the next heat, and which ties must be broken first.

Everything here is a pure function of the state; nothing refuses and nothing is changed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from itertools import groupby
from typing import Any

import msgspec

from pitboss.games.tournament.config import Format, Ties
from pitboss.games.tournament.events import For
from pitboss.games.tournament.state import Phase, Tournament


class Standing(msgspec.Struct, frozen=True):
    """One line of the leaderboard."""

    place: int
    """Shared by players who are tied: 1, 2, 2, 4."""
    player: str
    chips: int
    heat: int
    """The last heat the player took part in; 0 before the first."""
    status: str
    """in, out or disqualified."""
    prize_minor: int | None
    """None before the prizes are awarded."""


class Tie(msgspec.Struct, frozen=True):
    """Players with equal chips of whom not all can have what they are tied for."""

    players: tuple[str, ...]
    decides: For


def standings(state: Tournament) -> tuple[Standing, ...]:
    """Return every entrant's line, best first; who was disqualified stands behind all others."""
    lines = []
    place = 1
    out = [player for player, entrant in state.entries.items() if entrant.is_disqualified]
    for group in [*ranked(state), *([out] if out else [])]:
        for player in group:
            entrant = state.entries[player]
            status = "disqualified" if entrant.is_disqualified else "out" if entrant.is_out else "in"
            lines.append(Standing(place, player, entrant.chips, entrant.heat, status, entrant.prize_minor))
        place += len(group)
    return tuple(lines)


def ranked(state: Tournament) -> list[list[str]]:
    """Return who was not disqualified, best first, tied players together and in the order of their entry."""
    eligible = [player for player, entrant in state.entries.items() if not entrant.is_disqualified]
    return _groups(eligible, lambda player: _standing_key(state, player))


def _standing_key(state: Tournament, player: str) -> tuple[Any, ...]:
    entrant = state.entries[player]
    # Ties that are broken during a heat are broken for one table's next seats, which says nothing across tables.
    breaks = () if state.is_playing else entrant.tie_break
    if state.config.format is Format.HIGHEST_TOTAL:
        return (-entrant.chips, breaks)
    return (-entrant.heat, entrant.is_out, -entrant.chips, breaks)


def _groups(players: Iterable[str], key: Callable[[str], tuple[Any, ...]]) -> list[list[str]]:
    return [list(group) for _, group in groupby(sorted(players, key=key), key)]


def _table_groups(state: Tournament, players: Sequence[str]) -> list[list[str]]:
    """Return the players of one table who may go on, by chips: somebody without chips may not."""
    eligible = [player for player in players if state.entries[player].is_in and state.entries[player].chips]
    return _groups(eligible, lambda player: (-state.entries[player].chips, state.entries[player].tie_break))


def advanced(state: Tournament) -> tuple[str, ...]:
    """Return who goes on from a heat that all tables have reported, table by table; nobody does from the last.

    Where ties are split, everybody who is tied for a table's last place goes on: a seat cannot be split.
    """
    if state.heat == state.config.heats:
        return ()
    found: list[str] = []
    for _, players in sorted(state.tables.items()):
        gone_on = 0
        for group in _table_groups(state, players):
            if gone_on < _room(state):
                found += group
                gone_on += len(group)
    return tuple(found)


def _room(state: Tournament) -> int:
    """Return how many of each table may go on: a number, or all who have chips left."""
    advance = state.config.advance
    return advance if isinstance(advance, int) else len(state.entries)


def open_ties(state: Tournament) -> tuple[Tie, ...]:
    """Return the ties that must be broken before the heat ends, or before prizes are awarded.

    A tie is open where it matters: at a table's last place for the next heat, or over prizes that differ.
    """
    if state.config.ties is Ties.SPLIT:
        return ()
    if state.phase is Phase.REPORTED and state.heat < state.config.heats:
        tables = [_table_groups(state, players) for _, players in sorted(state.tables.items())]
        room = _room(state)
        found = [
            group for groups in tables for before, group in _counted(groups) if before < room < before + len(group)
        ]
        return tuple(Tie(tuple(group), For.NEXT_HEAT) for group in found)
    if state.phase is Phase.DECIDED:
        prizes = state.config.prizes_minor
        padded = (*prizes, *(0 for _ in state.entries))
        found = [
            group for before, group in _counted(ranked(state)) if len(set(padded[before : before + len(group)])) > 1
        ]
        return tuple(Tie(tuple(group), For.PRIZES) for group in found)
    return ()


def _counted(groups: Iterable[list[str]]) -> list[tuple[int, list[str]]]:
    """Return each group with how many players stand before it."""
    counted, before = [], 0
    for group in groups:
        counted.append((before, group))
        before += len(group)
    return counted
