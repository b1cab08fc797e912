"""The pictures of a live sic bo page: every place of the layout can be touched, and is the place that decides."""

import re
import xml.etree.ElementTree as ET

import pytest

from pitboss.draw.sicbo.screen import sicbo_pictures
from pitboss.draw.sicbo.table import UNIT
from pitboss.games.sicbo.layout import at
from pitboss.games.sicbo.rules import rules_of
from pitboss.games.sicbo.wagers import SELECTIONS
from pitboss.rulebook import table_config

RULES = rules_of(table_config({"rulebook": "oneida-sicbo-2004", "settings": {"one_twice": 3}}))
DRAWN = sicbo_pictures(RULES)


def parts(name, kind):
    """List the elements of a picture with a class."""
    return [one for one in ET.fromstring(DRAWN[name]).iter() if kind in one.get("class", "").split()]  # noqa: S314 - our own


def area(shape):
    """Return left, top, width and height of a shape."""
    return tuple(float(shape.get(name)) for name in ("x", "y", "width", "height"))


@pytest.mark.parametrize("name", ["cloth", "upright"])
def test_every_place_can_be_touched_where_it_is_drawn(name):
    """Each of the fifty once, with a box under it of the very same size, and its odds for whoever listens."""
    hits, boxes = parts(name, "hit"), parts(name, "box")
    grounds = {box.get("data-box"): area(box[0]) for box in boxes}

    assert sorted(entry.bet for entry in SELECTIONS) == sorted(hit.get("data-bet") for hit in hits)
    assert grounds == {hit.get("data-bet"): area(hit) for hit in hits}
    labels = {hit.get("data-bet"): hit.get("aria-label") for hit in hits}
    assert ("Two 3s, 8 to 1", "One 6, once 1 to 1, twice 3 to 1, thrice 3 to 1") == (labels["pair:3"], labels["one:6"])


@pytest.mark.parametrize("name", ["cloth", "upright"])
def test_chips_lie_inside_their_place(name):
    """The layer in which a page lays them has units of its own."""
    (layer,) = parts(name, "chips")
    (scale,) = map(float, re.findall(r"scale\(([\d.]+)\)", layer.get("transform")))
    for hit in parts(name, "hit"):
        left, top, wide, high = area(hit)
        x, y = (float(hit.get(axis)) * scale for axis in ("data-x", "data-y"))
        assert left < x < left + wide, hit.get("data-bet")
        assert top < y < top + high, hit.get("data-bet")


def test_a_touch_is_the_place_that_the_layout_has_there():
    """The middle of each shape of the printed cloth, asked of the geometry that decides."""
    for hit in parts("cloth", "hit"):
        left, top, wide, high = area(hit)
        found = at((left + wide / 2) / UNIT, (top + high / 2) / UNIT)
        assert hit.get("data-bet") == getattr(found, "bet", None)


@pytest.mark.parametrize("name", ["cloth", "upright"])
def test_one_of_a_kind_has_a_line_for_each_number_of_dice(name):
    """Which a page sets off by how often the number shows, with what the house pays for it."""
    boxes = {box.get("data-box"): box for box in parts(name, "box")}
    lines = [line for line in boxes["one:4"].iter() if line.get("class") == "line"]

    assert ["1", "2", "3"] == [line.get("data-times") for line in lines]
    assert [["1"], ["3"], ["3"]] == [re.findall(r"(\d)(?: to |:)1$", "".join(line.itertext())) for line in lines]


def test_the_marks_of_the_road_are_letters_and_a_slash():
    """Big and small with their letters, a triple as a bead of its own and a slash on the road."""
    named = re.findall(r'data-mark="([\w:]+)"', DRAWN["marks"])

    assert ["bead:B", "bead:S", "bead:T", "big:B", "big:S", "tie", "ties"] == named
