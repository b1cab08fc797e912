"""Bets around the close from real threads: callers, a clock and a desk at once, and the writer's own thread.

Nothing decides who is next but the machine. The order in which commands came into the queue is remembered, and what
must have become of each follows from it.
"""

import random
import threading
from collections.abc import Sequence
from datetime import timedelta
from typing import Any

from pitboss.decider import Act, Command, Event, Person
from pitboss.floor.devices.clock import GameClock
from pitboss.games.roulette.acts import Direction
from pitboss.games.roulette.automatic import acts as a
from pitboss.games.roulette.events import NoMoreBetsCalled
from pitboss.journal import open_journal
from tests.support.close_schedule import AT, DEALER, SECOND_NS, SENSOR, STREAM, WINDOW_NS, LoggedFloor, command
from tests.support.driven import accepted, need

__all__ = ["race"]

WAIT_SECONDS_MAX = 180
"""After which somebody is taken never to be answered."""
TICK_SECONDS = 0.001


class _Race:
    def __init__(self, floor: LoggedFloor, bet_ns: int) -> None:
        self.floor, self.bet_ns = floor, bet_ns
        self.clock = GameClock(stream=STREAM, send=self._from_clock, session="s1")
        self.passed_ns = 0
        self.is_locked, self.is_over = threading.Event(), threading.Event()
        self.failures: list[BaseException] = []

    @property
    def now_ns(self) -> int:
        """Return the time: it goes on with the commands that are handed in."""
        return len(self.floor.handed) * self.bet_ns + self.passed_ns

    def deal(self, key: str, by: Person, act: Act) -> None:
        """Let the desk do something that must be accepted, and the clock hear it."""
        answer = self.floor.submit(STREAM, command(key, by, act)).result(WAIT_SECONDS_MAX).answer
        self._hear(accepted(answer, act).events)

    def _hear(self, events: Sequence[Event]) -> None:
        for event in events:
            self.clock.hear(event, self.now_ns)
            if isinstance(event, NoMoreBetsCalled):
                self.is_locked.set()

    def _from_clock(self, _: str, one: Command[Any]) -> None:
        answer = self.floor.submit(STREAM, one).result(WAIT_SECONDS_MAX).answer
        self._hear(accepted(answer, one.act).events)

    def tick(self) -> None:
        """Go on as the clock until the bets are locked."""
        while not self.is_locked.is_set():
            self.clock.tick(self.now_ns, AT + timedelta(microseconds=self.now_ns // 1_000))
            if self.is_over.wait(TICK_SECONDS):
                # Nobody bets any more: only the clock can end the game.
                self.passed_ns += SECOND_NS

    def call(self, bets: Sequence[Command[Any]], patience: int) -> None:
        """Hand in bets, each of every so many twice, and wait for the answer to each of every so many."""
        futures = []
        for place, one in enumerate(bets, start=1):
            futures.append(self.floor.submit(STREAM, one))
            if place % 50 == 0:
                futures.append(self.floor.submit(STREAM, one))
            if place % patience == 0:
                futures[-1].result(WAIT_SECONDS_MAX)
        for future in futures:
            future.result(WAIT_SECONDS_MAX)

    def thread(self, work: Any, *arguments: Any) -> threading.Thread:
        """Start a thread whose failure is kept."""

        def run() -> None:
            try:
                work(*arguments)
            except BaseException as error:  # noqa: BLE001 - raised where the thread is joined
                self.failures.append(error)

        thread = threading.Thread(target=run, daemon=True)
        thread.start()
        return thread


def race(rng: random.Random, address: str, bets: Sequence[Command[Any]], callers: int) -> LoggedFloor:
    """Let callers hand in their bets while the clock locks them and the desk settles; return the floor."""
    floor = LoggedFloor(open_journal(address))
    one = _Race(floor, int(WINDOW_NS / len(bets) / rng.uniform(0.3, 0.7)))
    one.deal("desk/1", DEALER, a.StartGame())
    one.deal("desk/2", DEALER, a.SpinBall(direction=Direction.AGAINST))
    clock = one.thread(one.tick)
    calling = [one.thread(one.call, bets[place::callers], rng.choice((1, 5, 10**9))) for place in range(callers)]
    desk = one.thread(_settle, one)
    for thread in calling:
        thread.join()
    one.is_over.set()
    for thread in (clock, desk):
        thread.join()
    need(not one.failures, *one.failures)
    return floor


def _settle(one: _Race) -> None:
    need(one.is_locked.wait(WAIT_SECONDS_MAX), "the clock did not lock the bets")
    one.deal("desk/3", SENSOR, a.SenseNumber(pocket="17", revolutions=9))
    one.deal("desk/4", DEALER, a.ConfirmNumber(pocket="17"))
