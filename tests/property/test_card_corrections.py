"""Rounds in which cards are named wrongly and corrected: they are the rounds that were named rightly at first."""

import random
from copy import deepcopy

import pytest

from pitboss.decider import Person, Role
from pitboss.games.baccarat import acts as baccarat_acts
from pitboss.games.blackjack import acts as blackjack_acts
from pitboss.games.cards import CARDS
from pitboss.games.shoe import acts as shoe_acts
from tests.support import strategies as draw
from tests.support.baccarat_driver import BaccaratDriver
from tests.support.blackjack_driver import BlackjackDriver
from tests.support.driver import STAFF

SETTINGS: tuple[dict, ...] = (
    {},
    {"h17": False, "push21": True},
    {"multiple_action": 2},
    {"pitch": True, "burn": 2},
    {"hit_wagers": True},
)


def correct(driver, place, was, card):
    """Correct a card."""
    act = shoe_acts.CorrectCard(place=place, was=was, card=card, reason="wrong key")
    driver.do("dealer", act, witness="inspector")


def baccarat(seed, *, is_wrong):
    """Play a round from a drawn shoe, with each card named wrongly first or none."""
    rng = random.Random(seed)
    driver = BaccaratDriver().opened()
    driver.bet(3, "banker", 1010)
    order = rng.sample(CARDS * 6, 6)
    driver.do("dealer", baccarat_acts.CallNoMoreBets())
    while driver.table.phase in ("closed", "dealing"):
        if len(driver.table.round.banker) == 2:
            driver.call_points()
        dealt = len(driver.table.round.dealt)
        named = rng.choice([card for card in CARDS if card != order[dealt]]) if is_wrong else order[dealt]
        driver.do("dealer", baccarat_acts.DealCard(card=named))
        if is_wrong:
            correct(driver, dealt + 1, named, order[dealt])
    driver.call_points()
    return driver


@pytest.mark.clause("HP-C1")
@pytest.mark.parametrize("seed", range(150))
def test_baccarat_corrected_at_once_is_baccarat_named_rightly(seed):
    """Whatever each card was called for a moment, hands, shoe and settlement are the same."""
    wrong, right = baccarat(seed, is_wrong=True), baccarat(seed, is_wrong=False)
    assert (right.table.round, right.table.cards) == (wrong.table.round, wrong.table.cards)
    assert right.pay() == wrong.pay()
    assert right.table.balances == wrong.table.balances


def walked(seed):
    """Yield the steps of a blackjack round by random offers of the dealer and the players, corrections among them."""
    rng = random.Random(seed)
    driver = BlackjackDriver(settings=rng.choice(SETTINGS)).ready((1, "Ann"), (2, "Bob"))
    spots = driver.table.rules.multiple_action or 1
    for seat in (1, 2):
        driver.bet(seat, *[1000] * spots)
    ranks = [card for card in CARDS if card[0] in rng.choice(("A58T", "A2389TJ", "678", "AT"))]
    for _ in range(60):
        who = rng.choice(("dealer", "dealer", driver.table.seats[rng.choice((1, 2))]))
        by = STAFF.get(who) or Person(who, Role.PLAYER)
        offers = [] if driver.table.is_between_rounds else list(driver.game.legal(driver.table, by, ROUND))
        if offers:
            kind = rng.choice(list(dict.fromkeys(offer.act for offer in offers)))
            offer = rng.choice([offer for offer in offers if offer.act is kind])
            act = draw.act_inside(rng, offer, {"card": ranks})
            yield driver, who, act, "floorperson" if offer.witness else None


ROUND = frozenset({*blackjack_acts.ROUND_ACTS, shoe_acts.CorrectCard}) - {
    blackjack_acts.ReportWrongNumber,
    blackjack_acts.ReportFaceUp,
    blackjack_acts.CallOffRound,
    blackjack_acts.RemoveWager,
    blackjack_acts.PlaceWager,
}


@pytest.mark.clause("HP-C1", "Q72")
def test_every_correction_that_is_offered_keeps_table_and_money_whole():
    """Random rounds: shoe and round agree, no money is made, and a table that hears of the events is the same."""
    met = 0
    for seed in range(120):
        replayed = None
        for driver, who, act, witness in walked(seed):
            replayed = replayed or deepcopy(driver.table)
            count = len(driver.events)
            driver.do(who, act, witness=witness)
            for event in driver.events[count:]:
                replayed = driver.game.evolve(replayed, event)
            met += isinstance(act, shoe_acts.CorrectCard)
            assert replayed == driver.table
            assert 0 == sum(driver.table.balances.values())
            assert driver.table.round.left == driver.table.cards.shoe.copies_left()
            laid = sum(box.laid for box in driver.table.round.boxes.values())
            assert 0 <= driver.table.balances["layout"] <= laid
    assert met > 100
