"""The house's own stream as one value: staff, terminals, approvals, alarms."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Final

from pitboss.floor.people import acts as a
from pitboss.floor.people import events as e
from pitboss.floor.people.decide import decide
from pitboss.floor.people.evolve import evolve
from pitboss.floor.people.live import staff_view
from pitboss.floor.people.state import HouseConfig, HouseState, new_house
from pitboss.floor.people.words import in_words
from pitboss.stream import Stream

if TYPE_CHECKING:
    from pitboss.decider import Offer, Person

__all__ = ["HOUSE", "HOUSE_STREAM"]


HOUSE_STREAM: Final = "house"


def _legal(_: HouseState, __: Person) -> Iterable[Offer]:
    """Offer nothing: the pages of the house know its few acts."""
    return ()


HOUSE: Final = Stream(
    name="house",
    acts=a.ACTS,
    events=e.EVENTS,
    new_state=new_house,
    decide=decide,
    evolve=evolve,
    legal=_legal,
    in_words=in_words,
    first_line="house",
    config_type=HouseConfig,
    staff_view=staff_view,
)
