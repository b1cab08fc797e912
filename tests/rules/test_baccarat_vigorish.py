"""Mini-baccarat's payment: order (L2), odds (M1, M2), the three forms of vigorish (M3 to M6) and their rounding."""

import pytest

from pitboss.games.baccarat import acts as baccarat_acts
from pitboss.games.shoe import acts as shoe_acts
from pitboss.games.table import acts as table_acts
from pitboss.rulebook import check_table
from tests.support.baccarat_driver import BACCARAT, BaccaratDriver

BANKER_WINS = ("3H", "4S", "4D", "5C")
BANKER_SIX = ("2S", "3D", "3S", "3H", "TH")
PLAYER_WINS = ("4S", "3H", "5C", "4D")
TIE = ("4S", "4H", "5C", "5D")
SEATS = ((2, "Ann"), (4, "Bob"), (7, "Cid"))


def paid(cards, *wagers, **settings):
    """Play one round with wagers (position, on, stake), and return (position, on) to what became of it."""
    driver = BaccaratDriver(settings=settings).opened(*SEATS)
    for wager in wagers:
        driver.bet(*wager)
    return driver.rows(driver.play(*cards))


def faults(**settings):
    """Return the clauses by which a table's settings are refused."""
    return [fault.clause for fault in check_table({"rulebook": BACCARAT, "settings": settings})[1]]


def wager(stake, on="banker"):
    """Return a wager of Bob's."""
    return baccarat_acts.PlaceWager(position=4, player="Bob", on=on, stake_minor=stake)


class TestOrder:
    @pytest.mark.clause("MB-L2")
    def test_losers_are_taken_in_first(self):
        """Nobody is paid before, and the settlement lists the losers ahead of the winners."""
        driver = BaccaratDriver().opened(*SEATS)
        for position, on in ((2, "player"), (4, "banker"), (7, "player")):
            driver.bet(position, on, 1000)
        driver.deal(*BANKER_WINS)
        driver.do("dealer", driver.result())
        assert "MB-L2" == driver.refused("dealer", baccarat_acts.PayWinners()).clause
        assert 2 == driver.do("dealer", baccarat_acts.CollectLosers()).count
        assert (7, 2, 4) == driver.do("dealer", baccarat_acts.PayWinners()).wagers.position

    @pytest.mark.clause("MB-L2a", "MB-L2b", "MB-L2c", "MB-L2d")
    @pytest.mark.parametrize(
        ("order", "expected"),
        [
            ("a", "pay 7, pay 2, collect 7, collect 2"),
            ("b", "collect 7, collect 2, pay 7, pay 2"),
            ("c", "pay 7, collect 7, pay 2, collect 2"),
            ("d", "collect 7, pay 7, collect 2, pay 2"),
        ],
    )
    def test_the_four_orders_of_paying(self, order, expected):
        """From the highest position down, in two rounds or position by position."""
        driver = BaccaratDriver(settings={"pay_order": order}).opened(*SEATS)
        for position, on in ((2, "banker"), (4, "player"), (7, "banker")):
            driver.bet(position, on, 1000)
        settled = driver.play(*BANKER_WINS)
        assert (order, expected) == (settled.pay_order, steps(settled))

    @pytest.mark.clause("MB-L2c")
    def test_deferred_vigorish_is_marked_in_its_turn(self):
        """Where it is not collected the step is a mark."""
        driver = BaccaratDriver(settings={"pay_order": "c", "collect": "deferred"}).opened(*SEATS)
        driver.bet(2, "banker", 1010)
        assert "pay 2, mark 2" == steps(driver.play(*BANKER_WINS))


def steps(settled):
    """Return the steps of a settlement in one line."""
    return ", ".join(f"{step.deed} {step.position}" for step in settled.steps)


class TestOdds:
    @pytest.mark.clause("MB-M1")
    def test_the_player_pays_one_to_one(self):
        """No vigorish is taken of it."""
        assert ("win", 1000, 0, "MB-M1") == paid(PLAYER_WINS, (2, "player", 1000))[2, "player"]

    @pytest.mark.clause("MB-M2")
    def test_a_tie_pays_eight_to_one_or_more(self):
        """Seven to one is refused; a house may pay nine."""
        assert ["MB-M2"] == faults(tie_odds=7)
        assert ("win", 800, 0, "MB-M2") == paid(TIE, (2, "tie", 100))[2, "tie"]
        assert ("win", 900, 0, "MB-M2") == paid(TIE, (2, "tie", 100), tie_odds=9)[2, "tie"]

    @pytest.mark.clause("MB-M3")
    @pytest.mark.parametrize(("pct", "vig"), [(4, 400), (5, 500)])
    def test_the_banker_pays_one_to_one_less_vigorish(self, pct, vig):
        """Four or five percent of what was won, and nothing else."""
        assert ("win", 10_000, vig, "MB-M3") == paid(BANKER_WINS, (2, "banker", 10_000), pct=pct)[2, "banker"]
        assert ["MB-M3"] == faults(pct=3) == faults(pct=6)

    @pytest.mark.clause("MB-M3a", "Q13")
    @pytest.mark.parametrize(("stake", "vig"), [(1, 5), (100, 5), (101, 10), (200, 10), (840, 45)])
    def test_vigorish_is_rounded_up_to_five_cents(self, stake, vig):
        """Five cents at least, and never to the nearest."""
        assert vig == paid(BANKER_WINS, (2, "banker", stake))[2, "banker"][2]

    @pytest.mark.clause("Q13", "Q29")
    def test_a_house_may_take_it_exactly(self):
        """Then a wager whose vigorish is no whole number of cents is refused."""
        driver = BaccaratDriver(settings={"rounding": "exact"}).opened(*SEATS)
        assert "Q29" == driver.refused("Bob", wager(1010)).clause
        driver.bet(4, "banker", 1020)
        assert 51 == driver.rows(driver.play(*BANKER_WINS))[4, "banker"][2]


class TestOneArea:
    """Chips and a coupon on one area are one wager (Q71)."""

    @pytest.mark.clause("Q14", "Q71", "MB-M3a")
    @pytest.mark.parametrize(("collect", "owed"), [("at_once", 105), ("deferred", 105)])
    def test_vigorish_on_chips_and_a_coupon_is_rounded_once(self, collect, owed):
        """Two of $10.10 owe 101 cents, 105 when they are collected, at once or later."""
        driver = laid_twice(collect=collect)
        settled = driver.play(*BANKER_WINS)
        if collect == "deferred":
            assert owed == driver.do("dealer", baccarat_acts.CollectVigorish(position=4)).amount_minor
        else:
            assert ((55, 50), "105") == (settled.wagers.vig_minor, settled.steps[-1].amount)
        assert owed == driver.table.balances["vigorish"]

    @pytest.mark.clause("Q29", "Q71", "MB-M4")
    def test_on_a_tie_too(self):
        """A quarter of two of $10.50 is 525 cents, and not twice 262."""
        driver = laid_twice(1050, form="tie_vig", pct=25)
        assert (262, 263) == driver.play(*TIE).wagers.vig_minor
        assert 525 == driver.table.balances["vigorish"]


def laid_twice(stake=1010, **settings):
    """Return a table where Bob has chips and a coupon of one amount on the banker."""
    driver = BaccaratDriver(settings={"match_play": True, **settings}).opened(*SEATS)
    for source in ("value", "coupon"):
        driver.bet(4, "banker", stake, source=source)
    return driver


class TestDeferred:
    @pytest.mark.clause("MB-M3b")
    def test_deferred_vigorish_is_marked_and_in_before_the_shuffle(self):
        """The marker carries the exact amount, and no shuffle begins while it lies there."""
        driver = owing((1010, 1010))
        assert 101 == driver.table.marks[4]
        assert "MB-M3b" == driver.refused("dealer", baccarat_acts.ShuffleCards(batch=shoe_acts.Colour.RED)).clause
        driver.do("dealer", baccarat_acts.CollectVigorish(position=4))
        assert shoe_acts.Colour.RED == driver.do("dealer", baccarat_acts.ShuffleCards(batch=shoe_acts.Colour.RED)).batch

    @pytest.mark.clause("Q14", "MB-M3a")
    def test_the_sum_is_rounded_once(self):
        """Twice 42 cents are 84, collected as 85 and not as 90."""
        collected = owing((840, 840)).do("dealer", baccarat_acts.CollectVigorish(position=4))
        assert ("84", 85) == (collected.owed, collected.amount_minor)

    @pytest.mark.clause("MB-M3d")
    def test_it_is_collected_when_the_player_leaves(self):
        """Leaving takes the marker's amount first."""
        driver = owing((1010, 1010))
        collected, left = driver.do("Bob", baccarat_acts.LeaveTable(position=4))
        assert ("101", 105, "Bob", "Bob") == (collected.owed, collected.amount_minor, collected.by, left.player)
        assert (105, {}) == (driver.table.balances["vigorish"], driver.table.marks)

    @pytest.mark.clause("MB-M3d")
    def test_it_may_be_documented_instead(self):
        """What is documented stays owed to the house, on an account of its own."""
        driver = owing((1010, 1010))
        documented = driver.do("dealer", baccarat_acts.CollectVigorish(position=4, is_documented=True))
        assert (True, -105) == (documented.is_documented, driver.table.balances["vigorish_owed"])

    @pytest.mark.clause("MB-M3d")
    def test_the_table_does_not_close_on_a_marker(self):
        """What is owed is collected first."""
        assert "MB-M3b" == owing((1010, 1010)).refused("dealer", table_acts.CloseTable()).clause


def owing(stakes):
    """Return a table whose shoe is over, where Bob won on the banker with these stakes and owes vigorish."""
    driver = BaccaratDriver(settings={"collect": "deferred"}).opened(*SEATS, from_back=415)
    driver.bet(4, "banker", stakes[0])
    driver.play(*BANKER_WINS)
    driver.do("dealer", baccarat_acts.AnnounceLastHand())
    driver.next_round()
    driver.bet(4, "banker", stakes[1])
    driver.play(*BANKER_WINS)
    return driver


class TestForms:
    @pytest.mark.clause("MB-M4", "MB-G1a.iii")
    def test_vigorish_on_a_tie(self):
        """A quarter of the banker wager is kept on a tie, the player's goes back whole, a banker win costs nothing."""
        rows = paid(TIE, (2, "banker", 1000), (4, "player", 1000), form="tie_vig", pct=25)
        assert [("void", 0, 250, "MB-M4"), ("void", 0, 0, "MB-G1")] == [rows[2, "banker"], rows[4, "player"]]
        won = paid(BANKER_WINS, (2, "banker", 1000), form="tie_vig", pct=25)
        assert ("win", 1000, 0, "MB-M3") == won[2, "banker"]

    @pytest.mark.clause("MB-M4", "Q29")
    def test_it_is_never_above_a_quarter(self):
        """26 percent are refused, and a fraction of a cent is not taken."""
        assert ["MB-M4"] == faults(form="tie_vig", pct=26)
        assert 252 == paid(TIE, (2, "banker", 1010), form="tie_vig", pct=25)[2, "banker"][2]

    @pytest.mark.clause("MB-M4")
    def test_it_is_collected_before_the_next_round(self):
        """It is in the account with the settlement, even where the house defers other vigorish."""
        driver = BaccaratDriver(settings={"form": "tie_vig", "pct": 25, "collect": "deferred"}).opened(*SEATS)
        driver.bet(2, "banker", 1000)
        driver.play(*TIE)
        assert (250, {}) == (driver.table.balances["vigorish"], driver.table.marks)

    @pytest.mark.clause("MB-M6")
    @pytest.mark.parametrize(("cards", "won"), [(BANKER_WINS, 1000), (BANKER_SIX, 500)])
    def test_without_vigorish_a_six_pays_half(self, cards, won):
        """The banker pays 1 to 1, with six 1 to 2."""
        assert ("win", won, 0, "MB-M6") == paid(cards, (2, "banker", 1000), form="no_vig")[2, "banker"]

    @pytest.mark.clause("Q29", "MB-M6")
    def test_odd_cents_are_refused_where_half_may_be_paid(self):
        """An odd wager on the banker could not be halved; on the player it may be odd."""
        driver = BaccaratDriver(settings={"form": "no_vig"}).opened(*SEATS)
        assert "Q29" == driver.refused("Bob", wager(1001)).clause
        driver.do("Bob", wager(1001, "player"))


class TestNotice:
    @pytest.mark.clause("MB-M5", "MB-M6")
    @pytest.mark.parametrize(("form", "pct"), [("tie_vig", 10), ("no_vig", 0), ("vig", 5)])
    def test_another_form_or_a_higher_percent_needs_notice(self, form, pct):
        """Without it the change is refused; with it everybody is charged the same from the next round on."""
        driver = BaccaratDriver(settings={"pct": 4}).opened(*SEATS)
        change = baccarat_acts.ChangeVigorish(form=baccarat_acts.Form(form), pct=pct)
        assert "MB-M5" == driver.refused("pit_supervisor", change).clause
        driver.do("pit_supervisor", baccarat_acts.PostVigorishNotice(form=baccarat_acts.Form(form), pct=pct))
        driver.do("pit_supervisor", change)
        assert ("vig", form) == (driver.table.round.rules.form, driver.table.rules.form)

    @pytest.mark.clause("MB-M5")
    def test_a_lower_percent_needs_none(self):
        """From five to four the house may go without notice."""
        driver = BaccaratDriver().opened(*SEATS)
        assert 4 == driver.do("pit_supervisor", baccarat_acts.ChangeVigorish(form=baccarat_acts.Form.VIG, pct=4)).pct

    @pytest.mark.clause("MB-M3", "MB-M4", "MB-M6")
    @pytest.mark.parametrize(
        ("form", "pct", "clause"), [("vig", 6, "MB-M3"), ("tie_vig", 26, "MB-M4"), ("no_vig", 5, "MB-M6")]
    )
    def test_no_notice_of_what_is_not_permitted(self, form, pct, clause):
        """A percentage that the form may not have is refused by the form's clause."""
        act = baccarat_acts.PostVigorishNotice(form=baccarat_acts.Form(form), pct=pct)
        assert clause == BaccaratDriver().welcome().refused("pit_supervisor", act).clause
