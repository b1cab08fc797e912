"""An evening on which much goes wrong and is put right: wrong keys before payment, and games voided after their patron.

Every game has rounds in which a number, a throw or a card is entered wrongly and corrected before anybody is paid; at
the automatic table three games are voided when somebody else plays at the terminal already; the tote has a day beside.
"""

import random
from typing import Any

from pitboss.games.roulette import acts as roulette_acts
from pitboss.games.shoe import acts as shoe_acts
from pitboss.games.sicbo import acts as sicbo_acts
from pitboss.games.table import acts as table_acts
from tests.support.automatic_driver import AutomaticDriver
from tests.support.baccarat_driver import BACCARAT
from tests.support.blackjack_driver import BLACKJACK
from tests.support.driver import HOUSES, ONEIDA, with_limits
from tests.support.evening import Evening, evening_of
from tests.support.evening_cards import KeptBaccarat, KeptBlackjack
from tests.support.evening_tables import Kept, KeptRoulette, KeptSicBo, Sent
from tests.support.evening_tote import race_day
from tests.support.sicbo_driver import SICBO

__all__ = ["mended_evening"]

ROUNDS = 2
"""Rounds with a wrong key at each table of roulette and sic bo."""
REASON = "Wrong key."


class KeptAutomatic(Kept, AutomaticDriver):
    """An automatic table whose commands are kept."""


def mended_evening(seed: int) -> Evening:
    """Draw the evening: ten corrections before payment, and three voids after a change of patron."""
    rng = random.Random(seed)
    drawn = [
        *(("table", f"roulette-{house}", _roulette(rng, house)) for house in HOUSES),
        ("table", "sicbo", _sicbo(rng)),
        ("table", "baccarat", _baccarat(rng)),
        ("table", "blackjack", _blackjack(rng)),
        ("automatic", "wheel", _automatic(rng)),
        ("tote", "oneida", race_day(rng, races=6, tickets=10)),
    ]
    return evening_of(seed, drawn)


def _roulette(rng: random.Random, house: str) -> Sent:
    driver = KeptRoulette(house, name="wheel")
    driver.opened()
    driver.colour("Ann", "blue")
    for _ in range(ROUNDS):
        for bet in ("straight:17", "red"):
            driver.bet("Ann", bet, 200, "colour:blue")
        wrong, right = rng.sample(driver.table.rules.wheel.pockets, 2)
        driver.spin(wrong)
        driver.do("dealer", roulette_acts.CorrectNumber(pocket=right, reason=REASON), witness="floorperson")
        driver.settle(right)
        driver.do("dealer", table_acts.OpenBetting())
    return {"rulebook": house, "name": "wheel", "settings": {}}, driver.sent


def _sicbo(rng: random.Random) -> Sent:
    driver = KeptSicBo(name="dice")
    driver.opened()
    for _ in range(ROUNDS):
        driver.bet("Ann", "big", 500)
        driver.bet("Bob", "total:9", 500)
        wrong = rng.choice((1, 2, 3)), rng.choice((1, 2, 3)), rng.choice((1, 2, 3))
        driver.throw(wrong)
        right = (4, *wrong[1:])
        driver.do("dealer", sicbo_acts.CorrectDice(dice=right, reason=REASON), witness="floorperson")
        driver.do("dealer", sicbo_acts.CollectLosers())
        driver.do("dealer", sicbo_acts.PayWinners())
        driver.next_round()
    return {"rulebook": SICBO, "name": "dice", "settings": with_limits(SICBO)}, driver.sent


def _corrected(driver: Any, place: int, was: str, card: str) -> None:
    act = shoe_acts.CorrectCard(place=place, was=was, card=card, reason=REASON)
    driver.do("dealer", act, witness="floorperson")


def _baccarat(rng: random.Random) -> Sent:
    driver = KeptBaccarat(name="pearl")
    driver.opened()
    driver.bet(3, rng.choice(("banker", "player", "tie")), 1_000)
    driver.deal("4S", "3H", "5C", "4D")
    _corrected(driver, 4, "4D", rng.choice(("5D", "5H", "4C")))
    driver.call_points()
    driver.pay()
    return {"rulebook": BACCARAT, "name": "pearl", "settings": with_limits(BACCARAT)}, driver.sent


def _blackjack(rng: random.Random) -> Sent:
    driver = KeptBlackjack(name="maple")
    driver.staked(1_000)
    driver.played("TS 7H 6S TC hit 9S")
    _corrected(driver, 5, "9S", "2S")
    driver.played("stand turn")
    _corrected(driver, 3, "6S", rng.choice(("5S", "7S", "8S")))
    driver.settle()
    return {"rulebook": BLACKJACK, "name": "maple", "settings": with_limits(BLACKJACK)}, driver.sent


def _automatic(rng: random.Random) -> Sent:
    """Let a patron win or lose and leave, the next one buy in, and the first one's game be voided; three times."""
    driver = KeptAutomatic()
    driver.opened("T1", "T2", "T3")
    pockets = {"T1": "17", "T2": "2", "T3": rng.choice(("17", "2"))}
    for game, (terminal, pocket) in enumerate(pockets.items(), start=1):
        driver.started(**{terminal: 600})
        driver.bet(terminal, "straight:17", 100)
        driver.settle(pocket)
        driver.cash_out(terminal)
        driver.bought(**{terminal: 700})
        driver.void("wrong_number", game=game)
        driver.refund()
    return {"rulebook": ONEIDA, "name": "A1", "settings": {}}, driver.sent
