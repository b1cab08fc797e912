"""Hoi An, rules 4.7.2 to 4.7.3.1: one set of colour chips a player, and further sets by the Pit Manager's leave."""

import pytest

from pitboss.games.roulette import acts as a
from tests.support.driver import HOIAN, Driver

TWO_COLOURS = {"colours": ["blue", "red"]}


@pytest.fixture
def table():
    """Return an open table with its first round open for bets."""
    return Driver(HOIAN).opened()


def issuing(colour, player="Ann", *, value=100, count=10, has_marker=True, authorised=False):
    """Return the sale of a set of colour chips."""
    return a.IssueColour(
        player=player,
        colour=colour,
        value_minor=value,
        count=count,
        has_marker=has_marker,
        is_value_authorised=authorised,
    )


@pytest.mark.clause("RH-4.7.2")
def test_a_player_has_one_set(table):
    """More chips of the same set are no second set; another colour is, and is refused."""
    table.colour("Ann", "blue", count=5)
    table.colour("Ann", "blue", count=5)
    refusal = table.refused("dealer", issuing("red"))
    assert ("RH-4.7.2", "Ann has colour chips; a further set needs the Pit Manager") == (refusal.clause, refusal.reason)
    assert ["blue"] == table.table.colours_of("Ann")


@pytest.mark.clause("RH-4.7.2")
def test_no_two_players_have_one_set(table):
    """A set in use is its player's: not issued to another, and not bet by another."""
    table.colour("Ann", "blue")
    refusal = table.refused("dealer", issuing("blue", "Bea"))
    assert ("RH-4.7.2", "blue chips are Ann's: no two players have the same colour") == (refusal.clause, refusal.reason)
    act = a.PlaceWager(player="Bea", bet="red", stake_minor=100, source="colour:blue")
    refusal = table.refused("Bea", act)
    assert ("RH-4.7.2", "blue chips are Ann's") == (refusal.clause, refusal.reason)


@pytest.mark.clause("RH-4.7.3")
@pytest.mark.parametrize("witness", ["Bea", "inspector", "floorperson", "pit_supervisor", None])
def test_a_second_set_is_not_anybody_else_s_to_allow(table, witness):
    """Short of the Pit Manager nobody's word suffices."""
    table.colour("Ann", "blue")
    assert "a further set needs the Pit Manager" in table.refused("dealer", issuing("red"), witness=witness).reason


@pytest.mark.clause("RH-4.7.3")
def test_the_pit_manager_may_allow_a_second_set(table):
    """At the first one's value; the record names who allowed it."""
    table.colour("Ann", "blue")
    issued = table.do("dealer", issuing("red"), witness="pit_manager")
    assert ("Mai", 100) == (issued.authorised_by, issued.value_minor)
    assert ["blue", "red"] == table.table.colours_of("Ann")


@pytest.mark.clause("RH-4.7.3")
def test_a_second_set_leaves_nobody_without():
    """With one set left and a player waiting for it the Pit Manager cannot give it away either."""
    table = Driver(HOIAN, settings=TWO_COLOURS).opened()
    table.colour("Ann", "blue")
    table.do("Bea", a.RequestColour(player="Bea"))
    refusal = table.refused("dealer", issuing("red"), witness="pit_manager")
    assert ("RH-4.7.3", "Bea would be left without colour chips") == (refusal.clause, refusal.reason)
    assert "Bea" == table.do("dealer", issuing("red", "Bea")).player


@pytest.mark.clause("RH-4.7.3")
@pytest.mark.parametrize("waiting", [[], ["Ann"], ["Bea"]])
def test_a_second_set_is_given_while_there_is_one_for_everybody(waiting):
    """A third colour left over, or nobody else waiting, is enough."""
    colours = ["blue", "red", "pink"] if "Bea" in waiting else ["blue", "red"]
    table = Driver(HOIAN, settings={"colours": colours}).opened()
    for player in waiting:
        table.do(player, a.RequestColour(player=player))
    table.colour("Ann", "blue")
    assert "Mai" == table.do("dealer", issuing("red"), witness="pit_manager").authorised_by


@pytest.mark.clause("RH-4.7.3")
@pytest.mark.parametrize("who", ["Bea", "dealer"])
def test_a_player_who_waits_no_longer_keeps_nobody_from_a_second_set(who):
    """Taken off the list by the player or by the dealer, Bea cannot be left without."""
    table = Driver(HOIAN, settings=TWO_COLOURS).opened()
    table.colour("Ann", "blue")
    table.do("Bea", a.RequestColour(player="Bea"))
    assert "Bea" == table.do(who, a.CancelRequest(player="Bea")).player
    assert [] == table.table.waiting
    assert "Mai" == table.do("dealer", issuing("red"), witness="pit_manager").authorised_by


@pytest.mark.clause("RH-4.7.2", "RH-4.4")
@pytest.mark.parametrize(
    ("who", "player", "clause", "named"),
    [
        ("Ann", "Bea", "RH-4.4", "Ann may not handle Bea's chips"),
        ("inspector", "Bea", "RH-4.4", "may not handle wagers: that is for the player or dealer"),
        ("Ann", "Ann", "RH-4.7.2", "Ann is not waiting"),
    ],
)
def test_only_who_waits_is_taken_off_the_list(table, who, player, clause, named):
    """By nobody else's hand, and not without having asked; Bea keeps her place."""
    table.do("Bea", a.RequestColour(player="Bea"))
    refusal = table.refused(who, a.CancelRequest(player=player))
    assert (clause, ["Bea"]) == (refusal.clause, table.table.waiting)
    assert named in refusal.reason


@pytest.mark.clause("RH-4.7.3", "RH-4.7.3.1")
@pytest.mark.parametrize("value", [99, 200])
def test_the_colours_of_one_player_have_one_value_unless_authorised(table, value):
    """The second set at another value is refused with the first one's, and taken with the Pit Manager's word."""
    table.colour("Ann", "blue", value=100)
    refusal = table.refused("dealer", issuing("red", value=value), witness="pit_manager")
    assert "RH-4.7.3.1" == refusal.clause
    assert "Ann's colours are all worth 100 ₫ unless the Pit Manager authorises another" == refusal.reason
    issued = table.do("dealer", issuing("red", value=value, authorised=True), witness="pit_manager")
    assert (value, "Mai") == (issued.value_minor, issued.authorised_by)


@pytest.mark.clause("RH-4.7.3.1")
@pytest.mark.parametrize("witness", [None, "inspector", "pit_supervisor"])
def test_the_dealer_cannot_authorise_another_value(table, witness):
    """The flag alone, or a lesser person's word, allows nothing."""
    table.colour("Ann", "blue", value=100)
    act = issuing("red", value=200, authorised=True)
    assert "needs the Pit Manager" in table.refused("dealer", act, witness=witness).reason


@pytest.mark.clause("RH-4.7.3")
@pytest.mark.parametrize("witness", ["mucker", "pit_manager"])
def test_a_first_set_is_authorised_by_nobody(table, witness):
    """It needs no authority, so whoever looked on gave none; nor does more of it."""
    sales = [table.do("dealer", issuing("blue"), witness=witness) for _ in range(2)]
    assert [None, None] == [issued.authorised_by for issued in sales]
