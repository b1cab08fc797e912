"""The initial suit wager: which one a table has (K1), how it is placed (K2), settled (K3, K4) and paid (K5)."""

import pytest

from pitboss.games.blackjack import acts as a
from pitboss.games.blackjack import round as core
from pitboss.games.blackjack.sign import sign
from pitboss.rulebook import check_table
from tests.support.blackjack_driver import BLACKJACK, BlackjackDriver
from tests.support.driver import round_violation

KINDS = ["same_suit", "king_queen"]


def table(kind, *stakes, **settings):
    """Return a table of two decks that takes a suit wager, with blackjack wagers on it."""
    return BlackjackDriver(settings={"initial_suit": kind, "decks": 2, **settings}).staked(*stakes or (1000,))


def backed(kind, steps, stake=100, **settings):
    """Return a table where Ann has a suit wager and the cards are dealt."""
    driver = table(kind, **settings)
    driver.bet(1, stake, on=kind)
    return driver.played(steps)


def suit(kind, stake=100, seat=1, player="Ann", **fields):
    """Return the act of placing a suit wager."""
    return a.PlaceWager(seat=seat, player=player, stake_minor=stake, on=kind, **fields)


def settled(driver, witness="floorperson"):
    """Settle the suit wagers, and return what became of Ann's."""
    rows = driver.rows(driver.do("dealer", a.SettleSuitWagers(), witness=witness))
    return next(row for (seat, *_), row in rows.items() if seat == 1)


def faults(**settings):
    """Return the clauses by which a table's settings are refused."""
    return [fault.clause for fault in check_table({"rulebook": BLACKJACK, "settings": settings})[1]]


class TestOneType:
    @pytest.mark.clause("BJ-K1", "BJ-K1a", "BJ-K1a.i", "BJ-K1a.ii")
    @pytest.mark.parametrize(("kind", "other"), [("same_suit", "king_queen"), ("king_queen", "same_suit")])
    def test_a_table_takes_its_own_from_everybody(self, kind, other):
        """And the other one from nobody."""
        driver = table(kind, 1000, 1000)
        driver.bet(1, 100, on=kind)
        driver.bet(2, 200, on=kind)
        assert "BJ-K1" == driver.refused("Ann", suit(other)).clause
        assert {1: 100, 2: 200} == {seat: sum(box.suit.values()) for seat, box in driver.table.round.boxes.items()}

    @pytest.mark.clause("BJ-K1")
    @pytest.mark.parametrize("kind", KINDS)
    def test_a_table_without_one_takes_none(self, kind):
        """That is what a house has unless it chooses."""
        assert "BJ-K1" == BlackjackDriver().staked(1000).refused("Ann", suit(kind)).clause

    @pytest.mark.clause("BJ-K1", "BJ-K1a")
    def test_no_table_has_both(self):
        """One of them, or none, and not a list."""
        assert ["BJ-K1"] == faults(initial_suit=["same_suit", "king_queen"])
        assert [] == faults(initial_suit="same_suit") == faults(initial_suit="king_queen") == faults(initial_suit=None)


class TestPlacing:
    @pytest.mark.clause("BJ-K2", "BJ-K2a")
    def test_it_goes_with_a_blackjack_wager(self):
        """Not ahead of it, and it is taken back before it."""
        driver = BlackjackDriver(settings={"initial_suit": "same_suit"}).ready((1, "Ann"))
        assert "BJ-K2a" == driver.refused("Ann", suit("same_suit")).clause
        driver.bet(1, 1000)
        driver.do("Ann", suit("same_suit"))
        away = a.RemoveWager(seat=1, player="Ann", stake_minor=1000)
        assert "BJ-K2a" == driver.refused("Ann", away).clause
        driver.do("Ann", a.RemoveWager(seat=1, player="Ann", stake_minor=100, on="same_suit"))
        assert 1000 == driver.do("Ann", away).stake_minor

    @pytest.mark.clause("BJ-K2", "BJ-K2a")
    def test_in_chips_or_with_a_coupon_but_not_in_cash(self):
        """A coupon only where the house has them."""
        driver = table("same_suit")
        assert "BJ-K2a" == driver.refused("Ann", suit("same_suit", source="cash")).clause
        assert ["value", "coupon"] == [
            driver.do("Ann", suit("same_suit", source=x)).source for x in ("value", "coupon")
        ]
        assert "BJ-G1" == table("same_suit", match_play=False).refused("Ann", suit("same_suit", source="coupon")).clause

    @pytest.mark.clause("BJ-K2a", "BJ-G3")
    def test_while_wagers_are_laid_and_not_after_the_first_card(self):
        """Nor is it raised or taken back then."""
        driver = backed("same_suit", "TS")
        assert "BJ-G3" == driver.refused("Ann", suit("same_suit")).clause
        away = a.RemoveWager(seat=1, player="Ann", stake_minor=100, on="same_suit")
        assert "BJ-G3" == driver.refused("Ann", away).clause

    @pytest.mark.clause("BJ-K2b")
    def test_no_more_than_the_posted_maximum(self):
        """What lies there counts; the maximum is on the sign with its clause."""
        driver = table("same_suit", max={"same_suit": 500})
        driver.bet(1, 400, on="same_suit")
        assert "BJ-K2b" == driver.refused("Ann", suit("same_suit", 101)).clause
        driver.do("Ann", suit("same_suit", 100))
        lines = sign(driver.table.rules.config).lines
        assert "$5.00" == next(line.value for line in lines if line.clause == "BJ-K2b")

    @pytest.mark.clause("BJ-K2b", "BJ-P")
    def test_no_less_than_the_minimum(self):
        """Which is the table's own for that wager."""
        driver = table("same_suit", min={"same_suit": 100})
        assert "BJ-P" == driver.refused("Ann", suit("same_suit", 99)).clause
        assert 100 == driver.do("Ann", suit("same_suit", 100)).stake_minor

    @pytest.mark.clause("BJ-K2b")
    def test_one_for_each_hand_of_ones_own(self):
        """Ann at two places has one at each, and each has its own fate."""
        driver = BlackjackDriver(settings={"initial_suit": "same_suit"}).ready((1, "Ann"), (2, "Ann"))
        for seat, stake in ((1, 100), (2, 200)):
            driver.bet(seat, 1000)
            driver.bet(seat, stake, on="same_suit")
        rows = driver.rows(driver.played("TS TH 9D 8S 8C 8D").do("dealer", a.SettleSuitWagers()))
        expected = {
            (1, 1, "same_suit", 1): ("win", 300, 0, "BJ-K5"),
            (2, 1, "same_suit", 1): ("lose", 0, 200, "BJ-K1a.i"),
        }
        assert expected == rows

    @pytest.mark.clause("BJ-K2b")
    def test_none_on_somebody_elses_hand(self):
        """Bob has a seat and a wager of his own, and Ann's stays as it was."""
        driver = table("same_suit", 1000, 1000)
        assert "BJ-K2b" == driver.refused("Bob", suit("same_suit", player="Bob")).clause
        assert {} == driver.table.round.boxes[1].suit

    @pytest.mark.clause("BJ-K2b")
    def test_nor_in_somebody_elses_name(self):
        """Bob may not lay one for Ann either."""
        driver = table("same_suit", 1000, 1000)
        assert "BJ-K2b" == driver.refused("Bob", suit("same_suit", player="Ann")).clause

    @pytest.mark.clause("BJ-K2b", "BJ-G2")
    @pytest.mark.parametrize(("on", "clause"), [("same_suit", "BJ-K2b"), ("blackjack", "BJ-G2")])
    def test_the_round_by_itself_knows_whose_hand_it_is(self, on, clause):
        """Without a house around it, which would ask for the seat."""
        driver = table("same_suit", 1000, 1000)
        command = driver.command("Bob", suit(on, player="Bob"))
        assert clause == round_violation(lambda: core.decide(driver.table.round, command)).clause

    @pytest.mark.clause("BJ-K2b")
    @pytest.mark.parametrize("stake", [None, 100])
    def test_it_has_no_bearing_on_the_other_wager(self, stake):
        """The hand comes out the same with it and without."""
        driver = table("same_suit")
        if stake:
            driver.bet(1, stake, on="same_suit")
        driver.played("TS 9D 8S 8C" + (" suits" if stake else "") + " stand turn")
        assert {(1, 1, "blackjack", 1): ("win", 1000, 0, "BJ-J1")} == driver.rows(driver.settle())

    @pytest.mark.clause("BJ-K2", "BJ-K2c")
    @pytest.mark.parametrize("pitch", [False, True])
    def test_with_a_single_deck_not_above_the_blackjack_wager(self, pitch):
        """Nor is that wager then brought under it."""
        driver = table("same_suit", decks=1, pitch=pitch)
        assert "BJ-K2c" == driver.refused("Ann", suit("same_suit", 1001)).clause
        driver.do("Ann", suit("same_suit", 1000))
        assert "BJ-K2c" == driver.refused("Ann", a.RemoveWager(seat=1, player="Ann", stake_minor=2)).clause

    @pytest.mark.clause("BJ-K2c", "Q74")
    def test_in_multiple_action_not_above_all_wagers_of_the_hand(self):
        """With $10 and $5 against two dealer hands, $15 may be wagered on the suits, and a cent more may not."""
        driver = BlackjackDriver(settings={"initial_suit": "same_suit", "decks": 1, "multiple_action": 2})
        driver.ready((1, "Ann")).bet(1, 1000, 500)
        assert "BJ-K2c" == driver.refused("Ann", suit("same_suit", 1501)).clause
        assert 1500 == driver.do("Ann", suit("same_suit", 1500)).stake_minor

    @pytest.mark.clause("BJ-K2c")
    @pytest.mark.parametrize("settings", [{"decks": 6}, {"decks": 2}, {"decks": 2, "pitch": True}])
    def test_with_several_decks_it_may_be_larger(self, settings):
        """As large as the table's maximum lets it."""
        assert 5000 == table("same_suit", **settings).do("Ann", suit("same_suit", 5000)).stake_minor


class TestSettling:
    @pytest.mark.clause("BJ-K3", "BJ-K3a", "BJ-K4", "BJ-K4a")
    @pytest.mark.parametrize(("pitch", "clause"), [(False, "BJ-K3"), (True, "BJ-K4")])
    def test_after_the_deal_is_complete_and_before_any_turn(self, pitch, clause):
        """Not with the dealer's second card still to come, and nothing goes on without it."""
        driver = backed("same_suit", "TS 9D 8S", pitch=pitch)
        assert clause == driver.refused("dealer", a.SettleSuitWagers()).clause
        driver.played("8C")
        assert clause == driver.refused("dealer", a.DealCard(card="5C")).clause
        assert ("BJ-I6" if pitch else "BJ-H5") == driver.refuses(1, "stand").clause
        assert ("win", 300, 0, "BJ-K5") == settled(driver)

    @pytest.mark.clause("BJ-K3b", "BJ-K4b")
    @pytest.mark.parametrize("pitch", [False, True])
    def test_from_left_to_right(self, pitch):
        """Each is taken or paid in turn, whatever order they were laid in."""
        driver = table("same_suit", 1000, 1000, 1000, pitch=pitch)
        for seat in (3, 1, 2):
            driver.bet(seat, 100 * seat, on="same_suit")
        driver.played("TS TH 9S 9D 8S 8C 7S 8D")
        wagers = driver.do("dealer", a.SettleSuitWagers()).wagers
        rows = zip(wagers.seat, wagers.paid_minor, wagers.lost_minor, strict=True)
        assert [(1, 300, 0), (2, 0, 200), (3, 900, 0)] == list(rows)

    @pytest.mark.clause("BJ-K3c", "BJ-K4c")
    @pytest.mark.parametrize(("pitch", "clause"), [(False, "BJ-K3"), (True, "BJ-K4")])
    def test_insurance_comes_after_them(self, pitch, clause):
        """It is not open before, though an ace shows."""
        driver = backed("same_suit", "TS AD 8S 8C", pitch=pitch)
        insurance = a.PlaceInsurance(seat=1, stake_minor=500)
        assert clause == driver.refused("Ann", insurance).clause
        assert "suits" == driver.refused("dealer", a.CloseInsurance()).values["phase"]
        assert 500 == driver.played("suits").do("Ann", insurance).stake_minor

    @pytest.mark.clause("BJ-K3", "BJ-K4")
    @pytest.mark.parametrize(("pitch", "clause"), [(False, "BJ-K3"), (True, "BJ-K4")])
    def test_by_the_dealer_and_once(self, pitch, clause):
        """Nobody else settles them, and nothing is left to settle afterwards."""
        driver = backed("same_suit", "TS 9D 8S 8C", pitch=pitch)
        assert clause == driver.refused("Ann", a.SettleSuitWagers()).clause
        driver.played("suits")
        assert clause == driver.refused("dealer", a.SettleSuitWagers()).clause

    @pytest.mark.clause("BJ-K3a")
    def test_a_round_without_them_goes_straight_on(self):
        """A table that takes them waits only where one was laid."""
        driver = table("same_suit").played("TS 9D 8S 8C")
        assert "BJ-K3" == driver.refused("dealer", a.SettleSuitWagers()).clause
        assert 1 == driver.act(1, "stand").seat

    @pytest.mark.clause("BJ-K3a", "BJ-K1a.i")
    def test_the_money_moves_then(self):
        """What is lost goes to the rack, and the blackjack wager still lies."""
        driver = backed("same_suit", "TS 9D 8H 8C")
        assert ("lose", 0, 100, "BJ-K1a.i") == settled(driver)
        assert (1000, 100) == (driver.table.balances["layout"], driver.table.balances["rack"])


class TestPaying:
    @pytest.mark.clause("BJ-K1a.i", "BJ-K5", "BJ-K5a")
    @pytest.mark.parametrize(("odds", "won"), [(3, 300), (2, 200), (1, 100)])
    def test_two_cards_of_one_suit(self, odds, won):
        """Three to one, or less where the house says so."""
        assert ("win", won, 0, "BJ-K5") == settled(backed("same_suit", "TS 9D 2S 8C", same_suit_odds=odds))

    @pytest.mark.clause("BJ-K5", "BJ-K5a", "BJ-K5b")
    def test_never_more(self):
        """No house may pay above the ceiling of either wager, and nothing pays less than even money."""
        assert ["BJ-K5"] == faults(same_suit_odds=4) == faults(same_suit_odds=0)
        assert ["BJ-K5"] == faults(king_queen_odds=11) == faults(king_queen_odds=0)
        assert [] == faults(king_queen_odds=10, same_suit_odds=3)

    @pytest.mark.clause("BJ-K1a.ii", "BJ-K5", "BJ-K5b")
    @pytest.mark.parametrize("steps", ["KS 9D QS 8C", "QH 9D KH 8C"])
    @pytest.mark.parametrize(("odds", "won"), [(10, 1000), (7, 700)])
    def test_king_and_queen_of_one_suit(self, steps, odds, won):
        """In either order, ten to one or less where the house says so."""
        assert ("win", won, 0, "BJ-K5") == settled(backed("king_queen", steps, king_queen_odds=odds))

    @pytest.mark.clause("BJ-K1a.ii")
    @pytest.mark.parametrize("steps", ["KS 9D QH 8C", "KS 9D JS 8C", "KS 9D KS 8C", "QS 9D AS 8C"])
    def test_no_other_cards_win_that_wager(self, steps):
        """Neither two suits nor two other cards of one."""
        assert ("lose", 0, 100, "BJ-K1a.ii") == settled(backed("king_queen", steps))

    @pytest.mark.clause("BJ-K1a.i")
    def test_a_king_and_a_queen_of_one_suit_are_also_of_the_same_suit(self):
        """They pay the odds of the wager that was made, and nobody has to be told."""
        assert ("win", 300, 0, "BJ-K5") == settled(backed("same_suit", "KS 9D QS 8C"), witness=None)

    @pytest.mark.clause("BJ-K5b")
    def test_the_floorperson_is_told_of_a_king_and_queen(self):
        """They are not paid before, and the record says who was told."""
        driver = backed("king_queen", "KS 9D QS 8C")
        assert "BJ-K5" == driver.refused("dealer", a.SettleSuitWagers()).clause
        assert "BJ-K5" == driver.refused("dealer", a.SettleSuitWagers(), witness="Ann").clause
        assert "Flo" == driver.do("dealer", a.SettleSuitWagers(), witness="floorperson").floorperson

    @pytest.mark.clause("BJ-K5b")
    def test_nobody_need_be_told_where_none_wins(self):
        """A suited king and queen at a seat without the wager is no news."""
        driver = table("king_queen", 1000, 1000)
        driver.bet(1, 100, on="king_queen")
        driver.played("TS KS 9D 8S QS 8C")
        assert None is driver.do("dealer", a.SettleSuitWagers()).floorperson

    @pytest.mark.clause("BJ-K5", "BJ-K5a", "BJ-K5b")
    @pytest.mark.parametrize(("kind", "value"), [("same_suit", "2 to 1"), ("king_queen", "8 to 1")])
    def test_the_odds_are_on_the_sign(self, kind, value):
        """Those of the wager that the table takes."""
        settings = {"initial_suit": kind, "same_suit_odds": 2, "king_queen_odds": 8}
        lines = sign(BlackjackDriver(settings=settings).table.rules.config).lines
        assert [value] == [line.value for line in lines if line.clause == "BJ-K5"]
