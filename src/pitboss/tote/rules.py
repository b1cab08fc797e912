"""What an edition says of the windows: bets and forms that are sold, kinds of race, and a clause for every duty.

Which bets a race has, and from what amount, is its sending track's to say (PW-C); what no race can have is said here.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from typing import Any, Final, Literal

import msgspec

from pitboss.errors import BadConfig
from pitboss.rulebook import Edition, NotOffered, cites, edition, with_defaults
from pitboss.tote.bet_text import KINDS, BetText, said

RaceKind = Literal["purse", "stake", "claiming", "handicap", "overnight", "walkover", "invitational", "match"]

DUTIES: Final = frozenset({
    "altered", "cancel_last", "cancel_manual", "cancel_open", "cancel_reader", "cancel_whole", "cancel_win", "card",
    "display", "exchange", "expiry", "facility", "final", "lost", "minimum", "never_paid", "no_change", "official",
    "outs", "permitted", "program", "refund_breakdown", "refund_closed", "refund_open", "refund_race",
    "refund_scratched", "results", "sending_track", "short_field", "signal", "ticket", "tim", "undelivered", "verified",
})  # fmt: skip
"""What every house with windows does, and must have a clause for."""


class _Data(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Immutable rulebook data; a key we do not know is an error, not a comment."""


class RaceKindRule(_Data, frozen=True):
    """A kind of race and the clause that says what it is."""

    kind: RaceKind
    name: str
    clause: str


class BetRule(_Data, frozen=True):
    """A bet that is sold, and how the program explains it to the public."""

    kind: str
    name: str
    clause: str
    explanation: str

    def __post_init__(self) -> None:
        """Refuse a kind that the notation does not have."""
        _refuse_unknown((self.kind,))


class FormRule(_Data, frozen=True):
    """A form of putting several bets on one ticket, and the bets that are sold in it."""

    form: Literal["box", "key_box", "wheel", "partial_wheel"]
    name: str
    clause: str
    bets: tuple[str, ...]
    explanation: str

    def __post_init__(self) -> None:
        """Refuse kinds that the notation does not have."""
        _refuse_unknown(self.bets)


class CalculationRule(_Data, frozen=True):
    """One choice of how pools are calculated, on which the document is silent: what is usual, what else, and whence."""

    key: str
    default: str | int | tuple[int, ...]
    """As in a card's `config`; `none` where the default is that there is nothing."""
    others: tuple[str, ...]
    source: str


class ToteData(_Data, frozen=True):
    """The windows' own section of an edition."""

    clauses: dict[str, str]
    """Duty to the clause that asks for it."""
    race_kinds: tuple[RaceKindRule, ...]
    bets: tuple[BetRule, ...]
    forms: tuple[FormRule, ...]
    calculation: tuple[CalculationRule, ...]


@dataclass(frozen=True)
class ToteRules:
    """The rules of one house's windows as one frozen value."""

    edition: Edition = field(repr=False)
    data: ToteData = field(repr=False)
    settings: Mapping[str, Any]
    """The house's settings with every default filled in."""

    def clause(self, duty: str) -> str:
        """Return the clause by which this house has a duty.

        >>> tote_rules("oneida-parimutuel-2004", {}).clause("lost")
        'PW-D7a'
        """
        return self.data.clauses[duty]

    @cached_property
    def _names(self) -> dict[str, str]:
        """Return kind to name of the bets that are sold."""
        return {rule.kind: rule.name for rule in self.data.bets}

    @cites("PW-C", "PW-C13", "PW-C14", "PW-C15", "PW-C16")
    def refuse_unsold(self, bet: BetText) -> None:
        """Refuse a bet that no race can have under this edition: its kind, or its kind in this form.

        Raises:
            NotOffered: with the clause of the form, which names the bets it is sold for.

        >>> tote_rules("oneida-parimutuel-2004", {}).refuse_unsold(BetText("double", 200, "box", (("1", "2"),)))
        Traceback (most recent call last):
        pitboss.rulebook.violations.NotOffered: a box is sold for Exacta, Quinella, Trifecta, Superfecta and not for \
Daily Double
        """
        names = self._names
        if bet.kind not in names:
            reason = f"{said(bet.kind)} is not sold; the bets are {', '.join(names.values())}"
            raise NotOffered(reason, clause=self.clause("permitted"), kind=bet.kind, form=bet.form)
        if bet.form == "straight":
            return
        # Groups in any order are the second way to buy a partial wheel.
        form = "partial_wheel" if bet.form == "any_order" else bet.form
        rule = next((rule for rule in self.data.forms if rule.form == form), None)
        if rule is None:
            reason = f"a {said(bet.form)} is not sold"
            raise NotOffered(reason, clause=self.clause("permitted"), kind=bet.kind, form=bet.form)
        if bet.kind not in rule.bets:
            sold = ", ".join(names[kind] for kind in rule.bets)
            reason = f"a {said(bet.form)} is sold for {sold} and not for {names[bet.kind]}"
            raise NotOffered(reason, clause=rule.clause, kind=bet.kind, form=bet.form)


def tote_rules(rulebook: str, settings: Mapping[str, Any]) -> ToteRules:
    """Return the rules of checked windows; defaults that were left out are filled in from the edition.

    Raises:
        BadConfig: for a rulebook that is not of the tote, or has no clause for a duty that every house has.

    >>> tote_rules("oneida-parimutuel-2004", {"cancel_last": 2}).settings["cancel_last"]
    2
    """
    return _rules(rulebook, msgspec.json.encode(settings, order="deterministic"))


@lru_cache(maxsize=64)
def _rules(rulebook: str, encoded: bytes) -> ToteRules:
    rules = edition(rulebook)
    if rules.game != "tote":
        raise BadConfig(f"it has the rules of {rules.game} and not of the tote", field="rulebook", value=rulebook)
    data = msgspec.convert(rules.rules, ToteData)
    missing = sorted(DUTIES - data.clauses.keys())
    if missing:
        raise BadConfig(f"its [rules.clauses] lack {', '.join(missing)}", field="rulebook", value=rules.id)
    return ToteRules(rules, data, with_defaults(rules, msgspec.json.decode(encoded)))


def _refuse_unknown(kinds: tuple[str, ...]) -> None:
    unknown = [kind for kind in kinds if kind not in KINDS]
    if unknown:
        raise ValueError(f"no bets {', '.join(unknown)}; the known ones are {', '.join(KINDS)}")
