"""Hit wagers (K1b, K6): on suited hands, card by card, after splits, and at pitch by the player's word (K6f, Q23)."""

import pytest

from pitboss.games.blackjack import acts as a
from pitboss.games.blackjack.sign import sign
from pitboss.rulebook import check_table
from tests.support.blackjack_driver import BLACKJACK, BlackjackDriver

SUITED = "4H 8C 5H 9S"
"""Nine in hearts against seventeen."""
WON = ("win", 300, 0, "BJ-K6")
LOST = ("lose", 0, 100, "BJ-K1b")


def table(steps=SUITED, *stakes, **settings):
    """Return a table of two decks with wagers on it, the cards dealt."""
    return BlackjackDriver(settings={"decks": 2, **settings}).staked(*stakes or (1000,)).played(steps)


def drawn(driver, card):
    """Deal a card that carries a hit wager of Ann's, and return what became of that."""
    settled = driver.deal(card)[1]
    return next(iter(driver.rows(settled).values()))


def on_split(stake=100, hand=1):
    """Return the act of wagering on the first card to one of Ann's split hands."""
    return a.PlaceHitWager(seat=1, hand=hand, stake_minor=stake)


def declared(driver, *, is_suited):
    """Let Ann say whether her hit wager is to be paid, and return what became of it."""
    return next(iter(driver.rows(driver.do("Ann", a.DeclareHit(seat=1, is_suited=is_suited))).values()))


def faults(**settings):
    """Return the clauses by which a table's settings are refused."""
    return [fault.clause for fault in check_table({"rulebook": BLACKJACK, "settings": settings})[1]]


class TestForAllOrNone:
    @pytest.mark.clause("BJ-K1", "BJ-K1b")
    def test_a_table_without_them_refuses_them_everywhere(self):
        """On a drawn card, a doubled one, and the first to a split hand."""
        driver = table("KH 8C TH 9S", hit_wagers=False)
        assert "BJ-K1" == driver.refuses(1, "hit", hit_minor=100).clause
        assert "BJ-K1" == driver.refuses(1, "double", hit_minor=100).clause
        assert "BJ-K1" == driver.played("split").refused("Ann", on_split()).clause

    @pytest.mark.clause("BJ-K1", "BJ-K1b", "BJ-K6")
    def test_a_table_with_them_takes_them_from_everybody(self):
        """It moves from the player's chips to the layout with the decision."""
        driver = table("4H 4S 8C 5H 5S 9S", 1000, 1000)
        taken = driver.act(1, "hit", hit_minor=100)
        assert [("circulation", "layout", 100)] == [(x.source, x.target, x.amount_minor) for x in taken.moves]
        driver.played("6H stand")
        assert 200 == driver.act(2, "hit", hit_minor=200).hit_minor

    @pytest.mark.clause("BJ-K6", "BJ-K6b", "BJ-K2b")
    def test_odds_and_maximum_are_on_the_sign(self):
        """A table without hit wagers shows neither."""
        lines = sign(BlackjackDriver(settings={"hit_odds": 2, "max": {"hit": 500}}).table.rules.config).lines
        assert ["2 to 1"] == [line.value for line in lines if line.clause == "BJ-K6"]
        assert ["$5.00"] == [line.value for line in lines if line.clause == "BJ-K2b"]
        bare = sign(BlackjackDriver(settings={"hit_wagers": False}).table.rules.config).lines
        assert [] == [line for line in bare if line.clause in ("BJ-K6", "BJ-K2b")]


class TestOnASuitedHand:
    @pytest.mark.clause("BJ-K6", "BJ-K6a")
    def test_the_first_two_cards_share_a_suit(self):
        """With two suits there is nothing to match."""
        assert "BJ-K6a" == table("4H 8C 5S 9S").refuses(1, "hit", hit_minor=100).clause
        assert 100 == table().act(1, "hit", hit_minor=100).hit_minor

    @pytest.mark.clause("BJ-K6a")
    def test_with_or_without_an_initial_suit_wager_before(self):
        """Ann made one and Bob made none, and both may go on."""
        driver = BlackjackDriver(settings={"initial_suit": "same_suit"}).staked(1000, 1000)
        driver.bet(1, 100, on="same_suit")
        driver.played("4H 4S 8C 5H 5S 9S suits hit:100")
        assert WON == drawn(driver, "6H")
        assert WON == drawn(driver.played("stand hit:100"), "6S")

    @pytest.mark.clause("BJ-K6b")
    @pytest.mark.parametrize(("odds", "won"), [(3, 300), (2, 200), (1, 100)])
    def test_a_card_of_that_suit_pays(self, odds, won):
        """Three to one, or less where the house says so."""
        assert ("win", won, 0, "BJ-K6") == drawn(table(hit_odds=odds).played("hit:100"), "6H")

    @pytest.mark.clause("BJ-K6", "BJ-K6b")
    def test_never_more(self):
        """No house may pay above three to one, and nothing pays less than even money."""
        assert (["BJ-K6"], ["BJ-K6"], []) == (faults(hit_odds=4), faults(hit_odds=0), faults(hit_odds=3))

    @pytest.mark.clause("BJ-K1b")
    @pytest.mark.parametrize("card", ["6S", "6D", "6C"])
    def test_a_card_of_another_suit_loses(self, card):
        """The hand itself goes on."""
        driver = table().played("hit:100")
        assert LOST == drawn(driver, card)
        assert 1 == driver.act(1, "hit").seat

    @pytest.mark.clause("BJ-K6c")
    def test_it_is_settled_as_the_card_falls(self):
        """Paid with the card, while the hand's own wager still lies."""
        driver = table().played("hit:100")
        dealt, settled = driver.deal("6H")
        assert ("6H", "6H", False) == (dealt.card, settled.card, settled.is_declared)
        assert (1000, -300) == (driver.table.balances["layout"], driver.table.balances["rack"])

    @pytest.mark.clause("BJ-K6d")
    def test_card_after_card_while_the_suit_holds(self):
        """Each has its own wager, and a card may be drawn without one between."""
        driver = BlackjackDriver().staked(1000).played("2H 8C 3H 9S hit:100 4H hit 5H")
        assert ("win", 600, 0, "BJ-K6") == drawn(driver.played("hit:200"), "6H")
        assert [300, 600] == driver.table.round.boxes[1].hit_nets

    @pytest.mark.clause("BJ-K6d")
    def test_no_more_after_a_card_of_another_suit(self):
        """Whether that card carried a wager or not."""
        assert "BJ-K6d" == table().played("hit:100 2S").refuses(1, "hit", hit_minor=100).clause
        assert "BJ-K6d" == table().played("hit 2S").refuses(1, "hit", hit_minor=100).clause

    @pytest.mark.clause("BJ-K6d", "BJ-H7")
    def test_no_more_after_going_over_21(self):
        """No card is drawn to such a hand."""
        driver = table("TH 8C 6H 9S").played("hit:100 KH")
        assert "BJ-H7" == driver.refuses(1, "hit", hit_minor=100).clause

    @pytest.mark.clause("BJ-K6d", "Q23")
    def test_the_card_that_is_too_many_pays_too(self):
        """If it has the suit; the hand is lost all the same."""
        driver = table("TH 8C 6H 9S").played("hit:100")
        _, hit, hand = driver.deal("KH")
        assert {(1, 1, "hit", 1): WON} == driver.rows(hit)
        assert {(1, 1, "blackjack", 1): ("bust", 0, 1000, "BJ-J2")} == driver.rows(hand)

    @pytest.mark.clause("BJ-K6d", "Q23")
    def test_the_card_to_a_doubled_hand_may_carry_one(self):
        """Beside the wager that doubles."""
        driver = table()
        doubled = driver.act(1, "double", hit_minor=100)
        assert (1000, 100, 1100) == (doubled.stake_minor, doubled.hit_minor, doubled.moves[0].amount_minor)
        assert WON == drawn(driver, "TH")
        assert {(1, 1, "blackjack", 1): ("win", 2000, 0, "BJ-J1")} == driver.rows(driver.played("turn").settle())


class TestLimits:
    @pytest.mark.clause("BJ-K2b", "BJ-P")
    def test_between_minimum_and_maximum(self):
        """Each hit wager for itself."""
        driver = table(min={"hit": 50}, max={"hit": 100})
        assert "BJ-P" == driver.refuses(1, "hit", hit_minor=49).clause
        assert "BJ-K2b" == driver.refuses(1, "hit", hit_minor=101).clause
        driver.played("hit:100 2H")
        assert 100 == driver.act(1, "hit", hit_minor=100).hit_minor

    @pytest.mark.clause("BJ-K2c")
    def test_with_a_single_deck_not_above_the_blackjack_wager(self):
        """A doubled hand's is the one it began with."""
        driver = table(decks=1)
        assert "BJ-K2c" == driver.refuses(1, "hit", hit_minor=1001).clause
        assert "BJ-K2c" == driver.refuses(1, "double", hit_minor=1001).clause
        assert 1000 == driver.act(1, "hit", hit_minor=1000).hit_minor

    @pytest.mark.clause("BJ-K2c")
    def test_with_several_decks_it_may_be_larger(self):
        """As the table's maximum lets it."""
        assert 5000 == table().act(1, "hit", hit_minor=5000).hit_minor

    @pytest.mark.clause("BJ-K2b")
    def test_it_has_no_bearing_on_the_hand(self):
        """Which comes out the same with it and without."""
        plain, backed = (table().played(f"{hit} 9H stand turn") for hit in ("hit", "hit:100"))
        assert plain.rows(plain.settle()) == backed.rows(backed.settle())

    @pytest.mark.clause("BJ-K2b")
    def test_none_on_somebody_elses_hand(self):
        """Bob sits at the table and cannot wager on the first card to Ann's split hand."""
        driver = table("KH 9C 8C TH 9D 9S", 1000, 1000).played("split")
        assert "BJ-K2b" == driver.refused("Bob", on_split()).clause


class TestAfterASplit:
    @pytest.mark.clause("BJ-K6e", "Q23")
    def test_on_each_of_two_split_cards_that_share_a_suit(self):
        """From the first card that goes to either of them."""
        driver = table("KH 8C TH 9S").played("split")
        placed = driver.do("Ann", on_split()), driver.do("Ann", on_split(200, hand=2))
        assert [(1, 100), (2, 200)] == [(event.hand, event.stake_minor) for event in placed]
        assert WON == drawn(driver, "5H")
        assert ("lose", 0, 200, "BJ-K1b") == drawn(driver.played("stand"), "9D")

    @pytest.mark.clause("BJ-K6e", "BJ-K6d")
    def test_then_card_after_card_as_on_any_hand(self):
        """Until a card of another suit."""
        driver = table("KH 8C TH 9S").played("split")
        driver.do("Ann", on_split())
        driver.played("2H hit:100 3H hit:100 4S")
        assert [300, 300, -100] == driver.table.round.boxes[1].hit_nets
        assert "BJ-K6d" == driver.refuses(1, "hit", hit_minor=100).clause

    @pytest.mark.clause("BJ-K6e")
    def test_not_where_the_split_cards_are_of_two_suits(self):
        """Neither on the first card nor on a later one, though the new hand may be suited."""
        driver = table("KH 8C TS 9S").played("split")
        assert "BJ-K6e" == driver.refused("Ann", on_split()).clause
        assert "BJ-K6e" == driver.played("2H").refuses(1, "hit", hit_minor=100).clause
        assert 1 == driver.act(1, "hit").seat

    @pytest.mark.clause("BJ-K6e")
    def test_not_where_the_house_leaves_it_out(self):
        """Hands as dealt have them all the same."""
        driver = table("KH 4H 8C TH 5H 9S", 1000, 1000, hit_split=False).played("split")
        assert "BJ-K6e" == driver.refused("Ann", on_split()).clause
        assert "BJ-K6e" == driver.played("2H").refuses(1, "hit", hit_minor=100).clause
        assert "BJ-K6e" == driver.refuses(1, "double", hit_minor=100).clause
        assert 100 == driver.played("stand 3H stand").act(2, "hit", hit_minor=100).hit_minor

    @pytest.mark.clause("BJ-K6e", "Q23")
    def test_on_the_first_card_only_before_it_falls_and_once(self):
        """A later card's wager goes with the decision to draw it."""
        driver = table("KH 8C TH 9S")
        assert "BJ-K6e" == driver.refused("Ann", on_split()).clause
        driver.played("split").do("Ann", on_split())
        assert "BJ-K6e" == driver.refused("Ann", on_split()).clause
        assert "BJ-K6e" == driver.refused("Ann", on_split(hand=3)).clause
        driver.played("2H")
        assert "BJ-K6e" == driver.refused("Ann", on_split()).clause

    @pytest.mark.clause("BJ-K6e", "Q20")
    def test_a_pair_that_is_split_again_is_judged_anew(self):
        """The second pair shares a suit, which the first did not."""
        driver = table("KH 8C TS 9S").played("split QH split")
        driver.do("Ann", on_split())
        assert WON == drawn(driver, "2H")
        assert "BJ-K6e" == driver.refused("Ann", on_split(hand=3)).clause

    @pytest.mark.clause("BJ-K6e", "BJ-H7c", "Q23")
    def test_split_aces_have_one_card_and_it_may_carry_one(self):
        """With several decks two aces can share a suit."""
        driver = table("AH 8C AH 9S").played("split")
        driver.do("Ann", on_split())
        assert WON == drawn(driver, "5H")

    @pytest.mark.clause("BJ-K6e", "BJ-K2c")
    def test_the_limits_hold_there_too(self):
        """With a single deck not above the wager of the hand."""
        driver = table("KH 8C TH 9S", decks=1, max={"hit": 5000}).played("split")
        assert "BJ-K2c" == driver.refused("Ann", on_split(1001)).clause
        assert 1000 == driver.do("Ann", on_split(1000)).stake_minor


class TestAtPitch:
    @pytest.mark.clause("BJ-K6f")
    @pytest.mark.parametrize("face_down", [False, True])
    def test_a_winner_says_so_and_shows_the_hand(self, face_down):
        """Nothing is settled by the card alone, and it pays three to one."""
        driver = table(pitch=True, face_down=face_down).played("hit:100")
        assert "6H" == driver.deal("6H").card
        settled = driver.do("Ann", a.DeclareHit(seat=1, is_suited=True))
        assert (True, {(1, 1, "hit", 1): WON}) == (settled.is_declared, driver.rows(settled))

    @pytest.mark.clause("BJ-K6f")
    def test_whoever_shows_other_suits_is_not_paid(self):
        """The cards speak; the wager waits for a true word."""
        driver = table(pitch=True).played("hit:100 6S")
        assert "BJ-K6f" == driver.refused("Ann", a.DeclareHit(seat=1, is_suited=True)).clause
        assert LOST == declared(driver, is_suited=False)

    @pytest.mark.clause("BJ-K6f")
    def test_a_loser_pays_at_once_and_shows_nothing(self):
        """Whatever the cards are, the wager is the dealer's."""
        driver = table(pitch=True).played("hit:100 6H")
        assert LOST == declared(driver, is_suited=False)
        assert (1000, 100) == (driver.table.balances["layout"], driver.table.balances["rack"])

    @pytest.mark.clause("BJ-K6f")
    def test_nothing_goes_on_before_the_word(self):
        """No decision of Ann's or Bob's, and no card."""
        driver = table("4H 4S 8C 5H 5S 9S", 1000, 1000, pitch=True).played("hit:100 6H")
        assert "BJ-K6f" == driver.refuses(1, "stand").clause
        assert "BJ-K6f" == driver.refuses(2, "stand").clause
        assert "BJ-K6f" == driver.refused("dealer", a.DealCard(card="2H")).clause
        declared(driver, is_suited=True)
        assert 1 == driver.act(1, "stand").seat

    @pytest.mark.clause("BJ-K6f", "Q23")
    def test_a_hand_over_21_says_it_before_the_dealer_plays(self):
        """The suited card that was too many is paid."""
        driver = table("TH 8C 6H 9S", pitch=True).played("hit:100 KH")
        assert "BJ-I9" == driver.refused("dealer", a.TurnSecondCard()).clause
        assert WON == declared(driver, is_suited=True)
        assert 17 == driver.played("turn").settle().dealer_total

    @pytest.mark.clause("BJ-K6f")
    def test_only_who_has_a_wager_to_declare(self):
        """Not Bob for Ann, and not without one."""
        driver = table("4H 4S 8C 5H 5S 9S", 1000, 1000, pitch=True)
        assert "BJ-K6f" == driver.refused("Ann", a.DeclareHit(seat=1, is_suited=True)).clause
        driver.played("hit:100 6H")
        assert "BJ-G2" == driver.refused("Bob", a.DeclareHit(seat=1, is_suited=True)).clause
        assert "BJ-K6f" == driver.refused("Bob", a.DeclareHit(seat=2, is_suited=True)).clause

    @pytest.mark.clause("BJ-K6f", "BJ-K6c")
    def test_at_a_shoe_the_card_speaks_for_itself(self):
        """There is nothing to declare."""
        driver = table().played("hit:100 6H")
        assert "BJ-K6f" == driver.refused("Ann", a.DeclareHit(seat=1, is_suited=True)).clause

    @pytest.mark.clause("BJ-K6e", "BJ-K6f")
    def test_split_hands_are_declared_one_by_one(self):
        """The second only when its own card has come."""
        driver = table("KH 8C TH 9S", pitch=True).played("split")
        driver.do("Ann", on_split())
        driver.do("Ann", on_split(hand=2))
        driver.played("5H")
        assert WON == declared(driver, is_suited=True)
        driver.played("stand 9S")
        assert LOST == declared(driver, is_suited=False)

    @pytest.mark.clause("BJ-K6f", "BJ-I8c")
    def test_the_second_split_ace_waits_for_the_word_on_the_first(self):
        """Its card comes without a decision, but not before the wager on the other is settled."""
        driver = table("AH 8C AH 9S", pitch=True).played("split")
        driver.do("Ann", on_split())
        driver.played("5H")
        assert "BJ-K6f" == driver.refused("dealer", a.DealCard(card="6H")).clause
        assert WON == declared(driver, is_suited=True)
        assert (1, 2) == (driver.deal("6H").seat, len(driver.table.round.boxes[1].hands))
