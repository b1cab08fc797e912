"""Limits over all positions at the card tables: every wager of a round counts, by whatever act it is made."""

import pytest

from pitboss.games.baccarat import acts as baccarat_acts
from pitboss.games.blackjack import acts as blackjack_acts
from pitboss.games.table import acts as table_acts
from pitboss.rulebook import check_table
from tests.support.baccarat_driver import BaccaratDriver
from tests.support.blackjack_driver import BLACKJACK, BlackjackDriver


def told(refusal):
    """Return the clause, and whose total would pass what."""
    values = refusal.values
    return refusal.clause, values["player"], values["total_minor"], values["max_minor"]


class TestBaccarat:
    @pytest.mark.clause("MB-O")
    def test_a_player_s_areas_and_positions_add_up(self):
        """Ann's two positions count as hers, chips and coupons alike; Bob has room of his own."""
        driver = BaccaratDriver(settings={"player_max": 1_000}).opened((3, "Ann"), (4, "Ann"), (5, "Bob"))
        driver.bet(3, "player", 400)
        driver.bet(4, "tie", 400)
        coupon = baccarat_acts.PlaceWager(
            position=4, player="Ann", on="player", stake_minor=300, source=baccarat_acts.Source.COUPON
        )
        assert ("MB-O", "Ann", 1_100, 1_000) == told(driver.refused("Ann", coupon))
        assert 1_000 == driver.bet(5, "player", 1_000).stake_minor

    @pytest.mark.clause("MB-O")
    def test_all_players_add_up_and_a_spoken_wager_counts(self):
        """What is left of the table's total is left for everybody together."""
        driver = BaccaratDriver(settings={"table_max": 1_000}).opened((3, "Ann"), (5, "Bob"))
        driver.bet(3, "player", 600)
        called = {"position": 5, "player": "Bob", "on": "banker"}
        over = driver.refused("dealer", baccarat_acts.CallWager(**called, stake_minor=500), witness="floorperson")  # type: ignore[arg-type]
        assert ("MB-O", "Bob", 1_100, 1_000) == told(over)
        driver.do("dealer", baccarat_acts.CallWager(**called, stake_minor=400), witness="floorperson")  # type: ignore[arg-type]
        assert 1_000 == driver.table.round.laid_in_all

    @pytest.mark.clause("MB-O")
    def test_the_wager_on_the_player_keeps_its_own_limit(self):
        """`player` is a kind of wager here; the limit over all positions has another name."""
        driver = BaccaratDriver()
        for kind, amount in (("player", 700), ("player_total", 900)):
            act = table_acts.SetLimit(kind=kind, which=table_acts.Limit.MAX, amount_minor=amount)
            driver.do("pit_supervisor", act, witness="dealer")
        rules = driver.table.rules
        assert (700, 900) == (rules.limits("player")[1], rules.settings["player_max"])


def blackjack(*stakes, **settings):
    """Return a table where Ann, Bob and Cid have such wagers."""
    return BlackjackDriver(settings=settings).staked(*stakes)


class TestBlackjack:
    @pytest.mark.clause("BJ-P")
    def test_a_player_s_seats_add_up(self):
        """Two adjacent positions of one player count together."""
        driver = BlackjackDriver(settings={"player_max": 1_000}).ready((1, "Ann"), (2, "Ann"))
        driver.bet(1, 600)
        over = blackjack_acts.PlaceWager(seat=2, player="Ann", stake_minor=402)
        assert ("BJ-P", "Ann", 1_002, 1_000) == told(driver.refused("Ann", over))
        driver.bet(2, 400)

    @pytest.mark.clause("BJ-P", "BJ-K2b")
    def test_an_optional_wager_counts(self):
        """The suit wager beside a wager is held to what is left, and counts after it was settled."""
        driver = blackjack(600, initial_suit="same_suit", player_max=1_000)
        suit = {"seat": 1, "player": "Ann", "on": "same_suit"}
        over = driver.refused("Ann", blackjack_acts.PlaceWager(**suit, stake_minor=401))  # type: ignore[arg-type]
        assert ("BJ-P", "Ann", 1_001, 1_000) == told(over)
        driver.do("Ann", blackjack_acts.PlaceWager(**suit, stake_minor=400))  # type: ignore[arg-type]
        driver.played("6S 8D 5C 9H suits")
        assert ("BJ-P", "Ann", 1_600, 1_000) == told(driver.refuses(1, "double"))

    @pytest.mark.clause("BJ-P", "BJ-J7")
    def test_a_double_over_the_limit_is_refused_and_the_hand_goes_on(self):
        """The player may still draw or stand, and doubles where the limit allows exactly that."""
        driver = blackjack(600, player_max=1_199)
        driver.deal("6S", "8D", "5C", "9H")
        assert ("BJ-P", "Ann", 1_200, 1_199) == told(driver.refuses(1, "double"))
        assert 1 == driver.act(1, "hit").hand
        exact = blackjack(600, player_max=1_200)
        exact.deal("6S", "8D", "5C", "9H")
        assert 600 == exact.act(1, "double").stake_minor

    @pytest.mark.clause("BJ-P", "BJ-J8")
    def test_a_split_over_the_limit_is_refused_and_the_hand_goes_on(self):
        """A second hand fits, a third does not; the two are played."""
        driver = blackjack(500, player_max=1_000)
        driver.deal("8S", "9D", "8C", "9H")
        driver.act(1, "split")
        driver.deal("8D")
        assert ("BJ-P", "Ann", 1_500, 1_000) == told(driver.refuses(1, "split"))
        assert 1 == driver.act(1, "stand").hand

    @pytest.mark.clause("BJ-P", "BJ-J6")
    def test_insurance_counts(self):
        """Of half the wager only what the limit leaves may be insured."""
        driver = blackjack(600, player_max=800)
        driver.deal("6S", "AD", "5C", "9H")
        over = driver.refused("Ann", blackjack_acts.PlaceInsurance(seat=1, stake_minor=201))
        assert ("BJ-P", "Ann", 801, 800) == told(over)
        assert 200 == driver.do("Ann", blackjack_acts.PlaceInsurance(seat=1, stake_minor=200)).stake_minor

    @pytest.mark.clause("BJ-P", "BJ-K6")
    def test_hit_wagers_count_when_they_are_settled_too(self):
        """The second hit wager of a hand is added to the first, though that one has left the layout."""
        driver = blackjack(500, player_max=700)
        driver.deal("2S", "8D", "3S", "9H")
        driver.act(1, "hit", hit_minor=150)
        driver.deal("4S")
        assert ("BJ-P", "Ann", 710, 700) == told(driver.refuses(1, "hit", hit_minor=60))
        assert 50 == driver.act(1, "hit", hit_minor=50).hit_minor

    @pytest.mark.clause("BJ-P", "BJ-K6", "BJ-J7")
    def test_a_double_and_its_hit_wager_are_one_act(self):
        """Each alone would fit, both together do not."""
        driver = blackjack(500, player_max=1_050)
        driver.deal("6S", "8D", "5S", "9H")
        assert ("BJ-P", "Ann", 1_100, 1_050) == told(driver.refuses(1, "double", hit_minor=100))
        assert 50 == driver.act(1, "double", hit_minor=50).hit_minor

    @pytest.mark.clause("BJ-P", "BJ-J7")
    def test_the_table_s_total_is_everybody_s(self):
        """Ann's double takes the room that Bob's would need."""
        driver = blackjack(500, 500, table_max=1_600)
        driver.deal("6S", "6D", "8D", "5C", "5D", "9H")
        driver.act(1, "double")
        driver.deal("TC")
        assert ("BJ-P", "Bob", 2_000, 1_600) == told(driver.refuses(2, "double"))
        assert 2 == driver.act(2, "stand").seat

    @pytest.mark.clause("BJ-P", "BJ-L2")
    def test_the_spots_of_multiple_action_add_up(self):
        """Wagers against each dealer hand count together."""
        driver = BlackjackDriver(settings={"multiple_action": 2, "player_max": 1_000}).ready((1, "Ann"))
        driver.bet(1, 600)
        over = blackjack_acts.PlaceWager(seat=1, player="Ann", stake_minor=402, spot=2)
        assert ("BJ-P", "Ann", 1_002, 1_000) == told(driver.refused("Ann", over))

    @pytest.mark.clause("BJ-P", "BJ-L2")
    def test_a_total_has_room_for_all_wagers_that_must_be_made(self):
        """With multiple action nobody is dealt a hand for less than two wagers: no limit is set under both."""
        settings = {"multiple_action": 2, "default_min": 500, "player_max": 1_000}
        driver = BlackjackDriver(settings=settings)
        for kind, which, amount in (("table_total", "max", 999), ("blackjack", "min", 502)):
            act = table_acts.SetLimit(kind=kind, which=table_acts.Limit(which), amount_minor=amount)
            assert "for each of 2 wagers" in driver.refused("pit_supervisor", act, witness="dealer").reason
        _, faults = check_table({"rulebook": BLACKJACK, "settings": {**settings, "player_max": 999}})
        assert [("settings.player_max", "BJ-P")] == [(fault.field, fault.clause) for fault in faults]

    @pytest.mark.clause("BJ-P", "Q29")
    def test_a_total_has_room_for_a_whole_unit(self):
        """Wagers go in steps of two cents where a blackjack pays 3 to 2: a limit of one cent would let none in."""
        act = table_acts.SetLimit(kind="player_total", which=table_acts.Limit.MAX, amount_minor=1)
        refused = BlackjackDriver().refused("pit_supervisor", act, witness="dealer")
        assert ("BJ-P", "no wager from $0.01 to $0.01 is a multiple of $0.02") == (refused.clause, refused.reason)
