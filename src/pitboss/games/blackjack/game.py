"""Blackjack as a registered game: everything its users outside `games` need, in one value."""

from __future__ import annotations

from pitboss.games.blackjack.acts import ROUND_ACTS, TABLE_ACTS
from pitboss.games.blackjack.decide import decide
from pitboss.games.blackjack.document import settle_document
from pitboss.games.blackjack.events import ROUND_EVENTS, TABLE_EVENTS
from pitboss.games.blackjack.evolve import evolve
from pitboss.games.blackjack.legal import legal
from pitboss.games.blackjack.live import CARDS, layout, own_view, staff_view, view
from pitboss.games.blackjack.round import chance
from pitboss.games.blackjack.sign import sign
from pitboss.games.blackjack.state import new_table
from pitboss.games.blackjack.words import in_words
from pitboss.games.contract import Game
from pitboss.games.everyday.events import RESETTLING_EVENTS

GAME = Game(
    name="blackjack",
    acts=(*ROUND_ACTS, *TABLE_ACTS),
    events=(*ROUND_EVENTS, *TABLE_EVENTS, *RESETTLING_EVENTS),
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
