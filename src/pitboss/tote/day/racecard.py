"""The race card of one sending track: its races, runners and pools, with everything the track decides about them."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated, Any, Literal

import msgspec

from pitboss.decider import Text
from pitboss.money import STAKE_MAX
from pitboss.rulebook.names import END
from pitboss.tote.rules import RaceKind

Track = Annotated[str, msgspec.Meta(pattern=rf"^[A-Z][A-Z0-9]{{1,5}}{END}", description="A sending track's code.")]
Number = Annotated[str, msgspec.Meta(pattern=rf"^[1-9][0-9]?[A-Z]?{END}", description="A program number: 4, or 1A.")]
RaceNumber = Annotated[int, msgspec.Meta(ge=1, le=30)]
Instant = Annotated[datetime, msgspec.Meta(tz=True)]
Minimum = Annotated[int, msgspec.Meta(ge=1, le=STAKE_MAX)]
Carried = Annotated[int, msgspec.Meta(ge=0, le=STAKE_MAX)]
Money = Annotated[int, msgspec.Meta(ge=0, le=STAKE_MAX)]
Kind = Literal[
    "win", "place", "show", "exacta", "quinella", "trifecta", "superfecta", "double", "pick3", "pick6", "twin_trifecta"
]
"""The pools a window knows; a bet across the board goes into three of them."""


class _Part(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True, omit_defaults=True):
    """A part of a card; a field nobody knows is an error."""


class CardRunner(_Part, frozen=True, kw_only=True):
    """A runner: its program number, its name, and the entry or field it is coupled in."""

    no: Number
    name: Text
    entry: Number | None = None
    """The number all runners of a coupled entry or of the field are bet under; its own where it is left out."""
    owner: Text | None = None
    rider: Text | None = None
    """The jockey, or the driver of a harness horse."""
    trainer: Text | None = None
    weight: Text | None = None
    morning_line: Text | None = None

    @property
    def interest(self) -> str:
        """Return the number it is bet under."""
        return self.entry or self.no


class CardRace(_Part, frozen=True, kw_only=True):
    """A race as the sending track announces it."""

    number: RaceNumber
    kind: RaceKind
    runs: Literal["horse", "harness", "greyhound"] = "horse"
    post_time: Instant
    runners: Annotated[tuple[CardRunner, ...], msgspec.Meta(min_length=1, max_length=40)]
    title: Text | None = None
    distance: Text | None = None
    surface: Text | None = None
    conditions: Text | None = None
    purse_minor: Money | None = None
    nominations_close_at: Instant | None = None
    """When nominations to a stake race closed."""
    entries_close_at: Instant | None = None
    """When entries to an overnight race closed."""


class CardPool(_Part, frozen=True, kw_only=True):
    """A pool the track permits: on which races, from which amount, and what it takes out."""

    type: Kind
    races: Annotated[tuple[RaceNumber, ...], msgspec.Meta(min_length=1, max_length=6)]
    minimum_minor: Minimum
    """The least base amount, for each combination."""
    takeout: str
    carryover_minor: Carried = 0
    """What earlier days left in it."""
    mandatory: bool = False
    """Whether all of it must be paid out today."""
    config: dict[str, Any] = {}


class Card(_Part, frozen=True, kw_only=True):
    """One sending track's races of a day."""

    track: Track
    name: Text
    permit: Text
    """By which permission the track conducts its meeting and sends its races."""
    is_equipped: bool = True
    """Whether the track is equipped to simulcast."""
    races: Annotated[tuple[CardRace, ...], msgspec.Meta(min_length=1, max_length=30)]
    pools: Annotated[tuple[CardPool, ...], msgspec.Meta(min_length=1, max_length=400)]
    config: dict[str, Any] = {}
    """How the track calculates, where it differs from the usual."""


def pool_id(track: str, race: int, kind: str) -> str:
    """Name a pool by its track, its first race and its type.

    >>> pool_id("FVD", 3, "pick6")
    'FVD-3-pick6'
    """
    return f"{track}-{race}-{kind}"
