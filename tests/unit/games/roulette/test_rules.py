"""A table's rules as one value: settings over the edition, and why a bet is not offered."""

import doctest

import msgspec
import pytest

from pitboss.errors import BadConfig, BadNotation
from pitboss.games.roulette import rules as module
from pitboss.games.roulette.rules import Rules, rules_of
from pitboss.games.table import rules as shared
from pitboss.rulebook import NotOffered, TableConfig, table_config
from pitboss.rulebook.edition import NotOfferedKind
from tests.support.driver import HOIAN, HOUSES, ONEIDA, SEABROOK


def house(rulebook, **settings):
    """Return the rules of a table with some settings of its own."""
    return rules_of(table_config({"rulebook": rulebook, "settings": settings}))


def refusal(rulebook, bet):
    """Return how a bet is refused at a house: clause and reason."""
    with pytest.raises(NotOffered) as refused:
        house(rulebook).position(bet)
    assert {"bet": bet} == refused.value.values
    return refused.value.clause, refused.value.reason.removeprefix(f"{bet} is not a position of this layout: ")


def test_doctests_hold():
    """Every example in the module is true, and there are examples."""
    results = doctest.testmod(module)
    assert (0, True) == (results.failed, results.attempted > 0)


@pytest.mark.parametrize(("rulebook", "wheel", "turns"), [(ONEIDA, 38, 4), (HOIAN, 37, 3), (SEABROOK, 38, 4)])
def test_the_houses_have_their_wheels(rulebook, wheel, turns):
    """The wheel and the least number of revolutions come from the edition."""
    rules = house(rulebook)
    assert (wheel, turns) == (len(rules.wheel.pockets), rules.data.revolutions_min)


@pytest.mark.parametrize("rulebook", HOUSES)
def test_every_kind_of_the_layout_is_a_wager_of_the_house(rulebook):
    """No position lies on the cloth that the document does not define, and none is missing."""
    rules = house(rulebook)
    assert set(rules.wagers) == {position.kind for position in rules.layout.positions}


@pytest.mark.parametrize("rulebook", HOUSES)
def test_every_cause_of_a_no_spin_is_known(rulebook):
    """Each house answers every event, by its own clause or by the reading."""
    causes = (
        "same_direction few_revolutions foreign_object floater no_drop ball_out wheel_stopped interference suspicion"
    )
    assert sorted(causes.split()) == sorted(house(rulebook).no_spin)


def test_odds_are_the_table_s_before_the_edition_s():
    """What the house pays more is paid, the rest as written."""
    rules = house(ONEIDA, odds={"straight": 36})
    assert (36, 17) == (rules.pays("straight"), rules.pays("split"))


def test_limits_are_by_kind_before_the_default():
    """A kind's own minimum and maximum go before the table's."""
    rules = house(ONEIDA, default_min=500, default_max=9000, min={"red": 700}, max={"six": 800})
    assert [(700, 9000), (500, 800), (500, 9000)] == [rules.limits(kind) for kind in ("red", "six", "row")]


def test_the_table_s_minimum_is_the_least_of_all():
    """One kind with a lower minimum lowers the table's."""
    assert [500, 200] == [house(ONEIDA, default_min=500, **more).table_minimum for more in ({}, {"min": {"six": 200}})]


@pytest.mark.parametrize(
    ("rulebook", "clauses"),
    [(ONEIDA, ("RO-G2", "RO-G2")), (HOIAN, ("RH-4.7.5", "RH-4.8")), (SEABROOK, ("RS-W", "RS-W"))],
)
def test_limits_have_their_clauses(rulebook, clauses):
    """Minimum and maximum may rest on different clauses."""
    rules = house(rulebook)
    assert clauses == (rules.limit_clause("min"), rules.limit_clause("max"))


def test_a_changed_limit_makes_other_rules():
    """The rules a round was opened with stay as they were."""
    rules = house(ONEIDA, min={"red": 700})
    other = rules.with_limit("six", "max", 800).with_limit("red", "min", 600)
    assert ((700, 10**12), (600, 10**12), (1, 800)) == (rules.limits("red"), other.limits("red"), other.limits("six"))


def test_procedures_are_those_of_the_document():
    """Hoi An puts the ball back after a no spin, Oneida's text knows nothing of it."""
    assert [True, False] == [house(rulebook).has("return_ball") for rulebook in (HOIAN, ONEIDA)]
    assert "RH-7.9.1" == house(HOIAN).clause("return_ball")


def test_equal_tables_have_equal_rules():
    """The same config gives the same value, and rules differ when a setting does."""
    assert house(ONEIDA, default_min=5) is house(ONEIDA, default_min=5)
    assert house(ONEIDA, default_min=5) != house(ONEIDA, default_min=6)


def test_defaults_that_were_left_out_are_filled_in():
    """A config made by hand need not list every setting."""
    assert (100, 400) == rules_of(TableConfig(SEABROOK, "", "USD", {})).limits("red")


def test_rules_are_told_apart_by_their_key():
    """Equal tables have one key; a changed limit is another."""
    rules = house(ONEIDA, default_min=5)
    keys = {rules.key, house(ONEIDA, default_min=5).key, rules.with_limit("red", "min", 6).key, house(SEABROOK).key}
    assert 3 == len(keys)


def test_a_kind_may_be_taken_from_a_house():
    """A position that lies on the cloth, of a kind the edition does not offer, is refused like any other."""
    rules = house(ONEIDA)
    absent = NotOfferedKind(kind="first_five", clause="T-1", reason="struck")
    wagers = tuple(wager for wager in rules.edition.wagers if wager.kind != "first_five")
    edition = msgspec.structs.replace(rules.edition, wagers=wagers, not_offered=(absent,))
    fewer = Rules(rules.config, edition, rules.data)
    assert (160, False) == (len(fewer.positions), "first_five" in fewer.wagers)
    with pytest.raises(NotOffered, match="struck"):
        fewer.position("first_five:0-00-1-2-3")


def test_an_edition_must_have_a_clause_for_every_duty(monkeypatch):
    """A document that forgets one cannot be played by."""
    broken = house(SEABROOK).edition
    clauses = {duty: cited for duty, cited in broken.rules["clauses"].items() if duty != "late"}
    broken = msgspec.structs.replace(broken, rules={**broken.rules, "clauses": clauses})
    monkeypatch.setattr(shared, "edition", lambda _: broken)
    with pytest.raises(BadConfig, match="lack late"):
        rules_of(TableConfig("broken", "", "USD", {}))


@pytest.mark.parametrize("rulebook", HOUSES)
def test_every_position_is_offered(rulebook):
    """Each bet of the layout leads to its own position."""
    rules = house(rulebook)
    assert list(rules.layout.positions) == [rules.position(position.bet) for position in rules.layout.positions]


@pytest.mark.parametrize(
    ("rulebook", "bet", "clause"),
    [
        (ONEIDA, "first_four:0-1-2-3", "RO-D5"),
        (SEABROOK, "first_four:0-1-2-3", "RS-T4"),
        (HOIAN, "first_five:0-00-1-2-3", "RH-4.8"),
        (ONEIDA, "first_four", "RO-D5"),
    ],
)
@pytest.mark.clause("RH-4.8")
def test_a_kind_the_house_does_not_have(rulebook, bet, clause):
    """A kind that belongs to the other layout is refused with the edition's reason."""
    edition = house(rulebook).edition
    assert (clause, edition.not_offered[0].reason) == refusal(rulebook, bet)


@pytest.mark.parametrize(
    ("rulebook", "bet", "clause", "written"),
    [
        (ONEIDA, "split:20-17", "RO-D2", "split:17-20"),
        (SEABROOK, "split:00-0", "RS-T2", "split:0-00"),
        (HOIAN, "corner:5-4-2-1", "RH-4.8", "corner:1-2-4-5"),
        (ONEIDA, "first_five:1-2-3-0-00", "RO-D6", "first_five:0-00-1-2-3"),
        (ONEIDA, "six:36-31", "RO-D7", "six:31-36"),
    ],
)
def test_numbers_in_another_order_are_shown_in_theirs(rulebook, bet, clause, written):
    """The refusal shows how the bet is written."""
    assert (clause, f"the numbers are written in ascending order, 0 before 00: {written}") == refusal(rulebook, bet)


@pytest.mark.parametrize("bet", ["straight:00", "split:0-00", "split:00-3", "triple:0-00-2"])
def test_a_number_the_wheel_does_not_have(bet):
    """There is no 00 at Hoi An."""
    assert ("RH-4.8", "this wheel has no 00") == refusal(HOIAN, bet)


@pytest.mark.parametrize(
    ("bet", "clause", "words"),
    [
        ("straight", "RO-D1", "no box"),
        ("straight:17-18", "RO-D1", "no box"),
        ("split:1-3", "RO-D2", "two adjoining boxes"),
        ("split:0-3", "RO-D2", "two adjoining boxes"),
        ("split:17-17", "RO-D2", "two adjoining boxes"),
        ("row:2-3-4", "RO-D3", "three numbers side by side"),
        ("triple:1-2-3", "RO-D4", "one of them a zero"),
        ("corner:3-4-6-7", "RO-D5", "common corner of four"),
        ("first_five:1-2-3-4-5", "RO-D6", "0, 00, 1, 2 and 3"),
        ("six:2-7", "RO-D7", "six:31-36"),
        ("column:4", "RO-E1", "column:1 to column:3"),
        ("dozen:0", "RO-E2", "dozen:1 to dozen:3"),
        ("red:1", "RO-E3", "red is written without numbers"),
        ("high:19-36", "RO-E8", "high is written without numbers"),
    ],
)
def test_why_a_bet_is_no_position(bet, clause, words):
    """The refusal names the wager's definition and says what it would have to be."""
    found, reason = refusal(ONEIDA, bet)
    assert (clause, True) == (found, words in reason)


def test_six_numbers_written_out_are_told_how_to_write_them():
    """Numbers that do ascend are not told to ascend."""
    assert "ascending" not in refusal(ONEIDA, "six:31-32-33-34-35-36")[1]


@pytest.mark.parametrize("bet", ["nope", "straight:37", ""])
def test_what_is_no_notation_is_no_bet_at_all(bet):
    """Notation that does not parse is not refused by a clause."""
    with pytest.raises(BadNotation):
        house(ONEIDA).position(bet)
