"""What a robot is told and what it answers: who of the robots is here, what time it is, and what happens next."""

from __future__ import annotations

import random
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from pitboss.decider import Act, Person, Role
from pitboss.games.table import acts as a
from pitboss.games.table.state import BaseTable

Chance = random.Random
"""Where robots draw from; `secrets.SystemRandom()` on a floor, a seeded one in a test."""

REOPEN_SECONDS = 20.0
"""How long a table that somebody closed stays closed."""


@dataclass(frozen=True)
class Step:
    """What happens next: who does what, after how long."""

    by: Person
    act: Act
    witness: Person | None = None
    pause: float = 1.0
    """Seconds to wait before it is done."""
    is_patient: bool = False
    """Done for somebody who does not act: given up as soon as anything else happens in the meantime."""


@dataclass(frozen=True, kw_only=True)
class Crew:
    """The robots of one stream."""

    staff: Mapping[Role, Person] = field(default_factory=dict)
    players: tuple[str, ...] = ()
    """Who comes to play here, a few at a time."""
    device: str = "wheel"
    """The wheel, or at the tote the sending track's signal."""
    terminals: tuple[str, ...] = ()
    """Player terminals, or ticket machines, at which robots stand; at all others they leave people alone."""
    is_virtual: bool = False
    """Whether the table plays from shoes that the server draws."""

    def of(self, role: Role) -> Person | None:
        """Return the robot that has a role."""
        return self.staff.get(role)

    @property
    def machine(self) -> Person:
        """Return the wheel or the signal as somebody who acts."""
        return Person(self.device, Role.DEVICE)


@dataclass(frozen=True, kw_only=True)
class Scene:
    """Everything that a robot knows besides the state it looks at."""

    crew: Crew
    now: datetime
    cards: tuple[dict[str, Any], ...] = ()
    """The race cards of a tote day, without their times."""


def own_dealer(state: BaseTable, crew: Crew) -> Person | None:
    """Return the table's dealer if it is a robot; nobody deals in a person's place."""
    dealer = crew.of(Role.DEALER)
    return dealer if dealer is not None and dealer.id == state.dealer else None


def opening(state: BaseTable, crew: Crew) -> Step | None:
    """Inspect a closed table's equipment, then open it."""
    dealer, mucker = crew.of(Role.DEALER), crew.of(Role.MUCKER)
    if dealer is None:
        return None
    if not state.inspected:
        items = tuple(entry.item for entry in state.equipment)
        return Step(dealer, a.InspectEquipment(items=items), pause=REOPEN_SECONDS if state.rounds else 0.5)
    return Step(dealer, a.OpenTable(mucker=mucker.id if mucker else None), pause=0.5)
