"""Clauses and their citations: which code carries out which clause.

A clause id (`RO-F2`, `RH-6.5.2.1`) or reading (`Q4`) stands in the edition's data, on the code that carries it out
(`@cites`), on every refusal and payment, and on the tests. `pitboss conformance` joins the four.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Mapping
from enum import StrEnum
from typing import TypeVar

import msgspec

T = TypeVar("T")

_CITED: defaultdict[str, list[str]] = defaultdict(list)


class ClauseKind(StrEnum):
    """What a clause asks of the system."""

    ENFORCED = "enforced"
    RECORDED = "recorded"
    POSTED = "posted"
    DEFINITION = "definition"
    STRUCK = "struck"


class Clause(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One leaf of a rules document, or a reading of what it leaves open, in our own words."""

    id: str
    kind: ClauseKind
    title: str
    text: str
    pending: bool = False
    """True while the part of the system that carries it out has not been built."""


def cites(*clause_ids: str) -> Callable[[T], T]:
    """Mark a function or message type as the place where these clauses are carried out.

    >>> @cites("RO-F2")
    ... def refuse_late_bet() -> None: ...
    >>> "refuse_late_bet" in citations()["RO-F2"][-1]
    True
    """

    def mark(carrier: T) -> T:
        place = f"{carrier.__module__}.{carrier.__qualname__}"  # type: ignore[attr-defined]
        for clause_id in clause_ids:
            if place not in _CITED[clause_id]:
                _CITED[clause_id].append(place)
        return carrier

    return mark


def citations() -> Mapping[str, list[str]]:
    """Return clause id to the places that cite it, of all modules imported so far."""
    return _CITED


def parent_of(clause_id: str) -> str | None:
    """Return the id one step up, or None at the top of a section.

    >>> parent_of("RH-6.5.2.1"), parent_of("RA-3b.viii"), parent_of("RO-F2")
    ('RH-6.5.2', 'RA-3b', None)
    """
    head, dot, _ = clause_id.rpartition(".")
    return head if dot else None
