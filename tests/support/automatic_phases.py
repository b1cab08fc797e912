"""An automatic table brought to any phase of a game, with bets of two terminals in it."""

from collections.abc import Callable

from pitboss.games.roulette.automatic import acts as a
from tests.support.automatic_driver import AGAINST, AutomaticDriver

__all__ = ["BOUGHT", "GAINS", "PHASES", "played"]

Step = Callable[[AutomaticDriver], object]
BOUGHT = {"T1": 10_000, "T2": 5_000}
GAINS = {1: {"T1": 20_900, "T2": -1_000}, 2: {"T1": 0, "T2": -500}}
"""What each game brings its players where it is settled, by 17 and by 0: reckoned by hand."""


def played(phase: str) -> AutomaticDriver:
    """Return a table that has come to a phase."""
    driver = AutomaticDriver().bought(**BOUGHT)
    for step in PHASES[phase]:
        step(driver)
    return driver


def first(driver: AutomaticDriver) -> None:
    """Start the first game, and bet."""
    driver.do("dealer", a.StartGame())
    driver.bet("T1", "straight:17", 500, 100)
    driver.bet("T1", "red", 100)
    driver.bet("T2", "red", 1_000)


def second(driver: AutomaticDriver) -> None:
    """Start the next game, and bet."""
    driver.do("dealer", a.StartGame())
    driver.bet("T2", "odd", 500)


def prompt(driver: AutomaticDriver) -> None:
    """Let the clock tell the dealer to spin."""
    driver.do("device", a.PromptSpin(seconds_left=10))


def spin(driver: AutomaticDriver) -> None:
    """Set the ball running."""
    driver.do("dealer", a.SpinBall(direction=AGAINST))


def lock(driver: AutomaticDriver) -> None:
    """Let the clock reach zero."""
    driver.do("device", a.LockBets())


def sense(driver: AutomaticDriver) -> None:
    """Let the sensor find 17."""
    driver.sense("17")


def disagree(driver: AutomaticDriver) -> None:
    """Let the dealer say another number than the sensor."""
    driver.do("dealer", a.ConfirmNumber(pocket="20"))


def confirm(driver: AutomaticDriver) -> None:
    """Let the dealer confirm 17: the game is settled."""
    driver.do("dealer", a.ConfirmNumber(pocket="17"))


def settle(driver: AutomaticDriver) -> None:
    """Play a game to its end by 0."""
    driver.settle("0")


def void(driver: AutomaticDriver) -> None:
    """Void the game in play."""
    driver.void("malfunction")


def void_settled(driver: AutomaticDriver) -> None:
    """Void the first game after it was settled."""
    driver.void("fraud", who="pit_supervisor", game=1)


def refund(driver: AutomaticDriver) -> None:
    """Refund the void game."""
    driver.refund()


_SETTLED: tuple[Step, ...] = (first, spin, lock, sense, confirm)
PHASES: dict[str, tuple[Step, ...]] = {
    "before any": (),
    "betting": (first,),
    "prompted": (first, prompt),
    "spinning": (first, prompt, spin),
    "locked": (first, spin, lock),
    "sensed": (first, spin, lock, sense),
    "held, no ball": (first, lock),
    "held, ball runs": (first, spin, sense),
    "held, locked": (first, spin, lock, sense, disagree),
    "void": (first, void),
    "refunded": (first, void, refund),
    "settled": _SETTLED,
    "settled, void": (*_SETTLED, void_settled),
    "settled, refunded": (*_SETTLED, void_settled, refund),
    "next betting": (*_SETTLED, second),
    "next spinning": (*_SETTLED, second, spin),
    "next settled": (*_SETTLED, second, settle),
    "next void": (*_SETTLED, second, void),
    "next refunded": (*_SETTLED, second, void, refund),
}
"""What brings a table to each phase of its first game, and of the one after."""
