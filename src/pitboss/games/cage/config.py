"""What the cage of a house is opened with: a name, and what it counts in."""

from __future__ import annotations

import msgspec

from pitboss.decider import Name
from pitboss.errors import BadConfig
from pitboss.money import Currency
from pitboss.rulebook import Fault


class CageConfig(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """One house's cage."""

    name: Name
    currency: str = "USD"
    rulebook: str = ""
    """The cage is under no rules document: it rests on house practice."""


def check_cage(document: object) -> tuple[CageConfig | None, tuple[Fault, ...]]:
    """Check what a cage is opened with.

    >>> check_cage({"name": "Main cage"})[0].currency
    'USD'
    """
    try:
        config = msgspec.convert(document, CageConfig)
        Currency.of(config.currency)
    except (msgspec.ValidationError, BadConfig) as error:
        return None, (Fault("cage", document, str(error)),)
    return config, ()
