"""The automata in C that the kernels are measured against: other code for the same games, and the same counts."""

import numpy as np
import pytest

from benchmarks import automata, simulation
from pitboss.games.blackjack.rules import rules_of
from pitboss.lab.blackjack.exact import analyse
from pitboss.lab.simulation import kernel
from pitboss.lab.simulation.compiling import compiled
from pitboss.lab.simulation.tables import blackjack_of
from pitboss.rulebook import table_config

needs_compiler = pytest.mark.skipif(automata.compiler() is None, reason="no C compiler on this machine")
ROUNDS = 200_003


@needs_compiler
@pytest.mark.parametrize("block", [0, 2**32 + 1])
def test_c_counts_what_the_kernels_count(block):
    """To the last round: rules written twice, by hand in C and enumerated from the Round, and the same chance."""
    for game in simulation.games(automata.library()):
        assert game.by_hand is not None
        counts = game.kernel(block, ROUNDS)
        assert ROUNDS == counts.sum(), game.name
        assert np.array_equal(counts, game.by_hand(block, ROUNDS)), game.name


@needs_compiler
@pytest.mark.parametrize(
    "settings",
    [
        {"decks": 1, "h17": False, "das": False, "max_hands": 2, "burn": 3},
        {"decks": 8, "h17": True, "das": False, "max_hands": 3, "reshuffle": "cutting_card", "cut_from_end": 30},
        {"decks": 2, "h17": False, "das": True, "max_hands": 4, "reshuffle": "cutting_card", "cut_from_end": 26},
    ],
    ids=["fresh", "eight decks", "two decks"],
)
def test_c_plays_blackjack_of_other_tables(settings):
    """Shoes, splits and doubles as the settings say."""
    rules = rules_of(table_config({"rulebook": "oneida-blackjack-2004", "settings": settings}))
    table = analyse(rules, stake=10).table
    counts, others = (np.zeros(4 * kernel.HANDS_MAX * 10 + 1, np.int64) for _ in range(2))
    nothing = np.zeros((0, kernel.SEATS_MAX), np.int64)
    model = blackjack_of(rules, table, stake=10)
    void = compiled(kernel.play_blackjack)(np.uint64(7), 3, 100_000, *model.parts, (counts, nothing))
    game = automata.Blackjack.of(rules, table, stake=10)
    made = automata.library()
    assert made is not None
    assert void == made.play_blackjack(7, 3, 100_000, game, others)
    assert 100_000 == counts.sum() + void
    assert np.array_equal(counts, others)


def test_c_refuses_a_game_that_is_not_written_out():
    """Surrender is none of its rules, and half of an odd stake none of its amounts."""
    rules = rules_of(table_config({"rulebook": "oneida-blackjack-2004", "settings": {"surrender": "late"}}))
    with pytest.raises(ValueError, match="plays"):
        automata.Blackjack.of(rules, analyse(rules).table, stake=10)


def test_without_a_compiler_the_benchmark_says_so(monkeypatch):
    """The kernels are measured all the same."""
    monkeypatch.setattr(automata, "compiler", lambda: None)
    automata.library.cache_clear()
    try:
        assert automata.library() is None
        assert [None] * 4 == [game.by_hand for game in simulation.games(automata.library())]
        shown = simulation.simulation_tables(simulation.Measured({"roulette": {"kernel": 1e-9}}, {"one thread": 1e-7}))
        assert "no C compiler was found" in str(shown[0].title)
    finally:
        automata.library.cache_clear()
