"""An evening's tables of roulette and sic bo: rounds with wagers at random, and tables walked at random."""

import random
from typing import Any

from pitboss.decider import Accepted, Command, Refusal
from pitboss.games.roulette import acts as roulette_acts
from pitboss.games.sicbo import acts as sicbo_acts
from pitboss.games.sicbo.wagers import SELECTIONS
from pitboss.games.table import acts as table_acts
from tests.support import strategies as draw
from tests.support.cases import CASES
from tests.support.driven import need
from tests.support.driver import HOIAN, ONEIDA, TableDriver, with_limits
from tests.support.driver import Driver as RouletteDriver
from tests.support.sicbo_driver import SICBO, SicBoDriver
from tests.support.walk import Walk

__all__ = ["Kept", "Sent", "roulette", "sicbo", "walked"]

PLAYERS = ("Ann", "Bob", "Cid", "Dot")
Sent = tuple[dict[str, Any], list[Command]]
"""The document a stream is opened with, and its commands."""


class Kept(TableDriver):
    """A driver that keeps its commands, those that were refused too."""

    sent: list[Command]

    def command(self, who: str, act: Any, *, witness: str | None = None) -> Command:
        """Wrap an act, and keep it."""
        self.__dict__.setdefault("sent", [])
        command = super().command(who, act, witness=witness)
        self.sent.append(command)
        return command


class KeptRoulette(Kept, RouletteDriver):
    """A roulette table whose commands are kept."""


class KeptSicBo(Kept, SicBoDriver):
    """A sic bo table whose commands are kept."""


def roulette(rng: random.Random, rulebook: str, rounds: int) -> Sent:
    """Play so many rounds of roulette in a house."""
    settings: dict[str, Any] = {"match_play": True} if rulebook == ONEIDA else {}
    driver = KeptRoulette(rulebook, settings=settings, name=rulebook.partition("-")[0])
    driver.opened()
    least = max(driver.table.rules.limits(position.kind)[0] for position in driver.table.rules.positions)
    for player, colour in zip(PLAYERS, driver.table.rules.settings["colours"], strict=False):
        driver.answer(
            "dealer",
            roulette_acts.IssueColour(player=player, colour=colour, value_minor=least, count=500, has_marker=True),
        )
        driver.do("dealer", table_acts.BuyValueChips(player=player, amount_minor=100 * least))
    for _ in range(rounds):
        _lay(rng, driver, least)
        _spin(rng, driver)
        driver.do("dealer", table_acts.OpenBetting())
    return {"rulebook": rulebook, "name": rulebook.partition("-")[0], "settings": settings}, driver.sent


def _lay(rng: random.Random, driver: Any, least: int) -> None:
    """Let the players bet in chips of every kind; what the house does not take is refused, and that is kept too."""
    rules = driver.table.rules
    for _ in range(rng.randint(1, 8)):
        player, bet = rng.choice(PLAYERS), rng.choice(rules.positions).bet
        colours = driver.table.colours_of(player)
        sources = ["value", "value", *(f"colour:{colour}" for colour in colours), "coupon", "credits"]
        act = roulette_acts.PlaceWager(
            player=player, bet=bet, stake_minor=least * rng.randint(1, 3), source=rng.choice(sources)
        )
        answer = driver.answer(player, act)
        if isinstance(answer, Accepted) and rng.random() < 0.1:
            taken = {"player": player, "bet": bet, "stake_minor": act.stake_minor, "source": act.source}
            driver.answer(player, roulette_acts.RemoveWager(**taken))
    if rng.random() < 0.2:
        called = {"player": rng.choice(PLAYERS), "bet": rng.choice(rules.positions).bet, "stake_minor": least}
        driver.answer("dealer", roulette_acts.CallWager(**called, accompanied_by=roulette_acts.Accompanied.CASH))


def _spin(rng: random.Random, driver: Any) -> None:
    """Spin to a number and pay, or now and then to no number at all."""
    rules = driver.table.rules
    if rng.random() < 0.05 and rules.edition.id != HOIAN:
        driver.do("dealer", roulette_acts.SpinBall(direction=roulette_acts.Direction.WITH))
        driver.do("dealer", roulette_acts.CallNoSpin(cause=roulette_acts.Cause.SAME_DIRECTION))
        return
    driver.settle(rng.choice(rules.wheel.pockets))
    for colour in list(driver.table.colours):
        if rng.random() < 0.02:
            driver.answer(
                "dealer", roulette_acts.RedeemColour(player=driver.table.colours[colour].player, colour=colour, count=1)
            )


def sicbo(rng: random.Random, rounds: int) -> Sent:
    """Play so many rounds of sic bo; a throw that does not lie flat is thrown again."""
    driver = KeptSicBo(name="dice")
    driver.opened()
    for _ in range(rounds):
        for _ in range(rng.randint(1, 6)):
            selection, player = rng.choice(SELECTIONS), rng.choice(PLAYERS)
            stake = driver.table.rules.limits(selection.kind)[0] * rng.randint(1, 3)
            # Now and then by somebody else's hand, which is refused.
            by = player if rng.random() < 0.9 else rng.choice(PLAYERS)
            driver.answer(by, sicbo_acts.PlaceWager(player=player, bet=selection.bet, stake_minor=stake))
        if rng.random() < 0.1:
            driver.uncover(is_flat=False)
            driver.do("dealer", sicbo_acts.CallNoRoll())
        driver.pay((rng.randint(1, 6), rng.randint(1, 6), rng.randint(1, 6)))
        driver.next_round()
    return {"rulebook": SICBO, "name": "dice", "settings": with_limits(SICBO)}, driver.sent


class KeptWalk(Walk):
    """A walk that keeps the commands that somebody could send."""

    sent: list[Command]

    def send(self, command: Command, offers: Any = None) -> Accepted | Refusal:
        """Let the table answer, and keep the command if it can be written and read again."""
        self.__dict__.setdefault("sent", [])
        if draw.is_well_formed(command, self.game.command_decoder):
            self.sent.append(command)
        return super().send(command, offers)


def walked(rng: random.Random, game: str, rulebook: str, commands: int) -> Sent:
    """Walk a table at random for so many commands, and play its last round to the end."""
    settings = rng.choice(CASES[game].variants.get(rulebook, ({},)))
    walk = KeptWalk(rng, game, rulebook, settings)
    while walk.commands < commands:
        walk.step()
    need(walk.finish(), walk.table)
    return {"rulebook": rulebook, "name": "R1", "settings": with_limits(rulebook, settings)}, walk.sent
