"""Splitting (J8, A6): for all or for none, cards of one value, an equal wager, and how often (Q20)."""

import pytest

from pitboss.games.blackjack import acts as a
from pitboss.games.blackjack.sign import sign
from pitboss.rulebook import check_table
from tests.support.blackjack_driver import BLACKJACK, BlackjackDriver

EIGHTS = "8S 9D 8H 8C"
"""A pair of eights against seventeen."""


def table(*stakes, steps=EIGHTS, **settings):
    """Return a table with wagers on it, the cards dealt."""
    return BlackjackDriver(settings=settings).staked(*stakes or (1000,)).played(steps)


def hands(driver, seat=1):
    """Return the cards of a seat's hands, from left to right."""
    return [" ".join(hand.cards) for hand in driver.table.round.boxes[seat].hands]


def faults(**settings):
    """Return the clauses by which a table's settings are refused."""
    return [fault.clause for fault in check_table({"rulebook": BLACKJACK, "settings": settings})[1]]


def fields(event):
    """Return whose the split is, which hand's, and what was added."""
    return event.seat, event.hand, event.stake_minor


class TestForAllOrNone:
    @pytest.mark.clause("BJ-J8")
    def test_a_table_without_it_refuses_everybody(self):
        """A pair is played as one hand there."""
        driver = table(1000, 1000, steps="8S 9S 9D 8H 9H 8C", split=False)
        assert "BJ-J8" == driver.refuses(1, "split").clause
        driver.played("stand")
        assert "BJ-J8" == driver.refuses(2, "split").clause

    @pytest.mark.clause("BJ-J8", "BJ-A6")
    def test_a_table_with_it_lets_everybody(self):
        """Each in turn."""
        driver = table(1000, 600, steps="8S 9S 9D 8H 9H 8C")
        assert (1, 1, 1000) == fields(driver.act(1, "split"))
        driver.played("TH stand TC stand")
        assert (2, 1, 600) == fields(driver.act(2, "split"))

    @pytest.mark.clause("BJ-J8")
    @pytest.mark.parametrize(
        ("settings", "text"),
        [
            ({}, "Split cards of equal value into up to 4 hands; split aces get one card each."),
            ({"max_hands": 2}, "Split cards of equal value into up to 2 hands; split aces get one card each."),
            ({"split": False}, "No splitting of pairs."),
        ],
    )
    def test_the_rule_is_posted(self, settings, text):
        """With the number of hands."""
        lines = sign(BlackjackDriver(settings=settings).table.rules.config).lines
        assert [text] == [line.label for line in lines if line.clause == "BJ-J8"]


class TestThePair:
    @pytest.mark.clause("BJ-A6", "BJ-J8")
    @pytest.mark.parametrize("cards", ["8S 8H", "TS KH", "QS JH", "AS AH"])
    def test_two_cards_of_one_value(self, cards):
        """Tens and court cards are alike."""
        first, second = cards.split()
        driver = table(steps=f"{first} 9D {second} 8C").played("split")
        assert [first, second] == hands(driver)

    @pytest.mark.clause("BJ-A6", "BJ-J8")
    def test_no_other_two(self):
        """Nine and ten are no pair, nor are three cards."""
        assert "BJ-A6" == table(steps="9S 9D TH 8C").refuses(1, "split").clause
        assert "BJ-A6" == table(steps="4S 9D 4H 8C").played("hit 4C").refuses(1, "split").clause

    @pytest.mark.clause("BJ-A6")
    @pytest.mark.parametrize("stake", [500, 999, 1001])
    def test_the_second_wager_is_exactly_the_first(self, stake):
        """It moves from the player's chips to the layout."""
        driver = table()
        assert "BJ-A6" == driver.refuses(1, "split", stake_minor=stake).clause
        made = driver.act(1, "split", stake_minor=1000)
        assert [("circulation", "layout", 1000)] == [(x.source, x.target, x.amount_minor) for x in made.moves]

    @pytest.mark.clause("BJ-A6", "BJ-J1", "BJ-J2")
    def test_each_hand_is_settled_for_itself(self):
        """Eighteen wins against seventeen and fifteen loses."""
        driver = table().played("split TH stand 7C stand turn")
        expected = {
            (1, 1, "blackjack", 1): ("win", 1000, 0, "BJ-J1"),
            (1, 2, "blackjack", 1): ("lose", 0, 1000, "BJ-J2"),
        }
        assert expected == driver.rows(driver.settle())

    @pytest.mark.clause("BJ-A6", "BJ-J2a")
    def test_one_hand_over_21_leaves_the_other_in_play(self):
        """Its wager alone is collected."""
        driver = table().played("split 6H hit")
        _, settled = driver.deal("TH")
        assert {(1, 1, "blackjack", 1): ("bust", 0, 1000, "BJ-J2")} == driver.rows(settled)
        assert {(1, 2, "blackjack", 1): ("win", 1000, 0, "BJ-J1")} == driver.rows(
            driver.played("TC stand turn").settle()
        )


class TestHowOften:
    @pytest.mark.clause("Q20")
    def test_the_left_hand_is_finished_first(self):
        """The right one gets its second card only then."""
        driver = table().played("split 2S hit 3S")
        assert ["8S 2S 3S", "8H"] == hands(driver)
        assert ["8S 2S 3S", "8H TC"] == hands(driver.played("stand TC"))

    @pytest.mark.clause("BJ-J8", "Q20")
    def test_four_hands_unless_the_house_says_otherwise(self):
        """The fourth eight in a row makes no fifth hand."""
        driver = table().played("split 8D split 8C split 8S")
        assert ["8S 8S", "8C", "8D", "8H"] == hands(driver)
        assert "Q20" == driver.refuses(1, "split").clause

    @pytest.mark.clause("BJ-J8", "Q20")
    @pytest.mark.parametrize(("most", "cards"), [(2, "split 8D"), (3, "split 8D split 8C")])
    def test_as_many_as_the_house_says(self, most, cards):
        """Two is one split and no more."""
        driver = table(max_hands=most).played(cards)
        assert most == len(hands(driver))
        assert "Q20" == driver.refuses(1, "split").clause

    @pytest.mark.clause("Q20")
    def test_a_house_says_two_to_sixteen(self):
        """One hand would be no split, and a table without splits has its own setting."""
        assert (["Q20"], ["Q20"], []) == (faults(max_hands=1), faults(max_hands=17), faults(max_hands=16))

    @pytest.mark.clause("BJ-J8")
    @pytest.mark.parametrize("multiple_action", [2, 3])
    def test_multiple_action_has_one_split(self, multiple_action):
        """No setting allows more, and nothing in play does."""
        assert ["BJ-J8"] == faults(multiple_action=multiple_action, max_hands=3)
        driver = BlackjackDriver(settings={"multiple_action": multiple_action}).ready((1, "Ann"))
        driver.bet(1, 1000, 1000)
        driver.played("8S 9D 8H split 8C")
        assert "BJ-J8" == driver.refuses(1, "split").clause

    @pytest.mark.clause("BJ-H7c", "BJ-J8", "Q20")
    def test_aces_are_split_once_with_one_card_each(self):
        """Another ace on the first is no further pair."""
        driver = table(steps="AS 9D AH 8C").played("split AC")
        assert ["AS AC", "AH"] == hands(driver)
        assert "split_ace" == driver.deal("5C").ends
        assert "BJ-H7c" == driver.refuses(1, "split").clause

    @pytest.mark.clause("BJ-J8", "BJ-G2")
    def test_ones_own_hand_in_ones_own_turn(self):
        """Nobody splits for somebody else."""
        driver = table(1000, 1000, steps="8S 9S 9D 8H 9H 8C")
        assert "BJ-G2" == driver.refused("Bob", a.SplitPair(seat=1)).clause
        assert "BJ-H5" == driver.refuses(2, "split").clause
