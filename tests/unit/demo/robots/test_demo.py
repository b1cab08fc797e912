"""The demonstration house as it ships: its files are there, and may be opened."""

import pytest

from pitboss.decider import Role
from pitboss.openers import check_document
from pitboss.rulebook import edition, edition_ids
from pitboss.tote.rules import tote_rules
from tests.support.life import CARDS, DEMO, HOUSE, document


@pytest.mark.parametrize("entry", HOUSE["table"], ids=lambda entry: entry["stream"])
def test_every_table_may_open(entry):
    """What `pitboss check` says of it: no fault."""
    _, config, faults = check_document(document(entry["file"]))

    assert () == faults
    assert config is not None


def test_every_table_file_is_used():
    """No file of the house is left over."""
    used = {entry["file"] for entry in HOUSE["table"]}

    assert {f"tables/{path.name}" for path in (DEMO / "tables").iterdir()} == used


def test_every_game_is_played():
    """There is a table of every game of the editions, and a tote."""
    played = {document(entry["file"])["rulebook"] for entry in HOUSE["table"]} | {document("tote.toml")["rulebook"]}

    assert {edition(name).game for name in edition_ids()} == {edition(name).game for name in played}


def test_every_pool_is_offered():
    """Each bet of the rulebook is on a card."""
    rules = tote_rules("oneida-parimutuel-2004", {})
    offered = {pool["type"] for card in CARDS for pool in card["pools"]}

    assert {rule.kind for rule in rules.data.bets} - {"across_the_board"} == offered


def test_visitors_can_be_anybody():
    """There is a person who is no robot for every role, and one who administers the house."""
    people = {entry["role"] for entry in HOUSE["staff"] if not entry.get("robot")}

    assert {*map(str, set(Role) - {Role.PLAYER, Role.DEVICE}), "admin"} == people


def test_nobody_is_listed_twice():
    """People, streams and terminals have names of their own."""
    for kind, field in (("staff", "id"), ("table", "stream"), ("terminal", "id")):
        names = [entry[field] for entry in HOUSE[kind]]
        assert sorted(set(names)) == sorted(names)


def test_terminals_stand_at_streams_of_the_house():
    """Every terminal is at a table or at the tote."""
    streams = {entry["stream"] for entry in [*HOUSE["table"], *HOUSE["tote"]]}

    assert {entry["stream"] for entry in HOUSE["terminal"]} <= streams
