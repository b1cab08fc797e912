"""Void games (I.9, Q5, Q34): who may void and refund, refunds to the cent, receivables."""

import pytest

from pitboss.decider import Asking, Move, Role
from pitboss.floor.people.roles import matrix
from pitboss.games.roulette.automatic import acts as a
from tests.support.automatic_driver import SUPERVISOR, AutomaticDriver
from tests.support.automatic_phases import BOUGHT, played
from tests.support.driver import STAFF

CAUSES = {"interference": "RA-9f", "malfunction": "RA-9g", "foreign_object": "RA-9h", "ball_out": "RA-9i"}
OF_THE_BALL = ("same_direction", "few_revolutions", "no_drop")
REFUND = a.RefundGame()


def told(refused):
    """Return a refusal's clause and sentence."""
    return refused.clause, refused.reason


class TestVoid:
    @pytest.mark.clause("RA-9a", "RA-9b", "RA-9c")
    @pytest.mark.parametrize("cause", OF_THE_BALL)
    def test_the_dealer_calls_a_spin_off(self, cause):
        """The event says by whom and why; until the refund nothing else goes on."""
        driver = played("spinning")
        voided = driver.void(cause)
        assert (1, cause, False, "Dora", "dealer", None) == (
            voided.game,
            voided.cause,
            voided.was_settled,
            voided.by,
            voided.role,
            voided.witness,
        )
        assert "no game is in play" == driver.refused("device", a.LockBets()).reason

    @pytest.mark.clause("RA-9j", "RA-2a")
    @pytest.mark.parametrize("who", ["dealer", "T1", "floorperson", "device"])
    def test_fraud_is_a_supervisors_to_find(self, who):
        """The dealer, who may be part of it, does not void by it."""
        assert "RA-9j" == played("locked").refused(who, a.VoidGame(cause=a.VoidCause.FRAUD)).clause

    @pytest.mark.clause("RA-9f", "RA-9g", "RA-9h", "RA-9i", "Q5")
    @pytest.mark.parametrize("cause", CAUSES)
    @pytest.mark.parametrize("who", ["T1", "floorperson", "device", "mucker"])
    def test_dealer_or_supervisor_voids(self, cause, who):
        """Nobody else does."""
        assert CAUSES[cause] == played("locked").refused(who, a.VoidGame(cause=a.VoidCause(cause))).clause

    @pytest.mark.clause("RA-9f", "RA-9g", "RA-9h", "RA-9i", "Q52")
    @pytest.mark.parametrize("cause", CAUSES)
    @pytest.mark.parametrize(("who", "witness"), [("dealer", None), ("dealer", SUPERVISOR), (SUPERVISOR, None)])
    def test_a_settled_game_is_not_the_dealers_to_void(self, cause, who, witness):
        """What was seen at the wheel is called before the number is confirmed; later a supervisor and another do it."""
        act, driver = a.VoidGame(cause=a.VoidCause(cause), game=1), played("settled")
        assert "Q52" == driver.refused(who, act, witness=witness).clause
        assert driver.do(SUPERVISOR, act, witness="dealer").was_settled

    @pytest.mark.clause("RA-9a", "RA-9b", "RA-9c", "Q52")
    @pytest.mark.parametrize("cause", OF_THE_BALL)
    @pytest.mark.parametrize("game", [None, 1])
    def test_what_the_dealer_is_to_call_the_dealer_may(self, cause, game):
        """By the role matrix too, alone, whether the game in play is named or not."""
        act = a.VoidGame(cause=a.VoidCause(cause), game=game)
        asking = Asking(STAFF["dealer"], played("locked").table, None, is_seconded=False)
        assert "Y" == matrix().cell(act.permission_for(asking), Role.DEALER)

    @pytest.mark.clause("RA-9k")
    def test_a_game_is_void_once(self):
        """Neither while it waits for its refund nor after it."""
        driver = played("settled")
        again = a.VoidGame(cause=a.VoidCause.WRONG_NUMBER, game=1)
        driver.void("wrong_number", game=1)
        assert ("RA-9d", "game 1 is void already") == told(driver.refused("dealer", again))
        driver.refund()
        assert ("RA-9d", "game 1 is void already") == told(driver.refused("dealer", again))
        assert ("RA-9k", "no void game waits for its refund") == told(driver.refused(SUPERVISOR, REFUND))

    @pytest.mark.clause("RA-9d", "Q34")
    @pytest.mark.parametrize("game", [None, 2])
    def test_a_settled_game_is_named_by_its_number(self, game):
        """Without one, or with one that was never played, there is none to void."""
        refused = played("settled").refused("dealer", a.VoidGame(cause=a.VoidCause.WRONG_NUMBER, game=game))
        assert ("RA-9d", True) == (
            refused.clause,
            "name a settled one" in refused.reason or "not at hand" in refused.reason,
        )

    @pytest.mark.clause("RA-9d")
    def test_a_wrong_number_voids_even_after_settlement(self):
        """Until the next game the dealer alone voids it; what was won is taken back and what was lost restored."""
        driver = played("settled")
        assert {"T1": 9_900 + 600 * 35, "T2": 4_000} == {name: driver.credits(name) for name in BOUGHT}
        assert driver.void("wrong_number", game=1).was_settled
        refunded = driver.refund()
        assert [("T1", 100, 21_000, 0), ("T2", 1_000, 0, 0)] == sorted(
            zip(
                refunded.terminal,
                refunded.refunded_minor,
                refunded.reversed_minor,
                refunded.receivable_minor,
                strict=True,
            )
        )


class TestLateVoid:
    @pytest.mark.clause("Q34")
    @pytest.mark.parametrize("phase", ["next settled", "next refunded"])
    @pytest.mark.parametrize(
        ("who", "witness"),
        [
            ("dealer", SUPERVISOR),
            (SUPERVISOR, None),
            (SUPERVISOR, SUPERVISOR),
            (SUPERVISOR, "T1"),
            (SUPERVISOR, "mucker"),
        ],
    )
    def test_after_the_next_game_two_people_void(self, phase, who, witness):
        """Not the dealer, not a supervisor alone, not a player as the second."""
        act = a.VoidGame(cause=a.VoidCause.WRONG_NUMBER, game=1)
        assert "Q34" == played(phase).refused(who, act, witness=witness).clause

    @pytest.mark.clause("Q34")
    @pytest.mark.parametrize("witness", ["dealer", "inspector", "floorperson", "pit_manager"])
    def test_a_supervisor_and_a_second_person_are_on_record(self, witness):
        """The event names both."""
        voided = played("next settled").void("wrong_number", who=SUPERVISOR, game=1, witness=witness)
        assert ("Sue", True) == (voided.by, voided.witness in ("Dora", "Ina", "Flo", "Mai"))

    @pytest.mark.clause("Q34")
    def test_a_settled_game_waits_for_the_one_in_play(self):
        """While the next game is played, the earlier one is not voided."""
        act = a.VoidGame(cause=a.VoidCause.WRONG_NUMBER, game=1)
        refused = played("next betting").refused(SUPERVISOR, act, witness="dealer")
        assert ("RA-9d", "a settled game is voided when no game is in play") == told(refused)

    @pytest.mark.clause("Q34")
    def test_a_game_is_at_hand_for_so_many_games(self):
        """Ten are kept: the tenth before the next can be voided, the eleventh not."""
        driver = AutomaticDriver(history=10).bought(T1=10_000)
        for _ in range(11):
            driver.do("dealer", a.StartGame())
            driver.bet("T1", "red", 100)
            driver.settle("2")
        act = a.VoidGame(cause=a.VoidCause.WRONG_NUMBER, game=1)
        assert "game 1 is not at hand" == driver.refused(SUPERVISOR, act, witness="dealer").reason
        driver.void("wrong_number", who=SUPERVISOR, game=2, witness="dealer")
        assert (100,) == driver.refund().refunded_minor

    @pytest.mark.clause("Q34")
    @pytest.mark.parametrize(("left", "owed"), [(0, 3_500), (1, 3_499), (3_499, 1), (3_500, 0), (3_600, 0)])
    def test_what_is_gone_is_a_receivable_and_no_balance_is_negative(self, left, owed):
        """As far as the winnings are on the terminal they are taken, to the cent; the rest is owed."""
        driver = AutomaticDriver().started(T1=100 + left)
        driver.bet("T1", "straight:17", 100)
        driver.settle("17")
        driver.do("dealer", a.StartGame())
        driver.bet("T1", "red", 2_500, 1_000, 100)
        driver.settle("2")
        driver.void("wrong_number", who=SUPERVISOR, game=1, witness="dealer")
        refunded = driver.refund()
        assert ((3_500 - owed,), (owed,)) == (refunded.reversed_minor, refunded.receivable_minor)
        assert (left - (3_500 - owed), owed) == (driver.credits("T1"), -driver.balance("receivable:T1.1"))

    @pytest.mark.clause("Q34")
    def test_a_stake_restored_pays_for_winnings_first(self):
        """One bet lost and one won: what comes back counts against what is taken, before anything is owed."""
        driver = AutomaticDriver().started(T1=600)
        driver.bet("T1", "straight:17", 100)
        driver.bet("T1", "red", 500)
        driver.settle("17")
        driver.cash_out("T1")
        driver.void("wrong_number", game=1)
        refunded = driver.refund()
        assert ((500,), (500,), (3_000,)) == (
            refunded.refunded_minor,
            refunded.reversed_minor,
            refunded.receivable_minor,
        )
        assert 0 == driver.credits("T1")

    @pytest.mark.clause("Q34")
    def test_winnings_bet_on_and_lost_are_owed(self):
        """They were lost to the house in the next game, which stands; the first is void and its winnings owed."""
        driver = AutomaticDriver().started(T1=100)
        driver.bet("T1", "straight:17", 100)
        driver.settle("17")
        driver.do("dealer", a.StartGame())
        driver.bet("T1", "red", 2_500, 1_000)
        driver.settle("2")
        driver.void("wrong_number", who=SUPERVISOR, game=1, witness="dealer")
        assert (3_400,) == driver.refund().receivable_minor
        assert 0 == driver.credits("T1")


class TestRefund:
    @pytest.mark.clause("RA-9k")
    @pytest.mark.parametrize("who", ["dealer", "T1", "floorperson", "inspector", "device"])
    def test_nobody_refunds_without_a_supervisors_name(self, who):
        """Who is no supervisor must be somebody's designee."""
        driver = played("betting")
        driver.void("malfunction")
        assert "RA-9k" == driver.refused(who, REFUND).clause

    @pytest.mark.clause("RA-9k")
    @pytest.mark.parametrize(
        ("who", "designee_of", "witness"),
        [
            (SUPERVISOR, None, None),
            ("pit_manager", None, None),
            ("dealer", "Sue", SUPERVISOR),
            ("floorperson", "Mai", "pit_manager"),
            ("inspector", "Sue", SUPERVISOR),
        ],
    )
    def test_a_supervisor_or_designee_refunds(self, who, designee_of, witness):
        """All wagers of all terminals go back, and the event says who did it for whom."""
        driver = played("betting")
        driver.void("malfunction")
        refunded = driver.do(who, a.RefundGame(designee_of=designee_of), witness=witness)
        assert (who, designee_of) == (refunded.role, refunded.designee_of)
        assert (Move("layout", "credits:T1.1", 700), Move("layout", "credits:T2.2", 1_000)) == refunded.moves

    @pytest.mark.clause("RA-9k")
    @pytest.mark.parametrize("who", ["T1", "mucker", "device", "pit_manager"])
    def test_a_designee_is_of_the_staff(self, who):
        """A player, a mucker or a device is nobody's; a manager needs no name."""
        driver = played("betting")
        driver.void("malfunction")
        assert "RA-9k" == driver.refused(who, a.RefundGame(designee_of="Sue"), witness=SUPERVISOR).clause

    @pytest.mark.clause("RA-9k")
    @pytest.mark.parametrize(
        ("who", "designee_of", "witness"),
        [
            ("dealer", "Sue", None),
            ("dealer", "Nobody", None),
            ("dealer", "Nobody", SUPERVISOR),
            ("dealer", "Mai", SUPERVISOR),
            ("dealer", "Flo", "floorperson"),
            ("dealer", "Dora", "dealer"),
            ("floorperson", "Sue", "dealer"),
        ],
    )
    def test_a_supervisor_who_designates_is_there(self, who, designee_of, witness):
        """The name is the witness's, and the witness a supervisor: nobody makes one up, or names an equal."""
        driver = played("void")
        refused = driver.refused(who, a.RefundGame(designee_of=designee_of), witness=witness)
        assert ("RA-9k", designee_of) == (refused.clause, refused.values["designee_of"])
        assert 1 == driver.table.void

    @pytest.mark.clause("RA-9k")
    def test_a_game_without_wagers_is_refunded_too(self):
        """Nothing moves, and the next game may start."""
        driver = AutomaticDriver().started(T1=100)
        driver.void("malfunction")
        assert () == driver.refund().moves
        assert 2 == driver.do("dealer", a.StartGame()).game

    @pytest.mark.clause("RA-9k", "RA-3b.vi")
    def test_bets_of_a_void_game_may_be_recalled(self):
        """They were the last game's bets."""
        driver = played("betting")
        driver.void("malfunction")
        driver.refund()
        driver.do("dealer", a.StartGame())
        driver.touch("T2", a.RecallBets)
        assert {"red": 1_000} == driver.bets("T2")
