"""A house from one file: checked whole, every fault at once, before anything is opened."""

import re
import tomllib

import msgspec
import pytest

from pitboss.errors import InputError
from pitboss.floor import house_file
from pitboss.floor.house_file import HouseRefused, read_house
from tests.support.web_house import DEMO, written_house

GOOD = """
[house]
name = "The Trial House"
[[staff]]
id = "alex"
name = "Alex"
role = "admin"
"""


DAY = 'rulebook = "oneida-parimutuel-2004"\nname = "x"\ndate = "today"\n'


def written(folder, text, **files):
    """Write a house file and others beside it; return its path."""
    for name, content in files.items():
        (folder / f"{name}.toml").write_text(content, encoding="utf-8")
    path = folder / "house.toml"
    path.write_text(text, encoding="utf-8")
    return path


def faults(path):
    """Return what is wrong with a house file: field to reason."""
    with pytest.raises(HouseRefused) as refused:
        read_house(path)
    assert str(refused.value).count("\n") == len(refused.value.faults)
    return {fault.field: fault.reason for fault in refused.value.faults}


def test_the_demonstration_house_has_no_fault():
    """What ships opens."""
    file, openings = read_house(DEMO / "house.toml")
    assert len(openings) == len(file.table)


def test_only_what_says_so_is_a_demonstration(tmp_path):
    """The house that ships is one; any other is none unless its file has it written."""
    own = read_house(written(tmp_path, GOOD))[0].house.demonstration
    said = read_house(written(tmp_path, GOOD.replace("[house]", "[house]\ndemonstration = true")))[
        0
    ].house.demonstration

    assert (True, False, True) == (read_house(DEMO / "house.toml")[0].house.demonstration, own, said)
    assert {"house.demonstration"} == set(
        faults(written(tmp_path, GOOD.replace("[house]", '[house]\ndemonstration = "yes"')))
    )


def test_the_smallest_house_has_a_name_and_an_administrator(tmp_path):
    """Nothing else is needed."""
    file, openings = read_house(written(tmp_path, GOOD))
    assert ("The Trial House", "USD", "admins", ()) == (
        file.house.name, file.house.currency, file.house.codes_for, openings
    )  # fmt: skip


def test_the_houses_of_tests_have_no_fault(tmp_path):
    """The helper writes what a house would."""
    file, _ = read_house(written_house(tmp_path, of_each_role=2))
    assert 26 == len(file.staff)


def test_every_fault_is_told_at_once(tmp_path):
    """Wrong currency, roles, names, streams and files, in one answer."""
    text = """
[house]
name = "x"
currency = "XYZ"
[[staff]]
id = "ann"
name = "Ann"
role = "player"
[[staff]]
id = "ann"
name = "Ann"
role = "dealer"
[[staff]]
id = "house-server"
name = "H"
role = "dealer"
[[table]]
stream = "house"
file = "missing.toml"
[[table]]
stream = "t1"
file = "broken.toml"
[[table]]
stream = "t1"
file = "wrong.toml"
[[table]]
stream = "t2"
file = "dated.toml"
[[terminal]]
id = "T1"
stream = "nowhere"
[[terminal]]
id = "ann"
stream = "t1"
[[terminal]]
id = "clock"
stream = "t1"
[[tote]]
stream = "t2"
file = "none.toml"
"""
    path = written(
        tmp_path,
        text,
        broken="= nonsense",
        wrong='rulebook = "oneida-roulette-2008"\n[settings]\ndefault_min = -5\n',
        dated=DAY.replace("today", "2026-01-01"),
    )
    found = faults(path)
    expected = {
        "house.currency", "staff", "staff[0].role", "staff[1]", "staff[2]", "stream[0]", "stream[2]", "stream[4]",
        "table[0].file", "table[1].file", "table[3].file", "terminal[0].stream", "terminal[1]", "terminal[2]",
        "tote[0].file",
    }  # fmt: skip
    assert expected <= set(found)
    rest = [field for field in found if field not in expected]
    assert rest
    assert all(field.startswith("table[2] (wrong.toml)") for field in rest), rest


@pytest.mark.parametrize(
    ("more", "field", "reason"),
    [
        ("[[staff]]\nid = 'b'\nname = 'B'\nrole = 'wizard'\n", "staff[1].role", "wizard"),
        ("[[staff]]\nid = 'b'\nname = ''\nrole = 'dealer'\n", "staff[1].name", "length >= 1"),
        ("[[staff]]\nid = 'b/c'\nname = 'B'\nrole = 'dealer'\n", "staff[1].id", "regex"),
        ("[[staff]]\nid = 'b'\nname = 'B'\nrole = 'dealer'\npassword = 'x'\n", "staff[1]", "unknown field `password`"),
        ("[[staff]]\nid = 'b'\n", "staff[1]", "missing required field `name`"),
        ("[[table]]\nstream = 'a/b'\nfile = 'x'\n", "table[0].stream", "regex"),
        ("[[table]]\nstream = '../x'\nfile = 'x'\n", "table[0].stream", "regex"),
        ("[[terminal]]\nid = 'T1'\nstream = 't'\nkind = 'toaster'\n", "terminal[0].kind", "toaster"),
        ("[[tote]]\nstream = 't'\nfile = 'x'\nstop_seconds = 601\n", "tote[0].stop_seconds", "<= 600"),
        ("[[tote]]\nstream = 't'\nfile = 'x'\nstop_seconds = 1.5\n", "tote[0].stop_seconds", "int"),
        ("[[wheel]]\nname = 'x'\n", "wheel", "no such part"),
        ("[staff2]\nx = 1\n", "staff2", "no such part"),
    ],
)
def test_a_bad_value_is_told_with_its_place(tmp_path, more, field, reason):
    """The place is the part, its number and the field; the reason says what is expected."""
    found = faults(written(tmp_path, GOOD + more))
    assert [field] == list(found)
    assert re.search(re.escape(reason), found[field], re.IGNORECASE)


def test_faults_of_shape_do_not_hide_each_other(tmp_path):
    """Three parts that cannot be read are three faults."""
    more = "[[staff]]\nid = 5\nname = 'B'\nrole = 'dealer'\n[[terminal]]\nid = 'T1'\n[[tote]]\nstream = 't'\n[x]\n"
    assert {"x", "staff[1].id", "terminal[0]", "tote[0]"} == set(faults(written(tmp_path, GOOD + more)))


@pytest.mark.parametrize("text", ["", "staff = 5\n", "house = 1\n", "[[house]]\nname = 'x'\n"])
def test_a_file_without_a_house_is_refused(tmp_path, text):
    """An empty file, or one whose parts are something else, opens nothing."""
    assert any(field.startswith(("house", "staff")) for field in faults(written(tmp_path, text)))


@pytest.mark.parametrize("data", [b"\xff\xfe[house]", b"[house", b"\x00"])
def test_a_file_that_is_no_toml_is_refused(tmp_path, data):
    """What cannot be read is told as such."""
    path = tmp_path / "house.toml"
    path.write_bytes(data)
    assert ["house file"] == list(faults(path))


def test_a_file_that_is_not_there_is_refused(tmp_path):
    """With the reason of the operating system."""
    assert {"house file": "cannot be read: No such file or directory"} == faults(tmp_path / "none.toml")


@pytest.mark.parametrize("name", ["none.toml", ".", "a\\u0000b.toml"])
def test_a_table_whose_file_cannot_be_read_is_a_fault(tmp_path, name):
    """A missing file, a folder, a name that can be none: each is told with the table's place."""
    more = f'[[table]]\nstream = "t"\nfile = "{name}"\n'
    found = faults(written(tmp_path, GOOD + more))
    assert ["table[0].file"] == list(found)
    assert "cannot be read" in found["table[0].file"]


@pytest.mark.parametrize("text", ["rulebook = 'nobody-2004'\n", "x = 1\n"])
def test_a_table_whose_file_is_none_is_a_fault(tmp_path, text):
    """A rulebook that nobody wrote, or none at all."""
    found = faults(written(tmp_path, GOOD + '[[table]]\nstream = "a"\nfile = "odd.toml"\n', odd=text))
    assert "no such rulebook" in found["table[0] (odd.toml) rulebook"]


def test_a_table_may_be_written_in_json(tmp_path):
    """What cannot be read as that is a fault."""
    table = tomllib.loads((DEMO / "tables" / "automatic.toml").read_text(encoding="utf-8"))
    path = written(tmp_path, GOOD + '[[table]]\nstream = "a"\nfile = "auto.json"\n')
    (tmp_path / "auto.json").write_bytes(msgspec.json.encode(table))
    assert ["a"] == [one.stream for one in read_house(path)[1]]
    (tmp_path / "auto.json").write_text("{")
    assert "cannot be read" in faults(path)["table[0].file"]


def test_a_table_against_its_rulebook_is_a_fault_with_its_clause(tmp_path):
    """The settings are checked under the edition they name, and the fault says where it is written."""
    table = (DEMO / "tables" / "automatic.toml").read_text(encoding="utf-8").replace("= 25", "= 5000", 1)
    path = written(tmp_path, GOOD + '[[table]]\nstream = "a"\nfile = "auto.toml"\n', auto=table)
    found = faults(path)
    assert 1 == len(found)
    assert next(iter(found)).startswith("table[0] (auto.toml)")


def test_a_tote_is_checked_with_its_cards(tmp_path):
    """A card that does not fit is found at the start, not when it is opened."""
    card = (DEMO / "cards" / "lantern-lake.toml").read_text(encoding="utf-8")
    cards = '[[tote.card]]\nfile = "card.toml"\n[[tote.card]]\nfile = "no.toml"\n'
    more = f'[[tote]]\nstream = "t"\nfile = "day.toml"\n{cards}'
    path = written(tmp_path, GOOD + more, day=DAY, card=card.replace("number = 2", "number = 1", 1))
    found = faults(path)
    assert "tote[0].card.file" in found
    assert any(field.startswith("tote[0].card (card.toml)") for field in found)


def test_a_days_faults_are_told_with_its_file(tmp_path):
    """A clock that there is none of, and a card that is none, each at its place."""
    settings = '[settings]\ntimezone = "Atlantis/Main"\nday_ends = "18:00"\n'
    path = written(tmp_path, GOOD + '[[tote]]\nstream = "t"\nfile = "day.toml"\n', day=DAY + settings)
    assert {"tote[0] (day.toml) settings.timezone", "tote[0] (day.toml) settings.day_ends"} == set(faults(path))
    more = '[[tote]]\nstream = "t"\nfile = "day.toml"\n[[tote.card]]\nfile = "card.toml"\n'
    found = faults(written(tmp_path, GOOD + more, day=DAY, card='track = "LLK"\n'))
    assert {"tote[0].card (card.toml)": "no race card: 'races'"} == {field: why[-21:] for field, why in found.items()}


def test_a_games_own_refusal_is_a_fault_of_its_file(tmp_path, monkeypatch):
    """A game that refuses its document outright is told like any other fault, with the file."""

    def refused(_):
        raise InputError("no such wheel")

    monkeypatch.setattr(house_file, "check_document", refused)
    more = '[[table]]\nstream = "a"\nfile = "auto.toml"\n[[table]]\nstream = "b"\nfile = "auto.toml"\n'
    found = faults(written(tmp_path, GOOD + more, auto=""))
    assert {"table[0].file": "no such wheel", "table[1].file": "no such wheel"} == found


def test_a_refused_house_has_its_faults_as_fields(tmp_path):
    """A program that asks gets each by itself: field, value and reason."""
    with pytest.raises(HouseRefused) as refused:
        read_house(written(tmp_path, GOOD + '[[staff]]\nid = "alex"\nname = "Al"\nrole = "dealer"\n'))
    expected = [{"field": "staff[1]", "value": "alex", "reason": "is there already"}]
    assert ("HouseRefused", expected) == tuple(refused.value.as_fields()[name] for name in ("error", "faults"))


def test_a_robot_administrator_lets_nobody_in(tmp_path):
    """Somebody who can sign in has to be able to let others in."""
    assert ["staff"] == list(faults(written(tmp_path, GOOD.replace('role = "admin"', 'role = "admin"\nrobot = true'))))


def test_passkeys_are_wanted_of_people_and_where_they_can_be_used(tmp_path):
    """A player has none, and without a name of the house nobody could come in with one."""
    asked = GOOD.replace("[house]", '[house]\npasskeys_for = ["admin", "player"]\nbreached = "nowhere.txt"')
    found = faults(written(tmp_path, asked))
    assert {"house.passkeys_for", "house.passkeys_for[1]", "house.breached"} == set(found)
    assert "expected names = [...] in [net]" in found["house.passkeys_for"]
    named = GOOD.replace("[house]", '[house]\npasskeys_for = ["admin"]') + '[net]\nnames = ["pit.example"]\n'
    assert ("admin",) == read_house(written(tmp_path, named))[0].house.passkeys_for
