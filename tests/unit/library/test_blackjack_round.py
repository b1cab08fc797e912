"""A blackjack Round by the library, held to the settlement documents by play at random."""

import random
from contextlib import suppress
from typing import Any

import msgspec
import pytest

import pitboss

TABLES = {
    "default": {},
    "late surrender": {"surrender": "late", "h17": False},
    "as written, original": {"surrender": "text", "dealer_bj": "original", "push21": True, "decks": 2},
    "six to five": {"bj_pays": [6, 5], "double": False, "split": False, "insurance": False, "rounding": "down"},
    "suits": {"initial_suit": "same_suit", "decks": 2},
    "pitch": {"pitch": True, "decks": 2, "face_down": True},
}
DECISIONS = ("hit", "stand", "double", "split", "surrender")
STAKE = 1_000


def shuffled(table, chance):
    """Return a shoe in a random order."""
    return iter(chance.sample(table.shoe, len(table.shoe)))


def played_at_random(table, chance):
    """Play a round of two seats by legal moves at random; return it, and the document of what was done."""
    order = chance.sample(table.shoe, len(table.shoe))
    seats: dict[int, dict[str, Any]] = {seat: {"seat": seat, "wager": STAKE, "actions": []} for seat in (2, 5)}
    hand, shoe = table.round(), iter(order)
    for seat, said in seats.items():
        hand.bet(STAKE, seat=seat)
        for move in [m for m in hand.legal() if m.seat == seat and m.on not in ("blackjack", "")]:
            hand.play(move, 200)
            said["initial_suit"] = 200
    while not hand.is_over:
        hand.deal_from(shoe)
        moves = hand.legal()
        if not moves:
            continue
        move = chance.choice(moves)
        stake = None if move.most is None else min(200, move.most)
        hand.play(move, stake)
        if move.name == "insure":
            # The document has what is insured in all.
            seats[move.seat]["insurance"] = seats[move.seat].get("insurance", 0) + stake
        elif move.name in DECISIONS:
            seats[move.seat]["actions"].append({"act": move.name, **({"hit_wager": stake} if stake else {})})
    # A document's shoe begins with the card that is burned: here the last of the shoe, which no round reaches.
    document = {"rulebook": table.rulebook, "settings": table._chosen, "seats": list(seats.values())}
    return hand, document | {"shoe": [order[-1], *order]}


@pytest.mark.parametrize("settings", TABLES.values(), ids=TABLES)
def test_a_round_is_paid_as_its_document(settings):
    """Whatever legal moves are made, the document of the same cards and decisions comes to the same."""
    table, chance, met = pitboss.Blackjack(**settings), random.Random(str(settings)), set()
    for _ in range(25):
        hand, document = played_at_random(table, chance)
        answer = pitboss.game("blackjack").settle(msgspec.json.encode(document), 1)
        nets = {seat["seat"]: seat["net"] for seat in answer["seats"]}
        result = hand.result
        met |= {wager.outcome for wager in result.wagers}

        assert nets == {seat: result.net_of(f"seat {seat}") for seat in nets}
        assert tuple(answer["dealer"][0]["cards"]) == result.dealer
        assert [h["cards"] for seat in answer["seats"] for h in seat["hands"]] == [list(h.cards) for h in result.hands]
    assert {"win", "lose", "bust"} <= met


@pytest.mark.parametrize("settings", TABLES.values(), ids=TABLES)
def test_legal_is_what_the_rules_accept(settings):
    """At every decision each legal move can be made, at both ends of its amount, and every other is refused."""
    table, chance = pitboss.Blackjack(**settings), random.Random(f"legal {settings}")
    for _ in range(6):
        hand, shoe = table.round(), shuffled(table, chance)
        hand.bet(STAKE)
        while not hand.is_over:
            hand.deal_from(shoe)
            moves = hand.legal()
            for move in moves:
                for stake in {move.least, move.most}:
                    hand.copy().play(move, stake)
            for name in {*DECISIONS, "insure", "close_insurance"} - {move.name for move in moves}:
                with pytest.raises(pitboss.RuleViolation):
                    hand.copy().play(name)
            if moves:
                hand.play(chance.choice(moves))


def test_a_bet_is_taken_at_both_ends_and_not_beyond():
    """`least` and `most` of a bet are the ends of what the rules accept, in steps that settle in whole cents."""
    hand = pitboss.Blackjack(default_min=500, default_max=50_000).round()
    move = hand.legal()[0]

    assert ("bet", 1, 500, 50_000, 2) == (move.name, move.seat, move.least, move.most, move.step)
    for stake in (498, 501, 50_002):
        with pytest.raises(pitboss.RuleViolation):
            hand.copy().play(move, stake)


def test_chance_adds_up_and_follows_the_cards():
    """The weights of the next card add up to one, and a card that is out has none."""
    hand = pitboss.Blackjack(decks=1).round()
    hand.bet(STAKE)
    seen = []
    for card in ("9S", "7D", "8H"):
        assert 1 == sum(hand.chance().values())
        hand.deal(card)
        seen.append(card)
    assert not set(seen) & set(hand.chance())


def test_an_unseen_second_card_may_be_any_that_is_left():
    """Dealt as None it is one of the cards not seen, and is named when it is turned."""
    hand = pitboss.Blackjack(decks=1).round()
    hand.bet(STAKE)
    hand.deal("TS", "AD", "9H", None)
    hand.close_insurance()
    assert (49, {}) == (hand.cards_left, hand.chance())
    hand.stand()

    assert (True, 49, 1) == (hand.needs_card, len(hand.chance()), sum(hand.chance().values()))
    hand.deal("KC")
    assert (("AD", "KC"), -STAKE) == (hand.result.dealer, hand.result.net)


def test_the_next_round_goes_on_with_the_shoe():
    """Cards that were dealt are gone from the next round."""
    hand = pitboss.Blackjack(decks=1).round()
    hand.bet(STAKE)
    hand.deal("TS", "7D", "9H", "KC")
    hand.stand()
    following = hand.next_round()
    following.bet(STAKE)

    assert 48 == following.cards_left
    with pytest.raises(pitboss.RuleViolation, match="no further TS"):
        following.deal("TS")


def test_no_next_round_before_this_one_is_over():
    """Wagers that are down are not left behind."""
    hand = pitboss.Blackjack().round()
    hand.bet(STAKE)
    hand.deal("TS", "7D", "9H", "KC")

    with pytest.raises(pitboss.InputError, match="the round is not over"):
        hand.next_round()
    assert "turns" == hand.phase


def test_a_shoe_that_is_empty_says_so():
    """And not that the card which was named is gone."""
    shoe = iter([f"{rank}{suit}" for suit in "SHDC" for rank in "A23456789TJQK"])
    played = pitboss.Blackjack(decks=1).round()
    with suppress(pitboss.InputError):
        while True:
            played.bet(STAKE)
            while not played.is_over:
                played.deal_from(shoe)
                if not played.is_over:
                    played.play("close_insurance" if played.phase == "insurance" else "stand")
            played = played.next_round()

    assert (True, 0, {}) == (played.needs_card, played.cards_left, played.chance())
    with pytest.raises(pitboss.InputError, match="the shoe is empty"):
        played.deal("AS")


def test_every_dealer_hand_of_multiple_action_is_played():
    """Three wagers against three hands that begin with one card."""
    hand = pitboss.Blackjack(multiple_action=3).round()
    assert ["blackjack", "blackjack:2", "blackjack:3"] == [move.on for move in hand.legal()[:3]]
    for move in hand.legal()[:3]:
        hand.play(move, STAKE)
    hand.deal("TS", "6D", "9H")
    hand.stand()
    hand.deal("TC", "9C", "TD", "5C", "TH", "KD")

    result = hand.result
    assert ((25, 21, 26), STAKE) == (result.dealer_totals, result.net)
    assert (("6D", "TC", "9C"), 3) == (result.dealer, len(result.dealer_hands))


def test_a_split_hand_may_be_backed_before_its_card():
    """A hit wager goes on a split pair of one suit, and on no other."""
    hand = pitboss.Blackjack().round()
    hand.bet(STAKE)
    hand.deal("8S", "6D", "8S", "TC")
    hand.split()
    backed = [move for move in hand.legal() if move.name == "hit_wager"]

    assert [1, 2] == [move.hand for move in backed]
    hand.play(backed[0], 300)
    hand.deal("2S")
    assert [("hit", 900)] == [(wager.bet, wager.net) for wager in hand.copy()._rows]


def test_what_lies_may_be_taken_back():
    """Before the first card a bet is removed, whole or in part."""
    hand = pitboss.Blackjack(default_min=500).round()
    hand.bet(STAKE)
    removals = [move for move in hand.legal() if move.name == "remove"]

    hand.play(removals[0], 400)
    hand.remove(600)
    assert (False, "<BlackjackRound betting, 0 seats>") == (hand.needs_card, repr(hand))


def test_what_waits_is_said():
    """A result that is not there yet says what the round waits for."""
    hand = pitboss.Blackjack().round()
    hand.bet(STAKE)
    with pytest.raises(pitboss.InputError, match="a card is due"):
        _ = hand.result
    hand.deal("TS", "6D", "9H", "TC")
    with pytest.raises(pitboss.InputError, match="in the players' turns"):
        _ = hand.result


@pytest.mark.parametrize(
    ("deed", "said"),
    [
        (lambda hand: hand.play("dance"), "no such move"),
        (lambda hand: hand.play("stand", 500), "no amount goes with stand"),
        (lambda hand: hand.bet(2.5), "is not a stake"),
        (lambda hand: hand.deal("1S"), "is no card"),
        (lambda hand: hand.hit(0), "is not a stake"),
        (lambda hand: hand.deal_from(iter(["TS"])), "cards end before the round"),
    ],
)
def test_what_nobody_could_mean(deed, said):
    """An error names the value and what was expected."""
    hand = pitboss.Blackjack().round()
    hand.bet(STAKE)
    with pytest.raises(pitboss.InputError, match=said):
        deed(hand)


def test_a_refusal_leaves_the_round_as_it_was():
    """After a refusal the same decisions are open."""
    hand = pitboss.Blackjack().round()
    hand.bet(STAKE)
    hand.deal("TS", "6D", "9H", "TC")
    before = hand.legal()
    for deed in (hand.split, hand.surrender, lambda: hand.bet(STAKE), lambda: hand.deal("2C"), hand.insure):
        with suppress(pitboss.RuleViolation):
            deed()
            pytest.fail("it was not refused")

    assert before == hand.legal()


def test_a_settlement_takes_decisions_by_seat():
    """Decisions are taken in turn; a seat that has none left stands, and one too many is an error."""
    table = pitboss.Blackjack()
    cards = ["8S", "9D", "6C", "8H", "2D", "TC", "3S", "TH", "KD", "5C", "9C"]
    result = table.settle(cards, {1: STAKE, 2: STAKE}, {1: ["split", "double"], 2: ["double"]})
    hands = [(hand.cards, hand.ending) for hand in result.hands]

    assert [(("8S", "3S", "TH"), "doubled"), (("8H", "KD"), "stand"), (("9D", "2D", "5C"), "doubled")] == hands
    assert (("6C", "TC", "9C"), 5 * STAKE) == (result.dealer, result.net)
    with pytest.raises(pitboss.InputError, match="seat 1 has no such decision"):
        table.settle(["TS", "6D", "9H", "TC", "9C"], {1: STAKE}, {1: ["stand", "hit"]})
    insured = table.settle(["TS", "AD", "9H", "TC"], {1: STAKE}, {1: ["insure"]})
    assert (0, {"insurance", "blackjack"}) == (insured.net, {wager.bet for wager in insured.wagers})
