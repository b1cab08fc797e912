"""Drives one tote day in tests: two tracks, four terminals, short names for people, and an answer for every act."""

from datetime import datetime, timedelta, timezone
from typing import Any

import msgspec

from pitboss.decider import Accepted, Command, Person, Refusal, Role, handle
from pitboss.tote.day import acts as a
from pitboss.tote.day.config import day_config
from pitboss.tote.day.events import PoolSettled
from pitboss.tote.day.game import TOTE
from pitboss.tote.day.racecard import Card
from tests.support.driven import accepted, refused

ZONE = timezone(timedelta(hours=-5))
DOCUMENT: dict[str, Any] = {"rulebook": "oneida-parimutuel-2004", "name": "Oneida", "date": "2004-05-01"}
"""A Saturday; its tickets expire on July 30th."""
PEOPLE = {
    "teller": Person("Tess", Role.TELLER),
    "cashier": Person("Cora", Role.CASHIER),
    "supervisor": Person("Sam", Role.MUTUEL_SUPERVISOR),
    "other supervisor": Person("Sid", Role.MUTUEL_SUPERVISOR),
    "third supervisor": Person("Sue", Role.MUTUEL_SUPERVISOR),
    "manager": Person("Mona", Role.MUTUEL_MANAGER),
    "auditor": Person("Ada", Role.AUDITOR),
    "track": Person("hub", Role.DEVICE),
    "machine": Person("T3", Role.DEVICE),
    "other machine": Person("T4", Role.DEVICE),
    "dealer": Person("Dora", Role.DEALER),
    "pit manager": Person("Mai", Role.PIT_MANAGER),
    "player": Person("Pat", Role.PLAYER),
}
NAMES = "Amber Brisk Cinder Dapple Ember Fable Gallant Harbor Indigo Jasper".split()
ONE_RACE = {"win": "0.18", "place": "0.18", "show": "0.18", "exacta": "0.20", "quinella": "0.20"}
EXOTIC = {"trifecta": "0.25", "superfecta": "0.25"}


def when(clock: str, day: int = 1, month: int = 5) -> datetime:
    """Return an instant of the spring of 2004, by the tracks' clock."""
    hour, minute, second = ([int(part) for part in clock.split(":")] + [0])[:3]
    return datetime(2004, month, day, hour, minute, second, tzinfo=ZONE)


def runners(count: int, **coupled: str) -> list[dict[str, Any]]:
    """Return runners 1, 2, 3 ..., and further ones such as x1A="1", each with the entry it is coupled in."""
    plain = [{"no": str(number), "name": NAMES[number - 1]} for number in range(1, count + 1)]
    return plain + [{"no": no[1:], "name": f"Second {no[1:]}", "entry": entry} for no, entry in coupled.items()]


def race(number: int, clock: str, field: list[dict[str, Any]], **more: Any) -> dict[str, Any]:
    """Return a race of a card."""
    return {"number": number, "kind": "purse", "post_time": when(clock), "runners": field, **more}


def pool(kind: str, *races: int, takeout: str = "0.20", minimum: int = 100, **more: Any) -> dict[str, Any]:
    """Return a pool of a card."""
    return {"type": kind, "races": races, "minimum_minor": minimum, "takeout": takeout, **more}


def one_race(number: int) -> list[dict[str, Any]]:
    """Return the pools of each race: from $2.00 on for one and two places, from $1.00 on for more."""
    plain = [pool(kind, number, takeout=rate, minimum=200) for kind, rate in ONE_RACE.items()]
    return plain + [pool(kind, number, takeout=rate) for kind, rate in EXOTIC.items()]


FVD: dict[str, Any] = {
    "track": "FVD",
    "name": "Fox Valley Downs",
    "permit": "State permit 12",
    "races": [
        race(1, "13:00", runners(6, x1A="1")),
        race(2, "13:30", runners(7), kind="claiming"),
        race(3, "14:00", runners(8), kind="handicap"),
        race(4, "14:30", runners(6, x6A="6", x6B="6")),
        race(5, "15:00", runners(7)),
        race(6, "15:30", runners(7)),
    ],
    "pools": [
        *(entry for number in range(1, 7) for entry in one_race(number)),
        pool("double", 1, 2, minimum=200),
        pool("pick3", 1, 2, 3, takeout="0.25"),
        pool("pick6", 1, 2, 3, 4, 5, 6, takeout="0.25"),
        pool("twin_trifecta", 2, 3, takeout="0.25", minimum=200),
    ],
}
"""Race 1 has an entry (1 and 1A), race 4 a field (6, 6A and 6B)."""
LAK: dict[str, Any] = {
    "track": "LAK",
    "name": "Lakeland Kennels",
    "permit": "State permit 40",
    "races": [race(1, "13:10", runners(8), runs="greyhound"), race(2, "13:40", runners(8), runs="greyhound")],
    "pools": [*one_race(1), *one_race(2), pool("double", 1, 2, minimum=200), pool("twin_trifecta", 1, 2, minimum=200)],
}


def card_of(document: dict[str, Any], **changed: Any) -> Card:
    """Return a card as it would be read from a command, with something changed."""
    return msgspec.json.decode(msgspec.json.encode({**document, **changed}), type=Card)


def small(kind: str, *fields: int, **more: Any) -> dict[str, Any]:
    """Return a card of FVD with one pool, without takeout unless told, on races of so many runners."""
    races = [race(number, f"{12 + number}:00", runners(count)) for number, count in enumerate(fields, start=1)]
    chosen = pool(kind, *range(1, len(fields) + 1), **{"takeout": "0", **more})
    return {**FVD, "races": races, "pools": [chosen]}


def order_of(text: str) -> tuple[a.Finisher, ...]:
    """Return an order of finish such as 4-1=2-3: places apart, a dead heat with an equals sign."""
    found: list[a.Finisher] = []
    for group in text.split("-"):
        tied, place = group.split("="), len(found) + 1
        found += [a.Finisher(place, runner, dead_heat=len(tied) > 1) for runner in tied]
    return tuple(found)


def bet_of(text: str) -> a.WindowBet:
    """Return a bet such as "$2 WN 4" (race 1 of FVD), "R2 $2 WN 4" or "LAK R2 $2 WN 4"."""
    words = text.split(" ")
    track = "FVD" if words[0].startswith(("R", "$")) else words.pop(0)
    number = int(words.pop(0)[1:]) if words[0].startswith("R") else 1
    return a.WindowBet(track, number, " ".join(words))


def cancelling(sold: Any, method: str = "serial", **changed: Any) -> a.CancelTicket:
    """Return the act that cancels a ticket; in the reader it is read as it was printed."""
    read = {"ticket": sold.ticket, "check": sold.check} if method == "reader" else {}
    given = {"terminal": sold.terminal, "serial": sold.serial, "method": a.Method(method), **read, **changed}
    return a.CancelTicket(**given)


def cashing(sold: Any, **changed: Any) -> a.CashTicket:
    """Return the act that cashes a ticket at the first window."""
    return a.CashTicket(**{"terminal": "T1", "ticket": sold.ticket, "check": sold.check, **changed})


def refunding(sold: Any, **changed: Any) -> a.RefundTicket:
    """Return the act that refunds a ticket at the first window."""
    return a.RefundTicket(**{"terminal": "T1", "ticket": sold.ticket, "check": sold.check, **changed})


def exchanging(sold: Any, *selections: str, each: int = 200, **changed: Any) -> a.ExchangeTicket:
    """Return the act that exchanges a ticket for selections such as 4-1-6, each for so much, at the first window."""
    chosen = tuple(a.Exchanged(tuple(text.split("-")), each) for text in selections)
    given = {"terminal": "T1", "ticket": sold.ticket, "check": sold.check, "selections": chosen, **changed}
    return a.ExchangeTicket(**given)


class DayDriver:
    """A tote day and its clock; `do` returns the event of an act, or all of them, `refused` the refusal it must get."""

    def __init__(self, *cards: dict[str, Any], terminals: int = 4, **settings: Any) -> None:
        self.config = day_config({**DOCUMENT, "settings": settings})
        self.state = TOTE.new_state(self.config)
        self.now = when("11:00")
        self.events: list[Any] = []
        self.commands: list[Command] = []
        for card in cards or (FVD, LAK):
            self.do("manager", a.OpenCard(card=card_of(card)))
        kinds = [a.TerminalKind.WINDOW, a.TerminalKind.WINDOW, a.TerminalKind.SELF_SERVICE, a.TerminalKind.SELF_SERVICE]
        for number, kind in enumerate(kinds[:terminals], start=1):
            self.do("supervisor", a.OpenTerminal(terminal=f"T{number}", window=10 * number, kind=kind))

    def at(self, clock: str, day: int = 1, month: int = 5) -> "DayDriver":
        """Set the clock, so that the next command is received just then."""
        self.now = when(clock, day, month) - timedelta(seconds=1)
        return self

    def answer(self, who: str, act: Any, *, witness: str | None = None) -> Accepted | Refusal:
        """Let the day answer, a second later: `who` is one of PEOPLE, or else a player's name."""
        self.now += timedelta(seconds=1)
        by, second = (PEOPLE.get(name or "") or Person(name or "x", Role.PLAYER) for name in (who, witness))
        command = Command(
            key=f"k{len(self.commands)}",
            by=by,
            act=act,
            received_at=self.now,
            witness=None if witness is None else second,
        )
        self.commands.append(command)
        self.state, answer = handle(TOTE, self.state, command)
        if isinstance(answer, Accepted):
            self.events.extend(answer.events)
        return answer

    def do(self, who: str, act: Any, *, witness: str | None = None) -> Any:
        """Do an act that must be accepted; return its only event, or all of them."""
        answer = accepted(self.answer(who, act, witness=witness))
        return answer.events[0] if len(answer.events) == 1 else answer.events

    def refused(self, who: str, act: Any, *, witness: str | None = None) -> Refusal:
        """Do an act that must be refused; return the refusal."""
        return refused(self.answer(who, act, witness=witness))

    # The windows

    def selling(self, *bets: str, terminal: str = "T1") -> a.SellTicket:
        """Return the act that sells a ticket with these bets, under a number that is not used yet."""
        letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567"
        count = len(self.commands)
        nonce = "".join(letters[count >> 5 * place & 31] for place in range(20))
        return a.SellTicket(terminal=terminal, nonce=nonce, bets=tuple(bet_of(bet) for bet in bets))

    def sell(self, *bets: str, terminal: str = "T1", who: str = "teller") -> Any:
        """Sell a ticket; return it as it was recorded."""
        return self.do(who, self.selling(*bets, terminal=terminal))

    def unsold(self, *bets: str, terminal: str = "T1", who: str = "teller") -> Refusal:
        """Return the refusal to sell a ticket."""
        return self.refused(who, self.selling(*bets, terminal=terminal))

    def cancel(self, sold: Any, method: str = "serial", *, witness: str | None = None, **changed: Any) -> Any:
        """Cancel a ticket."""
        return self.do("teller", cancelling(sold, method, **changed), witness=witness)

    def cash(self, sold: Any, *, who: str = "cashier", witness: str | None = None, **changed: Any) -> Any:
        """Cash a ticket."""
        return self.do(who, cashing(sold, **changed), witness=witness)

    def refund(self, sold: Any, **changed: Any) -> Any:
        """Refund a ticket."""
        return self.do("cashier", refunding(sold, **changed))

    def exchange(self, sold: Any, *selections: str, each: int = 200, **changed: Any) -> Any:
        """Exchange a ticket."""
        return self.do("teller", exchanging(sold, *selections, each=each, **changed))

    # The races

    def scratch(self, runner: str, number: int = 1, track: str = "FVD", **more: Any) -> Any:
        """Take a runner out."""
        return self.do("track", a.ScratchRunner(track=track, race=number, runner=runner, **more))

    def stop(self, number: int = 1, track: str = "FVD") -> Any:
        """Stop betting on a race."""
        return self.do("track", a.StopBetting(track=track, race=number))

    def post(self, order: str, number: int = 1, track: str = "FVD", **more: Any) -> Any:
        """Stop betting on a race if need be, and post an order such as 4-1=2-3."""
        if self.state.races[track, number].phase == "open":
            self.stop(number, track)
        return self.do("track", a.PostResult(track=track, race=number, order=order_of(order), **more))

    def declare(self, number: int = 1, track: str = "FVD") -> dict[str, PoolSettled]:
        """Declare what is posted official; return pool to how it was settled."""
        events = self.do("track", a.DeclareOfficial(track=track, race=number))
        found = events if isinstance(events, tuple) else (events,)
        return {event.pool: event for event in found if isinstance(event, PoolSettled)}

    def official(self, order: str, number: int = 1, track: str = "FVD") -> dict[str, PoolSettled]:
        """Close a race, post its order and declare it official."""
        self.post(order, number, track)
        return self.declare(number, track)

    def cancel_race(self, number: int = 1, track: str = "FVD", cause: str = "cancelled") -> Any:
        """Declare that a race has no result; return all events."""
        act = a.CancelRace(track=track, race=number, cause=a.NoRace(cause), reason="the rails are down")
        events = self.do("track", act)
        return events if isinstance(events, tuple) else (events,)

    def prices(self, name: str) -> dict[str, int]:
        """Return combination to what it pays for two dollars."""
        return {row["combo"]: row["price_2"] for row in self.state.books[name].settled.winners}

    def balance(self, account: str) -> int:
        """Return what an account holds."""
        return int(self.state.balances.get(account, 0))
