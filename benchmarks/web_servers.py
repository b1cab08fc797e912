"""The servers that are measured, each a process of its own: the live floor, and the bare `websockets` library.

Both listen on the port they are given and do what lines on standard input say: `send N` sends N messages to everybody
who is connected; `cpu` prints the process's own time so far.
"""

from __future__ import annotations

import asyncio
import sys
import threading
import time
from collections import deque
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

from pitboss.decider import Accepted, Command, Person, Role
from pitboss.games.roulette.automatic import acts as automatic_acts
from pitboss.games.sicbo import acts as sicbo_acts
from pitboss.games.sicbo.settle import lit
from pitboss.games.table import acts as table_acts

if TYPE_CHECKING:
    from pitboss.floor.writer.writer import Floor
    from pitboss.web.guard import Guard

__all__ = ["PAYLOAD", "TERMINALS"]

TERMINALS = 200
CREDITS = 1_000_000
WAITING = 20
"""Bets that wait for their answers at once at the dice."""
DEALER, FLOORPERSON = Person("dealer", Role.DEALER), Person("floorperson", Role.FLOORPERSON)
SUPERVISOR, GUEST = Person("pit-supervisor", Role.PIT_SUPERVISOR), Person("Ann", Role.PLAYER)

PAYLOAD = (
    '{"type":"news","stream":"sicbo-1","after":123456,"version":123457,"events":[{"type":"sicbo.wager_placed/1",'
    '"player":"Ann","bet":"small","stake_minor":500,"placed_by":"player"}]}'
)
"""As long as the news of a bet."""


def _listen(commands: dict[str, Callable[[str], None]]) -> None:
    """Do what standard input says, in a thread."""

    def run() -> None:
        for line in sys.stdin:
            name, _, value = line.strip().partition(" ")
            if name == "cpu":
                print(time.process_time(), flush=True)
            elif name in commands:
                commands[name](value)

    threading.Thread(target=run, daemon=True).start()


def bare(port: int) -> None:
    """Broadcast with the library alone."""
    from websockets.asyncio.server import ServerConnection, broadcast, serve

    connected: set[ServerConnection] = set()

    async def handler(connection: ServerConnection) -> None:
        connected.add(connection)
        try:
            await connection.wait_closed()
        finally:
            connected.discard(connection)

    async def main() -> None:
        loop = asyncio.get_running_loop()

        async def send(count: int) -> None:
            for _ in range(count):
                broadcast(connected, PAYLOAD)
                await asyncio.sleep(0)

        def told(value: str) -> None:
            asyncio.run_coroutine_threadsafe(send(int(value)), loop)

        async with serve(handler, "127.0.0.1", port, compression=None, backlog=2_048):
            _listen({"send": told})
            print("ready", flush=True)
            await asyncio.Event().wait()

    asyncio.run(main())


def floor(port: int, house: str, journal: str) -> None:
    """Serve a house; `send N` has a guest at the sic bo table place and take back a bet, N events in all."""
    import uvicorn

    from pitboss.cli.serve import make_ready
    from pitboss.floor.rate_limit import Buckets
    from pitboss.web.app import build_app
    from pitboss.web.limits import configured
    from pitboss.web.server import Server
    from tests.support.web_house import opened

    live = opened(Path(house), journal)
    server = Server(live)
    server.strangers_max = 10**9
    app = cast("Guard", build_app(server))
    app._sockets = app._known_sockets = Buckets(most=10**9, rate=10**9)  # noqa: SLF001 - a crowd comes at once
    acts = Acts(live.floor)
    acts.open_dice()
    acts.open_wheel()
    _listen(
        {"send": lambda value: acts.bet(int(value)), "direct": lambda value: print(acts.direct(int(value)), flush=True)}
    )

    make_ready()

    class Told(uvicorn.Server):
        async def startup(self, sockets: Any = None) -> None:
            await super().startup(sockets)
            print("ready", flush=True)

    Told(configured(app, host="127.0.0.1", port=port, backlog=2_048)).run()


class Acts:
    """What happens on the measured floor, past door and desk."""

    def __init__(self, house: Floor) -> None:
        self._house = house
        self._keys = iter(range(10**12))

    def _command(self, by: Person, act: Any) -> Command[Any]:
        return Command(key=f"bench/{time.time_ns()}/{next(self._keys)}", by=by, act=act, received_at=datetime.now(UTC))

    def _did(self, stream: str, by: Person, act: Any) -> None:
        answer = self._house.send(stream, self._command(by, act)).answer
        if not isinstance(answer, Accepted):
            raise TypeError(answer)

    def _opened(self, stream: str) -> None:
        items = self._house.view(stream, lambda live: tuple(one.item for one in live.state.equipment))
        self._did(stream, DEALER, table_acts.InspectEquipment(items=items))
        self._did(stream, DEALER, table_acts.OpenTable())

    def open_dice(self) -> None:
        """Open the sic bo table, with a guest who has chips."""
        dice = (1, 2, 3)
        shown = self._house.view("sicbo-1", lambda live: lit(live.state.rules, dice))
        self._did("sicbo-1", FLOORPERSON, sicbo_acts.InspectComputer(dice=dice, seen_lit=shown))
        self._opened("sicbo-1")
        self._did("sicbo-1", DEALER, table_acts.PostSign())
        self._did("sicbo-1", DEALER, table_acts.BuyValueChips(player="Ann", amount_minor=10**9))
        self._did("sicbo-1", DEALER, table_acts.OpenBetting())

    def open_wheel(self) -> None:
        """Open the automatic table, with credits at every terminal, and start a game."""
        self._opened("automatic-1")
        for number in range(1, TERMINALS + 1):
            name = f"T{number}"
            for by, act in (
                (SUPERVISOR, automatic_acts.EnrolTerminal(terminal=name)),
                (DEALER, automatic_acts.CountBuyIn(terminal=name, currency_minor=CREDITS)),
                (DEALER, automatic_acts.ConfirmBuyIn(terminal=name, amount_minor=CREDITS)),
                (DEALER, automatic_acts.DropBuyIn(terminal=name)),
                (Person(name, Role.PLAYER), automatic_acts.VerifyCredit(terminal=name)),
            ):
                self._did("automatic-1", by, act)
        self._did("automatic-1", DEALER, automatic_acts.StartGame())

    def bet(self, count: int) -> None:
        """Place a bet at the dice and take it back, so many events in all; the writer's own pace decides."""
        place = sicbo_acts.PlaceWager(player="Ann", bet="small", stake_minor=500)
        take = sicbo_acts.RemoveWager(player="Ann", bet="small", stake_minor=500)
        waiting: deque[Any] = deque()
        for number in range(count):
            waiting.append(self._house.submit("sicbo-1", self._command(GUEST, take if number % 2 else place)))
            if len(waiting) >= WAITING:
                waiting.popleft().result()
        for one in waiting:
            one.result()

    def direct(self, count: int) -> float:
        """Place bets at the terminals without any net, as many at once as there are terminals; return the seconds."""
        begin = time.perf_counter()
        waiting: deque[Any] = deque()
        for number in range(count):
            name = f"T{number % TERMINALS + 1}"
            act = (
                automatic_acts.ClearBets(terminal=name)
                if number // TERMINALS % 2
                else automatic_acts.PlaceBet(terminal=name, bet="red", chip_minor=100)
            )
            waiting.append(self._house.submit("automatic-1", self._command(Person(name, Role.PLAYER), act)))
            if len(waiting) >= TERMINALS:
                waiting.popleft().result()
        for one in waiting:
            one.result()
        return time.perf_counter() - begin


if __name__ == "__main__":
    if sys.argv[1] == "bare":
        bare(int(sys.argv[2]))
    else:
        floor(int(sys.argv[2]), sys.argv[3], sys.argv[4])
