"""Hoi An, rules 4 and 6.1: how wagers are made, when, by whom, and on which numbers each wins and loses."""

import json

import pytest

from pitboss.games import game
from pitboss.games.roulette import house_acts as h
from pitboss.games.roulette import messages as m
from pitboss.rulebook import check_table
from tests.support.driver import HOIAN, Driver

WHEEL = [str(number) for number in range(37)]
RED = set("1 3 5 7 9 12 14 16 18 19 21 23 25 27 30 32 34 36".split())
AFTER_THE_CALL = ["closed", "landed", "marked", "collected", "settled"]


@pytest.fixture
def table():
    """Return an open table with its first round open for bets."""
    return Driver(HOIAN).opened()


def placing(bet, *, player="Ann", stake=100, source="value"):
    """Return the act of putting chips on a position."""
    return m.PlaceWager(player=player, bet=bet, stake_minor=stake, source=source)


def calling(bet, accompanied="chips", *, source="value", stake=100):
    """Return the dealer's confirmation of Ann's spoken wager."""
    accompanied_by = h.Accompanied(accompanied)
    return h.CallWager(player="Ann", bet=bet, stake_minor=stake, accompanied_by=accompanied_by, source=source)


def play_on(table, until):
    """Take an open round to a point after "no more bets"."""
    table.do("dealer", m.SpinBall(direction=m.Direction.AGAINST))
    table.do("dealer", m.CallNoMoreBets())
    steps = [
        m.EnterNumber(pocket="17", revolutions=8),
        h.PlaceDolly(pocket="17"),
        h.CollectLosers(),
        m.PayWinners(),
    ]
    for step in steps[: AFTER_THE_CALL.index(until)]:
        table.do("dealer", step)


# 4.2 to 4.9: chips, spoken wagers, the call


@pytest.mark.clause("RH-4.2")
@pytest.mark.parametrize("source", ["coupon", "credits"])
def test_a_wager_without_chips_is_refused(table, source):
    """Coupons and credits are no chips, and a table cannot be set up to take coupons."""
    assert "RH-4.2" == table.refused("Ann", placing("red", source=source)).clause
    _, [fault] = check_table({"rulebook": HOIAN, "name": "R1", "settings": {"match_play": True}})
    assert "RH-4.2" == fault.clause
    assert "wagers are made with chips, not with coupons" in fault.reason


@pytest.mark.clause("RH-4.2")
def test_a_wager_is_made_with_chips_the_player_has(table):
    """More than the player holds in a colour is refused with what there is."""
    table.colour("Ann", "blue", value=100, count=3)
    refusal = table.refused("Ann", placing("red", stake=400, source="colour:blue"))
    assert ("RH-4.2", "Ann holds 300 ₫ in blue chips") == (refusal.clause, refusal.reason)
    assert 300 == table.bet("Ann", "red", 300, "colour:blue").stake_minor


@pytest.mark.clause("RH-4.2")
def test_chips_outside_the_marked_areas_are_no_wager(table):
    """A chip off the cloth makes no position, and a position lies on its own line or corner only."""
    layout = table.table.rules.layout
    assert [None, None, None] == [layout.at(x, y) for x, y in ((-0.5, 1.5), (0.5, 4.5), (14.5, 1.5))]
    act = m.PlaceWager(player="Ann", bet="split:0-1", stake_minor=100, placement="courtesy_line")
    assert "split:0-1 has no place called courtesy_line; it lies on its line" == table.refused("Ann", act).reason


@pytest.mark.clause("RH-4.3", "RH-2.5")
@pytest.mark.parametrize("source", ["value", "colour:blue"])
def test_a_call_bet_with_chips_is_placed_by_the_dealer(table, source):
    """The player asks, the dealer confirms it and lays it down, and it is the player's wager."""
    table.colour("Ann", "blue")
    called, placed = table.do("dealer", calling("split:17-20", source=source))
    assert ("Ann", "split:17-20", "chips", "Dora") == (
        called.player,
        called.bet,
        called.accompanied_by,
        called.confirmed_by,
    )
    assert ("Ann", "split:17-20", source, "dealer", "Dora") == (
        placed.player,
        placed.bet,
        placed.source,
        placed.placed_by,
        placed.placed_by_id,
    )
    assert ("win", 1700, "RH-5.1b") == table.rows(table.settle("20"))["Ann", "split:17-20"]


@pytest.mark.clause("RH-4.3")
@pytest.mark.parametrize("accompanied", ["cash", "nothing"])
def test_a_spoken_wager_without_chips_is_refused(table, accompanied):
    """Neither cash nor a promise stands for chips."""
    refusal = table.refused("dealer", calling("red", accompanied))
    assert "RH-4.3" == refusal.clause
    assert f"a spoken wager with {accompanied} is refused: they are taken only with chips" == refusal.reason


@pytest.mark.clause("RH-4.3")
def test_a_spoken_wager_needs_time_before_no_more_bets(table):
    """While the ball runs there is time; after the call there is none."""
    table.do("dealer", m.SpinBall(direction=m.Direction.AGAINST))
    assert 2 == len(table.do("dealer", calling("red")))
    table.do("dealer", m.CallNoMoreBets())
    refusal = table.refused("dealer", calling("black"))
    assert ("RH-4.3", 'there was no time to place black before "no more bets"') == (refusal.clause, refusal.reason)


@pytest.mark.clause("RH-4.3")
@pytest.mark.parametrize("who", ["Ann", "mucker", "inspector", "pit_supervisor"])
def test_only_the_dealer_confirms_a_spoken_wager(table, who):
    """A player cannot confirm their own."""
    refusal = table.refused(who, calling("red"))
    assert "RH-4.3" == refusal.clause
    assert "may not confirm a spoken wager: that is for the dealer" in refusal.reason


@pytest.mark.clause("RH-4.3")
def test_a_house_may_take_no_spoken_wagers_but_never_with_cash():
    """The setting goes from chips to none, not to cash."""
    table = Driver(HOIAN, settings={"verbal": "none"}).opened()
    refusal = table.refused("dealer", calling("red"))
    assert ("RH-4.3", True) == (refusal.clause, refusal.reason.endswith("they are taken not at all"))
    _, [fault] = check_table({"rulebook": HOIAN, "name": "R1", "settings": {"verbal": "cash"}})
    assert "RH-4.3" == fault.clause
    assert "verbal = cash is refused" in fault.reason


@pytest.mark.clause("RH-4.4")
def test_a_player_handles_only_their_own_chips(table):
    """Nobody else answers for a wager, so nobody else may touch it."""
    table.bet("Ann", "red", 100)
    for act in (placing("black"), m.RemoveWager(player="Ann", bet="red", stake_minor=100)):
        refusal = table.refused("Bea", act)
        assert ("RH-4.4", "Bea may not handle Ann's chips") == (refusal.clause, refusal.reason)


@pytest.mark.clause("RH-4.4", "RH-4.4.1", "RH-4.9")
@pytest.mark.parametrize(
    ("who", "role", "name"), [("Ann", "player", "Ann"), ("dealer", "dealer", "Dora")], ids=["player", "dealer"]
)
def test_the_record_says_who_placed_a_wager_and_the_player_answers_for_it(table, who, role, name):
    """Put down beside the number that was meant, it loses, whether the dealer helped or not."""
    placed = table.bet("Ann", "straight:20", 100, who=who)
    assert ("Ann", role, name) == (placed.player, placed.placed_by, placed.placed_by_id)
    assert ("lose", 0, "RH-6.1.1.2") == table.rows(table.settle("17"))["Ann", "straight:20"]


@pytest.mark.clause("RH-4.4", "RH-4.9")
@pytest.mark.parametrize("who", ["mucker", "device", "inspector", "pit_manager"])
def test_nobody_but_player_and_dealer_places_a_wager(table, who):
    """The record knows two hands that may put chips down."""
    refusal = table.refused(who, placing("red"))
    assert "RH-4.4" == refusal.clause
    assert "may not handle wagers: that is for the player or dealer" in refusal.reason


@pytest.mark.clause("RH-4.5", "RH-4.10", "RH-4.11")
def test_position_at_rest_decides_and_nothing_else(table):
    """What was moved while the ball ran counts where it came to lie, and what was taken back does not count."""
    table.bet("Ann", "straight:17", 300)
    table.bet("Bea", "split:17-20", 100, who="dealer")
    table.do("dealer", m.SpinBall(direction=m.Direction.AGAINST))
    table.do("Ann", m.RemoveWager(player="Ann", bet="straight:17", stake_minor=200))
    table.bet("Ann", "straight:18", 200)
    table.do("dealer", m.CallNoMoreBets())
    table.do("dealer", m.EnterNumber(pocket="17", revolutions=8))
    expected = {
        ("Ann", "straight:18"): ("lose", 0, "RH-6.1.1.2"),
        ("Bea", "split:17-20"): ("win", 1700, "RH-5.1b"),
        ("Ann", "straight:17"): ("win", 3500, "RH-5.1a"),
    }
    assert expected == table.rows(table.settle("17"))


@pytest.mark.clause("RH-4.5")
@pytest.mark.parametrize("who", ["Ann", "inspector", "pit_supervisor", "pit_manager"])
def test_the_dealer_s_side_pays(table, who):
    """Supervisors and players do not pay wagers."""
    play_on(table, "collected")
    refusal = table.refused(who, m.PayWinners())
    assert "RH-4.5" == refusal.clause
    assert "may not pay the winners: that is for the dealer or mucker" in refusal.reason


@pytest.mark.clause("RH-4.6")
@pytest.mark.parametrize("until", AFTER_THE_CALL)
@pytest.mark.parametrize(
    "act",
    [placing("black"), placing("red"), m.RemoveWager(player="Ann", bet="red", stake_minor=50)],
    ids=["place", "change", "withdraw"],
)
@pytest.mark.parametrize("who", ["Ann", "dealer"])
def test_nothing_moves_after_no_more_bets(table, until, act, who):
    """From the call to the end of the round no wager is placed, changed or withdrawn, by any hand."""
    table.bet("Ann", "red", 100)
    play_on(table, until)
    before = dict(table.table.balances)
    refusal = table.refused(who, act)
    assert ("RH-4.6", f'{act.bet} came after "no more bets" and is returned') == (refusal.clause, refusal.reason)
    assert before == table.table.balances


@pytest.mark.clause("RH-4.6")
def test_no_more_bets_is_the_dealer_s_call_while_the_ball_runs(table):
    """It comes after the spin and before the ball rests, and nobody else makes it."""
    assert "this round is betting" in table.refused("dealer", m.CallNoMoreBets()).reason
    table.do("dealer", m.SpinBall(direction=m.Direction.AGAINST))
    assert "RH-4.6" == table.refused("inspector", m.CallNoMoreBets()).clause
    refusal = table.refused("dealer", m.EnterNumber(pocket="17", revolutions=8))
    assert ("RH-4.6", 'the ball cannot come to rest before "no more bets"') == (refusal.clause, refusal.reason)
    assert "Dora" == table.do("dealer", m.CallNoMoreBets()).by


@pytest.mark.clause("RH-4.8")
@pytest.mark.parametrize(
    "bet",
    (
        "straight:00 split:1-3 split:3-4 split:0-4 split:1-5 split:20-17 row:2-3-4 row:0-1-2 triple:0-1-3 triple:1-2-3 "
        "corner:3-4-6-7 corner:0-1-2-3 first_four:0-1-2 first_five:0-00-1-2-3 six:2-7 six:0-5 column:4 dozen:0 red:1"
    ).split(),
)
def test_a_position_that_is_no_wager_of_the_rules_is_refused(table, bet):
    """By hand or by word, with the bet in the sentence."""
    for who, act in (("Ann", placing(bet)), ("dealer", calling(bet))):
        refusal = table.refused(who, act)
        assert "RH-4.8" == refusal.clause
        assert refusal.reason.startswith(f"{bet} is not a position of this layout")


@pytest.mark.clause("RH-4.8")
def test_a_jackpot_is_not_offered():
    """Rule 6.1 has none, so a table that would offer it is refused."""
    _, [fault] = check_table({"rulebook": HOIAN, "name": "R1", "settings": {"jackpot": True}})
    assert "RH-4.8" == fault.clause
    assert "jackpot = true is refused" in fault.reason


@pytest.mark.clause("RH-4.8")
@pytest.mark.parametrize("bet", ["neighbours:5", "voisins", "straight:37"])
def test_a_wager_of_an_unknown_kind_is_refused_too(table, bet):
    """What a player may well call out is named in the answer, and nothing comes to lie on the layout."""
    for who, act in (("Ann", placing(bet)), ("dealer", calling(bet))):
        assert repr(bet) in table.refused(who, act).reason
    assert {} == table.table.round.wagers


# 6.1: the thirteen wagers, each on all pockets. What each covers is written out here, apart from the layout's geometry.


def numbers(*values):
    """Return numbers in the notation."""
    return tuple(str(value) for value in values)


def joined(kind, sets):
    """Return bets by the numbers they are written with."""
    return {f"{kind}:{'-'.join(covers)}": set(covers) for covers in sets}


INSIDE = range(1, 37)
ROWS = [numbers(first, first + 1, first + 2) for first in range(1, 37, 3)]
BESIDE = [numbers(n, n + 1) for n in INSIDE if n % 3]
BELOW = [numbers(n, n + 3) for n in range(1, 34)]
COVERS = {
    "straight": joined("straight", [(pocket,) for pocket in WHEEL]),
    "split": joined("split", [("0", "1"), ("0", "2"), ("0", "3"), *BESIDE, *BELOW]),
    "street": joined("row", ROWS) | joined("triple", [("0", "1", "2"), ("0", "2", "3")]),
    "corner": joined("corner", [numbers(n, n + 1, n + 3, n + 4) for n in range(1, 33) if n % 3])
    | {"first_four:0-1-2-3": {"0", "1", "2", "3"}},
    "six-line": {f"six:{n}-{n + 5}": set(numbers(*range(n, n + 6))) for n in range(1, 32, 3)},
    "column": {f"column:{c}": set(numbers(*range(c, 37, 3))) for c in (1, 2, 3)},
    "dozen": {f"dozen:{d}": set(numbers(*range(12 * d - 11, 12 * d + 1))) for d in (1, 2, 3)},
    "low": {"low": set(numbers(*range(1, 19)))},
    "high": {"high": set(numbers(*range(19, 37)))},
    "even": {"even": set(numbers(*range(2, 37, 2)))},
    "odd": {"odd": set(numbers(*range(1, 37, 2)))},
    "red": {"red": RED},
    "black": {"black": set(WHEEL) - RED - {"0"}},
}


def settled(wager):
    """Settle every bet of a wager on every pocket; return (bet, pocket) to outcome, net and clause."""
    found = {}
    for pocket in WHEEL:
        wagers = [{"bet": bet, "cents": 1000} for bet in COVERS[wager]]
        document = {"rulebook": HOIAN, "wagers": wagers, "pocket": pocket}
        for row in game("roulette").settle(json.dumps(document).encode(), 1)["results"]:
            found[row["bet"], pocket] = (row["outcome"], row["net"], row["clause"])
    return found


def test_the_wagers_of_rule_6_1_are_all_the_layout_has(table):
    """Every position is one of those written out above, and every one of those is a position."""
    offered = [position.bet for position in table.table.rules.layout.positions]
    assert sorted(offered) == sorted(bet for bets in COVERS.values() for bet in bets)


@pytest.mark.parametrize(
    ("wager", "item", "odds", "letter"),
    [
        pytest.param("straight", 1, 35, "a", marks=pytest.mark.clause("RH-6.1.1.1", "RH-6.1.1.2", "RH-5.1a")),
        pytest.param("split", 2, 17, "b", marks=pytest.mark.clause("RH-6.1.2.1", "RH-6.1.2.2", "RH-5.1b")),
        pytest.param("street", 3, 11, "c", marks=pytest.mark.clause("RH-6.1.3.1", "RH-6.1.3.2", "RH-5.1c")),
        pytest.param("corner", 4, 8, "d", marks=pytest.mark.clause("RH-6.1.4.1", "RH-6.1.4.2", "RH-5.1d")),
        pytest.param("six-line", 5, 5, "e", marks=pytest.mark.clause("RH-6.1.5.1", "RH-6.1.5.2", "RH-5.1e")),
        pytest.param("column", 6, 2, "f", marks=pytest.mark.clause("RH-6.1.6.1", "RH-6.1.6.2", "RH-5.1f")),
        pytest.param("dozen", 7, 2, "g", marks=pytest.mark.clause("RH-6.1.7.1", "RH-6.1.7.2", "RH-5.1g")),
        pytest.param("low", 8, 1, "h", marks=pytest.mark.clause("RH-6.1.8.1", "RH-6.1.8.2", "RH-5.1h")),
        pytest.param("high", 9, 1, "i", marks=pytest.mark.clause("RH-6.1.9.1", "RH-6.1.9.2", "RH-5.1i")),
        pytest.param("even", 10, 1, "k", marks=pytest.mark.clause("RH-6.1.10.1", "RH-6.1.10.2", "RH-5.1k")),
        pytest.param("odd", 11, 1, "k", marks=pytest.mark.clause("RH-6.1.11.1", "RH-6.1.11.2", "RH-5.1k")),
        pytest.param("red", 12, 1, "j", marks=pytest.mark.clause("RH-6.1.12.1", "RH-6.1.12.2", "RH-5.1j")),
        pytest.param("black", 13, 1, "j", marks=pytest.mark.clause("RH-6.1.13.1", "RH-6.1.13.2", "RH-5.1j")),
    ],
)
def test_a_wager_wins_on_its_own_numbers_and_loses_on_the_rest(wager, item, odds, letter):
    """On every pocket, zero included: paid at its odds where it covers the pocket, lost whole where it does not."""
    won, lost = ("win", 1000 * odds, f"RH-5.1{letter}"), ("lose", -1000, f"RH-6.1.{item}.2")
    expected = {(bet, p): won if p in covers else lost for bet, covers in COVERS[wager].items() for p in WHEEL}
    assert expected == settled(wager)
