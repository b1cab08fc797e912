"""Tote days with a given crowd: the same days from one seed, money that adds up, and crowds that do not fit a card."""

from pathlib import Path

import msgspec
import pytest

from pitboss.errors import InputError
from pitboss.lab.plots import drawn
from pitboss.lab.simulation.days import Betting, Crowd, Field, days_run, read_days
from pitboss.lab.simulation.play import played

CARD = {
    "races": {"1": {"runners": ["1", "2", {"no": "3", "scratched": "early"}]}, "2": {"runners": ["1", "2", "4"]}},
    "pools": {
        "W": {"type": "win", "races": ["2"], "takeout": "0.16"},
        "E": {"type": "exacta", "races": ["2"], "takeout": "0.2"},
        "D": {"type": "double", "races": ["1", "2"], "takeout": "0.2"},
        "T": {"type": "twin_trifecta", "races": ["1", "2"], "takeout": "0.2"},
    },
}
RACES = {"1": Field({"1": 3, "2": 1}), "2": Field({"1": 5, "2": 3, "4": 2})}


def crowd(*pools, races=None):
    """Return a crowd that bets in some pools."""
    return Crowd(RACES if races is None else races, tuple(Betting(pool, 20, 200) for pool in pools))


def test_days_come_again_from_their_identity():
    """A worker that has the text alone plays the same meeting, block by block."""
    run = days_run(CARD, crowd("W", "E", "D"), 3)
    assert run.play(4, 5) == played(run.what, 4, 5)
    assert run.play(4, 5) != run.play(5, 5)


def test_the_crowd_loses_what_is_taken_out_and_the_breakage():
    """Of a win pool alone: sixteen percent, and what rounding down to ten cents leaves."""
    counts, laid = days_run(CARD, crowd("W"), 3).play(0, 10)
    assert (10, 10 * 20 * 200) == (sum(counts.values()), laid)
    assert all(-gain >= 0.16 * 4_000 for gain in counts if gain > -4_000)


def test_a_carryover_goes_to_the_next_day():
    """Days of one meeting follow on each other: what a pick six keeps is in the pool on the day after."""
    card = {
        "races": {name: {"runners": ["1", "2"]} for name in "1234"},
        "pools": {"P": {"type": "pickn", "races": list("1234"), "takeout": "0.2", "carryover_in": 100_000}},
    }
    only = Crowd({name: Field({"1": 10**6, "2": 1}) for name in "1234"}, (Betting("P", 1, 200),))
    first, both = (days_run(card, only, 3).play(0, days).counts for days in (1, 2))
    assert max(first) > 50_000
    assert [max(first)] == [gain for gain in both if gain > 50_000]


@pytest.mark.parametrize(
    ("made", "word"),
    [
        (crowd(), "one pool"),
        (crowd("X"), "no such pool"),
        (crowd("T"), "twin trifecta"),
        (crowd("W", races={"1": Field({"1": 3}), "2": RACES["2"]}), "strength"),
    ],
    ids=["nothing", "no pool", "twin", "no strength"],
)
def test_a_crowd_that_does_not_fit_is_refused(made, word):
    """The sentence names the pool or the runner."""
    with pytest.raises(InputError, match=word):
        days_run(CARD, made, 1)


@pytest.mark.parametrize(
    ("card", "text"),
    [("[]", ""), ("{", ""), ("{}", "bets = 3"), ("{}", "["), (None, ""), ('{"races": 3}', "races = {}\nbets = []")],
    ids=str,
)
def test_files_that_are_none_are_refused(tmp_path, card, text):
    """A card that is no object, a crowd that is no TOML, a file that is not there."""
    if card is not None:
        (tmp_path / "card.json").write_text(card)
    (tmp_path / "crowd.toml").write_text(text)
    with pytest.raises(InputError):
        read_days(tmp_path / "card.json", tmp_path / "crowd.toml", 1)


def test_the_example_is_played_and_drawn():
    """The plots are one picture, the same each time."""
    run = read_days(Path("examples/tote/afternoon.json"), Path("examples/tote/crowds/afternoon.toml"), 1)
    trail = list(run.go(12))
    pictures = [drawn(run.totals, trail, run.exact, 1) for _ in range(2)]
    assert pictures[0] == pictures[1]
    assert all(word in pictures[0] for word in ("Convergence", "Risk of ruin", "Bankrolls", "hold by rounds"))
    assert 12 == msgspec.json.decode(msgspec.json.encode(run.totals))["rounds"]
