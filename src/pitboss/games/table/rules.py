"""What the rules of any game's table have in common: an edition, a house's settings, and clauses for every duty."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from functools import cached_property, lru_cache
from typing import Any, Generic, Self, TypeVar, cast

import msgspec

from pitboss.errors import BadConfig
from pitboss.money import STAKE_MAX
from pitboss.rulebook import Edition, TableConfig, WagerSpec, cites, edition, practice_settings, with_defaults
from pitboss.rulebook.edition import SettingSpec

_PRACTICE = {spec.key: spec.default for spec in practice_settings()}
TOTALS = {"player_total": "player_max", "table_total": "table_max"}
"""What a limit over all positions is called where one is changed, and the setting that has it.

No kind of wager has such a name: `player` alone is a wager of baccarat.
"""


class EquipmentItem(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A thing that must be at the table before it opens."""

    item: str
    clause: str
    unless: str = ""
    """A flag setting with which a table does without it."""


class RuleData(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """What every game's own section of an edition has."""

    clauses: dict[str, str]
    """Duty or procedure to the clause that asks for it; a procedure that is absent does not exist in this house."""
    equipment: tuple[EquipmentItem, ...]


D = TypeVar("D", bound=RuleData)
R = TypeVar("R", bound="TableRules[Any]")


@dataclass(frozen=True)
class TableRules(Generic[D]):
    """A table's rules as one frozen value; each game adds its own questions."""

    config: TableConfig
    edition: Edition = field(compare=False, repr=False)
    data: D = field(compare=False, repr=False)

    @cached_property
    def key(self) -> bytes:
        """Return what tells these rules from any others: the table's whole configuration."""
        return msgspec.json.encode(self.config, order="deterministic")

    @property
    def settings(self) -> dict[str, Any]:
        """Return the table's settings with every default filled in."""
        return self.config.settings

    def practice(self, key: str) -> int:
        """Return a threshold of house practice: what the table's settings say, or its default."""
        return int(self.settings.get(key, _PRACTICE[key]))

    def custom(self, key: str) -> str:
        """Return what a house does by its practice where it has a choice: what its settings say, or the usual."""
        return str(self.settings.get(key, _PRACTICE[key]))

    @cached_property
    def wagers(self) -> dict[str, WagerSpec]:
        """Return the kinds of wager the house offers."""
        return {wager.kind: wager for wager in self.edition.wagers}

    @cached_property
    def equipment(self) -> tuple[EquipmentItem, ...]:
        """Return what must be at this table before it opens."""
        return tuple(entry for entry in self.data.equipment if not (entry.unless and self.settings[entry.unless]))

    @property
    def kinds_taken(self) -> tuple[str, ...]:
        """Return the kinds of wager this table takes: all that the house offers, unless its settings leave some out."""
        return tuple(self.wagers)

    def clause(self, duty: str) -> str:
        """Return the clause by which this house has a duty."""
        return self.data.clauses[duty]

    def has(self, procedure: str) -> bool:
        """Tell whether this house's document knows a procedure at all."""
        return procedure in self.data.clauses

    def pays(self, kind: str) -> int:
        """Return n of the odds n to 1 in force at this table."""
        return int(self.settings["odds"].get(kind, self.wagers[kind].pays))

    def limits(self, kind: str) -> tuple[int, int]:
        """Return the least and the most that may lie on one position of this kind; any stake where none is set."""
        return self._limits.get(kind) or self._limits_of(kind)

    @cached_property
    def _limits(self) -> dict[str, tuple[int, int]]:
        """Return the limits of every kind that is offered: they are asked for at each bet."""
        return {kind: self._limits_of(kind) for kind in self.wagers}

    def _limits_of(self, kind: str) -> tuple[int, int]:
        return self.limit_set("min", kind) or 1, self.limit_set("max", kind) or STAKE_MAX

    @property
    def general_limits(self) -> tuple[int, int]:
        """Return the least and the most for the kinds that have no limits of their own."""
        return self.limit_set("min") or 1, self.limit_set("max") or STAKE_MAX

    @cites("Q60")
    def limit_set(self, which: str, kind: str = "") -> int | None:
        """Return the `min` or the `max` that the house set for a kind, or for those without their own; None if none.

        The greatest stake there can be is no limit.
        """
        amount: int | None = self.settings[which].get(kind, self.settings[f"default_{which}"])
        return None if amount == STAKE_MAX else amount

    def least(self, kind: str) -> int:
        """Return the least wager of a kind that is taken: its minimum, in whole units."""
        unit = self.unit(kind)
        return -(-self.limits(kind)[0] // unit) * unit

    def most(self, kind: str) -> int:
        """Return the most that each wager of a kind may be, the limits over all positions among it."""
        totals = [self.settings[key] for key in TOTALS.values()]
        shares = [int(total) // self.needed(kind) for total in totals if total is not None]
        return min(int(self.limits(kind)[1]), *shares) if shares else int(self.limits(kind)[1])

    def needed(self, kind: str) -> int:  # noqa: ARG002 - a game may ask for several at once
        """Return how many wagers of a kind a player makes at least."""
        return 1

    def unit(self, kind: str) -> int:  # noqa: ARG002 - a game whose odds are not whole has one for each kind
        """Return the unit in which wagers of a kind are taken."""
        return 1

    @property
    def table_minimum(self) -> int:
        """Return the least amount any wager of the table may be."""
        return min(self.limits(kind)[0] for kind in self.wagers)

    def limit_clause(self, which: str) -> str:
        """Return the clause behind the `min`, the `max`, the `player_max` or the `table_max` of the table."""
        return self.spec(which).clause

    def spec(self, key: str) -> SettingSpec:
        """Return what the edition says about one setting."""
        return next(spec for spec in self.edition.settings if spec.key == key)

    def with_limit(self, kind: str, which: str, amount: int) -> Self:
        """Return the same rules with another minimum or maximum for one kind, or another limit over all positions."""
        changed = {TOTALS[kind]: amount} if kind in TOTALS else {which: {**self.settings[which], kind: amount}}
        settings = {**self.settings, **changed}
        return replace(self, config=msgspec.structs.replace(self.config, settings=settings))


def table_rules(kind: type[R], data_type: type[RuleData], config: TableConfig, duties: frozenset[str]) -> R:
    """Return the rules of a checked table; defaults that were left out are filled in from the edition.

    Raises:
        BadConfig: where the edition has no clause for a duty every house of that game has.
    """
    rules: R = _rules(cast("Any", kind), data_type, msgspec.json.encode(config, order="deterministic"), duties)
    return rules


@lru_cache(maxsize=256)
def _rules(kind: Any, data_type: Any, encoded: bytes, duties: frozenset[str]) -> Any:
    config = msgspec.json.decode(encoded, type=TableConfig)
    rules = edition(config.rulebook)
    settings = with_defaults(rules, config.settings)
    data = msgspec.convert(rules.rules, data_type)
    missing = sorted(duties - data.clauses.keys())
    if missing:
        raise BadConfig(f"its [rules.clauses] lack {', '.join(missing)}", field="rulebook", value=rules.id)
    return kind(msgspec.structs.replace(config, settings=settings), rules, data)
