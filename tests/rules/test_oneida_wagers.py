"""Oneida's wagers, sections D, E and G: where they lie, when they win, what they pay, and what is refused."""

import json

import pytest

from pitboss.games import game
from pitboss.games.roulette import acts as a
from pitboss.games.roulette.layout import layout_of
from tests.oracle.double_zero import POCKETS, WAGERS, of_kind
from tests.support.driver import ONEIDA, Driver

# Kind: the clause that defines it, and the least odds of RO-G1.
WRITTEN = {
    "straight": ("RO-D1", 35),
    "split": ("RO-D2", 17),
    "row": ("RO-D3", 11),
    "triple": ("RO-D4", 11),
    "corner": ("RO-D5", 8),
    "first_five": ("RO-D6", 6),
    "six": ("RO-D7", 5),
    "column": ("RO-E1", 2),
    "dozen": ("RO-E2", 2),
    "red": ("RO-E3", 1),
    "black": ("RO-E4", 1),
    "odd": ("RO-E5", 1),
    "even": ("RO-E6", 1),
    "low": ("RO-E7", 1),
    "high": ("RO-E8", 1),
}
OUTSIDE = ("column", "dozen", "red", "black", "odd", "even", "low", "high")


def settled(bets, pocket, **more):
    """Settle 100 cents on each bet, and return bet to (outcome, paid, net, clause)."""
    wagers = [{"bet": bet, "cents": 100} for bet in bets]
    document = {"rulebook": ONEIDA, "wagers": wagers, "pocket": pocket, **more}
    answer = game("roulette").settle(json.dumps(document).encode(), 1)
    return {row["bet"]: (row["outcome"], row["paid"], row["net"], row["clause"]) for row in answer["results"]}


def refusal(bet, **more):
    """Return how an open table refuses a dollar on a bet."""
    act = a.PlaceWager(player="Ann", bet=bet, stake_minor=100, **more)
    return Driver(ONEIDA).opened().refused("Ann", act)


@pytest.mark.clause("RO-D1", "RO-D2", "RO-D3", "RO-D4", "RO-D5", "RO-D6", "RO-D7", "RO-G1")
@pytest.mark.clause("RO-E1", "RO-E2", "RO-E3", "RO-E4", "RO-E5", "RO-E6", "RO-E7", "RO-E8")
@pytest.mark.parametrize("kind", WRITTEN)
def test_every_position_by_every_pocket(kind):
    """On each of the 38 numbers exactly the wagers defined to win are paid, by G1; the others lose by definition."""
    defined_by, pays = WRITTEN[kind]
    won, lost = ("win", 100 * pays, 100 * pays, "RO-G1"), ("lose", 0, -100, defined_by)
    wagers = of_kind(kind)
    expected = {pocket: {bet: won if pocket in wagers[bet] else lost for bet in wagers} for pocket in POCKETS}
    assert expected == {pocket: settled(wagers, pocket) for pocket in POCKETS}


def test_the_fifteen_kinds_are_all_there_is():
    """The written kinds, the second table and the house's offer name the same wagers."""
    offered = Driver(ONEIDA).table.rules.wagers
    assert (set(WRITTEN), set(WRITTEN)) == (set(offered), {bet.partition(":")[0] for bet in WAGERS})


# One row a wager of one dollar at a live table, each class of position won once and lost once.
ROUNDS = """
    17   straight:17             win   3500  RO-G1
    18   straight:17             lose     0  RO-D1
    0    straight:0              win   3500  RO-G1
    00   straight:0              lose     0  RO-D1
    00   straight:00             win   3500  RO-G1
    0    straight:00             lose     0  RO-D1
    20   split:17-20             win   1700  RO-G1
    18   split:17-20             lose     0  RO-D2
    17   split:17-18             win   1700  RO-G1
    0    split:0-1               win   1700  RO-G1
    0    split:0-2               win   1700  RO-G1
    00   split:00-2              win   1700  RO-G1
    00   split:00-3              win   1700  RO-G1
    00   split:0-00              win   1700  RO-G1
    2    split:0-00              lose     0  RO-D2
    1    row:1-2-3               win   1100  RO-G1
    17   row:16-17-18            win   1100  RO-G1
    36   row:34-35-36            win   1100  RO-G1
    0    row:1-2-3               lose     0  RO-D3
    1    triple:0-1-2            win   1100  RO-G1
    00   triple:0-00-2           win   1100  RO-G1
    3    triple:00-2-3           win   1100  RO-G1
    00   triple:0-1-2            lose     0  RO-D4
    5    corner:1-2-4-5          win    800  RO-G1
    36   corner:32-33-35-36      win    800  RO-G1
    3    corner:1-2-4-5          lose     0  RO-D5
    00   first_five:0-00-1-2-3   win    600  RO-G1
    3    first_five:0-00-1-2-3   win    600  RO-G1
    4    first_five:0-00-1-2-3   lose     0  RO-D6
    1    six:1-6                 win    500  RO-G1
    36   six:31-36               win    500  RO-G1
    7    six:1-6                 lose     0  RO-D7
    34   column:1                win    200  RO-G1
    35   column:2                win    200  RO-G1
    36   column:3                win    200  RO-G1
    36   column:1                lose     0  RO-E1
    12   dozen:1                 win    200  RO-G1
    13   dozen:2                 win    200  RO-G1
    25   dozen:3                 win    200  RO-G1
    25   dozen:2                 lose     0  RO-E2
    36   red                     win    100  RO-G1
    35   red                     lose     0  RO-E3
    10   black                   win    100  RO-G1
    9    black                   lose     0  RO-E4
    11   odd                     win    100  RO-G1
    12   odd                     lose     0  RO-E5
    12   even                    win    100  RO-G1
    11   even                    lose     0  RO-E6
    18   low                     win    100  RO-G1
    19   low                     lose     0  RO-E7
    19   high                    win    100  RO-G1
    18   high                    lose     0  RO-E8
"""


@pytest.mark.clause("RO-D1", "RO-D2", "RO-D3", "RO-D4", "RO-D5", "RO-D6", "RO-D7", "RO-G1")
@pytest.mark.clause("RO-E1", "RO-E2", "RO-E3", "RO-E4", "RO-E5", "RO-E6", "RO-E7", "RO-E8")
@pytest.mark.parametrize("row", ROUNDS.strip().splitlines())
def test_a_round_at_the_table(row):
    """A live table settles a dollar as its row says, and names the clause."""
    pocket, bet, outcome, paid, clause = row.split()
    driver = Driver(ONEIDA).opened()
    driver.bet("Ann", bet, 100)
    assert {("Ann", bet): (outcome, int(paid), clause)} == driver.rows(driver.settle(pocket))


@pytest.mark.clause("Q3", "RO-E1", "RO-E2", "RO-E3", "RO-E4", "RO-E5", "RO-E6", "RO-E7", "RO-E8")
@pytest.mark.parametrize("zero", ["0", "00"])
def test_outside_wagers_lose_whole_on_a_zero(zero):
    """Neither zero is even, low or in any column: every outside wager is lost, and all of it."""
    bets = [bet for kind in OUTSIDE for bet in of_kind(kind)]
    expected = {bet: ("lose", 0, -100, WRITTEN[bet.partition(":")[0]][0]) for bet in bets}
    assert expected == settled(bets, zero)


# Not on the cloth, by the clause that says where the wager lies.
ABSENT = """
    straight:1-2            RO-D1
    split:1-3               RO-D2
    split:3-4               RO-D2
    split:17-17             RO-D2
    split:20-17             RO-D2
    row:2-3-4               RO-D3
    row:1-4-7               RO-D3
    row:0-1-2               RO-D3
    triple:0-00-1           RO-D4
    triple:0-2-3            RO-D4
    triple:1-2-3            RO-D4
    corner:0-00-1-2         RO-D5
    corner:3-4-6-7          RO-D5
    corner:34-35-36-0       RO-D5
    first_four:0-1-2-3      RO-D5
    first_five:0-00-1-2-4   RO-D6
    six:2-7                 RO-D7
    six:1-9                 RO-D7
    column:4                RO-E1
    column:0                RO-E1
    dozen:0                 RO-E2
    red:1                   RO-E3
    black:2                 RO-E4
    odd:1                   RO-E5
    even:0                  RO-E6
    low:1                   RO-E7
    high:36                 RO-E8
"""


@pytest.mark.clause("RO-D1", "RO-D2", "RO-D3", "RO-D4", "RO-D5", "RO-D6", "RO-D7")
@pytest.mark.clause("RO-E1", "RO-E2", "RO-E3", "RO-E4", "RO-E5", "RO-E6", "RO-E7", "RO-E8")
@pytest.mark.parametrize("row", ABSENT.strip().splitlines())
def test_positions_off_the_cloth_are_refused(row):
    """What the layout does not have is refused by the clause of its kind, in a sentence that names it."""
    bet, clause = row.split()
    refused = refusal(bet)
    assert (clause, True) == (refused.clause, refused.reason.startswith(f"{bet} is not a position of this layout"))


@pytest.mark.clause("Q1", "RO-D2")
@pytest.mark.parametrize("bet", ["split:0-3", "split:00-1"])
def test_a_zero_has_no_split_with_a_number_it_does_not_touch(bet):
    """0 does not border 3, nor 00 border 1, so there is no line to lie on."""
    refused = refusal(bet)
    assert ("RO-D2", True) == (refused.clause, "a split lies on the line of two adjoining boxes" in refused.reason)


@pytest.mark.clause("RO-D2")
def test_the_courtesy_line_is_a_second_place_for_one_wager():
    """0–00 lies on its own line or between '2nd 12' and '3rd 12'; chips on both are one wager."""
    driver = Driver(ONEIDA).opened()
    driver.bet("Ann", "split:0-00", 100)
    act = a.PlaceWager(player="Ann", bet="split:0-00", stake_minor=200, placement="courtesy_line")
    assert "courtesy_line" == driver.do("Ann", act).placement
    assert {("Ann", "split:0-00"): ("win", 5100, "RO-G1")} == driver.rows(driver.settle("00"))


@pytest.mark.clause("RO-D2")
def test_both_places_share_one_limit():
    """The maximum of a split holds for the line and the courtesy line together."""
    driver = Driver(ONEIDA, settings={"max": {"split": 500}}).opened()
    driver.bet("Ann", "split:0-00", 400)
    act = a.PlaceWager(player="Ann", bet="split:0-00", stake_minor=200, placement="courtesy_line")
    assert "$6.00 on split:0-00 is over the table's maximum of $5.00" == driver.refused("Ann", act).reason


@pytest.mark.clause("RO-D2")
def test_no_other_split_lies_on_the_courtesy_line():
    """The courtesy line belongs to 0–00 alone."""
    refused = refusal("split:17-20", placement="courtesy_line")
    assert ("RO-D2", "split:17-20 has no place called courtesy_line; it lies on its line") == (
        refused.clause,
        refused.reason,
    )


# Where a chip lies on the cloth, as a player points: x away from the wheel, y towards the player.
PLACES = """
    1.5   2.5   straight:1              the box of 1
    0.5   2.2   straight:0              the box of 0
    0.5   0.7   straight:00             the box of 00
    2.0   2.5   split:1-4               the line of 1 and 4
    1.5   2.0   split:1-2               the line of 1 and 2
    0.5   1.5   split:0-00              the line of the zeros
    9.0   3.5   split:0-00              where '2nd 12' and '3rd 12' meet
    1.5   3.0   row:1-2-3               the outside line of 1
    12.5  3.0   row:34-35-36            the outside line of 34
    1.0   2.0   triple:0-1-2            the corner of 0, 1 and 2
    1.0   1.5   triple:0-00-2           the corner of 0, 00 and 2
    1.0   1.0   triple:00-2-3           the corner of 00, 2 and 3
    2.0   2.0   corner:1-2-4-5          the corner of four boxes
    1.0   3.0   first_five:0-00-1-2-3   the corner of '1st 12', 0 and 1
    2.0   3.0   six:1-6                 the outside corner of 1 and 4
    13.5  2.5   column:1                the box at the foot of 1, 4, 7
    3.0   3.5   dozen:1                 the box '1st 12'
    6.0   4.5   red                     the red box
    8.0   4.5   black                   the black box
    10.0  4.5   odd                     the box 'Odd'
    4.0   4.5   even                    the box 'Even'
    2.0   4.5   low                     the box '1 to 18'
    12.0  4.5   high                    the box '19 to 36'
"""


@pytest.mark.clause("RO-D1", "RO-D2", "RO-D3", "RO-D4", "RO-D5", "RO-D6", "RO-D7")
@pytest.mark.clause("RO-E1", "RO-E2", "RO-E3", "RO-E4", "RO-E5", "RO-E6", "RO-E7", "RO-E8")
@pytest.mark.parametrize("row", PLACES.strip().splitlines())
def test_the_place_of_a_chip_makes_the_wager(row):
    """A chip put down at a point makes the wager whose place that is."""
    x, y, bet, _ = row.split(maxsplit=3)
    found = layout_of("double_zero").at(float(x), float(y))
    assert bet == (found and found.bet)


@pytest.mark.clause("RO-G1")
@pytest.mark.parametrize("kind", WRITTEN)
def test_a_house_may_pay_more(kind):
    """Odds above the listed ones are accepted, and the winner is paid by them under the same clause."""
    bet, wins_on = next(iter(of_kind(kind).items()))
    more = WRITTEN[kind][1] + 1
    row = settled([bet], min(wins_on), settings={"odds": {kind: more}})
    assert {bet: ("win", 100 * more, 100 * more, "RO-G1")} == row


@pytest.mark.clause("RO-G1")
@pytest.mark.parametrize("kind", [kind for kind, (_, pays) in WRITTEN.items() if pays > 1])
def test_a_house_may_not_pay_less(kind):
    """Odds one under the listed ones are refused by G1, with both figures; of even chances there is nothing less."""
    least = WRITTEN[kind][1]
    document = {"rulebook": ONEIDA, "settings": {"odds": {kind: least - 1}}, "wagers": [], "pocket": "1"}
    answer = game("roulette").settle(json.dumps(document).encode(), 1)
    assert "RO-G1" == answer["clause"]
    assert f"at {least - 1} to 1 is refused: no less than {least} to 1 is written" in answer["reason"]
