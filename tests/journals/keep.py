"""Keeps a journal of the version at hand, which every later version must be able to read.

    python -m tests.journals.keep          play the examples and write VERSION.jsonl.gz, as long as there is none
    python -m tests.journals.keep --again  write it anew, which is right only until that version is released

The examples are chosen so that every event that they show is in the journal. A file has one line with the heads and
balances that must come out, and then what `pitboss export` prints.
"""

import gzip
import io
import sys
import tempfile
import tomllib
from collections.abc import Iterator
from contextlib import redirect_stdout
from pathlib import Path
from typing import Any

import msgspec

from pitboss.cli import export
from pitboss.errors import PitbossError
from pitboss.floor.writer.writer import Floor
from pitboss.journal import Answer, Batch, Journal, Posting, Record, open_journal
from pitboss.openers import read_transcript
from pitboss.transcript import Transcript
from tests.support.durable import ROOT

__all__ = ["KEPT", "Expected", "kept", "transcripts"]

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


def kept(path: Path) -> tuple[Expected, Batch]:
    """Read a kept journal."""
    decoder, batch = msgspec.json.Decoder(_Line), Batch()
    expected: Expected | None = None
    for line in map(decoder.decode, gzip.decompress(path.read_bytes()).splitlines()):
        expected = expected or line.journal
        if line.record is not None:
            batch.records.append(Record(*_values(line.record, body="body", hexed="hash")))
        elif line.answer is not None:
            batch.answers.append(Answer(*_values(line.answer, body="command refusal", hexed="digest")))
        elif line.posting is not None:
            batch.postings.append(Posting(**line.posting))
    assert expected is not None
    return expected, batch


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
    with tempfile.TemporaryDirectory() as folder, redirect_stdout(io.StringIO()) as printed:
        address = f"sqlite:///{folder}/day.db"
        _play(open_journal(address))
        reader = open_journal(address, is_reader=True)
        heads = {stream: (head.version, head.hash.hex()) for stream, head in sorted(reader.heads().items())}
        expected = Expected(version, heads, reader.balances())
        reader.close()
        export.run(address)
    lines = msgspec.json.encode({"journal": expected}) + b"\n" + printed.getvalue().encode()
    path.write_bytes(gzip.compress(lines, mtime=0))
    return 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
