"""What a match-play coupon is worth at blackjack (G1, Q75): alone, at a blackjack, at a surrender, on a push."""

import pytest

from tests.support.blackjack_driver import BlackjackDriver


def settled(steps, **settings):
    """Play a round with a coupon of $10.00 alone; return the table and what the wager won and lost."""
    driver = BlackjackDriver(settings={"match_play": True, **settings}).staked(1000, source="coupon").played(steps)
    wagers = driver.settle().wagers
    return driver.table.balances, wagers.paid_minor[0], wagers.lost_minor[0]


@pytest.mark.clause("BJ-G1", "Q75")
def test_a_coupon_may_lie_alone_and_wins_chips():
    """What it wins is paid from the rack; the coupon itself goes back to where it came from."""
    balances, paid, lost = settled("TS 7H 9S TC stand turn")
    assert (1000, 0) == (paid, lost)
    assert (1000, -1000, 0, 0) == tuple(balances[name] for name in ("circulation", "rack", "promotion", "layout"))


@pytest.mark.clause("BJ-J4", "Q75")
def test_a_blackjack_pays_a_coupon_at_its_odds():
    """Three to two of the amount on it."""
    balances, paid, _ = settled("TS 7H AS TC turn")
    assert (1500, 1500, 0) == (paid, balances["circulation"], balances["promotion"])


@pytest.mark.clause("BJ-A7", "Q75")
def test_at_a_surrender_half_of_a_coupon_is_given_up():
    """No chips move; the other half goes back as a coupon."""
    balances, paid, lost = settled("TS 7H 6S TC surrender turn", surrender="text")
    assert (0, 500) == (paid, lost)
    assert [0, 0, 0] == [balances.get(name, 0) for name in ("circulation", "rack", "promotion")]


@pytest.mark.clause("BJ-J2", "BJ-J3", "Q75")
@pytest.mark.parametrize(("steps", "lost"), [("TS 7H 6S TC stand turn", 1000), ("TS 7H 7S TC stand turn", 0)])
def test_lost_or_pushed_a_coupon_moves_no_chips(steps, lost):
    """It is taken or goes back, and is worth nothing either way."""
    balances, paid, found = settled(steps)
    assert (0, lost) == (paid, found)
    assert [0, 0, 0] == [balances.get(name, 0) for name in ("circulation", "rack", "promotion")]
