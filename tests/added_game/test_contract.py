"""A game that was added keeps the contract of the games: the same walks, the same suite."""

import random
from collections import Counter

import pytest

from pitboss import rulebook
from pitboss.games import GAMES, game, register
from pitboss.games.contract import Game
from tests.added_game.bigsix.game import GAME
from tests.added_game.case import BIGSIX, EDITION
from tests.contract import test_game_contract as suite

pytestmark = [pytest.mark.usefixtures("added"), pytest.mark.no_cover]


def test_walks_find_legal_and_decide_of_one_mind():
    """Every event, every outcome and a refusal of every act are met, and no walk finds a fault."""
    met = Counter[str]()
    for seed in range(6):
        walk = suite.Held(random.Random(seed), "bigsix", EDITION, BIGSIX.variants[EDITION][seed % 3])
        while walk.commands < 300:
            walk.step()
        assert walk.finish(), walk.table
        met += walk.met

    wanted = {str(event.__struct_config__.tag) for event in GAME.events} - suite.EVERYDAY_TAGS | BIGSIX.reaches
    refused = {f"refused {act.__name__}" for act in walk.acts}
    assert (set(), set()) == (wanted - met.keys(), refused - met.keys())


def failed(check, *arguments):
    """Tell whether a test of every game fails for this one."""
    try:
        check(*arguments)
    except AssertionError:
        return True
    return False


def test_it_passes_the_tests_of_every_game():
    """Names with versions, chance that is whole, values and types that are refused."""
    checks = [
        (suite.test_stored_names_are_fixed, "bigsix"),
        (suite.test_chance_is_whole, "bigsix", EDITION),
        (suite.test_wrong_types_are_refused, "bigsix"),
        *((suite.test_wrong_values_are_refused, "bigsix", EDITION, wrong) for wrong in suite.WRONG_EVERYWHERE.values()),
    ]
    assert [] == [check for check in checks if failed(*check)]


def test_the_odds_are_those_of_54_stops():
    """The house keeps one ninth of the dollars, and the rest is as the wheel has it."""
    rules = GAME.new_state(rulebook.table_config({"rulebook": EDITION})).rules
    weights = {act.symbol: weight for act, weight in GAME.chance(None)}  # type: ignore[attr-defined]
    edges = {kind: 1 - weights[kind] * (rules.pays(kind) + 1) for kind in rules.wagers}

    assert 1 == sum(weights.values())
    assert {"1": "1/9", "2": "1/6", "5": "2/9", "10": "5/27", "20": "2/9", "joker": "4/27", "flag": "4/27"} == {
        kind: str(edge) for kind, edge in edges.items()
    }


def test_it_is_found_by_its_name_and_takes_no_others():
    """It is asked for like any other game; a second game of a name is refused."""
    assert GAME is game("bigsix")
    for taken in (*GAMES, "bigsix"):
        other = Game(**{**{name: getattr(GAME, name) for name in GAME.__dataclass_fields__}, "name": taken})
        with pytest.raises(Exception, match="already"):
            register(other)
