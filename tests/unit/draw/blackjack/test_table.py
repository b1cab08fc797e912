"""The table as a picture: its cloth, and a round on it as it ended."""

import json
import re
from dataclasses import replace

import pytest

from pitboss.draw.blackjack.round import settled_round
from pitboss.draw.blackjack.table import draw
from pitboss.errors import BadConfig
from pitboss.games.blackjack.document import settle_document
from pitboss.games.blackjack.rules import rules_of
from pitboss.rulebook import edition, table_config
from tests.support.pictures import (
    BLACKJACK_PICTURES,
    IMAGES,
    SVG,
    documented,
    of_class,
    place_of,
    read,
    text_of,
    texts,
    with_attribute,
)

HOUSE = "oneida-blackjack-2004"
# Seven places: blackjack, bust, four hands of a pair, a double with a hit wager, surrender, insurance, split aces.
ROUND = {
    "rulebook": HOUSE,
    "settings": {"surrender": "text", "initial_suit": "same_suit"},
    "shoe": ("2D AS KD 8S 6H TC QH AC AH KS 6C 8H 5H 6D JC AD 6S 9H 8D 3C TD 8C TS 4D 2S 5C 7H KC 9H 9S 2C 3D").split(),
    "seats": [
        {"seat": 1, "wager": 2_500, "initial_suit": 500},
        {"seat": 2, "wager": 5_000, "actions": ["hit"]},
        {
            "seat": 3,
            "wager": 10_000,
            "actions": ["split", "split", "double", "split", "stand", "hit", "hit", "stand", "hit"],
        },
        {"seat": 4, "wager": 2_000, "actions": [{"act": "double", "hit_wager": 500}]},
        {"seat": 5, "wager": 3_000, "actions": ["surrender"]},
        {"seat": 6, "wager": 4_000, "insurance": 2_000, "actions": ["stand"]},
        {"seat": 7, "wager": 1_500, "initial_suit": 200, "actions": ["split"]},
    ],
}
MULTIPLE = {
    "rulebook": HOUSE,
    "settings": {"multiple_action": 3},
    "shoe": "2C TC 6D AS 9C 5S 9D KH 5D 6C 9S 7H".split(),
    "seats": [
        {"seat": 2, "wager": [1_000, 1_500, 1_000], "actions": ["stand"]},
        {"seat": 4, "wager": [1_000, 1_000], "insurance": [500, None], "actions": ["double"]},
    ],
}
VOID = {"rulebook": HOUSE, "shoe": ["2C", "9C", "6S", "QD^", "KH^"], "seats": [{"seat": 2, "wager": 1_000}]}


def rules_for(**settings):
    """Return the house's rules with these settings."""
    return rules_of(table_config({"rulebook": HOUSE, "settings": settings}))


def empty(**settings):
    """Draw a cloth and read the picture back."""
    return read(draw(rules_for(**settings)))


def shown(document, **wishes):
    """Settle a document, draw its round and read the picture back."""
    settled = settled_round(json.dumps(document).encode())
    return read(draw(settled.rules, settled=settled, **wishes))


def places(root):
    """Return the places of a picture by their numbers."""
    return {int(found.attrib["data-seat"]): found for found in with_attribute(root, "data-seat")}


def hands(place):
    """Return the hands of a place in order."""
    return sorted(with_attribute(place, "data-hand"), key=lambda hand: int(hand.attrib["data-hand"]))


def cards(found):
    """List the cards that are drawn in an element."""
    return [card.get("data-card") for card in with_attribute(found, "data-card")]


@pytest.mark.parametrize("name", BLACKJACK_PICTURES)
def test_the_documentation_shows_what_is_drawn_now(name):
    """The picture under docs/images is the one that `draw` makes; tests/support/pictures.py remakes it."""
    assert documented(name) == (IMAGES / name).read_text(encoding="utf-8")


@pytest.mark.parametrize("count", range(1, 8))
def test_the_places_lie_in_a_bow_from_the_dealer_s_left(count):
    """The dealer is at the top and faces down, so place 1 is furthest to the right; the middle is lowest."""
    spots = [place_of(place) for _, place in sorted(places(empty(positions=count)).items())]
    lowest = max(range(count), key=lambda index: spots[index][1])
    assert (count, sorted(spots, reverse=True)) == (len(spots), spots)
    assert count // 2 - (0 if count % 2 else 1) == lowest


@pytest.mark.parametrize(("hands_of_dealer", "numbers"), [(0, [""]), (2, ["1", "2"]), (3, ["1", "2", "3"])])
def test_a_place_has_a_circle_for_each_main_wager(hands_of_dealer, numbers):
    """One, or one against each hand of the dealer."""
    place = places(empty(multiple_action=hands_of_dealer, hit_wagers=False))[1]
    assert (len(numbers), [*filter(None, numbers), "1"]) == (len(of_class(place, "bet")), texts(place))


@pytest.mark.parametrize(
    ("settings", "words"),
    [
        ({"hit_wagers": False}, []),
        ({}, ["HIT", "3 to 1"]),
        ({"initial_suit": "same_suit", "same_suit_odds": 2, "hit_odds": 1}, ["SUIT", "2 to 1", "HIT", "1 to 1"]),
        ({"initial_suit": "king_queen", "hit_wagers": False}, ["K + Q", "10 to 1"]),
    ],
)
def test_a_place_has_the_circles_of_the_side_wagers_that_the_table_takes(settings, words):
    """Each with the odds in force."""
    circles = of_class(places(empty(**settings))[7], "side-circle")
    assert words == [word for circle in circles for word in texts(circle)]


@pytest.mark.parametrize(
    ("settings", "said"),
    [
        ({}, ["Blackjack pays 3 to 2", "Dealer draws to a soft 17", "Insurance pays 2 to 1"]),
        (
            {"bj_pays": [6, 5], "rounding": "down", "h17": False, "insurance": False},
            ["Blackjack pays 6 to 5", "Dealer stands on a soft 17"],
        ),
        (
            {"pitch": True, "decks": 1},
            ["Blackjack pays 3 to 2", "Dealer draws to a soft 17", "Insurance pays 2 to 1"],
        ),
    ],
)
@pytest.mark.parametrize("tall", [False, True])
def test_the_felt_says_what_the_sign_posts(settings, said, tall):
    """In capitals, letter by letter where they are bent."""
    printed = with_attribute(read(draw(rules_for(**settings), tall=tall)), "data-says")
    written = ["".join(found.itertext()) for found in printed]
    assert (said, [text.upper() for text in said]) == ([found.get("data-says") for found in printed], written)


@pytest.mark.parametrize(
    ("settings", "words"),
    [({}, "Shoe, 6 decks"), ({"decks": 1}, "Shoe, 1 deck"), ({"pitch": True, "decks": 2}, "Pitch, 2 decks")],
)
def test_the_dealer_has_a_shoe_or_a_deck(settings, words):
    """And the discard rack at the other hand."""
    root = empty(**settings)
    assert ([words], ["Discard rack"]) == (texts(of_class(root, "shoe")[0]), texts(of_class(root, "rack")[0]))


def test_an_empty_cloth_has_no_cards():
    """But shows where they go: at each place, and at the dealer's."""
    root = empty()
    assert ([], [], 8) == (cards(root), of_class(root, "chips"), len(of_class(root, "outlines")))


@pytest.mark.parametrize("tall", [False, True])
def test_every_card_of_the_round_is_drawn_in_its_hand(tall):
    """In the order in which they came, as the answer has them."""
    answer = settle_document(json.dumps(ROUND).encode(), 1)
    root = shown(ROUND, tall=tall)
    drawn = {seat: [cards(hand) for hand in hands(place)] for seat, place in places(root).items()}
    assert {seat["seat"]: [hand["cards"] for hand in seat["hands"]] for seat in answer["seats"]} == drawn
    assert [["AH", "6S", "3D"]] == [cards(hand) for hand in with_attribute(root, "data-dealer")]


def test_every_hand_has_its_total_its_outcome_and_its_net():
    """In words and with a sign, so that no colour is needed."""
    said = [
        [texts(of_class(hand, name)[0])[0] if name != "hand-net" else of_class(hand, name)[0].text for name in MARKS]
        for _, place in sorted(places(shown(ROUND)).items())
        for hand in hands(place)
    ]
    assert [
        ["21", "BLACKJACK", "+$37.50"],
        ["25", "BUST", "−$50"],
        ["21", "WIN", "+$200"],
        ["18", "LOSE", "−$100"],
        ["19", "LOSE", "−$100"],
        ["25", "BUST", "−$100"],
        ["20", "PUSH", "$0"],
        ["16", "SURRENDER", "−$15"],
        ["20", "PUSH", "$0"],
        ["20", "PUSH", "$0"],
        ["13", "LOSE", "−$15"],
    ] == said


MARKS = ("total", "outcome", "hand-net")


def test_every_hand_has_its_chips():
    """As much as was staked, a double twice; winners are ticked."""
    stacks = [
        (found.get("data-stake"), texts(found)[0], bool(of_class(found, "win")))
        for hand in hands(places(shown(ROUND))[3])
        for found in with_attribute(hand, "data-stake")
    ]
    assert [("20000", "$200", True), *[("10000", "$100", False)] * 3] == stacks


def test_side_wagers_have_their_chips_and_results():
    """Suit, hit and insurance, each in its slot."""
    root = shown(ROUND)
    said = {
        (seat, found.get("data-side")): texts(found)
        for seat, place in places(root).items()
        for found in with_attribute(place, "data-side")
    }
    assert {
        (1, "suit"): ["$5", "Suit +$15"],
        (4, "hit"): ["$5", "Hit +$15"],
        (6, "insurance"): ["$20", "Ins −$20"],
        (7, "suit"): ["$2", "Suit −$2"],
    } == said


def test_every_place_has_its_net_and_the_table_its_sum():
    """The sums are the answer's."""
    root = shown(ROUND)
    nets = [of_class(place, "net")[0].text for _, place in sorted(places(root).items())]
    assert ["+$52.50", "−$50", "−$100", "+$15", "−$15", "−$20", "−$17"] == nets
    assert ["−$134.50", "all places, 32 cards used"] == texts(of_class(root, "sum")[0])


def test_several_hands_of_the_dealer():
    """Each with its number; a place has a line against each hand, and one stack in each circle."""
    root = shown(MULTIPLE)
    dealer = [texts(found)[-1] for found in with_attribute(root, "data-dealer")]
    (hand,) = hands(places(root)[2])
    assert ["Hand 1: BLACKJACK", "Hand 2: 21", "Hand 3: 18"] == dealer
    assert ["1 LOSE", "2 LOSE", "3 WIN"] == [texts(found)[0] for found in of_class(hand, "outcome")]
    assert ["−$10", "−$15", "+$10"] == [found.text for found in of_class(hand, "hand-net")]
    assert ["$10", "$15", "$10"] == [texts(found)[0] for found in of_class(hand, "chips")]


@pytest.mark.parametrize("tall", [False, True])
def test_a_void_round_has_a_banner_and_gives_nothing(tall):
    """The clause is named, the wager still lies there, and no card or net is shown."""
    root = shown(VOID, tall=tall)
    assert ["VOID", "by BJ-M1: every wager goes back"] == texts(of_class(root, "void")[0])
    assert (["$10"], []) == (texts(of_class(root, "chips")[0]), cards(root))
    assert [] == [name for name in ("net", "sum", "total", "outcome") if of_class(root, name)]


def test_a_place_that_takes_no_part_is_empty():
    """Its number and its circles, without chips."""
    place = places(shown(MULTIPLE))[1]
    assert ([], [], 1) == (of_class(place, "chips"), of_class(place, "net"), len(of_class(place, "number")))


def test_headings():
    """The title, else the table's name, else the game; any text may be in it."""
    named = rules_of(table_config({"rulebook": HOUSE, "name": "Maple 4"}))
    found = [read(draw(named, title="Fish & <Chips>")), read(draw(named)), empty()]
    assert ["Fish & <Chips>", "Maple 4", "Blackjack"] == [texts(of_class(root, "heading")[0])[0] for root in found]
    assert ["Blackjack: Fish & <Chips>", "Blackjack: Maple 4", "Blackjack"] == [
        text_of(root, "title") for root in found
    ]


def test_a_round_is_not_drawn_on_another_table_s_cloth():
    """The felt would say something else than what was paid: every setting that differs is named."""
    settled = settled_round(json.dumps(ROUND).encode())
    with pytest.raises(BadConfig, match="which has its own surrender, initial_suit"):
        draw(rules_for(), settled=settled)
    with pytest.raises(BadConfig, match="is not the rulebook of the round"):
        draw(replace(settled.rules, edition=edition("oneida-sicbo-2004")), settled=settled)


@pytest.mark.parametrize("tall", [False, True])
def test_equal_input_gives_equal_bytes(tall):
    """A picture can be compared as text, and stands alone: no script, no style, no noise."""
    settled = settled_round(json.dumps(ROUND).encode())
    first, second = (draw(settled.rules, settled=settled, tall=tall, title="T") for _ in range(2))
    assert first == second
    assert [] == re.findall(r"<script|<style|<image|href|url\(|@import", first)
    assert [] == re.findall(r"\d\.\d{4}|\d[eE]-\d|-0[\" ]", first)
    assert ["http://www.w3.org/2000/svg"] == re.findall(r"https?://[^\"]+", first)
    assert f"{SVG}svg" == read(first).tag
