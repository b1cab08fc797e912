"""Drives one table in tests: short names for people, and an answer for every act."""

from datetime import UTC, datetime, timedelta
from typing import Any

from pitboss.decider import Accepted, Command, Person, Refusal, Role, handle
from pitboss.games import game
from pitboss.games.roulette import acts as roulette_acts
from pitboss.games.table import acts as table_acts
from pitboss.rulebook import RuleViolation, edition, table_config
from tests.support.driven import NotDriven, accepted, refused

ONEIDA, HOIAN, SEABROOK = "oneida-roulette-2008", "hoian-roulette-2020", "seabrook-roulette"
HOUSES = (ONEIDA, HOIAN, SEABROOK)
LIMITS = {"default_min": 1, "default_max": 999_999_999_999}
"""Limits so wide that they leave out no wager of a test; where the Tribe determines them no table opens without."""
STAFF = {
    "dealer": Person("Dora", Role.DEALER),
    "mucker": Person("Max", Role.MUCKER),
    "device": Person("wheel-1", Role.DEVICE),
    "inspector": Person("Ina", Role.INSPECTOR),
    "floorperson": Person("Flo", Role.FLOORPERSON),
    "pit_supervisor": Person("Sue", Role.PIT_SUPERVISOR),
    "pit_manager": Person("Mai", Role.PIT_MANAGER),
    "director": Person("Dee", Role.DIRECTOR),
    "auditor": Person("Ada", Role.AUDITOR),
    "cashier": Person("Cas", Role.CASHIER),
}


def with_limits(rulebook: str, settings: dict[str, Any] | None = None) -> dict[str, Any]:
    """Return a table's settings, with limits where its rules want some."""
    return {**(LIMITS if "limits" in edition(rulebook).rules["clauses"] else {}), **(settings or {})}


class TableDriver:
    """A table and its clock; `do` returns the events of an act, `refused` the refusal it must get."""

    game: Any
    table: Any
    now: datetime
    pace: timedelta = timedelta(seconds=1)
    """How long after the one before a command comes."""
    events: list

    def command(self, who: str, act, *, witness: str | None = None) -> Command:
        """Wrap an act: `who` is a role of STAFF, or else a player's name."""
        by = STAFF.get(who) or Person(who, Role.PLAYER)
        second = None if witness is None else STAFF.get(witness) or Person(witness, Role.PLAYER)
        self.now += self.pace
        return Command(key=f"k{len(self.events)}-{self.now}", by=by, act=act, received_at=self.now, witness=second)

    def answer(self, who: str, act, *, witness: str | None = None) -> Accepted | Refusal:
        """Let the table answer, and keep what happened."""
        self.table, answer = handle(self.game, self.table, self.command(who, act, witness=witness))
        if isinstance(answer, Accepted):
            self.events.extend(answer.events)
        return answer

    def do(self, who: str, act, *, witness: str | None = None):
        """Do an act that must be accepted; return its only event, or all of them."""
        answer = accepted(self.answer(who, act, witness=witness))
        return answer.events[0] if len(answer.events) == 1 else answer.events

    def refused(self, who: str, act, *, witness: str | None = None) -> Refusal:
        """Do an act that must be refused; return the refusal. The table stays as it was."""
        return refused(self.answer(who, act, witness=witness))


class Driver(TableDriver):
    """A roulette table, or any other game's by its rulebook."""

    def __init__(self, rulebook: str, *, settings: dict | None = None, name: str = "R1") -> None:
        document = {"rulebook": rulebook, "name": name, "settings": settings or {}}
        self.game = game(edition(rulebook).game)
        self.table = self.game.new_state(table_config(document))
        self.now = datetime(2024, 6, 1, 20, tzinfo=UTC)
        self.events: list = []

    def opened(self, *, mucker: str | None = "Max") -> "Driver":
        """Inspect and open the table, and open the first round."""
        items = tuple(entry.item for entry in self.table.rules.equipment)
        self.do("dealer", table_acts.InspectEquipment(items=items))
        self.do("dealer", table_acts.OpenTable(mucker=mucker))
        self.do("dealer", table_acts.OpenBetting())
        return self

    def colour(self, player: str, colour: str, *, value: int = 100, count: int = 100):
        """Sell a player colour chips."""
        act = roulette_acts.IssueColour(player=player, colour=colour, value_minor=value, count=count, has_marker=True)
        return self.do("dealer", act)

    def bet(self, player: str, bet: str, stake: int, source: str = "value", *, who: str | None = None):
        """Place a wager, by the player's own hand unless `who` says otherwise."""
        return self.do(
            who or player, roulette_acts.PlaceWager(player=player, bet=bet, stake_minor=stake, source=source)
        )

    def spin(self, pocket: str, *, revolutions: int = 8):
        """Spin, close the bets and let the ball come to rest."""
        self.do("dealer", roulette_acts.SpinBall(direction=roulette_acts.Direction.AGAINST))
        self.do("dealer", roulette_acts.CallNoMoreBets())
        return self.do("dealer", roulette_acts.EnterNumber(pocket=pocket, revolutions=revolutions))

    def settle(self, pocket: str):
        """Play the spin to its end; return the RoundSettled event."""
        if self.table.round.phase == "betting":
            self.spin(pocket)
        self.do("dealer", roulette_acts.PlaceDolly(pocket=pocket))
        self.do("dealer", roulette_acts.CollectLosers())
        return self.do("dealer", roulette_acts.PayWinners())

    def rows(self, settled) -> dict[tuple[str, str], tuple[str, int, str]]:
        """Return (player, bet) to (outcome, paid, clause) of a settled or void round."""
        w = settled.wagers
        rows = zip(w.player, w.bet, w.outcome, w.paid_minor, w.clause, strict=True)
        return {(player, bet): (outcome.value, paid, clause) for player, bet, outcome, paid, clause in rows}


def round_violation(act) -> RuleViolation:
    """Run something that must break a rule and return the violation."""
    try:
        act()
    except RuleViolation as violation:
        return violation
    raise NotDriven("nothing was refused")
