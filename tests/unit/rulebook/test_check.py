"""Checking a table: every fault at once, malformed ones apart from those against the rules."""

import doctest

import pytest

from pitboss.errors import BadConfig
from pitboss.rulebook import Fault, SettingsRefused, TableConfig, check, check_table, read_table_file, table_config
from tests.support.driver import HOIAN, HOUSES, ONEIDA, SEABROOK


def faults_of(settings, rulebook=ONEIDA):
    """Return field to clause of every fault in some settings."""
    _, faults = check_table({"rulebook": rulebook, "settings": settings})
    return {fault.field.removeprefix("settings."): fault.clause for fault in faults}


def fields_of(document):
    """Return field and value of every fault of a document."""
    config, faults = check_table(document)
    assert config is None
    return [(fault.field, fault.value) for fault in faults]


def test_doctests_hold():
    """Every example in the module is true, and there are examples."""
    results = doctest.testmod(check)
    assert (0, True) == (results.failed, results.attempted > 0)


@pytest.mark.parametrize("house", HOUSES)
def test_a_rulebook_alone_is_a_table(house):
    """Name, currency and settings are filled in from the edition."""
    config, faults = check_table({"rulebook": house})
    assert isinstance(config, TableConfig)
    assert ((), house, "", True) == (faults, config.rulebook, config.name, "default_min" in config.settings)


def test_what_the_house_chose_is_kept_beside_the_defaults():
    """The settings of a config are all settings."""
    document = {"rulebook": HOIAN, "name": "Garden", "currency": "USD", "settings": {"results_shown": 5}}
    config = table_config(document)
    chosen = (config.name, config.currency, config.settings["results_shown"], config.settings["wheel_pockets"])
    assert ("Garden", "USD", 5, 37) == chosen


@pytest.mark.parametrize("document", [None, [], "oneida-roulette-2008", 5])
def test_a_table_is_an_object(document):
    """Anything else has one fault, at the top."""
    assert [("", document)] == fields_of(document)


@pytest.mark.parametrize("rulebook", [None, "", "nope", 5, True, ["x"], {"id": "x"}])
def test_an_unknown_rulebook_is_a_fault_of_its_own(rulebook):
    """Without a rulebook nothing else can be held against it; what is known to be wrong is still listed."""
    document = {"rulebook": rulebook, "name": 5, "settings": {"half_back": True}}
    assert [("rulebook", rulebook), ("name", 5)] == fields_of(document)


def test_no_rulebook_at_all_is_told_too():
    """A table that leaves it out has no rules."""
    assert [("rulebook", None)] == fields_of({})


@pytest.mark.parametrize("name", [5, None, ["a"], "x" * 201])
def test_a_name_is_a_short_text(name):
    """Up to 200 characters, and nothing but text."""
    assert [("name", name)] == fields_of({"rulebook": ONEIDA, "name": name})


def test_the_longest_name_is_taken():
    """200 characters are not one too many."""
    assert "x" * 200 == table_config({"rulebook": ONEIDA, "name": "x" * 200}).name


@pytest.mark.parametrize("currency", ["VND", "XYZ", "usd", "", 5, None, ["USD"]])
def test_the_currency_is_one_of_the_house(currency):
    """Oneida plays in dollars."""
    assert [("currency", currency)] == fields_of({"rulebook": ONEIDA, "currency": currency})


def test_hoi_an_plays_in_two_currencies():
    """The first one listed is the default."""
    chosen = [table_config({"rulebook": HOIAN, **more}).currency for more in ({}, {"currency": "USD"})]
    assert ["VND", "USD"] == chosen


@pytest.mark.parametrize("settings", [None, [], "x", 3])
def test_settings_are_an_object(settings):
    """A list or a text is no settings."""
    assert [("settings", settings)] == fields_of({"rulebook": ONEIDA, "settings": settings})


def test_every_fault_is_listed_at_once():
    """Malformed and against the rules, at the top and in the settings: none hides another."""
    settings = {"half_back": True, "colour": "red", "odds": {"straight": 34}}
    expected = [
        ("limit", 5),
        ("currency", "VND"),
        ("settings.colour", "red"),
        ("settings.half_back", True),
        ("settings.odds.straight", 34),
    ]
    assert expected == fields_of({"rulebook": ONEIDA, "limit": 5, "currency": "VND", "settings": settings})


class Awkward(str):
    """A key that stands in a set before or behind another, as it likes."""

    __slots__ = ("place",)
    place: int

    def __hash__(self):
        return self.place

    def __eq__(self, other):
        return str(self) == str(other)


def test_unknown_fields_are_listed_in_a_fixed_order():
    """The same file gives the same answer each time, so the hash of a key decides nothing."""
    first, second = Awkward("alpha"), Awkward("beta")
    first.place, second.place = 1, 0
    assert [("alpha", 1), ("beta", 2)] == fields_of({"rulebook": ONEIDA, first: 1, second: 2})


def test_malformed_faults_come_first_and_the_rest_by_field():
    """What nobody could mean is told before what is merely against the rules."""
    settings = {"verbal": "chips", "zzz": 1, "half_back": True, "results_shown": "x"}
    expected = {"results_shown": None, "zzz": None, "half_back": "RO-G2", "verbal": "RO-C1"}
    assert list(expected.items()) == list(faults_of(settings).items())


def test_a_malformed_table_is_bad_config_with_all_of_it():
    """The error lists every malformed field, and no rule is blamed."""
    with pytest.raises(BadConfig, match=r"zzz: 1: unknown field; .*; settings\.yyy: 2: unknown field"):
        table_config({"rulebook": ONEIDA, "zzz": 1, "settings": {"yyy": 2, "half_back": True}})


def test_a_table_against_the_rules_is_refused_with_all_faults():
    """A well-formed table that its rulebook does not permit is refused by the clauses."""
    with pytest.raises(SettingsRefused) as refused:
        table_config({"rulebook": ONEIDA, "settings": {"half_back": True, "jackpot": True}})
    assert ["RO-G2", "Q32"] == [fault.clause for fault in refused.value.faults]


@pytest.mark.parametrize(
    ("house", "settings", "clauses"),
    [
        (ONEIDA, {"odds": {"straight": 34}}, {"odds.straight": "RO-G1"}),
        (ONEIDA, {"odds": {"straight": 36, "red": 2}}, {}),
        (ONEIDA, {"odds": {"first_four": 8}}, {"odds.first_four": "RO-D5"}),
        (ONEIDA, {"min": {"first_four": 8}}, {"min.first_four": "RO-D5"}),
        (HOIAN, {"odds": {"straight": 36}}, {"odds.straight": "RH-5.1a"}),
        (HOIAN, {"odds": {"straight": 34, "odd": 2}}, {"odds.straight": "RH-5.1a", "odds.odd": "RH-5.1k"}),
        (HOIAN, {"odds": {"straight": 35}}, {}),
        (HOIAN, {"max": {"first_five": 5}}, {"max.first_five": "RH-4.8"}),
        (SEABROOK, {"odds": {"six": 6}}, {"odds.six": "RS-P"}),
        (SEABROOK, {"max": {"red": 401}}, {"max.red": "RS-W"}),
        (SEABROOK, {"min": {"red": 99}}, {"min.red": "RS-W"}),
        (SEABROOK, {"default_max": 500, "default_min": 50}, {"default_max": "RS-W", "default_min": "RS-W"}),
        (SEABROOK, {"half_back": True}, {"half_back": "Q3"}),
        (ONEIDA, {"wheel_diameter": "29.9 in"}, {"wheel_diameter": "RO-A3"}),
        (ONEIDA, {"wheel_pockets": 37}, {"wheel_pockets": "RO-A3"}),
        (HOIAN, {"dolly": "wood", "layout_name": " "}, {"dolly": "RH-3.2.6", "layout_name": "RH-1.2.3"}),
        (HOIAN, {"ball_approval": "GC-1"}, {"ball_approval": "RH-3.2.8"}),
    ],
)
def test_each_house_has_its_own_bounds(house, settings, clauses):
    """At least, exactly or at most: the fault names the clause of the house."""
    assert clauses == faults_of(settings, house)


OF_METAL = "Oneida Gaming Commission, 2024-07-01: metallic ball of 11/16 in"


@pytest.mark.clause("RO-A6")
def test_an_approval_lifts_the_bounds_of_the_ball():
    """With the Gaming Commission's approval on record another ball may be used."""
    ball = {"ball_diameter": "11/16 in", "ball_material": "metallic"}
    without, approved = faults_of(ball), faults_of({**ball, "ball_approval": OF_METAL})
    assert ({"ball_diameter": "RO-A6", "ball_material": "RO-A6"}, {}) == (without, approved)


def test_a_blank_is_no_approval():
    """Spaces name no record of the Gaming Commission."""
    found = faults_of({"ball_diameter": "11/16 in", "ball_approval": "  "})
    assert {"ball_diameter": "RO-A6", "ball_approval": "RO-A6"} == found


@pytest.mark.parametrize(
    ("settings", "clauses"),
    [
        ({"min": {"straight": 5}, "max": {"straight": 4}}, {"min.straight": "RO-G2"}),
        ({"min": {"red": 5}, "max": {"red": 5}}, {}),
        ({"default_min": 5, "default_max": 4}, {"default_min": "RO-G2"}),
        ({"default_min": 5, "default_max": 4, "min": {"red": 3}}, {"default_min": "RO-G2"}),
        ({"default_min": 500, "max": {"six": 400}}, {"min.six": "RO-G2"}),
        ({"default_min": 5, "player_max": 4, "table_max": 5}, {"player_max": "RO-G2"}),
        ({"min": {"red": 5}, "player_max": 5, "table_max": 4}, {"table_max": "RO-G2"}),
        ({"min": {"red": 5}, "player_max": "none", "table_max": None}, {}),
        ({"colours": ["blue", "white"]}, {"colours": "RO-C2"}),
        ({"colours": ["White"]}, {"colours": "RO-C2"}),
        ({"colours": ["blue", "gold"], "value_chips": {"gold": 5}}, {"colours": "RO-C2"}),
        ({"colours": ["red"], "value_chips": {"gold": 5}}, {}),
    ],
)
def test_settings_that_contradict_each_other(settings, clauses):
    """A minimum over its maximum, and a player's colour that is a value chip's, are found across settings."""
    assert clauses == faults_of(settings)


@pytest.mark.parametrize("colour", ["x" * 41, "a\nb", " blue"])
def test_a_colour_is_a_name_that_a_command_can_hold(colour):
    """What nobody could ask for at the table is no colour of it."""
    assert {"colours": None} == faults_of({"colours": [colour]})


def test_contradictions_are_looked_for_in_sound_settings_only():
    """With a fault of its own a setting is not compared with another."""
    assert {"max.straight": None} == faults_of({"min": {"straight": 5}, "max": {"straight": 0}})


def test_a_fault_reads_as_a_sentence():
    """It says the setting, the value, the rule and the document's reason."""
    _, faults = check_table({"rulebook": ONEIDA, "settings": {"half_back": True}})
    reason = "half_back = true is refused, only false is permitted: the amendment of 2008 struck the half-back option"
    assert (Fault("settings.half_back", True, reason, "RO-G2"),) == faults


def test_a_file_is_read_but_not_checked(tmp_path):
    """Whatever TOML says is handed on."""
    file = tmp_path / "table.toml"
    file.write_text('rulebook = "nope"\n[settings]\nx = 1\n')
    assert {"rulebook": "nope", "settings": {"x": 1}} == read_table_file(file)


@pytest.mark.parametrize("content", [b"rulebook", b"a = 1\na = 2", b"\xff\xfe", b"a = 2024-13-01", b"[settings"])
def test_a_file_that_is_not_toml_is_told_apart(tmp_path, content):
    """Half a line, a key given twice, other bytes than text: the error names the file."""
    file = tmp_path / "table.toml"
    file.write_bytes(content)
    with pytest.raises(BadConfig, match="not TOML") as refused:
        read_table_file(file)
    assert str(file) == refused.value.value


def test_a_file_that_is_not_there(tmp_path):
    """A missing file and a directory are told apart."""
    with pytest.raises(BadConfig, match="No such file"):
        read_table_file(tmp_path / "missing.toml")
    with pytest.raises(BadConfig, match="Is a directory"):
        read_table_file(tmp_path)


def test_a_path_through_a_file(tmp_path):
    """A file is no directory, and this is no table."""
    (tmp_path / "table.toml").write_text("")
    with pytest.raises(BadConfig):
        read_table_file(tmp_path / "table.toml" / "child")


@pytest.mark.parametrize(
    "content",
    [
        pytest.param("a = " + "9" * 5_000, id="too many digits"),
        pytest.param("a = " + "[" * 5_000, id="nested too deep"),
    ],
)
def test_toml_without_measure_is_refused(tmp_path, content):
    """A number of thousands of digits and lists in lists are no table either."""
    file = tmp_path / "table.toml"
    file.write_text(content)
    with pytest.raises(BadConfig):
        read_table_file(file)
