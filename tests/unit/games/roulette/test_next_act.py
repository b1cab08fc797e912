"""The one next act of a roulette table, in every state that it can be in."""

import msgspec
import pytest

from pitboss.decider import Person, Role
from pitboss.games import disputes
from pitboss.games.roulette import acts as a
from pitboss.games.roulette.asked import asked
from pitboss.games.roulette.legal import legal
from pitboss.games.roulette.next_act import next_act
from pitboss.games.table import acts as table_acts
from tests.support.driven import there
from tests.support.driver import HOIAN, HOUSES, ONEIDA, STAFF, Driver

QUESTIONED = {"player": "Ann", "bet": "red", "source": "value"}


def told(table):
    """Return the name of the next act and what the button says."""
    found = next_act(table.table)
    return found["act"], found["text"]


@pytest.mark.parametrize("house", HOUSES)
def test_the_next_act_leads_through_a_whole_round_and_is_accepted_each_time(house):
    """From the inspection to the next round a dealer does nothing but what stands on the one button."""
    table, said = Driver(house), []
    kinds = {f"{kind.__struct_config__.tag}": kind for kind in table.game.acts}
    for _ in range(10):
        found = next_act(table.table)
        said.append(found["act"].partition(".")[2])
        extra = {"pocket": "7", "revolutions": 8} if found["act"] == "roulette.enter_number/1" else {}
        table.do("dealer", msgspec.convert({"type": found["act"], **found["fields"], **extra}, kinds[found["act"]]))
    expected = [
        "inspect_equipment/1",
        "open/1",
        "open_betting/1",
        "spin_ball/1",
        "call_no_more_bets/1",
        "enter_number/1",
    ]
    assert [*expected, "place_dolly/1", "collect_losers/1", "pay_winners/1", "open_betting/1"] == said


@pytest.mark.parametrize("house", HOUSES)
def test_what_is_next_is_offered_to_whom_it_names(house):
    """In each state of a round the next act is one that the rules would accept from one of the roles it names."""
    table = Driver(house).opened()
    steps = [
        lambda: table.do("dealer", a.SpinBall(direction=a.Direction.AGAINST)),
        lambda: table.do("dealer", a.CallNoMoreBets()),
        lambda: table.do("dealer", a.EnterNumber(pocket="7", revolutions=9)),
        lambda: table.do("dealer", a.PlaceDolly(pocket="7")),
        lambda: table.do("dealer", a.CollectLosers()),
        lambda: table.do("dealer", a.PayWinners()),
    ]
    for step in steps:
        found = next_act(table.table)
        open_to = {offer.act.__struct_config__.tag for role in found["by"] for offer in legal(table.table, STAFF[role])}
        assert found["act"] in open_to
        step()


def test_the_losers_are_told_with_their_number_and_sum():
    """The button says how many wagers are swept, and what they come to."""
    table = Driver(ONEIDA, settings={"default_min": 100}).opened()
    table.bet("Ann", "red", 300)
    table.bet("Bob", "black", 500)
    table.spin("1")
    table.do("dealer", a.PlaceDolly(pocket="1"))
    assert ("Take the losing chips", "1 wager, $5.00") == (next_act(table.table)["text"], next_act(table.table)["hint"])
    table.do("dealer", a.CollectLosers())
    assert ("roulette.pay_winners/1", "Pay the winners") == told(table)


def test_where_nobody_won_or_lost_the_button_says_so():
    """Without wagers there is nothing to take and nobody to pay."""
    table = Driver(ONEIDA).opened()
    table.spin("1")
    table.do("dealer", a.PlaceDolly(pocket="1"))
    assert "No chip has lost" == next_act(table.table)["text"]
    table.do("dealer", a.CollectLosers())
    assert "Nobody has won" == next_act(table.table)["text"]


def test_several_losers_are_told_in_the_plural():
    """Two wagers are wagers."""
    table = Driver(ONEIDA, settings={"default_min": 100}).opened()
    for player in ("Ann", "Bob"):
        table.bet(player, "black", 500)
    table.spin("1")
    table.do("dealer", a.PlaceDolly(pocket="1"))
    assert "2 wagers, $10.00" == next_act(table.table)["hint"]


def test_a_questioned_chip_waits_for_a_pit_supervisor():
    """Nothing is collected before the ruling, which is not the dealer's."""
    table = Driver(HOIAN, settings={"default_min": 100}).opened()
    table.bet("Ann", "red", 300)
    table.spin("1")
    table.do("dealer", a.PlaceDolly(pocket="1"))
    table.do("Ann", a.QuestionPosition(**QUESTIONED))
    found = next_act(table.table)
    assert ("roulette.decide_position/1", "RH-6.6", ["pit_supervisor+"]) == (found["act"], found["clause"], found["by"])
    assert "Where do Ann's chips lie?" == found["text"]


def test_a_disputed_wager_is_nobodys_button():
    """A dispute holds the payment; who decides it does so in a dispute's own steps."""
    table = Driver(HOIAN, settings={"default_min": 100}).opened()
    table.bet("Ann", "red", 300)
    table.spin("1")
    table.do("dealer", a.PlaceDolly(pocket="1"))
    table.do("Ann", disputes.RaiseDispute(player="Ann", about="It was 3.", bet="red"))
    found = next_act(table.table)
    assert (None, "Ann's Red is in dispute", "RH-8.1") == (found["act"], found["text"], found["clause"])


def test_a_ball_that_left_the_wheel_is_examined_replaced_and_put_back():
    """After such a no spin the next round waits for the ball, by the house's own clauses."""
    table = Driver(HOIAN).opened()
    table.settle("7")
    table.do("dealer", table_acts.OpenBetting())
    table.do("dealer", a.SpinBall(direction=a.Direction.AGAINST))
    table.do("dealer", a.CallNoSpin(cause=a.Cause.BALL_OUT))
    table.do("dealer", table_acts.OpenBetting())
    assert ("roulette.examine_ball/1", "The ball is examined") == told(table)
    table.do("inspector", a.ExamineBall(is_sound=False))
    assert ("roulette.replace_ball/1", "Another ball is brought") == told(table)
    table.do("inspector", a.ReplaceBall(diameter_um=20_000, material=a.Material.NON_METALLIC))
    assert ("roulette.return_ball/1", "Put the ball back into 7") == told(table)
    table.do("dealer", a.ReturnBall(pocket="7"))
    assert ("roulette.spin_ball/1", "Spin the ball") == told(table)


def test_a_second_person_is_told_what_is_corrected_and_what_is_given():
    """What waits for a second person says the number, the chips, the clause and the amount; other acts say enough."""
    table = Driver(HOIAN).opened()
    table.spin("7")
    correction = there(asked(table.table, a.CorrectNumber(pocket="8", reason="Misread.")))
    further = there(asked(table.table, a.IssueColour(player="Ann", colour="pink", value_minor=100, count=20)))
    assert ("Game 1: 8, black?", "HP-C1") == (correction["title"], correction["clause"])
    assert ("A further colour for Ann?", "RH-4.7.3", 2_000) == tuple(
        further[name] for name in ("title", "clause", "amount_minor")
    )
    assert None is asked(table.table, a.CallNoMoreBets())


def test_a_house_without_a_rule_of_second_sets_cites_its_colours():
    """Oneida knows no second set; its clause of colours stands instead, and no round is needed to ask."""
    table = Driver(ONEIDA)
    further = there(asked(table.table, a.IssueColour(player="Ann", colour="pink", value_minor=100, count=20)))
    assert "RO-C2" == further["clause"]
    correction = there(asked(table.table, a.CorrectNumber(pocket="8", reason="Misread.")))
    assert "Entered was None." in correction["text"]


def test_the_mucker_pays_and_nothing_else():
    """Of all that is next a mucker is named for the payment alone."""
    table = Driver(ONEIDA).opened()
    assert ["dealer"] == next_act(table.table)["by"]
    table.spin("1")
    table.do("dealer", a.PlaceDolly(pocket="1"))
    table.do("dealer", a.CollectLosers())
    assert ["dealer", "mucker"] == next_act(table.table)["by"]
    assert Person("Max", Role.MUCKER) == STAFF["mucker"]
