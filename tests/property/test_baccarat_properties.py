"""Mini-baccarat shoes of any order, played to the cutting card under every form, option and device.

The hands must be those of the third-card tables, the discard rack must give every hand back, and not a cent may be
lost or made; what a wager wins and owes is worked out here a second time.
"""

import random
from collections import Counter
from fractions import Fraction
from itertools import product
from math import ceil, floor
from typing import Any

import pytest

from pitboss.games.baccarat import acts as baccarat_acts
from pitboss.games.baccarat.hands import Side, point_count, value_of
from pitboss.games.baccarat.state import rebuilt
from pitboss.games.baccarat.third_cards import third_cards
from pitboss.games.cards import CARDS
from pitboss.games.shoe import acts as shoe_acts
from pitboss.games.shoe.state import Stage
from pitboss.games.table import acts as table_acts
from pitboss.rulebook import edition
from tests.support.baccarat_driver import BACCARAT, BaccaratDriver
from tests.support.campaign import Campaign, Part

TABLES = third_cards(edition(BACCARAT))
FORMS: list[dict[str, Any]] = [
    *(
        {"form": "vig", "pct": pct, "collect": collect, "rounding": rounding}
        for pct, collect, rounding in product((4, 5), ("at_once", "deferred"), ("up_to_5", "exact"))
    ),
    *({"form": "tie_vig", "pct": pct, "rounding": rounding} for pct, rounding in ((25, "up_to_5"), (7, "exact"))),
    {"form": "no_vig"},
]
DECKS: list[dict[str, Any]] = [{"decks": 6}, {"decks": 8}, {"decks": 12, "shuffler": True}]
VARIANTS = [
    {**form, **decks, "deal": deal, "pay_order": "abcd"[place % 4]}
    for place, (form, deal, decks) in enumerate(product(FORMS, "abc", DECKS))
]
STRIDE = 4
"""How far the next shoe's variant lies from the last one's: a third of them has something of everything."""
SEATS = ((1, "Ann"), (3, "Bob"), (7, "Cid"))


class Shoe:
    """One shoe in a drawn order, played by a driver; `at` cards of it have come out."""

    def __init__(self, rng: random.Random, settings: dict) -> None:
        self.rng, self.settings = rng, settings
        self.driver = BaccaratDriver(settings=settings)
        self.decks = self.driver.table.rules.shoe_decks
        self.order = rng.sample(CARDS * self.decks, 52 * self.decks)
        self.at = 0
        self.won, self.vigorish = 0, 0
        self.owed: dict[int, Fraction] = {}
        self.hands: dict[int, tuple] = {}
        self.met: Counter[str] = Counter()

    @property
    def table(self):
        """Return the table as it stands."""
        return self.driver.table

    def next_card(self) -> str:
        """Take the next card of the order."""
        self.at += 1
        return str(self.order[self.at - 1])

    def load(self) -> None:
        """Bring the cards into play, the cutting card anywhere, and burn as many as the first card says."""
        size = len(self.order)
        self.driver.loaded(*SEATS, from_back=self.rng.choice((14, 14, self.rng.randint(15, size - 1))))
        self.burn(1 + value_of(self.order[0]))

    def burn(self, count: int) -> None:
        """Burn the next cards."""
        for _ in range(min(count, len(self.order) - self.at)):
            self.driver.do("dealer", baccarat_acts.BurnCard(card=self.next_card()))

    def bet(self) -> None:
        """Lay wagers at random, in units that settle in whole cents."""
        unit = 100 if self.settings.get("rounding") == "exact" else 2 if self.settings["form"] == "no_vig" else 1
        for (position, _), on in product(SEATS, ("banker", "player", "tie")):
            if self.rng.random() < 0.5:
                for source in self.rng.choice((("value",), ("value",), ("coupon",), ("value", "coupon"))):
                    stake = unit * self.rng.choice((1, 2, self.rng.randint(1, 5_000)))
                    self.driver.bet(position, on, stake, source=source)

    def show(self, hand: Side) -> None:
        """Show a hand's faces: by the player who has the right to turn them, or by the dealer."""
        if hand not in self.table.play.face_down:
            return
        position = self.table.turner(hand)
        if not position:
            self.driver.do("dealer", baccarat_acts.TurnCards(hand=hand))
            return
        self.met["turned by a player"] += 1
        self.driver.do("dealer", baccarat_acts.HandCards(hand=hand, position=position))
        self.driver.do(dict(SEATS)[position], baccarat_acts.ReturnCards(hand=hand))

    def deal(self) -> bool:
        """Deal as long as the table takes cards, and no longer; the hands are those of Tables 1 and 2.

        Tell whether the shoe had cards enough.
        """
        begun = self.at
        expected = TABLES.hands([value_of(card) for card in self.order[begun : begun + 6]])
        self.driver.do("dealer", baccarat_acts.CallNoMoreBets())
        while self.table.phase in ("closed", "dealing"):
            if self.at == len(self.order):
                self.void(begun)
                return False
            self.refuse_gone()
            self.driver.do("dealer", baccarat_acts.DealCard(card=self.next_card()))
            if len(self.table.round.banker) == 2 and not self.table.play.called:
                for hand in Side:
                    self.show(hand)
                    points = point_count(self.table.round.hand(hand)[:2])
                    self.driver.do("dealer", baccarat_acts.CallPoints(hand=hand, points=points))
            elif len(self.table.round.banker) >= 2:
                for hand in Side:
                    self.show(hand)
        assert expected.used == self.at - begun
        assert (
            "MB"
            in self.driver.refused("dealer", baccarat_acts.DealCard(card=self.order[self.at % len(self.order)])).clause
        )
        named = [tuple(self.order[begun + place] for place in side) for side in (expected.player, expected.banker)]
        assert named == [tuple(self.table.round.player), tuple(self.table.round.banker)]
        self.hands[self.table.round.number] = (*named,)
        self.met[f"{expected.used} cards"] += 1
        return True

    def void(self, begun: int) -> None:
        """Declare the round void for want of cards: nobody wins or loses, and what was dealt goes to the rack."""
        self.driver.do("dealer", baccarat_acts.CallTooFewCards())
        assert [] == [move for move in self.driver.events[-1].moves if "layout" != move.source]
        if self.at > begun:
            self.driver.do("dealer", baccarat_acts.DiscardCards())
        self.met["void"] += 1

    def refuse_gone(self) -> None:
        """A card of which all copies are out is not taken again."""
        out = Counter(self.order[: self.at])
        gone = [card for card, copies in out.items() if copies == self.decks]
        if gone and self.rng.random() < 0.05:
            self.met["a card that is gone"] += 1
            assert "MB-B3" == self.driver.refused("dealer", baccarat_acts.DealCard(card=self.rng.choice(gone))).clause

    def settle(self) -> None:
        """Settle, and hold every wager to what it wins and owes by the second reckoning."""
        points = self.table.round.points(Side.BANKER)
        settled = self.driver.pay()
        w = settled.wagers
        rows = zip(w.position, w.on, w.source, w.stake_minor, w.paid_minor, w.vig_minor, w.owed, strict=True)
        areas: dict[int, list] = {}
        for position, on, source, stake, paid, vig, owed in rows:
            gross, due = self.reckoned(on, stake, settled.outcome.value, points)
            assert max(gross, 0) == paid
            self.won += gross if gross > 0 or source == "value" else 0
            areas.setdefault(position, []).append((due, vig, Fraction(owed)))
        for position, parts in areas.items():
            due, vig, owed = (sum(column) for column in zip(*parts, strict=True))
            self.charge(position, Fraction(due), vig, Fraction(owed))
        self.driver.do("dealer", baccarat_acts.DiscardCards())
        self.met[settled.outcome.value] += 1

    def charge(self, position: int, due: Fraction, vig: int, owed: Fraction) -> None:
        """Hold what a position is charged for all its wagers to what they owe together, rounded once."""
        is_deferred = self.settings.get("collect") == "deferred"
        now = 0 if is_deferred else self.collected(due)
        assert (now, due if is_deferred else 0) == (vig, owed)
        self.won, self.vigorish = self.won - now, self.vigorish + now
        if owed:
            self.owed[position] = self.owed.get(position, Fraction(0)) + due

    def reckoned(self, on: str, stake: int, outcome: str, banker_points: int) -> tuple[int, Fraction]:
        """Return what a wager wins or loses before vigorish, and the exact vigorish."""
        form, pct = self.settings["form"], Fraction(self.settings.get("pct", 0), 100)
        if on == "tie":
            return (8 * stake if outcome == "tie" else -stake), Fraction(0)
        if outcome == "tie":
            return 0, stake * pct if (form, on) == ("tie_vig", "banker") else Fraction(0)
        if on != outcome:
            return -stake, Fraction(0)
        if (form, on) == ("no_vig", "banker") and banker_points == 6:
            return stake // 2, Fraction(0)
        return stake, stake * pct if (form, on) == ("vig", "banker") else Fraction(0)

    def collected(self, due: Fraction) -> int:
        """Return what is taken for vigorish that is owed."""
        if self.settings["form"] == "tie_vig":
            return floor(due)
        return 5 * ceil(due / 5) if self.settings.get("rounding") == "up_to_5" else int(due)

    def collect_markers(self) -> None:
        """Let one player leave and collect from the others; no shuffle comes before."""
        batch = shoe_acts.Colour.BLUE if self.settings.get("shuffler") else shoe_acts.Colour.RED
        if self.owed:
            assert "MB-M3b" == self.driver.refused("dealer", baccarat_acts.ShuffleCards(batch=batch)).clause
        for position, due in sorted(self.owed.items()):
            assert due == self.table.marks[position]
            is_leaving = position == min(self.owed)
            act = (
                baccarat_acts.LeaveTable(position=position)
                if is_leaving
                else baccarat_acts.CollectVigorish(position=position)
            )
            done = self.driver.do("dealer", act)
            taken = (done[0] if is_leaving else done).amount_minor
            assert self.collected(due) == taken
            self.won, self.vigorish = self.won - taken, self.vigorish + taken
            self.met["a marker collected"] += 1
        assert {} == self.table.marks
        self.check_cards()
        self.driver.do("dealer", baccarat_acts.ShuffleCards(batch=batch))
        assert {} == self.table.marks

    def check_money(self) -> None:
        """Nothing lies on the layout, and players, vigorish and rack have what the second reckoning says."""
        held = Counter(self.table.balances)
        assert 0 == held["layout"] == sum(held.values())
        assert (self.won, self.vigorish) == (held["circulation"], held["vigorish"])
        assert -self.won - self.vigorish == held["rack"]

    def check_cards(self) -> None:
        """The shoe gave the order's cards, none too often; the rack holds them all and gives every hand back."""
        cards = self.table.cards
        assert cards.shoe.drawn == self.order[: self.at]
        assert Counter(self.order[self.at :]) == +Counter(dict(zip(CARDS, cards.shoe.copies_left(), strict=True)))
        assert max(Counter(cards.shoe.drawn).values()) <= self.decks
        assert self.order[: self.at] == [card for pile in cards.rack for card in pile.cards]
        assert self.hands == {number: rebuilt(self.table, number) for number in self.hands}

    def incident(self) -> None:
        """Now and then find a card face up, draw one in error, or have one slip out that nobody saw."""
        way = self.rng.random()
        cards = self.table.cards
        if way > 0.06 or cards.stage is not Stage.IN_PLAY or cards.held_at is not None or not cards.in_shoe:
            return
        if way < 0.02:
            self.driver.do("dealer", baccarat_acts.ReportFaceUp(card=self.order[self.at]))
        elif way < 0.04:
            self.driver.do("dealer", baccarat_acts.ReportError(card=self.order[self.at]))
        else:
            self.met["a held card"] += 1
            self.driver.do("dealer", baccarat_acts.ReportError(card=None))
            return
        self.met["a card burned in play"] += 1
        self.burn(value_of(self.next_card()))

    def play(self) -> None:
        """Play to the cutting card and one hand further, then make everything up."""
        self.load()
        while self.table.cards.stage is Stage.IN_PLAY:
            if self.table.cards.must_announce:
                assert "MB-J8" == self.driver.refused("dealer", table_acts.OpenBetting()).clause
                self.driver.do("dealer", baccarat_acts.AnnounceLastHand())
                self.met["last hand"] += 1
            self.driver.next_round()
            self.bet()
            if self.deal():
                self.settle()
            self.check_money()
            self.incident()
        self.collect_markers()
        self.check_money()


def shoes(part: Part) -> Counter[str]:
    """Play a shoe of each variant, as many as the part has, from where the part before it ended."""
    rng, met = part.rng(), Counter[str]()
    for place in range(part.cases):
        shoe = Shoe(rng, VARIANTS[(part.number * part.cases + place) * STRIDE % len(VARIANTS)])
        shoe.play()
        met += shoe.met
    return met


@pytest.mark.campaign(9_900)
def test_shoes_keep_their_cards_and_their_money(request):
    """No shoe, of whatever variant, finds a card, a third card, a marker or a cent that is wrong."""
    met = Campaign.of(request, "baccarat-shoes", part_cases=len(VARIANTS) // 3).run(shoes)
    every = {"4 cards", "5 cards", "6 cards", "player", "banker", "tie", "turned by a player", "last hand"}
    # A shoe that runs dry before its last hand is over is rare: the whole campaign meets it, a slice may not.
    assert every | {"a card that is gone", "a marker collected", "a held card", "a card burned in play"} == set(met) - {
        "void"
    }
