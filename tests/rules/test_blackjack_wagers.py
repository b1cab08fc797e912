"""What is wagered at blackjack, by whom, when, and at how many positions (G)."""

import pytest

from pitboss.decider import Move
from pitboss.games.blackjack import acts as blackjack_acts
from pitboss.games.blackjack.acts import Source
from pitboss.games.shoe import acts as shoe_acts
from pitboss.games.table import acts as table_acts
from tests.support.blackjack_driver import BlackjackDriver

MAIN = (3, 1, "blackjack", 1)


def place(stake=1000, *, seat=3, player="Ann", source=Source.VALUE):
    """Return a wager of Ann's."""
    return blackjack_acts.PlaceWager(seat=seat, player=player, stake_minor=stake, source=source)


def take_back(stake=1000, *, seat=3, player="Ann", source=Source.VALUE):
    """Return Ann's wish to take a wager back."""
    return blackjack_acts.RemoveWager(seat=seat, player=player, stake_minor=stake, source=source)


def first_card(*, settings=None):
    """Return a table where Ann has wagered $10 at seat 3 and has her first card."""
    driver = BlackjackDriver(settings=settings).ready((3, "Ann"))
    driver.bet(3, 1000)
    driver.deal("9S")
    return driver


def finished(driver, *cards, seats=(3,)):
    """Deal the rest of the two cards each, let every seat stand and settle; return the event."""
    driver.deal(*cards)
    for seat in seats:
        driver.act(seat, "stand")
    driver.dealer_plays()
    return driver.settle()


class TestWhatIsWagered:
    @pytest.mark.clause("BJ-G1")
    @pytest.mark.parametrize(
        ("source", "account"), [("value", "circulation"), ("cash", "patrons"), ("coupon", "promotion")]
    )
    def test_chips_cash_and_coupons(self, source, account):
        """Each comes onto the layout from where it was."""
        driver = BlackjackDriver().ready((3, "Ann"))
        placed = driver.do("Ann", place(source=Source(source)))
        assert (Source(source), (Move(account, "layout", 1000),)) == (placed.source, placed.moves)

    @pytest.mark.clause("BJ-G1")
    @pytest.mark.parametrize(
        ("source", "moves"),
        [
            ("value", (Move("layout", "rack", 1000),)),
            ("cash", (Move("layout", "drop", 1000),)),
            ("coupon", (Move("layout", "promotion", 1000),)),
        ],
    )
    def test_where_they_go_when_lost(self, source, moves):
        """Chips to the rack, cash to the drop, a coupon to where coupons are counted."""
        driver = BlackjackDriver().ready((3, "Ann"))
        driver.do("Ann", place(source=Source(source)))
        assert moves == finished(driver, "9S", "TD", "8S", "8C").moves

    @pytest.mark.clause("BJ-G1")
    @pytest.mark.parametrize(
        ("source", "account"), [("value", "circulation"), ("cash", "patrons"), ("coupon", "promotion")]
    )
    def test_a_win_is_paid_in_chips(self, source, account):
        """The wager goes back where it came from."""
        driver = BlackjackDriver().ready((3, "Ann"))
        driver.do("Ann", place(source=Source(source)))
        settled = finished(driver, "9S", "TD", "TS", "8C")
        assert {Move("layout", account, 1000), Move("rack", "circulation", 1000)} == set(settled.moves)

    @pytest.mark.clause("BJ-G1", "Q75")
    def test_a_coupon_where_the_house_has_them(self):
        """A house without match play refuses it."""
        driver = BlackjackDriver(settings={"match_play": False}).ready((3, "Ann"))
        assert "BJ-G1" == driver.refused("Ann", place(source=Source.COUPON)).clause
        assert 1000 == driver.do("Ann", place()).stake_minor

    @pytest.mark.clause("BJ-G1")
    def test_nothing_is_taken_back_that_does_not_lie_there(self):
        """Neither more than the wager, nor cash where there are chips."""
        driver = BlackjackDriver().ready((3, "Ann"))
        driver.bet(3, 1000)
        assert "BJ-G1" == driver.refused("Ann", take_back(1002)).clause
        assert "BJ-G1" == driver.refused("Ann", take_back(source=Source.CASH)).clause


class TestSeated:
    @pytest.mark.clause("BJ-G2")
    def test_nobody_wagers_without_a_seat(self):
        """Bob stands behind Ann: neither at her seat nor at an empty one."""
        driver = BlackjackDriver().ready((3, "Ann"))
        assert "BJ-G2" == driver.refused("Bob", place(seat=3, player="Bob")).clause
        assert "BJ-G2" == driver.refused("Bob", place(seat=5, player="Bob")).clause
        driver.sit((5, "Bob"))
        assert "Bob" == driver.do("Bob", place(seat=5, player="Bob")).player

    @pytest.mark.clause("BJ-G2")
    def test_nobody_decides_for_another_seat(self):
        """Bob does not stand for Ann; the dealer carries out what she says."""
        driver = BlackjackDriver().ready((3, "Ann"))
        driver.bet(3, 1000)
        driver.deal("9S", "TD", "8S", "8C")
        assert "BJ-G2" == driver.refused("Bob", blackjack_acts.Stand(seat=3)).clause
        assert ("Dora", 3) == ((stood := driver.do("dealer", blackjack_acts.Stand(seat=3))).by, stood.seat)

    @pytest.mark.clause("BJ-G2")
    def test_a_player_with_cards_stays_until_the_round_is_over(self):
        """Ann leaves after the settlement and not before."""
        driver = first_card()
        assert "BJ-G2" == driver.refused("Ann", blackjack_acts.LeaveSeat(position=3)).clause
        finished(driver, "TD", "8S", "8C")
        assert "Ann" == driver.do("Ann", blackjack_acts.LeaveSeat(position=3)).player

    @pytest.mark.clause("BJ-G2")
    def test_a_player_without_a_wager_may_leave(self):
        """Ann takes hers back first."""
        driver = BlackjackDriver().ready((3, "Ann"))
        driver.bet(3, 1000)
        assert "BJ-G2" == driver.refused("Ann", blackjack_acts.LeaveSeat(position=3)).clause
        driver.do("Ann", take_back())
        assert 3 == driver.do("Ann", blackjack_acts.LeaveSeat(position=3)).position


class TestInTime:
    @pytest.mark.clause("BJ-G3")
    def test_before_the_first_card_wagers_come_and_go(self):
        """Ann lays $10, adds $6 and takes $4 back: $12 lie there."""
        driver = BlackjackDriver().ready((3, "Ann"))
        driver.do("Ann", place(1000))
        driver.do("Ann", place(600))
        assert (Move("layout", "circulation", 400),) == driver.do("Ann", take_back(400)).moves
        assert 1200 == driver.table.balances["layout"]

    @pytest.mark.clause("BJ-G3")
    def test_after_it_none_is_placed_raised_or_taken_back(self):
        """Not by Ann, and not by Bob, who sits down only now."""
        driver = first_card()
        assert "BJ-G3" == driver.refused("Ann", place()).clause
        assert "BJ-G3" == driver.refused("Ann", take_back()).clause
        driver.sit((5, "Bob"))
        assert "BJ-G3" == driver.refused("Bob", place(seat=5, player="Bob")).clause

    @pytest.mark.clause("BJ-G3")
    def test_unless_another_clause_allows_it(self):
        """Insurance and a double come after the first card."""
        driver = first_card()
        driver.deal("AD", "2S", "8C")
        assert 500 == driver.do("Ann", blackjack_acts.PlaceInsurance(seat=3, stake_minor=500)).stake_minor
        driver.do("dealer", blackjack_acts.CloseInsurance())
        assert 1000 == driver.act(3, "double").stake_minor

    @pytest.mark.clause("BJ-G3")
    def test_not_before_a_round_is_open_and_not_after_it(self):
        """There is nothing to wager on."""
        driver = BlackjackDriver().in_play((3, "Ann"))
        assert "BJ-G3" == driver.refused("Ann", place()).clause
        driver.do("dealer", table_acts.OpenBetting())
        driver.bet(3, 1000)
        finished(driver, "9S", "TD", "8S", "8C")
        assert "BJ-G3" == driver.refused("Ann", place()).clause


class TestEveryPlayer:
    @pytest.mark.clause("BJ-G4")
    def test_no_card_is_dealt_before_everybody_has_a_wager(self):
        """Bob sits at the table and has none."""
        driver = BlackjackDriver().ready((3, "Ann"), (5, "Bob"))
        assert "BJ-G4" == driver.refused("dealer", blackjack_acts.DealCard(card="9S")).clause
        driver.bet(3, 1000)
        assert "BJ-G4" == driver.refused("dealer", blackjack_acts.DealCard(card="9S")).clause
        driver.bet(5, 1000)
        assert 3 == driver.deal("9S").seat

    @pytest.mark.clause("BJ-G4")
    def test_who_does_not_want_to_leaves(self):
        """Without Bob the round is dealt."""
        driver = BlackjackDriver().ready((3, "Ann"), (5, "Bob"))
        driver.bet(3, 1000)
        driver.do("Bob", blackjack_acts.LeaveSeat(position=5))
        assert 3 == driver.deal("9S").seat

    @pytest.mark.clause("BJ-G4")
    def test_a_round_without_a_wager_is_called_off(self):
        """One with a wager is played, and the dealer alone calls it off."""
        driver = BlackjackDriver().ready((3, "Ann"))
        driver.bet(3, 1000)
        assert "BJ-G4" == driver.refused("dealer", blackjack_acts.CallOffRound()).clause
        driver.do("Ann", take_back())
        assert "BJ-G4" == driver.refused("Ann", blackjack_acts.CallOffRound()).clause
        assert 1 == driver.do("dealer", blackjack_acts.CallOffRound()).round
        assert 2 == driver.do("dealer", table_acts.OpenBetting()).round


class TestSeveralPositions:
    @pytest.mark.clause("BJ-G5")
    def test_a_second_position_lies_beside_the_first(self):
        """Ann at 3 takes 4 too, and not 6."""
        driver = BlackjackDriver().welcome().sit((3, "Ann"))
        assert "BJ-G5" == driver.refused("Ann", shoe_acts.TakeSeat(position=6, player="Ann")).clause
        assert 4 == driver.do("Ann", shoe_acts.TakeSeat(position=4, player="Ann")).position

    @pytest.mark.clause("BJ-G5")
    def test_the_house_may_allow_one_only(self):
        """Then the next one is refused too."""
        driver = BlackjackDriver(settings={"several_positions": False}).welcome().sit((3, "Ann"))
        assert "BJ-G5" == driver.refused("Ann", shoe_acts.TakeSeat(position=4, player="Ann")).clause

    @pytest.mark.clause("BJ-G5")
    def test_the_wagers_lie_beside_each_other(self):
        """Ann sits at 3, 4 and 5: wagers at 3 and 5 alone are not adjacent."""
        driver = BlackjackDriver().ready((3, "Ann"), (4, "Ann"), (5, "Ann"))
        driver.bet(3, 1000)
        driver.bet(5, 1000)
        assert "BJ-G5" == driver.refused("dealer", blackjack_acts.DealCard(card="9S")).clause
        driver.bet(4, 1000)
        assert 3 == driver.deal("9S").seat

    @pytest.mark.clause("BJ-G5", "BJ-H4a")
    def test_a_position_without_a_wager_gets_no_card(self):
        """Ann sits at 3 and 4 and wagers at 4 alone."""
        driver = BlackjackDriver().ready((3, "Ann"), (4, "Ann"))
        driver.bet(4, 1000)
        driver.deal("9S", "TD", "8S", "8C")
        assert [4, 0, 4, 0] == [event.seat for event in driver.events if hasattr(event, "place")]

    @pytest.mark.clause("BJ-G5")
    def test_each_is_played_as_if_a_player_sat_there(self):
        """Ann's hand at 3 has its turn and its result, and then her hand at 4."""
        driver = BlackjackDriver().ready((3, "Ann"), (4, "Ann"))
        driver.bet(3, 1000)
        driver.bet(4, 3000)
        driver.deal("9S", "9H", "TD", "TS", "8H", "8C")
        assert "BJ-H5" == driver.refuses(4, "stand").clause
        rows = driver.rows(finished(driver, seats=(3, 4)))
        assert ("win", 1000, 0, "BJ-J1") == rows[MAIN]
        assert ("lose", 0, 3000, "BJ-J2") == rows[4, 1, "blackjack", 1]
