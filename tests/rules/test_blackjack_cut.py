"""Blackjack's cut: to whom it is offered (E3), the dealer's own (E4), and a cut that is made anew (E5)."""

import pytest

from pitboss.games.blackjack import acts as blackjack_acts
from pitboss.games.shoe import acts as shoe_acts
from pitboss.games.table import acts as table_acts
from tests.support.blackjack_driver import BlackjackDriver

SEATS = ((5, "Bob"), (2, "Ann"), (7, "Cid"))
"""In the order they came: Bob was first, Cid sits furthest to the dealer's right."""
HAND = blackjack_acts.ShuffleCards(method=blackjack_acts.Method.HAND)
UNEVEN = shoe_acts.OrderRecut(cutter=shoe_acts.Cutter.LAST, reason="the cut was uneven")


def offer(position, *, is_accepted=True):
    """Return an offer of the cut."""
    return shoe_acts.OfferCut(position=position, is_accepted=is_accepted)


def declined(driver, *positions):
    """Let players decline the cut."""
    for position in positions:
        driver.do("dealer", offer(position, is_accepted=False))
    return driver


def after_a_round(from_back=26):
    """Return a table with its cards in the rack after a round to three players, played to the cutting card."""
    driver = BlackjackDriver(settings={"reshuffle": "cutting_card"}).shuffled(*SEATS).cut().load(from_back)
    driver.do("dealer", table_acts.OpenBetting())
    for seat, _ in SEATS:
        driver.bet(seat, 1000)
    driver.deal("9S", "9H", "9D", "TC", "TS", "TH", "TD", "8C")
    for seat in (2, 5, 7):
        driver.act(seat, "stand")
    driver.dealer_plays()
    driver.settle()
    driver.do("dealer", blackjack_acts.DiscardCards())
    return driver


def cut_by(event):
    """Return how deep the cut was, and whose."""
    return event.depth, event.position, event.cutter


class TestOffer:
    @pytest.mark.clause("BJ-E3")
    @pytest.mark.parametrize(("depth", "clause"), [(9, "BJ-E3"), (10, None), (302, None), (303, "BJ-E3")])
    def test_ten_cards_or_more_on_either_side(self, depth, clause):
        """Of 312 cards, 10 to 302 may lie in front of Ann's cutting card."""
        driver = BlackjackDriver().shuffled((3, "Ann"))
        driver.do("dealer", offer(3))
        assert clause == getattr(driver.answer("Ann", shoe_acts.CutCards(depth=depth)), "clause", None)

    @pytest.mark.clause("BJ-E3")
    @pytest.mark.parametrize(("depth", "clause"), [(9, "BJ-E3"), (10, None), (42, None), (43, "BJ-E3")])
    def test_of_a_single_deck_too(self, depth, clause):
        """Of 52 cards, 10 to 42 may lie in front."""
        driver = BlackjackDriver(settings={"decks": 1}).shuffled((3, "Ann"))
        driver.do("dealer", offer(3))
        assert clause == getattr(driver.answer("Ann", shoe_acts.CutCards(depth=depth)), "clause", None)

    @pytest.mark.clause("BJ-E3", "BJ-E3a")
    def test_whoever_took_the_cut_cuts(self):
        """Bob took it: Ann does not cut, and it is not offered again."""
        driver = BlackjackDriver().shuffled(*SEATS)
        driver.do("dealer", offer(5))
        assert "BJ-E3a" == driver.refused("Ann", shoe_acts.CutCards(depth=100)).clause
        assert "BJ-E3a" == driver.refused("dealer", offer(7)).clause
        assert (100, 5, "Bob") == cut_by(driver.do("Bob", shoe_acts.CutCards(depth=100)))

    @pytest.mark.clause("BJ-E3a")
    def test_in_a_new_game_the_first_to_come_cuts(self):
        """Bob at 5 came first, although Cid at 7 sits furthest right; nobody cuts without an offer."""
        driver = BlackjackDriver().shuffled(*SEATS)
        assert "BJ-E3a" == driver.refused("dealer", offer(7)).clause
        assert "BJ-E3a" == driver.refused("dealer", shoe_acts.CutCards(depth=100)).clause
        assert "Bob" == driver.do("dealer", offer(5)).player

    @pytest.mark.clause("BJ-E3b")
    @pytest.mark.parametrize(("ahead", "seat"), [(4, 2), (1, 5), (2, 7)])
    def test_the_player_at_whose_circle_the_cutting_card_came_out_cuts(self, ahead, seat):
        """So many cards of the round came out ahead of it, and the next one was that seat's."""
        driver = after_a_round(311 - ahead)
        driver.do("dealer", HAND)
        wrong = next(position for position in (7, 5, 2) if position != seat)
        assert "BJ-E3b" == driver.refused("dealer", offer(wrong)).clause
        assert seat == driver.do("dealer", offer(seat)).position

    @pytest.mark.clause("BJ-E3c")
    @pytest.mark.parametrize("ahead", [3, 7])
    def test_the_player_furthest_right_cuts_if_it_came_out_in_the_dealers_hand(self, ahead):
        """It lay ahead of the dealer's first or second card, and Cid at 7 is asked first."""
        driver = after_a_round(311 - ahead)
        driver.do("dealer", HAND)
        assert "BJ-E3c" == driver.refused("dealer", offer(5)).clause
        assert "Cid" == driver.do("dealer", offer(7)).player

    @pytest.mark.clause("BJ-E3d")
    def test_the_player_furthest_right_cuts_if_the_house_chose_to_reshuffle(self):
        """The cutting card is still in the shoe, and Cid at 7 is asked first."""
        driver = after_a_round()
        driver.do("dealer", blackjack_acts.ShuffleCards(method=blackjack_acts.Method.HAND, at_discretion=True))
        assert "BJ-E3d" == driver.refused("dealer", offer(5)).clause
        assert "Cid" == driver.do("dealer", offer(7)).player

    @pytest.mark.clause("BJ-E3d")
    def test_also_if_the_cutting_card_came_out_between_rounds(self):
        """It came with a card drawn in error, in nobody's hand, and the house has the cards shuffled."""
        driver = after_a_round(311 - 8)
        drawn, _ = driver.do("dealer", blackjack_acts.ReportError())
        assert 9 == drawn.drawn
        driver.do("dealer", blackjack_acts.ShuffleCards(method=blackjack_acts.Method.HAND, at_discretion=True))
        assert "BJ-E3d" == driver.refused("dealer", offer(5)).clause

    @pytest.mark.clause("BJ-E3e")
    def test_a_cut_that_is_declined_goes_round_clockwise(self):
        """After Bob at 5 it is Cid's at 7, then, past the dealer, Ann's at 2."""
        driver = declined(BlackjackDriver().shuffled(*SEATS), 5)
        assert "BJ-E3e" == driver.refused("dealer", offer(2)).clause
        declined(driver, 7)
        assert "BJ-E3e" == driver.refused("dealer", shoe_acts.CutCards(depth=100)).clause
        driver.do("dealer", offer(2))
        assert (100, 2, "Ann") == cut_by(driver.do("Ann", shoe_acts.CutCards(depth=100)))


class TestDealerCuts:
    @pytest.mark.clause("BJ-E4")
    def test_if_every_player_declines(self):
        """Nobody is left to be asked, no player cuts, and the dealer does."""
        driver = declined(BlackjackDriver().shuffled(*SEATS), 5, 7, 2)
        assert "BJ-E4" == driver.refused("dealer", offer(5)).clause
        assert "BJ-E4" == driver.refused("Bob", shoe_acts.CutCards(depth=100)).clause
        assert (100, None, "Dora") == cut_by(driver.do("dealer", shoe_acts.CutCards(depth=100)))

    @pytest.mark.clause("BJ-E4a", "BJ-E4c", "BJ-E4d")
    @pytest.mark.parametrize("is_away", [True, False])
    def test_the_way_of_the_cover_card_is_recorded(self, is_away):
        """The event keeps whether the dealer cut over the cover card and put it into the rack, and says so in words."""
        driver = declined(BlackjackDriver().shuffled((3, "Ann")), 3)
        assert "BJ-E3" == driver.refused("dealer", shoe_acts.LoadShoe(from_back=26)).clause
        event = driver.do("dealer", shoe_acts.CutCards(depth=40, is_cover_card_away=is_away))
        assert (40, None, "Dora", "Dora", is_away) == (*cut_by(event), event.by, event.is_cover_card_away)
        assert is_away == ("over the cover card" in driver.game.in_words(driver.table, event))
        assert 1 == driver.do("dealer", shoe_acts.LoadShoe(from_back=26)).shoe

    @pytest.mark.clause("BJ-E4b")
    @pytest.mark.parametrize(
        ("depth", "clause"), [(9, "BJ-E4b"), (10, None), (303, None), (311, None), (312, "BJ-E4b")]
    )
    def test_ten_cards_or_more_from_the_top(self, depth, clause):
        """The dealer lifts a stack off, so that what is left may be fewer than ten, but not nothing."""
        driver = declined(BlackjackDriver().shuffled((3, "Ann")), 3)
        assert clause == getattr(driver.answer("dealer", shoe_acts.CutCards(depth=depth)), "clause", None)


class TestRecut:
    @pytest.mark.clause("BJ-E5")
    @pytest.mark.parametrize("who", ["floorperson", "pit_supervisor"])
    def test_a_supervisor_has_the_cards_cut_anew(self, who):
        """Neither the dealer nor the player who cut may; the event keeps the reason and who wanted it."""
        driver = BlackjackDriver().shuffled(*SEATS).cut()
        assert "BJ-E5" == driver.refused("dealer", UNEVEN).clause
        assert "BJ-E5" == driver.refused("Bob", UNEVEN).clause
        ordered = driver.do(who, UNEVEN)
        assert ("the cut was uneven", who) == (ordered.reason, ordered.role)

    @pytest.mark.clause("BJ-E5")
    def test_whoever_cut_last_cuts_again(self):
        """Bob, not Ann, and before that the shoe is not loaded."""
        driver = BlackjackDriver().shuffled(*SEATS).cut()
        driver.do("floorperson", UNEVEN)
        assert "BJ-E3" == driver.refused("dealer", shoe_acts.LoadShoe(from_back=26)).clause
        assert "BJ-E3a" == driver.refused("Ann", shoe_acts.CutCards(depth=50)).clause
        assert (50, 5, "Bob") == cut_by(driver.do("Bob", shoe_acts.CutCards(depth=50)))

    @pytest.mark.clause("BJ-E5")
    def test_or_the_next_in_order(self):
        """After Bob at 5 it is offered to Cid at 7."""
        driver = BlackjackDriver().shuffled(*SEATS).cut()
        driver.do("floorperson", shoe_acts.OrderRecut(cutter=shoe_acts.Cutter.NEXT, reason="a card fell"))
        assert "Cid" == driver.do("dealer", offer(7)).player

    @pytest.mark.clause("BJ-E5")
    def test_from_the_cut_to_the_first_card(self):
        """Loaded and burned cards go back to the cut; before there was one, and once a card is dealt, they do not."""
        driver = BlackjackDriver().shuffled(*SEATS)
        assert "BJ-E3" == driver.refused("floorperson", UNEVEN).clause
        driver.cut().do("dealer", shoe_acts.LoadShoe(from_back=26))
        driver.do("floorperson", UNEVEN)
        driver.do("Bob", shoe_acts.CutCards(depth=50))
        driver.load(burn=("2S",)).do("floorperson", UNEVEN)
        driver.do("Bob", shoe_acts.CutCards(depth=60))
        driver.load(burn=("3S",)).do("dealer", table_acts.OpenBetting())
        assert (1, ["3S"]) == (driver.table.cards.shoes, driver.table.cards.shoe.drawn)
        for seat, _ in SEATS:
            driver.bet(seat, 1000)
        driver.deal("4S")
        assert "BJ-E5" == driver.refused("floorperson", UNEVEN).clause

    @pytest.mark.clause("BJ-E5", "BJ-E3a")
    def test_after_the_burn_the_order_of_the_cut_is_still_the_same(self):
        """The game is just beginning: after Bob, who came first, it is offered to Cid at 7."""
        driver = BlackjackDriver().shuffled(*SEATS).cut().load()
        driver.do("floorperson", shoe_acts.OrderRecut(cutter=shoe_acts.Cutter.NEXT, reason="a card fell"))
        assert "Cid" == driver.do("dealer", offer(7)).player

    @pytest.mark.clause("BJ-E5")
    def test_a_recut_with_betting_open(self):
        """The wagers stay, and no card is dealt before the cards are cut, loaded and burned again."""
        driver = BlackjackDriver().staked(1000)
        driver.do("floorperson", UNEVEN)
        assert "BJ-E3" == driver.refused("dealer", blackjack_acts.DealCard(card="2S")).clause
        driver.do("Ann", shoe_acts.CutCards(depth=50))
        driver.do("dealer", shoe_acts.LoadShoe(from_back=driver.table.rules.cut_from_end))
        assert "BJ-H3" == driver.refused("dealer", blackjack_acts.DealCard(card="2S")).clause
        driver.do("dealer", blackjack_acts.BurnCard(card="3S"))
        driver.deal("4S")
        assert driver.table.round.left == driver.table.cards.shoe.copies_left()

    @pytest.mark.clause("BJ-E5")
    def test_cards_that_were_not_cut_are_not_cut_anew(self):
        """A device shuffled them."""
        driver = BlackjackDriver().shuffled(method=blackjack_acts.Method.DEVICE)
        driver.do("dealer", shoe_acts.LoadShoe(from_back=26))
        assert "BJ-E5" == driver.refused("floorperson", UNEVEN).clause
