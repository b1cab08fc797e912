"""The first lines of the games' transcripts, a table's and a tournament's; rules are loaded when a line needs them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pitboss.games import game
from pitboss.rulebook import check_table, edition
from pitboss.stream import Opener, Openers

if TYPE_CHECKING:
    from pitboss.games.contract import Game
    from pitboss.games.roulette.automatic.config import AutomaticConfig
    from pitboss.games.tournament.config import TournamentConfig
    from pitboss.rulebook import Fault, TableConfig
    from pitboss.stream import Stream

__all__ = ["OPENERS"]


def _game_of(config: TableConfig) -> Game:
    return game(edition(config.rulebook).game)


def _check_tournament(document: object) -> tuple[TournamentConfig | None, tuple[Fault, ...]]:
    from pitboss.games.tournament.config import check_tournament

    return check_tournament(document)


def _tournament(_: TournamentConfig) -> Stream:
    from pitboss.games.tournament.game import TOURNAMENT

    return TOURNAMENT


def _check_automatic(document: object) -> tuple[AutomaticConfig | None, tuple[Fault, ...]]:
    from pitboss.games.roulette.automatic.config import check_automatic

    return check_automatic(document)


def _automatic(_: AutomaticConfig) -> Stream:
    from pitboss.games.roulette.automatic.game import AUTOMATIC

    return AUTOMATIC


OPENERS: Openers = {
    "table": Opener(check=check_table, stream_of=_game_of),
    "automatic": Opener(check=_check_automatic, stream_of=_automatic),
    "tournament": Opener(check=_check_tournament, stream_of=_tournament),
}
