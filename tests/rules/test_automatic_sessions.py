"""Patron sessions (HP-A1 to HP-A4): what somebody bought, bet, won or owes is nobody else's who plays there later."""

from collections import Counter

import msgspec
import pytest

from pitboss.decider import Move
from pitboss.games.roulette.automatic import acts as a
from pitboss.games.roulette.automatic.events import SessionsBegun
from pitboss.games.table.acts import CloseTable
from pitboss.ledger import Account
from pitboss.ledger.recount import Recount
from tests.support.automatic_driver import SUPERVISOR, AutomaticDriver

ABANDON = a.AbandonSession(terminal="T1", reason="nobody came back")


def after(pocket, bet="straight:17"):
    """Return a table where A bet $1.00 of $6.00 at T1 and cashed out, and B bought in there for $7.00."""
    driver = AutomaticDriver().started(T1=600)
    driver.bet("T1", bet, 100)
    driver.settle(pocket)
    driver.cash_out("T1")
    return driver.bought(T1=700)


def correct(amount, session=1):
    """Correct a buy-in of a session that is over."""
    return a.CorrectBuyIn(terminal="T1", session=session, currency_minor=amount)


def debts(driver, session=1):
    """Return what is due to the patron of a session at T1, and what that patron owes."""
    return driver.balance(f"payable:T1.{session}"), -driver.balance(f"receivable:T1.{session}")


def recounted(events):
    """Return what the second count has on every account, from events without their moves."""
    recount, held = Recount("any:1"), Counter[str]()
    recount.take({"type": "stream.opened/1", "config": {"currency": "USD"}})
    for event in events:
        fields = msgspec.json.decode(msgspec.json.encode(event))
        fields.pop("moves", None)
        for account, amount in recount.take(fields).items():
            held[Account.parse(account).name] += amount
    return {name: amount for name, amount in held.items() if amount}


class TestNextPatron:
    @pytest.mark.clause("HP-A1", "HP-A4", "RA-9k")
    @pytest.mark.parametrize(("pocket", "expected"), [("17", (0, 3_500)), ("2", (100, 0))])
    def test_a_void_game_is_none_of_theirs(self, pocket, expected):
        """A won or lost, and left; A's game is void: A owes or is owed, and B has what B had."""
        driver = after(pocket)
        driver.void("wrong_number", game=1)
        driver.refund()
        assert (expected, 700) == (debts(driver), driver.credits("T1"))

    @pytest.mark.clause("HP-A1", "RA-3b.vi")
    def test_there_is_nothing_to_recall(self):
        """A's bets of the last game were not B's."""
        driver = after("2")
        driver.do("dealer", a.StartGame())
        assert "RA-3b.vi" == driver.refused("T1", a.RecallBets(terminal="T1")).clause

    @pytest.mark.clause("HP-A4", "RA-9e")
    @pytest.mark.parametrize(("right", "expected"), [(900, (300, 0)), (100, (0, 500))])
    def test_the_buy_in_before_is_corrected_only_to_its_patron(self, right, expected):
        """The dealer's correction is of B's buy-in; A's takes a supervisor and a second person, and moves A's debts."""
        driver = after("2")
        assert 700 == driver.do("dealer", a.CorrectBuyIn(terminal="T1", currency_minor=800)).was_minor
        corrected = driver.do(SUPERVISOR, correct(right), witness="inspector")
        assert (600, expected, 800) == (corrected.was_minor, debts(driver), driver.credits("T1"))

    @pytest.mark.clause("HP-A4", "RA-9e")
    def test_nobody_there_to_say_so(self):
        """Between one patron and the next the dealer has no buy-in to correct."""
        driver = AutomaticDriver().bought(T1=600)
        driver.cash_out("T1")
        assert "RA-9e" == driver.refused("dealer", a.CorrectBuyIn(terminal="T1", currency_minor=900)).clause

    @pytest.mark.clause("HP-A4")
    @pytest.mark.parametrize(("who", "witness"), [("dealer", SUPERVISOR), (SUPERVISOR, None), (SUPERVISOR, "dealer")])
    def test_a_session_that_is_over_takes_two(self, who, witness):
        """A supervisor and somebody who is not the dealer."""
        assert "HP-A4" == after("2").refused(who, correct(900), witness=witness).clause

    @pytest.mark.clause("HP-A4")
    def test_what_is_due_pays_what_is_owed_first(self):
        """Neither passes zero: a debt is lessened before anything is due."""
        driver = after("17")
        driver.void("wrong_number", game=1)
        driver.refund()
        driver.do(SUPERVISOR, correct(4_600), witness="inspector")
        assert (500, 0) == debts(driver)

    @pytest.mark.clause("HP-A1", "RA-9k")
    def test_the_second_count_finds_nothing(self):
        """All of it, counted from what was staked and brought: the balances are the same."""
        driver = after("17")
        driver.void("wrong_number", game=1)
        driver.refund()
        driver.do(SUPERVISOR, correct(900), witness="inspector")
        driver.do(SUPERVISOR, a.RepayReceivable(terminal="T1", session=1, amount_minor=3_000))
        driver.do(SUPERVISOR, ABANDON, witness="dealer")
        assert driver.table.balances == {**dict.fromkeys(driver.table.balances, 0), **recounted(driver.events)}
        assert 700 == debts(driver, session=2)[0]


class TestWalkedOff:
    @pytest.mark.clause("HP-A1", "HP-A3")
    def test_money_that_is_counted_is_the_next_patrons(self):
        """A left $3.00 behind; with B's $50.00 counted, A's session is abandoned, and B has $50.00."""
        driver = AutomaticDriver().bought(T1=300)
        driver.do("dealer", a.CountBuyIn(terminal="T1", currency_minor=5_000))
        driver.do(SUPERVISOR, ABANDON, witness="floorperson")
        driver.do("dealer", a.ConfirmBuyIn(terminal="T1", amount_minor=5_000))
        assert ((300, 0), 5_000, 2) == (debts(driver), driver.credits("T1"), driver.table.terminals["T1"].session)


class TestOpening:
    @pytest.mark.clause("HP-A1")
    @pytest.mark.parametrize(("is_same", "session"), [(False, 2), (True, 1)])
    def test_nothing_left_opens_a_new_one(self, is_same, session):
        """Unless the dealer says that it is the same patron."""
        driver = AutomaticDriver().started(T1=100)
        driver.bet("T1", "red", 100)
        driver.settle("2")
        driver.do("dealer", a.CountBuyIn(terminal="T1", currency_minor=200))
        driver.do("dealer", a.ConfirmBuyIn(terminal="T1", amount_minor=200, is_same_patron=is_same))
        assert session == driver.table.terminals["T1"].session

    @pytest.mark.clause("HP-A1")
    @pytest.mark.parametrize("staked", [100, 0])
    def test_bets_or_credits_go_on(self, staked):
        """Who has either is who plays there."""
        driver = AutomaticDriver().started(T1=100)
        if staked:
            driver.bet("T1", "red", staked)
        driver.bought(T1=200)
        assert (1, 300 - staked) == (driver.table.terminals["T1"].session, driver.credits("T1"))

    @pytest.mark.clause("HP-A1")
    def test_chips_are_delivered_first(self):
        """Between the confirmation of a cash-out and the chips nobody else buys in."""
        driver = AutomaticDriver().bought(T1=100)
        for button in (a.AskCashOut, a.AffirmCashOut):
            driver.touch("T1", button)
        driver.do("dealer", a.SelectCashOut(terminal="T1"))
        for kind in (a.CountOutChips, a.ConfirmCashOut):
            driver.do("dealer", kind(terminal="T1", amount_minor=100))
        driver.do("dealer", a.CountBuyIn(terminal="T1", currency_minor=200))
        assert "HP-A1" == driver.refused("dealer", a.ConfirmBuyIn(terminal="T1", amount_minor=200)).clause
        driver.do("dealer", a.DeliverChips(terminal="T1"))
        assert 2 == driver.do("dealer", a.ConfirmBuyIn(terminal="T1", amount_minor=200))[0].session

    @pytest.mark.clause("HP-A1")
    def test_bets_in_play_are_not_left_behind(self):
        """A cash-out is confirmed once they have their result."""
        driver = AutomaticDriver().started(T1=600)
        driver.bet("T1", "red", 100)
        for button in (a.AskCashOut, a.AffirmCashOut):
            driver.touch("T1", button)
        driver.do("dealer", a.SelectCashOut(terminal="T1"))
        driver.do("dealer", a.CountOutChips(terminal="T1", amount_minor=500))
        assert "HP-A1" == driver.refused("dealer", a.ConfirmCashOut(terminal="T1", amount_minor=500)).clause

    @pytest.mark.clause("HP-A1")
    def test_closing_the_table_ends_them(self):
        """Whoever buys in the next day is somebody else, and no account is left of the one before."""
        driver = AutomaticDriver().started(T1=100)
        driver.bet("T1", "red", 100)
        driver.settle("2")
        driver.do("dealer", CloseTable())
        assert (None, False) == (driver.table.terminals["T1"].session, "credits:T1.1" in driver.table.balances)

    @pytest.mark.clause("HP-A2")
    def test_no_terminal_is_named_like_a_session(self):
        """T1.2 is the second session, and stands on its accounts."""
        driver = AutomaticDriver().opened("T1")
        assert "HP-A2" == driver.refused(SUPERVISOR, a.EnrolTerminal(terminal="T1.2")).clause


class TestAbandoned:
    @pytest.mark.clause("HP-A3")
    def test_credits_are_owed(self):
        """They leave the terminal, where the next patron has a session of their own."""
        driver = AutomaticDriver().bought(T1=600)
        abandoned = driver.do(SUPERVISOR, ABANDON, witness="dealer")
        assert (Move("credits:T1.1", "payable:T1.1", 600),) == abandoned.moves
        driver.bought(T1=100)
        assert ((600, 0), 100, 2) == (debts(driver), driver.credits("T1"), driver.table.terminals["T1"].session)

    @pytest.mark.clause("HP-A3")
    @pytest.mark.parametrize(("pocket", "due"), [("17", 4_100), ("2", 500)])
    def test_bets_run_to_their_result(self, pocket, due):
        """Nobody touches the terminal meanwhile, and what they come to is owed too."""
        driver = AutomaticDriver().started(T1=600)
        driver.bet("T1", "straight:17", 100)
        driver.do(SUPERVISOR, ABANDON, witness="dealer")
        assert "HP-A3" == driver.refused("T1", a.ClearBets(terminal="T1")).clause
        driver.settle(pocket)
        assert ((due, 0), None) == (debts(driver), driver.table.terminals["T1"].session)

    @pytest.mark.clause("HP-A3", "RA-9k")
    def test_bets_of_a_void_game_are_owed(self):
        """Given back to nobody at the terminal."""
        driver = AutomaticDriver().started(T1=600)
        driver.bet("T1", "straight:17", 100)
        driver.do(SUPERVISOR, ABANDON, witness="dealer")
        driver.void("malfunction")
        driver.refund()
        assert ((600, 0), 0) == (debts(driver), driver.credits("T1"))

    @pytest.mark.clause("HP-A3")
    @pytest.mark.parametrize(("who", "witness"), [("dealer", SUPERVISOR), (SUPERVISOR, None), ("T1", SUPERVISOR)])
    def test_it_takes_a_supervisor_and_a_second_person(self, who, witness):
        """Nobody declares it alone."""
        assert "HP-A3" == AutomaticDriver().bought(T1=600).refused(who, ABANDON, witness=witness).clause

    @pytest.mark.clause("HP-A3")
    def test_there_must_be_a_session(self):
        """An empty terminal has nobody who left."""
        assert "HP-A3" == AutomaticDriver().opened("T1").refused(SUPERVISOR, ABANDON, witness="dealer").clause


class TestEarlierTables:
    @staticmethod
    def earlier():
        """Return a table on which A lost $1.00 before there were sessions, closed since."""
        driver = AutomaticDriver().opened("T1")
        driver.table.has_sessions = False
        driver.bought(T1=100).do("dealer", a.StartGame())
        driver.bet("T1", "red", 100)
        driver.settle("2")
        return driver

    @pytest.mark.clause("HP-A2")
    def test_they_go_on_as_they_were(self):
        """Credits are the terminal's, and its events name no session: they are stored as they were."""
        stored = [msgspec.to_builtins(event) for event in self.earlier().events]
        credited = next(event for event in stored if event["type"] == "automatic.buy_in_credited/1")
        assert [["rack", "credits:T1", 100]] == [list(move) for move in credited["moves"]]
        assert [] == [event["type"] for event in stored if "session" in event]

    @pytest.mark.clause("HP-A2")
    def test_they_are_switched_over_before_an_auditor(self):
        """Closed and idle; the next patron has a session, and what was played before is a debt if it is void."""
        driver = self.earlier()
        act = a.BeginSessions()
        assert "HP-A2" == driver.refused(SUPERVISOR, act, witness="auditor").clause
        driver.do("dealer", CloseTable())
        assert "HP-A2" == driver.refused(SUPERVISOR, act, witness="dealer").clause
        assert "HP-A2" == driver.refused("dealer", act, witness="auditor").clause
        begun = driver.do(SUPERVISOR, act, witness="auditor")
        by, auditor = (driver.command(who, act).by.id for who in (SUPERVISOR, "auditor"))
        assert (SessionsBegun, by, auditor) == (type(begun), begun.by, begun.witness)
        driver.opened().bought(T1=700)
        driver.void("fraud", who=SUPERVISOR, game=1)
        driver.refund()
        assert (100, 700) == (driver.balance("payable:T1"), driver.balance("credits:T1.1"))

    @pytest.mark.clause("HP-A2")
    def test_a_new_table_has_them_at_once(self):
        """And is not switched over again."""
        driver = AutomaticDriver().opened()
        assert driver.table.has_sessions
        driver.do("dealer", CloseTable())
        assert "HP-A2" == driver.refused(SUPERVISOR, a.BeginSessions(), witness="auditor").clause
