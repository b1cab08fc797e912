"""What a hand of blackjack wins and loses: J1 to J3, push21, the dealer's blackjack (Q19), soft 17 and idle draws."""

import pytest

from pitboss.games.blackjack import acts as a
from pitboss.games.blackjack.sign import sign
from tests.support.blackjack_driver import BlackjackDriver


def paid(steps, *stakes, **settings):
    """Play a round to its end, and return (seat, hand) to what became of the wager there."""
    driver = BlackjackDriver(settings=settings).staked(*stakes or (1000,)).played(steps)
    rows = driver.rows(driver.settle())
    return {(seat, hand): row for (seat, hand, on, _), row in rows.items() if on == "blackjack"}


def posted(clause, **settings):
    """Return the lines of a table's sign that stand there by a clause."""
    config = BlackjackDriver(settings=settings).table.rules.config
    return [f"{line.label} {line.value}".strip() for line in sign(config).lines if line.clause == clause]


class TestWinning:
    @pytest.mark.clause("BJ-J1", "BJ-J1a")
    def test_a_dealer_over_21_loses_to_any_hand_that_is_not(self):
        """Twelve is enough."""
        assert {(1, 1): ("win", 1000, 0, "BJ-J1")} == paid("5S TD 7H 6C stand turn TH")

    @pytest.mark.clause("BJ-J1", "BJ-J1b")
    def test_the_higher_count_wins(self):
        """By one point, and one to one."""
        assert {(1, 1): ("win", 1000, 0, "BJ-J1")} == paid("TS TD 9H 8C stand turn")

    @pytest.mark.clause("BJ-J1", "BJ-J1c", "BJ-J4")
    def test_a_blackjack_beats_a_drawn_21(self):
        """Ann's two cards win against three of the dealer's, while Bob's drawn 21 pushes with them."""
        rows = paid("AS TS 6D KS 5H 5C hit 6H turn TH", 1000, 1000)
        assert {(1, 1): ("blackjack", 1500, 0, "BJ-J4"), (2, 1): ("push", 0, 0, "BJ-J3")} == rows

    @pytest.mark.clause("BJ-J1")
    def test_what_is_won_comes_out_of_the_rack(self):
        """The wager goes back to the player with as much again."""
        driver = BlackjackDriver().staked(1000).played("TS TD 9H 8C stand turn")
        moves = driver.settle().moves
        assert {("layout", "circulation", 1000), ("rack", "circulation", 1000)} == {
            (move.source, move.target, move.amount_minor) for move in moves
        }

    @pytest.mark.clause("BJ-J1", "BJ-J2")
    def test_nothing_is_settled_before_the_dealer_is_done(self):
        """Neither in the players' turns, nor while the dealer has to draw, nor by a player."""
        driver = BlackjackDriver().staked(1000).played("TS TD 9H 6C")
        assert "BJ-J1" == driver.refused("dealer", a.SettleHand()).clause
        driver.played("stand turn")
        assert "BJ-J1" == driver.refused("dealer", a.SettleHand()).clause
        driver.played("2S")
        assert "BJ-J1" == driver.refused("Ann", a.SettleHand()).clause
        assert 18 == driver.settle().dealer_total
        assert "BJ-J1" == driver.refused("dealer", a.SettleHand()).clause


class TestLosing:
    @pytest.mark.clause("BJ-J2", "BJ-J2a")
    def test_a_hand_over_21_loses_at_once(self):
        """The wager is collected with the card that was too many."""
        driver = BlackjackDriver().staked(1000).played("TS TD 6H 6C hit")
        dealt, settled = driver.deal("TH")
        assert "bust" == dealt.ends
        assert {(1, 1, "blackjack", 1): ("bust", 0, 1000, "BJ-J2")} == driver.rows(settled)

    @pytest.mark.clause("BJ-J2a")
    def test_a_hand_over_21_has_lost_even_if_the_dealer_goes_over_it_too(self):
        """Bob's standing hand has the dealer draw; Ann's stays lost and is not settled again."""
        driver = BlackjackDriver().staked(1000, 1000).played("TS TH TD 6H 3H 6C hit 9C stand turn KH")
        assert {(2, 1, "blackjack", 1): ("win", 1000, 0, "BJ-J1")} == driver.rows(driver.settle())
        assert {"circulation": 0, "rack": 0, "layout": 0} == driver.table.balances

    @pytest.mark.clause("BJ-J2", "BJ-J2b")
    def test_the_lower_count_loses(self):
        """By one point, the whole wager."""
        assert {(1, 1): ("lose", 0, 1000, "BJ-J2")} == paid("TS TD 8H 9C stand turn")

    @pytest.mark.clause("BJ-J2b")
    def test_what_is_lost_goes_where_the_wager_came_from_or_to_the_rack(self):
        """Chips go to the rack, cash to the drop."""
        driver = BlackjackDriver().staked(1000, 600)
        driver.do("Bob", a.PlaceWager(seat=2, player="Bob", stake_minor=400, source=a.Source.CASH))
        moves = driver.played("TS TH TD 8H 8S 9C stand stand turn").settle().moves
        assert {("rack", 1600), ("drop", 400)} == {(move.target, move.amount_minor) for move in moves}

    @pytest.mark.clause("BJ-J2", "BJ-J2c")
    def test_a_drawn_21_loses_to_a_dealers_blackjack(self):
        """Unless the house says otherwise."""
        assert {(1, 1): ("lose", 0, 1000, "BJ-J2")} == paid("7S KD 7H AC hit 7C turn")


class TestPush:
    @pytest.mark.clause("BJ-J3")
    @pytest.mark.parametrize(
        ("steps", "total"), [("TS TD 7H 7C stand turn", 17), ("TS TD 5H 9C hit 4C stand turn", 19)]
    )
    def test_equal_counts_call_the_wager_off(self, steps, total):
        """Nobody is paid, and the wager goes back."""
        driver = BlackjackDriver().staked(1000).played(steps)
        settled = driver.settle()
        assert (total, ("push", 0, 0, "BJ-J3")) == (settled.dealer_total, driver.rows(settled)[1, 1, "blackjack", 1])
        assert {"circulation": 0, "layout": 0} == driver.table.balances

    @pytest.mark.clause("BJ-J3")
    @pytest.mark.parametrize(
        ("push21", "expected"), [(False, ("lose", 0, 1000, "BJ-J2")), (True, ("push", 0, 0, "BJ-J3"))]
    )
    def test_a_21_against_a_dealers_blackjack_is_a_push_where_the_house_says_so(self, push21, expected):
        """Drawn to three cards under a king."""
        assert {(1, 1): expected} == paid("7S KD 7H AC hit 7C turn", push21=push21)

    @pytest.mark.clause("BJ-J3")
    def test_the_option_saves_no_other_count(self):
        """Twenty loses to a dealer's blackjack at any table."""
        assert {(1, 1): ("lose", 0, 1000, "BJ-J2")} == paid("TS KD TH AC stand turn", push21=True)

    @pytest.mark.clause("BJ-J3")
    def test_the_option_covers_doubled_and_split_hands(self):
        """A doubled 21 keeps both its wagers; of split aces the one with a ten is a 21 as well."""
        assert {(1, 1): ("push", 0, 0, "BJ-J3")} == paid("6S KD 5H AC double TH turn", push21=True)
        rows = paid("AS KD AH AC split TH 5D turn", push21=True)
        assert {(1, 1): ("push", 0, 0, "BJ-J3"), (1, 2): ("lose", 0, 1000, "BJ-J2")} == rows

    @pytest.mark.clause("BJ-J3")
    def test_the_rule_on_pushes_is_posted(self):
        """Both forms of it say what becomes of a 21 against a dealer's blackjack."""
        assert ["Equal totals are a push; a dealer's blackjack beats any other 21."] == posted("BJ-J3")
        assert ["A player's 21 against a dealer's blackjack is a push."] == posted("BJ-J3", push21=True)


class TestDealersBlackjack:
    @pytest.mark.clause("Q19")
    @pytest.mark.parametrize(("dealer_bj", "lost"), [("all", 2000), ("original", 1000)])
    def test_a_doubled_hand(self, dealer_bj, lost):
        """Loses both wagers, or only the original one."""
        rows = paid("5S KD 6H AC double 9H turn", dealer_bj=dealer_bj)
        assert {(1, 1): ("lose", 0, lost, "BJ-J2")} == rows

    @pytest.mark.clause("Q19")
    @pytest.mark.parametrize(("dealer_bj", "second"), [("all", 1000), ("original", 0)])
    def test_a_split_pair(self, dealer_bj, second):
        """Loses on both hands, or only what was wagered before the first card."""
        rows = paid("8S KD 8H AC split TH stand 9H stand turn", dealer_bj=dealer_bj)
        assert {(1, 1): ("lose", 0, 1000, "BJ-J2"), (1, 2): ("lose", 0, second, "BJ-J2")} == rows

    @pytest.mark.clause("Q19", "BJ-J2a")
    def test_a_hand_that_went_over_21_loses_all_of_it_either_way(self):
        """It was decided before the dealer had a blackjack."""
        driver = BlackjackDriver(settings={"dealer_bj": "original"}).staked(1000)
        _, settled = driver.played("5S KD 8H AC double").deal("TH")
        assert {(1, 1, "blackjack", 1): ("bust", 0, 2000, "BJ-J2")} == driver.rows(settled)

    @pytest.mark.clause("Q19")
    def test_the_second_card_is_not_looked_at_before_the_turns_are_over(self):
        """A dealer's blackjack under a king stops nobody from doubling first."""
        driver = BlackjackDriver().staked(1000).played("5S KD 6H AC")
        assert "BJ-H8" == driver.refused("dealer", a.TurnSecondCard()).clause
        assert 1000 == driver.act(1, "double").stake_minor

    @pytest.mark.clause("Q19")
    def test_the_gentler_rule_is_posted(self):
        """A table without it has no line for it."""
        text = "Against a dealer's blackjack only the first wager is lost, not what was doubled or split."
        assert [text] == posted("Q19", dealer_bj="original")
        assert [] == posted("Q19", dealer_bj="all")


class TestSoft17:
    @pytest.mark.clause("BJ-H8a", "BJ-I9a", "BJ-J1b", "BJ-J2b")
    @pytest.mark.parametrize("pitch", [False, True])
    def test_the_dealer_draws_to_soft_17(self, pitch):
        """With a four it is 21, which beats eighteen."""
        steps = "TS AD 8H 6C close stand turn 4H"
        assert {(1, 1): ("lose", 0, 1000, "BJ-J2")} == paid(steps, pitch=pitch, decks=2)

    @pytest.mark.clause("BJ-H8a", "BJ-I9a")
    @pytest.mark.parametrize(("pitch", "clause"), [(False, "BJ-H8a"), (True, "BJ-I9a")])
    def test_a_house_may_have_the_dealer_stand_on_it(self, pitch, clause):
        """Then no card is due, and eighteen wins."""
        driver = BlackjackDriver(settings={"h17": False, "pitch": pitch, "decks": 2}).staked(1000)
        driver.played("TS AD 8H 6C close stand turn")
        assert clause == driver.refused("dealer", a.DealCard(card="4H")).clause
        assert ("win", 1000, 0, "BJ-J1") == driver.rows(driver.settle())[1, 1, "blackjack", 1]
