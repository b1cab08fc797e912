"""Transcripts: read whole or not at all, played through the rules, compared and recorded again."""

import json
from itertools import count

import jsonschema
import msgspec
import pytest

from pitboss.decider import Person, Refusal, Role
from pitboss.errors import InputError
from pitboss.games import game
from pitboss.games.roulette import acts as roulette_acts
from pitboss.games.table import acts as table_acts
from pitboss.openers import OPENERS
from pitboss.rulebook import SettingsRefused
from pitboss.transcript import differences, play, read_transcript, recorded_lines, transcript_schema
from tests.support.driver import HOIAN, ONEIDA, Driver

KEYS = count(1)
TABLE = {"rulebook": ONEIDA, "name": "R1", "settings": {"default_min": 100}}
ITEMS = ["betting layout", "roulette wheel", "roulette balls", "crown or dolly", "colour chips"]
REFUSAL = {"type": "refusal/1", "clause": "RO-B1", "reason": "no", "values": {}}


def did(act, who="Dora", role="dealer", **more):
    """Return the line of a command."""
    by = {"id": who, "role": role}
    return {
        "do": {
            "key": f"k{next(KEYS)}",
            "by": by,
            "act": msgspec.to_builtins(act),
            "received_at": "2024-06-01T20:00:00Z",
            **more,
        }
    }


def bet(where, cents, who="Ann"):
    """Return the line of a wager in value chips."""
    return did(roulette_acts.PlaceWager(player=who, bet=where, stake_minor=cents), who, "player")


OPENING = [
    did(table_acts.InspectEquipment(items=tuple(ITEMS))),
    did(table_acts.OpenTable()),
    did(table_acts.OpenBetting()),
]
ROUND = [
    {"note": "The bets."},
    bet("straight:17", 500),
    bet("red", 500),
    bet("split:1-3", 500),
    did(roulette_acts.SpinBall(direction=roulette_acts.Direction.AGAINST)),
    did(roulette_acts.CallNoMoreBets()),
    bet("odd", 500),
    {"note": "The number."},
    did(roulette_acts.EnterNumber(pocket="17", revolutions=9)),
    did(roulette_acts.PlaceDolly(pocket="17")),
    did(roulette_acts.CollectLosers()),
    did(roulette_acts.PayWinners()),
    {"note": "That was all."},
]
WHOLE = [{"table": TABLE}, *OPENING, *ROUND]


def written(lines):
    """Return lines as the bytes of a file, one a line."""
    return [line if isinstance(line, bytes) else json.dumps(line).encode() for line in lines]


def read(*lines):
    """Read a transcript given as objects or as raw bytes."""
    return read_transcript(written(lines), OPENERS)


def recorded(lines):
    """Return the lines of a transcript with its answers recorded, as objects."""
    return [json.loads(line) for line in recorded_lines(read(*lines))]


def fault(*lines):
    """Return line, field and reason of the error that a transcript makes."""
    with pytest.raises(InputError) as error:
        read(*lines)
    return error.value.line, error.value.field, error.value.reason


def test_a_transcript_is_read_whole():
    """Table, commands with their lines, and notes; empty lines are passed over."""
    transcript = read({"table": TABLE}, b"", {"note": "open"}, b"  ", *OPENING)
    assert ("roulette", "R1", [5, 6, 7]) == (
        transcript.game.name,
        transcript.config.name,
        [entry.line for entry in transcript.entries],
    )
    assert ({3: "open"}, TABLE) == (transcript.notes, transcript.document)


@pytest.mark.parametrize(
    ("lines", "line", "field", "words"),
    [
        ([], 1, None, "empty"),
        ([b"", b" "], 1, None, "empty"),
        ([b"{"], 1, None, "not JSON"),
        ([b"\xff\xfe"], 1, None, "not JSON"),
        ([b"[]"], 1, None, "Expected `object`"),
        ([b"{}"], 1, None, "one of table, automatic, tournament, cage, tote, do"),
        ([{"note": "first"}], 1, None, "begins with its table"),
        ([OPENING[0]], 1, None, "begins with its table"),
        ([{"table": TABLE, "note": "x"}], 1, None, "one of table, automatic, tournament, cage, tote, do"),
        ([{"table": TABLE, "limit": 5}], 1, "limit", "unknown field `limit`"),
        ([{"table": {"rulebook": "nope"}}], 1, "table.rulebook", "no such rulebook"),
        ([{"table": {**TABLE, "zzz": 1}}], 1, "table.zzz", "unknown field"),
        ([{"table": {**TABLE, "settings": {"zzz": 1}}}], 1, "table.settings.zzz", "unknown field"),
        ([{"table": TABLE}, {"table": TABLE}], 2, "table", "one table"),
        ([{"table": TABLE}, b"", {"event": {"type": "table.betting_opened/1", "round": 1}}], 3, ..., "before any"),
        ([{"table": TABLE}, {"refusal": REFUSAL}], 2, ..., "before any command"),
        ([{"table": TABLE}, {"note": 5}], 2, "note", "Expected `str"),
        ([{"table": TABLE}, {"do": {}}], 2, None, "missing required field"),
        ([{"table": TABLE}, {"do": 5}], 2, None, "Expected `object`"),
        ([{"table": TABLE}, did(table_acts.OpenTable(), who="")], 2, "by.id", "name"),
        ([{"table": TABLE}, did(table_acts.OpenTable(), role="king")], 2, "by.role", "king"),
        ([{"table": TABLE}, did(table_acts.OpenTable(), key="")], 2, "key", "length >= 1"),
        (
            [{"table": TABLE}, did(table_acts.OpenTable(), received_at="2024-06-01T20:00:00")],
            2,
            "received_at",
            "timezone",
        ),
        ([{"table": TABLE}, did(table_acts.OpenTable(), surprise=1)], 2, "surprise", "unknown field `surprise`"),
        ([{"table": TABLE}, did({"type": "roulette.bribe/1"})], 2, "act.type", "roulette.bribe/1"),
        ([{"table": TABLE}, did({"type": "roulette.place_wager/1"})], 2, "act", "missing required field"),
        ([{"table": TABLE}, bet("red", 0)], 2, "act.stake_minor", ">= 1"),
        ([{"table": TABLE}, bet("red", 1.5)], 2, "act.stake_minor", "float"),
        ([{"table": TABLE}, did(roulette_acts.EnterNumber(pocket="37", revolutions=9))], 2, "act.pocket", "regex"),
        ([{"table": TABLE}, *OPENING, {"event": {"type": "x"}}], 5, "type", "x"),
        (
            [{"table": TABLE}, *OPENING, {"event": {"type": "table.betting_opened/1", "round": "1"}}],
            5,
            "round",
            "int",
        ),
        ([{"table": TABLE}, *OPENING, {"refusal": {"type": "refusal/1"}}], 5, "refusal", "missing required"),
    ],
)
def test_what_is_no_transcript_is_told_by_line_and_field(lines, line, field, words):
    """Whatever is wrong, wherever it stands: nothing is guessed and nothing played."""
    found, where, reason = fault(*lines)
    assert (line, True) == (found, words in reason)
    assert where if field is ... else field == (where and where.removeprefix("do.").removeprefix("event."))


@pytest.mark.parametrize("line", [{"table": None}, {"do": None}, {"event": None}, {"refusal": None}, {"note": None}])
def test_null_is_nothing_a_line_could_hold(line):
    """A line that names a part and leaves it empty is malformed."""
    assert 2 == fault({"table": TABLE}, line)[0]


def test_settings_against_the_rulebook_are_refused_with_every_fault():
    """A table that may not open has no transcript."""
    with pytest.raises(SettingsRefused) as refused:
        read({"table": {**TABLE, "settings": {"half_back": True, "jackpot": True}}})
    assert ["RO-G2", "Q32"] == [entry.clause for entry in refused.value.faults]


def test_a_recorded_refusal_has_no_unknown_field():
    """What is recorded is checked as strictly as what is asked."""
    lines = [{"table": TABLE}, *OPENING, {"refusal": {**REFUSAL, "surprise": 1}}]
    assert "unknown field `surprise`" in fault(*lines)[2]


def test_play_gives_a_step_for_every_command():
    """Each command with its answers, its words, and the table after it."""
    steps = list(play(read(*WHOLE)))
    refused = [step.answers[0].clause for step in steps if isinstance(step.answers[0], Refusal)]
    assert (13, ["RO-D2", "RO-F2"]) == (len(steps), refused)
    assert (True, None) == (steps[-1].state.is_open, steps[-1].state.mucker)
    assert "Ann wins $175.00 on straight:17 at 35 to 1 [RO-G1]" in " ".join(steps[-1].words)


def test_a_refusal_is_told_with_its_clause():
    """The words of a refused command are its reason."""
    step = list(play(read({"table": TABLE}, *OPENING, bet("split:1-3", 500))))[-1]
    assert (True, True) == (step.words[0].startswith("Refused: split:1-3"), "[RO-D2]" in step.words[0])


def test_a_transcript_can_be_played_again():
    """Playing leaves the transcript as it was: the second time is like the first."""
    transcript = read(*WHOLE)
    assert [step.answers for step in play(transcript)] == [step.answers for step in play(transcript)]


def test_a_recorded_transcript_has_its_answers_after_each_command():
    """Table and notes stay where they were, and every command is followed by what came of it."""
    kinds = [next(iter(line)) for line in recorded(WHOLE)]
    expected = ["table", *["do", "event"] * 3, "note", *["do", "event"] * 2, "do", "refusal", *["do", "event"] * 2]
    expected += ["do", "refusal", "note", *["do", "event"] * 4, "note"]
    assert expected == kinds


def test_recording_is_idempotent():
    """A recorded transcript recorded again is the same to the byte, and plays to no difference."""
    once = list(recorded_lines(read(*WHOLE)))
    twice = list(recorded_lines(read(*(line.encode() for line in once))))
    assert (once, []) == (twice, differences(read(*(line.encode() for line in once))))


def test_every_refusal_a_table_gives_can_be_recorded_and_compared():
    """The values of a refusal come back from JSON as they were."""
    driver = Driver(HOIAN).opened()
    lines = [{"table": {"rulebook": HOIAN, "name": "R1"}}]
    items = tuple(entry.item for entry in driver.table.rules.equipment)
    lines += [
        did(table_acts.InspectEquipment(items=items[:1])),
        did(table_acts.InspectEquipment(items=items)),
        did(table_acts.OpenTable()),
    ]
    lines += [
        did(table_acts.OpenBetting()),
        bet("red", 1, who="Bob"),
        bet("red", 10**12),
        bet("red", 1),
        did(roulette_acts.PayWinners()),
    ]
    lines += [
        did(roulette_acts.PlaceWager(player="Ann", bet="red", stake_minor=5, source="colour:blue"), "Ann", "player")
    ]
    lines += [
        did(roulette_acts.IssueColour(player="Ann", colour="mauve", value_minor=5, count=1)),
        did(table_acts.OpenBetting(), "Mai", "player"),
    ]
    again = read(*recorded(lines))
    assert [] == differences(again)
    assert sum(isinstance(answer, Refusal) for entry in again.entries for answer in entry.recorded) >= 5


def test_without_a_recording_everything_differs():
    """Each answer is missing, and the line is the command's."""
    found = differences(read({"table": TABLE}, *OPENING))
    assert [(2, None), (3, None), (4, None)] == [(entry.line, entry.recorded) for entry in found]
    assert all(entry.now is not None for entry in found)


def test_a_changed_answer_is_a_difference():
    """What was recorded otherwise is shown beside what the rules say now."""
    lines = recorded(WHOLE)
    settled = next(line for line in lines if line.get("event", {}).get("type") == "roulette.round_settled/1")
    settled["event"]["wagers"]["paid_minor"][-1] += 1
    (difference,) = differences(read(*lines))
    sides = [msgspec.to_builtins(side) for side in (difference.recorded, difference.now)]
    assert [17501, 17500] == [side["wagers"]["paid_minor"][-1] for side in sides]


def test_an_answer_too_many_is_a_difference():
    """What was recorded and does not happen now is told with nothing beside it."""
    lines = recorded([{"table": TABLE}, *OPENING])
    (difference,) = differences(read(*lines, {"event": {"type": "table.betting_opened/1", "round": 2}}))
    assert (6, None, 2) == (difference.line, difference.now, msgspec.to_builtins(difference.recorded)["round"])


def test_an_event_for_a_refusal_is_a_difference():
    """Recorded as refused, accepted now: one difference, not two."""
    lines = recorded([{"table": TABLE}, OPENING[0]])
    (difference,) = differences(read(*lines[:2], {"refusal": REFUSAL}))
    assert (Refusal, 2) == (type(difference.recorded), difference.line)


def test_the_schema_accepts_every_line_of_a_transcript():
    """Made from the message types, it fits what is written; and it is a valid schema."""
    schema = transcript_schema(game("roulette"))
    validator = jsonschema.Draft202012Validator(schema)
    jsonschema.Draft202012Validator.check_schema(schema)
    assert [] == [line for line in recorded(WHOLE) if not validator.is_valid(line)]


@pytest.mark.parametrize(
    "line",
    [
        {},
        {"table": {}},
        {"table": {"rulebook": 5}},
        {"note": 5},
        {"note": "x", "table": TABLE},
        {"do": {}},
        bet("red", 0),
        did({"type": "roulette.bribe/1"}),
        {"event": {"type": "x"}},
    ],
)
def test_the_schema_refuses_what_is_no_line(line):
    """Unknown acts, amounts that are none, two parts in one line."""
    assert not jsonschema.Draft202012Validator(transcript_schema(game("roulette"))).is_valid(line)


def test_a_witness_is_read_and_written():
    """A second person stands in the command and comes back."""
    act = did(table_acts.SetLimit(kind="red", which=table_acts.Limit.MIN, amount_minor=500), "Sue", "pit_supervisor")
    act["do"]["witness"] = {"id": "Mai", "role": "pit_manager"}
    transcript = read({"table": TABLE}, act)
    assert Person("Mai", Role.PIT_MANAGER) == transcript.entries[0].command.witness
    assert act["do"]["witness"] == recorded([{"table": TABLE}, act])[1]["do"]["witness"]
