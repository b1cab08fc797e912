"""What every table shows on the live floor; a game adds its own."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from pitboss.decider import Role
from pitboss.money import STAKE_MAX, Currency

RESULTS: Final = 20
"""How many results are shown."""
DEALERS_AND_ABOVE: Final = (
    *(Role.DEALER, Role.INSPECTOR, Role.FLOORPERSON, Role.PIT_SUPERVISOR, Role.PIT_MANAGER, Role.DIRECTOR),
    Role.AUDITOR,
)
"""Those who deal, oversee or audit a table."""
TABLE_STAFF: Final = (Role.MUCKER, *DEALERS_AND_ABOVE)
"""Those who have work at a table."""

_BRIEFLY: Final = {
    "open for bets": "open",
    "closed for bets": "no more bets",
    "being dealt": "cards out",
    "open for insurance": "insurance",
    "waiting for the suit wagers": "cards out",
    "in the players' turns": "players' turn",
    "in the dealer's turn": "dealer's turn",
    "waiting to be paid": "paying",
    "lit and waiting to be paid": "paying",
    "uncovered with a die not flat": "not flat",
}
"""What is said of a phase where there is room for a word or two."""


def table_view(state: Any) -> dict[str, Any]:
    """Return what anybody sees of a table, whatever is played there."""
    phase = state.phase
    return {
        "is_open": state.is_open,
        "dealer": state.dealer,
        "round": state.rounds,
        "phase": None if phase is None else str(phase.value),
        "phase_in_words": None if phase is None else str(phase.words),
        "phase_briefly": None if phase is None else _BRIEFLY.get(str(phase.words), str(phase.words)),
        "is_between_rounds": bool(state.is_between_rounds),
        "is_suspended": state.everyday.is_suspended,
        "limits": limits_view(state),
        "opens": None if state.is_open else _opens(state),
    }


def limits_view(state: Any) -> dict[str, int | None]:
    """Return what a wager is at least and at most, where its kind has no limits of its own; None where none is set."""
    low, high = state.rules.general_limits
    return {"min_minor": low, "max_minor": None if high >= STAKE_MAX else high}


def _opens(state: Any) -> str:
    """Say what a closed table waits for."""
    return "opens when its dealer opens it" if state.inspected else "opens after its equipment is inspected"


def seats_view(total: int, free: int) -> dict[str, int]:
    """Return how many places there are, and how many of them are free."""
    return {"total": total, "free": max(0, free)}


CHIPS: Final = 6
"""How many kinds of chips lie in a screen's rack."""
_VALUES: Final = (1, 5, 10, 25)
_TIMES: Final = 100


def value_chips(currency: str | None, low: int, high: int) -> list[int]:
    """Return the chips that a table with these limits is played with, in minor units: 1, 5, 10, 25, 100, 500 and so on.

    The smallest lays the least wager in few chips, the largest is still within the most.

    >>> value_chips("USD", 1_000, 500_000)
    [500, 1000, 2500, 10000, 50000, 100000]
    """
    unit = 10 ** Currency.of(currency).exponent
    values = [value * _TIMES**power * unit for power in range(6) for value in _VALUES]
    first = max((place for place, value in enumerate(values) if value * 2 <= low), default=0)
    return [value for value in values[first : first + CHIPS] if value <= high]


def rows_of(columns: Any) -> Iterator[dict[str, Any]]:
    """Yield the wagers of a round with what became of them, in the order in which they are recorded."""
    parts = {name: getattr(columns, name) for name in columns.__struct_fields__}
    # Sic bo tells chips apart only where some are the dealers': all others are value chips.
    parts["source"] = parts["source"] or ("value",) * len(columns.player)
    for values in zip(*parts.values(), strict=True):
        row = dict(zip(parts, values, strict=True))
        yield {**row, "outcome": row["outcome"].value}


def payments_view(columns: Any, *, is_paid: bool) -> dict[str, Any]:
    """Return who is paid what, in the order in which it is recorded, and what the losers come to."""
    rows = list(rows_of(columns))
    lost = [row["stake_minor"] for row in rows if row["outcome"] == "lose"]
    return {
        "is_paid": is_paid,
        "rows": [row for row in rows if row["outcome"] != "lose"],
        "lost": len(lost),
        "lost_minor": sum(lost),
    }


def laid_view(state: Any) -> dict[str, dict[str, dict[str, int]]]:
    """Return what lies on a layout: player to kind of chips to bet to amount."""
    found: dict[str, dict[str, dict[str, int]]] = {}
    for (player, bet, source), stake in (state.round.wagers if state.round else {}).items():
        found.setdefault(player, {}).setdefault(source, {})[bet] = stake
    return found
