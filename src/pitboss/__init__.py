"""Pitboss: a casino's written rules of play as data, and the code that decides, pays and proves by them.

>>> import pitboss
>>> table = pitboss.Roulette("oneida-roulette-2008")
>>> table.settle("17", {"straight:17": 500}).net
17500
>>> table.odds()["red"].edge
Fraction(1, 19)

These are the supported names; each is loaded when it is first asked for, so `import pitboss` costs nothing.
docs/library.md shows what can be done with them.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

from pitboss.errors import InputError, PitbossError

if TYPE_CHECKING:
    from pitboss.decider import Accepted, Act, Command, Event, Person, Refusal, Role, handle
    from pitboss.games import GAMES, game
    from pitboss.library.blackjack import BlackjackRound
    from pitboss.library.journals import JournalReader, Step, read_journal
    from pitboss.library.moves import Move
    from pitboss.library.race_cards import PricedCard, PricedPool, PricedTicket, Winner, price_card
    from pitboss.library.results import (
        BaccaratSettlement,
        Bet,
        BlackjackSettlement,
        Hand,
        Odds,
        RouletteSettlement,
        SettledWager,
        Settlement,
        SicBoSettlement,
    )
    from pitboss.library.roulette import RouletteRound
    from pitboss.library.tables import Baccarat, Blackjack, Roulette, SicBo, Table, check_file
    from pitboss.money import Currency, Money, Rounding
    from pitboss.openers import read_transcript
    from pitboss.rulebook import (
        Clause,
        Fault,
        RuleViolation,
        TableConfig,
        check_table,
        clause,
        edition,
        edition_ids,
        table_config,
    )
    from pitboss.transcript import play

__all__ = [
    "GAMES",
    "Accepted",
    "Act",
    "Baccarat",
    "BaccaratSettlement",
    "Bet",
    "Blackjack",
    "BlackjackRound",
    "BlackjackSettlement",
    "Clause",
    "Command",
    "Currency",
    "Event",
    "Fault",
    "Hand",
    "InputError",
    "JournalReader",
    "Money",
    "Move",
    "Odds",
    "Person",
    "PitbossError",
    "PricedCard",
    "PricedPool",
    "PricedTicket",
    "Refusal",
    "Role",
    "Roulette",
    "RouletteRound",
    "RouletteSettlement",
    "Rounding",
    "RuleViolation",
    "SettledWager",
    "Settlement",
    "SicBo",
    "SicBoSettlement",
    "Step",
    "Table",
    "TableConfig",
    "Winner",
    "check_file",
    "check_table",
    "clause",
    "edition",
    "edition_ids",
    "game",
    "handle",
    "play",
    "price_card",
    "read_journal",
    "read_transcript",
    "table_config",
]

_HOME = {
    "pitboss.decider": ("Accepted", "Act", "Command", "Event", "Person", "Refusal", "Role", "handle"),
    "pitboss.errors": ("InputError", "PitbossError"),
    "pitboss.games": ("GAMES", "game"),
    "pitboss.library.blackjack": ("BlackjackRound",),
    "pitboss.library.journals": ("JournalReader", "Step", "read_journal"),
    "pitboss.library.moves": ("Move",),
    "pitboss.library.race_cards": ("PricedCard", "PricedPool", "PricedTicket", "Winner", "price_card"),
    "pitboss.library.results": (
        "BaccaratSettlement",
        "Bet",
        "BlackjackSettlement",
        "Hand",
        "Odds",
        "RouletteSettlement",
        "SettledWager",
        "Settlement",
        "SicBoSettlement",
    ),
    "pitboss.library.roulette": ("RouletteRound",),
    "pitboss.library.tables": ("Baccarat", "Blackjack", "Roulette", "SicBo", "Table", "check_file"),
    "pitboss.money": ("Currency", "Money", "Rounding"),
    "pitboss.openers": ("read_transcript",),
    "pitboss.rulebook": (
        "Clause",
        "Fault",
        "RuleViolation",
        "TableConfig",
        "check_table",
        "clause",
        "edition",
        "edition_ids",
        "table_config",
    ),
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
