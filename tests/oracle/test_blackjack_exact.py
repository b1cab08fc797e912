"""Exact blackjack against published figures: hands, whole games, and what rules are worth."""

import json
from functools import cache
from pathlib import Path

import pytest

from pitboss.games.blackjack.rules import rules_of
from pitboss.lab.blackjack.exact import analyse
from pitboss.lab.blackjack.tables import VALUES
from pitboss.rulebook import table_config

PUBLISHED = json.loads(Path(__file__).with_name("blackjack_exact.json").read_text(encoding="utf-8"))
EURO = PUBLISHED["no_hole_card"]


@cache
def found(**settings):
    """Analyse a table with these settings; where a Blackjack takes the original wager, the published dealers look."""
    chosen = {key: list(value) if isinstance(value, tuple) else value for key, value in settings.items()}
    return analyse(rules_of(table_config({"rulebook": "oneida-blackjack-2004", "settings": chosen})), is_looked=True)


def edge(**settings):
    """Return the edge in percent, by the cards of each hand."""
    return 100 * found(**settings).composition_edge


@pytest.mark.parametrize("hand", EURO["against_ace"])
def test_hands_without_a_hole_card(hand):
    """Stand, hit and double agree to six decimals."""
    values = found(**EURO["settings"]).values(VALUES.index("A"), [VALUES.index(card) for card in hand])
    assert EURO["against_ace"][hand] == [f"{values[act]:.6f}" for act in "SHD"]


def test_games_without_a_hole_card():
    """The return of the game agrees to five decimals, with and without doubling after a split."""
    das, none = (found(**EURO["settings"], das=flag).composition_edge for flag in (True, False))
    assert abs(float(EURO["return"]["das"]) + das) < 5e-6
    assert abs(float(EURO["return"]["no_das"]) + none) < 5e-6


def test_atlantic_city():
    """Eight decks with a look for a blackjack cost 0.43 percent."""
    game = PUBLISHED["atlantic_city"]
    assert game["return_percent"] == f"{-edge(**game['settings']):.2f}"


def test_six_to_five():
    """With one deck the lower odds of a Blackjack cost 1.39 percent."""
    game = PUBLISHED["one_deck"]
    cost = edge(**game["settings"], bj_pays=(6, 5)) - edge(**game["settings"])
    assert game["six_to_five_percent"] == f"{cost:.2f}"


def test_what_the_readings_say():
    """No look, surrender by the text and late surrender are worth what Q19 and Q22 say."""
    readings, base = PUBLISHED["readings"], edge()
    assert readings["no_look_percent"] == f"{base - edge(dealer_bj='original'):.2f}"
    assert readings["text_percent"] == f"{base - edge(surrender='text'):.3f}"
    assert readings["late_percent"] == f"{base - edge(surrender='late'):.3f}"
