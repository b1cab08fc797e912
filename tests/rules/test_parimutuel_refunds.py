"""Refunding tickets (PW-F): what is no longer valid, out of open pools and closed ones, once and in full."""

import pytest

from pitboss.tote.day import acts as a
from pitboss.tote.day.events import PoolSettled
from tests.support.day_driver import FVD, DayDriver, cashing, pool, race, refunding, runners, small

ENTRY = {**FVD, "races": [race(1, "13:00", runners(3, x1A="1"))], "pools": [pool("win", 1, takeout="0")]}


class TestScratched:
    @pytest.mark.clause("PW-F1a", "PW-A6")
    @pytest.mark.parametrize("out", list(a.Out))
    def test_a_bet_on_a_runner_that_does_not_start(self, out):
        """Scratched, or declared a non-starter: its price is given back."""
        driver = DayDriver(small("win", 4))
        ticket = driver.sell("$2 WN 4")
        scratched = driver.scratch("4", out=out)
        assert ("4", "4", out) == (scratched.runner, scratched.interest_out, scratched.out)
        event = driver.refund(ticket)
        assert (200, ("FVD-1-win",), 0) == (event.total_minor, event.pool, driver.balance("patrons"))

    @pytest.mark.clause("PW-F1a")
    def test_a_bet_on_a_runner_that_starts_stands(self):
        """Although another one of the race was scratched."""
        driver = DayDriver(small("win", 4))
        ticket = driver.sell("$2 WN 3")
        driver.scratch("4")
        assert "PW-F1a" == driver.refused("cashier", refunding(ticket)).clause

    @pytest.mark.clause("PW-F1a")
    def test_one_half_of_an_entry_is_no_scratch(self):
        """Whoever bet on 1 and 1A still has a runner; when the other half goes too the bet is refunded."""
        driver = DayDriver(ENTRY)
        ticket = driver.sell("$2 WN 1A")
        assert driver.scratch("1A").interest_out is None
        assert "PW-F1a" == driver.refused("cashier", refunding(ticket)).clause
        assert "1" == driver.scratch("1").interest_out
        assert 200 == driver.refund(ticket).total_minor

    @pytest.mark.clause("PW-F1a")
    def test_a_runner_is_out_once(self):
        """And only one that is in the race, and not in its posted order."""
        driver = DayDriver(small("win", 4))
        driver.scratch("4")
        again = a.ScratchRunner(track="FVD", race=1, runner="4")
        assert ("PW-F1a", "4") == ((refusal := driver.refused("track", again)).clause, refusal.values["runner"])
        driver.post("3-1-2")
        placed = a.ScratchRunner(track="FVD", race=1, runner="2")
        assert "PW-F1a" == driver.refused("track", placed).clause

    @pytest.mark.clause("PW-F1a")
    def test_only_the_combinations_with_the_scratched_runner(self):
        """A box of three has four of its six orders refunded, and is paid with them when it wins."""
        driver = DayDriver(small("exacta", 4))
        ticket = driver.sell("$2 EX BOX 1,3,4")
        driver.sell("$2 EX 2/1")
        driver.scratch("4")
        refusal = driver.refused("cashier", refunding(ticket))
        assert ("PW-F3", ["FVD-1-exacta"]) == (refusal.clause, refusal.values["pools"])
        driver.official("3-1-2")
        event = driver.cash(ticket)
        assert ((800,), (600,), 1_400) == (event.refund_minor, event.payout_minor, event.total_minor)

    @pytest.mark.clause("PW-F1a")
    def test_a_late_scratch_in_a_double_is_no_refund(self):
        """Once the first leg is closed the second leg's scratch gives a consolation; before it, a refund."""
        driver = DayDriver(small("double", 4, 4))
        late = driver.sell("$2 DD 3/4")
        driver.sell("$2 DD 3/1")
        driver.official("3-1-2")
        driver.scratch("4", 2)
        assert "PW-F1a" == driver.refused("cashier", refunding(late)).clause
        driver.official("1-2-3", 2)
        assert {"3/1": 210, "3/SCR": 210} == driver.prices("FVD-1-double")
        early = DayDriver(small("double", 4, 4))
        ticket = early.sell("$2 DD 3/4")
        early.scratch("4", 2)
        assert 200 == early.refund(ticket).total_minor

    @pytest.mark.clause("PW-F1a")
    def test_a_late_scratch_is_not_denied(self):
        """Whoever asks for the refund is told why there is none, and not that the runner ran."""
        driver = DayDriver(small("double", 4, 4))
        ticket = driver.sell("$2 DD 3/4")
        driver.official("3-1-2")
        driver.scratch("4", 2)
        assert "no runner" not in driver.refused("cashier", refunding(ticket)).reason


class TestCancelledRaces:
    @pytest.mark.clause("PW-F1b")
    @pytest.mark.parametrize("cause", ["cancelled", "no_race"])
    def test_every_bet_on_a_race_that_does_not_count(self, cause):
        """Cancelled for any reason, or declared no race: all of its pools give everything back, without takeout."""
        driver = DayDriver()
        tickets = [driver.sell("$2 ACROSS 3"), driver.sell("$2 EX BOX 1,2,3"), driver.sell("R2 $2 WN 4")]
        cancelled, *settled = driver.cancel_race(cause=cause)
        assert ("PW-F1b", "the rails are down") == (cancelled.clause, cancelled.reason)
        sold = [event for event in settled if event.sold_minor]
        assert {("refunded", 0)} == {(event.status, event.takeout_minor) for event in sold}
        assert [600, 1_200] == [driver.refund(ticket).total_minor for ticket in tickets[:2]]
        assert "PW-F1a" == driver.refused("cashier", refunding(tickets[2])).clause

    @pytest.mark.clause("PW-F1c")
    def test_a_breakdown_of_the_totalizator(self):
        """Past repair, while bets are taken, and the stewards declare no race."""
        driver = DayDriver(small("win", 4))
        ticket = driver.sell("$2 WN 3")
        cancelled, settled = driver.cancel_race(cause="breakdown")
        assert ("PW-F1c", "breakdown", 200) == (cancelled.clause, cancelled.cause, settled.refunds_minor)
        assert 200 == driver.refund(ticket).total_minor

    @pytest.mark.clause("PW-F1b")
    @pytest.mark.parametrize("how_far", ["open", "closed", "posted"])
    def test_a_race_is_cancelled_until_it_is_official(self, how_far):
        """Open, closed or with an order posted."""
        driver = DayDriver(small("win", 4))
        ticket = driver.sell("$2 WN 3")
        if how_far != "open":
            driver.stop()
        if how_far == "posted":
            driver.post("3-1-2")
        driver.cancel_race()
        assert 200 == driver.refund(ticket).total_minor
        again = a.CancelRace(track="FVD", race=1, cause=a.NoRace.CANCELLED, reason="twice")
        assert "cancelled" == driver.refused("track", again).values["phase"]

    @pytest.mark.clause("PW-F1b")
    def test_nothing_is_sold_on_a_cancelled_race(self):
        """Nor in a pool that a cancelled leg has already refunded."""
        driver = DayDriver()
        driver.sell("$2 DD 3/4")
        driver.cancel_race(2)
        assert "PW-B3" == driver.unsold("R2 $2 WN 3").clause
        assert "PW-B3" == driver.unsold("$2 DD 3/4").clause

    @pytest.mark.clause("PW-F1b")
    def test_nothing_is_sold_in_a_double_without_its_second_race(self):
        """Also where it was empty when that race was cancelled: such a bet could only be refunded."""
        driver = DayDriver()
        driver.cancel_race(2)
        assert "PW-B3" == driver.unsold("$2 DD 3/4").clause

    @pytest.mark.clause("PW-F1b", "PW-C5")
    def test_a_double_whose_second_race_is_cancelled_late_is_no_refund(self):
        """The first race was run by then: its winner is paid, and the others lose."""
        driver = DayDriver(small("double", 4, 4))
        winner, loser = driver.sell("$2 DD 3/4"), driver.sell("$2 DD 1/4")
        driver.official("3-1-2")
        *_, settled = driver.cancel_race(2)
        assert ("official", {"3/ALL": 400}) == (settled.status, driver.prices("FVD-1-double"))
        assert (400, "PW-F1a") == (
            driver.cash(winner).total_minor,
            driver.refused("cashier", refunding(loser)).clause,
        )

    @pytest.mark.clause("PW-F1b")
    def test_a_carryover_stays_when_a_pool_is_refunded(self):
        """Three of six races cancelled give the pick six back, but not what earlier days left in it."""
        card = {**FVD, "pools": [pool("pick6", *range(1, 7), carryover_minor=90_000)]}
        driver = DayDriver(card)
        ticket = driver.sell("$2 P6 1/1/1/1/1/1")
        for number in (4, 5):
            driver.cancel_race(number)
        *_, settled = driver.cancel_race(6)
        assert ("refunded", 90_000, 0) == (settled.status, settled.carryover_out_minor, settled.payout_minor)
        assert (200, 0) == (driver.refund(ticket).total_minor, driver.balance("carryover:FVD-pick6"))


class TestOpenPools:
    @pytest.mark.clause("PW-F2")
    def test_cash_while_the_pool_is_open(self):
        """Paid out of the pool, which then has it no longer."""
        driver = DayDriver(small("win", 4))
        ticket = driver.sell("$2 WN 4")
        driver.sell("$2 WN 3")
        driver.scratch("4")
        event = driver.refund(ticket)
        assert ("PW-F2", (True,), 200) == (event.clause, event.from_pool, driver.balance("pool:FVD-1-win"))
        assert "refunded" == driver.state.tickets[ticket.ticket].state

    @pytest.mark.clause("PW-F2")
    def test_cancelled_while_the_pool_is_open(self):
        """Or as a cancellation, whatever the serial number."""
        driver = DayDriver(small("win", 4))
        ticket, *_ = [driver.sell("$2 WN 4") for _ in range(6)]
        driver.scratch("4")
        event = driver.refund(ticket, processed_as="cancel")
        assert ("PW-F2", 200, "CANCEL 10") == (event.clause, event.total_minor, event.stamp)
        assert "cancelled" == driver.state.tickets[ticket.ticket].state

    @pytest.mark.clause("PW-F2", "PW-F1a")
    def test_a_ticket_without_a_refund_is_not_cancelled_in_this_way(self):
        """That is for the conditions of a cancellation to decide."""
        driver = DayDriver(small("win", 4))
        ticket = driver.sell("$2 WN 3")
        assert "PW-F1a" == driver.refused("cashier", refunding(ticket, processed_as="cancel")).clause

    @pytest.mark.clause("PW-F2", "PW-B3")
    def test_nothing_is_cancelled_at_post_time(self):
        """The ticket has a bet on a runner that stands, and is final by then."""
        driver = DayDriver(small("win", 4))
        ticket = driver.sell("$2 WN 4", "$2 WN 3")
        driver.scratch("4")
        refusal = driver.at("13:00:00").refused("cashier", refunding(ticket, processed_as="cancel"))
        assert ("PW-E1b", "FVD-1-win") == (refusal.clause, refusal.values["pool"])

    @pytest.mark.clause("PW-F2", "PW-E1a")
    def test_a_large_win_bet_that_stands_is_not_cancelled_beside_a_refund(self):
        """$2.00 on a scratched runner would otherwise open the way out of $200.00 on one that runs."""
        driver = DayDriver(small("win", 4))
        ticket = driver.sell("$2 WN 4", "$200 WN 3")
        driver.scratch("4")
        refusal = driver.refused("cashier", refunding(ticket, processed_as="cancel"))
        assert ("PW-E1a", 20_000) == (refusal.clause, refusal.values["to_win_minor"])

    @pytest.mark.clause("PW-F2", "PW-E1a")
    def test_a_large_win_bet_that_is_scratched_is_cancelled(self):
        """All of it is refunded anyway, whichever way it is processed."""
        driver = DayDriver(small("win", 4))
        ticket = driver.sell("$200 WN 4")
        driver.scratch("4")
        assert 20_000 == driver.refund(ticket, processed_as="cancel").total_minor


class TestClosedPools:
    @pytest.mark.clause("PW-F3")
    def test_cash_after_the_close(self):
        """Before the race has a result, out of the pool; a cancellation is no longer possible."""
        driver = DayDriver(small("win", 4))
        ticket = driver.sell("$2 WN 4")
        driver.sell("$2 WN 3")
        driver.scratch("4")
        driver.stop()
        assert "PW-F3" == driver.refused("cashier", refunding(ticket, processed_as="cancel")).clause
        assert ("PW-F3", (True,)) == ((event := driver.refund(ticket)).clause, event.from_pool)

    @pytest.mark.clause("PW-F3")
    def test_cash_after_the_result(self):
        """Out of what the settled pool owes."""
        driver = DayDriver(small("win", 4))
        ticket = driver.sell("$2 WN 4")
        driver.sell("$2 WN 3")
        driver.scratch("4")
        driver.official("3-1-2")
        assert (410, ("PW-F3", (False,))) == (
            driver.balance("outs"),
            ((event := driver.refund(ticket)).clause, event.from_pool),
        )
        assert 210 == driver.balance("outs")

    @pytest.mark.clause("PW-F3")
    def test_a_refund_paid_early_is_not_paid_again(self):
        """The pool settles as if it were still to be paid, and the ticket gets nothing more."""
        driver = DayDriver(small("win", 4))
        ticket = driver.sell("$2 WN 4")
        winner = driver.sell("$2 WN 3")
        driver.scratch("4")
        driver.refund(ticket)
        settled = driver.official("3-1-2")["FVD-1-win"]
        assert (400, 200, (winner.ticket,)) == (settled.sold_minor, settled.refunds_minor, settled.paid.ticket)
        assert (0, 210) == (driver.balance("pool:FVD-1-win"), driver.balance("outs"))

    @pytest.mark.clause("PW-F3", "PW-D2.2")
    def test_never_twice(self):
        """Neither as a refund nor as a winner."""
        driver = DayDriver(small("win", 4))
        ticket = driver.sell("$2 WN 4")
        driver.scratch("4")
        driver.refund(ticket)
        for act in (refunding(ticket), refunding(ticket, processed_as="cancel"), cashing(ticket)):
            refusal = driver.refused("cashier", act)
            assert ("PW-D2.2", "refunded") == (refusal.clause, refusal.values["state"])

    @pytest.mark.clause("PW-F3")
    def test_a_ticket_with_a_refund_and_a_win_is_cashed_with_both(self):
        """It is not refunded by itself; what won and what was refunded are paid together."""
        driver = DayDriver(FVD)
        ticket = driver.sell("$2 WN 3", "R2 $2 WN 7")
        driver.scratch("7", 2)
        driver.official("3-1-2-4")
        assert ["FVD-1-win"] == driver.refused("cashier", refunding(ticket)).values["pools"]
        driver.official("1-2-3-4", 2)
        event = driver.cash(ticket)
        paid = dict(zip(event.pool, zip(event.payout_minor, event.refund_minor, strict=True), strict=True))
        assert {"FVD-1-win": (210, 0), "FVD-2-win": (0, 200)} == paid

    @pytest.mark.clause("PW-F3", "PW-D2.2")
    def test_a_ticket_with_a_refund_and_a_loss_is_refunded(self):
        """It is no winner, so that it is not cashed; the cashier is told what it is good for."""
        driver = DayDriver(FVD)
        ticket = driver.sell("$2 WN 3", "R2 $2 WN 7")
        driver.sell("$2 WN 1")
        driver.scratch("7", 2)
        driver.official("1-3-2-4")
        driver.official("1-2-3-4", 2)
        refusal = driver.refused("cashier", cashing(ticket))
        assert ("PW-D2.2", 200) == (refusal.clause, refusal.values["refund_minor"])
        assert 200 == driver.refund(ticket).total_minor

    @pytest.mark.clause("PW-F3")
    def test_a_pool_nobody_won_is_refunded(self):
        """Nobody had a runner that finished in it."""
        driver = DayDriver(small("win", 5))
        ticket = driver.sell("$2 WN 5")
        settled = driver.official("3-1-2-4")["FVD-1-win"]
        assert isinstance(settled, PoolSettled)
        assert ("refunded", "no winning wager", 0) == (settled.status, settled.reason, settled.takeout_minor)
        assert 200 == driver.refund(ticket).total_minor
