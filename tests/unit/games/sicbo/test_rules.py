"""A sic bo table's rules as one value: odds, limits, places, and the clause of every duty."""

import pytest

from pitboss.errors import BadNotation
from pitboss.games.sicbo.rules import DUTIES, rules_of
from pitboss.rulebook import NotOffered, all_clauses, table_config
from tests.support.naive_sicbo import BETS, LISTED
from tests.support.sicbo_driver import SICBO


def rules(**settings):
    """Return the rules of a table with these settings."""
    return rules_of(table_config({"rulebook": SICBO, "settings": settings}))


def test_rules_are_told_apart_by_their_settings():
    """The same settings give the same value, others another."""
    assert rules() == rules(verbal="none")
    assert rules().key != rules(two_of_a_kind="exactly").key


def test_every_duty_has_a_clause_of_the_documents():
    """The edition names one for each, and it exists."""
    assert set() == {rules().clause(duty) for duty in DUTIES} - all_clauses().keys()


def test_three_shakes_are_the_least():
    """The number stands in the edition."""
    assert 3 == rules().data.shakes_min


@pytest.mark.parametrize(("reading", "is_exact"), [("at_least", False), ("exactly", True)])
def test_two_of_a_kind_is_the_houses_reading(reading, is_exact):
    """The setting decides."""
    assert is_exact == rules(two_of_a_kind=reading).is_pair_exact


def test_odds_by_how_often_a_number_shows():
    """Only one of a kind has odds by count; each total has its own."""
    house = rules(odds={"one": 2, "total:4": 60}, one_twice=4, one_thrice=30)
    assert [2, 4, 30] == [house.pays_for("one", times) for times in (1, 2, 3)]
    assert (60, 50) == (house.pays_for("total:4", 1), house.pays_for("total:17", 1))


def test_the_most_a_wager_may_cost():
    """One of a kind is counted at its best odds, whichever these are."""
    assert (3, 30) == (rules().most_paid("one"), rules(one_thrice=30).most_paid("one"))
    assert (9, 150) == (rules(odds={"one": 9}).most_paid("one"), rules().most_paid("triple"))


def test_places_by_their_names():
    """Each name of the layout gives its place."""
    assert list(BETS) == [rules().selection(bet).bet for bet in BETS]


@pytest.mark.parametrize("bet", ["total:3", "total:18", "combination:6-5", "small:1", "pair"])
def test_no_such_place(bet):
    """Notation without a place is refused with a clause and the bet."""
    with pytest.raises(NotOffered) as caught:
        rules().selection(bet)
    assert (True, bet) == (caught.value.clause.startswith("SB-B"), caught.value.values["bet"])


def test_no_notation_is_an_input_error():
    """What is no notation has no clause."""
    with pytest.raises(BadNotation):
        rules().selection("total:19")


def test_limits_by_kind():
    """A kind's own limits come before the table's, and the least of all is the table's minimum."""
    house = rules(default_min=100, default_max=900, min={"total:9": 50}, max={"one": 500})
    assert [(50, 900), (100, 500), (100, 900)] == [house.limits(kind) for kind in ("total:9", "one", "total:10")]
    assert 50 == house.table_minimum


def test_kinds_are_those_of_the_list():
    """A house without settings offers the 21 kinds."""
    assert (set(LISTED), 21) == (set(rules().wagers), len(rules().wagers))
