"""Rounds played into a journal, and what must hold of any journal whatever happened to whoever wrote it."""

import hashlib
import os
import shutil
import tempfile
import time
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime
from functools import cache
from pathlib import Path
from typing import Any

from pitboss.decider import Accepted, Command
from pitboss.floor.writer.answers import Recorded
from pitboss.floor.writer.books import balances, postings
from pitboss.floor.writer.live_stream import canonical
from pitboss.floor.writer.writer import Floor
from pitboss.journal import End, Journal, JournalBusy, next_hash, open_journal
from pitboss.journal.lines import digest_of
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
    "cage": "examples/cage/day.jsonl",
}
"""A whole round of every game, from opening to settlement, a tournament, a race, and everyday life: fills, credits and
counts, a correction, a day at the cage."""

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
    lines: dict[str, list[tuple[int, bytes, tuple[bytes, ...], bytes | None]]]
    """Of every stream: version, command, events and refusal. Its place among other streams' is chance."""
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
        return Outcome(tokens, _lines(floor.journal), balances(floor.journal), states)
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
        found, answered = _lines(journal), {(answer.stream, answer.key) for answer in journal.answers()}
    finally:
        journal.close()
    known, told = {one[:2]: one for one in whole.tokens}, {one[:2] for one in acknowledged}
    waited_for = answered - told
    facts = {
        "the records are not those of the uninterrupted one": all(
            whole.lines[stream][: len(lines)] == lines for stream, lines in found.items()
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


def _lines(journal: Journal) -> dict[str, list[tuple[int, bytes, tuple[bytes, ...], bytes | None]]]:
    found: dict[str, list[tuple[int, bytes, tuple[bytes, ...], bytes | None]]] = {}
    for line in journal.lines():
        found.setdefault(line.stream, []).append((line.version, line.command, line.events, line.refusal))
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
    """Return what is wrong in a journal, looked at without any code of the floor: numbers, chain, keys, sums."""
    lines, records, faults = list(journal.lines()), list(journal.read_all()), [*journal.check()]
    faults += _gaps("position", [record.position for record in records])
    faults += _gaps("line", [line.ordinal for line in lines])
    before, used, versions = End().hash, set[bytes](), dict[str, int]()
    for line in lines:
        before = next_hash(before, line.text)
        faults += [] if before == line.hash else [f"the chain breaks at line {line.ordinal}"]
        was = versions.get(line.stream, 0)
        faults += [] if line.first == was + 1 else [f"{line.stream}: {line.first} follows {was}"]
        versions[line.stream] = line.version
        if not line.is_opening:
            faults += [f"{line.key} of {line.stream} comes twice"] if digest_of(line) in used else []
            used.add(digest_of(line))
    for stream, version in versions.items():
        own = list(journal.read(stream))
        faults += [] if own == [one for one in records if one.stream == stream] else [f"{stream} reads otherwise"]
        faults += _gaps(f"version of {stream}", [record.version for record in own])
        faults += [] if (journal.heads()[stream].version, len(own)) == (version, version) else [f"head of {stream}"]
    last = len(records)
    faults += [f"a posting of no record: {one}" for one in postings(journal) if not 1 <= one.position <= last]
    return faults + [f"{unit} sums to {amount}" for unit, amount in sums(balances(journal)).items() if amount]


def _gaps(what: str, numbers: list[int]) -> list[str]:
    return [] if numbers == list(range(1, len(numbers) + 1)) else [f"{what}: not 1 to {len(numbers)} without a gap"]
