"""What is open on a day: acts with their fields, for each person, as far as the clock is not asked."""

import pytest

from pitboss.decider import Choices, Command, offered
from pitboss.tote.day import messages as m
from pitboss.tote.day.game import TOTE
from pitboss.tote.day.offers import OnSale
from tests.support.day_driver import PEOPLE, DayDriver, bet_of, small

ON_SALE = OnSale({"FVD-1-win": 200, "FVD-1-place": 200, "FVD-1-show": 300})


def offers(driver, who):
    """Return what somebody is offered."""
    return list(TOTE.legal(driver.state, PEOPLE[who]))


def acts(driver, who):
    """Return the kinds of act somebody is offered."""
    return {offer.act for offer in offers(driver, who)}


def field(driver, who, act, name):
    """Return the values a field of an offered act may take."""
    (offer,) = [offer for offer in offers(driver, who) if offer.act is act]
    return offer.fields[name]


@pytest.mark.parametrize(
    ("bets", "is_in"),
    [
        (["$2 WN 3"], True),
        (["$2 WN 3", "$2 PL 3"], True),
        (["$3 ACROSS 3"], True),
        (["$2 ACROSS 3"], False),
        (["$1 WN 3"], False),
        (["R2 $2 WN 3"], False),
        (["LAK R1 $2 WN 3"], False),
        (["$2 WN"], False),
    ],
)
def test_bets_are_on_sale_from_their_minimum_on(bets, is_in):
    """Each bet in each of its pools; what is no bet is not on sale."""
    assert is_in == (tuple(bet_of(bet) for bet in bets) in ON_SALE)


def test_only_bets_are_on_sale():
    """Not a list of them either, which a command never has."""
    assert [bet_of("$2 WN 3")] not in ON_SALE


@pytest.mark.parametrize("who", ["player", "auditor", "dealer", "pit manager"])
def test_who_is_offered_nothing(who):
    """Neither bettors nor auditors nor the pit."""
    assert set() == acts(DayDriver(), who)


def test_a_teller_and_a_cashier():
    """Both cash and refund; only the teller sells, cancels, exchanges and reports."""
    driver = DayDriver()
    both = {m.CashTicket, m.RefundTicket}
    assert both == acts(driver, "cashier")
    assert both | {m.SellTicket, m.CancelTicket, m.ExchangeTicket, m.ReportUndelivered} == acts(driver, "teller")
    assert Choices(("T1", "T2", "T3", "T4")) == field(driver, "teller", m.SellTicket, "terminal")


def test_a_machine_is_offered_itself():
    """It does not cancel."""
    driver = DayDriver()
    assert m.CancelTicket not in acts(driver, "machine")
    for act in (m.SellTicket, m.CashTicket, m.RefundTicket, m.ExchangeTicket, m.ReportUndelivered):
        assert Choices(("T3",)) == field(driver, "machine", act, "terminal")


def test_a_terminal_out_of_work_is_not_offered():
    """A cashier without a terminal has nothing to do."""
    driver = DayDriver(small("win", 4), terminals=1)
    driver.do("supervisor", m.CloseTerminal(terminal="T1"))
    assert set() == acts(driver, "cashier")
    assert m.CloseTerminal not in acts(driver, "supervisor")


def test_windows_and_names_that_are_taken():
    """Cannot be opened again."""
    driver = DayDriver()
    name, window = (field(driver, "supervisor", m.OpenTerminal, key) for key in ("terminal", "window"))
    assert (False, True) == ("T1" in name, "T9" in name)
    assert (False, True, False) == (10 in window, 11 in window, 10_000 in window)


def test_a_race_step_by_step():
    """Open, closed, posted, under inquiry, official: what the track is offered."""
    driver = DayDriver(small("win", 4))
    always = {m.CancelRace, m.ScratchRunner}
    assert always | {m.MovePostTime, m.StopBetting} == acts(driver, "track")
    driver.stop()
    assert always | {m.PostResult, m.CallInquiry, m.RecordCount} == acts(driver, "track")
    driver.post("3-1-2")
    posted = always | {m.PostResult, m.CallInquiry, m.RecordCount, m.DeclareOfficial}
    assert posted == acts(driver, "track")
    driver.do("track", m.CallInquiry(track="FVD", race=1, reason="a bump"))
    assert posted - {m.CallInquiry, m.DeclareOfficial} | {m.EndInquiry} == acts(driver, "track")
    driver.do("track", m.EndInquiry(track="FVD", race=1, ruling="it stands"))
    driver.declare()
    assert set() == acts(driver, "track")


def test_runners_that_can_still_be_taken_out():
    """Not those that are out, nor those in the posted order; with none left the act is not offered."""
    driver = DayDriver(small("win", 4))
    driver.scratch("4")
    assert Choices(("1", "2", "3")) == field(driver, "track", m.ScratchRunner, "runner")
    driver.post("3-1-2")
    assert m.ScratchRunner not in acts(driver, "track")


def test_a_result_from_the_signal_needs_a_second_supervisor():
    """The track itself is not offered it."""
    driver = DayDriver(small("win", 4))
    driver.stop()
    witnesses = [offer.witness for offer in offers(driver, "supervisor") if offer.act is m.PostResult]
    assert [("mutuel_supervisor+",)] == witnesses
    assert 1 == [offer.act for offer in offers(driver, "track")].count(m.PostResult)


def test_held_prices():
    """Are published when they are held, and not before."""
    driver = DayDriver(small("win", 4))
    driver.sell("$2 WN 3")
    driver.stop()
    driver.do("track", m.RecordCount(pool="FVD-1-win", total_minor=1, counted_by="tape"))
    assert m.PublishPrices not in acts(driver, "track")
    driver.post("3-1-2")
    driver.declare()
    assert Choices(("FVD-1-win",)) == field(driver, "track", m.PublishPrices, "pool")
    assert m.CloseDay not in acts(driver, "manager")


def test_displays():
    """A wrong figure of each price that there is; the right one is not offered."""
    driver = DayDriver(small("win", 4))
    driver.sell("$2 WN 3")
    assert m.CorrectDisplay not in acts(driver, "supervisor")
    driver.official("3-1-2")
    shown = field(driver, "supervisor", m.CorrectDisplay, "posted_minor")
    assert (False, True) == (210 in shown, 211 in shown)


def test_a_halt():
    """Nothing is cashed then, and cashing can be resumed and not halted."""
    driver = DayDriver(small("win", 4))
    driver.do("supervisor", m.HaltCashing(reason="dark", announcement="wait"))
    assert {m.ResumeCashing} == acts(driver, "supervisor") & {m.HaltCashing, m.ResumeCashing}
    assert set() == acts(driver, "cashier")


def test_the_end_of_a_day():
    """Closed once everything is settled, then expired once; nothing is sold in between, and tickets are cashed."""
    driver = DayDriver(small("win", 4))
    assert m.OpenCard in acts(driver, "manager")
    assert m.CloseDay not in acts(driver, "manager")
    driver.official("3-1-2")
    assert m.CloseDay in acts(driver, "manager")
    assert m.SellTicket not in acts(driver, "teller")
    driver.do("manager", m.CloseDay())
    assert {m.ExpireTickets} == acts(driver, "manager") & {m.OpenCard, m.CloseDay, m.ExpireTickets}
    assert (False, True) == (m.SellTicket in acts(driver, "teller"), m.CashTicket in acts(driver, "teller"))
    driver.at("00:00", 30, 7).do("manager", m.ExpireTickets())
    assert m.ExpireTickets not in acts(driver, "manager")


def test_what_was_accepted_had_been_offered():
    """Each command of an afternoon, replayed."""
    driver = DayDriver()
    ticket = driver.sell("$2 ACROSS 3", "R2 $2 WN 4")
    driver.cancel(driver.sell("LAK R1 $2 EX BOX 1,2,3"))
    driver.scratch("6")
    driver.official("3-1-2-4")
    driver.official("1-2-3-4", 2)
    driver.cash(ticket)
    state = TOTE.new_state(driver.config)
    for command in driver.commands:
        assert isinstance(command, Command)
        assert offered(TOTE.legal(state, command.by), command), command
        for event in TOTE.decide(state, command):
            state = TOTE.evolve(state, event)
