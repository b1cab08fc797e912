"""Mini-baccarat as a registered game: everything its users outside `games` need, in one value."""

from __future__ import annotations

from pitboss.games.baccarat.acts import ROUND_ACTS, TABLE_ACTS
from pitboss.games.baccarat.decide import decide
from pitboss.games.baccarat.document import settle_document
from pitboss.games.baccarat.events import ROUND_EVENTS, TABLE_EVENTS
from pitboss.games.baccarat.evolve import evolve
from pitboss.games.baccarat.legal import legal
from pitboss.games.baccarat.live import CARDS, layout, own_view, staff_view, view
from pitboss.games.baccarat.round import chance
from pitboss.games.baccarat.sign import sign
from pitboss.games.baccarat.state import new_table
from pitboss.games.baccarat.words import in_words
from pitboss.games.contract import Game

GAME = Game(
    name="baccarat",
    acts=(*ROUND_ACTS, *TABLE_ACTS),
    events=(*ROUND_EVENTS, *TABLE_EVENTS),
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
    cards=CARDS,
)
