"""Whole shoes of mini-baccarat, played at random to the last hand under every form: what must hold of each."""

import random
from collections import Counter, defaultdict
from fractions import Fraction
from itertools import product

import pytest

from pitboss.games.baccarat import acts as baccarat_acts
from pitboss.games.baccarat.hands import Side
from pitboss.games.baccarat.state import rebuilt
from pitboss.games.cards import CARDS
from pitboss.games.shoe import acts as shoe_acts
from tests.support.baccarat_driver import BaccaratDriver

FORMS: tuple[dict, ...] = (
    {"form": "vig", "pct": 5},
    {"form": "vig", "pct": 4, "collect": "deferred"},
    {"form": "vig", "pct": 5, "collect": "deferred", "rounding": "exact"},
    {"form": "tie_vig", "pct": 25},
    {"form": "no_vig"},
)
TABLES: tuple[dict, ...] = ({"deal": "a"}, {"deal": "b", "decks": 6}, {"deal": "c", "shuffler": True, "decks": 12})
VARIANTS = [
    {**form, **table, "pay_order": "abcd"[number % 4]} for number, (form, table) in enumerate(product(FORMS, TABLES))
]
SEATS = ((1, "Ann"), (4, "Bob"), (7, "Cid"))


class Shoe:
    """One shoe at a table, played with cards and wagers from a seed."""

    def __init__(self, seed, settings):
        self.rng = random.Random(seed)
        self.driver = BaccaratDriver(settings=settings).loaded(*SEATS, from_back=14)
        self.cards = self.rng.sample(CARDS * self.table.rules.shoe_decks, 52 * self.table.rules.shoe_decks)
        self.settled = []

    @property
    def table(self):
        """Return the table as it stands."""
        return self.driver.table

    def play(self):
        """Burn the first card, and play rounds until the shoe is over."""
        while self.table.cards.stage == "loaded":
            self.driver.do("dealer", baccarat_acts.BurnCard(card=self.cards.pop(0)))
        while self.table.cards.stage != "finished":
            self.round()
        return self

    def round(self):
        """Play one round with wagers at random."""
        self.driver.next_round()
        for position, _ in SEATS:
            for on in self.rng.sample(("banker", "player", "tie"), self.rng.randint(0, 3)):
                self.driver.bet(position, on, 100 * self.rng.randint(1, 50) + self.odd_cents())
        self.driver.do("dealer", baccarat_acts.CallNoMoreBets())
        while self.table.round.phase != "complete":
            self.driver.do("dealer", baccarat_acts.DealCard(card=self.cards.pop(0)))
            self.show()
        self.settled.append(self.driver.pay())
        self.driver.do("dealer", baccarat_acts.DiscardCards())
        if self.table.cards.must_announce:
            self.driver.do("dealer", baccarat_acts.AnnounceLastHand())

    def odd_cents(self):
        """Return cents that every form can settle unless it needs whole units."""
        settings = self.table.rules.settings
        return 0 if settings["rounding"] == "exact" else 2 * self.rng.randint(0, 20)

    def show(self):
        """Turn up whatever may be turned, by whoever has the right, and call the counts."""
        if len(self.table.round.banker) < 2:
            return
        for hand in Side:
            if hand in self.table.play.face_down:
                self.turn(hand, self.table.turner(hand))
            if hand not in self.table.play.called:
                self.driver.do(
                    "dealer", baccarat_acts.CallPoints(hand=hand, points=count(self.table.round.hand(hand)[:2]))
                )

    def turn(self, hand, who):
        """Let the dealer or a player turn a hand's cards."""
        if who == 0:
            self.driver.do("dealer", baccarat_acts.TurnCards(hand=hand))
        else:
            self.driver.do("dealer", baccarat_acts.HandCards(hand=hand, position=who))
            self.driver.do(self.table.seats[who], baccarat_acts.ReturnCards(hand=hand))


def count(cards):
    """Count a hand another way than the rules do."""
    return int(str(sum(min("A23456789TJQK".index(card[0]) + 1, 10) for card in cards))[-1])


def textbook(player, banker):
    """Tell which hands should have a third card, by the rule as players learn it."""
    two, other = count(player[:2]), count(banker[:2])
    if max(two, other) >= 8:
        return False, False
    if two >= 6:
        return False, other <= 5
    third = count(player[2:3])
    return True, other <= 2 or third in {3: {*range(8), 9}, 4: {*range(2, 8)}, 5: {4, 5, 6, 7}, 6: {6, 7}}.get(
        other, ()
    )


@pytest.fixture(
    scope="module", params=range(len(VARIANTS)), ids=lambda number: "-".join(map(str, VARIANTS[number].values()))
)
def shoe(request):
    """Return a shoe of each variant, played to its end."""
    return Shoe(request.param, VARIANTS[request.param]).play()


def test_no_hand_has_a_third_card_against_the_tables(shoe):
    """Every hand of the shoe has exactly the cards that the textbook rule gives it."""
    dealt = [(event.player_hand, event.banker_hand) for event in shoe.settled]
    assert [textbook(*hands) for hands in dealt] == [(len(player) == 3, len(banker) == 3) for player, banker in dealt]


def test_no_card_comes_more_often_than_the_decks_hold_it(shoe):
    """And the cards that were dealt are those that left the shoe."""
    drawn = Counter(shoe.table.cards.shoe.drawn)
    racked = Counter(card for pile in shoe.table.cards.rack for card in pile.cards)
    assert max(drawn.values()) <= shoe.table.rules.shoe_decks
    assert drawn == racked


def test_the_cutting_card_ends_the_shoe_one_hand_later(shoe):
    """Between the cutting card and the end lie the rest of one hand and one whole hand."""
    left = shoe.table.cards.in_shoe
    assert 14 - 12 <= left <= 14 - 5


def test_every_hand_can_be_rebuilt_from_the_rack(shoe):
    """The discard rack gives back both hands of each round."""
    expected = [(event.player_hand, event.banker_hand) for event in shoe.settled]
    assert expected == [rebuilt(shoe.table, event.round) for event in shoe.settled]


def test_money_is_conserved_and_counted_alike(shoe):
    """Balances sum to zero, nothing is left on the layout, and the rack's loss is what a plain recount gives."""
    balances = shoe.table.balances
    assert (0, 0) == (sum(balances.values()), balances["layout"])
    won = sum(recounted(event, shoe.table.rules.settings) for event in shoe.settled)
    assert -won == balances["rack"]


def recounted(event, settings):
    """Return what the players won in a round before vigorish, wager by wager."""
    player, banker = count(event.player_hand), count(event.banker_hand)
    winner = "tie" if player == banker else "player" if player > banker else "banker"
    half = settings["form"] == "no_vig" and banker == 6
    odds = {"tie": 8, "player": 1, "banker": Fraction(1, 2) if half else 1}
    total = Fraction(0)
    for on, stake in zip(event.wagers.on, event.wagers.stake_minor, strict=True):
        if on == winner:
            total += stake * odds[on]
        elif winner != "tie" or on == "tie":
            total -= stake
    return total


@pytest.mark.parametrize("number", [number for number, chosen in enumerate(VARIANTS) if "collect" in chosen])
def test_nothing_is_owed_after_the_shoe(number):
    """Deferred vigorish is collected before the shuffle, each position's sum rounded once."""
    shoe = Shoe(number, VARIANTS[number]).play()
    owed: dict[int, Fraction] = defaultdict(Fraction)
    for event in shoe.settled:
        for position, amount in zip(event.wagers.position, event.wagers.owed, strict=True):
            owed[position] += Fraction(amount)
    assert {position: amount for position, amount in owed.items() if amount} == shoe.table.marks
    for position in list(shoe.table.marks):
        shoe.driver.do("dealer", baccarat_acts.CollectVigorish(position=position))
    step = 1 if shoe.table.rules.settings["rounding"] == "exact" else 5
    assert sum(-(-amount // step) * step for amount in owed.values()) == shoe.table.balances["vigorish"]
    shoe.driver.do("dealer", baccarat_acts.ShuffleCards(batch=shoe.table.cards.stored or shoe_acts.Colour.RED))
    assert {} == shoe.table.marks
