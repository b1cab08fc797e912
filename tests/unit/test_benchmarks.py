"""The benchmarks measure what they say: their tables can be filled under the rules of today."""

import pytest

from benchmarks.offers import FULL
from benchmarks.web_servers import Acts
from tests.support.web_house import opened, written_house


@pytest.mark.parametrize("name", FULL)
def test_a_full_table_offers_something(name):
    """At each moment that is measured somebody is offered something, or the measure would be of nothing."""
    moments = [
        (when, [len(list(game.legal(state, by))) for by in asking]) for when, game, state, asking in FULL[name]()
    ]
    assert moments
    assert [] == [when for when, counts in moments if not any(counts)]


def test_the_measured_floor_takes_bets(tmp_path):
    """Its dice are opened as the rules ask, and a bet is laid."""
    house = written_house(tmp_path, tables=(("automatic-1", "automatic"), ("sicbo-1", "sic-bo")))
    live = opened(house, str(tmp_path / "house.db"))
    try:
        acts = Acts(live.floor)
        acts.open_dice()
        acts.bet(1)
        assert [500] == list(live.floor.view("sicbo-1", lambda dice: dice.state.round.wagers.values()))
    finally:
        live.close()
