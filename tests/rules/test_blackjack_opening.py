"""Blackjack's table before the first shuffle: equipment (B, H1), the opening (D), and an emptied table (H10c)."""

import pytest

from pitboss.games.blackjack import acts as blackjack_acts
from pitboss.games.shoe import acts as shoe_acts
from pitboss.games.table import acts as table_acts
from pitboss.rulebook import check_table
from tests.support.blackjack_driver import BLACKJACK, BlackjackDriver

RED, BLUE = shoe_acts.Colour.RED, shoe_acts.Colour.BLUE


def faults(**settings):
    """Return the clauses by which a table's settings are refused."""
    return [fault.clause for fault in check_table({"rulebook": BLACKJACK, "settings": settings})[1]]


def items(*, without="", settings=None):
    """Return a new table, and what its rules list as equipment, all but one thing."""
    driver = BlackjackDriver(settings=settings)
    return driver, tuple(entry.item for entry in driver.table.rules.equipment if entry.item != without)


def spread():
    """Return a table whose cards are spread, with Ann before them."""
    driver = BlackjackDriver().welcome()
    driver.do("dealer", driver.inspection(), witness="floorperson")
    driver.do("dealer", shoe_acts.SpreadCards())
    return driver.sit((3, "Ann"))


class TestEquipment:
    @pytest.mark.clause("BJ-B1")
    def test_a_table_has_seven_places_at_most(self):
        """Eight are refused in the settings, and the seventh is the last at the table."""
        assert (["BJ-B1"], []) == (faults(positions=8), faults(positions=7))
        driver = BlackjackDriver().welcome()
        assert "BJ-B1" == driver.refused("Ann", shoe_acts.TakeSeat(position=8, player="Ann")).clause
        assert 7 == driver.do("Ann", shoe_acts.TakeSeat(position=7, player="Ann")).position

    @pytest.mark.clause("BJ-B1")
    def test_a_place_is_one_players(self):
        """Nobody takes a place that is taken, or one that this table does not have."""
        driver = BlackjackDriver(settings={"positions": 5}).welcome().sit((3, "Ann"))
        assert "BJ-B1" == driver.refused("Bob", shoe_acts.TakeSeat(position=3, player="Bob")).clause
        assert "BJ-B1" == driver.refused("Bob", shoe_acts.TakeSeat(position=6, player="Bob")).clause

    @pytest.mark.clause("BJ-B2")
    def test_the_layout_is_recorded(self):
        """The inspection keeps it, and without it no table opens."""
        driver, without = items(without="layout")
        assert "BJ-B2" == driver.refused("dealer", table_acts.InspectEquipment(items=without)).clause
        assert "BJ-B1" == driver.refused("dealer", table_acts.OpenTable()).clause
        assert "layout" in driver.do("dealer", table_acts.InspectEquipment(items=items()[1])).items

    @pytest.mark.clause("BJ-B3")
    def test_the_table_inventory_container_is_recorded(self):
        """The inspection keeps it, and without it no table opens."""
        driver, without = items(without="table inventory container")
        assert "BJ-B3" == driver.refused("dealer", table_acts.InspectEquipment(items=without)).clause
        assert "BJ-B1" == driver.refused("dealer", table_acts.OpenTable()).clause
        assert "table inventory container" in driver.do("dealer", table_acts.InspectEquipment(items=items()[1])).items

    @pytest.mark.clause("BJ-H1")
    def test_the_dealing_shoe_is_recorded(self):
        """A table dealt from a shoe does not open without one; a pitch table has none."""
        driver, without = items(without="dealing shoe")
        assert "BJ-H1" == driver.refused("dealer", table_acts.InspectEquipment(items=without)).clause
        assert "dealing shoe" in driver.do("dealer", table_acts.InspectEquipment(items=items()[1])).items
        assert "dealing shoe" not in items(settings={"pitch": True, "decks": 2})[1]

    @pytest.mark.clause("BJ-B4")
    @pytest.mark.parametrize(("decks", "clauses"), [(0, ["BJ-B4"]), (1, []), (8, [])])
    def test_one_deck_or_more(self, decks, clauses):
        """No deck is no game."""
        assert clauses == faults(decks=decks)

    @pytest.mark.clause("BJ-B4")
    def test_the_decks_that_come_are_those_of_the_table(self):
        """A table of six decks takes in neither five nor seven."""
        driver = BlackjackDriver().welcome()
        assert "BJ-B4" == driver.refused("dealer", driver.inspection(decks=5), witness="floorperson").clause
        assert "BJ-B4" == driver.refused("dealer", driver.inspection(decks=7), witness="floorperson").clause
        assert (6,) == driver.do("dealer", driver.inspection(), witness="floorperson").decks

    @pytest.mark.clause("BJ-B4")
    def test_all_backs_are_alike(self):
        """A second colour is refused."""
        driver = BlackjackDriver().welcome()
        mixed = driver.inspection(decks=3, second_back=BLUE, second_decks=3)
        assert "BJ-B4" == driver.refused("dealer", mixed, witness="floorperson").clause
        assert (RED,) == driver.do("dealer", driver.inspection(), witness="floorperson").backs

    @pytest.mark.clause("BJ-B4")
    def test_the_cover_card_looks_like_no_back(self):
        """A red one among red backs is refused, and a table without one does not open."""
        driver = BlackjackDriver().welcome()
        assert "BJ-B4" == driver.refused("dealer", driver.inspection(cutting_cards=RED), witness="floorperson").clause
        bare, without = items(without="cover card")
        assert "BJ-B4" == bare.refused("dealer", table_acts.InspectEquipment(items=without)).clause

    @pytest.mark.clause("BJ-B4")
    def test_no_card_comes_more_often_than_the_decks_hold_it(self):
        """A single deck has one ace of hearts."""
        driver = BlackjackDriver(settings={"decks": 1}).ready((3, "Ann"))
        driver.bet(3, 1000)
        driver.deal("AH")
        assert "BJ-B4" == driver.refused("dealer", blackjack_acts.DealCard(card="AH")).clause


class TestOpening:
    @pytest.mark.clause("BJ-D1")
    def test_the_floorperson_verifies_the_dealers_inspection(self):
        """Without a witness, or with another one, it is refused."""
        driver = BlackjackDriver().welcome()
        assert "BJ-D1" == driver.refused("dealer", driver.inspection()).clause
        assert "BJ-D1" == driver.refused("dealer", driver.inspection(), witness="inspector").clause
        inspected = driver.do("dealer", driver.inspection(), witness="floorperson")
        assert ("Dora", "Flo") == (inspected.by, inspected.verified_by)

    @pytest.mark.clause("BJ-D1")
    def test_a_device_may_verify_instead(self):
        """The event says so."""
        driver = BlackjackDriver().welcome()
        assert "electronic" == driver.do("dealer", driver.inspection(is_verified_electronically=True)).verified_by

    @pytest.mark.clause("BJ-D1")
    def test_the_dealer_inspects_and_nobody_else(self):
        """The floorperson does not, and cards that fail the controls are not received."""
        driver = BlackjackDriver().welcome()
        assert "BJ-D1" == driver.refused("floorperson", driver.inspection(), witness="dealer").clause
        bad = driver.inspection(meets_controls=False)
        assert "BJ-D1" == driver.refused("dealer", bad, witness="floorperson").clause

    @pytest.mark.clause("BJ-D1")
    def test_nothing_is_dealt_or_spread_before_the_inspection(self):
        """Both the spread and the first round wait for it."""
        driver = BlackjackDriver().welcome()
        assert "BJ-D1" == driver.refused("dealer", shoe_acts.SpreadCards()).clause
        assert "BJ-D1" == driver.refused("dealer", table_acts.OpenBetting()).clause

    @pytest.mark.clause("BJ-D2", "Q76")
    def test_inspected_cards_are_spread(self):
        """They are neither shown nor stacked before, and only the dealer spreads them."""
        driver = BlackjackDriver().welcome().sit((3, "Ann"))
        driver.do("dealer", driver.inspection(), witness="floorperson")
        assert "BJ-D2" == driver.refused("dealer", shoe_acts.LetPlayerLook(player="Ann")).clause
        assert "BJ-D2" == driver.refused("dealer", shoe_acts.StackCards(is_washed=True)).clause
        assert "BJ-D2" == driver.refused("Ann", shoe_acts.SpreadCards()).clause
        assert "Dora" == driver.do("dealer", shoe_acts.SpreadCards()).by

    @pytest.mark.clause("BJ-D2")
    def test_they_are_for_whoever_has_come_to_the_table(self):
        """Bob, who has not, gets no look; Ann does, and only then the cards go on."""
        driver = spread()
        assert "BJ-D2" == driver.refused("dealer", shoe_acts.LetPlayerLook(player="Bob")).clause
        assert "BJ-D2" == driver.refused("dealer", shoe_acts.StackCards(is_washed=True)).clause
        assert "Ann" == driver.do("dealer", shoe_acts.LetPlayerLook(player="Ann")).player
        assert "Dora" == driver.do("dealer", shoe_acts.StackCards(is_washed=True)).by

    @pytest.mark.clause("BJ-D3")
    def test_seen_cards_are_washed_and_stacked(self):
        """Unwashed they are not stacked, and unstacked they are not shuffled."""
        driver = spread()
        driver.do("dealer", shoe_acts.LetPlayerLook(player="Ann"))
        assert (
            "BJ-D3" == driver.refused("dealer", blackjack_acts.ShuffleCards(method=blackjack_acts.Method.HAND)).clause
        )
        assert "BJ-D3" == driver.refused("dealer", shoe_acts.StackCards(is_washed=False)).clause
        assert driver.do("dealer", shoe_acts.StackCards(is_washed=True)).is_washed
        assert (
            blackjack_acts.Method.HAND
            == driver.do("dealer", blackjack_acts.ShuffleCards(method=blackjack_acts.Method.HAND)).method
        )


class TestEmptiedTable:
    @pytest.mark.clause("BJ-H10", "BJ-H10c")
    def test_the_opening_is_repeated_once_everybody_has_left(self):
        """Not while Ann sits there; then the cards wait for their inspection."""
        driver = BlackjackDriver().in_play((3, "Ann"))
        assert "BJ-H10c" == driver.refused("dealer", blackjack_acts.RepeatOpening()).clause
        driver.do("Ann", blackjack_acts.LeaveSeat(position=3))
        assert "Dora" == driver.do("dealer", blackjack_acts.RepeatOpening()).by
        assert "BJ-D1" == driver.refused("dealer", table_acts.OpenBetting()).clause
        assert (6,) == driver.do("dealer", driver.inspection(), witness="floorperson").decks

    @pytest.mark.clause("BJ-H10", "BJ-H10c")
    def test_the_dealer_repeats_it_and_only_once(self):
        """The floorperson does not, and cards that wait for their inspection are not taken up again."""
        driver = BlackjackDriver().in_play((3, "Ann"))
        driver.do("Ann", blackjack_acts.LeaveSeat(position=3))
        assert "BJ-H10c" == driver.refused("floorperson", blackjack_acts.RepeatOpening()).clause
        driver.do("dealer", blackjack_acts.RepeatOpening())
        assert "BJ-H10c" == driver.refused("dealer", blackjack_acts.RepeatOpening()).clause

    @pytest.mark.clause("BJ-H10c", "BJ-E3a")
    def test_the_first_to_come_after_it_is_offered_the_cut(self):
        """The game begins anew: Bob at 6 came first, Cid at 7 sits further right."""
        driver = BlackjackDriver().in_play((3, "Ann"))
        driver.do("Ann", blackjack_acts.LeaveSeat(position=3))
        driver.do("dealer", blackjack_acts.RepeatOpening())
        driver.do("dealer", driver.inspection(), witness="floorperson")
        driver.do("dealer", shoe_acts.SpreadCards())
        driver.sit((6, "Bob"), (7, "Cid")).do("dealer", shoe_acts.LetPlayerLook(player="Bob"))
        driver.do("dealer", shoe_acts.StackCards(is_washed=True))
        driver.do("dealer", blackjack_acts.ShuffleCards(method=blackjack_acts.Method.HAND))
        assert "BJ-E3a" == driver.refused("dealer", shoe_acts.OfferCut(position=7, is_accepted=True)).clause
        assert "Bob" == driver.do("dealer", shoe_acts.OfferCut(position=6, is_accepted=True)).player
