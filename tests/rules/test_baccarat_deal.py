"""Mini-baccarat's deal: two hands and their calls (J), third cards (K), the result (L1) and the rack (L3)."""

import pytest

from pitboss.games.baccarat import acts as baccarat_acts
from pitboss.games.baccarat import events as e
from pitboss.games.baccarat.hands import Outcome, Side
from pitboss.games.baccarat.state import rebuilt
from pitboss.games.shoe import acts as shoe_acts
from pitboss.games.shoe.events import CuttingCardDrawn
from pitboss.games.table import acts as table_acts
from tests.support.baccarat_driver import BaccaratDriver

NINE_SEVEN = ("4C", "TS", "5H", "7S")
"""Player 9, banker 7."""
FIVES = ("2S", "2D", "3S", "3H")
"""Five each: the player draws, and the banker if that card is worth 4 to 7."""
VALUES = ("KH", "AH", "2H", "3H", "4H", "5H", "6H", "7H", "8H", "9H")
"""A card of each value from 0 on."""

P, B = Side.PLAYER, Side.BANKER


def uncalled(*cards):
    """Return a table where cards lie and no count was called."""
    driver = BaccaratDriver().opened()
    driver.do("dealer", baccarat_acts.CallNoMoreBets())
    for card in cards:
        driver.do("dealer", baccarat_acts.DealCard(card=card))
    return driver


def due_after(*cards):
    """Return which hand the next card belongs to, after these."""
    return BaccaratDriver().opened().deal(*cards).table.round.due


def call(hand, points):
    """Return the call of a count."""
    return baccarat_acts.CallPoints(hand=hand, points=points)


class TestDeal:
    @pytest.mark.clause("MB-J1")
    def test_two_hands_are_dealt_and_no_more(self):
        """Every card goes to one of two hands, and when they are paid no card is due."""
        driver = BaccaratDriver().opened()
        driver.play(*FIVES, "4H", "AC")
        dealt = [event for event in driver.events if isinstance(event, e.CardDealt)]
        assert [P, B, P, B, P, B] == [event.to for event in dealt]
        refused = driver.refused("dealer", baccarat_acts.DealCard(card="2C"))
        assert ("MB-J1", "no card is due: this round is settled") == (refused.clause, refused.reason)

    @pytest.mark.clause("MB-J2")
    def test_the_call_begins_the_round(self):
        """No card comes before it, nobody but the dealer makes it, and it is made once."""
        driver = BaccaratDriver().opened()
        early = driver.refused("dealer", baccarat_acts.DealCard(card="4S"))
        assert ("MB-J2", 'no card is dealt before "No More Bets"') == (early.clause, early.reason)
        assert ["MB-J2"] * 2 == [
            driver.refused(who, baccarat_acts.CallNoMoreBets()).clause for who in ("Ann", "floorperson")
        ]
        assert "Dora" == driver.do("dealer", baccarat_acts.CallNoMoreBets()).by
        assert "MB-J2" == driver.refused("dealer", baccarat_acts.CallNoMoreBets()).clause

    @pytest.mark.clause("MB-J3")
    def test_cards_one_and_three_are_the_players(self):
        """The record has the hand and the place of each of the four cards."""
        dealt = [event for event in uncalled(*NINE_SEVEN).events if isinstance(event, e.CardDealt)]
        assert [(P, 1), (B, 1), (P, 2), (B, 2)] == [(event.to, event.place) for event in dealt]

    @pytest.mark.clause("MB-J4")
    def test_the_players_count_is_called_first(self):
        """The banker's count has to wait, and each is called once."""
        driver = uncalled(*NINE_SEVEN)
        early = driver.refused("dealer", call(B, 7))
        assert ("MB-J4", "the Player's Hand is called first") == (early.clause, early.reason)
        called = [driver.do("dealer", call(hand, points)) for hand, points in ((P, 9), (B, 7))]
        assert [(P, 9, "Dora"), (B, 7, "Dora")] == [(event.hand, event.points, event.by) for event in called]
        assert "MB-J4" == driver.refused("dealer", call(P, 9)).clause

    @pytest.mark.clause("MB-J4")
    def test_counts_are_called_when_four_cards_lie(self):
        """With three there is nothing to call yet, and a player never calls."""
        driver = uncalled(*NINE_SEVEN[:3])
        assert "MB-J4" == driver.refused("dealer", call(P, 9)).clause
        driver.do("dealer", baccarat_acts.DealCard(card="7S"))
        assert "MB-J4" == driver.refused("Ann", call(P, 9)).clause

    @pytest.mark.clause("MB-J4")
    def test_no_result_without_both_counts(self):
        """Naturals too are called before the result."""
        driver = uncalled(*NINE_SEVEN)
        driver.do("dealer", call(P, 9))
        refused = driver.refused("dealer", driver.result())
        assert ("MB-J4", "both counts are called first") == (refused.clause, refused.reason)

    @pytest.mark.clause("MB-J5")
    def test_third_cards_wait_for_both_counts(self):
        """The refusal names the hand that was not called."""
        driver = uncalled(*FIVES)
        driver.do("dealer", call(P, 5))
        refused = driver.refused("dealer", baccarat_acts.DealCard(card="4H"))
        assert "third cards wait until the count of the Banker's Hand is called" == refused.reason
        assert ("MB-J5", "banker") == (refused.clause, refused.values["hand"])
        driver.do("dealer", call(B, 5))
        assert P == driver.do("dealer", baccarat_acts.DealCard(card="4H")).to

    @pytest.mark.clause("MB-J6")
    @pytest.mark.parametrize("option", "ab")
    def test_the_players_third_card_is_dealt_first_and_face_up(self, option):
        """The fifth card is the player's, the sixth the banker's, and neither is hidden."""
        driver = BaccaratDriver(settings={"deal": option}).opened().deal(*FIVES)
        for hand in Side if option == "b" else ():
            driver.do("dealer", baccarat_acts.TurnCards(hand=hand))
            driver.do("dealer", call(hand, 5))
        third = [driver.do("dealer", baccarat_acts.DealCard(card=card)) for card in ("4H", "AC")]
        assert [(P, 3), (B, 3)] == [(event.to, event.place) for event in third]
        assert set() == driver.table.play.face_down

    @pytest.mark.clause("MB-J7")
    def test_neither_hand_has_a_second_further_card(self):
        """After six cards a seventh is refused, however low the counts are."""
        driver = BaccaratDriver().opened().deal("KS", "KD", "QS", "QH", "AH", "AC")
        refused = driver.refused("dealer", baccarat_acts.DealCard(card="2C"))
        assert ("MB-J7", "no card is due: this round is waiting to be paid") == (refused.clause, refused.reason)


class TestLastHand:
    @pytest.mark.clause("MB-J8", "Q16")
    @pytest.mark.parametrize(("from_back", "ahead"), [(415, 1), (412, 4), (410, 6)])
    def test_the_hand_of_the_cutting_card_is_finished(self, from_back, ahead):
        """Ahead of the first, fourth or sixth card it is laid aside, and the hand is played to its end."""
        driver = BaccaratDriver().opened(from_back=from_back)
        assert Outcome.PLAYER == driver.play(*FIVES, "4H", "AC").outcome
        assert [ahead] == [event.drawn for event in driver.events if isinstance(event, CuttingCardDrawn)]

    @pytest.mark.clause("MB-J8", "Q16")
    def test_one_more_hand_follows_the_announcement(self):
        """It is announced before that hand, and after it nothing is dealt until the reshuffle."""
        driver = BaccaratDriver().opened(from_back=415)
        assert "MB-J8" == driver.refused("dealer", baccarat_acts.AnnounceLastHand()).clause
        driver.play(*NINE_SEVEN)
        unannounced = driver.refused("dealer", table_acts.OpenBetting())
        assert ("MB-J8", '"Last Hand" is announced first') == (unannounced.clause, unannounced.reason)
        assert "Dora" == driver.do("dealer", baccarat_acts.AnnounceLastHand()).by
        driver.next_round().play(*NINE_SEVEN)
        assert "MB-J8" == driver.refused("dealer", table_acts.OpenBetting()).clause
        assert shoe_acts.Colour.RED == driver.do("dealer", baccarat_acts.ShuffleCards(batch=shoe_acts.Colour.RED)).batch

    @pytest.mark.clause("Q16")
    def test_the_cutting_card_as_first_card_is_no_exception(self):
        """Ahead of hand 2's first card it lets hand 2 be finished and hand 3 be the last."""
        driver = BaccaratDriver().opened(from_back=411)
        driver.play(*NINE_SEVEN)
        driver.next_round().play(*NINE_SEVEN)
        driver.do("dealer", baccarat_acts.AnnounceLastHand())
        assert 3 == driver.next_round().play(*NINE_SEVEN).round
        assert "finished" == driver.table.cards.stage


class TestThirdCards:
    @pytest.mark.clause("MB-K1")
    @pytest.mark.parametrize("cards", [("8S", "KD", "KS", "QD"), ("KS", "9D", "QS", "KD"), ("8S", "9D", "KS", "QD")])
    def test_a_natural_ends_the_deal(self, cards):
        """Eight or nine of either hand: no card is due, even to a hand that counts nothing."""
        driver = BaccaratDriver().opened().deal(*cards)
        assert (None, "complete") == (driver.table.round.due, driver.table.phase)
        assert "MB-K1" == driver.refused("dealer", baccarat_acts.DealCard(card="2C")).clause

    @pytest.mark.clause("MB-K2")
    @pytest.mark.parametrize("banker", VALUES[:8])
    def test_table_one(self, banker):
        """Whatever the banker's count from 0 to 7, the player draws on 0 to 5 and on nothing higher."""
        draws = [card[0] for card in VALUES if due_after(card, banker, "QS", "QD") is P]
        assert ["K", "A", "2", "3", "4", "5"] == draws

    @pytest.mark.clause("MB-K3", "Q12")
    @pytest.mark.parametrize(
        ("points", "row"),
        [
            (0, "DDDDDDDDDD"),
            (1, "DDDDDDDDDD"),
            (2, "DDDDDDDDDD"),
            (3, "DDDDDDDDSD"),
            (4, "SSDDDDDDSS"),
            (5, "SSSSDDDDSS"),
            (6, "SSSSSSDDSS"),
            (7, "SSSSSSSSSS"),
        ],
    )
    def test_table_two(self, points, row):
        """A letter for each value, 0 to 9, of the player's third card; the blank for 6 against 0 is a stay."""
        dealt = [due_after("KS", VALUES[points], "QS", "QD", third) for third in VALUES]
        assert row == "".join("D" if due is B else "S" for due in dealt)

    @pytest.mark.clause("MB-K3")
    @pytest.mark.parametrize("player", ["6S", "7S"])
    def test_table_two_without_a_card_of_the_players(self, player):
        """The player stays: the banker draws on 0 to 5 and stays on 6 and 7."""
        dealt = [due_after(player, banker, "QS", "QD") for banker in VALUES[:8]]
        assert "DDDDDDSS" == "".join("D" if due is B else "S" for due in dealt)

    @pytest.mark.clause("MB-K4")
    @pytest.mark.parametrize("pair", [("6H", "KD"), ("8H", "8D"), ("9H", "7D"), ("AH", "5D")])
    def test_a_row_is_the_bankers_count_on_two_cards(self, pair):
        """However it comes about, six draws against a six and stays against a five."""
        first, second = pair
        assert B is due_after("KS", first, "QS", second, "6C")
        assert None is due_after("KS", first, "QS", second, "5C")

    @pytest.mark.clause("MB-K5")
    def test_a_column_is_the_third_card_and_not_the_count(self):
        """The player's 5 and a 9 count 4, but it is the 9 against which a banker's 5 stays."""
        assert None is due_after("5S", "5D", "KS", "KD", "9C")
        assert B is due_after("5S", "5D", "KS", "KD", "4C")

    @pytest.mark.clause("MB-K6")
    def test_what_the_table_says_is_an_obligation(self):
        """On a D nothing is called or paid before the card, on an S none is dealt."""
        driver = BaccaratDriver().opened().deal(*FIVES, "4H")
        early = baccarat_acts.CallResult(player_points=9, banker_points=5, outcome=Outcome.PLAYER)
        assert "no result can be called: this round is being dealt" == driver.refused("dealer", early).reason
        staying = BaccaratDriver().opened().deal(*FIVES, "3C")
        assert "no card is due: this round is waiting to be paid" == staying.refused("dealer", deal_two()).reason

    @pytest.mark.clause("MB-K7")
    def test_five_against_a_four_draws(self):
        """Row 5 and column 4 cross in a D."""
        assert B == BaccaratDriver().opened().deal(*FIVES, "4H").do("dealer", baccarat_acts.DealCard(card="AC")).to

    @pytest.mark.clause("MB-K2", "MB-K3")
    @pytest.mark.parametrize(
        "cards", [("6D", "7S", "KD", "KC"), ("5D", "7S", "KD", "KC", "2C"), ("6D", "5S", "KD", "KC", "2C")]
    )
    def test_a_hand_that_stays_is_refused_a_card_by_its_table(self, cards):
        """Nobody has had two further cards: it is Table 1 or 2 that has both hands stay."""
        driver = BaccaratDriver().opened().deal(*cards)
        assert driver.refused("dealer", deal_two()).clause in {"MB-K2", "MB-K3"}

    @pytest.mark.clause("Q30", "MB-K3")
    @pytest.mark.parametrize(("banker", "becomes"), [("5S", "banker"), ("6S", "burned"), ("8S", "burned")])
    def test_a_card_the_player_was_not_due_is_read_in_the_column_without(self, banker, becomes):
        """The banker takes it on 5 and not on 6, whatever its value, and not with a natural."""
        driver = BaccaratDriver().opened().deal("6D", banker, "KD", "KC")
        answer = driver.do("dealer", baccarat_acts.ReportError(card="2C", is_players_third=True))
        error = answer[0] if isinstance(answer, tuple) else answer
        assert becomes == error.becomes

    @pytest.mark.clause("Q15")
    @pytest.mark.parametrize(("card", "due"), [("AC", 1), ("9C", 9), ("TC", 0), ("QC", 0)])
    def test_a_card_shown_in_error_burns_its_value(self, card, due):
        """Ace one, nine nine, ten and queen none."""
        driver = BaccaratDriver().opened().deal(*NINE_SEVEN)
        assert due == driver.do("dealer", baccarat_acts.ReportError(card=card)).due


def deal_two():
    """Return a further card."""
    return baccarat_acts.DealCard(card="2C")


class TestResult:
    @pytest.mark.clause("MB-L1")
    @pytest.mark.parametrize(
        ("cards", "sentence"),
        [
            (NINE_SEVEN, "the Player's Hand counts 9, the Banker's 7: player wins"),
            (("TS", "4C", "7S", "5H"), "the Player's Hand counts 7, the Banker's 9: banker wins"),
            (("3C", "TS", "4H", "7S"), "the Player's Hand counts 7, the Banker's 7: \"Tie Hand\""),
        ],
    )
    def test_the_call_is_what_the_cards_say(self, cards, sentence):
        """A wrong call is refused with the right one, which is then recorded."""
        driver = BaccaratDriver().opened().deal(*cards)
        wrong = baccarat_acts.CallResult(player_points=0, banker_points=0, outcome=driver.table.round.outcome)
        refused = driver.refused("dealer", wrong)
        assert ("MB-L1", sentence) == (refused.clause, refused.reason)
        called = driver.do("dealer", driver.result())
        assert driver.table.round.outcome == called.outcome

    @pytest.mark.clause("MB-L1")
    def test_the_winner_is_part_of_the_call(self):
        """Right counts with the wrong winner are refused, and so is a second call."""
        driver = BaccaratDriver().opened().deal(*NINE_SEVEN)
        wrong = baccarat_acts.CallResult(player_points=9, banker_points=7, outcome=Outcome.BANKER)
        assert "MB-L1" == driver.refused("dealer", wrong).clause
        right = driver.result()
        driver.do("dealer", right)
        assert "MB-L1" == driver.refused("dealer", right).clause

    @pytest.mark.clause("MB-L1")
    def test_the_final_counts_are_those_of_all_cards(self):
        """Five each on two cards, 9 and 6 on three."""
        driver = BaccaratDriver().opened().deal(*FIVES, "4H", "AC")
        called = driver.do("dealer", driver.result())
        assert (9, 6, Outcome.PLAYER) == (called.player_points, called.banker_points, called.outcome)

    @pytest.mark.clause("MB-L3")
    def test_the_rack_keeps_the_cards_in_the_order_they_were_dealt(self):
        """Either hand is rebuilt from it, also where only the banker drew."""
        driver = BaccaratDriver().opened()
        driver.deal("6D", "5S", "KD", "KC", "9S").pay()
        assert ("6D", "5S", "KD", "KC", "9S") == driver.do("dealer", baccarat_acts.DiscardCards()).cards
        assert (("6D", "KD"), ("5S", "KC", "9S")) == rebuilt(driver.table, 1)

    @pytest.mark.clause("MB-L3")
    def test_cards_go_to_the_rack_when_the_round_is_over(self):
        """Not before it is paid, once, and before the next round."""
        driver = BaccaratDriver().opened().deal(*NINE_SEVEN)
        assert "MB-L3" == driver.refused("dealer", baccarat_acts.DiscardCards()).clause
        driver.pay()
        waits = driver.refused("dealer", table_acts.OpenBetting())
        assert ("MB-L3", "the last round's cards go to the discard rack first") == (waits.clause, waits.reason)
        driver.do("dealer", baccarat_acts.DiscardCards())
        assert "MB-L3" == driver.refused("dealer", baccarat_acts.DiscardCards()).clause
