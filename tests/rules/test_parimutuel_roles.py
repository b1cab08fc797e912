"""Who may do what on a tote day: every act by everybody, machines only at themselves, and players nothing."""

from typing import Any

import pytest

from pitboss.decider import Accepted
from pitboss.tote.day import acts as a
from tests.support.day_driver import (
    LAK,
    PEOPLE,
    DayDriver,
    cancelling,
    card_of,
    cashing,
    exchanging,
    order_of,
    refunding,
    small,
    when,
)

MANAGER, SUPERVISORS = {"manager"}, {"supervisor", "other supervisor", "third supervisor", "manager"}
RACING = SUPERVISORS | {"track"}
ON_ONE: dict[str, Any] = {"track": "FVD", "race": 1}


def opened():
    """Return a day with a card of one win pool, nothing sold."""
    return DayDriver(small("win", 4))


def sold():
    """Return the day with a ticket on 3."""
    driver = opened()
    driver.sell("$2 WN 3")
    return driver


def posted():
    """Return the day with an order posted."""
    driver = sold()
    driver.post("3-1-2")
    return driver


def misread():
    """Return the day with an order that was read from the signal, official."""
    driver = stopped()
    act = a.PostResult(**ON_ONE, order=order_of("3-1-2"), source=a.Source.SIGNAL, reason="no relay")
    driver.do("supervisor", act, witness="other supervisor")
    driver.declare()
    return driver


def raced():
    """Return the day with its race official."""
    driver = sold()
    driver.official("3-1-2")
    return driver


def halted():
    """Return the day with cashing halted."""
    driver = opened()
    driver.do("supervisor", a.HaltCashing(reason="dark", announcement="wait"))
    return driver


def inquired():
    """Return the day with an inquiry on."""
    driver = posted()
    driver.do("track", a.CallInquiry(**ON_ONE, reason="a bump"))
    return driver


def stopped():
    """Return the day with its race closed."""
    driver = sold()
    driver.stop()
    return driver


def held():
    """Return the day with prices that were held, and totals that agree by now."""
    driver = stopped()
    for total in (1, 200):
        driver.do("supervisor", a.RecordCount(pool="FVD-1-win", total_minor=total, counted_by="tape"))
        if total == 1:
            driver.official("3-1-2")
    return driver


def scratched():
    """Return the day with the ticket's runner out."""
    driver = sold()
    driver.scratch("3")
    return driver


def closed():
    """Return the day after its end, on the expiration date."""
    driver = raced()
    driver.do("manager", a.CloseDay())
    return driver.at("12:00", 30, 7)


def twin():
    """Return a day between the races of a twin trifecta that a ticket has won so far."""
    driver = DayDriver(small("twin_trifecta", 4, 4))
    driver.sell("$2 TT 1/2/3")
    driver.official("1-2-3")
    return driver


def first(driver):
    """Return the first ticket as it was sold."""
    return next(event for event in driver.events if event.__struct_config__.tag == "tote.ticket_sold/1")


SCENES = {
    a.OpenCard: (opened, lambda _: a.OpenCard(card=card_of(LAK)), MANAGER),
    a.OpenTerminal: (opened, lambda _: a.OpenTerminal(terminal="T9", window=9), SUPERVISORS),
    a.CloseTerminal: (opened, lambda _: a.CloseTerminal(terminal="T1"), SUPERVISORS),
    a.HaltCashing: (opened, lambda _: a.HaltCashing(reason="dark", announcement="wait"), SUPERVISORS),
    a.ResumeCashing: (halted, lambda _: a.ResumeCashing(note="light"), SUPERVISORS),
    a.CorrectDisplay: (
        raced,
        lambda _: a.CorrectDisplay(pool="FVD-1-win", combo="3", posted_minor=1),
        SUPERVISORS,
    ),
    a.CloseDay: (raced, lambda _: a.CloseDay(), MANAGER),
    a.ExpireTickets: (closed, lambda _: a.ExpireTickets(), MANAGER),
    a.MovePostTime: (opened, lambda _: a.MovePostTime(**ON_ONE, post_time=when("13:30")), RACING),
    a.ScratchRunner: (opened, lambda _: a.ScratchRunner(**ON_ONE, runner="4"), RACING),
    a.RestoreRunner: (scratched, lambda _: a.RestoreRunner(**ON_ONE, runner="3", reason="an error"), {"track"}),
    a.StopBetting: (opened, lambda _: a.StopBetting(**ON_ONE), RACING),
    a.CancelRace: (opened, lambda _: a.CancelRace(**ON_ONE, cause=a.NoRace.CANCELLED, reason="ice"), RACING),
    a.PostResult: (stopped, lambda _: a.PostResult(**ON_ONE, order=order_of("3-1-2")), {"track"}),
    a.CallInquiry: (posted, lambda _: a.CallInquiry(**ON_ONE, reason="a bump"), RACING),
    a.EndInquiry: (inquired, lambda _: a.EndInquiry(**ON_ONE, ruling="it stands"), RACING),
    a.DeclareOfficial: (posted, lambda _: a.DeclareOfficial(**ON_ONE), RACING),
    a.DeclareOrderOfficial: (
        posted,
        lambda _: a.DeclareOrderOfficial(**ON_ONE, order=order_of("3-1-2")),
        RACING,
    ),
    a.EnterPayoffs: (
        posted,
        lambda _: a.EnterPayoffs(pool="FVD-1-win", payoffs=(a.Payoff("3", 240),), reason="no relay"),
        set(),
    ),
    a.CorrectResult: (
        misread,
        lambda _: a.CorrectResult(**ON_ONE, order=order_of("1-3-2"), evidence="tape"),
        set(),
    ),
    a.RecordCount: (stopped, lambda _: a.RecordCount(pool="FVD-1-win", total_minor=200, counted_by="tape"), RACING),
    a.PublishPrices: (held, lambda _: a.PublishPrices(pool="FVD-1-win"), RACING),
    a.SellTicket: (opened, lambda driver: driver.selling("$2 WN 3"), {"teller"}),
    a.ReportUndelivered: (
        sold,
        lambda _: a.ReportUndelivered(terminal="T1", serial=1, cause=a.Cause.POWER),
        {"teller"} | SUPERVISORS,
    ),
    a.CancelTicket: (sold, lambda driver: cancelling(first(driver)), {"teller"}),
    a.CashTicket: (raced, lambda driver: cashing(first(driver)), {"teller", "cashier"}),
    a.RefundTicket: (scratched, lambda driver: refunding(first(driver)), {"teller", "cashier"}),
    a.ExchangeTicket: (twin, lambda driver: exchanging(first(driver), "2-1-3"), {"teller"}),
}
"""Act to a day on which it is due, the act itself, and who may do it alone; nobody where two are asked for."""


def answer(act, who):
    """Return what somebody is answered who does an act on a day on which it is due."""
    scene, made, _ = SCENES[act]
    driver = scene()
    return driver.answer(who, made(driver))


@pytest.mark.clause("PW-A9", "PW-D2", "PW-D3", "PW-D6", "PW-E3", "PW-E4")
@pytest.mark.parametrize("act", a.ACTS, ids=lambda act: act.__name__)
def test_an_act_is_open_to_those_it_is_for(act):
    """And to nobody else of the house, be it a manager of the pit; a refusal names the clause."""
    answers = {who: answer(act, who) for who in PEOPLE}
    assert SCENES[act][2] == {who for who, given in answers.items() if isinstance(given, Accepted)}
    refused = [given for given in answers.values() if not isinstance(given, Accepted)]
    assert all(given.clause.startswith("PW-") for given in refused)


@pytest.mark.clause("PW-A9", "PW-B1")
@pytest.mark.parametrize("act", a.ACTS, ids=lambda act: act.__name__)
def test_nothing_is_open_to_a_player(act):
    """Whoever bets stands before the window and not behind it."""
    refusal = answer(act, "Pat")
    assert ("Pat", "player") == (refusal.values["by"], refusal.values["role"])


def test_every_act_has_its_scene():
    """None is left out above."""
    assert set(a.ACTS) == set(SCENES)


class TestMachines:
    @pytest.mark.clause("PW-A9", "PW-D2")
    def test_a_self_service_machine_serves_at_itself(self):
        """It sells, reports what stuck in it, refunds and cashes."""
        driver = opened()
        winner, out, stuck = (driver.sell(f"$2 WN {runner}", terminal="T3", who="machine") for runner in "341")
        driver.do("machine", a.ReportUndelivered(terminal="T3", serial=stuck.serial, cause=a.Cause.PRINTER))
        driver.scratch("4")
        assert "T3" == driver.do("machine", refunding(out, terminal="T3")).by
        driver.official("3-1-2")
        assert "T3" == driver.cash(winner, who="machine", terminal="T3").by

    @pytest.mark.clause("PW-A9")
    @pytest.mark.parametrize("terminal", ["T1", "T4"])
    def test_it_serves_nowhere_else(self, terminal):
        """Neither at a window nor at another machine."""
        driver = raced()
        for act in (driver.selling("$2 WN 3", terminal=terminal), cashing(first(driver), terminal=terminal)):
            refusal = driver.refused("machine", act)
            assert ("T3", terminal) == (refusal.values["by"], refusal.values["terminal"])

    @pytest.mark.clause("PW-E3")
    def test_it_cancels_nothing(self):
        """That is for a teller, who may do it at the machine."""
        driver = opened()
        ticket = driver.sell("$2 WN 3", terminal="T3", who="machine")
        assert "PW-E3" == driver.refused("machine", cancelling(ticket)).clause
        assert "CANCEL 30" == driver.cancel(ticket).stamp

    @pytest.mark.clause("PW-E3", "PW-F2")
    def test_it_cancels_nothing_by_way_of_a_refund(self):
        """A ticket on a scratched runner is refunded at the machine, and cancelled only by staff."""
        driver = opened()
        ticket = driver.sell("$2 WN 4", terminal="T3", who="machine")
        driver.scratch("4")
        as_cancel = refunding(ticket, terminal="T3", processed_as="cancel")
        assert "PW-E3" == driver.refused("machine", as_cancel).clause
        assert "CANCEL 30" == driver.do("teller", as_cancel).stamp

    @pytest.mark.clause("PW-A9", "PW-D3")
    def test_a_terminal_is_no_track(self):
        """What sells tickets says nothing about races, also when it is out of work."""
        driver = opened()
        driver.do("supervisor", a.CloseTerminal(terminal="T3"))
        assert "PW-B3" == driver.refused("machine", a.StopBetting(**ON_ONE)).clause

    @pytest.mark.clause("PW-A9")
    def test_a_window_is_not_served_by_a_device(self):
        """A device that is called like a window is still no teller."""
        driver = DayDriver(small("win", 4), terminals=2)
        driver.do("supervisor", a.OpenTerminal(terminal="T3", window=30))
        assert "PW-B1" == driver.unsold("$2 WN 3", terminal="T3", who="machine").clause
