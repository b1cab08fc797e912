"""What happens at the automatic table that is measured: it is opened, terminals buy in and bet, a spin is settled."""

from __future__ import annotations

import pickle
import random
from collections.abc import Iterable, Iterator
from datetime import UTC, datetime
from itertools import count
from typing import Any

from pitboss.decider import Accepted, Act, Command, Person, Role, handle
from pitboss.games.roulette.acts import Direction
from pitboss.games.roulette.automatic import acts as automatic_acts
from pitboss.games.roulette.automatic.config import check_automatic
from pitboss.games.roulette.automatic.game import AUTOMATIC
from pitboss.games.roulette.automatic.state import AutomaticTable
from pitboss.games.table import acts as table_acts

__all__ = [
    "AT",
    "DOCUMENT",
    "NAMES",
    "POCKET",
    "TERMINALS",
    "Keys",
    "after",
    "before",
    "copied",
    "new_table",
    "opening",
    "played",
]

DOCUMENT = {"rulebook": "oneida-roulette-2008", "name": "Bench"}
AT = datetime(2024, 6, 1, 20, tzinfo=UTC)
TERMINALS = 500
CREDIT = 10**11
CHIPS = (100, 500, 1_000, 2_500)
EQUIPMENT = (
    *("central table", "dealer console", "accounting computer", "server"),
    *("player terminals", "roulette wheel", "game clock", "roulette balls"),
)
POCKET = "17"
DEALER, SUPERVISOR = Person("Dora", Role.DEALER), Person("Sue", Role.PIT_SUPERVISOR)
CLOCK = Person("clock-1", Role.DEVICE)
NAMES = tuple(f"T{number}" for number in range(1, TERMINALS + 1))


class Keys:
    """Commands, each under a new key."""

    def __init__(self) -> None:
        self._numbers = count(1)

    def of(self, by: Person, act: Act) -> Command[Any]:
        """Return a command for an act."""
        return Command(key=f"k{next(self._numbers)}", by=by, act=act, received_at=AT)

    def bets(self, rng: random.Random, places: Iterable[tuple[str, str]]) -> Iterator[Command[Any]]:
        """Yield a bet for each terminal and position, with any chip."""
        for name, bet in places:
            act = automatic_acts.PlaceBet(terminal=name, bet=bet, chip_minor=rng.choice(CHIPS))
            yield self.of(Person(name, Role.PLAYER), act)


def opening(keys: Keys) -> list[Command[Any]]:
    """Return what opens the table and lets every terminal buy in."""
    acts: list[tuple[Person, Act]] = [
        (DEALER, table_acts.InspectEquipment(items=EQUIPMENT)),
        (DEALER, table_acts.OpenTable()),
    ]
    for name in NAMES:
        acts += [
            (SUPERVISOR, automatic_acts.EnrolTerminal(terminal=name)),
            (DEALER, automatic_acts.CountBuyIn(terminal=name, currency_minor=CREDIT)),
            (DEALER, automatic_acts.ConfirmBuyIn(terminal=name, amount_minor=CREDIT)),
            (DEALER, automatic_acts.DropBuyIn(terminal=name)),
            (Person(name, Role.PLAYER), automatic_acts.VerifyCredit(terminal=name)),
        ]
    return [keys.of(by, act) for by, act in acts]


def before(keys: Keys) -> list[Command[Any]]:
    """Return what comes in a round before its bets."""
    return [
        keys.of(DEALER, automatic_acts.StartGame()),
        keys.of(DEALER, automatic_acts.SpinBall(direction=Direction.AGAINST)),
    ]


def after(keys: Keys) -> list[Command[Any]]:
    """Return what comes in a round after its bets; the last act settles it."""
    sensed = automatic_acts.SenseNumber(pocket=POCKET, revolutions=9)
    confirmed = keys.of(DEALER, automatic_acts.ConfirmNumber(pocket=POCKET))
    return [keys.of(CLOCK, automatic_acts.LockBets()), keys.of(CLOCK, sensed), confirmed]


def played(state: AutomaticTable, work: Iterable[Command[Any]]) -> AutomaticTable:
    """Play commands, none of which may be refused: one that is would cost less."""
    for command in work:
        state, answer = handle(AUTOMATIC, state, command)
        if not isinstance(answer, Accepted):
            raise SystemExit(f"{command.act}: {answer.reason}")
    return state


def new_table() -> AutomaticTable:
    """Return the table before anything happened."""
    config, faults = check_automatic(DOCUMENT)
    if config is None:
        raise SystemExit(f"the table's document has faults: {faults}")
    table: AutomaticTable = AUTOMATIC.new_state(config)
    return table


def copied(state: AutomaticTable) -> AutomaticTable:
    """Return the same state once more."""
    other: AutomaticTable = pickle.loads(pickle.dumps(state))  # noqa: S301 - made a moment ago
    return other
