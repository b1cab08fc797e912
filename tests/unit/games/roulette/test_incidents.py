"""Questions and other tables' chips at a roulette table whose spin costs as much as can be counted."""

import pytest

from pitboss.games.roulette import acts as a
from pitboss.games.roulette import incidents
from pitboss.games.table import laying
from tests.support.driver import HOIAN, Driver


@pytest.fixture
def landed(monkeypatch):
    """Return a table with a dollar of Ann's on red, at which a spin may cost no more than eleven."""
    table = Driver(HOIAN).opened()
    table.colour("Ann", "blue")
    table.bet("Ann", "red", 100, "colour:blue")
    table.spin("17")
    for module in (incidents, laying):
        monkeypatch.setattr(module, "EXPOSURE_MAX", 1_100)
    return table


def test_a_chip_is_not_decided_onto_a_place_that_costs_more_than_can_be_counted(landed):
    """A straight wager could; where it lay, it stays."""
    question = {"player": "Ann", "bet": "red", "source": "colour:blue"}
    landed.do("Ann", a.QuestionPosition(**question))
    refusal = landed.refused("pit_supervisor", a.DecidePosition(**question, decided="straight:17"))
    landed.do("pit_supervisor", a.DecidePosition(**question, decided="red"))
    assert ("RH-6.6", "on straight:17 it could cost more than can be counted") == (refusal.clause, refusal.reason)


@pytest.mark.parametrize(("worth", "is_taken"), [(1_100, True), (1_101, False)])
def test_another_tables_chips_count_no_more_than_can_be_counted(landed, worth, is_taken):
    """To the cent, in place of what they were taken for here."""
    chips = {"player": "Ann", "bet": "red", "source": "colour:blue", "origin_table": "R2"}
    act = a.FindForeignChips(**chips, worth_minor=worth)
    if is_taken:
        assert worth == landed.do("dealer", act).worth_minor
    else:
        refusal = landed.refused("dealer", act)
        assert ("RH-7.11", "could cost more than can be counted") == (refusal.clause, refusal.reason[-35:])
