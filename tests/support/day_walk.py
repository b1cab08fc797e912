"""A tote day walked at random: good and bad commands by everybody, and a second day that replays what happened."""

import random
from collections import Counter
from collections.abc import Callable, Sequence
from datetime import timedelta
from typing import Any

import msgspec

from pitboss.decider import Accepted, Act, Command, Event, Refusal, handle
from pitboss.tote.day import acts as a
from pitboss.tote.day import events as e
from pitboss.tote.day.game import TOTE
from pitboss.tote.day.state import Day
from tests.support import day_people as people
from tests.support import strategies
from tests.support.day_cards import spoiled_card
from tests.support.day_play import DayPlay

__all__ = ["DayWalk"]

NUMBERS = ("1", "2", "3", "4", "7", "9", "1A", "2A", "99", "0", "x")
UNISSUED = "20040501-AAAAAAAAAAAAAAAAAAAA"
TEXTS = ("$2 WN 1", "$2 WIN 9", "$0 WN 1", "$2 DD BOX 1,2", "$2 EX 1/1", "$0.01 SH 1", "two on the grey", "")
HASTY = (a.CancelRace, a.HaltCashing, a.CloseTerminal)
"""Acts that are tried seldom, or little is ever paid."""
SPOILED: dict[str, Sequence[Any]] = {
    "track": ("FVD", "GRN", "ZZZ", "x"),
    "race": (1, 2, 3, 7, 8, 0, 31),
    "runner": NUMBERS,
    "terminal": ("T1", "T2", "T3", "T7", "hub", "", "a:b"),
    "window": (1, 2, 7, 0, 9_999, 10_000),
    "kind": tuple(a.TerminalKind),
    "serial": (1, 2, 3, 5, 8, 0, 10**9),
    "method": tuple(a.Method),
    "is_marked": (True, False),
    "payoffs": ((), (a.Payoff("1", 240),), (a.Payoff("1", 240), a.Payoff("1", 250))),
    "prices": (None, "0" * 32, "0" * 31),
    "check": ("AAAAAA", None, "aaaaaa"),
    "ticket": (UNISSUED, None, "20040501-A"),
    "processed_as": ("refund", "cancel", "keep"),
    "source": tuple(a.Source),
    "cause": (*a.Cause, *a.NoRace),
    "out": tuple(a.Out),
    "pool": ("FVD-1-win", "FVD-2-exacta", "GRN-1-twin_trifecta", "FVD-1-pick9", "win"),
    "combo": ("1", "1-2", "2 of 3"),
    "posted_minor": (1, 210, 0, 2**53),
    "total_minor": (0, 1, 200, -1),
    "nonce": ("A" * 20, "B" * 20, "a" * 20, ""),
    **dict.fromkeys(("reason", "announcement", "note", "ruling", "counted_by", "evidence"), strategies.TEXTS),
}
"""Field to values that may stand there, rightly or wrongly."""


class DayWalk(DayPlay):
    """One day, walked at random; what was accepted is written, read again and replayed on a second one."""

    def __init__(self, rng: random.Random, **size: int) -> None:
        super().__init__(rng, **size)
        self.replayed = TOTE.new_state(self.config)
        self.ledger: Counter[str] = Counter()
        self.carried: Counter[str] = Counter()

    def step(self) -> None:
        """Do something a day is made of, or try something that may not be."""
        correction = self.draw.correction() if self.rng.random() < 0.05 else None
        if correction is not None:
            self.do(correction)
        elif self.rng.random() < 0.65:
            super().step()
        else:
            self.try_around()

    def try_around(self) -> None:
        """Send an act spoiled in one place, done before, in another's name, or at another time."""
        kind, way = self.rng.choice(TOTE.acts), self.rng.random()
        if kind in HASTY and way > 0.2:
            return
        act = self.draw.act(kind)
        if self.commands and (act is None or self.rng.random() < 0.15):
            act = self.rng.choice(self.commands[-40:]).act
        if act is not None and way < 0.5:
            act = self.spoiled(act)
        if act is None:
            return
        by = people.suited(self.rng, act, self.state) if way < 0.6 else self.rng.choice(people.PEOPLE)
        witness = self.rng.choice((None, by, people.second(self.rng, act, by), self.rng.choice(people.PEOPLE)))
        at = self.now + (timedelta(days=self.rng.choice((-1, 1, 90, 91))) if way > 0.9 else timedelta())
        self.send(Command(key="k", by=by, act=act, received_at=at, witness=witness))

    def spoiled(self, act: Act) -> Act:
        """Return the act with another value in one of its fields."""
        names = act.__struct_fields__
        if not names:
            return act
        name = self.rng.choice(names)
        known = [getattr(one.act, name) for one in self.commands[-60:] if hasattr(one.act, name)]
        if name in DRAWN:
            value = DRAWN[name](self, getattr(act, name))
        else:
            value = self.rng.choice([*SPOILED[name], *known[-20:], getattr(act, name)])
        return msgspec.structs.replace(act, **{name: value})

    def spoiled_bets(self, bets: tuple[a.WindowBet, ...]) -> Any:
        """Return the bets of a ticket with one of them changed."""
        bet = self.rng.choice(bets)
        name, value = self.rng.choice(
            (
                ("bet", self.rng.choice(TEXTS)),
                ("bet", f"$0.01 {bet.bet.partition(' ')[2]}"),
                ("bet", f"{bet.bet},99"),
                ("race", self.rng.choice((1, 2, 3, 30))),
                ("track", self.rng.choice(("FVD", "GRN", "ZZZ"))),
            )
        )
        return (*bets[:-1], msgspec.structs.replace(bet, **{name: value}))

    def spoiled_order(self, order: tuple[a.Finisher, ...]) -> Any:
        """Return an order of finish with one finisher changed, added or taken away."""
        at = self.rng.randrange(len(order))
        name, value = self.rng.choice(
            (
                ("place", self.rng.choice((0, 1, 2, 5, 41))),
                ("runner", self.rng.choice(NUMBERS)),
                ("dead_heat", not order[at].dead_heat),
            )
        )
        changed = msgspec.structs.replace(order[at], **{name: value})
        return self.rng.choice(((*order[:at], changed, *order[at + 1 :]), order[1:], (*order, changed)))

    def spoiled_selections(self, selections: tuple[a.Exchanged, ...]) -> Any:
        """Return second-half selections with one of them changed."""
        one = self.rng.choice(selections)
        name, value = self.rng.choice(
            (
                ("amount_minor", one.amount_minor + 1),
                ("amount_minor", 0),
                ("runners", tuple(self.rng.choices(NUMBERS, k=3))),
                ("runners", one.runners[:2]),
            )
        )
        return (*selections[:-1], msgspec.structs.replace(one, **{name: value}))

    def send(self, command: Command) -> Accepted | Refusal:
        """Let the day answer, and replay what happened."""
        self.state, answer = handle(TOTE, self.state, command)
        name = type(command.act).__name__
        if isinstance(answer, Accepted):
            self.met[f"done {name}"] += 1
            self.commands.append(command)
            self.events += answer.events
            self.replay(command, answer)
        else:
            self.met.update([f"refused {name}", f"clause {answer.clause}", f"refused to a {command.by.role.value}"])
        return answer

    def replay(self, command: Command, answer: Accepted) -> None:
        """Let the events of a command happen on the second day."""
        for event in answer.events:
            self.record(command, event)

    def record(self, command: Command, event: Event) -> None:  # noqa: ARG002 - for whoever looks on
        """Write an event and read it again, keep its money, and replay it."""
        self.met[str(event.__struct_config__.tag)] += 1
        for move in getattr(event, "moves", ()):
            self.ledger[move.source] -= move.amount_minor
            self.ledger[move.target] += move.amount_minor
        if isinstance(event, e.CardOpened):
            for move in event.moves:
                self.carried[move.source] += move.amount_minor
        self.replayed = TOTE.evolve(self.replayed, TOTE.event_decoder.decode(msgspec.json.encode(event)))

    def fresh(self) -> Day:
        """Return a fresh day to which the events happened as they are written."""
        found: Day = TOTE.new_state(self.config)
        for event in self.events:
            found = TOTE.evolve(found, TOTE.event_decoder.decode(msgspec.json.encode(event)))
        return found


DRAWN: dict[str, Callable[[DayWalk, Any], Any]] = {
    "card": lambda walk, card: spoiled_card(walk.rng, msgspec.structs.replace(card, track="OAK")),
    "bets": DayWalk.spoiled_bets,
    "order": DayWalk.spoiled_order,
    "selections": DayWalk.spoiled_selections,
    "post_time": lambda walk, _: walk.now + timedelta(minutes=walk.rng.choice((-30, 0, 1, 30))),
}
"""Field to what spoils a value of it that has parts."""
