"""The end of SQLite's write-ahead log is cut off: the journal opens as an exact prefix of what it was."""

import struct
from collections import Counter
from dataclasses import dataclass
from pathlib import Path

import pytest

from pitboss.floor.writer.books import balances
from pitboss.floor.writer.writer import Floor
from pitboss.journal import Journal, JournalError, open_journal
from tests.support.campaign import Campaign, Part
from tests.support.durable import faults_in, folder, outcome, script

TAIL_BYTES = 64 * 1024
PART_CUTS = 512
STREAMS = {"table:1": "roulette oneida", "tote:1": "race"}
HEADER_BYTES, FRAME_HEADER_BYTES = 32, 24

Stand = tuple[int, int, bytes, tuple[tuple[str, int], ...]]
"""How far a journal has come: lines and events, the hash of its last line, and the balances."""


@dataclass
class Written:
    """A journal as its files were while it was open, and how it stood after each commit."""

    file: bytes
    log: bytes
    stands: list[Stand]
    """After no commit (there are no tables yet), after the one that makes the tables, and after each batch."""

    @property
    def commits(self) -> list[int]:
        """Return where in the log each commit is complete."""
        (page,) = struct.unpack_from(">I", self.log, 8)
        step = FRAME_HEADER_BYTES + page
        starts = range(HEADER_BYTES, len(self.log) - step + 1, step)
        # A frame that ends a commit says how many pages the database then has.
        return [start + step for start in starts if struct.unpack_from(">I", self.log, start + 4)[0]]


def stand(journal: Journal) -> Stand:
    """Return how far a journal has come."""
    return (*journal.end(), tuple(balances(journal).items()))


@pytest.fixture(scope="module")
def written():
    """Return a journal that was played, and never closed, so that its log has everything."""
    with folder() as place:
        path = place / "day.db"
        journal = open_journal(str(path))
        stands = [stand(journal)] * 2
        floor = Floor(journal)
        for stream, name in STREAMS.items():
            chosen = script(name)
            floor.open(stream, chosen.kind, chosen.document, chosen.at)
            stands.append(stand(journal))
            for command in chosen.commands:
                floor.send(stream, command)
                stands.append(stand(journal))
        found = Written(path.read_bytes(), Path(f"{path}-wal").read_bytes(), stands)
        floor.close()
    return found


def cut(place: Path, written: Written, length: int) -> str:
    """Write the journal with a shorter log, and return its address."""
    for path in place.glob("cut.db*"):
        path.unlink()
    (place / "cut.db").write_bytes(written.file)
    (place / "cut.db-wal").write_bytes(written.log[:length])
    return f"sqlite:///{place / 'cut.db'}"


def test_log_has_every_commit(written):
    """The log that is cut has a commit for the tables and for each batch, and is longer than what is cut of it."""
    assert len(written.stands) - 1 == len(written.commits)
    assert TAIL_BYTES < len(written.log)


@pytest.mark.campaign(TAIL_BYTES)
def test_log_cut_at_every_byte(request, written):
    """A commit of which a byte is missing is gone as if it had never been, and with it all later ones; no other is."""
    campaign = Campaign.of(request, "torn-logs", part_cases=PART_CUTS)
    commits = written.commits

    def search(part: Part) -> Counter[str]:
        met, first = Counter[str](), part.number * PART_CUTS
        cuts = range(first, first + part.cases) if campaign.is_whole else part.rng().sample(range(TAIL_BYTES), 100)
        for missing in cuts:
            length = len(written.log) - missing
            whole = sum(end <= length for end in commits)
            try:
                journal = open_journal(cut(place, written, length))
            except JournalError:
                met["does not open"] += 1
                continue
            try:
                assert written.stands[whole] == stand(journal), f"{missing} bytes missing"
            finally:
                journal.close()
            met["an exact prefix"] += 1
            met[f"commits missing: {len(commits) - whole > 0}"] += 1
        return met

    with folder() as place:
        met = campaign.run(search)
    assert met["commits missing: True"] > 0
    assert met["does not open"] == 0


def test_play_goes_on_after_a_cut(written):
    """What the cut took can be sent again, and the journal is then as if it had never been cut."""
    with folder() as place:
        address = cut(place, written, len(written.log) - 40_000)
        outcome(address, STREAMS)
        journal = open_journal(address)
        assert [] == faults_in(journal)
        assert written.stands[-1] == stand(journal)
        journal.close()
