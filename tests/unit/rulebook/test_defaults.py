"""What holds where a house says nothing: plain defaults, those that depend on another setting, and null."""

import msgspec
import pytest

from pitboss.games.table.rules import RuleData, TableRules, table_rules
from pitboss.rulebook import TableConfig, check_settings, edition, with_defaults
from pitboss.rulebook.edition import Edition, SettingSpec

BLACKJACK = "oneida-blackjack-2004"
HEAD = {"id": "test", "game": "test", "title": "Test", "codes": ["T"], "currencies": ["USD"], "clauses": []}
INTEGER = {"type": "integer", "default": 5, "at_least": 2, "at_most": 8}
NULLABLE = {"type": "choice", "nullable": True, "values": ["a", "b"]}
APPROVED = {"setting": "approval", "value": "GC", "clause": "T-6", "note": "why", "permitted": [2], "default": 2}
DEPENDENT = {**INTEGER, "when": [APPROVED]}


def edition_with(**spec):
    """Return an edition of a setting called `it`, and of another one that conditions can look at."""
    settings = [
        {"key": "it", "clause": "T-9", **spec},
        {"key": "approval", "type": "text", "default": "", "clause": "T-7"},
    ]
    return msgspec.convert({**HEAD, "adoption": {"body": "B", "resolution": "R"}, "settings": settings}, Edition)


class BlackjackData(RuleData, frozen=True):
    """The edition's own section, read without the game."""

    cut_min: int
    pitch: dict[str, str]


@pytest.mark.parametrize(
    ("house", "filled"),
    [
        ({}, {"it": 5, "approval": ""}),
        ({"approval": "no"}, {"it": 5, "approval": "no"}),
        ({"approval": "GC"}, {"it": 2, "approval": "GC"}),
        ({"approval": "GC", "it": 2}, {"it": 2, "approval": "GC"}),
        ({"it": 8}, {"it": 8, "approval": ""}),
    ],
)
def test_a_default_may_depend_on_another_setting(house, filled):
    """While the other setting has the value, what the house left out has the condition's default."""
    rules = edition_with(**DEPENDENT)
    assert (filled, []) == check_settings(rules, house)
    assert filled == with_defaults(rules, house)


def test_what_the_house_chose_is_not_replaced():
    """Its own value stands beside the condition, and is refused by the condition's clause."""
    chosen, faults = check_settings(edition_with(**DEPENDENT), {"it": 4, "approval": "GC"})
    assert (4, [("settings.it", "T-6")]) == (chosen["it"], [(fault.field, fault.clause) for fault in faults])


def test_a_condition_without_a_default_leaves_the_setting_s_own():
    """Then the setting's default is held to the condition like a choice."""
    bound = {**INTEGER, "when": [{key: APPROVED[key] for key in ("setting", "value", "clause", "permitted")}]}
    chosen, faults = check_settings(edition_with(**bound), {"approval": "GC"})
    assert (5, ["T-6"]) == (chosen["it"], [fault.clause for fault in faults])


def test_a_default_that_is_false_replaces_one_that_is_true():
    """Zero and false are defaults like others; only their absence is none."""
    flag = {"type": "flag", "default": True, "when": [{**APPROVED, "permitted": [False], "default": False}]}
    assert False is with_defaults(edition_with(**flag), {"approval": "GC"})["it"]


@pytest.mark.parametrize(
    ("house", "value"), [({}, None), ({"it": None}, None), ({"it": "none"}, None), ({"it": "a"}, "a")]
)
def test_null_may_be_left_out_or_written_as_a_word(house, value):
    """JSON has null, TOML has the word; both are the same choice, and so is silence."""
    chosen, faults = check_settings(edition_with(**NULLABLE), house)
    assert (value, []) == (chosen["it"], faults)


def test_the_word_none_stays_a_word_where_it_is_one():
    """Only a nullable setting reads it as null."""
    words = {"type": "choice", "default": "a", "values": ["a", "none"]}
    assert "none" == with_defaults(edition_with(**words), {"it": "none"})["it"]


def test_the_sentence_about_null_says_none():
    """What can be chosen is named as a table's file writes it."""
    _, (fault,) = check_settings(edition_with(**NULLABLE), {"it": "c"})
    _, (refused,) = check_settings(edition_with(**NULLABLE, permitted=["a"]), {"it": None})
    assert "expected one of a, b, none" == fault.reason
    assert "it = none is refused, only a is permitted" == refused.reason


@pytest.mark.parametrize("spec", [{"type": "choice", "values": ["a"]}, {"type": "flag", "nullable": True}])
def test_a_setting_has_a_default_or_a_shape_that_may_be_null(spec):
    """A default that was forgotten, or null where it cannot be meant, is an error in the edition."""
    with pytest.raises(msgspec.ValidationError, match="setting it"):
        msgspec.convert({"key": "it", "clause": "T-9", **spec}, SettingSpec)


def test_an_edition_s_hash_has_the_new_keys_only_where_they_are_used():
    """What is left at its default is not hashed, so older editions keep theirs."""
    plain = msgspec.to_builtins(edition_with(**INTEGER))["settings"][0]
    assert {"key", "type", "default", "clause", "at_least", "at_most"} == plain.keys()


@pytest.mark.parametrize(("multiple_action", "hands"), [(0, 4), (2, 2), (3, 2)])
def test_a_table_s_rules_fill_in_the_same_way(multiple_action, hands):
    """Rules made of a table that says little have the default that its other settings bring."""
    config = TableConfig(BLACKJACK, "", "USD", {"multiple_action": multiple_action, "initial_suit": "none"})
    rules = table_rules(TableRules, BlackjackData, config, frozenset({"split"}))
    assert (hands, None) == (rules.settings["max_hands"], rules.settings["initial_suit"])
    assert rules.settings == with_defaults(edition(BLACKJACK), config.settings)
