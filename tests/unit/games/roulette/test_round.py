"""The roulette Round by itself, as settlement documents and the lab drive it."""

from fractions import Fraction

import pytest

from pitboss.games.roulette import events as e
from pitboss.games.roulette.round import chance, decide, evolve
from pitboss.games.roulette.rules import rules_of
from pitboss.games.roulette.state import Round
from pitboss.games.table import acts as a
from pitboss.rulebook import ActionRefused, table_config
from tests.support.driver import HOIAN, HOUSES, Driver


def new_round(rulebook=HOIAN):
    """Return a round that nobody has bet on."""
    return Round(rules_of(table_config({"rulebook": rulebook})))


def placed(player, bet, stake):
    """Return the event of a wager placed."""
    return e.WagerPlaced(
        player=player,
        bet=bet,
        stake_minor=stake,
        source="value",
        placement="box",
        placed_by="player",
        placed_by_id=player,
        moves=(),
    )


def test_what_is_no_act_of_a_round_is_refused():
    """A round knows its own acts only; the house around it has others."""
    command = Driver(HOIAN).command("dealer", a.OpenTable())
    with pytest.raises(ActionRefused, match="OpenTable is not an act of a roulette round"):
        decide(new_round(), command)


def test_a_round_is_worth_its_value():
    """Rounds with the same wagers are the same however they came about; another wager makes another round."""
    one, other = new_round(), new_round()
    evolve(evolve(one, placed("Ann", "red", 2)), placed("Bob", "odd", 3))
    evolve(evolve(other, placed("Bob", "odd", 3)), placed("Ann", "red", 2))
    assert hash(one.key()) == hash(other.key())
    assert one.key() != evolve(other, placed("Ann", "red", 1)).key()


@pytest.mark.parametrize("rulebook", HOUSES)
def test_chance_lists_every_pocket_once(rulebook):
    """The ball may come to rest in each pocket with the same weight, and in no other place."""
    state = new_round(rulebook)
    acts = chance(state)
    assert state.rules.wheel.pockets == tuple(act.pocket for act, _ in acts)
    assert Fraction(1) == sum(weight for _, weight in acts)
