"""The one next act of a blackjack table: whoever only presses it brings the table from closed through its rounds."""

import random

import msgspec
import pytest

from pitboss.decider import Accepted, Role
from pitboss.games.blackjack.acts import DiscardCards, Kind, PlaceInsurance, PlaceWager, SitOut
from pitboss.games.blackjack.game import GAME
from pitboss.games.blackjack.live import layout, own_view, staff_view, view
from pitboss.games.blackjack.next_act import makes, next_act
from pitboss.games.blackjack.state import Phase
from pitboss.games.cards import CARDS
from tests.support.blackjack_driver import BlackjackDriver
from tests.support.driven import need

ACTS = msgspec.json.Decoder(GAME.act_decoder.type)
SEATS = {2: "Ann", 5: "Bob"}
WITNESSED = ("cards.inspect_cards/1", "blackjack.settle_suit_wagers/1")


class Pressed:
    """A table at which nothing is done but the next act, and what players do themselves."""

    def __init__(self, **settings):
        self.house = BlackjackDriver(settings={"cut_from_end": 104, **settings})
        self.chance = random.Random(7)
        self.pressed = []

    @property
    def table(self):
        """Return the table as it stands."""
        return self.house.table

    def press(self):
        """Do the next act, with a card where one is due; let a player decide where none is; return what it was."""
        told = next_act(self.table)
        if told["act"] is None:
            self.waited(told)
            return told
        named = {"card": self.card()} if told.get("is_card") else {}
        self.do(told, **told["fields"], **named)
        self.pressed.append(told)
        return told

    def do(self, told, **fields):
        """Do an act as whoever may."""
        act = ACTS.decode(msgspec.json.encode({"type": told["act"], **fields}))
        who = told.get("by", ["dealer"])[0].removesuffix("+")
        self.house.do(who, act, witness="floorperson" if told["act"] in WITNESSED else None)

    def card(self):
        """Return a card that the shoe still has."""
        return self.chance.choice([card for card in CARDS if self.table.cards.shoe.can_give(card)])

    def waited(self, told):
        """Do what the table waits for: a player comes, bets, or decides."""
        if not self.table.seats:
            self.house.sit(*SEATS.items())
        elif "decides" in told:
            self.decide(told)
        else:
            self.bet()

    def decide(self, told):
        """Take the first decision that is open, of those that are told, in an order of chance."""
        for one in self.chance.sample(told["decides"], len(told["decides"])):
            act = ACTS.decode(msgspec.json.encode({"type": one["act"], **one["fields"]}))
            if isinstance(self.house.answer("dealer", act), Accepted):
                return
        need(False, "no decision is open")

    def bet(self):
        """Let everybody bet: on each dealer hand, and on the first two cards where that is taken."""
        rules = self.table.rules
        for seat, player in SEATS.items():
            for spot in range(1, max(rules.multiple_action, 1) + 1):
                self.house.do(player, PlaceWager(seat=seat, player=player, stake_minor=2_000, spot=spot))
            if rules.initial_suit is not None:
                on = Kind(rules.initial_suit)
                self.house.do(player, PlaceWager(seat=seat, player=player, stake_minor=500, on=on))

    def until(self, rounds):
        """Press until so many rounds are over; return the acts that were pressed."""
        for _ in range(4_000):
            if self.table.rounds >= rounds and self.table.is_between_rounds and self.table.play.is_layout_clear:
                return [told["act"] for told in self.pressed]
            self.press()
        need(False, "the rounds are not over")
        return []


@pytest.mark.parametrize(
    "settings",
    [
        {},
        {"initial_suit": "same_suit", "surrender": "late", "reshuffle": "each_round"},
        {"initial_suit": "king_queen", "burn": 3},
        {"multiple_action": 3},
        {"pitch": True, "face_down": True, "decks": 2, "cut_from_end": 14},
    ],
    ids=["shoe", "suits", "king and queen", "multiple action", "pitch"],
)
def test_whoever_only_presses_brings_a_closed_table_through_its_rounds(settings):
    """Every act that is told is accepted, whatever the cards are and whatever players decide."""
    table = Pressed(**settings)
    pressed = table.until(12)

    assert ["table.inspect_equipment/1", "table.open/1", "blackjack.confirm_staffing/1"] == pressed[:3]
    assert 12 <= pressed.count("blackjack.settle_hand/1")
    assert {"blackjack.turn_second_card/1", "blackjack.deal_card/1"} & set(pressed)
    assert all(told["text"] and told["clause"] for told in table.pressed)


def told(house):
    """Return what is told next, in words."""
    return next_act(house.table)["text"]


def test_the_first_card_waits_for_everybody_who_sits_there():
    """Whoever has no wager is named, and may sit out; a round without any may be called off."""
    house = BlackjackDriver().ready((1, "Ann"), (2, "Bob"))
    before = next_act(house.table)
    house.bet(1, 1_000)
    waits = next_act(house.table)
    house.bet(2, 1_000)
    ready = next_act(house.table)

    assert ("Wait for wagers", None, "Nobody plays: call it off") == (
        before["text"],
        before["act"],
        before["others"][-1]["text"],
    )
    assert ("Wait for Bob", [{"position": 2}]) == (waits["text"], [one["fields"] for one in waits["others"]])
    assert ("First card to box 1", True, "BJ-H4") == (ready["text"], ready["is_card"], ready["clause"])


def test_the_deal_is_told_card_by_card():
    """The dealer's two are laid unseen, and the first is turned up when everybody has two."""
    house = BlackjackDriver().staked(1_000, 1_000)
    found = []
    for card in ("9S", "TS", None, "3H", "4H", None):
        found.append(told(house))
        house.deal(card)

    assert found == [
        "First card to box 1",
        "First card to box 2",
        "Your first card, face down",
        "Second card to box 1",
        "Second card to box 2",
        "Your second card, face down",
    ]
    assert "Turn your first card up" == told(house)


def test_a_card_says_what_it_would_make_and_whether_that_ends_the_hand():
    """Of a hit before it is placed, of the dealer's own, and not of what lies face down."""
    house = BlackjackDriver().staked(1_000).played("TS 9D 6H 7C")
    decides = makes(house.table)
    house.played("stand turn")
    house.table.round.dealer[0][:] = ["9D", "7C"]

    assert ({"total": 17, "is_soft": False, "ends": None}, "over 21") == (decides["A"], decides["9"]["ends"])
    assert ("Draw on 16", "over 21") == (told(house), makes(house.table)["K"]["ends"])


def test_a_player_decides_between_what_the_hand_may_do_with_its_cost():
    """Hit, stand, double, split, surrender, each with its key and what it costs."""
    house = BlackjackDriver(settings={"surrender": "late"}).staked(1_000).played("8S 9D 8H 7C")
    found = next_act(house.table)

    assert ("Ann decides", "box 1: 16 against 9D") == (found["text"], found["hint"])
    assert [("h", 0), ("s", 0), ("d", 1_000), ("p", 1_000), ("r", -500)] == [
        (one["key"], one["cost_minor"]) for one in found["decides"]
    ]


def test_a_blackjack_is_paid_before_any_turn_unless_the_dealer_may_have_one():
    """With what it pays."""
    paid = BlackjackDriver().staked(1_000, 1_000).played("AS 9S 5D KS 9H 7C")
    waits = BlackjackDriver().staked(1_000, 1_000).played("AS 9S TD KS 9H 7C")

    assert "Pay box 1's blackjack $15.00" == told(paid)
    assert "Bob decides" == told(waits)


def test_the_payments_are_listed_from_left_to_right_before_they_are_made():
    """With what the hands do at each box; afterwards each box has what became of it, until the cards are put away."""
    house = BlackjackDriver().staked(1_000, 2_000, 4_000).played("TS TH TD 8D 9S 6H 7C 9D")
    house.played("stand stand stand turn")
    steps = view(house.table)["payments"]["steps"]
    house.settle()
    after = view(house.table)

    assert [(1, "pay", "$10.00"), (2, "take", "$20.00"), (3, "push", "$40.00")] == [
        (step["seat"], step["deed"], step["amount"]) for step in steps
    ]
    assert [1_000, -2_000, 0] == [box["rows"][0]["net_minor"] for box in after["boxes"][:3]]
    assert None is after["payments"]


def test_insurance_is_asked_of_all_at_once_with_half_of_each_wager():
    """What each has, and what it may have at most."""
    house = BlackjackDriver().staked(1_000, 2_500).played("TS TH AD 9S 7H 9C")
    house.do("Bob", PlaceInsurance(seat=2, stake_minor=1_250))
    found = view(house.table)["insurance"]

    assert [(1, 0, 500), (2, 1_250, 1_250)] == [
        (one["seat"], one["stake_minor"], one["most_minor"]) for one in found["wagers"]
    ]
    assert "Close the insurance" == told(house)


def test_a_hand_that_lies_face_down_is_its_player_s_alone():
    """Nobody else's view has a card of it, neither what it comes to nor how it ended; whoever gets a card says it."""
    house = BlackjackDriver(settings={"pitch": True, "face_down": True}).staked(1_000, 1_000)
    due = own_view(house.table, "Ann")["due"]
    told_first = next_act(house.table)
    house.played("TS 9S TH KS AS 9H")
    seen = [hand for box in view(house.table)["boxes"] for hand in box["hands"]]
    own = own_view(house.table, "Ann")["hands"][1]

    assert ({"seat": 1, "hand": 1}, True) == (due, told_first["is_hidden"])
    assert None is own_view(house.table, "Bob")["due"]
    assert ([["", ""], ["", ""]], {None}) == ([hand["cards"] for hand in seen], {hand["total"] for hand in seen})
    assert (["TS", "KS"], 20) == (own[0]["cards"], own[0]["total"])
    assert {} == makes(house.table)


def test_what_became_of_the_last_round_stays_with_its_player():
    """Into the next one, so that the same can be bet again."""
    house = BlackjackDriver(settings={"initial_suit": "same_suit"}).staked(1_000)
    house.bet(1, 500, on="same_suit")
    house.played("TS 8D 9S 9C suits stand turn")
    house.settle()
    last = own_view(house.table, "Ann")["last"]

    assert [("same_suit", 1_500), ("blackjack", 1_000)] == [(row["on"], row["net_minor"]) for row in last["rows"]]
    assert Phase.SETTLED is house.table.phase


def test_what_can_be_bet_on_has_names_odds_and_limits():
    """Each dealer hand of multiple action by itself; what is printed on the cloth comes from the rules."""
    house = BlackjackDriver(settings={"multiple_action": 3, "initial_suit": "king_queen", "h17": False})
    spots = layout(house.table)["spots"]

    assert ["Hand 1", "Hand 2", "Hand 3"] == [spot["name"] for spot in spots[:3]]
    assert {"king_queen": "10 to 1", "insurance": "2 to 1", "hit": "3 to 1"} == {
        spot["kind"]: spot["title"] for spot in spots[3:]
    }
    assert "Dealer stands on soft 17" == view(house.table)["felt"][1]


def test_the_last_hand_of_multiple_action_says_what_it_can_make_of_the_round():
    """With what the hands before it came to; nothing before the first of them is settled."""
    house = BlackjackDriver(settings={"multiple_action": 3}).ready((1, "Ann"))
    house.bet(1, 1_000, 2_000)
    house.played("TS 8D 9S stand TC")
    before = own_view(house.table, "Ann")["outlook"]
    house.settle()

    assert None is before
    assert {"spot": 2, "ends": {"win": 3_000, "push": 1_000, "lose": -1_000}} == own_view(house.table, "Ann")["outlook"]


def test_whoever_sat_out_too_long_reads_why_the_place_is_gone():
    """And nothing more once they have one again."""
    house = BlackjackDriver().ready((1, "Ann"), (2, "Bob"))
    for _ in range(2):
        house.do("Bob", SitOut(position=2))
        house.bet(1, 1_000)
        house.played("TS 8D 9S TC stand turn")
        house.settle()
        house.do("dealer", DiscardCards())
        house.reshuffled()
    gone = own_view(house.table, "Bob")["gone"]
    house.sit((2, "Bob"))

    assert ("you sat out more than 1 round in a row", "HP-B4") == (gone["words"], gone["clause"])
    assert None is own_view(house.table, "Bob")["gone"]


def test_those_who_work_there_have_the_clauses_of_the_house():
    """Of the hand where the cards are dealt from it."""
    house = BlackjackDriver(settings={"pitch": True})

    assert "BJ-I5" == staff_view(house.table, Role.DEALER)["house"]["clauses"]["deal"]
