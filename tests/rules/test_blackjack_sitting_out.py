"""A round that a player sits out: no wager is asked for, the seat is kept, and a second one in a row frees it."""

import pytest

from pitboss.games.blackjack import acts as a
from tests.support.blackjack_driver import BlackjackDriver

pytestmark = pytest.mark.clause("HP-B4")


def table() -> BlackjackDriver:
    """Return a table with two players and open bets; the first has a wager."""
    driver = BlackjackDriver().ready((1, "Ann"), (2, "Bob"))
    driver.bet(1, 1_000)
    return driver


def played(driver) -> None:
    """Play the round of seat 1 to its end, and open the next."""
    driver.deal("TS", "6H", "9C", "TD")
    driver.act(1, "stand")
    driver.dealer_plays("8C")
    driver.settle()
    driver.do("dealer", a.DiscardCards())
    driver.reshuffled()


def test_who_sits_out_is_no_player_of_the_round():
    """Without it no card is dealt while somebody has no wager (BJ-G4); with it the round is played."""
    driver = table()
    assert "BJ-G4" == driver.refused("dealer", a.DealCard(card="TS")).clause
    sat = driver.do("Bob", a.SitOut(position=2))
    assert (2, "Bob", 1) == (sat.position, sat.player, sat.round)
    assert "HP-B4" == driver.refused("Bob", a.SitOut(position=2)).clause
    driver.deal("TS", "6H")
    assert "Bob" == driver.table.seats[2]


def test_a_second_round_in_a_row_frees_the_seat():
    """And a player who has played in between may sit out again."""
    driver = table()
    driver.do("Bob", a.SitOut(position=2))
    played(driver)
    driver.bet(1, 1_000)
    assert "BJ-G4" == driver.refused("dealer", a.DealCard(card="TS")).clause
    driver.do("Bob", a.SitOut(position=2))
    assert {1: "Ann"} == driver.table.seats
    driver.sit((2, "Cid"))
    driver.do("Cid", a.SitOut(position=2))
    assert "Cid" == driver.table.seats[2]


def test_the_house_says_how_many_rounds():
    """Two in a row, and the third frees the seat."""
    driver = BlackjackDriver(settings={"sit_out_rounds": 2}).ready((1, "Ann"), (2, "Bob"))
    for _ in range(2):
        driver.bet(1, 1_000)
        driver.do("Bob", a.SitOut(position=2))
        assert "Bob" == driver.table.seats[2]
        played(driver)
    driver.do("Bob", a.SitOut(position=2))
    assert {1: "Ann"} == driver.table.seats


def test_when_it_is_too_late():
    """Not with a wager, not after the first card, and nobody does it for another player."""
    driver = table()
    assert "HP-B4" == driver.refused("Ann", a.SitOut(position=1)).clause
    assert driver.refused("Ann", a.SitOut(position=2))
    driver.bet(2, 1_000)
    driver.deal("TS", "6H", "9C")
    assert "HP-B4" == driver.refused("Bob", a.SitOut(position=2)).clause
