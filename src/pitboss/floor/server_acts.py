"""What the server does in the house's own stream, as itself."""

from __future__ import annotations

import secrets as chance
from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Any

from pitboss.decider import Accepted, Act, Command
from pitboss.errors import InvariantBroken
from pitboss.floor.people.checks import SERVER, THE_SERVER
from pitboss.floor.people.house import HOUSE_STREAM
from pitboss.floor.writer.writer import Floor
from pitboss.journal import Secret


def record(floor: Floor, act: Act, secrets: Sequence[Secret] = ()) -> None:
    """Do what the house file or the server's own work says, as the server.

    Raises:
        InvariantBroken: where that is refused.
    """
    key = f"{SERVER}/{chance.token_hex(12)}"
    command: Command[Any] = Command(key=key, by=THE_SERVER, act=act, received_at=datetime.now(UTC))
    answer = floor.submit(HOUSE_STREAM, command, secrets).result().answer
    if not isinstance(answer, Accepted):
        raise InvariantBroken(f"the server's {type(act).__name__} was refused: {answer.reason}")
