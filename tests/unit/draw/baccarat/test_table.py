import re
from xml.etree import ElementTree as ET

import pytest

from pitboss.draw.baccarat.table import draw
from pitboss.games.baccarat.roads import Result, Roads, results_of
from tests.support.pictures import of_class, read, text_of, texts, with_attribute

SHOE = "BBPBPPPPBBPTBPPPBBBBBBBBPBPTTPPB"
COLOURS = {"R": "red", "B": "blue"}
DERIVED = {"Big Eye Boy": "big_eye_boy", "Small Road": "small_road", "Cockroach Pig": "cockroach_pig"}
RICH = [Result("T"), Result("T"), *([Result("B", banker_pair=True, player_pair=True, natural=True)] * 40)]


def road(root: ET.Element, name: str) -> ET.Element:
    """Return the group of a road."""
    return next(found for found in with_attribute(root, "data-road") if found.get("data-road") == name)


def titles(root: ET.Element) -> list[str]:
    """List the titles in a group, its own left out."""
    return [found.text or "" for found in root.iter("{http://www.w3.org/2000/svg}title")][1:]


def circles(root: ET.Element) -> int:
    """Count the circles of a mark."""
    return len(list(root.iter("{http://www.w3.org/2000/svg}circle")))


def test_the_bead_plate_has_a_letter_for_every_hand():
    """Letters tell the winners without their colours."""
    assert ["Bead plate", *SHOE] == texts(road(read(draw(results_of(SHOE))), "Bead plate"))


def test_the_big_road_has_a_letter_for_every_win():
    """Ties are slashes; the one number is that of two ties in a row."""
    letters = "".join(texts(road(read(draw(results_of(SHOE))), "Big Road"))[1:])
    assert SHOE.replace("TT", "2").replace("T", "").replace("P2", "2P") == letters


@pytest.mark.parametrize("name", DERIVED)
def test_a_derived_road_has_its_marks_in_order(name):
    """Each mark says its colour in words."""
    expected = [COLOURS[mark] for mark in Roads.of(results_of(SHOE)).derived[DERIVED[name]]]
    assert expected == titles(road(read(draw(results_of(SHOE))), name))


@pytest.mark.parametrize("name", DERIVED)
def test_blue_marks_have_one_dot_more_than_red_ones(name):
    """The second sign of the colour is a dot, on every road."""
    marks = with_attribute(road(read(draw(results_of(SHOE))), name), "data-colour")
    counts = {colour: {circles(m) for m in marks if m.get("data-colour") == colour} for colour in COLOURS.values()}
    (red,), (blue,) = counts["red"], counts["blue"]
    assert red + 1 == blue


def test_titles_say_everything_a_mark_shows():
    """Pairs, natural and ties are named at the mark."""
    results = [Result("B", banker_pair=True, natural=True), Result("T"), Result("P", player_pair=True)]
    expected = ["Hand 1: banker, banker pair, natural, 1 tie", "Hand 3: player, player pair"]
    assert expected == titles(road(read(draw(results)), "Big Road"))


def test_pairs_stand_in_opposite_corners():
    """The banker's dot is at the upper left, the player's at the lower right."""
    plate = road(read(draw([Result("T", banker_pair=True, player_pair=True)])), "Bead plate")
    (banker, player) = [found for found in plate.iter("{http://www.w3.org/2000/svg}circle") if found.get("cx")]
    corners = [(float(dot.get("cx", "")), float(dot.get("cy", ""))) for dot in (banker, player)]
    assert [True, True] == [max(corners[0]) < 0, min(corners[1]) > 0]


def test_ties_before_the_first_win_are_shown():
    """They stand in the first cell of an otherwise empty big road."""
    assert ["2 ties before the first win"] == titles(road(read(draw(results_of("TT"))), "Big Road"))


def test_the_next_marks_are_announced():
    """Three marks for either winner, where both add some; in words as well."""
    root = read(draw(results_of(SHOE)))
    colours = [found.get("data-colour") for found in with_attribute(of_class(root, "next")[0], "data-colour")]

    assert ["red", "blue", "blue", "blue", "red", "red"] == colours
    assert "A win of the player would add blue on the Big Eye Boy, red on the Small Road" in text_of(root, "desc")


def test_nothing_is_announced_at_the_start():
    """A new shoe has empty roads, and a picture all the same."""
    root = read(draw([]))

    assert ["none"] * 6 == [text for text in texts(of_class(root, "next")[0]) if text == "none"]
    assert "nothing to the derived roads" in text_of(root, "desc")
    assert [] == with_attribute(root, "data-hand")


def test_a_road_that_outgrows_its_grid_shows_the_newest():
    """Of a hundred alternating results the last is still there, and no mark stands outside the picture."""
    root = read(draw(results_of("BP" * 50)))
    hands = [found.get("data-hand") for found in with_attribute(road(root, "Big Road"), "data-hand")]
    assert [str(hand) for hand in range(69, 101)] == hands


def test_heading_and_totals():
    """A title may hold any text; pairs and naturals are counted where there are some."""
    root = read(draw(RICH, title="Fish & <Chips>"))
    heading, totals = texts(of_class(root, "heading")[0])

    assert ("Fish & <Chips>", "Fish & <Chips>") == (heading, text_of(root, "title"))
    expected = ["Hands 42", "Banker 40", "Player 0", "Ties 2", "Banker pairs 40", "Player pairs 40", "Naturals 40"]
    assert expected == totals.split(" · ")
    assert "Hands 1 · Banker 1 · Player 0 · Ties 0" == texts(of_class(read(draw([Result("B")])), "heading")[0])[1]


@pytest.mark.parametrize("results", [[], results_of(SHOE), RICH, results_of("T")])
def test_a_picture_stands_alone_and_is_the_same_each_time(results):
    """No script, no style, no resource from elsewhere, and no number with more than two decimals."""
    picture = draw(results)

    assert picture == draw(results)
    assert [] == re.findall(r"<script|<style|<image|href|url\(|@import", picture)
    assert [] == re.findall(r"\d\.\d{3}|\d[eE]-\d|-0[\" ]", picture)
