"""A tournament's transcript: its first line, its answers, and its schema."""

import json

import jsonschema
import msgspec
import pytest

from pitboss.errors import InputError
from pitboss.games.tournament import acts as a
from pitboss.games.tournament.game import TOURNAMENT
from pitboss.openers import OPENERS
from pitboss.rulebook import SettingsRefused
from pitboss.transcript import differences, play, read_transcript, recorded_lines, transcript_schema
from tests.support.tournament_driver import BLACKJACK, DOCUMENT

FIRST = {"tournament": DOCUMENT}


def did(act, key: str = "k1", role: str = "pit_supervisor") -> dict:
    """Return the line of a command."""
    command = {"key": key, "by": {"id": "Sue", "role": role}, "act": msgspec.to_builtins(act)}
    return {"do": {**command, "received_at": "2024-06-01T20:00:00Z"}}


def read(*lines):
    """Read a transcript given as objects."""
    return read_transcript([json.dumps(line).encode() for line in lines], OPENERS)


WHOLE = (FIRST, {"note": "open"}, did(a.OpenEntries()), did(a.StartHeat(), "k2"))


def test_a_tournament_is_read_and_played():
    """With its config checked, and its events told."""
    transcript = read(*WHOLE)
    steps = list(play(transcript))
    assert ("tournament", "Spring", "USD") == (
        transcript.game.name,
        transcript.config.name,
        transcript.config.currency,
    )
    assert ("Sue opens entries under oneida-blackjack-2004.",) == steps[0].words
    assert "Refused: nobody can start a heat now: entries are open [BJ-O]." == steps[1].words[0]


def test_a_recorded_tournament_is_recorded_the_same_again():
    """Its first line stays as it was written, defaults left out."""
    once = list(recorded_lines(read(*WHOLE)))
    again = read_transcript([line.encode() for line in once], OPENERS)
    assert FIRST == json.loads(once[0])
    assert ([], once) == (differences(again), list(recorded_lines(again)))


@pytest.mark.parametrize(
    ("lines", "line", "field"),
    [
        ([{"tournament": {**DOCUMENT, "heats": 0}}], 1, "tournament.heats"),
        ([{"tournament": {**DOCUMENT, "rulebook": "nope"}}], 1, "tournament.rulebook"),
        ([{"tournament": None}], 1, "tournament"),
        ([{"tournament": DOCUMENT, "table": {"rulebook": BLACKJACK}}], 1, None),
        ([FIRST, FIRST], 2, "tournament"),
        ([FIRST, {"table": {"rulebook": BLACKJACK}}], 2, "table"),
        ([{"table": {"rulebook": BLACKJACK}}, FIRST], 2, "tournament"),
        ([FIRST, {"do": {**did(a.OpenEntries())["do"], "act": {"type": "table.open/1"}}}], 2, "act.type"),
    ],
)
def test_what_is_no_transcript_is_told_by_line_and_field(lines, line, field):
    """A table's line or act has no place in a tournament's transcript, nor the other way round."""
    with pytest.raises(InputError) as error:
        read(*lines)
    assert (line, field) == (error.value.line, error.value.field)


def test_rules_against_the_rulebook_are_refused_with_every_fault():
    """A tournament that may not be held has no transcript."""
    with pytest.raises(SettingsRefused) as refused:
        read({"tournament": {**DOCUMENT, "players_per_table": 8, "prizes_minor": [1, 2]}})
    assert ["BJ-B1", "BJ-O"] == [fault.clause for fault in refused.value.faults]


def test_the_schema_knows_a_tournaments_lines():
    """It accepts what is written, and a table's first line is none of them."""
    schema = transcript_schema(TOURNAMENT)
    jsonschema.Draft202012Validator.check_schema(schema)
    validator = jsonschema.Draft202012Validator(schema)
    assert [] == [line for line in recorded_lines(read(*WHOLE)) if not validator.is_valid(json.loads(line))]
    wrong: dict
    for wrong in ({"table": {"rulebook": BLACKJACK}}, {"tournament": {}}, {"tournament": {**DOCUMENT, "heats": 0}}):
        assert not validator.is_valid(wrong)
