"""Who of the robots works where."""

import pytest

from pitboss.decider import Person, Role
from pitboss.demo.robots.crews import crews
from pitboss.demo.robots.guests import present
from pitboss.errors import InputError
from tests.support.life import HOUSE, ROBOT_STAFF, TABLES

STREAMS = dict.fromkeys(TABLES, "roulette") | {"tote": "tote"}


def test_every_table_has_its_own_dealer_and_guests():
    """Nobody deals, and nobody plays, at two tables."""
    found = crews(ROBOT_STAFF, STREAMS)
    dealers = [crew.staff[Role.DEALER].id for stream, crew in found.items() if stream != "tote"]
    guests = [name for crew in found.values() for name in crew.players]

    assert sorted(set(dealers)) == sorted(dealers)
    assert sorted(set(guests)) == sorted(guests)


def test_supervisors_are_shared():
    """Those who oversee several tables do so."""
    found = crews(ROBOT_STAFF, STREAMS)

    assert 1 == len({crew.staff[Role.PIT_SUPERVISOR].id for crew in found.values()})


def test_too_few_dealers():
    """A table without anybody to deal is told by its name."""
    with pytest.raises(InputError, match="roulette-2"):
        crews([Person("dora", Role.DEALER)], {"roulette-1": "roulette", "roulette-2": "roulette"})


def test_no_guest_is_staff():
    """A guest's name is nobody's who works here."""
    names = {name for crew in crews(ROBOT_STAFF, STREAMS).values() for name in crew.players}

    assert set() == names & {entry["id"] for entry in HOUSE["staff"]}


def test_nobody_plays_where_nobody_comes():
    """A table without guests has nobody present."""
    assert [] == present((), 5)
