"""Keeps a journal of the version at hand, which every later version must be able to read.

    python -m tests.journals.keep          play the examples and write VERSION.jsonl.gz, as long as there is none
    python -m tests.journals.keep --again  write it anew, which is right only until that version is released

The examples are chosen so that every event that they show is in the journal. A file has one line with the heads and
balances that must come out, and then the journal's lines; of versions 0.1 and 0.2 what `pitboss export` printed.
"""

import gzip
import sys
import tempfile
import tomllib
from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import msgspec

from pitboss.errors import PitbossError
from pitboss.floor.writer.books import balances
from pitboss.floor.writer.writer import Floor
from pitboss.journal import End, Journal, Line, next_hash, open_journal
from pitboss.journal.lines import parsed
from pitboss.journal.old import OldAnswer, OldRecord, as_lines
from pitboss.openers import read_transcript
from pitboss.transcript import Transcript
from tests.support.durable import ROOT

__all__ = ["KEPT", "Expected", "Kept", "kept", "transcripts"]

HERE = Path(__file__).parent
KEPT = sorted(HERE.glob("*.jsonl.gz"))
"""A journal of every version."""


class Expected(msgspec.Struct, forbid_unknown_fields=True):
    """What must come out of a kept journal."""

    version: str
    heads: dict[str, tuple[int, str]]
    """By stream: its last version, and the hash there."""
    balances: dict[str, int]


class _Line(msgspec.Struct, forbid_unknown_fields=True):
    journal: Expected | None = None
    record: dict[str, msgspec.Raw] | None = None
    answer: dict[str, msgspec.Raw] | None = None
    posting: dict[str, Any] | None = None


def transcripts() -> Iterator[tuple[str, Transcript]]:
    """Yield the name and content of every example that is a transcript."""
    for path in sorted((ROOT / "examples").rglob("*.jsonl")):
        try:
            found = read_transcript(path.read_bytes().split(b"\n"))
        except PitbossError:
            continue
        if found.entries:
            yield path.relative_to(ROOT / "examples").with_suffix("").as_posix(), found


@dataclass
class Kept:
    """A kept journal."""

    expected: Expected
    records: list[OldRecord] = field(default_factory=list)
    answers: list[OldAnswer] = field(default_factory=list)
    postings: list[tuple[int, int, str, int]] = field(default_factory=list)
    texts: list[bytes] = field(default_factory=list)
    """Its lines, of versions that had them."""

    @property
    def is_old(self) -> bool:
        """Tell whether it is of a version that had a row for each record and answer."""
        return not self.texts

    def lines(self) -> Iterator[Line]:
        """Yield it line by line."""
        if self.is_old:
            yield from as_lines(iter(self.records), iter(self.answers))
            return
        end = End()
        for text in self.texts:
            line = parsed(text, end.position, next_hash(end.hash, text))
            end = line.end
            yield line


def kept(path: Path) -> Kept:
    """Read a kept journal."""
    first, *rest = gzip.decompress(path.read_bytes()).splitlines()
    decoder = msgspec.json.Decoder(_Line)
    expected = decoder.decode(first).journal
    assert expected is not None
    found = Kept(expected)
    for text in rest:
        if text.startswith(b"["):
            found.texts.append(text)
            continue
        line = decoder.decode(text)
        if line.record is not None:
            found.records.append(OldRecord(*_values(line.record, body="body", hexed="hash")))
        elif line.answer is not None:
            line.answer.pop("digest")
            found.answers.append(OldAnswer(*_values(line.answer, body="command refusal", hexed="")))
        elif line.posting is not None:
            found.postings.append(tuple(line.posting.values()))
    return found


def _values(row: dict[str, msgspec.Raw], *, body: str, hexed: str) -> Iterator[Any]:
    for name, raw in row.items():
        value = msgspec.json.decode(raw)
        if name in body.split() and value is not None:
            yield bytes(raw)
        else:
            yield bytes.fromhex(value) if name == hexed else value


def _chosen() -> dict[str, Transcript]:
    """Return examples that together show every event: the one that shows most for its length, then the next."""
    shown = {
        name: (found, {type(answer) for entry in found.entries for answer in entry.recorded})
        for name, found in transcripts()
    }
    missing, chosen = set[type]().union(*(types for _, types in shown.values())), {}
    while missing:
        name = max(shown, key=lambda name: len(shown[name][1] & missing) / len(shown[name][0].entries))
        chosen[name], types = shown[name]
        missing -= types
    return chosen


def _play(journal: Journal) -> None:
    floor = Floor(journal)
    for name, found in _chosen().items():
        stream = f"{found.game.first_line}:{name.replace('/', ' ')}"
        floor.open(stream, found.game.first_line, found.document, found.entries[0].command.received_at)
        for entry in found.entries:
            floor.send(stream, entry.command)
    floor.close()


def main(*arguments: str) -> int:
    """Write the journal of this version."""
    version = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["version"]
    path = HERE / f"{version.rpartition('.')[0]}.jsonl.gz"
    if path.exists() and arguments != ("--again",):
        sys.stderr.write(f"{path.name} is kept already; --again writes it anew\n")
        return 1
    with tempfile.TemporaryDirectory() as folder:
        address = f"sqlite:///{folder}/day.db"
        _play(open_journal(address))
        with closing(open_journal(address, is_reader=True)) as reader:
            heads = {stream: (head.version, head.hash.hex()) for stream, head in sorted(reader.heads().items())}
            expected = Expected(version, heads, balances(reader))
            texts = [line.text for line in reader.lines()]
    lines = b"\n".join([msgspec.json.encode({"journal": expected}), *texts])
    path.write_bytes(gzip.compress(lines, mtime=0))
    return 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
