"""Bets at a terminal (I.3b): chips and limits, cancel, undo, recall, clear and neighbours (Q2, Q31)."""

import pytest

from pitboss.decider import Move, Person, Role
from pitboss.games.roulette.automatic import acts as a
from pitboss.games.roulette.automatic.config import check_automatic
from tests.support.automatic_driver import AutomaticDriver
from tests.support.driver import ONEIDA

NEIGHBOURS_OF_17 = ("straight:20", "straight:32", "straight:5", "straight:22")
SETTINGS = {"max": {"straight": 1_000, "red": 2_500}, "min": {"red": 500}}


def place(bet="red", chip=500, terminal="T1"):
    """Return a chip dragged to a bet."""
    return a.PlaceBet(terminal=terminal, bet=bet, chip_minor=chip)


def several(**amounts):
    """Return several bets at once; `straight_17` is straight:17."""
    return a.PlaceBets(
        terminal="T1", bets=tuple(a.Stake(bet.replace("_", ":"), amount) for bet, amount in amounts.items())
    )


def told(refused):
    """Return a refusal's clause and sentence."""
    return refused.clause, refused.reason


def kept(driver):
    """Return what a refused act must leave alone: the bets and the balances."""
    return driver.bets("T1"), dict(driver.table.balances)


def finished(driver):
    """Play the game to its end on a number that takes most bets, and start the next."""
    driver.settle("00")
    driver.do("dealer", a.StartGame())
    return driver


class TestPlacing:
    @pytest.mark.clause("RA-3b.i", "RA-3b.ii")
    def test_a_bet_is_made_of_credits(self):
        """What is dragged to the layout leaves the credits, and no other account is touched."""
        driver = AutomaticDriver().started(T1=1_000)
        assert (Move("credits:T1.1", "layout", 500),) == driver.bet("T1", "red", 500).moves
        assert (500, {"red": 500}) == (driver.credits("T1"), driver.bets("T1"))

    @pytest.mark.clause("RA-3b.i", "RA-3b.iii")
    def test_no_more_than_the_credits(self):
        """The last cent may be bet; a chip that needs one more is refused whole."""
        driver = AutomaticDriver().started(T1=1_099)
        driver.bet("T1", "red", 500, 500)
        before = kept(driver)
        assert ("RA-3b.i", "$1.00 is needed and T1 has $0.99") == told(driver.refused("T1", place(chip=100)))
        assert before == kept(driver)

    @pytest.mark.clause("RA-3b.ii")
    @pytest.mark.parametrize("who", ["T2", "dealer", "pit_supervisor"])
    def test_only_the_player_touches_the_screen(self, who):
        """Neither another player nor the staff bets at a terminal."""
        assert "RA-3b.ii" == AutomaticDriver().started(T1=1_000, T2=1_000).refused(who, place()).clause

    @pytest.mark.clause("RA-3b.ii")
    def test_the_terminal_itself_may_speak_for_its_player(self):
        """As a device under its own name it bets, under another's it does not."""
        driver = AutomaticDriver().started(T1=1_000)
        offers = driver.game.legal(driver.table, Person("T1", Role.DEVICE))
        assert a.PlaceBet in {offer.act for offer in offers}
        assert "wheel-1 is not terminal T1" == driver.refused("device", place()).reason

    @pytest.mark.clause("RA-3b.iii")
    @pytest.mark.parametrize("chip", [100, 500, 1_000, 2_500, 10_000, 50_000])
    def test_each_of_the_six_chips_may_be_bet(self, chip):
        """Any of the chips on the screen is taken."""
        driver = AutomaticDriver().started(T1=50_000)
        driver.bet("T1", "red", chip)
        assert {"red": chip} == driver.bets("T1")

    @pytest.mark.clause("RA-3b.iii")
    @pytest.mark.parametrize("chip", [1, 99, 101, 600, 50_001])
    def test_no_other_chip_is_on_the_screen(self, chip):
        """An amount between them is refused."""
        refused = AutomaticDriver().started(T1=100_000).refused("T1", place(chip=chip))
        assert ("RA-3b.iii", chip) == (refused.clause, refused.values["chip_minor"])

    @pytest.mark.clause("RA-3b.iii")
    def test_any_mix_of_chips_adds_up(self):
        """Chips on one bet are one bet."""
        driver = AutomaticDriver().started(T1=10_000)
        driver.bet("T1", "red", 100, 500, 1_000, 100)
        assert {"red": 1_700} == driver.bets("T1")

    @pytest.mark.clause("RA-3b.iii")
    @pytest.mark.parametrize(
        ("chips", "fields"),
        [
            ([1, 2, 3, 4, 5], ["chips_minor"]),
            ([1, 2, 3, 4, 5, 5], ["chips_minor"]),
            ([1, 2, 3, 4, 5, 6, 7], ["chips_minor"]),
            ([1, 2, 3, 4, 5, 6], []),
        ],
        ids=["five", "one twice", "seven", "six"],
    )
    def test_a_screen_has_six_different_chips(self, chips, fields):
        """Neither five nor seven, nor one twice."""
        document = {"rulebook": ONEIDA, "name": "A1", "chips_minor": chips}
        assert fields == [fault.field for fault in check_automatic(document)[1]]

    @pytest.mark.clause("RA-3b.iii", "Q31")
    def test_a_chip_past_the_maximum_is_refused_whole(self):
        """Nothing of it is bet; a chip that just fits is taken."""
        driver = AutomaticDriver(settings=SETTINGS).started(T1=10_000)
        driver.bet("T1", "straight:17", 500, 100)
        before = kept(driver)
        refused = driver.refused("T1", place("straight:17", 500))
        assert ("RA-3b.iii", 1_100, 1_000) == (
            refused.clause,
            refused.values["total_minor"],
            refused.values["max_minor"],
        )
        assert before == kept(driver)
        driver.bet("T1", "straight:17", 100, 100, 100, 100)
        assert {"straight:17": 1_000} == driver.bets("T1")

    @pytest.mark.clause("RA-10", "RA-3b.iii")
    def test_limits_remain_a_setting_though_nothing_is_posted(self):
        """The duty to post was struck; a chip under the minimum is refused still, and the first that reaches it not."""
        driver = AutomaticDriver(settings=SETTINGS).started(T1=10_000)
        refused = driver.refused("T1", place(chip=100))
        assert ("RA-10", 500) == (refused.clause, refused.values["min_minor"])
        driver.bet("T1", "red", 500, 100)
        assert {"red": 600} == driver.bets("T1")

    @pytest.mark.clause("RA-3b.ii")
    @pytest.mark.parametrize("bet", ["straight:37", "purple", "split:1-9", ""])
    def test_a_bet_the_layout_has_not_is_refused(self, bet):
        """There is nowhere to drag the chip to."""
        driver = AutomaticDriver().started(T1=1_000)
        before = kept(driver)
        assert driver.refused("T1", place(bet)).reason
        assert before == kept(driver)


class TestSeveral:
    @pytest.mark.clause("RA-3b.ii", "RA-3b.iii")
    def test_several_bets_are_one_act(self):
        """Any mix of the chips on each, in one event and out of the credits."""
        driver = AutomaticDriver().started(T1=10_000)
        changed = driver.do("T1", several(red=700, straight_17=100, dozen_2=2_600))
        assert ("place_all", (Move("credits:T1.1", "layout", 3_400),)) == (changed.deed, changed.moves)
        assert {"red": 700, "straight:17": 100, "dozen:2": 2_600} == driver.bets("T1")
        words = "T1, place all: red +$7.00, straight:17 +$1.00, dozen:2 +$26.00. [RA-3b.ii]"
        assert words == driver.game.in_words(driver.table, changed)

    @pytest.mark.clause("RA-3b.i", "RA-3b.iii", "Q31")
    @pytest.mark.parametrize(
        ("acts", "clause", "value"),
        [
            (several(red=500, straight_17=1_100), "RA-3b.iii", ("max_minor", 1_000)),
            (several(straight_17=100, red=400), "RA-10", ("min_minor", 500)),
            (several(straight_17=100, odd=10_000), "RA-3b.i", ("needed_minor", 10_100)),
            (several(straight_17=100, odd=550), "RA-3b.iii", ("amount_minor", 550)),
        ],
        ids=["maximum", "minimum", "credits", "chips"],
    )
    def test_all_or_none(self, acts, clause, value):
        """What one of them may not be, none is."""
        driver = AutomaticDriver(settings=SETTINGS).started(T1=10_000)
        before = kept(driver)
        refused = driver.refused("T1", acts)
        assert (clause, value[1]) == (refused.clause, refused.values[value[0]])
        assert before == kept(driver)

    @pytest.mark.clause("RA-3b.iii", "Q31")
    def test_a_bet_is_named_once(self):
        """Named twice, two halves of it could pass its maximum."""
        driver = AutomaticDriver(settings=SETTINGS).started(T1=10_000)
        stakes = (a.Stake("straight:17", 600), a.Stake("straight:17", 600))
        refused = driver.refused("T1", a.PlaceBets(terminal="T1", bets=stakes))
        assert ("RA-3b.ii", "straight:17") == (refused.clause, refused.values["bet"])

    @pytest.mark.clause("RA-3b.iii")
    def test_amounts_are_of_the_six_chips_whatever_they_are(self):
        """With chips of three and five dollars seven cannot be bet, and eight can; one by one neither."""
        chips = [300, 500, 6_000, 7_000, 8_000, 9_000]
        driver = AutomaticDriver(chips_minor=chips).started(T1=10_000)
        assert "RA-3b.iii" == driver.refused("T1", several(red=700)).clause
        driver.do("T1", several(red=800))
        assert {"red": 800} == driver.bets("T1")

    @pytest.mark.clause("RA-3b.iii")
    def test_it_is_offered_as_long_as_something_can_be_bet(self):
        """Down to the last dollar, and with limits that no single chip meets; not to somebody without credits."""
        driver = AutomaticDriver(settings={"default_min": 700}).started(T1=800, T2=600)

        def offered(terminal):
            player = Person(terminal, Role.PLAYER)
            return [offer.act for offer in driver.game.legal(driver.table, player, {a.PlaceBet, a.PlaceBets})]

        assert ([a.PlaceBets], [], []) == (offered("T1"), offered("T2"), offered("T3"))

    @pytest.mark.clause("RA-3b.viii", "Q56")
    def test_a_number_among_several_is_not_the_one_selected(self):
        """Neighbours are those of the last number that a single chip was put on."""
        driver = AutomaticDriver().started(T1=10_000)
        driver.bet("T1", "straight:17", 500)
        driver.do("T1", several(straight_0=100))
        assert NEIGHBOURS_OF_17 == driver.touch("T1", a.BetNeighbours).changes.bet


class TestCancelAndClear:
    @pytest.mark.clause("RA-3b.iv")
    def test_cancel_removes_the_bet_touched_next(self):
        """That one whole, and no other."""
        driver = AutomaticDriver().started(T1=10_000)
        driver.bet("T1", "red", 500, 500)
        driver.bet("T1", "odd", 500)
        driver.touch("T1", a.CancelBet, bet="red")
        assert ({"odd": 500}, 9_500) == (driver.bets("T1"), driver.credits("T1"))

    @pytest.mark.clause("RA-3b.iv")
    def test_one_chip_is_drawn_off_a_bet(self):
        """The rest stays, undo lays it back, and the last one takes the bet away."""
        driver = AutomaticDriver().started(T1=10_000)
        driver.bet("T1", "red", 500, 500)
        driver.touch("T1", a.CancelBet, bet="red", chip_minor=500)
        assert ({"red": 500}, 9_500) == (driver.bets("T1"), driver.credits("T1"))
        driver.touch("T1", a.UndoBet)
        assert {"red": 1_000} == driver.bets("T1")
        for _ in range(2):
            driver.touch("T1", a.CancelBet, bet="red", chip_minor=500)
        assert ({}, 10_000) == (driver.bets("T1"), driver.credits("T1"))

    @pytest.mark.clause("RA-3b.iv")
    @pytest.mark.parametrize("chip", [300, 2_500, 1_100])
    def test_a_chip_that_is_not_in_a_bet_is_not_drawn_off(self, chip):
        """None that the screen has not, and none that is worth more than lies there."""
        driver = AutomaticDriver().started(T1=10_000)
        driver.bet("T1", "red", 500, 500)
        refused = driver.refused("T1", a.CancelBet(terminal="T1", bet="red", chip_minor=chip))
        assert ("RA-3b.iv", {"red": 1_000}) == (refused.clause, driver.bets("T1"))

    def test_what_is_left_is_not_under_the_minimum(self):
        """A chip stays where the bet without it would be none; all of it may go."""
        driver = AutomaticDriver(settings={"min": {"red": 1_000}}).started(T1=10_000)
        driver.bet("T1", "red", 1_000, 500)
        refused = driver.refused("T1", a.CancelBet(terminal="T1", bet="red", chip_minor=1_000))
        assert "under the table's minimum" in refused.reason
        driver.touch("T1", a.CancelBet, bet="red", chip_minor=1_500)
        assert {} == driver.bets("T1")

    @pytest.mark.clause("RA-3b.iv")
    def test_there_must_be_a_bet_to_cancel(self):
        """Another player's bet is none, nor one that was cancelled."""
        driver = AutomaticDriver().started(T1=1_000, T2=1_000)
        driver.bet("T2", "red", 500)
        assert "RA-3b.iv" == driver.refused("T1", a.CancelBet(terminal="T1", bet="red")).clause
        driver.touch("T2", a.CancelBet, bet="red")
        assert "RA-3b.iv" == driver.refused("T2", a.CancelBet(terminal="T2", bet="red")).clause

    @pytest.mark.clause("RA-3b.vii")
    def test_clear_removes_every_bet_of_the_player(self):
        """All of one terminal and none of another."""
        driver = AutomaticDriver().started(T1=1_000, T2=1_000)
        for terminal in ("T1", "T2"):
            driver.bet(terminal, "red", 500)
            driver.bet(terminal, "straight:0", 100)
        driver.touch("T1", a.ClearBets)
        assert ({}, 1_000) == (driver.bets("T1"), driver.credits("T1"))
        assert {"red": 500, "straight:0": 100} == driver.bets("T2")
        assert "RA-3b.vii" == driver.refused("T1", a.ClearBets(terminal="T1")).clause


class TestUndo:
    @pytest.mark.clause("RA-3b.v", "Q31")
    @pytest.mark.parametrize(
        "deed",
        [
            lambda d: d.bet("T1", "red", 100),
            lambda d: d.bet("T1", "even", 100),
            lambda d: d.touch("T1", a.CancelBet, bet="red"),
            lambda d: d.touch("T1", a.ClearBets),
            lambda d: d.touch("T1", a.RecallBets),
            lambda d: d.touch("T1", a.BetNeighbours),
            lambda d: d.do("T1", several(red=500, odd=700)),
        ],
        ids=["more", "place", "cancel", "clear", "recall", "neighbours", "place all"],
    )
    def test_undo_takes_back_the_last_act_whatever_it_was(self, deed):
        """A second touch takes back the one before, down to no bets at all."""
        driver = AutomaticDriver().started(T1=10_000)
        driver.bet("T1", "high", 500)
        finished(driver)
        driver.bet("T1", "red", 500)
        driver.bet("T1", "straight:17", 100)
        before = kept(driver)
        deed(driver)
        assert before != kept(driver)
        assert "undo" == driver.touch("T1", a.UndoBet).deed
        assert before == kept(driver)
        driver.touch("T1", a.UndoBet)
        assert {"red": 500} == driver.bets("T1")

    @pytest.mark.clause("Q31", "RA-3b.v")
    def test_undo_after_undo_goes_on_backwards(self):
        """It is itself no act to undo: after as many as there were acts, none is left."""
        driver = AutomaticDriver().started(T1=10_000)
        driver.bet("T1", "red", 500, 500, 500)
        for left in ({"red": 1_000}, {"red": 500}, {}):
            driver.touch("T1", a.UndoBet)
            assert left == driver.bets("T1")
        assert "RA-3b.v" == driver.refused("T1", a.UndoBet(terminal="T1")).clause

    @pytest.mark.clause("RA-3b.v", "Q31")
    def test_undo_after_clear_and_recall(self):
        """Recall and clear come back one by one."""
        driver = AutomaticDriver().started(T1=10_000)
        driver.bet("T1", "red", 500)
        finished(driver)
        driver.touch("T1", a.RecallBets)
        driver.touch("T1", a.ClearBets)
        driver.touch("T1", a.RecallBets)
        for left in ({}, {"red": 500}, {}):
            driver.touch("T1", a.UndoBet)
            assert left == driver.bets("T1")

    @pytest.mark.clause("RA-3b.v")
    def test_undo_reaches_no_earlier_game(self):
        """Acts of the last game are over with it."""
        driver = AutomaticDriver().started(T1=10_000)
        driver.bet("T1", "red", 500)
        finished(driver)
        assert "T1 has no act of this game to undo" == driver.refused("T1", a.UndoBet(terminal="T1")).reason

    @pytest.mark.clause("RA-3b.v")
    def test_undo_takes_back_the_selection_too(self):
        """After the only chip on a number is undone, no number is selected; the one before it otherwise."""
        driver = AutomaticDriver().started(T1=10_000)
        driver.bet("T1", "straight:17", 100)
        driver.bet("T1", "straight:0", 500)
        driver.touch("T1", a.UndoBet)
        assert NEIGHBOURS_OF_17 == driver.touch("T1", a.BetNeighbours).changes.bet
        for _ in range(2):
            driver.touch("T1", a.UndoBet)
        assert "RA-3b.viii" == driver.refused("T1", a.BetNeighbours(terminal="T1")).clause

    @pytest.mark.clause("RA-3b.v", "RA-3b.i")
    def test_undo_bets_no_credits_that_are_gone(self):
        """A clear whose credits were cashed out meanwhile cannot be taken back: it was of a session that is over."""
        driver = AutomaticDriver().started(T1=500)
        driver.bet("T1", "red", 500)
        driver.touch("T1", a.ClearBets)
        driver.cash_out("T1")
        assert "RA-3b.v" == driver.refused("T1", a.UndoBet(terminal="T1")).clause
        assert ({}, 0) == (driver.bets("T1"), driver.credits("T1"))


class TestRecall:
    @pytest.mark.clause("RA-3b.vi")
    def test_recall_makes_the_last_games_bets_again(self):
        """All of them, each for what it was at the lock."""
        driver = AutomaticDriver().started(T1=10_000)
        driver.bet("T1", "red", 500, 500)
        driver.bet("T1", "straight:17", 100)
        finished(driver).touch("T1", a.RecallBets)
        assert {"red": 1_000, "straight:17": 100} == driver.bets("T1")

    @pytest.mark.clause("RA-3b.vi", "Q31")
    def test_recall_adds_to_bets_that_stand(self):
        """What lies there already stays."""
        driver = AutomaticDriver().started(T1=10_000)
        driver.bet("T1", "red", 500)
        finished(driver).bet("T1", "red", 100)
        driver.bet("T1", "odd", 100)
        driver.touch("T1", a.RecallBets)
        driver.touch("T1", a.RecallBets)
        assert {"red": 1_100, "odd": 100} == driver.bets("T1")

    @pytest.mark.clause("RA-3b.vi", "Q31")
    @pytest.mark.parametrize("reason", ["credits", "limit"])
    def test_recall_is_all_or_nothing(self, reason):
        """If credits or a limit forbid one of the bets, none is made."""
        driver = AutomaticDriver(settings=SETTINGS).started(T1=3_000 if reason == "credits" else 10_000)
        driver.bet("T1", "straight:17", 1_000)
        driver.bet("T1", "red", 1_000)
        finished(driver)
        if reason == "limit":
            driver.bet("T1", "red", 1_000, 1_000)
        before = kept(driver)
        clause = "RA-3b.i" if reason == "credits" else "RA-3b.iii"
        assert clause == driver.refused("T1", a.RecallBets(terminal="T1")).clause
        assert before == kept(driver)

    @pytest.mark.clause("RA-3b.vi")
    def test_there_is_nothing_to_recall_in_the_first_game(self):
        """Nor where all bets of it were cleared."""
        driver = AutomaticDriver().started(T1=1_000)
        driver.bet("T1", "red", 500)
        driver.touch("T1", a.ClearBets)
        assert "RA-3b.vi" == driver.refused("T1", a.RecallBets(terminal="T1")).clause
        assert "RA-3b.vi" == finished(driver).refused("T1", a.RecallBets(terminal="T1")).clause


class TestNeighbours:
    @pytest.mark.clause("RA-3b.viii", "Q2")
    @pytest.mark.parametrize(
        ("number", "beside"),
        [
            ("17", {"20", "32", "5", "22"}),
            ("0", {"14", "2", "28", "9"}),
            ("00", {"13", "1", "27", "10"}),
        ],
    )
    def test_two_numbers_on_each_side_on_the_wheel(self, number, beside):
        """Four bets, each as high as the last bet on the number; the number itself is not bet again."""
        driver = AutomaticDriver().started(T1=10_000)
        driver.bet("T1", f"straight:{number}", 500, 100)
        driver.touch("T1", a.BetNeighbours)
        expected = {f"straight:{number}": 600, **{f"straight:{other}": 100 for other in beside}}
        assert expected == driver.bets("T1")

    @pytest.mark.clause("RA-3b.viii", "Q2")
    @pytest.mark.parametrize(("money", "is_made"), [(499, False), (500, True)])
    def test_all_four_or_none(self, money, is_made):
        """Credits for four are enough, a cent less makes none."""
        driver = AutomaticDriver().started(T1=money)
        driver.bet("T1", "straight:17", 100)
        answer = driver.answer("T1", a.BetNeighbours(terminal="T1"))
        assert is_made == (getattr(answer, "clause", None) is None)
        assert (5 if is_made else 1) == len(driver.bets("T1"))

    @pytest.mark.clause("RA-3b.viii", "Q2")
    def test_a_limit_on_one_of_them_makes_none(self):
        """The maximum of a neighbour holds for its bet, and then for all."""
        driver = AutomaticDriver(settings=SETTINGS).started(T1=10_000)
        driver.bet("T1", "straight:32", 1_000)
        driver.bet("T1", "straight:17", 100)
        before = kept(driver)
        assert 1_100 == driver.refused("T1", a.BetNeighbours(terminal="T1")).values["total_minor"]
        assert before == kept(driver)

    @pytest.mark.clause("RA-3b.viii")
    def test_a_number_must_have_been_selected(self):
        """Red is no number, and the last game's selection is over."""
        driver = AutomaticDriver().started(T1=10_000)
        driver.bet("T1", "red", 100)
        assert "RA-3b.viii" == driver.refused("T1", a.BetNeighbours(terminal="T1")).clause
        driver.bet("T1", "straight:17", 100)
        assert "RA-3b.viii" == finished(driver).refused("T1", a.BetNeighbours(terminal="T1")).clause


class TestReadings:
    @pytest.mark.clause("RA-3b.viii", "Q56")
    @pytest.mark.parametrize("taken", [a.CancelBet(terminal="T1", bet="straight:17"), a.ClearBets(terminal="T1")])
    def test_no_neighbours_of_a_number_without_a_bet(self, taken):
        """A number that was cancelled or cleared since has no last bet to repeat."""
        driver = AutomaticDriver().started(T1=10_000)
        driver.bet("T1", "straight:17", 100)
        driver.do("T1", taken)
        assert "RA-3b.viii" == driver.refused("T1", a.BetNeighbours(terminal="T1")).clause
        driver.bet("T1", "straight:17", 500)
        driver.touch("T1", a.BetNeighbours)
        assert {500} == set(driver.bets("T1").values())

    @pytest.mark.clause("RA-3b.vi", "Q57")
    def test_games_sat_out_are_passed_over(self):
        """The last game in which there were bets is recalled, settled or void."""
        driver = AutomaticDriver().started(T1=10_000)
        driver.bet("T1", "red", 500)
        finished(driver)
        finished(driver)
        driver.touch("T1", a.RecallBets)
        driver.bet("T1", "odd", 100)
        driver.void("malfunction")
        driver.refund()
        driver.do("dealer", a.StartGame())
        driver.touch("T1", a.RecallBets)
        assert {"red": 500, "odd": 100} == driver.bets("T1")
