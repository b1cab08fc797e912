from itertools import pairwise, product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pitboss.errors import BadNotation
from pitboss.games.baccarat.roads import OFFSETS, BigRoad, Result, Roads, Totals, derived, preview, results_of
from pitboss.games.roads import ROWS, Place, drawn, scrolled

SHOE = "BBPBPPPPBBPTBPPPBBBBBBBBPBPTTPPB"
LENGTHS = st.lists(st.integers(1, 15), max_size=60)


def grid(winners):
    """Return the drawn big road as six rows of letters, with dots for free cells."""
    big = BigRoad.of(results_of(winners))
    cells = {place: mark.winner for mark, place in zip(big.marks, big.places, strict=True)}
    width = 1 + max(place.column for place in cells)
    return ["".join(cells.get(Place(column, row), ".") for column in range(width)) for row in range(ROWS)]


def test_the_derived_roads_of_a_shoe():
    """The three roads of a published kind of shoe, mark by mark."""
    expected = {
        "big_eye_boy": "BRBRRBRBBRBRBRRBRRRRBBRBRB",
        "small_road": "BBRRBBBBBBRBBRRRRRRBBBBRB",
        "cockroach_pig": "RBRBBBRBRBBBRRRRRRBRBRRB",
    }
    assert expected == Roads.of(results_of(SHOE)).derived


def test_two_dragons():
    """Runs of eight: the first turns at the bottom, the second above its tail, and the third starts under neither."""
    roads = Roads.of(results_of("B" * 8 + "P" * 8 + "B"))

    assert {"big_eye_boy": "RRRRRRRR", "small_road": "", "cockroach_pig": ""} == roads.derived
    assert ["BPB..", "BP...", "BP...", "BP...", "BPPPP", "BBB.."] == grid("B" * 8 + "P" * 8 + "B")


@pytest.mark.parametrize(("road", "offset"), OFFSETS.items())
def test_where_a_derived_road_starts(road, offset):
    """At the second mark of column offset + 1, or at the first of the next if that column stopped at one."""
    columns = "BP" * 4
    until = columns[: offset + 1]

    assert "" == Roads.of(results_of(until)).derived[road]
    assert 1 == len(Roads.of(results_of(until + until[-1])).derived[road])
    assert 1 == len(Roads.of(results_of(columns[: offset + 2])).derived[road])


@pytest.mark.parametrize(
    ("lengths", "marks"),
    [
        ((3, 3, 1), "RRR"),  # both cells are there, twice; then two equal columns
        ((1, 2, 1), "BB"),  # the column before ends one short; then two unequal ones
        ((1, 4), "BRR"),  # one short, then neither cell is there
        ((2, 2, 2, 2), "RRRRR"),
    ],
)
def test_the_comparisons_of_big_eye_boy(lengths, marks):
    """Equal depth is red, one short is blue, and no cell at all is red again."""
    assert marks == derived(lengths, 1)


def test_ties_stand_on_the_mark_before_them():
    """Ties before the first win pass to the first mark; none changes a column."""
    big = BigRoad.of(results_of("TTBTBTTP"))

    assert [("B", 0, 0, 3), ("B", 0, 1, 2), ("P", 1, 0, 0)] == [(m.winner, m.column, m.row, m.ties) for m in big.marks]
    assert [3, 5, 8] == [mark.hand for mark in big.marks]
    assert 0 == big.opening_ties


def test_ties_alone_stand_in_the_first_cell():
    """As long as nobody has won the road keeps the count of ties."""
    assert BigRoad((), 2) == BigRoad.of(results_of("TT"))


def test_pairs_and_naturals_come_with_their_win():
    """A mark shows what its own round had; a tie's pairs are on the bead plate only."""
    big = BigRoad.of([Result("B", banker_pair=True), Result("T", player_pair=True), Result("B", natural=True)])

    found = [(mark.banker_pair, mark.player_pair, mark.natural) for mark in big.marks]
    assert [(True, False, False), (False, False, True)] == found


@given(st.text("BPT", max_size=120))
def test_ties_make_no_derived_mark(winners):
    """A shoe without its ties has the same derived roads."""
    assert Roads.of(results_of(winners.replace("T", ""))).derived == Roads.of(results_of(winners)).derived


@given(st.text("BP", max_size=120), st.text("BP", max_size=20))
def test_a_mark_once_made_stays(winners, more):
    """What is dealt later only adds to a road, and moves nothing that is drawn."""
    before, after = Roads.of(results_of(winners)), Roads.of(results_of(winners + more))

    assert before.derived == {road: after.derived[road][: len(marks)] for road, marks in before.derived.items()}
    assert before.big.places == after.big.places[: len(before.big.places)]


@given(LENGTHS)
def test_no_two_marks_share_a_cell(lengths):
    """However long the tails are, every mark has a cell of its own, in one of six rows."""
    places = drawn(lengths)

    assert sum(lengths) == len(set(places)) == len(places)
    assert set() == {place.row for place in places} - set(range(ROWS))


@given(LENGTHS)
def test_a_run_goes_down_and_then_right(lengths):
    """Each run starts at the top, further right than the one before, and never goes down again once it has turned."""
    places, starts = iter(drawn(lengths)), []
    for length in lengths:
        run = [next(places) for _ in range(length)]
        starts.append(run[0])
        steps = [(b.column - a.column, b.row - a.row) for a, b in pairwise(run)]
        assert sorted(steps) == steps
        assert {(0, 1), (1, 0)} >= set(steps)
    assert sorted({start.column for start in starts}) == [start.column for start in starts]
    assert {0} >= {start.row for start in starts}


def test_a_blocked_run_turns_in_the_top_row():
    """Once tails have filled all rows but the first, a run of two lies in that row, and the next starts beyond it."""
    places = drawn([12, 11, 10, 9, 8, 2, 1])
    assert [Place(5, 0), Place(6, 0), Place(7, 0)] == list(places[-3:])


def test_both_previews_differ_where_both_exist():
    """On every road, whatever was dealt before, one side's win is red and the other's is blue."""
    both = 0
    for length in range(12):
        for winners in product("BP", repeat=length):
            found = preview([Result(winner) for winner in winners])
            shared = found["B"].keys() & found["P"].keys()
            both += len(shared)
            assert [] == [road for road in shared if found["B"][road] == found["P"][road]]
    assert both > 8_000


@given(st.text("BPT", max_size=80))
def test_a_preview_is_what_then_happens(winners):
    """The mark that was announced is the mark that is made, and where none was announced none is."""
    now, announced = Roads.of(results_of(winners)).derived, preview(results_of(winners))
    for winner in "BP":
        then = Roads.of(results_of(winners + winner)).derived
        assert then == {road: now[road] + announced[winner].get(road, "") for road in now}


def test_the_bead_plate_fills_columns_of_six():
    """Every round has its bead, ties too."""
    places = Roads.of(results_of("BPTBPTB")).bead_places
    assert [(0, 0), (0, 5), (1, 0)] == [places[0], places[5], places[6]]


def test_a_full_plate_drops_its_oldest_column():
    """With thirteen results on two columns the first six are gone."""
    shown = scrolled(Roads.of(results_of("B" * 13)).bead_places, 2)
    assert (range(6, 13), Place(0, 0), Place(1, 0)) == (range(min(shown), max(shown) + 1), shown[6], shown[12])


@given(LENGTHS, st.integers(1, 20))
def test_the_newest_mark_is_always_shown(lengths, columns):
    """Whatever a grid must drop, it is not the mark just made, and nothing stands outside the grid."""
    places = drawn(lengths)
    shown = scrolled(places, columns)

    assert not places or len(places) - 1 in shown
    assert all(0 <= place.column < columns for place in shown.values())


def test_totals():
    """Counts of one shoe."""
    results = [Result("B", banker_pair=True, natural=True), Result("T", player_pair=True), Result("P"), Result("B")]
    assert Totals(4, banker=2, player=1, ties=1, banker_pairs=1, player_pairs=1, naturals=1) == Totals.of(results)


@pytest.mark.parametrize(
    ("text", "line", "column", "letter"), [("X", 1, 1, "X"), ("BP\n\n Tb", 3, 3, "b"), ("B,P", 1, 2, ",")]
)
def test_a_wrong_letter_is_named_with_its_place(text, line, column, letter):
    """Line and column count from one."""
    with pytest.raises(BadNotation) as refused:
        results_of(text)
    assert (line, column, letter) == (refused.value.line, refused.value.values["column"], refused.value.value)


def test_space_means_nothing():
    """Blanks, tabs and empty lines part nothing."""
    assert results_of("BPT") == results_of("\n B\tP\r\n\nT \n")


def test_a_result_is_one_of_three():
    """There is no fourth letter."""
    with pytest.raises(BadNotation):
        Result("X")
