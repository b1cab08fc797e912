"""Decided tickets are filed in few bytes: nobody who asks for one notices, and a corrected result opens them again."""

from collections import Counter
from itertools import cycle

import pytest

from pitboss.floor.sealed_bets import bets_of
from pitboss.floor.writer.snapshots import frozen, thawed
from pitboss.tote.day import acts as a
from pitboss.tote.day import state as day_state
from pitboss.tote.day.explained import day_ticket
from pitboss.tote.day.filing import Tickets, _entry
from pitboss.tote.day.game import TOTE
from pitboss.tote.day.tickets import TicketState
from tests.support.day_driver import DayDriver, order_of, small
from tests.support.weight import weight

BETS = ("$2 WN 3", "$2 WN 1", "$2 WN 4", "$4 WN 2")


@pytest.fixture(autouse=True)
def few(monkeypatch):
    """Have four tickets in a file, so that a short day has several."""
    monkeypatch.setattr(day_state, "FILE_TICKETS", 4)


def raced(count):
    """Return a day on which so many tickets were sold to win, and 3 won by the signal; with the sales."""
    driver = DayDriver(small("win", 4))
    sold = [driver.sell(bet) for bet, _ in zip(cycle(BETS), range(count), strict=False)]
    driver.stop()
    read = a.PostResult(
        track="FVD", race=1, order=order_of("3-1-2-4"), source=a.Source.SIGNAL, reason="the relay is down"
    )
    driver.do("other supervisor", read, witness="third supervisor")
    driver.declare()
    return driver, sold


def test_tickets_that_lost_are_filed_and_winners_are_not():
    """Something is due on a winner: it stays open until it is cashed."""
    driver, sold = raced(16)
    winners = {sold[place].ticket for place in range(0, 16, 4)}

    assert winners == set(driver.state.tickets.open)
    assert (16, 12, 3) == (
        len(driver.state.tickets),
        driver.state.tickets.filed,
        sum(map(bool, driver.state.tickets.files)),
    )
    for one in sold[::4]:
        driver.cash(one)
    assert {} == driver.state.tickets.open


def test_a_filed_ticket_is_what_it_was():
    """With its number, code, machine, time, bets and state; unknown numbers are unknown."""
    driver, sold = raced(8)
    tickets = driver.state.tickets
    losing = tickets[sold[1].ticket]

    assert sold[1].ticket not in tickets.open
    assert (sold[1].ticket, sold[1].check, sold[1].terminal, sold[1].serial, sold[1].sold_at, sold[1].bets) == (
        losing.id,
        losing.check,
        losing.terminal,
        losing.serial,
        losing.sold_at,
        losing.bets,
    )
    assert ([one.ticket for one in sold], TicketState.ISSUED) == (list(tickets), losing.state)
    assert sold[1].ticket in tickets
    assert "20040501-" + "Z" * 20 not in tickets
    assert tickets.get("") is None


def test_a_ticket_is_found_by_machine_and_serial_number():
    """Also where it is filed; a serial that was never issued is none."""
    driver, sold = raced(8)

    assert [one.ticket for one in sold] == [driver.state.ticket_at("T1", serial) for serial in range(1, 9)]
    assert (None, None) == (driver.state.ticket_at("T1", 9), driver.state.ticket_at("T1", 0))


def test_what_is_filed_is_refused_as_before():
    """A losing ticket, one that was cashed, one whose code is wrong, and one whose number is given twice."""
    driver, sold = raced(8)
    driver.cash(sold[0])
    driver.cash(sold[4])
    said = [driver.refused("teller", a.CashTicket(terminal="T1", ticket=one.ticket, check=one.check)) for one in sold]
    wrong = driver.refused("teller", a.CashTicket(terminal="T1", ticket=sold[1].ticket, check="AAAAAA"))

    assert {} == driver.state.tickets.open
    assert ["was paid already"] * 2 == [said[place].reason.partition(" ")[2].partition(" ")[2] for place in (0, 4)]
    assert all("is a losing ticket" in said[place].reason for place in (1, 2, 3, 5, 6, 7))
    assert "altered" in wrong.reason


def test_a_corrected_result_opens_what_was_filed():
    """The tickets that won by the right order are paid, in the order of their sales, and the others filed again."""
    driver, sold = raced(16)
    act = a.CorrectResult(track="FVD", race=1, order=order_of("1-3-2-4"), evidence="tape")
    events = driver.do("supervisor", act, witness="manager")
    (settled,) = (event for event in events if hasattr(event, "paid"))
    winners = [sold[place].ticket for place in range(1, 16, 4)]

    assert (winners, True) == (list(settled.paid.ticket), settled.is_corrected)
    assert set(winners) == set(driver.state.tickets.open)
    assert 16 == len(driver.state.tickets)
    driver.cash(sold[1])
    assert TicketState.CASHED is driver.state.tickets[sold[1].ticket].state


def test_a_filed_ticket_is_explained():
    """By its pool, with all the bets that were in it."""
    driver, sold = raced(8)
    (bet,) = day_ticket(driver.state, sold[1].ticket).bets

    assert ("official", 0, 200) == (bet.status, bet.payout_minor, bet.cost_minor)
    assert [one.ticket for one in sold] == [one.ticket for one in driver.state.pool("FVD-1-win").bets]


def test_the_sealed_file_of_a_race_has_what_is_filed():
    """A house that was down when betting stopped writes it later, when the race may be over."""
    driver, sold = raced(8)
    live = type("Live", (), {"state": driver.state})()

    assert [one.ticket for one in sold] == [line["ticket"] for line in bets_of(live, "FVD", 1)]


def test_tickets_expire_where_they_are():
    """What could still be claimed has expired, filed or not; what was cashed was cashed."""
    driver, sold = raced(8)
    for one in (sold[0], sold[4]):
        driver.cash(one)
    driver.do("manager", a.CloseDay())
    driver.at("12:00", 30, 7).do("manager", a.ExpireTickets())
    states = [driver.state.tickets[one.ticket].state for one in sold]

    assert [TicketState.CASHED, *[TicketState.EXPIRED] * 3] * 2 == states


def test_a_snapshot_brings_files_back():
    """The same tickets, found by number and machine, and filed on from there."""
    driver, sold = raced(11)
    again = thawed(frozen(driver.state, 0), TOTE.new_state(driver.config), TOTE.event_decoder.decode).state

    assert driver.state == again
    assert (driver.state.tickets.filed, 8) == (again.tickets.filed, again.tickets.filed)
    assert sold[1].ticket in again.tickets
    assert sold[1].ticket == again.ticket_at("T1", 2)


def test_a_snapshot_cannot_hide_what_is_filed():
    """It has the files alone: which ticket is in which is found from them, whatever somebody wrote beside them."""
    driver, sold = raced(11)
    tickets = driver.state.tickets
    tickets._index, tickets.filed = Tickets()._index, 0
    again = thawed(frozen(driver.state, 0), TOTE.new_state(driver.config), TOTE.event_decoder.decode).state

    assert sold[1].ticket in again.tickets
    assert (11, 8) == (len(again.tickets), again.tickets.filed)


def corrected(driver, times):
    """Correct the result so often, as so many pairs of supervisors would: 1 and 3 win in turn."""
    for number in range(times):
        driver.state.races["FVD", 1].keyed_by = frozenset()
        order = order_of("3-1-2-4" if number % 2 else "1-3-2-4")
        act = a.CorrectResult(track="FVD", race=1, order=order, evidence="tape")
        driver.do("supervisor", act, witness="manager")


def test_corrections_leave_nothing_behind():
    """Files come out full, nothing waits to be filed twice, and none is empty but those that were opened."""
    driver, _ = raced(16)
    corrected(driver, 8)
    tickets = driver.state.tickets
    sizes = [len(tickets.in_file(place)) for place, file in enumerate(tickets.files) if file]

    assert [4] * 3 == sizes
    assert 3 * 9 == len(tickets.files)
    assert {} == Counter(tickets.decided)


def test_the_index_is_swept(monkeypatch):
    """What was opened again stands in it no longer than until it is half of it."""
    monkeypatch.setattr("pitboss.tote.day.filing.FILE_TICKETS", 1)
    driver, sold = raced(16)
    corrected(driver, 8)

    assert sum(map(len, driver.state.tickets._index)) <= 2 * 9 * (16 + 1)
    assert all(one.ticket in driver.state.tickets for one in sold)


def test_a_file_is_read_once_for_a_correction(monkeypatch):
    """For the pool, what it pays, whom, and the moves: a file is read again only to be opened."""
    driver, _ = raced(16)
    read, count = Tickets.in_file, Counter[int]()

    def counting(self, place):
        count[place] += 1
        return read(self, place)

    monkeypatch.setattr(Tickets, "in_file", counting)
    act = a.CorrectResult(track="FVD", race=1, order=order_of("3-2-1-4"), evidence="tape")
    driver.refused("supervisor", act)
    driver.do("supervisor", act, witness="manager")

    assert max(count.values()) <= 3, count


def test_a_file_that_was_read_is_not_kept():
    """Only the ticket that was asked for: the file would take as much as all tickets of an hour."""
    driver, sold = raced(8)
    tickets = driver.state.tickets

    assert sold[1].ticket in tickets
    assert tickets[sold[1].ticket] is tickets._last[1]
    assert list(tickets) == [one.ticket for one in sold]
    assert tickets._last[1].id == sold[1].ticket


def test_text_that_is_no_number_is_unknown():
    """Also one that cannot be written as UTF-8, as a command line may have it."""
    driver, _ = raced(8)

    assert "\udcff" not in driver.state.tickets


def test_what_has_the_same_bytes_in_the_index_is_looked_at(monkeypatch):
    """The index is a hint: a ticket whose bytes there are another's is not taken for it."""
    monkeypatch.setattr("pitboss.tote.day.filing._entry", lambda _: _entry(""))
    driver, sold = raced(12)

    assert {sold[place].ticket for place in (1, 2, 3)} < set(driver.state.tickets)
    assert all(one.ticket in driver.state.tickets for one in sold)
    assert "20040501-" + "Z" * 20 not in driver.state.tickets


def test_tickets_are_equal_wherever_they_are():
    """To one another and to a dictionary of the same; not to others, and to nothing else."""
    driver, _ = raced(8)
    tickets = driver.state.tickets
    others = Tickets({ticket.id: ticket for ticket in tickets.all()})

    assert tickets == others == dict(tickets.items())
    others.open.popitem()
    assert tickets != others
    assert tickets != 8


def test_a_filed_ticket_takes_a_tenth(monkeypatch):
    """Of what an open one takes, with all that the day holds of it elsewhere."""
    monkeypatch.setattr(day_state, "FILE_TICKETS", 128)
    bets = [f"${amount} EX {one}/{two}" for amount in range(2, 40) for one in "1234" for two in "1234" if one != two]
    driver = DayDriver(small("exacta", 6))

    def held():
        return weight(driver.state, driver.state.rules, driver.state.config, driver.commands, driver.events)

    empty = held()
    for number in range(1_280):
        driver.sell(bets[number % len(bets)])
    # What was read back from a journal is not there for the record of events as well.
    driver.events, driver.commands = [], []
    driver.sell("$2 EX 6/5")
    sold = held() - empty
    driver.official("6-5-1-2-3-4")

    assert (1, 1_280) == (len(driver.state.tickets.open), driver.state.tickets.filed)
    assert held() - empty < sold / 10, (held() - empty, sold)
