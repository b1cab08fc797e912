"""What a verification found, and the proof record by record: chain, postings, recount."""

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
from pitboss.journal import Head, Posting, Record, next_hash
from pitboss.journal.chain import GENESIS
from pitboss.ledger import Account, AccountKind, postings_of
from pitboss.ledger.recount import Recount
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

    def damage(self, what: str) -> None:
        """Keep a fault that no record can be named for."""
        self.add(f"{DAMAGE}: {what}")

    @contextmanager
    def guarded(self, what: str, stream: str | None = None, version: int | None = None) -> Iterator[None]:
        """Turn whatever goes wrong into a fault: what is damaged can break any reader, and the rest is still read."""
        try:
            yield
        except Exception as error:  # noqa: BLE001 - nothing that is stored may stop a verification
            said = f"{what}: {error or type(error).__name__}"
            if stream is None:
                self.damage(said)
            else:
                self.add(said, stream, version)


Line = tuple[int, str, int]
"""A posting within its event: number, account, amount."""


@dataclass
class Chain:
    """One stream as far as it has been read."""

    stream: str
    recount: Recount
    version: int = 0
    hash: bytes = GENESIS
    """The hash that is stored with the last record."""
    true_hash: bytes = GENESIS
    """The hash that follows from everything recorded so far."""
    currency: str = ""


@dataclass
class RecordsCheck:
    """Takes the records one by one, with all postings beside them."""

    found: Findings
    postings: Iterator[Posting]
    chains: dict[str, Chain] = field(default_factory=dict)
    balances: dict[str, int] = field(default_factory=dict)
    """What every account holds by the postings."""
    position: int = 0
    events: int = 0
    is_ledger_read: bool = True
    """Whether all postings could be read so far."""
    _next: Posting | None = None
    _own: dict[str, bool] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self._advance()

    def _advance(self) -> None:
        """Move on to the next posting; where no more can be read the ledger is not compared any further."""
        self._next = None
        try:
            self._next = next(self.postings, None)
        except Exception as error:  # noqa: BLE001 - a damaged ledger must not keep the records from being read
            self.is_ledger_read = False
            self.found.damage(f"the postings cannot be read: {error}")

    def heads(self) -> dict[str, Head]:
        """Return every stream's head so far, by hashes that are computed and not the stored ones."""
        return {name: Head(chain.version, chain.true_hash) for name, chain in self.chains.items()}

    def take(self, record: Record) -> None:
        """Check one record."""
        found, stream, version = self.found, record.stream, record.version
        with found.guarded("its position cannot be checked", stream, version):
            self._follow(record)
        self.events += 1
        chain = self.chains.setdefault(stream, Chain(stream, Recount(stream)))
        with found.guarded("its hash cannot be checked", stream, version):
            self._link(chain, record)
        lines: list[Line] = []
        with found.guarded("its postings cannot be read", stream, version):
            lines = list(self._lines(record.position))
            self._hold(record, lines)
        with found.guarded("it cannot be read", stream, version):
            event, moves = _read(record.body)
            self._first(chain, record, event)
            if event["type"] == OPENED:
                chain.recount.add(_second_count(event))
            changed = chain.recount.take(event)
            if self.is_ledger_read:
                self._compare_postings(chain, record, moves, lines)
                self._compare_recount(record, changed, lines)

    def _follow(self, record: Record) -> None:
        """See that no position is left out before this one."""
        before, self.position = self.position, record.position
        if record.position != before + 1:
            self.found.add(f"positions {before + 1} to {record.position - 1} are missing before it", *_place(record))

    def _link(self, chain: Chain, record: Record) -> None:
        """See that the record follows the one before it in its stream, and is what was hashed."""
        said: dict[str, Any] = {"key": record.key, "at": record.at, "body": record.body}
        expected = next_hash(chain.hash, record.stream, record.version, **said)
        if record.version > chain.version + 1:
            missing = f"{chain.version + 1} to {record.version - 1}"
            self.found.add(f"versions {missing} are missing before it", *_place(record))
        elif record.version <= chain.version:
            self.found.add(f"it comes after version {chain.version}", *_place(record))
        elif expected != record.hash:
            reason = "the chain is broken: its hash is not that of what is recorded"
            self.found.add(reason, *_place(record))
        is_same = chain.true_hash == chain.hash
        true_hash = expected if is_same else next_hash(chain.true_hash, record.stream, record.version, **said)
        chain.version, chain.hash, chain.true_hash = record.version, record.hash, true_hash

    def _first(self, chain: Chain, record: Record, event: dict[str, Any]) -> None:
        """See that a stream begins with what opened it, and that nothing else is without a command's key."""
        is_opening = event["type"] == OPENED
        if is_opening:
            chain.currency = event["config"]["currency"]
        if is_opening != (record.version == 1):
            what = "it opens a stream that is open" if is_opening else "the stream begins without being opened"
            self.found.add(what, *_place(record))
        if is_opening != (record.key == ""):
            self.found.add("a record has the key of its command, and only the opening has none", *_place(record))

    def _lines(self, position: int) -> Iterator[Line]:
        """Yield the postings of a record; those before it that no record has are damage."""
        while self._next is not None and self._next.position <= position:
            is_before, posting = self._next.position < position, self._next
            self._advance()
            if is_before:
                self._add(posting.account, posting.amount_minor)
                self._orphan(posting)
            else:
                yield posting.line, posting.account, posting.amount_minor

    def _orphan(self, posting: Posting) -> None:
        self.found.damage(f"a posting to {posting.account} at position {posting.position} belongs to no record")

    def finish(self, last: int) -> None:
        """See that no posting is left over that no record up to the last one of the journal has."""
        while self._next is not None:
            posting = self._next
            self._advance()
            if posting.position > last:
                self._orphan(posting)
        for unit, total in sorted(self._totals().items()):
            if total:
                self.found.damage(f"the accounts in {unit} sum to {total}, not to zero")

    def _totals(self) -> dict[str, int]:
        totals: dict[str, int] = {}
        for account, amount in self.balances.items():
            unit = account.partition(":")[0]
            totals[unit] = totals.get(unit, 0) + amount
        return totals

    def _compare_postings(self, chain: Chain, record: Record, moves: Sequence[Move], lines: list[Line]) -> None:
        """See that the ledger has what the record's moves make, line by line, and nothing else."""
        made = postings_of(record.stream, chain.currency, moves)
        expected = [(number, account, amount) for number, (account, amount) in enumerate(made, start=1)]
        if expected == lines:
            return
        for line in lines:
            if line not in expected:
                self.found.add(f"the ledger has {_shown(line)}, which its moves do not make", *_place(record))
        for line in expected:
            if line not in lines:
                self.found.add(f"the ledger has not {_shown(line)}, which its moves make", *_place(record))

    def _compare_recount(self, record: Record, changed: dict[str, int], lines: list[Line]) -> None:
        """See that what was staked, paid and sold changes the accounts as the ledger says."""
        posted: dict[str, int] = {}
        for _, account, amount in lines:
            posted[account] = posted.get(account, 0) + amount
        for account in sorted(posted.keys() | changed.keys()):
            said, counted = posted.get(account, 0), changed.get(account, 0)
            if said != counted:
                what = f"the ledger changes {account} by {said}, the recount by {counted}"
                self.found.add(what, *_place(record))

    def _hold(self, record: Record, lines: list[Line]) -> None:
        """See that nobody has less than nothing of what is held for others."""
        for _, account, amount in lines:
            self._add(account, amount)
        for account in dict.fromkeys(account for _, account, _ in lines):
            if self.balances[account] < 0 and self._is_own(account):
                self.found.add(f"{account} falls to {self.balances[account]}", *_place(record))

    def _add(self, account: str, amount: int) -> None:
        self.balances[account] = self.balances.get(account, 0) + amount

    def _is_own(self, account: str) -> bool:
        """Tell whether an account holds what belongs to players and backers of one stream, or what was counted."""
        if account not in self._own:
            try:
                place = Account.parse(account).place
            except KeyError:
                self._own[account] = False
            else:
                is_others = place.kind is AccountKind.HELD_FOR_OTHERS and not place.is_shared
                self._own[account] = is_others or place.is_counted
        return self._own[account]


def _read(body: bytes) -> tuple[dict[str, Any], Sequence[Move]]:
    """Return an event as JSON has it, without its moves, and the moves."""
    event: dict[str, Any] = msgspec.json.decode(current(body))
    moves = event.pop("moves", ())
    return event, msgspec.convert(moves, tuple[Move, ...]) if moves else ()


def _second_count(opened: dict[str, Any]) -> Mapping[str, Rule]:
    """Return how a stream's money is counted a second time, where its game says so itself."""
    try:
        return checked(opened["kind"], opened["config"])[0].recount
    except (KeyError, PitbossError):
        # What is wrong with the opening is found when it is replayed.
        return {}


def _place(record: Record) -> tuple[str, int]:
    return record.stream, record.version


def _shown(line: Line) -> str:
    number, account, amount = line
    return f"line {number}, {amount} to {account}"
