"""What a day becomes by its events: replay, money, scratches early and late, states that only go forward."""

import msgspec
import pytest

from pitboss.floor.writer.snapshots import frozen, thawed
from pitboss.tote.day import acts as a
from pitboss.tote.day.evolve import _EVOLVE, evolve
from pitboss.tote.day.game import TOTE
from pitboss.tote.day.state import Phase
from tests.support.day_driver import DayDriver, refunding, small
from tests.support.weight import weight


def afternoon():
    """Return a day on which most things happened."""
    driver = DayDriver()
    tickets = [driver.sell("$2 ACROSS 3", "$2 DD 3/4"), driver.sell("$2 WN 6"), driver.sell("R2 $2 TT 1/2/3")]
    driver.cancel(driver.sell("$2 EX BOX 1,2,3"))
    driver.scratch("6")
    driver.refund(tickets[1])
    driver.official("3-1-2-4")
    driver.official("1-2-3-4", 2)
    driver.exchange(tickets[2], "2-1-3")
    driver.cancel_race(3)
    return driver


def replayed(driver):
    """Return the day as its events make it, each read back by itself."""
    state = TOTE.new_state(driver.config)
    for event in driver.events:
        state = evolve(state, TOTE.event_decoder.decode(msgspec.json.encode(event)))
    return state


def test_every_event_evolves():
    """And nothing else does."""
    assert set(TOTE.events) == set(_EVOLVE)


def test_replaying_the_events_gives_the_same_day():
    """Read back from their bytes, as a journal would."""
    driver = afternoon()
    assert driver.state == replayed(driver)


def test_what_tickets_have_in_common_is_held_once():
    """Names of tracks and pools, and the rows of bets: with its own, a bet would take more than twice as much."""
    driver = DayDriver()
    for bet in ("$2 WN 3", "$2 WN 3", "$4 WN 3"):
        driver.sell(bet)
    state = replayed(driver)
    first, same, other = (bet for ticket in state.tickets.values() for bet in ticket.bets)
    assert first is same
    assert (first.track, first.pools, first.rows) == (other.track, other.pools, other.rows)
    assert all(one is two for one, two in ((first.track, other.track), (first.pools, other.pools)))
    assert first.rows is other.rows


def test_a_day_that_was_read_back_is_no_heavier():
    """After a restart tickets share what they shared before: a snapshot has everything as often as it stands there."""
    driver = DayDriver()
    for number in range(1_000):
        driver.sell(("$2 WN 3", "$2 PL 4", "$2 EX 3/4")[number % 3])
    state = replayed(driver)
    again = thawed(frozen(state, 0), TOTE.new_state(driver.config), TOTE.event_decoder.decode).state
    assert state == again
    assert weight(again) < 1.1 * weight(state)
    assert 3 == len({id(bet) for ticket in again.tickets.values() for bet in ticket.bets})
    for book in again.books.values():
        assert all(again.tickets[name].bets is bets for name, bets in book.bets.items())


def test_money_is_neither_made_nor_lost():
    """All accounts together hold nothing, and a settled pool holds nothing by itself."""
    driver = afternoon()
    assert 0 == sum(driver.state.balances.values())
    settled = [name for name, book in driver.state.books.items() if book.settled is not None]
    assert {0} == {driver.balance(f"pool:{name}") for name in settled}


def test_a_drawer_holds_what_it_took_less_what_it_gave():
    """Each terminal by itself."""
    driver = DayDriver(small("win", 4))
    ticket = driver.sell("$2 WN 3")
    driver.sell("$4 WN 1", terminal="T2")
    driver.official("3-1-2")
    driver.cash(ticket, terminal="T2")
    assert [200, 400 - 600] == [driver.state.terminals[name].cash_minor for name in ("T1", "T2")]
    driver.do("supervisor", a.CloseTerminal(terminal="T2"))
    assert -200 == driver.events[-1].cash_minor


def test_a_scratch_is_early_or_late_by_each_pools_first_race():
    """With race 1 closed and race 2 open a scratch in race 3 is late for a pick three and early for a double."""
    driver = DayDriver()
    driver.stop()
    driver.scratch("8", 3)
    leg = driver.state.races["FVD", 3]
    assert (0, 1 << 7) == (leg.as_leg(1, None).scratched_early, leg.as_leg(1, None).scratched_late)
    assert (1 << 7, 0) == (leg.as_leg(2, None).scratched_early, leg.as_leg(2, None).scratched_late)


def test_an_entry_is_late_when_its_last_runner_is():
    """One half went early, the other late."""
    driver = DayDriver()
    driver.scratch("6A", 4)
    driver.scratch("6B", 4)
    driver.stop()
    driver.scratch("6", 4)
    leg = driver.state.races["FVD", 4].as_leg(1, None)
    assert (0, 1 << 5) == (leg.scratched_early, leg.scratched_late)


def test_a_cancelled_race_is_early_or_late_too():
    """By whether the pool's first race was closed."""
    driver = DayDriver()
    driver.stop()
    driver.cancel_race(2)
    leg = driver.state.races["FVD", 2]
    assert ("late", "early") == (leg.as_leg(1, None).cancelled, leg.as_leg(3, None).cancelled)


def test_a_cancelled_race_forgets_its_order_and_its_inquiry():
    """Nothing is left to be official."""
    driver = DayDriver(small("win", 4))
    driver.post("3-1-2")
    driver.do("track", a.CallInquiry(track="FVD", race=1, reason="a bump"))
    driver.cancel_race()
    race = driver.state.races["FVD", 1]
    assert (Phase.CANCELLED, (), None) == (race.phase, race.order, race.inquiry)


def test_the_favourite_is_the_one_with_most_money_that_stands():
    """Of equals the lowest number, and a scratched one is none."""
    driver = DayDriver(small("win", 4))
    assert 0 == driver.state.favorite("FVD", 1)
    for bet in ("$2 WN 2", "$2 WN 3", "$6 WN 4"):
        driver.sell(bet)
    assert 3 == driver.state.favorite("FVD", 1)
    driver.scratch("4")
    assert 1 == driver.state.favorite("FVD", 1)


def test_a_race_without_a_win_pool_has_no_favourite():
    """With one in which nothing was bet all are equal, and the lowest number is."""
    assert DayDriver(small("exacta", 4)).state.favorite("FVD", 1) is None
    assert 0 == DayDriver(small("win", 4)).state.favorite("FVD", 1)


@pytest.mark.parametrize("bet", ["$2 EX BOX 1,2,3", "$2 QU BOX 1,2,3", "$2 ACROSS 3", "$2 DD 1/ALL", "$2 QU 1,2-ALL"])
def test_pools_are_counted_in_several_ways_that_agree(bet):
    """Money in the account, prices of tickets, combinations as sets, and one by one."""
    driver = DayDriver()
    ticket = driver.state.tickets[driver.sell(bet).ticket]
    for name in ticket.pools:
        book = driver.state.books[name]
        totals = book.totals(driver.balance(f"pool:{name}"))
        assert {"account", "prices", "combinations", "cells"} == set(totals)
        assert 1 == len(set(totals.values()))


def test_larger_pools_have_no_cells():
    """A pick six is not written out at the sale."""
    driver = DayDriver()
    driver.sell("$1 P6 ALL/ALL/ALL/ALL/ALL/ALL")
    book = driver.state.books["FVD-1-pick6"]
    assert ([], 98_784 * 100) == (book.cells, book.total_minor)


def test_a_refund_out_of_a_pool_is_remembered():
    """So that the totals still agree and the ticket is not paid again."""
    driver = DayDriver(small("win", 4))
    ticket = driver.sell("$2 WN 4")
    driver.scratch("4")
    driver.do("cashier", refunding(ticket))
    book = driver.state.books["FVD-1-win"]
    assert ({ticket.ticket}, 200, 1) == (book.refunded, book.refunded_minor, len(set(book.totals(0).values())))


def test_expiry_touches_only_what_was_not_presented():
    """A cashed, a cancelled and a refunded ticket stay what they are."""
    driver = DayDriver(small("win", 4))
    cashed, losing, out, gone = (driver.sell(f"$2 WN {runner}") for runner in "3143")
    driver.cancel(gone)
    driver.scratch("4")
    driver.refund(out)
    driver.official("3-1-2")
    driver.cash(cashed)
    driver.do("manager", a.CloseDay())
    driver.at("06:00", 30, 7).do("manager", a.ExpireTickets())
    states = [driver.state.tickets[one.ticket].state for one in (cashed, losing, out, gone)]
    assert ["cashed", "expired", "refunded", "cancelled"] == states
