"""What happened in a tournament."""

from __future__ import annotations

from enum import StrEnum

import msgspec

from pitboss.decider import Event, Move
from pitboss.rulebook.clauses import cites


class How(StrEnum):
    """What broke a tie."""

    PLAY_OFF = "play_off"
    DRAW = "draw"


class For(StrEnum):
    """What a broken tie decides."""

    NEXT_HEAT = "next_heat"
    PRIZES = "prizes"


# What happened


class Seats(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Who sits where: entry i of each column is one player."""

    table: tuple[int, ...]
    seat: tuple[int, ...]
    player: tuple[str, ...]


class Prizes(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Every entrant's place and prize, best first: entry i of each column is one player."""

    place: tuple[int, ...]
    player: tuple[str, ...]
    prize_minor: tuple[int, ...]


@cites("BJ-O", "RES")
class EntriesOpened(Event, frozen=True, tag="tournament.entries_opened/1", audience="public"):
    """Entries are taken, under a rulebook and the tournament's own rules, both known by their hashes."""

    rulebook: str
    edition_hash: str
    rules_hash: str
    by: str
    role: str


@cites("BJ-O")
class PlayerEntered(Event, frozen=True, tag="tournament.player_entered/1", audience="public"):
    """A player is in the tournament and has paid for it."""

    player: str
    fee_minor: int
    by: str
    moves: tuple[Move, ...]


@cites("BJ-O")
class PlayerWithdrawn(Event, frozen=True, tag="tournament.player_withdrawn/1", audience="public"):
    """A player is not in the tournament any more and has the fee back; seats that were drawn are drawn anew."""

    player: str
    fee_minor: int
    by: str
    moves: tuple[Move, ...]


@cites("BJ-O")
class EntriesClosed(Event, frozen=True, tag="tournament.entries_closed/1", audience="public"):
    """No more entries are taken."""

    entries: int
    by: str


@cites("BJ-O")
class SeatsDrawn(Event, frozen=True, tag="tournament.seats_drawn/1", audience="public"):
    """Everybody who plays the heat has a seat at one of its tables."""

    heat: int
    seats: Seats
    by: str


@cites("BJ-O")
class HeatStarted(Event, frozen=True, tag="tournament.heat_started/1", audience="public"):
    """A heat began: the chips are those that its tables issue, player by player."""

    heat: int
    hands: int
    seats: Seats
    chips: tuple[int, ...]
    by: str


@cites("BJ-O")
class HeatRecorded(Event, frozen=True, tag="tournament.heat_recorded/1", audience="public"):
    """A table's report of a heat."""

    table: int
    heat: int
    hands: int
    chips: dict[str, int]
    reason: str | None
    by: str
    role: str


@cites("BJ-O")
class HeatEnded(Event, frozen=True, tag="tournament.heat_ended/1", audience="public"):
    """A heat is over; after the last one nobody goes on, and places follow from the chips."""

    heat: int
    is_last: bool
    advanced: tuple[str, ...]
    out: tuple[str, ...]
    by: str


@cites("BJ-O")
class PlayerDisqualified(Event, frozen=True, tag="tournament.player_disqualified/1", audience="public"):
    """A player is out, behind everybody else and without a prize; seats that were drawn are drawn anew."""

    player: str
    reason: str
    by: str
    witness: str


@cites("BJ-O")
class TieBroken(Event, frozen=True, tag="tournament.tie_broken/1", audience="public"):
    """Players with equal chips stand in an order, best first; who has the same rank is still tied."""

    how: How
    decides: For
    player: tuple[str, ...]
    rank: tuple[int, ...]
    chips: tuple[int, ...]
    """What each had after the play-off; empty where lots were drawn."""
    by: str


@cites("BJ-O")
class PrizesAwarded(Event, frozen=True, tag="tournament.prizes_awarded/1", audience="public"):
    """Every entrant's place and prize, and what was left of the prizes because nobody won it or a split left it."""

    prizes: Prizes
    left_minor: int
    clause: str
    by: str
    moves: tuple[Move, ...]


@cites("BJ-O")
class TournamentCancelled(Event, frozen=True, tag="tournament.cancelled/1", audience="public"):
    """The tournament is off, and every fee went back: entry i of both columns is one player."""

    reason: str
    player: tuple[str, ...]
    fee_minor: tuple[int, ...]
    by: str
    moves: tuple[Move, ...]


EVENTS: tuple[type[Event], ...] = (
    EntriesOpened,
    PlayerEntered,
    PlayerWithdrawn,
    EntriesClosed,
    SeatsDrawn,
    HeatStarted,
    HeatRecorded,
    HeatEnded,
    PlayerDisqualified,
    TieBroken,
    PrizesAwarded,
    TournamentCancelled,
)
