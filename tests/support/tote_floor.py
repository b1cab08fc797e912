"""A tote day on a real floor, for tests of what stands around its windows: printers, days, sealed files."""

from datetime import UTC, datetime
from typing import Any

from pitboss.decider import Command, Person, Role
from pitboss.floor.people import acts as people_acts
from pitboss.floor.people.checks import SERVER
from pitboss.floor.people.house import HOUSE_STREAM
from pitboss.floor.writer.writer import Floor
from pitboss.tote.day import acts as day_acts
from tests.support.day_driver import DOCUMENT, PEOPLE, bet_of, card_of, order_of, small, when
from tests.support.driven import accepted

__all__ = ["DAY", "ToteFloor"]

DAY = "tote-2004-05-01"
LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567"
CARD = small("win", 6, minimum=200)


class ToteFloor:
    """A floor with the house's stream and one tote day, whose windows T1 and T2 and machine T3 are open."""

    def __init__(self, floor: Floor, *, card: dict[str, Any] = CARD) -> None:
        self.floor, self.count = floor, 0
        at = datetime.now(UTC)
        floor.open(HOUSE_STREAM, "house", {"name": "House", "currency": "USD"}, at)
        if DAY not in floor.journal.heads():
            floor.open(DAY, "tote", DOCUMENT, at)
            self.did("manager", day_acts.OpenCard(card=card_of(card)))
            kinds = (day_acts.TerminalKind.WINDOW, day_acts.TerminalKind.WINDOW, day_acts.TerminalKind.SELF_SERVICE)
            for number, kind in enumerate(kinds, 1):
                self.did("supervisor", day_acts.OpenTerminal(terminal=f"T{number}", window=number, kind=kind))

    def sent(self, who: str | Person, act: Any, *, stream: str = DAY, witness: str | None = None) -> Any:
        """Send something and return its answer."""
        self.count += 1
        by = PEOPLE[who] if isinstance(who, str) else who
        second = None if witness is None else PEOPLE[witness]
        key = f"{by.id}/{id(self)}/{self.count}"
        command: Command[Any] = Command(key=key, by=by, act=act, received_at=when("11:00"), witness=second)
        return self.floor.send(stream, command).answer

    def did(self, who: str | Person, act: Any, *, stream: str = DAY, witness: str | None = None) -> Any:
        """Do something that must be accepted; return its first event."""
        return accepted(self.sent(who, act, stream=stream, witness=witness)).events[0]

    def selling(self, *bets: str, terminal: str = "T1") -> day_acts.SellTicket:
        """Return the act that sells a ticket, under a number that is not used yet."""
        count = len(self.state().tickets)
        nonce = "".join(LETTERS[(count + 1) >> 5 * place & 31] for place in range(20))
        return day_acts.SellTicket(terminal=terminal, nonce=nonce, bets=tuple(map(bet_of, bets or ("$2 WN 4",))))

    def sell(self, *bets: str, terminal: str = "T1", who: str = "teller") -> Any:
        """Sell a ticket."""
        return self.did(who, self.selling(*bets, terminal=terminal))

    def official(self, order: str, number: int = 1) -> None:
        """Run a race."""
        self.did("track", day_acts.StopBetting(track="FVD", race=number))
        self.did("track", day_acts.PostResult(track="FVD", race=number, order=order_of(order)))
        self.did("track", day_acts.DeclareOfficial(track="FVD", race=number))

    def state(self, stream: str = DAY) -> Any:
        """Return a stream's state."""
        return self.floor.look(stream).state

    @property
    def alarms(self) -> list[tuple[str, str, str]]:
        """Return the open alarms."""
        return list(self.state(HOUSE_STREAM).alarms.values())

    def house(self, act: Any) -> Any:
        """Do something in the house's stream as the server."""
        return self.did(Person(SERVER, Role.DEVICE), act, stream=HOUSE_STREAM)

    def clear(self, alarm: int = 1) -> None:
        """Clear an alarm as a supervisor."""
        self.did("supervisor", people_acts.ClearAlarm(alarm=alarm, text="looked at"), stream=HOUSE_STREAM)
