"""What a roulette table shows on the live floor: the payments before and after they are made, the layout, the seats."""

import msgspec
import pytest

from pitboss.decider import Role
from pitboss.games.roulette import acts as a
from pitboss.games.roulette.live import own_view, staff_view, view
from pitboss.games.table import acts as table_acts
from tests.support.driver import HOIAN, HOUSES, ONEIDA, SEABROOK, Driver

WAGERS = {
    ONEIDA: (
        "straight:2",
        "split:2-3",
        "row:1-2-3",
        "first_five:0-00-1-2-3",
        "corner:2-3-5-6",
        "dozen:1",
        "red",
        "even",
    ),
    HOIAN: (
        "straight:2",
        "split:2-3",
        "row:1-2-3",
        "first_four:0-1-2-3",
        "triple:0-1-2",
        "corner:2-3-5-6",
        "dozen:1",
        "red",
    ),
    SEABROOK: ("straight:2", "split:2-3", "row:1-2-3", "corner:2-3-5-6", "six:1-6", "column:2", "low", "odd"),
}
FIELDS = ("player", "bet", "source", "stake_minor", "paid_minor", "outcome", "clause")


def laid(house):
    """Open a table of a house, at which two players lay the same kinds of wagers in colours."""
    settings = {} if house == SEABROOK else {"default_min": 100, "default_max": 100_000}
    table = Driver(house, settings=settings).opened()
    for player, colour in (("Ann", "blue"), ("Bob", "pink")):
        table.colour(player, colour)
        for bet in WAGERS[house]:
            table.bet(player, bet, 200, f"colour:{colour}")
    return table


def paid(settled):
    """Return the rows of a settlement whose chips were not lost, in their order."""
    columns = zip(*(getattr(settled.wagers, name) for name in FIELDS), strict=True)
    rows = [dict(zip(FIELDS, row, strict=True)) for row in columns]
    return [row for row in rows if row["outcome"] != "lose"]


@pytest.mark.parametrize("house", HOUSES)
def test_the_list_of_payments_is_what_the_settlement_pays_to_the_cent_and_in_its_order(house):
    """What a dealer reads before paying is, row by row, what `RoundSettled` records; and so is it afterwards."""
    table = laid(house)
    table.spin("2")
    before = view(table.table)["payments"]
    settled = table.settle("2")
    after = view(table.table)["payments"]
    assert (False, True) == (before["is_paid"], after["is_paid"])
    assert paid(settled) == before["rows"] == after["rows"]
    assert sum(settled.wagers.stake_minor) == sum(row["stake_minor"] for row in before["rows"]) + before["lost_minor"]


def test_hoi_an_pays_outside_bets_first_and_all_of_a_player_at_once():
    """The list follows RH-6.5: columns, even chances and dozens before the inside, and a player is paid whole."""
    table = laid(HOIAN)
    table.bet("Cid", "column:2", 50_000)
    table.spin("2")
    rows = view(table.table)["payments"]["rows"]
    players = [row["player"] for row in rows]
    assert "column:2" == rows[0]["bet"]
    assert sorted(players, key=players.index) == players
    assert ["dozen:1", "first_four:0-1-2-3", "row:1-2-3"] == [row["bet"] for row in rows if row["player"] == "Bob"][:3]


def test_everybody_sees_whose_chips_lie_where():
    """Chips are told by player, kind and bet; colours by whose they are and what one is worth."""
    table = Driver(ONEIDA, settings={"default_min": 100}).opened()
    table.colour("Ann", "blue", value=100)
    table.bet("Ann", "red", 300, "colour:blue")
    table.bet("Bob", "red", 500)
    shown = view(table.table)
    assert {"Ann": {"colour:blue": {"red": 300}}, "Bob": {"value": {"red": 500}}} == shown["wagers"]
    assert {"blue": {"player": "Ann", "value_minor": 100, "has_marker": True}} == shown["colours"]


def test_before_the_first_round_nothing_lies_there_and_nothing_is_paid():
    """A table that was never opened shows no chips, no number and no payments."""
    shown = view(Driver(ONEIDA).table)
    assert ({}, None, None, None, None) == tuple(
        shown[name] for name in ("wagers", "pocket", "dolly", "payments", "void")
    )


def test_a_refused_payment_of_foreign_chips_is_given_back_in_the_list():
    """Chips whose payment management refused stand in the list without an amount, with the clause that says so."""
    table = Driver(HOIAN, settings={"default_min": 100}).opened()
    table.bet("Ann", "red", 300)
    table.spin("1")
    wager = {"player": "Ann", "bet": "red"}
    table.do("dealer", a.FindForeignChips(**wager, source="value", origin_table="R2", worth_minor=300))
    table.do("pit_manager", a.RefuseForeignPayment(**wager, source="foreign:R2"))
    (row,) = view(table.table)["payments"]["rows"]
    assert ("returned", 0, "RH-7.11.1") == (row["outcome"], row["paid_minor"], row["clause"])


def test_a_void_spin_is_told_with_its_cause_and_clause_until_the_next_round():
    """After a no spin the table says why, by the house's words and clause, and how much went back."""
    table = Driver(HOIAN, settings={"default_min": 100}).opened()
    table.bet("Ann", "red", 300)
    table.do("dealer", a.SpinBall(direction=a.Direction.AGAINST))
    table.do("dealer", a.CallNoSpin(cause=a.Cause.FLOATER))
    assert {"words": "the ball floats", "clause": "RH-7.4.1", "returned_minor": 300} == view(table.table)["void"]
    assert [("void", "RH-7.4.1")] == [
        (row["outcome"], row["clause"]) for row in own_view(table.table, "Ann")["last"]["rows"]
    ]


def test_a_number_that_has_come_up_is_the_newest_before_it_is_paid():
    """It stands once among the last results, and not a second time when it is paid."""
    table = Driver(ONEIDA, settings={"default_min": 100}).opened()
    table.settle("5")
    table.do("dealer", table_acts.OpenBetting())
    table.spin("17")
    landed = [one["pocket"] for one in view(table.table)["results"]]
    table.settle("17")
    assert (["17", "5"], ["17", "5"]) == (landed, [one["pocket"] for one in view(table.table)["results"]])


def test_a_questioned_chip_is_shown_until_it_is_decided():
    """Everybody sees which chip is in question."""
    table = laid(HOIAN)
    table.spin("2")
    wager = {"player": "Ann", "bet": "split:2-3", "source": "colour:blue"}
    table.do("Ann", a.QuestionPosition(**wager))
    assert [wager] == view(table.table)["questioned"]
    table.do("pit_supervisor", a.DecidePosition(**wager, decided="straight:2"))
    assert [] == view(table.table)["questioned"]


def test_a_seat_sees_its_own_chips_whether_it_waits_and_what_its_bets_came_to():
    """A seat's view has nobody else's rows."""
    table = Driver(ONEIDA, settings={"default_min": 100}).opened()
    table.do("SEAT-3", a.RequestColour(player="SEAT-3"))
    assert {"sets": {}, "is_waiting": True, "last": None} == own_view(table.table, "SEAT-3")
    table.colour("SEAT-3", "blue", value=100, count=20)
    table.bet("SEAT-3", "red", 300, "colour:blue")
    table.bet("Bob", "black", 500)
    table.settle("1")
    own = own_view(table.table, "SEAT-3")
    assert {"blue": {"value_minor": 100, "held_minor": 2_300}} == own["sets"]
    assert [("red", "win", 300)] == [(row["bet"], row["outcome"], row["paid_minor"]) for row in own["last"]["rows"]]


def test_staff_see_chips_in_hand_who_waits_and_what_the_house_takes():
    """Those who work the table see what players hold, and the house's own rules as data."""
    table = Driver(SEABROOK).opened()
    table.colour("Ann", "blue", count=30)
    table.do("Bob", a.RequestColour(player="Bob"))
    shown = staff_view(table.table, Role.DEALER)
    assert ({"blue": 30}, ["Bob"], 0) == (shown["held"], shown["waiting"], shown["laid_minor"])
    assert ("none", False, 4) == tuple(
        shown["house"][name] for name in ("verbal", "has_value_chips", "revolutions_min")
    )
    assert 0 == staff_view(Driver(SEABROOK).table, Role.DEALER)["laid_minor"]


def test_a_full_table_fits_into_few_kilobytes():
    """The views are made at every change: forty wagers and their payments stay small enough to be sent each time."""
    table = laid(HOIAN)
    table.spin("2")
    assert 12_000 > len(msgspec.json.encode({**view(table.table), **staff_view(table.table, Role.DEALER)}))
