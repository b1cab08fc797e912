"""A tournament as a stream of its own: everything its users outside `games` need, in one value."""

from __future__ import annotations

from pitboss.games.live import TABLE_STAFF
from pitboss.games.tournament.acts import ACTS
from pitboss.games.tournament.config import TournamentConfig
from pitboss.games.tournament.decide import decide
from pitboss.games.tournament.events import EVENTS
from pitboss.games.tournament.evolve import evolve
from pitboss.games.tournament.legal import legal
from pitboss.games.tournament.live import asked, tournament_view
from pitboss.games.tournament.state import new_tournament
from pitboss.games.tournament.words import in_words
from pitboss.stream import Stream

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
    view=tournament_view,
    asked=asked,
    staff=TABLE_STAFF,
)
