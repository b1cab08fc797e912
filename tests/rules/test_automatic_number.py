"""The number of an automatic game (I.6e to I.6g): sensor, confirmation, settlement, and disagreement (Q33)."""

import pytest

from pitboss.games.roulette import events as roulette_events
from pitboss.games.roulette.automatic import acts as a
from pitboss.games.roulette.automatic import events as automatic_events
from pitboss.games.roulette.automatic.settlement import RoundSettled
from tests.support.automatic_driver import AGAINST, SUPERVISOR, WITH, AutomaticDriver

RULE = a.RuleNumber(pocket="20", revolutions=9, reason="the camera shows 20")


def told(refused):
    """Return a refusal's clause and sentence."""
    return refused.clause, refused.reason


def game(**fields):
    """Return a game that takes bets, with T1's dollar on 17 and on red."""
    driver = AutomaticDriver(**fields).started(T1=10_000)
    driver.bet("T1", "straight:17", 100)
    driver.bet("T1", "red", 100)
    return driver


def held():
    """Return a game in which the dealer said another number than the sensor."""
    driver = game().lock()
    driver.sense("17")
    driver.do("dealer", a.ConfirmNumber(pocket="20"))
    return driver


class TestNumber:
    @pytest.mark.clause("RA-6e", "RA-6f")
    def test_the_sensors_number_is_on_the_console_and_nowhere_else(self):
        """No dolly, no announcement, no payment before the dealer's confirmation."""
        driver = game().lock()
        sensed = driver.sense("17")
        assert ("17", 9) == (sensed.pocket, sensed.revolutions)
        assert ("closed", None) == (driver.table.phase, driver.table.round.pocket)
        assert [] == [
            event for event in driver.events if isinstance(event, automatic_events.NumberConfirmed | RoundSettled)
        ]

    @pytest.mark.clause("RA-6e")
    def test_the_dealer_confirms_no_number_before_the_sensor(self):
        """Before the lock, and before the ball rests, there is nothing to confirm."""
        driver = game()
        assert "the game is open for bets" == driver.refused("dealer", a.ConfirmNumber(pocket="17")).reason
        refused = driver.lock().refused("dealer", a.ConfirmNumber(pocket="17"))
        assert ("RA-6e", "the sensor has found no number yet") == told(refused)

    @pytest.mark.clause("RA-6f", "RA-6g")
    def test_confirmation_announcement_and_settlement_in_that_order(self):
        """The confirmation is announced with its colour and dolly, and all wagers are settled in one event."""
        driver = game().lock()
        driver.sense("17")
        happened = driver.do("dealer", a.ConfirmNumber(pocket="17"))
        assert (automatic_events.NumberConfirmed, roulette_events.BallLanded, RoundSettled) == tuple(
            map(type, happened)
        )
        told_to_all = driver.game.in_words(driver.table, happened[0])
        assert "Game 1: 17 black. The dolly shows it on every terminal. [RA-6f]" == told_to_all

    @pytest.mark.clause("RA-6g")
    def test_one_event_settles_all_terminals(self):
        """Losers lose and winners win at every terminal at once, and the layout is empty."""
        driver = AutomaticDriver().started(T1=1_000, T2=1_000, T3=1_000)
        driver.bet("T1", "straight:17", 100)
        driver.bet("T2", "red", 500)
        settled = driver.settle("17")
        assert [settled] == [event for event in driver.events if isinstance(event, RoundSettled)]
        assert [1_000 + 3_500, 500, 1_000] == [driver.credits(name) for name in ("T1", "T2", "T3")]
        assert (0, {}) == (driver.balance("layout"), driver.bets("T1"))

    @pytest.mark.clause("RA-6e", "Q55")
    def test_without_a_sensor_the_dealer_enters_number_and_revolutions(self):
        """No sensor is heard, and a number without revolutions is refused."""
        driver = game(has_sensor=False).lock()
        assert "RA-6e" == driver.refused("device", a.SenseNumber(pocket="17", revolutions=9)).clause
        assert "RA-6e" == driver.refused("dealer", a.ConfirmNumber(pocket="17")).clause
        assert "RA-9b" == driver.refused("dealer", a.ConfirmNumber(pocket="17", revolutions=3)).clause
        assert "17" == driver.do("dealer", a.ConfirmNumber(pocket="17", revolutions=4))[-1].pocket


class TestDisagreement:
    @pytest.mark.clause("RA-6e", "Q33")
    def test_another_number_than_the_sensors_holds_the_game(self):
        """Nothing is announced or paid; the event names both."""
        driver = game().lock()
        driver.sense("17")
        stopped = driver.do("dealer", a.ConfirmNumber(pocket="20"))
        assert ("the dealer says 20 and the sensor 17", "Dora") == (stopped.reason, stopped.by)
        assert "the game is held" in driver.refused("dealer", a.ConfirmNumber(pocket="17")).reason

    @pytest.mark.clause("RA-6e", "RA-6f", "Q50")
    def test_a_supervisor_finds_that_the_dealer_was_right(self):
        """By the ruling, and its reason, the game is settled."""
        driver = held()
        ruling = a.RuleNumber(pocket="20", revolutions=9, reason="seen on the wheel")
        confirmed = driver.do(SUPERVISOR, ruling, witness="dealer")[0]
        assert ("20", "Sue", "Dora", "seen on the wheel") == (
            confirmed.pocket,
            confirmed.by,
            confirmed.witness,
            confirmed.reason,
        )
        assert (9_800, None) == (driver.credits("T1"), driver.table.held)

    @pytest.mark.clause("RA-9d", "Q50")
    @pytest.mark.parametrize("pocket", ["17", "3"])
    def test_no_other_number_takes_the_place_of_a_wrong_one(self, pocket):
        """The sensor's, or any: then the dealer confirmed a number that is not correct, and the game is void."""
        driver = held()
        ruling = a.RuleNumber(pocket=pocket, revolutions=9, reason="seen on the wheel")
        assert "RA-9d" == driver.refused(SUPERVISOR, ruling, witness="dealer").clause
        assert ("RA-9d", False) == ((voided := driver.void("wrong_number")).clause, voided.was_settled)
        driver.refund()
        assert 10_000 == driver.credits("T1")

    @pytest.mark.clause("RA-9a", "RA-9b", "Q50")
    @pytest.mark.parametrize(
        ("seen", "revolutions", "clause"),
        [
            ({"revolutions": 3}, 9, "RA-9b"),
            ({"revolutions": 9}, 3, "RA-9b"),
            ({"revolutions": 9, "direction": WITH}, 9, "RA-9a"),
        ],
        ids=["counted by the sensor", "said in the ruling", "seen by the sensor"],
    )
    def test_a_spin_that_does_not_count_is_void_whatever_is_ruled(self, seen, revolutions, clause):
        """What the sensor saw of it stands."""
        driver = game().lock()
        driver.do("device", a.SenseNumber(pocket="17", **seen))
        if driver.table.held is None:
            driver.do("dealer", a.HoldGame(reason="a hand over the wheel"))
        ruling = a.RuleNumber(pocket="17", revolutions=revolutions, reason="x")
        assert clause == driver.refused(SUPERVISOR, ruling, witness="dealer").clause

    @pytest.mark.clause("Q50")
    def test_a_sensor_that_contradicts_itself_is_ruled_on(self):
        """No number was confirmed: the supervisor and the dealer say which it is."""
        driver = game().lock()
        driver.sense("17")
        driver.sense("20")
        assert "20" == driver.do(SUPERVISOR, RULE, witness="dealer")[0].pocket

    @pytest.mark.clause("RA-6e")
    @pytest.mark.parametrize(
        ("who", "witness"),
        [("dealer", SUPERVISOR), (SUPERVISOR, None), (SUPERVISOR, "T1"), (SUPERVISOR, "pit_manager")],
    )
    def test_two_people_rule_and_one_is_the_dealer(self, who, witness):
        """Neither the dealer nor a supervisor alone, nor two supervisors."""
        assert "Q33" == held().refused(who, RULE, witness=witness).clause

    @pytest.mark.clause("RA-6e")
    def test_no_ruling_on_a_game_that_is_not_held(self):
        """Nor with a number the wheel has not, nor on a spin that does not count."""
        driver = game().lock()
        assert "Q33" == driver.refused(SUPERVISOR, RULE, witness="dealer").clause
        driver = held()
        wrong = a.RuleNumber(pocket="37", revolutions=9, reason="x")
        assert "RA-1b" == driver.refused(SUPERVISOR, wrong, witness="dealer").clause
        short = a.RuleNumber(pocket="20", revolutions=3, reason="x")
        assert "RA-9b" == driver.refused(SUPERVISOR, short, witness="dealer").clause

    @pytest.mark.clause("RA-6e", "Q33")
    @pytest.mark.parametrize(
        ("fields", "reason"),
        [
            ({"pocket": "37"}, "the sensor names 37, which this wheel does not have"),
            ({"pocket": "17", "direction": WITH}, "the sensor saw the ball run with the wheel"),
        ],
        ids=["no such number", "direction"],
    )
    def test_a_sensor_that_contradicts_itself_or_the_dealer_holds(self, fields, reason):
        """A number that is on no slot, or a ball that ran otherwise than the dealer spun it."""
        driver = game().lock()
        driver.do("device", a.SenseNumber(revolutions=9, **fields))
        assert driver.table.held.startswith(reason)

    @pytest.mark.clause("RA-6e", "Q33")
    def test_a_second_number_of_the_sensor_holds(self):
        """What it said first stays on record; the direction it saw may be the dealer's."""
        driver = game().lock()
        driver.sense("17", direction=AGAINST)
        assert "the sensor found 20 after 17" == driver.sense("20").reason
        assert "17" == driver.table.sensed.pocket

    @pytest.mark.clause("Q33")
    @pytest.mark.parametrize("who", ["device", "dealer", SUPERVISOR])
    def test_sensor_dealer_or_supervisor_may_hold_a_game(self, who):
        """With a reason, once, and only while one is in play; a player cannot."""
        driver = game()
        assert "Q33" == driver.refused("T1", a.HoldGame(reason="x")).clause
        assert "silent for 60 s" == driver.do(who, a.HoldGame(reason="silent for 60 s")).reason
        assert "Q33" == driver.refused(who, a.HoldGame(reason="again")).clause
        driver.void("held")
        driver.refund()
        assert "no game is in play" == driver.refused(who, a.HoldGame(reason="x")).reason
