"""Cards as pictures: told by rank and shape, and laid so that none hides another's corner."""

import pytest

from pitboss.draw.blackjack.cards import HEIGHT, card, card_name, laid
from pitboss.games.cards import CARDS
from tests.support.pictures import read


def rank_and_suits(text, **wishes):
    """Return the rank on a card and the outlines of its suit."""
    root = read(card(text, 0, 0, 80, **wishes))
    return [rank.text for rank in root.iter("text")], {path.get("d") for path in root.iter("path")}


@pytest.mark.parametrize("is_column", [False, True])
def test_no_two_cards_look_alike_without_colour(is_column):
    """Rank and outline tell all 52 apart."""
    faces = {(*ranks, *outlines) for ranks, outlines in (rank_and_suits(text, is_column=is_column) for text in CARDS)}
    assert 52 == len(faces)


def test_a_ten_is_written_as_people_read_it():
    """The notation's T is for programs."""
    assert ["10"] == rank_and_suits("TS")[0]


@pytest.mark.parametrize(("text", "red"), [("AH", True), ("KD", True), ("AS", False), ("KC", False)])
def test_suits_have_the_customary_colours(text, red):
    """Hearts and diamonds are red, rank and suit alike."""
    root = read(card(text, 0, 0, 80))
    inks = {found.get("fill") for found in root.iter() if found.tag in ("text", "path")}
    assert {"#b8202e" if red else "#141414"} == inks


def test_a_card_says_its_name():
    """Where it is pointed at."""
    names = [card_name(text) for text in ("QD", "2C")]
    title = read(card("QD", 0, 0, 80)).findtext("title")
    assert (["queen of diamonds", "2 of clubs"], "queen of diamonds") == (names, title)


@pytest.mark.parametrize("count", range(1, 23))
@pytest.mark.parametrize("room", [(200.0, 180.0), (48.0, 180.0), (100.0, 180.0), (700.0, 140.0)])
def test_cards_stay_in_their_room(count, room):
    """However many there are."""
    way = laid(count, room, 92)
    right = max(x for x, _ in way.corners) + way.card_width
    bottom = max(y for _, y in way.corners) + way.card_width * HEIGHT
    assert count == len(way.corners)
    assert pytest.approx(way.size) == (right, bottom)
    assert (True, True) == (right <= room[0] + 0.001, bottom <= room[1] + 0.001)


@pytest.mark.parametrize("count", range(2, 23))
@pytest.mark.parametrize("width", [48.0, 100.0, 200.0])
def test_no_card_hides_the_corner_of_another(count, width):
    """The upper left part of each, where rank and suit stand, is left free by those that lie on it."""
    way = laid(count, (width, 180.0), 92)
    free_right, free_down = (1.0, 0.5) if way.is_column else (0.5, 1.1)
    hidden = [
        (below, above)
        for below, (x, y) in enumerate(way.corners)
        for above, (x2, y2) in enumerate(way.corners[below + 1 :], below + 1)
        if -0.001 <= x2 - x < free_right * way.card_width - 0.001 and y2 - y < free_down * way.card_width - 0.001
    ]
    assert [] == hidden


@pytest.mark.parametrize(
    ("count", "width", "is_column", "columns"),
    [(2, 200.0, False, 2), (5, 200.0, False, 5), (4, 48.0, True, 1), (5, 98.0, True, 1), (21, 200.0, True, 4)],
)
def test_the_way_cards_are_laid(count, width, is_column, columns):
    """Beside each other while there is room, else below each other, and in several columns only if they must."""
    way = laid(count, (width, 180.0), 92)
    assert (is_column, columns) == (way.is_column, len({x for x, _ in way.corners}))
