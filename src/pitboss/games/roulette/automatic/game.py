"""The automatic table as one value: what its transcripts, its recorder and its tests speak to."""

from __future__ import annotations

from pitboss.games.everyday.acts import RESETTLING_ACTS
from pitboss.games.everyday.dispute_events import DISPUTING_EVENTS
from pitboss.games.everyday.events import EVERYWHERE_EVENTS
from pitboss.games.live import DEALERS_AND_ABOVE, TABLE_STAFF
from pitboss.games.roulette import events as roulette_events
from pitboss.games.roulette.automatic import acts as a
from pitboss.games.roulette.automatic import events as e
from pitboss.games.roulette.automatic import live
from pitboss.games.roulette.automatic.asked import asked
from pitboss.games.roulette.automatic.config import AutomaticConfig
from pitboss.games.roulette.automatic.decide import TABLE_ACTS, decide
from pitboss.games.roulette.automatic.evolve import evolve
from pitboss.games.roulette.automatic.legal import legal
from pitboss.games.roulette.automatic.settlement import RoundSettled, brought_up
from pitboss.games.roulette.automatic.state import new_table
from pitboss.games.roulette.automatic.words import in_words
from pitboss.games.table.events import EquipmentInspected, LimitSet, StaffChanged, TableClosed, TableOpened
from pitboss.stream import Stream

AUTOMATIC = Stream(
    name="automatic roulette",
    acts=(*TABLE_ACTS, *RESETTLING_ACTS, *a.ACTS),
    events=(
        EquipmentInspected,
        TableOpened,
        TableClosed,
        StaffChanged,
        LimitSet,
        *EVERYWHERE_EVENTS,
        *DISPUTING_EVENTS,
        *e.EVENTS,
        roulette_events.BallSpun,
        roulette_events.NoMoreBetsCalled,
        roulette_events.BallLanded,
        RoundSettled,
    ),
    new_state=new_table,
    decide=decide,
    evolve=evolve,
    legal=legal,
    in_words=in_words,
    first_line="automatic",
    config_type=AutomaticConfig,
    view=live.view,
    staff=TABLE_STAFF,
    sees_own=DEALERS_AND_ABOVE,
    staff_view=live.staff_view,
    own_view=live.own_view,
    layout=live.layout,
    asked=asked,
    posted=live.posted,
    upcasts={"roulette.round_settled/1": brought_up},
)
