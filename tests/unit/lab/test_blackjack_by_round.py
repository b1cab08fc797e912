"""The exact values against the plain Round: every card that may come is played through it, from a small shoe."""

import pytest

from pitboss.games.blackjack.rules import rules_of
from pitboss.lab.blackjack.exact import Options, Table, analysed, gains_of
from pitboss.lab.blackjack.tables import ROWS, VALUES
from pitboss.rulebook import table_config
from tests.support.blackjack_by_round import value_place, worth

SHOE = {"A": 1, "8": 4, "9": 1, "T": 5}
LOW = {"A": 2, "3": 1, "8": 3, "T": 9}
HALF = {"A": 2, "8": 6, "9": 3, "T": 15}


def found_of(rules, counts, table=None):
    """Analyse a shoe that is too small for the command line, but lasts for every round that comes here."""
    shoe, gains = tuple(counts.get(value, 0) for value in VALUES), gains_of(rules)
    return analysed(shoe, Options.of(rules), gains, hits_soft_17=rules.settings["h17"], table=table)


def by_cards(found):
    """Play by the cards of a hand: a split hand as any other, by what is allowed to it."""

    def play(first, hand, hands):
        up, cards = value_place(first), [value_place(card) for card in hand.cards]
        if not hand.is_split:
            return found.best(up, cards)
        if len(set(cards)) == 1 and len(cards) == 2 and hands < found.options.max_hands:
            return "P"
        return found.best(up, cards, allowed="SHD" if found.options.das else "SH")

    return play


def by_table(found):
    """Play by the table of totals."""

    def play(first, hand, hands):
        up, cards = value_place(first), [value_place(card) for card in hand.cards]
        is_pair = len(cards) == 2 and len(set(cards)) == 1
        if is_pair and found.table.pairs[VALUES[cards[0]] * 2][up] == "P" and hands < found.options.max_hands:
            return "P"
        hard = sum(card + 1 for card in cards)
        row = f"S{hard + 10}" if 0 in cards and hard <= 11 else f"H{hard}"
        letter = found.table.two_cards[row][up] if len(cards) == 2 else found.table.drawing[row][up]
        if (letter == "R" and hand.is_split) or (letter == "D" and hand.is_split and not found.options.das):
            return found.table.drawing[row][up]
        return letter

    return play


SETTINGS = (
    {"max_hands": 3},
    {"max_hands": 4, "das": False, "h17": False, "surrender": "text"},
    {"max_hands": 2, "push21": True, "surrender": "late", "bj_pays": [6, 5]},
    {"max_hands": 3, "dealer_bj": "original", "surrender": "text"},
    {"max_hands": 4, "dealer_bj": "original", "push21": True, "das": False},
)


def rules_with(settings):
    """Return the rules of a table with these settings."""
    return rules_of(table_config({"rulebook": "oneida-blackjack-2004", "settings": {"insurance": False, **settings}}))


@pytest.mark.parametrize("settings", SETTINGS, ids=str)
@pytest.mark.parametrize("player", [by_cards, by_table])
def test_the_round_gives_the_same_edge(settings, player):
    """Both plays gain in the Round what the analysis says, to the last digits of a float."""
    rules = rules_with(settings)
    found = found_of(rules, SHOE)
    edge = found.composition_edge if player is by_cards else found.basic_edge
    gains = worth(rules, SHOE, player(found))
    assert abs(float(sum(gain * chance for gain, chance in gains.items())) + edge) < 1e-12


RECKLESS = Table(
    {row: ("S" if row in ("H18", "H19", "H20", "S21") else "D") * len(VALUES) for row in ROWS},
    {row: ("S" if row > "H16" else "H") * len(VALUES) for row in ROWS},
    {value * 2: "P" * len(VALUES) for value in VALUES},
)
"""Every pair is split and every hand under 18 is doubled, against aces and tens as well."""


@pytest.mark.parametrize("settings", [*SETTINGS, {"max_hands": 2, "dealer_bj": "original", "push21": True}], ids=str)
def test_the_round_gives_reckless_play_the_same_edge(settings):
    """A dealer's Blackjack meets hands that nobody with the best table would have then: split, doubled, over 21."""
    rules = rules_with(settings)
    found = found_of(rules, LOW, RECKLESS)
    gains = worth(rules, LOW, by_table(found))
    assert abs(float(sum(gain * chance for gain, chance in gains.items())) + found.basic_edge) < 1e-12


@pytest.mark.parametrize("settings", SETTINGS, ids=str)
def test_the_round_gives_the_same_distribution(settings):
    """Every result of the Round is as likely as is reckoned, as surely as half a deck can be told."""
    rules = rules_with(settings)
    found = found_of(rules, HALF)
    spread, gains = found.spread, worth(rules, HALF, by_table(found))
    assert spread.moved < 3e-8
    assert spread.distribution.keys() == {gain for gain, chance in gains.items() if chance > spread.moved}
    assert all(abs(chance - float(gains[gain])) < 1e-8 for gain, chance in spread.distribution.items())


@pytest.mark.parametrize("more", [{}, {"dealer_bj": "original", "push21": True, "bj_pays": [6, 5]}], ids=str)
def test_the_round_gives_the_same_distribution_of_wagers_together(more):
    """Two wagers of multiple action: every result of the Round is as likely as is reckoned."""
    rules = rules_with({"multiple_action": 2, "max_hands": 2, **more})
    found = found_of(rules, HALF)
    spread, gains = found.together(2), worth(rules, HALF, by_table(found), spots=2)
    assert spread.moved < 3e-7
    assert {*gains} <= {*spread.chances}
    assert all(abs(chance - float(gains.get(gain, 0))) < 1e-7 for gain, chance in spread.chances.items())
    assert 1 == sum(gains.values())
