"""The sign as data: what is general, what is an exception, and the words for odds."""

from fractions import Fraction

import msgspec
import pytest

from pitboss.games.blackjack.rules import rules_of as blackjack_rules
from pitboss.games.sicbo.rules import rules_of
from pitboss.games.table.sign import Line, Section, Sign, limits, listed, odds, odds_in_words, sign_of
from pitboss.rulebook import table_config


def rules_for(**settings):
    """Return a sic bo table's rules with these settings."""
    return rules_of(table_config({"rulebook": "oneida-sicbo-2004", "settings": settings}))


@pytest.mark.parametrize(
    ("pays", "words"),
    [(35, "35 to 1"), (Fraction(3, 2), "3 to 2"), (Fraction(6, 5), "6 to 5"), (Fraction(2), "2 to 1")],
)
def test_odds_are_called_as_at_the_table(pays, words):
    """Whole odds to one, others in whole numbers."""
    assert words == odds_in_words(pays)


def test_names_are_joined_as_one_says_them():
    """One, two, and more."""
    assert ["a", "a or b", "a, b or c"] == [listed("a"), listed("ab"), listed("abc")]


def test_a_limit_that_no_wager_has_is_not_shown():
    """Where every wager has a maximum of its own, the general one is in force nowhere."""
    kinds = rules_for().wagers
    section = limits(rules_for(max=dict.fromkeys(kinds, 700)))
    assert [("Minimum", "no limit set"), (True, "$7.00")] == [
        (line.label if line.label == "Minimum" else line.label.startswith("Maximum on Three of a Kind,"), line.value)
        for line in section.lines
    ]


def test_exceptions_follow_the_general_limit_in_ascending_order():
    """What holds for most comes first, even if an exception is lower."""
    section = limits(rules_for(default_min=500, min={"small": 900, "big": 100}))
    assert ["$5.00", "$1.00", "$9.00"] == [line.value for line in section.lines if line.label.startswith("Minimum")]


def test_limits_over_all_positions_come_last():
    """One player's and everybody's, each with its clause; a table without them says nothing of it."""
    plain, limited = limits(rules_for()).lines, limits(rules_for(player_max=5_000, table_max=90_000)).lines
    assert plain == limited[:-2]
    assert [("one player", "$50.00", "SB-G"), ("all players", "$900.00", "SB-G")] == [
        (line.label.removeprefix("Maximum of ").partition(" in ")[0], line.value, line.clause) for line in limited[-2:]
    ]


def test_a_name_can_be_replaced():
    """A game may give a kind another name than the edition's, in odds and limits alike."""
    rules, names = rules_for(min={"one": 50}), {"one": "Any one number"}
    labels = [line.label for line in (*limits(rules, names).lines, *odds(rules, names=names))]
    assert ("Minimum on Any one number" in labels, "Any one number" in labels) == (True, True)


def test_wagers_that_a_table_does_not_take_are_left_out():
    """Neither their odds nor a limit of theirs is posted; the edition's order stays."""
    document = {
        "rulebook": "oneida-blackjack-2004",
        "settings": {"insurance": False, "max": {"insurance": 50, "hit": 70}},
    }
    rules = blackjack_rules(table_config(document))
    assert ["Blackjack", "Hit"] == [line.label for line in odds(rules)]
    assert ["Minimum", "Maximum", "Maximum on Hit"] == [line.label for line in limits(rules).lines]


def test_a_family_shares_a_line_only_where_it_pays_alike():
    """Kinds of a family with other odds stand apart, in the order of the edition."""
    rules = rules_for(odds={"big": 2})
    family = ("small", "big", "one")
    found = odds(rules, families=[family])[-2:]
    assert [("Small Bet or One of a Kind", "1 to 1"), ("Big Bet", "2 to 1")] == [(f.label, f.value) for f in found]


def test_an_empty_section_is_left_out():
    """A heading with nothing below it is not posted."""
    line = Line("Dealer hits soft 17", "", "SB-G")
    sign = sign_of(rules_for(), "Sic bo", (Section("Rules", (line,)), Section("Nothing", ())))
    assert (("Rules",), (line,)) == (tuple(section.heading for section in sign.sections), sign.lines)


@pytest.mark.parametrize(
    ("rulebook", "words"),
    [
        ("seabrook-roulette", "Seabrook Park roulette, double zero (seabrook-roulette)"),
        ("oneida-sicbo-2004", "(oneida-sicbo-2004), adopted as BC 04-21-04-B on 2004-04-21"),
    ],
)
def test_the_edition_is_named_with_its_adoption(rulebook, words):
    """As far as the document itself says by what act and when."""
    assert Sign("", "", "", rulebook, "USD", ()).edition.endswith(words)


def test_a_sign_is_data():
    """It is written as JSON and read back equal."""
    sign = sign_of(rules_for(), "Sic bo", (limits(rules_for()),))
    assert sign == msgspec.json.decode(msgspec.json.encode(sign), type=Sign)
