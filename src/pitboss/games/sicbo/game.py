"""Sic bo as a registered game: everything its users outside `games` need, in one value."""

from __future__ import annotations

from pitboss.games.contract import Game
from pitboss.games.house_acts import HOUSE_ACTS
from pitboss.games.house_events import HOUSE_EVENTS
from pitboss.games.sicbo.document import settle_document
from pitboss.games.sicbo.messages import ROUND_ACTS, ROUND_EVENTS, TABLE_ACTS, TABLE_EVENTS
from pitboss.games.sicbo.offers import legal
from pitboss.games.sicbo.round import chance
from pitboss.games.sicbo.sign import sign
from pitboss.games.sicbo.table import decide, evolve, new_table
from pitboss.games.sicbo.words import in_words

__all__ = ["GAME"]

GAME = Game(
    name="sicbo",
    acts=(*ROUND_ACTS, *TABLE_ACTS, *HOUSE_ACTS),
    events=(*ROUND_EVENTS, *TABLE_EVENTS, *HOUSE_EVENTS),
    new_state=new_table,
    decide=decide,
    evolve=evolve,
    legal=legal,
    chance=chance,
    in_words=in_words,
    settle=settle_document,
    sign=sign,
)
