"""Robots that play: who is at a table by now, how much they want to bet, and with which amounts."""

from __future__ import annotations

from collections.abc import Sequence
from zlib import crc32

from pitboss.decider import Person, Role
from pitboss.demo.robots.scene import Chance, Crew, Step
from pitboss.games.shoe.acts import TakeSeat
from pitboss.games.shoe.state import CardTable
from pitboss.games.table import acts as a
from pitboss.games.table.state import BaseTable

STAY_ROUNDS = 12
"""For how many rounds somebody stays."""
CHAIRS = 4
"""How many robots play at a table at a time."""
BUYS = 0.1
"""How often somebody buys chips between rounds."""
_TIMES = (1, 1, 1, 1, 2, 2, 3, 5)


def present(names: Sequence[str], rounds: int, chairs: int = CHAIRS) -> list[str]:
    """Return who is at a table in a round: each chair changes hands after some rounds, never all at once.

    >>> [present(("Ann", "Bob", "Cid", "Dot"), rounds, 2) for rounds in (0, 6, 12)]
    [['Ann', 'Bob'], ['Ann', 'Dot'], ['Cid', 'Dot']]
    """
    chairs = min(chairs, len(names))
    known = len(names) - len(names) % chairs if chairs else 0
    found = []
    for chair in range(chairs):
        turn = (rounds + chair * STAY_ROUNDS // chairs) // STAY_ROUNDS
        found.append(names[(chair + chairs * turn) % known])
    return found


def whim(*of: object) -> int:
    """Return a number that is always the same for the same person and round, and otherwise looks like any other."""
    return crc32("/".join(map(str, of)).encode())


def quota(name: str, rounds: int, most: int) -> int:
    """Return how many wagers somebody makes in a round."""
    return whim(name, rounds) % most + 1


def player(name: str) -> Person:
    """Return a player as somebody who acts."""
    return Person(name, Role.PLAYER)


def stake_of(chance: Chance, low: int, high: int, unit: int) -> int | None:
    """Draw an amount in whole units between two limits, mostly a small one; None where there is none.

    >>> import random
    >>> stake_of(random.Random(1), 150, 250, 100), stake_of(random.Random(1), 150, 180, 100)
    (200, None)
    """
    least, most = -(-max(low, 1) // unit), high // unit
    return None if least > most else min(least * chance.choice(_TIMES), most) * unit


def buying(state: BaseTable, chance: Chance, crew: Crew, dealer: Person | None) -> Step | None:
    """Now and then, between rounds, let somebody buy chips for cash."""
    if dealer is None or not crew.players or chance.random() > BUYS:
        return None
    name = chance.choice(present(crew.players, state.rounds))
    amount = state.rules.table_minimum * chance.choice((20, 40, 100))
    return Step(dealer, a.BuyValueChips(player=name, amount_minor=amount), pause=1.5)


def sitting_down(state: CardTable, chance: Chance, crew: Crew) -> Step | None:
    """Let somebody who has come take a free seat; one seat is always left to a person."""
    free = [position for position in range(1, state.rules.positions + 1) if position not in state.seats]
    coming = [name for name in _expected(state, crew) if name not in state.seats.values()]
    if not coming or len(free) < 2:
        return None
    return Step(player(coming[0]), TakeSeat(position=chance.choice(free), player=coming[0]), pause=1.0)


def idle_guests(state: CardTable, crew: Crew) -> list[tuple[int, str]]:
    """Return the seats of robots whose time is over."""
    staying = _expected(state, crew)
    return [(seat, name) for seat, name in state.seats.items() if name in crew.players and name not in staying]


def _expected(state: CardTable, crew: Crew) -> list[str]:
    return present(crew.players, state.rounds, min(CHAIRS, state.rules.positions - 1))
