"""Every ending of a wager for the dealers, at every game: the win is the same by counts and by settlements."""

from collections.abc import Callable
from typing import Any, TypeVar

import pytest

from pitboss.games.blackjack import acts as blackjack
from pitboss.games.everyday.acts import CallOffRound, EmptyTipBox, TakeTip
from pitboss.games.roulette import acts as roulette
from pitboss.games.shoe.acts import CorrectCard
from pitboss.games.sicbo import acts as sicbo
from tests.support.baccarat_driver import BaccaratDriver
from tests.support.blackjack_driver import BlackjackDriver
from tests.support.driver import ONEIDA, Driver
from tests.support.everyday import begin, by_both_routes, count, fill
from tests.support.sicbo_driver import SicBoDriver

pytestmark = pytest.mark.clause("HP-T3", "HP-I2")
D = TypeVar("D")


def kept(driver: D) -> D:
    """Return a table whose rack is kept by counts, and counted for its opening."""
    begin(driver)
    fill(driver, "500x100")
    count(driver, "opening")
    return driver


def agreed(driver: Any) -> tuple[int, int]:
    """Count the rack; return what the house won, and what is in the tip box, if nothing differs."""
    assert not driver.table.balances["layout"]
    count(driver, "shift")
    win = by_both_routes(driver)
    held = {place: amount for place, amount in win.recount.book.places.items() if amount}
    assert held == {place: amount for place, amount in driver.table.balances.items() if amount}
    period = win.periods[-1]
    # Nothing was corrected after payment and nothing found: all of it is stakes lost, winnings paid and vigorish.
    assert (0, 0, 0) == (period.difference_minor, period.variances_minor, period.other_minor)
    return period.win_minor, driver.table.balances.get("tips", 0)


def called_off(driver: Any) -> None:
    """Ring the fire bell."""
    driver.do("pit_supervisor", CallOffRound(reason="Fire."), witness="floorperson")


def at_blackjack(line: str, **settings: Any) -> BlackjackDriver:
    """Return a table where Ann laid 10 for the dealers and 5 for herself, after a line of play."""
    driver = kept(BlackjackDriver(settings=settings)).ready((1, "Ann"))
    driver.bet(1, 1_000, source=blackjack.Source.TIP)
    driver.bet(1, 500)
    return driver.played(line)


def settled(line: str, **settings: Any) -> BlackjackDriver:
    """Return the same once it is paid."""
    driver = at_blackjack(line, **settings)
    driver.settle()
    return driver


def insured(second: str) -> BlackjackDriver:
    """Ann insures all of it against an ace; the dealer has a second card."""
    driver = at_blackjack("TS AH 9S")
    driver.deal(second)
    driver.do("Ann", blackjack.PlaceInsurance(seat=1, stake_minor=750))
    driver.played("close stand turn")
    driver.settle()
    return driver


def on_suits(second: str) -> BlackjackDriver:
    """Ann lays 3 for the dealers on cards of one suit, too."""
    driver = kept(BlackjackDriver(settings={"initial_suit": "same_suit"})).ready((1, "Ann"))
    driver.bet(1, 500)
    driver.bet(1, 300, on=blackjack.Kind.SAME_SUIT, source=blackjack.Source.TIP)
    driver.played(f"TS 8H {second} 9C suits stand turn")
    driver.settle()
    return driver


def against_three(*third: str) -> BlackjackDriver:
    """Ann plays against three hands of the dealer's, and for the dealers against each: 1, 2 and 3."""
    driver = kept(BlackjackDriver(settings={"multiple_action": 3})).ready((1, "Ann"))
    driver.bet(1, 500, 500, 500)
    driver.bet(1, 100, 200, 300, source=blackjack.Source.TIP)
    driver.played("TS 8H 9S stand")
    for card in third:
        driver.deal(card)
        driver.settle()
    return driver


def paid_early(end: Callable[[BlackjackDriver], Any]) -> BlackjackDriver:
    """Ann's blackjack is paid, and then the round is none."""
    driver = kept(BlackjackDriver()).ready((1, "Ann"), (2, "Bob"))
    driver.bet(1, 1_000, source=blackjack.Source.TIP)
    driver.bet(1, 500)
    driver.bet(2, 500)
    driver.played("AS 5D 8H KS 5C 9C")
    driver.do("dealer", blackjack.PayBlackjack(seat=1))
    assert 2_500 == driver.table.balances["tips"]
    end(driver)
    return driver


def wrong_number(driver: BlackjackDriver) -> None:
    """Bob has a card too many."""
    driver.do("dealer", blackjack.ReportWrongNumber(seat=2))


def bust_corrected() -> BlackjackDriver:
    """Ann's hand was collected as over 21 by a card that was named wrongly: it stands, and wins."""
    driver = kept(BlackjackDriver()).ready((1, "Ann"), (2, "Bob"))
    driver.bet(1, 1_000, source=blackjack.Source.TIP)
    driver.bet(1, 500)
    driver.bet(2, 500)
    driver.played("TS TD 8H 6S 9D 9C hit 9H")
    correct = CorrectCard(place=7, was="9H", card="4H", reason="wrong key")
    driver.do("dealer", correct, witness="floorperson")
    driver.played("stand stand turn")
    driver.settle()
    return driver


def exposed() -> BlackjackDriver:
    """The dealer's second card is seen, and the house voids such a round."""
    driver = at_blackjack("TS 8H 9S", exposed_second="void")
    driver.deal(None)
    driver.do("dealer", blackjack.ReportExposed(card="9C"), witness="floorperson")
    return driver


def taken_back() -> BlackjackDriver:
    """Ann thinks better of it."""
    driver = at_blackjack("")
    back = blackjack.RemoveWager(seat=1, player="Ann", stake_minor=1_000, source=blackjack.Source.TIP)
    driver.do("Ann", back)
    driver.played("TS 8H 9S 9C stand turn")
    driver.settle()
    return driver


def called_off_at_blackjack() -> BlackjackDriver:
    """Cards lie, and there is no result."""
    driver = at_blackjack("TS 8H 9S")
    called_off(driver)
    return driver


# What the house wins, and what is in the box.
BLACKJACK = {
    "wins": (lambda: settled("TS 8H 9S 9C stand turn"), -1_500, 2_000),
    "loses": (lambda: settled("TS 9H 7S TC stand turn"), 1_500, 0),
    "pushes": (lambda: settled("TS 9H 9S TC stand turn"), 0, 0),
    "is over 21": (lambda: settled("TS 8H 6S 9C hit 9D turn"), 1_500, 0),
    "is a blackjack": (lambda: settled("AS 8H KS 9C turn"), -2_250, 2_500),
    "is a blackjack against a ten": (lambda: settled("AS TH KS 9C turn"), -2_250, 2_500),
    "is a blackjack to a blackjack": (lambda: settled("AS TH KS AC turn"), 0, 0),
    "is surrendered": (lambda: settled("TS 8H 6S 9C surrender turn", surrender="late"), 750, 0),
    "is doubled and wins": (lambda: settled("6S 8H 5S 9C double TD turn"), -3_000, 2_000),
    "is doubled and loses": (lambda: settled("6S 9H 5S TC double 2D turn"), 3_000, 0),
    "is doubled to a blackjack": (lambda: settled("6S TH 5S AC double TD turn", dealer_bj="original"), 1_500, 0),
    "is split": (lambda: settled("8S 8H 8D 9C split TD stand 9D stand turn"), -1_500, 2_000),
    "is insured and loses": (lambda: insured("KC"), 0, 0),
    "is insured and wins": (lambda: insured("7C"), -750, 2_000),
    "is of one suit": (lambda: on_suits("9S"), -1_400, 1_200),
    "is not of one suit": (lambda: on_suits("9D"), -200, 0),
    "is against three hands": (lambda: against_three("9C", "AD", "TD"), -1_400, 800),
    "is paid and void": (lambda: paid_early(wrong_number), 0, 0),
    "is paid and called off": (lambda: paid_early(called_off), 0, 0),
    "is collected and given back": (bust_corrected, -2_000, 2_000),
    "lies with an exposed card": (exposed, 0, 0),
    "is taken back": (taken_back, -500, 0),
    "is called off": (called_off_at_blackjack, 0, 0),
}


def at_roulette() -> Driver:
    """Return a table where Ann laid 10 for the dealers on red, and 5 for herself."""
    driver = kept(Driver(ONEIDA)).opened()
    driver.bet("Ann", "red", 1_000, "tip")
    driver.bet("Ann", "red", 500)
    return driver


def at_sicbo() -> SicBoDriver:
    """The same on small."""
    driver = kept(SicBoDriver()).opened()
    driver.do("Ann", sicbo.PlaceWager("Ann", "small", 1_000, source=sicbo.Source.TIP))
    driver.bet("Ann", "small", 500)
    return driver


def at_baccarat(on: str, **settings: Any) -> BaccaratDriver:
    """The same on a hand."""
    driver = kept(BaccaratDriver(settings=settings)).opened((3, "Ann"))
    driver.bet(3, on, 1_000, source="tip")
    driver.bet(3, on, 500)
    return driver


def played(driver: Any, *acts: Any) -> Any:
    """Let the dealer do things at a table, or somebody else whatever is called; return it."""
    for act in acts:
        act(driver) if callable(act) else driver.do("dealer", act)
    return driver


NO_SPIN = (
    roulette.SpinBall(direction=roulette.Direction.WITH),
    roulette.CallNoSpin(cause=roulette.Cause.SAME_DIRECTION, is_ball_lifted=True),
)
OTHERS = {
    "roulette wins": (lambda: played(at_roulette(), lambda one: one.settle("16")), -1_500, 2_000),
    "roulette loses": (lambda: played(at_roulette(), lambda one: one.settle("17")), 1_500, 0),
    "roulette is no spin": (lambda: played(at_roulette(), *NO_SPIN), 0, 0),
    "roulette is called off": (lambda: played(at_roulette(), called_off), 0, 0),
    "sic bo wins": (lambda: played(at_sicbo(), lambda one: one.pay((1, 2, 2)), sicbo.ClearLights()), -1_500, 2_000),
    "sic bo loses": (lambda: played(at_sicbo(), lambda one: one.pay((5, 5, 6)), sicbo.ClearLights()), 1_500, 0),
    "sic bo fails": (lambda: played(at_sicbo(), sicbo.ReportFailure(fault="dark")), 0, 0),
    "sic bo is called off": (lambda: played(at_sicbo(), called_off), 0, 0),
    "the player's hand wins": (
        lambda: played(at_baccarat("player"), lambda one: one.play("9H", "KS", "KD", "7C")),
        -1_500,
        2_000,
    ),
    "the player's hand loses": (
        lambda: played(at_baccarat("player"), lambda one: one.play("KH", "9S", "7D", "KC")),
        1_500,
        0,
    ),
    "hands are tied": (lambda: played(at_baccarat("player"), lambda one: one.play("9H", "9S", "KD", "KC")), 0, 0),
    "the banker's hand wins": (
        lambda: played(at_baccarat("banker"), lambda one: one.play("KH", "9S", "7D", "KC")),
        -1_425,
        2_000,
    ),
    "baccarat is called off": (lambda: played(at_baccarat("player"), lambda one: one.deal("9H"), called_off), 0, 0),
}


@pytest.mark.parametrize("name", BLACKJACK)
def test_at_blackjack(name):
    """It wins, pushes, is surrendered, doubled, split, insured, given back: nothing differs."""
    played_out, won, in_box = BLACKJACK[name]
    assert (won, in_box) == agreed(played_out())


@pytest.mark.parametrize("name", OTHERS)
def test_at_other_games(name):
    """The same for whatever ends a wager there."""
    played_out, won, in_box = OTHERS[name]
    assert (won, in_box) == agreed(played_out())


def test_a_tip_that_was_shared_and_went_back_is_made_up_for_by_the_next():
    """A paid blackjack was for the dealers, the box was emptied, and the round is void: nothing is shared of less."""

    def shared_and_void(driver: BlackjackDriver) -> None:
        driver.do("dealer", EmptyTipBox(), witness="floorperson")
        wrong_number(driver)

    driver = paid_early(shared_and_void)
    assert (0, -2_500) == agreed(driver)
    assert "HP-T1" == driver.refused("dealer", EmptyTipBox(), witness="floorperson").clause
    driver.do("dealer", TakeTip(player="Ann", amount_minor=3_000))
    assert 500 == driver.do("dealer", EmptyTipBox(), witness="floorperson").amount_minor
