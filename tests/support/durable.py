"""Rounds played into a journal, and what must hold of any journal whatever happened to whoever wrote it."""

import hashlib
import os
import shutil
import tempfile
import time
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime
from functools import cache
from pathlib import Path
from typing import Any

from pitboss.decider import Accepted, Command
from pitboss.floor.writer.answers import Recorded
from pitboss.floor.writer.live_stream import canonical
from pitboss.floor.writer.writer import Floor
from pitboss.journal import Head, Journal, JournalBusy, next_hash, open_journal
from pitboss.ledger import Account
from pitboss.openers import read_transcript
from tests.support.driven import need

__all__ = [
    "ROUNDS",
    "Outcome",
    "Script",
    "Survival",
    "Token",
    "faults_in",
    "folder",
    "opened",
    "outcome",
    "play",
    "script",
    "sums",
    "survived",
    "token",
]

ROOT = Path(__file__).resolve().parents[2]
MEMORY_BYTES_LEAST = 256 * 1024**2
WAIT_SECONDS_MAX = 180
"""After which something that must happen is taken not to happen."""
ROUNDS = {
    "roulette oneida": "examples/roulette/oneida/one-round.jsonl",
    "roulette hoian": "examples/roulette/hoian/order-of-payment.jsonl",
    "roulette seabrook": "examples/roulette/seabrook/losers-first.jsonl",
    "sicbo": "examples/sicbo/one-round.jsonl",
    "baccarat": "examples/baccarat/one-round.jsonl",
    "blackjack": "examples/blackjack/one-round.jsonl",
    "tournament": "examples/blackjack/tournaments/small.jsonl",
    "race": "tests/faults/race.jsonl",
    "rack": "examples/sicbo/everyday-rack.jsonl",
    "correction": "examples/sicbo/corrected-settlement.jsonl",
}
"""A whole round of every game, from opening to settlement, a tournament, a race, fills and counts, a correction."""

Token = tuple[str, str, int, int, str]
"""An answer in short: stream, key, first and last version, and a digest of what was said."""


@dataclass(frozen=True)
class Script:
    """What opens a stream, and the commands sent to it."""

    kind: str
    document: dict[str, Any]
    commands: tuple[Command[Any], ...]

    @property
    def at(self) -> datetime:
        """Return when it begins."""
        return self.commands[0].received_at


@dataclass
class Outcome:
    """What a journal holds in the end."""

    tokens: list[Token]
    hashes: dict[str, list[bytes]]
    """Of every record of a stream."""
    balances: dict[str, int]
    states: dict[str, Any]


@cache
def script(name: str) -> Script:
    """Return a round by its name, or by the path of its transcript."""
    path = ROOT / ROUNDS.get(name, name)
    transcript = read_transcript(path.read_bytes().split(b"\n"))
    commands = tuple(entry.command for entry in transcript.entries)
    return Script(transcript.game.first_line, transcript.document, commands)


def token(recorded: Recorded) -> Token:
    """Return an answer in short."""
    answer = recorded.answer
    said = answer.events if isinstance(answer, Accepted) else answer
    return (recorded.stream, recorded.key, recorded.first, recorded.last, hashlib.sha256(canonical(said)).hexdigest())


def play(floor: Floor, stream: str, chosen: Script, commands: Sequence[Command[Any]] | None = None) -> list[Token]:
    """Open a stream and send commands to it one by one, each after the answer to the one before."""
    floor.open(stream, chosen.kind, chosen.document, chosen.at)
    return [token(floor.send(stream, command)) for command in (chosen.commands if commands is None else commands)]


def outcome(address: str, streams: Mapping[str, str]) -> Outcome:
    """Send every command of some streams, each with the name of its script, and return what the journal then holds."""
    floor = Floor(opened(address))
    try:
        tokens = [one for stream, name in streams.items() for one in play(floor, stream, script(name))]
        states = {stream: floor.look(stream).state for stream in streams}
        return Outcome(tokens, _hashes(floor.journal), floor.journal.balances(), states)
    finally:
        floor.close()


@dataclass(frozen=True)
class Survival:
    """How far a journal had come whose writer was killed, and what is wrong with it."""

    how_far: str
    faults: list[str]


def survived(address: str, streams: Mapping[str, str], acknowledged: list[Token], whole: Outcome) -> Survival:
    """Compare a journal, whose writer was killed, with an uninterrupted one, and send the rest.

    Whatever was acknowledged is there, once and with that answer; of what was not, at most the command that each sender
    still waited for is; nothing else is; and the rest can be sent. Whatever is not so is a fault.
    """
    journal = opened(address)
    try:
        faults = faults_in(journal)
        found, answered = _hashes(journal), {(answer.stream, answer.key) for answer in journal.answers()}
    finally:
        journal.close()
    known, told = {one[:2]: one for one in whole.tokens}, {one[:2] for one in acknowledged}
    waited_for = answered - told
    facts = {
        "the records are not those of the uninterrupted one": all(
            whole.hashes[stream][: len(hashes)] == hashes for stream, hashes in found.items()
        ),
        "somebody was told another answer": acknowledged == [known[one[:2]] for one in acknowledged],
        "what was acknowledged is not there": told <= answered,
        "more is there than was waited for": len(waited_for) == len({stream for stream, _ in waited_for}),
        "with the rest it is not the uninterrupted one": whole == outcome(address, streams),
    }
    faults += [fault for fault, is_so in facts.items() if not is_so]
    if not found:
        return Survival("nothing was written", faults)
    return Survival("written, not acknowledged" if waited_for else "written and acknowledged", faults)


def _hashes(journal: Journal) -> dict[str, list[bytes]]:
    found: dict[str, list[bytes]] = {}
    for record in journal.read_all():
        found.setdefault(record.stream, []).append(record.hash)
    return found


def opened(address: str) -> Journal:
    """Open a journal for writing, as soon as the server has noticed that whoever wrote before is gone."""
    deadline = time.monotonic() + WAIT_SECONDS_MAX
    while True:
        try:
            return open_journal(address)
        except JournalBusy:
            need(time.monotonic() < deadline, "the right to write does not come back")
            time.sleep(0.01)


@contextmanager
def folder() -> Iterator[Path]:
    """Yield a folder in memory where there is one: what a killed process has written is there without any sync."""
    memory = Path("/dev/shm")  # noqa: S108
    has_room = os.access(memory, os.W_OK) and shutil.disk_usage(memory).free >= MEMORY_BYTES_LEAST
    where = memory if has_room else None
    with tempfile.TemporaryDirectory(prefix="pitboss-", dir=where) as name:
        yield Path(name)


def sums(balances: dict[str, int]) -> dict[str, int]:
    """Return what all accounts of a unit sum to."""
    found: Counter[str] = Counter()
    for account, amount in balances.items():
        found[Account.parse(account).unit] += amount
    return dict(found)


def faults_in(journal: Journal) -> list[str]:
    """Return what is wrong in a journal, looked at without any code of the floor: numbers, chains, answers, sums."""
    records, answers = list(journal.read_all()), list(journal.answers())
    faults = [*journal.check(), *_gaps("position", [record.position for record in records])]
    faults += _gaps("ordinal", [answer.ordinal for answer in answers])
    for stream in {record.stream for record in records}:
        own = [record for record in records if record.stream == stream]
        faults += _gaps(f"version of {stream}", [record.version for record in own])
        before = Head().hash
        for record in own:
            before = next_hash(before, stream, record.version, key=record.key, at=record.at, body=record.body)
            faults += [] if before == record.hash else [f"the chain of {stream} breaks at {record.version}"]
    caused = {(answer.stream, version): answer.key for answer in answers for version in _versions(answer)}
    for record in records:
        key = caused.pop((record.stream, record.version), "")
        faults += (
            [] if key == record.key else [f"{record.stream} {record.version} is of {record.key!r}, answered {key!r}"]
        )
    faults += [f"answered, but not recorded: {what}" for what in caused]
    last = len(records)
    faults += [f"a posting of no record: {one}" for one in journal.postings() if not 1 <= one.position <= last]
    return faults + [f"{unit} sums to {amount}" for unit, amount in sums(journal.balances()).items() if amount]


def _versions(answer: Any) -> Iterable[int]:
    return range(answer.first, answer.last + 1)


def _gaps(what: str, numbers: list[int]) -> list[str]:
    return [] if numbers == list(range(1, len(numbers) + 1)) else [f"{what}: not 1 to {len(numbers)} without a gap"]
