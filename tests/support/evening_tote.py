"""An evening's day at the races: a card with every pool, tickets of every kind, cancels, refunds, cashing."""

import random
from collections.abc import Iterator
from datetime import timedelta
from typing import Any

from pitboss.decider import Accepted, Act, Command, Refusal
from pitboss.tote.day import acts as a
from pitboss.tote.day.game import TOTE
from pitboss.tote.day.tickets import Ticket
from tests.support import strategies as draw
from tests.support.day_driver import card_of, one_race, pool, race, runners
from tests.support.day_play import DayPlay

__all__ = ["race_day"]

FIRST_POST = 13 * 60
MINUTES_BETWEEN = 25
CASHED = 0.8


class KeptDay(DayPlay):
    """A day whose commands are kept, those that were refused too."""

    sent: list[Command]

    def send(self, command: Command) -> Accepted | Refusal:
        """Let the day answer, and keep the command."""
        self.__dict__.setdefault("sent", [])
        if draw.is_well_formed(command, TOTE.command_decoder):
            self.sent.append(command)
        return super().send(command)

    def payable(self) -> Iterator[Ticket]:
        """Yield most of the tickets on which something is due; nobody presents the others."""
        return (ticket for ticket in super().payable() if self.rng.random() < CASHED)


def race_day(rng: random.Random, *, races: int, tickets: int) -> tuple[dict[str, Any], list[Command]]:
    """Play a day with so many races, and about so many tickets for each; some tickets are never cashed."""
    day = KeptDay(rng, tracks=1)
    day.cards = [card_of(_card(rng, races))]
    day.begin()
    while not all(race.is_over for race in day.state.races.values()):
        for _ in range(rng.randint(0, tickets // 10)):
            _do(day, a.SellTicket if rng.random() < 0.9 else a.CancelTicket)
        day.step()
    day.finish()
    config = day.config
    document = {"rulebook": config.rulebook, "name": config.name, "date": config.date.isoformat()}
    return {**document, "settings": dict(config.settings)}, day.sent


def _do(day: KeptDay, kind: type[Act]) -> None:
    """Do such a thing, if there is anything to do it to."""
    act = day.draw.act(kind)
    if act is not None:
        day.do(act)


def _card(rng: random.Random, races: int) -> dict[str, Any]:
    listed = []
    for number in range(1, races + 1):
        minutes = FIRST_POST + MINUTES_BETWEEN * (number - 1)
        coupled = {"x1A": "1"} if rng.random() < 0.3 else {}
        clock = str(timedelta(minutes=minutes))[:-3]
        listed.append(race(number, clock, runners(rng.randint(5, 8), **coupled)))
    several = [
        pool("double", 1, 2, minimum=200),
        pool("pick3", 2, 3, 4, takeout="0.25"),
        pool("pick6", *range(races - 5, races + 1), takeout="0.25", carryover_minor=rng.randint(1, 90_000)),
        pool("twin_trifecta", 3, 4, takeout="0.25", minimum=200, carryover_minor=12_345),
    ]
    return {
        "track": "FVD",
        "name": "Fox Valley Downs",
        "permit": "State permit 12",
        "races": listed,
        "pools": [*(entry for number in range(1, races + 1) for entry in one_race(number)), *several],
    }
