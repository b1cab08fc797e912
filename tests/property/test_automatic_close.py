"""Bets around the close of an automatic table: none in after the lock, every one answered, stakes to the cent.

What must have become of every bet stands in a book that is kept apart from the rules: a bet is in if it was handed in
while bets were taken, the credits pay for it and the position has room for it; winnings are those of the roulette that
the tests write down a second time.
"""

import random
from collections import Counter
from collections.abc import Sequence
from contextlib import closing
from dataclasses import dataclass, field
from typing import Any

import msgspec
import pytest

from pitboss.decider import Accepted, Command, Refusal
from pitboss.floor.verify.verify import verify
from pitboss.floor.writer.answers import Recorded
from pitboss.floor.writer.books import balances
from pitboss.games.roulette.automatic import acts as a
from pitboss.journal import Journal, JournalError, open_journal
from tests.support.campaign import Campaign, Part
from tests.support.close_race import race
from tests.support.close_schedule import MAXIMUM, RULEBOOK, STREAM, Handed, Schedule, drawn_bets, set_up
from tests.support.durable import faults_in, folder
from tests.support.naive_roulette import naive

TERMINALS = (10, 50, 200, 500)
CALLERS = 24
FROZEN = "RA-6d"
"""The clause that a bet is refused by while none are taken."""
OPENS = ("automatic.game_started/1", "automatic.clock_extended/1")
CLOSES = ("automatic.game_held/1", "roulette.no_more_bets_called/1")


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
            if tag == "roulette.round_settled/2":
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
        rows = list(event.wagers.rows())
        assert len(rows) == len({(row.terminal, row.bet) for row in rows})
        assert self.stakes == {(row.terminal, row.bet): row.stake_minor for row in rows}
        for row in rows:
            outcome = "win" if row.is_won else "lose"
            assert naive(RULEBOOK, row.bet, row.stake_minor, event.pocket) == (outcome, row.paid_minor)
            self.credits[row.terminal] += row.stake_minor + row.paid_minor if row.is_won else 0
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
    books = balances(journal)
    for session, (terminal, amount) in enumerate(book.credits.items(), start=1):
        assert amount == books[f"USD:{STREAM}/credits:{terminal}.{session}"]
    assert sum(book.stakes.values()) == books.get(f"USD:{STREAM}/layout", 0)
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


def scheduled(seed: int, bets_count: int) -> tuple[list[str], Counter[str]]:
    """Play the schedule of one seed, and hold it to what must be; return the keys in order, and what was met."""
    rng = random.Random(seed)
    credits_, bets = drawn_bets(rng, rng.choice(TERMINALS), bets_count)
    with folder() as place:
        address = f"sqlite:///{place / 'close.db'}"
        set_up(address, credits_)
        schedule = Schedule(rng, address, bets)
        with closing(schedule.floor) as floor:
            met = schedule.run() + examine(floor.handed, floor.journal, credits_)
            return [command.key for command, _ in floor.handed], met


def raced(seed: int, bets_count: int, *, is_verified: bool = False) -> Counter[str]:
    """Let real threads race for the close, and hold what came of it to what must be."""
    rng = random.Random(seed)
    credits_, bets = drawn_bets(rng, 100, bets_count)
    with folder() as place:
        address = f"sqlite:///{place / 'close.db'}"
        set_up(address, credits_)
        with closing(race(rng, address, bets, CALLERS)) as floor:
            met = examine(floor.handed, floor.journal, credits_)
        if is_verified:
            with closing(open_journal(address, is_reader=True)) as journal:
                assert () == verify(journal).faults
        return met


def schedules(part: Part) -> Counter[str]:
    """Play one schedule with so many bets."""
    return scheduled(part.seed, part.cases)[1]


@pytest.mark.campaign(10_000_000)
def test_ten_thousand_bets_around_the_close(request):
    """In a thousand schedules: each bet answered once, in or refused as it was handed in before or after the lock."""
    campaign = Campaign.of(request, "close", part_cases=10_000, slice_cases=2_000)
    met = campaign.run(schedules)
    assert met["bets"] == met["in"] + met["too late"] + met["beyond credits or maximum"]
    assert min(met["in"], met["too late"], met["sent again"]) > 0
    if campaign.is_whole:
        assert (10_000_000, 1_000) == (met["bets"], met["schedules"])
        faults = {name for name in met if name.startswith("journal: ")}
        assert {"journal: failed", "journal: written all the same", "journal: away"} == faults
        assert met["automatic.clock_extended/1"]


@pytest.mark.parametrize("seed", range(3))
def test_few_bets_around_the_close(seed):
    """The same with few bets and many different tempers."""
    _, met = scheduled(seed, 300)
    assert 300 == met["bets"]


def races(part: Part) -> Counter[str]:
    """Let threads race with so many bets."""
    return raced(part.seed, part.cases)


@pytest.mark.campaign(200_000)
def test_threads_race_for_the_close(request):
    """Real callers, clock and writer, each on its thread: the order in which they came into the queue decides."""
    campaign = Campaign.of(request, "close-race", part_cases=2_000)
    met = campaign.run(races)
    assert min(met["in"], met["too late"], met["sent again"]) > 0


def test_a_race_for_the_close_is_verified():
    """What is left in the journal replays to what happened."""
    assert 500 == raced(1, 500, is_verified=True)["bets"]


def test_the_same_seed_makes_the_same_schedule():
    """Nothing but the seed decides."""
    one, other = (scheduled(3, 200) for _ in range(2))
    assert one == other
