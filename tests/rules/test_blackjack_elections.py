"""The players' turns at blackjack: whose it is (H5), the cards for a decision (H6), draws (H7), splits (Q20), Q28."""

import pytest

from pitboss.games.blackjack import acts as a
from pitboss.games.blackjack.acts import Ending
from pitboss.rulebook import check_table
from tests.support.blackjack_driver import BLACKJACK, BlackjackDriver


def dealt(*cards, settings=None):
    """Return a table where Ann, alone at seat 3, wagered $10: her card, the dealer's, hers, the dealer's."""
    driver = BlackjackDriver(settings=settings).ready((3, "Ann"))
    driver.bet(3, 1000)
    driver.deal(*cards)
    return driver


def two_players():
    """Return a table where Ann has 9 and 2 at seat 3 and Bob 9 and 3 at seat 5, against a ten."""
    driver = BlackjackDriver().ready((5, "Bob"), (3, "Ann"))
    driver.bet(5, 1000)
    driver.bet(3, 1000)
    driver.deal("9S", "9H", "TC", "2S", "3H", "8C")
    return driver


def hands(driver):
    """Return the cards of Ann's hands."""
    return [hand.cards for hand in driver.table.round.boxes[3].hands]


def endings(driver):
    """Return how Ann's hands ended."""
    return [hand.ending for hand in driver.table.round.boxes[3].hands]


class TestTurns:
    @pytest.mark.clause("BJ-H5")
    def test_turns_go_from_the_dealers_left(self):
        """Ann at 3 decides before Bob at 5, and not again after she has stood."""
        driver = two_players()
        assert "BJ-H5" == driver.refuses(5, "stand").clause
        assert (3, 1, "Ann") == ((stood := driver.act(3, "stand")).seat, stood.hand, stood.by)
        assert "BJ-H5" == driver.refuses(3, "hit").clause
        assert 5 == driver.act(5, "stand").seat

    @pytest.mark.clause("BJ-H5")
    @pytest.mark.parametrize("name", ["stand", "hit", "double", "split", "surrender"])
    def test_no_decision_is_taken_before_everybody_has_two_cards(self, name):
        """The dealer's second card is still to come."""
        driver = dealt("8S", "TC", "8H", settings={"surrender": "text"})
        assert "BJ-H5" == driver.refuses(3, name).clause
        driver.deal("8C")
        assert 3 == driver.act(3, name).seat

    @pytest.mark.clause("BJ-H5")
    def test_no_card_is_dealt_before_the_player_has_decided(self):
        """Ann's hand may take a card, and she has not said so."""
        driver = two_players()
        assert "BJ-H5" == driver.refused("dealer", a.DealCard(card="KS")).clause
        driver.act(3, "hit")
        assert 3 == driver.deal("KS").seat


class TestCards:
    @pytest.mark.clause("BJ-H6")
    def test_the_card_for_a_decision_comes_at_once(self):
        """After a hit no further decision is taken before it, and then it is Ann's, face up."""
        driver = two_players()
        driver.act(3, "hit")
        assert "BJ-H6" == driver.refuses(3, "stand").clause
        card = driver.deal("4S")
        assert (3, 1, 3, True) == (card.seat, card.hand, card.place, card.is_face_up)
        assert 3 == driver.act(3, "stand").seat

    @pytest.mark.clause("BJ-H6")
    @pytest.mark.parametrize("name", ["double", "split"])
    def test_after_a_double_and_a_split_too(self, name):
        """Nothing else is decided before their card."""
        driver = dealt("4S", "TC", "4H", "8C")
        driver.act(3, name)
        assert "BJ-H6" == driver.refuses(3, "hit").clause
        assert (3, True) == ((card := driver.deal("KS")).seat, card.is_face_up)


class TestDraws:
    @pytest.mark.clause("BJ-H7")
    def test_a_player_under_21_may_draw_again_and_again(self):
        """Two to twenty, and then the last card is one too many."""
        driver = dealt("2S", "TC", "3H", "8C")
        driver.act(3, "hit")
        driver.deal("5D")
        driver.act(3, "hit")
        assert driver.deal("TS").ends is None
        driver.act(3, "hit")
        assert Ending.BUST == driver.deal("2H")[0].ends
        assert "BJ-H7" == driver.refuses(3, "hit").clause

    @pytest.mark.clause("BJ-H7")
    def test_nobody_draws_to_a_soft_21(self):
        """Ace, four and six are 21 and not under it."""
        driver = dealt("AS", "TC", "4H", "8C")
        driver.act(3, "hit")
        assert Ending.TWENTY_ONE == driver.deal("6D").ends
        assert "BJ-H7" == driver.refuses(3, "hit").clause

    @pytest.mark.clause("BJ-H7a")
    @pytest.mark.parametrize("name", ["hit", "stand", "double"])
    def test_nobody_draws_to_a_blackjack(self, name):
        """It takes no decision at all."""
        assert "BJ-H7a" == dealt("AS", "9C", "KH", "8C").refuses(3, name).clause

    @pytest.mark.clause("BJ-H7a")
    def test_nobody_draws_to_a_hard_21(self):
        """Nine, two and ten."""
        driver = dealt("9S", "TC", "2H", "8C")
        driver.act(3, "hit")
        assert Ending.TWENTY_ONE == driver.deal("TD").ends
        assert "BJ-H7a" == driver.refuses(3, "hit").clause

    @pytest.mark.clause("BJ-H7a")
    def test_the_turn_goes_on_to_the_next_player(self):
        """Ann drew a hard 21, and Bob decides."""
        driver = two_players()
        driver.act(3, "hit")
        driver.deal("TD")
        assert 5 == driver.act(5, "stand").seat

    @pytest.mark.clause("BJ-H7b")
    def test_a_double_gets_one_card(self):
        """Five and six with a two are 13, and there it stays."""
        driver = dealt("5S", "TC", "6H", "8C")
        driver.act(3, "double")
        assert Ending.DOUBLED == driver.deal("2D").ends
        assert "BJ-H7b" == driver.refuses(3, "hit").clause
        assert "BJ-H8" == driver.refused("dealer", a.DealCard(card="3D")).clause

    @pytest.mark.clause("BJ-H7c", "Q20")
    def test_a_split_ace_gets_one_card(self):
        """Both hands end with it, a further ace or a five alike."""
        driver = dealt("AS", "9C", "AH", "8C")
        driver.act(3, "split")
        driver.deal("AD", "5D")
        assert [["AS", "AD"], ["AH", "5D"]] == hands(driver)
        assert [Ending.SPLIT_ACE, Ending.SPLIT_ACE] == endings(driver)

    @pytest.mark.clause("BJ-H7c", "Q20")
    @pytest.mark.parametrize("name", ["hit", "double", "split", "stand"])
    def test_no_decision_is_open_to_split_aces(self, name):
        """They are neither drawn to nor doubled nor split again."""
        driver = dealt("AS", "9C", "AH", "8C")
        driver.act(3, "split")
        driver.deal("5D", "AD")
        assert "BJ-H7c" == driver.refuses(3, name).clause


class TestSplits:
    @pytest.mark.clause("Q20")
    def test_the_left_hand_is_finished_before_the_next_gets_a_card(self):
        """All cards go to the left eight until Ann stands on it."""
        driver = dealt("8S", "9C", "8H", "8C")
        driver.act(3, "split")
        assert 1 == driver.deal("2S").hand
        driver.act(3, "hit")
        assert 1 == driver.deal("3S").hand
        assert 1 == driver.act(3, "stand").hand
        assert "BJ-H6" == driver.refuses(3, "stand").clause
        assert 2 == driver.deal("TS").hand
        assert [["8S", "2S", "3S"], ["8H", "TS"]] == hands(driver)

    @pytest.mark.clause("Q20")
    def test_a_hand_that_is_split_again_makes_room_to_its_right(self):
        """The third eight is played before the second of the first pair."""
        driver = dealt("8S", "9C", "8H", "8C")
        driver.act(3, "split")
        driver.deal("8D")
        assert 1 == driver.act(3, "split").hand
        assert [["8S"], ["8D"], ["8H"]] == hands(driver)

    @pytest.mark.clause("Q20")
    @pytest.mark.parametrize("most", [2, 3, 4])
    def test_the_house_sets_how_many_hands_come_of_one(self, most):
        """One split more is refused."""
        driver = dealt("8S", "9C", "8H", "7C", settings={"max_hands": most})
        for card in ("8D", "8C", "8S")[: most - 1]:
            driver.act(3, "split")
            driver.deal(card)
        assert ("Q20", most) == (driver.refuses(3, "split").clause, len(hands(driver)))

    @pytest.mark.clause("Q20")
    def test_four_unless_the_house_says_otherwise(self):
        """Two are the least that splitting makes, so one is refused."""
        assert 4 == BlackjackDriver().table.rules.settings["max_hands"]
        one = {"rulebook": BLACKJACK, "settings": {"max_hands": 1}}
        assert ["Q20"] == [fault.clause for fault in check_table(one)[1]]


class TestDoublingForLess:
    @pytest.mark.clause("Q28", "BJ-A2")
    @pytest.mark.parametrize("stake", [1, 500, 999, 1001, 2000])
    def test_no_other_amount_is_taken(self, stake):
        """Ann wagered $10, so neither less nor more goes beside it."""
        assert "Q28" == dealt("5S", "TC", "6H", "8C").refuses(3, "double", stake_minor=stake).clause

    @pytest.mark.clause("Q28", "BJ-A2")
    @pytest.mark.parametrize("said", [{}, {"stake_minor": 1000}])
    def test_the_same_amount_is(self, said):
        """Named or not, it is $10."""
        driver = dealt("5S", "TC", "6H", "8C")
        assert 1000 == driver.act(3, "double", **said).stake_minor
        assert 2000 == driver.table.balances["layout"]
