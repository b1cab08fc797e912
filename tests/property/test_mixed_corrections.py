"""Results, wagers and sales of one round put right in any order: everybody has what was right at first."""

import random
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

import pytest

from pitboss.games.everyday.acts import (
    AddWager,
    CorrectPastSale,
    CorrectSale,
    CorrectSettlement,
    CorrectWager,
    PayDue,
    TakeOwed,
)
from pitboss.games.sicbo.state import dice_name
from pitboss.games.table.acts import BuyValueChips
from tests.support.baccarat_driver import BaccaratDriver
from tests.support.driver import ONEIDA, Driver
from tests.support.resettling import (
    CASES,
    baccarat_cards,
    blackjack_cards,
    blackjack_round,
    last,
    money_of,
)
from tests.support.sicbo_driver import SicBoDriver

SEATED = ("Ann", "Bob", "Cid")
BEHIND = "Dan"
"""Whose wager nobody recorded."""
STAKE = 1_000
Laid = dict[str, str]
"""Who has a wager where."""


@dataclass
class Told:
    """A round as it was recorded, as it was truly, and whatever may be said of it."""

    wrong: Any
    right: Any
    results: list[str]
    """What is to be said of the result."""
    places: Callable[[str], Sequence[str]]
    """Where somebody's wager may lie."""
    true: Laid
    gained: dict[str, Fraction] = field(default_factory=dict)
    """What each would have gained."""


def sales(amounts: Sequence[int]) -> list[BuyValueChips]:
    """Return sales of value chips."""
    return [BuyValueChips(player=player, amount_minor=100 * many) for player, many in zip(SEATED, amounts, strict=True)]


def laid(rng: random.Random, places: Callable[[str], Sequence[str]], who: Sequence[str]) -> Laid:
    """Lay a wager of each."""
    return {player: rng.choice(places(player)) for player in who}


def every(cards: Sequence[str]) -> list[str]:
    """Return what is to be said of all cards: whatever was said of one before is taken back by it."""
    return [f"{place}={card}" for place, card in enumerate(cards, 1)]


def layout(name: str, rng: random.Random, sold: list[list[BuyValueChips]]) -> Told:
    """Play a round of sic bo or roulette."""
    if name == "sicbo":
        bets = ["small", "big", "total:5", "total:9", "one:2", "one:6", "pair:2", "triple:2"]
        throws = [(rng.randrange(1, 7), rng.randrange(1, 7), rng.randrange(1, 7)) for _ in "wt"]
        results = [dice_name(throw) for throw in throws]
    else:
        bets = ["red", "black", "straight:16", "straight:17", "dozen:2", "odd"]
        results = rng.sample(["0", "00", "16", "17", "20", "36"], 2)

    def places(_: str) -> Sequence[str]:
        return bets

    recorded, true = laid(rng, places, SEATED), laid(rng, places, (*SEATED, BEHIND))
    drivers: list[Any] = []
    for number, (wagers, bought) in enumerate(zip((recorded, true), sold, strict=True)):
        driver: Any = SicBoDriver().opened() if name == "sicbo" else Driver(ONEIDA).opened()
        for sale in bought:
            driver.do("dealer", sale)
        for player, bet in wagers.items():
            driver.bet(player, bet, STAKE)
        driver.pay(throws[number]) if name == "sicbo" else driver.settle(results[number])
        drivers.append(driver)
    return Told(drivers[0], drivers[1], results[1:], places, true)


def baccarat(rng: random.Random, sold: list[list[BuyValueChips]]) -> Told:
    """Deal a round of mini-baccarat, with or without vigorish that is marked."""
    settings, *cards = baccarat_cards(rng)
    seats = {player: position for position, player in enumerate((*SEATED, BEHIND), 1)}

    def places(player: str) -> Sequence[str]:
        return [f"{on}:{seats[player]}" for on in ("player", "banker", "tie")]

    recorded, true = laid(rng, places, SEATED), laid(rng, places, (*SEATED, BEHIND))
    drivers = []
    for dealt, wagers, bought in zip(cards, (recorded, true), sold, strict=True):
        driver = BaccaratDriver(settings=settings).opened(*((position, who) for who, position in seats.items()))
        for sale in bought:
            driver.do("dealer", sale)
        for player, bet in wagers.items():
            driver.bet(seats[player], bet.partition(":")[0], STAKE)
        driver.play(*dealt)
        drivers.append(driver)
    return Told(drivers[0], drivers[1], every(cards[1]), places, true)


def blackjack(rng: random.Random, sold: list[list[BuyValueChips]]) -> Told:
    """Deal a round of two hands; a wager behind one of them gains what it would have as a part of that hand's."""
    stakes, hands = [STAKE * rng.randrange(1, 9) for _ in "ab"], ("1.1:blackjack:1", "2.1:blackjack:1")
    *cards, hits = blackjack_cards(rng, stakes)
    true = {BEHIND: rng.choice(hands)}
    there = [own + STAKE * (place == true[BEHIND]) for own, place in zip(stakes, hands, strict=True)]
    wrong = blackjack_round(cards[0], stakes, hits, sold[0])
    right = blackjack_round(cards[1], there, hits, sold[1])
    (one,) = right.table.everyday.settlements.values()
    odds = {bet: Fraction(gain, stake) for (_, bet, stake), gain in zip(one.wagers, one.gains, strict=True)}
    own = {player: odds[hand] * stake for player, hand, stake in zip(SEATED, hands, stakes, strict=False)}
    behind = {BEHIND: odds[true[BEHIND]] * STAKE}
    return Told(wrong, right, every(cards[1]), lambda _: hands, true, {**own, **behind})


def played(name: str, rng: random.Random, sold: list[list[BuyValueChips]]) -> Told:
    """Return a round of a game, and what everybody would have gained by it."""
    if name in ("sicbo", "roulette"):
        told = layout(name, rng, sold)
    else:
        told = {"baccarat": baccarat, "blackjack": blackjack}[name](rng, sold)
    (one,) = told.right.table.everyday.settlements.values()
    rows = zip(one.wagers, one.gains, strict=True)
    told.gained = told.gained or {who: Fraction(gain) for (who, *_), gain in rows}
    return told


@dataclass
class Pit:
    """Whoever puts the round right, one thing after the other."""

    driver: Any
    sold: dict[str, int]
    """By buyer, the version that stands for the sale."""
    handed: Counter[str] = field(default_factory=Counter)
    """What each was given of what was due, less what was taken of what was owed."""
    met: Counter[str] = field(default_factory=Counter)

    def do(self, act: Any, who: str = "pit_manager", witness: str = "floorperson") -> None:
        """Do one thing."""
        self.driver.do(who, act, witness=witness)
        self.met[type(act).__name__] += 1

    def says(self, result: str) -> None:
        """Say what the result was, unless it stands so."""
        place, is_card, _ = result.partition("=")
        known = self.driver.table.everyday.settlements[last(self.driver)].result
        own = f"{place}={known.split()[int(place) - 1]}" if is_card else known
        if own != result:
            self.do(CorrectSettlement(corrects=last(self.driver), result=result, reason="The tape shows it."))

    def lays(self, player: str, bet: str) -> None:
        """Say where a wager lay; one that nobody recorded is added."""
        wagers = self.driver.table.everyday.settlements[last(self.driver)].wagers
        found = {who: (row, where) for row, (who, where, _) in enumerate(wagers, 1)}
        said: dict[str, Any] = {"corrects": last(self.driver), "bet": bet, "reason": "It lay there."}
        if player not in found:
            self.do(AddWager(player=player, stake_minor=STAKE, **said))
        elif found[player][1] != bet:
            self.do(CorrectWager(row=found[player][0], **said))

    def sells(self, player: str, amount: int) -> None:
        """Say for how much chips were sold, as the dealer or as the pit by then."""
        everyday, version = self.driver.table.everyday, self.sold[player]
        is_past = version in everyday.past_sales
        sale = (everyday.past_sales if is_past else everyday.sales)[version]
        if sale.amount_minor == amount:
            return
        said: dict[str, Any] = {"corrects": version, "amount_minor": amount, "reason": "Mistyped."}
        if is_past:
            self.do(CorrectPastSale(**said))
        else:
            self.do(CorrectSale(**said), who="dealer")
        self.sold[player] = everyday.version

    def settles(self, player: str) -> None:
        """Hand over what is due by now, or take what is owed."""
        due = money_of(self.driver, player)
        if due:
            self.do((PayDue if due > 0 else TakeOwed)(player=player, amount_minor=abs(due)))
            self.handed[player] += due


def tried(told: Told, rng: random.Random, amounts: Sequence[int]) -> list[tuple[str, ...]]:
    """Return what is said in whatever order, all of it wrong or right by chance: the truth is said at last."""
    by = told.wrong.command("pit_manager", None).by
    offers = list(told.wrong.game.legal(told.wrong.table, by, {CorrectSettlement}))
    said = [("says", rng.choice(offer.fields["result"].values)) for offer in offers for _ in range(3)]
    moved = [("lays", who, rng.choice(told.places(who))) for who in told.true for _ in range(2)]
    sold = [("sells", who, rng.randrange(50) * 100) for who in SEATED for _ in range(2)]
    paid = [("settles", who) for who in told.gained]
    truth = [
        *(("says", result) for result in told.results),
        *(("lays", who, bet) for who, bet in told.true.items()),
        *(("sells", who, 100 * many) for who, many in zip(SEATED, amounts, strict=True)),
    ]
    first: list[Any] = [*said, *moved, *sold, *paid, ("goes on",)]
    return [*rng.sample(first, len(first)), *rng.sample(truth, len(truth))]


def gains(driver: Any, player: str) -> int:
    """Return what somebody gained by a round as it was paid."""
    (one,) = driver.table.everyday.settlements.values()
    return sum(gain for (who, *_), gain in zip(one.wagers, one.gains, strict=True) if who == player)


@pytest.mark.parametrize("seed", range(8))
@pytest.mark.parametrize("name", CASES)
def test_whatever_is_put_right_in_whatever_order_leaves_everybody_as_if_it_had_been_right(name, seed):
    """With other things said in between and taken back, debts settled on the way, and the next round begun."""
    rng = random.Random(f"mixed {name} {seed}")
    typed, amounts = ([rng.randrange(1, 50) for _ in SEATED] for _ in range(2))
    told = played(name, rng, [sales(typed), sales(amounts)])
    wrong, right = told.wrong, told.right
    paid = {player: gains(wrong, player) for player in told.gained}
    pit = Pit(wrong, dict(zip(SEATED, wrong.table.everyday.sales, strict=True)))
    for deed, *fields in tried(told, rng, amounts):
        if deed == "goes on":
            CASES[name].next_round(wrong)
        else:
            getattr(pit, deed)(*fields)

    assert told.gained == {
        player: paid[player] + pit.handed[player] + money_of(wrong, player) for player in told.gained
    }
    mine, theirs = wrong.table.balances, right.table.balances
    debts = sum(money_of(wrong, player) for player in told.gained)
    assert theirs["circulation"] == mine["circulation"] + debts
    assert (theirs["patrons"], theirs["drop"]) == (mine["patrons"], mine["drop"])
    assert sum(theirs.get(one, 0) for one in ("rack", "vigorish")) == sum(
        mine.get(one, 0) for one in ("rack", "vigorish")
    )
    assert getattr(right.table, "marks", {}) == getattr(wrong.table, "marks", {})
    assert {"CorrectSettlement"} < set(pit.met)
    assert {"CorrectSale", "CorrectPastSale"} & set(pit.met)
    assert {"CorrectWager", "AddWager"} & set(pit.met)
