"""Race cards that know no date: their races start so many minutes after somebody opens the card.

A template is a race card in TOML or JSON with two differences: a race has `post_after_minutes` in place of `post_time`,
and the races of a pool may be "each", which offers it on every race by itself that has runners enough. A card whose
races have their times is a template too, for one day.
"""

from __future__ import annotations

import tomllib
from contextlib import suppress
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

import msgspec

from pitboss.errors import InputError
from pitboss.rulebook import Fault
from pitboss.tote.combos import POSITIONS
from pitboss.tote.day.cardcheck import card_faults, read_card
from pitboss.tote.day.config import DayConfig
from pitboss.tote.day.racecard import Card
from pitboss.tote.rules import tote_rules


def read_template(path: Path) -> dict[str, Any]:
    """Read a card's file, TOML or JSON by its name.

    Raises:
        InputError: where it is neither.
    """
    try:
        if path.suffix == ".json":
            return msgspec.json.decode(path.read_bytes(), type=dict[str, Any])
        return tomllib.loads(path.read_text(encoding="utf-8"))
    except (tomllib.TOMLDecodeError, UnicodeDecodeError, msgspec.DecodeError) as error:
        raise InputError(f"cannot be read: {error}", field=path.name) from error


def parsed(text: str, name: str) -> dict[str, Any]:
    """Return a card's file that somebody chose, TOML or JSON by its name.

    Raises:
        InputError: where it is neither.
    """
    try:
        if name.lower().endswith(".toml"):
            return tomllib.loads(text)
        return msgspec.json.decode(text, type=dict[str, Any])
    except (tomllib.TOMLDecodeError, msgspec.DecodeError) as error:
        raise InputError(f"cannot be read: {error}", field=name or "card") from error


def opened(template: dict[str, Any], start: datetime, config: DayConfig) -> tuple[Card | None, list[Fault]]:
    """Read a file as a day's card, with all its faults; None as the card if there are any."""
    filled = dict(template)
    # A part that is no race or no pool is left as it is: its own fault says so, and hides none of the others.
    with suppress(KeyError, TypeError, ValueError, AttributeError):
        filled["races"] = _timed(template["races"], start)
    with suppress(KeyError, TypeError, ValueError, AttributeError):
        filled["pools"] = _pools(template)
    card, faults = read_card(msgspec.json.encode(filled))
    if card is not None:
        faults = card_faults(card, tote_rules(config.rulebook, config.settings), config)
    return (None if faults else card), faults


def card_of(template: dict[str, Any], start: datetime, day: DayConfig) -> Card | None:
    """Return a template as the card of a day, its races from `start` on; None where they do not fit into the day.

    Raises:
        InputError: where the template is no card.
    """
    card = _card(template, start)
    return card if all(day.date_at(race.post_time) == day.date for race in card.races) else None


def _card(template: dict[str, Any], start: datetime) -> Card:
    """Return the card, on whatever day its races are."""
    try:
        filled = {**template, "races": _timed(template["races"], start), "pools": _pools(template)}
        # Written and read once, so that a clock is a distance from Greenwich as in any stored card.
        return msgspec.json.decode(msgspec.json.encode(filled), type=Card)
    except (KeyError, TypeError, ValueError) as error:
        raise InputError(f"no race card: {error}", field="card") from error


def _timed(races: list[dict[str, Any]], start: datetime) -> list[dict[str, Any]]:
    """Return races with their times, by the clock of `start`; as they are where they have their own."""
    if not any("post_after_minutes" in race for race in races):
        return races
    begin = start.replace(microsecond=0)
    return [
        {
            **{key: value for key, value in race.items() if key != "post_after_minutes"},
            "post_time": begin + timedelta(seconds=round(60 * float(race["post_after_minutes"]))),
        }
        for race in races
    ]


def template_faults(template: dict[str, Any], config: DayConfig, start: datetime) -> list[Fault]:
    """Find everything that is wrong with a card that is opened on a day at some time.

    Whether races that start some minutes after the opening fit into the day depends on the hour, and is no fault.
    """
    card, is_dated = _card(template, start), all("post_after_minutes" not in race for race in template["races"])
    return card_faults(card, tote_rules(config.rulebook, config.settings), config if is_dated else None)


def _pools(template: dict[str, Any]) -> list[dict[str, Any]]:
    """Return the pools with those of each race written out."""
    sizes = {race["number"]: len({runner.get("entry", runner.get("no")) for runner in race["runners"]})
             for race in template["races"] if {"number", "runners"} <= race.keys()}  # fmt: skip
    found: list[dict[str, Any]] = []
    for pool in template["pools"]:
        if pool.get("races") != "each":
            found.append(pool)
            continue
        least = POSITIONS.get(pool.get("type"), 1) + 1
        found += [{**pool, "races": [number]} for number, size in sizes.items() if size >= least]
    return found
