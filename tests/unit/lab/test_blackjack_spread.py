"""How a blackjack round's result is spread: against the exact edge, moments of a shoe, and rounds that are played."""

from dataclasses import replace
from fractions import Fraction
from math import perm

import numpy as np
import pytest

from pitboss.games.blackjack.rules import rules_of
from pitboss.lab.blackjack import mixture as mixing
from pitboss.lab.blackjack.exact import analyse
from pitboss.lab.blackjack.mixture import LEVELS_MAX, mixture, shell
from pitboss.lab.blackjack.spread import SURE, _splits
from pitboss.lab.blackjack.tables import VALUES, full_shoe
from pitboss.lab.simulation.laid import without_limits
from pitboss.lab.simulation.play import blackjack_run
from pitboss.rulebook import table_config


def table(**settings):
    """Return a blackjack table."""
    return table_config({"rulebook": "oneida-blackjack-2004", "settings": settings})


@pytest.mark.parametrize(
    "settings",
    [
        {},
        {"decks": 8, "h17": False, "das": False},
        {"surrender": "late", "max_hands": 2},
        {"surrender": "text", "push21": True, "dealer_bj": "all"},
        {"dealer_bj": "original", "surrender": "late"},
        {"max_hands": 7, "bj_pays": [6, 5]},
        {"double": False, "split": False},
    ],
    ids=str,
)
def test_the_mean_is_the_exact_edge(settings):
    """Two ways to the same figure: by totals in a mixture of shoes, and by the cards of every hand."""
    found = analyse(rules_of(table(**settings)))
    assert abs(found.spread.mean + found.basic_edge) < SURE
    assert found.spread.moved < 2 * SURE
    assert min(found.spread.chances.values()) > -SURE


def test_a_pair_becomes_no_more_hands_than_there_are_cards_for():
    """Four of a value are in one deck; aces are split once, and tens play as their total."""
    found = analyse(rules_of(table(decks=1, max_hands=16)))
    most = dict(zip(VALUES, _splits(found)[1].tolist(), strict=True))
    assert {"A": 2, "2": 4, "8": 4, "T": 2} == {value: most[value] for value in "A28T"}


def test_one_wager_of_multiple_action():
    """A pair is split once there and nobody surrenders: four wagers are the most."""
    found = analyse(rules_of(table(surrender="late")), is_multiple=True)
    assert abs(found.spread.mean + found.basic_edge) < SURE
    assert {Fraction(gain, 1) for gain in range(-4, 5)} | {Fraction(3, 2)} == found.spread.distribution.keys()


def test_figures_that_were_reckoned_another_way():
    """The variance of the usual table, from the products of every two hands that share the dealer's."""
    spread = analyse(rules_of(table())).spread
    assert abs(spread.variance - 1.2963251310) < 1e-9
    assert max(spread.distribution) == -min(spread.distribution) == 8


@pytest.mark.parametrize(("stake", "gains"), [(None, {"3/2"}), (5, {"7/5"})])
def test_a_stake_rounds_what_a_blackjack_pays(stake, gains):
    """Three to two of five cents are seven; nothing else of a round is rounded."""
    found = analyse(rules_of(table(rounding="down")), stake=stake)
    assert gains == {str(one) for one in found.spread.distribution if one.denominator > 1}
    assert abs(found.spread.mean + found.basic_edge) < SURE


def test_what_a_dealer_s_blackjack_takes():
    """Where it takes the original wager only, the same play would lose more wagers at once less often."""
    found = analyse(rules_of(table()))
    whole = found.spread.distribution
    looked = replace(found, gains=replace(found.gains, is_looked=True)).spread.distribution
    assert looked[Fraction(-2)] < whole[Fraction(-2)] - 1e-4
    assert all(looked[Fraction(gain)] < whole[Fraction(gain)] + SURE for gain in range(-8, -1))
    assert all(abs(looked[Fraction(gain)] - whole[Fraction(gain)]) < SURE for gain in range(1, 9))


def test_cards_that_were_seen_move_it():
    """With no tens left nobody has a Blackjack, and aces gone make it rarer."""
    shoe = full_shoe(6)
    rules = rules_of(table())
    assert Fraction(3, 2) not in analyse(rules, shoe=(*shoe[:-1], 0)).spread.distribution
    fewer = analyse(rules, shoe=(12, *shoe[1:])).spread.distribution[Fraction(3, 2)]
    assert fewer < analyse(rules).spread.distribution[Fraction(3, 2)] / Fraction(3, 2)


def test_rounds_that_are_played_agree():
    """A million rounds, each from a fresh shoe: no result is further off than chance may put it."""
    rules = table()
    run = blackjack_run(without_limits(rules), stake=1_000, seats=1, seed=5)
    for _ in run.go(1_000_000):
        pass
    spread = analyse(rules_of(rules)).spread
    counts = {Fraction(gain, 1_000): count for gain, count in run.totals.counts.items()}
    assert counts.keys() <= spread.distribution.keys()
    for gain, chance in spread.distribution.items():
        expected = chance * 1_000_000
        assert abs(counts.get(gain, 0) - expected) < 4 * expected**0.5 + 1, gain


@pytest.mark.parametrize("shoe", [full_shoe(1), full_shoe(6), (3, 1, 2, 4, 1, 2, 3, 4, 1, 11)], ids=str)
def test_a_mixture_has_the_moments_of_the_shoe(shoe):
    """Of the first share: as likely as so many cards of the value in a row."""
    found = mixture(shoe)
    for level in range(LEVELS_MAX + 1):
        weights = found.weights[0, : level + 1].sum(axis=0)
        for drawn in range(2 * level + 1):
            expected = perm(shoe[0], drawn) / perm(sum(shoe), drawn)
            assert abs((weights * found.shares[0] ** drawn).sum() - expected) < 1e-9


def test_a_shoe_of_one_kind_less():
    """Values that a shoe does not have are none of its shares."""
    found = mixture((0, *full_shoe(1)[1:]))
    assert found.values == tuple(range(1, len(VALUES)))
    assert found.shares.shape == (len(VALUES) - 2, 2 * LEVELS_MAX + 1)


@pytest.mark.parametrize("level", range(4))
def test_a_shell_has_each_point_once(level):
    """Three shares: every point whose levels make up this one, or the one that is conjugate to it."""
    found = {tuple(row) for row in shell(3, level).tolist()}
    points = np.stack(np.meshgrid(*[range(2 * level + 1)] * 3), -1).reshape(-1, 3)
    whole = {tuple(row) for row in points.tolist() if sum((point + 1) // 2 for point in row) == level}
    other = {tuple(point + (1 if point % 2 else -1) if point else 0 for point in row) for row in found}
    assert whole == found | other
    assert found & other == ({(0, 0, 0)} if level == 0 else set())


def test_points_differ():
    """Two points on one place have no weights."""
    assert len(set(mixing._POINTS)) == len(mixing._POINTS)
