"""Blackjack's shuffle (E1, E2, Q26), an idle table (E6), the loaded shoe (H2) and the burn (H3)."""

import pytest

from pitboss.games.blackjack import acts as blackjack_acts
from pitboss.games.cards import CARDS
from pitboss.games.shoe import acts as shoe_acts
from pitboss.games.shoe.state import Stage
from pitboss.games.table import acts as table_acts
from pitboss.rulebook import check_table
from tests.support.blackjack_driver import BLACKJACK, BlackjackDriver

HAND, DEVICE = (
    blackjack_acts.ShuffleCards(method=blackjack_acts.Method.HAND),
    blackjack_acts.ShuffleCards(method=blackjack_acts.Method.DEVICE),
)
BY_CHOICE = blackjack_acts.ShuffleCards(method=blackjack_acts.Method.HAND, at_discretion=True)
TO_CUTTING_CARD = {"reshuffle": "cutting_card"}


def faults(**settings):
    """Return the clauses by which a table's settings are refused."""
    return [fault.clause for fault in check_table({"rulebook": BLACKJACK, "settings": settings})[1]]


def played(driver, *, seat=3):
    """Play one round in which Ann stands on 19 against 18; its cards are in the rack."""
    driver.do("dealer", table_acts.OpenBetting())
    driver.bet(seat, 1000)
    driver.deal("9S", "TD", "TS", "8C")
    driver.act(seat, "stand")
    driver.dealer_plays()
    driver.settle()
    driver.do("dealer", blackjack_acts.DiscardCards())
    return driver


class TestShuffle:
    @pytest.mark.clause("BJ-E1")
    def test_the_cards_are_shuffled_before_play(self):
        """No round opens from the stack."""
        driver = BlackjackDriver().stacked()
        assert "BJ-E1" == driver.refused("dealer", table_acts.OpenBetting()).clause
        assert (blackjack_acts.Method.HAND, False, "Dora") == shuffled(driver.do("dealer", HAND))

    @pytest.mark.clause("BJ-E1", "Q26")
    def test_and_again_when_a_round_is_over(self):
        """The next round waits for it, unless the house plays to the cutting card."""
        driver = played(BlackjackDriver().in_play())
        assert "BJ-E1" == driver.refused("dealer", table_acts.OpenBetting()).clause
        assert (blackjack_acts.Method.DEVICE, False, "Dora") == shuffled(driver.do("dealer", DEVICE))

    @pytest.mark.clause("BJ-E1")
    def test_the_dealer_shuffles_and_between_rounds_only(self):
        """The floorperson does not, and nobody does while bets are open."""
        driver = BlackjackDriver().ready()
        assert "BJ-E1" == driver.refused("floorperson", BY_CHOICE).clause
        assert "BJ-H5" == driver.refused("dealer", BY_CHOICE).clause

    @pytest.mark.clause("BJ-E1")
    def test_a_shuffle_that_is_due_is_nobodys_choice(self):
        """A first shuffle at the house's discretion is refused."""
        assert "BJ-E1" == BlackjackDriver().stacked().refused("dealer", BY_CHOICE).clause

    @pytest.mark.clause("BJ-E3d")
    def test_a_shuffle_that_is_not_due_is_the_houses_choice(self):
        """From a shoe in play the cards go back to the shuffle only if the house wants it."""
        driver = BlackjackDriver().in_play()
        assert "BJ-E3d" == driver.refused("dealer", HAND).clause
        assert (blackjack_acts.Method.HAND, True, "Dora") == shuffled(driver.do("dealer", BY_CHOICE))

    @pytest.mark.clause("BJ-E2", "BJ-E2a")
    def test_cards_from_a_device_are_not_cut(self):
        """A cut and its offer are refused, and the shoe is loaded at once."""
        driver = BlackjackDriver().shuffled(method=blackjack_acts.Method.DEVICE)
        assert "BJ-E2a" == driver.refused("dealer", shoe_acts.OfferCut(position=3, is_accepted=True)).clause
        assert "BJ-E2a" == driver.refused("dealer", shoe_acts.CutCards(depth=100)).clause
        assert 312 == driver.do("dealer", shoe_acts.LoadShoe(from_back=26)).cards

    @pytest.mark.clause("BJ-E2", "BJ-E2a")
    def test_what_comes_next_after_a_device_is_the_delivery(self):
        """No round opens before the cards are delivered, and they are not shuffled twice."""
        driver = BlackjackDriver().shuffled(method=blackjack_acts.Method.DEVICE)
        assert "BJ-E2a" == driver.refused("dealer", table_acts.OpenBetting()).clause
        assert "BJ-E2a" == driver.refused("dealer", HAND).clause

    @pytest.mark.clause("BJ-E2", "BJ-E2b", "BJ-E3")
    def test_cards_shuffled_by_hand_are_cut(self):
        """Uncut they are neither loaded nor dealt."""
        driver = BlackjackDriver().shuffled()
        assert "BJ-E3" == driver.refused("dealer", shoe_acts.LoadShoe(from_back=26)).clause
        assert "BJ-E3" == driver.refused("dealer", table_acts.OpenBetting()).clause
        driver.cut()
        assert 312 == driver.do("dealer", shoe_acts.LoadShoe(from_back=26)).cards

    @pytest.mark.clause("BJ-E1", "BJ-H2")
    def test_a_device_may_load_the_shoe_itself(self):
        """It takes the place of shuffle and cut under named controls, and the burn is next."""
        driver = BlackjackDriver().stacked()
        used = driver.do("dealer", shoe_acts.UseAutomaticShoe(controls="ICS 9.2", from_back=26))
        assert ("ICS 9.2", 312, None) == (used.controls, used.cards, used.commitment)
        assert "BJ-H3" == driver.refused("dealer", shoe_acts.OfferCut(position=3, is_accepted=True)).clause
        driver.do("dealer", blackjack_acts.BurnCard())
        assert 1 == driver.do("dealer", table_acts.OpenBetting()).round


def shuffled(event):
    """Return how, and at whose wish, the cards were shuffled."""
    return event.method, event.at_discretion, event.by


class TestReshuffle:
    @pytest.mark.clause("Q26")
    def test_a_house_may_play_to_the_cutting_card(self):
        """Rounds follow each other until it has come out; then the shuffle is due."""
        driver = BlackjackDriver(settings=TO_CUTTING_CARD).shuffled().cut().load(311 - 5)
        played(driver)
        assert Stage.IN_PLAY == driver.table.cards.stage
        played(driver)
        assert "BJ-E1" == driver.refused("dealer", table_acts.OpenBetting()).clause
        assert (blackjack_acts.Method.HAND, False, "Dora") == shuffled(driver.do("dealer", HAND))

    @pytest.mark.clause("Q26")
    def test_the_round_in_which_it_shows_is_finished(self):
        """It comes out ahead of the sixth card of the shoe, and the round goes on with that card."""
        driver = BlackjackDriver(settings=TO_CUTTING_CARD).shuffled().cut().load(311 - 4)
        played(driver)
        driver.do("dealer", table_acts.OpenBetting())
        driver.bet(3, 1000)
        drawn, dealt = driver.deal("9S")
        assert (5, 3, "9S") == (drawn.drawn, dealt.seat, dealt.card)
        assert 0 == driver.deal("9D").seat

    @pytest.mark.clause("Q26")
    def test_how_far_the_cutting_card_lies_from_the_back_is_a_setting(self):
        """Of six decks half at most; a card nearer to the back than the house has it is refused."""
        assert {"Q26"} == set(faults(cut_from_end=157))
        assert [] == faults(cut_from_end=156)
        driver = BlackjackDriver(settings={"cut_from_end": 80}).shuffled().cut()
        assert "Q26" == driver.refused("dealer", shoe_acts.LoadShoe(from_back=79)).clause
        assert 80 == driver.do("dealer", shoe_acts.LoadShoe(from_back=80)).from_back


class TestIdle:
    @pytest.mark.clause("BJ-E6")
    def test_the_cards_of_an_idle_table_are_spread(self):
        """Not while somebody sits there; then no card is in shoe or rack."""
        driver = BlackjackDriver().in_play((3, "Ann"))
        assert "BJ-E6" == driver.refused("dealer", shoe_acts.SpreadIdleCards(is_face_up=True)).clause
        driver.do("Ann", blackjack_acts.LeaveSeat(position=3))
        assert driver.do("dealer", shoe_acts.SpreadIdleCards(is_face_up=True)).is_face_up
        assert (None, [], []) == (driver.table.cards.shoe, driver.table.cards.rack, driver.table.cards.burned)

    @pytest.mark.clause("BJ-E6")
    def test_cards_that_lie_face_down_are_turned_up_for_the_first_who_comes(self):
        """Not for nobody, and nobody looks at backs."""
        driver = idle(is_face_up=False)
        assert "BJ-E6" == driver.refused("dealer", shoe_acts.TurnIdleCards()).clause
        driver.sit((5, "Bob"))
        assert "BJ-E6" == driver.refused("dealer", shoe_acts.LetPlayerLook(player="Bob")).clause
        assert "BJ-E6" == driver.refused("dealer", table_acts.OpenBetting()).clause
        driver.do("dealer", shoe_acts.TurnIdleCards())
        assert "Bob" == driver.do("dealer", shoe_acts.LetPlayerLook(player="Bob")).player

    @pytest.mark.clause("BJ-E6")
    def test_they_are_washed_and_stacked_like_new_cards(self):
        """Unwashed they are refused; then they are shuffled, and Bob, who came first, is offered the cut."""
        driver = idle(is_face_up=True).sit((5, "Bob"), (7, "Cid"))
        driver.do("dealer", shoe_acts.LetPlayerLook(player="Bob"))
        assert "BJ-E6" == driver.refused("dealer", shoe_acts.StackCards(is_washed=False)).clause
        driver.do("dealer", shoe_acts.StackCards(is_washed=True))
        driver.do("dealer", HAND)
        assert "Bob" == driver.do("dealer", shoe_acts.OfferCut(position=5, is_accepted=True)).player

    @pytest.mark.clause("BJ-E6")
    def test_a_table_that_stood_empty_does_not_go_on_from_its_shoe(self):
        """Ann left and Bob came: the cards are spread for Bob to look at before they are played or shuffled."""
        driver = empty_for_a_while()
        assert "BJ-E6" == driver.refused("dealer", table_acts.OpenBetting()).clause
        assert "BJ-E6" == driver.refused("dealer", BY_CHOICE).clause
        driver.do("dealer", shoe_acts.SpreadIdleCards(is_face_up=True))
        assert "Bob" == driver.do("dealer", shoe_acts.LetPlayerLook(player="Bob")).player

    @pytest.mark.clause("BJ-E6")
    def test_not_in_a_round_either_that_was_open_when_everybody_left(self):
        """Bob lays no wager and gets no card; the round ends when its cards are spread for him."""
        driver = BlackjackDriver().ready((3, "Ann"))
        driver.do("Ann", blackjack_acts.LeaveSeat(position=3))
        driver.sit((5, "Bob"))
        wager = blackjack_acts.PlaceWager(seat=5, player="Bob", stake_minor=1000)
        assert "BJ-E6" == driver.refused("Bob", wager).clause
        assert "BJ-E6" == driver.refused("dealer", blackjack_acts.DealCard(card="9S")).clause
        driver.do("dealer", shoe_acts.SpreadIdleCards(is_face_up=True))
        assert ("void", True) == (driver.table.phase, driver.table.is_between_rounds)

    @pytest.mark.clause("BJ-E6", "Q70")
    def test_no_round_opens_for_nobody(self):
        """Ann leaves before the cards are loaded: they are burned, and no bets are taken."""
        driver = BlackjackDriver().shuffled((3, "Ann")).cut()
        driver.do("Ann", blackjack_acts.LeaveSeat(position=3))
        driver.load()
        assert "BJ-E6" == driver.refused("dealer", table_acts.OpenBetting()).clause

    @pytest.mark.clause("Q70")
    @pytest.mark.parametrize("end", [table_acts.CloseTable(), blackjack_acts.RepeatOpening()])
    def test_the_table_is_closed_or_opened_anew_when_everybody_left_an_open_round(self, end):
        """Another dealer may come too; nothing waits for a round that nobody plays."""
        driver = BlackjackDriver().ready((3, "Ann"))
        driver.do("Ann", blackjack_acts.LeaveSeat(position=3))
        driver.do("dealer", end)
        assert ("void", "awaited") == (driver.table.phase, driver.table.cards.stage)

    @pytest.mark.clause("Q70")
    def test_another_dealer_comes_when_everybody_left_an_open_round(self):
        """Relief waits for a round that is played, not for one that nobody plays."""
        driver = BlackjackDriver().ready((3, "Ann"))
        assert "BJ-H5" == driver.refused("floorperson", table_acts.RelieveDealer(dealer="Dee")).clause
        driver.do("Ann", blackjack_acts.LeaveSeat(position=3))
        assert "Dee" == driver.do("floorperson", table_acts.RelieveDealer(dealer="Dee")).dealer

    @pytest.mark.clause("BJ-E6")
    def test_nor_with_a_device_that_shuffles_by_itself(self):
        """The cards go into it after Bob's look, not before."""
        use = shoe_acts.UseAutomaticShoe(controls="ICS 9.2", from_back=26)
        assert "BJ-E6" == empty_for_a_while().refused("dealer", use).clause


def empty_for_a_while():
    """Return a table with a shoe in play that Ann left before Bob came."""
    driver = BlackjackDriver().in_play((3, "Ann"))
    driver.do("Ann", blackjack_acts.LeaveSeat(position=3))
    return driver.sit((5, "Bob"))


def idle(*, is_face_up):
    """Return a table that everybody has left, its cards spread."""
    driver = BlackjackDriver().in_play((3, "Ann"))
    driver.do("Ann", blackjack_acts.LeaveSeat(position=3))
    driver.do("dealer", shoe_acts.SpreadIdleCards(is_face_up=is_face_up))
    return driver


class TestLoad:
    @pytest.mark.clause("BJ-H2")
    def test_the_stack_goes_into_the_shoe_after_the_cut(self):
        """The dealer loads it, and no card is burned or dealt before."""
        driver = BlackjackDriver().shuffled().cut()
        assert "BJ-H2" == driver.refused("dealer", blackjack_acts.BurnCard()).clause
        assert "BJ-H2" == driver.refused("dealer", table_acts.OpenBetting()).clause
        assert "BJ-H2" == driver.refused("floorperson", shoe_acts.LoadShoe(from_back=26)).clause
        loaded = driver.do("dealer", shoe_acts.LoadShoe(from_back=26))
        assert (1, 312, 26, "Dora") == (loaded.shoe, loaded.cards, loaded.from_back, loaded.by)


class TestBurn:
    @pytest.mark.clause("BJ-H3")
    def test_one_card_or_more(self):
        """A house that burns none is refused."""
        assert (["BJ-H3"], []) == (faults(burn=0), faults(burn=1))

    @pytest.mark.clause("BJ-H3")
    def test_as_many_as_the_house_burns_before_the_first_round(self):
        """Of two, one is not enough; nobody has seen them."""
        driver = BlackjackDriver(settings={"burn": 2}).shuffled().cut().load(burn=[None])
        assert "BJ-H3" == driver.refused("dealer", table_acts.OpenBetting()).clause
        burned = driver.do("dealer", blackjack_acts.BurnCard())
        assert (None, 0) == (burned.card, burned.due)
        assert 310 == driver.table.cards.in_shoe
        assert 1 == driver.do("dealer", table_acts.OpenBetting()).round

    @pytest.mark.clause("BJ-H3")
    def test_no_card_is_burned_beyond_them(self):
        """A third one where the house burns two is refused."""
        driver = BlackjackDriver(settings={"burn": 2}).in_play()
        assert "BJ-H3" == driver.refused("dealer", blackjack_acts.BurnCard()).clause

    @pytest.mark.clause("BJ-H3")
    def test_a_player_who_asks_is_shown_the_burn_card(self):
        """The event keeps who asked and what it was, and from then on the card is known."""
        driver = BlackjackDriver().in_play((3, "Ann"))
        shown = driver.do("dealer", blackjack_acts.ShowBurnCard(player="Ann", place=1, card="7H"))
        assert ("Ann", 1, "7H") == (shown.player, shown.place, shown.card)
        assert "BJ-H3" == driver.refused("dealer", blackjack_acts.ShowBurnCard(player="Ann", place=1, card="8H")).clause

    @pytest.mark.clause("BJ-H3")
    def test_a_card_that_was_burned_and_named_is_that_card(self):
        """Another is refused, and so is a second one where one was burned, and a player who is not there."""
        driver = BlackjackDriver().shuffled((3, "Ann")).cut().load(burn=["7H"])
        assert "BJ-H3" == driver.refused("dealer", blackjack_acts.ShowBurnCard(player="Ann", place=1, card="8H")).clause
        assert "BJ-H3" == driver.refused("dealer", blackjack_acts.ShowBurnCard(player="Ann", place=2, card="7H")).clause
        assert "BJ-H3" == driver.refused("dealer", blackjack_acts.ShowBurnCard(player="Bob", place=1, card="7H")).clause
        assert "7H" == driver.do("dealer", blackjack_acts.ShowBurnCard(player="Ann", place=1, card="7H")).card

    @pytest.mark.clause("BJ-H3")
    def test_it_is_shown_in_the_middle_of_a_round_too(self):
        """A single deck then has no second one of it."""
        driver = BlackjackDriver(settings={"decks": 1}).ready((3, "Ann"))
        driver.bet(3, 1000)
        driver.deal("9S")
        driver.do("dealer", blackjack_acts.ShowBurnCard(player="Ann", place=1, card="7H"))
        assert 0 == driver.table.round.left[CARDS.index("7H")]

    @pytest.mark.clause("BJ-H3")
    def test_it_is_shown_after_the_round_too(self):
        """Until the shuffle it lies in the discard rack, and Ann may ask."""
        driver = played(BlackjackDriver().in_play((3, "Ann")))
        assert "7H" == driver.do("dealer", blackjack_acts.ShowBurnCard(player="Ann", place=1, card="7H")).card
