"""How mini-baccarat's cards are laid and turned: options (J3), no other hands (L4), the right given up (N5)."""

import pytest

from pitboss.games.baccarat import acts as baccarat_acts
from pitboss.games.baccarat.events import CardDealt
from pitboss.games.baccarat.hands import Side
from pitboss.games.table import acts as table_acts
from tests.support.baccarat_driver import BaccaratDriver

SEATS = ((2, "Ann"), (4, "Bob"), (7, "Cid"))
DRAWING = ("2S", "2D", "3S", "3H")
"""Five against five: both hands will draw."""

P, B = Side.PLAYER, Side.BANKER


def dealt(option, *wagers, cards=DRAWING):
    """Return a table with wagers and four cards dealt under an option."""
    driver = BaccaratDriver(settings={"deal": option}).opened(*SEATS)
    for position, on, stake in wagers:
        driver.bet(position, on, stake)
    driver.do("dealer", baccarat_acts.CallNoMoreBets())
    for card in cards:
        driver.do("dealer", baccarat_acts.DealCard(card=card))
    return driver


def call(hand, points=5):
    """Return the call of a hand's count."""
    return baccarat_acts.CallPoints(hand=hand, points=points)


class TestOptions:
    @pytest.mark.clause("MB-J3")
    def test_the_director_gives_notice_of_the_option(self):
        """Nobody else may, no round opens without it, and it holds from the next round on."""
        driver = BaccaratDriver()
        driver.welcome_without_check()
        assert (
            "MB-J3"
            == driver.refused("pit_manager", baccarat_acts.NotifyDealOption(option=baccarat_acts.Option.B)).clause
        )
        noticed = driver.do("director", baccarat_acts.NotifyDealOption(option=baccarat_acts.Option.B))
        assert ("b", "Dee") == (noticed.option, noticed.by)
        assert "b" == driver.table.rules.settings["deal"]

    @pytest.mark.clause("MB-J3")
    def test_no_round_opens_without_the_notice(self):
        """Everything else is ready."""
        driver = BaccaratDriver().ready()
        driver.table.is_deal_notified = False
        assert "MB-J3" == driver.refused("dealer", table_acts.OpenBetting()).clause

    @pytest.mark.clause("MB-J3a")
    def test_option_a_deals_face_up(self):
        """The counts may be called at once, and there is nothing to turn."""
        driver = dealt("a")
        assert set() == driver.table.play.face_down
        assert "MB-J3" == driver.refused("dealer", baccarat_acts.TurnCards(hand=P)).clause
        assert 5 == driver.do("dealer", call(P)).points

    @pytest.mark.clause("MB-J3a")
    def test_option_a_lays_cards_in_turn_on_their_own_area(self):
        """First and third are the Player's Hand, second and fourth the Banker's, and all of them show."""
        driver = dealt("a")
        cards = [event for event in driver.events if isinstance(event, CardDealt)]
        assert [(P, 1, "2S"), (B, 1, "2D"), (P, 2, "3S"), (B, 2, "3H")] == [(e.to, e.place, e.card) for e in cards]
        assert [False] * 4 == [event.lies_face_down(driver.table) for event in cards]

    @pytest.mark.clause("MB-J3b")
    def test_option_b_hides_the_bankers_pair_until_the_player_is_called(self):
        """The player's pair is turned and called, then the banker's."""
        driver = dealt("b")
        assert "MB-J3" == driver.refused("dealer", baccarat_acts.TurnCards(hand=B)).clause
        assert "MB-J3" == driver.refused("dealer", call(P)).clause
        driver.do("dealer", baccarat_acts.TurnCards(hand=P))
        driver.do("dealer", call(P))
        assert ("2D", "3H") == driver.do("dealer", baccarat_acts.TurnCards(hand=B)).cards

    @pytest.mark.clause("MB-J3b", "MB-J6")
    def test_option_b_deals_third_cards_face_up(self):
        """After both calls nothing lies face down any more."""
        driver = dealt("b")
        for hand in Side:
            driver.do("dealer", baccarat_acts.TurnCards(hand=hand))
            driver.do("dealer", call(hand))
        driver.do("dealer", baccarat_acts.DealCard(card="4H"))
        assert set() == driver.table.play.face_down


class TestPlayersTurn:
    @pytest.mark.clause("MB-J3c", "MB-J3c.i")
    def test_the_highest_wager_on_the_player_views_that_hand(self):
        """Bob has more on it than Ann: he is handed the cards and returns them face up."""
        driver = dealt("c", (2, "player", 500), (4, "player", 800), (7, "banker", 900))
        handed = driver.do("dealer", baccarat_acts.HandCards(hand=P, position=4))
        assert ("Bob", False, "MB-J3c.i") == (handed.player, handed.is_third, handed.clause)
        assert ("2S", "3S") == driver.do("Bob", baccarat_acts.ReturnCards(hand=P)).cards
        assert 5 == driver.do("dealer", call(P)).points

    @pytest.mark.clause("MB-J3c.ii")
    def test_the_highest_wager_on_the_banker_views_that_hand_next(self):
        """Cid waits until the Player's Hand is called."""
        driver = dealt("c", (4, "player", 800), (7, "banker", 900))
        early = driver.refused("dealer", baccarat_acts.HandCards(hand=B, position=7))
        assert ("MB-J3", True) == (early.clause, "waits until the Player's Hand is called" in early.reason)
        view(driver, P, 4)
        handed = driver.do("dealer", baccarat_acts.HandCards(hand=B, position=7))
        assert ("Cid", "MB-J3c.ii") == (handed.player, handed.clause)

    @pytest.mark.clause("MB-J3c.iii", "MB-J3c.iv")
    def test_third_cards_go_to_the_same_viewers(self):
        """Each is handed face down to who viewed the hand; the banker's waits for the player's."""
        driver = dealt("c", (4, "player", 800), (7, "banker", 900))
        view(driver, P, 4)
        view(driver, B, 7)
        driver.do("dealer", baccarat_acts.DealCard(card="4H"))
        assert "MB-J3c" == driver.refused("dealer", baccarat_acts.DealCard(card="AC")).clause
        third = driver.do("dealer", baccarat_acts.HandCards(hand=P, position=4))
        assert (True, "MB-J3c.iii") == (third.is_third, third.clause)
        driver.do("dealer", baccarat_acts.ReturnCards(hand=P))
        driver.do("dealer", baccarat_acts.DealCard(card="AC"))
        assert "MB-J3c" == driver.refused("dealer", driver.result()).clause
        assert "MB-J3c.iv" == driver.do("dealer", baccarat_acts.HandCards(hand=B, position=7)).clause

    @pytest.mark.clause("MB-J3c.v", "Q17")
    def test_of_equal_wagers_the_highest_position_views(self):
        """Ann, Bob and Cid have as much on the hand: Cid, at the dealer's right, gets it."""
        driver = dealt("c", (2, "player", 800), (4, "player", 800), (7, "player", 800))
        assert "MB-J3c.v" == driver.refused("dealer", baccarat_acts.HandCards(hand=P, position=4)).clause
        assert "Cid" == driver.do("dealer", baccarat_acts.HandCards(hand=P, position=7)).player

    @pytest.mark.clause("MB-J3c")
    def test_a_hand_without_wagers_is_turned_by_the_dealer(self):
        """Nobody has a wager on the player."""
        driver = dealt("c", (7, "banker", 900))
        assert "MB-J3c.v" == driver.refused("dealer", baccarat_acts.HandCards(hand=P, position=7)).clause
        assert ("2S", "3S") == driver.do("dealer", baccarat_acts.TurnCards(hand=P)).cards

    @pytest.mark.clause("MB-L4")
    def test_nobody_else_handles_cards(self):
        """Not the player who was not handed them, not under another option, and no player deals."""
        driver = dealt("c", (4, "player", 800))
        driver.do("dealer", baccarat_acts.HandCards(hand=P, position=4))
        assert "MB-L4" == driver.refused("Cid", baccarat_acts.ReturnCards(hand=P)).clause
        assert "MB-L4" == driver.refused("Bob", baccarat_acts.DealCard(card="2C")).clause
        other = dealt("b", (4, "player", 800))
        assert "MB-L4" == other.refused("dealer", baccarat_acts.HandCards(hand=P, position=4)).clause


def view(driver, hand, position):
    """Let a player view a hand, and call it."""
    driver.do("dealer", baccarat_acts.HandCards(hand=hand, position=position))
    driver.do("dealer", baccarat_acts.ReturnCards(hand=hand))
    driver.do("dealer", call(hand))


class TestRelinquishing:
    @pytest.mark.clause("MB-N5")
    def test_the_right_goes_to_the_right_and_then_counter_clockwise(self):
        """From Bob at 4 it is offered to 2, then to 7."""
        driver = dealt("c", (4, "player", 800))
        taken = driver.do("floorperson", baccarat_acts.RelinquishTurn(hand=P, reason="delays the game"))
        assert ("Bob", False, "delays the game") == (taken.player, taken.is_voluntary, taken.reason)
        assert "MB-N5" == driver.refused("dealer", offer(7)).clause
        driver.do("dealer", offer(2, is_accepted=False))
        assert "Cid" == driver.do("dealer", offer(7)).player
        assert "Cid" == driver.do("dealer", baccarat_acts.HandCards(hand=P, position=7)).player

    @pytest.mark.clause("MB-N5")
    def test_the_dealer_turns_what_nobody_wants(self):
        """After everybody declined the cards are the dealer's to turn."""
        driver = dealt("c", (4, "player", 800))
        assert driver.do("Bob", baccarat_acts.RelinquishTurn(hand=P, reason="no wish")).is_voluntary
        assert "MB-J3c" == driver.refused("dealer", baccarat_acts.TurnCards(hand=P)).clause
        for position in (2, 7):
            driver.do("dealer", offer(position, is_accepted=False))
        assert "Dora" == driver.do("dealer", baccarat_acts.TurnCards(hand=P)).by

    @pytest.mark.clause("MB-N5")
    def test_only_dealer_and_floorperson_take_it_away(self):
        """Neither another player nor a pit manager may."""
        driver = dealt("c", (4, "player", 800))
        act = baccarat_acts.RelinquishTurn(hand=P, reason="delay")
        assert ["MB-N5", "MB-N5"] == [driver.refused(who, act).clause for who in ("Cid", "pit_manager")]

    @pytest.mark.clause("MB-N5")
    def test_a_viewer_does_not_leave(self):
        """Ann accepted Bob's right and has no wager: she gives it up before she goes."""
        driver = dealt("c", (4, "player", 800))
        driver.do("Bob", baccarat_acts.RelinquishTurn(hand=P, reason="no wish"))
        driver.do("dealer", offer(2))
        assert "MB-N5" == driver.refused("Ann", baccarat_acts.LeaveTable(position=2)).clause


def offer(position, *, is_accepted=True):
    """Return the offer of the Player's Hand to a position."""
    return baccarat_acts.OfferTurn(hand=P, position=position, is_accepted=is_accepted)
