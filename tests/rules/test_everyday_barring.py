"""Players who are barred or limited: nothing new from the next round on, and whatever is down is played and paid."""

import pytest

from pitboss.decider import Choices, Person, Role
from pitboss.games.everyday import acts as a
from pitboss.games.roulette import acts as roulette_acts
from pitboss.games.shoe.acts import TakeSeat
from pitboss.games.sicbo import acts as sicbo_acts
from pitboss.games.table.acts import BuyValueChips, OpenBetting
from tests.support.baccarat_driver import BaccaratDriver
from tests.support.driver import ONEIDA, Driver
from tests.support.sicbo_driver import SicBoDriver

WHY = "He takes chips of others."


def bar(player: str = "Bob", *, is_whole_house: bool = False) -> a.BarPlayer:
    """Return the act that bars somebody."""
    return a.BarPlayer(player=player, reason=WHY, is_whole_house=is_whole_house)


def lift(player: str = "Bob", *, is_whole_house: bool = False) -> a.LiftBar:
    """Return the act that lifts it."""
    return a.LiftBar(player=player, reason="It was a mistake.", is_whole_house=is_whole_house)


def between() -> SicBoDriver:
    """Return a sic bo table between its first round and its second."""
    driver = SicBoDriver().opened()
    driver.bet("Ann", "small", 500)
    driver.pay((1, 2, 3))
    return driver


@pytest.mark.clause("HP-B2")
class TestBarred:
    def test_between_rounds_it_holds_at_once(self):
        """No chips, no marker, no wager in the next round; everybody else plays."""
        driver = Driver(ONEIDA).opened()
        driver.settle("17")
        driver.do("pit_supervisor", bar())
        signed = a.IssueMarker(player="Bob", amount_minor=100, signature="Bob")
        assert "HP-B2" == driver.refused("dealer", BuyValueChips(player="Bob", amount_minor=1_000)).clause
        assert "HP-B2" == driver.refused("pit_supervisor", signed, witness="cashier").clause
        driver.do("dealer", OpenBetting())
        driver.bet("Ann", "red", 1_000)
        wager = roulette_acts.PlaceWager(player="Bob", bet="red", stake_minor=1_000)
        assert "HP-B2" == driver.refused("Bob", wager).clause

    def test_wagers_that_are_down_are_played_and_paid(self):
        """In the round in which it is ordered nothing changes: more may be laid, and a winner is paid."""
        driver = Driver(ONEIDA).opened()
        driver.bet("Bob", "straight:17", 500)
        barred = driver.do("pit_supervisor", bar())
        driver.bet("Bob", "red", 500)
        settled = driver.settle("17")

        assert barred.from_round == 2
        assert ("win", "lose") == tuple(driver.rows(settled)["Bob", bet][0] for bet in ("straight:17", "red"))
        driver.do("dealer", OpenBetting())
        late = roulette_acts.PlaceWager(player="Bob", bet="red", stake_minor=500)
        assert "HP-B2" == driver.refused("Bob", late).clause

    def test_no_seat_is_taken(self):
        """At a card table a seat is the beginning of play."""
        driver = BaccaratDriver().ready()
        driver.do("pit_supervisor", bar("Zed"))
        assert "HP-B2" == driver.refused("dealer", TakeSeat(position=7, player="Zed")).clause

    def test_chips_are_always_redeemed(self):
        """Whoever is barred gets value chips for the colour."""
        driver = Driver(ONEIDA).opened()
        driver.colour("Bob", "blue", value=100, count=10)
        driver.settle("17")
        driver.do("pit_supervisor", bar())
        redeemed = driver.do("dealer", roulette_acts.RedeemColour(player="Bob", colour="blue", count=10))
        assert (10, 0) == (redeemed.count, driver.table.held("Bob", "blue"))

    def test_who_may_bar_and_lift(self):
        """A pit supervisor at a table; in the whole house a manager, with a second person of another role."""
        driver = SicBoDriver().opened()
        assert "HP-B2" == driver.refused("dealer", bar()).clause
        assert "HP-B2" == driver.refused("floorperson", bar()).clause
        house = bar(is_whole_house=True)
        assert "HP-B2" == driver.refused("pit_supervisor", house, witness="pit_manager").clause
        assert "HP-B2" == driver.refused("pit_manager", house).clause
        assert "HP-B2" == driver.refused("pit_manager", house, witness="pit_manager").clause
        driver.do("pit_supervisor", bar())
        driver.do("pit_manager", house, witness="pit_supervisor")
        assert "HP-B2" == driver.refused("pit_manager", house, witness="pit_supervisor").clause
        assert "HP-B2" == driver.refused("pit_supervisor", bar()).clause
        assert "HP-B2" == driver.refused("pit_supervisor", lift()).clause
        driver.do("pit_manager", lift(is_whole_house=True), witness="pit_supervisor")
        assert "HP-B2" == driver.refused("pit_supervisor", lift()).clause
        driver.bet("Bob", "small", 1_000)

    def test_it_is_not_offered(self):
        """A player who is barred is offered no wager; the dealer is offered everybody else's."""
        driver = between()
        driver.do("pit_supervisor", bar())
        driver.next_round()
        driver.bet("Ann", "small", 1_000)
        game, wagers = driver.game, {sicbo_acts.PlaceWager}
        assert [] == list(game.legal(driver.table, Person("Bob", Role.PLAYER), wagers))
        offers = list(game.legal(driver.table, Person("Dora", Role.DEALER), wagers))
        assert offers
        assert [] == [offer for offer in offers if "Bob" in offer.fields["player"]]


@pytest.mark.clause("HP-B3")
class TestLimited:
    def test_one_wager_of_one_stake(self):
        """Another stake is refused, and so is a second wager; chips are sold as ever."""
        driver = between()
        limit = a.LimitPlayer(player="Bob", stake_minor=1_000, reason="He counts.")
        assert "HP-B3" == driver.refused("dealer", limit).clause
        driver.do("pit_supervisor", limit)
        driver.do("dealer", BuyValueChips(player="Bob", amount_minor=1_000))
        driver.next_round()
        driver.bet("Ann", "small", 500)
        for stake in (999, 1_001):
            wager = sicbo_acts.PlaceWager(player="Bob", bet="small", stake_minor=stake)
            assert "HP-B3" == driver.refused("Bob", wager).clause
        driver.bet("Bob", "small", 1_000)
        again = sicbo_acts.PlaceWager(player="Bob", bet="big", stake_minor=1_000)
        assert "HP-B3" == driver.refused("Bob", again).clause

    def test_nobodys_name_stands_for_all_others(self):
        """Somebody is barred whose name is the mark for strangers; others can be limited all the same."""
        driver = between()
        driver.do("pit_supervisor", bar("?"))
        by = driver.command("pit_supervisor", None).by
        (offer,) = driver.game.legal(driver.table, by, {a.LimitPlayer})
        assert ("Bob" in offer.fields["player"], "?" in offer.fields["player"]) == (True, False)

    def test_the_one_stake_is_offered(self):
        """Until it lies, and nothing after it."""
        driver = between()
        driver.do("pit_supervisor", a.LimitPlayer(player="Bob", stake_minor=1_000, reason="He counts."))
        driver.next_round()
        driver.bet("Ann", "small", 500)
        bob, wagers = Person("Bob", Role.PLAYER), {sicbo_acts.PlaceWager}
        offers = list(driver.game.legal(driver.table, bob, wagers))
        assert {Choices((1_000,))} == {offer.fields["stake_minor"] for offer in offers}
        driver.bet("Bob", "small", 1_000)
        assert [] == list(driver.game.legal(driver.table, bob, wagers))

    def test_a_limit_gives_way_to_a_bar(self):
        """Not the other way round: whoever is barred is let in again first."""
        driver = SicBoDriver().opened()
        limit = a.LimitPlayer(player="Bob", stake_minor=1_000, reason="He counts.")
        driver.do("pit_supervisor", limit)
        assert "HP-B3" == driver.refused("pit_supervisor", limit).clause
        driver.do("pit_supervisor", bar())
        assert "HP-B3" == driver.refused("pit_supervisor", limit).clause
