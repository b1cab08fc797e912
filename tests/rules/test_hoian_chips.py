"""Hoi An, rule 4.7: colour chips, their emblem and value, and the table they are bound to."""

import pytest

from pitboss.games.roulette import acts as roulette_acts
from pitboss.games.table import acts as table_acts
from pitboss.rulebook import check_table
from tests.support.driver import HOIAN, Driver


@pytest.fixture
def table():
    """Return an open table with its first round open for bets."""
    return Driver(HOIAN).opened()


def issuing(colour, player="Ann", *, value=100, count=10, has_marker=True, authorised=False):
    """Return the sale of a set of colour chips."""
    return roulette_acts.IssueColour(
        player=player,
        colour=colour,
        value_minor=value,
        count=count,
        has_marker=has_marker,
        is_value_authorised=authorised,
    )


# 4.7 and 4.7.1: who issues them, and how they are told apart


@pytest.mark.clause("RH-4.7")
def test_the_dealer_issues_colour_chips_to_who_means_to_bet(table):
    """For cash into the drop box; the record has player, colour, value, count and dealer."""
    issued = table.do("dealer", issuing("blue", count=10))
    assert ("Ann", "blue", "Dora") == (issued.player, issued.colour, issued.by)
    assert (100, 10) == (issued.value_minor, issued.count)
    assert (1000, 1000) == (table.table.held("Ann", "blue"), table.table.balances["drop"])


@pytest.mark.clause("RH-4.7")
@pytest.mark.parametrize("who", ["Ann", "mucker", "inspector", "pit_supervisor", "pit_manager"])
def test_nobody_else_issues_colour_chips(table, who):
    """The permission is the dealer's by the clause that gives it, and no chips change hands."""
    refusal = table.refused(who, issuing("blue"))
    assert "RH-4.7" == refusal.clause
    assert "may not issue colour chips: that is for the dealer" in refusal.reason
    assert {} == table.table.colours


@pytest.mark.clause("RH-4.7.1", "RH-2.4")
def test_colour_chips_bear_the_emblem_of_their_table():
    """The same colour of two tables can be told apart."""
    emblems = [Driver(HOIAN, name=name).opened().colour("Ann", "blue").emblem for name in ("R1", "R2")]
    assert ["R1", "R2"] == emblems


@pytest.mark.clause("RH-4.7.1")
def test_a_table_without_a_name_has_no_emblem_of_its_own():
    """All such tables would have the same one, so none of them may issue colour chips."""
    table = Driver(HOIAN, name="").opened()
    refusal = table.refused("dealer", issuing("blue"))
    assert "RH-4.7.1" == refusal.clause
    assert "a table without a name has no emblem to tell its chips from another table's" == refusal.reason
    assert {} == table.table.colours


@pytest.mark.clause("RH-4.7.1")
def test_blanks_are_no_emblem():
    """Chips that bear three blanks cannot be told from those that bear two."""
    table = Driver(HOIAN, name="   ").opened()
    assert "RH-4.7.1" == table.refused("dealer", issuing("blue")).clause


@pytest.mark.clause("RH-4.7.1", "RH-2.4")
@pytest.mark.parametrize(
    ("colours", "named"),
    [(["blue", "red", "blue"], "names blue twice"), (["blue", "gold"], "'gold' would be taken for value chips")],
)
def test_sets_that_cannot_be_told_apart_are_refused(colours, named):
    """Neither two sets of one colour, nor a set in a cash chip's design."""
    _, [fault] = check_table({"rulebook": HOIAN, "name": "R1", "settings": {"colours": colours}})
    assert "RH-4.7.1" == fault.clause
    assert named in fault.reason


@pytest.mark.clause("RH-4.7.1", "RH-2.4")
def test_capitals_do_not_tell_two_sets_apart():
    """Chips have a colour, not a spelling: Blue and blue are one."""
    _, found = check_table({"rulebook": HOIAN, "name": "R1", "settings": {"colours": ["Blue", "blue"]}})
    assert ["RH-4.7.1"] == [fault.clause for fault in found]


@pytest.mark.clause("RH-2.4")
def test_colour_chips_are_those_of_this_table(table):
    """A colour the table does not have cannot be issued, and what was not issued here is not bet here."""
    refusal = table.refused("dealer", issuing("olive"))
    assert refusal.reason.startswith("this table has no olive chips; it has blue, brown,")
    act = roulette_acts.PlaceWager(player="Ann", bet="red", stake_minor=100, source="colour:blue")
    assert "blue chips were not issued at this table" == table.refused("Ann", act).reason


# 4.7.4 and 4.7.5: bound to the table, marked


@pytest.mark.clause("RH-4.7.4")
@pytest.mark.parametrize("source", ["foreign:R2", "colour:blue"])
def test_colour_chips_of_another_table_are_not_bet_here(table, source):
    """Whether they are declared as another table's or just not issued here."""
    act = roulette_acts.PlaceWager(player="Ann", bet="red", stake_minor=100, source=source)
    assert "RH-4.7.4" == table.refused("Ann", act).clause


@pytest.mark.clause("RH-4.7.4")
def test_colour_chips_are_redeemed_where_they_were_issued(table):
    """At their value there, and at another table not at all."""
    table.colour("Ann", "blue", value=500, count=10)
    elsewhere = Driver(HOIAN, name="R2").opened()
    refusal = elsewhere.refused("dealer", roulette_acts.RedeemColour(player="Ann", colour="blue", count=4))
    assert ("RH-4.7.4", "blue chips were not issued at this table") == (refusal.clause, refusal.reason)
    redeemed = table.do("dealer", roulette_acts.RedeemColour(player="Ann", colour="blue", count=4))
    assert (4, 2000) == (redeemed.count, redeemed.moves[0].amount_minor)
    assert 3000 == table.table.held("Ann", "blue")


@pytest.mark.clause("RH-4.7.4")
def test_the_table_stays_open_while_somebody_holds_its_chips(table):
    """They could be redeemed nowhere else; redeemed in full the colour is free again."""
    table.colour("Ann", "blue", count=10)
    table.settle("17")
    refusal = table.refused("dealer", table_acts.CloseTable())
    assert "RH-4.7.4" == refusal.clause
    assert "Ann still has blue chips, which can be changed only here" == refusal.reason
    table.do("dealer", roulette_acts.RedeemColour(player="Ann", colour="blue", count=10))
    assert "blue" in table.table.free_colours
    assert "Dora" == table.do("dealer", table_acts.CloseTable()).by


@pytest.mark.clause("RH-4.7.2", "RH-4.7.4")
def test_a_set_that_was_lost_is_free_again(table):
    """Who has lost every chip holds none to redeem: the set is another player's to have, and the table may close."""
    table.colour("Ann", "blue", count=1)
    table.bet("Ann", "straight:1", 100, "colour:blue")
    assert "blue" not in table.table.free_colours
    table.settle("17")
    assert ("blue" in table.table.free_colours, []) == (True, table.table.colours_of("Ann"))
    assert "Ann" == table.do("Ann", roulette_acts.RequestColour(player="Ann")).player
    assert "Bea" == table.do("dealer", issuing("blue", "Bea", count=1)).player
    table.do("dealer", roulette_acts.RedeemColour(player="Bea", colour="blue", count=1))
    assert "Dora" == table.do("dealer", table_acts.CloseTable()).by


@pytest.mark.clause("RH-4.7.2", "RH-4.7.4")
@pytest.mark.parametrize("bet", ["straight:17", "red"], ids=["won", "void"])
def test_a_set_that_came_back_from_the_layout_is_still_its_player_s(table, bet):
    """The last chip wins, or goes back after a no spin: the set is not free."""
    table.colour("Ann", "blue", count=1)
    table.bet("Ann", bet, 100, "colour:blue")
    if bet == "straight:17":
        table.settle("17")
    else:
        table.do("dealer", roulette_acts.SpinBall(direction=roulette_acts.Direction.AGAINST))
        table.do("dealer", roulette_acts.CallNoSpin(cause=roulette_acts.Cause.FLOATER))
    assert ["blue"] == table.table.colours_of("Ann")
    assert "RH-4.7.4" == table.refused("dealer", table_acts.CloseTable()).clause


@pytest.mark.clause("RH-4.7.5")
def test_a_colour_keeps_the_value_its_marker_shows(table):
    """Neither a broken chip nor more chips at another value; the marker that is up serves for more of them."""
    table.do("dealer", issuing("blue", value=500))
    broken = roulette_acts.PlaceWager(player="Ann", bet="red", stake_minor=700, source="colour:blue")
    refusal = table.refused("Ann", broken)
    assert ("RH-4.7.5", "700 ₫ cannot be made of blue chips at 500 ₫ each") == (refusal.clause, refusal.reason)
    refusal = table.refused("dealer", issuing("blue", value=100))
    assert ("RH-4.7.5", "Ann's blue chips are worth 500 ₫ each") == (refusal.clause, refusal.reason)
    assert 10 == table.do("dealer", issuing("blue", value=500, has_marker=False)).count
    assert table.table.colours["blue"].has_marker


@pytest.mark.clause("RH-4.7.5")
@pytest.mark.parametrize(("value", "needs_marker"), [(1_000, False), (9_999, False), (10_000, False), (10_001, True)])
def test_chips_above_the_minimum_carry_a_marker(value, needs_marker):
    """One dong above the table's minimum is above it; the sentence shows the value."""
    table = Driver(HOIAN, settings={"default_min": 10_000}).opened()
    act = issuing("blue", value=value, has_marker=False)
    if needs_marker:
        refusal = table.refused("dealer", act)
        assert "RH-4.7.5" == refusal.clause
        assert "chips at 10,001 ₫, above the table's minimum, carry a marker" == refusal.reason
        act = issuing("blue", value=value)
    assert needs_marker == table.do("dealer", act).has_marker
    assert value == table.table.colours["blue"].value_minor
