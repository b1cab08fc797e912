"""A paid round of every game for tests of what follows after payment, and what may be said of it."""

import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from pitboss.decider import Act
from pitboss.games.baccarat.hands import hands_of
from pitboss.games.baccarat.rules import rules_of
from pitboss.games.blackjack.acts import DiscardCards
from pitboss.games.blackjack.events import CardDealt
from pitboss.games.cards import CARDS
from pitboss.games.everyday import acts as a
from pitboss.games.table.acts import OpenBetting
from tests.support.baccarat_driver import BaccaratDriver
from tests.support.blackjack_driver import BlackjackDriver
from tests.support.driven import NotDriven
from tests.support.driver import ONEIDA, Driver
from tests.support.sicbo_driver import SicBoDriver

__all__ = [
    "CASES",
    "Case",
    "baccarat_cards",
    "blackjack_cards",
    "blackjack_round",
    "correction",
    "last",
    "money_of",
    "renamed",
]


@dataclass(frozen=True)
class Case:
    """A game whose round was paid, another result that it may have had, the one it had, and a place for its wager."""

    name: str
    paid: Callable[..., Any]
    other: str
    own: str
    place: str
    next_round: Callable[[Any], Any] = lambda driver: driver.next_round()


def _sicbo(**settings: Any) -> SicBoDriver:
    driver = SicBoDriver(settings=settings).opened()
    driver.bet("Ann", "small", 1_000)
    driver.bet("Bob", "big", 1_000)
    driver.pay((1, 2, 2))
    return driver


def _roulette(**settings: Any) -> Driver:
    driver = Driver(ONEIDA, settings=settings).opened()
    driver.bet("Ann", "straight:17", 1_000)
    driver.bet("Bob", "red", 1_000)
    driver.settle("16")
    return driver


def _baccarat(**settings: Any) -> BaccaratDriver:
    driver = BaccaratDriver(settings=settings).opened((3, "Ann"), (5, "Bob"))
    driver.bet(3, "banker", 1_000)
    driver.bet(5, "player", 1_000)
    driver.play("2H", "KS", "3D", "4C", "6H", "3S")
    return driver


def _blackjack(**settings: Any) -> BlackjackDriver:
    driver = BlackjackDriver(settings=settings).staked(1_000, 1_000)
    driver.played("TH 9S 7D 8D 9H 9C stand stand turn 3D")
    driver.settle()
    return driver


def _roulette_next(driver: Any) -> None:
    driver.do("dealer", OpenBetting())


def _blackjack_next(driver: Any) -> None:
    driver.do("dealer", DiscardCards())
    driver.reshuffled()


CASES = {
    case.name: case
    for case in (
        Case("sicbo", _sicbo, "5-5-6", "1-2-2", "total:5"),
        Case("roulette", _roulette, "17", "16", "straight:16", next_round=_roulette_next),
        Case("baccarat", _baccarat, "3=6D", "3=3D", "tie:5"),
        Case("blackjack", _blackjack, "7=TD", "7=3D", "2.1:blackjack:1", next_round=_blackjack_next),
    )
}
"""Each game's, by its name."""


def last(driver: Any) -> int:
    """Return the version of the settlement that stands last."""
    return int(next(reversed(driver.table.everyday.settlements)))


def correction(driver: Any, result: str, **fields: Any) -> a.CorrectSettlement:
    """Return the act that settles the last round anew."""
    return a.CorrectSettlement(corrects=last(driver), result=result, reason="The tape shows it.", **fields)


def money_of(driver: Any, player: str) -> int:
    """Return what is due to a player, less what is owed."""
    balances = driver.table.balances
    return int(balances.get(f"payable:{player}", 0) + balances.get(f"receivable:{player}", 0))


# Cards by other names


def renamed(wrong: Sequence[str], true: Sequence[str]) -> list[str]:
    """Return what is to be said of cards that were named wrongly, by their places in the deal."""
    return [f"{place}={card}" for place, card in enumerate(true, 1) if card != wrong[place - 1]]


def baccarat_cards(rng: random.Random) -> tuple[dict[str, Any], list[str], list[str]]:
    """Return a table's settings, and the cards of a round by two names, by which as many are due to each hand."""
    deferred = {"collect": "deferred"}
    forms: tuple[dict[str, Any], ...] = ({}, {"form": "tie_vig"}, {"form": "no_vig"}, deferred, deferred)
    settings = rng.choice(forms)
    tables = rules_of(BaccaratDriver(settings=settings).table.rules.config).tables
    while True:
        named = [rng.choices(CARDS, k=6) for _ in range(2)]
        for place in range(6):
            if rng.random() < 0.6:
                named[1][place] = named[0][place]
        dealt = [hands_of(tables, cards) for cards in named]
        if len(dealt[0].player) == len(dealt[1].player) and len(dealt[0].banker) == len(dealt[1].banker):
            return settings, named[0][: dealt[0].used], named[1][: dealt[0].used]


def blackjack_round(
    cards: Sequence[str], stakes: Sequence[int], hits: bool, sales: Sequence[Act] = ()
) -> BlackjackDriver:
    """Deal a round: a player whose turn it is takes one card, or none, and stands."""
    driver, left = BlackjackDriver().staked(*stakes), iter(cards)
    for sale in sales:
        driver.do("dealer", sale)
    driver.deal(*(next(left) for _ in range(6)))
    if driver.table.phase == "insurance":
        driver.played("close")
    while (turn := driver.table.round.turn) is not None and driver.table.phase == "turns":
        if hits and len(turn[2].cards) == 2:
            driver.act(turn[0], "hit")
            driver.deal(next(left))
        else:
            driver.act(turn[0], "stand")
    driver.played("turn")
    while driver.table.round.due is not None:
        driver.deal(next(left))
    driver.settle()
    return driver


def blackjack_cards(rng: random.Random, stakes: Sequence[int]) -> tuple[list[str], list[str], bool]:
    """Return the cards of a round by two names, by which everybody has as many, and whether the players draw."""
    while True:
        wrong, hits = rng.sample(CARDS, 20), rng.random() < 0.5
        true = list(wrong)
        for place in rng.sample(range(9), rng.choice((1, 2))):
            true[place] = rng.choice([card for card in CARDS if card not in wrong])
        try:
            drivers = [blackjack_round(cards, stakes, hits) for cards in (wrong, true)]
        except (NotDriven, StopIteration):
            continue
        dealt = [
            [(event.seat, event.hand, event.place) for event in driver.events if isinstance(event, CardDealt)]
            for driver in drivers
        ]
        if dealt[0] == dealt[1]:
            return wrong[: len(dealt[0])], true[: len(dealt[0])], hits
