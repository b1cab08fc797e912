"""Sic bo with any wagers: settled as a second table written from the definitions says, and not a cent lost or made."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pitboss.games.sicbo import acts as a
from tests.support.naive_sicbo import BETS, LISTED, ODDS, pays
from tests.support.sicbo_driver import SicBoDriver

PLAYERS = ("Ann", "Bob", "Cid")
ACCOUNTS = ("layout", "rack", "circulation")

faces = st.integers(1, 6)
dice = st.tuples(faces, faces, faces) | st.builds(lambda face: (face, face, face), faces)
wagers = st.lists(
    st.tuples(st.sampled_from(PLAYERS), st.sampled_from(BETS), st.integers(1, 10**6) | st.just(10**9)), max_size=25
)
better = st.dictionaries(st.sampled_from(list(LISTED)), st.integers(0, 40), max_size=5)


@st.composite
def houses(draw):
    """Draw a house: its settings, and what they mean to the second table."""
    odds = {kind: LISTED[kind] + more for kind, more in draw(better).items()}
    twice, thrice = draw(st.integers(2, 9)), draw(st.integers(3, 30))
    reading = draw(st.sampled_from(("at_least", "exactly")))
    chosen = {"odds": odds, "one_twice": twice, "one_thrice": thrice, "two_of_a_kind": reading}
    own = {**ODDS, **odds, "one twice": twice, "one thrice": thrice}
    return chosen, {"odds": own, "triple_wins_pair": reading == "at_least"}


def laid(bets, chosen=None):
    """Return an open table with these wagers, and what each player has on each place."""
    driver = SicBoDriver(settings=chosen).opened()
    for player, bet, stake in bets:
        driver.bet(player, bet, stake)
    return driver, dict(driver.table.round.on_position)


def balances(driver):
    """Return what is on the layout, in the rack and about the house; the table has no other account here."""
    assert set(driver.table.balances) <= set(ACCOUNTS)
    return tuple(driver.table.balances.get(name, 0) for name in ACCOUNTS)


def by_wager(columns):
    """Return player and place to stake, payment and outcome, each wager once."""
    rows = list(zip(columns.player, columns.bet, columns.stake_minor, columns.paid_minor, columns.outcome, strict=True))
    found = {(player, bet): (stake, paid, outcome.value) for player, bet, stake, paid, outcome in rows}
    assert len(rows) == len(found)
    return found


@given(bets=wagers, throw=dice, house=houses())
def test_settled_as_the_definitions_say(bets, throw, house):
    """Each wager wins what the second table pays, or loses; losers stand first, and money only changes its place."""
    chosen, how = house
    driver, stakes = laid(bets, chosen)
    settled = driver.pay(throw)
    won = {key: pays(key[1], throw, **how) for key in stakes}
    expected = {key: (stake, stake * won[key], "win" if won[key] else "lose") for key, stake in stakes.items()}
    assert expected == by_wager(settled.wagers)
    assert sorted(settled.wagers.outcome) == list(settled.wagers.outcome)
    gained = sum(stake * (won[key] or -1) for key, stake in stakes.items())
    assert (0, -gained, gained) == balances(driver)
    assert sum(move.amount_minor for move in settled.moves if move.source == "layout") == sum(stakes.values())


@given(bets=wagers, throw=dice)
def test_lit_is_what_pays(bets, throw):
    """A wager is paid exactly if its place is lit."""
    driver, _ = laid(bets)
    driver.throw(throw)
    lit = set(driver.table.lit)
    driver.do("dealer", a.CollectLosers())
    rows = by_wager(driver.do("dealer", a.PayWinners()).wagers)
    assert {key for key in rows if key[1] in lit} == {key for key, (_, _, outcome) in rows.items() if outcome == "win"}


@given(bets=wagers, throw=dice, times=st.integers(1, 3))
def test_no_roll_keeps_the_wagers(bets, throw, times):
    """However often a die is not flat, the wagers stand, and the throw that counts settles them as the first would."""
    driver, stakes = laid(bets)
    for _ in range(times):
        before = balances(driver)
        driver.uncover(is_flat=False)
        driver.do("dealer", a.CallNoRoll())
        assert (stakes, before) == (driver.table.round.on_position, balances(driver))
    straight, _ = laid(bets)
    assert straight.pay(throw).wagers == driver.pay(throw).wagers


@given(bets=wagers, data=st.data())
def test_after_a_no_roll_wagers_may_be_withdrawn(bets, data):
    """Whichever wagers are taken back then, exactly the others are settled."""
    driver, stakes = laid(bets)
    driver.uncover(is_flat=False)
    driver.do("dealer", a.CallNoRoll())
    gone = data.draw(st.sets(st.sampled_from(sorted(stakes)))) if stakes else set()
    for player, bet in sorted(gone):
        driver.do(player, a.RemoveWager(player=player, bet=bet, stake_minor=stakes[player, bet]))
    rows = by_wager(driver.pay(data.draw(dice)).wagers)
    assert {key: stake for key, stake in stakes.items() if key not in gone} == {
        key: row[0] for key, row in rows.items()
    }


@pytest.mark.parametrize("steps", range(3))
@given(bets=wagers)
def test_covered_failure_returns_to_the_cent(steps, bets):
    """Whenever it comes before the cover is off, each gets back what they laid, and the house has not moved."""
    driver, stakes = laid(bets)
    for act in (a.CallNoMoreBets(), a.ShakeDice(shakes=3))[:steps]:
        driver.do("dealer", act)
    failed = driver.do("dealer", a.ReportFailure(fault="dark"))
    assert {key: (stake, 0, "returned") for key, stake in stakes.items()} == by_wager(failed.wagers)
    assert (0, 0, 0) == balances(driver)
    assert {} == driver.table.round.wagers


@pytest.mark.parametrize("is_lit", [False, True])
@given(bets=wagers, throw=dice, house=houses())
def test_uncovered_failure_settles_as_the_lights_would(is_lit, bets, throw, house):
    """By hand everybody gets what the computer would have given: the same columns, moves and balances."""
    chosen, _ = house
    driver, _ = laid(bets, chosen)
    driver.throw(throw) if is_lit else driver.uncover()
    driver.do("dealer", a.ReportFailure(fault="dark"))
    by_hand = driver.do("dealer", a.SettleByHand(dice=throw), witness="floorperson")
    normal, _ = laid(bets, chosen)
    by_lights = normal.pay(throw)
    assert (by_lights.wagers, by_lights.moves) == (by_hand.wagers, by_hand.moves)
    assert balances(normal) == balances(driver)
