"""Clauses are found by the words that people use for them."""

import pytest

from pitboss.errors import InputError
from pitboss.rulebook.search import edition_of, search


def ids(words):
    """Return the ids of what is found."""
    return [entry.id for entry in search(words)]


def test_late_bets_are_found_in_every_house():
    """All three roulette documents have the rule, though two say "wager" and one "bet"."""
    assert ["RS-I4", "RH-4.6", "RO-F2"] == ids("late bets")[:3]


@pytest.mark.parametrize("words", ["Late Bets", "late bet", "bets, late!", "late wagers", "LATE WAGER"])
def test_case_plurals_and_the_word_for_a_bet_do_not_matter(words):
    """The same clauses come first."""
    assert ids("late bets")[:3] == ids(words)[:3]


def test_every_word_must_be_there():
    """A further word finds fewer."""
    few, many = ids("surrender ten"), ids("surrender")
    assert set(few) < set(many)


def test_short_words_are_whole():
    """`no` is not the start of `nothing`, while `surren` is that of `surrender`."""
    assert "BJ-A7" in ids("surren")
    assert [] == ids("zz no")


def test_a_title_comes_before_a_text():
    """What a clause is about counts for more than what it mentions."""
    assert {"BJ-A7", "BJ-J5", "Q22"} == set(ids("surrender")[:3])


@pytest.mark.parametrize("words", ["", "   ", "…?!"])
def test_no_words_are_refused(words):
    """A sentence says what to type."""
    with pytest.raises(InputError, match="at least one word"):
        search(words)


def test_a_clause_has_a_home():
    """Its rulebook, or what it is instead."""
    expected = ["oneida-sicbo-2004", "reading", "house practice"]
    assert expected == [edition_of(clause) for clause in ("SB-D1", "Q1", "HP-B1")]
