"""A program to which a game and its edition were added from outside, for these tests only."""

import sys
from collections.abc import Iterator

import pytest

from pitboss import games, rulebook
from tests.added_game.bigsix.game import GAME
from tests.added_game.case import BIGSIX, EDITIONS
from tests.support.cases import CASES


@pytest.fixture
def added(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Register the big six wheel, and take it out again."""
    monkeypatch.setattr(games, "_added", {})
    monkeypatch.setattr(sys.modules["pitboss.rulebook.edition"], "_added", [])
    monkeypatch.setitem(CASES, "bigsix", BIGSIX)
    games.register(GAME)
    rulebook.add_editions(EDITIONS)
    yield
    rulebook.edition.cache_clear()
    rulebook.all_clauses.cache_clear()
