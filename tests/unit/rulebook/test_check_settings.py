"""Each shape a setting may have: what is malformed, what is against the rules, what is taken."""

from datetime import date

import msgspec
import pytest

from pitboss.money import STAKE_MAX
from pitboss.rulebook import check_settings
from pitboss.rulebook.edition import Edition

CLAUSE = {"id": "T-1", "kind": "enforced", "title": "t", "text": "x"}
ADOPTION = {"body": "B", "resolution": "R"}


def wager(kind, bound):
    """Return a kind of wager that pays 5 to 1 under a bound."""
    name = kind.title()
    odds = {"pays": 5, "bound": bound}
    return {"kind": kind, "name": name, "clause": "T-1", "win_clause": "T-2", "lose_clause": "T-1", **odds}


def edition_with(**spec):
    """Return an edition of one setting called `it`, with three wagers and one that is not offered."""
    setting = {"key": "it", "clause": "T-9", **spec}
    document = {
        "id": "test",
        "game": "test",
        "title": "Test",
        "codes": ["T"],
        "currencies": ["USD"],
        "adoption": ADOPTION,
        "clauses": [CLAUSE],
        "wagers": [wager("more", "at_least"), wager("same", "exactly"), wager("less", "at_most")],
        "not_offered": [{"kind": "never", "clause": "T-8", "reason": "there is none"}],
        "settings": [setting, {"key": "approval", "type": "text", "default": "", "clause": "T-7"}],
    }
    return msgspec.convert(document, Edition)


def found(spec, value, **more):
    """Return (field, clause) of each fault of a value for the setting."""
    _, faults = check_settings(edition_with(**spec), {"it": value, **more})
    return [(fault.field.removeprefix("settings."), fault.clause) for fault in faults]


FLAG = {"type": "flag", "default": False, "permitted": [False]}
CHOICE = {"type": "choice", "default": "a", "values": ["a", "b"], "permitted": ["a"]}
OPEN_CHOICE = {"type": "choice", "default": "a", "permitted": ["a", "b"]}
INTEGER = {"type": "integer", "default": 5, "at_least": 2, "at_most": 8}
NULLABLE = {"type": "choice", "nullable": True, "values": ["a", "b"]}
MAYBE = {"type": "integer", "nullable": True, "at_least": 2, "at_most": 8}
RATIO = {"type": "ratio", "default": [3, 2]}
EXACT = {"type": "integer", "default": 38, "permitted": [38]}
TEXT = {"type": "text", "default": "x", "at_least": 1}
NO_TEXT = {"type": "text", "default": "", "permitted": [""]}
LENGTH = {"type": "length", "default": "20 mm", "at_least": "15 mm", "at_most": "1 in"}
NAMES = {"type": "names", "default": []}
BY_NAME = {"type": "amount_by_name", "default": {}}
BY_KIND = {"type": "amount_by_kind", "default": {}, "at_least": 10, "at_most": 99}
ODDS = {"type": "odds_by_kind", "default": {}}


@pytest.mark.parametrize(
    ("spec", "value"),
    [
        (FLAG, False),
        (CHOICE, "a"),
        (OPEN_CHOICE, "b"),
        (NULLABLE, "b"),
        (NULLABLE, None),
        ({**NULLABLE, "permitted": ["none"]}, None),
        (MAYBE, None),
        (MAYBE, 2),
        ({**MAYBE, "permitted": ["none"]}, None),
        (RATIO, [6, 5]),
        (RATIO, [1, 1000]),
        (INTEGER, 2),
        (INTEGER, 8),
        (EXACT, 38),
        (TEXT, "x" * 200),
        (NO_TEXT, ""),
        (LENGTH, "15 mm"),
        (LENGTH, "2.54 cm"),
        (NAMES, []),
        (NAMES, ["blue", "sky blue"]),
        (BY_NAME, {"white": 1, "gold": STAKE_MAX}),
        (BY_KIND, {"more": 10, "less": 99}),
        (BY_KIND, {}),
        (ODDS, {"more": 5, "same": 5, "less": 5}),
        (ODDS, {"more": 1_000_000, "less": 1}),
    ],
)
def test_what_is_permitted_is_taken(spec, value):
    """A permitted value has no fault and is the one chosen."""
    chosen, faults = check_settings(edition_with(**spec), {"it": value})
    assert ([], value) == (faults, chosen["it"])


@pytest.mark.parametrize(
    ("spec", "values"),
    [
        (FLAG, [0, 1, "false", None, [], {}]),
        (CHOICE, ["c", "", None, "none", 1, [], ["a"], ["a", "c"], ["a", None], {"a": 1}]),
        (OPEN_CHOICE, ["c", True]),
        (NULLABLE, ["c", "", False, [], ["a"], [None], ["a", ["b"]]]),
        (RATIO, [3, "3:2", None, [], [3], [3, 2, 1], [3, 0], [-3, 2], [3, 1001], [1.5, 1], [True, 2], {"3": 2}]),
        (INTEGER, ["5", 5.0, True, None, -1, STAKE_MAX + 1, 10**5_000, [5]]),
        (MAYBE, ["5", "", "nothing", True, -1, STAKE_MAX + 1, [None]]),
        (TEXT, [5, None, ["x"], "x" * 201]),
        (LENGTH, ["20", 20, None, "20 km", "-1 mm"]),
        (NAMES, ["blue", None, {"blue": 1}, ["blue", 5], ["blue", ""], [" "], [["blue"]], ["a:b"]]),
        (BY_NAME, [5, None, []]),
        (BY_KIND, [5, None, [], "more"]),
        (ODDS, [5, None, [], "more"]),
    ],
)
def test_what_nobody_could_mean_has_no_clause(spec, values):
    """A wrong type or an impossible number is malformed: one fault, on the setting, without a clause."""
    assert [[("it", None)]] * len(values) == [found(spec, value) for value in values]


@pytest.mark.parametrize(
    ("spec", "value"),
    [
        (FLAG, True),
        (CHOICE, "b"),
        (CHOICE, ["a", "b"]),
        (OPEN_CHOICE, ["b", "a", "b"]),
        (NULLABLE, ["a", "b"]),
        (NULLABLE, ["a", None]),
        ({**NULLABLE, "permitted": ["a"]}, None),
        ({**NULLABLE, "permitted": ["none"]}, "a"),
        (INTEGER, 1),
        (INTEGER, 9),
        (MAYBE, 1),
        (MAYBE, 9),
        ({**MAYBE, "permitted": [5]}, None),
        (EXACT, 37),
        (TEXT, ""),
        (TEXT, "  "),
        (NO_TEXT, "x"),
        (LENGTH, "14.9 mm"),
        (LENGTH, "25.41 mm"),
        (NAMES, ["blue", "tan", "blue"]),
        (NAMES, ["blue", "Blue"]),
    ],
)
def test_what_the_rules_refuse_cites_the_setting_s_clause(spec, value):
    """A well-formed value outside the bound has one fault with the clause."""
    assert [("it", "T-9")] == found(spec, value)


@pytest.mark.parametrize("value", [0, -5, 1.5, "100", True, None, STAKE_MAX + 1, [1], date(2024, 1, 1)])
@pytest.mark.parametrize(("spec", "key"), [(BY_NAME, "white"), (BY_KIND, "more")])
def test_amounts_are_whole_minor_units(spec, key, value):
    """An amount from 1 to the largest stake, or it is malformed; the field names which."""
    assert [(f"it.{key}", None)] == found(spec, {key: value})


def test_amounts_of_a_kind_have_bounds():
    """Each kind is held to the bound by itself."""
    assert [("it.less", "T-9"), ("it.more", "T-9")] == found(BY_KIND, {"more": 9, "same": 50, "less": 100})


def test_a_malformed_amount_hides_no_other():
    """Beside a malformed amount the others are still measured."""
    assert [("it.same", None), ("it.more", "T-9")] == found(BY_KIND, {"more": 9, "same": "x"})


@pytest.mark.parametrize("spec", [BY_KIND, ODDS])
def test_kinds_are_those_of_the_edition(spec):
    """An unknown kind is malformed; one that is known and not offered is refused by its clause."""
    assert [("it.other", None), ("it.never", "T-8")] == found(spec, {"never": 50, "other": 50})


@pytest.mark.parametrize(
    ("kind", "pays", "clause"),
    [
        ("more", 4, "T-2"),
        ("same", 4, "T-2"),
        ("same", 6, "T-2"),
        ("less", 6, "T-2"),
        ("more", 0, None),
        ("less", 0, None),
        ("more", -1, None),
        ("more", 1_000_001, None),
        ("same", 5.0, None),
        ("same", "5", None),
        ("less", True, None),
    ],
)
def test_odds_are_held_to_their_bound(kind, pays, clause):
    """At least, exactly or at most what is written; what is no odds at all is malformed."""
    assert [(f"it.{kind}", clause)] == found(ODDS, {kind: pays})


def test_a_reason_says_how_odds_are_bound():
    """The sentence names the wager, the odds asked for, the rule and the odds written."""
    _, faults = check_settings(edition_with(**ODDS), {"it": {"less": 6}})
    assert "Less at 6 to 1 is refused: at most 5 to 1 is written" == faults[0].reason


@pytest.mark.parametrize("spec", [INTEGER, FLAG, LENGTH])
@pytest.mark.parametrize(("approval", "is_lifted"), [("GC 7", True), ("", False)])
def test_a_bound_may_be_lifted(spec, approval, is_lifted):
    """Where a text setting lifts the bound, an entry in it lets any well-formed value through."""
    value = {"integer": 1, "flag": True, "length": "99 mm"}[spec["type"]]
    assert ([] if is_lifted else [("it", "T-9")]) == found({**spec, "unless": "approval"}, value, approval=approval)


def test_a_lifted_bound_is_no_licence_for_nonsense():
    """What is malformed stays malformed."""
    assert [("it", None)] == found({**INTEGER, "unless": "approval"}, "x", approval="GC 7")


def test_a_bound_may_be_left_open():
    """Without a bound any whole number will do, and without one of its ends any length."""
    integer, length = {"type": "integer", "default": 0}, {"type": "length", "default": "1 mm", "at_least": "1 mm"}
    assert ([], []) == (found(integer, STAKE_MAX), found(length, "999 m"))


def test_the_note_explains_the_refusal():
    """A setting's note is the end of the sentence; without one the sentence is whole."""
    told = [check_settings(edition_with(**FLAG, **note), {"it": True})[1][0].reason for note in ({"note": "why"}, {})]
    sentence = "it = true is refused, only false is permitted"
    assert [f"{sentence}: why", sentence] == told


def test_nothing_is_called_nothing():
    """Where only the empty text is permitted the sentence says so."""
    _, faults = check_settings(edition_with(**NO_TEXT), {"it": "x"})
    assert "it = x is refused, only nothing is permitted" == faults[0].reason


def test_an_unknown_setting_is_told_the_known_ones():
    """The fault lists what the edition has."""
    chosen, faults = check_settings(edition_with(**FLAG), {"that": 1})
    assert ("settings.that", 1, "unknown field; test has it, approval") == (
        faults[0].field,
        faults[0].value,
        faults[0].reason,
    )
    assert {"it": False, "approval": ""} == chosen


def test_an_edition_without_limits_has_no_contradictions():
    """Minimum, maximum and colours are looked at only where the edition has them."""
    assert ({"it": False, "approval": ""}, []) == check_settings(edition_with(**FLAG), {})
