"""What must have become of every bet around a close, from the order in which commands were handed in and nothing else.

The book is kept apart from the rules: a bet is in if it was handed in while bets were taken, the credits pay for it and
the position has room for it; winnings are those of the roulette that the tests write down a second time.
"""

from collections import Counter
from collections.abc import Sequence
from concurrent.futures import Future
from dataclasses import dataclass, field
from typing import Any

import msgspec

from pitboss.decider import Accepted, Command, Refusal
from pitboss.floor.writer.answers import Recorded
from pitboss.games.roulette.automatic import acts as a
from pitboss.journal import Journal, JournalError
from tests.support.durable import faults_in
from tests.support.naive_roulette import naive

__all__ = ["MAXIMUM", "RULEBOOK", "STREAM", "Book", "Handed", "examine"]

RULEBOOK, STREAM = "oneida-roulette-2008", "automatic:A1"
MAXIMUM = 60_000
"""The most that lies on one position."""
FROZEN = "RA-6d"
"""The clause that a bet is refused by while none are taken."""
OPENS = ("automatic.game_started/1", "automatic.clock_extended/1")
CLOSES = ("automatic.game_held/1", "roulette.no_more_bets_called/1")

Handed = tuple[Command[Any], Future[Recorded]]
"""A command that was put into the writer's queue, and its answer."""


@dataclass
class Book:
    """Credits and stakes as they must be, bet by bet."""

    credits: dict[str, int]
    stakes: dict[tuple[str, str], int] = field(default_factory=dict)
    is_open: bool = False
    met: Counter[str] = field(default_factory=Counter)

    def enter(self, command: Command[Any], answer: Accepted | Refusal) -> None:
        """Hold the answer to one command against what must be, and go on from it."""
        if isinstance(command.act, a.PlaceBet):
            self._bet(command.act, answer)
            return
        for event in answer.events if isinstance(answer, Accepted) else ():
            tag = str(event.__struct_config__.tag)
            self.met[tag] += 1
            self.is_open = tag in OPENS or (self.is_open and tag not in CLOSES)
            if tag == "roulette.round_settled/1":
                self._settle(event)

    def _bet(self, act: a.PlaceBet, answer: Accepted | Refusal) -> None:
        place, chip = (act.terminal, act.bet), act.chip_minor
        lies = self.stakes.get(place, 0)
        if not self.is_open:
            assert isinstance(answer, Refusal), (act, answer)
            assert FROZEN == answer.clause
            self.met["too late"] += 1
        elif chip > self.credits[act.terminal] or lies + chip > MAXIMUM:
            assert isinstance(answer, Refusal), (act, answer)
            assert FROZEN != answer.clause
            self.met["beyond credits or maximum"] += 1
        else:
            assert isinstance(answer, Accepted), (act, answer)
            changes = answer.events[0].changes  # type: ignore[attr-defined]
            assert ((act.bet,), (chip,)) == (changes.bet, changes.change_minor)
            self.credits[act.terminal] -= chip
            self.stakes[place] = lies + chip
            self.met["in"] += 1

    def _settle(self, event: Any) -> None:
        """Hold a settlement to the cent against the bets that are in, and pay it."""
        wagers, pocket = event.wagers, event.pocket
        places = list(zip(wagers.player, wagers.bet, strict=True))
        assert len(places) == len(set(places))
        assert self.stakes == dict(zip(places, wagers.stake_minor, strict=True))
        for (terminal, bet), paid, outcome in zip(places, wagers.paid_minor, wagers.outcome, strict=True):
            stake = self.stakes[terminal, bet]
            assert naive(RULEBOOK, bet, stake, pocket) == (outcome.value, paid)
            self.credits[terminal] += stake + paid if outcome == "win" else 0
        self.stakes = {}


def examine(handed: Sequence[Handed], journal: Journal, credits_: dict[str, int]) -> Counter[str]:
    """Hold what was handed in, what was answered and what is recorded against each other; count what was met."""
    decided = _decided(handed)
    book = Book(dict(credits_))
    for command, recorded in decided:
        book.enter(command, recorded.answer)
    assert sorted(recorded.first for _, recorded in decided) == [recorded.first for _, recorded in decided]
    _hold_records(decided, journal)
    assert [] == faults_in(journal)
    balances = journal.balances()
    for terminal, amount in book.credits.items():
        assert amount == balances[f"USD:{STREAM}/credits:{terminal}"]
    assert sum(book.stakes.values()) == balances.get(f"USD:{STREAM}/layout", 0)
    book.met["bets"] = sum(isinstance(command.act, a.PlaceBet) for command, _ in decided)
    book.met["sent again"] = len(handed) - len(decided)
    return book.met


def _decided(handed: Sequence[Handed]) -> list[tuple[Command[Any], Recorded]]:
    """Return every command once, in the order decided: by the first copy that was answered, and all answers agree."""
    answers: dict[str, tuple[Command[Any], Recorded]] = {}
    for command, future in handed:
        assert future.done(), f"{command.key} has no answer"
        error = future.exception()
        if error is not None:
            # "Not recorded" and "fate unknown" are told where the journal failed: whoever hears it sends again.
            assert isinstance(error, JournalError), error
            continue
        recorded = future.result()
        assert recorded == answers.setdefault(command.key, (command, recorded))[1]
    # A prompt that was not recorded is given up when the lock is due; whatever else was handed in is answered.
    assert {a.PromptSpin} >= {type(command.act) for command, _ in handed if command.key not in answers}
    return list(answers.values())


def _hold_records(decided: Sequence[tuple[Command[Any], Recorded]], journal: Journal) -> None:
    """See in the records alone that no bet stands where none are taken, and that they are those acknowledged."""
    is_open, keys = False, []
    for record in journal.read(STREAM):
        tag = msgspec.json.decode(record.body)["type"]
        is_open = tag in OPENS or (is_open and tag not in CLOSES)
        if tag == "automatic.bets_changed/1":
            assert is_open, f"version {record.version} is a bet after the close"
            keys.append(record.key)
    bets = [(command.key, one.answer) for command, one in decided if isinstance(command.act, a.PlaceBet)]
    assert [key for key, answer in bets if isinstance(answer, Accepted)] == keys
