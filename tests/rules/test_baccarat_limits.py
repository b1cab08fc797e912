"""Mini-baccarat's posted limits (O): the least and the most that may lie on one area."""

import pytest

from pitboss.games.baccarat import acts as baccarat_acts
from pitboss.games.table import acts as table_acts
from pitboss.rulebook import check_table
from tests.support.baccarat_driver import BACCARAT, BaccaratDriver

LIMITS = {"min": {"tie": 500}, "max": {"tie": 1000}}


def place(on, stake, *, position=3, player="Ann"):
    """Return a wager of Ann's."""
    return baccarat_acts.PlaceWager(position=position, player=player, on=on, stake_minor=stake)


def take_back(on, stake):
    """Return Ann's wish to take chips back."""
    return baccarat_acts.RemoveWager(position=3, player="Ann", on=on, stake_minor=stake)


def set_limit(amount, *, kind="tie", which=table_acts.Limit.MAX):
    """Return a change of a limit."""
    return table_acts.SetLimit(kind=kind, which=which, amount_minor=amount)


class TestSign:
    @pytest.mark.clause("MB-O")
    @pytest.mark.parametrize(
        "settings",
        [
            {"default_min": 1_000, "default_max": 20_000},
            {"default_min": 1_000, "default_max": 20_000, "min": {"tie": 100}, "max": {"tie": 500, "player": 5_000}},
        ],
    )
    def test_the_amounts_on_the_sign_are_the_ones_that_are_held(self, settings):
        """On every area the posted minimum and maximum are taken, and a cent less or more is refused."""
        driver = BaccaratDriver(settings={"rounding": "up_to_5", **settings}).opened()
        for on in ("banker", "player", "tie"):
            low, high = posted(driver, "Minimum", on), posted(driver, "Maximum", on)
            assert "MB-O" == driver.refused("Ann", place(on, low - 1)).clause
            assert "MB-O" == driver.refused("Ann", place(on, high + 1)).clause
            driver.do("Ann", place(on, low))
            driver.do("Ann", place(on, high - low))


def posted(driver, label, on):
    """Return what the table's sign says of an area: its own line if it has one, else the general one; in cents."""
    lines = {line.label: line.value for line in driver.game.sign(driver.table.rules.config).lines}
    own = next((said for said in lines if said.startswith(f"{label} on") and on.title() in said), label)
    return int(lines[own].strip("$").replace(",", "").replace(".", ""))


class TestLimits:
    @pytest.mark.clause("MB-O")
    @pytest.mark.parametrize(
        ("stake", "sentence"),
        [
            (499, "$4.99 on tie is under the table's minimum of $5.00"),
            (1001, "$10.01 on tie is over the table's maximum of $10.00"),
        ],
    )
    def test_a_wager_lies_between_minimum_and_maximum(self, stake, sentence):
        """One cent less or more is refused with both amounts."""
        refused = BaccaratDriver(settings=LIMITS).opened().refused("Ann", place("tie", stake))
        assert ("MB-O", sentence) == (refused.clause, refused.reason)
        assert (500, 1000) == (refused.values["min_minor"], refused.values["max_minor"])

    @pytest.mark.clause("MB-O")
    @pytest.mark.parametrize("stake", [500, 1000])
    def test_the_posted_amounts_themselves_are_taken(self, stake):
        """Exactly the minimum and exactly the maximum are wagers."""
        assert stake == BaccaratDriver(settings=LIMITS).opened().do("Ann", place("tie", stake)).stake_minor

    @pytest.mark.clause("MB-O")
    def test_coupon_and_chips_on_an_area_add_up(self):
        """Six dollars in chips leave four for a coupon, at this position only."""
        driver = BaccaratDriver(settings=LIMITS).opened((3, "Ann"), (5, "Bob"))
        driver.bet(3, "tie", 600)
        coupon = baccarat_acts.PlaceWager(
            position=3, player="Ann", on="tie", stake_minor=500, source=baccarat_acts.Source.COUPON
        )
        assert ("MB-O", 1100) == clause_and_total(driver.refused("Ann", coupon))
        assert 1000 == driver.do("Bob", place("tie", 1000, position=5, player="Bob")).stake_minor

    @pytest.mark.clause("MB-O")
    def test_what_is_left_after_taking_back_is_a_wager(self):
        """Of eight dollars, four cannot be left, all or three can be taken."""
        driver = BaccaratDriver(settings=LIMITS).opened()
        driver.bet(3, "tie", 800)
        assert ("MB-O", 400) == clause_and_total(driver.refused("Ann", take_back("tie", 400)))
        driver.do("Ann", take_back("tie", 300))
        assert 500 == driver.do("Ann", take_back("tie", 500)).stake_minor

    @pytest.mark.clause("MB-O")
    def test_a_wager_without_limits_of_its_own_has_the_tables(self):
        """The player area has the default amounts."""
        driver = BaccaratDriver(settings={**LIMITS, "default_min": 2500, "default_max": 5000}).opened()
        assert (2500, 5000) == driver.table.rules.limits("player")
        assert "MB-O" == driver.refused("Ann", place("player", 2499)).clause

    @pytest.mark.clause("MB-O")
    def test_a_new_limit_holds_from_the_next_round(self):
        """The round that is open keeps the limits it was opened with."""
        driver = BaccaratDriver(settings=LIMITS).opened()
        changed = driver.do("pit_supervisor", set_limit(700), witness="dealer")
        assert ("tie", "max", 700, "Sue", "Dora") == limit_fields(changed)
        driver.bet(3, "tie", 1000)
        driver.play("TS", "4C", "7S", "5H")
        assert "MB-O" == driver.next_round().refused("Ann", place("tie", 701)).clause

    @pytest.mark.clause("MB-O")
    def test_a_limit_is_set_by_a_supervisor_and_a_second_person(self):
        """Neither a dealer nor a supervisor alone sets one, and no minimum over the maximum."""
        driver = BaccaratDriver(settings=LIMITS).opened()
        alone = driver.refused("pit_supervisor", set_limit(700))
        assert ("MB-O", "a change of limits needs a second person") == (alone.clause, alone.reason)
        assert "MB-O" == driver.refused("dealer", set_limit(700), witness="floorperson").clause
        crossed = driver.refused("pit_supervisor", set_limit(1001, which=table_acts.Limit.MIN), witness="dealer")
        assert ("MB-O", "the minimum for tie, 1001, is over its maximum, 1000") == (crossed.clause, crossed.reason)

    @pytest.mark.clause("MB-O")
    def test_no_table_has_a_minimum_of_nothing(self):
        """A posted minimum is one cent at least."""
        faults = check_table({"rulebook": BACCARAT, "settings": {"default_min": 0}})[1]
        assert ["MB-O"] == [fault.clause for fault in faults]


def clause_and_total(refused):
    """Return why a wager was refused, and what would have lain on the area."""
    return refused.clause, refused.values["total_minor"]


def limit_fields(event):
    """Return what the record of a changed limit says."""
    return event.kind, event.which, event.amount_minor, event.by, event.witness
