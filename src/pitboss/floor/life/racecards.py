"""Race cards that know no date: their races start so many minutes after somebody opens the card.

A template is a race card in TOML with two differences: a race has `post_after_minutes` in place of `post_time`, and
the races of a pool may be "each", which offers it on every race by itself that has runners enough.
"""

from __future__ import annotations

import tomllib
from datetime import date, datetime, timedelta, timezone
from typing import TYPE_CHECKING, Any

import msgspec

from pitboss.errors import InputError
from pitboss.tote.bets import POSITIONS
from pitboss.tote.day.cardcheck import card_faults
from pitboss.tote.day.racecard import Card
from pitboss.tote.rules import tote_rules

if TYPE_CHECKING:
    from pathlib import Path

    from pitboss.rulebook import Fault
    from pitboss.tote.day.config import DayConfig

__all__ = ["card_of", "read_template", "template_faults"]

_HOURS = range(-12, 15)
"""Every clock there is on earth, in hours from Greenwich."""


def read_template(path: Path) -> dict[str, Any]:
    """Read a card's TOML file.

    Raises:
        InputError: where it is no TOML.
    """
    try:
        return tomllib.loads(path.read_text(encoding="utf-8"))
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise InputError(f"not TOML: {error}", field=path.name) from error


def card_of(template: dict[str, Any], start: datetime, day: date) -> Card | None:
    """Return a template as the card of a day, its races from `start` on; None where they do not fit into the day.

    The times are by the clock of `start` if all of them fall on the day by it, else by another clock by which they do:
    somewhere it is noon.

    Raises:
        InputError: where the template is no card.
    """
    try:
        minutes = [float(race["post_after_minutes"]) for race in template["races"]]
        begin = start.replace(microsecond=0)
        posts = [begin + timedelta(seconds=round(60 * after)) for after in minutes]
        zones = (begin.tzinfo, *(timezone(timedelta(hours=hours)) for hours in _HOURS))
        zone = next((zone for zone in zones if all(post.astimezone(zone).date() == day for post in posts)), None)
        if zone is None:
            return None
        races = [
            {**{key: value for key, value in race.items() if key != "post_after_minutes"}, "post_time": at}
            for race, at in zip(template["races"], (post.astimezone(zone) for post in posts), strict=True)
        ]
        filled = {**template, "races": races, "pools": _pools(template)}
        # Written and read once, so that a clock is a distance from Greenwich as in any stored card.
        return msgspec.json.decode(msgspec.json.encode(filled), type=Card)
    except (KeyError, TypeError, ValueError) as error:
        raise InputError(f"no race card: {error}", field="card") from error


def template_faults(template: dict[str, Any], config: DayConfig, start: datetime) -> list[Fault]:
    """Find everything that is wrong with a card that is opened on a day at some time."""
    card = card_of(template, start, config.date)
    return [] if card is None else card_faults(card, tote_rules(config.rulebook, config.settings), config.date)


def _pools(template: dict[str, Any]) -> list[dict[str, Any]]:
    """Return the pools with those of each race written out."""
    sizes = {race["number"]: len({runner.get("entry", runner["no"]) for runner in race["runners"]})
             for race in template["races"]}  # fmt: skip
    found: list[dict[str, Any]] = []
    for pool in template["pools"]:
        if pool["races"] != "each":
            found.append(pool)
            continue
        least = POSITIONS.get(pool["type"], 1) + 1
        found += [{**pool, "races": [number]} for number, size in sizes.items() if size >= least]
    return found
