"""Who deals at a table with robots: a person who takes it over, and the robot again when it is left.

A change of dealer is what it is in any house: between two rounds, by a supervisor, on record.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from pitboss.decider import Person, Role
from pitboss.demo.robots.scene import Crew, Step
from pitboss.games.table import acts as a
from pitboss.games.table.state import BaseTable

HURRY = 0.25
"""How much shorter the pauses of robots are while somebody waits for their table."""


@dataclass(frozen=True)
class Duty:
    """Who is to deal at a table."""

    dealer: str
    is_back: bool = False
    """Whether it is the robot, who takes the table back from somebody who left."""
    is_begun: bool = False
    """Whether the person has the table by now."""


def kept(state: Any, duty: Duty | None) -> Duty | None:
    """Return who is to deal here from now on; nobody in particular once the robot is back, or a person was relieved.

    What a supervisor changes after that is the supervisor's to change: robots do not change it back.
    """
    if duty is None or not isinstance(state, BaseTable):
        return None
    if state.dealer == duty.dealer:
        return None if duty.is_back else replace(duty, is_begun=True)
    return None if duty.is_begun else duty


def relief(state: Any, crew: Crew, duty: Duty | None) -> Step | None:
    """Let the robots' supervisor put the right dealer on the table; None while a round is played, or nobody changes."""
    supervisor = crew.of(Role.PIT_SUPERVISOR)
    if duty is None or supervisor is None or not state.is_open:
        return None
    if state.dealer == duty.dealer or not (state.is_between_rounds or state.is_deserted):
        return None
    return Step(supervisor, a.RelieveDealer(dealer=duty.dealer), pause=0.5)


def standing_in(state: Any, crew: Crew, duty: Duty | None) -> Crew:
    """Return the crew as it deals a round to its end that somebody left: in that dealer's place, and no further.

    Nobody but the table's own dealer may pay what lies there, and a round that has begun is played. The commands are
    the robots' by their keys.
    """
    own = crew.of(Role.DEALER)
    if duty is None or not duty.is_back or own is None or state.dealer is None:
        return crew
    return replace(crew, staff={**crew.staff, Role.DEALER: Person(state.dealer, Role.DEALER)})
