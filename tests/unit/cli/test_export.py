"""`pitboss export`: records, answers and postings as JSON Lines and Parquet, and back again byte by byte."""

import json
from contextlib import closing
from pathlib import Path

import msgspec
import pytest
from pyarrow import parquet

from pitboss.cli import main
from pitboss.floor.verify.verify import verify
from pitboss.floor.writer.transcripts import play_into
from pitboss.journal import Answer, Batch, Posting, Record, open_journal
from pitboss.openers import read_transcript
from tests.support.evening_faults import contents

ROOT = Path(__file__).resolve().parents[3]
TABLE, DICE = "table:main-floor-1", "table:sic-bo-1"
FILES = ("roulette/oneida/one-round.jsonl", "sicbo/one-round.jsonl")


class RawRecord(msgspec.Struct):
    """A record as it is written, its body untouched."""

    position: int
    stream: str
    version: int
    epoch: int
    key: str
    received_at: str
    body: msgspec.Raw
    hash: str


class RawAnswer(msgspec.Struct):
    """An answer as it is written, command and refusal untouched."""

    ordinal: int
    stream: str
    key: str
    digest: str
    command: msgspec.Raw
    first_version: int
    last_version: int
    refusal: msgspec.Raw


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


def batch_from_lines(folder):
    """Read JSON Lines back into what a journal takes."""
    records = [
        Record(r.position, r.stream, r.version, r.epoch, r.key, r.received_at, bytes(r.body), bytes.fromhex(r.hash))
        for r in lines_of(folder / "records.jsonl", RawRecord)
    ]
    answers = []
    for a in lines_of(folder / "answers.jsonl", RawAnswer):
        refusal = None if bytes(a.refusal) == b"null" else bytes(a.refusal)
        digest = bytes.fromhex(a.digest)
        versions = (a.first_version, a.last_version)
        answers.append(Answer(a.ordinal, a.stream, a.key, digest, bytes(a.command), *versions, refusal))
    postings = [Posting(**row) for row in lines_of(folder / "postings.jsonl", dict)]
    return Batch(records, answers, postings)


def batch_from_parquet(folder):
    """Read Parquet back into what a journal takes."""
    tables = {name: parquet.read_table(folder / f"{name}.parquet").to_pylist() for name in ("records", "answers")}
    records = [
        Record(
            r["position"],
            r["stream"],
            r["version"],
            r["epoch"],
            r["key"],
            r["received_at"],
            r["body"].encode(),
            bytes.fromhex(r["hash"]),
        )
        for r in tables["records"]
    ]
    answers = [
        Answer(
            a["ordinal"],
            a["stream"],
            a["key"],
            bytes.fromhex(a["digest"]),
            a["command"].encode(),
            a["first_version"],
            a["last_version"],
            None if a["refusal"] is None else a["refusal"].encode(),
        )
        for a in tables["answers"]
    ]
    postings = [Posting(**row) for row in parquet.read_table(folder / "postings.parquet").to_pylist()]
    return Batch(records, answers, postings)


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
    """Records, then answers, then postings; a body is JSON in JSON."""
    code, out, err = run(capsys, "export", address)
    lines = [json.loads(line) for line in out.splitlines()]
    held = contents(address)
    assert (0, "") == (code, err)
    assert [(name, len(held[f"{name}s"])) for name in ("record", "answer", "posting")] == [
        (name, sum(name in line for line in lines)) for name in ("record", "answer", "posting")
    ]
    assert "stream.opened/1" == lines[0]["record"]["body"]["type"]


def test_one_stream_alone(capsys, address):
    """Its records, its answers, and the postings of its records."""
    _, out, _ = run(capsys, "export", address, "--stream", DICE)
    lines = [json.loads(line) for line in out.splitlines()]
    assert {DICE} == {line["record"]["stream"] for line in lines if "record" in line}
    assert {DICE} == {line["answer"]["stream"] for line in lines if "answer" in line}
    positions = {line["record"]["position"] for line in lines if "record" in line}
    posted = [line["posting"]["position"] for line in lines if "posting" in line]
    assert posted
    assert set(posted) <= positions


def test_what_a_writer_adds_meanwhile_is_left_out(capsys, address, monkeypatch):
    """All three tables are of one moment."""
    with closing(open_journal(address, is_reader=True)) as journal:
        monkeypatch.setattr(type(journal), "last", lambda _: (13, 15))
    _, out, _ = run(capsys, "export", address)
    lines = [json.loads(line) for line in out.splitlines()]
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
