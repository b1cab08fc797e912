"""A card of blackjack that was named wrongly, corrected before payment (HP-C1)."""

import pytest

from pitboss.games.blackjack import acts as blackjack_acts
from pitboss.games.shoe import acts as shoe_acts
from tests.support.blackjack_driver import BlackjackDriver
from tests.support.driver import STAFF

SUITS = {"initial_suit": "same_suit"}


def correcting(place, was, card):
    """Return the correction of a card."""
    return shoe_acts.CorrectCard(place=place, was=was, card=card, reason="wrong key")


def corrected(driver, place, was, card):
    """Correct a card with a floorperson; return the events."""
    done = driver.do("dealer", correcting(place, was, card), witness="floorperson")
    return done if isinstance(done, tuple) else (done,)


def refused(driver, place, was, card):
    """Return the clause by which a correction is refused."""
    return driver.refused("dealer", correcting(place, was, card), witness="floorperson").clause


def played(steps, *stakes, settings=None):
    """Return a table where Ann (and Bob) wagered and these steps were played."""
    return BlackjackDriver(settings=settings).staked(*(stakes or (1000,))).played(steps)


def hand(driver, seat=1, number=1):
    """Return a hand's cards and what it ended as."""
    found = driver.table.round.boxes[seat].hands[number - 1]
    return " ".join(found.cards), found.ending


class TestCorrection:
    @pytest.mark.clause("HP-C1")
    def test_a_round_corrected_is_the_round_named_rightly(self):
        """Ann's 9 was typed as a 6 and she stood: she wins with nineteen, as if it had been named so at first."""
        driver, right = played("TS 7H 6S TC stand turn"), played("TS 7H 9S TC stand turn")
        before = dict(driver.table.balances)
        (event,) = corrected(driver, 3, "6S", "9S")
        assert (1, 3, "6S", "9S", True, "Flo") == (
            event.round, event.place, event.was, event.card, event.is_face_up, event.witness,
        )  # fmt: skip
        assert (before, right.table.round) == (driver.table.balances, driver.table.round)
        assert right.table.cards == driver.table.cards
        assert ("win", 1000, 0, "BJ-J1") == driver.rows(driver.settle())[1, 1, "blackjack", 1]

    @pytest.mark.clause("HP-C1", "BJ-H10b", "Q72")
    def test_a_decision_stands(self):
        """Ann stood on what was a blackjack all along: it is one, and pays as such."""
        driver = played("TS 7H 9S TC stand turn")
        corrected(driver, 3, "9S", "AS")
        assert ("TS AS", "blackjack") == hand(driver)
        assert 1500 == driver.settle().wagers.paid_minor[0]

    @pytest.mark.clause("HP-C1", "Q72")
    def test_a_hand_that_has_a_decision_has_it_while_the_turns_last(self):
        """Bob's turn has begun when Ann's 21 proves to be a sixteen: she decides first."""
        driver = played("TS 5D 7H AS 9D TC", 1000, 1000)
        corrected(driver, 4, "AS", "6S")
        assert 1 == driver.table.round.turn[0]
        driver.act(1, "hit")
        driver.deal("2S")
        driver.act(1, "stand")
        assert 2 == driver.table.round.turn[0]

    @pytest.mark.clause("HP-C1", "Q72")
    def test_after_the_turns_it_stands_as_it_lies(self):
        """The dealer's second card is shown: Ann's sixteen, typed as a blackjack, takes no more cards."""
        driver = played("TS 5D 7H AS 9D TC stand turn", 1000, 1000)
        corrected(driver, 4, "AS", "6S")
        assert (("TS 6S", "stand"), "complete") == (hand(driver), driver.table.phase)

    @pytest.mark.clause("HP-C1", "BJ-J2a", "Q72")
    def test_a_hand_that_proves_to_be_over_21_is_collected(self):
        """A three was typed for a nine: Ann's hand is over 21, and her wager is taken as it is for any such hand."""
        driver = played("TS 7H 6S TC hit 3S")
        _, settled = corrected(driver, 5, "3S", "9S")
        assert (("TS 6S 9S", "bust"), 1000) == (hand(driver), driver.table.balances["rack"])
        assert ("bust", 0, 1000, "BJ-J2") == driver.rows(settled)[1, 1, "blackjack", 1]

    @pytest.mark.clause("HP-C1", "BJ-H8a")
    def test_the_dealer_draws_on(self):
        """Seventeen was typed for fifteen: the dealer takes another card."""
        driver = played("TS 7H 9S TC stand turn")
        corrected(driver, 4, "TC", "8C")
        assert "dealer" == driver.table.phase
        driver.deal("2D")
        assert ("7H 8C 2D", "complete") == (" ".join(driver.table.round.dealer[0]), driver.table.phase)

    @pytest.mark.clause("HP-C1", "BJ-M3", "Q72")
    @pytest.mark.parametrize(
        ("steps", "place", "was", "card"),
        [
            ("TS 7H 6S TC hit 3S stand", 3, "6S", "AS"),
            ("TS 7H 9S 6C stand turn 5D", 4, "6C", "TC"),
            ("TS 7H 6S TC double", 3, "6S", "AS"),
        ],
    )
    def test_cards_on_a_hand_that_was_over_are_a_wrong_number(self, steps, place, was, card):
        """Ann drew on a blackjack, doubled it, or the dealer drew on seventeen: all hands are void."""
        driver = played(steps)
        events = corrected(driver, place, was, card)
        assert ("BJ-M3", "void") == (events[1].clause, driver.table.phase)
        assert 0 == driver.table.balances["circulation"] == driver.table.balances["layout"]

    @pytest.mark.clause("HP-C1")
    def test_the_dealers_card_that_lies_face_down_is_corrected_and_not_told(self):
        """The floor learns that it was, and not which card it is."""
        driver = played("TS 7H 9S TC")
        (event,) = corrected(driver, 4, "TC", "8C")
        assert (False, "8C") == (event.is_face_up, driver.table.round.second)
        assert "8C" not in driver.game.in_words(driver.table, event)

    @pytest.mark.clause("HP-C1", "BJ-I11a")
    def test_a_card_that_only_its_player_has_seen_is_neither_offered_nor_told(self):
        """Not even to a dealer who guesses: the refusal of any name is the same."""
        driver = BlackjackDriver(settings={"pitch": True, "face_down": True}).staked(1_000)
        driver.do("Ann", blackjack_acts.DealCard(card="9S"))
        offers = list(driver.game.legal(driver.table, STAFF["dealer"], {shoe_acts.CorrectCard}))
        told = {
            str(driver.refused("dealer", correcting(1, was, "2H"), witness="floorperson").reason)
            for was in ("9S", "8S")
        }

        assert ([], 1) == (offers, len(told))
        assert "9S" not in told.pop()

    @pytest.mark.clause("HP-C1")
    def test_a_card_that_was_named_when_it_was_turned(self):
        """Nobody had seen the second card: it was typed wrongly when it was shown."""
        driver = played("TS 7H 9S")
        assert "HP-C1" == refused(driver, 4, "TC", "8C")
        driver.deal(None)
        assert "HP-C1" == refused(driver, 4, "TC", "8C")
        driver.act(1, "stand")
        driver.do("dealer", blackjack_acts.TurnSecondCard(card="TC"))
        corrected(driver, 4, "TC", "8C")
        assert (["7H", "8C"], "dealer") == (driver.table.round.dealer[0], driver.table.phase)
        assert driver.table.cards.shoe.drawn[-1] == "8C"

    @pytest.mark.clause("HP-C1", "Q72")
    def test_an_ace_that_was_typed_as_something_else_opens_the_insurance(self):
        """Nobody has decided anything yet."""
        driver = played("TS 7H 9S TC")
        corrected(driver, 2, "7H", "AH")
        assert ("AH", "insurance") == (driver.table.round.up_card, driver.table.phase)

    @pytest.mark.clause("HP-C1", "Q72")
    def test_but_not_again_once_players_have_decided(self):
        """The turns go on."""
        driver = played("TS 5D 7H 9S 9D TC stand", 1000, 1000)
        corrected(driver, 3, "7H", "AH")
        assert ("turns", 2) == (driver.table.phase, driver.table.round.turn[0])

    @pytest.mark.clause("HP-C1")
    def test_cards_of_split_hands_stay_where_they_are(self):
        """The three of Ann's second hand was a four; her first hand went over and was collected."""
        driver = played("8S 7H 8D TC split TS hit 9S 3S")
        corrected(driver, 7, "3S", "4S")
        assert (("8S TS 9S", "bust"), ("8D 4S", None)) == (hand(driver), hand(driver, number=2))

    @pytest.mark.clause("HP-C1")
    def test_it_is_corrected_back(self):
        """The round is then what it was."""
        driver, other = played("8S 7H 8D TC split TS stand 3S"), played("8S 7H 8D TC split TS stand 3S")
        corrected(driver, 5, "TS", "3D")
        corrected(driver, 5, "3D", "TS")
        assert (other.table.round, other.table.play) == (driver.table.round, driver.table.play)
        assert other.table.cards == driver.table.cards

    @pytest.mark.clause("HP-C1", "Q72")
    def test_a_draw_that_has_not_come_is_not_due_to_a_hand_that_is_over(self):
        """Ann asked for a card on what is a blackjack: none comes, and the dealer goes on."""
        driver = played("TS 7H 6S TC hit")
        corrected(driver, 3, "6S", "AS")
        assert (("TS AS", "blackjack"), "dealer") == (hand(driver), driver.table.phase)


class TestCollectedByMistake:
    @pytest.mark.clause("HP-C1", "Q72")
    def test_a_hand_that_is_not_over_21_has_its_wagers_back(self):
        """A two was typed as a nine: Ann's wager lies there again, and she is paid what she wins."""
        driver, right = played("TS 7H 6S TC hit 9S"), played("TS 7H 6S TC hit 2S")
        undone, event = corrected(driver, 5, "9S", "2S")
        assert (1, 1, (1000,), "2S", "Flo") == (
            undone.seat, undone.hand, undone.wagers.lost_minor, event.card, undone.witness,
        )  # fmt: skip
        assert ((1000, 0), right.table.cards) == (
            (driver.table.balances["layout"], driver.table.balances["rack"]), driver.table.cards,
        )  # fmt: skip
        assert (("TS 6S 2S", None), "turns") == (hand(driver), driver.table.phase)
        driver.played("stand turn")
        right.played("stand turn")
        assert (right.settle(), right.table.balances) == (driver.settle(), driver.table.balances)

    @pytest.mark.clause("HP-C1", "Q72")
    def test_it_is_any_card_of_the_hand(self):
        """A two was typed as a six, and the next card put the hand over: it has 21."""
        driver = played("TS 7H 6S TC hit 9S")
        corrected(driver, 3, "6S", "2S")
        assert (("TS 2S 9S", "twenty_one"), 1000) == (hand(driver), driver.table.balances["layout"])

    @pytest.mark.clause("HP-C1", "Q72")
    def test_after_the_turns_it_stands(self):
        """Bob has stood and the dealer's card is shown: Ann's eighteen takes no more cards, and counts."""
        driver = played("TS 5D 7H 6S 9D TC hit 9S stand turn", 1000, 1000)
        corrected(driver, 7, "9S", "2S")
        assert (("TS 6S 2S", "stand"), "complete") == (hand(driver), driver.table.phase)
        assert ("win", 1000, 0, "BJ-J1") == driver.rows(driver.settle())[1, 1, "blackjack", 1]

    @pytest.mark.clause("HP-C1", "BJ-J2a", "Q72")
    def test_one_that_is_still_over_21_is_collected_again(self):
        """The nine was a ten: the record has both cards, and the wager is the house's."""
        driver = played("TS 7H 6S TC hit 9S")
        names = [type(event).__name__ for event in corrected(driver, 5, "9S", "TD")]
        assert ["CollectionUndone", "CardCorrected", "HandSettled"] == names
        assert (1000, "TS 6S TD") == (
            driver.table.balances["rack"],
            " ".join(driver.table.cards.rack[0].hands[0].cards),
        )

    @pytest.mark.clause("HP-C1", "Q72")
    def test_a_slip_is_corrected_back(self):
        """The wager is collected again, and a void round gives it back once."""
        driver, other = played("TS 7H 6S TC hit 9S"), played("TS 7H 6S TC hit 9S")
        corrected(driver, 5, "9S", "2S")
        corrected(driver, 5, "2S", "9S")
        assert (other.table.balances, other.table.cards) == (driver.table.balances, driver.table.cards)
        driver.do("dealer", blackjack_acts.ReportWrongNumber(seat=1))
        assert {0} == set(driver.table.balances.values())

    @pytest.mark.clause("HP-C1", "BJ-L6", "Q72")
    def test_not_once_a_hand_of_the_dealer_was_settled(self):
        """In multiple action Bob was settled against the first hand: Ann's hand stays out, and the refusal says so."""
        driver = BlackjackDriver(settings={"multiple_action": 2}).ready((1, "Ann"), (2, "Bob"))
        driver.bet(1, 1000, 1000)
        driver.bet(2, 1000, 1000)
        driver.played("TS 5D 7H 6S 9D hit 9S stand TC")
        driver.settle()
        answer = driver.refused("dealer", correcting(6, "9S", "2S"), witness="floorperson")
        assert ("HP-C1", True) == (answer.clause, "blackjack.report_wrong_number/1 (BJ-M3)" in answer.reason)


class TestRefusals:
    @pytest.mark.clause("HP-C1")
    @pytest.mark.parametrize(("who", "witness"), [("dealer", None), ("dealer", "Ann"), ("Ann", "floorperson")])
    def test_dealer_and_a_second_person_correct_it(self, who, witness):
        """Nobody alone, and no player."""
        driver = played("TS 7H 9S TC")
        assert "HP-C1" == driver.refused(who, correcting(1, "TS", "9D"), witness=witness).clause

    @pytest.mark.clause("HP-C1", "Q72")
    @pytest.mark.parametrize(
        ("steps", "place", "was", "card"),
        [
            ("8S 7H 8D TC split", 1, "8S", "9S"),
            ("5S 7H 6S TC hit:500 2S", 1, "5S", "4S"),
            ("TS AH 6S TC insured close", 2, "AH", "9H"),
            ("TS AH 6S 8C insured close stand turn", 4, "8C", "9C"),
            ("TS 7H AS TC paid", 2, "7H", "TH"),
            ("TS 7H AS TC paid", 3, "AS", "9S"),
        ],
    )
    def test_not_once_something_was_decided_by_it(self, steps, place, was, card):
        """A hand paid, a pair split, a hit wager or insurance settled, insurance taken."""
        driver = BlackjackDriver().staked(1000)
        for step in steps.split():
            if step == "insured":
                driver.do("Ann", blackjack_acts.PlaceInsurance(seat=1, stake_minor=500))
            elif step == "paid":
                driver.do("dealer", blackjack_acts.PayBlackjack(seat=1))
            else:
                driver.played(step)
        assert "HP-C1" == refused(driver, place, was, card)

    @pytest.mark.clause("HP-C1")
    def test_not_once_the_suit_wager_was_settled_by_it(self):
        """Ann's first two cards decided it; Bob's, who has none, are corrected."""
        driver = BlackjackDriver(settings=SUITS).staked(1000, 1000)
        driver.bet(1, 500, on="same_suit")
        driver.played("TS 5D 7H 9S 9D TC suits")
        assert "HP-C1" == refused(driver, 4, "9S", "9H")
        assert "5C" == corrected(driver, 2, "5D", "5C")[0].card

    @pytest.mark.clause("HP-C1")
    def test_not_after_payment(self):
        """A card is corrected before its round is paid."""
        driver = played("TS 7H 9S TC stand turn")
        driver.settle()
        assert "HP-C1" == refused(driver, 3, "9S", "6S")

    @pytest.mark.clause("HP-C1", "BJ-B4")
    def test_not_to_a_card_that_the_deck_cannot_hold(self):
        """One deck has one ten of spades."""
        driver = played("TS 7H 9S TC", settings={"decks": 1})
        assert "BJ-B4" == refused(driver, 3, "9S", "TS")

    @pytest.mark.clause("HP-C1")
    def test_in_multiple_action_a_hand_of_the_dealer_that_is_settled_stays(self):
        """The first card decides all of them; a card of the hand in play is still corrected."""
        driver = BlackjackDriver(settings={"multiple_action": 2}).ready((1, "Ann"))
        driver.bet(1, 1000, 1000)
        driver.played("TS 7H 9S stand TC")
        driver.settle()
        driver.deal("9C")
        assert "HP-C1" == refused(driver, 2, "7H", "8H")
        assert "HP-C1" == refused(driver, 4, "TC", "9D")
        assert "TD" == corrected(driver, 5, "9C", "TD")[0].card
        assert "complete" == driver.table.phase
