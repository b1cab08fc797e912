"""Sic bo as a registered game: everything its users outside `games` need, in one value."""

from __future__ import annotations

from pitboss.games.contract import Game
from pitboss.games.sicbo.acts import ROUND_ACTS, TABLE_ACTS
from pitboss.games.sicbo.decide import decide
from pitboss.games.sicbo.document import settle_document
from pitboss.games.sicbo.events import ROUND_EVENTS, TABLE_EVENTS
from pitboss.games.sicbo.evolve import evolve
from pitboss.games.sicbo.legal import legal
from pitboss.games.sicbo.live import SECOND_ENTRY, layout, own_view, staff_view, view
from pitboss.games.sicbo.round import chance
from pitboss.games.sicbo.sign import sign
from pitboss.games.sicbo.state import new_table
from pitboss.games.sicbo.words import in_words
from pitboss.games.table.acts import SHARED_ACTS
from pitboss.games.table.events import SHARED_EVENTS

GAME = Game(
    name="sicbo",
    acts=(*ROUND_ACTS, *TABLE_ACTS, *SHARED_ACTS),
    events=(*ROUND_EVENTS, *TABLE_EVENTS, *SHARED_EVENTS),
    new_state=new_table,
    decide=decide,
    evolve=evolve,
    legal=legal,
    chance=chance,
    in_words=in_words,
    settle=settle_document,
    sign=sign,
    view=view,
    staff_view=staff_view,
    own_view=own_view,
    layout=layout,
    second_entry=SECOND_ENTRY,
)
