"""What can be done with a ticket, in every state that it may be in: found by asking the rules, told in a sentence."""

import pytest

from pitboss.decider import Person, Role
from pitboss.tote.day import acts as a
from pitboss.tote.day.worth import second_half, worth
from tests.support.day_driver import FVD, PEOPLE, DayDriver, small

TELLER = PEOPLE["teller"]


@pytest.fixture
def day():
    """A day of one track."""
    return DayDriver(FVD)


def found(day, sold):
    """Return what can be done with a ticket now, for whoever holds it."""
    return worth(day.state, sold.ticket, day.now)


@pytest.fixture
def twin():
    """A day with a twin trifecta whose first half one ticket won and another lost."""
    day = DayDriver(small("twin_trifecta", 4, 5, minimum=200))
    sold = day.sell("$2 TT 1/2/3")
    other = day.sell("$2 TT 2/1/3")
    day.official("1-2-3-4")
    return day, sold, other


def test_a_first_half_is_paid_and_the_rest_kept(twin):
    """It is worth what the first half pays, and the sentence says that the rest is not decided."""
    day, sold, other = twin
    told = found(day, sold)
    assert ("cash", True) == (told.does, told.amount_minor > 0)
    assert told.told.endswith("before 2004-07-30. The rest of it is not decided yet: keep it.")
    assert "Race 2 of FVD is not official yet." == found(day, other).told


def test_a_first_half_is_exchanged_until_the_second_race_is_off(twin):
    """At a window, by a teller, once; not the ticket that lost, and not after the start."""
    day, sold, other = twin
    half = second_half(day.state, sold.ticket, day.now, TELLER, "T1")
    assert half is not None
    assert ("FVD-1-twin_trifecta", 2, [200], 5) == (half.pool, half.race, half.stakes_minor, len(half.runners))
    nobody = [
        second_half(day.state, other.ticket, day.now, TELLER, "T1"),
        second_half(day.state, sold.ticket, day.now, PEOPLE["cashier"], "T1"),
        second_half(day.state, sold.ticket, day.now, TELLER, "T9"),
    ]
    day.exchange(sold, "4-1-5")
    nobody.append(second_half(day.state, sold.ticket, day.now, TELLER, "T1"))
    day.scratch("5", 2)
    again = second_half(day.state, sold.ticket, day.now, TELLER, None)
    assert (True, [None] * 4) == (again is not None, nobody)
    assert ["5"] == [runner.no for runner in (again.runners if again else ()) if runner.is_out]
    day.stop(2)
    assert None is second_half(day.state, sold.ticket, day.now, TELLER, "T1")


def test_a_second_race_without_three_runners_takes_no_exchange(twin):
    """Nobody can name three."""
    day, sold, _ = twin
    for runner in ("3", "4", "5"):
        day.scratch(runner, 2)
    assert None is second_half(day.state, sold.ticket, day.now, TELLER, "T1")


def test_while_cashing_is_halted_winners_wait_and_refunds_go_on(day):
    """The reason is told as the house gave it; a scratched runner's bet is handed back all the same."""
    won, lame = day.sell("$2 WN 3"), day.sell("$2 WN 4")
    day.scratch("4")
    day.official("3-2-1")
    day.do("supervisor", a.HaltCashing(reason="a wrong display", announcement="Please wait"))
    assert (None, "Cashing is halted: a wrong display.") == (found(day, won).does, found(day, won).told)
    assert ("refund", "$2.00 is given back on it, at any window before 2004-07-30.") == (
        found(day, lame).does,
        found(day, lame).told,
    )


def test_held_prices_say_so(day):
    """The ticket waits until the totals of its pool agree."""
    sold = day.sell("$2 WN 3")
    day.stop()
    day.do("supervisor", a.RecordCount(pool="FVD-1-win", total_minor=1, counted_by="Ada"))
    day.official("3-2-1")
    assert (None, "The prices of FVD-1-win are held until its totals agree.") == (
        found(day, sold).does,
        found(day, sold).told,
    )


def test_an_expired_and_an_undelivered_ticket_are_worth_nothing(day):
    """Both say why, without the number."""
    late, lost = day.sell("$2 WN 3"), day.sell("$2 WN 3")
    day.do("teller", a.ReportUndelivered(terminal="T1", serial=lost.serial, cause=a.Cause.PRINTER))
    day.official("3-2-1")
    assert "It was not delivered, and nobody has a claim on it." == found(day, lost).told
    day.at("12:00", day=30, month=7)
    assert "It expired: it was payable before 2004-07-30." == found(day, late).told


def test_without_an_open_window_nothing_can_be_done(day):
    """The ticket is good all the same, and the sentence says until when."""
    sold = day.sell("$2 WN 3")
    for name in ("T1", "T2", "T3", "T4"):
        day.do("supervisor", a.CloseTerminal(terminal=name))
    assert "The windows are closed now. It is good until 2004-07-30." == found(day, sold).told


def test_a_machine_is_never_offered_what_takes_two(day):
    """A large payment is for a window, with a second person."""
    sold = day.sell("$2000 WN 3")
    day.sell("$5000 WN 2")
    day.official("3-2-1")
    here = worth(day.state, sold.ticket, day.now, Person("T3", Role.DEVICE), "T3")
    there = worth(day.state, sold.ticket, day.now, PEOPLE["cashier"], "T1")
    assert ((None, False), ("cash", True)) == ((here.does, here.needs_second), (there.does, there.needs_second))
