"""Cards and dice as pictures that pages copy pieces from."""

import re

from pitboss.draw.pieces import deck_picture, dice_picture
from pitboss.draw.screens import screen_pictures
from pitboss.games.cards import CARDS
from tests.support.life import Played


def test_a_deck_has_every_card_once_and_a_back():
    """Each under its own name, at the zero point of its group."""
    deck_picture.cache_clear()
    found = re.findall(r'data-card="(\w+)"', deck_picture())

    assert sorted((*CARDS, "back")) == sorted(found)


def test_dice_have_six_faces():
    """Each under its number."""
    dice_picture.cache_clear()

    assert list("123456") == re.findall(r'data-die="(\d)"', dice_picture())


def test_every_game_has_the_pictures_of_its_pages():
    """Wheels their cloth, cards their deck, dice their layout; a game without any has none."""
    found = {name: sorted(screen_pictures(table.rules.name, table.state)) for name, table in TABLES.items()}

    assert {
        "baccarat-1": ["deck", "marks"],
        "blackjack-1": ["deck"],
        "sicbo-1": ["cloth", "dice", "marks", "table", "upright"],
    } == found
    assert {} == screen_pictures("big six", None)


TABLES = {name: Played(name) for name in ("baccarat-1", "blackjack-1", "sicbo-1")}
