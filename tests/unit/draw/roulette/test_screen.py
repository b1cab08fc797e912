"""The pictures of a live roulette page: every place of the rulebook can be touched, and is the place that decides."""

import re
import xml.etree.ElementTree as ET

import pytest

from pitboss.draw.roulette.screen import roulette_pictures
from pitboss.draw.screens import screen_pictures
from pitboss.games.roulette.rules import rules_of
from pitboss.rulebook import table_config

HOUSES = ("oneida-roulette-2008", "hoian-roulette-2020", "seabrook-roulette")
MARGIN, WIDE, HIGH, BELOW = 8.0, 54.0, 84.0, 58.0


def house(rulebook):
    """Return the rules of a house."""
    return rules_of(table_config({"rulebook": rulebook}))


def parts(svg, kind):
    """List the elements of a picture with a class."""
    return [one for one in ET.fromstring(svg).iter() if one.get("class", "").split()[:1] == [kind]]  # noqa: S314 - our own


def touched(hits, x, y):
    """Return the bet of the topmost shape at a point of the picture."""
    found = None
    for one in hits:
        left, top, wide, high = (float(one.get(name)) for name in ("x", "y", "width", "height"))
        if left <= x < left + wide and top <= y < top + high:
            found = one.get("data-bet")
    return found


@pytest.mark.parametrize("rulebook", HOUSES)
@pytest.mark.parametrize("name", ["cloth", "upright"])
def test_every_place_can_be_touched(rulebook, name):
    """Each position of the rulebook once, and a place besides its own as one more."""
    rules = house(rulebook)
    hits = parts(roulette_pictures(rules)[name], "hit")

    assert sorted(one.bet for one in rules.positions for _ in one.placements) == sorted(
        hit.get("data-bet") for hit in hits
    )


@pytest.mark.parametrize("rulebook", HOUSES)
def test_a_touch_is_the_wager_that_a_chip_makes_there(rulebook):
    """Over all numbers but the zeros in steps of a tenth of a box; within a zero box a touch is the zero."""
    rules = house(rulebook)
    hits = parts(roulette_pictures(rules)["cloth"], "hit")
    points = [((x + 0.03) / 10, (y + 0.03) / 10) for x in range(10, 130) for y in range(29)]
    expected = {point: rules.layout.at(*point) for point in points}
    found = {(x, y): touched(hits, MARGIN + x * WIDE, MARGIN + y * HIGH) for x, y in points}

    assert [] == [p for p in points if expected[p] is not None and expected[p].bet != found[p]]


@pytest.mark.parametrize("name", ["cloth", "upright"])
def test_chips_lie_within_what_is_touched(name):
    """The point of a bet's chips is in its own shape."""
    hits = parts(roulette_pictures(house("oneida-roulette-2008"))[name], "hit")

    assert [] == [
        h.get("data-bet")
        for h in hits
        if touched(hits, float(h.get("data-x")), float(h.get("data-y"))) != h.get("data-bet")
    ]


@pytest.mark.parametrize("rulebook", HOUSES)
def test_the_racetrack_has_the_wheel(rulebook):
    """Every pocket once, clockwise as on the wheel."""
    rules = house(rulebook)
    cells = [one.get("data-pocket") for one in parts(roulette_pictures(rules)["racetrack"], "cell")]

    assert list(rules.wheel.order) == [cells[-1], *cells[:-1]]


def test_a_place_is_called_by_its_name():
    """What a screen reader says is what a person says, with the odds."""
    cloth = roulette_pictures(house("hoian-roulette-2020"))["cloth"]

    assert re.search(r'aria-label="Street 34-35-36, 11 to 1"', cloth)


def test_a_game_without_pictures_has_none():
    """A page then makes do with words."""
    assert {} == screen_pictures("big six", object())
