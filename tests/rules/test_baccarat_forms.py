"""Mini-baccarat's other forms of vigorish: on ties (M4), none at all (M6), and the notice of a change (M5)."""

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
PLAYER_NINE = ("4C", "TS", "5H", "7S")
"""Player 9, banker 7."""
TIE_SIX = ("2C", "KS", "4H", "6S")
"""Six each."""


def laid(*wagers, **settings):
    """Return a table with wagers (position, on, stake) on its layout."""
    driver = BaccaratDriver(settings=settings).opened(*SEATS)
    for wager in wagers:
        driver.bet(*wager)
    return driver


def banker_row(cards, stake, **settings):
    """Return result, paid, vigorish and clause of Ann's wager on the banker."""
    driver = laid((1, "banker", stake), **settings)
    return driver.rows(driver.play(*cards))[1, "banker"]


def banker_wager(stake):
    """Return Ann's wager on the banker."""
    return baccarat_acts.PlaceWager(position=1, player="Ann", on="banker", stake_minor=stake)


def faults(**settings):
    """Return the clauses by which a table's settings are refused."""
    return [fault.clause for fault in check_table({"rulebook": BACCARAT, "settings": settings})[1]]


class TestOnTies:
    @pytest.mark.clause("MB-M4")
    @pytest.mark.parametrize(
        ("cards", "expected"),
        [
            (TIE_SIX, ("void", 0, 250, "MB-M4")),
            (BANKER_NINE, ("win", 1000, 0, "MB-M3")),
            (PLAYER_NINE, ("lose", 0, 0, "MB-G1")),
        ],
    )
    def test_only_ties_are_charged(self, cards, expected):
        """A quarter is kept of a banker wager on a tie, and nothing of one that wins."""
        assert expected == banker_row(cards, 1000, form="tie_vig", pct=25)

    @pytest.mark.clause("MB-M4", "Q29")
    @pytest.mark.parametrize(("stake", "pct", "vig"), [(3, 25, 0), (4, 25, 1), (1019, 25, 254), (199, 1, 1)])
    def test_a_share_is_never_rounded_up(self, stake, pct, vig):
        """What is left of a cent is not taken, and neither five cents at least nor multiples of five."""
        assert vig == banker_row(TIE_SIX, stake, form="tie_vig", pct=pct)[2]

    @pytest.mark.clause("MB-M4")
    @pytest.mark.parametrize(("pct", "found"), [(0, ["MB-M4"]), (1, []), (25, []), (26, ["MB-M4"])])
    def test_the_share_is_a_quarter_at_most(self, pct, found):
        """One to 25 percent make a table."""
        assert found == faults(form="tie_vig", pct=pct)

    @pytest.mark.clause("MB-M4")
    def test_all_players_are_charged_with_the_settlement(self):
        """From position 6 down, into the account at once, even where a house defers other vigorish."""
        wagers = ((1, "banker", 1000), (4, "player", 1000), (6, "banker", 400))
        driver = laid(*wagers, form="tie_vig", pct=25, collect="deferred")
        settled = driver.play(*TIE_SIX)
        assert [("collect", 6, "100"), ("collect", 1, "250")] == [(s.deed, s.position, s.amount) for s in settled.steps]
        assert (350, {}) == (driver.table.balances["vigorish"], driver.table.marks)

    @pytest.mark.clause("MB-M4", "MB-L2c")
    def test_a_tie_bet_is_paid_where_its_neighbour_is_charged(self):
        """Ann's Tie Bet wins 8 to 1 and her banker wager leaves a quarter, in one turn."""
        driver = laid((1, "tie", 100), (1, "banker", 100), form="tie_vig", pct=25, pay_order="c")
        settled = driver.play(*TIE_SIX)
        assert [("pay", 1, "800"), ("collect", 1, "25")] == [(s.deed, s.position, s.amount) for s in settled.steps]

    @pytest.mark.clause("Q29")
    def test_an_exact_house_takes_wagers_whose_share_is_whole(self):
        """At 25 percent they go in steps of four cents."""
        driver = laid(form="tie_vig", pct=25, rounding="exact")
        refused = driver.refused("Ann", banker_wager(1002))
        assert ("Q29", 4) == (refused.clause, refused.values["step"])
        assert 1004 == driver.do("Ann", banker_wager(1004)).stake_minor


class TestWithoutVigorish:
    @pytest.mark.clause("MB-M6")
    @pytest.mark.parametrize(("cards", "paid"), [(BANKER_NINE, 1000), (BANKER_SIX, 500)])
    def test_a_banker_that_wins_with_six_is_paid_half(self, cards, paid):
        """Every other win is 1 to 1, and nothing is kept."""
        assert ("win", paid, 0, "MB-M6") == banker_row(cards, 1000, form="no_vig")

    @pytest.mark.clause("MB-M6")
    @pytest.mark.parametrize("form", ["vig", "tie_vig"])
    def test_with_vigorish_six_is_paid_like_any_count(self, form):
        """Half is paid in no other form."""
        assert 1000 == banker_row(BANKER_SIX, 1000, form=form)[1]

    @pytest.mark.clause("MB-M6", "Q29")
    def test_odd_cents_cannot_be_halved(self):
        """They are refused on the banker, with the step, and one cent more is taken."""
        driver = laid(form="no_vig")
        refused = driver.refused("Ann", banker_wager(501))
        sentence = "$5.01 on banker might not settle in whole cents: it goes in steps of 2 cents"
        assert ("Q29", sentence) == (refused.clause, refused.reason)
        assert 502 == driver.do("Ann", banker_wager(502)).stake_minor

    @pytest.mark.clause("MB-M6")
    def test_this_form_needs_notice(self):
        """The notice is on record before the change, and no vigorish has no percentage."""
        driver = laid()
        change = baccarat_acts.ChangeVigorish(form=baccarat_acts.Form.NO_VIG, pct=0)
        refused = driver.refused("pit_supervisor", change)
        assert ("MB-M5", "players have no notice of no_vig at 0 percent") == (refused.clause, refused.reason)
        assert "MB-M6" == driver.refused("pit_supervisor", notice("no_vig", 5)).clause
        posted = driver.do("pit_supervisor", notice("no_vig", 0))
        assert ("no_vig", 0, "Sue") == (posted.form, posted.pct, posted.by)
        assert "no_vig" == driver.do("pit_supervisor", change).form


def notice(form, pct):
    """Return a notice to the players."""
    return baccarat_acts.PostVigorishNotice(form=baccarat_acts.Form(form), pct=pct)


def change(form, pct):
    """Return a change of the vigorish."""
    return baccarat_acts.ChangeVigorish(form=baccarat_acts.Form(form), pct=pct)


class TestNotice:
    @pytest.mark.clause("MB-M5")
    @pytest.mark.parametrize(("form", "pct"), [("tie_vig", 10), ("vig", 5), ("no_vig", 0)])
    def test_players_have_notice_of_just_this_change(self, form, pct):
        """Notice of something else is not enough."""
        driver = laid(pct=4)
        other = ("tie_vig", 11) if form != "no_vig" else ("vig", 5)
        driver.do("pit_supervisor", notice(*other))
        assert "MB-M5" == driver.refused("pit_supervisor", change(form, pct)).clause
        driver.do("pit_supervisor", notice(form, pct))
        assert (form, pct) == (driver.do("pit_supervisor", change(form, pct)).form, driver.table.rules.settings["pct"])

    @pytest.mark.clause("MB-M5")
    def test_a_lower_percentage_needs_no_notice(self):
        """Four instead of five is no increase."""
        assert 4 == laid().do("pit_supervisor", change("vig", 4)).pct

    @pytest.mark.clause("MB-M5")
    def test_every_increase_has_a_notice_of_its_own(self):
        """Five percent after four needs notice again, though it was five with notice before."""
        driver = laid(pct=4)
        driver.do("pit_supervisor", notice("vig", 5))
        driver.do("pit_supervisor", change("vig", 5))
        driver.do("pit_supervisor", change("vig", 4))
        assert "MB-M5" == driver.refused("pit_supervisor", change("vig", 5)).clause

    @pytest.mark.clause("MB-M5")
    def test_everybody_is_charged_the_same_from_the_next_round_on(self):
        """The open round keeps five percent for all, the next has four for all."""
        driver = laid((1, "banker", 1000), (6, "banker", 1000))
        driver.do("pit_supervisor", change("vig", 4))
        assert (50, 50) == driver.play(*BANKER_NINE).wagers.vig_minor
        driver.next_round()
        driver.bet(1, "banker", 1000)
        driver.bet(6, "banker", 1000)
        assert (40, 40) == driver.play(*BANKER_NINE).wagers.vig_minor

    @pytest.mark.clause("MB-M5")
    def test_the_house_gives_notice_and_changes_by_a_supervisor(self):
        """A dealer does neither, and what is in force cannot be changed to itself."""
        driver = laid()
        assert ["MB-M5"] * 2 == [driver.refused("dealer", act).clause for act in (notice("vig", 4), change("vig", 4))]
        refused = driver.refused("pit_supervisor", change("vig", 5))
        assert ("MB-M5", "vig at 5 percent is in force already") == (refused.clause, refused.reason)

    @pytest.mark.clause("MB-M5", "MB-M3b")
    def test_marks_outlive_a_change_of_form(self):
        """What was owed of a win is still collected, rounded up, after the table went over to ties."""
        driver = laid((1, "banker", 1010), collect="deferred")
        driver.play(*BANKER_NINE)
        driver.do("pit_supervisor", notice("tie_vig", 25))
        driver.do("pit_supervisor", change("tie_vig", 25))
        collected = driver.do("dealer", baccarat_acts.CollectVigorish(position=1))
        assert ("101/2", 55) == (collected.owed, collected.amount_minor)

    @pytest.mark.clause("MB-M5")
    def test_limits_can_change_after_the_form(self):
        """A table without vigorish is still a valid table when its limits change."""
        driver = laid()
        driver.do("pit_supervisor", notice("no_vig", 0))
        driver.do("pit_supervisor", change("no_vig", 0))
        limit = table_acts.SetLimit(kind="tie", which=table_acts.Limit.MAX, amount_minor=900)
        assert 900 == driver.do("pit_supervisor", limit, witness="dealer").amount_minor


@pytest.mark.clause("MB-M6")
def test_the_form_without_vigorish_is_not_dealt_before_players_know():
    """A table set up without vigorish waits for its notice, and is dealt once it was given."""
    driver = BaccaratDriver(settings={"form": "no_vig"}).shuffled().cut()
    driver.do("dealer", shoe_acts.LoadShoe(from_back=14))
    driver.do("dealer", baccarat_acts.BurnCard(card="KS"))
    refusal = driver.refused("dealer", table_acts.OpenBetting())
    assert ("MB-M6", True) == (refusal.clause, "no notice" in refusal.reason)
    driver.do("pit_supervisor", baccarat_acts.PostVigorishNotice(form=baccarat_acts.Form.NO_VIG, pct=0))
    assert 1 == driver.do("dealer", table_acts.OpenBetting()).round
