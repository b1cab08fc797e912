"""Pitboss: a casino's written rules of play as data, and the code that decides, pays and proves by them.

These are the supported names; each is loaded when it is first asked for, so `import pitboss` costs nothing.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

from pitboss.errors import InputError, PitbossError

if TYPE_CHECKING:
    from pitboss.decider import Accepted, Command, Person, Refusal, Role, handle
    from pitboss.games import GAMES, game
    from pitboss.money import Currency, Money, Rounding
    from pitboss.openers import read_transcript
    from pitboss.rulebook import RuleViolation, check_table, clause, edition, edition_ids, table_config
    from pitboss.transcript import play

__all__ = [
    "GAMES",
    "Accepted",
    "Command",
    "Currency",
    "InputError",
    "Money",
    "Person",
    "PitbossError",
    "Refusal",
    "Role",
    "Rounding",
    "RuleViolation",
    "check_table",
    "clause",
    "edition",
    "edition_ids",
    "game",
    "handle",
    "play",
    "read_transcript",
    "table_config",
]

_HOME = {
    "pitboss.openers": ("read_transcript",),
    "pitboss.decider": ("Accepted", "Command", "Person", "Refusal", "Role", "handle"),
    "pitboss.errors": ("InputError", "PitbossError"),
    "pitboss.games": ("GAMES", "game"),
    "pitboss.money": ("Currency", "Money", "Rounding"),
    "pitboss.rulebook": ("RuleViolation", "check_table", "clause", "edition", "edition_ids", "table_config"),
    "pitboss.transcript": ("play",),
}


def __getattr__(name: str) -> Any:
    for module, names in _HOME.items():
        if name in names:
            return getattr(import_module(module), name)
    message = f"module 'pitboss' has no attribute {name!r}"
    raise AttributeError(message)


def __dir__() -> list[str]:
    return sorted(__all__)
