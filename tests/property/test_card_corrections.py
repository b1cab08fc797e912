"""Rounds in which cards are named wrongly and corrected: they are the rounds that were named rightly at first."""

import random
from copy import deepcopy

import pytest

from pitboss.decider import Person, Role
from pitboss.games.baccarat import acts as baccarat_acts
from pitboss.games.baccarat.hands import Side, point_count
from pitboss.games.blackjack import acts as blackjack_acts
from pitboss.games.blackjack import events as blackjack_events
from pitboss.games.cards import CARDS
from pitboss.games.shoe import acts as shoe_acts
from tests.support import strategies as draw
from tests.support.baccarat_driver import BaccaratDriver
from tests.support.blackjack_driver import BlackjackDriver
from tests.support.campaign import is_slice
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
@pytest.mark.parametrize("seed", range(50))
def test_baccarat_corrected_at_once_is_baccarat_named_rightly(seed):
    """Whatever each card was called for a moment, hands, shoe and settlement are the same."""
    wrong, right = baccarat(seed, is_wrong=True), baccarat(seed, is_wrong=False)
    assert (right.table.round, right.table.cards) == (wrong.table.round, wrong.table.cards)
    assert right.pay() == wrong.pay()
    assert right.table.balances == wrong.table.balances


def stopped(seed, deal="a"):
    """Return a table whose round of a drawn order has stopped somewhere before payment, and the order."""
    rng = random.Random(seed)
    driver = BaccaratDriver(settings={"deal": deal}).opened()
    driver.bet(3, rng.choice(("banker", "player", "tie")), 1000)
    order = rng.choices(CARDS, k=6)
    driver.do("dealer", baccarat_acts.CallNoMoreBets())
    for card in order[: rng.choice((1, 3, 4, 5, 6, 6, 6, 6))]:
        deal_next(driver, card)
    if driver.table.phase == "complete" and rng.random() < 0.5:
        driver.do("dealer", driver.result())
        if rng.random() < 0.5:
            driver.do("dealer", baccarat_acts.CollectLosers())
    return driver, rng


def deal_next(driver, card):
    """Deal a card if one is due, turn up what is hidden and call the counts."""
    if driver.table.phase in ("closed", "dealing"):
        driver.do("dealer", baccarat_acts.DealCard(card=card))
    show(driver)


def show(driver):
    """Turn up what is hidden, and call the counts that are due."""
    for hand in Side if len(driver.table.round.banker) >= 2 else ():
        if hand in driver.table.play.face_down:
            turner = driver.table.turner(hand)
            if turner:
                driver.do("dealer", baccarat_acts.HandCards(hand=hand, position=turner))
                driver.do("dealer", baccarat_acts.ReturnCards(hand=hand))
            else:
                driver.do("dealer", baccarat_acts.TurnCards(hand=hand))
        if hand not in driver.table.play.called:
            points = point_count(driver.table.round.hand(hand)[:2])
            driver.do("dealer", baccarat_acts.CallPoints(hand=hand, points=points))


def slips(driver, rng, depth=3):
    """Correct cards of the round to any others, as deep as that, and then back again."""
    current = driver.table.round
    place = rng.randint(1, len(current.dealt))
    was = current.dealt[place - 1]
    card = rng.choice([card for card in CARDS if card != was])
    correct(driver, place, was, card)
    if rng.random() < 0.3:
        show(driver)
    if depth and rng.random() < 0.6:
        slips(driver, rng, depth - 1)
    correct(driver, place, card, was)


@pytest.mark.clause("HP-C1", "Q72")
@pytest.mark.parametrize("deal", ["a", "b", "c"])
def test_baccarat_corrected_and_corrected_back_is_as_it_was(deal):
    """Rounds that stop anywhere before payment: hands, shoe, rack and burns are the same, and so is what is paid."""
    met = 0
    for seed in range(200):
        driver, rng = stopped(seed, deal)
        before = deepcopy(driver.table)
        events = len(driver.events)
        slips(driver, rng)
        met += any(type(event).__name__ == "CardDrawnInError" for event in driver.events[events:])
        show(driver)
        assert (before.round, before.cards, before.balances) == (
            driver.table.round, driver.table.cards, driver.table.balances,
        )  # fmt: skip
        assert (before.play.laid, before.play.face_down) == (driver.table.play.laid, driver.table.play.face_down)
        if before.phase == "complete":
            untouched, _ = stopped(seed, deal)
            untouched.table.play.is_result_called = untouched.table.play.are_losers_collected = False
            assert (untouched.pay(), untouched.table.balances) == (driver.pay(), driver.table.balances)
    assert met > 20


@pytest.mark.clause("HP-C1", "Q72")
def test_baccarat_corrected_late_is_baccarat_named_rightly():
    """Where the wrong name gave nobody a card that was not due, the round is the one of the right names."""
    met = 0
    for seed in range(300):
        rng = random.Random(seed)
        order = rng.choices(CARDS, k=6)
        place = rng.randint(1, 4)
        card = rng.choice([card for card in CARDS if card != order[place - 1]])
        wrong, right = opened_for(order), opened_for(order)
        for named in [*order[: place - 1], card, *order[place:]]:
            deal_next(wrong, named)
        correct(wrong, place, card, order[place - 1])
        if any(type(event).__name__ == "CardDrawnInError" for event in wrong.events):
            continue
        show(wrong)
        for named in order:
            deal_next(right, named)
        for named in order[len(wrong.table.round.dealt) :]:
            deal_next(wrong, named)
        met += 1
        assert (right.table.round, right.table.cards) == (wrong.table.round, wrong.table.cards)
        assert (right.pay(), right.table.balances) == (wrong.pay(), wrong.table.balances)
    assert met > 100


def opened_for(order):
    """Return a table with a wager on the hand of the first card's colour, and bets closed."""
    driver = BaccaratDriver().opened()
    driver.bet(3, "banker" if order[0][1] in "SC" else "player", 1000)
    driver.do("dealer", baccarat_acts.CallNoMoreBets())
    return driver


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
    met = undone = 0
    for seed in range(20 if is_slice() else 1_000):
        replayed = None
        for driver, who, act, witness in walked(seed):
            replayed = replayed or deepcopy(driver.table)
            count = len(driver.events)
            driver.do(who, act, witness=witness)
            for event in driver.events[count:]:
                replayed = driver.game.evolve(replayed, event)
            met += isinstance(act, shoe_acts.CorrectCard)
            undone += isinstance(driver.events[count], blackjack_events.CollectionUndone)
            assert replayed == driver.table
            assert 0 == sum(driver.table.balances.values())
            assert driver.table.round.left == driver.table.cards.shoe.copies_left()
            laid = sum(box.laid for box in driver.table.round.boxes.values())
            assert 0 <= driver.table.balances["layout"] <= laid
    assert (met > 15, undone > 0) == (True, True), (met, undone)
