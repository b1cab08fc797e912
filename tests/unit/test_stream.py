"""Streams and their openers: a transcript can be of anything that has the trio, its messages and a first line."""

import json

import msgspec
import pytest

from pitboss.decider import Act, Event, Offer
from pitboss.errors import InputError
from pitboss.rulebook import Fault, SettingsRefused
from pitboss.stream import Opener, Stream
from pitboss.transcript import differences, play, read_transcript, recorded_lines, transcript_schema


class Ring(Act, frozen=True, tag="bell.ring/1"):
    pass


class Rung(Event, frozen=True, tag="bell.rung/1"):
    count: int


class Bell(msgspec.Struct, frozen=True):
    """How often a bell has been rung before."""

    rulebook: str
    name: str = ""
    currency: str = "USD"
    start: int = 0


def rung(_, event):
    """Stand where the event says."""
    return event.count


def in_words(state, event):
    """Tell an event, and the state it is told in."""
    return f"Rung {event.count} of {state}."


BELL = Stream(
    name="bell",
    first_line="bell",
    config_type=Bell,
    acts=(Ring,),
    events=(Rung,),
    new_state=lambda config: config.start,
    decide=lambda state, _: [Rung(count=state + 1)],
    evolve=rung,
    legal=lambda _, __: [Offer(Ring)],
    in_words=in_words,
)


def check(document):
    """Check a bell: its start is a number, and never below 0."""
    if not isinstance(document.get("start"), int):
        return None, (Fault("start", document.get("start"), "is no number"),)
    if document["start"] < 0:
        return None, (Fault("start", document["start"], "is below 0", "B-1"),)
    return Bell(**document), ()


OPENER = Opener(check=check, stream_of=lambda _: BELL)
FIRST = {"bell": {"rulebook": "bells", "start": 4}}
RING = {"do": {"key": "k", "by": {"id": "Ann", "role": "auditor"}, "act": {"type": "bell.ring/1"}}}
RING["do"]["received_at"] = "2024-06-01T20:00:00Z"


def read(*lines, names=("bell",)):
    """Read a transcript whose first line may have these names."""
    return read_transcript([json.dumps(line).encode() for line in lines], dict.fromkeys(names, OPENER))


def test_a_transcript_is_of_whatever_its_opener_says():
    """The opener checks the document and names the stream, whose trio then plays."""
    (step,) = play(read(FIRST, RING))
    assert ((Rung(count=5),), ("Rung 5 of 5.",), 5) == (step.answers, step.words, step.state)


def test_it_is_recorded_under_its_own_first_line():
    """The first line comes back under its name, and what was recorded is what is answered again."""
    lines = [json.loads(line) for line in recorded_lines(read(FIRST, RING))]
    assert [FIRST, RING, {"event": {"type": "bell.rung/1", "count": 5}}] == lines
    assert [] == differences(read(*lines))


@pytest.mark.parametrize(
    ("names", "lines", "reason"),
    [
        (("bell",), [], "empty: a transcript begins with its bell"),
        (("bell", "gong"), [], "empty: a transcript begins with its bell or gong"),
        (("bell", "gong", "horn"), [], "empty: a transcript begins with its bell, gong or horn"),
        (("gong", "bell"), [RING], 'a transcript begins with its gong or bell: {"gong": {"rulebook": ...}}'),
        (("bell", "gong"), [{}], "a line has one of bell, gong, do, event, refusal or note"),
        (("bell", "gong"), [FIRST, {"gong": {}}], "a transcript has one gong, in its first line"),
        (("bell",), [{"table": {}}], "Object contains unknown field `table`"),
    ],
)
def test_errors_name_the_first_lines_that_there_are(names, lines, reason):
    """No sentence speaks of a table where none could stand."""
    with pytest.raises(InputError) as error:
        read(*lines, names=names)
    assert reason == error.value.reason


def test_a_malformed_document_is_told_by_its_field():
    """A fault without a clause is an error of the first line, under the name it has there."""
    with pytest.raises(InputError) as error:
        read({"bell": {"rulebook": "bells"}})
    assert (1, "bell.start", "is no number") == (error.value.line, error.value.field, error.value.reason)


def test_a_document_against_its_rules_is_refused():
    """A fault with a clause is no error of form."""
    with pytest.raises(SettingsRefused) as refused:
        read({"bell": {"rulebook": "bells", "start": -1}})
    assert ["B-1"] == [fault.clause for fault in refused.value.faults]


def test_the_schema_has_its_first_line():
    """Each kind of line once, the first line under its own name."""
    kinds = [name for line in transcript_schema(BELL)["oneOf"] for name in line["properties"]]
    assert ["bell", "do", "event", "refusal", "note"] == kinds
