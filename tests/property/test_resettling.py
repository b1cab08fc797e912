"""Whatever is corrected in whatever order: everybody has what the true result would have given them at first."""

import random
from collections.abc import Sequence
from fractions import Fraction
from typing import Any

import pytest

from pitboss.games.cards import CARDS
from pitboss.games.everyday.acts import (
    AddWager,
    CorrectPastSale,
    CorrectSale,
    CorrectSettlement,
    CorrectWager,
    CountBox,
    RemoveDropBox,
)
from pitboss.games.everyday.state import Settlement
from pitboss.games.sicbo.state import dice_name
from pitboss.games.table.acts import AbandonRound, BuyValueChips, OpenBetting
from tests.support.baccarat_driver import BaccaratDriver
from tests.support.blackjack_driver import BlackjackDriver
from tests.support.driven import NotDriven
from tests.support.driver import ONEIDA, Driver
from tests.support.everyday import begin, count, fill
from tests.support.resettling import (
    baccarat_cards,
    blackjack_cards,
    blackjack_round,
    correction,
    last,
    money_of,
    renamed,
)
from tests.support.sicbo_driver import SicBoDriver

PLAYERS = ("Ann", "Bob")
Tables = tuple[Any, Any, list[str]]
"""A table that was paid wrongly, one that was paid rightly, and what is to be said of the first."""


def sicbo(rng: random.Random) -> Tables:
    """Play a round of sic bo with two throws."""
    throws = [(rng.randrange(1, 7), rng.randrange(1, 7), rng.randrange(1, 7)) for _ in range(2)]
    bets = ("small", "big", "triple:1", "one:6", "total:9", "combination:1-2", "any_triple", "pair:3")
    laid = [(rng.choice(PLAYERS), rng.choice(bets), rng.randrange(100, 5_000)) for _ in range(4)]
    drivers = []
    for throw in throws:
        driver = SicBoDriver().opened()
        for wager in laid:
            driver.bet(*wager)
        driver.pay(throw)
        drivers.append(driver)
    return drivers[0], drivers[1], [dice_name(throws[1])]


def roulette(rng: random.Random) -> Tables:
    """Play a spin with two numbers."""
    numbers = rng.sample([str(number) for number in range(37)] + ["00"], 2)
    bets = ("red", "even", "low", "straight:17", "straight:0", "column:1", "dozen:2")
    laid = [(rng.choice(PLAYERS), rng.choice(bets), 100 * rng.randrange(1, 30)) for _ in range(4)]
    drivers = []
    for number in numbers:
        driver = Driver(ONEIDA).opened()
        for wager in laid:
            driver.bet(*wager)
        driver.settle(number)
        drivers.append(driver)
    return drivers[0], drivers[1], [numbers[1]]


def baccarat(rng: random.Random) -> Tables:
    """Deal a round with other names for some of its cards, by which as many are due to each hand."""
    settings, wrong, true = baccarat_cards(rng)
    laid = [(rng.choice((3, 5)), rng.choice(("banker", "player", "tie")), 2 * rng.randrange(50, 3_000)) for _ in "four"]
    drivers = []
    for cards in (wrong, true):
        driver = BaccaratDriver(settings=settings).opened((3, "Ann"), (5, "Bob"))
        for wager in laid:
            driver.bet(*wager)
        driver.play(*cards)
        drivers.append(driver)
    return drivers[0], drivers[1], renamed(wrong, true)


def blackjack(rng: random.Random) -> Tables:
    """Deal a round with another name for one or two of its cards, by which everybody has as many."""
    stakes = [100 * rng.randrange(1, 50) for _ in PLAYERS]
    wrong, true, hits = blackjack_cards(rng, stakes)
    return blackjack_round(wrong, stakes, hits), blackjack_round(true, stakes, hits), renamed(wrong, true)


GAMES = {"sicbo": sicbo, "roulette": roulette, "baccarat": baccarat, "blackjack": blackjack}


@pytest.mark.parametrize("seed", range(10))
@pytest.mark.parametrize("name", GAMES)
def test_any_corrections_leave_everybody_as_if_it_had_been_right_at_first(name, seed):
    """Said in any order, with others said in between and taken back: money and debts are those of the true result."""
    rng = random.Random(f"{name} {seed}")
    wrong, right, true = GAMES[name](rng)
    game = wrong.game
    (one,) = wrong.table.everyday.settlements.values()
    others = [offer for offer in game.legal(wrong.table, wrong.command("pit_manager", None).by) if _corrects(offer)]
    said = [rng.choice(offer.fields["result"].values) for offer in others for _ in range(2)]
    own = [_own(one.result, text) for text in said]
    for text in (*said, *reversed(own), *rng.sample(true, len(true))):
        _said(wrong, text)
    (mine,), (theirs,) = (driver.table.everyday.settlements.values() for driver in (wrong, right))
    for player in PLAYERS:
        assert _gained(theirs, player) == _gained(one, player) + money_of(wrong, player)
    debts = sum(money_of(wrong, player) for player in PLAYERS)
    assert theirs.result == mine.result
    assert right.table.balances["circulation"] == wrong.table.balances["circulation"] + debts
    assert _house(right) == _house(wrong)
    assert getattr(right.table, "marks", {}) == getattr(wrong.table, "marks", {})
    assert all(held >= 0 for account, held in wrong.table.balances.items() if account.startswith("payable:"))
    assert all(held <= 0 for account, held in wrong.table.balances.items() if account.startswith("receivable:"))


def _gained(one: Settlement, player: str) -> int:
    """Return what a player gained in a round as it was settled."""
    return sum(gain for (who, *_), gain in zip(one.wagers, one.gains, strict=True) if who == player)


def _corrects(offer: Any) -> bool:
    return offer.act is CorrectSettlement


def _own(result: str, said: str) -> str:
    """Return what takes something back that was said of a result."""
    place, is_card, _ = said.partition("=")
    return f"{place}={result.split()[int(place) - 1]}" if is_card else result


def _said(driver: Any, text: str) -> None:
    """Correct the round, unless it stands so already."""
    one = driver.table.everyday.settlements[last(driver)]
    if _own(one.result, text) != text:
        driver.do("pit_manager", correction(driver, text), witness="floorperson")


def _house(driver: Any) -> int:
    """Return what the house won."""
    return sum(driver.table.balances.get(name, 0) for name in ("rack", "vigorish"))


# Wagers

THREE = ("Ann", "Bob", "Cid")
PLACES = {
    "sicbo": lambda _: ["small", "big", "total:5", "total:9", "one:2", "one:6", "pair:2"],
    "roulette": lambda _: ["red", "black", "straight:16", "straight:17", "dozen:2", "odd"],
    "baccarat": lambda position: [f"{on}:{position}" for on in ("player", "banker", "tie")],
}
"""Where a wager may lie, by the position of whoever laid it."""


def _placed(name: str, laid: Sequence[tuple[int, str]]) -> Any:
    """Play the same round with wagers of 10, each of somebody on a bet."""
    driver: Any = {
        "sicbo": lambda: SicBoDriver().opened(),
        "roulette": lambda: Driver(ONEIDA).opened(),
        "baccarat": lambda: BaccaratDriver().opened(*enumerate(THREE, 1)),
    }[name]()
    for seat, bet in laid:
        where = (seat, bet.partition(":")[0]) if name == "baccarat" else (THREE[seat - 1], bet)
        driver.bet(*where, 1_000)
    if name == "baccarat":
        driver.play("2H", "KS", "3D", "4C", "6H", "3S")
    else:
        driver.pay((1, 2, 2)) if name == "sicbo" else driver.settle("16")
    return driver


@pytest.mark.parametrize("seed", range(10))
@pytest.mark.parametrize("name", PLACES)
def test_wagers_put_right_in_any_order_leave_everybody_as_if_they_had_lain_right(name, seed):
    """Moved here and there, one that nobody recorded added at last: the money is that of where they lay."""
    rng = random.Random(f"wagers {name} {seed}")
    seats = range(1, len(THREE) + 1)
    false, true = ([(seat, rng.choice(PLACES[name](seat))) for seat in seats] for _ in range(2))
    unrecorded = rng.choice(PLACES[name](1))
    wrong, right = _placed(name, false), _placed(name, [*true, (1, unrecorded)])
    (one,), (theirs,) = (driver.table.everyday.settlements.values() for driver in (wrong, right))
    tries = [(seat, rng.choice(PLACES[name](seat))) for seat in seats for _ in range(3)]
    for seat, bet in (*rng.sample(tries, len(tries)), *rng.sample(true, len(true))):
        _moved(wrong, THREE[seat - 1], bet)
    named: dict[str, Any] = {"player": THREE[0], "bet": unrecorded, "stake_minor": 1_000}
    added = AddWager(corrects=last(wrong), reason="It lay there.", **named)
    wrong.do("pit_manager", added, witness="floorperson")
    for player in THREE:
        assert _gained(theirs, player) == _gained(one, player) + money_of(wrong, player)
    debts = sum(money_of(wrong, player) for player in THREE)
    assert right.table.balances["circulation"] == wrong.table.balances["circulation"] + debts
    assert _house(right) == _house(wrong)
    assert getattr(right.table, "marks", {}) == getattr(wrong.table, "marks", {})


def _moved(driver: Any, player: str, bet: str) -> None:
    """Say where a player's wager lay, unless it stands so already."""
    one = driver.table.everyday.settlements[last(driver)]
    (row,) = (number for number, (who, *_) in enumerate(one.wagers, 1) if who == player)
    if one.wagers[row - 1][1] != bet:
        act = CorrectWager(corrects=last(driver), row=row, bet=bet, reason="It lay there.")
        driver.do("pit_manager", act, witness="floorperson")


@pytest.mark.parametrize("seed", range(20))
def test_hands_of_blackjack_pay_wagers_by_where_they_lay(seed):
    """Wagers behind any hand, moved any number of times: each gains what it would have as a part of that hand's."""
    rng = random.Random(f"wagers blackjack {seed}")
    wrong, cards, stakes, hits = _dealt(rng)
    places = ["1.1:blackjack:1", "2.1:blackjack:1"]
    behind = {player: (100 * rng.randrange(1, 50), rng.choice(places)) for player in ("Eve", "Fay")}
    for player, (stake, _) in behind.items():
        laid: dict[str, Any] = {"player": player, "bet": rng.choice(places), "stake_minor": stake}
        wrong.do("pit_manager", AddWager(corrects=last(wrong), reason="It lay.", **laid), witness="floorperson")
    for player in rng.choices(list(behind), k=4):
        _moved(wrong, player, rng.choice(places))
    for player, (_, true) in behind.items():
        _moved(wrong, player, true)
    there = [sum(stake for stake, true in behind.values() if true == place) for place in places]
    right = blackjack_round(cards, [own + more for own, more in zip(stakes, there, strict=True)], hits)
    (one,) = right.table.everyday.settlements.values()
    gains = {bet: Fraction(gain, stake) for (_, bet, stake), gain in zip(one.wagers, one.gains, strict=True)}

    assert {player: gains[true] * stake for player, (stake, true) in behind.items()} == {
        player: money_of(wrong, player) for player in behind
    }
    assert [0, 0] == [money_of(wrong, player) for player in PLAYERS]
    assert _house(right) == _house(wrong)


def _dealt(rng: random.Random) -> tuple[BlackjackDriver, list[str], list[int], bool]:
    """Deal a round of two players; return the table, with its cards, stakes and whether they drew."""
    stakes = [100 * rng.randrange(1, 50) for _ in PLAYERS]
    while True:
        cards, hits = rng.sample(CARDS, 20), rng.random() < 0.5
        try:
            return blackjack_round(cards, stakes, hits), cards, stakes, hits
        except NotDriven:
            continue


# Sales


@pytest.mark.parametrize("seed", range(10))
@pytest.mark.parametrize("table", [SicBoDriver, lambda: Driver(ONEIDA)], ids=["sicbo", "roulette"])
def test_sales_put_right_whenever_it_is_leave_money_as_if_typed_right(table, seed):
    """In their round, after it, after the box is gone, after rack and box were counted: nobody has more or less."""
    rng = random.Random(f"sales {seed}")
    driver, true = table(), dict[int, int]()
    begin(driver)
    fill(driver, "500x100")
    count(driver, "opening")
    driver.opened()
    for number in range(4):
        typed = rng.randrange(1, 50) * 100
        driver.do("dealer", BuyValueChips(player=PLAYERS[number % 2], amount_minor=typed))
        true[driver.table.everyday.version] = rng.randrange(50) * 100
        for _ in range(rng.randrange(3)):
            version = rng.choice(list(true))
            true[_sale_corrected(driver, version, rng.randrange(50) * 100)] = true.pop(version)
        _goes_on(driver, rng)
    for version, amount in list(true.items()):
        _sale_corrected(driver, version, amount)
    held, total = driver.table.balances, sum(true.values())
    assert (-total, total) == (held["patrons"], held["circulation"])
    house = sum(amount for name, amount in held.items() if name.partition(":")[0] in HOUSES_OWN)
    assert 0 == house


HOUSES_OWN = ("rack", "drop", "box", "cage", "variance", "transit")
"""Where chips and cash of a sale may be by now."""


def _sale_corrected(driver: Any, version: int, amount: int) -> int:
    """Put a sale right, by the dealer or the pit, unless it stands so; return the version that stands for it."""
    everyday = driver.table.everyday
    is_past = version in everyday.past_sales
    sale = (everyday.past_sales if is_past else everyday.sales)[version]
    if sale.amount_minor == amount:
        return version
    kind, who = (CorrectPastSale, "pit_manager") if is_past else (CorrectSale, "dealer")
    act = kind(corrects=version, amount_minor=amount, reason="Mistyped.")
    driver.do(who, act, witness="pit_supervisor" if is_past else "floorperson")
    return int(driver.table.everyday.version)


def _goes_on(driver: Any, rng: random.Random) -> None:
    """Let what may come between: another round, a count of the rack, the box taken away and counted."""
    if rng.random() < 0.5:
        driver.do("pit_supervisor", RemoveDropBox(), witness="cashier")
        (box, expected), *_ = reversed(driver.table.everyday.boxes.items())
        if rng.random() < 0.5:
            counted = CountBox(box=box, counted_minor=expected)
            driver.do("cashier", counted, witness="auditor")
    if rng.random() < 0.7:
        driver.do("dealer", AbandonRound(reason="Nobody bets."))
        if rng.random() < 0.5:
            count(driver, "shift")
        driver.do("dealer", OpenBetting())
