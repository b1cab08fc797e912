"""Mini-baccarat's cards between shoes: an idle table (E6), the shoes (H) and those that shuffle by themselves (I)."""

import pytest

from pitboss.games.baccarat import acts as baccarat_acts
from pitboss.games.cards import CARDS
from pitboss.games.shoe import acts as shoe_acts
from pitboss.games.table import acts as table_acts
from pitboss.games.virtual_shoe import commitment_of
from tests.support.baccarat_driver import SHUFFLER, BaccaratDriver

RED, BLUE = shoe_acts.Colour.RED, shoe_acts.Colour.BLUE


class TestIdle:
    @pytest.mark.clause("MB-E6")
    def test_the_cards_of_an_idle_table_are_spread_and_shown(self):
        """Not while somebody sits there; face-down cards are turned up for the first who comes."""
        driver = BaccaratDriver().ready()
        assert "MB-E6" == driver.refused("dealer", shoe_acts.SpreadIdleCards(is_face_up=False)).clause
        driver.do("Ann", baccarat_acts.LeaveTable(position=3))
        driver.do("dealer", shoe_acts.SpreadIdleCards(is_face_up=False))
        assert "MB-E6" == driver.refused("dealer", shoe_acts.TurnIdleCards()).clause
        driver.sit((5, "Bob"))
        assert "MB-E6" == driver.refused("dealer", shoe_acts.LetPlayerLook(player="Bob")).clause
        driver.do("dealer", shoe_acts.TurnIdleCards())
        assert ([], None) == (driver.table.cards.rack, driver.table.cards.shoe)

    @pytest.mark.clause("MB-E6a")
    def test_idle_cards_are_washed_shuffled_and_cut_again(self):
        """Without a shuffler everything from the wash on is done again."""
        driver = idle()
        driver.do("dealer", shoe_acts.LetPlayerLook(player="Bob"))
        assert "MB-E6a" == driver.refused("dealer", shoe_acts.StackCards(is_washed=False)).clause
        driver.do("dealer", shoe_acts.StackCards(is_washed=True))
        assert RED == driver.do("dealer", baccarat_acts.ShuffleCards(batch=RED)).batch

    @pytest.mark.clause("MB-E6b", "MB-E6b.i", "MB-E6b.ii")
    @pytest.mark.parametrize(
        ("secure", "approved", "requested", "must_spread"),
        [
            (True, True, False, False),
            (True, True, True, True),
            (False, True, False, True),
            (True, False, False, True),
        ],
    )
    def test_the_stored_batch_comes_out(self, secure, approved, requested, must_spread):
        """It is played unspread only if it was stored securely, handled as approved, and nobody asks."""
        driver = idle(settings=SHUFFLER).looked()
        assert "MB-E6b" == driver.refused("dealer", baccarat_acts.ShuffleCards(batch=BLUE)).clause
        release = baccarat_acts.ReleaseBatch(
            is_stored_securely=secure, is_handled_as_approved=approved, is_spread_requested=requested
        )
        released = driver.do("dealer", release)
        assert (BLUE, must_spread) == (released.batch, released.must_be_spread)
        assert ("spread" if must_spread else "shuffled") == driver.table.cards.stage

    @pytest.mark.clause("MB-E6b")
    def test_no_batch_is_released_at_a_table_in_use(self):
        """At the opening the batches are shuffled, not released."""
        driver = BaccaratDriver(settings=SHUFFLER).stacked()
        release = baccarat_acts.ReleaseBatch(is_stored_securely=True, is_handled_as_approved=True)
        assert "MB-E6b" == driver.refused("dealer", release).clause


def idle(*, settings=None):
    """Return a table that was idle, with its cards face up before Bob."""
    driver = BaccaratDriver(settings=settings).ready()
    driver.do("Ann", baccarat_acts.LeaveTable(position=3))
    driver.do("dealer", shoe_acts.SpreadIdleCards(is_face_up=True))
    return driver.sit((5, "Bob"))


class TestShoes:
    @pytest.mark.clause("MB-H")
    def test_a_shoe_has_one_kind_of_backs(self):
        """A second colour without a shuffler is refused, and so is a shuffle of cards the table has not."""
        driver = BaccaratDriver().welcome()
        mixed = driver.inspection(second_back=BLUE, second_decks=2)
        assert "MB-H" == driver.refused("dealer", mixed, witness="floorperson").clause
        assert "MB-H" == BaccaratDriver().stacked().refused("dealer", baccarat_acts.ShuffleCards(batch=BLUE)).clause

    @pytest.mark.clause("MB-I")
    def test_an_automatic_shoe_takes_the_place_of_shuffle_and_cut(self):
        """It names its internal controls, and the first round opens at once."""
        driver = BaccaratDriver().stacked()
        used = driver.do("dealer", shoe_acts.UseAutomaticShoe(controls="ICS 12.4", from_back=14))
        assert ("ICS 12.4", None) == (used.controls, used.commitment)
        assert 1 == driver.do("dealer", table_acts.OpenBetting()).round

    @pytest.mark.clause("MB-I")
    def test_a_virtual_shoe_is_revealed_before_the_next(self):
        """The order that was committed to and dealt is accepted, and only then the next shuffle."""
        order = ("4S", "3H", "5C", "4D")
        order += tuple(without(CARDS * 8, order))
        driver = committed(order)
        driver.next_round().play(*order[:4])
        rejected = driver.do("device", shoe_acts.RevealShoe(order=order, nonce="other"))
        assert "the order and the nonce are not what was committed to" == rejected.finding
        assert "MB-I" == driver.refused("dealer", baccarat_acts.ShuffleCards(batch=RED)).clause
        assert order == driver.do("device", shoe_acts.RevealShoe(order=order, nonce="n")).order
        assert RED == driver.do("dealer", baccarat_acts.ShuffleCards(batch=RED)).batch

    @pytest.mark.clause("MB-I")
    def test_cards_that_differ_from_the_order_are_found(self):
        """A card that was not next in the order is named, and a supervisor must go on record."""
        order = CARDS * 8
        driver = committed(order)
        driver.next_round().play("4S", "3H", "5C", "4D")
        rejected = driver.do("device", shoe_acts.RevealShoe(order=order, nonce="n"))
        assert "card 1 was 4S, and the order has AC" == rejected.finding
        abandon = shoe_acts.AbandonReveal(reason="the order was not dealt")
        assert "MB-I" == driver.refused("dealer", abandon).clause
        assert "pit_supervisor" == driver.do("pit_supervisor", abandon).role


def without(cards, taken):
    """Return cards without some of them."""
    left = list(cards)
    for card in taken:
        left.remove(card)
    return left


def committed(order):
    """Return a table with a virtual shoe in play."""
    driver = BaccaratDriver().stacked()
    act = shoe_acts.CommitShoe(commitment=commitment_of(order, "n"), controls="ICS 12.4", from_back=14)
    driver.do("dealer", act)
    return driver
