"""`pitboss verify`: a sound journal, a damaged one, an anchor, and what is no journal."""

import json
from pathlib import Path

import pytest

from pitboss.cli import main
from pitboss.cli.verify import _Bar
from pitboss.floor.verify import records
from pitboss.floor.writer.transcripts import play_into
from pitboss.openers import read_transcript
from tests.support.evening_faults import tamper

ROOT = Path(__file__).resolve().parents[3]
STREAM = "table:main-floor-1"


def run(capsys, *tokens):
    """Run one command; return its exit code, standard output and standard error."""
    with pytest.raises(SystemExit) as leaving:
        main(tokens)
    return leaving.value.code, *capsys.readouterr()


@pytest.fixture
def address(tmp_path):
    """Return the address of a journal with a round of roulette."""
    found = f"sqlite:///{tmp_path / 'day.db'}"
    lines = (ROOT / "examples/roulette/oneida/one-round.jsonl").read_bytes().split(b"\n")
    play_into(found, read_transcript(lines))
    tamper(found, ("DELETE FROM snapshots", ()))
    return found


def head_of(capsys, address):
    """Return the head that is printed."""
    return run(capsys, "verify", address)[1].splitlines()[-1].removeprefix("head ")


def test_a_sound_journal(capsys, address):
    """What was looked at, no fault, and the head to keep elsewhere."""
    code, out, err = run(capsys, "verify", address)
    counted, head = out.splitlines()
    assert (0, "", f"{address}: 13 events, 15 commands, 1 stream, no fault.") == (code, err, counted)
    assert head.startswith("head pitboss-head/2:16:")


def test_faults_are_told_with_their_place(capsys, address):
    """One a line, and exit code 1."""
    tamper(address, ("UPDATE commits SET hash = zeroblob(32) WHERE first = 16", ()))
    code, out, _ = run(capsys, "verify", address)
    assert 1 == code
    assert f"{STREAM} version 13: the chain is broken" in out
    assert "1 stream, 1 fault." in out


def test_more_faults_than_anybody_reads_are_counted(capsys, address, monkeypatch):
    """The first are told, and the sum has all of them."""
    monkeypatch.setattr(records, "FAULTS_MAX", 2)
    tamper(address, ("UPDATE commits SET hash = zeroblob(32)", ()))
    _, out, _ = run(capsys, "verify", address)
    assert "and 14 more" in out
    assert "16 faults." in out


def test_an_anchor_is_held_to(capsys, address):
    """The head that was printed is accepted; after the end was cut off it is not."""
    head = head_of(capsys, address)
    assert 0 == run(capsys, "verify", address, "--anchor", head)[0]
    tamper(address, ("DELETE FROM commits WHERE first = 16", ()))
    assert 0 == run(capsys, "verify", address)[0]
    code, out, _ = run(capsys, "verify", address, "--anchor", head)
    assert (1, True) == (code, "the anchor saw 16 lines, the journal ends with 15: 1 missing" in out)


def test_an_anchor_that_is_none(capsys, address):
    """Is an input error."""
    code, out, err = run(capsys, "verify", address, "--anchor", "abc")
    assert (2, "", True) == (code, out, "expected a head as `pitboss verify` prints it" in err)


def test_as_json_it_is_one_document(capsys, address):
    """With the faults as fields."""
    tamper(address, ("UPDATE commits SET hash = zeroblob(32) WHERE first = 16", ()))
    code, out, _ = run(capsys, "verify", "--json", address)
    report = json.loads(out)
    assert (1, False, 13, 15, 1, address) == (
        code,
        report["is_sound"],
        report["events"],
        report["commands"],
        report["streams"],
        report["journal"],
    )
    assert [(STREAM, 13)] == [(fault["stream"], fault["version"]) for fault in report["faults"]]


def test_what_is_no_journal(capsys, tmp_path):
    """A file of another kind is damage; one that is not there is said to be missing."""
    (tmp_path / "notes.db").write_text("not a database, " * 100, encoding="utf-8")
    code, out, _ = run(capsys, "verify", str(tmp_path / "notes.db"))
    assert (1, True) == (code, out.startswith("database damage: "))
    code, out, err = run(capsys, "verify", str(tmp_path / "nothing.db"))
    assert (2, "", True) == (code, out, f"{tmp_path / 'nothing.db'}': no such journal" in err)


def test_a_password_is_not_shown(capsys):
    """Not when the server cannot be reached either."""
    code, out, err = run(capsys, "verify", "postgresql://ann:secret@localhost:1/floor")
    assert 1 == code
    assert "secret" not in out + err


def test_a_terminal_sees_how_far_it_has_come(monkeypatch, capsys):
    """A bar that takes the numbers of a verification."""
    monkeypatch.setattr("sys.stderr.isatty", lambda: True, raising=False)
    with _Bar() as told:
        told("lines", 500, 1_000)
        told("commands", 1_000, 1_000)
    assert "" == capsys.readouterr().out
