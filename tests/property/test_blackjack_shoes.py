"""Blackjack at a whole table, shoe after shoe in any order: cards, money, discards, and what `legal` offers.

Every round that is settled is settled again by the naive engine, from nothing but its events.
"""

import random
from collections import Counter
from typing import Any

import pytest

from pitboss.decider import Act, Command, offered
from pitboss.games.blackjack import acts as blackjack_acts
from pitboss.games.blackjack.card_procedure import rebuilt
from pitboss.games.blackjack.hands import is_suited
from pitboss.games.blackjack.state import Phase
from pitboss.games.cards import CARDS
from pitboss.games.shoe.state import Stage
from pitboss.games.table import acts as table_acts
from pitboss.rulebook import RuleViolation
from tests.support import strategies as draw
from tests.support.blackjack_driver import BlackjackDriver
from tests.support.blackjack_record import hands_of, kept_by_house, laid_by, settled_alike
from tests.support.campaign import Campaign, Part

VARIANTS: list[dict[str, Any]] = [
    {"reshuffle": "cutting_card", "surrender": "text", "initial_suit": "same_suit", "rounding": "up"},
    {"reshuffle": "cutting_card", "decks": 1, "surrender": "late", "bj_pays": [6, 5], "initial_suit": "king_queen"},
    {"reshuffle": "cutting_card", "decks": 2, "pitch": True, "face_down": True, "hold_cards": True, "burn": 2},
    {"reshuffle": "cutting_card", "decks": 8, "multiple_action": 3, "initial_suit": "same_suit"},
    {"multiple_action": 2, "dealer_bj": "original", "decks": 1},
    {"push21": True, "h17": False, "max_hands": 2, "insurance": False},
]
SEATS = ((1, "Ann"), (2, "Ann"), (5, "Bob"), (7, "Cid"))
ELECTIONS: tuple[type[Any], ...] = (
    blackjack_acts.Stand,
    blackjack_acts.Hit,
    blackjack_acts.DoubleDown,
    blackjack_acts.SplitPair,
    blackjack_acts.SurrenderHand,
)
ROUNDS = 3
"""How many rounds are played where the cards are shuffled after each."""


class Shoe:
    """One shoe in a drawn order, played by a driver; `at` cards of it have come out."""

    def __init__(self, rng: random.Random, settings: dict[str, Any]) -> None:
        self.rng, self.settings = rng, settings
        self.driver = BlackjackDriver(settings=settings).shuffled(*SEATS).cut()
        self.decks = self.driver.table.rules.shoe_decks
        self.met: Counter[str] = Counter()
        self.house = 0
        self.begun, self.lying = 0, list[int]()

    @property
    def table(self):
        """Return the table as it stands."""
        return self.driver.table

    @property
    def events(self) -> list:
        """Return the events of the round in play."""
        return self.driver.events[self.begun :]

    def do(self, who: str, act: Act, *, witness: str | None = None) -> None:
        """Do an act, and count the money after it."""
        self.driver.do(who, act, witness=witness)
        laid = 0 if self.table.phase is Phase.VOID else sum(map(laid_by, self.events))
        assert (0, laid) == (sum(self.table.balances.values()), self.table.balances.get("layout", 0))

    def load(self) -> None:
        """Load the shoe in a new order, the cutting card anywhere, and burn what is burned, seen or not."""
        # Some ranks and a suit come early, for by chance alone a pair of one suit is rare.
        early = {
            rank + self.rng.choice("CDHS") for rank in self.rng.sample("A23456789TJQK", self.rng.choice((0, 3, 6)))
        }
        late = {card: 1 if card in early else 4 for card in CARDS}
        self.order = sorted(CARDS * self.decks, key=lambda card: self.rng.random() * late[card])
        self.at = self.table.rules.settings["burn"]
        self.hidden = {place for place in range(self.at) if self.rng.random() < 0.5}
        burned = [None if place in self.hidden else self.order[place] for place in range(self.at)]
        least = self.table.rules.cut_from_end
        self.driver.load(self.rng.randint(least, max(least, 40 * self.decks)), burn=burned)

    def play(self) -> None:
        """Play to the end of the shoe, or so many rounds where the cards are shuffled after each."""
        self.load()
        for _ in range(ROUNDS):
            while self.table.cards.stage is Stage.IN_PLAY:
                self.round()
            self.check_cards()
            if self.settings.get("reshuffle") == "cutting_card":
                return
            self.driver.do("dealer", blackjack_acts.ShuffleCards(method=blackjack_acts.Method.DEVICE))
            self.load()

    def round(self) -> None:
        """Play one round and hold everything about it to its events."""
        self.begun, self.lying = len(self.driver.events), []
        before = self.held()
        self.driver.do("dealer", table_acts.OpenBetting())
        self.bet()
        while self.table.phase not in (Phase.SETTLED, Phase.VOID):
            self.step()
        if hands_of(self.events):
            self.do("dealer", blackjack_acts.DiscardCards())
        assert hands_of(self.events) == (rebuilt(self.table, self.table.round.number) or {})
        self.met[self.table.phase.value] += 1
        if self.table.phase is Phase.VOID:
            assert before == self.held()
            return
        naive, recorded = settled_alike(self.settings, self.events)
        assert naive == recorded, self.settings
        self.house += kept_by_house(self.events)
        assert self.house == self.table.balances.get("rack", 0) + self.table.balances.get("drop", 0)
        self.met.update(set(recorded["outcomes"].values()))

    def held(self) -> dict[str, int]:
        """Return the accounts that are not even."""
        return {name: held for name, held in self.table.balances.items() if held}

    def bet(self) -> None:
        """Lay a wager for each spot at every seat, and a suit wager at some."""
        rules = self.table.rules
        for seat, _ in SEATS:
            spots = self.rng.randint(2, rules.multiple_action) if rules.multiple_action else 1
            stakes = [2 * rules.stake_step * self.rng.randint(1, 50) for _ in range(spots)]
            self.driver.bet(seat, *stakes, source=self.rng.choice(("value", "value", "cash", "coupon")))
            if rules.initial_suit is not None and self.rng.random() < 0.5:
                self.driver.bet(seat, 1, on=rules.initial_suit, source="coupon")

    def step(self) -> None:
        """Do what is next: a card, a decision, or the dealer's part."""
        self.disturb()
        current = self.table.round
        if current.due is not None:
            self.deal()
        elif current.undeclared is not None:
            seat, _, hand = current.undeclared
            self.do(current.boxes[seat].player, blackjack_acts.DeclareHit(seat=seat, is_suited=is_suited(hand.cards)))
        elif current.phase is Phase.SUITS:
            self.do("dealer", blackjack_acts.SettleSuitWagers(), witness="floorperson")
        elif current.phase is Phase.INSURANCE:
            self.insure()
        elif current.phase is Phase.TURNS:
            self.elect()
        elif "" in (current.first, current.second) or current.phase is Phase.DEALER:
            self.turn()
        else:
            self.do("dealer", blackjack_acts.SettleHand())

    def deal(self) -> None:
        """Deal the next card of the order, after now and then something that goes wrong."""
        if self.at == len(self.order):
            self.do("dealer", blackjack_acts.ReportWrongNumber(seat=0))
            self.met["too few cards"] += 1
            return
        due, card = self.table.round.due, self.order[self.at]
        if self.rng.random() < 0.01 and self.table.cards.held_at is None:
            self.at += 1
            self.do("dealer", blackjack_acts.ReportFaceUp(card=card))
            self.met["a card found face up"] += 1
            return
        is_hidden = due.seat == 0 and not due.is_face_up and self.rng.random() < 0.5
        if is_hidden:
            self.hidden.add(self.at)
            self.lying.append(self.at)
        self.at += 1
        self.do("dealer", blackjack_acts.DealCard(card=None if is_hidden else card))

    def turn(self) -> None:
        """Turn up the dealer's first card where nobody has seen it yet, or the second."""
        current = self.table.round
        if "" not in (current.first, current.second):
            self.do("dealer", blackjack_acts.TurnSecondCard())
            return
        place = self.lying.pop(0)
        self.hidden.remove(place)
        kind = blackjack_acts.TurnFirstCard if current.first == "" else blackjack_acts.TurnSecondCard
        self.do("dealer", kind(card=self.order[place]))
        self.met["a card turned that nobody had seen"] += 1

    def disturb(self) -> None:
        """Now and then draw a card in error, take the dealer's first card away, or pay a blackjack at once."""
        acts: list[Act] = [blackjack_acts.ReportError(), *[blackjack_acts.ReportUpCardTaken()] * 3]
        acts += [blackjack_acts.PayBlackjack(seat=seat) for seat, _ in SEATS]
        acts = [act for act in acts if self.rng.random() < 0.1 and self.is_offered("dealer", act)]
        for act in acts[:1]:
            self.do("dealer", act)
            self.met[type(act).__name__] += 1
        if self.table.play.is_up_card_missing:
            assert (
                "BJ-M5" == self.driver.refused("dealer", blackjack_acts.DealCard(card=self.order[self.at - 1])).clause
            )
            self.do("floorperson", blackjack_acts.RestoreUpCard(card=self.table.round.up_card))

    def is_offered(self, who: str, act: Act) -> bool:
        """Tell whether an act is among what `legal` offers."""
        command = self.driver.command(who, act)
        return offered(self.driver.game.legal(self.table, command.by, {type(command.act)}), command)

    def insure(self) -> None:
        """Insure some wagers at random, then close."""
        for seat, box in self.table.round.boxes.items():
            for spot in box.spots:
                if self.rng.random() < 0.4:
                    stake = self.rng.randint(1, box.wager(spot) // 2)
                    self.do(box.player, blackjack_acts.PlaceInsurance(seat=seat, stake_minor=stake, spot=spot))
        self.do("dealer", blackjack_acts.CloseInsurance())

    def elect(self) -> None:
        """Choose a decision from what is offered to the player whose turn it is; nothing else is accepted."""
        seat = self.table.round.turn[0]
        player = self.table.round.boxes[seat].player
        self.hold_to_offers()
        by = self.driver.command(player, blackjack_acts.Stand(seat=seat)).by
        offers = list(self.driver.game.legal(self.table, by, ELECTIONS))
        rare = [offer for offer in offers if offer.act in (blackjack_acts.SplitPair, blackjack_acts.DoubleDown)]
        offer = self.rng.choice(rare if rare and self.rng.random() < 0.4 else offers)
        act = draw.act_inside(self.rng, offer, {})
        self.do(player, act)
        self.met[type(act).__name__] += 1
        if isinstance(act, blackjack_acts.SplitPair) and self.rng.random() < 0.5:
            for hand in range(1, 5):
                back = blackjack_acts.PlaceHitWager(seat=seat, hand=hand, stake_minor=2)
                if self.is_offered(player, back):
                    self.do(player, back)
                    self.met["PlaceHitWager"] += 1

    def hold_to_offers(self) -> None:
        """Whoever decides for whatever seat, it is accepted if and only if it is offered."""
        for who in ("dealer", "Ann", "Bob"):
            offers = list(
                self.driver.game.legal(self.table, self.driver.command(who, blackjack_acts.DiscardCards()).by)
            )
            for act in (kind(seat=seat) for kind in ELECTIONS for seat, _ in SEATS):
                command = self.driver.command(who, act)
                assert offered(offers, command) == self.is_accepted(command), command

    def is_accepted(self, command: Command) -> bool:
        """Tell what `decide` says to an act; the table does not change by asking."""
        try:
            self.driver.game.decide(self.table, command)
        except RuleViolation:
            return False
        return True

    def check_cards(self) -> None:
        """The shoe gave the order's cards, those that nobody saw without a name, and has the others left."""
        drawn = self.table.cards.shoe.drawn
        assert drawn == ["" if place in self.hidden else card for place, card in enumerate(self.order[: self.at])]
        unseen = [self.order[place] for place in self.hidden]
        left = Counter(dict(zip(CARDS, self.table.cards.shoe.copies_left(), strict=True)))
        assert Counter(self.order[self.at :] + unseen) == +left


def shoes(part: Part) -> Counter[str]:
    """Play a shoe of each variant, as many as the part has."""
    rng, met = part.rng(), Counter[str]()
    for place in range(part.cases):
        shoe = Shoe(rng, VARIANTS[place % len(VARIANTS)])
        shoe.play()
        met += shoe.met
    return met


@pytest.mark.campaign(3_000)
@pytest.mark.clause("BJ-H9", "BJ-I10", "BJ-L10")
def test_shoes_keep_their_cards_and_their_money(request):
    """No shoe, of whatever variant, finds a card, a discard, a cent, an offer or an outcome that is wrong."""
    met = Campaign.of(request, "blackjack-shoes", part_cases=len(VARIANTS), slice_first=2).run(shoes)
    every = {*(kind.__name__ for kind in ELECTIONS), *(outcome.value for outcome in blackjack_acts.Outcome), "settled"}
    every |= {"PlaceHitWager", "PayBlackjack", "ReportError", "ReportUpCardTaken", "a card found face up"}
    every |= {"a card turned that nobody had seen"}
    # What voids a round is rare: the whole campaign meets it, a slice may not.
    assert every == set(met) - {"void", "too few cards"}


@pytest.mark.clause("BJ-M3")
def test_a_round_without_cards_to_deal_is_void():
    """Where the last card is found face up before the deal, the wagers do not wait for cards that never come."""
    settings = {"decks": 1, "burn": 51, "cut_from_end": 1}
    driver = BlackjackDriver(settings=settings).shuffled((3, "Ann")).cut().load(1)
    driver.do("dealer", table_acts.OpenBetting())
    driver.bet(3, 1000)
    driver.do("dealer", blackjack_acts.ReportFaceUp(card="AS"))
    assert "BJ-M3" == driver.refused("dealer", blackjack_acts.DealCard(card="2S")).clause
    driver.do("dealer", blackjack_acts.ReportWrongNumber(seat=0))
    assert (Phase.VOID, 0) == (driver.table.phase, driver.table.balances["layout"])
