"""What only the server may say in an act: a ticket's number that nobody can guess, the order of a virtual shoe."""

from __future__ import annotations

import asyncio
import base64
import hashlib
import hmac
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

import msgspec

from pitboss.decider import decode_or_explain
from pitboss.errors import InputError

if TYPE_CHECKING:
    from pitboss.decider import Command
    from pitboss.floor.gates.virtual_shoes import VirtualShoes
    from pitboss.floor.writer.live_stream import LiveStream
    from pitboss.floor.writer.writer import Floor
    from pitboss.stream import Stream

__all__ = ["ServerFields", "act_of"]

_SELL: Final = "tote.sell_ticket/1"
_TICKET: Final = ("nonce",)
_NONCE: Final = 20


def act_of(data: bytes) -> dict[str, Any]:
    """Return an act as a document, whatever it is.

    Raises:
        InputError: for what is no JSON object.
    """
    try:
        found = msgspec.json.decode(data)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise InputError(f"not JSON: {error}", field="act") from error
    if not isinstance(found, dict):
        raise InputError("an act is an object with its type", field="act", value=found)
    return found


def _one(data: bytes) -> msgspec.Raw:
    """Return an act that is to stand in a command, as it came: one value, after which nothing follows."""
    try:
        return msgspec.json.decode(data, type=msgspec.Raw)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise InputError(f"not JSON: {error}", field="act") from error


@dataclass
class ServerFields:
    """Fills in acts; the same act under the same key is filled in the same way."""

    floor: Floor
    server_key: bytes
    shoes: VirtualShoes

    async def built(self, rules: Stream, stream: str, envelope: dict[str, Any], act: bytes) -> Command[Any]:
        """Return the command of an envelope and an act of a stream, with what the server says in it."""
        if self.shoes.has(stream):
            whole = {**envelope, "act": act_of(act)}
            if self.shoes.said(stream, str(whole["act"].get("type"))):
                return await asyncio.wrap_future(self.floor.ask(stream, lambda live: self.shoes.built(live, whole)))
        filled = self._ticket(stream, envelope["key"], act_of(act)) if rules.name == "tote" else _one(act)
        data = msgspec.json.encode({**envelope, "act": filled})
        command: Command[Any] = decode_or_explain(data, rules.command_decoder)
        return command

    def said(self, stream: str, kind: str) -> tuple[str, ...]:
        """Return the fields of an act that are the server's to say, always or at times."""
        return _TICKET if kind == _SELL else self.shoes.said(stream, kind)

    def said_now(self, live: LiveStream, kind: str) -> tuple[str, ...]:
        """Return the fields of an act that whoever acts now leaves out; to be asked in the writer's thread."""
        return _TICKET if kind == _SELL else self.shoes.said_now(live, kind)

    def _ticket(self, stream: str, key: str, document: dict[str, Any]) -> dict[str, Any]:
        if document.get("type") != _SELL:
            return document
        if "nonce" in document:
            raise InputError("the server draws a ticket's number", field="act.nonce", value=document["nonce"])
        drawn = hmac.digest(self.server_key, f"{stream}/{key}".encode(), hashlib.sha256)
        return {**document, "nonce": base64.b32encode(drawn).decode()[:_NONCE]}
