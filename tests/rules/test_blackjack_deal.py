"""Blackjack's deal (H4, Q24, Q25), hands off the cards (H10a), and totals that the dealer calls (H10b)."""

import pytest

from pitboss.games.blackjack import acts as a
from pitboss.games.blackjack.events import CardDealt
from pitboss.games.blackjack.state import Phase
from tests.support.blackjack_driver import BlackjackDriver

PITCH = {"pitch": True, "decks": 2}
FACE_DOWN = {**PITCH, "face_down": True}


def seated(*seats, settings=None):
    """Return a table where each seat has wagered $10, against two dealer hands where there are several."""
    driver = BlackjackDriver(settings=settings).ready(*((seat, f"P{seat}") for seat in seats))
    spots = driver.table.rules.multiple_action or 1
    for seat in seats:
        driver.bet(seat, *[1000] * spots)
    return driver


def laid(driver):
    """Return every card that was dealt: to whom (0 is the dealer), as which of the hand, and whether face up."""
    return [(event.seat, event.place, event.is_face_up) for event in driver.events if isinstance(event, CardDealt)]


class TestOrder:
    @pytest.mark.clause("BJ-H4", "BJ-H4a", "BJ-H4c")
    def test_players_get_two_cards_face_up_from_the_dealers_left(self):
        """Seat 2 is nearer to the dealer's left than 4 and 7, whoever wagered first."""
        driver = seated(7, 2, 4)
        driver.deal("9S", "9H", "9D", "TC", "TS", "TH", "TD", "8C")
        players = [entry for entry in laid(driver) if entry[0]]
        assert [(2, 1, True), (4, 1, True), (7, 1, True), (2, 2, True), (4, 2, True), (7, 2, True)] == players

    @pytest.mark.clause("BJ-H4", "BJ-H4a", "BJ-H4c")
    def test_each_card_goes_to_the_hand_it_is_due_to(self):
        """The first and the fourth card are seat 2's, the second and the fifth seat 4's."""
        driver = seated(2, 4)
        driver.deal("9S", "3H", "TC", "TS", "4H", "8C")
        assert [["9S", "TS"], ["3H", "4H"]] == [driver.table.round.boxes[seat].hands[0].cards for seat in (2, 4)]

    @pytest.mark.clause("BJ-H4", "BJ-H4a", "BJ-H4c")
    def test_a_players_card_is_seen(self):
        """A card that nobody names is refused, first or second."""
        driver = seated(3)
        assert "BJ-H4" == driver.refused("dealer", a.DealCard(card=None)).clause
        driver.deal("9S", "TC")
        assert "BJ-H4" == driver.refused("dealer", a.DealCard(card=None)).clause

    @pytest.mark.clause("BJ-H4a")
    def test_first_cards_are_everybodys_before_the_dealers(self):
        """Each seat with a wager gets one, which everybody sees, and the dealer's is due only then."""
        driver = seated(5, 2)
        driver.deal("9S")
        assert (5, True) == (driver.table.round.due.seat, driver.table.round.due.is_face_up)
        driver.deal("3H")
        assert [(2, 1, True), (5, 1, True)] == laid(driver)
        assert (0, False) == (driver.table.round.due.seat, driver.table.round.due.is_face_up)

    @pytest.mark.clause("BJ-H4c")
    def test_second_cards_follow_the_dealers_first(self):
        """Again from the dealer's left, face up, and the dealer's second is due when all have two."""
        driver = seated(5, 2)
        driver.deal("9S", "3H", "TC")
        due = [driver.table.round.due]
        for card in ("TS", "4H"):
            driver.deal(card)
            due.append(driver.table.round.due)
        assert [(2, 1, True), (5, 1, True), (0, 1, False)] == due

    @pytest.mark.clause("BJ-H4", "BJ-H4b")
    def test_the_dealers_first_card_follows_the_players_first_face_down(self):
        """It comes after every player's first card and before any second one, and it does not show yet."""
        driver = seated(3, 5)
        driver.deal("9S", "9H", "TC", "TS")
        assert [(3, 1, True), (5, 1, True), (0, 1, False), (3, 2, True)] == laid(driver)
        assert driver.table.round.up_card is None

    @pytest.mark.clause("BJ-H4", "BJ-H4d")
    def test_the_dealers_second_card_comes_last_and_face_down_and_the_first_is_turned_up(self):
        """Then no further card is due."""
        driver = seated(3)
        driver.deal("9S", "TC", "TS")
        second, turned = driver.deal("8C")
        assert (0, 2, False, "TC") == (second.seat, second.place, second.is_face_up, turned.card)
        assert ("TC", [["TC"]]) == (driver.table.round.up_card, driver.table.round.dealer)
        assert "BJ-H5" == driver.refused("dealer", a.DealCard(card="2C")).clause

    @pytest.mark.clause("BJ-H4")
    def test_no_card_is_dealt_after_the_round(self):
        """It is settled, and the next one is not open."""
        driver = seated(3)
        driver.deal("9S", "TC", "TS", "8C")
        driver.act(3, "stand")
        driver.dealer_plays()
        driver.settle()
        assert "BJ-H4" == driver.refused("dealer", a.DealCard(card="2C")).clause


class TestMultipleAction:
    @pytest.mark.clause("Q24")
    def test_the_dealer_begins_with_one_card(self):
        """After the players' two cards their turns begin, and there is no second card to turn."""
        driver = seated(3, 5, settings={"multiple_action": 2})
        driver.deal("9S", "9H", "6D", "TS", "TH")
        assert "6D" == driver.events[-1].card
        assert (Phase.TURNS, [["6D"]]) == (driver.table.round.phase, driver.table.round.dealer)
        assert "BJ-H5" == driver.refused("dealer", a.DealCard(card="TC")).clause
        assert "BJ-H8" == driver.refused("dealer", a.TurnSecondCard(card="TC")).clause

    @pytest.mark.clause("Q24")
    def test_the_second_card_is_dealt_after_the_players(self):
        """It comes face up once everybody has stood."""
        driver = seated(3, settings={"multiple_action": 2})
        driver.deal("9S", "6D", "TS")
        driver.act(3, "stand")
        driver.deal("TC")
        assert (0, 2, True) == laid(driver)[-1]
        assert "BJ-H8" == driver.refused("dealer", a.TurnSecondCard()).clause

    @pytest.mark.clause("Q24", "BJ-H4d")
    def test_with_one_dealer_hand_the_second_card_does_not_wait(self):
        """It is dealt before the first turn: a decision without it is refused."""
        driver = seated(3)
        driver.deal("9S", "6D", "TS")
        assert "BJ-H5" == driver.refuses(3, "stand").clause
        driver.deal("TC")
        assert 3 == driver.act(3, "stand").seat


class TestPitch:
    @pytest.mark.clause("Q25")
    @pytest.mark.parametrize(("settings", "is_face_up"), [(PITCH, True), (FACE_DOWN, False)])
    def test_the_dealers_first_card_is_up(self, settings, is_face_up):
        """However the players' cards lie, the dealer shows the first and not the second."""
        driver = seated(3, settings=settings)
        driver.deal("9S", "AC", "TS", "8C")
        assert [(3, 1, is_face_up), (0, 1, False), (3, 2, is_face_up), (0, 2, False)] == laid(driver)
        assert ("AC", Phase.INSURANCE) == (driver.table.round.up_card, driver.table.round.phase)

    @pytest.mark.clause("Q25")
    def test_an_ace_as_the_second_card_is_not_up(self):
        """No insurance is open over it."""
        driver = seated(3, settings=PITCH)
        driver.deal("9S", "8C", "TS", "AC")
        assert "BJ-A4" == driver.refused("P3", a.PlaceInsurance(seat=3, stake_minor=500)).clause


class TestHandsOff:
    @pytest.mark.clause("BJ-H10", "BJ-H10a")
    def test_no_player_picks_up_a_card(self):
        """Not even their own."""
        driver = seated(3)
        driver.deal("9S", "TC", "TS", "8C")
        assert "BJ-H10a" == driver.refused("P3", a.PickUpCards(seat=3)).clause

    @pytest.mark.clause("BJ-H10", "BJ-H10a")
    @pytest.mark.parametrize("who", ["P3", "Onlooker", "floorperson", "device"])
    def test_nobody_but_the_dealer_deals(self, who):
        """A device only where the shoe reads the cards."""
        driver = seated(3)
        assert "BJ-H10a" == driver.refused(who, a.DealCard(card="9S")).clause
        assert "Dora" == driver.deal("9S").by

    @pytest.mark.clause("BJ-H10", "BJ-H10a")
    def test_nobody_but_the_dealer_burns_or_turns_a_card(self):
        """The players touch neither the shoe nor the dealer's hand."""
        driver = BlackjackDriver().shuffled((3, "Ann")).cut().load(burn=())
        assert "BJ-H10a" == driver.refused("Ann", a.BurnCard()).clause
        playing = seated(3)
        playing.deal("9S", "TC", "TS", "8C")
        playing.act(3, "stand")
        assert "BJ-H10a" == playing.refused("P3", a.TurnSecondCard()).clause
        assert "8C" == playing.do("dealer", a.TurnSecondCard()).card


class TestTotals:
    @pytest.mark.clause("BJ-H10", "BJ-H10b")
    @pytest.mark.parametrize("total", [18, 19, 20])
    def test_a_total_that_the_dealer_called_gives_no_claim(self, total):
        """Nine and ten lose to 20, whatever was called; the event keeps both figures."""
        driver = seated(3)
        driver.deal("9S", "TC", "TS", "KC")
        called = driver.do("dealer", a.AnnounceTotal(seat=3, total=total))
        assert (3, total, 19) == (called.seat, called.total, called.counted)
        driver.act(3, "stand")
        driver.dealer_plays()
        assert ("lose", 0, 1000, "BJ-J2") == driver.rows(driver.settle())[3, 1, "blackjack", 1]

    @pytest.mark.clause("BJ-H10b")
    def test_a_player_over_21_has_lost_whatever_was_called(self):
        """The dealer called 21 for 22."""
        driver = seated(3)
        driver.deal("9S", "TC", "TS", "8C")
        driver.act(3, "hit")
        driver.deal("3S")
        assert 22 == driver.do("dealer", a.AnnounceTotal(seat=3, total=21)).counted
        assert "BJ-H7" == driver.refuses(3, "hit").clause

    @pytest.mark.clause("BJ-H10b")
    def test_the_dealer_calls_the_total_of_a_hand_that_is_there(self):
        """Neither a player nor for an empty seat."""
        driver = seated(3)
        driver.deal("9S", "TC", "TS", "8C")
        assert "BJ-H10b" == driver.refused("P3", a.AnnounceTotal(seat=3, total=19)).clause
        assert "BJ-H10b" == driver.refused("dealer", a.AnnounceTotal(seat=4, total=19)).clause
