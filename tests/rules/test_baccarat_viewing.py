"""Who lays, turns and views mini-baccarat's cards: the three options (J3), and nobody else's hands (L4)."""

import pytest

from pitboss.games.baccarat import acts as baccarat_acts
from pitboss.games.baccarat.hands import Side
from pitboss.games.table import acts as table_acts
from tests.support.baccarat_driver import CHECK, BaccaratDriver

SEATS = ((1, "Ann"), (3, "Bob"), (6, "Cid"))
FIVES = ("2S", "2D", "3S", "3H")
"""Five each: both hands will draw if the player's third card is a 4."""
BOTH = ((1, "player", 900), (6, "banker", 800))
"""Ann views the Player's Hand, Cid the Banker's."""

P, B = Side.PLAYER, Side.BANKER


def dealt(option, *wagers, cards=FIVES):
    """Return a table with wagers and cards dealt under an option, and no count called."""
    driver = BaccaratDriver(settings={"deal": option}).opened(*SEATS)
    for wager in wagers:
        driver.bet(*wager)
    driver.do("dealer", baccarat_acts.CallNoMoreBets())
    for card in cards:
        driver.do("dealer", baccarat_acts.DealCard(card=card))
    return driver


def hand_over(hand, position):
    """Return the handing of a hand's cards to a position."""
    return baccarat_acts.HandCards(hand=hand, position=position)


def call(hand):
    """Return the call of a hand that counts five."""
    return baccarat_acts.CallPoints(hand=hand, points=5)


def viewed(driver, hand, position, player):
    """Let a player view a hand, give it back, and have it called."""
    driver.do("dealer", hand_over(hand, position))
    returned = driver.do(player, baccarat_acts.ReturnCards(hand=hand))
    driver.do("dealer", call(hand))
    return returned


class TestNotice:
    @pytest.mark.clause("MB-J3")
    @pytest.mark.parametrize("who", ["dealer", "floorperson", "pit_manager", "Ann"])
    def test_only_the_director_fixes_the_option(self, who):
        """Nobody else's notice is taken."""
        assert (
            "MB-J3"
            == BaccaratDriver()
            .welcome()
            .refused(who, baccarat_acts.NotifyDealOption(option=baccarat_acts.Option.C))
            .clause
        )

    @pytest.mark.clause("MB-J3")
    def test_a_notice_holds_from_the_next_round(self):
        """The round that is open is dealt as it was begun."""
        driver = BaccaratDriver().opened(*SEATS)
        noticed = driver.do("director", baccarat_acts.NotifyDealOption(option=baccarat_acts.Option.C))
        assert ("c", "Dee") == (noticed.option, noticed.by)
        driver.deal(*FIVES, "AH")
        assert set() == driver.table.play.face_down
        driver.pay()
        driver.do("dealer", baccarat_acts.DiscardCards())
        driver.next_round().deal(*FIVES)
        assert {P, B} == driver.table.play.face_down

    @pytest.mark.clause("MB-J3")
    def test_no_round_opens_without_a_notice(self):
        """The table's settings alone are no notice."""
        driver = BaccaratDriver(settings={"deal": "b"}).welcome_without_check()
        driver.do("dealer", CHECK)
        refused = driver.refused("dealer", table_acts.OpenBetting())
        assert ("MB-J3", "the Director has not given notice of the option the dealers use") == why(refused)


def why(refused):
    """Return the clause and the sentence of a refusal."""
    return refused.clause, refused.reason


class TestOptions:
    @pytest.mark.clause("MB-J3a")
    def test_option_a_lays_every_card_face_up(self):
        """After each of the four cards nothing is hidden, and there is nothing to turn."""
        for count in range(1, 5):
            assert set() == dealt("a", cards=FIVES[:count]).table.play.face_down
        refused = dealt("a").refused("dealer", baccarat_acts.TurnCards(hand=P))
        assert ("MB-J3", "the Player's Hand has no card to be turned up now") == why(refused)

    @pytest.mark.clause("MB-J3b")
    def test_option_b_keeps_the_bankers_pair_back(self):
        """It is turned as soon as the Player's Hand is called, and not before."""
        driver = dealt("b")
        assert {P, B} == driver.table.play.face_down
        driver.do("dealer", baccarat_acts.TurnCards(hand=P))
        refused = driver.refused("dealer", baccarat_acts.TurnCards(hand=B))
        assert ("MB-J3", "the Banker's Hand waits until the Player's Hand is called") == why(refused)
        driver.do("dealer", call(P))
        assert (B, ("2D", "3H"), "Dora") == fields(driver.do("dealer", baccarat_acts.TurnCards(hand=B)))

    @pytest.mark.clause("MB-J3b")
    def test_a_hidden_hand_is_not_called(self):
        """The dealer turns it first, when all four cards lie."""
        assert ("MB-J3", "the Player's Hand lies face down") == why(dealt("b").refused("dealer", call(P)))
        assert "MB-J3" == dealt("b", cards=FIVES[:3]).refused("dealer", baccarat_acts.TurnCards(hand=P)).clause

    @pytest.mark.clause("MB-J3c")
    def test_option_c_has_both_hands_wait_face_down(self):
        """The Banker's Hand waits for the Player's, and the dealer turns neither for a player who may."""
        driver = dealt("c", *BOTH)
        refused = driver.refused("dealer", hand_over(B, 6))
        assert ("MB-J3", "the Banker's Hand waits until the Player's Hand is called") == why(refused)
        assert ("MB-J3c", "position 1 turns the Player's Hand") == why(
            driver.refused("dealer", baccarat_acts.TurnCards(hand=P))
        )

    @pytest.mark.clause("MB-J3c")
    def test_one_hand_is_viewed_at_a_time(self):
        """While Ann has the cards they are not handed out again."""
        driver = dealt("c", *BOTH)
        driver.do("dealer", hand_over(P, 1))
        refused = driver.refused("dealer", hand_over(P, 1))
        assert ("MB-J3c", "the Player's Hand is still in a player's hands") == why(refused)

    @pytest.mark.clause("MB-J3c")
    def test_the_dealer_turns_a_hand_nobody_wagered_on(self):
        """A Tie Bet gives no right to either hand."""
        driver = dealt("c", (3, "tie", 5000))
        assert (P, ("2S", "3S"), "Dora") == fields(driver.do("dealer", baccarat_acts.TurnCards(hand=P)))


def fields(turned):
    """Return what the record of a turned hand says."""
    return turned.hand, turned.cards, turned.by


class TestViewing:
    @pytest.mark.clause("MB-J3c.i")
    def test_the_highest_wager_on_the_player_views_it(self):
        """Bob's 900 against Ann's 500 and Cid's 800; both cards come back face up."""
        driver = dealt("c", (1, "player", 500), (3, "player", 900), (6, "player", 800))
        handed = driver.do("dealer", hand_over(P, 3))
        assert ("MB-J3c.i", 3, "Bob", False) == (handed.clause, handed.position, handed.player, handed.is_third)
        assert ("2S", "3S") == driver.do("Bob", baccarat_acts.ReturnCards(hand=P)).cards
        assert 5 == driver.do("dealer", call(P)).points

    @pytest.mark.clause("MB-J3c.i")
    def test_chips_and_coupon_make_one_wager(self):
        """Ann's 500 in chips and 500 by coupon are more than Bob's 900."""
        driver = BaccaratDriver(settings={"deal": "c"}).opened(*SEATS)
        driver.bet(1, "player", 500)
        driver.bet(1, "player", 500, source="coupon")
        driver.bet(3, "player", 900)
        driver.deal(*FIVES)
        assert "Ann" == driver.do("dealer", hand_over(P, 1)).player

    @pytest.mark.clause("MB-J3c.ii")
    def test_the_highest_wager_on_the_banker_views_it_next(self):
        """Cid gets it when the Player's Hand is called, and it is called when it is back."""
        driver = dealt("c", *BOTH)
        assert ("2S", "3S") == viewed(driver, P, 1, "Ann").cards
        handed = driver.do("dealer", hand_over(B, 6))
        assert ("MB-J3c.ii", "Cid") == (handed.clause, handed.player)
        assert ("MB-J3", "the Banker's Hand lies face down") == why(driver.refused("dealer", call(B)))
        assert ("2D", "3H") == driver.do("Cid", baccarat_acts.ReturnCards(hand=B)).cards

    @pytest.mark.clause("MB-J3c.iii")
    def test_the_players_third_card_goes_to_who_viewed_the_hand(self):
        """Face down to Ann, and the banker's third card waits until it is shown."""
        driver = both_viewed()
        driver.do("dealer", baccarat_acts.DealCard(card="4H"))
        assert {P} == driver.table.play.face_down
        refused = driver.refused("dealer", baccarat_acts.DealCard(card="AC"))
        assert ("MB-J3c", "the Banker's third card waits until the Player's is shown") == why(refused)
        handed = driver.do("dealer", hand_over(P, 1))
        assert ("MB-J3c.iii", "Ann", True) == (handed.clause, handed.player, handed.is_third)
        assert ("2S", "3S", "4H") == driver.do("Ann", baccarat_acts.ReturnCards(hand=P)).cards

    @pytest.mark.clause("MB-J3c.iv")
    def test_the_bankers_third_card_goes_to_who_viewed_the_hand(self):
        """Face down to Cid, and no result is called before it is shown."""
        driver = both_viewed()
        driver.do("dealer", baccarat_acts.DealCard(card="4H"))
        driver.do("dealer", hand_over(P, 1))
        driver.do("Ann", baccarat_acts.ReturnCards(hand=P))
        driver.do("dealer", baccarat_acts.DealCard(card="AC"))
        assert ("MB-J3c", "a card still lies face down") == why(driver.refused("dealer", driver.result()))
        handed = driver.do("dealer", hand_over(B, 6))
        assert ("MB-J3c.iv", "Cid", True) == (handed.clause, handed.player, handed.is_third)
        assert ("2D", "3H", "AC") == driver.do("Cid", baccarat_acts.ReturnCards(hand=B)).cards

    @pytest.mark.clause("MB-J3c.v", "Q17")
    @pytest.mark.parametrize("hand", [P, B])
    def test_of_equal_wagers_the_one_nearest_the_dealers_right_views(self, hand):
        """Of 1, 3 and 6 it is 6, for either hand."""
        driver = dealt("c", *((position, hand.value, 700) for position, _ in SEATS))
        if hand is B:
            driver.do("dealer", baccarat_acts.TurnCards(hand=P))
            driver.do("dealer", call(P))
        refused = driver.refused("dealer", hand_over(hand, 3))
        assert ("MB-J3c.v", f"{hand.words} is not for position 3 but for position 6") == why(refused)
        assert "Cid" == driver.do("dealer", hand_over(hand, 6)).player

    @pytest.mark.clause("MB-J3c.v", "Q17")
    def test_only_equals_of_the_highest_count(self):
        """Ann and Bob share the highest wager, so Cid at the dealer's right with less is passed over."""
        driver = dealt("c", (1, "player", 700), (3, "player", 700), (6, "player", 699))
        assert "Bob" == driver.do("dealer", hand_over(P, 3)).player


def both_viewed():
    """Return a table under option c where Ann and Cid have viewed their hands and third cards are due."""
    driver = dealt("c", *BOTH)
    viewed(driver, P, 1, "Ann")
    viewed(driver, B, 6, "Cid")
    return driver


class TestNobodyElse:
    @pytest.mark.clause("MB-L4")
    @pytest.mark.parametrize(
        "act",
        [
            baccarat_acts.DealCard(card="2C"),
            baccarat_acts.TurnCards(hand=P),
            baccarat_acts.HandCards(hand=P, position=1),
        ],
    )
    @pytest.mark.parametrize("who", ["Ann", "Zoe", "inspector"])
    def test_nobody_but_the_dealer_handles_the_cards(self, act, who):
        """Neither a player nor an onlooker nor another employee deals, turns or hands them."""
        assert "MB-L4" == dealt("c", *BOTH).refused(who, act).clause

    @pytest.mark.clause("MB-L4")
    @pytest.mark.parametrize("option", "ab")
    def test_no_dealer_lets_a_player_view_under_another_option(self, option):
        """Viewing belongs to option c alone; where cards are hidden the refusal says so."""
        driver = dealt(option, *BOTH)
        refused = driver.refused("dealer", hand_over(P, 1))
        hidden = ("MB-L4", "no player handles cards under this option")
        assert {"a": ("MB-J3", "the Player's Hand has no card to be turned up now"), "b": hidden}[option] == why(
            refused
        )

    @pytest.mark.clause("MB-L4")
    def test_only_the_viewer_gives_the_cards_back(self):
        """Cid may not, and where nobody has cards nobody returns them."""
        driver = dealt("c", *BOTH)
        assert "MB-J3c" == driver.refused("Ann", baccarat_acts.ReturnCards(hand=P)).clause
        driver.do("dealer", hand_over(P, 1))
        refused = driver.refused("Cid", baccarat_acts.ReturnCards(hand=P))
        assert ("MB-L4", "Cid does not handle cards: Ann has the Player's Hand") == why(refused)
