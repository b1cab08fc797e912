"""Seabrook Park's table: one dollar to four in roulette chips, the spin, irregularities and late bets."""

import json

import pytest

from pitboss.games import game
from pitboss.games.roulette import acts as roulette_acts
from pitboss.games.table import acts as table_acts
from pitboss.rulebook import SettingsRefused, check_table
from tests.support.driver import SEABROOK, Driver

NO_SPINS = {"same_direction": "RS-I1", "few_revolutions": "RS-I2", "foreign_object": "RS-I3"}
BLUE = "colour:blue"


def place(bet="red", stake=100, source=BLUE, **more):
    """Return Ann's wager of a dollar on red in blue chips, unless told otherwise."""
    return roulette_acts.PlaceWager(player="Ann", bet=bet, stake_minor=stake, source=source, **more)


def opened(*bets):
    """Return an open table with Ann's blue dollars on the bets."""
    driver = Driver(SEABROOK).opened()
    driver.colour("Ann", "blue")
    for bet in bets:
        driver.bet("Ann", bet, 100, BLUE)
    return driver


def closed(*bets, direction=roulette_acts.Direction.AGAINST):
    """Return such a table after the spin and "No More Bets"."""
    driver = opened(*bets)
    driver.do("dealer", roulette_acts.SpinBall(direction=direction))
    driver.do("dealer", roulette_acts.CallNoMoreBets())
    return driver


def answered(wagers, **more):
    """Answer a document in which the ball rests in 1."""
    document = {"rulebook": SEABROOK, "wagers": wagers, "pocket": "1", **more}
    return game("roulette").settle(json.dumps(document).encode(), 1)


def told(refused):
    """Return a refusal's clause and sentence."""
    return refused.clause, refused.reason


class TestPlacement:
    @pytest.mark.clause("RS-W")
    @pytest.mark.parametrize(
        ("source", "words"),
        [
            ("value", "wagers here are in roulette chips only, not in value chips"),
            ("coupon", "this table takes no match-play coupons"),
            ("credits", "credits chips are not taken at this table"),
            ("colour:pink", "pink chips are Bob's"),
            ("colour:tan", "tan chips were not issued at this table"),
        ],
    )
    def test_only_the_players_own_roulette_chips_are_taken(self, source, words):
        """Value chips, coupons, credits and another's colour are refused by the placement rule."""
        driver = opened()
        driver.colour("Bob", "pink")
        assert ("RS-W", words) == told(driver.refused("Ann", place(source=source)))
        assert BLUE == driver.do("Ann", place()).source

    @pytest.mark.clause("RS-W")
    def test_spoken_wagers_are_not_taken(self):
        """Wagers are chips on the layout, with cash or without."""
        act = roulette_acts.CallWager(
            player="Ann", bet="red", stake_minor=100, accompanied_by=roulette_acts.Accompanied.CASH
        )
        refused = opened().refused("dealer", act)
        assert ("RS-W", "a spoken wager with cash is refused: none is taken here") == told(refused)

    @pytest.mark.clause("RS-W")
    def test_no_two_players_have_the_same_colour(self):
        """Nor may a table name a colour that is a value chip's design."""
        act = roulette_acts.IssueColour(player="Bob", colour="blue", value_minor=100, count=1)
        expected = ("RS-W", "blue chips are Ann's: no two players have the same colour")
        assert expected == told(opened().refused("dealer", act))
        with pytest.raises(SettingsRefused, match="'green' would be taken for value chips") as caught:
            Driver(SEABROOK, settings={"colours": ["green"]})
        assert "RS-W" == caught.value.clause

    @pytest.mark.clause("RS-W")
    def test_a_colour_is_free_once_its_last_chip_is_lost(self):
        """Chips that nobody has match nobody's: another player may be given them."""
        driver = Driver(SEABROOK).opened()
        driver.colour("Ann", "blue", count=1)
        driver.bet("Ann", "red", 100, BLUE)
        driver.settle("2")
        assert "blue" in driver.table.free_colours
        assert "Bob" == driver.colour("Bob", "blue").player

    @pytest.mark.clause("RS-W", "Q8")
    @pytest.mark.parametrize(
        ("stake", "words"),
        [
            (99, "$0.99 on red is under the table's minimum of $1.00"),
            (401, "$4.01 on red is over the table's maximum of $4.00"),
        ],
    )
    def test_a_wager_is_one_dollar_to_four(self, stake, words):
        """A cent under or over is refused by the placement rule; the ends and amounts between are taken."""
        driver = Driver(SEABROOK).opened()
        driver.colour("Ann", "blue", value=1, count=1000)
        assert ("RS-W", words) == told(driver.refused("Ann", place(stake=stake)))
        for bet, allowed in (("red", 100), ("black", 275), ("odd", 400)):
            assert allowed == driver.bet("Ann", bet, allowed, BLUE).stake_minor

    @pytest.mark.clause("Q8")
    def test_the_limits_are_each_positions(self):
        """Four dollars on each of many positions are allowed, and to each player; a fifth on one of them is not."""
        driver = opened()
        driver.colour("Bob", "pink")
        for bet in ("red", "straight:17", "split:17-20", "dozen:2"):
            driver.bet("Ann", bet, 400, BLUE)
        driver.bet("Bob", "red", 400, "colour:pink")
        refused = driver.refused("Ann", place())
        assert ("RS-W", "$5.00 on red is over the table's maximum of $4.00") == told(refused)

    @pytest.mark.clause("RS-W")
    @pytest.mark.parametrize(("which", "amount"), [("max", 500), ("min", 99), ("max", 300), ("min", 200)])
    def test_no_supervisor_moves_the_written_limits(self, which, amount):
        """A wager is $1.00 to $4.00: a table is neither wider nor narrower."""
        driver = opened()
        act = table_acts.SetLimit(kind="red", which=table_acts.Limit(which), amount_minor=amount)
        refused = driver.refused("pit_supervisor", act, witness="dealer")

        assert ("RS-W", True) == (refused.clause, f"red = {amount} is" in refused.reason)

    @pytest.mark.clause("RS-W", "Q62")
    @pytest.mark.parametrize(
        "settings",
        [
            {"default_min": 300, "default_max": 300},
            {"default_min": 400},
            {"default_max": 300},
            {"min": {"red": 200}},
            {"max": {"straight": 150}},
            {"player_max": 399},
            {"table_max": 399},
        ],
        ids=str,
    )
    def test_no_table_offers_less_than_one_dollar_to_four(self, settings):
        """Limits that turn away what the document takes are faults, limits on all positions together included."""
        assert {"RS-W"} == {fault.clause for fault in check_table({"rulebook": SEABROOK, "settings": settings})[1]}

    @pytest.mark.clause("Q62")
    def test_the_written_limits_may_be_repeated(self):
        """A house that writes down what the document says changes nothing."""
        settings = {"default_min": 100, "default_max": 400, "player_max": 400, "table_max": 2_000}

        assert () == check_table({"rulebook": SEABROOK, "settings": settings})[1]

    @pytest.mark.clause("RS-W")
    def test_position_decides_and_the_player_answers_for_it(self):
        """The dealer's hand on the chips changes nothing, and no ruling moves them once the ball lies."""
        driver = opened()
        placed = driver.bet("Ann", "straight:17", 100, BLUE, who="dealer")
        assert ("dealer", "Dora") == (placed.placed_by, placed.placed_by_id)
        driver.spin("20")
        question = roulette_acts.QuestionPosition(player="Ann", bet="straight:17", source=BLUE)
        assert "RS-W" == driver.refused("pit_manager", question).clause
        assert {("Ann", "straight:17"): ("lose", 0, "RS-T1")} == driver.rows(driver.settle("20"))


class TestSpin:
    @pytest.mark.clause("RS-S1")
    def test_a_valid_spin_is_thrown_once_by_the_dealer(self):
        """Four revolutions against the wheel give a number; a player's throw or a second one does not happen."""
        driver = closed()
        assert (
            "RS-S1"
            == driver.refused("dealer", roulette_acts.SpinBall(direction=roulette_acts.Direction.AGAINST)).clause
        )
        assert (
            "RS-S1" == opened().refused("Ann", roulette_acts.SpinBall(direction=roulette_acts.Direction.AGAINST)).clause
        )
        assert 4 == driver.do("dealer", roulette_acts.EnterNumber(pocket="17", revolutions=4)).revolutions

    @pytest.mark.clause("RS-S2")
    def test_no_more_bets_is_called_while_the_ball_runs(self):
        """Not before the spin, not twice, and before any number; until then bets are taken."""
        driver = opened()
        assert "RS-S2" == driver.refused("dealer", roulette_acts.CallNoMoreBets()).clause
        driver.do("dealer", roulette_acts.SpinBall(direction=roulette_acts.Direction.AGAINST))
        driver.bet("Ann", "red", 100, BLUE)
        early = driver.refused("dealer", roulette_acts.EnterNumber(pocket="17", revolutions=9))
        assert ("RS-S2", 'the ball cannot come to rest before "no more bets"') == told(early)
        driver.do("dealer", roulette_acts.CallNoMoreBets())
        assert "RS-S2" == driver.refused("dealer", roulette_acts.CallNoMoreBets()).clause

    @pytest.mark.clause("RS-S3")
    def test_number_and_dolly_are_on_record(self):
        """Number, colour and announcer are read back, and nothing is collected until the dolly lies right."""
        driver = closed("red")
        driver.do("dealer", roulette_acts.EnterNumber(pocket="00", revolutions=5))
        assert ("RS-S4", "the number is not marked yet") == told(
            driver.refused("dealer", roulette_acts.CollectLosers())
        )
        wrong = driver.refused("dealer", roulette_acts.PlaceDolly(pocket="0"))
        assert ("RS-S3", "the ball rests in 00, not in 0") == told(wrong)
        dolly = driver.do("dealer", roulette_acts.PlaceDolly(pocket="00"))
        assert ("00", "green", "Dora") == (dolly.pocket, dolly.colour, dolly.by)

    @pytest.mark.clause("RS-S4")
    def test_losers_are_collected_before_winners_are_paid_by_the_pay_table(self):
        """Payment waits for the sweep, and the settlement lists the losers first."""
        driver = closed("red", "black")
        driver.do("dealer", roulette_acts.EnterNumber(pocket="1", revolutions=5))
        driver.do("dealer", roulette_acts.PlaceDolly(pocket="1"))
        assert ("RS-S4", "the losing wagers are collected first") == told(
            driver.refused("dealer", roulette_acts.PayWinners())
        )
        assert 1 == driver.do("dealer", roulette_acts.CollectLosers()).count
        assert ("RS-T10", "RS-P") == driver.do("dealer", roulette_acts.PayWinners()).wagers.clause


class TestIrregularities:
    @pytest.mark.clause("RS-I1")
    def test_a_ball_with_the_wheel_gives_no_number(self):
        """However long it runs, "No Spin" must be called."""
        driver = closed("red", direction=roulette_acts.Direction.WITH)
        refused = driver.refused("dealer", roulette_acts.EnterNumber(pocket="1", revolutions=20))
        assert ("RS-I1", True) == (refused.clause, refused.reason.startswith("the ball ran with the wheel"))

    @pytest.mark.clause("RS-I2")
    @pytest.mark.parametrize("revolutions", [0, 3])
    def test_under_four_revolutions_gives_no_number(self, revolutions):
        """A short spin is refused with its count."""
        refused = closed("red").refused("dealer", roulette_acts.EnterNumber(pocket="1", revolutions=revolutions))
        assert ("RS-I2", revolutions) == (refused.clause, refused.values["revolutions"])

    @pytest.mark.clause("RS-I1", "RS-I2", "RS-I3", "Q4")
    @pytest.mark.parametrize(("cause", "clause"), NO_SPINS.items())
    def test_no_spin_voids_every_wager(self, cause, clause):
        """The dealer's call gives every chip back by its own clause, and no number can follow; a player cannot call."""
        driver = closed("red", "straight:17")
        act = roulette_acts.CallNoSpin(cause=roulette_acts.Cause(cause))
        assert clause == driver.refused("Ann", act).clause
        called = driver.do("dealer", act)
        assert {("Ann", bet): ("void", 0, clause) for bet in ("red", "straight:17")} == driver.rows(called)
        assert (10_000, 0) == (driver.table.held("Ann", "blue"), driver.table.balances["layout"])
        after = driver.refused("dealer", roulette_acts.EnterNumber(pocket="1", revolutions=9))
        assert ("Q4", "no number can be entered: this round is void") == told(after)

    @pytest.mark.clause("RS-I1", "RS-I2", "RS-I3")
    @pytest.mark.parametrize(("cause", "clause"), NO_SPINS.items())
    @pytest.mark.parametrize("is_ball_lifted", [True, False], ids=["lifted", "settled first"])
    def test_whether_the_ball_was_lifted_is_on_record(self, cause, clause, is_ball_lifted):
        """The dealer tries to lift it out: how that ended is read back, and the wager is void either way."""
        driver = closed("red")
        called = driver.do(
            "dealer", roulette_acts.CallNoSpin(cause=roulette_acts.Cause(cause), is_ball_lifted=is_ball_lifted)
        )
        assert (clause, is_ball_lifted) == (called.clause, called.is_ball_lifted)
        assert {("Ann", "red"): ("void", 0, clause)} == driver.rows(called)

    @pytest.mark.clause("Q4", "RS-W")
    def test_nobody_voids_a_number_that_has_come_up(self):
        """The position decides once the ball has settled: no suspicion takes a winner away."""
        driver = closed("red")
        driver.do("dealer", roulette_acts.EnterNumber(pocket="1", revolutions=5))
        act = roulette_acts.CallNoSpin(cause=roulette_acts.Cause.SUSPICION)

        assert "Q4" == driver.refused("pit_manager", act).clause
        assert {("Ann", "red"): ("win", 100, "RS-P")} == driver.rows(driver.settle("1"))

    @pytest.mark.clause("Q4", "RS-I1", "RS-I2", "RS-I3")
    @pytest.mark.parametrize(
        ("spin", "clause"),
        [
            ({"direction": "with"}, "RS-I1"),
            ({"revolutions": 3}, "RS-I2"),
            ({"event": "foreign_object"}, "RS-I3"),
            ({"event": "floater"}, "Q4"),
            ({"event": "suspicion"}, "Q4"),
        ],
    )
    def test_a_document_says_no_spin(self, spin, clause):
        """A document's invalid spin is announced and pays nothing, whatever number stands in it."""
        answer = answered([{"bet": "red", "cents": 100}], spin=spin)
        assert (False, "No Spin", 0) == (answer["valid"], answer["announce"], answer["total_net"])
        assert [("void", clause)] == [(row["outcome"], row["clause"]) for row in answer["results"]]

    @pytest.mark.clause("RS-I4")
    def test_a_late_bet_goes_back_and_the_spin_stands(self):
        """Bob's late bet is returned at once by I4; Ann's, down in time, is settled."""
        driver = closed("red")
        driver.colour("Bob", "pink", count=4)
        late = roulette_acts.PlaceWager(player="Bob", bet="red", stake_minor=100, source="colour:pink")
        assert ("RS-I4", 'red came after "no more bets" and is returned') == told(driver.refused("Bob", late))
        assert 400 == driver.table.held("Bob", "pink")
        driver.do("dealer", roulette_acts.EnterNumber(pocket="1", revolutions=5))
        assert {("Ann", "red"): ("win", 100, "RS-P")} == driver.rows(driver.settle("1"))

    @pytest.mark.clause("RS-I4", "RS-S2")
    @pytest.mark.parametrize(
        ("act", "expected"),
        [
            (place(), ("RS-I4", 'red came after "no more bets" and is returned')),
            (
                roulette_acts.RemoveWager(player="Ann", bet="red", stake_minor=100, source=BLUE),
                ("RS-S2", 'red may not be taken back after "no more bets"'),
            ),
        ],
        ids=["more", "back"],
    )
    def test_no_wager_is_changed_after_the_call(self, act, expected):
        """Neither more chips, by the clause of late bets, nor fewer, by the call's, on what lies there."""
        driver = closed("red")
        assert expected == told(driver.refused("Ann", act))
        assert 100 == driver.table.round.on_position["Ann", "red"]

    @pytest.mark.clause("RS-I4")
    def test_a_document_returns_a_late_bet(self):
        """The late wager comes back, the one in time is paid."""
        answer = answered([{"bet": "red", "cents": 100, "late": True}, {"bet": "red", "cents": 300}])
        found = [(row["outcome"], row["net"], row["clause"]) for row in answer["results"]]
        assert [("returned", 0, "RS-I4"), ("win", 300, "RS-P")] == found
