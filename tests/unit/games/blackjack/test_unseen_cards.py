"""Cards that leave the shoe unseen: burned ones, the dealer's two, and what may still be told of them."""

from fractions import Fraction

import pytest

from pitboss.games.blackjack import acts as blackjack_acts
from pitboss.games.blackjack.round import chance
from pitboss.games.cards import CARDS, CardSource, parse_card
from pitboss.games.table import acts as table_acts
from tests.support.blackjack_driver import BlackjackDriver

SINGLE = {"decks": 1}


def dealt(*cards, settings=SINGLE):
    """Return a table of a single deck with one unseen burn card, and cards dealt to Ann and the dealer."""
    driver = BlackjackDriver(settings=settings).ready((1, "Ann"))
    driver.bet(1, 500)
    driver.deal(*cards)
    return driver


def copies(driver, card):
    """Return how often a card may still come, in the round and in the shoe."""
    index = parse_card(card).index
    return driver.table.round.left[index], driver.table.cards.shoe.copies_left()[index]


class TestSource:
    def test_an_unseen_card_has_left_and_may_be_any(self):
        """One card fewer lies in the shoe, and every card may still come."""
        source = CardSource(1, drawn=["", "TS"])
        assert (50, 51) == (source.count, sum(source.copies_left()))
        assert (False, True) == (source.can_give("TS"), source.can_give("AS"))

    def test_several_unseen_cards_are_not_one(self):
        """Each counts for itself."""
        source = CardSource(2, drawn=["", "", ""])
        assert (101, [2] * 52) == (source.count, source.copies_left())


class TestBurned:
    def test_a_burned_card_that_nobody_saw_may_be_dealt(self):
        """As far as anybody knows: each of the 52 can be the first card, with the same chance."""
        driver = dealt()
        assert ("", 51) == (driver.table.cards.shoe.drawn[0], driver.table.cards.in_shoe)
        assert tuple((blackjack_acts.DealCard(card=card), Fraction(1, 52)) for card in CARDS) == chance(
            driver.table.round
        )

    def test_a_burned_card_that_was_seen_may_not(self):
        """The two of clubs lies in the rack."""
        driver = BlackjackDriver(settings=SINGLE).shuffled((1, "Ann")).cut().load(burn=["2C"])
        driver.do("dealer", table_acts.OpenBetting())
        driver.bet(1, 500)
        assert ((0, 0), "BJ-B4") == (
            copies(driver, "2C"),
            driver.refused("dealer", blackjack_acts.DealCard(card="2C")).clause,
        )

    def test_one_that_is_shown_is_known_from_then_on(self):
        """In the round in play as well: it cannot be dealt any more."""
        driver = dealt("TS")
        assert (1, 1) == copies(driver, "9C")
        driver.do("dealer", blackjack_acts.ShowBurnCard(player="Ann", place=1, card="9C"))
        assert ((0, 0), "9C") == (copies(driver, "9C"), driver.table.cards.shoe.drawn[0])
        assert "BJ-B4" == driver.refused("dealer", blackjack_acts.DealCard(card="9C")).clause

    def test_what_is_shown_can_be_what_was_burned(self):
        """Not a card that was dealt, and the second time not another than the first."""
        driver = dealt("TS")
        assert "BJ-B4" == driver.refused("dealer", blackjack_acts.ShowBurnCard(player="Ann", place=1, card="TS")).clause
        driver.do("dealer", blackjack_acts.ShowBurnCard(player="Ann", place=1, card="9C"))
        assert "BJ-H3" == driver.refused("dealer", blackjack_acts.ShowBurnCard(player="Ann", place=1, card="8C")).clause
        assert "9C" == driver.do("dealer", blackjack_acts.ShowBurnCard(player="Ann", place=1, card="9C")).card
        assert (0, 0) == copies(driver, "9C")

    def test_shown_between_rounds_it_is_known_to_the_next(self):
        """The round that is over is not touched."""
        driver = BlackjackDriver(settings={"reshuffle": "cutting_card", **SINGLE}).in_play((1, "Ann"))
        driver.do("dealer", blackjack_acts.ShowBurnCard(player="Ann", place=1, card="9C"))
        assert 0 == driver.table.cards.shoe.copies_left()[parse_card("9C").index]


class TestSecondCard:
    def test_a_second_card_that_nobody_saw_is_named_when_it_is_turned(self):
        """It lay in its place among the cards drawn all the time."""
        driver = dealt("TS", "8D", "9C", None)
        assert ("", ["", "TS", "8D", "9C", ""]) == (driver.table.round.second, driver.table.cards.shoe.drawn)
        driver.act(1, "stand")
        assert "BJ-H8" == driver.refused("dealer", blackjack_acts.TurnSecondCard()).clause
        driver.do("dealer", blackjack_acts.TurnSecondCard(card="TH"))
        assert (["", "TS", "8D", "9C", "TH"], [["8D", "TH"]]) == (
            driver.table.cards.shoe.drawn,
            driver.table.round.dealer,
        )
        assert (0, 0) == copies(driver, "TH")

    def test_it_is_one_of_the_cards_that_are_left(self):
        """Not one that was dealt; each other with the same chance."""
        driver = dealt("TS", "8D", "9C", None)
        driver.act(1, "stand")
        assert "BJ-B4" == driver.refused("dealer", blackjack_acts.TurnSecondCard(card="9C")).clause
        weights = dict(chance(driver.table.round))
        assert ({Fraction(1, 49)}, 49) == ({*weights.values()}, len(weights))
        assert blackjack_acts.TurnSecondCard(card="9C") not in weights

    def test_what_is_drawn_meanwhile_is_not_it(self):
        """A card drawn by Ann cannot be the dealer's too."""
        driver = dealt("TS", "8D", "2C", None)
        driver.act(1, "hit")
        driver.deal("TH")
        assert "bust" == driver.table.round.boxes[1].hands[0].ending
        assert "BJ-B4" == driver.refused("dealer", blackjack_acts.TurnSecondCard(card="TH")).clause

    def test_a_second_card_that_was_named_stays_what_it_was(self):
        """Turning it needs no name, and takes no other."""
        driver = dealt("TS", "8D", "9C", "TH")
        driver.act(1, "stand")
        assert "BJ-H8" == driver.refused("dealer", blackjack_acts.TurnSecondCard(card="TD")).clause
        assert "TH" == driver.do("dealer", blackjack_acts.TurnSecondCard()).card

    @pytest.mark.parametrize("place", [0, 2])
    def test_no_players_card_is_dealt_unseen(self, place):
        """Only the dealer's lie face down."""
        driver = dealt(*("TS", "8D", "9C")[:place])
        assert "BJ-H4" == driver.refused("dealer", blackjack_acts.DealCard(card=None)).clause

    def test_never_turned_it_goes_to_the_rack_unseen(self):
        """A round that is void keeps no name for it."""
        driver = dealt("TS", "8D", "9C", None)
        driver.do("dealer", blackjack_acts.ReportWrongNumber(seat=1))
        discarded = driver.do("dealer", blackjack_acts.DiscardCards())
        assert [(1, ("TS", "9C")), (0, ("8D",))] == [(entry.seat, entry.cards) for entry in discarded.hands]


class TestFirstCard:
    def test_a_first_card_that_nobody_saw_is_named_when_it_is_turned(self):
        """Once everybody has two cards, and not before; no decision is taken without it."""
        driver = dealt("TS", None, "9C")
        assert "BJ-H4" == driver.refused("dealer", blackjack_acts.TurnFirstCard(card="8D")).clause
        driver.deal("TH")
        assert ("dealing", "BJ-H5") == (driver.table.phase, driver.refuses(1, "stand").clause)
        assert "8D" == driver.do("dealer", blackjack_acts.TurnFirstCard(card="8D")).card
        assert (["", "TS", "8D", "9C", "TH"], "turns") == (driver.table.cards.shoe.drawn, driver.table.phase)
        assert (0, 0) == copies(driver, "8D")

    def test_it_is_one_of_the_cards_that_are_left(self):
        """With the second card unseen as well, each but Ann's two has the same chance."""
        driver = dealt("TS", None, "9C", None)
        assert "BJ-B4" == driver.refused("dealer", blackjack_acts.TurnFirstCard(card="9C")).clause
        weights = dict(chance(driver.table.round))
        assert ({Fraction(1, 50)}, 50) == ({*weights.values()}, len(weights))
        assert blackjack_acts.TurnFirstCard(card="8D") in weights

    def test_both_are_named_in_their_places(self):
        """The first after the deal, the second after the turns."""
        driver = dealt("TS", None, "9C", None)
        driver.do("dealer", blackjack_acts.TurnFirstCard(card="8D"))
        driver.act(1, "stand")
        driver.do("dealer", blackjack_acts.TurnSecondCard(card="TH"))
        assert ([["8D", "TH"]], ["", "TS", "8D", "9C", "TH"]) == (
            driver.table.round.dealer,
            driver.table.cards.shoe.drawn,
        )

    def test_in_multiple_action_it_is_turned_before_the_turns(self):
        """There is no second card yet."""
        driver = BlackjackDriver(settings={"multiple_action": 2}).ready((1, "Ann"))
        driver.bet(1, 500, 500)
        driver.deal("TS", None, "9C")
        assert "8D" == driver.do("dealer", blackjack_acts.TurnFirstCard(card="8D")).card
        assert ("turns", "8D") == (driver.table.phase, driver.table.round.up_card)

    def test_a_first_card_that_was_named_turns_by_itself(self):
        """With the last card of the deal, so that nothing is left to turn."""
        driver = dealt("TS", "8D", "9C")
        assert (None, "8D") == (driver.table.round.up_card, driver.table.round.first)
        _, turned = driver.deal("TH")
        assert ("8D", "8D") == (turned.card, driver.table.round.up_card)
        assert "BJ-H4" == driver.refused("dealer", blackjack_acts.TurnFirstCard(card="8D")).clause

    @pytest.mark.clause("BJ-H9", "BJ-M3")
    def test_a_void_deal_leaves_it_to_be_picked_up(self):
        """The card lies face down before the dealer, and goes to the rack with the rest."""
        driver = dealt("TS", "8D")
        driver.do("dealer", blackjack_acts.ReportWrongNumber(seat=1))
        discarded = driver.do("dealer", blackjack_acts.DiscardCards())
        assert [(1, ("TS",)), (0, ("8D",))] == [(entry.seat, entry.cards) for entry in discarded.hands]
