"""Drives one tournament in tests: short names for people, and an answer for every act."""

from datetime import UTC, datetime, timedelta
from typing import Any

from pitboss.decider import Accepted, Command, Event, Person, Refusal, Role, handle
from pitboss.games.tournament import acts as a
from pitboss.games.tournament.config import tournament_config
from pitboss.games.tournament.game import TOURNAMENT
from pitboss.games.tournament.standings import standings
from tests.support.driven import accepted, refused
from tests.support.driver import STAFF

BLACKJACK = "oneida-blackjack-2004"
DOCUMENT: dict[str, Any] = {
    "name": "Spring",
    "rulebook": BLACKJACK,
    "format": "elimination",
    "starting_chips": 500,
    "heats": 2,
    "hands": 10,
    "players_per_table": 3,
    "advance": 1,
    "entry_fee_minor": 2_000,
    "prizes_minor": [6_000, 3_000],
    "house_added_minor": 1_000,
}
"""Six players are two tables of three; the best of each go on. Four fees of $20.00 and $10.00 fund $90.00."""

TOTALS = {**DOCUMENT, "format": "highest_total", "advance": None}
"""The same, with chips carried over both heats."""

SIX = ("Ann", "Bob", "Cid", "Dot", "Eve", "Fay")


class TournamentDriver:
    """A tournament and its clock; `do` returns the event of an act, `refused` the refusal it must get."""

    def __init__(self, document: dict[str, Any] = DOCUMENT, **changed: Any) -> None:
        self.config = tournament_config({**document, **changed})
        self.state = TOURNAMENT.new_state(self.config)
        self.now = datetime(2024, 6, 1, 20, tzinfo=UTC)
        self.events: list[Event] = []

    def answer(self, who: str, act: Any, *, witness: str | None = None) -> Accepted | Refusal:
        """Let the tournament answer: `who` is a role of STAFF, or else a player's name."""
        by = STAFF.get(who) or Person(who, Role.PLAYER)
        second = None if witness is None else STAFF.get(witness) or Person(witness, Role.PLAYER)
        self.now += timedelta(seconds=1)
        command = Command(key=f"{self.now}", by=by, act=act, received_at=self.now, witness=second)
        self.state, answer = handle(TOURNAMENT, self.state, command)
        if isinstance(answer, Accepted):
            self.events.extend(answer.events)
        return answer

    def do(self, who: str, act: Any, *, witness: str | None = None) -> Any:
        """Do an act that must be accepted; return its event."""
        (event,) = accepted(self.answer(who, act, witness=witness)).events
        return event

    def refused(self, who: str, act: Any, *, witness: str | None = None) -> Refusal:
        """Do an act that must be refused; return the refusal."""
        return refused(self.answer(who, act, witness=witness))

    def opened(self, *players: str) -> "TournamentDriver":
        """Open entries and enter players."""
        self.do("pit_supervisor", a.OpenEntries())
        for player in players:
            self.enter(player)
        return self

    def enter(self, player: str) -> Any:
        """Enter a player for the fee."""
        return self.do("floorperson", a.EnterPlayer(player=player, fee_minor=self.config.entry_fee_minor))

    def closed(self, *players: str) -> "TournamentDriver":
        """Open entries, enter players and close them."""
        self.opened(*(players or SIX)).do("floorperson", a.CloseEntries())
        return self

    def started(self, *order: str) -> "TournamentDriver":
        """Draw seats in an order, that of entry by default, and start the heat; close entries if need be."""
        if self.state.phase == "announced":
            self.closed(*order)
        self.do("floorperson", a.DrawSeats(order=order or self.state.players_in))
        self.do("floorperson", a.StartHeat())
        return self

    def report(self, table: int, *chips: int, who: str = "dealer", **more: Any) -> Any:
        """Record a table's heat, the chips in the order of its seats."""
        held = dict(zip(self.state.tables[table], chips, strict=True))
        act = {"table": table, "heat": self.state.heat, "hands": self.config.hands, "chips": held, **more}
        return self.do(who, a.RecordHeat(**act))

    def heat(self, *tables: tuple[int, ...]) -> Any:
        """Report every table and end the heat."""
        for number, chips in enumerate(tables, start=1):
            self.report(number, *chips)
        return self.do("floorperson", a.EndHeat())

    def disqualify(self, player: str, reason: str = "looked into the shoe") -> Any:
        """Disqualify a player before the floorperson."""
        return self.do("pit_supervisor", a.DisqualifyPlayer(player=player, reason=reason), witness="floorperson")

    def award(self) -> Any:
        """Award the prizes."""
        return self.do("pit_supervisor", a.AwardPrizes())

    def won(self) -> dict[str, int]:
        """Award the prizes and return who won what."""
        prizes = self.award().prizes
        return {player: prize for player, prize in zip(prizes.player, prizes.prize_minor, strict=True) if prize}

    def places(self) -> list[tuple[int, str]]:
        """Return place and player, best first."""
        return [(line.place, line.player) for line in standings(self.state)]
