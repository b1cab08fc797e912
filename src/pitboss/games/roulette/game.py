"""Roulette as a registered game: everything its users outside `games` need, in one value."""

from __future__ import annotations

from pitboss.games.contract import Game
from pitboss.games.roulette.acts import ROUND_ACTS, TABLE_ACTS
from pitboss.games.roulette.asked import asked
from pitboss.games.roulette.decide import decide
from pitboss.games.roulette.document import settle_document
from pitboss.games.roulette.events import ROUND_EVENTS, TABLE_EVENTS
from pitboss.games.roulette.evolve import evolve
from pitboss.games.roulette.legal import legal
from pitboss.games.roulette.live import layout, own_view, staff_view, view
from pitboss.games.roulette.round import chance
from pitboss.games.roulette.sign import sign
from pitboss.games.roulette.state import new_table
from pitboss.games.roulette.words import in_words

GAME = Game(
    name="roulette",
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
    asked=asked,
    layout=layout,
)
