"""The rules of one tournament, as its house sets them: read from TOML or from a transcript, checked whole.

A fault without a clause is malformed; one with a clause is well-formed and against the rulebook, or against itself.
What is checked here is never asked again: the acts of a tournament trust their config.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from enum import StrEnum
from typing import Annotated, Any, Literal

import msgspec

from pitboss.decider import Name
from pitboss.errors import BadConfig
from pitboss.money import STAKE_MAX, Remainder
from pitboss.rulebook import Edition, Fault, cites, edition
from pitboss.rulebook.check import without_faults

CHIPS_LEFT = "chips_left"
"""What `advance` says where every player with chips left goes on."""


class Format(StrEnum):
    """How a heat decides who plays the next, and how the last one decides places."""

    ELIMINATION = "elimination"
    """Some of each table go on; who comes further stands before who does not."""
    HIGHEST_TOTAL = "highest_total"
    """Everybody with chips goes on, and the highest total at the end wins."""


class Funding(StrEnum):
    """Where the prizes come from."""

    ENTRIES = "entries"
    """From the entry fees and what the house adds; the prizes are never more than these."""
    GUARANTEED = "guaranteed"
    """The same, and the house pays whatever is short."""


class Ties(StrEnum):
    """How players with equal chips are told apart, where a prize or the next heat depends on it."""

    SPLIT = "split"
    """Not at all: the prizes of their places are added and split, and all of them go on."""
    PLAY_OFF = "play_off"
    """By another hand."""
    DRAW = "draw"
    """By lot."""

    @property
    def words(self) -> str:
        """Say what is done with ties."""
        return {"split": "split", "play_off": "broken by a play-off", "draw": "broken by lot"}[self.value]


Amount = Annotated[int, msgspec.Meta(ge=0, le=STAKE_MAX)]
Prize = Annotated[int, msgspec.Meta(ge=1, le=STAKE_MAX)]
Players = Annotated[int, msgspec.Meta(ge=2, le=1_000)]


class TournamentConfig(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True, omit_defaults=True):
    """One tournament: the object of its TOML file. What may be left out has its default, filled in by the check.

    Defaults are left out of its hash, so that a field added later changes only the tournaments that use it.
    """

    name: Name
    rulebook: str
    currency: str | None = None
    """The edition's own where it is left out."""
    format: Format
    starting_chips: Annotated[int, msgspec.Meta(ge=1, le=10**9)]
    """Equal for everybody, in tournament chips, which are worth no money."""
    heats: Annotated[int, msgspec.Meta(ge=1, le=100)]
    hands: Annotated[int, msgspec.Meta(ge=1, le=10_000)]
    """Hands of each heat."""
    players_per_table: Annotated[int, msgspec.Meta(ge=2, le=100)] = 7
    advance: Annotated[int, msgspec.Meta(ge=1, le=100)] | Literal["chips_left"] | None = None
    """How many of each table go on to the next heat, in an elimination."""
    carry_chips: bool | None = None
    """Whether chips are carried from heat to heat, or everybody begins anew; by default as the format has it."""
    entry_fee_minor: Amount = 0
    entries_min: Players = 2
    entries_max: Players = 1_000
    prizes_minor: Annotated[tuple[Prize, ...], msgspec.Meta(min_length=1, max_length=1_000)]
    """By place, the winner's first."""
    house_added_minor: Amount = 0
    """What the house adds to the entry fees for the prizes."""
    funding: Funding = Funding.ENTRIES
    ties: Ties = Ties.SPLIT
    remainder: Remainder = Remainder.FIRST
    """Who gets the units that a split of prizes leaves over; the first is who entered first."""

    @property
    def prizes_total(self) -> int:
        """Return the sum of all prizes."""
        return sum(self.prizes_minor)

    @property
    def hash(self) -> str:
        """Return what tells these rules from any others."""
        return hashlib.sha256(msgspec.json.encode(self, order="deterministic")).hexdigest()


_FIELDS = {entry.encode_name: entry for entry in msgspec.structs.fields(TournamentConfig)}


def check_tournament(document: object) -> tuple[TournamentConfig | None, tuple[Fault, ...]]:
    """Check a tournament's document whole; the config is None as soon as there is a fault."""
    if not isinstance(document, dict):
        return None, (Fault("", document, "a tournament is an object with name, rulebook, format and more"),)
    values, faults = _values(document)
    rules = _edition(document.get("rulebook"), faults)
    if rules is not None:
        values["currency"] = values.get("currency") or rules.currencies[0]
        if values["currency"] not in rules.currencies:
            reason = f"{rules.id} is played in {' or '.join(rules.currencies)}"
            faults.append(Fault("currency", values["currency"], reason))
    if faults or rules is None:
        return None, tuple(faults)
    if values.get("carry_chips") is None:
        values["carry_chips"] = values["format"] is Format.HIGHEST_TOTAL
    config = TournamentConfig(**values)
    faults = [*_against_the_rulebook(config, rules), *_contradictions(config, rules.rules["clauses"]["tournament"])]
    return (None if faults else config), tuple(faults)


def tournament_config(document: object) -> TournamentConfig:
    """Return the checked tournament, or raise with all its faults: malformed ones alone, where there are any.

    >>> chosen = {"name": "Spring", "rulebook": "oneida-blackjack-2004", "format": "highest_total"}
    >>> chosen |= {"starting_chips": 500, "heats": 2, "hands": 20, "prizes_minor": [9000], "house_added_minor": 9000}
    >>> config = tournament_config(chosen)
    >>> config.carry_chips, config.currency
    (True, 'USD')
    """
    return without_faults(*check_tournament(document))


def _values(document: dict[Any, Any]) -> tuple[dict[str, Any], list[Fault]]:
    """Read field by field, so that one that cannot be read hides no other."""
    known = ", ".join(_FIELDS)
    faults = [
        Fault(str(key), document[key], f"unknown field; a tournament has {known}")
        for key in document
        if key not in _FIELDS
    ]
    values = {}
    for name, entry in _FIELDS.items():
        if name not in document:
            faults += [Fault(name, None, "must be given")] if entry.required else []
            continue
        try:
            values[name] = msgspec.convert(document[name], entry.type)
        except msgspec.ValidationError as error:
            reason, _, path = str(error).partition(" - at `")
            faults.append(Fault(f"{name}{path.rstrip('`').removeprefix('$')}", document[name], reason))
    return values, faults


def _edition(rulebook: object, faults: list[Fault]) -> Edition | None:
    """Return the edition a tournament is played under, or add the fault: its document must know tournaments."""
    if not isinstance(rulebook, str):
        return None
    try:
        found = edition(rulebook)
    except BadConfig:
        faults.append(Fault("rulebook", rulebook, "no such rulebook; `pitboss rulebooks` lists them"))
        return None
    if "tournament" not in found.rules["clauses"]:
        faults.append(Fault("rulebook", rulebook, "its document knows no tournaments"))
        return None
    return found


@cites("BJ-O", "BJ-B1")
def _against_the_rulebook(config: TournamentConfig, rules: Edition) -> Iterator[Fault]:
    """Find what the rules of play forbid also at a tournament."""
    places = next(spec for spec in rules.settings if spec.key == "positions")
    if config.players_per_table > int(places.at_most or 0):
        reason = f"a table has {places.at_most} places at most, not {config.players_per_table}"
        yield Fault("players_per_table", config.players_per_table, reason, places.clause)


@cites("BJ-O")
def _contradictions(config: TournamentConfig, clause: str) -> Iterator[Fault]:
    """Find where the rules of the tournament do not go together, or leave open what they must say."""
    is_elimination = config.format is Format.ELIMINATION
    if not is_elimination and config.advance is not None:
        reason = "at highest_total everybody with chips goes on; advance is said for an elimination"
        yield Fault("advance", config.advance, reason, clause)
    if is_elimination and config.heats > 1 and config.advance is None:
        reason = f"an elimination says how many of each table go on: a number, or {CHIPS_LEFT}"
        yield Fault("advance", None, reason, clause)
    if is_elimination and isinstance(config.advance, int) and config.advance >= config.players_per_table:
        reason = f"nobody would go out if {config.advance} of {config.players_per_table} go on"
        yield Fault("advance", config.advance, reason, clause)
    if not is_elimination and not config.carry_chips:
        yield Fault("carry_chips", config.carry_chips, "highest_total counts chips carried over all heats", clause)
    if config.entries_min > config.entries_max:
        reason = f"the least number of entries, {config.entries_min}, is over the most, {config.entries_max}"
        yield Fault("entries_min", config.entries_min, reason, clause)
    yield from _prize_faults(config, clause)


def _prize_faults(config: TournamentConfig, clause: str) -> Iterator[Fault]:
    prizes = config.prizes_minor
    if list(prizes) != sorted(prizes, reverse=True):
        yield Fault("prizes_minor", list(prizes), "a place wins no more than the one before it", clause)
    if len(prizes) > config.entries_max:
        reason = f"there are {len(prizes)} prizes for {config.entries_max} players at most"
        yield Fault("prizes_minor", list(prizes), reason, clause)
    most = config.entries_max * config.entry_fee_minor + config.house_added_minor
    if config.funding is Funding.ENTRIES and config.prizes_total > most:
        reason = f"the prizes, {config.prizes_total}, are over what all entries and the house can bring, {most}"
        yield Fault("prizes_minor", list(prizes), reason, clause)
