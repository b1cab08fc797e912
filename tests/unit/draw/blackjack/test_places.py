"""Seven places full of split hands: nothing runs into anything else, and it can still be read."""

import json
import re
from itertools import pairwise

import pytest

from pitboss.draw.blackjack.round import DealerHand, Hand, Place, SettledRound, Side, SideBet, settled_round
from pitboss.draw.blackjack.table import draw
from pitboss.games.blackjack.rules import rules_of
from pitboss.rulebook import table_config
from tests.support.pictures import SVG, of_class, read, texts, with_attribute

RULES = rules_of(table_config({"rulebook": "oneida-blackjack-2004", "settings": {"initial_suit": "same_suit"}}))
SIDES = {side: SideBet((500,), (-500,)) for side in Side}
STEP = re.compile(r"(translate|scale)\(([-\d.]+)(?: ([-\d.]+))?\)")


def full_table(*, hands=4, cards=5, positions=range(1, 8), rules=RULES):
    """Return a round in which every place has so many hands of so many cards."""
    hand = Hand(("TS", "9H", "8D", "7C", "6S", "5H", "4D")[:cards], 20, ("lose",), (12_500,), (-12_500,), "BJ-J2")
    places = {seat: Place(seat, (12_500,), (hand,) * hands, SIDES, -12_500 * hands) for seat in positions}
    return SettledRound(rules, (DealerHand(("TS", "JD", "QH"), 30, blackjack=False),), places, 99, None)


def drawn(settled, **wishes):
    """Draw a round and read the picture back."""
    return read(draw(settled.rules, settled=settled, **wishes))


def placed(root, x=0.0, y=0.0, scale=1.0):
    """Yield every element with its point and its scale in the picture."""
    for kind, first, second in STEP.findall(root.get("transform", "")):
        if kind == "scale":
            scale *= float(first)
        else:
            x, y = x + scale * float(first), y + scale * float(second or 0)
    yield root, x, y, scale
    for child in root:
        yield from placed(child, x, y, scale)


def cards_of(root):
    """List the cards of each place as boxes: left, top, right, bottom."""
    boxes: dict = {}
    for place in with_attribute(root, "data-seat"):
        for found, x, y, scale in placed(place):
            if "data-card" in found.attrib:
                sheet = next(found.iter(f"{SVG}rect"))
                width, height = (float(sheet.attrib[side]) * scale for side in ("width", "height"))
                boxes.setdefault(int(place.attrib["data-seat"]), []).append((x, y, x + width, y + height))
    return boxes


def size_of(root):
    """Return width and height of a picture."""
    return tuple(map(float, root.attrib["viewBox"].split()[2:]))


@pytest.mark.parametrize("hands", [1, 2, 3, 4, 7, 16])
@pytest.mark.parametrize("tall", [False, True])
def test_no_place_runs_into_another(hands, tall):
    """The boxes around the cards of two places never touch, and all lie in the picture."""
    root = drawn(full_table(hands=hands), tall=tall)
    width, height = size_of(root)
    around = [
        (min(b[0] for b in boxes), min(b[1] for b in boxes), max(b[2] for b in boxes), max(b[3] for b in boxes))
        for boxes in cards_of(root).values()
    ]
    apart = [
        a[2] <= b[0] or b[2] <= a[0] or a[3] <= b[1] or b[3] <= a[1] for i, a in enumerate(around) for b in around[:i]
    ]
    inside = [a[0] >= 0 and a[1] >= 0 and a[2] <= width and a[3] <= height for a in around]
    assert (7, True, True) == (len(around), all(apart), all(inside))


@pytest.mark.parametrize(("tall", "screen", "pixels"), [(False, 1280, 14), (True, 390, 14)])
def test_ranks_can_be_read(tall, screen, pixels):
    """Four hands of five cards at every place: on a desk in a bow, on a telephone one below the other."""
    root = drawn(full_table(), tall=tall)
    factor = screen / size_of(root)[0]
    sizes = [
        float(text.attrib["font-size"]) * scale * factor
        for place in with_attribute(root, "data-seat")
        for card, _, _, scale in placed(place)
        if "data-card" in card.attrib
        for text in card.iter(f"{SVG}text")
    ]
    assert (7 * 4 * 5, True) == (len(sizes), min(sizes) >= pixels)


@pytest.mark.parametrize(("tall", "screen", "pixels"), [(False, 1280, 8.5), (True, 390, 7)])
def test_outcomes_and_amounts_can_be_read(tall, screen, pixels):
    """The smallest word in a crowded place."""
    root = drawn(full_table(), tall=tall)
    factor = screen / size_of(root)[0]
    sizes = [
        float(text.attrib["font-size"]) * scale * factor
        for place in with_attribute(root, "data-seat")
        for text, _, _, scale in placed(place)
        if text.tag == f"{SVG}text" and text.text
    ]
    assert min(sizes) >= pixels


def test_more_hands_than_four_become_two_lines():
    """A house may allow sixteen: they are small, and all there in order."""
    root = drawn(full_table(hands=16, cards=2, positions=[4]))
    (place,) = [found for found in with_attribute(root, "data-seat") if found.get("data-seat") == "4"]
    rows: dict = {}
    for found, _, y, scale in placed(place):
        if "data-hand" in found.attrib:
            rows.setdefault((y, scale), []).append(int(found.attrib["data-hand"]))
    assert [[1, 2, 3, 4, 5, 6, 7, 8], [9, 10, 11, 12, 13, 14, 15, 16]] == [rows[row] for row in sorted(rows)]


def test_cards_of_one_place_have_one_size():
    """Though one hand has many cards and the other few."""
    few, many = ("TS", "9H"), ("2S", "3H", "2D", "4C", "2H", "3S")
    hands = tuple(Hand(cards, 19, ("push",), (1_000,), (0,), "BJ-J3") for cards in (few, many))
    settled = SettledRound(RULES, (), {3: Place(3, (1_000,), hands, {}, 0)}, 9, None)
    boxes = cards_of(drawn(settled))[3]
    assert 1 == len({round(right - left, 2) for left, _, right, _ in boxes})


def test_a_tall_table_has_the_places_that_take_part():
    """In pairs below each other, and without a round all of them."""
    numbers = [
        [int(found.attrib["data-seat"]) for found in with_attribute(root, "data-seat")]
        for root in (drawn(full_table(positions=[2, 5, 7]), tall=True), read(draw(RULES, tall=True)))
    ]
    assert [[2, 5, 7], [1, 2, 3, 4, 5, 6, 7]] == numbers


def test_a_tall_table_posts_the_rules():
    """What the sign says in sentences, and the limits."""
    rules = rules_of(table_config({"rulebook": "oneida-blackjack-2004", "settings": {"default_min": 500}}))
    said = " ".join(texts(of_class(read(draw(rules, tall=True)), "rules")[0]))
    facts = [
        "Blackjack, Insurance, Hit from $5",
        "Dealer draws to a soft 17.",
        "No surrender.",
        "Dealt from a shoe of 6 decks.",
    ]
    assert [] == [fact for fact in facts if fact not in said]


def test_several_hands_of_the_dealer_take_the_room_of_the_shoe():
    """On a narrow screen."""
    document = {
        "rulebook": "oneida-blackjack-2004",
        "settings": {"multiple_action": 2},
        "shoe": ["2C", "TC", "6D", "9C", "TH", "9D", "KH", "5H"],
        "seats": [{"seat": 2, "wager": [1_000, 1_500], "actions": ["stand"]}],
    }
    root = drawn(settled_round(json.dumps(document).encode()), tall=True)
    assert ([], 2) == (of_class(root, "shoe"), len(with_attribute(root, "data-dealer")))


@pytest.mark.parametrize("limits", [{}, {"default_min": 500, "min": {"insurance": 100}, "max": {"hit": 2_500}}])
def test_the_corner_grows_upwards(limits):
    """The sum of the round stands above however many lines of limits there are."""
    rules = rules_of(table_config({"rulebook": "oneida-blackjack-2004", "settings": limits}))
    root = drawn(full_table(rules=rules))
    lines = [*of_class(root, "sum")[0].iter(f"{SVG}text"), *of_class(root, "limits")[0].iter(f"{SVG}text")]
    heights = [float(line.attrib["y"]) for line in lines]
    assert (True, True) == (heights[-1] < 1_000, all(upper < lower for upper, lower in pairwise(heights)))
