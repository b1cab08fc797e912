"""The notation of mini-baccarat wagers: which hand, or a tie, and the names of wagers that other houses know."""

from __future__ import annotations

from enum import StrEnum

from pitboss.errors import BadNotation


class On(StrEnum):
    """What a wager is on."""

    BANKER = "banker"
    PLAYER = "player"
    TIE = "tie"


KINDS = (*On, "banker_pair", "player_pair")
"""Every kind the notation knows; which of them a house offers is its edition's affair."""


def parse_on(text: object) -> str:
    """Read what a wager is on; whether the house offers it is another question.

    >>> parse_on("tie")
    'tie'
    """
    if not isinstance(text, str) or text not in KINDS:
        raise BadNotation(f"no such wager; the wagers are {', '.join(KINDS)}", value=text)
    return str(text)
