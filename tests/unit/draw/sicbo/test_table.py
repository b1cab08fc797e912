"""The lit layout as a picture: places, odds, lamps, dice, chips, and the words beside them."""

import re
from itertools import product

import pytest

from pitboss.draw.sicbo.table import UNIT, draw
from pitboss.errors import BadAmount, BadNotation
from pitboss.games.sicbo.layout import box_of
from pitboss.games.sicbo.rules import rules_of
from pitboss.games.sicbo.settle import lit
from pitboss.games.sicbo.wagers import SELECTIONS
from pitboss.rulebook import NotOffered, table_config
from tests.support.pictures import IMAGES, SICBO_PICTURES, documented, of_class, read, text_of, texts, with_attribute

FACES = range(1, 7)


def rules_for(**settings):
    """Return the house's rules with these settings."""
    return rules_of(table_config({"rulebook": "oneida-sicbo-2004", "settings": settings}))


def drawn(*, settings=None, **shown):
    """Draw a table and read the picture back."""
    return read(draw(rules_for(**(settings or {})), **shown))


def places(root):
    """Return the places of a picture by their bets."""
    return {found.get("data-place"): found for found in with_attribute(root, "data-place")}


def dice_in(found):
    """List the faces that are drawn in an element."""
    return [int(face.attrib["data-die"]) for face in with_attribute(found, "data-die")]


@pytest.mark.parametrize("name", SICBO_PICTURES)
def test_the_documentation_shows_what_is_drawn_now(name):
    """The picture under docs/images is the one that `draw` makes; tests/support/pictures.py remakes it."""
    assert documented(name) == (IMAGES / name).read_text(encoding="utf-8")


def test_every_place_is_drawn_where_the_layout_has_it():
    """Fifty places, each by its own measures."""
    found = {bet: next(place.iter("{http://www.w3.org/2000/svg}rect")) for bet, place in places(drawn()).items()}
    expected = {s.bet: (box_of(s.bet).left * UNIT, box_of(s.bet).top * UNIT) for s in SELECTIONS}
    corners = {bet: (float(box.attrib["x"]), float(box.attrib["y"])) for bet, box in found.items()}
    assert expected == {bet: pytest.approx(corner, abs=0.01) for bet, corner in corners.items()}


@pytest.mark.parametrize(
    ("bet", "dice"),
    [
        ("pair:3", [3, 3]),
        ("triple:6", [6, 6, 6]),
        ("combination:2-5", [2, 5]),
        ("one:4", [4]),
        ("any_triple", [face for face in FACES for _ in range(3)]),
        ("total:7", []),
    ],
)
def test_a_place_shows_its_dice(bet, dice):
    """The faces that it is about."""
    assert dice == dice_in(places(drawn())[bet])


@pytest.mark.parametrize(
    ("bet", "words"),
    [
        ("total:7", ["7", "12 to 1"]),
        ("small", ["SMALL", "4 to 10", "loses on a triple", "1 to 1"]),
        ("big", ["BIG", "11 to 17", "loses on a triple", "1 to 1"]),
        ("pair:1", ["8 to 1"]),
        ("triple:1", ["150 to 1"]),
        ("combination:1-2", ["5 to 1"]),
        ("any_triple", ["ANY TRIPLE", "24 to 1"]),
        ("one:2", ["once", "1 to 1", "twice", "2 to 1", "thrice", "3 to 1"]),
    ],
)
def test_a_place_says_what_it_pays(bet, words):
    """Its words and its odds."""
    assert words == texts(places(drawn())[bet])


def test_the_odds_are_those_in_force():
    """A house that pays more says so in its places."""
    odds = {"triple": 180, "total:7": 13, "one": 2}
    shown = places(drawn(settings={"odds": odds, "one_thrice": 12}))
    assert (["180 to 1"], ["7", "13 to 1"]) == (texts(shown["triple:6"]), texts(shown["total:7"]))
    assert ["2 to 1", "2 to 1", "12 to 1"] == texts(shown["one:1"])[1::2]


@pytest.mark.parametrize("dice", [(3, 3, 5), (1, 2, 3), (4, 4, 4), (6, 6, 6)])
def test_just_the_winning_places_are_lit(dice):
    """They have the light, the lamp and the word; the others have none of these."""
    root = drawn(dice=dice)
    lighted = {bet for bet, place in places(root).items() if place.get("class") == "lit"}
    with_lamp = {bet for bet, place in places(root).items() if of_class(place, "lamp")}
    named = {bet for bet, place in places(root).items() if text_of(place, "title").endswith(", lit")}
    assert [set(lit(rules_for(), dice))] * 3 == [lighted, with_lamp, named]


def test_lit_places_are_printed_in_black():
    """Light is told from dark without colour: the print changes too."""
    root = drawn(dice=(3, 3, 5))
    inks = {
        bet: {text.get("fill") for text in place.iter() if text.tag.endswith("text")}
        for bet, place in places(root).items()
    }
    assert ({"#141414"}, {"#fff"}) == (inks["big"], inks["small"])


def test_the_house_decides_whether_a_triple_lights_a_pair():
    """Two of a kind exactly, or at least."""
    found = [
        places(drawn(settings={"two_of_a_kind": choice}, dice=(4, 4, 4)))["pair:4"].get("class")
        for choice in ("at_least", "exactly")
    ]
    assert ["lit", None] == found


def test_before_the_throw_nothing_is_lit():
    """No lamp, no dice beside the layout, no winner."""
    root = drawn(bets=[("big", 500)])
    assert [] == [name for name in ("lit", "lamp", "result", "win") if of_class(root, name)]


@pytest.mark.parametrize(
    ("dice", "words"),
    [
        ((3, 3, 5), "Total 11 · Big"),
        ((5, 4, 1), "Total 10 · Small"),
        ((1, 1, 1), "Total 3 · Triple"),
        ((6, 6, 6), "Total 18 · Triple"),
    ],
)
def test_the_result_is_shown_and_said(dice, words):
    """The dice as they were entered, their total, and small, big or triple."""
    (result,) = of_class(drawn(dice=dice), "result")
    assert (list(dice), [words]) == (dice_in(result), texts(result))


@pytest.mark.no_cover
def test_of_every_throw_it_says_what_its_layout_lights():
    """Small, big or neither, for all 216 throws."""
    rules = rules_for()
    said = {dice: draw(rules, dice=dice) for dice in product(FACES, repeat=3)}
    wrong = [
        dice
        for dice, picture in said.items()
        for word in ("small", "big")
        if (f", {word}." in picture) is not (word in lit(rules, dice))
    ]
    assert [] == wrong


@pytest.mark.parametrize("selection", SELECTIONS, ids=lambda selection: selection.bet)
def test_chips_lie_in_their_place(selection):
    """Whole, with the amount on them."""
    (stack,) = of_class(drawn(bets=[(selection.bet, 2_500)]), "chips")
    x, y = (float(part) / UNIT for part in stack.attrib["transform"].removeprefix("translate(").rstrip(")").split())
    radius = float(next(stack.iter("{http://www.w3.org/2000/svg}circle")).attrib["r"]) / UNIT
    box = box_of(selection.bet)
    assert (True, True) == (
        box.left < x - radius < x + radius < box.right,
        box.top < y - radius < y + radius < box.bottom,
    )
    assert (selection.bet, ["$25"]) == (stack.get("data-bet"), texts(stack))


def test_bets_on_one_place_are_stacked():
    """Two chips, one sum."""
    (stack,) = of_class(drawn(bets=[("pair:3", 500), ("pair:3", 1_000)]), "chips")
    assert (["$15"], 2) == (texts(stack), len(list(stack.iter("{http://www.w3.org/2000/svg}title"))))


def test_winning_chips_are_ticked_and_counted():
    """Just those on lit places."""
    root = drawn(dice=(3, 3, 5), bets=[("big", 500), ("pair:3", 500), ("small", 500)])
    won = {found.get("data-bet") for found in of_class(root, "chips") if of_class(found, "win")}
    assert ({"big", "pair:3"}, "2 of 3 bets win") == (won, texts(of_class(root, "result")[0])[1])


def test_one_bet_is_counted_as_one():
    """Singular where it is due."""
    root = drawn(dice=(3, 3, 5), bets=[("big", 500)])
    assert "1 of 1 bet wins" == texts(of_class(root, "result")[0])[1]


def test_the_legend_has_what_the_places_do_not_say():
    """How a triple counts for a pair, and the limits, with those that differ."""
    settings = {"two_of_a_kind": "exactly", "default_min": 500, "default_max": 50_000, "max": {"triple": 10_000}}
    (legend,) = of_class(drawn(settings=settings, dice=(3, 3, 5)), "legend")
    said = ["".join(found.itertext()) for found in legend if found.tag.endswith("text")]
    assert [
        "Lit wins",
        "Two of a Kind loses on a triple",
        "Limits $5 to $500",
        "Three of a Kind $5 to $100",
    ] == said


def test_the_picture_in_words():
    """Dice, lit places and bets, for those who do not see it."""
    root = drawn(dice=(3, 3, 5), bets=[("big", 2_500), ("small", 500)])
    assert (
        "Sic bo: the betting layout with its fifty places, each with its odds. "
        "The dice show 3, 3 and 5: total 11, big. "
        "Lit, and marked with a lamp: big, combination:3-5, one:3, one:5, pair:3, total:11. "
        "Bets: $25.00 on big, which wins; $5.00 on small, which loses."
    ) == text_of(root, "desc")


def test_headings():
    """The title, else the table's name, else the game; any text may be in it."""
    named = rules_of(table_config({"rulebook": "oneida-sicbo-2004", "name": "Jade 2"}))
    found = [read(draw(named, title="Fish & <Chips>")), read(draw(named)), drawn()]
    assert ["Fish & <Chips>", "Jade 2", "Sic bo"] == [texts(of_class(root, "heading")[0])[0] for root in found]
    assert ["Sic bo: Fish & <Chips>", "Sic bo: Jade 2", "Sic bo"] == [text_of(root, "title") for root in found]


@pytest.mark.parametrize(
    "dice", [(), (3, 3), (3, 3, 5, 1), (0, 3, 5), (3, 3, 7), (True, 1, 1), (3.0, 3, 5), ("3", "3", "5")]
)
def test_dice_that_are_no_throw(dice):
    """Three numbers from 1 to 6, and nothing else."""
    with pytest.raises(BadNotation) as refused:
        drawn(dice=dice)
    assert "dice" == refused.value.field


@pytest.mark.parametrize(
    ("bet", "error"),
    [
        (("total:3", 500), NotOffered),
        (("pair:7", 500), BadNotation),
        (("rouge", 500), BadNotation),
        (("big", 0), BadAmount),
    ],
)
def test_bets_that_cannot_be_drawn(bet, error):
    """What the layout does not have, what is no notation, what is not a stake."""
    with pytest.raises(error):
        drawn(bets=[bet])


def test_equal_input_gives_equal_bytes():
    """A picture can be compared as text, and stands alone: no script, no style, no noise."""
    first, second = (
        draw(rules_for(), dice=(4, 4, 4), bets=[("any_triple", 2_500), ("one:4", 1)], title="T") for _ in range(2)
    )
    assert first == second
    assert [] == re.findall(r"<script|<style|<image|href|url\(|@import", first)
    assert [] == re.findall(r"\d\.\d{3}|\d[eE]-\d|-0[\" ]", first)
    assert ["http://www.w3.org/2000/svg"] == re.findall(r"https?://[^\"]+", first)
