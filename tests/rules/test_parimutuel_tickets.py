"""Placing wagers (PW-B): the ticket in two parts and what stands on it, post time, tickets that never came out."""

import pytest

from pitboss.tote.day import acts as a
from pitboss.tote.day.print import ticket_lines
from tests.support.day_driver import LAK, DayDriver, cashing, small, when


def original(ticket):
    """Return what is printed for the buyer."""
    return "\n".join(ticket_lines(ticket, "USD"))


def undelivered(serial=1, terminal="T1", cause="printer"):
    """Return the report of a ticket that did not come out."""
    return a.ReportUndelivered(terminal=terminal, serial=serial, cause=a.Cause(cause))


class TestTheTicket:
    @pytest.mark.clause("PW-B1")
    def test_a_ticket_has_an_original_and_a_copy(self):
        """The copy is the event that the sale records, and the original is printed from it."""
        driver = DayDriver()
        ticket = driver.sell("$2 WN 3")
        assert [ticket] == driver.events[-1:]
        copy = driver.state.tickets[ticket.ticket]
        assert (ticket.ticket, ticket.bets, ticket.total_minor) == (copy.id, copy.bets, copy.total_minor)
        assert copy.id in original(ticket)

    @pytest.mark.clause("PW-B1")
    def test_a_ticket_is_sold_whole_or_not_at_all(self):
        """A second bet that cannot be sold leaves no serial number, no money and no bet behind."""
        driver = DayDriver()
        driver.unsold("$2 WN 3", "$1 WN 4")
        assert (0, {}, 0) == (driver.state.terminals["T1"].serial, driver.state.tickets, driver.balance("patrons"))
        assert 1 == driver.sell("$2 WN 3").serial

    @pytest.mark.clause("PW-B2a")
    def test_a_ticket_has_a_number_no_other_has(self):
        """Its day and a random part; the same random part again is refused."""
        driver = DayDriver()
        act = driver.selling("$2 WN 3")
        ticket = driver.do("teller", act)
        assert f"20040501-{act.nonce}" == ticket.ticket
        refusal = driver.refused("teller", act)
        assert ("PW-B1", ticket.ticket) == (refusal.clause, refusal.values["ticket"])

    @pytest.mark.clause("PW-B2a")
    def test_serial_numbers_count_each_terminals_tickets(self):
        """From one, each terminal by itself, and on where they were when it is opened again."""
        driver = DayDriver()
        serials = [driver.sell("$2 WN 3", terminal=terminal).serial for terminal in ("T1", "T1", "T2", "T1")]
        assert [1, 2, 1, 3] == serials
        driver.do("supervisor", a.CloseTerminal(terminal="T1"))
        driver.do("supervisor", a.OpenTerminal(terminal="T1", window=11))
        assert (4, 11) == ((again := driver.sell("$2 WN 3")).serial, again.window)

    @pytest.mark.clause("PW-B2b")
    def test_a_ticket_names_facility_and_station(self):
        """In both parts: the house, the window and the machine."""
        ticket = DayDriver().sell("$2 WN 3", terminal="T2")
        assert ("Oneida", 20, "T2", 1) == (ticket.facility, ticket.window, ticket.terminal, ticket.serial)
        assert "Oneida, window 20, terminal T2, serial 1" in original(ticket)

    @pytest.mark.clause("PW-B2c")
    def test_a_ticket_names_track_race_and_runners(self):
        """For each of its bets, in both parts."""
        ticket = DayDriver().sell("$2 WN 3", "LAK R2 $2 EX 1/4")
        rows = [(bet.track, bet.race, bet.bet) for bet in ticket.bets]
        assert [("FVD", 1, "$2 WN 3"), ("LAK", 2, "$2 EX 1/4")] == rows
        assert {"FVD race 1: $2 WN 3", "LAK race 2: $2 EX 1/4"} == {
            line.partition("  (")[0] for line in original(ticket).split("\n") if " race " in line
        }

    @pytest.mark.clause("PW-B2d")
    def test_a_ticket_states_bets_amounts_and_total(self):
        """Type and amount of each, how many they are, and what was paid for all."""
        ticket = DayDriver().sell("$2 ACROSS 3", "$5 EX BOX 1,3,4", "$1 TRI 5/1/2")
        rows = [(bet.amount_minor, bet.combinations, bet.cost_minor) for bet in ticket.bets]
        assert [(200, 3, 600), (500, 6, 3_000), (100, 1, 100)] == rows
        assert (10, 3_700) == (ticket.combinations, ticket.total_minor)
        for words in ("$2 ACROSS 3  (3 bets, $6.00)", "$1 TRI 5/1/2  (1 bet, $1.00)", "10 bets, total $37.00"):
            assert words in original(ticket)

    @pytest.mark.clause("PW-B2e")
    def test_a_ticket_states_day_and_time(self):
        """When the sale was received, to the second."""
        ticket = DayDriver().at("12:34:56").sell("$2 WN 3")
        assert when("12:34:56") == ticket.sold_at
        assert "2004-05-01 12:34:56" in original(ticket)

    @pytest.mark.clause("PW-B1", "PW-A4")
    def test_the_price_goes_into_the_pools(self):
        """A bet across the board into three of them."""
        driver = DayDriver()
        driver.sell("$2 ACROSS 3", "$4 WN 1")
        assert [600, 200, 200] == [driver.balance(f"pool:FVD-1-{kind}") for kind in ("win", "place", "show")]
        assert (-1_000, 1_000) == (driver.balance("patrons"), driver.state.terminals["T1"].cash_minor)


class TestPostTime:
    @pytest.mark.clause("PW-B3")
    def test_nothing_is_sold_at_post_time(self):
        """A second before it is; at it, to the second, it is not, although nobody stopped the betting yet."""
        driver = DayDriver()
        driver.at("12:59:59").sell("$2 WN 3")
        refusal = driver.at("13:00:00").unsold("$2 WN 3")
        assert ("PW-B3", "2004-05-01T13:00:00-05:00") == (refusal.clause, refusal.values["post_time"])

    @pytest.mark.clause("PW-B3")
    def test_nothing_is_sold_once_betting_has_stopped(self):
        """Be it before post time; the other track's race goes on."""
        driver = DayDriver()
        driver.stop()
        refusal = driver.at("12:30").unsold("$2 WN 3")
        assert ("PW-B3", "closed") == (refusal.clause, refusal.values["phase"])
        assert driver.sell("LAK R1 $2 WN 3")

    @pytest.mark.clause("PW-B3")
    def test_the_close_tells_what_each_pool_holds(self):
        """Of every pool that begins with the race, and of no other."""
        driver = DayDriver(LAK)
        driver.sell("LAK R1 $2 ACROSS 3", "LAK R1 $2 DD 1/2", "LAK R2 $2 WN 1")
        stopped = driver.stop(1, "LAK")
        held = {name: total for name, total in zip(stopped.pool, stopped.total_minor, strict=True) if total}
        assert {"LAK-1-win": 200, "LAK-1-place": 200, "LAK-1-show": 200, "LAK-1-double": 200} == held
        assert not any(name.startswith("LAK-2") for name in stopped.pool)

    @pytest.mark.clause("PW-B3")
    @pytest.mark.parametrize("bet", ["$2 DD 1/2", "$1 P3 1/2/3", "$2 P6 1/2/3/4/5/6"])
    def test_a_bet_on_several_races_is_final_with_the_first(self, bet):
        """A pool closes with the race it begins with."""
        driver = DayDriver()
        driver.at("12:59:59").sell(bet)
        assert "PW-B3" == driver.unsold(bet).clause

    @pytest.mark.clause("PW-B3")
    def test_a_post_time_that_is_moved_counts_from_then_on(self):
        """Sooner or later, but never into the past."""
        driver = DayDriver()
        moved = driver.do("track", a.MovePostTime(track="FVD", race=1, post_time=when("12:45")))
        assert when("12:45") == moved.post_time
        assert "PW-B3" == driver.at("12:45").unsold("$2 WN 3").clause
        refusal = driver.refused("track", a.MovePostTime(track="FVD", race=1, post_time=when("12:45:01")))
        assert "PW-B3" == refusal.clause
        driver.do("track", a.MovePostTime(track="FVD", race=1, post_time=when("13:10")))
        assert driver.at("13:09:59").sell("$2 WN 3")

    @pytest.mark.clause("PW-B3")
    @pytest.mark.parametrize("moved", [when("13:00", 2), when("13:45")])
    def test_a_post_time_stays_on_its_day_and_before_the_next_race(self, moved):
        """As the card is checked when it is opened."""
        driver = DayDriver()
        assert driver.refused("track", a.MovePostTime(track="FVD", race=1, post_time=moved)).clause

    @pytest.mark.clause("PW-B3")
    def test_a_race_that_is_closed_keeps_its_post_time(self):
        """Nothing opens it again, and it is closed once."""
        driver = DayDriver()
        driver.stop()
        for act in (
            a.MovePostTime(track="FVD", race=1, post_time=when("14:00")),
            a.StopBetting(track="FVD", race=1),
        ):
            refusal = driver.refused("track", act)
            assert ("PW-B3", "closed") == (refusal.clause, refusal.values["phase"])


class TestDelivery:
    @pytest.mark.clause("PW-B4")
    @pytest.mark.parametrize("cause", list(a.Cause))
    def test_an_undelivered_ticket_gives_no_claim(self, cause):
        """Whatever kept it in the machine: it is recorded, and not paid although it won."""
        driver = DayDriver(small("win", 4))
        ticket = driver.sell("$2 WN 3")
        event = driver.do("teller", undelivered(cause=cause))
        assert (ticket.ticket, cause, "Tess") == (event.ticket, event.cause, event.by)
        driver.official("3-1-2")
        assert "PW-B4" == driver.refused("cashier", cashing(ticket)).clause

    @pytest.mark.clause("PW-B4")
    def test_a_ticket_that_was_taken_away_is_delivered(self):
        """Once the terminal has issued another the one before it was; the buyer is bound and keeps the claim."""
        driver = DayDriver(small("win", 4))
        ticket = driver.sell("$2 WN 3")
        driver.sell("$2 WN 3")
        refusal = driver.refused("teller", undelivered(1))
        assert ("PW-B4", 1, 2) == (refusal.clause, refusal.values["serial"], refusal.values["last"])
        driver.official("3-1-2")
        assert 210 == driver.cash(ticket).total_minor

    @pytest.mark.clause("PW-B4", "Q83", "Q84")
    def test_a_ticket_that_was_presented_is_delivered(self):
        """Paid its first half, or exchanged for the second: somebody had it, although its pool is not settled."""
        for present in (lambda driver, sold: driver.cash(sold), lambda driver, sold: driver.exchange(sold, "1-2-3")):
            driver = DayDriver(small("twin_trifecta", 6, 6))
            driver.sell("$20 TT 1/2/3", terminal="T2")
            ticket = driver.sell("$2 TT 4/5/6")
            driver.official("4-5-6")
            present(driver, ticket)
            refusal = driver.refused("teller", undelivered())
            assert ("PW-B4", ticket.ticket) == (refusal.clause, refusal.values["ticket"])

    @pytest.mark.clause("PW-B4")
    def test_it_is_reported_once(self):
        """And not of a ticket that was cancelled, nor of one that is none."""
        driver = DayDriver()
        driver.sell("$2 WN 3")
        driver.do("teller", undelivered())
        assert "PW-B4" == driver.refused("teller", undelivered()).clause
        cancelled = driver.sell("$2 WN 3")
        driver.cancel(cancelled)
        assert "cancelled" == driver.refused("teller", undelivered(2)).values["state"]
        assert "PW-D2.2" == driver.refused("teller", undelivered(3)).clause

    @pytest.mark.clause("PW-B4")
    def test_the_price_of_an_undelivered_ticket_is_given_back_by_cancelling_it(self):
        """It stays in its pools until then."""
        driver = DayDriver()
        ticket = driver.sell("$2 WN 3")
        driver.do("teller", undelivered())
        assert 200 == driver.balance("pool:FVD-1-win")
        driver.cancel(ticket)
        assert 0 == driver.balance("pool:FVD-1-win")
