"""What happened at a table as a sentence for its pages: people by name, terminals by their places, bets in words.

Nobody on a screen is an id, and no bet is written in the notation of commands.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Any, Final, NamedTuple

import msgspec

from pitboss.decider import Event
from pitboss.floor.commands import Desk
from pitboss.floor.people.state import Position
from pitboss.floor.writer.audience import told
from pitboss.floor.writer.live_stream import LiveStream
from pitboss.games.everyday.papers import paper_of
from pitboss.journal import Record

_PEOPLE: Final = re.compile(r"(.*_)?by(_id)?|witness|dealer|mucker|floorperson|cutter|before|designee_of")
"""Fields of events that name somebody who works here."""
_BET: Final = re.compile(r"\b([a-z]+(?:_[a-z]+)*):(\d[\d-]*)\b")


def sentence_of(desk: Desk | None, live: LiveStream, event: Event, *, is_brief: bool) -> str:
    """Return an event in words; in brief its first line, which of a settlement is the result."""
    shown = told(event, live.state)
    people, positions = ({}, {}) if desk is None else (desk.people, desk.positions)
    named = {field: people[value].name for field, value in _named(shown) if value in people}
    if named:
        shown = msgspec.structs.replace(shown, **named)
    sentence = live.rules.in_words(live.state, shown)
    if is_brief:
        sentence = sentence.partition("\n")[0].rstrip(":")
    return _placed(positions, live, _BET.sub(_in_words, sentence))


class Told(NamedTuple):
    """A record in words, and the paper that it stands on with its newest print."""

    text: str
    paper: str
    """Such as `slip 3`; nothing where it is on none."""
    print: int
    """The version of the print; 0 where there is none."""


def told_of(desk: Desk, live: LiveStream, records: Iterable[Record], prints: Mapping[str, int]) -> list[Told]:
    """Return a table's records in words, in the writer's thread; of one that nobody is told of, nothing."""
    found = []
    for record in records:
        event = live.decoded(record.body)
        text = "" if event.audience == "nobody" else sentence_of(desk, live, event, is_brief=False)
        paper = paper_of(live.state.everyday, event, record.version)
        found.append(Told(text, paper, prints.get(paper, 0)))
    return found


def _named(event: Event) -> list[tuple[str, Any]]:
    """Return the fields that name people; beside one that ends in `_id` the other is a role."""
    fields = event.__struct_fields__
    found = (name for name in fields if _PEOPLE.fullmatch(name) and f"{name}_id" not in fields)
    return [(name, getattr(event, name)) for name in found]


def _in_words(bet: re.Match[str]) -> str:
    return f"{bet[1].replace('_', ' ')} {bet[2]}"


def _placed(positions: Mapping[str, Position], live: LiveStream, sentence: str) -> str:
    """Return a sentence in which the terminals of a table are called by their places, and their sessions too."""
    for name, one in positions.items():
        if one.stream == live.name and one.position and name in sentence:
            place = f"terminal {one.position}"
            sentence = re.sub(rf"\b[Ss]ession {re.escape(name)}\.\d+\b", f"a session of {place}", sentence)
            sentence = re.sub(rf"\b(?:terminal )?{re.escape(name)}(?:\.\d+)?\b", place, sentence)
    return sentence[:1].upper() + sentence[1:]
