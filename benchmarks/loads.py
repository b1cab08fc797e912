"""What is played where durable play is measured: bets of one automatic table, or rounds of a live roulette table.

The aims of the journal were reckoned with the first; the second has 17 kinds of moments a round, from opening the bets
to paying the winners, and no terminals.
"""

from __future__ import annotations

import random
import uuid
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

import msgspec

from benchmarks import automatic_play
from pitboss.decider import Command
from pitboss.games import game
from pitboss.games.roulette.automatic.game import AUTOMATIC

__all__ = ["AT", "DOCUMENT", "STREAM", "Load", "automatic_bets", "commands", "live_rounds"]

STREAM = "table:bench"
DOCUMENT = {"rulebook": "oneida-roulette-2008", "name": "Bench"}
AT = datetime(2008, 7, 1, 20, tzinfo=UTC)
EQUIPMENT = ["betting layout", "roulette wheel", "roulette balls", "crown or dolly", "colour chips"]
BETS = ("red", "black", "odd", "even", "straight:17", "straight:0", "dozen:1", "column:2", "low", "high")


@dataclass(frozen=True)
class Load:
    """Commands of one stream, each of which is accepted after those before it."""

    name: str
    stream: str
    kind: str
    document: dict[str, Any]
    at: datetime
    before: Sequence[Command[Any]]
    """What comes before the clock runs."""
    work: Sequence[Command[Any]]


def commands() -> Iterator[Command[Any]]:
    """Yield the commands of an evening without end: a table is opened, then round after round is played."""
    decoder, number = game("roulette").command_decoder, 0

    def command(role: str, kind: str, **fields: object) -> Command[Any]:
        nonlocal number
        number += 1
        sent = {"key": f"k{number}", "by": {"id": "Dora" if role == "dealer" else "Bob", "role": role}}
        body = {**sent, "act": {"type": f"{kind}/1", **fields}, "received_at": AT}
        found: Command[Any] = decoder.decode(msgspec.json.encode(body))
        return found

    yield command("dealer", "table.inspect_equipment", items=EQUIPMENT)
    yield command("dealer", "table.open")
    while True:
        yield command("dealer", "table.open_betting")
        for bet in BETS:
            yield command("player", "roulette.place_wager", player="Bob", bet=bet, stake_minor=500)
        yield command("dealer", "roulette.spin_ball", direction="against")
        yield command("dealer", "roulette.call_no_more_bets")
        yield command("dealer", "roulette.enter_number", pocket="17", revolutions=9)
        yield command("dealer", "roulette.place_dolly", pocket="17")
        yield command("dealer", "roulette.collect_losers")
        yield command("dealer", "roulette.pay_winners")


def live_rounds(count: int) -> Load:
    """Return so many commands of a live roulette table."""
    found = commands()
    return Load("live roulette", STREAM, "table", DOCUMENT, AT, (), [next(found) for _ in range(count)])


def automatic_bets(count: int) -> Load:
    """Return so many bets of the 500 terminals of an automatic table, under keys as terminals make them."""
    keys, rng = automatic_play.Keys(), random.Random(7)
    begin = [*automatic_play.opening(keys), *automatic_play.before(keys)]
    positions = [position.bet for position in automatic_play.new_table().rules.positions]
    places = ((rng.choice(automatic_play.NAMES), rng.choice(positions)) for _ in range(count))
    bets = [
        msgspec.structs.replace(one, key=str(uuid.UUID(int=rng.getrandbits(128)))) for one in keys.bets(rng, places)
    ]
    # As they come from a socket: decoded, and sharing nothing.
    read = [AUTOMATIC.command_decoder.decode(msgspec.json.encode(one)) for one in bets]
    return Load(
        "automatic bets", "automatic:bench", "automatic", automatic_play.DOCUMENT, automatic_play.AT, begin, read
    )
