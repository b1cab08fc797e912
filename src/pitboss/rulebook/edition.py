"""Editions: the written rules of one document as data, loaded from TOML and identified by a hash.

A new house is a new file in `editions/`, or in a folder of the house's own, not a subclass. What every game shares is
typed here; what only one game has stands under `[rules]` and is read by that game.
"""

from __future__ import annotations

import hashlib
import os
from datetime import date, timedelta
from enum import StrEnum
from functools import cache
from importlib import resources
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Any

import msgspec

from pitboss.errors import BadConfig
from pitboss.rulebook.clauses import Clause, ClauseKind, cites

_EDITIONS = resources.files("pitboss.rulebook") / "editions"
_OURS = ("readings", "house-practice")
"""Files that are not editions: how we read the documents, and what is usual where they are silent."""
FOLDERS = "PITBOSS_EDITIONS"
"""The environment variable with more folders of editions, separated as in PATH."""
_added: list[Path] = []


class _Data(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True, omit_defaults=True):
    """Immutable rulebook data; a key we do not know is an error, not a comment.

    Defaults are left out of an edition's hash, so that a key added later changes only the editions that use it.
    """


class Bound(StrEnum):
    """How the odds a document lists bind the house."""

    AT_LEAST = "at_least"
    EXACTLY = "exactly"
    AT_MOST = "at_most"


@cites("RES")
class Adoption(_Data, frozen=True):
    """Who adopted the document, by what act, and from when a table may open under it."""

    body: str
    resolution: str
    adopted: date | None = None
    sent_to_state: date | None = None
    waiting_days: int = 0
    amends: tuple[str, ...] = ()

    @property
    def opens_on(self) -> date | None:
        """Return the first day a table may open; None where the document has no date."""
        if self.adopted is None:
            return None
        # Copies cannot have gone to the State before there was something to copy: without a date of sending the
        # days of waiting run from the adoption.
        sent = self.sent_to_state or self.adopted
        return max(self.adopted, sent + timedelta(days=self.waiting_days))


class WagerSpec(_Data, frozen=True):
    """One kind of wager: its definition, its odds and how they bind."""

    kind: str
    name: str
    clause: str
    win_clause: str
    lose_clause: str
    pays: int
    bound: Bound
    place_clause: str = ""
    """Where the chips must lie, if that stands in a clause of its own; else `clause` says it."""


class NotOfferedKind(_Data, frozen=True):
    """A kind the notation knows and this house's layout does not have."""

    kind: str
    clause: str
    reason: str


class SettingType(StrEnum):
    """The shapes a setting's value may have."""

    FLAG = "flag"
    CHOICE = "choice"
    INTEGER = "integer"
    RATIO = "ratio"
    TEXT = "text"
    LENGTH = "length"
    APPROVAL = "approval"
    NAMES = "names"
    AMOUNT_BY_KIND = "amount_by_kind"
    AMOUNT_BY_NAME = "amount_by_name"
    ODDS_BY_KIND = "odds_by_kind"


class When(_Data, frozen=True):
    """A further bound on a setting that holds while another setting has a value."""

    setting: str
    value: Any
    clause: str
    note: str = ""
    default: Any = None
    """What takes the place of the setting's own default; None where that default stays."""
    permitted: tuple[Any, ...] = ()
    at_least: int | str | None = None
    at_most: int | str | None = None


class SettingSpec(_Data, frozen=True, kw_only=True):
    """One thing a house may choose: its shape, its default, what the document permits, and by which clause."""

    key: str
    type: SettingType
    default: Any = None
    """The value when the house sets none; only a nullable setting may leave it out."""
    nullable: bool = False
    """The house may choose nothing: null, which TOML lacks and a table's file writes as `"none"`."""
    clause: str
    note: str = ""
    values: tuple[Any, ...] = ()
    permitted: tuple[Any, ...] = ()
    at_least: int | str | None = None
    at_most: int | str | None = None
    unless: str | None = None
    """A text setting that lifts this bound when it is not empty."""
    approved_by: str | None = None
    """A setting with an approval, which lifts this bound for the ball that it names and for no other."""
    when: tuple[When, ...] = ()

    def __post_init__(self) -> None:
        """Refuse a missing default unless the setting is nullable, and `nullable` on types that cannot be null."""
        if self.default is None and not self.nullable:
            raise ValueError(f"setting {self.key} has no default")
        if self.nullable and self.type not in (SettingType.CHOICE, SettingType.INTEGER):
            raise ValueError(f"setting {self.key} cannot be nullable: only a choice or a whole number can")


class Edition(_Data, frozen=True):
    """One rules document."""

    id: str
    game: str
    title: str
    codes: tuple[str, ...]
    currencies: tuple[str, ...]
    adoption: Adoption
    clauses: tuple[Clause, ...]
    wagers: tuple[WagerSpec, ...] = ()
    not_offered: tuple[NotOfferedKind, ...] = ()
    settings: tuple[SettingSpec, ...] = ()
    rules: dict[str, Any] = {}

    @property
    def hash(self) -> str:
        """Return the SHA-256 of the edition's content; comments and layout of the file do not count."""
        return hashlib.sha256(msgspec.json.encode(self, order="deterministic")).hexdigest()

    @property
    def in_words(self) -> str:
        """Return its title, and by what act it was adopted and when."""
        act = f" as {self.adoption.resolution}" if self.adoption.resolution else ""
        day = f" on {self.adoption.adopted}" if self.adoption.adopted else ""
        return f"{self.title} ({self.id}){f', adopted{act}{day}' if act or day else ''}"

    @property
    def known_kinds(self) -> tuple[str, ...]:
        """Return every wager kind the game's notation knows, offered here or not."""
        return tuple(w.kind for w in self.wagers) + tuple(n.kind for n in self.not_offered)


class _Reading(_Data, frozen=True):
    id: str
    title: str
    text: str
    kind: ClauseKind
    pending: bool = False


class _Readings(_Data, frozen=True):
    readings: tuple[_Reading, ...]
    settings: tuple[SettingSpec, ...] = ()


def add_editions(folder: Path | str) -> None:
    """Read editions from one more folder, for this process."""
    found = Path(folder)
    if not found.is_dir():
        raise BadConfig("no such folder of editions", field=FOLDERS, value=str(folder))
    if found not in _added:
        _added.append(found)
    edition.cache_clear()
    all_clauses.cache_clear()


def added_editions() -> tuple[Path, ...]:
    """Return the additional folders: those added by code, then those in the environment variable."""
    named = (Path(name) for name in os.environ.get(FOLDERS, "").split(os.pathsep) if name)
    return (*_added, *named)


def _files() -> dict[str, Traversable]:
    """Return the file of every edition by its id; what ships with the program is not replaced by another."""
    entries = (entry for place in (*added_editions(), _EDITIONS) for entry in place.iterdir())
    found = {entry.name.removesuffix(".toml"): entry for entry in entries if entry.name.endswith(".toml")}
    return {name: found[name] for name in sorted(found) if name not in _OURS}


def edition_ids() -> tuple[str, ...]:
    """Return the ids of all editions, sorted.

    >>> "oneida-roulette-2008" in edition_ids()
    True
    """
    return tuple(_files())


@cache
def edition(edition_id: str) -> Edition:
    """Load one edition.

    >>> edition("oneida-roulette-2008").adoption.resolution
    'BC 05-28-08-A'
    """
    files = _files()
    if edition_id not in files:
        raise BadConfig(f"no such rulebook; the known ones are {', '.join(files)}", field="rulebook", value=edition_id)
    return msgspec.toml.decode(files[edition_id].read_bytes(), type=Edition)


@cache
def readings() -> tuple[Clause, ...]:
    """Return the readings of what the documents leave open, and house practice where they are silent, as clauses."""
    files = ((_EDITIONS / f"{name}.toml").read_bytes() for name in _OURS)
    decoded = [reading for file in files for reading in msgspec.toml.decode(file, type=_Readings).readings]
    return tuple(Clause(r.id, r.kind, r.title, r.text, r.pending) for r in decoded)


@cache
def practice_settings() -> tuple[SettingSpec, ...]:
    """Return what a table may choose of house practice, whatever its document: thresholds, each with its default.

    They do not belong to an edition or its hash. A table that does not set one gets its default.
    """
    file = (_EDITIONS / "house-practice.toml").read_bytes()
    return msgspec.toml.decode(file, type=_Readings).settings


@cache
def all_clauses() -> dict[str, Clause]:
    """Return every clause and reading by id, in the order of the documents."""
    found: dict[str, Clause] = {}
    for source in (*(edition(i).clauses for i in edition_ids()), readings()):
        for entry in source:
            if found.setdefault(entry.id, entry) != entry:
                raise BadConfig("two editions have this clause in other words", field="clause", value=entry.id)
    return found


def clause(clause_id: str) -> Clause:
    """Return one clause.

    >>> clause("RO-G2").kind.value
    'struck'
    """
    try:
        return all_clauses()[clause_id]
    except KeyError:
        raise BadConfig(
            "no such clause; `pitboss conformance` lists them all", field="clause", value=clause_id
        ) from None
