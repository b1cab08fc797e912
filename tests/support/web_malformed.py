"""WebSocket messages that are none: one thing wrong in any client message or act, and frames that end a line."""

import itertools
import json
import random
import struct
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache

import msgspec

from tests.support.acts import all_streams, sample, tag_of
from tests.support.web_storm import BINARY, CLOSE, CONTINUED, PING, PONG, TEXT, frame

__all__ = ["FATAL", "VALUES", "Bad"]


def _fragments(*parts: tuple[bytes, int, bool]) -> bytes:
    return b"".join(frame(payload, opcode, is_last=is_last) for payload, opcode, is_last in parts)


FATAL: dict[str, tuple[bytes, set[int]]] = {
    "not UTF-8": (frame(b'{"type":"\xff"}'), {1007}),
    "half a character": (frame("é".encode()[:1]), {1007}),
    "half a character in each fragment": (_fragments((b"\xc3", TEXT, False), (b"\x28", CONTINUED, True)), {1007}),
    "a lone surrogate in UTF-8": (frame(b'"\xed\xa0\x80"'), {1007}),
    "65,537 bytes": (frame(b" " * 65_537), {1009}),
    "a megabyte": (frame(b"[" * 2**20), {1009}),
    "depth 100,000": (frame(b"[" * 100_000 + b"]" * 100_000), {1009}),
    "too much in two fragments": (_fragments((b" " * 40_000, TEXT, False), (b" " * 40_000, CONTINUED, True)), {1009}),
    "fragments without end": (
        _fragments((b"", TEXT, False), *[(b"", CONTINUED, False)] * 1_000),
        {1009},
    ),
    "a length of 2^63": (frame(b"", length=2**63), {1002, 1009}),
    "a length of 2^62": (frame(b"", length=2**62), {1002, 1009}),
    "no mask": (frame(b"{}", is_masked=False), {1002}),
    "a reserved bit": (frame(b"{}", reserved=4), {1002}),
    "an opcode that is none": (frame(b"{}", 3), {1002}),
    "a control opcode that is none": (frame(b"", 11), {1002}),
    "a continuation of nothing": (frame(b"{}", CONTINUED), {1002}),
    "a message within a message": (_fragments((b"{", TEXT, False), (b"{}", TEXT, True)), {1002}),
    "a large ping": (frame(b"x" * 126, PING), {1002}),
    "a ping in fragments": (frame(b"x", PING, is_last=False), {1002}),
    "a close of one byte": (frame(b"\x03", CLOSE), {1002}),
    "a close with a code that is none": (frame(struct.pack("!H", 1005), CLOSE), {1002}),
    "a close with a reason that is no text": (frame(struct.pack("!H", 1000) + b"\xff", CLOSE), {1002, 1007}),
}
"""Frames after which a line is closed, and with which codes."""

VALUES: dict[str, bytes] = {
    "null": b"null",
    "true": b"true",
    "a fraction": b"1.5",
    "minus zero": b"-0",
    "minus one": b"-1",
    "2^53": str(2**53).encode(),
    "2^63": str(2**63).encode(),
    "2^64": str(2**64).encode(),
    "5,000 digits": b"9" * 5_000,
    "1e400": b"1e400",
    "NaN": b"NaN",
    "Infinity": b"-Infinity",
    "no text": b'""',
    "a character zero": b'"\\u0000"',
    "a lone surrogate": b'"\\ud800"',
    "two halves the wrong way round": b'"\\udc00\\ud800"',
    "a control character": b'"\x01"',
    "an escape that is none": b'"\\x"',
    "a long text": b'"' + b"x" * 60_000 + b'"',
    "markup": b'"<script>alert(1)</script>"',
    "a list": b"[]",
    "an object": b"{}",
    "nothing": b"",
    "depth 20,000": b"[" * 20_000 + b"]" * 20_000,
    "depth 60,000 without end": b"[" * 60_000,
    "objects in objects": b'{"a":' * 8_000 + b"1" + b"}" * 8_000,
}
"""What stands where something else should."""

_MESSAGES: dict[str, dict[str, bytes]] = {
    "subscribe": {"stream": b'"tote"', "after": b"1"},
    "unsubscribe": {"stream": b'"tote"'},
    "command": {"stream": b'"automatic-1"', "key": b'"k"', "act": b'{"type":"table.open/1"}', "second": b"false"},
    "fate": {"stream": b'"tote"', "key": b'"k"'},
    "offers": {"stream": b'"automatic-1"'},
    "approve": {"approval": b'"a1"'},
    "decline": {"approval": b'"a1"'},
    "ping": {"token": b'"t"'},
}
_STREAMS = {"automatic": "automatic-1", "roulette": "roulette-1", "tote": "tote", "house": "house"}


def _object(pairs: Sequence[tuple[str, bytes]]) -> bytes:
    return b"{" + b",".join(json.dumps(name).encode() + b":" + value for name, value in pairs) + b"}"


@cache
def _acts() -> list[tuple[str, dict[str, bytes]]]:
    """Return an act of every kind with its stream, field by field."""
    found = []
    for rules in all_streams():
        stream = _STREAMS.get(rules.name, "roulette-1")
        for kind in rules.acts:
            fields = msgspec.to_builtins(sample(kind)) | {"type": tag_of(kind)}
            found.append((stream, {name: msgspec.json.encode(value) for name, value in fields.items()}))
    return found


@dataclass(frozen=True)
class Bad:
    """A message with something wrong in it, as the frames it goes out in."""

    what: str
    frames: bytes

    @classmethod
    def drawn(cls, chance: random.Random) -> "Bad":
        """Draw one: from a message or an act, whole or in pieces, as text or as bytes."""
        if chance.random() < 0.5:
            what, data = _bad_act(chance)
        else:
            what, data = _bad_message(chance)
        if len(data) > 65_536:
            data = data[:65_536]
        opcode = BINARY if chance.random() < 0.2 else TEXT
        if chance.random() < 0.3:
            return cls(f"{what}, in pieces", _in_pieces(chance, data, opcode))
        return cls(what, frame(data, opcode))


def _in_pieces(chance: random.Random, data: bytes, opcode: int) -> bytes:
    """Cut a message up, with pings and pongs between its pieces, which is allowed."""
    cuts = sorted(chance.choices(range(len(data) + 1), k=chance.randint(1, 6)))
    ends = list(itertools.pairwise([0, *cuts, len(data)]))
    found = b""
    for number, (start, end) in enumerate(ends):
        is_last = number == len(ends) - 1
        found += frame(data[start:end], CONTINUED if number else opcode, is_last=is_last)
        if not is_last and chance.random() < 0.3:
            found += frame(b"between", chance.choice((PING, PONG)))
    return found


def _bad_message(chance: random.Random) -> tuple[str, bytes]:
    kind = chance.choice(list(_MESSAGES))
    fields = {"type": json.dumps(kind).encode(), **_MESSAGES[kind]}
    # A request for no more news has no answer where it is right, so that it must be wrong.
    what, data = _spoilt(chance, fields, is_surely_wrong=kind == "unsubscribe")
    return f"{kind}: {what}", data


def _bad_act(chance: random.Random) -> tuple[str, bytes]:
    stream, fields = chance.choice(_acts())
    what, data = _spoilt(chance, fields, is_surely_wrong=False)
    key = json.dumps(f"bad-{chance.getrandbits(64):x}").encode()
    outer = [("type", b'"command"'), ("stream", json.dumps(stream).encode()), ("key", key), ("act", data)]
    return f"act: {what}", _object(outer)


def _spoilt(chance: random.Random, fields: dict[str, bytes], *, is_surely_wrong: bool) -> tuple[str, bytes]:
    """Return a document with one thing wrong in it, or one that is right but odd."""
    name = chance.choice(list(fields))
    value_name = chance.choice(list(VALUES))
    value = VALUES[value_name]
    replaced = _object([(field, value if field == name else right) for field, right in fields.items()])
    whole = _object(list(fields.items()))
    ways: list[tuple[str, bytes]] = [
        (f"{name} is {value_name}", replaced),
        (f"{name} is {value_name}", replaced),
        (f"no {name}", _object([pair for pair in fields.items() if pair[0] != name or pair[0] in ("after", "token")])),
        (f"unknown field with {value_name}", _object([*fields.items(), ("unknown", value)])),
        ("a mark of the byte order", b"\xef\xbb\xbf" + whole),
        ("cut short", whole[: chance.randrange(len(whole))]),
        ("something after it", whole + chance.choice((b"}", b"{}", b"\x00", b",", b"x"))),
        ("UTF-16", whole.decode().encode("utf-16-le").replace(b"\xff", b"")),
        (f"only {value_name}", value),
    ]
    if not is_surely_wrong:
        ways += [
            (f"{name} twice", _object([*fields.items(), (name, value)])),
            (f"{name} twice, the same", _object([*fields.items(), (name, fields[name])])),
            ("space around it", b" \n\t" + whole + b"\r\n"),
        ]
    return chance.choice(ways)
