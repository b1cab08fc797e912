"""Segments that were taken out of a journal: it reads as before, over SQLite and over a real PostgreSQL alike."""

from contextlib import closing
from dataclasses import replace
from typing import Any

import psycopg
import pysqlite3 as sqlite3
import pytest

from pitboss.floor.copies import copied
from pitboss.journal import (
    Batch,
    End,
    Journal,
    JournalDamaged,
    Segment,
    SegmentMissing,
    VersionConflict,
    open_journal,
)
from pitboss.journal import keys as keys_module
from pitboss.journal import segments as segments_module
from pitboss.journal import streams as streams_module
from pitboss.journal.lines import key_digest
from pitboss.journal.schema import BROUGHT_UP, SQLITE_BEFORE, TRIGGERS, VERSION
from pitboss.journal.segments import ARCHIVE, SegmentFile
from pitboss.journal.streams import STREAMS
from tests.support.durable import opened
from tests.support.evening_faults import plainly, tamper
from tests.support.journal_lines import line, lines, opened_line, told
from tests.support.segments import put_segment

pytestmark = pytest.mark.cover

REFUSED = (sqlite3.DatabaseError, psycopg.Error)


@pytest.fixture
def filled(journal, monkeypatch):
    """Return a journal of 60 lines in commits of one, two and three, with small blocks and small parts of files."""
    monkeypatch.setattr(streams_module, "BLOCK_LINES", 10)
    monkeypatch.setattr(segments_module, "PART_LINES", 8)
    for number in range(1, 61, 6):
        journal.append(lines(number))
        journal.append(lines(number + 1, number + 2))
        journal.append(lines(number + 3, number + 5))
    return journal


def taken_out(journal: Journal, folder, *lasts: int) -> None:
    """Put segments into files, up to some lines, and take them out."""
    for last in lasts:
        journal.remove(*put_segment(journal, folder, last))


def said(journal: Journal) -> list[object]:
    """Return what a journal answers to everything that it is asked."""
    keys = [("table:1", f"k{number}") for number in range(2, 61)]
    found: list[object] = [list(journal.lines()), journal.heads(), journal.end(), journal.answers_under(keys)]
    for after in (0, 1, 7, 22, 30, 59, 60):
        found += [[*journal.lines(after)], [*journal.read("table:1", after)], [*journal.read_all(after)]]
    return [*found, list(journal.answers("table:1")), list(journal.commits()), [*journal.lines_by_commit(22)]]


def test_it_reads_as_before(filled, address, tmp_path):
    """Lines, streams, answers, keys, commits as they were: to the writer, to a reader, and to who opens it anew."""
    before = [replace_bodies(one) for one in said(filled)]
    with closing(open_journal(address, is_reader=True)) as reader:
        reader.answer("table:1", "k5")
        taken_out(filled, tmp_path, 21, 45)
        assert [(1, 21), (22, 45)] == [(one.segment.first, one.segment.last) for one in filled.segments()]
        for one in (filled, reader):
            assert before == [replace_bodies(part) for part in said(one)]
    filled.compact()
    filled.close()
    with closing(opened(address)) as again:
        again.require_whole()
        assert before == [replace_bodies(part) for part in said(again)]
        assert 5 <= len(again.blocks(STREAMS))


def replace_bodies(found):
    """Return commits without what they are compressed to: it is another after they were archived."""
    is_commits = isinstance(found, list) and found and hasattr(found[0], "body")
    return [one._replace(body=b"") if hasattr(one, "_replace") else one for one in found] if is_commits else found


def test_it_goes_on(filled, address, tmp_path):
    """What is recorded follows what was taken out, also where nothing is left; a used key stays used."""
    taken_out(filled, tmp_path, 60)
    assert line(60).end == filled.end()
    filled.append(lines(61, 62))
    filled.close()
    with closing(opened(address)) as again:
        again.append(lines(63))
        with pytest.raises(VersionConflict, match="the key 'k7' of table:1 is recorded already"):
            again.append(Batch([told(line(63).end, "table:1", 64, "k7", b"{}")]))
        assert [*map(line, range(1, 64))] == list(again.lines())
        again.rebuild_streams()
        again.require_whole()
        assert line(7).answer() == again.answer("table:1", "k7")


def test_a_copy_has_all_of_it(filled, tmp_path):
    """A copy reads across, and needs no archive."""
    taken_out(filled, tmp_path, 30)
    with closing(open_journal(f"sqlite:///{tmp_path / 'copy.db'}")) as target:
        assert 60 == copied(filled, target).new_lines
        assert ([], list(filled.lines())) == (target.segments(), list(target.lines()))


def test_a_missing_file_is_named(filled, address, tmp_path, monkeypatch):
    """Where it should be, and how to say where it is; what needs none of its lines goes on."""
    folder, other = tmp_path / "archive", tmp_path / "other"
    folder.mkdir()
    taken_out(filled, folder, 30)
    name = filled.segments()[0].segment.name
    folder.rename(other)
    wanted = f"lines 1 to 30 are archived, and their file is not there: put {name} into {folder}"
    for deed in (
        lambda one: next(one.lines()),
        lambda one: one.answer("table:1", "k5"),
        lambda one: one.require_whole(),
    ):
        with closing(open_journal(address, is_reader=True)) as reader, pytest.raises(SegmentMissing, match=wanted):
            deed(reader)
    assert [31] == [one.ordinal for one in filled.lines(30)][:1]
    filled.append(lines(61))
    monkeypatch.setenv(ARCHIVE, f"{tmp_path / 'nowhere'}:{other}")
    with closing(open_journal(address, is_reader=True)) as reader:
        assert [*map(line, range(1, 62))] == list(reader.lines())


def test_no_missing_file_is_asked_for_by_a_key_that_begins_like_another(filled, address, tmp_path, monkeypatch):
    """Four bytes are alike now and then: the whole digest was kept, and tells them apart without the line."""
    folder = tmp_path / "archive"
    folder.mkdir()
    taken_out(filled, folder, 30)
    folder.rename(tmp_path / "other")
    monkeypatch.setattr(keys_module, "RECENT_MAX", 5)
    real = key_digest("table:1", "k5")
    alike = real[:4] + bytes(12)
    reader: Any
    with closing(open_journal(address, is_reader=True)) as reader:
        assert [5] == list(reader._known().lines_of(alike))
        assert {} == reader._answers([("table:1", "k5")], [alike])
        with pytest.raises(SegmentMissing):
            reader._answers([("table:1", "k5")], [real])


@pytest.mark.parametrize("deed", ["changed", "cut", "longer", "other", "swapped", "garbage"])
def test_a_damaged_file_is_not_believed(filled, tmp_path, deed):
    """Whatever was done to it, nothing is taken out for it, and nothing is read from it."""
    segment, path = put_segment(filled, tmp_path, 30)
    data = path.read_bytes()
    if deed == "other":
        segment = Segment(End(), line(27).end)
    elif deed == "swapped":
        path.write_bytes(put_segment(filled, tmp_path, 20)[1].read_bytes())
    else:
        changed = bytes([data[-20] ^ 1])
        path.write_bytes(
            {
                "changed": data[:-20] + changed + data[-19:],
                "cut": data[:-9],
                "longer": data + data[-40:],
                "garbage": b"{}",
            }[deed]
        )
    with pytest.raises((JournalDamaged, VersionConflict)):
        filled.remove(segment, path)
    assert ([], line(1)) == (filled.segments(), next(filled.lines()))


def test_every_byte_of_a_file_counts(filled, tmp_path):
    """One that is another makes it no proof of anything, or says the same."""
    segment, path = put_segment(filled, tmp_path, 30)
    data = path.read_bytes()
    unseen = []
    for place in range(0, len(data), 7):
        path.write_bytes(data[:place] + bytes([data[place] ^ 0x55]) + data[place + 1 :])
        try:
            SegmentFile(path, segment).prove()
        except JournalDamaged:
            continue
        unseen.append(place)
    # The time and the system in the head of a gzip part say nothing of what is in it.
    heads = [at for at in range(len(data)) if data[at : at + 3] == b"\x1f\x8b\x08"]
    assert [] == [place for place in unseen if not any(0 <= place - head < 10 for head in heads) and place > 400]


def test_only_the_next_segment_is_taken_out(filled, tmp_path):
    """One that leaves lines out, comes twice, is of other lines or of another shard is refused, and nothing happens."""
    segment, path = put_segment(filled, tmp_path, 30)
    later, there = put_segment(filled, tmp_path, 60, line(30).end)
    for one, file in ((later, there), (replace(segment, shard=2), path)):
        with pytest.raises((VersionConflict, JournalDamaged)):
            filled.remove(one, file)
    filled.remove(segment, path)
    with pytest.raises(VersionConflict, match="the next segment begins with line 31, and not with 1"):
        filled.remove(segment, path)
    filled.remove(later, there)
    assert [*map(line, range(1, 61))] == list(filled.lines())


ADDED = (
    "INSERT INTO commits (shard, first, last, position, hash, keys, body) "
    "SELECT shard, 1, 1, 1, hash, substr(keys, 1, 16), body FROM commits ORDER BY first LIMIT 1"
)
DEEDS = (
    "DELETE FROM commits",
    "DELETE FROM commits WHERE first > 30",
    "UPDATE segments SET folder = 'elsewhere'",
    "DELETE FROM segments",
    "INSERT INTO segments SELECT shard, 31, 60, 60, hash, folder, proof, keys FROM segments",
    "INSERT INTO segments SELECT shard, 1, last, position, hash, folder, proof, keys FROM segments",
    ADDED,
    "UPDATE commits SET position = position",
)


@pytest.mark.parametrize("deed", DEEDS)
def test_the_database_refuses_everything_else(filled, raw, tmp_path, deed):
    """Lines that are not archived, and segments that were: nobody takes them away, changes them or adds others."""
    taken_out(filled, tmp_path, 30)
    with pytest.raises(REFUSED, match=r"never changed|constraint|permission denied"):
        raw(deed)
    assert [*map(line, range(1, 61))] == list(filled.lines())


SQLITE_BACK = (
    "DROP TRIGGER commits_insert",
    "DROP TRIGGER commits_delete",
    "DROP TABLE segments",
    *(
        one
        for one in SQLITE_BEFORE
        if one.startswith(("CREATE TRIGGER commits_insert", "CREATE TRIGGER commits_delete"))
    ),
)
(REFUSE_OTHER_BEFORE,) = (does for name, *_, does in TRIGGERS[BROUGHT_UP] if name == "commits_in_order")
POSTGRES_BACK = (
    "DROP TRIGGER commits_archived ON commits",
    "DROP TRIGGER commits_never_changed ON commits",
    (
        "CREATE TRIGGER commits_never_changed BEFORE UPDATE OR DELETE OR TRUNCATE ON commits "
        "FOR EACH STATEMENT EXECUTE FUNCTION refuse_change()"
    ),
    "ALTER TABLE commits ENABLE ALWAYS TRIGGER commits_never_changed",
    f"CREATE OR REPLACE FUNCTION refuse_other() RETURNS trigger LANGUAGE plpgsql AS $$ {REFUSE_OTHER_BEFORE} $$",
    "DROP TABLE segments",
    "DROP FUNCTION refuse_other_segment, refuse_delete",
)


def test_tables_of_the_version_before(journal, raw, address):
    """They are read as they are, and brought up by who first writes to them."""
    journal.append(lines(1, 3))
    journal.close()
    back = SQLITE_BACK if address.startswith("sqlite") else POSTGRES_BACK
    raw(*back, f"UPDATE journal_schema SET version = {BROUGHT_UP}")  # noqa: S608
    with closing(open_journal(address, is_reader=True)) as reader:
        assert ([], 3, []) == (reader.segments(), len(list(reader.lines())), list(reader.check()))
    with closing(opened(address)) as again:
        again.append(lines(4))
        assert (VERSION, []) == (vars(again)["version"], list(again.check()))
        with pytest.raises(REFUSED, match="only archived ones may be taken out"):
            raw("DELETE FROM commits")


def test_what_is_not_as_made_is_found(filled, address, tmp_path):
    """A row of another shard among the segments, and a trigger of theirs that is gone."""
    taken_out(filled, tmp_path, 30)
    assert [] == list(filled.check())
    copied_row = "SELECT 2, first, last, position, hash, folder, proof, keys FROM segments"
    tamper(address, (f"INSERT INTO segments {copied_row}", ()))
    assert ["segments has rows of shard 2, which this house does not have"] == list(filled.check())
    is_file = address.startswith("sqlite")
    plainly(address, "DROP TRIGGER segments_insert" if is_file else "DROP TRIGGER segments_in_order ON segments")
    assert any("the trigger segments_in" in said and "gone" in said for said in filled.check())


def test_two_streams_across(journal, tmp_path):
    """A stream that was opened in an archived segment is read on, and one that only stands there too."""
    found = [opened_line(End(), "table:1")]
    found += [opened_line(found[-1].end, "tote:1")]
    found += [told(found[-1].end, "tote:1", 2, "k1", b"{}")]
    journal.append(Batch(found))
    taken_out(journal, tmp_path, 3)
    journal.append(Batch([told(found[-1].end, "table:1", 2, "k1", b"{}")]))
    assert [1, 2] == [one.version for one in journal.read("table:1")]
    assert [1, 2] == [one.version for one in journal.read("tote:1")]
    assert {"table:1": 2, "tote:1": 2} == {name: head.version for name, head in journal.heads().items()}
