"""Two rulebooks side by side: what differs is found in the data, and nothing else."""

import pytest

from pitboss.errors import BadConfig
from pitboss.rulebook import edition, edition_ids
from pitboss.rulebook.compare import SECTIONS, Side, compare

ONEIDA, HOIAN, SEABROOK = "oneida-roulette-2008", "hoian-roulette-2020", "seabrook-roulette"


def row(left, right, section, what):
    """Return one row of the comparison."""
    (found,) = [entry for entry in compare(left, right) if (entry.section, entry.what) == (section, what)]
    return found


@pytest.mark.parametrize(
    ("right", "section", "what", "expected"),
    [
        (HOIAN, "odds", "straight", (Side("at least 35 to 1", ("RO-D1", "RO-G1")), "exactly 35 to 1")),
        (HOIAN, "procedures", "wheel", (Side("double zero"), "single zero")),
        (HOIAN, "procedures", "revolutions at least", (Side("4"), "3")),
        (SEABROOK, "limits", "table maximum", (Side("the house decides", ("RO-G2",)), "always $4.00")),
        (SEABROOK, "choices", "ball material", (Side("always non metallic", ("RO-A6",)), None)),
        (HOIAN, "who decides", "no spin: ball out", (Side("dealer or pit supervisor or above", ("Q4",)), "dealer")),
        (SEABROOK, "duties", "late", (Side("No more bets", ("RO-F2",)), "Late bets")),
    ],
)
def test_what_the_houses_do_differently(right, section, what, expected):
    """The left side as it stands, the right one in its words."""
    found = row(ONEIDA, right, section, what)
    left, words = expected
    assert (True, left) == (found.differs, found.left)
    assert words in (None, found.right.words)


def test_what_only_one_house_has_is_missing_in_the_other():
    """Hoi An has a page on disputes, Oneida none."""
    assert (None, "Up to the Pit Manager") == (
        row(ONEIDA, HOIAN, "who decides", "disputes: decide").left,
        row(ONEIDA, HOIAN, "who decides", "disputes: decide").right.words,
    )


def test_a_part_that_only_one_house_has_is_one_row():
    """The automatic table's duties are counted, not listed; their clauses are all named."""
    found = row(ONEIDA, SEABROOK, "duties", "automatic")
    duties = edition(ONEIDA).rules["automatic"]["clauses"]
    assert (f"{len(duties)} duties", set(duties.values())) == (found.left.words, set(found.left.clauses))
    assert found.right is None


@pytest.mark.parametrize("name", edition_ids())
def test_a_rulebook_does_not_differ_from_itself(name):
    """Whatever its game has in its own section can be told."""
    rows = compare(name, name)
    assert rows
    assert [] == [entry for entry in rows if entry.differs]


def test_sides_change_places():
    """What is left is right the other way round."""
    mirrored = {(entry.section, entry.what): (entry.right, entry.left) for entry in compare(HOIAN, ONEIDA)}
    assert mirrored == {(entry.section, entry.what): (entry.left, entry.right) for entry in compare(ONEIDA, HOIAN)}


def test_sections_come_in_their_order():
    """Odds first, duties last."""
    order = list(dict.fromkeys(entry.section for entry in compare(ONEIDA, SEABROOK)))
    assert list(SECTIONS) == order


def test_two_games_are_not_compared():
    """The sentence says which rulebooks could be."""
    with pytest.raises(BadConfig, match=rf"name two of one game \({ONEIDA} can be compared with {HOIAN}, {SEABROOK}\)"):
        compare(ONEIDA, "oneida-sicbo-2004")
