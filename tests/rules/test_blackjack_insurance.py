"""Insurance (J6, A4): for all or for none, under an ace only, at most half the wager, two to one (Q21)."""

import pytest

from pitboss.games.blackjack import acts as a
from pitboss.games.blackjack.sign import sign
from tests.support.blackjack_driver import BlackjackDriver

UNDER_ACE = "TS AD 9H KC"
"""Nineteen against a blackjack with its ace up."""


def insured(stake=500, steps=UNDER_ACE, **settings):
    """Return a table where Ann has insured her wager of ten dollars."""
    driver = BlackjackDriver(settings=settings).staked(1000).played(steps)
    driver.do("Ann", a.PlaceInsurance(seat=1, stake_minor=stake))
    return driver


def insure(stake, seat=1):
    """Return the act."""
    return a.PlaceInsurance(seat=seat, stake_minor=stake)


def turned(driver):
    """Turn the second card up, and return what became of Ann's insurance."""
    _, settled = driver.do("dealer", a.TurnSecondCard())
    return driver.rows(settled)[1, 0, "insurance", 1]


class TestForAllOrNone:
    @pytest.mark.clause("BJ-J6")
    def test_a_table_without_it_refuses_it_and_goes_on_to_the_turns(self):
        """Nothing has to be closed there."""
        driver = BlackjackDriver(settings={"insurance": False}).staked(1000).played(UNDER_ACE)
        assert "BJ-J6" == driver.refused("Ann", insure(500)).clause
        assert "BJ-J6" == driver.refused("dealer", a.CloseInsurance()).clause
        assert 1 == driver.act(1, "stand").hand

    @pytest.mark.clause("BJ-J6", "BJ-A4")
    def test_a_table_with_it_takes_it_from_everybody(self):
        """And no turn begins before the dealer has closed it."""
        driver = BlackjackDriver().staked(1000, 600).played("TS TH AD 9H 9S KC")
        first, second = driver.do("Ann", insure(500)), driver.do("Bob", insure(300, seat=2))
        assert [(1, 500), (2, 300)] == [(event.seat, event.stake_minor) for event in (first, second)]
        assert "BJ-H5" == driver.refuses(1, "stand").clause
        assert "BJ-J6" == driver.refused("dealer", a.DealCard(card="5S")).clause
        assert 2 == driver.played("close stand").act(2, "stand").seat

    @pytest.mark.clause("BJ-J6")
    def test_the_dealer_closes_it(self):
        """No player does, and it is closed once."""
        driver = BlackjackDriver().staked(1000).played(UNDER_ACE)
        assert "BJ-J6" == driver.refused("Ann", a.CloseInsurance()).clause
        assert "Dora" == driver.do("dealer", a.CloseInsurance()).by
        assert "BJ-J6" == driver.refused("dealer", a.CloseInsurance()).clause

    @pytest.mark.clause("BJ-J6", "Q21")
    def test_the_rule_is_posted(self):
        """A table that takes insurance shows its odds too."""
        lines = sign(BlackjackDriver().table.rules.config).lines
        text = "Insurance from $0.01 up to half the wager when the dealer shows an ace."
        assert [text] == [line.label for line in lines if line.clause == "BJ-J6"]
        assert [("Insurance", "2 to 1")] == [(line.label, line.value) for line in lines if line.clause == "Q21"]

    @pytest.mark.clause("BJ-J6")
    def test_so_is_its_absence(self):
        """And no odds are shown for what is not taken."""
        lines = sign(BlackjackDriver(settings={"insurance": False}).table.rules.config).lines
        assert ["No insurance."] == [line.label for line in lines if line.clause == "BJ-J6"]
        assert [] == [line for line in lines if line.clause == "Q21"]


class TestWhen:
    @pytest.mark.clause("BJ-A4", "BJ-J6")
    @pytest.mark.parametrize("up_card", ["KD", "TD", "9D"])
    def test_under_no_card_but_an_ace(self, up_card):
        """A ten could become a blackjack as well, and is not insured against."""
        driver = BlackjackDriver().staked(1000).played(f"TS {up_card} 9H AC")
        assert "BJ-A4" == driver.refused("Ann", insure(500)).clause

    @pytest.mark.clause("BJ-A4")
    def test_not_before_the_deal_is_complete(self):
        """The second card has to lie face down."""
        driver = BlackjackDriver().staked(1000).played("TS AD 9H")
        assert "BJ-A4" == driver.refused("Ann", insure(500)).clause

    @pytest.mark.clause("BJ-A4")
    def test_not_once_it_is_closed(self):
        """The players' turns have begun."""
        driver = BlackjackDriver().staked(1000).played(UNDER_ACE + " close")
        assert "BJ-A4" == driver.refused("Ann", insure(500)).clause

    @pytest.mark.clause("BJ-A4", "BJ-G2")
    def test_only_for_ones_own_wager(self):
        """The dealer may place it on the player's word."""
        driver = BlackjackDriver().staked(1000, 1000).played("TS TH AD 9H 9S KC")
        assert "BJ-G2" == driver.refused("Bob", insure(500, seat=1)).clause
        assert "BJ-G2" == driver.refused("Ann", insure(500, seat=5)).clause
        assert "Dora" == driver.do("dealer", insure(500)).by

    @pytest.mark.clause("BJ-A4", "BJ-L4")
    def test_a_wager_that_was_not_made_is_not_insured(self):
        """There is one spot at this table."""
        driver = BlackjackDriver().staked(1000).played(UNDER_ACE)
        assert "BJ-A4" == driver.refused("Ann", a.PlaceInsurance(seat=1, stake_minor=500, spot=2)).clause

    @pytest.mark.clause("BJ-A4", "BJ-J4b")
    def test_a_blackjack_may_be_insured(self):
        """With half the wager it comes to even money, whatever lies under the ace."""
        driver = insured(steps="AS AD KH KC").played("close")
        assert ("win", 1000, 0, "Q21") == turned(driver)
        assert {(1, 1, "blackjack", 1): ("push", 0, 0, "BJ-J3")} == driver.rows(driver.settle())


class TestLimit:
    @pytest.mark.clause("Q21")
    def test_at_most_half_of_the_wager(self):
        """A cent more is refused, with both amounts."""
        driver = BlackjackDriver().staked(1000).played(UNDER_ACE)
        refusal = driver.refused("Ann", insure(501))
        assert ("Q21", 501, 1000) == (refusal.clause, refusal.values["total_minor"], refusal.values["wager_minor"])
        assert 500 == driver.do("Ann", insure(500)).stake_minor

    @pytest.mark.clause("Q21")
    def test_in_parts_together_no_more_than_half(self):
        """What lies there counts."""
        driver = insured(300)
        assert "Q21" == driver.refused("Ann", insure(201)).clause
        driver.do("Ann", insure(200))
        assert ("win", 1000, 0, "Q21") == turned(driver.played("close stand"))

    @pytest.mark.clause("Q21")
    def test_half_of_an_odd_wager_is_rounded_down(self):
        """Half a cent cannot be wagered."""
        driver = BlackjackDriver(settings={"rounding": "up"}).staked(5).played(UNDER_ACE)
        assert "Q21" == driver.refused("Ann", insure(3)).clause
        assert 2 == driver.do("Ann", insure(2)).stake_minor

    @pytest.mark.clause("Q21", "BJ-P")
    def test_within_the_tables_limits_too(self):
        """Which a house may set for insurance apart."""
        driver = BlackjackDriver(settings={"min": {"insurance": 100}, "max": {"insurance": 400}}).staked(1000)
        driver.played(UNDER_ACE)
        assert "BJ-P" == driver.refused("Ann", insure(99)).clause
        assert "BJ-P" == driver.refused("Ann", insure(401)).clause
        assert 400 == driver.do("Ann", insure(400)).stake_minor


class TestSettlement:
    @pytest.mark.clause("Q21", "BJ-J6")
    def test_two_to_one_if_the_dealer_has_it(self):
        """Half the wager makes good what the hand loses."""
        driver = insured().played("close stand")
        assert ("win", 1000, 0, "Q21") == turned(driver)
        assert {(1, 1, "blackjack", 1): ("lose", 0, 1000, "BJ-J2")} == driver.rows(driver.settle())
        assert {"circulation": 0, "layout": 0, "rack": 0} == driver.table.balances

    @pytest.mark.clause("Q21", "BJ-A4")
    def test_lost_if_the_dealer_has_not(self):
        """The hand goes its own way."""
        driver = insured(steps="TS AD 9H 7C").played("close stand")
        assert ("lose", 0, 500, "BJ-A4") == turned(driver)
        assert {(1, 1, "blackjack", 1): ("win", 1000, 0, "BJ-J1")} == driver.rows(driver.settle())

    @pytest.mark.clause("Q21", "BJ-A4")
    def test_a_drawn_21_is_no_blackjack(self):
        """The insurance is lost before the dealer draws to it."""
        driver = insured(steps="TS AD 9H 4C").played("close stand")
        assert ("lose", 0, 500, "BJ-A4") == turned(driver)
        assert 21 == driver.played("6C").settle().dealer_total

    @pytest.mark.clause("Q21", "BJ-J2a")
    def test_a_hand_over_21_keeps_its_insurance(self):
        """The second card is still turned up for it."""
        driver = insured(steps="TS AD 6H KC").played("close hit 9C")
        assert ("win", 1000, 0, "Q21") == turned(driver)
        assert {} == driver.rows(driver.settle())

    @pytest.mark.clause("Q21")
    def test_it_is_settled_when_the_second_card_is_turned_up(self):
        """Not in the players' turns, and before the dealer draws and the hands are settled."""
        driver = insured(steps="TS AD 9H 4C").played("close stand")
        assert 1500 == driver.table.balances["layout"]
        _, settled = driver.do("dealer", a.TurnSecondCard())
        assert [("layout", "rack", 500)] == [(x.source, x.target, x.amount_minor) for x in settled.moves]
        assert (1000, 500) == (driver.table.balances["layout"], driver.table.balances["rack"])

    @pytest.mark.clause("Q21")
    def test_it_is_settled_once(self):
        """The settlement of the round has the hand and nothing else."""
        driver = insured(steps="TS AD 9H 7C").played("close stand turn")
        assert [(1, 1, "blackjack", 1)] == list(driver.rows(driver.settle()))

    @pytest.mark.clause("Q21", "BJ-J6")
    def test_from_the_dealers_left_and_only_where_it_was_taken(self):
        """A table where nobody insured has nothing to settle then."""
        driver = BlackjackDriver().staked(1000, 600, 800).played("TS TH 9S AD 9H 9D 9C KC")
        driver.do("Cid", insure(400, seat=3))
        driver.do("Ann", insure(500))
        _, settled = driver.played("close stand stand stand").do("dealer", a.TurnSecondCard())
        assert [(1, 1000), (3, 800)] == list(zip(settled.wagers.seat, settled.wagers.paid_minor, strict=True))
        plain = BlackjackDriver().staked(1000).played(UNDER_ACE + " close stand")
        assert "KC" == plain.do("dealer", a.TurnSecondCard()).card
