"""Blackjack as a registered game: everything its users outside `games` need, in one value."""

from __future__ import annotations

from pitboss.games.blackjack.document import settle_document
from pitboss.games.blackjack.house_acts import TABLE_ACTS
from pitboss.games.blackjack.house_events import TABLE_EVENTS
from pitboss.games.blackjack.messages import ROUND_ACTS
from pitboss.games.blackjack.offers import legal
from pitboss.games.blackjack.round import chance
from pitboss.games.blackjack.round_events import ROUND_EVENTS
from pitboss.games.blackjack.sign import sign
from pitboss.games.blackjack.table import decide, evolve, new_table
from pitboss.games.blackjack.words import in_words
from pitboss.games.contract import Game

__all__ = ["GAME"]

GAME = Game(
    name="blackjack",
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
)
