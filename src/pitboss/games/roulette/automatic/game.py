"""The automatic table as one value: what its transcripts, its recorder and its tests speak to."""

from __future__ import annotations

from pitboss.games.house_events import EquipmentInspected, LimitSet, StaffChanged, TableClosed, TableOpened
from pitboss.games.roulette import messages as core_messages
from pitboss.games.roulette.automatic import events, messages
from pitboss.games.roulette.automatic.config import AutomaticConfig
from pitboss.games.roulette.automatic.evolve import evolve
from pitboss.games.roulette.automatic.offers import legal
from pitboss.games.roulette.automatic.state import new_table
from pitboss.games.roulette.automatic.table import HOUSE_ACTS, decide
from pitboss.games.roulette.automatic.words import in_words
from pitboss.stream import Stream

__all__ = ["AUTOMATIC"]

AUTOMATIC = Stream(
    name="automatic roulette",
    acts=(*HOUSE_ACTS, *messages.ACTS),
    events=(
        EquipmentInspected,
        TableOpened,
        TableClosed,
        StaffChanged,
        LimitSet,
        *events.EVENTS,
        core_messages.BallSpun,
        core_messages.NoMoreBetsCalled,
        core_messages.BallLanded,
        core_messages.RoundSettled,
    ),
    new_state=new_table,
    decide=decide,
    evolve=evolve,
    legal=legal,
    in_words=in_words,
    first_line="automatic",
    config_type=AutomaticConfig,
)
