"""What the sign of every game's table must show, under every edition and with every house's settings of this suite."""

import re

import pytest

from pitboss.games import GAMES, game
from pitboss.games.table.sign import odds_in_words
from pitboss.money import STAKE_MAX, Currency, show
from pitboss.rulebook import ClauseKind, all_clauses, edition, table_config
from tests.support.cases import CASES, editions_of


def variants_of(name, rulebook):
    """Return settings of tables of an edition."""
    return CASES[name].variants.get(rulebook, ({},))


HOUSES = [(name, rulebook) for name in GAMES for rulebook in editions_of(name)]
TABLES = [
    pytest.param(name, rulebook, settings, id=f"{rulebook}-{place}")
    for name, rulebook in HOUSES
    for place, settings in enumerate(variants_of(name, rulebook))
]

each_table = pytest.mark.parametrize(("name", "rulebook", "settings"), TABLES)


def words(text):
    """Return the words of a name."""
    return set(re.findall(r"[\w-]+", text))


def posted(name, rulebook, settings):
    """Return the rules of a table and its sign."""
    config = table_config({"rulebook": rulebook, "name": "Table 9", "settings": settings})
    return game(name).new_state(config).rules, game(name).sign(config)


def limit_of(rules, which, kind):
    """Return what a sign must show as the minimum or the maximum of a kind."""
    amount = rules.settings[which].get(kind, rules.settings[f"default_{which}"])
    return "no limit set" if amount in (None, STAKE_MAX) else show(amount, Currency.of(rules.config.currency))


@each_table
def test_the_head_says_whose_table_it_is(name, rulebook, settings):
    """House, table, edition and currency are those of the table's file."""
    rules, sign = posted(name, rulebook, settings)
    head = (rules.edition.adoption.body, "Table 9", rulebook, rules.config.currency)
    assert head == (sign.house, sign.table, sign.rulebook, sign.currency)
    assert (True, True, True) == (bool(sign.title), rulebook in sign.edition, rules.edition.title in sign.edition)


@each_table
def test_the_limits_in_force_are_posted_and_no_others(name, rulebook, settings):
    """The least and the most of every wager, and of all together, stand in the first section with their clauses."""
    rules, sign = posted(name, rulebook, settings)
    currency = Currency.of(rules.config.currency)
    expected = {
        (label, limit_of(rules, which, kind), rules.limit_clause(which))
        for which, label in (("min", "Minimum"), ("max", "Maximum"))
        for kind in rules.kinds_taken
    }
    for key, who in (("player_max", "one player"), ("table_max", "all players")):
        if key in settings:
            label = f"Maximum of {who} in a round, all wagers together"
            expected.add((label, show(settings[key], currency), rules.limit_clause(key)))
    assert expected == {(line.label.split(" on ")[0], line.value, line.clause) for line in sign.sections[0].lines}


@each_table
def test_the_odds_in_force_are_posted(name, rulebook, settings):
    """Each wager stands on a line that has its name, or the clause it is paid by, with what the table pays for it."""
    rules, sign = posted(name, rulebook, settings)

    def is_on(line, wager):
        is_named = words(wager.name) <= words(line.label) or line.clause == wager.win_clause
        return is_named and odds_in_words(rules.pays(wager.kind)) == line.value

    taken = [rules.wagers[kind] for kind in rules.kinds_taken]
    assert [] == [wager.kind for wager in taken if not any(is_on(line, wager) for line in sign.lines)]


@each_table
def test_every_line_cites_a_clause_of_its_house(name, rulebook, settings):
    """Clauses are of the edition or are readings, are known, and every line says something."""
    rules, sign = posted(name, rulebook, settings)
    codes = {*rules.edition.codes, "Q"}
    assert [] == [line for line in sign.lines if line.clause not in all_clauses()]
    assert set() == {re.split(r"[-\d]", line.clause)[0] for line in sign.lines} - codes
    assert [] == [section.heading for section in sign.sections if not section.lines or not section.heading]
    assert [] == [line for line in sign.lines if not line.label]


@pytest.mark.parametrize(("name", "rulebook"), HOUSES)
def test_what_must_be_posted_is_posted(name, rulebook):
    """A clause of the kind "posted" stands on the sign of some table of its edition."""
    cited = {
        line.clause for settings in variants_of(name, rulebook) for line in posted(name, rulebook, settings)[1].lines
    }
    assert [] == [
        clause.id
        for clause in edition(rulebook).clauses
        if clause.kind is ClauseKind.POSTED and not clause.pending and clause.id not in cited
    ]
