"""A whole evening of a house, drawn from a seed: tables of every game, a tournament with its heat, a day at the races.

Each stream is played by its driver first, which leaves its commands; they are then sent to a floor in one order, all
streams interleaved. The same seed makes the same commands in the same order on every machine.
"""

import random
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import msgspec

from pitboss.decider import Command
from pitboss.floor.writer.answers import Recorded
from pitboss.floor.writer.promises import Promise
from pitboss.floor.writer.writer import Floor
from pitboss.journal import Journal
from tests.support.driver import HOIAN, ONEIDA, SEABROOK
from tests.support.evening_cards import baccarat, blackjack, tournament
from tests.support.evening_tables import Sent, roulette, sicbo, walked
from tests.support.evening_tote import race_day

__all__ = ["Evening", "EveningStream", "evening", "evening_of"]

WALKS = (
    ("roulette", ONEIDA),
    ("roulette", HOIAN),
    ("roulette", SEABROOK),
    ("sicbo", "oneida-sicbo-2004"),
    ("baccarat", "oneida-minibaccarat-2004"),
    ("blackjack", "oneida-blackjack-2004"),
)


@dataclass(frozen=True)
class EveningStream:
    """One stream of the evening: what it is opened with, and its commands, each under a key of its own."""

    name: str
    kind: str
    document: dict[str, Any]
    commands: tuple[Command, ...]


@dataclass(frozen=True)
class Evening:
    """All streams, and the seed of the order in which their commands come."""

    seed: int
    streams: tuple[EveningStream, ...]

    def interleaved(self) -> Iterator[tuple[EveningStream, Command]]:
        """Yield every command, the streams mixed as they would be in a house."""
        rng = random.Random(self.seed)
        turns = [place for place, stream in enumerate(self.streams) for _ in stream.commands]
        rng.shuffle(turns)
        left = [iter(stream.commands) for stream in self.streams]
        for place in turns:
            yield self.streams[place], next(left[place])

    def play(self, journal: Journal) -> list[Recorded]:
        """Play the evening into a journal, every stream opened when its first command comes; the journal is closed."""
        floor = Floor(journal, snapshot_every=200)
        opened: set[str] = set()
        waiting: list[Promise[Recorded]] = []
        try:
            for stream, command in self.interleaved():
                if stream.name not in opened:
                    floor.open(stream.name, stream.kind, stream.document, command.received_at)
                    opened.add(stream.name)
                waiting.append(floor.submit(stream.name, command))
            return [future.result() for future in waiting]
        finally:
            floor.close()


def evening(seed: int, *, rounds: int, walk_commands: int = 0, races: int = 10, tickets: int = 20) -> Evening:
    """Draw an evening with so many rounds a table, and with tables walked at random beside them."""
    rng = random.Random(seed)
    drawn = [
        *(("table", f"roulette-{house}", roulette(rng, house, rounds)) for house in (ONEIDA, HOIAN, SEABROOK)),
        ("table", "sicbo", sicbo(rng, rounds)),
        ("table", "baccarat", baccarat(rng, rounds)),
        ("table", "blackjack", blackjack(rng, rounds)),
        *tournament(rng),
        ("tote", "oneida", race_day(rng, races=races, tickets=tickets)),
    ]
    for number, (game, rulebook) in enumerate(WALKS if walk_commands else ()):
        drawn.append(("table", f"walk-{number}-{game}", walked(rng, game, rulebook, walk_commands)))
    return evening_of(seed, drawn)


def evening_of(seed: int, drawn: list[tuple[str, str, Sent]]) -> Evening:
    """Make an evening of streams by their kind and name, with what they are opened with and their commands."""
    streams = tuple(
        EveningStream(f"{kind}:{name}", kind, document, _keyed(commands)) for kind, name, (document, commands) in drawn
    )
    return Evening(seed, streams)


def _keyed(commands: list[Command]) -> tuple[Command, ...]:
    return tuple(msgspec.structs.replace(command, key=f"k{number}") for number, command in enumerate(commands, start=1))
