"""The dealer's hands in multiple action (L5–L10): dealt one after the other from one up card, each with its spots."""

import pytest

from pitboss.games.blackjack import acts as blackjack_acts
from pitboss.games.blackjack import events as blackjack_events
from pitboss.games.blackjack.card_procedure import rebuilt
from pitboss.games.table import acts as table_acts
from tests.support.blackjack_driver import BlackjackDriver

THREE, TWO = {"multiple_action": 3}, {"multiple_action": 2}
LOSES, WINS, PUSHES = ("TC", "5H"), ("TD", "9H"), ("7C", "6H")
"""What a dealer's six gets against a player's nineteen: 21, 25 and 19."""


def opened(*stakes, settings=THREE):
    """Return a table with Ann's wagers, one a spot."""
    driver = BlackjackDriver(settings=settings).ready((1, "Ann"))
    driver.bet(1, *stakes)
    return driver


def stood(*stakes, settings=THREE):
    """Return a table where Ann stands on nineteen and the dealer shows a six."""
    driver = opened(*stakes, settings=settings)
    driver.deal("TS", "6D", "9C")
    driver.act(1, "stand")
    return driver


def settled(driver, *cards):
    """Deal a hand of the dealer and settle its spots; return the event."""
    driver.deal(*cards)
    return driver.settle()


class TestHands:
    @pytest.mark.clause("BJ-L5", "BJ-L6", "BJ-J4b")
    def test_a_blackjack_meets_each_hand_by_itself(self):
        """Against a ten it waits: a push against the dealer's blackjack, and paid against the next hand's six."""
        driver = opened(300, 500)
        driver.deal("AS", "KD", "KC")
        assert "BJ-J4b" == driver.refused("dealer", blackjack_acts.PayBlackjack(seat=1)).clause
        rows = [driver.rows(settled(driver, card)) for card in ("AC", "6C")]
        first, second = {(1, 1, "blackjack", 1): ("push", 0, 0, "BJ-J3")}, ("blackjack", 750, 0, "BJ-J4")
        assert [first, {(1, 1, "blackjack", 2): second}] == rows

    @pytest.mark.clause("BJ-L6b", "BJ-J4a")
    def test_a_blackjack_that_was_paid_at_once_leaves_no_wager(self):
        """Nobody else plays, so the dealer's six gets no second card."""
        driver = opened(300, 500)
        driver.deal("AS", "6D", "KC")
        paid = driver.do("dealer", blackjack_acts.PayBlackjack(seat=1))
        assert (("blackjack", 450, 0, "BJ-J4"), ("blackjack", 750, 0, "BJ-J4")) == (*driver.rows(paid).values(),)
        last = driver.settle()
        assert (blackjack_events.RoundSettled, ("6D",)) == (type(last), last.dealer_hand)

    @pytest.mark.clause("BJ-L5", "BJ-H8a", "Q24")
    def test_the_first_hand_is_dealt_after_the_players(self):
        """Not in their turns; then the up card gets a second one, and a soft 17 a third."""
        driver = opened(500, 500)
        driver.deal("TS", "6D", "9C")
        assert "BJ-H5" == driver.refused("dealer", blackjack_acts.DealCard(card="AC")).clause
        driver.act(1, "stand")
        assert "BJ-H8" == driver.refused("dealer", blackjack_acts.TurnSecondCard()).clause
        second, third = driver.deal("AC"), driver.deal("2C")
        assert [(0, 1, 2, True), (0, 1, 3, True)] == [(e.seat, e.hand, e.place, e.is_face_up) for e in (second, third)]
        assert ("complete", [["6D", "AC", "2C"]]) == (driver.table.phase, driver.table.round.dealer)

    @pytest.mark.clause("BJ-L6", "BJ-L8", "BJ-L9", "BJ-L1")
    def test_each_spot_is_settled_against_its_own_hand(self):
        """Nineteen against 21, 25 and 19, all from one up card: it loses, wins, and pushes."""
        driver = stood(300, 500, 700)
        events = [settled(driver, *cards) for cards in (LOSES, WINS, PUSHES)]
        expected = [("lose", 0, 300, "BJ-J2"), ("win", 500, 0, "BJ-J1"), ("push", 0, 0, "BJ-J3")]
        assert [{(1, 1, "blackjack", n): row} for n, row in enumerate(expected, 1)] == [*map(driver.rows, events)]
        assert [("6D", *cards) for cards in (LOSES, WINS, PUSHES)] == [event.dealer_hand for event in events]
        assert [blackjack_events.SpotSettled, blackjack_events.SpotSettled, blackjack_events.RoundSettled] == [
            *map(type, events)
        ]

    @pytest.mark.clause("BJ-L6")
    def test_the_first_spots_wait_for_the_first_hand(self):
        """Sixteen is no hand to settle, and afterwards only the first spot is."""
        driver = stood(300, 500)
        driver.deal("TC")
        assert "BJ-L6" == driver.refused("dealer", blackjack_acts.SettleHand()).clause
        driver.deal("5H")
        first = driver.settle()
        assert (1, (1,), 500) == (first.spot, first.wagers.spot, driver.table.balances["layout"])

    @pytest.mark.clause("BJ-L8", "BJ-L9")
    @pytest.mark.parametrize(("hand", "clause"), [(2, "BJ-L8"), (3, "BJ-L9")])
    def test_later_spots_wait_for_their_hands(self, hand, clause):
        """The clause is that of the spots which are to be settled."""
        driver = stood(300, 500, 700)
        for cards in (LOSES, WINS)[: hand - 1]:
            settled(driver, *cards)
        assert clause == driver.refused("dealer", blackjack_acts.SettleHand()).clause

    @pytest.mark.clause("BJ-L6", "BJ-J2a")
    def test_a_hand_over_21_loses_all_wagers_at_once(self):
        """And its cards go to the discard rack with them, while the other player's turn begins."""
        driver = BlackjackDriver(settings=THREE).ready((1, "Ann"), (2, "Bob"))
        driver.bet(1, 300, 500, 700)
        driver.bet(2, 200, 200)
        driver.deal("TS", "TH", "6D", "6C", "9H")
        driver.act(1, "hit")
        _, taken = driver.deal("KC")
        rows = {(1, 1, "blackjack", n): ("bust", 0, lost, "BJ-J2") for n, lost in ((1, 300), (2, 500), (3, 700))}
        assert (rows, 400, 1500) == (
            driver.rows(taken),
            *(driver.table.balances[name] for name in ("layout", "rack")),
        )
        assert [(1, 1, ("TS", "6C", "KC"))] == [(g.seat, g.hand, g.cards) for g in driver.table.cards.rack[-1].hands]

    @pytest.mark.clause("BJ-L6a")
    def test_if_everybody_is_over_21_the_dealer_draws_nothing(self):
        """No second card comes, the round ends with the up card, and that is picked up too."""
        driver = opened(300, 500, 700)
        driver.deal("TS", "6D", "6C")
        driver.act(1, "hit")
        driver.deal("KC")
        assert "BJ-H8b" == driver.refused("dealer", blackjack_acts.DealCard(card="5H")).clause
        last = driver.settle()
        assert (blackjack_events.RoundSettled, ("6D",), {}) == (type(last), last.dealer_hand, driver.rows(last))
        assert [(0, 1, ("6D",))] == gathered(driver.do("dealer", blackjack_acts.DiscardCards()))

    @pytest.mark.clause("BJ-L6b", "BJ-L7")
    def test_with_wagers_left_the_up_card_stays(self):
        """The other cards of the first hand go to the rack, and the second hand begins with the same card."""
        driver = stood(300, 500)
        settled(driver, *LOSES)
        assert [(0, 1, LOSES)] == [(g.seat, g.hand, g.cards) for g in driver.table.cards.rack[-1].hands]
        assert [["6D", *LOSES], ["6D"]] == driver.table.round.dealer
        dealt = driver.deal("TD")
        assert (0, 2, 2) == (dealt.seat, dealt.hand, dealt.place)

    @pytest.mark.clause("BJ-L6b")
    def test_without_wagers_left_the_round_ends(self):
        """Only Bob had a third wager, and he is over 21: the dealer plays two hands."""
        driver = BlackjackDriver(settings=THREE).ready((1, "Ann"), (2, "Bob"))
        driver.bet(1, 300, 500)
        driver.bet(2, 200, 200, 200)
        driver.deal("TS", "TH", "6D", "9C", "6C")
        driver.act(1, "stand")
        driver.act(2, "hit")
        driver.deal("KC")
        kinds = [type(settled(driver, *cards)) for cards in (LOSES, WINS)]
        assert [blackjack_events.SpotSettled, blackjack_events.RoundSettled] == kinds

    @pytest.mark.clause("BJ-L7", "BJ-L8", "BJ-H8a")
    def test_later_hands_draw_as_the_first_does(self):
        """To sixteen and under; where the house stands on a soft 17, not to that in any hand."""
        driver = opened(300, 500, 700, settings={**THREE, "h17": False, "insurance": False})
        driver.deal("TS", "AD", "9C")
        driver.act(1, "stand")
        first = settled(driver, "5C", "TH", "2C")
        driver.deal("6C")
        assert "BJ-H8a" == driver.refused("dealer", blackjack_acts.DealCard(card="2H")).clause
        second, third = driver.settle(), settled(driver, "7C")
        assert [18, 17, 18] == [event.dealer_total for event in (first, second, third)]

    @pytest.mark.clause("BJ-L8")
    @pytest.mark.parametrize("settings", [TWO, THREE])
    def test_without_a_third_wager_it_ends_after_two(self, settings):
        """Whether the table has a third spot or not."""
        driver = stood(300, 500, settings=settings)
        settled(driver, *LOSES)
        last = settled(driver, *WINS)
        assert (blackjack_events.RoundSettled, 2, "settled") == (type(last), last.spot, driver.table.phase)

    @pytest.mark.clause("BJ-L9")
    def test_the_third_hand_ends_the_round(self):
        """The third spots are paid, and nothing lies on the layout."""
        driver = stood(300, 500, 700)
        settled(driver, *LOSES)
        settled(driver, *WINS)
        third = settled(driver, "TH", "8H")
        assert {(1, 1, "blackjack", 3): ("win", 700, 0, "BJ-J1")} == driver.rows(third)
        assert (0, -900) == (driver.table.balances["layout"], driver.table.balances["rack"])

    @pytest.mark.clause("BJ-L10", "BJ-H9")
    def test_what_still_lies_there_is_picked_up_at_the_end(self):
        """Not while a hand is to come; then the players' cards and the dealer's last hand, and all can be rebuilt."""
        driver = stood(300, 500)
        settled(driver, *LOSES)
        assert "BJ-H9" == driver.refused("dealer", blackjack_acts.DiscardCards()).clause
        settled(driver, *WINS)
        assert "BJ-H9" == driver.refused("dealer", table_acts.OpenBetting()).clause
        assert [(1, 1, ("TS", "9C")), (0, 2, ("6D", *WINS))] == gathered(
            driver.do("dealer", blackjack_acts.DiscardCards())
        )
        assert {0: [("6D", *LOSES), ("6D", *WINS)], 1: [("TS", "9C")]} == rebuilt(driver.table, 1)


def gathered(event):
    """Return the hands of a pick-up."""
    return [(entry.seat, entry.hand, entry.cards) for entry in event.hands]
