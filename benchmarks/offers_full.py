"""Full tables whose offers are measured: roulette, sic bo, an automatic table of 500 terminals, a tote of ten races."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import timedelta
from typing import Any

from pitboss.decider import Person, Role
from pitboss.games.roulette.automatic import acts as a
from pitboss.tote.day.game import TOTE
from tests.support.automatic_driver import AutomaticDriver
from tests.support.day_driver import FVD, DayDriver, one_race, pool, race, runners
from tests.support.day_driver import PEOPLE as TOTE_STAFF
from tests.support.driver import HOIAN, STAFF, Driver
from tests.support.sicbo_driver import SicBoDriver

__all__ = ["Moment", "automatic", "roulette", "sicbo", "tote"]

Moment = tuple[str, Any, Any, tuple[Person, ...]]
"""What happens, the rules, the state, and who asks what is open."""
PLAYERS = ("Ann", "Bob", "Cid", "Dan", "Eva", "Fay", "Gus", "Hal")
BETS_EACH, TERMINALS, RACES = 20, 500, 10
ASKING = (STAFF["dealer"], STAFF["pit_supervisor"], STAFF["pit_manager"], Person("Ann", Role.PLAYER))


def roulette() -> Iterator[Moment]:
    """Yield eight players with a colour each and twenty bets each of five sizes, before and after the spin."""
    driver = Driver(HOIAN, settings={"verbal": "chips", "default_max": 10**8}).opened()
    bets = [position.bet for position in driver.table.rules.positions]
    for seat, (player, colour) in enumerate(zip(PLAYERS, driver.table.rules.settings["colours"], strict=False)):
        driver.colour(player, colour, value=100_000, count=1_000)
        for number in range(BETS_EACH):
            source = "value" if number % 4 == 0 else f"colour:{colour}"
            driver.bet(player, bets[(seat * 7 + number * 5) % len(bets)], 100_000 * (1 + number % 5), source)
    yield "betting", driver.game, driver.table, ASKING
    driver.spin("17")
    yield "landed", driver.game, driver.table, ASKING


def sicbo() -> Iterator[Moment]:
    """Yield a table of eight players with twenty bets each."""
    driver = SicBoDriver().opened()
    bets = ["small", "big", "any_triple", *(f"total:{total}" for total in range(4, 18))]
    for player in PLAYERS:
        for number, bet in enumerate(bets):
            driver.bet(player, bet, 1_000 * (1 + number % 5))
    yield "betting", driver.game, driver.table, (*ASKING, STAFF["floorperson"])


def automatic() -> Iterator[Moment]:
    """Yield terminals that all have bets, some with a buy-in or cash-out; and the number to confirm."""
    names = [f"T{number}" for number in range(TERMINALS)]
    driver = AutomaticDriver(terminals_max=TERMINALS)
    driver.pace = timedelta(milliseconds=1)  # thousands of bets within one betting time
    driver.started(**{name: 50_000 + index for index, name in enumerate(names)})
    bets = [position.bet for position in driver.table.rules.positions]
    for index, name in enumerate(names):
        for number in range(10):
            driver.bet(name, bets[(index + number * 5) % len(bets)], 100)
    for name in names[:50]:
        driver.do("dealer", a.CountBuyIn(terminal=name, currency_minor=1_000))
        driver.touch(names[-1 - int(name[1:])], a.AskCashOut)
        driver.touch(names[-1 - int(name[1:])], a.AffirmCashOut)
    asking = (*ASKING[:3], Person("T100", Role.PLAYER), STAFF["device"])
    yield "betting", driver.game, driver.table, asking
    driver.lock().sense("17")
    yield "confirming", driver.game, driver.table, asking


def tote() -> Iterator[Moment]:
    """Yield a day of ten races with every pool open, and with half of the races official."""
    races = [race(number, f"{12 + number // 2}:{number % 2 * 30:02}", runners(10)) for number in range(1, RACES + 1)]
    pools = [entry for number in range(1, RACES + 1) for entry in one_race(number)]
    driver = DayDriver({**FVD, "races": races, "pools": [*pools, pool("pick6", *range(5, 11), takeout="0.25")]})
    asking = tuple(TOTE_STAFF[who] for who in ("teller", "cashier", "supervisor", "manager", "track", "machine"))
    for number in range(1, RACES + 1):
        driver.sell(f"R{number} $2 ACROSS 3", f"R{number} $2 EX 3/1")
    yield "selling", TOTE, driver.state, asking
    for number in range(1, RACES // 2 + 1):
        driver.official("3-1-2-4", number)
    yield "half run", TOTE, driver.state, asking
