"""Mini-baccarat's irregularities (N), the last hand (J8), and how their gaps are read."""

import pytest

from pitboss.games.baccarat import acts as baccarat_acts
from pitboss.games.baccarat.hands import Side
from pitboss.games.cards import CARDS
from pitboss.games.shoe import acts as shoe_acts
from pitboss.games.table import acts as table_acts
from tests.support.baccarat_driver import BaccaratDriver

PLAYER_WINS = ("4S", "3H", "5C", "4D")


def stands(*, banker):
    """Return a table where the player stands on 6 and the banker has a count, both called."""
    return BaccaratDriver().opened().deal("6D", f"{banker}S", "KD", "KC")


class TestErrors:
    @pytest.mark.clause("MB-N1", "Q30")
    def test_a_card_the_player_was_not_due_is_the_bankers(self):
        """The banker has 5 and draws: it becomes the third card of that hand."""
        driver = stands(banker=5)
        error, dealt = driver.do("dealer", baccarat_acts.ReportError(card="9S", is_players_third=True))
        assert ("banker", "MB-N1", Side.BANKER, 3) == (error.becomes, error.clause, dealt.to, dealt.place)

    @pytest.mark.clause("MB-N1", "Q30")
    @pytest.mark.parametrize("banker", [6, 7, 8])
    def test_if_the_banker_stays_it_opens_the_next_hand(self, banker):
        """Nobody saw it: it waits, and is the first card of the next hand."""
        driver = stands(banker=banker)
        in_shoe = driver.table.cards.in_shoe
        assert "next_hand" == driver.do("dealer", baccarat_acts.ReportError(card=None, is_players_third=True)).becomes
        driver.pay()
        driver.do("dealer", baccarat_acts.DiscardCards())
        driver.next_round().deal("2H")
        assert (in_shoe - 1, ["2H"]) == (driver.table.cards.in_shoe, driver.table.round.player)

    @pytest.mark.clause("MB-N1", "Q15")
    def test_if_it_was_disclosed_it_is_burned(self):
        """A four goes to the rack with four more cards, before the next round."""
        driver = stands(banker=7)
        error = driver.do("dealer", baccarat_acts.ReportError(card="4H", is_players_third=True))
        assert ("burned", 4) == (error.becomes, error.due)
        driver.pay()
        driver.do("dealer", baccarat_acts.DiscardCards())
        assert "MB-E4" == driver.refused("dealer", table_acts.OpenBetting()).clause
        for card in CARDS[:4]:
            driver.do("dealer", baccarat_acts.BurnCard(card=card))
        assert 2 == driver.do("dealer", table_acts.OpenBetting()).round

    @pytest.mark.clause("MB-N1")
    def test_a_card_that_is_due_is_no_error(self):
        """The player has 0 and draws."""
        driver = BaccaratDriver().opened().deal("KD", "5S", "QD", "KC")
        assert "MB-N1" == driver.refused("dealer", baccarat_acts.ReportError(card="4H", is_players_third=True)).clause

    @pytest.mark.clause("MB-N2")
    @pytest.mark.parametrize(
        ("card", "becomes", "due"), [(None, "next_hand", 0), ("3H", "burned", 3), ("QH", "burned", 0)]
    )
    def test_any_other_card_opens_the_next_hand_or_is_burned(self, card, becomes, due):
        """It depends on whether its face was seen."""
        driver = BaccaratDriver().ready()
        error = driver.do("dealer", baccarat_acts.ReportError(card=card))
        assert (becomes, due, "MB-N2") == (error.becomes, error.due, error.clause)

    @pytest.mark.clause("MB-N2")
    def test_the_card_due_next_is_not_drawn_in_error(self):
        """While a hand waits for a card, the one that comes is dealt."""
        driver = BaccaratDriver().opened().deal("KD")
        assert "MB-N2" == driver.refused("dealer", baccarat_acts.ReportError(card=None)).clause

    @pytest.mark.clause("MB-N3", "Q15")
    def test_cards_found_face_up_are_not_played(self):
        """A three and a two face up: five more go to the rack, and the deal waits for them."""
        driver = BaccaratDriver().opened().deal("4S")
        driver.do("dealer", baccarat_acts.ReportFaceUp(card="3D"))
        assert 5 == driver.do("dealer", baccarat_acts.ReportFaceUp(card="2D")).due
        assert "MB-E4" == driver.refused("dealer", baccarat_acts.DealCard(card="3H")).clause
        for card in CARDS[:5]:
            driver.do("dealer", baccarat_acts.BurnCard(card=card))
        assert Side.BANKER == driver.do("dealer", baccarat_acts.DealCard(card="3H")).to

    @pytest.mark.clause("MB-N3", "Q73")
    def test_cards_found_face_up_during_the_burn_are_burned_too(self):
        """A three lies face up behind a two: five cards go to the rack besides the two itself."""
        driver = BaccaratDriver().loaded()
        driver.do("dealer", baccarat_acts.BurnCard(card="2S"))
        assert 5 == driver.do("dealer", baccarat_acts.ReportFaceUp(card="3D")).due
        for card in CARDS[:5]:
            assert "MB-E4" == driver.refused("dealer", table_acts.OpenBetting()).clause
            driver.do("dealer", baccarat_acts.BurnCard(card=card))
        assert 1 == driver.do("dealer", table_acts.OpenBetting()).round

    @pytest.mark.clause("MB-N3", "MB-E4", "Q73")
    @pytest.mark.parametrize("card", ["AD", "KD"])
    def test_a_card_found_face_up_before_the_burn_does_not_take_its_place(self, card):
        """An ace burns one more, a king none; the first card that is turned up still burns by its own value."""
        driver = BaccaratDriver().loaded()
        for _ in range(driver.do("dealer", baccarat_acts.ReportFaceUp(card=card)).due):
            driver.do("dealer", baccarat_acts.BurnCard(card="9C"))
        assert "MB-E4" == driver.refused("dealer", table_acts.OpenBetting()).clause
        assert 2 == driver.do("dealer", baccarat_acts.BurnCard(card="2S")).due


class TestTooFew:
    @pytest.mark.clause("MB-N4")
    def test_a_round_the_shoe_cannot_complete_is_void(self):
        """Every wager goes back, and the whole set is shuffled before another round."""
        driver = nearly_empty(left=3)
        driver.next_round()
        driver.bet(3, "tie", 700)
        driver.deal("KD")
        voided = driver.do("dealer", baccarat_acts.CallTooFewCards())
        assert ({(3, "tie"): ("void", 0, 0, "MB-N4")}, ("KD",)) == (driver.rows(voided), voided.player_hand)
        driver.do("dealer", baccarat_acts.DiscardCards())
        assert (0, "MB-N4") == (
            driver.table.balances["layout"],
            driver.refused("dealer", table_acts.OpenBetting()).clause,
        )
        driver.do("dealer", baccarat_acts.ShuffleCards(batch=shoe_acts.Colour.RED))
        assert (None, []) == (driver.table.cards.shoe, driver.table.cards.rack)

    @pytest.mark.clause("MB-N4")
    def test_a_shoe_with_cards_voids_nothing(self):
        """With four cards left the deal goes on, and then an empty shoe gives no fifth."""
        driver = nearly_empty(left=4)
        driver.next_round()
        driver.do("dealer", baccarat_acts.CallNoMoreBets())
        assert "MB-N4" == driver.refused("dealer", baccarat_acts.CallTooFewCards()).clause
        driver.deal("KD", "KC", "QD", "QC")
        assert "MB-N4" == driver.refused("dealer", baccarat_acts.DealCard(card="JD")).clause
        assert "MB-N4" == driver.do("dealer", baccarat_acts.CallTooFewCards()).clause


def nearly_empty(*, left):
    """Return a table in whose shoe so many court cards are left: all others went to the rack."""
    driver = BaccaratDriver(settings={"decks": 6}).ready()
    others = sorted(CARDS * 6, key=lambda card: card[0] in "JQK")
    for card in ("KS", "KD", "KC", "QD", "QC")[: left + 1]:
        others.remove(card)
    for card in others:
        act = (
            baccarat_acts.BurnCard(card=card) if driver.table.cards.burns_due else baccarat_acts.ReportFaceUp(card=card)
        )
        driver.do("dealer", act)
    assert (left, 0) == (driver.table.cards.in_shoe, driver.table.cards.burns_due)
    return driver


class TestLastHand:
    @pytest.mark.clause("MB-J8", "Q16")
    def test_one_more_hand_after_the_one_with_the_cutting_card(self):
        """The hand is finished, "Last Hand" is announced, one more is dealt, then nothing before the shuffle."""
        driver = BaccaratDriver().opened(from_back=413)
        driver.play(*PLAYER_WINS)
        drawn = [event.drawn for event in driver.events if type(event).__name__ == "CuttingCardDrawn"]
        assert [3] == drawn
        assert "MB-J8" == driver.refused("dealer", table_acts.OpenBetting()).clause
        driver.do("dealer", baccarat_acts.AnnounceLastHand())
        driver.next_round().play(*PLAYER_WINS)
        assert "MB-J8" == driver.refused("dealer", table_acts.OpenBetting()).clause

    @pytest.mark.clause("Q16")
    def test_a_cutting_card_ahead_of_the_first_card_makes_no_difference(self):
        """It comes out before a hand's first card: that hand and one more are played."""
        driver = BaccaratDriver().opened(from_back=411)
        driver.play(*PLAYER_WINS)
        assert "MB-J8" == driver.refused("dealer", baccarat_acts.AnnounceLastHand()).clause
        driver.next_round().play(*PLAYER_WINS)
        driver.do("dealer", baccarat_acts.AnnounceLastHand())
        driver.next_round().play(*PLAYER_WINS)
        assert "finished" == driver.table.cards.stage
