"""Parts of a cent at blackjack (Q29): refused where the house has no rule for them, rounded by its rule elsewhere."""

import pytest

from pitboss.games.blackjack import acts as a
from pitboss.games.blackjack.sign import sign
from tests.support.blackjack_driver import BlackjackDriver

RULES = ["down", "up", "half_up"]


def paid(steps, stake, **settings):
    """Play a round of Ann's to its end, and return what her wager was paid and what of it was lost."""
    driver = BlackjackDriver(settings=settings).staked(stake).played(steps)
    return driver.rows(driver.settle())[1, 1, "blackjack", 1][1:3]


def refusal(stake, **settings):
    """Return the refusal of a wager of Ann's."""
    driver = BlackjackDriver(settings=settings).ready((1, "Ann"))
    return driver.refused("Ann", a.PlaceWager(seat=1, player="Ann", stake_minor=stake))


class TestExact:
    @pytest.mark.clause("Q29", "Q18")
    @pytest.mark.parametrize(
        ("bj_pays", "step"), [([3, 2], 2), ([6, 5], 5), ([7, 5], 5), ([9, 4], 4), ([12, 10], 5), ([6, 4], 2)]
    )
    def test_wagers_go_in_units_that_pay_a_blackjack_in_whole_cents(self, bj_pays, step):
        """One cent more than such a unit is refused, and the refusal says the unit."""
        found = refusal(10 * step + 1, bj_pays=bj_pays)
        assert ("Q29", step) == (found.clause, found.values["step"])
        assert (step * bj_pays[0] // bj_pays[1], 0) == paid("AS 6D KH TC turn", step, bj_pays=bj_pays)

    @pytest.mark.clause("Q29", "Q18")
    @pytest.mark.parametrize("bj_pays", [[1, 1], [2, 1], [4, 2]])
    def test_whole_odds_take_any_wager(self, bj_pays):
        """A single cent too."""
        assert (bj_pays[0] // bj_pays[1], 0) == paid("AS 6D KH TC turn", 1, bj_pays=bj_pays)

    @pytest.mark.clause("Q29", "Q22")
    @pytest.mark.parametrize("form", ["text", "late"])
    @pytest.mark.parametrize(("bj_pays", "step"), [([1, 1], 2), ([6, 5], 10), ([3, 2], 2), ([9, 4], 4)])
    def test_surrender_wants_a_half_in_whole_cents_as_well(self, form, bj_pays, step):
        """Where it is offered, the unit is one that both can do with."""
        settings = {"surrender": form, "bj_pays": bj_pays}
        assert ("Q29", step) == (refusal(step + 1, **settings).clause, refusal(step + 1, **settings).values["step"])
        assert (0, step // 2) == paid("TS 9D 6H 8C surrender turn", step, **settings)

    @pytest.mark.clause("Q29")
    def test_neither_added_nor_taken_back_by_halves(self):
        """What is left lies in whole units too."""
        driver = BlackjackDriver().staked(1000)
        assert "Q29" == driver.refused("Ann", a.PlaceWager(seat=1, player="Ann", stake_minor=3)).clause
        assert "Q29" == driver.refused("Ann", a.RemoveWager(seat=1, player="Ann", stake_minor=3)).clause
        assert 2 == driver.do("Ann", a.RemoveWager(seat=1, player="Ann", stake_minor=2)).stake_minor

    @pytest.mark.clause("Q29")
    def test_optional_wagers_and_insurance_come_in_cents(self):
        """They are paid so many to one, which is always whole."""
        driver = BlackjackDriver(settings={"initial_suit": "same_suit"}).staked(1000)
        driver.bet(1, 3, on="same_suit")
        driver.played("4S AD 5S 6C suits")
        assert 7 == driver.do("Ann", a.PlaceInsurance(seat=1, stake_minor=7)).stake_minor
        assert 5 == driver.played("close").act(1, "hit", hit_minor=5).hit_minor

    @pytest.mark.clause("Q29")
    @pytest.mark.parametrize(("settings", "unit"), [({}, "$0.02"), ({"bj_pays": [6, 5], "surrender": "text"}, "$0.10")])
    def test_the_unit_is_on_the_sign(self, settings, unit):
        """Where there is one."""
        lines = sign(BlackjackDriver(settings=settings).table.rules.config).lines
        text = "Blackjack wagers in multiples of"
        assert [(text, unit)] == [(line.label, line.value) for line in lines if line.clause == "Q29"]

    @pytest.mark.clause("Q29")
    def test_no_line_for_it_where_any_wager_settles(self):
        """Even money without surrender leaves no part of a cent."""
        lines = sign(BlackjackDriver(settings={"bj_pays": [1, 1]}).table.rules.config).lines
        assert [] == [line for line in lines if line.clause == "Q29"]


class TestRounded:
    @pytest.mark.clause("Q29", "Q18")
    @pytest.mark.parametrize(("rounding", "won"), [("down", 7), ("up", 8), ("half_up", 8)])
    def test_three_to_two_of_an_odd_cent(self, rounding, won):
        """Five cents would win seven and a half."""
        assert (won, 0) == paid("AS 6D KH TC turn", 5, rounding=rounding)

    @pytest.mark.clause("Q29", "Q18")
    @pytest.mark.parametrize(
        ("stake", "down", "up", "half_up"), [(1, 1, 2, 1), (2, 2, 3, 2), (3, 3, 4, 4), (4, 4, 5, 5), (5, 6, 6, 6)]
    )
    def test_six_to_five(self, stake, down, up, half_up):
        """From one cent, which would win one and a fifth, to five, which win six."""
        won = [paid("AS 6D KH TC turn", stake, rounding=rounding, bj_pays=[6, 5])[0] for rounding in RULES]
        assert [down, up, half_up] == won

    @pytest.mark.clause("Q29", "Q22")
    @pytest.mark.parametrize(("rounding", "lost"), [("down", 2), ("up", 3), ("half_up", 3)])
    def test_half_of_an_odd_wager(self, rounding, lost):
        """Of five cents the house keeps so many, and the rest goes back."""
        settings = {"rounding": rounding, "surrender": "text"}
        driver = BlackjackDriver(settings=settings).staked(5).played("TS 9D 6H 8C surrender turn")
        assert ("surrender", 0, lost, "BJ-J5") == driver.rows(driver.settle())[1, 1, "blackjack", 1]
        assert (-lost, lost, 0) == tuple(driver.table.balances[name] for name in ("circulation", "rack", "layout"))

    @pytest.mark.clause("Q29")
    @pytest.mark.parametrize("rounding", RULES)
    def test_what_comes_out_whole_is_left_alone(self, rounding):
        """No rule changes an amount in whole cents."""
        assert (15, 0) == paid("AS 6D KH TC turn", 10, rounding=rounding)
        assert (0, 5) == paid("TS 9D 6H 8C surrender turn", 10, rounding=rounding, surrender="late")
        assert (5, 0) == paid("TS 9D 9H 8C stand turn", 5, rounding=rounding)

    @pytest.mark.clause("Q29", "BJ-J4a")
    @pytest.mark.parametrize(("rounding", "won"), [("down", 7), ("up", 8)])
    def test_a_blackjack_paid_at_once_is_rounded_alike(self, rounding, won):
        """Nobody gains by waiting."""
        driver = BlackjackDriver(settings={"rounding": rounding}).staked(5).played("AS 6D KH TC")
        settled = driver.do("dealer", a.PayBlackjack(seat=1))
        assert ("blackjack", won, 0, "BJ-J4") == driver.rows(settled)[1, 1, "blackjack", 1]

    @pytest.mark.clause("Q29")
    @pytest.mark.parametrize(
        ("rounding", "text"),
        [
            ("down", "A part of a cent in a payment or a half is dropped."),
            ("up", "A part of a cent in a payment or a half is rounded up."),
            ("half_up", "A payment or a half is rounded to the nearest cent, half a cent up."),
        ],
    )
    def test_the_rule_is_on_the_sign(self, rounding, text):
        """In place of the unit."""
        lines = sign(BlackjackDriver(settings={"rounding": rounding}).table.rules.config).lines
        assert [text] == [line.label for line in lines if line.clause == "Q29"]

    @pytest.mark.clause("Q29", "Q18", "Q22")
    @pytest.mark.parametrize("rounding", RULES)
    def test_chips_and_coupon_are_rounded_as_one_wager(self, rounding):
        """Five cents and five are ten: they win fifteen, and surrendered they lose five."""
        driver = BlackjackDriver(settings={"rounding": rounding, "surrender": "text"}).staked(5, 5)
        for seat in (1, 2):
            driver.bet(seat, 5, source="coupon")
        wagers = driver.played("AS TS 6D KH 6H TC surrender turn").settle().wagers
        assert (15, 5) == (sum(wagers.paid_minor), sum(wagers.lost_minor))
