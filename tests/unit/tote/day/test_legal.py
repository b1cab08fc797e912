"""What is open on a day: acts with their fields, for each person, as far as the clock is not asked."""

import pytest

from pitboss.decider import Choices, Command, offered
from pitboss.tote.day import acts as a
from pitboss.tote.day.game import TOTE
from pitboss.tote.day.legal import OnSale
from tests.support.day_driver import PEOPLE, DayDriver, bet_of, small

OFFICIAL = (a.DeclareOfficial, a.DeclareOrderOfficial)
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
    both = {a.CashTicket, a.RefundTicket}
    assert both == acts(driver, "cashier")
    assert both | {a.SellTicket, a.CancelTicket, a.ExchangeTicket, a.ReportUndelivered} == acts(driver, "teller")
    assert Choices(("T1", "T2", "T3", "T4")) == field(driver, "teller", a.SellTicket, "terminal")


def test_a_machine_is_offered_itself():
    """It does not cancel."""
    driver = DayDriver()
    assert a.CancelTicket not in acts(driver, "machine")
    for act in (a.SellTicket, a.CashTicket, a.RefundTicket, a.ExchangeTicket, a.ReportUndelivered):
        assert Choices(("T3",)) == field(driver, "machine", act, "terminal")


def test_a_terminal_out_of_work_is_not_offered():
    """A cashier without a terminal has nothing to do."""
    driver = DayDriver(small("win", 4), terminals=1)
    driver.do("supervisor", a.CloseTerminal(terminal="T1"))
    assert set() == acts(driver, "cashier")
    assert a.CloseTerminal not in acts(driver, "supervisor")


def test_windows_and_names_that_are_taken():
    """Cannot be opened again."""
    driver = DayDriver()
    name, window = (field(driver, "supervisor", a.OpenTerminal, key) for key in ("terminal", "window"))
    assert (False, True) == ("T1" in name, "T9" in name)
    assert (False, True, False) == (10 in window, 11 in window, 10_000 in window)


def test_a_race_step_by_step():
    """Open, closed, posted, under inquiry, official: what the track is offered."""
    driver = DayDriver(small("win", 4))
    always = {a.CancelRace, a.ScratchRunner}
    assert always | {a.MovePostTime, a.StopBetting} == acts(driver, "track")
    driver.stop()
    assert always | {a.PostResult, a.CallInquiry, a.RecordCount} == acts(driver, "track")
    driver.post("3-1-2")
    posted = always | {a.PostResult, a.CallInquiry, a.RecordCount, *OFFICIAL}
    assert posted == acts(driver, "track")
    driver.do("track", a.CallInquiry(track="FVD", race=1, reason="a bump"))
    assert posted - {a.CallInquiry, *OFFICIAL} | {a.EndInquiry} == acts(driver, "track")
    driver.do("track", a.EndInquiry(track="FVD", race=1, ruling="it stands"))
    driver.declare()
    assert set() == acts(driver, "track")


def test_runners_that_can_still_be_taken_out():
    """Not those that are out, nor those in the posted order; with none left the act is not offered."""
    driver = DayDriver(small("win", 4))
    driver.scratch("4")
    assert Choices(("1", "2", "3")) == field(driver, "track", a.ScratchRunner, "runner")
    driver.post("3-1-2")
    assert a.ScratchRunner not in acts(driver, "track")


def test_a_result_from_the_signal_needs_a_second_supervisor():
    """The track itself is not offered it."""
    driver = DayDriver(small("win", 4))
    driver.stop()
    witnesses = [offer.witness for offer in offers(driver, "supervisor") if offer.act is a.PostResult]
    assert [("mutuel_supervisor+",)] == witnesses
    assert 1 == [offer.act for offer in offers(driver, "track")].count(a.PostResult)


def test_held_prices():
    """Are published when they are held and all totals agree, and not before."""
    driver = DayDriver(small("win", 4))
    driver.sell("$2 WN 3")
    driver.stop()
    driver.do("track", a.RecordCount(pool="FVD-1-win", total_minor=1, counted_by="tape"))
    assert a.PublishPrices not in acts(driver, "track")
    driver.post("3-1-2")
    driver.declare()
    assert a.PublishPrices not in acts(driver, "track")
    driver.do("track", a.RecordCount(pool="FVD-1-win", total_minor=200, counted_by="tape"))
    assert Choices(("FVD-1-win",)) == field(driver, "track", a.PublishPrices, "pool")
    assert a.CloseDay not in acts(driver, "manager")


def test_displays():
    """A wrong figure of each price that there is; the right one is not offered."""
    driver = DayDriver(small("win", 4))
    driver.sell("$2 WN 3")
    assert a.CorrectDisplay not in acts(driver, "supervisor")
    driver.official("3-1-2")
    shown = field(driver, "supervisor", a.CorrectDisplay, "posted_minor")
    assert (False, True) == (210 in shown, 211 in shown)


def test_a_halt():
    """Nothing is cashed then, refunds go on, and cashing can be resumed and not halted."""
    driver = DayDriver(small("win", 4))
    driver.do("supervisor", a.HaltCashing(reason="dark", announcement="wait"))
    assert {a.ResumeCashing} == acts(driver, "supervisor") & {a.HaltCashing, a.ResumeCashing}
    assert {a.RefundTicket} == acts(driver, "cashier")


def test_the_end_of_a_day():
    """Closed once everything is settled, then expired once; nothing is sold in between, and tickets are cashed."""
    driver = DayDriver(small("win", 4))
    assert a.OpenCard in acts(driver, "manager")
    assert a.CloseDay not in acts(driver, "manager")
    driver.official("3-1-2")
    assert a.CloseDay in acts(driver, "manager")
    assert a.SellTicket not in acts(driver, "teller")
    driver.do("manager", a.CloseDay())
    assert {a.ExpireTickets} == acts(driver, "manager") & {a.OpenCard, a.CloseDay, a.ExpireTickets}
    assert (False, True) == (a.SellTicket in acts(driver, "teller"), a.CashTicket in acts(driver, "teller"))
    driver.at("06:00", 30, 7).do("manager", a.ExpireTickets())
    assert a.ExpireTickets not in acts(driver, "manager")


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
