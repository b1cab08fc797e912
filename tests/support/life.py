"""Plays a stream of the demonstration house by its robots alone: every step must be accepted, and money is counted."""

import random
import tomllib
from collections import Counter
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from importlib.resources import files
from typing import Any

from pitboss.decider import Accepted, Act, Command, Person, Refusal, Role, handle
from pitboss.demo.robots.crews import crews
from pitboss.demo.robots.robots import ROBOTS
from pitboss.demo.robots.scene import Scene, Step
from pitboss.games.roulette.automatic import acts as a
from pitboss.openers import OPENERS, check_document
from tests.support.driven import NotDriven, accepted, need, there

DEMO = files("pitboss") / "demo"
HOUSE = tomllib.loads((DEMO / "house.toml").read_text(encoding="utf-8"))
ROBOT_STAFF = [Person(entry["id"], Role(entry["role"])) for entry in HOUSE["staff"] if entry.get("robot")]
TABLES = {entry["stream"]: entry["file"] for entry in HOUSE["table"] if entry["robots"]}
TODAY = "2026-11-16"
CLOCK = Person("clock", Role.DEVICE)
HURRY = 2
"""How much faster a tote day passes than it does on a floor: fewer tickets are sold between two races."""
STILL = 20
"""After so many looks at which nothing happens robots count as stuck."""


def document(name: str) -> dict[str, Any]:
    """Read a file of the demonstration house; what is of today is of one certain day."""
    found = tomllib.loads((DEMO / name).read_text(encoding="utf-8"))
    return {**found, "date": TODAY} if found.get("date") == "today" else found


CARDS = tuple(document(entry["file"]) for entry in HOUSE["tote"][0]["card"])


class Played:
    """One stream, its robots and a clock of its own."""

    def __init__(self, stream: str, *, seed: int = 1, cards: tuple[dict[str, Any], ...] = (), **changed: Any) -> None:
        found = document(TABLES.get(stream, "tote.toml"))
        settings = {**found.get("settings", {}), **changed}
        self.kind, config, faults = check_document({**found, "settings": settings})
        self.config = there(config, faults)
        self.rules = OPENERS[self.kind].stream_of(self.config)
        self.crew = crews(ROBOT_STAFF, {stream: self.rules.name})[stream]
        self.robot, self.chance, self.cards = ROBOTS[self.rules.name], random.Random(seed), cards
        self.state: Any = self.rules.new_state(self.config)
        self.now = datetime(2026, 11, 16, 15, tzinfo=UTC)
        self.met: Counter[str] = Counter()
        self.ledger: Counter[str] = Counter()
        self.steps: list[Step] = []
        self.commands = 0

    def without(self, *roles: Role) -> "Played":
        """Leave robots of some roles at home."""
        staff = {role: person for role, person in self.crew.staff.items() if role not in roles}
        self.crew = replace(self.crew, staff=staff)
        return self

    def look(self) -> Step | None:
        """Return what the robots would do next."""
        return self.robot(self.state, self.chance, Scene(crew=self.crew, now=self.now, cards=self.cards))

    def step(self) -> Step | None:
        """Do what is next, if the robots have anything to do; a second passes where they have not."""
        step = self.look() or self._clock()
        if step is None:
            self.now += timedelta(seconds=1)
            return None
        self.now += timedelta(seconds=step.pause * (HURRY if self.kind == "tote" else 1))
        accepted(self.answer(step.by, step.act, step.witness), step)
        self.steps.append(step)
        return step

    def _clock(self) -> Step | None:
        """Prompt and lock as the house's own clock does, where the robots wait for it."""
        current = self.state.round
        if self.kind != "automatic" or current is None or not current.is_open or self.state.held is not None:
            return None
        is_spun = current.phase == "spinning"
        if not is_spun and self.state.is_prompted:
            return None
        return Step(CLOCK, a.LockBets() if is_spun else a.PromptSpin(seconds_left=10))

    def answer(self, by: Person, act: Act, witness: Person | None = None) -> Accepted | Refusal:
        """Let the stream answer anybody, and count what happened."""
        self.commands += 1
        command = Command(key=f"k{self.commands}", by=by, act=act, received_at=self.now, witness=witness)
        self.state, answer = handle(self.rules, self.state, command)
        for event in answer.events if isinstance(answer, Accepted) else ():
            self.met[str(event.__struct_config__.tag)] += 1
            for move in getattr(event, "moves", ()):
                self.ledger[move.source] -= move.amount_minor
                self.ledger[move.target] += move.amount_minor
        return answer

    def do(self, by: Person, act: Act, witness: Person | None = None) -> None:
        """Do what a person does, which must be accepted."""
        accepted(self.answer(by, act, witness))

    def until(self, is_so: Any, *, most: int = 20_000) -> "Played":
        """Let the robots go on until something is so; they must never stand still before."""
        still = 0
        for _ in range(most):
            if is_so(self.state):
                return self
            still = 0 if self.step() is not None else still + 1
            need(self.kind == "tote" or still < STILL, "the robots stand still", self.state)
        raise NotDriven(self.state)

    def rounds(self, count: int) -> "Played":
        """Let the robots play so many rounds to their end."""
        return self.until(lambda state: state.rounds >= count and state.round is not None and state.is_between_rounds)

    def is_balanced(self) -> bool:
        """Tell whether all moves sum to zero and are what the stream's accounts hold."""
        held = {name: amount for name, amount in self.state.balances.items() if amount}
        return sum(self.ledger.values()) == 0 and held == {name: sum_ for name, sum_ in self.ledger.items() if sum_}


def next_patient(table: Played, *, most: int = 400) -> Step:
    """Let the robots go on until they would wait for somebody; return what they would then do."""
    for _ in range(most):
        step = table.look()
        if step is not None and step.is_patient:
            return step
        table.step()
    raise NotDriven(table.state)
