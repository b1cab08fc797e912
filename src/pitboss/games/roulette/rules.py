"""A roulette table's rules as one frozen value: the edition's data, the house's settings, and the layout.

Where houses differ the difference is here as data (`rules.clause("late")`, `rules.no_spin["floater"]`); where they do
not it is code in `round` and `table`. A round keeps the rules it was opened with.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import msgspec

from pitboss.games.disputes import DisputeRules
from pitboss.games.equipment import Wheel
from pitboss.games.roulette.layout import Layout, Position, layout_of
from pitboss.games.roulette.wagers import Bet, canonical, parse_bet
from pitboss.games.table.rules import RuleData, TableRules, table_rules
from pitboss.rulebook import NotOffered, TableConfig, cites


class NoSpin(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A cause for "No Spin": its clause, and who may call it."""

    cause: str
    clause: str
    by: tuple[str, ...]
    words: str
    until_paid: bool = False
    """Whether it may be called after the ball fell, until the last winner is paid; else only while the ball runs."""


class PaymentStep(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """One step of a written order of payment: these kinds, and whether the furthest from the wheel goes first."""

    kinds: tuple[str, ...]
    clause: str
    furthest_first: bool = False


class AutomaticRules(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """What a document says of automatic wagering terminals: duty to clause, and what an inspection must see."""

    clauses: dict[str, str]
    equipment: tuple[str, ...] = ()


class _RouletteData(RuleData, frozen=True):
    wheel: str
    revolutions_min: int
    no_spin: tuple[NoSpin, ...]
    payment: tuple[PaymentStep, ...] = ()
    payment_changed_on: tuple[str, ...] = ()
    payment_changed: tuple[PaymentStep, ...] = ()
    payment_top_first: bool = False
    """Of several players' chips on one position the top ones, laid last, are paid first."""
    payment_by_player: bool = False
    """What a player has won is paid at one time, when the order reaches the first of it."""
    disputes: DisputeRules | None = None
    automatic: AutomaticRules | None = None


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


_NTH = ("1st", "2nd", "3rd")


@dataclass(frozen=True)
class Rules(TableRules[_RouletteData]):
    """Everything `decide` asks about the house."""

    @cached_property
    def layout(self) -> Layout:
        """Return the cloth."""
        return layout_of(self.data.wheel)

    @cached_property
    def positions(self) -> tuple[Position, ...]:
        """Return the positions of the cloth whose kind this house offers."""
        return tuple(position for position in self.layout.positions if position.kind in self.wagers)

    @cached_property
    def odds(self) -> tuple[tuple[str, int], ...]:
        """Return each kind of wager with n of its odds n to 1."""
        return tuple((kind, self.pays(kind)) for kind in self.wagers)

    @cached_property
    def _by_bet(self) -> dict[str, Position]:
        return {position.bet: position for position in self.positions}

    @cached_property
    def odds_by_bet(self) -> dict[str, int]:
        """Return n of the odds n to 1 of every bet."""
        odds = dict(self.odds)
        return {position.bet: odds[position.kind] for position in self.positions}

    @cached_property
    def returns_by_bet(self) -> dict[str, tuple[int, tuple[int, ...], int]]:
        """Return of each bet its position's number, the pockets it covers, and how many units go back if it wins."""
        index, odds = self.wheel.index, self.odds_by_bet
        return {
            position.bet: (position.index, tuple(index[pocket] for pocket in position.covers), odds[position.bet] + 1)
            for position in self.positions
        }

    @cached_property
    def turns_by_pocket(self) -> dict[str, list[int]]:
        """Return the turns of payment that were found so far (`settle.py::payment_turns`), by pocket."""
        return {}

    @cached_property
    def automatic_clauses(self) -> dict[str, str]:
        """Return the clause of each duty of an automatic table."""
        found: dict[str, str] = self.edition.rules["automatic"]["clauses"]
        return found

    @property
    def wheel(self) -> Wheel:
        """Return the wheel."""
        return self.layout.wheel

    @cached_property
    def no_spin(self) -> dict[str, NoSpin]:
        """Return the causes of "No Spin" by name."""
        return {entry.cause: entry for entry in self.data.no_spin}

    @cites("RH-4.8")
    def position(self, text: str) -> Position:
        """Return the position a bet names, or refuse one this house's layout does not offer.

        >>> from pitboss.rulebook import TableConfig
        >>> rules_of(TableConfig("seabrook-roulette", "", "USD", {})).position("split:0-00").covers
        ('0', '00')
        """
        found = self._by_bet.get(text)
        if found is not None:
            return found
        bet = parse_bet(text)
        clause, why = self._why_not(bet)
        raise NotOffered(f"{text} is not a position of this layout: {why}", clause=clause, bet=text)

    def name_of(self, position: Position) -> str:
        """Name a wager as the house does, with its numbers: `Split 17-20`, `2nd 12`, `1st column`.

        >>> from pitboss.rulebook import table_config
        >>> rules = rules_of(table_config({"rulebook": "seabrook-roulette"}))
        >>> [rules.name_of(rules.position(bet)) for bet in ("split:17-20", "six:1-6", "dozen:2", "column:3", "red")]
        ['Split 17-20', 'Six Numbers 1-6', '2nd 12', '3rd column', 'Red']
        """
        name, numbers = self.wagers[position.kind].name, position.bet.partition(":")[2]
        if position.kind in ("dozen", "column"):
            return f"{_NTH[int(numbers) - 1]} {'12' if position.kind == 'dozen' else 'column'}"
        return name if not numbers or position.kind.startswith("first") else f"{name} {numbers}"

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
    return table_rules(Rules, _RouletteData, config, DUTIES)
