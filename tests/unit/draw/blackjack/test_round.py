"""A settled round as its picture reads it: wagers from the document, results from the answer."""

import json

import pytest

from pitboss.draw.blackjack.round import Place, Side, SideBet, settled_round
from pitboss.errors import InputError
from pitboss.rulebook import RuleViolation

HOUSE = "oneida-blackjack-2004"
SUITED = {
    "rulebook": HOUSE,
    "settings": {"initial_suit": "same_suit"},
    "shoe": ["KD", "4H", "8C", "5H", "9S", "6H", "3C"],
    "seats": [
        {"seat": 1, "wager": 1_000, "initial_suit": 200, "actions": [{"act": "hit", "hit_wager": 500}, "hit", "stand"]}
    ],
}
PITCH = {
    "rulebook": HOUSE,
    "settings": {"pitch": True, "decks": 2},
    "shoe": ["2C", "8S", "6C", "8S", "TD", "4S", "7D", "JH", "3S"],
    "seats": [
        {"seat": 3, "wager": 1_000, "actions": [{"act": "split", "hit_wager": [500, None]}, "hit", "stand", "stand"]}
    ],
}


def settled(document, line=1):
    """Settle a document and read it."""
    return settled_round(json.dumps(document).encode(), line)


def test_a_place_has_its_wagers_and_what_became_of_them():
    """Main, suit and hit wagers with their nets, and the sum."""
    found = settled(SUITED)
    place = found.places[1]
    sides = {Side.SUIT: SideBet((200,), (600,)), Side.HIT: SideBet((500,), (1_500,))}
    assert Place(1, (1_000,), place.hands, sides, 3_100) == place
    assert (("4H", "5H", "6H", "3C"), 18, ("win",), (1_000,), (1_000,)) == (
        place.hands[0].cards,
        place.hands[0].total,
        place.hands[0].outcome,
        place.hands[0].staked,
        place.hands[0].net,
    )


def test_the_round_has_the_dealer_the_cards_and_the_sum():
    """And the rules that it was played by."""
    found = settled(SUITED)
    (dealer,) = found.dealer
    assert (("8C", "9S"), 17, False) == (dealer.cards, dealer.total, dealer.blackjack)
    assert (7, 3_100, None, "same_suit") == (found.used, found.net, found.void, found.rules.initial_suit)


def test_hit_wagers_of_a_split_are_those_that_were_laid():
    """One of the two may be missing."""
    assert SideBet((500,), (1_500,)) == settled(PITCH).places[3].sides[Side.HIT]


@pytest.mark.parametrize(
    ("laid", "sides"),
    [
        ([500, None], {Side.INSURANCE: SideBet((500, 0), (1_000, 0))}),
        ([500, 200], {Side.INSURANCE: SideBet((500, 200), (1_000, -200))}),
        ([None, None], {}),
    ],
)
def test_insurance_has_an_entry_for_each_wager(laid, sides):
    """Nothing where a wager was not insured, and no chips where none was."""
    document = {
        "rulebook": HOUSE,
        "settings": {"multiple_action": 2},
        "shoe": ["2C", "6D", "AS", "5S", "9D", "KH", "5D", "6C", "9S"],
        "seats": [{"seat": 4, "wager": [1_000, 1_000], "insurance": laid, "actions": ["double"]}],
    }
    found = settled(document)
    assert (None, sides) == (found.void, found.places[4].sides)


def test_a_void_round_has_the_wagers_that_came_before_the_cards():
    """Main and suit wagers were laid; whether it came to insurance or hit wagers is not known."""
    document = SUITED | {"shoe": ["KD", "4H^", "8C^"]}
    found = settled(document)
    assert ("BJ-M1", (), 0) == (found.void, found.dealer, found.net)
    assert Place(1, (1_000,), (), {Side.SUIT: SideBet((200,), ())}, 0) == found.places[1]


def test_a_refused_document_speaks_in_a_sentence():
    """Line, field, reason and clause of every fault."""
    document = SUITED | {"settings": {"decks": 9, "positions": 8}}
    with pytest.raises(RuleViolation) as refused:
        settled(document, line=4)
    facts = ["the round on line 4 is refused", "settings.decks", "[BJ-B4]; settings.positions", "[BJ-B1]"]
    assert ("BJ-B4", []) == (refused.value.clause, [fact for fact in facts if fact not in str(refused.value)])


def test_an_act_that_the_rules_refuse_is_named():
    """The first refusal ends the round."""
    document = json.loads(json.dumps(SUITED))
    document["seats"][0]["actions"] = ["split"]
    with pytest.raises(RuleViolation, match=r"seats\[0\]\.actions\[0\]: .* \[BJ-"):
        settled(document)


@pytest.mark.parametrize("data", [b"", b"{", b"[]", b'{"rulebook": "oneida-blackjack-2004"}'])
def test_what_is_no_document_is_bad_input(data):
    """As `pitboss settle` says it."""
    with pytest.raises(InputError) as refused:
        settled_round(data, 3)
    assert 3 == refused.value.line
