"""What is sold at the windows (PW-C, Q36, Q37): the track's bets and minimums, across the board, forms, entries."""

import pytest

from pitboss.tote.day import acts as a
from tests.support.day_driver import FVD, LAK, DayDriver, pool, race, runners


class TestTheTrackDecides:
    @pytest.mark.clause("PW-C")
    def test_a_bet_the_track_does_not_permit_is_refused(self):
        """Lakeland has no pick three, and no daily double that begins with its second race."""
        driver = DayDriver()
        for bet, kind in (("LAK R1 $2 P3 1/2/3", "pick3"), ("LAK R2 $2 DD 1/2", "double")):
            refusal = driver.unsold(bet)
            assert ("PW-C", kind, "LAK") == (refusal.clause, refusal.values["kind"], refusal.values["track"])

    @pytest.mark.clause("PW-C")
    def test_the_tracks_minimum_is_the_least_amount(self):
        """$2.00 is sold where it is the minimum, a cent less is not."""
        driver = DayDriver()
        assert 200 == driver.sell("$2 WN 3").total_minor
        refusal = driver.unsold("$1.99 WN 3")
        assert ("PW-C", 199) == (refusal.clause, refusal.values["amount_minor"])

    @pytest.mark.clause("PW-C")
    def test_the_minimum_is_for_each_combination(self):
        """An exacta wheel of five bets at $1.00 costs more than $2.00 and is still under the minimum."""
        driver = DayDriver()
        assert "PW-C" == driver.unsold("$1 EX 1/ALL").clause
        assert (5, 1_000) == ((ticket := driver.sell("$2 EX 1/ALL")).combinations, ticket.total_minor)

    @pytest.mark.clause("PW-C")
    def test_each_track_has_its_own_minimums(self):
        """The same bet at the same amount, sold on one race and not on another."""
        driver = DayDriver(FVD, {**LAK, "pools": [pool("win", 1, minimum=500)]})
        assert driver.sell("$2 WN 3")
        assert ("PW-C", "LAK-1-win") == ((refusal := driver.unsold("LAK R1 $2 WN 3")).clause, refusal.values["pool"])

    @pytest.mark.clause("PW-C5")
    def test_a_daily_double_is_sold_on_the_races_the_track_names(self):
        """It is called by its first race; the track's double is on races 1 and 2."""
        driver = DayDriver()
        assert ("FVD-1-double",) == driver.sell("$2 DD 1/7").bets[0].pools
        assert "PW-C" == driver.unsold("R2 $2 DD 1/7").clause

    @pytest.mark.clause("PW-C11", "PW-C12")
    def test_legs_have_the_runners_of_their_races(self):
        """Race 1 has six betting interests, race 2 seven, race 3 eight."""
        ticket = DayDriver().sell("$1 P3 ALL/ALL/ALL", "$1 P6 1/ALL/8/1/1/1")
        assert [6 * 7 * 8, 7] == [bet.combinations for bet in ticket.bets]


class TestTheMostOfATicket:
    @pytest.mark.clause("PW-B1")
    @pytest.mark.parametrize(
        ("terminal", "who", "setting"),
        [("T1", "teller", "window_ticket_max_minor"), ("T3", "machine", "machine_ticket_max_minor")],
    )
    def test_a_mistyped_amount_is_refused_with_the_limit(self, terminal, who, setting):
        """All bets of a ticket together; just the limit is sold, and the other kind of terminal has none by this."""
        other = {"window_ticket_max_minor": 50_000, "machine_ticket_max_minor": 50_000, setting: 2_000}
        driver = DayDriver(**other)
        assert 2_000 == driver.sell("$20 WN 3", who=who, terminal=terminal).total_minor
        refusal = driver.unsold("$10 WN 3", "$10.01 WN 4", who=who, terminal=terminal)
        values = {"setting": setting, "limit_minor": 2_000, "total_minor": 2_001}
        assert ("PW-B1", values) == (refusal.clause, refusal.values)
        assert ("$20.00" in refusal.reason, "$20.01" in refusal.reason) == (True, True)
        elsewhere = ("T3", "machine") if terminal == "T1" else ("T1", "teller")
        assert 2_001 == driver.sell("$20.01 WN 3", terminal=elsewhere[0], who=elsewhere[1]).total_minor

    @pytest.mark.clause("PW-B1")
    def test_a_house_that_sets_none_has_none(self):
        """A pick six of everything is sold by default."""
        assert 10**9 < DayDriver().sell("$9000000 P6 1/ALL/8/1/1/1").total_minor


class TestAcross:
    @pytest.mark.clause("PW-C4")
    def test_two_dollars_across_cost_six(self):
        """Win, place and show for the same amount on one ticket."""
        ticket = DayDriver().sell("$2 ACROSS 6")
        assert (("FVD-1-win", "FVD-1-place", "FVD-1-show"), 600) == (ticket.bets[0].pools, ticket.total_minor)

    @pytest.mark.clause("PW-C4")
    def test_across_needs_all_three_pools(self):
        """Where the track has no show pool nothing is sold across the board."""
        driver = DayDriver({**FVD, "pools": [pool("win", 1), pool("place", 1)]})
        refusal = driver.unsold("$2 ACROSS 6")
        assert ("PW-C", "show") == (refusal.clause, refusal.values["kind"])
        assert 0 == driver.balance("pool:FVD-1-win")

    @pytest.mark.clause("PW-C4")
    def test_each_of_the_three_has_its_minimum(self):
        """$2.00 is enough to win and to place, and not to show."""
        driver = DayDriver({**FVD, "pools": [pool("win", 1), pool("place", 1), pool("show", 1, minimum=300)]})
        assert "FVD-1-show" == driver.unsold("$2 ACROSS 6").values["pool"]

    @pytest.mark.clause("PW-C4")
    def test_a_first_is_paid_three_times(self):
        """A winner across the board is cashed from three pools."""
        driver = DayDriver()
        ticket = driver.sell("$2 ACROSS 6")
        driver.official("6-1-2-3")
        assert ("FVD-1-win", "FVD-1-place", "FVD-1-show") == driver.cash(ticket).pool


class TestForms:
    @pytest.mark.clause("PW-C13")
    def test_a_double_is_not_boxed(self):
        """The window asks the edition before the card."""
        refusal = DayDriver().unsold("$2 DD BOX 1,2")
        assert ("PW-C13", "box", "double") == (refusal.clause, refusal.values["form"], refusal.values["kind"])

    @pytest.mark.clause("PW-C15", "Q36")
    def test_an_exacta_wheel_both_ways_is_twice_as_many_bets(self):
        """On top, below, or both: of six interests five are left for the other place."""
        texts = ("$2 EX WHEEL 3/ALL", "$2 EX WHEEL ALL/3", "$2 EX WHEEL BOTH 3/ALL")
        assert [(5, 1_000), (5, 1_000), (10, 2_000)] == [
            ((ticket := DayDriver().sell(text)).combinations, ticket.total_minor) for text in texts
        ]

    @pytest.mark.clause("PW-C15", "Q36")
    @pytest.mark.parametrize(("order", "is_paid"), [("3-5-1-2", True), ("5-3-1-2", True), ("5-1-3-2", False)])
    def test_both_ways_is_paid_whichever_way(self, order, is_paid):
        """First or second; third is not enough."""
        driver = DayDriver()
        ticket = driver.sell("$2 EX WHEEL BOTH 3/ALL")
        driver.sell("$2 EX 5/1")
        driver.official(order)
        assert is_paid == (driver.state.tickets[ticket.ticket].payout_minor > 0)

    @pytest.mark.clause("PW-C16", "Q37")
    def test_groups_in_any_order_are_every_order_once(self):
        """One of 2, 3 and one of 4 in the first two of an exacta: four orders."""
        driver = DayDriver()
        ticket = driver.sell("$2 EX ANY 2,3+4")
        assert (4, 800) == (ticket.combinations, ticket.total_minor)
        driver.official("4-2-1-3")
        assert {"4-2": 640} == driver.prices("FVD-1-exacta")

    @pytest.mark.clause("PW-C15")
    def test_all_leaves_out_who_is_scratched(self):
        """A wheel sold after the scratch is a bet less."""
        driver = DayDriver()
        before = driver.sell("$2 EX 1/ALL").combinations
        driver.scratch("6")
        assert (before - 1, 4) == (driver.sell("$2 EX 1/ALL").combinations, 4)


class TestRunners:
    @pytest.mark.clause("PW-F1a")
    def test_a_scratched_runner_is_not_sold(self):
        """In no bet that names it, whatever the leg."""
        driver = DayDriver()
        driver.scratch("3", 2)
        for bet in ("R2 $2 WN 3", "R2 $2 EX 1/3", "R2 $2 EX BOX 1,2,3", "$2 DD 1/3", "R2 $1 TRI KEY 3/1,2"):
            refusal = driver.unsold(bet)
            assert ("PW-F1a", 2, "3") == (refusal.clause, refusal.values["race"], refusal.values["runner"])
        assert driver.sell("$2 DD 3/4")

    @pytest.mark.clause("PW-F1a")
    def test_too_few_runners_may_be_left_for_a_bet(self):
        """With five of six out there is no exacta any more."""
        driver = DayDriver()
        for runner in ("2", "3", "4", "5", "6"):
            driver.scratch(runner)
        assert "PW-F1a" == driver.unsold("$2 EX ALL/ALL").clause

    @pytest.mark.clause("PW-F1a", "PW-C1")
    def test_both_halves_of_an_entry_are_one_bet(self):
        """A bet on 1A is a bet on 1, also when 1A does not start."""
        driver = DayDriver()
        before = driver.sell("$2 WN 1A")
        driver.scratch("1A")
        after = driver.sell("$2 WN 1A")
        assert before.bets[0].rows == after.bets[0].rows == driver.sell("$2 WN 1").bets[0].rows
        driver.official("1-3-2-4")
        assert 630 == sum(driver.state.tickets[one].payout_minor for one in driver.state.tickets)

    @pytest.mark.clause("PW-F1a", "PW-C1")
    def test_a_field_may_bear_a_number_of_its_own(self):
        """Runners 1 and 2 are bet under 9; a bet on 9 stands while one of them does."""
        field = [{**one, "entry": "9"} for one in runners(2)]
        driver = DayDriver({**FVD, "races": [race(1, "13:00", [*field, *runners(4)[2:]])], "pools": [pool("win", 1)]})
        assert driver.sell("$2 WN 9").bets[0].rows == driver.sell("$2 WN 1").bets[0].rows
        driver.scratch("1")
        assert driver.sell("$2 WN 9")
        driver.scratch("2")
        assert ("PW-F1a", "9") == ((refusal := driver.unsold("$2 WN 9")).clause, refusal.values["runner"])

    @pytest.mark.clause("PW-A9")
    def test_a_terminal_out_of_work_sells_nothing(self):
        """Nor does one that is not there; one is at each window."""
        driver = DayDriver()
        driver.do("supervisor", a.CloseTerminal(terminal="T1"))
        assert "PW-B1" == driver.unsold("$2 WN 3").clause
        assert ("terminal", "T9") == tuple(driver.unsold("$2 WN 3", terminal="T9").values.values())
        for name, window in (("T9", 20), ("T2", 21)):
            refusal = driver.refused("supervisor", a.OpenTerminal(terminal=name, window=window))
            assert ("PW-A9", "T2") == (refusal.clause, refusal.values["terminal"])

    @pytest.mark.clause("PW-A9")
    def test_a_terminal_is_closed_once(self):
        """And only one that there is."""
        driver = DayDriver()
        driver.do("supervisor", a.CloseTerminal(terminal="T1"))
        assert "PW-A9" == driver.refused("supervisor", a.CloseTerminal(terminal="T1")).clause
        unknown = driver.refused("supervisor", a.CloseTerminal(terminal="T9"))
        assert ("", "terminal", "T9") == (unknown.clause, unknown.values["field"], unknown.values["value"])
