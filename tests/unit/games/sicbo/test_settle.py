"""Settlement of sic bo: the pay table, the lit places, and the columns of a settled or returned round."""

import pytest

from pitboss.games.sicbo.events import Outcome
from pitboss.games.sicbo.rules import rules_of
from pitboss.games.sicbo.settle import lit, pay_table, returned_columns, settled_columns
from pitboss.games.sicbo.wagers import THROWS
from pitboss.rulebook import table_config
from tests.support.naive_sicbo import BETS, pays
from tests.support.sicbo_driver import SICBO


def rules(**settings):
    """Return the rules of a table with these settings."""
    return rules_of(table_config({"rulebook": SICBO, "settings": settings}))


def book(*wagers):
    """Return a round's wagers."""
    return {(player, bet, "value"): stake for player, bet, stake in wagers}


def moves_of(moves):
    """Return moves as plain tuples."""
    return [(move.source, move.target, move.amount_minor) for move in moves]


def test_the_pay_table_entry_by_entry():
    """Selections by throws: the odds on a win, minus one on a loss."""
    table = pay_table(rules())
    assert [[pays(bet, throw) or -1 for bet in BETS] for throw in THROWS] == [
        list(table.row(throw)) for throw in THROWS
    ]
    assert (216, 50) == (len(table.rows), len(table.rows[0]))


def test_tables_with_the_same_odds_share_one():
    """Limits do not matter to the pay table, odds and the reading of two of a kind do."""
    assert pay_table(rules()) is pay_table(rules(default_min=100))
    assert pay_table(rules()) is not pay_table(rules(odds={"big": 2}))
    assert pay_table(rules()) is not pay_table(rules(two_of_a_kind="exactly"))


@pytest.mark.parametrize(
    ("dice", "places"),
    [
        ((3, 3, 5), "big combination:3-5 one:3 one:5 pair:3 total:11"),
        ((1, 1, 1), "any_triple one:1 pair:1 triple:1"),
        ((6, 6, 6), "any_triple one:6 pair:6 triple:6"),
        ((2, 2, 2), "any_triple one:2 pair:2 total:6 triple:2"),
        ((1, 2, 3), "combination:1-2 combination:1-3 combination:2-3 one:1 one:2 one:3 small total:6"),
    ],
)
def test_lit_places_in_alphabetical_order(dice, places):
    """A throw lights what wins, and the order of its dice does not matter."""
    assert tuple(places.split()) == lit(rules(), dice) == lit(rules(), dice[::-1])


def test_exactly_two_leaves_the_pair_dark():
    """A house that reads two of a kind strictly has one light less on a triple."""
    assert {"pair:2"} == {*lit(rules(), (2, 2, 2))} - {*lit(rules(two_of_a_kind="exactly"), (2, 2, 2))}


def test_losers_come_first():
    """Losers, then winners, each in the order they were laid."""
    wagers = book(("Ann", "big", 100), ("Bob", "small", 200), ("Ann", "one:3", 50), ("Cid", "triple:1", 25))
    columns, moves = settled_columns(rules(), (3, 3, 5), wagers)
    assert (("Bob", "Cid", "Ann", "Ann"), (200, 25, 100, 50)) == (columns.player, columns.stake_minor)
    assert (("small", "triple:1", "big", "one:3"), (0, 0, 100, 100)) == (columns.bet, columns.paid_minor)
    assert ("SB-Bf", "SB-Ba", "SB-D1", "SB-D2") == columns.clause
    expected = [("layout", "rack", 225), ("layout", "circulation", 150), ("rack", "circulation", 200)]
    assert expected == moves_of(moves)


def test_nothing_wagered_moves_nothing():
    """A round without wagers settles to empty columns."""
    columns, moves = settled_columns(rules(), (1, 2, 3), {})
    assert ((), (), ()) == (columns.player, columns.outcome, moves)


def test_returned_wagers_go_back_whole():
    """Each wager is returned by the clause that is given, and everything leaves the layout at once."""
    columns, moves = returned_columns(book(("Ann", "big", 100), ("Bob", "one:3", 50)), "Q35")
    assert (("Q35", "Q35"), (0, 0), (Outcome.RETURNED,) * 2) == (columns.clause, columns.paid_minor, columns.outcome)
    assert [("layout", "circulation", 150)] == moves_of(moves)
