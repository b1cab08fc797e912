"""Mini-baccarat's terms (A, C), its card values and counts (F), and the wagers it takes (G)."""

import pytest

from pitboss.games.baccarat import acts as a
from pitboss.games.baccarat.hands import Outcome, Side, point_count, value_of
from tests.support.baccarat_driver import SHUFFLER, BaccaratDriver

BANKER_NINE = ("TS", "4C", "7S", "5H")
"""Player 7, banker 9."""
PLAYER_NINE = ("4C", "TS", "5H", "7S")
"""Player 9, banker 7."""
TIE_SEVEN = ("3C", "TS", "4H", "7S")
"""Seven each."""


def place(on="banker", stake=1000, *, position=3, player="Ann"):
    """Return a wager of Ann's."""
    return a.PlaceWager(position=position, player=player, on=on, stake_minor=stake)


def take_back(on="banker", stake=1000):
    """Return Ann's wish to take chips back."""
    return a.RemoveWager(position=3, player="Ann", on=on, stake_minor=stake)


def fate(on, cards, *, stake=1000, settings=None):
    """Return what becomes of one wager at position 3: result, paid, vigorish, clause."""
    driver = BaccaratDriver(settings=settings).opened()
    driver.bet(3, on, stake)
    return driver.rows(driver.play(*cards))[3, on]


def laid(on="banker", stake=1000, *, settings=None):
    """Return a table where Ann's wager lies and betting is open."""
    driver = BaccaratDriver(settings=settings).opened()
    driver.bet(3, on, stake)
    return driver


class TestTerms:
    @pytest.mark.clause("MB-A1")
    def test_the_bankers_hand_is_cards_two_and_four(self):
        """They are the banker's in the settlement."""
        assert ("4C", "5H") == BaccaratDriver().opened().play(*BANKER_NINE).banker_hand

    @pytest.mark.clause("MB-A2")
    def test_the_players_hand_is_cards_one_and_three(self):
        """They are the player's in the settlement."""
        assert ("TS", "7S") == BaccaratDriver().opened().play(*BANKER_NINE).player_hand

    @pytest.mark.clause("MB-A1", "MB-A2")
    def test_both_hands_may_lie_with_their_backs_up(self):
        """Where players turn the cards, neither hand's faces are shown after four cards."""
        driver = BaccaratDriver(settings={"deal": "c"}).opened().deal(*BANKER_NINE)
        assert {Side.PLAYER, Side.BANKER} == driver.table.play.face_down

    @pytest.mark.clause("MB-A3")
    def test_a_point_count_is_what_the_cards_are_worth_together(self):
        """Three and four are seven, ten and seven too."""
        settled = BaccaratDriver().opened().play(*TIE_SEVEN)
        assert (7, 7) == (settled.player_points, settled.banker_points)

    @pytest.mark.clause("MB-A4")
    def test_a_tie_bet_is_on_equal_counts_and_not_on_equal_cards(self):
        """It wins with 3 and 4 against ten and 7."""
        assert "win" == fate("tie", TIE_SEVEN)[0]

    @pytest.mark.clause("MB-A5")
    def test_a_round_of_equal_counts_is_a_tie_hand(self):
        """The outcome is a tie, after third cards too: 3, 2 and king against 2 and 3."""
        driver = BaccaratDriver().opened()
        assert Outcome.TIE == driver.play(*TIE_SEVEN).outcome
        assert Outcome.TIE == driver.next_round().play("3S", "2S", "2H", "3H", "KS").outcome

    @pytest.mark.clause("MB-A6")
    @pytest.mark.parametrize(("settings", "is_washed"), [(None, True), (SHUFFLER, False)])
    def test_washing_belongs_to_a_shuffle_by_hand(self, settings, is_washed):
        """The stack records whether the cards were washed; with a machine they are not."""
        driver = BaccaratDriver(settings=settings).stacked()
        assert [is_washed] == [event.is_washed for event in driver.events if hasattr(event, "is_washed")]

    @pytest.mark.clause("MB-C")
    @pytest.mark.parametrize(("cards", "winner"), [(BANKER_NINE, "banker"), (PLAYER_NINE, "player")])
    def test_the_side_closest_to_nine_wins(self, cards, winner):
        """Nine beats seven, whichever side has it."""
        other = {"banker": "player", "player": "banker"}[winner]
        assert ("win", "lose") == (fate(winner, cards)[0], fate(other, cards)[0])

    @pytest.mark.clause("MB-C")
    def test_the_side_is_decided_once_every_card_is_drawn(self):
        """The player is ahead with 5 to 3 on two cards and loses 5 to 8 on three."""
        settled = BaccaratDriver().opened().play("2S", "TS", "3H", "3D", "KC", "5C")
        assert (Outcome.BANKER, 5, 8) == (settled.outcome, settled.player_points, settled.banker_points)


class TestValues:
    @pytest.mark.clause("MB-F1")
    @pytest.mark.parametrize("rank", "A23456789TJQK")
    def test_suits_do_not_matter(self, rank):
        """A rank has one value in all four suits."""
        assert 1 == len({value_of(rank + suit) for suit in "CDHS"})

    @pytest.mark.clause("MB-F1a")
    @pytest.mark.parametrize("number", range(2, 10))
    def test_two_to_nine_count_their_number(self, number):
        """Beside two court cards, a hand counts what is printed on the third."""
        assert number == point_count(["KS", "QH", f"{number}D"])

    @pytest.mark.clause("MB-F1b")
    @pytest.mark.parametrize("rank", "TJQK")
    def test_ten_and_court_cards_count_nothing(self, rank):
        """A seven stays a seven beside one."""
        assert 7 == point_count([f"{rank}S", "7H"])

    @pytest.mark.clause("MB-F1c")
    def test_an_ace_counts_one(self):
        """Ace and seven are eight, ace and king are one."""
        assert (8, 1) == (point_count(["AS", "7H"]), point_count(["AS", "KH"]))

    @pytest.mark.clause("MB-F2")
    def test_of_two_digits_the_right_one_is_kept(self):
        """The refusal of a wrong call names the count: seven and eight are 5."""
        driver = BaccaratDriver().opened()
        driver.do("dealer", a.CallNoMoreBets())
        for card in ("7S", "KH", "8C", "7D"):
            driver.do("dealer", a.DealCard(card=card))
        refused = driver.refused("dealer", a.CallPoints(hand=Side.PLAYER, points=6))
        assert "the Player's Hand counts 5, not 6" == refused.reason
        assert 5 == driver.do("dealer", a.CallPoints(hand=Side.PLAYER, points=5)).points

    @pytest.mark.clause("MB-F2a")
    def test_ace_two_and_four_are_seven(self):
        """The player's ace, 2 and 4 are settled as 7."""
        assert 7 == BaccaratDriver().opened().play("AS", "7H", "2S", "KH", "4S").player_points

    @pytest.mark.clause("MB-F2b")
    def test_ace_two_and_nine_are_two(self):
        """The player's ace, 2 and 9 are settled as 2."""
        assert 2 == BaccaratDriver().opened().play("AS", "7H", "2S", "KH", "9S").player_points


class TestDecision:
    @pytest.mark.clause("MB-G1")
    def test_a_player_may_have_all_three_wagers(self):
        """Banker, player and tie lie at one position at once."""
        driver = laid()
        driver.bet(3, "player", 500)
        driver.bet(3, "tie", 100)
        assert {"banker": 1000, "player": 500, "tie": 100} == {
            on: driver.table.round.on_area(3, on) for on in ("banker", "player", "tie")
        }

    @pytest.mark.clause("MB-G1a")
    @pytest.mark.parametrize(("cards", "result"), [(BANKER_NINE, "win"), (PLAYER_NINE, "lose"), (TIE_SEVEN, "void")])
    def test_a_banker_wager_is_decided_by_comparison(self, cards, result):
        """Higher wins, lower loses, equal is void."""
        assert result == fate("banker", cards)[0]

    @pytest.mark.clause("MB-G1a.i")
    def test_a_banker_wager_wins_with_the_higher_count(self):
        """Nine to seven."""
        assert ("win", 1000, 50, "MB-M3") == fate("banker", BANKER_NINE)

    @pytest.mark.clause("MB-G1a.ii")
    def test_a_banker_wager_loses_with_the_lower_count(self):
        """Seven to nine, and the rack has the chips."""
        assert ("lose", 0, 0, "MB-G1") == fate("banker", PLAYER_NINE)

    @pytest.mark.clause("MB-G1a.iii")
    @pytest.mark.parametrize(
        ("settings", "expected"),
        [
            ({}, ("void", 0, 0, "MB-G1")),
            ({"form": "no_vig"}, ("void", 0, 0, "MB-G1")),
            ({"form": "tie_vig", "pct": 25}, ("void", 0, 250, "MB-M4")),
        ],
    )
    def test_a_banker_wager_is_void_on_equal_counts(self, settings, expected):
        """It goes back whole, but for a quarter where the house charges ties."""
        assert expected == fate("banker", TIE_SEVEN, settings=settings)

    @pytest.mark.clause("MB-G1b")
    @pytest.mark.parametrize(("cards", "result"), [(PLAYER_NINE, "win"), (BANKER_NINE, "lose"), (TIE_SEVEN, "void")])
    def test_a_player_wager_is_decided_by_comparison(self, cards, result):
        """Higher wins, lower loses, equal is void."""
        assert result == fate("player", cards)[0]

    @pytest.mark.clause("MB-G1b.i")
    def test_a_player_wager_wins_with_the_higher_count(self):
        """Nine to seven."""
        assert ("win", 1000, 0, "MB-M1") == fate("player", PLAYER_NINE)

    @pytest.mark.clause("MB-G1b.ii")
    def test_a_player_wager_loses_with_the_lower_count(self):
        """Seven to nine."""
        assert ("lose", 0, 0, "MB-G1") == fate("player", BANKER_NINE)

    @pytest.mark.clause("MB-G1b.iii")
    @pytest.mark.parametrize("form", ["vig", "tie_vig", "no_vig"])
    def test_a_player_wager_goes_back_whole_on_equal_counts(self, form):
        """No form of vigorish takes anything of it."""
        assert ("void", 0, 0, "MB-G1") == fate("player", TIE_SEVEN, settings={"form": form})

    @pytest.mark.clause("MB-G1c")
    @pytest.mark.parametrize(
        ("cards", "expected"),
        [
            (TIE_SEVEN, ("win", 8000, 0, "MB-M2")),
            (BANKER_NINE, ("lose", 0, 0, "MB-G1")),
            (PLAYER_NINE, ("lose", 0, 0, "MB-G1")),
        ],
    )
    def test_a_tie_bet_wins_on_equal_counts_only(self, cards, expected):
        """It loses whichever hand is higher."""
        assert expected == fate("tie", cards)


class TestTaking:
    @pytest.mark.clause("MB-G2")
    @pytest.mark.parametrize("kind", ["banker_pair", "player_pair"])
    @pytest.mark.parametrize("who", ["Ann", "dealer"])
    def test_only_three_wagers_exist(self, kind, who):
        """A pair is refused by name, to the player and to the house's own dealer."""
        refused = BaccaratDriver().opened().refused(who, place(kind))
        assert ("MB-G2", {"on": kind}) == (refused.clause, refused.values)
        assert f"{kind} is no wager of this table: only banker, player and tie wagers exist" == refused.reason

    @pytest.mark.clause("MB-G2")
    def test_a_spoken_pair_is_refused_too(self):
        """Not even dealer and floorperson together take it."""
        call = a.CallWager(position=3, player="Ann", on="player_pair", stake_minor=500)
        assert "MB-G2" == BaccaratDriver().opened().refused("dealer", call, witness="floorperson").clause

    @pytest.mark.clause("MB-G2")
    def test_what_nobody_knows_is_no_wager_at_all(self):
        """An unknown word is refused with the words there are."""
        refused = BaccaratDriver().opened().refused("Ann", place("dragon"))
        assert "'dragon': no such wager; the wagers are banker, player, tie, banker_pair, player_pair" == refused.reason

    @pytest.mark.clause("MB-G3")
    def test_chips_go_from_the_player_to_the_layout(self):
        """The event says who laid them, and where they came from."""
        placed = BaccaratDriver().opened().do("Ann", place("tie", 700))
        move = placed.moves[0]
        assert ("Ann", "player", "value") == (placed.player, placed.placed_by, placed.source)
        assert ("circulation", "layout", 700) == (move.source, move.target, move.amount_minor)

    @pytest.mark.clause("MB-G3", "Q75")
    def test_a_lost_coupon_is_not_chips_of_the_rack(self):
        """A match-play coupon goes back to the promotion, won or lost."""
        driver = BaccaratDriver().opened()
        driver.bet(3, "banker", 1000, source="coupon")
        driver.play(*PLAYER_NINE)
        assert (0, 0) == (driver.table.balances["promotion"], driver.table.balances.get("rack", 0))

    @pytest.mark.clause("MB-G3")
    def test_the_floorperson_confirms_a_spoken_wager(self):
        """Nobody else will do as the second: not an inspector, not a player."""
        driver = BaccaratDriver().opened()
        call = a.CallWager(position=3, player="Ann", on="tie", stake_minor=500)
        refused = [driver.refused("dealer", call, witness=second) for second in ("inspector", "Bob", None)]
        assert ["MB-G3"] * 3 == [answer.clause for answer in refused]
        assert "the floorperson confirms a spoken wager too" == refused[0].reason

    @pytest.mark.clause("MB-G3")
    def test_the_cash_of_a_spoken_wager_becomes_chips(self):
        """The cash is in the drop box and the chips are on the layout."""
        driver = BaccaratDriver().opened()
        call = a.CallWager(position=3, player="Ann", on="tie", stake_minor=500)
        driver.do("dealer", call, witness="floorperson")
        expected = {"patrons": -500, "drop": 500, "rack": -500, "circulation": 0, "layout": 500}
        assert expected == driver.table.balances

    @pytest.mark.clause("MB-G3", "MB-G4")
    def test_a_spoken_wager_comes_too_late_as_well(self):
        """After the call it is refused, and no cash changes hands."""
        driver = BaccaratDriver().opened()
        driver.do("dealer", a.CallNoMoreBets())
        call = a.CallWager(position=3, player="Ann", on="tie", stake_minor=500)
        assert "MB-G4" == driver.refused("dealer", call, witness="floorperson").clause
        assert {} == driver.table.balances

    @pytest.mark.clause("MB-G4")
    def test_chips_move_freely_before_the_call(self):
        """They are laid, raised, taken back in part and taken back whole."""
        driver = laid()
        driver.bet(3, "banker", 500)
        driver.do("Ann", take_back(stake=300))
        assert 1200 == driver.table.round.on_area(3, "banker")
        driver.do("Ann", take_back(stake=1200))
        assert not driver.table.round.has_wagers(3)

    @pytest.mark.clause("MB-G4")
    @pytest.mark.parametrize(
        ("act", "deed"), [(place("tie"), "placed"), (place("banker"), "placed"), (take_back(), "taken back")]
    )
    @pytest.mark.parametrize("who", ["Ann", "dealer"])
    def test_after_the_call_nothing_is_placed_raised_or_taken_back(self, act, deed, who):
        """The refusal says what came too late, whoever moves the chips."""
        driver = laid()
        driver.do("dealer", a.CallNoMoreBets())
        refused = driver.refused(who, act)
        sentence = f'no wager may be {deed} after "No More Bets"; this round is closed for bets'
        assert ("MB-G4", sentence) == (refused.clause, refused.reason)

    @pytest.mark.clause("MB-G5")
    @pytest.mark.parametrize("cards", [BANKER_NINE[:1], BANKER_NINE[:3], BANKER_NINE])
    def test_hands_off_from_the_first_card_to_the_settlement(self, cards):
        """While a card lies and the wager is undecided or unpaid, it is not taken."""
        driver = laid().deal(*cards)
        assert "MB-G5" == driver.refused("Ann", take_back()).clause

    @pytest.mark.clause("MB-G5")
    def test_a_player_does_not_leave_with_an_undecided_wager(self):
        """Ann's wager keeps her seat until it is settled."""
        driver = laid().deal(*BANKER_NINE)
        assert "Ann has wagers at position 3" == driver.refused("Ann", a.LeaveTable(position=3)).reason
        driver.pay()
        assert "Ann" == driver.do("Ann", a.LeaveTable(position=3)).player
