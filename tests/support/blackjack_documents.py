"""Made-up blackjack documents: legal rounds for the most part, decided at random while the naive engine plays them.

One in twenty has something wrong with it on purpose: an act that is not open, one too few or one too many, a wager that
the rules refuse. None is malformed.
"""

import math
import random
from typing import Any

from tests.support.naive_blackjack import check_act, check_hit_wager, play
from tests.support.naive_blackjack_pay import Hand
from tests.support.naive_blackjack_rules import Refused, is_one_suit, settings_of, total_of, value_of, wagers_of

__all__ = ["random_document"]

RANKS = "A23456789TJQK"
SUITS = "SHDC"
ACTS = ["hit", "stand", "double", "split", "surrender"]
WRONG = ["act", "act", "missing", "left over", "insurance", "wager"]
WRONG_FEATURES = ["hit wager", "hit wager", "initial suit"]
WRONG_SHARE = 0.05

CHOICES: dict[str, list[Any]] = {
    "decks": [1, 2, 4, 6, 8],
    "burn": [1, 1, 2, 3],
    "h17": [True, False],
    "bj_pays": [[3, 2], [6, 5], [7, 5], [2, 1], [1, 1]],
    "dealer_bj": ["all", "original"],
    "surrender": ["none", "text", "late"],
    "insurance": [True, True, True, False],
    "double": [True, True, True, False],
    "das": [True, True, False],
    "split": [True, True, True, False],
    "max_hands": [2, 3, 4, 5],
    "push21": [True, False],
    "rounding": ["exact", "down", "up", "half_up"],
    "pitch": [True, False],
    "face_down": [True, False],
}
"""What a house may choose at any table; left out as often as not, so that the defaults are met as well."""

OPTIONAL: dict[str, list[Any]] = {
    "initial_suit": [None, "same_suit", "king_queen"],
    "same_suit_odds": [1, 2, 3],
    "king_queen_odds": [5, 9, 10],
    "hit_wagers": [True, True, True, False],
    "hit_odds": [1, 2, 3],
    "hit_split": [True, True, False],
    "multiple_action": [0, 0, 2, 3],
}
"""What belongs to optional wagers and multiple action."""


class Chooser:
    """Decides at random for every seat and writes the decisions into the document; goes wrong once if told to."""

    def __init__(self, rng: random.Random, settings: dict[str, Any], *, features: bool, wrong: str | None) -> None:
        self.rng = rng
        self.settings = settings
        self.features = features
        self.wrong = wrong
        self.is_wild = rng.random() < 0.2

    def goes_wrong(self, how: str, share: float = 0.6) -> bool:
        """Tell whether it is now that something goes wrong in this way: once a document, and not always the first."""
        if self.wrong != how or self.rng.random() >= share:
            return False
        self.wrong = None
        return True

    def insurance(self, seat: dict[str, Any], up: str) -> list[int | None] | None:
        """Insure under an ace as often as not, in multiple action some of the wagers."""
        wagers = wagers_of(seat)
        amounts: list[int | None] = [None for _ in wagers]
        is_offered = self.settings["insurance"]
        if (up[0] == "A" or is_offered) and self.goes_wrong("insurance"):
            # One fault and no more: not offered, no ace, or above half.
            amounts = [wager // 2 + (1 if up[0] == "A" and is_offered else 0) for wager in wagers]
        elif up[0] == "A" and is_offered and self.rng.random() < 0.5:
            halves = [wager // 2 for wager in wagers]
            amounts = [self.rng.randint(1, half) if half and self.rng.random() < 0.7 else None for half in halves]
        if all(amount is None for amount in amounts):
            return None
        seat["insurance"] = amounts if self.settings["multiple_action"] else amounts[0]
        return amounts

    def act(self, seat: dict[str, Any], hand: Hand, hands: int) -> str | dict[str, Any]:
        """Choose an act that is open, or one that is not if it is time for that."""
        is_legal = {act: self.is_legal(hand, act, hands) for act in ACTS}
        closed = [act for act in ACTS if not is_legal[act]]
        is_pair = len(hand.cards) == 2 and value_of(hand.cards[0]) == value_of(hand.cards[1])
        if is_pair and "split" in closed and self.goes_wrong("act"):
            # Not offered, or one hand too many.
            chosen = "split"
        elif closed and self.goes_wrong("act", 0.6 if len(hand.cards) > 2 else 0.1):
            # On two cards little is closed but the split: better wait for more.
            chosen = self.rng.choice(closed)
        else:
            chosen = self.choose(hand, [act for act in ACTS if is_legal[act]])
        hit_wager = self.hit_wager(hand, chosen)
        said = chosen if hit_wager is None else {"act": chosen, "hit_wager": hit_wager}
        seat["actions"].append(said)
        return said

    def has_more(self, seat: dict[str, Any]) -> bool:  # noqa: ARG002
        """Never go on after the turn."""
        return False

    def is_legal(self, hand: Hand, act: str, hands: int) -> bool:
        """Ask the naive engine whether an act is open."""
        try:
            check_act(self.settings, hand, act, hands)
        except Refused:
            return False
        return True

    def choose(self, hand: Hand, legal: list[str]) -> str:
        """Choose among the open acts: split and double often, and mostly stand where a player would."""
        if self.is_wild:
            return self.rng.choice(legal)
        for act, share in (("split", 0.7), ("surrender", 0.1), ("double", 0.3)):
            if act in legal and self.rng.random() < share:
                return act
        is_high = total_of(hand.cards) >= self.rng.randint(12, 18)
        return "stand" if is_high else "hit"

    def hit_wager(self, hand: Hand, act: str) -> int | list[int | None] | None:
        """Choose the hit wager that goes with an act, if any, or one that must be refused."""
        if act in ("stand", "surrender"):
            return None
        is_suited = is_one_suit(hand.cards)
        is_wanted = self.features and self.rng.random() < 0.6
        is_single = self.settings["decks"] == 1
        is_wrong = (not is_suited or is_single) and self.goes_wrong("hit wager")
        if not is_wrong and not (is_wanted and is_suited):
            return None
        most = sum(hand.wagers) * (1 if is_single and not (is_wrong and is_suited) else 3)
        one, other = self.rng.randint(1, most), self.rng.choice([None, self.rng.randint(1, most)])
        wager: int | list[int | None] = [other, one] if act == "split" else one
        try:
            check_hit_wager(self.settings, hand, act, wager)
        except Refused:
            return wager if is_wrong else None
        return wager


def random_document(rng: random.Random, *, features: bool) -> dict[str, Any]:
    """Make up a document; without features it has neither optional wagers nor multiple action."""
    wrong = rng.choice(WRONG + WRONG_FEATURES * features) if rng.random() < WRONG_SHARE else None
    settings = random_settings(rng, features=features)
    document: dict[str, Any] = {"rulebook": "oneida-blackjack-2004"}
    if settings or rng.random() < 0.5:
        document["settings"] = settings
    complete = settings_of(document)
    document["shoe"] = random_shoe(rng, complete["decks"])
    document["seats"] = random_seats(rng, complete, features=features)
    seat = rng.choice(document["seats"])
    if wrong == "wager":
        # A single cent pays no part of itself: refused, or rounded where the house rounds.
        seat["wager"] = [1 for _ in seat["wager"]] if complete["multiple_action"] else 1
        seat.pop("initial_suit", None)
    if wrong == "initial suit":
        # Not offered, or more than the main wager, which a single deck does not allow.
        seat["initial_suit"] = sum(wagers_of(seat)) + 1
    try:
        answer = play(document, Chooser(rng, complete, features=features, wrong=wrong))
    except Refused:
        answer = {"refused": True}
    if "seats" in answer and "void" not in answer:
        miscount(rng, document["seats"], wrong)
    return document


def miscount(rng: random.Random, seats: list[dict[str, Any]], wrong: str | None) -> None:
    """Take a seat's last act away, or give it one more, if that is what goes wrong."""
    if wrong == "left over":
        rng.choice(seats)["actions"].append(rng.choice(["hit", "stand"]))
    acting = [seat for seat in seats if seat["actions"]]
    if wrong == "missing" and acting:
        rng.choice(acting)["actions"].pop()


def random_settings(rng: random.Random, *, features: bool) -> dict[str, Any]:
    """Choose settings within the edition, about half of them left to their defaults."""
    choices = {**CHOICES, **OPTIONAL} if features else CHOICES
    settings = {key: rng.choice(values) for key, values in choices.items() if rng.random() < 0.5}
    if settings.get("multiple_action"):
        # From the shoe, without surrender, one split (BJ-L3, J5, J8).
        for key in ("pitch", "surrender", "max_hands"):
            settings.pop(key, None)
    if settings.get("pitch"):
        # One or two decks (BJ-I2).
        settings["decks"] = rng.choice([1, 2])
    else:
        # From the shoe the players' cards lie face up (BJ-H4).
        settings.pop("face_down", None)
    return settings


def random_seats(rng: random.Random, settings: dict[str, Any], *, features: bool) -> list[dict[str, Any]]:
    """Choose who sits where, in any order, and what they put down before the first card."""
    seats = []
    for number in rng.sample([1, 2, 3, 4, 5, 6, 7], rng.randint(1, 7)):
        seat: dict[str, Any] = {"seat": number, "wager": random_wager(rng, settings)}
        if settings["multiple_action"]:
            count = rng.randint(2, settings["multiple_action"])
            seat["wager"] = [random_wager(rng, settings) for _ in range(count)]
        if features and settings["initial_suit"] is not None and rng.random() < 0.5:
            most = sum(wagers_of(seat)) * (1 if settings["decks"] == 1 else 2)
            seat["initial_suit"] = rng.randint(1, most)
        seat["actions"] = []
        seats.append(seat)
    return seats


def random_wager(rng: random.Random, settings: dict[str, Any]) -> int:
    """Choose a wager of at least two cents that pays in whole cents, or any where the house rounds (Q29)."""
    if settings["rounding"] != "exact":
        return rng.randint(2, 5000)
    return math.lcm(settings["bj_pays"][1], 2) * rng.randint(1, 500)


def random_shoe(rng: random.Random, decks: int) -> list[str]:
    """Shuffle the decks; sometimes so that a few ranks and a suit come early, and sometimes with cards turned over.

    Early ranks make pairs, blackjacks and second splits, an early suit the wagers on it: by chance alone they are rare.
    """
    cards = [rank + suit for rank in RANKS for suit in SUITS for _ in range(decks)]
    ranks = rng.sample(RANKS, rng.choice([0, 0, 1, 2, 3]))
    suits = rng.sample(SUITS, rng.choice([0, 0, 1, 2]))
    late = {card: rng.choice([4, 20]) for card in cards}
    for card in cards:
        if (not ranks or card[0] in ranks) and (not suits or card[1] in suits):
            late[card] = 1
    places = [(rng.random() * late[card], card) for card in cards]
    shoe = [card for _, card in sorted(places)]
    for _ in range(rng.choices([0, 1, 2, 3], [80, 12, 6, 2])[0]):
        place = rng.randrange(min(40, len(shoe)))
        shoe[place] = shoe[place].removesuffix("^") + "^"
    if rng.random() < 0.02:
        # Too few cards, so that some round ends in the middle.
        del shoe[rng.randint(4, 40) :]
    return shoe
