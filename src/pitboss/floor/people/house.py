"""The house's own stream as one value: staff, terminals, approvals, alarms."""

from __future__ import annotations

from typing import Final

from pitboss.decider import Role
from pitboss.floor.people import acts as a
from pitboss.floor.people import events as e
from pitboss.floor.people.decide import decide
from pitboss.floor.people.evolve import evolve
from pitboss.floor.people.legal import legal
from pitboss.floor.people.live import staff_view
from pitboss.floor.people.state import HouseConfig, new_house
from pitboss.floor.people.words import in_words
from pitboss.stream import Stream

HOUSE_STREAM: Final = "house"
HOUSE: Final = Stream(
    name="house",
    acts=a.ACTS,
    events=e.EVENTS,
    new_state=new_house,
    decide=decide,
    evolve=evolve,
    legal=legal,
    in_words=in_words,
    first_line="house",
    config_type=HouseConfig,
    staff=tuple(role for role in Role if role not in (Role.PLAYER, Role.DEVICE)),
    staff_view=staff_view,
)
