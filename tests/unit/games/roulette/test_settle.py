"""Settlement: the pay table, where the money goes, and in which order winners are paid."""

import subprocess
import sys
from itertools import product

import pytest

from pitboss.decider import Move
from pitboss.games.roulette.events import Outcome
from pitboss.games.roulette.rules import rules_of
from pitboss.games.roulette.settle import (
    Wager,
    holder,
    pay_table,
    payment_groups,
    settled_columns,
    void_columns,
)
from pitboss.games.table.accounts import add_moves
from pitboss.rulebook import table_config
from tests.support.driver import HOIAN, HOUSES, ONEIDA, SEABROOK


def house(rulebook, **settings):
    """Return the rules of a table with some settings of its own."""
    return rules_of(table_config({"rulebook": rulebook, "settings": settings}))


def laid(rules, *wagers):
    """Return wagers given as (player, bet, source, stake)."""
    return [Wager(player, rules.position(bet), source, stake) for player, bet, source, stake in wagers]


def rows(columns):
    """Return (player, bet, outcome, paid, clause) a wager."""
    return list(
        zip(columns.player, columns.bet, columns.outcome, columns.paid_minor, columns.clause, strict=True),
    )


@pytest.mark.parametrize("rulebook", HOUSES)
def test_a_row_pays_what_it_covers(rulebook):
    """Each entry is the kind's odds where the pocket is covered, and minus one where it is not."""
    rules = house(rulebook)
    table, positions = pay_table(rules), rules.layout.positions
    expected = {
        (pocket, p.bet): rules.wagers[p.kind].pays if pocket in p.covers else -1
        for pocket, p in product(rules.wheel.pockets, positions)
    }
    found = {(pocket, p.bet): table.row(pocket)[p.index] for pocket, p in product(rules.wheel.pockets, positions)}
    assert expected == found


def test_tables_with_the_same_odds_share_a_pay_table():
    """Limits do not change what is paid; odds do."""
    plain, limited, generous = house(ONEIDA), house(ONEIDA, default_max=500), house(ONEIDA, odds={"straight": 36})
    assert pay_table(plain) is pay_table(limited)
    assert (35, 36) == (pay_table(plain).row("0")[0], pay_table(generous).row("0")[0])


def test_two_houses_with_the_same_odds_may_share_one():
    """The pay table knows layout and odds, and nothing of who pays."""
    assert pay_table(house(ONEIDA)).rows == pay_table(house(SEABROOK)).rows


def test_the_array_has_the_rows():
    """The batch form holds the same numbers, pockets by positions."""
    table = pay_table(house(HOIAN))
    assert ((37, 157), [list(row) for row in table.rows]) == (table.array.shape, table.array.tolist())


def test_a_crowd_does_not_keep_a_house_waiting_for_a_compiler():
    """However many wagers there are: loading one took a second of the thread that records every bet of the house."""
    program = (
        "import sys; from pitboss.games.roulette.rules import rules_of; from pitboss.rulebook import table_config;"
        "from pitboss.games.roulette.settle import pay_table;"
        f"table = pay_table(rules_of(table_config({{'rulebook': '{ONEIDA}'}})));"
        "print(sum(table.gains('17', [0, 160] * 5_000, [1] * 10_000)), 'numba' in sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", program], check=True, capture_output=True, text=True)
    assert "-10000 False\n" == done.stdout


def test_gains_need_a_stake_for_every_wager():
    """Columns of different lengths are nobody's wagers."""
    with pytest.raises(ValueError, match="shorter"):
        pay_table(house(ONEIDA)).gains("17", [1, 2], [100])


@pytest.mark.parametrize(
    ("source", "account"),
    [
        ("value", "circulation"),
        ("colour:blue", "chips:Ann:blue"),
        ("colour:a:b", "chips:Ann:a:b"),
        ("coupon", "promotion"),
        ("credits", "credits:Ann"),
        ("foreign:R7", "foreign:R7"),
    ],
)
def test_chips_have_their_accounts(source, account):
    """Each kind of chips comes from one account and goes back to it."""
    assert account == holder("Ann", source)


def test_losers_come_before_winners():
    """The settled columns list the losers first, then the winners, each with its clause."""
    rules = house(ONEIDA)
    wagers = laid(rules, ("Ann", "straight:17", "value", 100), ("Bob", "red", "value", 50), ("Cat", "odd", "value", 5))
    columns, _ = settled_columns(rules, "17", wagers, {})
    expected = [
        ("Bob", "red", Outcome.LOSE, 0, "RO-E3"),
        ("Ann", "straight:17", Outcome.WIN, 3500, "RO-G1"),
        ("Cat", "odd", Outcome.WIN, 5, "RO-G1"),
    ]
    assert expected == rows(columns)


@pytest.mark.parametrize(
    ("source", "pocket", "moves"),
    [
        ("value", "16", [("layout", "rack", 100)]),
        ("value", "17", [("layout", "circulation", 100), ("rack", "circulation", 3500)]),
        ("colour:blue", "16", [("layout", "rack", 100)]),
        ("colour:blue", "17", [("layout", "chips:Ann:blue", 100), ("rack", "chips:Ann:blue", 3500)]),
        ("coupon", "16", [("layout", "promotion", 100)]),
        ("coupon", "17", [("layout", "promotion", 100), ("rack", "circulation", 3500)]),
        ("foreign:R7", "16", [("layout", "rack", 100)]),
        ("foreign:R7", "17", [("layout", "foreign:R7", 100), ("rack", "circulation", 3500)]),
        ("credits", "17", [("layout", "credits:Ann", 100), ("rack", "credits:Ann", 3500)]),
    ],
)
def test_where_the_money_goes(source, pocket, moves):
    """A loss goes to the rack, a coupon back to its promotion; a win brings the stake back and is paid by the rack."""
    rules = house(ONEIDA)
    _, found = settled_columns(rules, pocket, laid(rules, ("Ann", "straight:17", source, 100)), {})
    assert tuple(Move(*move) for move in moves) == found


def test_a_withheld_winner_goes_back_unpaid():
    """What management will not pay is returned by that clause; withheld and lost is lost."""
    rules = house(HOIAN)
    wagers = laid(rules, ("Ann", "straight:17", "foreign:R7", 100), ("Ann", "red", "foreign:R7", 100))
    withheld = {("Ann", bet, "foreign:R7"): "RH-7.11.1" for bet in ("straight:17", "red")}
    columns, moves = settled_columns(rules, "17", wagers, withheld)
    lost, returned = rows(columns)
    assert ("Ann", "straight:17", Outcome.RETURNED, 0, "RH-7.11.1") == returned
    assert (Outcome.LOSE, (Move("layout", "rack", 100), Move("layout", "foreign:R7", 100))) == (lost[2], moves)


def test_withholding_is_for_one_kind_of_chips():
    """The same bet of the same player in other chips is paid."""
    rules = house(HOIAN)
    wagers = laid(rules, ("Ann", "straight:17", "foreign:R7", 100), ("Ann", "straight:17", "value", 100))
    columns, _ = settled_columns(rules, "17", wagers, {("Ann", "straight:17", "foreign:R7"): "RH-7.11.1"})
    found = dict(zip(columns.source, zip(columns.outcome, columns.paid_minor, strict=True), strict=True))
    assert {"foreign:R7": (Outcome.RETURNED, 0), "value": (Outcome.WIN, 3500)} == found


def test_a_void_round_gives_everything_back():
    """Every wager goes back whole to where it came from, citing the cause."""
    rules = house(ONEIDA)
    wagers = laid(rules, ("Ann", "straight:17", "value", 100), ("Ann", "red", "value", 50), ("Bob", "red", "coupon", 7))
    columns, moves = void_columns(wagers, "RO-H3")
    assert [(Outcome.VOID, 0, "RO-H3")] * 3 == [row[2:] for row in rows(columns)]
    assert (Move("layout", "circulation", 150), Move("layout", "promotion", 7)) == moves


def test_nothing_laid_is_nothing_moved():
    """A round without wagers settles to empty columns."""
    columns, moves = settled_columns(house(ONEIDA), "0", [], {})
    assert ([], ()) == (rows(columns), moves)


def test_moves_between_the_same_accounts_are_added():
    """One move a pair, in the order the pairs appear; the way back is another pair."""
    parts = [("a", "b", 1), ("b", "a", 2), ("a", "b", 3), ("a", "c", 4)]
    assert (Move("a", "b", 4), Move("b", "a", 2), Move("a", "c", 4)) == add_moves(parts)


WON_BY_17 = (
    "straight:17 split:14-17 split:17-20 split:16-17 corner:13-14-16-17 corner:17-18-20-21 corner:16-17-19-20 "
    "row:16-17-18 six:13-18 six:16-21 dozen:2 odd black low column:2"
).split()


@pytest.mark.parametrize("rulebook", [ONEIDA, SEABROOK])
def test_a_house_without_a_written_order_pays_in_one_group(rulebook):
    """All winning bets stand together, each once, as they came."""
    assert (tuple(WON_BY_17),) == payment_groups(house(rulebook), "17", [*WON_BY_17, "straight:17"])


@pytest.mark.parametrize("rulebook", HOUSES)
def test_without_a_winner_there_is_no_group(rulebook):
    """Nobody is paid, in no order."""
    assert () == payment_groups(house(rulebook), "17", [])


@pytest.mark.clause("RH-6.3.1", "RH-6.3.2", "RH-6.5", "RH-6.5.1")
def test_hoi_an_pays_outside_first_and_the_furthest_first():
    """Columns, even chances, dozens, six lines, streets, corners, splits, the number; of a kind the furthest first."""
    expected = (
        ("column:2",),
        ("odd", "black", "low"),
        ("dozen:2",),
        ("six:16-21",),
        ("six:13-18",),
        ("row:16-17-18",),
        ("corner:17-18-20-21", "corner:16-17-19-20"),
        ("corner:13-14-16-17",),
        ("split:17-20",),
        ("split:16-17",),
        ("split:14-17",),
        ("straight:17",),
    )
    assert expected == payment_groups(house(HOIAN), "17", WON_BY_17)


@pytest.mark.clause("RH-6.5.2.1", "RH-6.5.2.2", "Q7")
def test_hoi_an_changes_the_order_on_the_low_numbers():
    """On 0 to 3 the first four go before the street, and the triple between corner and split."""
    bets = (
        "straight:2 split:0-2 split:2-5 triple:0-1-2 corner:1-2-4-5 row:1-2-3 first_four:0-1-2-3 six:1-6 even dozen:1"
    )
    order = (
        "even dozen:1 six:1-6 first_four:0-1-2-3 row:1-2-3 corner:1-2-4-5 triple:0-1-2 split:2-5 split:0-2 straight:2"
    )
    assert tuple((bet,) for bet in order.split()) == payment_groups(house(HOIAN), "2", bets.split())


def test_a_kind_without_a_step_is_paid_last():
    """Should a written order leave a kind out, it comes after those it names."""
    assert (("straight:17",), ("triple:0-1-2",)) == payment_groups(house(HOIAN), "17", ["triple:0-1-2", "straight:17"])


@pytest.mark.parametrize("rulebook", HOUSES)
def test_winners_are_listed_as_they_are_paid(rulebook):
    """The columns follow the order of payment, and finish one position, or at Hoi An one player, before the next."""
    rules = house(rulebook)
    wagers = laid(rules, *((player, bet, "value", 200) for player in ("Bob", "Ann") for bet in WON_BY_17))
    columns, _ = settled_columns(rules, "17", wagers, {})
    groups = payment_groups(rules, "17", columns.bet)
    place_of = {bet: place for place, group in enumerate(groups) for bet in group}
    half = len(WON_BY_17)
    one, other = (
        (columns.bet[:half], columns.bet[half:]) if rulebook == HOIAN else (columns.bet[::2], columns.bet[1::2])
    )
    assert sorted(place_of[bet] for bet in one) == [place_of[bet] for bet in one]
    assert (half, one) == (len(set(one)), other)
    assert (("Ann", "Ann") if rulebook == HOIAN else ("Bob", "Ann")) == columns.player[:2]


@pytest.mark.parametrize(
    ("rulebook", "order"), [(ONEIDA, ["Bob", "Ann"]), (HOIAN, ["Ann", "Bob"]), (SEABROOK, ["Bob", "Ann"])]
)
def test_chips_on_one_position_are_paid_in_order(rulebook, order):
    """As they were placed; at Hoi An from the top of the stack, which is the other way round."""
    rules = house(rulebook)
    wagers = laid(rules, *((player, "straight:17", "value", 200) for player in ("Bob", "Ann")))
    assert order == list(settled_columns(rules, "17", wagers, {})[0].player)
