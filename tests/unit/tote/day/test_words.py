"""A day's events in sentences, each with its clause."""

import pytest

from pitboss.tote.day import acts as a
from pitboss.tote.day.game import TOTE
from pitboss.tote.day.words import _WORDS, in_words, order_in_words
from tests.support.day_driver import FVD, DayDriver, cancelling, order_of, pool, race, runners, small, when

ENTRY = {**FVD, "races": [race(1, "13:00", runners(4, x1A="1"))], "pools": [pool("win", 1, takeout="0")]}


def told(driver, event):
    """Return one event in words."""
    return in_words(driver.state, event)


def last(driver):
    """Return what happened last, in words."""
    return told(driver, driver.events[-1])


def test_every_event_has_words():
    """Nothing that happens is left out."""
    assert set(TOTE.events) == set(_WORDS)


def test_the_house():
    """Cards, terminals, displays and the halt."""
    driver = DayDriver(small("win", 4))
    driver.sell("$2 WN 3")
    driver.do("supervisor", a.CloseTerminal(terminal="T1"))
    assert "Terminal T1 is out of work after 1 ticket, with $2.00 in its drawer. [PW-A9]" == last(driver)
    assert "The card of Fox Valley Downs (FVD) is open: 1 race, 1 pool. [PW-C]" == told(driver, driver.events[0])
    assert "Terminal T3 (self-service) is at work at window 30. [PW-A9]" == told(driver, driver.events[3])
    driver.do("supervisor", a.HaltCashing(reason="The board is dark.", announcement="Please wait."))
    assert 'Cashing is halted: The board is dark. Announced: "Please wait." [PW-D6]' == last(driver)
    driver.do("supervisor", a.ResumeCashing(note="it shines"))
    assert "Cashing goes on: it shines [PW-D6]" == last(driver)


def test_a_race():
    """From its post time to the price."""
    driver = DayDriver(ENTRY)
    driver.sell("$2 WN 3")
    driver.do("track", a.MovePostTime(track="FVD", race=1, post_time=when("13:05")))
    assert "The post time of race 1 of FVD is 2004-05-01T13:05:00-05:00. [PW-B3]" == last(driver)
    driver.scratch("1A")
    assert last(driver).startswith("Runner 1A of race 1 of FVD is scratched. Its entry still has a runner,")
    driver.scratch("4", out=a.Out.NON_STARTER)
    assert "Runner 4 of race 1 of FVD is a non-starter. [PW-F1a]" == last(driver)
    driver.stop()
    assert "Betting on race 1 of FVD has stopped. FVD-1-win $2.00. [PW-B3]" == last(driver)
    driver.do("track", a.CallInquiry(track="FVD", race=1, reason="a bump"))
    assert "Inquiry into race 1 of FVD: a bump [PW-D3]" == last(driver)
    driver.do("track", a.EndInquiry(track="FVD", race=1, ruling="it stands"))
    assert "The inquiry into race 1 of FVD is over: it stands [PW-D3]" == last(driver)
    driver.official("3-1=2")
    assert "Posted for race 1 of FVD, not official: 3, 1 = 2. [PW-D3]" == told(driver, driver.events[-3])
    assert "OFFICIAL, race 1 of FVD: 3, 1 = 2. [PW-D5]" == told(driver, driver.events[-2])
    assert "FVD-1-win for $2: 3 pays $2.10. Minus pool: $0.10. [PW-D3]" == last(driver)


def test_a_result_from_the_signal():
    """With who read it, before whom, and why."""
    driver = DayDriver(small("win", 4))
    driver.stop()
    act = a.PostResult(track="FVD", race=1, order=order_of("3"), source=a.Source.SIGNAL, reason="no relay")
    driver.do("supervisor", act, witness="manager")
    assert last(driver).endswith("3. Read from the signal by Sam before Mona: no relay [PW-D4]")


@pytest.mark.parametrize(
    ("cause", "said", "clause"),
    [
        ("cancelled", "cancelled", "PW-F1b"),
        ("no_race", "declared no race", "PW-F1b"),
        ("breakdown", "declared no race after a breakdown", "PW-F1c"),
    ],
)
def test_a_race_without_a_result(cause, said, clause):
    """Why it has none, and that its pools are refunded."""
    driver = DayDriver(small("win", 4))
    driver.sell("$2 WN 3")
    cancelled, settled = driver.cancel_race(cause=cause)
    assert f"Race 1 of FVD is {said}: the rails are down [{clause}]" == told(driver, cancelled)
    assert f"FVD-1-win is refunded (race cancelled). $2.00 is refunded. [{clause}]" == told(driver, settled)


def test_an_empty_pool():
    """Nobody bet in it."""
    driver = DayDriver(small("win", 4))
    driver.official("3-1-2")
    assert "FVD-1-win is empty. [PW-D3]" == last(driver)


def test_a_pool_with_refunds_and_a_carryover():
    """What was refunded and what waits for another day is said beside the price."""
    driver = DayDriver(small("pick6", *[4] * 6, config={"pickn_early_scratch": "refund"}))
    driver.sell("$2 P6 1/1/1/1/1/1")
    driver.sell("$2 P6 2/2/2/2/2/4")
    driver.scratch("4", 6)
    for number in range(1, 7):
        driver.official("1-2-3" if number > 1 else "2-1-3", number)
    assert (
        "FVD-1-pick6 for $2: 5 of 6 pays $2.10. Refunded: $2.00. Carried over: $1.50. Minus pool: $1.60. [PW-D3]"
        == last(driver)
    )


def test_totals_that_differ_and_agree():
    """What each way of counting came to."""
    driver = DayDriver(small("win", 4))
    driver.sell("$2 WN 3")
    driver.stop()
    for total, words in (
        (199, "tape counts $1.99 in FVD-1-win, not $2.00."),
        (200, "$2.00 in FVD-1-win, as the book has it."),
    ):
        driver.do("track", a.RecordCount(pool="FVD-1-win", total_minor=total, counted_by="tape"))
        assert words in last(driver)
    driver.do("track", a.RecordCount(pool="FVD-1-win", total_minor=1, counted_by="tape"))
    driver.post("3-1-2")
    driver.declare()
    assert last(driver).startswith("The prices of FVD-1-win are held: its totals differ (account $2.00,")
    assert "second count $0.01" in last(driver)


def test_a_display_that_was_wrong():
    """What it showed, and what is right."""
    driver = DayDriver(small("win", 4))
    driver.sell("$2 WN 3")
    driver.official("3-1-2")
    driver.do("supervisor", a.CorrectDisplay(pool="FVD-1-win", combo="3", posted_minor=2_100))
    expected = "A display showed $21.00 for 3 in FVD-1-win; it is $2.10, and only that is paid. [PW-D6]"
    assert expected == last(driver)


def test_a_corrected_result_says_which_payoffs_stay():
    """Those of a pool in which the same runner wins."""
    driver = DayDriver(small("win", 4))
    driver.sell("$2 WN 3")
    driver.stop()
    signal = a.PostResult(track="FVD", race=1, order=order_of("3-1-2"), source=a.Source.SIGNAL, reason="no relay")
    driver.do("supervisor", signal, witness="other supervisor")
    read = a.EnterPayoffs(pool="FVD-1-win", payoffs=(a.Payoff("3", 440),), reason="no relay")
    driver.do("supervisor", read, witness="other supervisor")
    driver.declare()
    act = a.CorrectResult(track="FVD", race=1, order=order_of("3-1-4"), evidence="Tape 4")
    driver.do("manager", act, witness="third supervisor")
    assert " What was read of FVD-1-win from the signal is paid as before. Evidence: Tape 4 [PW-D5]" in last(driver)


def test_a_ticket_is_told_as_it_is_printed():
    """Line by line, below a sentence."""
    driver = DayDriver(small("win", 4))
    ticket = driver.sell("$2 WN 3")
    lines = last(driver).split("\n")
    assert ("Sold at terminal T1: [PW-B1]", f"    {ticket.ticket}  check {ticket.check}") == (lines[0], lines[5])
    driver.do("teller", a.ReportUndelivered(terminal="T1", serial=1, cause=a.Cause.LOCK_UP))
    assert "Serial 1 of T1 did not reach its buyer (lock-up); it gives no claim. [PW-B4]" == last(driver)


def test_a_cancelled_ticket():
    """By the machine, or by hand with both names."""
    driver = DayDriver(small("win", 4))
    driver.cancel(driver.sell("$2 WN 3"), "reader")
    assert "Serial 1 is cancelled by reader: $2.00 back, stamped CANCEL 10. [PW-E3]" == last(driver)
    driver.do("teller", cancelling(driver.sell("$2 WN 3"), "manual", is_marked=True), witness="supervisor")
    assert "Serial 2 is cancelled by hand, signed by Tess and Sam: $2.00 back" in last(driver)


def test_tickets_that_are_paid():
    """Pool by pool what was won and what was refunded."""
    driver = DayDriver()
    both, out = driver.sell("$2 EX BOX 1,3,6"), driver.sell("$2 WN 6")
    driver.scratch("6")
    driver.official("3-1-2-4")
    driver.refund(out)
    assert f"Ticket {out.ticket} is refunded: $2.00. [PW-F3]" == last(driver)
    driver.cash(both)
    words = f"Ticket {both.ticket} is cashed for $11.20 (FVD-1-exacta: $3.20 won and $8.00 refunded). [PW-D2]"
    assert words == last(driver)


def test_an_exchange_and_the_end():
    """Which selections for how much; then the outs, what is carried over, and what was never claimed."""
    driver = DayDriver(small("twin_trifecta", 4, 4))
    ticket = driver.sell("$2 TT 1/2/3")
    driver.official("1-2-3")
    driver.exchange(ticket, "2-1-3")
    first, *lines = last(driver).splitlines()
    assert f"Ticket {ticket.ticket} is exchanged in FVD-1-twin_trifecta: [PW-C9]" == first
    assert "    FVD race 2: $2.00 TT second half 2/1/3" in lines
    driver.official("1-2-3", 2)
    driver.do("manager", a.CloseDay())
    expected = "The day's racing is over: 1 ticket worth $2.10 to be cashed before 2004-07-30."
    assert f"{expected} Carried over in FVD-twin_trifecta: $1.00. [PW-D1]" == last(driver)
    driver.at("06:00", 30, 7).do("manager", a.ExpireTickets())
    assert "1 ticket expired; $2.10 was never claimed. [PW-D1]" == last(driver)


def test_an_order_that_was_posted_out_of_order():
    """Places are written from the first."""
    assert "4, 1 = 2, 3" == order_in_words(reversed(order_of("4-2=1-3")))
