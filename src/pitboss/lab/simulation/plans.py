"""Betting plans: what is laid in a round, by how the rounds before it went.

A plan is steps, numbered from 1. Each says what is laid, and which step follows on a round that gained, one that came
out even, and one that lost. So every plan that remembers as much as some steps can hold is a table, and a kernel that
walks it knows no plan.
"""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any, Final

import msgspec

from pitboss.errors import BadConfig, InputError

STEPS_MAX: Final = 1_000
_EVERY: Final = ("win", "push", "lose")
_BLACKJACK: Final = ("stake", "suit", "insurance", "hit")


class Step(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What is laid in a round, and the steps that may follow; where none is said, the step itself."""

    bets: dict[str, int] = {}
    """Roulette, sic bo and mini-baccarat: what lies on which bet, in minor units."""
    stake: int = 0
    """Blackjack: the main wager, of multiple action against each of the dealer's hands."""
    suit: int = 0
    """Blackjack: the wager on the first two cards."""
    insurance: int = 0
    """Blackjack: what is laid on insurance whenever an ace shows, for each main wager."""
    hit: int = 0
    """Blackjack: what is laid on every card that may carry a hit wager."""
    win: int | None = None
    push: int | None = None
    lose: int | None = None


class Plan(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A betting plan; every block of rounds begins with its first step."""

    steps: tuple[Step, ...]

    @property
    def moves(self) -> list[int]:
        """Return the next step by step and by how a round went, counted from 0, as a walk looks it up.

        >>> Plan((Step(stake=100, lose=2), Step(stake=200, win=1, push=1))).moves
        [0, 0, 1, 0, 0, 1]
        """
        found = []
        for number, step in enumerate(self.steps, 1):
            found += [(getattr(step, name) or number) - 1 for name in _EVERY]
        return found


def check_plan(plan: Plan, *, is_blackjack: bool) -> Plan:
    """Refuse steps that no step follows, that lay nothing, or that belong to another game."""
    if not 1 <= len(plan.steps) <= STEPS_MAX:
        raise BadConfig(f"a plan has 1 to {STEPS_MAX} steps", field="steps", value=len(plan.steps))
    for number, step in enumerate(plan.steps, 1):
        where = f"steps[{number}]"
        for name in _EVERY:
            after = getattr(step, name)
            if after is not None and not 1 <= after <= len(plan.steps):
                reason = f"is no step of this plan, which has {len(plan.steps)}"
                raise BadConfig(reason, field=f"{where}.{name}", value=after)
        laid = {name: getattr(step, name) for name in _BLACKJACK if getattr(step, name)}
        if is_blackjack and (step.bets or not step.stake):
            raise BadConfig("a step of blackjack has a stake, and no bets", field=where, value=step.bets or step.stake)
        if not is_blackjack and (laid or not step.bets):
            raise BadConfig("a step of this game has bets, such as {red = 100}", field=where, value=laid)
    return plan


def read_plan(path: Path, *, is_blackjack: bool) -> Plan:
    """Read a plan from a TOML file.

    Raises:
        InputError: for a file that cannot be read, or is no plan.
    """
    try:
        document: Any = tomllib.loads(path.read_text(encoding="utf-8"))
        plan = msgspec.convert(document, Plan)
    except OSError as error:
        raise InputError(f"cannot be read: {error.strerror}", field="plan", value=str(path)) from error
    except (tomllib.TOMLDecodeError, UnicodeDecodeError, msgspec.ValidationError) as error:
        raise InputError(f"is no betting plan: {error}", field="plan", value=str(path)) from error
    return check_plan(plan, is_blackjack=is_blackjack)
