"""A table of every game, its rack kept by counts, brought to each moment of a round in which something is done."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from pitboss.decider import Act
from pitboss.games.baccarat import acts as baccarat
from pitboss.games.blackjack import acts as blackjack
from pitboss.games.roulette import acts as roulette
from pitboss.games.roulette.automatic import acts as automatic
from pitboss.games.shoe.acts import CorrectCard
from pitboss.games.sicbo import acts as sicbo
from pitboss.games.table.acts import OpenBetting
from tests.support.automatic_driver import AGAINST, AutomaticDriver
from tests.support.baccarat_driver import BaccaratDriver
from tests.support.blackjack_driver import BlackjackDriver
from tests.support.driver import ONEIDA, Driver
from tests.support.everyday import begin, count, fill
from tests.support.sicbo_driver import SicBoDriver

__all__ = ["GAMES", "PHASES", "PhaseGame", "at", "steps_from"]

PHASES = ("betting", "closed", "result", "settled", "next")
"""Bets are open; closed without a result; a result that is not paid; paid; the next round has begun."""
Step = Callable[[Any], object]


@dataclass(frozen=True)
class PhaseGame:
    """How a game comes from moment to moment, and what may be done at it by its own name."""

    name: str
    opened: Step
    """Bring it to open bets, with wagers of Ann's and Bob's."""
    steps: tuple[Step, ...]
    """From each moment to the next."""
    lay: Act
    take_back: Act
    correct: Act | None = None
    """Before payment."""
    other: str = ""
    """Another result than it has, as a correction after payment names it."""
    place: str = ""
    """Another place for the first wager."""
    has_cards: bool = False


def _does(*acts: Act) -> Step:
    """Return a step of the dealer's."""

    def step(driver: Any) -> None:
        for act in acts:
            driver.do("dealer", act)

    return step


def _counted(driver: Any) -> Any:
    """Keep a rack by counts, fill it and count it."""
    begin(driver)
    fill(driver, "500x100")
    count(driver, "opening")
    return driver


def _roulette(driver: Any) -> None:
    driver.opened()
    driver.bet("Ann", "straight:17", 1_000)
    driver.bet("Bob", "red", 1_000)


def _sicbo(driver: Any) -> None:
    driver.opened()
    driver.bet("Ann", "small", 1_000)
    driver.bet("Bob", "big", 1_000)


def _baccarat(driver: Any) -> None:
    driver.opened((3, "Ann"), (5, "Bob"))
    driver.bet(3, "banker", 1_000)
    driver.bet(5, "player", 1_000)


def _automatic(driver: Any) -> None:
    driver.bought(T1=10_000, T2=5_000)
    driver.do("dealer", automatic.StartGame())
    driver.bet("T1", "red", 1_000)


def _baccarat_paid(driver: Any) -> None:
    driver.pay()
    driver.do("dealer", baccarat.DiscardCards())


def _spun(driver: Any) -> None:
    driver.do("dealer", automatic.SpinBall(direction=AGAINST))
    driver.do("device", automatic.LockBets())


_SPIN = roulette.SpinBall(direction=roulette.Direction.AGAINST)
_OPEN = _does(OpenBetting())
GAMES: dict[str, tuple[Callable[[], Any], PhaseGame]] = {
    "roulette": (
        lambda: Driver(ONEIDA),
        PhaseGame(
            "roulette",
            _roulette,
            (
                _does(_SPIN, roulette.CallNoMoreBets()),
                _does(roulette.EnterNumber(pocket="16", revolutions=8)),
                _does(roulette.PlaceDolly(pocket="16"), roulette.CollectLosers(), roulette.PayWinners()),
                _OPEN,
            ),
            lay=roulette.PlaceWager(player="Ann", bet="straight:17", stake_minor=500),
            take_back=roulette.RemoveWager(player="Ann", bet="straight:17", stake_minor=500),
            correct=roulette.CorrectNumber(pocket="17", reason="Misread."),
            other="17",
            place="straight:16",
        ),
    ),
    "sicbo": (
        SicBoDriver,
        PhaseGame(
            "sicbo",
            _sicbo,
            (
                lambda driver: driver.shake(),
                _does(sicbo.UncoverShaker(is_flat=True), sicbo.EnterDice(dice=(1, 2, 2))),
                _does(sicbo.CollectLosers(), sicbo.PayWinners(), sicbo.ClearLights()),
                _OPEN,
            ),
            lay=sicbo.PlaceWager(player="Ann", bet="small", stake_minor=500),
            take_back=sicbo.RemoveWager(player="Ann", bet="small", stake_minor=500),
            correct=sicbo.CorrectDice(dice=(5, 5, 6), reason="Misread."),
            other="5-5-6",
            place="total:5",
        ),
    ),
    "baccarat": (
        BaccaratDriver,
        PhaseGame(
            "baccarat",
            _baccarat,
            (
                lambda driver: driver.deal("2H", "KS"),
                lambda driver: driver.deal("3D", "4C", "6H", "3S"),
                _baccarat_paid,
                _OPEN,
            ),
            lay=baccarat.PlaceWager(position=3, player="Ann", on="banker", stake_minor=500),
            take_back=baccarat.RemoveWager(position=3, player="Ann", on="banker", stake_minor=500),
            correct=CorrectCard(place=1, was="2H", card="2D", reason="Misread."),
            other="3=6D",
            place="tie:5",
            has_cards=True,
        ),
    ),
    "blackjack": (
        BlackjackDriver,
        PhaseGame(
            "blackjack",
            lambda driver: driver.staked(1_000, 1_000),
            (
                lambda driver: driver.played("TH 9S 7D 8D 9H 9C"),
                lambda driver: driver.played("stand stand turn 3D"),
                _does(blackjack.SettleHand(), blackjack.DiscardCards()),
                lambda driver: driver.reshuffled(),
            ),
            lay=blackjack.PlaceWager(seat=1, player="Ann", stake_minor=500),
            take_back=blackjack.RemoveWager(seat=1, player="Ann", stake_minor=500),
            correct=CorrectCard(place=1, was="TH", card="KH", reason="Misread."),
            other="7=TD",
            place="2.1:blackjack:1",
            has_cards=True,
        ),
    ),
    "automatic": (
        AutomaticDriver,
        PhaseGame(
            "automatic",
            _automatic,
            (
                _spun,
                lambda driver: driver.sense("16"),
                _does(automatic.ConfirmNumber(pocket="16")),
                _does(automatic.StartGame()),
            ),
            lay=automatic.PlaceBet(terminal="T1", bet="red", chip_minor=500),
            take_back=automatic.CancelBet(terminal="T1", bet="red"),
        ),
    ),
}
"""How each is made, and what may be done there."""


def at(name: str, phase: str) -> tuple[Any, PhaseGame]:
    """Return a game's table at a moment of its round."""
    make, game = GAMES[name]
    driver = _counted(make())
    game.opened(driver)
    for step in game.steps[: PHASES.index(phase)]:
        step(driver)
    return driver, game


def steps_from(game: PhaseGame, phase: str) -> tuple[Step, ...]:
    """Return what brings a round from a moment to its payment."""
    return game.steps[PHASES.index(phase) : 3]
