"""Checks that the everyday acts share: the second person, the dealer at the rack, pieces in the table's currency."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any, Final

from pitboss.decider import Command, Person, holds, require_role
from pitboss.games.everyday.pieces import pattern_for, worth
from pitboss.games.everyday.state import tray
from pitboss.games.table.checks import require_at_table
from pitboss.games.table.state import BaseTable
from pitboss.money import Currency
from pitboss.rulebook import ActionRefused, ProcedureBreach, cites

FLOOR: Final = ("floorperson", "pit_supervisor", "pit_manager", "director")
"""A floorperson or above, each by itself: the second person is of another role than the first."""
WATCHING: Final = ("inspector", *FLOOR)
PIT: Final = ("pit_supervisor", "pit_manager", "director")
MANAGERS: Final = ("pit_manager", "director")
CASHIER: Final = ("cashier",)
AUDITOR: Final = ("auditor",)
BEGUN: Final = "HP-I1"
COUNT: Final = "HP-I2"
SLIP: Final = "HP-I3"
FILL_FIRST: Final = "HP-I4"
BOX: Final = "HP-I5"
SALE: Final = "HP-I6"
PAPER: Final = "HP-I8"
AFTER: Final = "HP-C2"
HANDED: Final = "HP-C3"
DEBT: Final = "HP-C4"
ELSEWHERE: Final = "HP-C5"
PAST_SALE: Final = "HP-C6"
LOOK_AGAIN: Final = "HP-C7"
RULING: Final = "HP-D2"
MARKER: Final = "HP-M1"
TIP: Final = "HP-T1"
SUSPENDED: Final = "HP-S2"
RELIEF: Final = "HP-S3"
BAR: Final = "HP-B2"
LIMIT: Final = "HP-B3"


def holds_pit(by: Person) -> bool:
    """Tell whether somebody could correct what was paid: who could not is not asked about all that there is."""
    return holds(by, PIT)


def require_second(command: Command[Any], roles: Sequence[str], *, clause: str, deed: str) -> str:
    """Refuse an act that no second person of another role stands by; return who does."""
    witness, by = command.witness, command.by
    if witness is None or witness.id == by.id or witness.role is by.role or not holds(witness, roles):
        words = " or ".join(role.replace("_", " ") for role in roles)
        reason = f"to {deed} a second person of another role must stand by: {words}"
        raise ProcedureBreach(reason, clause=clause, by=by.id)
    return witness.id


def require_dealing(state: BaseTable, command: Command[Any], *, clause: str, deed: str) -> None:
    """Refuse what the dealer at the rack does to anybody else; at a closed table any dealer counts."""
    require_role(command, ("dealer",), clause=clause, deed=deed)
    if state.is_open:
        require_at_table(state, command)


@cites("HP-I1")
def require_inventory(state: BaseTable) -> None:
    """Refuse counts, slips and boxes where the rack is not kept by them."""
    if not state.everyday.has_inventory:
        reason = "this table's rack is not kept by counts and slips yet: a pit supervisor begins that, with an auditor"
        raise ActionRefused(reason, clause=BEGUN)


def currency_of(state: BaseTable) -> Currency:
    """Return the currency of a table's chips."""
    return Currency.of(state.rules.config.currency)


def worth_of(state: BaseTable, pieces: str, clause: str) -> int:
    """Return what chips are worth, or refuse denominations that the currency does not have."""
    currency = currency_of(state)
    if re.search(pattern_for(currency), pieces) is None:
        reason = f"there are no such chips in {currency.code}: {pieces}"
        raise ActionRefused(reason, clause=clause, pieces=pieces)
    return worth(pieces, currency)


def in_tray(state: BaseTable) -> int:
    """Return the worth of the chips that must lie in the table's tray."""
    return tray(state.balances, state.everyday.laid_minor)
