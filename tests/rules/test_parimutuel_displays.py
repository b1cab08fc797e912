"""Displays and prices (PW-D6): wrong figures are put right, cashing halts with an announcement, totals must agree."""

import pytest

from pitboss.tote.day import acts as a
from pitboss.tote.day.events import PoolSettled, PricesHeld
from tests.support.day_driver import DayDriver, cashing, refunding, small

HALT = a.HaltCashing(reason="the board cannot be corrected", announcement="Race 1 pays $4.00 on 3, not $14.00.")


def sold(*bets):
    """Return a day of one win pool without takeout, and its tickets."""
    driver = DayDriver(small("win", 4))
    return driver, *(driver.sell(bet) for bet in bets)


def counted(total):
    """Return the report of a second count of the win pool."""
    return a.RecordCount(pool="FVD-1-win", total_minor=total, counted_by="tape")


def held(total=399):
    """Return a day whose win pool of $4.00 was counted to something else and is over, and its tickets."""
    driver, winner, loser = sold("$2 WN 3", "$2 WN 4")
    driver.stop()
    driver.do("supervisor", counted(total))
    driver.post("3-1-2")
    events = driver.do("track", a.DeclareOfficial(track="FVD", race=1))
    return driver, events, winner, loser


class TestDisplays:
    @pytest.mark.clause("PW-D6")
    def test_a_wrong_payout_on_display_is_corrected(self):
        """The record has what was shown and what is right; only that is paid."""
        driver, ticket, _ = sold("$2 WN 3", "$2 WN 1")
        driver.official("3-1-2")
        event = driver.do("supervisor", a.CorrectDisplay(pool="FVD-1-win", combo="3", posted_minor=1_400))
        assert (1_400, 400, "Sam") == (event.posted_minor, event.correct_minor, event.by)
        assert 400 == driver.cash(ticket).total_minor

    @pytest.mark.clause("PW-D6")
    def test_only_a_wrong_figure_of_a_price_is_corrected(self):
        """Not a right one, not before there is a price, and not of a combination that pays nothing."""
        driver, *_ = sold("$2 WN 3", "$2 WN 1")
        early = a.CorrectDisplay(pool="FVD-1-win", combo="3", posted_minor=1_400)
        assert "PW-D6" == driver.refused("supervisor", early).clause
        driver.official("3-1-2")
        right = a.CorrectDisplay(pool="FVD-1-win", combo="3", posted_minor=400)
        assert "PW-D6" == driver.refused("supervisor", right).clause
        losing = a.CorrectDisplay(pool="FVD-1-win", combo="1", posted_minor=400)
        assert ("combo", "1") == tuple(driver.refused("supervisor", losing).values.values())

    @pytest.mark.clause("PW-D6")
    def test_cashing_halts_with_an_announcement(self):
        """The public is told; nothing is cashed at any window or machine until it goes on."""
        driver, ticket, _ = sold("$2 WN 3", "$2 WN 1")
        driver.official("3-1-2")
        halted = driver.do("supervisor", HALT)
        assert (HALT.reason, HALT.announcement, "Sam") == (halted.reason, halted.announcement, halted.by)
        for who, terminal in (("cashier", "T1"), ("teller", "T2"), ("machine", "T3")):
            refusal = driver.refused(who, cashing(ticket, terminal=terminal))
            assert ("PW-D6", HALT.reason) == (refusal.clause, refusal.values["halted"])
        assert "corrected" == driver.do("supervisor", a.ResumeCashing(note="corrected")).note
        assert 400 == driver.cash(ticket).total_minor

    @pytest.mark.clause("PW-D6")
    def test_a_halt_without_an_announcement_is_none(self):
        """What the public is told is part of it."""
        driver, *_ = sold("$2 WN 3")
        act = a.HaltCashing(reason="the board is dark", announcement="")
        assert "not a command" in driver.refused("supervisor", act).reason

    @pytest.mark.clause("PW-D6")
    def test_cashing_is_halted_once_and_resumed_once(self):
        """A second halt, or a second start, says nothing."""
        driver, *_ = sold("$2 WN 3")
        resume = a.ResumeCashing(note="corrected")
        assert "PW-D6" == driver.refused("supervisor", resume).clause
        driver.do("supervisor", HALT)
        assert "PW-D6" == driver.refused("supervisor", HALT).clause
        driver.do("supervisor", resume)
        assert "PW-D6" == driver.refused("supervisor", resume).clause

    @pytest.mark.clause("PW-D6")
    def test_selling_goes_on_while_cashing_is_halted(self):
        """Only what is paid depends on the payouts shown."""
        driver, *_ = sold("$2 WN 3")
        driver.do("supervisor", HALT)
        assert 2 == driver.sell("$2 WN 3").serial

    @pytest.mark.clause("PW-D6", "PW-F1a", "Q82")
    def test_refunds_go_on_while_cashing_is_halted(self):
        """They hang on no payout; a winner waits all the same."""
        driver, winner, out = sold("$2 WN 3", "$2 WN 4")
        driver.scratch("4")
        driver.do("supervisor", HALT)
        assert 200 == driver.refund(out).total_minor
        driver.official("3-1-2")
        assert "PW-D6" == driver.refused("cashier", cashing(winner)).clause

    @pytest.mark.clause("PW-D6", "PW-C9")
    def test_exchanging_goes_on_while_cashing_is_halted(self):
        """Nothing is paid by it, and after the second race has gone off it would be lost."""
        driver = DayDriver(small("twin_trifecta", 6, 7))
        ticket = driver.sell("$2 TT 1/2/3")
        driver.official("1-2-3-4")
        driver.do("supervisor", HALT)
        assert driver.exchange(ticket, "4-1-6")


class TestHeldPrices:
    @pytest.mark.clause("PW-D6", "PW-D3")
    def test_a_count_that_agrees_is_recorded_and_the_pool_is_priced(self):
        """Both figures stand in the record."""
        driver, *_ = sold("$2 WN 3", "$2 WN 1")
        driver.stop()
        event = driver.do("track", counted(400))
        assert (400, 400, "tape", "hub") == (event.total_minor, event.book_minor, event.counted_by, event.by)
        assert isinstance(driver.official("3-1-2")["FVD-1-win"], PoolSettled)

    @pytest.mark.clause("PW-D6")
    def test_no_price_is_published_while_totals_differ(self):
        """A cent is enough: the race is official, the pool has no price, and nobody is paid from it."""
        driver, events, winner, _ = held(399)
        (found,) = [event for event in events if isinstance(event, PricesHeld)]
        assert ("FVD-1-win", 399, 400) == (found.pool, found.total_minor["second_count"], found.total_minor["prices"])
        assert not [event for event in events if isinstance(event, PoolSettled)]
        refusal = driver.refused("cashier", cashing(winner))
        assert ("PW-D6", "FVD-1-win") == (refusal.clause, refusal.values["pool"])

    @pytest.mark.clause("PW-D6")
    def test_a_count_that_agrees_later_publishes_the_prices(self):
        """Not before; then the winner is paid like any other."""
        driver, _, winner, _ = held()
        publish = a.PublishPrices(pool="FVD-1-win")
        refusal = driver.refused("supervisor", publish)
        assert ("PW-D6", 399) == (refusal.clause, refusal.values["totals"]["second_count"])
        driver.do("supervisor", counted(400))
        assert isinstance(driver.do("supervisor", publish), PoolSettled)
        assert ({"3": 400}, 400) == (driver.prices("FVD-1-win"), driver.cash(winner).total_minor)
        assert "PW-D6" == driver.refused("supervisor", publish).clause

    @pytest.mark.clause("PW-D6")
    def test_a_day_does_not_end_with_prices_held(self):
        """What is due to its tickets is not known."""
        driver, *_ = held()
        assert "FVD-1-win" == driver.refused("manager", a.CloseDay()).values["pool"]

    @pytest.mark.clause("PW-D6")
    def test_a_pool_is_counted_between_its_close_and_its_price(self):
        """Not while it is open, and not when it is settled."""
        driver, *_ = sold("$2 WN 3")
        assert "PW-D6" == driver.refused("supervisor", counted(200)).clause
        driver.official("3-1-2")
        assert "PW-D6" == driver.refused("supervisor", counted(200)).clause

    @pytest.mark.clause("PW-D6", "PW-D2.2")
    def test_a_losing_ticket_of_a_held_pool_is_not_refunded(self):
        """Its runner ran and lost, whatever the totals are."""
        driver, _, _, loser = held()
        refusal = driver.refused("cashier", refunding(loser))
        assert ("PW-D6", "FVD-1-win") == (refusal.clause, refusal.values["pool"])
