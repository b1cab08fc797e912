"""Blackjack's irregularities (M): exposed cards, cards drawn in error, wrong numbers, jams, lost up cards."""

import pytest

from pitboss.games.blackjack import acts as blackjack_acts
from pitboss.games.blackjack import events as e
from pitboss.games.shoe import acts as shoe_acts
from pitboss.games.table import acts as table_acts
from tests.support.blackjack_driver import BlackjackDriver

ONE_SHOE = {"reshuffle": "cutting_card"}
EXPOSED = blackjack_acts.ReportExposed(card="9H")


def wagered(*, settings=None):
    """Return a table with five dollars of Ann's at seat 1."""
    driver = BlackjackDriver(settings=settings).ready((1, "Ann"))
    driver.bet(1, 500)
    return driver


def played(driver):
    """Play a round of nineteen against seventeen to its end."""
    driver.deal("TS", "8D", "9C", "9H")
    driver.act(1, "stand")
    driver.dealer_plays()
    driver.settle()
    driver.do("dealer", blackjack_acts.DiscardCards())
    return driver


class TestFaceUp:
    @pytest.mark.clause("BJ-M1")
    def test_a_card_found_face_up_is_not_played(self):
        """It is out of the game, and the next card goes where it would have gone."""
        driver = wagered()
        driver.deal("TS")
        in_shoe = driver.table.cards.in_shoe
        found = driver.do("dealer", blackjack_acts.ReportFaceUp(card="7D"))
        assert ("7D", 1, False, "Dora") == (found.card, found.count, found.is_drawn_in_error, found.by)
        assert (in_shoe - 1, "7D") == (driver.table.cards.in_shoe, driver.table.cards.shoe.drawn[-1])
        assert (0, "8D") == (driver.deal("8D").seat, driver.table.round.first)

    @pytest.mark.clause("BJ-M1")
    def test_a_second_one_voids_every_hand(self):
        """Wagers go back, what was paid and taken in the round too, and the cards are shuffled before the next."""
        driver = BlackjackDriver(settings={**ONE_SHOE, "initial_suit": "same_suit"}).ready((1, "Ann"), (2, "Bob"))
        driver.bet(1, 500)
        driver.bet(2, 700)
        driver.do("Ann", blackjack_acts.PlaceWager(seat=1, player="Ann", stake_minor=100, on="same_suit"))
        driver.deal("TS", "9D", "8D", "9S", "KC", "2C")
        driver.do("dealer", blackjack_acts.SettleSuitWagers())
        driver.do("dealer", blackjack_acts.ReportFaceUp(card="7D"))
        found, voided = driver.do("dealer", blackjack_acts.ReportFaceUp(card="7S"))
        assert (2, "BJ-M1", "2 cards were found face up") == (found.count, voided.clause, voided.reason)
        assert {0} == set(driver.table.balances.values())
        driver.do("dealer", blackjack_acts.DiscardCards())
        assert "BJ-E1" == driver.refused("dealer", table_acts.OpenBetting()).clause
        assert 2 == driver.reshuffled().table.round.number

    @pytest.mark.clause("BJ-M1", "Q73")
    def test_a_card_found_face_up_during_the_burn_is_out_of_the_game(self):
        """It goes to the rack, is no burned card, and does not count against the round that is dealt next."""
        driver = BlackjackDriver(settings={"burn": 2}).shuffled((1, "Ann")).cut()
        driver.do("dealer", shoe_acts.LoadShoe(from_back=driver.table.rules.cut_from_end))
        driver.do("dealer", blackjack_acts.BurnCard(card="2S"))
        assert 0 == driver.do("dealer", blackjack_acts.ReportFaceUp(card="3D")).count
        driver.do("dealer", blackjack_acts.BurnCard(card="4S"))
        driver.do("dealer", table_acts.OpenBetting())
        shown = blackjack_acts.ShowBurnCard(player="Ann", place=2, card="4S")
        assert "4S" == driver.do("dealer", shown).card
        driver.bet(1, 1000)
        driver.deal("5S")
        assert 1 == driver.do("dealer", blackjack_acts.ReportFaceUp(card="6S")).count
        assert driver.table.round.left == driver.table.cards.shoe.copies_left()

    @pytest.mark.clause("BJ-M1", "Q27")
    def test_they_are_counted_round_by_round(self):
        """One in each of two rounds from the same shoe voids neither."""
        driver = wagered(settings=ONE_SHOE)
        driver.do("dealer", blackjack_acts.ReportFaceUp(card="7D"))
        played(driver).do("dealer", table_acts.OpenBetting())
        driver.bet(1, 500)
        driver.deal("TH")
        assert (1, "dealing") == (driver.do("dealer", blackjack_acts.ReportFaceUp(card="7S")).count, driver.table.phase)

    @pytest.mark.clause("BJ-M1")
    def test_without_cards_being_dealt_none_is_found(self):
        """Not before a round, nor when the hands are complete."""
        driver = BlackjackDriver().in_play((1, "Ann"))
        assert "BJ-G3" == driver.refused("dealer", blackjack_acts.ReportFaceUp(card="7D")).clause
        driver.do("dealer", table_acts.OpenBetting())
        driver.bet(1, 500)
        driver.deal("TS", "8D", "9C", "9H")
        driver.act(1, "stand")
        driver.dealer_plays()
        assert ("complete", "BJ-M1") == (
            driver.table.phase,
            driver.refused("dealer", blackjack_acts.ReportFaceUp(card="7D")).clause,
        )

    @pytest.mark.clause("BJ-M1", "BJ-H10a")
    def test_whoever_handles_the_cards_reports_them(self):
        """A player's word is not taken, and a card that the shoe cannot hold is no card."""
        driver = wagered(settings={"decks": 1})
        driver.deal("TS")
        assert "BJ-H10a" == driver.refused("Ann", blackjack_acts.ReportFaceUp(card="7D")).clause
        assert "BJ-B4" == driver.refused("dealer", blackjack_acts.ReportFaceUp(card="TS")).clause
        driver.do("dealer", blackjack_acts.ReportFaceUp(card="7D"))
        assert "BJ-B4" == driver.refused("dealer", blackjack_acts.DealCard(card="7D")).clause

    @pytest.mark.clause("Q27", "BJ-M1")
    def test_a_card_drawn_in_error_and_seen_counts_like_one(self):
        """It is set aside, and with another one found face up the round is void."""
        driver = wagered()
        driver.deal("TS")
        error = driver.do("dealer", blackjack_acts.ReportFaceUp(card="7D", is_drawn_in_error=True))
        assert (1, True, 0) == (error.count, error.is_drawn_in_error, driver.deal("8D").seat)
        _, voided = driver.do("dealer", blackjack_acts.ReportFaceUp(card="7S"))
        assert ("BJ-M1", 0) == (voided.clause, driver.table.balances["layout"])

    @pytest.mark.clause("Q27")
    def test_after_the_round_no_exposed_card_is_set_aside(self):
        """The reading's own clause refuses it."""
        driver = played(wagered(settings=ONE_SHOE))
        assert "Q27" == driver.refused("dealer", blackjack_acts.ReportFaceUp(card="7S", is_drawn_in_error=True)).clause


class TestSecondCardSeen:
    @pytest.mark.clause("Q77")
    @pytest.mark.parametrize("second", ["9H", None])
    def test_a_second_card_that_was_seen_stands_and_no_other_leaves_the_shoe(self, second):
        """Named when it was dealt or not, it is one card of the shoe, and is turned up in its time as that card."""
        driver = wagered()
        driver.deal("TS", "8D", "9C", second)
        exposed = driver.do("dealer", EXPOSED, witness="floorperson")
        assert ("9H", "Flo", "turns") == (exposed.card, exposed.witness, driver.table.phase)
        assert ["", "TS", "8D", "9C", "9H"] == driver.table.cards.shoe.drawn
        assert driver.table.round.left == driver.table.cards.shoe.copies_left()
        driver.act(1, "stand")
        assert "9H" == driver.do("dealer", blackjack_acts.TurnSecondCard()).card

    @pytest.mark.clause("Q77", "BJ-J6")
    def test_no_insurance_is_taken_on_a_card_that_was_seen(self):
        """What was laid before stays."""
        driver = wagered()
        driver.deal("TS", "AD", "9C", "9H")
        insure = blackjack_acts.PlaceInsurance(seat=1, stake_minor=100)
        driver.do("Ann", insure)
        driver.do("dealer", EXPOSED, witness="inspector")
        assert "Q77" == driver.refused("Ann", insure).clause
        assert {1: 100} == driver.table.round.boxes[1].insurance

    @pytest.mark.clause("Q77")
    def test_it_is_told_once_with_a_second_person_and_as_it_is(self):
        """Not alone, not as another card, not twice, and not before it lies there."""
        driver = wagered()
        driver.deal("TS", "8D", "9C")
        assert "Q77" == driver.refused("dealer", EXPOSED, witness="floorperson").clause
        driver.deal("9H")
        assert "Q77" == driver.refused("dealer", EXPOSED).clause
        other = blackjack_acts.ReportExposed(card="8H")
        assert "Q77" == driver.refused("dealer", other, witness="floorperson").clause
        driver.do("dealer", EXPOSED, witness="floorperson")
        assert "Q77" == driver.refused("dealer", EXPOSED, witness="floorperson").clause

    @pytest.mark.clause("HP-B1")
    @pytest.mark.parametrize("second", ["9H", None])
    def test_where_the_house_says_so_the_round_is_void(self, second):
        """Every wager goes back, what was collected too, and the cards are shuffled again."""
        driver = wagered(settings={"exposed_second": "void"})
        driver.deal("TS", "8D", "9C", second)
        driver.act(1, "hit")
        driver.deal("7C")
        exposed, voided = driver.do("dealer", EXPOSED, witness="floorperson")
        assert ("9H", "HP-B1", 0) == (exposed.card, voided.clause, driver.table.balances["layout"])
        assert ("void", 0) == (driver.table.phase, driver.table.balances["rack"])

    @pytest.mark.clause("Q77", "HP-C1")
    def test_it_is_corrected_like_any_other_card(self):
        """It was read as a nine, and is an eight."""
        driver = wagered()
        driver.deal("TS", "8D", "9C", None)
        driver.do("dealer", EXPOSED, witness="floorperson")
        correct = shoe_acts.CorrectCard(place=4, was="9H", card="8H", reason="misread")
        assert driver.do("dealer", correct, witness="floorperson").is_face_up
        assert ("8H", ["", "TS", "8D", "9C", "8H"]) == (driver.table.round.second, driver.table.cards.shoe.drawn)


class TestDrawnInError:
    @pytest.mark.clause("BJ-M2")
    def test_a_card_that_nobody_saw_is_the_next_card(self):
        """It has left the shoe, goes to the hand whose turn is next, and no other card leaves for it."""
        driver = wagered()
        driver.deal("TS", "8D", "9C", "9H")
        in_shoe = driver.table.cards.in_shoe
        assert "Dora" == driver.do("dealer", blackjack_acts.ReportError()).by
        driver.act(1, "hit")
        dealt = driver.deal("2D")
        assert (1, 3, in_shoe - 1) == (dealt.seat, dealt.place, driver.table.cards.in_shoe)

    @pytest.mark.clause("BJ-M2")
    def test_one_card_at_a_time_is_out_by_mistake(self):
        """While it waits, no other is drawn in error or found face up; and only who handles cards reports it."""
        driver = wagered()
        assert "BJ-H10a" == driver.refused("Ann", blackjack_acts.ReportError()).clause
        driver.do("dealer", blackjack_acts.ReportError())
        assert "BJ-M2" == driver.refused("dealer", blackjack_acts.ReportError()).clause
        assert "BJ-M1" == driver.refused("dealer", blackjack_acts.ReportFaceUp(card="7D")).clause

    @pytest.mark.clause("BJ-M2", "Q26")
    def test_it_opens_the_next_round_from_the_same_shoe(self):
        """Drawn after the last card that was due, it is the first card of the next deal."""
        driver = wagered(settings=ONE_SHOE)
        driver.deal("TS", "8D", "9C", "9H")
        driver.act(1, "stand")
        driver.do("dealer", blackjack_acts.ReportError())
        driver.dealer_plays()
        driver.settle()
        driver.do("dealer", blackjack_acts.DiscardCards())
        driver.do("dealer", table_acts.OpenBetting())
        driver.bet(1, 500)
        in_shoe = driver.table.cards.in_shoe
        assert (1, 1, in_shoe) == (driver.deal("TH").seat, driver.events[-1].place, driver.table.cards.in_shoe)

    @pytest.mark.clause("BJ-M2")
    def test_before_the_cards_are_in_play_none_is_drawn(self):
        """The clause is that of the step that is next: the burn."""
        driver = BlackjackDriver().shuffled((1, "Ann")).cut()
        driver.do("dealer", shoe_acts.LoadShoe(from_back=26))
        assert "BJ-H3" == driver.refused("dealer", blackjack_acts.ReportError()).clause


class TestWrongNumber:
    @pytest.mark.clause("BJ-M3")
    @pytest.mark.parametrize(("seat", "who"), [(0, "the dealer"), (1, "seat 1")])
    def test_a_wrong_number_of_cards_voids_every_hand(self, seat, who):
        """Whoever has it: all that lies there goes back, not what was taken back before, and the cards are shuffled."""
        driver = BlackjackDriver(settings=ONE_SHOE).ready((1, "Ann"), (2, "Bob"))
        driver.bet(1, 500)
        driver.bet(2, 900)
        driver.do("Bob", blackjack_acts.RemoveWager(seat=2, player="Bob", stake_minor=200))
        driver.deal("TS", "9D", "8D")
        voided = driver.do("dealer", blackjack_acts.ReportWrongNumber(seat=seat))
        assert ("BJ-M3", f"{who} has a wrong number of cards", "Dora") == (voided.clause, voided.reason, voided.by)
        assert [("layout", "circulation", 1200)] == [(v.source, v.target, v.amount_minor) for v in voided.moves]
        driver.do("dealer", blackjack_acts.DiscardCards())
        assert ("finished", "BJ-E1") == (
            driver.table.cards.stage,
            driver.refused("dealer", table_acts.OpenBetting()).clause,
        )

    @pytest.mark.clause("BJ-M3")
    def test_what_was_paid_and_taken_before_goes_back(self):
        """A blackjack paid at once, a hit wager won, and a hand over 21."""
        driver = BlackjackDriver().ready((1, "Ann"), (2, "Bob"))
        driver.bet(1, 500)
        driver.bet(2, 700)
        driver.deal("AS", "TD", "8D", "KC", "6D", "9H")
        driver.do("dealer", blackjack_acts.PayBlackjack(seat=1))
        driver.act(2, "hit", hit_minor=100)
        driver.deal("9D")
        assert (0, 700 - 300 - 750) == (driver.table.balances["layout"], driver.table.balances["rack"])
        driver.do("dealer", blackjack_acts.ReportWrongNumber(seat=2))
        assert {0} == set(driver.table.balances.values())

    @pytest.mark.clause("BJ-M3")
    def test_there_must_be_cards_and_the_dealer_reports_it(self):
        """Not before the first card, not for an empty seat, not by the floorperson, not after the round."""
        driver = wagered()
        assert "BJ-M3" == driver.refused("dealer", blackjack_acts.ReportWrongNumber(seat=1)).clause
        driver.deal("TS")
        assert "BJ-M3" == driver.refused("dealer", blackjack_acts.ReportWrongNumber(seat=4)).clause
        assert "BJ-M3" == driver.refused("floorperson", blackjack_acts.ReportWrongNumber(seat=1)).clause
        driver.deal("8D", "9C", "9H")
        driver.act(1, "stand")
        driver.dealer_plays()
        driver.settle()
        assert "BJ-M3" == driver.refused("dealer", blackjack_acts.ReportWrongNumber(seat=0)).clause

    @pytest.mark.clause("BJ-M3")
    def test_a_shoe_that_runs_out_leaves_somebody_too_few(self):
        """Fifty of a single deck are burned: the third card of the deal cannot come, and the round is void."""
        driver = wagered(settings={"decks": 1, "burn": 50})
        driver.deal("TS", "8D")
        assert "BJ-M3" == driver.refused("dealer", blackjack_acts.DealCard(card="9C")).clause
        assert ("BJ-M3", 0) == (
            driver.do("dealer", blackjack_acts.ReportWrongNumber(seat=1)).clause,
            driver.table.balances["layout"],
        )


class TestShuffler:
    @pytest.mark.clause("BJ-M4")
    @pytest.mark.parametrize("failure", [*blackjack_acts.Failure])
    def test_cards_that_a_device_did_not_finish_are_shuffled_again(self, failure):
        """They cannot be loaded before that."""
        driver = BlackjackDriver().shuffled((1, "Ann"), method=blackjack_acts.Method.DEVICE)
        failed = driver.do("dealer", blackjack_acts.ReportJam(failure=failure))
        assert (failure, "Dora", "stacked") == (failed.failure, failed.by, driver.table.cards.stage)
        assert "BJ-E1" == driver.refused("dealer", shoe_acts.LoadShoe(from_back=26)).clause
        driver.do("dealer", blackjack_acts.ShuffleCards(method=blackjack_acts.Method.DEVICE))
        assert 1 == driver.do("dealer", shoe_acts.LoadShoe(from_back=26)).shoe

    @pytest.mark.clause("BJ-M4")
    def test_a_device_that_feeds_the_shoe_can_fail_as_well(self):
        """Until the first card has left it; the shoe does not count."""
        driver = BlackjackDriver().stacked((1, "Ann"))
        driver.do("dealer", shoe_acts.UseAutomaticShoe(controls="ICS 4", from_back=26))
        driver.do("dealer", blackjack_acts.ReportJam(failure=blackjack_acts.Failure.JAMMED))
        assert ("stacked", None, 0) == (
            driver.table.cards.stage,
            driver.table.cards.shoe,
            driver.table.cards.shoes,
        )

    @pytest.mark.clause("BJ-M4")
    def test_only_a_device_at_work_can_fail(self):
        """Not a shuffle by hand, nor a device whose cards are being drawn; and the dealer reports it."""
        by_hand = BlackjackDriver().shuffled((1, "Ann"))
        assert (
            "BJ-M4" == by_hand.refused("dealer", blackjack_acts.ReportJam(failure=blackjack_acts.Failure.JAMMED)).clause
        )
        driver = BlackjackDriver().shuffled((1, "Ann"), method=blackjack_acts.Method.DEVICE)
        assert "BJ-M4" == driver.refused("Ann", blackjack_acts.ReportJam(failure=blackjack_acts.Failure.JAMMED)).clause
        driver.load()
        assert (
            "BJ-M4" == driver.refused("dealer", blackjack_acts.ReportJam(failure=blackjack_acts.Failure.JAMMED)).clause
        )


def second_hand(*, settings=None):
    """Return a table whose dealer has a six and waits for the second card of the second hand."""
    driver = BlackjackDriver(settings={"multiple_action": 3, **(settings or {})}).ready((1, "Ann"))
    driver.bet(1, 300, 500, 700)
    driver.deal("TS", "6D", "9C")
    driver.act(1, "stand")
    driver.deal("TC", "5H")
    driver.settle()
    return driver


class TestUpCard:
    @pytest.mark.clause("BJ-M5")
    def test_a_supervisor_rebuilds_the_hand_and_puts_it_back(self):
        """Until then no card is dealt; then play goes on with the second hand."""
        driver = second_hand()
        taken = driver.do("dealer", blackjack_acts.ReportUpCardTaken())
        assert (2, "Dora", "BJ-M5") == (
            taken.spot,
            taken.by,
            driver.refused("dealer", blackjack_acts.DealCard(card="TD")).clause,
        )
        restored = driver.do("floorperson", blackjack_acts.RestoreUpCard(card="6D"))
        assert ("6D", ("6D", "TC", "5H"), "Flo", "floorperson") == (
            restored.card,
            restored.hand,
            restored.by,
            restored.role,
        )
        driver.deal("TD", "9H")
        assert ("6D", "TD", "9H") == driver.settle().dealer_hand

    @pytest.mark.clause("BJ-M5")
    def test_only_a_supervisor_puts_it_back_and_only_the_right_card(self):
        """The last hand in the rack shows which it was."""
        driver = second_hand()
        driver.do("dealer", blackjack_acts.ReportUpCardTaken())
        assert "BJ-M5" == driver.refused("dealer", blackjack_acts.RestoreUpCard(card="6D")).clause
        wrong = driver.refused("pit_supervisor", blackjack_acts.RestoreUpCard(card="TC"))
        expected = "the last hand was 6D TC 5H: its first card is 6D, not TC"
        assert ("BJ-M5", expected) == (wrong.clause, wrong.reason)
        assert "Sue" == driver.do("pit_supervisor", blackjack_acts.RestoreUpCard(card="6D")).by

    @pytest.mark.clause("BJ-M5")
    def test_the_third_hand_is_rebuilt_from_the_second(self):
        """The last hand of play is the one before."""
        driver = second_hand()
        driver.deal("TD", "9H")
        driver.settle()
        assert 3 == driver.do("dealer", blackjack_acts.ReportUpCardTaken()).spot
        assert ("6D", "TD", "9H") == driver.do("floorperson", blackjack_acts.RestoreUpCard(card="6D")).hand

    @pytest.mark.clause("BJ-M5")
    def test_the_up_card_can_be_missed_only_between_the_hands(self):
        """Not in the first hand, nor twice, nor when the hand is complete; and where it lies it is not put back."""
        driver = second_hand()
        assert "BJ-M5" == driver.refused("floorperson", blackjack_acts.RestoreUpCard(card="6D")).clause
        driver.do("dealer", blackjack_acts.ReportUpCardTaken())
        assert "BJ-M5" == driver.refused("dealer", blackjack_acts.ReportUpCardTaken()).clause
        driver.do("floorperson", blackjack_acts.RestoreUpCard(card="6D"))
        driver.deal("TD", "9H")
        assert "BJ-M5" == driver.refused("dealer", blackjack_acts.ReportUpCardTaken()).clause

    @pytest.mark.clause("BJ-M5")
    @pytest.mark.parametrize("settings", [{}, {"multiple_action": 2}])
    def test_a_first_hand_has_nothing_to_rebuild(self, settings):
        """The up card of an only or a first hand is not reported so."""
        driver = BlackjackDriver(settings=settings).ready((1, "Ann"))
        driver.bet(1, *(500, 500)[: settings.get("multiple_action", 1)])
        driver.deal("TS", "6D", "9C", *([] if settings else ["TC"]))
        driver.act(1, "stand")
        assert ("dealer", "BJ-M5") == (
            driver.table.phase,
            driver.refused("dealer", blackjack_acts.ReportUpCardTaken()).clause,
        )
        assert not [event for event in driver.events if isinstance(event, e.SpotSettled)]
