"""The one next act of a sic bo table: whoever only presses it brings the table from closed through its rolls."""

import msgspec
import pytest

from pitboss.games.sicbo.acts import PlaceWager, ReportFailure, UncoverShaker
from pitboss.games.sicbo.game import GAME
from pitboss.games.sicbo.next_act import next_act
from pitboss.games.sicbo.settle import lit
from tests.support.sicbo_driver import SicBoDriver

ACTS = msgspec.json.Decoder(GAME.act_decoder.type)
DICE = (3, 3, 5)


class Pressed:
    """A table at which nothing is done but the next act, and what players do themselves."""

    def __init__(self):
        self.house = SicBoDriver()
        self.pressed = []

    def press(self, **given):
        """Do the next act, with dice where they are due; return what it was."""
        told = next_act(self.house.table)
        if told["act"] == "sicbo.call_no_more_bets/1":
            self.house.do("Ann", PlaceWager(player="Ann", bet="big", stake_minor=500))
            self.house.do("Bob", PlaceWager(player="Bob", bet="small", stake_minor=700))
        fields = {**told["fields"], **({"dice": DICE} if told.get("is_dice") else {})}
        if "seen_lit" in told.get("asks", ()):
            fields["seen_lit"] = lit(self.house.table.rules, DICE)
        if "repair" in told.get("asks", ()):
            fields["repair"] = "a new lamp"
        act = ACTS.decode(msgspec.json.encode({"type": told["act"], **fields, **given}))
        is_by_hand = told["act"] == "sicbo.settle_by_hand/1"
        who = told["by"][0].removesuffix("+")
        self.house.do(who, act, witness="floorperson" if is_by_hand else None)
        self.pressed.append(told["act"].partition(".")[2].removesuffix("/1"))
        return told

    def until(self, name):
        """Press until an act is next."""
        while not (told := next_act(self.house.table))["act"].endswith(f".{name}/1"):
            self.press()
        return told


def test_pressing_leads_from_the_inspection_through_two_rolls():
    """In the order of the rulebook, each act with its clause."""
    table = Pressed()
    while table.house.table.rounds < 3:
        told = table.press()
        assert told["clause"].startswith("SB-")

    roll = "open_betting call_no_more_bets shake_dice uncover_shaker enter_dice collect_losers pay_winners clear_lights"
    before = "inspect_equipment inspect_computer open post_sign"
    assert [*before.split(), *roll.split(), *roll.split(), "open_betting"] == table.pressed


def test_the_losers_are_counted_before_they_are_taken():
    """How many, and what they come to."""
    table = Pressed()

    assert "1 wager, $7.00" == table.until("collect_losers")["hint"]


def test_a_die_that_is_not_flat_is_the_other_button():
    """It leads to "No Roll", and the bets are open again."""
    table = Pressed()
    (other,) = table.until("uncover_shaker")["others"]
    table.house.do("dealer", UncoverShaker(**other["fields"]))
    table.press()

    assert ("call_no_roll", "betting") == (table.pressed[-1], table.house.table.phase)


@pytest.mark.parametrize("at", ["enter_dice", "collect_losers"])
def test_a_failure_with_the_shaker_uncovered_is_settled_by_hand(at):
    """Then the computer is repaired and inspected before anybody bets again; dice that were entered stay."""
    table = Pressed()
    table.until(at)
    table.house.do("dealer", ReportFailure(fault="dark"))
    told = next_act(table.house.table)
    first = len(table.pressed)
    table.until("open_betting")

    assert {"enter_dice": {}, "collect_losers": {"dice": [3, 3, 5]}}[at] == told["fields"]
    assert ["settle_by_hand", "record_repair", "inspect_computer"] == table.pressed[first:]


def test_a_failure_with_the_shaker_covered_waits_for_the_repair():
    """Every wager has gone back."""
    table = Pressed()
    table.until("shake_dice")
    table.house.do("dealer", ReportFailure(fault="dark"))
    told = next_act(table.house.table)

    assert ("sicbo.record_repair/1", ["floorperson", "pit_supervisor+"]) == (told["act"], told["by"])
