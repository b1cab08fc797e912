"""Transcripts: the settings and commands of one stream as JSON Lines, played through its rules.

A line is one of
    {"table": {"rulebook": ..., "name": ..., ...}}                                the first, named as one of the openers
    {"do": {"key": ..., "by": ..., "act": {"type": ...}, "received_at": ...}}     a command
    {"event": {...}} or {"refusal": {...}}                                        what was recorded after it
    {"note": "..."}                                                               a comment, passed over
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Any, cast

import msgspec

from pitboss.decider import Accepted, Command, Event, Refusal, decode_or_explain, handle
from pitboss.errors import InputError
from pitboss.rulebook.violations import SettingsRefused
from pitboss.stream import Config, Openers, Stream

Answer = Event | Refusal

_NOTHING = msgspec.Raw()


class _Line(msgspec.Struct, forbid_unknown_fields=True, omit_defaults=True):
    do: msgspec.Raw = _NOTHING
    event: msgspec.Raw = _NOTHING
    refusal: Refusal | msgspec.UnsetType = msgspec.UNSET
    note: str | msgspec.UnsetType = msgspec.UNSET

    def given(self) -> list[str]:
        """Return the names of what the line holds."""
        return [name for name in self.__struct_fields__ if getattr(self, name) not in (msgspec.UNSET, _NOTHING)]


@dataclass
class Entry:
    """A command, where it stands, and what was recorded of it."""

    line: int
    command: Command[Any]
    recorded: list[Answer] = field(default_factory=list)


@dataclass
class Transcript:
    """A table, or whatever else has a stream, and its commands."""

    game: Stream
    config: Config
    entries: list[Entry]
    document: dict[str, Any]
    notes: dict[int, str]
    keys: set[str] = field(default_factory=set)


@dataclass(frozen=True)
class Step:
    """One command played: what came of it, in events or a refusal, and in words."""

    entry: Entry
    answers: tuple[Answer, ...]
    words: tuple[str, ...]
    state: Any
    """The table, or whatever else the stream is of, after it."""


@dataclass(frozen=True)
class Difference:
    """A place where a recorded transcript and the rules disagree."""

    line: int
    recorded: Answer | None
    now: Answer | None


def read_transcript(lines: Iterable[bytes], openers: Openers) -> Transcript:
    """Read a whole transcript before anything is played; it begins with one of the openers' lines.

    Raises:
        InputError: with line and field, for anything that is not a transcript.
        SettingsRefused: where the settings of the first line are against its rulebook.
    """
    decoder = msgspec.json.Decoder(_line_type(openers))
    transcript: Transcript | None = None
    for number, raw in enumerate(lines, start=1):
        if not raw.strip():
            continue
        line = decode_or_explain(raw, decoder, line=number)
        if len(line.given()) != 1:
            raise InputError(f"a line has one of {', '.join(openers)}, do, event, refusal or note", line=number)
        if transcript is None:
            transcript = _first(line, number, openers)
        else:
            _add(transcript, line, number, openers)
    if transcript is None:
        raise InputError(f"empty: a transcript begins with its {_either(openers)}", line=1)
    return transcript


def _line_type(openers: Openers) -> type[_Line]:
    """Return the type of a line that may also be one of the first lines."""
    first = [(name, Any, msgspec.UNSET) for name in openers]
    return cast("type[_Line]", msgspec.defstruct("Line", first, bases=(_Line,)))


def _either(openers: Openers) -> str:
    *names, last = openers
    return f"{', '.join(names)} or {last}" if names else last


def _first(line: _Line, number: int, openers: Openers) -> Transcript:
    (given,) = line.given()
    if given not in openers:
        example = f'{{"{next(iter(openers))}": {{"rulebook": ...}}}}'
        raise InputError(f"a transcript begins with its {_either(openers)}: {example}", line=number)
    document = getattr(line, given)
    config, faults = openers[given].check(document)
    if config is None:
        for fault in faults:
            if fault.clause is None:
                field = f"{given}.{fault.field}".rstrip(".")
                raise InputError(fault.reason, line=number, field=field, value=fault.value)
        raise SettingsRefused(faults)
    return Transcript(openers[given].stream_of(config), config, [], document, {})


def _add(transcript: Transcript, line: _Line, number: int, openers: Openers) -> None:
    (given,) = line.given()
    if given in openers:
        raise InputError(f"a transcript has one {given}, in its first line", line=number, field=given)
    if given == "note":
        transcript.notes[number] = str(line.note)
    elif given == "do":
        command = decode_or_explain(bytes(line.do), transcript.game.command_decoder, line=number)
        if command.key in transcript.keys:
            raise InputError("that key is used already; a command sent twice has one effect", line=number, field="key")
        transcript.keys.add(command.key)
        transcript.entries.append(Entry(number, command))
    elif not transcript.entries:
        raise InputError("recorded before any command", line=number, field=given)
    elif isinstance(line.refusal, Refusal):
        transcript.entries[-1].recorded.append(line.refusal)
    else:
        body = _brought_up(transcript.game, bytes(line.event))
        event = decode_or_explain(body, transcript.game.event_decoder, line=number)
        transcript.entries[-1].recorded.append(event)


def _brought_up(game: Stream, body: bytes) -> bytes:
    """Return a recorded event in its present version; what is no event is left to the decoder, which says why."""
    try:
        return game.brought_up(body)
    except (ValueError, LookupError, TypeError):
        return body


def play(transcript: Transcript) -> Iterator[Step]:
    """Play the commands one by one through the rules."""
    rules = transcript.game
    state = rules.new_state(transcript.config)
    for entry in transcript.entries:
        words: list[str] = []
        state, answer = handle(rules, state, entry.command)
        if isinstance(answer, Accepted):
            words = [rules.in_words(state, event) for event in answer.events]
            yield Step(entry, answer.events, tuple(words), state)
        else:
            yield Step(entry, (answer,), (told(answer),), state)


def told(refusal: Refusal) -> str:
    """Say why a command was refused, with the clause if one decided it."""
    return f"Refused: {refusal.reason}{f' [{refusal.clause}]' if refusal.clause else ''}."


def differences(transcript: Transcript) -> list[Difference]:
    """Compare what the rules say now with what was recorded, command by command."""
    found = []
    for step in play(transcript):
        recorded, now = step.entry.recorded, step.answers
        for place in range(max(len(recorded), len(now))):
            before = recorded[place] if place < len(recorded) else None
            after = now[place] if place < len(now) else None
            if before != after:
                found.append(Difference(step.entry.line, before, after))
    return found


def recorded_lines(transcript: Transcript) -> Iterator[str]:
    """Write the transcript again with what the rules say now recorded after each command."""
    yield _json({transcript.game.first_line: transcript.document})
    notes = dict(transcript.notes)
    for step in play(transcript):
        for line in [number for number in notes if number < step.entry.line]:
            yield _json({"note": notes.pop(line)})
        yield _json({"do": step.entry.command})
        for answer in step.answers:
            yield _json({"refusal" if isinstance(answer, Refusal) else "event": answer})
    for note in notes.values():
        yield _json({"note": note})


def _json(value: object) -> str:
    return msgspec.json.encode(value).decode()


def transcript_schema(rules: Stream) -> dict[str, Any]:
    """Return the JSON Schema of one line of a stream's transcripts, from the message types themselves."""
    parts = (rules.config_type, rules.command_type, rules.event_type, Refusal)
    (config, command, event, refusal), definitions = msgspec.json.schema_components(
        parts, ref_template="#/$defs/{name}"
    )
    for name in {"TableConfig", "AutomaticConfig"} & definitions.keys():
        # What a table's document leaves out is filled in from its edition, not by the type.
        definitions[name]["required"] = ["rulebook"]

    def line(name: str, value: dict[str, Any]) -> dict[str, Any]:
        return {"type": "object", "properties": {name: value}, "required": [name], "additionalProperties": False}

    kinds = {rules.first_line: config, "do": command, "event": event, "refusal": refusal, "note": {"type": "string"}}
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": f"One line of {'an' if rules.name[0] in 'aeiou' else 'a'} {rules.name} transcript",
        "oneOf": [line(name, value) for name, value in kinds.items()],
        "$defs": definitions,
    }
