"""Wagers for the dealers at every game: what they win is in the tip box, and nothing of it rides."""

import msgspec
import pytest

from pitboss.games.blackjack import acts as blackjack
from pitboss.games.roulette import acts as roulette
from pitboss.games.sicbo import acts as sicbo
from pitboss.games.table.acts import OpenBetting
from pitboss.ledger.recount import Recount
from tests.support.baccarat_driver import BaccaratDriver
from tests.support.blackjack_driver import BlackjackDriver
from tests.support.driver import HOIAN, ONEIDA, SEABROOK, Driver
from tests.support.everyday import begin, count, fill
from tests.support.sicbo_driver import SicBoDriver

pytestmark = pytest.mark.clause("HP-T3")


def counted(driver) -> dict[str, int]:
    """Return what the second count has for the table's places, by its events without their moves."""
    second = Recount("t")
    second.take({"type": "stream.opened/1", "config": {"currency": "USD"}})
    for event in driver.events:
        body = msgspec.json.decode(msgspec.json.encode(event))
        second.take({name: value for name, value in body.items() if name != "moves"})
    return {place: held for place, held in second.book.places.items() if held}


def roulette_round(won: bool) -> Driver:
    """Ann lays 10 for the dealers on red."""
    driver = Driver(ONEIDA).opened()
    driver.bet("Ann", "red", 1_000, "tip")
    driver.bet("Ann", "red", 500)
    driver.settle("16" if won else "17")
    return driver


def sicbo_round(won: bool) -> SicBoDriver:
    """The same on small."""
    driver = SicBoDriver().opened()
    for stake, source in ((1_000, sicbo.Source.TIP), (500, sicbo.Source.VALUE)):
        driver.do("Ann", sicbo.PlaceWager(player="Ann", bet="small", stake_minor=stake, source=source))
    driver.pay((1, 2, 2) if won else (5, 5, 6))
    return driver


def baccarat_round(won: bool) -> BaccaratDriver:
    """The same on the player's hand."""
    driver = BaccaratDriver().opened((3, "Ann"))
    driver.bet(3, "player", 1_000, source="tip")
    driver.bet(3, "player", 500)
    driver.play(*(("9H", "KS", "KD", "7C") if won else ("KH", "9S", "7D", "KC")))
    return driver


def blackjack_round(won: bool) -> BlackjackDriver:
    """The same at a seat."""
    driver = BlackjackDriver().ready((1, "Ann"))
    driver.bet(1, 1_000, source=blackjack.Source.TIP)
    driver.bet(1, 500)
    driver.played("TS 8H 9S 9C stand turn" if won else "TS 9H 7S TC stand turn")
    driver.settle()
    return driver


ROUNDS = {"roulette": roulette_round, "sicbo": sicbo_round, "baccarat": baccarat_round, "blackjack": blackjack_round}


@pytest.mark.parametrize("name", ROUNDS)
def test_what_it_wins_is_the_dealers_and_what_it_loses_the_houses(name):
    """Stake and winnings lie in the tip box at once; what the player laid beside it is the player's."""
    won, lost = ROUNDS[name](True), ROUNDS[name](False)

    # On all four the house pays even money.
    assert (2_000, -500, -1_500) == tuple(won.table.balances[name] for name in ("tips", "circulation", "rack"))
    assert (0, 1_500) == (lost.table.balances.get("tips", 0), lost.table.balances["rack"])
    assert 0 == won.table.balances["layout"]
    for driver in (won, lost):
        assert counted(driver) == {place: held for place, held in driver.table.balances.items() if held}
        # It is put right by hand: whose it is when it is corrected nobody has said.
        assert {} == driver.table.everyday.settlements


def test_what_is_not_decided_goes_back_to_the_player():
    """A tie, a push, no spin."""
    tied = BaccaratDriver().opened((3, "Ann"))
    tied.bet(3, "player", 1_000, source="tip")
    tied.play("9H", "9S", "KD", "KC")
    pushed = BlackjackDriver().ready((1, "Ann"))
    pushed.bet(1, 1_000, source=blackjack.Source.TIP)
    pushed.played("TS 9H 9S TC stand turn")
    pushed.settle()
    unspun = Driver(ONEIDA).opened()
    unspun.bet("Ann", "red", 1_000, "tip")
    unspun.do("dealer", roulette.SpinBall(direction=roulette.Direction.WITH))
    unspun.do("dealer", roulette.CallNoSpin(cause=roulette.Cause.SAME_DIRECTION, is_ball_lifted=True))

    for driver in (tied, pushed, unspun):
        assert (0, 0, 0) == tuple(driver.table.balances.get(name, 0) for name in ("tips", "circulation", "rack"))
        assert counted(driver) == {place: held for place, held in driver.table.balances.items() if held}


def test_a_blackjack_for_the_dealers_is_paid_into_the_box():
    """Three to two."""
    driver = BlackjackDriver().ready((1, "Ann"))
    driver.bet(1, 1_000, source=blackjack.Source.TIP)
    driver.played("AS 8H KS 9C")
    driver.do("dealer", blackjack.PayBlackjack(seat=1))

    assert 2_500 == driver.table.balances["tips"]


def test_vigorish_on_it_is_the_players():
    """The banker's hand wins: even money into the box, five percent from the player's hand."""
    driver = BaccaratDriver(settings={"collect": "at_once"}).opened((3, "Ann"))
    driver.bet(3, "banker", 1_000, source="tip")
    driver.play("KH", "9S", "7D", "KC")

    assert (2_000, 50) == (driver.table.balances["tips"], driver.table.balances["vigorish"])
    assert counted(driver) == {place: held for place, held in driver.table.balances.items() if held}


def test_it_is_laid_in_value_chips_and_not_spoken():
    """Where only colours are played there is none; no coupon lies with it; it is taken back like any other."""
    hoian, seabrook = Driver(HOIAN).opened(), Driver(SEABROOK).opened()
    spoken = roulette.CallWager(
        player="Ann", bet="red", stake_minor=100_000, accompanied_by=roulette.Accompanied.CHIPS, source="tip"
    )
    assert "HP-T3" == hoian.refused("dealer", spoken).clause
    laid = roulette.PlaceWager(player="Ann", bet="red", stake_minor=1_000, source="tip")
    assert any(type(driver.answer("Ann", laid)).__name__ == "Refusal" for driver in (hoian, seabrook))
    driver = Driver(ONEIDA, settings={"match_play": True}).opened()
    driver.colour("Ann", "blue")
    driver.bet("Ann", "red", 1_000, "colour:blue")
    driver.bet("Ann", "red", 500, "tip")
    coupon = roulette.PlaceWager(player="Ann", bet="red", stake_minor=500, source="coupon")
    assert "RO-C2" == driver.refused("Ann", coupon).clause
    driver.do("Ann", roulette.RemoveWager(player="Ann", bet="red", stake_minor=500, source="tip"))
    driver.do("Ann", coupon)
    assert "RO-C2" == driver.refused("Ann", laid).clause


def test_no_chips_of_a_tournament_are_the_dealers():
    """Its chips are worth nothing outside it."""
    driver = BlackjackDriver()
    driver.in_play((1, "Ann"))
    driver.do("floorperson", blackjack.BeginHeat(tournament="T", heat=1, hands=3))
    driver.do("floorperson", blackjack.IssueChips(player="Ann", chips=10_000))
    driver.do("dealer", OpenBetting())
    act = blackjack.PlaceWager(seat=1, player="Ann", stake_minor=1_000, source=blackjack.Source.TIP)
    assert "BJ-O" == driver.refused("Ann", act).clause


def test_chips_in_the_box_are_none_of_the_rack():
    """A count finds what must lie there, to the cent."""
    driver = SicBoDriver()
    begin(driver)
    fill(driver, "50x100")
    count(driver, "opening")
    driver.opened()
    driver.do("Ann", sicbo.PlaceWager(player="Ann", bet="small", stake_minor=1_000, source=sicbo.Source.TIP))
    driver.pay((1, 2, 2))
    driver.do("dealer", sicbo.ClearLights())
    shift = count(driver, "shift")
    # A thousand was laid by a hand from elsewhere, and a thousand paid from the rack.
    assert (500_000 - 1_000, 0) == (shift.counted_minor, shift.difference_minor)
