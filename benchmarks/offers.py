"""What is open at a full table: how long `legal` takes, beside one call of the `decide` that it asks.

To measure a further game, give its full tables in `FULL`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from functools import partial
from typing import Any, NamedTuple

from rich import box
from rich.table import Table

from benchmarks import offers_full
from benchmarks.offers_full import Moment
from benchmarks.timing import best_of
from pitboss.decider import Command, Offer, Person, Role, answered
from tests.support.baccarat_driver import BaccaratDriver
from tests.support.blackjack_driver import PLAYERS, BlackjackDriver
from tests.support.driver import STAFF
from tests.support.strategies import PEOPLE

__all__ = ["FULL", "Measured", "as_values", "measure", "offers_table"]

MILLISECONDS_MAX = 20
"""What the offers of any state of a full table may take."""

_THEN = datetime(2000, 1, 1, tzinfo=UTC)
_SEATED = tuple(enumerate(PLAYERS, 1))
_PEOPLE = (*PEOPLE, *(Person(name, Role.PLAYER) for name in PLAYERS))


class Measured(NamedTuple):
    """The person whose offers take longest at a full table."""

    name: str
    role: str
    offers: int
    seconds: float
    decide_s: float
    """One call of `decide` that refuses."""


def _baccarat() -> Iterator[Moment]:
    """Yield all positions with wagers on all areas under option c, and the cards being dealt."""
    driver = BaccaratDriver(settings={"deal": "c"}).opened(*_SEATED)
    for position, _ in _SEATED:
        for on in driver.table.round.rules.wagers:
            driver.bet(position, on, 1_000)
    yield "betting", driver.game, driver.table, _PEOPLE
    driver.deal("4S", "5D", "6C", "7H")
    yield "dealing", driver.game, driver.table, _PEOPLE


def _blackjack() -> Iterator[Moment]:
    """Yield seven seats with a main and a suit wager, and with every pair split as often as the house allows."""
    driver = BlackjackDriver(settings={"initial_suit": "same_suit", "hit_wagers": True}).staked(*[1_000] * 7)
    for seat, _ in _SEATED:
        driver.bet(seat, 100, on="same_suit")
    yield "betting", driver.game, driver.table, _PEOPLE
    cards = iter([f"{rank}{suit}" for rank in "82" for suit in ["S", "H", "D", "C"] * 6])
    driver.deal(*(next(cards) for _ in _SEATED), "6D", *(next(cards) for _ in _SEATED), "9H")
    driver.played("suits")
    seat, _, hand = driver.table.round.turn
    while seat < len(_SEATED):
        may_split = len(driver.table.round.boxes[seat].hands) < driver.table.rules.settings["max_hands"]
        if hand.is_card_due:
            driver.deal(next(cards))
        else:
            driver.act(seat, "split" if may_split and {card[0] for card in hand.cards} == {"8"} else "stand")
        seat, _, hand = driver.table.round.turn
    yield "turns", driver.game, driver.table, _PEOPLE


FULL: dict[str, Callable[[], Iterator[Moment]]] = {
    "mini-baccarat": _baccarat,
    "blackjack": _blackjack,
    "roulette": offers_full.roulette,
    "sic bo": offers_full.sicbo,
    "automatic roulette": offers_full.automatic,
    "tote": offers_full.tote,
}
"""The moments of each game at which most is open."""


def measure(*, rounds: int) -> list[Measured]:
    """Measure the offers of everybody at each full table, and keep who has to wait longest."""
    found = []
    for name, tables in FULL.items():
        for when, game, state, asking in tables():
            people = {str(person): person for person in asking}
            plain = next(act for act in game.acts if not act.__struct_fields__)
            command = Command(key="benchmark", by=STAFF["device"], act=plain(), received_at=_THEN)
            ways = {key: partial(_ask, game, state, person) for key, person in people.items()}
            best = best_of({"decide": partial(answered, game, state, command), **ways}, rounds=rounds)
            slowest = max(ways, key=best.__getitem__)
            role, count = people[slowest].role.value, len(ways[slowest]())
            found.append(Measured(f"{name}, {when}", role, count, best[slowest], best["decide"]))
    return found


def _ask(game: Any, state: Any, person: Person) -> list[Offer]:
    return list(game.legal(state, person))


def offers_table(figures: list[Measured]) -> Table:
    """Return the figures as a table."""
    table = Table(title=f"Offers of a full table; at most {MILLISECONDS_MAX} ms", box=box.SIMPLE, title_justify="left")
    for column in ("Table", "Slowest for", "Offers", "ms", "times one decide"):
        table.add_column(column, justify="left" if column in ("Table", "Slowest for") else "right")
    for entry in figures:
        times = f"{entry.seconds / entry.decide_s:,.0f}"
        table.add_row(entry.name, entry.role, str(entry.offers), f"{entry.seconds * 1e3:.2f}", times)
    return table


def as_values(figures: list[Measured]) -> list[dict[str, Any]]:
    """Return the figures for a document."""
    return [entry._asdict() for entry in figures]
