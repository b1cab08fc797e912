"""Limits over all positions: what one player, and all players together, may have on a layout of wagers in a round."""

import json

import pytest

from pitboss.decider import offered
from pitboss.games import game
from pitboss.games.roulette import acts as roulette_acts
from pitboss.games.roulette.automatic import acts as automatic_acts
from pitboss.games.sicbo import acts as sicbo_acts
from pitboss.games.table import acts as table_acts
from tests.support.automatic_driver import SUPERVISOR, AutomaticDriver
from tests.support.driver import HOIAN, HOUSES, ONEIDA, SEABROOK, Driver
from tests.support.sicbo_driver import SicBoDriver

CLAUSES = {ONEIDA: "RO-G2", HOIAN: "RH-4.8", SEABROOK: "RS-W"}
UNLIMITED = {"player_max": None, "table_max": None}


def place(bet, stake, player="Ann", source="value"):
    """Return a wager."""
    return roulette_acts.PlaceWager(player=player, bet=bet, stake_minor=stake, source=source)


def set_total(kind, amount, which=table_acts.Limit.MAX):
    """Return a change of a limit over all positions."""
    return table_acts.SetLimit(kind=kind, which=which, amount_minor=amount)


def told(refusal):
    """Return the clause, and whose total would pass what."""
    values = refusal.values
    return refusal.clause, values["player"], values["total_minor"], values["max_minor"]


class TestRoulette:
    @pytest.mark.clause("RO-G2", "RH-4.8", "RS-W")
    @pytest.mark.parametrize("house", HOUSES)
    def test_a_player_s_positions_add_up(self, house):
        """Three positions with $4 each are over $10, and the $2 that are left may be laid."""
        driver = Driver(house, settings={"player_max": 1_000, "default_min": 100}).opened()
        driver.colour("Ann", "blue")
        driver.bet("Ann", "red", 400, "colour:blue")
        driver.bet("Ann", "odd", 400, "colour:blue")
        refused = driver.refused("Ann", place("low", 300, source="colour:blue"))
        assert (CLAUSES[house], "Ann", 1_100, 1_000) == told(refused)
        assert 200 == driver.bet("Ann", "low", 200, "colour:blue").stake_minor

    @pytest.mark.clause("RO-G2")
    def test_repeated_bets_on_one_position_add_up(self):
        """Chips on the same position count each time, in all kinds of chips; another player has room of his own."""
        driver = Driver(ONEIDA, settings={"player_max": 1_000, "match_play": True}).opened()
        driver.colour("Ann", "blue")
        driver.bet("Ann", "red", 500, "colour:blue")
        driver.bet("Ann", "red", 300, "coupon")
        assert ("RO-G2", "Ann", 1_100, 1_000) == told(driver.refused("Ann", place("red", 300, source="colour:blue")))
        assert 1_000 == driver.bet("Bob", "red", 1_000).stake_minor

    @pytest.mark.clause("RO-G2")
    def test_all_players_add_up(self):
        """What Ann has on the layout leaves the rest for Bob, and both limits have a sentence of their own."""
        driver = Driver(ONEIDA, settings={"player_max": 900, "table_max": 1_000}).opened()
        driver.bet("Ann", "red", 700)
        refused = driver.refused("Bob", place("odd", 301, player="Bob"))
        assert ("RO-G2", "Bob", 1_001, 1_000) == told(refused)
        assert (
            "$10.01 on all positions is over the table's maximum of $10.00 for all players in a round" == refused.reason
        )
        over = driver.refused("Ann", place("odd", 201))
        assert "$9.01 on all positions is over the table's maximum of $9.00 for one player in a round" == over.reason

    @pytest.mark.clause("RO-G2")
    def test_what_is_taken_back_leaves_room(self):
        """A total is what lies there, not what ever lay there."""
        driver = Driver(ONEIDA, settings={"player_max": 500, "table_max": 500}).opened()
        driver.bet("Ann", "red", 500)
        driver.do("Ann", roulette_acts.RemoveWager(player="Ann", bet="red", stake_minor=200))
        assert 200 == driver.bet("Bob", "odd", 200).stake_minor

    @pytest.mark.clause("RO-G2")
    def test_the_next_round_begins_with_nothing(self):
        """A settled round counts no more."""
        driver = Driver(ONEIDA, settings={"table_max": 500}).opened()
        driver.bet("Ann", "red", 500)
        driver.settle("1")
        driver.do("dealer", table_acts.OpenBetting())
        assert 500 == driver.bet("Ann", "red", 500).stake_minor

    @pytest.mark.clause("RO-C3")
    def test_a_spoken_wager_counts(self):
        """A wager called for a player is held to the limit as one that is laid."""
        driver = Driver(ONEIDA, settings={"player_max": 500}).opened()
        fields = {"player": "Ann", "bet": "red", "accompanied_by": "cash"}
        too_much, enough = (roulette_acts.CallWager(**fields, stake_minor=stake) for stake in (501, 500))  # type: ignore[arg-type]
        assert ("RO-G2", "Ann", 501, 500) == told(driver.refused("dealer", too_much))
        driver.do("dealer", enough)
        assert 500 == driver.table.round.laid_by("Ann")

    @pytest.mark.clause("RH-7.11")
    def test_chips_found_to_be_worth_more_are_no_new_wager(self):
        """Another table's chips count at their worth after the bets closed, whatever a player may lay."""
        driver = Driver(HOIAN, settings={"player_max": 500}).opened()
        driver.colour("Ann", "blue")
        driver.bet("Ann", "red", 500, "colour:blue")
        driver.do("dealer", roulette_acts.SpinBall(direction=roulette_acts.Direction.AGAINST))
        driver.do("dealer", roulette_acts.CallNoMoreBets())
        found = {"player": "Ann", "bet": "red", "source": "colour:blue", "origin_table": "R9"}
        driver.do("dealer", roulette_acts.FindForeignChips(**found, worth_minor=5_000))
        assert (5_000, 5_000) == (driver.table.round.laid_by("Ann"), driver.table.round.laid_in_all)

    @pytest.mark.clause("RO-G2")
    @pytest.mark.parametrize(("most", "is_refused"), [(399, True), (400, False)])
    def test_a_settlement_document_is_one_player_s(self, most, is_refused):
        """Its wagers add up where it names the limit; the answer to one that does not is as it was."""
        wagers = [{"bet": "red", "cents": 200}, {"bet": "odd", "cents": 200}]
        document = {"rulebook": ONEIDA, "wagers": wagers, "pocket": "1"}
        plain = game("roulette").settle(json.dumps(document).encode(), 1)
        answer = game("roulette").settle(json.dumps({**document, "settings": {"player_max": most}}).encode(), 1)
        assert (["wagers[1]"] if is_refused else []) == [fault["field"] for fault in answer.get("faults", ())]
        assert is_refused or plain == answer

    @pytest.mark.clause("RO-G2")
    def test_offers_end_where_the_limit_does(self):
        """The last cent that may be laid is offered, the next one is not, to a newcomer neither."""
        driver = Driver(ONEIDA, settings={"player_max": 500, "table_max": 700}).opened()
        driver.bet("Ann", "red", 400)
        wagers = [place("odd", 100), place("odd", 101), place("odd", 300, "Bob"), place("odd", 301, "Bob")]
        commands = [driver.command("dealer", wager) for wager in wagers]
        offers = list(driver.game.legal(driver.table, commands[0].by))
        assert [True, False, True, False] == [offered(offers, command) for command in commands]


class TestChanges:
    @pytest.mark.clause("RO-G2")
    @pytest.mark.parametrize(("kind", "key"), [("player_total", "player_max"), ("table_total", "table_max")])
    def test_two_people_change_it_from_the_next_round_on(self, kind, key):
        """A supervisor alone may not; the round in play keeps the limits it was opened with."""
        driver = Driver(ONEIDA).opened()
        alone = driver.refused(SUPERVISOR, set_total(kind, 500))
        assert ("RO-G2", "a change of limits needs a second person") == (alone.clause, alone.reason)
        driver.do(SUPERVISOR, set_total(kind, 500), witness="floorperson")
        assert {**UNLIMITED, key: 500} == {name: driver.table.rules.settings[name] for name in UNLIMITED}
        driver.bet("Ann", "red", 600)
        driver.settle("1")
        driver.do("dealer", table_acts.OpenBetting())
        assert ("RO-G2", "Ann", 501, 500) == told(driver.refused("Ann", place("red", 501)))

    @pytest.mark.clause("RO-G2")
    def test_a_total_has_no_minimum(self):
        """Only the most that may lie on all positions can be set."""
        refused = Driver(ONEIDA).refused(
            SUPERVISOR, set_total("player_total", 5, table_acts.Limit.MIN), witness="dealer"
        )
        assert ("RO-G2", "what lies on all positions has a maximum and no minimum") == (refused.clause, refused.reason)

    @pytest.mark.clause("RO-G2")
    def test_a_total_leaves_room_for_every_wager(self):
        """It is not set under any minimum, and no minimum is set over it."""
        driver = Driver(ONEIDA, settings={"min": {"red": 500}, "table_max": 800})
        low = driver.refused(SUPERVISOR, set_total("player_total", 499), witness="dealer")
        assert ("RO-G2", "player_max, 499, is under the minimum for red, 500") == (low.clause, low.reason)
        driver.do(SUPERVISOR, set_total("player_total", 500), witness="dealer")
        minimum = table_acts.SetLimit(kind="odd", which=table_acts.Limit.MIN, amount_minor=501)
        assert (
            "player_max, 500, is under the minimum for odd, 501"
            == driver.refused(SUPERVISOR, minimum, witness="dealer").reason
        )

    @pytest.mark.clause("SB-G")
    def test_the_sign_tells_it(self):
        """What was changed is posted for the players; what the house does not have is not."""
        driver = SicBoDriver().opened()
        driver.do(SUPERVISOR, set_total("table_total", 90_000), witness="dealer")
        sign = driver.game.sign(driver.table.rules.config)
        posted = {line.label: (line.value, line.clause) for line in sign.lines if "all wagers" in line.label}
        assert ["Maximum of all players in a round, all wagers together"] == [*posted]
        assert ("$900.00", "SB-G") == posted["Maximum of all players in a round, all wagers together"]


class TestSicBo:
    @pytest.mark.clause("SB-G")
    def test_places_and_players_add_up(self):
        """One player's places, and everybody's; after a "No Roll" what lies still counts."""
        driver = SicBoDriver(settings={"player_max": 600, "table_max": 1_000}).opened()
        driver.bet("Ann", "small", 400)
        over = sicbo_acts.PlaceWager(player="Ann", bet="total:7", stake_minor=201)
        assert ("SB-G", "Ann", 601, 600) == told(driver.refused("Ann", over))
        driver.uncover(is_flat=False)
        driver.do("dealer", sicbo_acts.CallNoRoll())
        driver.bet("Bob", "big", 600)
        full = sicbo_acts.PlaceWager(player="Ann", bet="total:7", stake_minor=1)
        assert ("SB-G", "Ann", 1_001, 1_000) == told(driver.refused("Ann", full))


class TestAutomaticTable:
    @pytest.mark.clause("RA-10")
    def test_a_terminal_s_bets_add_up(self):
        """Chips on several bets, and the neighbours as one act: all four or none."""
        driver = AutomaticDriver(settings={"player_max": 2_000}).started(T1=10_000, T2=10_000)
        driver.bet("T1", "straight:17", 500)
        driver.bet("T1", "red", 100)
        refused = driver.refused("T1", automatic_acts.BetNeighbours(terminal="T1"))
        assert ("RA-10", "T1", 2_600, 2_000) == told(refused)
        assert {"straight:17": 500, "red": 100} == driver.bets("T1")
        driver.bet("T2", "red", 500, 500, 500, 500)
        assert (
            "T2"
            == driver.refused("T2", automatic_acts.PlaceBet(terminal="T2", bet="odd", chip_minor=100)).values["player"]
        )

    @pytest.mark.clause("RA-3b.v", "RA-3b.vi")
    def test_recall_and_undo_find_the_table_full(self):
        """What others laid meanwhile counts against bets that come back, and they come back whole or not at all."""
        driver = AutomaticDriver(settings={"table_max": 1_000}).started(T1=10_000, T2=10_000)
        driver.bet("T1", "red", 500)
        driver.bet("T1", "odd", 100)
        driver.settle("1")
        driver.do("dealer", automatic_acts.StartGame())
        driver.bet("T1", "low", 500)
        assert 1_100 == driver.refused("T1", automatic_acts.RecallBets(terminal="T1")).values["total_minor"]
        driver.touch("T1", automatic_acts.ClearBets)
        driver.bet("T2", "red", 500, 100)
        assert 1_100 == driver.refused("T1", automatic_acts.UndoBet(terminal="T1")).values["total_minor"]
        assert ({}, {"red": 600}) == (driver.bets("T1"), driver.bets("T2"))

    @pytest.mark.clause("RA-3b.ii")
    def test_chips_that_no_longer_fit_are_not_offered(self):
        """A terminal shows the chips for which credits and limits have room."""
        driver = AutomaticDriver(settings={"player_max": 700}).started(T1=10_000)
        driver.bet("T1", "red", 500)
        commands = [
            driver.command("T1", automatic_acts.PlaceBet(terminal="T1", bet="odd", chip_minor=chip))
            for chip in (100, 500)
        ]
        offers = list(driver.game.legal(driver.table, commands[0].by))
        assert [True, False] == [offered(offers, command) for command in commands]

    @pytest.mark.clause("RO-G2")
    def test_a_change_waits_for_the_next_game(self):
        """The game in play goes on under its own limit."""
        driver = AutomaticDriver().started(T1=10_000)
        driver.do(SUPERVISOR, set_total("player_total", 500), witness="dealer")
        driver.bet("T1", "red", 500, 500)
        driver.settle("2")
        driver.do("dealer", automatic_acts.StartGame())
        assert 1_000 == driver.refused("T1", automatic_acts.RecallBets(terminal="T1")).values["total_minor"]
