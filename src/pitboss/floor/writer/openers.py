"""Everything that a journal may hold: the streams of the games and the tote, and the house's own."""

from __future__ import annotations

from pitboss.openers import OPENERS as PLAYED
from pitboss.openers import opener
from pitboss.stream import Openers

OPENERS: Openers = {
    **PLAYED,
    "house": opener("pitboss.floor.people.state:check_house", "pitboss.floor.people.house:HOUSE"),
}
