"""What a void game leaves open (I.9.k, Q34): debts to players whose terminal is gone, debts of players, payments."""

import pytest

from pitboss.decider import Move
from pitboss.games.roulette.automatic import acts as a
from pitboss.games.table.acts import CloseTable
from tests.support.automatic_driver import SUPERVISOR, AutomaticDriver


def game(driver, pocket, **bets):
    """Play one game, with bets of T1 by name: a straight bet on 17 is `on_17`."""
    driver.do("dealer", a.StartGame())
    for bet, chip in bets.items():
        driver.bet("T1", bet.replace("on_", "straight:"), chip)
    return driver.settle(pocket)


def void(driver, number):
    """Void a settled game, and refund it."""
    driver.void("fraud", who=SUPERVISOR, game=number, witness="dealer")
    return driver.refund()


def gone(*pockets, **bets):
    """Return a table whose T1 bought in for $6.00, made the same bets in some games, cashed out and was removed."""
    driver = AutomaticDriver().bought(T1=600)
    for pocket in pockets:
        game(driver, pocket, **bets)
    if driver.credits("T1"):
        driver.cash_out("T1")
    driver.remove("T1")
    return driver


def debts(driver):
    """Return what the house owes the first to play at T1, what that player owes, and what T1 has."""
    return driver.balance("payable:T1.1"), -driver.balance("receivable:T1.1"), driver.credits("T1")


def parts(refunded):
    """Return what was refunded, reversed, is owed by a player, and to one, where one terminal played."""
    columns = (refunded.refunded_minor, refunded.reversed_minor, refunded.receivable_minor, refunded.payable_minor)
    return tuple(column[0] for column in columns)


def pay(amount, terminal="T1", session=1):
    """Pay what the house owes."""
    return a.PayPayable(terminal=terminal, session=session, amount_minor=amount)


def repay(amount, terminal="T1", session=1):
    """Repay what a player owes."""
    return a.RepayReceivable(terminal=terminal, session=session, amount_minor=amount)


class TestTerminalThatIsGone:
    @pytest.mark.clause("RA-9k")
    def test_its_refund_is_owed_to_its_player(self):
        """It lands on no terminal's credits; the event says so, and the table may close with it."""
        driver = gone("2", red=500)
        refunded = void(driver, 1)
        assert (500, 0, 0, 500) == parts(refunded)
        assert (Move("rack", "payable:T1.1", 500),) == refunded.moves
        assert (500, 0, 0) == debts(driver)
        driver.do("dealer", CloseTable())

    @pytest.mark.clause("RA-9k", "Q34")
    def test_winnings_are_taken_from_what_is_restored(self):
        """One bet lost and one won: what comes back pays for the winnings, and the rest is owed."""
        driver = gone("17", red=500, on_17=100)
        assert (500, 500, 3_000, 0) == parts(void(driver, 1))
        assert (0, 3_000, 0) == debts(driver)

    @pytest.mark.clause("RA-9k", "Q34")
    def test_winnings_are_taken_from_what_is_owed_already(self):
        """An earlier game left $5.00 to its player; a later void takes them first."""
        driver = AutomaticDriver().bought(T1=600)
        game(driver, "2", red=500)
        game(driver, "17", on_17=100)
        driver.cash_out("T1")
        driver.remove("T1")
        assert (500, 0, 0, 500) == parts(void(driver, 1))
        assert (0, 500, 3_000, -500) == parts(void(driver, 2))
        assert (0, 3_000, 0) == debts(driver)

    @pytest.mark.clause("RA-9k")
    def test_it_may_be_removed_while_the_void_game_waits(self):
        """What counts is where the terminal is when the game is refunded."""
        driver = AutomaticDriver().bought(T1=500)
        game(driver, "2", red=500)
        driver.void("wrong_number", game=1)
        driver.remove("T1")
        assert (500, 0, 0, 500) == parts(driver.refund())

    @pytest.mark.clause("RA-9k")
    def test_one_of_its_name_gets_nothing_of_it(self):
        """A terminal that was enrolled again stands there for another player, whose credits are left alone."""
        driver = gone("2", "17", on_17=100)
        driver.do(SUPERVISOR, a.EnrolTerminal(terminal="T1"))
        driver.bought(T1=700)
        assert (100, 0, 0, 100) == parts(void(driver, 1))
        assert (0, 100, 3_400, -100) == parts(void(driver, 2))
        assert (0, 3_400, 700) == debts(driver)

    @pytest.mark.clause("RA-9k")
    @pytest.mark.parametrize("is_in_play", [True, False])
    def test_what_one_of_its_name_bets_comes_back_to_it(self, is_in_play):
        """Enrolled during a game it may bet in it, or else in the next: those bets are its own."""
        driver = gone("2", red=500)
        if is_in_play:
            driver.do("dealer", a.StartGame())
        driver.do(SUPERVISOR, a.EnrolTerminal(terminal="T1"))
        driver.bought(T1=700)
        if not is_in_play:
            driver.do("dealer", a.StartGame())
        driver.bet("T1", "red", 500)
        driver.settle("2")
        assert (500, 0, 0, 0) == parts(void(driver, 2))
        assert (0, 0, 700) == debts(driver)


class TestPayment:
    @pytest.mark.clause("RA-9k")
    def test_a_payable_is_paid_in_chips(self):
        """In parts or whole, each on record with what is left; at a closed table too."""
        driver = gone("2", red=500)
        void(driver, 1)
        paid = driver.do(SUPERVISOR, pay(499))
        assert (499, 1, "Sue", "pit_supervisor") == (paid.amount_minor, paid.left_minor, paid.by, paid.role)
        assert (Move("payable:T1.1", "circulation", 499),) == paid.moves
        driver.do("dealer", CloseTable())
        assert 0 == driver.do("pit_manager", pay(1)).left_minor
        assert (0, 0, 0) == debts(driver)

    @pytest.mark.clause("RA-9k", "Q34")
    def test_a_receivable_is_repaid_in_chips(self):
        """In parts or whole, each on record with what is left; the terminal may stand there still."""
        driver = AutomaticDriver().bought(T1=600)
        game(driver, "17", on_17=100)
        driver.cash_out("T1")
        void(driver, 1)
        repaid = driver.do(SUPERVISOR, repay(3_000))
        assert (3_000, 500, "Sue", "pit_supervisor") == (
            repaid.amount_minor,
            repaid.left_minor,
            repaid.by,
            repaid.role,
        )
        assert (Move("circulation", "receivable:T1.1", 3_000),) == repaid.moves
        driver.do("dealer", CloseTable())
        assert 0 == driver.do("director", repay(500)).left_minor
        assert (0, 0, 0) == debts(driver)

    @pytest.mark.clause("RA-9k")
    @pytest.mark.parametrize("act", [pay(501, session=2), pay(1), repay(3_001), repay(1, session=2), repay(1, "T2")])
    def test_never_more_than_is_owed(self, act):
        """Neither account goes past zero, and who owes nothing pays nothing."""
        driver = gone("17", red=500, on_17=100)
        driver.do(SUPERVISOR, a.EnrolTerminal(terminal="T1"))
        void(driver, 1)
        driver.bought(T1=500)
        game(driver, "2", red=500)
        driver.remove("T1")
        void(driver, 2)
        stands = (0, 3_000, 0), (500, 0)
        assert stands == (debts(driver), (driver.balance("payable:T1.2"), driver.balance("receivable:T1.2")))
        refused = driver.refused(SUPERVISOR, act)
        owed = 0 if act.amount_minor == 1 else act.amount_minor - 1
        assert ("RA-9k", owed) == (refused.clause, refused.values["owed_minor"])
        assert stands == (debts(driver), (driver.balance("payable:T1.2"), driver.balance("receivable:T1.2")))

    @pytest.mark.clause("RA-9k")
    @pytest.mark.parametrize("act", [pay(500), repay(3_000)])
    @pytest.mark.parametrize("who", ["dealer", "floorperson", "inspector", "mucker", "device", "T1"])
    def test_it_is_a_supervisors(self, who, act):
        """Nobody else takes or gives what is owed."""
        driver = gone("17", red=500, on_17=100)
        void(driver, 1)
        assert ("RA-9k", True) == (driver.refused(who, act).clause, "pit supervisor" in driver.refused(who, act).reason)

    @pytest.mark.clause("RA-9k", "Q34")
    def test_what_was_paid_is_gone_for_a_later_void(self):
        """Winnings of another game cannot be taken from it any more, and are owed."""
        driver = AutomaticDriver().bought(T1=600)
        game(driver, "2", red=500)
        game(driver, "17", on_17=100)
        driver.cash_out("T1")
        driver.remove("T1")
        void(driver, 1)
        driver.do(SUPERVISOR, pay(500))
        assert (0, 0, 3_500, 0) == parts(void(driver, 2))
        driver.do(SUPERVISOR, repay(3_500))
        assert (0, 0, 0) == debts(driver)

    @pytest.mark.clause("RA-9k")
    def test_whoever_brings_and_gets_all_has_what_the_games_that_count_brought(self):
        """All games void and all debts paid: every player has what was bought in for, and the house won nothing."""
        driver = gone("17", "2", red=100, on_17=100)
        void(driver, 1)
        void(driver, 2)
        due, owed, _ = debts(driver)
        for amount, act in ((due, pay), (owed, repay)):
            if amount:
                driver.do(SUPERVISOR, act(amount))
        held = {"drop": 600, "patrons": -600, "rack": -600, "circulation": 600}
        assert held == {name: amount for name, amount in driver.table.balances.items() if amount}
