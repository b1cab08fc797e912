"""Everything that is recorded, of every room: which document begins which stream, and all transcripts."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pitboss import transcript
from pitboss.games.openers import OPENERS as GAMES
from pitboss.rulebook import edition, edition_ids
from pitboss.tote.openers import OPENERS as TOTE

if TYPE_CHECKING:
    from collections.abc import Iterable

    from pitboss.rulebook import Fault
    from pitboss.stream import Config, Openers
    from pitboss.transcript import Transcript

__all__ = ["OPENERS", "check_document", "read_transcript"]

OPENERS: Openers = {**GAMES, **TOTE}


def read_transcript(lines: Iterable[bytes], openers: Openers = OPENERS) -> Transcript:
    """Read a transcript, whatever it is of; see `transcript.read_transcript`."""
    return transcript.read_transcript(lines, openers)


def check_document(document: object) -> tuple[str, Config | None, tuple[Fault, ...]]:
    """Check what a house set up, and say what it is: a table, an automatic table, a tournament, or a tote day.

    >>> check_document({"rulebook": "oneida-parimutuel-2004", "name": "Oneida", "date": "2004-05-01"})[0]
    'tote'
    """
    kind = "table"
    if isinstance(document, dict):
        rulebook = document.get("rulebook")
        if rulebook in edition_ids() and edition(rulebook).game in TOTE:
            kind = "tote"
        elif "starting_chips" in document:
            kind = "tournament"
        elif "betting_seconds" in document:
            kind = "automatic"
    config, faults = OPENERS[kind].check(document)
    return kind, config, faults
