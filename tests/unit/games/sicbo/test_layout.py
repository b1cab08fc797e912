"""The sic bo cloth: fifty boxes that lie apart, and what a point on it means."""

import doctest
from itertools import combinations
from math import inf, nan

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pitboss.games.sicbo import layout
from pitboss.games.sicbo.layout import BOXES, HEIGHT, UPRIGHT, UPRIGHT_WIDTH, WIDTH, at, box_of
from pitboss.games.sicbo.wagers import SELECTIONS


def test_doctests_hold():
    """Every example in the module is true, and there are examples."""
    results = doctest.testmod(layout)
    assert (0, True) == (results.failed, results.attempted > 0)


@pytest.mark.clause("SB-A2")
def test_every_selection_has_one_box():
    """Fifty boxes, in the order of the selections."""
    assert list(SELECTIONS) == [box.selection for box in BOXES]


def test_a_box_is_found_by_its_bet():
    """Each by its own notation."""
    assert list(BOXES) == [box_of(selection.bet) for selection in SELECTIONS]


def test_boxes_lie_on_the_cloth_and_have_room():
    """None is empty or reaches beyond the edges, and the outermost touch them."""
    assert [] == [box for box in BOXES if not (0 <= box.left < box.right <= WIDTH)]
    assert [] == [box for box in BOXES if not (0 <= box.top < box.bottom <= HEIGHT)]
    assert (0, 0) == (min(box.left for box in BOXES), min(box.top for box in BOXES))
    assert (WIDTH, HEIGHT) == (max(box.right for box in BOXES), max(box.bottom for box in BOXES))


def test_no_two_boxes_overlap():
    """They share edges at most."""
    for one, other in combinations(BOXES, 2):
        across = min(one.right, other.right) - max(one.left, other.left)
        down = min(one.bottom, other.bottom) - max(one.top, other.top)
        assert min(across, down) <= 0


def test_the_rows_fill_the_width():
    """Every row of the cloth is as wide as the cloth, without a gap between neighbours."""
    for y in (0.1, 1.2, 2.6, 4, 6.5, 8.5):
        row = sorted((box.left, box.right) for box in BOXES if box.touches(box.left, y))
        ends = [0.0, *(right for _, right in row)]
        assert ends == [*(left for left, _ in row), WIDTH]


@given(data=st.data())
def test_a_point_in_a_box_is_its_selection(data):
    """Anywhere inside the lines."""
    box = data.draw(st.sampled_from(BOXES))
    x = data.draw(st.floats(box.left, box.right, exclude_min=True, exclude_max=True))
    y = data.draw(st.floats(box.top, box.bottom, exclude_min=True, exclude_max=True))
    assert box.selection == at(x, y)


@pytest.mark.parametrize(
    ("x", "y"),
    [(-0.01, 1), (15.01, 1), (7, -0.01), (7, 99), (7, 2.9), (0.1, 5), (inf, 1), (7, -inf), (nan, 1), (7, nan)],
)
def test_off_the_boxes_there_is_nothing(x, y):
    """Beyond the edges and between the rows."""
    assert at(x, y) is None


@pytest.mark.parametrize(
    ("x", "y", "bet"),
    [
        (0.1, 0.1, "small"),
        (14.9, 2.6, "big"),
        (2, 1, "pair:1"),
        (13, 1, "pair:6"),
        (5, 0.1, "triple:1"),
        (5, 2.5, "triple:3"),
        (9, 0.1, "triple:4"),
        (7.5, 1, "any_triple"),
        (0.5, 4, "total:4"),
        (14.5, 4, "total:17"),
        (0.5, 6, "combination:1-2"),
        (14.5, 6, "combination:5-6"),
        (1, 8.5, "one:1"),
        (14, 8.5, "one:6"),
        (1.75, 1, "pair:1"),
    ],
)
def test_what_a_point_means(x, y, bet):
    """Points that a dealer would know; on a line the selection that is listed first."""
    assert bet == getattr(at(x, y), "bet", None)


def test_a_narrow_screen_has_the_same_places_large_enough_to_be_touched():
    """Each once, none upon another; on 372 pixels none is narrower or lower than 44."""
    assert [entry.bet for entry in SELECTIONS] == [box.selection.bet for box in UPRIGHT]
    pixels = 372 / UPRIGHT_WIDTH
    assert all(min(box.right - box.left, box.bottom - box.top) * pixels >= 44 for box in UPRIGHT)
    for one, other in combinations(UPRIGHT, 2):
        is_beside = one.right <= other.left + 1e-9 or other.right <= one.left + 1e-9
        assert is_beside or one.bottom <= other.top + 1e-9 or other.bottom <= one.top + 1e-9
