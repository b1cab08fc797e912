import re

import pytest

from tests.support.driver import HOIAN, HOUSES, ONEIDA
from tests.support.pictures import (
    IMAGES,
    PICTURES,
    documented,
    drawn,
    of_class,
    place_of,
    rules_for,
    text_of,
    texts,
    with_attribute,
)


@pytest.mark.parametrize("name", PICTURES)
def test_the_documentation_shows_what_is_drawn_now(name):
    """The pictures under docs/images are those that `draw` makes; tests/support/pictures.py remakes them."""
    assert documented(name) == (IMAGES / name).read_text(encoding="utf-8")


@pytest.mark.parametrize("house", HOUSES)
def test_the_wheel_has_its_pockets_in_order(house):
    """The pockets are drawn in the order of the wheel, each with its number."""
    pockets = with_attribute(drawn(house), "data-pocket")

    assert list(rules_for(house).wheel.order) == [found.get("data-pocket") for found in pockets]
    assert [[found.get("data-pocket")] for found in pockets] == [texts(found) for found in pockets]


@pytest.mark.parametrize("house", HOUSES)
def test_dolly_and_ball_are_on_the_winning_number(house):
    """The dolly stands in the middle of its box, whose number is still to be read, and the ball lies in the wheel."""
    root = drawn(house, dolly="20")
    (dolly,), (_ball,) = of_class(root, "dolly"), of_class(root, "ball")

    assert ("20", (7.5, 1.5)) == (dolly.get("data-on"), place_of(dolly))
    assert ["20", "Black"] == texts(of_class(root, "result")[0])


def test_house_and_heading_are_printed():
    """The house's name and the title stand above the layout; any text may be in them."""
    root = drawn(HOIAN, settings={"layout_name": "Fish & <Chips>"}, title='Say "when"')

    assert ["Fish & <Chips>", 'Say "when"'] == texts(of_class(root, "heading")[0])


def test_the_game_names_a_picture_of_a_house_without_name():
    """Without a name and a title the game itself is the title."""
    root = drawn(ONEIDA, settings={"layout_name": ""})

    assert "Double-zero roulette" == text_of(root, "title")


@pytest.mark.parametrize("name", PICTURES)
def test_equal_input_gives_equal_bytes(name):
    """A picture can be compared as text."""
    assert documented(name) == documented(name)


@pytest.mark.parametrize("name", PICTURES)
def test_a_picture_stands_alone_and_without_noise(name):
    """No script, no style, no resource from elsewhere, and no number with more than two decimals."""
    picture = documented(name)

    assert [] == re.findall(r"<script|<style|<image|href|url\(|@import", picture)
    assert [] == re.findall(r"\d\.\d{3}|\d[eE]-\d|-0[\" ]", picture)
    assert ["http://www.w3.org/2000/svg"] == re.findall(r"https?://[^\"]+", picture)
