"""What the limits of a table allow: the most that one player can win by one result."""

import pytest

from pitboss.games.baccarat.rules import rules_of as baccarat
from pitboss.games.blackjack.rules import rules_of as blackjack
from pitboss.games.roulette.rules import rules_of as roulette
from pitboss.games.sicbo.rules import rules_of as sicbo
from pitboss.lab.exposure import Exposure, exposure
from pitboss.rulebook import table_config


def allowed(rules, rulebook, **settings):
    """Return what a table's limits allow."""
    return exposure(rules(table_config({"rulebook": rulebook, "settings": settings})))


def test_one_maximum_on_everything_that_covers_a_number():
    """On 2 of a single-zero wheel: straight, five splits, street and trios, corners, lines, one of each outside."""
    found = allowed(roulette, "hoian-roulette-2020", default_max=100)
    assert Exposure(17_200, "2") == found


def test_a_limit_over_all_positions_goes_to_what_pays_best():
    """A hundred in all: on the number itself, 35 to 1."""
    assert 3_500 == allowed(roulette, "hoian-roulette-2020", default_max=100, player_max=100).amount_minor


@pytest.mark.parametrize(("tie_most", "expected"), [(10_000, 90_000), (1_000, 10_000)])
def test_baccarat_pays_one_area(tie_most, expected):
    """The tie at nine to one, or with a low maximum there the hands at even money."""
    found = allowed(baccarat, "oneida-minibaccarat-2004", default_max=10_000, tie_odds=9, max={"tie": tie_most})
    assert expected == found.amount_minor


def test_sic_bo_pays_most_on_a_triple():
    """Every place that a triple wins, laid to the maximum."""
    found = allowed(sicbo, "oneida-sicbo-2004", default_max=100)
    assert len(set(found.result.split("-"))) == 1


def test_blackjack_depends_on_more_than_its_limits():
    """Splits and doubled hands."""
    found = allowed(blackjack, "oneida-blackjack-2004", default_max=100)
    assert (None, "depends on splits and doubled hands") == (found.amount_minor, found.why)
