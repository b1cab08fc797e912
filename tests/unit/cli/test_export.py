"""`pitboss export`: lines, records, answers and postings as JSON Lines and Parquet, and back again byte by byte."""

import json
from contextlib import closing, suppress
from pathlib import Path
from typing import Any

import msgspec
import pytest
from pyarrow import parquet

from pitboss.cli import main
from pitboss.cli.export import followed
from pitboss.floor.verify.verify import verify
from pitboss.floor.writer.transcripts import play_into
from pitboss.journal import Batch, End, open_journal
from pitboss.journal.lines import parsed
from pitboss.openers import read_transcript
from tests.support.evening_faults import contents

ROOT = Path(__file__).resolve().parents[3]
TABLE, DICE = "table:main-floor-1", "table:sic-bo-1"
FILES = ("roulette/oneida/one-round.jsonl", "sicbo/one-round.jsonl")


class RawLine(msgspec.Struct):
    """A line as it is written, its text untouched."""

    ordinal: int
    stream: str
    text: msgspec.Raw
    hash: str


def run(capsys, *tokens):
    """Run one command; return its exit code, standard output and standard error."""
    with pytest.raises(SystemExit) as leaving:
        main(tokens)
    return leaving.value.code, *capsys.readouterr()


@pytest.fixture(scope="module")
def address(tmp_path_factory):
    """Return the address of a journal with a round of roulette and one of sic bo."""
    found = f"sqlite:///{tmp_path_factory.mktemp('journal') / 'day.db'}"
    for name in FILES:
        play_into(found, read_transcript((ROOT / "examples" / name).read_bytes().split(b"\n")))
    return found


def lines_of(path, kind):
    """Read a file of JSON Lines."""
    return [msgspec.json.decode(line, type=kind) for line in path.read_bytes().splitlines()]


def batch_of(rows):
    """Return what a journal takes, from text and hash of every line."""
    end, found = End(), []
    for text, hashed in rows:
        found.append(parsed(text, end.position, bytes.fromhex(hashed)))
        end = found[-1].end
    return Batch(found)


def batch_from_lines(folder):
    """Read JSON Lines back into what a journal takes."""
    return batch_of((bytes(one.text), one.hash) for one in lines_of(folder / "lines.jsonl", RawLine))


def batch_from_parquet(folder):
    """Read Parquet back into what a journal takes."""
    rows = parquet.read_table(folder / "lines.parquet").to_pylist()
    return batch_of((row["text"].encode(), row["hash"]) for row in rows)


def test_every_table_is_written_alike(capsys, address, tmp_path):
    """Records, answers and postings are the same in both formats, and what the journal has."""
    for format_ in ("jsonl", "parquet"):
        assert 0 == run(capsys, "export", address, "--format", format_, "--output", str(tmp_path))[0]
    held = contents(address)
    for name in ("lines", "records", "answers", "postings"):
        rows = [json.loads(line) for line in (tmp_path / f"{name}.jsonl").read_bytes().splitlines()]
        columns = parquet.read_table(tmp_path / f"{name}.parquet").to_pylist()
        assert len(held[name]) == len(rows) == len(columns)
        for row, column in zip(rows, columns, strict=True):
            read = {
                key: json.loads(value) if isinstance(row[key], dict | list) else value for key, value in column.items()
            }
            assert row == read


@pytest.mark.parametrize(("format_", "read"), [("jsonl", batch_from_lines), ("parquet", batch_from_parquet)])
def test_what_is_written_makes_the_same_journal_again(capsys, address, tmp_path, format_, read):
    """Byte by byte, and the other journal verifies with the same head."""
    folder = tmp_path / "out"
    assert (0, "", "") == run(capsys, "export", address, "--format", format_, "--output", str(folder))
    other = f"sqlite:///{tmp_path / 'other.db'}"
    with closing(open_journal(other)) as journal:
        journal.append(read(folder))
        report = verify(journal)
    assert contents(address) == contents(other)
    with closing(open_journal(address, is_reader=True)) as journal:
        assert (report.faults, report.head) == ((), verify(journal).head)


def test_it_prints_lines_that_say_what_they_are(capsys, address):
    """Lines, then records, answers and postings; a body is JSON in JSON."""
    code, out, err = run(capsys, "export", address)
    lines = [json.loads(line) for line in out.splitlines()]
    held = contents(address)
    assert (0, "") == (code, err)
    assert [(name, len(held[f"{name}s"])) for name in ("line", "record", "answer", "posting")] == [
        (name, sum(name in line for line in lines)) for name in ("line", "record", "answer", "posting")
    ]
    assert "stream.opened/1" == lines[0]["line"]["text"][5][0]["type"]
    assert "stream.opened/1" == next(line for line in lines if "record" in line)["record"]["body"]["type"]


def test_one_stream_alone(capsys, address):
    """Its records, its answers, and the postings of its records."""
    _, out, _ = run(capsys, "export", address, "--stream", DICE)
    lines = [json.loads(line) for line in out.splitlines()]
    assert {DICE} == {line["line"]["stream"] for line in lines if "line" in line}
    assert {DICE} == {line["record"]["stream"] for line in lines if "record" in line}
    assert {DICE} == {line["answer"]["stream"] for line in lines if "answer" in line}
    positions = {line["record"]["position"] for line in lines if "record" in line}
    posted = [line["posting"]["position"] for line in lines if "posting" in line]
    assert posted
    assert set(posted) <= positions


def test_what_a_writer_adds_meanwhile_is_left_out(capsys, address, monkeypatch):
    """All tables are of one moment."""
    with closing(open_journal(address, is_reader=True)) as journal:
        monkeypatch.setattr(type(journal), "last", lambda _: (13, 15))
    _, out, _ = run(capsys, "export", address)
    lines = [json.loads(line) for line in out.splitlines()]
    assert 15 == max(line["line"]["ordinal"] for line in lines if "line" in line)
    assert 13 == max(line["record"]["position"] for line in lines if "record" in line)
    assert 15 == max(line["answer"]["ordinal"] for line in lines if "answer" in line)
    assert 13 == max(line["posting"]["position"] for line in lines if "posting" in line)


@pytest.mark.parametrize(
    ("tokens", "said"),
    [
        (("--format", "parquet"), "Parquet is written into files: say --output FOLDER"),
        (("--stream", "table:none"), "no such stream in this journal"),
        (("--output", "/dev/null/x"), "cannot be made: Not a directory"),
    ],
)
def test_what_cannot_be(capsys, address, tokens, said):
    """Is an input error."""
    code, out, err = run(capsys, "export", address, *tokens)
    assert (2, "", True) == (code, out, said in err)


def test_every_record_goes_to_another_system_as_it_is_recorded(tmp_path):
    """What is there first, then what comes, each once and in order; or what comes after the last that arrived."""
    address = f"sqlite:///{tmp_path / 'day.db'}"
    written = list(FILES)
    heard: list[dict[str, Any]] = []

    def wait():
        if not written:
            raise KeyboardInterrupt
        play_into(address, read_transcript((ROOT / "examples" / written.pop(0)).read_bytes().split(b"\n")))

    wait()
    with closing(open_journal(address, is_reader=True)) as journal, suppress(KeyboardInterrupt):
        heard.extend(followed(journal, 0, wait))
    with closing(open_journal(address, is_reader=True)) as journal:
        stored = list(journal.read_all())
    assert {TABLE, DICE} == {row["stream"] for row in heard}
    assert [(one.position, one.hash.hex()) for one in stored] == [(row["position"], row["hash"]) for row in heard]


def test_following_begins_after_what_arrived(address, capsys, monkeypatch):
    """A collector that was away asks for the rest, and neither misses nor repeats a record."""
    monkeypatch.setattr("pitboss.cli.export.time.sleep", interrupted)
    code, out, _ = run(capsys, "export", address, "--follow", "--after", "3")
    positions = [json.loads(line)["record"]["position"] for line in out.splitlines()]
    assert (0, 4) == (code, positions[0])
    assert positions == list(range(4, 4 + len(positions)))


def interrupted(_):
    """End a wait as whoever stops the command does."""
    raise KeyboardInterrupt


@pytest.mark.parametrize("also", [("--format", "parquet"), ("--stream", TABLE), ("--after", "-1"), ("--output", "x")])
def test_following_is_of_all_streams_as_lines(address, capsys, also):
    """What cannot be followed is said."""
    code, _, err = run(capsys, "export", address, "--follow", *also)
    assert (2, True) == (code, "--follow prints JSON Lines of all streams" in err)
