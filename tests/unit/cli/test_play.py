"""`pitboss play`: a transcript in words, as events, recorded again, or checked against what was recorded."""

import io
import json
from itertools import count

import msgspec
import pytest

from pitboss.cli import main
from pitboss.games.roulette import acts as roulette_acts
from pitboss.games.table import acts as table_acts
from tests.support.driver import ONEIDA

KEYS = count(1)
ITEMS = ("betting layout", "roulette wheel", "roulette balls", "crown or dolly", "colour chips")
TABLE = {"table": {"rulebook": ONEIDA, "name": "Main [1]", "settings": {"default_min": 100}}}


def did(act, who="Dora", role="dealer"):
    """Return the line of a command."""
    command = {"key": f"k{next(KEYS)}", "by": {"id": who, "role": role}, "act": msgspec.to_builtins(act)}
    return {"do": {**command, "received_at": "2024-06-01T20:00:00Z"}}


def bet(where):
    """Return the line of Ann's wager of five dollars."""
    return did(roulette_acts.PlaceWager(player="Ann", bet=where, stake_minor=500), "Ann", "player")


LINES = [
    TABLE,
    {"note": "The table opens [early]."},
    did(table_acts.InspectEquipment(items=ITEMS)),
    did(table_acts.OpenTable()),
    did(table_acts.OpenBetting()),
    bet("straight:17"),
    bet("split:1-3"),
    did(roulette_acts.SpinBall(direction=roulette_acts.Direction.AGAINST)),
    did(roulette_acts.CallNoMoreBets()),
    did(roulette_acts.EnterNumber(pocket="17", revolutions=9)),
    did(roulette_acts.PlaceDolly(pocket="17")),
    did(roulette_acts.CollectLosers()),
    did(roulette_acts.PayWinners()),
    {"note": "So it went."},
]


def run(capsys, *tokens):
    """Run one command; return its exit code, standard output and standard error."""
    with pytest.raises(SystemExit) as leaving:
        main(tokens)
    return leaving.value.code, *capsys.readouterr()


@pytest.fixture
def play(capsys, tmp_path):
    """Return a function that plays a transcript and returns exit code, standard output and standard error."""

    def played(lines, *more):
        file = tmp_path / "round.jsonl"
        texts = [line if isinstance(line, bytes) else json.dumps(line).encode() for line in lines]
        file.write_bytes(b"\n".join(texts))
        return run(capsys, "play", str(file), *more)

    return played


@pytest.fixture
def recorded(play):
    """Return the transcript with its answers recorded."""
    return [json.loads(line) for line in play(LINES, "--record")[1].splitlines()]


def test_a_transcript_is_told_in_words(play):
    """The table, the notes, every act and the refusal with its clause; brackets are only brackets."""
    code, out, err = play(LINES)
    facts = [
        "Main [1]",
        ONEIDA,
        "[early]",
        "Ann bets $5.00 on straight:17",
        "[RO-D2]",
        "Ann wins $175.00",
        "So it went.",
    ]
    assert (0, "", []) == (code, err, [fact for fact in facts if fact not in out])


def test_a_transcript_without_a_name_is_told_by_its_game(play):
    """A table need not have a name."""
    assert "roulette, under" in play([{"table": {"rulebook": ONEIDA}}])[1]


def test_notes_stand_where_they_were_written(play):
    """The opening is noted before it happens, and the end after it."""
    _, out, _ = play(LINES)
    places = [out.index(words) for words in ("early", "inspects", "wins $175.00", "So it went")]
    assert sorted(places) == places


def test_answers_as_rows(play):
    """One event or refusal a line, by its stored name."""
    code, out, err = play(LINES, "--json")
    types = [json.loads(line)["type"] for line in out.splitlines()]
    assert (0, "", 11, "table.equipment_inspected/1") == (code, err, len(types), types[0])
    assert (1, "roulette.round_settled/1") == (types.count("refusal/1"), types[-1])


def test_recording_is_idempotent(play, recorded):
    """A recorded transcript recorded again is the same, byte for byte."""
    first, second = play(LINES, "--record"), play(recorded, "--record")
    assert (first, 0) == (second, first[0])


def test_a_recorded_transcript_has_no_difference(play, recorded):
    """Exit code 0, with how much was compared."""
    code, out, err = play(recorded, "--check")
    assert (0, "", True) == (code, err, "11 commands" in out and "no difference" in out)


def test_differences_are_told_with_their_line(play, recorded):
    """What was recorded beside what the rules say now, and exit code 1."""
    settled = next(line for line in recorded if line.get("event", {}).get("type") == "roulette.round_settled/1")
    settled["event"]["wagers"]["paid_minor"] = [17501]
    code, out, err = play(recorded, "--check")
    facts = [f"line {recorded.index(settled)}", "17501", "17500"]
    assert (1, "", []) == (code, err, [fact for fact in facts if fact not in out])


def test_what_was_not_recorded_is_a_difference(play):
    """A transcript without answers differs in every one, and says that there was nothing."""
    code, out, _ = play(LINES, "--check")
    assert (1, 11) == (code, out.count("recorded nothing"))


def test_a_refusal_that_is_now_accepted_is_a_difference(play, recorded):
    """The rules changed under the record: both answers are shown."""
    place = next(place for place, line in enumerate(recorded) if "refusal" in line)
    recorded[place - 1]["do"]["act"]["bet"] = "split:1-2"
    code, out, _ = play(recorded, "--check")
    assert (1, True, True) == (code, "RO-D2" in out, "roulette.wager_placed/1" in out)


@pytest.mark.parametrize("more", [(), ("--json",), ("--check",), ("--record",)])
@pytest.mark.parametrize(
    ("lines", "facts"),
    [
        ([], ["line 1"]),
        ([b"{"], ["line 1", "not JSON"]),
        ([b"\xff\xfe"], ["line 1", "not JSON"]),
        ([LINES[2]], ["line 1", "begins with its table"]),
        ([{"table": {"rulebook": "nope"}}], ["line 1", "field table.rulebook", "'nope'"]),
        ([{"table": {"rulebook": ONEIDA, "zzz": 1}}], ["line 1", "field table.zzz"]),
        ([*LINES, TABLE], ["line 15", "field table"]),
        ([*LINES, {"zzz": 1}], ["line 15", "zzz"]),
        ([*LINES, did({"type": "roulette.bribe/1"})], ["line 15", "act.type", "roulette.bribe/1"]),
        ([*LINES, LINES[2]], ["line 15", "field key"]),
        ([*LINES, b"", b"[]"], ["line 16", "object"]),
        ([*LINES[:6], {"event": {"type": "nope"}}], ["line 7", "type", "nope"]),
    ],
)
def test_what_is_no_transcript_is_not_played(play, lines, facts, more):
    """Line and field on standard error, nothing on standard output, exit code 2: however good the beginning was."""
    code, out, err = play(lines, *more)
    assert (2, "", []) == (code, out, [fact for fact in facts if fact not in err])


@pytest.mark.parametrize("more", [(), ("--json",), ("--check",), ("--record",)])
def test_a_table_that_may_not_open_is_not_played(play, more):
    """Settings against the rulebook: exit code 1, the reason on standard error, nothing on standard output."""
    code, out, err = play([{"table": {"rulebook": ONEIDA, "settings": {"half_back": True}}}], *more)
    assert (1, "", True) == (code, out, "half_back" in err)


def test_a_dash_reads_standard_input(capsys, monkeypatch):
    """A transcript may come through a pipe."""
    data = b"\n".join(json.dumps(line).encode() for line in LINES)
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(data)))
    code, out, err = run(capsys, "play", "-", "--json")
    assert (0, 11, "") == (code, len(out.splitlines()), err)


@pytest.mark.parametrize("name", ["missing.jsonl", "."])
def test_a_file_that_cannot_be_read(capsys, tmp_path, name):
    """A missing file and a directory: exit code 2."""
    code, out, err = run(capsys, "play", str(tmp_path / name))
    assert (2, "", True) == (code, out, "cannot be read" in err)
