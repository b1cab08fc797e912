"""What settlement documents of blackjack are answered: hands and wagers, several dealer hands, void rounds."""

import json

import pytest

from pitboss.cli import main
from pitboss.games.blackjack.document import settle_document

RULEBOOK = "oneida-blackjack-2004"
EXAMPLE = {
    "rulebook": RULEBOOK,
    "settings": {"initial_suit": "same_suit"},
    "shoe": ["KD", "4H", "8C", "5H", "9S", "6H", "3C"],
    "seats": [
        {
            "seat": 1,
            "wager": 1000,
            "initial_suit": 200,
            "actions": [{"act": "hit", "hit_wager": 500}, "hit", "stand"],
        }
    ],
}
HAND = {
    "cards": ["4H", "5H", "6H", "3C"],
    "total": 18,
    "outcome": ["win"],
    "staked": [1000],
    "net": [1000],
    "clause": "BJ-J1",
}
ANSWER = {
    "dealer": [{"cards": ["8C", "9S"], "total": 17, "blackjack": False}],
    "seats": [{"seat": 1, "hands": [HAND], "initial_suit": 600, "hit_wagers": [1500], "net": 3100}],
    "used": 7,
}
MULTIPLE = {"multiple_action": 3}


def seat(number=1, wager=1000, *actions, **more):
    """Return a seat of a document."""
    return {"seat": number, "wager": wager, "actions": list(actions), **more}


def answer(shoe, *seats, **settings):
    """Settle a document whose burn card is the two of clubs; cards stand in one text."""
    document = {"rulebook": RULEBOOK, "settings": settings, "shoe": ["2C", *shoe.split()], "seats": list(seats)}
    return settle_document(json.dumps(document).encode(), 1)


def only(shoe, *seats, **settings):
    """Settle a document, and return its first seat."""
    return answer(shoe, *seats, **settings)["seats"][0]


def results(found):
    """Return outcome, stake, net and clause of each hand of a seat."""
    return [(*hand["outcome"], *hand["staked"], *hand["net"], hand["clause"]) for hand in found["hands"]]


def test_the_worked_example(tmp_path, capsys):
    """The program prints the answer of the format's example, its keys in that order."""
    file = tmp_path / "round.json"
    file.write_text(json.dumps(EXAMPLE))
    with pytest.raises(SystemExit) as leaving:
        main(["settle", "blackjack", str(file)])
    out, err = capsys.readouterr()
    assert (0, json.dumps(ANSWER), "") == (leaving.value.code, json.dumps(json.loads(out)), err)


@pytest.mark.parametrize(
    ("shoe", "acts", "settings", "expected"),
    [
        ("TS 8D 9C TH", ["stand"], {}, ("win", 1000, 1000, "BJ-J1")),
        ("TS TD 8C 9H", ["stand"], {}, ("lose", 1000, -1000, "BJ-J2")),
        ("TS TD 9C 9H", ["stand"], {}, ("push", 1000, 0, "BJ-J3")),
        ("AS 8D KC TH", [], {}, ("blackjack", 1000, 1500, "BJ-J4")),
        ("AS 8D KC TH", [], {"bj_pays": [6, 5]}, ("blackjack", 1000, 1200, "BJ-J4")),
        ("AS TD KC AH", [], {}, ("push", 1000, 0, "BJ-J3")),
        ("TS 8D 6C TH KH", ["hit"], {}, ("bust", 1000, -1000, "BJ-J2")),
        ("6S 8D 5C TH KH", ["double"], {}, ("win", 2000, 2000, "BJ-J1")),
        ("TS TD 6C 9H", ["surrender"], {"surrender": "text"}, ("surrender", 1000, -500, "BJ-J5")),
        ("TS TD 6C AH", ["surrender"], {"surrender": "text"}, ("surrender", 1000, -500, "BJ-J5")),
        ("TS TD 6C AH", ["surrender"], {"surrender": "late"}, ("lose", 1000, -1000, "BJ-J2")),
        ("6S TD 5C AH TC", ["hit"], {"push21": True}, ("push", 1000, 0, "BJ-J3")),
        ("6S TD 5C AH TC", ["hit"], {}, ("lose", 1000, -1000, "BJ-J2")),
        ("6S TD 5C AH 9C", ["double"], {"dealer_bj": "original"}, ("lose", 2000, -1000, "BJ-J2")),
    ],
)
def test_hands_are_settled(shoe, acts, settings, expected):
    """Outcome, stake, net and clause of one hand."""
    found = only(shoe, seat(1, 1000, *acts), **settings)
    assert ([expected], expected[2]) == (results(found), found["net"])


def test_a_split_pair_is_two_hands():
    """The left one is doubled and wins, the right one goes over 21."""
    found = only("8S 6D 8C TH 3C TD 6C KH 9H", seat(1, 1000, "split", "double", "hit"))
    assert [("win", 2000, 2000, "BJ-J1"), ("bust", 1000, -1000, "BJ-J2")] == results(found)
    assert ([["8S", "3C", "TD"], ["8C", "6C", "KH"]], 1000) == ([h["cards"] for h in found["hands"]], found["net"])


def test_split_aces_have_no_decision():
    """Each gets one card, a ten makes no blackjack, and no act is listed for them."""
    found = only("AS 6D AC TH KH 5H 9H", seat(1, 1000, "split"))
    assert ([21, 16], [("win", 1000, 1000, "BJ-J1")] * 2) == ([h["total"] for h in found["hands"]], results(found))


@pytest.mark.parametrize(("second", "insured", "net"), [("KH", [1000], 0), ("8H", [-500], -1500)])
def test_insurance_is_answered_in_a_list(second, insured, net):
    """Two to one against a blackjack, and lost against any other hand."""
    found = only(f"9S AD 9C {second}", seat(1, 1000, "stand", insurance=500))
    assert (insured, net) == (found["insurance"], found["net"])


def test_seats_are_dealt_from_the_left_and_answered_as_they_stand():
    """Seat 2 comes first in the deal though it is written last."""
    found = answer("9S TS 8D 9C TC TH", seat(5, 100, "stand"), seat(2, 200, "stand"))["seats"]
    assert [(5, ["TS", "TC"]), (2, ["9S", "9C"])] == [(s["seat"], s["hands"][0]["cards"]) for s in found]


def test_with_every_hand_out_of_play_the_dealer_shows_the_second_card():
    """A twelve is not drawn to."""
    found = answer("TS 8D 6C 4H KH 9H", seat(1, 1000, "hit"))
    assert ([{"cards": ["8D", "4H"], "total": 12, "blackjack": False}], 6) == (found["dealer"], found["used"])


def test_the_burned_cards_come_first():
    """As many as the house burns are passed over, and counted as used."""
    found = answer("3C 4C TS 8D 9C TH", seat(1, 1000, "stand"), burn=3)
    assert (["TS", "9C"], 7) == (found["seats"][0]["hands"][0]["cards"], found["used"])


class TestMultipleAction:
    def test_everything_is_listed_hand_by_hand(self):
        """Nineteen against 21, 25 and 19; the clause is that of the first."""
        found = answer("TS 6D 9C TC 5H TD 9H 7C 6H", seat(1, [300, 500, 700], "stand"), **MULTIPLE)
        hand = found["seats"][0]["hands"][0]
        assert (["lose", "win", "push"], [300, 500, 700], [-300, 500, 0], "BJ-J2") == tuple(
            hand[name] for name in ("outcome", "staked", "net", "clause")
        )
        assert ([21, 25, 19], 200) == ([hand["total"] for hand in found["dealer"]], found["seats"][0]["net"])

    def test_a_double_and_a_split_add_to_each(self):
        """The doubled hand has twice as much on either spot."""
        found = only(
            "8S 5S 8C 3H 9D TS 7H TD 6D JD", seat(1, [100, 200], "split", "double", "stand"), multiple_action=2
        )
        assert [[200, 400], [100, 200]] == [hand["staked"] for hand in found["hands"]]
        assert ([[200, -400], [100, -200]], -300) == ([hand["net"] for hand in found["hands"]], found["net"])

    def test_if_everybody_is_over_21_the_dealer_has_no_hand(self):
        """No second card was dealt to the up card."""
        found = answer("TS 6D 6C KH 9H", seat(1, [300, 500, 700], "hit"), **MULTIPLE)
        assert ([], 5, -1500) == (found["dealer"], found["used"], found["seats"][0]["net"])

    def test_two_wagers_at_a_table_of_three(self):
        """Lists of two, and two hands of the dealer."""
        found = answer("TS 6D 9C TC 5H TD 9H 7C 6H", seat(1, [300, 500], "stand"), **MULTIPLE)
        assert (2, [-300, 500]) == (len(found["dealer"]), found["seats"][0]["hands"][0]["net"])

    def test_insurance_is_taken_hand_by_hand(self):
        """A blackjack pays the first, the second was not insured, the third loses."""
        shoe = "TS AD 9C KH 9D 8S"
        found = only(shoe, seat(1, [100, 100, 200], "stand", insurance=[50, None, 100]), **MULTIPLE)
        assert ([100, 0, -100], -200) == (found["insurance"], found["net"])


class TestOptionalWagers:
    def test_at_pitch_a_hit_wager_is_declared_as_the_cards_are(self):
        """The first card is of the hand's suit, the second is not."""
        acts = [{"act": "hit", "hit_wager": 50}, {"act": "hit", "hit_wager": 70}, "stand"]
        found = only("2S 8D 3S TH 4S 8H", seat(1, 1000, *acts), pitch=True, decks=2)
        assert ([150, -70], -920) == (found["hit_wagers"], found["net"])

    @pytest.mark.parametrize(("wagers", "nets"), [([50, 70], [150, -70]), ([None, 70], [-70]), ([50, None], [150])])
    def test_a_split_carries_one_for_each_hand(self, wagers, nets):
        """In the order of the cards; null is none."""
        acts = [{"act": "split", "hit_wager": wagers}, "stand", "stand"]
        assert nets == only("8S 5D 8S 3H 2S TD 9H", seat(1, 1000, *acts))["hit_wagers"]

    def test_a_double_carries_one(self):
        """A card of the suit pays, whatever becomes of the hand."""
        found = only("2S 8D 3S TH 4S", seat(1, 1000, {"act": "double", "hit_wager": 100}))
        assert ([300], -1700) == (found["hit_wagers"], found["net"])

    @pytest.mark.parametrize(("cards", "net"), [("KS 8D QS TH", 1000), ("KS 8D QH TH", -100), ("KS 8D JS TH", -100)])
    def test_a_king_and_queen_of_one_suit(self, cards, net):
        """Ten to one, and nothing less counts."""
        assert net == only(cards, seat(1, 1000, "stand", initial_suit=100), initial_suit="king_queen")["initial_suit"]


class TestFaceUp:
    def test_one_card_is_passed_over(self):
        """The next one goes where it would have gone, and both are used."""
        found = answer("TS 7S^ 8D 9C TH", seat(1, 1000, "stand"))
        assert (["8D", "TH"], 6) == (found["dealer"][0]["cards"], found["used"])

    @pytest.mark.parametrize("shoe", ["TS 7S^ 8D 7D^ 9C TH", "TS^ 7S^ 8D 9C TH 9H", "TS 8D 9C TH 6H^ 6D^ 9H"])
    def test_two_void_the_round(self, shoe):
        """Wherever they lie among the cards that are dealt; every wager goes back, optional ones included."""
        found = answer(shoe, seat(1, 1000, "hit", initial_suit=100), seat(3, 500), initial_suit="same_suit")
        assert {"void": True, "clause": "BJ-M1", "seats": [{"seat": 1, "net": 0}, {"seat": 3, "net": 0}]} == found

    def test_a_second_one_that_no_hand_reaches_is_not_found(self):
        """What lies behind the last card dealt is not looked at."""
        assert 1000 == only("TS 7S^ 8D 9C TH 7D^", seat(1, 1000, "stand"))["net"]

    def test_a_burn_card_may_lie_face_up(self):
        """It is passed over, and the next one is burned."""
        document = {"rulebook": RULEBOOK, "shoe": "2C^ 3C TS 8D 9C TH".split(), "seats": [seat(1, 1000, "stand")]}
        found = settle_document(json.dumps(document).encode(), 1)
        assert (["TS", "9C"], 6) == (found["seats"][0]["hands"][0]["cards"], found["used"])


@pytest.mark.parametrize("cards", range(5))
def test_too_few_cards_void_the_round(cards):
    """A deal of four that needs a fifth card for the player: with fewer every net is zero."""
    found = answer(" ".join(["TS", "8D", "6C", "TH", "2H"][:cards]), seat(1, 1000, "hit", "stand"))
    assert {"void": True, "clause": "BJ-M3", "seats": [{"seat": 1, "net": 0}]} == found


@pytest.mark.parametrize(("rounding", "blackjack", "half"), [("down", 1, 0), ("up", 2, 1), ("half_up", 2, 1)])
def test_a_house_may_round(rounding, blackjack, half):
    """One cent at three to two, and half of a cent given up."""
    settings = {"rounding": rounding, "surrender": "text"}
    paid = only("AS 8D KC TH", seat(1, 1), **settings)["net"]
    assert (blackjack, -half) == (paid, only("TS 8D 6C TH", seat(1, 1, "surrender"), **settings)["net"])


def test_a_blackjack_that_has_won_is_dealt_no_second_card():
    """With multiple action, against a six: both wagers win, and four cards were used."""
    seats = [{"seat": 1, "wager": [100, 100]}]
    document = {"rulebook": "oneida-blackjack-2004", "settings": {"multiple_action": 2}, "seats": seats}
    answered = settle_document(json.dumps({**document, "shoe": ["2C", "TH", "6C", "AH", "TD", "5C"]}).encode(), 1)
    hand = answered["seats"][0]["hands"][0]
    assert ([], 4, ["blackjack", "blackjack"]) == (answered["dealer"], answered["used"], hand["outcome"])
