"""Oneida's placement of wagers (section C), and the limits that outlived the struck clause (RO-G2)."""

import json

import pytest

from pitboss.decider import Move
from pitboss.games import game
from pitboss.games.roulette import acts as roulette_acts
from pitboss.games.table import acts as table_acts
from pitboss.rulebook import SettingsRefused
from tests.support.driver import ONEIDA, Driver

EVEN_CHANCES = {"red": "RO-E3", "black": "RO-E4", "odd": "RO-E5", "even": "RO-E6", "low": "RO-E7", "high": "RO-E8"}
BLUE_TO_BOB = roulette_acts.IssueColour(player="Bob", colour="blue", value_minor=100, count=1)


def place(source="value", bet="red", stake=100, player="Ann", **more):
    """Return a wager of a dollar on red by Ann, unless told otherwise."""
    return roulette_acts.PlaceWager(player=player, bet=bet, stake_minor=stake, source=source, **more)


def call(accompanied_by, source="value", stake=500):
    """Return a spoken wager on 17."""
    return roulette_acts.CallWager(
        player="Ann",
        bet="straight:17",
        stake_minor=stake,
        accompanied_by=roulette_acts.Accompanied(accompanied_by),
        source=source,
    )


def told(refused):
    """Return a refusal's clause and sentence."""
    return refused.clause, refused.reason


class TestWhatMayBeWagered:
    @pytest.mark.clause("RO-C1")
    @pytest.mark.parametrize("source", ["value", "colour:blue"])
    def test_chips_are_taken(self, source):
        """Value chips (tokens count as these) and the player's own colour chips make a wager."""
        driver = Driver(ONEIDA).opened()
        driver.colour("Ann", "blue")
        assert source == driver.do("Ann", place(source)).source

    @pytest.mark.clause("RO-C1")
    @pytest.mark.parametrize("source", ["credits", "foreign:R2"])
    def test_nothing_else_is(self, source):
        """Credits, and colour chips of another table, are refused by C1 and named."""
        refused = Driver(ONEIDA).opened().refused("Ann", place(source))
        assert ("RO-C1", f"{source} chips are not taken at this table") == told(refused)

    @pytest.mark.clause("RO-C1")
    def test_no_more_than_the_player_holds(self):
        """A wager is chips on the table, not a promise of chips."""
        driver = Driver(ONEIDA).opened()
        driver.colour("Ann", "blue", count=2)
        refused = driver.refused("Ann", place("colour:blue", stake=300))
        assert ("RO-C1", "Ann holds $2.00 in blue chips, not $3.00") == told(refused)

    @pytest.mark.clause("RO-C1")
    def test_a_verbal_wager_is_confirmed_and_its_cash_becomes_chips_at_once(self):
        """The record says with what it came and who confirmed it; the cash is in the drop before the wager lies."""
        called, placed = Driver(ONEIDA).opened().do("dealer", call("cash"))
        assert ("cash", "Dora") == (called.accompanied_by, called.confirmed_by)
        assert (Move("patrons", "drop", 500), Move("rack", "circulation", 500)) == called.moves
        assert ("straight:17", "dealer", (Move("circulation", "layout", 500),)) == (
            placed.bet,
            placed.placed_by,
            placed.moves,
        )

    @pytest.mark.clause("RO-C1")
    @pytest.mark.parametrize(
        ("who", "act", "words"),
        [
            ("dealer", call("nothing"), "a spoken wager with nothing is refused: it must come with cash"),
            ("dealer", call("chips"), "a spoken wager with chips is refused: it must come with cash"),
            ("Ann", call("cash"), "Ann, player, may not confirm a spoken wager"),
            ("dealer", call("cash", source="colour:blue"), "cash becomes value chips at once"),
        ],
        ids=["bare word", "chips", "unconfirmed", "not into chips"],
    )
    def test_other_verbal_wagers_are_refused(self, who, act, words):
        """Without cash, without the dealer's word, or with the cash left as it is, C1 refuses."""
        refused = Driver(ONEIDA).opened().refused(who, act)
        assert ("RO-C1", True) == (refused.clause, refused.reason.startswith(words))

    @pytest.mark.clause("RO-C1")
    def test_a_table_may_take_no_verbal_wagers(self):
        """They "may" be accepted: a house that does not is obeyed."""
        driver = Driver(ONEIDA, settings={"verbal": "none"}).opened()
        expected = ("RO-C1", "a spoken wager with cash is refused: none is taken here")
        assert expected == told(driver.refused("dealer", call("cash")))

    @pytest.mark.clause("RO-F2")
    def test_a_verbal_wager_may_come_too_late(self):
        """After "No More Bets" a spoken wager is refused by F2 like any other, and its cash stays the player's."""
        driver = Driver(ONEIDA).opened()
        driver.do("dealer", roulette_acts.SpinBall(direction=roulette_acts.Direction.AGAINST))
        driver.do("dealer", roulette_acts.CallNoMoreBets())
        expected = ("RO-F2", 'there was no time to place straight:17 before "no more bets"')
        assert expected == told(driver.refused("dealer", call("cash")))
        assert {} == driver.table.balances

    @pytest.mark.clause("RO-C1")
    def test_a_coupon_where_none_are_taken(self):
        """Coupons are wagered where applicable: a table that takes none refuses by C1."""
        refused = Driver(ONEIDA).opened().refused("Ann", place("coupon"))
        assert ("RO-C1", "this table takes no match-play coupons") == told(refused)


class TestNoTwoAlike:
    @pytest.mark.clause("RO-C2")
    def test_no_two_players_have_the_same_colour(self):
        """A colour in somebody's hands is issued to nobody else, until it was changed back."""
        driver = Driver(ONEIDA).opened()
        driver.colour("Ann", "blue", count=5)
        expected = ("RO-C2", "blue chips are Ann's: no two players have the same colour")
        assert expected == told(driver.refused("dealer", BLUE_TO_BOB))
        driver.do("dealer", roulette_acts.RedeemColour(player="Ann", colour="blue", count=5))
        assert "Bob" == driver.do("dealer", BLUE_TO_BOB).player

    @pytest.mark.clause("RO-C2")
    def test_nobody_bets_with_anothers_colour(self):
        """Chips of a colour that is another's, or nobody's, are refused on the layout too."""
        driver = Driver(ONEIDA).opened()
        driver.colour("Ann", "blue")
        assert ("RO-C2", "blue chips are Ann's") == told(driver.refused("Bob", place("colour:blue", player="Bob")))
        expected = ("RO-C2", "pink chips were not issued at this table")
        assert expected == told(driver.refused("Bob", place("colour:pink", player="Bob")))

    @pytest.mark.clause("RO-C2")
    def test_a_value_chips_design_is_no_players_colour(self):
        """Red is a value chip here: no such colour chips can be issued, and a table that lists them is refused."""
        act = roulette_acts.IssueColour(player="Ann", colour="red", value_minor=100, count=1)
        assert "RO-C2" == Driver(ONEIDA).opened().refused("dealer", act).clause
        with pytest.raises(SettingsRefused, match="'red' would be taken for value chips") as caught:
            Driver(ONEIDA, settings={"colours": ["blue", "red"]})
        assert "RO-C2" == caught.value.clause

    @pytest.mark.clause("RO-C2")
    @pytest.mark.parametrize("first", ["value", "coupon"])
    def test_never_a_value_chip_together_with_a_coupon(self, first):
        """Whichever lies there first, the other is refused."""
        driver = Driver(ONEIDA, settings={"match_play": True}).opened()
        driver.colour("Ann", "blue")
        driver.do("Ann", place("colour:blue"))
        driver.do("Ann", place(first))
        second = "coupon" if first == "value" else "value"
        refused = driver.refused("Ann", place(second))
        assert ("RO-C2", True) == (refused.clause, "may not be wagered with a" in refused.reason)

    @pytest.mark.clause("RO-C1", "RO-C2")
    def test_a_coupon_is_wagered_with_colour_chips(self):
        """With as much in the player's colour it lies, wins in value chips, and is used up."""
        driver = Driver(ONEIDA, settings={"match_play": True}).opened()
        driver.colour("Ann", "blue", count=1)
        assert "RO-C2" == driver.refused("Ann", place("coupon")).clause
        driver.do("Ann", place("colour:blue"))
        driver.do("Ann", place("coupon"))
        moves = driver.settle("1").moves
        assert {Move("rack", "chips:Ann:blue", 100), Move("rack", "circulation", 100)} <= set(moves)

    @pytest.mark.clause("RO-C2")
    @pytest.mark.parametrize(
        "act",
        [BLUE_TO_BOB, table_acts.CloseTable()],
        ids=["another player", "closing"],
    )
    def test_a_colour_is_free_once_its_last_chip_is_lost(self, act):
        """Blue chips that nobody has are no other person's: they can be issued again, and the table can close."""
        driver = Driver(ONEIDA).opened()
        driver.colour("Ann", "blue", count=1)
        driver.bet("Ann", "red", 100, "colour:blue")
        assert "RO-C2" == driver.refused("dealer", BLUE_TO_BOB).clause
        driver.settle("2")
        assert ({}, True) == (driver.table.colours, "blue" in driver.table.free_colours)
        driver.do("dealer", act)


class TestPosition:
    @pytest.mark.clause("RO-C3")
    @pytest.mark.parametrize(("who", "expected"), [("Ann", ("player", "Ann")), ("dealer", ("dealer", "Dora"))])
    def test_the_record_shows_who_placed_it_and_the_wager_is_the_players(self, who, expected):
        """Placed by the player or by the dealer, the loss is the player's."""
        driver = Driver(ONEIDA).opened()
        placed = driver.do(who, place(bet="straight:17"))
        assert expected == (placed.placed_by, placed.placed_by_id)
        assert {("Ann", "straight:17"): ("lose", 0, "RO-D1")} == driver.rows(driver.settle("20"))

    @pytest.mark.clause("RO-C3")
    @pytest.mark.parametrize(("who", "expected"), [("Ann", ("player", "Ann")), ("dealer", ("dealer", "Dora"))])
    def test_the_record_shows_who_took_it_back(self, who, expected):
        """Taken off by the player or by the dealer, the chips are the player's."""
        driver = Driver(ONEIDA).opened()
        driver.bet("Ann", "red", 100)
        removed = driver.do(who, roulette_acts.RemoveWager(player="Ann", bet="red", stake_minor=100))
        assert expected == (removed.removed_by, removed.removed_by_id)
        assert ("Ann", (Move("layout", "circulation", 100),)) == (removed.player, removed.moves)

    @pytest.mark.clause("RO-C3")
    @pytest.mark.parametrize("who", ["Bob", "mucker", "floorperson"])
    def test_nobody_else_handles_a_players_wager(self, who):
        """Neither another player nor staff but the dealer moves Ann's chips."""
        driver = Driver(ONEIDA).opened()
        driver.bet("Ann", "red", 100)
        assert "RO-C3" == driver.refused(who, place()).clause
        assert (
            "RO-C3" == driver.refused(who, roulette_acts.RemoveWager(player="Ann", bet="red", stake_minor=100)).clause
        )

    @pytest.mark.clause("RO-C4")
    def test_position_alone_decides(self):
        """Whoever placed it, in whichever chips and from wherever moved: what lies there at the rest is settled."""
        driver = Driver(ONEIDA).opened()
        driver.colour("Bob", "blue")
        driver.bet("Ann", "straight:17", 100, who="dealer")
        driver.bet("Bob", "straight:17", 100, "colour:blue")
        driver.bet("Cid", "straight:20", 100)
        driver.do("Cid", roulette_acts.RemoveWager(player="Cid", bet="straight:20", stake_minor=100))
        driver.bet("Cid", "straight:17", 100)
        expected = {(player, "straight:17"): ("win", 3500, "RO-G1") for player in ("Ann", "Bob", "Cid")}
        assert expected == driver.rows(driver.settle("17"))

    @pytest.mark.clause("RO-C4")
    def test_no_ruling_moves_a_chip_after_the_ball_fell(self):
        """There is no deciding otherwise: a questioned position is refused by C4, even to a supervisor."""
        driver = Driver(ONEIDA).opened()
        driver.bet("Ann", "straight:17", 100)
        driver.spin("20")
        act = roulette_acts.QuestionPosition(player="Ann", bet="straight:17", source="value")
        assert "RO-C4" == driver.refused("pit_supervisor", act).clause


class TestStruck:
    @pytest.mark.clause("RO-G2")
    def test_half_back_is_refused(self):
        """A table that would give back half of the even chances on a zero cannot be set up."""
        with pytest.raises(SettingsRefused, match="half_back = true is refused") as caught:
            Driver(ONEIDA, settings={"half_back": True})
        assert ("RO-G2", True) == (caught.value.clause, "struck" in caught.value.reason)

    @pytest.mark.clause("RO-G2", "Q3")
    @pytest.mark.parametrize("zero", ["0", "00"])
    def test_even_chances_lose_whole_on_a_zero(self, zero):
        """At the table too the whole stake goes to the rack."""
        driver = Driver(ONEIDA).opened()
        for bet in EVEN_CHANCES:
            driver.bet("Ann", bet, 100)
        settled = driver.settle(zero)
        assert (Move("layout", "rack", 600),) == settled.moves
        assert {("Ann", bet): ("lose", 0, clause) for bet, clause in EVEN_CHANCES.items()} == driver.rows(settled)

    @pytest.mark.clause("RO-G2")
    @pytest.mark.parametrize(
        ("stake", "words"),
        [
            (99, "$0.99 on straight:17 is under the table's minimum of $1.00"),
            (2_501, "$25.01 on straight:17 is over the table's maximum of $25.00"),
        ],
    )
    def test_limits_remain_a_setting(self, stake, words):
        """Nothing need be posted any more, but what the house sets is held to."""
        driver = Driver(ONEIDA, settings={"min": {"straight": 100}, "max": {"straight": 2_500}}).opened()
        assert ("RO-G2", words) == told(driver.refused("Ann", place(bet="straight:17", stake=stake)))
        assert 2_500 == driver.bet("Ann", "straight:17", 2_500).stake_minor

    @pytest.mark.clause("RO-G2")
    def test_limits_add_up_over_repeated_bets(self):
        """The second chip on a position is counted with the first; the rest of it may not fall under the minimum."""
        driver = Driver(ONEIDA, settings={"default_min": 200, "default_max": 500}).opened()
        driver.bet("Ann", "red", 400)
        assert 600 == driver.refused("Ann", place(stake=200)).values["total_minor"]
        act = roulette_acts.RemoveWager(player="Ann", bet="red", stake_minor=300)
        assert ("RO-G2", "$1.00 would be left on red, under the table's minimum") == told(driver.refused("Ann", act))

    @pytest.mark.clause("RO-G2")
    def test_a_limit_changes_with_the_next_round_and_two_people(self):
        """A supervisor alone may not change it; with a second person it holds from the next round on."""
        driver = Driver(ONEIDA).opened()
        act = table_acts.SetLimit(kind="red", which=table_acts.Limit.MAX, amount_minor=500)
        assert ("RO-G2", "a change of limits needs a second person") == told(driver.refused("pit_supervisor", act))
        changed = driver.do("pit_supervisor", act, witness="floorperson")
        assert ("red", "max", 500, "Sue", "Flo") == (
            changed.kind,
            changed.which,
            changed.amount_minor,
            changed.by,
            changed.witness,
        )
        driver.bet("Ann", "red", 600)
        driver.settle("1")
        driver.do("dealer", table_acts.OpenBetting())
        assert "RO-G2" == driver.refused("Ann", place(stake=600)).clause


@pytest.mark.clause("RO-F2")
def test_a_late_wager_of_a_document_is_returned():
    """The settlement of a document gives a late wager back by F2 and settles the others."""
    wagers = [{"bet": "red", "cents": 100, "late": True}, {"bet": "red", "cents": 200}]
    answer = game("roulette").settle(json.dumps({"rulebook": ONEIDA, "wagers": wagers, "pocket": "1"}).encode(), 1)
    assert [("returned", 0, "RO-F2"), ("win", 200, "RO-G1")] == [
        (row["outcome"], row["net"], row["clause"]) for row in answer["results"]
    ]
