"""Surrender (J5, A7): for all or for none, in the form of the text or the late one (Q22)."""

import pytest

from pitboss.games.blackjack import acts as a
from pitboss.games.blackjack.card_procedure import rebuilt
from pitboss.games.blackjack.sign import sign
from pitboss.rulebook import check_table
from tests.support.blackjack_driver import BLACKJACK, BlackjackDriver

FORMS = ["text", "late"]
HALF = ("surrender", 0, 500, "BJ-J5")
WHOLE = ("lose", 0, 1000, "BJ-J2")


def table(form, *stakes, **settings):
    """Return a table with that form of surrender and wagers on it."""
    return BlackjackDriver(settings={"surrender": form, **settings}).staked(*stakes or (1000,))


def paid(steps, form, **settings):
    """Play a round of Ann's to its end, and return what became of her wager."""
    driver = table(form, **settings).played(steps)
    return driver.rows(driver.settle())[1, 1, "blackjack", 1]


class TestForAllOrNone:
    @pytest.mark.clause("BJ-J5")
    def test_a_table_without_it_refuses_everybody(self):
        """The hand is still to be played."""
        driver = table("none", 1000, 1000).played("TS TH TD 6H 6S 7C")
        assert "BJ-J5" == driver.refuses(1, "surrender").clause
        driver.act(1, "stand")
        assert "BJ-J5" == driver.refuses(2, "surrender").clause

    @pytest.mark.clause("BJ-J5")
    @pytest.mark.parametrize("form", FORMS)
    def test_a_table_with_it_lets_everybody(self, form):
        """Each in turn gives up half, and keeps half."""
        driver = table(form, 1000, 600).played("TS TH 9D 6H 6S 7C surrender surrender turn")
        rows = driver.rows(driver.settle())
        assert {(1, 1, "blackjack", 1): HALF, (2, 1, "blackjack", 1): ("surrender", 0, 300, "BJ-J5")} == rows
        assert (-800, 800) == (driver.table.balances["circulation"], driver.table.balances["rack"])

    @pytest.mark.clause("BJ-J5")
    @pytest.mark.parametrize("form", FORMS)
    @pytest.mark.parametrize("hands", [2, 3])
    def test_multiple_action_has_none(self, form, hands):
        """A table cannot even be set up with both."""
        settings = {"surrender": form, "multiple_action": hands}
        assert ["BJ-J5"] == [fault.clause for fault in check_table({"rulebook": BLACKJACK, "settings": settings})[1]]

    @pytest.mark.clause("BJ-J5")
    def test_it_is_refused_in_play_at_such_a_table(self):
        """By the same clause."""
        driver = BlackjackDriver(settings={"multiple_action": 2}).ready((1, "Ann"))
        driver.bet(1, 1000, 1000)
        assert "BJ-J5" == driver.played("TS 9D 6H").refuses(1, "surrender").clause

    @pytest.mark.clause("BJ-J5", "Q22")
    @pytest.mark.parametrize(
        ("form", "text"),
        [
            ("none", "No surrender."),
            (
                "text",
                "Surrender for half the wager on the first two cards; not against a dealer's blackjack under an ace.",
            ),
            ("late", "Surrender for half the wager on the first two cards; not against a dealer's blackjack."),
        ],
    )
    def test_the_rule_is_posted(self, form, text):
        """With what it does not save from."""
        lines = sign(BlackjackDriver(settings={"surrender": form}).table.rules.config).lines
        assert [text] == [line.label for line in lines if line.clause == "BJ-J5"]


class TestWhen:
    @pytest.mark.clause("BJ-A7", "BJ-J5", "Q22")
    def test_on_the_first_two_cards_only(self):
        """After a drawn card it is too late."""
        driver = table("text").played("5S TD 6H 7C hit 2C")
        assert "BJ-A7" == driver.refuses(1, "surrender").clause

    @pytest.mark.clause("BJ-A7", "Q22")
    def test_not_on_a_split_hand(self):
        """Though it has two cards."""
        driver = table("text").played("8S TD 8H 7C split 7H")
        assert "BJ-A7" == driver.refuses(1, "surrender").clause

    @pytest.mark.clause("BJ-A7", "BJ-H5")
    def test_in_turn_and_after_the_insurance(self):
        """Bob waits for Ann, and both for the dealer to close the insurance."""
        driver = table("text", 1000, 1000).played("TS TH AD 6H 6S 7C")
        assert "BJ-H5" == driver.refuses(1, "surrender").clause
        driver.played("close")
        assert "BJ-H5" == driver.refuses(2, "surrender").clause
        assert 1 == driver.act(1, "surrender").seat

    @pytest.mark.clause("BJ-A7")
    def test_it_ends_the_hand(self):
        """No card and no other decision comes after it."""
        driver = table("text").played("TS TD 6H 7C surrender")
        assert "BJ-J5" == driver.refuses(1, "hit").clause
        assert "BJ-J5" == driver.refuses(1, "surrender").clause

    @pytest.mark.clause("BJ-A7", "BJ-H8b")
    def test_the_dealer_draws_nothing_to_it(self):
        """The second card is turned up, and sixteen stays sixteen."""
        driver = table("text").played("TS TD 6H 6C surrender turn")
        assert "BJ-H8b" == driver.refused("dealer", a.DealCard(card="5C")).clause
        assert HALF == driver.rows(driver.settle())[1, 1, "blackjack", 1]

    @pytest.mark.clause("BJ-A7")
    def test_its_cards_can_be_rebuilt_like_any_hand(self):
        """They go to the discard rack at the end of the round."""
        driver = table("text").played("TS TD 6H 7C surrender turn")
        driver.settle()
        driver.do("dealer", a.DiscardCards())
        assert {0: [("TD", "7C")], 1: [("TS", "6H")]} == rebuilt(driver.table, 1)


class TestAgainstADealersBlackjack:
    @pytest.mark.clause("BJ-A7", "Q22")
    @pytest.mark.parametrize("up_card", ["TD", "JD", "QD", "KD"])
    def test_under_a_ten_the_text_saves_half(self, up_card):
        """The only bar it has is an ace that shows."""
        assert HALF == paid(f"TS {up_card} 6H AC surrender turn", "text")

    @pytest.mark.clause("Q22")
    @pytest.mark.parametrize("up_card", ["TD", "JD", "QD", "KD"])
    def test_under_a_ten_the_late_form_loses_all(self, up_card):
        """Harder on players than the text."""
        assert WHOLE == paid(f"TS {up_card} 6H AC surrender turn", "late")

    @pytest.mark.clause("BJ-A7", "Q22")
    @pytest.mark.parametrize("form", FORMS)
    def test_under_an_ace_all_is_lost(self, form):
        """In either form no surrender is permitted there."""
        assert WHOLE == paid("TS AD 6H KC close surrender turn", form)

    @pytest.mark.clause("BJ-A7", "Q22")
    @pytest.mark.parametrize("form", FORMS)
    @pytest.mark.parametrize("steps", ["TS AD 6H 9C close surrender turn", "TS TD 6H 9C surrender turn"])
    def test_without_one_half_is_saved_under_any_card(self, form, steps):
        """Twenty, soft or hard, is no blackjack."""
        assert HALF == paid(steps, form)

    @pytest.mark.clause("BJ-A7", "Q19", "Q22")
    @pytest.mark.parametrize("form", FORMS)
    def test_the_gentler_rule_on_a_dealers_blackjack_changes_nothing(self, form):
        """A surrendered hand has its original wager only, and under an ace it is lost."""
        assert WHOLE == paid("TS AD 6H KC close surrender turn", form, dealer_bj="original")

    @pytest.mark.clause("BJ-A7", "Q21", "Q22")
    def test_insurance_beside_it_is_settled_for_itself(self):
        """The whole wager is lost and the insurance pays it back."""
        driver = table("text").played("TS AD 6H KC")
        driver.do("Ann", a.PlaceInsurance(seat=1, stake_minor=500))
        _, settled = driver.played("close surrender").do("dealer", a.TurnSecondCard())
        assert {(1, 0, "insurance", 1): ("win", 1000, 0, "Q21")} == driver.rows(settled)
        assert {(1, 1, "blackjack", 1): WHOLE} == driver.rows(driver.settle())

    @pytest.mark.clause("Q22")
    def test_the_sources_of_the_wager_each_lose_half(self):
        """A coupon beside chips is halved like them."""
        driver = table("text")
        driver.bet(1, 200, source="coupon")
        settled = driver.played("TS 9D 6H 9C surrender turn").settle().wagers
        assert (("coupon", 100), ("value", 500)) == tuple(zip(settled.source, settled.lost_minor, strict=True))
