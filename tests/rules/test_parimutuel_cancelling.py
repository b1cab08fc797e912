"""Cancelling tickets (PW-E): the three conditions at their borders, the whole ticket, by machine and by hand."""

import msgspec
import pytest

from pitboss.tote.day import acts as a
from pitboss.tote.day.game import TOTE
from tests.support.day_driver import DayDriver, cancelling, when


class TestTheWinBet:
    @pytest.mark.clause("PW-E1a")
    @pytest.mark.parametrize("bet", ["$99.99 WN 3", "$99.99 ACROSS 3", "$100 PL 3", "$100 EX 1/3"])
    def test_a_win_bet_under_a_hundred_dollars(self, bet):
        """A cent under it is cancelled, and any other bet of any amount."""
        driver = DayDriver()
        ticket = driver.sell(bet)
        assert ticket.total_minor == driver.cancel(ticket).total_minor

    @pytest.mark.clause("PW-E1a", "Q81")
    @pytest.mark.parametrize(
        "bets",
        [
            ["$100 WN 3"],
            ["$100 ACROSS 3"],
            ["$2 EX 1/3", "R2 $250 WN 4"],
            ["$60 WN 3", "$60 WN 3"],
            ["$50 WN 3", "$50 WN 4"],
            ["$60 WN 3", "R2 $30 ACROSS 4", "LAK R1 $10 WN 8"],
        ],
    )
    def test_a_hundred_dollars_to_win_stay(self, bets):
        """In one bet, as a part of a bet across the board, beside other bets, or in several together."""
        driver = DayDriver()
        refusal = driver.refused("teller", cancelling(driver.sell(*bets)))
        assert "PW-E1a" == refusal.clause
        assert 10_000 <= refusal.values["to_win_minor"]

    @pytest.mark.clause("PW-E1a", "Q81")
    def test_a_cent_less_in_several_bets_is_cancelled(self):
        """What is bet otherwise beside them does not count."""
        driver = DayDriver()
        assert driver.cancel(driver.sell("$60 WN 3", "$39.99 WN 3", "$60 PL 3"))

    @pytest.mark.clause("PW-E1a")
    def test_the_house_may_set_a_lower_amount(self):
        """With $50.00 a bet of $50.00 stays."""
        driver = DayDriver(cancel_win_below_minor=5_000)
        assert "PW-E1a" == driver.refused("teller", cancelling(driver.sell("$50 WN 3"))).clause
        assert driver.cancel(driver.sell("$49.99 WN 3"))


class TestThePools:
    @pytest.mark.clause("PW-E1b")
    def test_every_pool_is_open(self):
        """One that is closed keeps the whole ticket."""
        driver = DayDriver()
        ticket = driver.sell("$2 WN 3", "LAK R1 $2 WN 8")
        driver.stop(1, "LAK")
        refusal = driver.refused("teller", cancelling(ticket))
        assert ("PW-E1b", "LAK-1-win") == (refusal.clause, refusal.values["pool"])
        assert driver.cancel(driver.sell("$2 WN 3", "LAK R2 $2 WN 8"))

    @pytest.mark.clause("PW-E1b", "PW-B3")
    def test_a_pool_is_closed_at_post_time(self):
        """A second before it a ticket is cancelled, at it no longer, although nobody stopped the betting."""
        driver = DayDriver()
        ticket, other = driver.sell("$2 WN 3"), driver.sell("$2 WN 3")
        assert driver.at("12:59:59").cancel(ticket)
        assert "PW-E1b" == driver.at("13:00:00").refused("teller", cancelling(other)).clause

    @pytest.mark.clause("PW-E1b")
    @pytest.mark.parametrize("bet", ["$2 DD 3/4", "$1 P3 3/4/5", "$1 P6 3/4/5/6/7/1"])
    def test_a_pool_over_several_races_closes_with_the_first(self, bet):
        """Although most of its races are still to come."""
        driver = DayDriver()
        ticket = driver.sell(bet)
        driver.stop()
        assert "PW-E1b" == driver.refused("teller", cancelling(ticket)).clause

    @pytest.mark.clause("PW-E1b")
    def test_a_post_time_that_was_moved_counts(self):
        """Until the new one a ticket is cancelled."""
        driver = DayDriver()
        ticket = driver.sell("$2 WN 3")
        driver.do("track", a.MovePostTime(track="FVD", race=1, post_time=when("13:05")))
        assert driver.at("13:04:59").cancel(ticket)


class TestTheLastFour:
    @pytest.mark.clause("PW-E1c")
    def test_the_fourth_last_is_cancelled_and_the_fifth_last_is_not(self):
        """Of five tickets the first stays and the second does not."""
        driver = DayDriver()
        tickets = [driver.sell("$2 WN 3") for _ in range(5)]
        refusal = driver.refused("teller", cancelling(tickets[0]))
        assert ("PW-E1c", 1, 5) == (refusal.clause, refusal.values["serial"], refusal.values["last"])
        assert 2 == driver.cancel(tickets[1]).serial

    @pytest.mark.clause("PW-E1c")
    def test_each_terminal_counts_its_own(self):
        """What other terminals issue moves nothing on."""
        driver = DayDriver()
        ticket = driver.sell("$2 WN 3")
        for _ in range(5):
            driver.sell("$2 WN 3", terminal="T2")
        assert driver.cancel(ticket)

    @pytest.mark.clause("PW-E1c")
    def test_cancelled_tickets_were_issued_all_the_same(self):
        """Four that were sold and cancelled push the first out."""
        driver = DayDriver()
        first = driver.sell("$2 WN 3")
        for _ in range(4):
            driver.cancel(driver.sell("$2 WN 3"))
        assert "PW-E1c" == driver.refused("teller", cancelling(first)).clause

    @pytest.mark.clause("PW-E1c")
    def test_a_machine_that_is_opened_again_counts_on(self):
        """Its last four are still its last four."""
        driver = DayDriver()
        tickets = [driver.sell("$2 WN 3") for _ in range(4)]
        driver.do("supervisor", a.CloseTerminal(terminal="T1"))
        driver.do("supervisor", a.OpenTerminal(terminal="T1", window=12))
        driver.sell("$2 WN 3")
        assert "PW-E1c" == driver.refused("teller", cancelling(tickets[0])).clause
        assert driver.cancel(tickets[1])

    @pytest.mark.clause("PW-E1c")
    def test_the_house_may_allow_fewer(self):
        """With two the third last stays."""
        driver = DayDriver(cancel_last=2)
        tickets = [driver.sell("$2 WN 3") for _ in range(3)]
        assert "PW-E1c" == driver.refused("teller", cancelling(tickets[0])).clause
        assert driver.cancel(tickets[1])


class TestTheWholeTicket:
    @pytest.mark.clause("PW-E2", "PW-A1")
    def test_all_bets_leave_their_pools(self):
        """Whoever wants one bet back gets all of them back, and no bet is left anywhere."""
        driver = DayDriver()
        before = [(book.total_minor, sum(book.cells), len(book.bets)) for book in driver.state.books.values()]
        ticket = driver.sell("$2 ACROSS 3", "R2 $2 EX BOX 1,4,7", "LAK R1 $2 DD 1/2")
        event = driver.cancel(ticket)
        assert (600 + 1_200 + 200, "cancelled") == (event.total_minor, driver.state.tickets[ticket.ticket].state)
        after = [(book.total_minor, sum(book.cells), len(book.bets)) for book in driver.state.books.values()]
        assert before == after
        assert {0} == set(driver.state.balances.values())

    @pytest.mark.clause("PW-E2")
    def test_nobody_can_ask_for_one_bet(self):
        """A command that names one is no command."""
        bet = b'{"key":"k","by":{"id":"Tess","role":"teller"},"received_at":"2004-05-01T12:00:00Z","act":{"type":'
        bet += b'"tote.cancel_ticket/1","terminal":"T1","serial":1,"method":"serial"%s}}'
        assert 1 == TOTE.command_decoder.decode(bet % b"").act.serial
        with pytest.raises(msgspec.ValidationError, match="bet"):
            TOTE.command_decoder.decode(bet % b',"bet":0')

    @pytest.mark.clause("PW-E2", "PW-D2.2")
    def test_a_ticket_is_cancelled_once(self):
        """The second time it is refused, and gives nothing back."""
        driver = DayDriver()
        ticket = driver.sell("$2 WN 3")
        driver.cancel(ticket)
        refusal = driver.refused("teller", cancelling(ticket))
        assert ("PW-D2.2", "cancelled", 0) == (refusal.clause, refusal.values["state"], driver.balance("patrons"))


class TestByMachine:
    @pytest.mark.clause("PW-E3")
    @pytest.mark.parametrize("method", ["serial", "reader"])
    def test_the_original_is_stamped(self, method):
        """With "Cancel" and the number of the window that issued it."""
        driver = DayDriver()
        event = driver.cancel(driver.sell("$2 WN 3", terminal="T2"), method)
        assert (method, "CANCEL 20", "PW-E3", None) == (event.method, event.stamp, event.clause, event.witness)

    @pytest.mark.clause("PW-E3")
    def test_the_stamp_has_the_issuing_window(self):
        """Although the machine stands at another one by now."""
        driver = DayDriver()
        ticket = driver.sell("$2 WN 3")
        driver.do("supervisor", a.CloseTerminal(terminal="T1"))
        driver.do("supervisor", a.OpenTerminal(terminal="T1", window=12))
        assert "CANCEL 10" == driver.cancel(ticket).stamp

    @pytest.mark.clause("PW-E3")
    def test_the_reader_validates_the_ticket(self):
        """An altered code, another ticket or none at all is not cancelled."""
        driver = DayDriver()
        ticket, other = driver.sell("$2 WN 3"), driver.sell("$2 WN 4")
        altered = cancelling(ticket, "reader", check=other.check)
        swapped = cancelling(ticket, "reader", ticket=other.ticket, check=other.check)
        empty = cancelling(ticket, "reader", ticket=None, check=None)
        assert ["PW-D7b", "PW-E3", "PW-D2.2"] == [
            driver.refused("teller", act).clause for act in (altered, swapped, empty)
        ]

    @pytest.mark.clause("PW-E3", "PW-D2.2")
    def test_a_serial_number_that_was_not_issued(self):
        """By the terminal that is asked, whoever else issued it."""
        driver = DayDriver()
        driver.sell("$2 WN 3")
        for act in (
            a.CancelTicket(terminal="T2", serial=1, method=a.Method.SERIAL),
            cancelling(driver.sell("$2 WN 3"), serial=3),
        ):
            refusal = driver.refused("teller", act)
            assert ("PW-D2.2", act.serial) == (refusal.clause, refusal.values["serial"])


class TestByHand:
    @pytest.mark.clause("PW-E4")
    def test_teller_and_supervisor_sign(self):
        """By its sequence number, with the original marked; both stand in the record."""
        driver = DayDriver()
        event = driver.cancel(driver.sell("$2 WN 3"), "manual", is_marked=True, witness="supervisor")
        assert ("manual", 1, "Tess", "Sam", "PW-E4") == (
            event.method,
            event.serial,
            event.by,
            event.witness,
            event.clause,
        )

    @pytest.mark.clause("PW-E4")
    def test_the_original_is_marked_at_once(self):
        """Without the mark it is not cancelled, whoever signs."""
        driver = DayDriver()
        act = cancelling(driver.sell("$2 WN 3"), "manual")
        assert "PW-E4" == driver.refused("teller", act, witness="supervisor").clause

    @pytest.mark.clause("PW-E4")
    @pytest.mark.parametrize("witness", [None, "teller", "cashier", "auditor", "player"])
    def test_nobody_signs_for_the_supervisor(self, witness):
        """Nor does the teller sign twice; a manager may."""
        driver = DayDriver()
        act = cancelling(driver.sell("$2 WN 3"), "manual", is_marked=True)
        assert "PW-E4" == driver.refused("teller", act, witness=witness).clause
        assert "Mona" == driver.do("teller", act, witness="manager").witness

    @pytest.mark.clause("PW-E4", "PW-E1a", "PW-E1b", "PW-E1c")
    def test_the_conditions_hold_by_hand_too(self):
        """The large win bet, the closed pool and the fifth last serial number."""
        driver = DayDriver()
        large = driver.sell("$100 WN 3")
        tickets = [driver.sell("R2 $2 WN 3") for _ in range(5)]
        closed = driver.sell("LAK R1 $2 WN 8")
        driver.stop(1, "LAK")
        found = [
            driver.refused("teller", cancelling(one, "manual", is_marked=True), witness="supervisor").clause
            for one in (large, closed, tickets[0])
        ]
        assert ["PW-E1a", "PW-E1b", "PW-E1c"] == found
