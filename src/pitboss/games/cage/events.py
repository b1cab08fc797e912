"""What happens at the cage."""

from __future__ import annotations

from pitboss.decider import Event, Move
from pitboss.games.cage.acts import IssuedMarker
from pitboss.rulebook.clauses import cites


@cites("HP-I7")
class CageFunded(Event, frozen=True, tag="cage.funded/1", audience="staff"):
    """Money of the house is in the cage."""

    amount_minor: int
    by: str
    witness: str
    moves: tuple[Move, ...]


@cites("HP-I7")
class ChipsCashed(Event, frozen=True, tag="cage.chips_cashed/1", audience="staff"):
    """Somebody got cash for value chips."""

    amount_minor: int
    by: str
    moves: tuple[Move, ...]


@cites("HP-M1")
class MarkerRedeemed(Event, frozen=True, tag="cage.marker_redeemed/1", audience="staff"):
    """What a player signed for at a table was paid; the server tells the table."""

    table: str
    marker: int
    player: str
    amount_minor: int
    paid_with: str
    by: str
    witness: str
    moves: tuple[Move, ...]


@cites("HP-T2")
class TokesPaid(Event, frozen=True, tag="cage.tokes_paid/1", audience="staff"):
    """Somebody got a share of the tips."""

    paid_to: str
    amount_minor: int
    by: str
    witness: str
    moves: tuple[Move, ...]


@cites("HP-I7")
class TableNoted(Event, frozen=True, tag="cage.table_noted/1", audience="staff"):
    """The cage knows of a record of a table; its money moved in the table's own stream."""

    table: str
    version: int
    cage_minor: int
    tokes_minor: int
    issued: IssuedMarker | None
    redeemed: int | None


EVENTS: tuple[type[Event], ...] = (CageFunded, ChipsCashed, MarkerRedeemed, TokesPaid, TableNoted)
