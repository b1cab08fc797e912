"""Doubling down (J7, A2): for all or for none, on two cards, for as much again and one card; after splits or not."""

import pytest

from pitboss.games.blackjack import acts as a
from pitboss.games.blackjack.sign import sign
from tests.support.blackjack_driver import BlackjackDriver

ELEVEN = "5S 9D 6H 8C"
"""Eleven against seventeen."""


def table(*stakes, steps=ELEVEN, **settings):
    """Return a table with wagers on it, the cards dealt."""
    return BlackjackDriver(settings=settings).staked(*stakes or (1000,)).played(steps)


def fields(event):
    """Return whose the double is and what was added."""
    return event.seat, event.stake_minor


class TestForAllOrNone:
    @pytest.mark.clause("BJ-J7")
    def test_a_table_without_it_refuses_everybody(self):
        """On hands as dealt and on split ones."""
        driver = table(1000, 1000, steps="5S 8S 9D 6H 8H 8C", double=False)
        assert "BJ-J7" == driver.refuses(1, "double").clause
        driver.played("stand split 3C")
        assert "BJ-J7" == driver.refuses(2, "double").clause

    @pytest.mark.clause("BJ-J7", "BJ-A2")
    def test_a_table_with_it_lets_everybody(self):
        """Each in turn, on whatever two cards they have."""
        driver = table(1000, 600, steps="5S TS 9D 6H 6S 8C")
        assert (1, 1000) == fields(driver.act(1, "double"))
        driver.played("TH")
        assert (2, 600) == fields(driver.act(2, "double"))

    @pytest.mark.clause("BJ-J7")
    @pytest.mark.parametrize(
        ("settings", "text"),
        [
            ({}, "Double down on any first two cards, after a split too."),
            ({"das": False}, "Double down on any first two cards, not after a split."),
            ({"double": False}, "No doubling down."),
            ({"double": False, "das": False}, "No doubling down."),
        ],
    )
    def test_the_rule_is_posted(self, settings, text):
        """With what it says of split hands."""
        lines = sign(BlackjackDriver(settings=settings).table.rules.config).lines
        assert [text] == [line.label for line in lines if line.clause == "BJ-J7"]


class TestTheWager:
    @pytest.mark.clause("BJ-A2", "BJ-J7")
    def test_as_much_again_is_laid(self):
        """It moves from the player's chips to the layout."""
        driver = table()
        doubled = driver.act(1, "double")
        assert [("circulation", "layout", 1000)] == [(x.source, x.target, x.amount_minor) for x in doubled.moves]
        assert 2000 == driver.table.balances["layout"]

    @pytest.mark.clause("BJ-A2", "BJ-J7", "Q28")
    @pytest.mark.parametrize("stake", [500, 999, 1001])
    def test_no_less_and_no_more(self, stake):
        """To double for less is not allowed, and more is no doubling."""
        driver = table()
        assert "Q28" == driver.refuses(1, "double", stake_minor=stake).clause
        assert (1, 1000) == fields(driver.act(1, "double", stake_minor=1000))

    @pytest.mark.clause("BJ-A2", "BJ-J1", "BJ-J2")
    @pytest.mark.parametrize(
        ("card", "expected"),
        [("TH", ("win", 2000, 0, "BJ-J1")), ("2H", ("lose", 0, 2000, "BJ-J2")), ("6C", ("push", 0, 0, "BJ-J3"))],
    )
    def test_both_wagers_have_one_fate(self, card, expected):
        """Against seventeen."""
        driver = table().played(f"double {card} turn")
        assert {(1, 1, "blackjack", 1): expected} == driver.rows(driver.settle())

    @pytest.mark.clause("BJ-A2", "BJ-G1")
    def test_a_coupon_is_doubled_in_chips(self):
        """The coupon is played once; what is added is the player's own."""
        driver = BlackjackDriver().staked(1000, source="coupon").played(ELEVEN + " double TH turn")
        wagers = driver.settle().wagers
        rows = zip(wagers.source, wagers.stake_minor, wagers.paid_minor, strict=True)
        assert [("coupon", 1000, 1000), ("value", 1000, 1000)] == list(rows)


class TestTheCard:
    @pytest.mark.clause("BJ-A2", "BJ-H7b")
    def test_one_card_and_no_second(self):
        """Nor any other decision, though thirteen is no total to stand on."""
        driver = table().played("double")
        assert "BJ-H6" == driver.refuses(1, "stand").clause
        assert "doubled" == driver.deal("2H").ends
        assert "BJ-H7b" == driver.refuses(1, "hit").clause
        assert "BJ-H7b" == driver.refuses(1, "double").clause

    @pytest.mark.clause("BJ-A2")
    def test_not_after_a_drawn_card(self):
        """It is for the first two."""
        driver = table().played("hit 2H")
        assert "BJ-A2" == driver.refuses(1, "double").clause

    @pytest.mark.clause("BJ-A2", "BJ-J2a")
    def test_a_doubled_hand_may_go_over_21(self):
        """Then both wagers are collected at once."""
        driver = table(steps="8S 9D 6H 8C").played("double")
        _, settled = driver.deal("TH")
        assert {(1, 1, "blackjack", 1): ("bust", 0, 2000, "BJ-J2")} == driver.rows(settled)

    @pytest.mark.clause("BJ-A2", "BJ-H7a")
    def test_a_blackjack_is_not_doubled(self):
        """No card is drawn to it."""
        assert "BJ-H7a" == table(steps="AS 9D KH 8C").refuses(1, "double").clause


class TestAfterASplit:
    @pytest.mark.clause("BJ-A2", "BJ-J7")
    def test_each_hand_of_a_pair_may_be_doubled(self):
        """For its own wager, and one card each."""
        driver = table(steps="8S 9D 8H 8C").played("split 3S double TH 2C double TS turn")
        rows = driver.rows(driver.settle())
        expected = {
            (1, 1, "blackjack", 1): ("win", 2000, 0, "BJ-J1"),
            (1, 2, "blackjack", 1): ("win", 2000, 0, "BJ-J1"),
        }
        assert expected == rows

    @pytest.mark.clause("BJ-J7")
    def test_a_house_may_leave_that_out(self):
        """Hands as dealt are doubled all the same."""
        driver = table(1000, 1000, steps="8S 5S 9D 8H 6H 8C", das=False).played("split 3S")
        assert "BJ-J7" == driver.refuses(1, "double").clause
        assert (2, 1000) == fields(driver.played("stand 2C stand").act(2, "double"))

    @pytest.mark.clause("BJ-A2", "BJ-H7c", "Q20")
    def test_split_aces_are_not_doubled(self):
        """They have their one card, so the second hand is over when the first one is."""
        driver = table(steps="AS 9D AH 8C").played("split 3S 4C")
        assert "BJ-H7c" == driver.refuses(1, "double").clause

    @pytest.mark.clause("BJ-J7", "BJ-H5")
    def test_only_in_turn(self):
        """Bob waits until Ann's hand is over."""
        driver = table(1000, 1000, steps="5S 5C 9D 6H 6S 8C")
        assert "BJ-H5" == driver.refuses(2, "double").clause
        assert "BJ-G2" == driver.refused("Bob", a.DoubleDown(seat=1)).clause
