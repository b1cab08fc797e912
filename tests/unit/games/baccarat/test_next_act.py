"""The one next act of a mini-baccarat table: whoever only presses it brings the table from closed through a shoe."""

import random

import msgspec
import pytest

from pitboss.decider import Role
from pitboss.games.baccarat.acts import LeaveTable, PlaceWager, RelinquishTurn
from pitboss.games.baccarat.drawing import drawing, makes
from pitboss.games.baccarat.game import GAME
from pitboss.games.baccarat.hands import Side
from pitboss.games.baccarat.live import own_view, staff_view, view
from pitboss.games.baccarat.next_act import next_act
from pitboss.games.cards import CARDS
from pitboss.games.shoe.acts import TakeSeat
from pitboss.games.shoe.next_act import steps_of
from tests.support.baccarat_driver import SHUFFLER, BaccaratDriver
from tests.support.driven import need, there

ACTS = msgspec.json.Decoder(GAME.act_decoder.type)
SEATS = {2: "Ann", 5: "Bob"}


class Pressed:
    """A table at which nothing is done but the next act, and what players do themselves."""

    def __init__(self, **settings):
        self.house = BaccaratDriver(settings={"cut_from_end": 104, **settings})
        self.order = random.Random(7)
        self.pressed = []

    @property
    def table(self):
        """Return the table as it stands."""
        return self.house.table

    def press(self):
        """Do the next act, with a card where one is due; return what it was."""
        told = next_act(self.table)
        if told["act"] is None:
            self.house.sit(*SEATS.items())
            return told
        if told["act"] == "baccarat.call_no_more_bets/1" and not self.table.round.wagers:
            self.bet()
        named = {"card": self.card()} if told.get("is_card") else {}
        act = ACTS.decode(msgspec.json.encode({"type": told["act"], **told["fields"], **named}))
        who = told["by"][0].removesuffix("+")
        self.house.do(who, act, witness="floorperson" if told["act"] == "cards.inspect_cards/1" else None)
        self.pressed.append(told)
        return told

    def card(self):
        """Return a card that the shoe still has."""
        shoe = self.table.cards.shoe
        return self.order.choice([card for card in CARDS if shoe.can_give(card)])

    def bet(self):
        """Let everybody bet: one on the Player's Hand, the other on the Banker's and on a tie."""
        for position, on in ((2, "player"), (5, "banker"), (5, "tie")):
            who = SEATS[position]
            self.house.do(who, PlaceWager(position=position, player=who, on=on, stake_minor=2_000))

    def until(self, is_there, most=2_000):
        """Press on until something is so."""
        for _ in range(most):
            if is_there(self.table):
                return self
            self.press()
        raise AssertionError(next_act(self.table))


@pytest.mark.parametrize("shuffler", [{}, SHUFFLER], ids=["by hand", "shuffler"])
@pytest.mark.parametrize("deal", ["a", "b", "c"])
@pytest.mark.parametrize("collect", ["deferred", "at_once"])
def test_pressing_it_leads_through_a_whole_shoe_and_into_the_next(deal, collect, shuffler):
    """From the closed table to the first coup of the second shoe, with vigorish collected in between."""
    played = Pressed(deal=deal, collect=collect, **shuffler)
    played.until(lambda state: state.cards.shoes == 2 and state.phase == "betting")
    done = [told["act"].partition("/")[0] for told in played.pressed]

    assert "baccarat.announce_last_hand" in done
    assert (deal == "c") is ("baccarat.hand_cards" in done)
    assert (deal == "b") is ("baccarat.turn_cards" in done)
    assert (collect == "deferred") is ("baccarat.collect_vigorish" in done)
    assert {"baccarat.call_points", "baccarat.call_result"} == {
        told["act"].partition("/")[0] for told in played.pressed if told.get("said")
    }


def test_the_steps_of_the_cards_are_ticked_one_after_the_other():
    """None before the inspection, all but the last before the first card, and no list while they are in play."""
    played = Pressed()
    played.until(lambda state: state.is_open)
    seen = [sum(one["is_done"] for one in steps_of(played.table))]
    while played.table.cards.stage != "in_play":
        played.press()
        seen.append(sum(one["is_done"] for one in steps_of(played.table)))

    assert (list(range(8)), []) == (sorted(set(seen)), steps_of(played.table))


def test_a_right_that_is_given_up_is_offered_on():
    """To the next player, who may decline; then the dealer turns the cards (MB-N5)."""
    played = Pressed(deal="c").until(lambda state: state.play.handed is Side.PLAYER)
    played.house.do("Ann", RelinquishTurn(hand=Side.PLAYER, reason="no"))
    offered = next_act(played.table)
    (declined,) = offered["others"]
    act = ACTS.decode(msgspec.json.encode({"type": offered["act"], **declined["fields"]}))
    played.house.do("dealer", act)

    assert ("Bob turns the Player's cards", "MB-N5") == (offered["text"], offered["clause"])
    assert "Turn the Player's cards up" == next_act(played.table)["text"]


def test_a_table_that_everybody_left_has_its_cards_spread_first():
    """Not the next coup: whoever comes may look at them (MB-E6)."""
    played = Pressed().until(lambda state: state.phase == "settled" and state.play.is_layout_clear)
    for position, player in SEATS.items():
        played.house.do(player, LeaveTable(position=position))

    assert "cards.spread_idle_cards/1" == next_act(played.table)["act"]
    played.press()
    played.house.do("Cid", TakeSeat(position=1, player="Cid"))
    assert "cards.turn_idle_cards/1" == next_act(played.table)["act"]


def dealt(*cards, deal="a"):
    """Return a table with these cards out, and the counts called."""
    house = BaccaratDriver(settings={"deal": deal}).opened((2, "Ann"), (5, "Bob"))
    house.bet(2, "player", 2_000)
    return house.deal(*cards).table


@pytest.mark.parametrize(
    ("cards", "text", "clause"),
    [
        ("KD 3S 4S AD", "Player draws", "MB-K2"),
        ("KD 3S 4S AD 3H", "Banker draws", "MB-K3"),
        ("KD 3S 4S AD 8H", "Banker stands", "MB-K3"),
        ("KD 3S 7S AD", "Banker draws", "MB-K3"),
        ("KD 3S 7S 4D", "Banker stands", "MB-K3"),
        ("KD 3S 8S AD", "Both hands stand", "MB-K1"),
    ],
)
def test_the_banner_says_who_draws_and_by_which_clause(cards, text, clause):
    """As the tables of the edition have it."""
    told = there(drawing(dealt(*cards.split())), cards)

    assert (text, clause) == (told["text"], told["clause"])


def test_the_row_of_table_2_is_shown_while_the_player_draws():
    """A Banker's four draws against two to seven."""
    told = there(drawing(dealt("KD", "3S", "4S", "AD")), "four cards lie")

    assert [False, False, *[True] * 6, False, False] == told["then"]


def test_a_card_says_beforehand_what_it_makes():
    """The count of its hand, and the result where it is the last."""
    found = makes(dealt("KD", "3S", "4S", "AD", "3H"))

    assert {"value": 4, "points": 8, "ends": "Banker wins, 8 to 7"} == found["4"]
    assert {"value": 3, "points": 7, "ends": "Tie Hand, 7 to 7"} == found["3"]


@pytest.mark.parametrize("deal", ["b", "c"])
def test_nothing_is_said_of_cards_that_lie_face_down(deal):
    """What the next card would make would tell what the hidden one is."""
    table = dealt("KD", "3S", "4S", deal=deal)

    assert ({}, None) == (makes(table), drawing(table))


def test_whoever_holds_the_cards_sees_them_and_nobody_else():
    """Ann turns the Player's cards, and knows them before the table does (MB-J3c)."""
    played = Pressed(deal="c").until(lambda state: state.play.handed is Side.PLAYER)
    mine = own_view(played.table, "Ann")["turning"]

    assert {"hand": "player", "cards": played.table.round.player} == mine
    assert None is own_view(played.table, "Bob")["turning"]
    assert ["", ""] == view(played.table)["hands"]["player"]["cards"]
    assert not any(card in str(staff_view(played.table, Role.DEALER)) for card in played.table.round.player)


def test_the_payments_are_those_that_are_recorded():
    """Before payment what it would be, after it what it was, in the same order and with the same clause."""
    played = Pressed(pay_order="c").until(lambda state: state.play.are_losers_collected)
    before = view(played.table)["payments"]
    played.press()
    after = view(played.table)["payments"]
    ended = played.table.ended
    need(ended is not None, "it ended")

    assert {**before, "is_paid": True} == after
    assert "MB-L2c" == after["clause"]
    assert [(step.deed.value, step.position) for step in ended.steps] == [
        (one["deed"], one["position"]) for one in after["steps"]
    ]


def test_a_seat_is_told_what_its_own_bets_came_to():
    """Its rows of the last coup, and no one else's."""
    played = Pressed().until(lambda state: state.phase == "settled")
    rows = own_view(played.table, "Bob")["last"]["rows"]

    assert {("Bob", "banker"), ("Bob", "tie")} == {(row["player"], row["on"]) for row in rows}
