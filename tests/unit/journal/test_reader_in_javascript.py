"""The reader in another language: the format is what its page says, and no more than that."""

import gzip
import os
import shutil
import subprocess
from contextlib import closing
from datetime import UTC, date, datetime
from pathlib import Path

import pytest

from pitboss.floor.archive import ArchiveEntry, Archivist
from pitboss.floor.verify.verify import verify
from pitboss.floor.writer.transcripts import play_into
from pitboss.journal import End, open_journal
from pitboss.openers import read_transcript
from tests.support.durable import ROOT
from tests.support.evening_faults import changed, rewrite, tamper

READER = ROOT / "examples/journal/read.mjs"
OWN = ROOT / ".venv/bin/node"
TABLE = "table:main-floor-1"


@pytest.fixture(scope="module")
def node():
    """Return Node, which some machines do not have."""
    found = str(OWN) if os.access(OWN, os.X_OK) else shutil.which("node")
    if found is None:
        pytest.skip("NO NODE: nothing was tested about the reader in JavaScript")
    return found


@pytest.fixture
def path(tmp_path):
    """Return a journal with a round of roulette."""
    found = tmp_path / "day.db"
    lines = (ROOT / "examples/roulette/oneida/one-round.jsonl").read_bytes().split(b"\n")
    play_into(str(found), read_transcript(lines))
    return found


def run(node, path: Path, *arguments: str, **settings: str):
    """Return how the reader leaves, and what it prints."""
    command, environment = [node, "--no-warnings", READER, path, *arguments], {**os.environ, **settings}
    done = subprocess.run(command, capture_output=True, check=False, env=environment)
    return done.returncode, done.stdout, done.stderr.decode()


def test_it_reads_what_is_written(node, path):
    """The same lines byte by byte, and the head that `pitboss verify` prints."""
    with closing(open_journal(str(path), is_reader=True)) as journal:
        texts, head = [line.text for line in journal.lines()], verify(journal).head
    assert (0, f"head {head}\n".encode(), "") == run(node, path)
    assert (0, b"\n".join([*texts, b""]), "") == run(node, path, "--lines")


def test_it_sees_what_was_changed(node, path):
    """A stake, or a commit that is gone."""
    rewrite(str(path), changed(TABLE, 6, b"2500", b"2501"))
    assert (1, "the chain is broken in lines 6 to 6\n") == run(node, path)[::2]
    tamper(str(path), ("DELETE FROM commits WHERE first = 5", ()))
    assert (1, "line 6 comes after line 4\n") == run(node, path)[::2]


def test_it_reads_archived_segments(node, path, tmp_path):
    """From where they were put or are said to be, with their proof and its signature; changed ones it does not take."""
    archivist = Archivist(ArchiveEntry(folder="archive", lines=6), tmp_path, "ab" * 32, [bytes(32)])
    with closing(open_journal(str(path))) as journal:
        texts, head = [line.text for line in journal.lines()], verify(journal).head
        for writer in archivist.closed(journal, End(), date(2004, 5, 1)):
            put = archivist.put(writer, datetime(2026, 11, 18, tzinfo=UTC))
            journal.remove(put.segment, put.path)
        assert 2 <= len(journal.segments())
    assert (0, b"\n".join([*texts, b""]), "") == run(node, path, "--lines")
    away = tmp_path / "archive"
    away.rename(tmp_path / "away")
    assert (0, f"head {head}\n".encode(), "") == run(node, path, PITBOSS_ARCHIVE=str(tmp_path / "away"))
    assert 1 == run(node, path)[0]
    first = min((tmp_path / "away").iterdir())
    text = gzip.decompress(first.read_bytes())
    for wrong, why in (
        (text.replace(b"+00:00 ", b"+01:00 ", 1), "is not signed with the key that it names"),
        (text.replace(b"Ann", b"Bob", 1), "is not what its proof says"),
    ):
        assert wrong != text
        first.write_bytes(gzip.compress(wrong))
        code, _, said = run(node, path, PITBOSS_ARCHIVE=str(tmp_path / "away"))
        assert (1, f"{first.name} {why}\n") == (code, said)
