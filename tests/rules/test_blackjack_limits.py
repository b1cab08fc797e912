"""Blackjack's posted limits (P): the least and the most of each wager, and the sign that must tell them."""

import pytest

from pitboss.games.blackjack import acts as blackjack_acts
from pitboss.games.table import acts as table_acts
from pitboss.rulebook import check_table
from tests.support.blackjack_driver import BLACKJACK, BlackjackDriver

LIMITS = {"min": {"blackjack": 500}, "max": {"blackjack": 1000}}


class Unposted(BlackjackDriver):
    """A table that was opened, and whose staff is there, before its sign hangs."""

    def welcome(self):
        """Open the table and confirm its staff."""
        items = tuple(entry.item for entry in self.table.rules.equipment)
        self.do("dealer", table_acts.InspectEquipment(items=items))
        self.do("dealer", table_acts.OpenTable())
        self.do("floorperson", blackjack_acts.ConfirmStaffing(cashiers=1, supervisors=1, tables=6))
        return self


def place(stake, **fields):
    """Return a wager of Ann's at seat 1."""
    return blackjack_acts.PlaceWager(seat=1, player="Ann", stake_minor=stake, **fields)


def set_limit(amount, *, kind="blackjack", which=table_acts.Limit.MAX):
    """Return a change of a limit."""
    return table_acts.SetLimit(kind=kind, which=which, amount_minor=amount)


def opened(**settings):
    """Return a table with open bets, where Ann sits at seat 1."""
    return BlackjackDriver(settings={**LIMITS, **settings}).ready((1, "Ann"))


class TestAmounts:
    @pytest.mark.clause("BJ-P")
    @pytest.mark.parametrize(
        ("stake", "sentence"),
        [
            (498, "$4.98 on blackjack is under the table's minimum of $5.00"),
            (1002, "$10.02 on blackjack is over the table's maximum of $10.00"),
        ],
    )
    def test_a_wager_lies_between_minimum_and_maximum(self, stake, sentence):
        """Two cents less or more are refused with both amounts."""
        refused = opened().refused("Ann", place(stake))
        assert ("BJ-P", sentence) == (refused.clause, refused.reason)
        assert (500, 1000) == (refused.values["min_minor"], refused.values["max_minor"])

    @pytest.mark.clause("BJ-P")
    @pytest.mark.parametrize("stake", [500, 1000])
    def test_the_posted_amounts_themselves_are_taken(self, stake):
        """Exactly the minimum and exactly the maximum are wagers."""
        assert stake == opened().do("Ann", place(stake)).stake_minor

    @pytest.mark.clause("BJ-P")
    def test_chips_cash_and_coupon_add_up(self):
        """Six dollars in chips leave four in cash."""
        driver = opened()
        driver.bet(1, 600)
        over = driver.refused("Ann", place(500, source=blackjack_acts.Source.CASH))
        assert ("BJ-P", 1100) == (over.clause, over.values["total_minor"])
        assert 400 == driver.do("Ann", place(400, source=blackjack_acts.Source.COUPON)).stake_minor

    @pytest.mark.clause("BJ-P")
    def test_what_is_left_after_taking_back_is_a_wager(self):
        """Of eight dollars, four cannot be left; three can be taken, or all."""
        driver = opened()
        driver.bet(1, 800)
        left = driver.refused("Ann", blackjack_acts.RemoveWager(seat=1, player="Ann", stake_minor=400))
        assert ("BJ-P", 400) == (left.clause, left.values["total_minor"])
        driver.do("Ann", blackjack_acts.RemoveWager(seat=1, player="Ann", stake_minor=300))
        assert 500 == driver.do("Ann", blackjack_acts.RemoveWager(seat=1, player="Ann", stake_minor=500)).stake_minor

    @pytest.mark.clause("BJ-P")
    def test_each_spot_of_multiple_action_is_a_wager_by_itself(self):
        """Ten dollars on each of two spots; four on a spot are too few there."""
        driver = opened(multiple_action=2)
        driver.bet(1, 1000)
        assert "BJ-P" == driver.refused("Ann", place(400, spot=2)).clause
        assert 1000 == driver.do("Ann", place(1000, spot=2)).stake_minor

    @pytest.mark.clause("BJ-P", "BJ-J7")
    def test_doubling_a_wager_at_the_maximum_is_no_new_wager(self):
        """The limit holds what is laid before the first card."""
        driver = opened()
        driver.bet(1, 1000)
        driver.deal("6S", "8D", "5C", "9H")
        assert 1000 == driver.act(1, "double").stake_minor

    @pytest.mark.clause("BJ-P")
    @pytest.mark.parametrize(("stake", "clause"), [(99, "BJ-P"), (100, None), (200, None), (201, "BJ-P")])
    def test_insurance_has_its_own_limits(self, stake, clause):
        """Within half of the wager."""
        driver = opened(min={"insurance": 100}, max={"insurance": 200})
        driver.bet(1, 1000)
        driver.deal("6S", "AD", "5C", "9H")
        assert clause == getattr(
            driver.answer("Ann", blackjack_acts.PlaceInsurance(seat=1, stake_minor=stake)), "clause", None
        )

    @pytest.mark.clause("BJ-P", "BJ-K2b")
    @pytest.mark.parametrize(("stake", "clause"), [(49, "BJ-P"), (50, None), (70, None), (71, "BJ-K2b")])
    def test_an_optional_wager_has_its_own_limits(self, stake, clause):
        """Its maximum is that of the clause on optional wagers, its minimum the table's."""
        driver = opened(initial_suit="same_suit", min={"same_suit": 50}, max={"same_suit": 70})
        driver.bet(1, 1000)
        assert clause == getattr(driver.answer("Ann", place(stake, on="same_suit")), "clause", None)

    @pytest.mark.clause("BJ-P")
    def test_a_round_that_could_not_be_counted_is_refused(self):
        """However high the house's maximum is, everything a round may move is a number that can be kept."""
        driver = BlackjackDriver(settings={"bj_pays": [1000, 1]}).ready((1, "Ann"), (2, "Bob"))
        driver.bet(1, 5 * 10**11)
        refused = driver.refused("Bob", blackjack_acts.PlaceWager(seat=2, player="Bob", stake_minor=10**11))
        assert ("BJ-P", 10**11) == (refused.clause, refused.values["stake_minor"])
        assert (
            10**10 == driver.do("Bob", blackjack_acts.PlaceWager(seat=2, player="Bob", stake_minor=10**10)).stake_minor
        )

    @pytest.mark.clause("BJ-P")
    @pytest.mark.parametrize("settings", [{"default_min": 0}, {"default_min": 600, "default_max": 500}])
    def test_no_table_has_limits_between_which_nothing_lies(self, settings):
        """A minimum of nothing, or one over the maximum."""
        faults = check_table({"rulebook": BLACKJACK, "settings": settings})[1]
        assert {"BJ-P"} == {fault.clause for fault in faults}


class TestSign:
    @pytest.mark.clause("BJ-P")
    def test_no_round_opens_before_the_limits_are_posted(self):
        """The dealer or a supervisor posts them, once, and the lines are on record."""
        driver = Unposted(settings=LIMITS).in_play((1, "Ann"))
        assert "BJ-P" == driver.refused("dealer", table_acts.OpenBetting()).clause
        assert "BJ-P" == driver.refused("Ann", blackjack_acts.PostSign()).clause
        lines = driver.do("floorperson", blackjack_acts.PostSign()).lines
        assert {"Minimum on Blackjack wager $5.00", "Maximum on Blackjack wager $10.00"} <= set(lines)
        assert "BJ-P" == driver.refused("dealer", blackjack_acts.PostSign()).clause
        assert 1 == driver.do("dealer", table_acts.OpenBetting()).round

    @pytest.mark.clause("BJ-I1")
    def test_a_pitch_table_does_not_open_without_its_notice(self):
        """The clause is that of pitch, whose sign names it."""
        driver = Unposted(settings={"pitch": True, "decks": 2}).in_play((1, "Ann"))
        assert "BJ-I1" == driver.refused("dealer", table_acts.OpenBetting()).clause
        assert "Pitch: 2 decks, dealt from the hand, face up." in driver.do("dealer", blackjack_acts.PostSign()).lines

    @pytest.mark.clause("BJ-P")
    def test_another_limit_wants_another_sign(self):
        """The open round keeps its limits; the next one waits for the sign, and has the new limit."""
        driver = opened()
        changed = driver.do("pit_supervisor", set_limit(700), witness="dealer")
        assert ("max", 700, "Sue", "Dora") == (changed.which, changed.amount_minor, changed.by, changed.witness)
        driver.bet(1, 1000)
        driver.do("Ann", blackjack_acts.RemoveWager(seat=1, player="Ann", stake_minor=1000))
        driver.do("dealer", blackjack_acts.CallOffRound())
        assert "BJ-P" == driver.refused("dealer", table_acts.OpenBetting()).clause
        assert "Maximum on Blackjack wager $7.00" in driver.do("dealer", blackjack_acts.PostSign()).lines
        driver.do("dealer", table_acts.OpenBetting())
        assert "BJ-P" == driver.refused("Ann", place(702)).clause

    @pytest.mark.clause("BJ-P")
    def test_a_limit_is_set_by_a_supervisor_and_a_second_person(self):
        """Neither a dealer nor a supervisor alone sets one, nor one between which no wager lies."""
        driver = opened()
        assert "BJ-P" == driver.refused("pit_supervisor", set_limit(700)).clause
        assert "BJ-P" == driver.refused("dealer", set_limit(700), witness="floorperson").clause
        crossed = driver.refused("pit_supervisor", set_limit(1001, which=table_acts.Limit.MIN), witness="dealer")
        assert ("BJ-P", "the minimum for blackjack, 1001, is over its maximum, 1000") == (
            crossed.clause,
            crossed.reason,
        )

    @pytest.mark.clause("BJ-P")
    def test_the_sign_goes_up_anew_with_the_table(self):
        """A closed table has none."""
        driver = BlackjackDriver().in_play((1, "Ann"))
        driver.do("dealer", table_acts.CloseTable())
        assert not driver.table.is_sign_posted
