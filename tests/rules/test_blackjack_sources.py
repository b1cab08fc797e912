"""Where blackjack's cards become known: the dealer enters them, the shoe reads them, or a virtual shoe committed."""

import pytest

from pitboss.games.blackjack import acts as blackjack_acts
from pitboss.games.cards import CARDS
from pitboss.games.shoe import acts as shoe_acts
from pitboss.games.shoe.state import Stage
from pitboss.games.table import acts as table_acts
from pitboss.games.virtual_shoe import commitment_of
from tests.support.blackjack_driver import BlackjackDriver

DRAWN = ("2C", "9S", "6D", "TS", "TC", "9C")
"""A burn card, and a round in which Ann has 19 and the dealer 16 and then 25."""
ORDER = (*DRAWN, *(card for card in CARDS if card not in DRAWN))
SHUFFLE = blackjack_acts.ShuffleCards(method=blackjack_acts.Method.HAND)


def reading():
    """Return a table of one deck at open bets whose shoe reads its cards, with Ann's wager."""
    driver = BlackjackDriver(settings={"decks": 1}).shuffled((3, "Ann")).cut()
    driver.do("dealer", shoe_acts.LoadShoe(from_back=26, reader=shoe_acts.Reader.SHOE))
    driver.do("device", blackjack_acts.BurnCard(card="2C"))
    driver.do("dealer", table_acts.OpenBetting())
    driver.bet(3, 1000)
    return driver


def entered(*cards):
    """Return a table of one deck whose dealer enters the cards, these of them dealt to Ann and the dealer."""
    driver = BlackjackDriver(settings={"decks": 1}).ready((3, "Ann"))
    driver.bet(3, 1000)
    driver.deal(*cards)
    return driver


def committed(order=ORDER, **settings):
    """Return a table of one deck with a virtual shoe in play, its first card burned unseen."""
    driver = BlackjackDriver(settings={"decks": 1, "cut_from_end": 20, **settings}).stacked((3, "Ann"))
    commit = shoe_acts.CommitShoe(commitment=commitment_of(order, "n"), controls="ICS 9.4", from_back=20)
    driver.do("dealer", commit)
    driver.do("device", blackjack_acts.BurnCard())
    return driver


def played(driver, *, second="TC"):
    """Play the round of DRAWN, the dealer's second card unseen until it is turned."""
    driver.do("dealer", table_acts.OpenBetting())
    driver.bet(3, 1000)
    for card in ("9S", "6D", "TS", None):
        driver.do("device", blackjack_acts.DealCard(card=card))
    driver.act(3, "stand")
    driver.do("device", blackjack_acts.TurnSecondCard(card=second))
    driver.do("device", blackjack_acts.DealCard(card="9C"))
    driver.settle()
    driver.do("dealer", blackjack_acts.DiscardCards())
    return driver


class TestDealersEntry:
    @pytest.mark.clause("BJ-H4d", "BJ-H8")
    def test_the_second_card_may_be_unseen_until_it_is_turned(self):
        """It is dealt without a name, and turning it without one is refused."""
        driver = entered("9S", "6D", "TS")
        second, turned = driver.deal(None)
        assert ((None, 0, 2, False), "6D") == (face_down(second), turned.card)
        driver.act(3, "stand")
        assert "BJ-H8" == driver.refused("dealer", blackjack_acts.TurnSecondCard()).clause
        assert "TC" == driver.do("dealer", blackjack_acts.TurnSecondCard(card="TC")).card
        assert ["", "9S", "6D", "TS", "TC"] == driver.table.cards.shoe.drawn

    @pytest.mark.clause("BJ-H4b", "BJ-H4d")
    def test_the_first_card_may_be_unseen_until_it_is_turned(self):
        """No decision is taken before it shows, and it is turned once, when both cards of the dealer lie there."""
        driver = entered("9S", None, "TS")
        assert "BJ-H4" == driver.refused("dealer", blackjack_acts.TurnFirstCard(card="6D")).clause
        driver.deal("TC")
        assert "BJ-H5" == driver.refuses(3, "stand").clause
        assert "BJ-H4" == driver.refused("dealer", blackjack_acts.DealCard(card="2D")).clause
        assert "6D" == driver.do("dealer", blackjack_acts.TurnFirstCard(card="6D")).card
        assert "BJ-H4" == driver.refused("dealer", blackjack_acts.TurnFirstCard(card="6D")).clause
        assert ["", "9S", "6D", "TS", "TC"] == driver.table.cards.shoe.drawn

    @pytest.mark.clause("BJ-H4d", "BJ-B4")
    def test_an_unseen_first_card_is_one_that_the_deck_still_has(self):
        """Of a single deck the ten of spades is Ann's, and the six of diamonds is not."""
        driver = entered("9S", None, "TS", None)
        assert "BJ-B4" == driver.refused("dealer", blackjack_acts.TurnFirstCard(card="TS")).clause
        assert "BJ-H10a" == driver.refused("Ann", blackjack_acts.TurnFirstCard(card="6D")).clause
        assert "6D" == driver.do("dealer", blackjack_acts.TurnFirstCard(card="6D")).card

    @pytest.mark.clause("Q24")
    def test_an_unseen_first_card_of_multiple_action_is_turned_before_the_turns(self):
        """It is the dealer's only card then."""
        driver = BlackjackDriver(settings={"multiple_action": 2}).ready((3, "Ann"))
        driver.bet(3, 1000, 1000)
        driver.deal("9S", None, "TS")
        assert "BJ-H5" == driver.refuses(3, "stand").clause
        driver.do("dealer", blackjack_acts.TurnFirstCard(card="6D"))
        assert (3, [["6D"]]) == (driver.act(3, "stand").seat, driver.table.round.dealer)

    @pytest.mark.clause("BJ-H8")
    def test_a_second_card_that_was_named_is_that_card(self):
        """Another is refused; the same, or none, is accepted."""
        driver = entered("9S", "6D", "TS", "TC")
        driver.act(3, "stand")
        assert "BJ-H8" == driver.refused("dealer", blackjack_acts.TurnSecondCard(card="TD")).clause
        assert "TC" == driver.do("dealer", blackjack_acts.TurnSecondCard(card="TC")).card

    @pytest.mark.clause("BJ-B4")
    def test_an_unseen_card_is_one_that_the_deck_still_has(self):
        """Of a single deck the ten of spades is Ann's."""
        driver = entered("9S", "6D", "TS", None)
        driver.act(3, "stand")
        assert "BJ-B4" == driver.refused("dealer", blackjack_acts.TurnSecondCard(card="TS")).clause

    @pytest.mark.clause("BJ-H10a")
    def test_no_device_tells_the_cards_of_a_shoe_that_reads_none(self):
        """Neither those that are dealt nor the one that is turned."""
        driver = entered("9S", "6D", "TS")
        assert "BJ-H10a" == driver.refused("device", blackjack_acts.DealCard(card="TC")).clause
        driver.deal(None)
        driver.act(3, "stand")
        assert "BJ-H10a" == driver.refused("device", blackjack_acts.TurnSecondCard(card="TC")).clause


def face_down(event):
    """Return what is known of a card that was dealt."""
    return event.card, event.seat, event.place, event.is_face_up


class TestReadingShoe:
    @pytest.mark.clause("BJ-H10a")
    def test_the_shoe_tells_its_cards(self):
        """The event names the device, for a burn card and for a player's card."""
        driver = reading()
        assert ["wheel-1"] == [event.by for event in driver.events if hasattr(event, "due")]
        assert ("wheel-1", "9S") == ((card := driver.do("device", blackjack_acts.DealCard(card="9S"))).by, card.card)

    @pytest.mark.clause("BJ-H10a")
    def test_the_dealer_enters_what_it_could_not_read(self):
        """A player does not."""
        driver = reading()
        assert "BJ-H10a" == driver.refused("Ann", blackjack_acts.DealCard(card="9S")).clause
        assert "Dora" == driver.deal("9S").by

    @pytest.mark.clause("BJ-H8")
    def test_a_second_card_that_the_shoe_has_read_is_turned_unnamed(self):
        """It lies face down, and the dealer turns it."""
        driver = reading()
        for card in ("9S", "6D", "TS"):
            driver.do("device", blackjack_acts.DealCard(card=card))
        second, turned = driver.do("device", blackjack_acts.DealCard(card="TC"))
        assert (("TC", 0, 2, False), "6D") == (face_down(second), turned.card)
        driver.act(3, "stand")
        assert "TC" == driver.do("dealer", blackjack_acts.TurnSecondCard()).card

    @pytest.mark.clause("BJ-B4")
    def test_a_card_that_came_out_does_not_come_again(self):
        """The burn card was the two of clubs, and a single deck has no other."""
        assert "BJ-B4" == reading().refused("device", blackjack_acts.DealCard(card="2C")).clause


class TestVirtualShoe:
    @pytest.mark.clause("BJ-I11a")
    def test_a_player_names_a_card_dealt_face_down_but_none_of_a_committed_order(self):
        """Whoever looks at it says it, where nothing else does; the virtual shoe says its own."""
        own = BlackjackDriver(settings={"pitch": True, "face_down": True}).staked(1_000)
        said = own.do("Ann", blackjack_acts.DealCard(card="9S"))
        driver = committed(pitch=True, face_down=True)
        driver.do("dealer", table_acts.OpenBetting())
        driver.bet(3, 1000)

        assert ("9S", False) == (said.card, said.is_face_up)
        assert "BJ-I11a" == driver.refused("Ann", blackjack_acts.DealCard(card="9S")).clause

    @pytest.mark.clause("BJ-E1")
    def test_it_is_committed_to_before_the_first_card(self):
        """It takes the place of shuffle and cut, and not while a round is open."""
        driver = committed()
        used = next(event for event in driver.events if hasattr(event, "commitment"))
        assert (commitment_of(ORDER, "n"), "ICS 9.4", 52) == (used.commitment, used.controls, used.cards)
        driver.do("dealer", table_acts.OpenBetting())
        other = shoe_acts.CommitShoe(commitment="0" * 64, controls="ICS 9.4", from_back=20)
        assert "BJ-H5" == driver.refused("dealer", other).clause

    @pytest.mark.clause("BJ-E1")
    def test_the_order_is_shown_before_the_next_shuffle(self):
        """The burn card, which nobody saw, agrees with whatever the order has there."""
        driver = played(committed())
        assert "BJ-E1" == driver.refused("dealer", SHUFFLE).clause
        shown = driver.do("device", shoe_acts.RevealShoe(order=ORDER, nonce="n"))
        assert (ORDER, "n", "wheel-1") == (shown.order, shown.nonce, shown.by)
        assert blackjack_acts.Method.HAND == driver.do("dealer", SHUFFLE).method

    @pytest.mark.clause("BJ-E1")
    def test_nothing_ends_a_shoe_whose_order_was_not_shown(self):
        """Neither the closing of the table, nor idle cards, nor another shoe."""
        driver = played(committed())
        other = shoe_acts.UseAutomaticShoe(controls="ICS 9.2", from_back=20)
        assert "BJ-E1" == driver.refused("dealer", other).clause
        assert "BJ-E1" == driver.refused("dealer", table_acts.CloseTable()).clause
        driver.do("Ann", blackjack_acts.LeaveSeat(position=3))
        assert "BJ-E1" == driver.refused("dealer", shoe_acts.SpreadIdleCards(is_face_up=True)).clause
        assert "BJ-E1" == driver.refused("dealer", blackjack_acts.RepeatOpening()).clause

    @pytest.mark.clause("BJ-E1")
    def test_it_is_not_shown_while_a_round_is_played(self):
        """It would name the cards to come."""
        driver = committed()
        driver.do("dealer", table_acts.OpenBetting())
        assert "BJ-H5" == driver.refused("device", shoe_acts.RevealShoe(order=ORDER, nonce="n")).clause

    @pytest.mark.clause("BJ-E1")
    def test_an_order_that_was_shown_is_not_dealt_from(self):
        """The shoe is finished, although it has cards."""
        driver = committed()
        driver.do("device", shoe_acts.RevealShoe(order=ORDER, nonce="n"))
        assert Stage.FINISHED == driver.table.cards.stage
        assert "BJ-E1" == driver.refused("dealer", table_acts.OpenBetting()).clause

    @pytest.mark.clause("BJ-E1")
    @pytest.mark.parametrize(
        ("order", "nonce"), [(ORDER, "other"), ((*ORDER[:-2], ORDER[-1], ORDER[-2]), "n"), (ORDER[:-1], "n")]
    )
    def test_what_was_not_committed_to_is_found(self, order, nonce):
        """The finding is kept, and the shoe stays to be revealed."""
        driver = played(committed())
        rejected = driver.do("device", shoe_acts.RevealShoe(order=order, nonce=nonce))
        assert "the order and the nonce are not what was committed to" == rejected.finding
        assert "BJ-E1" == driver.refused("dealer", SHUFFLE).clause
        assert ORDER == driver.do("device", shoe_acts.RevealShoe(order=ORDER, nonce="n")).order

    @pytest.mark.clause("BJ-E1")
    def test_a_card_that_is_not_the_orders_is_found(self):
        """The second card was turned as a king, and the order has the ten of clubs there."""
        rejected = played(committed(), second="KC").do("device", shoe_acts.RevealShoe(order=ORDER, nonce="n"))
        assert "card 5 was KC, and the order has TC" == rejected.finding

    @pytest.mark.clause("BJ-E1")
    def test_a_burn_card_that_was_shown_is_held_against_the_order(self):
        """Ann saw a three, and the order begins with a two."""
        driver = committed()
        driver.do("dealer", blackjack_acts.ShowBurnCard(player="Ann", place=1, card="3C"))
        rejected = driver.do("device", shoe_acts.RevealShoe(order=ORDER, nonce="n"))
        assert "card 1 was 3C, and the order has 2C" == rejected.finding

    @pytest.mark.clause("BJ-E1")
    def test_an_order_of_other_cards_than_the_deck_is_found(self):
        """It has the two of clubs twice and no king of spades."""
        order = tuple("2C" if card == "KS" else card for card in ORDER)
        rejected = played(committed(order)).do("device", shoe_acts.RevealShoe(order=order, nonce="n"))
        assert "the order has 52 cards, not 1 full decks" == rejected.finding

    @pytest.mark.clause("BJ-E1")
    def test_a_supervisor_goes_on_without_the_order(self):
        """On record, with a reason; the dealer may not."""
        driver = played(committed())
        abandon = shoe_acts.AbandonReveal(reason="the device lost its nonce")
        assert "BJ-E1" == driver.refused("dealer", abandon).clause
        given_up = driver.do("pit_supervisor", abandon)
        assert ("the device lost its nonce", "pit_supervisor") == (given_up.reason, given_up.role)
        assert blackjack_acts.Method.HAND == driver.do("dealer", SHUFFLE).method

    @pytest.mark.clause("BJ-E1")
    def test_where_nothing_was_committed_to_there_is_nothing_to_show(self):
        """Neither to reveal nor to give up."""
        driver = BlackjackDriver(settings={"decks": 1}).in_play((3, "Ann"))
        assert "BJ-E1" == driver.refused("device", shoe_acts.RevealShoe(order=ORDER, nonce="n")).clause
        assert "BJ-E1" == driver.refused("pit_supervisor", shoe_acts.AbandonReveal(reason="none")).clause
