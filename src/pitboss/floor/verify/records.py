"""What a verification found, and the proof event by event: its place in its stream, the ledger, the recount."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any, Final

import msgspec

from pitboss.decider import Move
from pitboss.errors import PitbossError
from pitboss.floor.writer.live_stream import OPENED, checked
from pitboss.floor.writer.upcast import current
from pitboss.journal import Line, Record
from pitboss.journal.chain import OLD_GENESIS, old_hash, old_head
from pitboss.journal.lines import key_and_instant
from pitboss.ledger import Account, AccountKind, postings_of
from pitboss.ledger.recount import Recount
from pitboss.ledger.recount_checks import below_nothing, over_with_credits
from pitboss.ledger.recount_papers import Papers
from pitboss.ledger.recount_tables import Rule

FAULTS_MAX: Final = 1_000
"""How many faults are told one by one; of a database in ruins nobody reads more."""
DAMAGE: Final = "database damage"
"""How a fault begins that cannot be laid to a record."""

Progress = Callable[[str, int, int], None]
"""Told what is looked at, how much of it is done, and how much there is."""


@dataclass(frozen=True)
class Fault:
    """One thing that is not as it was written, with its stream and version where it has them."""

    stream: str | None
    version: int | None
    what: str

    def __str__(self) -> str:
        """Say it in a line."""
        return self.what if self.stream is None else f"{self.stream} version {self.version}: {self.what}"


@dataclass(frozen=True)
class Reworded:
    """A rules document that was written anew since a stream was opened under it: no fault where it decides the same."""

    stream: str
    version: int


@dataclass(frozen=True)
class Superseded:
    """A command of a stream opened under earlier rules that would be answered otherwise today: no fault."""

    stream: str
    version: int
    what: str


@dataclass
class Findings:
    """Faults as they are found."""

    faults: list[Fault] = field(default_factory=list)
    left_out: int = 0
    reworded: list[Reworded] = field(default_factory=list)
    superseded: list[Superseded] = field(default_factory=list)

    def add(self, what: str, stream: str | None = None, version: int | None = None) -> None:
        """Keep a fault."""
        if len(self.faults) < FAULTS_MAX:
            self.faults.append(Fault(stream, version, what))
        else:
            self.left_out += 1

    def append(self, later: Findings) -> None:
        """Keep what was found elsewhere after what was found here."""
        for fault in later.faults:
            self.add(fault.what, fault.stream, fault.version)
        self.left_out += later.left_out
        self.reworded += later.reworded
        self.superseded += later.superseded

    def damage(self, what: str) -> None:
        """Keep a fault that no record can be named for."""
        self.add(f"{DAMAGE}: {what}")

    @contextmanager
    def guarded(self, what: str, stream: str | None = None, version: int | None = None) -> Iterator[None]:
        """Turn whatever goes wrong into a fault: what is damaged can break any reader, and the rest is still read."""
        try:
            yield
        except Exception as error:  # noqa: BLE001 - nothing that is stored may stop a verification
            self.failed(what, error, stream, version)

    def failed(self, what: str, error: Exception, stream: str | None = None, version: int | None = None) -> None:
        """Keep as a fault what went wrong."""
        said = f"{what}: {error or type(error).__name__}"
        if stream is None:
            self.damage(said)
        else:
            self.add(said, stream, version)


Side = tuple[str, int]
"""One side of a move: account and amount."""


@dataclass
class Chain:
    """One stream as far as it has been read."""

    stream: str
    recount: Recount
    version: int = 0
    old_hash: bytes = OLD_GENESIS
    """The hash that its last event had until version 0.2."""
    currency: str = ""


@dataclass
class RecordsCheck:
    """Takes the lines one by one, and holds each event to its stream, to the ledger and to the recount."""

    found: Findings
    has_old_hashes: bool = False
    """Whether the hashes of versions 0.1 and 0.2 are made too: for an anchor of then."""
    chains: dict[str, Chain] = field(default_factory=dict)
    balances: dict[str, int] = field(default_factory=dict)
    """What every account holds by the moves."""
    papers: Papers = field(default_factory=Papers)
    events: int = 0
    _own: dict[str, bool] = field(default_factory=dict)

    def old_head(self) -> str:
        """Return the hash over all streams that versions 0.1 and 0.2 would print now."""
        return old_head({name: (chain.version, chain.old_hash) for name, chain in self.chains.items()})

    def take(self, line: Line) -> None:
        """Check one line."""
        if not line.events:
            self._refused(line)
            return
        # What is damaged can break any reader: `guarded` in a form that costs nothing where all is well.
        try:
            key, at = key_and_instant(line.command) if self.has_old_hashes else ("", "")
            position = line.position - len(line.events)
            for number, body in enumerate(line.events):
                version = line.first + number
                one = Record(position + number + 1, line.stream, version, line.epoch, key, at, body, line.hash)
                self._record(line, one)
        except Exception as error:  # noqa: BLE001 - nothing that is stored may stop a verification
            self.found.failed("its command cannot be read", error, line.stream, line.first)

    def _refused(self, line: Line) -> None:
        chain = self.chains.get(line.stream)
        if chain is None:
            self.found.damage(f"commands to {line.stream} were answered, and it has no record")
        elif chain.version != line.version:
            what = f"line {line.ordinal} was answered after it, and the stream stands at version {chain.version}"
            self.found.add(what, line.stream, line.version)

    def _record(self, line: Line, record: Record) -> None:
        found, stream, version = self.found, record.stream, record.version
        self.events += 1
        chain = self.chains.get(stream)
        if chain is None:
            chain = self.chains[stream] = Chain(stream, Recount(stream))
        self._follow(chain, record)
        try:
            event, moves = _read(record.body)
            self._first(chain, line, record, event)
            if event["type"] == OPENED:
                chain.recount.add(second_count(event))
            for what in self.papers.take(stream, version, event, moves):
                found.add(what, stream, version)
            changed = chain.recount.take(event)
            places = chain.recount.book.places
            for what in over_with_credits(event, places):
                found.add(what, stream, version)
            if moves:
                named = dict.fromkeys(name for move in moves for name in (move.source, move.target))
                for what in below_nothing({place: places.get(place, 0) for place in named}):
                    found.add(what, stream, version)
            sides = list(postings_of(stream, chain.currency, moves))
            self._hold(record, sides)
            self._compare_recount(record, changed, sides)
        except Exception as error:  # noqa: BLE001 - nothing that is stored may stop a verification
            found.failed("it cannot be read", error, stream, version)

    def _follow(self, chain: Chain, record: Record) -> None:
        """See that the record follows the one before it in its stream."""
        if record.version > chain.version + 1:
            missing = f"{chain.version + 1} to {record.version - 1}"
            self.found.add(f"versions {missing} are missing before it", *_place(record))
        elif record.version <= chain.version:
            self.found.add(f"it comes after version {chain.version}", *_place(record))
        chain.version = record.version
        if self.has_old_hashes:
            said = {"key": record.key, "at": record.at, "body": record.body}
            chain.old_hash = old_hash(chain.old_hash, record.stream, record.version, **said)  # type: ignore[arg-type]

    def _first(self, chain: Chain, line: Line, record: Record, event: dict[str, Any]) -> None:
        """See that a stream begins with what opened it, and that nothing else is without a command."""
        is_opening = event["type"] == OPENED
        if is_opening:
            chain.currency = event["config"]["currency"]
        if is_opening != (record.version == 1):
            what = "it opens a stream that is open" if is_opening else "the stream begins without being opened"
            self.found.add(what, *_place(record))
        if is_opening != line.is_opening:
            self.found.add("a line has a command, and only the opening of a stream has none", *_place(record))

    def finish(self) -> None:
        """See that all accounts sum to zero."""
        for unit, total in sorted(self._totals().items()):
            if total:
                self.found.damage(f"the accounts in {unit} sum to {total}, not to zero")

    def _totals(self) -> dict[str, int]:
        totals: dict[str, int] = {}
        for account, amount in self.balances.items():
            unit = account.partition(":")[0]
            totals[unit] = totals.get(unit, 0) + amount
        return totals

    def _compare_recount(self, record: Record, changed: dict[str, int], sides: list[Side]) -> None:
        """See that what was staked, paid and sold changes the accounts as the moves do."""
        posted: dict[str, int] = {}
        for account, amount in sides:
            posted[account] = posted.get(account, 0) + amount
        if posted == changed:
            return
        for account in sorted(posted.keys() | changed.keys()):
            said, counted = posted.get(account, 0), changed.get(account, 0)
            if said != counted:
                what = f"the ledger changes {account} by {said}, the recount by {counted}"
                self.found.add(what, *_place(record))

    def _hold(self, record: Record, sides: list[Side]) -> None:
        """See that nobody has less than nothing of what is held for others."""
        for account, amount in sides:
            self.balances[account] = self.balances.get(account, 0) + amount
        for account in dict.fromkeys(account for account, _ in sides):
            if self.balances[account] < 0 and self._is_own(account):
                self.found.add(f"{account} falls to {self.balances[account]}", *_place(record))

    def _is_own(self, account: str) -> bool:
        """Tell whether an account holds what belongs to players and backers of one stream, or what was counted."""
        if account not in self._own:
            place = Account.parse(account).place
            is_others = place.kind is AccountKind.HELD_FOR_OTHERS and not place.is_shared
            self._own[account] = is_others or place.is_counted
        return self._own[account]


def _read(body: bytes) -> tuple[dict[str, Any], Sequence[Move]]:
    """Return an event as JSON has it, without its moves, and the moves."""
    event: dict[str, Any] = msgspec.json.decode(current(body))
    moves = event.pop("moves", ())
    return event, msgspec.convert(moves, tuple[Move, ...]) if moves else ()


def second_count(opened: dict[str, Any]) -> Mapping[str, Rule]:
    """Return how a stream's money is counted a second time, where its game says so itself."""
    try:
        return checked(opened["kind"], opened["config"])[0].recount
    except (KeyError, PitbossError):
        # What is wrong with the opening is found when it is replayed.
        return {}


def _place(record: Record) -> tuple[str, int]:
    return record.stream, record.version
