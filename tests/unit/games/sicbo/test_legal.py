"""What is offered at a sic bo table, held to what `decide` accepts at every edge of the limits."""

from itertools import product

import pytest

from pitboss.decider import Accepted, Choices, handle, offered
from pitboss.games.sicbo import acts as a
from pitboss.games.sicbo.legal import legal
from pitboss.games.sicbo.wagers import THROWS
from tests.support.sicbo_driver import SicBoDriver

NARROW = {"default_min": 1_000, "default_max": 1_500, "min": {"small": 1_500}, "max": {"total:7": 1_000}}
STAKES = (1, 499, 500, 501, 999, 1_000, 1_001, 1_499, 1_500, 1_501)


def laid():
    """Return a table with narrow limits and some wagers on it."""
    driver = SicBoDriver(settings=NARROW).opened()
    for player, bet, stake in (("Ann", "big", 1_000), ("Bob", "big", 1_500), ("Ann", "small", 1_500)):
        driver.bet(player, bet, stake)
    return driver


def is_accepted(driver, command):
    """Tell whether a copy of the table accepts a command."""
    twin = laid()
    return isinstance(handle(driver.game, twin.table, command)[1], Accepted)


@pytest.mark.parametrize("kind", [a.PlaceWager, a.RemoveWager])
@pytest.mark.parametrize("who", ["Ann", "Bob", "Cid", "dealer"])
def test_wagers_are_offered_to_the_cent(kind, who):
    """For everybody's hand, each place and each stake at an edge, what is offered is what is accepted."""
    driver = laid()
    offers = list(legal(driver.table, driver.command(who, kind).by))
    for player, bet, stake in product(("Ann", "Bob", "Cid"), ("big", "small", "total:7", "triple:1"), STAKES):
        command = driver.command(who, kind(player=player, bet=bet, stake_minor=stake))
        assert is_accepted(driver, command) == offered(offers, command), command.act


def test_the_inspection_offers_each_throw_with_its_lights():
    """The floorperson may enter any of the 216 throws, and each has its own places."""
    driver = SicBoDriver()
    offers = legal(driver.table, driver.command("floorperson", None).by)
    inspections = [offer for offer in offers if offer.act is a.InspectComputer]
    assert [Choices((throw,)) for throw in THROWS] == [offer.fields["dice"] for offer in inspections]


def test_the_dealer_sees_the_way_to_the_end():
    """One step is offered after the other, from the bets to the dark lights, and none twice."""
    driver = SicBoDriver().opened()
    steps = [a.CallNoMoreBets(), a.ShakeDice(shakes=3), a.UncoverShaker(is_flat=True), a.EnterDice(dice=(1, 2, 3))]
    for act in [*steps, a.CollectLosers(), a.PayWinners(), a.ClearLights()]:
        kinds = {offer.act for offer in legal(driver.table, driver.command("dealer", None).by)}
        assert {type(act)} == kinds & {
            type(step) for step in (*steps, a.CollectLosers(), a.PayWinners(), a.ClearLights())
        }
        driver.do("dealer", act)
