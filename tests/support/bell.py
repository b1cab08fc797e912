"""A stream that is small and can break: a bell that is rung, paid for, and whose code fails where it is told to.

And a journal that can be held and can fail, so that a test decides which commands are written together.
"""

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime
from functools import partial
from typing import Any

import msgspec

from pitboss.decider import Act, Command, Event, Move, Person, Role
from pitboss.floor.writer.writer import Floor
from pitboss.journal import Batch, Journal, JournalUnavailable
from pitboss.rulebook.violations import ActionRefused
from pitboss.stream import Opener, Stream
from tests.support.driven import need

__all__ = ["AT", "OPENER", "Break", "Crack", "HeldJournal", "Lose", "Pay", "Ring", "Tower", "command", "together"]

AT = datetime(2004, 5, 1, 12, tzinfo=UTC)
WAIT_SECONDS_MAX = 180


class Ring(Act, frozen=True, tag="bell.ring/1"):
    """Ring so many times; not at all is refused."""

    times: int = 1


class Pay(Act, frozen=True, tag="bell.pay/1"):
    """Pay the ringer."""

    amount_minor: int


class Break(Act, frozen=True, tag="bell.break/1"):
    """Something that `decide` cannot do."""


class Crack(Act, frozen=True, tag="bell.crack/1"):
    """Something that `evolve` cannot do to the end."""


class Lose(Act, frozen=True, tag="bell.lose/1"):
    """Ring, then move money to a place that no chart of accounts has."""


class Rung(Event, frozen=True, tag="bell.rung/1"):
    """It was rung."""

    count: int


class Paid(Event, frozen=True, tag="bell.paid/1"):
    """The ringer was paid."""

    moves: tuple[Move, ...]


class Cracked(Event, frozen=True, tag="bell.cracked/1"):
    """It broke while it was rung."""


class Bell(msgspec.Struct, frozen=True):
    """A bell's document."""

    rulebook: str = "bell"
    name: str = ""
    currency: str = "USD"
    start: int = 0


@dataclass
class Tower:
    """A bell's state."""

    count: int
    paid: list[int] = field(default_factory=list)
    heart: Any = None


def _decide(state: Tower, sent: Command[Any]) -> list[Event]:
    act = sent.act
    if isinstance(act, Break):
        raise ArithmeticError("decide broke")  # noqa: TRY004
    if isinstance(act, Crack):
        return [Rung(count=state.count + 1), Cracked()]
    if isinstance(act, Lose):
        return [Rung(count=state.count + 1), Paid(moves=(Move("patrons", "nowhere", 5),))]
    if isinstance(act, Pay):
        return [Paid(moves=(Move("patrons", "rack", act.amount_minor),))]
    if not act.times:
        raise ActionRefused("a bell is rung at least once", clause="B-1", rung=state.count)
    return [Rung(count=state.count + number) for number in range(1, act.times + 1)]


def _evolve(state: Tower, event: Event) -> Tower:
    if isinstance(event, Cracked):
        state.count += 100
        raise ArithmeticError("evolve broke")  # noqa: TRY004
    if isinstance(event, Rung):
        state.count = event.count
    elif isinstance(event, Paid):
        state.paid.append(event.moves[0].amount_minor)
    return state


STREAM = Stream(
    name="bell",
    acts=(Ring, Pay, Break, Crack, Lose),
    events=(Rung, Paid, Cracked),
    new_state=lambda config: Tower(config.start),
    decide=_decide,
    evolve=_evolve,
    legal=lambda _, __: (),
    in_words=lambda _, event: str(event),
    first_line="bell",
    config_type=Bell,
)
OPENER = Opener(check=lambda document: (msgspec.convert(document, Bell), ()), stream_of=lambda _: STREAM)


def command(key: str, act: Act | None = None, *, by: str = "Quasimodo", at: datetime = AT) -> Command[Any]:
    """Return a command, to ring once if nothing else is said."""
    return Command(key=key, by=Person(by, Role.DEALER), act=act or Ring(), received_at=at)


class HeldJournal:
    """A journal whose next batches wait, or fail, or are written and fail all the same."""

    def __init__(self, journal: Journal) -> None:
        self.journal = journal
        self.batches: list[Batch] = []
        self.failures: list[Exception | None] = []
        """What the next batches fail with, None for one that is written."""
        self.late_failures: list[Exception | None] = []
        """What the next batches fail with after they were written."""
        self.is_away = self.goes_away = False
        """Whether nothing can be asked of it, or nothing any more as soon as a batch fails."""
        self.is_held, self.may_go = threading.Event(), threading.Event()
        self.may_go.set()

    def append(self, batch: Batch) -> None:
        """Wait until it may be written."""
        self.is_held.set()
        need(self.may_go.wait(WAIT_SECONDS_MAX), "nobody let the batch go")
        failure = self.failures.pop(0) if self.failures else None
        if failure is not None:
            self.is_away = self.goes_away
            raise failure
        self._require()
        self.journal.append(batch)
        self.batches.append(batch)
        late = self.late_failures.pop(0) if self.late_failures else None
        if late is not None:
            self.is_away = self.goes_away
            raise late

    def _require(self) -> None:
        if self.is_away:
            raise JournalUnavailable("away")

    def __getattr__(self, name: str) -> Any:
        found = getattr(self.journal, name)
        if name in {"end", "last", "answer", "answers_under"}:
            return partial(self._asked, found)
        return found

    def _asked(self, found: Any, *arguments: Any) -> Any:
        self._require()
        return found(*arguments)


@contextmanager
def together(floor: Floor, stream: str) -> Iterator[None]:
    """Write everything that is handed in within this block in one batch, after one that only keeps the writer busy."""
    journal: Any = floor.journal
    journal.is_held.clear()
    journal.may_go.clear()
    failures, journal.failures = journal.failures, [None]
    floor.submit(stream, command(f"busy {len(journal.batches)}"))
    need(journal.is_held.wait(WAIT_SECONDS_MAX), "the writer wrote nothing")
    try:
        yield
    finally:
        journal.failures += failures
        journal.may_go.set()
