"""Hoi An, rules 5 and 6.2 to 6.5: the exact odds, zero, and the order in which winners are paid.

The tables below are text: one pocket, then its winning bets, groups of equal rank parted by a bar, first paid first.
"""

import json
from random import Random

import pytest

from pitboss.games import game
from pitboss.games.roulette import acts as a
from pitboss.games.roulette import events as e
from pitboss.rulebook import check_table, table_config
from tests.support.driver import HOIAN, Driver

ZERO_BETS = set("straight:0 split:0-1 split:0-2 split:0-3 triple:0-1-2 triple:0-2-3 first_four:0-1-2-3".split())

ON_17 = """column:2 | black odd low | dozen:2
    | six:16-21 | six:13-18 | row:16-17-18
    | corner:16-17-19-20 corner:17-18-20-21 | corner:13-14-16-17 corner:14-15-17-18
    | split:17-20 | split:16-17 split:17-18 | split:14-17 | straight:17"""
ON_20 = """column:2 | black even high | dozen:2
    | six:19-24 | six:16-21 | row:19-20-21
    | corner:19-20-22-23 corner:20-21-23-24 | corner:16-17-19-20 corner:17-18-20-21
    | split:20-23 | split:19-20 split:20-21 | split:17-20 | straight:20"""
ON_36 = """column:3 | red even high | dozen:3
    | six:31-36 | row:34-35-36
    | corner:32-33-35-36
    | split:35-36 | split:33-36 | straight:36"""
ON_1 = """column:1 | red odd low | dozen:1
    | six:1-6 | first_four:0-1-2-3 | row:1-2-3
    | corner:1-2-4-5 | triple:0-1-2
    | split:1-4 | split:1-2 | split:0-1 | straight:1"""
ON_2 = """column:2 | black even low | dozen:1
    | six:1-6 | first_four:0-1-2-3 | row:1-2-3
    | corner:1-2-4-5 corner:2-3-5-6 | triple:0-1-2 triple:0-2-3
    | split:2-5 | split:1-2 split:2-3 | split:0-2 | straight:2"""
ON_3 = """column:3 | red odd low | dozen:1
    | six:1-6 | first_four:0-1-2-3 | row:1-2-3
    | corner:2-3-5-6 | triple:0-2-3
    | split:3-6 | split:2-3 | split:0-3 | straight:3"""
ON_0 = """first_four:0-1-2-3
    | triple:0-1-2 triple:0-2-3
    | split:0-1 split:0-2 split:0-3 | straight:0"""


@pytest.fixture
def table():
    """Return an open table with its first round open for bets."""
    return Driver(HOIAN).opened()


def groups(text):
    """Read a table of payment groups."""
    return [set(group.split()) for group in text.split("|")]


def every_bet():
    """Return all positions of the layout, in an order that says nothing."""
    bets = [position.bet for position in Driver(HOIAN).table.rules.layout.positions]
    Random(7).shuffle(bets)
    return bets


def settle(pocket, bets):
    """Settle bets of one unit through a settlement document."""
    wagers = [{"bet": bet, "cents": 1} for bet in bets]
    document = {"rulebook": HOIAN, "wagers": wagers, "pocket": pocket}
    return game("roulette").settle(json.dumps(document).encode(), 1)


def paid_in_order(settled):
    """Return the winners of a settled round in the order they are paid, as (player, bet)."""
    w = settled.wagers
    rows = zip(w.player, w.bet, w.outcome, strict=True)
    return [(player, bet) for player, bet, outcome in rows if outcome is e.Outcome.WIN]


# 5.1: the odds, and neither more nor less


@pytest.mark.parametrize(
    ("bet", "kind", "odds", "clause"),
    [
        pytest.param("straight:17", "straight", 35, "RH-5.1a", marks=pytest.mark.clause("RH-5.1a")),
        pytest.param("split:17-20", "split", 17, "RH-5.1b", marks=pytest.mark.clause("RH-5.1b")),
        pytest.param("row:16-17-18", "row", 11, "RH-5.1c", marks=pytest.mark.clause("RH-5.1c")),
        pytest.param("corner:16-17-19-20", "corner", 8, "RH-5.1d", marks=pytest.mark.clause("RH-5.1d")),
        pytest.param("six:16-21", "six", 5, "RH-5.1e", marks=pytest.mark.clause("RH-5.1e")),
        pytest.param("column:2", "column", 2, "RH-5.1f", marks=pytest.mark.clause("RH-5.1f")),
        pytest.param("dozen:2", "dozen", 2, "RH-5.1g", marks=pytest.mark.clause("RH-5.1g")),
        pytest.param("low", "low", 1, "RH-5.1h", marks=pytest.mark.clause("RH-5.1h")),
        pytest.param("high", "high", 1, "RH-5.1i", marks=pytest.mark.clause("RH-5.1i")),
        pytest.param("red", "red", 1, "RH-5.1j", marks=pytest.mark.clause("RH-5.1j")),
        pytest.param("black", "black", 1, "RH-5.1j", marks=pytest.mark.clause("RH-5.1j")),
        pytest.param("odd", "odd", 1, "RH-5.1k", marks=pytest.mark.clause("RH-5.1k")),
        pytest.param("even", "even", 1, "RH-5.1k", marks=pytest.mark.clause("RH-5.1k")),
    ],
)
@pytest.mark.clause("RH-5.1")
def test_a_winner_is_paid_the_exact_odds(table, bet, kind, odds, clause):
    """To the last dong, whatever the stake; better odds are refused as worse ones are."""
    pocket = "20" if bet in ("high", "even") else "19" if bet == "red" else "17"
    table.bet("Ann", bet, 12_347)
    assert ("win", 12_347 * odds, clause) == table.rows(table.settle(pocket))["Ann", bet]
    for wrong in {odds + 1, odds - 1} - {0}:
        _, [fault] = check_table({"rulebook": HOIAN, "name": "R1", "settings": {"odds": {kind: wrong}}})
        assert clause == fault.clause
        assert f"at {wrong} to 1 is refused: exactly {odds} to 1 is written" in fault.reason


@pytest.mark.clause("RH-5.1")
def test_the_written_odds_may_be_repeated_in_the_settings():
    """A house that names the document's own figures changes nothing."""
    odds = {"straight": 35, "split": 17, "row": 11, "triple": 11, "corner": 8, "first_four": 8, "six": 5, "column": 2}
    config = table_config({"rulebook": HOIAN, "name": "R1", "settings": {"odds": odds}})
    assert odds == config.settings["odds"]


@pytest.mark.clause("RH-5.1")
def test_all_wrong_odds_are_found_at_once():
    """Each fault cites the item of the list it breaks."""
    odds = {"straight": 36, "first_four": 9, "dozen": 1, "first_five": 6}
    _, found = check_table({"rulebook": HOIAN, "name": "R1", "settings": {"odds": odds}})
    assert {"RH-5.1a", "RH-5.1d", "RH-5.1g", "RH-4.8"} == {fault.clause for fault in found}


# 6.2: zero


@pytest.mark.clause("RH-6.2", "Q6")
def test_on_zero_only_wagers_with_the_zero_win():
    """Of all positions of the layout seven win, and every other loses whole."""
    results = settle("0", every_bet())["results"]
    assert ZERO_BETS == {row["bet"] for row in results if row["outcome"] == "win"}
    assert {("lose", -1)} == {(row["outcome"], row["net"]) for row in results if row["bet"] not in ZERO_BETS}


@pytest.mark.clause("RH-6.2")
def test_half_of_an_even_chance_cannot_be_given_back_on_zero():
    """A table that would is refused."""
    _, [fault] = check_table({"rulebook": HOIAN, "name": "R1", "settings": {"half_back": True}})
    assert "RH-6.2" == fault.clause
    assert "half_back = true is refused" in fault.reason


@pytest.mark.clause("RH-6.2.1", "Q6")
@pytest.mark.parametrize(
    ("bet", "alike", "odds"),
    [
        ("straight:0", "straight:17", 35),
        ("split:0-2", "split:17-20", 17),
        ("triple:0-1-2", "row:16-17-18", 11),
        ("triple:0-2-3", "row:16-17-18", 11),
        ("first_four:0-1-2-3", "corner:16-17-19-20", 8),
    ],
)
def test_a_wager_with_the_zero_is_paid_like_its_kind_elsewhere(bet, alike, odds):
    """At the odds of the same type on other numbers, by the same item of the list."""
    zero, other = settle("0", [bet])["results"][0], settle("17", [alike])["results"][0]
    assert ("win", odds) == (zero["outcome"], zero["paid"])
    assert (zero["paid"], zero["clause"]) == (other["paid"], other["clause"])


# 6.3 to 6.5.2: the order of payment


@pytest.mark.parametrize(
    ("pocket", "text"),
    [
        pytest.param("17", ON_17, marks=pytest.mark.clause("RH-6.3.1", "RH-6.3.2", "RH-6.5")),
        pytest.param("20", ON_20, marks=pytest.mark.clause("RH-6.3.1", "RH-6.3.2", "RH-6.5")),
        pytest.param("36", ON_36, marks=pytest.mark.clause("RH-6.3.1", "RH-6.3.2", "RH-6.5")),
        pytest.param("1", ON_1, marks=pytest.mark.clause("RH-6.3.1", "RH-6.5.2", "RH-6.5.2.1", "RH-6.5.2.2", "Q7")),
        pytest.param("2", ON_2, marks=pytest.mark.clause("RH-6.3.1", "RH-6.5.2", "RH-6.5.2.1", "RH-6.5.2.2", "Q7")),
        pytest.param("3", ON_3, marks=pytest.mark.clause("RH-6.3.1", "RH-6.5.2", "RH-6.5.2.1", "RH-6.5.2.2", "Q7")),
        pytest.param("0", ON_0, marks=pytest.mark.clause("RH-6.5.2", "RH-6.5.2.1", "RH-6.5.2.2", "Q7")),
    ],
    ids=["17", "20", "36", "1", "2", "3", "0"],
)
def test_every_winning_bet_is_paid_in_its_turn(table, pocket, text):
    """With a chip on every position the groups are exactly those of the table, in a document and at the table."""
    bets = every_bet()
    assert groups(text) == [set(group) for group in settle(pocket, bets)["payment_groups"]]
    for bet in bets:
        table.bet("Ann", bet, 100)
    settled = table.settle(pocket)
    assert groups(text) == [set(group) for group in settled.payment_groups]

    turn = {bet: place for place, group in enumerate(groups(text)) for bet in group}
    turns = [turn[bet] for _, bet in paid_in_order(settled)]
    assert (len(turn), sorted(turns)) == (len(turns), turns)


@pytest.mark.parametrize(
    ("pocket", "earlier", "later", "odds"),
    [
        pytest.param("2", "dozen:1", "six:1-6", 5, marks=pytest.mark.clause("RH-6.5.2.1.1")),
        pytest.param("2", "six:1-6", "first_four:0-1-2-3", 8, marks=pytest.mark.clause("RH-6.5.2.1.2")),
        pytest.param("2", "first_four:0-1-2-3", "row:1-2-3", 11, marks=pytest.mark.clause("RH-6.5.2.1.3")),
        pytest.param("2", "row:1-2-3", "corner:1-2-4-5", 8, marks=pytest.mark.clause("RH-6.5.2.2.1")),
        pytest.param("2", "corner:1-2-4-5", "triple:0-1-2", 11, marks=pytest.mark.clause("RH-6.5.2.2.2")),
        pytest.param("2", "corner:2-3-5-6", "triple:0-2-3", 11, marks=pytest.mark.clause("RH-6.5.2.2.2", "Q6")),
        pytest.param("0", "triple:0-1-2", "split:0-2", 17, marks=pytest.mark.clause("RH-6.5.2.2.3")),
        pytest.param("0", "split:0-2", "straight:0", 35, marks=pytest.mark.clause("RH-6.5.2.2.4")),
    ],
)
def test_on_zero_to_three_each_step_has_its_turn_and_odds(table, pocket, earlier, later, odds):
    """The one before it is paid first although it was laid last, and the step pays what is written beside it."""
    table.bet("Ann", later, 100)
    table.bet("Bea", earlier, 100)
    settled = table.settle(pocket)
    assert ((earlier,), (later,)) == settled.payment_groups
    assert [("Bea", earlier), ("Ann", later)] == paid_in_order(settled)
    assert 100 * odds == table.rows(settled)["Ann", later][1]


@pytest.mark.clause("RH-6.5.2")
def test_the_order_is_the_usual_one_on_four_and_changed_on_three():
    """On 4 the street follows the six-line at once; on 3 the first four comes between them."""
    bets = ["straight:4", "corner:1-2-4-5", "row:4-5-6", "six:1-6", "first_four:0-1-2-3", "row:1-2-3"]
    on_four = [["six:1-6"], ["row:4-5-6"], ["corner:1-2-4-5"], ["straight:4"]]
    on_three = [["six:1-6"], ["first_four:0-1-2-3"], ["row:1-2-3"]]
    assert [on_four, on_three] == [settle(pocket, bets)["payment_groups"] for pocket in ("4", "3")]


@pytest.mark.clause("RH-6.3.1", "RH-6.3.2", "RH-6.5.2.1", "RH-6.5.2.2")
def test_every_step_of_the_order_names_its_clause(table):
    """The rules carry both orders as data, each step with the clause it comes from."""
    data = table.table.rules.data
    outside = {"column": "RH-6.3.1", "red": "RH-6.3.1", "dozen": "RH-6.3.1"}
    usual = dict.fromkeys(("six", "row", "corner", "split", "straight"), "RH-6.3.2")
    line = {"six": "RH-6.5.2.1.1", "first_four": "RH-6.5.2.1.2", "row": "RH-6.5.2.1.3"}
    others = {"corner": "1", "triple": "2", "split": "3", "straight": "4"}
    changed = line | {kind: f"RH-6.5.2.2.{step}" for kind, step in others.items()}
    assert list((outside | usual).items()) == [(step.kinds[0], step.clause) for step in data.payment]
    assert list((outside | changed).items()) == [(step.kinds[0], step.clause) for step in data.payment_changed]


@pytest.mark.clause("RH-6.3.1")
def test_losers_are_collected_before_anybody_is_paid(table):
    """Payment is refused until then, and in the settled columns every loser stands before the first winner."""
    for player, bet in (("Ann", "straight:17"), ("Bea", "red"), ("Cy", "column:2"), ("Dan", "straight:20")):
        table.bet(player, bet, 100)
    table.spin("17")
    table.do("dealer", a.PlaceDolly(pocket="17"))
    refusal = table.refused("dealer", a.PayWinners())
    assert ("RH-6.3.1", "the losing wagers are collected first") == (refusal.clause, refusal.reason)
    assert 2 == table.do("dealer", a.CollectLosers()).count
    settled = table.do("dealer", a.PayWinners())
    assert ("red", "straight:20", "column:2", "straight:17") == settled.wagers.bet
    assert ("lose", "lose", "win", "win") == settled.wagers.outcome


@pytest.mark.clause("RH-6.4", "Q7")
@pytest.mark.parametrize(("pocket", "bets"), [("17", ON_17), ("2", ON_2)], ids=["17", "2"])
def test_a_player_with_several_winning_areas_is_paid_at_one_time(table, pocket, bets):
    """One settlement, and in it one payment of everything from the rack to the player's chips."""
    table.colour("Ann", "blue", count=1000)
    table.colour("Bea", "red", count=1000)
    for bet in bets.replace("|", " ").split():
        table.bet("Ann", bet, 100, "colour:blue")
    table.bet("Bea", "column:2", 100, "colour:red")
    settled = table.settle(pocket)
    owed = sum(paid for (player, _), (_, paid, _) in table.rows(settled).items() if player == "Ann")
    paid = [(move.target, move.amount_minor) for move in settled.moves if move.source == "rack"]
    assert [("chips:Ann:blue", owed), ("chips:Bea:red", 200)] == sorted(paid)


@pytest.mark.clause("RH-6.4", "Q61")
def test_what_a_player_has_won_is_paid_without_another_player_between(table):
    """Bea's column is reached first, so all of hers is paid; then Ann's dozen with her straight, then Cy."""
    laid = (("Ann", "straight:17"), ("Bea", "split:17-20"), ("Cy", "row:16-17-18"), ("Ann", "dozen:2"))
    for player, bet in (*laid, ("Bea", "column:2")):
        table.bet(player, bet, 100)
    bea, ann = [("Bea", "column:2"), ("Bea", "split:17-20")], [("Ann", "dozen:2"), ("Ann", "straight:17")]

    assert [*bea, *ann, ("Cy", "row:16-17-18")] == paid_in_order(table.settle("17"))


@pytest.mark.clause("RH-6.4", "Q61")
def test_a_payout_at_one_time_leaves_the_order_of_the_areas(table):
    """The record has the areas as they come; Ann, whose column comes first, has her straight before Bea's dozen."""
    for player, bet in (("Ann", "straight:17"), ("Bea", "dozen:2"), ("Ann", "column:2")):
        table.bet(player, bet, 100)
    settled = table.settle("17")
    assert (("column:2",), ("dozen:2",), ("straight:17",)) == settled.payment_groups
    assert [("Ann", "column:2"), ("Ann", "straight:17"), ("Bea", "dozen:2")] == paid_in_order(settled)


@pytest.mark.clause("RH-6.4", "RH-6.5.1", "Q61")
def test_the_top_bet_of_a_position_brings_its_player_first(table):
    """Cy lies on top of Ann on 17; what each has besides is paid with it, in the order of the areas."""
    for player, bet in (("Ann", "split:17-20"), ("Cy", "split:17-20"), ("Cy", "straight:17"), ("Ann", "straight:17")):
        table.bet(player, bet, 100)
    cy, ann = [("Cy", "split:17-20"), ("Cy", "straight:17")], [("Ann", "split:17-20"), ("Ann", "straight:17")]

    assert [*cy, *ann] == paid_in_order(table.settle("17"))


@pytest.mark.clause("RH-6.5.1")
def test_all_players_on_one_position_are_paid_there_before_the_next(table):
    """Both players on the further six-line, and then both on the nearer one."""
    for player, bet in (("Ann", "six:13-18"), ("Bea", "six:16-21"), ("Cy", "six:13-18"), ("Dan", "six:16-21")):
        table.bet(player, bet, 100)
    settled = table.settle("17")
    assert (("six:16-21",), ("six:13-18",)) == settled.payment_groups
    assert [{"Bea", "Dan"}, {"Ann", "Cy"}] == [
        {player for player, _ in rows} for rows in (paid_in_order(settled)[:2], paid_in_order(settled)[2:])
    ]


@pytest.mark.clause("RH-6.5.1")
def test_the_top_bet_of_a_position_is_paid_first(table):
    """Who bet last on a position lies on top of the others."""
    for player in ("Ann", "Bea", "Cy"):
        table.bet(player, "straight:17", 100)
    assert ["Cy", "Bea", "Ann"] == [player for player, _ in paid_in_order(table.settle("17"))]


@pytest.mark.clause("RH-6.5.1")
def test_an_addition_lies_on_top_and_what_is_taken_off_lifts_nothing(table):
    """Ann's second chip brings her above Bea; Cy, who takes one of two chips back, stays where he lay."""
    for player, stake in (("Ann", 100), ("Cy", 200), ("Bea", 100), ("Ann", 100)):
        table.bet(player, "straight:17", stake)
    table.do("Cy", a.RemoveWager(player="Cy", bet="straight:17", stake_minor=100))
    assert ["Ann", "Bea", "Cy"] == [player for player, _ in paid_in_order(table.settle("17"))]


@pytest.mark.clause("RH-6.5.1")
def test_a_position_is_finished_from_the_top_before_another_of_its_group(table):
    """Two splits lie equally far from the wheel; all who are on one of them are paid, top first, then the other."""
    for player, bet in (("Ann", "split:16-17"), ("Bea", "split:17-18"), ("Cy", "split:16-17"), ("Dan", "split:17-18")):
        table.bet(player, bet, 100)
    settled = table.settle("17")
    assert [{"split:16-17", "split:17-18"}] == [set(group) for group in settled.payment_groups]
    one, other = [("Cy", "split:16-17"), ("Ann", "split:16-17")], [("Dan", "split:17-18"), ("Bea", "split:17-18")]
    assert paid_in_order(settled) in (one + other, other + one)
