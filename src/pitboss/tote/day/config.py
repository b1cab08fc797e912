"""One facility's tote day as its house sets it up: the first line of its transcript, checked whole."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from datetime import date as Date  # noqa: N812 - the field is called date
from datetime import datetime, timedelta
from functools import lru_cache
from typing import Any
from zoneinfo import ZoneInfo

import msgspec

from pitboss.errors import BadConfig
from pitboss.rulebook import Edition, Fault, check_settings, edition
from pitboss.rulebook.check import currency_faults, with_defaults, without_faults
from pitboss.rulebook.clauses import cites

GAME = "tote"
NAME_MAX = 100
_DAY_ENDS = re.compile(r"(0[0-9]|1[01]):[0-5][0-9]", re.ASCII)


class DayConfig(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A facility and a day; what its document leaves out is filled in from the edition."""

    rulebook: str
    name: str
    """The facility, as it stands on every ticket."""
    date: Date
    currency: str
    settings: dict[str, Any]

    @property
    def expires_on(self) -> Date:
        """Return the first day on which the day's tickets are no longer payable."""
        return self.date + timedelta(days=int(self.settings["expires_after_days"]))

    @property
    def zone(self) -> ZoneInfo:
        """Return the facility's time zone."""
        return _zone(str(self.settings["timezone"]))

    def date_at(self, at: datetime) -> Date:
        """Return the facility's business day at an instant, wherever the clock stands that wrote it."""
        return business_day(self.settings, at)


@cites("PW-D1", "Q80")
def business_day(settings: Mapping[str, Any], at: datetime) -> Date:
    """Return the day of a facility by its own clock: it lasts until the hour at which the facility ends it.

    >>> late = datetime.fromisoformat("2004-07-30T05:59:00-05:00")
    >>> business_day({"timezone": "America/Chicago", "day_ends": "06:00"}, late).isoformat()
    '2004-07-29'
    """
    hours, _, minutes = str(settings["day_ends"]).partition(":")
    # By the clock on the wall, so that a day ends at the same hour in the nights in which the clock is set.
    local = at.astimezone(_zone(str(settings["timezone"]))).replace(tzinfo=None)
    return (local - timedelta(hours=int(hours), minutes=int(minutes))).date()


def business_day_of(document: Mapping[str, Any], at: datetime) -> Date:
    """Return the business day at an instant of the facility of a checked document, which may have no date yet."""
    return business_day(with_defaults(edition(document["rulebook"]), document.get("settings", {})), at)


_zone = lru_cache(maxsize=64)(ZoneInfo)


def _clock_faults(settings: Mapping[str, Any]) -> Iterator[Fault]:
    """Find a time zone that there is none of, and an end of the day that is no hour of the morning."""
    name, ends = settings["timezone"], settings["day_ends"]
    try:
        _zone(name)
    except (KeyError, ValueError, OSError):
        yield Fault("settings.timezone", name, "no such time zone; they are called as in America/Chicago")
    if _DAY_ENDS.fullmatch(ends) is None:
        yield Fault("settings.day_ends", ends, "a day ends at midnight or before noon, written as 06:00")


def check_day(document: object) -> tuple[DayConfig | None, tuple[Fault, ...]]:
    """Check a day's document whole; the config is None as soon as there is a fault."""
    if not isinstance(document, dict):
        return None, (Fault("", document, "a tote day is an object with rulebook, name, date, currency and settings"),)
    known = tuple(entry.name for entry in msgspec.structs.fields(DayConfig))
    faults = [
        Fault(str(key), document[key], f"unknown field; a tote day has {', '.join(known)}")
        for key in document
        if key not in known
    ]
    day = _date(document.get("date"), faults)
    name = document.get("name")
    if not isinstance(name, str) or not 1 <= len(name) <= NAME_MAX:
        faults.append(Fault("name", name, f"the facility's name is text of 1 to {NAME_MAX} characters"))
    rules = _edition(document.get("rulebook"), faults)
    if rules is None:
        return None, tuple(faults)
    currency = document.get("currency", rules.currencies[0])
    faults += currency_faults(rules, currency)
    settings, setting_faults = check_settings(rules, document.get("settings", {}))
    faults += setting_faults
    if not setting_faults:
        faults += _clock_faults(settings)
    if faults or day is None:
        return None, tuple(faults)
    config = DayConfig(rulebook=rules.id, name=str(name), date=day, currency=currency, settings=settings)
    try:
        _ = config.expires_on
    except OverflowError:
        days = settings["expires_after_days"]
        return None, (Fault("settings.expires_after_days", days, "no calendar has the day on which tickets expire"),)
    return config, ()


def day_config(document: object) -> DayConfig:
    """Return the checked day, or raise with all its faults: malformed ones alone, where there are any.

    >>> chosen = {"rulebook": "oneida-parimutuel-2004", "name": "Oneida", "date": "2004-05-01"}
    >>> day_config(chosen).expires_on.isoformat()
    '2004-07-30'
    """
    return without_faults(*check_day(document))


def _date(value: object, faults: list[Fault]) -> Date | None:
    try:
        return msgspec.convert(value, Date)
    except msgspec.ValidationError:
        faults.append(Fault("date", value, "a day is written as 2004-05-01"))
        return None


def _edition(rulebook: object, faults: list[Fault]) -> Edition | None:
    try:
        found = edition(rulebook) if isinstance(rulebook, str) else None
    except BadConfig:
        found = None
    if found is None:
        faults.append(Fault("rulebook", rulebook, "no such rulebook; `pitboss rulebooks` lists them"))
    elif found.game != GAME:
        faults.append(Fault("rulebook", rulebook, f"it has the rules of {found.game}, not of a totalizator"))
        return None
    return found
