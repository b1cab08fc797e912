from itertools import product

import msgspec
import pytest

from pitboss.errors import BadConfig, BadNotation
from pitboss.games.baccarat.rules import rules_of
from pitboss.games.baccarat.third_cards import (
    BankerRow,
    Table1,
    Table2,
    ThirdCards,
    points_of,
    third_cards,
    value_of,
)
from pitboss.rulebook import edition, table_config

ONEIDA = "oneida-minibaccarat-2004"
TABLES = third_cards(edition(ONEIDA))
# The player's third cards against which the banker draws, by the banker's count; None: the player took no card.
ANY = frozenset((None, *range(10)))
BANKER_DRAWS = {
    **dict.fromkeys((0, 1, 2), ANY),
    3: ANY - {8},
    4: {None, 2, 3, 4, 5, 6, 7},
    5: {None, 4, 5, 6, 7},
    6: {6, 7},
    **dict.fromkeys((7, 8, 9), frozenset()),
}


def order_of(hands):
    """Return the hands' cards in dealing order, as letters."""
    dealt = dict.fromkeys(hands.player, "P") | dict.fromkeys(hands.banker, "B")
    return "".join(dealt[at] for at in range(hands.used))


@pytest.mark.clause("MB-F1", "MB-F1a", "MB-F1b", "MB-F1c")
def test_every_rank_has_its_value():
    """Pips count themselves, an ace one, tens and court cards nothing."""
    assert [1, 2, 3, 4, 5, 6, 7, 8, 9, 0, 0, 0, 0] == [value_of(rank) for rank in "A23456789TJQK"]


@pytest.mark.parametrize("rank", ["", "1", "10", "a", "X", "AS", None, 2, ["A"]])
def test_what_is_no_rank_is_refused(rank):
    """The value is in the error."""
    with pytest.raises(BadNotation) as refused:
        value_of(rank)
    assert rank == refused.value.value


@pytest.mark.clause("MB-F2", "MB-F2a", "MB-F2b", "MB-A3")
@pytest.mark.parametrize(("values", "points"), [((), 0), ((1, 2, 4), 7), ((1, 2, 9), 2), ((9, 9, 9), 7), ((0, 0), 0)])
def test_the_last_digit_counts(values, points):
    """A Point Count is the right digit of the sum."""
    assert points == points_of(values)


@pytest.mark.clause("MB-K2")
def test_table_1():
    """The Player's Hand draws on 0 to 5 and on nothing else."""
    assert [0, 1, 2, 3, 4, 5] == [points for points in range(10) if TABLES.player_draws(points)]


@pytest.mark.clause("MB-K3", "MB-K4", "MB-K5", "MB-K6", "MB-K7", "Q12")
@pytest.mark.parametrize("points", range(10))
def test_table_2(points):
    """Every cell of the row, with the column for no card."""
    assert BANKER_DRAWS[points] == {third for third in ANY if TABLES.banker_draws(points, third)}


@pytest.mark.no_cover
@pytest.mark.clause("MB-A1", "MB-A2", "MB-J1", "MB-J6", "MB-J7", "MB-K1", "MB-K2", "MB-K3")
def test_every_round_is_dealt_in_the_written_order():
    """Over all first five values: naturals stop both hands, and the player's third card comes before the banker's."""
    for values in product(range(10), repeat=5):
        player, banker, third = (values[0] + values[2]) % 10, (values[1] + values[3]) % 10, values[4]
        expected = "PBPB"
        if player < 8 and banker < 8:
            expected += "P" if player <= 5 else ""
            expected += "B" if (third if player <= 5 else None) in BANKER_DRAWS[banker] else ""
        assert expected == order_of(TABLES.hands((*values, 0, 0)))


@pytest.mark.clause("MB-C", "MB-A5", "MB-L1")
@pytest.mark.parametrize(
    ("values", "counts", "outcome"),
    [
        ((9, 0, 0, 8), (9, 8), "player"),
        ((4, 4, 4, 4), (8, 8), "tie"),
        ((6, 7, 0, 0), (6, 7), "banker"),
        ((2, 3, 3, 2, 4, 0), (9, 5), "player"),
        ((0, 3, 0, 0, 8), (8, 3), "player"),
        ((6, 5, 0, 0, 1), (6, 6), "tie"),
    ],
)
def test_the_higher_count_wins(values, counts, outcome):
    """Counts and outcome of rounds of four, five and six cards."""
    hands = TABLES.hands(values)
    assert (counts, outcome, None) == ((hands.player_points, hands.banker_points), hands.outcome, hands.due)


@pytest.mark.parametrize(
    ("values", "due"),
    [((), "player"), ((1,), "banker"), ((1, 2), "player"), ((1, 2, 0), "banker"), ((1, 2, 0, 0), "player")],
)
def test_a_round_that_is_not_finished_says_whose_card_is_next(values, due):
    """As long as a card is due there is no outcome."""
    hands = TABLES.hands(values)
    assert (due, None, len(values)) == (hands.due, hands.outcome, hands.used)


def test_the_banker_is_due_after_the_player_s_third():
    """Player 1 draws a 3; the banker's 2 always draws."""
    assert "banker" == TABLES.hands((1, 2, 0, 0, 3)).due


def test_cards_beyond_the_hands_stay_in_the_shoe():
    """What comes after a finished round changes nothing in it."""
    assert TABLES.hands((9, 0, 0, 8)) == TABLES.hands((9, 0, 0, 8, 5, 5, 5))


@pytest.mark.parametrize("points", range(10))
def test_a_live_table_draws_by_the_same_tables(points):
    """What the rules of a table say about a third card is what this module says."""
    live = rules_of(table_config({"rulebook": ONEIDA})).tables
    assert TABLES.player_draws(points) == live.player_draws(points)
    assert [third for third in ANY if TABLES.banker_draws(points, third)] == [
        third for third in ANY if live.banker_draws(points, third)
    ]


ROW = BankerRow(none="D", card="D" * 10)
ROWS = {str(points): ROW for points in range(10)}


@pytest.mark.parametrize(
    ("draws", "rows", "field"),
    [
        ((0, 10), ROWS, "table1.draws"),
        ((-1,), ROWS, "table1.draws"),
        ((0,), {key: row for key, row in ROWS.items() if key != "4"}, "table2.rows"),
        ((0,), ROWS | {"10": ROW}, "table2.rows"),
        ((0,), ROWS | {"3": msgspec.structs.replace(ROW, card="D" * 9)}, "table2.rows.3"),
        ((0,), ROWS | {"3": msgspec.structs.replace(ROW, card="D" * 9 + "X")}, "table2.rows.3"),
        ((0,), ROWS | {"3": msgspec.structs.replace(ROW, none="")}, "table2.rows.3"),
    ],
)
def test_tables_with_faults_are_refused(draws, rows, field):
    """The error names the table and the row."""
    with pytest.raises(BadConfig) as refused:
        ThirdCards.of(Table1(draws=draws, clause="MB-K2"), Table2(rows=rows, clause="MB-K3"))
    assert field == refused.value.field


def test_an_edition_without_the_tables_is_refused():
    """Roulette has no third cards."""
    with pytest.raises(BadConfig, match="no third-card tables"):
        third_cards(edition("seabrook-roulette"))
