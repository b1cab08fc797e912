"""The cases of the games, one to each."""

from pitboss.rulebook import edition, edition_ids
from tests.support.cases_baccarat import BACCARAT
from tests.support.cases_blackjack import BLACKJACK
from tests.support.cases_roulette import ROULETTE
from tests.support.cases_sicbo import SICBO
from tests.support.game_case import GameCase

__all__ = ["CASES", "editions_of"]

CASES: dict[str, GameCase] = {"roulette": ROULETTE, "sicbo": SICBO, "baccarat": BACCARAT, "blackjack": BLACKJACK}


def editions_of(game: str) -> tuple[str, ...]:
    """Return the editions of a game."""
    return tuple(name for name in edition_ids() if edition(name).game == game)
