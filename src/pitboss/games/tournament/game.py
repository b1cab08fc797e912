"""A tournament as a stream of its own: everything its users outside `games` need, in one value."""

from __future__ import annotations

from pitboss.games.tournament.config import TournamentConfig
from pitboss.games.tournament.messages import ACTS, EVENTS
from pitboss.games.tournament.offers import legal
from pitboss.games.tournament.play import decide
from pitboss.games.tournament.state import evolve, new_tournament
from pitboss.games.tournament.words import in_words
from pitboss.stream import Stream

__all__ = ["TOURNAMENT"]

TOURNAMENT = Stream(
    name="tournament",
    first_line="tournament",
    config_type=TournamentConfig,
    acts=ACTS,
    events=EVENTS,
    new_state=new_tournament,
    decide=decide,
    evolve=evolve,
    legal=legal,
    in_words=in_words,
)
