"""Mini-baccarat's cards between shoes: an idle table (E6), the shoes (H) and those that shuffle by themselves (I)."""

import pytest

from pitboss.games.baccarat import acts as baccarat_acts
from pitboss.games.cards import CARDS
from pitboss.games.shoe import acts as shoe_acts
from pitboss.games.table import acts as table_acts
from pitboss.games.virtual_shoe import commitment_of
from tests.support.baccarat_driver import SHUFFLER, BaccaratDriver

RED, BLUE = shoe_acts.Colour.RED, shoe_acts.Colour.BLUE


@pytest.mark.clause("MB-N4", "MB-E5")
def test_cards_that_are_cut_again_are_not_too_few():
    """A recut was ordered with betting open: the round waits for the shoe, and is not void for it."""
    driver = BaccaratDriver().opened()
    driver.do("floorperson", shoe_acts.OrderRecut(cutter=shoe_acts.Cutter.LAST, reason="the cut was uneven"))
    driver.do("dealer", baccarat_acts.CallNoMoreBets())
    assert "MB-N4" == driver.refused("dealer", baccarat_acts.CallTooFewCards()).clause


class TestIdle:
    @pytest.mark.clause("MB-E6", "Q70")
    def test_cards_that_nobody_saw_shuffled_are_spread_too(self):
        """Everybody left before the shuffle: the next player has a look before a round is opened."""
        driver = BaccaratDriver().stacked((3, "Ann"))
        driver.do("Ann", baccarat_acts.LeaveTable(position=3))
        driver.sit((2, "Bob"))
        assert "MB-E6" == driver.refused("dealer", baccarat_acts.ShuffleCards(batch=shoe_acts.Colour.RED)).clause
        driver.do("dealer", shoe_acts.SpreadIdleCards(is_face_up=True))
        assert "Bob" == driver.do("dealer", shoe_acts.LetPlayerLook(player="Bob")).player

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

    @pytest.mark.clause("MB-E6", "Q70")
    def test_whoever_comes_to_a_table_that_stood_empty_is_not_dealt_from_the_old_shoe(self):
        """Ann left and Bob came: no round opens and nothing is shuffled before the cards were spread for Bob."""
        driver = BaccaratDriver().ready()
        driver.do("Ann", baccarat_acts.LeaveTable(position=3))
        assert "MB-E6" == driver.refused("dealer", table_acts.OpenBetting()).clause
        driver.sit((5, "Bob"))
        assert "MB-E6" == driver.refused("dealer", table_acts.OpenBetting()).clause
        driver.do("dealer", shoe_acts.SpreadIdleCards(is_face_up=True))
        assert "Bob" == driver.do("dealer", shoe_acts.LetPlayerLook(player="Bob")).player

    @pytest.mark.clause("MB-E6")
    def test_a_finished_shoe_is_spread_before_it_is_shuffled_for_whoever_comes(self):
        """The shoe was over when Ann left: Bob looks at its cards before the shuffle."""
        driver = BaccaratDriver().opened(from_back=413)
        driver.play("4S", "3H", "5C", "4D")
        driver.do("dealer", baccarat_acts.AnnounceLastHand())
        driver.next_round().play("4S", "3H", "5C", "4D")
        driver.do("Ann", baccarat_acts.LeaveTable(position=3))
        driver.sit((5, "Bob"))
        assert "MB-E6" == driver.refused("dealer", baccarat_acts.ShuffleCards(batch=RED)).clause
        assert driver.do("dealer", shoe_acts.SpreadIdleCards(is_face_up=True)).is_face_up

    @pytest.mark.clause("MB-E6")
    def test_cards_shuffled_for_somebody_who_left_are_spread_for_the_next(self):
        """They had come no further than the cut: they are loaded, and Bob still looks at them first."""
        driver = BaccaratDriver().shuffled().cut()
        driver.do("Ann", baccarat_acts.LeaveTable(position=3))
        driver.sit((5, "Bob")).do("dealer", shoe_acts.LoadShoe(from_back=14))
        driver.do("dealer", baccarat_acts.BurnCard(card="KS"))
        assert "MB-E6" == driver.refused("dealer", table_acts.OpenBetting()).clause

    @pytest.mark.clause("MB-E6", "Q70")
    @pytest.mark.parametrize("is_closed", [False, True])
    def test_no_card_is_dealt_to_an_empty_table(self, is_closed):
        """Bets are not closed and no card comes for nobody; who comes lays no wager before the cards are spread."""
        driver = BaccaratDriver().opened()
        if is_closed:
            driver.do("dealer", baccarat_acts.CallNoMoreBets())
        driver.do("Ann", baccarat_acts.LeaveTable(position=3))
        act = baccarat_acts.DealCard(card="4S") if is_closed else baccarat_acts.CallNoMoreBets()
        assert "MB-E6" == driver.refused("dealer", act).clause
        driver.sit((5, "Bob"))
        assert "MB-E6" == driver.refused("dealer", act).clause
        wager = baccarat_acts.PlaceWager(position=5, player="Bob", on="tie", stake_minor=1000)
        assert ("MB-G4" if is_closed else "MB-E6") == driver.refused("Bob", wager).clause

    @pytest.mark.clause("Q70")
    @pytest.mark.parametrize("is_closed", [False, True])
    def test_a_round_that_everybody_left_ends_when_its_cards_are_spread(self, is_closed):
        """Nothing was laid: the cards are spread for Bob, and the next round opens from a fresh shoe."""
        driver = BaccaratDriver().opened()
        if is_closed:
            driver.do("dealer", baccarat_acts.CallNoMoreBets())
        driver.do("Ann", baccarat_acts.LeaveTable(position=3))
        driver.do("dealer", shoe_acts.SpreadIdleCards(is_face_up=True))
        assert "void" == driver.table.phase
        driver.sit((5, "Bob")).looked().do("dealer", baccarat_acts.ShuffleCards(batch=RED))
        driver.cut().do("dealer", shoe_acts.LoadShoe(from_back=14))
        driver.do("dealer", baccarat_acts.BurnCard(card="KS"))
        assert 2 == driver.do("dealer", table_acts.OpenBetting()).round

    @pytest.mark.clause("Q70")
    def test_a_hand_that_was_begun_is_finished(self):
        """Ann, who laid nothing, leaves after the first card: the cards are spread when the hand is over."""
        driver = BaccaratDriver().opened().deal("4S")
        driver.do("Ann", baccarat_acts.LeaveTable(position=3))
        assert "MB-J2" == driver.refused("dealer", shoe_acts.SpreadIdleCards(is_face_up=True)).clause
        driver.play("3H", "5C", "4D")
        assert driver.do("dealer", shoe_acts.SpreadIdleCards(is_face_up=True)).is_face_up

    @pytest.mark.clause("Q70")
    def test_a_virtual_shoe_is_shown_in_a_round_that_everybody_left(self):
        """Its order comes before the cards are spread, as between rounds."""
        order, nonce = CARDS * 8, "n"
        driver = BaccaratDriver().stacked()
        commitment = commitment_of(order, nonce)
        driver.do("dealer", shoe_acts.CommitShoe(commitment=commitment, controls="ICS 9.2", from_back=14))
        driver.next_round().do("Ann", baccarat_acts.LeaveTable(position=3))
        assert "MB-I" == driver.refused("dealer", shoe_acts.SpreadIdleCards(is_face_up=True)).clause
        driver.do("dealer", shoe_acts.RevealShoe(order=order, nonce=nonce))
        assert driver.do("dealer", shoe_acts.SpreadIdleCards(is_face_up=True)).is_face_up

    @pytest.mark.clause("Q70")
    def test_the_table_may_be_closed_and_its_dealer_relieved_when_everybody_left(self):
        """With betting open and nobody there another dealer comes, and the table closes and opens again."""
        driver = BaccaratDriver().opened()
        driver.do("Ann", baccarat_acts.LeaveTable(position=3))
        assert "Dee" == driver.do("floorperson", table_acts.RelieveDealer(dealer="Dee")).dealer
        driver.do("pit_supervisor", table_acts.CloseTable())
        assert driver.stacked().table.is_between_rounds

    @pytest.mark.clause("MB-E6a")
    def test_idle_cards_are_washed_shuffled_and_cut_again(self):
        """Without a shuffler everything from the wash on is done again."""
        driver = idle()
        driver.do("dealer", shoe_acts.LetPlayerLook(player="Bob"))
        assert "MB-E6a" == driver.refused("dealer", shoe_acts.StackCards(is_washed=False)).clause
        driver.do("dealer", shoe_acts.StackCards(is_washed=True))
        assert "MB-E1" == driver.refused("dealer", shoe_acts.OfferCut(position=5, is_accepted=True)).clause
        assert RED == driver.do("dealer", baccarat_acts.ShuffleCards(batch=RED)).batch
        assert "MB-E2" == driver.refused("dealer", shoe_acts.LoadShoe(from_back=14)).clause
        assert "Dora" == driver.cut().events[-1].cutter

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
