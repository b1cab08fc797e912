"""The dealer's turn at blackjack (H8): when the second card is turned, when the dealer draws, and when it is idle."""

import pytest

from pitboss.games.blackjack import acts as a
from pitboss.games.blackjack.sign import sign
from tests.support.blackjack_driver import BlackjackDriver

MAIN = (3, 1, "blackjack", 1)


def dealt(*cards, settings=None):
    """Return a table where Ann, alone at seat 3, wagered $10: her card, the dealer's, hers, the dealer's."""
    driver = BlackjackDriver(settings=settings).ready((3, "Ann"))
    driver.bet(3, 1000)
    driver.deal(*cards)
    return driver


def against(up_card, second, *drawn, h17=True):
    """Return a table where Ann stands on 18, and the dealer has these cards."""
    driver = dealt("9H", up_card, "9S", second, settings={"h17": h17, "insurance": False})
    driver.act(3, "stand")
    driver.dealer_plays(*drawn)
    return driver


class TestSecondCard:
    @pytest.mark.clause("BJ-H8")
    def test_it_is_turned_when_every_player_is_done(self):
        """Not while Ann or Bob may decide."""
        driver = BlackjackDriver().ready((3, "Ann"), (5, "Bob"))
        driver.bet(3, 1000)
        driver.bet(5, 1000)
        driver.deal("9H", "9D", "TC", "9S", "8S", "7C")
        assert "BJ-H8" == driver.refused("dealer", a.TurnSecondCard()).clause
        driver.act(3, "stand")
        assert "BJ-H8" == driver.refused("dealer", a.TurnSecondCard()).clause
        driver.act(5, "stand")
        assert "7C" == driver.do("dealer", a.TurnSecondCard()).card

    @pytest.mark.clause("BJ-H8")
    def test_not_while_a_card_for_a_decision_is_due(self):
        """Ann doubled and waits for her card."""
        driver = dealt("5H", "TC", "6S", "7C")
        driver.act(3, "double")
        assert "BJ-H8" == driver.refused("dealer", a.TurnSecondCard()).clause
        driver.deal("9D")
        assert "7C" == driver.do("dealer", a.TurnSecondCard()).card

    @pytest.mark.clause("BJ-H8")
    def test_the_dealer_draws_nothing_before_it_is_turned_and_turns_it_once(self):
        """A card and the settlement wait for it."""
        driver = dealt("9H", "TC", "9S", "6C")
        driver.act(3, "stand")
        assert "BJ-H8" == driver.refused("dealer", a.DealCard(card="2C")).clause
        assert "BJ-J1" == driver.refused("dealer", a.SettleHand()).clause
        driver.do("dealer", a.TurnSecondCard())
        assert "BJ-H8" == driver.refused("dealer", a.TurnSecondCard()).clause

    @pytest.mark.clause("BJ-H8")
    def test_what_the_dealer_draws_lies_face_up(self):
        """The third card of the dealer's hand is named, and shown."""
        driver = against("TC", "2C")
        assert "BJ-H4" == driver.refused("dealer", a.DealCard(card=None)).clause
        card = driver.deal("2D")
        assert (0, 3, True, "2D") == (card.seat, card.place, card.is_face_up, card.card)


class TestDraws:
    @pytest.mark.clause("BJ-H8a")
    @pytest.mark.parametrize(
        "cards",
        [("TC", "2C"), ("TC", "6C"), ("2C", "2D"), ("AC", "5C"), ("TC", "2C", "4D"), ("AC", "5C", "TD")],
    )
    @pytest.mark.parametrize("h17", [True, False])
    def test_under_17_the_dealer_draws(self, cards, h17):
        """The settlement is refused until there is a further card."""
        driver = against(*cards, h17=h17)
        assert "BJ-J1" == driver.refused("dealer", a.SettleHand()).clause
        assert (0, len(cards) + 1) == ((card := driver.deal("AD")).seat, card.place)

    @pytest.mark.clause("BJ-H8a")
    @pytest.mark.parametrize(
        ("cards", "total"),
        [
            (("TC", "7C"), 17),
            (("TC", "8C"), 18),
            (("TC", "9C"), 19),
            (("TC", "JC"), 20),
            (("TC", "AC"), 21),
            (("AC", "7C"), 18),
            (("AC", "8C"), 19),
            (("AC", "9C"), 20),
            (("AC", "5C", "TD", "AD"), 17),
            (("TC", "6C", "TD"), 26),
        ],
    )
    @pytest.mark.parametrize("h17", [True, False])
    def test_from_hard_17_and_soft_18_the_dealer_draws_none(self, cards, total, h17):
        """A further card is refused, and the hand is settled with its total."""
        driver = against(*cards, h17=h17)
        assert "BJ-H8a" == driver.refused("dealer", a.DealCard(card="2D")).clause
        assert total == driver.settle().dealer_total

    @pytest.mark.clause("BJ-H8a")
    @pytest.mark.parametrize("cards", [("AC", "6C"), ("6C", "AC"), ("AC", "3C", "3D"), ("AC", "AD", "5C")])
    def test_the_dealer_draws_to_a_soft_17(self, cards):
        """The next card is the dealer's."""
        driver = against(*cards)
        assert "BJ-J1" == driver.refused("dealer", a.SettleHand()).clause
        assert 0 == driver.deal("2D").seat
        assert 19 == driver.settle().dealer_total

    @pytest.mark.clause("BJ-H8a")
    @pytest.mark.parametrize("cards", [("AC", "6C"), ("6C", "AC"), ("AC", "3C", "3D"), ("AC", "AD", "5C")])
    def test_the_house_may_have_the_dealer_stand_on_it(self, cards):
        """Then a further card is refused."""
        driver = against(*cards, h17=False)
        assert "BJ-H8a" == driver.refused("dealer", a.DealCard(card="2D")).clause
        assert 17 == driver.settle().dealer_total

    @pytest.mark.clause("BJ-H8a")
    @pytest.mark.parametrize(("h17", "words"), [(True, "draws to"), (False, "stands on")])
    def test_what_the_house_chose_is_on_the_sign(self, h17, words):
        """With its clause."""
        lines = sign(BlackjackDriver(settings={"h17": h17}).table.rules.config).lines
        assert [f"Dealer {words} a soft 17."] == [
            f"{line.label} {line.value}".strip() for line in lines if line.clause == "BJ-H8a"
        ]


class TestIdleDraw:
    @pytest.mark.clause("BJ-H8b")
    def test_none_when_everybody_is_over_21(self):
        """The dealer has 12, turns the second card, and draws nothing."""
        driver = dealt("9H", "TC", "8S", "2C")
        driver.act(3, "hit")
        driver.deal("KS")
        driver.do("dealer", a.TurnSecondCard())
        assert "BJ-H8b" == driver.refused("dealer", a.DealCard(card="2D")).clause
        assert ("TC", "2C") == driver.settle().dealer_hand

    @pytest.mark.clause("BJ-H8b")
    def test_none_when_everybody_has_a_blackjack(self):
        """The two cards of the dealer decide whether it is paid."""
        driver = dealt("AH", "TC", "KS", "2C")
        driver.do("dealer", a.TurnSecondCard())
        assert "BJ-H8b" == driver.refused("dealer", a.DealCard(card="2D")).clause
        assert ("blackjack", 1500, 0, "BJ-J4") == driver.rows(driver.settle())[MAIN]

    @pytest.mark.clause("BJ-H8b")
    def test_none_when_everybody_has_surrendered(self):
        """Nothing stands against the dealer's 12."""
        driver = dealt("9H", "TC", "7S", "2C", settings={"surrender": "text"})
        driver.act(3, "surrender")
        driver.do("dealer", a.TurnSecondCard())
        assert "BJ-H8b" == driver.refused("dealer", a.DealCard(card="2D")).clause
        assert ("surrender", 0, 500, "BJ-J5") == driver.rows(driver.settle())[MAIN]

    @pytest.mark.clause("BJ-H8b")
    def test_insurance_alone_needs_no_draw(self):
        """The second card has decided it."""
        driver = dealt("9H", "AC", "8S", "2C")
        driver.do("Ann", a.PlaceInsurance(seat=3, stake_minor=500))
        driver.do("dealer", a.CloseInsurance())
        driver.act(3, "hit")
        driver.deal("KS")
        _, insured = driver.do("dealer", a.TurnSecondCard())
        assert {(3, 0, "insurance", 1): ("lose", 0, 500, "BJ-A4")} == driver.rows(insured)
        assert "BJ-H8b" == driver.refused("dealer", a.DealCard(card="2D")).clause

    @pytest.mark.clause("BJ-H8b")
    def test_one_hand_in_play_is_enough_for_a_draw(self):
        """Ann is over 21 and Bob stands on 12: the dealer draws for Bob."""
        driver = BlackjackDriver().ready((3, "Ann"), (5, "Bob"))
        driver.bet(3, 1000)
        driver.bet(5, 1000)
        driver.deal("9H", "9D", "TC", "8S", "3S", "2C")
        driver.act(3, "hit")
        driver.deal("KS")
        driver.act(5, "stand")
        driver.dealer_plays("KD")
        assert ("win", 1000, 0, "BJ-J1") == driver.rows(driver.settle())[5, 1, "blackjack", 1]
