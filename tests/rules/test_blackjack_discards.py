"""Blackjack's discard rack (H9): in which order the cards are picked up, and every hand rebuilt from it."""

import pytest

from pitboss.games.blackjack import acts as blackjack_acts
from pitboss.games.blackjack.card_procedure import rebuilt
from pitboss.games.table import acts as table_acts
from tests.support.blackjack_driver import BlackjackDriver

TO_CUTTING_CARD = {"reshuffle": "cutting_card"}


def settled(*, settings=None):
    """Return a table whose round is settled, cards still out: Ann at 2 has 19, Bob at 5 has 20, the dealer 18."""
    driver = BlackjackDriver(settings=settings).in_play((2, "Ann"), (5, "Bob"))
    return again(driver)


def again(driver):
    """Play that round at a table with cards in play."""
    driver.do("dealer", table_acts.OpenBetting())
    driver.bet(2, 1000)
    driver.bet(5, 1000)
    driver.deal("9S", "KH", "TC", "TS", "QH", "8C")
    driver.act(2, "stand")
    driver.act(5, "stand")
    driver.dealer_plays()
    driver.settle()
    return driver


def gathered(event):
    """Return the hands of a pick-up in the order they went in: seat, hand, cards."""
    return [(entry.seat, entry.hand, entry.cards) for entry in event.hands]


def hands_of(driver):
    """Rebuild the hands of the first round."""
    hands = rebuilt(driver.table, 1)
    assert hands is not None
    return hands


class TestPickUp:
    @pytest.mark.clause("BJ-H9")
    def test_from_the_far_right_and_the_dealers_own_last(self):
        """Bob at 5 sits further to the dealer's right than Ann at 2; the dealer's lie on top."""
        picked = settled().do("dealer", blackjack_acts.DiscardCards())
        assert [(5, 1, ("KH", "QH")), (2, 1, ("9S", "TS")), (0, 1, ("TC", "8C"))] == gathered(picked)

    @pytest.mark.clause("BJ-H9")
    def test_split_hands_counter_clockwise_too(self):
        """Of Ann's three hands the one furthest to the dealer's right goes in first."""
        driver = BlackjackDriver().staked(1000).played("8S TC 8D 8C split 8H split TS stand TD stand TH stand turn")
        driver.settle()
        picked = gathered(driver.do("dealer", blackjack_acts.DiscardCards()))
        assert [(1, 3, ("8D", "TH")), (1, 2, ("8H", "TD")), (1, 1, ("8S", "TS")), (0, 1, ("TC", "8C"))] == picked
        assert [("8S", "TS"), ("8H", "TD"), ("8D", "TH")] == hands_of(driver)[1]

    @pytest.mark.clause("BJ-H9")
    def test_only_what_still_lies_on_the_layout(self):
        """Ann's hand went over 21 and is in the rack already."""
        driver = BlackjackDriver().ready((2, "Ann"), (5, "Bob"))
        driver.bet(2, 1000)
        driver.bet(5, 1000)
        driver.deal("9S", "KH", "TC", "8S", "QH", "8C")
        driver.act(2, "hit")
        driver.deal("6D")
        driver.act(5, "stand")
        driver.dealer_plays()
        driver.settle()
        assert [(5, 1, ("KH", "QH")), (0, 1, ("TC", "8C"))] == gathered(
            driver.do("dealer", blackjack_acts.DiscardCards())
        )

    @pytest.mark.clause("BJ-H9")
    def test_when_the_round_is_over_and_once(self):
        """Not during it, and there is nothing left for a second time."""
        driver = BlackjackDriver().ready((3, "Ann"))
        driver.bet(3, 1000)
        driver.deal("9S", "TC", "TS", "8C")
        assert "BJ-H9" == driver.refused("dealer", blackjack_acts.DiscardCards()).clause
        driver.act(3, "stand")
        driver.dealer_plays()
        assert "BJ-H9" == driver.refused("dealer", blackjack_acts.DiscardCards()).clause
        driver.settle()
        assert 1 == driver.do("dealer", blackjack_acts.DiscardCards()).round
        assert "BJ-H9" == driver.refused("dealer", blackjack_acts.DiscardCards()).clause

    @pytest.mark.clause("BJ-H9")
    @pytest.mark.parametrize("who", ["Ann", "floorperson", "device"])
    def test_the_dealer_picks_them_up(self, who):
        """Nobody else does."""
        assert "BJ-H9" == settled().refused(who, blackjack_acts.DiscardCards()).clause

    @pytest.mark.clause("BJ-H9")
    @pytest.mark.parametrize(
        "act",
        [
            table_acts.OpenBetting(),
            table_acts.CloseTable(),
            blackjack_acts.ShuffleCards(method=blackjack_acts.Method.HAND, at_discretion=True),
        ],
    )
    def test_before_anything_else(self, act):
        """The next round, the shuffle and the closing wait for it."""
        driver = settled(settings=TO_CUTTING_CARD)
        assert "BJ-H9" == driver.refused("dealer", act).clause
        driver.do("dealer", blackjack_acts.DiscardCards())
        assert driver.do("dealer", act) is driver.events[-1]


class TestRebuilt:
    @pytest.mark.clause("BJ-H9")
    def test_every_hand_of_a_round(self):
        """By seat, the dealer's as 0; of a round that was not played there is nothing."""
        driver = settled()
        driver.do("dealer", blackjack_acts.DiscardCards())
        assert {0: [("TC", "8C")], 2: [("9S", "TS")], 5: [("KH", "QH")]} == rebuilt(driver.table, 1)
        assert rebuilt(driver.table, 2) is None

    @pytest.mark.clause("BJ-H9")
    def test_split_hands_from_left_to_right_and_those_that_went_in_early(self):
        """The middle one of three went over 21 before the others were played."""
        driver = BlackjackDriver().ready((3, "Ann"))
        driver.bet(3, 1000)
        driver.deal("8S", "TC", "8H", "8C")
        driver.act(3, "split")
        driver.deal("8D")
        driver.act(3, "split")
        driver.deal("3S")
        driver.act(3, "double")
        driver.deal("TS", "7H")
        driver.act(3, "hit")
        driver.deal("KD", "TH")
        driver.act(3, "stand")
        driver.dealer_plays()
        driver.settle()
        driver.do("dealer", blackjack_acts.DiscardCards())
        assert [("8S", "3S", "TS"), ("8D", "7H", "KD"), ("8H", "TH")] == hands_of(driver)[3]

    @pytest.mark.clause("BJ-H9")
    def test_a_blackjack_that_was_paid_at_once(self):
        """Its cards went into the rack with the payment."""
        driver = BlackjackDriver().ready((3, "Ann"))
        driver.bet(3, 1000)
        driver.deal("AS", "9C", "KS", "8C")
        driver.do("dealer", blackjack_acts.PayBlackjack(seat=3))
        driver.dealer_plays()
        driver.settle()
        assert [(0, 1, ("9C", "8C"))] == gathered(driver.do("dealer", blackjack_acts.DiscardCards()))
        assert {0: [("9C", "8C")], 3: [("AS", "KS")]} == rebuilt(driver.table, 1)

    @pytest.mark.clause("BJ-H9")
    def test_a_second_card_that_was_named_only_when_it_was_turned(self):
        """It stands in its place in the dealer's hand."""
        driver = BlackjackDriver().ready((3, "Ann"))
        driver.bet(3, 1000)
        driver.deal("9S", "TC", "TS", None)
        driver.act(3, "stand")
        driver.do("dealer", blackjack_acts.TurnSecondCard(card="6C"))
        driver.deal("4D")
        driver.settle()
        driver.do("dealer", blackjack_acts.DiscardCards())
        assert [("TC", "6C", "4D")] == hands_of(driver)[0]

    @pytest.mark.clause("BJ-H9")
    def test_the_dealer_hands_of_multiple_action(self):
        """Each has the one first card, which lay on the layout until the last was over."""
        driver = BlackjackDriver(settings={"multiple_action": 2}).ready((3, "Ann"))
        driver.bet(3, 1000, 1000)
        driver.deal("9S", "TC", "TS")
        driver.act(3, "stand")
        driver.deal("8C")
        driver.settle()
        driver.deal("6C", "5C")
        driver.settle()
        assert [(3, 1, ("9S", "TS")), (0, 2, ("TC", "6C", "5C"))] == gathered(
            driver.do("dealer", blackjack_acts.DiscardCards())
        )
        assert [("TC", "8C"), ("TC", "6C", "5C")] == hands_of(driver)[0]

    @pytest.mark.clause("BJ-H9")
    def test_the_rack_keeps_every_round_of_a_shoe_until_the_shuffle(self):
        """Two rounds lie there, and after the shuffle none."""
        driver = settled(settings=TO_CUTTING_CARD)
        driver.do("dealer", blackjack_acts.DiscardCards())
        again(driver).do("dealer", blackjack_acts.DiscardCards())
        hands = {0: [("TC", "8C")], 2: [("9S", "TS")], 5: [("KH", "QH")]}
        assert (hands, hands) == (rebuilt(driver.table, 1), rebuilt(driver.table, 2))
        driver.do("dealer", blackjack_acts.ShuffleCards(method=blackjack_acts.Method.HAND, at_discretion=True))
        assert (None, None) == (rebuilt(driver.table, 1), rebuilt(driver.table, 2))

    @pytest.mark.clause("BJ-H9")
    def test_a_round_that_was_void_during_the_deal(self):
        """The dealer's first card lies face down, and goes into the rack like Ann's."""
        driver = BlackjackDriver().ready((3, "Ann"))
        driver.bet(3, 1000)
        driver.deal("9S", "TC")
        driver.do("dealer", blackjack_acts.ReportWrongNumber(seat=0))
        assert [(3, 1, ("9S",)), (0, 1, ("TC",))] == gathered(driver.do("dealer", blackjack_acts.DiscardCards()))
