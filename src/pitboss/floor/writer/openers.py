"""Everything that a journal may hold: the streams of the games and the tote, and the house's own."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pitboss.openers import OPENERS as PLAYED
from pitboss.stream import Opener

if TYPE_CHECKING:
    from pitboss.floor.people.state import HouseConfig
    from pitboss.rulebook import Fault
    from pitboss.stream import Openers, Stream

__all__ = ["OPENERS"]


def _check_house(document: object) -> tuple[HouseConfig | None, tuple[Fault, ...]]:
    from pitboss.floor.people.state import check_house

    return check_house(document)


def _house(_: HouseConfig) -> Stream:
    from pitboss.floor.people.house import HOUSE

    return HOUSE


OPENERS: Openers = {**PLAYED, "house": Opener(check=_check_house, stream_of=_house)}
