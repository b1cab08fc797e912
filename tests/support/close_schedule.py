"""Bets of many terminals around the moment at which the clock locks them, in an order that one seed decides.

The floor, the journal and the game clock are the real ones. Time is a number that the scheduler moves; the writer goes
when it is told to and takes as much of its queue as it is told to; desk, clock and terminals act in between, send what
they sent once more, and find that the journal fails. The same seed makes the same schedule on every machine.
"""

import random
import threading
from collections import Counter, deque
from collections.abc import Generator
from datetime import UTC, datetime, timedelta
from itertools import count
from typing import Any

from pitboss.decider import Accepted, Act, Command, Person, Role
from pitboss.floor.devices.clock import GameClock
from pitboss.floor.writer.answers import Recorded
from pitboss.floor.writer.promises import Promise
from pitboss.floor.writer.writer import BATCH_MAX, Floor
from pitboss.games.roulette.acts import Direction
from pitboss.games.roulette.automatic import acts as automatic_acts
from pitboss.games.roulette.automatic import events as e
from pitboss.games.roulette.events import NoMoreBetsCalled
from pitboss.games.table import acts as table_acts
from pitboss.journal import JournalError, JournalUnavailable, open_journal
from tests.support.bell import HeldJournal
from tests.support.driven import accepted, need
from tests.support.naive_roulette import BETS, POCKETS

__all__ = [
    "AT",
    "DEALER",
    "MAXIMUM",
    "RULEBOOK",
    "SECOND_NS",
    "SENSOR",
    "STREAM",
    "WINDOW_NS",
    "Handed",
    "LoggedFloor",
    "Schedule",
    "SteppedFloor",
    "command",
    "drawn_bets",
    "set_up",
]

AT = datetime(2024, 6, 1, 20, tzinfo=UTC)
RULEBOOK, STREAM = "oneida-roulette-2008", "automatic:A1"
MAXIMUM = 60_000
"""The most that lies on one position."""
Handed = tuple[Command[Any], Promise[Recorded]]
"""A command that was put into the writer's queue, and its answer."""
WINDOW_SECONDS = 45
DOCUMENT = {"rulebook": RULEBOOK, "name": "A1", "betting_seconds": WINDOW_SECONDS, "settings": {"default_max": MAXIMUM}}
EQUIPMENT = (
    *("central table", "dealer console", "accounting computer", "server"),
    *("player terminals", "roulette wheel", "game clock", "roulette balls"),
)
CHIPS = (100, 500, 1_000, 2_500, 10_000, 50_000)
DEALER, SUPERVISOR = Person("Dora", Role.DEALER), Person("Sue", Role.PIT_SUPERVISOR)
SENSOR = Person("wheel-1", Role.DEVICE)
SECOND_NS = 10**9
WINDOW_NS = WINDOW_SECONDS * SECOND_NS
FAULTS_MAX = 4
"""How often the journal of one schedule fails: each time the stream is read anew."""
TURNS_A_BET_MAX = 1_000
"""After which somebody is taken never to be answered."""
AHEAD = 16
"""Among how many of the bets that come next the scheduler chooses."""


def command(key: str, by: Person, act: Act, *, witness: Person | None = None) -> Command[Any]:
    """Return a command."""
    return Command(key=key, by=by, act=act, received_at=AT, witness=witness)


def set_up(address: str, credits_: dict[str, int]) -> None:
    """Open a table in a new journal, and let every terminal buy in for its credits."""
    acts: list[tuple[Person, Act]] = [
        (DEALER, table_acts.InspectEquipment(items=EQUIPMENT)),
        (DEALER, table_acts.OpenTable()),
    ]
    for name, amount in credits_.items():
        acts += [
            (SUPERVISOR, automatic_acts.EnrolTerminal(terminal=name)),
            (DEALER, automatic_acts.CountBuyIn(terminal=name, currency_minor=amount)),
            (DEALER, automatic_acts.ConfirmBuyIn(terminal=name, amount_minor=amount)),
            (DEALER, automatic_acts.DropBuyIn(terminal=name)),
            (Person(name, Role.PLAYER), automatic_acts.VerifyCredit(terminal=name)),
        ]
    floor = Floor(open_journal(address))
    try:
        floor.open(STREAM, "automatic", DOCUMENT, AT)
        waiting = [floor.submit(STREAM, command(f"setup/{n}", by, act)) for n, (by, act) in enumerate(acts)]
        for future in waiting:
            accepted(future.result().answer)
    finally:
        floor.close()


def drawn_bets(rng: random.Random, terminals: int, size: int) -> tuple[dict[str, int], list[Command[Any]]]:
    """Draw what each terminal has, which may be too little, and bets of them all, each under its own key."""
    names = [f"T{number}" for number in range(1, terminals + 1)]
    usual = size * sum(CHIPS) // len(CHIPS) // terminals
    credits_ = {name: max(CHIPS[0], int(usual * rng.uniform(0.1, 2))) for name in names}
    bets = []
    for number in range(size):
        name = rng.choice(names)
        act = automatic_acts.PlaceBet(terminal=name, bet=rng.choice(BETS[RULEBOOK]), chip_minor=rng.choice(CHIPS))
        bets.append(command(f"bet/{number}", Person(name, Role.PLAYER), act))
    return credits_, bets


class LoggedFloor(Floor):
    """A floor that remembers in which order commands came into its queue."""

    def __init__(self, journal: Any, **settings: Any) -> None:
        self.handed: list[Handed] = []
        self._one_by_one = threading.Lock()
        super().__init__(journal, **settings)

    def _put(self, entry: Any) -> None:
        with self._one_by_one:
            super()._put(entry)
            if hasattr(entry, "command"):
                self.handed.append((entry.command, entry.future))


class SteppedFloor(LoggedFloor):
    """A floor whose writer takes a step when it is told to, on the thread that tells it."""

    def _run(self) -> None:
        """Leave the writing to `step`."""

    @property
    def waiting(self) -> int:
        """Return how many commands are in the queue."""
        return len(self._queue)

    def step(self, most: int) -> None:
        """Drain so much of the queue as one round of writing, as the writer would that found no more in it."""
        self._write(self._queue.take(min(most, BATCH_MAX)) if self.waiting and most else [])


class Schedule:
    """One seed's way through the bets around one close, or two."""

    def __init__(self, rng: random.Random, address: str, bets: list[Command[Any]]) -> None:
        self.rng, self.bets, self.bets_count = rng, deque(bets), len(bets)
        self.journal = HeldJournal(open_journal(address))
        self.floor = SteppedFloor(self.journal, snapshot_every=2_000)
        self.clock = GameClock(stream=STREAM, send=self._from_clock, session="s1")
        self.waiting: deque[tuple[str, Command[Any], Promise[Recorded]]] = deque()
        """Who waits for which answer, in the order handed in."""
        self.open: Counter[str] = Counter()
        self.again: list[tuple[str, Command[Any]]] = []
        """What was not recorded, and has to be sent again."""
        self.now_ns = self.turns = 0
        self.is_prompted = self.is_held = self.is_locked = self.is_over = False
        self.met: Counter[str] = Counter()
        self._draw_tempers()
        self.desk = self._desk()
        self.desk_sent: Command[Any] | None = None

    def _draw_tempers(self) -> None:
        """Draw how quick, how patient and how lucky everybody is this time."""
        rng = self.rng
        self.games = rng.choice((1, 1, 2))
        self.batch_most = rng.choice((1, 8, 64, BATCH_MAX))
        self.open_most = rng.choice((1, 3, self.bets_count))
        self.faults_left = rng.choice((0, 0, FAULTS_MAX))
        bets_a_turn = rng.choice((0.5, 0.9, 0.99)) * rng.uniform(0.9, 1)
        weights = {
            "bet": bets_a_turn,
            "write": 1 - bets_a_turn,
            "clock": rng.choice((20, 200)) / self.bets_count,
            "desk": rng.choice((20, 200)) / self.bets_count,
        }
        self.actors, self.weights = list(weights), list(weights.values())
        self.bet_ns = self.games * WINDOW_NS / self.bets_count / rng.uniform(0.2, 0.7)
        """How much time passes with a bet: so that the close falls among them."""
        self.is_late = rng.random() < 0.25
        """Whether the first game's ball is not yet running when the clock reaches zero."""

    # The schedule

    def run(self) -> Counter[str]:
        """Go on until every bet is answered and every game settled; return what was met."""
        self._deal()
        while self.bets or self.again or self.waiting or not self.is_over:
            self._turn()
        return self.met + Counter({"schedules": 1, "games": self.games})

    def _turn(self, *, has_clock: bool = True) -> None:
        self.turns += 1
        need(self.turns < TURNS_A_BET_MAX * self.bets_count, f"{len(self.waiting)} are never answered")
        match self.rng.choices(self.actors, self.weights)[0]:
            case "bet" if self.bets or self.again:
                self._bet()
            case "clock" if has_clock:
                self._tick()
            case "desk":
                self._deal()
            case _:
                self._write()
        if not self.bets:
            # Nobody bets any more: whatever is still to come comes soon.
            self.now_ns += SECOND_NS // 50

    def _bet(self) -> None:
        rng = self.rng
        if self.again and (rng.random() < 0.3 or not self.bets):
            self._hand_in(*self.again.pop(rng.randrange(len(self.again))))
            return
        if rng.random() < 0.02 and self.floor.handed:
            # Somebody impatient: the same command under the same key, answered already or not.
            self._hand_in("impatient", rng.choice(self.floor.handed[-rng.choice((5, 500)) :])[0])
            return
        place = rng.randrange(min(AHEAD, len(self.bets)))
        one = self.bets[place]
        if self.open[one.by.id] < self.open_most:
            del self.bets[place]
            self.now_ns += int(rng.expovariate(1 / self.bet_ns))
            self._hand_in(one.by.id, one)
        else:
            self._write()

    def _write(self) -> None:
        if not self.floor.waiting:
            return
        self._plant_fault()
        self.floor.step(self.rng.randint(1, self.batch_most))
        self.journal.failures, self.journal.late_failures = [], []
        if self.journal.is_away and self.rng.random() < 0.5:
            self.journal.is_away = self.journal.goes_away = False
        self._collect()

    def _plant_fault(self) -> None:
        """Let the journal fail now and then, most of all while a lock or an act of the desk is in the queue."""
        if not self.faults_left:
            return
        is_tense = self.open["clock"] or self.open["desk"]
        if self.rng.random() > (0.2 if is_tense else 0.002):
            return
        self.faults_left -= 1
        kind = self.rng.choice(("failed", "written all the same", "away"))
        self.met[f"journal: {kind}"] += 1
        # A new one each time: an exception holds on to whatever it was raised in.
        fault = JournalUnavailable("the disk is full")
        if kind == "written all the same":
            self.journal.late_failures = [fault]
        else:
            self.journal.failures, self.journal.goes_away = [fault], kind == "away"

    def _hand_in(self, who: str, one: Command[Any]) -> Promise[Recorded]:
        future = self.floor.submit(STREAM, one)
        self.waiting.append((who, one, future))
        self.open[who] += 1
        return future

    def _collect(self) -> None:
        """Let everybody who was answered hear it; whoever hears that nothing was recorded sends again."""
        while self.waiting and self.waiting[0][2].done():
            who, one, future = self.waiting.popleft()
            self.open[who] -= 1
            error = future.exception()
            if error is None:
                self._hear(who, one, future.result())
            elif isinstance(error, JournalError) and who not in ("clock", "impatient"):
                self.again.append((who, one))

    def _hear(self, who: str, one: Command[Any], recorded: Recorded) -> None:
        answer = recorded.answer
        if who == "desk" and self.desk_sent is one:
            self.desk_sent = None
        for event in answer.events if isinstance(answer, Accepted) and who in ("desk", "clock") else ():
            self.clock.hear(event, self.now_ns)
            self.is_prompted |= isinstance(event, e.SpinPrompted)
            self.is_held |= isinstance(event, e.GameHeld)
            self.is_locked |= isinstance(event, NoMoreBetsCalled)

    # The clock and the desk

    def _tick(self) -> None:
        try:
            self.clock.tick(self.now_ns, AT + timedelta(microseconds=self.now_ns // 1_000))
        except JournalError:
            self.met["clock: sends again"] += 1

    def _from_clock(self, _: str, one: Command[Any]) -> None:
        """Hand in what the clock says, and let everybody else go on until it is answered."""
        future = self._hand_in("clock", one)
        while not future.done():
            self._turn(has_clock=False)
        future.result()

    def _deal(self) -> None:
        """Let the desk do what comes next, when its last act is recorded."""
        if self.desk_sent is None and not self.is_over:
            self.desk_sent = next(self.desk, None)
            if self.desk_sent is not None:
                self._hand_in("desk", self.desk_sent)

    def _desk(self) -> Generator[Command[Any] | None, None, None]:
        """Yield what dealer, supervisor and sensor do, one after the other; None while there is nothing to do."""
        keys = (f"desk/{number}" for number in count(1))
        for game in range(self.games):
            self.is_prompted = self.is_held = self.is_locked = False
            yield command(next(keys), DEALER, automatic_acts.StartGame())
            must_wait, is_spun = game == 0 and self.is_late, False
            while not self.is_locked:
                if self.is_held:
                    self.is_held = must_wait = is_spun = False
                    yield command(next(keys), DEALER, automatic_acts.ExtendClock(seconds=11), witness=SUPERVISOR)
                elif not must_wait and not is_spun and (self.is_prompted or self.rng.random() < 0.05):
                    is_spun = True
                    yield command(next(keys), DEALER, automatic_acts.SpinBall(direction=Direction.AGAINST))
                else:
                    yield None
            pocket = self.rng.choice(POCKETS[RULEBOOK])
            yield command(next(keys), SENSOR, automatic_acts.SenseNumber(pocket=pocket, revolutions=9))
            yield command(next(keys), DEALER, automatic_acts.ConfirmNumber(pocket=pocket))
        self.is_over = True
