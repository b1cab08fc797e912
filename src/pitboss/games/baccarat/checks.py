"""What the handlers of a mini-baccarat table share: the round in play, and how many cards burn with one shown."""

from __future__ import annotations

from pitboss.games.baccarat.hands import value_of
from pitboss.games.baccarat.state import Round, Table
from pitboss.games.table.checks import require_open
from pitboss.rulebook import BetsClosed, cites


def the_round(state: Table) -> Round:
    """Return the round in play, or refuse where none was opened."""
    require_open(state)
    if state.round is None:
        raise BetsClosed("no round is open yet", clause=state.rules.clause("no_more_bets"))
    return state.round


@cites("MB-E4", "MB-N1", "MB-N3", "Q15")
def burns_for(state: Table, card: str, already: int) -> int:
    """Return how many cards are to be burned once this one has left the shoe: its value more, as far as there are."""
    return min(already + value_of(card), state.cards.in_shoe - 1)
