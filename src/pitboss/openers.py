"""Everything that is recorded, of every room: which document begins which stream, and all transcripts."""

from __future__ import annotations

from collections.abc import Iterable
from importlib import import_module
from typing import Any

from pitboss import transcript
from pitboss.games import game
from pitboss.rulebook import Fault, TableConfig, check_table, edition, edition_ids, table_config
from pitboss.rulebook.check import recorded_table, without_faults
from pitboss.stream import Config, Opener, Openers
from pitboss.transcript import Transcript

_AUTOMATIC = "betting_seconds"
"""The field that only an automatic table has."""


def opener(check: str, stream: str, recorded: str = "") -> Opener:
    """Return the opener of a kind of stream by the places of its check and its stream, such as `module:name`.

    `recorded` is the place of what reads a document that earlier rules accepted. The rules are loaded when a first
    line needs them.
    """

    def found(place: str) -> Any:
        module, _, name = place.partition(":")
        return getattr(import_module(module), name)

    def checked(document: object) -> Any:
        return found(check)(document)

    def read(document: object) -> Any:
        return found(recorded)(document)

    return Opener(check=checked, stream_of=lambda _: found(stream), recorded=read if recorded else None)


OPENERS: Openers = {
    "table": Opener(
        check=check_table,
        stream_of=lambda config: game(edition(config.rulebook).game),
        recorded=recorded_table,
    ),
    "automatic": opener(
        "pitboss.games.roulette.automatic.config:check_automatic",
        "pitboss.games.roulette.automatic.game:AUTOMATIC",
        "pitboss.games.roulette.automatic.config:recorded_automatic",
    ),
    "tournament": opener(
        "pitboss.games.tournament.config:check_tournament", "pitboss.games.tournament.game:TOURNAMENT"
    ),
    "cage": opener("pitboss.games.cage.config:check_cage", "pitboss.games.cage.game:CAGE"),
    "tote": opener("pitboss.tote.day.config:check_day", "pitboss.tote.day.game:TOTE"),
}


def read_transcript(lines: Iterable[bytes], openers: Openers = OPENERS) -> Transcript:
    """Read a transcript, whatever it is of; see `transcript.read_transcript`."""
    return transcript.read_transcript(lines, openers)


def table_of(document: object) -> TableConfig:
    """Return the checked table of a document; an automatic table is the roulette table that its terminals bet at.

    >>> table_of({"rulebook": "oneida-roulette-2008", "betting_seconds": 25}).rulebook
    'oneida-roulette-2008'

    Raises:
        BadConfig: for what is no table.
        SettingsRefused: for settings that the rulebook does not allow.
    """
    if isinstance(document, dict) and _AUTOMATIC in document:
        from pitboss.games.roulette.automatic.config import check_automatic

        return without_faults(*check_automatic(document)).table
    return table_config(document)


def check_document(document: object) -> tuple[str, Config | None, tuple[Fault, ...]]:
    """Check what a house set up, and say what it is: a table, an automatic table, a tournament, or a tote day.

    >>> check_document({"rulebook": "oneida-parimutuel-2004", "name": "Oneida", "date": "2004-05-01"})[0]
    'tote'
    """
    kind = "table"
    if isinstance(document, dict):
        rulebook = document.get("rulebook")
        if rulebook in edition_ids() and edition(rulebook).game == "tote":
            kind = "tote"
        elif "starting_chips" in document:
            kind = "tournament"
        elif _AUTOMATIC in document:
            kind = "automatic"
    config, faults = OPENERS[kind].check(document)
    return kind, config, faults
