"""Thresholds of house practice: any table may choose them, and one that says nothing has their defaults."""

import pytest

from pitboss.games import GAMES, game
from pitboss.rulebook import all_clauses, check_table, edition, edition_ids, practice_settings, table_config

TABLES = [name for name in edition_ids() if edition(name).game in GAMES]


@pytest.mark.parametrize("rulebook", TABLES)
def test_every_table_has_them_and_may_choose(rulebook):
    """A default is not written into a table's settings, and what was chosen is."""
    plain, chosen = (
        game(edition(rulebook).game).new_state(table_config({"rulebook": rulebook, "settings": settings})).rules
        for settings in ({}, {"correctable_rounds": 5})
    )
    assert "correctable_rounds" not in plain.settings
    assert (20, 5) == (plain.practice("correctable_rounds"), chosen.practice("correctable_rounds"))


@pytest.mark.parametrize("spec", practice_settings(), ids=lambda spec: spec.key)
def test_each_has_a_clause_a_default_and_bounds(spec):
    """What lies outside is refused, and so is what is no number, or none of the words to choose from."""
    assert spec.clause in all_clauses()
    is_number = spec.at_least is not None
    assert not is_number or spec.at_least <= spec.default <= spec.at_most
    for value in (spec.at_least - 1, spec.at_most + 1, "many") if is_number else ("many",):
        config, (fault, *_) = check_table({"rulebook": TABLES[0], "settings": {spec.key: value}})
        assert (None, f"settings.{spec.key}") == (config, fault.field)


def test_the_tote_has_none():
    """They are of tables."""
    assert set() == {spec.key for spec in practice_settings()} & {
        spec.key for spec in edition("oneida-parimutuel-2004").settings
    }
