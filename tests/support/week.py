"""A week of the demonstration house in simulated time: its robots play, and a pit lives around every table.

Racks are counted, filled, credited and dropped, markers signed and paid at the cage, tips taken and shared, dealers
relieved, tables suspended, rounds called off, corrected and disputed, players barred, colours given up; shift after
shift.
"""

import random
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import msgspec

import pitboss
from pitboss.decider import Accepted, Act, Command, Offer, Person, Refusal, Role, tag_of
from pitboss.demo.robots.crews import crews
from pitboss.demo.robots.robots import ROBOTS
from pitboss.demo.robots.scene import Crew, Scene, Step
from pitboss.floor.gates.virtual_shoes import Order
from pitboss.floor.house_file import read_house
from pitboss.floor.live import LiveHouse, open_house
from pitboss.games.baccarat import acts as baccarat
from pitboss.games.cage import acts as cage
from pitboss.games.cards import CARDS
from pitboss.games.everyday import acts as a
from pitboss.games.everyday.checks import in_tray
from pitboss.games.roulette import acts as roulette
from pitboss.games.roulette.automatic import acts as automatic
from pitboss.games.roulette.automatic.state import AutomaticTable
from pitboss.games.shoe import acts as shoe
from pitboss.games.table.acts import CloseTable, OpenBetting
from pitboss.money import Currency
from tests.support import strategies as draw
from tests.support.driven import NotDriven, need
from tests.support.week_deeds import AUDITOR, DEEDS, Deed

__all__ = ["Week"]

DEMO = Path(pitboss.__file__).parent / "demo"
CLOCK = Person("clock", Role.DEVICE)
FILL_MAJOR = 200_000
"""What a table is filled up to before a shift, in whole dollars or thousands of dong."""
STEPS_MAX = 5_000
"""After which a shift that does not end is stuck."""
LIVELY = 0.12
"""How often something besides the game happens at a table, from step to step."""


@dataclass
class Pit:
    """One table of the week: its robots, and the house around them."""

    week: "Week"
    stream: str
    crew: Crew
    met: Counter[str] = field(default_factory=Counter)

    @property
    def state(self) -> Any:
        """Return the table as it stands."""
        return self.week.live.floor.look(self.stream).state

    @property
    def rng(self) -> random.Random:
        """Return the week's chance."""
        return self.week.rng

    def person(self, role: Role) -> Person:
        """Return who has a role here."""
        if role is Role.AUDITOR:
            return AUDITOR
        if role is Role.DEALER and self.state.dealer is not None:
            return Person(self.state.dealer, role)
        return self.crew.staff[role]

    def send(self, role: Role, act: Act, witness: Role | None = None) -> Accepted | Refusal:
        """Send an act of somebody of the house."""
        second = None if witness is None else self.person(witness)
        return self.week.send(self.stream, self.person(role), act, second)

    def do(self, role: Role, act: Act, witness: Role | None = None) -> Any:
        """Have an act done that must be; return the first thing that happened."""
        answer = self.send(role, act, witness)
        if not isinstance(answer, Accepted):
            raise NotDriven(self.stream, act, answer)
        self.met[tag_of(act)] += 1
        return answer.events[0]

    def try_all(self, deeds: Iterator[Deed]) -> None:
        """Do one thing after the other, as far as they are taken."""
        known = self.week.live.desk.streams[self.stream].acts
        for role, act, witness in deeds:
            if type(act) not in known:
                return
            if not isinstance(self.send(role, act, witness), Accepted):
                self.met[f"refused {tag_of(act)}"] += 1
                return
            self.met[tag_of(act)] += 1

    # Chips

    @property
    def scale(self) -> int:
        """Return how many minor units a dollar, or a thousand dong, has."""
        return 10 ** Currency.of(self.state.rules.config.currency).exponent or 1

    def pieces(self, minor: int) -> str:
        """Return chips of an amount."""
        exponent = Currency.of(self.state.rules.config.currency).exponent
        if not exponent:
            millions, rest = divmod(minor, 1_000_000)
            parts = [(millions, "1000000"), (rest // 1_000, "1000"), (rest % 1_000, "1")]
        else:
            hundreds, rest = divmod(minor, 10_000)
            parts = [(hundreds, "100"), (rest // 100, "1"), (rest % 100, "0.01")]
        return " ".join(f"{number}x{value}" for number, value in parts if number)

    def major(self, dollars: int) -> int:
        """Return an amount in minor units: dollars, or so many thousands of dong."""
        currency = Currency.of(self.state.rules.config.currency)
        return dollars * (100 if currency.exponent else 1_000)

    def fill(self, minor: int) -> Iterator[Deed]:
        """Bring chips to the table; now and then the runner is lost, and the slip void."""
        slip = self.state.everyday.slips_made + 1
        pieces = self.pieces(minor)
        yield Role.FLOORPERSON, a.RequestFill(pieces=pieces), None
        yield Role.CASHIER, a.IssueFill(slip=slip, carried_by="Rob"), Role.FLOORPERSON
        if self.rng.random() < 0.2:
            yield Role.CASHIER, a.PrintSlip(paper=a.PaperKind.SLIP, number=slip), None
        if self.rng.random() < 0.1:
            yield Role.CASHIER, a.VoidSlip(slip=slip, reason="The runner is lost."), Role.FLOORPERSON
        else:
            yield Role.DEALER, a.AcceptFill(slip=slip, pieces=pieces), Role.FLOORPERSON

    def count(self, kind: a.CountKind, *, may_differ: bool = True) -> None:
        """Count the rack; now and then a chip is missing, or one is too many."""
        due = in_tray(self.state)
        off = self.rng.choice((0, 0, 0, 0, -1, 1)) * self.major(25) if may_differ else 0
        pieces = self.pieces(max(due + off, 0))
        self.do(Role.DEALER, a.CountInventory(kind=kind, pieces=pieces), Role.FLOORPERSON)

    # A shift

    def begin(self) -> None:
        """Keep the rack by counts, fill it, count it, and open the table."""
        state = self.state
        if not state.everyday.has_inventory:
            self.do(Role.PIT_SUPERVISOR, a.BeginInventory(), Role.AUDITOR)
        short = self.major(FILL_MAJOR) - in_tray(self.state)
        while short > 0 and in_tray(self.state) < self.major(FILL_MAJOR):
            self.try_all(self.fill(short))
        self.count(a.CountKind.OPENING)
        self.play(lambda: self.state.is_open, lively=0)

    def play(self, until: Callable[[], bool], *, lively: float = LIVELY) -> None:
        """Let the robots play, and the pit live, until something is so."""
        for _ in range(STEPS_MAX):
            if until():
                return
            if self.rng.random() < lively:
                self.try_all(self.week.deed(self))
            else:
                self._step()
        raise NotDriven(self.stream, "the shift does not end", self.state.standing)

    def play_rounds(self, rounds: int) -> None:
        """Play so many rounds, and live meanwhile."""
        goal = self.state.rounds + rounds
        self.play(lambda: self.state.rounds >= goal)

    def _next(self) -> Step | None:
        """Return what robots, or the clock of an automatic table, do next."""
        state, live = self.state, self.week.live.floor.look(self.stream)
        step = ROBOTS[live.rules.name](state, self.rng, Scene(crew=self.crew, now=self.week.now))
        if step is None and isinstance(state, AutomaticTable) and state.round is not None:
            is_spun = state.round.direction is not None
            return Step(CLOCK, automatic.LockBets() if is_spun else automatic.PromptSpin(seconds_left=10), pause=1.0)
        return step

    def _step(self) -> None:
        step = self._next()
        if step is None:
            raise NotDriven(self.stream, "robots wait for nobody", self.state.standing)
        # At terminals all of them bet at once: their pauses are short, so that the betting time is not over first.
        pace = 0.05 if isinstance(self.state, AutomaticTable) else 1.0
        self.week.now += timedelta(seconds=step.pause * pace)
        answer = self.week.send(self.stream, step.by, step.act, step.witness)
        if isinstance(answer, Refusal):
            self.met[f"robot refused {answer.clause}"] += 1
            if answer.clause == "HP-I4":
                self.try_all(self.fill(self.major(FILL_MAJOR)))

    def _clear(self) -> None:
        """Let the dealer put cards away, collect what is owed and pay out, as far as no new round begins by it."""
        for _ in range(STEPS_MAX):
            step = self._next()
            if step is None or isinstance(step.act, OpenBetting | automatic.StartGame):
                return
            self.week.send(self.stream, step.by, step.act, step.witness)

    def end(self, *, is_last: bool) -> None:
        """Count for the shift, or give colours up, count and close; then the box goes to the count."""
        self.play(lambda: bool(self.state.is_between_rounds), lively=0)
        self._settle_slips()
        self.count(a.CountKind.SHIFT)
        self.do(Role.PIT_SUPERVISOR, a.RemoveDropBox(), Role.CASHIER)
        for box, dropped in list(self.state.everyday.boxes.items()):
            counted = max(dropped + self.rng.choice((0, 0, 0, -100, 100)), 0)
            self.do(Role.CASHIER, a.CountBox(box=box, counted_minor=counted), Role.AUDITOR)
        if is_last:
            self._close()

    def _settle_slips(self) -> None:
        for slip in list(self.state.everyday.slips):
            self.do(Role.CASHIER, a.VoidSlip(slip=slip, reason="The day is over."), Role.FLOORPERSON)

    def _close(self) -> None:
        """Close the table, if its rules let it go; whoever holds colours is given up first."""
        self._clear()
        for colour in list(getattr(self.state, "colours", {})):
            here = self.rng.random() < 0.5
            entry = self.state.colours[colour]
            pieces = self.state.held(entry.player, colour) // entry.value_minor if here else 0
            act = roulette.AbandonColour(colour=colour, pieces_here=min(pieces, roulette.PIECES_MAX), minutes_absent=10)
            self.try_all(iter([(Role.DEALER, act, Role.PIT_SUPERVISOR)]))
        self._all(Role.PIT_SUPERVISOR, automatic.AbandonSession, Role.FLOORPERSON)
        self._all(Role.DEALER, baccarat.CollectVigorish)
        if self.crew.is_virtual:
            self.try_all(iter([(Role.DEALER, shoe.RevealShoe(order=(), nonce=""), None)]))
        self.count(a.CountKind.CLOSING)
        self.try_all(iter([(Role.DEALER, CloseTable(), None)]))

    def _all(self, role: Role, kind: type[Act], witness: Role | None = None) -> None:
        """Do something as long as it is open, such as giving up every session."""
        while offers := self.offers(role, kind):
            self.do(role, draw.act_inside(self.rng, offers[0], {}), witness)

    def offers(self, role: Role, kind: type[Act]) -> list[Offer]:
        """Return the ways in which an act is open to somebody; none where the table does not know it."""
        live = self.week.live.floor.look(self.stream)
        return list(live.rules.legal(live.state, self.person(role), {kind})) if kind in live.rules.acts else []

    def reopen(self) -> None:
        """Begin the next day at a table that was closed; one that could not be closed goes on."""
        if not self.state.is_open:
            self.begin()


@dataclass
class Week:
    """The demonstration house over one journal."""

    address: str
    folder: Path
    rng: random.Random
    tables: tuple[str, ...] | None = None
    now: datetime = datetime(2026, 11, 16, 15, tzinfo=UTC)
    sent: int = 0

    def __post_init__(self) -> None:
        file, openings = read_house(DEMO / "house.toml")
        # Its key lies beside the week's own files: none is left in the demonstration house's folder.
        chosen_house = msgspec.structs.replace(file.house, codes_for="admins", key=str(self.folder / "house.key"))
        file = msgspec.structs.replace(file, house=chosen_house)
        self.live: LiveHouse = open_house(file, openings, DEMO, self.address)
        chosen = [entry for entry in openings if entry.robots]
        robots = [Person(entry.id, entry.role) for entry in file.staff if entry.robot]
        rules = {entry.stream: self.live.desk.streams[entry.stream].name for entry in chosen}
        made = crews(robots, rules, {entry.stream for entry in file.virtual_shoe})
        names = self.tables or tuple(made)
        self.pits = {name: Pit(self, name, made[name]) for name in names}

    def send(self, stream: str, by: Person, act: Act, witness: Person | None = None) -> Accepted | Refusal:
        """Send an act, with what a virtual shoe says in it."""
        self.sent += 1
        self.now += timedelta(milliseconds=1)
        shoes = self.live.desk.fields.shoes
        command: Command[Any] = Command(key=f"week/{self.sent}", by=by, act=act, received_at=self.now, witness=witness)

        def prepare(live: Any, asked: Command[Any]) -> Any:
            filled = shoes.filled(live, asked)
            return filled, shoes.secrets_with(stream, filled.act)

        return self.live.floor.submit(stream, command, prepare=prepare).result().answer

    def drawn_shoe(self, decks: int, stream: str = "") -> Order:
        """Draw a virtual shoe from the week's chance, so that a week which found something can be lived again."""
        cards = CARDS * decks
        return Order(tuple(self.rng.sample(cards, len(cards))), f"{self.rng.getrandbits(128):032x}", stream)

    # What happens besides the game

    def deed(self, pit: Pit) -> Iterator[Deed]:
        """Return something that happens at a table around its game."""
        return self.rng.choice(DEEDS)(pit)

    def live_through(self, *, days: int, shifts: int, rounds: int) -> Counter[str]:
        """Live so many days; return what was met, at all tables together."""
        fund = cage.FundCage(amount_minor=10**10)
        need(isinstance(self.send("cage", self._robot(Role.CASHIER), fund, AUDITOR), Accepted), "the cage is funded")
        for _ in range(days):
            for shift in range(shifts):
                for pit in self.pits.values():
                    pit.reopen()
                    pit.play_rounds(rounds)
                    pit.end(is_last=shift == shifts - 1)
                self._cage()
        return sum((pit.met for pit in self.pits.values()), Counter({"commands": self.sent, "days": days}))

    def _robot(self, role: Role) -> Person:
        return next(iter(self.pits.values())).crew.staff[role]

    def _cage(self) -> None:
        """Tell the cage what tables did; redeem what was signed for, pay tips out, give cash for chips."""
        self.live.floor.view("cage", lambda _: None)
        self.live.courier.poll()
        cashier, supervisor = self._robot(Role.CASHIER), self._robot(Role.PIT_SUPERVISOR)
        state = self.live.floor.look("cage").state
        for table, markers in list(state.markers.items()):
            for number in list(markers):
                paid = self.rng.choice(list(a.PaidIn))
                act = cage.RedeemMarker(table=table, marker=number, paid_with=paid)
                need(isinstance(self.send("cage", cashier, act, supervisor), Accepted), act)
        state = self.live.floor.look("cage").state
        if state.tokes_minor:
            paying = cage.PayTokes(paid_to="dana", amount_minor=state.tokes_minor)
            need(isinstance(self.send("cage", cashier, paying, AUDITOR), Accepted), paying)
        need(isinstance(self.send("cage", cashier, cage.CashChips(amount_minor=12_345)), Accepted), "chips are cashed")
        self.live.floor.view("cage", lambda _: None)
        self.live.courier.poll()
