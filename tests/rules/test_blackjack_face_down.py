"""Pitch cards that nobody may name: shown when something rests on them, and before payment at the latest."""

import pytest

from pitboss.games.blackjack import acts as a
from pitboss.games.blackjack.acts import Ending
from pitboss.games.everyday.acts import CallOffRound, CorrectSettlement
from pitboss.games.shoe.acts import CorrectCard
from tests.support.blackjack_driver import BlackjackDriver

pytestmark = pytest.mark.clause("HP-B5")
PITCH = {"pitch": True, "decks": 2, "face_down": True}


def dealt(*stakes: int, up: str = "6D", **settings) -> BlackjackDriver:
    """Return a pitch table whose players' cards lie face down, the dealer's first card turned up."""
    driver = BlackjackDriver(settings={**PITCH, **settings}).staked(*stakes or (1_000,))
    count = len(driver.table.round.boxes)
    driver.deal(*[None] * count, None, *[None] * count, None)
    driver.do("dealer", a.TurnFirstCard(card=up))
    return driver


def show(driver, cards: str, *, seat: int = 1, who: str = "dealer"):
    """Show both cards of a hand; return what came of the second."""
    found = None
    for place, card in enumerate(cards.split(), 1):
        found = driver.do(who, a.ShowHand(seat=seat, place=place, card=card))
    return found


def played(driver, second: str, *cards: str):
    """Let the dealer turn the second card up and draw."""
    driver.do("dealer", a.TurnSecondCard(card=second))
    driver.deal(*cards)


def test_a_round_is_played_with_cards_that_nobody_has_named():
    """They leave the stack without a name, are decided on unseen, and are known when they are paid."""
    driver = dealt(1_000, 1_000)
    assert ["", "", "6D", "", "", ""] == driver.table.cards.shoe.drawn[-6:]
    driver.act(1, "stand")
    driver.act(2, "hit")
    assert (None, "2C") == ((card := driver.deal("2C")).ends, card.card)
    driver.act(2, "stand")
    played(driver, "TD", "2H")
    show(driver, "TS 9S", who="Ann")
    show(driver, "TC 7C", seat=2, who="Bob")
    rows = driver.rows(driver.settle())

    assert ("win", "win") == (rows[1, 1, "blackjack", 1][0], rows[2, 1, "blackjack", 1][0])
    assert driver.table.round.left == driver.table.cards.shoe.copies_left()


def test_unshown_hands_are_not_paid():
    """One card shown is not both."""
    driver = dealt()
    driver.act(1, "stand")
    played(driver, "TD", "2H")
    assert "HP-B5" == driver.refused("dealer", a.SettleHand()).clause
    driver.do("Ann", a.ShowHand(seat=1, place=1, card="TS"))
    assert "HP-B5" == driver.refused("dealer", a.SettleHand()).clause
    driver.do("Ann", a.ShowHand(seat=1, place=2, card="8S"))
    assert "push" == driver.rows(driver.settle())[1, 1, "blackjack", 1][0]


@pytest.mark.parametrize(
    ("name", "cards", "settings"),
    [("double", "5S 6S", {}), ("split", "8S 8H", {}), ("surrender", "TS 6H", {"surrender": "text"})],
)
def test_what_rests_on_the_cards_waits_until_they_are_shown(name, cards, settings):
    """A pair, a doubled wager, a hand that is given up."""
    driver = dealt(**settings)
    assert "HP-B5" == driver.refuses(1, name).clause
    show(driver, cards, who="Ann")
    assert driver.act(1, name)


def test_a_suit_is_claimed_with_the_cards_on_the_table():
    """An initial suit wager is settled, and a hit wager laid and claimed, by cards that lie face up."""
    driver = dealt(hit_wagers=True)
    assert "HP-B5" == driver.refuses(1, "hit", hit_minor=500).clause
    suited = BlackjackDriver(settings={**PITCH, "initial_suit": "same_suit"}).ready((1, "Ann"))
    suited.bet(1, 1_000)
    suited.bet(1, 500, on="same_suit")
    suited.deal(None, None, None, None)
    suited.do("dealer", a.TurnFirstCard(card="6D"))
    assert "HP-B5" == suited.refused("dealer", a.SettleSuitWagers()).clause
    show(suited, "TS 6S", who="Ann")
    assert (1_500,) == suited.do("dealer", a.SettleSuitWagers()).wagers.paid_minor


def test_a_hand_over_21_is_collected_when_it_is_shown():
    """At once, whatever its player had said."""
    driver = dealt()
    driver.act(1, "hit")
    driver.deal("9H")
    shown, collected = show(driver, "TS 6S", who="Ann")

    assert (Ending.BUST, 0) == (shown.ends, driver.table.balances["layout"])
    assert (1_000,) == collected.wagers.lost_minor


def test_a_blackjack_is_one_whenever_it_is_shown():
    """Its player may have stood on it; it is paid at once once it is seen."""
    driver = dealt()
    driver.act(1, "stand")
    assert Ending.BLACKJACK == show(driver, "AS KS").ends
    assert ("blackjack",) == driver.do("dealer", a.PayBlackjack(seat=1)).wagers.outcome


@pytest.mark.clause("BJ-M3")
def test_a_card_too_many_comes_to_light():
    """The hand was 21 when it got another one: all wagers of the round go back."""
    driver = dealt(1_000, 1_000)
    driver.act(1, "hit")
    driver.deal("2H")
    driver.act(1, "hit")
    driver.deal("3H")
    driver.act(1, "stand")
    driver.do("Ann", a.ShowHand(seat=1, place=1, card="TS"))
    _, voided = driver.do("Ann", a.ShowHand(seat=1, place=2, card="9S"))

    assert ("BJ-M3", 0, 0) == (voided.clause, driver.table.balances["layout"], driver.table.balances["circulation"])


@pytest.mark.clause("BJ-B4")
def test_a_card_that_the_decks_cannot_hold_is_refused():
    """Two are in two decks, and lie face up already."""
    driver = dealt(1_000, 1_000)
    show(driver, "TS TS")
    assert "BJ-B4" == driver.refused("Bob", a.ShowHand(seat=2, place=1, card="TS")).clause


def test_whose_and_which_cards_are_shown():
    """A player's own, after the deal, once; the dealer may turn any."""
    driver = BlackjackDriver(settings=PITCH).staked(1_000, 1_000)
    driver.deal(None)
    act = a.ShowHand(seat=1, place=1, card="TS")
    assert "HP-B5" == driver.refused("Ann", act).clause
    driver.deal(None, None, None, None, None)
    driver.do("dealer", a.TurnFirstCard(card="6D"))
    assert "HP-B5" == driver.refused("Bob", act).clause
    assert "HP-B5" == driver.refused("floorperson", act).clause
    driver.act(1, "hit")
    assert "HP-B5" == driver.refused("Ann", act).clause
    driver.deal("2H")
    driver.do("Ann", act)
    assert "HP-B5" == driver.refused("dealer", act).clause
    assert "HP-B5" == driver.refused("dealer", a.ShowHand(seat=3, place=1, card="TS")).clause
    assert "BJ-I11b" == driver.refused("dealer", a.AnnounceTotal(seat=1, total=20)).clause


def test_a_player_who_names_a_card_at_the_deal_still_may():
    """And has nothing to show then."""
    driver = BlackjackDriver(settings=PITCH).staked(1_000)
    driver.do("Ann", a.DealCard(card="TS"))
    driver.deal(None)
    driver.do("Ann", a.DealCard(card="9S"))
    driver.deal(None)
    driver.do("dealer", a.TurnFirstCard(card="6D"))
    assert "HP-B5" == driver.refused("Ann", a.ShowHand(seat=1, place=1, card="TS")).clause
    driver.act(1, "stand")
    played(driver, "TD", "2H")
    assert driver.settle()


@pytest.mark.clause("HP-C1", "HP-C2")
def test_a_card_that_was_shown_under_a_wrong_name_is_corrected():
    """Before payment by the dealer, after it by the pit: a nine was a seven."""
    driver = dealt()
    driver.act(1, "stand")
    show(driver, "TS 9S", who="Ann")
    correct = CorrectCard(place=3, was="9S", card="7S", reason="Misread.")
    assert driver.do("dealer", correct, witness="floorperson").is_face_up
    assert ["TS", "7S"] == driver.table.round.boxes[1].hands[0].cards
    played(driver, "TD", "2H")
    assert (1_000,) == driver.settle().wagers.lost_minor
    version = next(reversed(driver.table.everyday.settlements))
    again = CorrectSettlement(corrects=version, result="3=9S", reason="It was a nine after all.")
    assert (1_000,) == driver.do("pit_supervisor", again, witness="floorperson").rows.now_minor


@pytest.mark.clause("HP-S4")
def test_cards_that_nobody_saw_go_back_with_a_round_that_is_called_off():
    """Face down, as they lie; the next deck is whole."""
    driver = dealt()
    driver.do("pit_supervisor", CallOffRound(reason="Fire."), witness="floorperson")
    discarded = driver.do("dealer", a.DiscardCards())
    assert (((), ("6D",)), "finished") == (
        tuple(hand.cards for hand in discarded.hands),
        driver.table.cards.stage,
    )
    driver.reshuffled()
    assert [2] * 52 == driver.table.round.left
