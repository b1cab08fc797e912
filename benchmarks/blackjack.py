"""Rounds of blackjack: settlement documents and the bare Round beside a settlement written without thought of speed."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import cached_property
from typing import Any

import msgspec
from rich import box
from rich.table import Table

from benchmarks.timing import best_of
from pitboss.decider import Act, Command, Person, Role
from pitboss.games.blackjack import acts as a
from pitboss.games.blackjack.document import settle_document
from pitboss.games.blackjack.round import decide, evolve
from pitboss.games.blackjack.rules import Rules, rules_of
from pitboss.games.blackjack.state import Phase, Round
from pitboss.games.cards import CARDS
from pitboss.games.table.accounts import CIRCULATION, LAYOUT, RACK
from pitboss.rulebook import table_config
from tests.support.blackjack_documents import Chooser
from tests.support.naive_blackjack import play, settle
from tests.support.naive_blackjack_rules import settings_of

__all__ = ["SEATS", "as_values", "measure", "round_table"]

DOCUMENT = "settlement document"
ROUND = "bare Round"
NAIVE = "naive settlement"
SEATS = (1, 7)

_BATCH = 50
"""So many rounds are one call; each is different, and they are the same whenever the seats are."""
_EDITION = "oneida-blackjack-2004"
_DEALER = Person("dealer", Role.DEALER)
_THEN = datetime(2000, 1, 1, tzinfo=UTC)
_ACTS: dict[str, Callable[..., Act]] = {
    "hit": a.Hit,
    "stand": a.Stand,
    "double": a.DoubleDown,
    "split": a.SplitPair,
    "surrender": a.SurrenderHand,
}

Figures = dict[int, dict[str, float]]
"""Seats to the seconds a round takes in each way."""


@dataclass(frozen=True, eq=False)
class Batch:
    """Rounds from a fresh six-deck shoe at a house with no optional wager, decided as players might."""

    seats: int

    @cached_property
    def documents(self) -> list[dict[str, Any]]:
        """Return the rounds as settlement documents, each with the cards it uses and no more."""
        chance = random.Random(self.seats)
        return [self._document(chance) for _ in range(_BATCH)]

    def _document(self, chance: random.Random) -> dict[str, Any]:
        seats = [
            {"seat": seat, "wager": 100 * chance.randint(1, 50), "actions": []} for seat in range(1, self.seats + 1)
        ]
        document = {"rulebook": _EDITION, "shoe": chance.sample(CARDS * 6, 312), "seats": seats}
        chooser = Chooser(chance, settings_of(document), features=False, wrong=None)
        chooser.is_wild = False
        answer = play(document, chooser)
        return {**document, "shoe": document["shoe"][: answer["used"]]}

    @cached_property
    def written(self) -> list[bytes]:
        """Return the documents as they come over a line."""
        return [msgspec.json.encode(document) for document in self.documents]

    @cached_property
    def rules(self) -> Rules:
        """Return the house's rules."""
        return rules_of(table_config({"rulebook": _EDITION}))

    @cached_property
    def commands(self) -> list[list[Command[Any]]]:
        """Return the rounds as the commands that play them."""
        return [list(_commands(document, Round(self.rules))) for document in self.documents]


def _commands(document: dict[str, Any], state: Round) -> Iterator[Command[Any]]:
    """Yield the commands of a document's round, and play them."""
    cards = iter(document["shoe"][1:])
    left = {seat["seat"]: iter(seat["actions"]) for seat in document["seats"]}
    acts: list[Act] = [
        a.PlaceWager(seat=seat["seat"], player=f"seat {seat['seat']}", stake_minor=seat["wager"])
        for seat in document["seats"]
    ]
    while state.phase is not Phase.SETTLED:
        for act in acts or [_next_act(state, cards, left, document)]:
            command = Command(key="benchmark", by=_DEALER, act=act, received_at=_THEN)
            for event in decide(state, command):
                evolve(state, event)
            yield command
        acts = []


def _next_act(state: Round, cards: Iterator[str], left: dict[int, Iterator[str]], document: dict[str, Any]) -> Act:
    if state.due is not None:
        return a.DealCard(card=next(cards))
    if state.phase is Phase.INSURANCE:
        for seat in document["seats"]:
            if "insurance" in seat and not state.boxes[seat["seat"]].insurance:
                return a.PlaceInsurance(seat=seat["seat"], stake_minor=seat["insurance"])
        return a.CloseInsurance()
    if state.turn is not None:
        seat = state.turn[0]
        return _ACTS[next(left[seat])](seat=seat)
    return a.TurnSecondCard() if state.phase is Phase.DEALER else a.SettleHand()


def measure(*, rounds: int) -> Figures:
    """Measure the ways for one seat and for a full table, once it is seen that they come to the same sums."""
    return {seats: _measured(Batch(seats), rounds=rounds) for seats in SEATS}


def _measured(batch: Batch, *, rounds: int) -> dict[str, float]:
    documents, written, rules, commands = batch.documents, batch.written, batch.rules, batch.commands

    def by_document() -> int:
        return sum(seat["net"] for data in written for seat in settle_document(data, 1)["seats"])

    def by_round() -> int:
        return sum(_won(_played(Round(rules), listed)) for listed in commands)

    def by_naive() -> int:
        return sum(seat["net"] for document in documents for seat in settle(document)["seats"])

    ways = {DOCUMENT: by_document, ROUND: by_round, NAIVE: by_naive}
    if len({way() for way in ways.values()}) > 1:
        raise SystemExit(f"the ways come to other sums than {DOCUMENT}: there is nothing to compare")
    return {name: seconds / _BATCH for name, seconds in best_of(ways, rounds=rounds).items()}


def _played(state: Round, commands: list[Command[Any]]) -> Round:
    for command in commands:
        for event in decide(state, command):
            evolve(state, event)
    return state


def _won(state: Round) -> int:
    """Return what the players won of the house in a round."""
    return state.moved.get((RACK, CIRCULATION), 0) - state.moved.get((LAYOUT, RACK), 0)


def round_table(figures: Figures) -> Table:
    """Return the figures as a table, a row for each way and number of seats."""
    table = Table(title="Rounds of blackjack, plain rules", box=box.SIMPLE, padding=(0, 1, 0, 0))
    table.add_column("seats", justify="right")
    table.add_column("way")
    for heading in ("µs a round", "rounds/s", f"times the {NAIVE}"):
        table.add_column(heading, justify="right")
    for seats, seconds in figures.items():
        for way, taken in seconds.items():
            ratio = taken / seconds[NAIVE]
            table.add_row(str(seats), way, f"{taken * 1e6:,.0f}", f"{1 / taken:,.0f}", f"{ratio:.2f}")
    return table


def as_values(figures: Figures) -> list[dict[str, object]]:
    """Return the figures as JSON can hold them."""
    return [{"seats": seats, "seconds": seconds} for seats, seconds in figures.items()]
