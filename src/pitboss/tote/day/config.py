"""One facility's tote day as its house sets it up: the first line of its transcript, checked whole."""

from __future__ import annotations

from datetime import date as Date  # noqa: N812 - the field is called date
from datetime import timedelta
from typing import Any

import msgspec

from pitboss.errors import BadConfig
from pitboss.rulebook import Edition, Fault, check_settings, edition
from pitboss.rulebook.check import currency_faults, without_faults

GAME = "tote"
NAME_MAX = 100


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
