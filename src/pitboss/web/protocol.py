"""What goes over a WebSocket, both ways. Every message is a JSON object with its `type`.

A client sends one message a frame. The server may put several into one frame, a line each: what waits for a socket
leaves together. News of a stream say from which version to which they lead, so that a client knows when it has missed
some; it then subscribes again with the last version it has, and gets the gap or the stream's true state in one message.
That message comes before any newer news, and no older news come after it: whoever applies each in turn is never behind.
"""

from __future__ import annotations

from functools import cache
from typing import Annotated, Any, Final

import msgspec

StreamName = Annotated[str, msgspec.Meta(min_length=1, max_length=100)]
Key = Annotated[str, msgspec.Meta(min_length=1, max_length=59, description="The sender's own: sent twice, one effect.")]
Version = Annotated[int, msgspec.Meta(ge=0, le=2**53 - 1)]
SAID_MAX: Final = 30
"""Sentences about a stream that are kept for whoever comes to look."""
Token = Annotated[str, msgspec.Meta(min_length=1, max_length=100)]


class _Client(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True, tag_field="type"):
    """What a client may send."""


class Subscribe(_Client, frozen=True, tag="subscribe"):
    """Ask for a stream's state now and its news from then on."""

    stream: StreamName
    after: Version | None = None
    """The last version the client has: it is then sent what came after it, if that is not too much."""


class Unsubscribe(_Client, frozen=True, tag="unsubscribe"):
    """Ask for no more news of a stream."""

    stream: StreamName


class Send(_Client, frozen=True, tag="command"):
    """Ask for something to be done."""

    stream: StreamName
    key: Key
    act: msgspec.Raw
    second: bool = False
    """Wait for a second person to stand by before it is decided."""


class AskFate(_Client, frozen=True, tag="fate"):
    """Ask what became of a command."""

    stream: StreamName
    key: Key


class AskOffers(_Client, frozen=True, tag="offers"):
    """Ask what one may do now."""

    stream: StreamName


class WatchBoard(_Client, frozen=True, tag="board"):
    """Ask for a tote board now and whenever it changes; a connection has one, and another takes its place."""

    stream: StreamName
    track: Annotated[str, msgspec.Meta(min_length=1, max_length=40)] | None = None
    """Of all tracks where it is left out."""
    race: Annotated[int, msgspec.Meta(ge=1, le=99)] | None = None
    """The next to go where it is left out."""


class Approve(_Client, frozen=True, tag="approve"):
    """Stand by somebody's act as the second person."""

    approval: Token


class Decline(_Client, frozen=True, tag="decline"):
    """Refuse to stand by somebody's act, or take one's own question back."""

    approval: Token


class Ping(_Client, frozen=True, tag="ping"):
    """Ask for a sign of life."""

    token: Token | None = None


class Proof(_Client, frozen=True, tag="proof"):
    """A machine's signature, over what it was asked."""

    signature: Annotated[str, msgspec.Meta(max_length=200)]


ClientMessage = Subscribe | Unsubscribe | Send | AskFate | AskOffers | WatchBoard | Approve | Decline | Ping | Proof
CLIENT: msgspec.json.Decoder[ClientMessage] = msgspec.json.Decoder(ClientMessage)


class _Server(msgspec.Struct, frozen=True, kw_only=True, tag_field="type", omit_defaults=True):
    """What the server sends."""


class Challenge(_Server, frozen=True, tag="challenge"):
    """The first message to a machine: what it is to sign, before anything else is served to it."""

    terminal: str
    nonce: str


class Welcome(_Server, frozen=True, tag="welcome"):
    """The first message, to a machine the second: who the client is found to be, and which streams there are."""

    house: str
    who: str | None
    role: str | None
    streams: list[str]
    now: str
    terminal: str | None = None


class StateNow(_Server, frozen=True, tag="state"):
    """A stream as it stands, for whoever asked."""

    stream: str
    version: int
    state: dict[str, Any]
    """With `said`, the last sentences about it, and with `own` where a terminal asked."""


class NewsOf(_Server, frozen=True, tag="news"):
    """What happened in a stream after a version, up to another: the part of it that the client may see."""

    stream: str
    after: int
    version: int
    events: list[dict[str, Any]]
    own: dict[str, Any] | msgspec.UnsetType | None = msgspec.UNSET
    """A terminal's own credits and bets, where they changed: in place of the state's `own`, null where it has none."""
    changes: dict[str, Any] = {}
    """What the state has otherwise since: an object upon an object changes the keys it names, an object upon a list
    the elements whose index it names, and anything else, null too, takes the place of what was there."""
    gone: list[list[str]] = []
    """Paths of keys that the state has no more; they are taken away before the changes are laid upon it."""
    said: list[str] = []
    """What is to be said besides: goes to the end of the state's `said`, of which the last 30 are kept."""
    state: dict[str, Any] | None = None
    """The whole state but for `own`, in place of changes: after a gap."""


class Answer(_Server, frozen=True, tag="answer"):
    """The durable answer to a command."""

    stream: str
    key: str
    is_accepted: bool
    events: list[Any] = []
    refusal: Any = None
    first: int = 0
    last: int = 0
    code: str | None = None
    """A one-time code, where the act made one; it is shown once."""


class NotKnown(_Server, frozen=True, tag="not_known"):
    """Nothing was recorded under a key."""

    stream: str
    key: str


class WaitingFor(_Server, frozen=True, tag="waiting"):
    """A command waits for a second person, to stand by it; or, without a number, to enter the same."""

    stream: str
    key: str
    approval: str | None
    minutes: int | None
    code: str | None = None
    """The asker's half of the one-time code that the act will make."""


class OfferNow(msgspec.Struct, frozen=True):
    """An act that one may do now."""

    act: str
    fields: dict[str, Any]
    """The values that a field may take; a field that is not here may have any that its schema allows."""
    alone: bool
    """Whether it is done alone; otherwise it is sent with `second`."""
    confirm: list[str]
    """Roles of which a second person must be one; none where it is done alone."""


class OffersNow(_Server, frozen=True, tag="offers"):
    """What one may do now, as a stream stands at this version."""

    stream: str
    version: int
    offers: list[OfferNow]


class Problem(_Server, frozen=True, tag="problem"):
    """A message could not be used, or its sender may not."""

    error: str
    reason: str
    values: dict[str, Any]
    stream: str | None = None
    key: str | None = None


class Beat(_Server, frozen=True, tag="beat"):
    """A sign of life each second: what is left of the betting windows in milliseconds, and which day a tote has."""

    now: str
    left: dict[str, int] = {}
    days: dict[str, str] = {}
    """What the house calls a tote to its stream now; whoever watches the one before subscribes again."""


class LinesOf(_Server, frozen=True, tag="lines"):
    """To staff who watch a table with terminals, each second: how long ago each answered; None for one off line."""

    stream: str
    lines: dict[str, int | None]
    """A terminal to milliseconds."""


class Moved(msgspec.Struct, frozen=True):
    """How odds moved the last time they did."""

    was: str | None
    """As they were shown before; None where nothing was shown."""
    is_longer: bool
    """Whether they pay more since."""


class BoardNow(_Server, frozen=True, tag="board"):
    """A tote board: odds, pools, probable prices, results; at most once a second while bets come in."""

    stream: str
    version: int
    board: dict[str, Any] | None
    """None before a race card is open."""
    moved: dict[str, Moved] = {}
    """Numbers of the race whose odds changed while somebody watched."""


class Pong(_Server, frozen=True, tag="pong"):
    """The answer to a ping."""

    token: str | None = None


class Locked(_Server, frozen=True, tag="locked"):
    """The session is locked: why, and that only what the public sees comes until the password is given again."""

    reason: str


SERVER = (
    Challenge
    | Welcome
    | StateNow
    | NewsOf
    | Answer
    | NotKnown
    | WaitingFor
    | OffersNow
    | Problem
    | Beat
    | LinesOf
    | BoardNow
    | Pong
    | Locked
)


def raw(text: bytes) -> Any:
    """Return what is written out already as the value of a field."""
    return msgspec.Raw(text)


@cache
def schema() -> dict[str, Any]:
    """Return the JSON Schema of all messages, the client's and the server's; found once, for it takes two milliseconds.

    Anybody may ask for it, and each finding would also leave names in the table of Python's own, which then doubles.
    """
    (client, server), parts = msgspec.json.schema_components((ClientMessage, SERVER), ref_template="#/$defs/{name}")
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "Messages of Pitboss's WebSocket",
        "properties": {"client": client, "server": server},
        "$defs": parts,
    }
