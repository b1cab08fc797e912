"""A table's settings against its rulebook: every fault at once, each with its clause, or none where it is malformed."""

import pytest

from pitboss.errors import BadConfig
from pitboss.rulebook import SettingsRefused, check_table, edition, read_table_file, table_config
from tests.support.driver import HOIAN, HOUSES, ONEIDA, SEABROOK


def faults(rulebook, settings, **more):
    """Return the faults of a table with these settings."""
    return check_table({"rulebook": rulebook, "settings": settings, **more})[1]


def places(found):
    """Return field and clause of each fault."""
    return [(fault.field.removeprefix("settings."), fault.clause) for fault in found]


# House, what it asks for, the clause that refuses it, and words of the sentence.
REFUSED = [
    (ONEIDA, {"half_back": True}, "RO-G2", "half_back = true is refused"),
    (ONEIDA, {"jackpot": True}, "Q32", "defined nowhere"),
    (ONEIDA, {"verbal": "chips"}, "RO-C1", "only cash or none is permitted"),
    (ONEIDA, {"wheel_diameter": "29.99 in"}, "RO-A3", "under the least permitted, 30 in"),
    (ONEIDA, {"wheel_diameter": "761.9 mm"}, "RO-A3", "under the least permitted, 30 in"),
    (ONEIDA, {"wheel_pockets": 37}, "RO-A3", "only 38 is permitted"),
    (ONEIDA, {"ball_material": "metallic"}, "RO-A6", "only non_metallic is permitted"),
    (ONEIDA, {"colours": ["blue", "white"]}, "RO-C2", "'white' would be taken for value chips"),
    (ONEIDA, {"value_chips": {"tan": 100}}, "RO-C2", "'tan' would be taken for value chips"),
    (ONEIDA, {"colours": ["blue", "White"]}, "RO-C2", "'White' would be taken for value chips"),
    (ONEIDA, {"value_chips": {"TAN": 100}}, "RO-C2", "'tan' would be taken for value chips"),
    (ONEIDA, {"colours": ["blue", "pink", "blue"]}, "RO-C2", "names blue twice"),
    (ONEIDA, {"default_min": 0}, "RO-G2", "under the least permitted, 1"),
    (ONEIDA, {"min": {"straight": 501}, "max": {"straight": 500}}, "RO-G2", "501, is over its maximum, 500"),
    (ONEIDA, {"min": {"red": 500}, "default_max": 400}, "RO-G2", "the minimum for red, 500, is over its maximum, 400"),
    (ONEIDA, {"default_min": 500, "default_max": 400}, "RO-G2", "table's minimum, 500, is over its maximum, 400"),
    (ONEIDA, {"odds": {"first_four": 8}}, "RO-D5", "first_four is not offered"),
    (ONEIDA, {"min": {"first_four": 100}}, "RO-D5", "first_four is not offered"),
    (ONEIDA, {"results_shown": 501}, "RO-F3", "over the most permitted, 500"),
    (SEABROOK, {"half_back": True}, "Q3", "0 and 00 lose the whole"),
    (SEABROOK, {"jackpot": True}, "RS-P", "the pay table has no jackpot"),
    (SEABROOK, {"default_max": 500}, "RS-W", "default_max = 500 is over the most permitted, 400"),
    (SEABROOK, {"default_min": 99}, "RS-W", "default_min = 99 is under the least permitted, 100"),
    (SEABROOK, {"max": {"straight": 401}}, "RS-W", "the maximum wager $4.00"),
    (SEABROOK, {"min": {"six": 99}}, "RS-W", "the minimum wager is $1.00"),
    (SEABROOK, {"min": {"six": 300}}, "RS-W", "min.six = 300 is over the most permitted, 100"),
    (SEABROOK, {"match_play": True}, "RS-W", "not coupons"),
    (SEABROOK, {"verbal": "cash"}, "RS-W", "only none is permitted"),
    (SEABROOK, {"wheel_pockets": 37}, "RS-T1", "only 38 is permitted"),
    (SEABROOK, {"colours": ["red"]}, "RS-W", "'red' would be taken for value chips"),
    (SEABROOK, {"colours": ["tan", "tan"]}, "RS-W", "names tan twice"),
    (SEABROOK, {"odds": {"first_four": 8}}, "RS-T4", "first_four is not offered"),
    (HOIAN, {"half_back": True}, "RH-6.2", "loses, and loses whole"),
    (HOIAN, {"jackpot": True}, "RH-4.8", "not among the wagers"),
    (HOIAN, {"match_play": True}, "RH-4.2", "not with coupons"),
    (HOIAN, {"verbal": "cash"}, "RH-4.3", "only chips or none is permitted"),
    (HOIAN, {"ball_material": "metallic"}, "RH-3.2.8", "free of metal"),
    (HOIAN, {"ball_approval": "as in Oneida"}, "RH-3.2.8", "only nothing is permitted"),
    (HOIAN, {"wheel_pockets": 38}, "RH-4.1.1", "only 37 is permitted"),
    (HOIAN, {"dolly": "glass"}, "RH-3.2.6", "only plastic or brass is permitted"),
    (HOIAN, {"layout_name": "  "}, "RH-1.2.3", "may not be empty"),
    (HOIAN, {"colours": ["gold"]}, "RH-4.7.1", "'gold' would be taken for value chips"),
    (HOIAN, {"odds": {"first_five": 6}}, "RH-4.8", "first_five is not offered"),
]


@pytest.mark.clause("RO-A3", "RO-A6", "RO-C1", "RO-C2", "RO-G2", "Q32", "Q3", "RS-W", "RS-P", "RS-T1", "RS-T4")
@pytest.mark.clause("RH-1.2.3", "RH-3.2.6", "RH-3.2.8", "RH-4.1.1", "RH-4.2", "RH-4.3", "RH-4.7.1", "RH-4.8", "RH-6.2")
@pytest.mark.parametrize(("rulebook", "settings", "clause", "words"), REFUSED)
def test_a_setting_against_the_rules(rulebook, settings, clause, words):
    """A well-formed setting that the document forbids is one fault, with the clause and a sentence that says why."""
    found = faults(rulebook, settings)
    assert ([clause], True) == ([fault.clause for fault in found], words in found[0].reason)


def wager_specs(rulebook):
    """List the kinds a house offers."""
    return [(rulebook, wager) for wager in edition(rulebook).wagers]


@pytest.mark.clause("RO-G1", "RS-P", "RH-5.1")
@pytest.mark.parametrize(("rulebook", "wager"), [pair for house in HOUSES for pair in wager_specs(house)])
def test_odds_are_held_to_their_bound(rulebook, wager):
    """As listed always; one more only where "no less than" is written; one less nowhere."""
    more = [] if rulebook == ONEIDA else [(f"odds.{wager.kind}", wager.win_clause)]
    less = [(f"odds.{wager.kind}", wager.win_clause if wager.pays > 1 else None)]
    asked = [places(faults(rulebook, {"odds": {wager.kind: wager.pays + step}})) for step in (0, 1, -1)]
    assert [[], more, less] == asked


# House, setting, the lengths at its edges, and those just outside with the clause.
LENGTHS = [
    (ONEIDA, "ball_diameter", ["12/16 in", "3/4 in", "19.05 mm", "14/16 in", "22.225 mm"], "RO-A6"),
    (HOIAN, "ball_diameter", ["15 mm", "1.5 cm", "25 mm", "0.025 m"], "RH-3.2.8"),
    (ONEIDA, "wheel_diameter", ["30 in", "762 mm", "100 in"], "RO-A3"),
    (HOIAN, "wheel_diameter", ["0.70 m", "700 mm", "0.80 m", "80 cm"], "RH-1.2.1"),
]
OUTSIDE = {
    (ONEIDA, "ball_diameter"): ["11/16 in", "19.049999 mm", "22.225001 mm", "15/16 in"],
    (HOIAN, "ball_diameter"): ["14.999999 mm", "25.000001 mm", "1 in"],
    (ONEIDA, "wheel_diameter"): ["29.999999 in", "0.75 m"],
    (HOIAN, "wheel_diameter"): ["0.699999 m", "0.800001 m", "32 in"],
}


@pytest.mark.clause("RO-A3", "RO-A6", "RH-1.2.1", "RH-3.2.8")
@pytest.mark.parametrize(("rulebook", "key", "inside", "clause"), LENGTHS)
def test_lengths_are_exact_to_their_edges(rulebook, key, inside, clause):
    """Both ends belong to the range in whatever unit they are written; a hair beyond does not."""
    assert [[]] * len(inside) == [places(faults(rulebook, {key: length})) for length in inside]
    outside = OUTSIDE[rulebook, key]
    assert [[(key, clause)]] * len(outside) == [places(faults(rulebook, {key: length})) for length in outside]


@pytest.mark.clause("RO-A6")
def test_the_commissions_approval_lifts_the_balls_bounds():
    """With the approval's reference another ball is allowed, and the reference stands in the table's settings."""
    another = {"ball_diameter": "1 in", "ball_material": "metallic"}
    assert [("ball_diameter", "RO-A6"), ("ball_material", "RO-A6")] == places(faults(ONEIDA, another))
    text = "Oneida Gaming Commission, 2009-12-01: metallic ball of 1 in"
    config = table_config({"rulebook": ONEIDA, "settings": {**another, "ball_approval": text}})
    assert text == config.settings["ball_approval"]


@pytest.mark.clause("RO-A6", "Q63")
@pytest.mark.parametrize(
    "approval", ["OGC 12/2009", "Oneida Gaming Commission, 2009-12-01: metallic ball of one inch", "  "], ids=str
)
def test_an_approval_names_who_when_and_what(approval):
    """Whatever else stands there approves nothing, and is a fault of its own."""
    found = places(faults(ONEIDA, {"ball_diameter": "1 in", "ball_material": "metallic", "ball_approval": approval}))
    assert [("ball_approval", "RO-A6"), ("ball_diameter", "RO-A6"), ("ball_material", "RO-A6")] == found


@pytest.mark.clause("RO-A6", "Q63")
def test_only_the_commission_approves():
    """The document names who may approve another ball."""
    text = "Lakeside Commission, 2009-12-01: metallic ball of 1 in"
    [fault] = faults(ONEIDA, {"ball_diameter": "1 in", "ball_material": "metallic", "ball_approval": text})
    assert ("RO-A6", True) == (fault.clause, "is not of the Oneida Gaming Commission" in fault.reason)


@pytest.mark.clause("RO-A6")
def test_blanks_are_no_approval():
    """An approval that names nothing approves nothing."""
    found = faults(ONEIDA, {"ball_diameter": "1 in", "ball_approval": "  "})
    assert ("ball_diameter", "RO-A6") in places(found)


# What nobody could mean: it has no clause.
MALFORMED = [
    ({"jack_pot": True}, "jack_pot", "unknown field"),
    ({"half_back": "yes"}, "half_back", "expected true or false"),
    ({"half_back": 1}, "half_back", "expected true or false"),
    ({"verbal": "shout"}, "verbal", "expected one of cash, chips, none"),
    ({"dolly": ["brass"]}, "dolly", "expected one of plastic"),
    ({"default_min": 1.0}, "default_min", "expected a whole number"),
    ({"default_min": True}, "default_min", "expected a whole number"),
    ({"default_max": -1}, "default_max", "expected a whole number"),
    ({"default_max": 10**12 + 1}, "default_max", "from 0 to 1000000000000"),
    ({"wheel_pockets": "38"}, "wheel_pockets", "expected a whole number"),
    ({"wheel_diameter": 32}, "wheel_diameter", "a length is a number and a unit"),
    ({"wheel_diameter": "32"}, "wheel_diameter", "a length is a number and a unit"),
    ({"ball_diameter": "13/0 in"}, "ball_diameter", "a length is a number and a unit"),
    ({"ball_diameter": "-20 mm"}, "ball_diameter", "a length is a number and a unit"),
    ({"ball_approval": 7}, "ball_approval", "expected text"),
    ({"layout_name": "x" * 201}, "layout_name", "at most 200 characters"),
    ({"colours": "blue"}, "colours", "expected a list of names"),
    ({"colours": ["blue", " "]}, "colours", "1 to 40 characters"),
    ({"value_chips": ["white"]}, "value_chips", "expected an object"),
    ({"value_chips": {"white": 0}}, "value_chips.white", "from 1 to 1000000000000"),
    ({"min": 100}, "min", "expected an object"),
    ({"min": {"straight": "1"}}, "min.straight", "expected a whole number of minor units"),
    ({"max": {"basket": 100}}, "max.basket", "unknown field; the wagers are straight"),
    ({"odds": [35]}, "odds", "expected an object"),
    ({"odds": {"straight": 35.0}}, "odds.straight", "expected the whole number n"),
    ({"odds": {"red": 0}}, "odds.red", "expected the whole number n"),
    ({"odds": {"basket": 6}}, "odds.basket", "unknown field; the wagers are straight"),
]


@pytest.mark.parametrize("rulebook", HOUSES)
@pytest.mark.parametrize(("settings", "field", "words"), MALFORMED)
def test_a_malformed_setting_has_no_clause(rulebook, settings, field, words):
    """An unknown key or a value of the wrong type is a fault without a clause, at every house."""
    found = faults(rulebook, settings)
    assert ([(field, None)], True) == (places(found), words in found[0].reason)


@pytest.mark.parametrize(
    ("document", "field", "words"),
    [
        ("a table", "", "a table is an object"),
        ({"rulebook": ONEIDA, "chairs": 7}, "chairs", "unknown field; a table has rulebook"),
        ({"rulebook": "readings"}, "rulebook", "no such rulebook"),
        ({"rulebook": ["x"]}, "rulebook", "no such rulebook"),
        ({}, "rulebook", "no such rulebook"),
        ({"rulebook": ONEIDA, "name": 7}, "name", "a name is text"),
        ({"rulebook": ONEIDA, "settings": []}, "settings", "settings are an object"),
        ({"rulebook": ONEIDA, "currency": "VND"}, "currency", "is played in USD, not in VND"),
        ({"rulebook": SEABROOK, "currency": "VND"}, "currency", "is played in USD, not in VND"),
        ({"rulebook": HOIAN, "currency": "EUR"}, "currency", "is not a currency Pitboss knows"),
        ({"rulebook": HOIAN, "currency": 840}, "currency", ""),
    ],
)
def test_a_malformed_document_has_no_clause(document, field, words):
    """What is no table, or names no rulebook or currency of ours, is a fault without a clause."""
    config, found = check_table(document)
    assert (None, [(field, None)], True) == (config, places(found), words in found[0].reason)


@pytest.mark.clause("RO-A3", "RO-A6", "RO-C2", "RO-D5", "RO-G1", "RO-G2", "Q32")
def test_every_fault_is_found_at_once():
    """One document, all its faults: those without a clause first, then the rest by field."""
    settings = {
        "odds": {"straight": 34, "split": "17", "first_four": 8},
        "half_back": True,
        "jackpot": True,
        "wheel_pockets": 37,
        "wheel_diameter": "29 in",
        "ball_diameter": "1 in",
        "colours": ["pink", "pink"],
        "chairs": 7,
    }
    expected = [
        ("chairs", None),
        ("odds.split", None),
        ("ball_diameter", "RO-A6"),
        ("colours", "RO-C2"),
        ("half_back", "RO-G2"),
        ("jackpot", "Q32"),
        ("odds.first_four", "RO-D5"),
        ("odds.straight", "RO-G1"),
        ("wheel_diameter", "RO-A3"),
        ("wheel_pockets", "RO-A3"),
    ]
    assert expected == places(faults(ONEIDA, settings))


@pytest.mark.clause("RO-C2", "RO-G2")
@pytest.mark.parametrize(
    ("settings", "hidden"),
    [
        ({"min": {"red": 500}, "max": {"red": 400}}, ("min.red", "RO-G2")),
        ({"colours": ["white"]}, ("colours", "RO-C2")),
    ],
)
def test_contradictions_are_found_beside_other_faults(settings, hidden):
    """A minimum over its maximum, or a value chip's design, is named with the other faults of the document."""
    assert hidden in places(faults(ONEIDA, {**settings, "half_back": True}))


@pytest.mark.clause("RS-W")
def test_amounts_are_checked_one_by_one():
    """A maximum over $4.00 is named although another one is malformed."""
    found = faults(SEABROOK, {"max": {"straight": 500, "split": "400"}})
    assert [("max.split", None), ("max.straight", "RS-W")] == places(found)


@pytest.mark.clause("RO-G2")
def test_a_minimum_over_its_maximum_is_found_where_it_stands():
    """For the whole table once, not once a kind; for a kind that has its own figures there too."""
    crossed = {"default_min": 500, "default_max": 400}
    assert [("default_min", "RO-G2")] == places(faults(ONEIDA, crossed))
    found = faults(ONEIDA, {**crossed, "max": {"red": 450, "black": 600}})
    assert [("default_min", "RO-G2"), ("min.red", "RO-G2")] == places(found)


def test_contradictions_wait_until_everything_can_be_read():
    """Beside a malformed setting nobody can tell what the document as a whole means."""
    found = faults(ONEIDA, {"min": {"red": 500}, "max": {"red": 400}, "default_max": "many"})
    assert [("default_max", None)] == places(found)


def test_unknown_keys_are_named_in_the_order_of_the_document():
    """A table's own keys come as they are written, not by the alphabet."""
    document = {"zeal": 1, "rulebook": ONEIDA, "chairs": 7, "ante": 2}
    assert [("zeal", None), ("chairs", None), ("ante", None)] == places(check_table(document)[1])


def test_malformed_tables_and_refused_ones_are_told_apart():
    """Malformed settings raise BadConfig; refused ones raise SettingsRefused, which has all the faults."""
    with pytest.raises(BadConfig, match=r"settings\.chairs: 7: unknown field"):
        table_config({"rulebook": ONEIDA, "settings": {"chairs": 7, "half_back": True}})
    with pytest.raises(SettingsRefused) as caught:
        table_config({"rulebook": ONEIDA, "settings": {"jackpot": True, "half_back": True}})
    faults_found = caught.value.faults
    assert [("half_back", "RO-G2"), ("jackpot", "Q32")] == places(faults_found)
    assert "; ".join(f"{fault.reason} [{fault.clause}]" for fault in faults_found) == caught.value.reason


@pytest.mark.parametrize("rulebook", HOUSES)
def test_what_is_left_out_is_the_editions_default(rulebook):
    """Every default of every house passes its own check and is filled in."""
    defaults = {spec.key: spec.default for spec in edition(rulebook).settings}
    assert [] == places(faults(rulebook, defaults))
    assert defaults == table_config({"rulebook": rulebook}).settings


class TestFiles:
    def test_a_tables_file_is_read_and_checked(self, tmp_path):
        """The TOML of a table is the object the checker takes."""
        path = tmp_path / "r1.toml"
        path.write_text(f'rulebook = "{SEABROOK}"\nname = "R1"\n[settings]\nplayer_max = 900\n', encoding="utf-8")
        config = table_config(read_table_file(path))
        assert (SEABROOK, "R1", "USD", 900) == (
            config.rulebook,
            config.name,
            config.currency,
            config.settings["player_max"],
        )

    @pytest.mark.parametrize(
        ("content", "words"),
        [(b'rulebook = "x"\nname = \n', "line 2"), (b"a = 1\nb = 2\na = 3\n", "line 3"), (b"name = '\xff'", "utf-8")],
    )
    def test_what_is_not_toml_is_refused_with_its_line(self, tmp_path, content, words):
        """The sentence names the file and where it is broken."""
        path = tmp_path / "r1.toml"
        path.write_bytes(content)
        with pytest.raises(BadConfig, match="not TOML") as caught:
            read_table_file(path)
        assert (str(path), True) == (caught.value.value, words in caught.value.reason)

    def test_a_file_that_is_not_there(self, tmp_path):
        """Neither a missing file nor a directory is a table."""
        with pytest.raises(BadConfig, match="No such file"):
            read_table_file(tmp_path / "r2.toml")
        with pytest.raises(BadConfig, match="Is a directory"):
            read_table_file(tmp_path)
