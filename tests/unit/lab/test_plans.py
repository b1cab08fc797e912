"""Betting plans: read from a file, walked as a table, and refused where a step is none or the rules do not take it."""

import pytest

from pitboss.errors import BadConfig, InputError
from pitboss.games.blackjack.rules import rules_of
from pitboss.lab.ends import ends_of
from pitboss.lab.simulation.plans import Plan, Step, check_plan, read_plan
from pitboss.lab.simulation.play import ends_run, played, run_of
from pitboss.lab.simulation.wagers import check_step
from pitboss.rulebook import RuleViolation, table_config

ROULETTE = table_config({"rulebook": "oneida-roulette-2008"})
MARTINGALE = """
[[steps]]
bets = {red = 100}
lose = 2
[[steps]]
bets = {red = 200}
win = 1
lose = 1
"""


def plan_of(tmp_path, text, *, is_blackjack=False):
    """Read a plan that a file has."""
    file = tmp_path / "plan.toml"
    file.write_text(text)
    return read_plan(file, is_blackjack=is_blackjack)


def test_a_plan_is_followed_round_by_round(tmp_path):
    """Results and what was laid are those of plain Python, on the ends that the run without a plan counts."""
    plan, one = plan_of(tmp_path, MARTINGALE), Plan((Step(bets={"red": 1}),))
    run = ends_run(ROULETTE, plan, 7)
    counts, laid = run.play(3, 500)
    reds = ends_run(ROULETTE, one, 7).play(3, 500).counts[1]
    # Every red is won once, at either stake; every other round is lost.
    assert 500 == sum(counts.values())
    assert reds == counts[100] + counts[200]
    assert laid == 100 * (counts[100] + counts[-100]) + 200 * (counts[200] + counts[-200])
    assert counts[-100] - (counts[200] + counts[-200]) in (0, 1)


def test_no_plan_changes_the_edge(tmp_path):
    """Where all steps have one edge the plan has it too; where they differ there is no exact figure."""
    run = ends_run(ROULETTE, plan_of(tmp_path, MARTINGALE), 7)
    assert -float(ends_of(ROULETTE, {"red": 100}).edge) == run.exact
    baccarat = table_config({"rulebook": "oneida-minibaccarat-2004"})
    other = Plan((Step(bets={"banker": 100}), Step(bets={"player": 100})))
    assert ends_run(baccarat, other, 7).exact is None


def test_a_run_is_begun_anew_from_its_identity(tmp_path):
    """Whoever has the text plays the same block."""
    run = ends_run(ROULETTE, plan_of(tmp_path, MARTINGALE), 7)
    assert (run.what, run.exact) == (run_of(run.what).what, run_of(run.what).exact)
    assert run.play(5, 1_000) == played(run.what, 5, 1_000)


@pytest.mark.parametrize(
    "text",
    [
        "steps = []",
        "steps = 3",
        "[[steps]]\nbets = {red = 100}\nwin = 2",
        "[[steps]]\nbets = {red = 100}\nlose = 0",
        "[[steps]]\nstake = 100",
        "[[steps]]\nbets = {red = 100}\nstake = 100",
        "[[steps]]\nbets = {red = 100}\ncolour = 'red'",
        "[[steps]",
    ],
)
def test_what_is_no_plan_is_refused(tmp_path, text):
    """Without a step, with one that is not there, with another game's wagers, or no TOML."""
    with pytest.raises(InputError):
        plan_of(tmp_path, text)


def test_a_plan_that_is_not_there_is_named(tmp_path):
    """The sentence has its path."""
    with pytest.raises(InputError, match="cannot be read"):
        read_plan(tmp_path / "none.toml", is_blackjack=True)


def test_blackjack_has_stakes_and_no_bets():
    """A step without a stake is none."""
    with pytest.raises(BadConfig, match="has a stake"):
        check_plan(Plan((Step(bets={"red": 100}),)), is_blackjack=True)


@pytest.mark.parametrize(
    ("settings", "step", "clause"),
    [
        ({}, Step(stake=11), "Q29"),
        ({}, Step(stake=100, insurance=51), "Q21"),
        ({"insurance": False}, Step(stake=100, insurance=50), "BJ-J6"),
        ({}, Step(stake=100, suit=10), "BJ-K1"),
        ({"hit_wagers": False}, Step(stake=100, hit=10), "BJ-K1"),
        ({"decks": 1}, Step(stake=100, hit=102), "BJ-K2c"),
        ({"multiple_action": 3, "max_hands": 2, "default_max": 100}, Step(stake=102), "BJ-P"),
    ],
    ids=str,
)
def test_a_wager_that_the_rules_refuse_is_refused_with_its_clause(settings, step, clause):
    """By the Round that would take it."""
    rules = rules_of(table_config({"rulebook": "oneida-blackjack-2004", "settings": settings}))
    with pytest.raises(RuleViolation) as refused:
        check_step(rules, step)
    assert clause == refused.value.clause
