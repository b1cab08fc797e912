"""The limits that the Tribe determines: a table without them does not open, and no round opens without its sign."""

from typing import Any

import pytest

from pitboss.games import game
from pitboss.games.sicbo.acts import ClearLights
from pitboss.games.table import acts as table_acts
from pitboss.rulebook import check_table, edition, table_config
from tests.support.baccarat_driver import BACCARAT, BaccaratDriver
from tests.support.blackjack_driver import BLACKJACK
from tests.support.driver import HOIAN, ONEIDA, Driver
from tests.support.sicbo_driver import SICBO, SicBoDriver

POSTED = {SICBO: "SB-G", BACCARAT: "MB-O", BLACKJACK: "BJ-P"}


def _limits(rulebook: str, **settings: Any) -> list[tuple[str, str]]:
    """Return the lines of the limits on the sign of a table."""
    sign = game(edition(rulebook).game).sign(table_config({"rulebook": rulebook, "settings": settings}))
    return [(line.label, line.value) for line in sign.sections[0].lines]


def _opening(rulebook: str, **settings: Any) -> Driver:
    """Return an inspected table that is about to open."""
    driver = Driver(rulebook, settings=settings)
    items = tuple(entry.item for entry in driver.table.rules.equipment)
    driver.do("dealer", table_acts.InspectEquipment(items=items))
    return driver


@pytest.mark.clause("MB-O")
def test_a_sign_is_changed_between_rounds():
    """A round keeps the limits it was opened under, and the sign says them until it is over."""
    driver = BaccaratDriver().opened()
    limit = table_acts.SetLimit(kind="banker", which=table_acts.Limit.MAX, amount_minor=2_000)
    driver.do("pit_supervisor", limit, witness="floorperson")

    assert "MB-O" == driver.refused("dealer", table_acts.PostSign()).clause


@pytest.mark.clause("SB-G", "MB-O", "BJ-P")
class TestLimitsMustBeSet:
    @pytest.mark.parametrize("rulebook", POSTED)
    @pytest.mark.parametrize("settings", [{}, {"default_min": 500}, {"default_max": 50_000}])
    def test_a_table_without_limits_does_not_open(self, rulebook, settings):
        """Where the Tribe determines the limits, a table that lacks one of them stays closed."""
        refused = _opening(rulebook, **settings).refused("dealer", table_acts.OpenTable())
        missing = "minimum" if "default_min" not in settings else "maximum"

        assert (POSTED[rulebook], True) == (refused.clause, refused.reason.startswith(f"no {missing} is set"))

    @pytest.mark.parametrize("rulebook", [BACCARAT, BLACKJACK])
    def test_a_table_with_both_limits_opens(self, rulebook):
        """A minimum of one cent is a limit too, if the house says it."""
        driver = _opening(rulebook, default_min=1, default_max=50_000)

        assert rulebook == driver.do("dealer", table_acts.OpenTable()).rulebook

    def test_limits_of_each_kind_are_enough(self):
        """A minimum and a maximum for each kind that the table takes leave nothing open."""
        kinds = [wager.kind for wager in edition(BACCARAT).wagers]
        amounts = {"min": dict.fromkeys(kinds, 500), "max": dict.fromkeys(kinds, 50_000)}

        assert BACCARAT == _opening(BACCARAT, **amounts).do("dealer", table_acts.OpenTable()).rulebook

    @pytest.mark.parametrize("rulebook", POSTED)
    @pytest.mark.parametrize("key", ["default_min", "default_max", "player_max", "table_max"])
    def test_no_limit_is_nought(self, rulebook, key):
        """A cent is the least that can be posted, for a wager or for all wagers together."""
        found = [check_table({"rulebook": rulebook, "settings": {key: amount}})[1] for amount in (0, 1)]
        least = [[fault.clause for fault in faults if "least permitted, 1" in fault.reason] for faults in found]
        assert [[POSTED[rulebook]], []] == least

    def test_a_limit_set_at_the_table_counts(self):
        """A supervisor and a second person can set the limits that a table's file lacks, kind by kind."""
        driver = _opening(BACCARAT, default_min=500)
        for kind in driver.table.rules.wagers:
            act = table_acts.SetLimit(kind=kind, which=table_acts.Limit.MAX, amount_minor=50_000)
            driver.do("pit_supervisor", act, witness="floorperson")

        assert BACCARAT == driver.do("dealer", table_acts.OpenTable()).rulebook

    @pytest.mark.clause("Q60")
    def test_no_limit_is_taken_away_at_the_table(self):
        """The greatest stake there can be is no maximum, and sets none; a cent less is one."""
        driver = _opening(BACCARAT, default_min=500, default_max=50_000)
        act = table_acts.SetLimit(kind="tie", which=table_acts.Limit.MAX, amount_minor=10**12)

        assert "MB-O" == driver.refused("pit_supervisor", act, witness="floorperson").clause
        lower = table_acts.SetLimit(kind="tie", which=table_acts.Limit.MAX, amount_minor=10**12 - 1)
        assert 10**12 - 1 == driver.do("pit_supervisor", lower, witness="floorperson").amount_minor

    @pytest.mark.clause("Q60")
    @pytest.mark.parametrize(("rulebook", "kind"), [(BACCARAT, "player_total"), (ONEIDA, "red")])
    def test_where_none_must_be_set_it_may_be_taken_away(self, rulebook, kind):
        """No clause asks for a maximum of one player, nor of anything at Oneida's roulette."""
        driver = _opening(rulebook, default_min=500, default_max=50_000)
        act = table_acts.SetLimit(kind=kind, which=table_acts.Limit.MAX, amount_minor=10**12)

        assert 10**12 == driver.do("pit_supervisor", act, witness="floorperson").amount_minor


@pytest.mark.clause("Q60", "RO-G2")
class TestNoLimitOnASign:
    @pytest.mark.parametrize("rulebook", [ONEIDA, HOIAN, *POSTED])
    def test_the_sign_says_that_no_limit_is_set(self, rulebook):
        """What nobody set is no amount: the greatest stake there can be is on no sign."""
        assert [("Minimum", "no limit set"), ("Maximum", "no limit set")] == _limits(rulebook)

    def test_one_limit_may_be_set_and_the_other_not(self):
        """A minimum is shown as the amount it is, beside a maximum that nobody set."""
        assert [("Minimum", "$5.00"), ("Maximum", "no limit set")] == _limits(ONEIDA, default_min=500)

    def test_the_greatest_stake_is_no_limit_of_one_kind(self):
        """A kind whose maximum is the greatest stake there can be has no maximum."""
        shown = _limits(ONEIDA, default_min=500, default_max=50_000, max={"red": 10**12})

        assert ("Maximum on Red", "no limit set") in shown

    def test_a_roulette_table_of_oneida_opens_without_limits(self):
        """At Oneida's roulette the clause on limits was struck, and nothing asks for any."""
        assert ONEIDA == _opening(ONEIDA).do("dealer", table_acts.OpenTable()).rulebook


class TestSignBeforeBetting:
    @pytest.mark.clause("SB-G")
    def test_no_round_of_sic_bo_opens_without_the_sign(self):
        """The amounts hang at the table before anybody can bet."""
        driver = SicBoDriver().inspected()
        driver.do("dealer", table_acts.OpenTable())
        refused = driver.refused("dealer", table_acts.OpenBetting())
        lines = driver.do("dealer", table_acts.PostSign()).lines

        assert ("SB-G", "Minimum $0.01") == (refused.clause, lines[0])
        assert 1 == driver.do("dealer", table_acts.OpenBetting()).round

    @pytest.mark.clause("MB-O")
    def test_no_round_of_baccarat_opens_without_the_sign(self):
        """At mini-baccarat too the sign comes before the first wager."""
        driver = BaccaratDriver().opened()
        driver.table.round, driver.table.is_sign_posted = None, False
        refused = driver.refused("dealer", table_acts.OpenBetting())
        driver.do("floorperson", table_acts.PostSign())

        assert ("MB-O", 2) == (refused.clause, driver.do("dealer", table_acts.OpenBetting()).round)

    @pytest.mark.clause("SB-G")
    def test_another_limit_wants_another_sign(self):
        """After a change of limits the sign is posted again, and once is enough."""
        driver = SicBoDriver().opened()
        driver.pay((1, 2, 4))
        driver.do("dealer", ClearLights())
        act = table_acts.SetLimit(kind="big", which=table_acts.Limit.MAX, amount_minor=2_000)
        driver.do("pit_supervisor", act, witness="floorperson")
        posted = driver.do("dealer", table_acts.PostSign())

        assert "Maximum on Big Bet $20.00" in posted.lines
        assert "SB-G" == driver.refused("dealer", table_acts.PostSign()).clause

    @pytest.mark.clause("SB-G")
    def test_a_player_does_not_post_the_sign(self):
        """The sign is the house's: its dealer or a supervisor posts it."""
        driver = SicBoDriver().inspected()

        assert "SB-G" == driver.refused("Ann", table_acts.PostSign()).clause
        assert "Flo" == driver.do("floorperson", table_acts.PostSign()).by

    @pytest.mark.clause("SB-G")
    def test_a_closed_table_takes_its_sign_down(self):
        """The next opening posts the sign again, with the limits of that day."""
        driver = SicBoDriver().opened()
        driver.pay((1, 2, 4))
        driver.do("dealer", ClearLights())
        driver.do("dealer", table_acts.CloseTable())

        assert not driver.table.is_sign_posted
