"""What a picture says: limits, chips, amounts, and the whole round for those who do not see it."""

import json

import pytest

from pitboss.draw.blackjack.round import chips_of, description, limits, settled_round, signed
from pitboss.games.blackjack.rules import rules_of
from pitboss.money import USD
from pitboss.rulebook import table_config

HOUSE = "oneida-blackjack-2004"
FELT = (
    "Blackjack: a table with places 1 to 7 from the dealer's left. "
    "On the felt: Blackjack pays 3 to 2; Dealer draws to a soft 17; Insurance pays 2 to 1."
)


def rules_for(**settings):
    """Return the house's rules with these settings."""
    return rules_of(table_config({"rulebook": HOUSE, "settings": settings}))


def words_of(**document):
    """Return the description of a round."""
    settled = settled_round(json.dumps({"rulebook": HOUSE, **document}).encode())
    return description(settled.rules, settled)


def test_an_empty_table_in_words():
    """Its places and its print."""
    assert FELT == description(rules_for(), None)
    assert "a table with one place." in description(rules_for(positions=1), None)
    assert "Insurance" not in description(rules_for(insurance=False), None)


def test_a_round_in_words():
    """Dealer, hands, side wagers, nets."""
    said = words_of(
        settings={"initial_suit": "same_suit"},
        shoe=["KD", "4H", "8C", "5H", "9S", "6H", "3C"],
        seats=[
            {
                "seat": 1,
                "wager": 1_000,
                "initial_suit": 200,
                "actions": [{"act": "hit", "hit_wager": 500}, "hit", "stand"],
            }
        ],
    )
    assert (
        f"{FELT} Dealer's hand: 8 of clubs, 9 of spades; total 17. Place 1, wager $10.00. "
        "Hand: 4 of hearts, 5 of hearts, 6 of hearts, 3 of clubs; total 18; win on $10.00, +$10.00. "
        "Suit wager $2.00: +$6.00. Hit wagers $5.00: +$15.00. Net +$31.00. All places together: +$31.00."
    ) == said


def test_split_hands_and_several_hit_wagers_in_words():
    """Hands have numbers; hit wagers are settled in an order of their own, so the stakes are summed."""
    said = words_of(
        settings={"pitch": True, "decks": 2},
        shoe=["2C", "8S", "6C", "8S", "TD", "4S", "7D", "JH", "3S"],
        seats=[
            {"seat": 3, "wager": 1_000, "actions": [{"act": "split", "hit_wager": [500, 300]}, "hit", "stand", "stand"]}
        ],
    )
    assert (
        "Hand 1: 8 of spades, 4 of spades, 7 of diamonds; total 19; push on $10.00, $0.00. "
        "Hand 2: 8 of spades, jack of hearts; total 18; lose on $10.00, -$10.00. "
        "Hit wagers $8.00 together: +$15.00 and -$3.00. Net +$2.00."
    ) in said


def test_several_hands_of_the_dealer_in_words():
    """Each has a number, and a hand is said against each."""
    said = words_of(
        settings={"multiple_action": 2},
        shoe=["2C", "6D", "AS", "5S", "9D", "KH", "5D", "6C", "9S"],
        seats=[{"seat": 4, "wager": [1_000, 1_500], "insurance": [500, None], "actions": ["double"]}],
    )
    assert (
        "Dealer's hand 1: ace of spades, king of hearts; a blackjack. "
        "Dealer's hand 2: ace of spades, 5 of diamonds, 6 of clubs, 9 of spades; total 21. "
        "Place 4, wager $10.00 and $15.00. Hand: 6 of diamonds, 5 of spades, 9 of diamonds; total 20; "
        "against hand 1 lose on $20.00, -$20.00; against hand 2 lose on $30.00, -$30.00. "
        "Insurance $5.00 together: +$10.00 and $0.00. Net -$40.00."
    ) in said


def test_a_dealer_without_a_hand_in_words():
    """In multiple action a table on which everybody is out sees no hand of the dealer."""
    said = words_of(
        settings={"multiple_action": 2},
        shoe=["2C", "TC", "6D", "6S", "TH"],
        seats=[{"seat": 1, "wager": [1_000, 1_000], "actions": ["hit"]}],
    )
    assert "The dealer has no hand. Place 1" in said


def test_a_void_round_in_words():
    """The clause, the wagers, and no net."""
    said = words_of(shoe=["2C", "9C", "6S", "QD^", "KH^"], seats=[{"seat": 2, "wager": 1_000}])
    assert f"{FELT} The round is void by BJ-M1, and every wager goes back. Place 2, wager $10.00." == said


@pytest.mark.parametrize(
    ("settings", "said"),
    [
        ({"hit_wagers": False}, []),
        ({"default_min": 500, "insurance": False}, [("Blackjack, Hit", "from $5")]),
        ({"default_max": 50_000, "insurance": False}, [("Blackjack, Hit", "up to $500")]),
        (
            {"default_min": 500, "default_max": 50_000, "min": {"insurance": 500}, "max": {"hit": 2_500}},
            [("Blackjack, Insurance", "$5 to $500"), ("Hit", "$5 to $25")],
        ),
    ],
)
def test_limits(settings, said):
    """What the house has chosen; the least and the greatest stake there can be are none."""
    assert said == limits(rules_for(**settings))


@pytest.mark.parametrize(
    ("amount", "colours"),
    [
        (1, ["white"]),
        (500, ["red"]),
        (13_000, ["black", "green", "red"]),
        (4_000, ["green", "red", "red", "red"]),
        (10**12, ["gold"] * 4),
    ],
)
def test_chips_are_those_of_the_amount(amount, colours):
    """The customary colours, the most valuable lowest, and never more than a few."""
    assert colours == [colour for colour, _ in chips_of(amount, "a wager")]


@pytest.mark.parametrize(("net", "text"), [(1, "+$0.01"), (-1_500, "−$15"), (0, "$0")])
def test_nets_have_their_sign(net, text):
    """A loss is told from a gain without colour."""
    assert text == signed(net, USD)
