"""Houses at a certain moment, for pictures and measurements: the same tables, numbers and amounts each time."""

import random
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from pitboss.decider import Accepted, Act, Command, Person, Refusal, Role
from pitboss.floor.devices.monotonic import SteadyClock
from pitboss.games.roulette.acts import Direction
from pitboss.games.roulette.automatic import acts as a
from tests.support.driven import NotDriven, accepted
from tests.support.life import CARDS, DEMO, TABLES, Played
from tests.support.roulette_pages import SEATS, Roulette
from tests.support.roulette_pages import TABLES as ROULETTE_TABLES
from tests.support.tour_house import Standing
from tests.support.web_house import Clock, WebHouse, held, web_house, written_house
from tests.support.web_trial import EQUIPMENT, Trial

__all__ = ["OWN", "Wheel", "floor_house", "roulette_tables", "wheel_house"]

NAMES = {
    "Dealer": "Dana",
    "Mucker": "Mo",
    "Pit-Supervisor": "Sula",
    "Pit-Manager": "Pim",
    "Inspector": "Ingrid",
    "Floorperson": "Flora",
    "The Trial House": "The Lantern House",
}
"""What people and the house are called in pictures."""
STREAM = "automatic-1"
POCKETS = ("0", "00", *map(str, range(1, 37)))
CLOCK = Person("clock", Role.DEVICE)
ROUNDS = {
    "roulette-1": (12, 14),
    "roulette-2": (13, 14),
    "roulette-3": (11, 14),
    "automatic-1": (14, 14),
    "baccarat-1": (34, 14),
    "blackjack-1": (4, 22),
    "blackjack-2": (3, 26),
    "blackjack-3": (5, 30),
    "sicbo-1": (12, 14),
}
"""How many rounds each table has behind it, and how much was done in the one that is shown."""
TICKETS = 120
"""Steps of the tote's robots: a card is open, and money lies in its pools."""


OWN = {"straight__17": 1_000, "corner__16_17_19_20": 1_000, "dozen__2": 2_500, "straight__8": 500, "straight__29": 500}
"""What the player at terminal 1 lays."""


def named(folder: Path, **house: Any) -> Path:
    """Write a house of the tests whose people have names."""
    path = written_house(folder, **house)
    text = path.read_text(encoding="utf-8")
    for role, name in NAMES.items():
        text = text.replace(f'name = "{role}"', f'name = "{name}"')
    path.write_text(text, encoding="utf-8")
    return path


# The floor


class Staged(Played):
    """A table of the demonstration house that its robots play on a served floor, on its clock."""

    def __init__(self, web: WebHouse, clock: Clock, stream: str) -> None:
        self.web, self.clock, self.stream = web, clock, web.live.desk.named(stream)
        super().__init__(stream, seed=7, cards=CARDS if stream == "tote" else ())
        self.now = clock.at
        self.state = web.live.floor.look(self.stream).state

    def answer(self, by: Person, act: Act, witness: Person | None = None) -> Accepted | Refusal:
        """Hand the command to the floor's writer."""
        self.commands += 1
        self.clock.at = max(self.clock.at, self.now)
        key = f"{self.stream}/{self.commands}"
        command: Command[Any] = Command(key=key, by=by, act=act, received_at=self.clock.at, witness=witness)
        answer = self.web.live.floor.send(self.stream, command).answer
        self.state = self.web.live.floor.look(self.stream).state
        return answer


@contextmanager
def floor_house(folder: Path) -> Iterator[WebHouse]:
    """Serve the demonstration house with every table in the middle of its evening; its robots stand still."""
    clock = Clock()
    path = folder / "house.toml"
    text = (DEMO / "house.toml").read_text(encoding="utf-8")
    for part in ("tables/", "cards/", "tote.toml"):
        text = text.replace(f'"{part}', f'"{DEMO}/{part}')
    path.write_text(text, encoding="utf-8")
    with web_house(path, clock=clock, robots=Standing(*TABLES)) as web:
        day = datetime.fromisoformat(web.live.desk.named("tote").removeprefix("tote-"))
        still = held(web)
        clock.at = still.at = day.replace(hour=19, tzinfo=UTC)
        web.live.clockwork._steady = SteadyClock(still.wall, still.monotonic_ns)
        for stream, (rounds, steps) in ROUNDS.items():
            table = Staged(web, clock, stream).rounds(rounds)
            for _ in range(steps):
                table.step()
        tote = Staged(web, clock, "tote")
        for _ in range(TICKETS):
            # A bet may come too late, as on a floor: it is refused, and the robots go on.
            with suppress(NotDriven):
                tote.step()
        yield web


# The automatic wheel


class Wheel(Trial):
    """An automatic wheel with seven terminals, whose dealer, clock and sensor are moved by hand."""

    def console(self, tag: str, who: str = "dealer", **fields: Any) -> dict[str, Any]:
        """Do something at the console."""
        return self.do(who, STREAM, f"automatic.{tag}/1", **fields)

    def player(self, terminal: str, tag: str, **fields: Any) -> None:
        """Touch something at a terminal."""
        self.do(terminal, STREAM, f"automatic.{tag}/1", terminal=terminal, **fields)

    def device(self, *deeds: Act) -> None:
        """Let clock or sensor say something."""
        for deed in deeds:
            accepted(self.web.did(STREAM, CLOCK, deed))

    def open(self) -> None:
        """Open the table."""
        self["pit-supervisor"]
        self.do("dealer", STREAM, "table.inspect_equipment/1", items=EQUIPMENT)
        self.do("dealer", STREAM, "table.open/1")

    def buy_in(self, terminal: str, amount: int, *, is_verified: bool = True) -> None:
        """Credit a terminal."""
        self.console("count_buy_in", terminal=terminal, currency_minor=amount)
        self.console("confirm_buy_in", terminal=terminal, amount_minor=amount)
        self.console("drop_buy_in", terminal=terminal)
        if is_verified:
            self.player(terminal, "verify_credit")

    def bets(self, terminal: str, **stakes: int) -> None:
        """Lay bets; a name is a notation with two underscores for its colon and one for each hyphen."""
        for name, minor in stakes.items():
            kind, _, rest = name.partition("__")
            bet = f"{kind}:{rest.replace('_', '-')}" if rest else kind
            self.player(terminal, "place_bet", bet=bet, chip_minor=minor)

    def lock(self) -> None:
        """Spin the ball and let the clock reach zero."""
        self.console("spin_ball", direction="against")
        self.device(a.LockBets())

    def settle(self, pocket: str) -> None:
        """Bring the game to this number."""
        self.lock()
        self.device(a.SenseNumber(pocket=pocket, revolutions=9))
        self.console("confirm_number", pocket=pocket)

    def games(self, count: int) -> None:
        """Play games in which nobody bets, to numbers that are the same each time."""
        chance = random.Random(5)
        dealer = Person("dealer", Role.DEALER)
        for _ in range(count):
            pocket = chance.choice(POCKETS)
            for person, deed in (
                (dealer, a.StartGame()),
                (dealer, a.SpinBall(direction=Direction.AGAINST)),
                (CLOCK, a.LockBets()),
                (CLOCK, a.SenseNumber(pocket=pocket, revolutions=9)),
                (dealer, a.ConfirmNumber(pocket=pocket)),
            ):
                accepted(self.web.did(STREAM, person, deed))


@contextmanager
def wheel_house(folder: Path) -> Iterator[Wheel]:
    """Serve a house with one automatic wheel and places for seven terminals."""
    file = folder / "wheel.toml"
    text = (DEMO / "tables" / "automatic.toml").read_text(encoding="utf-8")
    file.write_text(text.replace("history = 20", "history = 200"), encoding="utf-8")
    terminals = [(f"T{number}", "player", STREAM) for number in range(1, 8)]
    path = named(folder, tables=((STREAM, str(file)),), terminals=terminals)
    text = path.read_text(encoding="utf-8")
    for number in range(1, 8):
        text = text.replace(f'id = "T{number}"\n', f'id = "T{number}"\nposition = "{number}"\n')
    path.write_text(text, encoding="utf-8")
    with web_house(path) as web:
        found = Wheel(web, folder)
        found.stand_still()
        yield found


# Live roulette


@contextmanager
def roulette_tables(folder: Path) -> Iterator[Roulette]:
    """Serve a house with the three live roulette tables, whose people have names."""
    with web_house(named(folder, tables=ROULETTE_TABLES, terminals=SEATS)) as web:
        yield Roulette(web, folder)
