"""`pitboss play --journal`: a transcript recorded, played again without effect, and what keeps it out."""

import json
import re
from contextlib import closing
from pathlib import Path

import pytest

from pitboss.cli import main
from pitboss.floor.verify.verify import verify
from pitboss.floor.writer.transcripts import play_into, stream_name
from pitboss.journal import open_journal
from pitboss.openers import read_transcript
from pitboss.transcript import play

ROOT = Path(__file__).resolve().parents[3]
ROUND = "examples/roulette/oneida/one-round.jsonl"
OPENINGS = ('{"table', '{"tournament', '{"tote')
EXAMPLES = [
    path
    for path in sorted((ROOT / "examples").rglob("*.jsonl"))
    if path.read_text(encoding="utf-8").replace(" ", "").startswith(OPENINGS)
][::8]
"""Every eighth: each command is on the disk before the next is sent, and that takes its time."""
DAY = {"tote": {"rulebook": "oneida-parimutuel-2004", "name": "Oneida Main!", "date": "2004-05-01"}}


def run(capsys, *tokens):
    """Run one command; return its exit code, standard output and standard error."""
    with pytest.raises(SystemExit) as leaving:
        main(tokens)
    return leaving.value.code, *capsys.readouterr()


@pytest.fixture(autouse=True)
def _at_the_root(monkeypatch):
    monkeypatch.chdir(ROOT)


@pytest.fixture
def address(tmp_path):
    """Return the address of a journal that is not there yet."""
    return f"sqlite:///{tmp_path / 'day.db'}"


def written(folder, *lines):
    """Write a transcript of its lines."""
    path = folder / "transcript.jsonl"
    path.write_text("\n".join(json.dumps(line) for line in lines), encoding="utf-8")
    return str(path)


def test_words_are_those_of_a_play_without_a_journal(capsys, address):
    """And the last line says where it is recorded."""
    _, plain, _ = run(capsys, "play", ROUND)
    code, out, err = run(capsys, "play", ROUND, "--journal", address)
    recorded = f"\nRecorded: 15 commands in {address} as table:main-floor-1.\n"
    assert (0, plain + recorded, "") == (code, out, err)


def test_played_twice_it_has_one_effect_and_says_so(capsys, address):
    """The same words, the same journal."""
    _, first, _ = run(capsys, "play", ROUND, "--journal", address)
    code, again, _ = run(capsys, "play", ROUND, "--journal", address)
    with closing(open_journal(address, is_reader=True)) as journal:
        assert (13, 16) == journal.last()
    assert (0, first.splitlines()[:-1]) == (code, again.splitlines()[:-1])
    expected = f"Recorded before: 15 commands in {address} as table:main-floor-1. Nothing had an effect again."
    assert expected == again.splitlines()[-1]


def test_a_transcript_that_went_on_is_recorded_from_there(capsys, address, tmp_path):
    """What was there before has no effect again."""
    lines = [json.loads(line) for line in Path(ROUND).read_text(encoding="utf-8").splitlines()]
    run(capsys, "play", written(tmp_path, *lines[:9]), "--journal", address)
    known = sum("do" in line for line in lines[:9])
    _, out, _ = run(capsys, "play", ROUND, "--journal", address)
    assert f"{known} of them were there before and had no effect again." in out
    with closing(open_journal(address, is_reader=True)) as journal:
        assert ((13, 16), ()) == (journal.last(), verify(journal).faults)


def test_a_stream_may_have_more_than_the_transcript(capsys, address, tmp_path):
    """What somebody else sent there before is not told."""
    lines = [json.loads(line) for line in Path(ROUND).read_text(encoding="utf-8").splitlines()]
    run(capsys, "play", written(tmp_path, *lines[:9]), "--journal", address)
    rest = [line for line in lines[9:] if "do" in line]
    code, out, _ = run(capsys, "play", written(tmp_path, lines[0], *rest), "--journal", address)
    assert (0, True) == (code, f"Recorded: {len(rest)} commands in " in out)
    assert "opens the table" not in out


def test_as_json_it_is_what_was_recorded(capsys, address):
    """One event or refusal a line, and nothing else."""
    _, plain, _ = run(capsys, "play", ROUND, "--json")
    _, out, _ = run(capsys, "play", ROUND, "--json", "--journal", address)
    assert plain == out


def test_a_stream_may_be_named(capsys, address):
    """The same transcript twice, as two tables."""
    for name in ("table:one", "table:two"):
        _, out, _ = run(capsys, "play", ROUND, "--journal", address, "--stream", name)
        assert f" as {name}." in out
    with closing(open_journal(address, is_reader=True)) as journal:
        assert {"table:one", "table:two"} == journal.heads().keys()


def test_another_command_under_a_key_is_a_conflict_and_nothing_is_sent(capsys, address, tmp_path):
    """Not even the commands before it."""
    run(capsys, "play", ROUND, "--journal", address)
    text = Path(ROUND).read_text(encoding="utf-8").replace('"stake_minor":5000', '"stake_minor":6000', 1)
    (tmp_path / "other.jsonl").write_text(text.replace('"key":"k1"', '"key":"new"', 1), encoding="utf-8")
    code, out, err = run(capsys, "play", str(tmp_path / "other.jsonl"), "--journal", address)
    assert (1, "", True) == (code, out, "another command was sent to table:main-floor-1 under the key 'k6'" in err)
    with closing(open_journal(address, is_reader=True)) as journal:
        assert (13, 16) == journal.last()


def test_another_document_is_a_conflict(capsys, address, tmp_path):
    """A stream is opened once."""
    run(capsys, "play", ROUND, "--journal", address)
    other = written(tmp_path, {"table": {"rulebook": "seabrook-roulette", "name": "Main Floor 1"}})
    code, _, err = run(capsys, "play", other, "--journal", address)
    assert (1, True) == (code, "stream table:main-floor-1 is open with another document" in err)


def test_a_journal_that_somebody_writes_to_is_refused(capsys, address):
    """At once, and nothing is played."""
    with closing(open_journal(address)):
        code, out, err = run(capsys, "play", ROUND, "--journal", address)
    assert (1, "", True) == (code, out, "another process writes to this journal" in err)


@pytest.mark.parametrize(
    ("tokens", "said"),
    [
        (("--check", "--journal", "x.db"), "neither checked nor printed again"),
        (("--record", "--journal", "x.db"), "neither checked nor printed again"),
        (("--stream", "table:one"), "say --journal too"),
        (("--journal", "mysql://x"), "expected sqlite:///FILE or postgresql://HOST/DATABASE"),
    ],
)
def test_what_does_not_go_together(capsys, tokens, said):
    """Is an input error."""
    code, out, err = run(capsys, "play", ROUND, *tokens)
    assert (2, "", True) == (code, out, said in err)


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        (DAY, "tote:oneida-main:2004-05-01"),
        ({"table": {"rulebook": "hoian-roulette-2020", "name": "Hội An 7"}}, "table:hội-an-7"),
        ({"table": {"rulebook": "oneida-sicbo-2004"}}, "table:sicbo"),
        ({"table": {"rulebook": "oneida-sicbo-2004", "name": "!"}}, "table:sicbo"),
    ],
)
def test_a_stream_is_called_after_what_it_is_of(line, expected):
    """What the first line is, the name, and the date where there is one."""
    assert expected == stream_name(read_transcript([json.dumps(line).encode()]))


def test_a_transcript_without_commands_opens_its_stream(capsys, address, tmp_path):
    """And that is all."""
    _, out, _ = run(capsys, "play", written(tmp_path, DAY), "--journal", address)
    assert out.endswith(f"\nRecorded: 0 commands in {address} as tote:oneida-main:2004-05-01.\n")
    with closing(open_journal(address, is_reader=True)) as journal:
        assert (1, 1) == journal.last()


def test_one_command_is_one_command(capsys, address, tmp_path):
    """In words, too."""
    lines = [json.loads(line) for line in Path(ROUND).read_text(encoding="utf-8").splitlines()]
    one = [line for line in lines if "table" in line or "note" in line][:1] + [line for line in lines if "do" in line][
        :1
    ]
    _, out, _ = run(capsys, "play", written(tmp_path, *one), "--journal", address)
    assert "Recorded: 1 command in " in out


def said(step):
    """Return the words of a step, in no order."""
    return sorted(word.rstrip(".") for word in re.findall(r"[\w$.:/-]+", " ".join(step.words)))


def test_examples_are_told_from_the_journal_as_from_the_rules(address):
    """In the same words; and the journal of all of them has no fault."""
    for number, path in enumerate(EXAMPLES):
        transcript = read_transcript(path.read_bytes().split(b"\n"))
        told = play_into(address, transcript, f"{transcript.game.first_line}:{number}").steps
        steps = list(play(transcript))
        assert [step.answers for step in steps] == [step.answers for step in told]
        # What is kept by name is stored in the order of the names, so only the order of the words may be another.
        assert [said(step) for step in steps] == [said(step) for step in told]
    with closing(open_journal(address, is_reader=True)) as journal:
        report = verify(journal)
    assert ((), len(EXAMPLES)) == (report.faults, report.streams)
