"""The benchmarks measure what they say: their tables can be filled under the rules of today."""

import pytest

from benchmarks.offers import FULL


@pytest.mark.parametrize("name", FULL)
def test_a_full_table_offers_something(name):
    """At each moment that is measured somebody is offered something, or the measure would be of nothing."""
    moments = [
        (when, [len(list(game.legal(state, by))) for by in asking]) for when, game, state, asking in FULL[name]()
    ]
    assert moments
    assert [] == [when for when, counts in moments if not any(counts)]
