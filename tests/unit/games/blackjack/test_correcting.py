"""Cards of blackjack that are corrected in rounds that went on in ways that few do."""

from pitboss.games.blackjack import acts as blackjack_acts
from pitboss.games.shoe import acts as shoe_acts
from tests.support.blackjack_driver import BlackjackDriver


def correcting(place, was, card):
    """Return the correction of a card."""
    return shoe_acts.CorrectCard(place=place, was=was, card=card, reason="wrong key")


def split_again(steps):
    """Return a round in which Ann's first hand proved to be a pair when a three lay in the second, and these steps."""
    driver = BlackjackDriver().staked(1_000).played("TS 7H TD 9C split AS 3S")
    driver.do("dealer", correcting(5, "AS", "TH"), witness="floorperson")
    return driver.played(steps)


def test_a_card_is_found_in_its_hand_though_hands_before_it_were_split_since():
    """The first hand is split and then the second: the three lies in the fourth, and nothing was decided by it."""
    driver = split_again("split 2S stand TC split 4S stand 6S stand")
    driver.do("dealer", correcting(6, "3S", "5S"), witness="floorperson")
    hands = [" ".join(one.cards) for one in driver.table.round.boxes[1].hands]
    assert ["TS 2S", "TH 4S", "TC 6S", "TD 5S"] == hands


def test_a_collection_is_undone_in_the_hand_to_which_its_card_has_come():
    """The third hand went over 21 by a three that was a two: it has its wager back, and 21."""
    driver = split_again("split 2S stand 4S stand hit 9H")
    undone, _ = driver.do("dealer", correcting(6, "3S", "2D"), witness="floorperson")
    last = driver.table.round.boxes[1].hands[2]
    assert ((1, 3), "TD 2D 9H") == ((undone.seat, undone.hand), " ".join(last.cards))


def test_nothing_is_corrected_while_the_dealers_first_card_is_in_the_rack():
    """It is put back first: until then nobody knows what the round is."""
    driver = BlackjackDriver(settings={"multiple_action": 3}).ready((1, "Ann"))
    driver.bet(1, 300, 500, 700)
    driver.deal("TS", "6D", "9C")
    driver.act(1, "stand")
    driver.deal("TC", "5H")
    driver.settle()
    driver.do("dealer", blackjack_acts.ReportUpCardTaken())
    refusal = driver.refused("dealer", correcting(1, "TS", "9S"), witness="floorperson")
    driver.do("floorperson", blackjack_acts.RestoreUpCard(card="6D"))
    after = driver.refused("dealer", correcting(1, "TS", "9S"), witness="floorperson")
    assert ("BJ-M5", True) == (refusal.clause, "a supervisor puts it back first" in refusal.reason)
    assert "puts it back" not in after.reason
