"""The best blackjack table against others: whatever the rules and the shoe, no other letter anywhere gains more."""

import random
from dataclasses import replace
from typing import Any

import pytest

from pitboss.games.blackjack.rules import rules_of
from pitboss.games.cards import CARDS
from pitboss.lab.blackjack.exact import analyse
from pitboss.lab.blackjack.tables import ROWS, VALUES
from pitboss.lab.blackjack.wagers import shoe_of, values_of
from pitboss.rulebook import table_config
from tests.support.campaign import Campaign, Part

SAME = 1e-13
"""What two ways to add up the same round may differ by."""
CHOICES: dict[str, tuple[Any, ...]] = {
    "decks": (1, 1, 2, 6, 8),
    "h17": (True, False),
    "das": (True, True, False),
    "double": (True, True, True, False),
    "max_hands": (2, 3, 4, 4, 8),
    "surrender": ("none", "text", "late"),
    "push21": (False, False, True),
    "dealer_bj": ("all", "original"),
}


def search(part: Part) -> dict[str, int]:
    """Hold the best table of one house and shoe to tables with another letter in one place."""
    chance = part.rng()
    settings = {name: chance.choice(values) for name, values in CHOICES.items()}
    rules = rules_of(table_config({"rulebook": "oneida-blackjack-2004", "settings": settings}))
    shoe = values_of(shoe_of(rules.shoe_decks, chance.sample(CARDS, chance.choice((0, 0, 6, 12)))))
    is_looked = chance.random() < 1 / 2
    found = analyse(rules, shoe=shoe, is_looked=is_looked)
    assert found.totals == analyse(rules, shoe=shoe, is_looked=is_looked, table=found.table).totals
    for _ in range(part.cases):
        other, what = changed(found, chance)
        edge = analyse(rules, shoe=shoe, is_looked=is_looked, table=other).basic_edge
        assert edge > found.basic_edge - SAME, (settings, shoe, is_looked, what)
    return {"letters": part.cases}


def changed(found: Any, chance: random.Random) -> tuple[Any, str]:
    """Return the table with another letter in one place, and which."""
    options = found.options
    allowed = {"two_cards": "SH" + "D" * options.double + "R" * options.surrender, "drawing": "SH", "pairs": "-P"}
    side = chance.choice(("two_cards", "two_cards", "drawing", "pairs"))
    row = chance.choice([value * 2 for value in VALUES] if side == "pairs" else ROWS[:-1])
    rows, place = dict(getattr(found.table, side)), chance.randrange(len(VALUES))
    letter = chance.choice([one for one in allowed[side] if one != rows[row][place]])
    rows[row] = rows[row][:place] + letter + rows[row][place + 1 :]
    return replace(found.table, **{side: rows}), f"{side} {row} against {VALUES[place]}: {letter}"


@pytest.mark.campaign(10_000)
def test_no_other_letter_gains_more(request):
    """Of many houses and shoes, and many letters each, none is better than the one that stands there."""
    met = Campaign.of(request, "best table", part_cases=250, slice_parts=2, slice_cases=15).run(search)
    assert met["letters"] >= 30
