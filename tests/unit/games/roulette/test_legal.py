"""What is proposed at a roulette table."""

from typing import Any

from pitboss.decider import Integers
from pitboss.games.roulette.layout import layout_of
from pitboss.games.roulette.legal import _balls, bets_alike
from tests.support.driver import ONEIDA, STAFF, Driver

APPROVAL = "Oneida Gaming Commission, 2009-12-01: metallic ball of 1 in"


def test_bets_are_alike_by_kind_and_places():
    """Every bet of the kinds that are played is in one group, with all others of its kind and places."""
    about, groups = bets_alike.__wrapped__("double_zero", ("red", "straight", "dozen"))
    wanted = {one.bet for one in layout_of("double_zero").positions if one.kind in ("red", "straight", "dozen")}
    assert wanted == set(about) == {bet for group in groups for bet in group}
    assert [1] * len(groups) == [len({about[bet] for bet in group}) for group in groups]
    assert len(groups) == len(set(about.values()))


def test_an_approved_ball_is_proposed_beside_the_rules_own():
    """In its own size, with and without the approval that is on record."""
    settings = {"ball_diameter": "1 in", "ball_material": "metallic", "ball_approval": APPROVAL}
    found: list[Any] = list(_balls(Driver(ONEIDA, settings=settings).table, STAFF["dealer"]))
    sizes = [one["diameter_um"] for one in found]
    assert (4, 2, {"", APPROVAL}) == (
        len(found),
        sizes.count(Integers(25_400, 25_400)),
        {one["approval"].values[0] for one in found},
    )
