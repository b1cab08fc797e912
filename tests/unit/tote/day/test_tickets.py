"""Tickets: their numbers, the code that shows an alteration, and what they are worth."""

from datetime import date

import msgspec
import pytest

from pitboss.tote.day.events import SoldBet
from pitboss.tote.day.game import TOTE
from pitboss.tote.day.tickets import TicketState, check_code, ticket_id
from tests.support.day_driver import DayDriver, small

BET = SoldBet("FVD", 1, "$2 WN 3", ("FVD-1-win",), ((4,),), 200, 1, 200)
PRINTED = ("20040501-AAAAAAAAAAAAAAAAAAAA", "T1", 1)


def test_a_number_names_its_day():
    """So that a ticket is looked for in the right stream."""
    assert "20040501-ABCDEFGHIJKLMNOPQRST" == ticket_id(date(2004, 5, 1), "ABCDEFGHIJKLMNOPQRST")


def test_a_code_is_six_letters():
    """The same for the same ticket, whenever it is asked for."""
    assert check_code(*PRINTED, [BET]) == check_code(*PRINTED, (BET,))
    assert 6 == len(check_code(*PRINTED, [BET]))


@pytest.mark.parametrize(
    "changed",
    [
        {"track": "LAK"},
        {"race": 2},
        {"bet": "$2 WN 4"},
        {"cost_minor": 400},
    ],
    ids=str,
)
def test_whatever_is_printed_of_a_bet_changes_the_code(changed):
    """Track, race, bet and amount."""
    assert check_code(*PRINTED, [BET]) != check_code(*PRINTED, [msgspec.structs.replace(BET, **changed)])


@pytest.mark.parametrize(
    "printed",
    [
        ("20040501-AAAAAAAAAAAAAAAAAAAB", "T1", 1),
        ("20040501-AAAAAAAAAAAAAAAAAAAA", "T2", 1),
        ("20040501-AAAAAAAAAAAAAAAAAAAA", "T1", 2),
    ],
)
def test_whatever_is_printed_of_a_ticket_changes_the_code(printed: tuple[str, str, int]):
    """Number, terminal and serial number; and a bet more."""
    assert check_code(*PRINTED, [BET]) != check_code(*printed, [BET])
    assert check_code(*PRINTED, [BET]) != check_code(*PRINTED, [BET, BET])


def test_a_ticket_has_each_of_its_pools_once():
    """In the order of its bets."""
    driver = DayDriver()
    sold = driver.sell("$2 ACROSS 3", "$2 WN 1", "R2 $2 WN 3")
    ticket = driver.state.tickets[sold.ticket]
    assert ("FVD-1-win", "FVD-1-place", "FVD-1-show", "FVD-2-win") == ticket.pools
    assert (TicketState.ISSUED, 0, 0) == (ticket.state, ticket.refund_minor, ticket.payout_minor)


def test_a_ticket_adds_up_what_its_pools_owe():
    """Refunds and wins apart; a pool that owes nothing is not listed."""
    driver = DayDriver()
    sold = driver.sell("$2 WN 3", "$2 WN 1", "$2 PL 6")
    driver.scratch("6")
    driver.official("3-1-2-4")
    ticket = driver.state.tickets[sold.ticket]
    assert {"FVD-1-win": (0, 320), "FVD-1-place": (200, 0)} == ticket.due
    assert (200, 320) == (ticket.refund_minor, ticket.payout_minor)


def test_a_ticket_is_recorded_as_it_was_sold():
    """Also the dearest one: $10,000,000,000.00 can be stored and read back."""
    ticket = DayDriver().sell("$10000000000 WN 3")
    assert ticket == TOTE.event_decoder.decode(msgspec.json.encode(ticket))


@pytest.mark.parametrize("bets", [["$10000000000 WN 3", "$2 WN 3"], ["$10000000000 P6 ALL/ALL/ALL/ALL/ALL/ALL"]])
def test_a_ticket_that_could_not_be_stored_is_not_sold(bets):
    """A dollar amount that the notation allows, times many combinations, is more than an account can hold."""
    refusal = DayDriver().unsold(*bets)
    assert "PW-B1" == refusal.clause
    assert refusal.values["total_minor"] > 10**12


def test_a_pool_that_could_not_be_counted_takes_no_more():
    """Up to its limit a bet is sold, past it none."""
    driver = DayDriver()
    driver.state.books["FVD-1-win"].total_minor = 2**50 - 200
    assert driver.sell("$2 WN 3")
    assert "FVD-1-win" == driver.unsold("$2 WN 3").values["pool"]


def test_a_day_holds_what_its_tickets_have_alike_once():
    """Equal bets, a book's share of them, and nothing due: all tickets of a day are kept in memory."""
    driver = DayDriver(small("win", 4))
    numbers = [driver.sell("$2 WN 3").ticket for _ in range(2)]
    first, second = (driver.state.tickets[number] for number in numbers)
    assert first.bets[0] is second.bets[0]
    assert first.bets is driver.state.books["FVD-1-win"].bets[numbers[0]]
    assert (True, False) == (first.due is second.paid, hasattr(first, "__dict__"))
    driver.official("3-1-2")
    assert first.due != {}
    driver.cash(next(one for one in driver.events if getattr(one, "ticket", "") == numbers[0]))
    assert first.due is second.paid
