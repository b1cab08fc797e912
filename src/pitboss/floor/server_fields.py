"""What only the server may say in an act: a ticket's number that nobody can guess, the order of a virtual shoe.

An act's type declares these fields (`drawn_fields`, `shoe_fields`). Whoever asks for the act leaves them out, and here
they are filled in, in the writer's thread, right before the act is decided.
"""

from __future__ import annotations

import base64
import hashlib
import hmac
from dataclasses import dataclass
from typing import Any, Final

import msgspec

from pitboss.decider import Act, Command
from pitboss.errors import InputError
from pitboss.floor.gates.virtual_shoes import BLANK, VirtualShoes
from pitboss.floor.writer.live_stream import LiveStream
from pitboss.stream import act_type, stated_fields

_DRAWN: Final = 20
"""Characters of what is drawn from a key."""


@dataclass
class ServerFields:
    """Fills them in; the same act under the same key is filled in the same way."""

    server_key: bytes
    shoes: VirtualShoes

    def said(self, stream: str, kind: type[Act]) -> tuple[str, ...]:
        """Return the fields of an act that are the server's to say, always or at times."""
        return kind.drawn_fields + self.shoes.said(stream, kind)

    def said_now(self, live: LiveStream, kind: type[Act]) -> tuple[str, ...]:
        """Return the fields of an act that whoever acts now leaves out."""
        return kind.drawn_fields + self.shoes.said_now(live, kind)

    def filled(self, live: LiveStream, command: Command[Any]) -> Command[Any]:
        """Return a command with what the server says in its act; one that the house built itself stays as it is.

        Raises:
            InputError: where the sender says what is the server's to say, or leaves out what is not.
        """
        kind = act_type(command.act)
        if kind is type(command.act):
            return command
        stated = stated_fields(command.act)
        said = self.said_now(live, kind)
        for name in said:
            if name in stated:
                is_drawn = name in kind.drawn_fields
                reason = (
                    "the server draws a ticket's number" if is_drawn else "is the virtual shoe's to say, and left out"
                )
                raise InputError(reason, field=f"act.{name}", value=stated[name])
        for field in msgspec.structs.fields(kind):
            if field.required and field.name not in stated and field.name not in said:
                reason = f"Object missing required field `{field.name}`"
                raise InputError(reason, field="act", value=msgspec.to_builtins(command.act))
        drawn = {name: self._drawn(live.name, command.key) for name in kind.drawn_fields}
        blank = {name: BLANK[name] for name in said if name not in drawn}
        return self.shoes.filled(live, msgspec.structs.replace(command, act=kind(**stated, **drawn, **blank)))

    def _drawn(self, stream: str, key: str) -> str:
        """Return a text of base 32 that nobody can guess who does not have the server's key."""
        digest = hmac.digest(self.server_key, f"{stream}/{key}".encode(), hashlib.sha256)
        return base64.b32encode(digest).decode()[:_DRAWN]
