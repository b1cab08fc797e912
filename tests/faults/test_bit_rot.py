"""One bit of a journal's files changes: harmless, found where it is, or told as damage; no balance changes unsaid."""

from collections import Counter
from dataclasses import dataclass, replace
from pathlib import Path

import pytest

from pitboss.floor.verify.verify import verify
from pitboss.floor.writer.books import balances, postings
from pitboss.floor.writer.writer import Floor
from pitboss.journal import Anchor, Journal, JournalDamaged, open_journal
from tests.support.campaign import Campaign, Part
from tests.support.durable import folder, play, script

STREAMS = {"table:1": "roulette oneida", "table:2": "sicbo", "tote:1": "race"}
PART_FLIPS = 250


@dataclass
class Written:
    """A journal's two files, and what it holds."""

    file: bytes
    log: bytes
    anchor: Anchor
    content: list[object]


def content(journal: Journal) -> list[object]:
    """Return what a journal holds: every byte of it is in a line, and every line in the chain."""
    return [list(journal.lines()), list(journal.answers()), list(postings(journal)), balances(journal)]


@pytest.fixture(scope="module")
def written():
    """Return a journal as it is when it was closed, and as it was shortly before: half of it in the log."""
    with folder() as place:
        path = place / "day.db"
        for streams in (["table:1", "table:2"], ["tote:1"]):
            floor = Floor(open_journal(str(path)))
            for stream in streams:
                play(floor, stream, script(STREAMS[stream]))
            anchor = Anchor(floor.journal.end().ordinal, floor.journal.end().hash.hex())
            found = Written(path.read_bytes(), Path(f"{path}-wal").read_bytes(), anchor, content(floor.journal))
            floor.close()
        return found, replace(found, file=path.read_bytes(), log=b"")


def flipped(place: Path, written: Written, bit: int) -> str:
    """Write the files with one bit changed, counted through both, and return the journal's address."""
    for path in place.glob("rot.db*"):
        path.unlink()
    data = bytearray(written.file + written.log)
    if bit >= 0:
        data[bit // 8] ^= 1 << bit % 8
    (place / "rot.db").write_bytes(data[: len(written.file)])
    if written.log:
        (place / "rot.db-wal").write_bytes(data[len(written.file) :])
    return f"sqlite:///{place / 'rot.db'}"


def verdict(address: str, written: Written) -> str:
    """Say what becomes of a journal with a changed bit; fail where something is different and nobody says so."""
    try:
        journal = open_journal(address, is_reader=True)
    except JournalDamaged:
        return "does not open"
    try:
        report = verify(journal, written.anchor)
        if not report.faults:
            assert written.anchor == report.head
            assert written.content == content(journal)
            return "harmless"
        assert all(fault.stream or "damage" in fault.what or "anchor" in fault.what for fault in report.faults)
        return "located" if any(fault.stream for fault in report.faults) else "damage"
    finally:
        journal.close()


def test_untouched_files_are_sound(written):
    """Without a changed bit the files are the journal, and the verification finds nothing."""
    with folder() as place:
        assert ["harmless"] * 2 == [verdict(flipped(place, one, -1), one) for one in written]


@pytest.mark.campaign(10_000)
def test_one_bit_changes(request, written):
    """Of every changed bit it is said what it did, unless it did nothing."""

    def search(part: Part) -> Counter[str]:
        rng, met = part.rng(), Counter[str]()
        with folder() as place:
            for number in range(part.cases):
                chosen = written[number % 2]
                bit = rng.randrange(8 * (len(chosen.file) + len(chosen.log)))
                try:
                    met[verdict(flipped(place, chosen, bit), chosen)] += 1
                except BaseException as error:
                    error.add_note(f"bit {bit} of the {'open' if chosen.log else 'closed'} journal")
                    raise
        return met

    met = Campaign.of(request, "bit-rot", part_cases=PART_FLIPS, slice_cases=80).run(search)
    assert {"harmless", "located", "damage"} <= set(met)
