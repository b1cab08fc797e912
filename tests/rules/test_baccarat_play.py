"""Mini-baccarat's play: terms (A, C), counts (F), wagers (G, O), the deal (J), third cards (K), result (L1, L3)."""

import pytest

from pitboss.games.baccarat import acts as baccarat_acts
from pitboss.games.baccarat.hands import Outcome, Side, point_count, value_of
from pitboss.games.baccarat.state import rebuilt
from pitboss.games.table import acts as table_acts
from tests.support.baccarat_driver import BaccaratDriver

PLAYER_WINS = ("4S", "3H", "5C", "4D")
BANKER_WINS = ("3H", "4S", "4D", "5C")
TIE = ("4S", "4H", "5C", "5D")
STAKES = (("banker", 1000), ("player", 2000), ("tie", 300))


def settled(*cards, settings=None):
    """Play Ann's three wagers at position 3, and return what became of each."""
    driver = BaccaratDriver(settings=settings).opened()
    for on, stake in STAKES:
        driver.bet(3, on, stake)
    rows = driver.rows(driver.play(*cards))
    return {on: rows[3, on] for on, _ in STAKES}


def place(on="banker", stake=1000, *, position=3, player="Ann"):
    """Return a wager of Ann's."""
    return baccarat_acts.PlaceWager(position=position, player=player, on=on, stake_minor=stake)


def take_back(stake=1000):
    """Return Ann's wish to take chips back."""
    return baccarat_acts.RemoveWager(position=3, player="Ann", on="banker", stake_minor=stake)


class TestCounts:
    @pytest.mark.clause("MB-F1", "MB-F1a")
    def test_two_to_nine_count_what_is_printed(self):
        """Each counts its number, in any suit."""
        assert [*range(2, 10)] == [
            value_of(f"{number}{suit}") for number, suit in zip("23456789", "CDHS" * 2, strict=True)
        ]

    @pytest.mark.clause("MB-F1b")
    def test_ten_and_court_cards_count_nothing(self):
        """Ten, jack, queen and king are worth 0."""
        assert [0, 0, 0, 0] == [value_of(card) for card in ("TS", "JS", "QS", "KS")]

    @pytest.mark.clause("MB-F1c")
    def test_an_ace_counts_one(self):
        """An ace is worth 1."""
        assert 1 == value_of("AH")

    @pytest.mark.clause("MB-F2", "MB-F2a", "MB-F2b", "MB-A3")
    def test_the_last_digit_counts(self):
        """Ace, 2 and 4 are 7; ace, 2 and 9 are 12 and count 2."""
        assert (7, 2) == (point_count(["AS", "2S", "4S"]), point_count(["AS", "2S", "9S"]))

    @pytest.mark.clause("MB-F2")
    def test_another_count_than_the_cards_have_is_not_called(self):
        """The call is refused with what the hand counts."""
        driver = BaccaratDriver().opened()
        driver.do("dealer", baccarat_acts.CallNoMoreBets())
        for card in PLAYER_WINS:
            driver.do("dealer", baccarat_acts.DealCard(card=card))
        refused = driver.refused("dealer", baccarat_acts.CallPoints(hand=Side.PLAYER, points=8))
        assert ("MB-J4", 9) == (refused.clause, refused.values["counted"])


class TestWagers:
    @pytest.mark.clause("MB-G1", "MB-G1a", "MB-G1a.i", "MB-G1b", "MB-G1b.ii", "MB-C")
    def test_the_higher_count_wins_for_the_banker(self):
        """Banker 9 against 7: the banker wager wins, player and tie lose by G1."""
        rows = settled(*BANKER_WINS)
        assert ("win", 1000, 50, "MB-M3") == rows["banker"]
        assert [("lose", 0, 0, "MB-G1")] * 2 == [rows["player"], rows["tie"]]

    @pytest.mark.clause("MB-G1a.ii", "MB-G1b.i")
    def test_the_higher_count_wins_for_the_player(self):
        """Player 9 against 7: the player wager wins, the banker wager loses."""
        rows = settled(*PLAYER_WINS)
        assert (("win", 2000, 0, "MB-M1"), ("lose", 0, 0, "MB-G1")) == (rows["player"], rows["banker"])

    @pytest.mark.clause("MB-G1a.iii", "MB-G1b.iii", "MB-G1c", "MB-A4", "MB-A5")
    def test_on_a_tie_both_hands_wagers_go_back(self):
        """Equal counts: banker and player are void and whole, the Tie Bet wins 8 to 1."""
        rows = settled(*TIE)
        assert [("void", 0, 0, "MB-G1")] * 2 == [rows["banker"], rows["player"]]
        assert ("win", 2400, 0, "MB-M2") == rows["tie"]

    @pytest.mark.clause("MB-G2")
    @pytest.mark.parametrize("kind", ["banker_pair", "player_pair"])
    def test_no_other_wager_is_taken(self, kind):
        """A wager on a pair is refused."""
        assert "MB-G2" == BaccaratDriver().opened().refused("Ann", place(kind)).clause

    @pytest.mark.clause("MB-G3")
    def test_a_spoken_wager_needs_cash_and_two_people(self):
        """Dealer and floorperson confirm it, and the cash is chips at once."""
        driver = BaccaratDriver().opened()
        call = baccarat_acts.CallWager(position=3, player="Ann", on="tie", stake_minor=500)
        assert "MB-G3" == driver.refused("dealer", call).clause
        called, placed = driver.do("dealer", call, witness="floorperson")
        assert ("Dora", "Flo") == (called.confirmed_by, called.floorperson)
        assert [("patrons", "drop"), ("rack", "circulation")] == [(move.source, move.target) for move in called.moves]
        assert ("tie", 500) == (placed.on, placed.stake_minor)

    @pytest.mark.clause("MB-G3")
    def test_a_house_may_take_no_spoken_wager(self):
        """With `verbal` none even both people's word is refused."""
        driver = BaccaratDriver(settings={"verbal": "none"}).opened()
        call = baccarat_acts.CallWager(position=3, player="Ann", on="tie", stake_minor=500)
        assert "MB-G3" == driver.refused("dealer", call, witness="floorperson").clause

    @pytest.mark.clause("MB-G3", "Q75")
    def test_a_coupon_wins_chips_and_is_worth_nothing_itself(self):
        """A match-play coupon comes from and goes back to the promotion."""
        driver = BaccaratDriver().opened()
        driver.bet(3, "player", 1000, source="coupon")
        driver.play(*PLAYER_WINS)
        assert (0, 1000) == (driver.table.balances["promotion"], driver.table.balances["circulation"])

    @pytest.mark.clause("MB-G4")
    def test_nothing_changes_after_no_more_bets(self):
        """A wager can be neither placed nor raised nor taken back."""
        driver = BaccaratDriver().opened()
        driver.bet(3, "banker", 1000)
        driver.do("dealer", baccarat_acts.CallNoMoreBets())
        refused = [driver.refused("Ann", act).clause for act in (place("tie"), place(), take_back())]
        assert ["MB-G4"] * 3 == refused

    @pytest.mark.clause("MB-G5")
    def test_hands_off_once_a_card_is_drawn(self):
        """A wager is not touched until it is settled."""
        driver = BaccaratDriver().opened()
        driver.bet(3, "banker", 1000)
        driver.deal("4S")
        assert "MB-G5" == driver.refused("Ann", take_back()).clause

    @pytest.mark.clause("MB-O")
    def test_posted_limits_hold_for_each_wager(self):
        """Under the minimum and over the maximum a wager is refused, all bets on an area together."""
        driver = BaccaratDriver(settings={"default_min": 500, "max": {"tie": 1000}}).opened()
        assert "MB-O" == driver.refused("Ann", place("tie", 499)).clause
        driver.bet(3, "tie", 600)
        assert "MB-O" == driver.refused("Ann", place("tie", 401)).clause
        driver.bet(3, "tie", 400)

    @pytest.mark.clause("MB-O")
    def test_a_change_of_limits_is_recorded(self):
        """A supervisor and a second person set it for the rounds to come."""
        driver = BaccaratDriver().opened()
        act = table_acts.SetLimit(kind="tie", which=table_acts.Limit.MAX, amount_minor=900)
        assert 900 == driver.do("pit_supervisor", act, witness="dealer").amount_minor


class TestDeal:
    @pytest.mark.clause("MB-J1", "MB-J3", "MB-A1", "MB-A2")
    def test_cards_one_and_three_are_the_players(self):
        """Two hands: 1 and 3 to the player, 2 and 4 to the banker."""
        driver = BaccaratDriver().opened().deal(*PLAYER_WINS)
        assert (["4S", "5C"], ["3H", "4D"]) == (driver.table.round.player, driver.table.round.banker)

    @pytest.mark.clause("MB-J1")
    def test_there_is_no_third_hand(self):
        """When both hands are paid no card is due to anybody."""
        driver = BaccaratDriver().opened()
        driver.play(*PLAYER_WINS)
        assert "MB-J1" == driver.refused("dealer", baccarat_acts.DealCard(card="2S")).clause

    @pytest.mark.clause("MB-J2")
    def test_no_card_before_no_more_bets(self):
        """The round begins with the dealer's call."""
        driver = BaccaratDriver().opened()
        assert "MB-J2" == driver.refused("dealer", baccarat_acts.DealCard(card="4S")).clause
        assert "MB-J2" == driver.refused("Ann", baccarat_acts.CallNoMoreBets()).clause
        assert "Dora" == driver.do("dealer", baccarat_acts.CallNoMoreBets()).by

    @pytest.mark.clause("MB-J4")
    def test_the_players_count_is_called_first(self):
        """Calling the banker's count first is refused."""
        driver = BaccaratDriver().opened()
        driver.do("dealer", baccarat_acts.CallNoMoreBets())
        for card in PLAYER_WINS:
            driver.do("dealer", baccarat_acts.DealCard(card=card))
        assert "MB-J4" == driver.refused("dealer", baccarat_acts.CallPoints(hand=Side.BANKER, points=7)).clause
        assert 9 == driver.do("dealer", baccarat_acts.CallPoints(hand=Side.PLAYER, points=9)).points

    @pytest.mark.clause("MB-J5")
    def test_third_cards_wait_for_both_calls(self):
        """A fifth card before the counts were called is refused."""
        driver = BaccaratDriver().opened()
        driver.do("dealer", baccarat_acts.CallNoMoreBets())
        for card in ("2S", "3D", "3S", "3H"):
            driver.do("dealer", baccarat_acts.DealCard(card=card))
        assert "MB-J5" == driver.refused("dealer", baccarat_acts.DealCard(card="TH")).clause
        driver.call_points()
        assert Side.PLAYER == driver.do("dealer", baccarat_acts.DealCard(card="TH")).to

    @pytest.mark.clause("MB-J6")
    def test_the_players_third_card_comes_first(self):
        """With 5 against 5 the fifth card is the player's and the sixth the banker's."""
        driver = BaccaratDriver().opened().deal("2S", "2D", "3S", "3H", "4H", "AC")
        assert (["2S", "3S", "4H"], ["2D", "3H", "AC"]) == (driver.table.round.player, driver.table.round.banker)

    @pytest.mark.clause("MB-J7")
    def test_no_hand_gets_a_fourth_card(self):
        """After six cards a seventh is refused."""
        driver = BaccaratDriver().opened().deal("2S", "2D", "3S", "3H", "4H", "AC")
        assert "MB-J7" == driver.refused("dealer", baccarat_acts.DealCard(card="2C")).clause

    @pytest.mark.clause("MB-B3")
    def test_no_card_comes_more_often_than_the_decks_hold_it(self):
        """Six decks have six kings of spades: when all have come a seventh cannot."""
        driver = BaccaratDriver(settings={"decks": 6}).ready()
        for _ in range(5):
            driver.do("dealer", baccarat_acts.ReportFaceUp(card="KS"))
        driver.next_round()
        driver.do("dealer", baccarat_acts.CallNoMoreBets())
        assert "MB-B3" == driver.refused("dealer", baccarat_acts.DealCard(card="KS")).clause


class TestThirdCards:
    @pytest.mark.clause("MB-K1")
    @pytest.mark.parametrize("cards", [PLAYER_WINS, ("3H", "4S", "4D", "4C"), ("2H", "4S", "TD", "5C")])
    def test_a_natural_ends_the_deal(self, cards):
        """With 8 or 9 on two cards neither hand draws, whatever the other has."""
        driver = BaccaratDriver().opened().deal(*cards)
        assert "MB-K1" == driver.refused("dealer", baccarat_acts.DealCard(card="2C")).clause

    @pytest.mark.clause("MB-K2")
    @pytest.mark.parametrize("points", range(8))
    def test_the_player_draws_on_five_and_less(self, points):
        """Against a banker's 7 the Player's Hand takes a card on 0 to 5 and stays on 6 and 7."""
        first = f"{points}S" if points > 1 else {0: "KS", 1: "AS"}[points]
        driver = BaccaratDriver().opened().deal(first, "7H", "KD", "KC")
        assert (points <= 5) == (driver.table.round.due is Side.PLAYER)

    @pytest.mark.clause("MB-K3", "MB-K4", "MB-K5", "MB-K6", "MB-K7", "Q12")
    @pytest.mark.parametrize(
        ("points", "draws_on"),
        [
            (0, "0123456789"),
            (1, "0123456789"),
            (2, "0123456789"),
            (3, "012345679"),
            (4, "234567"),
            (5, "4567"),
            (6, "67"),
            (7, ""),
        ],
    )
    def test_the_banker_draws_by_table_two(self, points, draws_on):
        """The row is the banker's count, the column the value of the player's third card; 6 against 0 stays."""
        banker = f"{points}S" if points > 1 else {0: "KS", 1: "AS"}[points]
        thirds = ("KH", "AH", *(f"{value}H" for value in range(2, 10)))
        drawn = ""
        for value, third in enumerate(thirds):
            driver = BaccaratDriver().opened().deal("KD", banker, "QD", "QC", third)
            drawn += str(value) if driver.table.round.due is Side.BANKER else ""
        assert draws_on == drawn

    @pytest.mark.clause("MB-K3")
    @pytest.mark.parametrize(("points", "draws"), [(5, True), (6, False), (7, False)])
    def test_without_a_players_card_the_banker_draws_to_five(self, points, draws):
        """The player stays on 6: the banker draws on 5 and stays on 6 and 7."""
        driver = BaccaratDriver().opened().deal("6D", f"{points}S", "KD", "KC")
        assert draws == (driver.table.round.due is Side.BANKER)


class TestResult:
    @pytest.mark.clause("MB-L1")
    def test_the_result_is_called_as_the_cards_have_it(self):
        """Another winner or count is refused; on equal counts the call is a tie."""
        driver = BaccaratDriver().opened().deal(*TIE)
        wrong = baccarat_acts.CallResult(player_points=9, banker_points=9, outcome=Outcome.BANKER)
        refused = driver.refused("dealer", wrong)
        assert ("MB-L1", True) == (refused.clause, '"Tie Hand"' in refused.reason)
        assert Outcome.TIE == driver.do("dealer", driver.result()).outcome

    @pytest.mark.clause("MB-L1")
    def test_nothing_is_collected_before_the_call(self):
        """Losers are taken in after the result was called."""
        driver = BaccaratDriver().opened().deal(*TIE)
        assert "MB-L1" == driver.refused("dealer", baccarat_acts.CollectLosers()).clause

    @pytest.mark.clause("MB-L3")
    def test_every_hand_of_a_shoe_can_be_rebuilt(self):
        """The rack alone gives both hands of each round, third cards included."""
        driver = BaccaratDriver().opened()
        rounds = [PLAYER_WINS, ("2S", "2D", "3S", "3H", "4H", "AC"), ("6D", "5S", "KD", "KC", "9S"), TIE]
        played = []
        for number, cards in enumerate(rounds, 1):
            settled = driver.play(*cards)
            played.append((settled.player_hand, settled.banker_hand))
            driver.next_round()
            assert played[-1] == rebuilt(driver.table, number)
        assert played == [rebuilt(driver.table, number) for number in range(1, 5)]

    @pytest.mark.clause("MB-L3")
    def test_the_next_round_waits_for_the_rack(self):
        """Cards that lie on the layout keep the betting closed."""
        driver = BaccaratDriver().opened().deal(*TIE)
        driver.pay()
        assert "MB-L3" == driver.refused("dealer", table_acts.OpenBetting()).clause
        assert TIE == driver.do("dealer", baccarat_acts.DiscardCards()).cards
