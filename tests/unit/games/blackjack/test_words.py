"""Every event of a blackjack table in words: tables at which everything happens once, and what is said of it."""

import pytest

from pitboss.games.blackjack import acts as blackjack_acts
from pitboss.games.blackjack import events as e
from pitboss.games.blackjack.game import GAME
from pitboss.games.blackjack.words import in_words
from pitboss.games.cards import CARDS
from pitboss.games.everyday.dispute_events import DISPUTING_EVENTS
from pitboss.games.everyday.events import EVERYDAY_EVENTS, RESETTLING_EVENTS
from pitboss.games.shoe import acts as shoe_acts
from pitboss.games.table import acts as table_acts
from pitboss.games.virtual_shoe import commitment_of
from tests.support.blackjack_driver import BlackjackDriver

PLAYERS = ((1, "Ann"), (4, "Bob"))


def from_a_shoe():
    """Play a round with optional wagers, a split, a double and insurance, after a recut and a burn card shown."""
    driver = BlackjackDriver(settings={"initial_suit": "king_queen", "reshuffle": "cutting_card"}).shuffled(*PLAYERS)
    driver.do("dealer", shoe_acts.OfferCut(position=1, is_accepted=False))
    driver.cut(40)
    driver.do("pit_supervisor", shoe_acts.OrderRecut(cutter=shoe_acts.Cutter.LAST, reason="uneven"))
    driver.do("Bob", shoe_acts.CutCards(depth=50))
    driver.load(310, burn=["2C"])
    driver.do("dealer", blackjack_acts.ShowBurnCard(player="Ann", place=1, card="2C"))
    driver.do("dealer", table_acts.BuyValueChips(player="Ann", amount_minor=5000))
    driver.do("dealer", table_acts.OpenBetting())
    driver.bet(1, 1000)
    driver.bet(1, 200, on="king_queen")
    driver.do(
        "dealer", blackjack_acts.PlaceWager(seat=4, player="Bob", stake_minor=500, source=blackjack_acts.Source.COUPON)
    )
    driver.bet(4, 100)
    driver.do("Bob", blackjack_acts.RemoveWager(seat=4, player="Bob", stake_minor=100))
    driver.deal("QS", "5D")
    driver.do("dealer", blackjack_acts.ReportFaceUp(card="7D"))
    driver.deal("AD", "KS", "6C", None)
    driver.do("dealer", blackjack_acts.SettleSuitWagers(), witness="floorperson")
    driver.do("Ann", blackjack_acts.PlaceInsurance(seat=1, stake_minor=300))
    driver.do("dealer", blackjack_acts.CloseInsurance())
    driver.do("dealer", blackjack_acts.AnnounceTotal(seat=1, total=19))
    driver.act(1, "split")
    driver.do("Ann", blackjack_acts.PlaceHitWager(seat=1, hand=2, stake_minor=150))
    driver.deal("9C")
    driver.act(1, "stand")
    driver.deal("3S")
    driver.act(1, "hit", hit_minor=250)
    driver.deal("9H")
    driver.do("dealer", blackjack_acts.ReportError())
    driver.act(4, "double")
    driver.deal("8C")
    driver.do("dealer", blackjack_acts.TurnSecondCard(card="8H"))
    driver.settle()
    driver.do("dealer", blackjack_acts.DiscardCards())
    return driver


def of_multiple_action():
    """Lose the up card, go over 21, change a limit and void a round."""
    driver = BlackjackDriver(settings={"multiple_action": 3}).ready(*PLAYERS)
    driver.bet(1, 1000, 1000, 600)
    driver.bet(4, 500, 500)
    driver.deal("TS", "TH", "6D", "9C", "6C")
    driver.act(1, "stand")
    driver.act(4, "hit")
    driver.deal("KC", "TC", "5H")
    driver.settle()
    driver.do("dealer", blackjack_acts.ReportUpCardTaken())
    driver.do("floorperson", blackjack_acts.RestoreUpCard(card="6D"))
    driver.deal("TD")
    limit = table_acts.SetLimit(kind="hit", which=table_acts.Limit.MAX, amount_minor=900)
    driver.do("pit_supervisor", limit, witness="dealer")
    driver.do("dealer", blackjack_acts.ReportWrongNumber(seat=0))
    driver.do("dealer", blackjack_acts.DiscardCards())
    driver.do("floorperson", table_acts.RelieveDealer(dealer="Dan"))
    return driver


def from_the_hand():
    """Hold cards, declare a hit wager, surrender; then leave, spread idle cards and open anew."""
    settings = {"pitch": True, "decks": 2, "face_down": True, "hold_cards": True, "surrender": "text"}
    driver = BlackjackDriver(settings=settings).ready(*PLAYERS)
    driver.bet(1, 1000)
    driver.bet(4, 500)
    driver.deal("2S", "TH", "8D", "3S", "6C", "TC")
    driver.do("Ann", blackjack_acts.PickUpCards(seat=1))
    driver.act(1, "hit", hit_minor=100)
    driver.deal("4S")
    driver.do("Ann", blackjack_acts.DeclareHit(seat=1, is_suited=True))
    driver.act(1, "stand")
    driver.act(4, "surrender")
    driver.dealer_plays()
    driver.settle()
    driver.do("dealer", blackjack_acts.DiscardCards())
    driver.do("Ann", blackjack_acts.LeaveSeat(position=1))
    driver.do("Bob", blackjack_acts.LeaveSeat(position=4))
    driver.do("dealer", shoe_acts.SpreadIdleCards(is_face_up=False))
    driver.sit((2, "Cid"))
    driver.do("dealer", shoe_acts.TurnIdleCards())
    driver.do("Cid", blackjack_acts.LeaveSeat(position=2))
    driver.do("dealer", blackjack_acts.RepeatOpening())
    driver.do("dealer", table_acts.CloseTable())
    return driver


def of_a_tournament():
    """Let a shuffler fail, call a heat's round off, shuffle as the house wants, correct a card and pay a blackjack."""
    driver = BlackjackDriver().shuffled((1, "Ann"), method=blackjack_acts.Method.DEVICE)
    driver.do("dealer", blackjack_acts.ReportJam(failure=blackjack_acts.Failure.JAMMED))
    driver.do("dealer", blackjack_acts.ShuffleCards(method=blackjack_acts.Method.DEVICE))
    driver.load()
    driver.do("floorperson", blackjack_acts.BeginHeat(tournament="Spring", heat=2, hands=9))
    driver.do("floorperson", blackjack_acts.IssueChips(player="Ann", chips=5000))
    driver.do("dealer", table_acts.OpenBetting())
    driver.do("dealer", blackjack_acts.CallOffRound())
    driver.do("dealer", table_acts.OpenBetting())
    driver.do("dealer", table_acts.AbandonRound(reason="The fire bell rings."))
    driver.do("floorperson", blackjack_acts.EndHeat(reason="fire"))
    driver.do("dealer", blackjack_acts.ShuffleCards(method=blackjack_acts.Method.HAND, at_discretion=True))
    driver.cut().load().do("dealer", table_acts.OpenBetting())
    driver.bet(1, 1000)
    driver.deal("AS", "7D", "KS", "TH")
    driver.do("dealer", blackjack_acts.ReportExposed(card="TH"), witness="floorperson")
    correct = shoe_acts.CorrectCard(place=2, was="7D", card="8D", reason="wrong key")
    driver.do("dealer", correct, witness="floorperson")
    driver.do("dealer", blackjack_acts.PayBlackjack(seat=1))
    return driver


def of_a_card_corrected():
    """Collect a hand by a card named wrongly, and give it back."""
    driver = BlackjackDriver().staked(1000).played("TS 7H 6S TC hit 9S")
    correct = shoe_acts.CorrectCard(place=5, was="9S", card="2S", reason="wrong key")
    driver.do("dealer", correct, witness="floorperson")
    return driver


def of_cards_face_down():
    """Show a card that nobody could name."""
    driver = BlackjackDriver(settings={"pitch": True, "decks": 2, "face_down": True}).staked(1000)
    driver.deal(None, "9S", None, "2H")
    driver.do("Ann", blackjack_acts.ShowHand(seat=1, place=1, card="TS"))
    return driver


def of_a_round_sat_out():
    """Keep a seat without a wager for a round."""
    driver = BlackjackDriver().ready(*PLAYERS)
    driver.do("Bob", blackjack_acts.SitOut(position=4))
    return driver


def from_a_virtual_shoe():
    """Reveal an order wrongly and rightly, and go on without another."""
    driver = BlackjackDriver().stacked((1, "Ann"))
    for order in (CARDS * 6, CARDS[::-1] * 6):
        driver.do("dealer", shoe_acts.CommitShoe(commitment=commitment_of(order, "n"), controls="ICS 4", from_back=26))
        driver.do("dealer", blackjack_acts.BurnCard(card=order[0]))
        driver.do("dealer", shoe_acts.RevealShoe(order=(), nonce=""))
        if order[0] == "AC":
            driver.do("dealer", shoe_acts.RevealShoe(order=order, nonce="n"))
    driver.do("pit_supervisor", shoe_acts.AbandonReveal(reason="the nonce is lost"))
    return driver


@pytest.fixture(scope="module")
def told():
    """Return every event of the tables with what is said of it."""
    tables = (
        *(from_a_shoe, of_multiple_action, from_the_hand, of_a_tournament),
        *(of_a_card_corrected, of_cards_face_down, of_a_round_sat_out, from_a_virtual_shoe),
    )
    drivers = [table() for table in tables]
    return [(event, in_words(driver.table, event)) for driver in drivers for event in driver.events]


def test_every_event_has_a_sentence(told):
    """Every type has been said, each in a sentence or in lines, and none by its type's name."""
    # What is everyday at every table has its own test.
    everyday = {*EVERYDAY_EVENTS, *RESETTLING_EVENTS, *DISPUTING_EVENTS}  # told alike at every table
    assert {*GAME.events} - everyday == {type(event) for event, _ in told}
    assert [] == [type(event).__name__ for event, said in told if not said or type(event).__name__ in said]
    assert [] == [said for _, said in told if not said[0].isupper() and not said[0].isdigit()]


@pytest.mark.parametrize(
    "sentence",
    [
        "Dora offers the cut to Ann at position 1, who declines.",
        "Seat 1 was collected by a card named wrongly: $10.00 lies there again (Dora, with Flo) [HP-C1].",
        "Dora shuffles the cards by hand.",
        "Dora shuffles the cards in the device.",
        "Dora shuffles the cards by hand, because the house wants it.",
        "Dora burns 2C, face down.",
        "Dora burns a card, face down.",
        "Dora shows Ann burned card 1: 2C.",
        "Ann bets $10.00 at seat 1.",
        "Ann bets $2.00 on a king and queen of one suit at seat 1.",
        "Bob bets $5.00 with a match-play coupon at seat 4 (placed by Dora, dealer).",
        "Ann bets $6.00 at seat 1, spot 3.",
        "Bob takes $1.00 back at seat 4.",
        "Bob sits round 1 out at seat 4.",
        "QS goes to seat 1.",
        "AD goes to the dealer, face down.",
        "The dealer shows AD.",
        "TD goes to the dealer, hand 2.",
        "A card goes to the dealer, face down.",
        "The cutting card comes out after 2 cards and is laid aside.",
        "7D was found face up: it goes to the discard rack [BJ-M1].",
        "A card was drawn in error, and nobody saw it: it is the next card [BJ-M2].",
        "Seat 1 takes insurance for $3.00.",
        "Dora closes the insurance.",
        'Dora announces "19" for seat 1; the cards count 20, and that is what counts.',
        "Seat 1 splits the pair for $10.00 more.",
        "Seat 1 puts a hit wager of $1.50 on the first card to hand 2.",
        "Seat 1, hand 2, draws, with a hit wager of $2.50.",
        "Seat 4 doubles down for $5.00 more.",
        "8C goes to seat 4: the one card to a doubled hand.",
        "KC goes to seat 4: over 21.",
        "KS goes to seat 1: Blackjack.",
        "The dealer's second card is 8H.",
        "Ann picks up the cards of seat 1.",
        "Seat 4 surrenders.",
        "Dora reports it at once: the dealer's first card went into the rack before hand 2 was complete [BJ-M5].",
        "Flo (floorperson) rebuilds the last hand, 6D TC 5H, and puts 6D back [BJ-M5].",
        "All hands are void, and every wager goes back: the dealer has a wrong number of cards [BJ-M3].",
        "The shuffling device failed (jammed): the cards are shuffled again [BJ-M4].",
        "Heat 2 of Spring begins: 9 hands [BJ-O].",
        "Heat 2 of Spring ends after 0 hands (fire). Chips left: Ann 5000.",
        "Dora calls round 1 off: nobody has a wager in it.",
        "Everybody has left: Dora begins again with the inspection of the cards.",
        "Dora picks up the cards: seat 4 TH 6C, seat 1 2S 3S 4S, dealer 8D TC.",
    ],
)
def test_sentences_say_it_as_the_pit_does(told, sentence):
    """Amounts in the currency, people by name, the clause where one decided."""
    assert sentence in [said for _, said in told]


def lines(told, kind):
    """Return the lines in which the first event of a kind is told."""
    return next(said for event, said in told if isinstance(event, kind)).splitlines()


def test_suit_wagers_are_told_in_lines(told):
    """With the floorperson, who is told of a king and queen."""
    expected = [
        "The suit wagers are settled, from left to right:",
        "  Ann at seat 1 wins $20.00 on a king and queen of one suit [BJ-K5]",
        "  Flo, floorperson, is told.",
    ]
    assert expected == lines(told, e.SuitWagersSettled)


def test_hit_wagers_are_told_in_lines(told):
    """From the hand on the player's word, else by the card."""
    by_card = [
        "The hit wager on 3S is settled:",
        "  Ann at seat 1, hand 2, wins $4.50 on the hit wager [BJ-K6]",
    ]
    by_word = [
        "The hit wager on 4S is settled on the player's word:",
        "  Ann at seat 1 wins $3.00 on the hit wager [BJ-K6]",
    ]
    said = [said.splitlines() for event, said in told if isinstance(event, e.HitWagerSettled)]
    assert (by_card, by_word) == (said[0], said[-1])


def test_a_hand_that_is_settled_early_is_told_in_lines(told):
    """Which of a seat's hands it is, and a line for each wager on it."""
    first, second, third, _ = (said.splitlines() for event, said in told if isinstance(event, e.HandSettled))
    split = "  Ann at seat 1, hand 2, loses $10.00, over 21 [BJ-J2]"
    assert ["Seat 1, hand 2, is settled at once:", split] == first
    spots = [f"  Bob at seat 4{spot} loses $5.00, over 21 [BJ-J2]" for spot in ("", ", spot 2,")]
    assert ["Seat 4 is settled at once:", *spots] == second
    assert ["Seat 1 is settled at once:", "  Ann at seat 1 wins $15.00 with a Blackjack [BJ-J4]"] == third


def test_a_settlement_is_told_in_lines(told):
    """The dealer's hand, then each wager with its clause."""
    expected = [
        "Dealer AD 8H (19):",
        "  Ann at seat 1 pushes: $10.00 goes back [BJ-J3]",
        "  Bob at seat 4 pushes: $5.00 with a match-play coupon goes back [BJ-J3]",
        "  Bob at seat 4 pushes: $5.00 goes back [BJ-J3]",
    ]
    assert expected == lines(told, e.RoundSettled)


def test_insurance_is_told_in_lines(told):
    """By the card that decided it."""
    expected = ["Insurance is settled by 8H:", "  Ann at seat 1 loses $3.00 on insurance [BJ-A4]"]
    assert expected == lines(told, e.InsuranceSettled)


def test_a_dealer_hand_of_several_is_told_with_its_number(told):
    """The first of three."""
    assert ["Dealer hand 1 6D TC 5H (21):", "  Ann at seat 1 loses $10.00 [BJ-J2]"] == lines(told, e.SpotSettled)
