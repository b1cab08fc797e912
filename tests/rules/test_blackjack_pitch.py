"""Pitch (I1 to I11): dealt from the hand, one deck or two, burn cards unseen, face up or down, cards held or not."""

import pytest

from pitboss.games.blackjack import acts as blackjack_acts
from pitboss.games.blackjack.card_procedure import rebuilt
from pitboss.games.blackjack.events import CardDealt
from pitboss.games.blackjack.sign import sign
from pitboss.games.shoe import acts as shoe_acts
from pitboss.games.table import acts as table_acts
from pitboss.rulebook import check_table
from tests.support.blackjack_driver import BLACKJACK, BlackjackDriver


def pitch(**settings):
    """Return a pitch table with two decks."""
    return BlackjackDriver(settings={"pitch": True, "decks": 2, **settings})


def dealt(steps, *stakes, **settings):
    """Return a pitch table with wagers on it, the cards dealt."""
    return pitch(**settings).staked(*stakes or (1000,)).played(steps)


def order_of(cards):
    """Return to whom (0 is the dealer) each card went and as which of the hand, as long as one was due."""
    driver = pitch().ready((5, "Bob"), (2, "Ann"))
    driver.bet(5, 1000)
    driver.bet(2, 1000)
    for card in cards.split():
        if driver.table.round.due is not None:
            driver.deal(card)
    return [(event.seat, event.place) for event in driver.events if isinstance(event, CardDealt)]


def faults(**settings):
    """Return the clauses by which a table's settings are refused."""
    return [fault.clause for fault in check_table({"rulebook": BLACKJACK, "settings": settings})[1]]


class TestCards:
    @pytest.mark.clause("BJ-I1")
    @pytest.mark.parametrize(("face_down", "how"), [(False, "face up"), (True, "face down")])
    def test_it_is_posted(self, face_down, how):
        """By its name, which no shoe table has on its sign."""
        posted = sign(pitch(face_down=face_down).table.rules.config)
        assert "Pitch blackjack" == posted.title
        lines = [line.label for line in posted.lines if line.clause == "BJ-I1"]
        assert [f"Pitch: 2 decks, dealt from the hand, {how}."] == lines
        assert [] == [line for line in sign(BlackjackDriver().table.rules.config).lines if line.clause == "BJ-I1"]

    @pytest.mark.clause("BJ-I1")
    def test_no_round_opens_before_the_sign_hangs(self):
        """A changed limit wants another one."""
        driver = pitch().in_play()
        driver.do(
            "pit_manager",
            table_acts.SetLimit(kind="blackjack", which=table_acts.Limit.MIN, amount_minor=500),
            witness="floorperson",
        )
        assert "BJ-I1" == driver.refused("dealer", table_acts.OpenBetting()).clause
        driver.do("dealer", blackjack_acts.PostSign())
        assert 1 == driver.do("dealer", table_acts.OpenBetting()).round

    @pytest.mark.clause("BJ-I2")
    def test_one_deck_or_two(self):
        """Never a third, and the six of a shoe are no default for it."""
        assert ([], [], ["BJ-I2"]) == tuple(faults(pitch=True, decks=decks) for decks in (1, 2, 3))
        assert ["BJ-I2"] == faults(pitch=True)
        assert (104, 52) == (pitch().table.rules.shoe_size, pitch(decks=1).table.rules.shoe_size)

    @pytest.mark.clause("BJ-I3")
    def test_the_cards_are_taken_in_hand_after_the_cut(self):
        """Neither before it, nor is anything dealt while they lie there."""
        driver = pitch().shuffled()
        assert "BJ-E3" == driver.refused("dealer", shoe_acts.LoadShoe(from_back=26)).clause
        driver.cut()
        assert "BJ-I3" == driver.refused("dealer", blackjack_acts.BurnCard()).clause
        assert "BJ-I3" == driver.refused("dealer", table_acts.OpenBetting()).clause
        assert 104 == driver.do("dealer", shoe_acts.LoadShoe(from_back=26)).cards

    @pytest.mark.clause("BJ-I3")
    @pytest.mark.parametrize("method", blackjack_acts.Method)
    def test_cards_in_the_dealers_hand_are_read_by_no_shoe(self, method):
        """The dealer says each card; at a table with a shoe the shoe may read them."""
        by_shoe = shoe_acts.LoadShoe(from_back=26, reader=shoe_acts.Reader.SHOE)
        driver, other = pitch().shuffled(method=method), BlackjackDriver().shuffled(method=method)
        if method is blackjack_acts.Method.HAND:
            driver.cut()
            other.cut()
        assert "BJ-I3" == driver.refused("dealer", by_shoe).clause
        assert shoe_acts.Reader.DEALER == driver.do("dealer", shoe_acts.LoadShoe(from_back=26)).reader
        assert shoe_acts.Reader.SHOE == other.do("dealer", by_shoe).reader

    @pytest.mark.clause("BJ-I3", "BJ-I1")
    def test_no_shoe_is_asked_for(self):
        """A pitch table opens without one, a shoe table does not."""
        items = {entry.item for entry in pitch().table.rules.equipment}
        assert {"dealing shoe"} == {entry.item for entry in BlackjackDriver().table.rules.equipment} - items

    @pytest.mark.clause("BJ-I4")
    @pytest.mark.parametrize("burn", [1, 3])
    def test_the_first_cards_are_burned(self, burn):
        """As many as the house says, one at least, and no round opens before."""
        driver = pitch(burn=burn).shuffled().cut()
        driver.do("dealer", shoe_acts.LoadShoe(from_back=26))
        assert "BJ-I4" == driver.refused("dealer", table_acts.OpenBetting()).clause
        assert list(range(burn))[::-1] == [driver.do("dealer", blackjack_acts.BurnCard()).due for _ in range(burn)]
        assert 1 == driver.do("dealer", table_acts.OpenBetting()).round

    @pytest.mark.clause("BJ-I4")
    def test_not_burning_is_no_choice(self):
        """One card at least, and no more than a deck."""
        burns = (0, 1, 52, 53)
        assert (["BJ-I4"], [], [], ["BJ-I4"]) == tuple(faults(pitch=True, decks=2, burn=burn) for burn in burns)

    @pytest.mark.clause("BJ-I4", "BJ-H3")
    @pytest.mark.parametrize("card", [None, "5S"])
    def test_burned_cards_are_shown_to_nobody(self, card):
        """From a shoe a player who asks is shown them."""
        show = blackjack_acts.ShowBurnCard(player="Ann", place=1, card="5S")
        at_pitch = pitch().shuffled().cut().load(burn=[card])
        assert "BJ-I4" == at_pitch.refused("dealer", show).clause
        assert "5S" == BlackjackDriver().shuffled().cut().load(burn=[card]).do("dealer", show).card


class TestTheDeal:
    @pytest.mark.clause("BJ-I5", "BJ-I5a", "BJ-I5b", "BJ-I5c", "BJ-I5d")
    @pytest.mark.parametrize("face_down", [False, True])
    def test_clockwise_from_the_dealers_left(self, face_down):
        """A card to each player, one to the dealer, a second to each, a second to the dealer."""
        driver = pitch(face_down=face_down).ready((5, "Bob"), (2, "Ann"))
        driver.bet(5, 1000)
        driver.bet(2, 1000)
        *events, (last, turned) = [driver.deal(card) for card in ("TS", "9S", "8D", "7H", "6H", "5C")]
        assert [(2, 1), (5, 1), (0, 1), (2, 2), (5, 2), (0, 2)] == [
            (event.seat, event.place) for event in (*events, last)
        ]
        assert "8D" == turned.card
        assert "BJ-I6" == driver.refused("dealer", blackjack_acts.DealCard(card="2S")).clause

    @pytest.mark.clause("BJ-I5a")
    def test_a_first_card_to_every_player_with_a_wager(self):
        """Seats 2 and 5, from the dealer's left, and none of the others."""
        assert [(2, 1), (5, 1)] == order_of("TS 9S")

    @pytest.mark.clause("BJ-I5b")
    def test_then_the_dealers_first(self):
        """Behind everybody's first card, and before any second one."""
        assert [(0, 1)] == order_of("TS 9S 8D")[2:]

    @pytest.mark.clause("BJ-I5c")
    def test_then_a_second_card_to_every_player(self):
        """From the dealer's left again."""
        assert [(2, 2), (5, 2)] == order_of("TS 9S 8D 7H 6H")[3:]

    @pytest.mark.clause("BJ-I5d")
    def test_the_dealers_second_is_the_last(self):
        """No further card is due to anybody until a player has decided."""
        assert [(0, 2)] == order_of("TS 9S 8D 7H 6H 5C 4C 3C")[5:]

    @pytest.mark.clause("BJ-I5", "BJ-I5b", "Q25")
    @pytest.mark.parametrize("face_down", [False, True])
    def test_face_up_or_face_down_as_the_house_chose(self, face_down):
        """The dealer's lie face down either way, until the first of them is turned up."""
        driver = pitch(face_down=face_down).staked(1000)
        *events, (last, turned) = [driver.deal(card) for card in ("TS", "9D", "8H", "7C")]
        assert [not face_down, False, not face_down, False] == [event.is_face_up for event in (*events, last)]
        assert "9D" == turned.card == driver.table.round.up_card

    @pytest.mark.clause("BJ-I5", "BJ-H4")
    def test_from_a_shoe_there_is_no_such_choice(self):
        """The players' cards lie face up."""
        assert (["BJ-H4"], []) == (faults(face_down=True), faults(face_down=True, pitch=True, decks=2))

    @pytest.mark.clause("BJ-I5", "BJ-I11a")
    def test_face_down_the_player_may_name_the_card(self):
        """Who alone has seen it; nobody else's, not the dealer's, and none that lies face up."""
        driver = pitch(face_down=True).staked(1000, 1000)
        assert "BJ-I11a" == driver.refused("Bob", blackjack_acts.DealCard(card="TS")).clause
        assert "Ann" == driver.do("Ann", blackjack_acts.DealCard(card="TS")).by
        driver.do("Bob", blackjack_acts.DealCard(card="9S"))
        assert "BJ-I11a" == driver.refused("Ann", blackjack_acts.DealCard(card="8D")).clause
        assert "BJ-I11a" == dealt("", 1000).refused("Ann", blackjack_acts.DealCard(card="TS")).clause

    @pytest.mark.clause("BJ-I5a", "BJ-I5c")
    def test_a_player_s_card_is_named(self):
        """Only the dealer's may be ones that nobody has seen."""
        driver = pitch().staked(1000)
        assert "BJ-I5" == driver.refused("dealer", blackjack_acts.DealCard(card=None)).clause
        assert None is driver.played("TS").deal(None).card

    @pytest.mark.clause("BJ-I5")
    def test_a_card_that_is_drawn_is_named_where_the_first_two_are_not(self):
        """It lies face up."""
        driver = pitch(face_down=True).staked(1000)
        driver.deal(None, "9S", None, "2H")
        driver.act(1, "hit")
        refusal = driver.refused("dealer", blackjack_acts.DealCard(card=None))
        assert ("BJ-I5", True) == (refusal.clause, "face up" in refusal.reason)


class TestTurns:
    @pytest.mark.clause("BJ-I6")
    def test_from_the_dealers_left_when_all_have_two_cards(self):
        """Not before, not out of turn, and no decision of somebody else's."""
        driver = dealt("TS 9S 8D 2H 3H", 1000, 1000)
        assert "BJ-I6" == driver.refuses(1, "stand").clause
        driver.played("5C")
        assert "BJ-I6" == driver.refuses(2, "stand").clause
        assert [1, 2] == [driver.act(seat, "stand").seat for seat in (1, 2)]

    @pytest.mark.clause("BJ-I7")
    @pytest.mark.parametrize("face_down", [False, True])
    def test_cards_for_a_decision_lie_face_up(self, face_down):
        """At once: nothing else is decided before the card is there."""
        driver = dealt("5S 9D 2H 8C", face_down=face_down).played("hit")
        assert "BJ-I7" == driver.refuses(1, "stand").clause
        assert "BJ-I11a" == driver.refused("Ann", blackjack_acts.DealCard(card="3S")).clause
        assert True is driver.deal("3S").is_face_up

    @pytest.mark.clause("BJ-I8")
    def test_cards_are_drawn_under_21(self):
        """As often as the player likes; neither at a soft 21 nor over it."""
        driver = dealt("2S 9D 3H 8C").played("hit 4S hit 5S hit")
        assert "bust" == driver.deal("KH")[0].ends
        assert "BJ-I8" == driver.refuses(1, "hit").clause
        assert "BJ-I8" == dealt("AS 9D 3H 8C").played("hit 7S").refuses(1, "hit").clause

    @pytest.mark.clause("BJ-I8a")
    def test_none_to_a_blackjack_or_a_hard_21(self):
        """Either ends the hand by itself."""
        assert "BJ-I8a" == dealt("AS 9D KH 8C").refuses(1, "hit").clause
        assert "BJ-I8a" == dealt("5S 9D 6H 8C").played("hit TS").refuses(1, "hit").clause

    @pytest.mark.clause("BJ-I8b")
    def test_one_to_a_doubled_hand(self):
        """Whatever it comes to."""
        driver = dealt("5S 9D 6H 8C").played("double")
        assert "doubled" == driver.deal("2S").ends
        assert "BJ-I8b" == driver.refuses(1, "hit").clause

    @pytest.mark.clause("BJ-I8c")
    def test_one_to_each_split_ace(self):
        """The second comes without a decision between."""
        driver = dealt("AS 9D AH 8C").played("split")
        assert ["split_ace", "split_ace"] == [driver.deal(card).ends for card in ("2S", "AC")]
        assert "BJ-I8c" == driver.refuses(1, "hit").clause
        assert "BJ-I8c" == driver.refuses(1, "split").clause


class TestTheDealer:
    @pytest.mark.clause("BJ-I9", "Q25")
    def test_after_every_player(self):
        """The second card is turned up then, and only then does the dealer draw."""
        driver = dealt("TS 9D 8H 2C")
        assert "BJ-I9" == driver.refused("dealer", blackjack_acts.TurnSecondCard()).clause
        driver.played("stand")
        assert "BJ-I9" == driver.refused("dealer", blackjack_acts.DealCard(card="5S")).clause
        assert "2C" == driver.do("dealer", blackjack_acts.TurnSecondCard()).card
        assert 0 == driver.deal("5S").seat

    @pytest.mark.clause("BJ-I9a")
    @pytest.mark.parametrize("second", ["2C", "7C"])
    def test_up_to_16(self, second):
        """Eleven and sixteen are drawn to, and are not settled as they are."""
        driver = dealt(f"TS 9D 8H {second}").played("stand turn")
        assert "BJ-J1" == driver.refused("dealer", blackjack_acts.SettleHand()).clause
        assert 0 == driver.deal("5S").seat

    @pytest.mark.clause("BJ-I9a")
    @pytest.mark.parametrize(("second", "total"), [("8C", 17), ("9C", 18), ("TC", 19), ("AC", 20)])
    def test_and_no_further_than_hard_17(self, second, total):
        """Hard seventeen stops the dealer, and so does more, soft or hard."""
        driver = dealt(f"TS 9D 8H {second}").played("stand turn")
        assert "BJ-I9a" == driver.refused("dealer", blackjack_acts.DealCard(card="5S")).clause
        assert total == driver.settle().dealer_total

    @pytest.mark.clause("BJ-I9b")
    def test_no_card_where_none_can_matter(self):
        """Ann is over 21 and Bob has a blackjack that waits for the second card only."""
        driver = dealt("TS AS TD 6H KS 2C", 1000, 1000).played("hit KH turn")
        assert "BJ-I9b" == driver.refused("dealer", blackjack_acts.DealCard(card="5S")).clause
        assert ("blackjack", 1500, 0, "BJ-J4") == driver.rows(driver.settle())[2, 1, "blackjack", 1]

    @pytest.mark.clause("BJ-I10")
    def test_the_cards_are_picked_up_from_the_far_right(self):
        """Counter-clockwise, the dealer's last and on top, and every hand can be rebuilt."""
        driver = dealt("TS 9S 8D 8H 8S 9C", 1000, 1000).played("stand stand turn")
        driver.settle()
        hands = driver.do("dealer", blackjack_acts.DiscardCards()).hands
        assert [2, 1, 0] == [hand.seat for hand in hands]
        assert {0: [("8D", "9C")], 1: [("TS", "8H")], 2: [("9S", "8S")]} == rebuilt(driver.table, 1)

    @pytest.mark.clause("BJ-I10")
    def test_nothing_goes_on_before(self):
        """Neither the next shuffle nor a second pick-up, and none in the middle of a round."""
        driver = dealt("TS 9D 8H 8C")
        assert "BJ-I10" == driver.refused("dealer", blackjack_acts.DiscardCards()).clause
        driver.played("stand turn").settle()
        assert (
            "BJ-I10" == driver.refused("dealer", blackjack_acts.ShuffleCards(method=blackjack_acts.Method.HAND)).clause
        )
        driver.do("dealer", blackjack_acts.DiscardCards())
        assert "BJ-I10" == driver.refused("dealer", blackjack_acts.DiscardCards()).clause


class TestConduct:
    @pytest.mark.clause("BJ-I11", "BJ-I11a")
    @pytest.mark.parametrize("face_down", [False, True])
    def test_players_hold_their_cards_where_the_house_lets_them(self, face_down):
        """Their own, once, and while they are in play."""
        driver = dealt("TS 9S 8D 8H 8S 9C", 1000, 1000, hold_cards=True, face_down=face_down)
        held = driver.do("Ann", blackjack_acts.PickUpCards(seat=1))
        assert (1, "Ann") == (held.seat, held.player)
        assert "BJ-I11a" == driver.refused("Ann", blackjack_acts.PickUpCards(seat=1)).clause
        assert "BJ-I11a" == driver.refused("Ann", blackjack_acts.PickUpCards(seat=2)).clause
        driver.played("stand stand")
        assert "BJ-I11a" == driver.refused("Bob", blackjack_acts.PickUpCards(seat=2)).clause

    @pytest.mark.clause("BJ-I11", "BJ-I11a")
    def test_nobody_does_where_it_does_not(self):
        """Which is what a house has unless it chooses."""
        assert "BJ-I11a" == dealt("TS 9D 8H 8C").refused("Ann", blackjack_acts.PickUpCards(seat=1)).clause

    @pytest.mark.clause("BJ-I11a", "BJ-H10a")
    def test_at_a_shoe_there_is_no_such_choice(self):
        """Only the dealer touches cards there."""
        assert (["BJ-H10a"], []) == (faults(hold_cards=True), faults(hold_cards=True, pitch=True, decks=2))
        driver = BlackjackDriver().staked(1000).played("TS 9D 8H 8C")
        assert "BJ-H10a" == driver.refused("Ann", blackjack_acts.PickUpCards(seat=1)).clause

    @pytest.mark.clause("BJ-I11", "BJ-I11b")
    def test_a_wrong_total_gives_no_claim(self):
        """It is on record beside the right one, and the cards decide."""
        driver = dealt("TS 9D 6H 8C")
        announced = driver.do("dealer", blackjack_acts.AnnounceTotal(seat=1, total=20))
        assert (20, 16) == (announced.total, announced.counted)
        assert ("lose", 0, 1000, "BJ-J2") == driver.rows(driver.played("stand turn").settle())[1, 1, "blackjack", 1]

    @pytest.mark.clause("BJ-I11", "BJ-I11c")
    def test_an_emptied_table_may_be_opened_anew(self):
        """With the inspection of the cards, and not while somebody sits there."""
        driver = pitch().in_play()
        assert "BJ-I11c" == driver.refused("dealer", blackjack_acts.RepeatOpening()).clause
        driver.do("Ann", blackjack_acts.LeaveSeat(position=3))
        assert "Dora" == driver.do("dealer", blackjack_acts.RepeatOpening()).by
        assert "BJ-D1" == driver.refused("dealer", shoe_acts.SpreadCards()).clause
        assert (2,) == driver.do("dealer", driver.inspection(), witness="floorperson").decks
