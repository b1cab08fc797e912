"""A card of mini-baccarat that was named wrongly, corrected before payment (HP-C1)."""

import pytest

from pitboss.games.baccarat import acts as baccarat_acts
from pitboss.games.baccarat.hands import Side
from pitboss.games.shoe import acts as shoe_acts
from pitboss.games.table import acts as table_acts
from tests.support.baccarat_driver import BaccaratDriver
from tests.support.driver import STAFF


def correcting(place, was, card):
    """Return the correction of a card."""
    return shoe_acts.CorrectCard(place=place, was=was, card=card, reason="wrong key")


def corrected(driver, place, was, card):
    """Correct a card with a floorperson; return the first event."""
    done = driver.do("dealer", correcting(place, was, card), witness="floorperson")
    return done[0] if isinstance(done, tuple) else done


def dealt(*cards, settings=None):
    """Return a table with a wager on the banker and these cards dealt."""
    driver = BaccaratDriver(settings=settings).opened()
    driver.bet(3, "banker", 1000)
    return driver.deal(*cards)


def hands(driver):
    """Return both hands and where the round stands."""
    current = driver.table.round
    return " ".join(current.player), " ".join(current.banker), current.phase.value


class TestCorrection:
    @pytest.mark.clause("HP-C1")
    def test_the_true_card_takes_the_place_of_the_named_one(self):
        """The Banker's 4D was typed for 5D: the hand counts eight, and is paid as such after it was called again."""
        driver = dealt("4S", "3H", "5C", "4D")
        driver.do("dealer", driver.result())
        driver.do("dealer", baccarat_acts.CollectLosers())
        event = corrected(driver, 4, "4D", "5D")
        assert (1, 4, "4D", "5D", True, "Flo") == (
            event.round, event.place, event.was, event.card, event.is_face_up, event.witness,
        )  # fmt: skip
        assert ("4S 5C", "3H 5D", "complete") == hands(driver)
        assert "MB-J4" == driver.refused("dealer", driver.result()).clause
        driver.call_points()
        assert ("player", 9, 8) == (driver.pay().outcome, *_points(driver))

    @pytest.mark.clause("HP-C1")
    def test_the_shoe_gets_the_wrong_card_back(self):
        """One copy of 4D is in it again and one of 5D less; no money has moved."""
        driver = dealt("4S", "3H", "5C", "4D")
        before = dict(driver.table.balances)
        corrected(driver, 4, "4D", "5D")
        drawn = driver.table.cards.shoe.drawn
        assert ("KS 4S 3H 5C 5D", before) == (" ".join(drawn), driver.table.balances)
        assert driver.table.cards.shoe.copies_left() == driver.table.round.left

    @pytest.mark.clause("HP-C1")
    def test_more_cards_may_be_due(self):
        """A natural nine was typed for a five: both hands draw after all."""
        driver = dealt("4S", "3H", "5C", "AD")
        corrected(driver, 3, "5C", "AC")
        assert ("4S AC", "3H AD", "dealing") == hands(driver)
        driver.call_points()
        driver.deal("2S", "3D")
        assert ("4S AC 2S", "3H AD 3D", "complete") == hands(driver)

    @pytest.mark.clause("HP-C1")
    @pytest.mark.parametrize(("who", "witness"), [("dealer", None), ("dealer", "dealer"), ("floorperson", "dealer")])
    def test_dealer_and_a_second_person_correct_it(self, who, witness):
        """Nobody does alone, and no supervisor without the dealer."""
        driver = dealt("4S", "3H", "5C", "4D")
        assert "HP-C1" == driver.refused(who, correcting(4, "4D", "5D"), witness=witness).clause

    @pytest.mark.clause("HP-C1")
    def test_an_inspector_and_those_above_may_stand_by(self):
        """Any of them is a second person."""
        for second in ("inspector", "pit_supervisor", "pit_manager"):
            driver = dealt("4S", "3H", "5C", "4D")
            assert driver.do("dealer", correcting(4, "4D", "5D"), witness=second).card == "5D"

    @pytest.mark.clause("HP-C1")
    @pytest.mark.parametrize("wrong", [(5, "4D", "5D"), (4, "4S", "5D"), (4, "4D", "4D")])
    def test_only_a_card_that_lies_there_under_another_name(self, wrong):
        """No fifth card, no other name than it has, and no name that it has already."""
        driver = dealt("4S", "3H", "5C", "4D")
        assert "HP-C1" == driver.refused("dealer", correcting(*wrong), witness="floorperson").clause

    @pytest.mark.clause("HP-C1", "MB-B3")
    def test_not_to_a_card_that_the_shoe_cannot_hold(self):
        """Six decks have six kings of spades, and they are out."""
        driver = BaccaratDriver(settings={"decks": 6}).loaded()
        driver.do("dealer", baccarat_acts.BurnCard(card="5D"))
        for _ in range(5):
            driver.do("dealer", baccarat_acts.BurnCard(card="KS"))
        driver.next_round().deal("KS", "3H", "5C", "4D")
        assert "MB-B3" == driver.refused("dealer", correcting(2, "3H", "KS"), witness="floorperson").clause

    @pytest.mark.clause("HP-C1")
    def test_not_after_payment(self):
        """A card is corrected before its round is paid."""
        driver = dealt("4S", "3H", "5C", "4D")
        driver.pay()
        refused = driver.refused("dealer", correcting(4, "4D", "5D"), witness="floorperson")
        assert ("HP-C1", True) == (refused.clause, "before its round is paid" in refused.reason)

    @pytest.mark.clause("HP-C1")
    def test_not_by_hand_where_a_device_read_it(self):
        """A shoe that shuffles by itself knows its cards."""
        driver = BaccaratDriver().stacked()
        driver.do("dealer", shoe_acts.UseAutomaticShoe(controls="ICS 9.2", from_back=14))
        driver.next_round().deal("4S", "3H", "5C", "4D")
        assert "HP-C1" == driver.refused("dealer", correcting(4, "4D", "5D"), witness="floorperson").clause

    @pytest.mark.clause("HP-C1")
    def test_a_card_that_lies_face_down_is_not_told(self):
        """Under option c the floor learns that a card was corrected, and not which."""
        driver = dealt("4S", "3H", "5C", "4D", settings={"deal": "c"})
        event = corrected(driver, 4, "4D", "5D")
        assert (False, False) == (event.is_face_up, "5D" in driver.game.in_words(driver.table, event))

    @pytest.mark.clause("HP-C1")
    def test_a_correction_is_corrected_back(self):
        """The round is then what it was, but for the calls."""
        driver, other = dealt("4S", "3H", "5C", "4D"), dealt("4S", "3H", "5C", "4D")
        corrected(driver, 4, "4D", "5D")
        corrected(driver, 4, "5D", "4D")
        driver.call_points()
        assert (other.table.round, other.table.play) == (driver.table.round, driver.table.play)
        assert other.table.cards == driver.table.cards


class TestCardsNotDue:
    @pytest.mark.clause("HP-C1", "MB-N1")
    def test_a_third_card_of_the_player_becomes_the_bankers(self):
        """A six was typed as a five: the card that was drawn to it is the Banker's, who has four."""
        driver = dealt("2S", "AH", "3S", "3D", "9C")
        corrected(driver, 3, "3S", "4S")
        assert ("2S 4S", "AH 3D 9C", "complete") == hands(driver)

    @pytest.mark.clause("HP-C1", "MB-N1", "MB-N2", "Q72")
    def test_third_cards_that_nobody_was_due_are_burned(self):
        """The Player's eight was typed as a five: both third cards go to the rack, and as many more as they count."""
        driver = dealt("4S", "AH", "AS", "3D", "2C", "AC")
        corrected(driver, 3, "AS", "4H")
        assert ("4S 4H", "AH 3D", "complete") == hands(driver)
        assert (3, ["KS", "2C", "AC"]) == (
            driver.table.cards.burns_due, [card for pile in driver.table.cards.rack for card in pile.cards],
        )  # fmt: skip
        assert driver.table.cards.shoe.copies_left() == driver.table.round.left

    @pytest.mark.clause("HP-C1", "MB-N1", "MB-N2")
    def test_the_players_card_is_the_bankers_and_the_bankers_is_burned(self):
        """With six the Player stays: the first card drawn is the Banker's third, the second was drawn in error."""
        driver = dealt("4S", "AH", "AS", "3D", "2C", "AC")
        corrected(driver, 3, "AS", "2H")
        assert ("4S 2H", "AH 3D 2C", "complete", 1) == (*hands(driver), driver.table.cards.burns_due)

    @pytest.mark.clause("HP-C1", "MB-N2")
    def test_the_banker_drew_before_a_player_who_was_due_a_card(self):
        """The Player's five was typed as a seven: the Banker's third is burned, and the Player draws."""
        driver = dealt("4S", "AH", "3S", "3D", "2C")
        corrected(driver, 3, "3S", "AS")
        assert ("4S AS", "AH 3D", "dealing", 2) == (*hands(driver), driver.table.cards.burns_due)
        driver.call_points()
        assert "MB-E4" == driver.refused("dealer", baccarat_acts.DealCard(card="9S")).clause
        for card in ("QS", "QH"):
            driver.do("dealer", baccarat_acts.BurnCard(card=card))
        driver.deal("9S")
        assert ("4S AS 9S", "AH 3D", "complete") == hands(driver)

    @pytest.mark.clause("HP-C1", "MB-N2", "MB-K3")
    def test_the_bankers_third_depends_on_the_players(self):
        """An eight was typed as a seven: against it a Banker with three stays."""
        driver = dealt("4S", "AH", "AS", "2D", "7C", "6C")
        corrected(driver, 5, "7C", "8C")
        assert ("4S AS 8C", "AH 2D", "complete", 6) == (*hands(driver), driver.table.cards.burns_due)
        driver.do("dealer", driver.result())
        driver.do("dealer", baccarat_acts.CollectLosers())
        driver.do("dealer", baccarat_acts.PayWinners())
        driver.do("dealer", baccarat_acts.DiscardCards())
        assert "MB-E4" == driver.refused("dealer", table_acts.OpenBetting()).clause


class TestCorrectedBack:
    @pytest.mark.clause("HP-C1", "Q72")
    @pytest.mark.parametrize("slip", ["6S", "8S", "5S"])
    def test_a_slip_in_the_correction_costs_nobody_anything(self, slip):
        """Third cards that the slip had moved or burned lie where they lay, and the Player is paid."""
        driver, other = dealt(*BOTH_DREW), dealt(*BOTH_DREW)
        corrected(driver, 1, "2S", slip)
        corrected(driver, 1, slip, "2S")
        assert ("2S KS 5H", "3S KD 7D", "complete") == hands(driver)
        driver.call_points()
        assert (other.table.round, other.table.cards, other.table.play) == (
            driver.table.round, driver.table.cards, driver.table.play,
        )  # fmt: skip
        assert (other.pay(), other.table.balances) == (driver.pay(), driver.table.balances)

    @pytest.mark.clause("HP-C1", "Q72")
    def test_nor_after_the_result_was_called_and_losers_collected(self):
        """Both corrections come before payment, each after calls that were undone."""
        driver, other = dealt(*BOTH_DREW), dealt(*BOTH_DREW)
        for was, card in (("2S", "6S"), ("6S", "9S"), ("9S", "2S")):
            driver.do("dealer", driver.result())
            driver.do("dealer", baccarat_acts.CollectLosers())
            corrected(driver, 1, was, card)
            driver.call_points()
        assert (other.pay(), other.table.balances) == (driver.pay(), driver.table.balances)
        assert (0, ["KS"]) == (driver.table.cards.burns_due, [*driver.table.cards.rack[0].cards])

    @pytest.mark.clause("HP-C1", "Q72")
    def test_each_correction_counts_from_the_cards_as_they_were_dealt(self):
        """A second slip burns both third cards once: twelve more go with them, and not those of the first slip too."""
        driver, other = dealt(*BOTH_DREW), dealt(*BOTH_DREW)
        corrected(driver, 1, "2S", "6S")
        corrected(driver, 1, "6S", "8S")
        corrected(other, 1, "2S", "8S")
        assert ("8S KS", "3S KD", "complete", 12) == (*hands(driver), driver.table.cards.burns_due)
        assert (other.table.round, other.table.cards) == (driver.table.round, driver.table.cards)

    @pytest.mark.clause("HP-C1", "Q72")
    def test_of_two_equal_cards_the_one_that_was_named_wrongly(self):
        """A 7D was named before the Banker's 7D: the cards are in the shoe's record in the order they came."""
        driver, other = dealt(*BOTH_DREW), dealt(*BOTH_DREW)
        corrected(driver, 3, "KS", "7D")
        corrected(driver, 3, "7D", "KS")
        assert other.table.cards == driver.table.cards

    @pytest.mark.clause("HP-C1", "Q72")
    def test_not_once_a_card_was_burned_for_it(self):
        """The cards in the rack do not come back into the hands, and the refusal says why."""
        driver = dealt(*BOTH_DREW)
        corrected(driver, 1, "2S", "6S")
        driver.do("dealer", baccarat_acts.BurnCard(card="TD"))
        refused = driver.refused("dealer", correcting(1, "6S", "2S"), witness="floorperson")
        assert ("HP-C1", True) == (refused.clause, refused.reason.startswith("5H and 7D went out of the hands"))
        corrected(driver, 1, "6S", "7S")
        assert ("7S KS", "3S KD 5H", "complete", 6) == (*hands(driver), driver.table.cards.burns_due)

    @pytest.mark.clause("HP-C1", "Q72")
    def test_offers_are_what_is_taken_once_a_card_was_burned(self):
        """Only another six or seven may lie in the first place; values that would undo the burning are not offered."""
        driver = dealt(*BOTH_DREW)
        corrected(driver, 1, "2S", "6S")
        driver.do("dealer", baccarat_acts.BurnCard(card="TD"))
        offers = driver.game.legal(driver.table, STAFF["dealer"], frozenset({shoe_acts.CorrectCard}))
        first = [offer.fields["card"].values for offer in offers if offer.fields["place"].values == (1,)]
        assert {"6", "7"} == {card[0] for values in first for card in values}

    @pytest.mark.clause("HP-C1", "MB-J3c", "Q72")
    def test_a_third_card_that_lay_face_down_lies_so_again(self):
        """Under option c the Player's third is still to be turned after the slip that had burned it."""
        driver = dealt("2S", "3S", "KS", "KD", settings={"deal": "c"})
        driver.do("dealer", baccarat_acts.TurnCards(hand=Side.PLAYER))
        driver.do("dealer", baccarat_acts.CallPoints(hand=Side.PLAYER, points=2))
        driver.do("dealer", baccarat_acts.HandCards(hand=Side.BANKER, position=3))
        driver.do("Ann", baccarat_acts.ReturnCards(hand=Side.BANKER))
        driver.do("dealer", baccarat_acts.CallPoints(hand=Side.BANKER, points=3))
        driver.deal("5H")
        corrected(driver, 1, "2S", "8S")
        assert set() == driver.table.play.face_down
        corrected(driver, 1, "8S", "2S")
        assert {Side.PLAYER} == driver.table.play.face_down


BOTH_DREW = ("2S", "3S", "KS", "KD", "5H", "7D")
"""Player 7, Banker 0."""


def _points(driver):
    current = driver.table.round
    return tuple(current.points(side) for side in Side)
