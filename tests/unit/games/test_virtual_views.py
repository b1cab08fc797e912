"""What anybody sees of a virtual shoe: its promise before the first card, and all of it when it is over."""

from pitboss.games.baccarat import acts as baccarat_acts
from pitboss.games.baccarat.live import view
from pitboss.games.baccarat.next_act import next_act
from pitboss.games.cards import CARDS as DECK
from pitboss.games.shoe import acts as shoe_acts
from pitboss.games.shoe.live import revealed_view
from pitboss.games.virtual_shoe import commitment_of, finding
from tests.support.baccarat_driver import BaccaratDriver

ORDER = DECK * 8
PROMISE = commitment_of(ORDER, "n")


def committed():
    """Return a table with a virtual shoe in play."""
    driver = BaccaratDriver().stacked()
    driver.do("dealer", shoe_acts.CommitShoe(commitment=PROMISE, controls="ICS", from_back=14))
    return driver


def revealed(driver):
    """Return the last shoe that is over, as whoever checks it gets it."""
    return revealed_view(driver.table)


def test_a_promise_is_there_before_the_first_card_and_while_the_shoe_is_dealt():
    """With how many cards are out; at a table of cardboard there is none."""
    driver = committed()
    before = view(driver.table)["virtual"]
    driver.do("dealer", baccarat_acts.ReportFaceUp(card="AC"))

    assert {"now": {"shoe": 1, "commitment": PROMISE, "drawn": 0}, "shown": None} == before
    assert 1 == view(driver.table)["virtual"]["now"]["drawn"]
    assert (None, None) == (view(BaccaratDriver().ready().table)["virtual"], revealed(driver))


def test_a_shoe_that_was_shown_can_be_checked_whole():
    """Order, nonce, decks, the cards that came, nothing in place of one that nobody saw; the next promise beside it."""
    driver = committed()
    driver.do("dealer", baccarat_acts.ReportError(card=None))
    driver.do("dealer", baccarat_acts.ReportFaceUp(card="2C"))
    driver.do("dealer", shoe_acts.RevealShoe(order=ORDER, nonce="n"))
    found = revealed(driver)
    over = view(driver.table)["virtual"]
    driver.do("dealer", shoe_acts.CommitShoe(commitment="0" * 64, controls="ICS", from_back=14))
    following = view(driver.table)["virtual"]

    assert (1, 8, ["", "2C"]) == (found["shoe"], found["decks"], list(found["dealt"]))
    assert None is finding(found["commitment"], found["order"], found["nonce"], decks=found["decks"], dealt=ORDER[:2])
    assert {"now": None, "shown": {"shoe": 1, "commitment": PROMISE, "finding": ""}} == over
    assert ("0" * 64, 1) == (following["now"]["commitment"], following["shown"]["shoe"])


def test_a_shoe_whose_order_was_not_shown_says_why():
    """What was wrong with it, or why there is none."""
    driver = committed()
    driver.do("dealer", shoe_acts.RevealShoe(order=ORDER, nonce="other"))
    wrong = revealed(driver)
    driver.do("pit_supervisor", shoe_acts.AbandonReveal(reason="the nonce is lost"))

    assert ("the order and the nonce are not what was committed to", ()) == (wrong["finding"], tuple(wrong["order"]))
    assert "the nonce is lost" == revealed(driver)["finding"]


def test_the_order_is_shown_before_the_cards_are_shuffled():
    """It is the dealer's next act when the shoe is over."""
    driver = committed()
    driver.do("dealer", shoe_acts.RevealShoe(order=ORDER, nonce="other"))
    told = next_act(driver.table)
    driver.do("dealer", shoe_acts.RevealShoe(order=ORDER, nonce="n"))

    assert ("cards.reveal_shoe/1", "MB-I") == (told["act"], told["clause"])
    assert "baccarat.shuffle_cards/1" == next_act(driver.table)["act"]
