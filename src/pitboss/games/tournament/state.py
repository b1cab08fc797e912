"""What a tournament remembers."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum

from pitboss.games.tournament.config import TournamentConfig
from pitboss.rulebook import edition


class Phase(StrEnum):
    """How far a tournament has come."""

    ANNOUNCED = "announced"
    OPEN = "open"
    CLOSED = "closed"
    SEATED = "seated"
    PLAYING = "playing"
    REPORTED = "reported"
    BETWEEN = "between"
    DECIDED = "decided"
    AWARDED = "awarded"
    CANCELLED = "cancelled"

    @property
    def words(self) -> str:
        """Say where the tournament stands."""
        return _WORDS[self]


_WORDS = {
    Phase.ANNOUNCED: "entries have not been opened",
    Phase.OPEN: "entries are open",
    Phase.CLOSED: "entries are closed and the seats are to be drawn",
    Phase.SEATED: "the seats are drawn and the heat is to be started",
    Phase.PLAYING: "a heat is in play",
    Phase.REPORTED: "all tables have reported their heat",
    Phase.BETWEEN: "a heat is over and the seats of the next are to be drawn",
    Phase.DECIDED: "the places are decided and the prizes are to be awarded",
    Phase.AWARDED: "the prizes are awarded",
    Phase.CANCELLED: "the tournament is cancelled",
}


@dataclass
class Entrant:
    """One entry: what was paid for it and how far it has come."""

    fee_minor: int
    chips: int = 0
    heat: int = 0
    """The last heat the player took part in."""
    is_out: bool = False
    """Whether a heat ended without the player going on."""
    is_disqualified: bool = False
    tie_break: tuple[int, ...] = ()
    """Ranks in the ties broken since the last heat began or ended."""
    prize_minor: int | None = None
    """What the player won; None before the prizes are awarded."""

    @property
    def is_in(self) -> bool:
        """Tell whether the player may still play."""
        return not self.is_out and not self.is_disqualified


@dataclass
class Tournament:
    """One tournament."""

    config: TournamentConfig
    clause: str
    """The clause by which its rulebook knows tournaments."""
    is_announced: bool = False
    is_open: bool = False
    is_playing: bool = False
    is_awarded: bool = False
    is_cancelled: bool = False
    entries: dict[str, Entrant] = field(default_factory=dict)
    """By player, in the order of entry."""
    heat: int = 0
    """The heat in play, or the last one."""
    seats: dict[str, tuple[int, int]] = field(default_factory=dict)
    """Player to table and seat, once they are drawn and until the heat is over."""
    reported: set[int] = field(default_factory=set)
    """The tables whose heat is recorded."""
    balances: dict[str, int] = field(default_factory=dict)
    """What every account of the tournament holds: the fold of all moves."""
    round: None = None
    """No round of a game is played in a tournament's stream."""

    @property
    def phase(self) -> Phase:
        """Return how far it has come."""
        if self.is_cancelled or self.is_awarded:
            return Phase.CANCELLED if self.is_cancelled else Phase.AWARDED
        if self.is_playing:
            return Phase.REPORTED if self.reported == self.tables.keys() else Phase.PLAYING
        if self.heat and (self.heat == self.config.heats or len(self.players_in) < 2):
            return Phase.DECIDED
        if self.seats or self.heat:
            return Phase.SEATED if self.seats else Phase.BETWEEN
        if self.is_open:
            return Phase.OPEN
        return Phase.CLOSED if self.is_announced else Phase.ANNOUNCED

    @property
    def is_over(self) -> bool:
        """Tell whether nothing can happen any more."""
        return self.phase in (Phase.AWARDED, Phase.CANCELLED)

    @property
    def has_begun(self) -> bool:
        """Tell whether the first heat was started."""
        return self.heat > 0

    @property
    def players_in(self) -> tuple[str, ...]:
        """Return who may still play, in the order of entry."""
        return tuple(player for player, entrant in self.entries.items() if entrant.is_in)

    @property
    def tables(self) -> dict[int, tuple[str, ...]]:
        """Return the tables of the heat with their players by seat, those disqualified meanwhile included."""
        found: dict[int, tuple[str, ...]] = {}
        for player, (table, _) in self.seats.items():
            found[table] = (*found.get(table, ()), player)
        return found


def new_tournament(config: TournamentConfig) -> Tournament:
    """Return a tournament whose entries have not been opened yet."""
    return Tournament(config, edition(config.rulebook).rules["clauses"]["tournament"])
