"""Blackjack's multiple action (L1–L4): one hand with two or three wagers, their decisions and their insurance."""

import pytest

from pitboss.games.blackjack import acts as a
from pitboss.games.blackjack import events as blackjack_events
from pitboss.rulebook import check_table
from tests.support.blackjack_driver import BLACKJACK, BlackjackDriver

THREE, TWO = {"multiple_action": 3}, {"multiple_action": 2}


def clauses(**settings):
    """Return the clauses by which a table's settings are refused."""
    return [fault.clause for fault in check_table({"rulebook": BLACKJACK, "settings": settings})[1]]


def opened(*stakes, settings=THREE, seat=1):
    """Return a table with Ann's wagers, one a spot."""
    driver = BlackjackDriver(settings=settings).ready((seat, "Ann"))
    driver.bet(seat, *stakes)
    return driver


class TestTables:
    @pytest.mark.clause("BJ-L1")
    @pytest.mark.parametrize(("hands", "expected"), [(0, []), (1, ["BJ-L1"]), (2, []), (3, []), (4, ["BJ-L1"])])
    def test_the_dealer_has_two_hands_or_three(self, hands, expected):
        """Or the ordinary one; no other number is a table's."""
        assert expected == clauses(multiple_action=hands)

    @pytest.mark.clause("BJ-L1")
    @pytest.mark.parametrize("other", ["progressive", "bonus", "streak"])
    def test_no_table_has_it_beside_another_variation(self, other):
        """Each by itself is a table; both together are none."""
        assert ([], ["BJ-L1"]) == (clauses(**{other: True}), clauses(**{other: True}, multiple_action=2))

    @pytest.mark.clause("BJ-L3")
    def test_it_is_dealt_from_a_shoe(self):
        """Not from the hand."""
        assert ([], ["BJ-L3"]) == (clauses(multiple_action=3), clauses(multiple_action=3, pitch=True, decks=2))

    @pytest.mark.clause("BJ-L2")
    @pytest.mark.parametrize(("hands", "expected"), [(0, ["BJ-L2"]), (2, ["BJ-L2"]), (3, [])])
    def test_only_three_hands_can_be_required(self, hands, expected):
        """A table with fewer hands cannot ask for a wager against all three."""
        assert expected == clauses(multiple_action=hands, all_three=True)

    @pytest.mark.clause("BJ-L1")
    def test_an_ordinary_table_has_one_spot(self):
        """A second wager there is against no hand of the dealer."""
        driver = BlackjackDriver().ready((1, "Ann"))
        driver.bet(1, 500)
        second = a.PlaceWager(seat=1, player="Ann", stake_minor=500, spot=2)
        assert "BJ-L1" == driver.refused("Ann", second).clause


class TestWagers:
    @pytest.mark.clause("BJ-L2", "BJ-L1")
    @pytest.mark.parametrize("stakes", [(500, 700), (500, 700, 900)])
    def test_a_player_makes_two_wagers_or_three(self, stakes):
        """They may differ, and each lies on its own spot."""
        driver = opened(*stakes)
        assert (1, 1) == (driver.deal("TS").seat, driver.events[-1].place)
        spots = {spot: stake for (spot, _), stake in driver.table.round.boxes[1].wagers.items()}
        assert dict(enumerate(stakes, 1)) == spots

    @pytest.mark.clause("BJ-L2")
    def test_one_wager_is_too_few(self):
        """No card comes before the second lies there."""
        driver = opened(500)
        refused = driver.refused("dealer", a.DealCard(card="TS"))
        assert ("BJ-L2", [1]) == (refused.clause, refused.values["spots"])
        driver.do("Ann", a.PlaceWager(seat=1, player="Ann", stake_minor=500, spot=2))
        assert 1 == driver.deal("TS").seat

    @pytest.mark.clause("BJ-L2")
    def test_two_wagers_are_against_the_first_two_hands(self):
        """The third spot without the second is refused."""
        driver = opened(500)
        driver.do("Ann", a.PlaceWager(seat=1, player="Ann", stake_minor=500, spot=3))
        assert "BJ-L2" == driver.refused("dealer", a.DealCard(card="TS")).clause

    @pytest.mark.clause("BJ-L2")
    def test_a_house_may_ask_for_all_three(self):
        """Then two are too few, and three are taken."""
        driver = opened(500, 500, settings={**THREE, "all_three": True})
        assert "BJ-L2" == driver.refused("dealer", a.DealCard(card="TS")).clause
        driver.do("Ann", a.PlaceWager(seat=1, player="Ann", stake_minor=500, spot=3))
        assert "TS" == driver.deal("TS").card

    @pytest.mark.clause("BJ-L2")
    @pytest.mark.parametrize(("on", "spot"), [("blackjack", 3), ("same_suit", 2)])
    def test_a_spot_that_the_table_lacks_takes_no_wager(self, on, spot):
        """With two hands of the dealer there is no third spot, and an optional wager has one place a hand."""
        driver = opened(500, 500, settings={**TWO, "initial_suit": "same_suit"})
        act = a.PlaceWager(seat=1, player="Ann", stake_minor=500, on=on, spot=spot)
        assert "BJ-L2" == driver.refused("Ann", act).clause

    @pytest.mark.clause("BJ-L2")
    def test_every_wager_lies_there_before_the_first_card(self):
        """After it, a third one is too late."""
        driver = opened(500, 500)
        driver.deal("TS")
        late = a.PlaceWager(seat=1, player="Ann", stake_minor=500, spot=3)
        assert "BJ-G3" == driver.refused("Ann", late).clause


class TestDecisions:
    @pytest.mark.clause("BJ-L3")
    def test_the_deal_is_that_of_the_shoe(self):
        """The dealer's first card between the players' two, turned up after them; the second is not dealt yet."""
        driver = BlackjackDriver(settings=TWO).ready((2, "Ann"), (5, "Bob"))
        driver.bet(2, 500, 500)
        driver.bet(5, 500, 500)
        driver.deal("TS", "9S", "6D", "9C", "8C")
        dealt = [(e.seat, e.place, e.is_face_up) for e in driver.events if isinstance(e, blackjack_events.CardDealt)]
        assert [(2, 1, True), (5, 1, True), (0, 1, False), (2, 2, True), (5, 2, True)] == dealt
        assert (blackjack_events.FirstCardTurned, "6D") == (type(driver.events[-1]), driver.events[-1].card)
        assert ("turns", None) == (driver.table.phase, driver.table.round.due)

    @pytest.mark.clause("BJ-L3")
    def test_doubling_adds_to_every_wager(self):
        """Sixteen dollars for three wagers that come to sixteen."""
        driver = opened(300, 500, 800)
        driver.deal("6S", "6D", "5C")
        assert "Q28" == driver.refuses(1, "double", stake_minor=300).clause
        doubled = driver.act(1, "double")
        assert (1600, [1600]) == (doubled.stake_minor, [move.amount_minor for move in doubled.moves])
        hand = driver.table.round.boxes[1].hands[0]
        assert [600, 1000, 1600] == [hand.stake(spot) for spot in (1, 2, 3)]

    @pytest.mark.clause("BJ-L3")
    def test_splitting_lays_every_wager_again(self):
        """The new hand has as much on each spot as the first."""
        driver = opened(300, 500, 800)
        driver.deal("8S", "6D", "8C")
        assert "BJ-A6" == driver.refuses(1, "split", stake_minor=800).clause
        assert 1600 == driver.act(1, "split", stake_minor=1600).stake_minor
        hands = driver.table.round.boxes[1].hands
        assert [[300, 500, 800]] * 2 == [[hand.stake(spot) for spot in (1, 2, 3)] for hand in hands]

    @pytest.mark.clause("BJ-L3", "BJ-J8")
    def test_a_pair_is_split_once(self):
        """A third eight makes no third hand."""
        driver = opened(300, 500)
        driver.deal("8S", "6D", "8C")
        driver.act(1, "split")
        driver.deal("8H")
        assert "BJ-J8" == driver.refuses(1, "split").clause


class TestInsurance:
    @pytest.mark.clause("BJ-L4")
    def test_each_is_decided_by_its_own_second_card(self):
        """The first hand is a blackjack and the third is not; the second wager was not insured."""
        driver = opened(500, 600, 700)
        driver.deal("TS", "AD", "9C")
        driver.do("Ann", a.PlaceInsurance(seat=1, stake_minor=250, spot=1))
        driver.do("Ann", a.PlaceInsurance(seat=1, stake_minor=350, spot=3))
        driver.do("dealer", a.CloseInsurance())
        driver.act(1, "stand")
        _, first = driver.deal("KC")
        driver.settle()
        second = driver.deal("8C")
        driver.settle()
        _, third = driver.deal("9H")
        assert {(1, 0, "insurance", 1): ("win", 500, 0, "Q21")} == driver.rows(first)
        assert {(1, 0, "insurance", 3): ("lose", 0, 350, "BJ-A4")} == driver.rows(third)
        assert (1, 3, blackjack_events.CardDealt) == (first.spot, third.spot, type(second))

    @pytest.mark.clause("BJ-L4", "Q21")
    def test_each_is_half_of_its_own_wager_at_most(self):
        """What lies on other spots does not count, and an empty spot has nothing to insure."""
        driver = opened(500, 900)
        driver.deal("TS", "AD", "9C")
        over = driver.refused("Ann", a.PlaceInsurance(seat=1, stake_minor=251, spot=1))
        none = driver.refused("Ann", a.PlaceInsurance(seat=1, stake_minor=100, spot=3))
        assert ("Q21", "BJ-A4") == (over.clause, none.clause)
        assert 450 == driver.do("Ann", a.PlaceInsurance(seat=1, stake_minor=450, spot=2)).stake_minor

    @pytest.mark.clause("BJ-L4", "BJ-L6a")
    def test_a_hand_over_21_keeps_its_insurance(self):
        """The dealer gets second cards for it alone, and draws nothing to them."""
        driver = opened(500, 500)
        driver.deal("TS", "AD", "6C")
        driver.do("Ann", a.PlaceInsurance(seat=1, stake_minor=250, spot=2))
        driver.do("dealer", a.CloseInsurance())
        driver.act(1, "hit")
        driver.deal("KH", "2C")
        assert ("complete", {}) == (driver.table.phase, driver.rows(driver.settle()))
        _, insured = driver.deal("KC")
        assert {(1, 0, "insurance", 2): ("win", 500, 0, "Q21")} == driver.rows(insured)
        assert ("BJ-H8b", {}) == (
            driver.refused("dealer", a.DealCard(card="2D")).clause,
            driver.rows(driver.settle()),
        )
