"""Paying a blackjack: at what odds (J4, Q18), when (J4a, J4b), and what is none (A1)."""

import pytest

from pitboss.games.blackjack import acts as a
from pitboss.games.blackjack.sign import sign
from pitboss.rulebook import check_table
from tests.support.blackjack_driver import BLACKJACK, BlackjackDriver

DEALT = "AS 6D KH TC"
"""Ann has a blackjack against a six."""


def paid(steps, stake=1000, **settings):
    """Play a round of Ann's to its end, and return what became of her first wager."""
    driver = BlackjackDriver(settings=settings).staked(stake).played(steps)
    return driver.rows(driver.settle())[1, 1, "blackjack", 1]


def pay(driver, seat=1):
    """Pay a blackjack before the round is over, and return what became of the wager."""
    return driver.rows(driver.do("dealer", a.PayBlackjack(seat=seat)))[seat, 1, "blackjack", 1]


class TestOdds:
    @pytest.mark.clause("BJ-J4", "Q18")
    def test_three_to_two_unless_the_house_says_otherwise(self):
        """Ten dollars win fifteen."""
        assert ("blackjack", 1500, 0, "BJ-J4") == paid(DEALT + " turn")

    @pytest.mark.clause("BJ-J4", "Q18")
    @pytest.mark.parametrize(
        ("bj_pays", "won"),
        [([6, 5], 1200), ([1, 1], 1000), ([2, 1], 2000), ([7, 5], 1400), ([1, 2], 500), ([9, 4], 2250)],
    )
    def test_whatever_is_in_play_at_the_table(self, bj_pays, won):
        """There is neither a floor nor a ceiling."""
        assert ("blackjack", won, 0, "BJ-J4") == paid(DEALT + " turn", bj_pays=bj_pays)

    @pytest.mark.clause("Q18")
    def test_the_odds_are_a_ratio_of_whole_numbers(self):
        """Anything else is no odds, and no clause has to say so."""
        assert () == check_table({"rulebook": BLACKJACK, "settings": {"bj_pays": [6, 5]}})[1]
        fault = check_table({"rulebook": BLACKJACK, "settings": {"bj_pays": 1.5}})[1][0]
        assert ("settings.bj_pays", 1.5, None) == (fault.field, fault.value, fault.clause)

    @pytest.mark.clause("BJ-J4", "Q18")
    @pytest.mark.parametrize(("bj_pays", "value"), [([3, 2], "3 to 2"), ([6, 5], "6 to 5"), ([12, 10], "6 to 5")])
    def test_the_odds_are_on_the_sign(self, bj_pays, value):
        """In the words in which they are called."""
        lines = sign(BlackjackDriver(settings={"bj_pays": bj_pays}).table.rules.config).lines
        assert [("Blackjack", value)] == [(line.label, line.value) for line in lines if line.clause == "BJ-J4"]

    @pytest.mark.clause("Q18", "BJ-J1")
    def test_only_a_blackjack_is_paid_by_them(self):
        """Twenty-one in three cards wins even money."""
        assert ("win", 1000, 0, "BJ-J1") == paid("7S TD 7H 9C hit 7C turn", bj_pays=[6, 5])


class TestTold:
    @pytest.mark.clause("BJ-J4a", "BJ-J4b", "Q76")
    @pytest.mark.parametrize("up_card", ["6D", "TD", "AD"])
    def test_the_card_that_makes_a_blackjack_says_so(self, up_card):
        """Whatever the dealer shows, it is recorded and told as one before anybody acts; a split 21 is not."""
        driver = BlackjackDriver().staked(1000).played(f"AS {up_card} KH")
        assert ("blackjack", "KH goes to seat 1: Blackjack.") == told_last(driver)
        split = BlackjackDriver().staked(1000).played("AS 6D AH TC split KH")
        assert ("split_ace", "KH goes to seat 1: the one card to a split ace.") == told_last(split)


def told_last(driver):
    """Return what the last card ended a hand as, and how it is told."""
    event = driver.events[-1]
    return event.ends, driver.game.in_words(driver.table, event)


class TestAgainstTwoToNine:
    @pytest.mark.clause("BJ-J4a")
    @pytest.mark.parametrize("up_card", ["2D", "3D", "4D", "5D", "6D", "7D", "8D", "9D"])
    def test_it_may_be_paid_at_once(self, up_card):
        """With the players' turns still to come, and the hand is done with."""
        driver = BlackjackDriver().staked(1000, 1000).played(f"AS 8S {up_card} KH 8H TC")
        assert ("blackjack", 1500, 0, "BJ-J4") == pay(driver)
        assert 500 == driver.table.balances["circulation"]

    @pytest.mark.clause("BJ-J4a")
    def test_or_when_the_hand_is_over(self):
        """The same amount, in the settlement of the round."""
        driver = BlackjackDriver().staked(1000, 1000).played("AS 8S 9D KH TH TC stand turn")
        rows = driver.rows(driver.settle())
        assert ("blackjack", 1500, 0, "BJ-J4") == rows[1, 1, "blackjack", 1]
        assert ("lose", 0, 1000, "BJ-J2") == rows[2, 1, "blackjack", 1]

    @pytest.mark.clause("BJ-J4a")
    def test_it_is_paid_once(self):
        """Not a second time on demand, nor again with the rest."""
        driver = BlackjackDriver().staked(1000, 1000).played("AS 8S 9D KH TH TC")
        pay(driver)
        assert "BJ-J4a" == driver.refused("dealer", a.PayBlackjack(seat=1)).clause
        assert [(2, 1, "blackjack", 1)] == list(driver.rows(driver.played("stand turn").settle()))

    @pytest.mark.clause("BJ-J4a")
    def test_its_cards_go_to_the_discard_rack_when_it_is_paid(self):
        """The pick-up at the end finds only those that still lie out."""
        driver = BlackjackDriver().staked(1000, 1000).played("AS 8S 9D KH TH TC")
        pay(driver)
        driver.played("stand turn").settle()
        gathered = driver.do("dealer", a.DiscardCards()).hands
        assert [(2, ("8S", "TH")), (0, ("9D", "TC"))] == [(hand.seat, hand.cards) for hand in gathered]

    @pytest.mark.clause("BJ-J4", "BJ-J4a")
    def test_only_the_dealer_pays_and_only_a_blackjack(self):
        """Twenty is none, an empty seat has none, and nobody pays themselves."""
        driver = BlackjackDriver().staked(1000, 1000).played("AS TS 9D KH TH TC")
        assert "BJ-J4" == driver.refused("Ann", a.PayBlackjack(seat=1)).clause
        assert "BJ-J4a" == driver.refused("dealer", a.PayBlackjack(seat=2)).clause
        assert "BJ-J4a" == driver.refused("dealer", a.PayBlackjack(seat=5)).clause

    @pytest.mark.clause("BJ-J4a", "BJ-K3")
    def test_the_suit_wagers_come_before_it(self):
        """They are settled as soon as the deal is complete."""
        driver = BlackjackDriver(settings={"initial_suit": "same_suit"}).staked(1000)
        driver.bet(1, 100, on="same_suit")
        driver.played("AS 9D KH TC")
        assert "BJ-J4a" == driver.refused("dealer", a.PayBlackjack(seat=1)).clause
        assert ("blackjack", 1500, 0, "BJ-J4") == pay(driver.played("suits"))

    @pytest.mark.clause("BJ-J4a")
    def test_the_deal_is_finished_first(self):
        """The dealer's first card is not turned up yet, and the refusal names none."""
        driver = BlackjackDriver().staked(1000).played("AS 9D KH")
        refusal = driver.refused("dealer", a.PayBlackjack(seat=1))
        assert ("BJ-J4a", "dealing") == (refusal.clause, refusal.values["phase"])
        assert ("blackjack", 1500, 0, "BJ-J4") == pay(driver.played("TC"))


class TestAgainstAceOrTen:
    @pytest.mark.clause("BJ-J4b")
    @pytest.mark.parametrize("up_card", ["TD", "JD", "QD", "KD"])
    def test_it_waits_for_the_dealers_second_card(self, up_card):
        """Nothing is paid in the players' turns; a nine then makes it good."""
        driver = BlackjackDriver().staked(1000, 1000).played(f"AS 8S {up_card} KH TH 9C")
        assert "BJ-J4b" == driver.refused("dealer", a.PayBlackjack(seat=1)).clause
        rows = driver.rows(driver.played("stand turn").settle())
        assert ("blackjack", 1500, 0, "BJ-J4") == rows[1, 1, "blackjack", 1]

    @pytest.mark.clause("BJ-J4b")
    def test_under_an_ace_too(self):
        """With the insurance closed it still waits."""
        driver = BlackjackDriver().staked(1000, 1000).played("AS 8S AD KH TH 9C close")
        assert "BJ-J4b" == driver.refused("dealer", a.PayBlackjack(seat=1)).clause
        assert ("blackjack", 1500, 0, "BJ-J4") == driver.rows(driver.played("stand turn").settle())[
            1, 1, "blackjack", 1
        ]

    @pytest.mark.clause("BJ-J4b", "BJ-J3")
    @pytest.mark.parametrize("steps", ["AS KD KH AC turn", "AS AD KH KC close turn"])
    def test_against_a_dealers_blackjack_it_is_a_push(self, steps):
        """From either side of the two cards."""
        assert ("push", 0, 0, "BJ-J3") == paid(steps)

    @pytest.mark.clause("BJ-J4b")
    def test_its_cards_lie_until_the_round_is_over(self):
        """The pick-up at the end still finds them."""
        driver = BlackjackDriver().staked(1000).played("AS KD KH 7C turn")
        driver.settle()
        gathered = driver.do("dealer", a.DiscardCards()).hands
        assert [(1, ("AS", "KH")), (0, ("KD", "7C"))] == [(hand.seat, hand.cards) for hand in gathered]

    @pytest.mark.clause("BJ-J4b", "BJ-H8b")
    def test_a_blackjack_alone_has_the_dealer_draw_nothing(self):
        """The second card decides, and sixteen stays sixteen."""
        driver = BlackjackDriver().staked(1000).played("AS KD KH 6C turn")
        assert "BJ-H8b" == driver.refused("dealer", a.DealCard(card="5C")).clause
        assert 16 == driver.settle().dealer_total


class TestWhatIsNone:
    @pytest.mark.clause("BJ-A1", "BJ-J1", "BJ-J4")
    @pytest.mark.parametrize(
        "steps",
        ["AS 9D AH 8C split KH 5D turn", "KS 9D TH 8C split AH 5D stand turn", "KS 9D KH 8C split AH 5D stand turn"],
    )
    def test_ace_and_ten_after_a_split(self, steps):
        """Of aces or of tens: a 21, paid one to one."""
        assert ("win", 1000, 0, "BJ-J1") == paid(steps)

    @pytest.mark.clause("BJ-A1", "BJ-J4a")
    def test_no_early_payment_for_such_a_hand(self):
        """It is no blackjack to be paid."""
        driver = BlackjackDriver().staked(1000).played("KS 9D TH 8C split AH")
        assert "BJ-J4a" == driver.refused("dealer", a.PayBlackjack(seat=1)).clause

    @pytest.mark.clause("BJ-A1", "BJ-J2c")
    def test_it_loses_to_a_dealers_blackjack(self):
        """Where a real one would push."""
        assert ("lose", 0, 1000, "BJ-J2") == paid("KS KD TH AC split AH 5D stand turn")
