"""A write-ahead log cut short: what opens is an exact earlier state, and the anchor counts what is missing."""

import random
import shutil
from contextlib import closing
from pathlib import Path

import pytest

from pitboss.floor.verify.verify import verify
from pitboss.floor.writer.writer import Floor
from pitboss.journal import JournalDamaged, open_journal
from pitboss.openers import read_transcript

ROOT = Path(__file__).resolve().parents[2]
CUTS = 40
TAIL = 64 * 1024


@pytest.fixture(scope="module")
def kept(tmp_path_factory):
    """Return a folder with a journal whose last commands lie in its log alone, and its head."""
    folder = tmp_path_factory.mktemp("cut")
    transcript = read_transcript((ROOT / "examples/roulette/oneida/one-round.jsonl").read_bytes().split(b"\n"))
    at = transcript.entries[0].command.received_at
    with closing(Floor(open_journal(f"sqlite:///{folder / 'live.db'}"))) as floor:
        floor.open("table:1", "table", transcript.document, at)
        for entry in transcript.entries:
            floor.send("table:1", entry.command)
        for suffix in ("", "-wal"):
            shutil.copyfile(folder / f"live.db{suffix}", folder / f"day.db{suffix}")
    with closing(open_journal(f"sqlite:///{folder / 'live.db'}", is_reader=True)) as journal:
        return folder, verify(journal).head


def test_a_cut_log_is_told_by_the_anchor(kept, tmp_path):
    """Wherever it is cut, nothing is wrong with what is left, and the number of records that are gone is said."""
    folder, head = kept
    log = (folder / "day.db-wal").read_bytes()
    rng, missing = random.Random(1), set()
    for cut in sorted(rng.sample(range(max(0, len(log) - TAIL), len(log)), CUTS)):
        path = tmp_path / f"{cut}.db"
        shutil.copyfile(folder / "day.db", path)
        (tmp_path / f"{cut}.db-wal").write_bytes(log[:cut])
        try:
            journal = open_journal(f"sqlite:///{path}", is_reader=True)
        except JournalDamaged:
            continue
        with closing(journal):
            whole, report = verify(journal), verify(journal, head)
        assert () == whole.faults
        gone = head.lines - whole.head.lines
        said = f"the anchor saw {head.lines} lines, the journal ends with {whole.head.lines}: {gone} missing"
        assert ([said] if gone else []) == [fault.what for fault in report.faults]
        missing.add(gone)
    assert {1, 2} <= missing
