"""One automatic table as its house sets it up: a roulette table, and what its terminals, clock and sensor need."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, Any, Literal

import msgspec

from pitboss.money import STAKE_MAX
from pitboss.rulebook import Fault, TableConfig, check_table, cites, edition, with_defaults

SCREEN_CHIPS = 6
Chip = Annotated[int, msgspec.Meta(ge=1, le=STAKE_MAX)]


class AutomaticConfig(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """An automatic table; what its document leaves out is filled in."""

    rulebook: str
    name: str
    currency: str
    settings: dict[str, Any]
    """The settings of the roulette table it is."""
    betting_seconds: Annotated[int, msgspec.Meta(ge=11, le=600)] = 45
    """How long bets are taken in a game: longer than the prompt's last ten seconds."""
    chips_minor: Annotated[tuple[Chip, ...], msgspec.Meta(min_length=SCREEN_CHIPS, max_length=SCREEN_CHIPS)] = (
        100,
        500,
        1_000,
        2_500,
        10_000,
        50_000,
    )
    """The six chips on a terminal's screen."""
    terminals_max: Annotated[int, msgspec.Meta(ge=1, le=1_000)] = 500
    exposure_max_minor: Annotated[int, msgspec.Meta(ge=1, le=2**53 - 1)] | None = None
    """What one spin may cost the house at worst; nothing where only the limits of the bets hold."""
    exposure_mode: Literal["refuse", "warn"] = "refuse"
    has_sensor: bool = True
    """Whether a wheel sensor relays the number; without one the dealer enters it."""
    history: Annotated[int, msgspec.Meta(ge=10, le=500)] = 10
    """How many games are kept in the state for recall and for a late void; the journal has all."""

    @property
    def table(self) -> TableConfig:
        """Return the roulette table it is."""
        return TableConfig(self.rulebook, self.name, self.currency, self.settings)


_TABLE = ("rulebook", "name", "currency", "settings")
_FIELDS = {entry.name: entry for entry in msgspec.structs.fields(AutomaticConfig)}


def check_automatic(document: object) -> tuple[AutomaticConfig | None, tuple[Fault, ...]]:
    """Check an automatic table's document whole; the config is None as soon as there is a fault."""
    if not isinstance(document, dict):
        return None, (Fault("", document, "an automatic table is an object with rulebook, name, settings and more"),)
    table, table_faults = check_table({key: document[key] for key in _TABLE if key in document})
    faults = list(table_faults)
    values: dict[str, Any] = {}
    for key in document:
        if key not in _FIELDS:
            reason = f"unknown field; an automatic table has {', '.join(_FIELDS)}"
            faults.append(Fault(str(key), document[key], reason))
        elif key not in _TABLE:
            try:
                values[key] = msgspec.convert(document[key], _FIELDS[key].type)
            except msgspec.ValidationError as error:
                faults.append(Fault(key, document[key], str(error)))
    if table is None or faults:
        return None, tuple(faults)
    config = AutomaticConfig(
        rulebook=table.rulebook, name=table.name, currency=table.currency, settings=table.settings, **values
    )
    faults = list(_against_the_rulebook(config))
    return (None if faults else config), tuple(faults)


def recorded_automatic(document: object) -> AutomaticConfig:
    """Return an automatic table as it was recorded when earlier rules accepted it."""
    config = msgspec.convert(document, AutomaticConfig)
    return msgspec.structs.replace(config, settings=with_defaults(edition(config.rulebook), config.settings))


@cites("RA-1a", "RA-3b.iii")
def _against_the_rulebook(config: AutomaticConfig) -> Iterator[Fault]:
    clauses = edition(config.rulebook).rules.get("automatic", {}).get("clauses")
    if clauses is None:
        yield Fault("rulebook", config.rulebook, "its document knows no automatic wagering terminals")
        return
    if len(set(config.chips_minor)) < SCREEN_CHIPS:
        reason = "the six chips on the screen are six different amounts"
        yield Fault("chips_minor", list(config.chips_minor), reason, clauses["chips"])
