"""Mini-baccarat's payment: losers first and the four orders (L2), odds (M1, M2), vigorish on wins (M3)."""

from fractions import Fraction

import pytest

from pitboss.games.baccarat import acts as baccarat_acts
from pitboss.games.shoe import acts as shoe_acts
from pitboss.games.table import acts as table_acts
from pitboss.rulebook import check_table
from tests.support.baccarat_driver import BACCARAT, BaccaratDriver

SEATS = ((1, "Ann"), (4, "Bob"), (6, "Cid"))
BANKER_NINE = ("TS", "4C", "7S", "5H")
"""Player 7, banker 9."""
BANKER_SIX = ("AS", "2C", "4S", "4H", "TH")
"""Player 5 and a ten, banker 6."""
PLAYER_SIX = ("2C", "AS", "4H", "4S", "TH")
"""Player 6, banker 5 and a ten."""
TIE_SIX = ("2C", "KS", "4H", "6S")
"""Six each."""
STAKES = ((1, "banker", 1010), (4, "player", 700), (6, "banker", 330))


def laid(*wagers, from_back=14, **settings):
    """Return a table with wagers (position, on, stake) on its layout."""
    driver = BaccaratDriver(settings=settings).opened(*SEATS, from_back=from_back)
    for wager in wagers:
        driver.bet(*wager)
    return driver


def banker_row(cards, stake, **settings):
    """Return result, paid, vigorish and clause of Ann's wager on the banker."""
    driver = laid((1, "banker", stake), **settings)
    return driver.rows(driver.play(*cards))[1, "banker"]


def steps(settled):
    """Return the steps of a settlement with their amounts."""
    return [(str(step.deed), step.position, step.amount) for step in settled.steps]


def faults(**settings):
    """Return clause and sentence by which a table's settings are refused."""
    found = check_table({"rulebook": BACCARAT, "settings": settings})[1]
    return [(fault.clause, fault.reason) for fault in found]


PAY = [("pay", 6, "330"), ("pay", 1, "1010")]
TAKE = [("collect", 6, "20"), ("collect", 1, "55")]


class TestOrder:
    @pytest.mark.clause("MB-L2")
    def test_nobody_is_paid_before_the_losers_are_in(self):
        """Paying first is refused, and the count of losers is recorded."""
        driver = laid(*STAKES).deal(*BANKER_NINE)
        driver.do("dealer", driver.result())
        refused = driver.refused("dealer", baccarat_acts.PayWinners())
        assert ("MB-L2", "the losing wagers are collected first") == (refused.clause, refused.reason)
        assert 1 == driver.do("dealer", baccarat_acts.CollectLosers()).count
        assert "MB-L2" == driver.refused("dealer", baccarat_acts.CollectLosers()).clause

    @pytest.mark.clause("MB-L2")
    def test_losers_stand_ahead_of_winners_in_the_settlement(self):
        """Bob at 4 lost, so his row comes first; the winners follow from 6 down."""
        assert (4, 6, 1) == laid(*STAKES).play(*BANKER_NINE).wagers.position

    @pytest.mark.clause("MB-L2")
    def test_on_a_tie_no_wager_on_a_hand_is_a_loser(self):
        """Nothing is taken in, and with no winner nothing is paid."""
        driver = laid(*STAKES).deal(*TIE_SIX)
        driver.do("dealer", driver.result())
        assert 0 == driver.do("dealer", baccarat_acts.CollectLosers()).count
        assert [] == steps(driver.do("dealer", baccarat_acts.PayWinners()))

    @pytest.mark.clause("MB-L2")
    def test_there_is_no_fifth_order(self):
        """A house chooses one of four."""
        assert ["expected one of a, b, c, d"] == [why for _, why in faults(pay_order="e")]

    @pytest.mark.clause("MB-L2a")
    def test_order_a_pays_all_and_then_takes_vigorish(self):
        """Twice round, from position 6 down."""
        assert PAY + TAKE == steps(laid(*STAKES, pay_order="a").play(*BANKER_NINE))

    @pytest.mark.clause("MB-L2b")
    def test_order_b_takes_vigorish_and_then_pays_all(self):
        """Twice round, the vigorish first."""
        assert TAKE + PAY == steps(laid(*STAKES, pay_order="b").play(*BANKER_NINE))

    @pytest.mark.clause("MB-L2c")
    def test_order_c_pays_and_takes_one_by_one(self):
        """Position 6 is finished before position 1 begins."""
        assert [PAY[0], TAKE[0], PAY[1], TAKE[1]] == steps(laid(*STAKES, pay_order="c").play(*BANKER_NINE))

    @pytest.mark.clause("MB-L2d")
    def test_order_d_takes_and_pays_one_by_one(self):
        """Position by position, the vigorish first."""
        assert [TAKE[0], PAY[0], TAKE[1], PAY[1]] == steps(laid(*STAKES, pay_order="d").play(*BANKER_NINE))

    @pytest.mark.clause("MB-L2a", "MB-L2b", "MB-L2c", "MB-L2d")
    @pytest.mark.parametrize("order", "abcd")
    def test_the_order_changes_no_amount(self, order):
        """In every order each account ends with the same, and all of them together with nothing."""
        driver = laid(*STAKES, pay_order=order)
        assert order == driver.play(*BANKER_NINE).pay_order
        balances = driver.table.balances
        assert (75, 0, 0) == (balances["vigorish"], balances["layout"], sum(balances.values()))

    @pytest.mark.clause("MB-L2b", "MB-M3b")
    def test_marks_take_the_place_of_vigorish(self):
        """Deferred, the exact amounts are marked where they would be taken."""
        marks = [("mark", 6, "33/2"), ("mark", 1, "101/2")]
        assert marks + PAY == steps(laid(*STAKES, pay_order="b", collect="deferred").play(*BANKER_NINE))


class TestOdds:
    @pytest.mark.clause("MB-M1")
    @pytest.mark.parametrize("form", ["vig", "tie_vig", "no_vig"])
    def test_the_player_pays_one_to_one_in_every_form(self, form):
        """Nothing is kept of it, with six neither."""
        driver = laid((4, "player", 701), form=form)
        assert ("win", 701, 0, "MB-M1") == driver.rows(driver.play(*PLAYER_SIX))[4, "player"]

    @pytest.mark.clause("MB-M2")
    @pytest.mark.parametrize(("odds", "paid"), [(8, 2400), (9, 2700)])
    def test_a_tie_pays_eight_to_one_or_better(self, odds, paid):
        """The odds of the house are paid, and the wager goes back besides: nine for one."""
        driver = laid((4, "tie", 300), tie_odds=odds)
        assert ("win", paid, 0, "MB-M2") == driver.rows(driver.play(*TIE_SIX))[4, "tie"]
        assert paid == driver.table.balances["circulation"]

    @pytest.mark.clause("MB-M2")
    def test_less_than_eight_to_one_is_no_table(self):
        """Seven to one is refused with the rule."""
        assert [("MB-M2", True)] == [(clause, "8 to 1 or more" in why) for clause, why in faults(tie_odds=7)]


class TestVigorish:
    @pytest.mark.clause("MB-M3")
    @pytest.mark.parametrize(("pct", "vig"), [(4, 80), (5, 100)])
    def test_a_banker_win_is_paid_whole_and_charged(self, pct, vig):
        """1 to 1, and four or five percent of what was won."""
        assert ("win", 2000, vig, "MB-M3") == banker_row(BANKER_SIX, 2000, pct=pct)

    @pytest.mark.clause("MB-M3")
    @pytest.mark.parametrize("pct", [0, 3, 6, 25])
    def test_no_other_percentage_is_charged(self, pct):
        """Only 4 and 5 are permitted on wins."""
        assert ["MB-M3"] == [clause for clause, _ in faults(pct=pct)]

    @pytest.mark.clause("MB-M3a", "Q13")
    @pytest.mark.parametrize(("stake", "vig"), [(1, 5), (99, 5), (100, 5), (102, 10), (240, 15), (300, 15), (301, 20)])
    def test_vigorish_is_rounded_up_to_five_cents(self, stake, vig):
        """Five at least, a multiple as it is, and up however little is over it: 12 cents are 15 and not 10."""
        assert vig == banker_row(BANKER_NINE, stake)[2]

    @pytest.mark.clause("Q13")
    def test_who_loses_or_ties_owes_no_five_cents(self):
        """The least of five cents is for a win."""
        assert (0, 0) == (banker_row(PLAYER_SIX, 100)[2], banker_row(TIE_SIX, 100)[2])

    @pytest.mark.clause("Q13", "Q29")
    @pytest.mark.parametrize(("pct", "step"), [(4, 25), (5, 20)])
    def test_an_exact_house_takes_wagers_in_whole_cents_of_vigorish(self, pct, step):
        """One cent over a step is refused with the step, the step itself costs a cent."""
        driver = laid(rounding="exact", pct=pct)
        refused = driver.refused("Ann", banker_wager(step + 1))
        assert ("Q29", step) == (refused.clause, refused.values["step"])
        assert f"it goes in steps of {step} cents" in refused.reason
        assert 1 == banker_row(BANKER_NINE, step, rounding="exact", pct=pct)[2]

    @pytest.mark.clause("Q29")
    def test_only_banker_wagers_have_steps(self):
        """Seven cents on the player and on a tie settle whole anyhow."""
        driver = laid((1, "player", 7), (1, "tie", 7), rounding="exact")
        assert {"player": ("lose", 0), "tie": ("lose", 0)} == {
            on: row[:2] for (_, on), row in driver.rows(driver.play(*BANKER_NINE)).items()
        }


def banker_wager(stake):
    """Return Ann's wager on the banker."""
    return baccarat_acts.PlaceWager(position=1, player="Ann", on="banker", stake_minor=stake)


def owing(*stakes):
    """Return a table whose shoe is over, where Ann has won these stakes on the banker in turn."""
    driver = laid(collect="deferred", from_back=416 - 1 - 4 * (len(stakes) - 2))
    for number, stake in enumerate(stakes, 1):
        driver.bet(1, "banker", stake)
        driver.play(*BANKER_NINE)
        if number < len(stakes):
            if driver.table.cards.must_announce:
                driver.do("dealer", baccarat_acts.AnnounceLastHand())
            driver.next_round()
    return driver


class TestDeferred:
    @pytest.mark.clause("MB-M3b")
    def test_each_position_has_a_marker_with_the_exact_amount(self):
        """Winners of 10.10 and 3.30 owe 50 1/2 and 16 1/2 cents, and nothing is collected."""
        driver = laid(*STAKES, collect="deferred")
        settled = driver.play(*BANKER_NINE)
        assert {6: Fraction(33, 2), 1: Fraction(101, 2)} == driver.table.marks
        assert (("0", "33/2", "101/2"), (0, 0, 0)) == (settled.wagers.owed, settled.wagers.vig_minor)

    @pytest.mark.clause("MB-M3b")
    def test_all_of_it_is_in_before_the_shuffle(self):
        """Neither the dealer's shuffle nor a device's begins on a marker."""
        driver = owing(840, 840)
        acts = (
            baccarat_acts.ShuffleCards(batch=shoe_acts.Colour.RED),
            shoe_acts.UseAutomaticShoe(controls="ICS 12.4", from_back=14),
        )
        refused = [driver.refused("dealer", act) for act in acts]
        assert ["MB-M3b", "MB-M3b"] == [answer.clause for answer in refused]
        assert "position 1 owes 84 cents" in refused[0].reason
        driver.do("dealer", baccarat_acts.CollectVigorish(position=1))
        assert shoe_acts.Colour.RED == driver.do("dealer", acts[0]).batch

    @pytest.mark.clause("MB-M3b")
    def test_a_marker_is_collected_once_and_by_the_dealer(self):
        """Where none lies there is nothing to take, and a floorperson takes none."""
        driver = owing(840, 840)
        assert "MB-M3b" == driver.refused("floorperson", baccarat_acts.CollectVigorish(position=1)).clause
        driver.do("dealer", baccarat_acts.CollectVigorish(position=1))
        refused = driver.refused("dealer", baccarat_acts.CollectVigorish(position=1))
        assert ("MB-M3b", "position 1 owes no vigorish") == (refused.clause, refused.reason)

    @pytest.mark.clause("MB-M3b")
    def test_the_procedures_may_document_it_instead(self):
        """The marker is gone, the debt is on record and on an account of its own."""
        driver = owing(840, 840)
        documented = driver.do("dealer", baccarat_acts.CollectVigorish(position=1, is_documented=True))
        assert (True, "84", 85) == (documented.is_documented, documented.owed, documented.amount_minor)
        assert ({}, -85) == (driver.table.marks, driver.table.balances["vigorish_owed"])

    @pytest.mark.clause("MB-M3a", "Q14")
    @pytest.mark.parametrize(
        ("stakes", "owed", "amount"),
        [((840, 840), "84", 85), ((10, 10), "1", 5), ((1010, 1010), "101", 105), ((10, 20, 71), "101/20", 10)],
    )
    def test_the_sum_is_rounded_once(self, stakes, owed, amount):
        """The marks are added up exactly, and only what is collected is rounded."""
        collected = owing(*stakes).do("dealer", baccarat_acts.CollectVigorish(position=1))
        assert (owed, amount) == (collected.owed, collected.amount_minor)

    @pytest.mark.clause("MB-M3d")
    def test_it_is_due_when_the_player_leaves(self):
        """In the middle of a shoe Ann's going collects it, and Cid's marker stays."""
        driver = laid(*STAKES, collect="deferred")
        driver.play(*BANKER_NINE)
        collected, left = driver.do("Ann", baccarat_acts.LeaveTable(position=1))
        assert ("Ann", 55, "Ann") == (collected.player, collected.amount_minor, left.player)
        assert ({6: Fraction(33, 2)}, 55) == (driver.table.marks, driver.table.balances["vigorish"])

    @pytest.mark.clause("MB-M3d")
    def test_it_is_due_when_the_shoe_is_finished(self):
        """The table does not close on it either."""
        driver = owing(840, 840)
        assert "position 1 owes 84 cents" in driver.refused("dealer", table_acts.CloseTable()).reason
        driver.do("dealer", baccarat_acts.CollectVigorish(position=1))
        assert "Dora" == driver.do("dealer", table_acts.CloseTable()).by
