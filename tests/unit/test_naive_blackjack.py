"""Rounds worked by hand, so that the second opinion on blackjack is itself held to something."""

import random
from collections import Counter

import pytest

from tests.support.blackjack_documents import RANKS, SUITS, random_document
from tests.support.naive_blackjack import settle


def answer(shoe, *seats, **settings):
    """Settle a round of the cards in a string, for seats that are numbered from one."""
    numbered = [{"seat": number, **seat} for number, seat in enumerate(seats, 1)]
    return settle({"settings": settings, "shoe": shoe.split(), "seats": numbered})


def nets(settled, *, seat=0):
    """Return what each hand of a seat came to."""
    return [hand["net"] for hand in settled["seats"][seat]["hands"]]


def test_suited_hand_with_every_side_wager():
    """The initial suit wager and the first hit wager win, and the hand beats seventeen."""
    acts = [{"act": "hit", "hit_wager": 500}, "hit", "stand"]
    seat = {"wager": 1000, "initial_suit": 200, "actions": acts}
    hand = {"cards": ["4H", "5H", "6H", "3C"], "total": 18, "outcome": ["win"], "staked": [1000], "net": [1000]}
    expected = {
        "dealer": [{"cards": ["8C", "9S"], "total": 17, "blackjack": False}],
        "seats": [
            {"seat": 1, "hands": [{**hand, "clause": "BJ-J1"}], "initial_suit": 600, "hit_wagers": [1500], "net": 3100}
        ],
        "used": 7,
    }

    assert expected == answer("KD 4H 8C 5H 9S 6H 3C", seat, initial_suit="same_suit")


@pytest.mark.parametrize(("cards", "won"), [("KH QH", 2000), ("QH KH", 2000), ("KH QS", -200), ("KH JH", -200)])
def test_king_and_queen_of_one_suit(cards, won):
    """Only a king and a queen of one suit win ten to one, in either order."""
    first, second = cards.split()
    seat = {"wager": 1000, "initial_suit": 200, "actions": ["stand"]}

    settled = answer(f"2C {first} 9C {second} 8S", seat, initial_suit="king_queen")

    assert won == settled["seats"][0]["initial_suit"]


def test_double_doubles_the_stake():
    """Eleven doubled to twenty-one wins both wagers when the dealer breaks."""
    settled = answer("2C 5H 6S 6H TD TH TC", {"wager": 1000, "actions": ["double"]})

    assert {"cards": ["6S", "TD", "TC"], "total": 26, "blackjack": False} == settled["dealer"][0]
    assert ([2000], [2000]) == (settled["seats"][0]["hands"][0]["staked"], nets(settled)[0])


def test_resplit_hands_stand_from_left_to_right():
    """The new hand stands beside the one it came from, and each is finished before the next gets its card."""
    acts = ["split", "split", "double", "stand", "stand"]
    settled = answer("2C 8S 5C 8H TD 8D 3C TC 9H TS 3H", {"wager": 100, "actions": acts})

    hands = [hand["cards"] for hand in settled["seats"][0]["hands"]]
    assert [["8S", "3C", "TC"], ["8D", "9H"], ["8H", "TS"]] == hands
    assert [[200], [-100], [0]] == nets(settled)
    assert (100, 11) == (settled["seats"][0]["net"], settled["used"])


def test_split_aces_get_one_card_each():
    """An ace and a king after a split are twenty-one and no blackjack, and nothing more is asked."""
    settled = answer("2C AS 9C AH 8D KD 5C", {"wager": 100, "actions": ["split"]})

    assert ["win", "lose"] == [hand["outcome"][0] for hand in settled["seats"][0]["hands"]]
    assert [[100], [-100]] == nets(settled)


@pytest.mark.parametrize(
    ("rule", "dealer", "outcome", "net"),
    [
        ("text", "TC AC", "surrender", -50),
        ("late", "TC AC", "lose", -100),
        ("text", "AC TC", "lose", -100),
        ("late", "AC TC", "lose", -100),
        ("late", "9C 7C", "surrender", -50),
    ],
)
def test_surrender_against_a_blackjack(rule, dealer, outcome, net):
    """The text bars it under an ace alone; a late surrender is lost to every blackjack."""
    up, second = dealer.split()
    settled = answer(f"2C TH {up} 6H {second}", {"wager": 100, "actions": ["surrender"]}, surrender=rule)

    assert (outcome, net) == (settled["seats"][0]["hands"][0]["outcome"][0], settled["seats"][0]["net"])


@pytest.mark.parametrize(("second", "insured", "net"), [("KC", [100], 0), ("6C", [-50], 50)])
def test_insurance_is_two_to_one_on_a_blackjack(second, insured, net):
    """Half the wager saves the whole under an ace and a ten, and is lost otherwise."""
    settled = answer(f"2C TH AC TS {second} TD", {"wager": 100, "insurance": 50, "actions": ["stand"]})

    assert (insured, net) == (settled["seats"][0]["insurance"], settled["seats"][0]["net"])


@pytest.mark.parametrize(("rounding", "net"), [("down", 151), ("up", 152), ("half_up", 152)])
def test_blackjack_is_rounded_as_the_house_says(rounding, net):
    """Three to two on 101 is 151 and a half."""
    assert [[net]] == nets(answer("2C AH 9C KH 8C", {"wager": 101}, rounding=rounding))


def test_two_blackjacks_push():
    """A blackjack against a blackjack is cancelled."""
    settled = answer("2C AH TC KH AC", {"wager": 100})

    assert [[0]] == nets(settled)
    assert "BJ-J3" == settled["seats"][0]["hands"][0]["clause"]


@pytest.mark.parametrize(("settings", "net"), [({}, -200), ({"dealer_bj": "original"}, -100), ({"push21": True}, 0)])
def test_doubled_twenty_one_against_a_blackjack(settings, net):
    """It loses both wagers, or the first of them, or neither: as the house has posted."""
    settled = answer("2C 5H TC 6H AC TH", {"wager": 100, "actions": ["double"]}, **settings)

    assert ([[net]], [200]) == (nets(settled), settled["seats"][0]["hands"][0]["staked"])


@pytest.mark.parametrize(("h17", "used", "net"), [(True, 6, -100), (False, 5, 100)])
def test_dealer_on_soft_seventeen(h17, used, net):
    """A dealer who draws makes twenty-one of it, one who stands is beaten by eighteen."""
    settled = answer("2C TH AC 8H 6C 4S", {"wager": 100, "actions": ["stand"]}, h17=h17)

    assert (used, [[net]]) == (settled["used"], nets(settled))


def test_dealer_draws_nothing_to_a_bust_hand_and_a_blackjack():
    """The second card is shown and no third is taken; seats are dealt by number and answered as they are listed."""
    seats = [{"seat": 5, "wager": 100}, {"seat": 2, "wager": 40, "actions": ["hit"]}]
    settled = settle({"shoe": "2C TH AC 9D 6H KS 7S TS 2S".split(), "seats": seats})

    assert ([5, 2], [[150]], [[-40]]) == (
        [seat["seat"] for seat in settled["seats"]],
        nets(settled),
        nets(settled, seat=1),
    )
    assert (16, 8) == (settled["dealer"][0]["total"], settled["used"])


def test_three_dealer_hands_from_one_up_card():
    """Twenty wins, pushes and loses against hands that share the six; the first of them gives the clause."""
    settled = answer(
        "2C TH 6C TS TD KD AD 3S 5D TC",
        {"wager": [100, 200, 300], "actions": ["stand"]},
        multiple_action=3,
    )

    assert [26, 20, 21] == [hand["total"] for hand in settled["dealer"]]
    assert (["win", "push", "lose"], [[100, 0, -300]]) == (settled["seats"][0]["hands"][0]["outcome"], nets(settled))
    assert "BJ-J1" == settled["seats"][0]["hands"][0]["clause"]


@pytest.mark.parametrize(("insurance", "totals", "net"), [(None, [], -300), ([None, 50], [18, 21], -200)])
def test_all_bust_in_multiple_action(insurance, totals, net):
    """The dealer has no hand at all, unless an insurance wager waits for its second card."""
    seat = {"wager": [100, 200], "insurance": insurance, "actions": ["hit"]}
    settled = answer("2C TH AC 6S TD 7C KC 9S", seat, multiple_action=2)

    assert totals == [hand["total"] for hand in settled["dealer"]]
    assert net == settled["seats"][0]["net"]


def test_hit_wagers_on_split_cards():
    """Each wager waits for its own card, the second until the left hand is finished."""
    acts = [{"act": "split", "hit_wager": [10, 20]}, {"act": "hit", "hit_wager": 5}, "stand", "stand"]
    settled = answer("2C 8H 7C 8H TD 2H 9C 3S", {"wager": 100, "actions": acts})

    assert [30, -5, -20] == settled["seats"][0]["hit_wagers"]


def test_one_card_face_up_is_put_aside():
    """It counts as used and reaches no hand."""
    settled = answer("2C^ 2D TH TC 9H 8C", {"wager": 100, "actions": ["stand"]})

    assert (["TH", "9H"], 6) == (settled["seats"][0]["hands"][0]["cards"], settled["used"])


@pytest.mark.parametrize(("shoe", "clause"), [("2C^ 2D TH TC^ 9H 8C", "BJ-M1"), ("2C TH TC 9H", "BJ-M3")])
def test_round_is_void(shoe, clause):
    """Two cards face up, or a card too few, and every wager is given back."""
    assert {"void": True, "clause": clause, "seats": [{"seat": 1, "net": 0}]} == answer(shoe, {"wager": 100})


@pytest.mark.parametrize(
    ("seat", "settings", "clause"),
    [
        ({"wager": 100}, {}, "BJ-H5"),
        ({"wager": 100, "actions": ["stand", "hit"]}, {}, "BJ-H5"),
        ({"wager": 100}, {"pitch": True, "decks": 1}, "BJ-I6"),
        ({"wager": 101, "actions": ["stand"]}, {}, "Q29"),
        ({"wager": 100, "actions": ["split"]}, {}, "BJ-A6"),
        ({"wager": 100, "actions": ["hit", "double"]}, {}, "BJ-A2"),
        ({"wager": 100, "actions": ["double"]}, {"double": False}, "BJ-J7"),
        ({"wager": 100, "actions": ["surrender"]}, {}, "BJ-J5"),
        ({"wager": 100, "actions": ["hit", "surrender"]}, {"surrender": "text"}, "BJ-A7"),
        ({"wager": 100, "insurance": 50}, {}, "BJ-A4"),
        ({"wager": 100, "insurance": 50}, {"insurance": False}, "BJ-J6"),
        ({"wager": 100, "initial_suit": 50}, {}, "BJ-K1a"),
        ({"wager": 100, "initial_suit": 101}, {"initial_suit": "same_suit", "decks": 1}, "BJ-K2c"),
        ({"wager": 100, "actions": [{"act": "hit", "hit_wager": 5}]}, {}, "BJ-K6a"),
        ({"wager": 100, "actions": [{"act": "hit", "hit_wager": 5}]}, {"hit_wagers": False}, "BJ-K1b"),
        ({"wager": [100], "actions": []}, {"multiple_action": 2}, "BJ-L2"),
        ({"wager": 100}, {"pitch": True}, "BJ-I2"),
        ({"wager": 100}, {"hit_odds": 4}, "BJ-K6b"),
        ({"wager": [100, 100]}, {"multiple_action": 2, "surrender": "late"}, "BJ-J5"),
        ({"wager": [100, 100]}, {"multiple_action": 2, "max_hands": 3}, "BJ-J8"),
        ({"wager": [100, 100]}, {"multiple_action": 2, "streak": True}, "BJ-L1"),
    ],
)
def test_what_is_refused(seat, settings, clause):
    """A two and a five of two suits against a nine, and what cannot be done with them."""
    assert {"refused": True, "clause": clause} == answer("2C 2H 9C 5S 8C 2S 3S", seat, **settings)


@pytest.mark.parametrize(("acts", "clause"), [(["split"] * 4, "Q20"), (["split", "surrender"], "BJ-A7")])
def test_what_is_refused_on_split_hands(acts, clause):
    """Four hands are the most, and none of them may be surrendered."""
    seat = {"wager": 100, "actions": acts}

    assert clause == answer("2C 8S 5C 8H TD 8D 8C 8S 8H", seat, surrender="text")["clause"]


@pytest.mark.parametrize(("features", "words"), [(True, True), (False, False)])
def test_made_up_documents_are_mostly_played(features, words):
    """At most one in ten is refused, and without features no optional wager is laid."""
    documents = [random_document(random.Random(seed), features=features) for seed in range(300)]
    refused = [document for document in documents if "refused" in settle(document)]

    assert 0 < len(refused) <= 30
    assert words == any("hit_wager" in str(document["seats"]) for document in documents)
    assert words == any(isinstance(document["seats"][0]["wager"], list) for document in documents)


def test_made_up_shoes_hold_whole_decks():
    """Every card is there as often as there are decks, in all shoes but those that were cut short."""
    for seed in range(50):
        document = random_document(random.Random(seed), features=True)
        decks = document.get("settings", {}).get("decks", 6)
        expected = Counter({rank + suit: decks for rank in RANKS for suit in SUITS})
        shoe = Counter(card.removesuffix("^") for card in document["shoe"])

        assert expected == shoe if shoe.total() > 40 else shoe <= expected
