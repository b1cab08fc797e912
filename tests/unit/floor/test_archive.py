"""The archive of a house: what is closed goes into signed files, and leaves the database when they are proved."""

import asyncio
import gzip
import json
from contextlib import closing
from datetime import UTC, date, datetime, timedelta

import pytest

from pitboss.cli import main
from pitboss.errors import InputError
from pitboss.floor.archive import ArchiveEntry, Archivist, put_whole, require_signed
from pitboss.floor.house_file import HouseRefused, read_house
from pitboss.floor.people.acts import RecordFailure
from pitboss.floor.people.house import HOUSE_STREAM
from pitboss.floor.writer.writer import Floor
from pitboss.journal import Batch, End, JournalDamaged, Segment, SegmentMissing, open_journal
from pitboss.journal.lines import made
from tests.support.durable import faults_in, outcome, play, script
from tests.support.journal_lines import opened_line
from tests.support.web_house import opened, recorded, written_house

KEY, HOUSE = bytes(range(32)), "ab" * 32
GAMES = {"tote:1": "race", "table:1": "roulette oneida", "table:2": "blackjack"}
AT = datetime(2026, 11, 17, 20, tzinfo=UTC)


@pytest.fixture
def folder(tmp_path):
    """Return where the house's archive is."""
    return tmp_path / "elsewhere"


@pytest.fixture
def path(tmp_path, folder):
    """Return a house file that names it."""
    found = written_house(tmp_path)
    found.write_text(f'{found.read_text()}[archive]\nfolder = "{folder}"\nlines = 12\n')
    return found


@pytest.fixture
def journal(tmp_path, path):
    """Return the journal of a house that was open."""
    address = str(tmp_path / "house.db")
    live = opened(path, address)
    asyncio.run(recorded(live, RecordFailure(person="admin")))
    live.close()
    return address


def run(capsys, *tokens):
    """Return a command's exit code and what it prints."""
    with pytest.raises(SystemExit) as leaving:
        main(tokens)
    found = capsys.readouterr()
    return leaving.value.code, found.out + found.err


def lines_of(address):
    """Return the lines of a journal as text."""
    with closing(open_journal(address, is_reader=True)) as journal:
        return [line.text for line in journal.lines()]


# What is closed


def lines_on(*days: int):
    """Return a journal's commits, one line each, on days of May 2004."""
    found = [opened_line(End(), "table:1")]
    for number, day in enumerate(days, 2):
        at = f"2004-05-{day:02}T12:00:00Z"
        command = json.dumps({"key": f"k{number}", "by": {}, "act": {}, "received_at": at}, separators=(",", ":"))
        found.append(made(found[-1].end, 1, "table:1", number, command=command.encode(), events=[b"{}"]))
    return found


@pytest.mark.parametrize(
    ("days", "lines", "today", "expected"),
    [
        ((1, 1, 2, 2, 3), 100, 3, [(1, 3), (4, 5)]),
        ((1, 1, 2, 2, 3), 100, 4, [(1, 3), (4, 5), (6, 6)]),
        ((1, 1, 1, 1, 1), 2, 1, [(1, 2), (3, 4), (5, 6)]),
        ((1, 1, 1, 1), 2, 1, [(1, 2), (3, 4)]),
        ((2, 1, 2, 3), 100, 3, [(1, 1), (2, 4)]),
        ((), 100, 1, []),
    ],
    ids=["days", "the last day is over", "lines", "an open one stays", "a clock set back", "one day"],
)
def test_a_segment_is_a_day_or_so_many_lines(tmp_path, days, lines, today, expected):
    """Whichever comes first; what is not closed is left."""
    archivist = Archivist(ArchiveEntry(folder="a", lines=lines), tmp_path, HOUSE, [KEY])
    with closing(open_journal(str(tmp_path / "day.db"))) as journal:
        for line in lines_on(*days):
            journal.append(Batch([line]))
        found = [writer.segment for writer in archivist.closed(journal, End(), date(2004, 5, today))]
        assert expected == [(one.first, one.last) for one in found]
        rest = archivist.closed(journal, found[0].end, date(2004, 5, today)) if found else ()
        assert expected[1:] == [(one.segment.first, one.segment.last) for one in rest]


# Its files


@pytest.fixture
def put(tmp_path):
    """Return a segment in the archive, and who put it there."""
    archivist = Archivist(ArchiveEntry(folder="a", lines=3), tmp_path, HOUSE, [KEY])
    with closing(open_journal(str(tmp_path / "day.db"))) as journal:
        journal.append(Batch(lines_on(1, 1)))
        (writer,) = archivist.closed(journal, End(), date(2004, 5, 1))
        return archivist, archivist.put(writer, AT)


def test_a_file_is_text_that_anybody_reads(put):
    """Its proof, an index, and the lines; the numbers and hashes of the proof are theirs."""
    _, found = put
    proof, index, *lines = gzip.decompress(found.path.read_bytes()).decode().splitlines()
    assert f"pitboss-segment/1 {HOUSE} {found.segment} " in f"{proof} "
    assert [line.text.decode() for line in lines_on(1, 1)] == lines
    assert 1 == json.loads(index)[0][0]
    assert found.bytes == found.path.stat().st_size


def test_it_is_signed_by_the_house(put):
    """Another key, another house, or a word of the proof that is another: it is not believed."""
    archivist, found = put
    file = archivist.proved(found.segment)
    require_signed(file, HOUSE, [KEY])
    with pytest.raises(JournalDamaged, match="not signed with the house's key"):
        require_signed(file, HOUSE, [bytes(32)])
    with pytest.raises(JournalDamaged, match="of another house"):
        require_signed(file, "cd" * 32)
    file.proof = file.proof.replace("2026-11-17", "2026-11-18")
    with pytest.raises(JournalDamaged, match="not signed with the key that it names"):
        require_signed(file, HOUSE)


def test_one_that_is_there_already_stays(put, tmp_path):
    """What was written before a crash is proved, and not written again; what is no segment is not written over."""
    archivist, found = put
    data, at = found.path.read_bytes(), found.path.stat().st_mtime_ns
    with closing(open_journal(str(tmp_path / "day.db"))) as journal:
        (writer,) = archivist.closed(journal, End(), date(2004, 5, 1))
        assert found == archivist.put(writer, AT + timedelta(days=1))
        assert (data, at) == (found.path.read_bytes(), found.path.stat().st_mtime_ns)
        found.path.write_bytes(b"something else")
        with pytest.raises(JournalDamaged, match="cannot be decompressed"):
            archivist.put(writer, AT)
    found.path.unlink()
    with pytest.raises(SegmentMissing, match=r"put .* back"):
        archivist.proved(found.segment)


def test_it_is_carried_away_and_comes_back_the_same(tmp_path):
    """A command gets each file, another brings it back; where that is something else nothing is archived."""
    away = tmp_path / "away"
    away.mkdir()
    keep = ("sh", "-c", f"cat > '{away}'/$0", "{file}")
    bring = ("sh", "-c", f"cat '{away}'/$0", "{file}")
    entry = ArchiveEntry(folder="a", lines=3, command=keep, fetch=bring)
    archivist = Archivist(entry, tmp_path, HOUSE, [KEY])
    with closing(open_journal(str(tmp_path / "day.db"))) as journal:
        journal.append(Batch(lines_on(1, 1)))
        (writer,) = archivist.closed(journal, End(), date(2004, 5, 1))
        found = archivist.put(writer, AT)
        assert found.path.read_bytes() == (away / found.path.name).read_bytes()
        (away / found.path.name).write_bytes(b"x")
        with pytest.raises(JournalDamaged, match="is not what is here: nothing is taken out for it"):
            archivist.remove(journal, {1: 3})
        (away / found.path.name).unlink()
        with pytest.raises(InputError, match="was not carried"):
            archivist.remove(journal, {1: 3})
        assert [] == journal.segments()


@pytest.mark.parametrize(
    "text",
    [
        'folder = "a"\ncommand = ["cat"]',
        'folder = "a"\nfetch = ["cat"]',
        'folder = "a"\nlines = 0',
        'command = ["cat"]',
    ],
)
def test_what_a_house_file_may_not_say(tmp_path, text):
    """A command without one that brings back, a segment of no lines, no folder."""
    path = written_house(tmp_path)
    path.write_text(f"{path.read_text()}[archive]\n{text}\n")
    with pytest.raises(HouseRefused, match="archive"):
        read_house(path)


def test_play_goes_on_over_archived_lines(tmp_path):
    """Every command is sent again, tickets that were sold are cashed, rounds are settled: as if nothing had left."""
    address, archivist = str(tmp_path / "day.db"), Archivist(ArchiveEntry(folder="a", lines=20), tmp_path, HOUSE, [KEY])
    floor = Floor(open_journal(address))
    for stream, name in GAMES.items():
        play(floor, stream, script(name), script(name).commands[: len(script(name).commands) * 2 // 3])
    floor.close()
    with closing(open_journal(address)) as journal:
        put = [archivist.put(writer, AT).segment for writer in archivist.closed(journal, End(), AT.date())]
        archivist.remove(journal, {one.first: one.last for one in put})
        assert put[-1].end == journal.segments()[-1].segment.end == journal.end()
    assert outcome(str(tmp_path / "whole.db"), GAMES) == outcome(address, GAMES)
    with closing(open_journal(address, is_reader=True)) as journal:
        assert [] == faults_in(journal)


# By the command


def test_a_house_is_archived_and_goes_on(path, journal, folder, capsys):
    """What is closed is in files and on record; taken out it is read from there, and the house opens and verifies."""
    before = lines_of(journal)
    code, said = run(capsys, "archive", str(path), "--journal", journal)
    assert (0, True) == (code, "lines archived, " in said), said
    files = sorted(one.name for one in folder.iterdir())
    assert "segment-1-000000000001-000000000012.gz" == files[0]
    assert 0 == run(capsys, "archive", str(path), "--journal", journal, "--check")[0]
    code, said = run(capsys, "archive", str(path), "--journal", journal, "--remove")
    assert (0, True) == (code, "taken out; they are read from" in said), said
    assert before == lines_of(journal)[: len(before)]
    live = opened(path, journal)
    asyncio.run(recorded(live, RecordFailure(person="admin")))
    archived = live.floor.view(HOUSE_STREAM, lambda found: dict(found.state.archived))
    live.close()
    assert files == [Segment(End(first - 1), End(last)).name for first, last in archived.items()][: len(files)]
    code, said = run(capsys, "verify", journal)
    assert (0, True) == (code, "no fault" in said), said


def test_a_missing_segment_closes_the_house(path, journal, folder, capsys):
    """The sentence says which lines are missing, and where they should be; by the house and by every command."""
    run(capsys, "archive", str(path), "--journal", journal, "--remove")
    first = min(folder.iterdir())
    first.rename(first.with_suffix(".away"))
    wanted = f"lines 1 to 12 are archived, and their file is not there: put {first.name} into {folder}"
    with pytest.raises(SegmentMissing, match=wanted):
        opened(path, journal)
    copy = str(folder.parent / "copy.db")
    for tokens in (("verify", journal), ("export", journal), ("replay", journal, "house"), ("backup", journal, copy)):
        code, said = run(capsys, *tokens)
        assert (1, True) == (code, wanted in said), (tokens, said)
    code, said = run(capsys, "archive", str(path), "--journal", journal, "--check")
    assert (1, True) == (code, wanted in said), said


def test_a_changed_archive_is_found(path, journal, folder, capsys):
    """By the house, which does not open, and by verify."""
    run(capsys, "archive", str(path), "--journal", journal, "--remove")
    first = min(folder.iterdir())
    data = bytearray(first.read_bytes())
    data[len(data) // 2] ^= 4
    first.write_bytes(data)
    with pytest.raises(JournalDamaged, match="the archived segment of lines 1 to 12"):
        opened(path, journal)
    code, said = run(capsys, "verify", journal)
    assert (1, True) == (code, "the archived segment of lines 1 to 12" in said), said


def test_an_open_house_is_not_archived(path, journal, capsys):
    """Another process writes: the sentence says so; looking is allowed."""
    live = opened(path, journal)
    try:
        code, said = run(capsys, "archive", str(path), "--journal", journal)
        assert (1, True) == (code, "another process writes to this journal" in said), said
        assert 0 == run(capsys, "archive", str(path), "--journal", journal, "--check")[0]
    finally:
        live.close()


def test_what_cannot_be_archived(tmp_path, journal, path, capsys):
    """A house without an archive, without a key, without a journal; and both options at once."""
    bare = tmp_path / "bare"
    bare.mkdir()
    without = written_house(bare)
    for tokens, why in (
        ((str(without), "--journal", journal), "does not say where its archive is"),
        ((str(path),), "say where it is recorded"),
        ((str(path), "--journal", journal, "--check", "--remove"), "choose one"),
        ((str(path), "--journal", str(tmp_path / "none.db")), "no key yet"),
    ):
        code, said = run(capsys, "archive", *tokens)
        assert (2, True) == (code, why in said), said


def test_what_was_left_by_whoever_was_killed_is_taken_away(folder):
    """Half a file under another name goes when the segment is written; what others put beside it stays."""
    folder.mkdir()
    others = ("segment-1.gz.sha256", "segment-1.gz.asc", "segment-2.gz", "segment-2.gz.0a1b2c3d", "notes.txt")
    for name in ("segment-1.gz.0a1b2c3d", *others):
        (folder / name).write_bytes(b"half")
    put_whole(folder / "segment-1.gz", b"whole")
    kept = {"segment-1.gz": b"whole", **dict.fromkeys(others, b"half")}
    assert kept == {one.name: one.read_bytes() for one in folder.iterdir()}
