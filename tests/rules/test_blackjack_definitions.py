"""Blackjack's terms (A), its object (C) and what the cards are worth (F)."""

import pytest

from pitboss.games.blackjack import acts as blackjack_acts
from pitboss.games.blackjack.acts import Ending
from pitboss.games.blackjack.hands import is_soft, total_of, value_of
from pitboss.games.shoe import acts as shoe_acts
from tests.support.blackjack_driver import BlackjackDriver

MAIN = (3, 1, "blackjack", 1)
"""Ann's first hand in the rows of a settlement."""


def dealt(*cards, stake=1000, settings=None):
    """Return a table where Ann, alone at seat 3, has a wager: her card, the dealer's, hers, the dealer's."""
    driver = BlackjackDriver(settings=settings).ready((3, "Ann"))
    driver.bet(3, stake)
    driver.deal(*cards)
    return driver


def fate(driver, *drawn):
    """Let the dealer finish; return what became of every wager that was still open."""
    driver.dealer_plays(*drawn)
    return driver.rows(driver.settle())


class TestBlackjack:
    @pytest.mark.clause("BJ-A1")
    @pytest.mark.parametrize("ten", ["TS", "JS", "QS", "KS"])
    def test_an_ace_and_a_ten_as_the_first_two_cards(self, ten):
        """They end the hand as a Blackjack, which pays 3 to 2."""
        driver = dealt("AH", "9D", ten, "8C")
        assert Ending.BLACKJACK == driver.table.round.boxes[3].hands[0].ending
        assert ("blackjack", 1500, 0, "BJ-J4") == fate(driver)[MAIN]

    @pytest.mark.clause("BJ-A1")
    def test_the_dealer_has_one_by_the_same_two_cards(self):
        """Ace and king beat a 21 of three cards."""
        driver = dealt("7H", "KD", "7S", "AC")
        driver.act(3, "hit")
        driver.deal("7C")
        assert ("lose", 0, 1000, "BJ-J2") == fate(driver)[MAIN]

    @pytest.mark.clause("BJ-A1")
    def test_none_after_splitting_aces(self):
        """A king on a split ace is 21 and pays 1 to 1."""
        driver = dealt("AH", "9D", "AS", "8C")
        driver.act(3, "split")
        driver.deal("KH", "5S")
        assert ("win", 1000, 0, "BJ-J1") == fate(driver)[MAIN]

    @pytest.mark.clause("BJ-A1")
    def test_none_after_splitting_tens(self):
        """An ace on a split king is 21, which a dealer's 21 ties."""
        driver = dealt("KH", "9D", "TS", "2C")
        driver.act(3, "split")
        driver.deal("AH", "AS")
        assert ("push", 0, 0, "BJ-J3") == fate(driver, "TD")[MAIN]


class TestDoubleDown:
    @pytest.mark.clause("BJ-A2")
    def test_as_much_again_for_one_card(self):
        """A wager of $10 becomes $20, and the next card ends the hand."""
        driver = dealt("6H", "9D", "5S", "8C")
        assert 1000 == driver.act(3, "double").stake_minor
        assert Ending.DOUBLED == driver.deal("9S").ends
        assert ("win", 2000, 0, "BJ-J1") == fate(driver)[MAIN]

    @pytest.mark.clause("BJ-A2")
    def test_not_on_three_cards(self):
        """After a card was drawn it is refused."""
        driver = dealt("2H", "9D", "3S", "8C")
        driver.act(3, "hit")
        driver.deal("4S")
        assert "BJ-A2" == driver.refuses(3, "double").clause

    @pytest.mark.clause("BJ-A2")
    def test_on_the_first_two_cards_of_a_split_hand(self):
        """Only that hand's wager is doubled."""
        driver = dealt("8H", "9D", "8S", "8C")
        driver.act(3, "split")
        driver.deal("3S")
        assert (1, 1000) == ((doubled := driver.act(3, "double")).hand, doubled.stake_minor)
        driver.deal("KS", "KC")
        driver.act(3, "stand")
        rows = fate(driver)
        assert (2000, 1000) == (rows[MAIN][1], rows[3, 2, "blackjack", 1][1])


class TestHardTotal:
    @pytest.mark.clause("BJ-A3")
    @pytest.mark.parametrize(
        ("cards", "is_hard"),
        [
            (["TS", "7H"], True),
            (["AS", "6H"], False),
            (["AS", "6H", "TD"], True),
            (["AS", "AH", "5D"], False),
            (["AS", "AH", "5D", "TC"], True),
        ],
    )
    def test_no_ace_or_only_aces_of_one(self, cards, is_hard):
        """All of these count 17."""
        assert (17, is_hard) == (total_of(cards), not is_soft(cards))

    @pytest.mark.clause("BJ-A3")
    def test_the_dealer_stops_at_a_hard_17_with_an_ace_in_it(self):
        """Ace and six are soft and get a card; with a king they are hard and get none."""
        driver = dealt("9H", "AD", "9S", "6C")
        driver.do("dealer", blackjack_acts.CloseInsurance())
        driver.act(3, "stand")
        driver.dealer_plays("KD")
        assert "BJ-H8a" == driver.refused("dealer", blackjack_acts.DealCard(card="2C")).clause
        assert 17 == driver.settle().dealer_total


class TestInsurance:
    @pytest.mark.clause("BJ-A4")
    @pytest.mark.parametrize(("second", "row"), [("KC", ("win", 1000, 0, "Q21")), ("9C", ("lose", 0, 500, "BJ-A4"))])
    def test_a_wager_on_the_dealers_blackjack(self, second, row):
        """Under an ace $5 insure $10, and win $10 if a king lies there; a nine loses them."""
        driver = dealt("9H", "AD", "9S", second)
        driver.do("Ann", blackjack_acts.PlaceInsurance(seat=3, stake_minor=500))
        driver.do("dealer", blackjack_acts.CloseInsurance())
        driver.act(3, "stand")
        _, insured = driver.do("dealer", blackjack_acts.TurnSecondCard())
        assert {(3, 0, "insurance", 1): row} == driver.rows(insured)

    @pytest.mark.clause("BJ-A4")
    @pytest.mark.parametrize("up_card", ["KD", "TD", "9D"])
    def test_only_under_an_ace(self, up_card):
        """Under another card, a ten too, it is refused."""
        driver = dealt("9H", up_card, "9S", "AC")
        assert "BJ-A4" == driver.refused("Ann", blackjack_acts.PlaceInsurance(seat=3, stake_minor=500)).clause

    @pytest.mark.clause("BJ-A4")
    def test_only_while_the_other_card_lies_face_down(self):
        """After the turn of the second card it is refused."""
        driver = dealt("9H", "AD", "9S", "9C")
        driver.do("dealer", blackjack_acts.CloseInsurance())
        driver.act(3, "stand")
        driver.dealer_plays()
        assert "BJ-A4" == driver.refused("Ann", blackjack_acts.PlaceInsurance(seat=3, stake_minor=500)).clause


class TestPush:
    @pytest.mark.clause("BJ-A5")
    def test_an_equal_count_calls_the_wager_off(self):
        """Eighteen each: nothing is paid and nothing lost."""
        driver = dealt("9H", "TD", "9S", "8C")
        driver.act(3, "stand")
        assert ("push", 0, 0, "BJ-J3") == fate(driver)[MAIN]

    @pytest.mark.clause("BJ-A5")
    def test_no_push_where_only_the_dealer_has_a_blackjack(self):
        """Three sevens lose to it."""
        driver = dealt("7H", "KD", "7S", "AC")
        driver.act(3, "hit")
        driver.deal("7D")
        assert ("lose", 0, 1000, "BJ-J2") == fate(driver)[MAIN]

    @pytest.mark.clause("BJ-A5")
    def test_no_push_where_only_the_player_has_a_blackjack(self):
        """It beats the 21 that the dealer draws for Bob's hand."""
        driver = BlackjackDriver().ready((3, "Ann"), (4, "Bob"))
        driver.bet(3, 1000)
        driver.bet(4, 1000)
        driver.deal("AH", "9H", "KD", "KS", "9S", "5C")
        driver.act(4, "stand")
        assert ("blackjack", 1500, 0, "BJ-J4") == fate(driver, "6C")[MAIN]

    @pytest.mark.clause("BJ-A5")
    def test_two_blackjacks_are_a_push(self):
        """Ace and king against king and ace."""
        assert ("push", 0, 0, "BJ-J3") == fate(dealt("AH", "KD", "KS", "AC"))[MAIN]


class TestSplit:
    @pytest.mark.clause("BJ-A6")
    @pytest.mark.parametrize("second", ["TS", "JS", "KS"])
    def test_two_cards_of_one_value(self, second):
        """Ten and king are as good as two tens, and the new hand has an equal wager."""
        driver = dealt("TH", "9D", second, "8C")
        assert 1000 == driver.act(3, "split").stake_minor
        assert [["TH"], [second]] == [hand.cards for hand in driver.table.round.boxes[3].hands]

    @pytest.mark.clause("BJ-A6")
    def test_not_two_cards_of_different_values(self):
        """Nine and ten are refused."""
        assert "BJ-A6" == dealt("9H", "9D", "TS", "8C").refuses(3, "split").clause

    @pytest.mark.clause("BJ-A6")
    @pytest.mark.parametrize("stake", [999, 1001])
    def test_the_second_wager_is_exactly_as_large(self, stake):
        """A cent more or less is refused."""
        driver = dealt("8H", "9D", "8S", "8C")
        assert "BJ-A6" == driver.refuses(3, "split", stake_minor=stake).clause
        assert 1000 == driver.act(3, "split", stake_minor=1000).stake_minor


class TestSurrender:
    @pytest.mark.clause("BJ-A7")
    def test_half_of_the_wager_on_the_first_two_cards(self):
        """Of $10 the house keeps $5, even if a Blackjack lies under a ten."""
        driver = dealt("9H", "KD", "7S", "AC", settings={"surrender": "text"})
        driver.act(3, "surrender")
        assert ("surrender", 0, 500, "BJ-J5") == fate(driver)[MAIN]

    @pytest.mark.clause("BJ-A7")
    def test_not_to_a_blackjack_with_the_ace_up(self):
        """Then the whole wager is lost."""
        driver = dealt("9H", "AD", "7S", "KC", settings={"surrender": "text"})
        driver.do("dealer", blackjack_acts.CloseInsurance())
        driver.act(3, "surrender")
        assert ("lose", 0, 1000, "BJ-J2") == fate(driver)[MAIN]

    @pytest.mark.clause("BJ-A7")
    def test_not_on_three_cards(self):
        """After a card was drawn it is refused."""
        driver = dealt("2H", "9D", "3S", "8C", settings={"surrender": "text"})
        driver.act(3, "hit")
        driver.deal("9S")
        assert "BJ-A7" == driver.refuses(3, "surrender").clause

    @pytest.mark.clause("BJ-A7")
    def test_not_on_a_split_hand(self):
        """Two cards of a split hand are not the first two of the round."""
        driver = dealt("8H", "9D", "8S", "8C", settings={"surrender": "text"})
        driver.act(3, "split")
        driver.deal("6S")
        assert "BJ-A7" == driver.refuses(3, "surrender").clause


class TestWashing:
    @pytest.mark.clause("BJ-A8")
    def test_the_stack_records_the_wash(self):
        """Cards that were not washed are not stacked."""
        driver = BlackjackDriver().welcome()
        driver.do("dealer", driver.inspection(), witness="floorperson")
        driver.do("dealer", shoe_acts.SpreadCards())
        driver.sit((3, "Ann")).do("dealer", shoe_acts.LetPlayerLook(player="Ann"))
        assert "BJ-D3" == driver.refused("dealer", shoe_acts.StackCards(is_washed=False)).clause
        assert driver.do("dealer", shoe_acts.StackCards(is_washed=True)).is_washed


class TestObject:
    @pytest.mark.clause("BJ-C")
    @pytest.mark.parametrize(
        ("second", "outcome"), [("TS", ("win", 1000, 0)), ("9S", ("push", 0, 0)), ("8S", ("lose", 0, 1000))]
    )
    def test_whoever_is_nearer_to_21_wins(self, second, outcome):
        """Nine and a card against the dealer's eighteen."""
        driver = dealt("9H", "TD", second, "8C")
        driver.act(3, "stand")
        assert outcome == fate(driver)[MAIN][:3]

    @pytest.mark.clause("BJ-C")
    def test_never_over_21(self):
        """A player over 21 loses at once, and a dealer over 21 pays even a 12."""
        over = dealt("9H", "TD", "8S", "6C")
        over.act(3, "hit")
        _, settled = over.deal("5H")
        assert ("bust", 0, 1000, "BJ-J2") == over.rows(settled)[MAIN]
        low = dealt("9H", "TD", "3S", "6C")
        low.act(3, "stand")
        assert ("win", 1000, 0, "BJ-J1") == fate(low, "6H")[MAIN]

    @pytest.mark.clause("BJ-C")
    def test_each_player_plays_against_the_dealer_alone(self):
        """Ann wins with 20 and Bob loses with 17 against the same 18."""
        driver = BlackjackDriver(settings={"decks": 1}).ready((1, "Ann"), (2, "Bob"))
        driver.bet(1, 1000)
        driver.bet(2, 1400)
        driver.deal("TH", "TS", "TD", "KH", "7S", "8C")
        driver.act(1, "stand")
        driver.act(2, "stand")
        rows = fate(driver)
        assert ("win", 1000, 0, "BJ-J1") == rows[1, 1, "blackjack", 1]
        assert ("lose", 0, 1400, "BJ-J2") == rows[2, 1, "blackjack", 1]


class TestValues:
    @pytest.mark.clause("BJ-F1")
    @pytest.mark.parametrize(("card", "value"), [*((f"{pips}S", pips) for pips in range(2, 10)), ("TS", 10)])
    def test_two_to_ten_count_what_is_printed(self, card, value):
        """A card by itself, and beside a ten."""
        assert (value, 10 + value) == (value_of(card), total_of(["TH", card]))

    @pytest.mark.clause("BJ-F2")
    @pytest.mark.parametrize("card", ["JS", "QH", "KD"])
    def test_court_cards_count_ten(self, card):
        """With a five they are fifteen."""
        assert (10, 15) == (value_of(card), total_of([card, "5C"]))

    @pytest.mark.clause("BJ-F3")
    @pytest.mark.parametrize(
        ("cards", "total"),
        [
            (["AS"], 11),
            (["AS", "KH"], 21),
            (["AS", "AH"], 12),
            (["AS", "9H", "2D"], 12),
            (["AS", "AH", "AD", "9C"], 12),
        ],
    )
    def test_an_ace_counts_eleven_unless_that_is_too_much(self, cards, total):
        """Of several aces one at most counts eleven."""
        assert total == total_of(cards)

    @pytest.mark.clause("BJ-F3")
    def test_for_player_and_dealer_alike(self):
        """Ann's ace and six with a king are 17, as the dealer's are."""
        driver = dealt("AH", "AD", "6S", "6C")
        driver.do("dealer", blackjack_acts.CloseInsurance())
        driver.act(3, "hit")
        driver.deal("KS")
        driver.act(3, "stand")
        assert ("push", 0, 0, "BJ-J3") == fate(driver, "KD")[MAIN]
