"""The trial balance: by unit and place, in the order of the chart, and what is wrong where the sum is not zero."""

import pytest

from pitboss.ledger.balance import trial_balance
from pitboss.ledger.chart import CHART

BALANCES = {
    "USD:table:1/rack": 500,
    "USD:table:2/rack": -200,
    "USD:table:1/layout": 100,
    "USD:house/patrons": -400,
    "VND:table:3/rack": 7,
    "VND:house/circulation": -7,
    "CHIPS:table:1/tournament:Ann": 30,
    "CHIPS:table:1/tournament:Bob": 20,
    "CHIPS:table:1/tournament_rack": -50,
}


def test_accounts_of_a_place_are_added_up():
    """One line a unit and place, units apart, with the title and what it is to the house."""
    lines = trial_balance(BALANCES).lines
    assert [
        ("CHIPS", "tournament chips of players", 2, 50),
        ("CHIPS", "tournament chips of the table", 1, -50),
        ("USD", "wagers in play", 1, 100),
        ("USD", "table inventory", 2, 300),
        ("USD", "patrons", 1, -400),
        ("VND", "table inventory", 1, 7),
        ("VND", "chips in circulation", 1, -7),
    ] == [(line.unit, line.title, line.accounts, line.amount_minor) for line in lines]
    assert ("held for others", "layout") == (lines[2].kind, lines[2].place)


def test_a_unit_sums_to_zero_or_says_its_difference():
    """A cent too much in one unit is that unit's difference and no other's."""
    assert trial_balance(BALANCES).is_balanced
    found = trial_balance({**BALANCES, "USD:table:1/drop": 1})
    assert ({"CHIPS": 0, "USD": 1, "VND": 0}, False) == (found.differences, found.is_balanced)


def test_nothing_is_balanced():
    """A journal without postings has no line and no difference."""
    assert ((), {}, True) == ((found := trial_balance({})).lines, found.differences, found.is_balanced)


def test_an_account_that_the_chart_does_not_have_is_not_hidden():
    """It stands at the end under its own name."""
    lines = trial_balance({"USD:table:1/attic": 5, "USD:table:1/rack": -5}).lines
    assert ["table inventory", "attic"] == [line.title for line in lines]
    assert "not in the chart of accounts" == lines[1].kind


@pytest.mark.parametrize("place", CHART)
def test_every_place_of_the_chart_has_its_line(place):
    """With its own title."""
    (line,) = trial_balance({f"USD:table:1/{place}:x": 5}).lines
    assert (place, CHART[place].title, CHART[place].kind) == (line.place, line.title, line.kind)


def test_a_name_may_have_a_stroke():
    """What stands in a player's name does not change what the account is."""
    (line,) = trial_balance({"USD:table:1/chips:Ann/Bob:blue": 5}).lines
    assert "chips" == line.place
