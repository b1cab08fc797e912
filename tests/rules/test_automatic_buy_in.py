"""The automatic table's equipment (I.1), staff (I.2), buy-ins (I.3a) and their correction (I.9e)."""

import pytest

from pitboss.decider import Act, Move
from pitboss.games.roulette.automatic import acts as automatic_acts
from pitboss.games.roulette.automatic.config import check_automatic
from pitboss.games.table import acts as table_acts
from tests.support.automatic_driver import AGAINST, SUPERVISOR, AutomaticDriver
from tests.support.driver import HOIAN, ONEIDA

STRANGERS = ("T1", "mucker", "device", "inspector", "floorperson", "pit_manager")


def count(amount=10_000, **more):
    """Return the count of T1's currency."""
    return automatic_acts.CountBuyIn(terminal="T1", currency_minor=amount, **more)


def confirm(amount=10_000):
    """Return the confirmation of T1's buy-in."""
    return automatic_acts.ConfirmBuyIn(terminal="T1", amount_minor=amount)


DROP = automatic_acts.DropBuyIn(terminal="T1")
VERIFY = automatic_acts.VerifyCredit(terminal="T1")
QUESTION = automatic_acts.QuestionCredit(terminal="T1")


def told(refused):
    """Return a refusal's clause and sentence."""
    return refused.clause, refused.reason


class TestEquipment:
    @pytest.mark.clause("RA-1a")
    def test_a_terminal_is_bound_to_a_table_on_record(self):
        """A supervisor enrols it, and the event says who did."""
        enrolled = AutomaticDriver().opened().do(SUPERVISOR, automatic_acts.EnrolTerminal(terminal="T1"))
        assert ("T1", "Sue") == (enrolled.terminal, enrolled.by)

    @pytest.mark.clause("RA-1a")
    @pytest.mark.parametrize("who", ["T1", "dealer", "device", "floorperson"])
    def test_nobody_below_a_supervisor_enrols_or_removes(self, who):
        """Dealers and players bind no terminal and take none away."""
        driver = AutomaticDriver().opened("T1")
        assert "RA-1a" == driver.refused(who, automatic_acts.EnrolTerminal(terminal="T2")).clause
        assert "RA-1a" == driver.refused(who, automatic_acts.RemoveTerminal(terminal="T1")).clause

    @pytest.mark.clause("RA-1a")
    def test_a_terminal_is_enrolled_once_and_there_is_a_most(self):
        """Neither the same one twice, nor more than the table has places for."""
        driver = AutomaticDriver(terminals_max=2).opened("T1")
        assert (
            "enrolled at this table already"
            in driver.refused(SUPERVISOR, automatic_acts.EnrolTerminal(terminal="T1")).reason
        )
        driver.do(SUPERVISOR, automatic_acts.EnrolTerminal(terminal="T2"))
        assert ("RA-1a", "the table has 2 terminals, as many as it may") == told(
            driver.refused(SUPERVISOR, automatic_acts.EnrolTerminal(terminal="T3"))
        )

    @pytest.mark.clause("RA-1a")
    def test_only_an_idle_terminal_is_removed(self):
        """With credits it stays; once they are cashed out it goes."""
        driver = AutomaticDriver().bought(T1=100)
        assert 100 == driver.refused(SUPERVISOR, automatic_acts.RemoveTerminal(terminal="T1")).values["credits_minor"]
        driver.cash_out("T1")
        assert "Sue" == driver.do(SUPERVISOR, automatic_acts.RemoveTerminal(terminal="T1")).by
        assert {} == driver.table.terminals

    @pytest.mark.clause("RA-1a")
    @pytest.mark.parametrize("steps", [[count()], [count(), confirm()]], ids=["counted", "not dropped"])
    def test_a_buy_in_under_way_keeps_table_and_terminal(self, steps):
        """Money that lies beside the drop box is dealt with before the table closes."""
        driver = AutomaticDriver().opened("T1")
        for act in steps:
            driver.do("dealer", act)
        assert "RA-1a" == driver.refused(SUPERVISOR, automatic_acts.RemoveTerminal(terminal="T1")).clause
        assert "RA-8a" == driver.refused("dealer", table_acts.CloseTable()).clause

    @pytest.mark.clause("RA-1a", "RA-8a")
    def test_the_table_closes_when_every_terminal_is_empty(self):
        """A player with credits cashes out first."""
        driver = AutomaticDriver().bought(T1=100)
        assert "T1 still has $1.00" in driver.refused("dealer", table_acts.CloseTable()).reason
        driver.cash_out("T1")
        assert "Dora" == driver.do("dealer", table_acts.CloseTable()).by

    @pytest.mark.clause("RA-1b")
    def test_the_wheel_has_38_slots(self):
        """1 to 36, 0 and 00, and a number that is on no slot is refused."""
        driver = AutomaticDriver().started(T1=100)
        assert {"0", "00", *map(str, range(1, 37))} == set(driver.table.rules.wheel.pockets)
        driver.lock().sense("17")
        assert ("RA-1b", "this wheel has no 37") == told(
            driver.refused("dealer", automatic_acts.ConfirmNumber(pocket="37"))
        )

    @pytest.mark.clause("RA-1b")
    @pytest.mark.parametrize(("diameter", "faults"), [("30 in", []), ("29 in", ["settings.wheel_diameter"])])
    def test_the_wheel_is_thirty_inches_across_or_more(self, diameter, faults):
        """Thirty are enough, twenty-nine are not."""
        document = {"rulebook": ONEIDA, "name": "A1", "settings": {"wheel_diameter": diameter}}
        assert faults == [fault.field for fault in check_automatic(document)[1]]

    @pytest.mark.clause("RA-1a")
    def test_another_houses_document_knows_no_terminals(self):
        """Hoian's rules cannot open an automatic table."""
        assert ["rulebook"] == [fault.field for fault in check_automatic({"rulebook": HOIAN, "name": "A1"})[1]]


class TestStaff:
    @pytest.mark.clause("RA-2a")
    @pytest.mark.parametrize("who", STRANGERS)
    @pytest.mark.parametrize(
        ("act", "clause"),
        [
            (count(), "RA-3a.iii"),
            (confirm(), "RA-3a.v"),
            (DROP, "RA-3a.vi"),
            (automatic_acts.StartGame(), "RA-6a"),
            (automatic_acts.SpinBall(direction=AGAINST), "RA-6c"),
            (automatic_acts.ConfirmNumber(pocket="1"), "RA-6e"),
            (automatic_acts.SelectCashOut(terminal="T1"), "RA-8d"),
            (automatic_acts.CountOutChips(terminal="T1", amount_minor=1), "RA-8e"),
            (automatic_acts.ConfirmCashOut(terminal="T1", amount_minor=1), "RA-8f"),
            (automatic_acts.DeliverChips(terminal="T1"), "RA-8g"),
            (automatic_acts.CorrectBuyIn(terminal="T1", currency_minor=1), "RA-9e"),
        ],
        ids=lambda value: type(value).__name__ if isinstance(value, Act) else "",
    )
    def test_the_console_is_the_dealers(self, who, act, clause):
        """Buy-ins, cash-outs, the new-game button and the ball are nobody else's."""
        refused = AutomaticDriver().opened("T1").refused(who, act)
        assert (clause, True) == (refused.clause, "that is for the dealer" in refused.reason)

    @pytest.mark.clause("RA-2a")
    def test_a_dealer_of_another_table_does_not_touch_it(self):
        """The console obeys the dealer who opened the table, or relieved that one."""
        driver = AutomaticDriver().opened("T1")
        driver.do("floorperson", table_acts.RelieveDealer(dealer="Dan"))
        assert "Dora does not work this table" in driver.refused("dealer", automatic_acts.StartGame()).reason

    @pytest.mark.clause("RA-2a")
    def test_bets_are_opened_by_the_new_game_button_alone(self):
        """The act with which other tables open their betting is none of this table's."""
        refused = AutomaticDriver().opened("T1").refused("dealer", table_acts.OpenBetting())
        assert "OpenBetting is not an act of an automatic table" == refused.reason

    @pytest.mark.clause("RA-2b")
    @pytest.mark.parametrize(
        ("tables", "supervisors", "is_short"),
        [(6, 1, False), (7, 1, True), (12, 2, False), (13, 2, True), (1, 0, True)],
    )
    def test_one_supervisor_for_six_tables(self, tables, supervisors, is_short):
        """Six a supervisor are shown, a seventh raises the alarm."""
        driver = AutomaticDriver().opened()
        reported = driver.do(SUPERVISOR, automatic_acts.ReportStaffing(tables=tables, supervisors=supervisors))
        assert (is_short, (tables, supervisors)) == (reported.is_short, driver.table.staffing)
        assert is_short == ("ALARM" in driver.game.in_words(driver.table, reported))

    @pytest.mark.clause("RA-2b")
    def test_the_server_reports_the_ratio(self):
        """It counts, as a device of the house; a player terminal, which is a device too, does not."""
        driver, report = AutomaticDriver().opened("T1"), automatic_acts.ReportStaffing(tables=6, supervisors=1)
        driver.do("device", report)
        assert (6, 1) == driver.table.staffing
        refused = AutomaticDriver().opened("wheel-1").refused("device", report)
        reason = "wheel-1 is a player terminal and may not report the staffing"
        assert ("RA-2b", reason) == (refused.clause, refused.reason)

    @pytest.mark.clause("RA-2b")
    def test_a_supervisor_reports_the_ratio(self):
        """The dealer does not."""
        assert (
            "RA-2b"
            == AutomaticDriver()
            .opened()
            .refused("dealer", automatic_acts.ReportStaffing(tables=1, supervisors=1))
            .clause
        )


SYSTEM = (
    *("central table", "dealer console", "accounting computer", "server"),
    *("player terminals", "roulette wheel", "game clock", "roulette balls"),
)


class TestInspection:
    @pytest.mark.clause("RA-1a")
    def test_the_inspection_names_the_whole_system(self):
        """Console, computer, server, terminals, wheel, clock and balls, as the rules list them; no colour chips."""
        driver = AutomaticDriver()
        inspected = driver.do("dealer", table_acts.InspectEquipment(items=SYSTEM))
        assert SYSTEM == inspected.items
        driver.do("dealer", table_acts.OpenTable())

    @pytest.mark.clause("RA-1a")
    @pytest.mark.parametrize("missing", SYSTEM)
    def test_nothing_of_it_is_missing(self, missing):
        """Without one of them the table stays closed."""
        items = tuple(item for item in SYSTEM if item != missing)
        refused = AutomaticDriver().refused("dealer", table_acts.InspectEquipment(items=items))
        assert ("RA-1a", [missing]) == (refused.clause, refused.values["missing"])


class TestBuyIn:
    @pytest.mark.clause("RA-3a.i", "RA-3a.ii", "RA-3a.iii")
    def test_the_count_is_on_record_and_credits_nothing(self):
        """What was laid down is counted beside the drop box; the terminal has no credits yet."""
        driver = AutomaticDriver().opened("T1")
        counted = driver.do("dealer", count(10_000, chips_minor=500))
        assert (10_000, 500, 0, "Dora") == (
            counted.currency_minor,
            counted.chips_minor,
            counted.coupon_minor,
            counted.by,
        )
        assert (0, {}) == (driver.credits("T1"), driver.table.balances)

    @pytest.mark.clause("RA-3a.i")
    def test_a_buy_in_is_something(self):
        """Nothing at all is no buy-in."""
        assert "RA-3a.iii" == AutomaticDriver().opened("T1").refused("dealer", count(0)).clause

    @pytest.mark.clause("RA-3a.i", "Q51")
    @pytest.mark.parametrize("currency", [0, 1_000, 5_000])
    def test_a_coupon_is_never_credit(self, currency):
        """Alone or beside money, whether the house takes coupons elsewhere or not: it could be cashed out."""
        coupon = automatic_acts.CountBuyIn(terminal="T1", currency_minor=currency, coupon_minor=1_000)
        refused = AutomaticDriver().opened("T1").refused("dealer", coupon)
        assert "this house takes no match play coupons" == refused.reason
        driver = AutomaticDriver(settings={"match_play": True}).opened("T1")
        assert ("Q51", 1_000) == ((r := driver.refused("dealer", coupon)).clause, r.values["coupon_minor"])

    @pytest.mark.clause("RA-9e", "Q51")
    def test_no_correction_brings_one(self):
        """Nor does a buy-in become one afterwards."""
        driver = AutomaticDriver(settings={"match_play": True}).bought(T1=1_000)
        act = automatic_acts.CorrectBuyIn(terminal="T1", currency_minor=1_000, coupon_minor=500)
        assert "Q51" == driver.refused("dealer", act).clause

    @pytest.mark.clause("RA-3a.i")
    def test_a_terminal_takes_no_verbal_wagers(self):
        """No act says a bet aloud, and nobody bets at another's terminal."""
        assert [] == [act.__name__ for act in AutomaticDriver().game.acts if "Call" in act.__name__]
        driver = AutomaticDriver().started(T1=100)
        assert (
            "RA-3b.ii"
            == driver.refused("dealer", automatic_acts.PlaceBet(terminal="T1", bet="red", chip_minor=100)).clause
        )

    @pytest.mark.clause("RA-3a.iii", "RA-3a.v")
    def test_no_credit_before_the_count(self):
        """Confirming what was not counted is refused."""
        refused = AutomaticDriver().opened("T1").refused("dealer", confirm())
        assert ("RA-3a.v", "nothing was counted for T1") == told(refused)

    @pytest.mark.clause("RA-3a.iv")
    def test_the_terminal_selected_is_the_one_the_buy_in_lay_on(self):
        """A count for T1 credits no T2, and a terminal that is not enrolled is none."""
        driver = AutomaticDriver().opened("T1", "T2")
        driver.do("dealer", count())
        assert (
            "RA-3a.v"
            == driver.refused("dealer", automatic_acts.ConfirmBuyIn(terminal="T2", amount_minor=10_000)).clause
        )
        assert (
            "no such terminal"
            in driver.refused("dealer", automatic_acts.ConfirmBuyIn(terminal="T3", amount_minor=1)).reason
        )

    @pytest.mark.clause("RA-3a.v")
    @pytest.mark.parametrize("amount", [9_999, 10_001])
    def test_the_amount_confirmed_is_the_amount_counted(self, amount):
        """One cent more or less is refused."""
        driver = AutomaticDriver().opened("T1")
        driver.do("dealer", count())
        refused = driver.refused("dealer", confirm(amount))
        assert ("RA-3a.v", 10_000) == (refused.clause, refused.values["counted_minor"])

    @pytest.mark.clause("RA-3a.v")
    def test_confirmed_the_terminal_has_the_credits(self):
        """All kinds of money together, at once."""
        driver = AutomaticDriver().opened("T1")
        driver.do("dealer", count(10_000, chips_minor=500))
        credited = driver.do("dealer", confirm(10_500))[-1]
        assert (Move("rack", "credits:T1.1", 10_500),) == credited.moves
        assert 10_500 == driver.credits("T1")

    @pytest.mark.clause("RA-3a.vi")
    def test_currency_is_dropped_after_the_credit(self):
        """Not before it, and not twice; chips go to the rack."""
        driver = AutomaticDriver().opened("T1")
        driver.do("dealer", count(10_000, chips_minor=500))
        assert "RA-3a.vi" == driver.refused("dealer", DROP).clause
        driver.do("dealer", confirm(10_500))
        expected = (Move("patrons", "drop", 10_000), Move("circulation", "rack", 500))
        assert expected == driver.do("dealer", DROP).moves
        assert "RA-3a.vi" == driver.refused("dealer", DROP).clause

    @pytest.mark.clause("RA-3a.iii", "RA-3a.vi")
    @pytest.mark.parametrize("steps", [[count()], [count(), confirm()]], ids=["counted", "not dropped"])
    def test_one_buy_in_is_finished_before_the_next(self, steps):
        """A second count at the terminal waits."""
        driver = AutomaticDriver().opened("T1")
        for act in steps:
            driver.do("dealer", act)
        assert ("RA-3a.iii", "a buy-in at T1 is not finished") == told(driver.refused("dealer", count()))

    @pytest.mark.clause("RA-3a.vii")
    def test_the_player_verifies_before_the_first_wager(self):
        """Until then no bet is taken, and afterwards it is; there is nothing to verify twice."""
        driver = AutomaticDriver().opened("T1")
        for act in (count(), confirm(), DROP, automatic_acts.StartGame()):
            driver.do("dealer", act)
        bet = automatic_acts.PlaceBet(terminal="T1", bet="red", chip_minor=100)
        assert "RA-3a.vii" == driver.refused("T1", bet).clause
        assert 10_000 == driver.do("T1", VERIFY).credits_minor
        driver.do("T1", bet)
        assert "RA-3a.vii" == driver.refused("T1", VERIFY).clause

    @pytest.mark.clause("RA-3a.vii", "RA-9e")
    def test_the_player_finds_the_credit_wrong(self):
        """The pit is called, once; no bet is taken until the amount is put right, or found right after all."""
        driver = AutomaticDriver().opened("T1")
        for act in (count(), confirm(), DROP):
            driver.do("dealer", act)
        questioned = driver.do("T1", QUESTION)
        assert ("credit", True) == (questioned.reason_for_alarm()[0], driver.table.terminals["T1"].is_questioned)
        words = "The player at T1 says that $100.00 is not right, and waits. [RA-3a.vii]"
        assert words == driver.game.in_words(driver.table, questioned)
        assert ("RA-3a.vii", "somebody was called already at T1") == told(driver.refused("T1", QUESTION))
        driver.do("dealer", automatic_acts.CorrectBuyIn(terminal="T1", currency_minor=20_000))
        assert not driver.table.terminals["T1"].is_questioned
        driver.do("T1", QUESTION)
        driver.do("T1", VERIFY)
        assert "no credit waits to be verified at T1" == driver.refused("T1", QUESTION).reason

    @pytest.mark.clause("RA-3a.vii", "RA-6d")
    def test_a_frozen_terminal_questions_nothing(self):
        """From zero on nothing that is touched there counts."""
        driver = AutomaticDriver().opened("T1")
        for act in (count(), confirm(), DROP, automatic_acts.StartGame()):
            driver.do("dealer", act)
        assert "RA-6d" == driver.lock().refused("T1", QUESTION).clause

    @pytest.mark.clause("RA-3a.vii")
    @pytest.mark.parametrize("who", ["dealer", "T2", "pit_supervisor", "device"])
    def test_nobody_verifies_for_the_player(self, who):
        """The player answers for it, and nobody else."""
        driver = AutomaticDriver().opened("T1", "T2")
        for act in (count(), confirm()):
            driver.do("dealer", act)
        assert "RA-3a.vii" == driver.refused(who, VERIFY).clause


class TestWrongBuyIn:
    @pytest.mark.clause("RA-9e")
    @pytest.mark.parametrize(("right", "back"), [(12_000, False), (8_000, True), (0, True)])
    def test_the_dealer_voids_and_corrects_it(self, right, back):
        """Credits and drop are put right by the difference, and the player verifies anew."""
        driver = AutomaticDriver().bought(T1=10_000)
        corrected = driver.do("dealer", automatic_acts.CorrectBuyIn(terminal="T1", currency_minor=right))
        assert (10_000, right, right) == (corrected.was_minor, driver.credits("T1"), driver.balance("drop"))
        assert back == (Move("credits:T1.1", "rack", 10_000 - right) in corrected.moves)
        assert right == driver.do("T1", VERIFY).credits_minor

    @pytest.mark.clause("RA-9e")
    def test_the_kind_of_money_is_corrected_too(self):
        """Currency that was chips leaves the drop, and no credit moves."""
        driver = AutomaticDriver().bought(T1=10_000)
        corrected = driver.do("dealer", automatic_acts.CorrectBuyIn(terminal="T1", chips_minor=10_000))
        assert (Move("drop", "patrons", 10_000), Move("circulation", "rack", 10_000)) == corrected.moves

    @pytest.mark.clause("RA-9e")
    @pytest.mark.parametrize("phase", ["betting", "spinning", "closed", "void"])
    def test_only_while_no_round_is_played(self, phase):
        """From the new-game button to the settlement, or the refund, it waits."""
        driver = AutomaticDriver().started(T1=10_000)
        act = automatic_acts.CorrectBuyIn(terminal="T1", currency_minor=8_000)
        if phase == "void":
            driver.void("malfunction")
        elif phase != "betting":
            driver.do("dealer", automatic_acts.SpinBall(direction=AGAINST))
        if phase == "closed":
            driver.do("device", automatic_acts.LockBets())
        assert "RA-9e" == driver.refused("dealer", act).clause
        if phase == "void":
            driver.refund()
            assert 8_000 == driver.do("dealer", act).currency_minor

    @pytest.mark.clause("RA-9e")
    @pytest.mark.parametrize(
        ("act", "words"),
        [
            (automatic_acts.CorrectBuyIn(terminal="T1", currency_minor=10_000), "that is what was entered"),
            (automatic_acts.CorrectBuyIn(terminal="T1", coupon_minor=10_000), "takes no match play coupons"),
            (automatic_acts.CorrectBuyIn(terminal="T2", currency_minor=10_000), "has no finished buy-in to correct"),
        ],
        ids=["the same", "a coupon", "none"],
    )
    def test_what_is_no_correction_is_refused(self, act, words):
        """The same amounts, a coupon the house does not take, a terminal without a buy-in."""
        driver = AutomaticDriver().opened("T1", "T2").bought(T1=10_000)
        refused = driver.refused("dealer", act)
        assert ("RA-9e", True) == (refused.clause, words in refused.reason)

    @pytest.mark.clause("RA-9e")
    def test_what_was_lost_is_not_taken_back(self):
        """A correction needs what is still on the terminal: to the last cent it goes, one more is refused."""
        driver = AutomaticDriver().started(T1=10_000)
        driver.bet("T1", "red", 2_500)
        driver.settle("2")
        refused = driver.refused("dealer", automatic_acts.CorrectBuyIn(terminal="T1", currency_minor=2_499))
        assert ("RA-9e", 7_500) == (refused.clause, refused.values["credits_minor"])
        driver.do("dealer", automatic_acts.CorrectBuyIn(terminal="T1", currency_minor=2_500))
        assert 0 == driver.credits("T1")
