"""The cage as a stream of its own: everything its users outside `games` need, in one value."""

from __future__ import annotations

from pitboss.games.cage.acts import ACTS
from pitboss.games.cage.config import CageConfig
from pitboss.games.cage.decide import decide
from pitboss.games.cage.events import EVENTS
from pitboss.games.cage.evolve import evolve
from pitboss.games.cage.legal import legal
from pitboss.games.cage.live import CAGE_STAFF, staff_view
from pitboss.games.cage.state import new_cage
from pitboss.games.cage.words import in_words
from pitboss.stream import Stream

CAGE = Stream(
    name="cage",
    first_line="cage",
    config_type=CageConfig,
    acts=ACTS,
    events=EVENTS,
    new_state=new_cage,
    decide=decide,
    evolve=evolve,
    legal=legal,
    in_words=in_words,
    is_public=False,
    staff=CAGE_STAFF,
    staff_view=staff_view,
)
