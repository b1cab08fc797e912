"""What the settlement documents of all games share: the rulebook, the settings, and the form of a refusal."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec

from pitboss.errors import InputError
from pitboss.rulebook import Fault, RuleViolation, TableConfig, check_settings, edition, edition_ids

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

__all__ = ["checked_rulebook", "faults_of", "refused", "require_notation"]


def checked_rulebook(
    game: str, rulebook: str, settings: dict[str, Any], line: int
) -> tuple[TableConfig, tuple[Fault, ...]]:
    """Return a document's table and the faults of its settings against the rulebook.

    With faults the table has the edition's defaults, so that the wagers can be looked at too.

    Raises:
        InputError: for a rulebook that is not one of that game, or settings nobody could mean.
    """
    if rulebook not in edition_ids() or edition(rulebook).game != game:
        raise InputError(f"no such {game} rulebook", line=line, field="rulebook", value=rulebook)
    rules = edition(rulebook)
    chosen, faults = check_settings(rules, settings)
    for fault in faults:
        if fault.clause is None:
            raise InputError(fault.reason, line=line, field=fault.field, value=fault.value)
    return TableConfig(rulebook, "", rules.currencies[0], {} if faults else chosen), tuple(faults)


def require_notation(bets: Sequence[str], parse: Callable[[str], object], line: int) -> None:
    """Refuse as input a bet that is no notation, with the place where it stands."""
    for place, bet in enumerate(bets):
        try:
            parse(bet)
        except InputError as error:
            raise InputError(error.reason, line=line, field=f"wagers[{place}].bet", value=bet) from error


def faults_of(bets: Sequence[str], attempt: Callable[[int], object]) -> list[Fault]:
    """Try something with each wager by its place, and return the faults of those the rules refuse."""
    faults = []
    for place, bet in enumerate(bets):
        try:
            attempt(place)
        except RuleViolation as violation:
            faults.append(Fault(f"wagers[{place}]", bet, violation.reason, violation.clause))
    return faults


def refused(faults: Sequence[Fault]) -> dict[str, Any]:
    """Answer with every fault at once; the first one speaks."""
    listed = [msgspec.to_builtins(fault) for fault in faults]
    return {"refused": True, "clause": faults[0].clause, "reason": faults[0].reason, "faults": listed}
