"""Hoi An, rules 4.7.4.1, 7.11 and 7.11.1: the colour chips of other tables."""

import pytest

from pitboss.games.roulette import acts as a
from tests.support.driver import HOIAN, STAFF, Driver

NOT_MANAGEMENT = ["Ann", "dealer", "mucker", "device", "inspector", "floorperson", "pit_supervisor"]


@pytest.fixture
def table():
    """Return an open table with its first round open for bets."""
    return Driver(HOIAN).opened()


def found_foreign(table, bet="straight:17", *, worth=250, pocket="17"):
    """Lay a wager that turns out, with the ball at rest, to be in R2's chips worth something else there."""
    table.colour("Ann", "blue")
    table.bet("Ann", bet, 100, "colour:blue")
    table.spin(pocket)
    act = a.FindForeignChips(player="Ann", bet=bet, source="colour:blue", origin_table="R2", worth_minor=worth)
    return table.do("dealer", act)


@pytest.mark.clause("RH-4.7.4.1")
@pytest.mark.parametrize("who", ["pit_manager", "director"])
def test_management_may_have_another_table_s_winners_paid_here(table, who):
    """At what they are worth; the record says from where, to whom, and by whose leave."""
    honoured = table.do(who, a.HonourForeignChips(player="Ann", origin_table="R2", worth_minor=750))
    assert ("Ann", "R2", 750) == (honoured.player, honoured.origin_table, honoured.worth_minor)
    assert (STAFF[who].id, who) == (honoured.by, honoured.role)
    assert {"foreign:R2": -750, "rack": 0, "circulation": 750} == table.table.balances


@pytest.mark.clause("RH-7.11")
@pytest.mark.parametrize(
    ("pocket", "row", "rack"), [("17", ("win", 8750, "RH-5.1a"), -18_750), ("20", ("lose", 0, "RH-6.1.1.2"), -9_750)]
)
def test_another_table_s_chips_count_at_their_value_there(table, pocket, row, rack):
    """Paid or taken for what R2 sold them at, and the player's own chips, wrongly counted, are back in hand."""
    found = found_foreign(table, worth=250, pocket=pocket)
    assert ("R2", 100, 250, "Dora") == (found.origin_table, found.stake_minor, found.worth_minor, found.by)
    settled = table.settle(pocket)
    assert (250, "foreign:R2") == (settled.wagers.stake_minor[0], settled.wagers.source[0])
    assert row == table.rows(settled)["Ann", "straight:17"]
    assert (10_000, rack) == (table.table.held("Ann", "blue"), table.table.balances["rack"])


@pytest.mark.clause("RH-7.11")
@pytest.mark.parametrize(
    ("who", "source", "named"),
    [
        ("Ann", "colour:blue", "may not find another table's chips"),
        ("mucker", "colour:blue", "may not find another table's chips"),
        ("dealer", "value", "value chips on red cannot be another table's colours"),
        ("dealer", "colour:red", "Ann has no colour:red chips on red"),
    ],
)
def test_only_staff_find_another_table_s_chips_and_only_colours_on_the_layout(table, who, source, named):
    """Each refusal cites the clause and shows what was wrong."""
    table.colour("Ann", "blue")
    table.bet("Ann", "red", 100, "colour:blue")
    table.bet("Ann", "red", 100)
    act = a.FindForeignChips(player="Ann", bet="red", source=source, origin_table="R2", worth_minor=250)
    before = table.refused("dealer", act)
    assert ("RH-7.11", "betting") == (before.clause, before.values["phase"])
    table.spin("17")
    refusal = table.refused(who, act)
    assert "RH-7.11" == refusal.clause
    assert named in refusal.reason


@pytest.mark.clause("RH-7.11", "Q64")
@pytest.mark.parametrize(("pocket", "outcome", "foreign"), [("17", "win", 0), ("20", "lose", -250)])
def test_a_player_without_a_set_here_may_have_laid_them(table, pocket, outcome, foreign):
    """Bea has no colour of this table: what was counted as value chips is R2's, and counts at its worth there."""
    table.bet("Bea", "straight:17", 100)
    table.spin(pocket)
    act = a.FindForeignChips(player="Bea", bet="straight:17", source="value", origin_table="R2", worth_minor=250)
    found = table.do("dealer", act)
    settled = table.settle(pocket)

    assert (100, 250) == (found.stake_minor, found.worth_minor)
    assert (outcome, 250) == (settled.wagers.outcome[0], settled.wagers.stake_minor[0])
    assert foreign == table.table.balances["foreign:R2"]


@pytest.mark.clause("RH-7.11.1")
@pytest.mark.parametrize("who", ["pit_manager", "director"])
@pytest.mark.parametrize(
    ("pocket", "row"), [("17", ("returned", 0, "RH-7.11.1")), ("20", ("lose", 0, "RH-6.1.1.2"))], ids=["win", "lose"]
)
def test_management_may_refuse_to_pay_them(table, who, pocket, row):
    """A winner then goes back unpaid, by that clause; a loser is lost all the same."""
    found_foreign(table, pocket=pocket)
    refused = table.do(who, a.RefuseForeignPayment(player="Ann", bet="straight:17", source="foreign:R2"))
    assert (STAFF[who].id, who) == (refused.by, refused.role)
    settled = table.settle(pocket)
    assert (row, ()) == (table.rows(settled)["Ann", "straight:17"], settled.payment_groups)
    assert (0 if pocket == "17" else -250) == table.table.balances["foreign:R2"]


@pytest.mark.clause("RH-4.7.4.1", "RH-7.11.1")
@pytest.mark.parametrize("who", NOT_MANAGEMENT)
def test_nobody_below_management_honours_them_or_refuses_payment(table, who):
    """Both rights are reserved, each by its own clause."""
    found_foreign(table)
    refuse = a.RefuseForeignPayment(player="Ann", bet="straight:17", source="foreign:R2")
    honour = a.HonourForeignChips(player="Ann", origin_table="R2", worth_minor=750)
    for act, clause in ((honour, "RH-4.7.4.1"), (refuse, "RH-7.11.1")):
        refusal = table.refused(who, act)
        assert clause == refusal.clause
        assert refusal.reason.endswith("another table's chips: that is for the pit manager or above")


@pytest.mark.clause("RH-7.11.1")
def test_payment_is_refused_of_other_tables_chips_only(table):
    """What a player wins with this table's own chips cannot be withheld."""
    table.bet("Bea", "red", 100)
    refusal = table.refused("pit_manager", a.RefuseForeignPayment(player="Bea", bet="red", source="value"))
    assert ("RH-7.11.1", "those are not another table's chips") == (refusal.clause, refusal.reason)


@pytest.mark.clause("RH-4.7.4.1")
def test_this_table_s_own_chips_are_not_honoured_as_another_s(table):
    """R1's winners are paid by settlement, not by leave of management."""
    refusal = table.refused("pit_manager", a.HonourForeignChips(player="Ann", origin_table="R1", worth_minor=750))
    assert ("RH-4.7.4.1", "R1 is this table: its chips are not another's") == (refusal.clause, refusal.reason)


@pytest.mark.clause("RH-7.11")
def test_this_table_s_own_chips_are_not_found_to_be_another_s(table):
    """R1's own chips cannot be given another value as if they came from elsewhere."""
    table.colour("Ann", "blue")
    table.bet("Ann", "red", 100, "colour:blue")
    table.spin("17")
    act = a.FindForeignChips(player="Ann", bet="red", source="colour:blue", origin_table="R1", worth_minor=250)
    refusal = table.refused("dealer", act)
    assert ("RH-7.11", "R1 is this table: its chips are not another's") == (refusal.clause, refusal.reason)


@pytest.mark.clause("RH-7.11", "RH-6.5.1")
def test_another_table_s_chips_stay_where_they_lie(table):
    """Their value changes and not their place: under Bea's chips, they are paid after them."""
    table.colour("Ann", "blue")
    table.bet("Ann", "straight:17", 100, "colour:blue")
    table.bet("Bea", "straight:17", 100)
    table.spin("17")
    act = a.FindForeignChips(player="Ann", bet="straight:17", source="colour:blue", origin_table="R2", worth_minor=250)
    table.do("dealer", act)
    assert ("Bea", "Ann") == table.settle("17").wagers.player
