"""A roulette table's rules as one frozen value: the edition's data, the house's settings, and the layout.

Where houses differ the difference is here as data (`rules.clause("late")`, `rules.no_spin["floater"]`); where they do
not it is code in `round` and `table`. A round keeps the rules it was opened with.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from functools import cached_property, lru_cache
from typing import TYPE_CHECKING, Any

import msgspec

from pitboss.errors import BadConfig
from pitboss.games.disputes import DisputeRules
from pitboss.games.roulette.layout import layout_of
from pitboss.games.roulette.wagers import canonical, parse_bet
from pitboss.rulebook import NotOffered, TableConfig, WagerSpec, cites, edition

if TYPE_CHECKING:
    from pitboss.games.equipment import Wheel
    from pitboss.games.roulette.layout import Layout, Position
    from pitboss.games.roulette.wagers import Bet
    from pitboss.rulebook import Edition
    from pitboss.rulebook.edition import SettingSpec

__all__ = ["NoSpin", "PaymentStep", "Rules", "rules_of"]


class _Data(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    pass


class NoSpin(_Data, frozen=True):
    """A cause for "No Spin": its clause, and who may call it."""

    cause: str
    clause: str
    by: tuple[str, ...]
    words: str


class PaymentStep(_Data, frozen=True):
    """One step of a written order of payment: these kinds, and whether the furthest from the wheel goes first."""

    kinds: tuple[str, ...]
    clause: str
    furthest_first: bool = False


class EquipmentItem(_Data, frozen=True):
    """A thing that must be at the table before it opens."""

    item: str
    clause: str


class _RouletteData(_Data, frozen=True):
    wheel: str
    revolutions_min: int
    clauses: dict[str, str]
    """Duty or procedure to the clause that asks for it; a procedure that is absent does not exist in this house."""
    no_spin: tuple[NoSpin, ...]
    equipment: tuple[EquipmentItem, ...]
    payment: tuple[PaymentStep, ...] = ()
    payment_changed_on: tuple[str, ...] = ()
    payment_changed: tuple[PaymentStep, ...] = ()
    payment_top_first: bool = False
    """Of several players' chips on one position the top ones, laid last, are paid first."""
    disputes: DisputeRules | None = None


DUTIES = frozenset(
    (
        "wheel equipment ball staff dealer mucker chips verbal coupon colours issue colour_value responsibility "
        "position spin no_more_bets late number losers_first no_spin"
    ).split()
)
"""What every house's document must have a clause for; the other names are procedures a house may have or not."""

_WHY = {
    "straight": "that number has no box here",
    "split": "a split lies on the line of two adjoining boxes",
    "row": "a row is three numbers side by side, on the outside line of its first number",
    "triple": "a triple lies on the common corner of three boxes, one of them a zero",
    "corner": "a corner is the common corner of four boxes",
    "first_four": "the first four are 0, 1, 2 and 3",
    "first_five": "the first five are 0, 00, 1, 2 and 3",
    "six": "six numbers are two adjoining rows, written by the first and the last number (six:31-36)",
    "column": "there are three columns, named column:1 to column:3",
    "dozen": "there are three dozens, named dozen:1 to dozen:3",
}


@dataclass(frozen=True)
class Rules:
    """Everything `decide` asks about the house."""

    config: TableConfig
    edition: Edition = field(compare=False, repr=False)
    data: _RouletteData = field(compare=False, repr=False)

    @cached_property
    def key(self) -> bytes:
        """Return what tells these rules from any others: the table's whole configuration."""
        return msgspec.json.encode(self.config, order="deterministic")

    @property
    def settings(self) -> dict[str, Any]:
        """Return the table's settings with every default filled in."""
        return self.config.settings

    @cached_property
    def layout(self) -> Layout:
        """Return the cloth."""
        return layout_of(self.data.wheel)

    @cached_property
    def positions(self) -> tuple[Position, ...]:
        """Return the positions of the cloth whose kind this house offers."""
        return tuple(position for position in self.layout.positions if position.kind in self.wagers)

    @property
    def wheel(self) -> Wheel:
        """Return the wheel."""
        return self.layout.wheel

    @cached_property
    def wagers(self) -> dict[str, WagerSpec]:
        """Return the kinds of wager the house offers."""
        return {wager.kind: wager for wager in self.edition.wagers}

    @cached_property
    def no_spin(self) -> dict[str, NoSpin]:
        """Return the causes of "No Spin" by name."""
        return {entry.cause: entry for entry in self.data.no_spin}

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
        """Return the least and the most that may lie on one position of this kind."""
        settings = self.settings
        low = settings["min"].get(kind, settings["default_min"])
        return low, settings["max"].get(kind, settings["default_max"])

    @property
    def table_minimum(self) -> int:
        """Return the least amount any wager of the table may be."""
        return min(self.limits(kind)[0] for kind in self.wagers)

    def limit_clause(self, which: str) -> str:
        """Return the clause behind the `min` or the `max` of the table."""
        return self.spec(which).clause

    def spec(self, key: str) -> SettingSpec:
        """Return what the edition says about one setting."""
        return next(spec for spec in self.edition.settings if spec.key == key)

    def with_limit(self, kind: str, which: str, amount: int) -> Rules:
        """Return the same rules with another minimum or maximum for one kind."""
        settings = {**self.settings, which: {**self.settings[which], kind: amount}}
        return replace(self, config=msgspec.structs.replace(self.config, settings=settings))

    @cites("RH-4.8")
    def position(self, text: str) -> Position:
        """Return the position a bet names, or refuse one this house's layout does not offer.

        >>> rules_of(TableConfig("seabrook-roulette", "", "USD", {})).position("split:0-00").covers
        ('0', '00')
        """
        found = self.layout.find(text)
        if found is not None and found.kind in self.wagers:
            return found
        bet = parse_bet(text)
        clause, why = self._why_not(bet)
        raise NotOffered(f"{text} is not a position of this layout: {why}", clause=clause, bet=text)

    def _why_not(self, bet: Bet) -> tuple[str, str]:
        for absent in self.edition.not_offered:
            if absent.kind == bet.kind:
                return absent.clause, absent.reason
        clause = self.data.clauses.get("offered", self.wagers[bet.kind].clause)
        ordered = str(canonical(bet.kind, bet.numbers)) if bet.numbers else str(bet)
        if self.layout.find(ordered) is not None and len(ordered) == len(str(bet)):
            return clause, f"the numbers are written in ascending order, 0 before 00: {ordered}"
        missing = [number for number in bet.numbers if number not in self.wheel.index]
        if missing:
            return clause, f"this wheel has no {missing[0]}"
        return clause, _WHY.get(bet.kind, f"{bet.kind} is written without numbers")


def rules_of(config: TableConfig) -> Rules:
    """Return the rules of a checked table; defaults that were left out are filled in from the edition."""
    return _rules(config.rulebook, msgspec.json.encode(config, order="deterministic"))


@lru_cache(maxsize=256)
def _rules(rulebook: str, encoded: bytes) -> Rules:
    rules = edition(rulebook)
    config = msgspec.json.decode(encoded, type=TableConfig)
    settings = {**{spec.key: spec.default for spec in rules.settings}, **config.settings}
    data = msgspec.convert(rules.rules, _RouletteData)
    missing = sorted(DUTIES - data.clauses.keys())
    if missing:
        raise BadConfig(f"its [rules.clauses] lack {', '.join(missing)}", field="rulebook", value=rulebook)
    return Rules(msgspec.structs.replace(config, settings=settings), rules, data)
