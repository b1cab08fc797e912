"""Mini-baccarat's cards before play: equipment (B), opening (D), shuffle and cut (E)."""

import pytest

from pitboss.games.baccarat import acts as baccarat_acts
from pitboss.games.cards import CARDS
from pitboss.games.shoe import acts as shoe_acts
from pitboss.games.table import acts as table_acts
from pitboss.rulebook import check_table
from tests.support.baccarat_driver import BACCARAT, CHECK, SHUFFLER, BaccaratDriver

RED, BLUE = shoe_acts.Colour.RED, shoe_acts.Colour.BLUE
SEATS = ((2, "Ann"), (4, "Bob"), (7, "Cid"))


UNEVEN = shoe_acts.OrderRecut(cutter=shoe_acts.Cutter.LAST, reason="the cut was uneven")


def faults(**settings):
    """Return the clauses by which a table's settings are refused."""
    return [fault.clause for fault in check_table({"rulebook": BACCARAT, "settings": settings})[1]]


class TestEquipment:
    @pytest.mark.clause("MB-B1")
    def test_a_table_has_seven_positions_at_most(self):
        """Eight positions are refused in the settings, and a seat beyond the table's own at the table."""
        assert ["MB-B1"] == faults(positions=8)
        driver = BaccaratDriver(settings={"positions": 3}).welcome_without_check()
        assert "MB-B1" == driver.refused("Ann", shoe_acts.TakeSeat(position=4, player="Ann")).clause

    @pytest.mark.clause("MB-B1")
    def test_a_drop_box_is_at_the_table(self):
        """Without it the inspection is refused."""
        driver = BaccaratDriver()
        items = tuple(entry.item for entry in driver.table.rules.equipment if entry.item != "drop box")
        assert "MB-B1" == driver.refused("dealer", table_acts.InspectEquipment(items=items)).clause

    @pytest.mark.clause("MB-B2", "MB-B2a", "MB-B2b", "MB-B2c")
    def test_the_marks_of_the_cloth_are_recorded(self):
        """The event keeps the three words, and no round opens before it."""
        driver = BaccaratDriver().welcome_without_check()
        assert "MB-B2" == driver.refused("dealer", table_acts.OpenBetting()).clause
        checked = driver.do("dealer", CHECK)
        assert ("Banker", "Players", "Tie", 7) == (checked.banker, checked.player, checked.tie, checked.positions)

    @pytest.mark.clause("MB-B3")
    def test_six_decks_or_more(self):
        """Five decks are no table, and other decks than the table's are not taken in."""
        assert ["MB-B3"] == faults(decks=5)
        driver = BaccaratDriver().welcome()
        assert "MB-B3" == driver.refused("dealer", driver.inspection(decks=7), witness="floorperson").clause

    @pytest.mark.clause("MB-B3")
    def test_a_cutting_card_looks_like_no_back(self):
        """A cutting card in the colour of the backs is refused."""
        driver = BaccaratDriver().welcome()
        assert "MB-B3" == driver.refused("dealer", driver.inspection(cutting_cards=RED), witness="floorperson").clause

    @pytest.mark.clause("MB-B4")
    @pytest.mark.parametrize("decks", [8, 10, 13])
    def test_a_shuffler_needs_twelve_decks_in_two_batches(self, decks):
        """Fewer decks, and an odd number of them, are refused."""
        assert ["MB-B4"] == faults(shuffler=True, decks=decks)

    @pytest.mark.clause("MB-B4a")
    def test_the_controls_for_cards_are_recorded(self):
        """The inspection states that every deck satisfies them; without that statement it is refused."""
        driver = BaccaratDriver(settings=SHUFFLER).welcome()
        assert (
            "MB-D1" == driver.refused("dealer", driver.inspection(meets_controls=False), witness="floorperson").clause
        )
        assert driver.do("dealer", driver.inspection(), witness="floorperson").meets_controls

    @pytest.mark.clause("MB-B4b")
    def test_the_batches_are_equal(self):
        """Seven decks and five are not two equal batches."""
        driver = BaccaratDriver(settings=SHUFFLER).welcome()
        uneven = driver.inspection(decks=7, second_decks=5)
        assert "MB-B4b" == driver.refused("dealer", uneven, witness="floorperson").clause
        assert (6, 6) == driver.do("dealer", driver.inspection(), witness="floorperson").decks

    @pytest.mark.clause("MB-B4c")
    def test_the_batches_differ_in_colour(self):
        """Two red batches are refused."""
        driver = BaccaratDriver(settings=SHUFFLER).welcome()
        assert "MB-B4c" == driver.refused("dealer", driver.inspection(second_back=RED), witness="floorperson").clause

    @pytest.mark.clause("MB-B4d")
    def test_one_batch_is_dealt_while_the_other_is_in_the_machine(self):
        """The shuffle names both, and the shoe holds half of all decks."""
        driver = BaccaratDriver(settings=SHUFFLER).stacked()
        shuffled = driver.do("dealer", baccarat_acts.ShuffleCards(batch=BLUE))
        assert (BLUE, RED) == (shuffled.batch, shuffled.stored)
        driver.cut()
        assert 6 * 52 == driver.do("dealer", shoe_acts.LoadShoe(from_back=14)).cards

    @pytest.mark.clause("MB-B4e")
    def test_the_batches_take_turns(self):
        """The batch that was played last cannot be played next."""
        driver = finished(settings=SHUFFLER)
        assert "MB-B4e" == driver.refused("dealer", baccarat_acts.ShuffleCards(batch=RED)).clause
        assert BLUE == driver.do("dealer", baccarat_acts.ShuffleCards(batch=BLUE)).batch

    @pytest.mark.clause("MB-B4f")
    def test_the_rack_holds_one_batch(self):
        """All discards of a shoe are of its batch, and the rack is empty before the next."""
        driver = finished(settings=SHUFFLER)
        assert {RED} == {event.batch for event in driver.events if hasattr(event, "cards") and hasattr(event, "batch")}
        driver.do("dealer", baccarat_acts.ShuffleCards(batch=BLUE))
        assert [] == driver.table.cards.rack


def finished(*, settings=None):
    """Return a table whose first shoe was played to its end: the cutting card lies nearly in front."""
    decks = 6 if settings else 8
    driver = BaccaratDriver(settings=settings).opened(from_back=decks * 52 - 1)
    driver.play("4S", "3H", "5C", "4D")
    driver.do("dealer", baccarat_acts.AnnounceLastHand())
    driver.next_round().play("4S", "3H", "5C", "4D")
    return driver


class TestOpening:
    @pytest.mark.clause("MB-D1")
    def test_the_floorperson_verifies_the_dealers_inspection(self):
        """Without a witness, or with another dealer, it is refused; a device may verify instead."""
        driver = BaccaratDriver().welcome()
        assert "MB-D1" == driver.refused("dealer", driver.inspection()).clause
        assert "MB-D1" == driver.refused("dealer", driver.inspection(), witness="inspector").clause
        electronic = driver.do("dealer", driver.inspection(is_verified_electronically=True))
        assert ("Dora", "electronic") == (electronic.by, electronic.verified_by)

    @pytest.mark.clause("MB-D2")
    def test_nothing_goes_on_before_the_first_player_has_looked(self):
        """The cards are spread, and stacked only after a player's look."""
        driver = BaccaratDriver().welcome()
        driver.do("dealer", driver.inspection(), witness="floorperson")
        assert "MB-D2" == driver.refused("dealer", shoe_acts.StackCards(is_washed=True)).clause
        driver.do("dealer", shoe_acts.SpreadCards())
        assert "MB-D2" == driver.refused("dealer", shoe_acts.LetPlayerLook(player="Ann")).clause
        driver.sit((3, "Ann"))
        assert "Ann" == driver.do("dealer", shoe_acts.LetPlayerLook(player="Ann")).player

    @pytest.mark.clause("MB-D3", "MB-A6")
    def test_cards_shuffled_by_hand_are_washed(self):
        """Stacking them unwashed is refused."""
        driver = spread().do_look()
        assert "MB-D3" == driver.refused("dealer", shoe_acts.StackCards(is_washed=False)).clause
        assert driver.do("dealer", shoe_acts.StackCards(is_washed=True)).is_washed

    @pytest.mark.clause("MB-D4")
    def test_batches_are_spread_apart_and_not_washed(self):
        """With a shuffler the spread names two batches, and washing is refused."""
        driver = spread(settings=SHUFFLER).do_look()
        assert 2 == next(event.batches for event in driver.events if hasattr(event, "batches"))
        assert "MB-D4" == driver.refused("dealer", shoe_acts.StackCards(is_washed=True)).clause


class _Looking(BaccaratDriver):
    def do_look(self):
        """Let Ann look."""
        self.do("dealer", shoe_acts.LetPlayerLook(player="Ann"))
        return self


def spread(*, settings=None):
    """Return a table whose cards are spread, with Ann before them."""
    driver = _Looking(settings=settings)
    driver.welcome()
    driver.do("dealer", driver.inspection(), witness="floorperson")
    driver.do("dealer", shoe_acts.SpreadCards())
    driver.sit((3, "Ann"))
    return driver


class TestShuffleAndCut:
    @pytest.mark.clause("MB-E1")
    def test_the_cards_are_shuffled_before_play_and_after_each_shoe(self):
        """No round opens from a stack, nor after the last hand."""
        driver = BaccaratDriver().stacked()
        assert "MB-E1" == driver.refused("dealer", table_acts.OpenBetting()).clause
        assert "MB-J8" == finished().refused("dealer", table_acts.OpenBetting()).clause

    @pytest.mark.clause("MB-E2", "Q17")
    def test_the_cut_is_offered_from_the_dealers_right_clockwise(self):
        """Positions 2, 4 and 7 are asked as 7, 2, 4; the dealer cuts when all decline."""
        driver = BaccaratDriver().shuffled(*SEATS)
        assert "MB-E2" == driver.refused("dealer", shoe_acts.OfferCut(position=4, is_accepted=True)).clause
        for position in (7, 2, 4):
            assert "MB-E2" == driver.refused("dealer", shoe_acts.CutCards(depth=100)).clause
            driver.do("dealer", shoe_acts.OfferCut(position=position, is_accepted=False))
        assert (None, "Dora") == position_and_cutter(driver.do("dealer", shoe_acts.CutCards(depth=100)))

    @pytest.mark.clause("MB-E2")
    def test_whoever_takes_the_cut_cuts(self):
        """Bob took it, so Ann may not."""
        driver = BaccaratDriver().shuffled(*SEATS)
        driver.do("dealer", shoe_acts.OfferCut(position=7, is_accepted=False))
        driver.do("dealer", shoe_acts.OfferCut(position=2, is_accepted=True))
        assert "MB-E2" == driver.refused("Bob", shoe_acts.CutCards(depth=100)).clause
        assert (2, "Ann") == position_and_cutter(driver.do("Ann", shoe_acts.CutCards(depth=100)))

    @pytest.mark.clause("MB-E3")
    @pytest.mark.parametrize(("depth", "is_cut"), [(9, False), (10, True), (406, True), (407, False)])
    def test_a_cut_leaves_ten_cards_on_either_side(self, depth, is_cut):
        """Of 416 cards, 10 to 406 may lie in front."""
        driver = BaccaratDriver().shuffled((3, "Ann"))
        driver.do("dealer", shoe_acts.OfferCut(position=3, is_accepted=False))
        answer = driver.answer("dealer", shoe_acts.CutCards(depth=depth))
        assert ("MB-E3" if not is_cut else None) == getattr(answer, "clause", None)

    @pytest.mark.clause("MB-E4")
    def test_the_cutting_card_lies_fourteen_cards_from_the_back(self):
        """Thirteen are refused, by a house that sets twenty nineteen too."""
        driver = BaccaratDriver().shuffled().cut()
        assert "MB-E4" == driver.refused("dealer", shoe_acts.LoadShoe(from_back=13)).clause
        assert 14 == driver.do("dealer", shoe_acts.LoadShoe(from_back=14)).from_back
        strict = BaccaratDriver(settings={"cut_from_end": 20}).shuffled().cut()
        assert "MB-E4" == strict.refused("dealer", shoe_acts.LoadShoe(from_back=19)).clause

    @pytest.mark.clause("MB-E4", "Q15")
    @pytest.mark.parametrize(("first", "more"), [("AS", 1), ("7H", 7), ("9D", 9), ("TC", 0), ("KC", 0)])
    def test_the_first_card_burns_as_many_as_its_value(self, first, more):
        """A ten burns none besides itself, and no round opens before the last is burned."""
        driver = BaccaratDriver().loaded()
        assert more == driver.do("dealer", baccarat_acts.BurnCard(card=first)).due
        for card in CARDS[20 : 20 + more]:
            assert "MB-E4" == driver.refused("dealer", table_acts.OpenBetting()).clause
            driver.do("dealer", baccarat_acts.BurnCard(card=card))
        assert "MB-E4" == driver.refused("dealer", baccarat_acts.BurnCard(card="2D")).clause
        assert more + 1 == len(driver.table.cards.rack)

    @pytest.mark.clause("MB-E5")
    def test_a_supervisor_orders_a_recut_until_the_first_card_is_dealt(self):
        """The dealer may not, the supervisor may: burned cards were not dealt, the first of a hand was."""
        driver = BaccaratDriver().loaded()
        assert "MB-E5" == driver.refused("dealer", UNEVEN).clause
        assert "the cut was uneven" == driver.do("pit_supervisor", UNEVEN).reason
        driver.do("dealer", shoe_acts.CutCards(depth=50))
        driver.do("dealer", shoe_acts.LoadShoe(from_back=14))
        driver.do("dealer", baccarat_acts.BurnCard(card="KS"))
        driver.next_round().do("dealer", baccarat_acts.CallNoMoreBets())
        driver.do("dealer", baccarat_acts.DealCard(card="2S"))
        assert "MB-E5" == driver.refused("pit_supervisor", UNEVEN).clause

    @pytest.mark.clause("MB-E5")
    @pytest.mark.parametrize("burned", [("2S",), ("2S", "3S", "4S")])
    def test_a_recut_takes_the_burned_cards_back(self, burned):
        """A two was burned, alone or with the two cards due: the whole stack is cut, loaded and burned anew."""
        driver = BaccaratDriver().loaded()
        for card in burned:
            driver.do("dealer", baccarat_acts.BurnCard(card=card))
        driver.do("pit_supervisor", UNEVEN)
        driver.do("dealer", shoe_acts.CutCards(depth=50))
        assert 1 == driver.do("dealer", shoe_acts.LoadShoe(from_back=14)).shoe
        assert ([], 0, "loaded") == (driver.table.cards.rack, driver.table.cards.burns_due, driver.table.cards.stage)
        assert 3 == driver.do("dealer", baccarat_acts.BurnCard(card="3S")).due

    @pytest.mark.clause("MB-E5", "MB-E4")
    def test_a_recut_with_betting_open(self):
        """The wagers stay; no card is dealt before the shoe is loaded and its first card burned again."""
        driver = BaccaratDriver().opened()
        driver.bet(3, "tie", 500)
        driver.do("pit_supervisor", UNEVEN)
        driver.do("dealer", baccarat_acts.CallNoMoreBets())
        assert "MB-E2" == driver.refused("dealer", baccarat_acts.DealCard(card="2S")).clause
        driver.do("dealer", shoe_acts.CutCards(depth=50))
        driver.do("dealer", shoe_acts.LoadShoe(from_back=14))
        assert "MB-E4" == driver.refused("dealer", baccarat_acts.DealCard(card="2S")).clause
        driver.do("dealer", baccarat_acts.BurnCard(card="TH"))
        driver.deal("4S", "3H", "5C", "4D")
        assert driver.table.round.left == driver.table.cards.shoe.copies_left()

    @pytest.mark.clause("MB-E5", "MB-I")
    def test_cards_that_were_not_cut_are_not_cut_anew(self):
        """A shoe that shuffles by itself has no cut."""
        driver = BaccaratDriver().stacked()
        driver.do("dealer", shoe_acts.UseAutomaticShoe(controls="ICS 9.2", from_back=14))
        assert "MB-E5" == driver.refused("pit_supervisor", UNEVEN).clause

    @pytest.mark.clause("MB-E5")
    def test_the_next_in_order_may_cut_again(self):
        """After Cid at 7 it is Ann's turn at 2."""
        driver = BaccaratDriver().shuffled(*SEATS)
        driver.do("dealer", shoe_acts.OfferCut(position=7, is_accepted=True))
        driver.do("Cid", shoe_acts.CutCards(depth=50))
        driver.do("pit_supervisor", shoe_acts.OrderRecut(cutter=shoe_acts.Cutter.NEXT, reason="a card fell"))
        assert 2 == driver.do("dealer", shoe_acts.OfferCut(position=2, is_accepted=True)).position


def position_and_cutter(event):
    """Return who cut."""
    return event.position, event.cutter
