"""Cashing tickets (PW-D1, PW-D2, PW-D2.2, PW-D7, Q38): when, who verifies, and what is never paid."""

from datetime import UTC

import pytest

from pitboss.tote.day import acts as a
from pitboss.tote.day.tickets import TicketState
from tests.support.day_driver import DayDriver, cancelling, cashing, refunding, small

UNISSUED = "20040501-" + "Z" * 20


def raced(*bets, card=None):
    """Return a day on which 3 won the first race of four, and the tickets that were sold on it."""
    driver = DayDriver(card or small("win", 4))
    tickets = [driver.sell(bet) for bet in bets]
    driver.official("3-1-2")
    return driver, *tickets


class TestWhen:
    @pytest.mark.clause("PW-D1")
    def test_nothing_is_cashed_before_official(self):
        """Not while the race is open, closed or posted; as soon as it is official it is."""
        driver = DayDriver(small("win", 4))
        ticket = driver.sell("$2 WN 3")
        for step in (lambda: None, driver.stop, lambda: driver.post("3-1-2")):
            step()
            assert "PW-D1" == driver.refused("cashier", cashing(ticket)).clause
        driver.declare()
        assert 210 == driver.cash(ticket).total_minor

    @pytest.mark.clause("PW-D1", "Q83")
    def test_what_is_decided_is_paid(self):
        """A winner of race 1 does not wait for its bet on race 2, and is paid for that one later, each once."""
        driver = DayDriver()
        ticket = driver.sell("$2 WN 3", "R2 $2 WN 5", "LAK R1 $2 WN 8")
        driver.official("3-1-2-4")
        first = driver.cash(ticket)
        assert (("FVD-1-win",), 210, True) == (first.pool, first.total_minor, first.is_partial)
        refusal = driver.refused("cashier", cashing(ticket))
        assert ("PW-D1", "FVD-2-win") == (refusal.clause, refusal.values["pool"])
        driver.official("5-1-2-4", 2)
        driver.official("8-1-2-4", 1, "LAK")
        last = driver.cash(ticket)
        assert (("FVD-2-win", "LAK-1-win"), 420, False) == (last.pool, last.total_minor, last.is_partial)
        assert ("PW-D2.2", 0) == (driver.refused("cashier", cashing(ticket)).clause, driver.balance("outs"))

    @pytest.mark.clause("PW-D1", "PW-D2.2", "Q83")
    def test_a_loser_of_the_later_race_keeps_what_it_was_paid(self):
        """And is told that it was paid."""
        driver = DayDriver()
        ticket = driver.sell("$2 WN 3", "R2 $2 WN 5")
        driver.sell("R2 $2 WN 1")
        driver.official("3-1-2-4")
        driver.cash(ticket)
        driver.official("1-2-3-4", 2)
        refusal = driver.refused("cashier", cashing(ticket))
        assert ("PW-D2.2", "cashed") == (refusal.clause, refusal.values["state"])

    @pytest.mark.clause("PW-D1", "PW-D6", "Q83")
    def test_held_prices_of_one_pool_hold_no_other(self):
        """The win pool was counted to something else; the place pool is paid meanwhile."""
        driver = DayDriver()
        ticket = driver.sell("$2 WN 3", "$2 PL 3")
        driver.stop()
        driver.do("supervisor", a.RecordCount(pool="FVD-1-win", total_minor=1, counted_by="tape"))
        driver.official("3-1-2-4")
        assert ("FVD-1-place",) == driver.cash(ticket).pool
        assert "PW-D6" == driver.refused("cashier", cashing(ticket)).clause

    @pytest.mark.clause("PW-D1", "PW-F1b", "Q83")
    def test_a_refund_after_a_payment_is_paid_as_one(self):
        """Race 2 is called off after the winner of race 1 was paid: the rest of the ticket is refunded."""
        driver = DayDriver()
        ticket = driver.sell("$2 WN 3", "R2 $2 WN 5")
        driver.official("3-1-2-4")
        assert "PW-F1a" == driver.refused("cashier", refunding(ticket)).clause
        driver.cash(ticket)
        driver.cancel_race(2)
        assert 200 == driver.refund(ticket).total_minor
        assert "refunded" == driver.refused("cashier", cashing(ticket)).values["state"]

    @pytest.mark.clause("PW-D2.2", "PW-F3", "Q83")
    def test_a_paid_winner_with_a_refund_left_is_told_so(self):
        """It won and was paid; the race of its other bet is called off, and only that is left."""
        driver = DayDriver()
        ticket = driver.sell("$2 WN 3", "R2 $2 WN 1")
        driver.official("3-1-2")
        driver.cash(ticket)
        driver.cancel_race(2)
        refusal = driver.refused("cashier", cashing(ticket))
        assert ("PW-D2.2", 200) == (refusal.clause, refusal.values["refund_minor"])
        assert "was paid already what it won; $2.00 is refunded on it" in refusal.reason
        assert 200 == driver.refund(ticket).total_minor

    @pytest.mark.clause("PW-D1", "Q38")
    def test_the_last_day_is_the_one_before_the_expiration_date(self):
        """Tickets of May 1st expire after 90 days, on July 30th: until six that morning it is in time, then not."""
        driver, ticket, other = raced("$2 WN 3", "$2 WN 3")
        assert "2004-07-30" == ticket.expires_on.isoformat()
        assert 210 == driver.at("05:59:59", 30, 7).cash(ticket).total_minor
        refusal = driver.at("06:00:00", 30, 7).refused("cashier", cashing(other))
        assert ("PW-D1", "2004-07-30") == (refusal.clause, refusal.values["expires_on"])

    @pytest.mark.clause("PW-D1", "Q38")
    def test_the_house_sets_how_long_tickets_are_good(self):
        """With one day they are good on the day itself, until it ends."""
        driver = DayDriver(small("win", 4), expires_after_days=1)
        ticket, other = driver.sell("$2 WN 3"), driver.sell("$2 WN 3")
        driver.official("3-1-2")
        assert driver.at("05:59:59", 2).cash(ticket)
        assert "PW-D1" == driver.at("06:00:00", 2).refused("cashier", cashing(other)).clause

    @pytest.mark.clause("PW-D1", "Q38")
    def test_an_instant_is_one_instant_in_every_zone(self):
        """Half past eleven at night by the facility's clock is the next day by Greenwich's, and still in time."""
        driver, ticket = raced("$2 WN 3")
        driver.at("23:30:00", 29, 7)
        driver.now = driver.now.astimezone(UTC)
        assert 210 == driver.cash(ticket).total_minor

    @pytest.mark.clause("PW-D1")
    def test_the_day_ends_when_every_race_is_over(self):
        """Then nothing is sold any more, what nobody has cashed stands in the outs, and it is still cashed."""
        driver = DayDriver(small("double", 4, 4))
        ticket = driver.sell("$2 DD 3/3")
        driver.official("3-1-2")
        assert ("PW-D1", 2) == ((refusal := driver.refused("manager", a.CloseDay())).clause, refusal.values["race"])
        driver.official("3-1-2", 2)
        closed = driver.do("manager", a.CloseDay())
        assert (1, 210, "2004-07-30") == (closed.tickets, closed.outs_minor, closed.expires_on.isoformat())
        assert "PW-D1" == driver.refused("manager", a.CloseDay()).clause
        assert "PW-B3" == driver.unsold("$2 DD 1/1").clause
        assert 210 == driver.cash(ticket).total_minor

    @pytest.mark.clause("PW-D1", "Q38")
    def test_the_outs_are_written_off_on_the_expiration_date(self):
        """Not a day before; then they are unclaimed, and no ticket is worth anything."""
        driver, ticket, _ = raced("$2 WN 3", "$2 WN 1")
        assert "PW-D1" == driver.refused("manager", a.ExpireTickets()).clause
        driver.do("manager", a.CloseDay())
        refusal = driver.at("05:59:59", 30, 7).refused("manager", a.ExpireTickets())
        assert ("PW-D1", "2004-07-30") == (refusal.clause, refusal.values["expires_on"])
        expired = driver.do("manager", a.ExpireTickets())
        assert (1, 400, 0, 400) == (
            expired.tickets,
            expired.unclaimed_minor,
            driver.balance("outs"),
            driver.balance("unclaimed"),
        )
        assert {TicketState.EXPIRED} == {one.state for one in driver.state.tickets.values()}
        assert "PW-D1" == driver.refused("manager", a.ExpireTickets()).clause
        assert "PW-D1" == driver.refused("cashier", cashing(ticket)).clause

    @pytest.mark.clause("PW-D1")
    def test_nothing_is_written_off_before_the_day_is_over(self):
        """Although the date has come: what is owed is not known while a race is open."""
        driver = DayDriver(small("win", 4))
        driver.sell("$2 WN 3")
        refusal = driver.at("12:00", 30, 7).refused("manager", a.ExpireTickets())
        assert ("PW-D1", "the day's racing is not over") == (refusal.clause, refusal.reason)


class TestVerified:
    @pytest.mark.clause("PW-D2", "PW-A2")
    @pytest.mark.parametrize(("who", "terminal"), [("cashier", "T1"), ("teller", "T2"), ("machine", "T3")])
    def test_a_cashier_or_a_machine_verifies(self, who, terminal):
        """The payment names who did, and where."""
        driver, ticket = raced("$2 WN 3")
        event = driver.cash(ticket, who=who, terminal=terminal)
        assert (terminal, 210) == (event.terminal, event.total_minor)
        assert [("outs", "patrons", 210)] == [(move.source, move.target, move.amount_minor) for move in event.moves]

    @pytest.mark.clause("PW-D2")
    def test_a_large_payment_is_verified_twice(self):
        """$600.00 is paid alone; over it a supervisor verifies the ticket too, who is somebody else."""
        driver, ticket, _ = raced("$2 WN 3", "$598 WN 1")
        assert 60_000 == driver.cash(ticket).total_minor
        driver, ticket, _ = raced("$2 WN 3", "$599 WN 1")
        for witness in (None, "teller", "cashier", "auditor"):
            assert "PW-D2" == driver.refused("cashier", cashing(ticket), witness=witness).clause
        assert (60_100, "Sam") == ((event := driver.cash(ticket, witness="supervisor")).total_minor, event.witness)


class TestNeverPaid:
    @pytest.mark.clause("PW-D2.2")
    def test_a_paid_ticket(self):
        """Once and never again, at no window."""
        driver, ticket = raced("$2 WN 3")
        driver.cash(ticket)
        for terminal in ("T1", "T2"):
            refusal = driver.refused("cashier", cashing(ticket, terminal=terminal))
            assert ("PW-D2.2", "cashed") == (refusal.clause, refusal.values["state"])
        assert 0 == driver.balance("outs")

    @pytest.mark.clause("PW-D2.2", "PW-A1")
    def test_a_cancelled_ticket(self):
        """Its bets left their pools, so that nothing can be due."""
        driver = DayDriver(small("win", 4))
        ticket = driver.sell("$2 WN 3")
        driver.cancel(ticket)
        driver.official("3-1-2")
        refusal = driver.refused("cashier", cashing(ticket))
        assert ("PW-D2.2", "cancelled") == (refusal.clause, refusal.values["state"])

    @pytest.mark.clause("PW-D2.2", "PW-A6")
    def test_a_refunded_ticket(self):
        """Its price was given back."""
        driver = DayDriver(small("win", 4))
        ticket = driver.sell("$2 WN 4")
        driver.scratch("4")
        driver.refund(ticket)
        driver.official("3-1-2")
        refusal = driver.refused("cashier", cashing(ticket))
        assert ("PW-D2.2", "refunded") == (refusal.clause, refusal.values["state"])

    @pytest.mark.clause("PW-D2.2", "PW-B4")
    def test_a_losing_ticket(self):
        """Its runner came second."""
        driver, _, losing = raced("$2 WN 3", "$2 WN 1")
        refusal = driver.refused("cashier", cashing(losing))
        assert ("PW-D2.2", 0) == (refusal.clause, refusal.values["refund_minor"])

    @pytest.mark.clause("PW-D2.2")
    def test_an_unissued_ticket(self):
        """Nobody sold it, whatever it says."""
        driver, ticket = raced("$2 WN 3")
        refusal = driver.refused("cashier", cashing(ticket, ticket=UNISSUED))
        assert ("PW-D2.2", False) == (refusal.clause, refusal.values["is_issued"])

    @pytest.mark.clause("PW-D2.2")
    def test_a_cashed_ticket_is_not_given_back_either(self):
        """Neither cancelled nor refunded: a ticket only goes forward."""
        driver, ticket = raced("$2 WN 3")
        driver.cash(ticket)
        assert "cashed" == driver.refused("teller", cancelling(ticket)).values["state"]
        assert "cashed" == driver.refused("cashier", refunding(ticket)).values["state"]


class TestIdentified:
    @pytest.mark.clause("PW-D7a")
    def test_a_lost_ticket_gives_no_claim(self):
        """Nothing is cashed without the ticket: there is no act that names a buyer, a bet or a serial number."""
        assert {"terminal", "ticket", "check"} == set(a.CashTicket.__struct_fields__)
        assert {"terminal", "ticket", "check", "processed_as"} == set(a.RefundTicket.__struct_fields__)
        driver, ticket = raced("$2 WN 3")
        assert "PW-D7b" == driver.refused("cashier", cashing(ticket, check="AAAAAA")).clause

    @pytest.mark.clause("PW-D7a")
    def test_what_the_loser_still_knows_pays_nothing(self):
        """The number without the code, or the serial number in its place: the winner stays in the outs, and expires."""
        driver, ticket, _ = raced("$2 WN 3", "$2 WN 1")
        for known in (cashing(ticket, check="AAAAAA"), cashing(ticket, ticket=f"20040501-{'A' * 19}B")):
            assert driver.refused("cashier", known, witness="supervisor").clause in ("PW-D7b", "PW-D2.2")
        assert (400, 400) == (driver.balance("outs"), driver.state.tickets[ticket.ticket].payout_minor)
        driver.do("manager", a.CloseDay())
        driver.at("06:00:00", 30, 7).do("manager", a.ExpireTickets())
        assert 400 == driver.balance("unclaimed")

    @pytest.mark.clause("PW-D7a")
    def test_who_brings_the_ticket_is_paid(self):
        """Whoever found it: the record names the ticket and no buyer, and for the loser nothing is left."""
        driver, ticket = raced("$2 WN 3", "$2 WN 1")[:2]
        [cashed] = driver.answer("cashier", cashing(ticket)).events
        assert (ticket.ticket, 400, (400,)) == (cashed.ticket, cashed.total_minor, cashed.payout_minor)
        assert ("cashed", 0) == (driver.refused("cashier", cashing(ticket)).values["state"], driver.balance("outs"))

    @pytest.mark.clause("PW-D7b")
    def test_an_altered_check_code(self):
        """One letter is enough."""
        driver, ticket = raced("$2 WN 3")
        other = ("B" if ticket.check[0] == "A" else "A") + ticket.check[1:]
        for act in (cashing(ticket, check=other), refunding(ticket, check=other)):
            refusal = driver.refused("cashier", act)
            assert ("PW-D7b", other) == (refusal.clause, refusal.values["check"])

    @pytest.mark.clause("PW-D7b")
    def test_another_tickets_code_is_not_its_own(self):
        """A losing ticket with the number of a winner has the wrong code."""
        driver, winner, loser = raced("$2 WN 3", "$2 WN 1")
        assert "PW-D7b" == driver.refused("cashier", cashing(winner, check=loser.check)).clause

    @pytest.mark.clause("PW-D7b")
    def test_what_cannot_be_read_is_no_ticket(self):
        """A number or code with letters missing is not even presented."""
        driver, ticket = raced("$2 WN 3")
        for act in (cashing(ticket, ticket=ticket.ticket[:-1]), cashing(ticket, check=ticket.check[:-1])):
            assert "not a command" in driver.refused("cashier", act).reason
